/* Contacts of convex shapes: round ones by their nearest points, solids by separating axes and clipped faces. */
#include "kernel/collision/contact.h"

#include "fixedmath/line.h"
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "kernel/collision/gap.h"
#include "kernel/collision/solid_internal.h"

/* ---- manifolds ---- */

void ox_manifold_swap(ox_manifold *m) {
    m->normal = (dir30){q30_neg(m->normal.x), q30_neg(m->normal.y), q30_neg(m->normal.z)};
}

/* Squared distance in the plane of the contact; 16 m and more count alike. */
static int64_t distance2(vec3 a, vec3 b) { return (int64_t)(v3_distance2(a, b) >> 2); }

/* Twice the area of a triangle, signed as seen along the normal, in 2^-32 m^2 of 1/4. */
static int64_t area_of(vec3 a, vec3 b, vec3 c, dir30 normal) {
    return solid_wide_dot(normal, v3_cross(v3_sub(b, a), v3_sub(c, a)));
}

/* Of five points the four that stay: the deepest, the farthest from it, and those that span most on either side of the line through both. */
void ox_manifold_add(ox_manifold *m, const ox_contact_point *point) {
    if (m->count < OX_MANIFOLD_POINTS) {
        m->points[m->count++] = *point;
        return;
    }
    ox_contact_point all[OX_MANIFOLD_POINTS + 1];
    uint32_t a = 0, b = 0, c = 0, d = 0;
    for (uint32_t i = 0; i < OX_MANIFOLD_POINTS; i++) all[i] = m->points[i];
    all[OX_MANIFOLD_POINTS] = *point;
    for (uint32_t i = 1; i <= OX_MANIFOLD_POINTS; i++)
        if (all[i].depth > all[a].depth) a = i;
    int64_t best = -1;
    for (uint32_t i = 0; i <= OX_MANIFOLD_POINTS; i++) {
        const int64_t far = i == a ? -1 : distance2(all[a].at, all[i].at);
        if (far > best) {
            best = far;
            b = i;
        }
    }
    int64_t left = -1, right = -1;
    c = d = OX_MANIFOLD_POINTS + 1;
    for (uint32_t i = 0; i <= OX_MANIFOLD_POINTS; i++) {
        if (i == a || i == b) continue;
        const int64_t area = area_of(all[a].at, all[b].at, all[i].at, m->normal);
        if (area >= 0 && area > left) {
            left = area;
            c = i;
        } else if (area < 0 && -area > right) {
            right = -area;
            d = i;
        }
    }
    m->count = 0;
    for (uint32_t i = 0; i <= OX_MANIFOLD_POINTS; i++)
        if (i == a || i == b || i == c || i == d) m->points[m->count++] = all[i];
}

static void put_point(ox_manifold *m, vec3 at, fx depth, uint32_t feature) {
    const ox_contact_point point = {at, depth, (uint16_t)feature};
    ox_manifold_add(m, &point);
}

/* Half a millimetre; and what the points along a line or a face may lack of the depth. */
enum { EDGE_HANDICAP = 33, SHORT = FX_ONE / 1024 };

/* ---- round shapes ---- */

static segment3 core_of(const ox_shape *shape, const rig34 *pose) {
    if (shape->kind == OX_SHAPE_SPHERE) return (segment3){pose->t, pose->t};
    const vec3 half = rig34_direction(pose, (vec3){0, shape->half.y, 0});
    return (segment3){v3_sub(pose->t, half), v3_add(pose->t, half)};
}

/* A point of a core, and the radius about it. */
typedef struct ball {
    vec3 at;
    fx radius;
} ball;

