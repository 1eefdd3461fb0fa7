/* The state of a simulation as one list of parts: what is hashed, kept, compared and named when two runs
 * differ.
 *
 *     static bool next_ball(void *of, uint32_t *cursor, ox_sim_item *item) {
 *         game *g = of;
 *         if (*cursor == g->balls) return false;
 *         *item = (ox_sim_item){.id = *cursor, .type = &ball_type, .record = &g->ball[*cursor], .name = "ball"};
 *         ++*cursor;
 *         return true;
 *     }
 *     const ox_sim_part parts[] = {{.name = "balls", .context = g, .next = next_ball, .save = ..., .restore = ...},
 *                                    {.name = "clock", .context = &g->clock, .save = ..., .restore = ...}};
 *     const ox_sim state = {parts, 2};
 *     uint32_t hash = ox_sim_hash(&state, OX_FNV_START);            the same on every machine
 *
 * A part either shows its items, records with a descriptor (kernel/type/type.h), or only bytes that its save
 * function writes. Items make reports that name object and field; bytes are enough for what has no objects.
 * The hash covers the OX_HASH fields of all items in the order in which the part shows them, and the bytes
 * of parts without items.
 *
 * `raw` parts are memory as it lies in this process (ox_sim_block): good for going back in time, not for
 * files, other machines or hashes. */
#ifndef OXCART_KERNEL_REPLAY_STATE_H
#define OXCART_KERNEL_REPLAY_STATE_H

#include "kernel/bytes/stream.h"
#include "kernel/type/type.h"

/* One record of the state. */
typedef struct ox_sim_item {
    uint32_t id; /* a handle's bits or a number, unique in its part */
    const ox_type *type;
    const void *record;        /* valid until the next call */
    const char *name;          /* name of the item's kind, for people; NULL: the type's id */
    const char *const *fields; /* names of the type's fields in their order; NULL: their ids */
} ox_sim_item;

typedef struct ox_sim_part {
    const char *name;
    void *context;
    /* The item at *cursor, which begins with 0 and is the function's own; false behind the last item. NULL: the part
     * has no items. */
    bool (*next)(void *context, uint32_t *cursor, ox_sim_item *item);
    void (*save)(const void *context, ox_writer *to); /* NULL: another part keeps it */
    ox_status (*restore)(void *context, ox_reader *from);
    bool raw; /* bytes of this process: not hashed */
} ox_sim_part;

typedef struct ox_sim {
    const ox_sim_part *parts;
    uint32_t count;
} ox_sim;

uint32_t ox_sim_hash(const ox_sim *state, uint32_t hash);

/* What the state consists of, as a number: names of parts, types and fields, and their kinds. Two builds
 * with the same number understand each other's recordings. */
uint32_t ox_sim_format(const ox_sim *state);

/* Saves all parts that have a save function, one after the other. ox_sim_bytes counts the bytes. */
void ox_sim_save(const ox_sim *state, ox_writer *to);
size_t ox_sim_bytes(const ox_sim *state);

/* Restores what ox_sim_save wrote. OX_BAD_DATA when a part refuses, or when bytes are left over or missing: then the
 * state is not to be used before another image was restored. */
FX_MUST_CHECK ox_status ox_sim_restore(const ox_sim *state, ox_reader *from);

/* Whether saved bytes of the state may leave this process: no part is raw. */
bool ox_sim_is_portable(const ox_sim *state);

/* The first field of an item that is hashed and whose values differ from `bytes`, as ox_sim_item_write wrote
 * them; -1 when there is none. *index: the value's place in its field; *was, *is: the values in `bytes` and in the
 * record. */
int ox_sim_item_compare(const ox_sim_item *item, const uint8_t *bytes, uint32_t *index, int64_t *was,
                        int64_t *is);

/* ox_sim_value_write writes a value of a field, as wide as its kind, little-endian. ox_sim_item_write writes the values
 * of all hashed fields, ox_sim_item_bytes counts their bytes. */
void ox_sim_value_write(const ox_sim_item *item, uint32_t field, uint32_t index, ox_writer *to);
void ox_sim_item_write(const ox_sim_item *item, ox_writer *to);
size_t ox_sim_item_bytes(const ox_sim_item *item);
uint32_t ox_sim_item_hash(const ox_sim_item *item, uint32_t hash);

/* ---- a block of memory as a part ---- */

typedef struct ox_sim_block {
    void *base;
    size_t size;
} ox_sim_block;

void ox_sim_block_save(const void *block, ox_writer *to);
ox_status ox_sim_block_restore(void *block, ox_reader *from);

/* A part for a block; the block stays with the caller. */
static inline ox_sim_part ox_sim_of_block(const char *name, ox_sim_block *block) {
    return (ox_sim_part){.name = name,
                         .context = block,
                         .save = ox_sim_block_save,
                         .restore = ox_sim_block_restore,
                         .raw = true};
}

/* ---- records as parts ---- */

/* Writes the values of a record's saved fields, and reads them back, by its descriptor. OX_BAD_DATA: the bytes end, or a value is out of its field's range;
 * those before it are taken over. */
void ox_sim_record_save(const ox_type *type, const void *record, ox_writer *to);
FX_MUST_CHECK ox_status ox_sim_record_restore(const ox_type *type, void *record, ox_reader *from);

typedef struct ox_sim_record {
    const ox_type *type;
    void *record;
    const char *name; /* of the part, and of its one item */
} ox_sim_record;

/* The part of a record, which is saved, hashed and compared by its descriptor. `kept` stays with the caller. A restored value out of its
 * field's range is OX_BAD_DATA. */
ox_sim_part ox_sim_of_record(ox_sim_record *kept);

#endif
