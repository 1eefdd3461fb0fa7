/* The gap between the cores of two convex shapes: by clamping, or by GJK. */
#include "kernel/collision/gap.h"

#include "fixedmath/line.h"
#include "fixedmath/root.h"
#include "kernel/collision/facing.h"

/* ---- simplices ---- */

/* A corner of the difference of two cores: B's minus A's; and the corners it is made of, from the origins of their shapes. */
typedef struct corner {
    vec3 w, a, b;
} corner;

/* The part of a simplex that is nearest to the origin, and the direction from the origin towards it, of any length. */
typedef struct feature {
    int count;
    uint8_t of[3];
    vec3 way;
} feature;

/* No product is rounded. One of the two is an edge of a simplex, at most 2^28, or both are below 2^30. */
static vec3 cross_short(vec3 a, vec3 b) {
    const int64_t c[3] = {fx_wide(a.y, b.z) - fx_wide(a.z, b.y), fx_wide(a.z, b.x) - fx_wide(a.x, b.z),
                          fx_wide(a.x, b.y) - fx_wide(a.y, b.x)};

    return ox_short_direction(c);
}

static void near_corner(const corner *c, int i, feature *out) { *out = (feature){1, {(uint8_t)i}, c[i].w}; }

static void near_edge(const corner *c, int i, int j, feature *out) {
    const vec3 a = c[i].w, edge = v3_sub(c[j].w, a);
    const int64_t along = -v3_dot_wide(a, edge);

    if (along <= 0) {
        near_corner(c, i, out);
    } else if (along >= v3_dot_wide(edge, edge)) {
        near_corner(c, j, out);
    } else {
        *out = (feature){2, {(uint8_t)i, (uint8_t)j}, cross_short(cross_short(edge, a), edge)};
    }
}

/* How far a feature lies from the origin, in 2^-30 LSB. */
static int64_t feature_distance(const corner *c, const feature *f, dir30 *unit) {
    const vec3 w = c[f->of[0]].w;

    if (v3_is_zero(f->way) || !v3_normalize_dir30(f->way, unit)) return 0;
    return fx_mad(fx_mad(fx_wide(w.x, unit->x), w.y, unit->y), w.z, unit->z);
}

static void keep_nearer(const corner *c, const feature *candidate, feature *best, int64_t *least) {
    dir30 unit;
    int64_t distance = feature_distance(c, candidate, &unit);

    if (*least >= 0 && distance >= *least) return;
    *least = distance;
    *best = *candidate;
}

static void near_edges(const corner *c, int i, int j, int k, feature *out) {
    int64_t least = -1;
    feature f;

    near_edge(c, i, j, &f);
    keep_nearer(c, &f, out, &least);
    near_edge(c, i, k, &f);
    keep_nearer(c, &f, out, &least);
    near_edge(c, j, k, &f);
    keep_nearer(c, &f, out, &least);
}

/* By the triangle's Voronoi regions. (Ericson 5.1.5; there the sides are told by products of four lengths, here by directions of 30 bits.) */
static void near_face(const corner *c, int i, int j, int k, feature *out) {
    const vec3 a = c[i].w, b = c[j].w, d = c[k].w, ab = v3_sub(b, a), ad = v3_sub(d, a), bd = v3_sub(d, b);
    const vec3 n = cross_short(ab, ad);
    const int64_t ab_a = -v3_dot_wide(ab, a), ad_a = -v3_dot_wide(ad, a), ab_b = -v3_dot_wide(ab, b),
                  ad_b = -v3_dot_wide(ad, b), ab_d = -v3_dot_wide(ab, d), ad_d = -v3_dot_wide(ad, d);
    int64_t height;

    if (v3_is_zero(n)) {
        near_edges(c, i, j, k, out);
    } else if (ab_a <= 0 && ad_a <= 0) {
        near_corner(c, i, out);
    } else if (ab_b >= 0 && ad_b <= ab_b) {
        near_corner(c, j, out);
    } else if (ad_d >= 0 && ab_d <= ad_d) {
        near_corner(c, k, out);
    } else if (ab_a >= 0 && ab_b <= 0 && v3_dot_wide(cross_short(ab, n), a) <= 0) {
        near_edge(c, i, j, out);
    } else if (ad_a >= 0 && ad_d <= 0 && v3_dot_wide(cross_short(n, ad), a) <= 0) {
        near_edge(c, i, k, out);
    } else if (ad_b >= ab_b && ab_d >= ad_d && v3_dot_wide(cross_short(bd, n), b) <= 0) {
        near_edge(c, j, k, out);
    } else {
        height = v3_dot_wide(n, a);
        *out = (feature){3, {(uint8_t)i, (uint8_t)j, (uint8_t)k}, height < 0 ? v3_neg(n) : n};
        if (height == 0) out->way = V3_ZERO;
    }
}

