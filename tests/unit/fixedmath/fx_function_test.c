/* Tests of roots, angles, exponentials and equations: stated vectors, identities, exact integer references.
 */
#include "fixedmath/angle.h"
#include "fixedmath/equation.h"
#include "fixedmath/exponential.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

/* --- roots ------------------------------------------------------------------------------------ */

static void check_floor_root(uint64_t x) {
    uint64_t root = fx_isqrt64(x), nearest = fx_isqrt64_round(x);

    CHECK(root * root <= x);
    CHECK(root == 0xFFFFFFFFu || (root + 1) * (root + 1) > x);
    CHECK_EQ(nearest, root + (x - root * root > root));
    if (x <= UINT32_MAX) CHECK_EQ(fx_isqrt32((uint32_t)x), root);
}

TEST(fx_isqrt_exact) {
    rng128 r = rng128_seed(11);

    CHECK_EQ(fx_isqrt64(UINT64_MAX), 4294967295u);
    for (uint64_t x = 0; x < 1 << 16; x++) check_floor_root(x);
    for (uint64_t k = 1; k < 1 << 20; k += 17) {
        check_floor_root(k * k - 1);
        check_floor_root(k * k);
        check_floor_root(k * k + 1);
    }
    for (int i = 0; i < 20000; i++) {
        uint64_t k = rng128_next(&r) | 1u;

        check_floor_root(k * k - 1);
        check_floor_root(k * k);
        check_floor_root(((uint64_t)rng128_next(&r) << 32 | rng128_next(&r)) >> (i & 63));
    }
}

TEST(fx_sqrt_nearest) {
    static const int32_t in[] = {1, 2, 65536, 131072, 163840, 196608, 655360, 2147483647};
    static const int32_t out[] = {256, 362, 65536, 92682, 103622, 113512, 207243, 11863283};
    rng128 r = rng128_seed(12);
    fx result;

    for (int i = 0; i < 8; i++) CHECK_EQ(fx_sqrt(in[i]), out[i]);
    CHECK_EQ(fx_sqrt(-5), 0);
    CHECK(!fx_sqrt_checked(-5, &result));
    CHECK(fx_sqrt_checked(FX(4), &result));
    CHECK_EQ(result, FX(2));
    CHECK_EQ(q30_sqrt(Q30_ONE / 4), Q30_HALF);
    for (int i = 0; i < 50000; i++) {
        int32_t x = fx_check_positive(&r);

        CHECK_EQ(fx_sqrt(x), (int64_t)fx_isqrt64_round((uint64_t)x << 16));
        CHECK_EQ(q30_sqrt(x), (int64_t)fx_isqrt64_round((uint64_t)x << 30));
    }
    CHECK_EQ(fx_hypot2(FX(3), FX(-4)), FX(5));
    CHECK_EQ(fx_hypot3(FX(2), FX(-3), FX(6)), FX(7));
    CHECK_EQ(fx_hypot2(FX_MIN, FX_MIN), FX_MAX);
}

TEST(fx_rsqrt_vectors) {
    static const int32_t in[] = {1, 16384, 65536, 131072, 262144, 2147483647};
    static const int32_t out[] = {16777216, 131072, 65536, 46341, 32768, 362};
    rng128 r = rng128_seed(13);
    int shift;

    for (int i = 0; i < 6; i++) CHECK_NEAR(fx_rsqrt(in[i]), out[i], 1);
    CHECK_EQ(fx_rsqrt(FX(4)), FX(0.5));
    CHECK_EQ(fx_rsqrt(0), FX_MAX);
    CHECK_EQ(fx_rsqrt(-1), FX_MAX);
    CHECK_EQ(fx_rsqrt_norm(0, &shift), UINT32_MAX);
    for (int i = 0; i < 50000; i++) {
        uint64_t x = ((uint64_t)rng128_next(&r) << 32 | rng128_next(&r)) >> (i & 63), square, high;
        uint32_t y;
        int even;

        if (x == 0) continue;
        /* x y^2 = 2^(2 shift): relative error at most 2^-27 of the square */
        y = fx_rsqrt_norm(x, &shift);
        square = (uint64_t)y * y;
        even = fx_clz64(x) & ~1;
        high = fx_mul64x64_high(x << even, square); /* 2^(2 shift + even) = 2^124 */
        CHECK_NEAR((int64_t)high, (int64_t)1 << 60, (int64_t)1 << 33);
        y = fx_rsqrt_fast(x, &shift);
        square = (uint64_t)y * y;
        high = fx_mul64x64_high(x << even, square);
        CHECK_NEAR((int64_t)high, (int64_t)1 << 60, (int64_t)1 << 45);
    }
}

