/* Counters, and objectives that ask for them: orders, failing, graphs that cannot be played, saves. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/game/objective.h"
#include "kernel/type/name.h"
#include "tests/test.h"

TEST(game_counters_against_model) {
    enum { NAMES = 20, ROOM = 16 };
    ox_counter storage[ROOM];
    ox_counters c;
    int32_t model[NAMES] = {0};
    bool there[NAMES] = {false};
    uint32_t known = 0, refused = 0;
    rng32 r = rng32_seed(83, 0);
    ox_counters_init(&c, storage, ROOM);
    for (int i = 0; i < 3000; i++) {
        uint32_t n = rng_below(&r, NAMES);
        int32_t value = rng_between(&r, -5, 5);
        bool sets = rng_below(&r, 2) == 0;
        int32_t now = sets ? value : model[n] + value;
        ox_status status =
            sets ? ox_counters_set(&c, n * 77u + 1u, value) : ox_counters_add(&c, n * 77u + 1u, value);
        if (!there[n] && now != 0 && known == ROOM) {
            CHECK_EQ(status, OX_FULL);
            CHECK_EQ(c.refused, ++refused);
            continue;
        }
        CHECK_EQ(status, OX_OK);
        if (!there[n] && now != 0) there[n] = true, known++;
        model[n] = now;
        for (uint32_t k = 0; k < NAMES; k++) CHECK_EQ(ox_counters_get(&c, k * 77u + 1u), model[k]);
    }
    CHECK_EQ(c.count, known);
    CHECK_EQ(ox_counters_set(&c, OX_ID_NONE, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_counters_set(&c, 1, INT32_MAX - 1), OX_OK);
    CHECK_EQ(ox_counters_add(&c, 1, 5), OX_OK);
    CHECK_EQ(ox_counters_get(&c, 1), INT32_MAX);
    CHECK_EQ(ox_counters_add(&c, 1, -5), OX_OK);
    CHECK_EQ(ox_counters_set(&c, 1, INT32_MIN), OX_OK);
    CHECK_EQ(ox_counters_add(&c, 1, -5), OX_OK);
    CHECK_EQ(ox_counters_get(&c, 1), INT32_MIN);
    ox_counters_clear(&c);
    CHECK_EQ(ox_counters_get(&c, 1), 0);
}

TEST(game_counters_save) {
    ox_counter a[8], b[8], small[2];
    ox_counters from, to, tiny;
    uint8_t image[128];
    ox_counters_init(&from, a, 8);
    ox_counters_init(&to, b, 8);
    ox_counters_init(&tiny, small, 2);
    for (uint32_t i = 0; i < 5; i++) CHECK_EQ(ox_counters_set(&from, 1000 - i * 10, -(int32_t)i - 1), OX_OK);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_counters_save(&from, &w);
    for (size_t cut = 0; cut < w.used; cut++) {
        ox_reader r = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_counters_restore(&to, &r), OX_BAD_DATA);
        CHECK_EQ(to.count, 0);
    }
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_counters_restore(&tiny, &r), OX_FULL);
    r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_counters_restore(&to, &r), OX_OK);
    for (uint32_t i = 0; i < 5; i++) CHECK_EQ(ox_counters_get(&to, 1000 - i * 10), -(int32_t)i - 1);
    image[2] = 0xFF; /* names that are out of order */
    image[3] = 0xFF;
    r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_counters_restore(&to, &r), OX_BAD_DATA);
}

/* The graph: cave -> key -> (bribe | fight) -> escape. Gold is optional; ghost is hidden and asks for another
 * chapter's flag. */
enum { CAVE, KEY, BRIBE, FIGHT, ESCAPE, GOLD, GHOST, OBJECTIVES };
#define IS(name, count)                                                                                      \
    { OX_NAME(name), count, OX_AT_LEAST }
#define NO_MORE(name)                                                                                        \
    { OX_NAME(name), 0, OX_AT_MOST }
