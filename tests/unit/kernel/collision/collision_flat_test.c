/* Tests of shapes in the plane: discs, stadiums and rectangles without depth, turned about z alone. */
#include "kernel/collision/cast.h"
#include "tests/test.h"
#include "tests/unit/kernel/collision/collision_shapes.h"

#define P(x, y, z) ((vec3){FX(x), FX(y), FX(z)})

static rig34 roll(vec3 t, ang32 angle) {
    const rot33 r = rot33_about_z(angle);

    return rig34_from(&r, t);
}

TEST(collision_flat_rectangles_meet_where_they_touch) {
    const ox_shape square = ox_shape_box(P(0.5, 0.5, 0));
    const rig34 here = roll(P(0.5, 0.5, 0), 0), across = roll(P(1.25, 0.75, 0), 0);
    rig34 beside = roll(P(1.5, 0.5, 0), 0), diamond = roll(P(1.6, 0.5, 0), ANG32_90 / 2);
    const ox_shape rhombus = ox_shape_box(P(0.530330, 0.530330, 0)); /* half diagonals of 0.75 */
    vec3 a, b;

    CHECK(ox_shape_meets(&square, &here, &square, &across) &&
          ox_shape_meets(&square, &here, &square, &beside));
    beside.t.x++;
    CHECK(!ox_shape_meets(&square, &here, &square, &beside));
    beside.t = (vec3){FX(1.5) + 1, FX(1.5) + 1, 0};
    CHECK(!ox_shape_meets(&square, &here, &square, &beside));
    beside.t.z = FX(5); /* above one another */
    beside.t.x = FX(0.5);
    beside.t.y = FX(0.5);
    CHECK_EQ(ox_shape_distance(&square, &here, &square, &beside, &a, &b), FX(5));
    CHECK(ox_shape_meets(&square, &here, &rhombus, &diamond));
    diamond.t.x = FX(1.76);
    CHECK_NEAR(ox_shape_distance(&square, &here, &rhombus, &diamond, &a, &b), FX(0.01), 3);
    CHECK(a.z == 0 && b.z == 0);
}

/* No answer leaves the plane, and rolled rectangles are as far apart as their corners say. */
TEST(collision_flat_distances_stay_in_the_plane) {
    rng32 r = rng32_seed(31, 1);

    for (int i = 0; i < 2000; i++) {
        const ox_shape a = collision_any_flat(&r), b = collision_any_flat(&r);
        const rig34 pose_a =
                        roll((vec3){collision_any(&r, FX(4)), collision_any(&r, FX(4)), 0}, rng32_next(&r)),
                    pose_b =
                        roll((vec3){collision_any(&r, FX(4)), collision_any(&r, FX(4)), 0}, rng32_next(&r));
        const vec3 way = {collision_any(&r, FX(64)), collision_any(&r, FX(64)), 0};
        vec3 on_a, on_b;
        ox_shape_hit hit;
        const fx distance = ox_shape_distance(&a, &pose_a, &b, &pose_b, &on_a, &on_b);

        if (distance > 0) {
            CHECK(on_a.z == 0 && on_b.z == 0);
            CHECK_NEAR(v3_distance(on_a, on_b), distance, 4);
        }
        if (ox_shape_sweep(&a, &pose_a, way, &b, &pose_b, &hit)) CHECK(hit.at.z == 0 && hit.normal.z == 0);
        if (ox_shape_ray(&b, &pose_b, pose_a.t, way, &hit)) CHECK(hit.at.z == 0 && hit.normal.z == 0);
    }
}

TEST(collision_flat_disc_rolls_into_a_rectangle) {
    const ox_shape disc = ox_shape_sphere(FX_ONE), wall = ox_shape_box(P(1, 4, 0));
    const rig34 from = roll(V3_ZERO, 0), turned = roll(P(10, 0, 0), ANG32_90);
    ox_shape_hit hit;

    CHECK(ox_shape_sweep(&disc, &from, P(10, 0, 0), &wall, &turned, &hit)); /* at its short side, 6 m away */
    CHECK_NEAR(hit.part + (q30)((int64_t)OX_CAST_SKIN * Q30_ONE / FX(10)), Q30_HALF, 1 << 17);
    CHECK(v3_near(hit.at, P(6, 0, 0), 2));
}
