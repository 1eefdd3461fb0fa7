/* Planes, spheres, boxes, capsules, cylinders, cones, convex plane sets, k-DOPs and view frusta as data. */
#ifndef FIXEDMATH_VOLUME_H
#define FIXEDMATH_VOLUME_H

#include "fixedmath/line.h"
#include "fixedmath/matrix.h"

/* Representation, construction and the simplest evaluations (contains, merge, distance); tests of one moving
 * shape against another belong to the physics of the kernel. Touching counts as inside and as overlap. */

/* --- planes ----------------------------------------------------------------------------------- */

/* n . p + d = 0, d = -(n . q) for any point q of the plane; the front is where n points. plane30 is for
 * computing: the signed distance is within 1 LSB + |p| 2^-28. plane14 is for storage and short ranges: |p|
 * 2^-14, or with a point of the plane |p - q| 2^-14. */
typedef struct {
    dir30 n;
    fx d;
} plane30;
typedef struct {
    nrm n;
    fx d;
} plane14;
typedef struct {
    vec3 q;
    dir30 n;
} plane_at;

bool plane_from_points(vec3 a, vec3 b, vec3 c,
                       plane30 *out); /* counter-clockwise front; false without area */
plane30 plane_from_normal(dir30 n, vec3 q);
plane30 plane_from_at(const plane_at *p);
plane14 plane_pack(const plane30 *p);
plane30 plane_unpack(const plane14 *p); /* renormalised */
plane30 plane_flip(const plane30 *p);
bool plane_normalize(vec3 n, fx d, plane30 *out); /* of a normal of any length */
static inline fx plane_distance(const plane30 *p, vec3 v) {
    return fx_sat64(fx_rshr64(fx_mad(fx_mad(fx_wide(p->n.x, v.x), p->n.y, v.y), p->n.z, v.z), 30) + p->d);
}
fx plane14_distance(const plane14 *p, vec3 v);
fx plane14_distance_from(const plane14 *p, vec3 q, vec3 v); /* relative to a point q of the plane */
fx plane_at_distance(const plane_at *p, vec3 v);
vec3 plane_project(const plane30 *p, vec3 v);
typedef enum { PLANE_BACK = -1, PLANE_ON = 0, PLANE_FRONT = 1 } plane_side;
plane_side plane_classify_point(const plane30 *p, vec3 v, fx epsilon);
bool plane_y_at(const plane30 *p, fx x, fx z, fx *y); /* false for a vertical plane */
bool plane_intersect3(const plane30 *a, const plane30 *b, const plane30 *c,
                      vec3 *point); /* false when not one point */
plane30 plane_transform(const mat34 *m, const plane30 *p, bool *ok);
plane30 plane_transform_rigid(const rig34 *m, const plane30 *p);

/* Which coordinate to drop to project a polygon of this plane without losing its area: the largest
 * |component| of the normal, ties x before y before z. plane_drop gives the point without that coordinate (order
 * y z, z x, x y, which keeps the winding). */
static inline int plane_drop_axis(dir30 n) { return v3_major_axis((vec3){n.x, n.y, n.z}); }
vec2 plane_drop(vec3 v, int axis);

/* Exact side of a point against the plane of three points, for |differences| < 2^20 raw (16 m); beyond that
 * exact to relative 2^-31. */
int orient3d(vec3 a, vec3 b, vec3 c, vec3 p);

/* --- spheres ---------------------------------------------------------------------------------- */

typedef struct {
    vec3 centre;
    fx radius;
} sphere3;

/* Bounding sphere about the centre of the bounding box: one root for the radius, rounded up, so no point is outside. */
sphere3 sphere_from_points(const vec3 *points, size_t n);
sphere3 sphere_from_points_tight(const vec3 *points, size_t n,
                                 int rounds); /* moves the centre toward the farthest point */
sphere3 sphere_merge(const sphere3 *a, const sphere3 *b);
sphere3 sphere_transform(const mat34 *m, const sphere3 *s); /* radius by the largest column, rounded up */
static inline sphere3 sphere_grow(const sphere3 *s, fx by) {
    return (sphere3){s->centre, fx_adds(s->radius, by)};
}
bool sphere_contains(const sphere3 *s, vec3 p);

