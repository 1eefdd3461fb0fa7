/* Bounds, supports, extents and mass of shapes that collide. */
#include "kernel/collision/shape.h"

#include "fixedmath/root.h"
#include "kernel/collision/gap.h"
#include "kernel/collision/soup.h"
#include "kernel/collision/tiles.h"

static fx root_up(uint64_t square) {
    uint64_t root = fx_isqrt64(square);

    return fx_sat64((int64_t)(root + (root * root < square)));
}

/* ---- bounds ---- */

static box3 hull_bounds(const ox_hull *hull, const rig34 *pose) {
    box3 box = box_empty();

    for (uint32_t i = 0; i < hull->point_count; i++)
        box = box_include(&box, rig34_point(pose, hull->points[i]));
    return box_expand(&box, 1); /* for the rounding of the points */
}

/* How far a box of half sides reaches along one axis of the world, rounded up. */
static fx turned_reach(const q30 row[3], vec3 half) {
    const int64_t sum = fx_mad(fx_mad(fx_wide(fx_abs_sat(row[0]), half.x), fx_abs_sat(row[1]), half.y),
                               fx_abs_sat(row[2]), half.z);
    return fx_sat64(fx_sra64(sum + Q30_ONE - 1, 30));
}

/* What is not turned, as most things in the plane, keeps its half sides. */
static box3 turned_bounds(const rig34 *pose, vec3 half) {
    const q30(*m)[3] = pose->r.m;
    if (m[0][0] != Q30_ONE || m[1][1] != Q30_ONE || m[2][2] != Q30_ONE)
        half = (vec3){turned_reach(m[0], half), turned_reach(m[1], half), turned_reach(m[2], half)};
    return (box3){v3_subs(pose->t, half), v3_adds(pose->t, half)};
}

box3 ox_shape_bounds(const ox_shape *shape, const rig34 *pose) {
    box3 box;

    switch (shape->kind) {
    case OX_SHAPE_SPHERE:
        box = (box3){pose->t, pose->t};
        break;
    case OX_SHAPE_HULL:
        box = hull_bounds(shape->data.hull, pose);
        break;
    case OX_SHAPE_SOUP:
        return ox_soup_bounds(shape->data.soup, pose);
    case OX_SHAPE_TILES:
        return ox_tiles_bounds(shape);
    default:
        box = turned_bounds(pose, shape->half);
    }
    return box_expand(&box, shape->radius);
}

/* ---- supports ---- */

/* The direction seen from the shape. No product is rounded, so signs are right for directions of any length. */
static void direction_within(const rot33 *r, vec3 direction, int64_t out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = fx_mad(fx_mad(fx_wide(r->m[0][c], direction.x), r->m[1][c], direction.y), r->m[2][c],
                        direction.z);
}

static vec3 hull_support(const ox_hull *hull, const int64_t d[3]) {
    vec3 direction = ox_short_direction(d), best = V3_ZERO;
    int64_t most = INT64_MIN;

    for (uint32_t i = 0; i < hull->point_count; i++) {
        int64_t along = v3_dot_wide(hull->points[i], direction);

        if (along <= most) continue;
        most = along;
        best = hull->points[i];
    }
    return best;
}

vec3 ox_shape_support(const ox_shape *shape, const rig34 *pose, vec3 direction) {
    const vec3 half = shape->half;
    int64_t d[3];

    if (shape->kind == OX_SHAPE_SPHERE || shape->kind >= OX_SHAPE_CONVEX) return pose->t;
    direction_within(&pose->r, direction, d);
    if (shape->kind == OX_SHAPE_HULL) return rig34_point(pose, hull_support(shape->data.hull, d));
    return rig34_point(pose, (vec3){d[0] < 0 ? fx_negs(half.x) : half.x, d[1] < 0 ? fx_negs(half.y) : half.y,
                                    d[2] < 0 ? fx_negs(half.z) : half.z});
}

/* ---- extents ---- */

static fx hull_reach(const ox_hull *hull) {
    uint64_t most = 0;

    for (uint32_t i = 0; i < hull->point_count; i++) {
        uint64_t square = v3_len2(hull->points[i]);

        most = square > most ? square : most;
    }
    return root_up(most);
}

static fx soup_reach(const struct ox_soup *soup) {
    const rig34 here = rig34_identity();
    box3 box = ox_soup_bounds(soup, &here);

    return box_is_empty(&box) ? 0 : root_up(v3_len2(v3_max(v3_abs(box.lo), v3_abs(box.hi))));
}

fx ox_shape_reach(const ox_shape *shape) {
    switch (shape->kind) {
    case OX_SHAPE_HULL:
        return hull_reach(shape->data.hull);
    case OX_SHAPE_SOUP:
        return soup_reach(shape->data.soup);
    case OX_SHAPE_TILES:
        return FX_WORLD_LIMIT;
    default:
        return fx_adds(root_up(v3_len2(shape->half)), shape->radius);
    }
}

