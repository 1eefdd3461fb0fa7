/* The tile grid: which regions are loaded when, and that the grid reads like the whole map. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/level/grid.h"
#include "kernel/tilemap/regions.h"
#include "rom/check.h"
#include "rom/codec.h"
#include "tests/test.h"
#include "tests/unit/kernel/level/level_builder.h"
#include "tests/unit/kernel/memory/life.h"

static union {
    uint64_t align;
    uint8_t bytes[48 * 1024];
} data;
static union {
    uint64_t align;
    uint8_t bytes[8 * 1024];
} block;
static ox_arena arena;
static ox_tile_grid grid;

enum { FILL = 250 };
enum { WIDE = 20, HIGH = 15, TILE = 16 }; /* a region of 320 x 240 pixels */

/* The tile that the whole map has at a place; region (1, 1), if `hole`, is absent. */
static uint32_t truth(int32_t column, int32_t row, int32_t columns, int32_t rows, bool hole) {
    if (column < 0 || row < 0 || column >= columns * WIDE || row >= rows * HIGH) return FILL;
    if (hole && column / WIDE == 1 && row / HIGH == 1) return FILL;
    return (uint32_t)((column / 3 * 7 + row * 13) % 200);
}

/* Packs by run-length: a control byte from 128 on is a run of 3 or more, a smaller one is that many bytes and one,
 * stored plain. */
static uint32_t pack_runs(uint8_t *to, const uint8_t *from, uint32_t bytes) {
    uint32_t used = 0;
    for (uint32_t at = 0; at < bytes;) {
        uint32_t run = 1;
        while (at + run < bytes && run < 100 && from[at + run] == from[at]) run++;
        to[used++] = (uint8_t)(run >= 3 ? 128 + run - 3 : run - 1);
        for (uint32_t i = 0; i < (run >= 3 ? 1 : run); i++) to[used++] = from[at];
        at += run;
    }
    return used;
}

static uint32_t build(int32_t columns, int32_t rows, bool packed, bool hole) {
    uint32_t at = ROM_REGION_MAP_SIZE, regions = (uint32_t)(columns * rows),
             end = at + regions * ROM_REGION_SIZE;
    level_header(data.bytes, ROM_REGION_MAP_SIZE);
    level_put_half(data.bytes + ROM_REGION_MAP_COLUMNS, (uint32_t)columns);
    level_put_half(data.bytes + ROM_REGION_MAP_ROWS, (uint32_t)rows);
    level_put_half(data.bytes + ROM_REGION_MAP_WIDTH, WIDE);
    level_put_half(data.bytes + ROM_REGION_MAP_HEIGHT, HIGH);
    level_put_half(data.bytes + ROM_REGION_MAP_TILE_WIDTH, TILE);
    level_put_half(data.bytes + ROM_REGION_MAP_TILE_HEIGHT, TILE);
    data.bytes[ROM_REGION_MAP_ELEMENT] = 1;
    level_put_half(data.bytes + ROM_REGION_MAP_FILL, FILL);
    level_put(data.bytes + ROM_REGION_MAP_REGION_COUNT, regions);
    level_put(data.bytes + ROM_REGION_MAP_REGIONS_AT, at);
    for (int32_t i = 0; i < (int32_t)regions; i++, at += ROM_REGION_SIZE) {
        uint8_t tiles[WIDE * HIGH];
        uint32_t stored = WIDE * HIGH;
        bool absent = hole && i == columns + 1;
        memset(data.bytes + at, 0, ROM_REGION_SIZE);
        if (absent) continue;
        for (int32_t t = 0; t < WIDE * HIGH; t++)
            tiles[t] = (uint8_t)truth(i % columns * WIDE + t % WIDE, i / columns * HIGH + t / WIDE, columns,
                                      rows, false);
        if (packed)
            stored = pack_runs(data.bytes + end, tiles, WIDE * HIGH);
        else
            memcpy(data.bytes + end, tiles, stored);
        level_put(data.bytes + at + ROM_REGION_OFFSET, end);
        level_put(data.bytes + at + ROM_REGION_STORED, stored);
        data.bytes[at + ROM_REGION_CODEC] = packed ? ROM_CODEC_RUNS : ROM_CODEC_STORED;
        end = (end + stored + 3u) & ~3u;
    }
    CHECK(end <= sizeof data.bytes);
    return end;
}

static void start(int32_t columns, int32_t rows, bool packed, bool hole, uint32_t ahead) {
    rom_error error;
    uint32_t bytes = build(columns, rows, packed, hole);
    CHECK_EQ(rom_check_chunk(ROM_TAG_REGION_MAP, data.bytes, bytes, &error), ROM_OK);
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_tile_grid_init(&grid, &arena, data.bytes, 240, 160, ahead), OX_OK);
}

