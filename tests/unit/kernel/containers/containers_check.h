/* Shared by the tests of the containers: counting comparators, and a hash that tells one order from another. */
#ifndef OXCART_TESTS_UNIT_CONTAINERS_CHECK_H
#define OXCART_TESTS_UNIT_CONTAINERS_CHECK_H

#include <string.h>

#include "fixedmath/random.h"
#include "kernel/containers/containers.h"
#include "tests/test.h"

/* Compares numbers; the context is a uint32_t that counts the comparisons, or NULL. */
static inline int counting_u16(const void *a, const void *b, void *context) {
    if (context != NULL) ++*(uint32_t *)context;
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static inline int counting_u32(const void *a, const void *b, void *context) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (context != NULL) ++*(uint32_t *)context;
    return (x > y) - (x < y);
}

/* Compares by the high byte alone, so that stability shows in the low byte. */
static inline int by_high_byte(const void *a, const void *b, void *context) {
    if (context != NULL) ++*(uint32_t *)context;
    return (*(const uint16_t *)a >> 8) - (*(const uint16_t *)b >> 8);
}

/* FNV-1a over the bytes of numbers, low bytes first. */
static inline uint32_t mix_into(uint32_t hash, uint32_t value) {
    for (int i = 0; i < 4; i++, value >>= 8) hash = (hash ^ (value & 255u)) * 16777619u;
    return hash;
}

/* The naive reference: a stable insertion sort by the high byte when `high`, else by value. */
static inline void naive_sort(uint16_t *values, uint32_t count, bool high) {
    for (uint32_t i = 1; i < count; i++) {
        uint16_t value = values[i];
        uint32_t j = i;
        for (; j > 0 && (high ? values[j - 1] >> 8 > value >> 8 : values[j - 1] > value); j--)
            values[j] = values[j - 1];
        values[j] = value;
    }
}

/* Whether a cost of `twice` for 2 n against `once` for n grows as the order says: within `slack` percent of the
 * ratio. */
static inline bool grows(uint32_t once, uint32_t twice, uint32_t percent_low, uint32_t percent_high) {
    return twice * 100u >= once * percent_low && twice * 100u <= once * percent_high;
}

#endif
