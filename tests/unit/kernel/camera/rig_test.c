/* Rigs: where each kind stands and looks, what the player may do with them, and what keeps them out of walls. */
#include "kernel/camera/rig.h"

#include "fixedmath/angle.h"
#include "fixedmath/random.h"
#include "kernel/type/name.h"
#include "tests/test.h"

static bool near3(vec3 a, vec3 b, fx tolerance) {
    return fx_abs(a.x - b.x) <= tolerance && fx_abs(a.y - b.y) <= tolerance && fx_abs(a.z - b.z) <= tolerance;
}

static ox_rig rig_of(ox_id kind) {
    ox_rig r;
    ox_type_reset(&ox_rig_type, &r);
    r.kind = kind;
    return r;
}

static vec3 ahead_of(const ox_rig_out *out) { return q4_rotate(out->pose.turn, (vec3){0, 0, -FX_ONE}); }

static ang32 degrees(int32_t d) { return ang32_from_degrees_fx(d * FX_ONE); }

/* CAM-014: the place of the text, and a distance that grows with speed. CAM-003: each constant counts in the next step. */
TEST(camera_follows_as_told) {
    ox_rig r = rig_of(OX_NAME("follow"));
    ox_rig_target t = {V3_ZERO, ANG16_180, 0, 0, false}; /* it faces +Z */
    ox_rig_world w = {.target = &t};
    ox_rig_out out;
    r.distance = 10 * FX_ONE;
    r.height = 3 * FX_ONE;
    ox_rig_step(&r, &w, &out);
    CHECK(near3(out.pose.eye, (vec3){0, 3 * FX_ONE, -10 * FX_ONE}, 2));
    CHECK(near3(ahead_of(&out), (vec3){0, FX(-0.287348), FX(0.957826)}, 3));
    CHECK(near3(q4_rotate(out.pose.turn, V3_X), (vec3){-FX_ONE, 0, 0}, 3));
    r = rig_of(OX_NAME("follow"));
    r.distance = 100 * FX_ONE;
    r.most = 1000 * FX_ONE;
    r.height = 0;
    r.grow = 2 * FX_ONE;
    r.top = 60 * FX_ONE;
    for (int speed = 0; speed <= 2; speed++) {
        for (int i = 0; i < 3; i++) {
            t.at.z += speed * FX_ONE / 2;
            ox_rig_step(&r, &w, &out);
        }
        CHECK_NEAR(t.at.z - out.pose.eye.z, (100 + 50 * speed) * FX_ONE, 2 * FX_ONE / 100);
    }
    static const struct {
        size_t at;
        fx value;
    } constants[] = {{offsetof(ox_rig, distance), 7 * FX_ONE},
                     {offsetof(ox_rig, height), 2 * FX_ONE},
                     {offsetof(ox_rig, side), FX_ONE},
                     {offsetof(ox_rig, lift), FX_ONE},
                     {offsetof(ox_rig, fov), 70 * FX_ONE}};
    t = (ox_rig_target){V3_ZERO, 0, 0, 0, false};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        r = rig_of(OX_NAME("follow"));
        ox_rig_step(&r, &w, &out);
        const ox_camera_pose before = out.pose;
        *(fx *)(void *)((uint8_t *)&r + constants[i].at) = constants[i].value;
        ox_rig_step(&r, &w, &out);
        CHECK(!v3_equal(before.eye, out.pose.eye) || !q4_equal(before.turn, out.pose.turn) ||
              before.focal != out.pose.focal);
    }
}

