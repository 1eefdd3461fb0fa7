/* Cameras: orientation, lens, views, projection and its inverse. */
#include "kernel/camera/camera.h"

#include "fixedmath/angle.h"
#include "fixedmath/interpolate.h"

enum { RATIO_MOST = 32768, HALF_DEGREE = 91, DEGREES_170 = 30948 };

#define UNIT_SLACK ((int64_t)1 << 40) /* of a squared norm in Q4.60 */
#define USUAL_FOCAL FX(2.414214)      /* 45 degrees */

ox_camera ox_camera_usual(void) {
    ox_camera c = {.now = {.turn = Q4_IDENTITY, .focal = USUAL_FOCAL, .height = 10 * FX_ONE},
                   .near_plane = FX(0.1),
                   .far_plane = 100 * FX_ONE,
                   .reference = FX(1.5)};
    ox_camera_cut(&c);
    return c;
}

/* cot(85 degrees) and cot(half a degree). */
static bool is_focal(fx focal) { return focal >= FX(0.087488) && focal <= FX(114.588); }

ox_status ox_camera_check(ox_camera *c) {
    const ox_camera_pose *p = &c->now;
    const int64_t norm = q4_dot_wide(p->turn, p->turn), one = (int64_t)1 << 60;
    if (norm - one > UNIT_SLACK || one - norm > UNIT_SLACK) {
        c->mended = true;
        (void)q4_normalize(p->turn, &c->now.turn);
    }
    if (c->kind > OX_CAMERA_FLAT || c->keep > OX_KEEP_BOTH || c->reference <= 0) return OX_BAD_ARGUMENT;
    if (c->far_plane <= c->near_plane) return OX_BAD_ARGUMENT;
    if (c->kind == OX_CAMERA_FLAT) return p->height > 0 ? OX_OK : OX_BAD_ARGUMENT;
    if (c->near_plane <= 0 || (int64_t)c->near_plane * RATIO_MOST < c->far_plane) return OX_BAD_ARGUMENT;
    return is_focal(p->focal) ? OX_OK : OX_BAD_ARGUMENT;
}

/* ---- orientation ---- */

quat ox_camera_turn(ang32 yaw, ang32 pitch, ang32 roll) {
    q30 sy, cy, sp, cp, sr, cr;
    q30_sincos(yaw / 2, &sy, &cy);
    /* Half of a negative pitch or roll is negative. */
    q30_sincos((ang32)(ang32_signed(pitch) / 2), &sp, &cp);
    q30_sincos((ang32)(ang32_signed(roll) / 2), &sr, &cr);
    const quat y = {0, sy, 0, cy}, p = {sp, 0, 0, cp}, r = {0, 0, sr, cr};
    const quat yp = q4_mul(y, p);
    return roll == 0 ? yp : q4_mul(yp, r);
}

static q30 mul3(q30 a, q30 b, q30 c) { return q30_mul(q30_mul(a, b), c); }

void ox_camera_basis_of(ang32 yaw, ang32 pitch, ang32 roll, ox_camera_basis *b) {
    q30 sy, cy, sp, cp, sr, cr;
    q30_sincos(yaw, &sy, &cy);
    q30_sincos(pitch, &sp, &cp);
    q30_sincos(roll, &sr, &cr);
    b->ahead = (dir30){-q30_mul(sy, cp), sp, -q30_mul(cy, cp)};
    b->up = (dir30){mul3(sy, sp, cr) - q30_mul(cy, sr), q30_mul(cp, cr), q30_mul(sy, sr) + mul3(cy, sp, cr)};
    b->side =
        (dir30){q30_mul(cy, cr) + mul3(sy, sp, sr), q30_mul(cp, sr), mul3(cy, sp, sr) - q30_mul(sy, cr)};
}

vec3 ox_camera_ahead(ang32 yaw, ang32 pitch) {
    ox_camera_basis b;
    ox_camera_basis_of(yaw, pitch, 0, &b);
    return v3_from_dir30(b.ahead);
}

bool ox_camera_look_at(vec3 eye, vec3 target, vec3 up, quat *turn) {
    const vec3 way = v3_subs(target, eye);
    dir30 ahead, right, over;
    if (v3_is_zero(way) || !v3_normalize_dir30(way, &ahead)) return false;
    const vec3 unit = v3_from_dir30(ahead), tall = v3_normalize_or(up, V3_Y, NULL);
    const vec3 across = v3_cross(unit, tall);
    if (v3_len2(across) >= (uint64_t)(FX_ONE / 256) * (FX_ONE / 256)) {
        (void)dir30_basis(way, tall, &right, &over, &(dir30){0, 0, 0});
    } else { /* keeps the former right vector as nearly as can be */
        const vec3 former = q4_rotate(*turn, V3_X);
        const vec3 above = v3_cross(former, unit);
        (void)dir30_basis(way, v3_is_zero(above) ? ((vec3){0, 0, FX_ONE}) : above, &right, &over,
                          &(dir30){0, 0, 0});
    }
    const rot33 axes = rot33_from_axes(right, over, dir30_neg(ahead));
    return q4_from_rot33(&axes, turn);
}

