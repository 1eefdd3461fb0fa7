/* Tests of quaternions, stored transforms and dual quaternions. */
#include "fixedmath/interpolate.h"
#include "fixedmath/transform.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

#define DEGREES(d) ((ang32)((d)*11930464.7111))

static vec3 ints(int x, int y, int z) { return v3(x * 65536, y * 65536, z * 65536); }

static quat random_quat(rng128 *r) {
    quat q;

    (void)q4_normalize(
        (quat){(q30)rng128_next(r), (q30)rng128_next(r), (q30)rng128_next(r), (q30)rng128_next(r)}, &q);
    return q;
}

static bool quat_near(quat a, quat b, q30 tolerance) {
    quat d = q4_sub(a, b);

    return q30_abs(d.x) <= tolerance && q30_abs(d.y) <= tolerance && q30_abs(d.z) <= tolerance &&
           q30_abs(d.w) <= tolerance;
}

static int64_t norm_error(quat q) {
    return (q4_dot_wide(q, q) - ((int64_t)1 << 60)) >> 31;
} /* error of the norm, in LSB30 */

static quat about(int axis, ang32 angle) {
    return q4_from_axis_angle(
        (dir30){axis == 0 ? Q30_ONE : 0, axis == 1 ? Q30_ONE : 0, axis == 2 ? Q30_ONE : 0}, angle);
}

TEST(q4_algebra) {
    quat i = {Q30_ONE, 0, 0, 0}, j = {0, Q30_ONE, 0, 0}, k = {0, 0, Q30_ONE, 0}, one = Q4_IDENTITY, q, p,
         inverse, chain;
    quat step = about(1, DEGREES(0.1)), turn = about(2, DEGREES(0.0252));
    rng128 r = rng128_seed(51);
    q30 left[4][4], right[4][4];

    CHECK(q4_equal(q4_mul(i, i), q4_neg(one)) && q4_equal(q4_mul(j, j), q4_neg(one)) &&
          q4_equal(q4_mul(k, k), q4_neg(one)));
    CHECK(q4_equal(q4_mul(i, j), k) && q4_equal(q4_mul(j, k), i) && q4_equal(q4_mul(k, i), j));
    CHECK(q4_equal(q4_mul(j, i), q4_neg(k)) && q4_equal(q4_mul(k, j), q4_neg(i)) &&
          q4_equal(q4_mul(i, k), q4_neg(j)));
    q = q4_mul(about(0, ANG32_90), about(2, ANG32_90));
    CHECK(quat_near(q, (quat){Q30_HALF, -Q30_HALF, Q30_HALF, Q30_HALF}, 8));
    CHECK(v3_near(q4_rotate(q, V3_X), V3_Z, 1));
    for (int n = 0; n < 3000; n++) {
        int64_t sum;

        q = random_quat(&r);
        p = random_quat(&r);
        CHECK(q4_inverse(q, &inverse));
        CHECK(quat_near(q4_mul(q, inverse), one, 16));
        CHECK(quat_near(q4_conjugate(q4_mul(p, q)), q4_mul(q4_conjugate(q), q4_conjugate(p)), 2));
        CHECK_NEAR(norm_error(q4_mul(p, q)), norm_error(p) + norm_error(q), 4);
        q4_left(q, left);
        q4_right(q, right);
        chain = q4_mul(q, p);
        sum = fx_wide(left[1][0], p.x) + fx_wide(left[1][1], p.y) + fx_wide(left[1][2], p.z) +
              fx_wide(left[1][3], p.w);
        CHECK_NEAR(fx_rshr64(sum, 30), chain.y, 2);
        chain = q4_mul(p, q);
        sum = fx_wide(right[0][0], p.x) + fx_wide(right[0][1], p.y) + fx_wide(right[0][2], p.z) +
              fx_wide(right[0][3], p.w);
        CHECK_NEAR(fx_rshr64(sum, 30), chain.x, 2);
    }
    CHECK(!q4_normalize((quat){0, 0, 0, 0}, &q) && q4_equal(q, one));
    CHECK(!q4_inverse((quat){0, 0, 0, 0}, &q) && q4_equal(q, one));
    CHECK(q4_inverse((quat){0, 0, 0, Q30_HALF + 1}, &q));
    CHECK_NEAR(q.w, INT32_MAX, 16);
    chain = one;
    for (int n = 0; n < 36000; n++) {
        chain = q4_mul(step, chain);
    }
    chain = q4_renormalize(chain);
    CHECK_NEAR(q4_angle(chain, one), 0u - 36000u * DEGREES(0.1),
               DEGREES(0.003)); /* the chain is short of ten turns by the rest that ang32 cuts off */
    chain = one;
    /* 10,000 products without repair */
    for (int n = 0; n < 10000; n++) chain = q4_mul(random_quat(&r), chain);
    CHECK_NEAR(norm_error(chain), 0, 1024);
    chain = one;
    for (int n = 0; n < 100000; n++) {
        chain = q4_renormalize(q4_mul(turn, chain));
        if (n % 1000 == 0) CHECK_NEAR(norm_error(chain), 0, 4);
    }
    CHECK(q4_angle(chain, one) < DEGREES(0.05)); /* 7 turns; the step itself is rounded to 2^-30 */
}

