/* Internals of the interpreter: the loop (run.c), and functions that it calls (rare.c). */
#ifndef OXCART_KERNEL_SCRIPT_LOOP_H
#define OXCART_KERNEL_SCRIPT_LOOP_H

#include "kernel/script/machine_internal.h"

/* The registers while code runs; the machine's copy is brought up to date before other code reads it. */
typedef struct script_loop {
    const uint8_t *pc; /* the next byte */
    int32_t *sp, *fp;
    int32_t top, left;                /* only while script_quick runs, when sp is the place of the top */
    const uint8_t *code;              /* the function's first byte */
    const uint8_t *functions, *codes; /* of the module */
    int32_t *stack, *end;
    uint32_t function;
    int32_t *globals;
    int32_t *mine;            /* cells of the instance whose code runs, NULL without one */
    const uint8_t *constants; /* of the module */
    uint32_t in_task;
    const uint8_t *begun;             /* the instruction that traps */
    int32_t given[OX_SCRIPT_RESULTS]; /* results of a native */
    ox_script_call call;              /* the call record of natives */
    ox_script_registers *at;
    ox_script_trap trap;
    int32_t value;
    script_end ended;
} script_loop;

/* How the loop goes on behind an instruction. */
typedef enum script_next { SCRIPT_NEXT_ON, SCRIPT_NEXT_TRAP, SCRIPT_NEXT_END } script_next;

static inline script_next script_trap(script_loop *r, ox_script_trap trap, int32_t value) {
    r->trap = trap;
    r->value = value;
    return SCRIPT_NEXT_TRAP;
}

/* The first byte of a function's code. */
static inline const uint8_t *script_enter(const script_loop *r, uint32_t function) {
    return r->codes + rom_word(r->functions + function * ROM_SCRIPT_FUNCTION_SIZE + ROM_SCRIPT_FUNCTION_CODE);
}

/* Runs instructions from r->pc on as script_run does, as long as they are among those that a port has by hand
 * (platform/gba/script.S). OX_SCRIPT_DONE at an instruction that is left to script_run, and was not counted yet;
 * SCRIPT_QUICK_ENDED when the outermost function returned without results; else the answer of the native called by the
 * instruction at r->begun, which r->pc is behind. */
enum { SCRIPT_QUICK_ENDED = 4 };
uint32_t script_quick(script_loop *r);

/* Load the registers of the running task from the machine, and save them. */
void script_loop_load(ox_script *s, script_loop *r);
void script_loop_save(const script_loop *r);

/* Executes an instruction that the loop leaves out; r->begun is set for its traps, r->pc stands behind the opcode. */
script_next script_rare(ox_script *s, script_loop *r, uint32_t code);

/* Handles a HEAD in a task: counts the instructions used so far, and suspends the task when the tick's budget is used
 * up. */
script_next script_rest(ox_script *s, script_loop *r);

/* Suspends the running task, which waits from now on; false in handlers. */
bool script_suspend(ox_script *s, const script_loop *r, uint32_t wait, uint32_t wake);

/* Puts the results of a native on the stack, and fills in the instance that the native made. */
script_next script_native_made(ox_script *s, script_loop *r, uint32_t results);

/* Returns from a coroutine to the code that resumed it, with `given` cells from the top of its stack. */
script_next script_gives_back(ox_script *s, script_loop *r, uint32_t given, bool done);

/* The function of a method's slot in the present state. */
uint32_t script_method_of(const ox_script *s, uint32_t slot);

/* The first cell of a space that can be written. */
static inline int32_t *script_space(const ox_script *s, const script_loop *r, uint32_t which) {
    return which == OX_SCRIPT_SPACE_LOCALS ? r->fp : which == OX_SCRIPT_SPACE_GLOBALS ? s->globals : r->mine;
}

/* 2^32 / d, rounded down to a number below it, for d of 1 to 128. */
extern const uint32_t script_reciprocals[129];

/* Does an operation on vectors of n cells on top of the stack (VDOT, VLEN, VEQ); returns the new top. */
int32_t *script_vector(uint32_t code, int32_t *sp, uint32_t n);

#endif
