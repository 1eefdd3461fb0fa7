/* The word and number scanner behind the text importers. */
#include "tools/import/base/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/decimal.h"

size_t import_text_mark(const char *text, size_t size) {
    return size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

import_text import_text_open(const char *bytes, size_t size) {
    return (import_text){size > 0 ? bytes + import_text_mark(bytes, size) : bytes, bytes + size, 1};
}

static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/* The place behind the line end that starts at `at`. */
static const char *behind_line_end(const char *at) { return at + (at[0] == '\r' && at[1] == '\n' ? 2 : 1); }

void import_text_skip_blanks(import_text *text) {
    for (;;) {
        char c = *text->at;
        if (c == ' ' || c == '\t') {
            text->at++;
        } else if (c == '\\' && is_line_end(text->at[1])) {
            text->at = behind_line_end(text->at + 1);
            text->line++;
        } else {
            return;
        }
    }
}

bool import_text_at_line_end(const import_text *text) {
    return text->at >= text->end || is_line_end(*text->at);
}

bool import_text_next_line(import_text *text) {
    while (text->at < text->end && !is_line_end(*text->at)) {
        text->at++;
    }
    if (text->at < text->end) {
        text->at = behind_line_end(text->at);
        text->line++;
    }
    return text->at < text->end;
}

static bool ends_word(const import_text *text) {
    char c = *text->at;

    return import_text_at_line_end(text) || c == ' ' || c == '\t' || (c == '\\' && is_line_end(text->at[1]));
}

const char *import_text_word(import_text *text, size_t *length) {
    import_text_skip_blanks(text);
    const char *start = text->at;
    while (!ends_word(text)) {
        text->at++;
    }
    *length = (size_t)(text->at - start);
    return start;
}

const char *import_text_rest(import_text *text, size_t *length) {
    while (*text->at == ' ' || *text->at == '\t') {
        text->at++;
    }
    const char *start = text->at;
    const char *last = start;
    while (!import_text_at_line_end(text)) {
        if (*text->at != ' ' && *text->at != '\t') {
            last = text->at + 1;
        }
        text->at++;
    }
    *length = (size_t)(last - start);
    return start;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Reads "e+12" if it is complete; the exponent is clamped, since anything beyond is out of range anyway. */
static const char *read_exponent(const char *at, long *exponent) {
    const char *digits = at + 1;
    long value = 0;

    if (*at != 'e' && *at != 'E') {
        return at;
    }
    if (*digits == '+' || *digits == '-') {
        digits++;
    }
    if (!is_digit(*digits)) {
        return at;
    }
    bool negative = digits[-1] == '-';
    for (; is_digit(*digits); digits++) {
        value = value < 100000 ? value * 10 + (*digits - '0') : value;
    }
    *exponent += negative ? -value : value;
    return digits;
}

bool import_text_number(import_text *text, double *value) {
    enum { MOST_DIGITS = 18 };
    import_text_skip_blanks(text);
    const char *at = text->at;
    bool negative = *at == '-';
    uint64_t mantissa = 0;
    int digits = 0;
    long exponent = 0;
    bool any = false;

    if (*at == '-' || *at == '+') {
        at++;
    }
    for (int fraction = 0; fraction < 2; fraction++) {
        for (; is_digit(*at); at++) {
            any = true;
            if (digits < MOST_DIGITS) {
                mantissa = mantissa * 10 + (uint64_t)(*at - '0');
                digits += mantissa != 0;
                exponent -= fraction;
            } else if (exponent < 100000) {
                exponent += 1 - fraction;
            }
        }
        if (fraction == 0 && *at == '.') {
            at++;
        } else {
            break;
        }
    }
    if (!any) {
        return false;
    }
    import_text behind = {read_exponent(at, &exponent), text->end, text->line};
    double result = 0;
    if (!ends_word(&behind)) {
        return false;
    }
    if (mantissa != 0 && exponent + digits > 300) {
        return false;
    }
    if (mantissa != 0 && exponent + digits > -300) {
        result = import_decimal(mantissa, exponent);
    }
    *value = negative ? -result : result;
    text->at = behind.at;
    return true;
}

bool import_text_integer(import_text *text, long long *value) {
    const char *at = text->at;
    bool negative = *at == '-';
    long long result = 0;
    int digits = 0;

    if (*at == '-' || *at == '+') {
        at++;
    }
    for (; is_digit(*at); at++) {
        if (++digits > 18) {
            return false;
        }
        result = result * 10 + (*at - '0');
    }
    if (digits == 0) {
        return false;
    }
    *value = negative ? -result : result;
    text->at = at;
    return true;
}

char *import_text_name(const char *name, size_t length) {
    bool latin = !import_utf8_is_valid(name, length);
    char *copy = malloc(2 * length + 1), *to = copy;
    for (size_t i = 0; copy != NULL && i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        if (latin && c >= 0x80) *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(latin && c >= 0x80 ? 0x80 | (c & 0x3F) : c);
    }
    if (copy != NULL) *to = 0;
    return copy;
}

const char *import_text_line_fault(const char *line, size_t length) {
    if (length > 0 && line[length - 1] == '\r') length--;
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)line[i] < 32 && line[i] != '\t') return "a control character; take it out";
    }
    return import_utf8_is_valid(line, length) ? NULL : "bytes that are no UTF-8; save the file as UTF-8";
}

bool import_text_is_utf16(const char *text, size_t size) {
    return size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0);
}

char *import_text_from_utf16(const char *file, const char *text, size_t size, size_t *length,
                             tool_error *error) {
    const bool big_endian = text[0] == '\xFE';
    size_t fault;
    *length = fx_utf8_from_utf16(text + 2, size - 2, big_endian, NULL, 0, &fault);
    if (fault != size - 2) {
        import_error_offset(error, file, fault + 2,
                            "no character of UTF-16 begins here; save the file as UTF-8");
        return NULL;
    }
    char *copy = malloc(*length + 1);
    if (copy == NULL) {
        import_error_memory(error, file);
        return NULL;
    }
    (void)fx_utf8_from_utf16(text + 2, size - 2, big_endian, copy, *length, &fault);
    copy[*length] = 0;
    return copy;
}
