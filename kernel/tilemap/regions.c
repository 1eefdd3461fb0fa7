/* Regions of a large map in memory. */
#include "kernel/tilemap/regions.h"

#include "fixedmath/scalar.h"

enum { SLOTS = 3, SETTLE = 4 };

/* ---- opening ---- */

static bool is_strip(const ox_tile_grid *grid) { return grid->columns == 1 || grid->rows == 1; }

static void fill_region(const ox_tile_regions *r, uint8_t *cells) {
    const uint32_t bytes = rom_region_bytes(r->grid.map);
    for (uint32_t i = 0; i < bytes; i++)
        cells[i] = (uint8_t)(r->grid.element == 2 && i % 2 == 1 ? r->grid.fill >> 8 : r->grid.fill);
}

static ox_status open_strip(ox_tile_regions *r, ox_arena *arena) {
    const ox_window_config config = {.items = (uint32_t)(r->grid.columns * r->grid.rows),
                                     .slots = SLOTS,
                                     .slot_bytes = rom_region_bytes(r->grid.map),
                                     .settle = SETTLE};
    return ox_window_init(&r->strip, arena, &config);
}

/* The memory of the regions, for a picture of width x height pixels. */
static ox_status open_regions(ox_tile_regions *r, ox_arena *arena, const uint8_t *chunk, uint32_t width,
                              uint32_t height, uint32_t ahead) {
    const uint32_t bytes = rom_region_bytes(chunk);
    r->blank = (uint8_t *)ox_arena_push_low(arena, bytes, 4);
    r->spare = (uint8_t *)ox_arena_push_low(arena, bytes, 4);
    if (r->blank == NULL || r->spare == NULL) return OX_OUT_OF_MEMORY;
    const ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    const ox_status status = ox_tile_grid_init(&r->grid, arena, chunk, width, height, ahead);
    if (status != OX_OK) return status;
    fill_region(r, r->blank);
    if (r->is_small || !is_strip(&r->grid)) return OX_OK;
    (void)ox_arena_rollback(arena, mark); /* a strip needs no block */
    return open_strip(r, arena);
}

ox_status ox_tile_regions_open(ox_tile_regions *r, ox_arena *arena, const uint8_t *chunk, uint32_t width,
                               uint32_t height) {
    const uint32_t wide = (uint32_t)rom_half(chunk + ROM_REGION_MAP_WIDTH) *
                          rom_half(chunk + ROM_REGION_MAP_TILE_WIDTH),
                   high = (uint32_t)rom_half(chunk + ROM_REGION_MAP_HEIGHT) *
                          rom_half(chunk + ROM_REGION_MAP_TILE_HEIGHT);
    if (chunk[ROM_REGION_MAP_LAYOUT] == ROM_REGION_MAP_STAGGERED &&
        rom_half(chunk + ROM_REGION_MAP_WIDTH) % 2 != 0)
        return OX_BAD_DATA;
    *r = (ox_tile_regions){.column = -1, .row = -1, .is_small = wide <= width || high <= height};
    const uint32_t spare = r->is_small ? 0 : wide - width < high - height ? wide - width : high - height;
    const ox_mark before = ox_arena_mark(arena, OX_ARENA_LOW);
    const ox_status status =
        open_regions(r, arena, chunk, r->is_small ? 0 : width, r->is_small ? 0 : height, spare / 4);
    if (status == OX_OK) return OX_OK;
    (void)ox_arena_rollback(arena, before);
    *r = (ox_tile_regions){.column = -1, .row = -1};
    return status;
}

/* ---- unpacking ---- */

static void load(ox_tile_regions *r, int32_t column, int32_t row, uint8_t *cells) {
    const rom_region where = rom_region_at(r->grid.map, (uint32_t)column, (uint32_t)row);
    r->loads++;
    if (rom_region_unpack(r->grid.map, &where, cells, rom_region_bytes(r->grid.map), NULL) == ROM_OK) return;
    r->damaged++;
    fill_region(r, cells);
}

