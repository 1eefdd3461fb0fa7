/* The loops: one function that the compiler makes sixteen of. */
#include "kernel/audio/mix.h"

#include "fixedmath/bits.h"
#include "raster/hot.h"

/* Where samples come from: bytes or halves of a word, `stride` from frame to frame, drawn as lines between them or as steps. */
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
    uint32_t at = p->fraction, left = p->gain[0], right = p->gain[1];
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

/* What effects are made of: 8 bits, one channel, the nearest frame. (s * 256 * gain) >> 7 is exact here. A change of gain is rare. */
RS_HOT_IN(".sound") static void s8_mono_mono(ox_mix_piece *p) {
    const int8_t *samples = p->samples;
    int32_t *sum = p->sum, *const stop = sum + p->count;
    uint32_t at = p->fraction, gain = p->gain[0];
    const uint32_t step = p->step, change = p->change[0];
    const int32_t steady = (int32_t)(gain >> 16) * 2;
    if (change == 0)
        for (; sum != stop; at += step) *sum++ += steady * samples[at >> 16];
    for (; sum != stop; at += step, gain += change) *sum++ += (int32_t)(gain >> 16) * 2 * samples[at >> 16];
    p->gain[0] = gain;
}

RS_HOT_IN(".sound") static void s8_mono_stereo(ox_mix_piece *p) {
    const int8_t *samples = p->samples;
    int32_t *sum = p->sum, *const stop = sum + (size_t)p->count * 2;
    uint32_t at = p->fraction, left = p->gain[0], right = p->gain[1];
    const uint32_t step = p->step, left_change = p->change[0], right_change = p->change[1];
    if ((left_change | right_change) == 0) {
        const int32_t steady_left = (int32_t)(left >> 16) * 2, steady_right = (int32_t)(right >> 16) * 2;
        for (; sum != stop; at += step) {
            const int32_t sample = samples[at >> 16];
            *sum++ += steady_left * sample;
            *sum++ += steady_right * sample;
        }
    }
    for (; sum != stop; at += step) {
        const int32_t sample = samples[at >> 16] * 2;
        *sum++ += (int32_t)(left >> 16) * sample;
        *sum++ += (int32_t)(right >> 16) * sample;
        left += left_change;
        right += right_change;
    }
    p->gain[0] = left;
    p->gain[1] = right;
}

void ox_mix(ox_mix_piece *piece, int bytes, int from, int to, bool linear) {
    static void (*const loops[16])(ox_mix_piece *) = {
        s8_mono_mono,    s8_mono_mono_line,    s8_mono_stereo,    s8_mono_stereo_line,
        s8_stereo_mono,  s8_stereo_mono_line,  s8_stereo_stereo,  s8_stereo_stereo_line,
        s16_mono_mono,   s16_mono_mono_line,   s16_mono_stereo,   s16_mono_stereo_line,
        s16_stereo_mono, s16_stereo_mono_line, s16_stereo_stereo, s16_stereo_stereo_line};
    if (piece->count > 0) loops[(bytes == 2) * 8 + (from == 2) * 4 + (to == 2) * 2 + linear](piece);
}
