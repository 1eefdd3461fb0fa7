/* Sets up the attributes that span functions interpolate, and divides texture coordinates by depth. */
#include "raster/spans/attributes.h"

static int32_t phong_dot(const int8_t *normal, const int16_t *vector) {
    return (normal[0] * vector[0] + normal[1] * vector[1] + normal[2] * vector[2]) * 64;
}

RS_HOT_RARE void rs_phong_begin(rs_phong *phong, const rs_draw *draw, const rs_scan *scan) {
    const int8_t *n0 = draw->normals + 4 * scan->order[0], *n1 = draw->normals + 4 * scan->order[1],
                 *n2 = draw->normals + 4 * scan->order[2];
    phong->plane[PHONG_BASE] = rs_light_plane(draw, scan);
    for (int i = 0; i < 3; i++) {
        phong->plane[PHONG_X + i] =
            rs_plane_through(scan, n0[i] * (1 << 21), n1[i] * (1 << 21), n2[i] * (1 << 21));
    }
    phong->plane[PHONG_TOWARDS] = rs_plane_through(scan, phong_dot(n0, draw->light),
                                                   phong_dot(n1, draw->light), phong_dot(n2, draw->light));
    phong->plane[PHONG_HALF] = rs_plane_through(scan, phong_dot(n0, draw->half), phong_dot(n1, draw->half),
                                                phong_dot(n2, draw->half));
    phong->intensity = draw->intensity;
    phong->highlight = draw->highlight;
}

/* Texels Q16.16 of one corner's coordinate. */
static inline int32_t texels(int16_t coordinate, int log2_size) {
    return (int32_t)coordinate * (1 << (log2_size + 4));
}

/* The multiple of the texture's size below three coordinates: taken off, they keep more bits. */
static inline int32_t texel_base(int32_t a, int32_t b, int32_t c, int log2_size) {
    int32_t low = a < b ? a : b;
    if (c < low) low = c;
    return (int32_t)((uint32_t)low & ~((1u << (log2_size + 16)) - 1u));
}

static inline void texels_of(const rs_draw *draw, const uint32_t *order, int32_t u[3], int32_t v[3]) {
    int32_t base;
    for (int i = 0; i < 3; i++) {
        u[i] = texels(draw->uvs[2 * order[i]], draw->log2_width);
        v[i] = texels(draw->uvs[2 * order[i] + 1], draw->log2_height);
    }
    base = texel_base(u[0], u[1], u[2], draw->log2_width);
    for (int i = 0; i < 3; i++) u[i] -= base;
    base = texel_base(v[0], v[1], v[2], draw->log2_height);
    for (int i = 0; i < 3; i++) v[i] -= base;
}

RS_HOT_RARE void rs_affine_begin(rs_affine *affine, const rs_draw *draw, const rs_scan *scan) {
    int32_t u[3], v[3];
    texels_of(draw, scan->order, u, v);
    affine->u = rs_plane_through(scan, u[0], u[1], u[2]);
    affine->v = rs_plane_through(scan, v[0], v[1], v[2]);
}

RS_HOT_RARE bool rs_perspective_shows(const rs_draw *draw, const rs_item *item) {
    const uint32_t order[3] = {item->a, item->b, item->c};
    const uint32_t w[3] = {draw->inverse_w[item->a], draw->inverse_w[item->b], draw->inverse_w[item->c]};
    int32_t u[3], v[3];
    texels_of(draw, order, u, v);
    return rs_perspective_bends(u, v, w);
}

RS_HOT_RARE void rs_perspective_begin(rs_perspective *p, const rs_draw *draw, const rs_scan *scan) {
    const uint32_t *order = scan->order;
    const uint32_t w[3] = {draw->inverse_w[order[0]], draw->inverse_w[order[1]], draw->inverse_w[order[2]]};
    int32_t u[3], v[3];
    texels_of(draw, order, u, v);
    rs_perspective_make(p, scan, u, v, w, draw->span);
}

static inline void divide_texel(const rs_perspective *p, uint32_t *u, uint32_t *v) {
    int shift;
    int32_t q = (int32_t)p->q_now;
    uint32_t mantissa = fx_recip_norm_inline(q > 0 ? (uint32_t)q : 1u, &shift);
    shift += p->guard - 29;
    *u = (uint32_t)fx_sra64((int64_t)(int32_t)p->s_now * mantissa, shift);
    *v = (uint32_t)fx_sra64((int64_t)(int32_t)p->t_now * mantissa, shift);
}

static inline void move_along(rs_perspective *p, uint32_t pixels) {
    p->s_now += (uint32_t)p->s.dx * pixels;
    p->t_now += (uint32_t)p->t.dx * pixels;
    p->q_now += (uint32_t)p->q.dx * pixels;
}

RS_HOT_RARE void rs_perspective_row(rs_perspective *p, uint32_t x, uint32_t row, int32_t count) {
    p->s_now = p->s.origin + (uint32_t)p->s.dx * x + (uint32_t)p->s.dy * row;
    p->t_now = p->t.origin + (uint32_t)p->t.dx * x + (uint32_t)p->t.dy * row;
    p->q_now = p->q.origin + (uint32_t)p->q.dx * x + (uint32_t)p->q.dy * row;
    p->left = count;
    if (p->span == 1) {
        rs_perspective_fine_row(p, x, row);
    } else {
        divide_texel(p, &p->next_u, &p->next_v);
    }
}

/* Whether straight steps between here and the point ahead stay within half a texel: extent * (r - 1) / 4, r the ratio of
 * depths at both ends. */
static inline bool straight_enough(const rs_perspective *p, uint32_t next_u, uint32_t next_v,
                                   uint32_t q_before) {
    int32_t du = (int32_t)(next_u - p->u), dv = (int32_t)(next_v - p->v), q0 = (int32_t)q_before,
            q1 = (int32_t)p->q_now;
    uint32_t extent = fx_magnitude(du) > fx_magnitude(dv) ? fx_magnitude(du) : fx_magnitude(dv);
    uint32_t low = (uint32_t)(q0 < q1 ? q0 : q1), difference = fx_magnitude(q1 - q0);
    return (uint64_t)((extent >> 16) + 1u) * difference <= (uint64_t)low * 2u;
}

RS_HOT_RARE bool rs_perspective_part(rs_perspective *p) {
    static const int32_t share[9] = RS_SHARES;
    uint32_t next_u = p->next_u, next_v = p->next_v, q_before = p->q_now;
    int32_t left = p->left, steps = left > p->span ? p->span : left - 1;
    if (left <= 0) return false;
    if (p->span == 1) return rs_perspective_fine_part(p);
    p->u = next_u;
    p->v = next_v;
    p->du = p->dv = 0;
    if (steps > 0) {
        move_along(p, (uint32_t)steps);
        divide_texel(p, &next_u, &next_v);
        while (steps > 1 && !straight_enough(p, next_u, next_v, q_before)) {
            int32_t fewer = steps > 4 ? 4 : steps >> 1;
            move_along(p, (uint32_t)fewer - (uint32_t)steps);
            steps = fewer;
            divide_texel(p, &next_u, &next_v);
        }
        p->du = (uint32_t)fx_sra64((int64_t)(int32_t)(next_u - p->u) * share[steps], RS_SHARE_SHIFT);
        p->dv = (uint32_t)fx_sra64((int64_t)(int32_t)(next_v - p->v) * share[steps], RS_SHARE_SHIFT);
    }
    p->count = steps == left - 1 ? left : steps;
    p->left = left - p->count;
    p->next_u = next_u;
    p->next_v = next_v;
    return true;
}
