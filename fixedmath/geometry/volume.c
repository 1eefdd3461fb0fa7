/* Spheres, boxes, oriented boxes, capsules, cylinders, cones and k-DOPs. */
#include "fixedmath/volume.h"

#include "fixedmath/assert.h"

/* Root rounded up, as fx. */
static fx root_up(uint64_t square) {
    uint64_t root = fx_isqrt64(square);

    root += root * root < square;
    return root > INT32_MAX ? FX_MAX : (fx)root;
}

static fx mul_up(fx a, q30 b) { return fx_sat64(fx_sra64(fx_wide(a, b) + (1 << 30) - 1, 30)); }

/* --- spheres ---------------------------------------------------------------------------------- */

static size_t farthest(const vec3 *points, size_t n, vec3 from, uint64_t *distance2) {
    size_t best = 0;

    *distance2 = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t d = v3_distance2(from, points[i]);

        if (d > *distance2) {
            *distance2 = d;
            best = i;
        }
    }
    return best;
}

sphere3 sphere_from_points(const vec3 *points, size_t n) {
    box3 box = box_from_points(points, n);
    vec3 centre = n == 0 ? V3_ZERO : box_centre(&box);
    uint64_t distance2;

    (void)farthest(points, n, centre, &distance2);
    return (sphere3){centre, root_up(distance2)};
}

sphere3 sphere_from_points_tight(const vec3 *points, size_t n, int rounds) {
    sphere3 best = sphere_from_points(points, n), at = best;

    for (int i = 1; i <= rounds && n > 0; i++) {
        uint64_t distance2;
        size_t far = farthest(points, n, at.centre, &distance2);

        at.radius = root_up(distance2);
        if (at.radius < best.radius) best = at;
        at.centre = v3_lerp(at.centre, points[far], (uf16)(65536 / (i + 1)));
    }
    return best;
}

sphere3 sphere_merge(const sphere3 *a, const sphere3 *b) {
    fx distance = root_up(v3_distance2(a->centre, b->centre));
    int64_t reach = (int64_t)distance + b->radius, diameter;
    uf16 t;

    if (reach <= a->radius) return *a;
    if ((int64_t)distance + a->radius <= b->radius) return *b;
    diameter = reach + a->radius;
    /* the new centre lies (diameter/2 - ra) along the way from a to b */
    t = distance == 0 ? 0 : uf16_clamp(((diameter - 2 * (int64_t)a->radius) << 15) / distance);
    { /* the radius about the new centre that holds both spheres: the rounding of the centre does no harm */
        vec3 centre = v3_lerp(a->centre, b->centre, t);
        fx ra = fx_adds(root_up(v3_distance2(centre, a->centre)), a->radius);
        fx rb = fx_adds(root_up(v3_distance2(centre, b->centre)), b->radius);

        return (sphere3){centre, fx_max(ra, rb)};
    }
}

sphere3 sphere_transform(const mat34 *m, const sphere3 *s) {
    uint64_t largest = 0;
    fx factor;

    for (int c = 0; c < 3; c++) {
        uint64_t len2 = v3_len2(m34_column(m, c));

        largest = len2 > largest ? len2 : largest;
    }
    factor = root_up(largest);
    return (sphere3){m34_point(m, s->centre), fx_sat64(fx_sra64(fx_wide(s->radius, factor) + 0xFFFF, 16))};
}

bool sphere_contains(const sphere3 *s, vec3 p) {
    return v3_distance2(s->centre, p) <= (uint64_t)fx_wide(s->radius, s->radius);
}

/* --- boxes ------------------------------------------------------------------------------------ */

box3 box_empty(void) { return (box3){{FX_MAX, FX_MAX, FX_MAX}, {FX_MIN, FX_MIN, FX_MIN}}; }

box3 box_include(const box3 *b, vec3 p) { return (box3){v3_min(b->lo, p), v3_max(b->hi, p)}; }

box3 box_from_points(const vec3 *points, size_t n) {
    box3 box = box_empty();

    for (size_t i = 0; i < n; i++) box = box_include(&box, points[i]);
    return box;
}