static const ox_objective graph[OBJECTIVES] = {
    [CAVE] = {.name = OX_NAME("cave"), .chapter = 1, .done = {IS("region/cave", 1)}},
    [KEY] = {.name = OX_NAME("key"),
             .chapter = 1,
             .after = {CAVE + 1},
             .done = {NO_MORE("enemies"), IS("item/key", 1)},
             .failed = {IS("hurt", 3)},
             .resets = {OX_NAME("hurt"), OX_NAME("item/key")},
             .lives = 1,
             .back = CAVE + 1,
             .on_failed = {OX_NAME("go_to"), OX_NAME("places/entry")}},
    [BRIBE] =
        {.name = OX_NAME("bribe"), .chapter = 1, .after = {KEY + 1}, .branch = 1, .done = {IS("paid", 1)}},
    [FIGHT] =
        {.name = OX_NAME("fight"), .chapter = 1, .after = {KEY + 1}, .branch = 1, .done = {IS("won", 1)}},
    [ESCAPE] = {.name = OX_NAME("escape"),
                .chapter = 1,
                .after = {BRIBE + 1, FIGHT + 1},
                .flags = OX_OBJECTIVE_JOIN_ANY,
                .done = {IS("region/exit", 1)},
                .on_active = {OX_NAME("unlock"), OX_NAME("edges/gate")},
                .on_done = {OX_NAME("cutscene"), OX_NAME("movies/end")}},
    [GOLD] = {.name = OX_NAME("gold"),
              .chapter = 1,
              .flags = OX_OBJECTIVE_OPTIONAL,
              .after = {CAVE + 1},
              .done = {IS("gold", 100)}},
    [GHOST] = {.name = OX_NAME("ghost"),
               .chapter = 2,
               .flags = OX_OBJECTIVE_HIDDEN,
               .when = {IS("night", 1)},
               .done = {IS("ghosts", 1)}},
};

typedef struct quest {
    _Alignas(8) uint8_t memory[4096];
    ox_arena arena;
    ox_events events;
    ox_counter storage[24];
    ox_counters counters;
    uint8_t states[OBJECTIVES];
    ox_objectives o;
    ox_id heard[16];
    uint32_t heard_count;
    uint32_t tick;
} quest;
static quest q;

static ox_answer hear(void *context, const ox_event *event) {
    quest *of = context;
    if (of->heard_count < 16) of->heard[of->heard_count++] = ox_event_id(event, OX_KEY("what"), 0);
    return OX_PASSED;
}

static void open_quest(void) {
    static const ox_id names[3] = {OX_NAME("go_to"), OX_NAME("unlock"), OX_NAME("cutscene")};
    ox_events_config config = {.types = 3, .waiting = 16, .listeners = 2};
    memset(&q, 0, sizeof q);
    ox_arena_init(&q.arena, q.memory, sizeof q.memory);
    CHECK_EQ(ox_events_init(&q.events, &config, &q.arena), OX_OK);
    CHECK_EQ(ox_events_add_types(&q.events, names, 3), OX_OK);
    CHECK(ox_events_listen(&q.events, (ox_interest){.type = OX_EVENT_ANY}, hear, &q).bits != 0);
    ox_counters_init(&q.counters, q.storage, 24);
    CHECK_EQ(ox_objectives_init(&q.o, graph, OBJECTIVES, q.states, &q.counters, &q.events), OX_OK);
    CHECK_EQ(ox_counters_set(&q.counters, SID("lives"), 3), OX_OK);
    CHECK_EQ(ox_counters_set(&q.counters, SID("enemies"), 2), OX_OK);
}

static void now(ox_id counter, int32_t value) {
    CHECK_EQ(ox_counters_set(&q.counters, counter, value), OX_OK);
    ox_events_begin(&q.events, ++q.tick);
    (void)ox_objectives_update(&q.o);
    (void)ox_events_drain(&q.events);
}

