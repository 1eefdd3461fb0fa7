/* Level memory: marks at both ends of the arena, and the change to the next level. */
#include "kernel/residency/level.h"

#include <string.h>

#include "kernel/memory/life.h"

ox_status ox_level_open(ox_level_memory *level, ox_arena *arena, size_t lobby_bytes) {
    memset(level, 0, sizeof *level);
    level->arena = arena;
    /* The lobby takes eight bytes at least, so that the levels' start is aligned and ox_level_room is exact. */
    size_t take = lobby_bytes == 0 ? OX_ALIGNMENT : lobby_bytes + (0u - lobby_bytes) % OX_ALIGNMENT;
    void *base = take < lobby_bytes ? NULL : ox_arena_push(arena, OX_ARENA_LOW, take, OX_ALIGNMENT);
    if (base == NULL) return OX_OUT_OF_MEMORY;
    ox_arena_init(&level->lobby, base, lobby_bytes);
    level->start = ox_arena_mark(arena, OX_ARENA_LOW);
    level->top = ox_arena_mark(arena, OX_ARENA_HIGH);
    return OX_OK;
}

ox_status ox_level_end(ox_level_memory *level) {
    bool whole = ox_arena_mark(level->arena, OX_ARENA_LOW).used >= level->start.used;
    FX_ASSERT_MSG(whole, "the arena was rolled back to before the levels' start");
    if (!whole) return OX_BAD_STATE;
    return ox_arena_rollback(level->arena, level->start) ? OX_OK : OX_BAD_STATE;
}

void *ox_level_stage(ox_level_memory *level, size_t packed_bytes) {
    OX_CREATED(level->arena);
    FX_ASSERT_MSG(level->packed == NULL, "a next level is staged already: change to it or drop it first");
    if (level->packed != NULL) return NULL;
    level->packed = ox_arena_push(level->arena, OX_ARENA_HIGH, packed_bytes, OX_ALIGNMENT);
    level->packed_bytes = level->packed == NULL ? 0 : packed_bytes;
    return level->packed;
}

void ox_level_drop(ox_level_memory *level) {
    if (level->packed != NULL) (void)ox_arena_rollback(level->arena, level->top);
    level->packed = NULL;
    level->packed_bytes = 0;
}

size_t ox_level_room(const ox_level_memory *level) {
    size_t used = ox_arena_mark(level->arena, OX_ARENA_LOW).used;
    return used < level->start.used ? 0 : ox_arena_free(level->arena) + used - level->start.used;
}

ox_status ox_level_change(ox_level_memory *level, size_t bytes, ox_level_unpack *unpack, void *context,
                          void **data) {
    *data = NULL;
    FX_ASSERT_MSG(level->packed != NULL, "no next level is staged");
    if (level->packed == NULL) return OX_BAD_STATE;
    if (bytes == 0 || bytes > ox_level_room(level)) return OX_OUT_OF_MEMORY;
    ox_status status = ox_level_end(level);
    if (ox_failed(status)) return status;
    void *to = ox_arena_push(level->arena, OX_ARENA_LOW, bytes, OX_ALIGNMENT);
    status = to == NULL ? OX_OUT_OF_MEMORY : unpack(context, to, bytes, level->packed, level->packed_bytes);
    ox_level_drop(level);
    if (ox_failed(status)) {
        (void)ox_level_end(level);
        return status;
    }
    level->changes++;
    *data = to;
    return OX_OK;
}
