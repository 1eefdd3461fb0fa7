/* Segments of cubic curves: coefficients, evaluation and conversion. */
#include "fixedmath/spline.h"

/* Control values in Q28. */
static int64_t wide(fx a) { return fx_shl64(a, 12); }

/* a / d for d = 2, 3 or 6, nearest. */
static int64_t share(int64_t a, int64_t d) { return (a + (a < 0 ? -d / 2 : d / 2)) / d; }

static fx narrow(int64_t a) { return fx_sat64(fx_rshr64(a, 12)); }

cubic1 cubic_catmull_rom(fx p0, fx p1, fx p2, fx p3) {
    int64_t a = wide(p0), b = wide(p1), c = wide(p2), d = wide(p3);

    return (cubic1){{b, (c - a) / 2, (2 * a - 5 * b + 4 * c - d) / 2, (3 * b - a - 3 * c + d) / 2}};
}

cubic1 cubic_hermite(fx p0, fx m0, fx p1, fx m1) {
    int64_t a = wide(p0), b = wide(p1), u = wide(m0), v = wide(m1);

    return (cubic1){{a, u, 3 * (b - a) - 2 * u - v, 2 * (a - b) + u + v}};
}

cubic1 cubic_bspline(fx p0, fx p1, fx p2, fx p3) {
    int64_t a = wide(p0), b = wide(p1), c = wide(p2), d = wide(p3);

    return (cubic1){
        {share(a + 4 * b + c, 6), (c - a) / 2, (a - 2 * b + c) / 2, share(d - a + 3 * (b - c), 6)}};
}

cubic1 cubic_bezier(fx b0, fx b1, fx b2, fx b3) {
    int64_t a = wide(b0), b = wide(b1), c = wide(b2), d = wide(b3);

    return (cubic1){{a, 3 * (b - a), 3 * (a - 2 * b + c), d - a + 3 * (b - c)}};
}

cubic1 cubic_bezier2(fx b0, fx b1, fx b2) {
    int64_t a = wide(b0), b = wide(b1), c = wide(b2);

    return (cubic1){{a, 2 * (b - a), a - 2 * b + c, 0}};
}

static int64_t limit_t(uf16 t) { return (int64_t)(t > UF16_ONE ? UF16_ONE : t); }

fx cubic_value(const cubic1 *s, uf16 t) {
    int64_t u = limit_t(t), sum = s->c[3];

    sum = s->c[2] + fx_rshr64(sum * u, 16);
    sum = s->c[1] + fx_rshr64(sum * u, 16);
    return narrow(s->c[0] + fx_rshr64(sum * u, 16));
}

/* a u in Q28, nearest, for 0 <= u <= 65536, in two halves of a, because the factors of the derivatives lift a near
 * 2^49. */
static int64_t times(int64_t a, int64_t u) {
    return fx_sra64(a, 16) * u + (((a & 0xFFFF) * u + 0x8000) >> 16);
}

fx cubic_slope(const cubic1 *s, uf16 t) {
    int64_t u = limit_t(t), sum = 3 * s->c[3];

    sum = 2 * s->c[2] + times(sum, u);
    return narrow(s->c[1] + times(sum, u));
}

fx cubic_bend(const cubic1 *s, uf16 t) { return narrow(2 * s->c[2] + times(6 * s->c[3], limit_t(t))); }

/* --- conversion ------------------------------------------------------------------------------- */

void cubic_to_bezier(const cubic1 *s, fx b[4]) {
    b[0] = narrow(s->c[0]);
    b[1] = narrow(s->c[0] + share(s->c[1], 3));
    b[2] = narrow(s->c[0] + share(2 * s->c[1] + s->c[2], 3));
    b[3] = narrow(s->c[0] + s->c[1] + s->c[2] + s->c[3]);
}