static bool states_are(const char *letters) { /* states as letters: L A D F C */
    bool same = true;
    for (int i = 0; i < OBJECTIVES; i++) same = same && "LADFC"[q.states[i]] == letters[i];
    if (!same)
        TEST_INFO("states %d%d%d%d%d%d%d", q.states[0], q.states[1], q.states[2], q.states[3], q.states[4],
                  q.states[5], q.states[6]);
    return same;
}

TEST(game_objectives_only_in_valid_orders) {
    open_quest();
    now(SID("item/key"), 1); /* a key found too early counts later */
    CHECK(states_are("ALLLLLL"));
    now(SID("won"), 1);
    now(SID("region/exit"), 1);
    CHECK(states_are("ALLLLLL"));
    now(SID("region/exit"), 0);
    now(SID("won"), 0);
    now(SID("region/cave"), 1);
    CHECK(states_are("DALLLAL"));
    now(SID("enemies"), 1);
    CHECK(states_are("DALLLAL"));
    now(SID("enemies"), 0); /* the cave is cleared and the key taken */
    CHECK(states_are("DDAALAL"));
    now(SID("paid"), 1); /* one branch is done: the other is closed, the join opens */
    CHECK(states_are("DDDCAAL"));
    now(SID("won"), 1);
    CHECK(states_are("DDDCAAL"));
    uint32_t done, of;
    CHECK(!ox_objectives_chapter(&q.o, 1, &done, &of));
    CHECK(done == 3 && of == 4);
    now(SID("region/exit"), 1);
    CHECK(states_are("DDDCDAL"));
    CHECK(ox_objectives_chapter(&q.o, 1, &done, &of)); /* gold is optional */
    CHECK_EQ(q.heard_count, 2);
    CHECK(q.heard[0] == SID("edges/gate") && q.heard[1] == SID("movies/end"));
    CHECK_EQ(ox_objectives_next(&q.o, 0), GOLD);
    CHECK_EQ(ox_objectives_next(&q.o, GOLD + 1), OBJECTIVES);
    now(SID("night"), 1); /* the hidden objective is active, but not shown */
    CHECK(states_are("DDDCDAA"));
    CHECK_EQ(ox_objectives_next(&q.o, GOLD + 1), OBJECTIVES);
    CHECK_EQ(ox_objectives_state(&q.o, SID("ghost")), OX_OBJECTIVE_ACTIVE);
    (void)ox_objectives_state(&q.o, SID("nobody"));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* Whatever the order of events, an objective is done only when those before it are done. */
TEST(game_objectives_random_orders) {
    static const char *const names[] = {"region/cave", "item/key", "paid", "won", "region/exit", "gold"};
    rng32 r = rng32_seed(8383, 0);
    uint32_t completed = 0;
    for (int round = 0; round < 300; round++) {
        open_quest();
        for (int i = 0; i < 40; i++) {
            uint32_t which = rng_below(&r, 7);
            if (which == 6)
                now(SID("enemies"), (int32_t)rng_below(&r, 2));
            else
                now(ox_id_of(ox_text_of(names[which])), (int32_t)rng_below(&r, 3) * 60);
            bool d[OBJECTIVES];
            for (int k = 0; k < OBJECTIVES; k++) d[k] = q.states[k] == OX_OBJECTIVE_DONE;
            CHECK(!d[KEY] || d[CAVE]);
            CHECK(!(d[BRIBE] || d[FIGHT]) || d[KEY]);
            CHECK(!(d[BRIBE] && d[FIGHT]));
            CHECK(!d[ESCAPE] || d[BRIBE] || d[FIGHT]);
        }
        completed += q.states[ESCAPE] == OX_OBJECTIVE_DONE;
    }
    CHECK(completed > 100);
}

TEST(game_objectives_failing_goes_back) {
    open_quest();
    now(SID("region/cave"), 1);
    now(SID("item/key"), 1);
    now(SID("region/cave"), 0);
    now(SID("hurt"), 3);
    CHECK(states_are("ALLLLLL")); /* all objectives behind the cave are locked again */
    CHECK_EQ(ox_counters_get(&q.counters, SID("lives")), 2);
    CHECK_EQ(ox_counters_get(&q.counters, SID("hurt")), 0);
    CHECK_EQ(ox_counters_get(&q.counters, SID("item/key")), 0);
    CHECK_EQ(q.o.failures, 1);
    CHECK(q.heard_count == 1 && q.heard[0] == SID("places/entry"));
    now(SID("region/cave"), 1);
    CHECK(states_are("DALLLAL"));
    /* An objective without a way back stays failed. */
    static const ox_objective one = {.name = 5, .done = {IS("a", 1)}, .failed = {IS("b", 1)}};
    uint8_t state;
    ox_objectives o;
    CHECK_EQ(ox_objectives_init(&o, &one, 1, &state, &q.counters, NULL), OX_OK);
    CHECK_EQ(ox_counters_set(&q.counters, SID("a"), 1), OX_OK);
    CHECK_EQ(ox_counters_set(&q.counters, SID("b"), 1), OX_OK);
    CHECK_EQ(ox_objectives_update(&o), 2); /* becoming active, and failing: failure is tested first */
    CHECK_EQ(state, OX_OBJECTIVE_FAILED);
    CHECK_EQ(ox_objectives_update(&o), 0);
    CHECK_EQ(ox_objectives_init(&o, &one, 65, &state, &q.counters, NULL), OX_BAD_ARGUMENT);
}

/* Ending by hand works only for active objectives. */
TEST(game_objectives_end_by_hand) {
    open_quest();
    (void)ox_objectives_update(&q.o); /* the first objectives become active */
    CHECK(ox_objectives_know(&q.o, SID("cave")) && !ox_objectives_know(&q.o, SID("moon")));
    CHECK_EQ(ox_objectives_complete(&q.o, SID("moon")), OX_NOT_FOUND);
    CHECK_EQ(ox_objectives_fail(&q.o, SID("moon")), OX_NOT_FOUND);
    CHECK_EQ(ox_objectives_complete(&q.o, SID("escape")), OX_BAD_STATE);
    CHECK_EQ(ox_objectives_fail(&q.o, SID("escape")), OX_BAD_STATE);
    CHECK_EQ(ox_objectives_complete(&q.o, SID("cave")), OX_OK);
    CHECK_EQ(ox_objectives_complete(&q.o, SID("cave")), OX_BAD_STATE);
    (void)ox_objectives_update(&q.o);
    CHECK(states_are("DALLLAL"));
    CHECK_EQ(ox_objectives_fail(&q.o, SID("key")), OX_OK);
    CHECK(states_are("ALLLLLL"));
    CHECK_EQ(q.o.failures, 1);
}

TEST(game_objectives_save_in_the_middle) {
    uint8_t image[256];
    open_quest();
    now(SID("region/cave"), 1);
    now(SID("hurt"), 3);
    now(SID("item/key"), 1);
    now(SID("enemies"), 0);
    CHECK(states_are("DDAALAL"));
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_objectives_save(&q.o, &w);
    ox_counters_save(&q.counters, &w);
    now(SID("won"), 1);
    CHECK(states_are("DDCDAAL"));
    open_quest();
    for (size_t cut = 0; cut < 4u + OBJECTIVES * 5u; cut++) {
        ox_reader r = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_objectives_restore(&q.o, &r), OX_BAD_DATA);
        CHECK(states_are("LLLLLLL"));
    }
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_objectives_restore(&q.o, &r), OX_OK);
    CHECK_EQ(ox_counters_restore(&q.counters, &r), OX_OK);
    CHECK(states_are("DDAALAL"));
    CHECK_EQ(q.o.failures, 1);
    CHECK_EQ(ox_counters_get(&q.counters, SID("lives")), 2);
    now(SID("won"), 1);
    CHECK(states_are("DDCDAAL"));
    /* A graph that has grown: an objective that the save does not know is locked. */
    static const ox_objective two[2] = {{.name = OX_NAME("new")}, {.name = OX_NAME("key")}};
    uint8_t states[2];
    ox_objectives o;
    CHECK_EQ(ox_objectives_init(&o, two, 2, states, &q.counters, NULL), OX_OK);
    r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_objectives_restore(&o, &r), OX_OK);
    CHECK(states[0] == OX_OBJECTIVE_LOCKED && states[1] == OX_OBJECTIVE_DONE);
    image[5] = 99;
    r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_objectives_restore(&o, &r), OX_BAD_DATA);
}

