/* Tests of matrices, transforms, linear systems and inertia. */
#include "fixedmath/linear.h"
#include "fixedmath/matrix2.h"
#include "fixedmath/matrix_stack.h"
#include "fixedmath/quaternion.h"
#include "fixedmath/view.h"
#include "fixedmath/volume.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

#include <string.h>

static vec3 ints(int x, int y, int z) { return v3(x * 65536, y * 65536, z * 65536); }

static void random_matrix(rng128 *r, fx *m, int count, fx limit) {
    for (int i = 0; i < count; i++) m[i] = fx_check_between(r, -limit, limit);
}

static rot33 random_rotation(rng128 *r) {
    quat q;

    (void)q4_normalize(
        (quat){(q30)rng128_next(r), (q30)rng128_next(r), (q30)rng128_next(r), (q30)rng128_next(r)}, &q);
    return q4_to_rot33(q);
}

static bool same_element(fx a, fx b, fx tolerance) { return a - b <= tolerance && b - a <= tolerance; }

static bool m34_near(const mat34 *a, const mat34 *b, fx tolerance) {
    for (int i = 0; i < 12; i++) {
        if (!same_element(a->m[i / 4][i % 4], b->m[i / 4][i % 4], tolerance)) return false;
    }
    return true;
}

static bool rig34_near(const rig34 *a, const rig34 *b, q30 turn, fx move) {
    for (int i = 0; i < 9; i++) {
        if (!same_element(a->r.m[i / 3][i % 3], b->r.m[i / 3][i % 3], turn)) return false;
    }
    return v3_near(a->t, b->t, move);
}

TEST(m3_kernels) {
    mat33 a = {{{FX(1), FX(2), FX(3)}, {FX(4), FX(5), FX(6)}, {FX(7), FX(8), FX(9)}}}, i = m3_identity(),
          d = m3_diagonal(FX(1), FX(2), FX(3)), p, t;
    rng128 r = rng128_seed(41);
    fx guard[18];

    p = m3_mul(&a, &i);
    CHECK_EQ(memcmp(&p, &a, sizeof p), 0);
    t = m3_transpose(&a);
    t = m3_transpose(&t);
    CHECK_EQ(memcmp(&t, &a, sizeof t), 0);
    p = m3_diagonal(FX(2), FX(2), FX(2));
    p = m3_mul(&a, &p);
    CHECK(p.m[0][0] == FX(2) && p.m[1][1] == FX(10) && p.m[2][2] == FX(18) && p.m[0][2] == FX(6));
    p = m3_mul(&a, &d); /* a diagonal on the right scales columns by 1, 2, 3 */
    CHECK(p.m[0][1] == FX(4) && p.m[1][1] == FX(10) && p.m[2][1] == FX(16) && p.m[0][2] == FX(9) &&
          p.m[2][2] == FX(27));
    CHECK_EQ(m3_determinant(&a), 0);
    CHECK_EQ(m3_determinant(&d), FX(6));
    for (int k = 0; k < 18; k++) guard[k] = 77;
    mn_zero(guard, 3);
    CHECK(guard[8] == 0 && guard[9] == 77);
    for (int trial = 0; trial < 2000; trial++) {
        int n = 2 + trial % 5;
        fx x[36], y[36], z[36], q[36];
        mat33 m, o, q3;
        mat44 m4, o4;

        random_matrix(&r, x, n * n, FX(60));
        random_matrix(&r, y, n * n, FX(60));
        mn_mul(x, y, z, n);
        for (int row = 0; row < n; row++) {
            for (int c = 0; c < n; c++) {
                int64_t sum = 0;

                for (int k = 0; k < n; k++) sum += (int64_t)x[row * n + k] * y[k * n + c];
                CHECK_EQ(z[row * n + c], fx_sra64(sum + 32768, 16));
            }
        }
        memcpy(q, x, sizeof q);
        mn_transpose(q, n);
        mn_transpose(y, n);
        mn_mul(y, q, q, n); /* (X Y)^T = Y^T X^T, in place */
        mn_transpose(q, n);
        CHECK_EQ(memcmp(q, z, (size_t)(n * n) * sizeof *q), 0);
        mn_identity(q, n);
        mn_mul(q, z, q, n);
        CHECK_EQ(memcmp(q, z, (size_t)(n * n) * sizeof *q), 0);
        random_matrix(&r, &m.m[0][0], 9, FX(4));
        random_matrix(&r, &o.m[0][0], 9, FX(4));
        p = m3_mul(&m, &o);
        mn_mul(&m.m[0][0], &o.m[0][0], z, 3);
        CHECK_EQ(memcmp(&p, z, sizeof p), 0);
        q3 = m3_mul(&p, &a); /* (M O) A = M (O A) */
        t = m3_mul(&o, &a);
        t = m3_mul(&m, &t);
        for (int k = 0; k < 9; k++) CHECK_NEAR(q3.m[k / 3][k % 3], t.m[k / 3][k % 3], 60);
        random_matrix(&r, &m4.m[0][0], 16, FX(50));
        random_matrix(&r, &o4.m[0][0], 16, FX(50));
        mn_mul(&m4.m[0][0], &o4.m[0][0], z, 4);
        m4 = m4_mul(&m4, &o4);
        CHECK_EQ(memcmp(&m4, z, sizeof m4), 0);
        o4 = m4_transpose(&m4);
        m4_transpose_in_place(&o4);
        CHECK_EQ(memcmp(&m4, &o4, sizeof m4), 0);
    }
}

