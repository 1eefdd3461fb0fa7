/* Where a mesh lies in the view volume, told by its bounding sphere, and the rows and scales by which its vertices are projected. */
#include "raster/list/volume.h"

#include <string.h>

#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"

/* value / w, value scaled by 2^value_bits and w by 2^w_bits, to an integer result. */
rs_over_w rs_over_w_make(uint64_t value, int value_bits, int w_bits) {
    rs_over_w over;
    int shift = 33 - fx_clz64(value | 1u); /* brings the value to 2^30 .. 2^31 */
    over.mantissa = (uint32_t)(shift > 0 ? value >> shift : value << -shift);
    /* value is mantissa * 2^(shift - value_bits), 1/w is m * 2^(w_bits - 31 - log2 w), and their product loses 30 bits. */
    over.shift = value_bits - shift - w_bits + 1;
    return over;
}

rs_depth_scale rs_depth_scale_make(const rs_camera *camera, int w_bits) {
    rs_depth_scale scale;
    uint64_t range, base, low = camera->depth_low,
                          codes = (camera->depth_high == 0 ? RS_DEPTH_FAR : camera->depth_high) - low;
    if (camera->flat_height > 0) { /* rs_flat_depth serves */
        memset(&scale, 0, sizeof scale);
        return scale;
    }
    range = (uint64_t)(camera->far_plane - camera->near_plane);
    base = (codes * (uint64_t)camera->far_plane << RS_DEPTH_SHIFT) / range;
    scale.base = (uint32_t)(base + (low << RS_DEPTH_SHIFT));
    scale.code = rs_over_w_make(base * (uint64_t)camera->near_plane, 16, w_bits);
    scale.inverse_w = rs_over_w_make((uint64_t)camera->near_plane << 29, 16, w_bits);
    return scale;
}

/* ---- rows ---- */

static int bits64(uint64_t value) { return 64 - fx_clz64(value); }

static uint64_t row_extent(const rs_recording *r, int i) {
    const fx *m = r->to_view.m[i];
    uint64_t sum = (uint64_t)fx_magnitude(m[0]) + fx_magnitude(m[1]) + fx_magnitude(m[2]);
    return fx_magnitude64(r->origin[i]) +
           (r->mesh->exponent >= 1 ? sum << (r->mesh->exponent - 1) : sum >> 1) + 1u;
}

static int32_t shifted(int64_t value, int shift) {
    return (int32_t)(shift >= 0 ? fx_shl64(value, shift) : fx_sra64(value, -shift));
}

static int64_t shifted64(int64_t value, int shift) {
    return shift >= 0 ? fx_shl64(value, shift) : fx_sra64(value, -shift);
}

/* Bits of the largest w of a vertex. */
static int bits_of_w(const rs_recording *r) {
    return bits64(r->frame->flat_w != 0 ? (uint64_t)r->frame->flat_w + 1u : row_extent(r, 2));
}

void rs_recording_rows(rs_recording *r) {
    int64_t scale = r->frame->scale, scale_x = r->frame->scale_x;
    uint64_t extent_x = row_extent(r, 0) * (uint64_t)scale_x, extent_y = row_extent(r, 1) * (uint64_t)scale;
    int bits = bits64(extent_x > extent_y ? extent_x : extent_y), bits_w = bits_of_w(r);
    for (int i = 0; i < 3; i++) {
        r->x[i] = shifted((int64_t)r->to_view.m[0][i] * scale_x, r->mesh->exponent + 28 - bits);
        r->y[i] = shifted((int64_t)r->to_view.m[1][i] * -scale, r->mesh->exponent + 28 - bits);
        r->w[i] = shifted(-(int64_t)r->to_view.m[2][i], r->mesh->exponent + 28 - bits_w);
    }
    r->x0 = shifted64(r->origin[0] * scale_x, 44 - bits) + (1 << 13);
    r->y0 = shifted64(r->origin[1] * -scale, 44 - bits) + (1 << 13);
    r->w0 = shifted64(-r->origin[2], 44 - bits_w) + (1 << 13);
    if (r->frame->flat_w != 0) {
        r->w[0] = r->w[1] = r->w[2] = 0;
        r->w0 = shifted64(r->frame->flat_w, 44 - bits_w) + (1 << 13);
    }
    r->slope_shift = 7 + bits_w - bits;
    r->depth = rs_depth_scale_make(&r->frame->camera, 46 - bits_w);
}

