/* Words in the built-in font and in those of the cart: lines, kerning, letters that a font has not. */
#include "kernel/draw/words.h"

#include "fixedmath/scalar.h"
#include "kernel/draw/direction.h"
#include "kernel/engine/limit.h"
#include "raster/font.h"
#include "rom/chunks.h"

OX_LIMIT(OX_WORDS_END, ox_words_run, align, "ways to align words");

enum { CELL = 8, CELL_LINE = 10, FALLBACKS = 4, NONE = -1 };

/* ---- fonts ---- */

static const uint8_t *load_font(ox_resources *resources, ox_id id) {
    const uint8_t *chunk = ox_resource_data(resources, id, ROM_TAG_FONT, "font");
    const bool drawn = chunk != NULL && rom_has(chunk, ROM_FONT_PLACES_AT) && chunk[ROM_FONT_DEPTH] != 0;
    return drawn ? chunk : NULL;
}

void ox_words_hold(ox_resources *resources, ox_id font) {
    for (uint32_t i = 0; font != 0 && i < FALLBACKS; i++) {
        const uint8_t *chunk = load_font(resources, font);
        font = chunk == NULL ? 0 : rom_word(chunk + ROM_FONT_FALLBACK);
    }
}

static const uint8_t *font_of(ox_words *d, ox_id id) {
    if (id == 0) return NULL;
    for (uint32_t i = 0; i < OX_WORDS_FONTS; i++)
        if (d->fonts[i].id == id) return d->fonts[i].chunk;
    for (uint32_t i = OX_WORDS_FONTS - 1; i > 0; i--) d->fonts[i] = d->fonts[i - 1];
    d->fonts[0] = (ox_words_font){id, load_font(d->resources, id)};
    return d->fonts[0].chunk;
}

static const uint8_t *record_at(const uint8_t *font, uint32_t place, uint32_t index, uint32_t size) {
    return font + rom_word(font + place) + (size_t)index * size;
}

static uint32_t code_at(const uint8_t *font, uint32_t index) {
    return rom_word(record_at(font, ROM_FONT_GLYPHS_AT, index, ROM_GLYPH_SIZE) + ROM_GLYPH_CODE);
}

