/* Tests of rays, sweeps and meetings: known values, touching and degenerate cases. */
#include "kernel/collision/cast.h"
#include "kernel/collision/gap.h"
#include "tests/test.h"
#include "tests/unit/kernel/collision/collision_shapes.h"

#define P(x, y, z) ((vec3){FX(x), FX(y), FX(z)})

static const rig34 origin = {{{{Q30_ONE, 0, 0}, {0, Q30_ONE, 0}, {0, 0, Q30_ONE}}}, {0, 0, 0}};

static rig34 place(vec3 t) { return rig34_translation(t); }
static dir30 axis(int x, int y, int z) { return (dir30){x * Q30_ONE, y * Q30_ONE, z * Q30_ONE}; }
static bool same_direction(dir30 a, dir30 b) {
    return v3_near((vec3){a.x, a.y, a.z}, (vec3){b.x, b.y, b.z}, 1 << 12);
}

/* ---- rays ---- */

TEST(collision_ray_against_a_sphere) {
    const ox_shape ball = ox_shape_sphere(FX_ONE);
    const rig34 pose = place(P(5, 0, 0));
    ox_shape_hit hit;

    CHECK(ox_shape_ray(&ball, &pose, V3_ZERO, P(10, 0, 0), &hit) && !hit.inside);
    CHECK_NEAR(hit.part, Q30(0.4), 64);
    CHECK_NEAR(hit.leave, Q30(0.6), 64);
    CHECK(v3_near(hit.at, P(4, 0, 0), 1) && same_direction(hit.normal, axis(-1, 0, 0)));
    CHECK(ox_shape_ray(&ball, &pose, P(0, 1, 0), P(10, 0, 0), &hit)); /* a tangent */
    CHECK_NEAR(hit.part, Q30_HALF, 64);
    CHECK(!ox_shape_ray(&ball, &pose, (vec3){0, FX_ONE + 1, 0}, P(10, 0, 0), &hit));
    CHECK(ox_shape_ray(&ball, &pose, V3_ZERO, P(4, 0, 0), &hit)); /* its end touches */
    CHECK_NEAR(hit.part, Q30_ONE, 64);
    CHECK(!ox_shape_ray(&ball, &pose, V3_ZERO, (vec3){FX(4) - 1, 0, 0}, &hit));
    CHECK(!ox_shape_ray(&ball, &pose, P(10, 0, 0), P(1, 0, 0), &hit)); /* behind */
    CHECK(ox_shape_ray(&ball, &pose, P(5.5, 0, 0), P(2, 0, 0), &hit) && hit.inside && hit.part == 0);
    CHECK(same_direction(hit.normal, axis(-1, 0, 0)));
    CHECK_NEAR(hit.leave, Q30(0.25), 64);
    CHECK(ox_shape_ray(&ball, &pose, P(5, 1, 0), V3_ZERO, &hit) && hit.inside &&
          same_direction(hit.normal, axis(0, 1, 0)));
    CHECK(!ox_shape_ray(&ball, &pose, (vec3){FX(5), FX_ONE + 1, 0}, V3_ZERO, &hit));
}