TEST(m_batch_equals_single) {
    rng128 r = rng128_seed(42);
    struct {
        vec3 p;
        int32_t other;
    } in[32];
    vec3 out[32], same[32];
    nrm normals[32], turned[32];
    rig34 rigid = {random_rotation(&r), {FX(5), FX(-7), FX(11)}};
    mat34 affine = m34_from_rig34(&rigid);
    rot14 packed = rot14_from_rot33(&rigid.r);

    for (int pass = 0; pass < 200; pass++) {
        for (int i = 0; i < 32; i++) {
            dir30 d;

            in[i].p = fx_check_vec3(&r, FX(10000));
            (void)v3_normalize_dir30(in[i].p, &d);
            normals[i] = nrm_from_dir30(d);
        }
        rig34_points(&rigid, &in[0].p, sizeof in[0], out, sizeof out[0], 32);
        m34_points(&affine, &in[0].p, sizeof in[0], same, sizeof same[0], 32);
        rot14_apply_many(&packed, normals, turned, 32);
        for (int i = 0; i < 32; i++) {
            nrm one = rot14_apply(&packed, normals[i]);
            vec3 exact = rot33_apply(&rigid.r, v3_from_nrm(normals[i]));

            CHECK(v3_equal(out[i], rig34_point(&rigid, in[i].p)));
            CHECK(v3_equal(same[i], m34_point(&affine, in[i].p)));
            CHECK(one.x == turned[i].x && one.y == turned[i].y && one.z == turned[i].z);
            CHECK(v3_near(v3_from_nrm(one), exact, 12));
        }
    }
    CHECK(v4_equal(v4_add(v4(2, -1, 3, 4), v4(-1, 3, 4, 2)), v4(1, 2, 7, 6)));
}

TEST(m_axis_rotations) {
    rot33 x = rot33_about_x(ANG32_90), y = rot33_about_y(ANG32_90), z = rot33_about_z(ANG32_90);
    mat34 t = m34_translation(ints(5, 10, -15)), s = m34_scaling(ints(2, 3, 4)),
          shear = m34_shear(FX(2), 0, 0, 0, 0, 0), round;
    vec3 p;
    rng128 r = rng128_seed(43);

    CHECK(v3_equal(rot33_apply(&z, V3_X), V3_Y) && v3_equal(rot33_apply(&x, V3_Y), V3_Z) &&
          v3_equal(rot33_apply(&y, V3_Z), V3_X));
    CHECK(v3_equal(m34_point(&t, ints(1, 2, 3)), ints(6, 12, -12)) &&
          v3_equal(m34_direction(&t, ints(1, 2, 3)), ints(1, 2, 3)));
    CHECK(v3_equal(m34_point(&s, ints(1, 1, 1)), ints(2, 3, 4)));
    CHECK(v4_divide(v4(FX(2), FX(4), FX(6), FX(2)), &p) && v3_equal(p, ints(1, 2, 3)));
    CHECK(!v4_divide(v4(FX(2), FX(4), FX(6), 0), &p));
    x = rot33_about_x(0x20000000u);
    CHECK(v3_near(rot33_apply(&x, v3_cross(V3_Y, V3_X)), v3(0, 46341, -46341), 1));
    CHECK(v3_equal(m34_point(&shear, ints(1, 1, 0)), ints(3, 1, 0)));
    p = v3_sub(m34_point(&shear, ints(4, 7, 0)),
               m34_point(&shear, ints(1, 1, 0))); /* parallel to another image of (3, 6, 0) */
    CHECK(v3_equal(p, v3_sub(m34_point(&shear, ints(9, 9, 2)), m34_point(&shear, ints(6, 3, 2)))));
    for (int i = 0; i < 500; i++) {
        ang32 a = i == 0 ? ANG32_180 : rng128_next(&r);
        dir30 axis;
        rot33 m, back;

        if (!v3_normalize_dir30(fx_check_vec3(&r, FX(1)), &axis)) continue;
        m = rot33_about_axis(axis, a);
        back = rot33_about_axis(axis, 0u - a);
        back = rot33_transpose(&back);
        for (int k = 0; k < 9; k++) CHECK_NEAR(m.m[k / 3][k % 3], back.m[k / 3][k % 3], 4);
        CHECK(rot33_is_rotation(&m, 128));
        x = rot33_about_x(a);
        back = rot33_about_axis((dir30){Q30_ONE, 0, 0}, a);
        for (int k = 0; k < 9; k++) CHECK_NEAR(x.m[k / 3][k % 3], back.m[k / 3][k % 3], 4);
    }
    CHECK(m34_inverse(&s, &round));
    round = m34_mul(&s, &round);
    s = m34_identity();
    CHECK(m34_near(&round, &s, 2));
}

