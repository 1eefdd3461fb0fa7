/* Playthroughs: input of a player and its expected results, as a text that `oxcart test` plays.
 *
 *     # An input script (platform/host/host_script.h), and between its lines, checked when that frame is over:
 *     15   press A
 *     156  label conceded
 *     156  expect points[1] == 1            a variable of the scripts: == != < <= > >=
 *     156  expect Court.speed >= 1.5        a variable of a behaviour that belongs to no object, or of an object by its name
 *     156  expect coin.count == 3           number of objects of that name
 *     156  expect hero.pos.x > 2.0          place of an object; hero.angle in degrees
 *     156  expect scene == court
 *     156  expect log The gate opens        a line of the log has these words
 *     600  hash 8a3b12cd                    hash of the state: the same on every machine
 *     600  picture 1f2e3d4c                 hash of the pixels, in the cart's own size and format
 *
 * The form of a value decides how it is compared: 3, 1.5, true, 'name' or name. `hash` and `picture` without a number
 * are filled in when the file is brought up to date. Failures name the last label before their line. */
#ifndef OXCART_TOOLS_PLAY_PLAYTHROUGH_H
#define OXCART_TOOLS_PLAY_PLAYTHROUGH_H

#include "kernel/console/console.h"
#include "tools/base/error.h"

typedef struct playthrough playthrough;

/* Reads a file, whose name stays the caller's. NULL and a sentence with the line when the file cannot be read or a
 * line has another form. */
playthrough *playthrough_open(const char *path, tool_error *error);
void playthrough_close(playthrough *p);

/* How many frames have to be played for all lines to be checked. */
uint32_t playthrough_frames(const playthrough *p);

/* How a game is played a further time. */
typedef enum playthrough_way {
    PLAYTHROUGH_CHECKS,    /* the first time: the lines are checked */
    PLAYTHROUGH_BANDS,     /* however the caller draws */
    PLAYTHROUGH_RETURNS,   /* at twenty frames the game goes to a state that was kept and back */
    PLAYTHROUGH_LANGUAGES, /* the language changes three times, and pictures with it; not where a pointer moves, which meets other things then */
    PLAYTHROUGH_WAYS
} playthrough_way;

/* Begins a run. Every further run compares the state of each frame with the first, and the pixels too. */
void playthrough_begin(playthrough *p, playthrough_way way);

/* Checks a frame after it was played, and does what the way asks for before it: functions for play_settings.each and .before with the playthrough as
 * their context. */
void playthrough_frame(void *playthrough, const ox_console *console);
bool playthrough_before(void *playthrough, ox_console *console);

/* playthrough_end ends a run: lines that were not reached count as failed. playthrough_failure gives a sentence with
 * file and line for each failure; NULL behind the last. */
bool playthrough_end(playthrough *p);
const char *playthrough_failure(const playthrough *p, uint32_t number);
uint32_t playthrough_checks(const playthrough *p);

/* Writes the file again with the hashes of the first run, and its file of states; false and a sentence on failure. */
bool playthrough_update(playthrough *p, tool_error *error);

#endif
