/* Formats short texts without a library: for log lines, error sentences and the figures on screen.
 *
 *     size_t needed = ox_format(text, sizeof text, "frame=%u hash=%08x", (unsigned)frame, (unsigned)hash);
 *
 * Directives: % flags width .precision letter, with what each letter takes from the argument list:
 *     %d %i  int                       %s  const char *, NULL shows as (none)
 *     %u     unsigned int              %c  int, one byte; 0 shows nothing
 *     %x %X  unsigned, hexadecimal     %p  void *: 0x and hexadecimal digits
 *     %q     int, a Q16.16 number      %Q  int, int: a number and how many of its bits (0..31) are a fraction
 *     %%     a percent sign
 * Flags: `-` aligns left, `0` fills with zeros, `+` shows the sign of numbers that are not negative. The width fills
 * up with blanks on the left. The precision is the least number of digits of whole numbers (the flag 0 is idle then),
 * the most bytes of %s, which never cuts a UTF-8 sequence, and the decimals of %q and %Q, 0 to 9, 3 if it is missing,
 * rounded to nearest with ties away from zero; there is no "-0". Numbers are exact for every input. An unknown
 * directive is copied as it stands and takes nothing. Widths and precisions above 9,999 count as 9,999.
 *
 * Cost, Cortex-M3: "%d" of a number of five digits 251 instructions, "%.2q" 350 (tests/bench/names.sh). */
#ifndef OXCART_KERNEL_DEBUG_FORMAT_H
#define OXCART_KERNEL_DEBUG_FORMAT_H

#include <stdarg.h>

#include "kernel/text/buffer.h"

/* Writes at most size - 1 bytes and a terminating 0, and returns the length of the whole text. At a length of `size`
 * or more the text was cut, plainly and never inside a UTF-8 sequence. The length written is not known then; where it
 * matters format into an ox_text, which has it as `length`. size 0 writes nothing. */
size_t ox_format(char *text, size_t size, const char *format, ...);
size_t ox_format_list(char *text, size_t size, const char *format, va_list arguments);

/* Appends a text, formatted as by ox_format, to a text buffer (kernel/text/buffer.h), where "..." can mark a cut.
 * Returns the length of the whole piece, cut or not. */
size_t ox_text_add(ox_text *text, const char *format, ...);
size_t ox_text_add_list(ox_text *text, const char *format, va_list arguments);

#endif
