/* Pixels of every format as colours, for the ports that convert a picture before it is shown. */
#ifndef OXCART_PLATFORM_PIXEL_H
#define OXCART_PLATFORM_PIXEL_H

#include <string.h>

#include "platform/platform.h"

static inline uint32_t plat_widen5(uint32_t v) { return (v << 3 | v >> 2) & 255U; }
static inline uint32_t plat_widen6(uint32_t v) { return (v << 2 | v >> 4) & 255U; }

static inline uint32_t plat_from_565(uint16_t v) {
    uint32_t red = v >> 11, green = v >> 5 & 63U, blue = v & 31U;
    return plat_widen5(red) << 16 | plat_widen6(green) << 8 | plat_widen5(blue);
}

static inline uint32_t plat_from_555(uint16_t v) {
    uint32_t red = v & 31U, green = v >> 5 & 31U, blue = v >> 10 & 31U;
    return plat_widen5(red) << 16 | plat_widen5(green) << 8 | plat_widen5(blue);
}

/* Bytes of a pixel; 0 for a number that is no format. */
static inline int plat_pixel_bytes(plat_format format) {
    switch (format) {
    case PLAT_PAL8:
        return 1;
    case PLAT_RGB565:
    case PLAT_BGR555:
        return 2;
    case PLAT_XRGB8888:
        return 4;
    case PLAT_FORMATS:
        break;
    }
    return 0;
}

/* The ramp of plat_ramp, for ports that keep it: while `on`, a code of a channel is shown as codes[code]. */
typedef struct plat_kept_ramp {
    bool on;
    uint8_t codes[256], green[64];
} plat_kept_ramp;

static inline void plat_keep_ramp(plat_kept_ramp *kept, plat_format format, const uint8_t *ramp,
                                  const uint8_t *green) {
    kept->on = ramp != NULL && (format != PLAT_RGB565 || green != NULL) && format != PLAT_PAL8;
    if (!kept->on) return;
    memcpy(kept->codes, ramp, format == PLAT_XRGB8888 ? 256 : 32);
    if (format == PLAT_RGB565) memcpy(kept->green, green, 64);
}

/* A 16-bit pixel through the ramp. */
static inline uint16_t plat_ramp_16(const plat_kept_ramp *ramp, plat_format format, uint16_t v) {
    if (format == PLAT_RGB565)
        return (uint16_t)((uint32_t)ramp->codes[v >> 11] << 11 | (uint32_t)ramp->green[v >> 5 & 63U] << 5 |
                          ramp->codes[v & 31U]);
    return (uint16_t)((uint32_t)ramp->codes[v >> 10 & 31U] << 10 | (uint32_t)ramp->codes[v >> 5 & 31U] << 5 |
                      ramp->codes[v & 31U]);
}

static inline uint32_t plat_ramp_32(const plat_kept_ramp *ramp, uint32_t v) {
    return (uint32_t)ramp->codes[v >> 16 & 255U] << 16 | (uint32_t)ramp->codes[v >> 8 & 255U] << 8 |
           ramp->codes[v & 255U];
}

/* A row of `width` pixels, of any alignment, as shown colours 0xRRGGBB; palette pixels become the palette's entries. */
static inline void plat_pixel_row(plat_format format, const uint8_t *row, const uint32_t *palette,
                                  const plat_kept_ramp *ramp, int width, uint32_t *out) {
    uint16_t pixel = 0;
    switch (format) {
    case PLAT_PAL8:
        for (int x = 0; x < width; x++) out[x] = palette[row[x]];
        break;
    case PLAT_RGB565:
    case PLAT_BGR555:
        for (int x = 0; x < width; x++) {
            memcpy(&pixel, row + (size_t)x * 2, 2);
            if (ramp->on) pixel = plat_ramp_16(ramp, format, pixel);
            out[x] = format == PLAT_RGB565 ? plat_from_565(pixel) : plat_from_555(pixel);
        }
        break;
    case PLAT_XRGB8888:
        memcpy(out, row, (size_t)width * 4);
        for (int x = 0; x < width; x++) out[x] = ramp->on ? plat_ramp_32(ramp, out[x]) : out[x] & 0xffffffU;
        break;
    case PLAT_FORMATS:
        break;
    }
}

#endif
