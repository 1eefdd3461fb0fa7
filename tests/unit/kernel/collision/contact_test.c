/* Contacts of convex shapes: depths, normals and points of known pairs, and what holds for all pairs. */
#include "kernel/collision/contact.h"

#include "fixedmath/random.h"
#include "fixedmath/scalar.h"
#include "kernel/collision/cast.h"
#include "tests/test.h"
#include "tests/unit/kernel/collision/collision_shapes.h"

static rig34 at(fx x, fx y, fx z) { return rig34_translation((vec3){x, y, z}); }

static rig34 turned(rot33 r, fx x, fx y, fx z) { return rig34_from(&r, (vec3){x, y, z}); }

static ox_shape cube(void) { return ox_shape_box((vec3){FX_ONE, FX_ONE, FX_ONE}); }

static bool near(fx a, fx b, fx by) { return fx_abs(fx_subs(a, b)) <= by; }

static fx deepest(const ox_manifold *m) {
    fx most = FX_MIN;
    for (uint32_t i = 0; i < m->count; i++) most = fx_max(most, m->points[i].depth);
    return most;
}

TEST(contact_balls_touch_where_their_radii_meet) {
    const ox_shape a = ox_shape_sphere(FX_ONE), b = ox_shape_sphere(3 * FX_ONE);
    const rig34 pa = at(0, 0, 0), pb = at(4 * FX_ONE, 0, 0), apart = at(4 * FX_ONE + 1, 0, 0);
    ox_manifold m;
    CHECK(ox_collide(&a, &pa, &b, &pb, 0, &m) && m.count == 1);
    CHECK_EQ(m.points[0].depth, 0);
    CHECK_EQ(m.points[0].at.x, FX_ONE);
    CHECK_NEAR(m.normal.x, -Q30_ONE, 4);
    CHECK(!ox_collide(&a, &pa, &b, &apart, 0, &m));
    CHECK(ox_collide(&a, &pa, &b, &apart, 1, &m) && m.points[0].depth == -1);
    CHECK(ox_collide(&a, &pa, &a, &pa, 0, &m) && m.normal.y == Q30_ONE); /* one place: up is the way out */
}

/* Boxes +-1: the second is turned by an eighth about y, and its edge meets the first one's face. */
TEST(contact_box_meets_the_edge_of_a_turned_box) {
    const ox_shape box = cube();
    const rig34 pa = at(0, 0, 0), hit = turned(rot33_about_y(ANG32_90 / 2), FX(2.4), 0, 0),
                miss = turned(rot33_about_y(ANG32_90 / 2), FX(2.42), 0, 0);
    ox_manifold m;
    CHECK(ox_collide(&box, &pa, &box, &hit, 0, &m));
    CHECK(near(deepest(&m), FX(0.014214), 4));
    CHECK_EQ(m.normal.x, -Q30_ONE);
    CHECK_EQ(m.count, 2);
    CHECK(!ox_collide(&box, &pa, &box, &miss, 0, &m));
}

/* Where other methods expand a polytope, the least of all axes is the depth. */
TEST(contact_boxes_side_by_side_have_the_least_depth) {
    const ox_shape box = cube();
    const rig34 pa = at(0, 0, 0), pb = at(FX(1.5), FX(0.2), 0);
    ox_manifold m;
    CHECK(ox_collide(&box, &pa, &box, &pb, 0, &m));
    CHECK_EQ(deepest(&m), FX_HALF);
    CHECK_EQ(m.normal.x, -Q30_ONE);
}

/* Fifty cars have one shape: each has a pose of its own, and what moves one moves no other. */
TEST(contact_shapes_are_shared) {
    const ox_shape car = ox_shape_box((vec3){FX_ONE, FX_HALF, 2 * FX_ONE});
    rig34 poses[50];
    ox_manifold m;
    for (int i = 0; i < 50; i++) poses[i] = at(3 * i * FX_ONE, 0, 0);
    poses[20] = turned(rot33_about_y(ANG32_90), FX(57), 0, 0); /* across car 19 */
    for (int i = 0; i < 49; i++) CHECK_EQ(ox_collide(&car, &poses[i], &car, &poses[i + 1], 0, &m), i == 19);
    CHECK_EQ(m.count, 0);
}

