/* Voices that are made while they play: the data of a SND_ chunk of format 3 (rom/FORMAT.md, voice) into samples. 60 to 420 bytes say
 * what seconds of samples would. Clips read them (kernel/audio/clip.h), so that whatever plays a sound plays a voice.
 *
 *     if (!ox_generator_is_good(data, bytes)) return OX_BAD_DATA;
 *     ox_generator state = ox_generator_begin();
 *     ox_generator_run(data, &state, 0, samples, 60);              frames 0 .. 59
 *
 * WAVES: a round of 32 samples of 8 bits, stepped through by a phase of 32 bits, of which 2^32 are a round: pulses of any duty in eighths,
 * triangles, and all that a wave memory of 4 bits can say. NOISE: the lowest bit of a shift register whose new bit 14 is the exclusive or of bits 0 and 1
 * before the shift (short noise: it goes to bit 6, too); it begins full of ones, is shifted when the phase comes round, and sounds
 * as full scale up or down. PITCH goes on lines of the step, LEVEL on lines, each from its frame on; the level is Q30 and counts
 * by its power of 1 to 3. A frame is wave * 256 * level, rounded down; where the level is 0 it is 0.
 *
 * BITS are those of any division into runs: step and level are worked out from the frame, and phase and register are the state.
 * Levels beyond 2^30 count as 2^30, steps wrap. A good voice, whatever its frames, makes nothing be read outside of its bytes.
 *
 * COST on an ARM7TDMI, counted from its 16-bit code, memory without waits: some 55 cycles a frame of a wave, 70 of noise, 10 more for each power
 * above 1, 150 a run. (Registers and waves as in the
 * sound hardware of hand-held consoles of 1989; Madhav 6.) */
#ifndef OXCART_KERNEL_AUDIO_GENERATOR_H
#define OXCART_KERNEL_AUDIO_GENERATOR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ox_generator {
    uint32_t phase;
    uint16_t shift; /* the register */
} ox_generator;

/* Whether the bytes are a voice: as long as its counts say, counts and numbers in their ranges, frames rising from 0. */
bool ox_generator_is_good(const uint8_t *voice, uint32_t bytes);

static inline ox_generator ox_generator_begin(void) { return (ox_generator){0, 0x7FFF}; }

/* Puts the frames from `frame` on to `samples`; the state is that before this frame, and then that behind the last. */
void ox_generator_run(const uint8_t *voice, ox_generator *state, uint32_t frame, int16_t *samples,
                      uint32_t count);

#endif
