/* Maps of tiles: cells, changes, flags, and boxes that move among them. */
#include "fixedmath/random.h"
#include "kernel/tilemap/map.h"
#include "kernel/type/name.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/kernel/tilemap/tilemap_builder.h"

static built_map built;
static ox_tile_change rows[64];

static void open_built(ox_tile_map *map, ox_tile_changes *changes) {
    *changes = (ox_tile_changes){.rows = rows, .capacity = 64};
    ox_tile_map_open(map, built.map.bytes, built.set.bytes);
    map->changes = changes;
}

/* ---- cells ---- */

TEST(tilemap_map_cells_and_what_is_outside) {
    ox_tile_map map;
    ox_tile_changes changes;
    for (uint32_t element = 1; element <= 2; element++) {
        build_map(&built, 5, 4, 2, element);
        for (uint32_t i = 0; i < 20; i++) build_cell(&built, 1, i % 5, i / 5, i % 15);
        build_cell(&built, 1, 2, 2, element == 1 ? 255 : 65535);
        open_built(&map, &changes);
        CHECK_EQ(map.layers, 2);
        CHECK_EQ(map.main, 1);
        CHECK_EQ(map.layout.width, 16);
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){3, 1}), 8);
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){2, 2}), OX_TILE_NOTHING);
        CHECK_EQ(ox_tile_map_tile(&map, 0, (ox_cell){3, 1}), OX_TILE_NOTHING);
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){-1, 0}), OX_TILE_NOTHING);
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){5, 3}), OX_TILE_NOTHING);
        map.wrap = 1;
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){-1, 0}), 4);
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){5 * 7 + 1, 1}), 6);
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){1, -1}), OX_TILE_NOTHING);
        map.wrap = 0;
        map.outside = ROM_SCENE_MAP_EDGE;
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){-9, 99}), 0);
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){99, 1}), 9);
        map.outside = ROM_SCENE_MAP_FILL;
        map.fill = 7;
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){99, 1}), 7);
        CHECK_EQ(ox_tile_map_tile(&map, 1, (ox_cell){4, 1}), 9);
    }
}

/* The turn of a cell is no part of its tile's number. */
TEST(tilemap_map_turned_cells) {
    ox_tile_map map;
    ox_tile_changes changes;
    uint16_t cell;
    build_map(&built, 3, 3, 1, 2);
    built_u16(built.map.bytes + ROM_TILE_MAP_FLAGS, ROM_TILE_MAP_HAS_EMPTY | ROM_TILE_MAP_TURNS);
    built_u16(built.map.bytes + ROM_TILE_MAP_EMPTY, 1023);
    build_cell(&built, 0, 1, 1, 9 | OX_CELL_FLIP_X);
    build_flags(&built, 9, OX_TILE_SOLID);
    open_built(&map, &changes);
    CHECK_EQ(ox_tile_map_tile(&map, 0, (ox_cell){1, 1}), 9);
    CHECK(ox_tile_map_cell(&map, 0, (ox_cell){1, 1}, &cell));
    CHECK_EQ(cell, 9 | OX_CELL_FLIP_X);
    CHECK_EQ(ox_tile_map_flags(&map, (ox_cell){1, 1}), OX_TILE_SOLID);
}

