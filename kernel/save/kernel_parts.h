/* The kernel's own state as parts of a saved game (part.h): save and restore functions with the signatures of
 * a part, for tables like
 *
 *     const ox_save_part game[] = {
 *         {.name = OX_NAME("world"), .version = 1, .context = &world, .save = ox_save_world,
 *             .restore = ox_restore_world},
 *         {.name = OX_NAME("events"), .version = 1, .context = &events, .save = ox_save_events,
 *             .restore = ox_restore_events},
 *         {.name = OX_NAME("timers"), .version = 1, .context = &timers, .save = ox_save_timers,
 *             .restore = ox_restore_timers}, ...};
 *
 * The functions stand in a header, so that a game links only the parts that its table names. */
#ifndef OXCART_KERNEL_SAVE_KERNEL_PARTS_H
#define OXCART_KERNEL_SAVE_KERNEL_PARTS_H

#include "kernel/command/command.h"
#include "kernel/event/events.h"
#include "kernel/save/part.h"
#include "kernel/save/world_image.h"
#include "kernel/task/action.h"
#include "kernel/task/task.h"
#include "kernel/time/clock.h"
#include "kernel/time/random.h"
#include "kernel/time/timer.h"
#include "kernel/world/cast.h"

#define OX_PART_OF(name, type, save_it, restore_it)                                                          \
    static inline void ox_save_##name(const void *context, ox_writer *to) {                                  \
        save_it((const type *)context, to);                                                                  \
    }                                                                                                        \
    static inline ox_status ox_restore_##name(void *context, ox_reader *from) {                              \
        return restore_it((type *)context, from);                                                            \
    }

OX_PART_OF(events, ox_events, ox_events_save, ox_events_restore)
OX_PART_OF(timers, ox_timers, ox_timers_save, ox_timers_restore)
OX_PART_OF(tasks, ox_tasks, ox_tasks_save, ox_tasks_restore)
OX_PART_OF(actions, ox_actions, ox_actions_save, ox_actions_restore)
OX_PART_OF(clock, ox_clock, ox_clock_save, ox_clock_restore)
OX_PART_OF(random, ox_random, ox_random_save, ox_random_restore)
OX_PART_OF(casts, ox_casts, ox_casts_save, ox_casts_restore)

static inline void ox_save_world(const void *context, ox_writer *to) {
    ox_world_save_image((const ox_world *)context, to);
}
static inline ox_status ox_restore_world(void *context, ox_reader *from) {
    return ox_world_restore_image((ox_world *)context, from, NULL);
}

/* Waiting commands are saved as one group. */
static inline void ox_save_commands(const void *context, ox_writer *to) {
    const ox_commands *commands = (const ox_commands *)context;
    if (to->hashes) {
        to->hash = ox_commands_hash(commands, to->hash);
        return;
    }
    size_t bytes = OX_COMMAND_GROUP_BYTES + (size_t)commands->ring.core.count * OX_COMMAND_BYTES;
    ox_write_u16(to, commands->sequence);
    if (to->bytes != NULL && (to->full || bytes > to->size - to->used))
        to->full = true;
    else if (to->bytes != NULL)
        (void)ox_commands_write(commands, 0, to->bytes + to->used, to->size - to->used);
    to->used += bytes;
}
static inline ox_status ox_restore_commands(void *context, ox_reader *from) {
    ox_commands *commands = (ox_commands *)context;
    uint16_t sequence = (uint16_t)ox_read_u16(from);
    size_t used = 0;
    if (from->bad) return OX_BAD_DATA;
    commands->ring.core.count = 0;
    ox_status status =
        ox_commands_read(commands, from->bytes + from->used, from->size - from->used, NULL, &used);
    from->used += used;
    if (status == OX_OK) commands->sequence = sequence;
    return status;
}

#endif
