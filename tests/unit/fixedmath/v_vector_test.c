/* Tests of vectors and directions. */
#include "fixedmath/transform.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

static vec3 ints(int x, int y, int z) { return v3(x * 65536, y * 65536, z * 65536); }

TEST(v3_arithmetic) {
    vec2 a = {FX(5), FX(2)}, b = {FX(3), FX(5)};

    CHECK(v3_equal(v3_add(ints(2, 4, 6), ints(3, 5, 7)), ints(5, 9, 13)));
    CHECK(v3_equal(v3_scale(ints(2, 4, 6), FX(2)), ints(4, 8, 12)));
    CHECK(v2_equal(v2_sub(b, a), v2(FX(-2), FX(3))));
    CHECK(v3_equal(v3_mul(ints(1, 2, 3), ints(4, 5, 6)), ints(4, 10, 18)));
    CHECK(v3_equal(v3_div(ints(4, 10, 18), ints(4, 5, 6)), ints(1, 2, 3)));
    CHECK(v3_dot(V3_X, V3_Y) == 0 && v3_dot(V3_Y, V3_Z) == 0 && v3_dot(V3_Z, V3_X) == 0);
    CHECK(v3_length(V3_X) == FX_ONE && v3_length(V3_Y) == FX_ONE && v3_length(V3_NEG_Z) == FX_ONE);
    CHECK(v3_equal(v3_sub(V3_X, V3_Y), v3_neg(v3_sub(V3_Y, V3_X))));
    CHECK(v3_equal(v3_swizzle(ints(1, 2, 3), 2, 0, 1), ints(3, 1, 2)));
    CHECK(v3_equal(v3_with(ints(1, 2, 3), 1, 0), ints(1, 0, 3)));
    CHECK(v3_equal(v3_mad(ints(1, 2, 3), ints(1, 1, 1), FX(2)), ints(3, 4, 5)));
    CHECK(v3_equal(v3_clamp(ints(-5, 5, 1), ints(0, 0, 0), ints(2, 2, 2)), ints(0, 2, 1)));
    CHECK(v3_equal(v3_lerp(ints(0, 0, 0), ints(2, 4, 8), 32768), ints(1, 2, 4)));
    CHECK(v3_near(ints(1, 2, 3), v3(FX(1) + 2, FX(2), FX(3) - 2), 2));
    CHECK(!v3_near(ints(1, 2, 3), v3(FX(1) + 3, FX(2), FX(3)), 2));
    CHECK(v3_equal(v3_adds(v3(FX_MAX, FX_MIN, 0), v3(1, -1, 1)), v3(FX_MAX, FX_MIN, 1)));
    CHECK(v4_equal(v4_add(v4(1, 2, 3, 4), v4(4, 3, 2, 1)), v4(5, 5, 5, 5)));
    CHECK(v2_equal(v2_perp(v2(FX(25), 0)), v2(0, FX(25))));
}

