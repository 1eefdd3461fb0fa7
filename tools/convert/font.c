/* Fonts out of BDF files, BMFont descriptions and pictures: exactly the glyphs that the game's texts use, as coverages of 1 to 8
 * bits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raster/font.h"
#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"
#include "tools/import/text/bmfont.h"
#include "tools/import/text/font.h"
#include "tools/import/text/json.h"
#include "tools/import/text/strings.h"
#include "tools/record_writer.h"

const cart_option_row convert_font_options[] = {
    {"cell", "WxH", "of a picture: pixels of a glyph"},
    {"characters", "FILE", "of a picture: which characters its cells are"},
    {"ascent", "N", "of a picture: rows above the base line (three quarters)"},
    {"proportional", "N", "of a picture: glyphs as wide as they are, and N pixels between"},
    {"depth", "1|2|4|8", "bits of a pixel"},
    {"texts", "FILE,FILE", "only characters that these texts have"},
    {"keep", "CHARACTERS", "these too"},
    {"kerning", "FILE", "pairs of characters that stand nearer"},
    {"fallback", "NAME", "a font that has what this one has not"},
    {.key = NULL}};

typedef struct font_job {
    const pack_source *source;
    import_font font;
    uint8_t *used; /* a bit for each code point, NULL: all glyphs stay */
    uint32_t depth, fallback;
    double lost; /* mean squared change of coverage, 0..1 */
} font_job;

static bool no_memory(const font_job *job) {
    return import_error_memory(job->source->error, job->source->path);
}

/* ---- reading ---- */

/* The characters of a picture's cells: from a file beside the picture, or those from the blank on. */
static bool read_characters(const pack_source *s, char **characters) {
    const char *file = pack_option(s->asset, "characters");
    uint8_t *data;
    size_t size;
    char *path;
    if (file == NULL) {
        *characters = malloc(96);
        if (*characters == NULL) return import_error_memory(s->error, s->path);
        for (int i = 0; i < 95; i++) (*characters)[i] = (char)(32 + i);
        (*characters)[95] = 0;
        return true;
    }
    if (!pack_companion_read(s, file, &path, &data, &size)) return false;
    bool ok = import_utf8_is_valid((const char *)data, size) ||
              import_error_file(s->error, path, "no UTF-8; save it as UTF-8");
    if (ok) { /* line ends only make the file readable */
        char *to = (char *)data;
        size_t from = import_text_mark((const char *)data, size);
        for (; from < size; from++) {
            if (data[from] >= 32) *to++ = (char)data[from];
        }
        *to = 0;
        *characters = (char *)data;
    } else {
        free(data);
    }
    free(path);
    return ok;
}

static bool read_picture(const pack_source *s, import_font *font) {
    import_image image;
    uint32_t width = 8, height = 8, ascent, space = 0;
    bool given;
    char *characters = NULL;
    if (!convert_option_pair(s, (convert_pair){"cell", 'x', IMPORT_FONT_SIDE}, &width, &height, &given))
        return false;
    ascent = height - height / 4;
    if (!convert_option_whole(s, "ascent", 0, IMPORT_FONT_SIDE, &ascent) ||
        !convert_option_whole(s, "proportional", 0, 64, &space))
        return false;
    if (ascent > height)
        return convert_option_wrong(s, "ascent", "it is more than the %u rows of a cell", (unsigned)height);
    if (!read_characters(s, &characters)) return false;
    bool ok = convert_picture(s, &image);
    if (ok) {
        const import_font_grid grid = {(uint16_t)width,
                                       (uint16_t)height,
                                       characters,
                                       (int16_t)ascent,
                                       pack_option(s->asset, "proportional") != NULL,
                                       (int16_t)space};
        ok = import_font_cut(s->path, &image, &grid, font, s->error);
        import_image_free(&image);
    }
    free(characters);
    return ok;
}

