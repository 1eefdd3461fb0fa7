/* The encoder of movies; it contains the console's decoder (rom/movie.h), so that it knows what will be seen.
 *
 * Each block of 8 x 8 pixels is tried in every mode of the format; the mode with the least error + weight x bytes
 * is taken. Errors are squared steps of 8-bit red, green and blue against the pictures as they came. The weight is
 * fixed, or, with a target, found for each frame so that it stays within its bytes. Whole numbers only: the same
 * pictures give the same movie. */
#ifndef OXCART_TOOLS_ENCODE_MOVIE_ENCODE_H
#define OXCART_TOOLS_ENCODE_MOVIE_ENCODE_H

#include "rom/movie.h"
#include "tools/base/writer.h"
#include "tools/import/image/image.h"
#include "tools/import/sound/wav.h"

typedef struct movie_options {
    uint32_t id;           /* of the name by which scripts play it */
    double rate;           /* frames a second, above 0 */
    uint32_t key_interval; /* frames, at least 1 */
    uint32_t target;       /* bytes of a frame's picture, key frames included; 0: as `weight` says */
    uint32_t weight;       /* squared steps that a byte is worth; 0: 300 */
    uint32_t patches;      /* 0..256 of 4 x 4 pixels, trained on the movie itself */
    uint32_t search;       /* pixels that a block may have moved, up to 31 */
    int sound_format;      /* as of SND_: 0 i8, 1 i16, 2 ADPCM */
} movie_options;

typedef struct movie_report {
    uint32_t frames, keys, largest; /* largest: bytes of a frame's picture */
    uint64_t video_bytes, sound_bytes;
    uint32_t over; /* frames that did not fit their target though everything was tried */
    uint32_t modes[ROM_MOVIE_MODES];
    uint32_t sound_frames;
    double psnr, ratio; /* against 16 bits a pixel */
} movie_report;

/* Pictures of one size, one after the other. NULL from `next` ends the pictures; after an error, *error holds
 * the sentence. */
typedef struct movie_source {
    const import_image *(*next)(void *context, uint32_t frame, tool_error *error);
    void *context;
    uint32_t frames, width, height;
} movie_source;

/* Fills a MOVI chunk whose header is there already; `sound` may be NULL, else 1 or 2 channels at up to 65535 a
 * second. The source is read once to train patches, if patches are wanted, and once to encode. */
bool movie_encode(const char *name, const movie_source *source, const import_sound *sound,
                  const movie_options *options, writer *out, movie_report *report, tool_error *error);

#endif
