/* What waits in the event queue as bytes: for the state hash, for saves and rewinds. */
#include <string.h>

#include "kernel/containers/sort.h"
#include "kernel/event/internal.h"

#define NONE OX_EVENT_NONE

enum { HEAD = 16, SERIAL = 4 };

/* Takes bytes in order. */
typedef struct sink {
    uint8_t *to; /* or NULL: they are only hashed and counted */
    uint32_t hash;
    size_t count;
} sink;

static void put(sink *s, const uint8_t *bytes, size_t count) {
    if (s->to != NULL)
        memcpy(s->to + s->count, bytes, count);
    else
        s->hash = ox_fnv_bytes(s->hash, bytes, count);
    s->count += count;
}

static void put32(sink *s, uint32_t value) {
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                              (uint8_t)(value >> 24)};
    put(s, bytes, sizeof bytes);
}

static void put_slot(const ox_events *events, uint32_t slot, sink *s) {
    ox_event event;
    uint8_t bytes[OX_EVENT_BYTES_MAX];
    ox_event_queue_read(events, &events->slots[slot], &event);
    put32(s, events->slots[slot].serial);
    put(s, bytes, ox_event_encode(&event, bytes));
}

/* A sorted array is a heap, so the heap may be sorted where it lies; its order is total. */
static void put_all(ox_events *events, sink *s) {
    put32(s, events->tick);
    put32(s, events->serial);
    put32(s, events->config.deliveries - events->left);
    put32(s, ox_events_waiting(events));
    for (uint32_t slot = events->ready.first; slot != NONE; slot = events->slots[slot].next)
        put_slot(events, slot, s);
    ox_sort_heap(events->future, events->later.count, sizeof(uint16_t), events->later.compare, events);
    for (uint32_t i = 0; i < events->later.count; i++) put_slot(events, events->future[i], s);
}

uint32_t ox_events_hash(ox_events *events, uint32_t hash) {
    FX_ASSERT_MSG(!events->draining, "events: hashed during a drain");
    sink s = {NULL, hash, 0};
    put_all(events, &s);
    return s.hash;
}

static size_t slot_bytes(const ox_events *events, uint32_t slot) {
    return events->slots[slot].extension == NONE ? SERIAL + OX_EVENT_BYTES : SERIAL + OX_EVENT_BYTES_MAX;
}

size_t ox_events_image_bytes(const ox_events *events) {
    size_t bytes = HEAD;
    for (uint32_t slot = events->ready.first; slot != NONE; slot = events->slots[slot].next) {
        bytes += slot_bytes(events, slot);
    }
    for (uint32_t i = 0; i < events->later.count; i++) bytes += slot_bytes(events, events->future[i]);
    return bytes;
}

size_t ox_events_save(ox_events *events, uint8_t *image, size_t size) {
    FX_CHECK_OR(!events->draining, "events: saved during a drain", return 0);
    if (size < ox_events_image_bytes(events)) return 0;
    sink s = {image, 0, 0};
    put_all(events, &s);
    return s.count;
}

static uint32_t get32(const uint8_t *from) {
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

/* Walks over an image: checks it when `load` is false, and enters its events else. */
static ox_status walk(ox_events *events, const uint8_t *image, size_t size, bool load) {
    uint32_t count = get32(image + 12), extensions = 0;
    size_t used;
    for (image += HEAD, size -= HEAD; count > 0; count--, image += SERIAL + used, size -= SERIAL + used) {
        ox_event event;
        if (size < SERIAL || ox_event_decode(&event, image + SERIAL, size - SERIAL, &used) != OX_OK)
            return OX_BAD_DATA;
        uint32_t serial = get32(image), serial_now = events->serial;
        if (event.type >= events->type_count || event.sequence != (uint16_t)serial) return OX_BAD_DATA;
        if (event.count > OX_EVENT_INLINE && ++extensions > events->config.extensions) return OX_FULL;
        if (!load) continue;
        /* Entered as if it had been posted then; merging was done when it was. */
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
    return size == 0 ? OX_OK : OX_BAD_DATA;
}

ox_status ox_events_load(ox_events *events, const uint8_t *image, size_t size) {
    FX_CHECK_OR(!events->draining, "events: loaded during a drain", return OX_BAD_STATE);
    if (size < HEAD) return OX_BAD_DATA;
    if (get32(image + 12) > events->config.waiting) return OX_FULL;
    ox_status status = walk(events, image, size, false);
    if (ox_failed(status)) return status;
    ox_event_queue_init(events);
    events->tick = get32(image);
    events->serial = get32(image + 4);
    events->taken = events->serial - get32(image + 12);
    uint32_t delivered = get32(image + 8);
    events->left = events->config.deliveries -
                   (delivered < events->config.deliveries ? delivered : events->config.deliveries);
    return walk(events, image, size, true);
}
