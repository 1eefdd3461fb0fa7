/* Hash functions: from bytes or keys to 32-bit numbers, the same on every machine.
 *
 *     what for                            function                     Cortex-M3, 8 bytes   64 bytes
 *     ids of names                        ox_id_of (id.h), CRC-32      60                   -
 *     checks of data                      rom_crc32 (rom/rom.h)        57                   267
 *     tables, in many variants by seed    ox_hash_lookup3              45                   170
 *     tables, the cheapest of bytes       ox_hash_hsieh                45                   171
 *     contents: build cache, packets      ox_md5 (md5.h)               3,277                5,355
 *     integer keys                        ox_key_mixed (bytes/key.h)  2                    -
 *
 * The columns of numbers are executed instructions (tests/bench/names.sh). tests/host/kernel/names/names_ids_test.c
 * counts collisions of 100,000 names; every 32-bit hash has about as many as chance has, one. For hashes of grid cells
 * see fixedmath/random.h. */
#ifndef OXCART_KERNEL_NAMES_HASH_H
#define OXCART_KERNEL_NAMES_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/bytes/key.h"

/* Bob Jenkins, lookup3.c (2006), hashlittle for byte strings, read byte by byte as on any machine. */
uint32_t ox_hash_lookup3(const void *data, size_t length, uint32_t seed);

/* Paul Hsieh, SuperFastHash (2004). Hashes of small inputs lie closer together than those of lookup3. */
uint32_t ox_hash_hsieh(const void *data, size_t length);

/* The key of an IEEE single-precision number from its bit pattern: both zeros are one key. Fixed-point
 * numbers are their own keys. */
static inline uint32_t ox_key_ieee32(uint32_t bits) { return bits == 0x80000000u ? 0u : bits; }

#endif
