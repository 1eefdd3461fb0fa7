/* CRC-32 and the name ids made of it. */
#include "rom/rom.h"

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

/* table[k][i]: byte i followed by k zero bytes. */
static const uint32_t table[4][256] = {TABLE(ENTRY0), TABLE(ENTRY1), TABLE(ENTRY2), TABLE(ENTRY3)};

static inline uint32_t step(uint32_t crc, uint8_t byte) { return crc >> 8 ^ table[0][(crc ^ byte) & 0xFFu]; }

uint32_t rom_crc32(uint32_t crc, const void *data, size_t size) {
    const uint8_t *at = data;
    crc = ~crc;
    while (size > 0 && ((uintptr_t)at & 3u) != 0) {
        crc = step(crc, *at++);
        size--;
    }
    for (; size >= 4; size -= 4, at += 4) {
        crc ^= rom_word(at);
        crc = table[3][crc & 0xFFu] ^ table[2][crc >> 8 & 0xFFu] ^ table[1][crc >> 16 & 0xFFu] ^
              table[0][crc >> 24];
    }
    while (size-- > 0) crc = step(crc, *at++);
    return ~crc;
}

static inline uint32_t folded_step(uint32_t crc, char letter) {
    uint8_t byte = (uint8_t)letter;
    if (byte >= 'A' && byte <= 'Z') byte = (uint8_t)(byte + ('a' - 'A'));
    if (byte == '\\') byte = '/';
    return step(crc, byte);
}

uint32_t rom_id_of(const char *name, size_t length) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < length; i++) crc = folded_step(crc, name[i]);
    return ~crc;
}

uint32_t rom_id(const char *name) {
    uint32_t crc = 0xFFFFFFFFu;
    while (*name != 0) crc = folded_step(crc, *name++);
    return ~crc;
}
