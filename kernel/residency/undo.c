/* Transactions: lists of side effects to undo, and arena frames. */
#include "kernel/residency/undo.h"

void ox_undo_init(ox_undo *undo, ox_undo_entry *entries, uint32_t capacity) {
    *undo = (ox_undo){entries, capacity, 0};
}

ox_status ox_undo_note(ox_undo *undo, ox_undo_action *action, void *context, uint32_t argument) {
    if (undo->count == undo->capacity) {
        action(context, argument);
        return OX_FULL;
    }
    undo->entries[undo->count++] = (ox_undo_entry){action, context, argument};
    return OX_OK;
}

void ox_transaction_begin(ox_transaction *transaction, ox_arena *arena, ox_undo *undo) {
    *transaction = (ox_transaction){arena, undo, ox_arena_mark(arena, OX_ARENA_LOW),
                                    undo == NULL ? 0 : undo->count, true};
}

static bool end_transaction(ox_transaction *transaction) {
    FX_ASSERT_MSG(transaction->open, "the transaction has ended already");
    if (!transaction->open) return false;
    transaction->open = false;
    return true;
}

void ox_transaction_commit(ox_transaction *transaction) { (void)end_transaction(transaction); }

ox_status ox_transaction_abort(ox_transaction *transaction, ox_status why) {
    ox_undo *undo = transaction->undo;
    if (!end_transaction(transaction)) return why;
    while (undo != NULL && undo->count > transaction->noted) {
        ox_undo_entry entry = undo->entries[--undo->count];
        entry.action(entry.context, entry.argument);
    }
    (void)ox_arena_rollback(transaction->arena, transaction->mark);
    return why;
}