/* False: the origin is inside of the tetrahedron. */
static bool near_solid(const corner *c, feature *out) {
    static const uint8_t faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    int64_t least = -1;

    for (int f = 0; f < 4; f++) {
        const uint8_t *of = faces[f];
        const vec3 a = c[of[0]].w;
        const vec3 n = cross_short(v3_sub(c[of[1]].w, a), v3_sub(c[of[2]].w, a));
        const int64_t origin = -v3_dot_wide(n, a), inside = v3_dot_wide(n, v3_sub(c[of[3]].w, a));
        feature candidate;

        if (origin != 0 && inside != 0 && (origin < 0) == (inside < 0)) continue;
        near_face(c, of[0], of[1], of[2], &candidate);
        keep_nearer(c, &candidate, out, &least);
    }
    return least >= 0;
}

/* ---- GJK ---- */

enum { GJK_ROUNDS = 40 };

typedef struct gjk {
    const ox_shape *a, *b;
    rig34 turn_a, turn_b; /* poses without their places */
    vec3 between;         /* from A's place to B's */
    int count;
    corner corners[4];
    dir30 unit;
    int64_t distance; /* in 2^-30 LSB */
} gjk;

static fx difference(fx b, fx between, fx a) { return fx_sat64((int64_t)b + between - a); }

static corner corner_along(const gjk *g, vec3 way) {
    corner c;

    c.a = ox_shape_support(g->a, &g->turn_a, way);
    c.b = ox_shape_support(g->b, &g->turn_b, v3_neg(way));
    c.w = (vec3){difference(c.b.x, g->between.x, c.a.x), difference(c.b.y, g->between.y, c.a.y),
                 difference(c.b.z, g->between.z, c.a.z)};
    return c;
}

static bool has_corner(const gjk *g, vec3 w) {
    for (int i = 0; i < g->count; i++)
        if (v3_equal(g->corners[i].w, w)) return true;
    return false;
}

/* The nearest part of the simplex with one more corner; false: the origin is in it. */
static bool nearest(const corner *c, int count, feature *out) {
    if (count == 4) return near_solid(c, out);
    if (count == 3) {
        near_face(c, 2, 1, 0, out);
    } else if (count == 2) {
        near_edge(c, 1, 0, out);
    } else {
        near_corner(c, 0, out);
    }
    return true;
}

static void keep_feature(gjk *g, const feature *f) {
    corner kept[3];

    for (int i = 0; i < f->count; i++) kept[i] = g->corners[f->of[i]];
    for (int i = 0; i < f->count; i++) g->corners[i] = kept[i];
    g->count = f->count;
}

/* True: the cores are apart, and corners, unit and distance tell how. */
static bool gjk_run(gjk *g) {
    vec3 way = v3_is_zero(g->between) ? V3_X : g->between;
    int hidden = 0;

    for (int round = 0; round < GJK_ROUNDS; round++) {
        corner c = corner_along(g, way);
        int64_t distance;
        feature f;
        dir30 unit;

        if (g->count > 0 &&
            (has_corner(g, c.w) ||
             g->distance - fx_mad(fx_mad(fx_wide(c.w.x, g->unit.x), c.w.y, g->unit.y), c.w.z, g->unit.z) <=
                 1 << 28))
            return true;
        g->corners[g->count] = c;
        if (!nearest(g->corners, g->count + 1, &f)) return false;
        distance = feature_distance(g->corners, &f, &unit);
        if (distance <= 0) return false;
        if (g->count > 0 &&
            distance >= g->distance) { /* rounding hides small steps: it is given three that show nothing */
            if (hidden == 3 || distance - g->distance > fx_sra64(g->distance, 26)) return true;
            hidden++;
        }
        keep_feature(g, &f);
        g->distance = distance;
        g->unit = unit;
        way = f.way;
    }
    return true;
}

/* Weights of a triangle's corners for the foot of the origin, in Q2.30. */
static void face_weights(const corner *c, q30 weight[3]) {
    const vec3 n = cross_short(v3_sub(c[1].w, c[0].w), v3_sub(c[2].w, c[0].w));
    int64_t part[3], sum = 0;
    int down;

    for (int i = 0; i < 3; i++) { /* twice the area across from the corner, seen along the normal */
        const vec3 p = c[(i + 1) % 3].w, q = v3_sub(c[(i + 2) % 3].w, p);
        const int64_t area[3] = {fx_wide(p.y, q.z) - fx_wide(p.z, q.y), fx_wide(p.z, q.x) - fx_wide(p.x, q.z),
                                 fx_wide(p.x, q.y) - fx_wide(p.y, q.x)};

        part[i] = fx_sra64(area[0], 31) * n.x + fx_sra64(area[1], 31) * n.y + fx_sra64(area[2], 31) * n.z +
                  fx_sra64((area[0] & 0x7FFFFFFF) * n.x, 31) + fx_sra64((area[1] & 0x7FFFFFFF) * n.y, 31) +
                  fx_sra64((area[2] & 0x7FFFFFFF) * n.z, 31);
        if (part[i] < 0) part[i] = 0;
        sum += part[i] >> 2;
    }
    down = 34 - fx_clz64((uint64_t)sum);
    if (down < 0) down = 0;
    sum >>= down;
    weight[1] = sum == 0 ? 0 : (q30)fx_clamp(fx_sat64(((part[1] >> down) << 28) / sum), 0, Q30_ONE);
    weight[2] =
        sum == 0 ? 0 : (q30)fx_clamp(fx_sat64(((part[2] >> down) << 28) / sum), 0, Q30_ONE - weight[1]);
    weight[0] = Q30_ONE - weight[1] - weight[2];
}