/* Compares the tiles on the screen at this view with the whole map; returns how many differ. */
static uint32_t wrong_tiles(int32_t x, int32_t y, int32_t columns, int32_t rows, bool hole) {
    uint32_t wrong = 0;
    for (int32_t r = y / TILE; r <= (y + 159) / TILE; r++) {
        for (int32_t c = x / TILE; c <= (x + 239) / TILE; c++)
            wrong += ox_tile_grid_at(&grid, c, r) != truth(c, r, columns, rows, hole);
    }
    return wrong;
}

TEST(level_grid_moves_at_the_exact_pixels) {
    start(4, 3, true, false, 0);
    CHECK_EQ(ox_tile_grid_move(&grid, 0, 0), 4);
    for (int32_t x = 0; x <= 400; x++) CHECK_EQ(ox_tile_grid_move(&grid, x, 0), 0);
    /* the right edge passes 640: column 2 is loaded, column 0 dropped */
    CHECK_EQ(ox_tile_grid_move(&grid, 401, 0), 2);
    CHECK_EQ(grid.column, 1);
    for (int32_t x = 401; x >= 320; x--) CHECK_EQ(ox_tile_grid_move(&grid, x, 0), 0);
    CHECK_EQ(ox_tile_grid_move(&grid, 319, 0), 2); /* column 0 is loaded, column 2 dropped */
    CHECK_EQ(grid.column, 0);
    for (int round = 0; round < 20; round++) { /* the 80 pixels between 320 and 400 are free of loads */
        for (int32_t x = 320; x <= 400; x += 8) CHECK_EQ(ox_tile_grid_move(&grid, x, 0), 0);
        for (int32_t x = 400; x >= 320; x -= 8) CHECK_EQ(ox_tile_grid_move(&grid, x, 0), 0);
    }
    CHECK_EQ(ox_tile_grid_move(&grid, 401, 321), 3); /* the view crosses both borders at once */
    CHECK(grid.column == 1 && grid.row == 1);
    CHECK_EQ(wrong_tiles(401, 321, 4, 3, false), 0);
    CHECK_EQ(grid.shifts, 3);
}

TEST(level_grid_moves_ahead) {
    start(4, 2, true, false, 60); /* a margin of 60, of the 80 pixels to spare */
    CHECK_EQ(ox_tile_grid_move(&grid, 0, 0), 4);
    CHECK_EQ(ox_tile_grid_move(&grid, 340, 0), 0);
    CHECK_EQ(ox_tile_grid_move(&grid, 341, 0), 2);
    CHECK_EQ(ox_tile_grid_move(&grid, 320, 0), 0);
    CHECK_EQ(ox_tile_grid_move(&grid, 341, 0), 0);
}

/* A long walk over a world of 6 x 5 regions: every screen shows the whole map's tiles. */
TEST(level_grid_walk_reads_like_the_map) {
    for (int packed = 0; packed < 2; packed++) {
        rng32 r = rng32_seed(77, 1);
        int32_t x = 0, y = 0, dx = 5, dy = 3;
        uint32_t shifts = 0;
        start(6, 5, packed != 0, true, 0);
        CHECK_EQ(ox_arena_used(&arena), packed ? 4 * WIDE * HIGH : 0); /* memory for four regions, or none */
        CHECK_EQ(ox_tile_grid_move(&grid, x, y), 4);
        const uint8_t *map_end = data.bytes + sizeof data.bytes;
        for (int step = 0; step < 1000; step++) {
            uint32_t loads;
            if (rng32_next(&r) % 50 == 0)
                dx = (int32_t)(rng32_next(&r) % 41) - 20, dy = (int32_t)(rng32_next(&r) % 31) - 15;
            x += dx, y += dy;
            if (x < 0 || x > 6 * 320 - 240) dx = -dx, x += 2 * dx;
            if (y < 0 || y > 5 * 240 - 160) dy = -dy, y += 2 * dy;
            loads = ox_tile_grid_move(&grid, x, y);
            CHECK(loads == 0 || loads == 2 || loads == 3);
            shifts += loads != 0;
            CHECK(ox_tile_grid_resident(&grid) <= 4);
            CHECK_EQ(wrong_tiles(x, y, 6, 5, true), 0);
            for (int i = 0; i < 4; i++) { /* nothing is copied: a slot is the block itself, or the map */
                const uint8_t *at = grid.block[i / 2][i % 2];
                CHECK(at == NULL || at == grid.memory[i / 2][i % 2] ||
                      (at >= data.bytes && at < map_end && !packed));
            }
        }
        CHECK(shifts > 20);
        CHECK_EQ(grid.failures, 0);
        CHECK_EQ(grid.unpacked > 0, packed);
        CHECK_EQ(ox_tile_grid_move(&grid, 1700, 1000), 4); /* the view jumps */
        CHECK_EQ(wrong_tiles(1700, 1000, 6, 5, true), 0);
        TEST_INFO("1000 screens of a world of 30 regions: %u shifts, %u loads, %u bytes of memory",
                  (unsigned)shifts, (unsigned)grid.loads, (unsigned)ox_arena_used(&arena));
    }
}

