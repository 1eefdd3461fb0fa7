/* Factors of a small triangle's attribute planes; shared by the scalar set-up and the wide one, which must
 * agree to the bit. */
#ifndef OXCART_RASTER_SPANS_FACTORS_H
#define OXCART_RASTER_SPANS_FACTORS_H

#include "fixedmath/scalar.h"
#include "raster/spans/spans.h"

#define RS_SMALL_SIZE 512 /* 28.4: the largest width and height of a small triangle */

/* The first row whose centre is at or below y; the same function gives the first column of an x. */
static inline int rs_row_of(int y) { return fx_sra32(y + 7, 4); }

/* Whether a triangle is thinner than a third of a pixel, so that its planes would be steeper than the
 * attributes' range. */
static inline bool rs_sliver(int width, int height, int area) {
    return (uint32_t)(16 * (width > height ? width : height)) > 3u * (uint32_t)(area < 0 ? -area : area);
}

/* Reciprocals of small areas have 18 bits and more: of areas from 2^14 on their products are shifted back. */
#define RS_SMALL_BITS 12

/* 16 / area in Q4.28 and `spare` bits more, for areas that make no sliver of at least one difference: products with
 * coordinates' differences fit 32 bits. The result is below 16 / area by a part of 2^-18 and as much as fx_recip_fast
 * may be off. That brings a plane's values nearer to its first corner's: a pixel has those of a place beside it by a
 * hundredth of a sixteenth of a pixel at most. */
static inline int32_t rs_small_reciprocal(int area, int *spare) {
    int shift;
    uint32_t mantissa = fx_recip_fast_inline((uint32_t)(area < 0 ? -area : area), &shift);
    int32_t reciprocal;
    *spare = shift - 32 > RS_SMALL_BITS ? shift - 32 - RS_SMALL_BITS : 0;
    reciprocal = (int32_t)(mantissa >> (shift - 32 - *spare)); /* wanted: 16 / area * 2^28 */
    return area < 0 ? -reciprocal : reciprocal;
}

/* 16 / area times the differences of coordinates, so that gradients come out per pixel. */
static inline void rs_small_factors(rs_scan *scan, int area, int dx1, int dx2, int dy1, int dy2) {
    int spare;
    int32_t reciprocal = rs_small_reciprocal(area, &spare);
    scan->shift = RS_SMALL_SHIFT;
    scan->x1 = fx_sra32(-dy2 * reciprocal, spare);
    scan->x2 = fx_sra32(dy1 * reciprocal, spare);
    scan->y1 = fx_sra32(dx2 * reciprocal, spare);
    scan->y2 = fx_sra32(-dx1 * reciprocal, spare);
}

/* Where an attribute's plane begins: the pixel of vertex 0 and the way from the vertex to that pixel's
 * centre. */
static inline void rs_plane_begin(rs_scan *scan, int x, int y) {
    scan->pixel_x = fx_sra32(x, 4);
    scan->pixel_y = fx_sra32(y, 4);
    scan->sub_x = 8 - (x & 15);
    scan->sub_y = 8 - (y & 15);
}

#endif
