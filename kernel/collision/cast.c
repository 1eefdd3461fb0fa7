/* Rays and sweeps: lines by solving for each kind of shape, moving shapes by a line where they are round, else by advancing as far as the gap allows. */
#include "kernel/collision/cast.h"

#include "fixedmath/line.h"
#include "fixedmath/root.h"
#include "kernel/collision/gap.h"
#include "kernel/collision/soup.h"
#include "kernel/collision/tiles.h"
#include "kernel/collision/triangle.h"

#define LONGEST FX(4096)

/* ---- lines ---- */

enum { FINE = 3 }; /* bits below the LSB that lengths along a line have */

/* A segment seen from a shape. */
typedef struct line {
    vec3 from, way;
    dir30 unit;
    int64_t length; /* with FINE bits more */
} line;

/* Where a line goes in and out, in parts of its way; the surface's outward direction where it goes in, of any length. */
typedef struct span {
    int64_t in, out;
    int64_t normal[3];
} span;

static bool line_make(line *l, vec3 from, vec3 way) {
    l->from = from;
    l->way = way;
    l->length = (int64_t)fx_isqrt64_round(v3_len2(way) << (2 * FINE));
    return l->length > 0 && v3_normalize_dir30(way, &l->unit);
}

static int64_t finer(fx a) { return (int64_t)a * (1 << FINE); }

/* A ball about `centre`; false: the segment misses it. Places are taken from the point of the line that is nearest to the centre, which keeps squares small. */
static bool span_ball(const line *l, vec3 centre, fx radius, span *s) {
    const vec3 a = v3_subs(l->from, centre);
    const int64_t r = finer(fx_min(radius, FX(1024)));
    const int64_t along =
        -fx_rshr64(fx_mad(fx_mad(fx_wide(a.x, l->unit.x), a.y, l->unit.y), a.z, l->unit.z), 30 - FINE);
    int64_t p[3], rest, half;

    if (along < -r || along > l->length + r) return false;
    p[0] = finer(a.x) + fx_rshr64(l->unit.x * along, 30);
    p[1] = finer(a.y) + fx_rshr64(l->unit.y * along, 30);
    p[2] = finer(a.z) + fx_rshr64(l->unit.z * along, 30);
    if (p[0] > r || p[0] < -r || p[1] > r || p[1] < -r || p[2] > r || p[2] < -r) return false;
    rest = r * r - p[0] * p[0] - p[1] * p[1] - p[2] * p[2];
    if (rest < 0) return false;
    half = (int64_t)fx_isqrt64_round((uint64_t)rest);
    if (along + half < 0 || along - half > l->length) return false;
    s->in = (along - half) * Q30_ONE / l->length;
    s->out = (along + half) * Q30_ONE / l->length;
    s->normal[0] = p[0] - fx_rshr64(l->unit.x * half, 30);
    s->normal[1] = p[1] - fx_rshr64(l->unit.y * half, 30);
    s->normal[2] = p[2] - fx_rshr64(l->unit.z * half, 30);
    return true;
}

/* Of two spans the earlier entry and the later exit. */
static void join(span *s, bool *any, const span *other) {
    int64_t out = *any && s->out > other->out ? s->out : other->out;

    if (!*any || other->in < s->in) *s = *other;
    s->out = out;
    *any = true;
}

/* Parts far outside of the way are cut, so that the product fits; heights go one way, so they stay outside. */
static fx height_at(const line *l, int64_t part) {
    const int64_t far = 8 * (int64_t)Q30_ONE, cut = part > far ? far : part < -far ? -far : part;

    return fx_sat64(l->from.y + fx_rshr64(l->way.y * cut, 30));
}

/* The side is a circle in the plane across the axis, where heights allow it; the ends are balls. */
static bool span_capsule(const line *l, fx half, fx radius, span *s) {
    span side;
    line flat;
    bool any = false;

    if (span_ball(l, (vec3){0, half, 0}, radius, &side)) join(s, &any, &side);
    if (half > 0 && span_ball(l, (vec3){0, fx_negs(half), 0}, radius, &side)) join(s, &any, &side);
    if (half > 0 && line_make(&flat, (vec3){l->from.x, 0, l->from.z}, (vec3){l->way.x, 0, l->way.z}) &&
        span_ball(&flat, V3_ZERO, radius, &side)) {
        const bool in = fx_abss(height_at(l, side.in)) <= half, out = fx_abss(height_at(l, side.out)) <= half;

        if (!in) side.in = side.out; /* it comes out of the side alone: the way in is through an end */
        if (!out) side.out = side.in;
        if (in || out) join(s, &any, &side);
    }
    return any && s->out >= 0 && s->in <= Q30_ONE;
}

