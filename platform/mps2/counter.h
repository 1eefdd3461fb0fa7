/* Counts executed instructions on the MPS2 board, in a run of QEMU with `-icount shift=7` (OXCART_ICOUNT=1
 * run.sh ...).
 *
 * Such a run makes every instruction take 128 ns of the board's time, so the board's 25 MHz counter moves 3.2
 * ticks to the instruction, and the difference of two readings is the exact number of instructions, whatever
 * the host does meanwhile, up to 1.3 billion (2^32 ticks). Other runs follow the host's clock and count
 * nothing. */
#ifndef OXCART_MPS2_COUNTER_H
#define OXCART_MPS2_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/* The board's counter: 25 ticks to the microsecond, wrapping at 2^32. */
uint32_t mps2_counter(void);

/* Instructions executed between two readings of the counter, in a run that counts. */
uint32_t mps2_instructions_between(uint32_t before, uint32_t after);

/* Whether this run counts instructions: loops of two known lengths must differ by the right number. */
bool mps2_counts_instructions(void);

/* Instructions executed so far, 0 in a run that does not count. The counter may wrap between two calls, once: their
 * difference is right all the same. */
uint32_t mps2_instructions(void);

#endif