static int find_glyph(const uint8_t *font, uint32_t code) {
    uint32_t low = 0, high = rom_word(font + ROM_FONT_GLYPH_COUNT);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2, at = code_at(font, middle);
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

/* Characters that take no place; a soft hyphen is a hyphen where a line is broken behind it. */
enum { SOFT_HYPHEN = 0xAD, ZERO_WIDTH_BLANK = 0x200B };

static bool is_unseen(uint32_t code) {
    return code == SOFT_HYPHEN || (code >= ZERO_WIDTH_BLANK && code <= OX_FROM_RIGHT_MARK);
}

/* Where the pen stands in a line. */
typedef struct words_pen {
    const ox_words_run *run;
    int span;            /* of the letters from here on */
    const uint8_t *font; /* their font; NULL: the built-in one */
    const char *at;
    int x;
    const uint8_t *last_font; /* of the letter before, for kerning */
    int last;
    bool from_right; /* brackets are mirrored */
} words_pen;

/* A letter: a glyph of some font, or nothing that a font has. */
typedef struct words_letter {
    uint32_t code;
    const uint8_t *font;
    int glyph, x, advance; /* x: of the pen at it */
} words_letter;

/* Looks for a glyph in the font, in its fallback fonts, and then for the font's replacement. */
static void look_up(ox_words *d, const uint8_t *font, words_letter *letter) {
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

/* The next character; most are one byte. */
static inline uint32_t character_at(const char **at) {
    const uint8_t byte = (uint8_t) * *at;
    if (byte == 0 || byte >= 0x80) return rs_font_character(at);
    ++*at;
    return byte;
}

/* The span that begins at `at`, -1 for none. */
static inline int span_at(const ox_words_run *w, const char *at) {
    if (*at != OX_WORDS_SPAN || w->spans == NULL) return NONE;
    return at[1] >= '0' && at[1] <= '0' + OX_WORDS_SPANS ? at[1] - '0' : NONE;
}

static const uint8_t *font_of_span(ox_words *d, const ox_words_run *w, int span) {
    return font_of(d, span == 0 ? w->font : w->spans[span - 1].font);
}

static int advance_of(const uint8_t *glyph) { return rom_half(glyph + ROM_GLYPH_ADVANCE); }

static void find_slowly(ox_words *d, const uint8_t *font, words_letter *letter) {
    look_up(d, font, letter);
    letter->advance = letter->glyph == NONE ? rom_half(font + ROM_FONT_HEIGHT) / 2 + 1
                                            : advance_of(record_at(letter->font, ROM_FONT_GLYPHS_AT,
                                                                   (uint32_t)letter->glyph, ROM_GLYPH_SIZE));
}

enum { KNOWN_FROM = ' ' };

static void remember_font(ox_words_quick *q, const uint8_t *font) {
    *q = (ox_words_quick){.font = font,
                          .glyphs = font + rom_word(font + ROM_FONT_GLYPHS_AT),
                          .count = rom_word(font + ROM_FONT_GLYPH_COUNT),
                          .kerned = rom_word(font + ROM_FONT_KERNING_COUNT) != 0};
    if (q->count > 0) q->first = rom_word(q->glyphs + ROM_GLYPH_CODE);
    q->places = font + rom_word(font + ROM_FONT_PLACES_AT);
    q->coverage = font + rom_word(font + ROM_FONT_COVERAGE_AT);
    q->depth = font[ROM_FONT_DEPTH];
    q->room = rom_word(font + ROM_FONT_COVERAGE_BYTES);
}

/* Finds a letter of the font at once; false: it is not where it would be without gaps between the characters. */
static bool find_quick(ox_words *d, const uint8_t *font, words_letter *letter) {
    ox_words_quick *q = &d->quick;
    if (q->font != font) remember_font(q, font);
    const uint32_t guess = letter->code - q->first, known = letter->code - KNOWN_FROM;
    if (known < OX_WORDS_KNOWN && q->ways[known] != 0) {
        letter->font = font;
        letter->glyph = (int)guess;
        letter->advance = q->ways[known] - 1;
        return true;
    }
    if (guess >= q->count) return false;
    const uint8_t *glyph = q->glyphs + (size_t)guess * ROM_GLYPH_SIZE;
    if (rom_word(glyph + ROM_GLYPH_CODE) != letter->code) return false;
    letter->font = font;
    letter->glyph = (int)guess;
    letter->advance = advance_of(glyph);
    if (known < OX_WORDS_KNOWN && letter->advance < 255) q->ways[known] = (uint8_t)(letter->advance + 1);
    return true;
}

/* The next letter and the pen behind it; false at the end of the line. */
static bool next_letter(ox_words *d, words_pen *pen, words_letter *letter) {
    for (int span; (span = span_at(pen->run, pen->at)) != NONE; pen->at += 2) {
        pen->span = span;
        pen->font = font_of_span(d, pen->run, span);
        pen->last = NONE;
    }
    const char *at = pen->at;
    letter->code = character_at(&at);
    if (letter->code == 0 || letter->code == '\n') return false;
    pen->at = at;
    if (pen->from_right) letter->code = ox_direction_mirror(letter->code);
    letter->font = NULL;
    letter->glyph = NONE;
    letter->advance = is_unseen(letter->code) ? 0 : CELL;
    if (pen->font != NULL && letter->advance != 0) {
        if (!find_quick(d, pen->font, letter)) find_slowly(d, pen->font, letter);
        if (letter->font == pen->last_font && letter->glyph != NONE && pen->last != NONE &&
            (letter->font != d->quick.font || d->quick.kerned))
            pen->x += kerning(letter->font, pen->last, letter->glyph);
    }
    letter->x = pen->x;
    pen->x += letter->advance + (letter->advance != 0 ? pen->run->space : 0);
    pen->last_font = letter->font;
    pen->last = letter->glyph;
    return true;
}

/* ---- lines ---- */

enum { WIDE = 0x2E80 };

/* Chinese, Japanese and Korean signs, and their marks. */
static bool is_wide(uint32_t code) {
    return (code >= WIDE && code < 0xA000) || (code >= 0xAC00 && code < 0xD7B0) ||
           (code >= 0xF900 && code < 0xFB00) || (code >= 0xFF00 && code < 0xFFF0);
}

static bool is_among(uint32_t code, const uint16_t *marks) {
    while (*marks != 0 && *marks != code) marks++;
    return *marks != 0;
}

/* Whether a line may be broken between two characters of which neither is a blank. */
static bool breaks_between(uint32_t left, uint32_t right) {
    static const uint16_t opening[] = {0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0xFF08, '(', 0};
    static const uint16_t closing[] = {0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015,
                                       0x30FC, 0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F,
                                       ',',    '.',    ')',    '!',    '?',    ':',    ';',    0};
    if (left == '-') return right != '-';
    if (left < WIDE && right < WIDE) return false;
    return (is_wide(left) || is_wide(right)) && !is_among(left, opening) && !is_among(right, closing);
}

/* Where a line ends and the next one begins, and how wide it is. Blanks at which it is broken belong to neither; a word that is wider than all of
 * the line is cut. */
typedef struct words_line {
    const char *end, *next;
    int width;
    const char *tail; /* drawn behind it, "" for nothing */
    int span;         /* of what follows */
} words_line;

/* The width of a few plain letters. */
static int width_of(ox_words *d, const words_pen *of, const char *plain) {
    words_pen pen = {of->run, of->span, of->font, plain, 0, NULL, NONE, false};
    words_letter letter;
    while (next_letter(d, &pen, &letter)) {
    }
    return pen.x;
}

/* What stands in front of a letter: where the letter begins, and the visible sign before it, 0 for none. */
typedef struct words_before {
    const char *at;
    uint32_t last;
    int span;
} words_before;

/* A place where the line may end: at a blank that begins at `at`, where the line is `width` wide. */
static void note_blank(words_line *place, const char *at, const char *behind, int width, int span) {
    if (place->next != at) *place = (words_line){at, behind, width, "", span};
    place->next = behind;
    place->span = span;
}

/* A place where the line may end, if `letter` does not fit any more. */
static void note_break(ox_words *d, words_line *place, const words_letter *letter, const words_pen *pen,
                       words_before before, int limit) {
    const int width = letter->x;
    if (letter->code == ' ' || letter->code == ZERO_WIDTH_BLANK) {
        note_blank(place, before.at, pen->at, width, pen->span);
    } else if (letter->code == SOFT_HYPHEN) {
        const int wide = width + width_of(d, pen, "-");
        if (wide <= limit) *place = (words_line){before.at, pen->at, wide, "-", pen->span};
    } else if (before.last != 0 && breaks_between(before.last, letter->code)) {
        *place = (words_line){before.at, before.at, width, "", before.span};
    }
}

/* A line of the built-in font that is not broken: as many cells as letters. */
static words_line plain_line(const ox_words_run *w, const char *at) {
    int cells = 0;
    for (;;) {
        const char *behind = at;
        const uint32_t code = character_at(&behind);
        if (code == 0 || code == '\n')
            return (words_line){at, at + (code == '\n'), cells * (CELL + w->space), "", 0};
        cells += !is_unseen(code);
        at = behind;
    }
}

/* Moves the pen behind known letters and blanks, as far as they fit; a line is broken at blanks alone among them. Returns the last letter, 0 behind a
 * blank, or what it was given. */
static uint32_t pass_known(const ox_words *d, words_pen *pen, uint32_t last, int limit, words_line *place) {
    const ox_words_quick *q = &d->quick;
    const int space = pen->run->space, most = limit <= 0 ? INT32_MAX : limit;
    if (pen->font == NULL || q->font != pen->font || q->kerned || last >= WIDE) return last;
    const char *at = pen->at;
    int x = pen->x;
    for (uint32_t code; last != '-' && (code = (uint8_t)*at - (uint32_t)KNOWN_FROM) < OX_WORDS_KNOWN - 1u;
         at++) {
        const uint32_t way = q->ways[code];
        if (way == 0) break;
        const int next = x + (int)way - 1 + (way > 1 ? space : 0);
        if (code == 0 && limit > 0) {
            note_blank(place, at, at + 1, x, pen->span);
            last = 0;
        } else if (next > most) {
            break;
        } else if (code != 0) {
            last = code + KNOWN_FROM;
        }
        x = next;
    }
    if (at != pen->at) pen->last_font = pen->font, pen->last = NONE;
    pen->at = at;
    pen->x = x;
    return last;
}

static words_line line_of(ox_words *d, const ox_words_run *w, int span, const char *words, int limit) {
    words_pen pen = {w, span, font_of_span(d, w, span), words, 0, NULL, NONE, false};
    words_letter letter;
    words_line place = {NULL, NULL, 0, "", span};
    uint32_t last = 0;
    if (pen.font == NULL && limit <= 0 && w->spans == NULL) return plain_line(w, words);
    for (;;) {
        last = pass_known(d, &pen, last, limit, &place);
        const words_before before = {pen.at, last, pen.span};
        const int width = pen.x;
        if (!next_letter(d, &pen, &letter)) {
            const char *next = pen.at + (*pen.at == '\n');
            if (limit > 0 && pen.x > limit && place.next == before.at)
                return (words_line){place.end, next, place.width, "", pen.span};
            return (words_line){pen.at, next, pen.x, "", pen.span};
        }
        if (limit <= 0) continue;
        if (pen.x > limit && letter.code != ' ' && before.at != words) {
            note_break(d, &place, &letter, &pen, before, limit);
            if (place.end != NULL && (place.end != words || width > limit)) return place;
            return (words_line){before.at, before.at, width, "", before.span};
        }
        note_break(d, &place, &letter, &pen, before, limit);
        last = letter.code == ' ' || is_unseen(letter.code) ? 0 : letter.code; /* a break is noted */
    }
}

/* A line that does not break: cut where `...` still fits. */
static words_line cut_line(ox_words *d, const ox_words_run *w, int span, const char *words) {
    words_line line = line_of(d, w, span, words, 0);
    words_pen pen = {w, span, font_of_span(d, w, span), words, 0, NULL, NONE, false};
    const int limit = w->width;
    if (limit <= 0 || line.width <= limit) return line;
    const int dots = width_of(d, &pen, "...");
    words_letter letter;
    line.end = words;
    line.width = dots;
    while (next_letter(d, &pen, &letter) && pen.x + dots <= limit) {
        line.end = pen.at;
        line.width = pen.x + dots;
    }
    line.tail = "...";
    return line;
}

static words_line line_at(ox_words *d, int span, const ox_words_run *w, const char *at) {
    return w->dots ? cut_line(d, w, span, at) : line_of(d, w, span, at, w->width);
}

/* ---- drawing ---- */

uint32_t ox_words_native(ox_words *d, uint32_t colour) {
    const uint32_t rgb = (colour & 0xFFFFFFu) | 0x1000000u;
    for (uint32_t i = 0; i < OX_WORDS_COLOURS; i++)
        if (d->colours[i].rgb == rgb) return d->colours[i].native;
    ox_words_colour *oldest = &d->colours[d->newest_colour++ % OX_WORDS_COLOURS];
    *oldest = (ox_words_colour){rgb, ox_resource_native(d->resources, rgb & 0xFFFFFFu)};
    return oldest->native;
}

/* Sends the glyphs that were gathered. */
static int send(ox_words *d, const uint8_t *font, int count, uint32_t native) {
    if (count > 0) (void)rs_frame_glyphs(d->frame, d->glyphs, count, font[ROM_FONT_DEPTH], native);
    return 0;
}

/* Finds the coverage of a glyph of a font; false for a glyph without coverage, or whose chunk is too short for it. */
static bool place_glyph(const ox_words_quick *q, const words_letter *letter, int x, int base,
                        rs_glyph *glyph) {
    const uint32_t number = (uint32_t)letter->glyph;
    const uint8_t *g = q->glyphs + number * ROM_GLYPH_SIZE;
    const uint32_t place = rom_word(q->places + number * 4u);
    const uint32_t width = rom_half(g + ROM_GLYPH_WIDTH), height = rom_half(g + ROM_GLYPH_HEIGHT);
    const uint32_t bytes = (width * q->depth + 7) / 8 * height;
    if (bytes == 0 || width > 255 || height > 255 || place > q->room || bytes > q->room - place) return false;
    *glyph = (rs_glyph){
        .coverage = q->coverage + place,
        .x = (int16_t)int_clamp(x + letter->x + (int16_t)rom_half(g + ROM_GLYPH_LEFT), INT16_MIN, INT16_MAX),
        .y = (int16_t)int_clamp(base - (int16_t)rom_half(g + ROM_GLYPH_TOP), INT16_MIN, INT16_MAX),
        .width = (uint8_t)width,
        .height = (uint8_t)height};
    return true;
}

/* Letters of a text from `at` to `end`, as many as are left to be shown. */
typedef struct words_part {
    const char *at, *end;
    int x, y; /* of the line's top left; `from_right`: of its top right */
    int letters;
    bool from_right;
    const uint8_t *font;
    uint32_t native;
} words_part;

/* Places known letters from the pen on, as many as there is room for. Returns how many glyphs were gathered. */
static int place_known(ox_words *d, words_pen *pen, words_part *part, int base, int count) {
    const ox_words_quick *q = &d->quick;
    if (q->font != pen->font || q->kerned || pen->from_right) return count;
    words_letter letter = {.font = q->font, .x = pen->x};
    const char *at = pen->at;
    while (at < part->end && part->letters > 0 && count < OX_WORDS_GLYPHS) {
        const uint32_t code = (uint8_t)*at, known = code - KNOWN_FROM;
        if (known >= OX_WORDS_KNOWN || q->ways[known] == 0) break;
        letter.glyph = (int)(code - q->first);
        count += place_glyph(q, &letter, part->x, base, &d->glyphs[count]);
        letter.x += q->ways[known] - 1 + (q->ways[known] > 1 ? pen->run->space : 0);
        part->letters--;
        at++;
    }
    if (at != pen->at) pen->last_font = pen->font, pen->last = NONE;
    pen->at = at;
    pen->x = letter.x;
    return count;
}

/* Draws a part of a line in a font of the cart: glyphs of one font are sent together. A letter that no font has is a
 * box. Returns the pen's way. */
static int draw_glyphs(ox_words *d, const ox_words_run *w, words_part *part) {
    const uint8_t *own = part->font;
    words_pen pen = {w, 0, own, part->at, 0, NULL, NONE, part->from_right};
    const int height = rom_half(own + ROM_FONT_BASELINE), base = part->y + height;
    const uint8_t *font = own;
    words_letter letter;
    int count = 0;
    for (;;) {
        if (font == own) count = place_known(d, &pen, part, base, count);
        if (pen.at >= part->end || part->letters <= 0 || !next_letter(d, &pen, &letter)) break;
        part->letters--;
        if (letter.advance == 0 && letter.font == NULL) continue;
        if (part->from_right) letter.x = -letter.x - letter.advance;
        if (letter.glyph == NONE) {
            (void)rs_frame_outline(d->frame, part->x + letter.x, base - height, letter.advance - 1, height,
                                   part->native);
            continue;
        }
        if (count == OX_WORDS_GLYPHS || letter.font != font) count = send(d, font, count, part->native);
        font = letter.font;
        ox_words_quick other;
        if (d->quick.font != font) remember_font(&other, font);
        count += place_glyph(d->quick.font == font ? &d->quick : &other, &letter, part->x, base,
                             &d->glyphs[count]);
    }
    (void)send(d, font, count, part->native);
    return pen.x;
}

/* Draws words in the built-in font: runs of letters between signs that are not seen. */
static int draw_cells(const ox_words *d, const ox_words_run *w, words_part *part) {
    const int wide = CELL + w->space;
    rs_text_run run = {.at = part->at, .end = part->at, .x = part->x, .y = part->y, .native = part->native};
    int count = 0;
    while (run.end < part->end && part->letters > 0) {
        const char *behind = run.end;
        const bool unseen = is_unseen(character_at(&behind));
        part->letters--;
        count += !unseen;
        if (!unseen) run.end = behind;
        if (!unseen && w->space == 0 && run.end < part->end && part->letters > 0) continue;
        (void)rs_frame_text_run(d->frame, &run);
        run.x = part->x + count * wide;
        run.at = run.end = behind;
    }
    return count * wide;
}

/* The same from right to left, letter by letter. */
static int draw_cells_from_right(const ox_words *d, const ox_words_run *w, words_part *part) {
    const int wide = CELL + w->space;
    int count = 0;
    for (const char *at = part->at, *behind = at; at < part->end && part->letters > 0; at = behind) {
        const uint32_t code = character_at(&behind), seen = ox_direction_mirror(code);
        const char mirrored = (char)seen, *const from = seen != code && seen < 0x80 ? &mirrored : at;
        part->letters--;
        if (is_unseen(code)) continue;
        count++;
        const rs_text_run run = {.at = from,
                                 .end = from == at ? behind : from + 1,
                                 .x = part->x - count * wide,
                                 .y = part->y,
                                 .native = part->native};
        (void)rs_frame_text_run(d->frame, &run);
    }
    return count * wide;
}

static void begin_span(ox_words *d, const ox_words_run *w, words_part *part, int span) {
    part->font = font_of_span(d, w, span);
    part->native = span == 0 || w->one_colour ? w->native : w->spans[span - 1].native;
}

/* Draws the letters between two spans in their one look. */
static void draw_part(ox_words *d, const ox_words_run *w, words_part *part) {
    const char *const end = part->end;
    while (part->at < end && part->letters > 0) {
        const int span = span_at(w, part->at);
        if (span != NONE) {
            begin_span(d, w, part, span);
            part->at += 2;
            continue;
        }
        part->end = w->spans == NULL ? end : part->at + 1;
        while (part->end < end && span_at(w, part->end) == NONE) part->end++;
        const int way = part->font != NULL ? draw_glyphs(d, w, part)
                        : part->from_right ? draw_cells_from_right(d, w, part)
                                           : draw_cells(d, w, part);
        part->x += part->from_right ? -way : way;
        part->at = part->end;
    }
}

/* ---- lines with runs from right to left ---- */

/* Moves behind so many characters. */
static const char *behind(const char *at, const char *end, uint32_t count) {
    while (count-- > 0 && at < end) (void)character_at(&at);
    return at;
}

/* Draws from..end one way, its left edge at *x, or its right edge where it goes from right to left; *x is moved to the
 * other edge. */
static void draw_way(ox_words *d, const ox_words_run *w, words_part *part, const char *end, bool from_right) {
    words_part run = *part;
    run.end = end;
    run.from_right = from_right;
    draw_part(d, w, &run);
    part->at = end;
    part->x = run.x;
    part->letters = run.letters;
    part->font = run.font;
    part->native = run.native;
}

/* The width of the letters from the part's place to `end`, in the part's look. */
static int width_to(ox_words *d, const ox_words_run *w, const words_part *part, const char *end) {
    words_pen pen = {w, 0, part->font, part->at, 0, NULL, NONE, false};
    words_letter letter;
    while (pen.at < end && next_letter(d, &pen, &letter)) {
    }
    return pen.x;
}

/* Draws characters of levels above 0 with the right edge at part->x: those of level 2 keep their order. */
static void draw_turned(ox_words *d, const ox_words_run *w, words_part *part, const uint8_t *levels,
                        uint32_t count) {
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && levels[next] == levels[i];) next++;
        const char *end = behind(part->at, part->end, next - i);
        if (levels[i] == 1) {
            draw_way(d, w, part, end, true);
            continue;
        }
        const int left = part->x - width_to(d, w, part, end);
        part->x = left;
        draw_way(d, w, part, end, false);
        part->x = left;
    }
}

