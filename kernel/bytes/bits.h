/* Bit arrays: flags by number, one and two dimensions, 32 to a word.
 *
 *     static uint32_t words[OX_BITS_WORDS(200)];
 *     ox_bits met;
 *     ox_bits_init(&met, words, 200);        200 flags in words of the caller, not cleared
 *     ox_bits_clear_all(&met);
 *     ox_bits_set(&met, 10);
 *     for (uint32_t i = ox_bits_find_set(&met, 0); i < met.count; i = ox_bits_find_set(&met, i + 1)) ...
 *
 * Up to 32 bits need no words: pass NULL and they live inside ox_bits. Bit i is bit i % 32 of word i / 32,
 * whatever the machine's byte order. The bits of the last word beyond the count are 0, and every function
 * keeps them so; start with ox_bits_clear_all, since init leaves the words alone. An index out of range
 * asserts in debug builds; otherwise it reads as false and writes nothing. There are no shifts. (Gems1 1.10.)
 *
 * Cost, Cortex-M3: get, set, clear and flip about 10 instructions in line; all other functions go by words, 6 to 15
 * instructions a word (tests/bench/names.sh). */
#ifndef OXCART_KERNEL_BYTES_BITS_H
#define OXCART_KERNEL_BYTES_BITS_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/status.h"

#define OX_BITS_WORDS(count) (((count) + 31u) / 32u)

typedef struct ox_bits {
    uint32_t *words; /* NULL: the bits are those of `word` */
    uint32_t count;
    uint32_t word;
} ox_bits;

/* Begins an array over words of the caller, OX_BITS_WORDS(count) of them; NULL for up to 32 bits. With NULL and a
 * count above 32 the array has no bits, and debug builds assert. */
static inline void ox_bits_init(ox_bits *bits, uint32_t *words, uint32_t count) {
    FX_ASSERT_MSG(words != NULL || count <= 32, "%u bits need words", (unsigned)count);
    bits->words = words;
    bits->count = words != NULL || count <= 32 ? count : 0;
    bits->word = 0;
}

static inline uint32_t *ox_bits_words(ox_bits *bits) {
    return bits->words != NULL ? bits->words : &bits->word;
}
static inline const uint32_t *ox_bits_read_words(const ox_bits *bits) {
    return bits->words != NULL ? bits->words : &bits->word;
}

/* ---- one bit ---- */

static inline bool ox_bits_inside(const ox_bits *bits, uint32_t index) {
    FX_ASSERT_MSG(index < bits->count, "bit %u of %u", (unsigned)index, (unsigned)bits->count);
    return index < bits->count;
}

static inline bool ox_bits_get(const ox_bits *bits, uint32_t index) {
    return ox_bits_inside(bits, index) && (ox_bits_read_words(bits)[index / 32] >> index % 32 & 1u) != 0;
}
static inline void ox_bits_set(ox_bits *bits, uint32_t index) {
    if (ox_bits_inside(bits, index)) ox_bits_words(bits)[index / 32] |= 1u << index % 32;
}
static inline void ox_bits_clear(ox_bits *bits, uint32_t index) {
    if (ox_bits_inside(bits, index)) ox_bits_words(bits)[index / 32] &= ~(1u << index % 32);
}
static inline void ox_bits_flip(ox_bits *bits, uint32_t index) {
    if (ox_bits_inside(bits, index)) ox_bits_words(bits)[index / 32] ^= 1u << index % 32;
}
static inline void ox_bits_assign(ox_bits *bits, uint32_t index, bool value) {
    if (value)
        ox_bits_set(bits, index);
    else
        ox_bits_clear(bits, index);
}

/* ---- all bits ---- */

void ox_bits_clear_all(ox_bits *bits);
void ox_bits_set_all(ox_bits *bits);
void ox_bits_flip_all(ox_bits *bits);
bool ox_bits_none(const ox_bits *bits); /* all bits are false; true for an empty array */

/* Number of set bits: about 15 instructions a word. */
uint32_t ox_bits_count_set(const ox_bits *bits);

