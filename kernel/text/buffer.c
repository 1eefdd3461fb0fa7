/* Text buffers: storing what fits, and cutting between characters. */
#include "kernel/text/buffer.h"

#include <string.h>

ox_text ox_text_begin(char *buffer, size_t size) {
    ox_text text = {buffer, size, 0, 0, false};
    if (size > 0) buffer[0] = 0;
    return text;
}

ox_text ox_text_begin_plain(char *buffer, size_t size) {
    ox_text text = ox_text_begin(buffer, size);
    text.plain = true;
    return text;
}

void ox_text_clear(ox_text *text) {
    text->length = text->needed = 0;
    if (text->size > 0) text->at[0] = 0;
}

/* A byte inside a UTF-8 sequence, that is any but its first. */
static bool continues(char c) { return ((uint8_t)c & 0xC0u) == 0x80u; }

/* The text stops where a sequence would go on with `next`: takes the part of the sequence away that stands there, which
 * has at most three bytes. */
static void drop_torn(ox_text *text, char next) {
    if (!continues(next)) return;
    size_t length = text->length;
    for (int i = 0; i < 3 && length > 0; i++) {
        uint8_t last = (uint8_t)text->at[--length];
        if (last >= 0xC0u) text->length = length;
        if (!continues((char)last)) return;
    }
}

/* How many of `count` bytes there is room for; all of them count as needed. */
static size_t room(ox_text *text, size_t count) {
    size_t free = ox_text_cut(text) || text->size == 0 ? 0 : text->size - 1 - text->length;
    text->needed += count;
    return count < free ? count : free;
}

/* The text ends here, in front of `next`. */
static void cut_text(ox_text *text, char next) {
    size_t last = text->size - 1, dots = text->plain ? 0 : last < 3 ? last : 3;
    drop_torn(text, next);
    if (text->length > last - dots) {
        next = text->at[last - dots];
        text->length = last - dots;
        drop_torn(text, next);
    }
    memset(text->at + text->length, '.', dots);
    text->length += dots;
}

bool ox_text_put(ox_text *text, const char *bytes, size_t length) {
    bool whole = !ox_text_cut(text);
    size_t fits = room(text, length);
    if (text->size == 0) return length == 0 && whole;
    if (fits > 0) memcpy(text->at + text->length, bytes, fits);
    text->length += fits;
    if (whole && fits < length) cut_text(text, bytes[fits]);
    text->at[text->length] = 0;
    return whole && fits == length;
}

bool ox_text_fill(ox_text *text, char c, size_t count) {
    bool whole = !ox_text_cut(text);
    size_t fits = room(text, count);
    if (text->size == 0) return count == 0 && whole;
    if (fits > 0) memset(text->at + text->length, c, fits);
    text->length += fits;
    if (whole && fits < count) cut_text(text, c);
    text->at[text->length] = 0;
    return whole && fits == count;
}
