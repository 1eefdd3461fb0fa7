/* Pictures read from files of many formats into one form: RGBA8, top row first. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_IMAGE_H
#define OXCART_TOOLS_IMPORT_IMAGE_IMAGE_H

#include "tools/base/error.h"

#include <stdint.h>

/* The largest picture that is read: 16384 pixels a side and 2^26 pixels (256 MB as RGBA) in all. */
#define IMPORT_IMAGE_LARGEST_SIDE 16384
#define IMPORT_IMAGE_MOST_PIXELS ((size_t)1 << 26)

typedef struct import_image {
    int width, height;
    uint8_t *rgba;    /* width * height * 4 bytes: red, green, blue, alpha (255 opaque, not premultiplied) */
    uint8_t *indices; /* width * height palette indices when the file was indexed with at most 256 colours, or
                         NULL */
    uint8_t *palette; /* palette_count * 4 bytes, as rgba; NULL when indices is NULL */
    int palette_count;
    bool has_alpha;       /* some pixel has an alpha below 255 */
    bool profile_ignored; /* the file has a colour profile or gamma, which was not applied */
    const char *note;     /* a remark on the file for the user, a constant; or NULL */
} import_image;

/*
 * Reads a picture, whatever its name: the kind is told from the contents.
 *
 *   PNG  every colour type and bit depth, interlaced or not, tRNS; all checksums are checked
 *   GIF  87a and 89a; the first frame (gif.h reads all of them)
 *   JPEG baseline and progressive (jpeg.h)
 *   TIFF strips, tiles and planes, plain, PackBits, LZW and deflate (tiff.h)
 *   DDS  BC1 to BC5, BC7 and plain pixels (dds.h)
 *   BMP  1, 2, 4, 8, 16, 24 and 32 bits, RLE4, RLE8, RLE24, bit fields, both row orders, OS/2 headers
 *   TGA  types 1, 2, 3, 9, 10, 11; 8, 15, 16, 24 and 32 bits; all four origins, with or without footer
 *   XPM  version 3: pictures as text (xpm.h)
 *   QOI  three and four channels (qoi.h)
 *   PBM, PGM, PPM  as text and as bytes (pnm.h)
 *
 * 16-bit samples become 8-bit ones by round(v * 255 / 65535); samples of fewer than 8 bits by bit
 * replication. A 32-bit BMP without an alpha mask is opaque, as its format says; a 32-bit TGA that does not
 * declare alpha bits keeps its fourth byte as alpha unless that is 0 everywhere. Colour profiles and gamma
 * are not applied (profile_ignored). With linear light (limit.h) the colours are amounts of light.
 *
 * On failure false, one sentence in `error`, and an empty *image. On success free it with import_image_free.
 * A damaged, truncated or absurdly sized file is refused before memory is taken for its pixels.
 */
bool import_image_load(const char *path, import_image *image, tool_error *error);

/* The name of format number `index` of the list above, NULL beyond the last. */
const char *import_image_format(size_t index);

/* Reads a picture from memory; `name` is used in errors only. */
bool import_image_from_memory(const char *name, const void *data, size_t size, import_image *image,
                              tool_error *error);

/* Decoders of one format each, for data whose format is known. TGA has no signature, so only import_tga_decode
 * takes any TGA. */
bool import_png_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error);
bool import_bmp_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error);
bool import_tga_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error);

/* Frees the pixels and empties the struct. Safe on an empty (all zero) picture. */
void import_image_free(import_image *image);

/* For decoders and generators: empties *image and takes memory for the pixels (all zero), with indices and a
 * palette of 256 zero colours when `indexed`. Checks the size against the limits. */
bool import_image_allocate(const char *name, long width, long height, bool indexed, import_image *image,
                           tool_error *error);

/* For decoders: fills rgba from indices and palette. Fails when an index is not below palette_count. */
bool import_image_expand(const char *name, import_image *image, tool_error *error);

/* For decoders: recomputes has_alpha from the pixels. */
void import_image_find_alpha(import_image *image);

/* For decoders: turns a picture upright. `turned` is the number of EXIF and TIFF: 1 as it is, 2 mirrored left to
 * right, 3 by half, 4 mirrored top to bottom, 5 along the falling diagonal, 6 by a quarter to the right, 7 along
 * the rising diagonal, 8 by a quarter to the left; any other number is taken as 1. Fails when memory is short. */
bool import_image_turn(const char *name, import_image *image, uint32_t turned, tool_error *error);

/* A sample of `bits` bits (1..16) as 8 bits: by bit replication below 8, by rounding v * 255 / (2^bits - 1)
 * above. */
uint8_t import_sample_to_8(unsigned value, unsigned bits);

#endif
