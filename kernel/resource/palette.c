/* Palettes: 256 colours with the forms that the surface's format needs, and textures in the surface's format.
 */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/resource/internal.h"
#include "raster/flat.h"

enum { COLOURS = 256, LEVELS = ROM_PALETTE_LEVELS, PLAIN_LEVEL = 32 };

/* One component of a colour under a light level: 0 gives black, 32 the colour itself, a higher level goes towards
 * white. */
static uint32_t shade(uint32_t component, uint32_t level) {
    if (level <= PLAIN_LEVEL) return (component * level + PLAIN_LEVEL / 2) / PLAIN_LEVEL;
    return component + ((255u - component) * (level - PLAIN_LEVEL) + PLAIN_LEVEL / 2) / PLAIN_LEVEL;
}

static uint32_t shade_rgb(uint32_t rgb, uint32_t level) {
    return shade(rgb >> 16 & 255u, level) << 16 | shade(rgb >> 8 & 255u, level) << 8 |
           shade(rgb & 255u, level);
}

/* Builds shades for a palette that has none: 64 x 255 searches, so carts for slow machines bring shades along. */
static const uint8_t *build_shades(ox_resources *r, const uint32_t *rgb, ox_resource_fault *fault) {
    uint8_t *shades = ox_resource_room(r, LEVELS * COLOURS, fault);
    for (uint32_t level = 0; shades != NULL && level < LEVELS; level++) {
        for (uint32_t i = 0; i < COLOURS; i++) {
            shades[level * COLOURS + i] =
                (uint8_t)(level == PLAIN_LEVEL ? (int)i : rs_nearest(rgb, shade_rgb(rgb[i], level)));
        }
    }
    return shades;
}

static void translate(const ox_resources *r, const uint32_t *rgb, uint16_t *native) {
    for (int i = 0; i < COLOURS; i++) native[i] = (uint16_t)rs_native_from_rgb(r->format, rgb[i]);
}

/* Fills in the tables that the surface's format needs besides the colours; false when memory is short. */
static bool complete(ox_resources *r, rs_palette *palette, ox_resource_fault *fault) {
    if (r->format == RS_PAL8 && palette->shades == NULL) {
        palette->shades = build_shades(r, palette->rgb, fault);
        return palette->shades != NULL;
    }
    if (rs_format_bytes(r->format) == 2) {
        uint16_t *native = ox_resource_room(r, COLOURS * sizeof *native, fault);
        if (native == NULL) return false;
        translate(r, palette->rgb, native);
        palette->native = native;
    }
    return true;
}

/* Points a palette at the tables of a chunk, which are bytes. */
static void point_at(rs_palette *palette, const uint8_t *data) {
    const uint32_t shades = rom_word(data + ROM_PALETTE_SHADES),
                   inverse = rom_has(data, ROM_PALETTE_INVERSE) ? rom_word(data + ROM_PALETTE_INVERSE) : 0;
    palette->shades = shades == 0 ? NULL : data + shades;
    palette->inverse = inverse == 0 ? NULL : data + inverse;
}

const void *ox_resource_build_palette(ox_resources *r, uint32_t id, ox_held *held, ox_resource_fault *fault) {
    const uint8_t *data = ox_resource_chunk(r, id, ROM_TAG_PALETTE, held, fault);
    if (data == NULL) return NULL;
    ox_resource_marks marks = ox_resource_begin(r, OX_CLASSES);
    rs_palette *palette = ox_resource_room(r, sizeof *palette, fault);
    if (palette == NULL) return NULL;
    memset(palette, 0, sizeof *palette);
    palette->rgb = ox_resource_words(r, data + rom_word(data + ROM_PALETTE_COLOURS), COLOURS, fault);
    point_at(palette, data);
    if (palette->rgb != NULL && complete(r, palette, fault)) return palette;
    ox_resource_give_back(r, &marks);
    return NULL;
}

/* ---- the screen's palette, out of another chunk ---- */

/* The record of the screen's palette; NULL: there is none, or it is a made-up one. */
static ox_resource_record *screen_record(const ox_resources *r) {
    const uint32_t id = rom_id("palette");
    ox_resource_record *record = r->lists[id % OX_RESOURCE_LISTS];
    while (record != NULL && (record->id != id || record->type != ROM_TAG_PALETTE)) record = record->next;
    return r->palette_made_up ? NULL : record;
}

void ox_resources_leave_palette(ox_resources *r) {
    ox_resource_record *record = screen_record(r);
    if (record == NULL) return;
    ox_manager_let_go(r->manager, record->chunk);
    record->chunk.bits = 0;
}