/* CAM-015: the spring's steps to a twentieth, no overshoot, a constant lag. */
TEST(camera_follows_on_a_spring) {
    for (int printed = 0; printed <= 1; printed++) {
        ox_rig r = rig_of(OX_NAME("follow"));
        ox_rig_target t = {V3_ZERO, 0, 0, 0, false};
        ox_rig_world w = {.target = &t};
        ox_rig_out out;
        r.stiff = 64 * FX_ONE;
        r.printed = printed != 0;
        ox_rig_step(&r, &w, &out);
        CHECK(near3(out.pose.eye, (vec3){0, r.height, r.distance}, 2)); /* begins where it wants to be */
        t.at.x = FX_ONE;
        int steps = 0;
        do {
            ox_rig_step(&r, &w, &out);
            steps++;
            CHECK(out.pose.eye.x < FX(1.01));
        } while (out.pose.eye.x < FX(0.95) && steps < 100);
        CHECK_NEAR(steps, printed ? 37 : 38, 1);
        fx lag = 0;
        for (int i = 0; i < 400; i++) {
            t.at.x += FX(0.05);
            ox_rig_step(&r, &w, &out);
            if (i == 300) lag = t.at.x - out.pose.eye.x;
        }
        CHECK_NEAR(t.at.x - out.pose.eye.x, lag, 8);
        CHECK(lag > FX(0.5));
        t.at = (vec3){100 * FX_ONE, 0, 0};
        t.jumped = true;
        ox_rig_step(&r, &w, &out);
        CHECK(out.cut && near3(out.pose.eye, (vec3){100 * FX_ONE, r.height, r.distance}, 2));
    }
    ox_rig soft = rig_of(OX_NAME("follow")), wild = soft;
    soft.stiff = 10 * FX_ONE;
    soft.rise = 400 * FX_ONE; /* upwards it is quicker */
    wild.stiff = INT32_MAX;
    wild.printed = true;
    ox_rig_target t = {V3_ZERO, 0, 0, 0, false};
    ox_rig_world w = {.target = &t};
    ox_rig_out out, other;
    ox_rig_step(&soft, &w, &out);
    ox_rig_step(&wild, &w, &other);
    t.at = (vec3){FX_ONE, FX_ONE, 0};
    for (int i = 0; i < 12; i++) {
        ox_rig_step(&soft, &w, &out);
        ox_rig_step(&wild, &w, &other);
    }
    CHECK(out.pose.eye.y - soft.height > out.pose.eye.x * 2);
    for (int i = 0; i < 60; i++) ox_rig_step(&wild, &w, &other);
    CHECK(near3(other.pose.eye, (vec3){FX_ONE, FX_ONE + wild.height, wild.distance}, FX(0.01)));
}

/* CAM-016: the tether keeps its length, the yaw comes round without overshoot, and waits for the player. */
TEST(camera_chases) {
    ox_rig r = rig_of(OX_NAME("chase"));
    ox_rig_target t = {V3_ZERO, 0, 0, 0, false};
    ox_rig_world w = {.target = &t};
    ox_rig_out out;
    r.height = 0;
    r.hold = 40 * FX_ONE;
    for (int i = 0; i < 1200; i++) { /* round in circles */
        t.yaw = (ang16)(i * 120);
        t.at = v3_adds(t.at, v3_scales(ox_camera_ahead((ang32)t.yaw << 16, 0), FX(0.06)));
        ox_rig_step(&r, &w, &out);
        const fx length = v3_distance(out.pose.eye, t.at);
        CHECK(length > r.distance - r.distance / 10 && length < r.distance + r.distance / 10);
    }
    t.yaw = ang16_from_ang32(r.state.yaw);
    const ang32 begin = r.state.yaw;
    t.yaw = (ang16)(t.yaw + 16384);
    int32_t last = 0;
    for (int i = 0; i < 200; i++) { /* a turn of a quarter: nearer in each step, never beyond */
        t.at = v3_adds(t.at, v3_scales(ox_camera_ahead((ang32)t.yaw << 16, 0), FX(0.06)));
        ox_rig_step(&r, &w, &out);
        const int32_t turned = ang32_diff(begin, r.state.yaw);
        CHECK(turned >= last && turned <= (int32_t)(16384u << 16) + 65536);
        last = turned;
    }
    CHECK(last > (int32_t)(16000u << 16));
    w.wish.yaw = (int32_t)degrees(30);
    ox_rig_step(&r, &w, &out);
    w.wish.yaw = 0;
    const ang32 turned = r.state.yaw;
    for (int i = 0; i < r.idle; i++) {
        CHECK_EQ(r.state.yaw, turned); /* kept until the idle time is over */
        t.at = v3_adds(t.at, v3_scales(ox_camera_ahead((ang32)t.yaw << 16, 0), FX(0.06)));
        if (i + 1 < r.idle) ox_rig_step(&r, &w, &out);
    }
    for (int i = 0; i < 200; i++) {
        t.at = v3_adds(t.at, v3_scales(ox_camera_ahead((ang32)t.yaw << 16, 0), FX(0.06)));
        ox_rig_step(&r, &w, &out);
    }
    CHECK(fx_abs(ang32_diff(r.state.yaw, (ang32)t.yaw << 16)) < (int32_t)degrees(1));
}

