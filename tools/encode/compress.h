/* Packs bytes for the console's codecs (rom/codec.h).
 *
 * LZ matches are found with hash chains and chosen by the cheapest way through the whole input, from its end backwards
 * (dynamic programming over bytes; Storer and Szymanski 1982), so that another
 * choice of these matches is hardly ever shorter, and then by a byte or two: the cost of a run of literals is counted
 * from behind. Of ways that are equally short the quickest to unpack is taken: few groups, matches from even distances,
 * which go by halfwords. The
 * form with a 4 KB window (ROM_CODEC_LZ_BIOS) is chosen likewise, over bits. Its matches are from 2 bytes back and more,
 * so that the system's functions for main and for video memory both unpack it. */
#ifndef OXCART_TOOLS_ENCODE_COMPRESS_H
#define OXCART_TOOLS_ENCODE_COMPRESS_H

#include "tools/base/writer.h"

/* Appends the packed form of `size` bytes. False for an odd size of 16-bit runs, an unknown codec, and without
 * memory. `stride` is for the delta codec: elements of difference 1..127, with 128 added for 16-bit elements. */
bool compress_bytes(uint32_t codec, uint32_t stride, const uint8_t *data, size_t size, writer *out);

/* Packs by LZ as above, or (greedy) takes the longest match wherever one is found, which gives some percent more
 * bytes several times quicker. */
bool compress_lz(bool greedy, const uint8_t *data, size_t size, writer *out);

/* The wish of a cart. BIOS: of the LZ forms only ROM_CODEC_LZ_BIOS, which the system of the Game Boy Advance can
 * unpack, for programs that read chunks with it. */
typedef enum compress_wish { COMPRESS_OFF, COMPRESS_ON, COMPRESS_BIOS } compress_wish;

/* Tries the codecs and keeps the shortest that saves at least 1/16 and 32 bytes and can be unpacked in common
 * memory. Returns its number, or ROM_CODEC_STORED with *out empty when no codec is worth it. */
uint32_t compress_best(compress_wish wish, const uint8_t *data, size_t size, writer *out);

/* Packs by one codec alone: where compress_best chose that codec, both give the same bytes. */
uint32_t compress_as(uint32_t codec, const uint8_t *data, size_t size, writer *out);

#endif
