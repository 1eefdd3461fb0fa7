/* One fixed scene, 240x160 in palette colours: a camera, a light, three materials, eight draw calls. */
#ifndef OXCART_TESTS_RASTER_CONTRACT_H
#define OXCART_TESTS_RASTER_CONTRACT_H

#include "raster/inspect.h"
#include "tests/unit/raster/raster_scene.h"

enum { CONTRACT_WIDTH = 240, CONTRACT_HEIGHT = 160, CONTRACT_BAND = 16, CONTRACT_DRAW_CALLS = 8 };

typedef struct contract {
    raster_scene scene;
    rs_submesh parts[2];
    rs_material materials[3];
    rs_look look;
    rs_pixel_state pane;
    mat34 matrices[4];
    rs_light_set lights;
    rs_draw_call_mesh mesh;
    uint16_t numbers[2];
    rs_tables tables;
    rs_draw_call calls[CONTRACT_DRAW_CALLS];
    rs_draw_calls list;
    rs_sort_entry entries[CONTRACT_DRAW_CALLS], other[CONTRACT_DRAW_CALLS];
    uint8_t average[256 * 256];
    uint8_t pixels[CONTRACT_WIDTH * CONTRACT_HEIGHT];
    uint16_t depth[CONTRACT_WIDTH * CONTRACT_BAND];
    uint64_t memory[8 * 1024];
} contract;

static inline void contract_make(contract *c) {
    raster_scene *s = &c->scene;
    memset(c, 0, sizeof *c);
    scene_make(s, RS_PAL8);
    for (int i = 0; i < 256 * 256; i++) c->average[i] = (uint8_t)((i / 256 + i % 256) / 2);
    s->palette.average = c->average;
    for (int i = 0; i < 3; i++) c->materials[i] = s->material;
    c->materials[0].shading = RS_GOURAUD;
    c->materials[1].shading = RS_FLAT, c->materials[1].index = 60;
    c->materials[2].shading = RS_UNLIT, c->materials[2].index = 200;
    c->pane.blend.mode = RS_BLEND_AVERAGE, c->pane.depth.no_write = true;
    c->materials[2].state = &c->pane;
    for (uint32_t i = 0; i < 2; i++) {
        c->parts[i] = s->part;
        c->parts[i].first_triangle = i * (s->part.triangle_count / 2);
        c->parts[i].triangle_count = s->part.triangle_count / 2;
        c->parts[i].material = i;
        c->numbers[i] = (uint16_t)i;
    }
    s->mesh.parts = c->parts, s->mesh.part_count = 2;
    for (int i = 0; i < 4; i++) {
        c->matrices[i] = scene_turn((ang16)(i * 9000), (ang16)(i * 2500));
        for (int k = 0; k < 12; k++) c->matrices[i].m[k / 4][k % 4] /= 2;
        c->matrices[i].m[0][3] = (i - 1) * FX(0.8), c->matrices[i].m[1][3] = (i % 2) * FX(0.3),
        c->matrices[i].m[2][3] = -i * FX(0.5);
    }
    c->matrices[3].m[0][3] = 0, c->matrices[3].m[2][3] = FX(0.6);
    c->lights = (rs_light_set){s->lights, 1, 0x323232};
    c->mesh = (rs_draw_call_mesh){&s->mesh, c->numbers};
    c->tables = (rs_tables){.meshes = &c->mesh,
                            .materials = c->materials,
                            .matrices = c->matrices,
                            .light_sets = &c->lights,
                            .mesh_count = 1,
                            .material_count = 3,
                            .matrix_count = 4,
                            .light_set_count = 1,
                            .missing = &c->materials[0]};
    c->list = (rs_draw_calls){c->calls, 0, CONTRACT_DRAW_CALLS, 0};
}

/* Submits draw calls as an application does: four spheres of two parts each, the last sphere of glass; returns them
 * sorted. */
static inline const rs_sort_entry *contract_submit(contract *c) {
    c->list.count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        for (uint16_t k = 0; k < 2; k++) c->numbers[k] = (uint16_t)(i == 3 ? 2 : k);
        CHECK_EQ(rs_draw_calls_add_mesh(&c->list, &c->tables, 0, i, 0,
                                        i == 3 ? RS_PASS_TRANSLUCENT : RS_PASS_OPAQUE, 1000u * (4u - i)),
                 2);
    }
    return rs_draw_calls_sort(&c->list, c->entries, c->other);
}

static inline rs_frame *contract_record(contract *c, const rs_sort_entry *order,
                                        rs_draw_call_counts *counts) {
    rs_target target = {CONTRACT_WIDTH, CONTRACT_HEIGHT, RS_PAL8, CONTRACT_BAND, &c->scene.palette, 3};
    rs_frame *frame = (rs_frame *)(void *)c->scene.frame;
    CHECK(rs_frame_begin(frame, &target, (rs_block){c->memory, sizeof c->memory}, (rs_block){NULL, 0}));
    CHECK_EQ(rs_frame_camera(frame, &c->scene.camera), RS_OK);
    CHECK_EQ(rs_draw_calls_draw(frame, &c->list, order, &c->tables, ~0u, counts), RS_OK);
    return frame;
}

static inline uint32_t contract_draw(contract *c, const rs_frame *frame) {
    uint32_t hash = 2166136261u;
    for (int band = 0; band < rs_frame_bands(frame); band++) {
        rs_surface surface = {c->pixels + band * CONTRACT_BAND * CONTRACT_WIDTH,
                              CONTRACT_WIDTH,
                              CONTRACT_WIDTH,
                              CONTRACT_HEIGHT,
                              (int16_t)(band * CONTRACT_BAND),
                              CONTRACT_BAND,
                              RS_PAL8};
        rs_frame_band(frame, band, &surface, c->depth);
    }
    for (int i = 0; i < CONTRACT_WIDTH * CONTRACT_HEIGHT; i++) hash = (hash ^ c->pixels[i]) * 16777619u;
    return hash;
}

#endif