/* Draws a line whose words go from right to left, or that has such runs. `width` is that of its letters. */
static void draw_mixed(ox_words *d, const ox_words_run *w, words_part *part, bool from_right, int width) {
    uint8_t levels[OX_DIRECTION_LETTERS];
    const char *const end = part->end;
    const uint32_t count = ox_direction_levels(part->at, end, from_right, levels);
    if (from_right) {
        part->x += width;
        draw_turned(d, w, part, levels, count);
    }
    for (uint32_t i = 0, next; i < count && !from_right; i = next) {
        for (next = i + 1; next < count && (levels[next] == 0) == (levels[i] == 0);) next++;
        const char *run_end = behind(part->at, end, next - i);
        const int right = part->x + width_to(d, w, part, run_end);
        if (levels[i] != 0) part->x = right;
        if (levels[i] != 0)
            draw_turned(d, w, part, levels + i, next - i);
        else
            draw_way(d, w, part, run_end, false);
        part->x = right;
    }
    if (part->at < end) draw_way(d, w, part, end, false); /* what is beyond the levels that there are */
}

static int height_of(const uint8_t *font) {
    return font == NULL ? CELL_LINE : rom_half(font + ROM_FONT_HEIGHT);
}

int ox_words_align(const ox_words_run *w) {
    const int align = w->align;
    if (align < OX_WORDS_START) return align;
    return (align == OX_WORDS_START) == ox_direction_of(w->words) ? OX_WORDS_RIGHT : OX_WORDS_LEFT;
}