TEST(fx_length_estimates) {
    CHECK_EQ(int_octile2(3, 5), 62);
    CHECK_EQ(int_octile2(-5, 3), 62);
    CHECK_EQ(int_octile3(1, 1, 1), 17);
    CHECK_EQ(int_octile3(3, -5, 0), 62);
    for (int i = 0; i < 65536; i += 3) {
        fx x = fx_mul(FX(1000), fx_cos((ang16)i)), y = fx_mul(FX(1000), fx_sin((ang16)i));
        int64_t exact = fx_hypot2(x, y), off = (int64_t)fx_length_fast2(x, y) - exact;
        fx under = fx_length_under2(x, y), z = fx_mul(FX(1000), fx_sin((ang16)(i * 7)));
        int64_t exact3 = fx_hypot3(x, y, z), off3 = (int64_t)fx_length_fast3(x, y, z) - exact3;

        CHECK(off * 1000 >= -30 * exact && off * 1000 <= 8 * exact);
        CHECK(off3 * 1000 >= -43 * exact3 && off3 * 1000 <= 11 * exact3);
        CHECK(under <= exact && (exact - under) * 1000 <= 77 * exact);
    }
}

TEST(fx_rsqrt_bit_trick) {
    /* 4.0 -> 0.49915 and 2.0 -> 0.70693 as bit patterns of singles */
    CHECK_NEAR(fx_rsqrt_ieee_bits(0x40800000u), 0x3EFF9089, 0x400);
    CHECK_NEAR(fx_rsqrt_ieee_bits(0x40000000u), 0x3F34F95E, 0x800);
}

/* --- angles ----------------------------------------------------------------------------------- */

TEST(fx_sin_vectors_and_identities) {
    static const uint16_t in[] = {0,     1,     64,    2048,  4096,  5461,  8192,
                                  10923, 12288, 16384, 24576, 32768, 49152, 65535};
    static const int32_t out[] = {0,     6,     402,   12785, 25080, 32766,  46341,
                                  56757, 60547, 65536, 46341, 0,     -65536, -6};

    for (int i = 0; i < 14; i++) CHECK_NEAR(fx_sin(in[i]), out[i], i == 6 || i == 10 ? 0 : 1);
    CHECK_NEAR(q14_sin(5461), 8192, 1);
    CHECK_NEAR(q14_sin(12288), 15137, 1);
    for (int i = 0; i < 65536; i++) {
        ang16 a = (ang16)i;
        fx s = fx_sin(a), c = fx_cos(a), s2, c2;

        CHECK_EQ(fx_sin((ang16)-i), -s);
        CHECK_EQ(fx_cos((ang16)-i), c);
        CHECK_EQ(c, fx_sin((ang16)(i + 16384)));
        CHECK_EQ(fx_sin((ang16)(32768 - i)), s);
        CHECK_NEAR(fx_from_wide(fx_mad(fx_wide(s, s), c, c)), FX_ONE, 2);
        fx_sincos(a, &s2, &c2);
        CHECK(s2 == s && c2 == c);
        CHECK_NEAR(fx_sin_lerp((ang32)i << 16), s, 1);
    }
}

TEST(fx_q30_sin_identities) {
    CHECK_EQ(q30_sin(0), 0);
    CHECK_EQ(q30_sin(ANG32_90), Q30_ONE);
    CHECK_EQ(q30_sin(ANG32_180), 0);
    CHECK_EQ(q30_sin(ANG32_270), -Q30_ONE);
    CHECK_NEAR(q30_sin(0x15555555u), Q30_HALF, 4);
    CHECK_NEAR(q30_sin(0x20000000u), 759250125, 4);
    for (uint32_t i = 0; i < 100000; i++) {
        ang32 a = i * 42949u * 4093u;

        CHECK_EQ(q30_sin(0u - a), -q30_sin(a));
        CHECK_EQ(q30_cos(a), q30_sin(a + ANG32_90));
        CHECK_EQ(q30_sin(ANG32_180 - a), q30_sin(a));
    }
}

