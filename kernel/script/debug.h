/* The debugger's side of a script machine: breakpoints, steps, watched cells, counts of instructions and a trace.
 *
 *     ox_script_debugger debugger = {.statements = bits, .code_bytes = bytes, .stopped = ask, .context = me};
 *     ox_script_debug(&script, &debugger);                                         from now on
 *     ox_script_break(&debugger, (ox_script_place){function, byte});
 *     ... the game plays; `ask` is called where it stops, and answers how it goes on ...
 *     ox_script_debug(&script, NULL);
 *
 * COST. A machine without a debugger runs the loop of run.c, which knows nothing of debuggers: what a debugger costs then
 * is a comparison for each handler or turn of a task. With one, code runs in a second instance of the same loop
 * (debug_run.c), which asks the debugger before each instruction. A player that never calls ox_script_debug links none
 * of this.
 *
 * STOPPING. `stopped` is called before an instruction runs, from within the machine: the game stands still until
 * `stopped` returns. It may look at everything, and set cells of locals, globals and instances; it may not call the machine
 * but for the functions of this file, ox_script_cell, ox_script_set_cell, ox_script_variable and ox_script_instance_of. What
 * is not set is left as it is: a game that stopped ten times has the same state as one that never did.
 *
 * Code stops at the beginning of a statement alone (`statements` has a bit for each byte of the module's code), where a
 * breakpoint stands (OX_SCRIPT_STOP_BREAK), a step is over (STEP) or a pause was asked for (PAUSE); before the statement
 * behind a change of a watched cell (WATCH: `at` is the statement that wrote) or of an instance's state (STATE, when `stops_at_states`); and
 * where a trap ends the code (TRAP).
 *
 *     INTO  the next statement, wherever it is: in a called function, in the caller, in another handler or task
 *     OVER  the next statement of the same task or handler that is no deeper; when that has ended, the next one of all
 *     OUT   the next statement of the same task or handler that is less deep
 *
 * COUNTS has a number for each byte of code: how often the instruction there ran. Their sum is the number of all
 * instructions that ran; natives' own costs are not in it. TRACE keeps the last instructions with the top of the stack
 * before them, and the changes of states among them, for the comparison of two runs.
 *
 * (Madhav, Game Programming Algorithms, appendix B; Game Programming Patterns, Bytecode.) */
#ifndef OXCART_KERNEL_SCRIPT_DEBUG_H
#define OXCART_KERNEL_SCRIPT_DEBUG_H

#include "kernel/script/machine.h"

enum {
    OX_SCRIPT_BREAKS = 32,    /* breakpoints at once */
    OX_SCRIPT_WATCHES = 8,    /* watched cells at once */
    OX_SCRIPT_STACK_MOST = 64 /* frames of ox_script_frames */
};

typedef enum ox_script_stop {
    OX_SCRIPT_STOP_BREAK,
    OX_SCRIPT_STOP_STEP,
    OX_SCRIPT_STOP_PAUSE,
    OX_SCRIPT_STOP_WATCH,
    OX_SCRIPT_STOP_STATE,
    OX_SCRIPT_STOP_TRAP
} ox_script_stop;

typedef enum ox_script_step {
    OX_SCRIPT_STEP_NONE, /* to the next breakpoint */
    OX_SCRIPT_STEP_INTO,
    OX_SCRIPT_STEP_OVER,
    OX_SCRIPT_STEP_OUT,
    OX_SCRIPT_STEP_ON /* as if it had not stopped here: a step under way goes on */
} ox_script_step;

/* Why and where the machine stands. */
typedef struct ox_script_stopped {
    ox_script_stop why;
    ox_script_place at;
    uint32_t number;     /* of the breakpoint or watch */
    int32_t before, now; /* of a watched cell; states by their numbers, -1: none */
    ox_script_trap trap; /* with its value in `now` */
    uint32_t task;       /* handle of the task that runs, 0: a handler */
    uint32_t object;     /* whose code runs, 0: nobody's */
    ox_handle instance;
} ox_script_stopped;

/* A frame of the code that stands, the innermost first. */
typedef struct ox_script_frame {
    ox_script_place place; /* of callers: the last byte of the call */
    int32_t *locals;
} ox_script_frame;

