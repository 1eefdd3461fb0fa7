/* The tile grid: when the block moves, which pointers change places, and which regions are unpacked. */
#include "kernel/level/grid.h"

#include "kernel/memory/life.h"

FX_STATIC_ASSERT(ROM_REGION_MAP_STAGGERED == 2, "the layout that wants even widths");

enum { PLAIN = 0 }; /* the codec of data that are not packed */

static bool all_plain(const uint8_t *map, int32_t columns, int32_t rows) {
    for (int32_t r = 0; r < rows; r++) {
        for (int32_t c = 0; c < columns; c++) {
            if (rom_region_at(map, (uint32_t)c, (uint32_t)r).codec != PLAIN) return false;
        }
    }
    return true;
}

static ox_status take_memory(ox_tile_grid *grid, ox_arena *arena) {
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    if (all_plain(grid->map, grid->columns, grid->rows)) return OX_OK;
    for (int i = 0; i < 4; i++) {
        grid->memory[i / 2][i % 2] = (uint8_t *)ox_arena_push_low(arena, rom_region_bytes(grid->map), 4);
        if (grid->memory[i / 2][i % 2] != NULL) continue;
        ox_arena_rollback(arena, mark);
        return OX_OUT_OF_MEMORY;
    }
    return OX_OK;
}

ox_status ox_tile_grid_init(ox_tile_grid *grid, ox_arena *arena, const uint8_t *map, uint32_t screen_width,
                            uint32_t screen_height, uint32_t ahead) {
    *grid = (ox_tile_grid){.map = map,
                           .columns = rom_half(map + ROM_REGION_MAP_COLUMNS),
                           .rows = rom_half(map + ROM_REGION_MAP_ROWS),
                           .tiles_wide = rom_half(map + ROM_REGION_MAP_WIDTH),
                           .tiles_high = rom_half(map + ROM_REGION_MAP_HEIGHT),
                           .fill = rom_half(map + ROM_REGION_MAP_FILL),
                           .element = map[ROM_REGION_MAP_ELEMENT]};
    grid->region_width = grid->tiles_wide * rom_half(map + ROM_REGION_MAP_TILE_WIDTH);
    grid->region_height = grid->tiles_high * rom_half(map + ROM_REGION_MAP_TILE_HEIGHT);
    if (screen_width > 32767 || screen_height > 32767 || ahead > 32767) return OX_BAD_DATA;
    if (map[ROM_REGION_MAP_LAYOUT] == ROM_REGION_MAP_STAGGERED && grid->tiles_wide % 2 != 0)
        return OX_BAD_DATA;
    grid->screen_width = (int32_t)screen_width;
    grid->screen_height = (int32_t)screen_height;
    grid->ahead = (int32_t)ahead;
    if (grid->region_width < grid->screen_width + grid->ahead ||
        grid->region_height < grid->screen_height + grid->ahead ||
        !rom_region_holds_screen(map, screen_width, screen_height))
        return OX_BAD_DATA;
    return take_memory(grid, arena);
}

/* ---- one place of the block ---- */

static void load_cell(ox_tile_grid *grid, int32_t row, int32_t column) {
    /* beside the map there are no regions; negative numbers are beyond it as well */
    const rom_region region =
        rom_region_at(grid->map, (uint32_t)(grid->column + column), (uint32_t)(grid->row + row));
    rom_error error;
    grid->block[row][column] = NULL;
    grid->loads++;
    if (region.data == NULL) return;
    if (region.codec == PLAIN) {
        grid->block[row][column] = region.data;
        return;
    }
    grid->unpacked++;
    if (rom_region_unpack(grid->map, &region, grid->memory[row][column], rom_region_bytes(grid->map),
                          &error) == ROM_OK)
        grid->block[row][column] = grid->memory[row][column];
    else
        grid->failures++;
}

