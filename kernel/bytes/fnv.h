/* The state hash: 32-bit FNV-1a, fed with numbers in little-endian order, so that equal states have equal
 * hashes on every machine.
 *
 *     uint32_t hash = OX_FNV_START;
 *     hash = ox_events_hash(&events, hash);
 *     hash = ox_fnv_u32(hash, (uint32_t)hero.health);
 *
 * Feed values, never structs (their padding is undefined) and never pointers; a writer that hashes
 * (kernel/bytes/stream.h) gives the same hash. Cost, Cortex-M3: about 4 instructions a byte. (Fowler, Noll, Vo 1991;
 * "" is 811C9DC5, "a" E40C292C, "foobar" BF9CF968.) */
#ifndef OXCART_KERNEL_BYTES_FNV_H
#define OXCART_KERNEL_BYTES_FNV_H

#include <stddef.h>
#include <stdint.h>

#define OX_FNV_START 0x811C9DC5u
#define OX_FNV_PRIME 0x01000193u

static inline uint32_t ox_fnv_u8(uint32_t hash, uint32_t value) {
    return (hash ^ (value & 0xFFu)) * OX_FNV_PRIME;
}
static inline uint32_t ox_fnv_u16(uint32_t hash, uint32_t value) {
    return ox_fnv_u8(ox_fnv_u8(hash, value), value >> 8);
}
static inline uint32_t ox_fnv_u32(uint32_t hash, uint32_t value) {
    return ox_fnv_u16(ox_fnv_u16(hash, value), value >> 16);
}

/* The `size` low bytes of a number, the lowest first. */
static inline uint32_t ox_fnv_number(uint32_t hash, uint64_t number, uint32_t size) {
    for (; size > 0; size--, number >>= 8) hash = ox_fnv_u8(hash, (uint32_t)(number & 0xFFu));
    return hash;
}

static inline uint32_t ox_fnv_bytes(uint32_t hash, const void *bytes, size_t count) {
    const uint8_t *at = (const uint8_t *)bytes;
    for (size_t i = 0; i < count; i++) hash = ox_fnv_u8(hash, at[i]);
    return hash;
}

#endif
