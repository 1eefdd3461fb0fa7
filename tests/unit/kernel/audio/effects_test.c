/* AUD-026, AUD-029, AUD-030: filters, echo, reverb and compressor on the mixer's sums. */
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/exponential.h"
#include "fixedmath/random.h"
#include "kernel/audio/compressor.h"
#include "kernel/audio/filter.h"
#include "kernel/audio/reverb.h"
#include "kernel/bytes/fnv.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"

enum { BLOCK = 304, FULL = 1 << 23, LINES = 16384 };

static int32_t sums[2 * BLOCK];
static int16_t lines[LINES];
static const uint32_t rates[3] = {18157, 32768, 44100};

/* A sine in a block of one channel, full scale times `gain` in Q15; the angle goes on. */
static void sine(int32_t *out, uint32_t count, uint32_t hz, uint32_t rate, int32_t gain, ang32 *angle) {
    const uint32_t turn = (uint32_t)(((uint64_t)hz << 32) / rate);
    for (uint32_t i = 0; i < count; i++, *angle += turn)
        out[i] = (int32_t)((int64_t)q30_sin(*angle) * gain >> 22);
}

static void noise(rng32 *chance, int32_t *out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) out[i] = (int32_t)(rng32_next(chance) >> 8) - FULL;
}

static uint64_t square(int32_t x) { return (uint64_t)((int64_t)(x / 256) * (x / 256)); }

/* Decibels in Q16.16 of a Q16 ratio of energies. */
static fx decibels(uint64_t out, uint64_t in) {
    return gain_to_db((fx)fx_isqrt64(((out >> 12) << 32) / (in >> 12)));
}

/* ---- filters ---- */

static fx response(ox_filter_kind kind, uint32_t cutoff, uint32_t hz, uint32_t rate) {
    ox_filter filter = {.x = {0}};
    ang32 angle = 0;
    uint64_t in = 0, out = 0;
    ox_filter_set(&filter, kind, cutoff, rate);
    for (uint32_t block = 0; block < 80; block++) {
        int32_t dry[BLOCK];
        sine(sums, BLOCK, hz, rate, 16384, &angle);
        memcpy(dry, sums, sizeof dry);
        ox_filter_run(&filter, sums, BLOCK, 1);
        for (uint32_t i = 0; block >= 20 && i < BLOCK; i++) {
            in += square(dry[i]);
            out += square(sums[i]);
        }
    }
    return decibels(out, in);
}

TEST(audio_filter_coefficients_and_responses) {
    static const int16_t expected[3][2] = {{4875, -23018}, {2875, -27018}, {2183, -28403}};
    static const fx at_8k[3] = {-1939866, -1317274, -1251738}; /* -29.6, -20.1, -19.1 dB */
    for (uint32_t i = 0; i < 3; i++) {
        int16_t b0, a1;
        ox_filter_coefficients(1000, rates[i], &b0, &a1);
        CHECK_EQ(b0, expected[i][0]);
        CHECK_EQ(a1, expected[i][1]);
        CHECK_NEAR(response(OX_FILTER_LOW, 1000, 100, rates[i]), 0, FX_ONE / 4);
        CHECK_NEAR(response(OX_FILTER_LOW, 1000, 1000, rates[i]), -197283, FX_ONE / 20);
        const fx high = response(OX_FILTER_LOW, 1000, 8000, rates[i]);
        CHECK(high <= -18 * FX_ONE);
        CHECK_NEAR(high, at_8k[i], FX_ONE / 10);
        CHECK(response(OX_FILTER_HIGH, 1000, 100, rates[i]) < -18 * FX_ONE);
        CHECK_NEAR(response(OX_FILTER_HIGH, 1000, 1000, rates[i]), -197283, FX_ONE / 20);
        CHECK_NEAR(response(OX_FILTER_HIGH, 1000, 8000, rates[i]), 0, FX_ONE / 4);
    }
    int16_t b0, a1; /* cut-offs that cannot be are held */
    ox_filter_coefficients(UINT32_MAX, 18157, &b0, &a1);
    CHECK(b0 > 0 && a1 < 32767);
    ox_filter_coefficients(0, 18157, &b0, &a1);
    CHECK(b0 > 0 && a1 > -32768);
}

