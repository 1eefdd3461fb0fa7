/* Bit arrays by words: ranges, searches, counts and logic. */
#include "kernel/bytes/bits.h"

#include <string.h>

#include "fixedmath/bits.h"

static uint32_t words_of(const ox_bits *bits) { return OX_BITS_WORDS(bits->count); }

/* Bits from .. to - 1 of a word, 0 <= from < to <= 32. */
static uint32_t mask_of(uint32_t from, uint32_t to) {
    return (UINT32_MAX >> (32u - to)) & (UINT32_MAX << from);
}

/* Mask of the bits of word `index` that belong to the array. */
static uint32_t valid_of(const ox_bits *bits, uint32_t index) {
    uint32_t rest = bits->count - index * 32u;
    return rest >= 32 ? UINT32_MAX : UINT32_MAX >> (32u - rest);
}

/* ---- all bits ---- */

void ox_bits_clear_all(ox_bits *bits) { memset(ox_bits_words(bits), 0, words_of(bits) * sizeof(uint32_t)); }

void ox_bits_set_all(ox_bits *bits) {
    ox_bits_clear_all(bits); /* also the unused bits of the last word */
    ox_bits_fill(bits, 0, bits->count, true);
}

void ox_bits_flip_all(ox_bits *bits) { ox_bits_not(bits, bits); }

bool ox_bits_none(const ox_bits *bits) { return ox_bits_find_set(bits, 0) == bits->count; }

uint32_t ox_bits_count_set(const ox_bits *bits) {
    const uint32_t *words = ox_bits_read_words(bits);
    uint32_t count = 0;
    for (uint32_t i = 0; i < words_of(bits); i++) count += (uint32_t)fx_popcount32(words[i]);
    return count;
}

uint32_t ox_bits_find(const ox_bits *bits, uint32_t from, uint32_t flip) {
    const uint32_t *words = ox_bits_read_words(bits);
    uint32_t low = UINT32_MAX << from % 32;
    if (from >= bits->count) return bits->count;
    for (uint32_t i = from / 32; i < words_of(bits); i++) {
        uint32_t word = (words[i] ^ flip) & low;
        low = UINT32_MAX;
        if (word == 0) continue;
        uint32_t index = i * 32u + (uint32_t)fx_ctz32(word);
        return index < bits->count ? index : bits->count;
    }
    return bits->count;
}

/* ---- ranges ---- */

static uint32_t end_of(const ox_bits *bits, uint32_t from, uint32_t count) {
    FX_ASSERT_MSG(from <= bits->count && count <= bits->count - from, "bits %u to %u of %u", (unsigned)from,
                  (unsigned)(from + count), (unsigned)bits->count);
    if (from >= bits->count) return from;
    return count > bits->count - from ? bits->count : from + count;
}

void ox_bits_fill(ox_bits *bits, uint32_t from, uint32_t count, bool value) {
    uint32_t *words = ox_bits_words(bits), end = end_of(bits, from, count);
    while (from < end) {
        uint32_t first = from % 32, last = end - from < 32u - first ? first + (end - from) : 32u;
        if (value)
            words[from / 32] |= mask_of(first, last);
        else
            words[from / 32] &= ~mask_of(first, last);
        from += last - first;
    }
}

/* Whether a bit of bits ^ flip is set in the range. */
static bool range_has(const ox_bits *bits, uint32_t from, uint32_t count, uint32_t flip) {
    uint32_t end = end_of(bits, from, count);
    return from < end && ox_bits_find(bits, from, flip) < end;
}

bool ox_bits_any(const ox_bits *bits, uint32_t from, uint32_t count) {
    return range_has(bits, from, count, 0);
}

bool ox_bits_all(const ox_bits *bits, uint32_t from, uint32_t count) {
    return !range_has(bits, from, count, UINT32_MAX);
}

/* ---- two arrays ---- */

static bool alike(const ox_bits *a, const ox_bits *b) {
    FX_ASSERT_MSG(a->count == b->count, "arrays of %u and %u bits", (unsigned)a->count, (unsigned)b->count);
    return a->count == b->count;
}

bool ox_bits_equal(const ox_bits *a, const ox_bits *b) {
    const uint32_t *x = ox_bits_read_words(a), *y = ox_bits_read_words(b);
    if (!alike(a, b)) return false;
    for (uint32_t i = 0; i < words_of(a); i++) {
        if (x[i] != y[i]) return false;
    }
    return true;
}

