/* Internals of the script machine: code that runs, and how it stops. */
#ifndef OXCART_KERNEL_SCRIPT_MACHINE_INTERNAL_H
#define OXCART_KERNEL_SCRIPT_MACHINE_INTERNAL_H

#include "kernel/memory/life.h"
#include "kernel/script/internal.h"
#include "kernel/script/machine.h"

/* Texts with parts that are live, the newest last. */
typedef struct script_words {
    char bytes[OX_SCRIPT_WORDS];
    uint16_t end[OX_SCRIPT_WORDS_LIVE];   /* behind its zero */
    uint16_t frame[OX_SCRIPT_WORDS_LIVE]; /* cell of the frame of the function that made the text */
    uint32_t count;
} script_words;

extern const ox_script_native script_words_rows[OX_SCRIPT_PARTS];

/* Whether a module makes texts with parts. */
bool script_has_words(const ox_script_module *module);

/* Drops all texts with parts, before code that must not see them begins. */
static inline void script_drop_words(const ox_script *script) {
    if (script->words != NULL) script->words->count = 0;
}

/* How a run of the machine ends. */
typedef enum script_end { SCRIPT_RETURNED, SCRIPT_SUSPENDED, SCRIPT_TRAPPED, SCRIPT_STOPPED } script_end;

/* Kinds of waits besides ox_wait. A task whose turn the budget cut off waits for the next tick. */
enum {
    SCRIPT_WAIT_NATIVE = OX_WAITS, /* `wake` is its number among the imports */
    SCRIPT_WAIT_RESUME             /* a coroutine */
};

/* Flags of tasks and instances. */
enum {
    SCRIPT_TASK_GENERATOR = 1,
    SCRIPT_TASK_BEGIN = 2,   /* a begin block: ends with its state */
    SCRIPT_TASK_RUNNING = 4, /* runs, or has resumed a coroutine that runs */
    SCRIPT_TASK_HAD_TURN = 8,
    SCRIPT_TASK_CUT = 16, /* cut off by the tick's budget: its turn is not over */

    SCRIPT_INSTANCE_STOPPED = 1, /* stopped by a fault */
    SCRIPT_INSTANCE_ENDING = 2,
    SCRIPT_INSTANCE_AGAIN = 4, /* the request is to leave and enter the same state */
    SCRIPT_INSTANCE_FAULT = 8, /* its code trapped, and its rule was not applied yet */
    SCRIPT_INSTANCE_WAITS = 16 /* made, but not begun */
};

enum { SCRIPT_MAIN = 0xFFFE }; /* value of `resumer`: a handler */

/* Runs the code at the registers of script->task (NULL: the main registers), until it ends, waits or traps. */
script_end script_run(ox_script *script);

/* Prepares registers to run a function on a stack of `cells` from `stack` on; the arguments become its first locals. */
void script_prepare(ox_script *script, ox_script_registers *at, uint32_t function, uint32_t stack,
                    uint32_t cells, const int32_t *arguments);

/* Starts a task or coroutine of an instance (or of none); NULL when there is no room, which is counted and reported. */
ox_script_task *script_start(ox_script *script, uint32_t instance, uint32_t function,
                             const int32_t *arguments, uint32_t flags);

/* Hands a waiting task the cells that it waits for, and makes the task due. */
void script_give(ox_script *script, ox_script_task *task, const int32_t *cells, uint32_t count);

/* Ends the tasks of an instance that have all these flags. */
void script_end_tasks(ox_script *script, uint32_t instance, uint32_t flags);

/* Runs a function on the main stack from a cell on; the instance may be NULL. A trap is reported, and the instance's
 * fault noted. */
script_end script_activate_at(ox_script *script, ox_script_instance *instance, uint32_t function,
                              uint32_t limit, const int32_t *arguments, uint32_t stack);

/* Runs a function on the main stack from its beginning. */
static inline script_end script_activate(ox_script *script, ox_script_instance *instance, uint32_t function,
                                         uint32_t limit, const int32_t *arguments) {
    return script_activate_at(script, instance, function, limit, arguments, 0);
}

/* Fills in the cells of the instance that a native made, while the registers of the calling code are saved. */
void script_fill(ox_script *script);

/* Tells the host that the cells of a new instance are filled in: the host may set fields now. */
void script_dress(ox_script *script, const ox_script_instance *instance);

/* Carries out requests of instances and the rules of their faults: changes of state, ends. */
void script_settle(ox_script *script);

/* Puts an instance into a state (OX_SCRIPT_NONE: none) and notes which handler `on tick` is offered to first. No leave
 * or enter handlers run. */
void script_set_state(const ox_script *script, ox_script_instance *instance, uint32_t state);

/* Whether restored tasks are valid: script_task_is_sound for one task alone, script_tasks_fit for all together
 * (save.c). */
bool script_task_is_sound(const ox_script *script, const ox_script_task *task);
bool script_tasks_fit(const ox_script *script);

/* The outcome of a fault for an instance: the rule of its behaviour, or STOP when the instance began anew too often. */
uint32_t script_outcome(const ox_script *script, const ox_script_instance *instance);

/* Runs the module's start function, unless it has run. */
void script_begin_module(ox_script *script);

/* Ends a task. Cells of other tasks slide over its cells, so registers in use must be saved before and loaded again
 * afterwards. */
void script_end_task(ox_script *script, ox_script_task *task);

static inline ox_script_task *script_task(const ox_script *script, uint32_t slot) {
    return (ox_script_task *)ox_roster_at(&script->tasks, slot);
}
static inline uint32_t script_slot(const ox_script *script, const ox_script_task *task) {
    return ox_roster_handle(&script->tasks, &task->slot).bits & 0xFFFFu;
}
static inline ox_script_registers *script_registers(ox_script *script, ox_script_task *task) {
    return task == NULL ? &script->main : &task->at;
}
static inline uint32_t script_object(const ox_script *script) {
    return script->self == NULL ? 0 : script->self->slot.owner;
}
static inline uint32_t script_self(const ox_script *script) {
    return script->self == NULL ? 0 : ox_roster_handle(&script->instances, &script->self->slot).bits;
}

/* The number of a behaviour's state in a behaviour that derives from it; OX_SCRIPT_NONE stays. */
static inline uint32_t script_own_state(const ox_script_module *m, uint32_t of, uint32_t in, uint32_t state) {
    return state - rom_half(script_behaviour(m, of) + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE) +
           rom_half(script_behaviour(m, in) + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE);
}

/* The operations of containers (A0 to AE): c are the container's cells, *sp the stack's top, which moves. */
ox_script_trap script_container(uint32_t code, const uint8_t *container, int32_t *c, int32_t **sp,
                                int32_t *value);

/* Bit of a field's binding: the field is a variable of a behaviour of the module. */
#define SCRIPT_OWN_FIELD 0x80000000u

/* Reads or writes a field with SCRIPT_OWN_FIELD in the object's instance of that behaviour. */
ox_script_trap script_own_field(ox_script *script, uint32_t object, uint32_t binding, int32_t *cells,
                                uint32_t count, bool loads);

/* The instruction GETD, whose record was popped already. */
ox_script_trap script_get_data(ox_script *script, uint32_t record, uint32_t field, int32_t *cells);
bool script_is_a(ox_script *script, uint32_t object, uint32_t type);
bool script_lives(ox_script *script, uint32_t object);
void script_emit(ox_script *script, uint32_t event, uint32_t flags, const int32_t *cells);

/* Counts a trap by its place and tells the host. */
void script_report(ox_script *script, ox_script_trap trap, int32_t value);

#endif
