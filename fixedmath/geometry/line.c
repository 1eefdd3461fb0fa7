/* Closest points of lines and segments, orientation predicates, polygons. */
#include "fixedmath/line.h"

/* --- in space --------------------------------------------------------------------------------- */

bool ray_through(vec3 start, vec3 other, ray3 *out) {
    out->start = start;
    return v3_normalize_dir30(v3_subs(other, start), &out->direction);
}

vec3 line_at(const ray3 *line, fx t) { return v3_adds(line->start, v3_scale_dir30(line->direction, t)); }

bool ray_at(const ray3 *ray, fx t, vec3 *out) {
    *out = line_at(ray, t < 0 ? 0 : t);
    return t >= 0;
}

segment3 segment_from_unit(const segment3_unit *s) {
    return (segment3){s->from, v3_adds(s->from, v3_scale_dir30(s->direction, s->length))};
}

bool segment_to_unit(const segment3 *s, segment3_unit *out) {
    vec3 way = v3_subs(s->to, s->from);

    out->from = s->from;
    out->length = v3_length(way);
    return v3_normalize_dir30(way, &out->direction);
}

static fx coordinate_along(fx a, fx b, q30 t) { return fx_sat64(a + fx_rshr64(((int64_t)b - a) * t, 30)); }

vec3 segment_at(const segment3 *s, q30 t) {
    if (t >= Q30_ONE) return s->to;
    return (vec3){coordinate_along(s->from.x, s->to.x, t), coordinate_along(s->from.y, s->to.y, t),
                  coordinate_along(s->from.z, s->to.z, t)};
}

fx line_closest(const ray3 *line, vec3 p) { return v3_dot_dir30(v3_subs(p, line->start), line->direction); }

fx ray_closest(const ray3 *ray, vec3 p) {
    fx t = line_closest(ray, p);

    return t < 0 ? 0 : t;
}

/* n / d in Q2.30 for 0 <= n <= d. */
static q30 share30(uint64_t n, uint64_t d) {
    int room = fx_clz64(d);
    uint64_t q;

    if (d == 0 || n == 0) return 0;
    if (n >= d) return Q30_ONE;
    if (room <
        31) { /* the shifted numerator and the half would not fit; 32 bits of the denominator are enough */
        n >>= 31 - room;
        d >>= 31 - room;
    }
    q = ((n << 30) + d / 2) / d;
    return (q30)(q > (uint64_t)Q30_ONE ? (uint64_t)Q30_ONE : q);
}

/* A quarter of the way, so that dots of differences of any two points fit 64 bits. */
static vec3 quarter_way(vec3 from, vec3 to) {
    return (vec3){(fx)fx_sra64((int64_t)to.x - from.x, 2), (fx)fx_sra64((int64_t)to.y - from.y, 2),
                  (fx)fx_sra64((int64_t)to.z - from.z, 2)};
}

static bool is_short(vec3 a, vec3 b) {
    uint32_t bits =
        fx_magnitude(fx_subs(a.x, b.x)) | fx_magnitude(fx_subs(a.y, b.y)) | fx_magnitude(fx_subs(a.z, b.z));

    return bits < 1u << 30;
}

q30 segment_closest(const segment3 *s, vec3 p) {
    bool fine = is_short(s->from, s->to) && is_short(s->from, p);
    vec3 way = fine ? v3_sub(s->to, s->from) : quarter_way(s->from, s->to);
    vec3 to = fine ? v3_sub(p, s->from) : quarter_way(s->from, p);
    int64_t dot = v3_dot_wide(way, to);

    return dot <= 0 ? 0 : share30((uint64_t)dot, v3_len2(way));
}

uint64_t line_distance2(const ray3 *line, vec3 p) {
    return v3_distance2(p, line_at(line, line_closest(line, p)));
}

uint64_t segment_distance2(const segment3 *s, vec3 p) {
    return v3_distance2(p, segment_at(s, segment_closest(s, p)));
}