TEST(fx_tan_vectors) {
    CHECK_NEAR(fx_tan(4096), 27146, 1);
    CHECK_EQ(fx_tan(8192), 65536);
    CHECK_NEAR(fx_tan(10923), 113520, 2);
    CHECK_NEAR(fx_tan(16000), 1779314, 28);
    CHECK_NEAR(fx_tan(16383), 683565273, 683565273 >> 16);
    CHECK_EQ(fx_tan(16384), INT32_MAX);
    CHECK_EQ(fx_tan(49152), -INT32_MAX);
    for (int i = 0; i < 65536; i++) CHECK_EQ(fx_tan((ang16)-i), -fx_tan((ang16)i));
    CHECK_NEAR(fov_focal(ANG16_90), FX_ONE, 1);
    CHECK_EQ(fov_focal(0), fov_focal(ANG16_DEGREES(1)));
    CHECK_EQ(fov_focal(ANG16_180), fov_focal(ANG16_DEGREES(179)));
}

TEST(fx_atan2_vectors) {
    static const int32_t in[11][3] = {{0, 1, 0},      {1, 1, 8192},   {1, 0, 16384},  {1, -1, 24576},
                                      {0, -1, 32768}, {-1, 0, 49152}, {-1, 1, 57344}, {3, 4, 6712},
                                      {4, 3, 9672},   {1, 2, 4836},   {-1, -2, 37604}};

    for (int i = 0; i < 11; i++) CHECK_EQ(atan2_16(in[i][0], in[i][1]), in[i][2]);
    CHECK_EQ(atan2_32(0, 0), 0);
    CHECK_EQ(atan2_32(INT32_MIN, INT32_MIN), 0xA0000000u);
    CHECK_EQ(atan2_32(INT32_MIN, 0), 0xC0000000u);
    CHECK_EQ(atan2_64((int64_t)3 << 50, (int64_t)4 << 50), atan2_32(3 << 20, 4 << 20));
    CHECK_EQ(atan_fx(FX_ONE), 8192);
    for (uint32_t i = 1; i < 100000; i++) { /* atan2 is the inverse of sine and cosine */
        ang32 a = i * 2654435761u;

        CHECK_NEAR((int32_t)(atan2_32(q30_sin(a), q30_cos(a)) - a), 0, 512);
    }
}

TEST(fx_acos_vectors) {
    static const int32_t in[] = {65536, 65535, 60000, 46341, 32768, 0, -32768, -65535, -65536};
    static const int32_t out[] = {0, 58, 4318, 8192, 10923, 16384, 21845, 32710, 32768};

    for (int i = 0; i < 9; i++) CHECK_EQ(acos16(in[i]), out[i]);
    for (int k = 0; k <= 100; k++) CHECK_EQ(acos16(65536 + k), 0);
    CHECK_EQ(acos16(FX_MIN), 32768);
    CHECK_EQ((int16_t)asin16(FX(-3)), -16384);
    CHECK_EQ(asin16(FX_ONE), 16384);
    CHECK_EQ(acos32(Q30_ONE), 0);
    CHECK_EQ(acos32(INT32_MIN), ANG32_180);
    for (int x = -65536; x <= 65536; x++) CHECK_NEAR((int16_t)(acos16(x) + asin16(x)), 16384, 1);
}

