/* Buffered state: objects that react to each other in one tick read the state of the tick before, and write the state
 * to come, so that the order in which they are updated does not matter.
 *
 *     typedef struct actor { ox_buffered stamp; uint8_t slapped[2]; } actor;
 *     bool hit = a->slapped[ox_buffered_read(world, &a->stamp)];            the tick before
 *     a->slapped[ox_buffered_write(world, &a->stamp)] = hit;                this tick, even if it is equal
 *
 * All slots swap at the end of the tick by one shared index, so nothing is copied, and a slot that is not
 * written holds what was two ticks ago. Each slot therefore has the tick that wrote it: reading one that is
 * not of the tick before asserts in debug builds ("not written yet" counts as written before the first tick).
 * Double only fields that several objects read of each other; pictures between two ticks read both slots. Outside the
 * tick the slot read is the present state. (GPP, Double Buffer; GEA 14.6.)
 *
 * Cost: 3 to 5 Cortex-M3 instructions; 8 bytes an object for the stamps. */
#ifndef OXCART_KERNEL_WORLD_BUFFERED_H
#define OXCART_KERNEL_WORLD_BUFFERED_H

#include "kernel/world/world.h"

typedef struct ox_buffered {
    uint32_t written[2]; /* tick + 1; 0: never */
} ox_buffered;

/* The slot to read: state at t - 1. */
static inline uint32_t ox_buffered_read(const ox_world *world, const ox_buffered *stamp) {
    uint32_t slot = ox_toggle_current(world->state);
    FX_ASSERT_MSG(stamp->written[slot] == world->tick || (stamp->written[0] | stamp->written[1]) == 0 ||
                      (stamp->written[slot] == 0 && stamp->written[1u - slot] == world->tick + 1u),
                  "buffered state of tick %u read in tick %u", (unsigned)stamp->written[slot],
                  (unsigned)world->tick);
    return slot;
}

/* The slot to write: state at t. */
static inline uint32_t ox_buffered_write(const ox_world *world, ox_buffered *stamp) {
    uint32_t slot = ox_toggle_next(world->state);
    stamp->written[slot] = world->tick + 1u;
    return slot;
}

#endif
