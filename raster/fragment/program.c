/* Pixel programs: checking and running them. */
#include "raster/program.h"

#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"

/* ---- arithmetic ---- */

#define EACH(expression_x, expression_y, expression_z, expression_w)                                         \
    (vec4) { expression_x, expression_y, expression_z, expression_w }

vec4 rs_v4_add(vec4 a, vec4 b) {
    return EACH(fx_adds(a.x, b.x), fx_adds(a.y, b.y), fx_adds(a.z, b.z), fx_adds(a.w, b.w));
}
vec4 rs_v4_subtract(vec4 a, vec4 b) {
    return EACH(fx_subs(a.x, b.x), fx_subs(a.y, b.y), fx_subs(a.z, b.z), fx_subs(a.w, b.w));
}
vec4 rs_v4_multiply(vec4 a, vec4 b) {
    return EACH(fx_muls(a.x, b.x), fx_muls(a.y, b.y), fx_muls(a.z, b.z), fx_muls(a.w, b.w));
}
vec4 rs_v4_mad(vec4 a, vec4 b, vec4 c) { return rs_v4_add(rs_v4_multiply(a, b), c); }

vec4 rs_v4_dot(vec4 a, vec4 b) {
    /* three products below 2^62 each, taken down before they are added */
    int64_t sum = (((int64_t)a.x * b.x) >> 8) + (((int64_t)a.y * b.y) >> 8) + (((int64_t)a.z * b.z) >> 8);
    fx dot = fx_sat64((sum + 128) >> 8);
    return EACH(dot, dot, dot, dot);
}

vec4 rs_v4_min(vec4 a, vec4 b) {
    return EACH(fx_min(a.x, b.x), fx_min(a.y, b.y), fx_min(a.z, b.z), fx_min(a.w, b.w));
}
vec4 rs_v4_max(vec4 a, vec4 b) {
    return EACH(fx_max(a.x, b.x), fx_max(a.y, b.y), fx_max(a.z, b.z), fx_max(a.w, b.w));
}
vec4 rs_v4_lerp(vec4 a, vec4 b, vec4 c) { return rs_v4_mad(rs_v4_subtract(b, a), c, a); }

vec4 rs_v4_select(vec4 a, vec4 b, vec4 c) {
    return EACH(a.x > 0 ? b.x : c.x, a.y > 0 ? b.y : c.y, a.z > 0 ? b.z : c.z, a.w > 0 ? b.w : c.w);
}

vec4 rs_v4_normalize(vec4 a) {
    vec3 v = {a.x, a.y, a.z};
    if (v3_is_zero(v) || !v3_normalize(v, &v)) v = V3_Z;
    return EACH(v.x, v.y, v.z, a.w);
}

/* A byte 0..255 as 0..1.0, exact at both ends. */
static fx part(uint32_t byte) { return (fx)(byte * 257u + (byte >> 7)); }

static vec4 colour_of(uint32_t argb) {
    return EACH(part(argb >> 16 & 255u), part(argb >> 8 & 255u), part(argb & 255u), part(argb >> 24));
}

vec4 rs_v4_sample(const rs_sampler *sampler, vec4 at) {
    int32_t u = fx_sat64((int64_t)at.x * ((int64_t)1 << sampler->log2_width)),
            v = fx_sat64((int64_t)at.y * ((int64_t)1 << sampler->log2_height));
    return colour_of(rs_sample(sampler, 0, sampler->sampling.magnify, (rs_texel_place){u, v, 0, 0}));
}

void rs_registers_load(rs_registers *r, const int32_t vector[3], uint32_t primary) {
    r->vector = EACH(fx_rshr32(vector[0], 14), fx_rshr32(vector[1], 14), fx_rshr32(vector[2], 14), FX_ONE);
    r->colour = r->result = colour_of(primary);
}

static uint32_t byte_of(fx value) {
    return value <= 0 ? 0u : value >= FX_ONE ? 255u : ((uint32_t)value * 255u + 0x8000u) >> 16;
}

