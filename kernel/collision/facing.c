/* What of a triangle is nearest to the core of a sphere or capsule. */
#include "kernel/collision/facing.h"

#include "kernel/collision/solid_internal.h"

void ox_facing_set(ox_facing *f, const ox_triangle *t, const rig34 *pose, vec3 base) {
    for (int k = 0; k < 3; k++)
        f->corner[k] = v3_subs(pose == NULL ? t->corner[k] : rig34_point(pose, t->corner[k]), base);
    f->normal = pose == NULL ? t->plane.n : rot33_apply_dir30(&pose->r, t->plane.n);
    for (int k = 0; k < 3; k++)
        f->inward[k] = solid_cross(f->normal, v3_sub(f->corner[(k + 1) % 3], f->corner[k]));
    f->active = t->active;
}

fx ox_facing_height(const ox_facing *f, vec3 place) {
    return solid_dot(f->normal, v3_sub(place, f->corner[0]));
}

bool ox_facing_is_active(const ox_facing *f, int edge) { return (f->active >> edge & 1) != 0; }
bool ox_facing_corner_is_active(const ox_facing *f, int corner) {
    return ox_facing_is_active(f, corner) || ox_facing_is_active(f, (corner + 2) % 3);
}

static int64_t side_of(const ox_facing *f, int edge, vec3 place) {
    return v3_dot_wide(f->inward[edge], v3_sub(place, f->corner[edge]));
}

bool ox_facing_is_over(const ox_facing *f, vec3 place) {
    return side_of(f, 0, place) >= 0 && side_of(f, 1, place) >= 0 && side_of(f, 2, place) >= 0;
}

bool ox_facing_cut(const ox_facing *f, segment3 *s) {
    for (int k = 0; k < 3; k++) {
        const int64_t from = side_of(f, k, s->from), to = side_of(f, k, s->to);
        const vec3 way = v3_sub(s->to, s->from);
        if (from < 0 && to < 0) return false;
        if (from < 0)
            s->from = v3_add(s->from, v3_scale_q30(way, solid_part(-from, to - from)));
        else if (to < 0)
            s->to = v3_sub(s->to, v3_scale_q30(way, solid_part(-to, from - to)));
    }
    return true;
}

/* The inward direction is as long as the edge, which is at most as long as its components together. */
static bool is_beyond(const ox_facing *f, int edge, int64_t side, fx reach) {
    const vec3 n = f->inward[edge];
    return side < -(int64_t)reach * ((int64_t)fx_magnitude(n.x) + fx_magnitude(n.y) + fx_magnitude(n.z));
}

ox_facing_edge ox_facing_nearest(const ox_facing *f, const segment3 *core, fx reach) {
    ox_facing_edge best = {.distance2 = UINT64_MAX};
    const bool is_ball = v3_equal(core->from, core->to);
    for (int k = 0; k < 3; k++) {
        const int64_t from = side_of(f, k, core->from), to = is_ball ? from : side_of(f, k, core->to);
        if ((from >= 0 && to >= 0) || (is_beyond(f, k, from, reach) && is_beyond(f, k, to, reach))) continue;
        const segment3 edge = {f->corner[k], f->corner[(k + 1) % 3]};
        q30 s = 0, t;
        if (is_ball)
            t = segment_closest(&edge, core->from); /* finer than that of two segments */
        else
            segments_closest(core, &edge, &s, &t);
        const vec3 a = segment_at(core, s), b = segment_at(&edge, t);
        const uint64_t apart = v3_distance2(a, b);
        if (apart >= best.distance2) continue;
        best = (ox_facing_edge){apart, a, b, k,
                                t == 0         ? ox_facing_corner_is_active(f, k)
                                : t == Q30_ONE ? ox_facing_corner_is_active(f, (k + 1) % 3)
                                               : ox_facing_is_active(f, k)};
    }
    return best;
}

/* What of a core lies over a triangle, and the end of that which is nearest to it. */
typedef struct lying {
    bool is_over, is_through;
    vec3 end;
    fx height, low; /* of that end, with its sign and without */
    bool
        is_nearest; /* the core's own end is no farther off the plane than its other end: no edge is nearer */
} lying;

static lying lay_over(const ox_facing *f, const segment3 *core) {
    segment3 over = *core;
    lying l = {.is_over = ox_facing_cut(f, &over)};
    if (!l.is_over) return l;
    const fx from = ox_facing_height(f, over.from), to = ox_facing_height(f, over.to),
             whole_from = ox_facing_height(f, core->from), whole_to = ox_facing_height(f, core->to);
    l.is_through = from == 0 || to == 0 || (from < 0) != (to < 0);
    l.end = fx_abs_sat(from) <= fx_abs_sat(to) ? over.from : over.to;
    l.height = fx_abs_sat(from) <= fx_abs_sat(to) ? from : to;
    l.low = fx_abs_sat(l.height);
    l.is_nearest = (whole_from < 0) == (whole_to < 0) && l.low <= fx_abs_sat(whole_from) &&
                   l.low <= fx_abs_sat(whole_to);
    return l;
}

void ox_facing_core_gap(const ox_facing *f, const segment3 *core, ox_gap *gap) {
    const lying l = lay_over(f, core);
    gap->distance = 0;
    if (l.is_through) return;
    const ox_facing_edge near =
        l.is_nearest ? (ox_facing_edge){.distance2 = UINT64_MAX} : ox_facing_nearest(f, core, FX_MAX);
    if (l.is_over && (uint64_t)((int64_t)l.low * l.low) <= near.distance2) {
        *gap = (ox_gap){l.low, l.height > 0 ? dir30_neg(f->normal) : f->normal, l.end,
                        v3_sub(l.end, v3_scale_dir30(f->normal, l.height))};
    } else {
        const vec3 way = v3_sub(near.on_edge, near.on_core);
        gap->on_a = near.on_core;
        gap->on_b = near.on_edge;
        if (!v3_is_zero(way) && v3_normalize_dir30(way, &gap->way)) gap->distance = v3_length(way);
    }
}

void ox_facing_gap(const ox_shape *a, const rig34 *pose_a, const ox_triangle *triangle, const rig34 *pose,
                   ox_gap *gap) {
    const vec3 half =
        a->kind == OX_SHAPE_CAPSULE ? rig34_direction(pose_a, (vec3){0, a->half.y, 0}) : V3_ZERO;
    ox_facing f;
    ox_facing_set(&f, triangle, pose, pose_a->t);
    ox_facing_core_gap(&f, &(segment3){v3_neg(half), half}, gap);
    gap->on_a = v3_adds(gap->on_a, pose_a->t);
    gap->on_b = v3_adds(gap->on_b, pose_a->t);
}
