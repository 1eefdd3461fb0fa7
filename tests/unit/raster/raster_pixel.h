/* A small picture, one triangle or quad at a time, for tests of pixel states. */
#ifndef OXCART_TESTS_RASTER_PIXEL_H
#define OXCART_TESTS_RASTER_PIXEL_H

#include <string.h>

#include "fixedmath/scalar.h"
#include "raster/blend.h"
#include "raster/fragment/fragment.h"
#include "tests/test.h"

enum { BOARD_WIDTH = 64, BOARD_HEIGHT = 48, BOARD_PIXELS = BOARD_WIDTH * BOARD_HEIGHT, BOARD_VERTICES = 8 };

/* A frame whose lists hold one prepared state, arrays of a few vertices, and a surface with all planes. */
typedef struct board {
    uint64_t frame[160];
    uint64_t list[1024];
    uint32_t colours[256];
    uint16_t native[256];
    uint8_t shades[64 * 256];
    rs_palette palette;
    uint32_t ramp[RS_RAMP_ENTRIES];
    uint32_t pixels[BOARD_PIXELS];
    uint16_t depth[BOARD_PIXELS];
    uint8_t stencil[BOARD_PIXELS];
    uint8_t alpha[BOARD_PIXELS];
    rs_planes planes;
    rs_surface surface;
    rs_band band;
    rs_draw draw;
    rs_vertex vertices[BOARD_VERTICES];
    uint16_t lights[BOARD_VERTICES];
    uint32_t inverse_w[BOARD_VERTICES];
    int16_t uvs[2 * BOARD_VERTICES];
    int8_t normals[4 * BOARD_VERTICES];
    uint8_t rgba[4 * BOARD_VERTICES];
    uint8_t speculars[4 * BOARD_VERTICES];
    rs_camera camera;
    rs_material material;
    rs_result result; /* result of the last board_state */
} board;

static inline void board_make(board *b, rs_format format) {
    rs_target target = {BOARD_WIDTH, BOARD_HEIGHT, format, BOARD_HEIGHT, &b->palette, 0};
    rs_block list = {b->list, sizeof b->list}, fast = {NULL, 0};
    memset(b, 0, sizeof *b);
    for (uint32_t i = 0; i < 256; i++) {
        b->colours[i] = (i >> 5) * 36u << 16 | (i >> 2 & 7u) * 36u << 8 | (i & 3u) * 85u;
        b->native[i] =
            (uint16_t)rs_native_from_rgb(format == RS_BGR555 ? RS_BGR555 : RS_RGB565, b->colours[i]);
        for (uint32_t level = 0; level < 64; level++)
            b->shades[level * 256 + i] = (uint8_t)(i + level * 7u - 32u * 7u);
    }
    b->palette.rgb = b->colours;
    b->palette.shades = b->shades;
    b->palette.native = b->native;
    b->surface.pixels = (uint8_t *)b->pixels;
    b->surface.stride = (int32_t)((rs_row_bytes(format, BOARD_WIDTH) + 3u) & ~(size_t)3);
    b->surface.width = BOARD_WIDTH;
    b->surface.height = b->surface.lines = BOARD_HEIGHT;
    b->surface.format = (uint8_t)format;
    b->band.pixels = b->surface.pixels;
    b->band.depth = b->depth;
    b->band.stride = b->surface.stride;
    b->band.width = b->band.pitch = BOARD_WIDTH;
    b->band.end = BOARD_HEIGHT;
    b->band.format = (uint8_t)format;
    b->planes.stencil_bits = 8;
    rs_clear_depth(b->depth, BOARD_PIXELS);
    b->camera.world_to_view.m[0][0] = b->camera.world_to_view.m[1][1] = b->camera.world_to_view.m[2][2] =
        FX_ONE;
    b->camera.focal = FX_ONE;
    b->camera.near_plane = FX_ONE;
    b->camera.far_plane = FX(100);
    b->material.rgb = 0xC08040;
    b->material.index = 100;
    if (format != RS_PAL8) rs_ramp_build(format, b->material.rgb, b->ramp);
    b->draw.vertices = b->vertices;
    b->draw.inverse_w = b->inverse_w;
    b->draw.uvs = b->uvs;
    b->draw.colours = format == RS_PAL8 ? (const void *)b->shades : b->ramp;
    for (int i = 0; i < BOARD_VERTICES; i++) {
        b->inverse_w[i] = 1u << 29;
        b->vertices[i].z = 1000u << RS_DEPTH_SHIFT;
        b->speculars[4 * i + 3] = 255;
    }
    CHECK(rs_frame_size() <= sizeof b->frame);
    CHECK(rs_frame_begin((rs_frame *)(void *)b->frame, &target, list, fast));
    CHECK_EQ(rs_frame_camera((rs_frame *)(void *)b->frame, &b->camera), RS_OK);
}

