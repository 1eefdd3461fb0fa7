/* Contacts of convex shapes with the triangles of a soup. */
#include "fixedmath/line.h"
#include "fixedmath/root.h"
#include "kernel/collision/facing.h"
#include "kernel/collision/solid_internal.h"
#include "kernel/collision/soup_internal.h"

/* A side or a pair of edges has to be better than the triangle's normal by 1 % and by half a millimetre. */
enum { HANDICAP = 33, FACES = 2 };

typedef struct contact_walk {
    ox_soup_walk walk;
    const ox_soup *soup;
    const rig34 *pose;
    const ox_shape *shape;
    segment3 core, core_here; /* of a round shape: seen from base, and in the soup's axes */
    ox_solid solid;           /* others */
    vec3 base, middle;
    fx margin, thickness;
    ox_soup_hear *hear;
    void *context;
} contact_walk;

static void put_point(const contact_walk *w, vec3 at, fx depth, uint32_t feature, ox_manifold *m) {
    const ox_contact_point point = {v3_add(at, w->base), depth, (uint16_t)feature};
    if (depth >= -w->margin) ox_manifold_add(m, &point);
}

/* ---- round shapes ---- */

/* The ends of what lies over the triangle, with its normal. */
static void lay_on(const contact_walk *w, const ox_facing *f, const segment3 *over, ox_manifold *m) {
    const vec3 ends[2] = {over->from, over->to};
    m->normal = f->normal;
    for (uint32_t i = 0; i < (v3_equal(ends[0], ends[1]) ? 1u : 2u); i++) {
        const fx height = ox_facing_height(f, ends[i]), radius = w->shape->radius;
        put_point(w, v3_sub(ends[i], v3_scale_dir30(f->normal, (height + radius) / 2)), radius - height, i,
                  m);
    }
}

/* Whether a way of a length and a height above a plane is within a degree of its normal: sin^2 of a degree is 1 / 3283. */
static bool is_upright(uint64_t length2, fx height) {
    const uint64_t up2 = (uint64_t)((int64_t)height * height);
    return up2 >= length2 || (length2 - up2) < length2 / 3283;
}

/* Whether a segment falls by less than 2 % along a triangle. */
static bool is_level(const ox_facing *f, const segment3 *s) {
    const int64_t fall = solid_dot(f->normal, v3_sub(s->to, s->from));
    return (uint64_t)(fall * fall) < v3_distance2(s->from, s->to) / 2500;
}

static void meet_edge(const contact_walk *w, const ox_facing_edge *near, ox_manifold *m) {
    const vec3 way = v3_sub(near->on_core, near->on_edge);
    const fx depth = w->shape->radius - v3_length(way);
    if (depth < -w->margin || !v3_normalize_dir30(way, &m->normal)) return;
    put_point(w, v3_sub(near->on_edge, v3_scale_dir30(m->normal, depth / 2)), depth, 4 + (uint32_t)near->edge,
              m);
}

/* A core that reaches through the triangle, or is nearest to its inside, meets its face; else an edge or a corner, with the way to it as the normal
 * where that is active. Where it is not, the neighbour is nearer, but within a degree, where both agree. */
static void meet_round(const contact_walk *w, const ox_facing *f, ox_manifold *m) {
    segment3 over = w->core;
    const bool is_over = ox_facing_cut(f, &over);
    const fx low = is_over ? fx_min(ox_facing_height(f, over.from), ox_facing_height(f, over.to)) : FX_MAX;
    if (is_over &&
        (low < 0 || (low <= ox_facing_height(f, w->core.from) && low <= ox_facing_height(f, w->core.to)))) {
        lay_on(w, f, &over, m);
        return;
    }
    const ox_facing_edge near = ox_facing_nearest(f, &w->core, fx_adds(w->shape->radius, w->margin));
    const fx height = solid_dot(f->normal, v3_sub(near.on_core, near.on_edge));
    if (is_over && (uint64_t)((int64_t)low * low) <= near.distance2) {
        lay_on(w, f, &over, m);
    } else if (near.distance2 == UINT64_MAX) {
        return;
    } else if (height >= 0 && is_upright(near.distance2, height)) {
        if (!is_over || !is_level(f, &over)) over = (segment3){near.on_core, near.on_core};
        lay_on(w, f, &over, m);
    } else if (height >= 0 && near.active) {
        meet_edge(w, &near, m);
    } else if (is_over) {
        lay_on(w, f, &over, m);
    }
}

