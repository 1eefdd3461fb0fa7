/* Pictures and sounds out of an image's chunks, in the importers' forms, to be shown, compared and written to files. */
#ifndef OXCART_TOOLS_INSPECT_CHUNK_DECODE_H
#define OXCART_TOOLS_INSPECT_CHUNK_DECODE_H

#include "rom/rom.h"
#include "tools/import/image/image.h"
#include "tools/import/sound/wav.h"

/* Whether the type is one of pictures: IMAG, BTEX, HAAR, PIXS. */
bool chunk_is_picture(uint32_t type);

/* How many sizes of its picture the chunk holds: levels of PIXS and HAAR, else 1. */
uint32_t chunk_picture_levels(const rom_chunk *chunk);

/* Size `level` (0 the largest) of a checked, unpacked chunk (chunk_unpack). Indices without colours of their own are looked up in
 * the image's screen palette, or shown as greys where there is none. Amounts of light become colours of the display.
 * False without memory, or when a HAAR stream ends early. */
bool chunk_picture(const rom_image *image, const rom_chunk *chunk, uint32_t level, const char *file,
                   import_image *picture, tool_error *error);

/* The samples of a checked, unpacked SND_ chunk, with its loop. False without memory, and for formats that only the audio module knows. */
bool chunk_sound(const rom_chunk *chunk, const char *file, import_sound *sound, tool_error *error);

/* ---- differences ---- */

typedef struct picture_difference {
    uint32_t pixels, different;
    int largest; /* largest step of one channel, alpha included */
    double psnr; /* of red, green and blue, in dB; infinite for equal pixels */
} picture_difference;

/* Compares two pictures of one size. `shown` (or NULL) becomes a picture of the differences: black where the pixels are equal, else each channel
 * 64 + 3/4 of its step, opaque; free it. False without memory. */
bool picture_compare(const import_image *a, const import_image *b, picture_difference *d, import_image *shown,
                     tool_error *error);

typedef struct sound_difference {
    uint32_t frames[2]; /* frames of each sound */
    uint32_t different; /* samples of the common frames */
    uint32_t peak;      /* largest step of a sample, in 1/32768 of full scale, rounded up */
    uint32_t first;     /* frame of the first sample that differs */
} sound_difference;

/* Compares frame by frame up to the end of the shorter sound; a channel that only one sound has is compared with
 * silence. */
sound_difference sound_compare(const import_sound *a, const import_sound *b);

#endif