/* The contact of two balls. A normal of no length is `spare`. */
static bool meet_balls(ball a, ball b, fx margin, dir30 spare, ox_manifold *m) {
    const vec3 way = v3_sub(a.at, b.at);
    const fx apart = v3_length(way), depth = fx_subs(fx_adds(a.radius, b.radius), apart);
    dir30 n = spare;
    if (depth < -margin) return false;
    if (!v3_is_zero(way) && !v3_normalize_dir30(way, &n)) n = spare;
    if (m->count == 0) m->normal = n;
    const fx out = b.radius - depth / 2; /* from B's point, to half-way between the surfaces */
    put_point(m, v3_add(b.at, v3_scale_dir30(n, out)), depth, 0);
    return true;
}

static const dir30 up = {0, Q30_ONE, 0};

/* The contact at a point of B's surface, whose normal is known. */
static bool touch_below(vec3 on_b, fx depth, fx margin, ox_manifold *m) {
    if (depth < -margin) return false;
    put_point(m, v3_sub(on_b, v3_scale_dir30(m->normal, depth / 2)), depth, 0);
    return true;
}

/* Whether two cores of some length lie nearly along each other. */
static bool are_parallel(vec3 a, vec3 b) {
    dir30 da, db;
    if (!v3_normalize_dir30(a, &da) || !v3_normalize_dir30(b, &db)) return false;
    const int64_t along = fx_rshr64(fx_mad(fx_mad(fx_wide(da.x, db.x), da.y, db.y), da.z, db.z), 30);
    return (along < 0 ? -along : along) > Q30_ONE - Q30_ONE / 512; /* 3.6 degrees */
}

/* Capsules side by side touch along a line: its two ends. */
static void meet_lines(const segment3 *a, fx radius_a, const segment3 *b, fx radius_b, fx margin,
                       ox_manifold *m) {
    const dir30 n = m->normal;
    const vec3 ends[] = {a->from, a->to, b->from, b->to};
    ox_manifold line = {.normal = n};
    for (uint32_t i = 0; i < 4; i++) {
        const segment3 *other = i < 2 ? b : a;
        const q30 t = segment_closest(other, ends[i]);
        if (i >= 2 && (t == 0 || t == Q30_ONE)) continue; /* an end opposite an end is there already */
        const vec3 p = segment_at(other, t), on_a = i < 2 ? ends[i] : p, on_b = i < 2 ? p : ends[i];
        const fx apart = solid_dot(n, v3_sub(on_a, on_b)), depth = radius_a + radius_b - apart;
        const vec3 across = v3_sub(v3_sub(on_a, on_b), v3_scale_dir30(n, apart));
        if (depth < -margin || v3_len2(across) > v3_len2((vec3){(radius_a + radius_b) / 4, 0, 0})) continue;
        put_point(&line, v3_add(on_b, v3_scale_dir30(n, radius_b - depth / 2)), depth, i + 1);
    }
    if (line.count >= 2) *m = line;
}

/* The direction across a segment that is nearest to up. */
static dir30 up_across(vec3 along) {
    dir30 d, n = up;
    if (v3_is_zero(along) || !v3_normalize_dir30(along, &d)) return up;
    const vec3 level = v3_reject(q30_abs(d.y) < Q30(0.9) ? V3_Y : V3_X, d);
    return v3_normalize_dir30(level, &n) ? n : up;
}

/* Whether a direction is that of a short way between two points of cores, but for what rounding has put across it: 8 LSB. */
static bool is_along(vec3 direction, vec3 way, dir30 *n) {
    if (v3_is_zero(direction) || !v3_normalize_dir30(direction, n)) return false;
    if (solid_wide_dot(*n, way) < 0) *n = dir30_neg(*n);
    const int64_t along = solid_dot(*n, way);
    return (int64_t)v3_len2(way) - along * along <= 64;
}

