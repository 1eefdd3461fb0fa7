/* One frame over several arenas. */
#include "kernel/memory/master.h"

#include <string.h>

ox_status ox_master_take(ox_master *master, ox_arena *const *arenas, uint32_t count, ox_arena_end end) {
    memset(master, 0, sizeof *master);
    if (count == 0 || count > OX_MASTER_MAX) return OX_BAD_ARGUMENT;
    for (uint32_t i = 0; i < count; i++) {
        if (arenas[i] == NULL || arenas[i]->size == 0) return OX_BAD_STATE;
        master->arenas[i] = arenas[i];
        master->marks[i] = ox_arena_mark(arenas[i], end);
    }
    master->count = count;
    return OX_OK;
}

ox_status ox_master_push(ox_master *master, const size_t *bytes, size_t alignment, void **pieces) {
    ox_mark before[OX_MASTER_MAX];
    for (uint32_t i = 0; i < master->count; i++) {
        ox_arena_end end = master->marks[i].end;
        before[i] = ox_arena_mark(master->arenas[i], end);
        pieces[i] = bytes[i] == 0 ? NULL : ox_arena_push(master->arenas[i], end, bytes[i], alignment);
        if (pieces[i] != NULL || bytes[i] == 0) continue;
        for (uint32_t j = i; j-- > 0;) (void)ox_arena_rollback(master->arenas[j], before[j]);
        for (uint32_t j = 0; j < master->count; j++) pieces[j] = NULL;
        return OX_OUT_OF_MEMORY;
    }
    return OX_OK;
}

bool ox_master_release(ox_master *master) {
    bool all = true;
    for (uint32_t i = master->count; i-- > 0;) all &= ox_arena_rollback(master->arenas[i], master->marks[i]);
    master->count = 0;
    return all;
}
