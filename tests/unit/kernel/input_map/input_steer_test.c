/* Trackballs, first persons, gliding. */
#include "kernel/input_map/steer.h"

#include "fixedmath/angle.h"
#include "fixedmath/random.h"
#include "fixedmath/root.h"
#include "fixedmath/vector.h"
#include "tests/unit/kernel/input_map/hands.h"

/* The way through a pixel of 240 x 160 at 45 degrees, from an eye at (0, 0, 6). */
static vec3 way_of(int32_t x, int32_t y) {
    const int32_t half = 27146; /* tan of 22.5 degrees */
    return (vec3){(fx)((int64_t)(x * 2 - 240) * half / 160), (fx)((int64_t)(160 - y * 2) * half / 160),
                  -FX_ONE};
}

/* Where a point is seen, in 1/16 pixels. */
static void seen_at(vec3 p, int32_t at[2]) {
    const int64_t depth = (int64_t)6 * FX_ONE - p.z;
    at[0] = (int32_t)(120 * 16 + (int64_t)p.x * 80 * 16 * FX_ONE / (depth * 27146 / FX_ONE) / FX_ONE);
    at[1] = (int32_t)(80 * 16 - (int64_t)p.y * 80 * 16 * FX_ONE / (depth * 27146 / FX_ONE) / FX_ONE);
}

/* The point of the sphere under a pixel, by plain search along the way. */
static bool point_under(fx radius, int32_t x, int32_t y, vec3 *point) {
    const vec3 way = way_of(x, y);
    for (int32_t k = 0; k < 40000; k++) {
        const fx t = k * 13;
        const vec3 p = {fx_mul(way.x, t), fx_mul(way.y, t), 6 * FX_ONE - t};
        *point = p;
        if (v3_length(p) <= radius) return true;
    }
    return false;
}

TEST(input_steer_trackball_keeps_what_was_grabbed_under_the_pointer) {
    const ox_trackball ball = {
        .eye = {{0, 0, 6 * FX_ONE}, {0, 0, 6 * FX_ONE}}, .up = {0, FX_ONE, 0}, .radius = 2 * FX_ONE};
    rng32 random;
    uint32_t dragged = 0;
    random = rng32_seed(3, 0);
    while (dragged < 60) {
        const int32_t from[2] = {(int32_t)rng_below(&random, 100) + 70,
                                 (int32_t)rng_below(&random, 100) + 30},
                      to[2] = {(int32_t)rng_below(&random, 100) + 70, (int32_t)rng_below(&random, 100) + 30};
        vec3 grabbed, goal;
        int32_t at[2];
        if (!point_under(ball.radius, from[0], from[1], &grabbed) ||
            !point_under(ball.radius, to[0], to[1], &goal))
            continue;
        const quat turn = ox_trackball_turn(&ball, way_of(from[0], from[1]), way_of(to[0], to[1]));
        seen_at(q4_rotate(turn, grabbed), at);
        CHECK(at[0] - to[0] * 16 <= 16 && to[0] * 16 - at[0] <= 16);
        CHECK(at[1] - to[1] * 16 <= 16 && to[1] * 16 - at[1] <= 16);
        dragged++;
    }
}

/* Beside the sphere the outline counts: the turn from the middle to far right is that to the outline. */
TEST(input_steer_trackball_misses_snap_to_the_outline) {
    const ox_trackball ball = {
        .eye = {{0, 0, 6 * FX_ONE}, {0, 0, 6 * FX_ONE}}, .up = {0, FX_ONE, 0}, .radius = 2 * FX_ONE};
    const quat far = ox_trackball_turn(&ball, way_of(120, 80), way_of(239, 80)),
               beyond = ox_trackball_turn(&ball, way_of(120, 80), way_of(1000, 80));
    dir30 axis;
    ang32 angle;
    q4_to_axis_angle(far, &axis, &angle);
    /* acos(2 / 6) from the middle, about +Y */
    CHECK(axis.y > Q30_ONE / 100 * 99);
    CHECK_NEAR(angle >> 16, 12844, 40);
    CHECK(q4_same(far, beyond, (ang32)40 << 16));
}

