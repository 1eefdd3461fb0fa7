/* Pictures that the image holds as pyramids (rom/haar.h): unpacked to the level that is drawn, in the surface's format. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/resource/internal.h"
#include "raster/flat.h"
#include "raster/mesh.h"
#include "rom/haar.h"

enum { COMPONENTS = 3, FOUND = 256 };

/* A colour that was looked for in the palette, at a place that follows from the colour. */
typedef struct pyramid_colour {
    uint32_t rgb, native;
} pyramid_colour;

/* Memory while a picture is unpacked; it lies at the high end of resident memory. */
typedef struct pyramid_work {
    const uint8_t *chunk;
    uint8_t *planes, *line;
    uint32_t plane_bytes, line_bytes;
    pyramid_colour *found;
} pyramid_work;

bool ox_resource_find_pyramid(const ox_resources *r, uint32_t id) {
    ox_found found;
    return !ox_images_find(r->manager->images, id, ROM_TAG_IMAGE, &found) &&
           ox_images_find(r->manager->images, id, ROM_TAG_HAAR, &found);
}

static bool take_work(ox_resources *r, pyramid_work *w, uint32_t level, ox_resource_fault *fault) {
    uint32_t width, height;
    rom_haar_size(w->chunk, level, &width, &height);
    w->plane_bytes = width * height;
    w->line_bytes = (width + 1) / 2;
    const size_t bytes = (size_t)w->plane_bytes * w->chunk[ROM_HAAR_COMPONENTS] + w->line_bytes;
    w->found = ox_arena_push_high(r->resident, FOUND * sizeof *w->found, OX_ALIGNMENT);
    w->planes = w->found == NULL ? NULL : ox_arena_push_high(r->resident, bytes, OX_ALIGNMENT);
    if (w->planes == NULL) {
        ox_format(fault->why, sizeof fault->why, "needs %u bytes while it is unpacked, and there is no room",
                  (unsigned)(bytes + FOUND * sizeof *w->found));
        return false;
    }
    w->line = w->planes + (size_t)w->plane_bytes * w->chunk[ROM_HAAR_COMPONENTS];
    for (uint32_t i = 0; i < FOUND; i++) w->found[i] = (pyramid_colour){UINT32_MAX, 0};
    return true;
}

static uint32_t native_of(const ox_resources *r, const pyramid_work *w, uint32_t rgb) {
    pyramid_colour *found = &w->found[(rgb ^ rgb >> 7 ^ rgb >> 14) % FOUND];
    if (found->rgb != rgb) *found = (pyramid_colour){rgb, ox_resource_native(r, rgb)};
    return found->native;
}

/* Unpacks a level to pixels of the surface's format. */
static bool unpack_level(const ox_resources *r, const pyramid_work *w, uint32_t level, uint8_t *pixels,
                         ox_resource_fault *fault) {
    const uint32_t components = w->chunk[ROM_HAAR_COMPONENTS];
    uint32_t width, height;
    rom_haar_size(w->chunk, level, &width, &height);
    const uint32_t count = width * height;
    for (uint32_t c = 0; c < components; c++) {
        const rom_haar_room room = {w->planes + (size_t)c * count, count, w->line, w->line_bytes};
        rom_error error;
        if (rom_haar_decode(w->chunk, c, level, &room, &error) == ROM_OK) continue;
        ox_format(fault->why, sizeof fault->why, "is damaged (%s)", error.text);
        return false;
    }
    const uint8_t *a = w->planes, *b = components < COMPONENTS ? a : a + count, *c = b + (b - a);
    for (uint32_t i = 0; i < count; i++)
        ox_resource_put_pixel(pixels, rs_format_bytes(r->format), i,
                              native_of(r, w, rom_haar_colour(w->chunk, a[i], b[i], c[i])));
    return true;
}

/* Unpacks levels `first` .. `first` + levels - 1, one behind the other. NULL and the reason where that fails. */
static uint8_t *unpack_levels(ox_resources *r, const uint8_t *chunk, uint32_t first, uint32_t levels,
                              ox_resource_fault *fault) {
    const ox_mark high = ox_arena_mark(r->resident, OX_ARENA_HIGH);
    const size_t pixel = (size_t)rs_format_bytes(r->format);
    pyramid_work w = {.chunk = chunk};
    uint32_t width, height;
    size_t bytes = 0;
    for (uint32_t i = 0; i < levels; i++) {
        rom_haar_size(chunk, first + i, &width, &height);
        bytes += (size_t)width * height * pixel;
    }
    uint8_t *pixels = ox_resource_room(r, bytes, fault), *at = pixels;
    bool ok = pixels != NULL && take_work(r, &w, first, fault);
    for (uint32_t i = 0; ok && i < levels; i++) {
        rom_haar_size(chunk, first + i, &width, &height);
        ok = unpack_level(r, &w, first + i, at, fault);
        at += (size_t)width * height * pixel;
    }
    ox_arena_rollback(r->resident, high);
    return ok ? pixels : NULL;
}

