/* Matrix kernels by loops for any size up to 8, and the batch forms that transform arrays. */
#include <string.h>

#include "fixedmath/matrix.h"

void mn_zero(fx *out, int n) { memset(out, 0, (size_t)(n * n) * sizeof *out); }

void mn_identity(fx *out, int n) {
    for (int i = 0; i < n * n; i++) out[(i % n) * n + (i / n) % n] = i % n == (i / n) % n ? FX_ONE : 0;
}

void mn_transpose(fx *a, int n) {
    for (int r = 0; r < n; r++) {
        for (int c = r + 1; c < n; c++) {
            fx keep = a[r * n + c];

            a[r * n + c] = a[c * n + r];
            a[c * n + r] = keep;
        }
    }
}

void mn_add(const fx *a, const fx *b, fx *out, int n) {
    for (int i = 0; i < n * n; i++) out[i] = fx_wrap_add(a[i], b[i]);
}

void mn_sub(const fx *a, const fx *b, fx *out, int n) {
    for (int i = 0; i < n * n; i++) out[i] = fx_wrap_sub(a[i], b[i]);
}

void mn_scale(const fx *a, fx s, fx *out, int n) {
    for (int i = 0; i < n * n; i++) out[i] = fx_mul(a[i], s);
}

void mn_mul(const fx *a, const fx *b, fx *out, int n) {
    fx product[64];

    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            fxw sum = 0;

            for (int k = 0; k < n; k++) sum = fx_mad(sum, a[r * n + k], b[k * n + c]);
            product[r * n + c] = fx_from_wide(sum);
        }
    }
    memcpy(out, product, (size_t)(n * n) * sizeof *out);
}

void mn_apply(const fx *a, const fx *v, fx *out, int n) {
    fx product[8];

    for (int r = 0; r < n; r++) {
        fxw sum = 0;

        for (int k = 0; k < n; k++) sum = fx_mad(sum, a[r * n + k], v[k]);
        product[r] = fx_from_wide(sum);
    }
    memcpy(out, product, (size_t)n * sizeof *out);
}

/* Steps through points with a stride; the caller's strides keep them aligned. */
static const vec3 *next_in(const vec3 *p, size_t stride) {
    return (const vec3 *)(const void *)((const unsigned char *)p + stride);
}

static vec3 *next_out(vec3 *p, size_t stride) { return (vec3 *)(void *)((unsigned char *)p + stride); }

void rig34_points(const rig34 *a, const vec3 *in, size_t in_stride, vec3 *out, size_t out_stride, size_t n) {
    for (; n > 0; n--) {
        *out = rig34_point(a, *in);
        in = next_in(in, in_stride);
        out = next_out(out, out_stride);
    }
}

void m34_points(const mat34 *a, const vec3 *in, size_t in_stride, vec3 *out, size_t out_stride, size_t n) {
    for (; n > 0; n--) {
        *out = m34_point(a, *in);
        in = next_in(in, in_stride);
        out = next_out(out, out_stride);
    }
}

rot14 rot14_from_rot33(const rot33 *a) {
    rot14 out;

    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out.m[r][c] = q30_to_q14(a->m[r][c]);
    }
    return out;
}

static q14 row14(const q14 *m, nrm n) {
    uint32_t sum =
        (uint32_t)((int32_t)m[0] * n.x) + (uint32_t)((int32_t)m[1] * n.y) + (uint32_t)((int32_t)m[2] * n.z);

    return q14_saturate(fx_rshr32((int32_t)sum, 14));
}

nrm rot14_apply(const rot14 *a, nrm n) {
    return (nrm){row14(a->m[0], n), row14(a->m[1], n), row14(a->m[2], n)};
}

void rot14_apply_many(const rot14 *a, const nrm *in, nrm *out, size_t n) {
    for (size_t i = 0; i < n; i++) out[i] = rot14_apply(a, in[i]);
}