static ox_status check(const ox_objective *of, uint32_t count, const char *expected) {
    char line[120];
    ox_text why = ox_text_begin(line, sizeof line);
    ox_status status = ox_objectives_check(of, count, &why);
    if (strcmp(line, expected) != 0) TEST_INFO("said: %s", line);
    CHECK(strcmp(line, expected) == 0);
    return status;
}

TEST(game_objectives_validator) {
    ox_objective g[4] = {
        {.name = 1}, {.name = 2, .after = {1}}, {.name = 3, .after = {2}}, {.name = 4, .after = {3}}};
    CHECK_EQ(ox_objectives_check(graph, OBJECTIVES, NULL), OX_OK);
    CHECK_EQ(check(g, 4, ""), OX_OK);
    g[1].after[1] = 4; /* objective 2 after 4 after 3 after 2 */
    CHECK_EQ(check(g, 4, "objective 1 comes after itself, and nothing leads into the ring"), OX_CYCLE);
    g[1].flags = OX_OBJECTIVE_JOIN_ANY; /* objective 1 now leads into the ring */
    CHECK_EQ(check(g, 4, ""), OX_OK);
    g[1].after[0] = 2;
    g[1].after[1] = 0;
    CHECK_EQ(check(g, 4, "objective 1 comes after itself, and nothing leads into the ring"), OX_CYCLE);
    ox_objective b[4] = {{.name = 1},
                         {.name = 2, .after = {1}, .branch = 7},
                         {.name = 3, .after = {1}, .branch = 7},
                         {.name = 4, .after = {2, 3}}};
    CHECK_EQ(check(b, 4, "objective 3 needs two alternatives of one branch"), OX_BAD_DATA);
    b[3].flags = OX_OBJECTIVE_JOIN_ANY;
    CHECK_EQ(check(b, 4, ""), OX_OK);
    b[2].after[0] = 2; /* an alternative that comes after its own alternative */
    CHECK_EQ(check(b, 4, "objective 2 needs two alternatives of one branch"), OX_BAD_DATA);
    ox_objective n[2] = {{.name = 1}, {.name = 1}};
    CHECK_EQ(check(n, 2, "objective 1 has the name of another"), OX_BAD_DATA);
    n[1].name = 0;
    CHECK_EQ(check(n, 2, "objective 1 has no name"), OX_BAD_DATA);
    n[1] = (ox_objective){.name = 2, .after = {3}};
    CHECK_EQ(check(n, 2, "objective 1 comes after one that is not there"), OX_BAD_DATA);
    n[1] = (ox_objective){.name = 2, .back = 9};
    CHECK_EQ(check(n, 2, "objective 1 goes back to one that is not there"), OX_BAD_DATA);
    CHECK_EQ(ox_objectives_check(n, 65, NULL), OX_BAD_DATA);
}

