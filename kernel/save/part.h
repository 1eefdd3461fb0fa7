/* The parts of a saved game, as one table: they are saved as records of the container and read back by name.
 *
 *     const ox_save_part parts[] = {
 *         {.name = OX_NAME("hero"), .type = &hero_type, .context = &hero},
 *         {.name = OX_NAME("counters"), .version = 1, .context = &counters, .save = save_counters,
 *             .restore = restore_counters, .most = 8 * 32 + 2},
 *         {.name = OX_NAME("world"), .version = 1, .context = &world, .save = save_world,
 *             .restore = restore_world}};
 *
 *     ox_saves_clear(&saves);
 *     ox_save_parts(&saves, parts, 3);
 *     ...write; later: read...
 *     status = ox_load_parts(&saves, parts, 3, &failed);
 *
 * A part's functions have the signatures of kernel_parts.h: save writes to an ox_writer, restore reads
 * from an ox_reader (kernel/bytes/stream.h). So the same table hashes a game: ox_hash_parts. Parts are restored in the
 * order of the table: put a part that others refer to in front of them. A part that the save lacks is left to its
 * `missing`, or, with a descriptor, gets its defaults. */
#ifndef OXCART_KERNEL_SAVE_PART_H
#define OXCART_KERNEL_SAVE_PART_H

#include "kernel/save/container.h"

typedef struct ox_save_part {
    ox_id name;
    uint16_t version; /* 256 * major + minor; with a descriptor: the type's */
    uint16_t
        most; /* bytes of the part at most, for limits that are checked before; with a descriptor: worked out */
    const ox_type *type; /* of the record at context; NULL: save and restore count */
    void *context;
    void (*save)(const void *context, ox_writer *to);
    ox_status (*restore)(void *context, ox_reader *from);
    void (*missing)(void *context); /* or NULL: the part stays as it is */
} ox_save_part;

/* Adds each part as a record; ox_saves_write notices records that do not fit. */
void ox_save_parts(ox_saves *saves, const ox_save_part *parts, uint32_t count);

/* Restores each part from the slot that was read. The first failure ends that, and *failed (may be NULL) is the number
 * of the part: parts before it are restored, it and later parts are not. The caller begins anew, or reads another slot.
 * Bytes that a restore leaves over are OX_BAD_DATA. */
FX_MUST_CHECK ox_status ox_load_parts(ox_saves *saves, const ox_save_part *parts, uint32_t count,
                                      uint32_t *failed);

/* A hash of all that the parts save. */
uint32_t ox_hash_parts(const ox_save_part *parts, uint32_t count, uint32_t hash);

/* Bytes that parts take in a save at most, heads of the container's records included, unpacked; 0 when a part has
 * neither a descriptor nor `most`. */
uint32_t ox_parts_most(const ox_save_part *parts, uint32_t count);

#endif
