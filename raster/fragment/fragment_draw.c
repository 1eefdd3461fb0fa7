/* The fragment pipeline's triangles, lines and points: interpolates everything that is switched on, eight pixels at a time. */
#include "fixedmath/scalar.h"
#include "raster/fragment/fragment_work.h"

/* ---- values at a pixel ---- */

static inline uint32_t plane_at(const rs_plane *plane, int32_t x, int32_t y) {
    return plane->origin + (uint32_t)plane->dx * (uint32_t)x + (uint32_t)plane->dy * (uint32_t)y;
}

/* Colours run as Q8.20 with half a step added; a rounding error beyond the ends is cut off. */
static rs_plane byte_plane(const rs_scan *scan, const uint8_t *bytes, int channel) {
    int32_t v[3];
    for (int i = 0; i < 3; i++) v[i] = bytes[4 * scan->order[i] + (uint32_t)channel] * (1 << 20) + (1 << 19);
    return rs_plane_through(scan, v[0], v[1], v[2]);
}

static inline uint32_t byte_of(uint32_t v) { return v >> 20 <= 255u ? v >> 20 : (int32_t)v < 0 ? 0 : 255u; }

static inline int32_t depth_code(const rs_fragment_work *w, uint32_t z) {
    int32_t code;
    if (!w->biased) return (int32_t)(z >> RS_DEPTH_SHIFT);
    code = fx_sra32((int32_t)z, RS_DEPTH_SHIFT);
    return code < 0 ? 0 : code > RS_DEPTH_FAR ? RS_DEPTH_FAR : code;
}

/* ---- reciprocals ---- */

static void reciprocal_begin(rs_reciprocal_line *line, const rs_plane *q, uint64_t value, int value_bits,
                             int q_bits, int64_t most) {
    line->q = *q;
    line->over = rs_over_w_make(value, value_bits, q_bits);
    line->most = most;
}

static int32_t reciprocal_value(const rs_reciprocal_line *line, int32_t x, int32_t y) {
    int32_t q = (int32_t)plane_at(&line->q, x, y);
    int shift;
    uint32_t mantissa = fx_recip_norm_inline(q > 0 ? (uint32_t)q : 1u, &shift);
    int drop = line->over.shift + shift - 31;
    uint64_t value = ((uint64_t)line->over.mantissa * mantissa) >> 30;
    value = drop >= 64 ? 0 : drop >= 0 ? value >> drop : drop > -30 ? value << -drop : (uint64_t)line->most;
    return (int32_t)(value > (uint64_t)line->most ? (uint64_t)line->most : value);
}

/* Begins the line of even depth codes, with their fraction, from near / depth in `q`; it carries w_base. */
static void even_codes_begin(rs_reciprocal_line *line, const rs_prepared *p, const rs_plane *q, int lift) {
    reciprocal_begin(line, q, p->w_scale, p->w_bits, 29 + lift, p->w_most);
}

static void reciprocal_row(rs_reciprocal_line *line, int32_t x, int32_t count) {
    line->row_from = x;
    line->row_to = x + count - 1;
    line->to = x - 1;
    line->from = x;
}

static int32_t reciprocal_at(rs_reciprocal_line *line, int32_t x, int32_t y, int32_t left) {
    static const int32_t part[9] = {0, 65536, 32768, 21845, 16384, 13107, 10922, 9362, 8192}; /* 65536 / n */
    if (x < line->from || x >= line->to) {
        int32_t grid = ((x + left) & ~7) - left;
        line->from = grid < line->row_from ? line->row_from : grid;
        line->to = grid + 8 > line->row_to ? line->row_to : grid + 8;
        line->at_from = reciprocal_value(line, line->from, y);
        line->step = 0;
        if (line->to > line->from) {
            int64_t rise = (int64_t)reciprocal_value(line, line->to, y) - line->at_from;
            line->step = (int32_t)fx_sra64(rise * part[line->to - line->from], 8); /* Q8 */
        }
        if (line->to <= line->from) line->to = line->from + 1; /* only the row's last column is left */
    }
    return line->at_from + (int32_t)fx_sra64((int64_t)line->step * (x - line->from), 8);
}

/* ---- texture coordinates ---- */

static int32_t limit_bits(int64_t value, int bits) {
    const int64_t most = ((int64_t)1 << bits) - 1;
    return (int32_t)(value > most ? most : value < -most ? -most : value);
}

/* The multiple of the period below the corners, which repeating coordinates do not need: with it taken off they keep
 * more bits. */
