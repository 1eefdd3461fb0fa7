/* Distances, rays and sweeps of shapes against double precision: a distance is proved by two places and a plane between them, an overlap by separating
 * axes, a ray by solving again, a sweep by the distances along its way. Errors are in LSB. */
#include <math.h>

#include "fixedmath/assert.h"
#include "kernel/collision/cast.h"
#include "kernel/collision/gap.h"
#include "tests/test.h"
#include "tests/unit/kernel/collision/collision_shapes.h"

/* Debug builds run under sanitizers. */
enum { PAIRS = OX_DEBUG ? 5000 : 100000, SWEEPS = OX_DEBUG ? 1000 : 20000, RAYS = OX_DEBUG ? 5000 : 100000 };

static const char *const kind_names[] = {"sphere", "capsule", "box", "hull"};

/* ---- shapes in double precision ---- */

typedef struct exact {
    double x, y, z;
} exact;

typedef struct body {
    int points, edges, faces;
    exact point[32], edge[24], face[8];
    double radius;
} body;

static exact sub(exact a, exact b) { return (exact){a.x - b.x, a.y - b.y, a.z - b.z}; }
static double dot(exact a, exact b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static double size(exact a) { return sqrt(dot(a, a)); }
static exact cross(exact a, exact b) {
    return (exact){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static exact of_v3(vec3 a) { return (exact){a.x, a.y, a.z}; }
static exact of_dir30(dir30 a) { return (exact){a.x / 0x1p30, a.y / 0x1p30, a.z / 0x1p30}; }

static exact turned(const rig34 *pose, exact p) {
    return (exact){(pose->r.m[0][0] * p.x + pose->r.m[0][1] * p.y + pose->r.m[0][2] * p.z) / 0x1p30,
                   (pose->r.m[1][0] * p.x + pose->r.m[1][1] * p.y + pose->r.m[1][2] * p.z) / 0x1p30,
                   (pose->r.m[2][0] * p.x + pose->r.m[2][1] * p.y + pose->r.m[2][2] * p.z) / 0x1p30};
}

static exact turned_back(const rig34 *pose, exact p) {
    return (exact){(pose->r.m[0][0] * p.x + pose->r.m[1][0] * p.y + pose->r.m[2][0] * p.z) / 0x1p30,
                   (pose->r.m[0][1] * p.x + pose->r.m[1][1] * p.y + pose->r.m[2][1] * p.z) / 0x1p30,
                   (pose->r.m[0][2] * p.x + pose->r.m[1][2] * p.y + pose->r.m[2][2] * p.z) / 0x1p30};
}

static void add_point(body *b, const rig34 *pose, exact p) {
    exact q = turned(pose, p);

    b->point[b->points++] = (exact){q.x + pose->t.x, q.y + pose->t.y, q.z + pose->t.z};
}

static body body_of(const ox_shape *shape, const rig34 *pose) {
    const double x = shape->half.x, y = shape->half.y, z = shape->half.z;
    body b = {.radius = shape->radius};

    if (shape->kind == OX_SHAPE_HULL) {
        const ox_hull *hull = shape->data.hull;

        for (int i = 0; i < hull->point_count; i++) add_point(&b, pose, of_v3(hull->points[i]));
        for (int f = 0; f < hull->face_count; f++)
            b.face[b.faces++] = turned(pose, of_dir30(hull->planes[f].n));
        for (int i = 0; i < 24; i++) {
            int next = i % 3 == 2 ? i - 2 : i + 1;

            b.edge[b.edges++] = turned(
                pose, sub(of_v3(hull->points[hull->loops[i]]), of_v3(hull->points[hull->loops[next]])));
        }
    } else if (shape->kind == OX_SHAPE_BOX) {
        for (int i = 0; i < 8; i++)
            add_point(&b, pose, (exact){(i & 1) != 0 ? x : -x, (i & 2) != 0 ? y : -y, (i & 4) != 0 ? z : -z});
        for (int i = 0; i < 3; i++)
            b.face[b.faces++] = b.edge[b.edges++] = turned(pose, (exact){i == 0, i == 1, i == 2});
    } else {
        add_point(&b, pose, (exact){0, y, 0});
        if (shape->kind == OX_SHAPE_CAPSULE) {
            add_point(&b, pose, (exact){0, -y, 0});
            b.edge[b.edges++] = turned(pose, (exact){0, 1, 0});
        }
    }
    return b;
}

/* How far B's core lies from A's along a direction, seen from A; negative where they overlap along it. */
static double gap_along(const body *a, const body *b, exact way) {
    double far = -1e300, near = 1e300;

    for (int i = 0; i < a->points; i++) far = fmax(far, dot(a->point[i], way));
    for (int i = 0; i < b->points; i++) near = fmin(near, dot(b->point[i], way));
    return (near - far) / size(way);
}

/* The largest gap between two cores along any separating axis: above 0 they are apart. Not for two segments, nor for points. */
static double widest_gap(const body *a, const body *b) {
    double widest = -1e300;

    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < a->faces + b->faces; i++) {
            exact n = i < a->faces ? a->face[i] : b->face[i - a->faces];

            widest = fmax(widest, gap_along(a, b, (exact){sign * n.x, sign * n.y, sign * n.z}));
        }
        for (int i = 0; i < a->edges * b->edges; i++) {
            exact n = cross(a->edge[i / b->edges], b->edge[i % b->edges]);

            if (size(n) > 1e-6 * size(a->edge[i / b->edges]))
                widest = fmax(widest, gap_along(a, b, (exact){sign * n.x, sign * n.y, sign * n.z}));
        }
    }
    return widest;
}

/* How far a place lies outside of a shape grown by `by`: in its frame. */
static double outside(const ox_shape *shape, const rig34 *pose, exact place, double by) {
    const exact p = turned_back(pose, sub(place, of_v3(pose->t)));
    exact away;
    double most = -1e300;

    if (shape->kind == OX_SHAPE_HULL) { /* a lower bound, exact at faces */
        for (int f = 0; f < shape->data.hull->face_count; f++) {
            const plane30 *plane = &shape->data.hull->planes[f];

            most = fmax(most, dot(of_dir30(plane->n), p) + plane->d - by);
        }
        return fmax(most, 0);
    }
    away = (exact){fmax(fabs(p.x) - shape->half.x, 0), fmax(fabs(p.y) - shape->half.y, 0),
                   fmax(fabs(p.z) - shape->half.z, 0)};
    return fmax(size(away) - shape->radius - by, 0);
}

/* ---- pairs ---- */

/* Shapes of any size, sometimes flat, short or points. */
static ox_shape any_shape(rng32 *r, int kind) {
    ox_shape shape = collision_any_convex(r, kind);

    switch (rng32_next(r) & 15u) {
    case 0:
        shape.half.y = 0;
        break;
    case 1:
        shape.radius = kind < OX_SHAPE_BOX ? 1 : 0;
        break;
    case 2:
        shape.half.x = 0;
        break;
    default:
        break;
    }
    if (kind != OX_SHAPE_BOX) shape.half.x = 0;
    if (kind == OX_SHAPE_SPHERE) shape.half.y = 0;
    return shape;
}

/* B about as far from A as both are large: apart, near and in one another, and sometimes on whole steps, so that surfaces touch exactly. */
static void any_pair(rng32 *r, int kind_a, int kind_b, ox_shape *a, rig34 *pose_a, ox_shape *b,
                     rig34 *pose_b) {
    fx reach;

    *a = any_shape(r, kind_a);
    *b = any_shape(r, kind_b);
    *pose_a = collision_any_pose(r, FX(100));
    *pose_b = collision_any_pose(r, FX(100));
    reach = ox_shape_reach(a) + ox_shape_reach(b);
    pose_b->t = v3_add(pose_a->t, collision_any_vec3(r, (rng32_next(r) & 7u) == 0 ? 4 * reach : reach));
    if ((rng32_next(r) & 7u) == 0) { /* flat things in one plane */
        pose_a->r = rot33_about_z(rng32_next(r));
        pose_b->r = rot33_about_z(rng32_next(r));
        pose_b->t.z = pose_a->t.z;
        a->half.z = b->half.z = 0;
    }
    if ((rng32_next(r) & 7u) == 0) {
        pose_a->r = pose_b->r = rot33_identity();
        a->half.y = kind_a == OX_SHAPE_SPHERE ? 0 : FX(0.5);
        b->half.y = kind_b == OX_SHAPE_SPHERE ? 0 : FX(0.5);
        a->radius = kind_a < OX_SHAPE_BOX ? FX(0.5) : 0;
        b->radius = kind_b < OX_SHAPE_BOX ? FX(0.5) : 0;
        pose_a->t = (vec3){fx_snap(pose_a->t.x, FX(0.5)), fx_snap(pose_a->t.y, FX(0.5)),
                           fx_snap(pose_a->t.z, FX(0.5))};
        pose_b->t = (vec3){fx_snap(pose_b->t.x, FX(0.5)), fx_snap(pose_b->t.y, FX(0.5)),
                           fx_snap(pose_b->t.z, FX(0.5))};
    }
}

TEST(collision_distances_are_proved) {
    for (int pair = 0; pair < 16; pair++) {
        rng32 r = rng32_seed(21, (uint32_t)pair);
        double worst = 0, worst_gap = 0, worst_swap = 0;
        int overlaps = 0;

        for (int i = 0; i < PAIRS; i++) {
            ox_shape a, b;
            rig34 pose_a, pose_b;
            vec3 on_a, on_b;
            ox_gap gap;
            body x, y;
            double distance;

            any_pair(&r, pair / 4, pair % 4, &a, &pose_a, &b, &pose_b);
            distance = ox_shape_distance(&a, &pose_a, &b, &pose_b, &on_a, &on_b);
            ox_gap_find(&a, &pose_a, &b, &pose_b, &gap);
            x = body_of(&a, &pose_a);
            y = body_of(&b, &pose_b);
            worst_swap =
                fmax(worst_swap, fabs(distance - ox_shape_distance(&b, &pose_b, &a, &pose_a, &on_b, &on_a)));
            (void)ox_shape_distance(&a, &pose_a, &b, &pose_b, &on_a, &on_b);
            CHECK_EQ(ox_shape_meets(&a, &pose_a, &b, &pose_b), distance == 0);
            if (gap.distance == 0) {
                overlaps++;
                if (x.faces + y.faces > 0) {
                    worst_gap = fmax(worst_gap, widest_gap(&x, &y));
                } else if (x.edges * y.edges == 0) { /* points against points and segments */
                    CHECK(ox_shape_holds(&a, &pose_a, pose_b.t) || ox_shape_holds(&b, &pose_b, pose_a.t));
                }
                continue;
            }
            /* no shorter than the gap along its own direction, no longer than from one of its places to the other */
            worst_gap = fmax(worst_gap, gap.distance - gap_along(&x, &y, of_dir30(gap.way)));
            worst_gap = fmax(worst_gap, size(sub(of_v3(gap.on_b), of_v3(gap.on_a))) - gap.distance);
            if (distance == 0) {
                overlaps++;
                continue;
            }
            worst = fmax(worst, fabs(size(sub(of_v3(on_b), of_v3(on_a))) - distance));
            worst = fmax(worst, outside(&a, &pose_a, of_v3(on_a), 0));
            worst = fmax(worst, outside(&b, &pose_b, of_v3(on_b), 0));
        }
        TEST_INFO("%s and %s: %d of %d meet; worst gap %.1f, places %.1f, turned round %.1f LSB",
                  kind_names[pair / 4], kind_names[pair % 4], overlaps, PAIRS, worst_gap, worst, worst_swap);
        CHECK(overlaps > PAIRS / 50 && overlaps < PAIRS - PAIRS / 50);
        CHECK(worst_gap <= 3 && worst <= 3 && worst_swap <= 2);
    }
}

/* Shapes as large as the ranges allow, and as far away. */
TEST(collision_distances_of_large_shapes_are_proved) {
    static vec3 points[6];
    static plane30 planes[8];
    const ox_hull large = {.points = points,
                           .planes = planes,
                           .first = collision_octahedron.first,
                           .loops = collision_octahedron.loops,
                           .edges = collision_octahedron.edges,
                           .point_count = 6,
                           .face_count = 8,
                           .edge_count = 12};
    rng32 r = rng32_seed(24, 1);
    double worst_near = 0, worst_far = 0;

    for (int i = 0; i < 6; i++) points[i] = v3_scale(collision_octahedron.points[i], FX(256));
    for (int i = 0; i < 8; i++)
        planes[i] = (plane30){collision_octahedron.planes[i].n, 256 * collision_octahedron.planes[i].d};
    for (int i = 0; i < PAIRS; i++) {
        const bool far = (i & 1) != 0;
        ox_shape shapes[2];
        rig34 poses[2];
        body bodies[2];
        double error;
        ox_gap gap;

        for (int k = 0; k < 2; k++) {
            int kind = (int)(rng32_next(&r) & 3u);

            shapes[k] = collision_any_convex(&r, kind);
            shapes[k].half = v3_scale(shapes[k].half, FX(100));
            if (kind == OX_SHAPE_HULL) shapes[k].data.hull = &large;
            poses[k] = collision_any_pose(&r, far ? FX_WORLD_LIMIT : FX(300));
            bodies[k] = body_of(&shapes[k], &poses[k]);
        }
        ox_gap_find(&shapes[0], &poses[0], &shapes[1], &poses[1], &gap);
        if (gap.distance == 0) {
            if (bodies[0].faces + bodies[1].faces > 0)
                worst_near = fmax(worst_near, widest_gap(&bodies[0], &bodies[1]));
            continue;
        }
        if (gap.distance == FX_MAX) continue;
        error = fabs(gap.distance - gap_along(&bodies[0], &bodies[1], of_dir30(gap.way)));
        error = fmax(error, fabs(size(sub(of_v3(gap.on_b), of_v3(gap.on_a))) - gap.distance));
        if (far) {
            worst_far = fmax(worst_far, error);
        } else {
            worst_near = fmax(worst_near, error);
        }
    }
    TEST_INFO("up to 256 m large: worst gap %.1f LSB, of places all over the world %.1f LSB", worst_near,
              worst_far);
    CHECK(worst_near <= 3 && worst_far <= 8);
}

/* ---- rays ---- */

/* Where a line goes into a shape that is grown by `by`, in parts of its way; above 1: it does not. */
static double solve_ball(exact p, exact w, double radius, double lo, double hi) {
    double a = dot(w, w), b = dot(p, w), c = dot(p, p) - radius * radius, d = b * b - a * c, t;

    if (d < 0 || radius < 0 || a == 0) return 2;
    t = (-b - sqrt(d)) / a;
    return t >= lo && t <= hi ? t : 2;
}

static double solve_slabs(const ox_shape *shape, exact p, exact w, double by) {
    double in = -1e300, out = 1e300;
    const double from[3] = {p.x, p.y, p.z}, way[3] = {w.x, w.y, w.z},
                 half[3] = {shape->half.x + by, shape->half.y + by, shape->half.z + by};

    for (int i = 0; i < 3; i++) {
        if (half[i] < 0 || (way[i] == 0 && fabs(from[i]) > half[i])) return 2;
        if (way[i] == 0) continue;
        in = fmax(in, (-copysign(half[i], way[i]) - from[i]) / way[i]);
        out = fmin(out, (copysign(half[i], way[i]) - from[i]) / way[i]);
    }
    return in <= out ? in : 2;
}

static double solve_planes(const ox_hull *hull, exact p, exact w, double by) {
    double in = -1e300, out = 1e300;

    for (int f = 0; f < hull->face_count; f++) {
        const double away = dot(of_dir30(hull->planes[f].n), p) + hull->planes[f].d - by,
                     speed = dot(of_dir30(hull->planes[f].n), w);

        if (speed < 0) in = fmax(in, -away / speed);
        if (speed > 0) out = fmin(out, -away / speed);
        if (speed == 0 && away > 0) return 2;
    }
    return in <= out ? in : 2;
}

static double solve(const ox_shape *shape, const rig34 *pose, vec3 from, vec3 way, double by) {
    const exact p = turned_back(pose, sub(of_v3(from), of_v3(pose->t))), w = turned_back(pose, of_v3(way));
    const double radius = shape->radius + by, half = shape->half.y;
    double t, side;

    if (shape->kind == OX_SHAPE_SPHERE) return solve_ball(p, w, radius, 0, 1);
    if (shape->kind == OX_SHAPE_BOX) return solve_slabs(shape, p, w, by);
    if (shape->kind == OX_SHAPE_HULL) return solve_planes(shape->data.hull, p, w, by);
    t = fmin(solve_ball((exact){p.x, p.y - half, p.z}, w, radius, 0, 1),
             solve_ball((exact){p.x, p.y + half, p.z}, w, radius, 0, 1));
    side = solve_ball((exact){p.x, 0, p.z}, (exact){w.x, 0, w.z}, radius, 0, 1);
    return side <= 1 && fabs(p.y + side * w.y) <= half ? fmin(t, side) : t;
}

/* Places near the surface: what is farther than 2 LSB from it is told right. */
TEST(collision_places_are_inside_or_outside) {
    for (int kind = 0; kind < 4; kind++) {
        rng32 r = rng32_seed(25, (uint32_t)kind);
        int inside = 0;

        for (int i = 0; i < 20000; i++) {
            const ox_shape shape = any_shape(&r, kind);
            const rig34 pose = collision_any_pose(&r, FX(100));
            const vec3 place = v3_add(pose.t, collision_any_vec3(&r, ox_shape_reach(&shape)));
            const bool held = ox_shape_holds(&shape, &pose, place);

            inside += held;
            CHECK(!held || outside(&shape, &pose, of_v3(place), 2) <= 0);
            CHECK(held || outside(&shape, &pose, of_v3(place), -2) > 0);
        }
        CHECK(inside > 1000 && inside < 19000);
    }
}

/* A prism is a convex set: its plan's sides, a floor and a ceiling. */
TEST(collision_places_in_a_prism) {
    static const vec2 plan[5] = {
        {FX(4), 0}, {FX(1), FX(3)}, {FX(-3), FX(2)}, {FX(-3), FX(-2)}, {FX(1), FX(-4)}}; /* x, -z */
    plane30 sides[7] = {{{0, Q30_ONE, 0}, FX(-2)}, {{0, -Q30_ONE, 0}, FX(-1)}};
    const convex3 prism = {sides, 7, false};
    rng32 r = rng32_seed(26, 1);
    int inside = 0;

    for (int i = 0; i < 5; i++) {
        const vec2 a = plan[i], b = plan[(i + 1) % 5];

        CHECK(plane_from_points((vec3){a.x, 0, -a.y}, (vec3){b.x, 0, -b.y}, (vec3){b.x, FX_ONE, -b.y},
                                &sides[i + 2]));
    }
    for (int i = 0; i < 10000; i++) {
        const vec3 p = collision_any_vec3(&r, FX(5));
        const bool truth = p.y <= FX(2) && p.y >= FX(-1) && point_in_convex2((vec2){p.x, -p.z}, plan, 5);

        inside += truth;
        CHECK_EQ(convex_contains(&prism, p, 0), truth);
    }
    CHECK(inside > 500);
}

TEST(collision_rays_are_solved) {
    static const fx lengths[3] = {FX(4), FX(256), FX(2000)};

    for (int test = 0; test < 12; test++) {
        rng32 r = rng32_seed(22, (uint32_t)test);
        double worst = 0, worst_normal = 0;
        int hits = 0, inside = 0;

        for (int i = 0; i < RAYS; i++) {
            const fx length = lengths[test % 3];
            const ox_shape shape = any_shape(&r, test / 3);
            const rig34 pose = collision_any_pose(&r, FX(100));
            const vec3 target = v3_add(pose.t, collision_any_vec3(&r, ox_shape_reach(&shape)));
            const vec3 from = v3_add(pose.t, collision_any_vec3(&r, length / 2));
            const vec3 way = v3_scale(v3_sub(target, from), FX(1.5));
            const double large = solve(&shape, &pose, from, way, 4),
                         small = solve(&shape, &pose, from, way, -4), t = solve(&shape, &pose, from, way, 0);
            double first, last, slack;
            ox_shape_hit hit;
            bool found = ox_shape_ray(&shape, &pose, from, way, &hit);

            if (ox_shape_holds(&shape, &pose, from)) {
                inside++;
                CHECK(found && hit.inside && hit.part == 0 && v3_equal(hit.at, from));
                continue;
            }
            CHECK(!found || (large >= -0.01 && large <= 1.01));
            CHECK(found || !(small > 0 && small < 1));
            if (!found || t < 0 || t > 1) continue;
            CHECK(hit.leave >= hit.part && outside(&shape, &pose, of_v3(hit.at), 0) <= 8);
            hits++;
            if (-dot(of_dir30(hit.normal), of_v3(way)) < 0.14 * size(of_v3(way))) continue; /* it grazes */
            worst = fmax(worst, fabs(hit.part / 0x1p30 - t) * size(of_v3(way)));
            /* seen from its end, the line goes in where it comes out, between where it would leave a smaller and a larger shape */
            first = 1 - solve(&shape, &pose, v3_add(from, way), v3_neg(way), -4);
            last = 1 - solve(&shape, &pose, v3_add(from, way), v3_neg(way), 4);
            slack = 4 / size(of_v3(way));
            if (first >= 0 && last >= first && last <= 1 &&
                outside(&shape, &pose, of_v3(v3_add(from, way)), 4) > 0)
                CHECK(hit.leave / 0x1p30 >= first - slack && hit.leave / 0x1p30 <= last + slack);
            worst_normal = fmax(worst_normal, fabs(size(of_dir30(hit.normal)) - 1));
        }
        TEST_INFO("%s, ways of %d m: %d of %d hit, %d begin inside; worst place %.1f LSB",
                  kind_names[test / 3], lengths[test % 3] / FX_ONE, hits, RAYS, inside, worst);
        CHECK(hits > RAYS / 20 && worst <= 8 && worst_normal < 1e-7);
    }
}

/* ---- sweeps ---- */

static rig34 moved(const rig34 *pose, vec3 way, double part) {
    rig34 out = *pose;

    out.t =
        v3_add(out.t, (vec3){(fx)lround(way.x * part), (fx)lround(way.y * part), (fx)lround(way.z * part)});
    return out;
}

static double distance_at(const ox_shape *a, const rig34 *pose_a, vec3 way, double part, const ox_shape *b,
                          const rig34 *pose_b) {
    rig34 pose = moved(pose_a, way, part);
    vec3 on_a, on_b;

    return ox_shape_distance(a, &pose, b, pose_b, &on_a, &on_b);
}

/* The least distance on a piece of the way: distances of convex shapes fall and then rise. */
static double least_distance(const ox_shape *a, const rig34 *pose_a, vec3 way, double lo, double hi,
                             const ox_shape *b, const rig34 *pose_b) {
    double least =
        fmin(distance_at(a, pose_a, way, lo, b, pose_b), distance_at(a, pose_a, way, hi, b, pose_b));

    for (int i = 0; i < 60 && least > 0; i++) {
        double left = lo + (hi - lo) / 3, right = hi - (hi - lo) / 3;
        double at_left = distance_at(a, pose_a, way, left, b, pose_b),
               at_right = distance_at(a, pose_a, way, right, b, pose_b);

        least = fmin(least, fmin(at_left, at_right));
        if (at_left < at_right) {
            hi = right;
        } else {
            lo = left;
        }
    }
    return least;
}

TEST(collision_sweeps_stop_in_time) {
    for (int pair = 0; pair < 16; pair++) {
        rng32 r = rng32_seed(23, (uint32_t)pair);
        double nearest = 1e9, farthest = 0, touch = 0, missed = 1e9;
        int hits = 0;

        for (int i = 0; i < SWEEPS; i++) {
            ox_shape a, b;
            rig34 pose_a, pose_b;
            ox_shape_hit hit;
            double part;
            vec3 way;

            any_pair(&r, pair / 4, pair % 4, &a, &pose_a, &b, &pose_b);
            pose_a.t = v3_add(pose_b.t, collision_any_vec3(&r, FX(32)));
            way = v3_scale(
                v3_sub(v3_add(pose_b.t, collision_any_vec3(&r, ox_shape_reach(&a) + ox_shape_reach(&b))),
                       pose_a.t),
                FX(1.25));
            if (distance_at(&a, &pose_a, way, 0, &b, &pose_b) <= 0) {
                CHECK(ox_shape_sweep(&a, &pose_a, way, &b, &pose_b, &hit) && hit.inside && hit.part == 0);
                continue;
            }
            if (!ox_shape_sweep(&a, &pose_a, way, &b, &pose_b, &hit)) {
                if (a.radius > 8) a.radius -= 2; /* round things may graze one another by a rounded step */
                if (i % 4 == 0 && (a.radius > 8 || b.radius > 8 || pair != 0))
                    missed = fmin(missed, least_distance(&a, &pose_a, way, 0, 1, &b, &pose_b));
                continue;
            }
            hits++;
            part = hit.part / 0x1p30;
            CHECK(!hit.inside && outside(&b, &pose_b, of_v3(hit.at), 0) <= 8);
            CHECK(dot(of_dir30(hit.normal), of_v3(way)) <= 1);
            if (hit.part > 0) {
                nearest = fmin(nearest, distance_at(&a, &pose_a, way, part, &b, &pose_b));
                farthest = fmax(farthest, distance_at(&a, &pose_a, way, part, &b, &pose_b));
                nearest = fmin(nearest, distance_at(&a, &pose_a, way,
                                                    part * (rng32_next(&r) & 0xFFFF) / 65536, &b, &pose_b));
            }
            if (i % 4 == 0) touch = fmax(touch, least_distance(&a, &pose_a, way, part, 1, &b, &pose_b));
        }
        TEST_INFO("%s against %s: %d of %d hit; stops %.0f to %.0f LSB away, touches within %.0f, misses by "
                  "%.0f or more",
                  kind_names[pair / 4], kind_names[pair % 4], hits, SWEEPS, nearest, farthest, touch, missed);
        CHECK(hits > SWEEPS / 20 && nearest >= OX_CAST_SKIN - 8 && farthest <= OX_CAST_SKIN + 12);
        CHECK(touch <= 8 && missed >= 1);
    }
}