/* Reads a line `A B MOVE` of two characters and the pixels of their kerning. */
static bool read_kerning(convert_lines *lines, import_kerning *pair) {
    uint32_t codes[2] = {0, 0};
    double move = 0;
    for (int k = 0; k < 2 && lines->count == 3; k++) {
        const char *at = lines->words[k];
        codes[k] = import_utf8_is_valid(at, strlen(at)) ? rs_font_character(&at) : 0;
        if (*at != 0 || codes[k] == 0)
            return convert_line_wrong(lines, "`%.20s` is not one character", lines->words[k]);
    }
    if (lines->count != 3 || !cart_parse_number(lines->words[2], &move) || move < -256 || move > 256 ||
        move != (double)(int)move)
        return convert_line_wrong(lines,
                                  "`LEFT RIGHT PIXELS` with two characters and a whole number is wanted");
    *pair = (import_kerning){codes[0], codes[1], (int16_t)move};
    return true;
}

/* kerning=FILE; without the option the font's own kerning pairs stay. */
static bool read_kernings(const pack_source *s, import_font *font) {
    const char *file = pack_option(s->asset, "kerning");
    import_kerning *list = NULL;
    size_t room = 0;
    uint8_t *data;
    size_t size;
    char *path;
    if (file == NULL) return true;
    if (!pack_companion_read(s, file, &path, &data, &size)) return false;
    const pack_source of = {s->c, s->asset, path, data, size, s->error, s->companions};
    convert_lines *lines = calloc(1, sizeof *lines);
    bool ok = lines != NULL || import_error_memory(s->error, path);
    if (ok) lines->source = &of;
    font->kerning_count = 0;
    while (ok && convert_line_next(lines)) {
        void *grown = list;
        ok = import_grow(&grown, &room, (size_t)font->kerning_count + 1, sizeof *list) ||
             import_error_memory(s->error, path);
        list = grown;
        ok = ok && read_kerning(lines, &list[font->kerning_count++]);
    }
    ok = ok && !lines->failed;
    import_kerning *kept = ok && font->kerning_count > 0
                               ? import_arena_take(&font->arena, font->kerning_count * sizeof *kept)
                               : NULL;
    if (ok && font->kerning_count > 0) ok = kept != NULL || import_error_memory(s->error, path);
    if (kept != NULL) {
        memcpy(kept, list, font->kerning_count * sizeof *kept);
        import_font_sort_kernings(kept, font->kerning_count);
        font->kernings = kept;
    }
    free(list);
    free(lines);
    free(data);
    free(path);
    return ok;
}

static bool read_page(void *context, const char *name, import_image *picture, tool_error *error) {
    uint8_t *data;
    size_t size;
    char *path;
    if (!pack_companion_read(context, name, &path, &data, &size)) return false;
    bool ok = import_image_from_memory(path, data, size, picture, error);
    free(data);
    free(path);
    return ok;
}

bool convert_font_read(const pack_source *s, import_font *font) {
    pack_source copy = *s;
    const char *text = (const char *)s->data;
    bool bdf = s->size >= 9 && memcmp(s->data, "STARTFONT", 9) == 0, ok;
    memset(font, 0, sizeof *font);
    if (bdf)
        ok = import_bdf_parse(s->path, text, s->size, font, s->error);
    else if (import_bmfont_is(s->data, s->size))
        ok = import_bmfont_parse(s->path, text, s->size, &(import_bmfont_pages){read_page, &copy}, font,
                                 s->error);
    else
        ok = read_picture(s, font);
    if (!ok) return false;
    if (read_kernings(s, font)) return true;
    import_font_free(font);
    return false;
}

/* ---- which glyphs ---- */

/* Marks the characters that the texts of one file use, in all of its languages and in the language for tests. */
static bool mark_file(font_job *job, const char *file) {
    import_strings strings;
    uint8_t *data;
    size_t size;
    char *path;
    if (!pack_companion_read(job->source, file, &path, &data, &size)) return false;
    bool ok = import_strings_parse(path, (const char *)data, size, &strings, job->source->error);
    for (uint32_t i = 0; ok && i < strings.count; i++) {
        for (uint32_t l = 0; l < strings.language_count; l++) {
            if (strings.strings[i].texts[l] != NULL)
                import_strings_mark(strings.strings[i].texts[l], job->used);
        }
    }
    if (ok) import_strings_free(&strings);
    free(data);
    free(path);
    return ok;
}