/* The vector functions against the scalar ones, component by component: any numbers, wrapping and saturating included. */
TEST(v_arithmetic_is_that_of_each_component) {
    rng128 r = rng128_seed(38);

    for (int i = 0; i < 2000; i++) {
        fx m[8], s = fx_check_any(&r), lo = fx_check_between(&r, -90000, 0),
                 hi = fx_check_between(&r, 0, 90000);
        uf16 t = (uf16)fx_check_between(&r, 0, 65536);
        q30 q = fx_check_any(&r) / 2;
        bool small = (i & 1) != 0; /* numbers whose products fit */

        if (small) s >>= 12;
        for (int k = 0; k < 8; k++) m[k] = small ? fx_check_any(&r) >> 12 : fx_check_any(&r);
        for (int k = 0; k < 4; k++) { /* one component at a time, at each place of the vector */
            fx x = m[k], y = m[k + 4];
            vec2 a2 = k == 0 ? v2(x, 7) : v2(7, x), b2 = k == 0 ? v2(y, 9) : v2(9, y);
            vec3 a3 = v3_with(v3(7, 7, 7), k, x), b3 = v3_with(v3(9, 9, 9), k, y);
            vec4 a4 = {m[0], m[1], m[2], m[3]}, b4 = {m[4], m[5], m[6], m[7]};
#define OF2(v) (k == 0 ? (v).x : (v).y)
#define OF3(v) v3_get(v, k)
#define OF4(v) (k < 3 ? v3_get(v4_xyz(v), k) : (v).w)
#define SAME(two, three, scalar)                                                                             \
    do {                                                                                                     \
        if (k < 2) CHECK_EQ(OF2(two), scalar);                                                               \
        if (k < 3) CHECK_EQ(OF3(three), scalar);                                                             \
    } while (0)
            SAME(v2_add(a2, b2), v3_add(a3, b3), fx_wrap_add(x, y));
            SAME(v2_sub(a2, b2), v3_sub(a3, b3), fx_wrap_sub(x, y));
            SAME(v2_adds(a2, b2), v3_adds(a3, b3), fx_adds(x, y));
            SAME(v2_subs(a2, b2), v3_subs(a3, b3), fx_subs(x, y));
            SAME(v2_neg(a2), v3_neg(a3), fx_wrap_neg(x));
            SAME(v2_abs(a2), v3_abs(a3), fx_abss(x));
            SAME(v2_min(a2, b2), v3_min(a3, b3), x < y ? x : y);
            SAME(v2_max(a2, b2), v3_max(a3, b3), x > y ? x : y);
            SAME(v2_scale(a2, s), v3_scale(a3, s), fx_mul(x, s));
            SAME(v2_scale_uf16(a2, t), v3_scale_uf16(a3, t), fx_mul_uf16(x, t));
            SAME(v2_scale_q30(a2, q), v3_scale_q30(a3, q), fx_mul_q30(x, q));
            SAME(v2_mul(a2, b2), v3_mul(a3, b3), fx_mul(x, y));
            SAME(v2_mad(a2, b2, s), v3_mad(a3, b3, s), fx_wrap_add(x, fx_mul(y, s)));
            SAME(v2_lerp(a2, b2, t), v3_lerp(a3, b3, t), (fx)(x + fx_rshr64(((int64_t)y - x) * t, 16)));
            SAME(v2_lerp(a2, b2, UF16_ONE + 9), v3_lerp(a3, b3, UF16_ONE + 9), y);
            SAME(v2_clamp(a2, v2(lo, lo), v2(hi, hi)), v3_clamp(a3, v3(lo, lo, lo), v3(hi, hi, hi)),
                 x < lo   ? lo
                 : x > hi ? hi
                          : x);
            if (k < 3) CHECK_EQ(OF3(v3_scales(a3, s)), fx_muls(x, s));
            if (k < 3 && y != 0) CHECK_EQ(OF3(v3_div(a3, b3)), fx_div(x, y));
            if (k < 2 && y != 0) CHECK_EQ(OF2(v2_div(a2, b2)), fx_div(x, y));
            CHECK_EQ(OF4(v4_add(a4, b4)), fx_wrap_add(x, y));
            CHECK_EQ(OF4(v4_sub(a4, b4)), fx_wrap_sub(x, y));
            CHECK_EQ(OF4(v4_neg(a4)), fx_wrap_neg(x));
            CHECK_EQ(OF4(v4_scale(a4, s)), fx_mul(x, s));
            CHECK_EQ(OF4(v4_mul(a4, b4)), fx_mul(x, y));
            CHECK_EQ(OF4(v4_min(a4, b4)), x < y ? x : y);
            CHECK_EQ(OF4(v4_max(a4, b4)), x > y ? x : y);
            CHECK_EQ(OF4(v4_lerp(a4, b4, t)), (fx)(x + fx_rshr64(((int64_t)y - x) * t, 16)));
            /* Vectors are equal, or near by a tolerance, when all their components are. */
            CHECK(v4_equal(a4, a4) && v3_equal(a3, a3) && v2_equal(a2, a2));
            if (x > INT32_MIN + 3 && x < INT32_MAX - 3) {
                fx other = x + ((i & 2) != 0 ? 3 : -3);
                vec4 changed = a4;
                if (k < 2) CHECK(!v2_equal(a2, k == 0 ? v2(other, 7) : v2(7, other)));
                if (k < 2) CHECK(v2_near(a2, k == 0 ? v2(other, 7) : v2(7, other), 3));
                if (k < 2) CHECK(!v2_near(a2, k == 0 ? v2(other, 7) : v2(7, other), 2));
                if (k < 3) CHECK(!v3_equal(a3, v3_with(a3, k, other)));
                if (k < 3) CHECK(v3_near(a3, v3_with(a3, k, other), 3));
                if (k < 3) CHECK(!v3_near(a3, v3_with(a3, k, other), 2));
                *(k == 0 ? &changed.x : k == 1 ? &changed.y : k == 2 ? &changed.z : &changed.w) = other;
                CHECK(!v4_equal(a4, changed));
            }
        }
    }
    CHECK(v4_equal(v4_point(ints(1, 2, 3)), v4(FX(1), FX(2), FX(3), FX(1))));
    CHECK(v4_equal(v4_direction(ints(1, 2, 3)), v4(FX(1), FX(2), FX(3), 0)));
    CHECK(v2_equal(v3_xz(ints(1, 2, 3)), v2(FX(1), FX(3))) &&
          v2_equal(v3_yz(ints(1, 2, 3)), v2(FX(2), FX(3))));
}

