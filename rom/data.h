/* Data tables: rows of typed columns, read in place by key and by name.
 *
 *     const uint8_t *row = rom_data_find(weapons, rom_id("sword"));         NULL: there is no such row
 *     int column = rom_data_column(weapons, rom_id("damage"));              negative: there is no such column
 *     int32_t damage = rom_data_value(weapons, row, (uint32_t)column);
 *
 * A chunk is a DATA chunk that has passed rom_check_chunk. Values are whole numbers, fx, ids of names, colours
 * 0xRRGGBB, 0 or 1, angles of 65536 to the turn; texts are read by rom_data_text. Both look-ups are binary searches. */
#ifndef OXCART_ROM_DATA_H
#define OXCART_ROM_DATA_H

#include "rom/rom.h"

/* Rows, in rising order of their keys; the key is the id of the row's name. */
static inline uint32_t rom_data_rows(const uint8_t *chunk) { return rom_word(chunk + ROM_DATA_ROW_COUNT); }
static inline const uint8_t *rom_data_row(const uint8_t *chunk, uint32_t number) {
    return chunk + rom_word(chunk + ROM_DATA_ROWS_AT) + (size_t)number * rom_word(chunk + ROM_DATA_ROW_BYTES);
}
static inline uint32_t rom_data_key(const uint8_t *row) { return rom_word(row); }
const uint8_t *rom_data_find(const uint8_t *chunk, uint32_t key);

/* The number of the first row behind a key, which need not exist; the count of rows behind the last key. */
uint32_t rom_data_behind(const uint8_t *chunk, uint32_t key);

/* Columns, in rising order of their names' ids: a field record each. */
static inline uint32_t rom_data_columns(const uint8_t *chunk) {
    return rom_word(chunk + ROM_DATA_FIELD_COUNT);
}
static inline const uint8_t *rom_data_column_at(const uint8_t *chunk, uint32_t number) {
    return chunk + rom_word(chunk + ROM_DATA_FIELDS_AT) + (size_t)number * ROM_FIELD_SIZE;
}
int rom_data_column(const uint8_t *chunk, uint32_t name);
static inline uint32_t rom_data_kind(const uint8_t *chunk, uint32_t column) {
    return rom_data_column_at(chunk, column)[ROM_FIELD_KIND];
}

/* The value of a column that is no text, as stored. */
int32_t rom_data_value(const uint8_t *chunk, const uint8_t *row, uint32_t column);

/* The text of a column of texts: `length` bytes of UTF-8, not terminated. */
const char *rom_data_text(const uint8_t *chunk, const uint8_t *row, uint32_t column, uint32_t *length);

#endif
