/* Whether triangles meet, alone and in soups. */
#include "kernel/collision/triangle.h"

#include "fixedmath/scalar.h"
#include "kernel/collision/soup_internal.h"

/* ---- signs ---- */

/* A number of 96 bits: high * 2^32 + low. */
typedef struct wide {
    int64_t high;
    uint32_t low;
} wide;

static int sign_of(wide a) { return a.high != 0 ? (a.high > 0 ? 1 : -1) : a.low != 0; }

/* A size to compare with others by: the bits that count. */
static int64_t size_of(wide a, int64_t unit) {
    const int64_t size = unit > 1 ? a.high : (int64_t)((uint64_t)a.high << 32 | a.low);
    return size < 0 ? -size : size;
}

/* Six times the volume of a, b, c, d: above 0 where d lies in front of a, b, c, which run counter-clockwise. Differences below 2^29. */
static wide volume_of(vec3 a, vec3 b, vec3 c, vec3 d) {
    const int64_t u[3] = {(int64_t)b.x - a.x, (int64_t)b.y - a.y, (int64_t)b.z - a.z},
                  v[3] = {(int64_t)c.x - a.x, (int64_t)c.y - a.y, (int64_t)c.z - a.z},
                  w[3] = {(int64_t)d.x - a.x, (int64_t)d.y - a.y, (int64_t)d.z - a.z},
                  n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    int64_t high = 0, low = 0;
    for (int i = 0; i < 3; i++) {
        high += fx_sra64(n[i], 32) * w[i];
        low += (int64_t)(uint32_t)n[i] * w[i];
    }
    return (wide){high + fx_sra64(low, 32), (uint32_t)low};
}

/* The place on p, q where a value that is `from` at p and `to` at q, of opposite signs, is 0. */
static vec3 place_between(vec3 p, vec3 q, wide from, wide to) {
    const int64_t unit = size_of(from, 2) < 1024 && size_of(to, 2) < 1024 ? 1 : 2;
    int64_t a = size_of(from, unit), b = size_of(to, unit);
    while (((a + b) >> 32) != 0) a >>= 1, b >>= 1;
    const q30 part = a + b == 0 ? 0 : (q30)((a << 30) / (a + b));
    return v3_add(p, v3_scale_q30(v3_sub(q, p), part));
}

/* ---- in one plane ---- */

/* Twice the area of three places, seen along an axis. */
static wide area_of(vec3 a, vec3 b, vec3 c, int axis) {
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    const int64_t area = ((int64_t)v3_get(b, u) - v3_get(a, u)) * ((int64_t)v3_get(c, v) - v3_get(a, v)) -
                         ((int64_t)v3_get(b, v) - v3_get(a, v)) * ((int64_t)v3_get(c, u) - v3_get(a, u));
    return (wide){fx_sra64(area, 32), (uint32_t)area};
}

/* The axis along which a triangle shows the most. */
static int widest_axis(const vec3 t[3]) {
    int best = 0;
    int64_t most = -1;
    for (int axis = 0; axis < 3; axis++) {
        const wide area = area_of(t[0], t[1], t[2], axis);
        const int64_t size = size_of(area, 1);
        if (size > most) most = size, best = axis;
    }
    return best;
}

static bool is_within(vec3 p, const vec3 t[3], int axis) {
    int least = 1, most = -1;
    for (int i = 0; i < 3; i++) {
        const int sign = sign_of(area_of(t[i], t[(i + 1) % 3], p, axis));
        least = sign < least ? sign : least;
        most = sign > most ? sign : most;
    }
    return least >= 0 || most <= 0;
}

static bool flat_edge_meets(vec3 p, vec3 q, const vec3 t[3], vec3 *at) {
    const int axis = widest_axis(t);
    *at = is_within(p, t, axis) ? p : q;
    if (is_within(*at, t, axis)) return true;
    for (int i = 0; i < 3; i++) {
        const vec3 a = t[i], b = t[(i + 1) % 3];
        const wide from = area_of(a, b, p, axis), to = area_of(a, b, q, axis);
        if (sign_of(from) * sign_of(to) < 0 &&
            sign_of(area_of(p, q, a, axis)) * sign_of(area_of(p, q, b, axis)) <= 0) {
            *at = place_between(p, q, from, to);
            return true;
        }
    }
    return false;
}

