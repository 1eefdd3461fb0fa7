/* Followers, springs, tethers and paths. */
#include "kernel/camera/ease.h"

#include "fixedmath/random.h"
#include "kernel/camera/path.h"
#include "tests/test.h"

/* CAM-012: the share of a way after 30 and 60 steps, other rates, an exact end, limits. */
TEST(camera_followers) {
    const uf16 part = ox_follow_part(15);
    fx at = 0, slow = 0;
    CHECK_EQ(part, 4096);
    CHECK_EQ(ox_follow_at_rate(4096, 30), 7936);
    for (int i = 1; i <= 60; i++) {
        at = ox_follow(at, FX_ONE, part);
        if (i % 2 == 0) {
            slow = ox_follow(slow, FX_ONE, ox_follow_at_rate(part, 30));
            CHECK_NEAR(slow, at, FX_ONE / 1000);
        }
        if (i == 30) CHECK_NEAR(at, FX(0.85574), FX(0.0003));
    }
    CHECK_NEAR(at, FX(0.97919), FX(0.0003));
    int steps = 0;
    fx last = at;
    while (at != FX_ONE && steps++ < 400) {
        at = ox_follow(at, FX_ONE, part);
        CHECK(at > last && at <= FX_ONE); /* never stalls, never overshoots */
        last = at;
    }
    CHECK_EQ(at, FX_ONE);
    CHECK_EQ(ox_follow(INT32_MIN, INT32_MAX, UF16_ONE), INT32_MAX);
    const ang32 turned = ox_follow_angle(ang32_from_degrees_fx(350 * FX_ONE),
                                         ang32_from_degrees_fx(10 * FX_ONE), UF16_ONE / 2);
    CHECK(fx_abs((int32_t)turned) < 1000); /* the short way: over 0 */
    const ox_follow_limits limits = {UF16_ONE, FX_ONE, FX(0.25)};
    CHECK_EQ(ox_follow_within(0, FX_ONE, &limits), 0);
    CHECK_EQ(ox_follow_within(0, 3 * FX_ONE, &limits), FX(0.25));
    CHECK_EQ(ox_follow_within(0, -3 * FX_ONE, &limits), FX(-0.25));
    quat turn = Q4_IDENTITY;
    const quat there = {0, Q30_ONE, 0, 0};
    for (int i = 0; i < 3000; i++) turn = ox_follow_turn(turn, there, part);
    CHECK(q4_same(turn, there, 1u << 12));
}

static int steps_to(fx k, bool printed, fx first[5]) {
    const ox_spring spring = ox_spring_make(k, 60, printed, NULL);
    ox_spring_state state = {{(int64_t)1 << 32, 0, 0}, {0, 0, 0}};
    for (int i = 1; i < 1000; i++) {
        ox_spring_step(&spring, V3_ZERO, &state);
        const fx x = ox_spring_offset(&state).x;
        if (i <= 5) first[i - 1] = x;
        CHECK(x > -FX_ONE / 100);
        if (x <= FX_ONE / 20) return i;
    }
    return 1000;
}