/* A strip's regions have one number. */
static void load_item(ox_tile_regions *r, uint32_t item, uint8_t *cells) {
    const bool down = r->grid.columns == 1;
    load(r, down ? 0 : (int32_t)item, down ? (int32_t)item : 0, cells);
}

static const uint8_t *find_region(ox_tile_regions *r, int32_t column, int32_t row) {
    const int32_t c = column - r->grid.column, l = row - r->grid.row;
    if (r->strip.slots > 0) {
        for (uint32_t i = 0; i < r->strip.slots; i++)
            if (r->strip.item[i] == (uint16_t)(column + row) && r->strip.state[i] == OX_WINDOW_READY)
                return r->strip.memory + (size_t)i * r->strip.slot_bytes;
        return NULL;
    }
    if (!r->grid.anywhere || c < 0 || l < 0 || c > 1 || l > 1) return NULL;
    return r->grid.block[l][c] != NULL ? r->grid.block[l][c] : r->blank;
}

uint16_t ox_tile_regions_cell(ox_tile_regions *r, uint32_t column, uint32_t row) {
    FX_ASSERT_MSG(ox_tile_regions_chunk(r) != NULL, "the regions of the map are not open");
    const uint32_t wide = (uint32_t)r->grid.tiles_wide, high = (uint32_t)r->grid.tiles_high;
    const int32_t c = (int32_t)(column / wide), l = (int32_t)(row / high);
    const uint8_t *cells = find_region(r, c, l);
    if (cells == NULL) {
        if (r->column != c || r->row != l) load(r, c, l, r->spare);
        r->column = c;
        r->row = l;
        cells = r->spare;
    }
    const size_t number = (size_t)(row % high) * wide + column % wide;
    return r->grid.element == 1 ? cells[number] : rom_half(cells + 2 * number);
}

/* ---- pictures ---- */

/* The region of a strip under a pixel. */
static int32_t item_under(const ox_tile_regions *r, int32_t pixel) {
    const bool down = r->grid.columns == 1;
    const int32_t size = down ? r->grid.region_height : r->grid.region_width,
                  count = down ? r->grid.rows : r->grid.columns;
    return int_clamp(int_floordiv(pixel, size), 0, count - 1);
}

/* Fetches what the window wants; the item under the cursor comes first, the next ahead then. */
static void fetch(ox_tile_regions *r) {
    uint32_t item;
    void *memory;
    while (ox_window_want(&r->strip, &item, &memory)) {
        load_item(r, item, memory);
        (void)ox_window_loaded(&r->strip, item, true);
    }
}

static void move_strip(ox_tile_regions *r, int32_t begin, int32_t length) {
    const int32_t middle = item_under(r, begin + length / 2);
    ox_window_move(&r->strip, (uint32_t)middle);
    fetch(r);
    for (int32_t item = item_under(r, begin); item <= item_under(r, begin + length - 1); item++) {
        if (find_region(r, item, 0) != NULL) continue;
        r->late++;
        ox_window_move(&r->strip, (uint32_t)item); /* and back: what is shown comes before what is ahead */
        fetch(r);
        ox_window_move(&r->strip, (uint32_t)middle);
    }
}

void ox_tile_regions_move(ox_tile_regions *r, int32_t x, int32_t y) {
    if (r->is_placed || r->is_small) return;
    r->is_placed = true;
    if (r->strip.slots == 0)
        (void)ox_tile_grid_move(&r->grid, x, y);
    else if (r->grid.columns == 1)
        move_strip(r, y, r->grid.screen_height);
    else
        move_strip(r, x, r->grid.screen_width);
}

const uint8_t *ox_tile_regions_shown(ox_tile_regions *r, int32_t column, int32_t row) {
    return r->is_placed ? find_region(r, column, row) : NULL;
}

uint32_t ox_tile_regions_loads(const ox_tile_regions *r) { return r->loads + r->grid.loads; }

uint32_t ox_tile_regions_resident(const ox_tile_regions *r) {
    return r->strip.slots > 0 ? ox_window_resident(&r->strip) : ox_tile_grid_resident(&r->grid);
}
