/* Saved games and the way back in time as a module of the console, alike for scripts and for carts in C.
 *
 *     capacity saves 3                                  in cart.txt: slots
 *     capacity rewind 600                               steps that the game can go back
 *     capacity save-blocks 16                           KB of memory in which a game is put together
 *     capacity snapshot-blocks 32                       KB of memory for the way back
 *
 *     if pressed(Button.SELECT) { save(1) }             in a script; slots count from 1
 *     on start { if saved(1) { load(1) } }
 *     if held(Button.L) { rewind(2) }
 *
 *     status = ox_console_save(console, 0);             in C, whose plan (kernel/runtime/module.h) has save_slots and
 *                                                       rewind; slots count from 0. A cart in C without a plan
 *                                                       saves by itself, without this module
 *
 * STATE. A saved game is the state of the console as one list of parts (kernel/replay/state.h): the scene, the world,
 * scripts, and the tables of a cart in C; without the input, which is the player's. A game of scripts can be loaded in
 * any scene: the scene that it was saved in begins first. A game belongs to the image that saved it, and another image
 * refuses it. A cart in C may take over games of older builds, as its plan says.
 *
 * TIME. Saving, loading and going back happen between two steps: a step that asks for them goes on to its end. A save
 * is written by some bytes in each step that follows. While a recording is written or played, no game is loaded and no
 * step is gone back; saving works as ever.
 *
 * The way back begins anew with each scene. Kept numbers of scripts (`keep`) are in the same container,
 * in a slot of their own.
 *
 * Bytes: 300, twice "save-blocks", "snapshot-blocks". */
#ifndef OXCART_KERNEL_SAVING_MODULE_H
#define OXCART_KERNEL_SAVING_MODULE_H

#include "kernel/console/console.h"
#include "kernel/module/module.h"
#include "kernel/save/container.h"

extern const ox_module ox_saving_module;

enum {
    OX_CAPACITY_SAVES,  /* slots of saved games */
    OX_CAPACITY_REWIND, /* steps that the game can go back */
    OX_SAVING_CAPACITIES
};
extern const ox_capacity ox_saving_capacities[OX_SAVING_CAPACITIES];

enum { OX_SAVING_NATIVES = 4 };
extern const ox_script_native ox_saving_native_rows[OX_SAVING_NATIVES];

/* The container of a cart that saves games, and its slot for data that outlives saved games; NULL when the cart saves
 * none. Code that writes to the slot waits while a save is under way. */
ox_saves *ox_saving_container(const ox_module_host *host, uint32_t *slot);

/* Whether a saved game is being taken over: data that outlives saved games stays as it is then. */
bool ox_saving_loads(const ox_module_host *host);

/* ---- saved games ---- */

/* Saves the game as it is between two steps; a call within a step saves when the step is over. Writing is spread over
 * the steps that follow. OX_UNSUPPORTED: the cart asks for no slots, or the port has no persistent storage;
 * OX_BAD_ARGUMENT: no such slot; OX_BAD_STATE: a save is under way, or steps are run again. */
FX_MUST_CHECK ox_status ox_console_save(ox_console *console, uint32_t slot);

/* Whether a save is under way; and how the last save ended, with a sentence in *why when it failed (else ""). */
bool ox_console_saving(const ox_console *console);
ox_status ox_console_saved(const ox_console *console, const char **why);

/* Reads a game and goes on with it: between two steps, as ox_console_save, with `loaded` called after that. Failures
 * before anything has changed are returned: as ox_saves_read, OX_UNSUPPORTED, and OX_BAD_STATE while a recording is
 * written or played. A game that cannot be taken over leaves the running game as it was, and the log says why. */
FX_MUST_CHECK ox_status ox_console_load(ox_console *console, uint32_t slot);

/* ---- rewind ---- */

/* How many steps the game can go back, and forward again. */
uint32_t ox_console_behind(const ox_console *console);
uint32_t ox_console_ahead(const ox_console *console);

/* Goes back or forward: at once between two frames, and from within a step before the next one.
 * OX_NOT_FOUND: the ring does not reach so far; OX_UNSUPPORTED: the cart asks for no rewind; OX_BAD_STATE: while a
 * recording is written or played, or steps are run again; OX_BAD_DATA: a snapshot cannot be restored. */
FX_MUST_CHECK ox_status ox_console_rewind(ox_console *console, uint32_t steps);
FX_MUST_CHECK ox_status ox_console_forward(ox_console *console, uint32_t steps);

/* Writes the ring's contents as a recording, as ox_rewind_export: the last seconds before a bug. */
FX_MUST_CHECK ox_status ox_console_export(ox_console *console, ox_recording_sink *sink, void *context);

#endif
