/* Factors of a small triangle's attribute planes; shared by the scalar set-up and the wide one, which must
 * agree to the bit. */
#ifndef OXCART_RASTER_FACTORS_H
#define OXCART_RASTER_FACTORS_H

#include "fixedmath/scalar.h"
#include "raster/internal.h"

#define RS_SMALL_SIZE 512 /* 28.4: the largest width and height of a small triangle */

/* Rows above the centre line: first row whose centre is at or below y; likewise for columns. */
static inline int rs_row_of(int y) { return fx_sra32(y + 7, 4); }

/* Whether a triangle is thinner than a third of a pixel, so that its planes would be steeper than the
 * attributes' range. */
static inline bool rs_sliver(int width, int height, int area) {
    return (uint32_t)(16 * (width > height ? width : height)) > 3u * (uint32_t)(area < 0 ? -area : area);
}

/* 16 / area in Q4.28: the reciprocal times a difference of coordinates, shifted right by `shift`, or left by
 * -shift. The sign is that of the area; 32-bit products alone, exact to 2^-16 of the largest. */
static inline int32_t rs_small_reciprocal(int area, int *shift) {
    int32_t reciprocal = (int32_t)(fx_recip_fast_inline((uint32_t)(area < 0 ? -area : area), shift) >> 11);
    *shift -= 43; /* reciprocal / 2^(20 + log2 area), wanted: 16 / area * 2^28 */
    return area < 0 ? -reciprocal : reciprocal;
}

/* 16 / area times the differences of coordinates, so that gradients come out per pixel. */
static inline void rs_small_factors(rs_scan *scan, int area, int dx1, int dx2, int dy1, int dy2) {
    int shift;
    int32_t reciprocal = rs_small_reciprocal(area, &shift);
    scan->shift = RS_SMALL_SHIFT;
    if (shift >= 0) {
        scan->x1 = fx_sra32(-dy2 * reciprocal, shift);
        scan->x2 = fx_sra32(dy1 * reciprocal, shift);
        scan->y1 = fx_sra32(dx2 * reciprocal, shift);
        scan->y2 = fx_sra32(-dx1 * reciprocal, shift);
    } else {
        scan->x1 = -dy2 * reciprocal * (1 << -shift);
        scan->x2 = dy1 * reciprocal * (1 << -shift);
        scan->y1 = dx2 * reciprocal * (1 << -shift);
        scan->y2 = -dx1 * reciprocal * (1 << -shift);
    }
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
