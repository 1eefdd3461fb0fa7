/* Supersampling: draw a band several times too large and make each block of pixels one, so that edges show steps between their two
 * colours. (GEA 10.1.4.7.) */
#ifndef OXCART_RASTER_REDUCE_H
#define OXCART_RASTER_REDUCE_H

#include "raster/surface.h"

/* Fills the lines of `out` with the means, rounded, of across x down pixels of `large`: 2x1, 2x2 or 4x4. Line y of
 * `out` is made of the lines y * down .. of `large`, which may be a band of its own picture and must hold these lines;
 * both have one direct format. False when sizes or formats do not fit. */
bool rs_reduce(const rs_surface *large, int across, int down, const rs_surface *out);

#endif
