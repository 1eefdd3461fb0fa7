/* Block-compressed textures (BTEX): 4 x 4 pixels in 8 bytes, one sixth of 24-bit colour. The form is that of
 * S3 (Iourcha, Nayak and Hong 1999), with the roundings of FORMAT.md.
 *
 *     rom_block_row(texture, 3, RGB565, room, width);              the 4 lines of one row of blocks
 *     colour = rom_block_texel(texture, x, y);                     one pixel
 *
 * `texture` is a checked BTEX chunk. Colours come as 0x00RRGGBB, transparent ones as ROM_BLOCK_CLEAR. */
#ifndef OXCART_ROM_BLOCKS_H
#define OXCART_ROM_BLOCKS_H

#include "rom/rom.h"

enum { ROM_BLOCK_BYTES = 8, ROM_BLOCK_SIDE = 4 };
#define ROM_BLOCK_CLEAR 0x01000000u

/* The four colours of a block that begins at `block`. `four`: no colour is clear, whatever the order of the end
 * colours, as in files whose blocks hold their alpha apart; BTEX chunks have false. */
void rom_block_colours(const uint8_t *block, bool four, uint32_t colours[4]);

/* All sixteen pixels of a block, row by row. */
void rom_block_decode(const uint8_t *block, uint32_t pixels[16]);

/* Pixel (x, y), both clamped to the padded picture; the same colour as from rom_block_decode. */
uint32_t rom_block_texel(const uint8_t *texture, uint32_t x, uint32_t y);

/* Pixel formats that rows are unpacked to: the formats of IMAG chunks. PAL8 wants a table of 4096 palette indices by
 * the upper four bits of red, green and blue; clear pixels become 0 in all formats. */
enum { ROM_BLOCK_PAL8 = 0, ROM_BLOCK_RGB565 = 1, ROM_BLOCK_BGR555 = 2, ROM_BLOCK_XRGB8888 = 3 };

/* Unpacks row `row` of blocks: 4 lines of the padded width, `pitch` bytes apart, 1, 2, 2 or 4 bytes a pixel in the
 * machine's byte order (pixels of 2 and 4 bytes at a multiple of their size). ROM_BAD_CHUNK when there is no such row
 * or format, or PAL8 without a table. */
FX_MUST_CHECK rom_status rom_block_row(const uint8_t *texture, uint32_t row, uint32_t format,
                                       const uint8_t *indices, void *lines, uint32_t pitch, rom_error *error);

/* Unpacks the whole picture, all rows of blocks. */
FX_MUST_CHECK rom_status rom_block_picture(const uint8_t *texture, uint32_t format, const uint8_t *indices,
                                           void *lines, uint32_t pitch, rom_error *error);

#endif
