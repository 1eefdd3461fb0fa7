/* Two-buffer state: read the current buffer, write the next buffer, turn both at once.
 *
 *     ox_two water = {{grid_a, grid_b}, sizeof grid_a, 0};
 *     step(ox_two_current(&water), ox_two_next(&water));      next[i] = f(current, next[i])
 *     ox_two_turn(&water);
 *
 *     ox_toggle phase = {0};                                  one toggle for all objects of a kind
 *     door->open[ox_toggle_next(phase)] = neighbour->open[ox_toggle_current(phase)];
 *     ox_toggle_turn(&phase);                                 all doors at once, whatever order they ran in
 *
 * Turning copies nothing. So the buffer that becomes "next" holds the state that was current one turn earlier, two
 * steps old when it is written. A method that needs the oldest values (the two-grid wave equation, Game Programming
 * Gems 2.6) overwrites each of them in place, and has two grids where the plain form has three. For other methods the
 * next buffer must be written in full, or cleared or copied first. Only the fields that need it should be doubled
 * (GPP, Double Buffer).
 *
 * Cost: one to three instructions each; clear and copy cost a memset and a memcpy. */
#ifndef OXCART_KERNEL_MEMORY_TOGGLE_H
#define OXCART_KERNEL_MEMORY_TOGGLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* One index shared by every object that keeps state[2]. */
typedef struct ox_toggle {
    uint32_t current; /* 0 or 1 */
} ox_toggle;

static inline uint32_t ox_toggle_current(ox_toggle toggle) { return toggle.current; }
static inline uint32_t ox_toggle_next(ox_toggle toggle) { return 1u - toggle.current; }
static inline void ox_toggle_turn(ox_toggle *toggle) { toggle->current = 1u - toggle->current; }

/* Two blocks of the same size that take turns. */
typedef struct ox_two {
    void *buffers[2];
    size_t bytes;     /* bytes of each buffer */
    uint32_t current; /* 0 or 1 */
} ox_two;

static inline void *ox_two_current(const ox_two *two) { return two->buffers[two->current]; }
static inline void *ox_two_next(const ox_two *two) { return two->buffers[1u - two->current]; }
static inline void ox_two_turn(ox_two *two) { two->current = 1u - two->current; }

/* Rids the next buffer of its old contents: all zero, or a copy of the current one. */
static inline void ox_two_clear_next(const ox_two *two) { memset(ox_two_next(two), 0, two->bytes); }
static inline void ox_two_copy_next(const ox_two *two) {
    memcpy(ox_two_next(two), ox_two_current(two), two->bytes);
}

#endif
