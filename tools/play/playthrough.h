/* Playthroughs: what a player does and what has to come of it, as a text that `oxcart test` plays.
 *
 *     # An input script (platform/host/host_script.h), and between its lines, checked when that frame is over:
 *     15   press A
 *     156  label conceded
 *     156  expect points[1] == 1            a variable of the scripts: == != < <= > >=
 *     156  expect Court.speed >= 1.5        a variable of a behaviour that belongs to no object, or of an object by its name
 *     156  expect coin.count == 3           how many objects of that name there are
 *     156  expect hero.pos.x > 2.0          where an object is; hero.angle in degrees
 *     156  expect scene == court
 *     156  expect log The gate opens        a line of the log has these words
 *     600  hash 8a3b12cd                    of the state: the same on every machine
 *     600  picture 1f2e3d4c                 of the pixels; for the cart's own size and format
 *
 * The text of a value says what it is compared as: 3, 1.5, true, 'name' or name. `hash` and `picture` without a number are filled in when the file is
 * brought up to date. A label stands in what is said of the lines behind it. */
#ifndef OXCART_TOOLS_PLAY_PLAYTHROUGH_H
#define OXCART_TOOLS_PLAY_PLAYTHROUGH_H

#include "kernel/console/console.h"
#include "tools/base/error.h"

typedef struct playthrough playthrough;

/* Reads a file, whose name stays the caller's. NULL and a sentence with the line, when it cannot be read or says something that is none of these. */
playthrough *playthrough_open(const char *path, tool_error *error);
void playthrough_close(playthrough *p);

/* How many frames have to be played for all lines to be checked. */
uint32_t playthrough_frames(const playthrough *p);

/* Begins a run. The first one checks the lines; in every further one each frame is held against the first: state and pixels. */
void playthrough_begin(playthrough *p);

/* Behind every frame; a function for play_settings.each with the playthrough as its context. */
void playthrough_frame(void *playthrough, const ox_console *console);

/* Ends a run: lines that were not reached count as failed. What failed, one sentence after the other with file and line; NULL behind the last. */
bool playthrough_end(playthrough *p);
const char *playthrough_failure(const playthrough *p, uint32_t number);
uint32_t playthrough_checks(const playthrough *p);

/* Writes the file again with the hashes that came of the first run; false and a sentence. */
bool playthrough_update(const playthrough *p, tool_error *error);

#endif
