/* Recording and replaying what is played on a console, as a module: recorder or playback beside its steps (kernel/replay).
 *
 *     options.record = sink, options.record_context = file;      everything that is played is recorded
 *     options.replay = bytes, options.replay_size = size;        a recording plays instead of the port's input
 *
 *     options.replay_until = 600;                                the players take over behind that many ticks, as by ox_tape_take_over
 *     options.replay_forced = true;                              another image of the cart plays the recording, too, as far as it goes the same way
 *
 * In a list of carts (kernel/carts/module.h) the recordings of all games that were played stand one behind the other. A report counts the ticks and
 * checks of all so far.
 *
 *     static ox_tape tape; options.tape = &tape;                 the game has as much memory as without a recording
 *
 * The tape exists only while a recording or a replay is asked for. Without options.tape it lies in resident memory below the scenes, which
 * may change meanwhile, and the game has so much less of its budget. Chunks of a game with scripts do not change while a tape runs, since other scripts would make
 * another game of the same input. */
#ifndef OXCART_KERNEL_RECORDING_MODULE_H
#define OXCART_KERNEL_RECORDING_MODULE_H

#include "kernel/console/console.h"
#include "kernel/module/module.h"
#include "kernel/replay/playback.h"

extern const ox_module ox_recording_module;

typedef struct ox_tape {
    ox_sim_part parts[OX_STATE_PARTS];
    ox_sim sim;
    ox_recorder recorder;
    ox_playback playback;
    ox_playback_fault fault;
    bool plays, ended;
    bool is_left; /* the players have taken over */
} ox_tape;

#if OX_PROFILED
/* The playback under way ends, and from the next step on the players have the game, whose state is what the recording made it. False: nothing is played. */
bool ox_tape_take_over(const ox_module_host *host);
#endif

/* How a replay goes. ox_console_replay gives false when no replay is played. */
typedef struct ox_replay_report {
    uint32_t ticks, end, checks;
    bool whole, over, differs;
    char text[200]; /* the difference */
} ox_replay_report;
bool ox_console_replay(const ox_console *console, ox_replay_report *report);

#endif