static int64_t period_below(const int64_t c[3], int mode, int log2_period) {
    int64_t low = c[0] < c[1] ? c[0] : c[1];
    if (c[2] < low) low = c[2];
    if (mode == RS_MIRROR) log2_period++;
    return mode == RS_WRAP || mode == RS_MIRROR ? low & ~(((int64_t)1 << log2_period) - 1) : 0;
}

/* The corners' coordinates, texels Q16.16. */
static void corner_texels(const rs_fragment_work *w, int unit, const rs_scan *scan, int32_t u[3],
                          int32_t v[3]) {
    const rs_fragment *g = w->fragment;
    const rs_sampler *s = &w->p->sampler[unit];
    const int32_t *st = g->coordinates[unit];
    const int16_t *uvs =
        unit == 1 && g->uvs1 != NULL && w->p->state.unit[1].second_set ? g->uvs1 : w->draw->uvs;
    int64_t a[3], b[3], base;
    for (int i = 0; i < 3; i++) {
        uint32_t at = 2u * scan->order[i];
        a[i] = (st != NULL ? (int64_t)st[at] : (int64_t)uvs[at] * 16) * ((int64_t)1 << s->log2_width);
        b[i] =
            (st != NULL ? (int64_t)st[at + 1] : (int64_t)uvs[at + 1] * 16) * ((int64_t)1 << s->log2_height);
    }
    base = w->unit[unit].projective ? 0 : period_below(a, s->sampling.address_u, s->log2_width + 16);
    for (int i = 0; i < 3; i++) u[i] = limit_bits(a[i] - base, 30);
    if (!w->unit[unit].projective) base = period_below(b, s->sampling.address_v, s->log2_height + 16);
    for (int i = 0; i < 3; i++) v[i] = limit_bits(b[i] - base, 30);
}

static int bits_of(uint64_t v) { return 64 - fx_clz64(v); }

/* Begins coordinates s / q: the planes carry s, t and q, each times near / depth; `factor` is what a q of 1.0
 * becomes. */
static void projective_begin(rs_coordinates *c, const rs_scan *scan, const int32_t u[3], const int32_t v[3],
                             const int32_t *q, const uint32_t w[3]) {
    int64_t product[3];
    uint64_t high = 1, factor_high = 1;
    int32_t qs[3], s[3], t[3];
    uint32_t size = 1;
    int lift, guard, narrow;
    for (int i = 0; i < 3; i++) {
        product[i] = (int64_t)q[scan->order[i]] * w[i]; /* Q45 */
        high |= fx_magnitude64(product[i]);
        size |= fx_magnitude(u[i]) | fx_magnitude(v[i]);
        factor_high |= (uint64_t)w[i] << 16;
    }
    lift = 29 - bits_of(high); /* the largest below bit 29 */
    if (lift > 59 - bits_of(factor_high)) lift = 59 - bits_of(factor_high);
    narrow = bits_of(factor_high) + lift - 30;
    if (narrow < 0) narrow = 0;
    guard = 57 - (32 - fx_clz32(size)) - (bits_of(factor_high) + lift);
    if (guard > fx_clz32(size) - 3) guard = fx_clz32(size) - 3;
    for (int i = 0; i < 3; i++) {
        int64_t factor = lift >= narrow ? (int64_t)w[i] << 16 << (lift - narrow)
                                        : ((int64_t)w[i] << 16) >> (narrow - lift);
        qs[i] = (int32_t)(lift >= 0 ? product[i] * ((int64_t)1 << lift) : fx_sra64(product[i], -lift));
        s[i] = limit_bits(fx_sra64(rs_shift_by(u[i], guard) * factor, 29 - narrow), 29);
        t[i] = limit_bits(fx_sra64(rs_shift_by(v[i], guard) * factor, 29 - narrow), 29);
    }
    c->p.guard = guard;
    c->p.s = rs_plane_to_divide(scan, s[0], s[1], s[2]);
    c->p.t = rs_plane_to_divide(scan, t[0], t[1], t[2]);
    c->p.q = rs_plane_to_divide(scan, qs[0], qs[1], qs[2]);
}

