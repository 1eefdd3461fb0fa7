/* Text buffers: texts put together piece by piece in memory of the caller, never longer than that.
 *
 *     char line[32];
 *     ox_text text = ox_text_begin(line, sizeof line);
 *     ox_text_string(&text, "level ");
 *     ox_text_append(&text, name);                       a view (view.h)
 *     ox_text_add(&text, ", %d lives", lives);           kernel/debug/format.h
 *     if (ox_text_cut(&text)) ...                        the line ends in "..."
 *
 * A buffer always ends with a zero. What does not fit is cut off, never inside a UTF-8 sequence. Dots take
 * the place of the end ("...", as many as there is room for), unless the text is a plain one. From then on
 * nothing is stored, so that no text has a hole, and `needed` goes on counting. Compare needed + 1 with size
 * to see how large the buffer should have been; only `length` tells what stands there.
 *
 * Cost: an append about 30 instructions and memcpy. */
#ifndef OXCART_KERNEL_TEXT_BUFFER_H
#define OXCART_KERNEL_TEXT_BUFFER_H

#include "kernel/text/view.h"

typedef struct ox_text {
    char *at;      /* caller's buffer, always terminated */
    size_t size;   /* bytes of it; a text has at most size - 1 */
    size_t length; /* bytes stored, without the zero */
    size_t needed; /* bytes the text would have; above length when something was cut off */
    bool plain;    /* a cut leaves no dots */
} ox_text;

/* An empty text. Size 0 stores nothing, not even the zero; then buffer may be NULL. */
ox_text ox_text_begin(char *buffer, size_t size);
ox_text ox_text_begin_plain(char *buffer, size_t size);
void ox_text_clear(ox_text *text);

/* Appends bytes; false when the text had to be cut. */
bool ox_text_put(ox_text *text, const char *bytes, size_t length);
bool ox_text_fill(ox_text *text, char c, size_t count);
static inline bool ox_text_append(ox_text *text, ox_text_view more) {
    return ox_text_put(text, more.at, more.length);
}
static inline bool ox_text_string(ox_text *text, const char *string) {
    return ox_text_append(text, ox_text_of(string));
}

/* The text becomes a copy of `from`. */
static inline bool ox_text_copy(ox_text *text, ox_text_view from) {
    ox_text_clear(text);
    return ox_text_append(text, from);
}

static inline bool ox_text_cut(const ox_text *text) { return text->needed > text->length; }

/* A view of the text so far; gone with the next change. */
static inline ox_text_view ox_text_seen(const ox_text *text) {
    return (ox_text_view){text->at, text->length};
}

#endif