TEST(input_steer_trackball_of_a_thousand_drags_stays_a_turn) {
    const ox_trackball ball = {
        .eye = {{0, 0, 6 * FX_ONE}, {0, 0, 6 * FX_ONE}}, .up = {0, FX_ONE, 0}, .radius = 2 * FX_ONE};
    quat turned = Q4_IDENTITY;
    rng32 random;
    int32_t x = 120, y = 80;
    random = rng32_seed(9, 0);
    for (int i = 0; i < 1000; i++) {
        const int32_t nx = int_clamp(x + (int32_t)rng_below(&random, 9) - 4, 80, 160),
                      ny = int_clamp(y + (int32_t)rng_below(&random, 9) - 4, 40, 120);
        turned = q4_renormalize(q4_mul(ox_trackball_turn(&ball, way_of(x, y), way_of(nx, ny)), turned));
        x = nx, y = ny;
    }
    CHECK_NEAR(q4_dot(turned, turned), Q30_ONE, Q30_ONE >> 14);
}

/* A flat camera looks along one direction: each pixel has an eye of its own, what was grabbed stays under it, and both ends of the outline are opposite. */
TEST(input_steer_trackball_of_a_flat_camera) {
    ox_trackball ball = {.up = {0, FX_ONE, 0}, .radius = 2 * FX_ONE, .flat = true};
    const vec3 way = {0, 0, -FX_ONE};
    rng32 random;
    random = rng32_seed(4, 0);
    for (int i = 0; i < 60; i++) {
        for (int k = 0; k < 2; k++)
            ball.eye[k] = (vec3){(fx)rng_below(&random, 160000) - 80000,
                                 (fx)rng_below(&random, 160000) - 80000, 100 * FX_ONE};
        const fx x = ball.eye[0].x, y = ball.eye[0].y;
        const vec3 grabbed = {
            x, y,
            (fx)fx_isqrt64((uint64_t)((int64_t)ball.radius * ball.radius - (int64_t)x * x - (int64_t)y * y))};
        const vec3 at = q4_rotate(ox_trackball_turn(&ball, way, way), grabbed);
        CHECK_NEAR(at.x, ball.eye[1].x, 64);
        CHECK_NEAR(at.y, ball.eye[1].y, 64);
        CHECK(at.z > 0);
    }
    ball.eye[0] = (vec3){-3 * FX_ONE, 0, 100 * FX_ONE};
    ball.eye[1] = (vec3){5 * FX_ONE, 0, 100 * FX_ONE};
    const quat half = ox_trackball_turn(&ball, way, way);
    const vec3 ahead = q4_rotate(half, (vec3){0, FX_ONE / 2, FX_ONE});
    CHECK_NEAR(ahead.z, -FX_ONE, 64);
    CHECK_NEAR(ahead.y, FX_ONE / 2, 64);
}

/* The same way in two seconds at 15, 30 and 60 steps a second. */
TEST(input_steer_glides_alike_at_all_rates) {
    static const uint32_t rates[] = {15, 30, 60};
    fx ways[3];
    for (int i = 0; i < 3; i++) {
        ox_glide g = {.speed = 4 * FX_ONE, .pull = 3 * FX_ONE};
        for (uint32_t step = 0; step < 2 * rates[i]; step++)
            ox_glide_step(&g, (vec3){FX_ONE, 0, 0}, rates[i]);
        ways[i] = g.at.x;
    }
    CHECK(ways[2] > 6 * FX_ONE && ways[2] < 8 * FX_ONE);
    for (int i = 0; i < 2; i++) CHECK_NEAR(ways[i], ways[2], ways[2] / 100);
}

/* A table with `look` (1) on a stick, the mouse and two pairs of buttons, and `move` (2). */
static void set_looker(hands *h) {
    memset(h, 0, sizeof *h);
    (void)add_action(h, 0);
    add_control(h, ROM_ACTION_CONTROL_STICK, 0)[ROM_ACTION_CONTROL_PARTS] = ROM_ACTION_CONTROL_MOUSE;
    (void)add_control(h, ROM_ACTION_CONTROL_STICK, 0);
    (void)add_action(h, 0);
    (void)add_control(h, ROM_ACTION_CONTROL_STICK, 0);
}

