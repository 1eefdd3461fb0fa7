/* The reader of bitmap fonts with a description: lines of KEY=VALUE, or blocks of records. */
#include "tools/import/text/bmfont.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"
#include "tools/import/text/font_build.h"

enum { MOST_KERNINGS = 1 << 20, MOST_PIXELS = 1 << 26 }; /* pixels: of all pages, and of all glyphs */

/* A character as the description has it. */
typedef struct bm_char {
    long long code, x, y, width, height, left, down, advance, page, channel;
} bm_char;

typedef struct reader {
    const char *file;
    const uint8_t *data;
    size_t size, at;  /* of the binary form */
    import_text scan; /* of the text form */
    bool binary;
    tool_error *error;
    const import_bmfont_pages *pages;
    import_font *font;
    font_build build;
    import_image pictures[IMPORT_BMFONT_PAGES];
    bool read[IMPORT_BMFONT_PAGES], has_common;
    import_kerning *kernings;
    size_t kerning_room;
    uint64_t page_pixels, glyph_pixels;
} reader;

static const char mark[4] = {'B', 'M', 'F', 3};

static bool is_word(const char *word, size_t length, const char *wanted) {
    return strlen(wanted) == length && memcmp(word, wanted, length) == 0;
}

bool import_bmfont_is(const void *data, size_t size) {
    const char *text = data;
    size_t at = import_text_mark(text, size);
    if (size >= 4 && memcmp(text, mark, 3) == 0) return true;
    return size > at + 5 && memcmp(text + at, "info", 4) == 0 &&
           (text[at + 4] == ' ' || text[at + 4] == '\t');
}

static bool wrong(const reader *r, const char *sentence) {
    if (r->binary) return import_error_offset(r->error, r->file, r->at, "%s", sentence);
    return import_error_line(r->error, r->file, r->scan.line, "%s", sentence);
}

static bool memory(const reader *r) { return import_error_memory(r->error, r->file); }

/* ---- what a description says ---- */

static bool take_common(reader *r, long long height, long long base) {
    if (height < 1 || height > 1000 || base < 0 || base > 1000)
        return wrong(r, "a line's height must be 1 to 1000 and its base 0 to 1000");
    r->font->ascent = (int16_t)base;
    r->font->descent = (int16_t)(height - base);
    r->has_common = true;
    return true;
}

static bool take_page(reader *r, long long number, const char *name) {
    if (number < 0 || number >= IMPORT_BMFONT_PAGES || r->read[number])
        return wrong(r, "pages are numbered from 0 to 63, each once");
    if (name[0] == 0) return wrong(r, "a page without a file");
    import_image *picture = &r->pictures[number];
    r->read[number] = r->pages->read(r->pages->context, name, picture, r->error);
    if (!r->read[number]) return false;
    r->page_pixels += (uint64_t)picture->width * (uint64_t)picture->height;
    return r->page_pixels <= MOST_PIXELS ||
           wrong(r, "the pages have more than 67108864 pixels in all; use fewer");
}

static bool is_in(long long value, long long least, long long most) {
    return value >= least && value <= most;
}

static bool check_char(const reader *r, const bm_char *c) {
    if (!is_in(c->code, 0, 0x10FFFF)) return wrong(r, "a character's code must be 0 to 1114111");
    if (!is_in(c->page, 0, IMPORT_BMFONT_PAGES - 1) || !r->read[c->page])
        return wrong(r, "a character lies on a page that is not there");
    const import_image *page = &r->pictures[c->page];
    if (!is_in(c->width, 0, IMPORT_FONT_SIDE) || !is_in(c->height, 0, IMPORT_FONT_SIDE) ||
        !is_in(c->x, 0, page->width - c->width) || !is_in(c->y, 0, page->height - c->height))
        return wrong(r, "a character has more than 256 pixels a side, or lies outside of its page");
    if (!is_in(c->left, -1000, 1000) || !is_in(c->down, -1000, 1000) || !is_in(c->advance, -1000, 1000))
        return wrong(r, "a character's offsets and advance must be within 1000 pixels");
    return true;
}

static uint8_t coverage(const import_image *page, const bm_char *c, size_t pixel) {
    const uint8_t *p = page->rgba + 4 * pixel;
    switch (c->channel) {
    case 1:
        return p[2];
    case 2:
        return p[1];
    case 4:
        return p[0];
    case 8:
        return p[3];
    default:
        return page->has_alpha ? p[3] : (uint8_t)((77u * p[0] + 150u * p[1] + 29u * p[2] + 128u) >> 8);
    }
}

