/* The waiting events of the queue as bytes: for the state hash, for saves and rewinds. */
#include <string.h>

#include "kernel/containers/sort.h"
#include "kernel/event/internal.h"

#define NONE OX_EVENT_NONE

static void write_slot(const ox_events *events, uint32_t slot, ox_writer *to) {
    ox_event event;
    uint8_t bytes[OX_EVENT_BYTES_MAX];
    ox_event_queue_read(events, &events->slots[slot], &event);
    ox_write_u32(to, events->slots[slot].serial);
    ox_write_bytes(to, bytes, ox_event_encode(&event, bytes));
}

/* Writes the waiting events. A sorted array is a heap, so the heap may be sorted in place; the order of events is
 * total. */
void ox_events_save(const ox_events *events, ox_writer *to) {
    FX_CHECK_OR(!events->draining, "events: saved during a drain", return );
    ox_write_u32(to, events->tick);
    ox_write_u32(to, events->serial);
    ox_write_u32(to, events->config.deliveries - events->left);
    ox_write_u32(to, ox_events_waiting(events));
    for (uint32_t slot = events->ready.first; slot != NONE; slot = events->slots[slot].next)
        write_slot(events, slot, to);
    ox_sort_heap(events->future, events->later.count, sizeof(uint16_t), events->later.compare,
                 events->later.context);
    for (uint32_t i = 0; i < events->later.count; i++) write_slot(events, events->future[i], to);
}

uint32_t ox_events_hash(const ox_events *events, uint32_t hash) {
    ox_writer to = ox_writer_hash();
    to.hash = hash;
    ox_events_save(events, &to);
    return to.hash;
}

/* Walks over the events of an image: only checks them when `load` is false, else enters them. */
static ox_status walk(ox_events *events, ox_reader *from, uint32_t count, bool load) {
    uint32_t extensions = 0;
    for (; count > 0; count--) {
        ox_event event;
        size_t used = 0;
        const uint32_t serial = ox_read_u32(from), serial_now = events->serial;
        if (from->bad ||
            ox_event_decode(&event, from->bytes + from->used, from->size - from->used, &used) != OX_OK)
            return OX_BAD_DATA;
        from->used += used;
        if (event.type >= events->type_count || event.sequence != (uint16_t)serial) return OX_BAD_DATA;
        if (event.count > OX_EVENT_INLINE && ++extensions > events->config.extensions) return OX_FULL;
        if (!load) continue;
        /* An event is entered as if it had been posted at its time; its merging was done at that post. */
        uint32_t delay = event.tick - events->tick;
        ox_event_merge *merge = events->types[event.type].merge;
        ox_events_counts counts = events->counts;
        uint32_t plain = events->plain_types;
        events->types[event.type].merge = NULL;
        events->plain_types = events->type_count;
        events->serial = serial;
        if ((int32_t)delay > 0) {
            (void)ox_events_post(events, &event, delay);
        } else {
            uint32_t tick = events->tick;
            events->tick = event.tick;
            (void)ox_events_post(events, &event, 0);
            events->tick = tick;
        }
        events->serial = serial_now;
        events->types[event.type].merge = merge;
        events->plain_types = plain;
        events->counts = counts;
    }
    return OX_OK;
}

void ox_events_clear(ox_events *events, uint32_t tick) {
    events->tick = tick;
    events->serial = 0;
    events->left = events->config.deliveries;
    ox_event_queue_init(events);
}

ox_status ox_events_restore(ox_events *events, ox_reader *from) {
    FX_CHECK_OR(!events->draining, "events: restored during a drain", return OX_BAD_STATE);
    const uint32_t tick = ox_read_u32(from), serial = ox_read_u32(from), delivered = ox_read_u32(from),
                   count = ox_read_u32(from), most = events->config.deliveries;
    if (from->bad) return OX_BAD_DATA;
    if (count > events->config.waiting) return OX_FULL;
    ox_reader ahead = *from;
    ox_status status = walk(events, &ahead, count, false);
    if (ox_failed(status)) return status;
    ox_events_clear(events, tick);
    events->serial = serial;
    events->taken = serial - count;
    events->left = most - (delivered < most ? delivered : most);
    return walk(events, from, count, true);
}
