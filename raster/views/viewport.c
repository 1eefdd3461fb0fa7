/* Viewports of a frame, cameras from angles, and screen layouts. */
#include "raster/viewport.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/matrix.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/flat.h"
#include "raster/list/list.h"

static void clear_depth_item(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const rs_view *view = &draw->flat.part.view;
    int first = view->y > band->top ? view->y : band->top, end = view->y + view->height;
    (void)item;
    if (end > band->end) end = band->end;
    for (int row = first; row < end; row++) {
        memset(band->depth + (row - band->top) * band->pitch + view->x, 0xFF,
               (size_t)view->width * sizeof *band->depth);
    }
}

static rs_result clear_depth(rs_frame *frame) {
    rs_item item;
    rs_draw *draw;
    memset(&item, 0, sizeof item);
    draw = rs_draw_take(frame, &item.draw);
    if (draw == NULL) return RS_LIST_FULL;
    draw->function = draw->affine = clear_depth_item;
    draw->flat.part.view = frame->view;
    return rs_item_add(frame, &item, frame->view.y, frame->view.y + frame->view.height - 1) ? RS_OK
                                                                                            : RS_LIST_FULL;
}

rs_result rs_frame_viewport(rs_frame *frame, const rs_viewport *viewport) {
    rs_view before;
    bool whole;
    const rs_target *target = &frame->target;
    int64_t right = (int64_t)viewport->x + viewport->width, bottom = (int64_t)viewport->y + viewport->height;
    rs_result result;
    rs_section_end(frame);
    before = frame->view;
    whole = frame->whole;
    if (viewport->x < 0 || viewport->y < 0 || viewport->width < 1 || viewport->height < 1)
        return RS_BAD_ARGUMENT;
    if (viewport->x >= target->width || viewport->y >= target->height) return RS_BAD_ARGUMENT;
    if (right > target->width) right = target->width;
    if (bottom > target->height) bottom = target->height;
    frame->view = (rs_view){(int16_t)viewport->x, (int16_t)viewport->y, (int16_t)(right - viewport->x),
                            (int16_t)(bottom - viewport->y)};
    frame->whole = frame->view.width == target->width && frame->view.height == target->height;
    result = rs_frame_camera(frame, &viewport->camera);
    if (result != RS_OK) {
        frame->view = before;
        frame->whole = whole;
        return result;
    }
    if (viewport->clear_colour) {
        result = rs_frame_rectangle(frame, viewport->x, viewport->y, frame->view.width, frame->view.height,
                                    viewport->colour);
    }
    if (viewport->clear_depth && result == RS_OK) result = clear_depth(frame);
    if (viewport->samples != NULL && result == RS_OK) result = rs_frame_supersample(frame, viewport->samples);
    return result;
}

/* ---- cameras ---- */

bool rs_camera_perspective(rs_camera *camera, const rig34 *camera_to_world, ang16 field_of_view,
                           fx near_plane, fx far_plane) {
    rig34 view;
    ang16 half = field_of_view / 2;
    if (field_of_view < ANG16_DEGREES(1) || field_of_view > ANG16_DEGREES(170)) return false;
    if (near_plane <= 0 || far_plane <= near_plane || far_plane / 32768 >= near_plane) return false;
    view = rig34_inverse(camera_to_world);
    memset(camera, 0, sizeof *camera);
    camera->world_to_view = m34_from_rig34(&view);
    camera->focal = fx_div(fx_cos(half), fx_sin(half));
    camera->near_plane = near_plane;
    camera->far_plane = far_plane;
    return true;
}

bool rs_camera_orthographic(rs_camera *camera, const rig34 *camera_to_world, fx height, fx near_plane,
                            fx far_plane) {
    rig34 view;
    if (height < 2 || far_plane <= near_plane) return false;
    view = rig34_inverse(camera_to_world);
    memset(camera, 0, sizeof *camera);
    camera->world_to_view = m34_from_rig34(&view);
    camera->flat_height = height;
    camera->near_plane = near_plane;
    camera->far_plane = far_plane;
    return true;
}

static bool fits_bits(vec3 v, int bits) {
    return (fx_magnitude(v.x) | fx_magnitude(v.y) | fx_magnitude(v.z)) >> bits == 0;
}