TEST(m_rigid_transforms) {
    rng128 r = rng128_seed(44);
    rig34 turn = {rot33_about_z(ang32_from_degrees_fx(FX(37))), {0, 0, 0}}, identity = rig34_identity(), m,
          inverse;
    rig34 yaw = {rot33_about_y(ANG32_90), ints(10, 0, 0)}, local[3], world[3], product;
    int16_t parent[3] = {-1, 0, 1};
    mat34 two = m34_scaling(ints(2, 2, 2)), half, world_matrix;
    vec3 place = ints(5, 0, 0);

    inverse = rig34_inverse(&turn);
    m = rig34_mul(&turn, &inverse);
    CHECK(rig34_near(&m, &identity, 8, 2));
    CHECK(m34_inverse(&two, &half) && half.m[1][1] == FX_HALF);
    CHECK(v3_equal(rig34_point(&yaw, V3_X), v3(FX(10), 0, FX(-1))));
    world_matrix = m34_from_trs(place, &turn.r, ints(1, 1, 1)); /* an object turned in place stays there */
    CHECK(v3_equal(m34_point(&world_matrix, V3_ZERO), place));
    m = rig34_translation(place);
    m = rig34_mul(&turn, &m); /* first a translation, then a rotation: the object moves on a circle */
    CHECK_NEAR(v3_length(m.t), FX(5), 1);
    CHECK(m.t.y > FX(3));
    for (int i = 0; i < 1000; i++) {
        vec3 p = fx_check_vec3(&r, FX(2000)), back;

        m = (rig34){random_rotation(&r), fx_check_vec3(&r, i % 2 == 0 ? FX(2300) : FX(9400))};
        inverse = rig34_inverse(&m);
        product = rig34_mul(&m, &inverse);
        CHECK(rig34_near(&product, &identity, 8, i % 2 == 0 ? 2 : 4));
        if (i % 2 == 0) {
            back = rig34_point_inverse(&m, rig34_point(&m, p));
            CHECK(v3_near(back, p, 2));
        }
    }
    for (int i = 0; i < 3; i++) local[i] = (rig34){random_rotation(&r), fx_check_vec3(&r, FX(10))};
    rig34_chain(local, parent, world, 3);
    m = rig34_mul(&local[0], &local[1]);
    m = rig34_mul(&m, &local[2]);
    CHECK(rig34_near(&m, &world[2], 16, 2));
    inverse = rig34_inverse(&world[0]); /* under a new parent an object keeps its place in the world */
    m = rig34_mul(&inverse, &world[2]);
    m = rig34_mul(&world[0], &m);
    CHECK(rig34_near(&m, &world[2], 16, 3));
}

TEST(m_change_of_basis) {
    mat34 child = m34_from_axes(ints(0, 1, 0), ints(-1, 0, 0), ints(0, 0, 1), ints(4, 5, 6)), back;
    rig34 bind = rig34_translation(ints(3, 3, 0)), current = {rot33_about_z(ANG32_270), ints(15, 3, 0)}, k;
    vec3 p = ints(7, -2, 3);

    CHECK(v3_equal(m34_column(&child, 0), V3_Y) && v3_equal(m34_column(&child, 3), ints(4, 5, 6)));
    CHECK(v3_equal(m34_point(&child, V3_X), ints(4, 6, 6)));
    CHECK(m34_inverse(&child, &back));
    CHECK(v3_near(m34_point(&child, m34_point(&back, p)), p, 2));
    CHECK(v3_equal(rig34_point_inverse(&bind, ints(4, 6, 0)), ints(1, 3, 0)));
    k = rig34_bind_to_current(&current, &bind);
    CHECK(v3_near(rig34_point(&k, ints(4, 6, 0)), ints(18, 2, 0), 1));
}