static void coordinates_begin(rs_fragment_work *w, int unit, const rs_scan *scan) {
    rs_coordinates *c = &w->unit[unit];
    const rs_fragment *g = w->fragment;
    const uint32_t *order = scan->order, *inverse_w = w->draw->inverse_w;
    int32_t u[3], v[3];
    uint32_t ones[3] = {1u << 29, 1u << 29, 1u << 29};
    if (!c->on) return;
    c->projective = w->p->state.unit[unit].projective && g->q[unit] != NULL;
    corner_texels(w, unit, scan, u, v);
    if (inverse_w != NULL && !g->affine) {
        for (int i = 0; i < 3; i++) ones[i] = inverse_w[order[i]];
    }
    c->straight = !c->projective && (inverse_w == NULL || g->affine || !rs_perspective_bends(u, v, ones));
    if (c->projective) {
        projective_begin(c, scan, u, v, g->q[unit], ones);
    } else if (c->straight) {
        c->p.s = rs_plane_through(scan, u[0], u[1], u[2]);
        c->p.t = rs_plane_through(scan, v[0], v[1], v[2]);
    } else {
        rs_perspective_make(&c->p, scan, u, v, ones, w->draw->span);
    }
    c->sliver = (scan->shift & RS_SLIVER) != 0;
    if (c->sliver || w->p->sampler[unit].sampling.mip == RS_MIP_TRIANGLE ||
        w->p->sampler[unit].sampling.mip == RS_MIP_NONE) {
        const rs_vertex *a = scan->corner[0], *b = scan->corner[1], *d = scan->corner[2];
        int64_t area = (int64_t)(b->x - a->x) * (d->y - a->y) - (int64_t)(d->x - a->x) * (b->y - a->y);
        int64_t u1 = fx_sra32(u[1] - u[0], 8), u2 = fx_sra32(u[2] - u[0], 8), v1 = fx_sra32(v[1] - v[0], 8),
                v2 = fx_sra32(v[2] - v[0], 8), texels = u1 * v2 - u2 * v1;
        c->level = rs_level_of_area(fx_magnitude64(texels), fx_magnitude64(area) << 8);
    }
}

/* The quotient s / q with its ends cut off: 4,096 texels away there is only border, edge or repetition. */
static uint32_t projected(int32_t s, int32_t q, int guard) {
    int shift;
    uint32_t mantissa = fx_recip_norm_inline(q > 0 ? (uint32_t)q : 1u, &shift);
    int64_t product = (int64_t)s * mantissa;
    shift += guard - 29;
    if (shift < 0) return (uint32_t)limit_bits(product, 28);
    return (uint32_t)limit_bits(fx_sra64(product, shift > 63 ? 63 : shift), 28);
}

/* The exact coordinates at a pixel. */
static void coordinates_exact(const rs_coordinates *c, int32_t x, int32_t y, uint32_t *u, uint32_t *v) {
    int32_t s = (int32_t)plane_at(&c->p.s, x, y), t = (int32_t)plane_at(&c->p.t, x, y), q;
    *u = (uint32_t)s, *v = (uint32_t)t;
    if (c->straight) return;
    q = (int32_t)plane_at(&c->p.q, x, y);
    *u = projected(s, q, c->p.guard);
    *v = projected(t, q, c->p.guard);
}

static void coordinates_row(rs_coordinates *c, int32_t x, int32_t y, int32_t count) {
    c->left = 0;
    if (c->straight) {
        c->u = plane_at(&c->p.s, x, y), c->v = plane_at(&c->p.t, x, y);
        c->du = (uint32_t)c->p.s.dx, c->dv = (uint32_t)c->p.t.dx;
        c->left = INT32_MAX;
    } else if (!c->projective) {
        rs_perspective_row(&c->p, (uint32_t)x, (uint32_t)y, count);
    }
}

static void coordinates_fill(rs_coordinates *c, rs_chunk *chunk, int unit) {
    uint32_t *u = chunk->u[unit], *v = chunk->v[unit];
    if (c->projective) {
        for (int i = 0; i < chunk->count; i++) coordinates_exact(c, chunk->x + i, chunk->y, &u[i], &v[i]);
        return;
    }
    for (int i = 0; i < chunk->count; i++) {
        if (c->left == 0 && rs_perspective_part(&c->p)) {
            c->u = c->p.u, c->v = c->p.v, c->du = c->p.du, c->dv = c->p.dv;
            c->left = c->p.count;
        }
        u[i] = c->u, v[i] = c->v;
        c->u += c->du, c->v += c->dv;
        if (!c->straight) c->left--;
    }
}

static uint32_t longer(int32_t a, int32_t b) {
    return fx_magnitude(a) > fx_magnitude(b) ? fx_magnitude(a) : fx_magnitude(b);
}

/* The footprint of the chunk's middle pixel: how far the coordinates move for a step to the right and down. Beside a
 * sliver's pixels there are no coordinates: a sliver has one level, and its probes have nowhere to go. */