bool lines_closest(const ray3 *a, const ray3 *b, fx *s, fx *t) {
    /* with c = u.v: s = (c (v.w) - u.w)/(1 - c^2)..., w = a - b; as fx sums of fx by q30 */
    vec3 w = v3_subs(a->start, b->start);
    int64_t c = dir30_dot(a->direction, b->direction);
    int64_t d = v3_dot_dir30(w, a->direction), e = v3_dot_dir30(w, b->direction);
    dir30 cross = dir30_cross(a->direction, b->direction);
    int64_t below =
        fx_rshr64(fx_wide(cross.x, cross.x) + fx_wide(cross.y, cross.y) + fx_wide(cross.z, cross.z), 30);

    if (below < 64) { /* within 0.015 degree: parallel */
        *s = 0;
        *t = fx_sat64(e);
        return false;
    }
    *s = fx_sat64(((c * e - d * ((int64_t)1 << 30)) / below));
    *t = fx_sat64(((e * ((int64_t)1 << 30) - c * d) / below));
    return true;
}

/* The way from one place to another, with as many bits as leave sums of three products in 62: up to 30. Gives by how many bits (-1 to 29) it is longer than the way is, or than a quarter
 * of it. */
static int scaled_way(vec3 from, vec3 to, bool fine, vec3 *way) {
    const vec3 v = fine ? v3_sub(to, from) : quarter_way(from, to);
    const int up = fx_clz32(fx_magnitude(v.x) | fx_magnitude(v.y) | fx_magnitude(v.z)) - 2;

    if (up >= 30) {
        *way = V3_ZERO;
        return 0;
    }
    *way = up < 0 ? (vec3){fx_sra32(v.x, 1), fx_sra32(v.y, 1), fx_sra32(v.z, 1)}
                  : (vec3){v.x * ((int32_t)1 << up), v.y * ((int32_t)1 << up), v.z * ((int32_t)1 << up)};
    return up;
}

static int64_t dot31(vec3 a, vec3 b) { return fx_sra64(v3_dot_wide(a, b), 31); }

/* Parameter on a, within the segment, of the place that is nearest to the line through b. True: the two run so far apart, by 14 degrees or more, that rounding does not count. */
static bool closest_to_line(const segment3 *a, const segment3 *b, q30 *s) {
    const bool fine = is_short(a->from, a->to) && is_short(b->from, b->to) && is_short(a->from, b->from);
    vec3 u, v, w;
    const int up_u = scaled_way(a->from, a->to, fine, &u), up_w = scaled_way(b->from, a->from, fine, &w);
    (void)scaled_way(b->from, b->to, fine, &v);
    const int64_t uu = dot31(u, u), vv = dot31(v, v), uv = dot31(u, v), uw = dot31(u, w), vw = dot31(v, w);
    const int64_t n = uv * vw - uw * vv, sine2 = uu * vv - uv * uv; /* all below 2^62 */

    *s = 0;
    if (n > 0 && sine2 > 0) {
        const int up = up_u - up_w; /* the share is of a way that is so much longer */
        const uint64_t d = (uint64_t)sine2;
        *s = up <= 0                       ? share30((uint64_t)n >> fx_min(-up, 63), d)
             : fx_clz64((uint64_t)n) <= up ? Q30_ONE
                                           : share30((uint64_t)n << up, d);
    }
    return sine2 >= fx_sra64(uu * vv, 4) && sine2 > 0;
}

