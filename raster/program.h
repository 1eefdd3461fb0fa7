/* Pixel stages: C functions with a fixed contract, or programs of a small bytecode with the same contract.
 *
 * A pixel stage turns interpolated values into the primary colour: `vector` (the look's choice: the normal
 * in the world, texture coordinates, a place) and the vertices' colour. It has constants and samplers to
 * read, registers of its own, and writes nothing else. A look names it by pixel_light = RS_STAGE; texture
 * units, fog and blending follow as for any other colour.
 *
 * Programs have 16 registers of four Q16.16 numbers: 0 the vector (fourth: 1.0), 1 the colour r g b a (1.0 =
 * 255), 2..14 for anything, 15 the result, which begins as the colour. Both first ones are read-only. Numbers
 * stand in all four places of a register. An instruction is a word: bits 0-7 the operation, 8-11 the register
 * written, then three operands of 6 bits, from bit 12 on: 0..15 registers, 16..63 constants. (GEA 10.2.6.)
 * Some 25 instructions of the machine each. */
#ifndef OXCART_RASTER_PROGRAM_H
#define OXCART_RASTER_PROGRAM_H

#include "fixedmath/types.h"
#include "raster/texture.h"

typedef uint32_t (*rs_shade_function)(const void *constants, const int32_t vector[3], uint32_t primary);

typedef enum rs_operation {
    RS_OP_END,
    RS_OP_MOVE, /* a */
    RS_OP_ADD,  /* a + b, saturating as all of them */
    RS_OP_SUBTRACT,
    RS_OP_MULTIPLY, /* place by place, rounded */
    RS_OP_MAD,      /* a * b + c */
    RS_OP_DOT,      /* of the first three places, into all four */
    RS_OP_MIN,
    RS_OP_MAX,
    RS_OP_LERP,      /* a + (b - a) * c */
    RS_OP_SELECT,    /* a > 0 ? b : c, place by place */
    RS_OP_NORMALIZE, /* the first three places to length 1; no length: (0, 0, 1) */
    RS_OP_SAMPLE,    /* the colour of sampler b (its number as an operand) at repeats a.x, a.y */
    RS_OPERATIONS
} rs_operation;

enum { RS_REGISTERS = 16, RS_PROGRAM_CONSTANTS = 48, RS_PROGRAM_MOST = 256, RS_PROGRAM_SAMPLERS = 4 };

static inline uint32_t rs_instruction(rs_operation operation, uint32_t to, uint32_t a, uint32_t b,
                                      uint32_t c) {
    return (uint32_t)operation | to << 8 | a << 12 | b << 18 | c << 24;
}

typedef struct rs_program {
    const uint32_t *words;
    const vec4 *constants;
    const rs_sampler *samplers;
    uint32_t count, constant_count, sampler_count;
} rs_program;

/* -1 when every operation is known and every register, constant and sampler is there and END is last; else the number
 * of the first instruction that is wrong, or `count` for a missing END. A program is checked once, before it is drawn
 * with. */
int rs_program_check(const rs_program *program);

/* Runs a checked program: an rs_shade_function whose constants are the rs_program. */
uint32_t rs_program_shade(const void *program, const int32_t vector[3], uint32_t primary);

/* The arithmetic of programs for stages that are written in C. */
typedef struct rs_registers {
    vec4 vector, colour, result;
} rs_registers;

void rs_registers_load(rs_registers *registers, const int32_t vector[3], uint32_t primary);
uint32_t
rs_registers_store(const rs_registers *registers); /* the result as 0xAARRGGBB, rounded and cut to 0..255 */
vec4 rs_v4_add(vec4 a, vec4 b);
vec4 rs_v4_subtract(vec4 a, vec4 b);
vec4 rs_v4_multiply(vec4 a, vec4 b);
vec4 rs_v4_mad(vec4 a, vec4 b, vec4 c);
vec4 rs_v4_dot(vec4 a, vec4 b);
vec4 rs_v4_min(vec4 a, vec4 b);
vec4 rs_v4_max(vec4 a, vec4 b);
vec4 rs_v4_lerp(vec4 a, vec4 b, vec4 c);
vec4 rs_v4_select(vec4 a, vec4 b, vec4 c);
vec4 rs_v4_normalize(vec4 a);
vec4 rs_v4_sample(const rs_sampler *sampler, vec4 at);

/* What a stage named by a material is given (rom/FORMAT.md, MATL). */
typedef struct rs_stage_constants {
    const int32_t *values; /* of the material, Q16.16 */
    uint32_t count;
    fx bump_scale;                 /* of normal and height maps */
    uint8_t reflectivity, opacity; /* 255 = all */
    const void *entry;             /* constants of the entry below */
} rs_stage_constants;

/* Stages by number, as material data name them. */
typedef struct rs_stage_entry {
    uint32_t id;
    rs_shade_function function;
    const void *constants;
} rs_stage_entry;

/* The stage with an id; NULL: there is none. */
const rs_stage_entry *rs_stage_find(const rs_stage_entry *stages, uint32_t count, uint32_t id);

#endif
