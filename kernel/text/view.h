/* Text that somebody else keeps: views of it, comparing, searching, splitting and reading numbers, nothing
 * copied.
 *
 *     ox_text_view rest = OX_TEXT("speed = 2.50"), name;
 *     ox_text_split(&rest, '=', &name);                        name is "speed ", rest is " 2.50"
 *     ox_status status = ox_text_parse_fx(ox_text_trim(rest), &speed, &at);
 *
 * A view is an address and a length: no zero at the end, and it lives as long as the bytes it shows. Texts
 * are UTF-8; comparing and searching go by bytes, which is right for whole texts, ASCII letters alone fold
 * case. None of this belongs into what runs every frame: there names are ids (kernel/names/id.h) and compare
 * as numbers. Buffers that hold text are in buffer.h, formatting is in kernel/debug/format.h.
 *
 * Cost: proportional to the length, 6 to 10 instructions a byte; ox_text_find to the product of both lengths
 * at worst. (GEA 5.4.) */
#ifndef OXCART_KERNEL_TEXT_VIEW_H
#define OXCART_KERNEL_TEXT_VIEW_H

#include "fixedmath/types.h"
#include "kernel/memory/status.h"

typedef struct ox_text_view {
    const char *at; /* may be NULL when length is 0 */
    size_t length;  /* bytes */
} ox_text_view;

/* The view of a literal, and of a text that ends with a zero (NULL counts as empty; 1 MB of a longer one). */
#define OX_TEXT(literal) ((ox_text_view){"" literal "", sizeof(literal) - 1})
ox_text_view ox_text_of(const char *string);

/* ---- comparing ---- */

/* Below 0, 0 or above 0: bytes compare as unsigned numbers, and a text comes before longer texts that begin with it. */
int ox_text_compare(ox_text_view a, ox_text_view b);
int ox_text_compare_folded(ox_text_view a, ox_text_view b); /* A..Z count as a..z */

bool ox_text_equal(ox_text_view a, ox_text_view b);
bool ox_text_equal_folded(ox_text_view a, ox_text_view b);
bool ox_text_starts_with(ox_text_view text, ox_text_view start);
bool ox_text_ends_with(ox_text_view text, ox_text_view end);

/* ---- searching ---- */

#define OX_TEXT_NOWHERE SIZE_MAX

/* Offset of the first place of `wanted`, or OX_TEXT_NOWHERE. An empty text is found at 0. */
size_t ox_text_find(ox_text_view text, ox_text_view wanted);
size_t ox_text_find_char(ox_text_view text, char wanted);
size_t ox_text_find_last_char(ox_text_view text, char wanted);

/* ---- taking apart ---- */

/* `length` bytes from `from` on, as far as the text has them. */
ox_text_view ox_text_part(ox_text_view text, size_t from, size_t length);

/* Takes the piece before the first separator off *rest, which becomes what follows it. False when nothing is
 * left; so while (ox_text_split(&rest, ',', &piece)) visits "a", "" and "b" of "a,,b". A text that ends with
 * a separator has no empty piece behind it, and an empty text has no piece. */
bool ox_text_split(ox_text_view *rest, char separator, ox_text_view *piece);

/* The text without blanks, tabs and line ends at both ends. */
ox_text_view ox_text_trim(ox_text_view text);

/* ---- numbers: the whole text must be one ---- */

/* [+-] digits, or [+-] 0x and hexadecimal digits. OX_BAD_DATA otherwise: *at (may be NULL) is the offset of
 * the first character that does not belong (the length when one is missing) and *value 0; or the number is
 * out of range, *at is the digit that went too far, and *value is the nearest that can be had. */
FX_MUST_CHECK ox_status ox_text_parse_int(ox_text_view text, int32_t *value, size_t *at);
FX_MUST_CHECK ox_status ox_text_parse_unsigned(ox_text_view text, uint32_t *value,
                                               size_t *at); /* no minus sign */

/* A decimal number to the nearest fx (fixedmath/text.h: [+-] digits [. digits]). Errors as of ox_text_parse_int; a
 * number out of range has *at = the length. */
FX_MUST_CHECK ox_status ox_text_parse_fx(ox_text_view text, fx *value, size_t *at);

#endif
