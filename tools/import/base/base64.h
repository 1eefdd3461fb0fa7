/* Bytes written as letters (RFC 4648, section 4), as data URIs hold them. */
#ifndef OXCART_TOOLS_IMPORT_BASE_BASE64_H
#define OXCART_TOOLS_IMPORT_BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Decodes `length` letters. *out is malloc'd (free it), *size its bytes. Blanks and line ends between letters
 * are skipped; the padding at the end may be missing. On failure false and *fault is the place of the first
 * letter that is none, `length` when the end is wrong, or SIZE_MAX when memory ran out.
 */
bool import_base64_decode(const char *text, size_t length, uint8_t **out, size_t *size, size_t *fault);

/* Letters that `size` bytes become. */
#define IMPORT_BASE64_LENGTH(size) (((size) + 2) / 3 * 4)

/* Writes IMPORT_BASE64_LENGTH(size) letters, padding included, and a zero behind them. */
void import_base64_encode(const uint8_t *data, size_t size, char *text);

#endif