static vec3 weighted(const vec3 p[3], const q30 weight[3]) {
    return (vec3){fx_sat64(fx_rshr64(
                      fx_mad(fx_mad(fx_wide(p[0].x, weight[0]), p[1].x, weight[1]), p[2].x, weight[2]), 30)),
                  fx_sat64(fx_rshr64(
                      fx_mad(fx_mad(fx_wide(p[0].y, weight[0]), p[1].y, weight[1]), p[2].y, weight[2]), 30)),
                  fx_sat64(fx_rshr64(
                      fx_mad(fx_mad(fx_wide(p[0].z, weight[0]), p[1].z, weight[1]), p[2].z, weight[2]), 30))};
}

static void gjk_points(const gjk *g, vec3 *on_a, vec3 *on_b) {
    const corner *c = g->corners;
    vec3 a[3] = {V3_ZERO}, b[3] = {V3_ZERO};
    q30 weight[3] = {Q30_ONE, 0, 0};

    if (g->count == 3) {
        face_weights(c, weight);
    } else if (g->count == 2) {
        const segment3 edge = {c[0].w, c[1].w};

        weight[1] = segment_closest(&edge, V3_ZERO);
        weight[0] = Q30_ONE - weight[1];
    }
    for (int i = 0; i < g->count; i++) {
        a[i] = c[i].a;
        b[i] = c[i].b;
    }
    *on_a = weighted(a, weight);
    *on_b = weighted(b, weight);
}

static void gap_by_gjk(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b,
                       ox_gap *gap) {
    gjk g;

    g.a = a;
    g.b = b;
    g.turn_a = rig34_from(&pose_a->r, V3_ZERO);
    g.turn_b = rig34_from(&pose_b->r, V3_ZERO);
    g.between = v3_subs(pose_b->t, pose_a->t);
    g.count = 0;
    g.distance = 0;
    gap->distance = 0;
    if (!gjk_run(&g)) return;
    gap->distance = fx_sat64(fx_rshr64(g.distance, 30));
    gap->way = g.unit;
    gjk_points(&g, &gap->on_a, &gap->on_b);
    gap->on_a = v3_adds(gap->on_a, pose_a->t);
    gap->on_b = v3_adds(gap->on_b, pose_b->t);
}

/* ---- points ---- */

/* A's core is a point, B's a point, a segment or a box. */
static void gap_of_point(vec3 place, const ox_shape *b, const rig34 *pose_b, ox_gap *gap) {
    const vec3 local = rot33_apply_inverse(&pose_b->r, v3_sub(place, pose_b->t));
    const vec3 near = v3_clamp(local, v3_neg(b->half), b->half), away = v3_sub(near, local);
    dir30 unit;

    gap->distance = v3_length(away);
    if (gap->distance == 0 || !v3_normalize_dir30(away, &unit)) return;
    gap->way = rot33_apply_dir30(&pose_b->r, unit);
    gap->on_a = place;
    gap->on_b = rig34_point(pose_b, near);
}

static void gap_turn(ox_gap *gap) {
    const vec3 on_a = gap->on_a;

    gap->way = dir30_neg(gap->way);
    gap->on_a = gap->on_b;
    gap->on_b = on_a;
}

void ox_gap_find(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b,
                 ox_gap *gap) {
    const bool far = ox_gap_is_far(v3_subs(pose_b->t, pose_a->t));

    *gap = (ox_gap){.way = {Q30_ONE, 0, 0}, .on_a = pose_a->t, .on_b = pose_b->t};
    if (!far && a->kind <= OX_SHAPE_CAPSULE && ox_shape_is_triangle(b)) {
        const ox_hull *h = b->data.hull;
        ox_facing_gap(a, pose_a,
                      &(ox_triangle){{h->points[0], h->points[1], h->points[2]}, h->planes[0], 0, 0}, pose_b,
                      gap);
    } else if (!far && a->kind == OX_SHAPE_SPHERE && b->kind <= OX_SHAPE_BOX) {
        gap_of_point(pose_a->t, b, pose_b, gap);
    } else if (!far && b->kind == OX_SHAPE_SPHERE && a->kind <= OX_SHAPE_BOX) {
        gap_of_point(pose_b->t, a, pose_a, gap);
        gap_turn(gap);
    } else {
        gap_by_gjk(a, pose_a, b, pose_b, gap);
    }
}
