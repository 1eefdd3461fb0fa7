/* Span functions for 32-bit pixels. */
#include "raster/attributes.h"

#if RS_FORMATS_LINKED & 8

/* Red and blue in one product, green in the other; 256 leaves the pixel as it is, more goes towards white. */
static inline uint32_t light_32(uint32_t pixel, uint32_t light) {
    uint32_t red_blue = pixel & 0xFF00FFu, green = pixel & 0x00FF00u;
    if (light <= 256) {
        return ((red_blue * light >> 8) & 0xFF00FFu) | ((green * light >> 8) & 0x00FF00u);
    }
    light -= 256;
    red_blue += ((0xFF00FFu - red_blue) * light >> 8) & 0xFF00FFu;
    green += ((0x00FF00u - green) * light >> 8) & 0x00FF00u;
    return red_blue | green;
}

#define PIXEL uint32_t
#define PIXEL_PLAIN(draw, light) (((const uint32_t *)(draw)->colours)[light])
#define PIXEL_TEXTURED(draw, texel, light) light_32(texel, light)
#define PIXEL_INDEXED(draw, texel, light) light_32(((const uint32_t *)(draw)->palette)[texel], light)
#define SPAN_SET rs_spans_xrgb8888
#include "raster/spans_set.inc"
#endif
