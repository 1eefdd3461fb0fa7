/* Clipping in view space: outcodes, Sutherland-Hodgman against near, far and the guard band, and projection of the result.
 * (Sutherland and Hodgman, Reentrant Polygon Clipping, CACM 17, 1974.) */
#include "fixedmath/assert.h"
#include "fixedmath/scalar.h"
#include "raster/list/list.h"
#include "raster/spans/spans.h"

int64_t rs_plane_distance(const rs_frame *frame, const rs_clip_vertex *vertex, int plane) {
    int64_t guard = (int64_t)RS_GUARD_BAND * 256, w = frame->flat_w != 0 ? frame->flat_w : vertex->w;
    switch (1 << plane) {
    case RS_OUT_NEAR:
        return (int64_t)vertex->w - frame->camera.near_plane;
    case RS_OUT_FAR:
        return (int64_t)frame->camera.far_plane - vertex->w;
    case RS_OUT_LEFT:
        return guard * w + (int64_t)frame->scale_x * vertex->x;
    case RS_OUT_RIGHT:
        return guard * w - (int64_t)frame->scale_x * vertex->x;
    case RS_OUT_TOP:
        return guard * w + (int64_t)frame->scale * vertex->y;
    default:
        return guard * w - (int64_t)frame->scale * vertex->y;
    }
}

RS_HOT_RARE int rs_outcode(const rs_frame *frame, const rs_clip_vertex *vertex) {
    int code = 0;
    for (int plane = 0; plane < RS_PLANES; plane++) {
        if (rs_plane_distance(frame, vertex, plane) < 0) code |= 1 << plane;
    }
    if (frame->camera.far_open) code &= ~RS_OUT_FAR;
    return code;
}

static int32_t mix_value(int32_t inside, int32_t outside, uint32_t t) {
    return inside + (int32_t)fx_rshr64(((int64_t)outside - inside) * t, 30);
}

/* floor(2^30 part / whole), part <= whole: by the reciprocal and an exact correction. */
static uint32_t share_of(uint32_t part, uint32_t whole) {
    int shift;
    uint32_t mantissa = fx_recip_norm_inline(whole, &shift);
    uint32_t share = (uint32_t)(((uint64_t)part * mantissa) >> (shift - 30));
    int64_t rest = (int64_t)(((uint64_t)part << 30) - (uint64_t)share * whole);
    for (; rest < 0; rest += whole) share--;
    for (; rest >= (int64_t)whole; rest -= whole) share++;
    return share;
}

/* The point where the edge crosses a plane, computed from the inside to the outside end, so that both triangles at an edge
 * get the same vertex. */
RS_HOT_RARE static rs_clip_vertex cross_plane(const rs_clip_vertex *inside, const rs_clip_vertex *outside,
                                              int64_t d_in, int64_t d_out) {
    rs_clip_vertex v;
    uint64_t whole = (uint64_t)(d_in - d_out);
    int shift = fx_clz64(whole) < 32 ? 32 - fx_clz64(whole) : 0;
    uint32_t t = share_of((uint32_t)((uint64_t)d_in >> shift), (uint32_t)(whole >> shift));
    v.x = mix_value(inside->x, outside->x, t);
    v.y = mix_value(inside->y, outside->y, t);
    v.w = mix_value(inside->w, outside->w, t);
    v.u = mix_value(inside->u, outside->u, t);
    v.v = mix_value(inside->v, outside->v, t);
    v.light = mix_value(inside->light, outside->light, t);
    for (int i = 0; i < 3; i++) v.normal[i] = mix_value(inside->normal[i], outside->normal[i], t);
    v.index = -1;
    return v;
}

int rs_clip(const rs_frame *frame, rs_clip_vertex polygon[9], int planes) {
    rs_clip_vertex cut[9];
    int count = 3;
    for (int plane = 0; plane < RS_PLANES && count > 0; plane++) {
        int64_t previous_distance, distance;
        const rs_clip_vertex *previous = &polygon[count - 1];
        int out = 0;
        if ((planes & 1 << plane) == 0) continue;
        previous_distance = rs_plane_distance(frame, previous, plane);
        for (int i = 0; i < count; i++, previous_distance = distance, previous = &polygon[i - 1]) {
            distance = rs_plane_distance(frame, &polygon[i], plane);
            if (out < 9 && (distance < 0) != (previous_distance < 0)) {
                cut[out++] = distance < 0 ? cross_plane(previous, &polygon[i], previous_distance, distance)
                                          : cross_plane(&polygon[i], previous, distance, previous_distance);
            }
            if (out < 9 && distance >= 0) cut[out++] = polygon[i];
        }
        count = out;
        for (int i = 0; i < count; i++) polygon[i] = cut[i];
    }
    return count < 3 ? 0 : count;
}

uint32_t rs_flat_depth(const rs_camera *camera, int64_t depth) {
    int64_t range = (int64_t)camera->far_plane - camera->near_plane, low = camera->depth_low,
            codes = (camera->depth_high == 0 ? RS_DEPTH_FAR : camera->depth_high) - low, z;
    depth -= camera->near_plane;
    depth = depth < 0 ? 0 : depth > range ? range : depth;
    z = (low << RS_DEPTH_SHIFT) + depth * (codes << RS_DEPTH_SHIFT) / range;
    return (uint32_t)(z < RS_DEPTH_LEAST ? RS_DEPTH_LEAST : z > RS_DEPTH_MOST ? RS_DEPTH_MOST : z);
}

RS_HOT_RARE rs_vertex rs_project(const rs_frame *frame, const rs_depth_scale *depth,
                                 const rs_clip_vertex *vertex, uint32_t *inverse_w) {
    rs_vertex screen;
    int shift, log2_w;
    const int32_t w = frame->flat_w != 0 ? frame->flat_w : vertex->w;
    uint32_t mantissa = fx_recip_norm_inline(w > 0 ? (uint32_t)w : 1u, &shift);
    int64_t x = (int64_t)vertex->x * (int64_t)frame->scale_x, y = (int64_t)vertex->y * (int64_t)frame->scale;
    log2_w = shift - 31;
    x = rs_screen_of(x, mantissa, log2_w);
    y = rs_screen_of(y, mantissa, log2_w);
    FX_ASSERT_MSG(x >= -2 * RS_GUARD_BAND && x <= 2 * RS_GUARD_BAND && y >= -2 * RS_GUARD_BAND &&
                      y <= 2 * RS_GUARD_BAND,
                  "a vertex far outside the guard band was to be projected: clip it first");
    /* A crossing may lie a rounding error beyond the guard band. */
    x = x < -RS_GUARD_BAND ? -RS_GUARD_BAND : x > RS_GUARD_BAND ? RS_GUARD_BAND : x;
    y = y < -RS_GUARD_BAND ? -RS_GUARD_BAND : y > RS_GUARD_BAND ? RS_GUARD_BAND : y;
    screen.x = (int16_t)(frame->centre_x + x);
    screen.y = (int16_t)(frame->centre_y + y);
    screen.z = rs_depth_apply(depth, mantissa, log2_w);
    *inverse_w = rs_over_w_apply(&depth->inverse_w, mantissa, log2_w);
    if (frame->flat_w != 0) {
        screen.z = rs_flat_depth(&frame->camera, vertex->w);
        *inverse_w = 1u << 29;
    }
    return screen;
}
