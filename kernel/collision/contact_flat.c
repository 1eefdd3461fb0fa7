/* Contacts in the plane: discs, stadiums and rectangles as polygons of one, two and four corners with a radius about them (Catto, Box2D 3, manifold.c). */
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "kernel/collision/contact.h"
#include "kernel/collision/flat.h"
#include "kernel/collision/solid_internal.h"

/* A polygon about `base`, counter-clockwise; a polygon of two corners has two sides. */
typedef struct polygon {
    vec2 points[4];
    vec2 normals[4]; /* outward, Q2.30 */
    uint32_t count;
    fx radius;
} polygon;

static fx dot_q30(vec2 n, vec2 v) { return fx_sat64(fx_rshr64(fx_mad(fx_wide(n.x, v.x), n.y, v.y), 30)); }

static vec2 along_q30(vec2 n, fx by) { return (vec2){fx_mul_q30(by, n.x), fx_mul_q30(by, n.y)}; }

static void open_polygon(polygon *p, const ox_shape *shape, const rig34 *pose, vec3 base) {
    const vec2 c = {pose->t.x - base.x, pose->t.y - base.y}, ax = {pose->r.m[0][0], pose->r.m[1][0]},
               ay = {pose->r.m[0][1], pose->r.m[1][1]};
    const vec2 x = along_q30(ax, shape->kind == OX_SHAPE_BOX ? shape->half.x : 0),
               y = along_q30(ay, shape->half.y);
    p->radius = shape->radius;
    if (shape->kind == OX_SHAPE_SPHERE) {
        p->count = 1;
        p->points[0] = c;
        return;
    }
    p->count = shape->kind == OX_SHAPE_BOX ? 4 : 2;
    p->points[0] = v2_sub(v2_sub(c, x), y);
    if (p->count == 2) {
        p->points[1] = v2_add(c, y);
        p->normals[0] = ax;
        p->normals[1] = v2_neg(ax);
        return;
    }
    p->points[1] = v2_sub(v2_add(c, x), y);
    p->points[2] = v2_add(v2_add(c, x), y);
    p->points[3] = v2_add(v2_sub(c, x), y);
    p->normals[0] = v2_neg(ay);
    p->normals[1] = ax;
    p->normals[2] = ay;
    p->normals[3] = v2_neg(ax);
}

static void put_flat(ox_manifold *m, vec3 base, vec2 at, fx depth, uint32_t feature) {
    m->points[m->count++] =
        (ox_contact_point){{fx_add(base.x, at.x), fx_add(base.y, at.y), base.z}, depth, (uint16_t)feature};
}

static void set_normal(ox_manifold *m, vec2 n) { m->normal = (dir30){n.x, n.y, 0}; }

/* ---- a point and a polygon ---- */

/* The contact of a disc (A) with a polygon (B). */
static bool meet_disc(const polygon *a, const polygon *b, vec3 base, fx margin, ox_manifold *m) {
    const vec2 c = a->points[0];
    uint32_t side = 0;
    fx most = FX_MIN;
    for (uint32_t i = 0; i < b->count; i++) {
        const fx over = dot_q30(b->normals[i], v2_sub(c, b->points[i]));
        if (over > most) {
            most = over;
            side = i;
        }
    }
    vec2 near = v2_sub(c, along_q30(b->normals[side], most)), n = b->normals[side];
    fx apart = most;
    const vec2 from = b->points[side], to = b->points[side + 1 == b->count ? 0 : side + 1],
               edge = v2_sub(to, from);
    const int64_t before = v2_dot_wide(edge, v2_sub(c, from)), behind = v2_dot_wide(edge, v2_sub(to, c));
    if ((most > 0 || b->count == 2) && (before < 0 || behind < 0)) {
        near = before < 0 ? from : to;
        const vec3 way = {c.x - near.x, c.y - near.y, 0};
        dir30 d;
        apart = v3_length(way);
        if (!v3_is_zero(way) && v3_normalize_dir30(way, &d)) n = (vec2){d.x, d.y};
    }
    const fx depth = fx_subs(fx_adds(a->radius, b->radius), apart);
    if (depth < -margin) return false;
    set_normal(m, n);
    put_flat(m, base, v2_add(near, along_q30(n, b->radius - depth / 2)), depth, 0);
    return true;
}

static bool meet_discs(const polygon *a, const polygon *b, vec3 base, fx margin, ox_manifold *m) {
    const vec3 way = {a->points[0].x - b->points[0].x, a->points[0].y - b->points[0].y, 0};
    dir30 n = {0, Q30_ONE, 0};
    const fx near = fx_adds(fx_adds(a->radius, b->radius), margin);
    if (fx_abss(way.x) > near || fx_abss(way.y) > near) return false; /* a root is dear */
    const fx depth = fx_subs(fx_adds(a->radius, b->radius), v3_length(way));
    if (depth < -margin) return false;
    if (!v3_is_zero(way)) (void)v3_normalize_dir30(way, &n);
    m->normal = n;
    put_flat(m, base, v2_add(b->points[0], along_q30((vec2){n.x, n.y}, b->radius - depth / 2)), depth, 0);
    return true;
}

