/* Machines of characters step by step, without pictures: fades, windows, wishes, marks, numbers and what clips are mixed of. */
#include "fixedmath/random.h"
#include "tests/host/kernel/motion/motion_bench.h"

static motion_bench b;

/* ---- fades ---- */

static uf16 weight_at(const char *curve, uint32_t t) {
    char text[200];
    snprintf(text, sizeof text, "skeleton robot\nstate x a\nstate y b\nx -> y fade=1 curve=%s\n", curve);
    if (!bench_convert(&b, text)) return 0;
    b.set = (ox_motion_set){.machine = b.chunk.data, .skeleton = b.chunk.data, .clips = b.clips};
    const uf16 weight = ox_motion_curve(&b.set, OX_MOTION_ROW(&b.set, WAYS, WAY, 0)[ROM_MOTION_WAY_CURVE], t);
    bench_end(&b);
    return weight;
}

/* ANI-007: every curve begins at nothing, ends at all and never falls; curves by inner values are the polynomial. */
TEST(motion_curves_of_fades) {
    static const char *const names[] = {"straight", "smooth", "slow-first", "slow-last",
                                        "0,1",      "0,0",    "1,1",        "0.25,0.6"};
    static const double inner[][2] = {{0, 1}, {0, 0}, {1, 1}, {0.25, 0.6}};
    for (int i = 0; i < 8; i++) {
        char text[200];
        snprintf(text, sizeof text, "skeleton robot\nstate x a\nstate y b\nx -> y fade=1 curve=%s\n",
                 names[i]);
        if (!bench_begin(&b, text, 60)) return;
        const uint32_t curve = OX_MOTION_ROW(&b.set, WAYS, WAY, 0)[ROM_MOTION_WAY_CURVE];
        uf16 last = 0;
        double worst = 0;
        for (uint32_t t = 0; t <= UF16_ONE; t++) {
            const uf16 now = ox_motion_curve(&b.set, curve, t);
            if (now < last) test_fail(__FILE__, __LINE__, names[i], now, last);
            last = now;
            if (i < 4) continue;
            const double u = t / 65536.0, v = 1 - u,
                         wanted =
                             3 * v * v * u * inner[i - 4][0] + 3 * v * u * u * inner[i - 4][1] + u * u * u;
            worst = fmax(worst, fabs(wanted * 65536 - now));
        }
        CHECK_EQ(ox_motion_curve(&b.set, curve, 0), 0);
        CHECK_EQ(last, UF16_ONE);
        CHECK(worst <= 1.01);
        bench_end(&b);
    }
    CHECK_NEAR(weight_at("smooth", 16384), FX(0.15625), 1);
    CHECK_NEAR(weight_at("smooth", 32768), FX(0.5), 1);
    CHECK_NEAR(weight_at("smooth", 49152), FX(0.84375), 1);
    CHECK_NEAR(weight_at("0,1", 16384), FX(0.15625), 1);
    for (uint32_t k = 0; k <= 8; k++) { /* even acceleration, then even slowing down: halves of both */
        static const double wanted[] = {0, 0.03125, 0.125, 0.28125, 0.5, 0.71875, 0.875, 0.96875, 1};
        CHECK_NEAR(ease(EASE_QUADRATIC_IN_OUT, k * 8192), (int64_t)(wanted[k] * 65536), 1);
    }
    CHECK(!bench_convert(&b, "skeleton robot\nstate x a\nstate y b\nx -> y curve=0,2\n"));
    CHECK(strstr(b.error.text, "it.motion:4") != NULL);
    bench_end(&b);
}

