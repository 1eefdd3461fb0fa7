/* Lines, rays and segments in space, and exact predicates of points, segments and polygons in the plane. */
#ifndef FIXEDMATH_LINE_H
#define FIXEDMATH_LINE_H

#include "fixedmath/interpolate.h"

/* --- in space --------------------------------------------------------------------------------- */

/* A line or ray: start + t * direction, direction unit; a segment: from + t (to - from), 0 <= t <= 1. A
 * segment's t is a q30 (1.0 = Q30_ONE), so that long segments keep their resolution; segment_uf16 gives it as
 * uf16. Closest parameters are within 2^-16 plus 1 LSB over the length; a segment without length acts as a
 * point. */
typedef struct {
    vec3 start;
    dir30 direction;
} ray3;
typedef struct {
    vec3 from, to;
} segment3;
typedef struct {
    vec3 from;
    dir30 direction;
    fx length;
} segment3_unit;

bool ray_through(vec3 start, vec3 other, ray3 *out); /* false for equal points */
bool ray_at(const ray3 *ray, fx t, vec3 *out);       /* false (and the start) for t < 0 */
vec3 line_at(const ray3 *line, fx t);
segment3 segment_from_unit(const segment3_unit *s);
bool segment_to_unit(const segment3 *s, segment3_unit *out); /* false without length */
vec3 segment_at(const segment3 *s, q30 t);
static inline uf16 segment_uf16(q30 t) { return (uf16)fx_rshr32(t < 0 ? 0 : t, 14); }

fx line_closest(const ray3 *line, vec3 p);      /* parameter, any sign */
fx ray_closest(const ray3 *ray, vec3 p);        /* not below 0 */
q30 segment_closest(const segment3 *s, vec3 p); /* 0 .. Q30_ONE */
uint64_t line_distance2(const ray3 *line, vec3 p);
uint64_t segment_distance2(const segment3 *s, vec3 p); /* Q32.32 */

/* Closest parameters of two lines (false for parallel ones: s is then 0) and of two segments. */
bool lines_closest(const ray3 *a, const ray3 *b, fx *s, fx *t);
void segments_closest(const segment3 *a, const segment3 *b, q30 *s, q30 *t);

/* --- in the plane ----------------------------------------------------------------------------- */

/* Sign of the area of a, b, c: 1 counter-clockwise (c left of a -> b), -1 clockwise, 0 exactly on the line.
 * Exact for every 32-bit input. The wide form gives twice the area, exact for |coordinates| <= 16383 m. */
int orient2d(vec2 a, vec2 b, vec2 c);
int orient2d_i16(const int16_t a[2], const int16_t b[2], const int16_t c[2]);
fxw orient2d_wide(vec2 a, vec2 b, vec2 c);

/* A directed line with the unit normal of its left side, to classify points within a distance. */
typedef struct {
    vec2 a, b;
    q30 nx, ny;
} line2;
bool line2_make(vec2 a, vec2 b, line2 *out);  /* false for equal points */
fx line2_distance(const line2 *line, vec2 p); /* positive on the left */
typedef enum { SIDE_RIGHT = -1, SIDE_ON = 0, SIDE_LEFT = 1 } side2;
side2 line2_classify(const line2 *line, vec2 p, fx epsilon); /* epsilon 0: exact */

/* How two segments lie to each other. */
typedef enum {
    SEGMENTS_CROSS,      /* each crosses the other's line within the segment; touching counts */
    SEGMENTS_A_SPLITS_B, /* only A's line meets segment B */
    SEGMENTS_B_SPLITS_A,
    SEGMENTS_APART, /* the lines meet outside both */
    SEGMENTS_PARALLEL,
    SEGMENTS_COLLINEAR /* of one line, whether they touch or not; so is a segment without length that lies on the other's line */
} segment_relation;
typedef struct {
    segment_relation relation;
    vec2
        point; /* where the lines meet; within 2 LSB for angles above 1 degree. A's first point where they do not meet in one */
    fx s, t;   /* parameters on A and on B; 0 likewise */
} segment_crossing;
segment_crossing segments_relate(vec2 a0, vec2 a1, vec2 b0, vec2 b1);

/* Polygons are counter-clockwise; their boundary counts as inside. */
bool point_in_triangle2(vec2 p, vec2 a, vec2 b, vec2 c); /* either winding */
bool point_in_convex2(vec2 p, const vec2 *polygon, size_t n);
bool polygon_is_convex(const vec2 *polygon, size_t n,
                       bool allow_collinear); /* either winding, no self-crossing */
int64_t polygon_area2(const vec2 *polygon,
                      size_t n); /* twice the signed area in Q32.32, positive counter-clockwise */
int polygon_winding(const vec2 *polygon, size_t n);                   /* 1, -1, or 0 without area */
bool polygon_centroid(const vec2 *polygon, size_t n, vec2 *centroid); /* false without area */

/* Drops points that lie on the line through their neighbours: |cross product| (Q32.32) <= tolerance. In
 * place; returns the new count. `closed` also looks at the first and last point. */
size_t polyline_simplify(vec2 *points, size_t n, bool closed, uint64_t tolerance);

/* --- in a quadrilateral ----------------------------------------------------------------------- */

/* How far a point lies from the leading to the trailing edge of a convex quadrilateral, 0 at the one and 1 at
 * the other: D = a/(a + b), distances to two edges along their inward unit normals. The two points may be
 * opposite corners, so that they serve the lateral coordinate too. A zero denominator gives 0 and false.
 * Within 2^-13 for edges of 1..1024. */
typedef struct {
    vec2 lead, trail;
    q30 lead_nx, lead_ny, trail_nx, trail_ny;
} quad_axis;
bool quad_axis_make(const vec2 corner[4], int leading_edge,
                    quad_axis *out); /* edge i runs from corner i to i + 1 */
bool quad_distance(const quad_axis *axis, vec2 p, fx *distance);

#endif