TEST(audio_filter_goes_to_silence_and_off) {
    ox_filter filter = {.x = {0}};
    int32_t before[2 * BLOCK];
    rng32 chance = rng32_from_state(5);
    CHECK(ox_filter_rests(&filter));
    for (uint32_t kind = 0; kind < 2; kind++) {
        for (uint32_t cutoff = 20; cutoff < 9000; cutoff = cutoff * 3 + 11) {
            ox_filter_set(&filter, (ox_filter_kind)kind, cutoff, 18157);
            for (uint32_t i = 0; i < 40; i++) {
                noise(&chance, sums, 2 * BLOCK);
                ox_filter_run(&filter, sums, BLOCK, 2);
            }
            CHECK(!ox_filter_rests(&filter));
            for (uint32_t i = 0; i < 30; i++) {
                memset(sums, 0, sizeof sums);
                ox_filter_run(&filter, sums, BLOCK, 2);
            }
            CHECK(ox_filter_rests(&filter));
            for (uint32_t i = 0; i < 2 * BLOCK; i++) CHECK_EQ(sums[i], 0);
        }
    }
    ox_filter_set(&filter, OX_FILTER_LOW, 400, 18157);
    for (uint32_t i = 0; i < 4; i++) { /* on, off along a block, off */
        noise(&chance, sums, 2 * BLOCK);
        memcpy(before, sums, sizeof before);
        if (i == 2) ox_filter_set(&filter, OX_FILTER_LOW, 0, 18157);
        ox_filter_run(&filter, sums, BLOCK, 2);
        CHECK_EQ(memcmp(before, sums, sizeof before) == 0, i == 3);
    }
    CHECK(ox_filter_rests(&filter));
    for (uint32_t i = 0; i < BLOCK; i++)
        sums[i] = (i & 8u) != 0 ? INT32_MAX : INT32_MIN; /* 255 voices and more */
    ox_filter_set(&filter, OX_FILTER_HIGH, 9000, 18157);
    ox_filter_run(&filter, sums, BLOCK, 1);
    for (uint32_t i = 0; i < BLOCK; i++) CHECK_NEAR(sums[i], 0, 3 << 29);
}

/* No step: a steady level through a cut-off that opens and closes moves by less than 1/50 of itself a sample. */
TEST(audio_filter_changes_ramp) {
    static const uint32_t cutoffs[6] = {200, 4000, 200, 0, 50, 0};
    ox_filter filter = {.x = {0}};
    ang32 angle = 0;
    int32_t last = 0;
    for (uint32_t block = 0; block < 6; block++) {
        ox_filter_set(&filter, OX_FILTER_LOW, cutoffs[block], 18157);
        sine(sums, BLOCK, 60, 18157, 32768, &angle);
        ox_filter_run(&filter, sums, BLOCK, 1);
        for (uint32_t i = 0; i < BLOCK; last = sums[i++]) CHECK_NEAR(sums[i], last, FULL / 30);
    }
}

/* ---- reverb and echo ---- */

