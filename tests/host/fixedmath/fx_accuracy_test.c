/* Accuracy of the scalar functions against double and 128-bit arithmetic, over sweeps and millions of random
 * inputs. */
#include <math.h>
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/assert.h"
#include "fixedmath/equation.h"
#include "fixedmath/exponential.h"
#include "fixedmath/interpolate.h"
#include "fixedmath/linear.h"
#include "fixedmath/text.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

#define PI 3.14159265358979323846

/* Debug builds run under sanitizers, ten times slower: they take a tenth of the numbers. */
#define MILLION (OX_DEBUG ? 100000 : 1000000)

/* Largest and mean error of a run. */
typedef struct {
    double max, sum;
    long count;
} error_meter;

static void meter(error_meter *m, double error) {
    error = fabs(error);
    m->max = error > m->max ? error : m->max;
    m->sum += error;
    m->count++;
}

static void judge(const char *what, const error_meter *m, double max, double mean) {
    TEST_INFO("%-24s max %.4g (limit %.4g), mean %.4g", what, m->max, max, m->sum / (double)m->count);
    CHECK(m->max <= max);
    CHECK(m->sum / (double)m->count <= mean);
}

__extension__ typedef __int128 wide128;

/* Boundary operands, tried in every pair before the random numbers: the ends of every range and their
 * neighbours. */
static const int32_t boundary[] = {0,
                                   1,
                                   -1,
                                   2,
                                   -2,
                                   3,
                                   -3,
                                   255,
                                   -255,
                                   256,
                                   32767,
                                   32768,
                                   -32768,
                                   -32769,
                                   65535,
                                   -65535,
                                   65536,
                                   -65536,
                                   65537,
                                   -65537,
                                   131071,
                                   131072,
                                   1 << 24,
                                   -(1 << 24),
                                   (1 << 30),
                                   -(1 << 30),
                                   (1 << 30) - 1,
                                   (1 << 30) + 1,
                                   INT32_MAX - 1,
                                   INT32_MAX,
                                   -INT32_MAX,
                                   INT32_MIN};
#define BOUNDARIES ((int)(sizeof boundary / sizeof boundary[0]))

static void draw_pair(rng128 *r, int i, int32_t *a, int32_t *b) {
    *a = i < BOUNDARIES * BOUNDARIES ? boundary[i / BOUNDARIES] : fx_check_any(r);
    *b = i < BOUNDARIES * BOUNDARIES ? boundary[i % BOUNDARIES] : fx_check_any(r);
}

static wide128 magnitude(wide128 a) { return a < 0 ? -a : a; }

/* n / d to nearest, ties away from zero. */
static wide128 nearest(wide128 n, wide128 d) {
    wide128 q = (2 * magnitude(n) + magnitude(d)) / (2 * magnitude(d));

    return (n < 0) != (d < 0) ? -q : q;
}

static int32_t limited(wide128 a) {
    return a > INT32_MAX ? INT32_MAX : a < INT32_MIN ? INT32_MIN : (int32_t)a;
}

/* Products are correctly rounded: 0.5 LSB from the exact result, ties as documented, saturation exact. */
TEST(fx_accuracy_products) {
    rng128 r = rng128_seed(101);
    error_meter product = {0}, quotient = {0}, by_divisor = {0};
    long wrong[7] = {0};

    for (int i = 0; i < 10 * MILLION; i++) {
        int32_t a, b, c = fx_check_any(&r);
        wide128 p, n;
        fx_divisor by;

        draw_pair(&r, i, &a, &b);
        p = (wide128)a * b;
        n = (wide128)a * 65536;
        wrong[0] += fx_mul(a, b) != (int32_t)(uint32_t)(uint64_t)((p + 32768) >> 16) ||
                    fx_mul_split(a, b) != fx_mul(a, b) ||
                    fx_mul_floor(a, b) != (int32_t)(uint32_t)(uint64_t)(p >> 16);
        wrong[1] +=
            fx_muls(a, b) != limited((p + 32768) >> 16) || fx_mul_odd(a, b) != limited(nearest(p, 65536));
        wrong[2] += q30_muls(a, b) != limited((p + (1 << 29)) >> 30);
        wrong[3] += fx_wide(a, b) != p;
        if (p >> 47 == 0 || p >> 47 == -1) meter(&product, (double)fx_mul(a, b) - (double)p / 65536.0);
        if (c != 0) wrong[4] += fx_muldiv(a, b, c) != limited(nearest(p, c));
        if (b == 0) continue;
        by = fx_divisor_make(b);
        wrong[5] += fx_div(a, b) != limited(nearest(n, b)) || fx_ratio(a, b) != fx_div(a, b);
        wrong[6] += fx_div_by(a, &by) != fx_div(a, b);
        if (nearest(n, b) == limited(nearest(n, b))) {
            meter(&quotient, (double)fx_div(a, b) - (double)n / b);
            meter(&by_divisor, (double)fx_div_by(a, &by) - (double)n / b);
        }
    }
    for (int i = 0; i < 7; i++) CHECK_EQ(wrong[i], 0);
    judge("fx_mul, LSB", &product, 0.5, 0.26);
    judge("fx_div, LSB", &quotient, 0.5, 0.26);
    judge("fx_div_by, LSB", &by_divisor, 0.5, 0.26);
}

