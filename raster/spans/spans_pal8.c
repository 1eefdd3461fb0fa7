/* Span functions for 8-bit palette pixels: every light value is one look-up in the shade table of 64 x 256. */
#include "raster/arm/arm.h"
#include "raster/spans/attributes.h"

#if RS_FORMATS_LINKED & 1

#ifndef SHADE /* a test counts them */
#define SHADE(draw, index, light)                                                                            \
    (((const uint8_t *)(draw)->colours)[(((light) << 5) & 0x3F00u) | (uint32_t)(index)])
#endif

#define PIXEL uint8_t
#define PIXEL_PLAIN(draw, light) ((draw)->column[(light) >> 3])
#define PIXEL_TEXTURED(draw, texel, light) SHADE(draw, texel, light)
#define SPAN_SET rs_spans_pal8

#ifdef RS_ARM_SPANS
/* The hand-written functions hand triangles that they do not draw over to these twins. */
void rs_twin_plain_constant(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_twin_plain_gouraud(const rs_draw *draw, const rs_item *item, const rs_band *band);
#define PLAIN_CONSTANT rs_arm_plain_constant
#define PLAIN_GOURAUD rs_arm_plain_gouraud
#define PLAIN_PHONG rs_arm_plain_phong
#define SPANS_INDIRECT
void rs_twin_affine_constant(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_twin_affine_gouraud(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_twin_perspective_constant(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_twin_perspective_gouraud(const rs_draw *draw, const rs_item *item, const rs_band *band);
#define AFFINE_CONSTANT rs_arm_affine_constant
#define AFFINE_GOURAUD rs_arm_affine_gouraud
#define PERSPECTIVE_CONSTANT rs_arm_perspective_constant
#define PERSPECTIVE_GOURAUD rs_arm_perspective_gouraud

_Static_assert(offsetof(rs_draw, vertices) == 8 && offsetof(rs_draw, lights) == 12 &&
                   offsetof(rs_draw, column) == 32 && offsetof(rs_draw, inverse_w) == 16 &&
                   offsetof(rs_draw, uvs) == 20 && offsetof(rs_draw, colours) == 28 &&
                   offsetof(rs_draw, texels) == 36 && offsetof(rs_draw, log2_width) == 62 &&
                   offsetof(rs_draw, log2_height) == 63,
               "the hand-written spans know where these lie");
_Static_assert(offsetof(rs_draw, normals) == 24 && offsetof(rs_draw, highlight) == 44 &&
                   offsetof(rs_draw, light) == 48 && offsetof(rs_draw, half) == 54 &&
                   offsetof(rs_draw, intensity) == 60,
               "likewise");
_Static_assert(offsetof(rs_band, stride) == 8 && offsetof(rs_band, width) == 12 &&
                   offsetof(rs_band, top) == 14 && offsetof(rs_band, end) == 16 &&
                   offsetof(rs_vertex, z) == 4 && sizeof(rs_vertex) == 8,
               "likewise");
_Static_assert(offsetof(rs_band, resume) == 20 && offsetof(rs_band, save) == 24 &&
                   offsetof(rs_band, save_end) == 28 && offsetof(rs_band, columns) == 32,
               "likewise");
#endif

#include "raster/spans/spans_set.inc"

#ifdef RS_ARM_SPANS
RS_HOT_RARE void rs_twin_plain_constant(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    plain_constant(draw, item, band);
}

RS_HOT_RARE void rs_twin_plain_gouraud(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    plain_gouraud(draw, item, band);
}

RS_HOT_RARE void rs_twin_plain_phong(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    plain_phong(draw, item, band);
}

RS_HOT_RARE void rs_twin_affine_constant(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    affine_constant(draw, item, band);
}

RS_HOT_RARE void rs_twin_affine_gouraud(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    affine_gouraud(draw, item, band);
}

RS_HOT_RARE void rs_twin_perspective_constant(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    perspective_constant(draw, item, band);
}

RS_HOT_RARE void rs_twin_perspective_gouraud(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    perspective_gouraud(draw, item, band);
}

/* The set for when the hand-written textured functions are not in memory. */
const rs_span_set rs_spans_pal8_twins = {
    .own = {{PLAIN_CONSTANT, PLAIN_GOURAUD, PLAIN_PHONG},
            {affine_constant, affine_gouraud, affine_phong},
            {perspective_constant, perspective_gouraud, perspective_phong}},
    .indexed = {{PLAIN_CONSTANT, PLAIN_GOURAUD, plain_phong},
                {affine_constant, affine_gouraud, affine_phong},
                {perspective_constant, perspective_gouraud, perspective_phong}},
};

/* The set for when no hand-written function is in memory. */
const rs_span_set rs_spans_pal8_far = {
    .own = {{plain_constant, plain_gouraud, plain_phong},
            {affine_constant, affine_gouraud, affine_phong},
            {perspective_constant, perspective_gouraud, perspective_phong}},
    .indexed = {{plain_constant, plain_gouraud, plain_phong},
                {affine_constant, affine_gouraud, affine_phong},
                {perspective_constant, perspective_gouraud, perspective_phong}},
};
#endif
#endif