/* The direction of a short way between the nearest points of two cores: across both, or across one where the other's end is nearest. False: the way itself is as good. */
static bool way_across(vec3 along_a, vec3 along_b, vec3 way, dir30 *n) {
    const vec3 fine = v3_scale(way, FX(4096));
    dir30 a = up, b = up;
    const bool has_a = !v3_is_zero(along_a) && v3_normalize_dir30(along_a, &a),
               has_b = !v3_is_zero(along_b) && v3_normalize_dir30(along_b, &b);
    if (has_a && has_b) {
        const dir30 across = dir30_cross(a, b);
        if ((q30_abs(across.x) | q30_abs(across.y) | q30_abs(across.z)) > Q30_ONE >> 10 &&
            is_along((vec3){across.x, across.y, across.z}, way, n))
            return true;
    }
    if (v3_is_zero(way)) {
        *n = up_across(has_a ? along_a : along_b);
        return true;
    }
    return (has_a && is_along(v3_reject(fine, a), way, n)) || (has_b && is_along(v3_reject(fine, b), way, n));
}

static bool meet_round(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b,
                       fx margin, ox_manifold *m) {
    const segment3 core_a = core_of(a, pose_a), core_b = core_of(b, pose_b);
    q30 s, t;
    segments_closest(&core_a, &core_b, &s, &t);
    const vec3 on_a = segment_at(&core_a, s), on_b = segment_at(&core_b, t), way = v3_sub(on_a, on_b);
    if (!meet_balls((ball){on_a, a->radius}, (ball){on_b, b->radius}, margin, up, m)) return false;
    dir30 n;
    if (v3_len2(way) < v3_len2((vec3){FX_ONE / 16, 0, 0}) &&
        way_across(v3_sub(core_a.to, core_a.from), v3_sub(core_b.to, core_b.from), way, &n)) {
        ox_contact_point *point = &m->points[0];
        m->normal = n;
        point->depth = fx_subs(fx_adds(a->radius, b->radius), solid_dot(n, way));
        point->at = v3_add(on_b, v3_scale_dir30(n, b->radius - point->depth / 2));
    }
    if (a->kind == OX_SHAPE_CAPSULE && b->kind == OX_SHAPE_CAPSULE &&
        are_parallel(v3_sub(core_a.to, core_a.from), v3_sub(core_b.to, core_b.from)))
        meet_lines(&core_a, a->radius, &core_b, b->radius, margin, m);
    return true;
}

/* ---- a ball and a box ---- */

static bool meet_ball_box(const ox_shape *sphere, vec3 centre, const ox_shape *box, const rig34 *pose,
                          fx margin, ox_manifold *m) {
    const vec3 p = rig34_point_inverse(pose, centre), near = v3_clamp(p, v3_neg(box->half), box->half);
    const vec3 way = v3_sub(p, near);
    dir30 unit;
    if (!v3_is_zero(way) && v3_normalize_dir30(way, &unit)) {
        m->normal = rot33_apply_dir30(&pose->r, unit);
        return touch_below(rig34_point(pose, near), fx_subs(sphere->radius, v3_length(way)), margin, m);
    }
    /* Inside: the nearest side is the way out. */
    const fx room[3] = {box->half.x - fx_abs(p.x), box->half.y - fx_abs(p.y), box->half.z - fx_abs(p.z)};
    const int axis = room[0] <= room[1] && room[0] <= room[2] ? 0 : room[1] <= room[2] ? 1 : 2;
    const fx along[3] = {p.x, p.y, p.z};
    const dir30 n = rot33_axis(&pose->r, axis);
    m->normal = along[axis] < 0 ? dir30_neg(n) : n;
    const fx depth = fx_adds(sphere->radius, room[axis]);
    put_point(m, v3_add(centre, v3_scale_dir30(m->normal, room[axis] - depth / 2)), depth, 0);
    return true;
}

/* ---- solids ---- */

/* Clips a polygon by the plane through an edge of the reference face, along its normal. */
typedef struct corner {
    vec3 at;
    uint16_t feature;
} corner;

enum { POLYGON = OX_SOLID_CORNERS + 4 };