TEST(fx_accuracy_rounding) {
    rng128 r = rng128_seed(111);
    error_meter narrow = {0}, mean = {0};
    long wrong[6] = {0};

    for (int i = 0; i < 10 * MILLION; i++) {
        int32_t a, b;
        int n = i % 32, from = i / 32 % 32;
        int64_t wide;
        uf16 t = rng128_next(&r) % 65537u;

        draw_pair(&r, i, &a, &b);
        wide = (int64_t)((uint64_t)(uint32_t)a << 32 | (uint32_t)b);
        wrong[0] += fx_rshr32(a, n) != (n == 0 ? a : ((int64_t)a + ((int64_t)1 << (n - 1))) >> n);
        wrong[1] +=
            fx_rshr64(wide, n) != (int64_t)(n == 0 ? wide : ((wide128)wide + ((wide128)1 << (n - 1))) >> n);
        wrong[2] +=
            fx_round(a) !=
                limited(((int64_t)a + 32768 > 0x7FFF0000 ? 0x7FFF0000 : ((int64_t)a + 32768) & ~0xFFFFLL)) ||
            fx_to_int_nearest(a) != (int32_t)(((int64_t)a + 32768) >> 16) ||
            fx_to_int_floor(a) != (int32_t)floor(a / 65536.0) ||
            fx_to_int_ceil(a) != (int32_t)ceil(a / 65536.0) ||
            fx_to_int_truncate(a) != (int32_t)(a / 65536.0);
        wrong[3] += fx_from_q30(a) != (int32_t)(((int64_t)a + 8192) >> 14) ||
                    fx_to_q30(a) != limited((wide128)a * 16384);
        wrong[4] += fx_q_convert(a, from, n) !=
                    limited(n >= from ? (wide128)a * ((wide128)1 << (n - from))
                                      : ((wide128)a + ((wide128)1 << (from - n - 1))) >> (from - n));
        wrong[5] += fx_lerp(a, b, t) != (int32_t)(a + ((((wide128)b - a) * t + 32768) >> 16));
        meter(&narrow, fx_from_q30(a) - a / 16384.0);
        meter(&mean, fx_lerp(a, b, t) - (a + ((double)b - a) * t / 65536.0));
    }
    for (int i = 0; i < 6; i++) CHECK_EQ(wrong[i], 0);
    judge("fx_from_q30, LSB", &narrow, 0.5, 0.26);
    judge("fx_lerp, LSB", &mean, 0.5, 0.26);
}