TEST(m_normals_and_planes) {
    mat34 stretch = m34_scaling(ints(2, 1, 1)), mirror = m34_scaling(ints(-2, 1, 1)), moving, turned;
    rng128 r = rng128_seed(45);
    int naive_fails = 0;
    bool ok;

    for (int i = 0; i < 2000; i++) {
        dir30 n, t, moved, naive;
        vec3 along;
        plane30 plane, image;

        if (!v3_normalize_dir30(fx_check_vec3(&r, FX(1)), &n)) continue;
        CHECK(v3_normalize_dir30(v3_perpendicular((vec3){n.x, n.y, n.z}), &t));
        CHECK(m34_normal(&stretch, n, &moved));
        along = m34_direction(&stretch, v3_from_dir30(t));
        CHECK_NEAR(v3_dot_dir30(along, moved), 0, 64);
        CHECK(v3_normalize_dir30(m34_direction(&stretch, v3_from_dir30(n)), &naive));
        naive_fails += fx_abs(v3_dot_dir30(along, naive)) > 64;
        CHECK(m34_normal(&mirror, n, &moved));
        /* the normal still points outward */
        CHECK(v3_dot_dir30(m34_direction(&mirror, v3_from_dir30(n)), moved) > 0);
        /* A transform that turns, scales up to 16 times as far in one direction as in another, and moves: the normal
         * is across both tangents within 2^-13 of the longer. */
        moving =
            m34_scaling(v3(fx_check_between(&r, FX(1), FX(16)), FX(1), fx_check_between(&r, FX(1), FX(16))));
        turned = m34_from_rig34(&(rig34){random_rotation(&r), fx_check_vec3(&r, FX(50))});
        moving = m34_mul(&turned, &moving);
        CHECK(m34_normal(&moving, n, &moved));
        for (int k = 0; k < 2; k++) {
            along = m34_direction(&moving, v3_from_dir30(k == 0 ? t : dir30_cross(n, t)));
            CHECK_NEAR(v3_dot_dir30(along, moved), 0, v3_length(along) >> 13);
        }
        plane = plane_from_normal(n, fx_check_vec3(&r, FX(50)));
        image = plane_transform(&moving, &plane, &ok);
        CHECK(ok);
        CHECK_NEAR(
            plane_distance(&image, m34_point(&moving, plane_project(&plane, fx_check_vec3(&r, FX(50))))), 0,
            48);
        /* Points in front of the plane lie in front of its image. */
        CHECK(plane_distance(
                  &image, m34_point(&moving, v3_add(plane_project(&plane, V3_ZERO), v3_from_dir30(n)))) > 0);
    }
    CHECK(naive_fails > 1000);
    stretch = m34_scaling(ints(0, 0, 1));
    CHECK(!m34_normal(&stretch, (dir30){Q30_ONE, 0, 0}, &(dir30){0, 0, 0}));
}

TEST(m_linear_systems) {
    static const fx system[16] = {FX(2), FX(1), 0,     0,     FX(1), FX(3), FX(1), 0,
                                  0,     FX(1), FX(4), FX(1), 0,     0,     FX(1), FX(5)};
    static const fx lower[4] = {0, FX(1), FX(1), FX(1)}, diagonal[4] = {FX(2), FX(3), FX(4), FX(5)},
                    upper[4] = {FX(1), FX(1), FX(1), 0};
    fx singular[9] = {FX(1), FX(2), FX(3), FX(2), FX(4), FX(6), FX(1), 0, FX(1)}, kept[9], x[4],
       b[4] = {FX(4), FX(10), FX(18), FX(23)};
    linear_lu lu;
    linear_work work;
    int64_t scratch[4];
    vec2 two;
    vec3 three;
    mat22 a2 = {{{FX(2), FX(1)}, {FX(1), FX(3)}}}, inverse2;
    mat33 a3 = {{{FX(2), FX(1), 0}, {FX(1), FX(3), FX(1)}, {0, FX(1), FX(4)}}}, product, inverse3;
    mat44 a4;

    CHECK(linear_factor(system, 4, &lu) && linear_solve(&lu, b, x)); /* b was chosen for x = (1, 2, 3, 4) */
    for (int i = 0; i < 4; i++) CHECK_NEAR(x[i], FX(1) * (i + 1), 1);
    CHECK_NEAR(linear_determinant(&lu), FX(85), 3);
    memcpy(&a4, system, sizeof a4);
    CHECK_NEAR(m4_determinant(&a4), FX(85), 3);
    CHECK(linear_tridiagonal(lower, diagonal, upper, b, x, scratch, 4));
    for (int i = 0; i < 4; i++) CHECK_NEAR(x[i], FX(1) * (i + 1), 2);
    memcpy(kept, singular, sizeof kept);
    CHECK(!mn_inverse(singular, singular, 3, &work));
    CHECK_EQ(memcmp(kept, singular, sizeof kept), 0);
    CHECK(!linear_factor(singular, 3, &lu));
    CHECK(linear_solve2(&a2, v2(FX(4), FX(7)), &two) && v2_near(two, v2(FX(1), FX(2)), 1));
    CHECK(linear_solve3(&a3, v3(FX(4), FX(10), FX(14)), &three) && v3_near(three, ints(1, 2, 3), 1));
    CHECK(m22_determinant(&a2) == FX(5) && m22_inverse(&a2, &inverse2));
    CHECK_EQ(inverse2.m[0][0], FX(0.6));
    CHECK(m3_inverse(&a3, &inverse3));
    product = m3_mul(&a3, &inverse3);
    for (int i = 0; i < 9; i++) CHECK_NEAR(product.m[i / 3][i % 3], i % 4 == 0 ? FX_ONE : 0, 8);
    a2.m[1][0] = FX(2);
    a2.m[1][1] = FX(1);
    CHECK(!linear_solve2(&a2, v2(FX(4), FX(7)), &two) && !m22_inverse(&a2, &inverse2));
}