static fx hull_least(const ox_hull *hull) {
    fx least = FX_MAX;

    for (uint32_t f = 0; f < hull->face_count; f++) least = fx_min(least, fx_negs(hull->planes[f].d));
    return fx_max(hull->face_count == 0 ? 0 : least, 0);
}

fx ox_shape_least(const ox_shape *shape) {
    switch (shape->kind) {
    case OX_SHAPE_BOX:
        return fx_min(shape->half.x, fx_min(shape->half.y, shape->half.z));
    case OX_SHAPE_HULL:
        return hull_least(shape->data.hull);
    case OX_SHAPE_SOUP:
    case OX_SHAPE_TILES:
        return 0;
    default:
        return shape->radius;
    }
}

/* ---- places ---- */

static bool hull_holds(const ox_hull *hull, vec3 local) {
    for (uint32_t f = 0; f < hull->face_count; f++)
        if (plane_distance(&hull->planes[f], local) > 0) return false;
    return hull->face_count > 0;
}

bool ox_shape_holds(const ox_shape *shape, const rig34 *pose, vec3 place) {
    vec3 way = v3_subs(place, pose->t), local, near;

    if (shape->kind == OX_SHAPE_TILES) return ox_tiles_hold(shape, place);
    if (shape->kind >= OX_SHAPE_CONVEX || ox_gap_is_far(way)) return false;
    local = shape->kind == OX_SHAPE_SPHERE ? way : rot33_apply_inverse(&pose->r, way);
    if (shape->kind == OX_SHAPE_HULL) return hull_holds(shape->data.hull, local);
    near = v3_clamp(local, v3_neg(shape->half), shape->half); /* the core's nearest point */
    return v3_distance2(near, local) <= (uint64_t)fx_wide(shape->radius, shape->radius);
}

/* ---- mass ---- */

enum { MOST = 256 * 65536 }; /* of a size, so that products of three fit */

static int64_t size_of(fx a) { return fx_clamp(a, 0, MOST); }

/* Squares and products of two sizes, in Q48.16: the sum of several may exceed fx. */
static int64_t product_of(int64_t a, int64_t b) { return fx_rshr64(a * b, 16); }

static vec3 gyration(int64_t x, int64_t y, int64_t z) {
    /* nothing that has mass turns without effort */
    return (vec3){fx_max(fx_sat64(x), 1), fx_max(fx_sat64(y), 1), fx_max(fx_sat64(z), 1)};
}

static ox_shape_mass box_mass(vec3 half) {
    int64_t x = size_of(half.x), y = size_of(half.y), z = size_of(half.z);
    int64_t xx = product_of(x, x), yy = product_of(y, y), zz = product_of(z, z);

    return (ox_shape_mass){fx_sat64(fx_rshr64(fx_sra64(x * y, 10) * z, 38 - 16 - 3)),
                           gyration((yy + zz) / 3, (zz + xx) / 3, (xx + yy) / 3)};
}

/* A cylinder and the two halves of a ball at its ends, weighted by their volumes, which are as 3 h to 2 r; a ball where h is 0. */
static ox_shape_mass round_mass(fx half_length, fx radius) {
    int64_t h = size_of(half_length), r = size_of(radius), rr = product_of(r, r), hh = product_of(h, h);
    int64_t all = 3 * h + 2 * r, area = fx_rshr64(fx_sra64(r * r, 12) * FX_PI, 20);
    int64_t along, across;

    if (all == 0) return (ox_shape_mass){0, gyration(0, 0, 0)};
    along = (3 * h * (rr / 2) + 2 * r * (2 * rr / 5)) / all;
    across = (3 * h * (rr / 4 + hh / 3) + 2 * r * (2 * rr / 5 + hh + 3 * product_of(h, r) / 4)) / all;
    return (ox_shape_mass){fx_sat64(fx_rshr64(area * (2 * all / 3), 16)), gyration(across, along, across)};
}

static vec3 hull_half(const ox_hull *hull) {
    box3 box = box_from_points(hull->points, hull->point_count);
    box3_centred centred = box_to_centred(&box);

    return hull->point_count == 0 ? V3_ZERO : centred.half;
}

ox_shape_mass ox_shape_mass_of(const ox_shape *shape) {
    switch (shape->kind) {
    case OX_SHAPE_BOX:
        return box_mass(shape->half);
    case OX_SHAPE_HULL:
        return box_mass(hull_half(shape->data.hull));
    case OX_SHAPE_SOUP:
    case OX_SHAPE_TILES:
        return (ox_shape_mass){0, V3_ZERO};
    default:
        return round_mass(shape->half.y, shape->radius);
    }
}
