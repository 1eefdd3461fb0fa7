/* MD5 by RFC 1321. It reads and writes words byte by byte, so that the digest is the same on every machine. */
#include "kernel/names/md5.h"

#include <string.h>

#include "fixedmath/bits.h"
#include "rom/rom.h"

/* Entry i of the RFC's table T: the integer part of 2^32 times |sin(i + 1)|. */
static const uint32_t sines[64] = {
    0xD76AA478u, 0xE8C7B756u, 0x242070DBu, 0xC1BDCEEEu, 0xF57C0FAFu, 0x4787C62Au, 0xA8304613u, 0xFD469501u,
    0x698098D8u, 0x8B44F7AFu, 0xFFFF5BB1u, 0x895CD7BEu, 0x6B901122u, 0xFD987193u, 0xA679438Eu, 0x49B40821u,
    0xF61E2562u, 0xC040B340u, 0x265E5A51u, 0xE9B6C7AAu, 0xD62F105Du, 0x02441453u, 0xD8A1E681u, 0xE7D3FBC8u,
    0x21E1CDE6u, 0xC33707D6u, 0xF4D50D87u, 0x455A14EDu, 0xA9E3E905u, 0xFCEFA3F8u, 0x676F02D9u, 0x8D2A4C8Au,
    0xFFFA3942u, 0x8771F681u, 0x6D9D6122u, 0xFDE5380Cu, 0xA4BEEA44u, 0x4BDECFA9u, 0xF6BB4B60u, 0xBEBFBC70u,
    0x289B7EC6u, 0xEAA127FAu, 0xD4EF3085u, 0x04881D05u, 0xD9D4D039u, 0xE6DB99E5u, 0x1FA27CF8u, 0xC4AC5665u,
    0xF4292244u, 0x432AFF97u, 0xAB9423A7u, 0xFC93A039u, 0x655B59C3u, 0x8F0CCC92u, 0xFFEFF47Du, 0x85845DD1u,
    0x6FA87E4Fu, 0xFE2CE6E0u, 0xA3014314u, 0x4E0811A1u, 0xF7537E82u, 0xBD3AF235u, 0x2AD7D2BBu, 0xEB86D391u,
};

static const uint8_t turns[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

static void add_block(uint32_t state[4], const uint8_t *block) {
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (unsigned i = 0; i < 64; i++) {
        uint32_t f, word;
        if (i < 16) {
            f = d ^ (b & (c ^ d));
            word = i;
        } else if (i < 32) {
            f = c ^ (d & (b ^ c));
            word = 5 * i + 1;
        } else if (i < 48) {
            f = b ^ c ^ d;
            word = 3 * i + 5;
        } else {
            f = c ^ (b | ~d);
            word = 7 * i;
        }
        f += a + sines[i] + rom_u32(block + word % 16 * 4);
        a = d;
        d = c;
        c = b;
        b += fx_rotate_left(f, turns[i / 16 * 4 + i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

ox_md5 ox_md5_begin(void) {
    ox_md5 md5;
    memset(&md5, 0, sizeof md5);
    md5.state[0] = 0x67452301u;
    md5.state[1] = 0xEFCDAB89u;
    md5.state[2] = 0x98BADCFEu;
    md5.state[3] = 0x10325476u;
    return md5;
}

void ox_md5_add(ox_md5 *md5, const void *data, size_t size) {
    const uint8_t *at = data;
    while (size > 0) {
        size_t used = (size_t)(md5->length % 64u), part = 64u - used < size ? 64u - used : size;
        if (part == 64) {
            add_block(md5->state, at);
        } else {
            memcpy(md5->block + used, at, part);
            if (used + part == 64) add_block(md5->state, md5->block);
        }
        md5->length += part;
        at += part;
        size -= part;
    }
}

static void put_word(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> 8 * i);
}

void ox_md5_end(ox_md5 *md5, uint8_t digest[OX_MD5_BYTES]) {
    static const uint8_t filling[64] = {0x80};
    uint8_t length[8];
    uint64_t bits = md5->length * 8u;
    put_word(length, (uint32_t)bits);
    put_word(length + 4, (uint32_t)(bits >> 32));
    ox_md5_add(md5, filling, 1 + (size_t)((119u - md5->length % 64u) % 64u));
    ox_md5_add(md5, length, sizeof length);
    for (int i = 0; i < 4; i++) put_word(digest + 4 * i, md5->state[i]);
}

void ox_md5_of(const void *data, size_t size, uint8_t digest[OX_MD5_BYTES]) {
    ox_md5 md5 = ox_md5_begin();
    ox_md5_add(&md5, data, size);
    ox_md5_end(&md5, digest);
}
