/* A cart of five stones and a level of instances of them, packed, opened and drawn. */
#ifndef OXCART_TESTS_HOST_LEVEL_WALL_H
#define OXCART_TESTS_HOST_LEVEL_WALL_H

#include <stdio.h>
#include <string.h>

#include "fixedmath/fixedmath.h"
#include "kernel/level/geometry.h"
#include "raster/list/list.h"
#include "rom/check.h"
#include "rom/level.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tests/unit/kernel/resource/resource_views.h"

enum { WIDTH = 240, HEIGHT = 160, KINDS = 5 };

typedef struct wall {
    packed_folder folder;
    writer image;
    rom_image rom;
    ox_arena resident;
    ox_stock stock;
    ox_resources resources;
    ox_geometry geometry;
    rom_view section;
    _Alignas(16) uint8_t memory[1 << 18];
} wall;

static uint64_t frame_memory[512], list_memory[1 << 18];
static uint32_t pixels[2][WIDTH * HEIGHT];
static uint16_t depth[WIDTH * HEIGHT];

/* A stone with a point or a dent in front, open to its neighbours, on a grid of 1/8 m. */
static inline void write_segment(packed_folder *f, int kind) {
    static const double peak[KINDS][3] = {{0.25, 0.25, 0.5},
                                          {0.125, 0.25, 0.375},
                                          {0.375, 0.125, 0.625},
                                          {0.25, 0.375, 0.125},
                                          {0.25, 0.125, 0.75}};
    char text[600], name[16];
    snprintf(text, sizeof text,
             "v 0 0 0\nv 0.5 0 0\nv 0.5 0.5 0\nv 0 0.5 0\nv 0 0 0.25\nv 0.5 0 0.25\nv 0.5 0.5 0.25\nv 0 0.5 "
             "0.25\nv %g %g %g\n"
             "f 4 3 2 1\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n",
             peak[kind][0], peak[kind][1], peak[kind][2]);
    snprintf(name, sizeof name, "s%d.obj", kind);
    folder_write(f, name, text);
}

/* Makes a cart of five segments and a level; `more` has further lines of cart.txt. */
static inline bool begin(wall *w, const char *more, const char *level) {
    static const char *const colours[KINDS] = {"#c08040", "#a0a0a8", "#b05038", "#d0b070", "#708060"};
    char cart_text[2000];
    int used = snprintf(cart_text, sizeof cart_text,
                        "title Wall\nversion 1.0\nformat xrgb8888\nlevel wall wall.txt\n%s", more);
    memset(w, 0, sizeof *w);
    if (!folder_make(&w->folder)) return false;
    for (int i = 0; i < KINDS; i++) {
        write_segment(&w->folder, i);
        used += snprintf(cart_text + used, sizeof cart_text - (size_t)used,
                         "material m%d colour=%s shading=%s\nmesh s%d s%d.obj material=m%d\n", i, colours[i],
                         i == 3 ? "gouraud" : "flat", i, i, i);
    }
    snprintf(cart_text + used, sizeof cart_text - (size_t)used,
             "scene main\n  camera at=0,1,4 target=0,0,0\nend\n");
    folder_write(&w->folder, "cart.txt", cart_text);
    folder_write(&w->folder, "wall.txt", level);
    return true;
}

static inline bool open_image(wall *w) {
    rom_view level;
    ox_arena_init(&w->resident, w->memory, sizeof w->memory);
    CHECK_EQ(rom_open(w->image.data, (uint32_t)w->image.size, &w->rom, NULL), ROM_OK);
    CHECK_EQ(rom_view_chunk(&w->rom, rom_id("level/wall"), ROM_TAG_LEVEL, &level, NULL), ROM_OK);
    CHECK_EQ(open_views(&w->stock, &w->resources, &w->rom, &w->resident, NULL, RS_XRGB8888, NULL), OX_OK);
    CHECK(rom_level_section(level.data, ROM_TAG_GEOMETRY, 0, &w->section));
    CHECK_EQ(ox_geometry_open(&w->geometry, w->section.data, &w->resources, &w->resident), OX_OK);
    CHECK_EQ(w->resources.placeholders, 0);
    return w->geometry.section != NULL;
}

static inline void finish(wall *w) {
    writer_free(&w->image);
    folder_remove(&w->folder);
}

/* Draws the wall from `eye`, turned by `yaw`, with culling of cells. */
static inline void draw(const wall *w, vec3 eye, ang16 yaw, uint32_t *out) {
    rs_target target = {WIDTH, HEIGHT, RS_XRGB8888, HEIGHT, w->resources.palette, 0x203040};
    rs_frame *frame = (rs_frame *)(void *)frame_memory;
    rs_surface surface = {(uint8_t *)out, WIDTH * 4, WIDTH, HEIGHT, 0, HEIGHT, RS_XRGB8888};
    const rs_light light = {.kind = RS_LIGHT_DIRECTIONAL,
                            .intensity = 200,
                            .vector = v3_normalize_or(v3(FX(-1), FX(-2), FX(-2)), V3_NEG_Y, NULL)};
    rot33 turn = rot33_from_euler((euler16){yaw, 0, 0});
    rig34 stand = rig34_from(&turn, eye), to_view = rig34_inverse(&stand);
    rs_camera camera = {
        .world_to_view = m34_from_rig34(&to_view), .focal = FX(2), .near_plane = FX(1), .far_plane = FX(100)};
    frustum3 own, seen;
    frustum_eye shape;
    CHECK(rs_frame_begin(frame, &target, (rs_block){list_memory, sizeof list_memory}, (rs_block){NULL, 0}));
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 60, &light, 1), RS_OK);
    CHECK(frustum_eye_make(FX(2) * HEIGHT / WIDTH, FX(1) * HEIGHT / WIDTH, FX(1), FX(100), &shape));
    own = frustum_from_eye(&shape);
    seen = frustum_transform(&stand, &own);
    CHECK_EQ(ox_geometry_draw(&w->geometry, frame, &(ox_geometry_view){.view = &seen}), RS_OK);
    rs_frame_band(frame, 0, &surface, depth);
}

static inline bool packed_with(wall *w, const char *more, const char *level) {
    return begin(w, more, level) && folder_pack(&w->folder, &w->image) && open_image(w);
}

#endif
