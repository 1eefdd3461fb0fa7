/* A map of tiles as it stands in a world: cells, what their tiles are, and what a game has changed of them.
 *
 *     ox_tile_map_open(&map, chunk, set)                           a checked TMAP chunk and a checked TSET chunk, used where they lie
 *     int32_t tile = ox_tile_map_tile(&map, map.main, 7, 3);       -1: nothing
 *     bool wall = (ox_tile_map_flags(&map, ox_tile_map_under(&map, position)) & OX_TILE_SOLID) != 0;
 *     ox_tile_map_put(&map, map.main, 7, 3, 12)                    false without room
 *
 * A map has layers, from back to front. MAIN is the one that is meant where none is named: `main`, else the hindmost. GROUND are those whose
 * tiles say what is solid: where several have a tile, flags of all of them count.
 *
 * PLACE. `x`, `y` is where the map's origin (layout.h) lies, in metres; a metre has `pixels` of the map's, and rows go down, so that row 0 of a map of
 * 16 pixels at 0,0 with 16 pixels to the metre lies between y = 0 and y = -1.
 *
 * OUTSIDE of its columns and rows a map repeats (wrap), or has nothing, what lies at its edge, or a tile of its own.
 *
 * SEQUENCES. The rows of a map may be sequences of so many rows each, which follow one another to the right and to the left without end: the lower ones of
 * the map stand where its columns are over. In rounds each comes once, in an order that a seed shuffles: the same seed gives the same level, at whatever
 * place one looks, since the place alone decides. So a runner has no end, and no seam.
 *
 * CHANGED CELLS are kept beside the map, which stays where it is: 8 bytes each, whatever the size of the map, sorted, and without those that are again as
 * the map has them. So equal maps have equal changes. A look at a cell costs a search among the changes while there are some.
 *
 * What tiles are (TSET): 16 bits of flags each, shared by all cells. Bit 15 is solid, bit 14 one-way: what falls stops on its upper edge, all else
 * goes through. Other bits have names, and may be numbers.
 *
 * Cost: a cell 30 Cortex-M3 instructions, flags of a cell 60. (Nystrom, Game Programming Patterns, Flyweight; Madhav, chapter 2.) */
#ifndef OXCART_KERNEL_TILEMAP_MAP_H
#define OXCART_KERNEL_TILEMAP_MAP_H

#include "fixedmath/types.h"
#include "fixedmath/vector.h"
#include "kernel/memory/status.h"
#include "kernel/names/id.h"
#include "kernel/tilemap/layout.h"
#include "kernel/tilemap/regions.h"
#include "rom/rom.h"

enum { OX_TILE_NOTHING = -1, OX_TILE_LAYERS_MOST = 32, OX_TILE_SOLID = 0x8000, OX_TILE_ONE_WAY = 0x4000 };

/* Cells with turns: bits of a cell above the tile's number. */
enum { OX_CELL_TILE = 0x3FF, OX_CELL_FLIP_X = 0x400, OX_CELL_FLIP_Y = 0x800, OX_CELL_BANK = 0xF000 };

/* A cell that is other than its map has it. */
typedef struct ox_tile_change {
    uint32_t cell; /* row x columns + column */
    uint16_t tile; /* a cell as in the map */
    uint8_t layer, map;
} ox_tile_change;

typedef struct ox_tile_changes {
    ox_tile_change *rows; /* by map, layer and cell */
    uint32_t count, capacity;
    uint32_t refused; /* changes that found no room */
} ox_tile_changes;

typedef struct ox_tile_map {
    const uint8_t *chunk;     /* TMAP; NULL: a map of regions */
    ox_tile_regions *regions; /* NULL: all cells lie in `chunk` */
    const uint8_t *cells;     /* of layer 0, NULL: a map of regions */
    const uint8_t *set;       /* TSET, or NULL: no tile is anything */
    ox_tile_changes *changes; /* NULL: no cell is changed */
    ox_tile_layout layout;
    uint16_t columns, rows;
    uint32_t layers; /* how many */
    uint32_t ground; /* a bit for each layer that is ground */
    fx x, y;         /* of the origin */
    fx pixels;       /* to the metre, above 0 */
    uint16_t mask;   /* of a tile's number in a cell */
    uint16_t empty;  /* the cell that is nothing, where `has_empty` */
    uint16_t fill;   /* a cell */
    uint8_t element; /* bytes of a cell */
    uint8_t wrap;    /* ROM_SCENE_MAP's bits */
    uint8_t outside; /* ROM_SCENE_MAP's values */
    uint8_t number;  /* of the map, by which changes know it */
    uint8_t main;    /* layer */
    bool has_empty, has_turns;
    uint16_t sequence_rows; /* of a sequence, 0: the map has none */
    uint32_t seed;          /* of their order */
} ox_tile_map;

/* Opens a map: all layers are ground, the origin is at 0,0 with 16 pixels to the metre, nothing lies outside. */
void ox_tile_map_open(ox_tile_map *map, const uint8_t *chunk, const uint8_t *set);

/* Opens a map of regions, likewise: one layer without a name and without turns, of which every cell is a tile. False: it has more than 65,535 columns or
 * rows. */
bool ox_tile_map_open_regions(ox_tile_map *map, ox_tile_regions *regions, const uint8_t *set);