TEST(audio_reverb_feedback_and_memory) {
    static const uint32_t delays[4] = {459, 489, 526, 558};
    static const int32_t one[4] = {27518, 27205, 26825, 26501}, half[4] = {23109, 22587, 21960, 21432};
    for (uint32_t i = 0; i < 4; i++) {
        CHECK_NEAR(ox_reverb_feedback(delays[i], 18157, 1000), one[i], 1);
        CHECK_NEAR(ox_reverb_feedback(delays[i], 18157, 500), half[i], 1);
    }
    CHECK_EQ(ox_reverb_bytes(18157), 4886);
    CHECK_EQ(ox_reverb_bytes(3999), 0);
    CHECK_EQ(ox_reverb_bytes(65536), 0);
    ox_reverb reverb;
    ox_echo echo;
    CHECK_EQ(ox_reverb_init(&reverb, 100, lines), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_echo_init(&echo, lines, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_echo_init(&echo, lines, 65536), OX_BAD_ARGUMENT);
}

enum { WINDOW = 64, WINDOWS = 1400 };

/* The time of 60 dB in 1/1000 s: twice that from -5 to -35 dB of the energy that is still to come. */
static uint32_t measured_time(uint32_t rate, uint32_t time) {
    static uint64_t energy[WINDOWS];
    ox_reverb reverb;
    rng32 chance = rng32_from_state(9);
    CHECK_EQ(ox_reverb_init(&reverb, rate, lines), OX_OK);
    ox_reverb_set(&reverb, &(ox_reverb_setting){.time = time, .wet = 32768});
    for (uint32_t i = 0; i < rate; i += WINDOW) {
        noise(&chance, sums, WINDOW);
        ox_reverb_run(&reverb, sums, &(ox_reverb_block){sums, WINDOW, 1});
    }
    for (uint32_t w = 0; w < WINDOWS; w++) {
        memset(sums, 0, sizeof sums);
        ox_reverb_run(&reverb, NULL, &(ox_reverb_block){sums, WINDOW, 1});
        energy[w] = 0;
        for (uint32_t i = 0; i < WINDOW; i++) energy[w] += square(sums[i]);
    }
    for (uint32_t w = WINDOWS - 1; w > 0; w--) energy[w - 1] += energy[w];
    uint32_t from = 0, to = 0;
    while (energy[from] * 1000 > energy[0] * 316) from++;
    while (energy[to] * 100000 > energy[0] * 32) to++;
    return (to - from) * 2 * WINDOW * 1000 / rate;
}

TEST(audio_reverb_decays_in_its_time) {
    for (uint32_t time = 500; time <= 2000; time *= 2) {
        CHECK_NEAR(measured_time(18157, time), time, time / 10);
        TEST_INFO("60 dB in %u ms of %u", (unsigned)measured_time(18157, time), (unsigned)time);
    }
    CHECK_NEAR(measured_time(32768, 1000), 1000, 100);
}

/* A minute of noise of full scale and beyond, then nothing: no runaway, and exact 0 in the end. */
TEST(audio_reverb_and_echo_end_in_silence) {
    ox_reverb reverb;
    ox_echo echo;
    rng32 chance = rng32_from_state(3);
    int32_t most = 0;
    CHECK_EQ(ox_reverb_init(&reverb, 18157, lines), OX_OK);
    CHECK_EQ(ox_echo_init(&echo, lines + 2443, 6000), OX_OK);
    CHECK(ox_reverb_rests(&reverb) && ox_echo_rests(&echo));
    ox_reverb_set(&reverb, &(ox_reverb_setting){.time = 2000, .damping = 9000, .wet = 32768});
    ox_echo_set(&echo, &(ox_echo_setting){.delay = 6000, .feedback = 99999, .damping = 3000, .wet = 32768});
    for (uint32_t i = 0; i < 60 * 60; i++) {
        noise(&chance, sums, 2 * BLOCK);
        if (i % 64 == 0)
            for (uint32_t k = 0; k < 2 * BLOCK; k++) sums[k] = INT32_MIN;
        ox_reverb_run(&reverb, sums, &(ox_reverb_block){sums, BLOCK, 2});
        ox_echo_run(&echo, sums, &(ox_reverb_block){sums, BLOCK, 2});
        for (uint32_t k = 0; i % 64 != 0 && k < 2 * BLOCK; k++)
            if (sums[k] > most) most = sums[k];
    }
    CHECK(most < 8 * FULL);
    CHECK(!ox_reverb_rests(&reverb) && !ox_echo_rests(&echo));
    ox_echo_set(&echo, &(ox_echo_setting){.delay = 6000, .feedback = 20000, .damping = 3000, .wet = 32768});
    uint32_t blocks = 0;
    for (; blocks < 2000 && !(ox_reverb_rests(&reverb) && ox_echo_rests(&echo)); blocks++) {
        memset(sums, 0, sizeof sums);
        ox_reverb_run(&reverb, sums, &(ox_reverb_block){sums, BLOCK, 2});
        ox_echo_run(&echo, sums, &(ox_reverb_block){sums, BLOCK, 2});
    }
    CHECK(blocks < 2000);
    for (uint32_t k = 0; k < 2 * BLOCK; k++) CHECK_EQ(sums[k], 0);
    for (uint32_t k = 0; k < 8443; k++) CHECK_EQ(lines[k], 0);
    TEST_INFO("silent after %u blocks", (unsigned)blocks);
}

TEST(audio_echo_comes_back_softer) {
    ox_echo echo;
    CHECK_EQ(ox_echo_init(&echo, lines, 100), OX_OK);
    ox_echo_set(&echo, &(ox_echo_setting){.delay = 500, .feedback = 16384, .wet = 32768}); /* held to 100 */
    ox_echo_run(&echo, NULL, &(ox_reverb_block){sums, 1, 1});                              /* wet is there */
    memset(sums, 0, sizeof sums);
    sums[0] = 1000 * 256;
    ox_echo_run(&echo, sums, &(ox_reverb_block){sums, BLOCK, 1});
    for (uint32_t i = 0; i < BLOCK; i++)
        CHECK_EQ(sums[i], i == 0 || i == 100 ? 256000 : i == 200 ? 128000 : i == 300 ? 64000 : 0);
    ox_echo_set(&echo, &(ox_echo_setting){.delay = 50, .feedback = 16384, .wet = 32768}); /* begins anew */
    CHECK(ox_echo_rests(&echo));
}

/* A full line stays full: what comes back is held, and does not wrap. */
TEST(audio_echo_holds_what_is_too_loud) {
    ox_echo echo;
    CHECK_EQ(ox_echo_init(&echo, lines, 10), OX_OK);
    ox_echo_set(&echo, &(ox_echo_setting){.delay = 10, .feedback = 32767, .wet = 32768});
    ox_echo_run(&echo, NULL, &(ox_reverb_block){sums, 1, 1});
    for (uint32_t i = 0; i < BLOCK; i++) sums[i] = 32767 * 256;
    ox_echo_run(&echo, sums, &(ox_reverb_block){sums, BLOCK, 1});
    for (uint32_t i = 10; i < BLOCK; i++) CHECK_EQ(sums[i], 2 * 32767 * 256);
    sums[0] = INT32_MAX; /* and so is the sum */
    ox_echo_run(&echo, NULL, &(ox_reverb_block){sums, 1, 1});
    CHECK_EQ(sums[0], INT32_MAX);
}

/* Wet goes along a block; with 0, sums stay as they were, and the tail is gone when it comes back. */
TEST(audio_reverb_wet_ramps_and_bypasses) {
    ox_reverb reverb;
    int32_t before[2 * BLOCK];
    rng32 chance = rng32_from_state(7);
    CHECK_EQ(ox_reverb_init(&reverb, 18157, lines), OX_OK);
    for (uint32_t i = 0; i < 12; i++) {
        noise(&chance, sums, 2 * BLOCK);
        memcpy(before, sums, sizeof before);
        ox_reverb_set(&reverb, &(ox_reverb_setting){.time = 1000, .wet = i >= 2 && i < 8 ? 20000 : 0});
        ox_reverb_run(&reverb, sums, &(ox_reverb_block){sums, BLOCK, 2});
        const bool touched = memcmp(before, sums, sizeof before) != 0;
        CHECK_EQ(touched, i > 2 && i < 9);
        if (i == 8) CHECK_NEAR(sums[2 * BLOCK - 2], before[2 * BLOCK - 2], FULL / 50);
    }
    CHECK(ox_reverb_rests(&reverb));
    ox_reverb_set(&reverb, &(ox_reverb_setting){.time = 1000, .wet = 20000});
    memset(sums, 0, sizeof sums);
    ox_reverb_run(&reverb, sums, &(ox_reverb_block){sums, BLOCK, 2});
    for (uint32_t k = 0; k < 2 * BLOCK; k++) CHECK_EQ(sums[k], 0);
}

/* ---- compressor ---- */

/* The level of a sine of `decibel` that comes out at last, in Q16.16. */
static fx level_out(const ox_compressor_setting *setting, fx decibel) {
    ox_compressor c;
    ang32 angle = 0;
    int32_t peak = 1;
    ox_compressor_init(&c, 18157);
    ox_compressor_set(&c, setting);
    for (uint32_t block = 0; block < 60; block++) {
        sine(sums, BLOCK, 1000, 18157, db_to_gain(decibel) / 2, &angle);
        ox_compressor_run(&c, sums, BLOCK, 1);
        for (uint32_t i = 0; block >= 50 && i < BLOCK; i++)
            if (sums[i] > peak) peak = sums[i];
    }
    return gain_to_db(peak) - gain_to_db(128 * FX_ONE);
}

TEST(audio_compressor_narrows_the_range) {
    const ox_compressor_setting half = {
        .threshold = -40 * FX_ONE, .ratio = 2 * FX_ONE, .make_up = 20 * FX_ONE, .attack = 5, .release = 100};
    static const int32_t in[4] = {-60, -40, -20, 0}, out[4] = {-40, -20, -10, 0};
    for (uint32_t i = 0; i < 4; i++)
        CHECK_NEAR(level_out(&half, in[i] * FX_ONE), out[i] * FX_ONE, FX_ONE / 2);
    const ox_compressor_setting limiter = {.threshold = -12 * FX_ONE, .release = 50};
    CHECK_NEAR(level_out(&limiter, -20 * FX_ONE), -20 * FX_ONE, FX_ONE / 20);
    CHECK_NEAR(level_out(&limiter, 0), -12 * FX_ONE, FX_ONE / 20);
}

/* Whatever comes, a limiter lets nothing beyond its threshold; a compressor with attack takes its time. */
TEST(audio_compressor_limits_and_bypasses) {
    const ox_compressor_setting limiter = {.threshold = -6 * FX_ONE, .release = 30};
    const int32_t most = db_to_gain(-6 * FX_ONE + 3277) * 128;
    int32_t before[2 * BLOCK];
    ox_compressor c;
    rng32 chance = rng32_from_state(11);
    ox_compressor_init(&c, 18157);
    ox_compressor_set(&c, &limiter);
    for (uint32_t block = 0; block < 200; block++) {
        noise(&chance, sums, 2 * BLOCK);
        const uint32_t loudness = rng32_next(&chance) & 7u; /* bursts, up to 128 voices */
        for (uint32_t i = 0; i < 2 * BLOCK; i++)
            sums[i] = loudness == 7 ? sums[i] * 127 : sums[i] / (1 << loudness);
        ox_compressor_run(&c, sums, BLOCK, 2);
        for (uint32_t i = 0; i < 2 * BLOCK; i++) CHECK_NEAR(sums[i], 0, most);
    }
    const ox_compressor_setting none = {.threshold = -6 * FX_ONE, .ratio = FX_ONE};
    ox_compressor_set(&c, &none);
    for (uint32_t block = 0; block < 2; block++) {
        noise(&chance, sums, 2 * BLOCK);
        memcpy(before, sums, sizeof before);
        ox_compressor_run(&c, sums, BLOCK, 2);
    }
    CHECK_EQ(memcmp(before, sums, sizeof before), 0);
    const ox_compressor_setting slow = {
        .threshold = -30 * FX_ONE, .ratio = 8 * FX_ONE, .attack = 400, .release = 900};
    ang32 angle = 0;
    ox_compressor_set(&c, &slow);
    int32_t first = 0, last = 0;
    for (uint32_t block = 0; block < 120; block++) {
        int32_t peak = 0;
        sine(sums, BLOCK, 1000, 18157, 32768, &angle);
        ox_compressor_run(&c, sums, BLOCK, 1);
        for (uint32_t i = 0; i < BLOCK; i++)
            if (sums[i] > peak) peak = sums[i];
        if (block == 1) first = peak;
        last = peak;
    }
    CHECK(first > FULL / 2);
    CHECK_NEAR(gain_to_db(last) - gain_to_db(128 * FX_ONE), -30 * FX_ONE + 30 * FX_ONE / 8, FX_ONE / 2);
}

/* ---- all together ---- */

TEST(audio_effects_bits_are_those_of_every_machine) {
    ox_filter low = {.x = {0}}, high = {.x = {0}};
    ox_reverb reverb;
    ox_echo echo;
    ox_compressor c;
    rng32 chance = rng32_from_state(13);
    uint32_t hash = OX_FNV_START;
    CHECK_EQ(ox_reverb_init(&reverb, 18157, lines), OX_OK);
    CHECK_EQ(ox_echo_init(&echo, lines + 2443, 5000), OX_OK);
    ox_compressor_init(&c, 18157);
    ox_compressor_set(&c, &(ox_compressor_setting){.threshold = -20 * FX_ONE,
                                                   .ratio = 3 * FX_ONE,
                                                   .make_up = 6 * FX_ONE,
                                                   .attack = 3,
                                                   .release = 90});
    ox_filter_set(&high, OX_FILTER_HIGH, 60, 18157);
    for (uint32_t block = 0; block < 120; block++) {
        memset(sums, 0, sizeof sums);
        if (block % 20 < 4) noise(&chance, sums, 2 * BLOCK);
        ox_filter_set(&low, OX_FILTER_LOW, 300 + block * 50, 18157);
        ox_reverb_set(&reverb, &(ox_reverb_setting){.time = 900, .damping = 8000, .wet = block * 200});
        ox_echo_set(&echo,
                    &(ox_echo_setting){
                        .delay = 4000 + block / 60 * 700, .feedback = 15000, .damping = 5000, .wet = 12000});
        ox_filter_run(&low, sums, BLOCK, 2);
        ox_filter_run(&high, sums, BLOCK, 2);
        ox_echo_run(&echo, sums, &(ox_reverb_block){sums, BLOCK, 2});
        ox_reverb_run(&reverb, sums, &(ox_reverb_block){sums, BLOCK, 2});
        ox_compressor_run(&c, sums, BLOCK, 2);
        for (uint32_t i = 0; i < 2 * BLOCK; i++) {
            hash = ox_fnv_u32(hash, (uint32_t)sums[i]);
        }
    }
    CHECK_EQ(hash, 3955474028u);
}

static const ox_reverb_setting life_reverb;
static const ox_echo_setting life_echo;
static const ox_compressor_setting life_compressor;
LIFE_ROW(ox_reverb, init, ox_reverb_init(it, 4000, lines), OX_CLEAR(it), ox_reverb_set(it, &life_reverb))
LIFE_ROW(ox_echo, init, ox_echo_init(it, lines, 8), OX_CLEAR(it), ox_echo_set(it, &life_echo))
LIFE_ROW(ox_compressor, init, DONE(ox_compressor_init(it, 4000)), OX_CLEAR(it),
         ox_compressor_set(it, &life_compressor))

TEST(audio_effects_begin_and_end_clear) {
    static uint64_t memory[8];
    ox_arena arena = {0};
    const life_bench bench = {.arena = &arena};
    CHECK_EQ(ox_arena_open(&arena, memory, sizeof memory), OX_OK);
    CHECK(life_is_led(&LIFE_OF(ox_reverb), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_echo), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_compressor), &bench));
    ox_reverb reverb = {.rate = 0}; /* clear ones let all pass */
    ox_echo echo = {.room = 0};
    ox_compressor compressor = {.rate = 0};
    sums[0] = 77;
    ox_reverb_run(&reverb, sums, &(ox_reverb_block){sums, 1, 1});
    ox_echo_run(&echo, sums, &(ox_reverb_block){sums, 1, 1});
    ox_compressor_run(&compressor, sums, 1, 1);
    CHECK_EQ(sums[0], 77);
}