/* ---- triangles ---- */

static bool edge_meets(vec3 p, vec3 q, const vec3 t[3], vec3 *at) {
    const wide from = volume_of(t[0], t[1], t[2], p), to = volume_of(t[0], t[1], t[2], q);
    const int side_p = sign_of(from), side_q = sign_of(to);
    int least = 1, most = -1;
    if (side_p * side_q > 0) return false;
    if (side_p == 0 && side_q == 0) return flat_edge_meets(p, q, t, at);
    for (int i = 0; i < 3; i++) {
        const int sign = sign_of(volume_of(p, q, t[i], t[(i + 1) % 3]));
        least = sign < least ? sign : least;
        most = sign > most ? sign : most;
    }
    if (least < 0 && most > 0) return false;
    *at = place_between(p, q, from, to);
    return true;
}

bool ox_triangles_meet(const vec3 a[3], const vec3 b[3], vec3 *at) {
    for (int i = 0; i < 3; i++)
        if (edge_meets(b[i], b[(i + 1) % 3], a, at)) return true;
    for (int i = 0; i < 3; i++)
        if (edge_meets(a[i], a[(i + 1) % 3], b, at)) return true;
    return false;
}

/* ---- soups ---- */

typedef struct meeting {
    ox_soup_walk walk, inner; /* the first of A's tree, in its axes; the other of B's, in those */
    const ox_soup *a, *b;
    rig34 into; /* from A's axes to B's */
    vec3 corner[3];
    box3 box;
    ox_soup_tests *tests;
    bool found;
} meeting;

static box3 box_about(const vec3 t[3]) {
    return (box3){v3_min(v3_min(t[0], t[1]), t[2]), v3_max(v3_max(t[0], t[1]), t[2])};
}

static void meet_other(ox_soup_walk *walk, uint32_t number) {
    meeting *m = (meeting *)(void *)((char *)walk - offsetof(meeting, inner));
    ox_triangle t;
    vec3 at;
    if (m->found) return;
    m->tests->pairs++;
    ox_soup_triangle(m->b, number, &t);
    const box3 box = box_about(t.corner);
    if (!box_overlap(&box, &m->box)) return;
    m->tests->exact++;
    m->found = ox_triangles_meet(m->corner, t.corner, &at);
}

static void meet_own(ox_soup_walk *walk, uint32_t number) {
    meeting *m = (meeting *)(void *)walk;
    ox_triangle t;
    if (m->found) return;
    ox_soup_triangle(m->a, number, &t);
    const box3 own = box_about(t.corner);
    if (!box_overlap(&own, &walk->box)) return;
    m->tests->triangles++;
    for (int i = 0; i < 3; i++) m->corner[i] = rig34_point(&m->into, t.corner[i]);
    m->box = m->inner.box = box_about(m->corner);
    ox_soup_walk_tree(m->b, &m->inner);
}

bool ox_soups_meet(const ox_soup *a, const rig34 *pose_a, const ox_soup *b, const rig34 *pose_b,
                   ox_soup_tests *tests) {
    const box3 about_a = ox_soup_bounds(a, pose_a), about_b = ox_soup_bounds(b, pose_b);
    ox_soup_tests uncounted = {0, 0, 0};
    if (!box_overlap(&about_a, &about_b)) return false;
    const rig34 inverse_a = rig34_inverse(pose_a), inverse_b = rig34_inverse(pose_b),
                back = rig34_mul(&inverse_a, pose_b);
    const box3 near = ox_soup_bounds(b, &back);
    meeting m = {.walk = {.box = box_expand(&near, 4), .meet = meet_own},
                 .inner = {.box = near, .meet = meet_other},
                 .a = a,
                 .b = b,
                 .into = rig34_mul(&inverse_b, pose_a),
                 .tests = tests == NULL ? &uncounted : tests};
    ox_soup_walk_tree(a, &m.walk);
    return m.found;
}
