/* Paths through many points, patches, arc length, and frames that move along a curve. */
#include "fixedmath/spline.h"

/* --- segments --------------------------------------------------------------------------------- */

static int count_segments(int n, path_kind kind, bool closed) {
    if (kind == PATH_BSPLINE) return closed ? (n >= 3 ? n : 0) : n - 3 > 0 ? n - 3 : 0;
    return closed ? (n >= 2 ? n : 0) : n - 1 > 0 ? n - 1 : 0;
}

/* The four points that shape segment `index`. Closed paths wrap round, open paths count their end points twice. */
static void four_points(int n, path_kind kind, bool closed, int index, int out[4]) {
    int first = kind == PATH_BSPLINE ? index : index - 1;

    for (int i = 0; i < 4; i++) out[i] = closed ? int_floormod(first + i, n) : int_clamp(first + i, 0, n - 1);
}

static cubic1 segment_of(path_kind kind, fx tension, fx p0, fx p1, fx p2, fx p3) {
    switch (kind) {
    case PATH_BSPLINE:
        return cubic_bspline(p0, p1, p2, p3);
    case PATH_CARDINAL:
        return cubic_hermite(p1, cardinal_tangent(p0, p1, p2, tension), p2,
                             cardinal_tangent(p1, p2, p3, tension));
    default:
        return cubic_catmull_rom(p0, p1, p2, p3);
    }
}

int path3_segments(const path3 *path) { return count_segments(path->n, path->kind, path->closed); }

bool path3_segment(const path3 *path, int index, cubic3 *out) {
    int at[4];
    const vec3 *p = path->points;

    if (index < 0 || index >= path3_segments(path)) return false;
    if (path->n == 2) { /* a straight line, there (and back, when closed) */
        vec3 way = v3_sub(p[1 - (index & 1)], p[index & 1]);

        *out = cubic3_hermite(p[index & 1], way, p[1 - (index & 1)], way);
        return true;
    }
    four_points(path->n, path->kind, path->closed, index, at);
    out->x = segment_of(path->kind, path->tension, p[at[0]].x, p[at[1]].x, p[at[2]].x, p[at[3]].x);
    out->y = segment_of(path->kind, path->tension, p[at[0]].y, p[at[1]].y, p[at[2]].y, p[at[3]].y);
    out->z = segment_of(path->kind, path->tension, p[at[0]].z, p[at[1]].z, p[at[2]].z, p[at[3]].z);
    return true;
}

int path2_segments(const path2 *path) { return count_segments(path->n, path->kind, path->closed); }

bool path2_segment(const path2 *path, int index, cubic2 *out) {
    int at[4];
    const vec2 *p = path->points;

    if (index < 0 || index >= path2_segments(path)) return false;
    if (path->n == 2) {
        vec2 from = p[index & 1], to = p[1 - (index & 1)], way = v2_sub(to, from);

        *out = (cubic2){cubic_hermite(from.x, way.x, to.x, way.x), cubic_hermite(from.y, way.y, to.y, way.y)};
        return true;
    }
    four_points(path->n, path->kind, path->closed, index, at);
    out->x = segment_of(path->kind, path->tension, p[at[0]].x, p[at[1]].x, p[at[2]].x, p[at[3]].x);
    out->y = segment_of(path->kind, path->tension, p[at[0]].y, p[at[1]].y, p[at[2]].y, p[at[3]].y);
    return true;
}

bool bspline_window_feed(bspline_window *w, vec3 p, cubic3 *segment) {
    w->p[0] = w->p[1];
    w->p[1] = w->p[2];
    w->p[2] = w->p[3];
    w->p[3] = p;
    if (w->count < 4) w->count++;
    if (w->count < 4) return false;
    segment->x = cubic_bspline(w->p[0].x, w->p[1].x, w->p[2].x, w->p[3].x);
    segment->y = cubic_bspline(w->p[0].y, w->p[1].y, w->p[2].y, w->p[3].y);
    segment->z = cubic_bspline(w->p[0].z, w->p[1].z, w->p[2].z, w->p[3].z);
    return true;
}

/* --- patches ---------------------------------------------------------------------------------- */

static cubic3 patch_row(const vec3 row[4]) { return cubic3_bezier(row[0], row[1], row[2], row[3]); }

vec3 patch_point(const vec3 points[4][4], uf16 u, uf16 v) {
    vec3 across[4];
    cubic3 s;

    for (int r = 0; r < 4; r++) {
        s = patch_row(points[r]);
        across[r] = cubic3_value(&s, u);
    }
    s = patch_row(across);
    return cubic3_value(&s, v);
}

