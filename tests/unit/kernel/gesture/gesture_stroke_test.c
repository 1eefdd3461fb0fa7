/* Features of strokes, and what long and short ones become. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/gesture/stroke.h"
#include "tests/test.h"

/* A stroke through points that are so many steps apart. */
static void draw(ox_stroke *stroke, const int16_t (*points)[2], int count, uint16_t steps) {
    ox_stroke_begin(stroke);
    for (int i = 0; i < count; i++) {
        stroke->steps = (uint16_t)(i * steps);
        ox_stroke_add(stroke, points[i][0], points[i][1]);
    }
}

TEST(gesture_stroke_features_of_a_corner) {
    static const int16_t corner[][2] = {{0, 0}, {10, 0}, {20, 0}, {20, 10}, {20, 20}};
    ox_stroke stroke;
    int32_t f[OX_STROKE_FEATURES];
    draw(&stroke, corner, 5, 10);
    CHECK_EQ(stroke.count, 5);
    ox_stroke_features(&stroke, f);
    CHECK(f[0] == 32768 && f[1] == 0);
    CHECK_EQ(f[2], 452); /* 28.28 pixels */
    CHECK_EQ(f[3], 8192);
    CHECK_EQ(f[4], 452);
    CHECK_NEAR(f[5], 23170, 40);
    CHECK_NEAR(f[6], 23170, 40);
    CHECK_EQ(f[7], 640);
    CHECK(f[8] == 16384 && f[9] == 16384 && f[10] == 16384 * 16);
    CHECK_EQ(f[11], 256); /* 1 pixel a step */
    CHECK_EQ(f[12], 40);
    CHECK_EQ(f[13], 400);
    CHECK(f[14] == 320 && f[15] == 0 && f[16] == 0 && f[17] == 0);
    /* The same the other way round turns to the other side. */
    static const int16_t back[][2] = {{20, 20}, {20, 10}, {20, 0}, {10, 0}, {0, 0}};
    draw(&stroke, back, 5, 5);
    ox_stroke_features(&stroke, f);
    CHECK(f[0] == 0 && f[1] == -32768 && f[8] == -16384 && f[9] == 16384 && f[11] == 4 * 256 && f[12] == 20);
    CHECK(f[16] == 320 && f[17] == 320);
}

TEST(gesture_stroke_points_lie_apart) {
    ox_stroke stroke;
    int32_t f[OX_STROKE_FEATURES];
    ox_stroke_begin(&stroke);
    ox_stroke_features(&stroke, f); /* of nothing */
    for (int i = 0; i < OX_STROKE_FEATURES; i++) CHECK_EQ(f[i], 0);
    for (int i = 0; i < 30; i++) ox_stroke_add(&stroke, i / 3, 0); /* a third of a pixel a step */
    CHECK_EQ(stroke.count, 4);
    CHECK(stroke.points[1].x == 3 && stroke.points[1].step == 9 && stroke.steps == 30);
    for (int i = 0; i < 70000; i++)
        ox_stroke_add(&stroke, 9, 0); /* steps end where they can be told no more */
    CHECK(stroke.count == 4 && stroke.steps == UINT16_MAX);
    /* The longest line there is keeps its shape: a square spiral of thousands of points. */
    ox_stroke_begin(&stroke);
    int x = 0, y = 0;
    for (int side = 1; side < 60; side++)
        for (int i = 0; i < side * 5; i++) {
            x += (side & 3) == 0 ? 4 : (side & 3) == 2 ? -4 : 0;
            y += (side & 3) == 1 ? 4 : (side & 3) == 3 ? -4 : 0;
            ox_stroke_add(&stroke, x, y);
        }
    CHECK(stroke.count > 32 && stroke.count <= OX_STROKE_POINTS && stroke.points[0].x == 0);
    ox_stroke_features(&stroke, f);
    CHECK(f[7] > 16 * 3000 && f[9] > 65536);
}

/* Any points: nothing overflows, and the features of both ends of the range are told. */
TEST(gesture_stroke_features_of_any_points) {
    rng32 random = {11};
    ox_stroke stroke;
    int32_t f[OX_STROKE_FEATURES];
    for (int i = 0; i < 3000; i++) {
        const uint32_t count = rng_below(&random, 90), reach = rng_below(&random, 2) != 0 ? 65536 : 40;
        ox_stroke_begin(&stroke);
        for (uint32_t k = 0; k < count; k++) {
            ox_stroke_add(&stroke, (int32_t)rng_below(&random, reach) - (int32_t)(reach / 2),
                          (int32_t)rng_below(&random, reach) - (int32_t)(reach / 2));
            stroke.steps = (uint16_t)(stroke.steps + rng_below(&random, 3));
        }
        ox_stroke_features(&stroke, f);
        CHECK(f[0] >= -32768 && f[0] <= 32768 && f[1] >= -32768 && f[1] <= 32768);
        CHECK(f[3] >= 0 && f[3] <= 16384 && f[9] >= 0 && f[2] >= f[4] - 1 && f[7] >= f[4] - (int32_t)count);
        CHECK(f[12] >= 0 && f[13] >= 0 && f[14] >= 0 && f[15] >= 0);
    }
}
