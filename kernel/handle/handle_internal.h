/* Definitions that the handle table and its saved form share: forms of handles and of free slots. */
#ifndef OXCART_KERNEL_HANDLE_HANDLE_INTERNAL_H
#define OXCART_KERNEL_HANDLE_HANDLE_INTERNAL_H

#include "kernel/handle/handle.h"

/* The key of a live slot is its handle. The key of a free slot has, in the
 *     default form:  next free slot in bits 16..31, the slot's number inverted (~) below: no handle of this slot
 *     compact forms: bit 31, next free slot in bits 16..30, last generation and number below: no 16-bit handle
 * The list of free slots ends with END, which has all bits. */
enum { HANDLE_END = 0xFFFF, HANDLE_COMPACT_END = 0x7FFF };
#define HANDLE_FREE 0x80000000u
FX_STATIC_ASSERT(((uint32_t)HANDLE_COMPACT_END << 16 & HANDLE_FREE) == 0,
                 "the link of a compact slot leaves the mark of a free one");

static inline bool handle_compact(const ox_handles *table) { return table->config.form != OX_HANDLE_16_16; }
static inline uint32_t handle_slot_of(const ox_handles *table, uint32_t bits) {
    return bits & ((1u << table->slot_bits) - 1u);
}
static inline uint32_t handle_generation_of(const ox_handles *table, uint32_t bits) {
    return bits >> table->slot_bits & table->generation_most;
}

/* The key of a free slot, made from its last handle. */
static inline uint32_t handle_free_key(const ox_handles *table, uint32_t slot, uint32_t bits, uint32_t next) {
    if (handle_compact(table)) return HANDLE_FREE | next << 16 | (bits & 0xFFFFu);
    return next << 16 | (~slot & 0xFFFFu);
}
static inline uint32_t handle_next_free(const ox_handles *table, uint32_t key) {
    return key >> 16 & table->end;
}

#endif