box3 box_from_centred(const box3_centred *b) {
    return (box3){v3_subs(b->centre, b->half), v3_adds(b->centre, b->half)};
}

box3_centred box_to_centred(const box3 *b) {
    vec3 centre = box_centre(b);

    return (box3_centred){centre, v3_max(v3_subs(b->hi, centre), v3_subs(centre, b->lo))};
}

box3 box_from_sphere(const sphere3 *s) {
    vec3 r = {s->radius, s->radius, s->radius};

    return (box3){v3_subs(s->centre, r), v3_adds(s->centre, r)};
}

sphere3 sphere_from_box(const box3 *b) {
    vec3 centre = box_centre(b);

    return (sphere3){centre, root_up(v3_distance2(centre, b->hi))};
}

box3 box_merge(const box3 *a, const box3 *b) { return (box3){v3_min(a->lo, b->lo), v3_max(a->hi, b->hi)}; }

box3 box_expand(const box3 *b, fx by) {
    vec3 r = {by, by, by};

    return (box3){v3_subs(b->lo, r), v3_adds(b->hi, r)};
}

box3 box_translate(const box3 *b, vec3 by) { return (box3){v3_adds(b->lo, by), v3_adds(b->hi, by)}; }

vec3 box_corner(const box3 *b, int index) {
    return (vec3){(index & 1) != 0 ? b->hi.x : b->lo.x, (index & 2) != 0 ? b->hi.y : b->lo.y,
                  (index & 4) != 0 ? b->hi.z : b->lo.z};
}

box3 box_transform(const mat34 *m, const box3 *b) {
    const fx lo[3] = {b->lo.x, b->lo.y, b->lo.z}, hi[3] = {b->hi.x, b->hi.y, b->hi.z};
    fx out_lo[3], out_hi[3];

    if (box_is_empty(b)) return box_empty();
    for (int r = 0; r < 3; r++) {
        int64_t low = 0, high = 0;

        for (int c = 0; c < 3; c++) {
            int64_t p = fx_sra64(fx_wide(m->m[r][c], lo[c]), 1), q = fx_sra64(fx_wide(m->m[r][c], hi[c]), 1);

            low += p < q ? p : q;
            high += p < q ? q : p;
        }
        out_lo[r] = fx_sat64(fx_sra64(low, 15) + m->m[r][3]);
        out_hi[r] = fx_sat64(fx_sra64(high + 0x7FFF + 3, 15) + m->m[r][3]);
    }
    return (box3){{out_lo[0], out_lo[1], out_lo[2]}, {out_hi[0], out_hi[1], out_hi[2]}};
}

box3 box_transform_rigid(const rig34 *m, const box3 *b) {
    box3_centred c = box_to_centred(b);
    vec3 centre = rig34_point(m, c.centre), half;
    fx out[3];

    if (box_is_empty(b)) return box_empty();
    for (int r = 0; r < 3; r++) {
        int64_t sum = fx_wide(c.half.x, fx_abss(m->r.m[r][0])) + fx_wide(c.half.y, fx_abss(m->r.m[r][1])) +
                      fx_wide(c.half.z, fx_abss(m->r.m[r][2]));

        out[r] = fx_sat64(fx_sra64(sum + (1 << 30) - 1, 30) + 1); /* 1 LSB for the rounding of the centre */
    }
    half = (vec3){out[0], out[1], out[2]};
    return (box3){v3_subs(centre, half), v3_adds(centre, half)};
}

static uint16_t pack_low(fx a, fx lo, fx hi) {
    int64_t span = (int64_t)hi - lo, q = span <= 0 ? 0 : (((int64_t)a - lo) * 65535) / span;

    return (uint16_t)(q < 0 ? 0 : q > 65535 ? 65535 : q);
}

