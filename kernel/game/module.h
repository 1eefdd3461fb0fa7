/* Game rules as a module of the console: counters, objectives, trophies, modes, demos, kept numbers, options (option.h).
 *
 *     objective flock text="Bring the sheep home" needs=home>=3 fails=lost>=1        in cart.txt
 *     objective gate text="Close the gate" after=flock
 *     trophy quick text="In a minute" on=ObjectiveDone argument=1 value=flock needs=seconds<=60
 *     count Enter home argument=2 value=fold
 *     mode pause text="PAUSE"
 *     mode demo scene=yard input=demo.txt
 *     way title press:start yard
 *     way title idle:900 demo
 *     way demo press title
 *     way yard press:start pause
 *     way pause press:start back
 *
 *     on ObjectiveDone(what) when what == 'flock' { print_objective('gate', 8, 8, #FFFFFF) }        in a script
 *     if gate_is_shut { complete('gate') }
 *     count('lost', 1)
 *
 *     (void)ox_counters_add(ox_game_counters(console), SID("lost"), 1);             the same in C, with the functions of counter.h,
 *     (void)ox_objectives_complete(ox_game_objectives(console), SID("gate"));       objective.h, trophy.h and flow.h
 *
 * COUNTERS (counter.h) are numbers that rules ask for; `count` lines change them with events, scripts and C by hand. OBJECTIVES (objective.h)
 * are looked at when each step is over. TROPHIES (trophy.h) are won once and kept beside saved games. Every change is an event of the one bus.
 *
 * MODES (flow.h) are the states of the game: title, play, pause, demo. Each scene is a mode by its name. A mode
 * without a scene stands over the mode below, where scene and world rest unless it says `runs`. Words lead from one
 * mode to another: events by their names, `press` and `press:BUTTON`, `idle:STEPS` without a button, `after:STEPS` in
 * a mode, `end` of a demo, and words of `say` or ox_flow_say. Of several words that come in one step the first line
 * counts. All changes of scenes take this way: a script's scene('yard') leads into the mode of that scene, too.
 *
 * A DEMO is a mode with the input of a file (platform/host/host_script.h), of buttons: the game hears these buttons
 * in the place of the player's. The player's own buttons lead out of the demo. Random numbers of scripts begin with
 * the demo's seed, so every round is the same. A button that ends a demo is heard by nobody else.
 *
 * KEPT NUMBERS. `keep('best', score)` and `kept('best')`: up to `capacity kept-numbers` by name, in the port's
 * storage (kernel/save/container.h, one slot; some 500 bytes of memory beside them, for carts alone that keep any),
 * written at most once in 60 steps and when the console closes. Kept numbers share one container with saved games.
 * They are a part of the state, and go back with it; a saved game that is loaded leaves them as they are. While a
 * recording is written or played there are no kept numbers at the beginning and none are written, so that the
 * recording is the same everywhere. Without storage kept numbers last as long as the console. They differ from
 * machine to machine: games over a network must not depend on them.
 *
 * STATE. The state of this module is one part. While chunks change it stays by name: new objectives begin locked, new
 * trophies begin not won, and those that are gone are forgotten.
 *
 * Bytes: some 130, `capacity counters` and `capacity kept-numbers`; with rules in cart.txt 800, and the bytes of the
 * rules (rules.h). */
#ifndef OXCART_KERNEL_GAME_MODULE_H
#define OXCART_KERNEL_GAME_MODULE_H

#include "kernel/console/console.h"
#include "kernel/event/events.h"
#include "kernel/game/flow.h"
#include "kernel/game/objective.h"
#include "kernel/game/trophy.h"
#include "kernel/module/module.h"

extern const ox_module ox_game_module;

enum {
    OX_CAPACITY_COUNTERS,
    OX_CAPACITY_KEPT_NUMBERS, /* kept numbers, trophies included */
    OX_CAPACITY_OPTIONS, /* options that are made while the game plays, or come with a change of cart.txt */
    OX_GAME_CAPACITIES
};
extern const ox_capacity ox_game_capacities[OX_GAME_CAPACITIES];

enum { OX_GAME_NATIVES = 24, OX_GAME_EVENTS = 6 };
extern const ox_script_native ox_game_native_rows[OX_GAME_NATIVES];

/* Access for carts in C, from their start on, to what scripts see as well. NULL where the cart lacks what stands
 * behind each function. Objectives, trophies and flow are made anew with each scene, in the same place and with the
 * same state. */
ox_counters *ox_game_counters(
    const ox_console
        *console); /* carts with scripts, with rules, or with `capacity counters` or `kept-numbers` */
ox_objectives *ox_game_objectives(const ox_console *console); /* carts with rules */
ox_trophies *ox_game_trophies(const ox_console *console);
ox_flow *
ox_game_flow(const ox_console *console); /* carts with modes; may only be told words, not run or ended */

/* The text of an objective or a trophy: `length` bytes without a zero behind them; NULL for an unknown name. */
const char *ox_game_text(const ox_console *console, ox_id name, uint32_t *length);

/* Gives the rules a bus of the cart's own, to listen and post to where no script plays; NULL: no bus any more. The
 * rules find the bus of a plan (kernel/runtime/module.h) by themselves. */
void ox_game_listen(const ox_console *console, ox_events *events);

/* Numbers that survive power off. ox_game_kept is 0 for an unknown name; ox_game_keep is false when the table is
 * full, or the cart has none. A cart in C without trophies has kept numbers by `capacity kept-numbers`. */
int32_t ox_game_kept(const ox_console *console, ox_id name);
bool ox_game_keep(const ox_console *console, ox_id name, int32_t value);

#endif