typedef struct ox_script_watched {
    int32_t *cell;
    int32_t value;
} ox_script_watched;

/* An instruction before it runs, or a change of a state. */
typedef struct ox_script_traced {
    ox_script_place place; /* of a state: the last statement, nothing where `run` is 0 */
    uint32_t task, tick;
    uint32_t run; /* the handler or turn of a task, counted from 1 */
    uint32_t
        owner; /* whose code runs, or whose state changes: an object, 0: nobody's; of a state the instance */
    uint16_t depth; /* cells on the stack above the frame's link */
    bool is_state;
    int32_t top;         /* of the stack before the instruction; 0 on an empty one */
    int32_t before, now; /* states by their numbers, -1: none */
} ox_script_traced;

typedef struct ox_script_debugger ox_script_debugger;

/* A debugger; clear but for the members that its owner sets (statements to context). */
struct ox_script_debugger {
    const uint8_t *statements; /* a bit for each byte of code, bit 0 of byte 0 first */
    uint32_t code_bytes;
    uint32_t *counts;        /* for each byte of code, or NULL */
    ox_script_traced *trace; /* room for `trace_room` rows, or NULL */
    uint32_t trace_room;
    bool stops_at_traps, stops_at_states;
    ox_script_step (*stopped)(void *context, ox_script *machine, const ox_script_stopped *stopped);
    void *context;
    bool pause; /* set by anybody: stop at the next statement */
    /* set by the functions below */
    int (*run)(ox_script *machine); /* the second loop */
    void (*changed)(ox_script_debugger *debugger, ox_handle instance, uint32_t from, uint32_t to);
    ox_handle changed_instance; /* whose state changed, and was not told yet; bits 0: none */
    int32_t state_before, state_now;
    ox_script_place breaks[OX_SCRIPT_BREAKS];
    uint8_t filter[32]; /* a bit for the low byte of each breakpoint's place in the code */
    uint32_t break_count;
    ox_script_watched watches[OX_SCRIPT_WATCHES];
    uint32_t watch_count;
    ox_script_step step;
    uint32_t step_depth, step_task;
    uint32_t step_run;     /* the handler or turn in which the step was asked for */
    uint32_t runs;         /* handlers and turns so far */
    uint32_t traced;       /* rows of the trace so far */
    uint32_t tick;         /* of the last instruction */
    uint64_t instructions; /* that ran */
    ox_script_place last;  /* the statement under way */
};

/* Sets the debugger of a machine, or none with NULL. Not while the machine runs. */
void ox_script_debug(ox_script *script, ox_script_debugger *debugger);

/* Sets a breakpoint at the beginning of a statement; its number, or -1 when there are OX_SCRIPT_BREAKS. The numbers
 * behind a removed one go down by one. */
int ox_script_break(ox_script_debugger *debugger, ox_script_place place);
void ox_script_unbreak(ox_script_debugger *debugger, uint32_t number);

/* Watches a cell of the machine: of a global or an instance, which must last. -1 when there are OX_SCRIPT_WATCHES. */
int ox_script_watch(ox_script_debugger *debugger, int32_t *cell);
void ox_script_unwatch(ox_script_debugger *debugger, uint32_t number);

/* The frames of the code that stands, from within `stopped`; how many. */
uint32_t ox_script_frames(ox_script *script, ox_script_frame *frames, uint32_t most);

/* Row `back` of the trace: 0 is the newest. NULL when there is none. */
const ox_script_traced *ox_script_trace_row(const ox_script_debugger *debugger, uint32_t back);

/* The name of an instruction by its opcode, of a family by the first; NULL for other numbers. */
const char *ox_script_instruction_name(uint32_t code);

/* The depth of the operand stack before the instruction at a byte of a verified function; -1 where none begins. */
int32_t ox_script_depth_at(const ox_script_module *module, const ox_script_import *imports, uint32_t function,
                           uint32_t byte);

/* The cells of a variable by its place, to look at and to set: globals, or those of an instance. NULL when the cells are not
 * there. */
int32_t *ox_script_cells(ox_script *script, ox_handle instance, uint32_t cell, uint32_t cells);

#endif