static uint16_t pack_high(fx a, fx lo, fx hi) {
    int64_t span = (int64_t)hi - lo, q = span <= 0 ? 0 : (((int64_t)a - lo) * 65535 + span - 1) / span;

    return (uint16_t)(q < 0 ? 0 : q > 65535 ? 65535 : q);
}

box3_packed box_pack(const box3 *parent, const box3 *b) {
    const vec3 lo = parent->lo, hi = parent->hi;

    return (box3_packed){
        {pack_low(b->lo.x, lo.x, hi.x), pack_low(b->lo.y, lo.y, hi.y), pack_low(b->lo.z, lo.z, hi.z)},
        {pack_high(b->hi.x, lo.x, hi.x), pack_high(b->hi.y, lo.y, hi.y), pack_high(b->hi.z, lo.z, hi.z)}};
}

static fx unpack_coordinate(uint16_t a, fx lo, fx hi, int up) {
    return fx_sat64(lo + (((int64_t)hi - lo) * a + (up ? 65534 : 0)) / 65535);
}

box3 box_unpack(const box3 *parent, const box3_packed *p) {
    const vec3 lo = parent->lo, hi = parent->hi;

    return (box3){{unpack_coordinate(p->lo[0], lo.x, hi.x, 0), unpack_coordinate(p->lo[1], lo.y, hi.y, 0),
                   unpack_coordinate(p->lo[2], lo.z, hi.z, 0)},
                  {unpack_coordinate(p->hi[0], lo.x, hi.x, 1), unpack_coordinate(p->hi[1], lo.y, hi.y, 1),
                   unpack_coordinate(p->hi[2], lo.z, hi.z, 1)}};
}

plane_side plane_classify_sphere(const plane30 *p, const sphere3 *s) {
    return plane_classify_point(p, s->centre, s->radius);
}

plane_side plane_classify_box(const plane30 *p, const box3 *b) {
    box3_centred c = box_to_centred(b);
    fx reach = fx_sat64((int64_t)mul_up(c.half.x, fx_abss(p->n.x)) + mul_up(c.half.y, fx_abss(p->n.y)) +
                        mul_up(c.half.z, fx_abss(p->n.z)));

    return plane_classify_point(p, c.centre, reach);
}

box2 box2_from_points(const vec2 *points, size_t n) {
    box2 box = {{FX_MAX, FX_MAX}, {FX_MIN, FX_MIN}};

    for (size_t i = 0; i < n; i++) box = (box2){v2_min(box.lo, points[i]), v2_max(box.hi, points[i])};
    return box;
}

box2 box2_merge(const box2 *a, const box2 *b) { return (box2){v2_min(a->lo, b->lo), v2_max(a->hi, b->hi)}; }

bool box2_contains(const box2 *b, vec2 p) {
    return p.x >= b->lo.x && p.x <= b->hi.x && p.y >= b->lo.y && p.y <= b->hi.y;
}

bool box2_overlap(const box2 *a, const box2 *b) {
    return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y;
}

/* --- oriented boxes --------------------------------------------------------------------------- */

obb3 obb_from_box(const box3 *local, const rig34 *frame) {
    box3_centred c = box_to_centred(local);

    return (obb3){{frame->r, rig34_point(frame, c.centre)}, c.half};
}

vec3 obb_corner(const obb3 *b, int index) {
    return rig34_point(&b->frame, (vec3){(index & 1) != 0 ? b->half.x : fx_negs(b->half.x),
                                         (index & 2) != 0 ? b->half.y : fx_negs(b->half.y),
                                         (index & 4) != 0 ? b->half.z : fx_negs(b->half.z)});
}

plane30 obb_plane(const obb3 *b, int face) {
    dir30 axis = rot33_axis(&b->frame.r, face >> 1);
    fx half = v3_get(b->half, face >> 1);

    if ((face & 1) != 0) axis = dir30_neg(axis);
    return (plane30){axis, fx_subs(fx_negs(v3_dot_dir30(b->frame.t, axis)), half)};
}

box3 obb_to_box(const obb3 *b) {
    box3 local = {v3_neg(b->half), b->half};

    return box_transform_rigid(&b->frame, &local);
}

