/* Undo and redo: a bounded history of changes, each with the little that is needed to take it back.
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
 * Rule for editors and turn-based carts: every change of the data goes through the history; what does not
 * makes the before-data of others wrong. A change keeps values of before, never a copy of the world.
 *
 * A new change after an undo discards all that could be redone. When the history is full the oldest step is
 * forgotten. ox_history_begin and ox_history_end make one step of several changes; it is undone last change
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
    uint8_t first; /* it begins a step; do sets it */
    uint16_t unit; /* whom it changes: yours */
} ox_change;

/* `apply` notes in the record what was before, and changes; also at a redo. `revert` changes back. */
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
    uint32_t head;    /* slot of the oldest */
    uint32_t count;   /* changes kept, undone ones included */
    uint32_t done;    /* of these, those that are not undone: the cursor */
    uint32_t group;   /* begins without their end */
    uint32_t grouped; /* changes of the step under way */
    bool busy;
    uint32_t forgotten; /* changes dropped because it was full */
    uint32_t refused;   /* changes of steps that were too long */
} ox_history;

/* An empty history. */
void ox_history_init(ox_history *history, const ox_history_config *config);

/* Applies and keeps. `change` is the first member of a record of `stride` bytes, which is copied; the copy
 * gets the before-data. OX_FULL, and nothing was done: the step has more changes than there is room.
 * OX_BAD_ARGUMENT, and an assertion: no such type. OX_BAD_STATE, and an assertion: from within a change. */
FX_MUST_CHECK ox_status ox_history_do(ox_history *history, const ox_change *change);

/* One step back or forward. False when there is none, which is no mistake; within a step it asserts and is
 * false. */
bool ox_history_undo(ox_history *history);
bool ox_history_redo(ox_history *history);
static inline bool ox_history_can_undo(const ox_history *history) { return history->done > 0; }
static inline bool ox_history_can_redo(const ox_history *history) { return history->done < history->count; }

/* What is done between them is one step; they nest. */
void ox_history_begin(ox_history *history);
void ox_history_end(ox_history *history);

/* Forgets everything; what was done stays done. */
void ox_history_clear(ox_history *history);

#endif