/* A length is the nearest number to the root: (l - 1/2)^2 <= square <= (l + 1/2)^2, in whole numbers. */
static bool is_root(fx length, uint64_t square) {
    uint64_t l = (uint64_t)length;
    if (length == FX_MAX) return square > l * l - l;
    return length >= 0 && square <= l * l + l && (length == 0 || square > l * l - l);
}

static uint64_t square_of(int64_t x) { return (uint64_t)(x * x); }

TEST(v3_lengths) {
    const fx limit = FX_WORLD_LIMIT;
    rng128 r = rng128_seed(31);

    CHECK_EQ(v3_length(ints(3, 4, 0)), FX(5));
    CHECK_EQ(v2_length(v2(FX(3), FX(4))), FX(5));
    CHECK_EQ(v4_length(v4(FX(1), FX(1), FX(1), FX(1))), FX(2));
    CHECK_EQ(v4_length(v4(FX_MIN, FX_MIN, FX_MIN, FX_MIN)), FX_MAX);
    CHECK_EQ(v3_len2(v3(INT32_MIN, INT32_MIN, INT32_MIN)), (uint64_t)3 << 62);
    for (int i = 0; i < 64; i++) { /* distances from every corner of the world to every other */
        vec3 a = {(i & 1) != 0 ? limit : -limit, (i & 2) != 0 ? limit : -limit,
                  (i & 4) != 0 ? limit : -limit},
             b = {(i & 8) != 0 ? limit : -limit, (i & 16) != 0 ? limit : -limit,
                  (i & 32) != 0 ? limit : -limit};
        int axes = (a.x != b.x) + (a.y != b.y) + (a.z != b.z), plane = (a.x != b.x) + (a.y != b.y);

        CHECK_EQ(v3_distance2(a, b), (uint64_t)axes * square_of(2 * (int64_t)limit));
        CHECK_EQ(v3_distance(a, b), axes == 0 ? 0 : axes == 1 ? 2 * limit : FX_MAX);
        CHECK_EQ(v2_distance2(v3_xy(a), v3_xy(b)), (uint64_t)plane * square_of(2 * (int64_t)limit));
        CHECK_EQ(v2_distance(v3_xy(a), v3_xy(b)), plane == 0 ? 0 : plane == 1 ? 2 * limit : FX_MAX);
        CHECK(is_root(v3_length(a), 3 * square_of(limit)) && v3_length(a) < FX_MAX);
    }
    for (int i = 0; i < 100000; i++) { /* squares and roots agree which of two points is nearer */
        vec3 p = fx_check_vec3(&r, limit), a = fx_check_vec3(&r, limit), b = fx_check_vec3(&r, limit);
        uint64_t to_a, to_b;
        fx by_root_a, by_root_b;

        if (i % 4 == 0) b = v3_add(a, v3(fx_check_between(&r, -2, 2), 1, 0)); /* b is nearly as far as a */
        to_a = square_of((int64_t)a.x - p.x) + square_of((int64_t)a.y - p.y) + square_of((int64_t)a.z - p.z);
        to_b = square_of((int64_t)b.x - p.x) + square_of((int64_t)b.y - p.y) + square_of((int64_t)b.z - p.z);
        CHECK_EQ(v3_distance2(p, a) < v3_distance2(p, b), to_a < to_b);
        by_root_a = v3_distance(p, a);
        by_root_b = v3_distance(p, b);
        CHECK(is_root(by_root_a, to_a) && is_root(by_root_b, to_b));
        if (by_root_a != by_root_b) CHECK_EQ(by_root_a < by_root_b, to_a < to_b);
    }
    for (int i = 0; i < 20000; i++) {
        vec3 a = {fx_check_any(&r), fx_check_any(&r), fx_check_any(&r)}, short_a = v3_limit(a, FX(10));
        vec2 flat = v3_xy(a), short_flat = v2_limit(flat, FX(10));
        uint64_t plane = square_of(a.x) + square_of(a.y);

        CHECK_EQ(v3_len2(a), plane + square_of(a.z));
        CHECK_EQ(v2_len2(flat), plane);
        CHECK(is_root(v3_length(a), v3_len2(a)) && is_root(v2_length(flat), plane));
        CHECK(is_root(v4_length(v4(a.x / 2, a.y / 2, a.z / 2, a.x / 2)),
                      2 * square_of(a.x / 2) + square_of(a.y / 2) + square_of(a.z / 2)));
        /* A limited vector keeps its direction and is as long as the limit; a shorter vector stays as it is. */
        if (v3_length(a) <= FX(10)) {
            CHECK(v3_equal(short_a, a));
        } else {
            CHECK_NEAR(v3_length(short_a), FX(10), 4);
            CHECK(v3_angle(short_a, a) <= 1);
        }
        if (v2_length(flat) <= FX(10)) {
            CHECK(v2_equal(short_flat, flat));
        } else {
            CHECK_NEAR(v2_length(short_flat), FX(10), 4);
            CHECK_NEAR(ang16_signed(v2_angle_between(short_flat, flat)), 0, 1);
        }
    }
}

