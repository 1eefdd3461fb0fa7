/* Looks texts up. */
#include "rom/text.h"

const char *rom_text_find(const uint8_t *table, uint32_t key, uint32_t *length) {
    uint32_t low = 0, high = rom_word(table + ROM_TEXT_COUNT);
    *length = 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *row = table + rom_word(table + ROM_TEXT_AT) + (size_t)middle * ROM_STRING_SIZE;
        if (rom_word(row) == key) {
            *length = rom_word(row + ROM_STRING_TEXT + 4);
            return (const char *)table + rom_word(row + ROM_STRING_TEXT);
        }
        if (rom_word(row) < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}
