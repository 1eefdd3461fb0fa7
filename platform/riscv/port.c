/* What QEMU's RISC-V machine `virt` has besides memory: a clock, a call stack that is looked at, and a way to end. All
 * else is the template's (platform/template/port.c), whose functions these here take the place of. */
#include <stdlib.h>

#include "kernel/debug/stack.h"
#include "platform/template/port.h"

/* ---- the clock of the core-local interruptor: 10 MHz ---- */

#define CLOCK_LOW (*(volatile uint32_t *)0x0200BFF8u)
#define CLOCK_HIGH (*(volatile uint32_t *)0x0200BFFCu)

/* Pictures of the player go by steps, not by time: the clock is for waiting and for measuring alone. */
void plat_describe(plat *p, plat_machine *machine) {
    *machine = (plat_machine){.abilities = PLAT_CAN_SAVE | PLAT_CAN_SOUND,
                              .tick_rate = 1000000,
                              .save_bytes = sizeof p->storage,
                              .save_sector = 1};
}

uint64_t plat_ticks(plat *p) {
    uint32_t high, low;
    (void)p;
    do {
        high = CLOCK_HIGH;
        low = CLOCK_LOW;
    } while (high != CLOCK_HIGH);
    return ((uint64_t)high << 32 | low) / 10u;
}

void plat_wait(plat *p, uint32_t microseconds) {
    const uint64_t until = plat_ticks(p) + microseconds;
    while (plat_ticks(p) < until) {
    }
}

/* ---- the call stack, which the linker places below __stack ---- */

extern uint8_t __stack[], __stack_size[];

static uintptr_t stack_end(void) { return (uintptr_t)__stack - (uintptr_t)__stack_size; }

void plat_stack(plat *p, plat_block *stack) {
    (void)p;
    *stack = (plat_block){(void *)stack_end(), (size_t)(uintptr_t)__stack_size};
}

_Noreturn void plat_abort(plat *p) {
    (void)p;
    exit(3);
}
