/* The log of a game as the player wants it: which lines it takes, and a file that has them all.
 *
 *     oxcart run mygame --log detail,sound=off,ai=trace --log-file game.log
 *
 * A line of the file: frame, level, channel, a colon, the text. The file has each line before the next one is written, whatever becomes of
 * the program. */
#ifndef OXCART_TOOLS_PLAY_LOG_FILE_H
#define OXCART_TOOLS_PLAY_LOG_FILE_H

#include <stdio.h>

#include "kernel/debug/log.h"

typedef struct log_file {
    FILE *file; /* NULL: none */
    ox_log_sink sink;
} log_file;

/* Reads words with commas, LEVEL or CHANNEL=LEVEL|on|off, and does what they say; log NULL: nothing but looks at them. False: *bad is the first
 * that is none, or for which there is no room. */
bool log_words_do(const char *words, ox_log *log, const char **bad);

/* Opens a file of that name; false: it cannot be written. log_file_join: the lines of a game go there from now on. */
bool log_file_open(log_file *f, const char *path);
void log_file_join(log_file *f, ox_log *log);
bool log_file_close(log_file *f);

#endif
