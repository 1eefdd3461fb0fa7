/* Previews of chunks: the canvas, and the drawing function of each type. */
#include "tools/view/preview.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raster/flat.h"
#include "tools/image/chunk.h"

const char *const preview_modes[PREVIEW_MODES + 1] = {"shown",     "wire",      "edges",  "normals",
                                                      "collision", "facing",    "levels", "density",
                                                      "depth",     "triangles", NULL};

enum { LIST_BYTES = 4 << 20, CHECKER = 4 };

bool canvas_open(canvas *c, int width, int height) {
    rs_target target = {width, height, RS_XRGB8888, height, NULL, 0x202830};
    memset(c, 0, sizeof *c);
    c->width = width;
    c->height = height;
    c->frame = malloc(rs_frame_size());
    c->pixels = calloc((size_t)width * (size_t)height, 4);
    c->depth = calloc((size_t)width * (size_t)height, 2);
    c->list = malloc(LIST_BYTES);
    return c->frame != NULL && c->pixels != NULL && c->depth != NULL && c->list != NULL &&
           rs_frame_begin(c->frame, &target, (rs_block){c->list, LIST_BYTES}, (rs_block){NULL, 0});
}

void canvas_forget(canvas *c) {
    for (int i = 0; i < c->kept_count; i++) free(c->kept[i]);
    c->kept_count = 0;
}

bool canvas_close(canvas *c, import_image *picture, tool_error *error) {
    bool ok = picture != NULL && import_image_allocate("preview", c->width, c->height, false, picture, error);
    if (ok) {
        const rs_surface surface = {
            (uint8_t *)c->pixels, c->width * 4, (int16_t)c->width, (int16_t)c->height, 0,
            (int16_t)c->height,   RS_XRGB8888};
        rs_frame_band(c->frame, 0, &surface, c->depth);
        for (int i = 0; i < c->width * c->height; i++) {
            for (int k = 0; k < 3; k++) picture->rgba[4 * i + k] = (uint8_t)(c->pixels[i] >> (16 - 8 * k));
            picture->rgba[4 * i + 3] = 255;
        }
    }
    canvas_forget(c);
    free(c->frame);
    free(c->pixels);
    free(c->depth);
    free(c->list);
    return ok;
}

void canvas_text(canvas *c, int x, int y, uint32_t rgb, const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)rs_frame_text(c->frame, x, y, text, rgb);
}

/* The pixel of the picture, or of the checker behind the picture where it is clear. */
static uint32_t shown(const import_image *p, int x, int y, int at_x, int at_y) {
    uint32_t behind = ((at_x / CHECKER + at_y / CHECKER) & 1) != 0 ? 0x606060u : 0x808080u, rgb = 0;
    const uint8_t *from = p->rgba + ((size_t)y * (size_t)p->width + (size_t)x) * 4;
    for (int k = 0; k < 3; k++) {
        uint32_t low = behind >> (16 - 8 * k) & 255u;
        rgb |= (from[k] * (uint32_t)from[3] + low * (255u - from[3]) + 127u) / 255u << (16 - 8 * k);
    }
    return rgb;
}

void canvas_picture(canvas *c, const import_image *p, int x, int y, int box_width, int box_height) {
    const int width = p->width, height = p->height;
    if (width < 1 || height < 1 || box_width < 1 || box_height < 1) return;
    int times = box_width / width < box_height / height ? box_width / width : box_height / height, part = 1;
    if (times < 1) times = 1;
    while (width / part > box_width || height / part > box_height) part++;
    int w = width * times / part, h = height * times / part;
    uint32_t *pixels = w < 1 || h < 1 || c->kept_count == 64 ? NULL : malloc((size_t)w * (size_t)h * 4);
    if (pixels == NULL) return;
    for (int i = 0; i < w * h; i++)
        pixels[i] = shown(p, i % w * part / times, i / w * part / times, i % w, i / w);
    c->kept[c->kept_count++] = pixels;
    const rs_image image = {.pixels = (const uint8_t *)pixels,
                            .width = (int16_t)w,
                            .height = (int16_t)h,
                            .format = RS_XRGB8888,
                            .keyed = false};
    (void)rs_frame_image(c->frame, x, y, &image);
}

