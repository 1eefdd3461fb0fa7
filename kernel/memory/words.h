/* Copying between blocks that are aligned to 8 bytes and a multiple of 8 long, as all blocks of the heap and the
 * partition are: 5 Cortex-M3 instructions for 8 bytes, where the memcpy of a small C library takes four a byte. */
#ifndef OXCART_KERNEL_MEMORY_WORDS_H
#define OXCART_KERNEL_MEMORY_WORDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t ox_word_load(const uint8_t *from) {
    uint64_t word;
    memcpy(&word, __builtin_assume_aligned(from, 8), sizeof word);
    return word;
}

static inline void ox_word_store(uint8_t *to, uint64_t word) {
    memcpy(__builtin_assume_aligned(to, 8), &word, sizeof word);
}

/* Copies front to back, so `to` may lie in front of `from` and the two may overlap. */
static inline void ox_words_copy(uint8_t *to, const uint8_t *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 8) ox_word_store(to + i, ox_word_load(from + i));
}

/* Swaps two blocks that do not overlap. */
static inline void ox_words_swap(uint8_t *a, uint8_t *b, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t kept = ox_word_load(a + i);
        ox_word_store(a + i, ox_word_load(b + i));
        ox_word_store(b + i, kept);
    }
}

#endif