/* CAM-013: the table of springs, their limits, and tethers that lag as told. */
TEST(camera_springs_and_tethers) {
    static const struct {
        int k;
        bool printed;
        fx x[5];
    } rows[] = {{64, true, {FX(.982222), FX(.951723), FX(.912438), FX(.867408), FX(.818965)}},
                {64, false, {FX(.986159), FX(.961734), FX(.929407), FX(.891375), FX(.849428)}},
                {400, true, {FX(.888889), FX(.753086), FX(.624143), FX(.511812), FX(.417501)}},
                {400, false, {FX(.9375), FX(.84375), FX(.738281), FX(.632812), FX(.533936)}}};
    static const int ks[] = {16, 64, 256, 400}, printed[] = {73, 37, 19, 16}, implicit[] = {74, 38, 20, 17};
    fx x[5];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        (void)steps_to(rows[i].k * FX_ONE, rows[i].printed, x);
        for (int k = 0; k < 5; k++) CHECK_NEAR(x[k], rows[i].x[k], 3);
    }
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(steps_to(ks[i] * FX_ONE, true, x), printed[i]);
        CHECK_EQ(steps_to(ks[i] * FX_ONE, false, x), implicit[i]);
    }
    bool is_cut;
    (void)ox_spring_make(610 * FX_ONE, 30, true, &is_cut);
    CHECK(!is_cut);
    ox_spring wild = ox_spring_make(900 * FX_ONE, 30, true, &is_cut);
    CHECK(is_cut); /* it diverges as it is printed */
    ox_spring_state state = {{(int64_t)1 << 32, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < 300; i++) ox_spring_step(&wild, V3_ZERO, &state);
    CHECK(fx_abs(ox_spring_offset(&state).x) < FX_ONE / 100);
    fx rest[2];
    for (int i = 0; i < 2; i++) { /* after the same two seconds at 20 and 60 steps a second */
        const uint32_t rate = i == 0 ? 20 : 60;
        const ox_spring spring = ox_spring_make(64 * FX_ONE, rate, false, NULL);
        state = (ox_spring_state){{(int64_t)1 << 32, 0, 0}, {0, 0, 0}};
        for (uint32_t k = 0; k < 2 * rate; k++) ox_spring_step(&spring, V3_ZERO, &state);
        rest[i] = ox_spring_offset(&state).x;
    }
    CHECK(rest[0] < FX_ONE / 100 && rest[1] < FX_ONE / 100);
    const ox_spring even = ox_spring_make(64 * FX_ONE, 60, false, NULL);
    const vec3 way = {FX_ONE / 10, 0, 0};
    ox_spring_state lag = {{0, 0, 0}, {0, 0, 0}}, lead = lag;
    for (int i = 0; i < 600; i++) {
        ox_spring_step(&even, way, &lag);
        ox_spring_lead(&even, way, i == 0 ? V3_ZERO : way, &lead);
    }
    CHECK_NEAR(ox_spring_offset(&lag).x, -fx_muldiv(6 * FX_ONE, 2 * FX_ONE, 8 * FX_ONE),
               FX(0.05)); /* 2 v / sqrt(k) */
    CHECK(fx_abs(ox_spring_offset(&lead).x) < FX(0.001));
    for (int i = 0; i < 3; i++) {
        const ox_tether tether = {3 * FX_ONE, 8 * FX_ONE, i * FX_HALF, 60};
        fx length = 3 * FX_ONE;
        for (int k = 0; k < 600; k++) length = ox_tether_step(&tether, length, FX(0.0666667));
        CHECK_NEAR(length - 3 * FX_ONE, FX_HALF - i * FX(0.25), FX(0.002));
    }
    for (int i = 0; i < 2;
         i++) { /* comes to rest at the same length at 20 and 60 steps a second, and from both sides */
        const ox_tether tether = {3 * FX_ONE, 8 * FX_ONE, FX_HALF, i == 0 ? 20 : 60};
        fx longer = 6 * FX_ONE, shorter = FX_ONE;
        for (uint32_t k = 0; k < 2 * tether.rate; k++) {
            longer = ox_tether_step(&tether, longer, 0);
            shorter = ox_tether_step(&tether, shorter, 0);
        }
        CHECK_NEAR(longer, 3 * FX_ONE, FX(0.03));
        CHECK_NEAR(shorter, 3 * FX_ONE, FX(0.03));
    }
    const ox_tether none = {0, INT32_MAX, FX_ONE, 0};
    CHECK(ox_tether_step(&none, INT32_MAX, INT32_MIN) <= INT32_MAX); /* held, whatever the numbers */
}

/* ---- paths ---- */

enum { RING = 7, SAMPLES = 16 };
static const vec3 ring[RING] = {
    {48 * FX_ONE, 2 * FX_ONE, 48 * FX_ONE},   {48 * FX_ONE, 2 * FX_ONE, -48 * FX_ONE},
    {-48 * FX_ONE, 2 * FX_ONE, -48 * FX_ONE}, {-48 * FX_ONE, 2 * FX_ONE, 48 * FX_ONE},
    {48 * FX_ONE, 2 * FX_ONE, 48 * FX_ONE},   {48 * FX_ONE, 2 * FX_ONE, -48 * FX_ONE},
    {-48 * FX_ONE, 2 * FX_ONE, -48 * FX_ONE}};

static void check_xz(vec3 at, int32_t x, int32_t z) {
    CHECK_NEAR(at.x, x * FX_ONE, 2);
    CHECK_NEAR(at.z, z * FX_ONE, 2);
    CHECK_EQ(at.y, 2 * FX_ONE);
}

