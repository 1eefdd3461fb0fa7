/* Puts little-endian numbers at any address; rom/rom.h reads them. */
#ifndef OXCART_KERNEL_NETWORK_BYTES_INTERNAL_H
#define OXCART_KERNEL_NETWORK_BYTES_INTERNAL_H

#include <stdint.h>

static inline void put_u16(uint8_t *to, uint32_t value) {
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}
static inline void put_u32(uint8_t *to, uint32_t value) {
    put_u16(to, value);
    put_u16(to + 2, value >> 16);
}

#endif