/* 10,000 random rotations compounded, with the documented repair: drift of length below 1/1000. */
TEST(q4_compound_drift) {
    rng128 r = rng128_seed(52);
    quat q = Q4_IDENTITY;
    rot33 m = rot33_identity();
    vec3 v = ints(300, -400, 1200), a, b;

    for (int i = 0; i < 10000; i++) {
        quat turn = random_quat(&r);
        rot33 step = q4_to_rot33(turn);

        q = q4_renormalize(q4_mul(turn, q));
        m = rot33_mul(&step, &m);
        if (i % 64 == 63) m = rot33_repair(&m);
        a = q4_rotate(q, v);
        CHECK_NEAR(v3_length(a), FX(1300), 3);
        if (i % 64 == 0) CHECK_NEAR(v3_length(q4_rotate(turn, ints(3, 4, 12))), FX(13), 2);
    }
    b = rot33_apply(&m, v);
    CHECK(v3_distance(a, b) < FX(1.3));
    CHECK_NEAR(v3_length(b), FX(1300), 8);
}

TEST(q4_axis_angle) {
    dir30 axis;
    ang32 angle;
    rng128 r = rng128_seed(53);
    int32_t v[3];

    CHECK(quat_near(about(2, ANG32_90), (quat){0, 0, 759250125, 759250125}, 4));
    CHECK(quat_near(about(0, ANG32_90), (quat){759250125, 0, 0, 759250125}, 4));
    CHECK(q4_equal(about(1, 0), Q4_IDENTITY));
    for (int i = 0; i < 3; i++) {
        quat half = about(i, ANG32_180);
        const q30 part[3] = {half.x, half.y, half.z};
        CHECK_EQ(half.w, 0);
        for (int k = 0; k < 3; k++) CHECK_EQ(part[k], k == i ? Q30_ONE : 0);
        q4_to_axis_angle(half, &axis, &angle);
        CHECK_EQ(angle, ANG32_180);
        CHECK_EQ(i == 0 ? axis.x : i == 1 ? axis.y : axis.z, Q30_ONE);
    }
    q4_to_axis_angle(Q4_IDENTITY, &axis, &angle);
    CHECK(angle == 0 && axis.x == Q30_ONE);
    q4_to_axis_angle((quat){0, 60000, 0, Q30_ONE}, &axis, &angle); /* |v| below 2^-14: no axis */
    CHECK(angle == 0 && axis.x == Q30_ONE && axis.y == 0);
    q4_to_axis_angle((quat){0, 70000, 0, Q30_ONE}, &axis, &angle); /* |v| above 2^-14: an axis */
    CHECK(angle > 0 && axis.x == 0 && axis.y > Q30_ONE - 64);
    for (int i = 0; i < 10000; i++) {
        dir30 from;
        quat q, back;
        ang32 turn = DEGREES(0.1) + rng128_next(&r) / 2u;

        if (!v3_normalize_dir30(fx_check_vec3(&r, FX(1)), &from)) continue;
        q = q4_from_axis_angle(from, turn);
        q4_to_axis_angle(q, &axis, &angle);
        CHECK_NEAR((int32_t)(angle - turn), 0, 11930);
        q4_to_rotation_vector(q, v);
        back = q4_from_rotation_vector(v);
        CHECK(q4_angle(back, q) < DEGREES(0.001));
        CHECK(quat_near(q4_from_axis_angle(axis, angle), q, 2000));
        if (i < 1000) { /* the way through a matrix gives the same turn */
            rot33 m = q4_to_rot33(q);
            CHECK(q4_from_rot33(&m, &back));
            CHECK(q4_angle(back, q) < DEGREES(0.001));
        }
    }
}

