/* Checkpoints: the game is saved at designated places only, in so few bytes that any storage device has room.
 *
 *     static const ox_checkpoint_place places[] = {{OX_NAME("chunks/mill"), OX_NAME("door")},
 *         {OX_NAME("chunks/cave"), OX_NAME("camp")}};
 *     static const ox_checkpoint_plan plan = {places, 2, parts, 5};     parts: inventory, objectives,
 *         counters, random streams
 *     ox_checkpoint_check(&plan, &why)                                  in a test, and when the cart is
 *         packed
 *
 *     ox_checkpoint_init(&cp, &plan, &saves, 0);
 *     status = ox_checkpoint_reach(&cp, SID("chunks/mill"), SID("door"));      the hero stands there:
 *         begins to write
 *     each tick:  if (ox_saves_busy(&saves)) ox_saves_step(&saves, 64);
 *
 *     status = ox_checkpoint_return(&cp);                               after death, or at the start of the
 *         console
 *     load chunk cp.at.chunk, put the hero at its locator cp.at.locator
 *
 * A checkpoint is not an image of the world: it is the chunk, the locator to stand at and the parts that a hero takes
 * along (part.h). The chunk is loaded anew. OX_CHECKPOINT_MOST limits the bytes of a checkpoint; the limit is checked
 * against the descriptors, so no game can grow beyond it while it is played. (GEA 14.4.) */
#ifndef OXCART_KERNEL_SAVE_CHECKPOINT_H
#define OXCART_KERNEL_SAVE_CHECKPOINT_H

#include "kernel/save/part.h"

enum { OX_CHECKPOINT_MOST = 512 }; /* bytes stored, heads of the records included, the copy's head not */

typedef struct ox_checkpoint_place {
    ox_id chunk, locator;
} ox_checkpoint_place;

/* The plan of a game's checkpoints; all of it is constant but the data that the parts' contexts point to. */
typedef struct ox_checkpoint_plan {
    const ox_checkpoint_place *places;
    uint32_t place_count;
    const ox_save_part *parts;
    uint32_t part_count;
} ox_checkpoint_plan;

typedef struct ox_checkpoint {
    ox_checkpoint_place at; /* the place reached last, or returned to */
    const ox_checkpoint_plan *plan;
    ox_saves *saves;
    uint32_t slot;
    uint32_t refused; /* calls with places that are no checkpoints */
} ox_checkpoint;

/* Checks a plan; a failure puts a sentence into *why (may be NULL). OX_FULL when the parts can take more than
 * OX_CHECKPOINT_MOST; OX_BAD_DATA when a part does not say how many bytes it takes, or when a place stands in the plan
 * twice. */
FX_MUST_CHECK ox_status ox_checkpoint_check(const ox_checkpoint_plan *plan, ox_text *why);

/* Begins with a plan and a slot of the container. OX_FULL, OX_BAD_DATA: as ox_checkpoint_check; OX_BAD_ARGUMENT: no
 * such slot. */
FX_MUST_CHECK ox_status ox_checkpoint_init(ox_checkpoint *checkpoint, const ox_checkpoint_plan *plan,
                                           ox_saves *saves, uint32_t slot);

/* Begins to save. OX_UNSUPPORTED, and counted: that place is no checkpoint; OX_BAD_STATE: the checkpoint before is
 * still being written. */
FX_MUST_CHECK ox_status ox_checkpoint_reach(ox_checkpoint *checkpoint, ox_id chunk, ox_id locator);

/* Reads the slot and restores the parts; `at` tells where to stand. Failures as ox_saves_read and
 * ox_load_parts; OX_BAD_DATA for a place that the game no longer has. */
FX_MUST_CHECK ox_status ox_checkpoint_return(ox_checkpoint *checkpoint);

#endif
