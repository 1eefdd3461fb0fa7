/* The shading expression language: small C-like texts compiled to pixel programs (raster/program.h) or to C functions.
 *
 *     input vec3 n : VECTOR;              the look's vector: normal, coordinates, place
 *     input colour base : PRIMARY;        the vertices' colour
 *     sampler wood : 0;
 *     const vec3 light = vec3(0.6, 0.8, 0);
 *     vec3 unit = normalize(n);
 *     float facing = max(dot(unit, light), 0);
 *     output base * (0.1 + 0.5 * facing);
 *
 * Types: float, vec3, colour (r g b a). + - * work on equal types and on any with a float; functions are dot(vec3, vec3),
 * normalize(vec3), min, max, lerp(a, b, t), clamp(a, low, high), select(c, a, b) (a where c > 0), power(a, 2 | 4 .. 128),
 * sample(sampler, vec3), vec3(x, y, z) and colour(r, g, b, a) of constants, colour(vec3). Constant expressions are worked out by
 * the compiler. // begins a comment. Exactly one output, the last statement. */
#ifndef OXCART_TOOLS_ENCODE_SHADE_H
#define OXCART_TOOLS_ENCODE_SHADE_H

#include <stdbool.h>
#include <stddef.h>

#include "raster/program.h"

typedef struct shade_program {
    uint32_t words[RS_PROGRAM_MOST];
    vec4 constants[RS_PROGRAM_CONSTANTS];
    uint32_t count, constant_count, sampler_count;
} shade_program;

/* Compiles a text. False, and *error holds "file:line: what is wrong". */
bool shade_compile(const char *text, const char *file, shade_program *program, char *error,
                   size_t error_size);

/* Writes the program as a C function `uint32_t name(const void *samplers, const int32_t vector[3], uint32_t
 * primary)` that gives the same bits; samplers is an array of rs_sampler. Returns the bytes of the text without
 * the 0 at the end; a text of more than `size` bytes is cut off. */
size_t shade_to_c(const shade_program *program, const char *name, char *out, size_t size);

#endif