/* Going back locks what comes after the place, by any of its links, and leaves everything else; all resets count. */
TEST(game_objectives_go_back_by_any_link) {
    static const ox_objective web[7] = {
        {.name = 1},
        {.name = 2, .after = {1}},
        {.name = 3},
        {.name = 4, .after = {3, 2}}, /* by its second link */
        {.name = 5,
         .after = {3, 3, 3, 4},
         .resets = {OX_NAME("a"), OX_NAME("b"), OX_NAME("c")}}, /* by its last */
        {.name = 6, .after = {3}, .resets = {OX_NAME("d")}},
        {.name = 7, .after = {2}, .back = 2, .failed = {IS("bad", 1)}, .lives = 2}};
    ox_counter storage[8];
    ox_counters counters;
    uint8_t states[8];
    ox_objectives o;
    states[7] = 77;
    ox_counters_init(&counters, storage, 8);
    CHECK_EQ(ox_objectives_init(&o, web, 7, states, &counters, NULL), OX_OK);
    CHECK_EQ(states[7], 77);
    static const ox_id names[] = {OX_NAME("a"), OX_NAME("b"), OX_NAME("c"), OX_NAME("d")};
    for (int i = 0; i < 4; i++) CHECK_EQ(ox_counters_set(&counters, names[i], 5), OX_OK);
    for (ox_id name = 1; name < 7; name++) {
        (void)ox_objectives_update(&o);
        CHECK_EQ(ox_objectives_complete(&o, name), OX_OK);
    }
    (void)ox_objectives_update(&o);
    CHECK_EQ(ox_objectives_state(&o, 7), OX_OBJECTIVE_ACTIVE);
    CHECK_EQ(ox_counters_set(&counters, SID("bad"), 1), OX_OK);
    CHECK_EQ(ox_objectives_update(&o), 1);
    static const uint8_t after[7] = {OX_OBJECTIVE_DONE,   OX_OBJECTIVE_ACTIVE, OX_OBJECTIVE_DONE,
                                     OX_OBJECTIVE_LOCKED, OX_OBJECTIVE_LOCKED, OX_OBJECTIVE_DONE,
                                     OX_OBJECTIVE_LOCKED};
    for (int i = 0; i < 7; i++) CHECK_EQ(states[i], after[i]);
    for (int i = 0; i < 4; i++) CHECK_EQ(ox_counters_get(&counters, names[i]), i < 3 ? 0 : 5);
    CHECK(ox_counters_get(&counters, SID("lives")) == -2 && o.failures == 1);
    /* the first of a graph may come after another, too */
    static const ox_objective turned[2] = {{.name = 1, .after = {2}}, {.name = 2, .back = 2}};
    CHECK_EQ(ox_objectives_init(&o, turned, 2, states, &counters, NULL), OX_OK);
    states[0] = states[1] = OX_OBJECTIVE_ACTIVE;
    CHECK_EQ(ox_objectives_fail(&o, 2), OX_OK);
    CHECK(states[0] == OX_OBJECTIVE_LOCKED && states[1] == OX_OBJECTIVE_ACTIVE);
    CHECK_EQ(ox_objectives_init(&o, web, 7, states, &counters, NULL), OX_OK);
    memcpy(states, after, sizeof after);
    /* all links of a list count */
    CHECK_EQ(ox_objectives_check(web, 7, NULL), OX_OK);
    CHECK_EQ(ox_objectives_next(&o, 0), 1);
    CHECK_EQ(ox_objectives_next(&o, 2), 7);
}

