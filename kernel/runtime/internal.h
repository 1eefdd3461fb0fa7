/* What the files of the runtime share. */
#ifndef OXCART_KERNEL_RUNTIME_INTERNAL_H
#define OXCART_KERNEL_RUNTIME_INTERNAL_H

#include "kernel/console/guard.h"
#include "kernel/replay/world.h"
#include "kernel/runtime/module.h"

enum {
    OX_RUNTIME_GUARDS = 6,
    OX_RUNTIME_KINDS = 8, /* the console's world, events, commands, timers, tasks, actions, random, tick */
    OX_RUNTIME_PARTS = OX_STATE_PARTS
};

/* A wish from within a step, for when the step is over. */
typedef enum ox_runtime_wish { OX_WISH_NONE, OX_WISH_LOAD, OX_WISH_BACK, OX_WISH_FORWARD } ox_runtime_wish;

typedef struct ox_runtime {
    const ox_module_host *host;
    const ox_runtime_plan *plan;
    uint32_t tick;
    ox_world *world;   /* the console's */
    ox_events *events; /* this and those below are NULL where the plan has none */
    ox_commands *commands;
    ox_timers *timers;
    ox_tasks *tasks;
    ox_actions *actions;
    ox_random *random;
    ox_saves *saves;
    ox_rewind *rewind;
    void *rewind_memory;
    size_t rewind_bytes;
    ox_machine_notes notes;
    ox_actor actor;
    ox_sim_part parts[OX_RUNTIME_PARTS]; /* all state of the console, for the rewind */
    ox_sim state;
    ox_guarded guards[OX_RUNTIME_GUARDS];
    ox_input before; /* input as it was before the step */
    ox_runtime_wish wish;
    uint32_t wished;
    int save_wish; /* slot, -1: none */
    bool stepping, rerunning;
} ox_runtime;

/* The state of the runtime as parts; how many. */
uint32_t ox_runtime_list(const ox_module_host *host, void *state, ox_sim_part *parts);

/* Around a step. */
void ox_runtime_before(const ox_module_host *host, void *state);
void ox_runtime_note(const ox_module_host *host, void *state);
bool ox_runtime_stepped(const ox_module_host *host, void *state);

/* The runtime of a console, NULL when the cart plans none. */
static inline ox_runtime *ox_runtime_of(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), OX_NAME("runtime"));
}

/* Makes the ring anew, whose step 0 is now. */
ox_status ox_runtime_begin_rewind(ox_runtime *runtime);

/* Adds to a guard's sentence what there were so many of. */
void ox_runtime_tell(void *runtime, const ox_guarded *guarded, ox_text *out);

#endif
