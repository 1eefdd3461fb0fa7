/* Kinds: every sort of object that play creates, each with its own memory, made and ended in one place only.
 *
 *     static const ox_kind kinds[] = {
 *         {ID_ORC, sizeof(orc), 40, &orc_record, 0, orc_start, orc_stop},      40 orcs, all begin alike
 *         {ID_GATE, sizeof(gate), 6, gate_records, sizeof(gate), NULL, NULL},  6 gates, each its own record
 *     };
 *     ox_spawn_init(&spawn, &level, kinds, 2, OX_SPAWN_POOLED, world);
 *     orc *o = ox_spawn_new(&spawn, KIND_ORC, OX_SPAWN_ANY, &handle);   NULL: no more orcs
 *     ox_spawn_end(&spawn, KIND_ORC, handle);
 *
 * A kind is a type object and its factory (GPP, Type Object): objects, components, observer nodes, commands,
 * messages, timers, particles, search nodes. Making an object copies its record, then calls `start`; when start fails
 * the object is given back. Things without state (commands, states of a state machine) are no kinds: each is one
 * const object that all share.
 *
 * A level chooses the mode:
 *   OX_SPAWN_PREPARED  all objects lie in the level's memory from the start, filled from their records,
 *                      inactive; making an object flips its flag and fills it again, ending it flips it back.
 *                      Nothing is allocated during play; object i is record i. (GEA 14.4.4.1)
 *   OX_SPAWN_POOLED    objects come from a pool per kind, the object given back last first. (GEA 14.4.4.2)
 * Both modes have the same calls and limits: more than `capacity` is refused and counted. ox_spawn_plan tells the
 * packer the bytes. Objects of sizes that are not known beforehand: size_class.h.
 *
 * Cost, Cortex-M3 instructions: new 95 and the copy (prepared and OX_SPAWN_ANY: 6 more for each active object
 * passed over), get 29 to 34, end 62 to 78. Two bytes an object besides the objects. */
#ifndef OXCART_KERNEL_MEMORY_SPAWN_H
#define OXCART_KERNEL_MEMORY_SPAWN_H

#include "kernel/memory/pool.h"

typedef enum ox_spawn_mode { OX_SPAWN_PREPARED, OX_SPAWN_POOLED } ox_spawn_mode;

/* A kind of object; const, in the cart or in level data. */
typedef struct ox_kind {
    uint32_t id;
    uint32_t bytes;                                  /* of an object, 4 or more; it is aligned to 8 */
    uint32_t capacity;                               /* most objects at a time, 1..65,535 */
    const void *records;                             /* records that objects begin as; NULL: all zero */
    uint32_t record_stride;                          /* bytes from record to record, 0: one record for all */
    ox_status (*start)(void *context, void *object); /* called after the copy, or NULL */
    /* called before the object ends, or NULL; may end other objects, not this one */
    void (*stop)(void *context, void *object);
} ox_kind;

typedef struct ox_spawn_store {
    const ox_kind *kind;
    ox_pool pool;     /* pooled: pool of the objects; prepared: not used */
    uint8_t *objects; /* prepared: memory of the objects */
    uint16_t *lives;  /* prepared: generation of each object; odd while it is active */
    uint32_t stride;  /* bytes from object to object */
    uint32_t active;
    uint32_t peak;
    uint32_t made, ended, refused;
} ox_spawn_store;

typedef struct ox_spawn {
    ox_spawn_store *stores;
    uint32_t kinds;
    ox_spawn_mode mode;
    void *context;
} ox_spawn;

#define OX_SPAWN_ANY 0xFFFFFFFFu

/* Begins kinds and carves their memory from the low end of the arena; `kinds` is kept by pointer, `context` goes to
 * start and stop. OX_BAD_ARGUMENT or OX_OUT_OF_MEMORY, and no memory is taken. */
FX_MUST_CHECK ox_status ox_spawn_init(ox_spawn *spawn, ox_arena *arena, const ox_kind *kinds, uint32_t count,
                                      ox_spawn_mode mode, void *context);

/* Makes an object of a kind (its index in the table), and its handle unless that is NULL. `which` is the record it
 * begins as: prepared, that very object; pooled with one record for all, and OX_SPAWN_ANY, any. NULL, which is
 * counted, when no object is left, when that object is active already, or when start refuses; a kind or record that
 * does not exist asserts. */
FX_MUST_CHECK void *ox_spawn_new(ox_spawn *spawn, uint32_t kind, uint32_t which, ox_handle *handle);

/* The object, or NULL when the object has ended. */
void *ox_spawn_get(const ox_spawn *spawn, uint32_t kind, ox_handle handle);

/* Ends an object. OX_STALE_HANDLE (asserted) when the object has ended before. */
ox_status ox_spawn_end(ox_spawn *spawn, uint32_t kind, ox_handle handle);

/* Object `index` (0 .. capacity - 1) of a kind when it is active, or NULL: for walks, in the same order everywhere. */
void *ox_spawn_at(const ox_spawn *spawn, uint32_t kind, uint32_t index);

/* For the packer: the bytes that ox_spawn_init takes for each kind (`bytes`, an array of `count`, may be NULL) and in
 * all, gaps for alignment not counted; 0 when a kind makes no sense, or the sum is more than a size can be. */
size_t ox_spawn_plan(const ox_kind *kinds, uint32_t count, ox_spawn_mode mode, size_t *bytes);

#endif
