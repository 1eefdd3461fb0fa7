/* Texts as bytes of UTF-8 (RFC 3629), and as UTF-16 where other programs write it.
 *
 *     for (size_t at = 0, bytes; at < size; at += bytes == 0 ? 1 : bytes) {
 *         bytes = fx_utf8_read(text + at, size - at, &code);                   0: no character begins here
 *
 * A character has one to four bytes. Bytes that are no character are refused: overlong forms, surrogates, numbers above
 * 0x10FFFF, bytes without a first byte, and ends that are cut off. Drawing shows U+FFFD for each such byte and goes on
 * with the next byte; readers of files and packets refuse the text.
 *
 * Bytes are not characters: every length here says which of the two it counts. ASCII is one byte each, as ever. Cost:
 * some ten instructions a byte. */
#ifndef FIXEDMATH_UTF8_H
#define FIXEDMATH_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the character that begins here; returns its bytes, 1 to 4. 0 where no character begins, and at the end: *code
 * is U+FFFD then. Reads at most `left` bytes, and none behind a zero byte. */
size_t fx_utf8_read(const char *at, size_t left, uint32_t *code);

/* Writes a character; returns its bytes, 1 to 4. 0, and nothing written, for what is no character. */
size_t fx_utf8_write(char out[4], uint32_t code);

/* Offset of the first byte that begins no character; `size` when the text is right. */
size_t fx_utf8_fault(const char *text, size_t size);

/* How many characters the text has; a byte that begins none counts as one. */
size_t fx_utf8_count(const char *text, size_t size);

/* Bytes of the first `count` characters; `size` when there are fewer. */
size_t fx_utf8_bytes(const char *text, size_t size, size_t count);

/* Offset of the character in front of the offset `from`, of text that is right; 0 at the front. */
size_t fx_utf8_back(const char *text, size_t from);

/* ---- UTF-16, in bytes of either order, without a mark at the front ---- */

/* Each returns how many bytes the other form takes, and writes as many whole characters as `room` has place for; out
 * may be NULL where room is 0. *fault is the offset of the first byte that is wrong (a lone surrogate, half a unit; no
 * character), where the conversion ends, or `size`. */
size_t fx_utf8_from_utf16(const char *text, size_t size, bool big_endian, char *out, size_t room,
                          size_t *fault);
size_t fx_utf16_from_utf8(const char *text, size_t size, bool big_endian, char *out, size_t room,
                          size_t *fault);

#endif