/* A stick, directions and the mouse that turn as far give the same commands, step by step. */
TEST(input_steer_first_person_of_mouse_keys_and_pad_alike) {
    static hands h;
    const ox_first_person want = {
        .look = 1, .move = 2, .turn = 65536, .count = 1092}; /* a turn a second; as far a pixel as a step */
    int32_t yaws[3], pitches[3];
    vec3 wishes[3];
    for (int device = 0; device < 3; device++) {
        ox_steering total = {.yaw = 0};
        set_looker(&h);
        begin(&h);
        for (int step = 0; step < 30; step++) {
            plat_input in;
            ox_steering now;
            memset(&in, 0, sizeof in);
            if (device == 0) in.stick_x = 32767;
            if (device == 1) in.buttons = PLAT_RIGHT;
            if (device == 2) in.pointer_dx = 1;
            ox_input_feed(&h.input, &in);
            ox_input_step(&h.input);
            ox_input_map_step(&h.map, 0, &h.input);
            ox_first_person_steer(&h.map, 0, &h.input, &want, 60, &now);
            total.yaw += now.yaw;
            total.pitch += now.pitch;
            total.wish = now.wish;
        }
        yaws[device] = total.yaw;
        pitches[device] = total.pitch;
        wishes[device] = total.wish;
    }
    CHECK(yaws[0] < -32000 && yaws[0] == yaws[1] && yaws[0] == yaws[2]);
    CHECK(pitches[0] == 0 && pitches[1] == 0 && pitches[2] == 0);
    CHECK(wishes[0].x == FX_ONE && wishes[1].x == FX_ONE && wishes[2].x == 0);
}

/* CAM-020: the same hands for two seconds, one of which turn to the left, walk as far at 15, 30 and 60 steps a second, and to the same place. */
TEST(input_steer_walks_as_far_at_each_rate) {
    static const uint32_t rates[] = {15, 30, 60};
    static hands h;
    const ox_first_person want = {.look = 1, .move = 2, .turn = 16384};
    vec3 places[3];
    for (int i = 0; i < 3; i++) {
        const uint32_t rate = rates[i];
        ang16 yaw = 0, pitch = 0;
        vec3 at = V3_ZERO;
        fx way = 0;
        set_looker(&h);
        begin(&h);
        for (uint32_t step = 0; step < 2 * rate; step++) {
            plat_input in;
            ox_steering now;
            memset(&in, 0, sizeof in);
            if (step < rate) in.stick_x = -32767; /* the first stick is both: it turns, and walks aside */
            in.stick_y = 32767;
            ox_input_feed(&h.input, &in);
            ox_input_step(&h.input);
            ox_input_map_step(&h.map, 0, &h.input);
            ox_first_person_steer(&h.map, 0, &h.input, &want, rate, &now);
            ox_steering_turn(&now, 16000, &yaw, &pitch);
            const vec3 go = v3_scales(ox_steering_world(now.wish, yaw), 4 * FX_ONE / (fx)rate);
            at = v3_adds(at, go);
            way = fx_adds(way, v3_length(go));
        }
        CHECK(way > 6 * FX_ONE && way < 12 * FX_ONE);
        places[i] = at;
        for (int k = 0; k < i; k++) {
            CHECK_NEAR(v3_length(places[k]), v3_length(at), v3_length(at) / 100);
            CHECK(v3_distance(places[k], at) < v3_length(at) / 16);
        }
    }
}

TEST(input_steer_pitch_stays_within_its_limit) {
    ang16 yaw = 0, pitch = 0;
    const ox_steering up = {.yaw = 700, .pitch = 900}, down = {.pitch = -900};
    for (int i = 0; i < 200; i++) {
        ox_steering_turn(&up, 14000, &yaw, &pitch);
        CHECK((int16_t)pitch <= 14000);
    }
    CHECK_EQ(pitch, 14000);
    for (int i = 0; i < 200; i++) ox_steering_turn(&down, 14000, &yaw, &pitch);
    CHECK_EQ((int16_t)pitch, -14000);
    const vec3 ahead =
        ox_steering_world((vec3){0, 0, -FX_ONE}, 16384); /* who looks to the left goes to the left */
    CHECK_NEAR(ahead.x, -FX_ONE, 4);
    CHECK_NEAR(ahead.z, 0, 4);
}
