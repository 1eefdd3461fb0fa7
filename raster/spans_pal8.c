/* Span functions for 8-bit palette pixels: every light value is one look-up in the shade table of 64 x 256. */
#include "raster/attributes.h"

#if RS_FORMATS_LINKED & 1

#define SHADE(draw, index, light) \
    (((const uint8_t *)(draw)->colours)[(((light) << 5) & 0x3F00u) | (uint32_t)(index)])

#define PIXEL uint8_t
#define PIXEL_PLAIN(draw, light) SHADE(draw, (draw)->index, light)
#define PIXEL_TEXTURED(draw, texel, light) SHADE(draw, texel, light)
#define SPAN_SET rs_spans_pal8
#include "raster/spans_set.inc"
#endif
