/* Texture combine stages: what a unit makes of the colour so far and its texel. (Gems1 5.1.4, 5.4, 5.6.) */
#ifndef OXCART_RASTER_COMBINE_H
#define OXCART_RASTER_COMBINE_H

#include "raster/pixel_state.h"

/* One stage: colour by `colour`, alpha by `alpha` (both rs_combine). `weight` 0..255 is what RS_COMBINE_BLEND blends by. */
uint32_t rs_combine_apply(int colour, int alpha, uint32_t previous, uint32_t texel, uint32_t weight);

/* a + b a channel, saturating. */
uint32_t rs_add_saturating(uint32_t a, uint32_t b);

/* Each channel of two colours multiplied, exactly rounded. */
uint32_t rs_multiply(uint32_t a, uint32_t b);

/* Plans the passes of a material with more texture units than a state has: one state a pass, the first as wanted, the
 * others on the pixels that the first left (depth EQUAL, no write), each adding one unit by the blend mode that equals
 * its operation. Units beyond the second may MODULATE, MODULATE_2X, ADD, SUBTRACT or BLEND by their texel's alpha;
 * `first` must be opaque. Returns the number of passes, 1..most, or 0 when no plan will do. The result is within 1 a
 * channel of one pass. */
int rs_combine_plan(const rs_pixel_state *first, const rs_unit_state *units, int count,
                    rs_pixel_state *passes, int most);

#endif
