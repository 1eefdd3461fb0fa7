/* Tables of numbers, used in place: powers for highlights, ramps, fog, gamma, attenuation, easing.
 *
 *     rom_table power;
 *     const rom_table_shape ramp = {.kind = ROM_TABLE_FX, .dimensions = 1, .width = 256};
 *     if (rom_table_bind(view.data, &ramp, &power, &error) != ROM_OK) ...      kind and size, checked once
 *     shine = rom_table_linear(&power, cosine, 0);        between elements; beyond its ends the end element
 *
 * Values come as fx: u8, i16, u16 and i32 elements as whole numbers of their own unit (a u8 of 128 is 128,
 * not 0.5), fx elements unchanged. Positions are fx in the table's domain. */
#ifndef OXCART_ROM_TABLE_H
#define OXCART_ROM_TABLE_H

#include "rom/rom.h"

typedef struct rom_table {
    const uint8_t *values;
    uint32_t width, height;
    int32_t low, high, low_y, high_y;
    uint8_t kind; /* ROM_TABLE_U8 ... */
} rom_table;

/* The kind and size that a table must have. */
enum { ROM_TABLE_ANY = 255 };
typedef struct rom_table_shape {
    uint32_t kind;                      /* ROM_TABLE_U8 ..., or ROM_TABLE_ANY */
    uint32_t dimensions, width, height; /* 0: any */
} rom_table_shape;

/* Binds a checked TABL chunk. ROM_BAD_CHUNK with what differs, and *table is empty. */
FX_MUST_CHECK rom_status rom_table_bind(const uint8_t *chunk, const rom_table_shape *shape, rom_table *table,
                                        rom_error *error);

/* Element (x, y) as stored: a whole number, or fx. x and y beyond the table are clamped to its edge; an empty table
 * gives 0. */
int32_t rom_table_element(const rom_table *table, uint32_t x, uint32_t y);

/* The element nearest to a position, and the value between two (in two dimensions four) elements, rounded to
 * nearest. For the kinds other than fx the result of rom_table_linear is a whole number too. */
int32_t rom_table_nearest(const rom_table *table, int32_t x, int32_t y);
int32_t rom_table_linear(const rom_table *table, int32_t x, int32_t y);

#endif
