/* Counts instructions by the clock of the MPS2 board under QEMU. */
#include "platform/mps2/counter.h"

#define BOARD_COUNTER (*(volatile uint32_t *)0x40028018u) /* 25 MHz, always running */

uint32_t mps2_counter(void) { return BOARD_COUNTER; }

/* 128 ns to the instruction and 40 ns to the tick: 5 instructions are 16 ticks, and a reading that is off by
 * less than one tick still rounds to the right count. */
uint32_t mps2_instructions_between(uint32_t before, uint32_t after) {
    return (uint32_t)(((uint64_t)(after - before) * 5 + 8) / 16);
}

static __attribute__((noinline)) void spin(uint32_t rounds) {
    __asm__ volatile("1: subs %0, #1\n\tbne 1b" : "+r"(rounds)::"cc");
}

/* Never inline: both measurements must be the same instructions. */
static __attribute__((noinline)) uint32_t spin_cost(uint32_t rounds) {
    uint32_t before = BOARD_COUNTER;
    spin(rounds);
    return mps2_instructions_between(before, BOARD_COUNTER);
}

/* A round of spin has two instructions: 1000 rounds more are 2000 instructions more. */
bool mps2_counts_instructions(void) {
    uint32_t more = spin_cost(2000) - spin_cost(1000);
    return more == 2000;
}

uint32_t mps2_instructions(void) {
    static enum { UNKNOWN, COUNTS, COUNTS_NOT } state;
    static uint32_t before, wraps;
    if (state == UNKNOWN) state = mps2_counts_instructions() ? COUNTS : COUNTS_NOT;
    if (state == COUNTS_NOT) return 0;
    const uint32_t now = BOARD_COUNTER;
    wraps += now < before;
    before = now;
    return (uint32_t)((((uint64_t)wraps << 32 | now) * 5 + 8) / 16);
}
