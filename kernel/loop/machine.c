/* Hands the port's clock, waits and refreshes to the pace. */
#include "kernel/loop/machine.h"

static uint64_t now(void *machine) { return plat_ticks(machine); }
static void wait(void *machine, uint32_t microseconds) { plat_wait(machine, microseconds); }
static void halt(void *machine) { plat_halt(machine); }
static uint32_t blank(void *machine) { return plat_wait_blank(machine); }

static uint32_t refresh(void *machine) {
    plat_machine described;
    plat_describe(machine, &described);
    return described.refresh;
}

const ox_pace_timer ox_pace_platform = {now, wait, halt, blank, refresh};
