/* The spans room: a triangle is cut into rows of pixels (scan.c), its attributes become planes over the picture (attributes.h), and a span
 * function for each combination of texture, light and pixel format draws the rows (spans.inc makes them all). */
#ifndef OXCART_RASTER_SPANS_SPANS_H
#define OXCART_RASTER_SPANS_SPANS_H

#include "raster/list/list.h"

/* ---- triangles cut into spans (scan.c) ---- */

typedef struct rs_span {
    int16_t x, count; /* count <= 0: the triangle has no pixel in this row */
} rs_span;

/* Rows between two edges, Q12.20: pixels left >> 20 .. (right >> 20) - 1. */
typedef struct rs_run {
    uint32_t left, right, left_step, right_step;
    int32_t rows;
} rs_run;

/* A triangle cut into rows, and the factors that turn three vertex values into a plane.
 *
 * Small triangles have one run above and one below their middle corner. When `direct` is set both runs lie wholly
 * inside the picture's width and may be walked as they are; else rs_scan_rows turns them, or the rows of a large
 * triangle, into spans. */
typedef struct rs_scan {
    int32_t row; /* of the first run, then of spans[0] */
    rs_run run[2];
    bool direct, small;
    int32_t x1, x2, y1,
        y2;    /* d/dx = (d1 * x1 + d2 * x2) >> shift, likewise d/dy; d1, d2: differences to vertex 0 */
    int shift; /* RS_SMALL_SHIFT for small triangles, RS_SLIVER more for slivers */
    int32_t pixel_x, pixel_y;   /* the pixel of vertex 0 */
    int32_t sub_x, sub_y;       /* from vertex 0 to that pixel's centre, 1/16 */
    uint32_t order[3];          /* the draw's vertices as 0, 1, 2 */
    const rs_vertex *corner[3]; /* the vertices, sorted from top to bottom */
    int32_t rows, last;         /* rows in spans; one past the triangle's last row in the band */
    rs_span spans[RS_SCAN_ROWS];
} rs_scan;

#define RS_SMALL_SHIFT 28
#define RS_SLIVER 64

/* Begins a triangle; false when it has no row in the band, or surely no pixel. */
bool rs_scan_begin(rs_scan *scan, const rs_vertex *vertices, const rs_item *item, const rs_band *band);

/* floor(2^30 / n), n = 1..512. */
extern const int32_t rs_reciprocals[];

/* Fills spans[0..rows-1] with the next rows; false when there are none. */
bool rs_scan_rows(rs_scan *scan, const rs_band *band);

/* An attribute over the picture: value at pixel (x, y) = origin + x * dx + y * dy, all modulo 2^32. */
typedef struct rs_plane {
    uint32_t origin;
    int32_t dx, dy;
} rs_plane;

/* An attribute over the picture in 64 bits, with up to 8 fraction bits more: no gradient is too steep for it. */
typedef struct rs_fine_plane {
    uint64_t origin;
    int64_t dx, dy;
} rs_fine_plane;

rs_fine_plane rs_plane_fine(const rs_scan *scan, int32_t a0, int32_t a1, int32_t a2, int bits);

/* A plane for looking beyond the covered pixels, where a sliver's own may be anywhere: a sliver's rises along its longer side only. */
rs_plane rs_plane_gentle(const rs_scan *scan, int32_t a0, int32_t a1, int32_t a2);

/* A plane that keeps all bits, as values need that are divided by one another. A sliver's gradients may be steeper than
 * 32 bits hold, all others fit. Gradients count modulo 2^32 only, but for the way to the first pixel's centre, which is
 * a part of a pixel. */
static inline rs_plane rs_plane_to_divide(const rs_scan *scan, int32_t a0, int32_t a1, int32_t a2) {
    int32_t d1 = a1 - a0, d2 = a2 - a0;
    int64_t dx = fx_sra64((int64_t)d1 * scan->x1 + (int64_t)d2 * scan->x2, scan->shift & 63);
    int64_t dy = fx_sra64((int64_t)d1 * scan->y1 + (int64_t)d2 * scan->y2, scan->shift & 63);
    uint32_t across = (uint32_t)fx_sra64(dx, 4),
             down = (uint32_t)fx_sra64(dy, 4); /* a sixteenth of a pixel */
    rs_plane plane = {0, (int32_t)dx, (int32_t)dy};
    plane.origin = (uint32_t)a0 + across * (uint32_t)scan->sub_x + down * (uint32_t)scan->sub_y -
                   (uint32_t)plane.dx * (uint32_t)scan->pixel_x -
                   (uint32_t)plane.dy * (uint32_t)scan->pixel_y;
    return plane;
}

/* The usual plane of an attribute. A small triangle's gradients are whole multiples of 16, so that a value gets to any
 * pixel's centre by two products with the way in sixteenths of a pixel; over 32 pixels it is off by an eighth of a
 * depth code at most. */
static inline rs_plane rs_plane_through(const rs_scan *scan, int32_t a0, int32_t a1, int32_t a2) {
    int32_t d1 = a1 - a0, d2 = a2 - a0;
    uint32_t across, down; /* a sixteenth of a pixel */
    rs_plane plane;
    if (!scan->small || scan->shift != RS_SMALL_SHIFT) return rs_plane_to_divide(scan, a0, a1, a2);
    across = (uint32_t)fx_sra64((int64_t)d1 * scan->x1 + (int64_t)d2 * scan->x2, RS_SMALL_SHIFT + 4);
    down = (uint32_t)fx_sra64((int64_t)d1 * scan->y1 + (int64_t)d2 * scan->y2, RS_SMALL_SHIFT + 4);
    plane.dx = (int32_t)(across << 4);
    plane.dy = (int32_t)(down << 4);
    plane.origin = (uint32_t)a0 + across * (uint32_t)(scan->sub_x - 16 * scan->pixel_x) +
                   down * (uint32_t)(scan->sub_y - 16 * scan->pixel_y);
    return plane;
}

/* The span functions of one pixel format (spans.inc makes them). */
typedef enum rs_span_texture {
    RS_SPAN_PLAIN,
    RS_SPAN_AFFINE,
    RS_SPAN_PERSPECTIVE,
    RS_SPAN_TEXTURES
} rs_span_texture;
typedef enum rs_span_light { RS_SPAN_CONSTANT, RS_SPAN_GOURAUD, RS_SPAN_PHONG, RS_SPAN_LIGHTS } rs_span_light;

struct rs_span_set {
    rs_item_function own[RS_SPAN_TEXTURES][RS_SPAN_LIGHTS];     /* texels in the surface's format */
    rs_item_function indexed[RS_SPAN_TEXTURES][RS_SPAN_LIGHTS]; /* PAL8 texels; unused for plain */
};

extern const rs_span_set rs_spans_pal8, rs_spans_rgb565, rs_spans_bgr555, rs_spans_xrgb8888, rs_spans_grey4;

#ifdef RS_ARM_SPANS
extern const rs_span_set rs_spans_pal8_twins, rs_spans_pal8_far; /* in C, whatever lies in fast memory */
void rs_twin_plain_phong(const rs_draw *draw, const rs_item *item, const rs_band *band);
#endif

/* The set of a format, NULL when the build leaves it out. */
const rs_span_set *rs_spans_of(rs_format format);

#endif