ox_status ox_resources_enter_palette(ox_resources *r) {
    ox_resource_record *record = screen_record(r);
    ox_held held;
    if (record == NULL) return OX_OK;
    ox_status status = ox_manager_hold(r->manager, record->id, record->type, &held);
    if (held.data == NULL) return ox_failed(status) ? status : OX_BAD_STATE;
    record->chunk = held.handle;
    const uint8_t *data = held.data, *colours = data + rom_word(data + ROM_PALETTE_COLOURS);
    rs_palette *palette =
        (rs_palette *)(uintptr_t)record->resource; /* resident, as swapped and translated tables */
    if (rom_word(data + ROM_PALETTE_SHADES) == 0 && r->format == RS_PAL8) return OX_BAD_VERSION;
    point_at(palette, data);
    if (OX_BIG_ENDIAN) {
        uint32_t *turned = (uint32_t *)(uintptr_t)palette->rgb;
        for (uint32_t i = 0; i < COLOURS; i++) turned[i] = rom_word(colours + 4 * i);
    } else {
        palette->rgb = (const uint32_t *)(const void *)colours;
    }
    if (palette->native != NULL) translate(r, palette->rgb, (uint16_t *)(uintptr_t)palette->native);
    ox_resource_colour_placeholders(r);
    return OX_OK;
}

/* Nearest entry of the 3-3-2 palette, without a search. */
static uint8_t index_332(uint32_t rgb) {
    uint32_t red = ((rgb >> 16 & 255u) * 7u + 127u) / 255u, green = ((rgb >> 8 & 255u) * 7u + 127u) / 255u;
    uint32_t blue = ((rgb & 255u) * 3u + 127u) / 255u;
    return (uint8_t)(red << 5 | green << 2 | blue);
}

const rs_palette *ox_resource_default_palette(ox_resources *r, ox_resource_fault *fault) {
    ox_mark mark = ox_arena_mark(r->resident, OX_ARENA_LOW);
    rs_palette *palette = ox_resource_room(r, sizeof *palette, fault);
    uint32_t *rgb = palette == NULL ? NULL : ox_resource_room(r, COLOURS * sizeof *rgb, fault);
    uint8_t *shades =
        rgb == NULL || r->format != RS_PAL8 ? NULL : ox_resource_room(r, LEVELS * COLOURS, fault);
    if (rgb == NULL || (r->format == RS_PAL8 && shades == NULL)) {
        ox_arena_rollback(r->resident, mark);
        return NULL;
    }
    for (uint32_t i = 0; i < COLOURS; i++) {
        rgb[i] = (i >> 5) * 255u / 7u << 16 | (i >> 2 & 7u) * 255u / 7u << 8 | (i & 3u) * 85u;
    }
    for (uint32_t i = 0; shades != NULL && i < LEVELS * COLOURS; i++) {
        shades[i] = index_332(shade_rgb(rgb[i % COLOURS], i / COLOURS));
    }
    memset(palette, 0, sizeof *palette);
    palette->rgb = rgb;
    palette->shades = shades;
    r->palette_made_up = complete(r, palette, fault);
    if (r->palette_made_up) return palette;
    ox_arena_rollback(r->resident, mark);
    return NULL;
}

/* ---- textures ---- */

/* Stored pixels as the machine reads them, or NULL. */
static const uint8_t *native_pixels(ox_resources *r, const uint8_t *at, rs_format format, size_t count,
                                    ox_resource_fault *fault) {
    if (format == RS_PAL8) return at;
    return format == RS_XRGB8888 ? ox_resource_words(r, at, count, fault)
                                 : ox_resource_halves(r, at, count, fault);
}

void ox_resource_put_pixel(uint8_t *pixels, int bytes, size_t i, uint32_t native) {
    if (bytes == 1) {
        pixels[i] = (uint8_t)native;
    } else if (bytes == 2) {
        uint16_t half = (uint16_t)native;
        memcpy(pixels + i * 2, &half, 2);
    } else {
        memcpy(pixels + i * 4, &native, 4);
    }
}

