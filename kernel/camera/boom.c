/* Booms: lengths that walls shorten. */
#include "kernel/camera/boom.h"

#include "fixedmath/root.h"
#include "kernel/camera/ease.h"

ox_boom ox_boom_usual(void) {
    return (ox_boom){.margin = FX(0.1), .least = FX(0.8), .wait = 10, .smooth = 12};
}

fx ox_boom_radius(fx near_plane, fx focal, fx aspect) {
    const fx tangent = fx_div(FX_ONE, fx_max(focal, FX(0.05)));
    const fx wide = fx_muls(tangent, fx_clamp(aspect, FX(0.05), 20 * FX_ONE));
    const fx corner = fx_sqrt(fx_adds(FX_ONE, fx_adds(fx_muls(tangent, tangent), fx_muls(wide, wide))));
    return fx_muls(fx_muls(near_plane, corner), FX(1.1));
}

/* Where a sphere gets on its way; the length of it in metres. */
static fx free_way(const ox_camera_casts *casts, vec3 from, vec3 way, const fx radius, bool *hit) {
    q30 part = Q30_ONE;
    const fx length = v3_length(way);
    *hit = length > 0 && casts->sweep != NULL && casts->sweep(casts->context, from, way, radius, &part);
    return *hit ? fx_mul_q30(length, q30_clamp(part, 0, Q30_ONE)) : length;
}

static vec3 place_along(vec3 from, vec3 unit, fx metres) { return v3_adds(from, v3_scales(unit, metres)); }

/* Both sides of the boom, one in each step. */
static int8_t feel_aside(const ox_boom *b, const ox_camera_casts *casts, vec3 pivot, vec3 unit, fx length) {
    const vec3 side = v3_scales((vec3){unit.z, 0, fx_negs(unit.x)}, b->feel);
    bool hit;
    const bool left = (b->free & 1u) != 0;
    const vec3 way = v3_adds(v3_scales(unit, length), left ? v3_neg(side) : side);
    (void)free_way(casts, pivot, way, 0, &hit);
    return (int8_t)(!hit ? 0 : left ? 1 : -1);
}

static uint8_t opacity_of(const ox_boom *b) {
    const fx low = b->least / 2;
    if (b->length >= b->least || b->least <= 0) return OX_OPAQUE;
    if (b->length <= low) return 0;
    return (uint8_t)(((int64_t)b->length - low) * OX_OPAQUE / (b->least - low));
}

void ox_boom_step(ox_boom *b, const ox_camera_casts *casts, const ox_boom_way *w, ox_boom_reach *out) {
    const fx radius = b->ray ? 0 : fx_max(w->radius, 0);
    const vec3 up = v3_subs(w->pivot, w->centre);
    bool hit = false, low = false;
    fx wish, high;
    const vec3 rise = v3_normalize_or(up, V3_Y, &high);
    out->aside = 0;
    if (b->feel <= 0 || !b->begun) {
        const fx got = free_way(casts, w->centre, up, radius, &low);
        out->pivot = low ? place_along(w->centre, rise, fx_max(fx_subs(got, 1), 0)) : w->pivot;
    } else { /* the pivot is looked at in every other step only where sides are felt */
        out->pivot = w->pivot;
    }
    const vec3 unit = v3_normalize_or(v3_subs(w->eye, out->pivot), rise, &wish);
    const fx reach = free_way(casts, out->pivot, v3_scales(unit, wish), radius, &hit);
    const fx most = hit ? fx_max(fx_subs(reach, b->margin), 0) : wish;
    if (b->feel > 0 && b->begun) out->aside = feel_aside(b, casts, out->pivot, unit, wish);
    b->free = (uint16_t)(hit && (!b->begun || most <= b->length) ? 0
                         : b->free < UINT16_MAX                  ? b->free + 1
                                                                 : b->free);
    if (!b->begun || most <= b->length)
        b->length = most;
    else if (b->free > b->wait)
        b->length = fx_min(ox_follow(b->length, most, ox_follow_part(b->smooth)), most);
    b->begun = true;
    out->eye = place_along(out->pivot, unit, b->length);
    out->hit = hit;
    out->opacity = opacity_of(b);
}
