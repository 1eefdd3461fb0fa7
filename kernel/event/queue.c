/* The event queue: slots with lists through them for events that are due, a heap of slot numbers for later events. */
#include <string.h>

#include "kernel/event/internal.h"
#include "kernel/memory/life.h"

#define NONE OX_EVENT_NONE

static inline ox_event_slot *at(const ox_events *events, uint32_t slot) { return &events->slots[slot]; }

/* Whether event a is delivered before event b: the one order of the queue. */
static inline bool is_before(const ox_event_slot *a, const ox_event_slot *b) {
    if (a->record.tick != b->record.tick) return (int32_t)(a->record.tick - b->record.tick) < 0;
    if (a->record.priority != b->record.priority) return a->record.priority > b->record.priority;
    return (int32_t)(a->serial - b->serial) < 0;
}

static int compare_slots(const void *a, const void *b, void *context) {
    const ox_events *events = context;
    const ox_event_slot *x = at(events, *(const uint16_t *)a), *y = at(events, *(const uint16_t *)b);
    return x == y ? 0 : is_before(x, y) ? -1 : 1;
}

void ox_event_queue_init(ox_events *events) {
    const ox_events_config *config = &events->config;
    for (uint32_t i = 0; i < config->waiting; i++) {
        events->slots[i].extension = NONE;
    }
    for (uint32_t i = 0; i < config->extensions; i++) {
        events->extensions[i].arguments[0].key = (uint16_t)(i + 1u < config->extensions ? i + 1u : NONE);
    }
    events->idle = NONE;
    events->fresh = 0;
    events->idle_extension = config->extensions > 0 ? 0 : NONE;
    events->taken = events->serial;
    events->ready = events->current = (ox_event_list){NONE, NONE};
    ox_event_queue_note_end(events);
    ox_binary_heap_init(&events->later, events->future, config->waiting,
                        &(ox_binary_heap_kind){sizeof(uint16_t), 0, compare_slots, events});
}

OX_EVENT_SELDOM void ox_event_queue_read_extension(const ox_events *events, const ox_event_slot *slot,
                                                   ox_event *event) {
    memcpy(event->arguments + OX_EVENT_INLINE, &events->extensions[slot->extension],
           sizeof(ox_event_extension));
}

OX_EVENT_SELDOM void ox_event_queue_give_extension(ox_events *events, ox_event_slot *slot) {
    events->extensions[slot->extension].arguments[0].key = events->idle_extension;
    events->idle_extension = slot->extension;
    slot->extension = NONE;
}

/* Writes the arguments beyond the inline ones into the extension that the slot has. */
static void write_arguments(ox_events *events, ox_event_slot *slot, const ox_event *event) {
    if (event->count <= OX_EVENT_INLINE) return;
    memcpy(&events->extensions[slot->extension], event->arguments + OX_EVENT_INLINE,
           sizeof(ox_argument) * (uint32_t)(event->count - OX_EVENT_INLINE));
}

static bool take_extension(ox_events *events, ox_event_slot *slot, const ox_event *event) {
    if (event->count <= OX_EVENT_INLINE || slot->extension != NONE) return true;
    if (events->idle_extension == NONE) return false;
    slot->extension = events->idle_extension;
    events->idle_extension = events->extensions[slot->extension].arguments[0].key;
    return true;
}

OX_EVENT_SELDOM static void insert_within(ox_events *events, ox_event_list *list, uint32_t slot) {
    ox_event_slot *fresh = at(events, slot);
    uint32_t before = NONE, next = list->first;
    for (; !is_before(fresh, at(events, next)); next = at(events, next)->next) before = next;
    *(before == NONE ? &list->first : &at(events, before)->next) = (uint16_t)slot;
    fresh->next = (uint16_t)next;
}

