/* Tests of skeletons, poses and the clocks of clips. */
#include "fixedmath/random.h"
#include "kernel/animation/clock.h"
#include "tests/unit/kernel/animation/animation_chunks.h"

static _Alignas(16) uint8_t skeleton[4096], clip[8192];
static sqt local[64], global[64], other[64], kept[64];

/* Parents of the joints: pelvis, spine, arms with fingers, neck, head, eyes, legs. */
static const int8_t body[30] = {-1, 0,  1,  2,  3,  4, 5,  6,  6,  6, 6,  6,  3, 12, 13,
                                14, 14, 14, 14, 14, 3, 20, 21, 21, 0, 24, 25, 0, 27, 28};

static void make_body(void) {
    vec3 places[30];
    for (int i = 0; i < 30; i++) places[i] = (vec3){i % 3 * 6000, FX_ONE / 8, i % 5 * 3000 - 6000};
    uint32_t bytes = make_skeleton(skeleton, body, places, 30);
    CHECK(chunk_is_sound(ROM_TAG_SKELETON, skeleton, bytes));
}

TEST(animation_joints_are_found_by_name) {
    make_body();
    CHECK_EQ(ox_pose_joints(skeleton), 30);
    for (uint32_t i = 0; i < 30; i++) {
        CHECK_EQ(ox_pose_find(skeleton, joint_name(i)), i);
        CHECK_EQ(ox_pose_find(skeleton, joint_name(i) + 1), OX_JOINT_NONE);
        CHECK_EQ(ox_pose_parent(skeleton, i), (uint8_t)body[i]);
    }
    CHECK_EQ(ox_pose_parent(skeleton, 30), OX_JOINT_NONE);
}

/* Gives global poses joint after joint from the root down, by recursion. */
static void walk(uint32_t joint, const sqt *above, sqt *to) {
    to[joint] = joint == 0 ? local[0]
                           : (sqt){v3_adds(above->t, q4_rotate(above->q, local[joint].t)),
                                   q4_renormalize(q4_mul(above->q, local[joint].q)), FX_ONE};
    for (uint32_t i = joint + 1; i < ox_pose_joints(skeleton); i++)
        if (ox_pose_parent(skeleton, i) == joint) walk(i, &to[joint], to);
}

TEST(animation_skeletons_of_the_tables_stand_as_by_recursion) {
    static const int8_t parts[15] = {-1, 0, 1, 2, 3, 1, 5, 6, 1, 0, 9, 10, 0, 12, 13};
    rng32 random = rng32_seed(2, 1);
    vec3 places[30];
    for (int i = 0; i < 30; i++)
        places[i] = (vec3){(fx)rng_below(&random, 30000), (fx)rng_below(&random, 90000),
                           (fx)rng_below(&random, 20000)};
    for (int table = 0; table < 2; table++) {
        uint32_t count = table == 0 ? 15 : 30,
                 bytes = make_skeleton(skeleton, table == 0 ? parts : body, places, count);
        CHECK(chunk_is_sound(ROM_TAG_SKELETON, skeleton, bytes));
        ox_pose_bind(skeleton, local);
        for (uint32_t i = 0; i < count; i++)
            local[i].q =
                q4_from_euler((euler16){(ang16)rng_below(&random, 65536), (ang16)rng_below(&random, 65536),
                                        (ang16)rng_below(&random, 65536)});
        ox_pose_global(skeleton, local, global);
        walk(0, NULL, other);
        CHECK_EQ(memcmp(global, other, count * sizeof *global), 0);
    }
}

