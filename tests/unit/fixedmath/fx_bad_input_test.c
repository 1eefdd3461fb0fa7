/* Operands without an answer: each has a documented result and a form that says so. */
#include "fixedmath/fixedmath.h"
#include "tests/test.h"

#include <string.h>

TEST(fx_bad_input_division_by_zero) {
    fx q;
    int shift;
    fx_divisor none = fx_divisor_make(0);

    CHECK(fx_div(5, 0) == FX_MAX && fx_div(-5, 0) == FX_MIN && fx_div(0, 0) == 0);
    CHECK(!fx_div_checked(5, 0, &q) && q == FX_MAX);
    CHECK(!fx_div_checked(-5, 0, &q) && q == FX_MIN);
    CHECK(!fx_div_checked(FX_MAX, 1, &q) && q == FX_MAX); /* the quotient does not fit */
    CHECK(fx_div_checked(FX(1), FX(2), &q) && q == FX_HALF);
    CHECK(fx_div_by(5, &none) == FX_MAX && fx_div_by(-5, &none) == FX_MIN && fx_div_by(0, &none) == 0);
    CHECK(fx_div_fast(5, 0) == FX_MAX && fx_div_fast(-5, 0) == FX_MIN && fx_div_fast(0, 0) == 0);
    CHECK(fx_muldiv(5, 6, 0) == FX_MAX && fx_muldiv(-5, 6, 0) == FX_MIN && fx_ratio(0, 0) == 0);
    CHECK(fx_mod(5, 0) == 0 && fx_rem(5, 0) == 0 && int_floordiv(5, 0) == 0 && int_floormod(5, 0) == 0);
    CHECK(int_floordiv(INT32_MIN, -1) == INT32_MAX && fx_rem(INT32_MIN, -1) == 0 &&
          fx_mod(INT32_MIN, -1) == 0);
    CHECK(fx_recip(0) == FX_MAX && fx_recip_norm(0, &shift) == UINT32_MAX &&
          fx_recip_fast(0, &shift) == UINT32_MAX);
    CHECK(!fx_inverse_lerp(FX(2), FX(2), FX(9), &q) && q == 0);
}

TEST(fx_bad_input_roots_and_logarithms) {
    fx r;
    int shift;

    CHECK(fx_sqrt(-1) == 0 && fx_sqrt(FX_MIN) == 0 && q30_sqrt(-1) == 0);
    CHECK(!fx_sqrt_checked(-1, &r) && r == 0);
    CHECK(fx_sqrt_checked(0, &r) && r == 0);
    CHECK(fx_rsqrt(0) == FX_MAX && fx_rsqrt(-5) == FX_MAX && fx_rsqrt_norm(0, &shift) == UINT32_MAX);
    CHECK(fx_ln(0) == FX_MIN && fx_log2(-1) == FX_MIN && fx_log10(FX_MIN) == FX_MIN);
    CHECK(!fx_ln_checked(0, &r) && r == FX_MIN);
    CHECK(fx_ln_checked(FX_ONE, &r) && r == 0);
    CHECK(fx_pow(-5, 7) == 0 && fx_pow(0, 0) == FX_ONE && fx_pow(0, FX(2)) == 0);
    CHECK(gain_to_db(0) == FX_MIN && gain_to_db(-9) == FX_MIN);
    CHECK(acos16(FX(7)) == 0 && acos16(FX(-7)) == 32768 && asin16(FX(7)) == 16384 && atan2_32(0, 0) == 0);
}

TEST(fx_bad_input_zero_vectors) {
    vec2 flat;
    vec3 unit, half;
    vec4 four;
    dir30 fine, y, z;
    nrm stored;
    quat q;
    fx length;
    ray3 ray;
    line2 line;
    ang16 mean;
    const ang16 opposite[2] = {0, 32768};

    CHECK(!v2_normalize(V2_ZERO, &flat) && v2_equal(flat, V2_ZERO));
    CHECK(!v3_normalize(V3_ZERO, &unit) && v3_is_zero(unit));
    CHECK(!v3_normalize_dir30(V3_ZERO, &fine) && (fine.x | fine.y | fine.z) == 0);
    CHECK(!v3_normalize_nrm(V3_ZERO, &stored) && (stored.x | stored.y | stored.z) == 0);
    CHECK(!v4_normalize((vec4){0, 0, 0, 0}, &four));
    CHECK(v3_equal(v3_normalize_or(V3_ZERO, V3_X, &length), V3_X) && length == 0);
    CHECK(!q4_normalize((quat){0, 0, 0, 0}, &q) && q4_equal(q, Q4_IDENTITY));
    CHECK(!q4_inverse((quat){0, 0, 0, 0}, &q) && q4_equal(q, Q4_IDENTITY));
    CHECK(!q4_shortest_arc(V3_ZERO, V3_X, &q) && !q4_aim(V3_ZERO, V3_Y, &q) && q4_equal(q, Q4_IDENTITY));
    CHECK(!dir30_basis(V3_ZERO, V3_Y, &fine, &y, &z));
    CHECK(!v3_half(V3_X, V3_NEG_X, &half));
    CHECK(!ray_through(V3_X, V3_X, &ray) && !line2_make(V2_ZERO, V2_ZERO, &line));
    CHECK(!ang_mean(opposite, 2, &mean) && mean == 0);
    CHECK(!v4_divide((vec4){1, 2, 3, 0}, &unit)); /* the quotient is a point at infinity */
}

