/* Steps a second of a loop, for what counts in seconds. */
#ifndef OXCART_KERNEL_LOOP_RATE_H
#define OXCART_KERNEL_LOOP_RATE_H

#include "kernel/loop/loop.h"

/* 60 for a loop that has not begun. Loops whose step is no whole number a second (ox_loop_set_step) count as their units say. */
static inline uint32_t ox_loop_rate(const ox_loop *loop) { return loop->rate == 0 ? 60 : loop->rate; }

#endif