static bool frustum_usable(const rs_frustum *f) {
    if (!fits_bits(f->eye, 30) || !fits_bits(f->corner, 28) || !fits_bits(f->across, 28) ||
        !fits_bits(f->down, 28))
        return false;
    if (v3_is_zero(f->across) || v3_is_zero(f->down)) return false;
    if (f->width < 1 || f->height < 1 || f->width > RS_SIZE_MAX || f->height > RS_SIZE_MAX) return false;
    return f->near_plane > 0 && f->far_plane > f->near_plane && f->far_plane / 32768 < f->near_plane;
}

bool rs_camera_frustum(rs_camera *camera, const rs_frustum *f) {
    vec3 u, v, n;
    fx distance, left, top, size_x, size_y;
    rs_camera made;
    if (!frustum_usable(f)) return false;
    if (!v3_normalize(f->across, &u) || !v3_normalize(v3_neg(f->down), &v) || fx_magnitude(v3_dot(u, v)) > 64)
        return false;
    n = v3_cross(v, u); /* ahead */
    distance = v3_dot(f->corner, n);
    if (distance <= 0) return false;
    size_x = v3_length(f->across);
    size_y = v3_length(f->down);
    left = v3_dot(f->corner, u);
    top = v3_dot(f->corner, v);
    memset(&made, 0, sizeof made);
    for (int i = 0; i < 3; i++) {
        made.world_to_view.m[0][i] = v3_get(u, i);
        made.world_to_view.m[1][i] = v3_get(v, i);
        made.world_to_view.m[2][i] = -v3_get(n, i);
    }
    made.world_to_view.m[0][3] = -v3_dot(f->eye, u);
    made.world_to_view.m[1][3] = -v3_dot(f->eye, v);
    made.world_to_view.m[2][3] = v3_dot(f->eye, n);
    made.focal = fx_muldiv(2 * distance, FX_ONE, size_y);
    made.aspect = fx_sat64((int64_t)size_x * f->height * 65536 / size_y / f->width);
    made.shift_x = fx_div(2 * left + size_x, size_x);
    made.shift_y = fx_div(2 * top - size_y, size_y);
    if (fx_magnitude(made.shift_x) > (uint32_t)FX_ONE || fx_magnitude(made.shift_y) > (uint32_t)FX_ONE ||
        made.focal <= 0)
        return false;
    made.near_plane = f->near_plane;
    made.far_plane = f->far_plane;
    *camera = made;
    return true;
}

/* A vector of view space turned into model space. */
static vec3 into_model(rs_vector_camera *out, const mat33 *back, vec3 axis) {
    out->transforms++;
    return m3_apply(back, axis);
}

bool rs_vector_camera_make(rs_vector_camera *out, const rig34 *camera_to_world, const mat34 *model_to_world,
                           fx across, fx down) {
    mat33 turn = m34_linear(model_to_world), back;
    rig34 inverse = rig34_inverse(camera_to_world);
    mat34 view = m34_from_rig34(&inverse);
    if (!m3_is_rotation(&turn, 64) || across <= 0 || down <= 0) return false;
    back = m3_transpose(&turn);
    memset(out, 0, sizeof *out);
    out->right = into_model(out, &back, v3(view.m[0][0], view.m[0][1], view.m[0][2]));
    out->up = into_model(out, &back, v3(view.m[1][0], view.m[1][1], view.m[1][2]));
    out->back = into_model(out, &back, v3(view.m[2][0], view.m[2][1], view.m[2][2]));
    out->origin = m34_point(&view, m34_column(model_to_world, 3));
    out->transforms++;
    out->across = across;
    out->down = down;
    return true;
}

/* A coordinate along an axis: one dot product and the origin's share, rounded once and held within the pipeline's
 * range. */
static fx along_axis(vec3 axis, fx origin, const int64_t p[3]) {
    enum { LIMIT = (1 << 30) - 1 };
    int64_t sum = axis.x * p[0] + axis.y * p[1] + axis.z * p[2];
    sum = origin + fx_rshr64(sum, 16);
    return (fx)(sum > LIMIT ? LIMIT : sum < -LIMIT ? -LIMIT : sum);
}

