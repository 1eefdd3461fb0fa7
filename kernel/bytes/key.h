/* Hashes of integer keys, for tables whose size is a power of two: one or two instructions each. */
#ifndef OXCART_KERNEL_BYTES_KEY_H
#define OXCART_KERNEL_BYTES_KEY_H

#include <stdint.h>

/* The key itself as its hash: right for keys that are hashes already (name ids) and for dense numbers; take the hash
 * modulo the table's size. */
static inline uint32_t ox_key_identity(uint32_t key) { return key; }

/* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4): 2^32 divided by the golden ratio spreads
 * neighbours and multiples of powers of two. The result is a slot of a table of 2^bits, bits 1..32. */
static inline uint32_t ox_key_mixed(uint32_t key, unsigned bits) { return key * 2654435769u >> (32u - bits); }

#endif
