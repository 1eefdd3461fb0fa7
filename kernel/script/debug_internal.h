/* What the second loop asks of the debugger. */
#ifndef OXCART_KERNEL_SCRIPT_DEBUG_INTERNAL_H
#define OXCART_KERNEL_SCRIPT_DEBUG_INTERNAL_H

#include "kernel/script/debug.h"
#include "kernel/script/loop.h"

/* Runs as script_run, with a look at the debugger before each instruction. */
script_end script_run_hooked(ox_script *script);

/* Before an instruction, whose place is r->pc; a count of instructions that is used up means that it will not run. */
void script_debug_before(ox_script *script, script_loop *r);

/* A trap ended the code; the registers are saved. */
void script_debug_trapped(ox_script *script, const script_loop *r);

#endif
