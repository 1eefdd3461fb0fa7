/* The decoder of ADPCM sounds. */
#include "rom/adpcm.h"

#include "fixedmath/bits.h"
#include "rom/check/checked.h"

static const int16_t steps[ROM_ADPCM_STEPS] = {
    7,    8,     9,     10,    11,    12,    13,    14,    16,    17,    19,    21,    23,    25,   28,
    31,   34,    37,    41,    45,    50,    55,    60,    66,    73,    80,    88,    97,    107,  118,
    130,  143,   157,   173,   190,   209,   230,   253,   279,   307,   337,   371,   408,   449,  494,
    544,  598,   658,   724,   796,   876,   963,   1060,  1166,  1282,  1411,  1552,  1707,  1878, 2066,
    2272, 2499,  2749,  3024,  3327,  3660,  4026,  4428,  4871,  5358,  5894,  6484,  7132,  7845, 8630,
    9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};

static const int8_t moves[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

int32_t rom_adpcm_next(rom_adpcm *state, uint32_t code) {
    int32_t step = steps[state->index], change = step >> 3, index = state->index + moves[code & 7u], sample;
    if ((code & 1u) != 0) change += step >> 2;
    if ((code & 2u) != 0) change += step >> 1;
    if ((code & 4u) != 0) change += step;
    sample = (code & 8u) != 0 ? state->sample - change : state->sample + change;
    state->sample = sample > 32767 ? 32767 : sample < -32768 ? -32768 : sample;
    state->index = index < 0 ? 0 : index > ROM_ADPCM_STEPS - 1 ? ROM_ADPCM_STEPS - 1 : index;
    return state->sample;
}

rom_adpcm rom_adpcm_begin(const uint8_t *head) {
    rom_adpcm state = {(int16_t)rom_u16(head), head[2]};
    if (state.index > ROM_ADPCM_STEPS - 1) state.index = ROM_ADPCM_STEPS - 1;
    return state;
}

uint32_t rom_adpcm_frames(uint32_t bytes, uint32_t channels) {
    if (channels < 1 || channels > 2 || bytes < channels * ROM_ADPCM_HEAD) return 0;
    uint32_t codes = bytes - channels * ROM_ADPCM_HEAD;
    return 1u + (channels == 1 ? codes * 2u : codes / 8u * 8u);
}

rom_status rom_adpcm_block(const uint8_t *block, uint32_t bytes, uint32_t channels, int16_t *samples,
                           uint32_t frames, rom_error *error) {
    uint32_t there = rom_adpcm_frames(bytes, channels);
    if (frames > there)
        return rom_fail(error, ROM_BAD_PACKING, 0, "%u frames of a block of sound that has %u", frames,
                        there);
    for (uint32_t c = 0; c < channels; c++) {
        if (block[c * 4 + 2] >= ROM_ADPCM_STEPS)
            return rom_fail(error, ROM_BAD_PACKING, c * 4 + 2, "step %u of a block of sound, the last is %u",
                            block[c * 4 + 2], ROM_ADPCM_STEPS - 1);
    }
    for (uint32_t c = 0; c < channels && frames > 0; c++) {
        rom_adpcm state = rom_adpcm_begin(block + (size_t)c * 4);
        const uint8_t *codes = block + (size_t)channels * ROM_ADPCM_HEAD + (size_t)c * 4;
        samples[c] = (int16_t)state.sample;
        for (uint32_t i = 0; i + 1 < frames; i++) {
            uint8_t byte = codes[channels == 1 ? i / 2 : i / 8 * 8 + i % 8 / 2];
            samples[(size_t)(i + 1) * channels + c] =
                (int16_t)rom_adpcm_next(&state, (i & 1u) != 0 ? byte >> 4 : byte & 15u);
        }
    }
    return ROM_OK;
}

/* ---- by filters ---- */

int32_t rom_filtered_next(uint32_t head, uint32_t code, int32_t last, int32_t before) {
    static const int8_t of_last[ROM_FILTERED_FILTERS] = {0, 60, 115, 98, 122},
                        of_before[ROM_FILTERED_FILTERS] = {0, 0, -52, -55, -60};
    uint32_t shift = head & 15u, filter = head >> 4 & 15u;
    if (shift > ROM_FILTERED_SHIFTS - 1) shift = ROM_FILTERED_SHIFTS - 1;
    if (filter > ROM_FILTERED_FILTERS - 1) filter = ROM_FILTERED_FILTERS - 1;
    const int32_t value = (int32_t)((code & 15u) ^ 8u) - 8; /* -8 to 7 */
    const int32_t sample =
        value * (4096 >> shift) + fx_sra32(last * of_last[filter] + before * of_before[filter] + 32, 6);
    return sample > 32767 ? 32767 : sample < -32768 ? -32768 : sample;
}
