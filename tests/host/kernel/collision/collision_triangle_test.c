/* Triangles against triangles, in whole numbers, and soups against soups. */
#include <math.h>

#include "fixedmath/assert.h"
#include "fixedmath/random.h"
#include "kernel/collision/delta.h"
#include "kernel/collision/triangle.h"
#include "tests/host/kernel/collision/cooked.h"
#include "tests/unit/kernel/collision/collision_shapes.h"

__extension__ typedef __int128 exact;

/* ---- an oracle that works otherwise: separating axes, in numbers of 128 bits ---- */

typedef struct exact3 {
    exact v[3];
} exact3;

static exact3 exact_of(vec3 a) { return (exact3){{a.x, a.y, a.z}}; }
static exact3 exact_sub(exact3 a, exact3 b) {
    return (exact3){{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2]}};
}
static exact3 exact_cross(exact3 a, exact3 b) {
    return (exact3){{a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2],
                     a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
}
static exact exact_dot(exact3 a, exact3 b) { return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2]; }

static bool is_apart_along(exact3 axis, const vec3 a[3], const vec3 b[3]) {
    exact low[2] = {0, 0}, high[2] = {0, 0};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++) {
            const exact at = exact_dot(axis, exact_of(side == 0 ? a[i] : b[i]));
            if (i == 0 || at < low[side]) low[side] = at;
            if (i == 0 || at > high[side]) high[side] = at;
        }
    return high[0] < low[1] || high[1] < low[0];
}

static bool oracle_meets(const vec3 a[3], const vec3 b[3]) {
    exact3 edges[2][3], normals[2];
    for (int i = 0; i < 3; i++) {
        edges[0][i] = exact_sub(exact_of(a[(i + 1) % 3]), exact_of(a[i]));
        edges[1][i] = exact_sub(exact_of(b[(i + 1) % 3]), exact_of(b[i]));
    }
    for (int side = 0; side < 2; side++) {
        normals[side] = exact_cross(edges[side][0], edges[side][1]);
        if (is_apart_along(normals[side], a, b)) return false;
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            if (is_apart_along(exact_cross(edges[0][i], edges[1][k]), a, b)) return false;
        for (int side = 0; side < 2; side++)
            if (is_apart_along(exact_cross(normals[side], edges[side][i]), a, b)) return false;
    }
    return true;
}

static bool is_flat(const vec3 t[3]) {
    const exact3 n =
        exact_cross(exact_sub(exact_of(t[1]), exact_of(t[0])), exact_sub(exact_of(t[2]), exact_of(t[0])));
    return n.v[0] == 0 && n.v[1] == 0 && n.v[2] == 0;
}

/* Corners on a grid of few places touch, lie in one plane and share edges often; those of many bits cross in the middle. */
TEST(collision_triangles_meet_as_whole_numbers_say) {
    rng32 r = rng32_seed(34, 1);
    uint32_t wrong = 0, met = 0, count = 0, level = 0;
    for (uint32_t i = 0; count < 30000; i++) {
        const uint32_t kind = i % 3;
        const fx reach = kind == 0 ? 3 : kind == 1 ? FX(2) : FX(500);
        vec3 t[2][3], at, there;
        for (int k = 0; k < 6; k++) {
            t[k / 3][k % 3] = collision_any_vec3(&r, reach);
            if (i % 7 == 0) t[k / 3][k % 3].z = 0;
        }
        if (is_flat(t[0]) || is_flat(t[1])) continue;
        count++;
        level += i % 7 == 0;
        const bool truth = oracle_meets(t[0], t[1]), one = ox_triangles_meet(t[0], t[1], &at),
                   other = ox_triangles_meet(t[1], t[0], &there);
        met += truth;
        wrong += one != truth || other != truth;
        if (one && kind == 1) { /* the place lies on both */
            const ox_hull a = {.points = t[0], .point_count = 3}, b = {.points = t[1], .point_count = 3};
            const ox_shape shapes[2] = {ox_shape_hull(&a), ox_shape_hull(&b)}, point = ox_shape_sphere(0);
            const rig34 here = {rot33_identity(), at}, none = {rot33_identity(), V3_ZERO};
            vec3 on[2];
            for (int side = 0; side < 2; side++)
                CHECK(ox_shape_distance(&point, &here, &shapes[side], &none, &on[0], &on[1]) <= 16);
        }
    }
    TEST_INFO("%u pairs, %u meet, %u in one plane: %u wrong", (unsigned)count, (unsigned)met, (unsigned)level,
              (unsigned)wrong);
    CHECK_EQ(wrong, 0);
    CHECK(met > 3000 && count - met > 3000);
}