static bool take_char(reader *r, const bm_char *c) {
    if (c->code == -1 || c->code == 0xFFFFFFFF) { /* the glyph for missing characters */
        r->font->skipped++;
        return true;
    }
    if (!check_char(r, c)) return false;
    if (r->font->count == IMPORT_FONT_GLYPHS) return wrong(r, "more than 65536 glyphs");
    const import_image *page = &r->pictures[c->page];
    r->glyph_pixels += (uint64_t)(c->width * c->height);
    if (r->glyph_pixels > MOST_PIXELS)
        return wrong(r, "the characters have more than 67108864 pixels in all");
    uint8_t *pixels = import_arena_take(&r->font->arena, (size_t)(c->width * c->height) + 1);
    if (pixels == NULL) return memory(r);
    for (long long y = 0; y < c->height; y++) {
        for (long long x = 0; x < c->width; x++)
            pixels[y * c->width + x] = coverage(page, c, (size_t)((c->y + y) * page->width + c->x + x));
    }
    const import_glyph glyph = {.code = (uint32_t)c->code,
                                .width = (uint16_t)c->width,
                                .height = (uint16_t)c->height,
                                .left = (int16_t)c->left,
                                .top = (int16_t)(r->font->ascent - c->down),
                                .advance = (int16_t)c->advance,
                                .pixels = pixels};
    return font_build_add(&r->build, &glyph) || memory(r);
}

static bool take_kerning(reader *r, long long first, long long second, long long amount) {
    void *list = r->kernings;
    if (!is_in(first, 0, 0x10FFFF) || !is_in(second, 0, 0x10FFFF) || !is_in(amount, -1000, 1000))
        return wrong(r, "a kerning names two codes and at most 1000 pixels");
    if (r->font->kerning_count == MOST_KERNINGS) return wrong(r, "more than 1048576 kernings");
    if (!import_grow(&list, &r->kerning_room, (size_t)r->font->kerning_count + 1, sizeof *r->kernings))
        return memory(r);
    r->kernings = list;
    r->kernings[r->font->kerning_count++] =
        (import_kerning){(uint32_t)first, (uint32_t)second, (int16_t)amount};
    return true;
}

/* ---- the text form ---- */

/* The keys of a line that are used; an absent key is 0. */
typedef struct bm_line {
    const char *word; /* the line's first word, its kind */
    size_t length;
    const char *names[16];
    long long values[16]; /* of each name */
    char file[256];
} bm_line;

/* Reads a value: "TEXT", or TEXT up to a blank. */
static void read_value(reader *r, bm_line *line, const char *key, size_t length) {
    import_text *scan = &r->scan;
    bool quoted = scan->at < scan->end && *scan->at == '"';
    scan->at += quoted;
    const char *value = scan->at;
    while (!import_text_at_line_end(scan) &&
           (quoted ? *scan->at != '"' : *scan->at != ' ' && *scan->at != '\t'))
        scan->at++;
    size_t bytes = (size_t)(scan->at - value);
    if (quoted && *scan->at == '"') scan->at++;
    if (is_word(key, length, "file") && bytes < sizeof line->file && memchr(value, 0, bytes) == NULL) {
        memcpy(line->file, value, bytes);
        line->file[bytes] = 0;
    }
    import_text number = {value, value + bytes, 1};
    for (int i = 0; line->names[i] != NULL; i++) {
        if (is_word(key, length, line->names[i])) import_text_integer(&number, &line->values[i]);
    }
}

static void read_line(reader *r, bm_line *line) {
    import_text *scan = &r->scan;
    line->word = import_text_word(scan, &line->length);
    for (import_text_skip_blanks(scan); !import_text_at_line_end(scan); import_text_skip_blanks(scan)) {
        const char *key = scan->at;
        while (!import_text_at_line_end(scan) && *scan->at != '=' && *scan->at != ' ' && *scan->at != '\t')
            scan->at++;
        size_t length = (size_t)(scan->at - key);
        if (scan->at == scan->end || *scan->at != '=') continue;
        scan->at++;
        read_value(r, line, key, length);
    }
}

static bool read_text(reader *r) {
    r->scan = import_text_open((const char *)r->data, r->size);
    do {
        bm_line line = {.names = {"lineHeight", "base", "id", "x", "y", "width", "height", "xoffset",
                                  "yoffset", "xadvance", "page", "chnl", "first", "second", "amount", NULL}};
        const long long *v = line.values;
        bool ok = true;
        import_text_skip_blanks(&r->scan);
        read_line(r, &line);
        if (is_word(line.word, line.length, "common")) ok = take_common(r, v[0], v[1]);
        if (is_word(line.word, line.length, "page")) ok = take_page(r, v[2], line.file);
        if (is_word(line.word, line.length, "char"))
            ok = take_char(r, &(bm_char){v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]});
        if (is_word(line.word, line.length, "kerning")) ok = take_kerning(r, v[12], v[13], v[14]);
        if (!ok) return false;
    } while (import_text_next_line(&r->scan));
    return true;
}

/* ---- the binary form ---- */

