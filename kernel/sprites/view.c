/* The view of a flat picture: its steps, and where layers lie under it. */
#include "kernel/sprites/view.h"

#include "fixedmath/scalar.h"
#include "fixedmath/transform.h"
#include "kernel/bytes/fnv.h"

const ox_scroll_rate ox_scroll_rate_full = {{1, 1}, {1, 1}};

/* ---- steps ---- */

static fx scale_of(const ox_view *view, const ox_glass *glass) {
    return view->zoom == FX_ONE ? glass->pixels : fx_max(fx_muls(glass->pixels, view->zoom), 1);
}

static bool is_power(uint32_t value) { return (value & (value - 1u)) == 0; }

/* Nothing is farther than 2^bits: places that only a damaged image or a strange script has keep sums and products with
 * them within 64 bits. */
enum { FAR_PIXELS = 26, FAR_METRES = 46, FAR_CORNER = 44 };

static int64_t within(int64_t value, uint32_t bits) {
    const int64_t most = (int64_t)1 << bits;
    return value < -most ? -most : value > most ? most : value;
}

/* Pixels as metres. */
static fx metres_of(int64_t pixels_16, fx scale) {
    const int64_t wide = within(pixels_16, FAR_METRES) * 65536;
    if (!is_power((uint32_t)scale)) return fx_sat64(wide / scale);
    uint32_t shift = scale >= FX_ONE ? 16 : 0;
    while ((1u << shift) < (uint32_t)scale) shift++;
    return fx_sat64(wide >> shift);
}

static fx clamp_axis(fx at, fx low, fx high, fx half) {
    if ((int64_t)high - low <= 2 * (int64_t)half) return (fx)(((int64_t)low + high) / 2);
    return fx_clamp(at, fx_adds(low, half), fx_subs(high, half));
}

static void keep_within_bounds(ox_view *view, const ox_glass *glass) {
    const fx scale = scale_of(view, glass);
    const ox_view_bounds *bounds = &view->bounds;
    if (!view->bounded) return;
    view->at.x =
        clamp_axis(view->at.x, bounds->left, bounds->right, metres_of((int64_t)glass->width * 32768, scale));
    view->at.y =
        clamp_axis(view->at.y, bounds->bottom, bounds->top, metres_of((int64_t)glass->height * 32768, scale));
}

/* How far the view has to go to bring what it follows back into the dead zone. */
static fx way_to(fx at, fx followed, fx zone) {
    const fx away = fx_subs(followed, at), half = zone / 2;
    return away > half ? fx_subs(away, half) : away < -half ? fx_adds(away, half) : 0;
}

static fx go(fx at, fx way, uf16 ease) {
    return fx_adds(at, ease >= UF16_ONE ? way : (fx)(((int64_t)way * ease + 0x8000) >> 16));
}

/* A number from -strength to strength that belongs to a step. */
static fx shaken(fx strength, uint32_t step, uint32_t axis) {
    const uint32_t hash = ox_fnv_u32(OX_FNV_START, step * 2u + axis);
    return (fx)(((int64_t)strength * ((int32_t)(hash >> 8 & 0xFFFFu) - 32768)) >> 15);
}

static void step_shaking(ox_view *view) {
    view->shaken = (vec2){0, 0};
    if (view->shake_left == 0) return;
    const fx strength = (fx)((int64_t)view->shake * view->shake_left / view->shake_time);
    view->shaken.x = shaken(strength, view->shake_left, 0);
    view->shaken.y = shaken(strength, view->shake_left, 1);
    view->shake_left--;
}

void ox_view_step(ox_view *view, const ox_glass *glass, const vec2 *followed) {
    if (followed != NULL) {
        view->at.x = go(view->at.x, way_to(view->at.x, followed->x, view->dead_zone.x), view->ease);
        view->at.y = go(view->at.y, way_to(view->at.y, followed->y, view->dead_zone.y), view->ease);
    }
    keep_within_bounds(view, glass);
    step_shaking(view);
}

void ox_view_put(ox_view *view, const ox_glass *glass, vec2 at) {
    view->at = at;
    keep_within_bounds(view, glass);
}

