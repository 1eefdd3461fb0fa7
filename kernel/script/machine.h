/* The script machine: runs one verified module (module.h) for the objects of a game, within a budget that the ROM sets.
 *
 *     ox_script script = {0};
 *     if (ox_script_open(&script, &config, &arena, &error) != OX_OK) show(error.text);
 *     ox_handle enemy = ox_script_begin(&script, object, SID("enemy"));            an object gets its behaviour
 *
 *     each tick:  ox_script_tick(&script, now);                                    a new tick: budget, clock
 *                 ox_script_event(&script, enemy, touch, arguments);               events come to handlers
 *                 ox_script_run(&script);                                          due tasks, in the order of their start
 *                 ox_script_handle_ticks(&script);                                 `on tick` of instances that have one
 *     each picture:  ox_script_draw(&script, &picture);                           `on draw`, which changes nothing
 *     its end:    ox_script_end(&script, enemy);
 *
 * MODULES share nothing: each has a machine of its own, with its own memory, and so has each console in a process. A
 * cart that opens no module links nothing of the machine.
 *
 * MEMORY comes from the arena once, as the plan says (ox_script_bytes tells how much): the main stack on which handlers run,
 * one after the other; records of tasks, and cells that their stacks share, each exactly as large as its function needs;
 * records of instances, and cells that they share. Nothing is taken later; a task or instance that does not fit is
 * refused with OX_FULL, counted and reported. When a task or an instance ends, the cells behind its own slide down, so
 * none are lost.
 *
 * TIME is counted in instructions, never in seconds. A handler that exceeds `activation` is stopped exactly there, with the
 * trap BUDGET. Tasks and handlers share `tick` instructions of a tick. When these are used up, a task is suspended at
 * its next HEAD, and goes on first in the next tick, whose budget is smaller by the excess. Between two HEADs a task
 * may use as many instructions as a handler.
 *
 * FAULTS. A trap ends the running code and is reported through the host. Then the behaviour's rule says what becomes of
 * the instance: its script stops (the default; `on stop` runs, tasks end, the object stays), begins again in its first
 * state (at most 3 times in 600 ticks), or goes to a state. Nothing else is touched.
 *
 * EVENTS AND STATES. An event is offered to the current state, its parents, the behaviour and the behaviours it derives
 * from, until a handler does not pass. goto takes effect when the handler or the task's turn is over: leave handlers up
 * to the common ancestor, the begin task stops, then enter handlers downwards, and the new state's begin block starts
 * as a task. At most 8 changes follow one another.
 *
 * TASKS run in the order in which they were started; tasks that had no turn in the last tick come first. A coroutine is
 * a task that runs only when other code resumes it.
 *
 * Cells of instances and tasks, globals and the generations of handles are the whole state: ox_script_save writes it,
 * ox_script_hash hashes it, ox_script_restore reads it back into a machine of the same plan and module.
 *
 * (Game Programming Patterns, Bytecode and State; Game Engine Architecture 14.8.) */
#ifndef OXCART_KERNEL_SCRIPT_MACHINE_H
#define OXCART_KERNEL_SCRIPT_MACHINE_H

#include "kernel/bytes/stream.h"
#include "kernel/memory/arena.h"
#include "kernel/script/module.h"
#include "kernel/script/words.h"
#include "kernel/task/roster.h"

/* ---- traps ---- */

typedef enum ox_script_trap {
    OX_SCRIPT_TRAP_NONE,
    OX_SCRIPT_TRAP_BUDGET, /* too many instructions */
    OX_SCRIPT_TRAP_DIV,    /* division by zero */
    OX_SCRIPT_TRAP_INDEX,  /* beyond an array or list; value: the index */
    OX_SCRIPT_TRAP_KEY,    /* not in the map; value: the key */
    OX_SCRIPT_TRAP_NULL,   /* no object, or a dead one; value: the handle */
    OX_SCRIPT_TRAP_TYPE,   /* a value of another type; value: its type */
    OX_SCRIPT_TRAP_STACK,  /* no room for a call, or too deep a recursion; value: the function */
    OX_SCRIPT_TRAP_NATIVE, /* a native refused; value: the number of the argument */
    OX_SCRIPT_TRAP_FULL,   /* no room for a task or an instance */
    OX_SCRIPT_TRAP_ASSERT, /* value: the note, as ox_script_module_note takes it */
    OX_SCRIPT_TRAP_BAD,    /* an instruction that is not possible here; value: the opcode */
    OX_SCRIPT_TRAPS
} ox_script_trap;

/* "index": lower case. */
const char *ox_script_trap_name(ox_script_trap trap);

