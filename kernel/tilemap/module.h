/* Maps of tiles in the scenes of a console (map.h, layout.h).
 *
 *     scene main                                              in cart.txt
 *       map level1                                            its layers, its objects, what is solid
 *       map clouds layer=back wrap=x ground=none              another one behind it, without end
 *       map level1 tiles=cave,snow ground=main,bridges        shown with a set of the cart; map_tiles('level1', 'snow') shows the other
 *
 *     let hit = slide(self, vec2(dx, dy), vec2(0.7, 0.9))     in scripts: a box against the tiles; oxcart help natives
 *     ox_tilemaps_slide(console, object, by, size)            in C
 *
 * DRAWING. Each layer of a map goes to the layer of the scene (kernel/sprites/layer.h) that has its name, else to the one that `layer` says, else to
 * `main`; there it lies behind all sprites, or where its order says. It scrolls as that layer does. A layer that goes with the scene is ground, unless
 * `ground` names others.
 *
 * STANDING TILES. `standing=walls,trees` names layers of the map whose tiles stand in the picture as sprites do. Where the scene's layer is sorted
 * (`layer main sort=y`), tiles and sprites of order 0 cover one another by their base lines: a sprite's is its place, a tile's the middle of its cell, however
 * tall its picture is. So a hero goes behind a tower and before it, on squares, diamonds and hexagons (layout.h, LINES). A building of several cells is
 * several tiles. Layers of one map that stand in one layer of the scene go line by line, a line's tiles from left to right, then the next layer's. Such a
 * layer costs a blit for each tile that is seen; layers of ground should not stand.
 *
 * SETS. A map is drawn with its own set or with one of those that `tiles` names; the tile numbers stay. A set that lacks a tile of the map is refused and
 * the log says so. A tile beyond its set is drawn as a checkered block, and the log says so once. Animated tiles go by the scene's steps.
 *
 * PIECES as large as the picture are tiles of that size: a level of them is a small map (`tileset parts parts.png tile=240x160`), of which one to four are
 * drawn. `camera flat follow=hero bounds=map` keeps within it; a view that only goes forward has bounds that a script moves:
 * camera_bounds(vec2(camera_at().x - 7.5, low), high).
 *
 * ENDLESS LEVELS. `map_shuffle('run', 1, seed)`: the rows of a map of pieces (or so many rows at a time) follow one another without end, in an order that the
 * seed shuffles and that is a part of the state (map.h, SEQUENCES).
 *
 * OBJECTS of the map are those of a level with the map's name that is played with it (kernel/level/module.h): the packer writes it.
 *
 * GUESTS. With `capacity tile-guests N` objects may take cells of the first map, each cell for one of them (guests.h): `if tile_enter(self, x, y) { ... }` is false where another one
 * stands, tile_guest(x, y) says who, and who is removed leaves. What is solid does not count: ask tile_flag.
 *
 * STATE. Who stands where, which set a map is shown with, and the cells that were changed: `capacity tile-cells N` of them, 64 without it. While chunks change (live
 * reload) both stay where the map keeps its size.
 *
 * Bytes: 2 a cell of the first map where there are guests, sizeof(ox_tile_map) and some 40 a map, 16 a layer, 8 a changed cell; maps and pictures are used where they lie. */
#ifndef OXCART_KERNEL_TILEMAP_MODULE_H
#define OXCART_KERNEL_TILEMAP_MODULE_H

#include "kernel/console/console.h"
#include "kernel/module/module.h"
#include "kernel/tilemap/guests.h"
#include "kernel/tilemap/map.h"

extern const ox_module ox_tilemap_module;

enum { OX_CAPACITY_TILE_CELLS, OX_CAPACITY_TILE_GUESTS, OX_TILEMAP_CAPACITIES };
extern const ox_capacity ox_tilemap_capacities[OX_TILEMAP_CAPACITIES];

enum { OX_TILEMAP_NATIVES = 27 };
extern const ox_script_native ox_tilemap_native_rows[OX_TILEMAP_NATIVES];

/* ---- for carts in C, the same as the natives ---- */

/* The maps of the scene that plays, in the order of its lines, and how many; 0 where it has none. Changes of cells (ox_tile_map_put) are a part of the state. */
uint32_t ox_tilemaps(const ox_console *console, ox_tile_map **maps);

/* The map of that name, or NULL. */
ox_tile_map *ox_tilemaps_find(const ox_console *console, ox_id name);

/* The cell of a map whose tile is seen at a place of the world: of all tiles that show something there, tall ones too, the one that lies over the others; where
 * none does, the cell of the ground. Hidden layers do not count, nor do layers that do not go with the scene. */
ox_cell ox_tilemaps_pick(const ox_console *console, ox_tile_map *map, vec3 at);

/* Flags of all maps under a place, and moving an object by its box against all of them (ox_tile_slide); an object without a place stays. */
uint16_t ox_tilemaps_flags(const ox_console *console, vec3 at);
vec2 ox_tilemaps_slide(const ox_console *console, ox_handle object, vec2 by, vec2 size);

/* Who stands in the cells of the first map; NULL: the cart has no `capacity tile-guests`. Takes those out whose objects are gone, so it is for steps, not for pictures: it is a part of the state. */
ox_tile_guests *ox_tilemaps_guests(const ox_console *console);

/* Shows a map with another of its sets. OX_NOT_FOUND: there is no such map or set; OX_BAD_DATA: the set lacks a tile of the map. */
FX_MUST_CHECK ox_status ox_tilemaps_show(const ox_console *console, ox_id map, ox_id set);

#endif
