/* Boundaries of threads: a million notes through an inbox, and a mixer that goes on while the main flow
 * stalls. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "kernel/event/inbox.h"
#include "tests/test.h"

enum { NOTES = 1000000, ROOM = 256 };

static void *produce(void *context) {
    ox_inbox *inbox = context;
    for (uint32_t i = 0; i < NOTES;) {
        ox_inbox_note note = {.type = 0, .number = (uint16_t)i, .value = i * 2654435761u};
        if (ox_inbox_push(inbox, note) == OX_OK)
            i++;
        else
            sched_yield();
    }
    return NULL;
}

typedef struct tally {
    uint32_t next, wrong;
} tally;

static ox_answer count_note(void *object, const ox_event *event) {
    tally *t = object;
    if (ox_event_int(event, OX_KEY("number"), -1) != (uint16_t)t->next) t->wrong++;
    if ((uint32_t)ox_event_int(event, OX_KEY("value"), 0) != t->next * 2654435761u) t->wrong++;
    t->next++;
    return OX_HANDLED;
}

static void open_events(ox_events *events, ox_arena *arena, void *memory, size_t bytes) {
    ox_events_config config = {.types = 1, .waiting = ROOM, .listeners = 1, .deliveries = UINT32_MAX};
    ox_arena_init(arena, memory, bytes);
    CHECK_EQ(ox_events_init(events, &config, arena), OX_OK);
    CHECK_EQ(ox_events_add_type(events, SID("note"), NULL, NULL), OX_OK);
}

TEST(event_inbox_threads_lose_nothing) {
    static ox_inbox_note storage[ROOM];
    static _Alignas(8) uint8_t memory[65536];
    ox_inbox inbox;
    ox_arena arena;
    ox_events events;
    tally t = {0, 0};
    pthread_t thread;
    open_events(&events, &arena, memory, sizeof memory);
    CHECK_EQ(ox_inbox_init(&inbox, storage, ROOM), OX_OK);
    CHECK(!ox_handle_is_none(ox_events_listen(&events, (ox_interest){.type = 0}, count_note, &t)));
    CHECK_EQ(pthread_create(&thread, NULL, produce, &inbox), 0);
    for (uint32_t tick = 0; t.next < NOTES && tick < 100u * NOTES; tick++) {
        ox_events_begin(&events, tick);
        if (ox_inbox_take(&inbox, &events) == 0) sched_yield();
        (void)ox_events_drain(&events);
    }
    (void)pthread_join(thread, NULL);
    CHECK_EQ(t.next, NOTES);
    CHECK_EQ(t.wrong, 0);
    CHECK_EQ(events.counts.dropped, 0);
}

/* A stand-in for the sound thread: takes commands from one ring, makes a block every millisecond, and
 * announces each block in another ring. */
typedef struct mixer {
    ox_inbox commands, blocks;
    ox_inbox_note commanded[ROOM], made[1024];
    uint32_t volume;
} mixer;

static void nap(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    (void)nanosleep(&time, NULL);
}

static void *mix(void *context) {
    mixer *m = context;
    for (uint16_t block = 0;; block++) {
        ox_inbox_note note;
        while (ox_inbox_pop(&m->commands, &note)) {
            if (note.number == 0) return NULL;
            m->volume = note.value;
        }
        note = (ox_inbox_note){.type = 0, .number = block, .value = m->volume};
        if (ox_inbox_push(&m->blocks, note) != OX_OK) return NULL;
        nap(1);
    }
}

TEST(event_inbox_sound_goes_on_in_a_stall) {
    static mixer m;
    pthread_t thread;
    ox_inbox_note note;
    uint32_t before = 0, loud = 0;
    m.volume = 1;
    CHECK_EQ(ox_inbox_init(&m.commands, m.commanded, ROOM), OX_OK);
    CHECK_EQ(ox_inbox_init(&m.blocks, m.made, 1024), OX_OK);
    CHECK_EQ(pthread_create(&thread, NULL, mix, &m), 0);
    nap(20);
    while (ox_inbox_pop(&m.blocks, &note)) before++;
    CHECK_EQ(ox_inbox_push(&m.commands, (ox_inbox_note){.number = 1, .value = 7}), OX_OK);
    nap(100); /* the main flow stalls; nobody asks for blocks */
    uint32_t meanwhile = ox_inbox_count(&m.blocks);
    CHECK(meanwhile >= 10); /* about 90 on an idle machine */
    for (uint32_t i = 0; i < meanwhile && ox_inbox_pop(&m.blocks, &note); i++) {
        CHECK_EQ(note.number, (uint16_t)(before + i)); /* none missing */
        loud += note.value == 7;
    }
    CHECK(loud > 0);
    CHECK_EQ(ox_inbox_push(&m.commands, (ox_inbox_note){.number = 0}), OX_OK);
    (void)pthread_join(thread, NULL);
    CHECK_EQ(m.blocks.core.rejected, 0);
}
