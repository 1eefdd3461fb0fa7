/* One frame over several arenas: taken together, given back together, whatever class of memory each arena is
 * of.
 *
 *     ox_master level;
 *     if (ox_master_take(&level, arenas, 3, OX_ARENA_LOW) == OX_OK) ... load ...
 *     ox_master_release(&level);                      all three arenas as they were
 *
 * (Steven Ranck, Game Programming Gems 1.9.) Frames nest: release in reverse order, skipping some is legal.
 */
#ifndef OXCART_KERNEL_MEMORY_MASTER_H
#define OXCART_KERNEL_MEMORY_MASTER_H

#include "kernel/memory/arena.h"

enum { OX_MASTER_MAX = 8 };

typedef struct ox_master {
    ox_arena *arenas[OX_MASTER_MAX];
    ox_mark marks[OX_MASTER_MAX];
    uint32_t count; /* 0: nothing is taken */
} ox_master;

/* Marks one end of each arena. OX_BAD_ARGUMENT for more than 8 arenas or none, OX_BAD_STATE when an arena is not
 * open. */
FX_MUST_CHECK ox_status ox_master_take(ox_master *master, ox_arena *const *arenas, uint32_t count,
                                       ox_arena_end end);

/* Takes bytes[i] from arena i into pieces[i] (0: no bytes, NULL). When a piece is refused the pieces before it are
 * given back: OX_OUT_OF_MEMORY, all pieces NULL, and every arena is as before. */
FX_MUST_CHECK ox_status ox_master_push(ox_master *master, const size_t *bytes, size_t alignment,
                                       void **pieces);

/* Gives back all memory taken since the master's take, in every arena. False when an arena was rolled back further
 * already; the other arenas are given back all the same. Releasing twice does nothing. */
bool ox_master_release(ox_master *master);

#endif
