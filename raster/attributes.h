/* The attributes that span functions interpolate besides depth: light, normals, texture coordinates. Inline, because each
 * becomes part of the loops that spans.inc generates. */
#ifndef OXCART_RASTER_ATTRIBUTES_H
#define OXCART_RASTER_ATTRIBUTES_H

#include "fixedmath/scalar.h"
#include "raster/internal.h"

/* ---- light: Q9.20 ---- */

static inline rs_plane rs_light_plane(const rs_draw *draw, const rs_scan *scan) {
    const uint16_t *lights = draw->lights, *order = scan->order;
    return rs_plane_through(scan, lights[order[0]] << (RS_LIGHT_SHIFT - RS_VERTEX_LIGHT),
                            lights[order[1]] << (RS_LIGHT_SHIFT - RS_VERTEX_LIGHT),
                            lights[order[2]] << (RS_LIGHT_SHIFT - RS_VERTEX_LIGHT));
}

/* ---- per-pixel light: the normal, and its products with the light and half-way vectors, are linear over the triangle ---- */

enum { PHONG_BASE, PHONG_X, PHONG_Y, PHONG_Z, PHONG_TOWARDS, PHONG_HALF, PHONG_PLANES };

typedef struct rs_phong {
    rs_plane plane[PHONG_PLANES];
    uint32_t now[PHONG_PLANES];
    uint32_t intensity;
    const uint8_t *highlight;
} rs_phong;

static inline int32_t rs_phong_dot(const int8_t *normal, const int16_t *vector) {
    return (normal[0] * vector[0] + normal[1] * vector[1] + normal[2] * vector[2]) * 64;
}

static inline void rs_phong_begin(rs_phong *phong, const rs_draw *draw, const rs_scan *scan) {
    const int8_t *n0 = draw->normals + 4 * scan->order[0], *n1 = draw->normals + 4 * scan->order[1],
                 *n2 = draw->normals + 4 * scan->order[2];
    phong->plane[PHONG_BASE] = rs_light_plane(draw, scan);
    for (int i = 0; i < 3; i++) {
        phong->plane[PHONG_X + i] = rs_plane_through(scan, n0[i] * (1 << 21), n1[i] * (1 << 21), n2[i] * (1 << 21));
    }
    phong->plane[PHONG_TOWARDS] = rs_plane_through(scan, rs_phong_dot(n0, draw->light), rs_phong_dot(n1, draw->light),
                                                   rs_phong_dot(n2, draw->light));
    phong->plane[PHONG_HALF] = rs_plane_through(scan, rs_phong_dot(n0, draw->half), rs_phong_dot(n1, draw->half),
                                                rs_phong_dot(n2, draw->half));
    phong->intensity = draw->intensity;
    phong->highlight = draw->highlight;
}

static inline void rs_phong_at(rs_phong *phong, uint32_t x, uint32_t row) {
    for (int i = 0; i < PHONG_PLANES; i++) {
        const rs_plane *plane = &phong->plane[i];
        phong->now[i] = plane->origin + (uint32_t)plane->dx * x + (uint32_t)plane->dy * row;
    }
}

static inline void rs_phong_step(rs_phong *phong) {
    for (int i = 0; i < PHONG_PLANES; i++) phong->now[i] += (uint32_t)phong->plane[i].dx;
}

/* The light value here: ambient and what the vertices carry, plus the diffuse and highlight terms of the one directional
 * light, with the interpolated normal brought back to unit length through a table of 1/sqrt with 384 entries. */
static inline uint32_t rs_phong_light(const rs_phong *phong) {
    int32_t x = fx_sra32((int32_t)phong->now[PHONG_X], 13), y = fx_sra32((int32_t)phong->now[PHONG_Y], 13),
            z = fx_sra32((int32_t)phong->now[PHONG_Z], 13);
    uint32_t length2 = (uint32_t)(x * x) + (uint32_t)(y * y) + (uint32_t)(z * z); /* Q30 */
    int32_t towards = (int32_t)phong->now[PHONG_TOWARDS], half = (int32_t)phong->now[PHONG_HALF];
    uint32_t light = phong->now[PHONG_BASE] >> RS_LIGHT_SHIFT, root;
    int lift = 0;
    if (towards <= 0 || length2 < 16) return light; /* 16 lifts to 2^28 in 12 steps */
    for (; length2 < 1u << 28; length2 <<= 2) lift++;
    if (length2 >= 1u << 30) length2 = (1u << 30) - 1u;
    root = fx_table_rsqrt[(length2 >> 21) - 128u];
    light += ((((uint32_t)towards >> (12 - lift)) * root >> 14) * phong->intensity + (1u << 15)) >> 16;
    if (half > 0 && phong->highlight != NULL) {
        uint32_t cosine = ((uint32_t)half >> (12 - lift)) * root >> 22;
        light += phong->highlight[cosine > 255 ? 255 : cosine];
    }
    return light > RS_LIGHT_MAX ? RS_LIGHT_MAX : light;
}