/* ---- boxes and hulls ---- */

/* The best direction so far. */
typedef struct choice {
    enum { BY_FRONT, BY_SIDE, BY_EDGES } kind;
    fx apart;
    uint32_t side, feature;
    dir30 normal; /* from the soup to the shape */
    segment3 edge, other;
} choice;

static bool is_better(const choice *c, fx apart) {
    return apart > (int64_t)c->apart + fx_abs_sat(c->apart) / 100 + HANDICAP;
}

/* Whether what of the triangle lies farthest against a direction sticks out: the corner, or the edge. All of it: its face does. */
static bool meets_active(const ox_facing *f, dir30 direction) {
    enum { LEVEL = FX_ONE / 256 };
    fx along[3], least;
    for (int k = 0; k < 3; k++) along[k] = solid_dot(direction, f->corner[k]);
    least = fx_min(along[0], fx_min(along[1], along[2])) + LEVEL;
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        if (along[k] <= least && along[next] <= least && along[3 - k - next] <= least) return true;
        if (along[k] <= least && along[next] <= least && along[3 - k - next] > least)
            return ox_facing_is_active(f, k);
    }
    return ox_facing_corner_is_active(f, along[0] <= least ? 0 : along[1] <= least ? 1 : 2);
}

/* False: a side of the body keeps the two apart. */
static bool try_sides(const contact_walk *w, const ox_facing *f, choice *c) {
    for (uint32_t i = 0; i < w->solid.face_count; i++) {
        const dir30 n = ox_solid_normal(&w->solid, i);
        const vec3 on = ox_solid_on(&w->solid, i);
        fx apart = FX_MAX;
        for (int k = 0; k < 3; k++) apart = fx_min(apart, solid_dot(n, v3_sub(f->corner[k], on)));
        if (apart > w->margin) return false;
        if (!is_better(c, apart) || dir30_dot(n, f->normal) > 0 || !meets_active(f, n)) continue;
        c->kind = BY_SIDE;
        c->apart = apart;
        c->side = i;
    }
    return true;
}

/* An edge of the body: its direction, and what a normal across it has to lie between to be that of the outermost. */
typedef struct body_edge {
    segment3 own;
    const uint8_t *edge;
    dir30 along, normals[2]; /* of the faces beside it */
    int64_t doubt[2];        /* how far the edge is from lying in them, Q60 */
    vec3 first, second, outward;
} body_edge;

static bool open_edge(const contact_walk *w, const uint8_t *edge, body_edge *e) {
    e->edge = edge;
    e->own = (segment3){w->solid.points[edge[0]], w->solid.points[edge[1]]};
    if (!v3_normalize_dir30(v3_sub(e->own.to, e->own.from), &e->along)) return false;
    const vec3 along = {e->along.x, e->along.y, e->along.z};
    for (uint32_t i = 0; i < 2; i++) {
        e->normals[i] = ox_solid_normal(&w->solid, edge[2 + i]);
        e->doubt[i] = (int64_t)fx_magnitude64(solid_wide_dot(e->normals[i], along)) + ((int64_t)1 << 36);
    }
    e->first = solid_cross(e->normals[0], along);
    e->second = solid_cross(e->normals[1], along);
    e->outward = v3_sub(e->own.from, w->middle);
    return true;
}

/* Whether a direction surely leaves both faces beside an edge on one side. Then the normal across both, whichever way it points, does not lie between theirs: (a x b) * (n x a) = -(b * n),
 * as the edge lies in its faces. */
