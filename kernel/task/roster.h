/* Records of one size that are walked in the order in which they were made, have handles, belong to owners,
 * and may come and go during the walk: what tasks and actions are kept in.
 *
 * A record begins with an ox_roster_slot. A handle is the slot in bits 0..15 and a generation 1..65535 in
 * bits 16..31, as of pools (kernel/memory/pool.h); unlike a pool, a roster has an order and can be saved,
 * handles included. */
#ifndef OXCART_KERNEL_TASK_ROSTER_H
#define OXCART_KERNEL_TASK_ROSTER_H

#include "kernel/bytes/stream.h"
#include "kernel/memory/pool.h"

typedef struct ox_roster_slot {
    uint32_t owner;  /* bits of a handle, 0 = nobody */
    uint32_t serial; /* of its making: tells records of one slot apart */
    uint16_t next, previous;
    uint16_t generation;
    uint16_t live;
} ox_roster_slot;

#define OX_ROSTER_END 0xFFFFu
#define OX_ROSTER_MOST 65535u

typedef struct ox_roster {
    uint8_t *slots;
    uint32_t stride, capacity;
    uint32_t count, peak;
    uint32_t serial;  /* of the next record */
    uint32_t refused; /* records that found no room */
    uint16_t first, last, idle;
    uint16_t walk; /* the record to visit next: whoever removes it moves this on */
} ox_roster;

/* storage: capacity * stride bytes, aligned to 4; stride is a multiple of 4. */
void ox_roster_init(ox_roster *roster, void *storage, uint32_t stride, uint32_t capacity);

/* A record behind all others, its bytes behind the slot zeroed; NULL when full. */
void *ox_roster_add(ox_roster *roster, uint32_t owner);
void ox_roster_remove(ox_roster *roster, ox_roster_slot *slot);
void *ox_roster_get(const ox_roster *roster, ox_handle handle);
ox_handle ox_roster_handle(const ox_roster *roster, const ox_roster_slot *slot);

static inline void *ox_roster_at(const ox_roster *roster, uint32_t index) {
    return roster->slots + (size_t)index * roster->stride;
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

/* Removes all of an owner's but `keep` (or NULL), during a walk as well; how many they were. */
uint32_t ox_roster_remove_owner(ox_roster *roster, uint32_t owner, const ox_roster_slot *keep);

/* Slots, generations and orders; what stands in the records is saved behind that, in the order of the walk.
 * After OX_BAD_DATA there are no records. */
void ox_roster_save(const ox_roster *roster, ox_writer *to);
FX_MUST_CHECK ox_status ox_roster_restore(ox_roster *roster, ox_reader *from);

#endif