TEST(collision_ray_against_a_box) {
    const ox_shape box = ox_shape_box(P(1, 1, 1)), flat = ox_shape_box(P(1, 0, 1));
    const rot33 eighth = rot33_about_y(ANG32_90 / 2);
    const rig34 turned = rig34_from(&eighth, P(10, 0, 0));
    ox_shape_hit hit;

    CHECK(ox_shape_ray(&box, &origin, P(-3, 0, 0), P(6, 0, 0), &hit));
    CHECK_NEAR(hit.part, Q30_ONE / 3, 1);
    CHECK_NEAR(hit.leave, Q30(0.66666666667), 2);
    CHECK(v3_near(hit.at, P(-1, 0, 0), 1) && same_direction(hit.normal, axis(-1, 0, 0)));
    CHECK(ox_shape_ray(&box, &origin, P(-3, 1, 1), P(6, 0, 0), &hit)); /* along an edge */
    CHECK(!ox_shape_ray(&box, &origin, (vec3){FX(-3), FX_ONE + 1, 0}, P(6, 0, 0), &hit));
    CHECK(ox_shape_ray(&box, &origin, P(-3, -1, 0), P(4, 4, 0), &hit));  /* past an edge, touching it */
    CHECK(ox_shape_ray(&box, &origin, P(-2, -2, -2), P(4, 4, 4), &hit)); /* into a corner: x first */
    CHECK_NEAR(hit.part, Q30(0.25), 1);
    CHECK(same_direction(hit.normal, axis(-1, 0, 0)));
    CHECK(ox_shape_ray(&flat, &origin, P(0, 2, 0), P(0, -4, 0), &hit));
    CHECK(hit.part == Q30_HALF && hit.leave == Q30_HALF && same_direction(hit.normal, axis(0, 1, 0)));
    CHECK(ox_shape_ray(&box, &turned, V3_ZERO, P(20, 0, 0), &hit)); /* its edge */
    CHECK(v3_near(hit.at, P(8.585786, 0, 0), 4));
    CHECK(ox_shape_ray(&box, &origin, P(0, 0, 0), P(0, 0, -4), &hit) && hit.inside);
    CHECK_NEAR(hit.leave, Q30(0.25), 1);
    CHECK(ox_shape_ray(&box, &origin, P(1, 0, 0), P(4, 0, 0), &hit) && hit.inside &&
          hit.leave == 0); /* touching */
    CHECK(!ox_shape_ray(&box, &origin, P(2, 0, 0), P(4, 0, 0), &hit));
    CHECK(ox_shape_ray(&box, &origin, P(-3, 0, 0), P(2, 0, 0), &hit) &&
          hit.part == Q30_ONE); /* its end touches */
}

TEST(collision_ray_against_a_capsule) {
    static const struct {
        fx y;
        q30 part;
    } cases[] = {{0, Q30(0.375)}, {FX(1.25), Q30(0.391747)}, {FX(1.5), Q30_HALF}, {FX(-1.25), Q30(0.391747)}};
    const ox_shape pill = ox_shape_capsule(FX(1), FX(0.5));
    ox_shape_hit hit;

    for (int i = 0; i < 4; i++) {
        CHECK(ox_shape_ray(&pill, &origin, (vec3){FX(-2), cases[i].y, 0}, P(4, 0, 0), &hit));
        CHECK_NEAR(hit.part, cases[i].part, 1024);
        CHECK_NEAR(hit.leave, Q30_ONE - cases[i].part, 1024);
    }
    CHECK(!ox_shape_ray(&pill, &origin, P(-2, 1.51, 0), P(4, 0, 0), &hit));
    CHECK(ox_shape_ray(&pill, &origin, P(0, 5, 0), P(0, -10, 0), &hit)); /* along the axis */
    CHECK_NEAR(hit.part, Q30(0.35), 64);
    CHECK_NEAR(hit.leave, Q30(0.65), 64);
    CHECK(same_direction(hit.normal, axis(0, 1, 0)));
    /* away from where the line behind it has passed through the side */
    CHECK(!ox_shape_ray(&pill, &origin, P(0.25, 2, 0), P(0.25, 2, 0), &hit));
    CHECK(!ox_shape_ray(&pill, &origin, P(0.49, 1.4, 0), P(0.01, 100, 0), &hit));
    CHECK(!ox_shape_ray(&pill, &origin, P(0, 5, 0), P(0, -3, 0), &hit));
    CHECK(ox_shape_ray(&pill, &origin, P(0, 1, 0), P(0, -3, 0), &hit) && hit.inside);
    CHECK_NEAR(hit.leave, Q30(0.83333333333), 64);
}

TEST(collision_ray_against_a_hull) {
    const ox_shape hull = ox_shape_hull(&collision_octahedron);
    ox_shape_hit hit;

    CHECK(ox_shape_ray(&hull, &origin, P(-2, 0.25, 0.25), P(4, 0, 0), &hit));
    CHECK_NEAR(hit.part, Q30(0.375), 1 << 15);
    CHECK_NEAR(hit.leave, Q30(0.625), 1 << 15);
    CHECK(same_direction(hit.normal, (dir30){-COLLISION_SLANT, COLLISION_SLANT, COLLISION_SLANT}));
    CHECK(!ox_shape_ray(&hull, &origin, P(-2, 0.51, 0.5), P(4, 0, 0), &hit));
    CHECK(ox_shape_ray(&hull, &origin, V3_ZERO, P(0, 4, 0), &hit) && hit.inside);
    CHECK_NEAR(hit.leave, Q30(0.25), 1 << 15);
}

