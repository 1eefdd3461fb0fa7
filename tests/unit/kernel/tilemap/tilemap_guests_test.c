/* PHY-075: who stands in which cells. */
#include "fixedmath/random.h"
#include "kernel/tilemap/guests.h"
#include "tests/test.h"

#include <string.h>

enum { COLUMNS = 23, ROWS = 17, ROOM = 40 };

static ox_tile_guest list[ROOM];
static uint16_t cells[COLUMNS * ROWS];

/* Counts anew who stands where, from the list alone; false: two share a cell, or the layer says something else. */
static bool agrees(const ox_tile_guests *g) {
    static uint32_t who[COLUMNS * ROWS];
    memset(who, 0, sizeof who);
    for (uint32_t i = 0; i < g->count; i++)
        for (uint32_t y = g->list[i].y; y < (uint32_t)g->list[i].y + g->list[i].rows; y++)
            for (uint32_t x = g->list[i].x; x < (uint32_t)g->list[i].x + g->list[i].columns; x++) {
                if (who[y * COLUMNS + x] != 0) return false;
                who[y * COLUMNS + x] = g->list[i].who;
            }
    for (uint32_t i = 0; i < COLUMNS * ROWS; i++)
        if (ox_tile_guests_at(g, (int32_t)(i % COLUMNS), (int32_t)(i / COLUMNS)) != who[i]) return false;
    return true;
}

/* A hundred thousand moves of things of one to three cells: they never share a cell, and the layer is that of a count. */
TEST(tilemap_guests_never_share_a_cell) {
    ox_tile_guests g;
    rng32 random = rng32_seed(3, 1);
    uint32_t entered = 0, refused = 0;
    ox_tile_guests_reset(&g, list, ROOM, cells, COLUMNS, ROWS);
    for (uint32_t move = 0; move < TEST_ROUNDS(100000u); move++) {
        const uint32_t who = 1000 + rng32_next(&random) % 48;
        if (rng32_next(&random) % 8 == 0) {
            const bool had = ox_tile_guests_leave(&g, who);
            CHECK(!had || !ox_tile_guests_leave(&g, who));
        } else {
            const ox_tile_area area = {
                (uint16_t)(rng32_next(&random) % (COLUMNS + 1)), (uint16_t)(rng32_next(&random) % (ROWS + 1)),
                (uint8_t)(1 + rng32_next(&random) % 3), (uint8_t)(1 + rng32_next(&random) % 3)};
            bool taken = false;
            const bool outside = area.x + area.columns > COLUMNS || area.y + area.rows > ROWS;
            for (int32_t y = area.y; y < area.y + area.rows; y++)
                for (int32_t x = area.x; x < area.x + area.columns; x++) {
                    const uint32_t there = ox_tile_guests_at(&g, x, y);
                    taken = taken || (there != 0 && there != who);
                }
            const ox_status status = ox_tile_guests_enter(&g, who, &area);
            CHECK(status == OX_FULL || (status == OX_OK) == (!taken && !outside));
            CHECK(status != OX_FULL || g.count == ROOM);
            entered += status == OX_OK;
            refused += status == OX_ALREADY_THERE;
        }
        if (move % 16 == 0) CHECK(agrees(&g));
    }
    CHECK(agrees(&g));
    CHECK(entered > 1000 && refused > 1000);
}

TEST(tilemap_guests_have_cells_of_the_map) {
    ox_tile_guests g;
    ox_tile_guests_reset(&g, list, 2, cells, COLUMNS, ROWS);
    CHECK_EQ(ox_tile_guests_enter(&g, 7, &(ox_tile_area){0, 0, 0, 1}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_tile_guests_enter(&g, 0, &(ox_tile_area){0, 0, 1, 1}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_tile_guests_enter(&g, 7, &(ox_tile_area){COLUMNS - 1, ROWS - 1, 1, 1}), OX_OK);
    CHECK_EQ(ox_tile_guests_enter(&g, 7, &(ox_tile_area){COLUMNS - 2, ROWS - 1, 2, 1}),
             OX_OK); /* over itself */
    CHECK_EQ(ox_tile_guests_enter(&g, 8, &(ox_tile_area){COLUMNS - 1, 0, 2, 1}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_tile_guests_enter(&g, 8, &(ox_tile_area){COLUMNS - 1, ROWS - 2, 1, 2}), OX_ALREADY_THERE);
    CHECK_EQ(ox_tile_guests_enter(&g, 8, &(ox_tile_area){0, 0, 1, 1}), OX_OK);
    CHECK_EQ(ox_tile_guests_enter(&g, 9, &(ox_tile_area){1, 0, 1, 1}), OX_FULL);
    CHECK_EQ(ox_tile_guests_at(&g, -1, 0), 0);
    CHECK_EQ(ox_tile_guests_at(&g, 0, ROWS), 0);
    CHECK_EQ(ox_tile_guests_at(&g, COLUMNS - 2, ROWS - 1), 7);
    CHECK(ox_tile_guests_leave(&g, 7) && !ox_tile_guests_leave(&g, 7));
    CHECK_EQ(ox_tile_guests_at(&g, COLUMNS - 2, ROWS - 1), 0);
    CHECK_EQ(ox_tile_guests_at(&g, 0, 0), 8);
}
