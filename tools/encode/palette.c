/* Chooses or reads the master palette. */
#include "tools/encode/palette.h"

#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "tools/import/base/file.h"
#include "tools/import/base/text.h"
#include "tools/import/base/words.h"
#include "tools/import/image/xpm.h"

uint32_t palette_lit(uint32_t rgb, int level) {
    uint32_t lit = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        int c = (int)(rgb >> shift & 0xFFu);
        c = level <= 32 ? (c * level + 16) / 32 : c + ((255 - c) * (level - 32) + 16) / 32;
        lit = lit << 8 | (uint32_t)c;
    }
    return lit;
}

uint32_t palette_index(const import_palette *palette, uint32_t rgb) {
    return (uint32_t)import_palette_nearest(palette, (int)(rgb >> 16 & 0xFFu), (int)(rgb >> 8 & 0xFFu),
                                            (int)(rgb & 0xFFu));
}

/* ---- palettes made of pictures and colours ---- */

static void put_pixel(uint8_t *rgba, uint32_t rgb) {
    rgba[0] = (uint8_t)(rgb >> 16);
    rgba[1] = (uint8_t)(rgb >> 8);
    rgba[2] = (uint8_t)rgb;
    rgba[3] = 255;
}

/* Every fourth pixel of a picture, each under another light in turn: darker ones mostly, as most of a lit
 * thing is. */
static bool make_lit_picture(const import_image *from, import_image *to, tool_error *error) {
    static const int levels[] = {24, 16, 8, 28, 20, 12, 40};
    int width = (from->width + 1) / 2, height = (from->height + 1) / 2;
    unsigned next = 0;
    if (!import_image_allocate("palette", width, height, false, to, error)) return false;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const uint8_t *pixel = from->rgba + ((size_t)(y * 2) * (size_t)from->width + (size_t)(x * 2)) * 4;
            uint8_t *lit = to->rgba + ((size_t)y * (size_t)width + (size_t)x) * 4;
            uint32_t rgb = (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
            put_pixel(lit, palette_lit(rgb, levels[next++ % (sizeof levels / sizeof levels[0])]));
            lit[3] = pixel[3];
        }
    }
    return true;
}

import_palette_sums *palette_begin(tool_error *error) {
    static const uint8_t fixed[PALETTE_RESERVED - 1][3] = {{0, 0, 0}, {255, 255, 255}, {128, 128, 128}};
    static const import_palette_options options = {
        .colours = 256, .reserve_key = true, .fixed = fixed, .fixed_count = PALETTE_RESERVED - 1};
    return import_palette_begin(&options, error);
}

bool palette_add_picture(import_palette_sums *sums, const import_image *picture, bool lit,
                         tool_error *error) {
    import_image shaded;
    import_palette_add(sums, picture);
    if (!lit) return true;
    if (!make_lit_picture(picture, &shaded, error)) return false;
    import_palette_add(sums, &shaded);
    import_image_free(&shaded);
    return true;
}

/* Bands of plain colour: materials under all lights, and backgrounds, as if they were pictures of 64x64
 * pixels. */
bool palette_add_colours(import_palette_sums *sums, const uint32_t *materials, uint32_t material_count,
                         const uint32_t *backgrounds, uint32_t background_count, tool_error *error) {
    enum { SIDE = 64, LARGEST = 16384 / SIDE };
    import_image bands;
    uint32_t count = material_count + background_count;
    if (count == 0) return true;
    if (count > LARGEST) count = LARGEST;
    if (!import_image_allocate("palette", SIDE, SIDE * (long)count, false, &bands, error)) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *at = bands.rgba + (size_t)i * SIDE * SIDE * 4;
        for (int k = 0; k < SIDE * SIDE; k++, at += 4) {
            bool material = i < material_count;
            uint32_t rgb = material ? materials[i] : backgrounds[i - material_count];
            put_pixel(at, material ? palette_lit(rgb, 2 + k % 59) : rgb);
        }
    }
    import_palette_add(sums, &bands);
    import_image_free(&bands);
    return true;
}

bool palette_finish(import_palette_sums *sums, import_palette *palette, tool_error *error) {
    return import_palette_finish(sums, palette, error);
}

/* ---- palettes from files ---- */

static void add_colour(import_palette *palette, uint32_t rgb) {
    for (int k = 0; k < 3; k++) palette->rgb[palette->count][k] = (uint8_t)(rgb >> (16 - 8 * k));
    palette->count++;
}

static bool has_colour(const import_palette *palette, const uint8_t *rgb) {
    for (int i = 0; i < palette->count; i++) {
        if (memcmp(palette->rgb[i], rgb, 3) == 0) return true;
    }
    return false;
}

