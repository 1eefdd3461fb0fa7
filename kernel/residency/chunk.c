/* Chunks: the lists of each level, loading of whole files, tails. */
#include "kernel/residency/chunk.h"

#include <string.h>

#include "kernel/memory/life.h"

enum { NO_CHUNK = 0xFFFF };
FX_STATIC_ASSERT(OX_CHUNK_BYTES_MAX <= UINT16_MAX, "a chunk counts its used bytes in 16 bits");

typedef struct ox_chunk_list chunk_list;

ox_status ox_chunks_init(ox_chunks *chunks, ox_arena *arena, uint32_t chunk_bytes, uint32_t count) {
    memset(chunks, 0, sizeof *chunks);
    if (chunk_bytes < 64 || chunk_bytes > OX_CHUNK_BYTES_MAX || chunk_bytes % 8 != 0) return OX_BAD_ARGUMENT;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    ox_status status = ox_pool_init(&chunks->pool, arena, chunk_bytes, OX_ALIGNMENT, count);
    if (ox_failed(status)) return status;
    chunks->next = (uint16_t *)ox_arena_push(arena, OX_ARENA_LOW, sizeof(uint16_t) * (size_t)(count * 2u),
                                             _Alignof(uint16_t));
    if (chunks->next == NULL) {
        ox_arena_rollback(arena, mark);
        return OX_OUT_OF_MEMORY;
    }
    chunks->used = chunks->next + count;
    chunks->chunk_bytes = chunk_bytes;
    return OX_OK;
}

void ox_chunk_level_init(ox_chunk_level *level, ox_chunks *chunks) {
    memset(level, 0, sizeof *level);
    level->chunks = chunks;
    level->full = level->tails = (chunk_list){NO_CHUNK, NO_CHUNK};
}

static void append_chunk(ox_chunks *chunks, chunk_list *list, uint16_t index) {
    chunks->next[index] = NO_CHUNK;
    if (list->first == NO_CHUNK)
        list->first = index;
    else
        chunks->next[list->last] = index;
    list->last = index;
}

__attribute__((noinline)) void *ox_chunk_add(ox_chunk_level *level, uint32_t bytes) {
    OX_CREATED(level->chunks);
    ox_chunks *chunks = level->chunks;
    ox_handle handle = OX_HANDLE_NONE;
    bool fits = bytes - 1u < chunks->chunk_bytes;
    FX_ASSERT_MSG(fits, "%u bytes were asked for in a chunk of %u", bytes, chunks->chunk_bytes);
    void *chunk = fits ? ox_pool_take(&chunks->pool, &handle) : NULL;
    if (chunk == NULL) {
        level->refused++;
        return NULL;
    }
    uint16_t index = (uint16_t)(handle.bits & 0xFFFFu);
    chunks->used[index] = (uint16_t)bytes;
    append_chunk(chunks, bytes < chunks->chunk_bytes ? &level->tails : &level->full, index);
    level->count++;
    level->loaded += bytes;
    return chunk;
}

/* Gives back the chunks of a list from `index` on. */
static __attribute__((noinline)) void give_from(ox_chunk_level *level, uint16_t index) {
    ox_chunks *chunks = level->chunks;
    while (index != NO_CHUNK) {
        uint16_t next = chunks->next[index];
        void *chunk = ox_pool_at(&chunks->pool, index);
        if (chunks->poison) memset(chunk, OX_ARENA_POISON, chunks->chunk_bytes);
        (void)ox_pool_give(&chunks->pool, chunk);
        index = next;
    }
}

/* Hangs the second list behind the first. */
static void join_lists(ox_chunks *chunks, chunk_list *list, chunk_list more) {
    if (more.first == NO_CHUNK) return;
    if (list->first == NO_CHUNK)
        list->first = more.first;
    else
        chunks->next[list->last] = more.first;
    list->last = more.last;
}