/* What `...` or a hyphen behind a line takes. */
static int tail_width(ox_words *d, const ox_words_run *w, const words_part *part, const char *tail,
                      const char *end) {
    words_part of = *part;
    of.at = tail;
    return width_to(d, w, &of, end);
}

/* Draws words of one line in the built-in font that are made of printable ASCII characters alone, which read from the left and end nowhere else; false:
 * the words are others. */
static bool draw_plain(ox_words *d, const ox_words_run *w) {
    const char *end = w->words;
    if (w->spans != NULL || w->letters != 0 || w->space != 0 || font_of_span(d, w, 0) != NULL) return false;
    while ((uint8_t)*end - (uint32_t)' ' < 0x5Fu) end++;
    const int width = (int)(end - w->words) * CELL, align = w->align;
    if (*end != 0 || end == w->words || (w->width > 0 && width > w->width)) return false;
    const rs_text_run run = {.at = w->words,
                             .end = end,
                             .x = align == OX_WORDS_CENTRE                           ? w->x - width / 2
                                  : align == OX_WORDS_RIGHT || align == OX_WORDS_END ? w->x - width
                                                                                     : w->x,
                             .y = w->y,
                             .native = w->native};
    (void)rs_frame_text_run(d->frame, &run);
    return true;
}

void ox_words_draw(ox_words *d, const ox_words_run *w) {
    if (!ROM_SMALL_PLAYER && draw_plain(d, w)) return;
    const int height = ox_words_line_height(d, w->font);
    words_part part = {.y = w->y, .letters = w->letters == 0 ? INT32_MAX : w->letters};
    const bool from_right = ox_direction_of(w->words);
    const int align = ox_words_align(w);
    int span = 0;
    for (const char *at = w->words; *at != 0 && part.letters > 0; part.y += height) {
        const words_line line = line_at(d, span, w, at);
        begin_span(d, w, &part, span);
        part.x = align == OX_WORDS_CENTRE  ? w->x - line.width / 2
                 : align == OX_WORDS_RIGHT ? w->x - line.width
                                           : w->x;
        part.at = at;
        part.end = line.end;
        const words_part begin = part;
        const char *const tail_end = line.tail + (line.tail[0] == 0 ? 0 : line.tail[0] == '-' ? 1 : 3);
        const bool mixed = from_right || ox_direction_may_turn(at, line.end);
        const int tail = mixed ? tail_width(d, w, &part, line.tail, tail_end) : 0;
        if (mixed && from_right) part.x += tail;
        if (mixed)
            draw_mixed(d, w, &part, from_right, line.width - tail);
        else
            draw_part(d, w, &part);
        if (line.tail[0] != 0) {
            if (mixed && from_right) part.x = begin.x;
            part.at = line.tail;
            part.end = tail_end;
            draw_part(d, w, &part);
        }
        span = line.span;
        at = line.next;
    }
}

