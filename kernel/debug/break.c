/* Breaks: lines that are counted, and when they stop. */
#include "kernel/debug/break.h"

#include <string.h>

static ox_break_site *site_of(ox_break_table *breaks, const ox_break_here *here) {
    for (uint32_t i = 0; i < breaks->count; i++)
        if (breaks->sites[i].line == here->line && breaks->sites[i].file == here->file)
            return &breaks->sites[i];
    if (breaks->count == OX_BREAK_SITES) return NULL;
    ox_break_site *site = &breaks->sites[breaks->count++];
    *site = (ox_break_site){.file = here->file, .what = here->what, .line = here->line};
    return site;
}

bool ox_break(ox_break_table *breaks, const ox_break_here *here, bool holds) {
    ox_break_site *site = site_of(breaks, here);
    if (site == NULL) {
        breaks->lost++;
        return false;
    }
    site->visits++;
    if (!holds || (here->hit != 0 && site->visits != here->hit)) return false;
    if (here->tick != 0 &&
        (breaks->tick != here->tick || (site->stops > 0 && site->stopped_tick == here->tick)))
        return false;
    site->stops++;
    site->stopped_tick = breaks->tick;
    if (breaks->stop != NULL) breaks->stop(breaks->context, site);
    return breaks->traps;
}

void ox_break_reset(ox_break_table *breaks) { breaks->count = breaks->lost = 0; }