TEST(fx_angle_units) {
    ang16 turning = 777;

    CHECK_EQ(ang16_signed(ang16_from_radians(6000 * 65536)), -4610);
    /* 6000 rad is 954.92965855137 turns */
    CHECK_NEAR(ang32_from_radians(6000 * 65536), 3992853075u, 43);
    CHECK_EQ(ang16_from_degrees(90), 16384);
    CHECK_EQ(ang16_from_degrees(180), 32768);
    CHECK_EQ(ang16_from_degrees(-90), 49152);
    CHECK_EQ(ang16_from_degrees(270), 49152);
    CHECK_EQ(ang16_from_degrees(45 + 720), 8192);
    CHECK_EQ(ang16_from_degrees_fx(FX(22.5)), 4096);
    CHECK_EQ(ang32_from_degrees_fx(FX(90)), ANG32_90);
    CHECK_EQ(ang16_from_1024(256), 16384);
    CHECK_EQ(ang16_from_360(60), 10923);
    CHECK_EQ(ang16_to_degrees(8192), FX(45));
    CHECK_EQ(ang16_to_radians(16384), FX_HALF_PI);
    CHECK_EQ(ang32_to_degrees(0xE0000000u), FX(-45));
    CHECK_NEAR(ang32_to_radians(ANG32_180), -FX_PI, 1);
    CHECK_EQ(ang32_from_radians_q30(Q30_ONE), ang32_from_radians(FX_ONE));
    CHECK_NEAR(fx_reduce_radians(6000 * 65536), -28965, 1);
    CHECK_EQ(ang16_from_radians(FX(0.7)), 7301);
    CHECK_EQ(ang16_from_radians(FX(0.3)), 3129);
    CHECK_EQ(ang16_signed(ang16_from_radians(FX(-0.4))), -4172);
    for (int i = 0; i < 100 * 128; i++) turning = (ang16)(turning + 512);
    CHECK_EQ(turning, 777);
}

TEST(fx_angle_turning) {
    rng128 r = rng128_seed(14);
    ang16 a = 0, pair[2] = {182, 65354}, mean;
    int last = 0;

    CHECK_EQ(ang_lerp(182, 65354, 32768), 0);
    CHECK(ang_mean(pair, 2, &mean));
    CHECK_EQ(mean, 0);
    pair[1] = (ang16)(pair[0] + 32768);
    CHECK(!ang_mean(pair, 2, &mean));
    CHECK_EQ(ang_diff(0, 32768), -32768);
    CHECK(ang_between(65530, 65000, 100) && !ang_between(200, 65000, 100));
    for (int i = 0; i < 60;
         i++) { /* 90 degrees a second at 60 Hz: 273.07 units a tick, so 16384 / 60 rounded up */
        CHECK(a != 16384);
        a = ang_approach(a, 16384, 274, false);
    }
    CHECK_EQ(a, 16384);
    CHECK_EQ(ang_approach(a, 16384, 274, false), 16384);
    /* a goal straight behind is approached by rising angles all the way */
    for (a = 0; a != 32768; last = a) {
        a = ang_approach(a, 32768, 300, false);
        CHECK(a > last);
        if (a <= last) break;
    }
    CHECK_EQ(ang_approach(0, 32768, 300, true), 65236);
    for (int i = 0; i < 20000; i++) {
        ang16 x = (ang16)rng128_next(&r), y = (ang16)rng128_next(&r);
        uf16 t = rng128_next(&r) % 65537u;
        int way = ang_diff(x, y), turn = (int16_t)(ang_lerp(x, y, t) - x);

        CHECK(way >= 0 ? turn >= 0 && turn <= way : turn <= 0 && turn >= way);
        CHECK_EQ(ang_lerp(x, y, 0), x);
        CHECK_EQ(ang_lerp(x, y, 65536), y);
        CHECK_EQ(ang32_lerp((ang32)x << 16, (ang32)y << 16, 65536), (ang32)y << 16);
    }
}

/* --- exponentials ----------------------------------------------------------------------------- */

