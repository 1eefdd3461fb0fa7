/* What the handle table and its saved form share: forms of handles and of free slots. */
#ifndef OXCART_KERNEL_MEMORY_HANDLE_INTERNAL_H
#define OXCART_KERNEL_MEMORY_HANDLE_INTERNAL_H

#include "kernel/memory/handle.h"

/* The key of a live slot is its handle. A free one's is
 *     default form: next free slot in bits 16..31, the slot's number turned round (~) below: no handle of
 * this slot compact:      bit 31, next free slot in bits 16..30, its last generation and number below: no
 * 16-bit handle and the list ends with END, which has all bits. */
enum { HANDLE_END = 0xFFFF, HANDLE_COMPACT_END = 0x7FFF };
#define HANDLE_FREE 0x80000000u

static inline bool handle_compact(const ox_handles *table) { return table->config.form != OX_HANDLE_16_16; }
static inline unsigned handle_slot_bits(unsigned form) {
    return form == OX_HANDLE_16_16 ? 16u : form == OX_HANDLE_10_6 ? 10u : 8u;
}
static inline uint32_t handle_last_generation(unsigned form) {
    return form == OX_HANDLE_16_16 ? 65535u : form == OX_HANDLE_10_6 ? 63u : 255u;
}
static inline uint32_t handle_end(const ox_handles *table) {
    return handle_compact(table) ? HANDLE_COMPACT_END : HANDLE_END;
}
static inline uint32_t handle_slot_of(const ox_handles *table, uint32_t bits) {
    return bits & ((1u << handle_slot_bits(table->config.form)) - 1u);
}
static inline uint32_t handle_generation_of(const ox_handles *table, uint32_t bits) {
    return (handle_compact(table) ? bits & 0xFFFFu : bits) >> handle_slot_bits(table->config.form);
}

/* The key of a free slot, from its last handle. */
static inline uint32_t handle_free_key(const ox_handles *table, uint32_t slot, uint32_t bits, uint32_t next) {
    if (handle_compact(table)) return HANDLE_FREE | next << 16 | (bits & 0xFFFFu);
    return next << 16 | (~slot & 0xFFFFu);
}
static inline uint32_t handle_next_free(const ox_handles *table, uint32_t key) {
    return key >> 16 & handle_end(table);
}

#endif
