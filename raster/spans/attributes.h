/* The attributes that span functions interpolate besides depth: light, normals, texture coordinates. Inline, because each
 * becomes part of the loops that spans.inc generates. */
#ifndef OXCART_RASTER_SPANS_ATTRIBUTES_H
#define OXCART_RASTER_SPANS_ATTRIBUTES_H

#include "fixedmath/scalar.h"
#include "raster/spans/spans.h"

/* ---- light: Q9.20 ---- */

static inline rs_plane rs_light_plane(const rs_draw *draw, const rs_scan *scan) {
    const uint16_t *lights = draw->lights;
    const uint32_t *order = scan->order;
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

void rs_phong_begin(rs_phong *phong, const rs_draw *draw, const rs_scan *scan);

static inline void rs_phong_at(rs_phong *phong, uint32_t x, uint32_t row) {
    for (int i = 0; i < PHONG_PLANES; i++) {
        const rs_plane *plane = &phong->plane[i];
        phong->now[i] = plane->origin + (uint32_t)plane->dx * x + (uint32_t)plane->dy * row;
    }
}

static inline void rs_phong_step(rs_phong *phong) {
    for (int i = 0; i < PHONG_PLANES; i++) phong->now[i] += (uint32_t)phong->plane[i].dx;
}

/* The light value at the current pixel: ambient and the vertices' light, plus the diffuse and highlight terms of the
 * one directional light, with the interpolated normal brought back to unit length through a table of 1/sqrt with 384
 * entries. */
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
        /* cosine in Q16 over 255 steps, straight between the table's entries */
        uint32_t at = (((uint32_t)half >> (12 - lift)) * root >> 14) * 255u, entry = at >> 16;
        if (entry >= 255) {
            light += phong->highlight[255];
        } else {
            uint32_t low = phong->highlight[entry], rise = phong->highlight[entry + 1] - low;
            light += low + ((rise * (at >> 8 & 255u) + 128u) >> 8);
        }
    }
    return light > RS_LIGHT_MAX ? RS_LIGHT_MAX : light;
}

/* ---- texture coordinates ---- */

typedef struct rs_affine {
    rs_plane u, v; /* texels Q16.16, modulo the texture's size */
} rs_affine;

void rs_affine_begin(rs_affine *affine, const rs_draw *draw, const rs_scan *scan);

/* s = u / w, t = v / w and q = 1 / w are linear over the picture; u = s / q is taken exactly at the ends of parts of at most
 * eight pixels, fewer where it would bend by more than half a texel, and runs straight between (Heckbert, Texture Mapping, 1989; the parts as in Abrash, Black Book, ch. 70). */
typedef struct rs_perspective {
    rs_plane s, t, q;
    rs_fine_plane fine[3]; /* s, t and q with 8 bits more, for an exact value at every pixel (span 1) */
    uint64_t fine_now[3];
    int32_t guard; /* s and t carry this many bits beyond Q16.16 */
    int32_t span, left;
    uint32_t s_now, t_now, q_now;
    uint32_t next_u, next_v; /* at the start of the part to come */
    uint32_t u, v, du, dv;   /* the part: texels Q16.16 at its first pixel, and steps */
    int32_t count;
} rs_perspective;

/* Whether perspective moves any texel of the triangle by half a texel.
 *
 * With weights b1 b2 b3 of the corners, u straight and u in perspective differ by
 *     sum of b_i b_j (q_i - q_j) (u_i - u_j) over the three edges, divided by q,
 * and that sum is at most a quarter of the largest of its products above 0: where an edge's product is 0 or less, the others share a
 * corner k, and b_k (b_i + b_j) <= 1/4; where none is, q and u are in one order, the longest edge has both ranges, and the covariance
 * of two quantities is at most a quarter of the product of their ranges (Gruess 1935). The same bound holds from below.
 * So the difference is at most max |dq du| / (4 least q); a 32nd of a texel is kept back for rounding. */
bool rs_perspective_shows(const rs_draw *draw, const rs_item *item);

void rs_perspective_begin(rs_perspective *p, const rs_draw *draw, const rs_scan *scan);

/* 4 times 15/32 of a texel, Q16.16. */
#define RS_STRAIGHT 122880u

/* rs_perspective_shows for any coordinates: texels Q16.16 within +-2^29 and near / depth Q2.29 at the corners. */
static inline bool rs_perspective_bends(const int32_t u[3], const int32_t v[3], const uint32_t w[3]) {
    uint32_t low = w[0] < w[1] ? w[0] : w[1];
    uint64_t most = 0;
    if (w[2] < low) low = w[2];
    for (int i = 0; i < 3; i++) {
        int j = i == 2 ? 0 : i + 1;
        uint32_t du = fx_magnitude(u[i] - u[j]), dv = fx_magnitude(v[i] - v[j]),
                 dw = w[i] > w[j] ? w[i] - w[j] : w[j] - w[i];
        uint64_t product = (uint64_t)dw * (du > dv ? du : dv);
        if (product > most) most = product;
    }
    return most > (uint64_t)low * RS_STRAIGHT;
}

static inline int32_t rs_shift_by(int32_t value, int shift) {
    return shift >= 0 ? (int32_t)((uint32_t)value << shift) : fx_sra32(value, -shift);
}

/* Texture coordinates exact at every pixel (span 1), in perspective.c, which need not lie in fast memory. */
void rs_perspective_fine_begin(rs_perspective *p, const rs_scan *scan, const int32_t s[3], const int32_t t[3],
                               const int32_t q[3]);
void rs_perspective_fine_row(rs_perspective *p, uint32_t x, uint32_t row);
bool rs_perspective_fine_part(rs_perspective *p);

static inline void rs_perspective_make(rs_perspective *p, const rs_scan *scan, const int32_t u[3],
                                       const int32_t v[3], const uint32_t w[3], int32_t span) {
    int32_t s[3], t[3], q[3];
    uint32_t all = 0, high = 1;
    int lift;
    for (int i = 0; i < 3; i++) {
        all |= w[i];
        high |= fx_magnitude(u[i]) | fx_magnitude(v[i]);
    }
    lift = fx_clz32(all) - 3; /* the largest q to bit 28 */
    p->guard = fx_clz32(high) - 3;
    for (int i = 0; i < 3; i++) {
        q[i] = rs_shift_by((int32_t)w[i], lift);
        s[i] = (int32_t)fx_sra64((int64_t)rs_shift_by(u[i], p->guard) * q[i], 29);
        t[i] = (int32_t)fx_sra64((int64_t)rs_shift_by(v[i], p->guard) * q[i], 29);
    }
    p->s = rs_plane_to_divide(scan, s[0], s[1], s[2]);
    p->t = rs_plane_to_divide(scan, t[0], t[1], t[2]);
    p->q = rs_plane_to_divide(scan, q[0], q[1], q[2]);
    p->span = span;
    if (span == 1) rs_perspective_fine_begin(p, scan, s, t, q);
}

/* Shares of a part of 0 to 8 pixels: 2^24 / n. With 16 bits a part of 7 pixels over 1024 texels would end a 30th of a texel short. */
#define RS_SHARE_SHIFT 24
#define RS_SHARES                                                                                            \
    { 0, 16777216, 8388608, 5592405, 4194304, 3355443, 2796202, 2396745, 2097152 }

/* Begins a row at pixel x that covers `count` pixels. */
void rs_perspective_row(rs_perspective *p, uint32_t x, uint32_t row, int32_t count);

/* The next part of the row: its start, steps and length; false after the last, which ends on the last covered pixel. */
bool rs_perspective_part(rs_perspective *p);

#endif
