/* Texts by key: string tables, one chunk of the same name for each language (rom_find_best chooses). */
#ifndef OXCART_ROM_TEXT_H
#define OXCART_ROM_TEXT_H

#include "rom/rom.h"

/* The text of a key in a checked TEXT chunk: `length` bytes of UTF-8, not terminated; NULL when the table has no such
 * key. Binary search. */
const char *rom_text_find(const uint8_t *table, uint32_t key, uint32_t *length);

#endif