static uint32_t clip_polygon(const corner *in, uint32_t count, vec3 from, vec3 inward, uint32_t side,
                             corner *out) {
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        const corner *p = &in[i], *q = &in[i + 1 == count ? 0 : i + 1];
        const int64_t dp = v3_dot_wide(inward, v3_sub(p->at, from)),
                      dq = v3_dot_wide(inward, v3_sub(q->at, from));
        if (dp >= 0 && made < POLYGON) out[made++] = *p;
        if ((dp < 0) == (dq < 0) || made == POLYGON) continue;
        /* The crossing is worked out from the outer point, so that an edge gives the same one from both sides. */
        const bool first = dp < 0;
        const int64_t out_by = first ? -dp : -dq, span = out_by + (first ? dq : dp);
        const q30 part = solid_part(out_by, span);
        const vec3 a = first ? p->at : q->at, b = first ? q->at : p->at;
        out[made++] = (corner){v3_add(a, v3_scale_q30(v3_sub(b, a), part)),
                               (uint16_t)(0x80u | (p->feature & 0x3Fu) | side << 8 | (first ? 0x40u : 0u))};
    }
    return made;
}

void ox_solid_touch(const ox_solid *reference, uint32_t face, const ox_solid *incident, fx margin,
                    bool swapped, ox_manifold *m) {
    ox_solid_face r, f;
    corner rooms[2][POLYGON];
    ox_solid_face_of(reference, face, &r);
    ox_solid_face_of(incident, ox_solid_facing(incident, dir30_neg(r.normal)), &f);
    corner *now = rooms[0], *next = rooms[1];
    uint32_t count = f.count;
    for (uint32_t i = 0; i < f.count; i++) now[i] = (corner){f.points[i], (uint16_t)f.corners[i]};
    for (uint32_t i = 0; i < r.count && count > 0; i++) {
        const vec3 a = r.points[i], edge = v3_sub(r.points[i + 1 == r.count ? 0 : i + 1], a);
        count = clip_polygon(now, count, a, solid_cross(r.normal, edge), i, next);
        corner *const swap = now;
        now = next;
        next = swap;
    }
    m->normal = swapped ? r.normal : dir30_neg(r.normal);
    for (uint32_t i = 0; i < count; i++) {
        const fx depth = -solid_dot(r.normal, v3_sub(now[i].at, r.points[0]));
        if (depth < -margin) continue;
        const vec3 at = v3_add(now[i].at, v3_scale_dir30(r.normal, depth / 2));
        put_point(m, v3_add(at, reference->base), depth, now[i].feature | (swapped ? 0x8000u : 0u));
    }
}

/* The contact of two edges, at their nearest points. */
static void meet_edges(const ox_solid *a, const ox_solid_axis *axis, ox_manifold *m) {
    q30 s, t;
    segments_closest(&axis->edge_a, &axis->edge_b, &s, &t);
    const vec3 pa = segment_at(&axis->edge_a, s), pb = segment_at(&axis->edge_b, t);
    m->normal = axis->normal;
    put_point(m, v3_add(a->base, (vec3){fx_mid(pa.x, pb.x), fx_mid(pa.y, pb.y), fx_mid(pa.z, pb.z)}),
              -axis->apart, axis->feature);
}

/* The deepest corner, where the face that looks the other way does not have it, or the edges of the reference cut it off. */
static void add_corner(const ox_solid *reference, uint32_t face, const ox_solid *other, fx depth,
                       ox_manifold *m) {
    const dir30 n = ox_solid_normal(reference, face);
    uint32_t deepest = 0;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < m->count; i++)
        if (m->points[i].depth >= depth - SHORT) return;
    for (uint32_t i = 0; i < other->point_count; i++) {
        const int64_t at = solid_wide_dot(n, other->points[i]);
        if (at >= least) continue;
        least = at;
        deepest = i;
    }
    const vec3 at = v3_add(other->points[deepest], v3_scale_dir30(n, depth / 2));
    put_point(m, v3_add(at, other->base), depth, 0x2000u | deepest);
}