/* A wrong skeleton is refused with the joint that is wrong. */
TEST(animation_wrong_skeletons_are_refused) {
    make_body();
    uint32_t joints = ROM_SKELETON_SIZE, names = joints + 30 * ROM_JOINT_SIZE,
             bytes = names + 30 * ROM_JOINT_NAME_SIZE;
    const struct {
        uint32_t at, value;
        const char *words;
    } rows[] = {
        {joints + 5 * ROM_JOINT_SIZE + ROM_JOINT_PARENT, 7,
         "joint 5 has the parent 7, which is not before it"}, /* the parents form a cycle */
        {joints + 5 * ROM_JOINT_SIZE + ROM_JOINT_PARENT, 5,
         "joint 5 has the parent 5, which is not before it"},
        {joints + 9 * ROM_JOINT_SIZE + ROM_JOINT_PARENT, 255,
         "joint 9 has the parent 255, which is not before it"}, /* a second root */
        {joints + ROM_JOINT_PARENT, 0, "joint 0 has the parent 0, which is not before it"},
        {joints + 3 * ROM_JOINT_SIZE, 0, "the list of names"},          /* the name of another joint */
        {names + 4 * ROM_JOINT_NAME_SIZE, (joint_name(3)) & 255u, "4"}, /* the name of joint 3, twice */
        {ROM_SKELETON_JOINT_COUNT, 0, "joint_count 0"},
        {ROM_SKELETON_JOINT_COUNT + 1, 1, "joint_count 286"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rom_error error = {.text = ""};
        bool told = false;
        make_body();
        skeleton[rows[i].at] = (uint8_t)rows[i].value;
        CHECK(rom_check_chunk(ROM_TAG_SKELETON, skeleton, bytes, &error) != ROM_OK);
        for (const char *at = error.text; *at != 0 && !told; at++)
            told = strncmp(at, rows[i].words, strlen(rows[i].words)) == 0;
        if (!told) TEST_INFO("%s", error.text);
        CHECK(told);
    }
}

/* Three joints of length 1, each turned by 30 degrees. */
TEST(animation_chain_stands_where_it_is_worked_out) {
    static const int8_t chain[3] = {-1, 0, 1};
    const vec3 places[3] = {{FX_ONE, 0, 0}, {FX_ONE, 0, 0}, {FX_ONE, 0, 0}};
    static const fx wanted[3][2] = {
        {65536, 0}, {122292, 32768}, {155060, 89524}}; /* (1, 0), (1.866025, 0.5), (2.366025, 1.366025) */
    make_skeleton(skeleton, chain, places, 3);
    ox_pose_bind(skeleton, local);
    for (int i = 0; i < 3; i++) local[i].q = about_z(30);
    ox_pose_global(skeleton, local, global);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(global[i].t.x, wanted[i][0], 1);
        CHECK_NEAR(global[i].t.y, wanted[i][1], 1);
        CHECK_EQ(global[i].t.z, 0);
    }
    CHECK_NEAR(global[2].q.z, 759250125, 8);
    CHECK_NEAR(global[2].q.w, 759250125, 8);
    vec3 tip = sqt_point(&global[2], places[0]);
    CHECK_NEAR(tip.x, 155060, 2);
    CHECK_NEAR(tip.y, 155060, 2);
}

/* A turned joint moves its subtree and no other joint by a single bit; lengths of bones stay. */
TEST(animation_turned_joint_moves_its_subtree) {
    make_body();
    ox_pose_bind(skeleton, local);
    ox_pose_global(skeleton, local, global);
    memcpy(kept, global, sizeof kept);
    for (uint32_t turned = 0; turned < 30; turned++) {
        ox_pose_bind(skeleton, local);
        local[turned].q = q4_from_euler((euler16){3000, 9000, 200});
        ox_pose_global(skeleton, local, global);
        for (uint32_t i = 0; i < 30; i++) {
            uint32_t above = i;
            while (above != turned && above != OX_JOINT_NONE) above = ox_pose_parent(skeleton, above);
            CHECK_EQ(memcmp(&global[i], &kept[i], sizeof global[i]) != 0, above == turned);
            if (body[i] < 0) continue;
            fx length = v3_length(v3_subs(global[i].t, global[body[i]].t));
            CHECK_NEAR(length, v3_length(local[i].t), 3);
        }
    }
}

TEST(animation_scale_goes_down_the_chain) {
    static const int8_t chain[3] = {-1, 0, 1};
    const vec3 places[3] = {{0, FX_ONE, 0}, {0, FX_ONE, 0}, {0, FX_ONE, 0}};
    make_skeleton(skeleton, chain, places, 3);
    ox_pose_bind(skeleton, local);
    local[0].s = 2 * FX_ONE;
    local[1].s = FX_ONE / 4;
    ox_pose_global(skeleton, local, global);
    CHECK_EQ(global[1].t.y, 3 * FX_ONE);
    CHECK_EQ(global[2].t.y, 3 * FX_ONE + FX_ONE / 2);
    CHECK_EQ(global[2].s, FX_ONE / 2);
}

