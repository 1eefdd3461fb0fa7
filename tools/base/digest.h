/* A hash of contents that no two different files share: what builds know files and results by.
 *
 * BLAKE2b with 32 bytes of result and no key (RFC 7693): digests of equal bytes are equal on every machine,
 * and finding two contents with one digest is out of reach. About a nanosecond a byte. */
#ifndef OXCART_TOOLS_BASE_DIGEST_H
#define OXCART_TOOLS_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DIGEST_BYTES = 32, DIGEST_TEXT = 2 * DIGEST_BYTES + 1 };

typedef struct digest {
    uint8_t bytes[DIGEST_BYTES];
} digest;

/* The state of a digest whose contents come in pieces: begin, add ..., end. */
typedef struct digest_state {
    uint64_t h[8], total;
    uint8_t block[128];
    size_t used;
} digest_state;

void digest_begin(digest_state *state);
void digest_add(digest_state *state, const void *data, size_t size);
digest digest_end(digest_state *state);

/* Add a text with its length, and another digest, to a digest: for keys made of several things. */
void digest_add_text(digest_state *state, const char *text);
void digest_add_digest(digest_state *state, const digest *other);

digest digest_of(const void *data, size_t size);
bool digest_equal(const digest *a, const digest *b);

/* Print a digest as 64 hexadecimal digits, and read such a text back (false for any other text). */
void digest_print(const digest *d, char text[DIGEST_TEXT]);
bool digest_read(const char *text, digest *d);

#endif