TEST(q4_rotation_of_vectors) {
    rng128 r = rng128_seed(54);
    vec3 many[8], out[8];

    CHECK(v3_near(q4_rotate(about(2, ANG32_90), V3_X), V3_Y, 1));
    CHECK(v3_near(q4_rotate(about(0, ANG32_90), V3_Y), V3_Z, 1));
    for (int i = 0; i < 3000; i++) {
        quat q = random_quat(&r);
        rot33 m = q4_to_rot33(q);
        vec3 v = fx_check_vec3(&r, FX(9000));

        CHECK(v3_near(q4_rotate(q, v), rot33_apply(&m, v), 3));
        CHECK(v3_near(q4_rotate_inverse(q, q4_rotate(q, v)), v, 3));
        for (int k = 0; k < 8; k++) many[k] = fx_check_vec3(&r, FX(100));
        q4_rotate_many(q, many, out, 8);
        CHECK(v3_near(out[5], q4_rotate(q, many[5]), 2));
        q4_rotate_many(q, many, many, 2);
        CHECK(v3_near(many[1], out[1], 2));
    }
}

TEST(q4_matrix_conversions) {
    quat q, back;
    rot33 m, axis, scaled;
    mat33 f;
    rng128 r = rng128_seed(55);

    (void)q4_normalize((quat){1, 2, 3, 4}, &q);
    f = q4_to_m3(q);
    CHECK_NEAR(f.m[0][0], FX(2.0 / 15), 1);
    CHECK_NEAR(f.m[0][1], FX(-2.0 / 3), 1);
    CHECK_NEAR(f.m[0][2], FX(11.0 / 15), 1);
    CHECK_NEAR(f.m[1][0], FX(14.0 / 15), 1);
    CHECK_NEAR(f.m[2][0], FX(-1.0 / 3), 1);
    CHECK(q4_from_m3(&f, &back) && q4_angle(q, back) < DEGREES(0.002));
    for (int a = 0; a < 36; a++) {
        for (int k = 0; k < 3; k++) {
            ang32 turn = (ang32)a * 119304647u;

            q = about(k, turn);
            m = q4_to_rot33(q);
            axis = k == 0 ? rot33_about_x(turn) : k == 1 ? rot33_about_y(turn) : rot33_about_z(turn);
            for (int e = 0; e < 9; e++) CHECK_NEAR(m.m[e / 3][e % 3], axis.m[e / 3][e % 3], 64);
        }
    }
    m = rot33_about_z(ANG32_90); /* matrices multiply column vectors */
    CHECK(q4_from_rot33(&m, &q) && quat_near(q, about(2, ANG32_90), 8));
    for (int i = 0; i < 5000; i++) {
        q = random_quat(&r);
        if (i < 12)
            q = (quat){(i & 1) != 0 ? Q30_ONE : 0, (i & 2) != 0 ? Q30_ONE : 0, (i & 4) != 0 ? Q30_ONE : 0,
                       i == 8 ? Q30_ONE : 0};
        if (!q4_normalize(q, &q)) continue;
        m = q4_to_rot33(q);
        CHECK(q4_from_rot33(&m, &back));
        CHECK(q4_angle(q, back) < DEGREES(0.0001));
        scaled = q4_to_scaled_rot33((quat){q.x / 2, q.y / 2, q.z / 2, q.w / 2});
        CHECK_NEAR(scaled.m[1][2], m.m[1][2] / 4, 4);
        CHECK_NEAR(scaled.m[2][2], m.m[2][2] / 4, 4);
    }
    for (int p = 0; p < 48; p++) { /* the 24 axis permutations are rotations, the mirrored 24 are refused */
        int x = p % 3, y = (x + 1 + (p / 3) % 2) % 3, z = 3 - x - y;
        bool mirrored;

        for (int e = 0; e < 9; e++) m.m[e / 3][e % 3] = 0;
        m.m[x][0] = (p / 6 & 1) != 0 ? -Q30_ONE : Q30_ONE;
        m.m[y][1] = (p / 12 & 1) != 0 ? -Q30_ONE : Q30_ONE;
        m.m[z][2] = (p / 24 & 1) != 0 ? -Q30_ONE : Q30_ONE;
        mirrored = !rot33_is_rotation(&m, 64);
        CHECK_EQ(q4_from_rot33(&m, &q), !mirrored);
        axis = q4_to_rot33(q);
        for (int e = 0; !mirrored && e < 9; e++) CHECK_NEAR(axis.m[e / 3][e % 3], m.m[e / 3][e % 3], 64);
    }
}

