/* CRC-32 by the table of rom/rom.h; Adler-32 with its sums reduced every 5552 bytes. */
#include "tools/import/base/checksum.h"

#include "rom/rom.h"

uint32_t import_crc32(uint32_t crc, const void *data, size_t size) { return rom_crc32(crc, data, size); }

uint32_t import_adler32(uint32_t adler, const void *data, size_t size) {
    enum { LONGEST = 5552 }; /* a longer run could overflow the second sum */
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
