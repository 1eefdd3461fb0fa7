/* Scripts as a module of the console: behaviours, which the image's `scripts` chunk names for the objects of its scenes.
 *
 *     script game game.goad                     in cart.txt
 *     scene main
 *       object crate name=box behaviour=Crate   an object that scripts find as 'box', and that its own behaviour moves
 *       behaviour Rules                         one that belongs to the scene, not to an object
 *     end
 *
 * An image without that chunk costs nothing. CODE chunks are found like every other chunk, so those of an overlay
 * take the place of the cart's, and are held to what add-ons may call (kernel/script/native.h). Each CODE chunk gets
 * a machine (kernel/script/machine.h) of the cart's capacities `script-stack`, `script-tasks`, `script-task-cells`,
 * `script-coroutines`, `script-instances`, `script-cells`; what has no room is refused at the start, by name. A
 * module that is damaged, was compiled for other natives or does not verify is told in one line, and the game plays
 * without it.
 *
 * A STEP is a part of the world's tick (kernel/world/world.h): events that are due come to handlers (those of other machines too, by name), then `Press` and `Release`
 * of this step's buttons; then due tasks run; then `on tick`. A scene that has behaviours is led by them: its buttons do nothing else.
 *
 * OBJECTS are those of the console's world, and a handle is the same number in Goad and in C; so an object that was
 * removed is never taken for the next object in its slot. What an object does by itself is its component "behaviour".
 * `o.pos` and `o.angle` are its place: motions of the scene (orbit, bob, spin) come on top. `spawn` makes copies of
 * an object; the world has room for `capacity script-copies` beside the scene's.
 *
 * STATE. Machines, cameras, random numbers and waiting events are a part of the state, as objects are: recordings, hashes, rewind and what a cart
 * in C keeps. What is printed and sounds is not. A new scene ends all behaviours and begins its own; globals stay.
 *
 * RELOADING. When chunks are replaced while the game runs, objects stay where they are, but for what the scene now has
 * otherwise (place, turn, size), variables, states and tasks as ox_script_take_over tells
 * (kernel/script/machine.h); events that wait stay while the kinds of events do. What a fault had stopped begins anew with a script that was
 * changed. A script with a mistake leaves the one before in place. While a recording is written or played no script is replaced.
 *
 * A PICTURE. `on draw` of behaviours runs once in each, over what the scene shows, when the module `draw` asks for it (ox_behaviours_draw). It reads
 * everything and changes nothing, so it is no part of the state.
 *
 * ADD-ONS are what players make: images with ROM_FLAG_ADD_ON, mounted as overlays are, that bring screens, pictures and scripts and
 * replace nothing. `add-ons interface=2 acts=potion,map` in cart.txt takes those that were made for that number; others rest, unless
 * ox_boot_options.old_add_ons. Their behaviours begin with each scene and belong to no object. They hear all events of the game, read all objects, draw, and
 * open screens of their own. They change no object, send no event, and call no native that changes the game. What a button of theirs does the game
 * hears by `act('potion')` alone: an event `Act(what)`, for what the cart names, once for each press of the player. A step has
 * OX_ADD_ON_TICK instructions for each of their modules. A fault ends the add-on with its screens, and the game goes on.
 *
 * FAULTS. A trap is one line, `game.goad:12: Crate.push: division by zero; Crate stops [box, step 7, value 3] < game.goad:20: Crate on tick`
 * (releases: sums of functions and bytes), once for each place; how often it came is told when the script goes. The behaviour stops, or does what
 * `fault BEHAVIOUR then=...` in cart.txt says; the game goes on. */
#ifndef OXCART_KERNEL_BEHAVIOUR_MODULE_H
#define OXCART_KERNEL_BEHAVIOUR_MODULE_H

#include "kernel/console/console.h"
#include "kernel/event/events.h"
#include "kernel/module/module.h"
#include "kernel/replay/state.h"
#include "kernel/script/machine.h"
#include "kernel/text/buffer.h"

enum {
    OX_SCRIPTS_MOST = 8,   /* modules of a cart */
    OX_ADD_ONS_MOST = 4,   /* at once, with at most four modules each */
    OX_ADD_ON_TICK = 4000, /* instructions */
    OX_ADD_ON_EVENTS =
        16, /* kinds of events that an add-on may hear beside those that the cart's scripts name */
    OX_BEHAVIOUR_LISTENERS = 4 /* how many listeners other modules may have to events of scripts */
};

extern const ox_module ox_behaviour_module;

enum {
    /* cells for handlers; the capacities of stacks, tasks, coroutines, instances and cells are of each script */
    OX_CAPACITY_SCRIPT_STACK,
    OX_CAPACITY_SCRIPT_TASKS,
    OX_CAPACITY_SCRIPT_TASK_CELLS, /* cells of the stacks of all tasks and coroutines */
    OX_CAPACITY_SCRIPT_COROUTINES,
    OX_CAPACITY_SCRIPT_INSTANCES, /* behaviours at work */
    OX_CAPACITY_SCRIPT_CELLS,     /* cells of all instances' variables */
    OX_CAPACITY_SCRIPT_EVENTS,    /* kinds of events of all scripts */
    OX_CAPACITY_SCRIPT_COPIES,    /* objects that scripts make, at once */
    OX_CAPACITY_SCRIPT_PRINTS,    /* lines of print and print_number in a step */
    OX_BEHAVIOUR_CAPACITIES
};
extern const ox_capacity ox_behaviour_capacities[OX_BEHAVIOUR_CAPACITIES];

