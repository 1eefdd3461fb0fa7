/* Words in the built-in font and in those of the cart: lines, kerning, letters that a font has not. */
#include "raster/font.h"

#include <string.h>

#include "kernel/draw/internal.h"
#include "kernel/engine/limit.h"
#include "rom/chunks.h"

OX_LIMIT(DRAW_RIGHT, draw_words, align, "ways to align words");

enum { CELL = 8, CELL_LINE = 10, FALLBACKS = 4, NONE = -1 };

/* ---- fonts ---- */

static const uint8_t *font_of(ox_draw *d, ox_id id) {
    if (id == 0) return NULL;
    for (uint32_t i = 0; i < DRAW_FONTS; i++)
        if (d->fonts[i].id == id) return d->fonts[i].chunk;
    for (uint32_t i = DRAW_FONTS - 1; i > 0; i--) d->fonts[i] = d->fonts[i - 1];
    const uint8_t *chunk = ox_resource_data(d->host->resources, id, ROM_TAG_FONT, "font");
    const bool drawn = chunk != NULL && rom_has(chunk, ROM_FONT_PLACES_AT) && chunk[ROM_FONT_DEPTH] != 0;
    d->fonts[0] = (draw_font){id, drawn ? chunk : NULL};
    return d->fonts[0].chunk;
}

static const uint8_t *record_at(const uint8_t *font, uint32_t place, uint32_t index, uint32_t size) {
    return font + rom_word(font + place) + (size_t)index * size;
}

static int find_glyph(const uint8_t *font, uint32_t code) {
    uint32_t low = 0, high = rom_word(font + ROM_FONT_GLYPH_COUNT);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2,
                       at = rom_word(record_at(font, ROM_FONT_GLYPHS_AT, middle, ROM_GLYPH_SIZE) +
                                     ROM_GLYPH_CODE);
        if (at == code) return (int)middle;
        if (at < code)
            low = middle + 1;
        else
            high = middle;
    }
    return NONE;
}

