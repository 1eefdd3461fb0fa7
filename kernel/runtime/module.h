/* What the console keeps ready for a game in C: types of its world, events, commands, timers, tasks, actions,
 * random numbers, saved games and rewind, out of the cart's budget and run in the one order of the kernel.
 *
 *     static const ox_runtime_plan plan = {
 *         .objects = object_types, .object_count = 3, .components = component_types, .component_count = 2,
 *         .events = event_names, .event_count = 4, .commands = verbs, .command_count = 2,
 *         .save_slots = 3, .rewind = 600};
 *     static const ox_cart cart = {.name = "maze", .start = start, .step = step, .draw = draw, .state = &game,
 *                                  .modules = OX_RUNTIME, .runtime = &plan};
 *
 *     static ox_status start(void *state, ox_console *console) {
 *         game *g = state;
 *         g->console = console;
 *         g->world = ox_console_world(console);              made and empty, with its types
 *         return ox_world_create(g->world, OX_NAME("hero"), &g->hero) != NULL ? OX_OK : OX_OUT_OF_MEMORY;
 *     }
 *     static void step(void *state, const ox_input *input) { ...push commands, post events...}
 *
 * A plan says which tables are made; tables that it leaves out cost nothing. How many items each table holds stands in
 * cart.txt (`capacity objects 256`, capacity.h). A cart without a plan pays nothing, not even code.
 *
 * A STEP. First requests since the last step are carried out: a game to load, a way back in time. Then the cart's
 * `step`, which turns input into commands; buttons do nothing else with the scene. Then one tick of the world
 * (kernel/world/world.h): commands, timers, events, tasks, actions, and all phases of objects and systems. At the end
 * the write of a saved game goes on by some bytes.
 *
 * SCENES. With each scene (ox_console_ask_level, ways of a flow) the game is stopped and started anew: tables and the
 * world are new; random numbers, counters and the cart's own state go on.
 *
 * WHO IS CALLED WITH WHAT. Functions of timers, tasks and actions get the cart's `state` as their context;
 * ox_world.config.user is that state, too. Commands get an ox_actor, valid until another command is executed. An event
 * with a receiver is told to the object's type and components (their `event`, which gets the ox_event); then the event
 * goes to the listeners. There is one bus: in a cart with scripts ox_console_events is the scripts' bus, so that `on
 * Name` in Goad and a listener in C hear the same events, by the names of the plan. Events of other modules (Enter,
 * Leave) come to that bus, too. When an object dies, its timers, tasks and actions end with it.
 *
 * STATE. All state of the runtime, and the cart's own parts, is in recordings, in the state's hash, in saved games and
 * in the rewind ring. Reports of a difference name tick, object and field: with `object_names`, `component_names` and
 * `event_names` by the names that the cart gives, else by ids. `fixed` is called for every object that came out of a
 * saved game or a snapshot: it sets what is not in the object's fields (pointers).
 *
 * GUARDS. A queue or table that refuses something in every step of a second stops the game with a screen that names the
 * queue or table, and the type that filled it (guard.h). */
#ifndef OXCART_KERNEL_RUNTIME_MODULE_H
#define OXCART_KERNEL_RUNTIME_MODULE_H

#include "kernel/module/module.h"
#include "kernel/runtime/make.h"
#include "kernel/save/part.h"
#include "kernel/state/machine.h"
#include "kernel/time/random.h"

/* The object that a command is for. */
typedef struct ox_actor {
    ox_world *world;
    ox_object *object;
    void *data;  /* record of the object, or NULL */
    void *state; /* state of the cart */
} ox_actor;

typedef struct ox_runtime_plan {
    const ox_component_type *const *components;
    const ox_object_type *const *objects; /* NULL: the cart has no types of its own */
    const char *const *component_names;   /* names of component types, for people; or NULL */
    const char *const *object_names;
    uint8_t component_count, object_count;
    uint8_t systems;    /* systems of the cart in the world, places and regions included */
    bool attaches;      /* the cart has objects carried by others (kernel/world/attachment.h) */
    uint8_t save_slots; /* 0: nothing is saved */
    void (*fixed)(void *state, ox_world *world, ox_object *object); /* or NULL */
    const ox_id *events; /* event types 0, 1, ...; NULL: no events */
    const char *const *event_names;
    uint32_t event_count;
    ox_command_function *const *commands; /* NULL: no commands */
    uint32_t command_count;
    ox_timer_call *const *timers; /* NULL: no timers */
    uint32_t timer_count;
    const ox_task_kind *tasks; /* NULL: no tasks */
    uint32_t task_count, task_locals;
    const ox_action *const *actions; /* NULL: no actions */
    uint32_t action_count;
    const ox_action_target *target;
    const ox_id *random;         /* names of simulation streams; NULL: none */
    uint32_t random_count, seed; /* seed 0: the cart's id */
    uint16_t save_major, save_minor;
    uint16_t save_quota;      /* bytes of a save that are written in a step; 0: 256 */
    uint16_t save_part_count; /* parts of the cart, beside the console's */
    const ox_save_part *save_parts;
    void (*loaded)(void *state, ox_status status); /* called after a load, failed or not; or NULL */
    uint32_t rewind;                               /* steps that the game can go back at most; 0: none */
} ox_runtime_plan;

/* The module that follows plans, and a list of that module and the module that saves games (kernel/saving/module.h),
 * for carts that bring both along (kernel/preset/runtime.c). */
extern const ox_module ox_runtime_module;
extern const ox_module *const ox_runtime_modules[];
#define OX_RUNTIME ox_runtime_modules

/* The tables of the plan, from the cart's start on; NULL for a table that the plan leaves out. The plan's objects stand
 * in the console's world beside objects of the scene: ox_console_world (kernel/console/console.h). The plan's types
 * have the numbers in that world that they have in the plan. */
ox_events *ox_console_events(ox_console *console);
ox_commands *ox_console_commands(ox_console *console);
ox_timers *ox_console_timers(ox_console *console);
ox_tasks *ox_console_tasks(ox_console *console);
ox_actions *ox_console_actions(ox_console *console);
ox_random *ox_console_random(ox_console *console);

/* Notes for state machines of the cart's objects, whose messages go to the log. */
ox_machine_notes *ox_console_machine_notes(ox_console *console);

/* Steps since the start, through all scenes. The number goes back with a rewind and with a game that is loaded. */
uint32_t ox_console_tick(const ox_console *console);

#endif
