/* What a game counts, asks for and passes through, as a module of the console: counters, objectives, trophies, modes, demos, kept numbers.
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
 * MODES (flow.h) are what the game is in; each scene is one by its name. A mode without a scene stands over the one below, where scene and world
 * rest unless it says `runs`. What leads from one mode to another are words: events by their names, `press` and `press:BUTTON`, `idle:STEPS` without
 * a button, `after:STEPS` in a mode, `end` of a demo, and what `say` or ox_flow_say says. Of several that come in one step the first line counts.
 * There is one place where scenes change: a script's scene('yard') leads into the mode of that scene, too.
 *
 * A DEMO is a mode with the input of a file (platform/host/host_script.h), of buttons: the game hears them in the place of the player's, whose own lead
 * out of it. Random numbers of scripts begin with its seed, so every round is the same. A button that ends it is heard by nobody else.
 *
 * KEPT NUMBERS. `keep('best', score)` and `kept('best')`: up to `capacity kept-numbers` by name, in the port's storage (kernel/save/container.h, one
 * slot; some 500 bytes of memory beside them, for carts alone that keep any), written at most once in 60 steps and when the console closes. With
 * saved games they share one container. They are a part of the state, and go back with it; a saved game that is loaded leaves them as they are.
 * While a recording is written or played there are none at the beginning and nothing is written, so it is the same everywhere; likewise without
 * storage they last as long as the console. What was kept differs from machine to machine: games
 * over a network must not go by it.
 *
 * STATE. All of it is one part. While chunks change it stays by name: what is new begins locked or not won, what is gone is forgotten.
 *
 * Bytes: some 130, `capacity counters` and `capacity kept-numbers`; with rules in cart.txt 800, and those of the rules (rules.h). */
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
    OX_CAPACITY_KEPT_NUMBERS, /* with trophies */
    OX_GAME_CAPACITIES
};
extern const ox_capacity ox_game_capacities[OX_GAME_CAPACITIES];

enum { OX_GAME_NATIVES = 14, OX_GAME_EVENTS = 5 };
extern const ox_script_native ox_game_native_rows[OX_GAME_NATIVES];

/* For carts in C, from their start on: what scripts see as well. NULL where the cart has none, as it says. Objectives, trophies and flow are made anew
 * with each scene, in the same place and with the same state. */
ox_counters *ox_game_counters(
    const ox_console
        *console); /* carts with scripts, with rules, or with `capacity counters` or `kept-numbers` */
ox_objectives *ox_game_objectives(const ox_console *console); /* carts with rules */
ox_trophies *ox_game_trophies(const ox_console *console);
ox_flow *
ox_game_flow(const ox_console *console); /* carts with modes; only said to, never started, ticked or ended */

/* The text of an objective or a trophy: `length` bytes without a zero behind them; NULL for a name that there is not. */
const char *ox_game_text(const ox_console *console, ox_id name, uint32_t *length);

/* A bus of the cart's own that rules listen to and post to, where no script plays; NULL: none any more. That of a plan
 * (kernel/runtime/module.h) they find by themselves. */
void ox_game_listen(const ox_console *console, ox_events *events);

/* Numbers that outlive the power: 0 for a name that is not there; false when there are as many as the capacity says, or the cart has none. A cart
 * in C without trophies has them by `capacity kept-numbers`. */
int32_t ox_game_kept(const ox_console *console, ox_id name);
bool ox_game_keep(const ox_console *console, ox_id name, int32_t value);

#endif