/* CAM-024: points are met, none is passed over at speed, the end is clean. */
TEST(camera_rides_a_catmull_rom_path) {
    static const vec3 line[] = {{0, 0, 0}, {FX_ONE, 0, 0}, {4 * FX_ONE, 0, 0}, {9 * FX_ONE, 0, 0}};
    fx lengths[OX_PATH_LENGTHS(12, SAMPLES)];
    ox_camera_path path;
    ox_camera_ride ride = {.segment = 1};
    vec3 eye, target;
    CHECK(ox_camera_path_make(&path, &(path3){line, 4, PATH_CATMULL_ROM, false, 0}, SAMPLES, lengths));
    static const fx quarters[] = {FX(1.5625), FX(2.25), FX(3.0625), FX(4)};
    for (int i = 0; i < 4; i++) {
        ox_camera_ride_step(&ride, &path, FX(0.25), &eye, &target);
        CHECK_NEAR(eye.x, quarters[i], 1);
        CHECK(target.x > eye.x);
    }
    vec3 points[12];
    for (int i = 0; i < 12; i++)
        points[i] = (vec3){i * 7 * FX_ONE, (i * i % 5) * FX_ONE, (i % 3) * 4 * FX_ONE};
    for (int i = 0; i < 11; i++) { /* the slope is what differences say */
        cubic3 segment;
        CHECK(path3_segment(&(path3){points, 12, PATH_CATMULL_ROM, false, 0}, i, &segment));
        for (uf16 t = 1024; t < UF16_ONE - 1024; t += 2000) {
            const fx slope = cubic_slope(&segment.x, t),
                     difference = 64 * (cubic_value(&segment.x, t + 512) - cubic_value(&segment.x, t - 512));
            CHECK_NEAR(slope, difference, fx_abs(slope) / 50 + 200);
        }
    }
    CHECK(ox_camera_path_make(&path, &(path3){points, 12, PATH_CATMULL_ROM, false, 0}, SAMPLES, lengths));
    for (int i = 0; i < 11; i++) { /* each point, at the begin of its segment */
        ox_camera_ride at = {.segment = i};
        ox_camera_ride_step(&at, &path, 0, &eye, &target);
        CHECK(v3_equal(eye, points[i]));
    }
    uint32_t passed = 0;
    ride = (ox_camera_ride){0};
    while (!ride.done) {
        ox_camera_ride_step(&ride, &path, FX(2.3), &eye, &target);
        passed += ride.passed;
    }
    CHECK_EQ(passed, 11);
    CHECK(v3_equal(eye, points[11]));
    CHECK(target.x > eye.x); /* on along the last tangent */
    const vec3 end = eye;
    ox_camera_ride_step(&ride, &path, FX_ONE, &eye, &target);
    CHECK(v3_equal(eye, end) && ride.passed == 0);
    ride = (ox_camera_ride){.segment = -77, .t = UINT32_MAX};
    ox_camera_ride_step(&ride, &path, INT32_MIN, &eye, &target); /* what no ride is begins anew */
    CHECK(v3_equal(eye, points[0]));
}

/* CAM-025, CAM-026: the ring of the table, without an end; streamed points give the same bits. */
typedef struct feeder {
    int at, most;
} feeder;

static bool next_point(void *context, vec3 *point) {
    feeder *f = context;
    if (f->at >= f->most) return false;
    *point = ring[f->at++ % 4];
    return true;
}

TEST(camera_b_spline_ring_and_stream) {
    static const int32_t places[8][2] = {{32, -32}, {0, -44}, {-32, -32}, {-44, 0},
                                         {-32, 32}, {0, 44},  {32, 32},   {44, 0}};
    fx lengths[OX_PATH_LENGTHS(RING, SAMPLES)];
    ox_camera_path path, closed;
    vec3 eye, target, last = V3_ZERO;
    CHECK(ox_camera_path_make(&path, &(path3){ring, RING, PATH_BSPLINE, false, 0}, SAMPLES, lengths));
    for (int i = 0; i < 8; i++) {
        ox_camera_ride ride = {.segment = i / 2, .t = (uf16)(i % 2 * 32768)};
        ox_camera_ride_step(&ride, &path, 0, &eye, &target);
        check_xz(eye, places[i][0], places[i][1]);
    }
    CHECK_NEAR(ox_camera_path_length(&path), FX(280.375), FX(0.56)); /* 0.2 % */
    fx round[OX_PATH_LENGTHS(4, SAMPLES)];
    CHECK(ox_camera_path_make(&closed, &(path3){ring, 4, PATH_BSPLINE, true, 0}, SAMPLES, round));
    ox_camera_ride ride = {0};
    fx most = 0;
    for (int i = 0; i < 1000; i++) {
        ox_camera_ride_step(&ride, &closed, FX(0.02), &eye, &target);
        if (i > 0) most = fx_max(most, v3_distance(eye, last));
        last = eye;
        CHECK(!ride.done);
    }
    CHECK(most < 2 * FX_ONE); /* no jump where the ring closes */
    feeder feed = {0, 1000};
    ox_camera_stream stream = {.next = next_point, .context = &feed};
    vec3 at;
    uint32_t steps = 0;
    while (ox_camera_stream_step(&stream, FX(0.25), &at)) {
        const uint32_t segment = steps / 4, t = steps % 4 * 16384;
        ox_camera_ride same = {.segment = (int32_t)(segment % 4), .t = (uf16)t};
        ox_camera_ride_step(&same, &path, 0, &eye, &target);
        CHECK(v3_equal(at, eye));
        steps++;
    }
    CHECK_EQ(steps, 997u * 4u); /* 1,000 points are 997 segments */
    feeder none = {0, 3};
    ox_camera_stream late = {.next = next_point, .context = &none};
    CHECK(!ox_camera_stream_step(&late, FX_ONE, &at));
    CHECK(!ox_camera_stream_step(&late, FX_ONE, &at));
}