static void footprint(const rs_coordinates *c, rs_chunk *chunk, int unit, int probes) {
    int32_t x = chunk->x + chunk->count / 2, y = chunk->y;
    uint32_t u0, v0, u1, v1, u2, v2, side_x, side_y;
    if (c->sliver) {
        chunk->level[unit] = c->level;
        chunk->across_u[unit] = chunk->across_v[unit] = 0;
        return;
    }
    coordinates_exact(c, x, y, &u0, &v0);
    coordinates_exact(c, x + 1, y, &u1, &v1);
    coordinates_exact(c, x, y + 1, &u2, &v2);
    side_x = longer((int32_t)(u1 - u0), (int32_t)(v1 - v0));
    side_y = longer((int32_t)(u2 - u0), (int32_t)(v2 - v0));
    if (probes < 2) {
        chunk->level[unit] = rs_level_of_side(side_x > side_y ? side_x : side_y);
        return;
    }
    chunk->across_u[unit] = (int32_t)(side_x > side_y ? u1 - u0 : u2 - u0);
    chunk->across_v[unit] = (int32_t)(side_x > side_y ? v1 - v0 : v2 - v0);
    { /* the shorter side, but not so short that the probes leave holes between them */
        uint32_t most = (side_x > side_y ? side_x : side_y) / (uint32_t)probes,
                 least = side_x > side_y ? side_y : side_x;
        chunk->level[unit] = rs_level_of_side(least > most ? least : most);
    }
}

/* ---- vectors ---- */

static void vectors_begin(rs_fragment_work *w, const rs_scan *scan) {
    const int16_t *vectors = w->fragment->vectors;
    const uint32_t *inverse_w = w->draw->inverse_w;
    const bool straight = w->fragment->affine || inverse_w == NULL;
    int32_t q[3] = {1 << 28, 1 << 28, 1 << 28};
    uint32_t all = 0;
    if (!straight) {
        for (int i = 0; i < 3; i++) all |= inverse_w[scan->order[i]];
        for (int i = 0; i < 3; i++) q[i] = rs_shift_by((int32_t)inverse_w[scan->order[i]], fx_clz32(all) - 3);
    }
    for (int k = 0; k < 3; k++) {
        int32_t v[3];
        for (int i = 0; i < 3; i++)
            v[i] = (int32_t)fx_sra64((int64_t)vectors[4 * scan->order[i] + (uint32_t)k] * q[i], 15);
        w->vector[k] = rs_plane_to_divide(scan, v[0], v[1], v[2]);
    }
    w->vector[3] = rs_plane_to_divide(scan, q[0], q[1], q[2]);
}

static void vector_at(const rs_fragment_work *w, int32_t x, int32_t y, int32_t out[3]) {
    int32_t q = (int32_t)plane_at(&w->vector[3], x, y);
    int shift;
    uint32_t mantissa = fx_recip_norm_inline(q > 0 ? (uint32_t)q : 1u, &shift);
    for (int k = 0; k < 3; k++) { /* units Q16: v q / 2^15 over q, times 2^31 */
        int64_t v = (int32_t)plane_at(&w->vector[k], x, y);
        out[k] = fx_sat64(shift >= 31 ? fx_sra64(v * mantissa, shift - 31) : v * mantissa);
    }
}

/* ---- triangles ---- */

/* A depth bias with its fraction. A bias of more than all codes at once moves nothing any further. */
static int32_t bias_of(int64_t bias) {
    const int64_t most = (int64_t)65535 << RS_DEPTH_SHIFT;
    return (int32_t)(bias > most ? most : bias < -most ? -most : bias);
}

static void depth_begin(rs_fragment_work *w, const rs_scan *scan) {
    const rs_vertex *vertices = w->draw->vertices;
    const rs_depth_state *state = &w->p->state.depth;
    w->depth = rs_plane_through(scan, (int32_t)vertices[scan->order[0]].z,
                                (int32_t)vertices[scan->order[1]].z, (int32_t)vertices[scan->order[2]].z);
    w->biased = state->bias != 0 || state->slope != 0;
    if (w->biased) {
        const rs_plane slope =
            rs_plane_gentle(scan, (int32_t)vertices[scan->order[0]].z, (int32_t)vertices[scan->order[1]].z,
                            (int32_t)vertices[scan->order[2]].z);
        w->depth.origin += (uint32_t)bias_of((int64_t)state->bias * (1 << RS_DEPTH_SHIFT) +
                                             fx_sra64((int64_t)longer(slope.dx, slope.dy) * state->slope, 8));
    }
}