TEST(fx_accuracy_roots) {
    rng128 r = rng128_seed(102);
    error_meter root = {0}, norm = {0}, fast = {0}, inverse = {0};
    long wrong = 0;
    int shift;

    for (uint64_t x = 0; x < 1 << 24; x++) {
        uint64_t s = fx_isqrt32((uint32_t)x);

        if (s * s > x || (s + 1) * (s + 1) <= x) test_fail(__FILE__, __LINE__, "fx_isqrt32", 0, 1);
    }
    for (uint64_t k = 1; k < 1 << 20; k++) {
        if (fx_isqrt64(k * k - 1) != k - 1 || fx_isqrt64(k * k) != k || fx_isqrt64(k * k + 1) != k)
            test_fail(__FILE__, __LINE__, "fx_isqrt64", 0, 1);
    }
    for (int i = 0; i < 10 * MILLION; i++) {
        int32_t x = i < BOUNDARIES ? boundary[i] : fx_check_positive(&r), s;
        uint64_t y = ((uint64_t)rng128_next(&r) << 32 | rng128_next(&r)) >> (i & 63);

        if (x < 0) continue;
        s = fx_sqrt(x);
        meter(&root, s - sqrt(x * 65536.0));
        /* nearest: (s - 1/2)^2 <= 65536 x < (s + 1/2)^2, in quarters */
        wrong += (2 * (int64_t)s - 1) * (2 * (int64_t)s - 1) > ((int64_t)x << 18) && s != 0;
        wrong += (2 * (int64_t)s + 1) * (2 * (int64_t)s + 1) <= ((int64_t)x << 18);
        if (y == 0 || x == 0) continue;
        meter(&norm, (double)fx_rsqrt_norm(y, &shift) / ldexp(1.0, shift) * sqrt((double)y) - 1.0);
        meter(&fast, (double)fx_rsqrt_fast(y, &shift) / ldexp(1.0, shift) * sqrt((double)y) - 1.0);
        meter(&inverse, fx_rsqrt(x) - 16777216.0 / sqrt(x));
    }
    CHECK_EQ(wrong, 0);
    judge("fx_sqrt, LSB", &root, 0.5, 0.26);
    judge("fx_rsqrt_norm, relative", &norm, ldexp(1, -28), ldexp(1, -30));
    judge("fx_rsqrt_fast, relative", &fast, ldexp(1, -16), ldexp(1, -17));
    judge("fx_rsqrt, LSB", &inverse, 1.0, 0.3);
}

TEST(fx_accuracy_reciprocals) {
    rng128 r = rng128_seed(103);
    error_meter norm = {0}, fast = {0}, whole = {0}, quotient = {0};
    int shift;

    for (int i = 0; i < 10 * MILLION; i++) {
        uint32_t x = rng128_next(&r) >> (i & 31);
        int32_t y, a;
        double exact;

        draw_pair(&r, i, &a, &y);

        if (x == 0 || y == 0) continue;
        meter(&norm, (double)fx_recip_norm(x, &shift) / ldexp(1.0, shift) * x - 1.0);
        meter(&fast, (double)fx_recip_fast(x, &shift) / ldexp(1.0, shift) * x - 1.0);
        if (y > 2 || y < -2) meter(&whole, fx_recip(y) - 4294967296.0 / y);
        exact = a * 65536.0 / y;
        if (fabs(exact) < INT32_MAX)
            meter(&quotient, (fx_div_fast(a, y) - exact) / fmax(2.0, fabs(exact) * ldexp(1, -28)));
    }
    judge("fx_recip_norm, relative", &norm, ldexp(1, -29), ldexp(1, -31));
    judge("fx_recip_fast, relative", &fast, ldexp(1, -17), ldexp(1, -19));
    judge("fx_recip, LSB", &whole, 1.0, 0.3);
    judge("fx_div_fast, of limit", &quotient, 1.0, 0.5);
}

