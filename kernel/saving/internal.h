/* What the files of saving share. */
#ifndef OXCART_KERNEL_SAVING_INTERNAL_H
#define OXCART_KERNEL_SAVING_INTERNAL_H

#include "kernel/console/console.h"
#include "kernel/replay/rewind.h"
#include "kernel/runtime/module.h"
#include "kernel/saving/module.h"
#include "kernel/type/name.h"

/* A request from within a step, carried out before the next step. */
typedef enum saving_wish { WISH_NONE, WISH_LOAD, WISH_BACK, WISH_FORWARD } saving_wish;

typedef struct ox_saving {
    const ox_module_host *host;
    const ox_runtime_plan *plan; /* of a cart in C; NULL: the capacities of cart.txt count */
    uint32_t slots, span;        /* slots of saved games; steps of the rewind */
    ox_saves *saves;             /* NULL: games are not saved */
    ox_rewind *rewind;           /* NULL: there is no rewind */
    void *rewind_memory;
    size_t rewind_bytes;
    ox_sim_part parts[OX_STATE_PARTS]; /* all state of the console */
    ox_sim state;
    ox_input before[OX_PLAYERS_MAX]; /* input of each player as it was before the step */
    saving_wish wish;
    uint32_t wished;    /* steps to go; the slot of a game to load */
    int save_wish;      /* slot to save to, -1: none */
    uint32_t travels;   /* steps that a game has waited for its scene */
    uint32_t travel_to; /* that scene */
    bool stale;         /* another scene has begun: the ring belongs to the scene before */
    bool stepping, rerunning, loading;
} ox_saving;

/* The saving of a console, NULL when the cart asks for none. */
static inline ox_saving *saving_of(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), OX_NAME("saving"));
}

/* Whether a recording is written or played, whose steps may not be run again. */
static inline bool saving_is_taped(const ox_saving *s) {
    return ox_module_state(s->host, OX_NAME("recording")) != NULL;
}

/* Lists all state anew, and begins the ring, whose step 0 is the present one. */
ox_status saving_begin_rewind(ox_saving *s);

/* Called around a step: carries out wishes before the step, notes the step's input, writes saved games after it. */
void saving_before(const ox_module_host *host, void *state);
void saving_note(const ox_module_host *host, void *state);
bool saving_stepped(const ox_module_host *host, void *state);

#endif
