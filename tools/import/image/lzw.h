/* The table of codes of LZW (Welch 1984), which GIF and TIFF share. How codes lie among bits, and when they get wider, is each format's own.
 *
 *     import_lzw_clear(&table, 256);                              at the begin, and at each code that clears
 *     if (!import_lzw_put(&table, code, out, &used, room)) ...    a code that is not there yet
 *
 * The two codes behind the single values are the format's: they are never given to import_lzw_put. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_LZW_H
#define OXCART_TOOLS_IMPORT_IMAGE_LZW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IMPORT_LZW_CODES 4096u
#define IMPORT_LZW_NONE UINT32_MAX

typedef struct import_lzw {
    uint16_t before[IMPORT_LZW_CODES], length[IMPORT_LZW_CODES];
    uint8_t last[IMPORT_LZW_CODES], first[IMPORT_LZW_CODES];
    uint32_t next;     /* the code that the next string gets */
    uint32_t previous; /* the code put last, or IMPORT_LZW_NONE */
    uint32_t values;
} import_lzw;

/* Codes below `values` stand for themselves, and the next two are the format's; no string is known yet. */
void import_lzw_clear(import_lzw *table, uint32_t values);

/* Puts the string of a code behind out[*used]. *used grows by the string's length, also beyond `room`; bytes
 * that do not fit are left out. False for a code that is not in the table yet. */
bool import_lzw_put(import_lzw *table, uint32_t code, uint8_t *out, size_t *used, size_t room);

#endif