TEST(q4_euler_angles) {
    euler16 e = {7301, 3129, (ang16)-4172}, back;
    quat q = q4_from_euler(e), other;
    rot33 m, product, x, y, z;
    rng128 r = rng128_seed(56);
    static const int order[3] = {2, 0, 1}, reversed[3] = {1, 0, 2};
    ang32 angles[3];

    q = q.w < 0 ? q4_neg(q) : q;
    CHECK(quat_near(q, (quat){Q30(0.070222), Q30(0.360178), Q30(-0.234750), Q30(0.900130)}, 40000));
    m = rot33_from_euler(e);
    CHECK_NEAR(m.m[0][0], Q30(0.63033), 40000);
    CHECK_NEAR(m.m[1][2], Q30(-0.29552), 60000);
    CHECK_NEAR(m.m[2][0], Q30(-0.68138), 60000);
    CHECK(v3_near(rot33_apply(&m, V3_NEG_Z), v3(FX(-0.61544), FX(0.29552), FX(-0.73068)), 4));
    CHECK(quat_near(q4_from_euler((euler16){16384, 0, 0}), (quat){0, 759250125, 0, 759250125}, 4));
    CHECK(v3_near(q4_rotate(q4_from_euler((euler16){16384, 0, 0}), V3_NEG_Z), V3_NEG_X, 1));
    for (int i = 0; i < 2000; i++) {
        e = (euler16){(ang16)rng128_next(&r), (ang16)rng128_next(&r), (ang16)rng128_next(&r)};
        if (i % 10 == 0) e.pitch = i % 20 == 0 ? 16384 : 49152;
        m = rot33_from_euler(e);
        x = rot33_about_x((ang32)e.pitch << 16);
        y = rot33_about_y((ang32)e.yaw << 16);
        z = rot33_about_z((ang32)e.roll << 16);
        product = rot33_mul(&y, &x);
        product = rot33_mul(&product, &z);
        for (int k = 0; k < 9; k++) CHECK_NEAR(product.m[k / 3][k % 3], m.m[k / 3][k % 3], 16);
        q = q4_from_euler(e);
        product = q4_to_rot33(q);
        for (int k = 0; k < 9; k++) CHECK_NEAR(product.m[k / 3][k % 3], m.m[k / 3][k % 3], 64);
        back = euler_from_rot33(&m);
        product = rot33_from_euler(back);
        for (int k = 0; k < 9; k++) CHECK_NEAR(product.m[k / 3][k % 3], m.m[k / 3][k % 3], 65536 /* 2^-14 */);
        angles[0] = (ang32)e.roll << 16;
        angles[1] = (ang32)e.pitch << 16;
        angles[2] = (ang32)e.yaw << 16;
        CHECK(q4_angle(q4_from_axis_order(order, angles), q) < DEGREES(0.001));
    }
    other = q4_from_axis_order(reversed, angles);
    CHECK(q4_angle(other, q) > DEGREES(1));
    CHECK(q4_angle(q4_from_euler((euler16){1000, 16384, 0}),
                   q4_from_euler((euler16){0, 16384, (ang16)-1000})) < DEGREES(0.001));
}

