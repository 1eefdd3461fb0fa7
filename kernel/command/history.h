/* Undo and redo: a bounded history of changes, each with the little data that is needed to undo it.
 *
 *     typedef struct move { ox_change change; int16_t x, y, was_x, was_y; } move;              12 bytes
 *     static void move_do(void *board, ox_change *c) { remember was_x, was_y; set x, y }
 *     static void move_undo(void *board, ox_change *c) { set was_x, was_y }
 *     static const ox_change_type kinds[] = {[MOVE] = {move_do, move_undo}};
 *
 *     move storage[64];                                                                       768 bytes
 *     ox_history_init(&h, &(ox_history_config){.storage = storage, .capacity = 64, .stride = sizeof(move),
 *                                              .types = kinds, .type_count = 1, .context = board});
 *     move m = {.change = {.type = MOVE, .unit = 3}, .x = 5, .y = 4};
 *     ox_status s = ox_history_do(&h, &m.change);          does it, and keeps it with what was before
 *     ox_history_undo(&h);  ox_history_redo(&h);
 *
 * Rule for editors and turn-based carts: every change of the data goes through the history; a change made outside of
 * it makes the before-data of other changes wrong. A change keeps the old values, never a copy of the world.
 *
 * A new change after an undo discards all that could be redone. When the history is full the oldest step is
 * forgotten. ox_history_begin and ox_history_end make one step of several changes; the step is undone last change
 * first, and forgotten as a whole. OX_FULL for a step of more changes than there is room.
 *
 * Cost, Cortex-M3, records of 12 bytes: do 128 instructions, undo 44, redo 59. (Game Programming
 * Patterns, Command.) */
#ifndef OXCART_KERNEL_COMMAND_HISTORY_H
#define OXCART_KERNEL_COMMAND_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/status.h"

/* First member of every change. */
typedef struct ox_change {
    uint8_t type;
    uint8_t first; /* the change begins a step; ox_history_do sets this */
    uint16_t unit; /* whom the change concerns: the caller's own meaning */
} ox_change;

/* `apply` stores the old values in the record and makes the change, also at a redo. `revert` undoes the change. */
typedef struct ox_change_type {
    void (*apply)(void *context, ox_change *change);
    void (*revert)(void *context, ox_change *change);
} ox_change_type;

typedef struct ox_history_config {
    void *storage; /* `capacity` records of `stride` bytes that each begin with an ox_change */
    uint32_t capacity, stride;
    const ox_change_type *types;
    uint32_t type_count;
    void *context; /* handed to apply and revert */
} ox_history_config;

typedef struct ox_history {
    uint8_t *records;
    uint32_t capacity, stride;
    const ox_change_type *types;
    uint32_t type_count;
    void *context;
    uint32_t head;    /* slot of the oldest change */
    uint32_t count;   /* changes kept, undone ones included */
    uint32_t done;    /* of these, changes that are not undone: the cursor */
    uint32_t group;   /* ox_history_begin calls without their end */
    uint32_t grouped; /* changes of the step under way */
    bool busy;
    uint32_t forgotten; /* changes dropped because the history was full */
    uint32_t refused;   /* changes of steps with more changes than there is room */
} ox_history;

/* Begins an empty history. */
void ox_history_init(ox_history *history, const ox_history_config *config);

/* Applies a change and keeps it. `change` is the first member of a record of `stride` bytes, which is copied; the
 * copy gets the before-data. OX_FULL, and nothing was done: the step has more changes than there is room.
 * OX_BAD_ARGUMENT, and an assertion: no such type. OX_BAD_STATE, and an assertion: the call came from within a
 * change. */
FX_MUST_CHECK ox_status ox_history_do(ox_history *history, const ox_change *change);

/* Undoes or redoes one step. False when there is no such step, which is no mistake; a call between begin and end
 * asserts and is false. */
bool ox_history_undo(ox_history *history);
bool ox_history_redo(ox_history *history);
static inline bool ox_history_can_undo(const ox_history *history) { return history->done > 0; }
static inline bool ox_history_can_redo(const ox_history *history) { return history->done < history->count; }

/* All changes between ox_history_begin and ox_history_end are one step; the pairs may nest. */
void ox_history_begin(ox_history *history);
void ox_history_end(ox_history *history);

/* Forgets all changes; their effects stay. */
void ox_history_clear(ox_history *history);

#endif
