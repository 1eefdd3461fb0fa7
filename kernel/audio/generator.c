/* Samples out of voices. */
#include "kernel/audio/generator.h"

#include "fixedmath/bits.h"
#include "rom/chunks.h"
#include "rom/rom.h"

enum { ROWS_MOST = 16, FULL = 1 << 30, LOUDEST = 127 };

static const uint8_t *pitch_rows(const uint8_t *voice) { return voice + ROM_VOICE_SIZE; }

static const uint8_t *level_rows(const uint8_t *voice) {
    return pitch_rows(voice) + (size_t)voice[ROM_VOICE_PITCH_COUNT] * ROM_VOICE_PITCH_SIZE;
}

FX_STATIC_ASSERT((int)ROM_VOICE_PITCH_SIZE == (int)ROM_VOICE_LEVEL_SIZE && (int)ROM_VOICE_PITCH_FRAME == 0 &&
                     (int)ROM_VOICE_LEVEL_FRAME == 0,
                 "rows of both kinds are looked up alike");

static bool rows_rise(const uint8_t *rows, uint32_t count) {
    if (count == 0 || count > ROWS_MOST || rom_word(rows) != 0) return false;
    for (; count > 1; count--, rows += ROM_VOICE_PITCH_SIZE)
        if (rom_word(rows + ROM_VOICE_PITCH_SIZE) <= rom_word(rows)) return false;
    return true;
}

bool ox_generator_is_good(const uint8_t *voice, uint32_t bytes) {
    if (bytes < ROM_VOICE_SIZE) return false;
    const uint32_t pitches = voice[ROM_VOICE_PITCH_COUNT], levels = voice[ROM_VOICE_LEVEL_COUNT];
    if (bytes < ROM_VOICE_SIZE + (pitches + levels) * ROM_VOICE_PITCH_SIZE) return false;
    return voice[ROM_VOICE_KIND] <= ROM_VOICE_SHORT_NOISE && voice[ROM_VOICE_POWER] >= 1 &&
           voice[ROM_VOICE_POWER] <= 3 && rows_rise(pitch_rows(voice), pitches) &&
           rows_rise(level_rows(voice), levels);
}

/* The row that counts at a frame; *run is cut where the next row begins. */
static const uint8_t *row_at(const uint8_t *rows, uint32_t count, uint32_t frame, uint32_t *run) {
    for (; count > 1; count--, rows += ROM_VOICE_PITCH_SIZE) {
        const uint32_t next = rom_word(rows + ROM_VOICE_PITCH_SIZE);
        if (frame >= next) continue;
        if (*run > next - frame) *run = next - frame;
        break;
    }
    return rows;
}

/* Step or level of a row as it is at a frame. */
static uint32_t value_at(const uint8_t *row, uint32_t frame) {
    return rom_word(row + ROM_VOICE_PITCH_STEP) +
           rom_word(row + ROM_VOICE_PITCH_SWEEP) * (frame - rom_word(row));
}

static inline int32_t loudness(uint32_t level, uint32_t power) {
    const int32_t once = (int32_t)((level > FULL ? FULL : level) >> 15);
    int32_t all = once;
    for (; power > 1; power--) all = all * once >> 15;
    return all;
}

/* A new bit comes into the register when the phase has come round. */
static inline uint32_t shifted(uint32_t bits, bool is_short) {
    const uint32_t in = (bits ^ bits >> 1) & 1u;
    bits = bits >> 1 | in << 14;
    return is_short ? (bits & ~(1u << 6)) | in << 6 : bits;
}

static void run_rows(const uint8_t *voice, ox_generator *state, const uint32_t values[2],
                     const uint32_t changes[2], int16_t *samples, uint32_t count) {
    const int8_t *wave = (const int8_t *)(voice + ROM_VOICE_WAVE);
    const uint32_t power = voice[ROM_VOICE_POWER], kind = voice[ROM_VOICE_KIND];
    uint32_t phase = state->phase, bits = state->shift, step = values[0], level = values[1];
    for (const int16_t *const stop = samples + count; samples != stop; samples++) {
        int32_t sample = wave[phase >> 27];
        if (kind != ROM_VOICE_ROUNDS) sample = (bits & 1u) != 0 ? -LOUDEST : LOUDEST;
        *samples = (int16_t)fx_sra32(sample * loudness(level, power), 7);
        phase += step;
        if (phase < step) bits = shifted(bits, kind == ROM_VOICE_SHORT_NOISE);
        step += changes[0];
        level += changes[1];
    }
    state->phase = phase;
    state->shift = (uint16_t)bits;
}

void ox_generator_run(const uint8_t *voice, ox_generator *state, uint32_t frame, int16_t *samples,
                      uint32_t count) {
    while (count > 0) {
        uint32_t run = count;
        const uint8_t *pitch = row_at(pitch_rows(voice), voice[ROM_VOICE_PITCH_COUNT], frame, &run),
                      *level = row_at(level_rows(voice), voice[ROM_VOICE_LEVEL_COUNT], frame, &run);
        run_rows(
            voice, state, (uint32_t[2]){value_at(pitch, frame), value_at(level, frame)},
            (uint32_t[2]){rom_word(pitch + ROM_VOICE_PITCH_SWEEP), rom_word(level + ROM_VOICE_LEVEL_SLOPE)},
            samples, run);
        samples += run;
        frame += run;
        count -= run;
    }
}
