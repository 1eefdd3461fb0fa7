/* Products, lengths, normalisation and interpolation of vectors. */
#include "fixedmath/vector.h"

/* this file defines the functions themselves, not the reporting macros of vector.h */
#undef v3_normalize
#undef v3_normalize_dir30
#undef v3_normalize_nrm

/* --- sums of products, rounded once ----------------------------------------------------------- */

/* Sum of up to four products, nearest, saturating. High and low parts are summed apart, so nothing wraps. */
static fx sum_products(const int64_t *product, int n) {
    int64_t high = 0, low = 0x8000;

    for (int i = 0; i < n; i++) {
        high += fx_sra64(product[i], 16);
        low += product[i] & 0xFFFF;
    }
    return fx_sat64(high + fx_sra64(low, 16));
}

fx v2_dot(vec2 a, vec2 b) {
    int64_t p[2] = {fx_wide(a.x, b.x), fx_wide(a.y, b.y)};

    return sum_products(p, 2);
}

/* a b - c d, nearest, saturating. The one product that cannot be negated within int64_t is still exact. */
static fx difference_of_products(fx a, fx b, fx c, fx d) {
    int64_t p = fx_wide(a, b), q = fx_wide(c, d);

    return fx_sat64(fx_sra64(p, 16) - fx_sra64(q, 16) + fx_sra64((p & 0xFFFF) - (q & 0xFFFF) + 0x8000, 16));
}

fx v2_cross(vec2 a, vec2 b) { return difference_of_products(a.x, b.y, a.y, b.x); }

fx v3_dot(vec3 a, vec3 b) {
    int64_t p[3] = {fx_wide(a.x, b.x), fx_wide(a.y, b.y), fx_wide(a.z, b.z)};

    return sum_products(p, 3);
}

vec3 v3_cross(vec3 a, vec3 b) {
    return (vec3){difference_of_products(a.y, b.z, a.z, b.y), difference_of_products(a.z, b.x, a.x, b.z),
                  difference_of_products(a.x, b.y, a.y, b.x)};
}

fx v3_triple(vec3 a, vec3 b, vec3 c) { return v3_dot(a, v3_cross(b, c)); }

fx v4_dot(vec4 a, vec4 b) {
    int64_t p[4] = {fx_wide(a.x, b.x), fx_wide(a.y, b.y), fx_wide(a.z, b.z), fx_wide(a.w, b.w)};

    return sum_products(p, 4);
}

dir30 dir30_cross(dir30 a, dir30 b) {
    return (dir30){(q30)fx_rshr64(fx_wide(a.y, b.z) - fx_wide(a.z, b.y), 30),
                   (q30)fx_rshr64(fx_wide(a.z, b.x) - fx_wide(a.x, b.z), 30),
                   (q30)fx_rshr64(fx_wide(a.x, b.y) - fx_wide(a.y, b.x), 30)};
}

/* --- limits and interpolation ----------------------------------------------------------------- */

static fx lerp(fx a, fx b, uf16 t) {
    return (fx)(a + fx_rshr64(((int64_t)b - a) * (int64_t)(t > UF16_ONE ? UF16_ONE : t), 16));
}

vec2 v2_lerp(vec2 a, vec2 b, uf16 t) { return (vec2){lerp(a.x, b.x, t), lerp(a.y, b.y, t)}; }

vec3 v3_lerp(vec3 a, vec3 b, uf16 t) {
    return (vec3){lerp(a.x, b.x, t), lerp(a.y, b.y, t), lerp(a.z, b.z, t)};
}

vec4 v4_lerp(vec4 a, vec4 b, uf16 t) {
    return (vec4){lerp(a.x, b.x, t), lerp(a.y, b.y, t), lerp(a.z, b.z, t), lerp(a.w, b.w, t)};
}

vec2 v2_clamp(vec2 a, vec2 lo, vec2 hi) {
    return (vec2){fx_clamp(a.x, lo.x, hi.x), fx_clamp(a.y, lo.y, hi.y)};
}

