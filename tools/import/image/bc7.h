/* Blocks of the BC7 kind, as DDS pictures hold them. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_BC7_H
#define OXCART_TOOLS_IMPORT_IMAGE_BC7_H

#include <stdbool.h>
#include <stdint.h>

/* The 16 pixels of a block, row by row, as RGBA. Any 16 bytes are a block; a block whose first byte is 0 is
 * transparent black. */
void import_bc7_block(const uint8_t block[16], uint8_t pixels[64]);

#endif