TEST(m_orthonormality) {
    rot33 m = rot33_identity(), drift, shear = rot33_identity(), step;
    mat33 wide;
    rng128 r = rng128_seed(46);
    vec3 w = {FX(1), FX(0.7), FX(-0.3)};

    m.m[2][2] = -Q30_ONE;
    CHECK(!rot33_is_rotation(&m, 1000)); /* a reflection */
    shear.m[0][1] = 1 << 20;
    CHECK(!rot33_is_rotation(&shear, 1000));
    for (int i = 0; i < 500; i++) {
        m = random_rotation(&r);
        CHECK(rot33_is_rotation(&m, 16));
        wide = m3_from_rot33(&m);
        CHECK(m3_is_rotation(&wide, 4));
        wide = m3_repair(&wide);
        CHECK(m3_is_rotation(&wide, 3));
        for (int k = 0; k < 9; k++)
            m.m[k / 3][k % 3] =
                fx_sat64((int64_t)m.m[k / 3][k % 3] + (int32_t)(rng128_next(&r) >> 13) - 262144);
        drift = rot33_repair(&m);
        CHECK(rot33_is_rotation(&drift, 8));
        drift = rot33_repair_symmetric(&m);
        CHECK(rot33_is_rotation(&drift, 3000));
        drift = rot33_repair_symmetric(&drift);
        CHECK(rot33_is_rotation(&drift, 8));
    }
    m = rot33_identity();
    for (int i = 0; i < 1000; i++) m = rot33_integrate_euler(&m, w, 1u << 26);
    CHECK(rot33_is_rotation(&m, 32));
    m = drift = rot33_identity();
    step = rot33_about_axis((dir30){Q30(0.6), Q30(0.8), 0}, 301989888u);
    for (int k = 0; k < 9; k++)
        step.m[k / 3][k % 3] += 40 * (k == 0); /* a step slightly off a rotation, as rounding makes it */
    for (int i = 1; i <= 100000; i++) {
        m = rot33_mul(&m, &step);
        drift = rot33_mul(&drift, &step);
        if (i % 64 == 0) m = rot33_repair(&m);
    }
    m = rot33_repair(&m);
    CHECK(rot33_is_rotation(&m, 8));
    CHECK(!rot33_is_rotation(&drift, 1000));
}

TEST(m_inertia) {
    static const vec3 pair[2] = {{FX(1), FX(2), FX(3)}, {FX(-1), FX(-2), FX(-3)}},
                      line[2] = {{0, 0, 0}, {FX(4), 0, 0}};
    static const fx unit[2] = {FX(1), FX(1)}, uneven[2] = {FX(1), FX(3)};
    sym33 i = inertia_of_points(pair, unit, 2), rebuilt;
    vec3 values, box = inertia_of_box(FX(12), v3(FX(1), FX(2), FX(3))), centre;
    rot33 axes;
    rng128 r = rng128_seed(47);

    CHECK(i.xx == FX(26) && i.yy == FX(20) && i.zz == FX(10) && i.xy == FX(-4) && i.xz == FX(-6) &&
          i.yz == FX(-12) && i.shift == 0);
    CHECK(v3_equal(box, v3(FX(13), FX(10), FX(5))));
    CHECK(mass_centre(line, uneven, 2, &centre) && v3_equal(centre, ints(3, 0, 0)));
    CHECK(!mass_centre(line, uneven, 0, &centre));
    CHECK(inertia_of_disc(FX(2), FX(3)) == FX(9) && inertia_of_ring(FX(2), FX(3)) == FX(18) &&
          inertia_of_plate(FX(12), FX(3), FX(4)) == FX(25));
    CHECK_NEAR(inertia_of_ball(FX(5), FX(2)), FX(8), 1);
    for (int k = 0; k < 300; k++) {
        sym33 a = {fx_check_between(&r, 0, FX(50)),
                   fx_check_between(&r, 0, FX(50)),
                   fx_check_between(&r, 0, FX(50)),
                   fx_check_between(&r, FX(-20), FX(20)),
                   fx_check_between(&r, FX(-20), FX(20)),
                   fx_check_between(&r, FX(-20), FX(20)),
                   0};

        sym33_eigen(&a, &values, &axes);
        CHECK(rot33_is_rotation(&axes, 64));
        rebuilt = sym33_rotate_diagonal(&axes, values, 0);
        CHECK_NEAR(rebuilt.xx, a.xx, 60);
        CHECK_NEAR(rebuilt.yz, a.yz, 60);
        CHECK_NEAR(rebuilt.xy, a.xy, 60);
        CHECK_NEAR(rebuilt.zz, a.zz, 60);
    }
}