vec3 rs_vector_camera_view(const rs_vector_camera *camera, vec3 point) {
    int64_t p[3];
    for (int i = 0; i < 3; i++) p[i] = fx_clamp(v3_get(point, i), 1 - (1 << 30), (1 << 30) - 1);
    return v3(along_axis(camera->right, camera->origin.x, p), along_axis(camera->up, camera->origin.y, p),
              along_axis(camera->back, camera->origin.z, p));
}

bool rs_vector_camera_project(const rs_vector_camera *camera, vec3 point, int width, int height,
                              int32_t screen[2]) {
    vec3 seen = rs_vector_camera_view(camera, point);
    fx w = -seen.z;
    int64_t x, y;
    if (w <= 0) return false;
    x = (int64_t)seen.x * 65536 / camera->across;
    y = (int64_t)seen.y * 65536 / camera->down;
    screen[0] = width * 8 + fx_sat64(fx_rshr64(x * width * 8 * 16 / w, 4));
    screen[1] = height * 8 - fx_sat64(fx_rshr64(y * height * 8 * 16 / w, 4));
    return true;
}

/* ---- layouts ---- */

int rs_viewports_split(int count, rs_split split, int width, int height, rs_viewport views[RS_VIEWPORTS]) {
    int columns = count == 4 || (count == 2 && split == RS_SPLIT_COLUMNS) ? 2 : 1, rows = count / columns;
    if ((count != 1 && count != 2 && count != 4) || width < columns || height < rows) return 0;
    memset(views, 0, (size_t)count * sizeof *views);
    for (int i = 0; i < count; i++) {
        int column = i % columns, row = i / columns;
        views[i].x = width * column / columns;
        views[i].y = height * row / rows;
        views[i].width = width * (column + 1) / columns - views[i].x;
        views[i].height = height * (row + 1) / rows - views[i].y;
    }
    return count;
}

static uint32_t half_at(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
static fx word_at(const uint8_t *at) { return (fx)(half_at(at) | half_at(at + 2) << 16); }

static bool read_viewport(const uint8_t *at, int width, int height, rs_viewport *view) {
    rot33 yaw = rot33_about_y((ang32)half_at(at + 20) << 16),
          pitch = rot33_about_x((ang32)half_at(at + 22) << 16),
          tilt = rot33_about_z((ang32)half_at(at + 24) << 16), turn = rot33_mul(&yaw, &pitch);
    vec3 place = v3(word_at(at + 8), word_at(at + 12), word_at(at + 16));
    uint32_t size_x = half_at(at + 4) == 0 ? 65536u : half_at(at + 4),
             size_y = half_at(at + 6) == 0 ? 65536u : half_at(at + 6);
    uint32_t right = half_at(at) + size_x, bottom = half_at(at + 2) + size_y;
    ang16 field = (ang16)half_at(at + 26);
    rig34 rig;
    turn = rot33_mul(&turn, &tilt);
    rig = rig34_from(&turn, place);
    if (right > 65536u || bottom > 65536u) return false;
    view->x = (int)((half_at(at) * (uint32_t)width + 0x8000u) >> 16);
    view->y = (int)((half_at(at + 2) * (uint32_t)height + 0x8000u) >> 16);
    view->width = (int)(((uint64_t)right * (uint32_t)width + 0x8000u) >> 16) - view->x;
    view->height = (int)(((uint64_t)bottom * (uint32_t)height + 0x8000u) >> 16) - view->y;
    if (view->width < 1 || view->height < 1) return false;
    if (field == 0)
        return rs_camera_orthographic(&view->camera, &rig, word_at(at + 36), word_at(at + 28),
                                      word_at(at + 32));
    return rs_camera_perspective(&view->camera, &rig, field, word_at(at + 28), word_at(at + 32));
}

int rs_viewports_read(const uint8_t *data, size_t bytes, int width, int height,
                      rs_viewport views[RS_VIEWPORTS]) {
    size_t count = bytes / RS_VIEWPORT_RECORD;
    if (count > RS_VIEWPORTS) count = RS_VIEWPORTS;
    if (width < 1 || height < 1 || width > RS_SIZE_MAX || height > RS_SIZE_MAX) return 0;
    for (size_t i = 0; i < count; i++) {
        memset(&views[i], 0, sizeof views[i]);
        if (!read_viewport(data + i * RS_VIEWPORT_RECORD, width, height, &views[i])) return -1 - (int)i;
    }
    return (int)count;
}