/* An alternative that is done closes those that are open; one that has failed stays failed. */
TEST(game_objectives_alternatives_that_failed) {
    static const ox_objective three[4] = {{.name = 1, .branch = 4},
                                          {.name = 2, .branch = 4},
                                          {.name = 3, .branch = 4},
                                          {.name = 4, .branch = 5}};
    ox_counter storage[2];
    ox_counters counters;
    uint8_t states[4];
    ox_objectives o;
    ox_counters_init(&counters, storage, 2);
    CHECK_EQ(ox_objectives_init(&o, three, 4, states, &counters, NULL), OX_OK);
    CHECK_EQ(ox_objectives_update(&o), 4);
    CHECK_EQ(ox_objectives_fail(&o, 1), OX_OK);
    CHECK_EQ(ox_objectives_complete(&o, 2), OX_OK);
    CHECK(states[0] == OX_OBJECTIVE_FAILED && states[1] == OX_OBJECTIVE_DONE &&
          states[2] == OX_OBJECTIVE_CLOSED && states[3] == OX_OBJECTIVE_ACTIVE);
    uint32_t of = 9;
    CHECK(!ox_objectives_chapter(&o, 0, NULL, NULL) && !ox_objectives_chapter(&o, 0, NULL, &of));
    CHECK_EQ(of, 3); /* the closed one does not count */
    static const ox_objective lost[2] = {{.name = 1},
                                         {.name = 2, .after = {1}, .flags = OX_OBJECTIVE_JOIN_ANY}};
    CHECK_EQ(check(lost, 2, ""), OX_OK);
    ox_objective unreached[3] = {{.name = 1}, {.name = 2, .after = {3}}, {.name = 3, .after = {3}}};
    CHECK_EQ(check(unreached, 3, "objective 2 comes after itself, and nothing leads into the ring"),
             OX_CYCLE);
}