/* Rows of the map are sequences of so many rows from now on, in the order of a seed; 0: they are not. False, and nothing changes: the map has no such
 * rows. */
bool ox_tile_map_shuffle(ox_tile_map *map, uint32_t rows, uint32_t seed);

/* The sequence that stands `place` map widths to the right of the map's own place, from 0. */
uint32_t ox_tile_map_sequence(const ox_tile_map *map, int32_t place);

/* ---- cells ---- */

/* A cell as it stands in the map: tile, turns and bank. False: there is nothing. */
bool ox_tile_map_cell(const ox_tile_map *map, uint32_t layer, ox_cell at, uint16_t *cell);

/* Copies a window of the plane, from cell `first` to just before `last`, row by row; where there is nothing, `nothing` comes. True: there is something
 * everywhere. Costs about 80 cycles a cell on the Game Boy Advance, where ox_tile_map_cell takes 600, and 2,000 in maps of sequences. */
bool ox_tile_map_copy(const ox_tile_map *map, uint32_t layer, ox_cell first, ox_cell last, uint16_t nothing,
                      uint16_t *cells);

/* Number of a cell's tile in its set, or OX_TILE_NOTHING. */
int32_t ox_tile_map_tile(const ox_tile_map *map, uint32_t layer, ox_cell at);

/* A cell inside of the map becomes a tile, as it is drawn unturned, or nothing. OX_BAD_ARGUMENT: there is no such cell or tile, or the map has no number for
 * nothing; OX_FULL, counted: no room. */
ox_status ox_tile_map_put(ox_tile_map *map, uint32_t layer, ox_cell at, int32_t tile);

/* Restores all cells as the map's chunk has them. */
void ox_tile_map_restore(ox_tile_map *map);

/* A layer: its name, the pixels that it is drawn aside, whether it is drawn, and its opacity (255: all). And the
 * layer's cells, as they lie in the chunk; a map of regions has no such. */
typedef struct ox_tile_layer {
    ox_id name;
    ox_tile_point offset;
    bool shown;
    uint8_t opacity;
} ox_tile_layer;
ox_tile_layer ox_tile_map_layer_at(const ox_tile_map *map, uint32_t layer);
const uint8_t *ox_tile_map_cells(const ox_tile_map *map, uint32_t layer);

/* The first change of a map's layer at or behind a cell; their count where there is none. */
uint32_t ox_tile_changes_find(const ox_tile_changes *changes, uint32_t map, uint32_t layer, uint32_t cell);

/* The number of the layer with a name; -1: none. */
int ox_tile_map_layer(const ox_tile_map *map, ox_id name);

/* ---- what tiles are ---- */

/* Flags of all tiles of the ground in a cell. */
uint16_t ox_tile_map_flags(const ox_tile_map *map, ox_cell at);

/* Bits of a word: `solid`, `one_way`, and the set's own words; false when the set has no such word. */
bool ox_tile_map_field(const ox_tile_map *map, ox_id name, uint32_t *shift, uint32_t *bits);

/* Whether a set has all tiles that the map has, and all tiles that cells were changed to. Cost: a walk over all
 * cells. Maps of regions always fit: they may be larger than one would wait for. */
bool ox_tile_map_fits(const ox_tile_map *map, const uint8_t *set);

/* Tiles of a set; whether one is animated; the tile that is shown for it at a time in 1/1000 s, which is another one
 * while an animation plays, and for how long from then on: UINT32_MAX for ever. */
uint32_t ox_tile_set_count(const uint8_t *set);
bool ox_tile_set_is_animated(const uint8_t *set, uint32_t tile);
uint32_t ox_tile_set_shown(const uint8_t *set, uint32_t tile, uint32_t milliseconds, uint32_t *lasts);

/* ---- places ---- */

/* The cell under a place of the world, and the middle of a cell. Layers that are moved do not count. */
ox_cell ox_tile_map_under(const ox_tile_map *map, vec3 at);
vec3 ox_tile_map_middle(const ox_tile_map *map, ox_cell at);

/* How wide and high all of it is, in metres. */
vec2 ox_tile_map_size(const ox_tile_map *map);

/* The pixel of the map under a place, and whether a cell lies inside of columns and rows. */
ox_tile_point ox_tile_map_pixel(const ox_tile_map *map, vec3 at);
static inline bool ox_tile_map_has(const ox_tile_map *map, ox_cell at) {
    return at.column >= 0 && at.row >= 0 && at.column < map->columns && at.row < map->rows;
}

/* ---- moving ---- */

/* A box in the world, moved against the tiles of maps. */
typedef struct ox_tile_box {
    vec2 middle, size; /* metres; size above 0 */
} ox_tile_box;

/* Moves a box by `by`, first along x, then along y, as far as no tile of the ground that is solid is in the way; with y falling, one-way tiles stop it,
 * too. Gives the sides that met something: x -1 left, 1 right; y -1 below, 1 above. Square maps alone stop anything.
 *
 * However far it goes nothing is jumped over, and a box that was in no solid tile is in none afterwards: it ends at most a
 * 65536th of a metre before the edge. Tiles that the box is in already do not stop it: it can leave.
 *
 * Cost: a look at each cell that it comes into, about 80 Cortex-M3 instructions a cell. */
vec2 ox_tile_slide(const ox_tile_map *maps, uint32_t count, ox_tile_box *box, vec2 by);

#endif
