/* TIFF pictures. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_TIFF_H
#define OXCART_TOOLS_IMPORT_IMAGE_TIFF_H

#include "tools/import/image/image.h"

/* TIFF 6.0 (Adobe 1992), the first picture of the file, both byte orders: grey (either way up), palette, RGB, each with or without alpha
 * (associated alpha is divided out), 1, 2, 4, 8 and 16 bits, strips and tiles, one plane or separate ones, either order of bits, turned upright; plain, PackBits, LZW and deflate, with or without
 * differences along a row. Floating point and other codings are refused by name. */
bool import_tiff_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                        tool_error *error);

#endif