TEST(fx_accuracy_trigonometry) {
    error_meter sine = {0}, stored = {0}, fine = {0}, small = {0}, steep = {0}, arc16 = {0}, arc32 = {0},
                arccos = {0}, cosine = {0}, interpolated = {0};
    rng128 r = rng128_seed(104);

    for (int i = 0; i < 65536; i++) {
        double t = tan(i * PI / 32768) * 65536.0;

        meter(&sine, fx_sin((ang16)i) - 65536.0 * sin(i * PI / 32768));
        meter(&cosine, fx_cos((ang16)i) - 65536.0 * cos(i * PI / 32768));
        meter(&stored, q14_sin((ang16)i) - 16384.0 * sin(i * PI / 32768));
        if (i == 16384 || i == 49152) continue;
        if (fabs(t) <= 65536.0) {
            meter(&small, fx_tan((ang16)i) - t);
        } else {
            meter(&steep, fx_tan((ang16)i) / t - 1.0);
        }
    }
    for (uint32_t i = 0; i < 1000000; i++) {
        ang32 a = i * 4093u;

        meter(&fine,
              q30_sin(a) / 1073741824.0 - (double)sinl((long double)a * (long double)PI / 2147483648.0L));
    }
    for (int i = 0; i < 10 * MILLION; i++) {
        int32_t y, x;
        double turns, off;

        draw_pair(&r, i, &y, &x);
        turns = atan2(y, x) / (2 * PI);
        if (x == 0 && y == 0) continue;
        off = atan2_32(y, x) / 4294967296.0 - turns;
        meter(&arc32, off - floor(off + 0.5));
        off = atan2_16(y, x) / 65536.0 - turns;
        meter(&arc16, 65536.0 * (off - floor(off + 0.5)));
    }
    for (int i = 0; i < 10 * MILLION; i++) {
        ang32 a = rng128_next(&r);

        meter(&interpolated, fx_sin_lerp(a) - 65536.0 * sin(a * (PI / 2147483648.0)));
    }
    for (int x = -65536; x <= 65536; x++) {
        meter(&arccos, acos16(x) - acos(x / 65536.0) * 32768.0 / PI);
        meter(&arccos, (int16_t)asin16(x) - asin(x / 65536.0) * 32768.0 / PI);
    }
    judge("fx_sin, LSB", &sine, 1.0, 0.30);
    judge("fx_cos, LSB", &cosine, 1.0, 0.30);
    judge("fx_sin_lerp, LSB", &interpolated, 1.0, 0.30);
    judge("q14_sin, LSB14", &stored, 0.6, 0.26);
    judge("q30_sin", &fine, ldexp(1, -23), ldexp(1, -26));
    judge("fx_tan below 1, LSB", &small, 1.0, 0.26);
    judge("fx_tan above, relative", &steep, ldexp(1, -16), ldexp(1, -18));
    judge("atan2_16, units", &arc16, 0.55, 0.26);
    judge("atan2_32, turns", &arc32, ldexp(1, -23), ldexp(1, -26));
    judge("acos16 asin16, units", &arccos, 0.6, 0.26);
}

TEST(fx_accuracy_exponentials) {
    error_meter log_2 = {0}, log_e = {0}, log_10 = {0}, small = {0}, large = {0}, natural = {0},
                natural_large = {0};
    error_meter power = {0}, tiny = {0}, loop = {0}, lobe = {0}, gain = {0}, gain_high = {0}, curve = {0};
    rng128 r = rng128_seed(105);

    for (int i = 0; i < 10 * MILLION; i++) {
        int32_t x = i < BOUNDARIES && boundary[i] > 0 ? boundary[i] : fx_check_positive(&r) | 1;
        int32_t y = fx_check_between(&r, FX(-128), FX(128));
        double exact;

        meter(&log_2, fx_log2(x) - 65536.0 * log2(x / 65536.0));
        meter(&log_e, fx_ln(x) - 65536.0 * log(x / 65536.0));
        meter(&log_10, fx_log10(x) - 65536.0 * log10(x / 65536.0));
        if (i % 5 != 0) continue;
        exact = pow(x / 65536.0, y / 65536.0);
        if (exact < 32767.9 && exact >= 1.0 / 256)
            meter(&power, fmin(fabs(fx_pow(x, y) / exact / 65536.0 - 1.0),
                               fabs(fx_pow(x, y) - exact * 65536.0) <= 1.0 ? 0 : 1));
        if (exact < 1.0 / 256) meter(&tiny, fx_pow(x, y) - exact * 65536.0);
    }
    for (fx x = FX(-20); x < FX(15); x++) {
        double exact = 65536.0 * exp2(x / 65536.0);

        if (exact < 4 * 65536) {
            meter(&small, fx_exp2(x) - exact);
        } else {
            meter(&large, fx_exp2(x) / exact - 1.0);
        }
    }
    for (fx x = FX(-11); x < FX(10.39); x++) {
        double exact = 65536.0 * exp(x / 65536.0);

        if (exact < 65536) {
            meter(&natural, fx_exp(x) - exact);
        } else {
            meter(&natural_large, fx_exp(x) / exact - 1.0);
        }
    }
    for (fx x = 655; x < FX(100); x += 65) {
        double off = fx_exp(fx_ln(x)) - x;

        meter(&loop, fabs(off) <= 2.0 ? 0 : off / x);
    }
    for (fx x = 0; x <= FX_ONE; x += 7)
        meter(&lobe, fx_powi01(x, (unsigned)(x % 257)) - 65536.0 * pow(x / 65536.0, x % 257));
    for (fx x = FX(-90); x < FX(24); x += 11) {
        double exact = 65536.0 * pow(10.0, x / 65536.0 / 20.0);

        if (x <= 0) {
            meter(&gain, db_to_gain(x) - exact);
        } else {
            meter(&gain_high, db_to_gain(x) / exact - 1.0);
        }
    }
    for (fx x = FX(-16); x < FX(16); x += 3) {
        meter(&curve, fx_logistic(x) - 65536.0 / (1.0 + exp(-x / 65536.0)));
        meter(&curve, fx_tanh(x) - 65536.0 * tanh(x / 65536.0));
    }
    judge("fx_log2, LSB", &log_2, 1.0, 0.26);
    judge("fx_ln, LSB", &log_e, 1.0, 0.27);
    judge("fx_log10, LSB", &log_10, 1.0, 0.26);
    judge("fx_exp2 below 4, LSB", &small, 1.0, 0.26);
    judge("fx_exp2 above, relative", &large, ldexp(1, -18), 1);
    judge("fx_exp below 1, LSB", &natural, 1.0, 0.3);
    judge("fx_exp above, relative", &natural_large, ldexp(1, -16), 1);
    judge("fx_pow, relative", &power, ldexp(1, -16), 1);
    judge("fx_pow tiny, LSB", &tiny, 1.0, 1);
    judge("exp(ln x), relative", &loop, ldexp(1, -15), 1);
    judge("fx_powi01, LSB", &lobe, 1.0, 0.3);
    judge("db_to_gain, LSB", &gain, 1.0, 0.3);
    judge("db_to_gain above 0 dB", &gain_high, ldexp(1, -15), 1);
    judge("fx_logistic fx_tanh, LSB", &curve, 2.0, 0.6);
}