static bool meet_solids(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b,
                        fx margin, ox_manifold *m) {
    const vec3 base = {fx_mid(pose_a->t.x, pose_b->t.x), fx_mid(pose_a->t.y, pose_b->t.y),
                       fx_mid(pose_a->t.z, pose_b->t.z)};
    ox_solid sa, sb;
    ox_solid_axis axis;
    ox_solid_open(&sa, a, pose_a, base);
    ox_solid_open(&sb, b, pose_b, base);
    if (!ox_solid_separate(&sa, &sb, margin, &axis)) return false;
    if (axis.kind == OX_AXIS_EDGES) {
        meet_edges(&sa, &axis, m);
        return true;
    }
    const bool of_b = axis.kind == OX_AXIS_FACE_B;
    const ox_solid *reference = of_b ? &sb : &sa, *other = of_b ? &sa : &sb;
    ox_solid_touch(reference, axis.face, other, margin, of_b, m);
    add_corner(reference, axis.face, other, -axis.apart, m);
    return true;
}

/* ---- a round shape and a solid ---- */

/* A capsule that lies on a face touches it with both ends. */
static void lay_on_face(const segment3 *core, fx radius, const ox_solid *solid, fx margin, ox_manifold *m) {
    ox_solid_face f;
    const vec3 base = solid->base;
    segment3 s = {v3_sub(core->from, base), v3_sub(core->to, base)};
    ox_solid_face_of(solid, ox_solid_facing(solid, m->normal), &f);
    const int64_t level = fx_rshr64(
        fx_mad(fx_mad(fx_wide(f.normal.x, m->normal.x), f.normal.y, m->normal.y), f.normal.z, m->normal.z),
        30);
    if (level < Q30_ONE - Q30_ONE / 512) return;
    for (uint32_t i = 0; i < f.count; i++) { /* what of the core lies over the face */
        const vec3 a = f.points[i],
                   inward = solid_cross(f.normal, v3_sub(f.points[i + 1 == f.count ? 0 : i + 1], a));
        const int64_t from = v3_dot_wide(inward, v3_sub(s.from, a)),
                      to = v3_dot_wide(inward, v3_sub(s.to, a));
        if (from < 0 && to < 0) return;
        const vec3 way = v3_sub(s.to, s.from);
        if (from < 0)
            s.from = v3_add(s.from, v3_scale_q30(way, solid_part(-from, to - from)));
        else if (to < 0)
            s.to = v3_sub(s.to, v3_scale_q30(way, solid_part(-to, from - to)));
    }
    const vec3 ends[2] = {s.from, s.to};
    ox_manifold line = {.normal = f.normal};
    for (uint32_t i = 0; i < 2; i++) {
        const fx over = solid_dot(f.normal, v3_sub(ends[i], f.points[0])), depth = radius - over;
        if (depth < -margin) continue;
        put_point(&line, v3_add(v3_add(base, ends[i]), v3_scale_dir30(f.normal, -over - (-depth / 2))), depth,
                  i + 1);
    }
    if (line.count == 2 && fx_max(line.points[0].depth, line.points[1].depth) >= m->points[0].depth - SHORT)
        *m = line;
}

/* A core in a solid may be nearer to its surface across itself and an edge than to a face; `best` is how far it lies below the best face. It has to be better by 1 %
 * and half a millimetre, as a pair of edges of solids has (solid.c). */
