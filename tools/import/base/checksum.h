/* The two checksums of PNG and zlib files. */
#ifndef OXCART_TOOLS_IMPORT_BASE_CHECKSUM_H
#define OXCART_TOOLS_IMPORT_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 as in PNG and ZIP (polynomial 0xEDB88320, reflected). Start with crc = 0; feed the result back in to
 * go on. import_crc32(0, "123456789", 9) is 0xCBF43926. */
uint32_t import_crc32(uint32_t crc, const void *data, size_t size);

/* Adler-32 as in zlib streams (RFC 1950). Start with adler = 1. import_adler32(1, "Wikipedia", 9) is
 * 0x11E60398. */
uint32_t import_adler32(uint32_t adler, const void *data, size_t size);

#endif