/* Between two planes of one axis; cuts the span. Parts are rounded down, so what is equal stays equal. */
static bool span_slab(fx from, fx way, fx half, int axis, span *s) {
    int64_t enter = -(int64_t)half - from, leave = (int64_t)half - from;
    int64_t length = way;

    if (way == 0) return enter <= 0 && leave >= 0;
    if (way < 0) {
        const int64_t swap = -enter;

        enter = -leave;
        leave = swap;
        length = -length;
    }
    if (leave < 0 || enter > length) return false;
    if (enter >= 0 && enter * Q30_ONE / length >
                          s->in) { /* at or before the way's begin it does not matter which is last */
        s->in = enter * Q30_ONE / length;
        s->normal[0] = s->normal[1] = s->normal[2] = 0;
        s->normal[axis] = way < 0 ? 1 : -1;
    }
    if (leave < length && leave * Q30_ONE / length < s->out) s->out = leave * Q30_ONE / length;
    return s->in <= s->out;
}

static bool span_box(const line *l, vec3 half, span *s) {
    *s = (span){-1, Q30_ONE, {-l->unit.x, -l->unit.y, -l->unit.z}};
    return span_slab(l->from.x, l->way.x, half.x, 0, s) && span_slab(l->from.y, l->way.y, half.y, 1, s) &&
           span_slab(l->from.z, l->way.z, half.z, 2, s);
}

/* n / d in Q2.30, rounded down, for 0 <= n <= d. */
static int64_t part_of(int64_t n, int64_t d) {
    int down = 34 - fx_clz64((uint64_t)d);

    if (down < 0) down = 0;
    return fx_sra64(n, down) * Q30_ONE / fx_sra64(d, down);
}

bool ox_plane_line(const plane30 *plane, vec3 from, vec3 way, q30 *part) {
    const dir30 n = plane->n;
    const fx before = plane_distance(plane, from);
    int64_t away =
        fx_mad(fx_mad(fx_wide(from.x, n.x), from.y, n.y), from.z, n.z) + (int64_t)plane->d * Q30_ONE;
    int64_t closing = -fx_mad(fx_mad(fx_wide(way.x, n.x), way.y, n.y), way.z, n.z);

    *part = 0;
    if (before == 0) return true;
    if (away < 0) {
        away = -away;
        closing = -closing;
    }
    if (closing <= 0 || away > closing) return false;
    *part = (q30)part_of(away, closing);
    return true;
}

static bool span_hull(const line *l, const ox_hull *hull, span *s) {
    *s = (span){-1, Q30_ONE, {-l->unit.x, -l->unit.y, -l->unit.z}};
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const plane30 *plane = &hull->planes[f];
        const dir30 n = plane->n;
        const vec3 p = l->from, w = l->way;
        const bool before = plane_distance(plane, p) > 0;
        const int64_t away =
            fx_mad(fx_mad(fx_wide(p.x, n.x), p.y, n.y), p.z, n.z) + (int64_t)plane->d * Q30_ONE;
        const int64_t closing = -fx_mad(fx_mad(fx_wide(w.x, n.x), w.y, n.y), w.z, n.z);

        if (before && (closing <= 0 || away > closing)) return false;
        if (before && part_of(away, closing) > s->in) {
            s->in = part_of(away, closing);
            s->normal[0] = n.x;
            s->normal[1] = n.y;
            s->normal[2] = n.z;
        } else if (!before && closing < 0 && -away < -closing) {
            const int64_t leave = away > 0 ? 0 : part_of(-away, -closing);

            if (leave < s->out) s->out = leave;
        }
    }
    return hull->face_count > 0 && s->in <= s->out;
}

static bool span_shape(const line *l, const ox_shape *shape, span *s) {
    switch (shape->kind) {
    case OX_SHAPE_SPHERE:
        return span_ball(l, V3_ZERO, shape->radius, s);
    case OX_SHAPE_CAPSULE:
        return span_capsule(l, shape->half.y, shape->radius, s);
    case OX_SHAPE_BOX:
        return span_box(l, shape->half, s);
    default:
        return span_hull(l, shape->data.hull, s);
    }
}

/* ---- rays ---- */

static vec3 place_at(vec3 from, vec3 way, q30 part) {
    return (vec3){fx_sat64((int64_t)from.x + fx_mul_q30(way.x, part)),
                  fx_sat64((int64_t)from.y + fx_mul_q30(way.y, part)),
                  fx_sat64((int64_t)from.z + fx_mul_q30(way.z, part))};
}

static q30 part_within(int64_t part) { return (q30)(part < 0 ? 0 : part > Q30_ONE ? Q30_ONE : part); }

