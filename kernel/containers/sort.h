/* Search and sort for elements that lie in a row.
 *
 *     ox_sort_heap(shots, count, sizeof shots[0], by_distance, &eye);
 *     uint32_t i = ox_find_sorted(names, count, sizeof names[0], &wanted, ox_compare_u32, NULL);
 *
 * items is the first of count elements of size bytes each, of any type: a plain C array, an array's
 * core.items. A comparator gets two elements, or in a search an element (a) and the key (b), which may be of
 * another type.
 *
 *     linear search   O(n)        find_if of algorithm.h
 *     binary search   O(log n)    sorted data, about log2 n steps
 *     insertion sort  O(n^2)      stable; best below 16 elements, and nearly sorted: O(n + swaps)
 *     heap sort       O(n log n)  always, no scratch, NOT stable: add the index as last key
 *     merge sort      O(n log n)  stable; of lists, see list.h, chain.h, intrusive.h
 *     radix sort      O(n)        stable; 32-bit keys, with scratch
 *
 * No function recurses or allocates, and the result is the same bits on every machine, ties included. (GEA 5.3; heap
 * sort: Williams 1964, Floyd 1964; Knuth, The Art of Computer Programming 3, 5.2.)
 *
 * COST, executed Cortex-M3 instructions, typed form and core: heap sort of 256 random words
 * 188,000, of 16 words 5,200; insertion sort of 16 words 2,700, of 256 sorted words 7,400; radix sort of 256
 * pairs 46,000 with 32-bit keys, 21,000 with 8-bit keys; binary search among 1024 words 280. The comparator
 * (ox_compare_u32, 8 instructions and the call) is included. */
#ifndef OXCART_KERNEL_CONTAINERS_SORT_H
#define OXCART_KERNEL_CONTAINERS_SORT_H

#include "kernel/containers/containers.h"

void ox_sort_insertion(void *items, uint32_t count, uint32_t size, ox_compare *compare, void *context);
void ox_sort_heap(void *items, uint32_t count, uint32_t size, ox_compare *compare, void *context);

/* A 32-bit key and the index of the element it belongs to. Signed keys: key = (uint32_t)value ^ 0x80000000u. */
typedef struct ox_sort_pair {
    uint32_t key;
    uint32_t index;
} ox_sort_pair;

/* Sorts pairs by key, equal keys in their old order. One counting pass for each of the four bytes in which the keys
 * differ, so small numbers cost one pass. scratch has room for count pairs, counters for 256 words. */
void ox_sort_radix(ox_sort_pair *pairs, ox_sort_pair *scratch, uint32_t count, uint32_t counters[256]);

/* Bounds in data sorted by `compare`. The lower bound is the first element that is not before the key, the upper
 * bound the first that is behind it; count when there is none. Elements equal to the key lie between the bounds. */
typedef struct ox_sorted {
    const void *items;
    uint32_t count, size;
    ox_compare *compare;
    void *context;
} ox_sorted;
uint32_t ox_bound(const ox_sorted *sorted, const void *key, int upper);

static inline uint32_t ox_lower_bound(const void *items, uint32_t count, uint32_t size, const void *key,
                                      ox_compare *compare, void *context) {
    const ox_sorted sorted = {items, count, size, compare, context};
    return ox_bound(&sorted, key, 0);
}
static inline uint32_t ox_upper_bound(const void *items, uint32_t count, uint32_t size, const void *key,
                                      ox_compare *compare, void *context) {
    const ox_sorted sorted = {items, count, size, compare, context};
    return ox_bound(&sorted, key, 1);
}

/* The first element equal to the key, or OX_NOWHERE. */
uint32_t ox_find_sorted(const void *items, uint32_t count, uint32_t size, const void *key,
                        ox_compare *compare, void *context);

/* Three helpers: ox_swap_items exchanges two elements, ox_reverse_items reverses all, ox_is_sorted is true when no
 * element comes before its predecessor. */
void ox_swap_items(void *a, void *b, uint32_t size);
void ox_reverse_items(void *items, uint32_t count, uint32_t size);
bool ox_is_sorted(const void *items, uint32_t count, uint32_t size, ox_compare *compare, void *context);

#endif
