/* The budget: the cart's bytes, carved once at boot into regions with names, each of which tells its use,
 * peak and refusals.
 *
 *     ox_budget_open(&budget, block.base, block.size, wanted);
 *     ox_budget_frame(&budget, "frame", &frame, 40960, 1);
 *     ox_budget_arena(&budget, "resident", &resident, 0);         0: all that is left
 *     for (int i = 0; ox_budget_region(&budget, i, &region); i++) print(region.name, region.used,
 * region.size);
 *
 * The regions lie one behind the other in the order of the calls and never grow; what was carved stays
 * carved. */
#ifndef OXCART_KERNEL_MEMORY_BUDGET_H
#define OXCART_KERNEL_MEMORY_BUDGET_H

#include "kernel/memory/arena.h"
#include "kernel/memory/frame.h"
#include "kernel/memory/pool.h"
#include "kernel/memory/status.h"

#define OX_BUDGET_REGIONS 16

typedef enum ox_region_kind {
    OX_REGION_PIECE,
    OX_REGION_ARENA,
    OX_REGION_FRAME,
    OX_REGION_POOL
} ox_region_kind;

/* What a region tells about itself; bytes. */
typedef struct ox_memory_region {
    const char *name;
    ox_region_kind kind;
    size_t size, used, peak;
    uint32_t refused; /* requests that it turned down */
} ox_memory_region;

typedef struct ox_budget {
    ox_arena arena; /* over all of the budget; only carved from */
    int count;
    struct {
        const char *name;
        ox_region_kind kind;
        const void *part; /* the ox_arena, ox_frame_memory or ox_pool; NULL for a piece */
        size_t size;
    } regions[OX_BUDGET_REGIONS];
} ox_budget;

/* Takes `bytes` of the `available` ones at base and not one more; OX_OVER_BUDGET when there are fewer,
 * OX_BAD_ARGUMENT when base is NULL or bytes 0. */
FX_MUST_CHECK ox_status ox_budget_open(ox_budget *budget, void *base, size_t available, size_t bytes);

/* Each carves one region: OX_OK, OX_OUT_OF_MEMORY (and the budget is as before) or OX_BAD_ARGUMENT (also when
 * 16 regions exist). name is kept by pointer. */
FX_MUST_CHECK ox_status ox_budget_piece(ox_budget *budget, const char *name, void **piece, size_t bytes,
                                        size_t alignment);
FX_MUST_CHECK ox_status ox_budget_arena(ox_budget *budget, const char *name, ox_arena *arena,
                                        size_t bytes); /* bytes 0: the rest */
FX_MUST_CHECK ox_status ox_budget_frame(ox_budget *budget, const char *name, ox_frame_memory *frame,
                                        size_t bytes, int copies);
FX_MUST_CHECK ox_status ox_budget_pool(ox_budget *budget, const char *name, ox_pool *pool, size_t size,
                                       size_t alignment, uint32_t capacity);

/* Region `index` in the order of carving; false beyond the last. */
bool ox_budget_region(const ox_budget *budget, int index, ox_memory_region *region);

/* Everything together: size is the budget, used and peak are sums over the regions, alignment gaps between
 * them included. */
ox_memory_region ox_budget_total(const ox_budget *budget);

#endif
