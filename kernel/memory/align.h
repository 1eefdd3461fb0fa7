/* Alignment: sizes and addresses rounded to powers of two, blocks that remember how far they were shifted,
 * and rows of grids with padded strides.
 *
 * Powers of two from 1 to 256 are alignments; anything else asserts. OX_ALIGNMENT satisfies every type of the
 * kernel; 16 suits vector units and DMA. Cost: two instructions each. */
#ifndef OXCART_KERNEL_MEMORY_ALIGN_H
#define OXCART_KERNEL_MEMORY_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixedmath/assert.h"

/* Every type of the kernel is satisfied with this alignment; the bytes of bands and tables as well. */
#define OX_ALIGNMENT 8

#define OX_ALIGNMENT_MAX 256

/* For constants: OX_ALIGN_UP(9, 8) is 16. */
#define OX_ALIGN_UP(value, alignment) (((value) + ((alignment)-1u)) & ~((alignment)-1u))
#define OX_ALIGN_DOWN(value, alignment) ((value) & ~((alignment)-1u))

static inline bool ox_alignment_is_valid(size_t alignment) {
    return alignment != 0 && (alignment & (alignment - 1u)) == 0 && alignment <= OX_ALIGNMENT_MAX;
}

/* The next multiple of alignment at or above a value, or at or below it. Above SIZE_MAX - 255 rounding up wraps to 0.
 */
static inline size_t ox_align_up(size_t value, size_t alignment) {
    FX_ASSERT_MSG(ox_alignment_is_valid(alignment), "%u is no alignment", (unsigned)alignment);
    return (value + (alignment - 1u)) & ~(alignment - 1u);
}
static inline size_t ox_align_down(size_t value, size_t alignment) {
    FX_ASSERT_MSG(ox_alignment_is_valid(alignment), "%u is no alignment", (unsigned)alignment);
    return value & ~(alignment - 1u);
}
static inline bool ox_is_aligned(const void *address, size_t alignment) {
    FX_ASSERT_MSG(ox_alignment_is_valid(alignment), "%u is no alignment", (unsigned)alignment);
    return ((uintptr_t)address & (alignment - 1u)) == 0;
}

/* For allocators that free singly and have blocks of `bytes + alignment` at any address. ox_align_block gives the
 * aligned address inside, always 1 to 256 bytes further, with the shift in the byte before it (256 as 0); the raw
 * address is found again from there. (Game Programming Gems 1.9; GEA 5.2.1.3.) */
static inline void *ox_align_block(void *raw, size_t alignment) {
    size_t shift = alignment - ((uintptr_t)raw & (alignment - 1u));
    uint8_t *aligned = (uint8_t *)raw + shift;
    FX_ASSERT_MSG(ox_alignment_is_valid(alignment), "%u is no alignment", (unsigned)alignment);
    aligned[-1] = (uint8_t)shift;
    return aligned;
}
static inline void *ox_align_raw(void *aligned) {
    uint8_t *at = (uint8_t *)aligned;
    return at - (at[-1] == 0 ? 256 : at[-1]);
}

/* Bytes from row to row of a grid whose rows begin aligned: 33 cells of 1 byte aligned to 16 are 48 bytes apart. Code
 * that walks grids takes the stride and works with any stride that is wide enough. */
static inline size_t ox_row_stride(size_t width, size_t element, size_t alignment) {
    return ox_align_up(width * element, alignment);
}

#endif
