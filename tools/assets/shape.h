/* Common solids for the asset generator: boxes, lathes, lofts, tubes. All solids are added at the model's
 * current place. */
#ifndef OXCART_TOOLS_ASSETS_SHAPE_H
#define OXCART_TOOLS_ASSETS_SHAPE_H

#include "tools/assets/model.h"

#define TURN 6.28318530717958647693

/* Joins two rings of sides + 1 corners with quads. The outside sees lower[i], lower[i + 1], upper[i + 1]
 * counter-clockwise. */
void shape_join(model *m, const corner *lower, const corner *upper, int sides);

/* A box of the given half sizes about `centre`, textured by length along each face: `texel` repeats a metre,
 * u along the face's longer side. `faces` says which are made: bits SHAPE_LEFT .. SHAPE_FRONT (+Z). */
enum {
    SHAPE_LEFT = 1,
    SHAPE_RIGHT = 2,
    SHAPE_BOTTOM = 4,
    SHAPE_TOP = 8,
    SHAPE_BACK = 16,
    SHAPE_FRONT = 32,
    SHAPE_ALL = 63
};
void shape_box(model *m, vector centre, vector half, double repeats, int faces);

/* A beam with a square section from one point to another, open at the ends unless capped. */
typedef struct beam {
    vector from, to;
    double half_width, half_height;
    bool capped;
} beam;
void shape_beam(model *m, const beam *form, double repeats);

/* One step of a profile: radius and height; a crease gives the surfaces below and above normals of their own.
 */
typedef struct profile {
    double radius, height;
    bool crease;
} profile;

/* A profile turned about the Y axis, from bottom to top; u runs `around` times round it, v down from the top
 * once. */
void shape_lathe(model *m, const profile *steps, int count, int sides, double around);

/* An ellipse across the path of a loft: centre, half width (x) and half height (across). */
typedef struct station {
    vector centre;
    double half_width, half_height;
} station;

/* Smooth skin over ellipses that follow one another along +Z, with a flat lid at the first or last if asked
 * for. */
enum { SHAPE_LID_FIRST = 1, SHAPE_LID_LAST = 2 };
void shape_loft(model *m, const station *stations, int count, int sides, int lids);

/* A tube along points, its radius from `thick` to `thin`, open at the ends (closed where the radius is 0). */
void shape_tube(model *m, const vector *points, int count, double thick, double thin, int sides);

void shape_ellipsoid(model *m, vector centre, vector radii, int sides, int rings);

#endif
