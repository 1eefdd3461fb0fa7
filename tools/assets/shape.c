/* The generator's solids: each walks its surface as a grid of rings and joins neighbours with quads. */
#include "tools/assets/shape.h"

#include <math.h>
#include <stddef.h>

enum { RING = 64 };

static vector vector_between(vector a, vector b) { return vector_add(b, vector_scale(a, -1)); }

static double length_of(vector a) { return sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

void shape_join(model *m, const corner *lower, const corner *upper, int sides) {
    for (int i = 0; i < sides; i++) model_quad(m, lower[i], lower[i + 1], upper[i + 1], upper[i]);
}

static void face_by_length(model *m, vector a, vector b, vector c, vector d, double repeats) {
    double wide = length_of(vector_between(a, b)) * repeats, high = length_of(vector_between(b, c)) * repeats;
    vector points[4] = {a, b, c, d};
    double lying[8] = {0, high, wide, high, wide, 0, 0, 0};
    double standing[8] = {0, 0, 0, wide, high, wide, high, 0};
    model_facet(m, 4, points, wide >= high ? lying : standing);
}

static void box_face(model *m, const vector corners[8], const int face[4], double repeats) {
    face_by_length(m, corners[face[0]], corners[face[1]], corners[face[2]], corners[face[3]], repeats);
}

/* Corners are numbered by bits: 1 = +X, 2 = +Y, 4 = +Z. */
static void box_faces(model *m, const vector corners[8], double repeats, int faces) {
    if (faces & SHAPE_LEFT) box_face(m, corners, (const int[4]){0, 4, 6, 2}, repeats);
    if (faces & SHAPE_RIGHT) box_face(m, corners, (const int[4]){5, 1, 3, 7}, repeats);
    if (faces & SHAPE_BOTTOM) box_face(m, corners, (const int[4]){0, 1, 5, 4}, repeats);
    if (faces & SHAPE_TOP) box_face(m, corners, (const int[4]){6, 7, 3, 2}, repeats);
    if (faces & SHAPE_BACK) box_face(m, corners, (const int[4]){1, 0, 2, 3}, repeats);
    if (faces & SHAPE_FRONT) box_face(m, corners, (const int[4]){4, 5, 7, 6}, repeats);
}

void shape_box(model *m, vector centre, vector half, double repeats, int faces) {
    vector corners[8];
    for (int i = 0; i < 8; i++) {
        vector offset = {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
        corners[i] = vector_add(centre, offset);
    }
    box_faces(m, corners, repeats, faces);
}

void shape_beam(model *m, const beam *form, double repeats) {
    vector along = vector_unit(vector_between(form->from, form->to));
    vector up = fabs(along.y) > 0.9 ? vector_of(0, 0, 1) : vector_of(0, 1, 0);
    vector right = vector_unit(vector_cross(up, along));
    up = vector_cross(along, right);
    vector corners[8];
    for (int i = 0; i < 8; i++) {
        vector offset = vector_add(vector_scale(right, i & 1 ? form->half_width : -form->half_width),
                                   vector_scale(up, i & 2 ? form->half_height : -form->half_height));
        corners[i] = vector_add(i & 4 ? form->to : form->from, offset);
    }
    box_faces(m, corners, repeats, form->capped ? SHAPE_ALL : SHAPE_ALL & ~(SHAPE_BACK | SHAPE_FRONT));
}

static void profile_normal(const profile *a, const profile *b, double *across, double *up) {
    double dr = b->radius - a->radius, dy = b->height - a->height, length = sqrt(dr * dr + dy * dy);
    *across = length > 0 ? dy / length : 1;
    *up = length > 0 ? -dr / length : 0;
}

typedef struct lathe {
    const profile *steps;
    int count, sides;
    double around;
} lathe;

/* The ring of one profile step as seen from the segment that begins at `from`. */
static void lathe_ring(model *m, const lathe *l, int step, int from, corner *ring) {
    const profile *steps = l->steps;
    const int count = l->count, sides = l->sides;
    double across, up, other_across, other_up;
    profile_normal(&steps[from], &steps[from + 1], &across, &up);
    int neighbour = step == from ? from - 1 : from + 1;
    if (!steps[step].crease && neighbour >= 0 && neighbour + 1 < count) {
        profile_normal(&steps[neighbour], &steps[neighbour + 1], &other_across, &other_up);
        across += other_across;
        up += other_up;
    }
    double bottom = steps[0].height, top = steps[count - 1].height;
    double v = top > bottom ? (top - steps[step].height) / (top - bottom) : 0;
    for (int i = 0; i <= sides; i++) {
        double angle = TURN * (i % sides) / sides, s = sin(angle), c = cos(angle);
        vector position = {steps[step].radius * s, steps[step].height, steps[step].radius * c};
        ring[i] = model_corner(m, position, vector_of(across * s, up, across * c), l->around * i / sides, v);
    }
}

void shape_lathe(model *m, const profile *steps, int count, int sides, double around) {
    corner lower[RING], upper[RING];
    const lathe l = {steps, count, sides, around};
    for (int k = 0; k + 1 < count; k++) {
        lathe_ring(m, &l, k, k, lower);
        lathe_ring(m, &l, k + 1, k, upper);
        shape_join(m, lower, upper, sides);
    }
}

typedef struct loft {
    const station *stations;
    int count, sides;
} loft;

static void loft_ring(model *m, const loft *l, int k, corner *ring, vector *points) {
    const station *stations = l->stations;
    const int count = l->count, sides = l->sides;
    const station *s = &stations[k], *before = &stations[k > 0 ? k - 1 : 0],
                  *after = &stations[k + 1 < count ? k + 1 : count - 1];
    vector along = vector_unit(vector_between(before->centre, after->centre));
    vector right = vector_of(1, 0, 0), up = vector_unit(vector_cross(along, right));
    double path = length_of(vector_between(before->centre, after->centre));
    double taper =
        (before->half_height + before->half_width - after->half_height - after->half_width) / 2 / path;
    for (int i = 0; i <= sides; i++) {
        double angle = TURN * (i % sides) / sides, c = cos(angle), n = sin(angle);
        vector across =
            vector_add(vector_scale(right, c * s->half_width), vector_scale(up, n * s->half_height));
        vector normal =
            vector_add(vector_scale(right, c * s->half_height), vector_scale(up, n * s->half_width));
        normal = vector_add(vector_unit(normal), vector_scale(along, taper));
        points[i] = vector_add(s->centre, across);
        ring[i] = model_corner(m, points[i], normal, 0, 0);
    }
}

/* A flat lid over a ring, towards `normal`. */
static void lid(model *m, vector tip, vector normal, const vector *ring, int sides, bool forward) {
    corner middle = model_corner(m, tip, normal, 0, 0);
    for (int i = 0; i < sides; i++) {
        corner a = model_corner(m, ring[forward ? i : i + 1], normal, 0, 0);
        corner b = model_corner(m, ring[forward ? i + 1 : i], normal, 0, 0);
        model_triangle(m, a, b, middle);
    }
}

void shape_loft(model *m, const station *stations, int count, int sides, int lids) {
    corner lower[RING], upper[RING];
    vector points[RING];
    const loft l = {stations, count, sides};
    for (int k = 0; k + 1 < count; k++) {
        loft_ring(m, &l, k, lower, points);
        if (k == 0 && (lids & SHAPE_LID_FIRST))
            lid(m, stations[0].centre, vector_between(stations[1].centre, stations[0].centre), points, sides,
                false);
        loft_ring(m, &l, k + 1, upper, points);
        shape_join(m, lower, upper, sides);
    }
    if (lids & SHAPE_LID_LAST)
        lid(m, stations[count - 1].centre,
            vector_between(stations[count - 2].centre, stations[count - 1].centre), points, sides, true);
}

typedef struct tube {
    const vector *points;
    int count, sides;
} tube;

static void tube_ring(model *m, const tube *t, int k, double radius, corner *ring) {
    const vector *points = t->points;
    const int count = t->count, sides = t->sides;
    vector along = vector_unit(vector_between(points[k > 0 ? k - 1 : 0], points[k + 1 < count ? k + 1 : k]));
    vector whole = vector_unit(vector_between(points[0], points[count - 1]));
    vector up = fabs(whole.y) > 0.8 ? vector_of(0, 0, 1) : vector_of(0, 1, 0);
    vector right = vector_unit(vector_cross(up, along));
    up = vector_cross(along, right);
    for (int i = 0; i <= sides; i++) {
        double angle = TURN * (i % sides) / sides;
        vector normal = vector_add(vector_scale(right, cos(angle)), vector_scale(up, sin(angle)));
        ring[i] = model_corner(m, vector_add(points[k], vector_scale(normal, radius)), normal, 0, 0);
    }
}

void shape_tube(model *m, const vector *points, int count, double thick, double thin, int sides) {
    corner lower[RING], upper[RING];
    const tube t = {points, count, sides};
    for (int k = 0; k + 1 < count; k++) {
        double step = (thin - thick) / (count - 1);
        tube_ring(m, &t, k, thick + step * k, lower);
        tube_ring(m, &t, k + 1, thick + step * (k + 1), upper);
        shape_join(m, lower, upper, sides);
    }
}

void shape_ellipsoid(model *m, vector centre, vector radii, int sides, int rings) {
    corner lower[RING], upper[RING];
    for (int k = 0; k <= rings; k++) {
        double tilt = TURN / 2 * k / rings, y = -cos(tilt), r = k == rings || k == 0 ? 0 : sin(tilt);
        for (int i = 0; i <= sides; i++) {
            double angle = TURN * (i % sides) / sides, x = r * sin(angle), z = r * cos(angle);
            vector offset = {x * radii.x, y * radii.y, z * radii.z};
            vector normal = {x / radii.x, y / radii.y, z / radii.z};
            upper[i] =
                model_corner(m, vector_add(centre, offset), normal, (double)i / sides, 1 - (double)k / rings);
        }
        if (k > 0) shape_join(m, lower, upper, sides);
        for (int i = 0; i <= sides; i++) lower[i] = upper[i];
    }
}
