/* The words of the console's own records, which the build gathers from its sources. */
#include "tools/play/known_words.h"

#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"

static int by_id(const void *a, const void *b) {
    const uint32_t x = ((const known_word *)a)->id, y = ((const known_word *)b)->id;
    return (x > y) - (x < y);
}

void known_words_open(known_words *words) {
    words->count = 0;
    for (size_t i = 0; known_words_all[i] != NULL && i < KNOWN_WORDS; i++)
        words->list[words->count++] = (known_word){rom_id(known_words_all[i]), known_words_all[i]};
    qsort(words->list, words->count, sizeof words->list[0], by_id);
}

const char *known_words_find(const void *words, uint32_t id, uint32_t *length) {
    const known_words *w = words;
    const known_word wanted = {id, NULL};
    const known_word *found = bsearch(&wanted, w->list, w->count, sizeof w->list[0], by_id);
    if (found == NULL) return NULL;
    *length = (uint32_t)strlen(found->word);
    return found->word;
}
