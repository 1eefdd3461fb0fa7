/* The router and the bus: receivers that are gone, eavesdroppers, listeners, immediate sends, chains, areas. */
#include "fixedmath/random.h"
#include "kernel/event/area.h"
#include "kernel/event/chain.h"
#include "kernel/event/inbox.h"
#include "tests/unit/kernel/event/event_world.h"

static event_world w;
static const ox_handle nobody = {0};

#define NORMAL OX_EVENT_NORMAL

static ox_answer steal(void *object, const ox_event *event) {
    (void)object;
    (void)event;
    return OX_STOP;
}

TEST(event_router_eavesdroppers_get_a_copy) {
    event_world_open(&w, NULL);
    ox_handle target = w.things[1].handle;
    ox_handle ear = ox_events_listen(&w.events, (ox_interest){.type = OX_EVENT_ANY, .receiver = target},
                                     event_world_listen, &w);
    CHECK(!ox_handle_is_none(ear));
    CHECK_EQ(event_world_post(&w, 0, w.things[3].handle, target, 1, NORMAL, 0), OX_OK);
    CHECK_EQ(event_world_post(&w, 1, w.things[3].handle, w.things[2].handle, 2, NORMAL, 0), OX_OK);
    (void)event_world_tick(&w, 1);
    CHECK_EQ(w.heard, 3); /* the eavesdropper heard once, the target once, the other receiver once */
    CHECK(w.list[0].whom.bits == 0 && w.list[1].whom.bits == target.bits);
    CHECK(w.list[0].value == 1 && w.list[1].value == 1 && w.list[2].value == 2);
    /* An eavesdropper cannot keep an event from its receiver. */
    CHECK_EQ(ox_events_unlisten(&w.events, ear), OX_OK);
    CHECK_EQ(ox_events_unlisten(&w.events, ear), OX_STALE_HANDLE);
    CHECK(!ox_handle_is_none(
        ox_events_listen(&w.events, (ox_interest){.type = OX_EVENT_ANY, .receiver = target}, steal, NULL)));
    w.heard = 0;
    CHECK_EQ(event_world_post(&w, 0, nobody, target, 1, NORMAL, 0), OX_OK);
    (void)event_world_tick(&w, 2);
    CHECK_EQ(w.heard, 1);
}

TEST(event_router_drops_for_those_gone) {
    event_world_open(&w, NULL);
    ox_handle old = w.things[1].handle;
    CHECK_EQ(event_world_post(&w, 0, nobody, old, 1, NORMAL, 3), OX_OK);
    CHECK_EQ(event_world_post(&w, 0, nobody, w.things[2].handle, 2, NORMAL, 3), OX_OK);
    w.things[1].handle.bits += 0x10000; /* the slot belongs to another object now */
    w.things[2].handle.bits = 0;
    (void)event_world_tick(&w, 3);
    CHECK_EQ(w.heard, 0);
    CHECK_EQ(w.events.counts.gone, 2);
    const ox_event_trace *line = ox_events_trace(&w.events, 1);
    CHECK(line != NULL && line->answer == OX_TRACE_GONE && line->receiver.bits == old.bits &&
          line->tick == 3);
}

/* The event carries the fact itself: sender and subject are dead, their slots taken by others. */
static void gain(event_thing *thing, const ox_event *event) {
    thing->experience += ox_event_int(event, OX_KEY("level"), 0) * 10;
}

TEST(event_router_events_are_self_contained) {
    ox_event e;
    event_world_open(&w, NULL);
    w.things[1].does = gain;
    ox_mark mark = ox_arena_mark(&w.arena, OX_ARENA_LOW);
    ox_event *scratch = OX_PUSH(&w.arena, ox_event, 1); /* the poster's frame memory */
    CHECK(scratch != NULL);
    if (scratch == NULL) return;
    ox_event_begin(scratch, 4, w.things[2].handle, w.things[1].handle);
    CHECK(ox_event_add_handle(scratch, OX_KEY("who"), w.things[2].handle));
    CHECK(ox_event_add_vec3(scratch, OX_KEY("place"), (vec3){1, 2, 3}));
    CHECK(ox_event_add_int(scratch, OX_KEY("level"), 7));
    CHECK_EQ(ox_events_post(&w.events, scratch, 2), OX_OK);
    memset(scratch, 0xDD, sizeof *scratch);
    CHECK(ox_arena_rollback(&w.arena, mark));
    w.things[2].handle.bits += 0x10000;
    w.things[2].experience = 99;
    (void)event_world_tick(&w, 2);
    CHECK_EQ(w.things[1].experience, 70);
    /* An event is stored and forwarded unread: its encoded bytes stay the same. */
    uint8_t first[OX_EVENT_BYTES_MAX], second[OX_EVENT_BYTES_MAX];
    ox_event_begin(&e, 4, w.things[3].handle, w.things[1].handle);
    CHECK(ox_event_add_vec3(&e, 1, (vec3){-1, 0, 1}));
    size_t size = ox_event_encode(&e, first);
    ox_event back;
    CHECK_EQ(ox_event_decode(&back, first, size, NULL), OX_OK);
    CHECK_EQ(ox_event_encode(&back, second), size);
    CHECK(memcmp(first, second, size) == 0);
}

