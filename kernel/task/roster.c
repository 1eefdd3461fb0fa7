/* Slots in two lists: the live ones in their order, and the idle ones. */
#include "kernel/task/roster.h"

#include "fixedmath/assert.h"
#include "kernel/memory/life.h"
#include <string.h>

FX_STATIC_ASSERT(OX_ROSTER_MOST <= OX_ROSTER_END && OX_ROSTER_END <= UINT16_MAX,
                 "links of slots are 16 bits, and the end is no slot");

static ox_roster_slot *at(const ox_roster *roster, uint32_t index) {
    return (ox_roster_slot *)ox_roster_at(roster, index);
}

static uint32_t index_of(const ox_roster *roster, const ox_roster_slot *slot) {
    return (uint32_t)((size_t)((const uint8_t *)slot - roster->slots) / roster->stride);
}

/* All slots idle, the lowest first; generations stay. */
static void empty(ox_roster *roster) {
    roster->first = roster->last = roster->walk = roster->idle = OX_ROSTER_END;
    roster->count = 0;
    for (uint32_t i = roster->capacity; i-- > 0;) {
        at(roster, i)->live = 0;
        at(roster, i)->next = roster->idle;
        roster->idle = (uint16_t)i;
    }
}

void ox_roster_init(ox_roster *roster, void *storage, uint32_t stride, uint32_t capacity) {
    FX_CHECK_OR(capacity <= OX_ROSTER_MOST, "at most 65535 records", capacity = OX_ROSTER_MOST);
    *roster = (ox_roster){.slots = storage, .stride = stride, .capacity = capacity};
    if (capacity > 0) memset(storage, 0, (size_t)stride * capacity);
    empty(roster);
}

/* Behind all others in the order. */
static void append(ox_roster *roster, uint32_t index) {
    ox_roster_slot *slot = at(roster, index);
    slot->live = 1;
    slot->next = OX_ROSTER_END;
    slot->previous = roster->last;
    if (roster->last == OX_ROSTER_END)
        roster->first = (uint16_t)index;
    else
        at(roster, roster->last)->next = (uint16_t)index;
    if (roster->walk == OX_ROSTER_END) roster->walk = (uint16_t)index;
    roster->last = (uint16_t)index;
    roster->count++;
    if (roster->count > roster->peak) roster->peak = roster->count;
}

void *ox_roster_add(ox_roster *roster, uint32_t owner) {
    OX_CREATED(roster->stride);
    uint32_t index = roster->idle;
    if (index == OX_ROSTER_END) {
        roster->refused++;
        return NULL;
    }
    ox_roster_slot *slot = at(roster, index);
    roster->idle = slot->next;
    memset(slot + 1, 0, roster->stride - sizeof *slot);
    slot->owner = owner;
    slot->serial = roster->serial++;
    slot->generation = (uint16_t)(slot->generation == 0xFFFFu ? 1 : slot->generation + 1);
    append(roster, index);
    return slot;
}

void ox_roster_remove(ox_roster *roster, ox_roster_slot *slot) {
    FX_CHECK_OR(slot->live != 0, "a record is removed that is none", return );
    uint16_t index = (uint16_t)index_of(roster, slot);
    if (roster->walk == index) roster->walk = slot->next;
    if (slot->previous == OX_ROSTER_END)
        roster->first = slot->next;
    else
        at(roster, slot->previous)->next = slot->next;
    if (slot->next == OX_ROSTER_END)
        roster->last = slot->previous;
    else
        at(roster, slot->next)->previous = slot->previous;
    slot->live = 0;
    slot->next = roster->idle;
    roster->idle = index;
    roster->count--;
}

void *ox_roster_get(const ox_roster *roster, ox_handle handle) {
    uint32_t index = handle.bits & 0xFFFFu;
    if (index >= roster->capacity) return NULL;
    ox_roster_slot *slot = at(roster, index);
    return slot->live != 0 && slot->generation == handle.bits >> 16 ? slot : NULL;
}

ox_handle ox_roster_handle(const ox_roster *roster, const ox_roster_slot *slot) {
    return (ox_handle){index_of(roster, slot) | (uint32_t)slot->generation << 16};
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
    ox_write_u32(to, roster->capacity);
    ox_write_u32(to, roster->serial);
    ox_write_u32(to, roster->count);
    for (uint32_t i = 0; i < roster->capacity; i++) ox_write_u16(to, at(roster, i)->generation);
    for (uint32_t i = roster->first; i != OX_ROSTER_END; i = at(roster, i)->next) {
        ox_write_u16(to, i);
        ox_write_u32(to, at(roster, i)->owner);
        ox_write_u32(to, at(roster, i)->serial);
    }
    for (uint32_t i = roster->idle; i != OX_ROSTER_END; i = at(roster, i)->next) ox_write_u16(to, i);
}

/* An index that has not come before: slots not read yet are marked by 2. */
static uint32_t read_index(ox_roster *roster, ox_reader *from) {
    uint32_t index = ox_read_u16(from);
    if (index < roster->capacity && at(roster, index)->live == 2) return index;
    from->bad = true;
    return OX_ROSTER_END;
}

static void read_live(ox_roster *roster, ox_reader *from, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        uint32_t index = read_index(roster, from), owner = ox_read_u32(from), serial = ox_read_u32(from);
        if (from->bad) return;
        ox_roster_slot *slot = at(roster, index);
        if (slot->generation == 0) from->bad = true;
        append(roster, index);
        slot->owner = owner;
        slot->serial = serial;
        memset(slot + 1, 0, roster->stride - sizeof *slot);
    }
}

static void read_idle(ox_roster *roster, ox_reader *from) {
    uint16_t *link = &roster->idle;
    for (uint32_t k = roster->capacity - roster->count; k > 0; k--) {
        uint32_t index = read_index(roster, from);
        if (from->bad) return;
        at(roster, index)->live = 0;
        *link = (uint16_t)index;
        link = &at(roster, index)->next;
    }
    *link = OX_ROSTER_END;
}

ox_status ox_roster_restore(ox_roster *roster, ox_reader *from) {
    if (ox_read_u32(from) != roster->capacity) from->bad = true;
    uint32_t serial = ox_read_u32(from), count = ox_read_below(from, roster->capacity + 1u);
    empty(roster);
    for (uint32_t i = 0; i < roster->capacity && !from->bad; i++) {
        at(roster, i)->generation = (uint16_t)ox_read_u16(from);
        at(roster, i)->live = 2;
    }
    roster->serial = serial;
    if (!from->bad) read_live(roster, from, count);
    if (!from->bad) read_idle(roster, from);
    if (from->bad) empty(roster);
    return ox_reader_status(from);
}