/* CAM-017: behind is half a turn in one step and back in one; the state does not know of it. */
TEST(camera_looks_behind) {
    static const ox_id kinds[] = {OX_NAME("follow"), OX_NAME("chase"), OX_NAME("orbit"), OX_NAME("first")};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        ox_rig r = rig_of(kinds[k]), plain;
        ox_rig_target t = {{FX_ONE, 0, 2 * FX_ONE}, 7000, 0, 0, false};
        ox_rig_world w = {.target = &t};
        ox_rig_out out, behind, after;
        r.stiff = 64 * FX_ONE;
        for (int i = 0; i < 20; i++) ox_rig_step(&r, &w, &out);
        plain = r;
        w.wish.behind = true;
        ox_rig_step(&r, &w, &behind);
        const vec3 a = ahead_of(&out), b = ahead_of(&behind);
        CHECK(near3(b, (vec3){-a.x, a.y, -a.z}, 3));
        w.wish.behind = false;
        ox_rig_step(&r, &w, &after);
        ox_rig_step(&plain, &w, &out);
        ox_rig_step(&plain, &w, &out);
        CHECK(v3_equal(after.pose.eye, out.pose.eye) && q4_equal(after.pose.turn, out.pose.turn));
        CHECK_EQ(ox_type_compare(&ox_rig_type, &r, &plain, OX_HASH), -1);
    }
}

/* CAM-018: a seat is fixed to what carries it, however that turns; a follower takes part of the up vector and of the speed. */
TEST(camera_rides_in_a_vehicle) {
    ox_rig r = rig_of(OX_NAME("seat"));
    ox_rig_target t = {V3_ZERO, 0, 0, 0, false};
    ox_rig_world w = {.target = &t};
    ox_rig_out out;
    r.side = FX(0.4);
    r.height = FX(1.1);
    r.distance = FX(-0.3); /* behind the middle */
    rng32 random = rng32_seed(4, 1);
    for (int i = 0; i < 500; i++) {
        t = (ox_rig_target){{(fx)(rng32_next(&random) % 1000000), i * 100, -i * 777},
                            (ang16)rng32_next(&random),
                            (ang16)(rng32_next(&random) % 8000),
                            (ang16)(rng32_next(&random) % 8000),
                            false};
        ox_rig_step(&r, &w, &out);
        const vec3 own =
            q4_rotate_inverse(q4_from_euler((euler16){t.yaw, t.pitch, t.roll}), v3_subs(out.pose.eye, t.at));
        CHECK(near3(own, (vec3){FX(0.4), FX(1.1), FX(0.3)}, 4));
        const rot33 axes = rot33_from_euler((euler16){t.yaw, t.pitch, t.roll});
        CHECK(near3(v3_subs(out.pose.eye, t.at), rot33_apply(&axes, (vec3){FX(0.4), FX(1.1), FX(0.3)}), 1));
    }
    r = rig_of(OX_NAME("follow"));
    t = (ox_rig_target){V3_ZERO, 0, 0, ANG16_DEGREES(40), false};
    ox_rig_step(&r, &w, &out);
    CHECK_NEAR(q4_rotate(out.pose.turn, V3_X).y, 0, 3);
    r.share = FX_ONE;
    ox_rig_step(&r, &w, &out);
    CHECK(fx_abs(q4_rotate(out.pose.turn, V3_X).y) > FX(0.5));
}

/* CAM-019: 10,000 turns: the length stays, the target stays in the middle, limits hold. */
TEST(camera_orbits) {
    ox_rig r = rig_of(OX_NAME("orbit"));
    ox_rig_target t = {{3 * FX_ONE, FX_ONE, -2 * FX_ONE}, 0, 0, 0, false};
    ox_rig_world w = {.target = &t};
    ox_rig_out out;
    rng32 random = rng32_seed(8, 1);
    static const ox_camera_part part = {0, 0, 240, 160, FX_ONE};
    ox_camera c = ox_camera_usual();
    for (int i = 0; i < 10000; i++) {
        w.wish.yaw = (int32_t)(rng32_next(&random) >> 4) - (1 << 27);
        w.wish.pitch = (int32_t)(rng32_next(&random) >> 4) - (1 << 27);
        w.wish.reach = FX(0.8) + (fx)(rng32_next(&random) % 26214);
        ox_rig_step(&r, &w, &out);
        const fx length = fx_muls(r.distance, r.state.reach);
        CHECK_NEAR(v3_distance(out.pose.eye, t.at), length, FX_ONE / 1024);
        CHECK(length >= r.least - 8 && length <= r.most + 64);
        const int32_t tilt = ang32_signed(r.state.pitch);
        CHECK(tilt >= -(int32_t)degrees(85) - 65536 && tilt <= (int32_t)degrees(85) + 65536);
        CHECK(q4_rotate(out.pose.turn, V3_Y).y > 0); /* never over the pole */
        ox_camera_view v;
        ox_camera_spot spot;
        c.now = out.pose;
        CHECK(ox_camera_look(&c, &part, UF16_ONE, &v));
        ox_camera_project(&v, t.at, &spot);
        CHECK_NEAR(spot.x, 120 * 16, 16);
        CHECK_NEAR(spot.y, 80 * 16, 16);
    }
    const ang32 begin = r.state.yaw;
    w.wish = (ox_rig_wish){.yaw = (int32_t)(UINT32_C(1) << 28)};
    for (int i = 0; i < 16; i++) ox_rig_step(&r, &w, &out);
    CHECK_EQ(r.state.yaw, begin);
    r = rig_of(OX_NAME("orbit"));
    r.low = r.high = 0;
    r.low = 89 * FX_ONE; /* limits the wrong way round: held */
    ox_rig_step(&r, &w, &out);
    CHECK(v3_distance(out.pose.eye, t.at) > FX_ONE);
}

