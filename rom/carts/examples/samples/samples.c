/* Samples: what a thermometer in a greenhouse says is cleaned, measured and kept in a few numbers, and a window follows it. All of
 * it is fixedmath, and gives the same numbers on every machine. */
#include "fixedmath/angle.h"
#include "fixedmath/filter.h"
#include "fixedmath/motion.h"
#include "fixedmath/random.h"
#include "fixedmath/statistics.h"
#include "fixedmath/wavelet.h"
#include "rom/carts/examples/example.h"

enum { COUNT = 64, KEPT = 10 };

/* 1. A day of measurements: the sun's wave, noise, and every 16th one far off. */
static void measure_day(fx *samples) {
    rng32 dice = rng32_seed(7, 0);
    for (int i = 0; i < COUNT; i++) {
        const fx noise = (fx)(rng_uf16(&dice) / 32) - FX_ONE / 64;
        samples[i] = FX(18) + 6 * fx_sin((ang16)(i * 512)) + noise + (i % 16 == 9 ? FX(30) : 0);
    }
}

/* 2. A median of three takes out what stands alone; a low-pass makes the rest even. */
static void clean(const fx *samples, fx *cleaned) {
    lowpass_filter calm = lowpass_begin(samples[0], lowpass_factor(FX(1), 1u << 31));
    for (int i = 0; i < COUNT; i++) {
        const int before = i > 0 ? i - 1 : 1, behind = i + 1 < COUNT ? i + 1 : i - 1;
        cleaned[i] = lowpass_add(&calm, median3(samples[before], samples[i], samples[behind]));
    }
}

static void describe(const char *name, const fx *samples, ox_log *out) {
    stat_running all = stat_begin();
    for (int i = 0; i < COUNT; i++) stat_add(&all, samples[i]);
    SAY("%s: %.1q to %.1q degrees, mean %.1q, variance %.1q", name, (int)all.min, (int)all.max,
        (int)stat_mean(&all), (int)stat_variance(&all));
}

/* 3. The morning's trend: a line through the first samples. */
static void find_trend(const fx *samples, ox_log *out) {
    fx hours[COUNT / 4], slope, offset;
    for (int i = 0; i < COUNT / 4; i++) hours[i] = FX(0.25) * i;
    if (stat_regression(hours, samples, COUNT / 4, &slope, &offset))
        SAY("in the morning it gets %.2q degrees warmer each hour", (int)slope);
}

/* 4. A day in KEPT numbers: the largest details of its wavelets. */
static void keep_few(const fx *samples, ox_log *out) {
    int32_t row[COUNT], scratch[COUNT / 2 + 1];
    fx worst = 0;
    for (int i = 0; i < COUNT; i++) row[i] = samples[i];
    haar_forward(row, COUNT, 6, scratch);
    (void)haar_keep_largest(row, COUNT, 6, KEPT);
    haar_inverse(row, COUNT, 6, scratch);
    for (int i = 0; i < COUNT; i++) {
        const fx off = row[i] > samples[i] ? row[i] - samples[i] : samples[i] - row[i];
        if (off > worst) worst = off;
    }
    SAY("%d of %d numbers give it back within %.2q degrees", KEPT, COUNT, (int)worst);
}

/* 5. The window opens above 21 degrees and closes below 19, in two seconds, softly. */
static void turn_window(const fx *samples, ox_log *out) {
    hysteresis_gate gate = {.low = FX(19), .high = FX(21)};
    for (int i = 0; i < COUNT; i++) {
        const bool was = gate.on;
        fx_motion wing;
        if (hysteresis_add(&gate, samples[i]) == was) continue;
        (void)motion_setup(&wing, MOTION_EASE_IN_OUT, was ? FX(40) : 0, was ? 0 : FX(40), FX(2));
        for (int step = 0; step < 30; step++) (void)motion_step(&wing, 65536 / 60);
        SAY("sample %d: the window %s, after half a second it is open by %.1q degrees", i,
            was ? "closes" : "opens", (int)motion_value(&wing));
    }
}

void example(plat *platform, ox_log *out) {
    fx samples[COUNT], cleaned[COUNT];
    (void)platform;
    measure_day(samples);
    clean(samples, cleaned);
    describe("as measured", samples, out);
    describe("cleaned", cleaned, out);
    find_trend(cleaned, out);
    keep_few(cleaned, out);
    turn_window(cleaned, out);
}
