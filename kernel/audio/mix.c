/* The mixer's loops: one function that the compiler makes fourteen of, and the loop for bytes of one channel. */
#include "kernel/audio/mix.h"

#include <stddef.h>

#include "fixedmath/bits.h"
#include "kernel/audio/mixer.h"

/* Where samples come from: bytes or halves of a word, `stride` from frame to frame, with lines or steps between the
 * samples. */
typedef struct sample_source {
    const int8_t *bytes;
    const int16_t *halves;
    bool wide, linear;
    uint32_t stride;
} sample_source;

static inline int32_t sample_at(const sample_source *s, uint32_t at) {
    return s->wide ? s->halves[at] : s->bytes[at] * 256;
}

static inline int32_t sample_between(const sample_source *s, uint32_t at, uint32_t fraction) {
    int32_t here = sample_at(s, at);
    if (!s->linear) return here;
    return here + fx_sra32((sample_at(s, at + s->stride) - here) * (int32_t)(fraction >> 1 & 0x7FFFu), 15);
}

static inline __attribute__((always_inline)) void mix(ox_mix_piece *p, const bool wide, const uint32_t from,
                                                      const uint32_t to, const bool linear) {
    const sample_source source = {p->samples, p->samples, wide, linear, from};
    int32_t *sum = p->sum, *const stop = sum + p->count * to;
    uint32_t at = p->at, left = p->gain[0], right = p->gain[1];
    const uint32_t step = p->step, left_change = p->change[0], right_change = p->change[1];
    for (; sum != stop; sum += to) {
        const uint32_t frame = (at >> 16) * from;
        int32_t a = sample_between(&source, frame, at), b = a;
        if (from == 2) b = sample_between(&source, frame + 1, at);
        if (from == 2 && to == 1) a = fx_sra32(a + b, 1);
        sum[0] += fx_sra32(a * (int32_t)(left >> 16), 7);
        left += left_change;
        if (to == 2) {
            sum[1] += fx_sra32(b * (int32_t)(right >> 16), 7);
            right += right_change;
        }
        at += step;
    }
    p->gain[0] = left;
    p->gain[1] = right;
}

#define MIX(name, wide, from, to, linear)                                                                    \
    static void name(ox_mix_piece *piece) { mix(piece, wide, from, to, linear); }
MIX(s8_mono_mono_line, false, 1, 1, true)
MIX(s8_mono_stereo_line, false, 1, 2, true)
MIX(s8_stereo_mono, false, 2, 1, false)
MIX(s8_stereo_mono_line, false, 2, 1, true)
MIX(s8_stereo_stereo, false, 2, 2, false)
MIX(s8_stereo_stereo_line, false, 2, 2, true)
MIX(s16_mono_mono, true, 1, 1, false)
MIX(s16_mono_mono_line, true, 1, 1, true)
MIX(s16_mono_stereo, true, 1, 2, false)
MIX(s16_mono_stereo_line, true, 1, 2, true)
MIX(s16_stereo_mono, true, 2, 1, false)
MIX(s16_stereo_mono_line, true, 2, 1, true)
MIX(s16_stereo_stereo, true, 2, 2, false)
MIX(s16_stereo_stereo_line, true, 2, 2, true)
#undef MIX

void ox_mix(ox_mix_piece *piece, int bytes, int from, int to, bool linear) {
    static void (*const loops[16])(ox_mix_piece *) = {NULL,
                                                      s8_mono_mono_line,
                                                      NULL,
                                                      s8_mono_stereo_line,
                                                      s8_stereo_mono,
                                                      s8_stereo_mono_line,
                                                      s8_stereo_stereo,
                                                      s8_stereo_stereo_line,
                                                      s16_mono_mono,
                                                      s16_mono_mono_line,
                                                      s16_mono_stereo,
                                                      s16_mono_stereo_line,
                                                      s16_stereo_mono,
                                                      s16_stereo_mono_line,
                                                      s16_stereo_stereo,
                                                      s16_stereo_stereo_line};
    if (piece->count > 0) loops[(bytes == 2) * 8 + (from == 2) * 4 + (to == 2) * 2 + linear](piece);
}

/* ---- round and round ---- */

