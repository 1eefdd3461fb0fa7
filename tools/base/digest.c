/* BLAKE2b as RFC 7693 describes it. */
#include "tools/base/digest.h"

#include <string.h>

#include "tools/base/scan.h"

static const uint64_t start[8] = {0x6A09E667F3BCC908u, 0xBB67AE8584CAA73Bu, 0x3C6EF372FE94F82Bu,
                                  0xA54FF53A5F1D36F1u, 0x510E527FADE682D1u, 0x9B05688C2B3E6C1Fu,
                                  0x1F83D9ABFB41BD6Bu, 0x5BE0CD19137E2179u};

static uint64_t turn_right(uint64_t x, int bits) { return x >> bits | x << (64 - bits); }

#define MIX(a, b, c, d, x, y)                                                                                \
    a += b + (x);                                                                                            \
    d = turn_right(d ^ a, 32);                                                                               \
    c += d;                                                                                                  \
    b = turn_right(b ^ c, 24);                                                                               \
    a += b + (y);                                                                                            \
    d = turn_right(d ^ a, 16);                                                                               \
    c += d;                                                                                                  \
    b = turn_right(b ^ c, 63)

/* A little-endian word, in one expression, so that compilers make one load of it on little-endian machines. */
static uint64_t word_at(const uint8_t *at) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

/* The order of words is written into each round: with a table of the order, hashing a byte takes twice as long. */
#define ROUND(a, b, c, d, e, f, g, h, i, j, k, l, n, o, p, q)                                                \
    MIX(v0, v4, v8, vc, m[a], m[b]);                                                                         \
    MIX(v1, v5, v9, vd, m[c], m[d]);                                                                         \
    MIX(v2, v6, va, ve, m[e], m[f]);                                                                         \
    MIX(v3, v7, vb, vf, m[g], m[h]);                                                                         \
    MIX(v0, v5, va, vf, m[i], m[j]);                                                                         \
    MIX(v1, v6, vb, vc, m[k], m[l]);                                                                         \
    MIX(v2, v7, v8, vd, m[n], m[o]);                                                                         \
    MIX(v3, v4, v9, ve, m[p], m[q])

static void compress(digest_state *s, const uint8_t *block, bool last) {
    uint64_t m[16], v0 = s->h[0], v1 = s->h[1], v2 = s->h[2], v3 = s->h[3], v4 = s->h[4], v5 = s->h[5],
                    v6 = s->h[6], v7 = s->h[7], v8 = start[0], v9 = start[1], va = start[2], vb = start[3],
                    vc = start[4] ^ s->total, vd = start[5], ve = last ? ~start[6] : start[6], vf = start[7];
    for (int i = 0; i < 16; i++) m[i] = word_at(block + 8 * i);
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
    ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);
    ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);
    ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);
    ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);
    ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);
    ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);
    ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);
    ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0);
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
    const uint64_t low[8] = {v0, v1, v2, v3, v4, v5, v6, v7}, high[8] = {v8, v9, va, vb, vc, vd, ve, vf};
    for (int i = 0; i < 8; i++) s->h[i] ^= low[i] ^ high[i];
}

void digest_begin(digest_state *s) {
    memcpy(s->h, start, sizeof s->h);
    s->h[0] ^= 0x01010000u ^ DIGEST_BYTES; /* no key, fan-out and depth 1 */
    s->total = 0;
    s->used = 0;
}

void digest_add(digest_state *s, const void *data, size_t size) {
    const uint8_t *from = data;
    while (size > 0) { /* a full block stays until more follows: the last one is marked */
        if (s->used == sizeof s->block) {
            s->total += sizeof s->block;
            compress(s, s->block, false);
            s->used = 0;
        }
        if (s->used == 0 && size > sizeof s->block) {
            s->total += sizeof s->block;
            compress(s, from, false);
            from += sizeof s->block;
            size -= sizeof s->block;
            continue;
        }
        size_t part = sizeof s->block - s->used < size ? sizeof s->block - s->used : size;
        memcpy(s->block + s->used, from, part);
        s->used += part;
        from += part;
        size -= part;
    }
}

digest digest_end(digest_state *s) {
    digest d;
    s->total += s->used;
    memset(s->block + s->used, 0, sizeof s->block - s->used);
    compress(s, s->block, true);
    for (int i = 0; i < DIGEST_BYTES; i++) d.bytes[i] = (uint8_t)(s->h[i / 8] >> (8 * (i % 8)));
    return d;
}

void digest_add_text(digest_state *s, const char *text) {
    uint64_t length = strlen(text);
    uint8_t size[8];
    for (int i = 0; i < 8; i++) size[i] = (uint8_t)(length >> (8 * i));
    digest_add(s, size, sizeof size);
    digest_add(s, text, (size_t)length);
}

void digest_add_digest(digest_state *s, const digest *other) { digest_add(s, other->bytes, DIGEST_BYTES); }

digest digest_of(const void *data, size_t size) {
    digest_state s;
    digest_begin(&s);
    digest_add(&s, data, size);
    return digest_end(&s);
}

bool digest_equal(const digest *a, const digest *b) { return memcmp(a->bytes, b->bytes, DIGEST_BYTES) == 0; }

void digest_print(const digest *d, char text[DIGEST_TEXT]) {
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < DIGEST_BYTES; i++) {
        text[2 * i] = digits[d->bytes[i] >> 4];
        text[2 * i + 1] = digits[d->bytes[i] & 15];
    }
    text[2 * DIGEST_BYTES] = 0;
}

bool digest_read(const char *text, digest *d) {
    for (int i = 0; i < DIGEST_BYTES; i++) {
        int high = scan_hex_digit(text[2 * i]), low = high < 0 ? -1 : scan_hex_digit(text[2 * i + 1]);
        if (low < 0) return false;
        d->bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
