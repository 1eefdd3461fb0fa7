/* The script machine: runs one verified module (module.h) for the objects of a game, within a budget that the ROM sets.
 *
 *     ox_script script = {0};
 *     if (ox_script_open(&script, &config, &arena, &error) != OX_OK) show(error.text);
 *     ox_handle enemy = ox_script_begin(&script, object, SID("enemy"));            an object gets its behaviour
 *
 *     each tick:  ox_script_tick(&script, now);                                    a new tick: budget, clock
 *                 ox_script_event(&script, enemy, touch, arguments);               events come to handlers
 *                 ox_script_run(&script);                                          due tasks, in the order of their start
 *                 ox_script_handle_ticks(&script);                                 `on tick` of those who have one
 *     each picture:  ox_script_draw(&script, &picture);                           `on draw`, which changes nothing
 *     its end:    ox_script_end(&script, enemy);
 *
 * MODULES share nothing: each has a machine of its own, with its own memory, and so has each console in a process. A cart
 * that opens none links none of this.
 *
 * MEMORY comes from the arena once, as the plan says (ox_script_bytes tells how much): the main stack on which handlers run,
 * one after the other; records of tasks, and cells that their stacks share, each exactly as large as its function needs;
 * records of instances, and cells that they share. Nothing is taken later; what does not fit is refused with OX_FULL, counted
 * and reported. When a task or an instance ends, what lies behind its cells slides down, so none are lost.
 *
 * TIME is counted in instructions, never in seconds. A handler that exceeds `activation` is stopped exactly there, with the
 * trap BUDGET. Tasks share `tick` instructions of a tick with what handlers used; when they are used up, a task is suspended
 * at its next HEAD, and goes on first in the next tick, which has so much less as was used too much. Between two HEADs a task
 * may use as much as a handler.
 *
 * FAULTS. A trap ends what runs, is reported through the host, and then the behaviour's rule says what becomes of the
 * instance: its script stops (the default; `on stop` runs, tasks end, the object stays), begins again in its first state (at
 * most 3 times in 600 ticks), or goes to a state. Nothing else is touched.
 *
 * EVENTS AND STATES. An event is offered to the current state, its parents, the behaviour and those it derives from, until a
 * handler does not pass. goto is done when the handler or the task's turn is over: leave handlers up to the common ancestor,
 * the begin task stops, then enter handlers downwards, and the new state's begin block starts as a task. At most 8 changes
 * follow one another.
 *
 * TASKS run in the order in which they were started, those that had no turn first. A coroutine is a task that runs only while
 * somebody resumes it.
 *
 * Cells of instances and tasks, globals and the generations of handles are the whole state: ox_script_save writes it,
 * ox_script_hash hashes it, ox_script_restore brings it back, into a machine of the same plan and module.
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
    OX_SCRIPT_TRAP_TYPE,   /* of another type; value: what it is */
    OX_SCRIPT_TRAP_STACK,  /* no room for a call, or too deep a recursion; value: the function */
    OX_SCRIPT_TRAP_NATIVE, /* a native refused; value: the number of the argument */
    OX_SCRIPT_TRAP_FULL,   /* no room for a task or an instance */
    OX_SCRIPT_TRAP_ASSERT, /* value: the note, as ox_script_module_note takes it */
    OX_SCRIPT_TRAP_BAD,    /* something that cannot be done here; value: the instruction */
    OX_SCRIPT_TRAPS
} ox_script_trap;

/* "index": lower case. */
const char *ox_script_trap_name(ox_script_trap trap);

enum { OX_SCRIPT_FRAMES = 8, OX_SCRIPT_FAULTS = 7 };
enum { OX_SCRIPT_RULE_STOP = 0xFFFF, OX_SCRIPT_RULE_RESTART = 0xFFFE }; /* ox_script_rule */
enum { OX_SCRIPT_RULE_DRAW = 0xFFFD }; /* of reports: the rest of this drawing is left out, nothing else */

/* Where code is: a function and the byte of an instruction in it. */
typedef struct ox_script_place {
    uint16_t function, byte;
} ox_script_place;

typedef struct ox_script_report {
    ox_script_trap trap;
    int32_t value;
    uint32_t tick;
    uint32_t object;    /* whose script it was, 0 = nobody's */
    uint32_t behaviour; /* id of its name, 0 = none */
    uint32_t code;      /* CRC-32 of the innermost function's bytes: tells it without a debug map */
    uint32_t times;     /* how often this place has trapped; a log shows the first only */
    const ox_script_native *native; /* that refused, with the trap NATIVE; else NULL */
    const char *reason;             /* why the native refused, NULL: its argument `value` is wrong */
    uint32_t outcome; /* what becomes of the instance: OX_SCRIPT_RULE_..., or the number of a state */
    uint32_t frames;  /* of `calls` */
    ox_script_place calls[OX_SCRIPT_FRAMES]; /* the innermost first */
} ox_script_report;