static bool leaves_both(const body_edge *e, vec3 b) {
    const int64_t first = solid_wide_dot(e->normals[0], b), second = solid_wide_dot(e->normals[1], b);
    return (first > e->doubt[0] && second > e->doubt[1]) || (first < -e->doubt[0] && second < -e->doubt[1]);
}

/* The sign that the product of a vector and the unit vector of `across`, whose length is at most 2^30, is sure to have: 0 where the three LSB by which the unit vector may be off count. */
static int sure_sign(vec3 across, vec3 v) {
    const int64_t dot = v3_dot_wide(across, v),
                  doubt = 4 * ((int64_t)fx_magnitude(v.x) + fx_magnitude(v.y) + fx_magnitude(v.z));
    return dot > doubt ? 1 : dot < -doubt ? -1 : 0;
}

/* Whether one of two edges surely is not the outermost along their common normal; most pairs are such, and need no root. */
static bool lies_within(const body_edge *e, const ox_facing *f, int k, vec3 across) {
    const int out = sure_sign(across, e->outward);
    return out * sure_sign(across, e->first) > 0 || out * sure_sign(across, e->second) < 0 ||
           out * sure_sign(across, f->inward[k]) < 0;
}

static bool try_edge_pair(const contact_walk *w, const ox_facing *f, const body_edge *e, int k, dir30 way,
                          choice *c) {
    const segment3 other = {f->corner[k], f->corner[(k + 1) % 3]};
    const vec3 along = {way.x, way.y, way.z};
    dir30 n;
    if (leaves_both(e, along)) return true;
    const vec3 across = solid_cross(e->along, along);
    if ((v3_len2(across) >> 40) < ((uint64_t)1 << 10) || lies_within(e, f, k, across) ||
        !v3_normalize_dir30(across, &n))
        return true;
    if (solid_wide_dot(n, e->outward) < 0) n = dir30_neg(n); /* out of the body */
    if (solid_wide_dot(n, e->first) > 0 || solid_wide_dot(n, e->second) < 0 ||
        solid_wide_dot(n, f->inward[k]) < 0)
        return true; /* one of the edges is not the outermost there */
    const fx apart = solid_dot(n, v3_sub(other.from, e->own.from));
    if (apart > w->margin) return false;
    if (!is_better(c, apart) || dir30_dot(n, f->normal) > 0 || !ox_facing_is_active(f, k)) return true;
    *c = (choice){.kind = BY_EDGES,
                  .apart = apart,
                  .feature = 0x4000u | (uint32_t)e->edge[0] << 7 | (uint32_t)e->edge[1] << 2 | (uint32_t)k,
                  .normal = dir30_neg(n),
                  .edge = e->own,
                  .other = other};
    return true;
}

/* What a box's edges of one axis and an edge of the triangle come to. */
typedef struct edge_meeting {
    int k;
    vec3 across;       /* from the box to the triangle, at most 2^30 long */
    uint32_t from, to; /* corners of the box's edge */
} edge_meeting;

/* Whether the root of `across` has to be taken: its length lies between its greatest component and all of them together, which mostly tells that the edges neither keep the two apart nor are
 * better. */
static bool may_matter(const contact_walk *w, const choice *c, vec3 across, int64_t along, bool may_choose) {
    const int64_t x = fx_magnitude(across.x), y = fx_magnitude(across.y), z = fx_magnitude(across.z),
                  most = x > y ? (x > z ? x : z) : (y > z ? y : z);
    const int64_t better = may_choose ? (int64_t)c->apart + fx_abs_sat(c->apart) / 100 + HANDICAP : w->margin,
                  least = better < w->margin ? better : w->margin;
    return along > least * (least < 0 ? x + y + z : most);
}

