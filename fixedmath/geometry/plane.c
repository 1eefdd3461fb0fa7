/* Planes, convex sets of planes, and view frusta. */
#include "fixedmath/view.h"
#include "fixedmath/volume.h"

/* --- planes ----------------------------------------------------------------------------------- */

plane30 plane_from_normal(dir30 n, vec3 q) { return (plane30){n, fx_negs(v3_dot_dir30(q, n))}; }

bool plane_from_points(vec3 a, vec3 b, vec3 c, plane30 *out) {
    dir30 n;

    if (!v3_triangle_normal(a, b, c, &n)) return false;
    *out = plane_from_normal(n, a);
    return true;
}

plane30 plane_from_at(const plane_at *p) { return plane_from_normal(p->n, p->q); }

plane14 plane_pack(const plane30 *p) { return (plane14){nrm_from_dir30(p->n), p->d}; }

plane30 plane_unpack(const plane14 *p) {
    plane30 out = {{0, 0, 0}, p->d};

    (void)v3_normalize_dir30((vec3){p->n.x, p->n.y, p->n.z}, &out.n);
    return out;
}

plane30 plane_flip(const plane30 *p) { return (plane30){dir30_neg(p->n), fx_negs(p->d)}; }

bool plane_normalize(vec3 n, fx d, plane30 *out) {
    uint64_t len2 = v3_len2(n);
    int shift;
    uint32_t y;

    if (!v3_normalize_dir30(n, &out->n)) return false;
    /* d / |n|: 1/sqrt of the raw squared length is 2^16 too small */
    y = fx_rsqrt_norm_inline(len2, &shift);
    out->d = fx_sat64(fx_rshr64(d * (int64_t)y, shift - 16));
    return true;
}

fx plane14_distance(const plane14 *p, vec3 v) { return fx_adds(v3_dot_nrm(v, p->n), p->d); }

fx plane14_distance_from(const plane14 *p, vec3 q, vec3 v) { return v3_dot_nrm(v3_subs(v, q), p->n); }

fx plane_at_distance(const plane_at *p, vec3 v) { return v3_dot_dir30(v3_subs(v, p->q), p->n); }

vec3 plane_project(const plane30 *p, vec3 v) {
    return v3_subs(v, v3_scale_dir30(p->n, plane_distance(p, v)));
}

plane_side plane_classify_point(const plane30 *p, vec3 v, fx epsilon) {
    fx distance = plane_distance(p, v);

    return distance > epsilon ? PLANE_FRONT : distance < -epsilon ? PLANE_BACK : PLANE_ON;
}

bool plane_y_at(const plane30 *p, fx x, fx z, fx *y) {
    int64_t n, q;

    *y = 0;
    if (p->n.y == 0) return false;
    /* -(nx x + nz z + d)/ny, Q46 over Q30 */
    n = -(fx_wide(p->n.x, x) + fx_wide(p->n.z, z) + (int64_t)p->d * Q30_ONE);
    q = n / p->n.y;
    *y = fx_sat64(q);
    return true;
}

/* p = -(da (nb x nc) + db (nc x na) + dc (na x nb)) / (na . (nb x nc)). */
bool plane_intersect3(const plane30 *a, const plane30 *b, const plane30 *c, vec3 *point) {
    dir30 bc = dir30_cross(b->n, c->n), ca = dir30_cross(c->n, a->n), ab = dir30_cross(a->n, b->n);
    int64_t below = dir30_dot(a->n, bc), x, y, z;

    if (below > -1024 && below < 1024) return false; /* 2^-20 */
    x = fx_wide(a->d, bc.x) + fx_wide(b->d, ca.x) + fx_wide(c->d, ab.x);
    y = fx_wide(a->d, bc.y) + fx_wide(b->d, ca.y) + fx_wide(c->d, ab.y);
    z = fx_wide(a->d, bc.z) + fx_wide(b->d, ca.z) + fx_wide(c->d, ab.z);
    *point = (vec3){fx_sat64(-(x / below)), fx_sat64(-(y / below)), fx_sat64(-(z / below))};
    return true;
}

