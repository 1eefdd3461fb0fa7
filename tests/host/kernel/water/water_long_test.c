/* Long runs of water: against the modes of a membrane, in double precision, against rims and beaches. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/water/grid.h"
#include "tests/test.h"

static const double PI = 3.14159265358979323846;

enum { SIDE = 33, LONG = 512 };

typedef struct pool {
    int16_t now[SIDE * SIDE], before[SIDE * SIDE], rests[SIDE * SIDE];
    ox_water_grid grid;
} pool;

static void fill(pool *p, uint16_t part) {
    memset(p, 0, sizeof *p);
    p->grid = (ox_water_grid){.columns = SIDE,
                              .rows = SIDE,
                              .stride = SIDE,
                              .part = part,
                              .keep = OX_WATER_KEEPS_ALL,
                              .heights = p->now,
                              .before = p->before,
                              .rests = p->rests};
}

/* The mode (m, n) of a square pool goes on as cos(c w t), w = (pi / L) sqrt(m^2 + n^2). */
static double mode_error(int m, int n, double part) {
    pool p;
    const double high = 16000, length = SIDE - 1, c = sqrt((uint16_t)(part * 16384) / 16384.0),
                 w = PI / length * sqrt(m * m + n * n);
    const int steps = (int)(2 * PI / (c * w));
    double worst = 0;
    fill(&p, (uint16_t)(part * 16384));
    for (int z = 0; z < SIDE; z++)
        for (int x = 0; x < SIDE; x++) {
            const double y = high * sin(m * PI * x / length) * sin(n * PI * z / length);
            p.now[z * SIDE + x] = (int16_t)lrint(y);
            p.before[z * SIDE + x] = (int16_t)lrint(y * cos(c * w));
        }
    for (int step = 1; step <= steps; step++) {
        ox_water_step(&p.grid);
        for (int z = 0; z < SIDE; z++)
            for (int x = 0; x < SIDE; x++) {
                const double y =
                    high * sin(m * PI * x / length) * sin(n * PI * z / length) * cos(c * w * step);
                worst = fmax(worst, fabs(ox_water_cell(&p.grid, (uint32_t)x, (uint32_t)z) - y) / high);
            }
    }
    return worst;
}

TEST(water_first_mode_follows_the_membrane) {
    static const double parts[] = {0.05, 0.25, 0.4, 0.5};
    for (size_t i = 0; i < 4; i++) {
        const double error = mode_error(1, 1, parts[i]);
        TEST_INFO("A = %.2f: off by %.4f of the height in a period", parts[i], error);
        CHECK(error < 0.01);
    }
}

/* An impulse in the middle, in doubles: its greatest height after 400 steps. */
static double impulse(double part) {
    static double grids[2][SIDE][SIDE];
    memset(grids, 0, sizeof grids);
    grids[0][SIDE / 2][SIDE / 2] = grids[1][SIDE / 2][SIDE / 2] = 1;
    double most = 0;
    for (int step = 0; step < 400; step++) {
        double(*now)[SIDE] = grids[step % 2], (*was)[SIDE] = grids[1 - step % 2];
        most = 0;
        for (int z = 1; z < SIDE - 1; z++)
            for (int x = 1; x < SIDE - 1; x++) {
                const double y = part * (now[z][x - 1] + now[z][x + 1] + now[z - 1][x] + now[z + 1][x]) +
                                 (2 - 4 * part) * now[z][x] - was[z][x];
                was[z][x] = y;
                most = fmax(most, fabs(y));
            }
    }
    return most;
}

/* Above 1/2 waves explode; the grid counts such a part as 1/2 and stays where it is. */
TEST(water_parts_above_a_half_explode_and_are_not_taken) {
    TEST_INFO("A = 0.25: %.3f, 0.5: %.3f, 0.51: %.2g", impulse(0.25), impulse(0.5), impulse(0.51));
    CHECK(fabs(impulse(0.25) - 0.077) < 0.001);
    CHECK(fabs(impulse(0.5) - 0.130) < 0.001);
    CHECK(impulse(0.51) > 1e30);
    pool p;
    fill(&p, (uint16_t)(0.51 * 16384));
    ox_water_splash(&p.grid, SIDE / 2, SIDE / 2, 8000, OX_WATER_DROPPED);
    int32_t most = 0;
    for (int step = 0; step < 1000; step++) {
        most = 0;
        ox_water_step(&p.grid);
        for (int i = 0; i < SIDE * SIDE; i++)
            most = abs(p.grid.heights[i]) > most ? abs(p.grid.heights[i]) : most;
    }
    CHECK(most < 8000);
}

