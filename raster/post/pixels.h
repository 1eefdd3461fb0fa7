/* Pixels of 16 bits as colours and back, where effects over the picture work on them. */
#ifndef OXCART_RASTER_POST_PIXELS_H
#define OXCART_RASTER_POST_PIXELS_H

#include "raster/hot.h"
#include "raster/post.h"

/* Whether pixels are colours, of 16 or 32 bits: neither indices of a palette nor greys. Builds without such formats have no effects of theirs. */
static inline bool post_is_direct(int format) {
    return (RS_FORMATS_LINKED & 14) != 0 &&
           (format == RS_RGB565 || format == RS_BGR555 || format == RS_XRGB8888);
}

/* Do the same as rs_rgb_from_native and rs_native_from_rgb of RS_RGB565 and RS_BGR555. */
static inline uint32_t post_unpack_16(rs_format format, uint32_t pixel) {
    const uint32_t low = pixel & 31u, high = format == RS_RGB565 ? pixel >> 11 : pixel >> 10 & 31u;
    const uint32_t red = format == RS_RGB565 ? high : low, blue = format == RS_RGB565 ? low : high;
    const uint32_t green = format == RS_RGB565 ? (pixel >> 5 & 63u) << 2 | (pixel >> 9 & 3u)
                                               : (pixel >> 5 & 31u) << 3 | (pixel >> 7 & 7u);
    return (red << 3 | red >> 2) << 16 | green << 8 | (blue << 3 | blue >> 2);
}

static inline uint16_t post_pack_16(rs_format format, uint32_t rgb) {
    const uint32_t red = rgb >> 19 & 31u, blue = rgb >> 3 & 31u;
    if (format == RS_RGB565) return (uint16_t)(red << 11 | (rgb >> 10 & 63u) << 5 | blue);
    return (uint16_t)(blue << 10 | (rgb >> 11 & 31u) << 5 | red);
}

/* A colour in the nearest of 16 bits, for what is a mean: one that is a code off by rounding keeps its level. */
static inline uint16_t post_pack_nearest(rs_format format, uint32_t rgb) {
    const uint32_t red = ((rgb >> 16 & 255u) * 31u + 127u) / 255u, blue = ((rgb & 255u) * 31u + 127u) / 255u,
                   most = format == RS_RGB565 ? 63u : 31u, green = ((rgb >> 8 & 255u) * most + 127u) / 255u;
    if (format == RS_RGB565) return (uint16_t)(red << 11 | green << 5 | blue);
    return (uint16_t)(blue << 10 | green << 5 | red);
}

/* A pixel of a line of colours as 0xRRGGBB, and back. */
static inline uint32_t post_colour_at(rs_format format, const void *row, int x) {
    if (format == RS_XRGB8888) return ((const uint32_t *)row)[x] & 0xFFFFFFu;
    return post_unpack_16(format, ((const uint16_t *)row)[x]);
}

static inline void post_put_colour(rs_format format, void *row, int x, uint32_t rgb) {
    if (format == RS_XRGB8888)
        ((uint32_t *)row)[x] = rgb;
    else
        ((uint16_t *)row)[x] = post_pack_16(format, rgb);
}

#endif