enum { OX_SCRIPT_FRAMES = 8, OX_SCRIPT_FAULTS = 7 };
enum { OX_SCRIPT_RULE_STOP = 0xFFFF, OX_SCRIPT_RULE_RESTART = 0xFFFE }; /* ox_script_rule */
enum { OX_SCRIPT_RULE_DRAW = 0xFFFD }; /* in reports: the rest of this drawing is left out */

/* Where code is: a function and the byte of an instruction in it. */
typedef struct ox_script_place {
    uint16_t function, byte;
} ox_script_place;

typedef struct ox_script_report {
    ox_script_trap trap;
    int32_t value;
    uint32_t tick;
    uint32_t object;    /* the object whose script trapped, 0 = none */
    uint32_t behaviour; /* id of its name, 0 = none */
    uint32_t code;      /* CRC-32 of the innermost function's bytes: names the function without a debug map */
    uint32_t times;     /* how often this place has trapped; a log shows the first only */
    const ox_script_native *native; /* the native that refused, with the trap NATIVE; else NULL */
    const char *reason;             /* why the native refused, NULL: its argument `value` is wrong */
    uint32_t outcome;               /* the instance's outcome: OX_SCRIPT_RULE_..., or the number of a state */
    uint32_t frames;                /* entries of `calls` */
    ox_script_place calls[OX_SCRIPT_FRAMES]; /* the innermost first */
} ox_script_report;

/* ---- the host: what a machine asks of the game ---- */

typedef struct ox_script_emission {
    uint32_t event;            /* number of the event in the module */
    const int32_t *arguments;  /* cells of the event */
    uint32_t from;             /* the object that emits, 0 = none */
    uint32_t flags;            /* OX_SCRIPT_EMIT_... */
    uint32_t target;           /* with OX_SCRIPT_EMIT_TO */
    int32_t centre[3], radius; /* with OX_SCRIPT_EMIT_NEAR */
    int32_t delay;             /* ticks; 0 or less: none */
} ox_script_emission;

/* The host's functions. Any may be NULL: then no object lives, no field exists, events go nowhere. A function may not
 * call the machine. */
typedef struct ox_script_host {
    bool (*live)(void *context, uint32_t object);
    bool (*is_a)(void *context, uint32_t object, uint32_t type); /* for an object that lives */
    /* Binds a field by the ids of type and field, once when the module is loaded; false refuses the module. Without
     * `get` and `set` no field can be bound. */
    bool (*bind)(void *context, const uint8_t *field, uint32_t *binding);
    /* Get and set the cells of a field of an object, whose handle may be any number: OX_SCRIPT_TRAP_NONE, the trap NULL
     * where no such object lives, or TYPE. */
    ox_script_trap (*get)(void *context, uint32_t object, uint32_t binding, int32_t *cells, uint32_t count);
    ox_script_trap (*set)(void *context, uint32_t object, uint32_t binding, const int32_t *cells,
                          uint32_t count);
    /* Gets the cells of a field of data record `record` (from 1 on). */
    ox_script_trap (*data)(void *context, uint32_t binding, uint32_t record, int32_t *cells, uint32_t count);
    void (*emit)(void *context, const ox_script_emission *emission);
    void (*report)(void *context, const ox_script_report *report);
    /* Tells of a new instance, whose variables have their first values and whose code has not run. Its props may be set
     * (ox_script_set_prop). */
    void (*born)(void *context, ox_handle instance);
    /* Tells that an instance changed its state: the set of events that it listens to may have changed. */
    void (*changed)(void *context, ox_handle instance);
    /* Tells that a change of state (`from` and `to` are names) was not made, since 8 came before it in a row. */
    void (*looped)(void *context, uint32_t from, uint32_t to);
    /* The words that texts show for the key of a text, or for a name (kind ROM_SCRIPT_FIELD_TEXT, NAME); NULL:
     * unknown. */
    const char *(*words)(void *context, uint32_t kind, uint32_t value, uint32_t *length);
} ox_script_host;

typedef struct ox_script_picture ox_script_picture;
struct ox_script_debugger; /* debug.h */

/* ---- a machine ---- */

/* The sizes of a machine, as the ROM declares them. */
typedef struct ox_script_plan {
    uint16_t stack;      /* cells of the main stack */
    uint16_t tasks;      /* at once, at most 255 */
    uint16_t generators; /* coroutines at once, at most 255 */
    uint16_t task_cells; /* of all stacks of tasks and coroutines */
    uint16_t instances;
    uint16_t instance_cells; /* of all instances */
    uint32_t tick;           /* instructions in a tick */
    uint32_t activation;     /* instructions of a handler */
    uint32_t draw;           /* instructions of all `on draw` in a picture */
} ox_script_plan;

