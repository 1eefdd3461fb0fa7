/* Texture combine stages and the plan that spreads more units than two over several passes. */
#include "raster/combine.h"

#include <string.h>

uint32_t rs_add_saturating(uint32_t a, uint32_t b) {
    const uint32_t lanes = 0x00FF00FFu;
    uint32_t low = (a & lanes) + (b & lanes), high = (a >> 8 & lanes) + (b >> 8 & lanes);
    low |= 0x01000100u - (low >> 8 & 0x00010001u); /* a channel above 255 sets all its bits */
    high |= 0x01000100u - (high >> 8 & 0x00010001u);
    return (low & lanes) | (high & lanes) << 8;
}

uint32_t rs_multiply(uint32_t a, uint32_t b) {
    return rs_product(a >> 24, b >> 24) << 24 | rs_product(a >> 16 & 255u, b >> 16 & 255u) << 16 |
           rs_product(a >> 8 & 255u, b >> 8 & 255u) << 8 | rs_product(a & 255u, b & 255u);
}

/* a + (b - a) * weight / 255, rounded. */
static uint32_t mix_bytes(uint32_t a, uint32_t b, uint32_t weight) {
    uint32_t t = a * (255u - weight) + b * weight + 128u;
    return (t + (t >> 8)) >> 8;
}

static uint32_t combine_channel(int operation, uint32_t previous, uint32_t texel, uint32_t weight) {
    uint32_t v;
    switch (operation) {
    case RS_COMBINE_MODULATE:
        return rs_product(previous, texel);
    case RS_COMBINE_REPLACE:
        return texel;
    case RS_COMBINE_MODULATE_2X:
        v = (4u * previous * texel + 255u) / 510u; /* 2 a b / 255, rounded once */
        return v > 255u ? 255u : v;
    case RS_COMBINE_ADD:
        return previous + texel > 255u ? 255u : previous + texel;
    case RS_COMBINE_SUBTRACT:
        return previous > texel ? previous - texel : 0;
    case RS_COMBINE_BLEND:
        return mix_bytes(previous, texel, weight);
    default:
        return previous;
    }
}

/* clamp(round(255 sum / 16129), 0, 255) of the dot product of c - 128. */
static uint32_t dot3(uint32_t a, uint32_t b) {
    int32_t sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        sum += ((int32_t)(a >> shift & 255u) - 128) * ((int32_t)(b >> shift & 255u) - 128);
    }
    sum = sum <= 0 ? 0 : (2 * 255 * sum + 16129) / (2 * 16129);
    return (uint32_t)(sum > 255 ? 255 : sum) * 0x010101u;
}

uint32_t rs_combine_apply(int colour, int alpha, uint32_t previous, uint32_t texel, uint32_t weight) {
    uint32_t result, rgb;
    if (colour == RS_COMBINE_MODULATE && alpha == RS_COMBINE_MODULATE) return rs_multiply(previous, texel);
    result = combine_channel(alpha, previous >> 24, texel >> 24, weight) << 24;
    if (colour == RS_COMBINE_DOT3) return result | dot3(previous, texel);
    rgb = 0;
    if (colour == RS_COMBINE_DECAL) colour = RS_COMBINE_BLEND, weight = texel >> 24;
    for (int shift = 0; shift < 24; shift += 8)
        rgb |= combine_channel(colour, previous >> shift & 255u, texel >> shift & 255u, weight) << shift;
    return result | rgb;
}

/* The blend that does to the picture what a unit's operation does to `previous`; false: no blend does. */
static bool blend_of(const rs_unit_state *unit, rs_blend_state *blend) {
    memset(blend, 0, sizeof *blend);
    switch (unit->colour) {
    case RS_COMBINE_MODULATE:
        blend->mode = RS_BLEND_MULTIPLY;
        return true;
    case RS_COMBINE_ADD:
        blend->mode = RS_BLEND_ADD;
        return true;
    case RS_COMBINE_SUBTRACT:
        blend->mode = RS_BLEND_SUBTRACT;
        return true;
    case RS_COMBINE_MODULATE_2X:
        blend->mode = RS_BLEND_FACTORS;
        blend->source = RS_FACTOR_STORED_COLOUR;
        blend->stored = RS_FACTOR_SOURCE_COLOUR;
        return true;
    case RS_COMBINE_DECAL:
        blend->mode = RS_BLEND_ALPHA;
        return true;
    case RS_COMBINE_BLEND:
        blend->mode = RS_BLEND_ALPHA;
        return unit->blend_by == RS_BY_TEXEL;
    default:
        return false;
    }
}

int rs_combine_plan(const rs_pixel_state *first, const rs_unit_state *units, int count,
                    rs_pixel_state *passes, int most) {
    int done = 0;
    if (most < 1 || count < 1 || (count > 2 && first->blend.mode != RS_BLEND_REPLACE)) return 0;
    passes[0] = *first;
    for (int i = 0; i < 2; i++) {
        memset(&passes[0].unit[i], 0, sizeof passes[0].unit[i]);
        if (i < count) passes[0].unit[i] = units[i];
    }
    for (int i = 2; i < count; i++) {
        rs_pixel_state *pass;
        if (++done >= most) return 0;
        pass = &passes[done];
        memset(pass, 0, sizeof *pass);
        if (!blend_of(&units[i], &pass->blend)) return 0;
        pass->blend.keep = first->blend.keep;
        pass->depth = first->depth;
        pass->depth.function = RS_EQUAL;
        pass->depth.no_write = true;
        pass->unit[0] = units[i];
        pass->unit[0].colour = pass->unit[0].alpha = RS_COMBINE_REPLACE;
        pass->output.no_light = true;
    }
    return done + 1;
}
