/* Gamma correction: ramps for a display whose light is input^gamma. Applied once, to what is shown: to palette entries, or to the pixels
 * of a finished surface; lighting and blending work on stored values. Dither after the ramp, or the dark end shows bands. (GEA 10.4.5.) */
#ifndef OXCART_RASTER_GAMMA_H
#define OXCART_RASTER_GAMMA_H

#include "raster/surface.h"

/* ramp[i] = round((i / (entries - 1))^(1 / gamma) * (entries - 1)); entries 32, 64 or 256, gamma in tenths, 10 (identity) .. 30. False for
 * others. */
bool rs_gamma_ramp(uint8_t *ramp, int entries, int gamma_tenths);

/* A palette through a ramp of 256. */
void rs_gamma_palette(const uint32_t from[256], uint32_t to[256], const uint8_t ramp[256]);

/* A 16- or 32-bit surface's lines in place: ramps of 32 (and of 64 for RGB565's green), or of 256. `green` may be NULL where not used. */
void rs_gamma_surface(const rs_surface *surface, const uint8_t *ramp, const uint8_t *green);

#endif
