/* The event queue: order, delays, priorities, merging, cancelling, overflow, rounds, saving; against a plain model. */
#include "fixedmath/random.h"
#include "tests/unit/kernel/event/event_world.h"

static event_world w, v;
static const ox_handle nobody = {0};

#define NORMAL OX_EVENT_NORMAL

TEST(event_queue_delays) {
    event_world_open(&w, NULL);
    ox_handle to = w.things[1].handle;
    for (int i = 0; i < 3; i++) {
        static const uint32_t delays[3] = {5, 1, 3};
        CHECK_EQ(event_world_post(&w, 0, nobody, to, i, NORMAL, delays[i]), OX_OK);
    }
    CHECK_EQ(w.heard, 0); /* no event is handled before the poster returns */
    for (uint32_t tick = 0; tick <= 6; tick++) (void)event_world_tick(&w, tick);
    CHECK_EQ(w.heard, 3);
    CHECK(w.list[0].tick == 1 && w.list[1].tick == 3 && w.list[2].tick == 5);
    CHECK(w.list[0].value == 1 && w.list[1].value == 2 && w.list[2].value == 0);
    w.heard = 0;
    for (int i = 0; i < 3; i++) {
        static const uint32_t delays[3] = {3, 1, 2};
        CHECK_EQ(event_world_post(&w, 0, nobody, to, (int32_t)delays[i], NORMAL, delays[i]), OX_OK);
    }
    for (uint32_t tick = 7; tick <= 10; tick++) (void)event_world_tick(&w, tick);
    CHECK(w.list[0].value == 1 && w.list[1].value == 2 && w.list[2].value == 3);
    CHECK_EQ(ox_events_waiting(&w.events), 0);
}

TEST(event_queue_priority_then_first_in) {
    static const uint8_t priorities[6] = {NORMAL, OX_EVENT_LOW, OX_EVENT_HIGH, NORMAL, OX_EVENT_HIGH, 255};
    static const int32_t order[6] = {5, 2, 4, 0, 3, 1};
    for (uint32_t delay = 0; delay < 2; delay++) {
        event_world_open(&w, NULL);
        w.events.serial = w.events.taken = 0xFFFFFFFDu; /* serial numbers wrap on the way */
        for (int i = 0; i < 6; i++) {
            CHECK_EQ(event_world_post(&w, 0, nobody, w.things[1].handle, i, priorities[i], delay), OX_OK);
        }
        CHECK_EQ(event_world_tick(&w, delay), 6);
        for (int i = 0; i < 6; i++) CHECK_EQ(w.list[i].value, order[i]);
    }
}

TEST(event_queue_long_waits_keep_order) {
    /* 70,000 posts between two events for one tick: the 16 bits of the record are not enough to tell. */
    event_world_open(&w, NULL);
    CHECK_EQ(event_world_post(&w, 0, nobody, w.things[1].handle, 1, NORMAL, 10), OX_OK);
    for (int i = 0; i < 70000; i++) {
        CHECK_EQ(event_world_post(&w, 1, w.things[2].handle, nobody, 0, NORMAL, 0), OX_OK);
        if (i % 32 == 0) (void)ox_events_cancel(&w.events, w.things[2].handle, 1);
    }
    (void)ox_events_cancel(&w.events, w.things[2].handle, OX_EVENT_ANY);
    CHECK_EQ(event_world_post(&w, 0, nobody, w.things[1].handle, 2, NORMAL, 10), OX_OK);
    CHECK_EQ(event_world_tick(&w, 10), 2);
    CHECK(w.list[0].value == 1 && w.list[1].value == 2);
}

TEST(event_queue_record_arrives_when_due) {
    /* 245.34 s at 60 ticks a second: 14,720.4, so the first tick at or behind is 14,721. */
    uint32_t due = (24534u * 60u + 99u) / 100u;
    event_world_open(&w, NULL);
    CHECK_EQ(due, 14721);
    CHECK_EQ(event_world_post(&w, 2, w.things[0].handle, w.things[1].handle, 10, NORMAL, due), OX_OK);
    for (uint32_t tick = 0; tick < due; tick++) CHECK_EQ(event_world_tick(&w, tick), 0);
    CHECK_EQ(event_world_tick(&w, due), 1);
    CHECK_EQ(event_world_tick(&w, due + 1), 0);
    CHECK(w.heard == 1 && w.list[0].value == 10 && w.list[0].type == 2 && w.list[0].tick == due);
}

