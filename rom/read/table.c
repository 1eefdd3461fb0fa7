/* Looks numbers up in tables. */
#include "rom/table.h"

rom_status rom_table_bind(const uint8_t *chunk, const rom_table_shape *shape, rom_table *table,
                          rom_error *error) {
    uint32_t own_kind = chunk[ROM_TABLE_KIND], own_dimensions = chunk[ROM_TABLE_DIMENSIONS];
    uint32_t own_width = rom_word(chunk + ROM_TABLE_WIDTH), own_height = rom_word(chunk + ROM_TABLE_HEIGHT);
    *table = (rom_table){NULL, 0, 0, 0, 0, 0, 0, 0};
    if (shape->kind != ROM_TABLE_ANY && shape->kind != own_kind)
        return rom_fail(error, ROM_BAD_CHUNK, ROM_TABLE_KIND, "a table of kind %u instead of %u", own_kind,
                        shape->kind);
    if (shape->dimensions != 0 && shape->dimensions != own_dimensions)
        return rom_fail(error, ROM_BAD_CHUNK, ROM_TABLE_DIMENSIONS, "a table of %u dimensions instead of %u",
                        own_dimensions, shape->dimensions);
    if (shape->width != 0 && shape->width != own_width)
        return rom_fail(error, ROM_BAD_CHUNK, ROM_TABLE_WIDTH, "a table %u wide instead of %u", own_width,
                        shape->width);
    if (shape->height != 0 && shape->height != own_height)
        return rom_fail(error, ROM_BAD_CHUNK, ROM_TABLE_HEIGHT, "a table %u high instead of %u", own_height,
                        shape->height);
    *table = (rom_table){.values = chunk + rom_word(chunk + ROM_TABLE_VALUES_AT),
                         .width = own_width,
                         .height = own_height,
                         .low = (int32_t)rom_word(chunk + ROM_TABLE_LOW),
                         .high = (int32_t)rom_word(chunk + ROM_TABLE_HIGH),
                         .low_y = (int32_t)rom_word(chunk + ROM_TABLE_LOW_Y),
                         .high_y = (int32_t)rom_word(chunk + ROM_TABLE_HIGH_Y),
                         .kind = (uint8_t)own_kind};
    return ROM_OK;
}

int32_t rom_table_element(const rom_table *table, uint32_t x, uint32_t y) {
    if (table->values == NULL) return 0;
    if (x >= table->width) x = table->width - 1;
    if (y >= table->height) y = table->height - 1;
    size_t i = (size_t)y * table->width + x;
    switch (table->kind) {
    case ROM_TABLE_U8:
        return table->values[i];
    case ROM_TABLE_I16:
        return rom_i16(table->values + i * 2);
    case ROM_TABLE_U16:
        return rom_u16(table->values + i * 2);
    default:
        return rom_i32(table->values + i * 4);
    }
}

/* Place of a position among `count` elements from low to high, in 1/65536 of an element; held at the ends. */
static uint64_t place_of(int32_t position, int32_t low, int32_t high, uint32_t count) {
    if (count < 2 || position <= low) return 0;
    if (position >= high) return (uint64_t)(count - 1) << 16;
    uint64_t from = (uint64_t)((int64_t)position - low), range = (uint64_t)((int64_t)high - low);
    return (from * (count - 1) * 65536u + range / 2) / range;
}

int32_t rom_table_nearest(const rom_table *table, int32_t x, int32_t y) {
    uint64_t across = place_of(x, table->low, table->high, table->width),
             down = place_of(y, table->low_y, table->high_y, table->height);
    return rom_table_element(table, (uint32_t)((across + 32768) >> 16), (uint32_t)((down + 32768) >> 16));
}

/* a + (b - a) * fraction / 65536, rounded to nearest. */
static int32_t value_between(int32_t a, int32_t b, uint32_t fraction) {
    int64_t moved = ((int64_t)b - a) * (int64_t)fraction + 32768;
    int64_t whole = moved >= 0 ? moved / 65536 : -((65535 - moved) / 65536);
    return (int32_t)(a + whole);
}

int32_t rom_table_linear(const rom_table *table, int32_t x, int32_t y) {
    uint64_t across = place_of(x, table->low, table->high, table->width),
             down = place_of(y, table->low_y, table->high_y, table->height);
    uint32_t column = (uint32_t)(across >> 16), row = (uint32_t)(down >> 16),
             fraction = (uint32_t)(across & 65535u);
    int32_t upper = value_between(rom_table_element(table, column, row),
                                  rom_table_element(table, column + 1, row), fraction);
    if ((down & 65535u) == 0) return upper;
    int32_t lower = value_between(rom_table_element(table, column, row + 1),
                                  rom_table_element(table, column + 1, row + 1), fraction);
    return value_between(upper, lower, (uint32_t)(down & 65535u));
}
