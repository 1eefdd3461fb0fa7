/* What painter.c and painter_exact.c share. */
#ifndef OXCART_RASTER_PASSES_PAINTER_WORK_H
#define OXCART_RASTER_PASSES_PAINTER_WORK_H

#include "raster/fragment/fragment.h"
#include "raster/painter.h"

struct rs_painter_record {
    rs_item item;
    int16_t first, last; /* rows */
    uint16_t next;       /* in its bucket: record + 1 */
    uint16_t distance;   /* 0 near plane .. 65535 far plane */
};

enum { RS_SHAPE_CUTS = 6, RS_SHAPE_CORNERS = 3 + RS_SHAPE_CUTS };

/* A record as a convex polygon on the screen with its plane of depth, for the exact order. */
typedef struct rs_painter_shape {
    int64_t z;                           /* depth Q.13 at the centre of pixel (0, 0) */
    int64_t dx, dy;                      /* a pixel; a sliver's is below 2^49 */
    int32_t corner[RS_SHAPE_CORNERS][2]; /* 1/4096 pixels */
    int32_t low[2], high[2];
    int32_t nearest, farthest; /* depth Q16.13 */
    const rs_cut *cuts;
    uint16_t record, next; /* next: shape + 1 */
    uint8_t corners, cut_count;
    bool marked;
} rs_painter_shape;

/* Bytes of the shapes for `count` records and the splits. */
size_t rs_painter_shape_bytes(const rs_painter_options *options, size_t count);

/* Gives records to the list in exact order, `sorted` being their order by distance. */
bool rs_painter_exact(rs_painter *painter, const uint32_t *sorted);

#endif
