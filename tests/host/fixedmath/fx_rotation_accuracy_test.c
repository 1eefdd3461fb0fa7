/* Accuracy of rotations, transforms and stored orientations against long double arithmetic, over the whole
 * range. */
#include <math.h>

#include "fixedmath/assert.h"
#include "fixedmath/transform.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

#define PI 3.14159265358979323846L
#define MANY (OX_DEBUG ? 50000 : 1000000) /* debug builds run under sanitizers */

typedef long double real;

static quat random_quat(rng128 *r) {
    quat q;
    int32_t x = (int32_t)rng128_next(r), y = (int32_t)rng128_next(r), z = (int32_t)rng128_next(r);

    (void)q4_normalize((quat){x, y, z, (int32_t)rng128_next(r)}, &q);
    return q;
}

/* A vector with |components| up to limit / sqrt(3), so that its length is at most limit. */
static vec3 random_vec3(rng128 *r, int limit) { return fx_check_vec3(r, (fx)(limit * 37837)); }

static void real_quat(quat q, real out[4]) {
    const q30 c[4] = {q.x, q.y, q.z, q.w};

    for (int i = 0; i < 4; i++) out[i] = c[i] / 1073741824.0L;
}

static real norm4(const real q[4]) { return sqrtl(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]); }

/* Rotation of the normalised quaternion. */
static void real_matrix(const real q[4], real m[3][3]) {
    real x = q[0], y = q[1], z = q[2], w = q[3], s = 2 / (x * x + y * y + z * z + w * w);
    const real rows[3][3] = {{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                             {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                             {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}};

    for (int i = 0; i < 9; i++) m[i / 3][i % 3] = rows[i / 3][i % 3];
}

/* Angle between two orientations in degrees, accurate for small ones. */
static real degrees_between(quat p, quat q) {
    real a[4], b[4], apart = 0, sum = 0, dot = 0;

    real_quat(p, a);
    real_quat(q, b);
    for (int i = 0; i < 4; i++) dot += a[i] * b[i];
    for (int i = 0; i < 4; i++) {
        real u = a[i] / norm4(a), v = (dot < 0 ? -1 : 1) * b[i] / norm4(b);

        apart += (u - v) * (u - v);
        sum += (u + v) * (u + v);
    }
    return 4 * atan2l(sqrtl(apart), sqrtl(sum)) * 180 / PI;
}

static real larger(real a, real b) { return fabsl(b) > a ? fabsl(b) : a; }

static real part(vec3 v, int i) { return v3_get(v, i); }

static real length3(vec3 v) {
    return sqrtl(part(v, 0) * part(v, 0) + part(v, 1) * part(v, 1) + part(v, 2) * part(v, 2));
}

static real largest(vec3 v) { return larger(larger(fabsl(part(v, 0)), part(v, 1)), part(v, 2)); }

#define AT_MOST(what, got, limit)                                                                            \
    do {                                                                                                     \
        TEST_INFO("%-38s max %.4Lg (limit %.4Lg)", what, (real)(got), (real)(limit));                        \
        CHECK((got) <= (limit));                                                                             \
    } while (0)

TEST(fx_rotation_rigid_transforms) {
    rng128 r = rng128_seed(201);
    real rigid = 0, affine = 0, turned = 0, near = 0, far = 0, back = 0, identity = 0;

    for (int i = 0; i < MANY; i++) {
        rig34 m = {q4_to_rot33(random_quat(&r)), random_vec3(&r, i % 2 == 0 ? 4096 : 16384)},
              inverse = rig34_inverse(&m);
        rig34 product = rig34_mul(&m, &inverse);
        mat34 a = m34_from_rig34(&m);
        vec3 p = random_vec3(&r, 16383), got = rig34_point(&m, p), other = m34_point(&a, p);

        for (int k = 0; k < 9; k++)
            identity = larger(identity, product.r.m[k / 3][k % 3] - (k % 4 == 0 ? (real)Q30_ONE : 0));
        if (i % 2 == 0) {
            near = larger(near, largest(product.t));
        } else {
            far = larger(far, largest(product.t));
        }
        for (int row = 0; row < 3; row++) {
            real exact = part(m.t, row), stored = part(m.t, row);

            for (int k = 0; k < 3; k++) {
                exact += (real)m.r.m[row][k] * part(p, k) / 1073741824.0L;
                stored += (real)a.m[row][k] * part(p, k) / 65536.0L;
            }
            if (fabsl(exact) > 2147400000.0L) continue; /* the exact coordinate does not fit 16.16 */
            rigid = larger(rigid, part(got, row) - exact);
            affine = larger(affine, part(other, row) - stored);
            turned = larger(turned, fmaxl(0, fabsl(part(other, row) - exact) - 0.5L) / (length3(p) + 1));
        }
        m.t = random_vec3(&r, 4096);
        p = random_vec3(&r, 4096);
        back = larger(back, largest(v3_sub(rig34_point_inverse(&m, rig34_point(&m, p)), p)));
    }
    AT_MOST("rig34_point, LSB", rigid, 1.0L); /* the point may be off by another 2^-28 of |p| */
    AT_MOST("m34_point, LSB of stored elements", affine, 0.5L);
    AT_MOST("m34_point of a rotation, beyond, times |p|", turned, 2.1e-5L);
    AT_MOST("rig34 times inverse, elements, LSB30", identity, 8.0L);
    AT_MOST("its translation, |t| <= 4096, LSB", near, 2.0L);
    AT_MOST("its translation, |t| <= 16384, LSB", far, 4.0L);
    AT_MOST("body to world to body, LSB", back, 2.0L);
}

TEST(fx_rotation_of_vectors) {
    rng128 r = rng128_seed(202);
    real error = 0, sum = 0, length = 0, elements = 0, right = 0;
    vec3 many[3], out[3];

    for (int i = 0; i < MANY; i++) {
        quat q = random_quat(&r);
        vec3 v = random_vec3(&r, i % 2 == 0 ? 16384 : 1 + i % 300), got = q4_rotate(q, v);
        rot33 m = q4_to_rot33(q);
        real exact[4], matrix[3][3];

        real_quat(q, exact);
        real_matrix(exact, matrix);
        for (int row = 0; row < 3; row++) {
            real turned = 0;

            for (int k = 0; k < 3; k++) {
                real dot = -(row == k ? 1073741824.0L : 0);

                turned += matrix[row][k] * part(v, k);
                elements = larger(elements, m.m[row][k] - matrix[row][k] * 1073741824.0L);
                for (int j = 0; j < 3; j++) dot += (real)m.m[j][row] * m.m[j][k] / 1073741824.0L;
                right = larger(right, dot);
            }
            error = larger(error, part(got, row) - turned);
            sum += fabsl(part(got, row) - turned);
        }
        length = larger(length, length3(got) - length3(v));
        CHECK(v3_near(q4_rotate_inverse(q, got), v, 3));
        if (i % 16 != 0) continue;
        for (int k = 0; k < 3; k++) many[k] = random_vec3(&r, 16384);
        q4_rotate_many(q, many, out, 3);
        for (int k = 0; k < 3; k++) CHECK(v3_near(out[k], q4_rotate(q, many[k]), 4));
    }
    AT_MOST("q4_rotate, |v| <= 16384, LSB", error, 3.0L);
    AT_MOST("its mean, LSB", sum / (3.0L * MANY), 0.5L);
    AT_MOST("its length, LSB", length, 2.0L);
    AT_MOST("q4_to_rot33, LSB30", elements, 4.0L);
    AT_MOST("its columns, unit and at right angles", right, 8.0L);
}

static real matrix_apart(const rot33 *a, const rot33 *b) {
    real most = 0;

    for (int k = 0; k < 9; k++)
        most = larger(most, ((real)a->m[k / 3][k % 3] - b->m[k / 3][k % 3]) / 1073741824.0L);
    return most;
}

/* Angle of the rotation between two matrices, in degrees: from the antisymmetric part of a^T b. */
static real matrices_between(const rot33 *a, const rot33 *b) {
    quat p, q;

    return q4_from_rot33(a, &p) && q4_from_rot33(b, &q) ? degrees_between(p, q) : 180;
}

TEST(fx_rotation_euler_angles) {
    rng128 r = rng128_seed(203);
    real components = 0, back = 0, any = 0, locked = 0;

    for (int i = 0; i < MANY; i++) {
        euler16 e = {(ang16)rng128_next(&r), (ang16)rng128_next(&r), (ang16)rng128_next(&r)}, angles;
        real h = PI / 65536, sy = sinl(e.yaw * h), cy = cosl(e.yaw * h), sp = sinl(e.pitch * h),
             cp = cosl(e.pitch * h), sr = sinl(e.roll * h), cr = cosl(e.roll * h), got[4];
        const real exact[4] = {cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy,
                               sr * cp * cy - cr * sp * sy, cr * cp * cy + sr * sp * sy};
        rot33 m = rot33_from_euler(e), x, y, z, rebuilt;

        real_quat(q4_from_euler(e), got);
        for (int k = 0; k < 4; k++) components = larger(components, got[k] - exact[k]);
        angles = euler_from_rot33(&m);
        rebuilt = rot33_from_euler(angles);
        back = larger(back, matrix_apart(&m, &rebuilt));
        /* any rotation, half of them near straight up or down, at every distance */
        y = rot33_about_y(rng128_next(&r));
        x = rot33_about_x((i % 2 == 0 ? ANG32_90 : ANG32_270) +
                          (ang32)fx_sra32((int32_t)rng128_next(&r), i % 4 < 2 ? i % 32 : 0));
        z = rot33_about_z(rng128_next(&r));
        m = rot33_mul(&y, &x);
        m = rot33_mul(&m, &z);
        angles = euler_from_rot33(&m);
        rebuilt = rot33_from_euler(angles);
        any = larger(any, matrices_between(&m, &rebuilt));
        if (angles.pitch == ANG16_90 || angles.pitch == ANG16_270) {
            CHECK_EQ(angles.roll, 0);
            locked = larger(locked, matrices_between(&m, &rebuilt));
        }
    }
    AT_MOST("q4_from_euler, components", components, ldexpl(1, -22));
    AT_MOST("16-bit angles to matrix and back", back, ldexpl(1, -14));
    AT_MOST("any matrix rebuilt, degrees", any, 0.01L);
    AT_MOST("locked, rebuilt, degrees", locked, 0.02L);
}

/* Angular velocity just before and after a key as rotation vectors, in radians per unit of t, by differences.
 */
static void velocity(quat from, quat to, real step, real out[3]) {
    real a[4], b[4], w[4], sine, angle;

    real_quat(from, a);
    real_quat(to, b);
    /* the quaternion b times the conjugate of a */
    w[0] = -b[3] * a[0] + b[0] * a[3] - b[1] * a[2] + b[2] * a[1];
    w[1] = -b[3] * a[1] + b[1] * a[3] - b[2] * a[0] + b[0] * a[2];
    w[2] = -b[3] * a[2] + b[2] * a[3] - b[0] * a[1] + b[1] * a[0];
    w[3] = b[3] * a[3] + b[0] * a[0] + b[1] * a[1] + b[2] * a[2];
    sine = sqrtl(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    angle = 2 * atan2l(sine, w[3]);
    for (int i = 0; i < 3; i++) out[i] = sine == 0 ? 0 : w[i] / sine * angle / step;
}

/* A squad track through 12 random keys that closes: it meets every key, is smooth there, and equals slerp
 * where nothing bends. */
TEST(fx_rotation_squad_tracks) {
    rng128 r = rng128_seed(204);
    real at_key = 0, as_slerp = 0, jump = 0;

    for (int track = 0; track < MANY / 500; track++) {
        quat key[12], inner[12];

        for (int i = 0; i < 12; i++) {
            key[i] = i == 0 ? random_quat(&r)
                            : q4_near(q4_slerp(key[i - 1], random_quat(&r), 6000 + rng128_next(&r) % 26000u),
                                      key[i - 1]);
        }
        for (int i = 0; i < 12; i++)
            inner[i] =
                q4_inner(q4_near(key[(i + 11) % 12], key[i]), key[i], q4_near(key[(i + 1) % 12], key[i]));
        for (int i = 0; i < 12; i++) {
            /* round the loop, the next key and its inner point change sign together */
            int n = (i + 1) % 12, p = (i + 11) % 12;
            bool turn_next = q4_dot(key[i], key[n]) < 0, turn_last = q4_dot(key[i], key[p]) < 0;
            quat next = turn_next ? q4_neg(key[n]) : key[n],
                 next_inner = turn_next ? q4_neg(inner[n]) : inner[n];
            quat last = turn_last ? q4_neg(key[p]) : key[p],
                 last_inner = turn_last ? q4_neg(inner[p]) : inner[p];
            real before[2][3], after[2][3], most = 0, speed, pace = 0;

            CHECK(q4_equal(q4_squad(key[i], next, inner[i], next_inner, 0), key[i]));
            CHECK(q4_equal(q4_squad(key[i], next, inner[i], next_inner, 65536), next));
            as_slerp = larger(as_slerp, degrees_between(q4_squad(key[i], next, key[i], next, 23456),
                                                        q4_slerp(key[i], next, 23456)));
            for (int k = 0; k < 2; k++) {
                uf16 h = 64u << k;

                velocity(q4_squad(last, key[i], last_inner, inner[i], 65536 - h), key[i], h / 65536.0L,
                         before[k]);
                velocity(key[i], q4_squad(key[i], next, inner[i], next_inner, h), h / 65536.0L, after[k]);
            }
            /* the error of first order in the step is cancelled by two step sizes */
            for (int k = 0; k < 3; k++)
                most = larger(most, (2 * before[0][k] - before[1][k]) - (2 * after[0][k] - after[1][k]));
            for (int k = 0; k < 3; k++) pace += after[0][k] * after[0][k];
            at_key = larger(at_key, degrees_between(q4_squad(key[i], next, inner[i], next_inner, 1), key[i]) -
                                        sqrtl(pace) / 65536 * 180 / PI);
            speed = (degrees_between(last, key[i]) + degrees_between(key[i], next)) / 2 * PI / 180;
            jump = larger(jump, most / speed);
        }
    }
    AT_MOST("squad one step of t beyond a key", at_key, 0.0005L);
    AT_MOST("squad without inner bends from slerp", as_slerp, 0.001L);
    AT_MOST("jump of angular velocity at keys", jump, 0.001L);
}

TEST(fx_rotation_storage) {
    rng128 r = rng128_seed(205);
    real most[3] = {0, 0, 0}, sum[3] = {0, 0, 0}, bytes = 0, octahedral = 0;

    for (int i = 0; i < MANY; i++) {
        quat q = random_quat(&r);
        const quat back[3] = {q4_unpack16(q4_pack16(q)), q4_unpack48(q4_pack48(q)),
                              q4_unpack32(q4_pack32(q))};
        dir30 n, unpacked[2];
        int8_t s8[3];

        for (int k = 0; k < 3; k++) {
            real error = degrees_between(q, back[k]);

            most[k] = larger(most[k], error);
            sum[k] += error;
        }
        if (!v3_normalize_dir30((vec3){q.x, q.y, q.z}, &n)) continue;
        nrm_pack_s8(n, s8);
        unpacked[0] = nrm_unpack_s8(s8);
        unpacked[1] = nrm_unpack_octahedral(nrm_pack_octahedral(n));
        for (int k = 0; k < 2; k++) {
            dir30 u = unpacked[k];
            real x = (real)n.y * u.z - (real)n.z * u.y, y = (real)n.z * u.x - (real)n.x * u.z,
                 z = (real)n.x * u.y - (real)n.y * u.x,
                 dot = (real)n.x * u.x + (real)n.y * u.y + (real)n.z * u.z;
            real error = atan2l(sqrtl(x * x + y * y + z * z), dot) * 180 / PI;

            bytes = k == 0 ? larger(bytes, error) : bytes;
            octahedral = k == 1 ? larger(octahedral, error) : octahedral;
        }
    }
    AT_MOST("quat16, degrees", most[0], 0.0068L);
    AT_MOST("its mean", sum[0] / MANY, 0.0033L);
    AT_MOST("48 bits, degrees", most[1], 0.0078L);
    AT_MOST("its mean", sum[1] / MANY, 0.0027L);
    AT_MOST("32 bits, degrees", most[2], 0.25L);
    AT_MOST("its mean", sum[2] / MANY, 0.085L);
    AT_MOST("normal in 3 bytes, degrees", bytes, 0.4L);
    AT_MOST("normal in 2 bytes, degrees", octahedral, 1.0L);
}

TEST(fx_rotation_dual_quaternions) {
    rng128 r = rng128_seed(206);
    real point = 0, unit = 0;
    long ends = 0;

    for (int i = 0; i < MANY / 4; i++) {
        rig34 a = {q4_to_rot33(random_quat(&r)), random_vec3(&r, 4096)},
              b = {q4_to_rot33(random_quat(&r)), random_vec3(&r, 4096)};
        dualquat pair[2] = {dq_from_rig34(&a), dq_from_rig34(&b)}, blend;
        vec3 p = random_vec3(&r, i % 2 == 0 ? 50 : 4096);
        uf16 weights[2] = {rng128_next(&r) % 65537u, 0};
        real q[4];

        weights[1] = UF16_ONE - weights[0];
        point = larger(point, largest(v3_sub(dq_point(&pair[0], p), rig34_point(&a, p))));
        blend = dq_blend(pair, weights, 2);
        real_quat(blend.real, q);
        unit = larger(unit, norm4(q) - 1);
        for (int k = 0; k < 2; k++) {
            const uf16 end[2] = {k == 0 ? UF16_ONE : 0, k == 1 ? UF16_ONE : 0};

            blend = dq_blend(pair, end, 2);
            ends += !q4_equal(blend.real, pair[k].real);
            for (int d = 0; d < 4; d++) ends += blend.dual[d] != pair[k].dual[d];
        }
    }
    CHECK_EQ(ends, 0);
    AT_MOST("dq_point from rig34_point, LSB", point, 4.0L);
    AT_MOST("blended real part, norm - 1", unit, ldexpl(1, -26));
}
