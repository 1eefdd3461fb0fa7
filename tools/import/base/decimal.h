/* Decimal numbers as doubles, rounded right. */
#ifndef OXCART_TOOLS_IMPORT_BASE_DECIMAL_H
#define OXCART_TOOLS_IMPORT_BASE_DECIMAL_H

#include <stdint.h>

/*
 * The double next to digits * 10^exponent, halves to even (IEEE 754); 0 when that is below 1e-300. The result must
 * be below 1e300, and exponent in -400..400. One operation computes it where both factors are exact (Clinger
 * 1990); other numbers take a division of whole numbers of up to 900 bits, some microseconds.
 */
double import_decimal(uint64_t digits, long exponent);

#endif
