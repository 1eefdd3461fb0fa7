/* Inverse lerp, weighted means, grids, triangles and tables. */
#include "fixedmath/interpolate.h"

uint32_t color_lerp(uint32_t a, uint32_t b, uf16 t) {
    uint32_t out = 0;

    for (int shift = 0; shift < 32; shift += 8) {
        out |= (uint32_t)fx_lerp((fx)((a >> shift) & 255u), (fx)((b >> shift) & 255u), t) << shift;
    }
    return out;
}

/* n / d as Q16, nearest, ties away, saturating, for differences of fx. */
static fx ratio(int64_t n, int64_t d) {
    uint64_t top = fx_magnitude64(n) << 16, bottom = fx_magnitude64(d), q = (top + bottom / 2) / bottom;

    return fx_with_sign(q > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)q, (n ^ d) < 0 ? -1 : 1);
}

bool fx_inverse_lerp(fx a, fx b, fx x, fx *t) {
    *t = a == b ? 0 : ratio((int64_t)x - a, (int64_t)b - a);
    return a != b;
}

bool fx_inverse_lerp01(fx a, fx b, fx x, uf16 *t) {
    fx wide;
    bool ok = fx_inverse_lerp(a, b, x, &wide);

    *t = uf16_clamp(wide);
    return ok;
}

fx fx_remap(fx x, fx a0, fx a1, fx b0, fx b1) {
    int64_t range = (int64_t)a1 - a0, offset = (int64_t)x - a0, width = (int64_t)b1 - b0;
    uint64_t way, bottom = fx_magnitude64(range), q;

    if (range == 0) return b0;
    /* offset width / range: both factors have up to 32 bits, so the product fits, and the half of the divisor
     * too */
    way = fx_magnitude64(offset) * fx_magnitude64(width);
    q = (way + bottom / 2) / bottom;
    q = q > (uint64_t)1 << 33 ? (uint64_t)1 << 33 : q;
    return fx_sat64((offset ^ width ^ range) < 0 ? b0 - (int64_t)q : b0 + (int64_t)q);
}

fx fx_weighted(const fx *values, const uf16 *weights, size_t n) {
    int64_t sum = 0, left = 65536;

    for (size_t i = 0; i < n; i++) {
        int64_t weight = i + 1 == n ? left : (int64_t)weights[i];

        sum = fx_wrap_add64(sum, values[i] * weight);
        left -= weight;
    }
    return fx_sat64(fx_rshr64(sum, 16));
}

vec3 v3_weighted(const vec3 *values, const uf16 *weights, size_t n) {
    int64_t x = 0, y = 0, z = 0, left = 65536;

    for (size_t i = 0; i < n; i++) {
        int64_t weight = i + 1 == n ? left : (int64_t)weights[i];

        x = fx_wrap_add64(x, values[i].x * weight);
        y = fx_wrap_add64(y, values[i].y * weight);
        z = fx_wrap_add64(z, values[i].z * weight);
        left -= weight;
    }
    return (vec3){fx_sat64(fx_rshr64(x, 16)), fx_sat64(fx_rshr64(y, 16)), fx_sat64(fx_rshr64(z, 16))};
}

/* --- surfaces --------------------------------------------------------------------------------- */

fx fx_bilinear(fx a, fx b, fx c, fx d, uf16 u, uf16 v) {
    return fx_lerp(fx_lerp(a, b, u), fx_lerp(c, d, u), v);
}

void bilinear_weights(uf16 u, uf16 v, uf16 weight[4]) {
    uint64_t x = u > UF16_ONE ? UF16_ONE : u, y = v > UF16_ONE ? UF16_ONE : v;

    weight[3] = (uf16)((x * y + 32768) >> 16);
    weight[1] = (uf16)x - weight[3];
    weight[2] = (uf16)y - weight[3];
    weight[0] = UF16_ONE - weight[1] - (uf16)y;
}

static int32_t grid_index(int32_t i, int32_t n, bool wrap) {
    return wrap ? int_floormod(i, n) : int_clamp(i, 0, n - 1);
}

fx height_grid_sample(const height_grid *grid, fx x, fx y) {
    int32_t i = fx_to_int_floor(x), j = fx_to_int_floor(y);
    int32_t x0 = grid_index(i, grid->width, grid->wrap), x1 = grid_index(i + 1, grid->width, grid->wrap);
    int32_t y0 = grid_index(j, grid->depth, grid->wrap), y1 = grid_index(j + 1, grid->depth, grid->wrap);
    const fx *row0 = grid->height + (ptrdiff_t)y0 * grid->stride,
             *row1 = grid->height + (ptrdiff_t)y1 * grid->stride;

    return fx_bilinear(row0[x0], row0[x1], row1[x0], row1[x1], (uf16)fx_fraction(x), (uf16)fx_fraction(y));
}

