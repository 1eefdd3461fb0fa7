/* Looks rows and columns of data tables up. */
#include "rom/data.h"

/* The number of the first record whose first word is the word wanted or above it, among `count` records of
 * `bytes` bytes each in rising order of their first words. */
static uint32_t first_from(const uint8_t *at, uint32_t count, uint32_t bytes, uint32_t word) {
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (rom_word(at + (size_t)middle * bytes) < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t first_row_from(const uint8_t *chunk, uint32_t key) {
    return first_from(chunk + rom_word(chunk + ROM_DATA_ROWS_AT), rom_data_rows(chunk),
                      rom_word(chunk + ROM_DATA_ROW_BYTES), key);
}

const uint8_t *rom_data_find(const uint8_t *chunk, uint32_t key) {
    const uint32_t number = first_row_from(chunk, key);
    if (number == rom_data_rows(chunk)) return NULL;
    const uint8_t *row = rom_data_row(chunk, number);
    return rom_data_key(row) == key ? row : NULL;
}

uint32_t rom_data_behind(const uint8_t *chunk, uint32_t key) {
    return key == UINT32_MAX ? rom_data_rows(chunk) : first_row_from(chunk, key + 1u);
}

int rom_data_column(const uint8_t *chunk, uint32_t name) {
    const uint32_t count = rom_data_columns(chunk);
    const uint32_t number =
        first_from(chunk + rom_word(chunk + ROM_DATA_FIELDS_AT), count, ROM_FIELD_SIZE, name);
    return number < count && rom_word(rom_data_column_at(chunk, number)) == name ? (int)number : -1;
}

static const uint8_t *value_at(const uint8_t *chunk, const uint8_t *row, uint32_t column) {
    return row + rom_word(rom_data_column_at(chunk, column) + ROM_FIELD_OFFSET);
}

int32_t rom_data_value(const uint8_t *chunk, const uint8_t *row, uint32_t column) {
    return rom_i32(value_at(chunk, row, column));
}

const char *rom_data_text(const uint8_t *chunk, const uint8_t *row, uint32_t column, uint32_t *length) {
    const uint8_t *value = value_at(chunk, row, column);
    *length = rom_word(value + 4);
    return (const char *)chunk + rom_word(value);
}
