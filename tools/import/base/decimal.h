/* Decimal numbers as doubles, rounded right. */
#ifndef OXCART_TOOLS_IMPORT_BASE_DECIMAL_H
#define OXCART_TOOLS_IMPORT_BASE_DECIMAL_H

#include <stdint.h>

/*
 * The double next to digits * 10^exponent, halves to even (IEEE 754). 0 below 1e-300; the result must be below 1e300, and exponent
 * -400 to 400. One operation where both sides are exact (Clinger 1990), else by whole numbers of up to 900 bits: some microseconds.
 */
double import_decimal(uint64_t digits, long exponent);

#endif