extern const ox_script_plan ox_script_plan_small; /* for 64 KB of memory: 3.3 KB */
extern const ox_script_plan ox_script_plan_large; /* 256 KB */

typedef struct ox_script_config {
    const void *module; /* stays with the caller */
    size_t size;
    uint32_t trust; /* OX_SCRIPT_TRUST_... */
    uint32_t
        calls; /* the natives that it may call are those of this trust: of a cart's module that lies in a mod; 0: the same */
    const ox_script_plan *plan;
    const ox_script_natives *natives;
    const ox_script_host *host; /* NULL: none */
    void *context;              /* of host and natives */
} ox_script_config;

/* Registers of a task, or of the main stack, that runs or is suspended. */
typedef struct ox_script_registers {
    uint16_t function, byte; /* OX_SCRIPT_NONE: nothing */
    uint16_t sp, fp;         /* cells from the beginning of its stack */
    uint16_t stack, cells;   /* first cell and size of the stack */
} ox_script_registers;

/* A task; read only. */
typedef struct ox_script_task {
    ox_roster_slot slot; /* its owner is the instance */
    ox_script_registers at;
    uint32_t wake;    /* tick, or handle of a task */
    uint16_t event;   /* event that the task waits for */
    uint16_t resumer; /* slot of the task that resumed this coroutine */
    uint16_t inner;   /* slot of the coroutine in which the task waits, or its own */
    uint8_t wait, flags;
} ox_script_task;

/* An instance; read only. */
typedef struct ox_script_instance {
    ox_roster_slot slot;       /* its owner is the object */
    uint16_t behaviour, cells; /* number; first cell */
    uint16_t state, request;   /* number of all states, OX_SCRIPT_NONE: none */
    uint32_t restarted;        /* tick of the first of `restarts` */
    uint8_t restarts, flags;
    uint16_t on_tick; /* function of the first handler that `on tick` is offered to, OX_SCRIPT_NONE: none */
} ox_script_instance;

/* A machine; read only, made by ox_script_open. */
struct ox_script {
    ox_script_module module;
    const ox_script_host *host;
    void *context;
    ox_script_plan plan;
    ox_script_import *imports;
    uint32_t *bindings; /* of fields */
    uint32_t *used;     /* instructions in this tick, by behaviour; the last entry counts code without one */
    uint16_t *rules;    /* by behaviour */
    int32_t *globals, *stack, *cells;
    ox_roster tasks, instances;
    ox_script_registers main;
    uint32_t stack_used, cells_used;
    uint32_t generators;
    uint32_t now;                        /* tick */
    uint32_t turn;                       /* serial of the task that goes first */
    int32_t share;                       /* instructions left for tasks in this tick */
    int32_t left;                        /* until the trap BUDGET */
    uint32_t used_now;                   /* instructions of the task that has its turn, up to the last HEAD */
    uint32_t over;                       /* ticks in a row that were over budget */
    ox_script_task *task, *root;         /* running task, its root task; NULL: a handler runs */
    ox_script_instance *self, *handling; /* instance whose code runs; instance whose handler runs */
    ox_script_instance *made;            /* instance that the running native made, not filled in yet */
    bool filling;                        /* the cells of an instance are filled in, while a native waits */
    bool draws;                          /* some behaviour has `on draw` */
    ox_script_picture *picture;          /* picture being drawn: the state may not change; else NULL */
    bool begun, running, passed, asked;  /* asked: an instance wants another state, or its end */
    ox_script_trap trap;
    int32_t trap_value;
    struct ox_script_debugger *debugger; /* NULL: none (debug.h) */
    const char *reason;                  /* of the trap NATIVE, or NULL */
    struct script_words *words;          /* texts with parts; NULL: the module has none */
    struct {
        ox_script_place place;
        uint32_t times;
    } faults[OX_SCRIPT_FAULTS];
    /* Counts: traps; refused tasks and instances; cut chains of changes; times over budget for three ticks in a row. */
    uint32_t traps, refused, loops, warnings;
    uint32_t warned; /* the behaviour (number, or OX_SCRIPT_NONE) that used most at the last warning */
};

/* Bytes that a machine takes from its arena, for a plan and the module's numbers of natives, fields, behaviours and
 * globals. */
size_t ox_script_bytes(const ox_script_plan *plan, const ox_script_module *module);

