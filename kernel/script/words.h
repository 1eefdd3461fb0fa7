/* Texts made of parts: "score {score}", "{minutes}:{seconds:02}", as the compiler writes them and the machine puts them together.
 *
 *     const char *words = ox_script_words(call->machine, call->arguments[0]);       in a native that takes a text
 *
 * A note with parts has OX_SCRIPT_PART and three letters where a part stands; the values of the parts are given as
 * `any` to the natives words1 to words7 that every machine has: words2:t(ityy) takes whether this is the first text of
 * its statement, the note, and two parts. The result can be used as a note: it is a place in a buffer of
 * OX_SCRIPT_WORDS bytes that the machine has if its module has such texts. A text is valid while the call that takes it
 * lasts; texts of calls that are over, and of the statement before, make room. A text that does not fit is cut off.
 * Texts are no part of the state.
 *
 * HOW PARTS ARE SHOWN. Whole numbers and fx in decimal, fx with two digits behind the point where the part gives no
 * number of digits; angles in degrees; bool as true and false; texts in the language of the player; a name as the text
 * of that key, else as it stands in the script, else as its id. WIDTH fills up with blanks, before numbers and behind
 * other values, or with zeros where the part says so. */
#ifndef OXCART_KERNEL_SCRIPT_WORDS_H
#define OXCART_KERNEL_SCRIPT_WORDS_H

#include <stdint.h>

#include "kernel/text/buffer.h"

enum {
    OX_SCRIPT_PART = 1, /* flags, width, digits follow, each plus the bias */
    OX_SCRIPT_PART_BIAS = 0x40,
    OX_SCRIPT_PART_LEFT = 1, /* numbers have the blanks behind them, too */
    OX_SCRIPT_PART_ZEROS = 2,
    OX_SCRIPT_PART_WIDTH = 40, /* at most */
    OX_SCRIPT_PART_NO_DIGITS = 10,
    OX_SCRIPT_PART_NAME = 2,      /* begins a note that holds only a name, so that the name can be shown */
    OX_SCRIPT_PARTS = 7,          /* parts of a text, at most */
    OX_SCRIPT_WORDS = 256,        /* bytes of all texts at once, their ends included */
    OX_SCRIPT_WORDS_LIVE = 8,     /* texts at once */
    OX_SCRIPT_WORDS_FROM = 0x8000 /* lower halves of notes' values from here on: places in the buffer */
};

struct ox_script;

/* The note, or the text made of parts, in a native's argument, ended by zero; NULL: the argument is the key of a
 * text. */
const char *ox_script_words(const struct ox_script *machine, int32_t value);

/* A value of a kind (ROM_SCRIPT_FIELD_...) as a part without width and digits shows it. */
void ox_script_write(const struct ox_script *machine, uint32_t kind, int32_t value, ox_text *out);

#endif