/* CAM-020: total pitch and its limit, yaw from rest, and the shot that leaves through the middle. */
TEST(camera_first_person) {
    ox_rig r = rig_of(OX_NAME("first"));
    ox_rig_target t = {V3_ZERO, 0, 0, 0, false};
    ox_rig_world w = {.target = &t};
    ox_rig_out out;
    r.low = -45 * FX_ONE;
    r.high = 45 * FX_ONE;
    ox_rig_step(&r, &w, &out);
    CHECK(near3(ahead_of(&out), (vec3){0, 0, -FX_ONE}, 2));
    w.wish.yaw = (int32_t)degrees(90);
    ox_rig_step(&r, &w, &out);
    CHECK(near3(ahead_of(&out), (vec3){-FX_ONE, 0, 0}, 2));
    w.wish = (ox_rig_wish){.pitch = (int32_t)degrees(30)};
    for (int i = 0; i < 5; i++) ox_rig_step(&r, &w, &out);
    CHECK_EQ(ang32_signed(r.state.pitch) / 65536, 8192);
    w.wish = (ox_rig_wish){.pitch = INT32_MIN};
    ox_rig_step(&r, &w, &out);
    CHECK_EQ(ang32_signed(r.state.pitch) / 65536, -8192);
    static const ox_camera_part part = {0, 0, 240, 160, FX_ONE};
    ox_camera c = ox_camera_usual();
    ox_camera_view v;
    ox_camera_spot spot;
    c.now = out.pose;
    CHECK(ox_camera_look(&c, &part, UF16_ONE, &v));
    ox_camera_project(&v, v3_adds(out.pose.eye, v3_scales(ahead_of(&out), 30 * FX_ONE)), &spot);
    CHECK_EQ(spot.x, 120 * 16);
    CHECK_EQ(spot.y, 80 * 16);
    r.height = FX(0.7); /* it crouches, softly */
    fx last = out.pose.eye.y;
    w.wish = (ox_rig_wish){0};
    for (int i = 0; i < 100; i++) {
        ox_rig_step(&r, &w, &out);
        CHECK(out.pose.eye.y <= last && last - out.pose.eye.y < FX(0.1));
        last = out.pose.eye.y;
    }
    CHECK_NEAR(last, FX(0.7), FX(0.01));
}

/* CAM-021: the same way at each rate; the basis stays a basis; bounds hold. */
TEST(camera_flies) {
    static const uint32_t rates[] = {15, 30, 60};
    fx way[3];
    for (int i = 0; i < 3; i++) {
        ox_rig r = rig_of(OX_NAME("fly"));
        ox_rig_world w = {.rate = rates[i], .wish = {.way = {0, 0, FX_ONE}}};
        ox_rig_out out;
        r.smooth = 0;
        for (uint32_t k = 0; k < 2 * rates[i]; k++) ox_rig_step(&r, &w, &out);
        way[i] = -out.pose.eye.z;
        CHECK_NEAR(way[i], 10 * FX_ONE, FX(0.1));
    }
    ox_rig r = rig_of(OX_NAME("fly"));
    const box3 bounds = {{-5 * FX_ONE, 0, -5 * FX_ONE}, {5 * FX_ONE, 3 * FX_ONE, 5 * FX_ONE}};
    ox_rig_world w = {.bounds = &bounds};
    ox_rig_out out;
    rng32 random = rng32_seed(9, 1);
    for (int i = 0; i < 100000; i++) {
        const uint32_t a = rng32_next(&random);
        w.wish = (ox_rig_wish){
            .yaw = (int32_t)(a >> 3) - (1 << 28),
            .pitch = (int32_t)(a << 4 >> 3) - (1 << 28),
            .way = {(fx)(a & 0x1FFFF) - FX_ONE, (fx)(a >> 8 & 0x1FFFF) - FX_ONE, (fx)(a >> 15) - FX_ONE}};
        ox_rig_step(&r, &w, &out);
        CHECK_NEAR(q4_dot(out.pose.turn, out.pose.turn), Q30_ONE, 8);
        CHECK(out.pose.eye.y >= 0 && out.pose.eye.y <= 3 * FX_ONE && fx_abs(out.pose.eye.x) <= 5 * FX_ONE);
    }
}

