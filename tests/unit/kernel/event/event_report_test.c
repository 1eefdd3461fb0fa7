/* Counters and reports of the bus, and the rules of merging one by one. */
#include "fixedmath/vector.h"
#include "kernel/event/area.h"
#include "tests/unit/kernel/event/event_world.h"

static event_world w;
static const ox_handle nobody = {0};

#define NORMAL OX_EVENT_NORMAL

TEST(event_begin_sets_every_field) {
    ox_event e;
    memset(&e, 0xA5, sizeof e);
    ox_event_begin(&e, 3, (ox_handle){11}, (ox_handle){22});
    CHECK(e.type == 3 && e.priority == OX_EVENT_NORMAL && e.scope == OX_SCOPE_ANY && e.tick == 0);
    CHECK(e.sender.bits == 11 && e.receiver.bits == 22 && e.sequence == 0);
    CHECK(e.count == 0 && e.flags == 0 && e.log == NULL);
    for (uint32_t slot = 0; slot < 4; slot++) {
        CHECK_EQ(ox_scope_slot(slot), slot << 6 | 63u);
        CHECK_EQ(ox_scope_state(slot, 0), slot << 6 | 1u);
        CHECK_EQ(ox_scope_state(slot, OX_SCOPE_STATES - 1), slot << 6 | OX_SCOPE_STATES);
    }
}

static ox_event copied;
static ox_answer copy_event(void *context, const ox_event *event) {
    (void)context;
    copied = *event;
    return OX_PASSED;
}

TEST(event_posts_by_name_carry_their_numbers) {
    event_world_open(&w, NULL);
    CHECK(ox_events_listen(&w.events, (ox_interest){.type = 2}, event_world_listen, &w).bits != 0);
    ox_events_post_named(&w.events, 1003, (const int32_t[]){7, -8, 9}, 3);
    ox_events_post_named(&w.events, 999, (const int32_t[]){1}, 1); /* an unknown name posts nothing */
    CHECK_EQ(ox_events_waiting(&w.events), 1);
    CHECK(ox_events_listen(&w.events, (ox_interest){.type = 2}, copy_event, NULL).bits != 0);
    CHECK_EQ(event_world_tick(&w, 0), 1);
    CHECK(copied.type == 2 && copied.count == 3 && copied.sender.bits == 0 && copied.receiver.bits == 0);
    for (uint16_t i = 0; i < 3; i++) CHECK_EQ(copied.arguments[i].key, i + 1);
    CHECK((int32_t)copied.arguments[0].value == 7 && (int32_t)copied.arguments[1].value == -8 &&
          (int32_t)copied.arguments[2].value == 9);
    CHECK(w.heard == 1 && w.list[0].value == 7);
}

static uint32_t told;
static void count_listener(void *context, const ox_listener *listener) {
    told += context == &w && listener->call == event_world_listen;
}