/* Translates a picture of another direct format into the surface's format; equal neighbours are looked up once. */
static const uint8_t *translated(ox_resources *r, const uint8_t *at, ox_class class, rs_format format,
                                 size_t count, ox_resource_fault *fault) {
    int from = rs_format_bytes(format), to = rs_format_bytes(r->format);
    uint8_t *pixels = ox_resource_class_room(r, class, count * (size_t)to, fault);
    uint32_t last = 0, native = ox_resource_native(r, rs_rgb_from_native(format, 0));
    for (size_t i = 0; pixels != NULL && i < count; i++) {
        uint32_t stored = from == 4 ? rom_u32(at + i * 4) : rom_u16(at + i * 2);
        if (stored != last) native = ox_resource_native(r, rs_rgb_from_native(format, stored));
        last = stored;
        ox_resource_put_pixel(pixels, to, i, native);
    }
    return pixels;
}

/* Pixels of an image in a format that the surface draws: in place where that is possible. */
static const uint8_t *drawable(ox_resources *r, const uint8_t *data, uint32_t id, size_t count,
                               rs_format *format, ox_resource_fault *fault) {
    const uint8_t *stored = data + rom_word(data + ROM_IMAGE_PIXELS);
    const rs_format from = (rs_format)data[ROM_IMAGE_FORMAT];
    *format = from;
    if (from == RS_PAL8 || from == r->format) return native_pixels(r, stored, from, count, fault);
    *format = r->format;
    return translated(r, stored, ox_resource_class_of(r, id, ROM_TAG_IMAGE), from, count, fault);
}

static int exact_log2(uint32_t size) {
    int log2 = 0;
    while (log2 < 10 && 1u << log2 < size) log2++;
    return 1u << log2 == size ? log2 : -1;
}

const void *ox_resource_build_texture(ox_resources *r, uint32_t id, ox_held *held, ox_resource_fault *fault) {
    const uint8_t *data = ox_resource_chunk(r, id, ROM_TAG_IMAGE, held, fault);
    if (data == NULL) return NULL;
    uint32_t width = rom_half(data + ROM_IMAGE_WIDTH), height = rom_half(data + ROM_IMAGE_HEIGHT);
    rs_format format = (rs_format)data[ROM_IMAGE_FORMAT];
    int log2_width = exact_log2(width), log2_height = exact_log2(height);
    if (log2_width < 0 || log2_height < 0) {
        ox_format(fault->why, sizeof fault->why, "is %u x %u pixels, only powers of two can be mapped",
                  (unsigned)width, (unsigned)height);
        return NULL;
    }
    if (format == RS_PAL8 && r->palette == NULL) {
        ox_format(fault->why, sizeof fault->why, "has palette colours, the image has no palette");
        return NULL;
    }
    ox_class class = ox_resource_class_of(r, id, ROM_TAG_IMAGE);
    ox_resource_marks marks = ox_resource_begin(r, class);
    rs_texture *texture = ox_resource_room(r, sizeof *texture, fault);
    if (texture == NULL) return NULL;
    memset(texture, 0, sizeof *texture);
    texture->log2_width = (uint8_t)log2_width;
    texture->log2_height = (uint8_t)log2_height;
    texture->format = (uint8_t)format;
    if ((data[ROM_IMAGE_FLAGS] & ROM_IMAGE_LEVELS) != 0)
        texture->levels = (uint8_t)rs_texture_full_levels(log2_width, log2_height);
    size_t count = rs_texture_bytes(texture) / (size_t)rs_format_bytes(format);
    texture->pixels = drawable(r, data, id, count, &format, fault);
    texture->format = (uint8_t)format;
    if (texture->pixels != NULL) return texture;
    ox_resource_give_back(r, &marks);
    return NULL;
}

const void *ox_resource_build_image(ox_resources *r, uint32_t id, ox_held *held, ox_resource_fault *fault) {
    const uint8_t *data = ox_resource_chunk(r, id, ROM_TAG_IMAGE, held, fault);
    if (data == NULL) return NULL;
    const uint32_t width = rom_half(data + ROM_IMAGE_WIDTH), height = rom_half(data + ROM_IMAGE_HEIGHT);
    ox_resource_marks marks = ox_resource_begin(r, ox_resource_class_of(r, id, ROM_TAG_IMAGE));
    rs_image *image = ox_resource_room(r, sizeof *image, fault);
    rs_format format;
    if (image == NULL) return NULL;
    *image = (rs_image){.width = (int16_t)width,
                        .height = (int16_t)height,
                        .keyed = (data[ROM_IMAGE_FLAGS] & ROM_IMAGE_KEYED) != 0};
    image->pixels = drawable(r, data, id, (size_t)width * height, &format, fault);
    image->format = (uint8_t)format;
    if (image->pixels != NULL) return image;
    ox_resource_give_back(r, &marks);
    return NULL;
}