void segments_closest(const segment3 *a, const segment3 *b, q30 *s, q30 *t) {
    const bool is_slanted = closest_to_line(a, b, s);
    uint64_t best;

    *t = segment_closest(b, segment_at(a, *s));
    if (is_slanted) { /* each is the best for the other, which is the least of all */
        if (*t == 0 || *t == Q30_ONE) *s = segment_closest(a, *t == 0 ? b->from : b->to);
        return;
    }
    *s = segment_closest(a, segment_at(b, *t));
    *t = segment_closest(b, segment_at(a, *s));
    /* ends of b may lie closer where clamping cut both parameters */
    best = v3_distance2(segment_at(a, *s), segment_at(b, *t));
    for (int end = 0; end < 2; end++) {
        q30 other = segment_closest(a, end == 0 ? b->from : b->to);
        uint64_t distance = v3_distance2(segment_at(a, other), end == 0 ? b->from : b->to);

        if (distance < best) {
            best = distance;
            *s = other;
            *t = end == 0 ? 0 : Q30_ONE;
        }
    }
}

/* --- in the plane ----------------------------------------------------------------------------- */

int orient2d(vec2 a, vec2 b, vec2 c) {
    /* differences have 33 bits, products 66: compare high and low halves */
    int64_t ux = (int64_t)b.x - a.x, uy = (int64_t)b.y - a.y, vx = (int64_t)c.x - a.x,
            vy = (int64_t)c.y - a.y;
    int64_t high = fx_sra64(ux, 16) * vy - fx_sra64(uy, 16) * vx;
    int64_t low = (ux & 0xFFFF) * vy - (uy & 0xFFFF) * vx;
    int64_t top = high + fx_sra64(low, 16);

    if (top != 0) return top > 0 ? 1 : -1;
    return (low & 0xFFFF) != 0 ? 1 : 0;
}

int orient2d_i16(const int16_t a[2], const int16_t b[2], const int16_t c[2]) {
    int64_t area = (int64_t)(b[0] - a[0]) * (c[1] - a[1]) - (int64_t)(b[1] - a[1]) * (c[0] - a[0]);

    return (area > 0) - (area < 0);
}

fxw orient2d_wide(vec2 a, vec2 b, vec2 c) { return v2_cross_wide(v2_sub(b, a), v2_sub(c, a)); }

bool line2_make(vec2 a, vec2 b, line2 *out) {
    dir30 d;
    bool ok = v3_normalize_dir30((vec3){fx_subs(b.x, a.x), fx_subs(b.y, a.y), 0}, &d);

    *out = (line2){a, b, -d.y, d.x};
    return ok;
}

fx line2_distance(const line2 *line, vec2 p) {
    vec2 d = v2_subs(p, line->a);

    return fx_sat64(fx_rshr64(fx_wide(d.x, line->nx) + fx_wide(d.y, line->ny), 30));
}

side2 line2_classify(const line2 *line, vec2 p, fx epsilon) {
    fx distance;

    if (epsilon <= 0) return (side2)orient2d(line->a, line->b, p);
    distance = line2_distance(line, p);
    return distance > epsilon ? SIDE_LEFT : distance < -epsilon ? SIDE_RIGHT : SIDE_ON;
}

/* n / d of 64-bit numbers as fx, saturating. */
static fx quotient(int64_t n, int64_t d) {
    int room = fx_clz64(fx_magnitude64(n));
    int down = room < 17 ? 17 - room : 0;
    uint64_t top = fx_magnitude64(n) >> down << 16, bottom = fx_magnitude64(d) >> down, q;

    if (bottom == 0) return (n ^ d) < 0 ? FX_MIN : FX_MAX;
    q = (top + bottom / 2) / bottom;
    return fx_with_sign(q > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)q, (n ^ d) < 0 ? -1 : 1);
}

/* a + (b - a) n / d with the full 64-bit ratio. */
static fx point_along(fx a, fx b, int64_t n, int64_t d) {
    uint64_t high, low = fx_mul64x64(fx_magnitude64((int64_t)b - a), fx_magnitude64(n), &high);
    uint64_t bottom = fx_magnitude64(d), q;
    int64_t way = (int64_t)b - a;
    int down = high == 0 ? 0 : 64 - fx_clz64(high);

    if (down > 0) {
        low = (high << (64 - down)) | (low >> down);
        bottom >>= down;
    }
    if (bottom == 0) return a;
    q = (low + bottom / 2 < low) ? low / bottom : (low + bottom / 2) / bottom;
    if (q > 0x1FFFFFFFFu) q = 0x1FFFFFFFFu;
    return fx_sat64(a + ((way < 0) != ((n ^ d) < 0) ? -(int64_t)q : (int64_t)q));
}

