/* Carves the budget into named regions and gathers what they tell. */
#include "kernel/memory/budget.h"

#include <string.h>

ox_status ox_budget_open(ox_budget *budget, void *base, size_t available, size_t bytes) {
    memset(budget, 0, sizeof *budget);
    if (base == NULL || bytes == 0) return OX_BAD_ARGUMENT;
    if (bytes > available) return OX_OVER_BUDGET;
    ox_arena_init(&budget->arena, base, bytes);
    return OX_OK;
}

static ox_status enter(ox_budget *budget, const char *name, ox_region_kind kind, const void *part,
                       size_t size) {
    budget->regions[budget->count].name = name;
    budget->regions[budget->count].kind = kind;
    budget->regions[budget->count].part = part;
    budget->regions[budget->count].size = size;
    budget->count++;
    return OX_OK;
}

ox_status ox_budget_piece(ox_budget *budget, const char *name, void **piece, size_t bytes, size_t alignment) {
    if (budget->count == OX_BUDGET_REGIONS || bytes == 0) return OX_BAD_ARGUMENT;
    *piece = ox_arena_push_low(&budget->arena, bytes, alignment);
    return *piece == NULL ? OX_OUT_OF_MEMORY : enter(budget, name, OX_REGION_PIECE, NULL, bytes);
}

ox_status ox_budget_arena(ox_budget *budget, const char *name, ox_arena *arena, size_t bytes) {
    if (budget->count == OX_BUDGET_REGIONS) return OX_BAD_ARGUMENT;
    if (bytes == 0) bytes = ox_arena_largest(&budget->arena, OX_ARENA_LOW, OX_ALIGNMENT);
    void *base = ox_arena_push_low(&budget->arena, bytes, OX_ALIGNMENT);
    if (base == NULL) return OX_OUT_OF_MEMORY;
    ox_arena_init(arena, base, bytes);
    return enter(budget, name, OX_REGION_ARENA, arena, bytes);
}

ox_status ox_budget_frame(ox_budget *budget, const char *name, ox_frame_memory *frame, size_t bytes,
                          int copies) {
    if (budget->count == OX_BUDGET_REGIONS || bytes == 0 || copies < 1 || copies > 2) return OX_BAD_ARGUMENT;
    if (!ox_frame_memory_init(frame, &budget->arena, bytes, copies)) return OX_OUT_OF_MEMORY;
    return enter(budget, name, OX_REGION_FRAME, frame, ox_frame_memory_size(frame) * (size_t)copies);
}

ox_status ox_budget_pool(ox_budget *budget, const char *name, ox_pool *pool, size_t size, size_t alignment,
                         uint32_t capacity) {
    if (budget->count == OX_BUDGET_REGIONS) return OX_BAD_ARGUMENT;
    ox_status status = ox_pool_init(pool, &budget->arena, size, alignment, capacity);
    if (status != OX_OK) return status;
    return enter(budget, name, OX_REGION_POOL, pool, ox_pool_bytes(size, alignment, capacity));
}

static void tell_pool(const ox_pool *pool, ox_memory_region *region) {
    size_t tags = region->size - (size_t)pool->stride * pool->capacity;
    region->used = tags + (size_t)pool->stride * ox_pool_used(pool);
    region->peak = tags + (size_t)pool->stride * ox_pool_peak(pool);
    region->refused = pool->refused;
}

bool ox_budget_region(const ox_budget *budget, int index, ox_memory_region *region) {
    if (index < 0 || index >= budget->count) return false;
    const void *part = budget->regions[index].part;
    region->name = budget->regions[index].name;
    region->kind = budget->regions[index].kind;
    region->size = region->used = region->peak = budget->regions[index].size;
    region->refused = 0;
    if (region->kind == OX_REGION_ARENA) {
        const ox_arena *arena = part;
        region->used = ox_arena_used(arena);
        region->peak = ox_arena_peak(arena);
        region->refused = arena->refused;
    } else if (region->kind == OX_REGION_FRAME) {
        const ox_frame_memory *frame = part;
        size_t copies = ox_frame_memory_copies(frame);
        region->used = ox_frame_memory_used(frame) * copies;
        region->peak = ox_frame_memory_peak(frame) * copies;
        region->refused = ox_frame_memory_refused(frame);
    } else if (region->kind == OX_REGION_POOL) {
        tell_pool(part, region);
    }
    return true;
}

ox_memory_region ox_budget_total(const ox_budget *budget) {
    ox_memory_region total = {
        "budget", OX_REGION_ARENA,      budget->arena.size, ox_arena_used(&budget->arena),
        0,        budget->arena.refused};
    ox_memory_region region;
    total.peak = total.used;
    for (int i = 0; ox_budget_region(budget, i, &region); i++) {
        total.used -= region.size - region.used;
        total.peak -= region.size - region.peak;
        total.refused += region.refused;
    }
    return total;
}