static void post_again(event_thing *thing, const ox_event *event) {
    if (thing->experience++ < 59) CHECK_EQ(ox_events_post(&thing->of->events, event, 1), OX_OK);
}

TEST(event_queue_reposts_itself) {
    event_world_open(&w, NULL);
    w.things[1].does = post_again;
    CHECK_EQ(event_world_post(&w, 0, nobody, w.things[1].handle, 7, NORMAL, 1), OX_OK);
    for (uint32_t tick = 1; tick <= 60; tick++) CHECK_EQ(event_world_tick(&w, tick), 1);
    CHECK_EQ(w.heard, 60);
    for (uint32_t tick = 61; tick <= 70; tick++) CHECK_EQ(event_world_tick(&w, tick), 0);
}

static void post_now(event_thing *thing, const ox_event *event) {
    thing->experience++;
    CHECK_EQ(ox_events_post(&thing->of->events, event, 0), OX_OK);
}

TEST(event_queue_rounds_end) {
    event_world_open(&w, NULL);
    w.things[1].does = post_now;
    CHECK_EQ(event_world_post(&w, 3, w.things[2].handle, w.things[1].handle, 7, NORMAL, 0), OX_OK);
    CHECK_EQ(event_world_tick(&w, 1), OX_EVENT_ROUNDS);
    CHECK_EQ(w.events.counts.loops, 1);
    CHECK(strstr(ox_log_recent(&w.log, OX_PROFILED ? 1 : 0),
                 "type 3 (#000003ec) from 00010002 to 00010001") != NULL);
    CHECK_EQ(ox_events_drain(&w.events), 0); /* an event posted in this tick waits for the next */
    w.things[1].does = NULL;
    CHECK_EQ(event_world_tick(&w, 2), 1); /* the next tick handles it */
    CHECK_EQ(w.list[w.heard - 1].tick, 2);
    CHECK_EQ(event_world_tick(&w, 3), 0);
}

static void answer_with_another(event_thing *thing, const ox_event *event) {
    ox_event next;
    ox_event_begin(&next, event->type == 3 ? 4 : 3, event->receiver, event->sender);
    CHECK_EQ(ox_events_post(&thing->of->events, &next, 0), OX_OK);
}

/* A that answers B that answers A: the chain is cut in each tick, and its cycle told, where deliveries are traced. */
TEST(event_queue_tells_the_cycle_that_it_cuts) {
    event_world_open(&w, NULL);
    w.things[1].does = w.things[2].does = answer_with_another;
    CHECK_EQ(event_world_post(&w, 3, w.things[2].handle, w.things[1].handle, 0, NORMAL, 0), OX_OK);
    for (uint32_t tick = 1; tick < 4; tick++) {
        CHECK_EQ(event_world_tick(&w, tick), OX_EVENT_ROUNDS);
        CHECK_EQ(w.events.counts.loops, tick);
    }
    if (OX_PROFILED)
        CHECK(strcmp(ox_log_recent(&w.log, 0), "events: a cycle of 2: #000003ec from 00010002 to 00010001, "
                                               "#000003ed from 00010001 to 00010002") == 0);
    w.events.trace = NULL; /* nobody looks: the chain is cut all the same */
    w.events.config.trace = 0;
    const uint32_t written = w.log.written;
    CHECK_EQ(event_world_tick(&w, 4), OX_EVENT_ROUNDS);
    CHECK_EQ(w.log.written, written + 1);
}

static void drain_within(event_thing *thing, const ox_event *event) {
    (void)event;
    CHECK_EQ(ox_events_drain(&thing->of->events), 0);
}