segment_crossing segments_relate(vec2 a0, vec2 a1, vec2 b0, vec2 b1) {
    segment_crossing out = {SEGMENTS_PARALLEL, a0, 0, 0};
    vec2 u = v2_subs(a1, a0), v = v2_subs(b1, b0), w = v2_subs(b0, a0);
    int64_t d = v2_cross_wide(u, v), n = v2_cross_wide(w, v), m = v2_cross_wide(w, u);
    bool b_meets_a, a_meets_b;

    if (d == 0) {
        if (orient2d(a0, a1, b0) == 0 && orient2d(b0, b1, a0) == 0) out.relation = SEGMENTS_COLLINEAR;
        return out;
    }
    a_meets_b = orient2d(a0, a1, b0) * orient2d(a0, a1, b1) <= 0;
    b_meets_a = orient2d(b0, b1, a0) * orient2d(b0, b1, a1) <= 0;
    out.relation = a_meets_b && b_meets_a ? SEGMENTS_CROSS
                   : a_meets_b            ? SEGMENTS_A_SPLITS_B
                   : b_meets_a            ? SEGMENTS_B_SPLITS_A
                                          : SEGMENTS_APART;
    out.s = quotient(n, d);
    out.t = quotient(m, d);
    out.point = (vec2){point_along(a0.x, a1.x, n, d), point_along(a0.y, a1.y, n, d)};
    return out;
}

bool point_in_triangle2(vec2 p, vec2 a, vec2 b, vec2 c) {
    int x = orient2d(a, b, p), y = orient2d(b, c, p), z = orient2d(c, a, p);

    return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
}

bool point_in_convex2(vec2 p, const vec2 *polygon, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (orient2d(polygon[i], polygon[i + 1 < n ? i + 1 : 0], p) < 0) return false;
    }
    return n >= 3;
}

/* Convex: all turns go the same way, and the x sign of the edges changes once each way, so the outline runs round
 * once. */
bool polygon_is_convex(const vec2 *polygon, size_t n, bool allow_collinear) {
    int turn = 0, changes = 0, last = 0;

    for (size_t i = 0; i < n; i++) {
        vec2 a = polygon[i], b = polygon[(i + 1) % n], c = polygon[(i + 2) % n];
        int side = orient2d(a, b, c), way = b.x > a.x ? 1 : b.x < a.x ? -1 : 0;

        if (side == 0 && !allow_collinear) return false;
        if (side != 0 && turn != 0 && side != turn) return false;
        if (side != 0) turn = side;
        if (way != 0 && last != 0 && way != last) changes++;
        if (way != 0) last = way;
    }
    return n >= 3 && turn != 0 && changes <= 2;
}

int64_t polygon_area2(const vec2 *polygon, size_t n) {
    int64_t sum = 0;

    for (size_t i = 1; i + 1 < n; i++)
        sum = fx_wrap_add64(sum, orient2d_wide(polygon[0], polygon[i], polygon[i + 1]));
    return sum;
}

int polygon_winding(const vec2 *polygon, size_t n) {
    int64_t area = polygon_area2(polygon, n);

    return (area > 0) - (area < 0);
}

/* A sum of products in 128 bits, two's complement. */
typedef struct {
    uint64_t low, high;
} wide_sum;

static void wide_add(wide_sum *sum, int64_t a, int64_t b) {
    uint64_t high, low = fx_mul64x64(fx_magnitude64(a), fx_magnitude64(b), &high);

    if ((a ^ b) < 0) {
        low = 0u - low;
        high = ~high + (low == 0);
    }
    sum->low += low;
    sum->high += high + (sum->low < low);
}

