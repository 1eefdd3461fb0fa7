/* Packs bytes for the console's codecs (rom/codec.h).
 *
 * LZ matches are found with hash chains and chosen by the cheapest way through the whole input, from its end backwards
 * (dynamic programming over bytes; Storer and Szymanski 1982), so that no other choice of these matches is shorter. */
#ifndef OXCART_TOOLS_COMPRESS_H
#define OXCART_TOOLS_COMPRESS_H

#include "tools/writer.h"

/* Appends the packed form of `size` bytes. False when the codec cannot hold them: an odd size for 16-bit runs, an
 * unknown codec, no memory. `stride` is for the delta codec: elements of difference 1..127, with 128 added for 16-bit
 * elements. */
bool compress_bytes(uint32_t codec, uint32_t stride, const uint8_t *data, size_t size, writer *out);

/* Tries the codecs and keeps the shortest that saves at least 1/16 and 32 bytes and can be unpacked in common memory; returns its number,
 * and ROM_CODEC_STORED with *out empty when none is worth it. */
uint32_t compress_best(const uint8_t *data, size_t size, writer *out);

#endif