/* Of the four edges along an axis of a box the one that lies outermost counts, and which way is out the triangle says. False: the two are kept apart. */
static bool try_box_edge(const contact_walk *w, const ox_facing *f, const edge_meeting *e, choice *c) {
    const segment3 own = {w->solid.points[e->from], w->solid.points[e->to]},
                   other = {f->corner[e->k], f->corner[(e->k + 1) % 3]};
    const int64_t along = v3_dot_wide(e->across, v3_sub(other.from, own.from));
    const bool may_choose = ox_facing_is_active(f, e->k) && solid_wide_dot(f->normal, e->across) <= 0;
    dir30 n;
    if (!may_matter(w, c, e->across, along, may_choose) || !v3_normalize_dir30(e->across, &n)) return true;
    const fx apart = solid_dot(n, v3_sub(other.from, own.from));
    if (apart > w->margin) return false;
    if (!may_choose || !is_better(c, apart)) return true;
    *c = (choice){.kind = BY_EDGES,
                  .apart = apart,
                  .feature = 0x4000u | e->from << 7 | e->to << 2 | (uint32_t)e->k,
                  .normal = dir30_neg(n),
                  .edge = own,
                  .other = other};
    return true;
}

static bool try_box_edges(const contact_walk *w, const ox_facing *f, choice *c) {
    const rot33 *turn = &w->solid.pose->r;
    for (int k = 0; k < 3; k++) {
        dir30 along;
        if (!v3_normalize_dir30(v3_sub(f->corner[(k + 1) % 3], f->corner[k]), &along)) continue;
        for (int axis = 0; axis < 3; axis++) {
            edge_meeting e = {.k = k};
            e.across = solid_cross(rot33_axis(turn, axis), (vec3){along.x, along.y, along.z});
            if ((v3_len2(e.across) >> 40) < ((uint64_t)1 << 10)) continue;
            if (v3_dot_wide(e.across, f->inward[k]) < 0) e.across = v3_neg(e.across);
            for (int other = 0; other < 3; other++)
                if (other != axis && solid_wide_dot(rot33_axis(turn, other), e.across) > 0)
                    e.from |= 1u << other;
            e.to = e.from | 1u << axis;
            if (!try_box_edge(w, f, &e, c)) return false;
        }
    }
    return true;
}

/* False: a pair of edges keeps the two apart. */
static bool try_edges(const contact_walk *w, const ox_facing *f, choice *c) {
    uint32_t count;
    if (w->solid.hull == NULL) return try_box_edges(w, f, c);
    const uint8_t *edges = ox_solid_edges(&w->solid, &count);
    bool is_edge[3];
    dir30 along[3];
    for (int k = 0; k < 3; k++)
        is_edge[k] = v3_normalize_dir30(v3_sub(f->corner[(k + 1) % 3], f->corner[k]), &along[k]);
    for (uint32_t i = 0; i < count; i++) {
        body_edge e;
        if (!open_edge(w, edges + 4 * i, &e)) continue;
        for (int k = 0; k < 3; k++)
            if (is_edge[k] && !try_edge_pair(w, f, &e, k, along[k], c)) return false;
    }
    return true;
}

/* Whether a body lies wholly behind the triangle, with its middle under it: then nothing but the front leads out. */
static bool is_sunk(const contact_walk *w, const ox_facing *f) {
    if (ox_solid_before(&w->solid, dir30_neg(f->normal), f->corner[0]) <= 0) return false;
    for (int k = 0; k < 3; k++)
        if (v3_dot_wide(f->inward[k], v3_sub(w->middle, f->corner[k])) < 0) return false;
    return true;
}

static void meet_solid(const contact_walk *w, const ox_facing *f, const ox_triangle *t, ox_manifold *m) {
    static const uint8_t first[] = {0, 3, 6}, loops[] = {0, 1, 2, 2, 1, 0};
    choice c = {.kind = BY_FRONT, .apart = ox_solid_before(&w->solid, f->normal, f->corner[0])};
    if (c.apart > w->margin || (!is_sunk(w, f) && (!try_sides(w, f, &c) || !try_edges(w, f, &c)))) return;
    if (c.kind == BY_EDGES) {
        q30 s, o;
        segments_closest(&c.edge, &c.other, &s, &o);
        const vec3 p = segment_at(&c.edge, s), q = segment_at(&c.other, o);
        m->normal = c.normal;
        put_point(w, (vec3){fx_mid(p.x, q.x), fx_mid(p.y, q.y), fx_mid(p.z, q.z)}, -c.apart, c.feature, m);
        return;
    }
    const plane30 planes[FACES] = {t->plane, plane_flip(&t->plane)};
    const ox_hull hull = {.points = t->corner,
                          .planes = planes,
                          .first = first,
                          .loops = loops,
                          .point_count = 3,
                          .face_count = FACES};
    const ox_shape thin = ox_shape_hull(&hull);
    ox_solid triangle;
    ox_solid_open(&triangle, &thin, w->pose, w->base);
    if (c.kind == BY_FRONT)
        ox_solid_touch(&triangle, 0, &w->solid, w->margin, true, m);
    else
        ox_solid_touch(&w->solid, c.side, &triangle, w->margin, false, m);
}

