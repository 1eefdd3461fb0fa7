/* Fog tables, made and read. */
#include "raster/fog.h"

#include "fixedmath/bits.h"
#include "fixedmath/exponential.h"
#include "fixedmath/scalar.h"

static void spread_over(rs_fog *fog, uint32_t rgb, fx start, fx end) {
    if (end <= start) end = start + 1;
    fog->rgb = rgb;
    fog->start = start;
    fog->end = end;
    fog->scale = (uint32_t)(((uint64_t)RS_FOG_STEPS << 40) / (uint64_t)((int64_t)end - start) > UINT32_MAX
                                ? UINT32_MAX
                                : ((uint64_t)RS_FOG_STEPS << 40) / (uint64_t)((int64_t)end - start));
}

void rs_fog_linear(rs_fog *fog, uint32_t rgb, fx start, fx end) {
    spread_over(fog, rgb, start, end);
    for (int i = 0; i <= RS_FOG_STEPS; i++)
        fog->weight[i] = (uint8_t)(((RS_FOG_STEPS - i) * 255 + RS_FOG_STEPS / 2) / RS_FOG_STEPS);
}

static uint8_t weight_of(fx power) { return (uint8_t)(((int64_t)fx_exp(-power) * 255 + 32768) >> 16); }

void rs_fog_exp(rs_fog *fog, uint32_t rgb, fx k, fx end) {
    spread_over(fog, rgb, 0, end);
    for (int i = 0; i <= RS_FOG_STEPS; i++) {
        int64_t power = ((int64_t)fog->end * i / RS_FOG_STEPS * k + 32768) >> 16;
        fog->weight[i] = power > FX(10) ? 0 : weight_of((fx)power);
    }
}

void rs_fog_exp2(rs_fog *fog, uint32_t rgb, fx k, fx end) {
    spread_over(fog, rgb, 0, end);
    for (int i = 0; i <= RS_FOG_STEPS; i++) {
        int64_t power = ((int64_t)fog->end * i / RS_FOG_STEPS * k + 32768) >> 16;
        fog->weight[i] = power > FX(4) ? 0 : weight_of((fx)((power * power + 32768) >> 16));
    }
}

void rs_fog_range(rs_fog *fog, uint32_t rgb, fx range) {
    spread_over(fog, rgb, 0, range);
    for (int i = 0; i <= RS_FOG_STEPS; i++) {
        int whole = RS_FOG_STEPS * RS_FOG_STEPS;
        fog->weight[i] = (uint8_t)(((whole - i * i) * 255 + whole / 2) / whole);
    }
}

uint8_t rs_fog_at(const rs_fog *fog, fx distance) {
    uint64_t at; /* steps, Q8.24 */
    uint32_t entry, rest;
    if (distance <= fog->start) return fog->weight[0];
    if (distance >= fog->end) return fog->weight[RS_FOG_STEPS];
    at = (uint64_t)((int64_t)distance - fog->start) * fog->scale >> 24; /* Q.16 */
    entry = (uint32_t)(at >> 16), rest = (uint32_t)at >> 8 & 255u;
    if (entry >= RS_FOG_STEPS) return fog->weight[RS_FOG_STEPS];
    return (uint8_t)((fog->weight[entry] * (256u - rest) + fog->weight[entry + 1] * rest + 128u) >> 8);
}

uint32_t rs_fog_mix(uint32_t argb, uint32_t fog_rgb, uint32_t weight) {
    uint32_t result = argb & 0xFF000000u;
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t t = (argb >> shift & 255u) * weight + (fog_rgb >> shift & 255u) * (255u - weight) + 128u;
        result |= ((t + (t >> 8)) >> 8) << shift;
    }
    return result;
}
