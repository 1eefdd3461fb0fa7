/* The lines of texts of options, for all who read some of them (configuration.h, option_sources.h).
 *
 *     option_texts_each("usual.ini,mine.ini", take_line, context, &error)
 *
 * Texts are read in their order, the last word counts. */
#ifndef OXCART_TOOLS_PLAY_OPTION_TEXTS_H
#define OXCART_TOOLS_PLAY_OPTION_TEXTS_H

#include "tools/import/text/ini.h"

typedef struct option_text_line {
    uint32_t text;     /* number of the text, from 0 */
    const char *place; /* "mine.ini:3" */
    const import_ini_line *line;
} option_text_line;

/* Takes a line that is a key, or none that can be read; false ends the reading. */
typedef bool option_text_take(void *context, const option_text_line *line);

/* Goes through the texts of a list with commas between; NULL: there are none. A text that cannot be read is told by *error, and the others are read all the same. False where one
 * could not be read, or `take` ended it. */
bool option_texts_each(const char *files, option_text_take *take, void *context, tool_error *error);

#endif
