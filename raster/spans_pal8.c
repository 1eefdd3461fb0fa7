/* Span functions for 8-bit palette pixels: every light value is one look-up in the shade table of 64 x 256. */
#include "raster/attributes.h"

#if RS_FORMATS_LINKED & 1

#define SHADE(draw, index, light) \
    (((const uint8_t *)(draw)->colours)[(((light) << 5) & 0x3F00u) | (uint32_t)(index)])

#define PIXEL uint8_t
#define PIXEL_PLAIN(draw, light) ((draw)->column[(light) >> 3])
#define PIXEL_TEXTURED(draw, texel, light) SHADE(draw, texel, light)
#define SPAN_SET rs_spans_pal8

#ifdef RS_ARM_SPANS
/* raster/arm/spans_pal8.S: small untextured triangles in hand-written code, which hands the others over to these twins. */
void rs_arm_plain_constant(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_arm_plain_linear(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_twin_plain_constant(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_twin_plain_linear(const rs_draw *draw, const rs_item *item, const rs_band *band);
#define PLAIN_CONSTANT rs_arm_plain_constant
#define PLAIN_LINEAR rs_arm_plain_linear
#define SPANS_INDIRECT

_Static_assert(offsetof(rs_draw, vertices) == 8 && offsetof(rs_draw, lights) == 12 && offsetof(rs_draw, column) == 32,
               "the hand-written spans know where these lie");
_Static_assert(offsetof(rs_band, stride) == 8 && offsetof(rs_band, width) == 12 && offsetof(rs_band, top) == 14 &&
                   offsetof(rs_band, end) == 16 && offsetof(rs_vertex, z) == 4 && sizeof(rs_vertex) == 8,
               "likewise");
_Static_assert(offsetof(rs_band, resume) == 20 && offsetof(rs_band, save) == 24 && offsetof(rs_band, save_end) == 28, "likewise");
#endif

#include "raster/spans_set.inc"

#ifdef RS_ARM_SPANS
RS_HOT void rs_twin_plain_constant(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    plain_constant(draw, item, band);
}

RS_HOT void rs_twin_plain_linear(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    plain_linear(draw, item, band);
}
#endif
#endif