/* Inserts a slot into a list by the order of delivery. Almost always the new event is the last. */
static inline void insert(ox_events *events, ox_event_list *list, uint32_t slot) {
    ox_event_slot *fresh = at(events, slot);
    uint32_t last = list->last;
    fresh->next = NONE;
    if (last == NONE) {
        list->first = (uint16_t)slot;
    } else {
        ox_event_slot *before = at(events, last);
        if (is_before(fresh, before)) {
            insert_within(events, list, slot);
            return;
        }
        before->next = (uint16_t)slot;
    }
    list->last = (uint16_t)slot;
}

void ox_event_queue_ripen(ox_events *events) {
    while (events->later.count > 0) {
        uint32_t slot = events->future[0];
        if ((int32_t)(events->tick - at(events, slot)->record.tick) < 0) break;
        (void)ox_binary_heap_erase(&events->later, 0);
        insert(events, &events->ready, slot);
    }
    ox_event_queue_note_end(events);
}

OX_EVENT_SELDOM static void queue_for_later(ox_events *events, uint32_t slot) {
    uint16_t *place = ox_binary_heap_slot(&events->later);
    *place = (uint16_t)slot;
    ox_binary_heap_add(&events->later);
}

void ox_event_queue_postpone(ox_events *events, ox_event_list *list) {
    while (list->first != NONE) {
        uint32_t slot = list->first;
        ox_event_record *record = &at(events, slot)->record;
        list->first = at(events, slot)->next;
        record->tick = events->tick + 1u;
        record->flags |= OX_EVENT_CARRIED;
        queue_for_later(events, slot);
    }
    list->last = NONE;
}

/* ---- removal ---- */

typedef struct match {
    ox_handle sender, receiver;
    uint16_t type;
    uint32_t slot; /* the one slot that matches, or NONE: sender, receiver and type decide */
} match;

static bool matches(const ox_events *events, uint32_t slot, const match *what) {
    const ox_event_record *record = &at(events, slot)->record;
    if (what->slot != NONE) return slot == what->slot;
    return (what->sender.bits == 0 || what->sender.bits == record->sender.bits) &&
           (what->receiver.bits == 0 || what->receiver.bits == record->receiver.bits) &&
           (what->type == OX_EVENT_ANY || what->type == record->type);
}

static uint32_t remove_from_list(ox_events *events, ox_event_list *list, const match *what) {
    uint32_t removed = 0;
    ox_event_list kept = {NONE, NONE};
    for (uint32_t slot = list->first, next; slot != NONE; slot = next) {
        next = at(events, slot)->next;
        if (matches(events, slot, what)) {
            ox_event_queue_give(events, slot);
            removed++;
            continue;
        }
        at(events, slot)->next = NONE;
        *(kept.last == NONE ? &kept.first : &at(events, kept.last)->next) = (uint16_t)slot;
        kept.last = (uint16_t)slot;
    }
    *list = kept;
    return removed;
}

static uint32_t remove_matches(ox_events *events, const match *what) {
    uint32_t kept = 0, count = events->later.count;
    uint32_t removed = remove_from_list(events, &events->ready, what);
    removed += remove_from_list(events, &events->current, what);
    for (uint32_t i = 0; i < count; i++) {
        uint16_t slot = events->future[i];
        if (matches(events, slot, what))
            ox_event_queue_give(events, slot);
        else
            events->future[kept++] = slot;
    }
    if (kept < count) ox_binary_heap_build(&events->later, kept);
    removed += count - kept;
    events->taken += removed;
    ox_event_queue_note_end(events);
    return removed;
}

uint32_t ox_event_queue_remove(ox_events *events, ox_handle sender, ox_handle receiver, uint16_t type) {
    return remove_matches(events, &(match){sender, receiver, type, NONE});
}

/* ---- overflow ---- */

/* The less important of two events: that of lower priority, or of equal priorities that which would come later. */
static uint32_t less_important(const ox_events *events, uint32_t a, uint32_t b) {
    if (a == NONE) return b;
    const ox_event_slot *x = at(events, a), *y = at(events, b);
    if (x->record.priority != y->record.priority) return x->record.priority < y->record.priority ? a : b;
    return is_before(x, y) ? b : a;
}