TEST(v3_normalize_everything) {
    rng128 r = rng128_seed(32);
    vec3 unit;
    nrm n;
    dir30 d;
    fx length;

    CHECK(v3_normalize(ints(3, 4, 0), &unit));
    CHECK(v3_near(unit, v3(FX(0.6), FX(0.8), 0), 1));
    CHECK(!v3_normalize(V3_ZERO, &unit));
    CHECK(v3_is_zero(unit));
    CHECK(!v3_normalize_nrm(V3_ZERO, &n));
    CHECK(v3_equal(v3_normalize_or(V3_ZERO, V3_Y, &length), V3_Y));
    CHECK_EQ(length, 0);
    for (int i = 0; i < 30000; i++) {
        vec3 a = {fx_check_any(&r), fx_check_any(&r), fx_check_any(&r)};
        int64_t norm;

        if (!v3_normalize_dir30(a, &d)) continue;
        norm =
            (int64_t)fx_isqrt64_round((uint64_t)(fx_wide(d.x, d.x) + fx_wide(d.y, d.y) + fx_wide(d.z, d.z)));
        CHECK_NEAR(norm, Q30_ONE, 4);
        CHECK(v3_normalize(a, &unit));
        CHECK_NEAR(v3_length(unit), FX_ONE, 1);
        CHECK(v3_normalize_nrm(a, &n));
        CHECK_NEAR(fx_isqrt32((uint32_t)(n.x * n.x + n.y * n.y + n.z * n.z)), 16384, 1);
        d = dir30_renormalize((dir30){d.x - (d.x >> 7), d.y - (d.y >> 7), d.z - (d.z >> 7)});
        norm =
            (int64_t)fx_isqrt64_round((uint64_t)(fx_wide(d.x, d.x) + fx_wide(d.y, d.y) + fx_wide(d.z, d.z)));
        CHECK_NEAR(norm, Q30_ONE, 100000);
    }
}