/* A join of any without links is reached as any other without links; a state beyond the last is bad data. */
TEST(game_objectives_edges) {
    ox_objective g[2] = {{.name = 1, .flags = OX_OBJECTIVE_JOIN_ANY}, {.name = 2, .after = {1}}};
    CHECK_EQ(check(g, 2, ""), OX_OK);
    uint8_t states[2], image[32];
    ox_counter storage[2];
    ox_counters counters;
    ox_objectives o;
    ox_counters_init(&counters, storage, 2);
    CHECK_EQ(ox_objectives_init(&o, g, 2, states, &counters, NULL), OX_OK);
    CHECK_EQ(ox_objectives_update(&o), 1); /* nothing leads to it: it begins */
    for (uint32_t state = OX_OBJECTIVE_CLOSED; state <= OX_OBJECTIVE_STATES; state++) {
        ox_writer w = ox_writer_bytes(image, sizeof image);
        ox_objectives_save(&o, &w);
        image[5] = (uint8_t)state;
        ox_reader r = ox_reader_bytes(image, w.used);
        CHECK_EQ(ox_objectives_restore(&o, &r), state < OX_OBJECTIVE_STATES ? OX_OK : OX_BAD_DATA);
        CHECK_EQ(states[0], OX_OBJECTIVE_CLOSED);
    }
    g[0].after[0] = 2; /* a ring of two, of which one would take any */
    CHECK_EQ(check(g, 2, "objective 0 comes after itself, and nothing leads into the ring"), OX_CYCLE);
    g[0] = (ox_objective){.name = 1, .after = {2}};
    g[1] = (ox_objective){.name = 2, .after = {2}};
    CHECK_EQ(check(g, 2, "objective 1 comes after itself, and nothing leads into the ring"), OX_CYCLE);
}

/* What a join of any needs does not depend on the order in which the graph lists its links. */
TEST(game_objectives_joins_in_any_order) {
    const ox_objective forward[4] = {{.name = 1, .branch = 1},
                                     {.name = 2, .branch = 1},
                                     {.name = 3, .after = {1, 2}, .flags = OX_OBJECTIVE_JOIN_ANY},
                                     {.name = 4, .after = {3, 2}}},
                       backward[4] = {{.name = 1, .branch = 1},
                                      {.name = 3, .after = {1, 3}, .flags = OX_OBJECTIVE_JOIN_ANY},
                                      {.name = 2, .branch = 1},
                                      {.name = 4, .after = {2, 3}}};
    CHECK_EQ(check(forward, 4, ""), OX_OK);
    CHECK_EQ(check(backward, 4, ""), OX_OK);
    ox_objective both[5];
    memcpy(both, backward, sizeof backward);
    both[4] = (ox_objective){.name = 5, .after = {4, 1}}; /* needs both alternatives, by whatever way */
    CHECK_EQ(check(both, 5, "objective 4 needs two alternatives of one branch"), OX_BAD_DATA);
}