/* A row of a steady clip: joint j at sample s is turned by 10 s degrees about z, at (s, j, 0). */
static void steady(uint32_t sample, uint32_t joint, fx n[7]) {
    quat q = about_z((int)(10 * sample));
    n[2] = (fx)(q.z / 16384);
    n[3] = (fx)(q.w / 16384);
    n[4] = (fx)(sample << 16);
    n[5] = (fx)(joint << 16);
}

/* 4 frames in 2 seconds: at 0.3 s 0.6 of the way from sample 0 to 1, and so on; times wrap as often as they must. */
TEST(animation_samples_lie_between_keys) {
    static const struct {
        int32_t tenths, first, second, part;
    } rows[] = {{0, 0, 1, 0},  {3, 0, 1, 6},  {19, 3, 0, 8}, {23, 0, 1, 6},
                {20, 0, 1, 0}, {-1, 3, 0, 8}, {403, 0, 1, 6}};
    make_body();
    uint32_t bytes = make_clip(clip, skeleton, 4, true, 2, steady);
    CHECK(chunk_is_sound(ROM_TAG_CLIP, clip, bytes));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fx time = (fx)((int64_t)rows[i].tenths * 2 * 65536 / 10);
        ox_pose_bind(skeleton, local);
        ox_pose_sample(clip, time, local, 30);
        ox_pose_sample_all(skeleton, clip, time, global);
        CHECK(memcmp(local, global, 30 * sizeof *local) == 0);
        fx x = (fx)(((rows[i].first * 10 + (rows[i].second - rows[i].first) * rows[i].part) * 65536) / 10);
        for (int j = 0; j < 30; j++) {
            CHECK_NEAR(local[j].t.x, x, 6);
            CHECK_EQ(local[j].t.y, j << 16);
        }
    }
    ox_pose_bind(skeleton, local);
    ox_pose_sample(clip, FX_ONE / 2, local, 2); /* no more joints than there is room for */
    CHECK(local[1].t.x == FX_ONE / 2 && local[2].t.x == 2 * 6000);
}

TEST(animation_blend_gives_its_ends_bit_for_bit) {
    rng32 random = rng32_seed(5, 1);
    make_body();
    for (int i = 0; i < 30; i++) {
        for (int k = 0; k < 2; k++) {
            sqt *to = k == 0 ? &local[i] : &other[i];
            to->t = (vec3){(fx)rng_below(&random, 90000), (fx)rng_below(&random, 90000),
                           (fx)rng_below(&random, 90000)};
            to->q =
                q4_from_euler((euler16){(ang16)rng_below(&random, 65536), (ang16)rng_below(&random, 65536),
                                        (ang16)rng_below(&random, 65536)});
            to->s = FX_ONE / 2 + (fx)rng_below(&random, FX_ONE);
        }
    }
    ox_pose_blend(local, other, 0, 30, global);
    CHECK_EQ(memcmp(global, local, 30 * sizeof *local), 0);
    ox_pose_blend(local, other, UF16_ONE, 30, global);
    CHECK_EQ(memcmp(global, other, 30 * sizeof *other), 0);
    ox_pose_blend(local, other, UF16_ONE / 2, 30, global);
    for (int i = 0; i < 30; i++) {
        CHECK_NEAR(global[i].t.x, (local[i].t.x + other[i].t.x) / 2, 1);
        CHECK_NEAR(global[i].s, (local[i].s + other[i].s) / 2, 1);
        uint32_t whole = q4_angle(local[i].q, other[i].q), first = q4_angle(local[i].q, global[i].q),
                 second = q4_angle(global[i].q, other[i].q);
        CHECK(whole <= 0x80000000u);
        CHECK_NEAR(first, whole / 2, 4096);
        CHECK_NEAR(second, whole / 2, 4096);
    }
    memcpy(kept, local, sizeof kept);
    ox_pose_blend(local, other, 20000, 10, local); /* in place, and in two pieces */
    ox_pose_blend(local + 10, other + 10, 20000, 20, local + 10);
    ox_pose_blend(kept, other, 20000, 30, global);
    CHECK_EQ(memcmp(global, local, 30 * sizeof *local), 0);
}

