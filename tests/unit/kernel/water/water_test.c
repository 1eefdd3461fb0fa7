/* Tests of water: steps of waves and columns, splashes, looking, bodies that float. Long runs and waves against the rim stand in tests/host/kernel/water. */
#include <string.h>

#include "fixedmath/quaternion.h"
#include "fixedmath/vector.h"
#include "kernel/water/float.h"
#include "tests/test.h"

enum { SIDE = 9, CELLS = 16 * 16 };

/* Grids with arrays of their own. */
typedef struct pool {
    ox_water_grid grid;
    int16_t layers[4][CELLS];
    uint8_t map[CELLS];
} pool;

static void fill(pool *p, uint16_t columns, uint16_t rows, uint16_t part) {
    memset(p, 0, sizeof *p);
    memset(p->map, OX_WATER_FREE, sizeof p->map);
    p->grid = (ox_water_grid){.kind = OX_WATER_WAVES,
                              .columns = columns,
                              .rows = rows,
                              .stride = columns,
                              .part = part,
                              .keep = OX_WATER_KEEPS_ALL,
                              .heights = p->layers[0],
                              .before = p->layers[1],
                              .floor = p->layers[3],
                              .along = p->layers[1],
                              .across = p->layers[2]};
}

/* A quadrant from the middle, the same in all four. */
static void check_quadrant(const ox_water_grid *g, const int16_t want[4][4]) {
    for (int32_t z = -3; z <= 3; z++)
        for (int32_t x = -3; x <= 3; x++) {
            const int32_t row = SIDE / 2 + z, column = SIDE / 2 + x;
            CHECK_EQ(ox_water_cell(g, (uint32_t)column, (uint32_t)row), want[z < 0 ? -z : z][x < 0 ? -x : x]);
        }
}

