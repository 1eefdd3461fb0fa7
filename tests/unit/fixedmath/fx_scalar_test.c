/* Tests of bits.h and scalar.h: exact integer references and the stated vectors. */
#include "fixedmath/scalar.h"
#include "fixedmath/short_names.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

TEST(fx_bits_twos_complement) {
    CHECK_EQ((int32_t)0xFFFFFFFFu, -1);
    CHECK_EQ((int32_t)0x7FFFFFFFu, 2147483647);
    CHECK_EQ((int32_t)0x80000000u, INT32_MIN);
    CHECK(sizeof(s8) == 1 && sizeof(u16) == 2 && sizeof(s32) == 4 && sizeof(u64) == 8);
    CHECK(S32_MIN == INT32_MIN && U32_MAX == 0xFFFFFFFFu);
    CHECK_EQ(fx_sra32(-5, 1), -3);
    CHECK_EQ(fx_sra64(-5, 1), -3);
    CHECK_EQ(fx_rshr32(-3, 1), -1);
    CHECK_EQ(fx_rshr32(7, 0), 7);
    CHECK_EQ(fx_rshr32(INT32_MAX, 1), 1073741824);
    CHECK_EQ(fx_rshr64(INT64_MAX, 1), (int64_t)1 << 62);
    CHECK_EQ(fx_wrap_add(INT32_MAX, 1), INT32_MIN);
    CHECK_EQ(fx_wrap_sub(INT32_MIN, 1), INT32_MAX);
    CHECK_EQ(fx_wrap_mul(INT32_MIN, -1), INT32_MIN);
    CHECK_EQ(fx_wrap_neg(INT32_MIN), INT32_MIN);
    CHECK_EQ(fx_abs_sat(INT32_MIN), INT32_MAX);
    CHECK_EQ(fx_rotate_left(0x80000001u, 1), 3);
    CHECK_EQ(fx_rotate_right(3, 1), 0x80000001u);
    CHECK_EQ(fx_rotate_left(5, 0), 5);
}

TEST(fx_bits_wide_products) {
    rng128 r = rng128_seed(1);

    for (int i = 0; i < 20000; i++) {
        uint64_t a = (uint64_t)rng128_next(&r) << 32 | rng128_next(&r),
                 b = (uint64_t)rng128_next(&r) << 32 | rng128_next(&r);
        uint64_t high, low;
        uint32_t d = rng128_next(&r) >> (rng128_next(&r) & 31u), rest, q;

        a >>= rng128_next(&r) & 63u;
        b >>= rng128_next(&r) & 63u;
        low = fx_mul64x64(a, b, &high);
        CHECK_EQ(low, a * b);
        /* The product modulo 2^32 - 1 from both halves: 2^64 is 1 in that modulus. */
        CHECK_EQ((low % 0xFFFFFFFFu + high % 0xFFFFFFFFu) % 0xFFFFFFFFu,
                 (a % 0xFFFFFFFFu) * (b % 0xFFFFFFFFu) % 0xFFFFFFFFu);
        CHECK_EQ(fx_mul64x64_high(a, b), high);
        CHECK_EQ(fx_mul64x64_mid(a, b), (high << 32) | (low >> 32));
        CHECK_EQ(fx_mul64x32_mid(a, (uint32_t)b), fx_mul64x64_mid(a, (uint32_t)b));
        q = fx_div64x32(a, d, &rest);
        if (d != 0 && a / d <= UINT32_MAX) {
            CHECK_EQ((uint64_t)q * d + rest, a);
            CHECK(rest < d);
        } else {
            CHECK_EQ(q, UINT32_MAX);
        }
    }
}