uint32_t rs_registers_store(const rs_registers *r) {
    return byte_of(r->result.w) << 24 | byte_of(r->result.x) << 16 | byte_of(r->result.y) << 8 |
           byte_of(r->result.z);
}

/* ---- programs ---- */

static const uint8_t operands[RS_OPERATIONS] = {0, 1, 2, 2, 2, 3, 2, 2, 2, 3, 3, 1, 1};

int rs_program_check(const rs_program *program) {
    if (program->count > RS_PROGRAM_MOST || program->constant_count > RS_PROGRAM_CONSTANTS) return 0;
    for (uint32_t i = 0; i < program->count; i++) {
        uint32_t word = program->words[i], operation = word & 255u, to = word >> 8 & 15u;
        if (operation >= RS_OPERATIONS) return (int)i;
        if (operation == RS_OP_END) return i + 1 == program->count ? -1 : (int)i;
        if (to < 2) return (int)i;
        for (uint32_t k = 0; k < operands[operation]; k++) {
            uint32_t from = word >> (12 + 6 * k) & 63u;
            if (from >= RS_REGISTERS && from - RS_REGISTERS >= program->constant_count) return (int)i;
        }
        if (operation == RS_OP_SAMPLE && (word >> 18 & 63u) >= program->sampler_count) return (int)i;
    }
    return (int)program->count;
}

uint32_t rs_program_shade(const void *constants, const int32_t vector[3], uint32_t primary) {
    const rs_program *p = constants;
    vec4 r[RS_REGISTERS];
    rs_registers edge;
    rs_registers_load(&edge, vector, primary);
    for (int i = 0; i < RS_REGISTERS; i++) r[i] = EACH(0, 0, 0, 0);
    r[0] = edge.vector;
    r[1] = r[15] = edge.colour;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t word = p->words[i], ia = word >> 12 & 63u, ib = word >> 18 & 63u, ic = word >> 24 & 63u;
        vec4 *to = &r[word >> 8 & 15u];
        const vec4 *a = ia < RS_REGISTERS ? &r[ia] : &p->constants[ia - RS_REGISTERS];
        const vec4 *b =
            ib < RS_REGISTERS || operands[word & 255u] < 2 ? &r[ib & 15u] : &p->constants[ib - RS_REGISTERS];
        const vec4 *c =
            ic < RS_REGISTERS || operands[word & 255u] < 3 ? &r[ic & 15u] : &p->constants[ic - RS_REGISTERS];
        switch (word & 255u) {
        case RS_OP_MOVE:
            *to = *a;
            break;
        case RS_OP_ADD:
            *to = rs_v4_add(*a, *b);
            break;
        case RS_OP_SUBTRACT:
            *to = rs_v4_subtract(*a, *b);
            break;
        case RS_OP_MULTIPLY:
            *to = rs_v4_multiply(*a, *b);
            break;
        case RS_OP_MAD:
            *to = rs_v4_mad(*a, *b, *c);
            break;
        case RS_OP_DOT:
            *to = rs_v4_dot(*a, *b);
            break;
        case RS_OP_MIN:
            *to = rs_v4_min(*a, *b);
            break;
        case RS_OP_MAX:
            *to = rs_v4_max(*a, *b);
            break;
        case RS_OP_LERP:
            *to = rs_v4_lerp(*a, *b, *c);
            break;
        case RS_OP_SELECT:
            *to = rs_v4_select(*a, *b, *c);
            break;
        case RS_OP_NORMALIZE:
            *to = rs_v4_normalize(*a);
            break;
        case RS_OP_SAMPLE:
            *to = rs_v4_sample(&p->samplers[ib], *a);
            break;
        default:
            i = p->count - 1;
            break; /* END */
        }
    }
    edge.result = r[15];
    return rs_registers_store(&edge);
}

const rs_stage_entry *rs_stage_find(const rs_stage_entry *stages, uint32_t count, uint32_t id) {
    for (uint32_t i = 0; i < count; i++) {
        if (stages[i].id == id) return &stages[i];
    }
    return NULL;
}
