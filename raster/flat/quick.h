/* What the loops of quick_pal8.c are handed, in C and by hand (raster/arm/flat.S knows the order of the members). */
#ifndef OXCART_RASTER_FLAT_QUICK_H
#define OXCART_RASTER_FLAT_QUICK_H

#include <stdint.h>

#include "raster/hot.h"

/* The functions of quick_pal8.c that other files call lie twice in the Game Boy Advance's players: in the cartridge,
 * and, named so, in fast memory beside the loops by hand where rs_arm_flat_in_place says so. */
#if defined(RS_FLAT_NEAR)
#define RS_QUICK(name) name##_near
#define RS_FLAT_HOT RS_HOT_IN(".flat." RS_HOT_TEXT(__COUNTER__))
#else
#define RS_QUICK(name) name
#define RS_FLAT_HOT RS_HOT_RARE
#endif

typedef struct rs_keyed_words {
    int32_t rows, stride, down, words;
    uint32_t last; /* of rs_arm_keyed_block: bits of a row's last word that are drawn */
} rs_keyed_words;

/* `words` words from byte 4 * skip + bytes of the first piece of 8 pixels on, for each of `lines` lines. Lines begin
 * `down` bytes further in every piece, the first one at `offset`. One more piece than is seen may be read. */
typedef struct rs_pieces {
    uint8_t *to;
    int32_t stride, lines;
    const uint8_t *const *pieces;
    int32_t offset, down, words, skip, bytes;
} rs_pieces;

#endif
