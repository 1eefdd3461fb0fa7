/* Loading all or nothing: a transaction is a frame of an arena and a list of side effects to undo.
 *
 *     ox_transaction load;
 *     ox_transaction_begin(&load, &resident, &undo);
 *     mesh = load_mesh(...);
 *     if (mesh == NULL || ox_undo_note(&undo, unregister, registry, mesh_id) != OX_OK)
 *         return ox_transaction_abort(&load, OX_OUT_OF_MEMORY);
 *     ...
 *     ox_transaction_commit(&load);
 *
 * Abort undoes the side effects noted since the begin, the last first, and then gives the memory back. Commit keeps
 * notes and memory, so that the owner's outer transaction can still undo them. Transactions nest. (Steven Ranck, Game
 * Programming Gems 1.9.) */
#ifndef OXCART_KERNEL_RESIDENCY_UNDO_H
#define OXCART_KERNEL_RESIDENCY_UNDO_H

#include "kernel/memory/arena.h"

/* Takes back one side effect: a registry entry, a handle, a count. */
typedef void ox_undo_action(void *context, uint32_t argument);

typedef struct ox_undo_entry {
    ox_undo_action *action;
    void *context;
    uint32_t argument;
} ox_undo_entry;

typedef struct ox_undo {
    ox_undo_entry *entries; /* the caller's */
    uint32_t capacity, count;
} ox_undo;

typedef struct ox_transaction {
    ox_arena *arena;
    ox_undo *undo; /* may be NULL */
    ox_mark mark;
    uint32_t noted;
    bool open;
} ox_transaction;

void ox_undo_init(ox_undo *undo, ox_undo_entry *entries, uint32_t capacity);

/* Notes how to undo a side effect that was just done. OX_FULL: the side effect is undone at once, so the caller only
 * has to abort. */
FX_MUST_CHECK ox_status ox_undo_note(ox_undo *undo, ox_undo_action *action, void *context, uint32_t argument);

/* Begins a transaction: marks the arena's low end and the length of the list. */
void ox_transaction_begin(ox_transaction *transaction, ox_arena *arena, ox_undo *undo);

/* End a transaction; abort returns `why`, so that a loader may return it. Ending a transaction twice asserts and does
 * nothing. */
void ox_transaction_commit(ox_transaction *transaction);
ox_status ox_transaction_abort(ox_transaction *transaction, ox_status why);

#endif