TEST(event_bus_only_subscribers) {
    event_world_open(&w, NULL);
    uint16_t click = 2;
    for (int i = 0; i < 3; i++) {
        CHECK(!ox_handle_is_none(ox_events_listen_object(&w.events, (ox_interest){.type = click},
                                                         event_thing_handle, w.things[i + 1].handle)));
    }
    CHECK(!ox_handle_is_none(ox_events_listen(
        &w.events, (ox_interest){.type = 1, .sender = w.things[5].handle}, event_world_listen, &w)));
    CHECK_EQ(event_world_post(&w, click, nobody, nobody, 320, NORMAL, 0), OX_OK);
    CHECK_EQ(event_world_post(&w, 1, w.things[4].handle, nobody, 1, NORMAL, 0), OX_OK);
    CHECK_EQ(event_world_post(&w, 1, w.things[5].handle, nobody, 2, NORMAL, 0), OX_OK);
    CHECK_EQ(event_world_post(&w, 3, w.things[5].handle, nobody, 3, NORMAL, 0), OX_OK);
    (void)event_world_tick(&w, 1);
    /* three for the click, one for the sender that was asked for, none for the others */
    CHECK_EQ(w.heard, 4);
    for (uint32_t i = 0; i < 3; i++) CHECK(w.list[i].value == 320 && w.list[i].whom.bits == 0x10001u + i);
    CHECK(w.list[3].value == 2);
}

static void leave_all(event_thing *thing, const ox_event *event) {
    (void)event;
    CHECK_EQ(ox_events_forget(&thing->of->events, thing->handle), 1);
}

TEST(event_bus_changes_during_delivery) {
    event_world_open(&w, NULL);
    ox_interest interest = {.type = 2};
    for (int i = 1; i < 4; i++) {
        CHECK(!ox_handle_is_none(
            ox_events_listen_object(&w.events, interest, event_thing_handle, w.things[i].handle)));
    }
    w.things[2].does = leave_all;
    CHECK_EQ(event_world_post(&w, 2, nobody, nobody, 1, NORMAL, 0), OX_OK);
    (void)event_world_tick(&w, 1);
    CHECK_EQ(w.heard, 3);
    w.heard = 0;
    w.things[3].handle.bits = 0; /* the object is destroyed without a notice */
    CHECK_EQ(event_world_post(&w, 2, nobody, nobody, 1, NORMAL, 0), OX_OK);
    (void)event_world_tick(&w, 2);
    CHECK(w.heard == 1 && w.list[0].whom.bits == 0x10001u);
    CHECK_EQ(ox_events_report(&w.events, NULL, NULL), 1); /* the listener was found gone and removed */
    /* Forgetting an object removes events that wait for it, too. */
    CHECK_EQ(event_world_post(&w, 0, nobody, w.things[1].handle, 1, NORMAL, 4), OX_OK);
    CHECK_EQ(event_world_post(&w, 0, w.things[1].handle, w.things[2].handle, 1, NORMAL, 4), OX_OK);
    CHECK_EQ(ox_events_forget(&w.events, w.things[1].handle), 2);
    CHECK_EQ(ox_events_waiting(&w.events), 1);
    CHECK_EQ(ox_events_report(&w.events, NULL, NULL), 0);
    CHECK(ox_handle_is_none(ox_events_listen(&w.events, (ox_interest){.type = 6}, event_world_listen, &w)));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* ---- at once ---- */

static void send_on(event_thing *thing, const ox_event *event) {
    ox_event answer;
    ox_event_begin(&answer, event->type, thing->handle, event->sender);
    (void)ox_events_send(&thing->of->events, &answer);
}

TEST(event_send_depth_guard) {
    event_world_open(&w, NULL);
    w.things[1].does = w.things[2].does = send_on;
    ox_event e;
    ox_event_begin(&e, 3, w.things[1].handle, w.things[2].handle);
    CHECK_EQ(ox_events_send(&w.events, &e), OX_HANDLED);
    CHECK_EQ(w.heard, OX_EVENT_DEPTH);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(w.events.counts.too_deep, 1);
    CHECK_EQ(ox_events_waiting(&w.events), 1);
    CHECK_EQ(w.events.depth, 0);
    /* Events that handlers post are handled in four rounds, each as deep again; later ones wait for the next tick. */
    w.heard = 0;
    (void)event_world_tick(&w, 1);
    CHECK_EQ(w.heard, OX_EVENT_ROUNDS * (1 + OX_EVENT_DEPTH));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 4 : 0);
    CHECK_EQ(w.events.counts.loops, 1);
    CHECK(strstr(ox_log_recent(&w.log, OX_PROFILED ? 1 : 0), "loop? type 3") != NULL);
    const ox_event_trace *line = ox_events_trace(&w.events, 0);
    CHECK(line != NULL && line->type == 3 && line->answer == OX_HANDLED && line->depth == 0);
    line = ox_events_trace(&w.events, 8);
    CHECK(line != NULL && line->depth == 8 && ox_events_trace(&w.events, 32) == NULL);
    w.things[1].does = w.things[2].does = NULL;
    CHECK_EQ(event_world_tick(&w, 2), 1);
    CHECK_EQ(event_world_tick(&w, 3), 0);
}

