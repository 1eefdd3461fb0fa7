/* Fixed point as decimal text and as IEEE bit patterns, both ways, in integers. */
#ifndef FIXEDMATH_TEXT_H
#define FIXEDMATH_TEXT_H

#include "fixedmath/scalar.h"

typedef enum {
    NUMBER_OK,
    NUMBER_MALFORMED, /* no digit where one must stand; the value is 0 */
    NUMBER_OVERFLOW,  /* the value saturates */
    NUMBER_NAN        /* the value is 0 */
} number_status;

/* Parses [+-] digits [. digits] or [+-] . digits, nearest (ties away from zero). Stops at the first character
 * that does not belong (a unit, an exponent: that is the caller's to judge) and tells where in *end, which
 * may be NULL. No leading spaces. At most `length` characters are read. */
number_status fx_parse(const char *text, size_t length, fx *value, size_t *end);
number_status q30_parse(const char *text, size_t length, q30 *value, size_t *end);

/* Writes x with 0..6 decimals, nearest (ties away from zero), right-aligned in `width` columns with spaces,
 * and always ends with 0. Returns the length the text has or would have had without the limit of `size`
 * bytes; a text that does not fit is cut. With 5 or more decimals fx_parse gives x back. `plus` writes a +
 * before positive numbers. */
size_t fx_format(char *out, size_t size, fx x, int decimals, int width, bool plus);

/* IEEE single and double bit patterns: nearest (ties away from zero), infinities saturate, denormals are 0.
 */
number_status fx_from_ieee32(uint32_t bits, fx *value);
number_status fx_from_ieee64(uint64_t bits, fx *value);
number_status q30_from_ieee32(uint32_t bits, q30 *value);
number_status q30_from_ieee64(uint64_t bits, q30 *value);

/* Numbers as IEEE 754 bits: a double holds every fx and q30 exactly, a single rounds to nearest even. */
uint32_t fx_to_ieee32(fx x);
uint64_t fx_to_ieee64(fx x);
uint32_t q30_to_ieee32(q30 x);
uint64_t q30_to_ieee64(q30 x);

#endif
