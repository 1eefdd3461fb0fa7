/* Unpacks deflate streams (RFC 1951) piece by piece, with the output itself as the window.
 *
 * The output is one block of memory, filled from its start: so no window of 32 KB is needed besides. Nothing
 * is read but through `next`, nothing written outside of the output, whatever the bytes are. 720 bytes. About
 * 60 Cortex-M3 instructions a byte: for development and archives of add-ons; the cart's own form is the image
 * with its LZ. */
#ifndef OXCART_KERNEL_FILE_INFLATE_H
#define OXCART_KERNEL_FILE_INFLATE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/memory/status.h"

typedef struct ox_inflate_code {
    uint16_t count[16];
    uint16_t symbol[288];
} ox_inflate_code;

typedef struct ox_inflate {
    int (*next)(void *context); /* the next byte of the input, -1 for none */
    void *context;
    uint8_t *out;
    uint32_t size, done;
    uint32_t bits, bit_count;
    uint32_t length, distance; /* of a copy under way; of a stored block: length, distance 0 */
    uint8_t state;
    bool last;
    ox_inflate_code lengths;
    struct {
        uint16_t count[16];
        uint16_t symbol[32];
    } distances;
} ox_inflate;

/* Begins an output of exactly `size` bytes. */
void ox_inflate_begin(ox_inflate *inflate, int (*next)(void *context), void *context, void *out,
                      uint32_t size);

/* Goes on until `until` bytes are there. OX_BAD_DATA when the stream is damaged, ends early, or is longer
 * than the output; reaching the end of the output looks for the end of the stream, too. */
FX_MUST_CHECK ox_status ox_inflate_to(ox_inflate *inflate, uint32_t until);

#endif