/* texts=FILE,FILE and keep=CHARACTERS. */
static bool mark_used(font_job *job) {
    const char *texts = pack_option(job->source->asset, "texts"),
               *keep = pack_option(job->source->asset, "keep");
    if (texts == NULL && keep == NULL) return true;
    job->used = calloc(IMPORT_STRINGS_CODES / 8, 1);
    if (job->used == NULL) return no_memory(job);
    if (keep != NULL && !import_utf8_is_valid(keep, strlen(keep)))
        return convert_option_wrong(job->source, "keep", "no UTF-8");
    if (keep != NULL) import_strings_mark(keep, job->used);
    while (texts != NULL && *texts != 0) {
        char file[CART_TEXT_MAX];
        size_t length = strcspn(texts, ",");
        if (length == 0 || length >= sizeof file)
            return convert_option_wrong(job->source, "texts", "write FILE,FILE");
        memcpy(file, texts, length);
        file[length] = 0;
        if (!mark_file(job, file)) return false;
        texts += length + (texts[length] == ',');
    }
    return true;
}

static bool is_used(const font_job *job, uint32_t code) {
    return job->used == NULL || (code < IMPORT_STRINGS_CODES && (job->used[code / 8] >> code % 8 & 1u) != 0);
}

/* Tells of characters that are wanted and have no glyph, the first few by their number. */
static void tell_missing(const font_job *job) {
    uint32_t missing = 0;
    char list[120] = "";
    for (uint32_t code = 0; job->used != NULL && code < IMPORT_STRINGS_CODES; code++) {
        if (!is_used(job, code) || import_font_find(&job->font, code) != NULL) continue;
        if (missing < 8) snprintf(list + strlen(list), sizeof list - strlen(list), " U+%04X", (unsigned)code);
        missing++;
    }
    if (missing > 0)
        pack_companion_note(job->source, "font %s: %u characters of the texts have no glyph:%s%s",
                            job->source->asset->name, (unsigned)missing, list, missing > 8 ? " ..." : "");
}

/* ---- the chunk ---- */

static void put_glyph(font_job *job, const import_glyph *glyph, writer *coverage) {
    uint32_t most = (1u << job->depth) - 1u;
    for (uint32_t y = 0; y < glyph->height; y++) {
        uint32_t bits = 0, filled = 0;
        for (uint32_t x = 0; x < glyph->width; x++) {
            uint32_t value = glyph->pixels[y * glyph->width + x], kept = (value * most + 127u) / 255u;
            double change = ((double)kept * 255 / most - value) / 255;
            job->lost += change * change;
            bits |= kept << filled;
            filled += job->depth;
            if (filled < 8) continue;
            writer_u8(coverage, bits);
            bits = filled = 0;
        }
        if (filled > 0) writer_u8(coverage, bits);
    }
}

/* Writes the kerning pairs whose two glyphs are both kept in the font. */
static void put_kerning(const font_job *job, const rom_glyph_record *glyphs, uint32_t count,
                        rom_font_record *r, writer *out) {
    r->kernings_at = (uint32_t)out->size;
    for (uint32_t k = 0; k < job->font.kerning_count; k++) {
        const import_kerning *pair = &job->font.kernings[k];
        uint32_t left = count, right = count;
        for (uint32_t i = 0; i < count; i++) {
            if (glyphs[i].code == pair->first) left = i;
            if (glyphs[i].code == pair->second) right = i;
        }
        if (left == count || right == count) continue;
        const rom_kerning_record row = {left, right, pair->advance};
        record_add_kerning(out, &row);
        r->kerning_count++;
    }
    if (r->kerning_count == 0) r->kernings_at = 0;
}

/* fallback=NAME: another font of the cart. */
static bool find_fallback(const pack_source *s, uint32_t *id) {
    const char *name = pack_option(s->asset, "fallback");
    char full[80];
    if (name == NULL) return true;
    for (uint32_t i = 0; i < s->c->asset_count; i++) {
        const cart_asset *other = &s->c->assets[i];
        if (other == s->asset || strcmp(other->kind, "font") != 0 || strcmp(other->name, name) != 0) continue;
        snprintf(full, sizeof full, "font/%s", name);
        *id = rom_id(full);
        return true;
    }
    return convert_option_wrong(s, "fallback", "the cart has no other font `%s`", name);
}