TEST(m_look_at_and_projection) {
    rig34 view, kept;
    mat44 p;
    vec4 clip;
    vec3 ndc;

    CHECK(view_look_at(ints(5, 10, -15), ints(5, 10, 0), V3_Y, &view));
    CHECK(v3_near(v3(view.r.m[0][0] >> 14, view.r.m[0][1] >> 14, view.r.m[0][2] >> 14), V3_NEG_X, 1));
    CHECK(v3_near(view.t, ints(5, -10, -15), 1));
    CHECK(v3_near(rig34_point(&view, ints(5, 10, 0)), ints(0, 0, -15), 1));
    kept = view;
    CHECK(!view_look_at(ints(1, 1, 1), ints(1, 1, 1), V3_Y, &view));
    CHECK_EQ(memcmp(&kept, &view, sizeof view), 0);
    CHECK(view_look_at(ints(0, 0, 5), V3_ZERO, V3_Y, &view) && v3_near(view.t, ints(0, 0, -5), 1));
    CHECK(view.r.m[0][0] > Q30_ONE - 8 && view.r.m[1][1] > Q30_ONE - 8 && view.r.m[2][2] > Q30_ONE - 8);
    CHECK(view_look_at(ints(0, 5, 0), V3_ZERO, V3_Y, &view) &&
          rot33_is_rotation(&view.r, 16)); /* the camera looks straight down */
    CHECK(view_perspective(FX(1), FX(1), FX(1), FX(101), &p));
    for (int i = 0; i < 3; i++) {
        static const fx depth[3] = {FX(1), FX(11), FX(101)}, expected[3] = {0, FX(0.918182), FX(1)};

        clip = m4_apply(&p, v4(0, 0, -depth[i], FX_ONE));
        CHECK(v4_divide(clip, &ndc));
        CHECK_NEAR(ndc.z, expected[i], 2);
        CHECK_EQ(clip.w, depth[i]);
    }
    CHECK(view_perspective(FX(2), FX(1.5), FX(1), FX(100), &p));
    clip = m4_apply(&p, v4(FX(75), FX(50), FX(-100), FX_ONE)); /* a far corner: aspect / focal, 1 / focal */
    CHECK_NEAR(clip.x, clip.w, 60);
    CHECK_NEAR(clip.y, clip.w, 60);
    CHECK_EQ(view_outcode(v4(FX(2), 0, FX(0.5), FX(1))), CLIP_RIGHT);
    CHECK_EQ(view_outcode(v4(FX(-2), FX(-3), -1, FX(1))), CLIP_LEFT | CLIP_BOTTOM | CLIP_NEAR);
    CHECK_EQ(view_outcode(v4(0, FX(2), FX(2), FX(1))), CLIP_TOP | CLIP_FAR);
    CHECK(!view_perspective(FX(1), FX(1), 0, FX(10), &p) &&
          !view_perspective(FX(1), FX(1), FX(10), FX(10), &p));
    CHECK(view_frustum(FX(-1), FX(3), FX(-1), FX(1), FX(1), FX(10), &p));
    clip = m4_apply(&p, v4(FX(30), FX(10), FX(-10), FX_ONE));
    CHECK(fx_abs(clip.x - clip.w) < 8 && fx_abs(clip.y - clip.w) < 8 && fx_abs(clip.z - clip.w) < 8);
    CHECK(view_orthographic(FX(8), FX(6), FX(1), FX(101), &p));
    CHECK(v4_divide(m4_apply(&p, v4(FX(4), FX(-3), FX(-101), FX_ONE)), &ndc));
    CHECK(fx_abs(ndc.x - FX_ONE) < 3 && fx_abs(ndc.y + FX_ONE) < 3);
    CHECK_NEAR(ndc.z, FX_ONE, 40); /* elements of 1/100 as fx */
}