/* CAM-027: equal steps are equal distances, at each rate; what lies outside of the path. */
TEST(camera_goes_along_a_path_at_constant_speed) {
    vec3 points[12];
    fx lengths[OX_PATH_LENGTHS(12, 32)];
    ox_camera_path path;
    for (int i = 0; i < 12; i++)
        points[i] = (vec3){i * 6 * FX_ONE, i % 2 * FX_ONE, (i % 4 < 2 ? 0 : 3) * FX_ONE};
    CHECK(ox_camera_path_make(&path, &(path3){points, 12, PATH_CATMULL_ROM, false, 0}, 32, lengths));
    const fx total = ox_camera_path_length(&path);
    CHECK_EQ(ox_camera_path_index(&path, -1), -1);
    CHECK_EQ(ox_camera_path_index(&path, total + 1), -1);
    CHECK_EQ(ox_camera_path_index(&path, 0), 0);
    CHECK_EQ(ox_camera_path_index(&path, total), 11 * 32);
    vec3 last = points[0];
    const fx step = total / 400;
    for (int i = 1; i < 400; i++) {
        const vec3 at = ox_camera_path_at(&path, i * step);
        CHECK_NEAR(v3_distance(at, last), step, step / 100 + 8);
        last = at;
    }
    fx lengths4[OX_PATH_LENGTHS(RING, SAMPLES)];
    CHECK(ox_camera_path_make(&path, &(path3){ring, 4, PATH_CATMULL_ROM, true, 0}, SAMPLES, lengths4));
    CHECK_NEAR(ox_camera_path_length(&path), FX(403.5645), FX(0.8));
    static const vec3 same[4] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    CHECK(!ox_camera_path_make(&path, &(path3){same, 4, PATH_CATMULL_ROM, false, 0}, SAMPLES, lengths4));
    CHECK(!ox_camera_path_make(&path, &(path3){same, 1, PATH_CATMULL_ROM, false, 0}, SAMPLES, lengths4));
    CHECK(!ox_camera_path_make(&path, &(path3){same, 3, PATH_BSPLINE, false, 0}, SAMPLES, lengths4));
}

/* CAM-028: bends to both sides, a loop, straight parts: up never jumps, and would without the guard. */
static fx greatest_turn(ox_camera_banking banking, bool unguarded) {
    ox_camera_frame frame = {.unguarded = unguarded};
    vec3 last = V3_ZERO;
    ang16 most = 0;
    for (int i = 0; i < 1200; i++) {
        const ang16 a = (ang16)(i * 65536 / 300);
        vec3 tangent = {0, 0, -FX_ONE};
        if (i < 300) /* left, then right, with a straight part between */
            tangent = i % 150 < 20 ? (vec3){0, 0, -FX_ONE} : (vec3){fx_sin((ang16)(a * 2)) / 2, 0, -FX_ONE};
        else if (i < 600) /* a loop, which drifts aside */
            tangent = (vec3){FX_ONE / 8, fx_sin(a), -fx_cos(a)};
        else if (i > 900)
            tangent = (vec3){fx_sin((ang16)(a * 3)), fx_sin(a) / 3, -FX_ONE};
        ox_camera_bank(&frame, banking, tangent, 0);
        const vec3 up = {fx_from_q30(frame.axes.m[0][1]), fx_from_q30(frame.axes.m[1][1]),
                         fx_from_q30(frame.axes.m[2][1])};
        if (i > 0) {
            const ang16 turn = v3_angle(up, last);
            if (turn > most) most = turn;
        }
        last = up;
    }
    return most;
}

TEST(camera_banks_without_turning_over) {
    const ang16 ten = 1820, quarter = 16384;
    CHECK(greatest_turn(OX_BANK_BEND, false) <= quarter);
    CHECK(greatest_turn(OX_BANK_BEND, true) > quarter);
    CHECK(greatest_turn(OX_BANK_CARRIED, false) < ten);
    ox_camera_frame frame = {0};
    for (int i = 0; i < 100; i++) { /* straight on: no spin */
        ox_camera_bank(&frame, OX_BANK_BEND, (vec3){0, 0, -FX_ONE}, 0);
        CHECK_NEAR(frame.axes.m[1][1], Q30_ONE, 8);
    }
    ox_camera_bank(&frame, OX_BANK_FIXED, (vec3){0, 0, 0},
                   16384); /* no tangent: the last one; a quarter of a roll */
    CHECK_NEAR(frame.axes.m[0][1], -Q30_ONE, 8);
}