TEST(level_grid_absent_regions_cost_nothing) {
    uint32_t whole = build(3, 3, false, false), with_hole = build(3, 3, false, true);
    CHECK_EQ(whole - with_hole, WIDE * HIGH);
    start(3, 3, false, true, 0);
    CHECK_EQ(ox_tile_grid_move(&grid, 100, 100), 4);
    CHECK_EQ(ox_tile_grid_resident(&grid), 3);
    CHECK_EQ(ox_tile_grid_at(&grid, WIDE + 1, HIGH + 1), FILL);
    CHECK(ox_tile_grid_at(&grid, -1, 0) == FILL && ox_tile_grid_at(&grid, 3, -1) == FILL);
    CHECK_EQ(ox_tile_grid_at(&grid, 2 * WIDE, 0), FILL); /* a tile beside the block */
    CHECK_EQ(ox_tile_grid_move(&grid, -10, -10), 3);     /* the view lies beside the map */
    CHECK_EQ(wrong_tiles(16, 16, 3, 3, true), 0);
    for (int32_t place = 0; place < 4; place++) { /* the hole may be at each place of the block */
        start(3, 3, false, true, 0);
        const int32_t x = place % 2 == 0 ? 420 : 40, y = place / 2 == 0 ? 330 : 40;
        CHECK_EQ(ox_tile_grid_move(&grid, x, y), 4);
        CHECK_EQ(ox_tile_grid_resident(&grid), 3);
        CHECK_EQ(wrong_tiles(x, y, 3, 3, true), 0);
    }
}

/* Tiles may be numbers of two bytes, and regions an odd number of tiles wide where the map is not staggered. What is
 * unpacked is counted. */
TEST(level_grid_wide_tiles) {
    enum { WIDTH_ODD = WIDE + 1, BYTES = WIDTH_ODD * HIGH * 2 };
    rom_error error;
    uint32_t at = ROM_REGION_MAP_SIZE, end = at + 2 * ROM_REGION_SIZE;
    (void)build(2, 1, false, false);
    level_put_half(data.bytes + ROM_REGION_MAP_WIDTH, WIDTH_ODD);
    level_put_half(data.bytes + ROM_REGION_MAP_FILL, 999);
    data.bytes[ROM_REGION_MAP_ELEMENT] = 2;
    for (uint32_t i = 0; i < 2; i++, at += ROM_REGION_SIZE, end += (BYTES + 3u) & ~3u) {
        level_put(data.bytes + at + ROM_REGION_OFFSET, end);
        level_put(data.bytes + at + ROM_REGION_STORED, BYTES);
        for (uint32_t k = 0; k < WIDTH_ODD * HIGH; k++)
            level_put_half(data.bytes + end + 2 * k, 1000 * (i + 1) + k);
    }
    CHECK_EQ(rom_check_chunk(ROM_TAG_REGION_MAP, data.bytes, end, &error), ROM_OK);
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_tile_grid_init(&grid, &arena, data.bytes, 240, 160, 0), OX_OK);
    CHECK_EQ(ox_tile_grid_move(&grid, 100, 0), 4);
    CHECK(grid.loads == 4 && grid.unpacked == 0 && ox_tile_grid_resident(&grid) == 2);
    CHECK_EQ(ox_tile_grid_at(&grid, 0, 0), 1000);
    CHECK_EQ(ox_tile_grid_at(&grid, WIDTH_ODD - 1, 2), 1000 + 3 * WIDTH_ODD - 1);
    CHECK_EQ(ox_tile_grid_at(&grid, WIDTH_ODD, 0), 2000);
    CHECK_EQ(ox_tile_grid_at(&grid, 2 * WIDTH_ODD - 1, HIGH - 1), 2000 + WIDTH_ODD * HIGH - 1);
    CHECK_EQ(ox_tile_grid_at(&grid, 2 * WIDTH_ODD, 0), 999);
    CHECK_EQ(ox_tile_grid_at(&grid, 0, HIGH), 999);
    start(3, 3, true, true, 0);
    CHECK_EQ(ox_tile_grid_move(&grid, 100, 100), 4);
    CHECK(grid.unpacked == 3 && grid.loads == 4 && grid.failures == 0);
}

