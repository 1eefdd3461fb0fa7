/* Trophies: counted and given by rules that only listen to the game. */
#include <string.h>

#include "kernel/game/trophy.h"
#include "kernel/type/name.h"
#include "tests/test.h"

enum { KILLED, ENTERED_BRIDGE, LEFT_BRIDGE, FELL, LOST_LIFE, FINISHED, FANFARE, TYPES };
static const ox_id names[TYPES] = {OX_NAME("killed"), OX_NAME("entered_bridge"), OX_NAME("left_bridge"),
                                   OX_NAME("fell"),   OX_NAME("lost_life"),      OX_NAME("finished"),
                                   OX_NAME("fanfare")};

#define WHO 77u /* the key of the argument that tells who */
#define HERO OX_NAME("hero")
static const ox_count_rule counts[] = {
    {.event = OX_NAME("killed"), .counter = OX_NAME("kills"), .amount = 1},
    {.event = OX_NAME("entered_bridge"),
     .key = WHO,
     .value = HERO,
     .counter = OX_NAME("on_bridge"),
     .amount = 1,
     .sets = true},
    {.event = OX_NAME("left_bridge"),
     .key = WHO,
     .value = HERO,
     .counter = OX_NAME("on_bridge"),
     .sets = true},
    {.event = OX_NAME("lost_life"), .counter = OX_NAME("lives_lost"), .amount = 1},
};
static const ox_trophy trophies[] = {
    {.name = OX_NAME("thousand"), .conditions = {{OX_NAME("kills"), 1000, OX_AT_LEAST}}},
    {.name = OX_NAME("diver"),
     .event = OX_NAME("fell"),
     .key = WHO,
     .value = HERO,
     .conditions = {{OX_NAME("on_bridge"), 1, OX_AT_LEAST}}},
    {.name = OX_NAME("untouched"),
     .event = OX_NAME("finished"),
     .conditions = {{OX_NAME("lives_lost"), 0, OX_AT_MOST}}},
};
static const ox_trophy_rules rules = {counts, trophies, 4, 3, OX_NAME("fanfare")};

typedef struct cabinet {
    _Alignas(8) uint8_t memory[4096];
    ox_arena arena;
    ox_events events;
    ox_counter storage[8];
    ox_counters counters;
    ox_trophies trophies;
    uint32_t fanfares, tick;
    ox_id last;
} cabinet;
static cabinet c;

static ox_answer cheer(void *context, const ox_event *event) {
    cabinet *of = context;
    of->fanfares++;
    of->last = ox_event_id(event, OX_KEY("what"), 0);
    return OX_HANDLED;
}

static void open_cabinet(void) {
    ox_events_config config = {.types = TYPES, .waiting = 8, .listeners = 2};
    memset(&c, 0, sizeof c);
    ox_arena_init(&c.arena, c.memory, sizeof c.memory);
    CHECK_EQ(ox_events_init(&c.events, &config, &c.arena), OX_OK);
    CHECK_EQ(ox_events_add_types(&c.events, names, TYPES), OX_OK);
    CHECK(ox_events_listen(&c.events, (ox_interest){.type = FANFARE}, cheer, &c).bits != 0);
    ox_counters_init(&c.counters, c.storage, 8);
    CHECK_EQ(ox_trophies_init(&c.trophies, &rules, &c.counters, &c.events), OX_OK);
}

static void happens(uint16_t type, ox_id who) {
    ox_event e;
    ox_event_begin(&e, type, OX_HANDLE_NONE, OX_HANDLE_NONE);
    if (who != 0) CHECK(ox_event_add_id(&e, WHO, who));
    ox_events_begin(&c.events, ++c.tick);
    CHECK_EQ(ox_events_post(&c.events, &e, 0), OX_OK);
    (void)ox_events_drain(&c.events);
}

