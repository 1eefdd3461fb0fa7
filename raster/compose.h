/* A flat picture on palette pixels taken apart, for displays that show layers of tiles and sprites themselves.
 *
 *     rs_composition *parts = rs_frame_compose(frame, fixed, spare);       after recording; NULL: the picture is drawn as ever
 *     show(parts->layers, parts->parts);
 *     for (int row = 0; row < rows; row++)
 *         if (parts->rows[row] != held[row]) rs_frame_compose_row(frame, parts, row, pixels, stride);
 *
 * The picture from back to front: the background; parts of level 0; the first layer; parts of level 1; and so on. What is neither a layer of
 * square tiles nor an upright block of a keyed image is drawn as ever, into rows of RS_COMPOSE_LINES lines of a canvas, which lies over
 * `canvas` layers and over those parts that do not say otherwise. Where something is mixed with what is below it, the canvas has all of the
 * picture, in cells of 8x8 pixels. Pixels that are 0 are clear everywhere. Layers, parts and canvas over one another are the picture that
 * rs_frame_band draws, pixel by pixel.
 *
 * Cost: a walk over the list forth and back, without a look at pixels or cells. */
#ifndef OXCART_RASTER_COMPOSE_H
#define OXCART_RASTER_COMPOSE_H

#include "raster/flat.h"

enum {
    RS_COMPOSE_LAYERS = 4,
    RS_COMPOSE_LINES = 8, /* of a row of the canvas */
    RS_COMPOSE_ROWS = 32, /* pictures are at most 256 pixels wide and high */
    /* Rows of the canvas: nothing is drawn there; nobody knows whether it is as before. */
    RS_COMPOSE_CLEAR = 0,
    RS_COMPOSE_UNKNOWN = 1
};

/* A layer of square tiles in an image of indices, keyed, that lies beside its cells as rs_tiles has it. */
typedef struct rs_compose_layer {
    const uint8_t *pixels;
    int32_t stride; /* pixels */
    const void *cells;
    const uint16_t *substitutes;
    int32_t x, y; /* of cell (0, 0) */
    int32_t columns, rows, pitch;
    uint16_t tile_width, tile_height;
    uint16_t across, tiles; /* tiles in a row of the image, and in all of it */
    uint16_t substitute_count, empty, fill;
    uint8_t cell_bytes, outside;
    bool turns, has_empty;
    bool is_fixed; /* its cells never change */
} rs_compose_layer;

/* A block of a keyed image of indices whose pixels never change. */
typedef struct rs_compose_part {
    const uint8_t *pixels; /* of its top left, unflipped */
    int32_t step, down;    /* pixels of the image from one to the next, and from a line to the next */
    int16_t x, y;          /* within the picture, and so is its other end */
    uint16_t width, height;
    uint8_t level; /* layers that lie below it */
    bool flip_x, flip_y;
    bool over_canvas; /* it lies over the canvas, which lies over as many layers */
} rs_compose_part;

typedef struct rs_composition {
    rs_compose_layer layers[RS_COMPOSE_LAYERS];
    rs_compose_part *parts; /* the foremost one first */
    uint8_t *kinds;         /* of items, for rs_frame_compose_row */
    uint32_t part_count;
    int8_t layer_count;
    int8_t canvas; /* layers below the canvas; -1: there is none */
    uint8_t background;
    uint8_t spare; /* as rs_frame_compose was given */
    uint32_t
        rows[RS_COMPOSE_ROWS]; /* RS_COMPOSE_CLEAR, RS_COMPOSE_UNKNOWN, or a number for what a row shows */
    uint32_t
        mixed[RS_COMPOSE_ROWS]; /* bits of columns of 8 pixels in which the canvas has all of the picture */
} rs_composition;

/* Takes a frame apart. `fixed` is memory whose contents never change, such as a cartridge's; `spare` is an index above 0 that shows the colour
 * of index 0, 0: there is none. NULL: the frame is not flat, is larger than 256 pixels or has other pixels than those of a palette; the list is
 * full; more than a third of the picture is mixed with what is below; something needs the spare index, and there is none; or shapes lie under a
 * layer and others over it. The result lives in the frame's list. What draws index 0 draws the spare one from now on. */
rs_composition *rs_frame_compose(rs_frame *frame, rs_block fixed, uint8_t spare);

/* Draws a row of the canvas: RS_COMPOSE_LINES lines of the picture's width, fewer at its end. `pixels` are aligned as a surface's are, and have
 * room for twice as many lines. */
void rs_frame_compose_row(const rs_frame *frame, const rs_composition *composition, int row, uint8_t *pixels,
                          int stride);

#endif