/* Opens the module, binds natives and fields, verifies, and takes memory at the arena's low end; the machine must be clear.
 * The module's start function then runs at the first ox_script_run. OX_BAD_IMAGE with a sentence, also for a plan whose main
 * stack is smaller than what a handler needs; OX_OUT_OF_MEMORY; OX_BAD_ARGUMENT; OX_BAD_STATE. After a failure nothing
 * is taken. */
FX_MUST_CHECK ox_status ox_script_open(ox_script *script, const ox_script_config *config, ox_arena *arena,
                                       rom_error *error);

/* Forgets everything; the arena's memory is its owner's to roll back. */
void ox_script_close(ox_script *script);

/* Sets the rule for traps in instances of a behaviour (its number): stop, restart, or go to a state (its number). */
FX_MUST_CHECK ox_status ox_script_rule(ox_script *script, uint32_t behaviour, uint32_t rule);

/* ---- instances ---- */

/* Gives an object (0: none) a behaviour by number: cells are filled in, `on start` runs, then the first state is
 * entered. An instance that ox_script_make made for the object and that waits begins instead. A handle of bits 0 when
 * there is no room, counted in `refused`. Not allowed from within a script. */
ox_handle ox_script_begin(ox_script *script, uint32_t object, uint32_t behaviour);

/* Makes an instance that waits: its cells are filled in, so that others can read and set its fields. Until
 * ox_script_begin it hears no events, and ends without `on stop`. Within a script, a native makes at most one instance
 * in a call, and answers OX_SCRIPT_MADE; the function that fills in the cells then runs on the main stack, and its
 * faults are the new instance's. A handle of bits 0 as for ox_script_begin. */
ox_handle ox_script_make(ox_script *script, uint32_t object, uint32_t behaviour);

/* Whether an instance was made and has not begun. */
bool ox_script_is_waiting(const ox_script_instance *instance);

/* Ends an instance: `on stop` runs, then its tasks and cells are gone. Called from within a script, the end comes when
 * the running code is done. A stale handle does nothing. */
void ox_script_end(ox_script *script, ox_handle instance);

/* The instance of a handle, NULL for a stale handle. */
const ox_script_instance *ox_script_instance_of(const ox_script *script, ox_handle instance);

/* Whether a fault has stopped an instance. */
bool ox_script_is_stopped(const ox_script_instance *instance);

/* The object's instance of a behaviour or one derived from it; bits 0 when it has none. The search looks at every
 * instance. */
ox_handle ox_script_find(const ox_script *script, uint32_t object, uint32_t behaviour);

/* A cell of an instance, for tools and tests; 0 beyond its cells. Setting a cell changes the game. */
int32_t ox_script_cell(const ox_script *script, ox_handle instance, uint32_t cell);
FX_MUST_CHECK ox_status ox_script_set_cell(ox_script *script, ox_handle instance, uint32_t cell,
                                           int32_t value);

/* Sets cell `index` of a prop of the instance's behaviour, by name. OX_NOT_FOUND for a prop that the behaviour has not,
 * OX_BAD_ARGUMENT beyond the prop's cells. */
FX_MUST_CHECK ox_status ox_script_set_prop(ox_script *script, ox_handle instance, uint32_t name,
                                           uint32_t index, int32_t value);

/* The kind of a prop (ROM_SCRIPT_FIELD_...), -1 for a prop that the behaviour has not. */
int ox_script_prop_kind(const ox_script *script, ox_handle instance, uint32_t name);

/* How many numbers a prop that is a vector has; 0 for other props. */
uint32_t ox_script_prop_numbers(const ox_script *script, ox_handle instance, uint32_t name);

/* The cells of a variable by name, for debuggers and tests: of the module (instance 0), or of an instance, its bases
 * included; with their number and their kind (ROM_SCRIPT_FIELD_...). NULL when there is no such variable. */
const int32_t *ox_script_variable(const ox_script *script, ox_handle instance, uint32_t name, uint32_t *cells,
                                  uint32_t *kind);

/* Whether an instance handles an event (its number) in its present state, or has a task that waits for the event. */
bool ox_script_listens(const ox_script *script, ox_handle instance, uint32_t event);

/* ---- a tick ---- */

/* Begins tick `now`: the budget of tasks is filled up. */
void ox_script_tick(ox_script *script, uint32_t now);

/* Hands an event, by number and with its argument cells, to an instance: to waiting tasks and to its handlers; whether
 * a handler took it. */
bool ox_script_event(ox_script *script, ox_handle instance, uint32_t event, const int32_t *arguments);

/* Runs every task that is due, once. */
void ox_script_run(ox_script *script);