TEST(collision_ray_of_any_length_and_place) {
    const ox_shape ball = ox_shape_sphere(FX(200));
    const rig34 pose = place((vec3){FX_WORLD_LIMIT, FX_WORLD_LIMIT, FX_WORLD_LIMIT});
    ox_shape_hit hit;

    CHECK(!ox_shape_ray(&ball, &pose, P(-16383, -16383, -16383), (vec3){FX_MIN, FX_MAX, FX_MIN}, &hit));
    CHECK(
        ox_shape_ray(&ball, &pose, P(16383, 16383, 12683), (vec3){0, 0, FX_MAX}, &hit)); /* cut to 4,096 m */
    CHECK_NEAR(hit.at.z, FX(16183), 8);
    CHECK(!ox_shape_ray(&ball, &pose, P(16383, 16383, 12000), (vec3){0, 0, FX_MAX}, &hit));
}

/* ---- distances and meetings ---- */

TEST(collision_distance_of_known_pairs) {
    const ox_shape box = ox_shape_box(P(1, 1, 1)), point = ox_shape_sphere(0),
                   pill = ox_shape_capsule(FX(1), FX(0.5));
    const rig34 corner = place(P(3, 4, 0)), stands = place(P(0, 1, 0)), far = place(P(16383, -16383, 16383)),
                opposite = place(P(-16383, 16383, -16383));
    const rot33 turn = rot33_about_x(ANG32_90);
    const rig34 lies = rig34_from(&turn, P(1.5, 1, 0));
    vec3 a, b;

    CHECK_NEAR(ox_shape_distance(&box, &origin, &point, &corner, &a, &b), FX(3.605551), 1);
    CHECK(v3_near(a, P(1, 1, 0), 1) && v3_near(b, P(3, 4, 0), 1));
    CHECK_NEAR(ox_shape_distance(&pill, &stands, &pill, &lies, &a, &b), FX(0.5), 1);
    CHECK(v3_near(a, P(0.5, 1, 0), 2) && v3_near(b, P(1, 1, 0), 2));
    CHECK_EQ(ox_shape_distance(&box, &far, &box, &opposite, &a, &b), FX_MAX);
    CHECK_EQ(ox_shape_distance(&box, &origin, &box, &origin, &a, &b), 0);
    CHECK_EQ(ox_shape_distance(&point, &origin, &point, &origin, &a, &b), 0);
}

TEST(collision_touching_counts) {
    const ox_shape ball = ox_shape_sphere(FX_ONE), large = ox_shape_sphere(FX(3)),
                   box = ox_shape_box(P(1, 1, 1)), pill = ox_shape_capsule(FX(1), FX(0.75));
    rig34 other = place(P(2, 0, 0));
    const rot33 turn = rot33_about_x(ANG32_90);
    rig34 lies = rig34_from(&turn, P(1.5, 0, 0));

    CHECK(ox_shape_meets(&ball, &origin, &ball, &other));
    other.t.x++;
    CHECK(!ox_shape_meets(&ball, &origin, &ball, &other));
    other.t.x = FX(4);
    CHECK(ox_shape_meets(&ball, &origin, &large, &other) && ox_shape_meets(&large, &origin, &ball, &other));
    CHECK(ox_shape_meets(&pill, &origin, &pill, &lies));
    lies.t.x++;
    CHECK(!ox_shape_meets(&pill, &origin, &pill, &lies));
    for (int i = 0; i < 27; i++) { /* the 26 neighbours of a box, and one step on */
        const vec3 step = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        rig34 next = place((vec3){step.x * FX(2), step.y * FX(2), step.z * FX(2)});

        CHECK(ox_shape_meets(&box, &origin, &box, &next));
        next.t = v3_add(next.t, step);
        CHECK_EQ(ox_shape_meets(&box, &origin, &box, &next), v3_is_zero(step));
    }
    other = place((vec3){FX(15000), 0, 0});
    lies = place((vec3){FX(-15000), 0, 0});
    CHECK(!ox_shape_meets(&ball, &lies, &large, &other));
}

