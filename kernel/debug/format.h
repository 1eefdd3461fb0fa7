/* Formats short texts without a library: for log lines, error sentences and the figures on screen.
 *
 *     ox_format(text, sizeof text, "frame=%u hash=%08x", (unsigned)frame, (unsigned)hash);
 *
 * Directives, with what they take from the argument list:
 *     %d  int                       %s  const char *, NULL shows as (none)
 *     %u  unsigned int              %c  int, one byte
 *     %x  unsigned int, hexadecimal %q  int, a Q16.16 number, rounded to 3 decimals ("%.1q": to 1, 0..5)
 *     %%  a percent sign
 * A width 1..99 right-aligns with blanks, or with zeros when it begins with 0; "%-8s" left-aligns. An unknown
 * directive is copied as it stands and takes nothing. Numbers are exact for every input. */
#ifndef OXCART_KERNEL_DEBUG_FORMAT_H
#define OXCART_KERNEL_DEBUG_FORMAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes at most size - 1 characters and a terminating 0, and returns how many characters stand there. A text
 * that does not fit ends in "..." (as far as that fits). size 0 writes nothing. */
size_t ox_format(char *text, size_t size, const char *format, ...);
size_t ox_format_list(char *text, size_t size, const char *format, va_list arguments);

/* The parts, for texts that are put together piece by piece. */
typedef struct ox_text {
    char *at;      /* caller's buffer, always terminated */
    size_t size;   /* bytes of it */
    size_t length; /* characters so far */
    bool cut;      /* something did not fit; the text ends in "..." */
} ox_text;

ox_text ox_text_begin(char *buffer, size_t size);
void ox_text_string(ox_text *text, const char *string);
void ox_text_add(ox_text *text, const char *format, ...);

#endif
