/* Pools as bytes, and back. */
#include "kernel/bytes/pool.h"

void ox_pool_save(const ox_pool *pool, ox_writer *to) {
    ox_write_u16(to, pool->serial);
    ox_write_u16(to, pool->fresh);
    for (uint32_t i = 0; i < pool->fresh; i++) ox_write_u16(to, pool->generations[i]);
    for (uint32_t slot = pool->idle; slot != OX_POOL_END;
         slot = ox_pool_link(pool->objects + (size_t)slot * pool->stride))
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