/* ---- all of them ---- */

/* Whether a round core lies too high over the plane of a triangle to meet it; the margin has room for what turning it into the world rounds. */
static bool is_above(const contact_walk *w, const ox_triangle *t) {
    const fx reach = fx_adds(fx_adds(w->shape->radius, w->margin), 4);
    return plane_distance(&t->plane, w->core_here.from) > reach &&
           plane_distance(&t->plane, w->core_here.to) > reach;
}

static void meet_triangle(ox_soup_walk *walk, uint32_t triangle) {
    const contact_walk *w = (const contact_walk *)(void *)walk;
    const bool is_round = w->shape->kind <= OX_SHAPE_CAPSULE;
    ox_triangle t;
    ox_facing f;
    ox_manifold m = {.count = 0};
    ox_soup_triangle(w->soup, triangle, &t);
    if (is_round && is_above(w, &t)) return;
    ox_facing_set(&f, &t, w->pose, w->base);
    if (ox_facing_height(&f, w->middle) < -w->thickness) return;
    if (is_round)
        meet_round(w, &f, &m);
    else
        meet_solid(w, &f, &t, &m);
    if (m.count > 0) w->hear(w->context, triangle, &m);
}

static vec3 middle_of(const ox_solid *solid) {
    int64_t sum[3] = {0, 0, 0};
    for (uint32_t i = 0; i < solid->point_count; i++)
        for (int k = 0; k < 3; k++) sum[k] += v3_get(solid->points[i], k);
    const int64_t count = solid->point_count;
    return (vec3){(fx)(sum[0] / count), (fx)(sum[1] / count), (fx)(sum[2] / count)};
}

void ox_soup_collide(const ox_soup *soup, const rig34 *pose, const ox_shape *shape, const rig34 *shape_pose,
                     const ox_soup_listener *listener) {
    if (shape->kind >= OX_SHAPE_CONVEX) return;
    const rig34 inverse = rig34_inverse(pose), here = rig34_mul(&inverse, shape_pose);
    const box3 box = ox_shape_bounds(shape, &here);
    /* What is smaller than the thickness may lie behind a triangle without touching its box. */
    const fx sunk = fx_subs(ox_soup_thickness(soup), ox_shape_least(shape));
    contact_walk w = {
        .walk = {.box = box_expand(&box, fx_adds(fx_max(listener->margin, sunk), 4)), .meet = meet_triangle},
        .soup = soup,
        .pose = pose,
        .shape = shape,
        .base = shape_pose->t,
        .margin = listener->margin,
        .thickness = ox_soup_thickness(soup),
        .hear = listener->hear,
        .context = listener->context};
    if (shape->kind <= OX_SHAPE_CAPSULE) {
        const vec3 half = shape->kind == OX_SHAPE_SPHERE
                              ? V3_ZERO
                              : rig34_direction(shape_pose, (vec3){0, shape->half.y, 0});
        const vec3 half_here = rig34_direction_inverse(pose, half);
        w.core = (segment3){v3_neg(half), half};
        w.core_here = (segment3){v3_subs(here.t, half_here), v3_adds(here.t, half_here)};
    } else {
        ox_solid_open(&w.solid, shape, shape_pose, w.base);
        w.middle = middle_of(&w.solid);
    }
    ox_soup_walk_tree(soup, &w.walk);
}