/* Distances and even depth codes run on near / depth, normalised like texture coordinates. */
static void distances_begin(rs_fragment_work *w, const rs_scan *scan, bool fog) {
    const rs_prepared *p = w->p;
    uint32_t all = 0;
    rs_plane q;
    int32_t v[3];
    int lift;
    for (int i = 0; i < 3; i++) all |= w->draw->inverse_w[scan->order[i]];
    lift = fx_clz32(all) - 3;
    for (int i = 0; i < 3; i++) v[i] = rs_shift_by((int32_t)w->draw->inverse_w[scan->order[i]], lift);
    q = rs_plane_to_divide(scan, v[0], v[1], v[2]);
    if (fog) reciprocal_begin(&w->distance, &q, (uint64_t)p->near_plane << 29, 0, lift, INT32_MAX);
    if (p->w_buffer) even_codes_begin(&w->w_code, p, &q, lift);
}

RS_APART static void triangle_begin(rs_fragment_work *w, const rs_scan *scan) {
    const rs_fragment *g = w->fragment;
    const bool fog_by_pixel = w->with_fog && !w->fog_by_vertex;
    depth_begin(w, scan);
    RS_COUNT(w, planes,
             1 +
                 (w->coloured                   ? 4
                  : g->light == RS_SPAN_GOURAUD ? 1
                  : g->light == RS_SPAN_PHONG   ? PHONG_PLANES
                                                : 0) +
                 (w->with_specular ? 3 : 0) + (w->fog_by_vertex ? 1 : 0) + (w->unit[0].on ? 3 : 0) +
                 (w->unit[1].on ? 3 : 0) + (g->vectors != NULL && g->shade != NULL ? 4 : 0) +
                 (fog_by_pixel || w->p->w_buffer ? 1 : 0));
    if (w->coloured) {
        for (int k = 0; k < 4; k++) w->colour[k] = byte_plane(scan, g->colours, k);
    } else if (g->light == RS_SPAN_GOURAUD) {
        w->lit.light_plane = rs_light_plane(w->draw, scan);
    } else if (g->light == RS_SPAN_PHONG) {
        rs_phong_begin(&w->lit.phong, w->draw, scan);
    }
    if (g->speculars != NULL) {
        for (int k = 0; k < 4; k++) {
            if (k == 3 ? w->fog_by_vertex : w->with_specular)
                w->specular[k] = byte_plane(scan, g->speculars, k);
        }
    }
    if (g->vectors != NULL && g->shade != NULL) vectors_begin(w, scan);
    for (int i = 0; i < 2; i++) coordinates_begin(w, i, scan);
    if ((fog_by_pixel || w->p->w_buffer) && w->draw->inverse_w != NULL)
        distances_begin(w, scan, fog_by_pixel);
    if (w->p->w_buffer) {
        w->biased = true; /* codes are cut to their range */
        w->w_bias = (uint32_t)bias_of((int64_t)w->p->state.depth.bias * (1 << RS_DEPTH_SHIFT));
    }
}

static void fill_light(rs_fragment_work *w, rs_chunk *chunk) {
    const rs_fragment *g = w->fragment;
    if (g->light == RS_SPAN_GOURAUD && !w->coloured) {
        for (int i = 0; i < chunk->count; i++) {
            chunk->light[i] =
                (uint16_t)(plane_at(&w->lit.light_plane, chunk->x + i, chunk->y) >> RS_LIGHT_SHIFT &
                           RS_ITEM_LIGHT);
        }
    } else if (g->light == RS_SPAN_PHONG && !w->coloured) {
        for (int i = 0; i < chunk->count; i++) {
            if ((chunk->mask >> i & 1u) == 0) continue;
            rs_phong_at(&w->lit.phong, (uint32_t)(chunk->x + i), (uint32_t)chunk->y);
            chunk->light[i] = (uint16_t)rs_phong_light(&w->lit.phong);
        }
    } else {
        for (int i = 0; i < chunk->count; i++) chunk->light[i] = (uint16_t)w->light;
    }
}

static uint32_t primary_at(const rs_fragment_work *w, int32_t x, int32_t y) {
    if (!w->coloured) return w->fragment->rgba;
    return byte_of(plane_at(&w->colour[3], x, y)) << 24 | byte_of(plane_at(&w->colour[0], x, y)) << 16 |
           byte_of(plane_at(&w->colour[1], x, y)) << 8 | byte_of(plane_at(&w->colour[2], x, y));
}

static uint32_t shade_at(const rs_fragment_work *w, int32_t x, int32_t y) {
    int32_t vector[3] = {0, 0, 0};
    if (w->fragment->vectors != NULL) vector_at(w, x, y, vector);
    return w->fragment->shade(w->fragment->shade_constants, vector, primary_at(w, x, y));
}

/* Calls `shade` at every `shade_step` pixels from the row's first one on; the end of one stretch is the beginning of
 * the next. */