/* A port that has ox_mix_round by hand builds this C beside it: a test holds the port's code to this definition. */
#ifdef OX_MIX_BY_HAND
#define ox_mix_round ox_mix_round_twin
#define ox_mix_put_bytes ox_mix_put_bytes_twin
#define ox_mix_wave ox_mix_wave_twin
#define ox_mix_wave_end ox_mix_wave_end_twin
void ox_mix_round(ox_mix_piece *piece, uint32_t to);
void ox_mix_wave(ox_voice *voice, const ox_mix_span *span);
void ox_mix_wave_end(void);
uint32_t ox_mix_put_bytes(const int32_t *sum, int8_t *out, uint32_t count, int32_t range[2]);
#define PLACED(member, place) FX_STATIC_ASSERT(offsetof(ox_mix_piece, member) == (place), "mix.S knows it")
PLACED(sum, 0);
PLACED(count, 4);
PLACED(at, 8);
PLACED(step, 12);
PLACED(samples, 16);
PLACED(end, 20);
PLACED(loop, 24);
PLACED(gain, 28);
PLACED(change, 36);
#undef PLACED
#define PLACED(member, place) FX_STATIC_ASSERT(offsetof(ox_voice, member) == (place), "mix.S knows it")
PLACED(clip, 0);
PLACED(place, 8);
PLACED(step, 20);
PLACED(gain, 24);
PLACED(wanted, 32);
PLACED(fraction, 36);
PLACED(wave, 42);
FX_STATIC_ASSERT(offsetof(ox_audio_clip, data) == 0, "mix.S knows it");
#endif

enum { RUN_MOST = 480 }; /* sums: at the largest step, the way of so many fits 31 bits */
FX_STATIC_ASSERT((uint64_t)RUN_MOST *OX_VOICE_STEP_MOST < (uint64_t)1 << 31, "places of a run would wrap");

/* How many of the next sums have their frames before the end: at least one. */
static uint32_t run_length(const ox_mix_piece *p) {
    const uint32_t most = p->count < RUN_MOST ? p->count : RUN_MOST, room = p->end - 1 - p->at;
    if (p->step * (most - 1) <= room) return most; /* no division needed */
    return room / p->step + 1;
}

/* Two products of one sample go to the sums one by one: compilers that put both into one wide register take half as many instructions more. */
#ifdef __GNUC__
#define APART(value) __asm__("" : "+r"(value))
#else
#define APART(value) (void)(value)
#endif

/* (s * 256 * gain) >> 7 is exact here. A change of gain is rare. */
static void run_mono(ox_mix_piece *p, uint32_t count) {
    const int8_t *samples = p->samples;
    int32_t *sum = p->sum, *const stop = sum + count;
    uint32_t at = p->at, gain = p->gain[0];
    const uint32_t step = p->step, change = p->change[0];
    int32_t steady = (int32_t)(gain >> 16) * 2;
    APART(steady);
    if (change == 0)
        for (; sum != stop; at += step) *sum++ += steady * samples[at >> 16];
    for (; sum != stop; at += step, gain += change) *sum++ += (int32_t)(gain >> 16) * 2 * samples[at >> 16];
    p->gain[0] = gain;
}

static void run_stereo(ox_mix_piece *p, uint32_t count) {
    const int8_t *samples = p->samples;
    int32_t *sum = p->sum, *const stop = sum + (size_t)count * 2;
    uint32_t at = p->at, left = p->gain[0], right = p->gain[1];
    const uint32_t step = p->step, left_change = p->change[0], right_change = p->change[1];
    if ((left_change | right_change) == 0) {
        int32_t steady_left = (int32_t)(left >> 16) * 2, steady_right = (int32_t)(right >> 16) * 2;
        APART(steady_left); /* doubled once, not with each sample */
        APART(steady_right);
        for (; sum != stop; at += step) {
            const int32_t sample = samples[at >> 16];
            int32_t one = steady_left * sample;
            APART(one);
            sum[0] += one;
            sum[1] += steady_right * sample;
            sum += 2;
        }
    }
    for (; sum != stop; at += step) {
        const int32_t sample = samples[at >> 16] * 2;
        int32_t one = (int32_t)(left >> 16) * sample;
        APART(one);
        sum[0] += one;
        sum[1] += (int32_t)(right >> 16) * sample;
        sum += 2;
        left += left_change;
        right += right_change;
    }
    p->gain[0] = left;
    p->gain[1] = right;
}

/* ---- eight samples at a time ---- */

