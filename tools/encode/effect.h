/* Effect files: text compiled to the table of raster/technique.h.
 *
 *     effect water
 *     parameter speed number 0.5
 *     parameter tint colour #204060
 *     technique fancy format xrgb8888 second_unit profile 2
 *     pass blend alpha transparency 96 no_write pixel ripple vertex wave
 *     technique plain
 *     pass shading unlit
 *
 * Techniques stand in the order in which they are preferred. A technique needs what its line says: format pal8, rgb565, bgr555,
 * xrgb8888 (any of several), depth, stencil, second_unit, profile 0..2. A pass knows: blend (replace, alpha, add, multiply, subtract,
 * screen, attenuated, premultiplied, average), depth (less, lequal, equal, notequal, gequal, greater, always, never), no_write,
 * alpha_test 0..255, colour_key, two_sided, dither, transparency 0..255, shading (unlit, flat, gouraud, phong), mapping (span, pixel,
 * affine), vertex STAGE, pixel STAGE, and
 *
 *     stencil FUNCTION REFERENCE MASK [fail OP] [depth_fail OP] [pass OP] [write_mask N]
 *     second_unit COMBINE [alpha COMBINE] [by texel|primary|constant|previous] [constant N] [second_set] [projective]
 *
 * functions as for depth; operations keep, zero, replace, increment, decrement, increment_wrap, decrement_wrap, invert; combines
 * modulate, replace, modulate_2x, add, subtract, blend, decal, dot3, keep, gloss, emissive. Both stand at the end of the pass's line, and a
 * technique with such a pass needs stencil or second_unit without saying so. # at the beginning of a line begins a comment. */
#ifndef OXCART_TOOLS_ENCODE_EFFECT_H
#define OXCART_TOOLS_ENCODE_EFFECT_H

#include "raster/technique.h"

enum { EFFECT_MOST = 4096 };

typedef struct effect_table {
    uint8_t bytes[EFFECT_MOST];
    size_t size;
    char name[64];
} effect_table;

/* Compiles a text. False, and *error holds "file:line: what is wrong". */
bool effect_compile(const char *text, const char *file, effect_table *table, char *error, size_t error_size);

/* Whether every one of the machines has a technique; if not, *error names the effect and the machine. */
bool effect_serves(const effect_table *table, const rs_capabilities *machines, const char *const *names,
                   int count, char *error, size_t error_size);

#endif