TEST(v3_dot_uses) {
    vec3 a = ints(-1, 2, 2), b = ints(1, 2, 3), c = ints(2, 4, 3);
    dir30 x = {Q30_ONE, 0, 0}, facing = {0, 0, -Q30_ONE};

    CHECK_NEAR(v3_angle(v3_sub(b, a), v3_sub(c, a)), 6046, 1);
    CHECK_NEAR(v3_angle_acos(v3_sub(b, a), v3_sub(c, a)), 6046, 1);
    CHECK_EQ(v3_dot(V3_X, V3_X), FX_ONE);
    CHECK_EQ(v3_dot(V3_X, V3_NEG_X), -FX_ONE);
    CHECK_EQ(v3_dot(v3(FX_MIN, FX_MIN, FX_MIN), v3(FX_MIN, FX_MIN, FX_MIN)), FX_MAX);
    CHECK_EQ(v3_dot(v3(FX_MIN, FX_MIN, FX_MIN), v3(FX_MAX, FX_MAX, FX_MAX)), FX_MIN);
    CHECK_EQ(v4_dot(v4(FX_MIN, FX_MIN, FX_MIN, FX_MIN), v4(FX_MIN, FX_MIN, FX_MIN, FX_MIN)), FX_MAX);
    CHECK_EQ(v3_relate(V3_X, v3(FX(5), 1, 0), 2), V3_COLLINEAR_SAME);
    CHECK_EQ(v3_relate(V3_X, v3(FX(-5), 1, 0), 2), V3_COLLINEAR_OPPOSITE);
    CHECK_EQ(v3_relate(V3_X, v3(1, FX_ONE, 0), 2), V3_PERPENDICULAR);
    CHECK_EQ(v3_relate(V3_X, ints(1, 1, 0), 2), V3_SAME);
    CHECK_EQ(v3_relate(V3_X, ints(-1, 1, 0), 2), V3_OPPOSITE);
    CHECK_EQ(v3_project_length(ints(3, 4, 0), x), FX(3));
    CHECK(v3_equal(v3_project(ints(3, 4, 0), x), ints(3, 0, 0)));
    CHECK(v3_equal(v3_reject(ints(3, 4, 0), x), ints(0, 4, 0)));
    CHECK(v3_ahead(ints(1, 0, -5), ints(1, 0, 0), V3_NEG_Z) > 0);
    CHECK(v3_ahead(ints(1, 0, 5), ints(1, 0, 0), V3_NEG_Z) < 0);
    CHECK_EQ(v3_ahead(ints(9, 0, 0), ints(1, 0, 0), V3_NEG_Z), 0);
    for (int i = 0; i < 256; i++) { /* cones of 0..180 degrees against the angle */
        vec3 to = {fx_mul(FX(20), fx_sin((ang16)(i * 128))), 0, -fx_mul(FX(20), fx_cos((ang16)(i * 128)))};

        for (int k = 1; k < 256; k += 6) {
            if (k - i > -2 && k - i < 2) continue;
            CHECK_EQ(v3_in_cone(V3_ZERO, facing, q30_cos((ang32)k << 23), to), i < k);
            CHECK_EQ(v3_in_cone(V3_ZERO, facing, q30_cos((ang32)k << 23), v3_scale(to, FX(700))), i < k);
        }
    }
}

