/* Where things of the C of carts lie, and how programs are run for it. Shared by the files of this room. */
#ifndef OXCART_TOOLS_CODE_CODE_PLACE_H
#define OXCART_TOOLS_CODE_CODE_PLACE_H

#include "tools/code/code.h"

/* Words of a command line; the list is ended by NULL. Words behind the last that there is room for are lost, and `full`. */
enum { CODE_WORDS = 160 };
typedef struct code_words {
    const char *list[CODE_WORDS + 1];
    uint32_t count;
    bool full;
    char text[8192]; /* of words that were cut out of a line */
    size_t used;
} code_words;

void code_words_add(code_words *words, const char *word);

/* Adds a copy of a word. */
void code_words_copy(code_words *words, const char *word, size_t length);

/* Adds the words of a line, with blanks between. */
void code_words_split(code_words *words, const char *line);

/* The compiler of this machine: what CC says, else cc. */
const char *code_compiler(void);

#endif
