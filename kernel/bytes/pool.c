/* Pools as bytes: writing and restoring them. */
#include "kernel/bytes/pool.h"

#include <string.h>

static uint8_t *slot_at(const ox_pool *pool, uint32_t slot) {
    return pool->objects + (size_t)slot * pool->stride;
}

void ox_pool_forget(ox_pool *pool) {
    if (pool->capacity > 0)
        memset(pool->generations, 0, ((size_t)pool->mask + 1u) * sizeof *pool->generations);
    pool->idle = OX_POOL_END;
    pool->fresh = 0;
    pool->given = pool->serial & 0xFFFFu;
}

void ox_pool_add_idle(ox_pool *pool, uint32_t last, uint32_t slot) {
    uint8_t *object = slot_at(pool, slot);
    if (OX_DEBUG && pool->poison) memset(object, OX_ARENA_POISON, pool->size);
    ox_pool_set_link(object, OX_POOL_END);
    if (last == OX_POOL_END)
        pool->idle = slot;
    else
        ox_pool_set_link(slot_at(pool, last), slot);
}

/* A list in which a slot stands twice never ends, so a list that ends within the number of slots has each slot at
 * most once. */
bool ox_pool_is_sound(const ox_pool *pool) {
    uint32_t idle = 0;
    for (uint32_t i = 0; i < pool->fresh; i++) idle += pool->generations[i] == 0;
    if (ox_pool_used(pool) != pool->fresh - idle) return false;
    uint32_t slot = pool->idle;
    for (; idle > 0; idle--) {
        if (slot >= pool->fresh || pool->generations[slot] != 0) return false;
        slot = ox_pool_link(slot_at(pool, slot));
    }
    return slot == OX_POOL_END;
}

void ox_pool_save(const ox_pool *pool, ox_writer *to) {
    ox_write_u16(to, pool->serial);
    ox_write_u16(to, pool->fresh);
    for (uint32_t i = 0; i < pool->fresh; i++) ox_write_u16(to, pool->generations[i]);
    for (uint32_t slot = pool->idle; slot != OX_POOL_END; slot = ox_pool_link(slot_at(pool, slot)))
        ox_write_u16(to, slot);
}

ox_status ox_pool_restore(ox_pool *pool, ox_reader *from) {
    const uint32_t serial = ox_read_u16(from), fresh = ox_read_u16(from);
    uint32_t live = 0, last = OX_POOL_END;
    ox_pool_forget(pool);
    if (fresh > pool->capacity) from->bad = true;
    if (from->bad) return OX_BAD_DATA;
    for (uint32_t i = 0; i < fresh; i++) {
        pool->generations[i] = (uint16_t)ox_read_u16(from);
        live += pool->generations[i] != 0;
    }
    pool->fresh = fresh;
    pool->serial = (pool->serial & OX_POOL_ARMED) | serial;
    pool->given = serial - live;
    for (uint32_t idle = fresh - live; idle > 0 && !from->bad; idle--) {
        const uint32_t slot = ox_read_u16(from);
        if (slot >= fresh || pool->generations[slot] != 0) from->bad = true;
        if (!from->bad) ox_pool_add_idle(pool, last, slot);
        last = slot;
    }
    if (!from->bad && !ox_pool_is_sound(pool)) from->bad = true;
    if (from->bad) ox_pool_forget(pool);
    return ox_reader_status(from);
}
