/* Strings of LZW: each is a known string and one byte more. */
#include "tools/import/image/lzw.h"

void import_lzw_clear(import_lzw *table, uint32_t values) {
    for (uint32_t i = 0; i < values; i++) {
        table->before[i] = 0;
        table->last[i] = table->first[i] = (uint8_t)i;
        table->length[i] = 1;
    }
    table->values = values;
    table->next = values + 2;
    table->previous = IMPORT_LZW_NONE;
}

/* Adds the string of the previous code and the first byte of the string of `code`, which may be the new string
 * itself. */
static void add_string(import_lzw *table, uint32_t code) {
    const uint32_t previous = table->previous, next = table->next++;
    table->before[next] = (uint16_t)previous;
    table->first[next] = table->first[previous];
    table->last[next] = code == next ? table->first[previous] : table->first[code];
    table->length[next] = (uint16_t)(table->length[previous] + 1);
}

bool import_lzw_put(import_lzw *table, uint32_t code, uint8_t *out, size_t *used, size_t room) {
    if (table->previous == IMPORT_LZW_NONE ? code >= table->values : code > table->next) return false;
    if (table->previous != IMPORT_LZW_NONE && table->next < IMPORT_LZW_CODES) {
        add_string(table, code);
    } else if (code >= table->next) {
        return false;
    }
    table->previous = code;
    const size_t begin = *used;
    *used += table->length[code];
    for (size_t i = table->length[code]; i-- > 0; code = table->before[code])
        if (begin + i < room) out[begin + i] = table->last[code];
    return true;
}
