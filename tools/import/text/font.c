/* Fonts of every origin: order, look-up, subsets. */
#include "tools/import/text/font.h"

#include <stdlib.h>
#include <string.h>

#include "raster/font.h"
#include "tools/import/base/intern.h"
#include "tools/import/text/font_build.h"

void import_font_free(import_font *font) {
    import_arena_free(&font->arena);
    memset(font, 0, sizeof *font);
}

const import_glyph *import_font_find(const import_font *font, uint32_t code) {
    uint32_t low = 0, high = font->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (font->glyphs[middle].code == code) return &font->glyphs[middle];
        if (font->glyphs[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

void import_font_subset(import_font *font, const char *utf8, uint32_t *missing) {
    /* The wanted glyphs are copied into a list of their own. */
    import_glyph *glyphs = import_arena_take(&font->arena, (font->count + 1) * sizeof *glyphs);
    uint8_t *wanted = calloc(font->count + 1, 1);
    uint32_t kept = 0, code;
    *missing = 0;
    if (glyphs != NULL && wanted != NULL) {
        while ((code = rs_font_character(&utf8)) != 0) {
            const import_glyph *glyph = import_font_find(font, code);
            if (glyph != NULL)
                wanted[glyph - font->glyphs] = 1;
            else if (*missing == 0)
                *missing = code;
        }
        for (uint32_t i = 0; i < font->count; i++) {
            if (wanted[i]) glyphs[kept++] = font->glyphs[i];
        }
        font->glyphs = glyphs;
        font->count = kept;
    }
    free(wanted);
}

/* ---- building ---- */

static int by_code(const void *a, const void *b) {
    uint32_t x = ((const import_glyph *)a)->code, y = ((const import_glyph *)b)->code;
    return x < y ? -1 : x > y;
}

bool font_build_add(font_build *build, const import_glyph *glyph) {
    void *list = build->glyphs;
    if (!import_grow(&list, &build->room, (size_t)build->font->count + 1, sizeof *glyph)) return false;
    build->glyphs = list;
    build->glyphs[build->font->count++] = *glyph;
    return true;
}

bool font_build_finish(font_build *build, uint32_t *doubled) {
    import_font *font = build->font;
    import_glyph *kept = import_arena_take(&font->arena, (font->count + 1) * sizeof *kept);
    *doubled = FONT_NONE_DOUBLED;
    if (kept != NULL) {
        if (font->count > 0) memcpy(kept, build->glyphs, font->count * sizeof *kept);
        qsort(kept, font->count, sizeof *kept, by_code);
        for (uint32_t i = 1; i < font->count && *doubled == FONT_NONE_DOUBLED; i++) {
            if (kept[i].code == kept[i - 1].code) *doubled = kept[i].code;
        }
        font->glyphs = kept;
    }
    free(build->glyphs);
    build->glyphs = NULL;
    return kept != NULL && *doubled == FONT_NONE_DOUBLED;
}

/* ---- out of a picture ---- */

static uint32_t grey_of(const uint8_t *p) { return (77u * p[0] + 150u * p[1] + 29u * p[2] + 128u) >> 8; }

static uint8_t coverage_at(const import_image *image, size_t pixel, bool dark_paper) {
    const uint8_t *p = image->rgba + 4 * pixel;
    if (image->has_alpha) return p[3];
    uint32_t grey = grey_of(p);
    return (uint8_t)(dark_paper ? grey : 255 - grey);
}

static bool column_is_empty(const uint8_t *pixels, const import_font_grid *grid, uint32_t x) {
    for (uint32_t y = 0; y < grid->cell_height; y++) {
        if (pixels[y * grid->cell_width + x] != 0) return false;
    }
    return true;
}

/* Adds a cell as a glyph; of a proportional font only its columns first .. end - 1. */
static bool cut_cell(font_build *build, const import_image *image, const import_font_grid *grid,
                     uint32_t code, uint32_t cell_x, uint32_t cell_y, bool dark_paper) {
    uint32_t width = grid->cell_width, height = grid->cell_height, first = 0, end = width;
    uint8_t *whole = malloc((size_t)width * height);
    if (whole == NULL) return false;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            size_t pixel = (size_t)(cell_y * height + y) * (size_t)image->width + cell_x * width + x;
            whole[y * width + x] = coverage_at(image, pixel, dark_paper);
        }
    }
    if (grid->proportional) {
        while (first < end && column_is_empty(whole, grid, first)) first++;
        while (end > first && column_is_empty(whole, grid, end - 1)) end--;
        if (first == end) first = 0, end = width / 2; /* a blank is half a cell */
    }
    uint8_t *pixels = import_arena_take(&build->font->arena, (size_t)(end - first) * height + 1);
    for (uint32_t y = 0; pixels != NULL && y < height; y++)
        memcpy(pixels + y * (end - first), whole + y * width + first, end - first);
    free(whole);
    if (pixels == NULL) return false;
    import_glyph glyph = {.code = code,
                          .width = (uint16_t)(end - first),
                          .height = (uint16_t)height,
                          .top = grid->ascent,
                          .advance =
                              (int16_t)((int32_t)(end - first) + (grid->proportional ? grid->space : 0)),
                          .pixels = pixels};
    return font_build_add(build, &glyph);
}

uint8_t font_build_depth(const font_build *build) {
    uint8_t depth = 1;
    for (uint32_t g = 0; g < build->font->count; g++) {
        const import_glyph *glyph = &build->glyphs[g];
        for (size_t i = 0; i < (size_t)glyph->width * glyph->height; i++) {
            uint8_t v = glyph->pixels[i], need = v % 255 == 0 ? 1 : v % 85 == 0 ? 2 : v % 17 == 0 ? 4 : 8;
            if (need > depth) depth = need;
        }
    }
    return depth;
}

static bool check_grid(const char *name, const import_image *image, const import_font_grid *grid,
                       tool_error *error) {
    if (grid->cell_width == 0 || grid->cell_height == 0 || grid->cell_width > IMPORT_FONT_SIDE ||
        grid->cell_height > IMPORT_FONT_SIDE) {
        return import_error_file(error, name, "cells of %u x %u pixels; 1 to %d are possible",
                                 grid->cell_width, grid->cell_height, IMPORT_FONT_SIDE);
    }
    if (image->width % grid->cell_width == 0 && image->height % grid->cell_height == 0) return true;
    return import_error_file(error, name,
                             "the picture of %d x %d pixels is no whole number of cells of %u x %u",
                             image->width, image->height, grid->cell_width, grid->cell_height);
}

bool import_font_cut(const char *name, const import_image *image, const import_font_grid *grid,
                     import_font *font, tool_error *error) {
    font_build build = {.font = font};
    const char *at = grid->characters;
    uint32_t code, doubled = FONT_NONE_DOUBLED, index = 0;
    bool ok = true;
    memset(font, 0, sizeof *font);
    if (!check_grid(name, image, grid, error)) return false;
    uint32_t columns = (uint32_t)image->width / grid->cell_width,
             rows = (uint32_t)image->height / grid->cell_height;
    bool dark_paper = !image->has_alpha && grey_of(image->rgba) < 128;
    font->name = "";
    font->ascent = grid->ascent;
    font->descent = (int16_t)(grid->cell_height - grid->ascent);
    while (ok && (code = rs_font_character(&at)) != 0 && index < columns * rows) {
        ok = cut_cell(&build, image, grid, code, index % columns, index / columns, dark_paper);
        index++;
    }
    bool more = ok && code != 0;
    font->depth = font_build_depth(&build);
    ok = font_build_finish(&build, &doubled) && ok && !more;
    if (ok) return true;
    import_font_free(font);
    if (more)
        return import_error_file(error, name, "more characters than the picture's %u cells",
                                 (unsigned)(columns * rows));
    if (doubled != FONT_NONE_DOUBLED)
        return import_error_file(error, name, "the character U+%04X stands in the list twice",
                                 (unsigned)doubled);
    return import_error_memory(error, name);
}

static int by_codes(const void *a, const void *b) {
    const import_kerning *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return (x->second > y->second) - (x->second < y->second);
}

void import_font_sort_kernings(import_kerning *list, uint32_t count) {
    qsort(list, count, sizeof *list, by_codes);
}

static int32_t kerning_of(const import_font *font, uint32_t first, uint32_t second) {
    uint32_t low = 0, high = font->kerning_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const import_kerning *k = &font->kernings[middle];
        if (k->first == first && k->second == second) return k->advance;
        if (k->first < first || (k->first == first && k->second < second))
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

uint32_t import_font_width(const import_font *font, const char *utf8) {
    const import_glyph *stand_in = import_font_find(font, 0xFFFD);
    int64_t width = 0, most = 0;
    uint32_t before = 0;
    if (stand_in == NULL) stand_in = import_font_find(font, '?');
    while (*utf8 != 0) {
        if (utf8[0] == '\\' && utf8[1] == 'n') {
            utf8 += 2;
            width = 0;
            before = 0;
            continue;
        }
        uint32_t code = rs_font_character(&utf8);
        const import_glyph *glyph = import_font_find(font, code);
        if (glyph == NULL) glyph = stand_in;
        if (before != 0) width += kerning_of(font, before, code);
        if (glyph != NULL) width += glyph->advance;
        if (width > most) most = width;
        before = code;
    }
    return (uint32_t)most;
}