/* Only the product of two edges separates these. */
TEST(contact_box_edges_cross) {
    const ox_shape box = cube();
    const rig34 pa = turned(rot33_about_x(ANG32_90 / 2), 0, 0, 0),
                hit = turned(rot33_about_z(ANG32_90 / 2), 0, FX(2.82), 0),
                miss = turned(rot33_about_z(ANG32_90 / 2), 0, FX(2.84), 0);
    ox_manifold m;
    CHECK(ox_collide(&box, &pa, &box, &hit, 0, &m) && m.count == 1);
    CHECK(near(m.points[0].depth, FX(0.008427), 4));
    CHECK(m.normal.y < -Q30_ONE + 1000);
    CHECK(near(m.points[0].at.x, 0, 8) && near(m.points[0].at.z, 0, 8) &&
          near(m.points[0].at.y, FX(1.41), 8));
    CHECK(!ox_collide(&box, &pa, &box, &miss, 0, &m));
}

TEST(contact_box_on_box_has_four_corners) {
    const ox_shape box = cube();
    const rig34 below = at(0, 0, 0), above = at(FX(0.5), FX(1.99), FX(-0.25));
    ox_manifold m;
    CHECK(ox_collide(&box, &above, &box, &below, 0, &m) && m.count == 4);
    CHECK_EQ(m.normal.y, Q30_ONE);
    for (uint32_t i = 0; i < m.count; i++) {
        CHECK(near(m.points[i].depth, FX(0.01), 4));
        CHECK(near(m.points[i].at.y, FX(0.995), 4));
        CHECK(m.points[i].at.x >= FX(-0.5) - 4 && m.points[i].at.x <= FX_ONE + 4);
        for (uint32_t k = 0; k < i; k++) CHECK(m.points[i].feature != m.points[k].feature);
    }
}

/* The 26 places in which a box touches its neighbour exactly. */
TEST(contact_boxes_that_touch_meet) {
    const ox_shape box = cube();
    const rig34 pa = at(0, 0, 0);
    ox_manifold m;
    for (int i = 0; i < 27; i++) {
        const fx x = (i % 3 - 1) * 2 * FX_ONE, y = (i / 3 % 3 - 1) * 2 * FX_ONE, z = (i / 9 - 1) * 2 * FX_ONE;
        const rig34 pb = at(x, y, z), beyond = at(x + fx_sign(x), y + fx_sign(y), z + fx_sign(z));
        CHECK(ox_collide(&box, &pa, &box, &pb, 0, &m));
        if (i != 13) CHECK(!ox_collide(&box, &pa, &box, &beyond, 0, &m));
    }
}

TEST(contact_capsule_lies_on_a_box_with_both_ends) {
    const ox_shape box = ox_shape_box((vec3){4 * FX_ONE, FX_ONE, 4 * FX_ONE}),
                   pill = ox_shape_capsule(FX_ONE, FX_HALF);
    const rig34 floor = at(0, 0, 0), lying = turned(rot33_about_z(ANG32_90), 0, FX(1.49), 0),
                upright = at(0, FX(2.49), 0);
    ox_manifold m;
    CHECK(ox_collide(&pill, &lying, &box, &floor, 0, &m) && m.count == 2);
    CHECK_EQ(m.normal.y, Q30_ONE);
    CHECK(near(m.points[0].depth, FX(0.01), 4) && near(m.points[1].depth, FX(0.01), 4));
    CHECK(near(fx_abs(m.points[0].at.x - m.points[1].at.x), 2 * FX_ONE, 8));
    CHECK(ox_collide(&pill, &upright, &box, &floor, 0, &m) && m.count == 1);
    CHECK(near(m.points[0].depth, FX(0.01), 4));
}

static ox_manifold swapped(const ox_shape *a, const rig34 *pa, const ox_shape *b, const rig34 *pb) {
    ox_manifold m;
    (void)ox_collide(b, pb, a, pa, 0, &m);
    ox_manifold_swap(&m);
    return m;
}

/* Of any two convex shapes: both orders agree whether they meet; the way out ends all contact; and shapes without contacts are apart. */
TEST(contact_of_any_two_shapes_shows_the_way_out) {
    rng32 r = rng32_seed(71, 1);
    int met = 0;
    for (int i = 0; i < 4000; i++) {
        const ox_shape a = collision_any_convex(&r, i % 4), b = collision_any_convex(&r, i / 4 % 4);
        rig34 pa = collision_any_pose(&r, FX(1.5));
        const rig34 pb = collision_any_pose(&r, FX(1.5));
        ox_manifold m;
        vec3 on_a, on_b;
        const bool is_met = ox_collide(&a, &pa, &b, &pb, 0, &m);
        const ox_manifold other = swapped(&a, &pa, &b, &pb);
        if (!is_met) {
            CHECK(ox_shape_distance(&a, &pa, &b, &pb, &on_a, &on_b) > 0 || other.count == 0);
            continue;
        }
        met++;
        CHECK(other.count > 0 || deepest(&m) <= 8);
        for (int turn = 0; turn < 4 && is_met; turn++) { /* a core that lies in a solid may need several */
            const fx out = deepest(&m) + 64;
            pa.t = v3_add(pa.t, (vec3){fx_mul_q30(out, m.normal.x), fx_mul_q30(out, m.normal.y),
                                       fx_mul_q30(out, m.normal.z)});
            if (!ox_collide(&a, &pa, &b, &pb, 0, &m)) break;
            CHECK(turn < 3 || deepest(&m) <= 64);
            if (a.kind != OX_SHAPE_CAPSULE && b.kind != OX_SHAPE_CAPSULE) CHECK(deepest(&m) <= 64);
        }
    }
    CHECK(met > 800);
}