bool patch_normal(const vec3 points[4][4], uf16 u, uf16 v, dir30 *normal) {
    vec3 across[4], slopes[4], along_u, along_v;
    cubic3 s;

    for (int r = 0; r < 4; r++) {
        s = patch_row(points[r]);
        across[r] = cubic3_value(&s, u);
        slopes[r] = cubic3_slope(&s, u);
    }
    s = patch_row(across);
    along_v = cubic3_slope(&s, v);
    s = patch_row(slopes);
    along_u = cubic3_value(&s, v);
    return v3_triangle_normal(V3_ZERO, along_u, along_v, normal);
}

/* --- arc length ------------------------------------------------------------------------------- */

bool arc_build(const path3 *path, int samples, fx *lengths, arc_table *table) {
    int segments = path3_segments(path), entry = 0;
    int64_t sum = 0;

    if (segments == 0 || samples < 1) return false;
    lengths[0] = 0;
    for (int i = 0; i < segments; i++) {
        cubic3 s;
        vec3 last;

        (void)path3_segment(path, i, &s);
        last = cubic3_value(&s, 0);
        for (int k = 1; k <= samples; k++) {
            vec3 next = cubic3_value(&s, (uf16)((int64_t)65536 * k / samples));

            sum += v3_distance(last, next);
            lengths[++entry] = fx_sat64(sum);
            last = next;
        }
    }
    *table = (arc_table){path, lengths, samples, entry + 1};
    return true;
}

int arc_index_at(const arc_table *table, fx d) {
    int lo = 0, hi = table->entries - 1;

    if (d < 0 || d > arc_total(table)) return -1;
    while (lo < hi) {
        int middle = (lo + hi) / 2;

        if (table->length[middle] >= d) {
            hi = middle;
        } else {
            lo = middle + 1;
        }
    }
    return lo;
}

void arc_locate(const arc_table *table, fx d, int *segment, uf16 *t) {
    fx total = arc_total(table);
    int index, left;
    uf16 part = 0;
    uint64_t position;

    d = table->path->closed ? fx_wrap_range(d, 0, total) : fx_clamp(d, 0, total);
    index = arc_index_at(table, d);
    left = index > 0 ? index - 1 : 0;
    if (index > left) (void)fx_inverse_lerp01(table->length[left], table->length[index], d, &part);
    position =
        (((uint64_t)(uint32_t)left << 16) + part) / (uint32_t)table->samples; /* whole segments in Q16 */
    *segment = (int)(position >> 16);
    *t = (uf16)(position & 0xFFFFu);
    if (*segment >= path3_segments(table->path)) {
        *segment = path3_segments(table->path) - 1;
        *t = UF16_ONE;
    }
}

vec3 arc_point(const arc_table *table, fx d) {
    int segment;
    uf16 t;
    cubic3 s;

    arc_locate(table, d, &segment, &t);
    (void)path3_segment(table->path, segment, &s);
    return cubic3_value(&s, t);
}

fx arc_advance(const arc_table *table, fx d, fx step) {
    fx next = fx_adds(d, step), total = arc_total(table);

    return table->path->closed ? fx_wrap_range(next, 0, total) : fx_clamp(next, 0, total);
}

/* --- frames ----------------------------------------------------------------------------------- */

bool frame_fixed_up(vec3 tangent, vec3 up, rot33 *frame) {
    dir30 x, y, z;

    if (!dir30_basis(tangent, up, &x, &y, &z)) return false;
    *frame = rot33_from_axes(x, y, z);
    return true;
}

bool frame_transport(vec3 tangent, rot33 *frame) {
    dir30 back = rot33_axis(frame, 2);
    vec3 old = {q30_neg(back.x), q30_neg(back.y), q30_neg(back.z)};
    quat turn;
    rot33 step;

    if (!q4_shortest_arc(old, tangent, &turn)) return false;
    step = q4_to_rot33(turn);
    step = rot33_mul(&step, frame);
    *frame = rot33_repair(&step);
    return true;
}

bool frame_from_normals(vec3 tangent, vec3 normal0, vec3 normal1, uf16 t, rot33 *frame) {
    vec3 up = v3_from_dir30(rot33_axis(frame, 1));
    vec3 n0 = v3_dot(normal0, up) < -FX_HALF ? v3_neg(normal0) : normal0;
    vec3 n1 = v3_dot(n0, normal1) < -FX_HALF ? v3_neg(normal1) : normal1;

    return frame_fixed_up(tangent, v3_lerp(n0, n1, t), frame);
}