/* ---- the host: what a machine asks of the game ---- */

typedef struct ox_script_emission {
    uint32_t event;            /* number of the module */
    const int32_t *arguments;  /* its cells */
    uint32_t from;             /* the object that emits, 0 = none */
    uint32_t flags;            /* OX_SCRIPT_EMIT_... */
    uint32_t target;           /* with OX_SCRIPT_EMIT_TO */
    int32_t centre[3], radius; /* with OX_SCRIPT_EMIT_NEAR */
    int32_t delay;             /* ticks; 0 or less: none */
} ox_script_emission;

/* Any function may be NULL: no object lives then, no field is there, events go nowhere. None may call the machine. */
typedef struct ox_script_host {
    bool (*live)(void *context, uint32_t object);
    bool (*is_a)(void *context, uint32_t object, uint32_t type); /* of one that lives */
    /* A field by the ids of type and field, once when the module is loaded; false refuses the module. Without `get` and `set` there are none. */
    bool (*bind)(void *context, const uint8_t *field, uint32_t *binding);
    /* Cells of a field of an object, which may be any number: OX_SCRIPT_TRAP_NONE, the trap NULL where no such object lives, or TYPE. */
    ox_script_trap (*get)(void *context, uint32_t object, uint32_t binding, int32_t *cells, uint32_t count);
    ox_script_trap (*set)(void *context, uint32_t object, uint32_t binding, const int32_t *cells,
                          uint32_t count);
    /* Cells of a field of data record `record`, from 1 on. */
    ox_script_trap (*data)(void *context, uint32_t binding, uint32_t record, int32_t *cells, uint32_t count);
    void (*emit)(void *context, const ox_script_emission *emission);
    void (*report)(void *context, const ox_script_report *report);
    /* A new instance: its variables are as the behaviour says, and nothing of it ran. Its props may be set (ox_script_set_prop). */
    void (*born)(void *context, ox_handle instance);
    void (*changed)(void *context, ox_handle instance); /* its state: what it listens to may be another set */
    void (*looped)(void *context, uint32_t from,
                   uint32_t to); /* a change of state, by names, behind 8 others: not done */
    /* What stands in texts for the key of a text, or for a name (kind ROM_SCRIPT_FIELD_TEXT, NAME); NULL: nothing is known. */
    const char *(*words)(void *context, uint32_t kind, uint32_t value, uint32_t *length);
} ox_script_host;

typedef struct ox_script_picture ox_script_picture;

/* ---- a machine ---- */

/* What the ROM declares. */
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

/* Registers of what runs, or of what is suspended. */
typedef struct ox_script_registers {
    uint16_t function, byte; /* OX_SCRIPT_NONE: nothing */
    uint16_t sp, fp;         /* cells from the beginning of its stack */
    uint16_t stack, cells;   /* where that is, and how large */
} ox_script_registers;

/* Read only. */
typedef struct ox_script_task {
    ox_roster_slot slot; /* its owner is the instance */
    ox_script_registers at;
    uint32_t wake;    /* tick, or handle of a task */
    uint16_t event;   /* that it waits for */
    uint16_t resumer; /* slot of who resumed this coroutine */
    uint16_t inner;   /* slot of the coroutine in which it waits, or its own */
    uint8_t wait, flags;
} ox_script_task;

/* Read only. */
typedef struct ox_script_instance {
    ox_roster_slot slot;       /* its owner is the object */
    uint16_t behaviour, cells; /* number; first cell */
    uint16_t state, request;   /* number of all states, OX_SCRIPT_NONE: none */
    uint32_t restarted;        /* tick of the first of `restarts` */
    uint8_t restarts, flags;
    uint16_t on_tick; /* function of the first handler that `on tick` is offered to, OX_SCRIPT_NONE: none */
} ox_script_instance;

/* Read only. Make it with ox_script_open. */
struct ox_script {
    ox_script_module module;
    const ox_script_host *host;
    void *context;
    ox_script_plan plan;
    ox_script_import *imports;
    uint32_t *bindings; /* of fields */
    uint32_t *used;     /* instructions in this tick, by behaviour; the last is that of none */
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
    uint32_t used_now;                   /* by the task whose turn it is, up to the last HEAD */
    uint32_t over;                       /* ticks in a row that were over budget */
    ox_script_task *task, *root;         /* what runs: NULL is a handler */
    ox_script_instance *self, *handling; /* whose code runs; whose handler does */
    ox_script_instance *made;            /* by the native that runs, not filled in yet */
    bool filling;                        /* the cells of an instance, while a native waits */
    bool draws;                          /* some behaviour has `on draw` */
    ox_script_picture *picture;          /* that is drawn: nothing of the state changes; else NULL */
    bool begun, running, passed, asked;  /* asked: some instance wants another state, or its end */
    ox_script_trap trap;
    int32_t trap_value;
    const char *reason;         /* of the trap NATIVE, or NULL */
    struct script_words *words; /* texts with parts; NULL: the module has none */
    struct {
        ox_script_place place;
        uint32_t times;
    } faults[OX_SCRIPT_FAULTS];
    uint32_t traps, refused, loops,
        warnings; /* figures: traps; tasks and instances refused; chains of changes cut; over budget three ticks in a row */
    uint32_t warned; /* the behaviour (number, or OX_SCRIPT_NONE) that used most then */
};

