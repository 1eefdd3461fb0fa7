/* The painter's algorithm, far to near: triangles of materials with a pixel state are held back and given to the display list in order of their depth,
 * whatever mesh they belong to. The order serves translucent materials (blend, depth test on, write off), and frames
 * without any depth plane (depth function RS_ALWAYS, no_write).
 *
 *     rs_painter_begin(&painter, frame, memory, &options);
 *     rs_frame_mesh(frame, ...);                    painter.bias = -2 moves what follows two buckets nearer
 *     rs_painter_end(&painter);
 *
 * Memory is the caller's and may be taken back after rs_painter_end. Triangles are sorted by linear distance of their corners;
 * large or interpenetrating ones can come out wrong, as always (GEA 10.1.4.8), unless `exact` asks for Newell's tests and splits. */
#ifndef OXCART_RASTER_PAINTER_H
#define OXCART_RASTER_PAINTER_H

#include "raster/frame.h"

typedef enum rs_painter_by { RS_BY_AVERAGE, RS_BY_FARTHEST, RS_BY_NEAREST, RS_PAINTER_BYS } rs_painter_by;

typedef struct rs_painter_options {
    uint8_t by; /* rs_painter_by */
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
        splits; /* at most so many pieces more; where more were needed things are drawn as sorted: painter->artefacts */
} rs_painter_options;

typedef struct rs_painter_record rs_painter_record;

typedef struct rs_painter {
    rs_frame *frame;
    rs_painter_options options;
    rs_painter_record *records;
    uint32_t capacity, count;
    uint32_t lost;                        /* left out because memory was full */
    uint16_t *heads;                      /* of buckets: record + 1 */
    uint32_t *keys;                       /* exact: two sets of capacity pairs */
    int32_t bias;                         /* buckets, or 16-bit steps; positive is farther */
    uint32_t inserts;                     /* steps that insertion took: one a triangle */
    uint32_t exchanged, split, artefacts; /* of the exact order: found by rs_painter_end */
} rs_painter;

/* Bytes for `count` triangles. */
size_t rs_painter_bytes(const rs_painter_options *options, uint32_t count);

/* From now on triangles with a state are held back. False: the memory holds none, an option is out of range, or another painter
 * is at work; the frame then goes on as before. */
bool rs_painter_begin(rs_painter *painter, rs_frame *frame, rs_block memory,
                      const rs_painter_options *options);

/* Appends the triangles that were held back, far to near. RS_LIST_FULL: some triangles did not fit the list, or the
 * painter's memory (painter->lost). */
rs_result rs_painter_end(rs_painter *painter);

#endif
