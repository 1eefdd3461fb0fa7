/* Water as a grid of heights: waves, or columns that flow over a floor.
 *
 *     int16_t now[33 * 33] = {0}, before[33 * 33] = {0};
 *     ox_water_grid pond = {.kind = OX_WATER_WAVES, .columns = 33, .rows = 33, .stride = 33, .heights = now, .before = before,
 *                           .part = ox_water_part(2 * FX_ONE, 4 * FX_ONE, 60), .keep = OX_WATER_KEEPS_ALL};
 *     ox_water_splash(&pond, 16, 16, 1024, OX_WATER_DROPPED);               a quarter of a metre high
 *     ox_water_step(&pond);
 *     int32_t high = ox_water_surface(&pond, 16 << 8, (16 << 8) + 128);     between two cells
 *
 * Cells are points, `columns` along x and `rows` along z, row after row. Heights are int16, 4,096 to the metre, so +-8 m about the plane of rest; what would be
 * higher stays there. A grid with one row is a line of water, as flat scenes have.
 *
 * WAVES. The wave equation of a membrane, c^2 times the Laplacian, by central differences: with A = (c dt / h)^2 and B = 2 - 4 A a point becomes
 * A (sum of its four neighbours) + B y - (y of the step before), which is written over what was there a step before; then both grids change places. Points
 * on the rim stay as they are. (Gomez, "Interactive Simulation of Water Surfaces", Game Programming Gems, 2000.) A is given as Q2.14, at most 1/2, the greatest
 * that is stable; ox_water_part works it out of a speed in metres a second. With `rests` both grids have eight more bits, which waves of small A need:
 * else roundings keep up a swell, or hold one down. Without them, and where nothing is lost, A = 1/2 is (sum >> 1) - before, without a product.
 *
 * A MAP of a byte a cell says what waves meet: 255 free water, 0 land, which stays at 0; between them, d / 255 is what is kept in each step of the height
 * (OX_WATER_HEIGHTS), which is mostly thrown back, however gently it falls, or of the speed (OX_WATER_SPEEDS), which is swallowed where it falls
 * gently enough. `keep` is what all cells keep of their speed. What is lost is rounded away from 0, so that waves come to an end; where speed is lost
 * everywhere, they do once all are lower than 4 mm.
 *
 * COLUMNS. `heights` are depths over `floor`; pipes lead from each cell to the next one in its row (`along`) and in its column (`across`). A pipe's flow, in
 * sixteenths of a height a step, grows by A times the difference of the two surfaces and keeps `keep` of itself; what flows out of a cell is scaled to
 * what the cell has; flows round up or down by a sequence that is even over steps and cells and the same on every machine; what one cell loses the other one gets, as whole numbers, so the sum of all depths stays the same to the last bit. The rim is a wall.
 * (O'Brien and Hodgins, "Dynamic Simulation of Splashing Fluids", 1995; Mei, Decaudin and Hu, "Fast Hydraulic Erosion Simulation", 2007.) */
#ifndef OXCART_KERNEL_WATER_GRID_H
#define OXCART_KERNEL_WATER_GRID_H

#include "fixedmath/types.h"

enum {
    OX_WATER_METRE = 4096, /* heights to the metre */
    OX_WATER_FLOW = 16,    /* flows to the height */
    OX_WATER_KEEPS_ALL = 16384,
    OX_WATER_MOST_PART = 8192, /* A = 1/2 */
    OX_WATER_FREE = 255,       /* of the map */
    OX_WATER_LAND = 0
};

typedef enum ox_water_kind { OX_WATER_WAVES, OX_WATER_COLUMNS } ox_water_kind;
typedef enum ox_water_map { OX_WATER_SPEEDS, OX_WATER_HEIGHTS } ox_water_map;

/* Arrays are the caller's; rows are `stride` cells apart, at least `columns`. */
typedef struct ox_water_grid {
    uint8_t kind, map_kind;
    uint16_t columns, rows, stride;
    uint16_t part; /* A, Q2.14, at most OX_WATER_MOST_PART */
    uint16_t keep; /* Q2.14 */
    uint32_t step; /* how many there were */
    bool still;    /* nothing moves: a step changes nothing until a splash or ox_water_pour */
    int16_t *heights;
    int16_t *before;         /* waves: of the step before */
    int16_t *rests;          /* waves: bits below those of both grids; or NULL */
    int16_t *along, *across; /* columns: flows */
    const int16_t *floor;    /* columns; waves: or NULL */
    const uint8_t *map;      /* or NULL: free water */
} ox_water_grid;

/* A for waves of `speed` metres a second (columns: at a depth of a metre), of so many cells a metre and steps a second; above 1/2 where that is too
 * fast: the caller sees to it. Speeds below 0 count as 0. */
uint32_t ox_water_part(fx speed, fx cells_per_metre, uint32_t rate);

/* A step; `heights` and `before` of waves change places. A part above 1/2 counts as 1/2. */
void ox_water_step(ox_water_grid *grid);

/* ---- splashes ---- */

typedef enum ox_water_blow {
    OX_WATER_DROPPED, /* the cell stands higher, and is at rest */
    OX_WATER_STRUCK   /* the cell is thrown up: it stands higher, and was not a step ago */
} ox_water_blow;

/* Raises a cell by `height`, which may be below 0. Land, the rim and what is outside stay. Of columns the height flows out of the cell to its neighbours, or
 * in where it is below 0, in this step. */
void ox_water_splash(ox_water_grid *grid, int32_t column, int32_t row, int32_t height, ox_water_blow blow);

/* The same with a footprint: the cell, half of it for the four beside it and a quarter for those at the corners. */
void ox_water_splash_wide(ox_water_grid *grid, int32_t column, int32_t row, int32_t height,
                          ox_water_blow blow);

/* The same between cells, by Q24.8 coordinates: shared among the four cells about the place. */
void ox_water_raise(ox_water_grid *grid, int32_t x, int32_t z, int32_t height);

/* Adds to the depth of a column, or takes away; returns how much there was room, or water, for. */
int32_t ox_water_pour(ox_water_grid *grid, int32_t column, int32_t row, int32_t height);

/* ---- looking ---- */

/* The surface over the plane of rest at Q24.8 coordinates in cells, bilinear; outside as at the rim. ox_water_surface_before is that of a
 * step before, of columns the same as now. ox_water_ground is the floor, 0 without one. */
int32_t ox_water_surface(const ox_water_grid *grid, int32_t x, int32_t z);
int32_t ox_water_surface_before(const ox_water_grid *grid, int32_t x, int32_t z);
int32_t ox_water_ground(const ox_water_grid *grid, int32_t x, int32_t z);

/* How much higher the surface is a cell back than a cell ahead, along x and along z: the normal is (along, 2 h, across), with h the size of a cell in
 * the same unit. At the rim the surface goes on level. */
typedef struct ox_water_slope {
    int32_t along, across;
} ox_water_slope;
ox_water_slope ox_water_slope_at(const ox_water_grid *grid, uint32_t column, uint32_t row);

/* The surface of a cell. */
static inline int32_t ox_water_cell(const ox_water_grid *grid, uint32_t column, uint32_t row) {
    const uint32_t i = row * grid->stride + column;
    return grid->heights[i] + (grid->kind == OX_WATER_COLUMNS ? grid->floor[i] : 0);
}

/* The sum of all heights: of columns their volume, in areas of a cell. */
int64_t ox_water_sum(const ox_water_grid *grid);

#endif
