/* Exact predicates of the plane and of boxes against 128-bit integers, random and touching. */
#include "fixedmath/random.h"
#include "fixedmath/volume.h"
#include "tests/test.h"

__extension__ typedef __int128 wide;

/* Within so many metres; every other one on whole metres, where lines meet points exactly. */
static fx any(rng32 *r, int metres, bool on_steps) {
    const fx a = (fx)(rng32_next(r) % (uint32_t)(2 * metres * FX_ONE + 1)) - metres * FX_ONE;
    return on_steps ? a & ~0xFFFF : a;
}
static vec2 any2(rng32 *r, bool on_steps) {
    const int metres = on_steps ? 4 : 16000;
    const fx x = any(r, metres, on_steps), y = any(r, metres, on_steps);
    return (vec2){x, y};
}

static int side_of(vec2 a, vec2 b, vec2 c) {
    const wide area = ((wide)b.x - a.x) * ((wide)c.y - a.y) - ((wide)b.y - a.y) * ((wide)c.x - a.x);
    return area > 0 ? 1 : area < 0 ? -1 : 0;
}

/* By barycentric coordinates: all have the sign of the area. */
static bool in_triangle(vec2 p, vec2 a, vec2 b, vec2 c) {
    const wide ux = (wide)b.x - a.x, uy = (wide)b.y - a.y, vx = (wide)c.x - a.x, vy = (wide)c.y - a.y,
               px = (wide)p.x - a.x, py = (wide)p.y - a.y, all = ux * vy - uy * vx, s = px * vy - py * vx,
               t = ux * py - uy * px;
    return all > 0 ? s >= 0 && t >= 0 && s + t <= all : s <= 0 && t <= 0 && s + t >= all;
}

TEST(fx_geometry_points_in_triangles) {
    rng32 r = rng32_seed(91, 1);
    int inside = 0, flat = 0, wrong = 0;
    for (int i = 0; i < 100000; i++) {
        const bool steps = i % 2 == 0;
        const vec2 a = any2(&r, steps), b = any2(&r, steps), c = any2(&r, steps);
        vec2 p = any2(&r, steps);
        if (i % 8 == 1)
            p = (vec2){fx_mid(a.x, b.x), fx_mid(a.y, b.y)}; /* on an edge, but for a rounded half */
        if (i % 8 == 3) p = c;
        if (side_of(a, b, c) == 0) {
            flat++;
            continue;
        }
        const bool truth = in_triangle(p, a, b, c);
        const vec2 turned[3] = {a, side_of(a, b, c) > 0 ? b : c, side_of(a, b, c) > 0 ? c : b};
        inside += truth;
        wrong += point_in_triangle2(p, a, b, c) != truth || point_in_convex2(p, turned, 3) != truth;
    }
    TEST_INFO("%d inside, %d flat, %d told wrongly", inside, flat, wrong);
    CHECK_EQ(wrong, 0);
    CHECK(inside > 10000 && flat < 20000);
}

/* Dropping the coordinate of the largest part of the normal never leaves a triangle without area. */
TEST(fx_geometry_dropped_coordinates) {
    rng32 r = rng32_seed(92, 1);
    for (int i = 0; i < 10000; i++) {
        vec3 p[3];
        plane30 plane;
        for (int k = 0; k < 3; k++)
            p[k] = (vec3){any(&r, 200, false), any(&r, 200, false), any(&r, 200, false)};
        if (!plane_from_points(p[0], p[1], p[2], &plane)) continue;
        const int drop = plane_drop_axis(plane.n);
        CHECK(orient2d(plane_drop(p[0], drop), plane_drop(p[1], drop), plane_drop(p[2], drop)) != 0);
    }
}