plane30 plane_transform(const mat34 *m, const plane30 *p, bool *ok) {
    vec3 on = m34_point(m, v3_scale_dir30(p->n, fx_negs(p->d)));
    dir30 n = p->n;

    *ok = m34_normal(m, p->n, &n);
    return *ok ? plane_from_normal(n, on) : *p;
}

plane30 plane_transform_rigid(const rig34 *m, const plane30 *p) {
    dir30 n = rot33_apply_dir30(&m->r, p->n);

    return (plane30){n, fx_subs(p->d, v3_dot_dir30(m->t, n))};
}

vec2 plane_drop(vec3 v, int axis) {
    return axis == 0 ? (vec2){v.y, v.z} : axis == 1 ? (vec2){v.z, v.x} : (vec2){v.x, v.y};
}

int orient3d(vec3 a, vec3 b, vec3 c, vec3 p) {
    vec3 u = v3_subs(b, a), v = v3_subs(c, a), w = v3_subs(p, a);
    int64_t n[3] = {fx_wrap_sub64(fx_wide(u.y, v.z), fx_wide(u.z, v.y)),
                    fx_wrap_sub64(fx_wide(u.z, v.x), fx_wide(u.x, v.z)),
                    fx_wrap_sub64(fx_wide(u.x, v.y), fx_wide(u.y, v.x))};
    const fx d[3] = {w.x, w.y, w.z};
    int64_t high = 0, low = 0;

    for (int i = 0; i < 3; i++) {
        high += fx_sra64(n[i], 31) * d[i];
        low += (n[i] & 0x7FFFFFFF) * d[i] >> 2;
        high += fx_sra64(low, 29);
        low &= 0x1FFFFFFF;
    }
    return high > 0 ? 1 : high < 0 ? -1 : low != 0 ? 1 : 0;
}

/* --- convex sets ------------------------------------------------------------------------------ */

bool convex_contains(const convex3 *c, vec3 p, fx epsilon) {
    for (int i = 0; i < c->count; i++) {
        fx distance = plane_distance(&c->planes[i], p);

        if (c->inward ? distance < -epsilon : distance > epsilon) return false;
    }
    return true;
}

void convex_interval(const vec3 *points, size_t n, dir30 axis, fx *lo, fx *hi) {
    *lo = FX_MAX;
    *hi = FX_MIN;
    for (size_t i = 0; i < n; i++) {
        fx at = v3_dot_dir30(points[i], axis);

        *lo = fx_min(*lo, at);
        *hi = fx_max(*hi, at);
    }
}

size_t polygon_clip(const vec3 *in, size_t n, const plane30 *plane, vec3 *out) {
    size_t count = 0;

    for (size_t i = 0; i < n; i++) {
        vec3 a = in[i], b = in[i + 1 < n ? i + 1 : 0];
        int64_t da = plane_distance(plane, a), db = plane_distance(plane, b);

        if (da <= 0) out[count++] = a;
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
            segment3 edge = {a, b};

            out[count++] = segment_at(&edge, (q30)(da * Q30_ONE / (da - db)));
        }
    }
    return count;
}

/* --- view frusta ------------------------------------------------------------------------------ */

bool frustum_from_m4(const mat44 *m, frustum3 *out) {
    /* w + x, w - x, w + y, w - y, z, w - z >= 0 */
    static const int8_t combine[6][4] = {{1, 0, 0, 1},  {-1, 0, 0, 1}, {0, 1, 0, 1},
                                         {0, -1, 0, 1}, {0, 0, 1, 0},  {0, 0, -1, 1}};

    for (int i = 0; i < 6; i++) {
        fx row[4];

        for (int c = 0; c < 4; c++) {
            int64_t sum = 0;

            for (int r = 0; r < 4; r++) sum += (int64_t)combine[i][r] * m->m[r][c];
            row[c] = fx_sat64(sum);
        }
        if (!plane_normalize((vec3){row[0], row[1], row[2]}, row[3], &out->plane[i])) return false;
    }
    return true;
}