static void fill_shaded(rs_fragment_work *w, rs_chunk *chunk) {
    const int32_t step = w->fragment->shade_step, y = chunk->y;
    for (int i = 0; i < chunk->count; i += step) {
        int32_t x = chunk->x + i, length = chunk->row_last - x < step ? chunk->row_last - x : step;
        uint32_t from = w->shaded_x == x && w->shaded_y == y ? w->shaded : shade_at(w, x, y), to = from;
        if (length > 0) to = shade_at(w, x + length, y);
        w->shaded = to;
        w->shaded_x = x + length, w->shaded_y = y;
        for (int k = 0; k < step && i + k < chunk->count; k++) {
            uint32_t mixed = 0;
            for (int at = 0; at < 32; at += 8) {
                int32_t a = (int32_t)(from >> at & 255u), b = (int32_t)(to >> at & 255u);
                mixed |=
                    (uint32_t)(length == 0 ? a : (2 * (a * (length - k) + b * k) + length) / (2 * length))
                    << at;
            }
            chunk->colour[i + k] = mixed;
        }
    }
}

static void fill_colours(rs_fragment_work *w, rs_chunk *chunk) {
    const rs_fragment *g = w->fragment;
    const bool stepped = g->shade != NULL && g->shade_step > 1;
    if (stepped) fill_shaded(w, chunk);
    for (int i = 0; i < chunk->count; i++) {
        int32_t x = chunk->x + i, y = chunk->y;
        if (!stepped) {
            chunk->colour[i] =
                g->shade != NULL && (chunk->mask >> i & 1u) != 0 ? shade_at(w, x, y) : primary_at(w, x, y);
        }
        if (w->with_specular) {
            chunk->specular[i] = byte_of(plane_at(&w->specular[0], x, y)) << 16 |
                                 byte_of(plane_at(&w->specular[1], x, y)) << 8 |
                                 byte_of(plane_at(&w->specular[2], x, y));
        }
    }
}

static void fill_fog(rs_fragment_work *w, rs_chunk *chunk) {
    for (int i = 0; i < RS_CHUNK && i < chunk->count; i++) {
        int32_t x = chunk->x + i, y = chunk->y;
        fx distance;
        if (w->fog_by_vertex) {
            chunk->fog[i] = (uint8_t)byte_of(plane_at(&w->specular[3], x, y));
            continue;
        }
        if (w->p->flat) { /* codes grow evenly from near to far */
            distance = rs_fragment_flat_distance(w->p, chunk->code[i]);
        } else {
            distance = reciprocal_at(&w->distance, x, y, w->band->left);
        }
        chunk->fog[i] = rs_fog_at(w->p->state.fog.fog, distance);
    }
}

RS_APART static void draw_row(rs_fragment_work *w, int32_t x, int32_t y, int32_t count) {
    rs_chunk chunk;
    const bool w_codes = w->p->w_buffer && w->draw->inverse_w != NULL;
    chunk.y = y;
    chunk.row_last = x + count - 1;
    w->shaded_x = x - 1;
    for (int k = 0; k < 2; k++) {
        chunk.level[k] = w->unit[k].level;
        chunk.across_u[k] = chunk.across_v[k] = 0;
        if (w->unit[k].on) coordinates_row(&w->unit[k], x, y, count);
    }
    reciprocal_row(&w->distance, x, count);
    reciprocal_row(&w->w_code, x, count);
    for (; count > 0; count -= RS_CHUNK, x += RS_CHUNK) {
        chunk.x = x;
        chunk.count = count < RS_CHUNK ? count : RS_CHUNK;
        chunk.mask = (1u << chunk.count) - 1u;
        for (int i = 0; i < chunk.count; i++) {
            uint32_t z = w_codes
                             ? (uint32_t)(reciprocal_at(&w->w_code, x + i, y, w->band->left) - w->p->w_base) +
                                   w->w_bias
                             : plane_at(&w->depth, x + i, y);
            chunk.code[i] = (uint16_t)depth_code(w, z);
        }
        for (int k = 0; k < 2; k++) {
            if (w->unit[k].on) coordinates_fill(&w->unit[k], &chunk, k);
        }
        if (!rs_fragment_start(w, &chunk)) continue;
        for (int k = 0; k < 2; k++) {
            if (!w->unit[k].on) continue;
            if (w->p->sampler[k].sampling.mip == RS_MIP_PIXEL || w->p->sampler[k].sampling.probes > 1) {
                footprint(&w->unit[k], &chunk, k, w->p->sampler[k].sampling.probes);
            }
        }
        fill_light(w, &chunk);
        if (!w->direct || w->coloured || w->fragment->shade != NULL) fill_colours(w, &chunk);
        if (w->with_fog) fill_fog(w, &chunk);
        rs_fragment_finish(w, &chunk);
    }
}

