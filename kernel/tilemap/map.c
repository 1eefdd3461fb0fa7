/* Cells of maps, their changes, and what their tiles are. */
#include "kernel/tilemap/map.h"

#include "fixedmath/scalar.h"
#include "kernel/bytes/fnv.h"
#include "kernel/engine/limit.h"
#include "kernel/type/name.h"

OX_LIMIT(OX_TILE_LAYERS_MOST - 1, ox_tile_change, layer, "layers of a map");

/* ---- the chunk ---- */

static bool has_layers(const uint8_t *chunk) {
    return rom_has(chunk, ROM_TILE_MAP_LAYERS_AT) && rom_word(chunk + ROM_TILE_MAP_LAYERS_AT) != 0;
}

static const uint8_t *layer_row(const ox_tile_map *map, uint32_t layer) {
    return map->chunk + rom_word(map->chunk + ROM_TILE_MAP_LAYERS_AT) + (size_t)layer * ROM_MAP_LAYER_SIZE;
}

static const uint8_t *find_cells(const ox_tile_map *map, uint32_t layer) {
    if (!has_layers(map->chunk)) return map->chunk + rom_word(map->chunk + ROM_TILE_MAP_CELLS_AT);
    return map->chunk + rom_word(map->chunk + ROM_TILE_MAP_LAYER_CELLS_AT) +
           rom_word(layer_row(map, layer) + ROM_MAP_LAYER_FIRST);
}

const uint8_t *ox_tile_map_cells(const ox_tile_map *map, uint32_t layer) {
    return layer == 0 ? map->cells : find_cells(map, layer);
}

ox_tile_layer ox_tile_map_layer_at(const ox_tile_map *map, uint32_t layer) {
    if (map->regions != NULL || !has_layers(map->chunk))
        return (ox_tile_layer){.shown = true, .opacity = 255};
    const uint8_t *row = layer_row(map, layer);
    return (ox_tile_layer){.name = rom_word(row + ROM_MAP_LAYER_NAME),
                           .offset = {(int16_t)rom_half(row + ROM_MAP_LAYER_OFFSET_X),
                                      (int16_t)rom_half(row + ROM_MAP_LAYER_OFFSET_Y)},
                           .shown = (row[ROM_MAP_LAYER_FLAGS] & ROM_MAP_LAYER_SHOWN) != 0,
                           .opacity = row[ROM_MAP_LAYER_OPACITY]};
}

/* Maps that were written before cells had a size of their own are as large as their tiles. */
static ox_tile_layout read_layout(const uint8_t *chunk, const uint8_t *set, uint32_t flags) {
    ox_tile_layout layout = {.kind = chunk[ROM_TILE_MAP_LAYOUT],
                             .by_columns = (flags & ROM_TILE_MAP_STAGGER_X) != 0,
                             .even = (flags & ROM_TILE_MAP_STAGGER_EVEN) != 0};
    if (rom_has(chunk, ROM_TILE_MAP_HEXAGON_SIDE)) {
        layout.width = rom_half(chunk + ROM_TILE_MAP_TILE_WIDTH);
        layout.height = rom_half(chunk + ROM_TILE_MAP_TILE_HEIGHT);
        layout.side = rom_half(chunk + ROM_TILE_MAP_HEXAGON_SIDE);
    }
    if (layout.width == 0) layout.width = set == NULL ? 8 : rom_half(set + ROM_TILE_SET_TILE_WIDTH);
    if (layout.height == 0) layout.height = set == NULL ? 8 : rom_half(set + ROM_TILE_SET_TILE_HEIGHT);
    if (layout.kind == OX_TILES_HEXAGONS && layout.side == 0)
        layout.side = (layout.by_columns ? layout.width : layout.height) / 2;
    return layout;
}

