/* The formatter: reads directives, makes digits, aligns. */
#include "kernel/debug/format.h"

#include <string.h>

#include "fixedmath/bits.h"

enum { LONGEST = 9999, PLACES_MAX = 9, DIGITS = 24, STRING_MAX = 0x100000 };

/* A directive: the parts between % and the letter, and the sign of the number. */
typedef struct directive {
    uint32_t width, precision;
    bool has_precision, zeros, left, plus;
    char sign; /* 0: none */
} directive;

static const char *read_number(const char *format, uint32_t *number) {
    for (*number = 0; *format >= '0' && *format <= '9'; format++) {
        *number = *number * 10u + (uint32_t)(*format - '0');
        if (*number > LONGEST) *number = LONGEST;
    }
    return format;
}

static const char *read_directive(const char *format, directive *d) {
    memset(d, 0, sizeof *d);
    for (;; format++) {
        if (*format == '-')
            d->left = true;
        else if (*format == '0')
            d->zeros = true;
        else if (*format == '+')
            d->plus = true;
        else
            break;
    }
    format = read_number(format, &d->width);
    if (*format != '.') return format;
    d->has_precision = true;
    return read_number(format + 1, &d->precision);
}

/* Puts sign, `zeros` zeros and the body, aligned. */
static void put_aligned(ox_text *text, const directive *d, const char *body, size_t length, uint32_t zeros) {
    size_t whole = length + zeros + (d->sign != 0), gap = d->width > whole ? d->width - whole : 0;
    bool inside = d->zeros && !d->left;
    if (inside) zeros += (uint32_t)gap;
    if (gap > 0 && !d->left && !inside) ox_text_fill(text, ' ', gap);
    if (d->sign != 0) ox_text_put(text, &d->sign, 1);
    if (zeros > 0) ox_text_fill(text, '0', zeros);
    ox_text_put(text, body, length);
    if (gap > 0 && d->left) ox_text_fill(text, ' ', gap);
}

/* ---- numbers ---- */

/* Writes decimal digits of `value`, at least `least`, before `end`; returns the first digit. */
static char *decimal(char *end, uint32_t value, uint32_t least) {
    for (char *stop = end - least; value != 0 || end > stop; value /= 10u) *--end = (char)('0' + value % 10u);
    return end;
}

static void put_whole(ox_text *text, directive *d, uint32_t value) {
    char digits[DIGITS], *end = digits + DIGITS, *at = decimal(end, value, d->has_precision ? 0 : 1);
    uint32_t length = (uint32_t)(end - at);
    if (d->has_precision) d->zeros = false;
    put_aligned(text, d, at, length, d->has_precision && d->precision > length ? d->precision - length : 0);
}

static void put_hexadecimal(ox_text *text, directive *d, uintptr_t value, char ten) {
    char digits[DIGITS], *end = digits + DIGITS, *at = end;
    for (; value != 0 || (at == end && !d->has_precision); value >>= 4) {
        unsigned digit = (unsigned)value & 15u;
        *--at = (char)(digit < 10 ? '0' + digit : (unsigned)ten + digit - 10u);
    }
    uint32_t length = (uint32_t)(end - at);
    if (d->has_precision) d->zeros = false;
    put_aligned(text, d, at, length, d->has_precision && d->precision > length ? d->precision - length : 0);
}

static void put_pointer(ox_text *text, directive *d, const void *pointer) {
    char digits[2 + 2 * sizeof pointer], *at = digits + sizeof digits;
    uintptr_t value = (uintptr_t)pointer;
    do {
        *--at = "0123456789abcdef"[value & 15u];
        value >>= 4;
    } while (value != 0);
    *--at = 'x';
    *--at = '0';
    d->zeros = false;
    put_aligned(text, d, at, (size_t)(digits + sizeof digits - at), 0);
}

static void note_sign(directive *d, int32_t value) { d->sign = value < 0 ? '-' : d->plus ? '+' : 0; }

/* Puts a fixed-point number. Whole part and decimals are computed apart, so that no 64-bit division is needed: the
 * fraction has at most 31 bits, and ten to the power of the places at most 30. */