/* Poses are finite whatever bytes a checked chunk holds. */
TEST(animation_poses_of_any_bytes_are_finite) {
    rng32 random = rng32_seed(9, 1);
    make_body();
    uint8_t *rows = skeleton + rom_u32(skeleton + ROM_SKELETON_JOINTS_AT);
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < 30; i++) {
            for (uint32_t k = ROM_JOINT_ROTATION; k < ROM_JOINT_SIZE; k++)
                rows[i * ROM_JOINT_SIZE + (int)k] = (uint8_t)(round == 0   ? 0
                                                              : round == 1 ? 0x80
                                                                           : rng_below(&random, 65536));
        }
        ox_pose_bind(skeleton, local);
        ox_pose_global(skeleton, local, global);
        for (int i = 0; i < 30; i++) {
            int64_t square = q4_dot_wide(global[i].q, global[i].q);
            CHECK_NEAR(square >> 30, Q30_ONE, 1 << 19);
            CHECK(global[i].s >= 256 && global[i].s <= 256 * FX_ONE);
            CHECK(global[i].t.x <= 8192 * FX_ONE && global[i].t.x >= -8192 * FX_ONE);
        }
    }
}

/* ---- clocks ---- */

static void still(uint32_t sample, uint32_t joint, fx n[7]) { (void)sample, (void)joint, (void)n; }

static void make_timed(uint32_t frames, bool loops, uint32_t rate) {
    static const int8_t one[1] = {-1};
    const vec3 origin = {0, 0, 0};
    make_skeleton(skeleton, one, &origin, 1);
    make_clip(clip, skeleton, frames, loops, rate, still);
}

static fx time_at(const ox_clip_clock *clock, uint32_t tick, bool *done) {
    ox_clip_moment now = ox_clip_clock_at(clock, clip, tick, 0, 60);
    if (done != NULL) *done = now.done;
    return now.time;
}

/* A clip of 2 s at 30 a second, begun at 102 s with twice its rate: at 103 s it is at 2.0 s and done. */
TEST(animation_clocks_start_run_and_end) {
    ox_clip_clock clock = {.start = 102 * 60, .rate = 2 * FX_ONE};
    bool done;
    make_timed(60, false, 30);
    CHECK_EQ(time_at(&clock, 102 * 60 + 30, &done), 30 << 16);
    CHECK(!done);
    CHECK_EQ(time_at(&clock, 103 * 60 - 1, &done), 59 << 16);
    CHECK(!done);
    CHECK_EQ(time_at(&clock, 103 * 60, &done), 60 << 16);
    CHECK(done);
    CHECK_EQ(time_at(&clock, 5000 * 60, &done), 60 << 16);
    CHECK_EQ(time_at(&clock, 102 * 60 - 5, &done), 0); /* the clip has not begun */
    CHECK(!done);
    clock.rate = -FX_ONE;
    CHECK_EQ(time_at(&clock, 102 * 60, &done), 60 << 16);
    CHECK_EQ(time_at(&clock, 102 * 60 + 30, &done), 45 << 16);
    CHECK_EQ(time_at(&clock, 104 * 60, &done), 0);
    CHECK(done);
    clock.rate = 0;
    CHECK_EQ(time_at(&clock, 400 * 60, &done), 0);
    CHECK(!done);
    make_timed(60, true, 30);
    clock.rate = 2 * FX_ONE;
    CHECK_EQ(time_at(&clock, 103 * 60, &done), 0);
    CHECK_EQ(time_at(&clock, 103 * 60 + 3, &done), 3 << 16);
    CHECK(!done);
    clock.loops = 3;
    CHECK_EQ(time_at(&clock, 105 * 60 - 1, &done), 59 << 16);
    CHECK(!done);
    CHECK_EQ(time_at(&clock, 105 * 60, &done), 0);
    CHECK(done);
    CHECK_EQ(ox_clip_clock_at(&clock, clip, 102 * 60 + 3, UF16_ONE / 2, 60).time, (3 << 16) + 32768);
}

/* ANI-019: a punch and its reaction. On clocks of their own the one that hears of it a tick later is a tick behind; with the punch's start both are in step, whoever reads
 * first. */
TEST(animation_clocks_of_two_keep_in_step) {
    make_timed(60, false, 30);
    const ox_clip_clock punch = {.start = 700, .rate = FX_ONE}, own = {.start = 701, .rate = FX_ONE},
                        shared = {.start = punch.start, .rate = punch.rate};
    for (uint32_t tick = 701; tick < 800; tick++) {
        CHECK_EQ(time_at(&punch, tick, NULL) - time_at(&own, tick, NULL), 32768); /* a tick is half a frame */
        CHECK_EQ(time_at(&punch, tick, NULL), time_at(&shared, tick, NULL));
    }
}