/* CAM-027: a ride takes as long at 30 steps a second as at 60. */
static uint32_t steps_of_ride(const ox_camera_path *path, uint32_t rate) {
    ox_rig r = rig_of(OX_NAME("ride"));
    const ox_rig_world w = {.path = path, .rate = rate};
    ox_rig_out out = {.done = false};
    uint32_t steps = 0;
    r.speed = 6 * FX_ONE;
    while (!out.done && steps < 10000) {
        ox_rig_step(&r, &w, &out);
        steps++;
    }
    return steps;
}

TEST(camera_rides_take_their_time) {
    vec3 points[6];
    fx lengths[OX_PATH_LENGTHS(6, 16)];
    ox_camera_path path;
    for (int i = 0; i < 6; i++) points[i] = (vec3){i * 6 * FX_ONE, i % 2 * FX_ONE, (i % 3) * FX_ONE};
    CHECK(ox_camera_path_make(&path, &(path3){points, 6, PATH_CATMULL_ROM, false, 0}, 16, lengths));
    const uint32_t slow = steps_of_ride(&path, 30), fast = steps_of_ride(&path, 60);
    CHECK_NEAR(fast, fx_muldiv(ox_camera_path_length(&path), 60, 6 * FX_ONE), 2);
    CHECK_NEAR(2 * slow, fast, 2);
}

/* CAM-023: a rail follows who goes along it, is clamped at its ends, goes back or not, and does not jump where it crosses itself. */
TEST(camera_rail) {
    static const vec3 eight[] = {
        {-10 * FX_ONE, 0, -10 * FX_ONE}, {0, 0, 0}, {10 * FX_ONE, 0, 10 * FX_ONE}, {18 * FX_ONE, 0, 0},
        {10 * FX_ONE, 0, -10 * FX_ONE},  {0, 0, 0}, {-10 * FX_ONE, 0, 10 * FX_ONE}};
    fx lengths[OX_PATH_LENGTHS(7, 16)];
    ox_camera_path path;
    CHECK(ox_camera_path_make(&path, &(path3){eight, 7, PATH_CATMULL_ROM, false, 0}, 16, lengths));
    const fx total = ox_camera_path_length(&path);
    for (int forward = 0; forward < 2; forward++) {
        ox_rig r = rig_of(OX_NAME("rail"));
        ox_rig_target t = {eight[0], 0, 0, 0, false};
        ox_rig_world w = {.target = &t, .path = &path};
        ox_rig_out out;
        r.forward = forward != 0;
        r.smooth = 4;
        fx last = -1;
        for (int i = 0; i <= 1000; i++) { /* a guide goes along, half a metre beside */
            t.at = v3_adds(ox_camera_path_at(&path, (fx)((int64_t)total * i / 1000)),
                           (vec3){FX(0.2), 0, FX(0.2)});
            ox_rig_step(&r, &w, &out);
            CHECK(r.state.along >= last - 64 && r.state.along >= 0 && r.state.along <= total);
            CHECK(i == 0 || r.state.along - last < FX_ONE);
            last = r.state.along;
        }
        for (int i = 0; i < 60; i++) ox_rig_step(&r, &w, &out);
        CHECK_NEAR(r.state.along, total, FX(0.5));
        t.at = v3_adds(t.at, (vec3){-FX_ONE, 0, FX_ONE}); /* beyond the end */
        for (int i = 0; i < 60; i++) ox_rig_step(&r, &w, &out);
        CHECK(r.state.along <= total);
        last = r.state.along;
        for (int i = 0; i < 100; i++) {
            t.at = ox_camera_path_at(&path, total - i * FX_ONE / 20);
            ox_rig_step(&r, &w, &out);
        }
        CHECK(forward ? r.state.along == last : r.state.along < last - FX_ONE);
    }
}

/* CAM-029, CAM-030: pans within bounds, a cliff without a jump; from above eye and focus move alike. */
static bool cliff(void *context, vec3 from, fx *height) {
    (void)context;
    *height = from.x > 0 ? 10 * FX_ONE : 0;
    return true;
}

