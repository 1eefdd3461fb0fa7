/* QOI pictures ("The Quite OK Image Format, Specification Version 1.0", 2022). */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_QOI_H
#define OXCART_TOOLS_IMPORT_IMAGE_QOI_H

#include "tools/import/image/image.h"

/* Whether the bytes begin as a QOI file does. */
bool import_qoi_is(const uint8_t *data, size_t size);

/* Reads files of three and four channels. The fourth byte of a file of three channels, which its codes may set,
 * is not looked at. A file that ends before its last pixel is refused; its end mark is not asked for. */
bool import_qoi_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error);

#endif