/* What scripts may call of this module; other modules have natives of their own. */
enum { OX_BEHAVIOUR_NATIVES = 45 - ROM_SMALL_PLAYER };
extern const ox_script_native ox_behaviour_native_rows[OX_BEHAVIOUR_NATIVES];

/* Fields of places and of simple motions, as scripts see them. */
enum { OX_BEHAVIOUR_FIELDS = 8 };
extern const ox_script_field ox_behaviour_field_rows[OX_BEHAVIOUR_FIELDS];

/* The bus of scripts, for modules that listen to events by their names; NULL while no scripts play. It is made anew when chunks change. */
ox_events *ox_behaviours_events(const ox_module_host *host);

/* Events that a screen of an add-on posts: the name of the event in this disguise, which add-ons alone hear under the name. */
static inline ox_id ox_add_on_event(ox_id event) { return event ^ 0x5AFE0000u; }

/* Whether a chunk is an add-on's; whether the add-on that brings a screen plays; whether a variable's cell is an
 * add-on's. */
bool ox_add_on_has(const ox_module_host *host, ox_id id, uint32_t type);
bool ox_add_on_plays(const ox_module_host *host, ox_id screen);
bool ox_add_on_owns(const ox_module_host *host, const int32_t *cell);

/* Notes, before the step, that a player has pressed something, or has let go of the pointer, which a screen keeps from the
 * world. */
void ox_add_on_pressed(const ox_module_host *host, bool pressed);

/* Whether a script of an add-on calls. */
bool ox_add_on_calls(const ox_script_call *call);

/* Draws over the picture: `on draw` of all behaviours, then what `print` put into the step. `picture` is what natives of class DRAW draw into. */
void ox_behaviours_draw(const ox_module_host *host, rs_frame *frame, ox_script_picture *picture);

/* The text of a key in the player's language with its places filled, cut to `size` - 1 bytes; @ and its number where the cart has none. */
void ox_behaviours_text(const ox_module_host *host, ox_id key, char *text, size_t size);

/* A variable of a script itself, not of a behaviour, by the id of its name. The result is its cell, `kind` its kind
 * (ROM_SCRIPT_FIELD_...); NULL when no variable of one cell has that name. Setting the variable is a change of the
 * game. */
int32_t *ox_behaviours_variable(const ox_module_host *host, ox_id name, uint32_t *kind);

/* A value of a kind as texts show it: numbers in decimal, fx with two digits, a name as the text of its key. */
void ox_behaviours_write(const ox_module_host *host, uint32_t kind, int32_t value, ox_text *out);

/* The machine of a CODE chunk by its id, for tools and tests; NULL when none plays. */
ox_script *ox_console_script(ox_console *console, uint32_t id);

/* Script number `number` of the scripts that the cart names: its machine, its id and its CODE chunk, for debuggers. NULL
 * behind the last, and for one that is missing or was refused, whose id is told. */
ox_script *ox_console_script_at(ox_console *console, uint32_t number, uint32_t *id, const uint8_t **chunk);

/* All natives that scripts may call, of all modules; NULL when no scripts play. */
const ox_script_natives *ox_console_script_natives(ox_console *console);

/* The machines that play, by number; NULL behind the last. For profiles. */
const ox_script *ox_behaviours_machine(const ox_module_host *host, uint32_t number);

#if OX_PROFILED
/* What befell an object: it handled an event, or (event 0) it is in another state, 0 none. */
typedef struct ox_behaviour_deed {
    ox_handle object, sender;
    ox_id event, state;
} ox_behaviour_deed;
typedef void ox_behaviours_hear(void *context, const ox_behaviour_deed *deed);

/* `hear` learns of all that befalls objects, until the scene ends; NULL: nobody does. It may change nothing. */
void ox_behaviours_tell(const ox_module_host *host, ox_behaviours_hear *hear, void *context);
#endif

/* A name that handlers of the scripts have by its id, an event say; false: none has it, or the image has no names. For tools. */
enum { OX_BEHAVIOURS_WORD = 64 };
bool ox_behaviours_word(const ox_module_host *host, uint32_t id, char word[OX_BEHAVIOURS_WORD]);

/* The first object that goes by a name, as scripts find it (ox_world_called), and how many go by the name. For tools;
 * works without scripts, too. */
ox_object *ox_console_called(const ox_console *console, ox_id name, uint32_t *count);

/* The handle of an object of the scene by its number, as scripts see it; 0 when the object was removed. */
uint32_t ox_console_script_object(const ox_console *console, uint32_t number);

/* The hash of all machines, objects and events; 0 when no script plays. */
uint32_t ox_console_scripts_hash(ox_console *console);

#endif
