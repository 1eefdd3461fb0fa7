/* Characters of UTF-8 and UTF-16. */
#include "fixedmath/utf8.h"

#include <string.h>

enum { BAD = 0xFFFD, LAST = 0x10FFFF, SURROGATES = 0xD800, SURROGATES_END = 0xE000, BEYOND = 0x10000 };

static bool is_surrogate(uint32_t code) { return code >= SURROGATES && code < SURROGATES_END; }

static bool continues(char byte) { return ((uint8_t)byte & 0xC0u) == 0x80u; }

size_t fx_utf8_read(const char *at, size_t left, uint32_t *code) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    *code = BAD;
    if (left == 0) return 0;
    const uint8_t lead = (uint8_t)*at;
    const size_t size = lead < 0x80   ? 1
                        : lead < 0xC2 ? 0
                        : lead < 0xE0 ? 2
                        : lead < 0xF0 ? 3
                        : lead < 0xF5 ? 4
                                      : 0;
    if (size == 0 || size > left) return 0;
    uint32_t value = size == 1 ? lead : lead & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (!continues(at[i])) return 0;
        value = value << 6 | ((uint8_t)at[i] & 0x3Fu);
    }
    if (value < least[size] || value > LAST || is_surrogate(value)) return 0;
    *code = value;
    return size;
}

size_t fx_utf8_write(char out[4], uint32_t code) {
    static const uint8_t lead[5] = {0, 0, 0xC0, 0xE0, 0xF0};
    if (code > LAST || is_surrogate(code)) return 0;
    const size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < BEYOND ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(lead[size] | code);
    return size;
}

/* The bytes of what begins at an offset: a character, or one byte that is none. */
static size_t step_of(const char *text, size_t size, size_t at) {
    uint32_t code;
    const size_t bytes = fx_utf8_read(text + at, size - at, &code);
    return bytes == 0 ? 1 : bytes;
}

size_t fx_utf8_fault(const char *text, size_t size) {
    uint32_t code;
    for (size_t at = 0, bytes; at < size; at += bytes) {
        bytes = fx_utf8_read(text + at, size - at, &code);
        if (bytes == 0) return at;
    }
    return size;
}

size_t fx_utf8_count(const char *text, size_t size) {
    size_t count = 0;
    for (size_t at = 0; at < size; at += step_of(text, size, at)) count++;
    return count;
}

size_t fx_utf8_bytes(const char *text, size_t size, size_t count) {
    size_t at = 0;
    for (; at < size && count > 0; count--) at += step_of(text, size, at);
    return at;
}

size_t fx_utf8_back(const char *text, size_t from) {
    if (from == 0) return 0;
    do from--;
    while (from > 0 && continues(text[from]));
    return from;
}

/* ---- UTF-16 ---- */

/* A text that is written as far as there is room, and measured as a whole. */
typedef struct output {
    char *at;
    size_t room, needed;
    bool full;
} output;

static void put_character(output *out, const char *bytes, size_t size) {
    out->full = out->full || out->needed + size > out->room;
    if (!out->full) memcpy(out->at + out->needed, bytes, size);
    out->needed += size;
}

static uint32_t unit_at(const char *at, bool big_endian) {
    const uint32_t first = (uint8_t)at[0], second = (uint8_t)at[1];
    return big_endian ? first << 8 | second : second << 8 | first;
}

/* Reads a character of one unit or of a pair of surrogates; returns its bytes, 0 where none begins. */
static size_t read_units(const char *at, size_t left, bool big_endian, uint32_t *code) {
    if (left < 2) return 0;
    *code = unit_at(at, big_endian);
    if (!is_surrogate(*code)) return 2;
    const uint32_t low = left < 4 ? 0 : unit_at(at + 2, big_endian);
    if (*code >= 0xDC00 || low < 0xDC00 || low >= SURROGATES_END) return 0;
    *code = BEYOND + ((*code - SURROGATES) << 10 | (low - 0xDC00));
    return 4;
}

size_t fx_utf8_from_utf16(const char *text, size_t size, bool big_endian, char *out, size_t room,
                          size_t *fault) {
    output to = {out, room, 0, false};
    for (*fault = 0; *fault < size;) {
        char bytes[4];
        uint32_t code;
        const size_t read = read_units(text + *fault, size - *fault, big_endian, &code);
        if (read == 0) break;
        put_character(&to, bytes, fx_utf8_write(bytes, code));
        *fault += read;
    }
    return to.needed;
}

static void put_unit(char *to, uint32_t unit, bool big_endian) {
    to[big_endian ? 0 : 1] = (char)(unit >> 8);
    to[big_endian ? 1 : 0] = (char)(unit & 0xFF);
}

size_t fx_utf16_from_utf8(const char *text, size_t size, bool big_endian, char *out, size_t room,
                          size_t *fault) {
    output to = {out, room, 0, false};
    for (*fault = 0; *fault < size;) {
        char bytes[4];
        uint32_t code;
        const size_t read = fx_utf8_read(text + *fault, size - *fault, &code);
        if (read == 0) break;
        const bool pair = code >= BEYOND;
        put_unit(bytes, pair ? SURROGATES + ((code - BEYOND) >> 10) : code, big_endian);
        if (pair) put_unit(bytes + 2, 0xDC00 + ((code - BEYOND) & 0x3FF), big_endian);
        put_character(&to, bytes, pair ? 4 : 2);
        *fault += read;
    }
    return to.needed;
}