TEST(camera_strategy_and_top) {
    const ox_camera_casts casts = {NULL, cliff, NULL};
    const box3 bounds = {{-20 * FX_ONE, 0, -20 * FX_ONE}, {20 * FX_ONE, 0, 20 * FX_ONE}};
    ox_rig r = rig_of(OX_NAME("strategy"));
    ox_rig_world w = {.casts = &casts, .bounds = &bounds, .wish = {.way = {-FX_ONE, 0, 0}}};
    ox_rig_out out;
    r.pitch = 55 * FX_ONE;
    r.distance = 20 * FX_ONE;
    r.smooth = 40;
    r.speed = 4 * FX_ONE;
    for (int i = 0; i < 600; i++) ox_rig_step(&r, &w, &out);
    CHECK_EQ(r.state.at.x, -20 * FX_ONE); /* the map ends there */
    w.wish.way.x = FX_ONE;
    ox_camera_pose last = out.pose;
    vec3 focus = r.state.at;
    const fx pitch = ahead_of(&out).y;
    for (int i = 0; i < 700; i++) {
        ox_rig_step(&r, &w, &out);
        CHECK(fx_abs(out.pose.eye.y - last.eye.y) < FX(0.3));
        CHECK_EQ(ahead_of(&out).y, pitch);
        CHECK(near3(v3_subs(out.pose.eye, last.eye), v3_subs(r.state.at, focus), 4));
        CHECK(out.pose.eye.y > (out.pose.eye.x > 0 ? 10 * FX_ONE : 0));
        last = out.pose;
        focus = r.state.at;
    }
    CHECK(out.pose.eye.y > 10 * FX_ONE);
    rng32 zooms = rng32_seed(29, 1);
    fx nearest = r.most, farthest = 0;
    for (int i = 0; i < 2000; i++) { /* at all zooms: as far as the limits, and the map is never left */
        w.wish.reach = (i / 200 & 1) != 0 ? FX(1.02) : FX(0.98);
        w.wish.way = (vec3){(fx)(rng32_next(&zooms) & 0x1FFFF) - FX_ONE, 0, i % 400 < 200 ? FX_ONE : -FX_ONE};
        ox_rig_step(&r, &w, &out);
        const fx reach = v3_distance(out.pose.eye, r.state.at);
        if (reach < nearest) nearest = reach;
        if (reach > farthest) farthest = reach;
        CHECK(fx_abs(r.state.at.x) <= 20 * FX_ONE && fx_abs(r.state.at.z) <= 20 * FX_ONE);
        CHECK_EQ(ahead_of(&out).y, pitch);
    }
    CHECK(nearest < 5 * FX_ONE && farthest > 40 * FX_ONE);
    r = rig_of(OX_NAME("top"));
    r.pitch = 60 * FX_ONE;
    w = (ox_rig_world){.bounds = &bounds};
    ox_rig_step(&r, &w, &out);
    const vec3 arm = v3_subs(out.pose.eye, r.state.at);
    rng32 random = rng32_seed(6, 1);
    for (int i = 0; i < 1000; i++) {
        w.wish.way = (vec3){(fx)(rng32_next(&random) & 0x1FFFF) - FX_ONE, 0,
                            (fx)(rng32_next(&random) & 0x1FFFF) - FX_ONE};
        w.wish.reach = FX(0.9) + (fx)(rng32_next(&random) % 13107);
        ox_rig_step(&r, &w, &out);
        CHECK(out.flat && near3(v3_subs(out.pose.eye, r.state.at), arm, 2));
        CHECK(fx_abs(r.state.at.x) <= 20 * FX_ONE && fx_abs(r.state.at.z) <= 20 * FX_ONE);
        CHECK(out.pose.height > FX_ONE && out.pose.height <= 101 * FX_ONE);
    }
}

/* CAM-031: everybody is in the picture, in any order, and it shrinks without swinging. */
TEST(camera_group) {
    static const ox_camera_part part = {0, 0, 240, 160, FX_ONE};
    rng32 random = rng32_seed(11, 1);
    for (int round = 0; round < 200; round++) {
        ox_rig r = rig_of(OX_NAME("group")), turned = r;
        vec3 at[4], back[4];
        const uint32_t count = 2 + rng32_next(&random) % 3;
        r.pitch = turned.pitch = -30 * FX_ONE;
        for (uint32_t i = 0; i < count; i++)
            at[i] = (vec3){(fx)(rng32_next(&random) % (20 * 65536)) - 10 * FX_ONE,
                           (fx)(rng32_next(&random) % 65536),
                           (fx)(rng32_next(&random) % (20 * 65536)) - 10 * FX_ONE};
        for (uint32_t i = 0; i < count; i++) back[i] = at[count - 1 - i];
        ox_rig_world w = {.group = at, .group_count = count, .aspect = FX(1.5)}, other = w;
        ox_rig_out out, out2;
        other.group = back;
        ox_rig_step(&r, &w, &out);
        ox_rig_step(&turned, &other, &out2);
        CHECK(v3_equal(out.pose.eye, out2.pose.eye));
        ox_camera c = ox_camera_usual();
        ox_camera_view v;
        c.now = out.pose;
        CHECK(ox_camera_look(&c, &part, UF16_ONE, &v) && !out.crowded);
        for (uint32_t i = 0; i < count; i++) {
            ox_camera_spot spot;
            ox_camera_project(&v, at[i], &spot);
            CHECK(spot.where == OX_SEEN && spot.x > 3 * 16 && spot.x < 237 * 16 && spot.y > 3 * 16 &&
                  spot.y < 157 * 16);
        }
        w.group_count = 1; /* all but one leave */
        fx last = r.state.along;
        for (int i = 0; i < 120; i++) {
            ox_rig_step(&r, &w, &out);
            if (i > 40) CHECK(r.state.along <= last + 2);
            last = r.state.along;
        }
    }
    ox_rig r = rig_of(OX_NAME("group"));
    const vec3 far[2] = {{-300 * FX_ONE, 0, 0}, {300 * FX_ONE, 0, 0}};
    ox_rig_world w = {.group = far, .group_count = 2, .aspect = FX(1.5)};
    ox_rig_out out;
    ox_rig_step(&r, &w, &out);
    CHECK(out.crowded);
}

