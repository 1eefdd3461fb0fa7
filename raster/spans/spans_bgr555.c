/* Span functions for 16-bit pixels, blue in the high bits. */
#include "raster/spans/attributes.h"

#if RS_FORMATS_LINKED & 4
#include "raster/spans/light16.h"

#define PIXEL uint16_t
#define PIXEL_PLAIN(draw, light) (((const uint16_t *)(draw)->colours)[light])
#define PIXEL_TEXTURED(draw, texel, light) rs_light_16(texel, light, 0x03E07C1Fu)
#define PIXEL_INDEXED(draw, texel, light)                                                                    \
    rs_light_16(((const uint16_t *)(draw)->palette)[texel], light, 0x03E07C1Fu)
#define SPAN_SET rs_spans_bgr555
#include "raster/spans/spans_set.inc"
#endif
