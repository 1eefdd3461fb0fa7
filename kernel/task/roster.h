/* Rosters: records of one size that are walked in the order in which they were made, have handles, belong to owners,
 * and may come and go during the walk. A roster keeps whatever goes on over steps of the game: tasks in C and in
 * scripts, actions, requests.
 *
 * A record begins with an ox_roster_slot. Slots and handles are those of a pool (kernel/memory/pool.h); a roster is a pool with an order
 * and owners. */
#ifndef OXCART_KERNEL_TASK_ROSTER_H
#define OXCART_KERNEL_TASK_ROSTER_H

#include "kernel/bytes/pool.h"

typedef struct ox_roster_slot {
    uint32_t owner;  /* bits of a handle, 0 = nobody */
    uint32_t serial; /* counts records made: tells records of one slot apart */
    uint16_t next, previous;
} ox_roster_slot;

#define OX_ROSTER_END 0xFFFFu
#define OX_ROSTER_MOST OX_POOL_CAPACITY_MAX

typedef struct ox_roster {
    ox_pool pool;
    uint32_t count;
    uint32_t serial; /* serial of the next record */
    uint16_t first, last;
    uint16_t walk; /* the record to visit next; removing it moves `walk` on */
} ox_roster;

/* Bytes of memory for `capacity` records. */
#define OX_ROSTER_BYTES(stride, capacity) OX_POOL_ROOM(stride, capacity)

/* Begins without records. `memory` is OX_ROSTER_BYTES, aligned to 4; `stride` is a multiple of 4. */
void ox_roster_init(ox_roster *roster, void *memory, uint32_t stride, uint32_t capacity);

/* Removes all records; their handles stay stale. */
void ox_roster_clear(ox_roster *roster);

/* Adds a record behind all others, its bytes behind the slot zeroed; NULL, counted in pool.refused, when the roster is
 * full. */
void *ox_roster_add(ox_roster *roster, uint32_t owner);
void ox_roster_remove(ox_roster *roster, ox_roster_slot *slot);

static inline void *ox_roster_get(const ox_roster *roster, ox_handle handle) {
    return roster->count == 0 ? NULL : ox_pool_get(&roster->pool, handle);
}
static inline ox_handle ox_roster_handle(const ox_roster *roster, const ox_roster_slot *slot) {
    return ox_pool_handle(&roster->pool, slot);
}

/* Whether a slot, whose number is below pool.capacity, has a record. */
static inline bool ox_roster_has(const ox_roster *roster, uint32_t index) {
    return roster->pool.generations[index] != 0;
}

static inline void *ox_roster_at(const ox_roster *roster, uint32_t index) {
    return roster->pool.objects + (size_t)index * roster->pool.stride;
}

/* A walk: for (slot = ox_roster_begin(r); slot != NULL; slot = ox_roster_next(r)) ...; one walk at a time. */
static inline void *ox_roster_next(ox_roster *roster) {
    if (roster->walk == OX_ROSTER_END) return NULL;
    ox_roster_slot *slot = (ox_roster_slot *)ox_roster_at(roster, roster->walk);
    roster->walk = slot->next;
    return slot;
}
static inline void *ox_roster_begin(ox_roster *roster) {
    roster->walk = roster->first;
    return ox_roster_next(roster);
}

/* ---- waits: a task in C or in a script waits for something by a kind and a word `wake` ---- */

typedef enum ox_wait {
    OX_WAIT_NOTHING, /* the task goes on in its next turn */
    OX_WAIT_TICK,    /* wake is a tick */
    OX_WAIT_EVENT,   /* the code that hears the event sets OX_WAIT_NOTHING */
    OX_WAIT_TASK,    /* wake is a handle of this roster; the wait ends when its record is gone */
    OX_WAITS         /* further kinds of the roster's owner begin here; they end as OX_WAIT_EVENT does */
} ox_wait;

/* Whether the wait is over in this tick. */
static inline bool ox_roster_wait_is_over(const ox_roster *roster, uint32_t wait, uint32_t wake,
                                          uint32_t now) {
    if (wait == OX_WAIT_TICK) return (int32_t)(now - wake) >= 0;
    return wait == OX_WAIT_NOTHING ||
           (wait == OX_WAIT_TASK && ox_roster_get(roster, (ox_handle){wake}) == NULL);
}

/* Removes all records of an owner but `keep` (or NULL), during a walk as well; returns how many. */
uint32_t ox_roster_remove_owner(ox_roster *roster, uint32_t owner, const ox_roster_slot *keep);

/* Save and restore slots, generations and order. The contents of the records are saved behind that, in the order of the
 * walk. After OX_BAD_DATA the roster has no records. */
void ox_roster_save(const ox_roster *roster, ox_writer *to);
FX_MUST_CHECK ox_status ox_roster_restore(ox_roster *roster, ox_reader *from);

/* Saves and restores the roster, and each record by a function; a read function that finds impossible values sets
 * from->bad. */
typedef void ox_roster_write(const void *of, const void *record, ox_writer *to);
typedef void ox_roster_read(void *of, void *record, ox_reader *from);
void ox_roster_save_all(const ox_roster *roster, ox_writer *to, ox_roster_write *write, const void *of);
FX_MUST_CHECK ox_status ox_roster_restore_all(ox_roster *roster, ox_reader *from, ox_roster_read *read,
                                              void *of);

#endif