static void meet_deep_edges(const segment3 *core, fx radius, const ox_solid *solid, fx best, ox_manifold *m) {
    uint32_t count;
    const uint8_t *edge = ox_solid_edges(solid, &count);
    const vec3 along = v3_sub(core->to, core->from);
    fx least = best + fx_abs(best) / 100 + EDGE_HANDICAP;
    dir30 d, e, n;
    if (v3_is_zero(along) || !v3_normalize_dir30(along, &d)) return;
    for (uint32_t i = 0; i < count; i++, edge += 4) {
        const dir30 first = ox_solid_normal(solid, edge[2]), second = ox_solid_normal(solid, edge[3]);
        if ((dir30_dot(first, d) < 0) == (dir30_dot(second, d) < 0)) continue;
        const vec3 from = solid->points[edge[0]], way = v3_sub(solid->points[edge[1]], from);
        if (v3_is_zero(way) || !v3_normalize_dir30(way, &e)) continue;
        if (are_parallel(along, way)) continue;
        const dir30 across = dir30_cross(d, e);
        if (!v3_normalize_dir30((vec3){across.x, across.y, across.z}, &n)) continue;
        if ((int64_t)dir30_dot(n, first) + dir30_dot(n, second) < 0) n = dir30_neg(n);
        const vec3 place = v3_add(solid->base, from);
        const fx over = solid_dot(n, v3_sub(core->from, place));
        if (over <= least) continue;
        const segment3 other = {place, v3_add(solid->base, solid->points[edge[1]])};
        q30 s, t;
        least = over;
        segments_closest(core, &other, &s, &t);
        m->normal = n;
        m->points[0] =
            (ox_contact_point){segment_at(core, s), fx_subs(radius, over), (uint16_t)(0x4000u | i)};
    }
}

/* The core is in the solid: the way out is that of the face, or of the pair of edges, that it is the least below. */
static bool meet_deep(const segment3 *core, fx radius, const ox_solid *solid, fx margin, ox_manifold *m) {
    fx best = FX_MIN;
    for (uint32_t i = 0; i < solid->face_count; i++) {
        ox_solid_face f;
        ox_solid_face_of(solid, i, &f);
        const vec3 over = v3_add(solid->base, f.points[0]);
        const fx from = solid_dot(f.normal, v3_sub(core->from, over)),
                 to = solid_dot(f.normal, v3_sub(core->to, over));
        if (fx_min(from, to) <= best) continue;
        best = fx_min(from, to);
        m->normal = f.normal;
        m->count = 0;
        put_point(m, from <= to ? core->from : core->to, radius - best, 0);
    }
    if (m->count == 0) return false;
    meet_deep_edges(core, radius, solid, best, m);
    if (m->points[0].depth < -margin) return false;
    m->points[0].at = v3_add(m->points[0].at, v3_scale_dir30(m->normal, m->points[0].depth / 2 - radius));
    lay_on_face(core, radius, solid, margin, m);
    return true;
}

static bool meet_round_solid(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b,
                             fx margin, ox_manifold *m) {
    const segment3 core = core_of(a, pose_a);
    ox_solid solid;
    ox_gap gap;
    ox_gap_find(a, pose_a, b, pose_b, &gap); /* of cores: it tells how deep round shapes overlap */
    if (gap.distance > fx_adds(a->radius, margin)) return false;
    ox_solid_open(&solid, b, pose_b, pose_b->t);
    if (gap.distance <= FX_ONE / 1024) return meet_deep(&core, a->radius, &solid, margin, m);
    m->normal = dir30_neg(gap.way);
    if (!touch_below(gap.on_b, fx_subs(a->radius, gap.distance), margin, m)) return false;
    if (a->kind == OX_SHAPE_CAPSULE) lay_on_face(&core, a->radius, &solid, margin, m);
    return true;
}

/* ---- all pairs ---- */

static bool is_round(const ox_shape *shape) { return shape->kind <= OX_SHAPE_CAPSULE; }

bool ox_collide(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b, fx margin,
                ox_manifold *out) {
    out->count = 0;
    out->normal = up;
    if (is_round(a) && is_round(b)) return meet_round(a, pose_a, b, pose_b, margin, out);
    if (is_round(b)) {
        const bool met = ox_collide(b, pose_b, a, pose_a, margin, out);
        ox_manifold_swap(out);
        return met;
    }
    if (is_round(a)) {
        if (a->kind == OX_SHAPE_SPHERE && b->kind == OX_SHAPE_BOX)
            return meet_ball_box(a, pose_a->t, b, pose_b, margin, out);
        return meet_round_solid(a, pose_a, b, pose_b, margin, out);
    }
    return meet_solids(a, pose_a, b, pose_b, margin, out);
}