/* ---- booms ---- */

enum { MAZE = 16 };

/* A maze of pillars of half a metre on a grid of 3 m, with walls round it; a sphere is cast by small steps. */
static bool is_solid(vec3 at, fx radius) {
    const fx cell = 3 * FX_ONE, half = FX_HALF;
    if (at.y < radius || at.y > 3 * FX_ONE - radius) return true;
    if (fx_abs(at.x) > MAZE * FX_ONE - radius || fx_abs(at.z) > MAZE * FX_ONE - radius) return true;
    const fx x = fx_wrap_range(at.x, -cell / 2, cell / 2), z = fx_wrap_range(at.z, -cell / 2, cell / 2);
    const vec2 gap = {fx_max(fx_abs(x) - half, 0), fx_max(fx_abs(z) - half, 0)};
    return fx_hypot2(gap.x, gap.y) < radius;
}

static uint32_t casts_made;

static bool maze_sweep(void *context, vec3 from, vec3 way, fx radius, q30 *part) {
    (void)context;
    casts_made++;
    for (int32_t i = 0; i <= 128; i++) {
        const vec3 at = v3_adds(from, v3_scale_q30(way, i * (Q30_ONE / 128)));
        if (!is_solid(at, radius)) continue;
        *part = i == 0 ? 0 : (i - 1) * (Q30_ONE / 128);
        return true;
    }
    return false;
}

/* CAM-032: radii of the table; a wall between; 10,000 steps in a maze with the sphere out of all walls and the target in sight. */
TEST(camera_boom_stays_out_of_walls) {
    CHECK_NEAR(ox_boom_radius(FX_ONE, fov_focal(ANG16_DEGREES(60)), FX(1.5)), FX(1.443376 * 1.1), 12);
    CHECK_NEAR(ox_boom_radius(FX_ONE, fov_focal(ANG16_DEGREES(60)), fx_ratio(16, 9)), FX(1.544937 * 1.1), 12);
    CHECK_NEAR(ox_boom_radius(FX_ONE, fov_focal(ANG16_DEGREES(90)), FX(1.5)), FX(2.061553 * 1.1), 12);
    const ox_camera_casts casts = {maze_sweep, NULL, NULL};
    ox_boom boom = ox_boom_usual();
    ox_boom_reach reach;
    ox_boom_way way = {
        {FX(1.5), FX(1), FX(1.5)}, {FX(1.5), FX(1.6), FX(1.5)}, {FX(1.5), FX(1.6), 20 * FX_ONE}, FX(0.2)};
    ox_boom_step(&boom, &casts, &way, &reach);
    CHECK(reach.hit && !is_solid(reach.eye, FX(0.2)));
    CHECK_NEAR(reach.eye.z, 16 * FX_ONE - FX(0.2) - FX(0.1), FX(0.16)); /* the wall, less radius and margin */
    way.eye.z = 8 * FX_ONE;
    ox_boom_step(&boom, &casts, &way, &reach);
    const fx short_one = boom.length;
    way.eye.z = 14 * FX_ONE;
    for (int i = 0; i <= boom.wait; i++) { /* free steps first, then softly */
        ox_boom_step(&boom, &casts, &way, &reach);
        if (i + 1 < boom.wait) CHECK_EQ(boom.length, short_one);
    }
    fx last = boom.length;
    for (int i = 0; i < 60; i++) {
        ox_boom_step(&boom, &casts, &way, &reach);
        CHECK(boom.length >= last && boom.length - last < FX_ONE);
        last = boom.length;
    }
    ox_rig r = rig_of(OX_NAME("chase"));
    rng32 random = rng32_seed(21, 1);
    ox_rig_target t = {{FX(1.5), FX(1), FX(1.5)}, 0, 0, 0, false};
    ox_rig_world w = {.target = &t, .casts = &casts};
    ox_rig_out out;
    r.lift = FX(0.4);
    r.height = FX(0.3);
    boom = ox_boom_usual();
    ang16 heading = 0;
    vec3 eye = V3_ZERO, before = V3_ZERO;
    uint32_t most_casts = 0;
    for (int i = 0; i < 10000; i++) {
        if (rng32_next(&random) % 40 == 0) heading = (ang16)rng32_next(&random);
        const vec3 next = v3_adds(t.at, v3_scales(ox_camera_ahead((ang32)heading << 16, 0), FX(0.06)));
        if (is_solid(next, FX(0.35)))
            heading = (ang16)rng32_next(&random);
        else
            t.at = next;
        t.yaw = heading;
        w.wish.yaw = (int32_t)(rng32_next(&random) >> 6) - (1 << 25);
        ox_rig_step(&r, &w, &out);
        casts_made = 0;
        const ox_boom_way walk = {out.centre, out.pivot, out.pose.eye, FX(0.2)};
        ox_boom_step(&boom, &casts, &walk, &reach);
        if (casts_made > most_casts) most_casts = casts_made;
        CHECK(!is_solid(reach.eye, FX(0.199)));
        q30 part;
        CHECK(!maze_sweep(NULL, reach.eye, v3_subs(t.at, reach.eye), 0, &part)); /* in sight */
        if (i > 9900) {                                                          /* at rest nothing moves */
            w.wish.yaw = 0;
            if (i > 9990) CHECK(near3(reach.eye, before, FX_ONE));
        }
        before = eye = reach.eye;
    }
    (void)eye;
    CHECK_EQ(most_casts, 2);
    boom.ray = true;
    ox_boom_step(&boom, &casts, &way, &reach);
    CHECK(!is_solid(reach.eye, 0));
}