RS_APART static void work_begin(rs_fragment_work *w, const rs_draw *draw, const rs_item *item,
                                const rs_band *band, rs_merge_function merge, bool textured) {
    const rs_fragment *g = draw->flat.part.fragment;
    const rs_prepared *p = g->prepared;
    for (int k = 0; k < 2; k++) {
        w->unit[k].on = textured && p->unit_on[k] &&
                        (g->coordinates[k] != NULL || draw->uvs != NULL || (k == 1 && g->uvs1 != NULL));
        w->unit[k].level = 0;
    }
    w->draw = draw;
    w->fragment = g;
    w->p = p;
    w->band = band;
    w->merge = merge;
    w->back = (item->colour & RS_ITEM_BACK) != 0;
    w->light = p->state.output.no_light ? RS_LIGHT_FULL : item->colour & RS_ITEM_LIGHT;
    w->alpha = rs_product(g->rgba >> 24, 255u - p->state.blend.transparency);
    w->coloured = g->colours != NULL;
    w->direct = p->direct && (p->only_direct || (!w->coloured && g->shade == NULL &&
                                                 (g->speculars == NULL || p->state.fog.fog == NULL)));
    if (draw->colours == NULL && !w->unit[0].on) w->direct = false; /* no ramp */
    w->screen = !w->coloured && g->shade == NULL;
    w->with_fog = p->state.fog.fog != NULL;
    w->fog_by_vertex = w->with_fog && g->speculars != NULL && !p->state.fog.per_pixel;
    w->with_specular = g->speculars != NULL && w->coloured;
    w->biased = false;
    w->w_bias = 0;
    if (!w->fog_by_vertex && !p->flat && draw->inverse_w == NULL) w->with_fog = false;
}

void rs_fragment_triangle(const rs_draw *draw, const rs_item *item, const rs_band *band,
                          rs_merge_function merge) {
    rs_fragment_work w;
    rs_scan scan;
    if (!rs_scan_begin(&scan, draw->vertices, item, band)) return;
    work_begin(&w, draw, item, band, merge, true);
    triangle_begin(&w, &scan);
    while (rs_scan_rows(&scan, band)) {
        for (int i = 0; i < scan.rows; i++) {
            if (scan.spans[i].count > 0) draw_row(&w, scan.spans[i].x, scan.row + i, scan.spans[i].count);
        }
    }
}

/* ---- lines and points: no texture; values straight between the ends ---- */

static uint32_t mix_bytes(const uint8_t *bytes, uint32_t a, uint32_t b, int64_t k, int64_t n) {
    uint32_t v = 0;
    static const int place[4] = {16, 8, 0, 24};
    for (int c = 0; c < 4; c++) {
        int64_t from = bytes[4 * a + (uint32_t)c], to = bytes[4 * b + (uint32_t)c];
        v |= (uint32_t)((2 * (from * (n - k) + to * k) + n) / (2 * n)) << place[c];
    }
    return v;
}

/* near / depth at k / n of the way from vertex a to b. */
static uint32_t inverse_w_at(const rs_draw *draw, uint32_t a, uint32_t b, int64_t k, int64_t n) {
    return (uint32_t)(((int64_t)draw->inverse_w[a] * (n - k) + (int64_t)draw->inverse_w[b] * k) / n);
}

/* The even depth code, with its fraction, at near / depth `q`. */
static int64_t even_code(const rs_prepared *p, uint32_t q) {
    const int lift = fx_clz32(q | 1u) - 3;
    const rs_plane constant = {.origin = (uint32_t)rs_shift_by((int32_t)q, lift)};
    rs_reciprocal_line line;
    even_codes_begin(&line, p, &constant, lift);
    return (int64_t)reciprocal_value(&line, 0, 0) - p->w_base;
}

/* A place on a line: k / n of the way from vertex a to b. */
typedef struct line_place {
    uint32_t a, b;
    int64_t k, n;
} line_place;