TEST(game_trophy_thousand_kills) {
    open_cabinet();
    for (int i = 0; i < 999; i++) happens(KILLED, 0);
    CHECK(!ox_trophies_has(&c.trophies, SID("thousand")) && c.fanfares == 0);
    happens(KILLED, 0);
    CHECK(ox_trophies_has(&c.trophies, SID("thousand")) && c.fanfares == 1 && c.last == SID("thousand"));
    for (int i = 0; i < 500; i++) happens(KILLED, 0);
    CHECK_EQ(c.fanfares, 1); /* the fanfare sounds once */
    (void)ox_trophies_has(&c.trophies, SID("nothing"));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(game_trophy_fall_off_a_bridge) {
    open_cabinet();
    happens(FELL, SID("hero")); /* a fall that is not on the bridge */
    happens(ENTERED_BRIDGE, SID("dog"));
    happens(FELL, SID("dog")); /* the dog falls, not the hero */
    happens(ENTERED_BRIDGE, SID("hero"));
    happens(FELL, SID("dog"));
    happens(FELL, 0); /* the event names no actor */
    happens(LEFT_BRIDGE, SID("hero"));
    happens(FELL, SID("hero"));
    CHECK(!ox_trophies_has(&c.trophies, SID("diver")));
    happens(ENTERED_BRIDGE, SID("hero"));
    happens(LEFT_BRIDGE, SID("dog")); /* the dog leaves, the hero is still there */
    happens(FELL, SID("hero"));
    CHECK(ox_trophies_has(&c.trophies, SID("diver")) && c.fanfares == 1);
    happens(FELL, SID("hero"));
    CHECK_EQ(c.fanfares, 1);
}

TEST(game_trophy_without_losing_a_life) {
    open_cabinet();
    happens(LOST_LIFE, 0);
    happens(FINISHED, 0);
    CHECK(!ox_trophies_has(&c.trophies, SID("untouched")));
    CHECK_EQ(ox_counters_set(&c.counters, SID("lives_lost"), 0), OX_OK); /* a new game begins */
    CHECK_EQ(c.fanfares, 0);
    happens(FINISHED, 0);
    CHECK(ox_trophies_has(&c.trophies, SID("untouched")));
}

TEST(game_trophy_is_kept_and_removable) {
    uint8_t image[128];
    open_cabinet();
    happens(FINISHED, 0);
    for (int i = 0; i < 7; i++) happens(KILLED, 0);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_counters_save(&c.counters, &w);
    ox_trophies_save(&c.trophies, &w);
    ox_trophies_end(&c.trophies);
    ox_trophies_end(&c.trophies);
    happens(KILLED, 0);
    CHECK_EQ(ox_counters_get(&c.counters, SID("kills")), 7); /* the trophies no longer listen */
    open_cabinet();
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_counters_restore(&c.counters, &r), OX_OK);
    CHECK_EQ(ox_trophies_restore(&c.trophies, &r), OX_OK);
    CHECK(ox_trophies_has(&c.trophies, SID("untouched")));
    happens(FINISHED, 0);
    CHECK_EQ(c.fanfares, 0); /* the trophy was given before */
    r = ox_reader_bytes(image + 2 + 8, w.used - 11);
    CHECK_EQ(ox_trophies_restore(&c.trophies, &r), OX_BAD_DATA);
    CHECK(ox_trophies_has(&c.trophies, SID("untouched")));
    CHECK_EQ(ox_trophies_give(&c.trophies, SID("flyer")), OX_NOT_FOUND);
    CHECK(!ox_trophies_know(&c.trophies, SID("flyer")) && !ox_trophies_has(&c.trophies, SID("diver")));
    CHECK_EQ(ox_trophies_give(&c.trophies, SID("diver")), OX_OK);
    CHECK(ox_trophies_has(&c.trophies, SID("diver")));
    ox_trophy_rules many = {.trophy_count = 65};
    ox_trophies other;
    CHECK_EQ(ox_trophies_init(&other, &many, &c.counters, &c.events), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_trophies_init(&other, &rules, &c.counters, &c.events), OX_FULL); /* no listener is left */
}

/* Arguments are told by their place from 1, too; a rule may ask for one that the event does not have. */
TEST(game_trophy_arguments_by_place) {
    static const ox_count_rule by_place[] = {
        {.event = OX_NAME("killed"), .key = 1, .value = 7, .counter = 1, .amount = 1},
        {.event = OX_NAME("killed"), .key = 2, .value = 7, .counter = 2, .amount = 10},
        {.event = OX_NAME("killed"), .key = OX_EVENT_ARGUMENTS, .value = 0, .counter = 3, .amount = 1}};
    static const ox_trophy plain[] = {{.name = 5, .conditions = {{2, 10, OX_AT_LEAST}, {1, 2, OX_AT_LEAST}}},
                                      {.name = 6}};
    static const ox_trophy_rules places = {by_place, plain, 3, 2, OX_NAME("fanfare")};
    open_cabinet();
    ox_trophies_end(&c.trophies);
    CHECK_EQ(ox_trophies_init(&c.trophies, &places, &c.counters, &c.events), OX_OK);
    static const uint32_t given[3][2] = {{7, 1}, {7, 7}, {1, 7}};
    for (int i = 0; i < 3; i++) {
        ox_event e;
        ox_event_begin(&e, KILLED, OX_HANDLE_NONE, OX_HANDLE_NONE);
        CHECK(ox_event_add_id(&e, 1, given[i][0]) && ox_event_add_id(&e, 2, given[i][1]));
        ox_events_begin(&c.events, ++c.tick);
        CHECK_EQ(ox_events_post(&c.events, &e, 0), OX_OK);
        (void)ox_events_drain(&c.events);
        CHECK_EQ(ox_trophies_has(&c.trophies, 5),
                 i > 0); /* both conditions, in the event that made them hold */
    }
    CHECK(ox_counters_get(&c.counters, 1) == 2 && ox_counters_get(&c.counters, 2) == 20);
    CHECK_EQ(ox_counters_get(&c.counters, 3), 0);
    CHECK(!ox_trophies_has(&c.trophies, 6)); /* one without event and conditions is given by hand alone */
    CHECK_EQ(ox_trophies_give(&c.trophies, 6), OX_OK);
    CHECK_EQ(ox_trophies_give(&c.trophies, 6), OX_OK);
    CHECK_EQ(c.trophies.given, 3);
    uint8_t image[16];
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_trophies_save(&c.trophies, &w);
    CHECK(w.used == 1 + 2 * 4 && image[0] == 2);
    c.trophies.given = 0;
    image[1] ^= 1; /* a trophy that this build does not have is passed over */
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_trophies_restore(&c.trophies, &r), OX_OK);
    CHECK_EQ(c.trophies.given, 2);
}