/* The direction back; up where there is none. */
static dir30 way_back(vec3 way) {
    dir30 unit = {0, -Q30_ONE, 0};

    if (!v3_is_zero(way)) (void)v3_normalize_dir30(way, &unit);
    return dir30_neg(unit);
}

bool ox_shape_ray(const ox_shape *shape, const rig34 *pose, vec3 from, vec3 way, ox_shape_hit *hit) {
    const vec3 offset = v3_subs(from, pose->t), ahead = v3_limit(way, LONGEST);
    dir30 normal;
    line l;
    span s;
    bool meets;

    *hit = (ox_shape_hit){.at = from, .normal = way_back(ahead)};
    if (shape->kind == OX_SHAPE_TILES) return ox_tiles_ray(shape, from, ahead, hit);
    if (shape->kind >= OX_SHAPE_CONVEX) return ox_soup_ray(shape->data.soup, pose, from, ahead, hit);
    if (ox_gap_is_far(offset)) return false;
    hit->inside = ox_shape_holds(shape, pose, from);
    if (!line_make(&l, rot33_apply_inverse(&pose->r, offset), rot33_apply_inverse(&pose->r, ahead)))
        return hit->inside;
    meets = span_shape(&l, shape, &s);
    hit->leave = meets ? part_within(s.out) : 0;
    if (hit->inside || !meets) return hit->inside;
    hit->part = part_within(s.in);
    hit->at = place_at(from, ahead, hit->part);
    if (v3_normalize_wide(s.normal, &normal)) hit->normal = rot33_apply_dir30(&pose->r, normal);
    return true;
}

/* ---- sweeps ---- */

static bool is_round(const ox_shape *shape) { return shape->kind <= OX_SHAPE_CAPSULE; }

static ox_shape grown(const ox_shape *shape, fx by) {
    ox_shape out = *shape;

    out.radius = fx_adds(out.radius, by);
    return out;
}

/* A ball against a round shape is a line against the shape with both radii, and, where it stops, with the skin too. `still` is what the ball moves against. */
static bool sweep_ball(vec3 centre, fx radius, vec3 way, const ox_shape *still, const rig34 *pose,
                       ox_shape_hit *hit) {
    const ox_shape touching = grown(still, radius), stopping = grown(&touching, OX_CAST_SKIN);
    ox_shape_hit stop;

    if (!ox_shape_ray(&touching, pose, centre, way, hit)) return false;
    hit->leave = 0;
    if (hit->inside) return true;
    hit->part = ox_shape_ray(&stopping, pose, centre, way, &stop) ? stop.part : 0;
    hit->leave = hit->part;
    return true;
}

/* From the centre of a ball at the first touch, known by the normal there, to the surface of the other. */
static vec3 surface_from(vec3 centre, dir30 normal, fx radius) {
    return v3_subs(centre, v3_scale_dir30(normal, radius));
}

static bool sweep_round(const ox_shape *a, const rig34 *pose_a, vec3 way, const ox_shape *b,
                        const rig34 *pose_b, ox_shape_hit *hit) {
    if (a->kind == OX_SHAPE_SPHERE) {
        if (!sweep_ball(pose_a->t, a->radius, way, b, pose_b, hit)) return false;
        if (!hit->inside) hit->at = surface_from(hit->at, hit->normal, a->radius);
        return true;
    }
    /* seen from A, the ball B comes the other way */
    if (!sweep_ball(pose_b->t, b->radius, v3_neg(way), a, pose_a, hit)) return false;
    hit->normal = dir30_neg(hit->normal);
    hit->at = hit->inside ? pose_a->t : v3_adds(pose_b->t, v3_scale_dir30(hit->normal, b->radius));
    return true;
}

enum { ADVANCES = 64, CLOSE = 4 }; /* steps of a sweep; LSB that count as no distance */

/* First to where the skin touches, which is the answer, then on to the surface, to learn whether it is met at all. (van den Bergen 2004; Mirtich 1996.) */
bool ox_advance_run(const ox_advance *advance, ox_shape_hit *hit) {
    const int64_t radii = advance->radii;
    q30 part = 0, stop = -1;
    ox_gap gap, last = {0};

    for (int step = 0; step < ADVANCES; step++) {
        int64_t apart, speed, target;

        advance->find(advance, part, &gap);
        apart = gap.distance == 0 ? 0 : gap.distance - radii;
        if (apart <= 0 && step == 0) {
            hit->inside = true;
            return true;
        }
        if (gap.distance > 0) last = gap;
        speed = v3_dot_dir30(advance->way, last.way);
        if (apart > 0 && speed <= 0) return false;
        if (stop < 0 && apart <= OX_CAST_SKIN + CLOSE) stop = part;
        if (apart <= CLOSE) break;
        target = stop < 0 ? OX_CAST_SKIN : 0;
        if (apart * Q30_ONE / speed > Q30_ONE - part) return false;
        part += (q30)((apart - target) * Q30_ONE / speed);
        if (stop < 0 && part > advance->most) return false;
    }
    hit->part = hit->leave = stop < 0 ? part : stop;
    hit->normal = dir30_neg(last.way);
    hit->at = last.on_b;
    return true;
}