/* ---- texture coordinates ---- */

typedef struct rs_affine {
    rs_plane u, v; /* texels Q16.16, modulo the texture's size */
} rs_affine;

/* Texels Q16.16 of one corner's coordinate. */
static inline int32_t rs_texels(int16_t coordinate, int log2_size) { return (int32_t)coordinate * (1 << (log2_size + 4)); }

/* The multiple of the texture's size below three coordinates: taken off, they keep more bits. */
static inline int32_t rs_texel_base(int32_t a, int32_t b, int32_t c, int log2_size) {
    int32_t low = a < b ? a : b;
    if (c < low) low = c;
    return (int32_t)((uint32_t)low & ~((1u << (log2_size + 16)) - 1u));
}

static inline void rs_texels_of(const rs_draw *draw, const uint16_t *order, int32_t u[3], int32_t v[3]) {
    int32_t base;
    for (int i = 0; i < 3; i++) {
        u[i] = rs_texels(draw->uvs[2 * order[i]], draw->log2_width);
        v[i] = rs_texels(draw->uvs[2 * order[i] + 1], draw->log2_height);
    }
    base = rs_texel_base(u[0], u[1], u[2], draw->log2_width);
    for (int i = 0; i < 3; i++) u[i] -= base;
    base = rs_texel_base(v[0], v[1], v[2], draw->log2_height);
    for (int i = 0; i < 3; i++) v[i] -= base;
}

static inline void rs_affine_begin(rs_affine *affine, const rs_draw *draw, const rs_scan *scan) {
    int32_t u[3], v[3];
    rs_texels_of(draw, scan->order, u, v);
    affine->u = rs_plane_through(scan, u[0], u[1], u[2]);
    affine->v = rs_plane_through(scan, v[0], v[1], v[2]);
}

/* s = u / w, t = v / w and q = 1 / w are linear over the picture; u = s / q is taken exactly at the ends of parts of at most
 * eight pixels and runs straight between (Heckbert, Texture Mapping, 1989; the parts as in Abrash, Black Book, ch. 70). */
typedef struct rs_perspective {
    rs_plane s, t, q;
    int32_t guard; /* s and t carry this many bits beyond Q16.16 */
    int32_t span, left;
    uint32_t s_now, t_now, q_now;
    uint32_t u, v; /* at the start of the part to come */
} rs_perspective;

/* Whether perspective moves any texel of the triangle by half a texel: the error of straight interpolation is at most
 * extent * (r - 1) / 4 for a ratio r of the corners' depths. */
static inline bool rs_perspective_shows(const rs_draw *draw, const rs_item *item) {
    const uint16_t order[3] = {item->a, item->b, item->c};
    uint32_t low, high;
    int32_t u[3], v[3], extent = 0;
    low = high = draw->inverse_w[order[0]];
    for (int i = 1; i < 3; i++) {
        uint32_t w = draw->inverse_w[order[i]];
        if (w < low) low = w;
        if (w > high) high = w;
    }
    rs_texels_of(draw, order, u, v);
    for (int i = 0; i < 3; i++) {
        int j = i == 2 ? 0 : i + 1;
        int32_t du = u[i] - u[j], dv = v[i] - v[j];
        if (du < 0) du = -du;
        if (dv < 0) dv = -dv;
        if (du > extent) extent = du;
        if (dv > extent) extent = dv;
    }
    return (uint64_t)(high - low) * (((uint32_t)extent >> 16) + 1u) > (uint64_t)low * 2u;
}

