/* Encodes pictures as block textures (rom/blocks.h): the best of several pairs of end colours for each block,
 * in integers, so that every host gives the same bytes. */
#ifndef OXCART_TOOLS_ENCODE_BLOCK_ENCODE_H
#define OXCART_TOOLS_ENCODE_BLOCK_ENCODE_H

#include "tools/base/writer.h"

/* Weights of the errors of red, green and blue. */
enum { BLOCK_RED = 3, BLOCK_GREEN = 6, BLOCK_BLUE = 1 };

typedef struct block_report {
    double psnr;    /* over all pixels that are shown and not clear, dB; 99 when all are exact */
    uint64_t worst; /* weighted squared error of the worst block */
    uint32_t worst_x, worst_y, blocks;
    uint64_t error, box_error; /* weighted sums: of this encoder, and of plain bounding boxes */
} block_report;

/* Encodes sixteen pixels 0x00RRGGBB; bit 24 marks a clear one. Writes 8 bytes; returns the weighted squared
 * error. `box` (may be NULL) gets the error of the bounding-box encoder, which the result never exceeds. */
uint64_t block_encode(const uint32_t pixels[16], uint8_t block[8], uint64_t *box);

/* Encodes width x height pixels (rows without gaps) as a BTEX chunk's header fields and blocks behind `out`,
 * which holds the zeroed header. Sides that are no multiples of 4 are filled up with the last pixels. */
bool block_encode_picture(const uint32_t *pixels, uint32_t width, uint32_t height, writer *out,
                          block_report *report);

#endif
