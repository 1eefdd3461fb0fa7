/* MD5: a 128-bit digest of any amount of data, for telling contents apart (build caches, network packets).
 *
 *     ox_md5 md5 = ox_md5_begin();
 *     ox_md5_add(&md5, data, size);         as often as there is more
 *     ox_md5_end(&md5, digest);
 *
 * Two contents with one digest do not come about by chance, but can be made on purpose: MD5 is no protection against an
 * attacker. The digest depends on the bytes alone, not on the pieces they come in. (RFC 1321.)
 *
 * Cost, Cortex-M3: about 2,600 instructions a block of 64 bytes, one block more at the end. */
#ifndef OXCART_KERNEL_NAMES_MD5_H
#define OXCART_KERNEL_NAMES_MD5_H

#include <stddef.h>
#include <stdint.h>

enum { OX_MD5_BYTES = 16 };

typedef struct ox_md5 {
    uint32_t state[4];
    uint64_t length; /* bytes so far */
    uint8_t block[64];
} ox_md5;

ox_md5 ox_md5_begin(void);
void ox_md5_add(ox_md5 *md5, const void *data, size_t size);
void ox_md5_end(ox_md5 *md5, uint8_t digest[OX_MD5_BYTES]); /* the record is used up after that */

/* The digest of data that lies in one piece. */
void ox_md5_of(const void *data, size_t size, uint8_t digest[OX_MD5_BYTES]);

#endif
