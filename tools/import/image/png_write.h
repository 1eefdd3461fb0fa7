/* Writes PNG files: screenshots, contact sheets, exported pictures. Needs only libc and the tools' error, file,
 * deflate and checksum modules. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_PNG_WRITE_H
#define OXCART_TOOLS_IMPORT_IMAGE_PNG_WRITE_H

#include "tools/base/error.h"

#include <stdint.h>

typedef enum import_png_format {
    IMPORT_PNG_GREY,   /* 1 byte per pixel, 0 black to 255 white */
    IMPORT_PNG_RGB,    /* 3 bytes per pixel: red, green, blue */
    IMPORT_PNG_RGBA,   /* 4 bytes per pixel: red, green, blue, alpha (255 opaque, not premultiplied) */
    IMPORT_PNG_XRGB32, /* one uint32_t 0x00RRGGBB per pixel in this machine's byte order, as framebuffers hold
                          it */
    IMPORT_PNG_INDEXED /* 1 byte per pixel: an index into the palette */
} import_png_format;

/* The picture to write, top row first. */
typedef struct import_png_picture {
    int width, height; /* 1..16384 each */
    import_png_format format;
    const void *pixels;
    size_t stride;          /* bytes from one row to the next; 0: rows follow each other without a gap */
    const uint8_t *palette; /* INDEXED: 4 bytes (red, green, blue, alpha) for each colour */
    int palette_count;      /* INDEXED: 1..256; decides the bit depth of the file (1, 2, 4 or 8) */
} import_png_picture;

/*
 * Encodes to memory: *out is malloc'd (free it), *out_size its length. The same picture gives the same bytes
 * on every machine. Fails on a size out of range, an index outside the palette, or no memory. `name` is used
 * in the error only.
 */
bool import_png_encode(const char *name, const import_png_picture *picture, uint8_t **out, size_t *out_size,
                       tool_error *error);

/* Encodes and writes the file, whole or not at all (see import_file_write). */
bool import_png_write(const char *path, const import_png_picture *picture, tool_error *error);

#endif