TEST(event_queue_cap_of_deliveries) {
    ox_events_config config = {.types = 6, .waiting = 32, .deliveries = 10};
    event_world_open(&w, &config);
    for (int i = 0; i < 25; i++)
        CHECK_EQ(event_world_post(&w, 0, nobody, w.things[1].handle, i, NORMAL, 0), OX_OK);
    CHECK_EQ(event_world_tick(&w, 1), 10);
    CHECK_EQ(event_world_tick(&w, 2), 10);
    CHECK_EQ(event_world_tick(&w, 3), 5);
    for (int i = 0; i < 25; i++) CHECK_EQ(w.list[i].value, i);
    CHECK_EQ(w.events.counts.loops, 2);
    w.things[1].does = drain_within;
    CHECK_EQ(event_world_post(&w, 0, nobody, w.things[1].handle, 0, NORMAL, 0), OX_OK);
    CHECK_EQ(event_world_tick(&w, 4), 1);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(event_queue_overflow_drops_least) {
    ox_events_config config = {.types = 6, .waiting = 4, .extensions = 1};
    event_world_open(&w, &config);
    ox_handle to = w.things[1].handle;
    CHECK_EQ(event_world_post(&w, 0, nobody, to, 0, NORMAL, 0), OX_OK);
    CHECK_EQ(event_world_post(&w, 0, nobody, to, 1, OX_EVENT_LOW, 2), OX_OK);
    CHECK_EQ(event_world_post(&w, 0, nobody, to, 2, OX_EVENT_LOW, 3), OX_OK);
    CHECK_EQ(event_world_post(&w, 0, nobody, to, 3, OX_EVENT_HIGH, 0), OX_OK);
    /* no waiting event is less important */
    CHECK_EQ(event_world_post(&w, 0, nobody, to, 4, OX_EVENT_LOW, 0), OX_FULL);
    CHECK_EQ(event_world_post(&w, 0, nobody, to, 5, NORMAL, 1), OX_OK); /* event 2 is dropped */
    CHECK_EQ(w.events.counts.dropped, 2);
    CHECK_EQ(ox_events_waiting(&w.events), 4);
    for (uint32_t tick = 0; tick < 5; tick++) (void)event_world_tick(&w, tick);
    CHECK_EQ(w.heard, 4);
    CHECK(w.list[0].value == 3 && w.list[1].value == 0 && w.list[2].value == 5 && w.list[3].value == 1);
    /* Extensions run out as well: there are two for events of three arguments. */
    ox_event e;
    ox_event_begin(&e, 0, nobody, to);
    CHECK(ox_event_add_vec3(&e, 9, (vec3){4, 5, 6}));
    CHECK_EQ(ox_events_post(&w.events, &e, 0), OX_OK);
    CHECK_EQ(ox_events_post(&w.events, &e, 0), OX_FULL);
    e.priority = OX_EVENT_HIGH;
    CHECK_EQ(ox_events_post(&w.events, &e, 0), OX_OK);
    CHECK_EQ(ox_events_waiting(&w.events), 1);
    e.type = 6;
    CHECK_EQ(ox_events_post(&w.events, &e, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(event_queue_merges) {
    static const struct {
        ox_event_merge *merge;
        int32_t result;
    } cases[3] = {{ox_event_merge_last, 5}, {ox_event_merge_larger, 30}, {ox_event_merge_sum, 45}};
    for (uint16_t k = 0; k < 3; k++) {
        uint16_t type = 0;
        event_world_open(&w, NULL);
        CHECK_EQ(ox_events_add_type(&w.events, 5000u + k, cases[k].merge, &type), OX_OK);
        for (uint32_t delay = 0; delay < 3; delay += 2) {
            w.heard = 0;
            for (int i = 0; i < 3; i++) {
                static const int32_t values[3] = {10, 30, 5};
                CHECK_EQ(event_world_post(&w, type, nobody, w.things[1].handle, values[i], NORMAL, delay),
                         OX_OK);
                CHECK_EQ(event_world_post(&w, type, nobody, w.things[2].handle, 1, NORMAL, delay + 4), OX_OK);
            }
            CHECK_EQ(ox_events_waiting(&w.events), 2);
            CHECK_EQ(event_world_tick(&w, w.events.tick + delay), 1);
            CHECK_EQ(w.list[0].value, cases[k].result);
            CHECK_EQ(event_world_tick(&w, w.events.tick + 10), 1);
        }
        CHECK_EQ(w.events.counts.merged, 8);
    }
}

static void take_priority(ox_event *waiting, const ox_event *fresh) { waiting->priority = fresh->priority; }
static bool merge_by_priority(ox_event *waiting, const ox_event *fresh) {
    take_priority(waiting, fresh);
    return ox_event_merge_last(waiting, fresh);
}

TEST(event_queue_merge_may_change_order_and_size) {
    uint16_t type = 0;
    for (uint32_t delay = 0; delay < 2; delay++) {
        ox_event e;
        event_world_open(&w, NULL);
        CHECK_EQ(ox_events_add_type(&w.events, 6000, merge_by_priority, &type), OX_OK);
        CHECK_EQ(event_world_post(&w, 0, nobody, w.things[1].handle, 1, NORMAL, delay), OX_OK);
        CHECK_EQ(event_world_post(&w, type, nobody, w.things[1].handle, 2, OX_EVENT_LOW, delay), OX_OK);
        ox_event_begin(&e, type, nobody, w.things[1].handle);
        for (uint16_t i = 0; i < 6; i++) CHECK(ox_event_add_int(&e, i, 3 + i));
        e.priority = OX_EVENT_HIGH;
        CHECK_EQ(ox_events_post(&w.events, &e, delay), OX_OK);
        CHECK_EQ(event_world_tick(&w, delay), 2);
        CHECK(w.list[0].value == 3 && w.list[1].value == 1);
    }
}

TEST(event_queue_cancel) {
    event_world_open(&w, NULL);
    ox_handle a = w.things[1].handle, b = w.things[2].handle;
    for (int i = 0; i < 12; i++) {
        CHECK_EQ(event_world_post(&w, (uint16_t)(i % 2), i % 3 == 0 ? a : b, a, i, NORMAL, (uint32_t)(i % 4)),
                 OX_OK);
    }
    CHECK_EQ(ox_events_cancel(&w.events, a, 0), 2);            /* events 0 and 6 */
    CHECK_EQ(ox_events_cancel(&w.events, a, OX_EVENT_ANY), 2); /* events 3 and 9 */
    CHECK_EQ(ox_events_waiting(&w.events), 8);
    for (uint32_t tick = 0; tick < 4; tick++) (void)event_world_tick(&w, tick);
    static const int32_t left[8] = {4, 8, 1, 5, 2, 10, 7, 11};
    CHECK_EQ(w.heard, 8);
    for (int i = 0; i < 8; i++) CHECK_EQ(w.list[i].value, left[i]);
}

/* ---- against a model: an array that is searched for the next event ---- */

enum { MODEL = 24 };
typedef struct model_event {
    uint32_t tick, number;
    int32_t value;
    uint8_t priority;
    uint16_t type;
    uint32_t from;
} model_event;
static model_event model[MODEL];
static uint32_t model_count;

static bool model_before(const model_event *a, const model_event *b) {
    if (a->tick != b->tick) return a->tick < b->tick;
    if (a->priority != b->priority) return a->priority > b->priority;
    return a->number < b->number;
}

static void model_remove(uint32_t i) {
    for (; i + 1 < model_count; i++) model[i] = model[i + 1];
    model_count--;
}

static void model_post(model_event fresh) {
    if (model_count == MODEL) {
        uint32_t least = 0;
        for (uint32_t i = 1; i < model_count; i++) {
            if (model[i].priority < model[least].priority ||
                (model[i].priority == model[least].priority && model_before(&model[least], &model[i]))) {
                least = i;
            }
        }
        if (model[least].priority >= fresh.priority) return;
        model_remove(least);
    }
    model[model_count++] = fresh;
}

static void model_tick(uint32_t tick) {
    uint32_t expected = 0;
    for (;;) {
        uint32_t next = MODEL;
        for (uint32_t i = 0; i < model_count; i++) {
            if (model[i].tick <= tick && (next == MODEL || model_before(&model[i], &model[next]))) next = i;
        }
        if (next == MODEL) break;
        CHECK(expected < w.heard && w.list[expected].value == model[next].value);
        expected++;
        model_remove(next);
    }
    CHECK_EQ(w.heard, expected);
    w.heard = 0;
}

TEST(event_queue_against_model) {
    ox_events_config config = {.types = 6, .waiting = MODEL, .extensions = 4};
    rng32 r = rng32_seed(39, 1);
    uint32_t tick = 0;
    event_world_open(&w, &config);
    w.events.serial = w.events.taken = 0xFFFFF000u;
    model_count = 0;
    for (uint32_t number = 0; number < 10000; number++) {
        uint32_t what = rng_below(&r, 16);
        if (what < 12) {
            uint32_t from = 1 + rng_below(&r, 3), delay = rng_below(&r, 6);
            uint16_t type = (uint16_t)rng_below(&r, 3);
            uint8_t priority = (uint8_t)(100 + rng_below(&r, 3));
            (void)event_world_post(&w, type, w.things[from].handle, w.things[0].handle, (int32_t)number,
                                   priority, delay);
            model_post((model_event){tick + delay, number, (int32_t)number, priority, type, from});
        } else if (what == 12) {
            uint32_t from = 1 + rng_below(&r, 3), removed = 0;
            uint16_t type = rng_below(&r, 2) != 0 ? (uint16_t)rng_below(&r, 3) : (uint16_t)OX_EVENT_ANY;
            for (uint32_t i = model_count; i-- > 0;) {
                if (model[i].from == from && (type == OX_EVENT_ANY || model[i].type == type))
                    model_remove(i), removed++;
            }
            CHECK_EQ(ox_events_cancel(&w.events, w.things[from].handle, type), removed);
        } else {
            tick += rng_below(&r, 3);
            (void)event_world_tick(&w, tick);
            model_tick(tick);
        }
        CHECK_EQ(ox_events_waiting(&w.events), model_count);
    }
}

/* ---- saving ---- */

static void fill(event_world *world, rng32 *r, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        ox_event e;
        ox_event_begin(&e, (uint16_t)rng_below(r, 6), world->things[rng_below(r, 8)].handle,
                       world->things[1].handle);
        e.priority = (uint8_t)rng_below(r, 4);
        CHECK(ox_event_add_int(&e, 1, (int32_t)rng32_next(r)));
        if (rng_below(r, 8) == 0) CHECK(ox_event_add_vec3(&e, 2, (vec3){1, 2, (fx)i}));
        (void)ox_events_post(&world->events, &e, rng_below(r, 5));
    }
}

TEST(event_queue_save_load_hash) {
    static uint8_t image[4096];
    rng32 r = rng32_seed(8, 8);
    for (int round = 0; round < 40; round++) {
        event_world_open(&w, NULL);
        event_world_open(&v, NULL);
        w.events.serial = w.events.taken = 0xFFFFFFF0u;
        ox_events_begin(&w.events, 100);
        fill(&w, &r, 30);
        (void)event_world_tick(&w, 101);
        fill(&w, &r, 10);
        uint32_t hash = ox_events_hash(&w.events, OX_FNV_START);
        CHECK_EQ(ox_events_hash(&w.events, OX_FNV_START), hash);
        ox_writer to = ox_writer_bytes(image, sizeof image);
        ox_events_save(&w.events, &to);
        CHECK(!to.full);
        size_t size = to.used;
        CHECK_EQ(ox_fnv_bytes(OX_FNV_START, image, size), hash);
        ox_reader from = ox_reader_bytes(image, size), cut = ox_reader_bytes(image, size - 1);
        CHECK(ox_events_restore(&v.events, &from) == OX_OK && from.used == size);
        CHECK_EQ(ox_events_hash(&v.events, OX_FNV_START), hash);
        CHECK_EQ(ox_events_restore(&v.events, &cut), OX_BAD_DATA);
        image[rng_below(&r, (uint32_t)size)] ^= 4;
        from = ox_reader_bytes(image, size);
        ox_status status = ox_events_restore(&v.events, &from);
        CHECK(status == OX_OK ? ox_events_hash(&v.events, OX_FNV_START) != hash
                              : ox_events_hash(&v.events, OX_FNV_START) == hash);
        if (status == OX_OK) continue;
        /* The original and the restored bus go on alike. */
        w.heard = v.heard = 0;
        for (uint32_t tick = 102; tick < 108; tick++) {
            (void)event_world_tick(&w, tick);
            (void)event_world_tick(&v, tick);
            CHECK_EQ(ox_events_hash(&v.events, OX_FNV_START), ox_events_hash(&w.events, OX_FNV_START));
        }
        CHECK_EQ(w.heard, v.heard);
        for (uint32_t i = 0; i < w.heard; i++) CHECK_EQ(w.list[i].value, v.list[i].value);
    }
}

TEST(event_queue_hash_sees_every_field) {
    uint8_t image[OX_EVENT_BYTES_MAX];
    ox_event e, changed;
    uint32_t sound = 0;
    event_world_open(&w, NULL);
    ox_event_begin(&e, 2, w.things[0].handle, w.things[1].handle);
    CHECK(ox_event_add_int(&e, 1, 5));
    CHECK(ox_event_add_fx(&e, 2, 6));
    CHECK(ox_event_add_handle(&e, 3, w.things[2].handle));
    CHECK_EQ(ox_events_post(&w.events, &e, 5), OX_OK);
    uint32_t hash = ox_events_hash(&w.events, OX_FNV_START);
    size_t size = ox_event_encode(&e, image);
    for (uint32_t bit = 0; bit < 8 * size; bit++) {
        uint32_t byte = bit / 8;
        /* post sets these bytes: tick and sequence */
        if ((byte >= 4 && byte < 8) || byte == 16 || byte == 17) continue;
        image[byte] ^= (uint8_t)(1u << bit % 8);
        if (ox_event_decode(&changed, image, size, NULL) == OX_OK && changed.type < 6) {
            event_world_open(&v, NULL);
            CHECK_EQ(ox_events_post(&v.events, &changed, 5), OX_OK);
            CHECK(ox_events_hash(&v.events, OX_FNV_START) != hash);
            sound++;
        }
        image[byte] ^= (uint8_t)(1u << bit % 8);
    }
    CHECK(sound > 150);
    event_world_open(&v, NULL);
    CHECK_EQ(ox_events_post(&v.events, &e, 6), OX_OK); /* a post in another tick */
    CHECK(ox_events_hash(&v.events, OX_FNV_START) != hash);
}

TEST(event_queue_capacities) {
    static _Alignas(8) uint8_t memory[600];
    ox_arena arena;
    ox_events events;
    ox_events_config config = {.types = 2, .waiting = 4};
    ox_arena_init(&arena, memory, 16);
    CHECK_EQ(ox_events_init(&events, &config, &arena), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), 0);
    ox_arena_init(&arena, memory, sizeof memory);
    config.waiting = 0;
    CHECK_EQ(ox_events_init(&events, &config, &arena), OX_BAD_ARGUMENT);
    config.waiting = 65535;
    CHECK_EQ(ox_events_init(&events, &config, &arena), OX_BAD_ARGUMENT);
    config.waiting = 4;
    config.trace = 3;
    CHECK_EQ(ox_events_init(&events, &config, &arena), OX_BAD_ARGUMENT);
    config.trace = 0;
    CHECK_EQ(ox_events_init(&events, &config, &arena), OX_OK);
    uint16_t type = 9;
    CHECK_EQ(ox_events_add_type(&events, SID("damaged"), NULL, &type), OX_OK);
    CHECK_EQ(type, 0);
    CHECK_EQ(ox_events_add_type(&events, SID("Damaged"), NULL, &type), OX_ALREADY_THERE);
    CHECK_EQ(ox_events_add_type(&events, 0, NULL, &type), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_events_add_type(&events, SID("fell"), NULL, &type), OX_OK);
    CHECK_EQ(ox_events_add_type(&events, SID("rose"), NULL, &type), OX_FULL);
    CHECK_EQ(ox_events_type(&events, SID("fell")), 1);
    CHECK_EQ(ox_events_type(&events, SID("rose")), OX_EVENT_ANY);
    ox_event e;
    ox_event_begin(&e, 0, nobody, nobody);
    for (int i = 0; i < 4; i++) CHECK_EQ(ox_events_post(&events, &e, 1), OX_OK);
    CHECK_EQ(ox_events_post(&events, &e, 1), OX_FULL);
    CHECK_EQ(events.counts.dropped, 1);
    CHECK(ox_handle_is_none(ox_events_listen(&events, (ox_interest){.type = 0}, event_world_listen, &w)));
    CHECK_EQ(events.counts.deafened, 1);
}