static bool put_font(font_job *job, writer *out) {
    const import_font *font = &job->font;
    rom_font_record r = {.height = (uint16_t)(font->ascent + font->descent),
                         .baseline = (uint16_t)font->ascent,
                         .descent = (uint16_t)font->descent,
                         .depth = (uint8_t)job->depth,
                         .fixed = 1,
                         .replacement = UINT32_MAX,
                         .fallback = job->fallback};
    writer coverage = {0}, places = {0};
    rom_glyph_record *glyphs = calloc((size_t)font->count + 1, sizeof *glyphs);
    uint32_t pixels = 0;
    if (glyphs == NULL) return no_memory(job);
    r.glyphs_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < font->count; i++) {
        const import_glyph *g = &font->glyphs[i];
        if (!is_used(job, g->code)) continue;
        glyphs[r.glyph_count] = (rom_glyph_record){
            g->code, 0, 0, g->width, g->height, g->left, g->top, (uint16_t)g->advance, {0}};
        record_add_glyph(out, &glyphs[r.glyph_count]);
        if (g->code == 0xFFFD || (g->code == '?' && r.replacement == UINT32_MAX))
            r.replacement = r.glyph_count;
        if (glyphs[r.glyph_count].advance != glyphs[0].advance) r.fixed = 0;
        writer_u32(&places, (uint32_t)coverage.size);
        put_glyph(job, g, &coverage);
        if (g->width == 0 || g->height == 0) writer_u8(&coverage, 0); /* its place must lie inside */
        pixels += (uint32_t)g->width * g->height;
        r.glyph_count++;
    }
    if (r.glyph_count == 0) r.glyphs_at = 0;
    put_kerning(job, glyphs, r.glyph_count, &r, out);
    if (r.glyph_count > 0) {
        r.coverage_bytes = (uint32_t)coverage.size;
        r.coverage_at = (uint32_t)out->size;
        writer_bytes(out, coverage.data, coverage.size);
        r.places_at = (uint32_t)writer_align(out, 4);
        writer_bytes(out, places.data, places.size);
    }
    record_put_font(out, 0, &r);
    out->failed = out->failed || coverage.failed || places.failed;
    char lost[60] = "nothing lost";
    if (job->lost > 0)
        snprintf(lost, sizeof lost, "coverage off by %.2f %% in the mean square",
                 100 * job->lost / (pixels > 0 ? pixels : 1));
    pack_companion_note(job->source, "font %s: %u of %u glyphs, %u bits, %u bytes; %s",
                        job->source->asset->name, (unsigned)r.glyph_count, (unsigned)font->count,
                        (unsigned)job->depth, (unsigned)out->size, lost);
    writer_free(&coverage);
    writer_free(&places);
    free(glyphs);
    return true;
}

bool convert_font(const pack_source *s, writer *out) {
    font_job job = {.source = s};
    bool ok = convert_font_read(s, &job.font);
    if (!ok) return false;
    job.depth = job.font.depth;
    ok = find_fallback(s, &job.fallback) && convert_option_whole(s, "depth", 1, 8, &job.depth);
    if (ok && job.depth != 1 && job.depth != 2 && job.depth != 4 && job.depth != 8)
        ok = convert_option_wrong(s, "depth", "1, 2, 4 and 8 bits are possible");
    if (ok && (job.font.ascent < 0 || job.font.descent < 0 || job.font.ascent + job.font.descent < 1))
        ok = import_error_line(
            s->error, s->path, job.font.height_line == 0 ? 1 : job.font.height_line,
            "lines of %d rows above and %d below the base line; correct FONT_ASCENT and FONT_DESCENT",
            job.font.ascent, job.font.descent);
    ok = ok && mark_used(&job);
    if (ok) tell_missing(&job);
    ok = ok && put_font(&job, out);
    free(job.used);
    import_font_free(&job.font);
    return ok;
}
