/* Drawing far to near: triangles of materials with a pixel state are held back and given to the display list in order of their depth,
 * whatever mesh they belong to. For what one can see through (blend, depth test on, write off), and for frames without any depth
 * plane (depth function RS_ALWAYS, no_write: the painter's algorithm).
 *
 *     rs_order_begin(&order, frame, memory, &options);
 *     rs_frame_mesh(frame, ...);                    order.bias = -2 moves what follows two buckets nearer
 *     rs_order_end(&order);
 *
 * Memory is the caller's and may be taken back after rs_order_end. Triangles are sorted by linear distance of their corners;
 * large or interpenetrating ones can come out wrong, as always (GEA 10.1.4.8), unless `exact` asks for Newell's tests and splits. */
#ifndef OXCART_RASTER_ORDER_H
#define OXCART_RASTER_ORDER_H

#include "raster/frame.h"

typedef enum rs_order_by { RS_BY_AVERAGE, RS_BY_FARTHEST, RS_BY_NEAREST, RS_ORDER_BYS } rs_order_by;

typedef struct rs_order_options {
    uint8_t by; /* rs_order_by */
    bool
        first_first; /* within a bucket in order of recording; else the last recorded is drawn first, which costs nothing */
    uint32_t
        buckets; /* 0: exact, by a radix sort of 16-bit distances, stable; else a power of two, 16..4096: an ordering table,
                         whose cost a triangle does not grow with their number */
    bool
        exact; /* with buckets 0: after sorting, triangles that overlap are held against each other's planes, exchanged, and where they
                         overlap in a circle or pass through each other split (Newell, Newell and Sancha 1972). Each pair is looked at: for
                         scenes of some hundred triangles. */
    uint16_t
        splits; /* at most so many pieces more; where more were needed things are drawn as sorted: order->artefacts */
} rs_order_options;

typedef struct rs_order_record rs_order_record;

typedef struct rs_order {
    rs_frame *frame;
    rs_order_options options;
    rs_order_record *records;
    uint32_t capacity, count;
    uint32_t lost;                        /* left out because memory was full */
    uint16_t *heads;                      /* of buckets: record + 1 */
    uint32_t *keys;                       /* exact: two sets of capacity pairs */
    int32_t bias;                         /* buckets, or 16-bit steps; positive is farther */
    uint32_t inserts;                     /* steps that insertion took: one a triangle */
    uint32_t exchanged, split, artefacts; /* of the exact order: found by rs_order_end */
} rs_order;

/* Bytes for `count` triangles. */
size_t rs_order_bytes(const rs_order_options *options, uint32_t count);

/* From now on triangles with a state are held back. False: the memory holds none, an option is out of range, or another order is
 * open; the frame then goes on as before. */
bool rs_order_begin(rs_order *order, rs_frame *frame, rs_block memory, const rs_order_options *options);

/* Appends what was held back, far to near. RS_LIST_FULL: some did not fit the list, or the order's memory (order->lost). */
rs_result rs_order_end(rs_order *order);

#endif
