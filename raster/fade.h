/* Fading objects that are too near or in the way: an opacity for rs_output_state.hidden (screen-door) or rs_blend_state.transparency. */
#ifndef OXCART_RASTER_FADE_H
#define OXCART_RASTER_FADE_H

#include "fixedmath/types.h"

/* Opacity 0..256 at a distance: whole from `whole` on, none up to `none`, straight between; whole > none. */
static inline int32_t rs_fade_at(fx distance, fx none, fx whole) {
    if (distance >= whole) return 256;
    if (distance <= none) return 0;
    return (int32_t)(((int64_t)distance - none) * 256 / ((int64_t)whole - none));
}

/* One step of 1/60 s towards a wanted opacity, at most `most` of 256. */
static inline int32_t rs_fade_step(int32_t now, int32_t wanted, int32_t most) {
    int32_t rise = wanted - now;
    return now + (rise > most ? most : rise < -most ? -most : rise);
}

/* The opacity as a state wants it: pixels left out of 16, or transparency. An object of 16 left out need not be drawn. */
static inline uint8_t rs_fade_hidden(int32_t opacity) { return (uint8_t)(16 - (opacity + 8) / 16); }
static inline uint8_t rs_fade_transparency(int32_t opacity) {
    return (uint8_t)(255 - (opacity * 255 + 128) / 256);
}

#endif