void cubic_to_hermite(const cubic1 *s, fx *p0, fx *m0, fx *p1, fx *m1) {
    *p0 = narrow(s->c[0]);
    *m0 = narrow(s->c[1]);
    *p1 = narrow(s->c[0] + s->c[1] + s->c[2] + s->c[3]);
    *m1 = narrow(s->c[1] + 2 * s->c[2] + 3 * s->c[3]);
}

void cubic_to_catmull_rom(const cubic1 *s, fx p[4]) {
    int64_t p2 = s->c[0] + s->c[1] + s->c[2] + s->c[3];

    p[0] = narrow(p2 - 2 * s->c[1]);
    p[1] = narrow(s->c[0]);
    p[2] = narrow(p2);
    p[3] = narrow(s->c[0] + 2 * (s->c[1] + 2 * s->c[2] + 3 * s->c[3]));
}

void cubic_to_bspline(const cubic1 *s, fx p[4]) {
    int64_t p1 = s->c[0] - share(s->c[2], 3), p0 = p1 + s->c[2] - s->c[1], p2 = p1 + s->c[2] + s->c[1];

    p[0] = narrow(p0);
    p[1] = narrow(p1);
    p[2] = narrow(p2);
    p[3] = narrow(6 * s->c[3] + p0 - 3 * p1 + 3 * p2);
}

/* --- tangents and weights --------------------------------------------------------------------- */

/* way (1 - tension)/2; ways beyond 2^32 count as 2^32. */
static fx tangent(int64_t way, fx tension) {
    int64_t limit = UINT32_MAX;

    way = way > limit ? limit : way < -limit ? -limit : way;
    return fx_sat64(fx_rshr64(way * fx_subs(FX_ONE, tension), 17));
}

fx cardinal_tangent(fx before, fx p, fx after, fx tension) {
    (void)p; /* (p - before) + (after - p) */
    return tangent((int64_t)after - before, tension);
}

fx cardinal_tangent_uneven(fx before, fx p, fx after, fx width_before, fx width_after, fx tension) {
    fx left = fx_muldiv(fx_subs(p, before), width_after, width_before);

    return tangent((int64_t)left + after - p, tension);
}

void hermite_weights(uf16 t, q30 weight[4]) {
    int64_t u = limit_t(t), u2 = u * u, u3 = (u2 >> 2) * u; /* Q16, Q32, Q46 */
    int64_t rise = fx_rshr64(3 * (u2 << 14) - 2 * u3, 16);  /* Q30 */

    weight[0] = (q30)(Q30_ONE - rise);
    weight[1] = (q30)fx_rshr64(u3 - 2 * (u2 << 14) + (u << 30), 16);
    weight[2] = (q30)rise;
    weight[3] = (q30)fx_rshr64(u3 - (u2 << 14), 16);
}

fx hermite_apply(const q30 weight[4], fx p0, fx m0, fx p1, fx m1) {
    return fx_sat64(fx_rshr64(
        fx_mad(fx_mad(fx_mad(fx_wide(weight[0], p0), weight[1], m0), weight[2], p1), weight[3], m1), 30));
}

const int8_t catmull_rom_quarters[3][4] = {{-9, 111, 29, -3}, {-8, 72, 72, -8}, {-3, 29, 111, -9}};

void bspline_weights(uf16 t, q30 weight[4]) {
    int64_t u = limit_t(t), r = 65536 - u;
    int64_t r3 = r * r * r, u2 = u * u, u3 = u2 * u; /* Q48 */
    int64_t one = (int64_t)1 << 48;

    weight[0] = (q30)(r3 / (6 * (int64_t)262144));
    weight[1] = (q30)((3 * u3 - 6 * (u2 << 16) + 4 * one) / (6 * (int64_t)262144));
    weight[3] = (q30)(u3 / (6 * (int64_t)262144));
    weight[2] = Q30_ONE - weight[0] - weight[1] - weight[3];
}

/* --- Bezier ----------------------------------------------------------------------------------- */