TEST(event_report_names_every_listener) {
    event_world_open(&w, NULL);
    CHECK(ox_events_listen(&w.events, (ox_interest){.type = 0}, event_world_listen, &w).bits != 0);
    CHECK(ox_events_listen(&w.events, (ox_interest){.type = 5}, event_world_listen, &w).bits != 0);
    CHECK(ox_events_listen(&w.events, (ox_interest){.type = OX_EVENT_ANY}, event_world_listen, &w).bits != 0);
    CHECK_EQ(ox_events_report(&w.events, NULL, NULL), 3);
    told = 0;
    CHECK_EQ(ox_events_report(&w.events, count_listener, &w), 3);
    CHECK_EQ(told, 3);
    CHECK(ox_events_listen(&w.events, (ox_interest){.type = 6}, event_world_listen, &w).bits ==
          0); /* the type is undeclared */
    CHECK(ox_events_listen_object(&w.events, (ox_interest){.type = 0}, event_thing_handle, nobody).bits == 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK_EQ(ox_events_report(&w.events, NULL, NULL), 3);
}

TEST(event_cancelled_ones_are_counted) {
    event_world_open(&w, NULL);
    const ox_handle from = w.things[2].handle, to = w.things[1].handle;
    for (int i = 0; i < 3; i++) CHECK_EQ(event_world_post(&w, 1, from, to, i, NORMAL, (uint32_t)i), OX_OK);
    CHECK_EQ(event_world_post(&w, 4, from, to, 9, NORMAL, 1), OX_OK);
    CHECK_EQ(ox_events_cancel(&w.events, from, 1), 3);
    CHECK_EQ(w.events.counts.cancelled, 3);
    CHECK_EQ(ox_events_cancel(&w.events, from, 1), 0);
    CHECK_EQ(w.events.counts.cancelled, 3);
    CHECK(ox_events_listen_object(&w.events, (ox_interest){.type = 0}, event_thing_handle, to).bits != 0);
    CHECK_EQ(ox_events_forget(&w.events, to), 2); /* the waiting event and the listener */
    CHECK_EQ(w.events.counts.cancelled, 4);
    CHECK_EQ(ox_events_waiting(&w.events), 0);
    CHECK_EQ(ox_events_report(&w.events, NULL, NULL), 0);
}

TEST(event_delays_have_a_most) {
    event_world_open(&w, NULL);
    const ox_handle to = w.things[1].handle;
    CHECK_EQ(event_world_post(&w, 0, nobody, to, 1, NORMAL, INT32_MAX), OX_OK);
    CHECK_EQ(event_world_post(&w, 0, nobody, to, 1, NORMAL, (uint32_t)INT32_MAX + 1u), OX_BAD_ARGUMENT);
    CHECK_EQ(event_world_post(&w, 6, nobody, to, 1, NORMAL, 0), OX_BAD_ARGUMENT); /* the type is undeclared */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK_EQ(ox_events_waiting(&w.events), 1);
    CHECK_EQ(event_world_tick(&w, INT32_MAX - 1), 0);
    CHECK_EQ(event_world_tick(&w, INT32_MAX), 1);
}

static ox_event with(int count, int32_t first) {
    ox_event e;
    ox_event_begin(&e, 0, nobody, (ox_handle){1});
    for (int i = 0; i < count; i++) (void)ox_event_add_int(&e, (uint16_t)(i + 1), first + i);
    return e;
}

TEST(event_merge_rules_one_by_one) {
    ox_event none = with(0, 0), five = with(1, 5), seven = with(2, 7), waiting = five;
    CHECK(ox_event_merge_larger(&waiting, &none) && waiting.count == 1 && waiting.arguments[0].value == 5);
    CHECK(ox_event_merge_larger(&waiting, &seven) && waiting.count == 2 && waiting.arguments[1].value == 8);
    CHECK(ox_event_merge_larger(&waiting, &five) && waiting.count == 2 && waiting.arguments[0].value == 7);
    ox_event same = with(1, 7);
    same.arguments[0].key = 40; /* of two equal values the first stays */
    CHECK(ox_event_merge_larger(&waiting, &same) && waiting.count == 2 && waiting.arguments[0].key == 1);
    ox_event low = with(1, -3);
    /* values are compared as signed numbers */
    CHECK(ox_event_merge_larger(&waiting, &low) && waiting.arguments[0].value == 7);
    waiting = none;
    CHECK(ox_event_merge_larger(&waiting, &low) && waiting.count == 1 &&
          (int32_t)waiting.arguments[0].value == -3);
    CHECK(ox_event_merge_sum(&waiting, &seven) && (int32_t)waiting.arguments[0].value == 4 &&
          waiting.count == 1);
    CHECK(ox_event_merge_sum(&waiting, &none) && (int32_t)waiting.arguments[0].value == 4);
    waiting = none;
    waiting.arguments[0].value = 77;
    CHECK(ox_event_merge_sum(&waiting, &five) && waiting.count == 0 && waiting.arguments[0].value == 77);
    CHECK(ox_event_merge_last(&waiting, &seven) && waiting.count == 2 && waiting.arguments[0].value == 7);
}

/* An event that shrinks by merging gives its room back: as many large events fit as there is room for. */
TEST(event_merging_gives_room_back) {
    event_world_open(&w, NULL);
    const uint16_t type = 6;
    CHECK_EQ(ox_events_add_type(&w.events, 1007, ox_event_merge_last, NULL), OX_OK);
    uint32_t large = 0;
    for (int round = 0; round < 40; round++) {
        ox_event e = with(OX_EVENT_ARGUMENTS, round);
        e.type = type;
        e.receiver = w.things[round % WORLD_THINGS].handle;
        CHECK_EQ(ox_events_post(&w.events, &e, 0), OX_OK);
        e.count = 1;
        CHECK_EQ(ox_events_post(&w.events, &e, 0), OX_OK);
    }
    CHECK_EQ(ox_events_waiting(&w.events), WORLD_THINGS);
    for (int i = 0; i < 8; i++) { /* all eight extensions are idle again */
        ox_event e = with(OX_EVENT_ARGUMENTS, i);
        e.type = 1;
        e.receiver = w.things[0].handle;
        large += ox_events_post(&w.events, &e, 1) == OX_OK;
    }
    CHECK_EQ(large, 8);
}

static uint32_t all_things(void *world, const ox_event_area *area, ox_handle *found, uint32_t most) {
    event_world *of = world;
    (void)area;
    for (uint32_t i = 0; i < WORLD_THINGS && i < most; i++) found[i] = of->things[i].handle;
    return WORLD_THINGS;
}
static bool place_of_thing(void *world, ox_handle object, ox_area_place *at) {
    (void)world;
    *at = (ox_area_place){.place = {(fx)(object.bits & 7u) * FX_ONE, 0, 0}, .mask = 1};
    return (object.bits & 7u) != 2; /* object 2 has no place */
}

TEST(event_area_tells_who_was_missed) {
    ox_handle found[WORLD_THINGS];
    ox_area_space space = {
        .world = &w, .candidates = all_things, .place = place_of_thing, .found = found, .most = 5};
    ox_event_area area = {.radius = 100 * FX_ONE, .mask = 1};
    ox_event e = with(1, 3);
    uint32_t missed = 99;
    event_world_open(&w, NULL);
    CHECK_EQ(ox_area_broadcast(&w.events, &space, &area, &e, &missed), 4); /* 0, 1, 3 and 4 */
    CHECK_EQ(missed, 3); /* no room for 5, 6, 7 in the list of found objects */
    space.most = WORLD_THINGS;
    CHECK_EQ(ox_area_broadcast(&w.events, &space, &area, &e, &missed), 7);
    CHECK_EQ(missed, 0);
    area.radius = 3 * FX_ONE; /* the edge of the area is inside */
    CHECK_EQ(ox_area_broadcast(&w.events, &space, &area, &e, NULL), 3);
    CHECK_EQ(ox_events_waiting(&w.events), 14);
    area.mask = 2;
    CHECK_EQ(ox_area_broadcast(&w.events, &space, &area, &e, &missed), 0);
    area = (ox_event_area){.centre = {0, 0, 0}, .radius = 5 * FX_ONE, .mask = 1};
    CHECK(ox_area_holds(&area, (vec3){3 * FX_ONE, 4 * FX_ONE, 0}) &&
          ox_area_holds(&area, (vec3){0, -3 * FX_ONE, 4 * FX_ONE}));
    CHECK(!ox_area_holds(&area, (vec3){3 * FX_ONE, 4 * FX_ONE, 300}) &&
          !ox_area_holds(&area, (vec3){FX_MIN, 0, 0}));
}

TEST(event_arguments_that_are_not_there) {
    ox_event e = with(0, 0);
    const vec3 place = {1, 2, 3}, fallback = {7, 8, 9};
    e.arguments[0].spare = 9;
    CHECK(ox_event_add_vec3(&e, 5, place));
    CHECK(e.count == 3 && e.arguments[0].spare == 0 && e.arguments[2].spare == 0);
    CHECK(v3_equal(ox_event_vec3(&e, 5, fallback), place));
    CHECK(v3_equal(ox_event_vec3(&e, 6, fallback), fallback));
    e.count = 2; /* an event cut off, as in damaged bytes */
    CHECK(v3_equal(ox_event_vec3(&e, 5, fallback), fallback));
    CHECK_EQ(ox_event_handle(&e, 6).bits, 0);
    CHECK(ox_event_int(&e, 6, -4) == -4 && ox_event_bool(&e, 6, true) && ox_event_id(&e, 6, 77) == 77);
}

/* In an arena that is too small the start is refused and takes nothing; in a larger one the bus works. */
TEST(event_bus_starts_whole_or_not_at_all) {
    static union {
        uint64_t align;
        uint8_t bytes[4096];
    } memory;
    const ox_events_config config = {.types = 2, .waiting = 4, .extensions = 2, .listeners = 2, .trace = 4};
    static const ox_id names[2] = {1001, 1002};
    uint32_t refused = 0, started = 0;
    for (size_t size = 0; size <= sizeof memory; size += 8) {
        ox_arena arena;
        ox_events events;
        ox_arena_init(&arena, memory.bytes, size);
        const ox_status status = ox_events_init(&events, &config, &arena);
        refused += status == OX_OUT_OF_MEMORY;
        if (status != OX_OK) CHECK_EQ(ox_arena_used(&arena), 0);
        if (status != OX_OK) continue;
        CHECK_EQ(ox_events_add_types(&events, names, 2), OX_OK);
        CHECK(ox_events_trace(&events, 0) == NULL);
        ox_event e = with(6, 1);
        /* an event to a receiver, in a bus without a directory */
        CHECK_EQ(ox_events_post(&events, &e, 0), OX_OK);
        ox_events_begin(&events, 0);
        (void)ox_events_drain(&events);
        CHECK(events.counts.gone == 1 && events.counts.delivered == 0);
        CHECK(ox_events_trace(&events, 0) != NULL);
        started++;
    }
    CHECK(refused > 20 && started > 20);
}

TEST(event_bus_without_extensions_or_listeners) {
    const ox_events_config config = {.types = 2, .waiting = 4};
    event_world_open(&w, NULL);
    ox_events events;
    static const ox_id names[2] = {1001, 1002};
    CHECK_EQ(ox_events_init(&events, &config, &w.arena), OX_OK);
    CHECK_EQ(ox_events_add_types(&events, names, 2), OX_OK);
    CHECK(ox_events_listen(&events, (ox_interest){.type = 0}, event_world_listen, &w).bits == 0);
    CHECK_EQ(events.counts.deafened, 1);
    CHECK_EQ(ox_events_forget(&events, (ox_handle){5}), 0);
    CHECK_EQ(ox_events_unlisten(&events, (ox_handle){5}), OX_STALE_HANDLE);
    ox_event small = with(OX_EVENT_INLINE, 3), large = with(OX_EVENT_ARGUMENTS, 3);
    CHECK_EQ(ox_events_post(&events, &small, 0), OX_OK);
    CHECK(ox_events_post(&events, &large, 0) != OX_OK); /* an event that does not fit a slot has no room */
    CHECK_EQ(ox_events_waiting(&events), 1);
}

TEST(event_tells_what_by_name) {
    event_world_open(&w, NULL);
    CHECK(ox_events_listen(&w.events, (ox_interest){.type = 3}, copy_event, NULL).bits != 0);
    ox_events_tell(NULL, 1004, 5); /* no bus, no name, an unknown name: no event */
    ox_events_tell(&w.events, OX_ID_NONE, 5);
    ox_events_tell(&w.events, 999, 5);
    CHECK_EQ(ox_events_waiting(&w.events), 0);
    ox_events_tell(&w.events, 1004, 4711);
    CHECK_EQ(event_world_tick(&w, 0), 1);
    CHECK(copied.type == 3 && copied.count == 1 && ox_event_id(&copied, OX_KEY("what"), 0) == 4711);
}

static ox_answer answer_of(void *context, const ox_event *event) {
    (void)event;
    return *(const ox_answer *)context;
}

/* The answer of a send is the stronger of the receiver's and the listeners' answers; a receiver that stops is the
 * last to hear. */
TEST(event_sends_take_the_stronger_answer) {
    static const ox_answer answers[] = {OX_PASSED, OX_HANDLED, OX_STOP};
    for (int r = 0; r < 3; r++) {
        for (int l = 0; l < 2; l++) {
            ox_answer listeners = answers[l];
            event_world_open(&w, NULL);
            w.things[1].answer = answers[r];
            CHECK(ox_events_listen(&w.events, (ox_interest){.type = 0}, answer_of, &listeners).bits != 0);
            ox_event e = with(1, 1);
            e.receiver = w.things[1].handle;
            CHECK_EQ(ox_events_send(&w.events, &e), answers[r] > answers[l] ? answers[r] : answers[l]);
        }
    }
}

TEST(event_area_counts_posts_that_are_refused) {
    ox_handle found[WORLD_THINGS];
    const ox_area_space space = {
        .world = &w, .candidates = all_things, .place = place_of_thing, .found = found, .most = 8};
    const ox_event_area area = {.radius = 100 * FX_ONE, .mask = 1};
    const ox_events_config config = {.types = 8, .waiting = 4};
    const ox_event e = with(1, 3);
    uint32_t missed = 0;
    event_world_open(&w, &config);
    CHECK_EQ(ox_area_broadcast(&w.events, &space, &area, &e, &missed), 4);
    CHECK_EQ(missed, 3);
}
