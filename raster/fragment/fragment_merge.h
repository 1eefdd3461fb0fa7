/* What the merge functions of all pixel formats have in common. */
#ifndef OXCART_RASTER_FRAGMENT_FRAGMENT_MERGE_H
#define OXCART_RASTER_FRAGMENT_FRAGMENT_MERGE_H

#include "raster/blend.h"
#include "raster/dither.h"
#include "raster/fragment/fragment_work.h"

extern const rs_fragment_set rs_fragment_pal8, rs_fragment_rgb565, rs_fragment_bgr555, rs_fragment_xrgb8888,
    rs_fragment_grey4;

/* The dither matrix at a pixel, anchored to the surface. */
static inline uint32_t bayer_at(const rs_fragment_work *w, int32_t x, int32_t y) {
    x += w->band->left;
    return w->p->state.output.dither == RS_DITHER_2X2 ? rs_bayer2(x, y) : rs_bayer4(x, y);
}

/* Destination alpha in a plane of its own; a format that keeps it in the pixel has its own macros. */
#define STORED_ALPHA(w, x, y, native) rs_stored_alpha(w, x, y)
#define STORE_ALPHA(w, line, x, y, alpha) rs_store_alpha(w, x, y, alpha)
#define STORE_ALPHA_BACK(w, line, x, native) ((void)0)
#define HAS_ALPHA(w) ((w)->band->planes != NULL && (w)->band->planes->alpha != NULL)

/* The result with some channels of the stored pixel. */
static inline uint32_t rs_keep_bits(uint32_t stored, uint32_t result, uint32_t kept) {
    return (stored & kept) | (result & ~kept);
}

static inline uint32_t rs_keep_rgb(uint32_t keep) {
    return ((keep & RS_KEEP_RED) != 0 ? 0xFF0000u : 0) | ((keep & RS_KEEP_GREEN) != 0 ? 0xFF00u : 0) |
           ((keep & RS_KEEP_BLUE) != 0 ? 0xFFu : 0);
}

#endif