/* On processors of the x86-64 family that have AVX2, as the compiler's run-time library has found at program start. The scalar runs define every
 * bit. */
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(RS_NO_WIDE) &&                \
    (defined(__clang__) ? __clang_major__ >= 14 : __GNUC__ >= 12)
#define WIDE __attribute__((target("avx2")))
enum { LANES = 8 };
typedef int32_t lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int8_t lane_bytes __attribute__((vector_size(4 * LANES)));
typedef int64_t lane_pairs __attribute__((vector_size(4 * LANES)));

/* The next eight frames of a run that follow one another. */
WIDE static inline lanes frames_together(const int8_t *frames) {
    int64_t all;
    __builtin_memcpy(&all, frames, sizeof all);
    const lane_bytes twice = (lane_bytes)(lane_pairs){all, all, all, all};
    /* each byte is the highest of its lane */
    return (lanes)__builtin_shufflevector(twice, twice, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 20,
                                          20, 20, 20, 20, 20, 20, 21, 20, 20, 20, 22, 20, 20, 20, 23) >>
           24;
}

/* The next eight frames of any run. */
WIDE static inline lanes frames_apart(const int8_t *frames, uint32_t at, uint32_t step) {
    return (lanes){frames[at >> 16],
                   frames[(at + step) >> 16],
                   frames[(at + 2 * step) >> 16],
                   frames[(at + 3 * step) >> 16],
                   frames[(at + 4 * step) >> 16],
                   frames[(at + 5 * step) >> 16],
                   frames[(at + 6 * step) >> 16],
                   frames[(at + 7 * step) >> 16]};
}

/* Adds frames of a run whose gains are steady, as many as come by eight; gives their number. */
WIDE static inline __attribute__((always_inline)) uint32_t run_lanes(const ox_mix_piece *p, uint32_t count,
                                                                     const uint32_t to, const bool together) {
    const int32_t left = (int32_t)(p->gain[0] >> 16) * 2, right = (int32_t)(p->gain[1] >> 16) * 2;
    const lanes both = {left, right, left, right, left, right, left, right};
    const uint32_t all = count / LANES * LANES, step = p->step;
    const int8_t *const samples = p->samples, *next = samples + (p->at >> 16);
    lanes *sum = (void *)p->sum, *const stop = sum + all / LANES * to;
    for (uint32_t at = p->at; sum != stop; at += LANES * step, next += LANES) {
        const lanes frames = together ? frames_together(next) : frames_apart(samples, at, step);
        if (to == 1) {
            *sum++ += frames * left;
            continue;
        }
        sum[0] += __builtin_shufflevector(frames, frames, 0, 0, 1, 1, 2, 2, 3, 3) * both;
        sum[1] += __builtin_shufflevector(frames, frames, 4, 4, 5, 5, 6, 6, 7, 7) * both;
        sum += 2;
    }
    return all;
}

WIDE static uint32_t run_wide(const ox_mix_piece *p, uint32_t count, uint32_t to) {
    if (p->step == 65536) return to == 1 ? run_lanes(p, count, 1, true) : run_lanes(p, count, 2, true);
    return to == 1 ? run_lanes(p, count, 1, false) : run_lanes(p, count, 2, false);
}

static uint32_t run_by_eight(const ox_mix_piece *p, uint32_t count, uint32_t to) {
    return (p->change[0] | p->change[1]) == 0 && count >= LANES && __builtin_cpu_supports("avx2")
               ? run_wide(p, count, to)
               : 0;
}

typedef int16_t lane_halves __attribute__((vector_size(2 * LANES), aligned(2), may_alias));

WIDE static inline lanes lanes_where(lanes if_so, lanes if_not, lanes which) {
    return (if_so & which) | (if_not & ~which);
}

/* Turns sums into samples of 16 bits, as many as come by eight; gives their number. */
WIDE static uint32_t halves_wide(const int32_t *sum, int16_t *out, uint32_t count, ox_mix_level *level) {
    const lanes least = (lanes){0} - 32768, most = (lanes){0} + 32767;
    lanes low = {0}, high = {0}, clipped = {0};
    const uint32_t all = count / LANES * LANES;
    for (uint32_t i = 0; i < all; i += LANES) {
        lanes s = (*(const lanes *)(const void *)(sum + i) + 128) >> 8;
        clipped += (s > most) | (s < least);
        s = lanes_where(most, s, s > most);
        s = lanes_where(least, s, s < least);
        low = lanes_where(s, low, s < low);
        high = lanes_where(s, high, s > high);
        *(lane_halves *)(void *)(out + i) = __builtin_convertvector(s, lane_halves);
    }
    for (uint32_t i = 0; i < LANES; i++) {
        if (low[i] < level->low) level->low = low[i];
        if (high[i] > level->high) level->high = high[i];
        level->clipped -= (uint32_t)clipped[i];
    }
    return all;
}

