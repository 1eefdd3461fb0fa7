/* A pool whose records in use lie in a list, in the order of their making. */
#include "kernel/task/roster.h"

#include "fixedmath/assert.h"
#include "kernel/memory/life.h"
#include <string.h>

FX_STATIC_ASSERT(OX_ROSTER_MOST <= OX_ROSTER_END && OX_ROSTER_END <= UINT16_MAX,
                 "links of slots are 16 bits, and the end is no slot");

static ox_roster_slot *at(const ox_roster *roster, uint32_t index) {
    return (ox_roster_slot *)ox_roster_at(roster, index);
}

static void empty_list(ox_roster *roster) {
    roster->first = roster->last = roster->walk = OX_ROSTER_END;
    roster->count = 0;
}

void ox_roster_init(ox_roster *roster, void *memory, uint32_t stride, uint32_t capacity) {
    FX_CHECK_OR(capacity <= OX_ROSTER_MOST, "at most 65535 records", capacity = OX_ROSTER_MOST);
    roster->serial = 0;
    ox_pool_init_in(&roster->pool, memory, stride, capacity);
    empty_list(roster);
}

void ox_roster_clear(ox_roster *roster) {
    ox_pool_forget(&roster->pool);
    empty_list(roster);
}

/* Puts a record behind all others in the list. */
static void append(ox_roster *roster, uint32_t index) {
    ox_roster_slot *slot = at(roster, index);
    slot->next = OX_ROSTER_END;
    slot->previous = roster->last;
    if (roster->last == OX_ROSTER_END)
        roster->first = (uint16_t)index;
    else
        at(roster, roster->last)->next = (uint16_t)index;
    if (roster->walk == OX_ROSTER_END) roster->walk = (uint16_t)index;
    roster->last = (uint16_t)index;
    roster->count++;
}

void *ox_roster_add(ox_roster *roster, uint32_t owner) {
    OX_CREATED(roster->pool.stride);
    ox_handle handle;
    ox_roster_slot *slot = (ox_pool_take)(&roster->pool, &handle); /* no macro: its memory is not tracked */
    if (slot == NULL) return NULL;
    memset(slot, 0, roster->pool.stride);
    slot->owner = owner;
    slot->serial = roster->serial++;
    append(roster, handle.bits & 0xFFFFu);
    return slot;
}

void ox_roster_remove(ox_roster *roster, ox_roster_slot *slot) {
    const uint32_t bits = ox_roster_handle(roster, slot).bits;
    FX_CHECK_OR(bits != 0, "a record is removed that is none", return );
    if (roster->walk == (bits & 0xFFFFu)) roster->walk = slot->next;
    if (slot->previous == OX_ROSTER_END)
        roster->first = slot->next;
    else
        at(roster, slot->previous)->next = slot->next;
    if (slot->next == OX_ROSTER_END)
        roster->last = slot->previous;
    else
        at(roster, slot->next)->previous = slot->previous;
    (void)ox_pool_give(&roster->pool, slot);
    roster->count--;
}

uint32_t ox_roster_remove_owner(ox_roster *roster, uint32_t owner, const ox_roster_slot *keep) {
    uint32_t removed = 0;
    for (uint32_t i = roster->first, next; i != OX_ROSTER_END; i = next) {
        ox_roster_slot *slot = at(roster, i);
        next = slot->next;
        if (slot->owner != owner || slot == keep) continue;
        ox_roster_remove(roster, slot);
        removed++;
    }
    return removed;
}

/* ---- images ---- */

void ox_roster_save(const ox_roster *roster, ox_writer *to) {
    ox_pool_save(&roster->pool, to);
    ox_write_u32(to, roster->serial);
    for (uint32_t i = roster->first; i != OX_ROSTER_END; i = at(roster, i)->next) {
        ox_write_u16(to, i);
        ox_write_u32(to, at(roster, i)->owner);
        ox_write_u32(to, at(roster, i)->serial);
    }
}

/* Whether a record is in use and not in the list yet: its links lead to itself. */
static bool is_missing(const ox_roster *roster, uint32_t index) {
    return index < roster->pool.fresh && ox_roster_has(roster, index) && at(roster, index)->next == index &&
           at(roster, index)->previous == index;
}

ox_status ox_roster_restore(ox_roster *roster, ox_reader *from) {
    empty_list(roster);
    if (ox_failed(ox_pool_restore(&roster->pool, from))) return OX_BAD_DATA;
    for (uint32_t i = 0; i < roster->pool.fresh; i++)
        if (ox_roster_has(roster, i)) at(roster, i)->next = at(roster, i)->previous = (uint16_t)i;
    roster->serial = ox_read_u32(from);
    for (uint32_t left = ox_pool_used(&roster->pool); left > 0 && !from->bad; left--) {
        const uint32_t index = ox_read_u16(from);
        if (!is_missing(roster, index)) from->bad = true;
        if (from->bad) break;
        ox_roster_slot *slot = at(roster, index);
        memset(slot, 0, roster->pool.stride);
        slot->owner = ox_read_u32(from);
        slot->serial = ox_read_u32(from);
        append(roster, index);
    }
    if (from->bad) ox_roster_clear(roster);
    return ox_reader_status(from);
}

void ox_roster_save_all(const ox_roster *roster, ox_writer *to, ox_roster_write *write, const void *of) {
    ox_roster_save(roster, to);
    for (uint32_t i = roster->first; i != OX_ROSTER_END; i = at(roster, i)->next)
        write(of, at(roster, i), to);
}

ox_status ox_roster_restore_all(ox_roster *roster, ox_reader *from, ox_roster_read *read, void *of) {
    if (ox_failed(ox_roster_restore(roster, from))) return OX_BAD_DATA;
    for (void *record = ox_roster_begin(roster); record != NULL && !from->bad;
         record = ox_roster_next(roster))
        read(of, record, from);
    roster->walk = OX_ROSTER_END;
    if (from->bad) ox_roster_clear(roster);
    return ox_reader_status(from);
}
