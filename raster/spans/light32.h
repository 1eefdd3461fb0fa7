/* Lights a 32-bit pixel. */
#ifndef OXCART_RASTER_SPANS_LIGHT32_H
#define OXCART_RASTER_SPANS_LIGHT32_H

#include <stdint.h>

/* Red and blue in one product, green in the other; 256 leaves the pixel as it is, more goes towards white. */
static inline uint32_t rs_light_32(uint32_t pixel, uint32_t light) {
    uint32_t red_blue = pixel & 0xFF00FFu, green = pixel & 0x00FF00u;
    if (light <= 256) {
        return ((red_blue * light >> 8) & 0xFF00FFu) | ((green * light >> 8) & 0x00FF00u);
    }
    light -= 256;
    red_blue += ((0xFF00FFu - red_blue) * light >> 8) & 0xFF00FFu;
    green += ((0x00FF00u - green) * light >> 8) & 0x00FF00u;
    return red_blue | green;
}

#endif
