/* Convex shapes in double precision, for tests: how far two are apart or how deep they overlap, by looking at all of their features. In LSB.
 *
 *     exact_body x, y;
 *     exact_open(&x, &shape, &pose);
 *     double apart = exact_apart(&x, &y, &axis);        below 0: the least way that separates them
 *
 * Cores that are apart: the least distance of all corners and sides, and of all edges. Cores that overlap: all directions that can be sides of their difference
 * (normals of sides, products of edges). Nothing is shared with kernel/collision but the data of shapes. */
#ifndef OXCART_TESTS_HOST_EXACT_H
#define OXCART_TESTS_HOST_EXACT_H

#include <math.h>

#include "kernel/collision/shape.h"

typedef struct exact3 {
    double x, y, z;
} exact3;

static inline exact3 exact_sub(exact3 a, exact3 b) { return (exact3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline exact3 exact_mad(exact3 a, exact3 b, double s) {
    return (exact3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}
static inline double exact_dot(exact3 a, exact3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline exact3 exact_cross(exact3 a, exact3 b) {
    return (exact3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double exact_size(exact3 a) { return sqrt(exact_dot(a, a)); }
static inline exact3 exact_of(vec3 v) { return (exact3){v.x, v.y, v.z}; }
static inline exact3 exact_of_dir30(dir30 n) { return (exact3){n.x / 0x1p30, n.y / 0x1p30, n.z / 0x1p30}; }

enum { EXACT_POINTS = OX_HULL_POINTS, EXACT_EDGES = 96, EXACT_FACES = OX_HULL_FACES };

typedef struct exact_body {
    int points, edges, faces;
    exact3 point[EXACT_POINTS];
    int edge[EXACT_EDGES][2];
    struct {
        exact3 normal;
        int first, count;
    } face[EXACT_FACES];
    uint8_t loops[OX_HULL_CORNERS];
    double radius;
    exact3 middle;
    double reach; /* of all of it, about the middle */
} exact_body;

static inline void exact_add_point(exact_body *b, const rig34 *pose, exact3 p) {
    b->point[b->points++] = (exact3){
        (pose->r.m[0][0] * p.x + pose->r.m[0][1] * p.y + pose->r.m[0][2] * p.z) / 0x1p30 + pose->t.x,
        (pose->r.m[1][0] * p.x + pose->r.m[1][1] * p.y + pose->r.m[1][2] * p.z) / 0x1p30 + pose->t.y,
        (pose->r.m[2][0] * p.x + pose->r.m[2][1] * p.y + pose->r.m[2][2] * p.z) / 0x1p30 + pose->t.z};
}

/* Normals come from corners (Newell), not from the planes that a hull has. */
static inline void exact_add_face(exact_body *b, const uint8_t *loop, int count) {
    const int first = b->faces == 0 ? 0 : b->face[b->faces - 1].first + b->face[b->faces - 1].count;
    exact3 n = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        const exact3 p = exact_sub(b->point[loop[i]], b->point[loop[0]]),
                     q = exact_sub(b->point[loop[(i + 1) % count]], b->point[loop[0]]), c = exact_cross(p, q);
        n = exact_mad(n, c, 1);
        b->loops[first + i] = loop[i];
    }
    const double size = exact_size(n);
    for (int i = 0; i < count; i++) /* each edge once: it is in two loops, in opposite ways */
        if (loop[i] < loop[(i + 1) % count]) {
            b->edge[b->edges][0] = loop[i];
            b->edge[b->edges++][1] = loop[(i + 1) % count];
        }
    if (size < 1e-6) return;
    b->face[b->faces].normal = (exact3){n.x / size, n.y / size, n.z / size};
    b->face[b->faces].first = first;
    b->face[b->faces++].count = count;
}

/* A direction to try, of a side without area. */
static inline void exact_add_direction(exact_body *b, const rig34 *pose, int axis, double sign) {
    const int first = b->faces == 0 ? 0 : b->face[b->faces - 1].first + b->face[b->faces - 1].count;
    b->face[b->faces].normal =
        (exact3){sign * pose->r.m[0][axis] / 0x1p30, sign * pose->r.m[1][axis] / 0x1p30,
                 sign * pose->r.m[2][axis] / 0x1p30};
    b->face[b->faces].first = first;
    b->face[b->faces++].count = 0;
}

static inline void exact_open(exact_body *b, const ox_shape *shape, const rig34 *pose) {
    static const uint8_t box[6][4] = {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3},
                                      {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}};
    const double x = shape->half.x, y = shape->half.y, z = shape->half.z;
    b->points = b->edges = b->faces = 0;
    b->radius = shape->radius;
    if (shape->kind == OX_SHAPE_HULL) {
        const ox_hull *hull = shape->data.hull;
        for (int i = 0; i < hull->point_count; i++) exact_add_point(b, pose, exact_of(hull->points[i]));
        for (int f = 0; f < hull->face_count; f++)
            exact_add_face(b, hull->loops + hull->first[f], hull->first[f + 1] - hull->first[f]);
    } else if (shape->kind == OX_SHAPE_BOX) {
        for (int i = 0; i < 8; i++)
            exact_add_point(b, pose,
                            (exact3){(i & 1) != 0 ? x : -x, (i & 2) != 0 ? y : -y, (i & 4) != 0 ? z : -z});
        for (int f = 0; f < 6; f++) {
            const int before = b->faces;
            exact_add_face(b, box[f], 4);
            if (b->faces == before) exact_add_direction(b, pose, f / 2, f % 2 == 0 ? 1 : -1);
        }
    } else {
        exact_add_point(b, pose, (exact3){0, y, 0});
        if (shape->kind == OX_SHAPE_CAPSULE) exact_add_point(b, pose, (exact3){0, -y, 0});
        b->edge[0][0] = 0;
        b->edge[0][1] = b->points - 1;
        b->edges = 1;
    }
    b->middle = exact_of(pose->t);
    b->reach = 0;
    for (int i = 0; i < b->points; i++)
        b->reach = fmax(b->reach, exact_size(exact_sub(b->point[i], b->middle)));
    b->reach += b->radius;
}

/* How far B's core lies from A's along a direction of length 1 from A to B; below 0: they overlap along it. */
static inline double exact_gap(const exact_body *a, const exact_body *b, exact3 way) {
    double far = -1e300, near = 1e300;
    for (int i = 0; i < a->points; i++) far = fmax(far, exact_dot(a->point[i], way));
    for (int i = 0; i < b->points; i++) near = fmin(near, exact_dot(b->point[i], way));
    return near - far;
}

static inline void exact_try(const exact_body *a, const exact_body *b, exact3 way, double *widest,
                             exact3 *axis) {
    const double size = exact_size(way);
    if (size < 1e-12) return;
    way = (exact3){way.x / size, way.y / size, way.z / size};
    const double gap = exact_gap(a, b, way);
    if (gap <= *widest) return;
    *widest = gap;
    *axis = way;
}

static inline exact3 exact_edge(const exact_body *b, int i) {
    const exact3 e = exact_sub(b->point[b->edge[i][1]], b->point[b->edge[i][0]]);
    const double size = exact_size(e);
    return size == 0 ? e : (exact3){e.x / size, e.y / size, e.z / size};
}

/* The widest gap between two cores along all directions that sides of their difference can have. */
static inline double exact_widest(const exact_body *a, const exact_body *b, exact3 *axis) {
    double widest = -1e300;
    for (int i = 0; i < a->faces; i++) exact_try(a, b, a->face[i].normal, &widest, axis);
    for (int i = 0; i < b->faces; i++) {
        const exact3 n = b->face[i].normal;
        exact_try(a, b, (exact3){-n.x, -n.y, -n.z}, &widest, axis);
    }
    for (int i = 0; i < a->edges; i++) {
        const exact3 e = exact_edge(a, i);
        for (int k = 0; k < b->edges; k++) {
            const exact3 n = exact_cross(e, exact_edge(b, k));
            if (exact_dot(n, n) < 1e-14) continue; /* alongside each other */
            exact_try(a, b, n, &widest, axis);
            exact_try(a, b, (exact3){-n.x, -n.y, -n.z}, &widest, axis);
        }
    }
    return widest;
}

/* The way from one segment to another. Inner points count where both feet lie inside; else an end is one of the two. */
static inline exact3 exact_to_segment(exact3 p, exact3 from, exact3 to) {
    const exact3 d = exact_sub(to, from);
    const double dd = exact_dot(d, d), t = dd > 0 ? exact_dot(exact_sub(p, from), d) / dd : 0;
    return exact_sub(exact_mad(from, d, fmin(fmax(t, 0), 1)), p);
}

static inline void exact_nearer(exact3 way, double sign, double *least2, exact3 *best) {
    const double d2 = exact_dot(way, way);
    if (d2 >= *least2) return;
    *least2 = d2;
    *best = (exact3){way.x * sign, way.y * sign, way.z * sign};
}

static inline void exact_segments(exact3 p0, exact3 p1, exact3 q0, exact3 q1, double *least2, exact3 *best) {
    const exact3 d = exact_sub(p1, p0), e = exact_sub(q1, q0), r = exact_sub(p0, q0);
    const double dd = exact_dot(d, d), ee = exact_dot(e, e), de = exact_dot(d, e), dr = exact_dot(d, r),
                 er = exact_dot(e, r), det = dd * ee - de * de;
    exact_nearer(exact_to_segment(p0, q0, q1), 1, least2, best);
    exact_nearer(exact_to_segment(p1, q0, q1), 1, least2, best);
    exact_nearer(exact_to_segment(q0, p0, p1), -1, least2, best);
    exact_nearer(exact_to_segment(q1, p0, p1), -1, least2, best);
    if (det <= 1e-14 * dd * ee) return;
    const double s = (de * er - ee * dr) / det, t = (dd * er - de * dr) / det;
    if (s <= 0 || s >= 1 || t <= 0 || t >= 1) return;
    exact_nearer(exact_sub(exact_mad(q0, e, t), exact_mad(p0, d, s)), 1, least2, best);
}

static inline void exact_corners_to_faces(const exact_body *a, const exact_body *b, double sign,
                                          double *least2, exact3 *best) {
    for (int f = 0; f < b->faces; f++)
        for (int i = 0; i < a->points; i++) {
            const uint8_t *loop = b->loops + b->face[f].first;
            const exact3 n = b->face[f].normal, p = a->point[i];
            const double height = b->face[f].count > 0 ? exact_dot(n, exact_sub(p, b->point[loop[0]])) : 0;
            bool over = height > 0 && height * height < *least2;
            for (int k = 0; k < b->face[f].count && over; k++) {
                const exact3 from = b->point[loop[k]], to = b->point[loop[(k + 1) % b->face[f].count]];
                over = exact_dot(exact_cross(n, exact_sub(to, from)), exact_sub(p, from)) >= 0;
            }
            if (over) exact_nearer((exact3){-n.x * height, -n.y * height, -n.z * height}, sign, least2, best);
        }
}

/* How far two shapes are apart; below 0: the length of the shortest way that separates them. `axis` is the direction from A to B that it is along. */
static inline double exact_apart(const exact_body *a, const exact_body *b, exact3 *axis) {
    const double radii = a->radius + b->radius;
    double least2 = 1e300;
    *axis = (exact3){0, 1, 0};
    if (a->faces + b->faces > 0) {
        const double widest = exact_widest(a, b, axis);
        if (widest <= 1e-6) return widest - radii; /* what lies in a side has no way to any feature */
    }
    for (int i = 0; i < a->edges; i++)
        for (int k = 0; k < b->edges; k++)
            exact_segments(a->point[a->edge[i][0]], a->point[a->edge[i][1]], b->point[b->edge[k][0]],
                           b->point[b->edge[k][1]], &least2, axis);
    exact_corners_to_faces(a, b, 1, &least2, axis);
    exact_corners_to_faces(b, a, -1, &least2, axis);
    const double size = exact_size(*axis);
    *axis = size > 0 ? (exact3){axis->x / size, axis->y / size, axis->z / size} : (exact3){0, 1, 0};
    return size - radii;
}

#endif
