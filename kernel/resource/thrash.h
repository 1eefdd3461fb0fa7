/* What a cache loads again and again, and a feedback that keeps it: a look at the manager's records, once a frame.
 *
 *     ox_thrash_look(&thrash, manager, log);
 *     for (i = 0; ox_thrash_at(&thrash, manager, i, &row); i++) show(row.id, row.reloads, row.heat);
 *     thrash.adapts = true;                                     the feedback; off at first
 *
 * HEAT. A reload adds 1.0 to the heat of its resource, which loses a 64th of itself with each look: 4 reloads in a second are about 3.0. A resource thrashes while its heat is at least
 * OX_THRASH_HOT and not below the mean of all that were loaded again.
 *
 * THE FEEDBACK raises the hottest one that thrashes by one step of priority, one in OX_THRASH_PACE looks, as long as what is raised takes at most three quarters of the cache: then some stay where all took turns. Behind
 * OX_THRASH_REST looks without a reload the step is taken back. Each change is a line in the log. Where what is used fits there are no reloads, and nothing changes. The game is the same either way, but for the time
 * that loading takes. (Game Programming Gems 1.7.) Cost: a comparison for each record of the manager. */
#ifndef OXCART_KERNEL_RESOURCE_THRASH_H
#define OXCART_KERNEL_RESOURCE_THRASH_H

#include "kernel/resource/manager.h"

enum {
    OX_THRASH_ROWS = 32,
    OX_THRASH_ONE = 256, /* heat of 1.0 */
    OX_THRASH_HOT = 384,
    OX_THRASH_PACE = 8,
    OX_THRASH_REST = 600,
    OX_THRASH_TOP = 254 /* the highest priority that the feedback gives */
};

/* A resource that was loaded again. */
typedef struct ox_thrash_row {
    ox_resource_handle handle; /* null: the row is free */
    uint16_t reloads;          /* that were seen */
    bool is_raised;
    uint32_t heat, since; /* since: the look at which it was loaded again last */
} ox_thrash_row;

typedef struct ox_thrash {
    bool adapts;
    uint32_t looks, raised_at, raises;
    ox_thrash_row rows[OX_THRASH_ROWS];
} ox_thrash;

void ox_thrash_look(ox_thrash *t, ox_manager *m, ox_log *log);

/* Takes all steps back, and the feedback is off. */
void ox_thrash_end(ox_thrash *t, ox_manager *m);

/* What is known of a resource that was loaded again, by number; false behind the last. */
typedef struct ox_thrash_figures {
    uint32_t id, size, loads, evictions, reloads, age; /* age: ticks since its last use */
    uint32_t heat;
    uint8_t priority;
    bool is_hot, is_raised;
} ox_thrash_figures;
bool ox_thrash_at(const ox_thrash *t, const ox_manager *m, uint32_t number, ox_thrash_figures *figures);

#endif
