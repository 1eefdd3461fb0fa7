/* Unpacks deflate streams (RFC 1951) piece by piece, with the output itself as the window: the project's one
 * inflater. Archives (zip_device.h) use it on the console, importers on the desktop (tools/import/base/inflate.h,
 * which adds zlib and gzip).
 *
 *     ox_inflate_begin(&inflate, more, context, out, size);          `more` gives the next piece of the input
 *     status = ox_inflate_to(&inflate, 4096);                         the first 4,096 bytes are there
 *     status = ox_inflate_to(&inflate, size);                         all of them, and the stream's end
 *
 * The output is one block of memory, filled from its start: so no separate window of 32 KB is needed. Where the
 * output is longer than any block, take the bytes that are done and slide the window (ox_inflate_slide). The inflater
 * reads only pieces that `more` gives, and writes neither outside of the output nor beyond what was asked for,
 * whatever the bytes are.
 *
 * Codes are walked bit by bit: 760 bytes, about 60 Cortex-M3 instructions a byte. With OX_INFLATE_QUICK
 * halfwords (2 KB) for tables of the short codes it goes several times as fast: about 300 MB/s on a desktop.
 */
#ifndef OXCART_KERNEL_FILE_INFLATE_H
#define OXCART_KERNEL_FILE_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/status.h"

#define OX_INFLATE_QUICK 1024 /* halfwords of the tables */
#define OX_INFLATE_WINDOW 32768

/* What is wrong with a stream. */
typedef enum ox_inflate_fault {
    OX_INFLATE_NO_FAULT,
    OX_INFLATE_TRUNCATED,   /* the input ends inside the stream */
    OX_INFLATE_FULL,        /* the stream holds more than the output */
    OX_INFLATE_BAD_BLOCK,   /* block type 3, or a stored block whose length check fails */
    OX_INFLATE_BAD_CODES,   /* a set of code lengths that is no prefix code */
    OX_INFLATE_BAD_SYMBOL,  /* a bit pattern or symbol that stands for nothing */
    OX_INFLATE_BAD_DISTANCE /* a copy from before the start of the output */
} ox_inflate_fault;

typedef struct ox_inflate_code {
    uint16_t count[16];
    uint16_t symbol[288]; /* symbols in the order of their codes */
} ox_inflate_code;

typedef struct ox_inflate {
    const uint8_t *(*more)(void *context,
                           size_t *bytes); /* gives the next piece of the input; NULL or 0 bytes at its end */
    void *context;
    const uint8_t *at, *end; /* rest of the piece under way */
    uint64_t taken;          /* bytes of all pieces so far, the piece under way included */
    uint8_t *out;
    size_t size, done;
    size_t bits; /* bits that wait, lowest first */
    uint32_t bit_count;
    uint32_t length, distance; /* length and distance of a copy under way; a stored block has distance 0 */
    uint8_t state, fault;      /* fault: an ox_inflate_fault */
    bool last;
    uint16_t *quick; /* tables of the short codes, or NULL */
    ox_inflate_code lengths;
    struct {
        uint16_t count[16];
        uint16_t symbol[32];
    } distances;
} ox_inflate;

/* Begins an output of at most `size` bytes. */
void ox_inflate_begin(ox_inflate *inflate, const uint8_t *(*more)(void *context, size_t *bytes),
                      void *context, void *out, size_t size);

/* Lends the inflater OX_INFLATE_QUICK halfwords; before the first ox_inflate_to. */
void ox_inflate_quick(ox_inflate *inflate, uint16_t *tables);

/* Inflates until exactly `until` bytes are there, or the stream ends. OX_BAD_DATA and inflate->fault when the stream
 * is damaged, ends early, or is longer than the output; a call for the whole output looks for the end of the stream,
 * too. OX_EMPTY: the stream has ended with fewer bytes. */
FX_MUST_CHECK ox_status ox_inflate_to(ox_inflate *inflate, size_t until);

bool ox_inflate_ended(const ox_inflate *inflate);

/* The next `count` (1..4) bytes of the input as they stand, lowest first: bytes before a stream, and behind its end
 * (bits that are left of the last byte are skipped). False when the input has no more. */
FX_MUST_CHECK bool ox_inflate_bytes(ox_inflate *inflate, uint32_t count, uint32_t *value);

/* Moves the last OX_INFLATE_WINDOW bytes to the start of the output, which makes room behind these bytes. */
void ox_inflate_slide(ox_inflate *inflate);

/* Bytes of the input that were used up. */
uint64_t ox_inflate_used(const ox_inflate *inflate);

#endif
