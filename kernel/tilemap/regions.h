/* Regions of a large map in memory (REGN, rom/region.h): those that the picture shows, and one for cells that are asked for elsewhere.
 *
 *     status = ox_tile_regions_open(&regions, &arena, chunk, 240, 160)
 *     cell = ox_tile_regions_cell(&regions, column, row)                any cell of the map, wherever the picture is
 *     ox_tile_regions_begin(&regions)                                   a picture begins
 *     ox_tile_regions_move(&regions, x, y)                              its left upper corner, in pixels of the map
 *     cells = ox_tile_regions_shown(&regions, column, row)              a region's own cells, to be drawn where they lie
 *
 * A region is larger than the picture, so the picture touches four at most: a block of 2 x 2 that goes with it (kernel/level/grid.h). Its next column or row is unpacked
 * a quarter of what a region has more than the picture before it is seen; two come at once, three where both do, nothing is copied, and who turns round within the block unpacks
 * nothing.
 *
 * STRIPS, maps of one row or one column of regions, have a window of three instead (kernel/residency/window.h): the one under the middle of the picture and its neighbours,
 * the next one in the direction in which the picture goes first. After a turn nothing is fetched ahead until the picture has gone on by a region or has stayed
 * for four pictures. A region that is to be shown and was not there counts as late.
 *
 * What is in memory is no state: a cell is the same whether it is there or not. Regions that are absent are full of the fill tile, and so is a damaged one.
 *
 * Cost: a cell of the block 50 Cortex-M3 instructions; unpacking a region some 20 a byte. (Alexander, Game Programming Gems; Madhav, chapter 2.) */
#ifndef OXCART_KERNEL_TILEMAP_REGIONS_H
#define OXCART_KERNEL_TILEMAP_REGIONS_H

#include "kernel/level/grid.h"
#include "kernel/residency/window.h"

typedef struct ox_tile_regions {
    ox_tile_grid grid; /* of the map; of strips without memory */
    ox_window strip;   /* slots 0: the map is no strip */
    uint8_t *blank, *spare;
    int32_t column, row; /* of the region in `spare`, -1: none */
    bool is_placed;      /* the picture under way has moved the block */
    bool is_small;       /* regions are not larger than the picture: none is shown where it lies */
    uint32_t loads, late,
        damaged; /* of strips and of `spare`: regions unpacked; those that were to be shown; that could not be */
} ox_tile_regions;

/* Begins with a picture of width x height pixels. Takes memory for the regions above, of plain ones for two. OX_OUT_OF_MEMORY; OX_BAD_DATA: a staggered map whose regions have an
 * odd number of columns. */
FX_MUST_CHECK ox_status ox_tile_regions_open(ox_tile_regions *regions, ox_arena *arena, const uint8_t *chunk,
                                             uint32_t width, uint32_t height);

static inline const uint8_t *ox_tile_regions_chunk(const ox_tile_regions *regions) {
    return regions->grid.map;
}

/* A cell inside of the map. */
uint16_t ox_tile_regions_cell(ox_tile_regions *regions, uint32_t column, uint32_t row);

/* A picture begins. Its first view moves the block, others find in it what is there. */
static inline void ox_tile_regions_begin(ox_tile_regions *regions) { regions->is_placed = false; }
void ox_tile_regions_move(ox_tile_regions *regions, int32_t x, int32_t y);

/* The cells of a region of the block or window, which stay until the next move; NULL: it is not there. */
const uint8_t *ox_tile_regions_shown(ox_tile_regions *regions, int32_t column, int32_t row);

/* Regions that were unpacked, or found plain, since the map was opened; and how many lie in block or window. */
uint32_t ox_tile_regions_loads(const ox_tile_regions *regions);
uint32_t ox_tile_regions_resident(const ox_tile_regions *regions);

#endif
