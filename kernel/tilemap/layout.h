/* How the tiles of a map lie in the plane: square, diamond, staggered and hexagonal grids as plain functions of whole pixels.
 *
 *     const ox_tile_layout layout = {.kind = OX_TILES_DIAMOND, .width = 32, .height = 16};
 *     ox_tile_point corner = ox_tile_corner(&layout, (ox_cell){3, 1});        the left and top edge of the tile's box
 *     ox_cell under = ox_tile_under(&layout, (ox_tile_point){32, 40});         (3, 1)
 *
 * Pixels are those of the map: x to the right, y down, and (0, 0) is
 *
 *     square               the left upper corner of cell (0, 0)
 *     diamond              the upper corner of cell (0, 0): its box begins half a tile to the left
 *     staggered, hexagons  the left upper corner of the box of cell (0, 0), had it not been shifted
 *
 * Every pixel belongs to one cell, also left of the map and above it: cells are numbered on there, by division that rounds down.
 *
 * SQUARE     (c, r) lies at (c w, r h).
 * DIAMOND    its upper corner lies at ((c - r) w / 2, (c + r) h / 2); w and h are even.
 * STAGGERED  diamonds in a rectangular array: every second row is shifted right by half a tile, rows being half a tile high; or, with
 *            `by_columns`, every second column is shifted down. With `even` the rows 0, 2 ... are shifted, else 1, 3 ...
 * HEXAGONS   with corners up and down: rows lie (h + side) / 2 apart, every second one is shifted right by half a tile; with `by_columns`
 *            corners point left and right. `side`: the length of the upright (level) side, half of h (w) for regular ones.
 *
 * LINES. Cells whose middles lie equally far down stand on one line, and lines are numbered downwards: what stands on a line lies behind what stands on the
 * next one. A line of squares, or where rows are shifted, is a row; of diamonds c + r; where columns are shifted, every second line is theirs.
 *
 * NEIGHBOURS share an edge. DISTANCE is how many steps from neighbour to neighbour it takes: on squares and diamonds |dc| + |dr|.
 *
 * Ranges: tiles of 1 to 1024 pixels a side, coordinates up to 2^30. Cost: a division or two for a point, none for a corner.
 * (Amit Patel, Hexagonal Grids, 2013; Tiled's documentation of map formats.) */
#ifndef OXCART_KERNEL_TILEMAP_LAYOUT_H
#define OXCART_KERNEL_TILEMAP_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "fixedmath/scalar.h"

/* Kinds of grids, as TMAP and REGN chunks number them. */
typedef enum ox_tile_layout_kind {
    OX_TILES_SQUARE,
    OX_TILES_DIAMOND,
    OX_TILES_STAGGERED,
    OX_TILES_HEXAGONS
} ox_tile_layout_kind;

enum { OX_TILE_NEIGHBOURS = 6 };

typedef struct ox_tile_layout {
    uint8_t kind;    /* ox_tile_layout_kind */
    bool by_columns; /* columns are shifted, not rows */
    bool even;       /* even rows or columns are shifted */
    uint16_t width;  /* of a tile */
    uint16_t height; /* of a tile */
    uint16_t side;   /* of hexagons */
} ox_tile_layout;

/* Pixels over the size of a cell, down. The usual sizes take no division and no call: a Game Boy Advance divides in 400 cycles, and boxes that slide do so a dozen
 * times. */
static inline int32_t ox_tile_divide(int32_t pixels, int32_t size) {
    if (size == 16) return fx_sra32(pixels, 4);
    if (size == 8) return fx_sra32(pixels, 3);
    return int_floordiv(pixels, size);
}

typedef struct ox_cell {
    int32_t column, row;
} ox_cell;

typedef struct ox_tile_point {
    int32_t x, y;
} ox_tile_point;

/* The left and top edge of the box in which a cell's tile is drawn, and the middle of it. */
ox_tile_point ox_tile_corner(const ox_tile_layout *layout, ox_cell cell);
ox_tile_point ox_tile_middle(const ox_tile_layout *layout, ox_cell cell);

/* The cell that a pixel belongs to. */
ox_cell ox_tile_under(const ox_tile_layout *layout, ox_tile_point point);

/* The line of a cell; the row of a column's cell on a line, false where the column has none there; and how far down the middles of a line's cells are. */
int32_t ox_tile_line(const ox_tile_layout *layout, ox_cell cell);
bool ox_tile_on_line(const ox_tile_layout *layout, int32_t line, int32_t column, int32_t *row);
int32_t ox_tile_line_y(const ox_tile_layout *layout, int32_t line);

/* The cells that share an edge with one: 4, of hexagons 6. In this order: squares and diamonds right, down, left, up
 * (of the cells' numbers); other grids round from the upper right, clockwise, with `by_columns` the same with x and y
 * exchanged. */
uint32_t ox_tile_neighbours(const ox_tile_layout *layout, ox_cell cell,
                            ox_cell neighbours[OX_TILE_NEIGHBOURS]);
uint32_t ox_tile_distance(const ox_tile_layout *layout, ox_cell from, ox_cell to);

/* The box around `columns` x `rows` cells from (0, 0) on: its left upper corner, and the corner behind its last
 * pixels. */
void ox_tile_extent(const ox_tile_layout *layout, uint32_t columns, uint32_t rows, ox_tile_point *low,
                    ox_tile_point *high);

/* The cells from *first up to, without, *last that a picture of `size` pixels may show of a map, its left upper corner
 * at a pixel of the map: a rectangle of columns and rows. For squares the rectangle is exact; for other grids some of
 * its cells may be out of sight. */
void ox_tile_range(const ox_tile_layout *layout, ox_tile_point corner, ox_tile_point size, ox_cell *first,
                   ox_cell *last);

#endif
