/* Immediate mode: one call a vertex, with current attributes, for tools, debug drawing and tests.
 *
 *     rs_immediate im;
 *     rs_immediate_init(&im, frame, &material, NULL);
 *     rs_immediate_begin(&im, RS_TRIANGLE_STRIP);
 *     rs_immediate_colour(&im, 0xFFFF8000);
 *     for (...) rs_immediate_vertex(&im, v3(x, y, z));
 *     rs_immediate_end(&im);
 *
 * Vertices are copied into a buffer of 64 and drawn as a batch when it is full, always between two
 * primitives; strips and fans carry over the vertices that the next primitive shares. (Gems1 4.0.1.) A vertex
 * costs some 60 instructions more than in a stream. */
#ifndef OXCART_RASTER_IMMEDIATE_H
#define OXCART_RASTER_IMMEDIATE_H

#include "raster/submit.h"

enum { RS_IMMEDIATE_VERTICES = 64 };

typedef struct rs_immediate {
    rs_frame *frame;
    const rs_material *material;
    const mat34 *place;
    rs_attributes current; /* may be set directly between vertices */
    rs_attributes vertices[RS_IMMEDIATE_VERTICES];
    uint32_t count, sent;
    uint8_t primitive;
    bool open, coloured;
    rs_result result; /* of the first flush that failed */
} rs_immediate;

/* `place` as in rs_batch; material and place must last until the end. Current attributes are
 * rs_attributes_plain. */
void rs_immediate_init(rs_immediate *immediate, rs_frame *frame, const rs_material *material,
                       const mat34 *place);

/* A begin within a begin, a vertex or an end without one: an assertion; release builds ignore the call. */
void rs_immediate_begin(rs_immediate *immediate, rs_primitive primitive);
void rs_immediate_vertex(rs_immediate *immediate, vec3 position);
/* Draws the vertices that are left. Gives RS_OK, or the first failure since the begin. */
rs_result rs_immediate_end(rs_immediate *immediate);

/* Sets current attributes of the vertices to come. */
void rs_immediate_colour(rs_immediate *immediate, uint32_t argb);
void rs_immediate_normal(rs_immediate *immediate, vec3 unit);
void rs_immediate_texcoord(rs_immediate *immediate, fx s, fx t);

#endif