TEST(q4_interpolation) {
    static const ang32 ninety[3] = {DEGREES(21.598), DEGREES(45), DEGREES(68.402)};
    static const ang32 wide[4] = {DEGREES(12.512), DEGREES(35.769), DEGREES(85), DEGREES(134.231)};
    static const uf16 at[4] = {6554, 16384, 32768, 49152};
    quat one = Q4_IDENTITY, z90 = about(2, ANG32_90), z170 = about(2, DEGREES(170)), q;
    uf16 weights[2] = {16384, 49152};
    quat pair[2];
    rng128 r = rng128_seed(57);
    ang32 last = 0;

    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(q4_angle(one, q4_nlerp(one, z90, (uf16)(i + 1) * 16384)), ninety[i], DEGREES(0.001));
        CHECK_NEAR(q4_angle(one, q4_slerp(one, z90, (uf16)(i + 1) * 16384)), DEGREES(22.5) * (ang32)(i + 1),
                   DEGREES(0.001));
    }
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(q4_angle(one, q4_nlerp(one, z170, at[i])), wide[i], DEGREES(0.002));
        CHECK_NEAR(q4_angle(one, q4_slerp(one, z170, at[i])), (ang32)((uint64_t)DEGREES(170) * at[i] >> 16),
                   DEGREES(0.001));
    }
    for (uf16 t = 655; t < 65536; t += 655) { /* a slerp turns at constant speed */
        ang32 now = q4_angle(one, q4_slerp(one, z170, t));

        CHECK_NEAR(now - last, (ang32)((uint64_t)DEGREES(170) * 655 >> 16), DEGREES(0.01));
        last = now;
    }
    for (int i = 0; i < 20000; i++) {
        quat a = random_quat(&r), b = random_quat(&r), s;
        uf16 t = rng128_next(&r) % 65537u;
        ang32 full;

        if (i % 8 == 0) b = q4_neg(a);
        if (i % 8 == 1) b = q4_renormalize((quat){a.x + 5000, a.y, a.z - 9000, a.w});
        full = q4_angle(a, b);
        CHECK(full <= ANG32_180 + 64);
        CHECK(q4_equal(q4_slerp(a, b, 0), a) && q4_equal(q4_slerp(a, b, 65536), b));
        CHECK(q4_equal(q4_nlerp(a, b, 0), a) && q4_equal(q4_nlerp(a, b, 65536), b));
        s = q4_slerp(a, b, t);
        CHECK_NEAR(norm_error(s), 0, 4);
        CHECK_NEAR(q4_angle(a, s), (ang32)((uint64_t)full * t >> 16), DEGREES(0.001));
        CHECK(q4_angle(s, q4_nlerp_corrected(a, b, t)) < DEGREES(0.05));
        CHECK(q4_angle(s, q4_nlerp(a, b, t)) < DEGREES(8.3));
        if (full > DEGREES(1))
            CHECK_NEAR(q4_angle(a, q4_approach(a, b, DEGREES(1))), DEGREES(1), DEGREES(0.01));
        CHECK(q4_same(q4_approach(a, b, ANG32_180), b, 64));
    }
    CHECK(q4_angle(z90, q4_slerp(z90, q4_neg(z90), 30000)) < 64); /* q to -q turns by nothing */
    pair[0] = one;
    pair[1] = q4_neg(z90);
    CHECK(q4_angle(q4_blend(pair, weights, 2), q4_nlerp(one, z90, 49152)) < DEGREES(0.0001));
    q = q4_slerp_long(one, q4_neg(one), 32768);
    CHECK_NEAR(norm_error(q), 0, 4);
}

TEST(q4_exponential_and_power) {
    int32_t v[3];
    quat z90 = about(2, ANG32_90), q;
    rng128 r = rng128_seed(58);

    q4_log(z90, v);
    CHECK_NEAR(v[2], 210828714, 300); /* 0.785398 in Q4.28 */
    CHECK(v[0] == 0 && v[1] == 0);
    CHECK(quat_near(q4_pow(z90, 0), Q4_IDENTITY, 1));
    q4_log(Q4_IDENTITY, v);
    CHECK(v[0] == 0 && v[1] == 0 && v[2] == 0);
    CHECK(q4_equal(q4_exp(v), Q4_IDENTITY));
    for (int i = 0; i < 5000; i++) {
        int32_t back[3];

        q = i < 3 ? about(i, ANG32_180) : random_quat(&r);
        q4_log(q, v);
        CHECK(quat_near(q4_exp(v), q, 1024));
        q4_log(q4_conjugate(q), back);
        CHECK_NEAR(back[0], -v[0], 8);
        CHECK(quat_near(q4_mul(q4_pow(q, FX_HALF), q4_pow(q, FX_HALF)), q, 1024));
        CHECK(quat_near(q4_pow(q, FX(-1)), q4_conjugate(q), 1024));
    }
}

