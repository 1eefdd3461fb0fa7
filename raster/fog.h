/* Fog: how much of a colour is left at a distance.
 *
 * A table of 64 steps over the distance from the eye, straight between, so that near metres are not favoured (depth codes
 * would be: they are hyperbolic). Weights are 255 = clear, 0 = fog alone. (Gems1 5.4.4.) */
#ifndef OXCART_RASTER_FOG_H
#define OXCART_RASTER_FOG_H

#include "fixedmath/types.h"

enum { RS_FOG_STEPS = 64 };

typedef struct rs_fog {
    uint32_t rgb;
    fx start, end;  /* distances of the table's ends; nearer counts as the first entry, farther as the last */
    uint32_t scale; /* steps in a 2^-16 of distance, Q.40 */
    uint8_t weight[RS_FOG_STEPS + 1];
} rs_fog;

/* Fog by (end - d) / (end - start). */
void rs_fog_linear(rs_fog *fog, uint32_t rgb, fx start, fx end);

/* Fog by e^(-k d), or by e^(-(k d)^2), tabulated from 0 to `end`; k in Q16.16, 1/length. */
void rs_fog_exp(rs_fog *fog, uint32_t rgb, fx k, fx end);
void rs_fog_exp2(rs_fog *fog, uint32_t rgb, fx k, fx end);

/* Fog by 1 - (d / range)^2, 0 from the range on: for spherical distances, vertex by vertex, or for the second pass over
 * the picture. */
void rs_fog_range(rs_fog *fog, uint32_t rgb, fx range);

/* The weight at a distance, within 1/255 of the formula where the table is straight enough. */
uint8_t rs_fog_at(const rs_fog *fog, fx distance);

/* Mixes fog into a colour: fog colour + (colour - fog colour) * weight / 255, rounded; alpha unchanged. */
uint32_t rs_fog_mix(uint32_t argb, uint32_t fog_rgb, uint32_t weight);

#endif
