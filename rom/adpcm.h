/* Sounds of 4 bits a sample: the ADPCM of the Interactive Multimedia Association (Digital Audio Focus and
 * Technical Working Group, 1992), in blocks as SND_ chunks of format 2 hold them. Decoding takes adds, shifts and
 * two small tables; any block is a point to start from.
 *
 *     frames = rom_adpcm_frames(bytes, channels);
 *     status = rom_adpcm_block(block, bytes, channels, samples, frames, &error);
 *
 * Players that stop anywhere decode code by code, with a state of 8 bytes (rom_adpcm_next). */
#ifndef OXCART_ROM_ADPCM_H
#define OXCART_ROM_ADPCM_H

#include "rom/rom.h"

enum { ROM_ADPCM_STEPS = 89, ROM_ADPCM_HEAD = 4 }; /* bytes of a block's head for each channel */

/* The state of one channel. */
typedef struct rom_adpcm {
    int32_t sample; /* the last sample, -32768..32767 */
    int32_t index;  /* of the step, 0..88 */
} rom_adpcm;

/* The next sample for a code 0..15 (only its lowest four bits count). The members of *state must be in
 * their ranges. About 15 instructions. */
int32_t rom_adpcm_next(rom_adpcm *state, uint32_t code);

/* The state that a block begins with, whose sample is its first frame; `head` points to the channel's four bytes.
 * An index beyond the table is held at 88. */
rom_adpcm rom_adpcm_begin(const uint8_t *head);

/* Frames that a block of so many bytes holds, of 1 or 2 channels; 0 when it holds none. */
uint32_t rom_adpcm_frames(uint32_t bytes, uint32_t channels);

/* Unpacks `frames` frames from a block's begin, at most rom_adpcm_frames of it, channels interleaved.
 * ROM_BAD_PACKING with a sentence for more frames than there are, other numbers of channels, and indices
 * beyond the table; *samples is then untouched. */
FX_MUST_CHECK rom_status rom_adpcm_block(const uint8_t *block, uint32_t bytes, uint32_t channels,
                                         int16_t *samples, uint32_t frames, rom_error *error);

/* ---- by filters ---- */

/* ADPCM as the PlayStation has it: blocks of 16 bytes hold 28 samples of one channel, each a code of 4 bits that is shifted and added to what one of five filters
 * makes of the two samples before. Byte 0 of a block has the shift (0..12, lower half) and the filter (0..4, upper half), byte 1 is 0, and codes follow, the lower half of
 * a byte first. What is beyond those ranges counts as their ends. */
enum {
    ROM_FILTERED_BLOCK = 16,
    ROM_FILTERED_FRAMES = 28,
    ROM_FILTERED_FILTERS = 5,
    ROM_FILTERED_SHIFTS = 13
};

/* The sample of a code 0..15 in a block with this first byte, behind the samples `last` and `before`. */
int32_t rom_filtered_next(uint32_t head, uint32_t code, int32_t last, int32_t before);

#endif