/* ---- two polygons ---- */

static fx best_side(const polygon *a, const polygon *b, uint32_t *side) {
    fx most = FX_MIN;
    for (uint32_t i = 0; i < a->count; i++) {
        fx least = FX_MAX;
        for (uint32_t k = 0; k < b->count; k++)
            least = fx_min(least, dot_q30(a->normals[i], v2_sub(b->points[k], a->points[i])));
        if (least > most) {
            most = least;
            *side = i;
        }
    }
    return most;
}

/* How far a polygon lies beyond the ends of one with two corners, which has no sides there. */
static fx beyond_ends(const polygon *a, const polygon *b) {
    if (a->count != 2) return FX_MIN;
    const vec2 along = v2_perp(a->normals[0]);
    fx behind = FX_MAX, before = FX_MAX;
    for (uint32_t k = 0; k < b->count; k++) {
        behind = fx_min(behind, dot_q30(along, v2_sub(b->points[k], a->points[1])));
        before = fx_min(before, fx_negs(dot_q30(along, v2_sub(b->points[k], a->points[0]))));
    }
    return fx_max(behind, before);
}

/* The corners nearest to one another, of polygons that are apart by more than a little: round corners meet as discs. */
static bool meet_corners(const polygon *a, const polygon *b, vec3 base, fx margin, ox_manifold *m) {
    ox_manifold best = {.count = 0};
    for (uint32_t k = 0; k < a->count + b->count; k++) {
        const bool of_a = k < a->count;
        polygon disc = {.count = 1, .radius = of_a ? a->radius : b->radius};
        disc.points[0] = of_a ? a->points[k] : b->points[k - a->count];
        ox_manifold one = {.count = 0};
        if (!meet_disc(&disc, of_a ? b : a, base, margin, &one)) continue;
        if (!of_a) ox_manifold_swap(&one);
        one.points[0].feature = (uint16_t)k;
        if (best.count == 0 || one.points[0].depth > best.points[0].depth) best = one;
    }
    *m = best;
    return best.count > 0;
}

/* A reference side of a polygon; `swapped`: of B's. */
typedef struct reference {
    const polygon *of;
    uint32_t side;
    bool swapped;
} reference;

/* The incident side of one polygon, cut by the ends of the reference side of the other. */
static void clip_side(reference of, const polygon *f, vec3 base, fx margin, ox_manifold *m) {
    const polygon *r = of.of;
    const uint32_t side = of.side;
    const vec2 n = r->normals[side], from = r->points[side],
               to = r->points[side + 1 == r->count ? 0 : side + 1], edge = v2_sub(to, from);
    uint32_t other = 0;
    fx least = FX_MAX;
    for (uint32_t i = 0; i < f->count; i++) {
        const fx level = dot_q30(n, f->normals[i]);
        if (level < least) {
            least = level;
            other = i;
        }
    }
    const uint32_t next = other + 1 == f->count ? 0 : other + 1;
    vec2 p[2] = {f->points[other], f->points[next]};
    uint32_t features[2] = {other, next};
    for (uint32_t end = 0; end < 2; end++) { /* before `from`, behind `to` */
        const vec2 inward = end == 0 ? edge : v2_neg(edge), at = end == 0 ? from : to;
        const int64_t d0 = v2_dot_wide(inward, v2_sub(p[0], at)), d1 = v2_dot_wide(inward, v2_sub(p[1], at));
        if (d0 < 0 && d1 < 0) return;
        if (d0 >= 0 && d1 >= 0) continue;
        const uint32_t out = d0 < 0 ? 0 : 1;
        const q30 part = solid_part(out == 0 ? -d0 : -d1, d0 < 0 ? d1 - d0 : d0 - d1);
        p[out] = v2_add(p[out], v2_scale_q30(v2_sub(p[1 - out], p[out]), part));
        features[out] = 0x10u | end << 2 | side;
    }
    set_normal(m, of.swapped ? n : v2_neg(n));
    for (uint32_t i = 0; i < 2; i++) {
        const fx over = dot_q30(n, v2_sub(p[i], from)), depth = fx_subs(fx_adds(r->radius, f->radius), over);
        if (depth < -margin) continue;
        const vec2 at = v2_add(p[i], along_q30(n, depth / 2 - f->radius));
        put_flat(m, base, at, depth, features[i] | (of.swapped ? 0x20u : 0u));
    }
}

