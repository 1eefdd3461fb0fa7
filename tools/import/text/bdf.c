/* The reader of BDF fonts: a line begins with a keyword, rows of pixels are hexadecimal. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/text.h"
#include "tools/import/text/font.h"
#include "tools/import/text/font_build.h"

typedef struct reader {
    const char *file;
    import_text scan;
    import_font *font;
    font_build build;
    tool_error *error;
    long long told; /* glyphs that CHARS promises; -1: not seen */
} reader;

static bool wrong(reader *r, const char *sentence) {
    return import_error_line(r->error, r->file, r->scan.line, "%s", sentence);
}

static bool is_word(const char *word, size_t length, const char *wanted) {
    return strlen(wanted) == length && memcmp(word, wanted, length) == 0;
}

/* Reads whole numbers up to the end of the line, at least `least` of `count`; missing numbers become 0. */
static bool read_numbers(reader *r, long long *values, int least, int count, const char *sentence) {
    int read = 0;
    memset(values, 0, (size_t)count * sizeof *values);
    for (; read < count; read++) {
        import_text_skip_blanks(&r->scan);
        if (!import_text_integer(&r->scan, &values[read])) break;
        if (values[read] < -32768 || values[read] > 0x10FFFF) return wrong(r, sentence);
    }
    import_text_skip_blanks(&r->scan);
    return (read >= least && import_text_at_line_end(&r->scan)) || wrong(r, sentence);
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

/* Reads a row of a glyph: pixels from the highest bit on, filled up to whole bytes. */
static bool read_row(reader *r, uint8_t *out, uint32_t width) {
    size_t length;
    uint32_t depth = r->font->depth, digits = (width * depth + 7) / 8 * 2, most = (1u << depth) - 1;
    const char *word = import_text_word(&r->scan, &length);
    if (length != digits)
        return wrong(r, "a row of pixels has another length than the glyph's width asks for");
    for (uint32_t i = 0; i < length; i++) {
        if (hex_digit(word[i]) < 0) return wrong(r, "a row of pixels must be hexadecimal");
    }
    for (uint32_t x = 0; x < width; x++) {
        uint32_t bit = x * depth, value = (uint32_t)hex_digit(word[bit / 4]) << 4;
        if (bit / 4 + 1 < length) value |= (uint32_t)hex_digit(word[bit / 4 + 1]);
        out[x] = (uint8_t)((value >> (8 - bit % 4 - depth) & most) * 255 / most);
    }
    import_text_next_line(&r->scan);
    return true;
}

static bool read_bitmap(reader *r, import_glyph *glyph) {
    uint8_t *pixels = import_arena_take(&r->font->arena, (size_t)glyph->width * glyph->height + 1);
    if (pixels == NULL) return import_error_memory(r->error, r->file);
    for (uint32_t y = 0; y < glyph->height; y++) {
        if (!read_row(r, pixels + (size_t)y * glyph->width, glyph->width)) return false;
    }
    glyph->pixels = pixels;
    return true;
}

static bool read_box(reader *r, import_glyph *glyph) {
    long long box[4];
    if (!read_numbers(r, box, 4, 4, "`BBX WIDTH HEIGHT LEFT BOTTOM` is wanted")) return false;
    if (box[0] < 0 || box[1] < 0 || box[0] > IMPORT_FONT_SIDE || box[1] > IMPORT_FONT_SIDE || box[2] > 1000 ||
        box[3] > 1000 || box[2] < -1000 || box[3] < -1000) {
        return wrong(r, "glyphs are at most 256 x 256 pixels, and at most 1000 from their place");
    }
    glyph->width = (uint16_t)box[0];
    glyph->height = (uint16_t)box[1];
    glyph->left = (int16_t)box[2];
    glyph->top = (int16_t)(box[3] + box[1]);
    return true;
}

/* A glyph while its lines are read. */
typedef struct glyph_lines {
    import_glyph glyph;
    bool box, advance, coded, has_code, ended;
} glyph_lines;

static bool end_glyph(reader *r, glyph_lines *g) {
    g->ended = true;
    if (!g->box || !g->advance || !g->coded || g->glyph.pixels == NULL)
        return wrong(r, "the glyph lacks ENCODING, DWIDTH, BBX or BITMAP");
    if (!g->has_code) {
        r->font->skipped++;
        return true;
    }
    if (r->font->count == IMPORT_FONT_GLYPHS) return wrong(r, "more than 65536 glyphs");
    return font_build_add(&r->build, &g->glyph) || import_error_memory(r->error, r->file);
}

static bool read_glyph_line(reader *r, glyph_lines *g) {
    size_t length;
    long long n[2];
    const char *word = import_text_word(&r->scan, &length);
    if (is_word(word, length, "BITMAP")) {
        if (!g->box) return wrong(r, "BBX must stand before BITMAP");
        import_text_next_line(&r->scan);
        return read_bitmap(r, &g->glyph);
    }
    if (is_word(word, length, "ENDCHAR")) return end_glyph(r, g);
    if (is_word(word, length, "STARTCHAR") || is_word(word, length, "ENDFONT"))
        return wrong(r, "the glyph before this line has no ENDCHAR");
    if (is_word(word, length, "ENCODING")) {
        if (!read_numbers(r, n, 1, 2, "`ENCODING CODE` is wanted")) return false;
        g->coded = true;
        g->has_code = n[0] >= 0;
        g->glyph.code = g->has_code ? (uint32_t)n[0] : 0;
    } else if (is_word(word, length, "DWIDTH")) {
        if (!read_numbers(r, n, 2, 2, "`DWIDTH X Y` is wanted")) return false;
        if (n[0] < -1000 || n[0] > 1000) return wrong(r, "a glyph advances at most 1000 pixels");
        g->glyph.advance = (int16_t)n[0];
        g->advance = true;
    } else if (is_word(word, length, "BBX")) {
        if (!read_box(r, &g->glyph)) return false;
        g->box = true;
    }
    import_text_next_line(&r->scan);
    return true;
}

/* Reads a glyph, from the line STARTCHAR to the end of the line ENDCHAR. */
static bool read_glyph(reader *r) {
    glyph_lines g = {.ended = false};
    import_text_next_line(&r->scan);
    while (!g.ended) {
        if (r->scan.at >= r->scan.end) return wrong(r, "the file ends inside of a glyph");
        if (!read_glyph_line(r, &g)) return false;
    }
    return true;
}

static bool read_name(reader *r) {
    size_t length;
    const char *rest = import_text_rest(&r->scan, &length);
    r->font->name = import_arena_text(&r->font->arena, rest, length);
    return r->font->name != NULL || import_error_memory(r->error, r->file);
}

/* Reads a line outside of glyphs; ENDFONT sets *end. */
static bool read_line(reader *r, bool *end) {
    size_t length;
    long long n[4];
    const char *word = import_text_word(&r->scan, &length);
    if (is_word(word, length, "STARTCHAR")) return read_glyph(r);
    if (is_word(word, length, "FONT")) return read_name(r);
    if (is_word(word, length, "ENDFONT")) *end = true;
    if (is_word(word, length, "CHARS")) {
        if (!read_numbers(r, n, 1, 1, "`CHARS N` is wanted")) return false;
        r->told = n[0];
    }
    if (is_word(word, length, "SIZE")) {
        if (!read_numbers(r, n, 3, 4, "`SIZE POINTS X Y [BITS]` is wanted")) return false;
        if (n[3] != 0 && n[3] != 1 && n[3] != 2 && n[3] != 4 && n[3] != 8)
            return wrong(r, "1, 2, 4 or 8 bits a pixel are read");
        if (n[3] != 0) r->font->depth = (uint8_t)n[3];
    }
    bool ascent = is_word(word, length, "FONT_ASCENT"), descent = is_word(word, length, "FONT_DESCENT");
    bool whole = is_word(word, length, "FONTBOUNDINGBOX") && r->font->ascent == 0 && r->font->descent == 0;
    if (ascent || descent) {
        if (!read_numbers(r, n, 1, 1, "`FONT_ASCENT N` is wanted")) return false;
        if (n[0] < -1000 || n[0] > 1000) return wrong(r, "from -1000 to 1000 is wanted");
        *(ascent ? &r->font->ascent : &r->font->descent) = (int16_t)n[0];
        r->font->height_line = r->scan.line;
    } else if (whole) {
        if (!read_numbers(r, n, 4, 4, "`FONTBOUNDINGBOX WIDTH HEIGHT LEFT BOTTOM` is wanted")) return false;
        if (n[1] < 0 || n[1] > 1000 || n[3] < -1000 || n[3] > 1000)
            return wrong(r, "boxes lie within 1000 pixels");
        r->font->ascent = (int16_t)(n[1] + n[3]);
        r->font->height_line = r->scan.line;
        r->font->descent = (int16_t)-n[3];
    }
    return true;
}

static bool read_font(reader *r) {
    size_t length;
    bool end = false;
    const char *word = import_text_word(&r->scan, &length);
    if (!is_word(word, length, "STARTFONT"))
        return wrong(r, "this is no BDF font: it does not begin with STARTFONT");
    while (!end && import_text_next_line(&r->scan)) {
        if (!read_line(r, &end)) return false;
    }
    if (!end) return wrong(r, "ENDFONT is missing; the file is truncated");
    if (r->told == (long long)r->font->count + r->font->skipped) return true;
    return import_error_line(r->error, r->file, r->scan.line, "%u glyphs, but CHARS tells of %lld",
                             (unsigned)(r->font->count + r->font->skipped), r->told);
}

bool import_bdf_parse(const char *file, const char *text, size_t size, import_font *font, tool_error *error) {
    reader r = {.file = file,
                .scan = import_text_open(text, size),
                .font = font,
                .build = {.font = font},
                .error = error,
                .told = -1};
    uint32_t doubled = FONT_NONE_DOUBLED;
    memset(font, 0, sizeof *font);
    font->name = "";
    font->depth = 1;
    bool read = read_font(&r), whole = font_build_finish(&r.build, &doubled);
    if (read && whole) return true;
    import_font_free(font);
    if (!read) return false;
    if (doubled != FONT_NONE_DOUBLED)
        return import_error_line(error, file, 1, "the code %u stands there twice", (unsigned)doubled);
    return import_error_memory(error, file);
}
