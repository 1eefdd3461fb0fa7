/* The hashes of byte strings for tables. */
#include "kernel/names/hash.h"

#include "fixedmath/bits.h"
#include "rom/rom.h"

/* ---- lookup3 ---- */

typedef struct three {
    uint32_t a, b, c;
} three;

static inline three mix_three(three s) {
    s.a -= s.c, s.a ^= fx_rotate_left(s.c, 4), s.c += s.b;
    s.b -= s.a, s.b ^= fx_rotate_left(s.a, 6), s.a += s.c;
    s.c -= s.b, s.c ^= fx_rotate_left(s.b, 8), s.b += s.a;
    s.a -= s.c, s.a ^= fx_rotate_left(s.c, 16), s.c += s.b;
    s.b -= s.a, s.b ^= fx_rotate_left(s.a, 19), s.a += s.c;
    s.c -= s.b, s.c ^= fx_rotate_left(s.b, 4), s.b += s.a;
    return s;
}

static inline uint32_t finish_three(three s) {
    s.c ^= s.b, s.c -= fx_rotate_left(s.b, 14);
    s.a ^= s.c, s.a -= fx_rotate_left(s.c, 11);
    s.b ^= s.a, s.b -= fx_rotate_left(s.a, 25);
    s.c ^= s.b, s.c -= fx_rotate_left(s.b, 16);
    s.a ^= s.c, s.a -= fx_rotate_left(s.c, 4);
    s.b ^= s.a, s.b -= fx_rotate_left(s.a, 14);
    s.c ^= s.b, s.c -= fx_rotate_left(s.b, 24);
    return s.c;
}

/* A word whose bytes from `length` on are 0. */
static uint32_t partial_word(const uint8_t *at, size_t length) {
    if (length >= 4) return rom_u32(at);
    uint32_t word = 0;
    for (size_t i = 0; i < length; i++) word |= (uint32_t)at[i] << (8 * i);
    return word;
}

uint32_t ox_hash_lookup3(const void *data, size_t length, uint32_t seed) {
    const uint8_t *at = data;
    uint32_t start = 0xDEADBEEFu + (uint32_t)length + seed;
    three s = {start, start, start};
    for (; length > 12; length -= 12, at += 12) {
        s.a += rom_u32(at);
        s.b += rom_u32(at + 4);
        s.c += rom_u32(at + 8);
        s = mix_three(s);
    }
    if (length == 0) return s.c;
    s.a += partial_word(at, length);
    if (length > 4) s.b += partial_word(at + 4, length - 4);
    if (length > 8) s.c += partial_word(at + 8, length - 8);
    return finish_three(s);
}

/* ---- Hsieh ---- */

static inline uint32_t signed_byte(uint8_t byte) { return (byte ^ 0x80u) - 0x80u; }

uint32_t ox_hash_hsieh(const void *data, size_t length) {
    const uint8_t *at = data;
    uint32_t h = (uint32_t)length;
    if (length == 0) return 0;
    for (; length >= 4; length -= 4, at += 4) {
        h += rom_u16(at);
        h = h << 16 ^ ((uint32_t)rom_u16(at + 2) << 11 ^ h);
        h += h >> 11;
    }
    if (length == 3) {
        h += rom_u16(at);
        h ^= h << 16;
        h ^= signed_byte(at[2]) << 18;
        h += h >> 11;
    } else if (length == 2) {
        h += rom_u16(at);
        h ^= h << 11;
        h += h >> 17;
    } else if (length == 1) {
        h += signed_byte(at[0]);
        h ^= h << 10;
        h += h >> 1;
    }
    h ^= h << 3;
    h += h >> 5;
    h ^= h << 4;
    h += h >> 17;
    h ^= h << 25;
    h += h >> 6;
    return h;
}