/* Gives the board planes of stencil and destination alpha, too. */
static inline void board_planes(board *b) {
    b->planes.stencil = b->stencil;
    b->planes.alpha = b->alpha;
    b->band.planes = &b->planes;
}

/* Lets the board draw with a state; NULL when the state is refused. Earlier states of this board are forgotten. */
static inline rs_fragment *board_state(board *b, const rs_pixel_state *state, rs_span_light light,
                                       bool textured) {
    rs_frame *frame = (rs_frame *)(void *)b->frame;
    frame->list_used = 0;
    frame->states = NULL;
    b->material.state = state;
    b->draw.lights = light == RS_SPAN_CONSTANT ? NULL : b->lights;
    if (!rs_fragment_open(frame, &b->draw, &b->material, light, textured, &b->result)) return NULL;
    return b->draw.flat.part.fragment;
}

static inline void board_vertex(board *b, int i, int x, int y, uint32_t code) {
    b->vertices[i].x = (int16_t)x;
    b->vertices[i].y = (int16_t)y;
    b->vertices[i].z = code << RS_DEPTH_SHIFT;
}

/* Draws the triangle of vertices i, j, k under a light value. */
static inline void board_triangle(board *b, int i, int j, int k, uint32_t light) {
    rs_item item = {(uint16_t)i, (uint16_t)j, (uint16_t)k, 0, light, 0};
    b->draw.function(&b->draw, &item, &b->band);
}

/* Makes vertices 0..3 the corners of the pixels x .. x + width - 1 at one depth code, as two triangles (0 top left,
 * 1 bottom left, 2 bottom right, 3 top right), counter-clockwise. */
static inline void board_corners(board *b, int x, int y, int width, int height, uint32_t code) {
    board_vertex(b, 0, 16 * x, 16 * y, code);
    board_vertex(b, 1, 16 * x, 16 * (y + height), code);
    board_vertex(b, 2, 16 * (x + width), 16 * (y + height), code);
    board_vertex(b, 3, 16 * (x + width), 16 * y, code);
}

static inline void board_quad(board *b, uint32_t light) {
    board_triangle(b, 0, 1, 2, light);
    board_triangle(b, 0, 2, 3, light);
}

/* Gives all vertices one colour. */
static inline void board_colour(board *b, rs_fragment *g, uint32_t argb) {
    for (int i = 0; i < BOARD_VERTICES; i++) {
        b->rgba[4 * i] = (uint8_t)(argb >> 16);
        b->rgba[4 * i + 1] = (uint8_t)(argb >> 8);
        b->rgba[4 * i + 2] = (uint8_t)argb;
        b->rgba[4 * i + 3] = (uint8_t)(argb >> 24);
    }
    g->colours = b->rgba;
}

/* Draws a rectangle of one colour under a state. */
static inline void board_rectangle(board *b, const rs_pixel_state *state, int x, int y, int width, int height,
                                   uint32_t code, uint32_t argb) {
    rs_fragment *g = board_state(b, state, RS_SPAN_CONSTANT, false);
    CHECK(g != NULL);
    if (g == NULL) return;
    board_colour(b, g, argb);
    board_corners(b, x, y, width, height, code);
    board_quad(b, RS_LIGHT_FULL);
}

static inline uint32_t board_pixel(const board *b, int x, int y) { return rs_pixel(&b->surface, x, y); }

static inline uint32_t board_next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static inline int board_between(uint32_t *state, int low, int high) {
    return low + (int)(board_next(state) % (uint32_t)(high - low + 1));
}

#endif
