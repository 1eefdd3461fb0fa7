/* CRC-32 by a table of 16 entries (two steps per byte) and Adler-32 with its sums reduced every 5552 bytes.
 */
#include "tools/import/checksum.h"

static const uint32_t nibble_table[16] = {
    0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u, 0x4DB26158u, 0x5005713Cu,
    0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu, 0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu,
};

uint32_t import_crc32(uint32_t crc, const void *data, size_t size) {
    const uint8_t *bytes = data;

    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        crc = (crc >> 4) ^ nibble_table[crc & 15];
        crc = (crc >> 4) ^ nibble_table[crc & 15];
    }
    return ~crc;
}

uint32_t import_adler32(uint32_t adler, const void *data, size_t size) {
    enum { LONGEST = 5552 }; /* more bytes than that could overflow the second sum */
    const uint8_t *bytes = data;
    uint32_t a = adler & 0xFFFF;
    uint32_t b = adler >> 16;

    while (size > 0) {
        size_t run = size < LONGEST ? size : LONGEST;
        for (size_t i = 0; i < run; i++) {
            a += bytes[i];
            b += a;
        }
        a %= 65521;
        b %= 65521;
        bytes += run;
        size -= run;
    }
    return b << 16 | a;
}