static bool meet_polygons(const polygon *a, const polygon *b, vec3 base, fx margin, ox_manifold *m) {
    uint32_t side_a = 0, side_b = 0;
    const fx apart_a = best_side(a, b, &side_a), apart_b = best_side(b, a, &side_b);
    const fx room = fx_adds(fx_adds(a->radius, b->radius), margin);
    if (apart_a > room || apart_b > room) return false;
    const fx ends = fx_max(beyond_ends(a, b), beyond_ends(b, a));
    if (fx_max(fx_max(apart_a, apart_b), ends) > FX_ONE / 1024 && (a->radius > 0 || b->radius > 0)) {
        if (!meet_corners(a, b, base, margin, m)) return false;
        ox_manifold clipped = {.count = 0};
        const bool of_b = apart_b > apart_a + 33;
        clip_side((reference){of_b ? b : a, of_b ? side_b : side_a, of_b}, of_b ? a : b, base, margin,
                  &clipped);
        if (clipped.count == 2 && dir30_dot(clipped.normal, m->normal) > Q30_ONE - Q30_ONE / 512 &&
            fx_max(clipped.points[0].depth, clipped.points[1].depth) >= m->points[0].depth - FX_ONE / 1024)
            *m = clipped; /* side by side: unless the nearest corner lies beyond the other's side */
        return true;
    }
    if (apart_b > apart_a + 33)
        clip_side((reference){b, side_b, true}, a, base, margin, m);
    else
        clip_side((reference){a, side_a, false}, b, base, margin, m);
    return m->count > 0;
}

bool ox_collide_flat(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b,
                     fx margin, ox_manifold *out) {
    const vec3 base = {fx_mid(pose_a->t.x, pose_b->t.x), fx_mid(pose_a->t.y, pose_b->t.y), pose_a->t.z};
    polygon pa, pb;
    out->count = 0;
    out->normal = (dir30){0, Q30_ONE, 0};
    open_polygon(&pa, a, pose_a, base);
    open_polygon(&pb, b, pose_b, base);
    if (pa.count == 1 && pb.count == 1) return meet_discs(&pa, &pb, base, margin, out);
    if (pa.count == 1) return meet_disc(&pa, &pb, base, margin, out);
    if (pb.count == 1) {
        const bool met = meet_disc(&pb, &pa, base, margin, out);
        if (met) ox_manifold_swap(out);
        return met;
    }
    return meet_polygons(&pa, &pb, base, margin, out);
}

/* ---- rectangles with neighbours ---- */

/* The free side before which the middle of the shape lies, or half the rectangle's breadth behind it, that the shape is least deep behind; 4: none. */
static uint32_t nearest_side(const polygon *a, const polygon *b, uint32_t free) {
    uint32_t side = 4;
    fx most = FX_MIN;
    vec2 middle = V2_ZERO;
    for (uint32_t k = 0; k < a->count; k++)
        middle = v2_add(middle, (vec2){a->points[k].x / (fx)a->count, a->points[k].y / (fx)a->count});
    for (uint32_t i = 0; i < 4; i++) {
        if ((free >> i & 1u) == 0) continue;
        const fx before = dot_q30(b->normals[i], v2_sub(middle, b->points[i]));
        const fx breadth = dot_q30(b->normals[i], v2_sub(b->points[i], b->points[(i + 2) % 4]));
        if (before <= -(fx_min(breadth, FX_ONE) / 2)) continue;
        fx apart = FX_MAX;
        for (uint32_t k = 0; k < a->count; k++)
            apart = fx_min(apart, dot_q30(b->normals[i], v2_sub(a->points[k], b->points[i])));
        if (apart <= most) continue;
        most = apart;
        side = i;
    }
    return side;
}

/* A disc that lies over a side meets it. */
static void lay_disc(const polygon *a, const polygon *b, uint32_t side, vec3 base, fx margin,
                     ox_manifold *m) {
    const vec2 c = a->points[0], n = b->normals[side], from = b->points[side], to = b->points[(side + 1) % 4],
               edge = v2_sub(to, from);
    const fx over = dot_q30(n, v2_sub(c, from)), depth = fx_subs(a->radius, over);
    if (v2_dot_wide(edge, v2_sub(c, from)) < 0 || v2_dot_wide(edge, v2_sub(to, c)) < 0 || depth < -margin)
        return;
    set_normal(m, n);
    put_flat(m, base, v2_sub(c, along_q30(n, over + depth / 2)), depth, side);
}

bool ox_collide_flat_sides(const ox_shape *a, const rig34 *pose_a, const ox_flat_side_box *box, fx margin,
                           ox_manifold *out) {
    const vec3 base = pose_a->t;
    const fx left = box->lo.x - base.x, right = box->hi.x - base.x, low = box->lo.y - base.y,
             high = box->hi.y - base.y;
    polygon pa, pb = {.points = {{left, low}, {right, low}, {right, high}, {left, high}},
                      .normals = {{0, -Q30_ONE}, {Q30_ONE, 0}, {0, Q30_ONE}, {-Q30_ONE, 0}},
                      .count = 4};
    out->count = 0;
    out->normal = (dir30){0, Q30_ONE, 0};
    open_polygon(&pa, a, pose_a, base);
    if (!(pa.count == 1 ? meet_disc(&pa, &pb, base, margin, out)
                        : meet_polygons(&pa, &pb, base, margin, out)))
        return false;
    if (ox_flat_looks_out(out->normal, box->free)) return true;
    const uint32_t side = nearest_side(&pa, &pb, box->free);
    out->count = 0;
    if (side == 4) return false;
    if (pa.count == 1)
        lay_disc(&pa, &pb, side, base, margin, out);
    else
        clip_side((reference){&pb, side, true}, &pa, base, margin, out);
    return out->count > 0;
}