/* Two shapes, the first on its way. */
typedef struct pair_advance {
    ox_advance advance; /* first */
    const ox_shape *a, *b;
    const rig34 *pose_a, *pose_b;
} pair_advance;

static void find_pair_gap(const ox_advance *advance, q30 part, ox_gap *gap) {
    const pair_advance *p = (const pair_advance *)(const void *)advance;
    rig34 pose = *p->pose_a;
    if (part > 0) pose.t = place_at(pose.t, advance->way, part);
    ox_gap_find(p->a, &pose, p->b, p->pose_b, gap);
}

static bool sweep_pair(const ox_shape *a, const rig34 *pose_a, vec3 way, const ox_shape *b,
                       const rig34 *pose_b, ox_shape_hit *hit) {
    const pair_advance p = {
        {way, (int64_t)a->radius + b->radius, Q30_ONE, find_pair_gap}, a, b, pose_a, pose_b};
    if (!ox_advance_run(&p.advance, hit)) return false;
    if (!hit->inside) hit->at = v3_adds(hit->at, v3_scale_dir30(hit->normal, b->radius));
    return true;
}

bool ox_shape_sweep(const ox_shape *a, const rig34 *pose_a, vec3 way, const ox_shape *b, const rig34 *pose_b,
                    ox_shape_hit *hit) {
    const vec3 ahead = v3_limit(way, LONGEST);
    bool meets;

    *hit = (ox_shape_hit){.at = pose_a->t, .normal = way_back(ahead)};
    if (a->kind >= OX_SHAPE_CONVEX) return false;
    if (b->kind == OX_SHAPE_TILES) return ox_tiles_sweep(b, a, pose_a, ahead, hit);
    if (b->kind >= OX_SHAPE_CONVEX) return ox_soup_sweep(b->data.soup, pose_b, a, pose_a, ahead, hit);
    if (is_round(a) && is_round(b) && (a->kind == OX_SHAPE_SPHERE || b->kind == OX_SHAPE_SPHERE)) {
        meets = sweep_round(a, pose_a, ahead, b, pose_b, hit);
    } else {
        meets = sweep_pair(a, pose_a, ahead, b, pose_b, hit);
    }
    hit->leaving = hit->inside && v3_dot(v3_subs(pose_a->t, pose_b->t), ahead) >= 0;
    return meets;
}

/* ---- distances ---- */

fx ox_shape_distance(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b,
                     vec3 *on_a, vec3 *on_b) {
    int64_t apart;
    ox_gap gap;

    ox_gap_find(a, pose_a, b, pose_b, &gap);
    apart = gap.distance - ((int64_t)a->radius + b->radius);
    *on_a = v3_adds(gap.on_a, v3_scale_dir30(gap.way, a->radius));
    *on_b = v3_subs(gap.on_b, v3_scale_dir30(gap.way, b->radius));
    return apart < 0 ? 0 : fx_sat64(apart);
}

static void hear_meeting(void *context, uint32_t triangle, const ox_manifold *manifold) {
    (void)triangle;
    if (manifold->count > 0) *(bool *)context = true;
}

void ox_shape_collide(const ox_shape *parts, const rig34 *pose, const ox_shape *shape,
                      const rig34 *shape_pose, const ox_soup_listener *listener,
                      const ox_standing *standing) {
    if (parts->kind == OX_SHAPE_TILES)
        ox_tiles_collide(parts, shape, shape_pose, listener, standing);
    else if (parts->kind == OX_SHAPE_SOUP)
        ox_soup_collide(parts->data.soup, pose, shape, shape_pose, listener);
}

bool ox_shape_meets(const ox_shape *a, const rig34 *pose_a, const ox_shape *b, const rig34 *pose_b) {
    bool meets = false;
    ox_gap gap;

    if (a->kind == OX_SHAPE_SOUP && b->kind == OX_SHAPE_SOUP)
        return ox_soups_meet(a->data.soup, pose_a, b->data.soup, pose_b, NULL);
    if (a->kind >= OX_SHAPE_CONVEX) return false;
    if (b->kind >= OX_SHAPE_CONVEX) {
        ox_shape_collide(b, pose_b, a, pose_a, &(ox_soup_listener){0, hear_meeting, &meets}, NULL);
        return meets;
    }
    ox_gap_find(a, pose_a, b, pose_b, &gap);
    return gap.distance <= (int64_t)a->radius + b->radius;
}