/* ---- lens ---- */

ang16 ox_camera_field_of(fx focal) { return (ang16)((atan2_32(FX_ONE, fx_max(focal, 1)) + 0x4000u) >> 15); }

ox_status ox_camera_field(fx degrees, int width, int height, fx *focal, ang16 *field, bool *is_wide) {
    if (degrees < OX_LENS_LEAST * FX_ONE || degrees > OX_LENS_MOST * FX_ONE || width < 1 || height < 1)
        return OX_BAD_ARGUMENT;
    q30 sine, cosine;
    q30_sincos(ang32_from_degrees_fx(degrees) / 2, &sine, &cosine);
    const int64_t below = (int64_t)sine * int_min(height, INT16_MAX);
    *focal = fx_sat64(((int64_t)cosine * int_min(width, INT16_MAX) * FX_ONE + below / 2) / below);
    *field = ox_camera_field_of(*focal);
    if (is_wide != NULL) *is_wide = degrees >= OX_LENS_WIDE * FX_ONE;
    return OX_OK;
}

fx ox_camera_focal_in(const ox_camera *c, fx focal, fx aspect) {
    const fx wide = c->reference <= 0 ? focal : fx_muldiv(focal, aspect, c->reference);
    if (c->keep == OX_KEEP_WIDTH) return wide;
    return c->keep == OX_KEEP_BOTH ? fx_min(focal, wide) : focal;
}

fx ox_camera_dolly(fx distance, fx from, fx to) {
    return from <= 0 ? distance : fx_muldiv(distance, to, from);
}

/* ---- views ---- */

static fx aspect_of(const ox_camera_part *part) {
    const fx pixel = part->pixel_aspect <= 0 ? FX_ONE : part->pixel_aspect;
    return fx_max(fx_muls(fx_ratio(part->width, part->height), pixel), 1);
}

static void pose_between(const ox_camera *c, uf16 fraction, ox_camera_pose *pose) {
    *pose = c->now;
    if (fraction >= UF16_ONE) return;
    pose->eye = v3_lerp(c->before.eye, c->now.eye, fraction);
    pose->turn = q4_nlerp(c->before.turn, c->now.turn, fraction);
    pose->focal = fx_lerp(c->before.focal, c->now.focal, fraction);
    pose->height = fx_lerp(c->before.height, c->now.height, fraction);
}

bool ox_camera_look(const ox_camera *c, const ox_camera_part *part, uf16 fraction, ox_camera_view *v) {
    ox_camera_pose pose;
    if (part->width < 1 || part->height < 1) return false;
    pose_between(c, fraction, &pose);
    const rot33 axes = q4_to_rot33(pose.turn);
    v->aspect = aspect_of(part);
    v->stand = rig34_from(&axes, pose.eye);
    v->view = rig34_inverse(&v->stand);
    v->flat = c->kind == OX_CAMERA_FLAT;
    v->focal = ox_camera_focal_in(c, pose.focal, v->aspect);
    v->height = pose.height;
    if (v->flat &&
        c->keep != OX_KEEP_HEIGHT) { /* the same rule: a height goes the other way than a focal length */
        const fx wide = fx_muldiv(pose.height, c->reference, v->aspect);
        v->height = c->keep == OX_KEEP_WIDTH ? wide : fx_max(pose.height, wide);
    }
    v->near_plane = c->near_plane;
    v->far_plane = c->far_plane;
    const view_window window = {part->left,
                                part->top,
                                part->width,
                                part->height,
                                part->pixel_aspect <= 0 ? FX_ONE : part->pixel_aspect,
                                c->near_plane,
                                c->far_plane};
    return v->flat ? view_lens_orthographic(v->height, &window, &v->lens)
                   : view_lens_perspective(v->focal, &window, &v->lens);
}

bool ox_camera_to_raster(const ox_camera_view *v, rs_camera *out) {
    *out = (rs_camera){.world_to_view = m34_from_rig34(&v->view),
                       .focal = v->flat ? FX_ONE : v->focal,
                       .near_plane = v->near_plane,
                       .far_plane = v->far_plane,
                       .flat_height = v->flat ? v->height : 0};
    return v->far_plane > v->near_plane && (v->flat || v->near_plane > 0);
}

frustum3 ox_camera_frustum(const ox_camera_view *v) {
    frustum_eye eye;
    frustum3 own;
    const fx shape = fx_div(FX_ONE, v->aspect);
    if (v->flat)
        own = frustum_orthographic(fx_muls(v->height, v->aspect), v->height, v->near_plane, v->far_plane);
    else if (frustum_eye_make(fx_max(fx_muls(v->focal, shape), 1), shape, v->near_plane, v->far_plane, &eye))
        own = frustum_from_eye(&eye);
    else
        own = frustum_orthographic(FX_ONE, FX_ONE, v->near_plane, v->far_plane);
    return frustum_transform(&v->stand, &own);
}