TEST(q4_squad_track) {
    quat key[12], inner[12];
    rng128 r = rng128_seed(59);

    for (int i = 0; i < 12; i++) {
        key[i] = i == 0 ? random_quat(&r) : q4_near(q4_slerp(key[i - 1], random_quat(&r), 20000), key[i - 1]);
    }
    for (int i = 0; i < 12; i++) {
        quat before = q4_near(key[(i + 11) % 12], key[i]), after = q4_near(key[(i + 1) % 12], key[i]);

        inner[i] = q4_inner(before, key[i], after);
    }
    for (int i = 1; i < 11; i++) {
        quat left = q4_squad(key[i - 1], key[i], inner[i - 1], inner[i], 65536 - 64);
        quat right = q4_squad(key[i], key[i + 1], inner[i], inner[i + 1], 64);
        ang32 speed_left = q4_angle(left, key[i]), speed_right = q4_angle(key[i], right);

        CHECK(q4_equal(q4_squad(key[i], key[i + 1], inner[i], inner[i + 1], 0), key[i]));
        CHECK(q4_equal(q4_squad(key[i], key[i + 1], inner[i], inner[i + 1], 65536), key[i + 1]));
        CHECK_NEAR(speed_left, speed_right, speed_left / 100 + 100);
        CHECK(q4_angle(q4_squad(key[i], key[i + 1], key[i], key[i + 1], 23456),
                       q4_slerp(key[i], key[i + 1], 23456)) < DEGREES(0.002));
    }
}

TEST(q4_shortest_arcs) {
    quat q, aim;
    rng128 r = rng128_seed(60);

    CHECK(q4_shortest_arc(V3_X, V3_Y, &q) && quat_near(q, (quat){0, 0, 759250125, 759250125}, 4));
    CHECK(q4_shortest_arc(ints(5, 6, 7), ints(5, 6, 7), &q) && quat_near(q, Q4_IDENTITY, 4));
    CHECK(q4_shortest_arc(ints(1, 2, 3), ints(3, -1, 2), &q));
    CHECK(quat_near(q, (quat){Q30(0.288675), Q30(0.288675), Q30(-0.288675), Q30(0.866025)}, 2000));
    CHECK(!q4_shortest_arc(V3_ZERO, V3_X, &q) && q4_equal(q, Q4_IDENTITY));
    for (int i = 0; i < 3000; i++) {
        vec3 a = i % 3 == 0 ? V3_Z : fx_check_vec3(&r, FX(100)), b = fx_check_vec3(&r, FX(100));

        if (i % 5 == 0) b = v3_neg(a);
        if (i % 5 == 1) b = v3_add(v3_neg(a), v3(40, -30, 20)); /* b is nearly opposite to a */
        if (!q4_shortest_arc(a, b, &q)) continue;
        CHECK(v3_angle(q4_rotate(q, a), b) <= (i % 5 <= 1 ? 18 : 2));
        CHECK_NEAR(norm_error(q), 0, 8);
        if (i % 5 > 1) {
            CHECK(q4_shortest_arc_acos(a, b, &aim));
            CHECK(v3_angle(q4_rotate(aim, a), b) <= 40);
        }
        CHECK(q4_aim(b, V3_Y, &aim));
        CHECK(v3_angle(q4_rotate(aim, V3_NEG_Z), b) <= 1);
        CHECK(q4_rotate(aim, V3_Y).y >= -2);
    }
}

TEST(q4_storage) {
    ang32 worst[3] = {0, 0, 0}, bytes = 0, octahedral = 0;
    rng128 r = rng128_seed(61);

    for (int i = 0; i < 30000; i++) {
        quat q = random_quat(&r);
        ang32 error[3] = {q4_angle(q, q4_unpack16(q4_pack16(q))), q4_angle(q, q4_unpack48(q4_pack48(q))),
                          q4_angle(q, q4_unpack32(q4_pack32(q)))};
        dir30 n, back;
        int8_t s8[3];
        ang32 off;

        for (int k = 0; k < 3; k++) worst[k] = error[k] > worst[k] ? error[k] : worst[k];
        CHECK(q4_pack48(q) >> 47 == 0);
        if (!v3_normalize_dir30((vec3){q.x, q.y, q.z}, &n)) continue;
        nrm_pack_s8(n, s8);
        back = nrm_unpack_s8(s8);
        off = (ang32)v3_angle((vec3){n.x, n.y, n.z}, (vec3){back.x, back.y, back.z}) << 16;
        bytes = off > bytes ? off : bytes;
        back = nrm_unpack_octahedral(nrm_pack_octahedral(n));
        off = (ang32)v3_angle((vec3){n.x, n.y, n.z}, (vec3){back.x, back.y, back.z}) << 16;
        octahedral = off > octahedral ? off : octahedral;
    }
    CHECK(worst[0] <= DEGREES(0.0068));
    CHECK(worst[1] <= DEGREES(0.0078));
    CHECK(worst[2] <= DEGREES(0.25));
    CHECK(bytes <= DEGREES(0.4));
    CHECK(octahedral <= DEGREES(1.0));
    TEST_INFO("worst rotation error in 1/10000 degree: quat16 %d, 48 bit %d, 32 bit %d; normals s8 %d, "
              "octahedral %d",
              (int)((uint64_t)worst[0] * 3600000 >> 32), (int)((uint64_t)worst[1] * 3600000 >> 32),
              (int)((uint64_t)worst[2] * 3600000 >> 32), (int)((uint64_t)bytes * 3600000 >> 32),
              (int)((uint64_t)octahedral * 3600000 >> 32));
    CHECK(q4_angle(q4_unpack48(q4_pack48(Q4_IDENTITY)), Q4_IDENTITY) == 0);
}

