/* Base64: the encoder and the decoder. */
#include "tools/import/base/base64.h"

#include <stdlib.h>

/* The value of a letter: 0..63, 64 for padding, 65 for blanks, -1 for anything else. */
static int value_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    if (c == '/') return 63;
    if (c == '=') return 64;
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' ? 65 : -1;
}

bool import_base64_decode(const char *text, size_t length, uint8_t **out, size_t *size, size_t *fault) {
    uint8_t *bytes = malloc(length / 4 * 3 + 4);
    uint32_t bits = 0;
    size_t letters = 0, padding = 0, used = 0;
    *out = NULL;
    *size = 0;
    *fault = SIZE_MAX;
    if (bytes == NULL) return false;
    for (size_t i = 0; i < length; i++) {
        int value = value_of(text[i]);
        if (value == 65) continue;
        if (value < 0 || (value < 64 && padding > 0)) {
            free(bytes);
            *fault = i;
            return false;
        }
        if (value == 64) {
            padding++;
            continue;
        }
        bits = bits << 6 | (uint32_t)value;
        if (++letters % 4 != 0) continue;
        bytes[used++] = (uint8_t)(bits >> 16);
        bytes[used++] = (uint8_t)(bits >> 8);
        bytes[used++] = (uint8_t)bits;
    }
    size_t rest = letters % 4;
    if (rest == 1 || (padding > 0 && (letters + padding) % 4 != 0)) {
        free(bytes);
        *fault = length;
        return false;
    }
    if (rest == 2) bytes[used++] = (uint8_t)(bits >> 4);
    if (rest == 3) {
        bytes[used++] = (uint8_t)(bits >> 10);
        bytes[used++] = (uint8_t)(bits >> 2);
    }
    *out = bytes;
    *size = used;
    return true;
}

void import_base64_encode(const uint8_t *data, size_t size, char *text) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t there = size - i < 3 ? size - i : 3;
        uint32_t bits = (uint32_t)data[i] << 16;
        if (there > 1) bits |= (uint32_t)data[i + 1] << 8;
        if (there > 2) bits |= data[i + 2];
        *text++ = letters[bits >> 18];
        *text++ = letters[bits >> 12 & 63u];
        *text++ = there > 1 ? letters[bits >> 6 & 63u] : '=';
        *text++ = there > 2 ? letters[bits & 63u] : '=';
    }
    *text = 0;
}