void ox_camera_vectors_of(const ox_camera_view *v, ox_camera_vectors *out) {
    out->eye = v->stand.t;
    out->right = rot33_apply(&v->stand.r, V3_X);
    out->up = rot33_apply(&v->stand.r, V3_Y);
    out->ahead = v3_neg(rot33_apply(&v->stand.r, (vec3){0, 0, FX_ONE}));
    out->down = fx_div(FX_ONE, fx_max(v->focal, 1));
    out->across = fx_muls(out->down, v->aspect);
    out->corner =
        v3_adds(out->ahead, v3_subs(v3_scales(out->up, out->down), v3_scales(out->right, out->across)));
    out->width = v3_scales(out->right, fx_muls(2 * FX_ONE, out->across));
    out->height = v3_scales(out->up, fx_muls(-2 * FX_ONE, out->down));
}

/* ---- places and pixels ---- */

/* Pixels in 28.4 along an axis: centre + scale * a / depth, all signs. */
static int32_t pixel_at(fx centre, fx scale, int64_t a, int64_t depth) {
    const int64_t most = (int64_t)1 << 26;
    const int64_t wide = ((int64_t)scale * a) / (depth == 0 ? 1 : depth); /* fx pixels */
    const int64_t at = ((int64_t)centre + wide) / 4096;
    return (int32_t)(at > most ? most : at < -most ? -most : at);
}

void ox_camera_project(const ox_camera_view *v, vec3 place, ox_camera_spot *s) {
    const vec3 p = rig34_point(&v->view, place);
    const view_lens *l = &v->lens;
    view_pixel pixel;
    s->depth = fx_negs(p.z);
    if (view_project(l, p, &pixel)) {
        s->x = pixel.x;
        s->y = pixel.y;
    } else {
        const int64_t depth = v->flat ? FX_ONE : s->depth < 0 ? -(int64_t)s->depth : fx_max(s->depth, 1);
        const bool turned = !v->flat && s->depth < 0; /* what is behind lies the way one has to turn */
        s->x = pixel_at(l->centre_x, l->scale_x, p.x, depth);
        s->y = pixel_at(l->centre_y, l->scale_y, turned ? -(int64_t)p.y : -(int64_t)p.y, depth);
    }
    const int32_t cx = l->centre_x / 4096, cy = l->centre_y / 4096;
    const fx half_y = v->flat ? fx_muls(v->height / 2, l->scale_y) : fx_div(l->scale_y, fx_max(v->focal, 1));
    const fx half_x = v->flat ? fx_muls(fx_muls(v->height / 2, v->aspect), l->scale_x)
                              : fx_muldiv(l->scale_x, v->aspect, fx_max(v->focal, 1));
    const bool inside = s->x >= cx - half_x / 4096 && s->x <= cx + half_x / 4096 &&
                        s->y >= cy - half_y / 4096 && s->y <= cy + half_y / 4096;
    const bool ahead = v->flat ? s->depth >= v->near_plane : s->depth >= fx_max(v->near_plane, 1);
    s->where = !ahead ? OX_BEHIND : inside && s->depth <= v->far_plane ? OX_SEEN : OX_BESIDE;
}

void ox_camera_clamp(const ox_camera_part *part, int margin, ox_camera_spot *s) {
    const int32_t cx = part->left * 16 + part->width * 8, cy = part->top * 16 + part->height * 8;
    const int32_t hx = int_max(part->width * 8 - margin * 16, 1),
                  hy = int_max(part->height * 8 - margin * 16, 1);
    int64_t x = (int64_t)s->x - cx, y = (int64_t)s->y - cy;
    const int64_t ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
    if (s->where != OX_BEHIND && ax <= hx && ay <= hy) return;
    if (x == 0 && y == 0) y = 1; /* straight behind: below */
    const int64_t bx = x < 0 ? -x : x, by = y < 0 ? -y : y;
    if (bx * hy >= by * hx) { /* the way to the edge is as long as the side that it meets first */
        y = y * hx / bx;
        x = x < 0 ? -hx : hx;
    } else {
        x = x * hy / by;
        y = y < 0 ? -hy : hy;
    }
    s->x = (int32_t)(cx + x);
    s->y = (int32_t)(cy + y);
}

vec3 ox_camera_unproject(const ox_camera_view *v, fx x, fx y, fx depth) {
    return rig34_point(&v->stand, view_unproject(&v->lens, x, y, depth));
}

void ox_camera_pick(const ox_camera_view *v, fx x, fx y, vec3 *near_point, vec3 *far_point) {
    view_pick(&v->lens, &v->view, x, y, near_point, far_point);
}

bool ox_camera_in_box(const ox_camera_view *v, const fx corners[4], vec3 place) {
    ox_camera_spot s;
    ox_camera_project(v, place, &s);
    if (s.where == OX_BEHIND) return false;
    const int64_t x = (int64_t)s.x * 4096, y = (int64_t)s.y * 4096;
    return x >= fx_min(corners[0], corners[2]) && x <= fx_max(corners[0], corners[2]) &&
           y >= fx_min(corners[1], corners[3]) && y <= fx_max(corners[1], corners[3]);
}
