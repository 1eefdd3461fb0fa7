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
