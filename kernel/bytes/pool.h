/* Pools (kernel/memory/pool.h) as bytes: which slots are out and with what generation, which are idle and in what order, and the
 * generation to come. So every handle means the same behind it, and the next takes give the same handles. What stands in the objects is
 * their owner's to write behind that.
 *
 *     ox_pool_save(&shots, to);
 *     for (uint32_t i = 0; i < shots.fresh; i++) if (ox_pool_at(&shots, i) != NULL) shot_save(ox_pool_at(&shots, i), to);
 *
 * 4 bytes, and 2 for each slot that was ever used and for each idle one. */
#ifndef OXCART_KERNEL_BYTES_POOL_H
#define OXCART_KERNEL_BYTES_POOL_H

#include "kernel/bytes/stream.h"
#include "kernel/memory/pool.h"

void ox_pool_save(const ox_pool *pool, ox_writer *to);

/* Objects that are out hold what stood in their slots before. Any bytes may come: after OX_BAD_DATA, also for more slots than the pool has,
 * nothing is out. */
FX_MUST_CHECK ox_status ox_pool_restore(ox_pool *pool, ox_reader *from);

/* ---- for those who bring a pool back out of a form of their own ---- */

/* No slot was ever used; the next generation is the one behind the last, so handles of before stay stale. */
void ox_pool_forget(ox_pool *pool);

/* One more idle slot behind the last one, OX_POOL_END before the first. */
void ox_pool_add_idle(ox_pool *pool, uint32_t last, uint32_t slot);

/* Whether each slot of those used before is out or idle, and none is idle twice. */
bool ox_pool_is_sound(const ox_pool *pool);

#endif
