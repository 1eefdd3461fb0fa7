/* Undo and redo: a ring of change records with a cursor. */
#include "kernel/command/history.h"

#include <string.h>

#include "kernel/memory/life.h"

void ox_history_init(ox_history *history, const ox_history_config *config) {
    *history = (ox_history){.records = config->storage,
                            .capacity = config->capacity,
                            .stride = config->stride,
                            .types = config->types,
                            .type_count = config->type_count,
                            .context = config->context};
    FX_CHECK_OR(config->stride >= sizeof(ox_change), "history: records are smaller than their head",
                history->capacity = 0);
}

/* The i-th change, counted from the oldest. */
static ox_change *change_at(const ox_history *history, uint32_t i) {
    uint32_t slot = history->head + i;
    if (slot >= history->capacity) slot -= history->capacity;
    return (ox_change *)(void *)(history->records + (size_t)slot * history->stride);
}

/* Forgets the oldest step, with all of its changes. */
static void forget_oldest(ox_history *history) {
    do {
        history->head = history->head + 1u == history->capacity ? 0 : history->head + 1u;
        history->count--;
        history->done--;
        history->forgotten++;
    } while (history->count > 0 && !change_at(history, 0)->first);
}

ox_status ox_history_do(ox_history *history, const ox_change *change) {
    OX_CREATED(history->records);
    FX_CHECK_OR(change->type < history->type_count, "history: no such type of change",
                return OX_BAD_ARGUMENT);
    FX_CHECK_OR(!history->busy, "history: a change within a change", return OX_BAD_STATE);
    if (history->grouped >= history->capacity) {
        history->refused++;
        return OX_FULL;
    }
    history->count = history->done;
    if (history->count == history->capacity) forget_oldest(history);
    ox_change *kept = change_at(history, history->count);
    memcpy(kept, change, history->stride);
    kept->first = history->grouped == 0;
    history->busy = true;
    history->types[kept->type].apply(history->context, kept);
    history->busy = false;
    history->done = ++history->count;
    if (history->group > 0) history->grouped++;
    return OX_OK;
}

bool ox_history_undo(ox_history *history) {
    FX_CHECK_OR(history->group == 0 && !history->busy, "history: undo within a step", return false);
    if (history->done == 0) return false;
    ox_change *change;
    history->busy = true;
    do {
        change = change_at(history, --history->done);
        history->types[change->type].revert(history->context, change);
    } while (!change->first);
    history->busy = false;
    return true;
}

bool ox_history_redo(ox_history *history) {
    FX_CHECK_OR(history->group == 0 && !history->busy, "history: redo within a step", return false);
    if (history->done == history->count) return false;
    history->busy = true;
    do {
        ox_change *change = change_at(history, history->done++);
        history->types[change->type].apply(history->context, change);
    } while (history->done < history->count && !change_at(history, history->done)->first);
    history->busy = false;
    return true;
}

void ox_history_begin(ox_history *history) {
    FX_CHECK_OR(!history->busy, "history: a step within a change", return );
    if (history->group++ == 0) history->grouped = 0;
}

void ox_history_end(ox_history *history) {
    FX_CHECK_OR(history->group > 0, "history: the end of no step", return );
    if (--history->group == 0) history->grouped = 0;
}

void ox_history_clear(ox_history *history) {
    FX_CHECK_OR(!history->busy, "history: cleared from within a change", return );
    history->head = history->count = history->done = 0;
    history->grouped = 0;
}
