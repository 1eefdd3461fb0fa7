/* Sorts and searches over rows of untyped elements, and the ready comparators. */
#include "kernel/containers/sort.h"

#include <string.h>

#include "kernel/containers/internal.h"

int ox_compare_u16(const void *a, const void *b, void *context) {
    (void)context;
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

int ox_compare_u32(const void *a, const void *b, void *context) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    (void)context;
    return (x > y) - (x < y);
}

int ox_compare_i32(const void *a, const void *b, void *context) {
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    (void)context;
    return (x > y) - (x < y);
}

#if defined(__GNUC__)
#define WORD_ALIGNED(p) __builtin_assume_aligned((p), 4)
#else
#define WORD_ALIGNED(p) (p)
#endif

OX_NOT_COPIED void ox_swap_items(void *a, void *b, uint32_t size) {
    uint8_t *x = a, *y = b;
    if ((((uintptr_t)a | (uintptr_t)b | size) & 3u) == 0) {
        for (; size != 0; size -= 4, x += 4, y += 4) {
            uint32_t left, right;
            memcpy(&left, WORD_ALIGNED(x), 4);
            memcpy(&right, WORD_ALIGNED(y), 4);
            memcpy(WORD_ALIGNED(x), &right, 4);
            memcpy(WORD_ALIGNED(y), &left, 4);
        }
        return;
    }
    for (; size != 0; size--, x++, y++) {
        uint8_t left = *x;
        *x = *y;
        *y = left;
    }
}

void ox_sort_insertion(void *items, uint32_t count, uint32_t size, ox_compare *compare, void *context) {
    uint8_t *first = items;
    for (uint32_t i = 1; i < count; i++) {
        uint8_t *at = first + (size_t)i * size;
        for (; at != first && compare(at - size, at, context) > 0; at -= size)
            ox_swap_items(at - size, at, size);
    }
}

void ox_sort_radix(ox_sort_pair *pairs, ox_sort_pair *scratch, uint32_t count, uint32_t counters[256]) {
    ox_sort_pair *from = pairs, *to = scratch;
    uint32_t all = UINT32_MAX, any = 0;
    for (uint32_t i = 0; i < count; i++) {
        all &= pairs[i].key;
        any |= pairs[i].key;
    }
    for (unsigned shift = 0; shift < 32; shift += 8) {
        if (((all ^ any) >> shift & 255u) == 0) continue;
        memset(counters, 0, 256 * sizeof counters[0]);
        for (uint32_t i = 0; i < count; i++) counters[from[i].key >> shift & 255u]++;
        for (uint32_t digit = 0, start = 0; digit < 256; digit++) {
            uint32_t own = counters[digit];
            counters[digit] = start;
            start += own;
        }
        for (uint32_t i = 0; i < count; i++) to[counters[from[i].key >> shift & 255u]++] = from[i];
        ox_sort_pair *other = from;
        from = to;
        to = other;
    }
    if (from != pairs) memcpy(pairs, from, count * sizeof *pairs);
}

/* The index of the first element whose comparison with the key gives 0 or more (upper 0), or above 0 (upper 1). */
OX_NOT_COPIED uint32_t ox_bound(const ox_sorted *sorted, const void *key, int upper) {
    uint32_t low = 0, count = sorted->count;
    while (count > 0) {
        uint32_t half = count / 2;
        if (sorted->compare((const uint8_t *)sorted->items + (size_t)(low + half) * sorted->size, key,
                            sorted->context) < upper) {
            low += half + 1u;
            half = count - half - 1u;
        }
        count = half;
    }
    return low;
}

uint32_t ox_find_sorted(const void *items, uint32_t count, uint32_t size, const void *key,
                        ox_compare *compare, void *context) {
    uint32_t i = ox_lower_bound(items, count, size, key, compare, context);
    if (i == count || compare((const uint8_t *)items + (size_t)i * size, key, context) != 0)
        return OX_NOWHERE;
    return i;
}

void ox_reverse_items(void *items, uint32_t count, uint32_t size) {
    if (count < 2) return;
    uint8_t *low = items, *high = low + (size_t)(count - 1u) * size;
    for (; low < high; low += size, high -= size) ox_swap_items(low, high, size);
}

bool ox_is_sorted(const void *items, uint32_t count, uint32_t size, ox_compare *compare, void *context) {
    const uint8_t *at = items;
    for (uint32_t i = 1; i < count; i++, at += size) {
        if (compare(at, at + size, context) > 0) return false;
    }
    return true;
}