const void *ox_resource_build_level(ox_resources *r, uint32_t id, uint32_t level, ox_held *held,
                                    ox_resource_fault *fault) {
    const uint8_t *chunk = ox_resource_chunk(r, id, ROM_TAG_HAAR, held, fault);
    uint32_t width, height;
    if (chunk == NULL) return NULL;
    if (level > chunk[ROM_HAAR_LEVELS]) level = chunk[ROM_HAAR_LEVELS];
    rom_haar_size(chunk, level, &width, &height);
    const ox_resource_marks marks = ox_resource_begin(r, OX_CLASSES);
    ox_picture_level *made = ox_resource_room(r, sizeof *made, fault);
    if (made == NULL) return NULL;
    *made = (ox_picture_level){
        {.width = (int16_t)width, .height = (int16_t)height, .format = (uint8_t)r->format}, level};
    made->image.pixels = unpack_levels(r, chunk, level, 1, fault);
    if (made->image.pixels != NULL) return made;
    ox_resource_give_back(r, &marks);
    return NULL;
}

size_t ox_resources_pyramid_bytes(const ox_resources *r, const uint32_t *ids, uint32_t count) {
    enum { RECORD = 96 }; /* of a level: what is kept of it besides pixels, and gaps */
    const uint64_t pixel = (uint64_t)rs_format_bytes(r->format);
    uint64_t kept = 0, most = 0;
    for (uint32_t i = 0; i < count; i++) {
        ox_found found;
        if (!ox_images_find(r->manager->images, ids[i], ROM_TAG_HAAR, &found) || !found.mapped ||
            found.chunk.codec != ROM_CODEC_STORED || found.chunk.size < ROM_HAAR_SIZE)
            continue;
        const uint8_t *chunk = found.chunk.data;
        const uint64_t area = (uint64_t)rom_half(chunk + ROM_HAAR_WIDTH) * rom_half(chunk + ROM_HAAR_HEIGHT);
        const uint64_t work = area * chunk[ROM_HAAR_COMPONENTS] + rom_half(chunk + ROM_HAAR_WIDTH) +
                              FOUND * sizeof(pyramid_colour);
        kept += (area + area / 3 + 1) * pixel + (uint64_t)RECORD * (chunk[ROM_HAAR_LEVELS] + 1u);
        if (work > most) most = work;
    }
    return kept + most > UINT32_MAX ? UINT32_MAX : (size_t)(kept + most);
}

static int exact_log2(uint32_t size) {
    int log2 = 0;
    while (log2 < 10 && 1u << log2 < size) log2++;
    return 1u << log2 == size ? log2 : -1;
}

const void *ox_resource_build_pyramid_texture(ox_resources *r, uint32_t id, ox_held *held,
                                              ox_resource_fault *fault) {
    const uint8_t *chunk = ox_resource_chunk(r, id, ROM_TAG_HAAR, held, fault);
    uint32_t width, height;
    if (chunk == NULL) return NULL;
    rom_haar_size(chunk, 0, &width, &height);
    const int log2_width = exact_log2(width), log2_height = exact_log2(height);
    if (log2_width < 0 || log2_height < 0) {
        ox_format(fault->why, sizeof fault->why, "is %u x %u pixels, only powers of two can be mapped",
                  (unsigned)width, (unsigned)height);
        return NULL;
    }
    const ox_resource_marks marks = ox_resource_begin(r, OX_CLASSES);
    rs_texture *texture = ox_resource_room(r, sizeof *texture, fault);
    if (texture == NULL) return NULL;
    memset(texture, 0, sizeof *texture);
    texture->log2_width = (uint8_t)log2_width;
    texture->log2_height = (uint8_t)log2_height;
    texture->format = (uint8_t)r->format;
    const int full = rs_texture_full_levels(log2_width, log2_height);
    if (chunk[ROM_HAAR_LEVELS] + 1 >= full) texture->levels = (uint8_t)full;
    texture->pixels = unpack_levels(r, chunk, 0, texture->levels == 0 ? 1u : texture->levels, fault);
    if (texture->pixels != NULL) {
        ox_manager_let_go(r->manager, held->handle); /* all of it was unpacked */
        held->handle.bits = 0;
        return texture;
    }
    ox_resource_give_back(r, &marks);
    return NULL;
}
