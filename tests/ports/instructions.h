/* Counting executed instructions in a test, for costs that do not depend on the machine's load.
 *
 *     uint32_t before = test_instructions();
 *     work();
 *     uint32_t spent = test_instructions() - before; // 0 on a machine that cannot count
 *
 * Only the Cortex-M3 counts (platform/mps2/counter.h), in a run of `OXCART_ICOUNT=1 sh platform/mps2/run.sh`.
 * Differences are right to one instruction, and the two readings themselves are part of them, about 40. The
 * test mps2_counts_a_known_loop holds the counter to loops of known length, from 4 to 4 million instructions. */
#ifndef OXCART_TESTS_INSTRUCTIONS_H
#define OXCART_TESTS_INSTRUCTIONS_H

#include <stdint.h>

#if defined(OXCART_MPS2)
#include "platform/mps2/counter.h"
static inline uint32_t test_instructions(void) { return mps2_instructions(); }
#else
static inline uint32_t test_instructions(void) { return 0; }
#endif

#endif