/* Twice the signed area, Q32.32; differences saturate to fx first, and an area that takes more than 63 bits
 * becomes the largest. */
static int64_t area2(vec2 a, vec2 b, vec2 c) {
    vec2 u = v2_subs(b, a), v = v2_subs(c, a);
    int64_t left = fx_wide(u.x, v.y), right = fx_wide(u.y, v.x);

    if (fx_sra64(left, 1) - fx_sra64(right, 1) > INT64_MAX / 2) return INT64_MAX;
    if (fx_sra64(left, 1) - fx_sra64(right, 1) < -(INT64_MAX / 2)) return -INT64_MAX;
    return left - right;
}

bool barycentric(vec2 a, vec2 b, vec2 c, vec2 p, int32_t weight[3]) {
    int64_t total = area2(a, b, c), wb = area2(a, p, c), wc = area2(a, b, p);
    int shift;

    weight[0] = 65536;
    weight[1] = weight[2] = 0;
    if (total == 0) return false;
    /* quotients of 64-bit numbers in Q16: scale so that numerators keep 16 bits of room */
    shift = 17 - fx_clz64(fx_magnitude64(total) | fx_magnitude64(wb) | fx_magnitude64(wc));
    if (shift > 0) {
        total = fx_rshr64(total, shift);
        wb = fx_rshr64(wb, shift);
        wc = fx_rshr64(wc, shift);
        if (total == 0) return false;
    }
    weight[1] = ratio(wb, total);
    weight[2] = ratio(wc, total);
    weight[0] = fx_sat64((int64_t)65536 - weight[1] - weight[2]);
    return true;
}

void table_find(const fx *position, size_t n, fx x, size_t *index, uf16 *fraction) {
    size_t lo = 0, hi = n - 1;

    *fraction = 0;
    if (n == 0 || x < position[0]) {
        *index = 0;
        return;
    }
    if (x >= position[n - 1]) {
        *index = n - 1;
        return;
    }
    while (hi - lo > 1) {
        size_t middle = lo + (hi - lo) / 2;

        if (position[middle] <= x) {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    *index = lo;
    (void)fx_inverse_lerp01(position[lo], position[lo + 1], x, fraction);
}

fx table_linear(const fx *position, const fx *value, size_t n, fx x) {
    size_t i;
    uf16 t;

    table_find(position, n, x, &i, &t);
    return t == 0 ? value[i] : fx_lerp(value[i], value[i + 1], t);
}

/* Slope at key i times `width`: difference of the neighbours, one-sided at the ends. */
static fx key_slope(const fx *position, const fx *value, size_t n, size_t i, fx width) {
    size_t before = i > 0 ? i - 1 : 0, after = i + 1 < n ? i + 1 : i;
    fx run = fx_subs(position[after], position[before]);

    return run == 0 ? 0 : fx_muldiv(fx_subs(value[after], value[before]), width, run);
}

fx table_hermite(const fx *position, const fx *value, size_t n, fx x) {
    size_t i;
    uf16 t;
    int64_t u, u2, u3, sum;
    fx width, m0, m1;

    table_find(position, n, x, &i, &t);
    if (t == 0) return value[i];
    width = fx_subs(position[i + 1], position[i]);
    m0 = key_slope(position, value, n, i, width);
    m1 = key_slope(position, value, n, i + 1, width);
    u = (int64_t)t;
    u2 = u * u;         /* Q32 */
    u3 = (u2 >> 4) * u; /* Q44 */
    u2 <<= 12;          /* Q44 */
    u <<= 28;
    /* (2 u^3 - 3 u^2)(p0 - p1) + p0 + (u^3 - 2 u^2 + u) m0 + (u^3 - u^2) m1 with weights in Q28 */
    sum = (fx_rshr64(2 * u3 - 3 * u2, 16)) * ((int64_t)value[i] - value[i + 1]);
    sum += fx_rshr64(u3 - 2 * u2 + u, 16) * m0 + fx_rshr64(u3 - u2, 16) * m1;
    return fx_sat64(value[i] + fx_rshr64(sum, 28));
}
