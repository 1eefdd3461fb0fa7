/* Sounds: a wave with a phase of 32 bits, or noise that takes a new value so many times a second; both glide from one pitch to another, and an
 * envelope brings them in and lets them die away. The first and the last sample are silent, so that nothing clicks. */
#include "fixedmath/angle.h"
#include "fixedmath/noise.h"
#include "tools/generate/generate.h"

enum { WAVE_SQUARE, WAVE_TRIANGLE, WAVE_SAW, WAVE_SINE, FULL = 127 * 256 };
enum { PITCH_FROM = GENERATE_SOUND_OWN, PITCH_TO, ATTACK, DYING, SHAPE, JUMP, JUMP_AT, DUTY };

#define SOUND(SECONDS, FROM, TO, LEAST)                                                                      \
    {"rate", "samples a second", GENERATE_COUNT, 16000, 4000, 48000},                                        \
        {"time", "seconds", GENERATE_DECIMAL, SECONDS, 10, 10000},                                           \
        {"volume", "1: as loud as it may be", GENERATE_DECIMAL, 800, 0, 1000},                               \
        {"from", "Hz at the begin", GENERATE_COUNT, FROM, LEAST, 20000},                                     \
        {"to", "Hz at the end", GENERATE_COUNT, TO, LEAST, 20000},                                           \
        {"attack", "seconds until it is loud", GENERATE_DECIMAL, 2, 0, 10000}, {                             \
        "dying", "how it dies away: 0 at once, 1 evenly, 2 quickly, 3 very quickly", GENERATE_COUNT, 1, 0, 3 \
    }

/* The envelope at a sample, 0 .. 65536. */
static int64_t envelope_at(const generate_wishes *w, int32_t at, int32_t count) {
    const int64_t rate = w->values[GENERATE_RATE];
    int64_t rising = w->values[ATTACK] * rate / 1000, release = rate / 250, level = 65536;
    const int64_t left = count - 1 - at;
    for (int32_t i = 0; i < w->values[DYING]; i++) level = level * left / (count - 1);
    if (at < rising) level = level * at / rising;
    if (at == 0) level = 0;
    return left < release ? level * left / release : level;
}

/* The step of the phase at a sample: straight from one pitch to the other, times `factor` in 16.16
 * (interval_of). */
static uint32_t pitch_at(const generate_wishes *w, int32_t at, int32_t count, int64_t factor) {
    const int64_t from = w->values[PITCH_FROM], to = w->values[PITCH_TO];
    int64_t milli = 1000 * from + 1000 * (to - from) * at / (count - 1);
    int64_t step = ((milli * factor >> 16) * ((INT64_C(1) << 32) / 1000)) / w->values[GENERATE_RATE];
    return (uint32_t)(step > INT32_MAX ? INT32_MAX : step);
}

/* 2^(n/12) in 16.16: the twelfth root of two is 1.0594631. */
static int64_t interval_of(int32_t semitones) {
    int64_t factor = 65536;
    for (int32_t i = 0; i < semitones; i++) factor = (factor * 69433 + 32768) >> 16;
    for (int32_t i = 0; i > semitones; i--) factor = (factor * 61858 + 32768) >> 16;
    return factor;
}

static int32_t wave_at(const generate_wishes *w, uint32_t phase) {
    const int32_t turn = (int32_t)(phase >> 16), ramp = turn - 32768;
    switch (w->values[SHAPE]) {
    case WAVE_SQUARE:
        return turn < w->values[DUTY] * 65536 / 1000 ? FULL : -FULL;
    case WAVE_TRIANGLE:
        return ((ramp < 0 ? -ramp : ramp) - 16384) * FULL / 16384;
    case WAVE_SAW:
        return ramp * FULL / 32768;
    default:
        return (int32_t)((int64_t)fx_sin((ang16)turn) * FULL / FX_ONE);
    }
}

static int16_t loud(const generate_wishes *w, int32_t value, int64_t level) {
    return (int16_t)((int64_t)value * level / 65536 * w->values[GENERATE_VOLUME] / 1000);
}

static void tone_play(const generate_wishes *w, int16_t *samples, int32_t count) {
    const int32_t jump = (int32_t)((int64_t)w->values[JUMP_AT] * w->values[GENERATE_RATE] / 1000);
    const int64_t higher = interval_of(w->values[JUMP]);
    uint32_t phase = 0;
    for (int32_t i = 0; i < count; i++) {
        samples[i] = loud(w, wave_at(w, phase), envelope_at(w, i, count));
        phase += pitch_at(w, i, count, w->values[JUMP] != 0 && i >= jump ? higher : 65536);
    }
}

static void hiss_play(const generate_wishes *w, int16_t *samples, int32_t count) {
    uint32_t phase = 0;
    int32_t taken = 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t value = (int32_t)(hash1(w->seed, taken) >> 16) - 32768;
        samples[i] = loud(w, value, envelope_at(w, i, count));
        const uint32_t before = phase;
        phase += pitch_at(w, i, count, 65536);
        if (phase < before) taken++;
    }
}

const generator generate_sounds[] = {
    {.name = "tone",
     .what = "a beep that may glide, or leap to a second note",
     .kind = GENERATE_SOUND,
     .play = tone_play,
     .parameters = {SOUND(150, 440, 440, 20),
                    {"wave", "0 square, 1 triangle, 2 saw, 3 sine", GENERATE_COUNT, 0, 0, 3},
                    {"jump", "half tones up to the second note", GENERATE_COUNT, 0, -48, 48},
                    {"at", "seconds until the second note", GENERATE_DECIMAL, 60, 0, 10000},
                    {"duty", "part of a square wave that is up", GENERATE_DECIMAL, 500, 10, 990}}},
    {.name = "hiss",
     .what = "noise: steps, blows, wind",
     .kind = GENERATE_SOUND,
     .seeded = true,
     .play = hiss_play,
     .parameters = {SOUND(250, 8000, 1000, 20)}},
    {.name = NULL},
};