TEST(v3_cross_and_triangles) {
    vec3 a = ints(-1, 2, 2), b = ints(1, 2, 3), c = ints(2, 4, 3);
    rng128 r = rng128_seed(33);
    dir30 n;
    nrm stored;

    CHECK(v3_equal(v3_cross(V3_X, V3_Y), V3_Z) && v3_equal(v3_cross(V3_Y, V3_Z), V3_X) &&
          v3_equal(v3_cross(V3_Z, V3_X), V3_Y));
    CHECK(v3_equal(v3_cross(V3_Y, V3_X), V3_NEG_Z));
    CHECK(v3_equal(v3_cross(ints(2, 4, 6), ints(3, 5, 7)), ints(-2, 4, -2)));
    CHECK(v3_is_zero(v3_cross(ints(2, 4, 6), ints(-4, -8, -12))));
    CHECK_EQ(v3_triple(V3_X, V3_Y, V3_Z), FX_ONE);
    CHECK(v3_triangle_normal(ints(0, 0, 0), ints(1, 0, 0), ints(0, 1, 0), &n) && n.z >= Q30_ONE - 1);
    CHECK(v3_triangle_normal(ints(0, 0, 0), ints(0, 1, 0), ints(1, 0, 0), &n) && n.z <= 1 - Q30_ONE);
    CHECK(!v3_triangle_normal(ints(0, 0, 0), ints(1, 1, 1), ints(3, 3, 3), &n));
    CHECK(v3_triangle_nrm(v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), &stored) && stored.z == Q14_ONE);
    CHECK_EQ(v3_triangle_area(ints(0, 0, 0), ints(4, 0, 0), ints(0, 3, 0)), FX(6));
    CHECK(v3_triangle_normal(a, c, b, &n)); /* AC x AB */
    CHECK_NEAR(n.x, Q30(0.436436), 2000);
    CHECK_NEAR(n.y, Q30(-0.218218), 2000);
    CHECK_NEAR(n.z, Q30(-0.872872), 2000);
    for (int i = 0; i < 10000; i++) {
        vec3 w = fx_check_vec3(&r, FX(100)), p = fx_check_vec3(&r, FX(100));
        mat33 skew = m3_skew(w);

        CHECK(v3_near(m3_apply(&skew, p), v3_cross(w, p), 1));
    }
}

TEST(v3_reflection_and_refraction) {
    static const int in[] = {15, 30, 45, 60, 80}, out[] = {11196, 22030, 32037, 40518, 47629};
    vec2 bounced = v2_reflect(v2(FX(3), FX(-4)), v2(0, FX_ONE)),
         wall = v2_reflect(v2(FX_ONE, 0), v2(-46341, 46341));
    dir30 up = {0, Q30_ONE, 0}, n;
    rng128 r = rng128_seed(34);
    vec3 bent, half;
    ang16 angle;

    CHECK(v2_equal(bounced, v2(FX(3), FX(4))));
    CHECK(v2_near(wall, v2(0, FX_ONE), 2));
    CHECK(v3_near(v3_mirror(v3(FX(0.6), FX(0.8), 0), up), v3(FX(-0.6), FX(0.8), 0), 1));
    CHECK(v3_equal(v3_slide(ints(3, -4, 1), up), ints(3, 0, 1)));
    CHECK(v3_equal(v3_bounce(ints(3, -4, 1), up, FX(0.5), FX_ONE), ints(3, 2, 1)));
    for (int i = 0; i < 5; i++) {
        fx s = fx_sin(ang16_from_degrees(in[i])), c = fx_cos(ang16_from_degrees(in[i]));

        CHECK(ang_refract(ang16_from_degrees(in[i]), FX(1.333), &angle));
        CHECK_NEAR(ang16_to_degrees(angle), (fx)((int64_t)out[i] * 65536 / 1000), FX(0.01));
        CHECK(v3_refract(v3(s, -c, 0), up, FX(1.333), &bent));
        CHECK_NEAR(v3_angle(bent, V3_NEG_Y), angle, 4);
    }
    CHECK(!ang_refract(ang16_from_degrees(60), FX(0.75), &angle));
    CHECK(!v3_refract(v3(fx_sin(10923), -fx_cos(10923), 0), up, FX(0.75), &bent)); /* total reflection */
    CHECK(v3_half(V3_X, V3_Y, &half) && v3_near(half, v3(46341, 46341, 0), 1));
    CHECK(!v3_half(V3_X, V3_NEG_X, &half));
    for (int i = 0; i < 5000; i++) {
        vec3 v = fx_check_vec3(&r, FX(590));

        if (!v3_normalize_dir30(fx_check_vec3(&r, FX(1)), &n)) continue;
        CHECK_NEAR(v3_length(v3_reflect(v, n)), v3_length(v), 3);
    }
}

