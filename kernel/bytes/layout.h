/* Compile-time checks of structures that other programs see: ROM data, DMA, saved games, other builds.
 *
 *     typedef struct record {
 *         uint32_t mesh;        members by falling size, fixed-width integers, no pointer, bit-field or enum
 *         int16_t x, y;
 *         uint8_t shading;
 *         uint8_t unused[3];    padding is written out
 *     } record;
 *     OX_LAYOUT(record, 12, 4);                   bytes and alignment
 *     OX_LAYOUT_FIELD(record, shading, 8);        an offset that the packer knows too
 *     OX_LAYOUT_AFTER(record, unused, shading);   nothing hidden in between
 *     OX_LAYOUT_LAST(record, unused);             and nothing at the end
 *
 * Each check is a declaration and costs nothing. The checks hold on 32- and 64-bit machines alike, so a build for
 * either checks both. The order of bytes is the packer's business: numbers in such structures are read with rom_u16,
 * rom_u32 (rom/rom.h), or turned round when they are loaded. Numbers that may lie at any address are read byte by
 * byte with the same functions; no structure is ever laid over it. */
#ifndef OXCART_KERNEL_BYTES_LAYOUT_H
#define OXCART_KERNEL_BYTES_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "fixedmath/assert.h"

/* `type` has exactly so many bytes and needs no more than `alignment`, also in arrays. */
#define OX_LAYOUT(type, bytes, alignment)                                                                    \
    FX_STATIC_ASSERT(sizeof(type) == (bytes) && _Alignof(type) <= (alignment) && (bytes) % (alignment) == 0, \
                     #type " has another size or alignment")

#define OX_LAYOUT_FIELD(type, field, offset)                                                                 \
    FX_STATIC_ASSERT(offsetof(type, field) == (offset) &&                                                    \
                         (offset) % (sizeof(((type *)0)->field) % 4 == 0   ? 4                               \
                                     : sizeof(((type *)0)->field) % 2 == 0 ? 2                               \
                                                                           : 1) ==                           \
                             0,                                                                              \
                     #type "." #field " lies elsewhere")

/* `field` follows `before` without a gap. */
#define OX_LAYOUT_AFTER(type, field, before)                                                                 \
    FX_STATIC_ASSERT(offsetof(type, field) == offsetof(type, before) + sizeof(((type *)0)->before),          \
                     "hidden padding in " #type " before " #field)

/* `field` ends the structure. */
#define OX_LAYOUT_LAST(type, field)                                                                          \
    FX_STATIC_ASSERT(offsetof(type, field) + sizeof(((type *)0)->field) == sizeof(type),                     \
                     "hidden padding at the end of " #type)

#endif