static void swap(ox_tile_grid *grid, int32_t row_a, int32_t column_a, int32_t row_b, int32_t column_b) {
    const uint8_t *block = grid->block[row_a][column_a];
    uint8_t *memory = grid->memory[row_a][column_a];
    grid->block[row_a][column_a] = grid->block[row_b][column_b];
    grid->memory[row_a][column_a] = grid->memory[row_b][column_b];
    grid->block[row_b][column_b] = block;
    grid->memory[row_b][column_b] = memory;
}

/* ---- moving ---- */

/* The region with which the block should begin along one axis: the current one, if the view lies inside the block. */
static int32_t wanted_first(int32_t now, int32_t view, int32_t screen, int32_t region, int32_t ahead) {
    int64_t begin = (int64_t)now * region, end = begin + 2 * (int64_t)region;
    if (view < begin) return view < begin - region ? INT32_MIN : now - 1;
    if ((int64_t)view + screen + ahead > end)
        return (int64_t)view + screen + ahead > end + region ? INT32_MIN : now + 1;
    return now;
}

static int32_t region_under(int32_t view, int32_t region) {
    return view >= 0 ? view / region : -1 - (-1 - view) / region;
}

static uint32_t load_all(ox_tile_grid *grid, int32_t x, int32_t y) {
    grid->column = region_under(x, grid->region_width);
    grid->row = region_under(y, grid->region_height);
    grid->anywhere = true;
    for (int32_t i = 0; i < 4; i++) load_cell(grid, i / 2, i % 2);
    return 4;
}

uint32_t ox_tile_grid_move(ox_tile_grid *grid, int32_t x, int32_t y) {
    uint32_t before = grid->loads;
    int32_t column, row, right, down;
    if (!grid->anywhere) return load_all(grid, x, y);
    column = wanted_first(grid->column, x, grid->screen_width, grid->region_width, grid->ahead);
    row = wanted_first(grid->row, y, grid->screen_height, grid->region_height, grid->ahead);
    if (column == grid->column && row == grid->row) return 0;
    grid->shifts++;
    if (column == INT32_MIN || row == INT32_MIN) return load_all(grid, x, y);
    right = column - grid->column;
    down = row - grid->row;
    for (int32_t i = 0; right != 0 && i < 2; i++) swap(grid, i, 0, i, 1);
    for (int32_t i = 0; down != 0 && i < 2; i++) swap(grid, 0, i, 1, i);
    grid->column = column;
    grid->row = row;
    for (int32_t i = 0; i < 4; i++) { /* the new cells are those in the direction of the movement */
        bool fresh = (right > 0 && i % 2 == 1) || (right < 0 && i % 2 == 0) || (down > 0 && i / 2 == 1) ||
                     (down < 0 && i / 2 == 0);
        if (fresh) load_cell(grid, i / 2, i % 2);
    }
    return grid->loads - before;
}

uint32_t ox_tile_grid_at(const ox_tile_grid *grid, int32_t column, int32_t row) {
    OX_CREATED(grid->map);
    int32_t c = column - grid->column * grid->tiles_wide, r = row - grid->row * grid->tiles_high;
    const uint8_t *tiles;
    uint32_t at;
    if (c < 0 || r < 0 || c >= 2 * grid->tiles_wide || r >= 2 * grid->tiles_high) return grid->fill;
    tiles = grid->block[r >= grid->tiles_high][c >= grid->tiles_wide];
    if (tiles == NULL) return grid->fill;
    if (c >= grid->tiles_wide) c -= grid->tiles_wide;
    if (r >= grid->tiles_high) r -= grid->tiles_high;
    at = (uint32_t)(r * grid->tiles_wide + c);
    return grid->element == 1 ? tiles[at] : rom_u16(tiles + 2u * at);
}

uint32_t ox_tile_grid_resident(const ox_tile_grid *grid) {
    uint32_t count = 0;
    for (int i = 0; i < 4; i++) count += grid->block[i / 2][i % 2] != NULL;
    return count;
}