sphere3 obb_to_sphere(const obb3 *b) { return (sphere3){b->frame.t, root_up(v3_len2(b->half))}; }

bool obb_contains(const obb3 *b, vec3 p) {
    vec3 local = v3_abs(rot33_apply_inverse(&b->frame.r, v3_subs(p, b->frame.t)));

    return local.x <= b->half.x && local.y <= b->half.y && local.z <= b->half.z;
}

vec3 obb_closest(const obb3 *b, vec3 p) {
    vec3 local = rot33_apply_inverse(&b->frame.r, v3_subs(p, b->frame.t));

    return rig34_point(&b->frame, v3_clamp(local, v3_neg(b->half), b->half));
}

/* --- capsules, cylinders, cones --------------------------------------------------------------- */

bool capsule_contains(const capsule3 *c, vec3 p) {
    segment3 axis = {c->a, c->b};

    return segment_distance2(&axis, p) <= (uint64_t)fx_wide(c->radius, c->radius);
}

bool cylinder_contains(const cylinder3 *c, vec3 p) {
    segment3 axis = {c->a, c->b};
    segment3_unit unit;
    fx along;
    vec3 way = v3_subs(p, c->a);

    if (!segment_to_unit(&axis, &unit)) return v3_equal(p, c->a);
    along = v3_dot_dir30(way, unit.direction);
    if (along < 0 || along > unit.length) return false;
    return v3_len2(v3_reject(way, unit.direction)) <= (uint64_t)fx_wide(c->radius, c->radius);
}

bool cone_contains(const cone3 *c, vec3 p) {
    fx along = v3_dot_dir30(v3_subs(p, c->apex), c->axis);

    return along >= 0 && along <= c->length && v3_in_cone(c->apex, c->axis, c->cos_half, p);
}

box3 capsule_box(const capsule3 *c) {
    box3 box = {v3_min(c->a, c->b), v3_max(c->a, c->b)};

    return box_expand(&box, c->radius);
}

sphere3 capsule_sphere(const capsule3 *c) {
    vec3 centre = {fx_mid(c->a.x, c->b.x), fx_mid(c->a.y, c->b.y), fx_mid(c->a.z, c->b.z)};
    uint64_t a = v3_distance2(centre, c->a), b = v3_distance2(centre, c->b);

    return (sphere3){centre, fx_adds(root_up(a > b ? a : b), c->radius)};
}

fx cylinder_reach(fx radius, dir30 axis, dir30 n) {
    int64_t dot = dir30_dot(axis, n), rest = ((int64_t)1 << 60) - dot * dot;

    return rest <= 0 ? 0 : mul_up(radius, (q30)fx_isqrt64_round((uint64_t)rest));
}

/* How far a disc across `axis` reaches along x, y and z, 1 LSB for rounding included. */
static vec3 disc_reach(fx radius, dir30 axis) {
    return (vec3){fx_adds(cylinder_reach(radius, axis, (dir30){Q30_ONE, 0, 0}), 1),
                  fx_adds(cylinder_reach(radius, axis, (dir30){0, Q30_ONE, 0}), 1),
                  fx_adds(cylinder_reach(radius, axis, (dir30){0, 0, Q30_ONE}), 1)};
}

box3 cylinder_box(const cylinder3 *c) {
    segment3 axis = {c->a, c->b};
    segment3_unit unit;
    box3 box = {v3_min(c->a, c->b), v3_max(c->a, c->b)};
    vec3 reach;

    if (!segment_to_unit(&axis, &unit)) return box_expand(&box, c->radius);
    reach = disc_reach(c->radius, unit.direction);
    return (box3){v3_subs(box.lo, reach), v3_adds(box.hi, reach)};
}

sphere3 cylinder_sphere(const cylinder3 *c) {
    capsule3 thin = {c->a, c->b, 0};
    sphere3 s = capsule_sphere(&thin);

    s.radius = root_up((uint64_t)fx_wide(s.radius, s.radius) + (uint64_t)fx_wide(c->radius, c->radius));
    s.radius = fx_adds(s.radius, 1); /* the centre is rounded */
    return s;
}

