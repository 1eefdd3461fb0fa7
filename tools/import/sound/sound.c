/* Sounds after reading: fewer channels, another rate, less silence, more level. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/sound/wav.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

uint32_t import_sound_peak(const import_sound *sound) {
    uint32_t peak = 0;
    for (size_t i = 0; i < (size_t)sound->frames * sound->channels; i++) {
        int64_t sample = sound->samples[i];
        uint32_t magnitude = (uint32_t)(sample < 0 ? -sample : sample);
        if (magnitude > peak) peak = magnitude;
    }
    return peak;
}

int32_t import_sound_round(int32_t sample, uint32_t bits) {
    int64_t step = (int64_t)1 << (32 - bits), value = (int64_t)sample + step / 2;
    value = (value >= 0 ? value : value - step + 1) / step; /* floor */
    int64_t most = ((int64_t)1 << (bits - 1)) - 1;
    return (int32_t)(value > most ? most : value);
}

/* What a mix keeps of the sound that it was mixed from. */
static void take_loop(const import_sound *from, import_sound *to) {
    to->bits = from->bits;
    to->loops = from->loops;
    to->loop_begin = from->loop_begin;
    to->loop_end = from->loop_end;
}

bool import_sound_mono(const import_sound *from, import_sound *mono, tool_error *error) {
    if (!import_sound_allocate(NULL, from->rate, 1, from->frames, mono, error)) return false;
    for (uint32_t f = 0; f < from->frames; f++) {
        int64_t sum = 0, count = from->channels;
        for (uint32_t c = 0; c < from->channels; c++) sum += from->samples[(size_t)f * from->channels + c];
        mono->samples[f] = (int32_t)((2 * sum + (sum < 0 ? -count : count)) / (2 * count));
    }
    take_loop(from, mono);
    return true;
}

bool import_sound_pair(const import_sound *from, import_sound *pair, tool_error *error) {
    const uint32_t channels = from->channels;
    if (!import_sound_allocate(NULL, from->rate, 2, from->frames, pair, error)) return false;
    for (size_t i = 0; i < 2 * (size_t)from->frames; i++) {
        const int32_t *frame = from->samples + i / 2 * channels, *own = frame + i % 2;
        double sum = own[0] + 0.70710678 * frame[2] + own[4] + (channels == 8 ? own[6] : 0.0);
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
        pair->samples[i] = (int32_t)sum;
    }
    take_loop(from, pair);
    return true;
}

void import_sound_normalise(import_sound *sound) {
    int64_t peak = import_sound_peak(sound);
    if (peak == 0) return;
    for (size_t i = 0; i < (size_t)sound->frames * sound->channels; i++) {
        int64_t scaled = (int64_t)sound->samples[i] * INT32_MAX;
        sound->samples[i] = (int32_t)((scaled + (scaled < 0 ? -peak : peak) / 2) / peak);
    }
}

static bool is_quiet(const import_sound *sound, uint32_t frame, uint32_t threshold) {
    for (uint32_t c = 0; c < sound->channels; c++) {
        int64_t sample = sound->samples[(size_t)frame * sound->channels + c];
        if ((sample < 0 ? -sample : sample) >= (int64_t)threshold) return false;
    }
    return true;
}

void import_sound_trim(import_sound *sound, uint32_t threshold) {
    uint32_t begin = 0, end = sound->frames;
    while (begin < end && is_quiet(sound, begin, threshold)) begin++;
    while (end > begin && is_quiet(sound, end - 1, threshold)) end--;
    if (sound->loops && begin > sound->loop_begin) begin = sound->loop_begin;
    if (sound->loops && end < sound->loop_end) end = sound->loop_end;
    memmove(sound->samples, sound->samples + (size_t)begin * sound->channels,
            (size_t)(end - begin) * sound->channels * sizeof *sound->samples);
    sound->frames = end - begin;
    if (!sound->loops) return;
    sound->loop_begin -= begin;
    sound->loop_end -= begin;
}

/* ---- another rate ---- */

enum { CROSSINGS = 64, TABLE_STEPS = 512, TABLE = CROSSINGS * TABLE_STEPS };

/* The modified Bessel function I0. */
static double bessel(double x) {
    double term = 1, sum = 1;
    for (int n = 1; n < 60; n++) {
        double factor = x / (2.0 * n);
        term = term * factor * factor;
        sum += term;
    }
    return sum;
}