/* What is added between two glyphs of a font; pairs stand by the left one, then by the right one. */
static int kerning(const uint8_t *font, int left, int right) {
    uint32_t low = 0, high = rom_word(font + ROM_FONT_KERNING_COUNT);
    const uint64_t wanted = (uint64_t)(uint32_t)left << 32 | (uint32_t)right;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint8_t *row = record_at(font, ROM_FONT_KERNINGS_AT, middle, ROM_KERNING_SIZE);
        const uint64_t at =
            (uint64_t)rom_word(row + ROM_KERNING_LEFT) << 32 | rom_word(row + ROM_KERNING_RIGHT);
        if (at == wanted) return (int)int_clamp((int32_t)rom_word(row + ROM_KERNING_MOVE), -1024, 1024);
        if (at < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* ---- a line, letter by letter ---- */

/* Where the pen stands in a line. */
typedef struct draw_pen {
    const uint8_t *font; /* of the words; NULL: the built-in one */
    const char *at;
    int x;
    const uint8_t *last_font; /* of the letter before, for kerning */
    int last;
} draw_pen;

/* A letter: a glyph of some font, or nothing that a font has. */
typedef struct draw_letter {
    uint32_t code;
    const uint8_t *font;
    int glyph, x, advance; /* x: of the pen at it */
} draw_letter;

/* Looks for a glyph in the font, those behind it, and then for what stands in. */
static void look_up(ox_draw *d, const uint8_t *font, draw_letter *letter) {
    const uint8_t *at = font;
    for (uint32_t i = 0; at != NULL && i < FALLBACKS; i++) {
        letter->font = at;
        letter->glyph = find_glyph(at, letter->code);
        if (letter->glyph != NONE) return;
        at = font_of(d, rom_word(at + ROM_FONT_FALLBACK));
    }
    const uint32_t replacement = rom_word(font + ROM_FONT_REPLACEMENT);
    letter->font = font;
    if (replacement < rom_word(font + ROM_FONT_GLYPH_COUNT)) letter->glyph = (int)replacement;
}

/* The next letter and the pen behind it; false at the end of the line. */
static bool next_letter(ox_draw *d, draw_pen *pen, draw_letter *letter) {
    const char *at = pen->at;
    letter->code = rs_font_character(&at);
    if (letter->code == 0 || letter->code == '\n') return false;
    pen->at = at;
    letter->font = NULL;
    letter->glyph = NONE;
    letter->advance = CELL;
    if (pen->font != NULL) {
        look_up(d, pen->font, letter);
        if (letter->font == pen->last_font && letter->glyph != NONE && pen->last != NONE)
            pen->x += kerning(letter->font, pen->last, letter->glyph);
        letter->advance = letter->glyph == NONE
                              ? rom_half(pen->font + ROM_FONT_HEIGHT) / 2 + 1
                              : rom_half(record_at(letter->font, ROM_FONT_GLYPHS_AT, (uint32_t)letter->glyph,
                                                   ROM_GLYPH_SIZE) +
                                         ROM_GLYPH_ADVANCE);
    }
    letter->x = pen->x;
    pen->x += letter->advance;
    pen->last_font = letter->font;
    pen->last = letter->glyph;
    return true;
}

/* Where a line ends and the next one begins, and how wide it is. Blanks at which it is broken belong to neither; a word that is wider than all of
 * the line is cut. */
typedef struct draw_line {
    const char *end, *next;
    int width;
} draw_line;

static draw_line line_of(ox_draw *d, const uint8_t *font, const char *words, int limit) {
    draw_pen pen = {font, words, 0, NULL, NONE};
    draw_letter letter;
    draw_line blank = {NULL, NULL, 0};
    for (;;) {
        const char *before = pen.at;
        const int width = pen.x;
        if (!next_letter(d, &pen, &letter)) return (draw_line){pen.at, pen.at + (*pen.at == '\n'), pen.x};
        if (letter.code == ' ' && blank.next != before) blank = (draw_line){before, pen.at, width};
        if (letter.code == ' ') {
            blank.next = pen.at;
            continue;
        }
        if (limit > 0 && pen.x > limit && before != words) {
            if (blank.end != NULL && blank.end != words) return blank;
            return (draw_line){before, before, width};
        }
    }
}

/* ---- drawing ---- */

/* Sends the glyphs that were gathered. */
static int send(ox_draw *d, const uint8_t *font, int count, uint32_t native) {
    if (count > 0) (void)rs_frame_glyphs(d->frame, d->glyphs, count, font[ROM_FONT_DEPTH], native);
    return 0;
}

/* Where a glyph's coverage is; false for one without, or whose chunk is too short for it. */
static bool place_glyph(const draw_letter *letter, int x, int base, rs_glyph *glyph) {
    const uint8_t *font = letter->font,
                  *g = record_at(font, ROM_FONT_GLYPHS_AT, (uint32_t)letter->glyph, ROM_GLYPH_SIZE);
    const uint32_t place = rom_word(record_at(font, ROM_FONT_PLACES_AT, (uint32_t)letter->glyph, 4));
    const uint32_t width = rom_half(g + ROM_GLYPH_WIDTH), height = rom_half(g + ROM_GLYPH_HEIGHT);
    const uint32_t bytes = (width * font[ROM_FONT_DEPTH] + 7) / 8 * height,
                   room = rom_word(font + ROM_FONT_COVERAGE_BYTES);
    if (bytes == 0 || width > 255 || height > 255 || place > room || bytes > room - place) return false;
    *glyph = (rs_glyph){
        .coverage = font + rom_word(font + ROM_FONT_COVERAGE_AT) + place,
        .x = (int16_t)int_clamp(x + letter->x + (int16_t)rom_half(g + ROM_GLYPH_LEFT), INT16_MIN, INT16_MAX),
        .y = (int16_t)int_clamp(base - (int16_t)rom_half(g + ROM_GLYPH_TOP), INT16_MIN, INT16_MAX),
        .width = (uint8_t)width,
        .height = (uint8_t)height};
    return true;
}

/* A line in a font of the cart: glyphs of one font are sent together. A letter that no font has is a box. */
static void draw_glyphs(ox_draw *d, const draw_words *w, const draw_line *line, draw_pen pen, int x, int y) {
    const int base = y + rom_half(pen.font + ROM_FONT_BASELINE),
              height = rom_half(pen.font + ROM_FONT_BASELINE);
    const uint8_t *font = NULL;
    draw_letter letter;
    int count = 0;
    while (pen.at < line->end && next_letter(d, &pen, &letter)) {
        if (letter.glyph == NONE) {
            (void)rs_frame_outline(d->frame, x + letter.x, base - height, letter.advance - 1, height,
                                   w->native);
            continue;
        }
        if (count == DRAW_GLYPHS || letter.font != font) count = send(d, font, count, w->native);
        font = letter.font;
        count += place_glyph(&letter, x, base, &d->glyphs[count]);
    }
    (void)send(d, font, count, w->native);
}

/* The same in the built-in font, whose lines are copied by who draws them. */
static void draw_cells(const ox_draw *d, const draw_words *w, const draw_line *line, const char *words, int x,
                       int y) {
    char cells[64];
    while (words < line->end) {
        uint32_t count = 0;
        while (words < line->end && count < sizeof cells - 1) cells[count++] = (char)rs_font_letter(&words);
        cells[count] = 0;
        (void)rs_frame_text(d->frame, x, y, cells, w->native);
        x += (int)count * CELL;
    }
}

void draw_text(ox_draw *d, const draw_words *w) {
    const uint8_t *font = font_of(d, w->font);
    const int height = font == NULL ? CELL_LINE : rom_half(font + ROM_FONT_HEIGHT);
    int y = w->y;
    for (const char *at = w->words; *at != 0; y += height) {
        const draw_line line = line_of(d, font, at, w->width);
        const int x = w->align == DRAW_CENTRE  ? w->x - line.width / 2
                      : w->align == DRAW_RIGHT ? w->x - line.width
                                               : w->x;
        if (font == NULL)
            draw_cells(d, w, &line, at, x, y);
        else
            draw_glyphs(d, w, &line, (draw_pen){font, at, 0, NULL, NONE}, x, y);
        at = line.next;
    }
}

int draw_text_width(ox_draw *d, const draw_words *w) {
    const uint8_t *font = font_of(d, w->font);
    int widest = 0;
    for (const char *at = w->words; *at != 0;) {
        const draw_line line = line_of(d, font, at, w->width);
        widest = line.width > widest ? line.width : widest;
        at = line.next;
    }
    return widest;
}
