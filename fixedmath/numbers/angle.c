/* Conversions of angles, turning, and the trigonometric functions that are not inline. */
#include "fixedmath/angle.h"

/* --- units ------------------------------------------------------------------------------------ */

ang16 ang16_from_degrees(int32_t degrees) {
    int64_t scaled = (int64_t)(degrees % 360) * 65536;

    return (ang16)(uint64_t)((scaled + (scaled < 0 ? -180 : 180)) / 360);
}

ang16 ang16_from_degrees_fx(fx degrees) {
    return (ang16)(uint64_t)(((int64_t)degrees + (degrees < 0 ? -180 : 180)) / 360);
}

ang32 ang32_from_degrees_fx(fx degrees) {
    int64_t scaled = (int64_t)degrees * 65536;

    return (ang32)(uint64_t)((scaled + (scaled < 0 ? -180 : 180)) / 360);
}

/* 2^48 / (2 pi): a radian in 2^-48 turns; the product with an fx counts 2^-64 turns. */
#define TURNS_PER_RADIAN ((int64_t)44798133900177)

ang32 ang32_from_radians(fx radians) {
    uint64_t turns = (uint64_t)(int64_t)radians * (uint64_t)TURNS_PER_RADIAN;

    return (ang32)((turns + 0x80000000u) >> 32);
}

ang16 ang16_from_radians(fx radians) {
    uint64_t turns = (uint64_t)(int64_t)radians * (uint64_t)TURNS_PER_RADIAN;

    return (ang16)((turns + ((uint64_t)1 << 47)) >> 48);
}

ang32 ang32_from_radians_q30(q30 radians) {
    /* 2^32 / (2 pi) = 683565275.576 in Q30.2 times Q2.30 */
    return (ang32)(uint64_t)fx_rshr64((int64_t)radians * 2734261102, 32);
}

fx ang16_to_degrees(ang16 a) { return (fx)(int16_t)a * 360; }

fx ang32_to_degrees(ang32 a) { return (fx)fx_rshr64((int64_t)(int32_t)a * 360, 16); }

/* 2 pi in Q3.29 is 3373259426. */
fx ang16_to_radians(ang16 a) { return (fx)fx_rshr64((int64_t)(int16_t)a * 3373259426, 29); }

fx ang32_to_radians(ang32 a) { return (fx)fx_rshr64((int64_t)(int32_t)a * 1686629713, 44); }

fx fx_reduce_radians(fx radians) { return ang32_to_radians(ang32_from_radians(radians)); }

/* --- differences and turning ------------------------------------------------------------------ */

ang16 ang_lerp(ang16 a, ang16 b, uf16 t) {
    if (t > UF16_ONE) t = UF16_ONE;
    return (ang16)(a + (uint32_t)(uint64_t)fx_rshr64((int64_t)ang_diff(a, b) * (int64_t)t, 16));
}

ang32 ang32_lerp(ang32 a, ang32 b, uf16 t) {
    if (t > UF16_ONE) t = UF16_ONE;
    return a + (uint32_t)(uint64_t)fx_rshr64((int64_t)ang32_diff(a, b) * (int64_t)t, 16);
}

ang16 ang_approach(ang16 a, ang16 b, uint16_t max_step, bool clockwise) {
    int32_t turn = ang_diff(a, b);
    int32_t limit = max_step > 32767 ? 32767 : max_step;

    if (turn == -32768 && !clockwise) turn = 32768;
    if (turn > limit) turn = limit;
    if (turn < -limit) turn = -limit;
    return (ang16)(a + (uint32_t)turn);
}

bool ang_between(ang16 x, ang16 from, ang16 to) { return (ang16)(x - from) <= (ang16)(to - from); }

bool ang_mean(const ang16 *angles, size_t n, ang16 *mean) {
    int64_t x = 0, y = 0;

    for (size_t i = 0; i < n; i++) {
        x += fx_cos(angles[i]);
        y += fx_sin(angles[i]);
    }
    *mean = ang16_from_ang32(atan2_64(y, x));
    return x != 0 || y != 0;
}

/* --- sine, cosine, tangent -------------------------------------------------------------------- */

fx fx_sin_lerp(ang32 a) {
    uint32_t half = a & 0x7FFFFFFFu;
    uint32_t fold = half > 0x40000000u ? 0x80000000u - half : half;
    const int32_t *entry = &fx_table_sine[fold >> 22];
    int64_t step = (int64_t)(entry[1] - entry[0]) * (int64_t)(fold & 0x3FFFFFu);
    fx magnitude = (entry[0] + (int32_t)fx_sra64(step, 22) + (1 << 13)) >> 14;

    return (a & 0x80000000u) != 0 ? -magnitude : magnitude;
}

fx fx_cos_lerp(ang32 a) { return fx_sin_lerp(a + ANG32_90); }

q30 q30_sin(ang32 a) {
    uint32_t half = a & 0x7FFFFFFFu;
    int32_t u = (int32_t)(half > 0x40000000u ? 0x80000000u - half : half);
    int32_t square = q30_mul(u, u);
    q30 sum = fx_table_sine_poly[5];
    int64_t wide;

    sum = fx_table_sine_poly[4] + q30_mul(sum, square);
    sum = fx_table_sine_poly[3] + q30_mul(sum, square);
    sum = fx_table_sine_poly[2] + q30_mul(sum, square);
    sum = fx_table_sine_poly[1] + q30_mul(sum, square);
    /* the last two steps keep two more bits */
    wide = fx_sra64((int64_t)fx_table_sine_poly[0] * Q30_ONE + (int64_t)sum * square, 28);
    sum = (q30)fx_rshr64(wide * u, 32);
    return (a & 0x80000000u) != 0 ? -sum : sum;
}