TEST(q4_integration) {
    quat q = Q4_IDENTITY, exact = Q4_IDENTITY;
    vec3 w = {0, 0, 102944}; /* pi / 2 */
    uint32_t tenth = 429496730u, dt = 71582788u;
    rot33 m = rot33_identity();

    for (int i = 0; i < 10; i++) q = q4_integrate_euler(q, w, tenth);
    CHECK_NEAR(q4_angle(q, Q4_IDENTITY), DEGREES(89.8156), DEGREES(0.002));
    for (int i = 0; i < 10; i++) exact = q4_integrate(exact, w, tenth);
    CHECK_NEAR(q4_angle(exact, Q4_IDENTITY), ANG32_90, DEGREES(0.001));
    for (int i = 0; i < 10; i++) m = rot33_integrate(&m, w, tenth);
    CHECK(v3_near(rot33_apply(&m, V3_X), V3_Y, 2));
    q = exact = Q4_IDENTITY;
    w = v3(FX(1), FX(-2), FX(0.5));
    for (int i = 0; i < 100000; i++) q = q4_integrate(q, w, dt);
    CHECK_NEAR(norm_error(q), 0, 16);
    q = about(0, DEGREES(30));
    exact = q4_integrate(q, q4_rotate(q, w), dt);
    CHECK(q4_angle(exact, q4_integrate_body(q, w, dt)) < DEGREES(0.001));
}

TEST(q4_sqt) {
    rng128 r = rng128_seed(62);
    sqt a, b, c, chain[4];
    sqt_v uneven = {V3_ZERO, Q4_IDENTITY, {FX(1), FX(2), FX(3)}},
          turned = {V3_ZERO, about(0, 1000000u), {FX_ONE, FX_ONE, FX_ONE}}, out;
    mat34 m, n;

    CHECK(sizeof(sqt) == 32 && sizeof(sqt_packed) == 14);
    CHECK(!sqt_v_mul(&uneven, &turned, &out) && sqt_v_mul(&turned, &uneven, &out));
    m = sqt_v_to_m34(&uneven);
    CHECK_EQ(m.m[2][2], FX(3));
    for (int i = 0; i < 1000; i++) {
        vec3 p = fx_check_vec3(&r, FX(10)), q;

        a = (sqt){fx_check_vec3(&r, FX(100)), random_quat(&r), fx_check_between(&r, FX(0.5), FX(2))};
        b = (sqt){fx_check_vec3(&r, FX(100)), random_quat(&r), FX_ONE};
        m = sqt_to_m34(&a);
        CHECK(v3_near(sqt_point(&a, p), m34_point(&m, p), 24)); /* fx elements times 10 */
        c = sqt_mul(&a, &b);
        CHECK(v3_near(sqt_point(&c, p), sqt_point(&a, sqt_point(&b, p)), 6));
        CHECK(sqt_inverse(&a, &c));
        q = sqt_point(&c, sqt_point(&a, p));
        CHECK(v3_near(q, p, 150));
        CHECK(sqt_from_m34(&m, &c));
        CHECK(q4_angle(c.q, a.q) < DEGREES(0.01) && v3_equal(c.t, a.t));
        CHECK_NEAR(c.s, a.s, 4);
        c = sqt_lerp(&a, &b, 0);
        CHECK(q4_equal(c.q, a.q) && v3_equal(c.t, a.t) && c.s == a.s);
        c = sqt_slerp(&a, &b, 65536);
        CHECK(q4_equal(c.q, b.q) && v3_equal(c.t, b.t) && c.s == b.s);
        {
            sqt_packed packed = sqt_pack(&b);

            c = sqt_unpack(&packed);
            CHECK(v3_near(c.t, b.t, 128) && q4_angle(c.q, b.q) < DEGREES(0.007));
        }
    }
    for (int i = 0; i < 4; i++) chain[i] = (sqt){fx_check_vec3(&r, FX(5)), random_quat(&r), FX(1.25)};
    a = chain[0];
    m = sqt_to_m34(&chain[0]);
    for (int i = 1; i < 4; i++) {
        a = sqt_mul(&a, &chain[i]);
        n = sqt_to_m34(&chain[i]);
        m = m34_mul(&m, &n);
    }
    CHECK(v3_near(sqt_point(&a, ints(1, 2, 3)), m34_point(&m, ints(1, 2, 3)), 60));
    a.s = 0;
    CHECK(!sqt_inverse(&a, &c));
    m = m34_shear(FX(1), 0, 0, 0, 0, 0);
    CHECK(!sqt_from_m34(&m, &c));
}

