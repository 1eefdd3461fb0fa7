/* Texts of a fixed form. */
#include "tools/base/scan.h"

#include <stdarg.h>
#include <stdint.h>

int scan_hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool take_number(const char **text, uint32_t base, uint64_t most, uint64_t *value) {
    const char *at = *text;
    uint64_t sum = 0;
    for (int digit; (digit = scan_hex_digit(*at)) >= 0 && (uint32_t)digit < base; at++) {
        sum = sum * base + (uint32_t)digit;
        if (sum > most) return false;
    }
    if (at == *text) return false;
    *text = at;
    *value = sum;
    return true;
}

static bool take_form(const char **text, const char *form, va_list *arguments) {
    const char *at = *text;
    for (; *form != 0; form++) {
        uint64_t value;
        if (*form != '%') {
            if (*at++ != *form) return false;
            continue;
        }
        form++;
        bool minus = *form == 'd' && *at == '-';
        if (minus) at++;
        uint64_t most = *form != 'd' ? UINT32_MAX : (uint64_t)INT32_MAX + (minus ? 1u : 0u);
        if (!take_number(&at, *form == 'x' ? 16 : 10, most, &value)) return false;
        if (*form == 'd')
            *va_arg(*arguments, int32_t *) = (int32_t)(minus ? -(int64_t)value : (int64_t)value);
        else
            *va_arg(*arguments, uint32_t *) = (uint32_t)value;
    }
    *text = at;
    return true;
}

bool scan_front(const char **text, const char *form, ...) {
    va_list arguments;
    va_start(arguments, form);
    bool ok = take_form(text, form, &arguments);
    va_end(arguments);
    return ok;
}

bool scan_text(const char *text, const char *form, ...) {
    va_list arguments;
    va_start(arguments, form);
    bool ok = take_form(&text, form, &arguments) && *text == 0;
    va_end(arguments);
    return ok;
}
