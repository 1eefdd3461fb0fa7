/* JPEG pictures. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_JPEG_H
#define OXCART_TOOLS_IMPORT_IMAGE_JPEG_H

#include "tools/import/image/image.h"

/* Baseline, extended and progressive Huffman coding of 8 bits: grey, YCbCr or RGB, CMYK or YCCK (as Adobe writes
 * them), samplings of 1 to 4, restart markers. Colour that was stored at half size is interpolated. An
 * orientation that EXIF states is applied. A file without its end mark gets a note. Arithmetic and lossless
 * coding and 12 bits are refused by name. */
bool import_jpeg_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                        tool_error *error);

#endif