TEST(collision_turned_boxes_meet) {
    const ox_shape box = ox_shape_box(P(1, 1, 1));
    const rot33 y = rot33_about_y(ANG32_90 / 2), x = rot33_about_x(ANG32_90 / 2),
                z = rot33_about_z(ANG32_90 / 2);
    rig34 a = rig34_from(&y, P(2.4, 0, 0)), b = rig34_from(&x, V3_ZERO), c = rig34_from(&z, P(0, 2.82, 0));

    CHECK(ox_shape_meets(&box, &origin, &box, &a));
    a.t.x = FX(2.42);
    CHECK(!ox_shape_meets(&box, &origin, &box, &a));
    CHECK(ox_shape_meets(&box, &b, &box, &c));
    c.t.y = FX(2.84);
    CHECK(!ox_shape_meets(&box, &b, &box, &c));
}

/* ---- sweeps ---- */

/* The part where the surfaces touch, from the part where the skins do, for a head-on way of this length. */
static q30 touching(q30 part, fx length) { return part + (q30)((int64_t)OX_CAST_SKIN * Q30_ONE / length); }

TEST(collision_sweep_of_spheres) {
    const ox_shape ball = ox_shape_sphere(FX_ONE);
    rig34 from = place(P(-10, 0, 0));
    ox_shape_hit hit;

    CHECK(ox_shape_sweep(&ball, &from, P(20, 0, 0), &ball, &origin, &hit));
    CHECK_NEAR(touching(hit.part, FX(20)), Q30(0.4), 512);
    CHECK(v3_near(hit.at, P(-1, 0, 0), 1) && same_direction(hit.normal, axis(-1, 0, 0)));
    from.t.y = FX(2);
    CHECK(ox_shape_sweep(&ball, &from, P(20, 0, 0), &ball, &origin, &hit)); /* a tangent */
    CHECK(v3_near(hit.at, P(0, 1, 0), 2));
    from.t.y++;
    CHECK(!ox_shape_sweep(&ball, &from, P(20, 0, 0), &ball, &origin, &hit));
    from.t.y = 0;
    CHECK(!ox_shape_sweep(&ball, &from, P(5, 0, 0), &ball, &origin, &hit));
    from.t.x = FX(5);
    CHECK(!ox_shape_sweep(&ball, &from, P(5, 0, 0), &ball, &origin, &hit));
    from.t.x = FX(2);
    CHECK(ox_shape_sweep(&ball, &from, P(5, 0, 0), &ball, &origin, &hit) && hit.inside && hit.part == 0);
}

TEST(collision_sweep_against_walls) {
    const ox_shape ball = ox_shape_sphere(FX_ONE), small = ox_shape_sphere(FX_HALF),
                   half = ox_shape_box(P(0.5, 0.5, 0.5)), box = ox_shape_box(P(1, 1, 1)),
                   wall = ox_shape_box(P(0.03125, 8, 8)), pill = ox_shape_capsule(FX(1), FX(0.5));
    rig34 at_six = place(P(6.03125, 0, 0)), at_fifty = place(P(50.03125, 0, 0)), left = place(P(-3, 0, 0)),
          turned;
    const rot33 turn = rot33_about_z(ANG32_90);
    ox_shape_hit hit;

    CHECK(ox_shape_sweep(&ball, &origin, P(10, 0, 0), &wall, &at_six, &hit));
    CHECK_NEAR(touching(hit.part, FX(10)), Q30_HALF, 1 << 17);
    CHECK(v3_near(hit.at, P(6, 0, 0), 2) && same_direction(hit.normal, axis(-1, 0, 0)));
    CHECK(ox_shape_sweep(&ball, &origin, P(100, 0, 0), &wall, &at_fifty, &hit));
    CHECK_NEAR(touching(hit.part, FX(100)), Q30(0.49), 1 << 14);
    CHECK(ox_shape_sweep(&small, &origin, P(100, 0, 0), &wall, &at_fifty, &hit));
    CHECK_NEAR(touching(hit.part, FX(100)), Q30(0.495), 1 << 14);
    CHECK(ox_shape_sweep(&half, &left, P(6, 0, 0), &box, &origin, &hit));
    CHECK_NEAR(touching(hit.part, FX(6)), Q30(0.25), 1 << 18);
    CHECK(same_direction(hit.normal, axis(-1, 0, 0)));
    turned = rig34_from(&turn, P(-5, 0, 0)); /* lies along the way */
    CHECK(ox_shape_sweep(&pill, &turned, P(10, 0, 0), &ball, &origin, &hit));
    CHECK_NEAR(touching(hit.part, FX(10)), Q30(0.25), 1 << 14);
    CHECK(v3_near(hit.at, P(-1, 0, 0), 2) && same_direction(hit.normal, axis(-1, 0, 0)));
    CHECK(ox_shape_sweep(&box, &left, P(1, 0, 0), &box, &origin, &hit)); /* its end touches */
    CHECK(!ox_shape_sweep(&box, &left, (vec3){FX_ONE - 8, 0, 0}, &box, &origin, &hit));
}