bool frustum_eye_make(fx focal_x, fx height_over_width, fx near, fx far, frustum_eye *out) {
    dir30 side, top;

    if (near <= 0 || far <= near || focal_x <= 0 || height_over_width <= 0) return false;
    (void)v3_normalize_dir30((vec3){focal_x, 0, FX_ONE}, &side);
    (void)v3_normalize_dir30((vec3){0, focal_x, height_over_width}, &top);
    *out = (frustum_eye){side.x, side.z, top.y, top.z, near, far};
    return true;
}

frustum3 frustum_from_eye(const frustum_eye *e) {
    return (frustum3){{{{e->side_x, 0, -e->side_z}, 0},
                       {{-e->side_x, 0, -e->side_z}, 0},
                       {{0, e->top_y, -e->top_z}, 0},
                       {{0, -e->top_y, -e->top_z}, 0},
                       {{0, 0, -Q30_ONE}, -e->near},
                       {{0, 0, Q30_ONE}, e->far}}};
}

bool frustum_eye_contains(const frustum_eye *e, vec3 p) {
    int64_t depth = -(int64_t)p.z;
    int64_t across = fx_wide((fx)fx_min(fx_abss(p.x), FX_MAX), e->side_x);
    int64_t up = fx_wide(fx_abss(p.y), e->top_y);

    return depth >= e->near && depth <= e->far && across <= depth * e->side_z && up <= depth * e->top_z;
}

frustum3 frustum_orthographic(fx width, fx height, fx near, fx far) {
    return (frustum3){{{{Q30_ONE, 0, 0}, width / 2},
                       {{-Q30_ONE, 0, 0}, width / 2},
                       {{0, Q30_ONE, 0}, height / 2},
                       {{0, -Q30_ONE, 0}, height / 2},
                       {{0, 0, -Q30_ONE}, fx_negs(near)},
                       {{0, 0, Q30_ONE}, far}}};
}

frustum3 frustum_transform(const rig34 *m, const frustum3 *f) {
    frustum3 out;

    for (int i = 0; i < 6; i++) out.plane[i] = plane_transform_rigid(m, &f->plane[i]);
    return out;
}

bool frustum_contains(const frustum3 *f, vec3 p, fx epsilon) {
    convex3 set = {f->plane, 6, true};

    return convex_contains(&set, p, epsilon);
}

bool frustum_corner(const frustum3 *f, int index, vec3 *corner) {
    return plane_intersect3(&f->plane[(index & 1) != 0 ? FRUSTUM_RIGHT : FRUSTUM_LEFT],
                            &f->plane[(index & 2) != 0 ? FRUSTUM_TOP : FRUSTUM_BOTTOM],
                            &f->plane[(index & 4) != 0 ? FRUSTUM_FAR : FRUSTUM_NEAR], corner);
}

/* The plane through the eye and the screen line a x + b y + c z = 0. */
static bool side_plane(fx x, fx y, fx z, plane30 *out) { return plane_normalize((vec3){x, y, z}, 0, out); }

bool frustum_part(fx focal_x, fx height_over_width, fx near, fx far, const frustum_window *window,
                  frustum3 *out) {
    frustum_eye e;
    fx focal_y = fx_div(focal_x, height_over_width);

    if (window->left >= window->right || window->bottom >= window->top ||
        !frustum_eye_make(focal_x, height_over_width, near, far, &e))
        return false;
    *out = frustum_from_eye(&e);
    return side_plane(focal_x, 0, window->left, &out->plane[FRUSTUM_LEFT]) &&
           side_plane(-focal_x, 0, -window->right, &out->plane[FRUSTUM_RIGHT]) &&
           side_plane(0, focal_y, window->bottom, &out->plane[FRUSTUM_BOTTOM]) &&
           side_plane(0, -focal_y, -window->top, &out->plane[FRUSTUM_TOP]);
}