void ox_tile_map_open(ox_tile_map *map, const uint8_t *chunk, const uint8_t *set) {
    const uint32_t flags = rom_half(chunk + ROM_TILE_MAP_FLAGS);
    *map = (ox_tile_map){.chunk = chunk,
                         .set = set,
                         .layout = read_layout(chunk, set, flags),
                         .columns = rom_half(chunk + ROM_TILE_MAP_WIDTH),
                         .rows = rom_half(chunk + ROM_TILE_MAP_HEIGHT),
                         .layers = has_layers(chunk) ? rom_word(chunk + ROM_TILE_MAP_LAYER_COUNT) : 1,
                         .pixels = 16 * FX_ONE,
                         .element = chunk[ROM_TILE_MAP_ELEMENT],
                         .has_empty =
                             (flags & ROM_TILE_MAP_HAS_EMPTY) != 0 && rom_has(chunk, ROM_TILE_MAP_EMPTY),
                         .has_turns = (flags & ROM_TILE_MAP_TURNS) != 0};
    if (map->layers > OX_TILE_LAYERS_MOST) map->layers = OX_TILE_LAYERS_MOST;
    map->cells = find_cells(map, 0);
    map->mask = map->has_turns ? OX_CELL_TILE : UINT16_MAX;
    if (map->has_empty) map->empty = rom_half(chunk + ROM_TILE_MAP_EMPTY);
    map->ground = map->layers == 32 ? UINT32_MAX : (1u << map->layers) - 1u;
    const int main = ox_tile_map_layer(map, OX_NAME("main"));
    map->main = main < 0 ? 0 : (uint8_t)main;
}

bool ox_tile_map_open_regions(ox_tile_map *map, ox_tile_regions *regions, const uint8_t *set) {
    static const uint8_t kinds[] = {[ROM_REGION_MAP_SQUARE] = OX_TILES_SQUARE,
                                    [ROM_REGION_MAP_DIAMOND] = OX_TILES_DIAMOND,
                                    [ROM_REGION_MAP_STAGGERED] = OX_TILES_STAGGERED};
    const ox_tile_grid *grid = &regions->grid;
    const int32_t columns = grid->columns * grid->tiles_wide, rows = grid->rows * grid->tiles_high;
    *map = (ox_tile_map){.regions = regions,
                         .set = set,
                         .layout = {.kind = kinds[grid->map[ROM_REGION_MAP_LAYOUT]],
                                    .by_columns = true,
                                    .width = rom_half(grid->map + ROM_REGION_MAP_TILE_WIDTH),
                                    .height = rom_half(grid->map + ROM_REGION_MAP_TILE_HEIGHT)},
                         .columns = (uint16_t)columns,
                         .rows = (uint16_t)rows,
                         .layers = 1,
                         .ground = 1,
                         .pixels = 16 * FX_ONE,
                         .element = grid->element,
                         .mask = UINT16_MAX};
    return columns <= (int32_t)UINT16_MAX && rows <= (int32_t)UINT16_MAX;
}

int ox_tile_map_layer(const ox_tile_map *map, ox_id name) {
    for (uint32_t i = 0; i < map->layers; i++)
        if (ox_tile_map_layer_at(map, i).name == name) return (int)i;
    return -1;
}

/* ---- changes ---- */

static bool is_before(const ox_tile_change *a, const ox_tile_change *b) {
    if (a->map != b->map) return a->map < b->map;
    return a->layer != b->layer ? a->layer < b->layer : a->cell < b->cell;
}