/* How much longer a vector can become: the length of the first column, or of all columns together where their lengths
 * differ by more than rounding. */
static int64_t stretch_of(const mat34 *place) {
    uint64_t squared[3], least;
    int64_t sum = 0;
    for (int i = 0; i < 3; i++) {
        squared[i] = 0;
        for (int k = 0; k < 3; k++) squared[i] += (uint64_t)((int64_t)place->m[k][i] * place->m[k][i]) >> 2;
    }
    least = squared[0] + (squared[0] >> 6) + 4096u;
    for (int i = 0; i < 3; i++) {
        sum += v3_length(v3(place->m[0][i], place->m[1][i], place->m[2][i]));
        if (i == 0 && squared[1] <= least && squared[2] <= least) break;
    }
    return sum > INT32_MAX ? INT32_MAX : sum;
}

static rs_visibility classify(const rs_recording *r, const mat34 *model_to_world) {
    const rs_frame *f = r->frame;
    const rs_camera *camera = &f->camera;
    int64_t radius = ((int64_t)r->mesh->radius * stretch_of(model_to_world) >> 16) + 64;
    int64_t centre[3], x, y, w, nearest, farthest, scale = f->scale, scale_x = f->scale_x;
    for (int i = 0; i < 3; i++) {
        const fx *m = r->to_view.m[i];
        centre[i] = m[3] + fx_sra64((int64_t)m[0] * r->mesh->centre.x + (int64_t)m[1] * r->mesh->centre.y +
                                        (int64_t)m[2] * r->mesh->centre.z,
                                    16);
        if (centre[i] + radius >= 1 << 30 || centre[i] - radius <= -(1 << 30)) return RS_TOO_FAR;
    }
    x = centre[0] < 0 ? -centre[0] : centre[0];
    y = centre[1] < 0 ? -centre[1] : centre[1];
    w = -centre[2];
    if (w + radius < camera->near_plane || w - radius > camera->far_plane) return RS_OUTSIDE;
    nearest = f->flat_w != 0 ? f->flat_w : w - radius;
    farthest = f->flat_w != 0 ? f->flat_w : w + radius;
    if ((x - radius) * scale_x > (int64_t)f->reach_x * 256 * farthest) return RS_OUTSIDE;
    if ((y - radius) * scale > (int64_t)f->reach_y * 256 * farthest) return RS_OUTSIDE;
    if (w - radius <= camera->near_plane || (w + radius >= camera->far_plane && !camera->far_open))
        return RS_CROSSING;
    if ((x + radius) * scale_x > (int64_t)RS_GUARD_BAND * 256 * nearest) return RS_CROSSING;
    if ((y + radius) * scale > (int64_t)RS_GUARD_BAND * 256 * nearest) return RS_CROSSING;
    return RS_INSIDE;
}

/* The short way is exact enough while the quotient keeps at least 4 bits below 1/16 pixel. */
static bool short_way_fits(const rs_recording *r, const mat34 *model_to_world) {
    int bits_w = bits_of_w(r);
    vec3 column = v3(model_to_world->m[0][0], model_to_world->m[1][0], model_to_world->m[2][0]);
    const fx *m = r->to_view.m[2];
    int64_t radius = ((int64_t)r->mesh->radius * v3_length(column) >> 16) + 64;
    int64_t nearest =
        -(m[3] + fx_sra64((int64_t)m[0] * r->mesh->centre.x + (int64_t)m[1] * r->mesh->centre.y +
                              (int64_t)m[2] * r->mesh->centre.z,
                          16)) -
        radius;
    int log2_nearest;
    if (r->frame->flat_w != 0) nearest = r->frame->flat_w;
    log2_nearest = bits64((uint64_t)nearest) - 1 + 30 - bits_w;
    return nearest > 0 && r->slope_shift + log2_nearest >= 4 && r->slope_shift + 30 < 32;
}

RS_HOT_RARE rs_visibility rs_recording_begin(rs_recording *r, const mat34 *model_to_world) {
    const rs_visibility seen = classify(r, model_to_world);
    if (seen == RS_TOO_FAR || seen == RS_OUTSIDE) return seen;
    rs_recording_rows(r);
    r->inside = seen == RS_INSIDE && short_way_fits(r, model_to_world);
    if (!r->inside) r->view_depth = rs_depth_scale_make(&r->frame->camera, 16);
    return seen;
}
