/* Where elements of lens flares lie, how large and bright they are, and what hides a light. */
#include "kernel/flares/flare.h"

#include "fixedmath/matrix.h"
#include "fixedmath/random.h"
#include "fixedmath/scalar.h"
#include "tests/test.h"

static const ox_flare usual = {
    .size = 64 * FX_ONE, .most = 48 * FX_ONE, .alpha = FX(0.8), .colour = 0xFFFFFF};

static ox_flare_spot spot_at(fx distance, int x, int y) {
    const ox_flare_lens lens = {
        .width = 320, .height = 240, .light = {x * FX_ONE, y * FX_ONE}, .scale = FX_ONE};
    ox_flare flare = usual;
    flare.distance = distance;
    return ox_flare_spot_of(&lens, &flare);
}

/* A picture of 320 x 240 with its middle at (160, 120), a light at (280, 30). */
TEST(flare_elements_lie_on_a_line_through_the_middle) {
    static const struct {
        fx distance;
        int x, y;
    } wanted[] = {
        {0, 280, 30}, {FX_HALF, 160, 120}, {FX_ONE, 40, 210}, {-FX_HALF, 400, -60}, {2 * FX_ONE, -200, 390}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const ox_flare_spot spot = spot_at(wanted[i].distance, 280, 30);
        CHECK_EQ(spot.x, wanted[i].x * FX_ONE);
        CHECK_EQ(spot.y, wanted[i].y * FX_ONE);
        CHECK_EQ(spot.width, 16 * FX_ONE);
        CHECK(fx_abs(spot.alpha - FX(0.2)) <= 1);
    }
}

TEST(flare_lights_near_the_middle_are_large_and_bright) {
    ox_flare_spot spot = spot_at(FX_ONE, 160, 120), before;
    CHECK_EQ(spot.width, 48 * FX_ONE);
    CHECK_EQ(spot.alpha, FX(0.8));
    for (int x = 160; x <= 320; x++) {
        before = spot;
        spot = spot_at(FX_ONE, x, 120);
        CHECK(spot.width <= before.width && spot.alpha <= before.alpha);
    }
    spot = spot_at(0, 0, 0);
    CHECK(spot.width == 0 && spot.alpha == 0);
    spot = spot_at(0, -20, -20); /* a little further out than the corner */
    CHECK(spot.width == 0 && spot.alpha == 0);
    spot = spot_at(0, -16000, 16000);
    CHECK(spot.width == 0 && spot.alpha == 0);
}

TEST(flare_sizes_follow_the_light_and_the_limit) {
    ox_flare_lens lens = {
        .width = 320, .height = 240, .light = {280 * FX_ONE, 30 * FX_ONE}, .scale = 2 * FX_ONE};
    ox_flare flare = usual;
    CHECK_EQ(ox_flare_spot_of(&lens, &flare).width, 32 * FX_ONE);
    lens.scale = 4 * FX_ONE;
    CHECK_EQ(ox_flare_spot_of(&lens, &flare).width, 48 * FX_ONE);
    flare.most = 0;
    CHECK_EQ(ox_flare_spot_of(&lens, &flare).width, 64 * FX_ONE);
}

TEST(flare_random_elements_are_those_of_their_seed) {
    ox_flare flare = usual;
    uint32_t others = 0;
    for (uint32_t seed = 0; seed < 100; seed++)
        for (uint32_t i = 0; i < OX_FLARE_COUNT; i++) {
            flare.seed = seed;
            flare.colour = 0x80C0FF;
            const ox_flare one = ox_flare_random(&flare, i), again = ox_flare_random(&flare, i);
            CHECK(one.distance == again.distance && one.size == again.size && one.colour == again.colour);
            CHECK(one.distance >= -FX_ONE / 4 && one.distance <= FX_ONE * 5 / 4);
            CHECK(one.size >= flare.size / 4 && one.size <= flare.size);
            CHECK(one.alpha >= flare.alpha / 2 - 1 && one.alpha <= flare.alpha);
            CHECK((one.colour >> 16) >= 0x40 && (one.colour >> 16) <= 0x80);
            CHECK((one.colour & 0xFF) >= 0x7F);
            flare.seed = seed + 1;
            if (ox_flare_random(&flare, i).distance != one.distance) others++;
        }
    CHECK(others > 3000);
}