static void put_fixed(ox_text *text, directive *d, int32_t value, int bits) {
    char digits[DIGITS], *end = digits + DIGITS, *at = end;
    uint32_t places = !d->has_precision           ? 3u
                      : d->precision > PLACES_MAX ? PLACES_MAX
                                                  : d->precision,
             power = 1;
    int fraction = bits < 0 ? 0 : bits > 31 ? 31 : bits;
    uint32_t magnitude = fx_magnitude(value), whole = magnitude >> fraction;
    for (uint32_t i = 0; i < places; i++) power *= 10u;
    uint32_t part = (uint32_t)fx_rshr_u64((uint64_t)(magnitude & ((1u << fraction) - 1u)) * power, fraction);
    if (part >= power) {
        part -= power;
        whole++;
    }
    note_sign(d, (whole | part) == 0 ? 0 : value);
    if (places > 0) {
        at = decimal(end, part, places);
        *--at = '.';
    }
    at = decimal(at, whole, 1);
    put_aligned(text, d, at, (size_t)(end - at), 0);
}

/* ---- texts ---- */

static void put_string(ox_text *text, directive *d, const char *string) {
    size_t length = 0, most = d->has_precision ? d->precision : STRING_MAX;
    if (string == NULL) string = "(none)";
    while (length < most && string[length] != 0) length++;
    if (length == most) { /* no cut inside a UTF-8 sequence */
        while (length > 0 && ((uint8_t)string[length] & 0xC0u) == 0x80u) length--;
    }
    d->zeros = false;
    put_aligned(text, d, string, length, 0);
}

static void put_char(ox_text *text, directive *d, char c) {
    d->zeros = false;
    put_aligned(text, d, &c, c != 0, 0);
}

/* ---- the list ---- */

size_t ox_text_add_list(ox_text *text, const char *format, va_list arguments) {
    size_t before = text->needed;
    directive d;
    while (*format != 0) {
        const char *start = format;
        while (*format != 0 && *format != '%') format++;
        if (format != start) ox_text_put(text, start, (size_t)(format - start));
        if (*format == 0) break;
        start = format;
        format = read_directive(format + 1, &d);
        char letter = *format;
        if (letter != 0) format++;
        if (letter == 'd' || letter == 'i') {
            int32_t value = (int32_t)va_arg(arguments, int);
            note_sign(&d, value);
            put_whole(text, &d, fx_magnitude(value));
        } else if (letter == 'u') {
            put_whole(text, &d, (uint32_t)va_arg(arguments, unsigned));
        } else if (letter == 'x' || letter == 'X') {
            put_hexadecimal(text, &d, (uint32_t)va_arg(arguments, unsigned), letter == 'x' ? 'a' : 'A');
        } else if (letter == 'q') {
            put_fixed(text, &d, (int32_t)va_arg(arguments, int), 16);
        } else if (letter == 'Q') {
            int32_t value = (int32_t)va_arg(arguments, int);
            put_fixed(text, &d, value, va_arg(arguments, int));
        } else if (letter == 's') {
            put_string(text, &d, va_arg(arguments, const char *));
        } else if (letter == 'c') {
            put_char(text, &d, (char)va_arg(arguments, int));
        } else if (letter == 'p') {
            put_pointer(text, &d, va_arg(arguments, const void *));
        } else if (letter == '%') {
            ox_text_put(text, "%", 1);
        } else {
            ox_text_put(text, start, (size_t)(format - start));
        }
    }
    return text->needed - before;
}

size_t ox_text_add(ox_text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t needed = ox_text_add_list(text, format, arguments);
    va_end(arguments);
    return needed;
}

size_t ox_format_list(char *text, size_t size, const char *format, va_list arguments) {
    ox_text out = ox_text_begin_plain(text, size);
    return ox_text_add_list(&out, format, arguments);
}

size_t ox_format(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t needed = ox_format_list(text, size, format, arguments);
    va_end(arguments);
    return needed;
}