uint32_t ox_tile_changes_find(const ox_tile_changes *changes, uint32_t map, uint32_t layer, uint32_t cell) {
    const ox_tile_change wanted = {.cell = cell, .layer = (uint8_t)layer, .map = (uint8_t)map};
    uint32_t low = 0, high = changes->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (is_before(&changes->rows[middle], &wanted))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_change(const ox_tile_change *row, const ox_tile_map *map, uint32_t layer, uint32_t cell) {
    return row->cell == cell && row->layer == layer && row->map == map->number;
}

static uint16_t own_cell(const ox_tile_map *map, uint32_t layer, uint32_t cell) {
    if (map->regions != NULL)
        return ox_tile_regions_cell(map->regions, cell % map->columns, cell / map->columns);
    const uint8_t *cells = ox_tile_map_cells(map, layer);
    return map->element == 1 ? cells[cell] : rom_half(cells + 2 * (size_t)cell);
}

static void remove_change(ox_tile_changes *changes, uint32_t at) {
    changes->count--;
    for (; at < changes->count; at++) changes->rows[at] = changes->rows[at + 1];
}

static ox_status change_cell(ox_tile_map *map, uint32_t layer, uint32_t cell, uint16_t tile) {
    ox_tile_changes *changes = map->changes;
    if (changes == NULL) return tile == own_cell(map, layer, cell) ? OX_OK : OX_FULL;
    const uint32_t at = ox_tile_changes_find(changes, map->number, layer, cell);
    const bool there = at < changes->count && is_change(&changes->rows[at], map, layer, cell);
    if (tile == own_cell(map, layer, cell)) {
        if (there) remove_change(changes, at);
        return OX_OK;
    }
    if (!there) {
        if (changes->count == changes->capacity) {
            changes->refused++;
            return OX_FULL;
        }
        for (uint32_t i = changes->count++; i > at; i--) changes->rows[i] = changes->rows[i - 1];
    }
    changes->rows[at] =
        (ox_tile_change){.cell = cell, .tile = tile, .layer = (uint8_t)layer, .map = map->number};
    return OX_OK;
}

ox_status ox_tile_map_put(ox_tile_map *map, uint32_t layer, ox_cell at, int32_t tile) {
    if (layer >= map->layers || !ox_tile_map_has(map, at)) return OX_BAD_ARGUMENT;
    const uint32_t cell = (uint32_t)at.row * map->columns + (uint32_t)at.column;
    if (tile == OX_TILE_NOTHING)
        return map->has_empty ? change_cell(map, layer, cell, map->empty) : OX_BAD_ARGUMENT;
    const uint32_t most = map->element == 1 ? UINT8_MAX : map->mask;
    if (tile < 0 || (uint32_t)tile > most || (map->has_empty && tile == map->empty) ||
        (map->set != NULL && (uint32_t)tile >= ox_tile_set_count(map->set)))
        return OX_BAD_ARGUMENT;
    return change_cell(map, layer, cell, (uint16_t)tile);
}

void ox_tile_map_restore(ox_tile_map *map) {
    ox_tile_changes *changes = map->changes;
    uint32_t kept = 0;
    for (uint32_t i = 0; changes != NULL && i < changes->count; i++)
        if (changes->rows[i].map != map->number) changes->rows[kept++] = changes->rows[i];
    if (changes != NULL) changes->count = kept;
}

/* ---- cells ---- */

bool ox_tile_map_shuffle(ox_tile_map *map, uint32_t rows, uint32_t seed) {
    if (rows > map->rows) return false;
    map->sequence_rows = (uint16_t)rows;
    map->seed = seed;
    return true;
}

static uint32_t common_divisor(uint32_t a, uint32_t b) {
    while (b != 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* In a round the sequences come in the order first, first + stride, first + 2 stride ..., and a stride without a common divisor meets each once. */
uint32_t ox_tile_map_sequence(const ox_tile_map *map, int32_t place) {
    const uint32_t count = map->sequence_rows == 0 ? 1 : map->rows / map->sequence_rows;
    if (count < 2) return 0;
    const uint32_t hash =
        ox_fnv_u32(ox_fnv_u32(OX_FNV_START, map->seed), (uint32_t)int_floordiv(place, (int32_t)count));
    uint32_t stride = 1 + (hash >> 16) % (count - 1);
    while (common_divisor(stride, count) != 1) stride--;
    return (hash % count + stride * (uint32_t)int_floormod(place, (int32_t)count)) % count;
}

/* What of a map is seen along one axis at a place of the plane; -1: nothing. */
static int32_t seen_along(int32_t at, int32_t count, bool wraps, bool clamps) {
    if ((uint32_t)at < (uint32_t)count) return at;
    if (wraps) return int_floormod(at, count);
    return clamps ? int_clamp(at, 0, count - 1) : -1;
}

/* The row of the map that is seen in a row of the plane, where the sequence there begins in row `above`. */
static int32_t seen_row(const ox_tile_map *map, int32_t row, int32_t above) {
    if (map->sequence_rows == 0)
        return seen_along(row, map->rows, (map->wrap & 2) != 0, map->outside == ROM_SCENE_MAP_EDGE);
    return row < 0 || row >= map->sequence_rows ? -1 : above + row;
}

/* The column of the map that is seen in a column of the plane, and the row in which the sequence there begins. */
static int32_t seen_column(const ox_tile_map *map, int32_t column, int32_t *above) {
    *above = 0;
    if (map->sequence_rows == 0)
        return seen_along(column, map->columns, (map->wrap & 1) != 0, map->outside == ROM_SCENE_MAP_EDGE);
    *above = (int32_t)ox_tile_map_sequence(map, int_floordiv(column, map->columns)) * map->sequence_rows;
    return int_floormod(column, map->columns);
}

bool ox_tile_map_cell(const ox_tile_map *map, uint32_t layer, ox_cell at, uint16_t *cell) {
    int32_t above;
    const int32_t column = seen_column(map, at.column, &above), row = seen_row(map, at.row, above);
    if (column < 0 || row < 0) {
        *cell = map->fill;
        return map->outside == ROM_SCENE_MAP_FILL;
    }
    const uint32_t number = (uint32_t)row * map->columns + (uint32_t)column;
    *cell = own_cell(map, layer, number);
    if (map->changes != NULL && map->changes->count > 0) {
        const uint32_t change = ox_tile_changes_find(map->changes, map->number, layer, number);
        if (change < map->changes->count && is_change(&map->changes->rows[change], map, layer, number))
            *cell = map->changes->rows[change].tile;
    }
    return !map->has_empty || *cell != map->empty;
}

/* Writes the changed cells of a run over the cells that the map has. Changes are in the order of cells. */
static void copy_changes(const ox_tile_map *map, uint32_t layer, uint32_t first, int32_t count,
                         uint16_t *to) {
    const ox_tile_changes *changes = map->changes;
    for (uint32_t at = ox_tile_changes_find(changes, map->number, layer, first); at < changes->count; at++) {
        const ox_tile_change *change = &changes->rows[at];
        if (change->map != map->number || change->layer != layer || change->cell - first >= (uint32_t)count)
            return;
        to[change->cell - first] = change->tile;
    }
}

/* Copies cells beside one another in a row of the map; false: some of them are empty, and become `nothing`. */
static bool copy_run(const ox_tile_map *map, uint32_t layer, uint32_t first, int32_t count, uint16_t nothing,
                     uint16_t *to) {
    bool all = true;
    if (map->regions != NULL) {
        for (int32_t i = 0; i < count; i++) to[i] = own_cell(map, layer, first + (uint32_t)i);
    } else if (map->element == 1) {
        const uint8_t *cells = ox_tile_map_cells(map, layer) + first;
        for (int32_t i = 0; i < count; i++) to[i] = cells[i];
    } else {
        const uint8_t *cells = ox_tile_map_cells(map, layer) + 2 * (size_t)first;
        for (int32_t i = 0; i < count; i++) to[i] = rom_half(cells + 2 * i);
    }
    if (map->changes != NULL && map->changes->count > 0) copy_changes(map, layer, first, count, to);
    for (int32_t i = 0; map->has_empty && i < count; i++)
        if (to[i] == map->empty) to[i] = nothing, all = false;
    return all;
}

bool ox_tile_map_copy(const ox_tile_map *map, uint32_t layer, ox_cell first, ox_cell last, uint16_t nothing,
                      uint16_t *cells) {
    const int32_t columns = last.column - first.column;
    bool all = true;
    for (int32_t column = first.column, run; column < last.column; column += run, cells += run) {
        int32_t above;
        uint16_t *to = cells;
        const int32_t from = seen_column(map, column, &above);
        const bool beyond = from < 0 || (map->outside == ROM_SCENE_MAP_EDGE && from != column);
        run = beyond ? 1 : int_min(last.column - column, map->columns - from);
        for (int32_t row = first.row; row < last.row; row++, to += columns) {
            const int32_t seen = from < 0 ? -1 : seen_row(map, row, above);
            if (seen >= 0) {
                const uint32_t number = (uint32_t)seen * map->columns + (uint32_t)from;
                if (!copy_run(map, layer, number, run, nothing, to)) all = false;
                continue;
            }
            if (map->outside != ROM_SCENE_MAP_FILL) all = false;
            for (int32_t i = 0; i < run; i++)
                to[i] = map->outside == ROM_SCENE_MAP_FILL ? map->fill : nothing;
        }
    }
    return all;
}

int32_t ox_tile_map_tile(const ox_tile_map *map, uint32_t layer, ox_cell at) {
    uint16_t cell;
    return ox_tile_map_cell(map, layer, at, &cell) ? cell & map->mask : OX_TILE_NOTHING;
}

/* ---- what tiles are ---- */

uint32_t ox_tile_set_count(const uint8_t *set) {
    return rom_word(set + ROM_TILE_SET_AT) == 0 ? 0 : rom_word(set + ROM_TILE_SET_COUNT);
}

static const uint8_t *tile_row(const uint8_t *set, uint32_t tile) {
    return set + rom_word(set + ROM_TILE_SET_AT) + (size_t)tile * ROM_TILE_SIZE;
}

static uint16_t flags_of(const uint8_t *set, uint32_t tile) {
    return tile >= ox_tile_set_count(set) ? 0 : rom_half(tile_row(set, tile) + ROM_TILE_FLAGS);
}

uint16_t ox_tile_map_flags(const ox_tile_map *map, ox_cell at) {
    uint16_t flags = 0;
    if (map->set == NULL || map->ground == 0) return 0;
    for (uint32_t layers = map->ground, i = 0; layers != 0; layers >>= 1, i++) {
        if ((layers & 1) == 0) continue;
        const int32_t tile = ox_tile_map_tile(map, i, at);
        if (tile != OX_TILE_NOTHING) flags |= flags_of(map->set, (uint32_t)tile);
    }
    return flags;
}

bool ox_tile_map_field(const ox_tile_map *map, ox_id name, uint32_t *shift, uint32_t *bits) {
    *bits = 1;
    *shift = name == OX_NAME("one_way") ? 14 : 15;
    if (*shift == 14 || name == OX_NAME("solid") || name == OX_NAME("blocked")) return true;
    if (map->set == NULL || !rom_has(map->set, ROM_TILE_SET_FIELDS_AT)) return false;
    const uint8_t *row = map->set + rom_word(map->set + ROM_TILE_SET_FIELDS_AT);
    for (uint32_t i = rom_word(map->set + ROM_TILE_SET_FIELD_COUNT); i > 0; i--, row += ROM_TILE_FIELD_SIZE) {
        if (rom_word(row + ROM_TILE_FIELD_NAME) != name) continue;
        *shift = row[ROM_TILE_FIELD_SHIFT];
        *bits = row[ROM_TILE_FIELD_BITS];
        return true;
    }
    return false;
}

bool ox_tile_map_fits(const ox_tile_map *map, const uint8_t *set) {
    const uint32_t count = ox_tile_set_count(set);
    if (map->regions != NULL) return true;
    for (uint32_t layer = 0; layer < map->layers; layer++)
        for (int32_t row = 0; row < map->rows; row++)
            for (int32_t column = 0; column < map->columns; column++)
                if (ox_tile_map_tile(map, layer, (ox_cell){column, row}) >= (int32_t)count) return false;
    return map->outside != ROM_SCENE_MAP_FILL || (map->fill & map->mask) < count;
}

/* The rows of a tile's animation and how many; 0: it is not animated. */
static uint32_t frames_of(const uint8_t *set, uint32_t tile, const uint8_t **rows) {
    if (tile >= ox_tile_set_count(set) || !rom_has(set, ROM_TILE_SET_FRAMES_AT)) return 0;
    const uint8_t *row = tile_row(set, tile);
    const uint32_t frames = rom_half(row + ROM_TILE_FRAMES), first = rom_word(row + ROM_TILE_FIRST),
                   all = rom_word(set + ROM_TILE_SET_FRAME_COUNT);
    if (frames < 2 || first >= all || frames > all - first) return 0;
    *rows = set + rom_word(set + ROM_TILE_SET_FRAMES_AT) + (size_t)first * ROM_TILE_FRAME_SIZE;
    return frames;
}

bool ox_tile_set_is_animated(const uint8_t *set, uint32_t tile) {
    const uint8_t *rows;
    return frames_of(set, tile, &rows) > 0;
}

uint32_t ox_tile_set_shown(const uint8_t *set, uint32_t tile, uint32_t milliseconds, uint32_t *lasts) {
    const uint8_t *frame;
    const uint32_t frames = frames_of(set, tile, &frame);
    uint32_t time = 0;
    *lasts = UINT32_MAX;
    if (frames == 0) return tile;
    for (uint32_t i = 0; i < frames; i++)
        time += rom_half(frame + (size_t)i * ROM_TILE_FRAME_SIZE + ROM_TILE_FRAME_DURATION);
    time = milliseconds % time;
    for (; time >= rom_half(frame + ROM_TILE_FRAME_DURATION); frame += ROM_TILE_FRAME_SIZE)
        time -= rom_half(frame + ROM_TILE_FRAME_DURATION);
    *lasts = rom_half(frame + ROM_TILE_FRAME_DURATION) - time;
    return rom_half(frame + ROM_TILE_FRAME_TILE);
}

/* ---- places ---- */

ox_tile_point ox_tile_map_pixel(const ox_tile_map *map, vec3 at) {
    const int64_t x = (int64_t)at.x - map->x, y = (int64_t)map->y - at.y;
    enum { USUAL = 16 }; /* pixels to the metre, which take no product of 64 bits */
    if (map->pixels == USUAL * FX_ONE)
        return (ox_tile_point){(int32_t)fx_sra64(x, 12), (int32_t)fx_sra64(y, 12)};
    return (ox_tile_point){(int32_t)fx_sra64(x * map->pixels, 32), (int32_t)fx_sra64(y * map->pixels, 32)};
}

ox_cell ox_tile_map_under(const ox_tile_map *map, vec3 at) {
    return ox_tile_under(&map->layout, ox_tile_map_pixel(map, at));
}

/* Half pixels as metres. */
static fx metres(const ox_tile_map *map, int64_t halves) {
    return (fx)(halves * (INT64_C(1) << 31) / map->pixels);
}

vec3 ox_tile_map_middle(const ox_tile_map *map, ox_cell at) {
    const ox_tile_point corner = ox_tile_corner(&map->layout, at);
    return (vec3){fx_adds(map->x, metres(map, 2 * (int64_t)corner.x + map->layout.width)),
                  fx_subs(map->y, metres(map, 2 * (int64_t)corner.y + map->layout.height)), 0};
}

vec2 ox_tile_map_size(const ox_tile_map *map) {
    ox_tile_point low, high;
    ox_tile_extent(&map->layout, map->columns, map->rows, &low, &high);
    return (vec2){metres(map, 2 * ((int64_t)high.x - low.x)), metres(map, 2 * ((int64_t)high.y - low.y))};
}