/* A time may lie between samples: 3.7 is seven tenths of the way from sample 3 to 4. Half the rate visits other
 * times, and a negative rate gives the poses in reverse. */
TEST(animation_time_runs_between_samples) {
    static const fx seen[] = {72090, 91750, 124518, 170394, 209715}; /* 1.1, 1.4, 1.9, 2.6, 3.2 */
    ox_clip_clock forwards = {.rate = FX_ONE}, backwards = {.rate = -FX_ONE};
    make_body();
    make_clip(clip, skeleton, 5, false, 7, steady);
    ox_pose_sample(clip, 242483, local, 30);
    CHECK_NEAR(local[3].t.x, 242483, 1);
    CHECK_NEAR(q4_angle(local[3].q, about_z(37)), 0, 100000);
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++) {
        ox_pose_sample(clip, seen[i], local, 30);
        CHECK_NEAR(local[7].t.x, seen[i], 1);
    }
    uint32_t ticks = 60 * 5 / 7; /* the clip takes 42.9 ticks */
    for (uint32_t tick = 0; tick <= ticks; tick++) {
        ox_clip_moment there = ox_clip_clock_at(&forwards, clip, tick, 0, 60),
                       back = ox_clip_clock_at(&backwards, clip, tick, 0, 60);
        CHECK_EQ(there.time + back.time, 5 << 16);
        CHECK(tick == 0 || there.time > ox_clip_clock_at(&forwards, clip, tick - 1, 0, 60).time);
        ox_clip_clock half = {.rate = FX_ONE / 2};
        CHECK_NEAR(ox_clip_clock_at(&half, clip, tick * 2, 0, 60).time, there.time, 1);
    }
}

/* Ticks of a 60th after one hour and after two years, against whole numbers. */
TEST(animation_clocks_do_not_drift) {
    static const fx rates[] = {FX_ONE, FX_ONE / 3, 5 * FX_ONE / 7, 3 * FX_ONE / 2};
    make_timed(77, true, 30);
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        ox_clip_clock clock = {.rate = rates[i]};
        for (uint32_t ticks = 3600 * 60; ticks < 0x78000000u; ticks = ticks * 3 + 11) {
            uint64_t frames = (uint64_t)ticks * (uint32_t)rates[i] / 2; /* Q16.16, exact to half of it */
            uint64_t wanted = frames % ((uint64_t)77 << 16),
                     at = (uint64_t)(uint32_t)time_at(&clock, ticks, NULL),
                     off = wanted > at ? wanted - at : at - wanted;
            if (off > ((uint64_t)77 << 15)) off = ((uint64_t)77 << 16) - off;
            CHECK(off <= 1 || (ticks > 3600 * 60 && off < 66));
        }
    }
}

TEST(animation_clocks_change_their_rate_without_a_jump) {
    rng32 random = rng32_seed(3, 1);
    for (int loops = 0; loops < 2; loops++) {
        make_timed(90, loops == 1, 24);
        ox_clip_clock clock = {.rate = FX_ONE};
        uint32_t tick = 0;
        for (int i = 0; i < 100; i++) {
            tick += rng_below(&random, 200);
            fx before = time_at(&clock, tick, NULL);
            ox_clip_clock_rate(&clock, clip, tick, 60, (fx)rng_below(&random, 6 * FX_ONE) - 3 * FX_ONE);
            fx now = time_at(&clock, tick, NULL);
            CHECK(now == before || (loops == 1 && before == 0 && now == 0));
        }
    }
}

/* Clips of different lengths side by side are at the same part of their length. */
TEST(animation_clips_beside_one_another) {
    static _Alignas(16) uint8_t run[512];
    make_timed(60, true, 30);
    memcpy(run, clip, sizeof run);
    make_timed(90, true, 30);
    CHECK_EQ(ox_pose_beside(run, clip, 15 << 16), (22 << 16) + 32768);
    CHECK_EQ(ox_pose_beside(clip, run, (22 << 16) + 32768), 15 << 16);
    CHECK_EQ(ox_pose_beside(run, clip, 75 << 16), (22 << 16) + 32768);
}
