/* Drawing into textures: a frame within a frame, whose picture is then drawn with.
 *
 *     rs_targets_begin(&targets, frame);
 *     rs_target_push(&targets, &mirror_target, &mirror_surface, depth, frame_memory);
 *     rs_frame_mesh(rs_targets_frame(&targets), ...);             camera and lights of its own
 *     rs_target_pop(&targets);                                    draws the inner frame
 *     material.texture = &mirror_texture;                          rs_texture_of_surface
 *     rs_frame_mesh(rs_targets_frame(&targets), ...);             the outer frame again, as it was
 *
 * The inner frame's list lies in the free part of the outer one's and is given back by the pop, so viewport, camera,
 * lights and states of the outer frame cannot change, and none of its pixels can: the outer frame is drawn later. (GEA
 * 10.1.4.6; Gems1 5.7.) */
#ifndef OXCART_RASTER_TARGET_H
#define OXCART_RASTER_TARGET_H

#include "raster/frame.h"

enum { RS_TARGETS = 4 };

typedef struct rs_target_level {
    rs_frame *frame;
    rs_surface surface;
    uint16_t *depth;
    size_t mark; /* list of the frame around it */
} rs_target_level;

typedef struct rs_targets {
    rs_target_level level[RS_TARGETS + 1]; /* level 0: the frame of the screen */
    int depth;
} rs_targets;

void rs_targets_begin(rs_targets *targets, rs_frame *screen);

/* The frame to record into now. */
static inline rs_frame *rs_targets_frame(const rs_targets *targets) {
    return targets->level[targets->depth].frame;
}

/* Begins a frame of surface->width x height, one band, into a surface that holds all its lines, 8x8 pixels and more.
 * `depth` has a code a pixel; NULL: materials must not ask for depth, and only materials with a state (RS_ALWAYS,
 * no_write) and rs_mask_mesh may be drawn. `frame` is rs_frame_size() bytes for the inner frame. RS_BAD_ARGUMENT: a
 * surface that cannot be drawn into, or, asserted, RS_TARGETS deep; RS_LIST_FULL. */
rs_result rs_target_push(rs_targets *targets, const rs_target *target, const rs_surface *surface,
                         uint16_t *depth, rs_frame *frame);

/* Draws the inner frame and goes back to the outer one. A draw that reads the surface itself as its texture, or depth
 * where there is no depth, is an error: it asserts in debug builds and is left out. Returns RS_BAD_ARGUMENT then and
 * when nothing was pushed. */
rs_result rs_target_pop(rs_targets *targets);

/* A surface of a texture's format with sides of powers of two, whole and without padding, as a texture; nothing is copied. */
bool rs_texture_of_surface(const rs_surface *surface, const uint32_t *palette, rs_texture *texture);

/* Copies a rectangle of a surface into a texture of the same format, to its top left; texels that lie outside the
 * surface or do not fit stay as they are. Returns how many pixels were copied, 0 for different formats and formats of
 * half a byte. */
uint32_t rs_texture_copy(const rs_surface *from, int x, int y, int width, int height,
                         const rs_texture *texture, uint8_t *texels);

/* Masks: a mesh in one native pixel, without light, depth or clipping; the caller guarantees that all of it lies within
 * the view and the guard band. Back faces are drawn too. Returns RS_OUT_OF_RANGE, and draws nothing, if a vertex lies
 * outside. Cost: some 60 instructions a vertex and the pixels of the rectangle that the mask covers. */
rs_result rs_mask_mesh(rs_frame *frame, const rs_mesh *mesh, const mat34 *model_to_world, uint32_t native);

#endif