/* What was stopped a skin before a floor slides along it, also where the way sinks by less than the skin. */
TEST(collision_sweep_slides_on_its_skin) {
    const ox_shape box = ox_shape_box(P(1, 1, 1)), floor = ox_shape_box(P(50, 1, 50));
    rig34 rests = place((vec3){0, FX(2) + OX_CAST_SKIN, 0});
    ox_shape_hit hit;

    CHECK(!ox_shape_sweep(&box, &rests, P(10, 0, 0), &floor, &origin, &hit));
    CHECK(!ox_shape_sweep(&box, &rests, (vec3){FX(10), -8, 0}, &floor, &origin, &hit));
    CHECK(ox_shape_sweep(&box, &rests, P(10, -1, 0), &floor, &origin, &hit) && hit.part == 0 && !hit.inside);
    CHECK(same_direction(hit.normal, axis(0, 1, 0)));
}

TEST(collision_sweep_never_passes_or_overlaps) {
    rng32 r = rng32_seed(11, 3);

    for (int i = 0; i < 1000; i++) {
        ox_shape a = collision_any_convex(&r, (int)(rng32_next(&r) & 3u)),
                 wall = ox_shape_box(P(0.03125, 40, 40));
        rig34 pose = collision_any_pose(&r, FX(4)), end;
        vec3 way = {FX(64), collision_any(&r, FX(8)), collision_any(&r, FX(8))}, on_a, on_b;
        rig34 at_wall = place((vec3){FX(32) + collision_any(&r, FX(8)), 0, 0});
        ox_shape_hit hit;

        CHECK(ox_shape_sweep(&a, &pose, way, &wall, &at_wall, &hit) && !hit.inside);
        end = pose;
        end.t = v3_add(pose.t, v3_scale_q30(way, hit.part));
        CHECK_NEAR(ox_shape_distance(&a, &end, &wall, &at_wall, &on_a, &on_b), OX_CAST_SKIN, 8);
        CHECK(!ox_shape_meets(&a, &end, &wall, &at_wall));
    }
}

/* Boxes that are not turned: both ends of their meeting, and the axis, by a line against the box of both half sides. */
TEST(collision_sweep_of_boxes_by_a_line) {
    const ox_shape sum = ox_shape_box(P(1.5, 1.5, 1.5));
    ox_shape_hit hit;

    CHECK(ox_shape_ray(&sum, &origin, P(-3, 0, 0), P(6, 0, 0), &hit));
    CHECK(hit.part == Q30_ONE / 4 && hit.leave == Q30_ONE / 4 * 3 &&
          same_direction(hit.normal, axis(-1, 0, 0)));
    CHECK(ox_shape_ray(&sum, &origin, P(0.5, 4, 0.5), P(1, -5, 0), &hit));
    CHECK(hit.part == Q30_HALF && hit.leave == Q30_ONE && same_direction(hit.normal, axis(0, 1, 0)));
}

/* A sweep does not turn: a bar that falls over meets what its way alone does not. */
TEST(collision_sweep_does_not_see_turning) {
    const ox_shape bar = ox_shape_box(P(0.1, 2, 0.1)), ball = ox_shape_sphere(FX(0.25));
    const rig34 beside = place(P(1.5, 0, 0));
    const rot33 turn = rot33_about_z(ANG32_90);
    const rig34 fallen = rig34_from(&turn, V3_ZERO);
    ox_shape_hit hit;

    CHECK(!ox_shape_sweep(&bar, &origin, P(0, 0.5, 0), &ball, &beside, &hit));
    CHECK(ox_shape_meets(&bar, &fallen, &ball, &beside));
}