/* Bytes that a machine takes from its arena, for a module with so many natives, fields, behaviours and globals. */
size_t ox_script_bytes(const ox_script_plan *plan, const ox_script_module *module);

/* Opens the module, binds natives and fields, verifies, and takes memory at the arena's low end; the machine must be clear.
 * The module's start function then runs at the first ox_script_run. OX_BAD_IMAGE with a sentence, also for a plan whose main
 * stack is smaller than what a handler needs; OX_OUT_OF_MEMORY; OX_BAD_ARGUMENT; OX_BAD_STATE. Nothing is taken then. */
FX_MUST_CHECK ox_status ox_script_open(ox_script *script, const ox_script_config *config, ox_arena *arena,
                                       rom_error *error);

/* Forgets everything; the arena's memory is its owner's to roll back. */
void ox_script_close(ox_script *script);

/* What a trap does to instances of a behaviour (its number): stop, restart, or go to a state (its number). */
FX_MUST_CHECK ox_status ox_script_rule(ox_script *script, uint32_t behaviour, uint32_t rule);

/* ---- instances ---- */

/* Gives an object (0: nobody) a behaviour by number: cells filled in, `on start`, then its first state; one that was made for it and
 * waits begins. A handle of bits 0 when there is no room, counted in `refused`. Not from within a script. */
ox_handle ox_script_begin(ox_script *script, uint32_t object, uint32_t behaviour);

/* Makes an instance that waits: its cells are filled in, so that others can read and set its fields, and until ox_script_begin it hears
 * nothing, and ends without `on stop`. From within a script, a native makes at most one in a call, and answers OX_SCRIPT_MADE; what fills
 * the cells in runs behind that on the main stack, not within one another, and its faults are the new instance's. Bits 0 as above. */
ox_handle ox_script_make(ox_script *script, uint32_t object, uint32_t behaviour);

/* Whether it was made and has not begun. */
bool ox_script_is_waiting(const ox_script_instance *instance);

/* `on stop`, then its tasks and cells are gone. From within a script it happens when that is done. Stale handles: nothing. */
void ox_script_end(ox_script *script, ox_handle instance);

/* NULL for a stale handle. */
const ox_script_instance *ox_script_instance_of(const ox_script *script, ox_handle instance);

/* Whether a fault has stopped it. */
bool ox_script_is_stopped(const ox_script_instance *instance);

/* The object's instance of a behaviour or one derived from it; bits 0 when it has none. A look at every instance. */
ox_handle ox_script_find(const ox_script *script, uint32_t object, uint32_t behaviour);

/* A cell of an instance, for tools and tests; 0 beyond its cells. Setting one is a change of the game. */
int32_t ox_script_cell(const ox_script *script, ox_handle instance, uint32_t cell);
FX_MUST_CHECK ox_status ox_script_set_cell(ox_script *script, ox_handle instance, uint32_t cell,
                                           int32_t value);

/* Cell `index` of a prop of its behaviour, by name. OX_NOT_FOUND for one that it has not, OX_BAD_ARGUMENT beyond its cells. */
FX_MUST_CHECK ox_status ox_script_set_prop(ox_script *script, ox_handle instance, uint32_t name,
                                           uint32_t index, int32_t value);

/* The kind of a prop (ROM_SCRIPT_FIELD_...), -1 for one that it has not. */
int ox_script_prop_kind(const ox_script *script, ox_handle instance, uint32_t name);

/* The numbers of a prop that is a vector; 0 for others. */
uint32_t ox_script_prop_numbers(const ox_script *script, ox_handle instance, uint32_t name);

/* The cells of a variable by name, for debuggers and tests: of the module (instance 0), or of an instance, its bases included; how many, and
 * their kind (ROM_SCRIPT_FIELD_...). NULL when there is none. */
const int32_t *ox_script_variable(const ox_script *script, ox_handle instance, uint32_t name, uint32_t *cells,
                                  uint32_t *kind);

/* Whether it handles an event (its number) in its present state, or has a task that waits for it. */
bool ox_script_listens(const ox_script *script, ox_handle instance, uint32_t event);

