/* What the files of the runtime share. */
#ifndef OXCART_KERNEL_RUNTIME_INTERNAL_H
#define OXCART_KERNEL_RUNTIME_INTERNAL_H

#include "kernel/console/guard.h"
#include "kernel/replay/world.h"
#include "kernel/runtime/module.h"

enum {
    OX_RUNTIME_GUARDS = 6,
    OX_RUNTIME_KINDS = 7 /* events, commands, timers, tasks, actions, random, tick */
};

typedef struct ox_runtime {
    const ox_module_host *host;
    const ox_runtime_plan *plan;
    uint32_t tick;
    ox_world *world;    /* the console's */
    ox_events *events;  /* this table and those below are NULL where the plan has none */
    bool shares_events; /* the events are those of scripts, which run and keep them */
    ox_commands *commands;
    ox_timers *timers;
    ox_tasks *tasks;
    ox_actions *actions;
    ox_random *random;
    bool shares_random; /* the random streams are those of scripts */
    ox_machine_notes notes;
    ox_actor actor;
    ox_guarded guards[OX_RUNTIME_GUARDS];
} ox_runtime;

/* Lists the state of the runtime as parts; returns how many. */
uint32_t ox_runtime_list(const ox_module_host *host, void *state, ox_sim_part *parts);

/* The runtime of a console, NULL when the cart plans none. */
static inline ox_runtime *ox_runtime_of(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), OX_NAME("runtime"));
}

/* Adds to a guard's sentence which type of objects or events filled the table. */
void ox_runtime_tell(void *runtime, const ox_guarded *guarded, ox_text *out);

#endif
