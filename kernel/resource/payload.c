/* Memory of payloads: in a row at the low end of a region, at the high end of the stack, in the cache's heap.
 */
#include <string.h>

#include "kernel/resource/manager_internal.h"

/* ---- regions ---- */

static size_t aligned(size_t bytes) { return (bytes + 7u) & ~(size_t)7u; }

/* Gives the arena back the memory behind the last payload, unless other code has pushed behind it. */
static void cut_region(ox_manager *m, ox_manager_region *region) {
    const record *last = region->last == 0 ? NULL : &m->records[region->last];
    size_t used = last == NULL ? region->base
                               : (size_t)((const uint8_t *)last->data + last->size - region->arena->base);
    if (ox_arena_mark(region->arena, OX_ARENA_LOW).used != region->top) return;
    ox_arena_rollback(region->arena, (ox_mark){used, OX_ARENA_LOW});
    region->top = used;
}

static ox_status take_region(ox_manager *m, record *r) {
    ox_manager_region *region = &m->regions[r->where];
    r->data = ox_arena_push_low(region->arena, r->size == 0 ? 1 : r->size, 8);
    if (r->data == NULL) return OX_OUT_OF_MEMORY;
    uint16_t number = ox_record_number(m, r);
    r->above = 0;
    if (region->last != 0)
        m->records[region->last].above = number;
    else
        region->first = number;
    region->last = number;
    region->top = ox_arena_mark(region->arena, OX_ARENA_LOW).used;
    m->counts.placed += r->where != OX_CLASS_MAIN;
    return OX_OK;
}

ox_status ox_payload_elsewhere(ox_manager *m, record *r, const ox_resource_type *type,
                               const ox_found *found) {
    ox_log_write(m->log, PLAT_LOG_WARNING, "chunk #%08x needs %u bytes of its memory class, %u are left",
                 (unsigned)r->id, (unsigned)r->size, (unsigned)ox_arena_free(m->regions[r->where].arena));
    m->counts.misplaced++;
    r->where = OX_CLASS_MAIN;
    if (!ox_could_be_in_place(type, found)) return ox_payload_take(m, r);
    r->where = OX_CLASS_ROM;
    r->data = (void *)(uintptr_t)found->chunk.data; /* only ever read */
    return OX_OK;
}

static void give_region(ox_manager *m, const record *r) {
    ox_manager_region *region = &m->regions[r->where];
    uint16_t number = ox_record_number(m, r), before = 0;
    if (r->where == OX_CLASS_ROM) return;
    for (uint16_t at = region->first; at != 0 && at != number; at = m->records[at].above) before = at;
    if (before != 0)
        m->records[before].above = r->above;
    else
        region->first = r->above;
    if (region->last != number) return;
    region->last = before;
    cut_region(m, region);
}

static void slide_region(ox_manager *m, ox_manager_region *region) {
    if (region->first == 0) return; /* there may be no memory at all */
    uint8_t *at = region->arena->base + region->base;
    for (uint16_t number = region->first; number != 0; number = m->records[number].above) {
        record *r = &m->records[number];
        uint8_t *from = r->data, *to = (uint8_t *)(((uintptr_t)at + 7u) & ~(uintptr_t)7u);
        const ox_resource_type *type = r->kind == 0 ? NULL : m->types[r->kind - 1];
        if (to < from && r->locks == 0 && r->state == OX_RESOURCE_RESIDENT) {
            memmove(to, from, r->size);
            r->data = to;
            m->counts.moved_bytes += r->size;
            ox_payload payload = {r->id, to, r->size};
            if (type != NULL && ox_resource_functions_of(type)->moved != NULL)
                ox_resource_functions_of(type)->moved(type->context, &payload, from);
        }
        at = (uint8_t *)r->data + r->size;
    }
    cut_region(m, region);
}

void ox_regions_slide(ox_manager *m) {
    for (int i = 0; i < OX_CLASSES; i++) {
        if (m->regions[i].arena != NULL) slide_region(m, &m->regions[i]);
    }
}