TEST(water_waves_from_a_height_of_the_middle) {
    static const int16_t want[3][4][4] = {
        {{-256, 128, 0, 0}, {128, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
        {{0, -128, 64, 0}, {-128, 128, 0, 0}, {64, 0, 0, 0}, {0, 0, 0, 0}},
        {{0, 32, -64, 32}, {32, -128, 96, 0}, {-64, 96, 0, 0}, {32, 0, 0, 0}}};
    pool p;
    fill(&p, SIDE, SIDE, OX_WATER_MOST_PART);
    ox_water_splash(&p.grid, 4, 4, 256, OX_WATER_DROPPED);
    for (int i = 0; i < 3; i++) {
        ox_water_step(&p.grid);
        check_quadrant(&p.grid, want[i]);
    }
}

TEST(water_waves_from_a_blow_to_the_middle) {
    static const int16_t want[2][4][4] = {{{0, 128, 0, 0}, {128, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
                                          {{0, 0, 64, 0}, {0, 128, 0, 0}, {64, 0, 0, 0}, {0, 0, 0, 0}}};
    pool p;
    fill(&p, SIDE, SIDE, OX_WATER_MOST_PART);
    ox_water_splash(&p.grid, 4, 4, 256, OX_WATER_STRUCK);
    for (int i = 0; i < 2; i++) {
        ox_water_step(&p.grid);
        check_quadrant(&p.grid, want[i]);
    }
}

/* The same with three grids of their own for a thousand steps; the four directions stay alike. */
TEST(water_waves_equal_a_reference_of_three_grids) {
    static int16_t grids[3][SIDE][SIDE];
    pool p;
    int differ = 0, crooked = 0;
    memset(grids, 0, sizeof grids);
    fill(&p, SIDE, SIDE, OX_WATER_MOST_PART);
    ox_water_splash_wide(&p.grid, 4, 4, 2000, OX_WATER_DROPPED);
    memcpy(grids[0], p.grid.heights, sizeof grids[0]);
    memcpy(grids[1], p.grid.heights, sizeof grids[1]);
    for (int step = 0; step < 1000; step++) {
        int16_t(*const now)[SIDE] = grids[(step + 1) % 3], (*const was)[SIDE] = grids[step % 3],
                       (*const next)[SIDE] = grids[(step + 2) % 3];
        for (int z = 1; z < SIDE - 1; z++)
            for (int x = 1; x < SIDE - 1; x++)
                next[z][x] =
                    (int16_t)(fx_sra32(now[z][x - 1] + now[z][x + 1] + now[z - 1][x] + now[z + 1][x], 1) -
                              was[z][x]);
        ox_water_step(&p.grid);
        for (uint32_t z = 0; z < SIDE; z++)
            for (uint32_t x = 0; x < SIDE; x++) {
                const int32_t y = ox_water_cell(&p.grid, x, z);
                differ += y != next[z][x];
                crooked += y != ox_water_cell(&p.grid, 8 - x, z) || y != ox_water_cell(&p.grid, z, x);
            }
    }
    CHECK_EQ(differ, 0);
    CHECK_EQ(crooked, 0);
}

/* Rows that lie further apart give the same heights, whatever the part, and whatever is lost. */
TEST(water_waves_of_rows_further_apart) {
    pool p, padded;
    fill(&p, SIDE, SIDE, 3000);
    fill(&padded, SIDE, SIDE, 3000);
    padded.grid.stride = 12;
    p.grid.keep = padded.grid.keep = 16300;
    p.grid.rests = p.layers[2];
    padded.grid.rests = padded.layers[2];
    ox_water_splash_wide(&p.grid, 4, 4, 2000, OX_WATER_STRUCK);
    ox_water_splash_wide(&padded.grid, 4, 4, 2000, OX_WATER_STRUCK);
    for (int step = 0; step < 60; step++) {
        ox_water_step(&p.grid);
        ox_water_step(&padded.grid);
    }
    for (uint32_t z = 0; z < SIDE; z++)
        for (uint32_t x = 0; x < SIDE; x++)
            CHECK_EQ(ox_water_cell(&p.grid, x, z), ox_water_cell(&padded.grid, x, z));
    CHECK(!p.grid.still);
}

/* A ring grows by a cell a step; a part above 1/2 counts as 1/2; nothing passes the ends of int16. */
TEST(water_waves_go_a_cell_a_step) {
    pool p;
    fill(&p, 15, 15, 60000);
    ox_water_splash(&p.grid, 7, 7, 256, OX_WATER_DROPPED);
    for (uint32_t step = 1; step < 7; step++) {
        ox_water_step(&p.grid);
        CHECK(ox_water_cell(&p.grid, 7 + step, 7) != 0);
        if (step < 6) CHECK_EQ(ox_water_cell(&p.grid, 8 + step, 7), 0);
    }
    for (int i = 0; i < 40; i++) {
        ox_water_splash(&p.grid, 7, 7, INT32_MAX, OX_WATER_STRUCK);
        ox_water_step(&p.grid);
        CHECK(ox_water_cell(&p.grid, 7, 7) > INT16_MIN);
    }
    CHECK_EQ(ox_water_part(2 * FX_ONE, 4 * FX_ONE, 60), 291);                 /* (2 * 4 / 60)^2 */
    CHECK(ox_water_part(100 * FX_ONE, 64 * FX_ONE, 60) > OX_WATER_MOST_PART); /* for the caller to see */
    CHECK_EQ(ox_water_part(-FX_ONE, 4 * FX_ONE, 60), 0);
}

/* Land stays at 0; still water stays still, and costs no step. */
TEST(water_land_and_still_water) {
    pool p;
    fill(&p, 12, 12, 4000);
    p.grid.map = p.map;
    for (int z = 0; z < 12; z++)
        for (int x = 6; x < 12; x++) p.map[z * 12 + x] = OX_WATER_LAND;
    ox_water_splash(&p.grid, 8, 5, 1000, OX_WATER_DROPPED);
    ox_water_step(&p.grid);
    CHECK(p.grid.still);
    ox_water_splash(&p.grid, 3, 5, 1000, OX_WATER_DROPPED);
    CHECK(!p.grid.still);
    p.grid.rests = p.layers[2];
    p.grid.keep = 16302; /* 0.3 of the speed is lost in a second */
    int steps = 0;
    for (; steps < 3000 && !p.grid.still; steps++) {
        ox_water_step(&p.grid);
        for (uint32_t z = 0; z < 12; z++)
            for (uint32_t x = 6; x < 12; x++) CHECK_EQ(ox_water_cell(&p.grid, x, z), 0);
    }
    TEST_INFO("still after %d steps", steps);
    CHECK(p.grid.still);
}

/* One row is a line. */
TEST(water_a_line_has_waves) {
    pool p;
    fill(&p, 9, 1, OX_WATER_MOST_PART);
    ox_water_splash(&p.grid, 4, 0, 256, OX_WATER_DROPPED);
    ox_water_step(&p.grid); /* A (left + right) + (2 - 2 A) y - y */
    CHECK_EQ(ox_water_cell(&p.grid, 4, 0), 0);
    CHECK_EQ(ox_water_cell(&p.grid, 3, 0), 128);
    CHECK_EQ(ox_water_cell(&p.grid, 5, 0), 128);
}

TEST(water_looking_between_cells) {
    pool p;
    fill(&p, 4, 3, 4000);
    for (int z = 0; z < 3; z++)
        for (int x = 0; x < 4; x++) p.layers[0][z * 4 + x] = (int16_t)(-30 * x + 50 * z);
    CHECK_EQ(ox_water_surface(&p.grid, 2 << 8, 1 << 8), -10);
    CHECK_EQ(ox_water_surface(&p.grid, 3 << 8, 2 << 8), 10);
    CHECK_EQ(ox_water_surface(&p.grid, (1 << 8) + 128, 1 << 8), 5);
    CHECK_EQ(ox_water_surface(&p.grid, 1 << 8, 128), -5);
    CHECK_EQ(ox_water_surface(&p.grid, -5000, 5000), 100); /* as at the rim */
    const ox_water_slope slope = ox_water_slope_at(&p.grid, 1, 1);
    CHECK_EQ(slope.along, 60);
    CHECK_EQ(slope.across, -100);
    ox_water_raise(&p.grid, (1 << 8) + 128, 1 << 8, 64);
    CHECK_EQ(ox_water_cell(&p.grid, 1, 1), 20 + 32);
}

/* ---- columns ---- */

/* Water that stands on one side of a floor with a step comes level, none is lost, none is below 0. */
TEST(water_columns_come_level_and_lose_nothing) {
    pool p;
    fill(&p, 12, 10, 1500);
    p.grid.kind = OX_WATER_COLUMNS;
    p.grid.keep = 15600;
    for (int i = 0; i < 120; i++) {
        p.layers[3][i] = (int16_t)(i % 12 > 7 ? 600 : -4000);
        p.layers[0][i] = (int16_t)(i % 12 < 3 ? 20000 : 0);
    }
    const int64_t all = ox_water_sum(&p.grid);
    int below = 0;
    for (int step = 0; step < 600; step++) {
        ox_water_step(&p.grid);
        for (int i = 0; i < 120; i++) below += p.layers[0][i] < 0;
        if (step % 50 == 0) CHECK_EQ(ox_water_sum(&p.grid), all);
    }
    CHECK_EQ(below, 0);
    CHECK_EQ(ox_water_sum(&p.grid), all);
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (uint32_t i = 0; i < 120; i++) {
        const int32_t y = ox_water_cell(&p.grid, i % 12, i / 12);
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    TEST_INFO("level to %d of 4096 to the metre, still %d", (int)(high - low), (int)p.grid.still);
    CHECK(high - low <= 120);
    CHECK_EQ(ox_water_pour(&p.grid, 5, 5, 1 << 30) > 0, true);
    CHECK_EQ(p.layers[0][5 * 12 + 5], INT16_MAX);
    CHECK_EQ(ox_water_pour(&p.grid, 5, 5, -(1 << 30)), -INT16_MAX);
    CHECK_EQ(ox_water_pour(&p.grid, 12, 5, 100), 0);
}

/* ---- bodies ---- */

static pool sea;

/* Five by five metres of flat water, a cell a metre, with its surface at y = 0. */
static ox_water_bath flat_sea(void) {
    fill(&sea, 11, 11, 4000);
    return (ox_water_bath){.grid = &sea.grid,
                           .corner = {-5 * FX_ONE, 0, -5 * FX_ONE},
                           .per_metre = FX_ONE,
                           .density = 1000 * FX_ONE,
                           .drag = FX_HALF,
                           .pull = FX(9.8),
                           .rate = 60};
}

static fx volume_under(const ox_shape *shape, vec3 at, quat turn, vec3 *moment) {
    const ox_water_bath bath = flat_sea();
    const rig34 pose = {q4_to_rot33(turn), at};
    ox_water_patch patches[OX_WATER_PATCHES];
    const uint32_t count = ox_water_patches(shape, &pose, patches);
    const ox_water_body body = {.middle = at, .mass = 20000 * FX_ONE};
    const ox_water_lift lift = ox_water_float(&bath, &body, patches, count);
    *moment = lift.turn;
    return lift.volume;
}

TEST(water_volume_of_shapes_under_water) {
    const ox_shape cube = ox_shape_box((vec3){FX_HALF, FX_HALF, FX_HALF}), ball = ox_shape_sphere(FX_HALF),
                   pill = ox_shape_capsule(FX_HALF, FX_HALF);
    const quat lying = q4_from_euler((euler16){0, 0, ANG16_90}),
               any = q4_from_euler((euler16){3000, 7000, 12000});
    vec3 moment;
    CHECK_NEAR(volume_under(&cube, (vec3){0, -3 * FX_HALF, 0}, Q4_IDENTITY, &moment), FX_ONE, 8);
    CHECK(v3_length(moment) <= 64);
    CHECK_NEAR(volume_under(&cube, V3_ZERO, Q4_IDENTITY, &moment), FX_HALF, 8);
    CHECK(v3_length(moment) <= 64);
    CHECK_EQ(volume_under(&cube, (vec3){0, FX_ONE, 0}, Q4_IDENTITY, &moment), 0);
    CHECK_NEAR(volume_under(&cube, (vec3){0, -2 * FX_ONE, 0}, any, &moment), FX_ONE, 200);
    CHECK_NEAR(volume_under(&ball, (vec3){0, -2 * FX_ONE, 0}, any, &moment), FX(0.5236), 200);
    CHECK_NEAR(volume_under(&ball, V3_ZERO, any, &moment), FX(0.2618), 100);
    CHECK_NEAR(volume_under(&pill, (vec3){0, -2 * FX_ONE, 0}, any, &moment), FX(1.309), 500);
    CHECK_NEAR(volume_under(&pill, V3_ZERO, lying, &moment), FX(0.6545), 250);
    CHECK_EQ(volume_under(&cube, (vec3){9 * FX_ONE, -FX_ONE, 0}, any, &moment), 0); /* beside the water */
}

/* A tetrahedron as a hull: all faces of a shape count, whatever its form. */
TEST(water_volume_of_a_hull) {
    static const vec3 points[4] = {{0, 0, 0}, {FX_ONE, 0, 0}, {0, FX_ONE, 0}, {0, 0, FX_ONE}};
    static const uint8_t first[5] = {0, 3, 6, 9, 12}, loops[12] = {0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3};
    static const ox_hull hull = {
        .points = points, .first = first, .loops = loops, .point_count = 4, .face_count = 4};
    const ox_shape shape = ox_shape_hull(&hull);
    vec3 moment;
    CHECK_NEAR(
        volume_under(&shape, (vec3){0, -2 * FX_ONE, 0}, q4_from_euler((euler16){900, 100, 5000}), &moment),
        FX_ONE / 6, 60);
}

/* A body that is moved by lift and weight alone. */
static fx settle(fx mass, ox_water_bath *bath, fx current, int32_t steps, vec3 *velocity) {
    const ox_shape cube = ox_shape_box((vec3){FX_HALF, FX_HALF, FX_HALF});
    int64_t at[3] = {0, (int64_t)FX_ONE << 16, 0};
    ox_water_body body = {.mass = mass};
    bath->current[0] = current;
    for (int32_t i = 0; i < steps; i++) {
        ox_water_patch patches[OX_WATER_PATCHES];
        const rig34 pose = {q4_to_rot33(Q4_IDENTITY), {(fx)(at[0] >> 16), (fx)(at[1] >> 16), 0}};
        body.middle = pose.t;
        const uint32_t count = ox_water_patches(&cube, &pose, patches);
        const ox_water_lift lift = ox_water_float(bath, &body, patches, count);
        body.velocity.x += (fx)((int64_t)lift.impulse.x * FX_ONE / mass);
        body.velocity.y += (fx)((int64_t)lift.impulse.y * FX_ONE / mass) - FX(9.8) / 60;
        at[0] += (int64_t)body.velocity.x * 65536 / 60;
        at[1] += (int64_t)body.velocity.y * 65536 / 60;
    }
    *velocity = body.velocity;
    return (fx)(at[1] >> 16);
}

TEST(water_light_bodies_float_and_heavy_ones_sink) {
    ox_water_bath bath = flat_sea();
    vec3 v;
    CHECK_NEAR(settle(500 * FX_ONE, &bath, 0, 600, &v), 0, FX(0.02)); /* half of it under water */
    CHECK(v3_length(v) < FX(0.02));
    CHECK(settle(1200 * FX_ONE, &bath, 0, 200, &v) < -FX_ONE);
    CHECK_NEAR(settle(20 * FX_ONE, &bath, 0, 600, &v), FX(0.48),
               FX(0.02)); /* so light that a step would throw it out */
    (void)settle(500 * FX_ONE, &bath, FX(0.5), 400, &v);
    CHECK_NEAR(v.x, FX(0.5), FX(0.01));
    CHECK_EQ(v.z, 0);
}

/* A blow on water makes waves beside a body that comes in, higher before it and lower behind; water that flows as the body does makes none. */
TEST(water_bodies_make_waves) {
    ox_water_bath bath = flat_sea();
    const ox_shape cube = ox_shape_box((vec3){FX_HALF, FX_HALF, FX_HALF});
    const rig34 pose = {q4_to_rot33(Q4_IDENTITY), {0, -FX_ONE / 4, 0}};
    ox_water_patch patches[OX_WATER_PATCHES];
    const uint32_t count = ox_water_patches(&cube, &pose, patches);
    ox_water_body body = {.middle = pose.t, .velocity = {4 * FX_ONE, 0, 0}, .mass = 500 * FX_ONE};
    ox_water_lift lift = ox_water_float(&bath, &body, patches, count);
    ox_water_wake(&bath, &body, &lift, patches, count);
    CHECK(ox_water_surface(&sea.grid, (5 << 8) + 128, 5 << 8) >
          ox_water_surface(&sea.grid, (4 << 8) + 128, 5 << 8));
    CHECK(!sea.grid.still);
    bath = flat_sea();
    bath.current[0] = 4 * FX_ONE;
    sea.grid.still = true;
    lift = ox_water_float(&bath, &body, patches, count);
    ox_water_wake(&bath, &body, &lift, patches, count);
    CHECK(sea.grid.still);
    CHECK_EQ(lift.impulse.x, 0);
}
