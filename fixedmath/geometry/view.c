/* Look-at, projections, viewport mapping and depth offsets. */
#include "fixedmath/view.h"

bool view_look_at(vec3 eye, vec3 target, vec3 up, rig34 *view) {
    dir30 right, above, back;
    rot33 axes;

    if (!dir30_basis(v3_subs(target, eye), up, &right, &above, &back)) return false;
    axes = rot33_from_axes(right, above, back);
    view->r = rot33_transpose(&axes);
    view->t = v3_neg(rot33_apply(&view->r, eye));
    return true;
}

/* --- projection matrices ---------------------------------------------------------------------- */

static mat44 empty(void) {
    mat44 out;

    mn_zero((fx *)out.m, 4);
    return out;
}

/* Rows z and w of a perspective. */
static void set_depth(mat44 *m, fx near, fx far) {
    m->m[2][2] = -fx_div(far, far - near);
    m->m[2][3] = -fx_muldiv(far, near, far - near);
    m->m[3][2] = -FX_ONE;
}

bool view_perspective(fx focal, fx aspect, fx near, fx far, mat44 *out) {
    if (near <= 0 || far <= near || focal <= 0 || aspect <= 0) return false;
    *out = empty();
    out->m[0][0] = fx_div(focal, aspect);
    out->m[1][1] = focal;
    set_depth(out, near, far);
    return true;
}

bool view_frustum(fx left, fx right, fx bottom, fx top, fx near, fx far, mat44 *out) {
    if (near <= 0 || far <= near || right <= left || top <= bottom) return false;
    *out = empty();
    out->m[0][0] = fx_muldiv(2 * FX_ONE, near, fx_subs(right, left));
    out->m[1][1] = fx_muldiv(2 * FX_ONE, near, fx_subs(top, bottom));
    out->m[0][2] = fx_div(fx_adds(right, left), fx_subs(right, left));
    out->m[1][2] = fx_div(fx_adds(top, bottom), fx_subs(top, bottom));
    set_depth(out, near, far);
    return true;
}

bool view_orthographic(fx width, fx height, fx near, fx far, mat44 *out) {
    if (far <= near || width <= 0 || height <= 0) return false;
    *out = empty();
    out->m[0][0] = fx_div(2 * FX_ONE, width);
    out->m[1][1] = fx_div(2 * FX_ONE, height);
    out->m[2][2] = -fx_recip(fx_subs(far, near));
    out->m[2][3] = fx_negs(fx_div(near, fx_subs(far, near)));
    out->m[3][3] = FX_ONE;
    return true;
}

/* --- lens ------------------------------------------------------------------------------------- */

static bool window_is_sound(const view_window *w) {
    return w->width >= 1 && w->height >= 1 && w->width <= 8192 && w->height <= 8192 && w->pixel_aspect > 0 &&
           w->far > w->near;
}

static void lens_place(view_lens *lens, fx scale, const view_window *w) {
    lens->scale_y = scale;
    lens->scale_x = fx_div(scale, w->pixel_aspect);
    lens->centre_x = fx_sat64(((int64_t)w->left * 2 + w->width) * FX_HALF);
    lens->centre_y = fx_sat64(((int64_t)w->top * 2 + w->height) * FX_HALF);
    lens->near = w->near;
    lens->far = w->far;
}

bool view_lens_perspective(fx focal, const view_window *window, view_lens *lens) {
    if (!window_is_sound(window) || window->near <= 0 || focal <= 0) return false;
    lens_place(lens, fx_muldiv(focal, window->height, 2), window);
    int64_t scale = ((int64_t)window->far << 29) / (window->far - window->near);
    lens->depth_scale = (q30)(scale > INT32_MAX ? INT32_MAX : scale);
    lens->orthographic = false;
    return true;
}

bool view_lens_orthographic(fx view_height, const view_window *window, view_lens *lens) {
    if (!window_is_sound(window) || view_height <= 0) return false;
    lens_place(lens, fx_div(fx_from_int(window->height), view_height), window);
    lens->depth_scale = 0;
    lens->orthographic = true;
    return true;
}

static uint16_t depth_code(int64_t z_q30) {
    if (z_q30 <= 0) return 0;
    return (uint16_t)(z_q30 >= Q30_ONE ? 65535 : fx_rshr64(z_q30 * 65535, 30));
}

/* 16ths of a pixel of a ratio in Q20 times pixels per unit. */
static int32_t to_sixteenths(int64_t ratio_q20, fx scale, fx centre) {
    int64_t limit = (int64_t)1 << 34;

    ratio_q20 = ratio_q20 > limit ? limit : ratio_q20 < -limit ? -limit : ratio_q20;
    return fx_sat64(fx_rshr64(fx_rshr64(ratio_q20 * fx_sra32(scale, 4), 16) + centre, 12));
}

bool view_project(const view_lens *lens, vec3 p, view_pixel *out) {
    fx w = fx_negs(p.z);
    int shift;
    uint32_t y;

    out->w = w;
    if (lens->orthographic) {
        out->x = to_sixteenths((int64_t)p.x * 16, lens->scale_x, lens->centre_x);
        out->y = to_sixteenths(-(int64_t)p.y * 16, lens->scale_y, lens->centre_y);
        out->depth = depth_code(((int64_t)w - lens->near) * Q30_ONE / ((int64_t)lens->far - lens->near));
        return true;
    }
    if (w <= 0 || w < lens->near) return false;
    y = fx_recip_norm_inline((uint32_t)w, &shift);
    out->x = to_sixteenths(fx_rshr64((int64_t)p.x * (int64_t)y, shift - 20), lens->scale_x, lens->centre_x);
    out->y = to_sixteenths(-fx_rshr64((int64_t)p.y * (int64_t)y, shift - 20), lens->scale_y, lens->centre_y);
    out->depth = depth_code(fx_rshr64(
        ((int64_t)Q30_ONE - fx_rshr64((int64_t)lens->near * (int64_t)y, shift - 30)) * lens->depth_scale,
        29));
    return true;
}

