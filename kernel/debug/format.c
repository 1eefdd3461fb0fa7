/* The formatter: digits, widths, and cutting at the end of the buffer. */
#include "kernel/debug/format.h"

#include <string.h>

ox_text ox_text_begin(char *buffer, size_t size) {
    ox_text text = {buffer, size, 0, false};
    if (size > 0) buffer[0] = 0;
    return text;
}

static void put(ox_text *text, char c) {
    if (text->cut || text->size == 0) return;
    if (text->length + 1 < text->size) {
        text->at[text->length++] = c;
        text->at[text->length] = 0;
        return;
    }
    text->cut = true;
    for (size_t i = 0; i < 3 && i < text->length; i++) text->at[text->length - 1 - i] = '.';
}

static void pad(ox_text *text, char with, size_t length, size_t width) {
    for (; length < width; length++) put(text, with);
}

void ox_text_string(ox_text *text, const char *string) {
    for (; *string != 0; string++) put(text, *string);
}

/* What stands between % and the letter. */
typedef struct directive {
    size_t width;
    int precision; /* -1: none */
    bool zeros, left;
} directive;

static const char *read_directive(const char *format, directive *d) {
    memset(d, 0, sizeof *d);
    d->precision = -1;
    for (; *format == '-' || *format == '0'; format++) {
        if (*format == '-')
            d->left = true;
        else
            d->zeros = true;
    }
    for (int digits = 0; digits < 2 && *format >= '0' && *format <= '9'; digits++, format++) {
        d->width = d->width * 10 + (size_t)(*format - '0');
    }
    if (format[0] == '.' && format[1] >= '0' && format[1] <= '5') {
        d->precision = format[1] - '0';
        format += 2;
    }
    return format;
}

static void put_aligned(ox_text *text, const directive *d, bool negative, const char *body, size_t length) {
    size_t whole = length + (negative ? 1u : 0u);
    bool zeros = d->zeros && !d->left;
    if (!d->left && !zeros) pad(text, ' ', whole, d->width);
    if (negative) put(text, '-');
    if (zeros) pad(text, '0', whole, d->width);
    for (size_t i = 0; i < length; i++) put(text, body[i]);
    if (d->left) pad(text, ' ', whole, d->width);
}

/* Digits of `value`, at least `least`, into the end of a buffer of 16; returns where they begin. */
static size_t digits_of(char buffer[16], uint32_t value, uint32_t base, size_t least) {
    size_t at = 16;
    do {
        buffer[--at] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0 || 16 - at < least);
    return at;
}

static void put_number(ox_text *text, const directive *d, bool negative, uint32_t value, uint32_t base) {
    char buffer[16];
    size_t at = digits_of(buffer, value, base, 1);
    put_aligned(text, d, negative, buffer + at, 16 - at);
}

static void put_fixed(ox_text *text, const directive *d, int32_t value) {
    static const uint32_t powers[] = {1, 10, 100, 1000, 10000, 100000};
    int places = d->precision < 0 ? 3 : d->precision;
    bool negative = value < 0;
    uint32_t magnitude = negative ? 0u - (uint32_t)value : (uint32_t)value;
    uint64_t scaled = ((uint64_t)magnitude * powers[places] + 0x8000u) >> 16;
    uint32_t whole = (uint32_t)(scaled / powers[places]);
    uint32_t part = (uint32_t)(scaled % powers[places]);
    char buffer[32], digits[16];
    size_t at = digits_of(digits, whole, 10, 1), length = 16 - at;
    memcpy(buffer, digits + at, length);
    if (places > 0) {
        at = digits_of(digits, part, 10, (size_t)places);
        buffer[length++] = '.';
        memcpy(buffer + length, digits + at, 16 - at);
        length += 16 - at;
    }
    put_aligned(text, d, negative && scaled != 0, buffer, length);
}

enum { STRING_MAX = 1024 }; /* longer ones are cut; the bound also keeps compilers from calling strlen here */

static size_t length_of(const char *string) {
    size_t length = 0;
    while (length < STRING_MAX && string[length] != 0) length++;
    return length;
}

static void put_list(ox_text *text, const char *format, va_list arguments) {
    directive d;
    for (; *format != 0; format++) {
        const char *start = format;
        if (*format != '%') {
            put(text, *format);
            continue;
        }
        format = read_directive(format + 1, &d);
        if (*format == 'd') {
            int32_t value = (int32_t)va_arg(arguments, int);
            put_number(text, &d, value < 0, value < 0 ? 0u - (uint32_t)value : (uint32_t)value, 10);
        } else if (*format == 'u') {
            put_number(text, &d, false, (uint32_t)va_arg(arguments, unsigned), 10);
        } else if (*format == 'x') {
            put_number(text, &d, false, (uint32_t)va_arg(arguments, unsigned), 16);
        } else if (*format == 'q') {
            put_fixed(text, &d, (int32_t)va_arg(arguments, int));
        } else if (*format == 's') {
            const char *string = va_arg(arguments, const char *);
            if (string == NULL) string = "(none)";
            d.zeros = false;
            put_aligned(text, &d, false, string, length_of(string));
        } else if (*format == 'c') {
            char c = (char)va_arg(arguments, int);
            d.zeros = false;
            put_aligned(text, &d, false, &c, 1);
        } else if (*format == '%') {
            put(text, '%');
        } else {
            for (; start < format; start++) put(text, *start);
            if (*format == 0) return;
            put(text, *format);
        }
    }
}

void ox_text_add(ox_text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_list(text, format, arguments);
    va_end(arguments);
}

size_t ox_format_list(char *text, size_t size, const char *format, va_list arguments) {
    ox_text out = ox_text_begin(text, size);
    put_list(&out, format, arguments);
    return out.length;
}

size_t ox_format(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t length = ox_format_list(text, size, format, arguments);
    va_end(arguments);
    return length;
}