/* The first set, or clear, bit from `from` on; bits->count when there is none. Whole words are skipped. */
uint32_t ox_bits_find(const ox_bits *bits, uint32_t from,
                      uint32_t flip); /* finds the first set bit of bits ^ flip */
static inline uint32_t ox_bits_find_set(const ox_bits *bits, uint32_t from) {
    return ox_bits_find(bits, from, 0);
}
static inline uint32_t ox_bits_find_clear(const ox_bits *bits, uint32_t from) {
    return ox_bits_find(bits, from, UINT32_MAX);
}

/* ---- ranges: a range beyond the end of the array is cut off, and debug builds assert ---- */

void ox_bits_fill(ox_bits *bits, uint32_t from, uint32_t count, bool value);
bool ox_bits_any(const ox_bits *bits, uint32_t from,
                 uint32_t count); /* at least one bit is set; false for an empty range */
bool ox_bits_all(const ox_bits *bits, uint32_t from, uint32_t count); /* true for an empty range */

/* ---- two arrays of one length: arrays of different lengths assert and change nothing (are not equal) ---- */

bool ox_bits_equal(const ox_bits *a, const ox_bits *b);

/* to = a op b; `to` may be a, b or both: the forms in place. */
void ox_bits_and(ox_bits *to, const ox_bits *a, const ox_bits *b);
void ox_bits_or(ox_bits *to, const ox_bits *a, const ox_bits *b);
void ox_bits_xor(ox_bits *to, const ox_bits *a, const ox_bits *b);
void ox_bits_not(ox_bits *to, const ox_bits *a);

/* ---- two dimensions: bit (row, column) is bit row * width + column of one array ---- */

typedef struct ox_bits2 {
    ox_bits bits;
    uint32_t width, height;
} ox_bits2;

/* Begins an array over words for width * height bits. With a product of 2^32 or more the array has no bits, and debug
 * builds assert. A row is no array of its own and cannot be assigned as a whole; ox_bits2_fill sets a row to one
 * value. */
void ox_bits2_init(ox_bits2 *bits, uint32_t *words, uint32_t width, uint32_t height);

/* Number of the bit in `bits`. A place outside the rectangle gives the count, which is out of range. */
static inline uint32_t ox_bits2_index(const ox_bits2 *bits, uint32_t row, uint32_t column) {
    return row < bits->height && column < bits->width ? row * bits->width + column : bits->bits.count;
}
static inline bool ox_bits2_get(const ox_bits2 *bits, uint32_t row, uint32_t column) {
    return ox_bits_get(&bits->bits, ox_bits2_index(bits, row, column));
}
static inline void ox_bits2_assign(ox_bits2 *bits, uint32_t row, uint32_t column, bool value) {
    ox_bits_assign(&bits->bits, ox_bits2_index(bits, row, column), value);
}
static inline void ox_bits2_set(ox_bits2 *bits, uint32_t row, uint32_t column) {
    ox_bits_set(&bits->bits, ox_bits2_index(bits, row, column));
}
static inline void ox_bits2_clear(ox_bits2 *bits, uint32_t row, uint32_t column) {
    ox_bits_clear(&bits->bits, ox_bits2_index(bits, row, column));
}
static inline void ox_bits2_flip(ox_bits2 *bits, uint32_t row, uint32_t column) {
    ox_bits_flip(&bits->bits, ox_bits2_index(bits, row, column));
}

/* Rectangles of rows row .. row + rows - 1 and columns column .. column + columns - 1; parts outside assert and are
 * left out. */
void ox_bits2_fill(ox_bits2 *bits, uint32_t row, uint32_t column, uint32_t rows, uint32_t columns,
                   bool value);
bool ox_bits2_any(const ox_bits2 *bits, uint32_t row, uint32_t column, uint32_t rows, uint32_t columns);
bool ox_bits2_all(const ox_bits2 *bits, uint32_t row, uint32_t column, uint32_t rows, uint32_t columns);

#endif