static int count_letters(const ox_words_run *w, const char *at, const char *end) {
    int count = 0;
    while (at < end) {
        const bool is_span = span_at(w, at) != NONE;
        if (is_span)
            at += 2;
        else
            (void)character_at(&at);
        count += !is_span;
    }
    return count;
}

ox_words_size ox_words_measure(ox_words *d, const ox_words_run *w) {
    ox_words_size size = {0, 0, 0, 0};
    int span = 0;
    for (const char *at = w->words; *at != 0; size.lines++) {
        const words_line line = line_at(d, span, w, at);
        size.width = line.width > size.width ? line.width : size.width;
        size.letters += count_letters(w, at, line.end);
        at = line.next;
        span = line.span;
    }
    size.height = size.lines * ox_words_line_height(d, w->font);
    return size;
}

int ox_words_line_height(ox_words *d, ox_id font) { return height_of(font_of(d, font)); }

bool ox_words_line(ox_words *d, const ox_words_run *w, int number, const char **begin, const char **end,
                   int *width) {
    int span = 0;
    for (const char *at = w->words; *at != 0; number--) {
        const words_line line = line_at(d, span, w, at);
        if (number == 0) {
            *begin = at;
            *end = line.end;
            *width = line.width;
            return true;
        }
        at = line.next;
        span = line.span;
    }
    return false;
}
