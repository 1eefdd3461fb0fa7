/* Fall-off, side and Doppler effect. */
#include "kernel/audio/spatial.h"

#include <stddef.h>

#include "fixedmath/bits.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "kernel/audio/gain.h"

vec3 ox_audio_way(const ox_audio_ear *ear, vec3 place) {
    return m34_direction(&ear->to_view, v3_subs(place, ear->at));
}

enum { FALLOFF_DECIBELS = 60 };

/* The gain of a drawn curve at a share of the way, 16.16 below 1. */
static uint32_t gain_of_points(const uint8_t *points, uint32_t share) {
    const uint32_t at = share * (OX_AUDIO_CURVE_POINTS - 1), index = at >> 16, part = at & 0xFFFFu;
    const int64_t here = points[2 * index] | points[2 * index + 1] << 8,
                  next = points[2 * index + 2] | points[2 * index + 3] << 8;
    return (uint32_t)(here + fx_rshr64((next - here) * part, 16));
}

uint32_t ox_audio_falloff(const ox_audio_reach *reach, fx distance) {
    if (distance <= reach->inner && distance < reach->outer) return OX_AUDIO_FULL;
    if (distance >= reach->outer) return 0;
    const uint64_t way = (uint64_t)((int64_t)distance - reach->inner),
                   whole = (uint64_t)((int64_t)reach->outer - reach->inner);
    if (reach->curve == OX_AUDIO_CURVE_LINEAR)
        return (uint32_t)(((whole - way) * OX_AUDIO_FULL + whole / 2) / whole);
    if (reach->curve == OX_AUDIO_CURVE_INVERSE) /* inner lies below distance here */
        return (uint32_t)(((uint64_t)reach->inner * OX_AUDIO_FULL + (uint32_t)distance / 2) /
                          (uint32_t)distance);
    if (reach->curve == OX_AUDIO_CURVE_POINTWISE && reach->points != NULL)
        return gain_of_points(reach->points, (uint32_t)((way << 16) / whole));
    return ox_audio_gain((uint32_t)(((way * FALLOFF_DECIBELS << 16) + whole / 2) / whole));
}

fx ox_audio_side(vec3 way, fx distance, fx inner) {
    if (distance <= 0) return 0;
    const fx side = fx_clamp(fx_sat64((int64_t)way.x * FX_ONE / distance), -FX_ONE, FX_ONE);
    return distance >= inner ? side : (fx)((int64_t)side * distance / inner);
}

fx ox_audio_ahead(vec3 way, fx distance, fx inner) {
    if (distance <= 0) return FX_ONE;
    const fx ahead = fx_clamp(fx_sat64((int64_t)way.z * -FX_ONE / distance), -FX_ONE, FX_ONE);
    return distance >= inner ? ahead : (fx)(FX_ONE - (int64_t)(FX_ONE - ahead) * distance / inner);
}

uint32_t ox_audio_doppler(fx ear, fx sound) {
    enum { SPEED = OX_AUDIO_SPEED * FX_ONE };
    const int64_t slower = SPEED - (int64_t)fx_min(sound, SPEED / 2), faster = SPEED + (int64_t)ear;
    const int64_t ratio = faster <= 0 ? 0 : faster * FX_ONE / slower;
    return ratio < FX_ONE / 2 ? FX_ONE / 2 : ratio > 2 * FX_ONE ? 2 * FX_ONE : (uint32_t)ratio;
}
