/* Span functions for 32-bit pixels. */
#include "raster/spans/attributes.h"
#include "raster/spans/light32.h"

#if RS_FORMATS_LINKED & 8

#define PIXEL uint32_t
#define PIXEL_PLAIN(draw, light) (((const uint32_t *)(draw)->colours)[light])
#define PIXEL_TEXTURED(draw, texel, light) rs_light_32(texel, light)
#define PIXEL_INDEXED(draw, texel, light) rs_light_32(((const uint32_t *)(draw)->palette)[texel], light)
#define SPAN_SET rs_spans_xrgb8888
#include "raster/spans/spans_set.inc"
#endif