/* Views beside the map, on every side: what a block has of the map is right, all else is the filler. */
TEST(level_grid_views_beside_the_map) {
    static const int32_t views[][4] = {
        /* x, y, first column, first row */
        {-1, -1, -1, -1}, {-320, -240, -1, -1}, {-321, -241, -2, -2}, {-640, 0, -2, 0}, {0, -480, 0, -2},
        {700, 500, 2, 2}, {959, 719, 2, 2},     {960, 720, 3, 3},     {-5, 719, -1, 2}, {959, -5, 2, -1}};
    for (uint32_t i = 0; i < sizeof views / sizeof *views; i++) {
        const int32_t *v = views[i];
        start(3, 3, i % 2 != 0, false, 0);
        CHECK_EQ(ox_tile_grid_move(&grid, v[0], v[1]), 4);
        CHECK(grid.column == v[2] && grid.row == v[3]);
        CHECK_EQ(wrong_tiles(v[0], v[1], 3, 3, false), 0);
        CHECK_EQ(grid.failures, 0);
    }
}

TEST(level_grid_refusals) {
    rom_error error;
    uint32_t bytes = build(3, 3, true, false);
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_tile_grid_init(&grid, &arena, data.bytes, 320, 160, 0),
             OX_BAD_DATA); /* the region is not larger than the screen */
    CHECK_EQ(ox_tile_grid_init(&grid, &arena, data.bytes, 240, 160, 81), OX_BAD_DATA);
    for (uint32_t which = 0; which < 3; which++) /* numbers that are no sizes of a screen */
        CHECK_EQ(ox_tile_grid_init(&grid, &arena, data.bytes, which == 0 ? 0xFFFFFF00u : 240,
                                   which == 1 ? 0xFFFFFF00u : 160, which == 2 ? 0xFFFFFF00u : 0),
                 OX_BAD_DATA);
    data.bytes[ROM_REGION_MAP_LAYOUT] = ROM_REGION_MAP_STAGGERED; /* even rows are staggered rightly */
    CHECK_EQ(ox_tile_grid_init(&grid, &arena, data.bytes, 240, 160, 0), OX_OK);
    ox_arena_init(&arena, block.bytes, 4 * WIDE * HIGH - 1);
    CHECK_EQ(ox_tile_grid_init(&grid, &arena, data.bytes, 240, 160, 0), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), 0);
    level_put_half(data.bytes + ROM_REGION_MAP_WIDTH, WIDE - 1); /* odd rows of a staggered map */
    data.bytes[ROM_REGION_MAP_LAYOUT] = ROM_REGION_MAP_STAGGERED;
    CHECK(rom_check_chunk(ROM_TAG_REGION_MAP, data.bytes, bytes, &error) != ROM_OK);
    CHECK_EQ(ox_tile_grid_init(&grid, &arena, data.bytes, 240, 160, 0), OX_BAD_DATA);
}

static const life_bench bench = {&arena, NULL};
LIFE_ROW(ox_tile_grid, init, ox_tile_grid_init(it, &arena, data.bytes, 240, 160, 0), OX_CLEAR(it),
         (void)ox_tile_grid_at(it, 0, 0))
LIFE_ROW(ox_tile_regions, open, ox_tile_regions_open(it, &arena, data.bytes, 240, 160), OX_CLEAR(it),
         (void)ox_tile_regions_cell(it, 0, 0))

TEST(level_grid_ends_clear) {
    (void)build(3, 3, true, false);
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK(life_is_led(&LIFE_OF(ox_tile_grid), &bench));
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK(life_is_led(&LIFE_OF(ox_tile_regions), &bench));
}

/* Jumps from any block to any other, one, two or more regions away on each axis, forwards and backwards: regions
 * that both views need stay. */
TEST(level_grid_jumps_load_what_is_new) {
    enum { COLUMNS = 6, ROWS = 5 };
    start(COLUMNS, ROWS, true, false, 0);
    CHECK_EQ(ox_tile_grid_move(&grid, 0, 0), 4);
    for (int from = 0; from < (COLUMNS - 1) * (ROWS - 1); from++) {
        for (int to = 0; to < (COLUMNS - 1) * (ROWS - 1); to++) {
            const int32_t column = from % (COLUMNS - 1), row = from / (COLUMNS - 1), x = to % (COLUMNS - 1),
                          y = to / (COLUMNS - 1);
            /* The view lies 40 pixels inside a block: the block's other regions are needed as well. */
            (void)ox_tile_grid_move(&grid, column * 320 + 81, row * 240 + 81);
            CHECK(grid.column == column && grid.row == row);
            const int32_t aside = x > column ? x - column : column - x, along = y > row ? y - row : row - y;
            const uint32_t kept = aside < 2 && along < 2 ? (uint32_t)((2 - aside) * (2 - along)) : 0;
            CHECK_EQ(ox_tile_grid_move(&grid, x * 320 + 81, y * 240 + 81), 4u - kept);
            CHECK(grid.column == x && grid.row == y);
            if ((from + to) % 7 == 0)
                CHECK_EQ(wrong_tiles(x * 320 + 81, y * 240 + 81, COLUMNS, ROWS, false), 0);
        }
    }
}