/* ANI-074: each kind of way and its weight at the quarters of the fade; ANI-068: both weights are one together, and nothing of the old state is left behind it. */
TEST(motion_ways_of_each_kind) {
    static const struct {
        const char *words;
        double weight[5];
        uint32_t flags;
    } rows[] = {{"fade=0.2 curve=straight", {0, 0.25, 0.5, 0.75, 1}, 0},
                {"fade=0.2", {0, 0.15625, 0.5, 0.84375, 1}, 0},
                {"fade=0.2 frozen", {0, 0.15625, 0.5, 0.84375, 1}, OX_MOTION_FROZEN},
                {"fade=0.2 snapshot curve=slow-first", {0, 0.0625, 0.25, 0.5625, 1}, OX_MOTION_SNAPSHOT},
                {"fade=0.2 curve=slow-last match", {0, 0.4375, 0.75, 0.9375, 1}, OX_MOTION_MATCHED},
                {"fade=0", {1, 1, 1, 1, 1}, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[300];
        snprintf(text, sizeof text, "skeleton robot\nstate x a\nstate y b\nx -> y %s\ny -> x fade=0\n",
                 rows[i].words);
        if (!bench_begin(&b, text, 60)) return;
        bench_steps(&b, 20);
        CHECK_EQ(bench_ask(&b, "y"), OX_MOTION_ASKED);
        bench_steps(&b, 1);
        const ox_motion_layer *layer = &b.run.layer[0];
        const uint32_t old_phase = layer->old_phase;
        for (int k = 0; k <= 4; k++) {
            CHECK_NEAR(ox_motion_fade(&b.set, layer), (int64_t)(rows[i].weight[k] * 65536), 2);
            if (k < 4 && layer->fade > 0)
                CHECK_EQ(layer->flags & (OX_MOTION_FROZEN | OX_MOTION_SNAPSHOT | OX_MOTION_MATCHED),
                         rows[i].flags);
            if ((rows[i].flags & OX_MOTION_FROZEN) != 0 && k < 4) CHECK_EQ(layer->old_phase, old_phase);
            if (k < 4) bench_steps(&b, 3);
        }
        CHECK(layer->fade == 0 && layer->old == layer->state);
        CHECK_EQ(b.changes, 1);
        bench_end(&b);
    }
    /* through a state that stands between: it is left at its end */
    if (!bench_begin(&b,
                     "skeleton robot\nstate x a\nstate rise b once\nstate y c\nx -> rise fade=0\nrise -> y "
                     "end fade=0\n",
                     60))
        return;
    (void)bench_ask(&b, "rise");
    bench_steps(&b, 60);
    CHECK(bench_is(&b, "rise"));
    bench_steps(&b, 2);
    CHECK(bench_is(&b, "y") && b.done == 1 && b.changes == 2);
    bench_end(&b);
}

/* ANI-074: a window that goes over the end of the round; a wish that waits in vain is told; a newer one of the same weight takes its place. */
TEST(motion_windows_and_wishes) {
    static const char text[] =
        "skeleton robot\nstate x a\nstate y b\nstate z c\nstate w d\n"
        "x -> y window=0.9,0.1 fade=0\nx -> z window=0.5,0.55 hold=0.2 fade=0\nx -> w window=0.5,0.6 "
        "priority=2 fade=0\n* -> x fade=0\n";
    if (!bench_begin(&b, text, 60)) return;
    bench_steps(&b, 18);
    CHECK_EQ(bench_ask(&b, "y"), OX_MOTION_ASKED);
    while (bench_is(&b, "x") && b.run.layer[0].age < 200) bench_steps(&b, 1);
    CHECK_EQ(b.run.layer[0].state, 1);
    (void)bench_ask(&b, "x");
    bench_steps(&b, 4); /* phase 0.05: behind the end of the round it is open, too */
    CHECK_EQ(bench_ask(&b, "y"), OX_MOTION_ASKED);
    bench_steps(&b, 1);
    CHECK(bench_is(&b, "y"));
    (void)bench_ask(&b, "x");
    bench_steps(&b, 5);
    CHECK_EQ(bench_ask(&b, "z"), OX_MOTION_ASKED);
    bench_steps(&b, 11);
    CHECK_EQ(b.drops, 0);
    bench_steps(&b, 2);
    CHECK_EQ(b.drops, 1);
    CHECK_EQ(b.run.layer[0].wish, OX_MOTION_NONE);
    CHECK_EQ(bench_ask(&b, "w"), OX_MOTION_ASKED);
    CHECK_EQ(bench_ask(&b, "z"), OX_MOTION_NO_WAY); /* of less weight than what waits */
    while (bench_is(&b, "x") && b.run.layer[0].age < 200) bench_steps(&b, 1);
    CHECK(bench_is(&b, "w"));
    bench_end(&b);
}

/* ANI-071: whatever is asked for, a layer is in one state of its own, or on one way between two; each change is told once. */
TEST(motion_states_stay_single) {
    static const char text[] =
        "skeleton robot\nnumber n low=0 high=1\nstate x a\nstate y b once\nstate z over=n c@0 d@1\n"
        "x -> y fade=0.2\ny -> z end fade=0.1\nz -> x fade=0.3 snapshot\nz -> y fade=0 window=0.2,0.6\n"
        "layer arm\nstate p none\nstate q e once\nstate r f\np -> q fade=0.1\nq -> * end fade=0.2\n"
        "r -> p fade=0.2 frozen\nlayer mood adds\nstate s g\nstate u h\ns -> u fade=2\nu -> s fade=1\n";
    static const char *const states[] = {"x", "y", "z", "p", "q", "r", "s", "u", "nobody"};
    static const uint8_t first[] = {0, 3, 6, 8};
    rng32 random = rng32_seed(19, 0);
    if (!bench_convert(&b, text)) {
        CHECK(strstr(b.error.text, "another way") == NULL);
        TEST_INFO("%s", b.error.text);
    }
    bench_end(&b);
    if (!bench_begin(&b, text, 40)) return;
    uint32_t changes = 0, asked = 0;
    for (int i = 0; i < 100000; i++) {
        ox_motion_run before = b.run;
        const uint32_t wish = rng_below(&random, 9);
        const ox_motion_answer said = bench_ask(&b, states[wish]);
        CHECK_EQ(said == OX_MOTION_NO_STATE, wish == 8);
        asked += said == OX_MOTION_ASKED;
        (void)bench_put(&b, "n", (double)rng_below(&random, 100) / 100);
        b.has_no_room = rng_below(&random, 4) == 0;
        bench_steps(&b, 1);
        for (uint32_t k = 0; k < 3; k++) {
            const ox_motion_layer *layer = &b.run.layer[k];
            CHECK(layer->state >= first[k] && layer->state < first[k + 1]);
            CHECK(layer->old >= first[k] && layer->old < first[k + 1]);
            CHECK(layer->gone <= layer->fade && (layer->fade > 0 || layer->old == layer->state));
            CHECK(ox_motion_fade(&b.set, layer) <= UF16_ONE);
            changes += before.layer[k].state != layer->state;
        }
    }
    CHECK(asked > 10000 && changes > 3000);
    CHECK(b.changes >= changes); /* a way may lead back to a state of the same number */
    bench_end(&b);
}

/* ---- marks ---- */

static const char marked[] = "skeleton robot\nnumber n low=-1 high=1\nstate x over=n a@-1x-1 a@0x0.5 a@1\n"
                             "mark a 0.25 Step 1\nmark a 0.75 Step 2\n";

/* ANI-025: two in each round, in order, at any rates; backwards in the other order; none is lost where rounds are shorter than steps. */
TEST(motion_marks_are_told_in_their_order) {
    rng32 random = rng32_seed(23, 0);
    if (!bench_begin(&b, marked, 37)) return;
    uint64_t rounds = 0;
    while (rounds < 100) {
        const uint32_t before = b.run.layer[0].phase;
        (void)bench_put(&b, "n", (double)rng_below(&random, 1000) / 1000);
        bench_steps(&b, 1);
        if (b.run.layer[0].phase < before) rounds++;
    }
    CHECK_EQ(b.mark_count, 200);
    for (uint32_t i = 0; i < 200; i++) CHECK_EQ(b.marks[i], 1 + (int)(i % 2));
    bench_end(&b);
    if (!bench_begin(&b, marked, 37)) return;
    (void)bench_put(&b, "n", -1);
    for (rounds = 0; rounds < 100;) {
        const uint32_t before = b.run.layer[0].phase;
        bench_steps(&b, 1);
        if (b.run.layer[0].phase > before) rounds++;
    }
    CHECK_NEAR(b.mark_count, 198, 2);
    for (uint32_t i = 0; i < 198; i++) CHECK_EQ(b.marks[i], 2 - (int)(i % 2));
    bench_end(&b);
    for (int way = 0; way < 2; way++) {
        if (!bench_begin(&b, marked, 1 / 7.3)) return;
        (void)bench_put(&b, "n", way == 0 ? 1 : -1);
        bench_steps(&b, 100);
        CHECK_NEAR(b.mark_count, 1460, 1);
        for (uint32_t i = 1; i < 1460; i++) CHECK_EQ(b.marks[i], 3 - b.marks[i - 1]);
        bench_end(&b);
    }
    /* one that plays once: the mark at its end, too, and backwards the one at its begin */
    if (!bench_begin(&b,
                     "skeleton robot\nstate x a once\nstate y a once speed=-1\nx -> y fade=0\nmark a 0 Step "
                     "1\nmark a 1 Step 2\n",
                     20))
        return;
    bench_steps(&b, 30);
    CHECK(b.mark_count == 2 && b.marks[0] == 1 && b.marks[1] == 2 && b.done == 1);
    (void)bench_ask(&b, "y");
    bench_steps(&b, 1);
    CHECK_NEAR(bench_phase(&b) * 1000, 1000, 1);
    bench_steps(&b, 30);
    CHECK(b.mark_count == 4 && b.marks[2] == 2 && b.marks[3] == 1 && b.done == 2);
    bench_end(&b);
}

/* ANI-025: two gaits that fade with a common phase do not double their steps: two a round, before, while and after. ANI-020: a fade between them keeps feet together,
 * and each alone takes as long as it was made. */
TEST(motion_gaits_that_fade_keep_one_phase) {
    static const char text[] =
        "skeleton robot\nstate run a\nstate walk b\nrun -> walk match fade=2\n"
        "mark a 0.25 Step 1\nmark a 0.75 Step 2\nmark b 0.25 Step 1\nmark b 0.75 Step 2\n";
    if (!bench_begin(&b, text, 120)) return;
    b.clips[0].step = (int64_t)((uint64_t)1 << 32) / 120; /* 2 s */
    b.clips[1].step = (int64_t)((uint64_t)1 << 32) / 180; /* 3 s */
    bench_steps(&b, 50);
    (void)bench_ask(&b, "walk");
    bench_steps(&b, 1);
    uint32_t wraps = 0, before = b.run.layer[0].phase;
    const uint32_t marks = b.mark_count;
    CHECK(b.run.layer[0].fade > 0);
    while (b.run.layer[0].fade > 0) {
        CHECK_NEAR((int64_t)(int32_t)(b.run.layer[0].phase - b.run.layer[0].old_phase), 0, 4194304 - 1);
        bench_steps(&b, 1);
        if (b.run.layer[0].phase < before) wraps++;
        before = b.run.layer[0].phase;
    }
    CHECK(wraps == 1 && b.mark_count - marks == 2); /* 120 steps are four fifths of a round */
    uint8_t clip[ROM_CLIP_SIZE] = {
        0}; /* at a quarter, 0.5 s of a run of 60 frames and 0.75 s of a walk of 90 */
    clip[ROM_CLIP_FRAMES] = 60;
    CHECK_EQ(ox_motion_time(clip, 0x40000000u), 15 << 16);
    clip[ROM_CLIP_FRAMES] = 90;
    CHECK_EQ(ox_motion_time(clip, 0x40000000u), (22 << 16) + 32768);
    const uint32_t start = b.run.layer[0].phase;
    bench_steps(&b, 180);
    CHECK_NEAR((int64_t)(int32_t)(b.run.layer[0].phase - start), 0, 256);
    bench_end(&b);
}

/* ---- numbers ---- */

/* ANI-077: a number changes the states that it blends and no other; unknown names, and what is no trigger, are refused; a trigger is for one way. */
TEST(motion_numbers_reach_what_they_name) {
    static const char text[] =
        "skeleton robot\nnumber speed low=0 high=3\nnumber lean low=-1 high=1 rate=2\nswitch armed\ntrigger "
        "jump\n"
        "state go over=speed a@0 b@3\nstate hop c once\nstate skip d once\ngo -> hop when jump fade=0\nhop "
        "-> skip when jump fade=0\n"
        "layer trunk\nstate tilt over=lean e@-1 f@1\nstate up g\ntilt -> up when jump and armed fade=0\n";
    ox_motion_mix before[2], after[2];
    if (!bench_begin(&b, text, 60)) return;
    bench_steps(&b, 1);
    for (uint32_t k = 0; k < 2; k++) ox_motion_mix_of(&b.set, b.run.layer[k].state, &b.run, &before[k]);
    CHECK(bench_put(&b, "speed", 1.5));
    bench_steps(&b, 1);
    for (uint32_t k = 0; k < 2; k++) ox_motion_mix_of(&b.set, b.run.layer[k].state, &b.run, &after[k]);
    CHECK(after[0].count == 2 && after[0].weight[1] == 32768 && before[0].count == 1);
    CHECK(after[1].weight[0] == before[1].weight[0] && after[1].weight[1] == before[1].weight[1]);
    CHECK(bench_put(&b, "speed", 99));
    fx value = 0;
    CHECK(ox_motion_get(&b.set, &b.run, rom_id("speed"), &value) && value == 3 * FX_ONE);
    CHECK(!bench_put(&b, "haste", 1));
    CHECK(!ox_motion_get(&b.set, &b.run, rom_id("haste"), &value));
    CHECK(!ox_motion_fire(&b.set, &b.run, rom_id("speed")) &&
          !ox_motion_fire(&b.set, &b.run, rom_id("haste")));
    CHECK(bench_put(&b, "lean", 1)); /* two a second: half a second from 0 to 1 */
    bench_steps(&b, 15);
    CHECK(ox_motion_get(&b.set, &b.run, rom_id("lean"), &value));
    CHECK_NEAR(value, FX_HALF, 64);
    CHECK(bench_put(&b, "armed", 1));
    CHECK(ox_motion_fire(&b.set, &b.run, rom_id("jump")));
    bench_steps(&b, 1);
    CHECK(bench_is(&b, "hop"));
    CHECK(bench_is(&b, "tilt")); /* the first layer has taken it */
    bench_steps(&b, 5);
    CHECK(bench_is(&b, "hop"));
    bench_end(&b);
}

/* ---- mixes ---- */

static void check_weights(double x, double y, const double wanted[4]) {
    ox_motion_mix mix;
    uf16 got[4] = {0, 0, 0, 0};
    (void)bench_put(&b, "x", x);
    (void)bench_put(&b, "y", y);
    ox_motion_mix_of(&b.set, 0, &b.run, &mix);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < mix.count; i++) {
        got[mix.point[i]] = mix.weight[i];
        sum += mix.weight[i];
    }
    CHECK_EQ(sum, UF16_ONE);
    for (int i = 0; i < 4; i++) CHECK_NEAR(got[i], (int64_t)(wanted[i] * 65536), 1);
}