TEST(fx_bits_counts) {
    rng128 r = rng128_seed(2);

    CHECK_EQ(fx_clz32(0), 32);
    CHECK_EQ(fx_clz64(0), 64);
    CHECK_EQ(fx_ctz32(0), 32);
    CHECK_EQ(fx_ctz64(0), 64);
    CHECK_EQ(fx_ilog2(0), -1);
    CHECK_EQ(fx_next_power_of_two(0), 1);
    CHECK_EQ(fx_next_power_of_two(0x80000001u), 0);
    for (uint32_t i = 0; i < 65536 + 4000; i++) {
        uint32_t a = i < 65536 ? i : rng128_next(&r) >> (i & 31u), bits = 0, reversed = 0, leading = 32,
                 trailing = 32;

        for (uint32_t k = 0; k < 32; k++) {
            if ((a >> k & 1u) == 0) continue;
            bits++;
            leading = 31 - k;
            trailing = trailing == 32 ? k : trailing;
            reversed |= 1u << (31 - k);
        }
        CHECK_EQ(fx_clz32(a), leading);
        CHECK_EQ(fx_clz32_portable(a), leading);
        CHECK_EQ(fx_clz64(a), leading + 32);
        CHECK_EQ(fx_clz64((uint64_t)a << 32 | 1u), a == 0 ? 63 : leading);
        CHECK_EQ(fx_ctz32(a), trailing);
        CHECK_EQ(fx_ctz64((uint64_t)a << 32), a == 0 ? 64 : 32 + trailing);
        CHECK_EQ(fx_ilog2(a), 31 - (int)leading);
        CHECK_EQ(fx_popcount32(a), bits);
        CHECK_EQ(fx_popcount64((uint64_t)a << 32 | a), 2 * bits);
        CHECK_EQ(fx_parity32(a), bits & 1u);
        CHECK_EQ(fx_bit_reverse32(a), reversed);
        CHECK_EQ(fx_is_power_of_two(a), bits == 1);
    }
    CHECK_EQ(fx_bits_get(0xABCD1234u, 8, 8), 0x12);
    CHECK_EQ(fx_bits_get(0xABCD1234u, 0, 32), 0xABCD1234u);
    CHECK_EQ(fx_bits_set(0xABCD1234u, 8, 8, 0xFFFu), 0xABCDFF34u);
    CHECK_EQ(fx_bits_set(0xABCD1234u, 4, 0, 1), 0xABCD1234u);
}

TEST(fx_bits_align) {
    static const uint32_t in[] = {0, 1, 7, 8, 9, 100}, up[] = {0, 8, 8, 8, 16, 104};

    for (int i = 0; i < 6; i++) CHECK_EQ(fx_align_up(in[i], 8), up[i]);
    CHECK_EQ(fx_align_up(1000, 16), 1008);
    CHECK_EQ(fx_align_down(1007, 16), 992);
}

TEST(fx_conversions) {
    static const fx half = FX(-0.5);
    static const int sized[FX_RATIO(1, 3) == 21845 ? 2 : 1] = {0, 1};

    CHECK_EQ(half, -32768);
    CHECK_EQ(FX(1.25), 81920);
    CHECK_EQ(sizeof sized / sizeof sized[0], 2);
    CHECK_EQ(FX_RATIO(-1, 3), -21845);
    CHECK_EQ(FX_RATIO(2, 3), 43691);
    CHECK_EQ(FX_RATIO(2, -3), -43691);
    CHECK_EQ(fx_ratio(1, 3), 21845);
    CHECK_EQ(fx_ratio(56, 32), FX(1.75));
    CHECK_EQ(fx_from_int(40000), INT32_MAX);
    CHECK_EQ(fx_from_int(-40000), INT32_MIN);
    CHECK_EQ(fx_to_int_floor(FX(-0.25)), -1);
    CHECK_EQ(fx_to_int_nearest(FX(2.5)), 3);
    CHECK_EQ(fx_to_int_ceil(FX(2.25)), 3);
    CHECK_EQ(fx_to_int_truncate(FX(-2.75)), -2);
    CHECK_EQ(fx_to_q14(FX_MAX), INT16_MAX);
    CHECK_EQ(fx_to_q14(FX_MIN), INT16_MIN);
    CHECK_EQ(fx_to_q30(FX(3)), INT32_MAX);
    CHECK_EQ(fx_to_q30(FX(-2)), INT32_MIN);
    CHECK_EQ(fx_from_q30(Q30_ONE), FX_ONE);
    CHECK_EQ(fx_to_20_12(FX_ONE), 4096);
    CHECK_EQ(fx_to_8_8(FX(300)), INT16_MAX);
    CHECK_EQ(fx_from_percent(25), FX(0.25));
    CHECK_EQ(fx_to_percent(FX(0.25)), 25);
    CHECK_EQ(q14_to_s8(Q14_ONE), 127);
    CHECK_EQ(q14_to_s8(-Q14_ONE), -127);
    for (int32_t i = INT16_MIN; i <= INT16_MAX; i++) {
        CHECK_EQ(fx_to_q14(fx_from_q14((q14)i)), i);
        CHECK_EQ(q30_to_q14(q14_to_q30((q14)i)), i);
        CHECK_EQ(fx_to_8_8(fx_from_8_8((int16_t)i)), i);
    }
}