vec3 v3_clamp(vec3 a, vec3 lo, vec3 hi) {
    return (vec3){fx_clamp(a.x, lo.x, hi.x), fx_clamp(a.y, lo.y, hi.y), fx_clamp(a.z, lo.z, hi.z)};
}

static bool near(fx a, fx b, fx tolerance) {
    int64_t difference = (int64_t)a - b;

    return difference <= tolerance && difference >= -(int64_t)tolerance;
}

bool v2_near(vec2 a, vec2 b, fx tolerance) { return near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance); }

bool v3_near(vec3 a, vec3 b, fx tolerance) {
    return near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance) && near(a.z, b.z, tolerance);
}

/* --- lengths ---------------------------------------------------------------------------------- */

static uint64_t square(fx a) { return (uint64_t)fx_magnitude(a) * fx_magnitude(a); }

uint64_t v2_len2(vec2 a) { return square(a.x) + square(a.y); }

uint64_t v3_len2(vec3 a) { return square(a.x) + square(a.y) + square(a.z); }

uint64_t v2_distance2(vec2 a, vec2 b) { return v2_len2(v2_subs(b, a)); }

uint64_t v3_distance2(vec3 a, vec3 b) { return v3_len2(v3_subs(b, a)); }

fx v2_length(vec2 a) { return fx_hypot2(a.x, a.y); }

fx v3_length(vec3 a) { return fx_hypot3(a.x, a.y, a.z); }

fx v2_distance(vec2 a, vec2 b) { return v2_length(v2_subs(b, a)); }

fx v3_distance(vec3 a, vec3 b) { return v3_length(v3_subs(b, a)); }

/* Four squares of INT32_MIN sum to 2^64: quarters of the squares are compared with the limit first. */
fx v4_length(vec4 a) {
    uint64_t sum = (square(a.x) >> 2) + (square(a.y) >> 2) + (square(a.z) >> 2) + (square(a.w) >> 2);

    if (sum < (uint64_t)1 << 60)
        return (fx)fx_isqrt64_round(square(a.x) + square(a.y) + square(a.z) + square(a.w));
    return FX_MAX;
}

/* The factor max_length / |a| in Q2.30 for a longer vector of this squared length. */
static q30 limit_factor(uint64_t len2, fx max_length) {
    int shift;
    uint32_t y = fx_rsqrt_norm_inline(len2, &shift);

    return (q30)(((uint64_t)(uint32_t)max_length * y) >> (shift - 30));
}

vec2 v2_limit(vec2 a, fx max_length) {
    uint64_t len2 = v2_len2(a);

    if (max_length <= 0) return V2_ZERO;
    return len2 <= square(max_length) ? a : v2_scale_q30(a, limit_factor(len2, max_length));
}

vec3 v3_limit(vec3 a, fx max_length) {
    uint64_t len2 = v3_len2(a);

    if (max_length <= 0) return V3_ZERO;
    return len2 <= square(max_length) ? a : v3_scale_q30(a, limit_factor(len2, max_length));
}

/* --- normalisation ---------------------------------------------------------------------------- */

/* n components times 1/length as Q2.30. The block is shifted so that its largest component has 31 bits. */
static bool normalize_block(const int32_t *a, int n, q30 *unit) {
    uint32_t largest = 0;
    uint64_t sum = 0;
    int32_t scaled[4] = {0, 0, 0, 0};
    int up, shift;
    uint32_t y;

    for (int i = 0; i < n; i++) largest |= fx_magnitude(a[i]);
    if (largest == 0) return false;
    up = fx_clz32(largest) - 2;
    for (int i = 0; i < n; i++) {
        scaled[i] = up >= 0 ? fx_shl32(a[i], up) : fx_rshr32(a[i], -up);
        sum += (uint64_t)fx_wide(scaled[i], scaled[i]);
    }
    y = fx_rsqrt_norm_inline(sum, &shift);
    for (int i = 0; i < n; i++) unit[i] = (q30)fx_rshr64((int64_t)scaled[i] * (int64_t)y, shift - 30);
    return true;
}