vec3 view_unproject(const view_lens *lens, fx pixel_x, fx pixel_y, fx depth) {
    fx dx = fx_subs(pixel_x, lens->centre_x), dy = fx_subs(lens->centre_y, pixel_y);

    if (lens->orthographic)
        return (vec3){fx_div(dx, lens->scale_x), fx_div(dy, lens->scale_y), fx_negs(depth)};
    return (vec3){fx_muldiv(dx, depth, lens->scale_x), fx_muldiv(dy, depth, lens->scale_y), fx_negs(depth)};
}

void view_pick(const view_lens *lens, const rig34 *view, fx pixel_x, fx pixel_y, vec3 *near_point,
               vec3 *far_point) {
    *near_point = rig34_point_inverse(view, view_unproject(lens, pixel_x, pixel_y, lens->near));
    *far_point = rig34_point_inverse(view, view_unproject(lens, pixel_x, pixel_y, lens->far));
}

/* --- depth offsets ---------------------------------------------------------------------------- */

/* (a b) >> shift, 1 <= shift <= 63, saturating. */
static uint64_t mul_shift(uint64_t a, uint64_t b, int shift) {
    uint64_t high, low = fx_mul64x64(a, b, &high);

    return (high >> shift) != 0 ? UINT64_MAX : (high << (64 - shift)) | (low >> shift);
}

/* k = (1/N - 1/F)/codes in Q17.47. */
static uint64_t depth_k(fx near, fx far, uint32_t codes) {
    uint64_t share;

    if (near <= 0 || far <= near || codes == 0) return 0;
    share = ((uint64_t)(uint32_t)(far - near) << 32) / (uint32_t)far;
    return (((share << 31) / (uint32_t)near) + codes / 2) / codes;
}

uint64_t depth_step(fx near, fx far, uint32_t codes, fx d) {
    uint64_t kd = mul_shift(depth_k(near, far, codes), fx_magnitude(d), 10); /* Q53 */

    return mul_shift(kd, fx_magnitude(d), 37);
}

/* k d^2 / (1 +- k d), rounded up. */
static uint64_t offset(fx near, fx far, uint32_t codes, fx d, int side) {
    uint64_t step = depth_step(near, far, codes, d);
    uint64_t kd = mul_shift(depth_k(near, far, codes), fx_magnitude(d), 31); /* Q32 */
    uint64_t one = (uint64_t)1 << 32, divisor;

    if (side < 0 && kd >= one) return UINT64_MAX;
    divisor = side > 0 ? one + kd : one - kd;
    if (step >> 48 != 0) return UINT64_MAX;
    /* step Q32 / divisor Q32, in two halves */
    if ((step << 16) / divisor >> 47 != 0) return UINT64_MAX;
    step = ((step << 16) / divisor << 16) + (((step << 16) % divisor << 16) / divisor);
    return step + 1;
}

uint64_t depth_offset_toward(fx near, fx far, uint32_t codes, fx d) { return offset(near, far, codes, d, 1); }

uint64_t depth_offset_away(fx near, fx far, uint32_t codes, fx d) { return offset(near, far, codes, d, -1); }

fx depth_code_shift(fx near, fx far, uint32_t codes, fx d, fx delta) {
    /* codes (F N / (F - N)) (1/d - 1/(d + delta)): the step k d^2 divides delta d / (d + delta) */
    uint64_t step = depth_k(near, far, codes); /* Q47 */
    int64_t end = (int64_t)d + delta;
    uint64_t part;

    if (d <= 0 || end <= 0 || step < 256) return 0;
    part = ((uint64_t)fx_magnitude(delta) << 32) / (uint64_t)end;     /* Q32 */
    part = part >> 48 != 0 ? UINT64_MAX : (part << 15) / (uint32_t)d; /* Q31 of delta / (d (d + delta)) */
    part = part >> 40 != 0 ? UINT64_MAX : (part << 24) / ((step + 128) >> 8); /* Q55 / Q39 = Q16 */
    return fx_with_sign(part > 0x7FFFFFFFu ? 0x7FFFFFFFu : (uint32_t)part, delta);
}

q30 depth_entry_factor(fx near, fx far, fx pz, fx delta) {
    /* -(2 F N / (F + N)) delta / (pz (pz + delta)) */
    int64_t end = (int64_t)pz + delta, q;

    if (pz == 0 || end == 0 || near <= 0 || far <= near) return 0;
    q = 2 * (((int64_t)far * near) / ((int64_t)far + near)); /* Q16 */
    q = q * 32768 / pz;                                      /* Q15 */
    q = fx_sat64(q) * (int64_t)delta;                        /* Q31 */
    q = (fx_sat64(fx_rshr64(q, 1)) * (int64_t)65536) / end;
    return fx_sat64(-q);
}

q30 depth_entry_least(fx near, fx far, int bits) {
    int64_t ratio;

    if (near <= 0 || far <= near || bits < 1 || bits > 32) return 0;
    ratio = (((int64_t)far - near) << 31) / ((int64_t)far + near); /* Q31 */
    return (q30)((ratio / (((int64_t)1 << bits) - 1) + 1) >> 1);
}