TEST(q4_dual_quaternions) {
    rng128 r = rng128_seed(63);
    uf16 ends[2][2] = {{65536, 0}, {0, 65536}}, half[2] = {32768, 32768};

    for (int i = 0; i < 1000; i++) {
        rig34 m = {q4_to_rot33(random_quat(&r)), fx_check_vec3(&r, FX(2300))},
              n = {q4_to_rot33(random_quat(&r)), fx_check_vec3(&r, FX(2300))}, p, back;
        dualquat pair[2] = {dq_from_rig34(&m), dq_from_rig34(&n)}, product = dq_mul(&pair[0], &pair[1]),
                 inverse = dq_conjugate(&pair[0]), blend;
        vec3 v = fx_check_vec3(&r, FX(50));

        CHECK(v3_near(dq_point(&pair[0], v), rig34_point(&m, v), 4));
        p = rig34_mul(&m, &n);
        CHECK(v3_near(dq_point(&product, v), rig34_point(&p, v), 12));
        CHECK(v3_near(dq_point(&inverse, dq_point(&pair[0], v)), v, 12));
        for (int k = 0; k < 2; k++) {
            blend = dq_blend(pair, ends[k], 2);
            CHECK(v3_near(dq_point(&blend, v), dq_point(&pair[k], v), 6));
        }
        blend = dq_blend(pair, half, 2);
        CHECK_NEAR(norm_error(blend.real), 0, 16);
        back = dq_to_rig34(&pair[1]);
        CHECK(v3_near(back.t, n.t, 4));
        blend = dq_screw(&pair[0], &pair[1], 65536);
        CHECK(v3_near(dq_point(&blend, v), dq_point(&pair[1], v), 4));
        blend = dq_screw(&pair[0], &pair[1], 0);
        CHECK(v3_near(dq_point(&blend, v), dq_point(&pair[0], v), 4));
        CHECK(q4_angle(dq_screw(&pair[0], &pair[1], 20000).real,
                       q4_slerp(pair[0].real, q4_near(pair[1].real, pair[0].real), 20000)) < DEGREES(0.01));
    }
    /* Two bones at right angles: the mean of matrices shrinks the tip, the mean of quaternions keeps its length. */
    {
        dualquat pair[2] = {dq_from_parts(Q4_IDENTITY, V3_ZERO), dq_from_parts(about(2, ANG32_90), V3_ZERO)},
                 blend = dq_blend(pair, half, 2);
        vec3 mean = v3_lerp(dq_point(&pair[0], V3_X), dq_point(&pair[1], V3_X), 32768);

        CHECK_NEAR(v3_length(mean), 46341, 2);
        CHECK_NEAR(v3_length(dq_point(&blend, V3_X)), FX_ONE, 2);
    }
}

/* All five representations of a rotation convert into each other and back. */
TEST(q4_representations_close) {
    rng128 r = rng128_seed(64);

    for (int i = 0; i < 1000; i++) {
        quat q = random_quat(&r), back;
        dir30 axis;
        ang32 angle;
        int32_t v[3];
        rot33 m;

        q4_to_axis_angle(q, &axis, &angle);
        m = rot33_about_axis(axis, angle);
        CHECK(q4_from_rot33(&m, &back));
        q4_to_rotation_vector(back, v);
        back = q4_from_euler(euler_from_q4(q4_from_rotation_vector(v)));
        CHECK(q4_angle(back, q) < DEGREES(0.01));
    }
}
