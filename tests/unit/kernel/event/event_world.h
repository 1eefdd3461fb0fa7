/* A little world for the tests of events: receivers with handles, and the events that they heard. */
#ifndef OXCART_TESTS_UNIT_EVENT_WORLD_H
#define OXCART_TESTS_UNIT_EVENT_WORLD_H

#include <string.h>

#include "kernel/event/events.h"
#include "tests/test.h"

enum { WORLD_THINGS = 8, WORLD_HEARD = 256 };

typedef struct event_world event_world;
typedef struct event_thing {
    event_world *of;
    ox_handle handle; /* no handle: the receiver is gone */
    ox_answer answer;
    void (*does)(struct event_thing *thing, const ox_event *event);
    int32_t experience;
} event_thing;

struct event_world {
    _Alignas(8) uint8_t memory[32768];
    ox_arena arena;
    ox_log log;
    ox_events events;
    ox_events_config config;
    event_thing things[WORLD_THINGS];
    uint32_t heard; /* deliveries to things and listeners */
    struct {
        uint32_t tick;
        uint16_t type;
        int32_t value;
        ox_handle whom;
    } list[WORLD_HEARD];
};

static inline void *event_world_resolve(void *world, ox_handle handle) {
    event_world *w = world;
    uint32_t i = handle.bits & 0xFFFFu;
    return i < WORLD_THINGS && w->things[i].handle.bits == handle.bits && handle.bits != 0 ? &w->things[i]
                                                                                           : NULL;
}

static inline void event_world_note(event_world *w, const ox_event *event, ox_handle whom) {
    if (w->heard < WORLD_HEARD) {
        w->list[w->heard].tick = event->tick;
        w->list[w->heard].type = event->type;
        w->list[w->heard].value = event->count > 0 ? (int32_t)event->arguments[0].value : 0;
        w->list[w->heard].whom = whom;
    }
    w->heard++;
}

static inline ox_answer event_thing_handle(void *object, const ox_event *event) {
    event_thing *thing = object;
    event_world_note(thing->of, event, thing->handle);
    if (thing->does != NULL) thing->does(thing, event);
    return thing->answer;
}

/* A listener of the bus that is no object of the world. */
static inline ox_answer event_world_listen(void *object, const ox_event *event) {
    event_world_note(object, event, OX_HANDLE_NONE);
    return OX_PASSED;
}

/* Opens a bus of six types; the things' handles are made of slot and generation 1. */
static inline void event_world_open(event_world *w, const ox_events_config *config) {
    static const ox_id names[6] = {1001, 1002, 1003, 1004, 1005, 1006};
    memset(w, 0, sizeof *w);
    w->config =
        config != NULL
            ? *config
            : (ox_events_config){.types = 8, .waiting = 64, .extensions = 8, .listeners = 16, .trace = 32};
    ox_arena_init(&w->arena, w->memory, sizeof w->memory);
    CHECK(ox_log_init(&w->log, NULL, &w->arena, 8, 160));
    w->config.resolver = (ox_resolver){event_world_resolve, w};
    w->config.deliver = event_thing_handle;
    w->config.log = &w->log;
    CHECK_EQ(ox_events_init(&w->events, &w->config, &w->arena), OX_OK);
    CHECK_EQ(ox_events_add_types(&w->events, names, 6), OX_OK);
    for (uint32_t i = 0; i < WORLD_THINGS; i++) {
        w->things[i].of = w;
        w->things[i].handle.bits = 0x10000u + i;
        w->things[i].answer = OX_HANDLED;
    }
}

/* Posts an event with one number. */
static inline ox_status event_world_post(event_world *w, uint16_t type, ox_handle from, ox_handle to,
                                         int32_t value, uint8_t priority, uint32_t delay) {
    ox_event e;
    ox_event_begin(&e, type, from, to);
    e.priority = priority;
    (void)ox_event_add_int(&e, 1, value);
    return ox_events_post(&w->events, &e, delay);
}

static inline uint32_t event_world_tick(event_world *w, uint32_t tick) {
    ox_events_begin(&w->events, tick);
    return ox_events_drain(&w->events);
}

#endif
