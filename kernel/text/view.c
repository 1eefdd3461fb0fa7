/* Views of text: comparing, searching, splitting and numbers. */
#include "kernel/text/view.h"

#include <string.h>

#include "fixedmath/text.h"

enum { STRING_MAX = 0x100000 }; /* the bound keeps compilers from calling strlen, which this room has not */

ox_text_view ox_text_of(const char *string) {
    ox_text_view text = {string, 0};
    if (string == NULL) return text;
    while (text.length < STRING_MAX && string[text.length] != 0) text.length++;
    return text;
}

/* ---- comparing ---- */

static unsigned folded_letter(char c, bool fold) {
    unsigned byte = (uint8_t)c;
    return fold && byte - 'A' < 26u ? byte + ('a' - 'A') : byte;
}

static int compare_views(ox_text_view a, ox_text_view b, bool fold) {
    size_t shorter = a.length < b.length ? a.length : b.length;
    for (size_t i = 0; i < shorter; i++) {
        unsigned x = folded_letter(a.at[i], fold), y = folded_letter(b.at[i], fold);
        if (x != y) return x < y ? -1 : 1;
    }
    return a.length == b.length ? 0 : a.length < b.length ? -1 : 1;
}

int ox_text_compare(ox_text_view a, ox_text_view b) { return compare_views(a, b, false); }
int ox_text_compare_folded(ox_text_view a, ox_text_view b) { return compare_views(a, b, true); }

bool ox_text_equal(ox_text_view a, ox_text_view b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

bool ox_text_equal_folded(ox_text_view a, ox_text_view b) {
    return a.length == b.length && compare_views(a, b, true) == 0;
}

bool ox_text_starts_with(ox_text_view text, ox_text_view start) {
    return text.length >= start.length && ox_text_equal(ox_text_part(text, 0, start.length), start);
}

bool ox_text_ends_with(ox_text_view text, ox_text_view end) {
    return text.length >= end.length &&
           ox_text_equal(ox_text_part(text, text.length - end.length, end.length), end);
}

/* ---- searching ---- */

size_t ox_text_find(ox_text_view text, ox_text_view wanted) {
    for (size_t i = 0; i + wanted.length <= text.length; i++) {
        if (wanted.length == 0 || memcmp(text.at + i, wanted.at, wanted.length) == 0) return i;
    }
    return OX_TEXT_NOWHERE;
}

size_t ox_text_find_char(ox_text_view text, char wanted) {
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == wanted) return i;
    }
    return OX_TEXT_NOWHERE;
}

size_t ox_text_find_last_char(ox_text_view text, char wanted) {
    for (size_t i = text.length; i-- > 0;) {
        if (text.at[i] == wanted) return i;
    }
    return OX_TEXT_NOWHERE;
}

/* ---- taking apart ---- */

ox_text_view ox_text_part(ox_text_view text, size_t from, size_t length) {
    if (from >= text.length) return (ox_text_view){text.at, 0};
    return (ox_text_view){text.at + from, length < text.length - from ? length : text.length - from};
}

bool ox_text_split(ox_text_view *rest, char separator, ox_text_view *piece) {
    if (rest->length == 0) return false;
    size_t end = ox_text_find_char(*rest, separator);
    *piece = ox_text_part(*rest, 0, end);
    *rest = end == OX_TEXT_NOWHERE ? (ox_text_view){rest->at + rest->length, 0}
                                   : (ox_text_view){rest->at + end + 1, rest->length - end - 1};
    return true;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

ox_text_view ox_text_trim(ox_text_view text) {
    size_t from = 0;
    while (from < text.length && is_blank(text.at[from])) from++;
    while (text.length > from && is_blank(text.at[text.length - 1])) text.length--;
    return from == 0 ? text : (ox_text_view){text.at + from, text.length - from};
}

/* ---- numbers ---- */

static ox_status stopped(size_t *at, size_t where) {
    if (at != NULL) *at = where;
    return OX_BAD_DATA;
}

/* Value of a digit, or 99. */
static unsigned digit_of(char c) {
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    unsigned letter = (uint8_t)(c | 32) - (unsigned)'a';
    return letter < 6 ? letter + 10u : 99u;
}

/* The digits from `from` on; a magnitude above `most` stops there. */
static ox_status parse_digits(ox_text_view text, size_t from, uint32_t most, uint32_t *magnitude,
                              size_t *at) {
    unsigned base = 10;
    *magnitude = 0;
    if (from + 1 < text.length && text.at[from] == '0' && (text.at[from + 1] | 32) == 'x') {
        base = 16;
        from += 2;
    }
    if (from >= text.length) return stopped(at, text.length);
    for (size_t i = from; i < text.length; i++) {
        unsigned digit = digit_of(text.at[i]);
        if (digit >= base) {
            *magnitude = 0;
            return stopped(at, i);
        }
        if (*magnitude > (most - digit) / base) { /* most is at least 2^31 - 1: no underflow */
            *magnitude = most;
            while (i + 1 < text.length && digit_of(text.at[i + 1]) < base) i++;
            return stopped(at, i);
        }
        *magnitude = *magnitude * base + digit;
    }
    return OX_OK;
}

ox_status ox_text_parse_int(ox_text_view text, int32_t *value, size_t *at) {
    bool sign = text.length > 0 && (text.at[0] == '-' || text.at[0] == '+');
    bool negative = sign && text.at[0] == '-';
    uint32_t magnitude;
    ox_status status = parse_digits(text, sign ? 1 : 0, negative ? 0x80000000u : 0x7FFFFFFFu, &magnitude, at);
    *value = fx_with_sign(magnitude, negative ? -1 : 1);
    return status;
}

ox_status ox_text_parse_unsigned(ox_text_view text, uint32_t *value, size_t *at) {
    return parse_digits(text, text.length > 0 && text.at[0] == '+' ? 1 : 0, UINT32_MAX, value, at);
}

ox_status ox_text_parse_fx(ox_text_view text, fx *value, size_t *at) {
    size_t end = 0;
    number_status status = fx_parse(text.at, text.length, value, &end);
    if (status == NUMBER_MALFORMED && text.length > 0 && (text.at[0] == '-' || text.at[0] == '+')) end = 1;
    if (end != text.length || status == NUMBER_MALFORMED) {
        *value = 0;
        return stopped(at, end);
    }
    return status == NUMBER_OK ? OX_OK : stopped(at, text.length);
}
