/* Function tables: reading, and the powers of highlights. */
#include "raster/function_table.h"

#include <stddef.h>

static uint32_t entry(const rs_function_table *table, uint32_t i) {
    switch (table->kind) {
    case RS_FUNCTION_U8:
        return ((const uint8_t *)table->entries)[i];
    case RS_FUNCTION_U16:
        return ((const uint16_t *)table->entries)[i];
    default:
        return ((const uint32_t *)table->entries)[i];
    }
}

/* Where x lies among the entries, Q16. */
static uint32_t place_among(const rs_function_table *table, uint32_t x) {
    uint32_t last = (1u << table->log2_entries) - 1u;
    if (x > 65536u) x = 65536u;
    if (x <= table->from) return 0;
    return (uint32_t)((((uint64_t)(x - table->from) * last << 16) + (65536u - table->from) / 2u) /
                      (65536u - table->from));
}

uint32_t rs_function_nearest(const rs_function_table *table, uint32_t x) {
    return entry(table, (place_among(table, x) + 32768u) >> 16);
}

uint32_t rs_function_at(const rs_function_table *table, uint32_t x) {
    uint32_t at = place_among(table, x), i = at >> 16, rest = at & 0xFFFFu, a = entry(table, i), b,
             result = 0;
    if (rest == 0) return a;
    b = entry(table, i + 1u);
    if (table->kind != RS_FUNCTION_RGB)
        return (uint32_t)(((uint64_t)a * (65536u - rest) + (uint64_t)b * rest + 32768u) >> 16);
    for (int shift = 0; shift < 24; shift += 8) {
        result |= (((a >> shift & 255u) * (65536u - rest) + (b >> shift & 255u) * rest + 32768u) >> 16)
                  << shift;
    }
    return result;
}

/* x^exponent in Q32, x in Q32 below 1, by squaring. */
static uint64_t power(uint64_t x, int exponent) {
    for (; exponent > 1; exponent >>= 1) x = (x * x) >> 32;
    return x;
}

bool rs_function_power(rs_function_table *table, uint16_t entries[256], int exponent) {
    uint32_t from = 0;
    if (exponent < 2 || exponent > 128 || (exponent & (exponent - 1)) != 0) return false;
    if (exponent >= 64) { /* the largest x with x^exponent <= 1/512, by halving */
        for (uint32_t bit = 32768; bit > 0; bit >>= 1) {
            if (power((uint64_t)(from | bit) << 16, exponent) <= (uint64_t)1 << 23) from |= bit;
        }
    }
    for (uint32_t i = 0; i < 256; i++) {
        uint64_t x = ((uint64_t)from << 16) + ((uint64_t)(65536u - from) << 16) * i / 255u;
        entries[i] =
            i == 255 ? 65535u : (uint16_t)((power(x, exponent) * 65535u + ((uint64_t)1 << 31)) >> 32);
    }
    table->entries = entries;
    table->kind = RS_FUNCTION_U16;
    table->log2_entries = 8;
    table->from = (uint16_t)from;
    return true;
}