TEST(m_viewport_and_picking) {
    static const int sizes[3][2] = {{240, 160}, {320, 240}, {640, 360}};
    rng128 r = rng128_seed(48);
    view_pixel pixel, doubled;
    view_lens lens;

    CHECK(!view_lens_perspective(
        FX(1), &(view_window){.height = 100, .pixel_aspect = FX_ONE, .near = FX(1), .far = FX(10)}, &lens));
    CHECK(!view_lens_perspective(
        FX(1), &(view_window){.width = 100, .height = 100, .pixel_aspect = FX_ONE, .far = FX(10)}, &lens));
    for (int s = 0; s < 3; s++) {
        int w = sizes[s][0], h = sizes[s][1];

        CHECK(view_lens_perspective(
            FX(1.7),
            &(view_window){.width = w, .height = h, .pixel_aspect = FX_ONE, .near = FX(0.5), .far = FX(1000)},
            &lens));
        CHECK(view_project(&lens, v3(0, 0, FX(-7)), &pixel));
        CHECK(pixel.x == w * 8 && pixel.y == h * 8);
        CHECK(view_project(&lens, v3(FX(1), 0, FX(-10)), &doubled) &&
              view_project(&lens, v3(0, FX(-1), FX(-10)), &pixel));
        CHECK_NEAR(doubled.x - w * 8, pixel.y - h * 8, 1); /* square pixels: a ball is round */
        CHECK(!view_project(&lens, v3(0, 0, FX(-0.25)), &pixel) &&
              !view_project(&lens, v3(0, 0, FX(3)), &pixel));
        for (int i = 0; i < 3000; i++) {
            fx x = fx_check_between(&r, 0, w * 65536), y = fx_check_between(&r, 0, h * 65536),
               depth = fx_check_between(&r, FX(1), FX(999));
            vec3 p = view_unproject(&lens, x, y, depth);
            int64_t exact_x = ((int64_t)p.x * lens.scale_x / depth + lens.centre_x) / 4096;

            CHECK(view_project(&lens, p, &pixel));
            CHECK_NEAR(pixel.x, x / 4096, 1);
            CHECK_NEAR(pixel.y, y / 4096, 1);
            CHECK_NEAR(pixel.x, exact_x, 1);
            /* depth: 65535 F/(F - N) (1 - N/w) */
            CHECK_NEAR(pixel.depth, 65535 * (int64_t)1000 * (depth - FX(0.5)) / depth * 10 / 9995, 2);
            CHECK(view_project(&lens, v3(p.x / 2, p.y / 2, p.z / 2), &doubled));
            CHECK_NEAR(doubled.x, pixel.x, 1 + (depth < FX(20) ? 4 : 0));
        }
    }
    {
        rig34 view;
        vec3 near_point, far_point;

        CHECK(view_look_at(ints(3, 4, 5), ints(9, 1, -7), V3_Y, &view));
        view_pick(&lens, &view, lens.centre_x, lens.centre_y, &near_point, &far_point);
        CHECK(v3_near(v3_sub(near_point, ints(3, 4, 5)),
                      v3_scale(v3(FX(6), FX(-3), FX(-12)), FX(0.5 / 13.7477271)), 8));
        CHECK_EQ(v3_angle(v3_sub(far_point, near_point), ints(6, -3, -12)), 0);
        CHECK(view_lens_orthographic(FX(10),
                                     &(view_window){.left = 10,
                                                    .top = 20,
                                                    .width = 100,
                                                    .height = 50,
                                                    .pixel_aspect = FX_ONE,
                                                    .near = FX(-5),
                                                    .far = FX(5)},
                                     &lens));
        CHECK(view_project(&lens, v3(FX(1), FX(-2), 0), &pixel));
        CHECK(pixel.x == (10 + 50 + 5) * 16 && pixel.y == (20 + 25 + 10) * 16);
        CHECK_NEAR(pixel.depth, 32768, 1);
        CHECK(v3_near(view_unproject(&lens, FX(65), FX(55), 0), v3(FX(1), FX(-2), 0), 1));
    }
}

TEST(m_depth_offsets) {
    uint64_t step = depth_step(FX(1), FX(100), 65535, FX(10)),
             offset = depth_offset_toward(FX(1), FX(100), 65535, FX(10));
    q30 eps;

    CHECK_NEAR(step, 6488209, 300);   /* 100 * 1.51064e-5 * 2^32 */
    CHECK_NEAR(offset, 6487100, 300); /* 1.5104e-3 */
    CHECK(depth_offset_away(FX(1), FX(100), 65535, FX(10)) > step);
    CHECK(depth_code_shift(FX(1), FX(100), 65535, FX(10), -(fx)(offset >> 16) - 1) <= -FX_ONE);
    CHECK_NEAR(depth_code_shift(FX(1), FX(100), 65535, FX(10), 99), FX_ONE, 500);
    CHECK_NEAR(depth_step(FX(1), FX(100), 16777215, FX(10)), 25344, 2); /* 100 * 5.90085e-8 */
    eps = depth_entry_factor(FX(1), FX(100), FX(-10), FX(0.1));         /* text: -(2FN/(F+N)) d/(p (p+d)) */
    CHECK_NEAR(eps, Q30(-0.0020002), Q30(0.0000001));
    CHECK_NEAR(Q30(101.0 / 99 - 20.0 / 99 - 1), Q30(0.818182 - 1), 1000); /* z/w of the plain entry, less 1 */
    CHECK_NEAR(fx_mul_q30(Q30(101.0 / 99 - 1), eps) + eps + Q30(101.0 / 99 - 20.0 / 99 - 1),
               Q30(0.816141 - 1), 1000);
    /* The offsets move the code C F (d - N) / ((F - N) d) by one, and by hardly more than one. */
    for (int i = 0; i < 24; i++) {
        static const int at[] = {2, 5, 10, 20, 50, 99};
        int64_t n = 1 + (i & 1), f = (i & 2) != 0 ? 500 : 100, d = at[i / 4], unit = d << 32;
        int64_t toward = (int64_t)depth_offset_toward((fx)n << 16, (fx)f << 16, 65534, (fx)d << 16),
                away = (int64_t)depth_offset_away((fx)n << 16, (fx)f << 16, 65534, (fx)d << 16);
        int64_t moved = 65534 * f * n * toward / (f - n), one = d * (unit - toward);
        CHECK(moved >= one - 2 * 65534 * f * n / (f - n) &&
              moved <= one + one / 1000 + 2 * 65534 * f * n / (f - n));
        moved = 65534 * f * n * away / (f - n);
        one = d * (unit + away);
        CHECK(moved >= one - 2 * 65534 * f * n / (f - n) &&
              moved <= one + one / 1000 + 2 * 65534 * f * n / (f - n));
    }
    CHECK_EQ(depth_offset_away(FX(1), FX(1000), 15, FX(900)), UINT64_MAX); /* no depth is a code farther */
    CHECK_NEAR(depth_entry_least(FX(1), FX(100), 16), Q30(1.49571e-5), 40);
    CHECK_EQ(depth_code_shift(FX(1), FX(100), 65535, 0, 5), 0);
}

