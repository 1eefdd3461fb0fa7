/* Movies as MOVI chunks of format 1 hold them: pictures of RGB565 in blocks of 8 x 8 pixels, and the sound of each
 * picture. The decoder takes integers only and has no memory of its own; the caller keeps two pictures, since blocks
 * are copied out of the frame before.
 *
 *     rom_movie movie;
 *     status = rom_movie_open(chunk, &movie, &error);
 *     status = rom_movie_frame(&movie, k, before, now, &error);     frame k out of frame k - 1; then exchange the two
 *     sound = rom_movie_sound(&movie, k, &bytes, &frames);          in the format of movie.sound_format
 *
 * A late frame is decoded without being shown, since later frames are built on it. After a damaged frame, hold the
 * last picture and go on at rom_movie_next_key. `chunk` is a checked MOVI chunk.
 *
 * (Blocks by few colours: Delp and Mitchell, "Image Compression Using Block Truncation Coding", 1979; vector
 * quantisation: Linde, Buzo and Gray 1980.) Cost of a block, Cortex-M3, about: 130 instructions skipped or of one
 * colour, 500 otherwise. */
#ifndef OXCART_ROM_MOVIE_H
#define OXCART_ROM_MOVIE_H

#include "rom/rom.h"

enum { ROM_MOVIE_SIDE = 8, ROM_MOVIE_BLOCK = 64, ROM_MOVIE_RUN = 32 };

/* The modes of blocks. */
enum {
    ROM_MOVIE_SKIP,  /* the block of the frame before */
    ROM_MOVIE_MOVED, /* i8 dx, i8 dy: pixels of the frame before, dx to the right and dy down */
    ROM_MOVIE_ONE,   /* one colour */
    ROM_MOVIE_TWO,   /* two colours, 64 bits */
    ROM_MOVIE_FOUR,  /* four colours, 64 times 2 bits */
    ROM_MOVIE_PATCHES, /* u8 number of a patch for each quarter: top left, top right, bottom left, bottom right */
    ROM_MOVIE_RAW,     /* 64 colours */
    ROM_MOVIE_MODES
};

/* Bytes behind the head of a block of each mode. */
extern const uint8_t rom_movie_bytes[ROM_MOVIE_MODES];

typedef struct rom_movie {
    const uint8_t *chunk, *index, *data, *patches;
    uint32_t width, height, frames, patch_count;
    int32_t rate; /* frames a second, Q16.16 */
    uint32_t sound_rate;
    uint8_t sound_channels, sound_format;
} rom_movie;

/* Binds a checked chunk. ROM_BAD_CHUNK when the chunk has no index or another format. */
FX_MUST_CHECK rom_status rom_movie_open(const uint8_t *chunk, rom_movie *movie, rom_error *error);

/* Whether a frame is a key frame, which needs no frame before it, and the first key frame from `frame` on;
 * movie->frames when there is none. */
bool rom_movie_is_key(const rom_movie *movie, uint32_t frame);
uint32_t rom_movie_next_key(const rom_movie *movie, uint32_t frame);

/* Decodes a frame into `now`, width x height pixels in the machine's byte order, out of `before` (the frame before
 * it; NULL for key frames). ROM_BAD_CHUNK: no such frame, or `before` is missing. ROM_BAD_PACKING, with the offset in
 * the data: the bytes are damaged; nothing outside of `now` was written, and `now` is not to be shown. */
FX_MUST_CHECK rom_status rom_movie_frame(const rom_movie *movie, uint32_t frame, const uint16_t *before,
                                         uint16_t *now, rom_error *error);

/* The checksum that the encoder stored for a frame, and the checksum of a decoded picture. */
uint32_t rom_movie_expected(const rom_movie *movie, uint32_t frame);
uint32_t rom_movie_checksum(const rom_movie *movie, const uint16_t *pixels);

/* The sound of a frame: NULL and 0 when the frame has none. *frames: samples of each channel. */
const uint8_t *rom_movie_sound(const rom_movie *movie, uint32_t frame, uint32_t *bytes, uint32_t *frames);

#endif
