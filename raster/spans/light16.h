/* Lights a 16-bit pixel: the channels are spread so that one multiplication serves all three. */
#ifndef OXCART_RASTER_SPANS_LIGHT16_H
#define OXCART_RASTER_SPANS_LIGHT16_H

#include <stdint.h>

/* `spread` selects green in the upper half and the two other channels in the lower: 0x07E0F81F for RGB565, 0x03E07C1F
 * for BGR555. Light 256 leaves the pixel as it is, less light scales it towards black, more light towards white; light
 * counts in steps of 8, truncated. */
static inline uint16_t rs_light_16(uint32_t pixel, uint32_t light, uint32_t spread) {
    uint32_t wide = (pixel | pixel << 16) & spread;
    if (light <= 256) {
        wide = (wide * (light >> 3) >> 5) & spread;
    } else {
        wide += ((((spread ^ wide) & spread) * ((light - 256) >> 3) >> 5) & spread);
    }
    return (uint16_t)(wide | wide >> 16);
}

#endif
