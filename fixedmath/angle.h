/* Binary angles and trigonometry: units, differences, turning, sine to arc tangent. */
#ifndef FIXEDMATH_ANGLE_H
#define FIXEDMATH_ANGLE_H

#include "fixedmath/root.h"

/* An ang16 counts 65536 to the turn, an ang32 2^32; both wrap for free and both can be read as signed (-180
 * .. 180 degrees) by a cast. One unit of ang16 is 0.00549 degree or 9.587e-5 radian.
 *
 *   function               error                              cost (x86-64 instructions)
 *   fx_sin fx_cos          0.81 LSB, mean 0.28                24      table of 256 steps, linear
 *   q14_sin q14_cos        0.57 LSB14                         24
 *   q30_sin q30_cos        2^-28                              51      odd polynomial to u^11
 *   fx_tan                 1 LSB, relative 2^-16 above 1.0    140     one division
 *   atan2_16 atan2_32      0.51 unit, 2^-24 turn              77      reciprocal, table of 512 steps
 *   acos16 asin16          0.51 unit                          121     atan2(sqrt(1 - x^2), x)
 *
 * Bit-exact for every angle: sin(-a) = -sin(a), cos(-a) = cos(a), cos(a) = sin(a + 90), sin(180 - a) =
 * sin(a). */

/* --- units ------------------------------------------------------------------------------------ */

/* Angles from degrees and radians round to nearest and wrap into one turn. Degrees and radians beyond one turn are
 * reduced exactly. */
ang16 ang16_from_degrees(int32_t degrees);
ang16 ang16_from_degrees_fx(fx degrees);
ang32 ang32_from_degrees_fx(fx degrees);
ang16 ang16_from_radians(fx radians);
ang32 ang32_from_radians(fx radians); /* within 2^-31 turn for every fx */
ang32 ang32_from_radians_q30(q30 radians);

/* An angle read as signed: -180 .. 180 (exclusive) degrees or -pi .. pi radians. */
fx ang16_to_degrees(ang16 a);
fx ang16_to_radians(ang16 a);
fx ang32_to_degrees(ang32 a);
fx ang32_to_radians(ang32 a);

/* Any radian value brought into -pi .. pi. */
fx fx_reduce_radians(fx radians);

static inline ang32 ang32_from_ang16(ang16 a) { return (ang32)a << 16; }
static inline ang16 ang16_from_ang32(ang32 a) { return (ang16)((a + 0x8000u) >> 16); } /* nearest */
static inline int16_t ang16_signed(ang16 a) { return (int16_t)a; }
static inline int32_t ang32_signed(ang32 a) { return (int32_t)a; }

/* Angles of old assets with 1024 or 360 units to the turn. */
static inline ang16 ang16_from_1024(int32_t units) { return (ang16)((uint32_t)units << 6); }
static inline ang16 ang16_from_360(int32_t units) { return ang16_from_degrees(units); }

/* --- differences and turning ------------------------------------------------------------------ */

/* b - a the short way round: -32768 .. 32767, exactly opposite gives -32768. */
static inline int16_t ang_diff(ang16 a, ang16 b) { return (int16_t)(uint16_t)(b - a); }
static inline int32_t ang32_diff(ang32 a, ang32 b) { return (int32_t)(b - a); }

/* From a (t = 0) to b (t = 65536) along the short arc, both ends exact; t above 65536 counts as 65536. */
ang16 ang_lerp(ang16 a, ang16 b, uf16 t);
ang32 ang32_lerp(ang32 a, ang32 b, uf16 t);

/* a turned toward b by at most max_step (0 .. 32767), stopping exactly on b. Exactly opposite targets are
 * approached counter-clockwise (increasing angle), or clockwise when `clockwise` is set. */
ang16 ang_approach(ang16 a, ang16 b, uint16_t max_step, bool clockwise);

/* True when x lies on the arc that runs counter-clockwise from `from` to `to`, ends included. */
bool ang_between(ang16 x, ang16 from, ang16 to);

/* Direction of the vector sum of n angles. False (and *mean = 0) when the sum vanishes. */
bool ang_mean(const ang16 *angles, size_t n, ang16 *mean);

/* --- sine, cosine, tangent -------------------------------------------------------------------- */

/* Sine in Q2.30 of a table with linear interpolation; the common core of fx_sin and q14_sin. */
static inline q30 fx_sin_core(ang16 a) {
    uint32_t half = a & 0x7FFFu;
    uint32_t fold = half > 0x4000u ? 0x8000u - half : half;
    const int32_t *entry = &fx_table_sine[fold >> 6];

    return entry[0] + (((entry[1] - entry[0]) * (int32_t)(fold & 63u)) >> 6);
}

static inline fx fx_sin(ang16 a) {
    fx magnitude = (fx_sin_core(a) + (1 << 13)) >> 14;

    return (a & 0x8000u) != 0 ? -magnitude : magnitude;
}

static inline q14 q14_sin(ang16 a) {
    int32_t magnitude = (fx_sin_core(a) + (1 << 15)) >> 16;

    return (q14)((a & 0x8000u) != 0 ? -magnitude : magnitude);
}

static inline fx fx_cos(ang16 a) { return fx_sin((ang16)(a + 0x4000u)); }
static inline q14 q14_cos(ang16 a) { return q14_sin((ang16)(a + 0x4000u)); }

static inline void fx_sincos(ang16 a, fx *sine, fx *cosine) {
    *sine = fx_sin(a);
    *cosine = fx_cos(a);
}

/* Sine of an ang32 from the table of fx_sin with linear interpolation over all bits: 1 LSB. */
fx fx_sin_lerp(ang32 a);
fx fx_cos_lerp(ang32 a);

/* Sine and cosine at working precision, for rotations and long chains; exact at the quarter turns. */
q30 q30_sin(ang32 a);
q30 q30_cos(ang32 a);
void q30_sincos(ang32 a, q30 *sine, q30 *cosine);

/* Tangent, exactly odd. At +-90 degrees it saturates to +-INT32_MAX and reports in debug builds. */
fx fx_tan(ang16 a);

/* Focal length 1 / tan(fov / 2) of a field of view, which is limited to 1..179 degrees. */
fx fov_focal(ang16 fov);

/* --- inverse functions ------------------------------------------------------------------------ */

/* Angle of the vector (x, y), counter-clockwise from +x; only the ratio matters, any integers will do.
 * Exact in the eight compass directions; atan2(0, 0) = 0. */
ang32 atan2_32(int32_t y, int32_t x);
ang16 atan2_16(int32_t y, int32_t x);

/* Angle of a vector with 64-bit components, of which the leading 31 bits are used. */
ang32 atan2_64(int64_t y, int64_t x);

/* atan(t), -90 .. 90 degrees. */
ang16 atan_fx(fx t);

/* acos: 0 .. 32768, asin: -16384 .. 16384 (as ang16). The input is clamped to -1 .. 1. */
ang16 acos16(fx x);
ang16 asin16(fx x);
ang32 acos32(q30 x);
ang32 asin32(q30 x);

#endif
