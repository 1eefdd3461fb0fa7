/* Tests of shapes: bounds, supports, extents, places inside, mass. */
#include "fixedmath/random.h"
#include "kernel/collision/shape.h"
#include "tests/test.h"
#include "tests/unit/kernel/collision/collision_shapes.h"

static const vec3 unit_half = {FX_ONE, FX_ONE, FX_ONE};

TEST(collision_shape_bounds) {
    const rig34 origin = rig34_identity();
    const rig34 at = rig34_translation((vec3){FX(1), FX(2), FX(3)});
    const rot33 eighth = rot33_about_y(ANG32_90 / 2), quarter = rot33_about_z(ANG32_90);
    const rig34 turned = rig34_from(&eighth, V3_ZERO), lying = rig34_from(&quarter, V3_ZERO);
    ox_shape ball = ox_shape_sphere(FX(0.5)), box = ox_shape_box(unit_half),
             pill = ox_shape_capsule(FX(1), FX(0.25));
    ox_shape small = ox_shape_box((vec3){FX_HALF, FX_HALF, FX_HALF});
    box3 b = ox_shape_bounds(&ball, &at);

    CHECK(v3_equal(b.lo, (vec3){FX(0.5), FX(1.5), FX(2.5)}) &&
          v3_equal(b.hi, (vec3){FX(1.5), FX(2.5), FX(3.5)}));
    b = ox_shape_bounds(&box, &origin);
    CHECK(v3_near(b.lo, (vec3){-FX_ONE, -FX_ONE, -FX_ONE}, 1) && v3_near(b.hi, unit_half, 1) &&
          v3_is_zero(box_centre(&b)));
    b = ox_shape_bounds(&box, &at);
    CHECK(v3_near(b.lo, (vec3){0, FX(1), FX(2)}, 2) && v3_near(b.hi, (vec3){FX(2), FX(3), FX(4)}, 2));
    b = ox_shape_bounds(&small, &turned);
    CHECK_NEAR(b.hi.x - b.lo.x, FX(1.414214), 4);
    b = ox_shape_bounds(&pill, &lying);
    CHECK(v3_near(b.hi, (vec3){FX(1.25), FX(0.25), FX(0.25)}, 2));
}

TEST(collision_shape_bounds_hold_supports) {
    rng32 r = rng32_seed(5, 1);

    for (int i = 0; i < 4000; i++) {
        ox_shape shape = collision_any_convex(&r, i & 3);
        rig34 pose = collision_any_pose(&r, FX(200));
        box3 box = ox_shape_bounds(&shape, &pose);
        vec3 direction = collision_any_vec3(&r, FX(100)), far = ox_shape_support(&shape, &pose, direction);
        box3 core = box_expand(&box, fx_negs(shape.radius));

        CHECK(box_contains(&core, far));
        CHECK(fx_isqrt64(v3_distance2(far, pose.t)) <= (uint32_t)ox_shape_reach(&shape) + 2);
        CHECK(ox_shape_least(&shape) <= ox_shape_reach(&shape));
        CHECK(v3_dot_wide(v3_sub(far, pose.t), direction) >= -(int64_t)FX(400)); /* the origin is inside */
        CHECK(v3_equal(ox_shape_support(&shape, &pose, v3_scale(direction, FX(3))), far));
    }
}

TEST(collision_shape_support_takes_the_first_of_equals) {
    const rig34 here = rig34_identity();
    ox_shape box = ox_shape_box(unit_half), hull = ox_shape_hull(&collision_octahedron);

    CHECK(v3_equal(ox_shape_support(&box, &here, (vec3){0, 0, -1}), (vec3){FX_ONE, FX_ONE, -FX_ONE}));
    CHECK(v3_equal(ox_shape_support(&box, &here, (vec3){-1, FX_MIN, FX_MAX}),
                   (vec3){-FX_ONE, -FX_ONE, FX_ONE}));
    CHECK(v3_equal(ox_shape_support(&hull, &here, (vec3){1, 1, 1}), collision_octahedron.points[0]));
    CHECK(v3_equal(ox_shape_support(&hull, &here, (vec3){FX_MIN, FX_MIN, FX_MIN}),
                   collision_octahedron.points[1]));
}

TEST(collision_shape_holds_its_surface) {
    const rig34 here = rig34_identity();
    ox_shape ball = ox_shape_sphere(FX(5)), box = ox_shape_box(unit_half),
             pill = ox_shape_capsule(FX(1), FX(0.5));
    ox_shape hull = ox_shape_hull(&collision_octahedron), flat = ox_shape_box((vec3){FX_ONE, 0, FX_ONE});

    CHECK(ox_shape_holds(&ball, &here, (vec3){FX(3), FX(4), 0}));
    ball.radius = FX(4.99);
    CHECK(!ox_shape_holds(&ball, &here, (vec3){FX(3), FX(4), 0}));
    for (int i = 0; i < 27; i++) {
        vec3 p = {(i % 3 - 1) * FX_ONE, (i / 3 % 3 - 1) * FX_ONE, (i / 9 - 1) * FX_ONE};

        CHECK(ox_shape_holds(&box, &here, p));
    }
    CHECK(!ox_shape_holds(&box, &here, (vec3){FX_ONE + 1, 0, 0}));
    CHECK(ox_shape_holds(&pill, &here, (vec3){0, FX(1.5), 0}) &&
          !ox_shape_holds(&pill, &here, (vec3){0, FX(1.5) + 1, 0}));
    CHECK(ox_shape_holds(&pill, &here, (vec3){FX(0.5), FX(1), 0}) &&
          ox_shape_holds(&pill, &here, (vec3){FX(0.3), FX(1.4), 0}));
    CHECK(!ox_shape_holds(&pill, &here, (vec3){FX(0.4), FX(1.4), 0}) &&
          !ox_shape_holds(&pill, &here, (vec3){FX(0.5) + 1, 0, 0}));
    CHECK(ox_shape_holds(&flat, &here, V3_ZERO) && !ox_shape_holds(&flat, &here, (vec3){0, 1, 0}));
    CHECK(ox_shape_holds(&hull, &here, V3_X) && !ox_shape_holds(&hull, &here, (vec3){FX_ONE + 4, 0, 0}));
    CHECK(ox_shape_holds(&hull, &here, (vec3){FX(0.33), FX(0.33), FX(0.33)}) &&
          !ox_shape_holds(&hull, &here, (vec3){FX(0.34), FX(0.34), FX(0.34)}));
}