static uint32_t halves_by_eight(const int32_t *sum, int16_t *out, uint32_t count, ox_mix_level *level) {
    return __builtin_cpu_supports("avx2") ? halves_wide(sum, out, count, level) : 0;
}
#else
static uint32_t halves_by_eight(const int32_t *sum, int16_t *out, uint32_t count, ox_mix_level *level) {
    (void)sum, (void)out, (void)count, (void)level;
    return 0;
}

static uint32_t run_by_eight(const ox_mix_piece *p, uint32_t count, uint32_t to) {
    (void)p, (void)count, (void)to;
    return 0;
}
#endif

static inline void go_on(ox_mix_piece *p, uint32_t count, uint32_t to) {
    p->sum += (size_t)count * to;
    p->at += p->step * count;
    p->count -= count;
}

void ox_mix_round(ox_mix_piece *p, uint32_t to) {
    while (p->count > 0) {
        if (p->at >= p->end && p->loop == 0) return;
        while (p->at >= p->end) p->at -= p->loop;
        const uint32_t run = run_length(p), wide = run_by_eight(p, run, to);
        go_on(p, wide, to);
        if (wide == run) continue;
        if (to == 1)
            run_mono(p, run - wide);
        else
            run_stereo(p, run - wide);
        go_on(p, run - wide, to);
    }
}

void ox_mix_wave(ox_voice *v, const ox_mix_span *s) {
    ox_mix_piece p = {.sum = s->sum,
                      .count = s->ramp,
                      .at = v->place.frame << 16 | v->fraction,
                      .step = v->step,
                      .samples = v->clip->data,
                      .end = (uint32_t)v->wave << 16,
                      .loop = (uint32_t)v->wave << 16};
    bool changes = false;
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t goal = (uint32_t)v->wanted[i] << 16, now = v->gain[i];
        p.gain[i] = now;
        p.change[i] = goal > now ? (goal - now) / s->ramp : 0u - (now - goal) / s->ramp;
        changes = changes || (goal != now && i < s->channels);
        v->gain[i] = goal;
    }
    if (changes) ox_mix_round(&p, s->channels);
    p.count = changes ? s->count - s->ramp : s->count;
    for (uint32_t i = 0; i < 2; i++) {
        p.gain[i] = v->gain[i];
        p.change[i] = 0;
    }
    if ((p.gain[0] | (s->channels == 2 ? p.gain[1] : 0)) != 0)
        ox_mix_round(&p, s->channels);
    else
        p.at += p.step * p.count; /* only modulo the wave's length, a power of two */
    v->place.frame = (p.at >> 16) & (v->wave - 1u);
    v->fraction = (uint16_t)p.at;
}

void ox_mix_wave_end(void) {} /* each voice has been mixed at once */

uint32_t ox_mix_put_bytes(const int32_t *sum, int8_t *out, uint32_t count, int32_t range[2]) {
    int32_t low = 0, high = 0;
    uint32_t clipped = 0;
    for (; count > 0; count--) {
        int32_t s = fx_sra32(*sum++ + 32768, 16);
        if (s > 127 || s < -128) {
            s = s < 0 ? -128 : 127;
            clipped++;
        }
        if (s < low) low = s;
        if (s > high) high = s;
        *out++ = (int8_t)s;
    }
    range[0] = low;
    range[1] = high;
    return clipped;
}

void ox_mix_put_halves(const int32_t *sum, int16_t *out, uint32_t count, ox_mix_level *level) {
    for (uint32_t i = halves_by_eight(sum, out, count, level); i < count; i++) {
        int32_t s = fx_sra32(sum[i] + 128, 8);
        if (s > 32767 || s < -32768) {
            s = s < 0 ? -32768 : 32767;
            level->clipped++;
        }
        if (s < level->low) level->low = s;
        if (s > level->high) level->high = s;
        out[i] = (int16_t)s;
    }
}