/* Draws one pixel with the values at a place of a line. */
RS_APART static void draw_spot(const rs_fragment_work *w, const line_place *at, int32_t x, int32_t y) {
    const uint32_t a = at->a, b = at->b;
    const int64_t k = at->k, n = at->n;
    const rs_draw *draw = w->draw;
    const rs_fragment *g = w->fragment;
    rs_chunk chunk;
    int64_t za = draw->vertices[a].z, zb = draw->vertices[b].z, z = (za * (n - k) + zb * k) / n;
    const bool even = w->p->w_buffer && draw->inverse_w != NULL;
    int64_t code;
    if (x < 0 || x >= w->band->width || y < w->band->top || y >= w->band->end) return;
    if (even) z = even_code(w->p, inverse_w_at(draw, a, b, k, n));
    code = fx_sra64(z, RS_DEPTH_SHIFT) + w->p->state.depth.bias;
    chunk.x = x, chunk.y = y, chunk.count = 1, chunk.mask = 1;
    chunk.code[0] = (uint16_t)(code < 0 ? 0 : code > RS_DEPTH_FAR ? RS_DEPTH_FAR : code);
    chunk.light[0] = (uint16_t)w->light;
    if (draw->lights != NULL && !w->p->state.output.no_light) {
        chunk.light[0] = (uint16_t)((draw->lights[a] * (n - k) + draw->lights[b] * k) / n >> RS_VERTEX_LIGHT);
    }
    chunk.colour[0] = w->coloured ? mix_bytes(g->colours, a, b, k, n) : g->rgba;
    if (g->speculars != NULL) {
        uint32_t mixed = mix_bytes(g->speculars, a, b, k, n);
        chunk.specular[0] = mixed & 0xFFFFFFu;
        chunk.fog[0] = (uint8_t)(mixed >> 24);
    }
    if (w->with_fog && !w->fog_by_vertex) {
        fx distance = rs_fragment_flat_distance(w->p, chunk.code[0]);
        if (!w->p->flat) { /* near / depth is linear over the screen too */
            uint64_t q = inverse_w_at(draw, a, b, k, n);
            uint64_t d = ((uint64_t)w->p->near_plane << 29) / (q == 0 ? 1u : q);
            distance = d > INT32_MAX ? INT32_MAX : (fx)d;
        }
        chunk.fog[0] = rs_fog_at(w->p->state.fog.fog, distance);
    }
    if (rs_fragment_start(w, &chunk)) rs_fragment_finish(w, &chunk);
}

/* Bresenham between the pixels of both ends, ordered so that both directions give the same pixels. */
void rs_fragment_line(const rs_draw *draw, const rs_item *item, const rs_band *band,
                      rs_merge_function merge) {
    rs_fragment_work w;
    uint32_t a = item->a, b = item->b;
    const rs_vertex *va = &draw->vertices[a], *vb = &draw->vertices[b];
    int32_t x0 = fx_sra32(va->x, 4), y0 = fx_sra32(va->y, 4), x1 = fx_sra32(vb->x, 4),
            y1 = fx_sra32(vb->y, 4), length, rise;
    bool steep = (y1 > y0 ? y1 - y0 : y0 - y1) > (x1 > x0 ? x1 - x0 : x0 - x1);
    if (steep ? y1 < y0 : x1 < x0) {
        int32_t x = x0, y = y0;
        uint32_t i = a;
        x0 = x1, y0 = y1, x1 = x, y1 = y, a = b, b = i;
    }
    length = steep ? y1 - y0 : x1 - x0;
    rise = steep ? x1 - x0 : y1 - y0;
    work_begin(&w, draw, item, band, merge, false);
    for (int32_t k = 0; k <= length; k++) {
        if ((item->colour & RS_ITEM_OPEN) != 0 && k == (b == item->b ? length : 0)) continue;
        int32_t size = rise < 0 ? -rise : rise,
                step = length == 0 ? 0 : (2 * k * size + length) / (2 * length);
        if (rise < 0) step = -step;
        draw_spot(&w, &(line_place){a, b, k, length == 0 ? 1 : length}, steep ? x0 + step : x0 + k,
                  steep ? y0 + k : y0 + step);
    }
}

/* A square of 1..16 pixels about the vertex. */
void rs_fragment_point(const rs_draw *draw, const rs_item *item, const rs_band *band,
                       rs_merge_function merge) {
    rs_fragment_work w;
    const rs_fragment *g = draw->flat.part.fragment;
    const rs_vertex *v = &draw->vertices[item->a];
    int32_t size = g->sizes != NULL ? g->sizes[item->a] : g->size, x0, y0;
    size = (size + 8) >> 4;
    size = size < 1 ? 1 : size > 16 ? 16 : size;
    x0 = fx_sra32(v->x - 8 * (size - 1), 4);
    y0 = fx_sra32(v->y - 8 * (size - 1), 4);
    work_begin(&w, draw, item, band, merge, false);
    const line_place corner = {item->a, item->a, 0, 1};
    for (int32_t y = y0; y < y0 + size; y++) {
        for (int32_t x = x0; x < x0 + size; x++) draw_spot(&w, &corner, x, y);
    }
}
