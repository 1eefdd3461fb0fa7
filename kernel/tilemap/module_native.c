/* What scripts may ask of maps of tiles. */
#include "kernel/tilemap/module_internal.h"
#include "kernel/type/name.h"

/* ---- arguments ---- */

static ox_tilemaps_state *state_of(const ox_script_call *call) {
    return ox_tilemaps_of(ox_module_of_call(call));
}

static const ox_console *console_of(const ox_script_call *call) { return ox_module_of_call(call)->console; }

static vec3 place_at(const ox_script_call *call, uint32_t first) {
    return (vec3){call->arguments[first], call->arguments[first + 1], call->arguments[first + 2]};
}

static ox_cell cell_at(const ox_script_call *call, uint32_t first) {
    return (ox_cell){call->arguments[first], call->arguments[first + 1]};
}

/* The first map of the scene, which is meant where none is named; NULL: the scene has none. */
static ox_tile_map *first_map(const ox_script_call *call) {
    ox_tilemaps_state *s = state_of(call);
    return s == NULL || s->count == 0 ? NULL : &s->maps[0];
}

/* The first map that has a layer of a name, and its number there. */
static ox_tile_map *map_with(const ox_script_call *call, ox_id name, uint32_t *layer) {
    ox_tilemaps_state *s = state_of(call);
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        const int number = ox_tile_map_layer(&s->maps[i], name);
        *layer = (uint32_t)number;
        if (number >= 0) return &s->maps[i];
    }
    return NULL;
}

/* ---- cells ---- */

