/* The same bits everywhere: checksums over the results of every family of functions, for fixed inputs. The
 * frozen values hold for every compiler, optimisation and machine; changing one breaks saved games, replays
 * and network play. */
#include "fixedmath/fixedmath.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

static uint32_t crc_add(uint32_t crc, const void *data, size_t words) {
    const int32_t *word = data;

    for (size_t i = 0; i < words; i++) {
        crc ^= (uint32_t)word[i];
        for (int bit = 0; bit < 32; bit++) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
    }
    return crc;
}

static uint32_t crc_word(uint32_t crc, int32_t word) { return crc_add(crc, &word, 1); }

static uint32_t crc_wide(uint32_t crc, int64_t wide) {
    return crc_word(crc_word(crc, (int32_t)wide), (int32_t)(wide >> 32));
}

#define INPUTS 3000 /* per family */

/* Input number i: the special values first, then random numbers of random magnitude. */
static int32_t input(rng128 *r, int i, int k) {
    if (i < FX_CHECK_SPECIALS * FX_CHECK_SPECIALS)
        return fx_check_special[k == 0 ? i / FX_CHECK_SPECIALS : i % FX_CHECK_SPECIALS];
    return fx_check_any(r);
}

/* One statement per draw: the order of evaluation inside an initialiser is the compiler's choice. */
static vec3 any_vec3(rng128 *r, int i) {
    int32_t x = input(r, i, 0);
    int32_t y = input(r, i, 1);

    return (vec3){x, y, fx_check_any(r)};
}

static quat any_quat(rng128 *r, int i) {
    vec3 v = any_vec3(r, i);
    quat q;

    (void)q4_normalize((quat){v.x, v.y, v.z, fx_check_any(r)}, &q);
    return q;
}

TEST(fx_conformance_scalar) {
    rng128 r = rng128_seed(1001);
    uint32_t crc = 0;

    for (int i = 0; i < INPUTS; i++) {
        int32_t a = input(&r, i, 0), b = input(&r, i, 1);
        int s0, s1, s2, s3;
        uint32_t y0 = fx_recip_norm((uint32_t)a, &s0), y1 = fx_recip_fast((uint32_t)a, &s1);
        uint32_t y2 = fx_rsqrt_norm((uint64_t)(uint32_t)a << (b & 31), &s2),
                 y3 = fx_rsqrt_fast((uint64_t)(uint32_t)a << (b & 31), &s3);
        int32_t out[] = {fx_mul(a, b),
                         fx_muls(a, b),
                         fx_mul_odd(a, b),
                         fx_div(a, b),
                         fx_muldiv(a, b, 77),
                         fx_mod(a, b),
                         fx_rem(a, b),
                         fx_recip(a),
                         fx_sqrt(a),
                         fx_rsqrt(a),
                         q30_sqrt(b),
                         fx_hypot2(a, b),
                         fx_mid(a, b),
                         fx_div_fast(a, b),
                         fx_snap(a, 9999),
                         (int32_t)y0,
                         (int32_t)y1,
                         (int32_t)y2,
                         (int32_t)y3,
                         s0 + 64 * s1,
                         s2 + 64 * s3,
                         (int32_t)fx_isqrt64((uint64_t)((int64_t)a * b)),
                         fx_length_fast3(a, b, a / 3),
                         fx_length_under2(a, b),
                         fx_q_convert(a, 16, b & 31)};

        crc = crc_add(crc, out, sizeof out / sizeof out[0]);
    }
    CHECK_EQ(crc, 2489664983u);
}

TEST(fx_conformance_functions) {
    rng128 r = rng128_seed(1002);
    uint32_t crc = 0;

    for (int i = 0; i < 65536; i += 5) {
        int32_t out[] = {fx_sin((ang16)i), q14_cos((ang16)i), fx_tan((ang16)i),
                         ease((ease_curve)(i % EASE_COUNT), (uf16)i)};

        crc = crc_add(crc, out, 4);
    }
    for (int i = 0; i < INPUTS; i++) {
        int32_t a = input(&r, i, 0), b = input(&r, i, 1);
        fx root[2] = {0, 0};
        int32_t out[] = {q30_sin((ang32)a),
                         fx_sin_lerp((ang32)a),
                         (int32_t)atan2_32(a, b),
                         acos16(a),
                         (int32_t)asin32(a),
                         (int32_t)ang32_from_radians(a),
                         fx_log2(a),
                         fx_ln(a),
                         fx_exp2(a / 64),
                         fx_exp(a / 64),
                         fx_pow(a, b / 256),
                         fx_powi(a, b % 20),
                         db_to_gain(a / 32),
                         gain_to_db(a),
                         fx_logistic(a / 64),
                         fx_tanh_fast(a),
                         fx_solve_quadratic(a, b, a ^ b, root),
                         fx_lerp(a, b, (uf16)i * 20u),
                         fx_remap(a, b, a / 2, 5, b)};

        crc = crc_add(crc, out, sizeof out / sizeof out[0]);
        crc = crc_add(crc, root, 2);
    }
    CHECK_EQ(crc, 3979909043u);
}