/* normalize_block written out for three components, which is the case that renderers call. */
bool v3_normalize_dir30(vec3 a, dir30 *unit) {
    uint32_t largest = fx_magnitude(a.x) | fx_magnitude(a.y) | fx_magnitude(a.z);
    uint64_t half;
    int64_t y;
    int up, shift;

    if (unit == NULL) return false;
    *unit = (dir30){0, 0, 0};
    if (largest == 0) return false;
    up = fx_clz32_nonzero(largest) - 2;
    if (up >= 0) {
        a = (vec3){fx_shl32(a.x, up), fx_shl32(a.y, up), fx_shl32(a.z, up)};
    } else {
        a = (vec3){fx_rshr32(a.x, -up), fx_rshr32(a.y, -up), fx_rshr32(a.z, -up)};
    }
    y = (int64_t)fx_rsqrt_norm_inline((uint64_t)(fx_wide(a.x, a.x) + fx_wide(a.y, a.y) + fx_wide(a.z, a.z)),
                                      &shift);
    shift -= 30;
    half = (uint64_t)1 << (shift - 1);
    *unit =
        (dir30){(q30)fx_sra64(a.x * y + (int64_t)half, shift), (q30)fx_sra64(a.y * y + (int64_t)half, shift),
                (q30)fx_sra64(a.z * y + (int64_t)half, shift)};
    return true;
}

bool v3_normalize(vec3 a, vec3 *unit) {
    dir30 d;
    bool ok = v3_normalize_dir30(a, &d);

    if (unit == NULL) return false;
    *unit = v3_from_dir30(d);
    return ok;
}

bool v3_normalize_nrm(vec3 a, nrm *unit) {
    dir30 d;
    bool ok = v3_normalize_dir30(a, &d);

    if (unit == NULL) return false;
    *unit = nrm_from_dir30(d);
    return ok;
}

vec3 v3_normalize_or(vec3 a, vec3 fallback, fx *length) {
    vec3 unit;
    bool ok = v3_normalize(a, &unit);

    if (length != NULL) *length = v3_length(a);
    return ok ? unit : fallback;
}

bool v2_normalize(vec2 a, vec2 *unit) {
    int32_t in[2] = {a.x, a.y};
    q30 out[2] = {0, 0};
    bool ok = normalize_block(in, 2, out);

    *unit = (vec2){fx_from_q30(out[0]), fx_from_q30(out[1])};
    return ok;
}

bool v4_normalize(vec4 a, vec4 *unit) {
    int32_t in[4] = {a.x, a.y, a.z, a.w};
    q30 out[4] = {0, 0, 0, 0};
    bool ok = normalize_block(in, 4, out);

    *unit = (vec4){fx_from_q30(out[0]), fx_from_q30(out[1]), fx_from_q30(out[2]), fx_from_q30(out[3])};
    return ok;
}

bool v3_normalize_wide(const int64_t a[3], dir30 *unit) {
    uint64_t largest = fx_magnitude64(a[0]) | fx_magnitude64(a[1]) | fx_magnitude64(a[2]);
    int down = 34 - fx_clz64(largest);
    vec3 narrow;

    if (down <= 0) {
        narrow = (vec3){(int32_t)a[0], (int32_t)a[1], (int32_t)a[2]};
    } else {
        narrow = (vec3){(int32_t)fx_rshr64(a[0], down), (int32_t)fx_rshr64(a[1], down),
                        (int32_t)fx_rshr64(a[2], down)};
    }
    return v3_normalize_dir30(narrow, unit);
}

dir30 dir30_renormalize(dir30 a) {
    int64_t len2 = fx_wide(a.x, a.x) + fx_wide(a.y, a.y) + fx_wide(a.z, a.z);
    int64_t k = (3 * ((int64_t)1 << 60) - len2) >> 31; /* (3 - |a|^2)/2 in Q2.30 */

    return (dir30){(q30)fx_rshr64(a.x * k, 30), (q30)fx_rshr64(a.y * k, 30), (q30)fx_rshr64(a.z * k, 30)};
}

bool v4_divide(vec4 a, vec3 *point) {
    if (a.w == 0) {
        *point = v4_xyz(a);
        return false;
    }
    *point = (vec3){fx_div(a.x, a.w), fx_div(a.y, a.w), fx_div(a.z, a.w)};
    return true;
}