TEST(fx_accuracy_quadratic) {
    rng128 r = rng128_seed(106);
    error_meter roots = {0};
    long signs = 0;

    for (int i = 0; i < 1000000; i++) {
        int32_t a = fx_check_between(&r, -(1 << 29), 1 << 29) >> (i % 23),
                b = fx_check_between(&r, -(1 << 29), 1 << 29) >> (i % 19);
        int32_t c = fx_check_between(&r, -(1 << 29), 1 << 29) >> (i % 29);
        wide128 d = (wide128)b * b - (wide128)4 * a * c;
        long double root, low, high;
        fx got[2];
        int count = fx_solve_quadratic(a, b, c, got);

        if (a == 0) continue;
        signs += fx_discriminant_sign(a, b, c) != (d > 0) - (d < 0);
        signs += count != (d > 0 ? 2 : d == 0 ? 1 : 0);
        if (d <= 0) continue;
        root = sqrtl((long double)d);
        low = (b < 0 ? (-(long double)b + root) : (-(long double)b - root)) / 2.0L;
        high = low / (long double)a;
        low = (long double)c / low;
        if (low > high) {
            long double keep = low;

            low = high;
            high = keep;
        }
        if (fabsl(low) > 1024 || fabsl(high) > 1024 || high - low < 1.0L / 64) continue;
        meter(&roots, (double)(got[0] - low * 65536.0L));
        meter(&roots, (double)(got[1] - high * 65536.0L));
    }
    CHECK_EQ(signs, 0);
    judge("quadratic roots, LSB", &roots, 2.0, 0.5);
}

