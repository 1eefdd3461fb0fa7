/* The parts of the protection of packets, as static functions: they become part of the code that packs and unpacks
 * packets, and none of these functions has a name in a program.
 *
 * Constants are computed when a connection begins, from nothing but sums of Fibonacci numbers, so that neither the
 * constants nor the first start values stand in a program: a = 2^32 over the golden ratio, from the last two
 * Fibonacci numbers of 32 bits, b = F(31) + F(28) + F(14) + F(10) + F(7). */
#ifndef OXCART_KERNEL_NETWORK_PROTECT_INTERNAL_H
#define OXCART_KERNEL_NETWORK_PROTECT_INTERNAL_H

#include <string.h>

#include "fixedmath/random.h"
#include "kernel/names/md5.h"
#include "kernel/network/bytes_internal.h"
#include "rom/rom.h"

/* Always inline, also in programs that are not optimised: there is no place where protection could be cut off by one
 * change. */
#if defined(__GNUC__)
#define PROTECT_INLINE static inline __attribute__((always_inline, unused))
#else
#define PROTECT_INLINE static inline
#endif

/* ---- generators: state = (state + a) b mod 2^32, every state once in 2^32 steps ---- */

typedef struct protect_step {
    uint32_t a, b;
} protect_step;

PROTECT_INLINE protect_step protect_constants(void) {
    volatile uint32_t one = 1; /* volatile: the compiler must not do the sum itself */
    uint32_t before = 0, number = one, sum = 0;
    for (uint32_t i = 1, picked = 1u << 7 | 1u << 10 | 1u << 14 | 1u << 28 | 1u << 31;; i++) {
        if (i < 32 && (picked >> i & 1u) != 0) sum += number;
        if (number + before < number) break;
        uint32_t next = number + before;
        before = number;
        number = next;
    }
    return (protect_step){.a = (uint32_t)(((uint64_t)before << 32) / number), .b = sum};
}

/* A map for any number of steps at once: state x factor + offset. */
typedef struct protect_map {
    uint32_t factor, offset;
} protect_map;

PROTECT_INLINE uint32_t protect_apply(protect_map map, uint32_t state) {
    return state * map.factor + map.offset;
}

/* The map of `steps` steps, by squaring; steps - 2^32 go back as far. */
PROTECT_INLINE protect_map protect_steps(protect_step step, uint32_t steps) {
    protect_map all = {1, 0}, power = {step.b, step.a * step.b};
    for (; steps != 0; steps >>= 1) {
        if (steps & 1u)
            all = (protect_map){all.factor * power.factor, all.offset * power.factor + power.offset};
        power = (protect_map){power.factor * power.factor, power.offset * power.factor + power.offset};
    }
    return all;
}

/* ---- keyed digest: HMAC-MD5 (RFC 2104) ---- */

/* A key, as the states of both digests behind the key's block: keeping these 32 bytes saves two blocks a packet. */
typedef struct protect_key {
    uint32_t inner[4], outer[4];
} protect_key;

PROTECT_INLINE void protect_key_block(const uint8_t key[OX_MD5_BYTES], uint8_t filling, uint32_t state[4]) {
    uint8_t block[64];
    ox_md5 md5 = ox_md5_begin();
    memset(block, filling, sizeof block);
    for (uint32_t i = 0; i < OX_MD5_BYTES; i++) block[i] ^= key[i];
    ox_md5_add(&md5, block, sizeof block);
    memcpy(state, md5.state, sizeof md5.state);
}

PROTECT_INLINE protect_key protect_key_of(const uint8_t key[OX_MD5_BYTES]) {
    protect_key made;
    protect_key_block(key, 0x36, made.inner);
    protect_key_block(key, 0x5C, made.outer);
    return made;
}

PROTECT_INLINE ox_md5 protect_resumed(const uint32_t state[4]) {
    ox_md5 md5 = ox_md5_begin();
    memcpy(md5.state, state, sizeof md5.state);
    md5.length = 64;
    return md5;
}

PROTECT_INLINE void protect_tag(const protect_key *key, const uint8_t *bytes, size_t size,
                                uint8_t tag[OX_MD5_BYTES]) {
    ox_md5 md5 = protect_resumed(key->inner);
    ox_md5_add(&md5, bytes, size);
    ox_md5_end(&md5, tag);
    md5 = protect_resumed(key->outer);
    ox_md5_add(&md5, tag, OX_MD5_BYTES);
    ox_md5_end(&md5, tag);
}

/* Compares bytes in a time that does not depend on their contents. */
PROTECT_INLINE bool protect_same(const uint8_t *a, const uint8_t *b, uint32_t size) {
    uint32_t differs = 0;
    for (uint32_t i = 0; i < size; i++) differs |= (uint32_t)(a[i] ^ b[i]);
    return differs == 0;
}

/* Clears bytes that held a key. The writes are volatile, so that the compiler does not drop them. */
PROTECT_INLINE void protect_forget(uint8_t *bytes, uint32_t size) {
    volatile uint8_t *at = bytes;
    while (size-- > 0) *at++ = 0;
}

/* Derives numbers for a purpose from a key and a nonce: digests of {purpose, count, nonce}. */
PROTECT_INLINE void protect_derive(const protect_key *key, uint8_t purpose, const uint8_t nonce[OX_MD5_BYTES],
                                   uint8_t *to, uint32_t blocks) {
    uint8_t text[2 + OX_MD5_BYTES];
    memcpy(text + 2, nonce, OX_MD5_BYTES);
    text[0] = purpose;
    for (uint32_t i = 0; i < blocks; i++) {
        text[1] = (uint8_t)i;
        protect_tag(key, text, sizeof text, to + i * OX_MD5_BYTES);
    }
}

/* ---- whitening ---- */

/* Whitens bytes: xors them with a generator begun at `state`. A second whitening undoes the first. */
PROTECT_INLINE void protect_whiten(uint32_t state, protect_step step, uint8_t *bytes, uint32_t size) {
    rng32 stream = {state != 0 ? state : step.a};
    for (uint32_t i = 0; i < size; i += 4) {
        uint32_t word = rng32_next(&stream);
        for (uint32_t k = 0; k < 4 && i + k < size; k++, word >>= 8) bytes[i + k] ^= (uint8_t)word;
    }
}

#endif
