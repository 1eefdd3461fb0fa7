/* Decimal text and IEEE bit patterns in integer arithmetic. */
#include "fixedmath/text.h"

/* --- parsing ---------------------------------------------------------------------------------- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The decimals as a fraction of 2^bits, nearest, ties up; digits beyond the 17th do not change the result. */
static uint64_t fraction_bits(const char *text, size_t count, int bits) {
    uint64_t digits = 0, scale = 1, value = 0, rest;
    bool more = false;

    for (size_t i = 0; i < count; i++) {
        if (i < 17) {
            digits = digits * 10 + (uint64_t)(text[i] - '0');
            scale *= 10;
        } else {
            more = more || text[i] != '0';
        }
    }
    /* scale < 2^57, so that rest * 2 fits: long division, one bit at a time */
    rest = digits;
    for (int done = 0; done < bits; done++) {
        rest *= 2;
        value = value * 2 + (rest >= scale);
        rest -= rest >= scale ? scale : 0;
    }
    rest *= 2;
    return value + (rest > scale || (rest == scale) || (more && rest + 1 > scale));
}

static number_status parse_decimal(const char *text, size_t length, int bits, int32_t *value, size_t *end) {
    size_t i = 0, whole_start, start;
    uint64_t whole = 0, magnitude;
    bool negative = false;

    *value = 0;
    if (end != NULL) *end = 0;
    if (i < length && (text[i] == '+' || text[i] == '-')) negative = text[i++] == '-';
    for (whole_start = i; i < length && is_digit(text[i]); i++) {
        if (whole < (uint64_t)1 << 40) whole = whole * 10 + (uint64_t)(text[i] - '0');
    }
    magnitude = whole << (bits > 20 ? 20 : bits);
    if (bits > 20) magnitude = whole > 7 ? (uint64_t)1 << 40 : whole << bits;
    if (i < length && text[i] == '.' && i + 1 < length && is_digit(text[i + 1])) {
        for (start = ++i; i < length && is_digit(text[i]); i++) continue;
        magnitude += fraction_bits(text + start, i - start, bits);
    } else if (i == whole_start) {
        return NUMBER_MALFORMED;
    }
    if (end != NULL) *end = i;
    *value = fx_with_sign(magnitude > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)magnitude, negative ? -1 : 1);
    return magnitude > (negative ? 0x80000000u : 0x7FFFFFFFu) ? NUMBER_OVERFLOW : NUMBER_OK;
}

number_status fx_parse(const char *text, size_t length, fx *value, size_t *end) {
    return parse_decimal(text, length, 16, value, end);
}

number_status q30_parse(const char *text, size_t length, q30 *value, size_t *end) {
    return parse_decimal(text, length, 30, value, end);
}

/* --- formatting ------------------------------------------------------------------------------- */

size_t fx_format(char *out, size_t size, fx x, int decimals, int width, bool plus) {
    static const uint32_t power[7] = {1, 10, 100, 1000, 10000, 100000, 1000000};
    char reversed[24];
    int places = decimals < 0 ? 0 : decimals > 6 ? 6 : decimals, count = 0;
    uint64_t scaled = ((uint64_t)fx_magnitude(x) * power[places] + 32768) >> 16;
    size_t total, at = 0;

    for (int i = 0; i < places; i++) {
        reversed[count++] = (char)('0' + scaled % 10);
        scaled /= 10;
    }
    if (places > 0) reversed[count++] = '.';
    do {
        reversed[count++] = (char)('0' + scaled % 10);
        scaled /= 10;
    } while (scaled != 0);
    if (x < 0) {
        reversed[count++] = '-';
    } else if (plus && x > 0) {
        reversed[count++] = '+';
    }
    total = (size_t)(width > count ? width : count);
    for (size_t i = 0; i < total; i++) {
        char c = i < total - (size_t)count ? ' ' : reversed[total - 1 - i];

        if (at + 1 < size) out[at++] = c;
    }
    if (size > 0) out[at] = 0;
    return total;
}

