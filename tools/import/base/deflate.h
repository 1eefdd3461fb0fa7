/* Compression to deflate and zlib streams (RFC 1950, RFC 1951), from memory to memory. */
#ifndef OXCART_TOOLS_IMPORT_BASE_DEFLATE_H
#define OXCART_TOOLS_IMPORT_BASE_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most bytes one call compresses. */
#define IMPORT_DEFLATE_LIMIT ((size_t)1 << 30)

/*
 * Compresses `size` bytes into a raw deflate stream. *out is malloc'd (free it), *out_size its length; at most
 * size + size / 6000 + 64 bytes, since blocks that do not shrink are stored. LZ77 over 32 KB with hash chains and
 * lazy matching; each block is written stored, with the fixed codes or with its own codes, whichever is smallest.
 * The same input gives the same bytes on every machine. False only when memory runs out or size is above the
 * limit. About 20-100 MB/s on a desktop; needs about 400 KB beside the output.
 */
bool import_deflate(const uint8_t *data, size_t size, uint8_t **out, size_t *out_size);

/* Packs into a zlib stream: two header bytes before, Adler-32 after. */
bool import_deflate_zlib(const uint8_t *data, size_t size, uint8_t **out, size_t *out_size);

#endif