/* One edge alone pierces: each of the six in turn; and triangles of one plane beside, in and over one another. */
TEST(collision_triangles_of_known_pairs) {
    const vec3 big[3] = {{0, 0, 0}, {FX(4), 0, 0}, {0, FX(4), 0}};
    vec3 at, needle[3] = {{FX(1), FX(1), FX(1)}, {FX(1), FX(1), FX(-1)}, {FX(9), FX(9), FX(1)}};
    for (int turn = 0; turn < 3; turn++) {
        const vec3 t[3] = {needle[turn], needle[(turn + 1) % 3], needle[(turn + 2) % 3]};
        CHECK(ox_triangles_meet(big, t, &at) && ox_triangles_meet(t, big, &at));
    }
    const vec3 inside[3] = {{FX(0.5), FX(0.5), 0}, {FX(1), FX(0.5), 0}, {FX(0.5), FX(1), 0}},
               beside[3] = {{FX(3), FX(3), 0}, {FX(4), FX(3), 0}, {FX(3), FX(4), 0}},
               across[3] = {{FX(-1), FX(1), 0}, {FX(5), FX(1), 0}, {FX(5), FX(1.5), 0}},
               corner[3] = {{0, 0, 0}, {FX(-1), 0, FX(1)}, {FX(-1), FX(-1), FX(-1)}},
               above[3] = {{FX(0.5), FX(0.5), 1}, {FX(1), FX(0.5), 1}, {FX(0.5), FX(1), 1}};
    CHECK(ox_triangles_meet(big, inside, &at) && ox_triangles_meet(inside, big, &at));
    CHECK(!ox_triangles_meet(big, beside, &at) && !ox_triangles_meet(beside, big, &at));
    CHECK(ox_triangles_meet(big, across, &at) && ox_triangles_meet(across, big, &at));
    CHECK(ox_triangles_meet(big, corner, &at) && v3_is_zero(at));
    CHECK(!ox_triangles_meet(big, above, &at)); /* by one LSB */
}

/* ---- soups ---- */

static double hilly_height(int x, int z) { return ((x * 7919 + z * 104729) % 101) / 50.0; }

static bool full_test(const ox_soup *a, const rig34 *pose_a, const ox_soup *b, const rig34 *pose_b) {
    const rig34 inverse = rig34_inverse(pose_b), into = rig34_mul(&inverse, pose_a);
    for (uint32_t i = 0; i < ox_soup_triangles(a); i++)
        for (uint32_t k = 0; k < ox_soup_triangles(b); k++) {
            ox_triangle s, t;
            vec3 at;
            ox_soup_triangle(a, i, &s);
            ox_soup_triangle(b, k, &t);
            for (int c = 0; c < 3; c++) s.corner[c] = rig34_point(&into, s.corner[c]);
            if (ox_triangles_meet(s.corner, t.corner, &at)) return true;
        }
    return false;
}

/* A thousand pairs of two grounds of 200 triangles, turned and put anywhere about one another: graded tests say what testing all triangles says. */
TEST(collision_soups_meet_as_all_their_triangles_say) {
    const uint32_t pairs = 1000;
    cooked c[2];
    ox_soup soups[2];
    rng32 r = rng32_seed(39, 1);
    uint32_t wrong = 0, met = 0, near = 0;
    ox_soup_tests tests = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        cook_begin(&c[i]);
        c[i].s.exponent = 6;
        cook_ground(&c[i], 10, hilly_height);
        CHECK(ox_soup_open(&soups[i], cook_end(&c[i], false, 0.25)) == NULL);
    }
    const double all = (double)ox_soup_triangles(&soups[0]) * ox_soup_triangles(&soups[1]);
    for (uint32_t i = 0; i < pairs; i++) {
        const rig34 poses[2] = {{rot33_identity(), V3_ZERO},
                                collision_any_pose(&r, i % 4 == 0 ? FX(8) : FX(40))};
        const box3 about[2] = {ox_soup_bounds(&soups[0], &poses[0]), ox_soup_bounds(&soups[1], &poses[1])};
        const bool graded = ox_soups_meet(&soups[0], &poses[0], &soups[1], &poses[1], &tests);
        near += box_overlap(&about[0], &about[1]);
        met += graded;
        if (i % 8 == 0) wrong += graded != full_test(&soups[0], &poses[0], &soups[1], &poses[1]);
    }
    TEST_INFO("%u of %u pairs near, %u meet; a pair that is near costs %.0f exact tests of %.0f",
              (unsigned)near, (unsigned)pairs, (unsigned)met, (double)tests.exact / near, all);
    CHECK_EQ(wrong, 0);
    CHECK(met > 50 && near > met);
    CHECK((double)tests.exact < all * near / 10); /* nine tenths are avoided */
    for (int i = 0; i < 2; i++) cook_free(&c[i]);
}

/* ---- ships that are triangles ---- */

