/* Movies as MOVI chunks of format 1 hold them: pictures of RGB565 in blocks of 8 x 8 pixels, and the sound that belongs to each.
 * Integers only, no memory of its own; two pictures, since blocks are copied out of the frame before.
 *
 *     rom_movie movie;
 *     status = rom_movie_open(chunk, &movie, &error);
 *     status = rom_movie_frame(&movie, k, before, now, &error);          frame k out of frame k - 1; then exchange the two
 *     sound = rom_movie_sound(&movie, k, &bytes, &frames);               as movie.sound_format says
 *
 * A frame that is late is decoded without being shown: later ones are built on it. After a damaged one, hold the last picture and
 * go on at rom_movie_next_key. `chunk` is a checked MOVI chunk.
 *
 * (Blocks by few colours: Delp and Mitchell, "Image Compression Using Block Truncation Coding", 1979; vector quantisation: Linde,
 * Buzo and Gray 1980.) Cost of a block, Cortex-M3, about: 130 instructions skipped or of one colour, 500 otherwise. */
#ifndef OXCART_ROM_MOVIE_H
#define OXCART_ROM_MOVIE_H

#include "rom/rom.h"

enum { ROM_MOVIE_SIDE = 8, ROM_MOVIE_BLOCK = 64, ROM_MOVIE_RUN = 32 };

/* How a block is held. */
enum {
    ROM_MOVIE_SKIP,  /* as in the frame before */
    ROM_MOVIE_MOVED, /* i8 dx, i8 dy: as in the frame before, so far to the right and down from there */
    ROM_MOVIE_ONE,   /* one colour */
    ROM_MOVIE_TWO,   /* two colours, 64 bits */
    ROM_MOVIE_FOUR,  /* four colours, 64 times 2 bits */
    ROM_MOVIE_PATCHES, /* u8 number of a patch for each quarter: top left, top right, bottom left, bottom right */
    ROM_MOVIE_RAW,     /* 64 colours */
    ROM_MOVIE_MODES
};

/* Bytes behind the head of each mode. */
extern const uint8_t rom_movie_bytes[ROM_MOVIE_MODES];

typedef struct rom_movie {
    const uint8_t *chunk, *index, *data, *patches;
    uint32_t width, height, frames, patch_count;
    int32_t rate; /* frames a second, Q16.16 */
    uint32_t sound_rate;
    uint8_t sound_channels, sound_format;
} rom_movie;

/* Binds a checked chunk. ROM_BAD_CHUNK when it has no index or another format. */
FX_MUST_CHECK rom_status rom_movie_open(const uint8_t *chunk, rom_movie *movie, rom_error *error);

/* Whether a frame needs none before it, and the first such frame from `frame` on; movie->frames when there is none. */
bool rom_movie_is_key(const rom_movie *movie, uint32_t frame);
uint32_t rom_movie_next_key(const rom_movie *movie, uint32_t frame);

/* Decodes a frame into `now`, width x height pixels in the machine's byte order, out of `before` (the frame before it; NULL for
 * key frames). ROM_BAD_CHUNK: no such frame, or a frame that needs one before it. ROM_BAD_PACKING, with the offset in the data: the
 * bytes are damaged; nothing outside of `now` was written, and what lies in it is not to be shown. */
FX_MUST_CHECK rom_status rom_movie_frame(const rom_movie *movie, uint32_t frame, const uint16_t *before,
                                         uint16_t *now, rom_error *error);

/* The checksum that the encoder found for a frame, and that of a decoded picture. */
uint32_t rom_movie_expected(const rom_movie *movie, uint32_t frame);
uint32_t rom_movie_checksum(const rom_movie *movie, const uint16_t *pixels);

/* The sound of a frame: NULL and 0 when it has none. *frames: samples of each channel. */
const uint8_t *rom_movie_sound(const rom_movie *movie, uint32_t frame, uint32_t *bytes, uint32_t *frames);

#endif