/* Runs `on tick` of an instance; whether it has one. */
bool ox_script_handle_tick(ox_script *script, ox_handle instance);

/* Runs `on tick` of every instance that has one, in the order in which they were made. An instance without `on tick`
 * costs 9 Cortex-M3 instructions. */
void ox_script_handle_ticks(ox_script *script);

/* ---- a picture ---- */

/* The picture that natives of class DRAW draw into: the first member of a record of theirs, which they find in
 * call->machine->picture (NULL when no picture is drawn). `begin` (may be NULL) is called before each `on draw`, so
 * that no handler finds settings of another one. */
struct ox_script_picture {
    void (*begin)(ox_script_picture *picture);
};

/* Runs `on draw` of every instance that has one, in the order in which they were made, with `draw` instructions of the
 * plan for all of them. `on draw` only reads the state: its code may change nothing but its own locals, which the
 * verifier sees to (the flag DRAW of functions). So the hash is the same before and after, and in a game whose picture
 * is not drawn. A fault leaves out the rest of that instance's drawing and is reported; when the instructions are used
 * up, later instances draw nothing. A machine without `on draw` costs 4 instructions; else each instance costs a look
 * at the handlers of its state and behaviour. */
void ox_script_draw(ox_script *script, ox_script_picture *picture);

/* Runs a free function by its number on the main stack: programs of players, and tests. Arguments are as many cells as
 * the function takes; its results go to `results` (room for 8, may be NULL). `limit` is in instructions, 0: the plan's
 * `activation`. OX_BAD_ARGUMENT for a number that is no free function, or a latent one; OX_BAD_STATE from within a
 * script; OX_CANCELLED when the function trapped (script->trap says how). */
FX_MUST_CHECK ox_status ox_script_call_function(ox_script *script, uint32_t function, uint32_t limit,
                                                const int32_t *arguments, int32_t *results);

/* ---- for natives ---- */

/* Completes a latent native: its task goes on in the next run with these results (as many as the signature says). False
 * when the task has ended meanwhile. */
bool ox_script_complete(ox_script *script, uint32_t task, const int32_t *results);

/* Whether a task lives. */
bool ox_script_task_lives(const ox_script *script, uint32_t task);

/* A container that a native got as an argument. */
typedef struct ox_script_container {
    int32_t *cells;                  /* the count, then the entries */
    uint32_t count, capacity, entry; /* entry: cells, the key of maps in front */
    bool map;
} ox_script_container;

/* Finds the container of an argument. False when the value names no container that the caller can reach. */
bool ox_script_container_of(const ox_script_call *call, int32_t argument, ox_script_container *container);

/* Writes the count back; entries are the caller's to fill, those of maps by rising key without sign. */
void ox_script_container_set_count(ox_script_container *container, uint32_t count);

/* ---- state ---- */

/* Saves the whole state of the machine as bytes for the same module and plan, for rewinding and comparing; hashes it.
 * Not allowed from within a script. */
void ox_script_save(const ox_script *script, ox_writer *to);
uint32_t ox_script_hash(const ox_script *script);

/* Resets the machine to its state when it was opened: no instances, no tasks, globals as they begin. Not allowed from
 * within a script. */
void ox_script_reset(ox_script *script);

/* Restores a saved state. After OX_BAD_DATA the machine is reset, and keeps nothing of the refused bytes. */
FX_MUST_CHECK ox_status ox_script_restore(ox_script *script, ox_reader *from);

/* ---- reloading: another module in the place of a module ---- */

/* Counts of state of the former module that was taken over, and that was lost. */
typedef struct ox_script_carried {
    uint32_t variables, dropped; /* dropped: name, type or size has changed */
    uint32_t instances, gone;    /* gone: the behaviour is gone, or there is no room */
    uint32_t tasks, ended;       /* tasks go on; ended: the function has changed */
    uint32_t begun;              /* begin blocks begun anew */
} ox_script_carried;

/* Writes the state by names, for a machine of a later module of the same texts and the same plan. Not allowed from
 * within a script. */
void ox_script_keep(const ox_script *script, ox_writer *to);

/* Takes over what ox_script_keep wrote, into a machine that was just opened. Variables of the module and of instances
 * are found by name, type and size; new variables have their first values. States are found by name, else the first
 * state is entered. A task goes on when all its functions have the same code; else it ends, but begin blocks begin
 * anew. Handles of instances and tasks stay. After OX_BAD_DATA the machine is reset. */
FX_MUST_CHECK ox_status ox_script_take_over(ox_script *script, ox_reader *from, ox_script_carried *carried);

#endif