TEST(collision_sweep_tells_what_leaves) {
    const ox_shape ball = ox_shape_sphere(FX_ONE);
    const rig34 near = place(P(1, 0, 0));
    ox_shape_hit hit;

    CHECK(ox_shape_sweep(&ball, &near, P(5, 0, 0), &ball, &origin, &hit) && hit.inside && hit.leaving);
    CHECK(ox_shape_sweep(&ball, &near, P(-5, 0, 0), &ball, &origin, &hit) && hit.inside && !hit.leaving);
    CHECK(!ox_shape_sweep(&ball, &near, P(0, 0, 0), &ball, &(rig34){origin.r, P(9, 0, 0)}, &hit) &&
          !hit.leaving);
}

TEST(collision_lines_meet_planes) {
    const plane30 ground = {{0, Q30_ONE, 0}, 0};
    q30 part;

    CHECK(ox_plane_line(&ground, P(0, 5, 0), P(0, -10, 0), &part) && part == Q30_HALF);
    CHECK(ox_plane_line(&ground, P(0, -5, 0), P(0, 10, 0), &part) && part == Q30_HALF);
    CHECK(ox_plane_line(&ground, P(1, 3, 2), P(2, -4, 2), &part) && part == Q30_ONE / 4 * 3);
    CHECK(ox_plane_line(&ground, P(3, -1, 4), P(-2, 4, -2), &part) && part == Q30_ONE / 4);
    CHECK(!ox_plane_line(&ground, P(0, 5, 0), P(1, 0, 0), &part));                    /* beside it */
    CHECK(ox_plane_line(&ground, P(0, 0, 0), P(1, 0, 0), &part) && part == 0);        /* in it */
    CHECK(!ox_plane_line(&ground, P(0, 5, 0), P(0, 10, 0), &part));                   /* behind */
    CHECK(!ox_plane_line(&ground, P(0, 5, 0), P(0, -4.9, 0), &part));                 /* too short */
    CHECK(ox_plane_line(&ground, P(0, 5, 0), P(0, -5, 0), &part) && part == Q30_ONE); /* its end */
    CHECK(ox_plane_line(&ground, P(0, 0, 0), V3_ZERO, &part) && part == 0);
}

/* ---- every machine ---- */

static uint32_t mixed(uint32_t hash, const ox_shape_hit *hit, bool found) {
    const int32_t all[8] = {found,     hit->part, hit->leave,    hit->at.x,
                            hit->at.y, hit->at.z, hit->normal.x, hit->normal.y};

    for (int i = 0; i < 8; i++) hash = mix32(hash ^ (uint32_t)all[i]);
    return hash;
}

/* Shapes of every size, anywhere in the world, on ways of any length: the same bits on every machine. */
TEST(collision_answers_are_the_same_bits_everywhere) {
    rng32 r = rng32_seed(41, 1);
    uint32_t hash = 0;

    for (int i = 0; i < 1500; i++) {
        ox_shape shapes[2];
        rig34 poses[2];
        ox_shape_hit hit;
        bool found;
        vec3 way = collision_any_vec3(&r, FX_MAX >> (rng32_next(&r) & 15u)), on_a, on_b;

        for (int k = 0; k < 2; k++) {
            shapes[k] = collision_any_convex(&r, (int)(rng32_next(&r) & 3u));
            if ((i & 3) == 0) {
                shapes[k].half = v3_scale(shapes[k].half, FX(110));
                shapes[k].radius *= 110;
            }
            poses[k] = collision_any_pose(&r, FX_WORLD_LIMIT >> (rng32_next(&r) & 15u));
        }
        if ((i & 1) != 0) poses[1].t = v3_add(poses[0].t, collision_any_vec3(&r, FX(8)));
        found = ox_shape_ray(&shapes[0], &poses[0], poses[1].t, way, &hit);
        hash = mixed(hash, &hit, found);
        found = ox_shape_sweep(&shapes[0], &poses[0], way, &shapes[1], &poses[1], &hit);
        hash = mixed(hash, &hit, found);
        on_a = on_b = V3_ZERO;
        hash = mix32(hash ^
                     (uint32_t)ox_shape_distance(&shapes[0], &poses[0], &shapes[1], &poses[1], &on_a, &on_b));
        hash = mix32(hash ^ (uint32_t)on_a.x ^ (uint32_t)on_b.z);
    }
    CHECK_EQ(hash, 20452903u);
}