/* Corners of an equilateral triangle, its tip at an angle. */
static void delta_corners(double x, double y, double radius, double tip, double out[3][2]) {
    for (int i = 0; i < 3; i++) {
        out[i][0] = x + radius * cos(tip + i * 2.0943951023931953);
        out[i][1] = y + radius * sin(tip + i * 2.0943951023931953);
    }
}

/* How far two triangles overlap along their worst side's normal: below 0, they are apart. */
static double delta_overlap(double a[3][2], double b[3][2]) {
    double least = 1e9;
    for (int s = 0; s < 6; s++) {
        double(*t)[2] = s < 3 ? a : b, low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
        const double dx = t[(s + 1) % 3][0] - t[s % 3][0], dy = t[(s + 1) % 3][1] - t[s % 3][1],
                     length = sqrt(dx * dx + dy * dy), n[2] = {dy / length, -dx / length};
        for (int i = 0; i < 6; i++) {
            const double *c = i < 3 ? a[i] : b[i - 3], at = c[0] * n[0] + c[1] * n[1];
            low[i / 3] = fmin(low[i / 3], at);
            high[i / 3] = fmax(high[i / 3], at);
        }
        least = fmin(least, fmin(high[0] - low[1], high[1] - low[0]));
    }
    return least;
}

static bool deltas_of(const double off[2], double up, double down) {
    return ox_deltas_meet((vec2){0, 0}, (fx)(up * 65536), (vec2){(fx)(off[0] * 65536), (fx)(off[1] * 65536)},
                          (fx)(down * 65536));
}

/* Equal ships of 100: straight above up to 200, at 30 degrees and straight below up to 100; in all directions at twice the distance of their edges. */
TEST(collision_deltas_meet_at_their_edges) {
    static const double edges[8][2] = {{-90, 50},   {-60, 57.735}, {-45, 70.711}, {-30, 100},
                                       {0, 57.735}, {30, 50},      {60, 57.735},  {90, 100}};
    for (int i = 0; i < 8; i++) {
        const double a = edges[i][0] * 3.14159265358979 / 180, d = 2 * edges[i][1];
        /* The ship below at -30 is where an enemy's upper edge reaches farthest: radii meet there. */
        const double near[2] = {cos(a) * (d - 0.01), sin(a) * (d - 0.01)},
                     far[2] = {cos(a) * (d + 0.01), sin(a) * (d + 0.01)};
        CHECK(deltas_of(near, 100, 100));
        CHECK(!deltas_of(far, 100, 100));
    }
}

/* Two hundred thousand places and sizes: no other answer than by all separating axes. And a turn of both. */
TEST(collision_deltas_meet_as_separating_axes_say) {
    rng32 r = rng32_seed(36, 1);
    int wrong = 0, met = 0, turned_wrong = 0;
    for (int i = 0; i < 200000; i++) {
        double a[3][2], b[3][2];
        const fx up = rng_fx(&r, 4 * FX_ONE, 100 * FX_ONE), down = rng_fx(&r, 4 * FX_ONE, 100 * FX_ONE);
        const fx x = rng_fx(&r, -200 * FX_ONE, 200 * FX_ONE), y = rng_fx(&r, -200 * FX_ONE, 200 * FX_ONE);
        delta_corners(0, 0, up / 65536.0, 1.5707963267948966, a);
        delta_corners(x / 65536.0, y / 65536.0, down / 65536.0, -1.5707963267948966, b);
        const double overlap = delta_overlap(a, b);
        const bool meet = ox_deltas_meet((vec2){0, 0}, up, (vec2){x, y}, down);
        met += meet;
        wrong += meet != (overlap >= 0);
    }
    for (int i = 0; i < 360; i++) {
        double a[3][2], b[3][2];
        const ang16 turn = ang16_from_degrees(i);
        const double by = turn * 6.283185307179586 / 65536;
        const fx x = rng_fx(&r, -30 * FX_ONE, 30 * FX_ONE), y = rng_fx(&r, -30 * FX_ONE, 30 * FX_ONE);
        delta_corners(0, 0, 12, 1.5707963267948966 + by, a);
        delta_corners(x / 65536.0, y / 65536.0, 16, -1.5707963267948966 + by, b);
        const double overlap = delta_overlap(a, b);
        turned_wrong += fabs(overlap) > 0.005 &&
                        ox_deltas_meet_turned((vec2){0, 0}, 12 * FX_ONE, (vec2){x, y}, 16 * FX_ONE, turn) !=
                            (overlap >= 0);
    }
    TEST_INFO("%d of 200000 meet, %d wrong", met, wrong);
    CHECK_EQ(wrong, 0);
    CHECK_EQ(turned_wrong, 0);
    CHECK(met > 20000 && met < 180000);
}