/* sum / (3 d), truncated; the quotient has at most 35 bits, so that at least 29 bits of d count. */
static int64_t wide_third(wide_sum sum, int64_t d) {
    bool negative = (sum.high >> 63) != 0;
    uint64_t bottom = fx_magnitude64(d), q;
    int down;

    if (negative) {
        sum.low = 0u - sum.low;
        sum.high = ~sum.high + (sum.low == 0);
    }
    down = 64 - fx_clz64(sum.high);
    if (down > 0) {
        sum.low = down > 63 ? sum.high : (sum.high << (64 - down)) | (sum.low >> down);
        bottom = down > 63 ? 0 : bottom >> down;
    }
    q = bottom == 0 ? UINT32_MAX : sum.low / bottom / 3;
    q = q > UINT32_MAX ? UINT32_MAX : q;
    return negative != (d < 0) ? -(int64_t)q : (int64_t)q;
}

bool polygon_centroid(const vec2 *polygon, size_t n, vec2 *centroid) {
    int64_t total = polygon_area2(polygon, n);
    wide_sum x = {0, 0}, y = {0, 0};

    if (total == 0) return false;
    for (size_t i = 1; i + 1 < n; i++) {
        vec2 u = v2_sub(polygon[i], polygon[0]), v = v2_sub(polygon[i + 1], polygon[0]);
        int64_t area = orient2d_wide(polygon[0], polygon[i], polygon[i + 1]);

        wide_add(&x, area, (int64_t)u.x + v.x);
        wide_add(&y, area, (int64_t)u.y + v.y);
    }
    *centroid =
        (vec2){fx_sat64(polygon[0].x + wide_third(x, total)), fx_sat64(polygon[0].y + wide_third(y, total))};
    return true;
}

size_t polyline_simplify(vec2 *points, size_t n, bool closed, uint64_t tolerance) {
    size_t kept = 0;

    if (n < 3) return n;
    for (size_t i = 0; i < n; i++) {
        bool end = !closed && (i == 0 || i + 1 == n);
        vec2 before = kept > 0 ? points[kept - 1] : points[n - 1];
        vec2 after = i + 1 < n ? points[i + 1] : points[0];

        if (end || fx_magnitude64(orient2d_wide(before, points[i], after)) > tolerance)
            points[kept++] = points[i];
    }
    return kept;
}

/* --- in a quadrilateral ----------------------------------------------------------------------- */

bool quad_axis_make(const vec2 corner[4], int leading_edge, quad_axis *out) {
    vec2 l0 = corner[leading_edge & 3], l1 = corner[(leading_edge + 1) & 3];
    vec2 t0 = corner[(leading_edge + 2) & 3], t1 = corner[(leading_edge + 3) & 3];
    line2 lead, trail;

    if (!line2_make(l0, l1, &lead) || !line2_make(t0, t1, &trail)) return false;
    *out = (quad_axis){l0, t0, lead.nx, lead.ny, trail.nx, trail.ny};
    if (line2_distance(&lead, t0) < 0 || line2_distance(&lead, t1) < 0) { /* clockwise corners */
        out->lead_nx = -lead.nx;
        out->lead_ny = -lead.ny;
        out->trail_nx = -trail.nx;
        out->trail_ny = -trail.ny;
    }
    return true;
}

bool quad_distance(const quad_axis *axis, vec2 p, fx *distance) {
    vec2 u = v2_subs(p, axis->lead), v = v2_subs(p, axis->trail);
    /* Q46, rounded to Q24 so that the quotient keeps its bits */
    int64_t a = fx_rshr64(fx_wide(u.x, axis->lead_nx) + fx_wide(u.y, axis->lead_ny), 22);
    int64_t b = fx_rshr64(fx_wide(v.x, axis->trail_nx) + fx_wide(v.y, axis->trail_ny), 22);

    *distance = a + b == 0 ? 0 : quotient(a, a + b);
    return a + b != 0;
}