/* The common core of and, or and xor: `differ` keeps bits that are set in one array alone, `both` bits set in both
 * arrays. */
static void combine(ox_bits *to, const ox_bits *a, const ox_bits *b, uint32_t differ, uint32_t both) {
    const uint32_t *x = ox_bits_read_words(a), *y = ox_bits_read_words(b);
    uint32_t *words = ox_bits_words(to);
    if (!alike(to, a) || !alike(a, b)) return;
    for (uint32_t i = 0; i < words_of(to); i++) words[i] = ((x[i] ^ y[i]) & differ) | (x[i] & y[i] & both);
}

void ox_bits_and(ox_bits *to, const ox_bits *a, const ox_bits *b) { combine(to, a, b, 0, UINT32_MAX); }
void ox_bits_or(ox_bits *to, const ox_bits *a, const ox_bits *b) {
    combine(to, a, b, UINT32_MAX, UINT32_MAX);
}
void ox_bits_xor(ox_bits *to, const ox_bits *a, const ox_bits *b) { combine(to, a, b, UINT32_MAX, 0); }

void ox_bits_not(ox_bits *to, const ox_bits *a) {
    const uint32_t *x = ox_bits_read_words(a);
    uint32_t *words = ox_bits_words(to);
    if (!alike(to, a)) return;
    for (uint32_t i = 0; i < words_of(to); i++) words[i] = ~x[i] & valid_of(to, i);
}

/* ---- two dimensions ---- */

void ox_bits2_init(ox_bits2 *bits, uint32_t *words, uint32_t width, uint32_t height) {
    uint64_t count = fx_wide_u(width, height);
    bool fits = count <= UINT32_MAX - 31u;
    FX_ASSERT_MSG(fits, "%u x %u bits are too many", (unsigned)width, (unsigned)height);
    ox_bits_init(&bits->bits, words, fits ? (uint32_t)count : 0);
    bits->width = bits->bits.count == 0 ? 0 : width;
    bits->height = bits->bits.count == 0 ? 0 : height;
}

/* Cuts a rectangle to the array; false when nothing is left. */
static bool cut_rectangle(const ox_bits2 *bits, uint32_t row, uint32_t column, uint32_t *rows,
                          uint32_t *columns) {
    bool inside = row <= bits->height && *rows <= bits->height - row && column <= bits->width &&
                  *columns <= bits->width - column;
    FX_ASSERT_MSG(inside, "rectangle at row %u, column %u leaves an array of %u x %u", (unsigned)row,
                  (unsigned)column, (unsigned)bits->width, (unsigned)bits->height);
    if (inside) return *rows > 0 && *columns > 0;
    if (row >= bits->height || column >= bits->width) return false;
    if (*rows > bits->height - row) *rows = bits->height - row;
    if (*columns > bits->width - column) *columns = bits->width - column;
    return true;
}

void ox_bits2_fill(ox_bits2 *bits, uint32_t row, uint32_t column, uint32_t rows, uint32_t columns,
                   bool value) {
    if (!cut_rectangle(bits, row, column, &rows, &columns)) return;
    for (uint32_t i = 0; i < rows; i++) {
        ox_bits_fill(&bits->bits, (row + i) * bits->width + column, columns, value);
    }
}

static bool rectangle_has(const ox_bits2 *bits, uint32_t row, uint32_t column, uint32_t rows,
                          uint32_t columns, uint32_t flip) {
    if (!cut_rectangle(bits, row, column, &rows, &columns)) return false;
    for (uint32_t i = 0; i < rows; i++) {
        if (range_has(&bits->bits, (row + i) * bits->width + column, columns, flip)) return true;
    }
    return false;
}

bool ox_bits2_any(const ox_bits2 *bits, uint32_t row, uint32_t column, uint32_t rows, uint32_t columns) {
    return rectangle_has(bits, row, column, rows, columns, 0);
}

bool ox_bits2_all(const ox_bits2 *bits, uint32_t row, uint32_t column, uint32_t rows, uint32_t columns) {
    return !rectangle_has(bits, row, column, rows, columns, UINT32_MAX);
}
