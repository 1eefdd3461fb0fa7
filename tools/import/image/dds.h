/* DDS pictures. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_DDS_H
#define OXCART_TOOLS_IMPORT_IMAGE_DDS_H

#include "tools/import/image/image.h"

/* The first picture, largest level, of a DDS file: blocks of BC1, BC2 and BC3 (DXT1 to DXT5; colours of DXT2 and
 * DXT4 are not divided by their alpha), BC4 (as grey), BC5 (red and green; blue is 0, with a note) and BC7, and
 * plain pixels of 8 to 32 bits with masks, also under the DX10 header (these blocks, R8, RGBA8, BGRA8, BGRX8).
 * Of the signed kinds of BC4 and BC5, 0 becomes 128. Cube maps and volumes give their first picture. Other kinds
 * are refused by name. */
bool import_dds_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error);

/* The 16 pixels of a BC1 block, row by row, as RGBA: two colours of 5, 6 and 5 bits, then 16 indices of 2 bits.
 * Two colours lie between them if the first colour's bits are a larger number than the second's, or if `four` is
 * set (BC2, BC3); else one colour lies between them, and one is transparent. Thirds and halves are rounded to
 * nearest. */
void import_dds_block(const uint8_t block[8], bool four, uint8_t pixels[64]);

#endif
