/* Packed arrays: numbers of 1 to 16 bits stored without gaps, and the byte streams of packed arrays and of bit
 * arrays.
 *
 *     static uint32_t words[OX_PACKED_WORDS(64 * 64, 2)];
 *     ox_packed tiles;
 *     ox_packed_init(&tiles, words, 64 * 64, 2);          four states for each tile of a map in 1 KB
 *     ox_packed_fill(&tiles, 0);
 *     ox_packed_set(&tiles, y * 64 + x, 3);
 *
 * Element i begins at bit i * k, lowest bit first, and may straddle two words. An index out of range and a
 * value of more than k bits assert in debug builds; otherwise such an index reads as 0 and writes nothing,
 * and such a value is cut to its low k bits. (Gems1 1.10.)
 *
 * In a byte stream bit i is bit i % 8 of byte i / 8, on every machine; a last byte is filled with zeros, and readers
 * refuse other fillings. The reader knows the length, or the stream begins with a 16-bit count of elements, low byte
 * first.
 *
 * Cost, Cortex-M3: get 21 instructions, set 28 instructions (tests/bench/names.sh). */
#ifndef OXCART_KERNEL_BYTES_PACKED_H
#define OXCART_KERNEL_BYTES_PACKED_H

#include "kernel/bytes/bits.h"

/* Words for `count` elements of k bits. */
#define OX_PACKED_WORDS(count, k) (((size_t)(count) * (k) + 31u) / 32u)

typedef struct ox_packed {
    uint32_t *words;
    uint32_t count;
    uint32_t k;
} ox_packed;

/* Begins an array over words of the caller, not cleared (ox_packed_fill does that). k outside 1..16, or more
 * than 2^32 - 32 bits, assert and give an array without elements. */
void ox_packed_init(ox_packed *packed, uint32_t *words, uint32_t count, uint32_t k);

uint32_t ox_packed_get(const ox_packed *packed, uint32_t index);
void ox_packed_set(ox_packed *packed, uint32_t index, uint32_t value);

/* Sets all elements; bits of the last word beyond them become 0. */
void ox_packed_fill(ox_packed *packed, uint32_t value);

/* ---- byte streams ---- */

/* Bytes of a stream of so many bits. */
static inline size_t ox_stream_bytes(uint32_t bits) { return (size_t)(bits / 8u) + (bits % 8u != 0); }

/* Write ox_stream_bytes(count * k) bytes (k = 1 for bit arrays). OX_FULL when `size` is too small. */
FX_MUST_CHECK ox_status ox_bits_write(const ox_bits *bits, uint8_t *bytes, size_t size);
FX_MUST_CHECK ox_status ox_packed_write(const ox_packed *packed, uint8_t *bytes, size_t size);

/* Read as many elements as the array has. OX_BAD_DATA, and nothing is changed, when bytes are missing or the
 * filling of the last one is not 0. */
FX_MUST_CHECK ox_status ox_bits_read(ox_bits *bits, const uint8_t *bytes, size_t size);
FX_MUST_CHECK ox_status ox_packed_read(ox_packed *packed, const uint8_t *bytes, size_t size);

/* Writes and reads arrays behind a 16-bit count, two bytes more; arrays of more than 65,535 elements are
 * OX_BAD_ARGUMENT. Reading gives the array the count of the stream; a count above the array's own is OX_FULL and
 * changes nothing. */
FX_MUST_CHECK ox_status ox_bits_write_counted(const ox_bits *bits, uint8_t *bytes, size_t size);
FX_MUST_CHECK ox_status ox_packed_write_counted(const ox_packed *packed, uint8_t *bytes, size_t size);
FX_MUST_CHECK ox_status ox_bits_read_counted(ox_bits *bits, const uint8_t *bytes, size_t size);
FX_MUST_CHECK ox_status ox_packed_read_counted(ox_packed *packed, const uint8_t *bytes, size_t size);

#endif
