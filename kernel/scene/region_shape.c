/* Shapes of regions: tests of points and of straight ways, bounds and lines. */
#include "kernel/scene/region.h"

/* ---- a straight way, clipped by what it crosses ---- */

/* The part of a way that is inside: from `enter` to `leave`, in 2^-30 of the way. */
typedef struct way {
    int64_t enter, leave;
} way;
#define WAY_ONE ((int64_t)1 << 30)

/* Clips a way to the part where a signed distance, which goes linearly from a to b, is at most 0 (inside); false when
 * no part is left. */
static bool clip(way *w, int64_t a, int64_t b) {
    int64_t at;
    if (a <= 0 && b <= 0) return true;
    if (a > 0 && b > 0) return false;
    while (a > ((int64_t)1 << 32) || a < -((int64_t)1 << 32) || b > ((int64_t)1 << 32) ||
           b < -((int64_t)1 << 32)) {
        a /= 2;
        b /= 2;
    }
    at = a == b ? 0 : a * WAY_ONE / (a - b);
    if (a > 0 && at > w->enter) w->enter = at;
    if (b > 0 && at < w->leave) w->leave = at;
    return w->enter <= w->leave;
}

static bool clip_range(way *w, fx a, fx b, fx low, fx high) {
    return clip(w, (int64_t)low - a, (int64_t)low - b) && clip(w, (int64_t)a - high, (int64_t)b - high);
}

static bool box_crossed(const ox_region *r, vec3 a, vec3 b) {
    way w = {0, WAY_ONE};
    a = q4_rotate_inverse(r->rotation, v3_sub(a, r->centre));
    b = q4_rotate_inverse(r->rotation, v3_sub(b, r->centre));
    return clip_range(&w, a.x, b.x, -r->half.x, r->half.x) &&
           clip_range(&w, a.y, b.y, -r->half.y, r->half.y) && clip_range(&w, a.z, b.z, -r->half.z, r->half.z);
}

/* Twice the area of the triangle of a side and p, in units of 2^-24 square metres; positive outside the prism. */
static int64_t outside(vec2 from, vec2 to, vec3 p) {
    int64_t ex = ((int64_t)to.x - from.x) >> 4, ez = ((int64_t)to.y - from.y) >> 4;
    return ex * (((int64_t)p.z - from.y) >> 4) - ez * (((int64_t)p.x - from.x) >> 4);
}

static bool prism_crossed(const ox_region *r, vec3 a, vec3 b) {
    way w = {0, WAY_ONE};
    if (!clip_range(&w, a.y, b.y, r->low, r->high)) return false;
    for (uint32_t i = 0; i < r->count; i++) {
        vec2 from = r->points[i], to = r->points[i + 1u < r->count ? i + 1u : 0];
        if (!clip(&w, outside(from, to, a), outside(from, to, b))) return false;
    }
    return true;
}

static bool planes_crossed(const ox_region *r, vec3 a, vec3 b) {
    way w = {0, WAY_ONE};
    for (uint32_t i = 0; i < r->count; i++) {
        if (!clip(&w, plane_distance(&r->planes[i], a), plane_distance(&r->planes[i], b))) return false;
    }
    return true;
}