TEST(fx_geometry_segments_of_the_plane) {
    rng32 r = rng32_seed(93, 1);
    int kinds[6] = {0}, wrong = 0;
    for (int i = 0; i < 1000000; i++) {
        const bool steps = i % 2 == 0;
        vec2 a = any2(&r, steps), b = any2(&r, steps), c = any2(&r, steps), d = any2(&r, steps);
        if (i % 16 == 1) c = (i & 32) != 0 ? a : b;
        if (i % 16 == 3) d = v2_add(c, v2_sub(b, a));
        const int c_side = side_of(a, b, c), d_side = side_of(a, b, d), a_side = side_of(c, d, a),
                  b_side = side_of(c, d, b);
        const wide cross = ((wide)b.x - a.x) * ((wide)d.y - c.y) - ((wide)b.y - a.y) * ((wide)d.x - c.x);
        const bool splits_b = c_side * d_side <= 0, splits_a = a_side * b_side <= 0;
        const segment_relation truth =
            cross == 0             ? c_side == 0 && a_side == 0 ? SEGMENTS_COLLINEAR : SEGMENTS_PARALLEL
            : splits_a && splits_b ? SEGMENTS_CROSS
            : splits_b             ? SEGMENTS_A_SPLITS_B
            : splits_a             ? SEGMENTS_B_SPLITS_A
                                   : SEGMENTS_APART;
        const segment_crossing found = segments_relate(a, b, c, d);
        line2 line;
        wrong += found.relation != truth;
        kinds[truth]++;
        if (i % 8 == 0 && line2_make(a, b, &line)) wrong += line2_classify(&line, c, 0) != c_side;
    }
    TEST_INFO("%d cross, %d and %d split, %d apart, %d parallel, %d in one line; %d told wrongly",
              kinds[SEGMENTS_CROSS], kinds[SEGMENTS_A_SPLITS_B], kinds[SEGMENTS_B_SPLITS_A],
              kinds[SEGMENTS_APART], kinds[SEGMENTS_PARALLEL], kinds[SEGMENTS_COLLINEAR], wrong);
    CHECK_EQ(wrong, 0);
    for (int k = 0; k < 6; k++) CHECK(kinds[k] > 1000);
}

/* Boxes overlap where no axis separates them: a million in space and in the plane, of which many touch. */
TEST(fx_geometry_boxes_overlap) {
    rng32 r = rng32_seed(94, 1);
    int meet = 0, touch = 0, wrong = 0;
    for (int i = 0; i < 1000000; i++) {
        int32_t lo[2][3], hi[2][3];
        bool apart = false, apart2 = false, touches = false;
        for (int b = 0; b < 2; b++)
            for (int k = 0; k < 3; k++) {
                lo[b][k] = any(&r, 8, i % 2 == 0);
                hi[b][k] = lo[b][k] + (int32_t)(rng32_next(&r) % 9) * FX_ONE;
            }
        for (int k = 0; k < 3; k++) {
            const bool axis = (int64_t)hi[0][k] - lo[1][k] < 0 || (int64_t)hi[1][k] - lo[0][k] < 0;
            apart = apart || axis;
            apart2 = apart2 || (axis && k < 2);
            touches = touches || hi[0][k] == lo[1][k] || hi[1][k] == lo[0][k];
        }
        const box3 a = {{lo[0][0], lo[0][1], lo[0][2]}, {hi[0][0], hi[0][1], hi[0][2]}},
                   b = {{lo[1][0], lo[1][1], lo[1][2]}, {hi[1][0], hi[1][1], hi[1][2]}};
        const box2 c = {{lo[0][0], lo[0][1]}, {hi[0][0], hi[0][1]}},
                   d = {{lo[1][0], lo[1][1]}, {hi[1][0], hi[1][1]}};
        wrong +=
            box_overlap(&a, &b) == apart || box_overlap(&b, &a) == apart || box2_overlap(&c, &d) == apart2;
        meet += !apart;
        touch += !apart && touches;
    }
    TEST_INFO("%d meet, %d of them touch, %d told wrongly", meet, touch, wrong);
    CHECK_EQ(wrong, 0);
    CHECK(touch > 1000 && meet > 10000);
    /* Each axis alone keeps two apart by a step; one in the other overlaps. */
    const box3 one = {{0, 0, 0}, {FX_ONE, FX_ONE, FX_ONE}}, within = {{1, 1, 1}, {2, 2, 2}};
    CHECK(box_overlap(&one, &within) && box_overlap(&within, &one));
    for (int k = 0; k < 6; k++) {
        const fx by = k < 3 ? FX_ONE : -FX_ONE;
        box3 next = box_translate(&one, v3_with(V3_ZERO, k % 3, by));
        CHECK(box_overlap(&one, &next));
        next = box_translate(&one, v3_with(V3_ZERO, k % 3, by + fx_sign(by)));
        CHECK(!box_overlap(&one, &next));
    }
}
