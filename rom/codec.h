/* Unpacks chunks: run-length and LZ codecs that need no memory but their output.
 *
 *     status = rom_decode(chunk.codec, chunk.data, chunk.stored, room, chunk.size, &error);
 *
 * rom_decoder unpacks a slice at a time, so that a level loads while another one plays:
 *
 *     rom_decoder_begin(&decoder, chunk.codec, chunk.data, chunk.stored, room, chunk.size);
 *     while (!rom_decoder_done(&decoder) && rom_decoder_step(&decoder, 2048, &error) == ROM_OK) play();
 *
 * Every codec is one copying engine: bytes from the input, then bytes from the output so far. The codecs differ in
 * how they encode the two counts and the distance; FORMAT.md tells it byte by byte. Nothing is read outside of the
 * input and nothing written outside of the output, whatever the bytes are. A distance that reaches before the output,
 * a count that leads beyond its end, an input that ends early and input left over are errors with their place.
 *
 * The input may lie at the end of the output's own memory, rom_decode_gap bytes further: unpacking then overwrites only
 * what has been read.
 *
 * Cost, Cortex-M3 instructions per byte of output: 4 to 7 for LZ, 6 more for differences, 4 for long runs; cycles of
 * the Game Boy Advance, out of the cartridge into external memory: 2 to 12 for LZ (6 for a tile map), 3.5 for long
 * runs (`make bench`). */
#ifndef OXCART_ROM_CODEC_H
#define OXCART_ROM_CODEC_H

#include "rom/rom.h"

enum {
    ROM_CODEC_RUNS = 1,     /* run-length, bytes */
    ROM_CODEC_LZ = 2,       /* LZ77, 64 KB window, bytes only */
    ROM_CODEC_DELTA_LZ = 5, /* differences of 8- or 16-bit numbers, then LZ: samples, heights, coordinates */
    ROM_CODEC_RUNS_16 = 6,  /* run-length, 16-bit elements: maps and pixels */
    ROM_CODEC_LZ_BIOS = 7   /* LZ77, 4 KB window, as the system of the Game Boy Advance unpacks it */
};

/* Whether this reader can unpack the codec (ROM_CODEC_STORED counts: stored bytes are copied). */
bool rom_codec_known(uint32_t codec);

/* Unpacks `stored` bytes to exactly `size` bytes at `data`. data NULL: nothing is written, everything but the
 * contents is checked. ROM_BAD_PACKING with the offset from `packed` on, ROM_UNKNOWN_CODEC. The contents of `data`
 * after a failure are unspecified. error may be NULL. */
FX_MUST_CHECK rom_status rom_decode(uint32_t codec, const void *packed, size_t stored, void *data,
                                    size_t size, rom_error *error);

/* How much longer than the output the common memory must be when the packed bytes lie at its end. The packer writes
 * only chunks for which this gap suffices. */
static inline size_t rom_decode_gap(size_t stored) { return stored / 128 + 16; }

/* Unpacking under way; 64 bytes, 48 on 32-bit machines. The fields are the decoder's own. */
typedef struct rom_decoder {
    const uint8_t *in, *in_begin, *in_end;
    uint8_t *out;        /* NULL when only checking */
    uint32_t done, size; /* bytes put out, bytes in all */
    uint32_t copy;       /* bytes to take from the input */
    uint32_t repeat;     /* then bytes to take from the output */
    uint32_t distance;   /* of those bytes: so many back in the output */
    uint32_t summed;     /* bytes of a delta codec that are final */
    uint8_t codec, token, stride;
    uint8_t flags;      /* LZ_BIOS: bits of `token` that are left */
    bool match_follows; /* LZ: the match of `token` is to be read next */
    bool wide;          /* delta of 16-bit numbers */
    bool failed;
} rom_decoder;

/* Begins unpacking; the first step reports wrong arguments. */
void rom_decoder_begin(rom_decoder *decoder, uint32_t codec, const void *packed, size_t stored, void *data,
                       size_t size);

/* Puts out at most `quota` bytes more, or, in a delta codec, makes so many final. */
FX_MUST_CHECK rom_status rom_decoder_step(rom_decoder *decoder, uint32_t quota, rom_error *error);

/* True when all bytes are put out, the input is used up, and no step failed. */
bool rom_decoder_done(const rom_decoder *decoder);

#endif
