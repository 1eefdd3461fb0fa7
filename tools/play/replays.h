/* Files of recordings: what is played goes into one, or comes out of one. */
#ifndef OXCART_TOOLS_PLAY_REPLAYS_H
#define OXCART_TOOLS_PLAY_REPLAYS_H

#include <stdio.h>

#include "kernel/recording/module.h"
#include "tools/play/play.h"

/* Opens the file to record to or the recording to replay, and sets how it is played. False after a line on stderr. */
bool replays_open(const play_settings *s, ox_boot_options *boot, FILE **record, uint8_t **replay);

/* Says how the replay went; false when it went another way than the recording. */
bool replays_tell(const ox_console *console);

/* Plays up to a step without pictures and without waiting. False: the game has ended. */
bool replays_forward(ox_console *console, uint32_t step);

/* Whether a replay has come to its end and is to begin anew. */
bool replays_again(const play_settings *s, const ox_console *console);

/* What binds the game to the files with which it began: "a recording plays", or that one is written; NULL: nothing, or the players have taken over. */
const char *replays_held(const ox_console *console);

#endif