/* ANI-053: the weights of a square's corners, in whatever order the text has them; ANI-054: those of a triangle, and no triangle without an area. */
TEST(motion_mixes_of_squares_and_triangles) {
    if (!bench_begin(
            &b, "skeleton robot\nnumber x\nnumber y\nstate aim over=x,y square d@1,1 b@1,0 a@0,0 c@0,1\n",
            60))
        return;
    CHECK_EQ(rom_u32(OX_MOTION_ROW(&b.set, POINTS, POINT, 0) + ROM_MOTION_POINT_CLIP), rom_id("clip/a"));
    check_weights(0.25, 0.5, (double[]){0.375, 0.125, 0.375, 0.125});
    check_weights(0, 0, (double[]){1, 0, 0, 0});
    check_weights(1, 0, (double[]){0, 1, 0, 0});
    check_weights(0, 1, (double[]){0, 0, 1, 0});
    check_weights(1, 1, (double[]){0, 0, 0, 1});
    check_weights(7, -3, (double[]){0, 1, 0, 0});
    bench_end(&b);
    if (!bench_begin(&b, "skeleton robot\nnumber x\nnumber y\nstate aim over=x,y a@0,0 b@1,0 c@0,1\n", 60))
        return;
    check_weights(0.25, 0.25, (double[]){0.5, 0.25, 0.25, 0});
    check_weights(1, 0, (double[]){0, 1, 0, 0});
    check_weights(0, 1, (double[]){0, 0, 1, 0});
    bench_end(&b);
    static const char *const bad[] = {
        "state aim over=x,y a@0,0 b@1,1 c@2,2\n", "state aim over=x,y square a@0,0 b@1,0 c@0,1\n",
        "state aim over=x,y square a@0,0 b@1,0 c@0,1 d@1,2\n", "state aim over=x square a@0 b@1 c@2 d@3\n"};
    for (size_t i = 0; i < 4; i++) {
        char text[200];
        snprintf(text, sizeof text, "skeleton robot\nnumber x\nnumber y\n%s", bad[i]);
        CHECK(!bench_convert(&b, text));
        CHECK(strstr(b.error.text, "it.motion:4") != NULL);
        bench_end(&b);
    }
}