ox_status ox_manager_offer(ox_manager *m, ox_class where, ox_arena *arena) {
    if (where != OX_CLASS_VIDEO && where != OX_CLASS_FAST) return OX_BAD_ARGUMENT;
    if (m->regions[where].first != 0) return OX_BAD_STATE;
    m->regions[where] = (ox_manager_region){.arena = arena};
    if (arena != NULL)
        m->regions[where].base = m->regions[where].top = ox_arena_mark(arena, OX_ARENA_LOW).used;
    return OX_OK;
}

/* ---- short payloads ---- */

static ox_status take_short(ox_manager *m, record *r) {
    ox_mark mark = ox_arena_mark(&m->stack, OX_ARENA_HIGH);
    r->data = ox_arena_push_high(&m->stack, r->size == 0 ? 1 : r->size, 8);
    if (r->data == NULL) return OX_OUT_OF_MEMORY;
    r->block = (uint32_t)mark.used;
    r->above = m->shorts;
    m->shorts = ox_record_number(m, r);
    return OX_OK;
}

/* Gives a short payload back, with all unused ones from the latest on. */
static void give_short(ox_manager *m, record *r) {
    r->state = OX_RESOURCE_ABSENT; /* its memory waits for payloads loaded after it */
    while (m->shorts != 0 && m->records[m->shorts].state == OX_RESOURCE_ABSENT) {
        record *latest = &m->records[m->shorts];
        m->shorts = latest->above;
        ox_arena_rollback(&m->stack, (ox_mark){latest->block, OX_ARENA_HIGH});
        latest->data = NULL;
        if (latest != r) memset(latest, 0, sizeof *latest); /* a record dropped before */
    }
}

/* ---- the cache ---- */

static ox_status take_cache(ox_manager *m, record *r) {
    if (m->config.cache_bytes == 0 || !ox_reserve(&m->account, r->size)) return OX_OVER_BUDGET;
    size_t bytes = r->size == 0 ? 1 : r->size;
    ox_handle block = ox_heap_take(&m->heap, bytes);
    while (block.bits == 0) {
        ox_heap_compact(&m->heap);
        block = ox_heap_take(&m->heap, bytes);
        /* Locked payloads may stand in the way: payloads between them are evicted. */
        if (block.bits == 0 && ox_manager_trim(m, UINT32_MAX) == 0) break;
    }
    if (block.bits == 0) {
        ox_reserve_cancel(&m->account, r->size);
        return OX_OUT_OF_MEMORY;
    }
    ox_status status = ox_reserve_insert(&m->account, r->size, true); /* locked until the payload is made */
    FX_ASSERT_MSG(status == OX_OK, "%u bytes were reserved", (unsigned)r->size);
    r->block = block.bits;
    ox_heap_pin(&m->heap, block, true);
    return status;
}

/* ---- all lifetimes ---- */

ox_status ox_payload_take(ox_manager *m, record *r) {
    if (r->life == OX_LIFE_CACHE) return take_cache(m, r);
    return r->life == OX_LIFE_SHORT ? take_short(m, r) : take_region(m, r);
}

void ox_payload_give(ox_manager *m, record *r) {
    if (r->life == OX_LIFE_CACHE) {
        ox_heap_give(&m->heap, (ox_handle){r->block});
        r->block = 0;
    } else if (r->life == OX_LIFE_SHORT) {
        give_short(m, r);
    } else {
        give_region(m, r);
    }
    if (r->life != OX_LIFE_SHORT) r->data = NULL;
}

void *ox_payload_data(const ox_manager *m, const record *r) {
    if (r->life != OX_LIFE_CACHE) return r->data;
    return r->block == 0 ? NULL : ox_heap_get(&m->heap, (ox_handle){r->block});
}

bool ox_payload_fits(const ox_manager *m, ox_lifetime life, uint32_t bytes) {
    if (life != OX_LIFE_CACHE) return aligned(bytes) <= ox_arena_free(&m->stack);
    return bytes <= ox_reserve_free(&m->account) + m->account.unlocked;
}