/* --- IEEE ------------------------------------------------------------------------------------- */

/* mantissa times 2^exponent in Q(bits). */
static number_status from_parts(bool negative, uint64_t mantissa, int exponent, int bits, int32_t *value) {
    int shift = exponent + bits;
    uint64_t magnitude;

    if (shift >= 0) {
        magnitude = shift > 32 || mantissa >> (63 - shift) != 0 ? (uint64_t)1 << 40 : mantissa << shift;
    } else {
        magnitude = -shift > 63 ? 0 : fx_rshr_u64(mantissa, -shift);
    }
    *value = fx_with_sign(magnitude > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)magnitude, negative ? -1 : 1);
    return magnitude > (negative ? 0x80000000u : 0x7FFFFFFFu) ? NUMBER_OVERFLOW : NUMBER_OK;
}

static number_status from_special(bool negative, bool nan, int32_t *value) {
    *value = nan ? 0 : negative ? INT32_MIN : INT32_MAX;
    return nan ? NUMBER_NAN : NUMBER_OVERFLOW;
}

static number_status from_ieee32(uint32_t bits, int fraction, int32_t *value) {
    int exponent = (int)((bits >> 23) & 255u);
    uint32_t mantissa = bits & 0x7FFFFFu;
    bool negative = bits >> 31 != 0;

    if (exponent == 255) return from_special(negative, mantissa != 0, value);
    return from_parts(negative, exponent == 0 ? 0 : mantissa | 0x800000u, exponent - 150, fraction, value);
}

static number_status from_ieee64(uint64_t bits, int fraction, int32_t *value) {
    int exponent = (int)((bits >> 52) & 2047u);
    uint64_t mantissa = bits & (((uint64_t)1 << 52) - 1);
    bool negative = bits >> 63 != 0;

    if (exponent == 2047) return from_special(negative, mantissa != 0, value);
    return from_parts(negative, exponent == 0 ? 0 : mantissa | (uint64_t)1 << 52, exponent - 1075, fraction,
                      value);
}

number_status fx_from_ieee32(uint32_t bits, fx *value) { return from_ieee32(bits, 16, value); }
number_status fx_from_ieee64(uint64_t bits, fx *value) { return from_ieee64(bits, 16, value); }
number_status q30_from_ieee32(uint32_t bits, q30 *value) { return from_ieee32(bits, 30, value); }
number_status q30_from_ieee64(uint64_t bits, q30 *value) { return from_ieee64(bits, 30, value); }

/* Leading bit at position 31 of `m`, 24 bits kept, ties to even. A carry out of the 24 bits raises the
 * exponent. */
static uint32_t to_ieee32(int32_t x, int fraction) {
    uint32_t magnitude = fx_magnitude(x), sign = x < 0 ? 0x80000000u : 0, m;
    int zeros = fx_clz32(magnitude);

    if (magnitude == 0) return 0;
    m = magnitude << zeros;
    m = (m >> 8) + (((m & 0xFFu) > 0x80u || ((m & 0xFFu) == 0x80u && (m & 0x100u) != 0)) ? 1u : 0u);
    return sign | (((uint32_t)(127 + 31 - zeros - fraction - 1) << 23) + m);
}

static uint64_t to_ieee64(int32_t x, int fraction) {
    uint64_t magnitude = fx_magnitude(x), sign = x < 0 ? (uint64_t)1 << 63 : 0;
    int zeros = fx_clz64(magnitude);

    if (magnitude == 0) return 0;
    return sign | (((uint64_t)(1023 + 63 - zeros - fraction - 1) << 52) + ((magnitude << zeros) >> 11));
}

uint32_t fx_to_ieee32(fx x) { return to_ieee32(x, 16); }
uint64_t fx_to_ieee64(fx x) { return to_ieee64(x, 16); }
uint32_t q30_to_ieee32(q30 x) { return to_ieee32(x, 30); }
uint64_t q30_to_ieee64(q30 x) { return to_ieee64(x, 30); }