static int64_t dot_wide(const int64_t a[3], const int64_t b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Tests in units of 2^-12 m, so that squares of the world's extent fit 64 bits. */
static bool sphere_crossed(const ox_region *r, vec3 a, vec3 b) {
    const int64_t from[3] = {((int64_t)r->centre.x - a.x) >> 4, ((int64_t)r->centre.y - a.y) >> 4,
                             ((int64_t)r->centre.z - a.z) >> 4},
                  along[3] = {((int64_t)b.x - a.x) >> 4, ((int64_t)b.y - a.y) >> 4,
                              ((int64_t)b.z - a.z) >> 4};
    const int64_t radius = r->half.x >> 4, length = dot_wide(along, along), at = dot_wide(from, along);
    int64_t nearest[3];
    uint64_t part = at <= 0 || length == 0 ? 0 : at >= length ? (uint64_t)1 << 20 : 0;
    if (at > 0 && at < length) { /* at / length in 2^-20, without overflow of 64 bits */
        int64_t above = at, below = length;
        while (above >= (int64_t)1 << 42) above >>= 1, below >>= 1;
        part = (uint64_t)((above << 20) / (below == 0 ? 1 : below));
    }
    for (int i = 0; i < 3; i++) nearest[i] = from[i] - ((along[i] * (int64_t)part) >> 20);
    return dot_wide(nearest, nearest) <= radius * radius;
}

bool ox_region_crossed(const ox_region *region, vec3 a, vec3 b) {
    switch (region->shape) {
    case OX_REGION_SPHERE:
        return sphere_crossed(region, a, b) || ox_region_holds(region, a) || ox_region_holds(region, b);
    case OX_REGION_BOX:
        return box_crossed(region, a, b);
    case OX_REGION_PRISM:
        return prism_crossed(region, a, b);
    case OX_REGION_PLANES:
        return planes_crossed(region, a, b);
    default:
        return false;
    }
}

bool ox_region_holds(const ox_region *region, vec3 place) {
    if (region->shape == OX_REGION_SPHERE) {
        sphere3 sphere = {region->centre, region->half.x};
        return sphere_contains(&sphere, place);
    }
    return ox_region_crossed(region, place, place);
}

/* ---- bounds ---- */

static fx limit_wide(int64_t n) { return (fx)(n > FX_MAX ? FX_MAX : n < FX_MIN ? FX_MIN : n); }

static box3 bounds_of_box(const ox_region *r) {
    rot33 m = q4_to_rot33(r->rotation);
    const fx *half = &r->half.x;
    int64_t reach[3];
    for (int i = 0; i < 3; i++) {
        reach[i] = 2; /* margin for rounding */
        for (int k = 0; k < 3; k++)
            reach[i] += (((int64_t)(m.m[i][k] < 0 ? -m.m[i][k] : m.m[i][k])) * half[k] >> 30) + 1;
    }
    return (box3){{limit_wide(r->centre.x - reach[0]), limit_wide(r->centre.y - reach[1]),
                   limit_wide(r->centre.z - reach[2])},
                  {limit_wide(r->centre.x + reach[0]), limit_wide(r->centre.y + reach[1]),
                   limit_wide(r->centre.z + reach[2])}};
}

box3 ox_region_bounds(const ox_region *region) {
    box3 bounds = {{FX_MIN, FX_MIN, FX_MIN}, {FX_MAX, FX_MAX, FX_MAX}};
    if (region->shape == OX_REGION_SPHERE) {
        sphere3 sphere = {region->centre, region->half.x};
        bounds = box_from_sphere(&sphere);
    } else if (region->shape == OX_REGION_BOX) {
        bounds = bounds_of_box(region);
    } else if (region->shape == OX_REGION_PRISM) {
        bounds = box_empty();
        for (uint32_t i = 0; i < region->count; i++) {
            bounds = box_include(&bounds, (vec3){region->points[i].x, region->low, region->points[i].y});
            bounds = box_include(&bounds, (vec3){region->points[i].x, region->high, region->points[i].y});
        }
    }
    return bounds;
}

/* ---- lines for people ---- */

typedef void ox_line(void *target, vec3 a, vec3 b);

static uint32_t draw_corners(const vec3 corners[8], ox_line *line, void *target) {
    uint32_t lines = 0;
    for (uint32_t i = 0; i < 8; i++) {
        for (uint32_t bit = 1; bit < 8; bit *= 2) {
            if ((i & bit) != 0) continue;
            line(target, corners[i], corners[i | bit]);
            lines++;
        }
    }
    return lines;
}

static uint32_t draw_region(const ox_region *r, ox_line *line, void *target) {
    vec3 corners[8];
    box3 bounds = ox_region_bounds(r);
    if (r->shape == OX_REGION_PRISM) {
        for (uint32_t i = 0; i < r->count; i++) {
            vec2 p = r->points[i], q = r->points[i + 1u < r->count ? i + 1u : 0];
            line(target, (vec3){p.x, r->low, p.y}, (vec3){q.x, r->low, q.y});
            line(target, (vec3){p.x, r->high, p.y}, (vec3){q.x, r->high, q.y});
            line(target, (vec3){p.x, r->low, p.y}, (vec3){p.x, r->high, p.y});
        }
        return 3u * r->count;
    }
    if (r->shape == OX_REGION_PLANES) return 0;
    for (uint32_t i = 0; i < 8; i++) {
        vec3 side = {i & 1u ? r->half.x : -r->half.x, i & 2u ? r->half.y : -r->half.y,
                     i & 4u ? r->half.z : -r->half.z};
        corners[i] = r->shape == OX_REGION_BOX ? v3_add(r->centre, q4_rotate(r->rotation, side))
                                               : box_corner(&bounds, (int)i);
    }
    return draw_corners(corners, line, target);
}

uint32_t ox_regions_draw(const ox_regions *regions, ox_line *line, void *target) {
    uint32_t lines = 0;
    if (!regions->shown) return 0;
    for (uint32_t i = 0; i < regions->count; i++) {
        if (regions->regions[i].region != NULL && regions->regions[i].on)
            lines += draw_region(regions->regions[i].region, line, target);
    }
    return lines;
}