/* ---- in one another ---- */

/* The deepest point's way out ends the contact, within a millimetre. */
static void check_way_out(const ox_shape *a, rig34 pa, const ox_shape *b, const rig34 *pb, fx least) {
    ox_manifold m;
    CHECK(ox_collide(a, &pa, b, pb, 0, &m));
    const fx depth = deepest(&m);
    CHECK(near(depth, least, fx_abs(least) / 50 + 64));
    pa.t = v3_add(pa.t, v3_scale_dir30(m.normal, depth + 64));
    CHECK(!ox_collide(a, &pa, b, pb, 0, &m));
}

/* Cores that lie in one another are left across, not along: up is no way out of a post that stands. */
TEST(contact_cores_in_one_another_are_left_across) {
    const ox_shape post = ox_shape_capsule(3 * FX_ONE, FX_HALF), ball = ox_shape_sphere(FX_HALF),
                   thin = ox_shape_capsule(2 * FX_ONE, FX(0.25));
    const rig34 stands = at(0, 0, 0), above = at(0, FX_ONE, 0),
                lies = turned(rot33_about_z(ANG32_90), 0, FX_ONE, 0),
                leans = turned(rot33_about_z(ANG32_90 / 64), FX(0.001), FX_HALF, 0);
    check_way_out(&ball, above, &post, &stands, FX_ONE);
    check_way_out(&post, stands, &ball, &above, FX_ONE);
    check_way_out(&thin, above, &post, &stands, FX(0.75));
    check_way_out(&thin, lies, &post, &stands, FX(0.75));
    check_way_out(&thin, leans, &post, &stands, FX(0.75));
}

/* A capsule under an edge of a box is left across the edge and itself, 0.1414 m; to a face it would be 0.1849 m, by its lower end. */
TEST(contact_capsule_in_a_box_leaves_by_the_edge) {
    const ox_shape box = cube(), pill = ox_shape_capsule(FX(0.12), FX(0.1));
    const rig34 b = at(0, 0, 0), a = turned(rot33_about_z(ANG32_90 / 2), FX(0.9), FX(0.9), 0);
    ox_manifold m;
    CHECK(ox_collide(&pill, &a, &box, &b, 0, &m) && m.count == 1);
    CHECK(near(m.points[0].depth, FX(0.24142), 8));
    CHECK_NEAR(m.normal.x, Q30(0.70710678), 1000);
    CHECK_NEAR(m.normal.y, Q30(0.70710678), 1000);
    CHECK(
        near(m.points[0].at.x, FX(0.9 + 0.014645), 8)); /* half-way from -0.1 to 0.1414 along the diagonal */
    check_way_out(&pill, a, &box, &b, FX(0.24142));
}

/* A hull's origin may lie outside of it, and the side that looks the other way need not have the deepest corner. */
TEST(contact_hulls_may_have_their_origin_elsewhere) {
    vec3 points[6];
    plane30 planes[8];
    ox_hull moved = collision_octahedron;
    const vec3 off = {5 * FX_ONE, -3 * FX_ONE, 2 * FX_ONE};
    moved.points = points;
    moved.planes = planes;
    for (int i = 0; i < 6; i++) points[i] = v3_add(collision_octahedron.points[i], off);
    for (int i = 0; i < 8; i++)
        planes[i] =
            plane_from_normal(collision_octahedron.planes[i].n, points[collision_octahedron.loops[3 * i]]);
    const ox_shape here = ox_shape_hull(&collision_octahedron), there = ox_shape_hull(&moved), box = cube();
    rng32 r = rng32_seed(72, 1);
    int met = 0;
    for (int i = 0; i < 300; i++) {
        const rig34 a = collision_any_pose(&r, FX_ONE), b = collision_any_pose(&r, FX_ONE);
        rig34 c = b;
        ox_manifold m, same;
        c.t = v3_sub(b.t, rig34_direction(&b, off));
        const ox_shape *other = i % 2 == 0 ? &here : &box;
        const bool is_met = ox_collide(&here, &b, other, &a, 0, &m),
                   is_met_too = ox_collide(&there, &c, other, &a, 0, &same);
        if (is_met != is_met_too) {
            CHECK(deepest(is_met ? &m : &same) <= 8);
            continue;
        }
        if (!is_met) continue;
        met++;
        CHECK(near(deepest(&m), deepest(&same), 64 + deepest(&m) / 50));
    }
    CHECK(met > 60);
}

