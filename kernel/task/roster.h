/* Records of one size that are walked in the order in which they were made, have handles, belong to owners, and may come and go during
 * the walk: what everything is kept in that goes on over steps of the game - tasks in C and in scripts, actions, requests.
 *
 * A record begins with an ox_roster_slot. Slots and handles are those of a pool (kernel/memory/pool.h); a roster is a pool with an order
 * and owners. */
#ifndef OXCART_KERNEL_TASK_ROSTER_H
#define OXCART_KERNEL_TASK_ROSTER_H

#include "kernel/bytes/pool.h"

typedef struct ox_roster_slot {
    uint32_t owner;  /* bits of a handle, 0 = nobody */
    uint32_t serial; /* of its making: tells records of one slot apart */
    uint16_t next, previous;
} ox_roster_slot;

#define OX_ROSTER_END 0xFFFFu
#define OX_ROSTER_MOST OX_POOL_CAPACITY_MAX

typedef struct ox_roster {
    ox_pool pool;
    uint32_t count;
    uint32_t serial; /* of the next record */
    uint16_t first, last;
    uint16_t walk; /* the record to visit next: whoever removes it moves this on */
} ox_roster;

/* Bytes of memory for so many records. */
#define OX_ROSTER_BYTES(stride, capacity) OX_POOL_ROOM(stride, capacity)

/* memory: OX_ROSTER_BYTES, aligned to 4; stride is a multiple of 4. */
void ox_roster_init(ox_roster *roster, void *memory, uint32_t stride, uint32_t capacity);

/* No record any more; handles of before stay stale. */
void ox_roster_clear(ox_roster *roster);

/* A record behind all others, its bytes behind the slot zeroed; NULL and a count (pool.refused) when full. */
void *ox_roster_add(ox_roster *roster, uint32_t owner);
void ox_roster_remove(ox_roster *roster, ox_roster_slot *slot);

static inline void *ox_roster_get(const ox_roster *roster, ox_handle handle) {
    return roster->count == 0 ? NULL : ox_pool_get(&roster->pool, handle);
}
static inline ox_handle ox_roster_handle(const ox_roster *roster, const ox_roster_slot *slot) {
    return ox_pool_handle(&roster->pool, slot);
}

/* Whether the record in a slot, whose number is below pool.capacity, is there. */
static inline bool ox_roster_has(const ox_roster *roster, uint32_t index) {
    return roster->pool.generations[index] != 0;
}

static inline void *ox_roster_at(const ox_roster *roster, uint32_t index) {
    return roster->pool.objects + (size_t)index * roster->pool.stride;
}

/* for (slot = ox_roster_begin(r); slot != NULL; slot = ox_roster_next(r)) ...; one walk at a time */
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

/* ---- waits: what a task in C or in a script waits for, by a kind and a word `wake` of its own ---- */

typedef enum ox_wait {
    OX_WAIT_NOTHING, /* it goes on in its next turn */
    OX_WAIT_TICK,    /* wake is a tick */
    OX_WAIT_EVENT,   /* whoever hears the event makes it OX_WAIT_NOTHING */
    OX_WAIT_TASK,    /* wake is a handle of this roster: until that record is gone */
    OX_WAITS         /* the roster's owner may have others from here on, which end as that of an event does */
} ox_wait;

/* Whether the wait is over in this tick. */
static inline bool ox_roster_wait_is_over(const ox_roster *roster, uint32_t wait, uint32_t wake,
                                          uint32_t now) {
    if (wait == OX_WAIT_TICK) return (int32_t)(now - wake) >= 0;
    return wait == OX_WAIT_NOTHING ||
           (wait == OX_WAIT_TASK && ox_roster_get(roster, (ox_handle){wake}) == NULL);
}

/* Removes all of an owner's but `keep` (or NULL), during a walk as well; how many they were. */
uint32_t ox_roster_remove_owner(ox_roster *roster, uint32_t owner, const ox_roster_slot *keep);

/* Slots, generations and orders; what stands in the records is saved behind that, in the order of the walk.
 * After OX_BAD_DATA there are no records. */
void ox_roster_save(const ox_roster *roster, ox_writer *to);
FX_MUST_CHECK ox_status ox_roster_restore(ox_roster *roster, ox_reader *from);

/* Saves and restores the roster, and each record by a function; a function that finds what cannot be says so by from->bad. */
typedef void ox_roster_write(const void *of, const void *record, ox_writer *to);
typedef void ox_roster_read(void *of, void *record, ox_reader *from);
void ox_roster_save_all(const ox_roster *roster, ox_writer *to, ox_roster_write *write, const void *of);
FX_MUST_CHECK ox_status ox_roster_restore_all(ox_roster *roster, ox_reader *from, ox_roster_read *read,
                                              void *of);

#endif
