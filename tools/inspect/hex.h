/* Bytes of an image for people: offset, hexadecimal, letters, and the field of each byte. */
#ifndef OXCART_TOOLS_INSPECT_HEX_H
#define OXCART_TOOLS_INSPECT_HEX_H

#include <stdio.h>

#include "tools/inspect/image_model.h"

/* Prints `count` bytes from `at` on (cut at the end): a row for each field of header, directory, layout table
 * and plain chunks, rows of 16 for larger fields, packed chunks and padding. False without memory. */
bool hex_print(const image_model *m, uint32_t at, uint32_t count, FILE *out);

/* Prints the bytes of an image of which only the header's form is known, for images that cannot be opened. */
void hex_print_header(const uint8_t *data, size_t size, FILE *out);

#endif