TEST(fx_accuracy_ieee_and_text) {
    rng128 r = rng128_seed(107);

    for (int i = 0; i < 1000000; i++) {
        uint32_t bits = rng128_next(&r);
        float single;
        double as_double;
        uint64_t bits64;
        fx got;
        q30 got30;
        number_status status;
        double exact, exact30;

        /* half of the numbers get an exponent near the range */
        if (i % 2 != 0) bits = (bits & 0x807FFFFFu) | (110u + bits / 3u % 36u) << 23;
        memcpy(&single, &bits, sizeof single);
        status = fx_from_ieee32(bits, &got);
        if (isnan(single)) {
            CHECK(status == NUMBER_NAN && got == 0);
            continue;
        }
        exact = fabs((double)single) < 1.2e-38 ? 0.0 : round((double)single * 65536.0);
        CHECK_EQ(got, exact > INT32_MAX ? INT32_MAX : exact < INT32_MIN ? INT32_MIN : (int32_t)exact);
        CHECK_EQ(status == NUMBER_OVERFLOW, exact > INT32_MAX || exact < INT32_MIN);
        as_double = (double)single;
        memcpy(&bits64, &as_double, sizeof bits64);
        if (exact != 0.0) {
            CHECK_EQ(fx_from_ieee64(bits64, &got) == NUMBER_OVERFLOW, status == NUMBER_OVERFLOW);
        }
        exact30 = fabs((double)single) < 1.2e-38 ? 0.0 : round((double)single * 1073741824.0);
        (void)q30_from_ieee32(bits, &got30);
        CHECK_EQ(got30, exact30 > INT32_MAX ? INT32_MAX : exact30 < INT32_MIN ? INT32_MIN : (int32_t)exact30);
        as_double = got / 65536.0;
        memcpy(&bits64, &as_double, sizeof bits64);
        CHECK_EQ(fx_to_ieee64(got), bits64);
        single = (float)as_double;
        memcpy(&bits, &single, sizeof bits);
        CHECK_EQ(fx_to_ieee32(got), bits);
    }
}

TEST(fx_accuracy_bit_trick) {
    error_meter trick = {0};

    for (uint32_t bits = 0x3F800000u; bits < 0x40800000u; bits += 97) { /* 1 .. 4 */
        uint32_t out = fx_rsqrt_ieee_bits(bits);
        float x, y;

        memcpy(&x, &bits, sizeof x);
        memcpy(&y, &out, sizeof y);
        meter(&trick, (double)y * sqrt((double)x) - 1.0);
    }
    judge("rsqrt bit trick, relative", &trick, 0.00176, 0.001);
    CHECK(trick.max > ldexp(1, -16) * 100); /* the table's error is smaller by a factor of 100 */
}

TEST(fx_accuracy_matrix_inverse) {
    rng128 r = rng128_seed(108);
    error_meter inverse = {0}, solution = {0};

    for (int trial = 0; trial < 100000; trial++) {
        int n = 2 + trial % 5;
        fx a[64], out[64], b[8], x[8];
        long double m[8][16];
        linear_work work;
        linear_lu lu;
        bool large = false;

        for (int i = 0; i < n * n; i++) a[i] = fx_check_between(&r, FX(-4), FX(4));
        for (int i = 0; i < n; i++) b[i] = fx_check_between(&r, FX(-4), FX(4));
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 2 * n; k++) m[i][k] = k < n ? a[i * n + k] / 65536.0L : k - n == i;
        }
        for (int c = 0; c < n; c++) {
            int pivot = c;

            for (int i = c + 1; i < n; i++) pivot = fabsl(m[i][c]) > fabsl(m[pivot][c]) ? i : pivot;
            for (int k = 0; k < 2 * n; k++) {
                long double keep = m[c][k];

                m[c][k] = m[pivot][k];
                m[pivot][k] = keep;
            }
            for (int i = 0; i < n; i++) {
                long double factor = m[i][c] / m[c][c];

                for (int k = 0; i != c && k < 2 * n; k++) m[i][k] -= factor * m[c][k];
            }
        }
        for (int i = 0; i < n; i++) {
            for (int k = n; k < 2 * n; k++) {
                m[i][k] /= m[i][i];
                large = large || fabsl(m[i][k]) > 16;
            }
        }
        if (large) continue;
        CHECK(mn_inverse(a, out, n, &work));
        CHECK(linear_factor(a, n, &lu) && linear_solve(&lu, b, x));
        for (int i = 0; i < n; i++) {
            long double sum = 0;

            for (int k = 0; k < n; k++) {
                meter(&inverse, (double)(out[i * n + k] - m[i][n + k] * 65536.0L));
                sum += m[i][n + k] * b[k];
            }
            meter(&solution, (double)(x[i] - sum));
        }
    }
    judge("mn_inverse, LSB", &inverse, 1.0, 0.26);
    judge("linear_solve, LSB", &solution, 1.0, 0.26);
}
