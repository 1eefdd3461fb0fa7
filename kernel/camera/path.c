/* Paths of cameras. */
#include "kernel/camera/path.h"

#include "fixedmath/angle.h"

enum { LOOK_AHEAD = 3277 /* 0.05 of a segment */, HALVINGS = 6 };

bool ox_camera_path_make(ox_camera_path *p, const path3 *curve, int samples, fx *lengths) {
    p->path = *curve;
    const int least = curve->kind == PATH_BSPLINE ? (curve->closed ? 3 : 4) : 2;
    if (curve->n < least || samples < 1 || path3_segments(&p->path) < 1) return false;
    return arc_build(&p->path, samples, lengths, &p->arc) && arc_total(&p->arc) > 0;
}

fx ox_camera_path_length(const ox_camera_path *p) { return arc_total(&p->arc); }

/* Table and path stand side by side in one record, which may have been copied. */
static arc_table table_of(const ox_camera_path *p) {
    arc_table table = p->arc;
    table.path = &p->path;
    return table;
}

vec3 ox_camera_path_at(const ox_camera_path *p, fx metres) {
    const arc_table table = table_of(p);
    return arc_point(&table, metres);
}

vec3 ox_camera_path_tangent(const ox_camera_path *p, fx metres) {
    const arc_table table = table_of(p);
    int segment;
    uf16 t;
    cubic3 curve;
    vec3 slope = V3_ZERO;
    arc_locate(&table, metres, &segment, &t);
    if (path3_segment(&p->path, segment, &curve)) slope = cubic3_slope(&curve, t);
    if (v3_is_zero(slope)) { /* a point that counts twice: the chord tells the way */
        const fx step = fx_max(arc_total(&table) / 256, 1);
        slope = v3_subs(arc_point(&table, fx_min(fx_adds(metres, step), arc_total(&table))),
                        arc_point(&table, fx_max(fx_subs(metres, step), 0)));
    }
    return v3_normalize_or(slope, (vec3){0, 0, -FX_ONE}, NULL);
}

void ox_camera_path_locate(const ox_camera_path *p, fx metres, int *segment, uf16 *t) {
    const arc_table table = table_of(p);
    arc_locate(&table, metres, segment, t);
}

vec3 ox_camera_path_value(const ox_camera_path *p, int segment, uf16 t) {
    const int count = path3_segments(&p->path);
    cubic3 curve;
    if (p->path.closed) segment %= count;
    const bool is_over = segment >= count;
    (void)path3_segment(&p->path, is_over ? count - 1 : segment, &curve);
    return cubic3_value(&curve, is_over ? UF16_ONE : t);
}

int ox_camera_path_index(const ox_camera_path *p, fx metres) { return arc_index_at(&p->arc, metres); }

/* ---- rails ---- */

typedef struct search {
    const ox_camera_path *path;
    vec3 place;
    fx low, high; /* limits of an open path; a closed one goes round */
} search;

static fx place_on(const search *s, int64_t metres) {
    const fx total = arc_total(&s->path->arc);
    if (!s->path->path.closed) return (fx)(metres < s->low ? s->low : metres > s->high ? s->high : metres);
    const int64_t round = metres % total;
    return (fx)(round < 0 ? round + total : round);
}

static uint64_t distance_at(const search *s, int64_t metres) {
    return v3_distance2(ox_camera_path_at(s->path, place_on(s, metres)), s->place);
}

fx ox_camera_path_beside(const ox_camera_path *p, vec3 place, fx last, fx window) {
    const fx total = arc_total(&p->arc);
    search s = {p, place, 0, total};
    int64_t from = 0, to = total, step = total / (p->arc.entries - 1);
    if (window > 0 && window < total / 2) {
        from = (int64_t)last - window;
        to = (int64_t)last + window;
    }
    if (step < 1) step = 1;
    int64_t best = from;
    uint64_t least = distance_at(&s, from);
    for (int64_t at = from + step; at < to + step; at += step) {
        const int64_t here = at > to ? to : at;
        const uint64_t d = distance_at(&s, here);
        if (d < least) {
            least = d;
            best = here;
        }
    }
    for (int i = 0; i < HALVINGS; i++) { /* the best sample's neighbourhood, ever narrower */
        step = step / 2 > 0 ? step / 2 : 1;
        for (int side = -1; side <= 1; side += 2) {
            const int64_t here = best + side * step;
            if (here < from || here > to) continue;
            const uint64_t d = distance_at(&s, here);
            if (d >= least) continue;
            least = d;
            best = here;
        }
    }
    return place_on(&s, best);
}

/* ---- rides ---- */