TEST(fx_exponential_vectors) {
    static const int32_t log_in[] = {1, 65536, 98304, 131072, 655360, 2147483647};
    static const int32_t log_out[] = {-1048576, 0, 38336, 65536, 217706, 983040};
    static const int32_t exp_in[] = {-1048576, -65536, 0, 5461, 32768, 65536, 98304, 196608, 917504};
    static const int32_t exp_out[] = {1, 32768, 65536, 69433, 92682, 131072, 185364, 524288, 1073741824};
    static const int32_t notes[] = {0, 1, 3, 7, 12, -12, 24},
                         pitch[] = {65536, 69433, 77936, 98193, 131072, 32768, 262144};
    fx result;

    for (int i = 0; i < 6; i++) CHECK_NEAR(fx_log2(log_in[i]), log_out[i], 1);
    for (int i = 0; i < 9; i++) CHECK_NEAR(fx_exp2(exp_in[i]), exp_out[i], 1 + (exp_out[i] >> 18));
    for (int i = 0; i < 7; i++) CHECK_NEAR(fx_exp2(fx_ratio(notes[i], 12)), pitch[i], 2);
    CHECK_NEAR(fx_ln(FX(2)), 45426, 1);
    CHECK_NEAR(fx_ln(FX(10)), 150902, 1);
    CHECK_NEAR(fx_log10(FX(1000)), FX(3), 1);
    CHECK_NEAR(fx_exp(FX(1)), 178145, 2);
    CHECK_NEAR(fx_exp(FX(-1)), 24109, 1);
    CHECK_NEAR(fx_exp(FX(2)), 484249, 8);
    CHECK_EQ(fx_exp2(FX(15)), FX_MAX);
    CHECK_EQ(fx_exp2(FX_MIN), 0);
    CHECK_EQ(fx_exp(FX(11)), FX_MAX);
    CHECK_EQ(fx_log2(0), FX_MIN);
    CHECK_EQ(fx_ln(-1), FX_MIN);
    CHECK(!fx_ln_checked(0, &result));
    CHECK(fx_ln_checked(FX_ONE, &result) && result == 0);
}

TEST(fx_power_vectors) {
    CHECK_EQ(fx_powi(FX(0.5), 8), 256);
    CHECK_NEAR(fx_powi01(58982, 16), 12143, 1);
    CHECK_NEAR(fx_powi01(58982, 64), 77, 1);
    CHECK_EQ(fx_powi01(FX_ONE, 256), FX_ONE);
    CHECK_EQ(fx_powi(FX(-2), 3), FX(-8));
    CHECK_EQ(fx_powi(FX(-2), -3), FX(-0.125));
    CHECK_EQ(fx_powi(FX(3), -1), 21845);
    CHECK_EQ(fx_powi(0, 0), FX_ONE);
    CHECK_EQ(fx_powi(0, -1), FX_MAX);
    CHECK_EQ(fx_powi(FX(10), 5), FX_MAX);
    CHECK_EQ(fx_powi(FX(-10), 5), FX_MIN);
    CHECK_EQ(fx_pow(0, 0), FX_ONE);
    CHECK_EQ(fx_pow(0, FX(2)), 0);
    CHECK_EQ(fx_pow(FX(-2), FX(0.5)), 0);
    CHECK_NEAR(fx_pow(FX(2), FX(0.5)), 92682, 2);
    CHECK_NEAR(fx_pow(FX(100), FX(1.5)), FX(1000), FX(1000) >> 16);
    CHECK_NEAR(fx_pow(66191, FX(128)), 234053, 4);
}

TEST(fx_gain_and_sigmoid_vectors) {
    static const int32_t db[] = {0, -3, -6, -12, -20, -40, -60, 6},
                         gain[] = {65536, 46396, 32846, 16462, 6554, 655, 66, 130762};
    static const int32_t at[] = {0, 1, -1, 2, 4, 8, -8},
                         logistic[] = {32768, 47911, 17625, 57724, 64357, 65514, 22};
    static const int32_t tanh_at[] = {0, 32768, 65536, 131072, 262144},
                         tanh_out[] = {0, 30285, 49912, 63179, 65492};
    fx last_logistic = 0, last_tanh = -FX_ONE, last_fast = 0, last_tanh_fast = -FX_ONE;

    for (int i = 0; i < 8; i++) {
        CHECK_NEAR(db_to_gain(db[i] * 65536), gain[i], 1 + (db[i] > 0 ? 4 : 0));
        CHECK_NEAR(gain_to_db(db_to_gain(db[i] * 65536)), db[i] * 65536, db[i] < -40 ? 5000 : 600);
    }
    CHECK_EQ(gain_to_db(0), FX_MIN);
    for (int i = 0; i < 7; i++) CHECK_NEAR(fx_logistic(at[i] * 65536), logistic[i], 2);
    for (int i = 0; i < 5; i++) CHECK_NEAR(fx_tanh(tanh_at[i]), tanh_out[i], 2);
    CHECK_EQ(fx_logistic(0), FX_HALF);
    CHECK_EQ(fx_logistic(FX_MIN), 0);
    CHECK_EQ(fx_tanh(FX_MAX), FX_ONE);
    /* the functions and their fast forms rise; the fast forms are within 2^-9 */
    for (fx x = FX(-20); x < FX(20); x += 7) {
        fx l = fx_logistic(x), t = fx_tanh(x), f = fx_logistic_fast(x), tf = fx_tanh_fast(x);

        CHECK(l >= last_logistic && t >= last_tanh && f >= last_fast && tf >= last_tanh_fast);
        CHECK_NEAR(f, l, 128);
        CHECK_NEAR(tf, t, 128);
        last_logistic = l;
        last_tanh = t;
        last_fast = f;
        last_tanh_fast = tf;
    }
}