/* ---- a tick ---- */

/* Begins tick `now`: the budget of tasks is filled up. */
void ox_script_tick(ox_script *script, uint32_t now);

/* An event, by number, with its argument cells comes to an instance: waiting tasks take it, and it is handled or not. */
bool ox_script_event(ox_script *script, ox_handle instance, uint32_t event, const int32_t *arguments);

/* Runs every task that is due, once. */
void ox_script_run(ox_script *script);

/* `on tick`; whether there is one. */
bool ox_script_handle_tick(ox_script *script, ox_handle instance);

/* `on tick` of every instance that has one, in the order in which they were made. Each of the others costs 9 Cortex-M3 instructions. */
void ox_script_handle_ticks(ox_script *script);

/* ---- a picture ---- */

/* What natives of class DRAW draw into: the first member of a record of theirs, which they find in call->machine->picture; NULL there when none
 * is drawn. `begin` comes before each `on draw`, so that none finds what another has set; or NULL. */
struct ox_script_picture {
    void (*begin)(ox_script_picture *picture);
};

/* `on draw` of every instance that has one, in the order in which they were made, with `draw` instructions of the plan for all of them. It is
 * another reader of the state: what runs may change nothing but its own locals, which the verifier sees to (the flag DRAW of functions), so the
 * hash is the same before and after, and in a game whose picture is not drawn. A fault leaves out the rest of that drawing and is reported; when the
 * instructions are used up, all that would come behind is left out, too. A machine without such
 * handlers costs 4 instructions; else each instance costs a look at the handlers of its state and behaviour. */
void ox_script_draw(ox_script *script, ox_script_picture *picture);

/* Runs a free function by its number on the main stack: programs of players, and tests. Arguments are as many cells as it
 * takes; its results go to `results` (room for 8, may be NULL). OX_BAD_ARGUMENT for one that is none or is latent,
 * OX_BAD_STATE from within a script, OX_CANCELLED when it trapped (script->trap says how). `limit` in instructions, 0: that
 * of the plan. */
FX_MUST_CHECK ox_status ox_script_call_function(ox_script *script, uint32_t function, uint32_t limit,
                                                const int32_t *arguments, int32_t *results);

/* ---- for natives ---- */

/* A latent native is done: its task goes on in the next run with these results (as many as the signature says). false when
 * the task has ended meanwhile. */
bool ox_script_complete(ox_script *script, uint32_t task, const int32_t *results);

/* Whether a task lives. */
bool ox_script_task_lives(const ox_script *script, uint32_t task);

/* A container that a native got as an argument. */
typedef struct ox_script_container {
    int32_t *cells;                  /* the count, then the entries */
    uint32_t count, capacity, entry; /* entry: cells, the key of maps in front */
    bool map;
} ox_script_container;

/* False when the argument's value names none that the caller can reach. */
bool ox_script_container_of(const ox_script_call *call, int32_t argument, ox_script_container *container);

/* Writes the count back; entries are the caller's to fill, those of maps by rising key without sign. */
void ox_script_container_set_count(ox_script_container *container, uint32_t count);

/* ---- state ---- */

/* Everything that ox_script_run and the rest depend on, as bytes for the same module and plan: rewinding, comparing. Not from
 * within a script. */
void ox_script_save(const ox_script *script, ox_writer *to);
uint32_t ox_script_hash(const ox_script *script);

/* As the machine was when it was opened: no instances, no tasks, globals as they begin. Not from within a script. */
void ox_script_reset(ox_script *script);

/* OX_BAD_DATA, and the machine is reset then: nothing of what was refused stays. */
FX_MUST_CHECK ox_status ox_script_restore(ox_script *script, ox_reader *from);

/* ---- another module in its place: reloading ---- */

/* What became of the state of the module before. */
typedef struct ox_script_carried {
    uint32_t variables, dropped; /* taken over; of another name, type or size now */
    uint32_t instances, gone;    /* of behaviours that there are no more, or without room */
    uint32_t tasks, ended;       /* of functions that are the same; of others */
    uint32_t begun;              /* begin blocks that begin anew */
} ox_script_carried;

/* The state by names, for a machine of a later module of the same texts and the same plan. Not from within a script. */
void ox_script_keep(const ox_script *script, ox_writer *to);

/* Takes it over, into a machine that was just opened. Variables of the module and of instances are found by name, type and size; new ones begin
 * as they say. States are found by name, else the first state is entered. A task goes on when all its functions have the
 * same code; else it ends, but begin blocks begin anew. Handles of instances and tasks stay. OX_BAD_DATA, and the machine is
 * reset then. */
FX_MUST_CHECK ox_status ox_script_take_over(ox_script *script, ox_reader *from, ox_script_carried *carried);

#endif