bool preview_other(const preview_job *job, uint32_t id, uint32_t type, rom_chunk *chunk, uint8_t **owned) {
    *owned = NULL;
    if (id == 0 || !rom_find(job->image, id, type, chunk)) return false;
    if (chunk_unpack(chunk, owned, NULL) == ROM_OK) return true;
    free(*owned);
    *owned = NULL;
    return false;
}

static preview_drawer *drawer_of(uint32_t type, const preview_look *look) {
    static const struct {
        uint32_t type;
        preview_drawer *draw;
    } drawers[] = {{ROM_TAG_IMAGE, preview_picture},     {ROM_TAG_PIXELS, preview_picture},
                   {ROM_TAG_HAAR, preview_picture},      {ROM_TAG_BLOCK_TEXTURE, preview_picture},
                   {ROM_TAG_PALETTE, preview_picture},   {ROM_TAG_SHEET, preview_sheet},
                   {ROM_TAG_TILE_SET, preview_tiles},    {ROM_TAG_TILE_MAP, preview_map},
                   {ROM_TAG_FONT, preview_font},         {ROM_TAG_TEXT, preview_texts},
                   {ROM_TAG_TABLE, preview_table},       {ROM_TAG_SOUND, preview_sound},
                   {ROM_TAG_SKELETON, preview_skeleton}, {ROM_TAG_CLIP, preview_clip},
                   {ROM_TAG_LEVEL, preview_level}};
    if (look->mixed != NULL) return preview_sound;
    for (size_t i = 0; i < sizeof drawers / sizeof drawers[0]; i++)
        if (drawers[i].type == type) return drawers[i].draw;
    return preview_fields;
}

bool preview_is_played(const rom_chunk *chunk, const preview_look *look) {
    if (look->fields) return false;
    return chunk->type == ROM_TAG_MESH || chunk->type == ROM_TAG_MATERIAL || chunk->type == ROM_TAG_SCENE ||
           chunk->type == ROM_TAG_PARTICLES || (chunk->type == ROM_TAG_LEVEL && look->fly);
}

bool preview_is_own(const rom_chunk *chunk, const preview_look *look) {
    return preview_is_played(chunk, look) && chunk->type != ROM_TAG_LEVEL && look->mode == PREVIEW_SHOWN;
}

bool preview_draw(const preview_job *job, rom_status status) {
    char name[80], type[5];
    bool sections = (job->chunk->flags & ROM_ENTRY_SECTIONED) != 0;
    chunk_name(job->image, job->chunk, name, sizeof name);
    chunk_type_name(job->chunk->type, type);
    canvas_text(job->c, 4, 4, 0xFFFFFF, "%s %s", type, name);
    return (job->look->fields || status != ROM_OK || sections ? preview_fields
                                                              : drawer_of(job->chunk->type, job->look))(job);
}

bool preview_chunk(const rom_image *image, const char *file, const rom_chunk *entry, const preview_look *look,
                   import_image *picture, uint32_t *hash, tool_error *error) {
    rom_chunk chunk = *entry;
    rom_error fault;
    uint8_t *owned = NULL;
    canvas c;
    rom_status status = chunk_unpack(&chunk, &owned, &fault);
    if (status != ROM_OK && status != ROM_UNKNOWN_TYPE) {
        free(owned);
        return import_error_file(error, file, "chunk %08x: %s", entry->id, fault.text);
    }
    if (preview_is_played(&chunk, look)) {
        bool ok = preview_played(image, file, &chunk, look, picture, hash, error);
        free(owned);
        return ok;
    }
    bool ok = canvas_open(&c, look->width, look->height) || import_error_memory(error, file);
    const preview_job job = {image, file, &chunk, chunk.data, look, &c, error};
    ok = ok && preview_draw(&job, status);
    ok = canvas_close(&c, ok ? picture : NULL, error) && ok;
    *hash = 0;
    for (int i = 0; ok && i < look->width * look->height; i++) {
        const uint8_t *from = picture->rgba + 4 * (size_t)i, pixel[4] = {from[2], from[1], from[0], 0};
        *hash = rom_crc32(*hash, pixel, sizeof pixel);
    }
    free(owned);
    return ok;
}