TEST(m_stacks) {
    mat34 entries[9];
    mat23 flat[9];
    m34_stack stack;
    m23_stack sprites;
    mat34 kept[9];
    rot33 turn = rot33_about_z(ANG32_90);

    m34_stack_init(&stack, entries, 9);
    m23_stack_init(&sprites, flat, 9);
    for (int i = 0; i < 8; i++) {
        kept[i] = *m34_stack_top(&stack);
        CHECK(m34_stack_push(&stack) && m23_stack_push(&sprites));
        m34_stack_translate(&stack, v3(FX(i), FX(1), 0));
        m34_stack_rotate(&stack, &turn);
        m34_stack_scale(&stack, ints(2, 1, 1));
        m23_stack_translate(&sprites, v2(FX(3), 0));
        m23_stack_rotate(&sprites, 1000);
        m23_stack_scale(&sprites, FX(2), FX(1));
    }
    CHECK(!m34_stack_push(&stack) && stack.base.refused == 1 && !m23_stack_push(&sprites));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK_EQ(m23_stack_depth(&sprites), 9);
    for (int i = 7; i >= 0; i--) {
        CHECK(m34_stack_pop(&stack) && m23_stack_pop(&sprites));
        CHECK_EQ(memcmp(m34_stack_top(&stack), &kept[i], sizeof kept[i]), 0);
    }
    CHECK(!m34_stack_pop(&stack) && m34_stack_depth(&stack) == 1 && stack.base.refused == 2);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(m34_stack_push(&stack));
    m34_stack_translate(&stack, ints(1, 0, 0));
    m34_stack_rotate(&stack, &turn); /* top * translation * rotation: a point is turned before it is moved */
    CHECK(v3_equal(m34_point(m34_stack_top(&stack), V3_X), ints(1, 1, 0)));
}

TEST(m_two_dimensions) {
    mat23 flip = m23_scaling(-FX_ONE, FX_ONE), turn = m23_rotation(ANG16_90), m = m23_identity(), t, inverse;
    mat33 projective = {{{FX_ONE, 0, 0}, {0, FX_ONE, 0}, {FX(0.5), 0, FX_ONE}}};
    m23_steps steps;
    vec2 p, unit;
    rng128 r = rng128_seed(49);

    t = m23_mul(&flip, &flip);
    CHECK_EQ(memcmp(&t, &m, sizeof t), 0);
    for (int i = 0; i < 4; i++) m = m23_mul(&turn, &m);
    t = m23_identity();
    CHECK_EQ(memcmp(&t, &m, sizeof t), 0);
    for (int i = 0; i < 1000; i++) {
        mat22 linear = m22_rotation((ang16)rng128_next(&r));
        vec2 at = {fx_check_between(&r, FX(-20), FX(20)), fx_check_between(&r, FX(-20), FX(20))};

        m = m23_from(&linear, v2(fx_check_between(&r, FX(-9), FX(9)), FX(4)));
        t = m23_scaling(FX(1.5), FX(0.75));
        m = m23_mul(&m, &t);
        CHECK(m23_inverse(&m, &inverse));
        CHECK(
            v2_near(m23_point(&inverse, m23_point(&m, at)), at, 40)); /* twenty times the error of an entry */
        unit = v2(at.x / 20, at.y / 20);
        CHECK(v2_near(m23_point(&inverse, m23_point(&m, unit)), unit, 2));
        CHECK(m23_inverse_steps(&m, at, &steps));
        CHECK(v2_near(v2_add(steps.start, steps.step_x), m23_point(&inverse, v2_add(at, v2(FX_ONE, 0))), 2));
    }
    CHECK_EQ(m23_steps_to_8_8(&steps).pa, fx_to_8_8(steps.step_x.x));
    t = m23_scaling(0, FX_ONE);
    CHECK(!m23_inverse(&t, &inverse));
    t = m23_shear(FX(2), 0);
    CHECK(v2_equal(m23_point(&t, v2(FX(1), FX(1))), v2(FX(3), FX(1))));
    CHECK(m3_project_2d(&projective, v2(FX(2), FX(4)), &p) && v2_equal(p, v2(FX(1), FX(2))));
    CHECK(!m3_project_2d(&projective, v2(FX(-2), FX(4)), &p));
}