/* Drops the least important event if its priority is lower than that of `event`, and tells whether it did. When an
 * extension is what lacks, only events that have one are looked at. */
OX_EVENT_SELDOM static bool make_room(ox_events *events, const ox_event *event) {
    bool extension = event->count > OX_EVENT_INLINE && events->idle_extension == NONE;
    uint32_t least = NONE;
    const ox_event_list *lists[2] = {&events->ready, &events->current};
    for (int i = 0; i < 2; i++) {
        for (uint32_t slot = lists[i]->first; slot != NONE; slot = at(events, slot)->next) {
            if (!extension || at(events, slot)->extension != NONE)
                least = less_important(events, least, slot);
        }
    }
    for (uint32_t i = 0; i < events->later.count; i++) {
        uint32_t slot = events->future[i];
        if (!extension || at(events, slot)->extension != NONE) least = less_important(events, least, slot);
    }
    events->counts.dropped++;
    events->counts.unwanted = event->type;
    if (least == NONE || at(events, least)->record.priority >= event->priority) return false;
    (void)remove_matches(events, &(match){.slot = least});
    return true;
}

/* ---- merging ---- */

static bool merge_into(ox_events *events, uint32_t slot, const ox_event *event, ox_event_merge *merge) {
    ox_event_slot *into = at(events, slot);
    ox_event both;
    if (into->record.type != event->type || into->record.receiver.bits != event->receiver.bits) return false;
    ox_event_queue_read(events, into, &both);
    both.log = NULL;
    ox_event before = both;
    if (!merge(&both, event)) return false;
    if (both.count > OX_EVENT_ARGUMENTS || !take_extension(events, into, &both)) return false;
    both.type = before.type;
    both.sender = before.sender;
    both.receiver = before.receiver;
    both.tick = before.tick;
    both.sequence = before.sequence;
    ox_event_copy(&into->record, &both);
    write_arguments(events, into, &both);
    if (both.count <= OX_EVENT_INLINE && into->extension != NONE) ox_event_queue_give_extension(events, into);
    return true;
}

/* Moves a slot whose priority may have changed to its place in the list. */
static void requeue(ox_events *events, ox_event_list *list, uint32_t slot) {
    ox_event_list rest = {NONE, NONE};
    for (uint32_t i = list->first, next; i != NONE; i = next) {
        next = at(events, i)->next;
        if (i != slot) insert(events, &rest, i);
    }
    insert(events, &rest, slot);
    *list = rest;
}

OX_EVENT_SELDOM static bool merge(ox_events *events, const ox_event *event, uint32_t tick,
                                  ox_event_merge *function) {
    for (uint32_t slot = events->ready.first; slot != NONE; slot = at(events, slot)->next) {
        if (at(events, slot)->record.tick != tick) continue;
        uint8_t priority = at(events, slot)->record.priority;
        if (!merge_into(events, slot, event, function)) continue;
        if (at(events, slot)->record.priority != priority) requeue(events, &events->ready, slot);
        ox_event_queue_note_end(events);
        return true;
    }
    /* The candidate is the first in the order of delivery: the order of the heap depends on earlier removals. */
    uint32_t found = NONE, place = 0;
    for (uint32_t i = 0; i < events->later.count; i++) {
        uint32_t slot = events->future[i];
        const ox_event_record *record = &at(events, slot)->record;
        if (record->tick != tick || record->type != event->type ||
            record->receiver.bits != event->receiver.bits)
            continue;
        if (found == NONE || is_before(at(events, slot), at(events, found))) found = slot, place = i;
    }
    if (found == NONE || !merge_into(events, found, event, function)) return false;
    (void)ox_binary_heap_changed(&events->later, place);
    return true;
}

bool ox_event_merge_last(ox_event *waiting, const ox_event *fresh) {
    waiting->count = fresh->count;
    memcpy(waiting->arguments, fresh->arguments, sizeof(ox_argument) * fresh->count);
    return true;
}

