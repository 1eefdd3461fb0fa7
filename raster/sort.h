/* Sort keys for the order in which meshes are recorded, and a stable radix sort of them.
 *
 * A key is 32 bits, smaller is recorded first: the pass on top, below it either the material (fewer changes
 * of state) or the depth (nearer first, less drawn twice), or, for translucent things, the depth backwards. Depths are
 * codes 0..65535 as in a depth buffer; any larger value counts as 65535.
 *
 *     for (i = 0; i < n; i++) entries[i] = (rs_sort_entry){rs_key_opaque(2, material, depth, RS_BY_MATERIAL),
 * i}; sorted = rs_sort(entries, other, n); for (i = 0; i < n; i++) rs_frame_mesh(frame,
 * meshes[sorted[i].index], ...); */
#ifndef OXCART_RASTER_SORT_H
#define OXCART_RASTER_SORT_H

#include <stddef.h>
#include <stdint.h>

typedef enum rs_key_order { RS_BY_MATERIAL, RS_NEAR_FIRST } rs_key_order;

typedef struct rs_sort_entry {
    uint32_t key;
    uint32_t index; /* the caller's */
} rs_sort_entry;

/* A key for opaque things: pass 0..7, material 0..4095 (larger values count as the last), depth 0..65535. Bits: pass
 * 31..29, then material 28..17 and depth 16..1, or depth 28..13 and material 12..1; bit 0 is spare. */
uint32_t rs_key_opaque(uint32_t pass, uint32_t material, uint32_t depth, rs_key_order order);

/* A key for translucent things: farthest first, and among equals in the order of `sequence`, 0..8191 (larger values
 * count as the last). Bits: pass 31..29, 65535 - depth 28..13, sequence 12..0. */
uint32_t rs_key_translucent(uint32_t pass, uint32_t depth, uint32_t sequence);

/* Sorts by key, smallest first; equal keys keep their order. `other` is as large as `entries`; the result is
 * in one of the two, which is returned. Four passes of 8 bits with 1 KB of counters on the stack; a pass
 * whose byte is the same everywhere or already in order is left out. Fewer than 32 entries are sorted by insertion, in
 * place.
 */
rs_sort_entry *rs_sort(rs_sort_entry *entries, rs_sort_entry *other, size_t count);

#endif