/* ---- in the plane ---- */

TEST(contact_flat_rectangles_have_the_shortest_way_out) {
    const ox_shape half = ox_shape_box((vec3){FX_HALF, FX_HALF, FX_HALF}),
                   diamond = ox_shape_box((vec3){FX(0.53033), FX(0.53033), FX_HALF});
    const rig34 a = at(FX_HALF, FX_HALF, 0), b = at(FX(1.25), FX(0.75), 0),
                c = turned(rot33_about_z(ANG32_90 / 2), FX(1.6), FX_HALF, 0);
    ox_manifold m;
    CHECK(ox_collide_flat(&half, &a, &half, &b, 0, &m) && m.count == 2);
    CHECK_EQ(m.normal.x, -Q30_ONE);
    CHECK(near(deepest(&m), FX(0.25), 4));
    CHECK(ox_collide_flat(&half, &a, &diamond, &c, 0, &m));
    CHECK(near(deepest(&m), FX(0.15), 8) && m.normal.x == -Q30_ONE);
}

TEST(contact_flat_discs_meet_sides_and_corners) {
    const ox_shape box = ox_shape_box((vec3){FX_ONE, FX_ONE, FX_ONE}), disc = ox_shape_sphere(FX_HALF);
    const rig34 b = at(0, 0, 0), side = at(FX(1.4), FX(0.2), 0), corner = at(FX(1.3), FX(1.4), 0),
                off = at(FX(1.4), FX(1.4), 0), within = at(FX(0.9), 0, 0);
    ox_manifold m;
    CHECK(ox_collide_flat(&disc, &side, &box, &b, 0, &m) && near(m.points[0].depth, FX(0.1), 4) &&
          m.normal.x == Q30_ONE);
    CHECK(near(m.points[0].at.x, FX(0.95), 4));
    CHECK(ox_collide_flat(&disc, &corner, &box, &b, 0, &m) && near(m.points[0].depth, 0, 8));
    CHECK(!ox_collide_flat(&disc, &off, &box, &b, 0, &m));
    CHECK(ox_collide_flat(&disc, &within, &box, &b, 0, &m) && near(m.points[0].depth, FX(0.6), 8) &&
          m.normal.x == Q30_ONE);
    CHECK(ox_collide_flat(&box, &b, &disc, &side, 0, &m) && m.normal.x == -Q30_ONE);
}

/* In the plane and in space the same pairs meet, as deep, as long as their cores are apart. */
TEST(contact_flat_pairs_are_those_of_space) {
    rng32 r = rng32_seed(5, 1);
    int met = 0;
    for (int i = 0; i < 3000; i++) {
        ox_shape a = collision_any_convex(&r, i % 3), b = collision_any_convex(&r, i / 3 % 3);
        rot33 ra = rot33_about_z(rng32_next(&r)), rb = rot33_about_z(rng32_next(&r));
        a.half.z = b.half.z = 64 * FX_ONE;
        const rig34 pa = rig34_from(&ra,
                                    (vec3){collision_any(&r, 2 * FX_ONE), collision_any(&r, 2 * FX_ONE), 0}),
                    pb = rig34_from(&rb,
                                    (vec3){collision_any(&r, 2 * FX_ONE), collision_any(&r, 2 * FX_ONE), 0});
        ox_manifold flat, deep;
        const bool in_plane = ox_collide_flat(&a, &pa, &b, &pb, 0, &flat),
                   in_space = ox_collide(&a, &pa, &b, &pb, 0, &deep);
        if (in_plane != in_space) {
            CHECK(deepest(in_plane ? &flat : &deep) <= 96);
            continue;
        }
        ox_shape thin_a = a, thin_b = b;
        vec3 on_a, on_b;
        thin_a.radius = thin_b.radius = 0;
        if (!in_plane || ox_shape_distance(&thin_a, &pa, &thin_b, &pb, &on_a, &on_b) < FX_ONE / 64) continue;
        met++;
        CHECK(near(deepest(&flat), deepest(&deep), 256 + fx_abs(deepest(&deep)) / 32));
    }
    CHECK(met > 500);
}
