/* Speakers all around. */
#include "kernel/audio/surround.h"

#include <string.h>

#include "fixedmath/bits.h"
#include "fixedmath/scalar.h"
#include "kernel/audio/gain.h"

void ox_surround_begin(ox_mixer *mixer, ox_surround *surround, ox_surround_row *rows, int32_t *pair) {
    memset(surround, 0, sizeof *surround);
    memset(rows, 0, mixer->count * sizeof *rows);
    surround->rows = rows;
    surround->pair = pair;
    for (uint32_t i = 0; i < 2; i++)
        ox_filter_set(&surround->deep[i], OX_FILTER_LOW, OX_SURROUND_DEEP_HZ, mixer->out.rate);
    mixer->surround = surround;
}

/* ---- places ---- */

/* A speaker and its angle in degrees to the right of ahead. */
typedef struct speaker_place {
    uint8_t speaker;
    uint16_t angle;
} speaker_place;

/* In the order of their angles; the middle one stands at both ends. */
static const speaker_place around_6[] = {{OX_SPEAKER_MIDDLE, 0},         {OX_SPEAKER_RIGHT, 30},
                                         {OX_SPEAKER_RIGHT_BEHIND, 110}, {OX_SPEAKER_LEFT_BEHIND, 250},
                                         {OX_SPEAKER_LEFT, 330},         {OX_SPEAKER_MIDDLE, 360}};
static const speaker_place around_8[] = {{OX_SPEAKER_MIDDLE, 0},        {OX_SPEAKER_RIGHT, 30},
                                         {OX_SPEAKER_RIGHT_SIDE, 90},   {OX_SPEAKER_RIGHT_BEHIND, 150},
                                         {OX_SPEAKER_LEFT_BEHIND, 210}, {OX_SPEAKER_LEFT_SIDE, 270},
                                         {OX_SPEAKER_LEFT, 330},        {OX_SPEAKER_MIDDLE, 360}};

void ox_speaker_shares(const ox_audio_output *out, ang16 angle, uint16_t shares[OX_SPEAKERS]) {
    const speaker_place *at = out->channels == 8 ? around_8 : around_6;
    const uint32_t degrees = (uint32_t)angle * 360; /* in 1/65536 */
    uint32_t gains[2];
    while (degrees >= (uint32_t)at[1].angle << 16) at++;
    const uint32_t way = degrees - ((uint32_t)at->angle << 16), whole = at[1].angle - (uint32_t)at->angle;
    ox_audio_pan((fx)(way / whole * 2) - FX_ONE, OX_AUDIO_FULL, gains);
    memset(shares, 0, OX_SPEAKERS * sizeof *shares);
    shares[at[0].speaker] = (uint16_t)gains[0];
    shares[at[1].speaker] = (uint16_t)gains[1];
}

static ox_surround_row *row_of(const ox_mixer *m, const ox_voice *v) {
    const bool is_of_mixer = v >= m->voices && v < m->voices + m->count; /* songs have voices of their own */
    return m->surround != NULL && is_of_mixer ? &m->surround->rows[v - m->voices] : NULL;
}

void ox_surround_place(ox_mixer *mixer, const ox_voice *voice, const uint16_t *shares, bool deep,
                       bool at_once) {
    ox_surround_row *row = row_of(mixer, voice);
    if (row == NULL) return;
    row->placed = shares != NULL;
    memset(row->goal, 0, sizeof row->goal);
    if (shares != NULL) memcpy(row->goal, shares, sizeof row->goal);
    row->goal[OX_SPEAKER_DEEP] = deep ? OX_AUDIO_FULL : 0;
    if (at_once) memcpy(row->now, row->goal, sizeof row->now);
}

void ox_surround_move(ox_mixer *mixer, const ox_voice *from, const ox_voice *to) {
    ox_surround_row *there = row_of(mixer, to);
    if (there != NULL) *there = *row_of(mixer, from);
}

/* ---- sums ---- */

/* Adds the mean of a voice's channels to the sums of one speaker, its share going from what it is to what it is to be. */
static void add_share(int32_t *sum, uint32_t stride, const ox_surround_block *b, const uint16_t share[2]) {
    const int32_t change = ((int32_t)share[1] - share[0]) * 32768 / (int32_t)b->frames;
    int32_t now = share[0] * 32768; /* Q30 */
    for (uint32_t i = 0; i < b->frames; i++, sum += stride, now += change) {
        const int64_t both = (int64_t)b->pair[2 * i] + b->pair[2 * i + 1];
        *sum = fx_sat64(*sum + fx_sra64(both * fx_sra32(now, 15), 16));
    }
}

void ox_surround_spread(ox_mixer *m, const ox_voice *voice, const ox_surround_block *b) {
    ox_surround_row *row = row_of(m, voice);
    const uint32_t stride = m->out.channels;
    int32_t *const sum = m->sum + (size_t)b->at * stride;
    if (b->frames == 0) return;
    for (uint32_t i = 0; i < b->frames && (row == NULL || !row->placed); i++) {
        sum[i * stride] = fx_adds(sum[i * stride], b->pair[2 * i]);
        sum[i * stride + 1] = fx_adds(sum[i * stride + 1], b->pair[2 * i + 1]);
    }
    for (uint32_t k = 0; row != NULL && k < stride; k++) {
        if ((row->now[k] | row->goal[k]) == 0) continue;
        const uint16_t share[2] = {row->now[k], row->goal[k]};
        add_share(sum + k, stride, b, share);
        row->now[k] = row->goal[k];
    }
}

void ox_surround_end(ox_mixer *mixer, int32_t *sums, uint32_t frames) {
    ox_surround *s = mixer->surround;
    const uint32_t stride = mixer->out.channels;
    if (s == NULL) return;
    for (uint32_t i = 0; i < frames; i++) s->pair[i] = sums[i * stride + OX_SPEAKER_DEEP];
    for (uint32_t i = 0; i < 2; i++) ox_filter_run(&s->deep[i], s->pair, frames, 1);
    for (uint32_t i = 0; i < frames; i++) sums[i * stride + OX_SPEAKER_DEEP] = s->pair[i];
}

int32_t ox_surround_fold(const int32_t *frame, uint32_t channels, uint32_t side) {
    int64_t sum = (int64_t)frame[side] +
                  fx_sra64(fx_wide(frame[OX_SPEAKER_MIDDLE], OX_SPEAKER_HALF_POWER), 15) +
                  frame[OX_SPEAKER_LEFT_BEHIND + side];
    if (channels == 8) sum += frame[OX_SPEAKER_LEFT_SIDE + side];
    return fx_sat64(sum);
}