void ox_view_shake(ox_view *view, fx strength, uint16_t steps) {
    view->shake = strength;
    view->shake_time = view->shake_left = steps;
    if (steps == 0) view->shaken = (vec2){0, 0};
}

/* ---- scrolls ---- */

/* round(corner * rate), corner in pixels and 1/65536 of them. Mostly it fits 32 bits, whose division is far quicker. */
static int32_t scroll_axis(int64_t corner, const uint16_t rate[2]) {
    const uint32_t below = rate[1];
    const int64_t whole = (within(corner, FAR_CORNER) * rate[0] + (int64_t)below * 32768) >> 16;
    if (below == 1) return fx_sat64(whole);
    if (is_power(below)) {
        uint32_t shift = 0;
        while ((1u << shift) < below) shift++;
        return fx_sat64(whole >> shift);
    }
    if (whole == (int32_t)whole) {
        const int32_t small = (int32_t)whole;
        return small >= 0 ? (int32_t)((uint32_t)small / below)
                          : -1 - (int32_t)((uint32_t)(-1 - small) / below);
    }
    return fx_sat64(whole >= 0 ? whole / below : -1 - (-1 - whole) / below);
}

static bool is_full(const uint16_t rate[2]) { return rate[0] == rate[1]; }

/* The home's corner, and the way from there by the rate. `home`: its middle in pixels and 1/65536 of them. */
static int32_t scroll_from(int64_t home, int32_t side, int64_t corner, const uint16_t rate[2]) {
    const int64_t from = ((home - (int64_t)side * 32768) + 32768) >> 16;
    return fx_sat64(from + scroll_axis(corner - from * 65536, rate));
}

static vec2 seen_at(const ox_view *view) {
    return (vec2){fx_adds(view->at.x, view->shaken.x), fx_adds(view->at.y, view->shaken.y)};
}

ox_scroll ox_view_scroll(const ox_view *view, const ox_glass *glass, const ox_scroll_rate *rate) {
    const fx scale = scale_of(view, glass);
    const vec2 at = seen_at(view);
    const int64_t left = (((int64_t)at.x * scale) >> 16) - (int64_t)glass->width * 32768,
                  top = ((-(int64_t)at.y * scale) >> 16) - (int64_t)glass->height * 32768;
    ox_scroll scroll = {0, 0, scale, view->zoom};
    if (is_full(rate->x))
        scroll.left = fx_sat64((left + 32768) >> 16);
    else
        scroll.left = scroll_from(((int64_t)view->home.x * scale) >> 16, glass->width, left, rate->x);
    if (is_full(rate->y))
        scroll.top = fx_sat64((top + 32768) >> 16);
    else
        scroll.top = scroll_from((-(int64_t)view->home.y * scale) >> 16, glass->height, top, rate->y);
    scroll.left = (int32_t)within(scroll.left, FAR_PIXELS);
    scroll.top = (int32_t)within(scroll.top, FAR_PIXELS);
    return scroll;
}

vec2 ox_scroll_point(const ox_scroll *scroll, int32_t x, int32_t y) {
    return (vec2){metres_of(((int64_t)scroll->left + x) * 65536, scroll->scale),
                  metres_of(-((int64_t)scroll->top + y) * 65536, scroll->scale)};
}

rs_camera ox_view_camera(const ox_view *view, const ox_glass *glass, fx far) {
    const ox_scroll scroll = ox_view_scroll(view, glass, &ox_scroll_rate_full);
    rs_camera camera = {.world_to_view = m34_identity(),
                        .focal = FX_ONE,
                        .near_plane = -far,
                        .far_plane = far,
                        .flat_height = metres_of((int64_t)glass->height * 65536, scroll.scale)};
    camera.world_to_view.m[0][3] =
        fx_subs(0, metres_of((int64_t)scroll.left * 65536 + (int64_t)glass->width * 32768, scroll.scale));
    camera.world_to_view.m[1][3] =
        metres_of((int64_t)scroll.top * 65536 + (int64_t)glass->height * 32768, scroll.scale);
    return camera;
}
