/* The inner loops of unpacking, in files of their own so that a port can give them its fastest memory. They do what
 * the loop of rom_decoder_step does, with everything in registers, while neither the end of the input nor that of the
 * output is near. Each loop stops in front of the first group that it does not know, damaged groups included;
 * rom_decoder_step then judges that group. The loop of LZ may also stop between the literals and the match of a
 * group, which it notes in `token` and `match_follows`. */
#ifndef OXCART_ROM_CODEC_LOOPS_H
#define OXCART_ROM_CODEC_LOOPS_H

#include "rom/codec.h"

enum {
    RUN_BIT = 0x80, /* of a run-length head: set for a run, clear for literals */
    RUN_LEAST = 3,
    LZ_FAR = 0x80,    /* the distance has two bytes */
    LZ_COPY_MORE = 7, /* counts that go on in the next bytes */
    LZ_REPEAT_MORE = 15,
    LZ_LEAST = 3,      /* shortest match */
    BIOS_MATCH = 0x80, /* of the flags: set for a match, clear for a byte */
    BIOS_REPEAT_MOST = 15
};

/* Put out at most `left` bytes. d->out is not NULL, and nothing is left to copy; for rom_codec_flagged_groups no
 * flags of `token` are left either. */
void rom_codec_run_groups(rom_decoder *d, uint32_t left);
void rom_codec_lz_groups(rom_decoder *d, uint32_t left);
void rom_codec_flagged_groups(rom_decoder *d, uint32_t left);

/* rom_codec_lz_groups in C on a machine whose own is written by hand (ROM_LZ_BY_HAND), for tests. */
void rom_codec_lz_groups_twin(rom_decoder *d, uint32_t left);

/* Copies byte after byte, so that bytes just written may be read again; returns the end of the copy. */
static inline uint8_t *rom_copy_bytes(uint8_t *to, const uint8_t *from, uint32_t count) {
    for (; count >= 4; count -= 4, to += 4, from += 4) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        to[3] = from[3];
    }
    for (; count > 0; count--) *to++ = *from++;
    return to;
}

/* Copies a match, two bytes at a time where both addresses allow it: external memory of the Game Boy Advance takes as
 * long for two bytes as for one. The copy goes forward, so that bytes just written may be read again. */
static inline uint8_t *rom_copy_match(uint8_t *to, uint32_t distance, uint32_t count) {
    const uint8_t *from = to - distance;
#if defined(__GNUC__)
    if (distance % 2 == 0) {
        uint16_t two;
        if (((uintptr_t)to & 1u) != 0) {
            *to++ = *from++;
            count--;
        }
        for (; count >= 2; count -= 2, to += 2, from += 2) {
            __builtin_memcpy(&two, __builtin_assume_aligned(from, 2), sizeof two);
            __builtin_memcpy(__builtin_assume_aligned(to, 2), &two, sizeof two);
        }
    }
#endif
    for (; count > 0; count--) *to++ = *from++;
    return to;
}

#endif
