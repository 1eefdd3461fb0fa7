/* Soups against double precision: lines that slip through nowhere, balls, capsules and boxes against triangles. */
#include <math.h>

#include "fixedmath/assert.h"
#include "fixedmath/random.h"
#include "tests/host/kernel/collision/cooked.h"
#include "tests/unit/kernel/collision/collision_shapes.h"

static double flat_height(int x, int z) {
    (void)x;
    (void)z;
    return 0;
}

static double bumpy_height(int x, int z) { return ((x * 7919 + z * 104729) % 101) / 101.0; }

static void cook_field(cooked *c, int side, double (*height)(int, int), ox_soup *soup) {
    cook_begin(c);
    c->s.exponent = 6;
    cook_ground(c, side, height);
    const char *wrong = ox_soup_open(soup, cook_end(c, false, 0.25));
    if (wrong != NULL) TEST_INFO("%s", wrong);
    CHECK(wrong == NULL);
}

/* ---- lines ---- */

/* A million lines from above a ground to below it, of which many go through edges and corners: each meets it. */
static void shoot(const ox_soup *soup, const rig34 *pose, uint32_t count, uint32_t seed) {
    rng32 r = rng32_seed(seed, 2);
    uint32_t slipped = 0;
    double worst = 0;
    for (uint32_t i = 0; i < count; i++) {
        ox_shape_hit hit;
        vec3 through = {collision_any(&r, FX(9)), FX(0.5), collision_any(&r, FX(9))},
             way = collision_any_vec3(&r, FX(4));
        const uint32_t kind = rng32_next(&r) & 3u;
        if (kind == 1) through.x &= ~0xFFFF;                       /* over an edge */
        if (kind == 2) through.x &= ~0xFFFF, through.z &= ~0xFFFF; /* over a corner */
        if (kind != 0) way.x = kind == 1 ? 0 : way.x & ~0x7FFF, way.z = kind == 2 ? way.z & ~0x7FFF : way.z;
        if (kind == 2 && (rng32_next(&r) & 1u) != 0) way.x = way.z = 0;
        way.y = FX(-6) - (fx)(rng32_next(&r) & 0xFFFFF);
        const vec3 from = v3_sub(through, v3_scale(way, FX_HALF));
        const vec3 start = rig34_point(pose, from), along = rig34_direction(pose, way);
        if (!ox_soup_ray(soup, pose, start, along, &hit)) {
            slipped++;
            continue;
        }
        ox_triangle t;
        ox_soup_triangle(soup, hit.feature, &t);
        const vec3 at = rig34_point_inverse(pose, hit.at);
        worst = fmax(worst, fabs((double)plane_distance(&t.plane, at)));
    }
    TEST_INFO("%u lines, %u slipped through, places within %.1f LSB of their triangle", (unsigned)count,
              (unsigned)slipped, worst);
    CHECK_EQ(slipped, 0);
    CHECK(worst <= 6);
}

/* Debug builds run under sanitizers: a twentieth of the lines. */
enum { FEWER = OX_DEBUG ? 20 : 1 };

TEST(collision_soup_a_million_lines_slip_through_nowhere) {
    cooked c;
    ox_soup soup;
    const rig34 here = rig34_identity();
    cook_field(&c, 20, flat_height, &soup);
    shoot(&soup, &here, 500000 / FEWER, 1);
    cook_free(&c);
    cook_field(&c, 20, bumpy_height, &soup);
    shoot(&soup, &here, 400000 / FEWER, 2);
    rng32 r = rng32_seed(4, 4);
    for (int i = 0; i < 10; i++) {
        const rig34 pose = collision_any_pose(&r, FX(50));
        shoot(&soup, &pose, 10000 / FEWER, 3 + (uint32_t)i);
    }
    cook_free(&c);
}

typedef struct wide3 {
    double x, y, z;
} wide3;