TEST(collision_planes_and_what_touches_them) {
    for (int side = -1; side <= 1; side += 2) {
        const plane30 ground = {{0, Q30_ONE, 0}, FX(-5)};
        sphere3 ball = {{FX(7), FX(5) + side * FX(2), FX(-3)}, FX(2)};

        CHECK_EQ(plane_classify_sphere(&ground, &ball), PLANE_ON);
        ball.centre.y -= side;
        CHECK_EQ(plane_classify_sphere(&ground, &ball), PLANE_ON);
        ball.centre.y += 2 * side;
        CHECK_EQ(plane_classify_sphere(&ground, &ball), side < 0 ? PLANE_BACK : PLANE_FRONT);
    }
    for (int i = 0; i < 8;
         i++) { /* normals of all signs: the corner that the box turns to the plane decides */
        const vec3 sign = {(i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1};
        const dir30 n = {sign.x * Q30(0.48), sign.y * Q30(0.6), sign.z * Q30(0.64)};
        const vec3 half = {FX(1), FX(2), FX(3)}, centre = {FX(10), FX(-20), FX(30)};
        const box3 box = {v3_sub(centre, half), v3_add(centre, half)};
        const vec3 far = {sign.x * half.x, sign.y * half.y, sign.z * half.z};
        const plane30 ahead = plane_from_normal(n, v3_add(centre, far)),
                      behind = plane_from_normal(n, v3_sub(centre, far));
        plane30 apart = ahead;

        CHECK_EQ(plane_classify_box(&ahead, &box), PLANE_ON);
        CHECK_EQ(plane_classify_box(&behind, &box), PLANE_ON);
        apart.d -= 4;
        CHECK_EQ(plane_classify_box(&apart, &box), PLANE_BACK);
        apart.d = behind.d + 4;
        CHECK_EQ(plane_classify_box(&apart, &box), PLANE_FRONT);
    }
    CHECK(sizeof(sphere3) == 16 && sizeof(box3) == 24);
}

TEST(collision_shape_extents) {
    ox_shape box = ox_shape_box((vec3){FX(1), FX(2), FX(2)}), pill = ox_shape_capsule(FX(1), FX(0.5));
    ox_shape hull = ox_shape_hull(&collision_octahedron);

    CHECK_EQ(ox_shape_reach(&box), FX(3));
    CHECK_EQ(ox_shape_least(&box), FX(1));
    CHECK_EQ(ox_shape_reach(&pill), FX(1.5));
    CHECK_EQ(ox_shape_least(&pill), FX(0.5));
    CHECK_EQ(ox_shape_reach(&hull), FX_ONE);
    CHECK_NEAR(ox_shape_least(&hull), FX(0.577350), 1);
}

TEST(collision_shape_mass) {
    ox_shape ball = ox_shape_sphere(FX(1)), box = ox_shape_box((vec3){FX(0.5), FX(1), FX(1.5)});
    ox_shape pill = ox_shape_capsule(FX(1), FX(0.5)), point = ox_shape_capsule(0, FX(1)),
             huge = ox_shape_box((vec3){FX_MAX, FX_MAX, FX_MAX});
    ox_shape nothing = ox_shape_sphere(0);
    ox_shape_mass m = ox_shape_mass_of(&ball);

    CHECK_NEAR(m.volume, FX(4.18879), 4);
    CHECK(v3_near(m.gyration2, (vec3){FX(0.4), FX(0.4), FX(0.4)}, 1));
    m = ox_shape_mass_of(&point);
    CHECK_NEAR(m.volume, FX(4.18879), 4);
    m = ox_shape_mass_of(&box); /* M = 12 (1, 2, 3) has 13, 10, 5 */
    CHECK_EQ(m.volume, FX(6));
    CHECK(v3_near(v3_scale(m.gyration2, FX(12)), (vec3){FX(13), FX(10), FX(5)}, 12));
    m = ox_shape_mass_of(&pill);
    CHECK_NEAR(m.volume, FX(2.094395), 4);                                            /* pi / 2 + pi / 6 */
    CHECK(v3_near(m.gyration2, (vec3){FX(0.665625), FX(0.118750), FX(0.665625)}, 4)); /* by integration */
    m = ox_shape_mass_of(&huge);
    CHECK_EQ(m.volume, FX_MAX);
    m = ox_shape_mass_of(&nothing);
    CHECK(m.volume == 0 && m.gyration2.x == 1);
}