bool ox_event_merge_larger(ox_event *waiting, const ox_event *fresh) {
    if (fresh->count == 0) return true;
    if (waiting->count > 0 && (int32_t)fresh->arguments[0].value <= (int32_t)waiting->arguments[0].value)
        return true;
    return ox_event_merge_last(waiting, fresh);
}

bool ox_event_merge_sum(ox_event *waiting, const ox_event *fresh) {
    if (waiting->count > 0 && fresh->count > 0) waiting->arguments[0].value += fresh->arguments[0].value;
    return true;
}

/* ---- post ---- */

OX_EVENT_SELDOM static void write_extension(ox_events *events, ox_event_slot *slot, const ox_event *event) {
    (void)take_extension(events, slot, event);
    write_arguments(events, slot, event);
}

/* Posts any event; the slow way. */
OX_EVENT_SELDOM static ox_status post_any(ox_events *events, const ox_event *event, uint32_t delay) {
    FX_CHECK_OR(event->type < events->type_count, "events: post of a type that was never declared",
                return OX_BAD_ARGUMENT);
    FX_CHECK_OR(event->count <= OX_EVENT_ARGUMENTS && delay <= INT32_MAX, "events: no such count or delay",
                return OX_BAD_ARGUMENT);
    uint32_t tick = events->tick + delay, slot = events->idle;
    ox_event_merge *function = events->types[event->type].merge;
    if (function != NULL && merge(events, event, tick, function)) {
        events->counts.merged++;
        return OX_OK;
    }
    bool extension = event->count <= OX_EVENT_INLINE || events->idle_extension != NONE;
    if (slot == NONE && events->fresh < events->config.waiting && extension) {
        slot = events->fresh++;
        at(events, slot)->next = NONE;
        if (events->fresh > events->counts.most) events->counts.most = events->fresh;
    } else if (slot == NONE || !extension) {
        if (!make_room(events, event)) return OX_FULL;
        slot = events->idle;
    }
    ox_event_slot *fresh = at(events, slot);
    events->idle = fresh->next;
    ox_event_copy(&fresh->record, event);
    fresh->record.tick = tick;
    fresh->serial = events->serial++;
    fresh->record.sequence = (uint16_t)fresh->serial;
    if (fresh->record.count > OX_EVENT_INLINE) write_extension(events, fresh, event);
    if (delay == 0)
        insert(events, &events->ready, slot);
    else
        queue_for_later(events, slot);
    ox_event_queue_note_end(events);
    return OX_OK;
}

/* Posts an event. The quick way takes nearly every event: it is due now, has two arguments at most, comes behind all
 * events that are ready, and finds a slot that was used before. */
ox_status ox_events_post(ox_events *events, const ox_event *event, uint32_t delay) {
    OX_CREATED(events->slots);
    uint32_t slot = events->idle, priority = event->priority;
    if (event->type >= events->plain_types || event->count > OX_EVENT_INLINE || delay != 0 || slot == NONE ||
        priority > events->ready_priority)
        return post_any(events, event, delay);
    ox_event_slot *fresh = at(events, slot);
    *events->ready_end = events->ready.last = (uint16_t)slot;
    events->ready_end = &fresh->next;
    events->ready_priority = (uint8_t)priority;
    events->idle = fresh->next;
    ox_event_copy(&fresh->record, event);
    uint32_t serial = events->serial;
    events->serial = serial + 1u;
    fresh->record.tick = events->tick;
    fresh->record.sequence = (uint16_t)serial;
    fresh->serial = serial;
    fresh->next = NONE;
    return OX_OK;
}

void ox_events_tell(ox_events *events, ox_id name, ox_id what) {
    ox_event event;
    const uint16_t type = events == NULL || name == OX_ID_NONE ? OX_EVENT_ANY : ox_events_type(events, name);
    if (type == OX_EVENT_ANY) return;
    ox_event_begin(&event, type, OX_HANDLE_NONE, OX_HANDLE_NONE);
    (void)ox_event_add_id(&event, OX_KEY("what"), what);
    (void)ox_events_post(events, &event, 0);
}