/* Fills the kernel: sinc times window at x zero crossings from the middle, TABLE_STEPS to a crossing. */
static void fill_kernel(double *kernel) {
    for (int i = 0; i <= TABLE; i++) {
        double x = (double)i / TABLE_STEPS, edge = (double)i / TABLE,
               fraction = x - (double)(i / TABLE_STEPS);
        double sine = import_sin(3.14159265358979323846 * fraction) * (i / TABLE_STEPS % 2 != 0 ? -1.0 : 1.0);
        double sinc = i == 0 ? 1.0 : sine / (3.14159265358979323846 * x);
        kernel[i] = sinc * bessel(9.0 * sqrt(1.0 - edge * edge)) / bessel(9.0);
    }
    kernel[TABLE + 1] = 0;
}

/* The weight at a distance of `x` crossings, linear between two entries of the kernel. */
static double weight_at(const double *kernel, double x) {
    double place = x * TABLE_STEPS;
    if (place >= TABLE) return 0;
    int index = (int)place;
    double part = place - index;
    return kernel[index] + (kernel[index + 1] - kernel[index]) * part;
}

static int32_t to_sample(double value) {
    if (value >= 2147483647.0) return INT32_MAX;
    if (value <= -2147483648.0) return INT32_MIN;
    int64_t whole = (int64_t)(value + (value < 0 ? -0.5 : 0.5));
    return (int32_t)(whole > INT32_MAX ? INT32_MAX : whole < INT32_MIN ? INT32_MIN : whole);
}

/* Computes frame `index` of the new rate; `cutoff` is in zero crossings a frame of the old rate. */
static void resample_frame(const import_sound *from, import_sound *to, uint32_t index, const double *kernel,
                           double cutoff) {
    uint64_t exact = (uint64_t)index * from->rate;
    int64_t middle = (int64_t)(exact / to->rate), reach = (int64_t)(CROSSINGS / cutoff) + 1;
    double fraction = (double)(exact % to->rate) / (double)to->rate, sums[IMPORT_SOUND_CHANNELS] = {0},
           total = 0;
    for (int64_t i = middle - reach; i <= middle + reach + 1; i++) {
        double distance = (double)(i - middle) - fraction;
        double weight = weight_at(kernel, (distance < 0 ? -distance : distance) * cutoff);
        total += weight;
        if (weight == 0 || i < 0 || i >= (int64_t)from->frames) continue;
        const int32_t *frame = from->samples + (size_t)i * from->channels;
        for (uint32_t c = 0; c < from->channels; c++) sums[c] += weight * (double)frame[c];
    }
    for (uint32_t c = 0; c < to->channels; c++)
        to->samples[(size_t)index * to->channels + c] = to_sample(sums[c] / total);
}

static uint32_t scale_frame(uint32_t frame, uint32_t from, uint32_t to, uint32_t most) {
    uint64_t scaled = ((uint64_t)frame * to + from / 2) / from;
    return scaled > most ? most : (uint32_t)scaled;
}

bool import_sound_resample(const import_sound *from, uint32_t rate, import_sound *to, tool_error *error) {
    uint64_t frames = ((uint64_t)from->frames * rate + from->rate - 1) / from->rate;
    memset(to, 0, sizeof *to);
    if (rate < IMPORT_SOUND_LOWEST_RATE || rate > IMPORT_SOUND_HIGHEST_RATE) {
        return import_error_file(error, NULL, "%u frames a second; %d to %d are possible", (unsigned)rate,
                                 IMPORT_SOUND_LOWEST_RATE, IMPORT_SOUND_HIGHEST_RATE);
    }
    if (frames > IMPORT_SOUND_FRAMES) frames = (uint64_t)IMPORT_SOUND_FRAMES + 1;
    if (!import_sound_allocate(NULL, rate, from->channels, (uint32_t)frames, to, error)) return false;
    to->bits = from->bits;
    to->loops = from->loops;
    to->loop_begin = scale_frame(from->loop_begin, from->rate, rate, to->frames);
    to->loop_end = scale_frame(from->loop_end, from->rate, rate, to->frames);
    if (to->loops && to->loop_begin >= to->loop_end) to->loops = false;
    if (rate == from->rate) {
        memcpy(to->samples, from->samples, (size_t)to->frames * to->channels * sizeof *to->samples);
        return true;
    }
    double *kernel = malloc((TABLE + 2) * sizeof *kernel);
    if (kernel == NULL) {
        import_sound_free(to);
        return import_error_memory(error, NULL);
    }
    fill_kernel(kernel);
    double cutoff = rate < from->rate ? (double)rate / (double)from->rate : 1.0;
    for (uint32_t i = 0; i < to->frames; i++) resample_frame(from, to, i, kernel, cutoff * 0.95);
    free(kernel);
    return true;
}
