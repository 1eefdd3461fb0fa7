/* The mixer's hand-written loops (platform/gba/mix.S) against the C functions that define them: random voices are
 * added to the same sums. */
#include <string.h>

#include "kernel/audio/mix.h"
#include "kernel/audio/mixer.h"
#include "tests/gba/twins.h"

void ox_mix_round_twin(ox_mix_piece *piece, uint32_t to);
void ox_mix_wave_twin(ox_voice *voice, const ox_mix_span *span);

uint32_t ox_mix_put_bytes_twin(const int32_t *sum, int8_t *out, uint32_t count, int32_t range[2]);

enum { SUMS = 400, SAMPLES = 0x8000, ROUNDS = 1500 };

typedef struct field {
    int32_t sums[2][2 * SUMS + 8];
    int8_t samples[SAMPLES];
} field;

static uint32_t below(uint32_t *seed, uint32_t bound) {
    *seed = *seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)*seed * bound) >> 32);
}

/* A random voice: short waves and long sounds, slow and quick, with and without loop, its gain steady, alike on both
 * sides or changing. */
static ox_mix_piece choose(field *f, uint32_t *seed) {
    static const uint32_t lengths[4] = {1, 8, 100, 0x7FFF}, steps[4] = {65536, 0x8000, 5 << 16, 64 << 16};
    const uint32_t frames = 1 + below(seed, lengths[below(seed, 4)]), length = 1 + below(seed, frames);
    ox_mix_piece p = {.count = below(seed, SUMS),
                      .step = below(seed, steps[below(seed, 4)] + 1),
                      .samples = f->samples,
                      .end = frames << 16,
                      .loop = below(seed, 3) == 0 ? 0 : length << 16,
                      .gain = {below(seed, 32769) << 16, below(seed, 32769) << 16}};
    p.at = below(seed, p.end + p.step);
    if (below(seed, 3) == 0) p.gain[1] = p.gain[0];
    for (int i = 0; i < 2 && below(seed, 2) == 0; i++)
        p.change[i] = 0u - p.gain[i] / (SUMS + below(seed, SUMS));
    return p;
}

/* A wave of any length, its gains steady, silent or changing. */
static ox_voice choose_wave(const ox_audio_clip *clip, uint32_t *seed) {
    static const uint32_t steps[4] = {0x8000, 65536, 5 << 16, (64 << 16) + 1};
    const uint8_t length = (uint8_t)clip->loop_end;
    ox_voice v = {.clip = clip, .loops = true, .wave = length, .place.frame = below(seed, length)};
    v.step = below(seed, steps[below(seed, 4)]);
    v.fraction = (uint16_t)below(seed, 65536);
    for (int i = 0; i < 2; i++) {
        v.gain[i] = below(seed, 4) == 0 ? 0 : below(seed, 32769) << 16;
        v.wanted[i] = (uint16_t)(below(seed, 4) == 0 ? 0 : below(seed, 32769));
    }
    for (int i = 0; i < 2 && below(seed, 2) == 0; i++) v.wanted[i] = (uint16_t)(v.gain[i] >> 16);
    return v;
}

enum { VOICES = 5 };

/* Adds some waves to a span, and looks at the voices, too. */
static bool waves_alike(field *f, uint32_t *seed) {
    const uint32_t count = 1 + below(seed, SUMS), channels = 1 + below(seed, 4) / 3,
                   left = below(seed, 5) * channels, voices = 1 + below(seed, VOICES),
                   ramp = 1 + below(seed, below(seed, 4) == 0 ? count : (count + 7) / 8);
    ox_mix_span span = {f->sums[0] + left, count, ramp, 0xFFFFFFFFu / ramp, channels}, other = span;
    ox_audio_clip clips[VOICES];
    ox_voice by_hand[VOICES], twins[VOICES];
    memset(clips, 0, sizeof clips);
    other.sum = f->sums[1] + left;
    for (uint32_t i = 0; i < voices; i++) {
        clips[i].data = (const uint8_t *)f->samples + 4 * (size_t)below(seed, 8);
        clips[i].loop_end = 16u << below(seed, 3);
        by_hand[i] = choose_wave(&clips[i], seed);
        memcpy(&twins[i], &by_hand[i], sizeof twins[i]);
        ox_mix_wave(&by_hand[i], &span);
        ox_mix_wave_twin(&twins[i], &other);
    }
    ox_mix_wave_end();
    return memcmp(twins, by_hand, voices * sizeof twins[0]) == 0 &&
           memcmp(f->sums[0], f->sums[1], sizeof f->sums[0]) == 0;
}

/* Turns quiet and loud sums into samples, in the sums' own place and elsewhere. */
static bool put_alike(field *f, uint32_t *seed) {
    int32_t range[2][2];
    int8_t *const elsewhere = f->samples + below(seed, 4);
    const uint32_t count = below(seed, 2 * SUMS), loud = 1 + below(seed, 1u << (21 + below(seed, 4)));
    for (uint32_t i = 0; i < count; i++)
        f->sums[0][i] = f->sums[1][i] = (int32_t)below(seed, 2 * loud) - (int32_t)loud;
    const uint32_t twin = ox_mix_put_bytes_twin(f->sums[1], elsewhere, count, range[1]);
    return ox_mix_put_bytes(f->sums[0], (int8_t *)f->sums[0], count, range[0]) == twin &&
           memcmp(range[0], range[1], sizeof range[0]) == 0 && memcmp(f->sums[0], elsewhere, count) == 0;
}

bool twins_sound(void *memory, uint32_t *count) {
    field *f = memory;
    uint32_t seed = 5;
    memset(f, 0, sizeof *f);
    for (int i = 0; i < SAMPLES; i++) f->samples[i] = (int8_t)((int)below(&seed, 256) - 128);
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t to = 1 + below(&seed, 2);
        ox_mix_piece by_hand = choose(f, &seed), twin = by_hand;
        const uint32_t wanted = by_hand.count, left = below(&seed, 5) * to;
        by_hand.sum = f->sums[0] + left;
        twin.sum = f->sums[1] + left;
        ox_mix_round(&by_hand, to);
        ox_mix_round_twin(&twin, to);
        if (memcmp(f->sums[0], f->sums[1], sizeof f->sums[0]) != 0 || by_hand.count != twin.count ||
            by_hand.at != twin.at || by_hand.gain[0] != twin.gain[0] ||
            (to == 2 && by_hand.gain[1] != twin.gain[1]) || by_hand.sum - f->sums[0] != twin.sum - f->sums[1])
            return false;
        if (i % 100 == 0) memset(f->sums, 0, sizeof f->sums);
        *count += wanted - twin.count;
    }
    for (int i = 0; i < ROUNDS; i++, *count += SUMS) {
        if (!waves_alike(f, &seed)) return false;
        if (i % 100 == 0) memset(f->sums, 0, sizeof f->sums);
    }
    memset(f->sums, 0, sizeof f->sums);
    for (int i = 0; i < 200; i++, *count += SUMS) {
        if (!put_alike(f, &seed)) return false;
    }
    return true;
}