fx bezier_de_casteljau(fx b0, fx b1, fx b2, fx b3, uf16 t) {
    int64_t u = limit_t(t), p[4] = {wide(b0), wide(b1), wide(b2), wide(b3)};

    for (int round = 3; round > 0; round--) {
        for (int i = 0; i < round; i++) p[i] += fx_rshr64((p[i + 1] - p[i]) * u, 16);
    }
    return narrow(p[0]);
}

void bezier_split(const fx b[4], uf16 t, fx left[4], fx right[4]) {
    int64_t u = limit_t(t), p[4] = {wide(b[0]), wide(b[1]), wide(b[2]), wide(b[3])};

    left[0] = b[0];
    right[3] = b[3];
    for (int round = 3; round > 0; round--) {
        for (int i = 0; i < round; i++) p[i] += fx_rshr64((p[i + 1] - p[i]) * u, 16);
        left[4 - round] = narrow(p[0]);
        right[round - 1] = narrow(p[round - 1]);
    }
}

void bezier_elevate(const fx quadratic[3], fx b[4]) {
    b[0] = quadratic[0];
    b[1] = narrow(share(wide(quadratic[0]) + 2 * wide(quadratic[1]), 3));
    b[2] = narrow(share(wide(quadratic[2]) + 2 * wide(quadratic[1]), 3));
    b[3] = quadratic[2];
}

void bezier_bounds(const fx b[4], fx *lo, fx *hi) {
    *lo = fx_min(fx_min(b[0], b[1]), fx_min(b[2], b[3]));
    *hi = fx_max(fx_max(b[0], b[1]), fx_max(b[2], b[3]));
}

/* --- two and three components ----------------------------------------------------------------- */

vec2 cubic2_value(const cubic2 *s, uf16 t) { return (vec2){cubic_value(&s->x, t), cubic_value(&s->y, t)}; }

vec2 cubic2_slope(const cubic2 *s, uf16 t) { return (vec2){cubic_slope(&s->x, t), cubic_slope(&s->y, t)}; }

vec3 cubic3_value(const cubic3 *s, uf16 t) {
    return (vec3){cubic_value(&s->x, t), cubic_value(&s->y, t), cubic_value(&s->z, t)};
}

vec3 cubic3_slope(const cubic3 *s, uf16 t) {
    return (vec3){cubic_slope(&s->x, t), cubic_slope(&s->y, t), cubic_slope(&s->z, t)};
}

vec3 cubic3_bend(const cubic3 *s, uf16 t) {
    return (vec3){cubic_bend(&s->x, t), cubic_bend(&s->y, t), cubic_bend(&s->z, t)};
}

cubic3 cubic3_bezier(vec3 b0, vec3 b1, vec3 b2, vec3 b3) {
    return (cubic3){cubic_bezier(b0.x, b1.x, b2.x, b3.x), cubic_bezier(b0.y, b1.y, b2.y, b3.y),
                    cubic_bezier(b0.z, b1.z, b2.z, b3.z)};
}

cubic3 cubic3_hermite(vec3 p0, vec3 m0, vec3 p1, vec3 m1) {
    return (cubic3){cubic_hermite(p0.x, m0.x, p1.x, m1.x), cubic_hermite(p0.y, m0.y, p1.y, m1.y),
                    cubic_hermite(p0.z, m0.z, p1.z, m1.z)};
}

/* Powers of the step: value, h c1 + h^2 c2 + h^3 c3, 2 h^2 c2 + 6 h^3 c3, 6 h^3 c3 with h = 2^-k. */
cubic_stepper cubic_stepper_begin(const cubic1 *s, int k) {
    int64_t c1 = fx_shl64(s->c[1], 12), c2 = fx_shl64(s->c[2], 12), c3 = fx_shl64(s->c[3], 12);
    int64_t h1 = fx_rshr64(c1, k), h2 = fx_rshr64(c2, 2 * k), h3 = fx_rshr64(6 * c3, 3 * k);

    return (cubic_stepper){fx_shl64(s->c[0], 12), h1 + h2 + fx_rshr64(c3, 3 * k), 2 * h2 + h3, h3};
}
