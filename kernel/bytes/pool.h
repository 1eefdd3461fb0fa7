/* Pools (kernel/memory/pool.h) as bytes: which slots are out and with what generation, which are idle and in what
 * order, and the generation to come. So every handle means the same after a restore, and the next takes give the same
 * handles. The contents of the objects are their owner's to write, behind the pool.
 *
 *     ox_pool_save(&shots, to);
 *     for (uint32_t i = 0; i < shots.fresh; i++) if (ox_pool_at(&shots, i) != NULL) shot_save(ox_pool_at(&shots, i), to);
 *
 * Size: 4 bytes, and 2 for each slot that was ever used and for each idle one. */
#ifndef OXCART_KERNEL_BYTES_POOL_H
#define OXCART_KERNEL_BYTES_POOL_H

#include "kernel/bytes/stream.h"
#include "kernel/memory/pool.h"

void ox_pool_save(const ox_pool *pool, ox_writer *to);

/* Restores a pool. Objects that are out hold what stood in their slots before. Any bytes may come: after OX_BAD_DATA,
 * also for more slots than the pool has, no object is out. */
FX_MUST_CHECK ox_status ox_pool_restore(ox_pool *pool, ox_reader *from);

/* ---- for owners who restore a pool out of a form of their own ---- */

/* Makes a pool in which no slot was ever used. The next generation is the one behind the last, so handles from before
 * stay stale. */
void ox_pool_forget(ox_pool *pool);

/* Adds an idle slot behind idle slot `last`, which is OX_POOL_END for the first. */
void ox_pool_add_idle(ox_pool *pool, uint32_t last, uint32_t slot);

/* Whether each slot that was ever used is either out or idle, and no slot is idle twice. */
bool ox_pool_is_sound(const ox_pool *pool);

#endif