static inline int32_t rs_shift(int32_t value, int shift) {
    return shift >= 0 ? (int32_t)((uint32_t)value << shift) : fx_sra32(value, -shift);
}

static inline void rs_perspective_begin(rs_perspective *p, const rs_draw *draw, const rs_scan *scan) {
    int32_t u[3], v[3], q[3], high = 1;
    uint32_t w = 0;
    int lift;
    rs_texels_of(draw, scan->order, u, v);
    for (int i = 0; i < 3; i++) {
        w |= draw->inverse_w[scan->order[i]];
        high |= u[i] | v[i];
    }
    lift = fx_clz32(w) - 3; /* the largest q to bit 28 */
    p->guard = fx_clz32((uint32_t)high) - 3;
    for (int i = 0; i < 3; i++) {
        q[i] = rs_shift((int32_t)draw->inverse_w[scan->order[i]], lift);
        u[i] = (int32_t)fx_sra64((int64_t)rs_shift(u[i], p->guard) * q[i], 29);
        v[i] = (int32_t)fx_sra64((int64_t)rs_shift(v[i], p->guard) * q[i], 29);
    }
    p->s = rs_plane_through(scan, u[0], u[1], u[2]);
    p->t = rs_plane_through(scan, v[0], v[1], v[2]);
    p->q = rs_plane_through(scan, q[0], q[1], q[2]);
    p->span = draw->span;
}

static inline void rs_perspective_divide(const rs_perspective *p, uint32_t *u, uint32_t *v) {
    int shift;
    int32_t q = (int32_t)p->q_now;
    uint32_t mantissa = fx_recip_norm_inline(q > 0 ? (uint32_t)q : 1u, &shift);
    shift += p->guard - 29;
    *u = (uint32_t)fx_sra64((int64_t)(int32_t)p->s_now * mantissa, shift);
    *v = (uint32_t)fx_sra64((int64_t)(int32_t)p->t_now * mantissa, shift);
}

static inline void rs_perspective_move(rs_perspective *p, uint32_t pixels) {
    p->s_now += (uint32_t)p->s.dx * pixels;
    p->t_now += (uint32_t)p->t.dx * pixels;
    p->q_now += (uint32_t)p->q.dx * pixels;
}

static inline void rs_perspective_row(rs_perspective *p, uint32_t x, uint32_t row, int32_t count) {
    p->s_now = p->s.origin + (uint32_t)p->s.dx * x + (uint32_t)p->s.dy * row;
    p->t_now = p->t.origin + (uint32_t)p->t.dx * x + (uint32_t)p->t.dy * row;
    p->q_now = p->q.origin + (uint32_t)p->q.dx * x + (uint32_t)p->q.dy * row;
    p->left = count;
    rs_perspective_divide(p, &p->u, &p->v);
}

/* The next part of the row: its start, steps and length. The last part ends on the last covered pixel. */
static inline bool rs_perspective_part(rs_perspective *p, uint32_t *u, uint32_t *v, uint32_t *du, uint32_t *dv,
                                       int32_t *count) {
    static const uint16_t part[8] = {0, 65535, 32768, 21845, 16384, 13107, 10922, 9362}; /* 65536 / n */
    uint32_t next_u, next_v;
    if (p->left <= 0) return false;
    *u = p->u;
    *v = p->v;
    *du = *dv = 0;
    if (p->left > p->span) {
        *count = p->span;
        rs_perspective_move(p, (uint32_t)p->span);
        rs_perspective_divide(p, &next_u, &next_v);
        *du = p->span == 8 ? (uint32_t)fx_sra32((int32_t)(next_u - p->u), 3) : next_u - p->u;
        *dv = p->span == 8 ? (uint32_t)fx_sra32((int32_t)(next_v - p->v), 3) : next_v - p->v;
        p->u = next_u;
        p->v = next_v;
    } else {
        *count = p->left;
        if (p->left > 1) {
            rs_perspective_move(p, (uint32_t)p->left - 1u);
            rs_perspective_divide(p, &next_u, &next_v);
            *du = (uint32_t)fx_sra64((int64_t)(int32_t)(next_u - p->u) * part[p->left - 1], 16);
            *dv = (uint32_t)fx_sra64((int64_t)(int32_t)(next_v - p->v) * part[p->left - 1], 16);
        }
    }
    p->left -= *count;
    return true;
}

#endif
