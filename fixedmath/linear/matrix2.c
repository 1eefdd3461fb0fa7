/* Transforms in two dimensions. */
#include "fixedmath/matrix2.h"

static fx row2(fx a, fx b, fx c, fx d) { return fx_from_wide(fx_mad(fx_wide(a, b), c, d)); }

mat22 m22_identity(void) { return (mat22){{{FX_ONE, 0}, {0, FX_ONE}}}; }

mat22 m22_rotation(ang16 angle) {
    fx s = fx_sin(angle), c = fx_cos(angle);

    return (mat22){{{c, -s}, {s, c}}};
}

mat22 m22_mul(const mat22 *a, const mat22 *b) {
    mat22 out;

    for (int r = 0; r < 2; r++) {
        for (int c = 0; c < 2; c++) out.m[r][c] = row2(a->m[r][0], b->m[0][c], a->m[r][1], b->m[1][c]);
    }
    return out;
}

mat22 m22_transpose(const mat22 *a) { return (mat22){{{a->m[0][0], a->m[1][0]}, {a->m[0][1], a->m[1][1]}}}; }

vec2 m22_apply(const mat22 *a, vec2 v) {
    return (vec2){row2(a->m[0][0], v.x, a->m[0][1], v.y), row2(a->m[1][0], v.x, a->m[1][1], v.y)};
}

mat23 m23_identity(void) { return m23_scaling(FX_ONE, FX_ONE); }

mat23 m23_from(const mat22 *linear, vec2 t) {
    return (mat23){{{linear->m[0][0], linear->m[0][1], t.x}, {linear->m[1][0], linear->m[1][1], t.y}}};
}

mat23 m23_translation(vec2 t) { return (mat23){{{FX_ONE, 0, t.x}, {0, FX_ONE, t.y}}}; }

mat23 m23_rotation(ang16 angle) {
    mat22 linear = m22_rotation(angle);

    return m23_from(&linear, V2_ZERO);
}

mat23 m23_scaling(fx x, fx y) { return (mat23){{{x, 0, 0}, {0, y, 0}}}; }

mat23 m23_shear(fx x, fx y) { return (mat23){{{FX_ONE, x, 0}, {y, FX_ONE, 0}}}; }

mat23 m23_mul(const mat23 *a, const mat23 *b) {
    mat23 out;

    for (int r = 0; r < 2; r++) {
        for (int c = 0; c < 3; c++) out.m[r][c] = row2(a->m[r][0], b->m[0][c], a->m[r][1], b->m[1][c]);
        out.m[r][2] = fx_wrap_add(out.m[r][2], a->m[r][2]);
    }
    return out;
}

vec2 m23_direction(const mat23 *a, vec2 d) {
    return (vec2){row2(a->m[0][0], d.x, a->m[0][1], d.y), row2(a->m[1][0], d.x, a->m[1][1], d.y)};
}

vec2 m23_point(const mat23 *a, vec2 p) { return v2_add(m23_direction(a, p), v2(a->m[0][2], a->m[1][2])); }

void m23_points(const mat23 *a, const vec2 *in, vec2 *out, size_t n) {
    for (size_t i = 0; i < n; i++) out[i] = m23_point(a, in[i]);
}

bool m23_inverse(const mat23 *a, mat23 *inverse) {
    linear_work work;
    fx part[4] = {a->m[0][0], a->m[0][1], a->m[1][0], a->m[1][1]};
    vec2 t = {a->m[0][2], a->m[1][2]};

    if (!mn_inverse(part, part, 2, &work)) return false;
    *inverse = (mat23){{{part[0], part[1], 0}, {part[2], part[3], 0}}};
    /* The translation goes through the rounded inverse, so its error does not grow with how far the map moves. */
    t = m23_direction(inverse, t);
    inverse->m[0][2] = fx_wrap_neg(t.x);
    inverse->m[1][2] = fx_wrap_neg(t.y);
    return true;
}

bool m23_inverse_steps(const mat23 *a, vec2 from, m23_steps *steps) {
    mat23 inverse;

    if (!m23_inverse(a, &inverse)) return false;
    steps->start = m23_point(&inverse, from);
    steps->step_x = v2(inverse.m[0][0], inverse.m[1][0]);
    steps->step_y = v2(inverse.m[0][1], inverse.m[1][1]);
    return true;
}

m23_steps_8_8 m23_steps_to_8_8(const m23_steps *steps) {
    return (m23_steps_8_8){fx_to_8_8(steps->step_x.x), fx_to_8_8(steps->step_y.x), fx_to_8_8(steps->step_x.y),
                           fx_to_8_8(steps->step_y.y)};
}

bool m3_project_2d(const mat33 *a, vec2 p, vec2 *out) {
    vec3 v = m3_apply(a, v3(p.x, p.y, FX_ONE));

    if (v.z == 0) return false;
    *out = v2(fx_div(v.x, v.z), fx_div(v.y, v.z));
    return true;
}