static vec3 point_on(const ox_camera_path *p, int32_t segment, uint32_t t) {
    const int32_t count = path3_segments(&p->path);
    cubic3 curve;
    segment += (int32_t)(t >> 16);
    t &= 0xFFFF;
    if (p->path.closed) segment %= count;
    if (segment < count && path3_segment(&p->path, segment, &curve)) return cubic3_value(&curve, t);
    (void)path3_segment(&p->path, count - 1, &curve); /* on along the last tangent */
    const uint32_t beyond = ((uint32_t)(segment - count) << 16) + t;
    return v3_adds(cubic3_value(&curve, UF16_ONE), v3_scales(cubic3_slope(&curve, UF16_ONE), (fx)beyond));
}

void ox_camera_ride_step(ox_camera_ride *r, const ox_camera_path *p, fx speed, vec3 *eye, vec3 *target) {
    const int32_t count = path3_segments(&p->path);
    r->passed = 0;
    if (r->segment < 0 || (r->segment >= count && !r->done)) *r = (ox_camera_ride){0};
    if (!r->done) {
        const int64_t t = (int64_t)r->t + fx_clamp(speed, 0, 1024 * FX_ONE);
        const int32_t over = (int32_t)(t >> 16);
        r->t = (uf16)(t & 0xFFFF);
        r->passed = (uint32_t)over;
        if (p->path.closed) {
            r->segment = (r->segment + over) % count;
        } else if (r->segment + over >= count) {
            r->passed = (uint32_t)(count - r->segment);
            r->segment = count - 1;
            r->t = UF16_ONE;
            r->done = true;
        } else {
            r->segment += over;
        }
    }
    *eye = point_on(p, r->segment, r->t);
    *target = point_on(p, r->segment, r->t + LOOK_AHEAD);
}

/* ---- without end ---- */

static bool feed(ox_camera_stream *s) {
    vec3 point;
    while (s->next(s->context, &point))
        if (bspline_window_feed(&s->window, point, &s->segment)) return true;
    return false;
}

bool ox_camera_stream_step(ox_camera_stream *s, fx speed, vec3 *at) {
    if (!s->begun) {
        s->begun = true;
        s->done = !feed(s);
        if (s->done) return false;
        *at = cubic3_value(&s->segment, 0);
        return true;
    }
    if (s->window.count < 4) return false;
    int64_t t = (int64_t)s->t + fx_clamp(speed, 0, 1024 * FX_ONE);
    while (!s->done && t >= UF16_ONE) {
        if (feed(s))
            t -= UF16_ONE;
        else
            s->done = true;
    }
    s->t = (uf16)(s->done ? UF16_ONE : t);
    *at = cubic3_value(&s->segment, s->t);
    return !s->done;
}

/* ---- orientation ---- */

static vec3 axis_of(const rot33 *m, int column) {
    return v3_from_dir30((dir30){m->m[0][column], m->m[1][column], m->m[2][column]});
}

/* The normal of the plane in which the curve bends; where it is straight the last one. */
static void bend(ox_camera_frame *f, vec3 tangent) {
    vec3 normal = v3_cross(f->tangent, tangent);
    if (v3_len2(normal) < 4096) return; /* straight: no more than a thousandth of a radian */
    normal = v3_normalize_or(normal, f->normal, NULL);
    if (f->inverted) normal = v3_neg(normal);
    if (v3_dot(normal, f->normal) < 0 && !f->unguarded) { /* a bend to the other side */
        f->inverted = !f->inverted;
        normal = v3_neg(normal);
    }
    f->normal = normal;
}

void ox_camera_bank(ox_camera_frame *f, ox_camera_banking banking, vec3 tangent, ang16 angle) {
    const vec3 unit = v3_normalize_or(tangent, f->begun ? f->tangent : (vec3){0, 0, -FX_ONE}, NULL);
    if (!f->begun) {
        f->axes = rot33_identity();
        (void)frame_fixed_up(unit, V3_Y, &f->axes);
        f->normal = axis_of(&f->axes, 1);
        f->begun = true;
        f->inverted = false;
    } else if (banking == OX_BANK_BEND) {
        bend(f, unit);
        (void)frame_fixed_up(unit, f->normal, &f->axes);
    } else if (banking == OX_BANK_CARRIED) {
        (void)frame_transport(unit, &f->axes);
    } else {
        (void)frame_fixed_up(unit, V3_Y, &f->axes);
    }
    if (banking == OX_BANK_FIXED && angle != 0) {
        const rot33 roll = rot33_about_z(ang32_from_ang16(angle));
        f->axes = rot33_mul(&f->axes, &roll);
    }
    f->tangent = unit;
}