TEST(v3_bases) {
    dir30 x, y, z, n = {0, 0, Q30_ONE};
    rng128 r = rng128_seed(35);

    CHECK(dir30_basis(V3_NEG_Z, V3_Y, &x, &y, &z)); /* back = +Z */
    CHECK(x.x > Q30_ONE - 8 && y.y > Q30_ONE - 8 && z.z > Q30_ONE - 8);
    CHECK(dir30_basis(V3_Y, V3_Y, &x, &y, &z) && dir30_basis(V3_NEG_Y, V3_Y, &x, &y, &z));
    CHECK(!dir30_basis(V3_ZERO, V3_Y, &x, &y, &z));
    for (int i = 0; i < 10000; i++) {
        vec3 a = fx_check_vec3(&r, FX(10));
        rot33 m;

        if (i % 3 == 0) a = v3(fx_check_between(&r, -300, 300), FX(1), fx_check_between(&r, -300, 300));
        CHECK(dir30_basis(a, V3_Y, &x, &y, &z));
        m = rot33_from_axes(x, y, z);
        CHECK(rot33_is_rotation(&m, 8));
        CHECK_EQ(v3_dot(v3_perpendicular(a), a), 0);
        CHECK(!v3_is_zero(v3_perpendicular(a)));
    }
    x = (dir30){Q30_ONE, 1000000, 0};
    y = (dir30){50000000, Q30_ONE, 3};
    CHECK(dir30_orthonormalize(&x, &y, &z) && z.z > Q30_ONE - 16);
    y = x;
    CHECK(!dir30_orthonormalize(&x, &y, &z));
    CHECK(dir30_tangent_frame(n, ints(5, 0, 2), 1, &x, &y));
    CHECK(x.x > Q30_ONE - 8 && y.y > Q30_ONE - 8);
    CHECK(dir30_tangent_frame(n, ints(5, 0, 2), -1, &x, &y) && y.y < 8 - Q30_ONE);
    CHECK(!dir30_tangent_frame(n, ints(0, 0, 2), 1, &x, &y));
    CHECK(v3_major_axis(ints(3, -3, 1)) == 0 && v3_minor_axis(ints(3, 1, 1)) == 1);
}