static ox_script_answer native_tile(ox_script_call *call) {
    const ox_tile_map *map = first_map(call);
    call->results[0] = map == NULL ? OX_TILE_NOTHING : ox_tile_map_tile(map, map->main, cell_at(call, 0));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tile_at(ox_script_call *call) {
    const ox_tile_map *map = first_map(call);
    call->results[0] = map == NULL
                           ? OX_TILE_NOTHING
                           : ox_tile_map_tile(map, map->main, ox_tile_map_under(map, place_at(call, 0)));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_layer_tile(ox_script_call *call) {
    uint32_t layer;
    const ox_tile_map *map = map_with(call, (ox_id)call->arguments[0], &layer);
    if (map == NULL) return ox_script_refuse(call, 0);
    call->results[0] = ox_tile_map_tile(map, layer, cell_at(call, 1));
    return OX_SCRIPT_DONE;
}

/* Puts a tile into a cell. A cell outside of the map is no mistake of the script: nothing is changed. A number that is
 * no tile is a mistake. */
static ox_script_answer put(ox_script_call *call, ox_tile_map *map, uint32_t layer, uint32_t first) {
    const ox_cell at = cell_at(call, first);
    if (map == NULL || !ox_tile_map_has(map, at)) return OX_SCRIPT_DONE;
    const ox_status status = ox_tilemaps_put(state_of(call), map, layer, at, call->arguments[first + 2]);
    if (status == OX_BAD_ARGUMENT) return ox_script_refuse(call, first + 2);
    call->results[0] = status == OX_OK;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tile_set(ox_script_call *call) {
    ox_tile_map *map = first_map(call);
    return put(call, map, map == NULL ? 0 : map->main, 0);
}

static ox_script_answer native_layer_tile_set(ox_script_call *call) {
    uint32_t layer;
    ox_tile_map *map = map_with(call, (ox_id)call->arguments[0], &layer);
    return map == NULL ? ox_script_refuse(call, 0) : put(call, map, layer, 1);
}

/* A rectangle of cells that lies in the map; columns x0 to x1 - 1. */
typedef struct cells {
    int32_t x0, y0, x1, y1;
} cells;

static int32_t bounded(int64_t at, int32_t size) { return at < 0 ? 0 : at > size ? size : (int32_t)at; }

static cells cells_of(const ox_tile_map *map, int64_t x, int64_t y, int32_t columns, int32_t rows) {
    return (cells){bounded(x, map->columns), bounded(y, map->rows), bounded(x + columns, map->columns),
                   bounded(y + rows, map->rows)};
}

static ox_script_answer native_tile_fill(ox_script_call *call) {
    ox_tile_map *map = first_map(call);
    const int32_t *a = call->arguments;
    if (map == NULL) return OX_SCRIPT_DONE;
    const cells r = cells_of(map, a[0], a[1], a[2], a[3]);
    for (int32_t y = r.y0; y < r.y1; y++) {
        for (int32_t x = r.x0; x < r.x1; x++) {
            const ox_status status = ox_tilemaps_put(state_of(call), map, map->main, (ox_cell){x, y}, a[4]);
            if (status == OX_BAD_ARGUMENT) return ox_script_refuse(call, 4);
        }
    }
    return OX_SCRIPT_DONE;
}

/* Copies a rectangle of cells, beginning at the end where no cell is written before it is read. */
static ox_script_answer native_tile_copy(ox_script_call *call) {
    ox_tile_map *map = first_map(call);
    const int32_t *a = call->arguments;
    if (map == NULL) return OX_SCRIPT_DONE;
    const int64_t right = (int64_t)a[4] - a[0], below = (int64_t)a[5] - a[1];
    const cells r = cells_of(map, a[4], a[5], a[2], a[3]);
    for (int32_t k = 0; k < r.y1 - r.y0; k++) {
        const int32_t y = below > 0 ? r.y1 - 1 - k : r.y0 + k;
        for (int32_t i = 0; i < r.x1 - r.x0; i++) {
            const int32_t x = right > 0 ? r.x1 - 1 - i : r.x0 + i;
            const ox_cell source = {(int32_t)(x - right), (int32_t)(y - below)};
            if (!ox_tile_map_has(map, source)) continue;
            (void)ox_tilemaps_put(state_of(call), map, map->main, (ox_cell){x, y},
                                  ox_tile_map_tile(map, map->main, source));
        }
    }
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_map_restore(ox_script_call *call) {
    ox_tile_map *map = ox_tilemaps_find(console_of(call), (ox_id)call->arguments[0]);
    if (map == NULL) return ox_script_refuse(call, 0);
    ox_tile_map_restore(map);
    return OX_SCRIPT_DONE;
}

/* ---- what tiles are ---- */

/* Bits of a word in the tiles under a place, of all maps; false: no set has the word. */
static bool find_value(const ox_script_call *call, vec3 at, ox_id word, uint32_t *value) {
    const ox_tilemaps_state *s = state_of(call);
    uint32_t shift, bits;
    bool known = false;
    *value = 0;
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        const ox_tile_map *map = &s->maps[i];
        if (!ox_tile_map_field(map, word, &shift, &bits)) continue;
        known = true;
        if (map->ground == 0) continue;
        *value |= ox_tile_map_flags(map, ox_tile_map_under(map, at)) >> shift & ((1u << bits) - 1u);
    }
    return known || s == NULL || s->count == 0;
}

static ox_script_answer native_tile_flag(ox_script_call *call) {
    uint32_t value;
    if (!find_value(call, place_at(call, 0), (ox_id)call->arguments[3], &value))
        return ox_script_refuse(call, 1);
    call->results[0] = value != 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tile_value(ox_script_call *call) {
    uint32_t value;
    if (!find_value(call, place_at(call, 0), (ox_id)call->arguments[3], &value))
        return ox_script_refuse(call, 1);
    call->results[0] = (int32_t)value;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_solid(ox_script_call *call) {
    call->results[0] = (ox_tilemaps_flags(console_of(call), place_at(call, 0)) & OX_TILE_SOLID) != 0;
    return OX_SCRIPT_DONE;
}

/* ---- places ---- */

static ox_script_answer native_map_columns(ox_script_call *call) {
    const ox_tile_map *map = first_map(call);
    call->results[0] = map == NULL ? 0 : map->columns;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_map_rows(ox_script_call *call) {
    const ox_tile_map *map = first_map(call);
    call->results[0] = map == NULL ? 0 : map->rows;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_map_size(ox_script_call *call) {
    const ox_tile_map *map = first_map(call);
    if (map == NULL) return OX_SCRIPT_DONE;
    const vec2 size = ox_tile_map_size(map);
    call->results[0] = size.x;
    call->results[1] = size.y;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tile_middle(ox_script_call *call) {
    const ox_tile_map *map = first_map(call);
    if (map == NULL) return OX_SCRIPT_DONE;
    const vec3 middle = ox_tile_map_middle(map, cell_at(call, 0));
    call->results[0] = middle.x;
    call->results[1] = middle.y;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tile_x(ox_script_call *call) {
    const ox_tile_map *map = first_map(call);
    call->results[0] = map == NULL ? 0 : ox_tile_map_under(map, place_at(call, 0)).column;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tile_y(ox_script_call *call) {
    const ox_tile_map *map = first_map(call);
    call->results[0] = map == NULL ? 0 : ox_tile_map_under(map, place_at(call, 0)).row;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tile_pick(ox_script_call *call) {
    ox_tile_map *map = first_map(call);
    if (map == NULL) return OX_SCRIPT_DONE;
    const vec3 middle = ox_tile_map_middle(map, ox_tilemaps_pick(console_of(call), map, place_at(call, 0)));
    call->results[0] = middle.x;
    call->results[1] = middle.y;
    return OX_SCRIPT_DONE;
}

/* The neighbour of a cell in a direction; the cell itself where there is no such direction. */
static ox_cell neighbour_of(const ox_script_call *call) {
    const ox_tile_map *map = first_map(call);
    ox_cell around[OX_TILE_NEIGHBOURS];
    const uint32_t ways = map == NULL ? 0 : ox_tile_neighbours(&map->layout, cell_at(call, 0), around);
    return (uint32_t)call->arguments[2] < ways ? around[call->arguments[2]] : cell_at(call, 0);
}

static ox_script_answer native_beside_x(ox_script_call *call) {
    call->results[0] = neighbour_of(call).column;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_beside_y(ox_script_call *call) {
    call->results[0] = neighbour_of(call).row;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tile_distance(ox_script_call *call) {
    const ox_tile_map *map = first_map(call);
    call->results[0] =
        map == NULL ? 0 : (int32_t)ox_tile_distance(&map->layout, cell_at(call, 0), cell_at(call, 2));
    return OX_SCRIPT_DONE;
}

/* ---- the whole map, and moving ---- */

static ox_script_answer native_map_tiles(ox_script_call *call) {
    const ox_status status =
        ox_tilemaps_show(console_of(call), (ox_id)call->arguments[0], (ox_id)call->arguments[1]);
    if (status == OX_NOT_FOUND) return ox_script_refuse(call, 1);
    call->results[0] = status == OX_OK;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_map_shuffle(ox_script_call *call) {
    ox_tile_map *map = ox_tilemaps_find(console_of(call), (ox_id)call->arguments[0]);
    if (map == NULL) return ox_script_refuse(call, 0);
    call->results[0] = call->arguments[1] >= 0 &&
                       ox_tile_map_shuffle(map, (uint32_t)call->arguments[1], (uint32_t)call->arguments[2]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_slide(ox_script_call *call) {
    const ox_handle who = {(uint32_t)call->arguments[0]};
    const vec2 by = {call->arguments[1], call->arguments[2]}, size = {call->arguments[3], call->arguments[4]};
    if (ox_world_get(ox_module_of_call(call)->world, who) == NULL) return ox_script_refuse(call, 0);
    if (size.x <= 0 || size.y <= 0) return ox_script_refuse(call, 2);
    const vec2 met = ox_tilemaps_slide(console_of(call), who, by, size);
    call->results[0] = met.x;
    call->results[1] = met.y;
    return OX_SCRIPT_DONE;
}

/* ---- the table ---- */

/* ---- who stands in cells ---- */

static ox_tile_guests *guests_of(ox_script_call *call) { return ox_tilemaps_guests(console_of(call)); }

static ox_script_answer refuse_guests(ox_script_call *call) {
    return ox_script_refuse_because(call, "needs `capacity tile-guests` and a map");
}

enum { SIDE_MOST = 255, CELL_MOST = 65535 };

static ox_script_answer native_tile_enter(ox_script_call *call) {
    ox_tile_guests *guests = guests_of(call);
    const int32_t *a = call->arguments;
    if (guests == NULL) return refuse_guests(call);
    if (ox_module_object_at(call, 0) == NULL) return ox_script_refuse(call, 0);
    if (a[3] < 1 || a[3] > SIDE_MOST) return ox_script_refuse(call, 3);
    if (a[4] < 1 || a[4] > SIDE_MOST) return ox_script_refuse(call, 4);
    if (a[1] < 0 || a[2] < 0 || a[1] > CELL_MOST || a[2] > CELL_MOST) return OX_SCRIPT_DONE; /* outside */
    const ox_tile_area area = {(uint16_t)a[1], (uint16_t)a[2], (uint8_t)a[3], (uint8_t)a[4]};
    const ox_status status = ox_tile_guests_enter(guests, (uint32_t)a[0], &area);
    if (status == OX_FULL)
        return ox_script_refuse_because(call, "finds no room: raise `capacity tile-guests`");
    call->results[0] = status == OX_OK;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tile_leave(ox_script_call *call) {
    ox_tile_guests *guests = guests_of(call);
    if (guests == NULL) return refuse_guests(call);
    (void)ox_tile_guests_leave(guests, (uint32_t)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tile_guest(ox_script_call *call) {
    const ox_tilemaps_state *s = ox_tilemaps_of(ox_module_of_call(call));
    if (s == NULL || s->guests.list == NULL) return refuse_guests(call);
    /* pictures ask, too, and change nothing: who is gone stays in the list until somebody enters or leaves */
    const ox_handle who = {ox_tile_guests_at(&s->guests, call->arguments[0], call->arguments[1])};
    call->results[0] = ox_world_get(s->host->world, who) == NULL ? 0 : (int32_t)who.bits;
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_tilemap_native_rows[OX_TILEMAP_NATIVES] = {
    OX_SCRIPT_NATIVE(
        tile, QUERY, ALL, 16, "i(ii)", "tile(x: int, y: int) -> int",
        "the tile in column x and row y of the scene's first map, -1 for nothing; row 0 is the upper one"),
    OX_SCRIPT_NATIVE(tile_at, QUERY, ALL, 16, "i(3)", "tile_at(at: vec3) -> int",
                     "the tile under a place, -1 for nothing: tile_at(self.pos)"),
    OX_SCRIPT_NATIVE(layer_tile, QUERY, ALL, 16, "i(nii)", "layer_tile(layer: name, x: int, y: int) -> int",
                     "the tile in a cell of another layer than the main one"),
    OX_SCRIPT_NATIVE(
        tile_set, SIM, ALL, 32, "b(iii)", "tile_set(x: int, y: int, tile: int) -> bool",
        "a cell of the first map becomes a tile, -1 nothing; false outside of the map, or when more cells "
        "are changed than `capacity tile-cells` says"),
    OX_SCRIPT_NATIVE(layer_tile_set, SIM, ALL, 32, "b(niii)",
                     "layer_tile_set(layer: name, x: int, y: int, tile: int) -> bool",
                     "the same of another layer than the main one"),
    OX_SCRIPT_NATIVE(tile_fill, SIM, ALL, 200, "v(iiiii)",
                     "tile_fill(x: int, y: int, columns: int, rows: int, tile: int)",
                     "all cells of a rectangle of the first map become a tile, -1 nothing"),
    OX_SCRIPT_NATIVE(tile_copy, SIM, ALL, 400, "v(iiiiii)",
                     "tile_copy(x: int, y: int, columns: int, rows: int, to_x: int, to_y: int)",
                     "a rectangle of cells comes to another place of the first map, which may overlap it"),
    OX_SCRIPT_NATIVE(map_restore, SIM, ALL, 32, "v(n)", "map_restore(map: name)",
                     "all cells of a map are as it has them"),
    OX_SCRIPT_NATIVE(
        tile_flag, QUERY, ALL, 32, "b(3n)", "tile_flag(at: vec3, word: name) -> bool",
        "whether a tile under a place is what a word says: 'solid', 'one_way' or one of the set's fields"),
    OX_SCRIPT_NATIVE(tile_value, QUERY, ALL, 32, "i(3n)", "tile_value(at: vec3, word: name) -> int",
                     "the number of a field of the tiles under a place: tile_value(self.pos, 'cost')"),
    OX_SCRIPT_NATIVE(solid, QUERY, ALL, 32, "b(3)", "solid(at: vec3) -> bool",
                     "whether a tile under a place is solid"),
    OX_SCRIPT_NATIVE(map_columns, QUERY, ALL, 4, "i()", "map_columns() -> int",
                     "how many columns the scene's first map has"),
    OX_SCRIPT_NATIVE(map_rows, QUERY, ALL, 4, "i()", "map_rows() -> int", "and how many rows"),
    OX_SCRIPT_NATIVE(map_size, QUERY, ALL, 8, "2()", "map_size() -> vec2",
                     "how wide and how high the scene's first map is, in metres"),
    OX_SCRIPT_NATIVE(tile_middle, QUERY, ALL, 8, "3(ii)", "tile_middle(x: int, y: int) -> vec3",
                     "where the middle of a cell is"),
    OX_SCRIPT_NATIVE(tile_x, QUERY, ALL, 8, "i(3)", "tile_x(at: vec3) -> int",
                     "the column of the cell under a place, also outside of the map"),
    OX_SCRIPT_NATIVE(tile_y, QUERY, ALL, 8, "i(3)", "tile_y(at: vec3) -> int", "its row"),
    OX_SCRIPT_NATIVE(
        tile_pick, QUERY, ALL, 200, "3(3)", "tile_pick(at: vec3) -> vec3",
        "the middle of the cell whose tile is seen at a place, which a tall tile in front may be: "
        "tile_pick(self.pos)"),
    OX_SCRIPT_NATIVE(beside_x, QUERY, ALL, 8, "i(iii)", "beside_x(x: int, y: int, way: int) -> int",
                     "the column of a neighbour of a cell: ways 0 to 3, of hexagons 0 to 5, go round"),
    OX_SCRIPT_NATIVE(beside_y, QUERY, ALL, 8, "i(iii)", "beside_y(x: int, y: int, way: int) -> int",
                     "its row"),
    OX_SCRIPT_NATIVE(tile_distance, QUERY, ALL, 8, "i(iiii)",
                     "tile_distance(x: int, y: int, to_x: int, to_y: int) -> int",
                     "steps from neighbour to neighbour between two cells"),
    OX_SCRIPT_NATIVE(map_shuffle, SIM, ALL, 16, "b(nii)",
                     "map_shuffle(map: name, rows: int, seed: int) -> bool",
                     "its rows, so many at a time, follow one another to the left and right without end, in "
                     "an order that the seed "
                     "shuffles; 0 rows: not any more; false: the map has less rows"),
    OX_SCRIPT_NATIVE(
        map_tiles, SIM, ALL, 64, "b(nn)", "map_tiles(map: name, tiles: name) -> bool",
        "shows a map with another of its tilesets (`map ... tiles=`); false when that lacks a tile of it"),
    OX_SCRIPT_NATIVE(
        tile_enter, SIM, ALL, 64, "b(oiiii)",
        "tile_enter(who: obj, x: int, y: int, columns: int = 1, rows: int = 1) -> bool",
        "an object takes cells of the first map, and leaves those that it had; false, and nothing "
        "changes, where another one stands or the map ends: `capacity tile-guests`"),
    OX_SCRIPT_NATIVE(tile_leave, SIM, ALL, 32, "v(o)", "tile_leave(who: obj)",
                     "it stands in no cell any more, as one that is removed"),
    OX_SCRIPT_NATIVE(tile_guest, QUERY, ALL, 32, "o(ii)", "tile_guest(x: int, y: int) -> obj",
                     "who has taken a cell of the first map, or null"),
    OX_SCRIPT_NATIVE(
        slide, SIM, ALL, 128, "2(o22)", "slide(who: obj, by: vec2, size: vec2) -> vec2",
        "moves an object, a box about its place, against the tiles; gives what it met: x -1.0 left or "
        "1.0 right, y -1.0 below or 1.0 above, else 0.0"),
};
