/* The tile grid: a map of tiles of any size, of which the four regions around the view are in memory.
 *
 *     ox_tile_grid grid;
 *     status = ox_tile_grid_init(&grid, &arena, map, 240, 160, 40);  map: a checked REGN chunk;
 *         40 pixels ahead
 *     every step:  ox_tile_grid_move(&grid, view_x, view_y);             pixels; loads 0, 2 or 3 regions
 *     tile = ox_tile_grid_at(&grid, column, row);                        of the whole map
 *
 * The world is cut into equal regions, each larger than the screen in both directions, so the view never touches more
 * than four, a block of 2 x 2. When the view's right edge comes to within `ahead` pixels of the block's end the block
 * moves one region to the right: two pairs of pointers change places, and two regions are unpacked into the memory of
 * the two that went (three when it moves both ways). The block moves back when the left edge passes the block's
 * start. In the band of region - screen - ahead pixels in between nothing is loaded, however often the view turns.
 * Nothing is ever copied.
 *
 * Regions that are stored plain are not loaded at all: their pointer leads into the map. Absent regions cost nothing
 * and read as the map's fill tile; so do tiles beside the map. A view that jumps loads what it needs. A region that
 * cannot be unpacked reads as fill tiles and is counted.
 *
 * Memory: four regions, whatever the size of the world; none at all when every region is stored plain.
 *
 * Cost, Cortex-M3 instructions: a move that loads nothing 60; a tile 35. (Articles on tile engines.) */
#ifndef OXCART_KERNEL_LEVEL_GRID_H
#define OXCART_KERNEL_LEVEL_GRID_H

#include "kernel/memory/arena.h"
#include "kernel/memory/status.h"
#include "rom/region.h"

typedef struct ox_tile_grid {
    const uint8_t *map;
    const uint8_t *block[2][2]; /* [row][column] of the block; NULL: fill tiles */
    /* memory for the region of each place; it changes places with the pointer */
    uint8_t *memory[2][2];
    int32_t column, row;                 /* column and row of the block's first region */
    int32_t region_width, region_height; /* pixels */
    int32_t tiles_wide, tiles_high;      /* tiles of a region */
    int32_t columns, rows;               /* regions of the map */
    int32_t screen_width, screen_height, ahead;
    uint32_t fill;
    uint8_t element;
    bool anywhere; /* the block has a place already */
    uint32_t loads, unpacked, shifts, failures;
} ox_tile_grid;

/* Begins a grid; takes four regions of memory, unless all regions of the map are stored plain. OX_BAD_DATA for a map
 * whose regions are not larger than the screen and `ahead` (pixels) together, or a staggered map with an odd number
 * of tiles across; OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_tile_grid_init(ox_tile_grid *grid, ox_arena *arena, const uint8_t *map,
                                          uint32_t screen_width, uint32_t screen_height, uint32_t ahead);

/* Moves the grid to a view by its upper left corner, in pixels of the map. Returns the number of regions loaded: 0,
 * 2, 3, or 4 after a jump. */
uint32_t ox_tile_grid_move(ox_tile_grid *grid, int32_t x, int32_t y);

/* A tile's number, by its place in the whole map. Tiles outside of the block read as the fill tile. */
uint32_t ox_tile_grid_at(const ox_tile_grid *grid, int32_t column, int32_t row);

/* Number of regions of the block that are in memory, 0..4. */
uint32_t ox_tile_grid_resident(const ox_tile_grid *grid);

#endif
