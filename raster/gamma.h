/* Gamma correction: ramps for a display whose light is input^gamma. They are applied once, to the picture that is
 * shown: to palette entries, or to the pixels of a finished surface; lighting and blending work on stored values.
 * Dither after the ramp, or the dark end shows bands. (GEA 10.4.5.)
 *
 * With linear light, lighting and blending work on amounts of light: whoever makes pictures and colours brings them through
 * rs_gamma_light once, and one ramp on output brings them back (rs_gamma_output_ramp). */
#ifndef OXCART_RASTER_GAMMA_H
#define OXCART_RASTER_GAMMA_H

#include "raster/surface.h"

/* ramp[i] = round((i / (entries - 1))^(1 / gamma) * (entries - 1)); entries 32, 64 or 256, gamma in tenths, 10
 * (identity) .. 30. False for other numbers. */
bool rs_gamma_ramp(uint8_t *ramp, int entries, int gamma_tenths);

/* The one ramp of output: the ramp of rs_gamma_ramp for the user's setting, 10 .. 30, or with linear light that ramp
 * behind an exponent of 1/2.2, as one rounding. Entries as above. Stored light with a setting of 10 is the identity. */
bool rs_gamma_output_ramp(uint8_t *ramp, int entries, bool linear, int gamma_tenths);

/* light[i] = round((i / 255)^2.2 * 255): the amounts of light of stored values. The way back by the ramp above is within 2 from 32 on
 * and up to 14 off below: dark tones have few steps. */
void rs_gamma_light(uint8_t light[256]);

/* Entries of a palette through a ramp of 256. */
void rs_gamma_palette(const uint32_t *from, uint32_t *to, int count, const uint8_t ramp[256]);

/* A 16- or 32-bit surface's lines in place: ramps of 32 (and of 64 for RGB565's green), or of 256. `green` may be NULL where not used. */
void rs_gamma_surface(const rs_surface *surface, const uint8_t *ramp, const uint8_t *green);

#endif