TEST(event_send_is_at_once) {
    event_world_open(&w, NULL);
    ox_event e;
    ox_event_begin(&e, 3, nobody, w.things[2].handle);
    w.things[2].answer = OX_PASSED;
    CHECK_EQ(ox_events_send(&w.events, &e), OX_PASSED);
    CHECK_EQ(w.heard, 1);
    w.things[2].handle.bits = 0;
    CHECK_EQ(ox_events_send(&w.events, &e), OX_PASSED);
    CHECK_EQ(w.events.counts.gone, 1);
    e.type = 77;
    CHECK_EQ(ox_events_send(&w.events, &e), OX_PASSED);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* ---- chains ---- */

TEST(event_chain_of_responsibility) {
    ox_event e;
    event_world_open(&w, NULL);
    ox_event_begin(&e, 1, nobody, nobody);
    const ox_chain_link links[3] = {{event_thing_handle, &w.things[1]},
                                    {event_thing_handle, &w.things[2]},
                                    {event_thing_handle, &w.things[3]}};
    w.things[1].answer = OX_PASSED;
    CHECK_EQ(ox_chain_offer(links, 3, &e), OX_HANDLED);
    CHECK_EQ(w.heard, 2); /* the third object never hears */
    w.things[2].answer = w.things[3].answer = OX_PASSED;
    CHECK_EQ(ox_chain_offer(links, 3, &e), OX_PASSED);
    CHECK_EQ(w.heard, 5);
}

static ox_handle parent_of(void *context, ox_handle object) {
    const uint32_t *parents = context;
    return (ox_handle){parents[object.bits & 0xFFFFu]};
}

TEST(event_chain_climbs_parents) {
    ox_event e;
    uint32_t parents[WORLD_THINGS] = {0, 0x10002, 0x10003, 0};
    event_world_open(&w, NULL);
    ox_event_begin(&e, 1, nobody, nobody);
    w.things[1].answer = OX_PASSED;
    CHECK_EQ(ox_chain_climb(&w.events, w.things[1].handle, parent_of, parents, &e), OX_HANDLED);
    CHECK(w.heard == 2 && w.list[0].whom.bits == 0x10001u && w.list[1].whom.bits == 0x10002u);
    w.things[2].answer = w.things[3].answer = OX_PASSED;
    CHECK_EQ(ox_chain_climb(&w.events, w.things[1].handle, parent_of, parents, &e), OX_PASSED);
    CHECK_EQ(w.heard, 5);
    parents[3] = 0x10001; /* the chain is a ring */
    CHECK_EQ(ox_chain_climb(&w.events, w.things[1].handle, parent_of, parents, &e), OX_PASSED);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* ---- areas ---- */

enum { CROWD = 300 };
static struct {
    vec3 place;
    uint32_t mask, hit;
    bool there;
} crowd[CROWD];

static uint32_t all_of_them(void *world, const ox_event_area *area, ox_handle *found, uint32_t most) {
    (void)world;
    (void)area;
    for (uint32_t i = 0; i < CROWD && i < most; i++) found[i].bits = 0x10000u + i;
    return CROWD;
}

static bool place_of(void *world, ox_handle object, ox_area_place *place) {
    uint32_t i = object.bits & 0xFFFFu;
    (void)world;
    if (!crowd[i].there) return false;
    *place = (ox_area_place){crowd[i].place, crowd[i].mask};
    return true;
}

static void *crowd_resolve(void *world, ox_handle handle) {
    (void)world;
    return crowd[handle.bits & 0xFFFFu].there ? &crowd[handle.bits & 0xFFFFu] : NULL;
}

static ox_answer crowd_handle(void *object, const ox_event *event) {
    (void)event;
    crowd[((uint8_t *)object - (uint8_t *)crowd) / (ptrdiff_t)sizeof crowd[0]].hit++;
    return OX_HANDLED;
}

TEST(event_area_broadcast_exact) {
    rng32 r = rng32_seed(45, 0);
    ox_events_config config = {.types = 6, .waiting = CROWD};
    static ox_handle found[CROWD];
    ox_area_space space = {all_of_them, place_of, NULL, found, CROWD};
    event_world_open(&w, &config);
    w.events.config.resolver = (ox_resolver){crowd_resolve, NULL};
    w.events.config.deliver = crowd_handle;
    for (uint32_t round = 0; round < 30; round++) {
        ox_event_area area = {{FX(10), FX(0), FX(-5)}, round == 0 ? 0 : FX(20), 6};
        uint32_t expected = 0, missed = 9;
        ox_event boom;
        if (round == 29) area.radius = INT32_MAX;
        for (uint32_t i = 0; i < CROWD; i++) {
            crowd[i].place =
                (vec3){rng_fx(&r, FX(-40), FX(40)), rng_fx(&r, FX(-40), FX(40)), rng_fx(&r, FX(-40), FX(40))};
            if (i == 7 && round < 29)
                crowd[i].place = (vec3){area.centre.x + area.radius, area.centre.y, area.centre.z};
            if (i == 8) crowd[i].place = (vec3){INT32_MIN, INT32_MAX, INT32_MIN};
            crowd[i].mask = 1u << rng_below(&r, 4);
            crowd[i].there = rng_below(&r, 10) != 0;
            crowd[i].hit = 0;
        }
        ox_event_begin(&boom, 0, nobody, nobody);
        uint32_t told = ox_area_broadcast(&w.events, &space, &area, &boom, &missed);
        (void)event_world_tick(&w, round);
        for (uint32_t i = 0; i < CROWD; i++) {
            int64_t x = (int64_t)crowd[i].place.x - area.centre.x,
                    y = (int64_t)crowd[i].place.y - area.centre.y,
                    z = (int64_t)crowd[i].place.z - area.centre.z;
            bool near = x * x / 2 + y * y / 2 + z * z / 2 < INT64_MAX / 2 && i != 8 &&
                        x * x + y * y + z * z <= (int64_t)area.radius * area.radius;
            bool in = crowd[i].there && (crowd[i].mask & 6u) != 0 && near;
            CHECK_EQ(crowd[i].hit, in ? 1 : 0);
            expected += in;
        }
        CHECK_EQ(told, expected);
        CHECK_EQ(missed, 0);
        space.most = 1;
        CHECK_EQ(ox_area_broadcast(&w.events, &space, &area, &boom, &missed) + missed >= CROWD - 1, 1);
        space.most = CROWD;
        (void)ox_events_cancel(&w.events, nobody, OX_EVENT_ANY);
    }
}

/* ---- the inbox ---- */

TEST(event_inbox_simulated_interrupts) {
    static ox_inbox_note storage[16];
    ox_inbox inbox;
    rng32 r = rng32_seed(35, 2);
    uint32_t made = 0, taken = 0, refused = 0;
    event_world_open(&w, NULL);
    CHECK_EQ(ox_inbox_init(&inbox, storage, 16), OX_OK);
    inbox.core.head = inbox.core.tail = 0xFFFFF000u; /* the indices wrap on the way */
    for (uint32_t tick = 1; made < 10000; tick++) {
        /* Interrupts come before, between and after the takes of a tick. */
        ox_events_begin(&w.events, tick);
        for (int part = 0; part < 3; part++) {
            for (uint32_t n = rng_below(&r, 6); n > 0; n--) {
                ox_inbox_note note = {.type = 1, .number = (uint16_t)made, .value = made * 3};
                if (ox_inbox_push(&inbox, note) == OX_OK)
                    made++;
                else
                    refused++;
            }
            if (part == 1) taken += ox_inbox_take(&inbox, &w.events);
        }
        w.heard = 0;
        if (ox_subject_count(&w.events.types[1].listeners) == 0) {
            CHECK(!ox_handle_is_none(
                ox_events_listen(&w.events, (ox_interest){.type = 1}, event_world_listen, &w)));
        }
        uint32_t before = taken - ox_events_waiting(&w.events);
        (void)ox_events_drain(&w.events);
        for (uint32_t i = 0; i < w.heard; i++) CHECK_EQ(w.list[i].value, (uint16_t)(before + i));
    }
    CHECK_EQ(taken + ox_inbox_count(&inbox), made);
    CHECK_EQ(w.events.counts.delivered, taken);
    CHECK_EQ(inbox.core.rejected, refused);
}