/* Loads into a fresh level, whose lists join the caller's level when the file is whole. */
ox_status ox_chunk_load(ox_chunk_level *level, uint32_t bytes, ox_chunk_read *read, void *context) {
    ox_chunk_level fresh;
    const ox_pool *pool = &level->chunks->pool;
    uint32_t size = level->chunks->chunk_bytes, left = bytes;
    ox_status status = OX_OK;
    FX_ASSERT_MSG(bytes != 0, "a file of 0 bytes was to be loaded into chunks");
    if (bytes == 0) return OX_BAD_ARGUMENT;
    if ((bytes - 1u) / size >= pool->capacity - ox_pool_used(pool)) {
        level->refused++;
        return OX_OUT_OF_MEMORY;
    }
    ox_chunk_level_init(&fresh, level->chunks);
    for (uint32_t index = 0; left != 0 && status == OX_OK; index++) {
        uint32_t piece = left < size ? left : size;
        void *chunk = ox_chunk_add(&fresh, piece);
        status = chunk == NULL ? OX_OUT_OF_MEMORY : read(context, index, chunk, piece);
        left -= piece;
    }
    if (ox_failed(status)) {
        level->refused += fresh.refused;
        ox_chunk_unload(&fresh);
        return status;
    }
    join_lists(level->chunks, &level->full, fresh.full);
    join_lists(level->chunks, &level->tails, fresh.tails);
    level->count += fresh.count;
    level->loaded += bytes;
    return OX_OK;
}

void *ox_chunk_tail(ox_chunk_level *level, uint32_t bytes, uint32_t alignment) {
    ox_chunks *chunks = level->chunks;
    bool sensible = bytes != 0 && alignment - 1u < 8u && (alignment & (alignment - 1u)) == 0;
    FX_ASSERT_MSG(sensible, "%u bytes aligned to %u were asked for in a chunk's tail", bytes, alignment);
    for (uint16_t i = sensible ? level->tails.first : NO_CHUNK; i != NO_CHUNK; i = chunks->next[i]) {
        uint32_t start = (chunks->used[i] + alignment - 1u) & ~(alignment - 1u);
        if (start > chunks->chunk_bytes || bytes > chunks->chunk_bytes - start) continue;
        level->padding += start - chunks->used[i];
        level->recovered += bytes;
        chunks->used[i] = (uint16_t)(start + bytes);
        return (uint8_t *)ox_pool_at(&chunks->pool, i) + start;
    }
    level->refused++;
    return NULL;
}

/* All chunks of a file but the last are full, so the full list comes before the tails. */
void *ox_chunk_at(const ox_chunk_level *level, uint32_t index) {
    const uint16_t *next = level->chunks->next;
    uint16_t at = level->full.first;
    for (; at != NO_CHUNK && index > 0; index--) at = next[at];
    if (at == NO_CHUNK) {
        at = level->tails.first;
        for (; at != NO_CHUNK && index > 0; index--) at = next[at];
    }
    return at == NO_CHUNK ? NULL : ox_pool_at(&level->chunks->pool, at);
}

void ox_chunk_unload(ox_chunk_level *level) {
    give_from(level, level->full.first);
    give_from(level, level->tails.first);
    ox_chunk_level_init(level, level->chunks);
}

ox_status ox_chunk_plan_of(const uint32_t *sizes, uint32_t count, uint32_t chunk_bytes, ox_chunk_plan *plan) {
    uint32_t total = 0;
    *plan = (ox_chunk_plan){0, chunk_bytes, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t start = (plan->last + 7u) & ~7u;
        if (sizes[i] - 1u >= chunk_bytes) {
            plan->too_large = i;
            return OX_BAD_DATA;
        }
        if (start > chunk_bytes || sizes[i] > chunk_bytes - start) {
            plan->chunks++;
            start = 0;
        }
        plan->last = start + sizes[i];
        total += sizes[i];
    }
    if (count == 0) plan->last = 0;
    plan->waste = plan->chunks * chunk_bytes - total;
    return OX_OK;
}