/* ANI-028: a number says the moment of a clip: 1 is its begin, 3 its end, 2.5 three quarters of it. */
TEST(motion_moments_are_said_by_a_number) {
    if (!bench_begin(
            &b,
            "skeleton robot\nnumber where 1 low=1 high=3 rate=6\nstate aim a at=where\nmark a 0.5 Step 1\n",
            60))
        return;
    bench_steps(&b, 10);
    CHECK_EQ(b.run.layer[0].phase, 0);
    CHECK(bench_put(&b, "where", 2.5));
    bench_steps(&b, 1);
    CHECK_NEAR(bench_phase(&b), 0.05, 0.001); /* as fast as the number goes */
    bench_steps(&b, 30);
    CHECK_EQ(b.run.layer[0].phase, 0xC0000000u);
    CHECK(bench_put(&b, "where", 17));
    bench_steps(&b, 30);
    CHECK_EQ(b.run.layer[0].phase, UINT32_MAX);
    CHECK(bench_put(&b, "where", 1));
    bench_steps(&b, 60);
    CHECK_EQ(b.run.layer[0].phase, 0);
    CHECK_EQ(b.mark_count, 0);
    bench_end(&b);
    CHECK(!bench_convert(&b, "skeleton robot\nnumber where\nstate aim a at=where\n"));
    CHECK(strstr(b.error.text, "has no range") != NULL);
    bench_end(&b);
    CHECK(!bench_convert(&b, "skeleton robot\nnumber n low=0 high=1\nstate aim a at=n once\n"));
    bench_end(&b);
}