/* Changes against an array; the list of changes does not depend on their order. */
TEST(tilemap_map_changes_are_those_of_an_array) {
    enum { COLUMNS = 9, ROWS = 7 };
    static uint8_t truth[2][ROWS][COLUMNS];
    ox_tile_map map;
    ox_tile_changes changes;
    rng32 random = rng32_seed(7, 1);
    uint32_t full = 0, wrong = 0;
    build_map(&built, COLUMNS, ROWS, 2, 1);
    memset(truth, 255, sizeof truth);
    for (uint32_t i = 0; i < 2 * ROWS * COLUMNS; i += 3) {
        const uint32_t layer = i / (ROWS * COLUMNS), at = i % (ROWS * COLUMNS);
        truth[layer][at / COLUMNS][at % COLUMNS] = (uint8_t)(i % BUILT_TILES);
        build_cell(&built, layer, at % COLUMNS, at / COLUMNS, i % BUILT_TILES);
    }
    open_built(&map, &changes);
    map.number = 3;
    for (uint32_t step = 0; step < 5000; step++) {
        const uint32_t layer = rng_below(&random, 2);
        const ox_cell at = {(int32_t)rng_below(&random, COLUMNS), (int32_t)rng_below(&random, ROWS)};
        const int32_t tile = (int32_t)rng_below(&random, BUILT_TILES + 4) - 4;
        const ox_status status = ox_tile_map_put(&map, layer, at, tile < -1 ? -1 : tile);
        if (status == OX_OK) truth[layer][at.row][at.column] = (uint8_t)(tile < 0 ? 255 : tile);
        full += status == OX_FULL;
        for (uint32_t k = 0; k < 2 * ROWS * COLUMNS && step % 50 == 0; k++) {
            const uint32_t l = k / (ROWS * COLUMNS), c = k % (ROWS * COLUMNS);
            const int32_t is =
                ox_tile_map_tile(&map, l, (ox_cell){(int32_t)(c % COLUMNS), (int32_t)(c / COLUMNS)});
            const uint8_t wanted = truth[l][c / COLUMNS][c % COLUMNS];
            wrong += is != (wanted == 255 ? OX_TILE_NOTHING : wanted);
        }
        for (uint32_t k = 1; k < changes.count; k++)
            wrong += changes.rows[k - 1].layer > changes.rows[k].layer ||
                     (changes.rows[k - 1].layer == changes.rows[k].layer &&
                      changes.rows[k - 1].cell >= changes.rows[k].cell);
    }
    CHECK_EQ(wrong, 0);
    CHECK(full > 100);
    CHECK_EQ(changes.refused, full);
    for (uint32_t k = 0; k < 2 * ROWS * COLUMNS; k++) { /* every cell is as in the map: no change is left */
        const uint32_t at = k % (ROWS * COLUMNS), layer = k / (ROWS * COLUMNS);
        CHECK_EQ(ox_tile_map_put(&map, layer, (ox_cell){(int32_t)(at % COLUMNS), (int32_t)(at / COLUMNS)},
                                 k % 3 == 0 ? (int32_t)(k % BUILT_TILES) : OX_TILE_NOTHING),
                 OX_OK);
    }
    CHECK_EQ(changes.count, 0);
}