/* How much of a pulse that goes to the far end of a line comes back, where the last `width` cells keep 1 to 1 - loss of the map's kind. c dt / h = 1/2. */
static double returned(ox_water_map kind, int width, double loss) {
    static int16_t now[LONG], before[LONG], rests[LONG];
    memset(rests, 0, sizeof rests);
    static uint8_t map[LONG];
    const double middle = 150, high = 8000;
    const int end = LONG - 1;
    for (int x = 0; x < LONG; x++) {
        now[x] = (int16_t)lrint(high * exp(-pow((x - middle) / 8, 2)));
        before[x] = (int16_t)lrint(high * exp(-pow((x - (middle - 0.5)) / 8, 2)));
        const int into = x - (end - 1 - width);
        const double keep = into > 0 ? 1 - loss * into / width : 1;
        map[x] = (uint8_t)lrint(255 * keep);
    }
    map[end] = OX_WATER_LAND;
    ox_water_grid g = {.map_kind = (uint8_t)kind,
                       .columns = LONG,
                       .rows = 1,
                       .stride = LONG,
                       .part = 4096,
                       .keep = OX_WATER_KEEPS_ALL,
                       .heights = now,
                       .before = before,
                       .rests = rests,
                       .map = map};
    const int steps = (int)(4 * (end - middle)); /* half a cell a step, there and back as far */
    for (int step = 0; step < steps; step++) ox_water_step(&g);
    int most = 0;
    for (int x = 0; x < end - width - 30; x++) most = abs(g.heights[x]) > most ? abs(g.heights[x]) : most;
    CHECK_EQ(g.heights[end], 0);
    return most / high;
}

TEST(water_walls_throw_waves_back_and_beaches_swallow_them) {
    const double wall = returned(OX_WATER_SPEEDS, 1, 0), shallow = returned(OX_WATER_HEIGHTS, 32, 0.01),
                 steep = returned(OX_WATER_HEIGHTS, 8, 1), beach = returned(OX_WATER_SPEEDS, 32, 0.1),
                 eight = returned(OX_WATER_SPEEDS, 8, 0.4), sixteen = returned(OX_WATER_SPEEDS, 16, 0.2);
    TEST_INFO("a wall %.3f; heights: steep %.3f, shallow %.3f; speeds: 32 cells %.3f, 16 %.3f, 8 %.3f", wall,
              steep, shallow, beach, sixteen, eight);
    CHECK(wall > 0.95);
    CHECK(steep > 0.9);
    CHECK(shallow < 0.6);
    CHECK(beach < 0.25);
    CHECK(sixteen < 0.4);
}

/* A thousand steps of columns with a source and a drain: what is there is what came less what went. */
TEST(water_columns_keep_account) {
    static int16_t depth[SIDE * SIDE], along[SIDE * SIDE], across[SIDE * SIDE], floor_of[SIDE * SIDE];
    int64_t poured = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE - SIDE / 2, z = i / SIDE - SIDE / 2;
        depth[i] = along[i] = across[i] = 0;
        floor_of[i] = (int16_t)(8 * (x * x + z * z));
    }
    ox_water_grid g = {.kind = OX_WATER_COLUMNS,
                       .columns = SIDE,
                       .rows = SIDE,
                       .stride = SIDE,
                       .part = 1200,
                       .keep = 16300,
                       .heights = depth,
                       .along = along,
                       .across = across,
                       .floor = floor_of};
    for (int step = 0; step < 1000; step++) {
        poured += ox_water_pour(&g, 4, 6, 900);
        poured += ox_water_pour(&g, 20, 20, -300);
        ox_water_step(&g);
        int64_t least = 0;
        for (int i = 0; i < SIDE * SIDE; i++) least = depth[i] < least ? depth[i] : least;
        CHECK_EQ(least, 0);
    }
    CHECK_EQ(ox_water_sum(&g), poured);
    CHECK(poured > 0);
    for (int step = 0; step < 3000 && !g.still; step++) ox_water_step(&g);
    int low = INT32_MAX, high = INT32_MIN;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        if (depth[i] > 0) {
            const int y = ox_water_cell(&g, i % SIDE, i / SIDE);
            low = y < low ? y : low;
            high = y > high ? y : high;
        }
    TEST_INFO("wet cells are level to %d of 4096 to the metre, still %d", high - low, g.still);
    CHECK(high - low <= 200);
}

/* Rows of 33 cells that lie 36 apart give the same heights. */
TEST(water_long_rows_further_apart) {
    enum { APART = 36 };
    static int16_t now[SIDE * APART], before[SIDE * APART], rests[SIDE * APART];
    pool p;
    fill(&p, 2000);
    ox_water_grid padded = p.grid;
    memset(now, 0, sizeof now);
    memset(before, 0, sizeof before);
    memset(rests, 0, sizeof rests);
    padded.stride = APART;
    padded.heights = now;
    padded.before = before;
    padded.rests = rests;
    ox_water_splash(&p.grid, 5, 9, 3000, OX_WATER_DROPPED);
    ox_water_splash(&padded, 5, 9, 3000, OX_WATER_DROPPED);
    for (int step = 0; step < 300; step++) {
        ox_water_step(&p.grid);
        ox_water_step(&padded);
    }
    int differ = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        differ += ox_water_cell(&p.grid, i % SIDE, i / SIDE) != ox_water_cell(&padded, i % SIDE, i / SIDE);
    CHECK_EQ(differ, 0);
}