TEST(fx_q_convert_rounds_and_saturates) {
    rng128 r = rng128_seed(3);

    CHECK_EQ(fx_q_convert(INT32_MAX, 16, 30), INT32_MAX);
    CHECK_EQ(fx_q_convert(INT32_MIN, 0, 62), INT32_MIN);
    CHECK_EQ(fx_q_convert(INT32_MIN, 62, 0), 0);
    for (int i = 0; i < 20000; i++) {
        int32_t x = fx_check_any(&r), from = fx_check_between(&r, 0, 30), to = fx_check_between(&r, 0, 30);
        int64_t got = fx_q_convert(x, from, to), back;

        if (to >= from) {
            int64_t exact = fx_shl64(x, to - from);

            CHECK_EQ(got, exact > INT32_MAX ? INT32_MAX : exact < INT32_MIN ? INT32_MIN : exact);
        } else {
            back = fx_shl64(got, from - to) - x;
            CHECK(2 * back <= (int64_t)1 << (from - to) && 2 * back >= -((int64_t)1 << (from - to)));
        }
    }
}

TEST(fx_add_saturates) {
    rng128 r = rng128_seed(4);

    CHECK_EQ(fx_adds(INT32_MAX, 1), INT32_MAX);
    CHECK_EQ(fx_adds(INT32_MIN, -1), INT32_MIN);
    CHECK_EQ(fx_subs(INT32_MAX, -1), INT32_MAX);
    CHECK_EQ(fx_subs(INT32_MIN, 1), INT32_MIN);
    CHECK_EQ(fx_negs(INT32_MIN), INT32_MAX);
    CHECK_EQ(fx_abss(INT32_MIN), INT32_MAX);
    CHECK_EQ(q14_adds(INT16_MAX, 1), INT16_MAX);
    CHECK_EQ(q14_subs(INT16_MIN, 1), INT16_MIN);
    CHECK_EQ(q14_negs(INT16_MIN), INT16_MAX);
    CHECK_EQ(q14_abss(INT16_MIN), INT16_MAX);
    CHECK_EQ(q14_add(INT16_MAX, 1), INT16_MIN);
    CHECK_EQ(q30_adds(INT32_MAX, 5), INT32_MAX);
    CHECK_EQ(fx_sign(-7), -1);
    CHECK_EQ(fx_sign(0), 0);
    for (int i = 0; i < 50000; i++) {
        int32_t a = fx_check_any(&r), b = fx_check_any(&r);
        int64_t sum = (int64_t)a + b, difference = (int64_t)a - b;

        CHECK_EQ(fx_adds(a, b), sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
        CHECK_EQ(fx_subs(a, b), difference > INT32_MAX   ? INT32_MAX
                                : difference < INT32_MIN ? INT32_MIN
                                                         : difference);
        CHECK_EQ(fx_add(a, b), (int32_t)(uint32_t)(uint64_t)sum);
        CHECK_EQ(fx_mid(a, b), fx_sra64(sum, 1));
    }
}

/* The exact product, rounded as documented. */
static int64_t product_nearest(int32_t a, int32_t b) { return fx_sra64((int64_t)a * b + 32768, 16); }

TEST(fx_mul_nearest) {
    rng128 r = rng128_seed(5);

    CHECK_EQ(fx_mul(FX(1.5), FX(-2)), FX(-3));
    CHECK_EQ(fx_mul_odd(-1, 32768), -1);
    CHECK_EQ(fx_mul(-1, 32768), 0);
    CHECK_EQ(q30_mul(Q30_ONE, -Q30_ONE), -Q30_ONE);
    CHECK_EQ(q14_mul(Q14_ONE, 77), 77);
    CHECK_EQ(fx_mul_q30(FX(5), Q30_HALF), FX(2.5));
    CHECK_EQ(fx_mul_q14(FX(5), 8192), FX(2.5));
    CHECK_EQ(fx_mul_uf16(FX(5), 32768), FX(2.5));
    CHECK_EQ(fx_muls(INT32_MIN, INT32_MIN), INT32_MAX);
    CHECK_EQ(fx_muldiv(FX(3), FX(10000), FX(15000)), FX(2));
    CHECK_EQ(fx_muldiv(1, 1, 2), 1);
    CHECK_EQ(fx_muldiv(-1, 1, 2), -1);
    CHECK_EQ(fx_muldiv(FX_MAX, FX_MAX, 1), FX_MAX);
    CHECK_EQ(fx_muldiv(5, 1, 0), FX_MAX);
    for (int i = 0; i < 50000 + FX_CHECK_SPECIALS * FX_CHECK_SPECIALS; i++) {
        int k = i - 50000;
        int32_t a = k < 0 ? fx_check_any(&r) : fx_check_special[k / FX_CHECK_SPECIALS];
        int32_t b = k < 0 ? fx_check_any(&r) : fx_check_special[k % FX_CHECK_SPECIALS];
        int64_t exact = product_nearest(a, b), odd;

        CHECK_EQ(fx_mul(a, b), (int32_t)(uint32_t)(uint64_t)exact);
        CHECK_EQ(fx_mul_split(a, b), fx_mul(a, b));
        CHECK_EQ(fx_muls(a, b), exact > INT32_MAX ? INT32_MAX : exact < INT32_MIN ? INT32_MIN : exact);
        CHECK_EQ(fx_mul_floor(a, b), (int32_t)(uint32_t)(uint64_t)fx_sra64((int64_t)a * b, 16));
        CHECK_EQ(fx_from_wide(fx_mad(0, a, b)), fx_mul(a, b));
        odd = (a < 0) != (b < 0) ? -fx_sra64(-((int64_t)a * b) + 32768, 16) : exact;
        CHECK_EQ(fx_mul_odd(a, b), odd > INT32_MAX ? INT32_MAX : odd < INT32_MIN ? INT32_MIN : odd);
    }
}

TEST(fx_div_nearest) {
    rng128 r = rng128_seed(6);
    fx result;

    CHECK_EQ(fx_div(FX(1), FX(3)), 21845);
    CHECK_EQ(fx_div(5, 0), FX_MAX);
    CHECK_EQ(fx_div(-5, 0), FX_MIN);
    CHECK_EQ(fx_div(0, 0), 0);
    CHECK(!fx_div_checked(1, 0, &result));
    CHECK(!fx_div_checked(FX_MAX, 1, &result));
    CHECK_EQ(result, FX_MAX);
    CHECK(fx_div_checked(FX(6), FX(2), &result));
    CHECK_EQ(result, FX(3));
    for (int i = 0; i < 50000 + FX_CHECK_SPECIALS * FX_CHECK_SPECIALS; i++) {
        int k = i - 50000;
        int32_t a = k < 0 ? fx_check_any(&r) : fx_check_special[k / FX_CHECK_SPECIALS];
        int32_t b = k < 0 ? fx_check_any(&r) : fx_check_special[k % FX_CHECK_SPECIALS];
        fx_divisor by = fx_divisor_make(b);
        uint64_t n = (uint64_t)fx_magnitude(a) << 16, d = fx_magnitude(b);
        int64_t q;

        CHECK_EQ(fx_div_by(a, &by), fx_div(a, b));
        if (b == 0) continue;
        q = (int64_t)((2 * n + d) / (2 * d));
        q = (a ^ b) < 0 ? -q : q;
        CHECK_EQ(fx_div(a, b), q > INT32_MAX ? INT32_MAX : q < INT32_MIN ? INT32_MIN : q);
        if (a != INT32_MIN && q < INT32_MAX && q > INT32_MIN) CHECK_EQ(fx_div(-a, b), -fx_div(a, b));
    }
}

TEST(fx_remainders) {
    rng128 r = rng128_seed(7);

    CHECK_EQ(int_floormod(-1, 8), 7);
    CHECK_EQ(int_floordiv(-1, 8), -1);
    CHECK_EQ(int_floordiv(INT32_MIN, -1), INT32_MAX);
    CHECK_EQ(int_floordiv(5, 0), 0);
    CHECK(int_floordiv64(-1, 8) == -1 && int_floordiv64(-(INT64_C(1) << 40), 3) == INT64_C(-366503875926));
    CHECK(int_floordiv64(INT64_C(1) << 40, -3) == INT64_C(-366503875926) &&
          int_floordiv64(-3 * (INT64_C(1) << 40), INT64_C(1) << 40) == -3);
    CHECK(int_floordiv64(INT32_MIN, -1) == INT64_C(2147483648) && int_floordiv64(5, 0) == 0);
    CHECK(int_floordiv64(INT64_MIN, -1) == INT64_MAX && int_floordiv64(INT64_C(1) << 40, 0) == 0);
    CHECK_EQ(fx_mod(FX(-0.5), FX(2)), FX(1.5));
    CHECK_EQ(fx_rem(FX(-0.5), FX(2)), FX(-0.5));
    CHECK_EQ(fx_mod(FX(5), 0), 0);
    CHECK_EQ(fx_wrap_range(FX(7.5), FX(-1), FX(3)), FX(-0.5));
    CHECK_EQ(fx_wrap_range(FX(-2), FX(-1), FX(3)), FX(2));
    CHECK_EQ(fx_wrap_range(FX(9), FX(3), FX(3)), FX(3));
    for (int i = 0; i < 20000; i++) {
        int32_t a = fx_check_any(&r), b = fx_check_any(&r), m = fx_mod(a, b);

        if (b == 0) continue;
        CHECK(b > 0 ? m >= 0 && m < b : m <= 0 && m > b);
        CHECK_EQ(((int64_t)a - m) % b, 0);
        CHECK_EQ((int64_t)int_floordiv(a, b == -1 ? 1 : b) * (b == -1 ? 1 : b) +
                     int_floormod(a, b == -1 ? 1 : b),
                 a);
    }
}

TEST(fx_recip_vectors) {
    static const int32_t in[] = {3, 65536, 131072, 196608, -196608, 2147483647};
    static const int32_t out[] = {1431655765, 65536, 32768, 21845, -21845, 2};
    rng128 r = rng128_seed(8);
    int shift;

    for (int i = 0; i < 6; i++) CHECK_NEAR(fx_recip(in[i]), out[i], 1);
    CHECK_EQ(fx_recip(0), FX_MAX);
    CHECK_EQ(fx_recip(2), FX_MAX);
    CHECK_EQ(fx_recip(-1), FX_MIN);
    CHECK_EQ(fx_recip_norm(0, &shift), UINT32_MAX);
    for (int i = 0; i < 50000; i++) {
        uint32_t x = rng128_next(&r) >> (rng128_next(&r) & 31u), y;
        uint64_t unit;
        int64_t off;

        if (x == 0) continue;
        y = fx_recip_norm(x, &shift);
        CHECK(y >= 1u << 30 && y <= 1u << 31 && shift >= 31 && shift <= 62);
        /* x y / 2^shift - 1, in units of 2^-shift: at most 2^-29 */
        unit = (uint64_t)1 << shift;
        off = (int64_t)((uint64_t)x * y - unit);
        CHECK((off < 0 ? -off : off) <= (int64_t)(unit >> 29) + 1);
        y = fx_recip_fast(x, &shift);
        off = (int64_t)((uint64_t)x * y - unit);
        CHECK((off < 0 ? -off : off) <= (int64_t)(unit >> 17));
    }
}

TEST(fx_div_fast_close) {
    rng128 r = rng128_seed(9);

    CHECK_EQ(fx_div_fast(1, 0), FX_MAX);
    for (int i = 0; i < 50000; i++) {
        int32_t a = fx_check_any(&r), b = fx_check_any(&r);
        int64_t exact = fx_div(a, b), limit = fx_sra64(exact < 0 ? -exact : exact, 28) + 1;

        CHECK_NEAR(fx_div_fast(a, b), exact, limit > 2 ? limit : 2);
    }
}

TEST(fx_limits_and_rounding) {
    CHECK_EQ(int_clamp(5, 0, 3), 3);
    CHECK_EQ(int_clamp(5, 3, 0), 3);
    CHECK_EQ(fx_floor(FX(-0.25)), -FX_ONE);
    CHECK_EQ(fx_fraction(FX(-0.25)), FX(0.75));
    CHECK_EQ(fx_ceil(FX(0.25)), FX_ONE);
    CHECK_EQ(fx_ceil(FX_MAX), 0x7FFF0000);
    CHECK_EQ(fx_round(FX(2.5)), FX(3));
    CHECK_EQ(fx_round(FX_MAX), 0x7FFF0000);
    CHECK_EQ(fx_truncate(FX(-2.75)), FX(-2));
    CHECK_EQ(fx_clamp01(FX(2)), FX_ONE);
    CHECK_EQ(fx_step(FX(1), FX(0.5)), 0);
    CHECK_EQ(fx_snap(FX(7), FX(4)), FX(8));
    CHECK_EQ(fx_snap(FX(-7), FX(4)), FX(-8));
    CHECK_EQ(fx_snap(FX_MAX, FX(4)), FX(32764));
    CHECK_EQ(fx_dead_band(FX(0.1), FX(0.2), FX(1)), 0);
    CHECK_EQ(fx_dead_band(FX(1), FX(0.2), FX(1)), FX(1));
    CHECK_NEAR(fx_dead_band(FX(-0.6), FX(0.2), FX(1)), FX(-0.5), 1);
    for (int64_t i = -(1 << 19); i < 1 << 19; i++) {
        fx x = (fx)(i * 4093);
        int64_t whole = fx_sra64(x, 16);

        CHECK_EQ(fx_floor(x), whole * 65536);
        CHECK_EQ(fx_floor(x) + fx_fraction(x), x);
        CHECK(fx_ceil(x) == 0x7FFF0000 || fx_ceil(x) == -fx_floor(-x));
    }
}