/* --- boxes ------------------------------------------------------------------------------------ */

typedef struct {
    vec3 lo, hi;
} box3;
typedef struct {
    vec3 centre, half;
} box3_centred;
typedef struct {
    vec2 lo, hi;
} box2;
typedef struct {
    uint16_t lo[3], hi[3];
} box3_packed; /* in 65535ths of a parent box, rounded outward */

box3 box_empty(void); /* lo above hi: merging and expanding start from it */
static inline bool box_is_empty(const box3 *b) {
    return b->lo.x > b->hi.x || b->lo.y > b->hi.y || b->lo.z > b->hi.z;
}
box3 box_from_points(const vec3 *points, size_t n);
box3 box_from_centred(const box3_centred *b);
box3_centred box_to_centred(const box3 *b); /* half extents rounded up */
box3 box_from_sphere(const sphere3 *s);
sphere3 sphere_from_box(const box3 *b);
box3 box_include(const box3 *b, vec3 p);
box3 box_merge(const box3 *a, const box3 *b);
box3 box_expand(const box3 *b, fx by);
box3 box_translate(const box3 *b, vec3 by);
static inline bool box_contains(const box3 *b, vec3 p) {
    return p.x >= b->lo.x && p.x <= b->hi.x && p.y >= b->lo.y && p.y <= b->hi.y && p.z >= b->lo.z &&
           p.z <= b->hi.z;
}
static inline bool box_overlap(const box3 *a, const box3 *b) {
    return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y &&
           a->lo.z <= b->hi.z && b->lo.z <= a->hi.z;
}
static inline vec3 box_centre(const box3 *b) {
    return (vec3){fx_mid(b->lo.x, b->hi.x), fx_mid(b->lo.y, b->hi.y), fx_mid(b->lo.z, b->hi.z)};
}

/* Corner 0..7: bit 0 takes hi.x, bit 1 hi.y, bit 2 hi.z. In letters A = 0 (min, min, min) and G = 7. */
vec3 box_corner(const box3 *b, int index);
/* Axis-aligned box around a transformed box, at most 2 LSB larger than exact; an empty box stays empty. */
box3 box_transform(const mat34 *m, const box3 *b);
box3 box_transform_rigid(const rig34 *m, const box3 *b);
box3_packed box_pack(const box3 *parent, const box3 *b);
box3 box_unpack(const box3 *parent, const box3_packed *p);
plane_side plane_classify_sphere(const plane30 *p, const sphere3 *s);
plane_side plane_classify_box(const plane30 *p, const box3 *b);

box2 box2_from_points(const vec2 *points, size_t n);
box2 box2_merge(const box2 *a, const box2 *b);
bool box2_contains(const box2 *b, vec2 p);
bool box2_overlap(const box2 *a, const box2 *b);

/* --- oriented boxes --------------------------------------------------------------------------- */

typedef struct {
    rig34 frame;
    vec3 half;
} obb3; /* half sizes may be 0: rectangles and segments */

obb3 obb_from_box(const box3 *local, const rig34 *frame);
vec3 obb_corner(const obb3 *b, int index);
plane30 obb_plane(const obb3 *b, int face); /* 0..5: +x -x +y -y +z -z, outward */
box3 obb_to_box(const obb3 *b);
sphere3 obb_to_sphere(const obb3 *b);
bool obb_contains(const obb3 *b, vec3 p);
vec3 obb_closest(const obb3 *b, vec3 p);

/* --- capsules, cylinders, cones --------------------------------------------------------------- */

typedef struct {
    vec3 a, b;
    fx radius;
} capsule3; /* a = b is a sphere */
typedef struct {
    vec3 a, b;
    fx radius;
} cylinder3;
typedef struct {
    vec3 apex;
    dir30 axis;
    q30 cos_half;
    fx length;
} cone3;

