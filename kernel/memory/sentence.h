/* Puts a sentence together from words and numbers, for refusals, without the formatter, which lies in a layer above. */
#ifndef OXCART_KERNEL_MEMORY_SENTENCE_H
#define OXCART_KERNEL_MEMORY_SENTENCE_H

#include <stddef.h>
#include <stdint.h>

typedef struct ox_sentence {
    char *at;
    size_t size, length; /* size of the buffer; characters so far, the terminating 0 not counted */
} ox_sentence;

static inline void ox_sentence_say(ox_sentence *s, const char *words) {
    if (s->size == 0) return;
    while (*words != 0 && s->length + 1 < s->size) s->at[s->length++] = *words++;
    s->at[s->length] = 0;
}

static inline void ox_sentence_count(ox_sentence *s, uint64_t number) {
    char digits[24];
    size_t i = sizeof digits - 1;
    digits[i] = 0;
    do {
        digits[--i] = (char)('0' + (char)(number % 10));
        number /= 10;
    } while (number != 0);
    ox_sentence_say(s, digits + i);
}

#endif