/* Cameras in walls, targets that go, paths of no length, numbers of no sense: held, never a fault. */
TEST(camera_rigs_hold_what_is_bad) {
    rng32 random = rng32_seed(77, 1);
    const ox_camera_casts casts = {maze_sweep, cliff, NULL};
    for (int i = 0; i < 4000; i++) {
        ox_rig r;
        uint8_t *bytes = (uint8_t *)&r;
        for (size_t k = 0; k < sizeof r; k++) bytes[k] = (uint8_t)rng32_next(&random);
        const size_t flags[] = {offsetof(ox_rig, fixed), offsetof(ox_rig, forward),
                                offsetof(ox_rig, lead),  offsetof(ox_rig, printed),
                                offsetof(ox_rig, hides), offsetof(ox_rig, state.begun)};
        for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) bytes[flags[k]] &= 1;
        static const ox_id kinds[] = {
            OX_NAME("follow"), OX_NAME("chase"), OX_NAME("seat"),   OX_NAME("orbit"), OX_NAME("first"),
            OX_NAME("fly"),    OX_NAME("fixed"), OX_NAME("rail"),   OX_NAME("ride"),  OX_NAME("strategy"),
            OX_NAME("top"),    OX_NAME("group"), OX_NAME("nothing")};
        r.kind = kinds[(uint32_t)i % (sizeof kinds / sizeof *kinds)];
        r.state.turn = Q4_IDENTITY;
        ox_rig_target t = {
            {(fx)rng32_next(&random), (fx)rng32_next(&random), (fx)rng32_next(&random)}, 1, 2, 3, i % 5 == 0};
        ox_rig_world w = {
            .target = i % 3 == 0 ? NULL : &t,
            .casts = i % 2 == 0 ? &casts : NULL,
            .wish = {.yaw = (int32_t)rng32_next(&random),
                     .pitch = (int32_t)rng32_next(&random),
                     .reach = (fx)rng32_next(&random),
                     .way = {(fx)rng32_next(&random), (fx)rng32_next(&random), (fx)rng32_next(&random)},
                     .about = {(fx)rng32_next(&random), (fx)rng32_next(&random)},
                     .focal = (fx)rng32_next(&random),
                     .behind = i % 7 == 0,
                     .aim = i % 11 == 0,
                     .dolly = i % 13 == 0},
            .rate = rng32_next(&random) % 1000,
            .aspect = (fx)rng32_next(&random)};
        ox_rig_out out;
        for (int k = 0; k < 3; k++) ox_rig_step(&r, &w, &out);
        CHECK(fx_abs(out.pose.eye.x) <= FX_WORLD_LIMIT && fx_abs(out.pose.eye.y) <= FX_WORLD_LIMIT &&
              fx_abs(out.pose.eye.z) <= FX_WORLD_LIMIT);
    }
    ox_text why;
    char room[200];
    why = ox_text_begin(room, sizeof room);
    CHECK_EQ(ox_type_check(&ox_rig_type, &why), OX_OK);
}