TEST(fx_conformance_vectors) {
    rng128 r = rng128_seed(1003);
    uint32_t crc = 0;

    for (int i = 0; i < INPUTS; i++) {
        vec3 a = any_vec3(&r, i), b = v3_swizzle(any_vec3(&r, i), 2, 1, 0), out[6] = {{0, 0, 0}};
        dir30 n = {Q30_ONE, 0, 0}, x = n, y = n, z = n;
        int32_t more[4] = {v3_dot(a, b), v3_length(a), v3_angle(a, b), v2_angle_between(v3_xy(a), v3_xy(b))};

        (void)v3_normalize_dir30(a, &n);
        out[0] = v3_cross(a, b);
        out[1] = v3_reflect(b, n);
        out[2] = v3_limit(a, FX(3));
        (void)v3_normalize(b, &out[3]);
        (void)dir30_basis(a, b, &x, &y, &z);
        out[4] = (vec3){x.x ^ y.x, y.y ^ z.y, z.z ^ x.z};
        out[5] = v3_slide(a, n);
        crc = crc_add(crc, out, 18);
        crc = crc_add(crc, more, 4);
        crc = crc_wide(crc, (int64_t)v3_len2(a));
        crc = crc_word(crc, orient2d(v3_xy(a), v3_yz(a), v3_xz(b)) + 3 * v3_in_cone(a, n, b.x / 2, b));
    }
    CHECK_EQ(crc, 1575031245u);
}

TEST(fx_conformance_rotations) {
    rng128 r = rng128_seed(1004);
    uint32_t crc = 0;

    for (int i = 0; i < INPUTS; i++) {
        quat p, q, out[8];
        rot33 m;
        mat33 f, inverse = m3_identity();
        vec3 v = any_vec3(&r, i);
        int32_t turn[3];
        dualquat d;

        p = any_quat(&r, i);
        q = any_quat(&r, INPUTS);
        v = (vec3){v.x / 2, v.y / 2, v.z / 2};
        out[0] = q4_mul(p, q);
        out[1] = q4_slerp(p, q, (uf16)i * 21u);
        out[2] = q4_nlerp_corrected(p, q, (uf16)i * 21u);
        out[3] = q4_pow(p, v.x);
        out[4] = q4_integrate(p, v, 71582788u);
        out[5] = q4_unpack48(q4_pack48(q));
        out[6] = q4_from_euler(euler_from_q4(p));
        (void)q4_shortest_arc(v, (vec3){q.x, q.y, q.z}, &out[7]);
        crc = crc_add(crc, out, 32);
        m = q4_to_rot33(q);
        crc = crc_add(crc, &m, 9);
        v = q4_rotate(q, v);
        crc = crc_add(crc, &v, 3);
        q4_log(p, turn);
        crc = crc_add(crc, turn, 3);
        d = dq_from_parts(p, v);
        crc = crc_wide(crc, d.dual[0] ^ d.dual[3]);
        f = q4_to_m3(q);
        f.m[0][1] = v.x / 4096;
        (void)m3_inverse(&f, &inverse);
        crc = crc_add(crc, &inverse, 9);
        crc = crc_word(crc, m3_determinant(&f));
    }
    CHECK_EQ(crc, 4067163404u);
}

TEST(fx_conformance_processes) {
    rng128 r = rng128_seed(1005);
    rng32 draws = rng32_seed(7, 8);
    uint32_t crc = 0;
    noise_field field = {3, 0, 0, 0};
    implicit_spring s = spring_make(FX(100), FX(1), 0, STEP_HZ(60));
    int64_t x = (int64_t)5 << 32, v = 0;
    fx_motion m;

    (void)motion_setup(&m, MOTION_APPROACH, FX(-3), FX(90), FX(0.02));
    for (int i = 0; i < INPUTS; i++) {
        int32_t a = input(&r, i, 0), b = input(&r, i, 1);
        cubic1 c = cubic_catmull_rom(a / 4, b / 4, a / 8, b / 16),
               k = cubic_bspline(a / 4, b / 4, a / 8, b / 16);
        plane30 plane = {{0, 0, Q30_ONE}, 0};
        fx normal = rng_normal(&draws);
        int poisson = rng_poisson(&draws, FX(2));
        fx waiting = rng_exponential(&draws, FX(3));
        int32_t out[] = {cubic_value(&c, (uf16)i * 21u),
                         cubic_slope(&k, (uf16)i * 21u),
                         normal,
                         poisson,
                         waiting,
                         noise_fractal2(&field, a, b, 4, 30000),
                         noise_value3(&field, a, b, i),
                         noise_gradient1(&field, a),
                         0};

        (void)plane_from_points(v3(a / 2, b / 2, 1), v3(b / 2, a / 2, 5), v3(7, 8, a / 3), &plane);
        out[8] = plane.n.x ^ plane.n.z ^ plane.d;
        crc = crc_add(crc, out, 9);
        spring_step(&s, &x, &v);
        (void)motion_step(&m, 1092);
        crc = crc_wide(crc, x ^ v ^ m.value);
    }
    CHECK_EQ(crc, 379835634u);
}