/* --- equations -------------------------------------------------------------------------------- */

static fx step_equation(fx x,
                        const void *context) { /* x + k x0^2... : x - (x0 - k x^2 dt), x0 = 2, k dt = 1 */
    (void)context;
    return x + fx_mul(x, x) - FX(2);
}

static fx step_slope(fx x, const void *context) {
    (void)context;
    return FX(1) + 2 * x;
}

static fx no_root(fx x, const void *context) {
    (void)context;
    return fx_mul(x, x) + FX(1);
}

TEST(fx_root_searches) {
    fx root;

    CHECK_EQ(root_newton(step_equation, step_slope, NULL, FX(2), 2, 6, &root), ROOT_FOUND);
    CHECK_NEAR(root, FX(1), 2);
    CHECK_EQ(root_newton(no_root, step_slope, NULL, FX(2), 1, 20, &root), ROOT_NOT_CONVERGED);
    CHECK_EQ(root_newton(no_root, step_slope, NULL, FX(-0.5), 1, 20, &root), ROOT_ZERO_DERIVATIVE);
    CHECK_EQ(root_bisect(step_equation, NULL, 0, FX(5), 0, 0, &root), ROOT_FOUND);
    CHECK_NEAR(root, FX(1), 1);
    CHECK_EQ(root_bisect(no_root, NULL, 0, FX(5), 0, 0, &root), ROOT_NO_SIGN_CHANGE);
    CHECK_EQ(root_bisect(step_equation, NULL, 0, FX(5), 0, 3, &root), ROOT_NOT_CONVERGED);
    CHECK_EQ(root_newton_safe(step_equation, step_slope, NULL, FX(-0.5), FX(100), 1, 0, &root), ROOT_FOUND);
    CHECK_NEAR(root, FX(1), 2);
}

TEST(fx_quadratic_roots) {
    fx root[2];
    rng128 r = rng128_seed(15);

    CHECK_EQ(fx_solve_quadratic(FX(1), FX(-3), FX(2), root), 2);
    CHECK(root[0] == FX(1) && root[1] == FX(2));
    CHECK_EQ(fx_solve_quadratic(FX(400), FX(-400), FX(96), root), 2);
    CHECK(root[0] == FX(0.4) && root[1] == FX(0.6));
    CHECK_EQ(fx_solve_quadratic(FX(4), FX(-4), FX(1), root), 1);
    CHECK_EQ(root[0], FX(0.5));
    CHECK_EQ(fx_solve_quadratic(FX(1), FX(1), FX(1), root), 0);
    CHECK_EQ(fx_solve_quadratic(0, FX(2), FX(-3), root), 1);
    CHECK_EQ(root[0], FX(1.5));
    CHECK_EQ(fx_solve_quadratic(0, 0, FX(1), root), 0);
    CHECK_EQ(fx_solve_quadratic(0, 0, 0, root), EQUATION_ALL);
    CHECK_EQ(fx_discriminant_sign(1 << 29, 1 << 30, 1 << 29), 0);
    for (int i = 0; i < 20000; i++) { /* integer roots p, q: a (t - p)(t - q) */
        int32_t p = fx_check_between(&r, -150, 150), q = fx_check_between(&r, -150, 150),
                a = fx_check_between(&r, 1, 60);

        if (p * q * a > 16000 || p * q * a < -16000) continue;
        CHECK_EQ(fx_solve_quadratic(a, -a * (p + q), a * p * q, root), p == q ? 1 : 2);
        CHECK_NEAR(root[0], (p < q ? p : q) * 65536, 2);
        CHECK_NEAR(root[1], (p < q ? q : p) * 65536, 2);
    }
}