static bool load_text(const char *path, const char *text, import_palette *palette, tool_error *error) {
    unsigned long line = 0;
    uint32_t rgb = 0;
    text += import_text_mark(text, strlen(text));
    while (*text != 0) {
        char word[16] = "";
        size_t length = strcspn(text, "\r\n"), start = strspn(text, " \t");
        line++;
        if (start < length) {
            size_t letters = strcspn(text + start, " \t\r\n");
            memcpy(word, text + start, letters < sizeof word - 1 ? letters : sizeof word - 1);
            if (palette->count == 256)
                return import_error_line(error, path, line, "more than 256 colours; take some out");
            if (!cart_parse_colour(word, &rgb)) {
                return import_error_line(error, path, line, "`%s` is no colour; write RRGGBB", word);
            }
            add_colour(palette, rgb);
        }
        text += length;
        text += strspn(text, "\r") > 0 && text[1] == '\n' ? 2 : *text != 0;
    }
    return palette->count > 0 || import_error_file(error, path, "no colour in it; write one RRGGBB a line");
}

static bool colours_of_picture(const char *path, const import_image *picture, import_palette *palette,
                               tool_error *error) {
    size_t pixels = (size_t)picture->width * (size_t)picture->height;
    const uint8_t *from = picture->palette != NULL ? picture->palette : picture->rgba;
    if (picture->palette != NULL) pixels = (size_t)picture->palette_count;
    for (size_t i = 0; i < pixels; i++, from += 4) {
        uint32_t rgb = (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];
        if (picture->palette == NULL && has_colour(palette, from)) continue;
        if (palette->count == 256)
            return import_error_file(error, path, "more than 256 colours; reduce them or use a text");
        add_colour(palette, rgb);
    }
    return true;
}

/* The colours of a ROM image, such as the game for which an add-on is made. */
static bool colours_of_rom(const char *path, const rom_image *image, import_palette *palette,
                           tool_error *error) {
    rom_chunk chunk;
    rom_error fault;
    if (!rom_find(image, rom_id("palette"), ROM_TAG_PALETTE, &chunk))
        return import_error_file(error, path,
                                 "this image has no palette: its pictures are of another format");
    if (rom_check_entry(&chunk, false, &fault) != ROM_OK)
        return import_error_file(error, path, "its palette is damaged: %s", fault.text);
    const uint8_t *colours = chunk.data + rom_u32(chunk.data + ROM_PALETTE_COLOURS);
    for (uint32_t i = 0; i < 256; i++) add_colour(palette, rom_u32(colours + i * 4u));
    return true;
}

bool palette_load(const char *path, import_palette *palette, tool_error *error) {
    uint8_t *data;
    size_t size;
    import_image picture;
    rom_image image;
    memset(palette, 0, sizeof *palette);
    palette->has_key = true;
    if (!import_file_read(path, &data, &size, error)) return false;
    if (rom_open(data, size, &image, NULL) == ROM_OK) {
        const bool ok = colours_of_rom(path, &image, palette, error);
        free(data);
        return ok;
    }
    bool text = size > 0 && strlen((const char *)data) == size &&
                ((data[0] & 0x80) == 0 || import_text_mark((const char *)data, size) > 0) &&
                !import_xpm_is(data, size);
    bool ok;
    if (text) {
        ok = load_text(path, (const char *)data, palette, error);
    } else {
        ok = import_image_from_memory(path, data, size, &picture, error);
        if (ok) {
            ok = colours_of_picture(path, &picture, palette, error);
            import_image_free(&picture);
        }
    }
    free(data);
    return ok;
}

bool palette_recolour(const char *cart_path, const char *file, import_image *picture, import_palette *palette,
                      tool_error *error) {
    import_palette own;
    char *path = import_file_resolve(cart_path, file);
    if (path == NULL) return import_error_memory(error, file);
    bool ok = palette_load(path, &own, error);
    free(path);
    size_t pixels = ok ? (size_t)picture->width * (size_t)picture->height : 0;
    uint8_t before[3] = {0, 0, 0};
    int index = pixels > 0 ? import_palette_nearest(&own, 0, 0, 0) : 0;
    for (size_t i = 0; i < pixels; i++) {
        uint8_t *rgba = picture->rgba + 4 * i;
        if (rgba[3] == 0) continue;
        if (memcmp(before, rgba, 3) != 0) {
            memcpy(before, rgba, 3);
            index = import_palette_nearest(&own, rgba[0], rgba[1], rgba[2]);
        }
        memcpy(rgba, own.rgb[index], 3);
    }
    if (ok && palette != NULL) *palette = own;
    return ok;
}