/* A failure ends the update: objectives behind it are looked at in the next one. */
TEST(game_objectives_failure_ends_an_update) {
    static const ox_objective two[2] = {{.name = 1, .failed = {IS("bad", 1)}},
                                        {.name = 2, .done = {IS("good", 1)}}};
    ox_counter storage[2];
    ox_counters counters;
    uint8_t states[2];
    ox_objectives o;
    ox_counters_init(&counters, storage, 2);
    CHECK_EQ(ox_objectives_init(&o, two, 2, states, &counters, NULL), OX_OK);
    CHECK_EQ(ox_objectives_update(&o), 2);
    CHECK_EQ(ox_counters_set(&counters, SID("bad"), 1), OX_OK);
    CHECK_EQ(ox_counters_set(&counters, SID("good"), 1), OX_OK);
    CHECK_EQ(ox_objectives_update(&o), 1);
    CHECK(states[0] == OX_OBJECTIVE_FAILED && states[1] == OX_OBJECTIVE_ACTIVE);
    CHECK_EQ(ox_objectives_update(&o), 1);
    CHECK_EQ(states[1], OX_OBJECTIVE_DONE);
}

/* A row of conditions ends at its first without a name, or behind as many as are asked for. */
TEST(game_counters_hold_so_many_conditions) {
    static const ox_condition row[4] = {IS("a", 1), IS("b", 1), IS("a", 1), IS("b", 9)},
                              ended[3] = {IS("a", 1), {0, 9, OX_AT_LEAST}, IS("b", 9)};
    ox_counter storage[4];
    ox_counters c;
    ox_counters_init(&c, storage, 4);
    CHECK(ox_counters_set(&c, SID("a"), 1) == OX_OK && ox_counters_set(&c, SID("b"), 1) == OX_OK);
    for (uint32_t most = 0; most <= 4; most++) CHECK_EQ(ox_counters_hold(&c, row, most), most < 4);
    for (uint32_t most = 0; most <= 3; most++) CHECK(ox_counters_hold(&c, ended, most));
    CHECK(!ox_counters_hold(&c, row + 3, 1) && ox_counters_hold(&c, row + 3, 0));
}

/* Counters fill their storage, which holds 65535 at most; names come back from 1 on, each once. */
TEST(game_counters_restore_what_fits) {
    ox_counter a[2], b[2];
    ox_counters from, to;
    uint8_t image[32];
    ox_counters_init(&from, a, 100000);
    CHECK_EQ(from.capacity, OX_COUNTERS_MAX);
    ox_counters_init(&from, a, 2);
    ox_counters_init(&to, b, 2);
    CHECK_EQ(from.capacity, 2);
    CHECK(ox_counters_set(&from, 1, 7) == OX_OK && ox_counters_set(&from, 2, -7) == OX_OK);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_counters_save(&from, &w);
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_counters_restore(&to, &r), OX_OK);
    CHECK(ox_counters_get(&to, 1) == 7 && ox_counters_get(&to, 2) == -7);
    image[2 + 8] = 1; /* the second has the name of the first */
    r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_counters_restore(&to, &r), OX_BAD_DATA);
    CHECK(r.bad && ox_counters_get(&to, 2) == -7);
    r = ox_reader_bytes(image, 0);
    CHECK_EQ(ox_counters_restore(&to, &r), OX_BAD_DATA);
    CHECK_EQ(to.count, 2);
}

/* The first of a graph is closed as any other when an alternative of it is done. */
TEST(game_objectives_close_the_first) {
    static const ox_objective two[2] = {{.name = 1, .branch = 4}, {.name = 2, .branch = 4}};
    ox_counter storage[2];
    ox_counters counters;
    uint8_t states[2];
    ox_objectives o;
    ox_counters_init(&counters, storage, 2);
    CHECK_EQ(ox_objectives_init(&o, two, 2, states, &counters, NULL), OX_OK);
    CHECK_EQ(ox_objectives_update(&o), 2);
    CHECK_EQ(ox_objectives_complete(&o, 2), OX_OK);
    CHECK(states[0] == OX_OBJECTIVE_CLOSED && states[1] == OX_OBJECTIVE_DONE);
}
