/* The words that the console's own records have: names of fields, components, modules and events, by their ids. Images have the names of a game alone.
 *
 *     known_words_open(&words);
 *     view.names = known_words_find, view.names_context = &words; */
#ifndef OXCART_TOOLS_PLAY_KNOWN_WORDS_H
#define OXCART_TOOLS_PLAY_KNOWN_WORDS_H

#include <stddef.h>
#include <stdint.h>

enum { KNOWN_WORDS = 4096 };

typedef struct known_word {
    uint32_t id;
    const char *word;
} known_word;

typedef struct known_words {
    known_word list[KNOWN_WORDS]; /* by id */
    uint32_t count;
} known_words;

/* All words, ended by NULL: the build makes them out of the kernel's sources. */
extern const char *const known_words_all[];

void known_words_open(known_words *words);

/* The word with an id, and its length; NULL: it is not known. */
const char *known_words_find(const void *words, uint32_t id, uint32_t *length);

#endif