q30 q30_cos(ang32 a) { return q30_sin(a + ANG32_90); }

void q30_sincos(ang32 a, q30 *sine, q30 *cosine) {
    *sine = q30_sin(a);
    *cosine = q30_sin(a + ANG32_90);
}

fx fx_tan(ang16 a) {
    q30 sine, cosine;

    FX_REPORT(a == ANG16_90 || a == ANG16_270, "fx_tan: right angle");
    if (a == ANG16_90) return INT32_MAX;
    if (a == ANG16_270) return -INT32_MAX;
    q30_sincos((ang32)a << 16, &sine, &cosine);
    return fx_div(sine, cosine);
}

fx fov_focal(ang16 fov) {
    q30 sine, cosine;
    ang32 half;

    if (fov < ANG16_DEGREES(1)) fov = ANG16_DEGREES(1);
    if (fov > ANG16_DEGREES(179)) fov = ANG16_DEGREES(179);
    half = (ang32)fov << 15;
    q30_sincos(half, &sine, &cosine);
    return fx_div(cosine, sine);
}

/* --- inverse functions ------------------------------------------------------------------------ */

/* atan(low / high) for low <= high, high > 0, as ang32: 0 .. 2^29. */
static uint32_t atan_octant(uint32_t low, uint32_t high) {
    int zeros = fx_clz32_nonzero(high);
    uint32_t ratio = (uint32_t)(((uint64_t)low * fx_recip_mantissa(high << zeros)) >> (32 - zeros));
    uint32_t fraction = ratio & 0x1FFFFFu;
    const int32_t *entry;

    if (low == high) return 0x20000000u;
    if (ratio >= 0x40000000u) return 0x20000000u;
    entry = &fx_table_atan[ratio >> 21];
    return (uint32_t)entry[0] +
           (uint32_t)(((uint64_t)(uint32_t)(entry[1] - entry[0]) * fraction + (1u << 20)) >> 21);
}

ang32 atan2_32(int32_t y, int32_t x) {
    uint32_t a = fx_magnitude(x), b = fx_magnitude(y), angle;

    if ((a | b) == 0) return 0;
    angle = b <= a ? atan_octant(b, a) : 0x40000000u - atan_octant(a, b);
    if (x < 0) angle = 0x80000000u - angle;
    return y < 0 ? 0u - angle : angle;
}

ang16 atan2_16(int32_t y, int32_t x) { return ang16_from_ang32(atan2_32(y, x)); }

ang32 atan2_64(int64_t y, int64_t x) {
    int bits = 33 - fx_clz64(fx_magnitude64(y) | fx_magnitude64(x));

    if (bits <= 0) return atan2_32((int32_t)y, (int32_t)x);
    return atan2_32((int32_t)fx_sra64(y, bits), (int32_t)fx_sra64(x, bits));
}

ang16 atan_fx(fx t) { return atan2_16(t, FX_ONE); }

/* sqrt(1 - x^2) in Q2.30 for |x| <= 1: one Newton step of the reciprocal root, relative 2^-17, is fine enough
 * for 16-bit angles because the square is exact. */
static int32_t cosine_partner(fx x) {
    uint32_t square = 0u - (uint32_t)x * (uint32_t)x; /* 2^32 - x^2, where 0 stands for both 0 and 2^32 */
    uint32_t n, y;
    int even;

    if (square == 0) return x == 0 ? Q30_ONE : 0;
    even = fx_clz32_nonzero(square) & ~1;
    n = square << even;
    y = fx_table_rsqrt[(n >> 23) - 128u];
    y = (uint32_t)(((uint64_t)(0xC0000000u - (uint32_t)(((uint64_t)n * (y * y)) >> 32)) * y) >> 15);
    return (int32_t)((uint32_t)(((uint64_t)n * y) >> 32) >> (1 + even / 2));
}

ang16 acos16(fx x) {
    x = x < -FX_ONE ? -FX_ONE : x > FX_ONE ? FX_ONE : x;
    return atan2_16(cosine_partner(x), x * 16384);
}

ang16 asin16(fx x) {
    x = x < -FX_ONE ? -FX_ONE : x > FX_ONE ? FX_ONE : x;
    return atan2_16(x * 16384, cosine_partner(x));
}

static q30 clamp_unit(q30 x) { return x < -Q30_ONE ? -Q30_ONE : x > Q30_ONE ? Q30_ONE : x; }

static int32_t cosine_partner_q30(q30 x) {
    return (int32_t)fx_isqrt64_round(((uint64_t)1 << 60) - (uint64_t)((int64_t)x * x));
}

ang32 acos32(q30 x) {
    x = clamp_unit(x);
    return atan2_32(cosine_partner_q30(x), x);
}

ang32 asin32(q30 x) {
    x = clamp_unit(x);
    return atan2_32(x, cosine_partner_q30(x));
}