/* The cone as a cylinder from its apex to its end disc; half angles from 0 to 90 degrees (exclusive). */
static cylinder3 cone_disc(const cone3 *c) {
    q30 sine = (q30)fx_isqrt64_round(((uint64_t)1 << 60) - (uint64_t)fx_wide(c->cos_half, c->cos_half));
    vec3 end = v3_adds(c->apex, v3_scale_dir30(c->axis, c->length));

    return (cylinder3){c->apex, end, fx_adds(fx_muldiv(c->length, sine, c->cos_half), 1)};
}

box3 cone_box(const cone3 *c) {
    cylinder3 disc = cone_disc(c);
    vec3 reach = disc_reach(disc.radius, c->axis);
    box3 box = {v3_subs(disc.b, reach), v3_adds(disc.b, reach)};

    return box_include(&box, c->apex);
}

sphere3 cone_sphere(const cone3 *c) {
    cylinder3 disc = cone_disc(c);

    return cylinder_sphere(&disc);
}

/* --- k-DOPs ----------------------------------------------------------------------------------- */

static const int8_t corners[4][3] = {{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
static const int8_t edges[6][3] = {{1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};

void kdop_direction(int k, int index, int32_t out[3]) {
    const int8_t axis[3] = {index == 0, index == 1, index == 2};
    const int8_t *d = index < 3   ? axis
                      : k == 18   ? edges[index - 3]
                      : index < 7 ? corners[index - 3]
                                  : edges[index - 7];

    for (int i = 0; i < 3; i++) out[i] = d[i];
}

static int64_t kdop_along(int k, int index, vec3 p) {
    int32_t d[3];

    kdop_direction(k, index, d);
    return (int64_t)d[0] * p.x + (int64_t)d[1] * p.y + (int64_t)d[2] * p.z;
}

bool kdop_from_points(int k, const vec3 *points, size_t n, kdop3 *out) {
    if (k != 6 && k != 14 && k != 18 && k != 26) return false;
    out->k = k;
    for (int i = 0; i < 13; i++) {
        out->lo[i] = i < k / 2 ? INT64_MAX : 0;
        out->hi[i] = i < k / 2 ? INT64_MIN : 0;
    }
    for (size_t j = 0; j < n; j++) {
        for (int i = 0; i < k / 2; i++) {
            int64_t at = kdop_along(k, i, points[j]);

            out->lo[i] = at < out->lo[i] ? at : out->lo[i];
            out->hi[i] = at > out->hi[i] ? at : out->hi[i];
        }
    }
    return true;
}

bool kdop_contains(const kdop3 *d, vec3 p) {
    for (int i = 0; i < d->k / 2; i++) {
        int64_t at = kdop_along(d->k, i, p);

        if (at < d->lo[i] || at > d->hi[i]) return false;
    }
    return true;
}

/* Number of directions that two k-DOPs share: all k / 2, or the three axes when their k differ. */
static int shared_directions(const kdop3 *a, const kdop3 *b) {
    FX_ASSERT_MSG(a->k == b->k, "k-DOPs of different k");
    return a->k == b->k ? a->k / 2 : 3;
}

bool kdop_overlap(const kdop3 *a, const kdop3 *b) {
    int directions = shared_directions(a, b);

    for (int i = 0; i < directions; i++) {
        if (a->lo[i] > b->hi[i] || b->lo[i] > a->hi[i]) return false;
    }
    return true;
}

kdop3 kdop_merge(const kdop3 *a, const kdop3 *b) {
    kdop3 out = *a;

    out.k = 2 * shared_directions(a, b);
    for (int i = 0; i < out.k / 2; i++) {
        out.lo[i] = a->lo[i] < b->lo[i] ? a->lo[i] : b->lo[i];
        out.hi[i] = a->hi[i] > b->hi[i] ? a->hi[i] : b->hi[i];
    }
    return out;
}
