/* Containers: which one to choose, what they have in common, and how their typed forms are made.
 *
 * CHOOSE BY WHAT YOU DO MOST OFTEN
 *     walk over all, access by number ...................... array.h       OX_DEFINE_ARRAY
 *     access by x, y (and z) ............................... grid.h        OX_DEFINE_GRID
 *     add at one end, take at the other or the same ........ ring.h        OX_DEFINE_RING, and stack.h
 *     hand records from an interrupt or thread to a loop ... spsc.h        OX_DEFINE_SPSC
 *     take the smallest .................................... heap.h        OX_DEFINE_HEAP, _PRIORITY_QUEUE
 *     the N nearest, loudest, largest ...................... heap.h        ox_top
 *     membership that changes all the time:
 *         the element knows its list ....................... intrusive.h   OX_DEFINE_INTRUSIVE
 *         the element's type cannot change, or many lists .. list.h        OX_DEFINE_LIST
 *         only the front, 2 bytes less per node ............ chain.h       OX_DEFINE_CHAIN
 *     find by key:
 *         and walk in key order, ranges, any key ........... map.h         OX_DEFINE_MAP, _SET, _MULTIMAP ...
 *         32-bit key, pooled nodes, walk as inserted ....... chained.h     OX_DEFINE_CHAINED
 *         32-bit key, one block, nothing but look-ups ...... probing.h     OX_DEFINE_PROBING
 *         any of these maps, decided elsewhere ............. dictionary.h  OX_DEFINE_DICTIONARY
 *     parents and children ................................. hierarchy.h   OX_DEFINE_HIERARCHY
 *     dependencies, roads and doors ........................ graph.h       ox_graph
 *     search and sort elements in a row .................... sort.h
 *
 * ORDERS, n elements (fastest first: O(1), O(log n), O(n), O(n log n), O(n^2))
 *                insert         remove           walk   by number  find       sort       bytes an element
 *     array      1 end, n else  1 end, n else    n      1          n, log n   n log n    its own
 *     ring       1 ends         1 ends, n else   n      1          n          n log n    its own
 *     intrusive  1              1                n      n          n          n log n    2 pointers
 *     list       1              1                n      n          n          n log n    4
 *     chain      1              1 front, n else  n      n          n          n log n    2
 *     heap       log n          log n            n      -          n, peek 1  -          its own
 *     map, set   log n          log n            n      -          log n      is sorted  8
 *     chained    1              1                n      -          1          -          8 + 2 a slot
 *     probing    1              1                slots  -          1          -          1 or 5 a slot
 *     hierarchy  1              1 + subtree      n      -          n          -          8
 *     graph      1              n + edges        n      1          -          -          8 + 12 an edge
 * Removal is meant at a known position; removal by value costs a search (find) before.
 *
 * WHAT THEY HAVE IN COMMON
 *   - No container allocates. Storage comes from the caller: a static array, or an arena (OX_PUSH(arena, type, n)).
 *     Linked containers draw nodes from a store (nodes.h) that several containers may share; links are 16-bit
 *     indices.
 *   - Full and missing are results: OX_FULL, OX_NOT_FOUND, OX_ALREADY_THERE. Misuse (taking from an empty
 *     container, removing a stranger) asserts with a sentence in debug builds; in release builds it changes
 *     nothing and says OX_EMPTY, OX_NOT_FOUND or "none". Only access by number (at) has no check in release
 *     builds.
 *   - Values are copied in. Big values are stored as handles or indices, and their owner frees them.
 *   - Positions form half-open ranges: the position behind the last is never looked into. All containers walk
 *     with one shape of loop:
 *
 *         for (foes_position i = foes_begin(&f); foes_valid(&f, i); i = foes_next(&f, i)) {
 *             hurt(*foes_at(&f, i));
 *         }
 *         OX_EACH(foes, i, &f) hurt(*foes_at(&f, i));                     the same, shorter
 *         OX_EACH_BACKWARD(foes, i, &f) ...                              from the last to the first
 *         i = foes_begin(&f);                                  removing on the way: erase returns the next
 *         while (foes_valid(&f, i)) i = dead(*foes_at(&f, i)) ? foes_erase(&f, i) : foes_next(&f, i);
 *
 *   - Every order is a function of the history of calls alone, the same on every machine.
 *
 * TYPED FORMS. There is one core for each container, which knows bytes and links, and a macro that makes a
 * typed form of it:
 *
 *     OX_DEFINE_LIST(foes, foe *)
 *
 * defines the type `foes` (its member `core` is the untyped container), `foes_position`, and inline functions
 * foes_init, foes_push_back, foes_begin ... that take and return foe * without a cast. Use the macro at file
 * level, once for each name; functions that are not called cost nothing. The generic algorithms foes_find_if,
 * foes_count_if, foes_for_each, foes_remove_if, foes_minimum, foes_maximum come along (algorithm.h). In the
 * macros' description the name is written NAME and the type TYPE. Do not call types or containers by the
 * names that the functions give to their parameters: c, g, i, e, key, value, count, test, context, nodes,
 * storage, capacity, compare ...
 *
 * The set and its rules: GEA 5.3; Game Programming Gems 1.4. */
#ifndef OXCART_KERNEL_CONTAINERS_CONTAINERS_H
#define OXCART_KERNEL_CONTAINERS_CONTAINERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixedmath/assert.h"
#include "kernel/memory/status.h"

/* Below 0: a comes before b; 0: they are equal; above 0: b comes before a. A function without effects that never
 * contradicts itself. `context` comes from the caller, for tables that a and b refer to. */
typedef int ox_compare(const void *a, const void *b, void *context);

/* Ready comparators of numbers; context is not used. */
int ox_compare_u16(const void *a, const void *b, void *context);
int ox_compare_u32(const void *a, const void *b, void *context);
int ox_compare_i32(const void *a, const void *b, void *context);

/* "No index", where all of 0, 1, 2... are indices. Nodes, slots and entries are numbered from 1, and number 0 means
 * none. */
#define OX_NOWHERE 0xFFFFFFFFu

/* Number of elements of a C array. */
#define OX_COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

#define OX_EACH(name, i, container)                                                                          \
    for (name##_position i = name##_begin(container); name##_valid(container, i);                            \
         i = name##_next(container, i))
#define OX_EACH_BACKWARD(name, i, container)                                                                 \
    for (name##_position i = name##_last(container); name##_valid(container, i);                             \
         i = name##_previous(container, i))

/* Prefix of the functions of typed forms. */
#if defined(__GNUC__)
#define OX_TYPED static inline __attribute__((unused))
#else
#define OX_TYPED static inline
#endif

#endif