TEST(fx_bad_input_singular_matrices) {
    mat22 m22 = {{{FX(1), FX(2)}, {FX(2), FX(4)}}}, i22 = m22_identity(), k22 = i22;
    mat33 m3 = m3_diagonal(FX(1), 0, FX(1)), i3 = m3_identity(), k3 = i3;
    mat34 m34 = m34_scaling((vec3){FX(1), 0, FX(1)}), i34 = m34_identity(), k34 = i34;
    mat44 m4 = m4_zero(), i4 = m4_identity(), k4 = i4;
    mat23 m23 = m23_scaling(0, FX(1)), i23 = m23_identity(), k23 = i23;
    linear_lu lu;
    vec2 x2 = {7, 7};
    vec3 x3 = {7, 7, 7};
    sqt flat = sqt_identity(), out;
    dir30 n = {0, Q30_ONE, 0};
    mat34 nothing = m34_scaling(V3_ZERO);

    CHECK(!m22_inverse(&m22, &i22) && memcmp(&i22, &k22, sizeof i22) == 0);
    CHECK(!m3_inverse(&m3, &i3) && memcmp(&i3, &k3, sizeof i3) == 0);
    CHECK(!m34_inverse(&m34, &i34) && memcmp(&i34, &k34, sizeof i34) == 0);
    CHECK(!m4_inverse(&m4, &i4) && memcmp(&i4, &k4, sizeof i4) == 0);
    CHECK(!m23_inverse(&m23, &i23) && memcmp(&i23, &k23, sizeof i23) == 0);
    CHECK(!linear_factor((const fx *)m3.m, 3, &lu));
    CHECK(!linear_solve2(&m22, V2_ZERO, &x2) && !linear_solve3(&m3, V3_X, &x3));
    flat.s = 0;
    CHECK(!sqt_inverse(&flat, &out));
    CHECK(!m34_normal(&nothing, n, &n));
    CHECK(m3_determinant(&m3) == 0 && m4_determinant(&m4) == 0);
}

TEST(fx_bad_input_ambiguous_turns) {
    quat one = Q4_IDENTITY, minus = q4_neg(one), x180 = {Q30_ONE, 0, 0, 0}, half, long_way;

    /* q and -q are one orientation, so the turn goes nowhere */
    CHECK(q4_same(q4_slerp(one, minus, 30000), one, 16));
    CHECK(q4_slerp_checked(one, minus, 30000, &half) && q4_same(half, one, 16));
    CHECK(!q4_slerp_checked(one, x180, 32768, &half)); /* half a turn has two ways, of which one is taken */
    CHECK_NEAR(q4_angle(one, half), ANG32_90, 1024);
    CHECK(q4_equal(half, q4_slerp(one, x180, 32768)));
    long_way = q4_slerp_long(one, minus, 32768);
    CHECK_NEAR(q4_dot(long_way, long_way), Q30_ONE, 4);
    CHECK_NEAR(q4_dot(long_way, one), 0, 64);
    CHECK(q4_shortest_arc(V3_X, V3_NEG_X, &half) && q4_same(q4_mul(half, half), one, 64));
    CHECK_EQ(ang_diff(0, 32768), -32768);
}

TEST(fx_bad_input_degenerate_shapes) {
    plane30 plane = {{0, Q30_ONE, 0}, 5}, other = plane, across = {{Q30_ONE, 0, 0}, 0};
    vec3 at = {1, 2, 3};
    dir30 normal = {0, 0, 0};
    int32_t weight[3];
    fx y = 9;
    const vec2 line[4] = {{0, 0}, {65536, 0}, {131072, 0}, {196608, 0}};
    vec2 centre;
    quad_axis axis;
    rig34 view = rig34_identity();
    mat44 projection = m4_identity();

    CHECK(!plane_from_points(V3_ZERO, V3_X, (vec3){FX(2), 0, 0}, &plane));
    CHECK(!plane_normalize(V3_ZERO, FX(1), &plane));
    CHECK(!plane_intersect3(&other, &other, &across, &at));
    CHECK(!plane_y_at(&across, 0, 0, &y));
    CHECK(!v3_triangle_normal(V3_X, V3_X, V3_Y, &normal));
    CHECK(!barycentric(line[0], line[1], line[2], line[3], weight) && weight[0] == 65536);
    CHECK(!polygon_centroid(line, 4, &centre) && polygon_winding(line, 4) == 0);
    CHECK(!quad_axis_make((vec2[4]){{0, 0}, {0, 0}, {0, 0}, {0, 0}}, 0, &axis));
    CHECK(!view_look_at(V3_X, V3_X, V3_Y, &view) && view.r.m[0][0] == Q30_ONE);
    CHECK(!view_perspective(FX(1), FX(1), 0, FX(9), &projection) &&
          !view_perspective(FX(1), FX(1), 9, 9, &projection));
}