static wide3 wide(vec3 v) { return (wide3){v.x, v.y, v.z}; }
static wide3 sub(wide3 a, wide3 b) { return (wide3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static wide3 mad(wide3 a, wide3 b, double s) { return (wide3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s}; }
static double dot(wide3 a, wide3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static wide3 cross(wide3 a, wide3 b) {
    return (wide3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* The part of a way at which it meets a triangle from the front; 2: nowhere. *edge: how near an edge that is, as a part of the triangle. (Moeller and Trumbore 1997.) */
static double meet_triangle(const ox_triangle *t, vec3 from, vec3 way, double *edge) {
    const wide3 a = wide(t->corner[0]), u = sub(wide(t->corner[1]), a), v = sub(wide(t->corner[2]), a),
                w = wide(way), p = cross(w, v), s = sub(wide(from), a), q = cross(s, u);
    const double det = dot(u, p), x = dot(s, p) / det, y = dot(w, q) / det, part = dot(v, q) / det;
    *edge = fmin(fabs(x), fmin(fabs(y), fabs(1 - x - y)));
    return det > 0 && x >= 0 && y >= 0 && x + y <= 1 && part >= 0 && part <= 1 ? part : 2;
}

TEST(collision_soup_lines_meet_the_nearest_of_all) {
    cooked c;
    ox_soup soup;
    const rig34 here = rig34_identity();
    rng32 r = rng32_seed(8, 8);
    uint32_t met = 0, unsure = 0;
    cook_field(&c, 12, bumpy_height, &soup);
    for (int i = 0; i < 3000; i++) {
        const vec3 from = {collision_any(&r, FX(7)), collision_any(&r, FX(2)), collision_any(&r, FX(7))},
                   way = collision_any_vec3(&r, FX(9));
        double best = 2, near = 1;
        for (uint32_t k = 0; k < ox_soup_triangles(&soup); k++) {
            ox_triangle t;
            double edge;
            ox_soup_triangle(&soup, k, &t);
            const double part = meet_triangle(&t, from, way, &edge);
            near = fmin(near, edge);
            best = fmin(best, part);
        }
        ox_shape_hit hit;
        const bool is_met = ox_soup_ray(&soup, &here, from, way, &hit);
        if (near < 1e-3 || fabs(best - 1) < 1e-4 || best < 1e-4) {
            unsure++;
            continue;
        }
        CHECK_EQ(is_met, best < 2);
        if (is_met && best < 2) CHECK(fabs(hit.part / 1073741824.0 - best) < 1e-4);
        met += is_met;
    }
    TEST_INFO("%u of 3000 met, %u unsure", (unsigned)met, (unsigned)unsure);
    CHECK(met > 300 && unsure < 900);
    cook_free(&c);
}

/* ---- balls, capsules, boxes ---- */

/* The nearest place of a triangle to a place, by its regions (Ericson 5.1.5). */
static wide3 closest(const ox_triangle *t, wide3 p) {
    const wide3 a = wide(t->corner[0]), b = wide(t->corner[1]), c = wide(t->corner[2]), ab = sub(b, a),
                ac = sub(c, a), ap = sub(p, a), bp = sub(p, b), cp = sub(p, c);
    const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp),
                 d6 = dot(ac, cp);
    if (d1 <= 0 && d2 <= 0) return a;
    if (d3 >= 0 && d4 <= d3) return b;
    if (d6 >= 0 && d5 <= d6) return c;
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return mad(a, ab, d1 / (d1 - d3));
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return mad(a, ac, d2 / (d2 - d6));
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return mad(b, sub(c, b), (d4 - d3) / (d4 - d3 + d5 - d6));
    const double sum = va + vb + vc;
    return mad(mad(a, ab, vb / sum), ac, vc / sum);
}

typedef struct heard {
    uint32_t count, points;
    fx depth;
    dir30 normal;
} heard;

static void hear(void *context, uint32_t triangle, const ox_manifold *m) {
    heard *h = context;
    (void)triangle;
    h->count++;
    for (uint32_t i = 0; i < m->count; i++, h->points++) {
        if (h->points != 0 && m->points[i].depth <= h->depth) continue;
        h->depth = m->points[i].depth;
        h->normal = m->normal;
    }
}

/* A soup of one triangle, all of whose edges stick out. */
static void cook_one(cooked *c, rng32 *r, ox_soup *soup) {
    do {
        cook_begin(c);
        c->s.exponent = 4;
        for (int k = 0; k < 3; k++) {
            const vec3 at = collision_any_vec3(r, FX(4)); /* in the same order whatever the compiler */
            (void)cook_place(c, at.x / 65536.0, at.y / 65536.0, at.z / 65536.0);
        }
        cook_triangle(c, 0, 1, 2);
        (void)cook_end(c, false, 0);
        if (!c->good) cook_free(c);
    } while (!c->good);
    CHECK(ox_soup_open(soup, c->out.data) == NULL);
}

static double unit_normal_gap(const ox_triangle *t, wide3 p) {
    const wide3 n =
        cross(sub(wide(t->corner[1]), wide(t->corner[0])), sub(wide(t->corner[2]), wide(t->corner[0])));
    return dot(n, sub(p, wide(t->corner[0]))) / sqrt(dot(n, n));
}

TEST(collision_soup_balls_are_exact) {
    rng32 r = rng32_seed(21, 2);
    uint32_t met = 0, apart = 0, behind = 0;
    double worst = 0;
    for (int i = 0; i < 2000; i++) {
        cooked c;
        ox_soup soup;
        ox_triangle t;
        const rig34 here = rig34_identity();
        cook_one(&c, &r, &soup);
        ox_soup_triangle(&soup, 0, &t);
        for (int k = 0; k < 50; k++) {
            const rig34 there = rig34_translation(collision_any_vec3(&r, FX(6)));
            const ox_shape ball = ox_shape_sphere(FX(0.05) + (fx)(rng32_next(&r) % (3 * FX_ONE)));
            const wide3 p = wide(there.t), way = sub(p, closest(&t, p));
            const double distance = sqrt(dot(way, way)), depth = ball.radius - distance,
                         height = unit_normal_gap(&t, p);
            heard h = {0};
            ox_soup_collide(&soup, &here, &ball, &there, &(ox_soup_listener){FX(0.1), hear, &h});
            if (fabs(depth + 6553.6) < 4 || fabs(height) < 4) continue;
            if (height < 0) {
                behind++;
                CHECK_EQ(h.count, 0);
                continue;
            }
            CHECK_EQ(h.count, depth >= -6553.6 ? 1 : 0);
            met += h.count;
            apart += h.count == 0;
            if (h.count == 0) continue;
            const double upright = height / distance;
            worst = fmax(worst, fabs(h.depth - depth) - (upright > 0.9998 ? distance * 0.0002 : 0));
            if (distance > 6553 && upright < 0.9998)
                /* Two places that are equally far within 2 LSB lie in directions that differ by so much. */
                CHECK(fabs(h.normal.x / 1073741824.0 - way.x / distance) < 0.001 + sqrt(4 / distance));
        }
        cook_free(&c);
    }
    TEST_INFO("balls: %u met, %u apart, %u behind, depths within %.2f LSB", (unsigned)met, (unsigned)apart,
              (unsigned)behind, worst);
    CHECK(worst <= 4 && met > 4000 && apart > 10000);
}

/* The distance of a segment and a triangle, by many places of the segment. */
static double segment_gap(const ox_triangle *t, wide3 a, wide3 b) {
    double low = 0, high = 1;
    for (int round = 0; round < 60; round++) { /* the distance to a convex body is convex along a line */
        const double first = low + (high - low) / 3, second = high - (high - low) / 3;
        const wide3 p = mad(a, sub(b, a), first), q = mad(a, sub(b, a), second), x = sub(p, closest(t, p)),
                    y = sub(q, closest(t, q));
        if (dot(x, x) < dot(y, y))
            high = second;
        else
            low = first;
    }
    const wide3 p = mad(a, sub(b, a), low), x = sub(p, closest(t, p));
    return sqrt(dot(x, x));
}

TEST(collision_soup_capsules_touch_where_they_are_near) {
    rng32 r = rng32_seed(22, 2);
    uint32_t met = 0, wrong = 0;
    double worst = 0;
    for (int i = 0; i < 1000; i++) {
        cooked c;
        ox_soup soup;
        ox_triangle t;
        const rig34 here = rig34_identity();
        cook_one(&c, &r, &soup);
        ox_soup_triangle(&soup, 0, &t);
        for (int k = 0; k < 20; k++) {
            const rig34 there = collision_any_pose(&r, FX(5));
            const ox_shape pill = ox_shape_capsule(FX(0.1) + (fx)(rng32_next(&r) % FX_ONE),
                                                   FX(0.05) + (fx)(rng32_next(&r) % (2 * FX_ONE)));
            const vec3 half = rig34_direction(&there, (vec3){0, pill.half.y, 0});
            const wide3 a = wide(v3_add(there.t, half)), b = wide(v3_sub(there.t, half));
            const double gap = segment_gap(&t, a, b), depth = pill.radius - gap;
            heard h = {0};
            ox_soup_collide(&soup, &here, &pill, &there, &(ox_soup_listener){0, hear, &h});
            if (unit_normal_gap(&t, a) < 8 || unit_normal_gap(&t, b) < 8 || fabs(depth) < 8)
                continue; /* wholly in front */
            met += h.count;
            wrong += h.count != (depth > 0 ? 1u : 0u);
            if (h.count > 0 && gap > 1000) worst = fmax(worst, fabs(h.depth - depth) - gap * 0.0005);
        }
        cook_free(&c);
    }
    TEST_INFO("capsules: %u met, %u otherwise than by distance, depths within %.2f LSB", (unsigned)met,
              (unsigned)wrong, worst);
    CHECK(met > 600 && wrong == 0 && worst <= 4);
}

/* ---- ways ---- */

/* A round shape on its way over a soup, as the soup sees it. */
typedef struct round_tour {
    wide3 ends[2], way;
    double radius;
} round_tour;

static double gap_at(const round_tour *tour, const ox_triangle *t, double part) {
    return segment_gap(t, mad(tour->ends[0], tour->way, part), mad(tour->ends[1], tour->way, part));
}

/* The least gap on the way: distances of convex bodies are convex along it. */
static double least_gap(const round_tour *tour, const ox_triangle *t) {
    double low = 0, high = 1;
    for (int round = 0; round < 32; round++) {
        const double first = low + (high - low) / 3, second = high - (high - low) / 3;
        if (gap_at(tour, t, first) < gap_at(tour, t, second))
            high = second;
        else
            low = first;
    }
    return gap_at(tour, t, low);
}

/* Of all triangles that the way leads against, and that the shape is not behind, the least gap: at a part of the way, or (part below 0) anywhere on it. */
static double gap_of_all(const ox_soup *soup, const round_tour *tour, double part) {
    double best = 1e9;
    const wide3 middle = mad(tour->ends[0], sub(tour->ends[1], tour->ends[0]), 0.5);
    for (uint32_t i = 0; i < ox_soup_triangles(soup); i++) {
        ox_triangle t;
        ox_soup_triangle(soup, i, &t);
        const wide3 n = {t.plane.n.x, t.plane.n.y, t.plane.n.z};
        if (dot(n, tour->way) >= 0 || unit_normal_gap(&t, middle) < -0.25 * 65536) continue;
        const double reach = sqrt(dot(tour->way, tour->way)) + 2 * 65536 +
                             sqrt(dot(sub(tour->ends[1], tour->ends[0]), sub(tour->ends[1], tour->ends[0])));
        const wide3 far = sub(wide(t.corner[0]), middle);
        if (sqrt(dot(far, far)) > reach + 2 * 65536) continue;
        best = fmin(best, part < 0 ? least_gap(tour, &t) : gap_at(tour, &t, part));
    }
    return best;
}

/* Balls and capsules of any size and turn over a rough ground that is turned, too: they stop a skin before what they would touch first, and nowhere else. */
TEST(collision_soup_round_shapes_stop_at_what_they_touch_first) {
    enum { SKIN = OX_CAST_SKIN };
    cooked c;
    ox_soup soup;
    rng32 r = rng32_seed(31, 2);
    uint32_t met = 0, passed = 0, edges = 0;
    double early = 0, late = 0;
    cook_field(&c, 6, bumpy_height, &soup);
    for (int i = 0; i < TEST_ROUNDS(400); i++) {
        const rig34 pose = collision_any_pose(&r, FX(50));
        const bool is_ball = i % 3 == 0;
        const fx half = FX(0.1) + (fx)(rng32_next(&r) % FX_ONE),
                 radius = FX(0.1) + (fx)(rng32_next(&r) % FX_HALF);
        const ox_shape shape = is_ball ? ox_shape_sphere(radius) : ox_shape_capsule(half, radius);
        rig34 here = collision_any_pose(&r, FX(2));
        here.t.y = FX(1.2) + (fx)(rng32_next(&r) % (2 * FX_ONE));
        vec3 way = collision_any_vec3(&r, FX(2));
        if (i % 2 == 0) way.y = -FX_ONE / 4 - fx_abs_sat(way.y);
        const rig34 there = rig34_mul(&pose, &here);
        const vec3 along = rig34_direction(&pose, way),
                   up = is_ball ? V3_ZERO : rig34_direction(&here, (vec3){0, half, 0});
        const round_tour tour = {{wide(v3_add(here.t, up)), wide(v3_sub(here.t, up))}, wide(way), radius};
        ox_shape_hit hit;
        if (gap_of_all(&soup, &tour, 0) < radius + SKIN + 8) continue;
        const double least = gap_of_all(&soup, &tour, -1) - radius;
        const bool is_met = ox_soup_sweep(&soup, &pose, &shape, &there, along, &hit);
        if (fabs(least) < 12) continue;
        CHECK_EQ(is_met, least < 0);
        if (!is_met) {
            passed++;
            continue;
        }
        const double off = gap_of_all(&soup, &tour, hit.part / 1073741824.0) - radius - SKIN;
        ox_triangle t;
        ox_soup_triangle(&soup, hit.feature, &t);
        const dir30 n = rot33_apply_dir30(&pose.r, t.plane.n);
        met++;
        edges += dir30_dot(n, hit.normal) < Q30_ONE - Q30_ONE / 1000;
        early = fmax(early, off);
        late = fmax(late, -off);
    }
    TEST_INFO("%u stop, %u of them at edges, up to %.1f LSB early and %.1f late; %u pass", (unsigned)met,
              (unsigned)edges, early, late, (unsigned)passed);
    CHECK(early <= 12 && late <= 12 && met > TEST_ROUNDS(400) / 4 && edges > met / 20 &&
          passed > TEST_ROUNDS(400) / 20);
    cook_free(&c);
}

/* Thousands of places in a box, and over a triangle. */
static bool box_meets(const ox_triangle *t, const ox_shape *box, const rig34 *pose, double room) {
    enum { PLACES = 80 };
    for (int i = 0; i <= PLACES; i++)
        for (int k = 0; i + k <= PLACES; k++) {
            const wide3 a = wide(t->corner[0]),
                        p = mad(mad(a, sub(wide(t->corner[1]), a), i / (double)PLACES),
                                sub(wide(t->corner[2]), a), k / (double)PLACES),
                        d = sub(p, wide(pose->t));
            bool inside = true;
            const double half[3] = {box->half.x, box->half.y, box->half.z};
            for (int axis = 0; axis < 3; axis++) {
                const wide3 way = {pose->r.m[0][axis], pose->r.m[1][axis], pose->r.m[2][axis]};
                inside = inside && fabs(dot(way, d)) / 1073741824.0 <= half[axis] + room;
            }
            if (inside) return true;
        }
    return false;
}

/* What a contact says is the way out is one: moved by it, the box is out, and hardly farther. */
TEST(collision_soup_boxes_come_out_by_their_depth) {
    rng32 r = rng32_seed(23, 2);
    uint32_t met = 0, missed = 0, inside = 0, ghosts = 0;
    for (int i = 0; i < TEST_ROUNDS(1500); i++) {
        cooked c;
        ox_soup soup;
        ox_triangle t;
        const rig34 here = rig34_identity();
        cook_one(&c, &r, &soup);
        ox_soup_triangle(&soup, 0, &t);
        for (int k = 0; k < 4; k++) {
            rig34 there = collision_any_pose(&r, FX(4));
            const ox_shape box = ox_shape_box((vec3){FX(0.2) + (fx)(rng32_next(&r) % FX_ONE),
                                                     FX(0.2) + (fx)(rng32_next(&r) % FX_ONE),
                                                     FX(0.2) + (fx)(rng32_next(&r) % FX_ONE)});
            if (unit_normal_gap(&t, wide(there.t)) < 8) continue;
            heard h = {0};
            ox_soup_collide(&soup, &here, &box, &there, &(ox_soup_listener){0, hear, &h});
            const bool really = box_meets(&t, &box, &there, 0);
            met += h.count;
            missed += really && h.count == 0;
            ghosts += h.count > 0 && !really && !box_meets(&t, &box, &there, 3000);
            if (h.count == 0) continue;
            const fx out = h.depth + 4;
            there.t = v3_add(there.t, (vec3){fx_mul_q30(out, h.normal.x), fx_mul_q30(out, h.normal.y),
                                             fx_mul_q30(out, h.normal.z)});
            inside += box_meets(&t, &box, &there, -40);
        }
        cook_free(&c);
    }
    TEST_INFO("boxes: %u met, %u missed, %u ghosts, %u not out", (unsigned)met, (unsigned)missed,
              (unsigned)ghosts, (unsigned)inside);
    CHECK(met > TEST_ROUNDS(200) && ghosts == 0 && inside == 0 && missed * 100 <= met);
}