TEST(tilemap_map_refuses_what_is_no_cell_and_no_tile) {
    ox_tile_map map;
    ox_tile_changes changes;
    build_map(&built, 4, 4, 1, 1);
    open_built(&map, &changes);
    CHECK_EQ(ox_tile_map_put(&map, 0, (ox_cell){4, 0}, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_tile_map_put(&map, 0, (ox_cell){0, -1}, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_tile_map_put(&map, 1, (ox_cell){0, 0}, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_tile_map_put(&map, 0, (ox_cell){0, 0}, BUILT_TILES), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_tile_map_put(&map, 0, (ox_cell){0, 0}, -2), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_tile_map_put(&map, 0, (ox_cell){0, 0}, 1), OX_OK);
    changes.capacity = 1;
    CHECK_EQ(ox_tile_map_put(&map, 0, (ox_cell){1, 0}, 1), OX_FULL);
    CHECK_EQ(ox_tile_map_put(&map, 0, (ox_cell){0, 0}, 2), OX_OK);
    ox_tile_map_restore(&map);
    CHECK_EQ(changes.count, 0);
    built_u16(built.map.bytes + ROM_TILE_MAP_FLAGS, 0);
    open_built(&map, &changes);
    CHECK_EQ(ox_tile_map_put(&map, 0, (ox_cell){0, 0}, OX_TILE_NOTHING), OX_BAD_ARGUMENT);
}

/* ---- properties of tiles ---- */

/* The set's tiles: grass costs 1, hills 3, a river 2, and only the river is water. */
TEST(tilemap_map_types_of_tiles) {
    static const uint32_t flags[3] = {1, 3, 2 | 1 << 4};
    ox_tile_map map;
    ox_tile_changes changes;
    uint32_t shift, bits;
    build_map(&built, 3, 1, 2, 1);
    uint8_t *fields = built.set.bytes + ROM_TILE_SET_SIZE + BUILT_TILES * ROM_TILE_SIZE;
    built_u32(built.set.bytes + ROM_TILE_SET_FIELD_COUNT, 2);
    built_u32(built.set.bytes + ROM_TILE_SET_FIELDS_AT, (uint32_t)(fields - built.set.bytes));
    built_u32(fields, rom_id("cost"));
    fields[ROM_TILE_FIELD_BITS] = 4;
    built_u32(fields + ROM_TILE_FIELD_SIZE, rom_id("water"));
    fields[ROM_TILE_FIELD_SIZE + ROM_TILE_FIELD_SHIFT] = 4;
    fields[ROM_TILE_FIELD_SIZE + ROM_TILE_FIELD_BITS] = 1;
    for (uint32_t i = 0; i < 3; i++) {
        build_flags(&built, i, flags[i]);
        build_cell(&built, 1, i, 0, i);
    }
    build_flags(&built, 5, OX_TILE_SOLID);
    build_cell(&built, 0, 0, 0, 5); /* a rock below the grass */
    open_built(&map, &changes);
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t is = ox_tile_map_flags(&map, (ox_cell){(int32_t)i, 0});
        CHECK(ox_tile_map_field(&map, OX_NAME("cost"), &shift, &bits));
        CHECK_EQ(is >> shift & ((1u << bits) - 1u), flags[i] & 15);
        CHECK(ox_tile_map_field(&map, OX_NAME("water"), &shift, &bits));
        CHECK_EQ(is >> shift & ((1u << bits) - 1u), i == 2);
        CHECK_EQ((is & OX_TILE_SOLID) != 0, i == 0);
    }
    CHECK(!ox_tile_map_field(&map, OX_NAME("lava"), &shift, &bits));
    CHECK_EQ(ox_tile_map_flags(&map, (ox_cell){3, 0}), 0);
    map.ground = 2;
    CHECK_EQ(ox_tile_map_flags(&map, (ox_cell){0, 0}), 1);
    map.set = NULL;
    CHECK_EQ(ox_tile_map_flags(&map, (ox_cell){1, 0}), 0);
    CHECK(ox_tile_map_field(&map, OX_NAME("solid"), &shift, &bits));
    CHECK_EQ(1u << shift, OX_TILE_SOLID);
}

TEST(tilemap_map_animated_tiles_by_their_durations) {
    build_map(&built, 3, 1, 1, 1);
    uint8_t *s = built.set.bytes, *frames = s + ROM_TILE_SET_SIZE + BUILT_TILES * ROM_TILE_SIZE;
    static const uint16_t shown[3] = {4, 9, 2}, durations[3] = {100, 250, 1};
    built_u32(s + ROM_TILE_SET_FRAME_COUNT, 3);
    built_u32(s + ROM_TILE_SET_FRAMES_AT, (uint32_t)(frames - s));
    for (uint32_t i = 0; i < 3; i++) {
        built_u16(frames + i * ROM_TILE_FRAME_SIZE + ROM_TILE_FRAME_TILE, shown[i]);
        built_u16(frames + i * ROM_TILE_FRAME_SIZE + ROM_TILE_FRAME_DURATION, durations[i]);
    }
    built_u16(s + ROM_TILE_SET_SIZE + 4 * ROM_TILE_SIZE + ROM_TILE_FRAMES, 3);
    uint32_t lasts;
    for (uint32_t time = 0; time < 1500; time++) {
        const uint32_t rest = time % 351;
        CHECK_EQ(ox_tile_set_shown(s, 4, time, &lasts), rest < 100 ? 4 : rest < 350 ? 9 : 2);
        CHECK_EQ(lasts, (rest < 100 ? 100 : rest < 350 ? 350 : 351) - rest);
        CHECK_EQ(ox_tile_set_shown(s, 5, time, &lasts), 5);
        CHECK_EQ(lasts, UINT32_MAX);
    }
    CHECK_EQ(ox_tile_set_shown(s, 4, 1234567890u * 3u, &lasts),
             ox_tile_set_shown(s, 4, (1234567890u * 3u) % 351u, &lasts));
    CHECK_EQ(ox_tile_set_shown(s, 99, 5, &lasts), 99);
    built_u32(s + ROM_TILE_SET_SIZE + 4 * ROM_TILE_SIZE + ROM_TILE_FIRST, 1); /* beyond the rows */
    CHECK_EQ(ox_tile_set_shown(s, 4, 0, &lasts), 4);
}

TEST(tilemap_map_short_sets_do_not_fit) {
    static built_map other;
    ox_tile_map map;
    ox_tile_changes changes;
    build_map(&built, 3, 3, 2, 1);
    build_map(&other, 1, 1, 1, 1);
    build_cell(&built, 1, 1, 1, 11);
    open_built(&map, &changes);
    built_u32(other.set.bytes + ROM_TILE_SET_COUNT, 12);
    CHECK(ox_tile_map_fits(&map, other.set.bytes));
    built_u32(other.set.bytes + ROM_TILE_SET_COUNT, 11);
    CHECK(!ox_tile_map_fits(&map, other.set.bytes));
    CHECK_EQ(ox_tile_map_put(&map, 1, (ox_cell){1, 1}, 3), OX_OK);
    CHECK(ox_tile_map_fits(&map, other.set.bytes));
    CHECK_EQ(ox_tile_map_put(&map, 0, (ox_cell){2, 2}, 12), OX_OK);
    CHECK(!ox_tile_map_fits(&map, other.set.bytes));
}

TEST(tilemap_map_places_and_cells) {
    ox_tile_map map;
    ox_tile_changes changes;
    build_map(&built, 6, 6, 1, 1);
    open_built(&map, &changes);
    map.x = FX(2);
    map.y = FX(-3);
    for (int32_t row = -2; row < 8; row++)
        for (int32_t column = -2; column < 8; column++) {
            const vec3 middle = ox_tile_map_middle(&map, (ox_cell){column, row});
            CHECK_EQ(middle.x, FX(2) + column * FX_ONE + FX_HALF);
            CHECK_EQ(middle.y, FX(-3) - row * FX_ONE - FX_HALF);
            const ox_cell under = ox_tile_map_under(&map, middle);
            CHECK_EQ(under.column, column);
            CHECK_EQ(under.row, row);
        }
    CHECK_EQ(ox_tile_map_under(&map, (vec3){FX(2), FX(-3), 0}).row, 0);
    CHECK_EQ(ox_tile_map_under(&map, (vec3){FX(2), FX(-3) + 1, 0}).row, -1);
    CHECK_EQ(ox_tile_map_under(&map, (vec3){FX(2) - 1, FX(-3), 0}).column, -1);
}

/* ---- boxes ---- */

enum { SIDE = 12, BEYOND = 30 };

static uint32_t solid_at(const ox_tile_map *maps, uint32_t m, int32_t column, int32_t row, uint32_t flags) {
    return ox_tile_map_flags(&maps[m], (ox_cell){column, row}) & flags;
}

/* Edges of a cell in 65536ths of a metre times the map's pixels; y points up. */
typedef struct cell_box {
    int64_t left, right, bottom, top;
} cell_box;

static cell_box box_of(const ox_tile_map *map, int32_t column, int32_t row) {
    const int64_t p = map->pixels, w = (int64_t)map->layout.width << 32,
                  h = (int64_t)map->layout.height << 32;
    return (cell_box){map->x * p + column * w, map->x * p + (column + 1) * w, map->y * p - (row + 1) * h,
                      map->y * p - row * h};
}

static bool overlaps(const ox_tile_map *map, const cell_box *cell, int64_t x0, int64_t x1, int64_t y0,
                     int64_t y1) {
    const int64_t p = map->pixels;
    return x0 * p < cell->right && x1 * p > cell->left && y0 * p < cell->top && y1 * p > cell->bottom;
}

/* Whether a solid cell overlaps a rectangle, by a look at every cell. */
static bool is_blocked(const ox_tile_map *maps, uint32_t count, int64_t x0, int64_t x1, int64_t y0,
                       int64_t y1) {
    for (uint32_t m = 0; m < count; m++)
        for (int32_t row = -BEYOND; row < SIDE + BEYOND; row++)
            for (int32_t column = -BEYOND; column < SIDE + BEYOND; column++) {
                const cell_box cell = box_of(&maps[m], column, row);
                if (overlaps(&maps[m], &cell, x0, x1, y0, y1) &&
                    solid_at(maps, m, column, row, OX_TILE_SOLID) != 0)
                    return true;
            }
    return false;
}

/* How far the box may move along an axis, by every cell of all maps. */
static int64_t oracle(const ox_tile_map *maps, uint32_t count, const int64_t low[2], const int64_t high[2],
                      int axis, int64_t by) {
    int64_t best = by;
    for (uint32_t m = 0; m < count; m++)
        for (int32_t row = -BEYOND; row < SIDE + BEYOND; row++)
            for (int32_t column = -BEYOND; column < SIDE + BEYOND; column++) {
                const cell_box cell = box_of(&maps[m], column, row);
                const int64_t p = maps[m].pixels;
                const bool beside = axis == 0 ? low[1] * p < cell.top && high[1] * p > cell.bottom
                                              : low[0] * p < cell.right && high[0] * p > cell.left;
                const int64_t near =
                    by > 0 ? (axis == 0 ? cell.left : cell.bottom) : (axis == 0 ? cell.right : cell.top);
                const int64_t front = by > 0 ? high[axis] * p : low[axis] * p;
                const int64_t room = by > 0 ? near - front : front - near;
                const uint32_t flags = axis == 1 && by < 0 ? OX_TILE_SOLID | OX_TILE_ONE_WAY : OX_TILE_SOLID;
                if (!beside || room < 0 || room >= (by < 0 ? -by : by) * p ||
                    solid_at(maps, m, column, row, flags) == 0)
                    continue;
                const int64_t way = room / p;
                if (way < (best < 0 ? -best : best)) best = by < 0 ? -way : way;
            }
    return best;
}

static fx any_fx(rng32 *random, fx most) { return (fx)rng_below(random, 2u * (uint32_t)most + 1u) - most; }

/* Random rooms, boxes and movements; two maps with other tiles and scales lie over one another. */
TEST(tilemap_slide_is_that_of_an_oracle) {
    static built_map other;
    ox_tile_map maps[2];
    ox_tile_changes changes;
    rng32 random = rng32_seed(99, 2);
    uint32_t wrong = 0, stopped = 0, inside = 0, crossed = 0, tried = 0;
    for (uint32_t room = 0; room < 24; room++) {
        built_map *both[2] = {&built, &other};
        for (uint32_t m = 0; m < 2; m++) {
            build_map(both[m], SIDE, SIDE, 1, 1);
            build_flags(both[m], 1, OX_TILE_SOLID);
            build_flags(both[m], 2, OX_TILE_ONE_WAY);
            for (uint32_t i = 0; i < SIDE * SIDE; i++) {
                const uint32_t dice = rng_below(&random, 24);
                if (dice < 5) build_cell(both[m], 0, i % SIDE, i / SIDE, dice < 3 ? 1 : 2);
            }
        }
        open_built(&maps[0], &changes);
        ox_tile_map_open(&maps[1], other.map.bytes, other.set.bytes);
        maps[0].wrap = (uint8_t)(room % 4);
        maps[0].outside = (uint8_t)(room / 4 % 3);
        maps[0].fill = (uint16_t)(room % 3);
        maps[1].pixels = FX(7) + (fx)room * 11111; /* edges fall between 65536ths of a metre */
        maps[1].x = any_fx(&random, FX(3));
        maps[1].y = any_fx(&random, FX(3));
        const uint32_t count = 1 + room % 2;
        for (uint32_t i = 0; i < 40; i++) {
            const vec2 size = {1 + (fx)rng_below(&random, FX(1.8)), 1 + (fx)rng_below(&random, FX(1.8))};
            ox_tile_box box = {{any_fx(&random, FX(14)), any_fx(&random, FX(14))}, size};
            const vec2 by = {any_fx(&random, i % 4 == 0 ? FX(9) : FX(1)),
                             any_fx(&random, i % 4 == 0 ? FX(9) : FX(1))};
            int64_t low[2] = {box.middle.x - size.x / 2, box.middle.y - size.y / 2},
                    high[2] = {low[0] + size.x, low[1] + size.y};
            if (is_blocked(maps, count, low[0], high[0], low[1], high[1])) continue;
            tried++;
            const vec2 met = ox_tile_slide(maps, count, &box, by);
            const fx ways[2] = {by.x, by.y}, told[2] = {met.x, met.y}, ends[2] = {box.middle.x, box.middle.y};
            for (int axis = 0; axis < 2; axis++) {
                const int64_t way = oracle(maps, count, low, high, axis, ways[axis]);
                const int64_t from = way < 0 ? way : 0, to = way > 0 ? way : 0;
                crossed += axis == 0 ? is_blocked(maps, count, low[0] + from, high[0] + to, low[1], high[1])
                                     : is_blocked(maps, count, low[0], high[0], low[1] + from, high[1] + to);
                low[axis] += way;
                high[axis] += way;
                const fx side = axis == 0 ? size.x : size.y;
                wrong += ends[axis] - side / 2 != low[axis];
                wrong += told[axis] != (way == ways[axis] ? 0 : ways[axis] < 0 ? -FX_ONE : FX_ONE);
                stopped += told[axis] != 0;
            }
            inside += is_blocked(maps, count, low[0], high[0], low[1], high[1]);
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(inside, 0);
    CHECK_EQ(crossed, 0);
    CHECK(tried > 400 && stopped > 150);
    TEST_INFO("%u boxes, %u sides met something", (unsigned)tried, (unsigned)stopped);
}

/* A box tunnels through no wall, however fast it moves. */
TEST(tilemap_slide_never_tunnels) {
    ox_tile_map map;
    ox_tile_changes changes;
    build_map(&built, SIDE, SIDE, 1, 1);
    build_flags(&built, 1, OX_TILE_SOLID);
    for (uint32_t i = 0; i < SIDE; i++) build_cell(&built, 0, i, SIDE - 1, 1);
    open_built(&map, &changes);
    for (fx by = -FX(1); by > FX(-30000); by = by * 2) {
        ox_tile_box box = {{FX(5.25), FX(-3)}, {FX_HALF, FX_HALF}};
        const vec2 met = ox_tile_slide(&map, 1, &box, (vec2){0, by});
        CHECK(box.middle.y >= FX(-10.75));
        CHECK_EQ(met.y, by <= FX(-8) ? -FX_ONE : 0);
    }
    ox_tile_box far = {{FX(-20000), FX(-10.5)}, {FX_ONE, FX_ONE}};
    build_cell(&built, 0, 0, 10, 1);
    CHECK_EQ(ox_tile_slide(&map, 1, &far, (vec2){FX_MAX, 0}).x, FX_ONE);
    CHECK_EQ(far.middle.x, FX(-0.5));
    map.wrap = 3;
    far.middle = (vec2){FX(5), FX(-5)}; /* the box falls on the floor of the row of maps below */
    build_cell(&built, 0, 5, SIDE - 1, 255);
    build_cell(&built, 0, 4, SIDE - 1, 255);
    CHECK_EQ(ox_tile_slide(&map, 1, &far, (vec2){0, FX(-25)}).y, 0); /* every map has a hole there */
    CHECK_EQ(far.middle.y, FX(-30));
}

/* One-way tiles stop a box that comes from above, and no other movement. */
TEST(tilemap_slide_one_way_tiles) {
    ox_tile_map map;
    ox_tile_changes changes;
    build_map(&built, 4, 8, 1, 1);
    build_flags(&built, 2, OX_TILE_ONE_WAY);
    build_cell(&built, 0, 1, 4, 2);
    open_built(&map, &changes);
    ox_tile_box box = {{FX(1.5), FX(-6.5)}, {FX(0.8), FX(0.8)}};
    CHECK_EQ(ox_tile_slide(&map, 1, &box, (vec2){0, FX(1.9)}).y, 0); /* up, through the tile's lower edge */
    /* down, while the box overlaps the tile */
    CHECK_EQ(ox_tile_slide(&map, 1, &box, (vec2){0, FX(-0.2)}).y, 0);
    CHECK_EQ(ox_tile_slide(&map, 1, &box, (vec2){FX(1.5), 0}).x, 0); /* sideways */
    CHECK_EQ(ox_tile_slide(&map, 1, &box, (vec2){FX(-1.5), 0}).x, 0);
    CHECK_EQ(ox_tile_slide(&map, 1, &box, (vec2){0, FX(3)}).y, 0);
    CHECK_EQ(ox_tile_slide(&map, 1, &box, (vec2){0, FX(-5)}).y, -FX_ONE);
    CHECK_EQ(box.middle.y, FX(-4) + box.size.y / 2);
    box.middle.y -= FX(0.1); /* the box is lowered below the edge */
    CHECK_EQ(ox_tile_slide(&map, 1, &box, (vec2){0, FX(-3)}).y, 0);
}

/* A box that begins inside a wall may leave it. */
TEST(tilemap_slide_leaves_walls) {
    ox_tile_map map;
    ox_tile_changes changes;
    build_map(&built, 4, 4, 1, 1);
    build_flags(&built, 1, OX_TILE_SOLID);
    build_cell(&built, 0, 1, 1, 1);
    open_built(&map, &changes);
    ox_tile_box box = {{FX(1.5), FX(-1.5)}, {FX_HALF, FX_HALF}};
    CHECK_EQ(ox_tile_slide(&map, 1, &box, (vec2){FX(1.5), 0}).x, 0);
    CHECK_EQ(ox_tile_slide(&map, 1, &box, (vec2){FX(-1.5), 0}).x, -FX_ONE);
    CHECK_EQ(box.middle.x, FX(2.25));
}

PLAIN_ROW(ox_tile_map, open, DONE(ox_tile_map_open(it, built.map.bytes, built.set.bytes)), OX_CLEAR(it))

TEST(tilemap_map_ends_clear) {
    static uint64_t memory[64];
    ox_arena arena = {0};
    const life_bench bench = {.arena = &arena};
    CHECK_EQ(ox_arena_open(&arena, memory, sizeof memory), OX_OK);
    build_map(&built, 5, 4, 2, 1);
    CHECK(life_is_led(&LIFE_OF(ox_tile_map), &bench));
}

/* R2D-031: rows of a map follow one another without end, each once a round; the same seed gives the same level at whatever place one looks first, another seed another
 * one; each column is that of one sequence, so no seam has a gap or a column twice. */
TEST(tilemap_map_sequences_have_no_end) {
    enum { COLUMNS = 5, ROWS = 6, SEQUENCE = 2, COUNT = ROWS / SEQUENCE, FAR = 4000 };
    ox_tile_map map;
    uint32_t wrong = 0, others = 0, twice = 0;
    build_map(&built, COLUMNS, ROWS, 1, 2);
    for (uint32_t i = 0; i < COLUMNS * ROWS; i++) build_cell(&built, 0, i % COLUMNS, i / COLUMNS, i % 16);
    ox_tile_map_open(&map, built.map.bytes, built.set.bytes);
    CHECK(!ox_tile_map_shuffle(&map, ROWS + 1, 1));
    CHECK_EQ(ox_tile_map_tile(&map, 0, (ox_cell){COLUMNS, 0}), OX_TILE_NOTHING);
    CHECK(ox_tile_map_shuffle(&map, SEQUENCE, 77));
    for (int32_t round = -FAR; round < FAR; round++) {
        uint32_t met = 0;
        for (int32_t i = 0; i < COUNT; i++) {
            const uint32_t sequence = ox_tile_map_sequence(&map, round * COUNT + i);
            met |= 1u << sequence;
            for (int32_t column = 0; column < COLUMNS; column++)
                for (int32_t row = 0; row < SEQUENCE; row++) {
                    const ox_cell at = {(round * COUNT + i) * COLUMNS + column, row};
                    const uint32_t own = (sequence * SEQUENCE + (uint32_t)row) * COLUMNS + (uint32_t)column;
                    wrong += ox_tile_map_tile(&map, 0, at) != (int32_t)(own % 16);
                }
        }
        twice += met != (1u << COUNT) - 1u;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(twice, 0);
    CHECK_EQ(ox_tile_map_tile(&map, 0, (ox_cell){0, SEQUENCE}), OX_TILE_NOTHING);
    CHECK_EQ(ox_tile_map_tile(&map, 0, (ox_cell){0, -1}), OX_TILE_NOTHING);
    ox_tile_map other = map, same = map;
    CHECK(ox_tile_map_shuffle(&other, SEQUENCE, 78) && ox_tile_map_shuffle(&same, SEQUENCE, 77));
    for (int32_t place = 0; place < FAR; place++) {
        others += ox_tile_map_sequence(&map, place) != ox_tile_map_sequence(&other, place);
        wrong += ox_tile_map_sequence(&map, FAR - place) != ox_tile_map_sequence(&same, FAR - place);
    }
    CHECK(others > FAR / 4);
    CHECK_EQ(wrong, 0);
    CHECK(ox_tile_map_shuffle(&map, 3, 5)); /* two pieces alone take turns, either one first */
    for (int32_t place = -50; place < 50; place += 2)
        wrong += ox_tile_map_sequence(&map, place) == ox_tile_map_sequence(&map, place + 1);
    CHECK_EQ(wrong, 0);
    CHECK(ox_tile_map_shuffle(&map, 0, 5));
    CHECK_EQ(ox_tile_map_tile(&map, 0, (ox_cell){0, SEQUENCE}), SEQUENCE * COLUMNS % 16);
}
