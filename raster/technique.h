/* Techniques: ways to draw one and the same thing, of which the first that a machine can draw is taken.
 *
 * The tool's compiler (tools/encode/effect.h) makes a table of techniques from an effect file; at load one is chosen:
 *
 *     if (rs_techniques_open(&table, data, size)) technique = rs_techniques_choose(&table, &what_this_port_has);
 *     for (i = 0; rs_techniques_pass(&table, technique, i, &pass); i++) { material.state = &pass.state; ... }
 *
 * The table is little-endian bytes, read where it lies:
 *
 *     u32 id of the effect's name; u16 parameters, techniques, passes, 0
 *     parameter, 12 bytes: u32 id; u8 kind (0 number as fx, 1 colour); 3 bytes 0; u32 default
 *     technique, 16 bytes: u32 id; u32 needs; u16 first pass, passes; u8 least profile; 3 bytes 0
 *     pass, 32 bytes: u32 id of the vertex stage, of the pixel stage (0: none); u8 blend mode, depth
 * function, flags (1 no depth write, 2 alpha test, 4 colour key, 8 two-sided, 16 stencil, 32 second unit,
 * 64 its coordinates are the second set, 128 they are projective), alpha reference, dither, transparency,
 * shading, mapping; stencil function, reference, mask, write mask, operations on stencil fail, depth fail
 * and pass, 0; what the second unit does to colour and to alpha, whose alpha weighs, constant; 4 bytes 0 */
#ifndef OXCART_RASTER_TECHNIQUE_H
#define OXCART_RASTER_TECHNIQUE_H

#include "raster/mesh.h"

/* Bits of what a technique needs and a machine has. Where several formats are named, any of them will do. */
enum {
    RS_NEEDS_FORMATS = 0xFF, /* 1 << rs_format */
    RS_NEEDS_DEPTH = 0x100,
    RS_NEEDS_STENCIL = 0x200,
    RS_NEEDS_SECOND_UNIT = 0x400,
    RS_NEEDS_ALL = 0x7FF
};

typedef struct rs_capabilities {
    uint32_t has;    /* the format of the surface as its bit, and the other bits */
    uint8_t profile; /* 0 low, 1 middle, 2 high */
} rs_capabilities;

/* Bytes of the table's records. */
enum {
    RS_TECHNIQUES_HEADER = 12,
    RS_TECHNIQUES_PARAMETER = 12,
    RS_TECHNIQUES_TECHNIQUE = 16,
    RS_TECHNIQUES_PASS = 32
};

typedef struct rs_techniques {
    const uint8_t *data;
    uint32_t parameters, techniques, passes;
} rs_techniques;

typedef struct rs_technique_pass {
    rs_pixel_state state;
    uint32_t vertex_stage, pixel_stage; /* ids, 0: none */
    uint8_t shading, mapping;
    bool two_sided;
    bool second_unit; /* state.unit[1] is set up but for its texture, which is yours to put in */
} rs_technique_pass;

/* Opens a table; false when it is damaged: then the other functions must not be called. */
bool rs_techniques_open(rs_techniques *table, const uint8_t *data, size_t size);

/* The first technique that this machine can draw, or -1. */
int rs_techniques_choose(const rs_techniques *table, const rs_capabilities *machine);

/* Pass `index` of a technique; false beyond its last. */
bool rs_techniques_pass(const rs_techniques *table, int technique, uint32_t index, rs_technique_pass *out);

/* A parameter's default, fx or 0xRRGGBB; false when there is none of this id. */
bool rs_techniques_parameter(const rs_techniques *table, uint32_t id, uint32_t *value);

#endif
