/* CRC-32 and the name ids made of it. */
#include "rom/rom.h"

/* Bytes of the tables: 4096 take four bytes a step, 1024 one byte, and 64 half a byte. */
#ifndef ROM_CRC_TABLE
#define ROM_CRC_TABLE 4096
#endif

/* A CRC is linear: an entry is the sum (exclusive or) of the entries of its bits, so eight numbers a table
 * are enough here and the compiler works the 4 x 256 entries out. */
#define SUM(i, a, b, c, d, e, f, g, h)                                                                       \
    (((i)&1 ? a : 0u) ^ ((i)&2 ? b : 0u) ^ ((i)&4 ? c : 0u) ^ ((i)&8 ? d : 0u) ^ ((i)&16 ? e : 0u) ^         \
     ((i)&32 ? f : 0u) ^ ((i)&64 ? g : 0u) ^ ((i)&128 ? h : 0u))
#define ENTRY0(i)                                                                                            \
    SUM(i, 0x77073096u, 0xEE0E612Cu, 0x076DC419u, 0x0EDB8832u, 0x1DB71064u, 0x3B6E20C8u, 0x76DC4190u,        \
        0xEDB88320u)
#define ENTRY1(i)                                                                                            \
    SUM(i, 0x191B3141u, 0x32366282u, 0x646CC504u, 0xC8D98A08u, 0x4AC21251u, 0x958424A2u, 0xF0794F05u,        \
        0x3B83984Bu)
#define ENTRY2(i)                                                                                            \
    SUM(i, 0x01C26A37u, 0x0384D46Eu, 0x0709A8DCu, 0x0E1351B8u, 0x1C26A370u, 0x384D46E0u, 0x709A8DC0u,        \
        0xE1351B80u)
#define ENTRY3(i)                                                                                            \
    SUM(i, 0xB8BC6765u, 0xAA09C88Bu, 0x8F629757u, 0xC5B428EFu, 0x5019579Fu, 0xA032AF3Eu, 0x9B14583Du,        \
        0xED59B63Bu)
#define FOUR(entry, i) entry(i), entry((i) + 1), entry((i) + 2), entry((i) + 3)
#define SIXTEEN(entry, i) FOUR(entry, i), FOUR(entry, (i) + 4), FOUR(entry, (i) + 8), FOUR(entry, (i) + 12)
#define SIXTY_FOUR(entry, i)                                                                                 \
    SIXTEEN(entry, i), SIXTEEN(entry, (i) + 16), SIXTEEN(entry, (i) + 32), SIXTEEN(entry, (i) + 48)
#define TABLE(entry)                                                                                         \
    { SIXTY_FOUR(entry, 0), SIXTY_FOUR(entry, 64), SIXTY_FOUR(entry, 128), SIXTY_FOUR(entry, 192) }

#if ROM_CRC_TABLE == 64
/* The table for half a byte at a time. */
static const uint32_t table[16] = {
    ENTRY0(0),   ENTRY0(16),  ENTRY0(32),  ENTRY0(48),  ENTRY0(64),  ENTRY0(80),  ENTRY0(96),  ENTRY0(112),
    ENTRY0(128), ENTRY0(144), ENTRY0(160), ENTRY0(176), ENTRY0(192), ENTRY0(208), ENTRY0(224), ENTRY0(240)};

static inline uint32_t step_crc(uint32_t crc, uint8_t byte) {
    crc ^= byte;
    crc = crc >> 4 ^ table[crc & 15u];
    return crc >> 4 ^ table[crc & 15u];
}
#else
#if ROM_CRC_TABLE == 1024
static const uint32_t table[256] = TABLE(ENTRY0);
#else
/* The CRC of byte i, followed by none to three zero bytes. */
static const uint32_t table[256] = TABLE(ENTRY0);
static const uint32_t table1[256] = TABLE(ENTRY1);
static const uint32_t table2[256] = TABLE(ENTRY2);
static const uint32_t table3[256] = TABLE(ENTRY3);
#endif

static inline uint32_t step_crc(uint32_t crc, uint8_t byte) { return crc >> 8 ^ table[(crc ^ byte) & 0xFFu]; }
#endif

/* Steps over four bytes, the first in the low bits of `word`. */
static inline uint32_t step_word(uint32_t crc, uint32_t word) {
#if ROM_CRC_TABLE == 4096
    crc ^= word;
    return table3[crc & 0xFFu] ^ table2[crc >> 8 & 0xFFu] ^ table1[crc >> 16 & 0xFFu] ^ table[crc >> 24];
#else
    for (int i = 0; i < 4; i++) crc = step_crc(crc, (uint8_t)(word >> 8 * i));
    return crc;
#endif
}

uint32_t rom_crc32(uint32_t crc, const void *data, size_t size) {
    const uint8_t *at = data;
    crc = ~crc;
    while (size > 0 && ((uintptr_t)at & 3u) != 0) {
        crc = step_crc(crc, *at++);
        size--;
    }
    for (; size >= 4; size -= 4, at += 4) crc = step_word(crc, rom_word(at));
    while (size-- > 0) crc = step_crc(crc, *at++);
    return ~crc;
}

/* ---- names ---- */

static inline uint8_t folded_letter(char letter) {
    uint8_t byte = (uint8_t)letter;
    if (byte >= 'A' && byte <= 'Z') return (uint8_t)(byte + ('a' - 'A'));
    return byte == '\\' ? '/' : byte;
}

/* Whether a byte of the word may fold. Only bytes 0x41 to 0x5C fold, and few names have such bytes. Each byte
 * is raised by one, so that the underscore, which many names have, becomes 0x60 and does not count. A carry out
 * of a byte 0xFF raises the next byte by one more, which moves no byte that folds out of 0x40 to 0x5F. */
static inline bool may_fold(uint32_t word) {
    word += 0x01010101u;
    return (word & ~(word << 1) & 0x40404040u) != 0;
}

uint32_t rom_id_of(const char *name, size_t length) {
    const uint8_t *at = (const uint8_t *)name;
    uint32_t crc = 0xFFFFFFFFu;
    for (; length >= 4; length -= 4, at += 4) {
        uint32_t word = rom_u32(at);
        if (may_fold(word)) {
            word = folded_letter((char)at[0]) | (uint32_t)folded_letter((char)at[1]) << 8 |
                   (uint32_t)folded_letter((char)at[2]) << 16 | (uint32_t)folded_letter((char)at[3]) << 24;
        }
        crc = step_word(crc, word);
    }
    while (length-- > 0) crc = step_crc(crc, folded_letter((char)*at++));
    return ~crc;
}

uint32_t rom_id(const char *name) {
    uint32_t crc = 0xFFFFFFFFu;
    while (*name != 0) crc = step_crc(crc, folded_letter(*name++));
    return ~crc;
}
