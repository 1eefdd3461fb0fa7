/* Easing curves: polynomials, sines, exponentials, back, elastic, bounce, and Bezier timing. */
#include "fixedmath/angle.h"
#include "fixedmath/exponential.h"
#include "fixedmath/interpolate.h"

/* All inputs and outputs count 1/65536. Products of powers keep 48 bits and are rounded once. */

static int32_t square_in(int64_t t) { return (int32_t)((t * t + 32768) >> 16); }

static int32_t cube_in(int64_t t) { return (int32_t)((t * t * t + ((int64_t)1 << 31)) >> 32); }

static int32_t quart_in(int64_t t) {
    int64_t square = t * t; /* at most 2^32 */

    return (int32_t)((((square >> 1) * (square >> 1)) + ((int64_t)1 << 45)) >> 46);
}

static int32_t sine_in(int64_t t) { return 65536 - fx_sin_lerp((ang32)(((uint64_t)(65536 - t)) << 14)); }

/* 2^(10 (t - 1)), stretched so that it starts at exactly 0. */
static int32_t exponential_in(int64_t t) {
    int64_t raw = fx_exp2((fx)(10 * t - 655360));

    return (int32_t)(((raw - 64) * 65536 + 32736) / 65472);
}

/* t^2 (2.70158 t - 1.70158). */
static int32_t back_in(int64_t t) {
    return (int32_t)fx_rshr64((t * t >> 2) * ((177051 * t >> 16) - 111515), 30);
}

/* -2^(10 (t - 1)) sin((t - 1.075) / 0.3 turns) */
static int32_t elastic_in(int64_t t) {
    fx swing;

    if (t == 0 || t >= 65536) return (int32_t)t;
    swing = fx_sin((ang16)(uint64_t)((t - 70451) * 10 / 3));
    return -fx_mul(fx_exp2((fx)(10 * t - 655360)), swing);
}

static int32_t bounce_out(int64_t t) {
    /* four parabolas 7.5625 (t - c)^2 + h, with c and h in elevenths and sixteenths */
    int64_t c, h;

    if (t * 11 < 4 * 65536) {
        c = 0;
        h = 0;
    } else if (t * 11 < 8 * 65536) {
        c = 393216 / 11;
        h = 49152;
    } else if (t * 11 < 10 * 65536) {
        c = 589824 / 11;
        h = 61440;
    } else {
        c = 688128 / 11;
        h = 64512;
    }
    h += (121 * (t - c) * (t - c) + (1 << 19)) >> 20;
    return (int32_t)(h > 65536 || t >= 65536 ? 65536 : h);
}

static int32_t bounce_in(int64_t t) { return 65536 - bounce_out(65536 - t); }

typedef int32_t (*curve_in)(int64_t t);

/* Variant 0 in, 1 out, 2 in-out: an `in` curve turned about the middle. */
static int32_t turn_curve(curve_in f, int variant, int64_t t) {
    if (variant == 0) return f(t);
    if (variant == 1) return 65536 - f(65536 - t);
    return t < 32768 ? (f(2 * t) + 1) / 2 : 65536 - (f(131072 - 2 * t) + 1) / 2;
}

int32_t ease(ease_curve curve, uf16 parameter) {
    static const curve_in family[] = {square_in,      cube_in, quart_in,   sine_in,
                                      exponential_in, back_in, elastic_in, bounce_in};
    int64_t t = parameter > UF16_ONE ? 65536 : (int64_t)parameter;

    switch (curve) {
    case EASE_SMOOTHSTEP:
        return (int32_t)((t * t * (3 * 65536 - 2 * t) + ((int64_t)1 << 31)) >> 32);
    case EASE_SMOOTHERSTEP: {
        int64_t inner = t * (6 * t - 15 * 65536) + ((int64_t)10 << 32); /* Q32, 1 .. 10 */

        return (int32_t)fx_rshr64(((t * t * t) >> 18) * (inner >> 6), 40);
    }
    default:
        if (curve < EASE_QUADRATIC_IN || curve >= EASE_COUNT) return (int32_t)t;
        return turn_curve(family[(int)(curve - EASE_QUADRATIC_IN) / 3], (int)(curve - EASE_QUADRATIC_IN) % 3,
                          t);
    }
}

fx ease_slope(ease_curve curve, uf16 parameter) {
    int64_t t = parameter > UF16_ONE ? 65536 : (int64_t)parameter, lo, hi;

    switch (curve) {
    case EASE_LINEAR:
        return FX_ONE;
    case EASE_SMOOTHSTEP:
        return (fx)fx_rshr64(6 * t * (65536 - t), 16);
    case EASE_SMOOTHERSTEP:
        return (fx)fx_rshr64(30 * ((t * (65536 - t)) >> 8) * ((t * (65536 - t)) >> 8), 32);
    case EASE_QUADRATIC_IN:
        return (fx)(2 * t);
    case EASE_QUADRATIC_OUT:
        return (fx)(2 * (65536 - t));
    case EASE_QUADRATIC_IN_OUT:
        return (fx)(4 * (t < 32768 ? t : 65536 - t));
    case EASE_CUBIC_IN:
        return (fx)fx_rshr64(3 * t * t, 16);
    case EASE_CUBIC_OUT:
        return (fx)fx_rshr64(3 * (65536 - t) * (65536 - t), 16);
    case EASE_CUBIC_IN_OUT:
        t = t < 32768 ? t : 65536 - t;
        return (fx)fx_rshr64(12 * t * t, 16);
    case EASE_QUARTIC_IN:
        return (fx)fx_rshr64(4 * t * t * t, 32);
    case EASE_QUARTIC_OUT:
        t = 65536 - t;
        return (fx)fx_rshr64(4 * t * t * t, 32);
    case EASE_QUARTIC_IN_OUT:
        t = t < 32768 ? t : 65536 - t;
        return (fx)fx_rshr64(32 * t * t * t, 32);
    default:
        lo = t < 64 ? 0 : t - 64;
        hi = t > 65536 - 64 ? 65536 : t + 64;
        return fx_ratio(ease(curve, (uf16)hi) - ease(curve, (uf16)lo), (int32_t)(hi - lo));
    }
}

/* Bernstein form with the end points 0 and 1, t in Q30; result in Q30 (inner values up to +-8). */
static int64_t bezier_q30(fx a, fx b, int64_t t) {
    int64_t s = Q30_ONE - t, ss = (s * s) >> 30, tt = (t * t) >> 30;

    return fx_rshr64(3 * (((ss * t) >> 30) * a + ((tt * s) >> 30) * b), 16) + ((tt * t) >> 30);
}

int32_t ease_bezier(fx inner1, fx inner2, uf16 t) {
    if (t >= UF16_ONE) return 65536;
    return (int32_t)fx_rshr64(bezier_q30(inner1, inner2, (int64_t)t << 14), 14);
}

int32_t ease_bezier_xy(fx x1, fx y1, fx x2, fx y2, uf16 x) {
    int64_t lo = 0, hi = Q30_ONE, target = (int64_t)x << 14;

    if (x == 0) return 0;
    if (x >= UF16_ONE) return 65536;
    x1 = fx_clamp01(x1);
    x2 = fx_clamp01(x2);
    /* x(t) rises: bisection to 2^-24 keeps steep ends exact where Newton's step would leave the interval */
    for (int i = 0; i < 26; i++) {
        int64_t middle = (lo + hi) / 2;

        if (bezier_q30(x1, x2, middle) < target) {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    return (int32_t)fx_rshr64(bezier_q30(y1, y2, hi), 14);
}