TEST(v3_coordinates) {
    rng128 r = rng128_seed(36);
    fx radius, height;
    ang32 yaw, pitch;
    mat33 map;
    bool mirrored;
    uint16_t indices[6] = {0, 1, 2, 3, 4, 5};

    for (int i = 0; i < 10000; i++) {
        vec3 p = fx_check_vec3(&r, FX(1000)), back;

        if (i % 50 == 0) p.x = p.z = 0;
        v3_to_spherical(p, &radius, &yaw, &pitch);
        back = v3_from_spherical(radius, yaw, pitch);
        CHECK(v3_near(back, p, 2 + (radius >> 20)));
        v3_to_cylindrical(p, &radius, &yaw, &height);
        CHECK(v3_near(v3_from_cylindrical(radius, yaw, height), p, 2 + (radius >> 20)));
    }
    v3_to_spherical(ints(-1, 0, 0), &radius, &yaw, &pitch);
    CHECK(ang16_from_ang32(yaw) == 16384 && pitch == 0);
    v3_to_spherical(ints(1, 0, 0), &radius, &yaw, &pitch);
    CHECK_EQ(ang16_from_ang32(yaw), 49152);
    v3_to_spherical(ints(0, 1, 0), &radius, &yaw, &pitch);
    CHECK(yaw == 0 && pitch == ANG32_90);
    CHECK(v3_equal(import_point_handed(ints(1, 2, 3)), ints(1, 2, -3)));
    CHECK(v3_equal(export_z_up(import_z_up(ints(1, 2, 3))), ints(1, 2, 3)));
    import_winding(indices, 6);
    CHECK(indices[1] == 2 && indices[2] == 1 && indices[4] == 5);
    CHECK(import_axes("+z", "+x", true, "+y", &map, &mirrored)); /* front +Z, left +X, up +Y */
    CHECK(!mirrored);
    CHECK(v3_equal(m3_apply(&map, V3_Z), V3_NEG_Z) && v3_equal(m3_apply(&map, V3_X), V3_NEG_X));
    CHECK(import_axes("+x", "+y", true, "+z", &map, &mirrored) && !mirrored);
    CHECK(v3_equal(m3_apply(&map, V3_X), V3_NEG_Z));
    CHECK(import_axes("+z", "+x", false, "+y", &map, &mirrored) && mirrored);
    CHECK(!import_axes("+z", "+z", false, "+y", &map, &mirrored) &&
          !import_axes("fw", "+x", false, "+y", &map, &mirrored));
    for (int i = 0; i < 200;
         i++) { /* rotating in the old frame and converting equals converting and rotating */
        quat q;
        vec3 p = fx_check_vec3(&r, FX(10));
        rot33 m, n;

        (void)q4_normalize((quat){fx_check_any(&r), fx_check_any(&r), fx_check_any(&r), 12345}, &q);
        m = q4_to_rot33(q);
        n = import_rot_handed(&m);
        CHECK(v3_near(import_point_handed(rot33_apply(&m, p)), rot33_apply(&n, import_point_handed(p)), 2));
        CHECK(v3_near(q4_rotate(import_quat_handed(q), p), rot33_apply(&n, p), 3));
    }
}

TEST(v2_angles_and_sides) {
    v2_turn turn = v2_turn_toward(v2(FX_ONE, 0), v2(0, FX(3)), false);
    rng128 r = rng128_seed(37);

    CHECK(turn.side == 1 && turn.angle == 16384);
    turn = v2_turn_toward(v2(FX_ONE, 0), v2(FX_ONE, FX(-1)), false);
    CHECK(turn.side == -1 && turn.angle == 8192);
    turn = v2_turn_toward(v2(FX_ONE, 0), v2(FX(-4), 0), false);
    CHECK(turn.side == 1 && turn.angle == 32768);
    CHECK_EQ(v2_turn_toward(v2(FX_ONE, 0), v2(FX(-4), 0), true).side, -1);
    CHECK(v2_cross(v2_from_ground(V3_NEG_Z), v2_from_ground(V3_NEG_X)) >
          0); /* left of the facing is positive */
    CHECK(v3_equal(v3_from_ground(v2(FX(1), FX(2)), FX(3)), ints(1, 3, -2)));
    CHECK(v2_equal(v2_rotate(v2(FX(25), 0), ANG16_90), v2(0, FX(25))));
    CHECK(v2_equal(v2_perp_right(v2(0, FX(25))), v2(FX(25), 0)));
    for (int i = 0; i < 5000; i++) {
        ang16 a = (ang16)rng128_next(&r);
        vec2 v = {fx_check_between(&r, FX(-500), FX(500)), FX(100)};

        CHECK_NEAR(ang16_signed((ang16)(v2_angle_between(v, v2_rotate(v, a)) - a)), 0, 1);
    }
}
