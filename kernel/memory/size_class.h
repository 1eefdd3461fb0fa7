/* Spawn memory for objects of mixed sizes: pools of a few size classes, and the relocatable heap for the
 * rest.
 *
 *     static const ox_sized_class classes[] = {{16, 200}, {32, 200}, {64, 100}, {128, 40}, {256, 20}};
 *     ox_sized_init(&memory, &resident, classes, 5, &heap);
 *     ox_handle orc = ox_sized_take(&memory, 72);     a slot of 128 bytes: the first class that holds it
 *     ox_handle boss = ox_sized_take(&memory, 1100);  larger than every class: from the heap
 *     creature *c = ox_sized_get(&memory, boss);      ask again every frame: heap blocks move
 *     ox_sized_give(&memory, orc);
 *
 * A request goes to the first class that holds it; when that class is used up the request is refused and counted. It
 * never spills into a larger class, so that grants do not depend on the order of requests. Classes and counts come
 * from the cart's budget. A handle is 32 bits as everywhere: the generation in bits 16..31, the class in bits 13..15
 * (7 = the heap), the slot in bits 0..12. Objects that die during a fixed step are given back at its end, by the
 * world that owns them.
 *
 * Cost, Cortex-M3 instructions: take 43 and 5 a class passed over, get 26, give 61, heap blocks as in heap.h.
 * (Size classes: GEA 14.4.4.2.) */
#ifndef OXCART_KERNEL_MEMORY_SIZE_CLASS_H
#define OXCART_KERNEL_MEMORY_SIZE_CLASS_H

#include "kernel/memory/heap.h"

#define OX_SIZED_CLASSES 7   /* most classes */
#define OX_SIZED_SLOTS 8191u /* most objects of a class, and most blocks of the heap */

typedef struct ox_sized_class {
    uint32_t bytes; /* bytes of an object: 4 or more, more than in the class before */
    uint32_t count; /* objects, 1..8191 */
} ox_sized_class;

typedef struct ox_sized {
    ox_pool pools[OX_SIZED_CLASSES]; /* stride: bytes of an object, rounded up to 8 */
    ox_heap *heap;                   /* heap for larger objects, or NULL */
    uint32_t classes;
    uint32_t refused;
} ox_sized;

/* Begins sized memory and carves the classes from the low end of the arena. OX_BAD_ARGUMENT (too many classes, sizes
 * that do not rise, counts out of range, a heap with more than 8191 blocks) or OX_OUT_OF_MEMORY, and no memory is
 * taken. */
FX_MUST_CHECK ox_status ox_sized_init(ox_sized *sized, ox_arena *arena, const ox_sized_class *classes,
                                      uint32_t count, ox_heap *heap);

/* Takes memory for an object of `bytes`, aligned to 8; OX_HANDLE_NONE, which is counted, when there is none, or bytes
 * is 0 (asserted). The contents are whatever was there. */
FX_MUST_CHECK ox_handle ox_sized_take(ox_sized *sized, size_t bytes);

/* The object, or NULL when the object is gone or never was. */
void *ox_sized_get(const ox_sized *sized, ox_handle handle);

/* Gives an object back. OX_STALE_HANDLE (asserted), and nothing happens, when the object is gone. */
ox_status ox_sized_give(ox_sized *sized, ox_handle handle);

/* Number of objects out in all classes and in the heap. Use, peak and refusals of a class are those of its pool. */
uint32_t ox_sized_used(const ox_sized *sized);

#endif