bool capsule_contains(const capsule3 *c, vec3 p);
bool cylinder_contains(const cylinder3 *c, vec3 p);
bool cone_contains(const cone3 *c, vec3 p);
box3 capsule_box(const capsule3 *c);
sphere3 capsule_sphere(const capsule3 *c);
box3 cylinder_box(const cylinder3 *c);
sphere3 cylinder_sphere(const cylinder3 *c);
box3 cone_box(const cone3 *c);
sphere3 cone_sphere(const cone3 *c);

/* How far a cylinder with this axis reaches across a plane: r sqrt(1 - (axis . n)^2). */
fx cylinder_reach(fx radius, dir30 axis, dir30 plane_normal);

/* --- convex sets ------------------------------------------------------------------------------ */

/* Inside is behind all planes when normals point outward, in front of all when `inward`. */
typedef struct {
    const plane30 *planes;
    int count;
    bool inward;
} convex3;
bool convex_contains(const convex3 *c, vec3 p, fx epsilon);
void convex_interval(const vec3 *points, size_t n, dir30 axis, fx *lo, fx *hi); /* projection on an axis */

/* Clips a convex polygon by a plane, keeping the back side; room for n + 1 points. Returns the new count. */
size_t polygon_clip(const vec3 *in, size_t n, const plane30 *plane, vec3 *out);

/* Intervals along k/2 fixed directions, k = 6, 14, 18 or 26: axes; then cube corners; then cube edges (18:
 * axes and edges). Directions are integer vectors, values are their exact dot products, so that no rounding
 * enters. */
typedef struct {
    int k;
    int64_t lo[13], hi[13];
} kdop3;
bool kdop_from_points(int k, const vec3 *points, size_t n, kdop3 *out); /* false for another k */
bool kdop_contains(const kdop3 *d, vec3 p);
bool kdop_overlap(const kdop3 *a, const kdop3 *b); /* asserts the same k; different k compare as 6-DOPs */
kdop3 kdop_merge(const kdop3 *a, const kdop3 *b);
void kdop_direction(int k, int index, int32_t out[3]);

/* --- view frusta ------------------------------------------------------------------------------ */

/* Six planes with normals inward, in the order left, right, bottom, top, near, far. */
typedef struct {
    plane30 plane[6];
} frustum3;
enum { FRUSTUM_LEFT, FRUSTUM_RIGHT, FRUSTUM_BOTTOM, FRUSTUM_TOP, FRUSTUM_NEAR, FRUSTUM_FAR };

bool frustum_from_m4(const mat44 *m,
                     frustum3 *out); /* row combinations of a projection (times view), 0 <= z <= w */

/* A frustum in view space, of the focal length l = cot(fov_x/2) and a = height/width; side planes pass through the eye.
 * The four scalars of the compact form are the components of the side normals. */
typedef struct {
    q30 side_x, side_z, top_y, top_z;
    fx near, far;
} frustum_eye;
bool frustum_eye_make(fx focal_x, fx height_over_width, fx near, fx far, frustum_eye *out);
frustum3 frustum_from_eye(const frustum_eye *e);
bool frustum_eye_contains(const frustum_eye *e, vec3 p); /* skips the coefficients that are 0 */
frustum3 frustum_orthographic(fx width, fx height, fx near, fx far);
frustum3 frustum_transform(const rig34 *m, const frustum3 *f); /* to world space by the camera's transform */
bool frustum_contains(const frustum3 *f, vec3 p, fx epsilon);

/* Corners 0..7: bit 0 right, bit 1 top, bit 2 far. False when planes do not meet. */
bool frustum_corner(const frustum3 *f, int index, vec3 *corner);

/* The part of a frustum under a rectangle of the screen in -1..1 (portals, picking), in view space. False for an
 * empty rectangle and where frustum_eye_make returns false. */
typedef struct {
    fx left, right, bottom, top;
} frustum_window;
bool frustum_part(fx focal_x, fx height_over_width, fx near, fx far, const frustum_window *window,
                  frustum3 *out);

#endif
