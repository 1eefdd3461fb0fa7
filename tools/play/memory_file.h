/* Writes what a game has used of its memory when it ends, as comma-separated values: also when it did not begin, with the reason. */
#ifndef OXCART_TOOLS_PLAY_MEMORY_FILE_H
#define OXCART_TOOLS_PLAY_MEMORY_FILE_H

#include "kernel/console/console.h"

/* `console` NULL: the game was refused, `why` says so. False after a line on stderr. */
bool memory_file_write(const char *path, const ox_console *console, const char *why);

#endif