/* ANI-061: two half circles of gaits, which never mix; between them a clip of its own, and 10 degrees of play. */
TEST(motion_half_circles_do_not_mix) {
    static const char text[] = "skeleton robot\nnumber angle low=-90 high=90\nnumber turn\n"
                               "state ahead over=angle c@-90 a@0 b@90\nstate away over=angle f@-90 d@0 "
                               "e@90\nstate cross g once\nstate back h once\n"
                               "ahead -> cross when turn > 100 fade=0.1\ncross -> away end fade=0.1\naway -> "
                               "back when turn < 80 fade=0.1\nback -> ahead end fade=0.1\n";
    ox_motion_mix mix;
    if (!bench_begin(&b, text, 12)) return;
    bench_steps(&b, 1);
    (void)bench_put(&b, "angle", 45);
    ox_motion_mix_of(&b.set, 0, &b.run, &mix);
    CHECK(mix.count == 2 && mix.point[0] == 1 && mix.point[1] == 2 && mix.weight[0] == 32768);
    (void)bench_put(&b, "angle", -30);
    ox_motion_mix_of(&b.set, 0, &b.run, &mix);
    CHECK(mix.count == 2 && mix.point[1] == 1);
    CHECK_NEAR(mix.weight[1], 43691, 1);
    CHECK_NEAR(mix.weight[0], 21845, 1);
    uint32_t crossed = 0;
    for (int round = 0; round < 2; round++) {
        for (int d = 0; d <= 360 * 4; d++) { /* a whole sweep, a quarter of a degree a step */
            const double turn = d / 4.0 > 180 ? 360 - d / 4.0 : d / 4.0;
            (void)bench_put(&b, "turn", turn);
            (void)bench_put(&b, "angle", turn > 90 ? 180 - turn : turn);
            const uint32_t changes = b.changes;
            bench_steps(&b, 1);
            const ox_motion_layer *layer = &b.run.layer[0];
            crossed += b.changes != changes && layer->state == 2;
            if (layer->state < 2)
                CHECK(layer->old == layer->state || layer->old >= 2); /* never both half circles */
            if (layer->state == 0 && layer->fade == 0) CHECK(turn <= 101);
            if (layer->state == 1 && layer->fade == 0) CHECK(turn >= 79);
        }
    }
    CHECK_EQ(crossed, 2);
    for (int i = 0; i < 600; i++) { /* 80 to 110 degrees and back about the border: nothing flickers */
        (void)bench_put(&b, "turn", 90 + 9 * sin(i * 0.3));
        bench_steps(&b, 1);
    }
    CHECK_EQ(b.run.layer[0].state, 0);
    bench_end(&b);
}
