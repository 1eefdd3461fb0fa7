/* Functions of one variable as tables ("1D textures"): specular powers, toon ramps, fog, remaps. 64 or 256 entries over 0 .. 1. */
#ifndef OXCART_RASTER_FUNCTION_TABLE_H
#define OXCART_RASTER_FUNCTION_TABLE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum rs_function_kind {
    RS_FUNCTION_U8,
    RS_FUNCTION_U16,
    RS_FUNCTION_RGB,
    RS_FUNCTION_KINDS
} rs_function_kind;

typedef struct rs_function_table {
    const void *entries;  /* uint8_t, uint16_t, or uint32_t 0xRRGGBB */
    uint8_t kind;         /* rs_function_kind */
    uint8_t log2_entries; /* 6 or 8 */
    uint16_t from;        /* Q16: entry 0 stands at this x, the last one at 1; below is entry 0 */
} rs_function_table;

/* The entry nearest to x, Q16, 0..65536 (beyond: the ends): for ramps with steps. */
uint32_t rs_function_nearest(const rs_function_table *table, uint32_t x);

/* The value straight between the two entries around x, channel by channel for colours. */
uint32_t rs_function_at(const rs_function_table *table, uint32_t x);

/* Fills 256 entries with round(65535 x^exponent), exponent a power of two 2..128, and the table with where its entries
 * begin: up to 32 from 0, above where the function leaves 1/512. Within 0.0025 of the function when read by
 * rs_function_at. False for other exponents. */
bool rs_function_power(rs_function_table *table, uint16_t entries[256], int exponent);

#endif