TEST(flare_points_are_where_cameras_see_them) {
    rs_camera camera = {.world_to_view = m34_translation(v3(0, 0, 0)),
                        .focal = FX_ONE,
                        .near_plane = FX_HALF,
                        .far_plane = FX(10)};
    fx at[2];
    CHECK(ox_flare_point(&camera, 240, 160, v3(0, 0, -FX_ONE), at));
    CHECK(at[0] == 120 * FX_ONE && at[1] == 80 * FX_ONE);
    /* 90 degrees: the picture's upper border is as high as it is far. Beyond the far plane, too. */
    CHECK(ox_flare_point(&camera, 240, 160, v3(20 * FX_ONE, 20 * FX_ONE, -20 * FX_ONE), at));
    CHECK(at[0] == 200 * FX_ONE && at[1] == 0);
    CHECK(!ox_flare_point(&camera, 240, 160, v3(0, 0, FX_ONE), at));
    CHECK(!ox_flare_point(&camera, 240, 160, v3(0, 0, 0), at));
    CHECK(ox_flare_point(&camera, 240, 160, v3(INT32_MAX, INT32_MIN, -1), at));
    CHECK(at[0] == 16000 * FX_ONE && at[1] == 16000 * FX_ONE);
    camera.aspect = 2 * FX_ONE;
    CHECK(ox_flare_point(&camera, 240, 160, v3(20 * FX_ONE, 20 * FX_ONE, -20 * FX_ONE), at));
    CHECK(at[0] == 160 * FX_ONE && at[1] == 0);
    camera.aspect = 0;
    camera.flat_height = 10 * FX_ONE;
    CHECK(ox_flare_point(&camera, 240, 160, v3(-FX_ONE, 2 * FX_ONE, 5 * FX_ONE), at));
    CHECK(at[0] == 104 * FX_ONE && at[1] == 48 * FX_ONE);
}

TEST(flare_balls_hide_what_is_behind_them) {
    const vec3 eye = v3(0, 0, 0), sun = v3(0, 0, -100 * FX_ONE);
    sphere3 ball = {.centre = v3(0, 0, -10 * FX_ONE), .radius = FX_ONE};
    CHECK(ox_flare_hides(&ball, eye, sun));
    ball.centre.x = FX(0.99);
    CHECK(ox_flare_hides(&ball, eye, sun));
    ball.centre.x = FX(1.01);
    CHECK(!ox_flare_hides(&ball, eye, sun));
    ball.centre = v3(0, 0, 10 * FX_ONE); /* behind the eye */
    CHECK(!ox_flare_hides(&ball, eye, sun));
    ball.centre = v3(0, 0, -110 * FX_ONE); /* behind the sun */
    CHECK(!ox_flare_hides(&ball, eye, sun));
    ball = (sphere3){.centre = v3(0, -FX_ONE, 0), .radius = 20 * FX_ONE}; /* the eye is in it */
    CHECK(!ox_flare_hides(&ball, eye, sun));
    ball.centre.z = -5 * FX_ONE; /* and it lies ahead */
    CHECK(!ox_flare_hides(&ball, eye, sun));
    ball.centre = v3(0, 0, -99 * FX_ONE); /* the sun is in it */
    CHECK(!ox_flare_hides(&ball, eye, sun));
    CHECK(!ox_flare_hides(&ball, eye, eye));
}

/* The ends of numbers neither overflow nor leave the picture's far sides. */
TEST(flare_numbers_at_their_ends) {
    rng32 random = rng32_seed(7, 1);
    rs_camera camera = {.world_to_view = m34_translation(v3(0, 0, 0)), .focal = 120 * FX_ONE};
    for (uint32_t i = 0; i < 2000; i++) {
        fx at[2];
        const vec3 place = v3((fx)rng32_next(&random), (fx)rng32_next(&random), (fx)rng32_next(&random));
        const sphere3 ball = {
            .centre = v3((fx)rng32_next(&random), (fx)rng32_next(&random), (fx)rng32_next(&random)),
            .radius = (fx)(rng32_next(&random) >> 1)};
        (void)ox_flare_hides(&ball, ball.centre, place);
        (void)ox_flare_hides(&ball, v3(INT32_MIN, INT32_MAX, INT32_MIN), place);
        if (!ox_flare_point(&camera, 2048, 2048, place, at)) continue;
        CHECK(fx_abs(at[0]) <= 16000 * FX_ONE && fx_abs(at[1]) <= 16000 * FX_ONE);
        const ox_flare_lens lens = {
            .width = 2048, .height = 2048, .light = {at[0], at[1]}, .scale = INT32_MAX};
        ox_flare flare = usual;
        flare.distance = (i & 1u) != 0 ? 4 * FX_ONE : -4 * FX_ONE;
        flare.size = 4096 * FX_ONE;
        CHECK(ox_flare_spot_of(&lens, &flare).width <= 48 * FX_ONE);
    }
}