static uint32_t u16(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
static uint32_t u32(const uint8_t *at) { return u16(at) | u16(at + 2) << 16; }
static int32_t s16(const uint8_t *at) { return (int32_t)(u16(at) ^ 0x8000u) - 0x8000; }

/* Reads the names of the pages, each with a zero behind. */
static bool read_pages(reader *r, const uint8_t *d, size_t size) {
    for (long long page = 0; size > 0; page++) {
        const uint8_t *end = memchr(d, 0, size);
        if (end == NULL) return wrong(r, "the name of a page does not end; the file is damaged");
        if (!take_page(r, page, (const char *)d)) return false;
        size -= (size_t)(end - d) + 1;
        d = end + 1;
    }
    return true;
}

static bool read_block(reader *r, uint8_t kind, const uint8_t *d, size_t size) {
    if (kind == 2) return size >= 4 ? take_common(r, u16(d), u16(d + 2)) : wrong(r, "a block is too short");
    if (kind == 3) return read_pages(r, d, size);
    for (size_t i = 0; kind == 4 && i + 20 <= size; i += 20) {
        const uint8_t *c = d + i;
        r->at = (size_t)(c - r->data);
        if (!take_char(r, &(bm_char){u32(c), u16(c + 4), u16(c + 6), u16(c + 8), u16(c + 10), s16(c + 12),
                                     s16(c + 14), s16(c + 16), c[18], c[19]}))
            return false;
    }
    for (size_t i = 0; kind == 5 && i + 10 <= size; i += 10) {
        r->at = (size_t)(d + i - r->data);
        if (!take_kerning(r, u32(d + i), u32(d + i + 4), s16(d + i + 8))) return false;
    }
    return true;
}

static bool read_blocks(reader *r) {
    if (r->data[3] != mark[3])
        return wrong(r, "only version 3 of the binary form is read; export it as that or as text");
    for (size_t at = 4; at < r->size;) {
        r->at = at;
        if (r->size - at < 5) return wrong(r, "the file ends inside of a block; it is truncated");
        size_t size = u32(r->data + at + 1);
        if (size > r->size - at - 5) return wrong(r, "a block reaches beyond the end; the file is truncated");
        if (!read_block(r, r->data[at], r->data + at + 5, size)) return false;
        at += 5 + size;
    }
    return true;
}

/* ---- the whole ---- */

static bool keep_kernings(reader *r) {
    uint32_t count = r->font->kerning_count;
    if (count == 0) return true;
    import_kerning *kept = import_arena_take(&r->font->arena, count * sizeof *kept);
    if (kept == NULL) return memory(r);
    memcpy(kept, r->kernings, count * sizeof *kept);
    import_font_sort_kernings(kept, count);
    r->font->kernings = kept;
    return true;
}

static bool read_font(reader *r) {
    r->binary = r->size >= 4 && memcmp(r->data, mark, 3) == 0;
    if (!import_bmfont_is(r->data, r->size))
        return import_error_line(r->error, r->file, 1, "this is no font of BMFont's text or binary form");
    if (!(r->binary ? read_blocks(r) : read_text(r))) return false;
    r->at = r->size;
    if (!r->has_common) return wrong(r, "the file ends without the height of a line (common)");
    if (r->font->count == 0) return wrong(r, "the file ends without a character");
    return keep_kernings(r);
}

bool import_bmfont_parse(const char *file, const char *text, size_t size, const import_bmfont_pages *pages,
                         import_font *font, tool_error *error) {
    uint32_t doubled = FONT_NONE_DOUBLED;
    memset(font, 0, sizeof *font);
    reader *r = calloc(1, sizeof *r);
    if (r == NULL) return import_error_memory(error, file);
    *r = (reader){.file = file,
                  .data = (const uint8_t *)text,
                  .size = size,
                  .error = error,
                  .pages = pages,
                  .font = font,
                  .build = {.font = font}};
    font->name = "";
    bool read = read_font(r);
    font->depth = font_build_depth(&r->build);
    bool whole = font_build_finish(&r->build, &doubled);
    for (int i = 0; i < IMPORT_BMFONT_PAGES; i++) {
        if (r->read[i]) import_image_free(&r->pictures[i]);
    }
    free(r->kernings);
    free(r);
    if (read && whole) return true;
    import_font_free(font);
    if (!read) return false;
    if (doubled != FONT_NONE_DOUBLED)
        return import_error_line(error, file, 1, "the code %u stands there twice", (unsigned)doubled);
    return import_error_memory(error, file);
}

bool import_bmfont_page_beside(void *path, const char *name, import_image *picture, tool_error *error) {
    char *page = import_file_resolve(path, name);
    if (page == NULL) return import_error_memory(error, name);
    bool ok = import_image_load(page, picture, error);
    free(page);
    return ok;
}
