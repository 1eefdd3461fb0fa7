/* The game-state manager: the way through states, the stack, the world's ticks, states that come later,
 * saves. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/game/flow.h"
#include "kernel/names/id.h"
#include "tests/test.h"

typedef struct game {
    char log[256];
    uint32_t length;
    uint32_t ui_ticks;
    ox_flow *flow;
    ox_id on_enter; /* the id that play's enter says */
} game;

static _Alignas(8) uint8_t memory[16384];
static ox_arena arena;
static ox_world world;
static ox_flow flow;
static game g;

static void note(char state, char what) {
    if (g.length + 3 >= sizeof g.log) return;
    if (g.length > 0) g.log[g.length++] = ' ';
    g.log[g.length++] = state;
    g.log[g.length++] = what;
    g.log[g.length] = '\0';
}
#define OPS(letter)                                                                                          \
    static void letter##_enter(void *of) {                                                                   \
        (void)of;                                                                                            \
        note(#letter[0], '+');                                                                               \
        if (#letter[0] == 'p' && g.on_enter != 0) CHECK_EQ(ox_flow_say(&flow, g.on_enter), OX_OK);           \
    }                                                                                                        \
    static void letter##_leave(void *of) { (void)of, note(#letter[0], '-'); }                                \
    static void letter##_pause(void *of) { (void)of, note(#letter[0], '('); }                                \
    static void letter##_resume(void *of) { (void)of, note(#letter[0], ')'); }                               \
    static void letter##_update(void *of) { (void)of, note(#letter[0], '.'); }                               \
    static void letter##_draw(void *of, void *target) { (void)of, note(#letter[0], *(char *)target); }
OPS(t)
OPS(p)
OPS(m)
OPS(d)
OPS(b)
#define STATE(letter, label, bits)                                                                           \
    {                                                                                                        \
        .name = OX_NAME(label), .flags = (bits), .enter = letter##_enter, .leave = letter##_leave,           \
        .pause = letter##_pause, .resume = letter##_resume, .update = letter##_update, .draw = letter##_draw \
    }
static const ox_game_state title = STATE(t, "title", 0), play = STATE(p, "play", OX_GAME_WORLD),
                           menu = STATE(m, "pause", OX_GAME_SHOWS_BELOW),
                           dialog = STATE(d, "dialog", OX_GAME_SHOWS_BELOW | OX_GAME_RUNS_BELOW),
                           bonus = STATE(b, "bonus", OX_GAME_WORLD);
static const ox_game_way ways[] = {
    {OX_NAME("title"), OX_NAME("start"), OX_NAME("play"), OX_GAME_GO},
    {OX_NAME("play"), OX_NAME("menu"), OX_NAME("pause"), OX_GAME_PUSH},
    {OX_NAME("pause"), OX_NAME("menu"), 0, OX_GAME_POP},
    {OX_NAME("play"), OX_NAME("talk"), OX_NAME("dialog"), OX_GAME_PUSH},
    {OX_NAME("dialog"), OX_NAME("menu"), OX_NAME("pause"), OX_GAME_PUSH},
    {OX_NAME("dialog"), OX_NAME("done"), 0, OX_GAME_POP},
    {OX_NAME("pause"), OX_NAME("options"), OX_NAME("dialog"), OX_GAME_REPLACE},
    {OX_ID_NONE, OX_NAME("quit"), OX_NAME("title"), OX_GAME_GO},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static void ui_update(void *game_of) { ((game *)game_of)->ui_ticks++; }

static void open_flow(void) {
    ox_world_config small = {.objects = 4, .types = 1, .components = 1, .systems = 1};
    ox_flow_config config = {.states = 5, .ways = 12, .game = &g, .world = &world, .ui = ui_update};
    memset(&g, 0, sizeof g);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_world_init(&world, &arena, &small), OX_OK);
    CHECK_EQ(ox_flow_init(&flow, &config, &arena), OX_OK);
    CHECK_EQ(ox_flow_add_state(&flow, &title), OX_OK);
    CHECK_EQ(ox_flow_add_state(&flow, &play), OX_OK);
    CHECK_EQ(ox_flow_add_state(&flow, &menu), OX_OK);
    CHECK_EQ(ox_flow_add_state(&flow, &dialog), OX_OK);
    CHECK_EQ(ox_flow_add_ways(&flow, ways, WAYS), OX_OK);
    CHECK_EQ(ox_flow_check(&flow, NULL), OX_OK);
    CHECK_EQ(ox_flow_start(&flow, SID("title")), OX_OK);
}

static void say(ox_id word) {
    CHECK_EQ(ox_flow_say(&flow, word), OX_OK);
    ox_flow_tick(&flow);
}

static bool log_is(const char *expected) {
    bool same = strcmp(g.log, expected) == 0;
    if (!same) TEST_INFO("log: %s", g.log);
    g.length = 0;
    g.log[0] = '\0';
    return same;
}

TEST(game_flow_title_play_pause_and_back) {
    open_flow();
    say(SID("start"));
    say(SID("menu"));
    CHECK_EQ(ox_flow_top(&flow), SID("pause"));
    CHECK(ox_flow_is_on(&flow, SID("play")) && !ox_flow_is_on(&flow, SID("title")));
    say(SID("menu"));
    say(SID("quit"));
    CHECK(log_is("t+ t- p+ p. p( m+ m. m- p) p. p- t+ t."));
    /* Saying "start" out of a pause: the active states are left from the top. */
    say(SID("start"));
    say(SID("menu"));
    say(SID("quit"));
    CHECK(log_is("t- p+ p. p( m+ m. m- p- t+ t."));
    ox_flow_end(&flow);
    CHECK(log_is("t-") && ox_flow_top(&flow) == OX_ID_NONE);
}

TEST(game_flow_pause_stops_the_world_not_the_interface) {
    open_flow();
    say(SID("start"));
    for (int i = 0; i < 9; i++) ox_flow_tick(&flow);
    CHECK_EQ(world.tick, 10);
    say(SID("menu"));
    uint32_t ticks = world.tick, ui = g.ui_ticks;
    for (int i = 0; i < 60; i++) ox_flow_tick(&flow);
    CHECK_EQ(world.tick, ticks);
    CHECK_EQ(g.ui_ticks, ui + 60);
    say(SID("menu"));
    CHECK_EQ(world.tick, ticks + 1);
}

TEST(game_flow_draws_and_runs_below) {
    char mark = '#';
    open_flow();
    say(SID("start"));
    say(SID("talk")); /* a dialog over play, which runs on */
    CHECK(log_is("t+ t- p+ p. d+ p. d."));
    uint32_t ticks = world.tick;
    ox_flow_tick(&flow);
    CHECK_EQ(world.tick, ticks + 1);
    say(SID("menu")); /* a pause over dialog and play: both are paused, from the top */
    CHECK(log_is("p. d. d( p( m+ m."));
    ox_flow_draw(&flow, &mark);
    CHECK(log_is("p# d# m#"));
    say(SID("menu"));
    CHECK(log_is("m- p) d) p. d."));
    say(SID("done"));
    ox_flow_draw(&flow, &mark);
    CHECK(log_is("d- p. p#"));
    /* A replacement leaves only the top. */
    say(SID("menu"));
    say(SID("options"));
    CHECK(log_is("p( m+ m. m- d+ p. d."));
}

TEST(game_flow_changes_between_ticks) {
    open_flow();
    g.on_enter = SID("talk");
    say(SID("start")); /* an enter says this: the change happens in the same round, before any update */
    CHECK(log_is("t+ t- p+ d+ p. d."));
    /* Two words in one tick are handled in order; words that lead nowhere are ignored. */
    g.on_enter = 0;
    CHECK_EQ(ox_flow_say(&flow, SID("done")), OX_OK);
    CHECK_EQ(ox_flow_say(&flow, SID("nonsense")), OX_OK);
    say(SID("menu"));
    CHECK(log_is("d- p( m+ m."));
    CHECK_EQ(flow.ignored, 1);
    /* An enter that asks for another change each time is stopped, and the changes go on in the next tick. */
    ox_game_way round = {OX_NAME("play"), OX_NAME("again"), OX_NAME("play"), OX_GAME_GO};
    CHECK_EQ(ox_flow_add_ways(&flow, &round, 1), OX_OK);
    say(SID("quit"));
    g.on_enter = SID("again");
    say(SID("start"));
    CHECK_EQ(flow.loops, 1);
    CHECK_EQ(flow.word_count, 1);
    g.on_enter = 0;
    ox_flow_tick(&flow);
    CHECK_EQ(ox_flow_top(&flow), SID("play"));
    CHECK_EQ(flow.loops, 1);
}

TEST(game_flow_add_on_states) {
    static const ox_game_way more[] = {{OX_NAME("play"), OX_NAME("warp"), OX_NAME("bonus"), OX_GAME_REPLACE},
                                       {OX_NAME("bonus"), OX_NAME("over"), OX_NAME("play"), OX_GAME_REPLACE}};
    uint32_t which = 99;
    open_flow();
    say(SID("start"));
    CHECK_EQ(ox_flow_add_ways(&flow, more, 2), OX_OK);
    CHECK_EQ(ox_flow_check(&flow, &which), OX_NOT_FOUND);
    CHECK_EQ(which, WAYS);
    say(SID("warp")); /* the state has not come yet: the word is refused */
    CHECK_EQ(flow.refused, 1);
    CHECK_EQ(ox_flow_add_state(&flow, &bonus), OX_OK);
    CHECK_EQ(ox_flow_check(&flow, &which), OX_OK);
    say(SID("warp"));
    CHECK_EQ(ox_flow_top(&flow), SID("bonus"));
    CHECK(log_is("t+ t- p+ p. p. p- b+ b."));
}

TEST(game_flow_refusals) {
    static const ox_game_way bad[] = {{OX_NAME("title"), OX_NAME("x"), OX_NAME("play"), OX_GAME_GO},
                                      {OX_NAME("title"), 0, OX_NAME("play"), OX_GAME_GO}};
    static const ox_game_way deeper[] = {{OX_NAME("play"), OX_NAME("deeper"), OX_NAME("play"), OX_GAME_PUSH},
                                         {OX_NAME("play"), OX_NAME("up"), 0, OX_GAME_POP}};
    ox_flow_config config = {.states = 0, .ways = 1};
    ox_flow other;
    open_flow();
    CHECK_EQ(ox_flow_init(&other, &config, &arena), OX_BAD_ARGUMENT);
    config = (ox_flow_config){.states = 255, .ways = 255};
    static _Alignas(8) uint8_t little[64];
    ox_arena tiny;
    ox_arena_init(&tiny, little, sizeof little);
    const uint8_t *before = tiny.low;
    CHECK_EQ(ox_flow_init(&other, &config, &tiny), OX_OUT_OF_MEMORY);
    CHECK(tiny.low == before);
    CHECK_EQ(ox_flow_add_state(&flow, &play), OX_ALREADY_THERE);
    CHECK_EQ(ox_flow_add_state(&flow, &(ox_game_state){0}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_flow_add_state(&flow, &bonus), OX_OK);
    CHECK_EQ(ox_flow_add_state(&flow, &(ox_game_state){.name = 5}), OX_FULL);
    CHECK_EQ(ox_flow_add_ways(&flow, ways, 1), OX_ALREADY_THERE);
    CHECK_EQ(ox_flow_add_ways(&flow, bad, 2), OX_BAD_ARGUMENT);
    CHECK_EQ(flow.way_count, WAYS);
    CHECK_EQ(ox_flow_start(&flow, SID("nowhere")), OX_NOT_FOUND);
    CHECK_EQ(ox_flow_add_ways(&flow, deeper, 2), OX_OK);
    say(SID("start"));
    say(SID("up")); /* no state lies below */
    CHECK_EQ(flow.refused, 1);
    for (int i = 0; i < OX_GAME_DEPTH; i++) say(SID("deeper"));
    CHECK_EQ(flow.depth, OX_GAME_DEPTH);
    CHECK_EQ(flow.refused, 2);
    for (int i = 0; i < OX_GAME_WORDS; i++) CHECK_EQ(ox_flow_say(&flow, SID("x")), OX_OK);
    CHECK_EQ(ox_flow_say(&flow, SID("x")), OX_FULL);
    for (uint32_t i = 0; i < OX_GAME_SCREENS; i++) CHECK_EQ(ox_flow_open_screen(&flow, i + 1), OX_OK);
    CHECK_EQ(ox_flow_open_screen(&flow, 77), OX_FULL);
    CHECK_EQ(ox_flow_close_screen(&flow, 77), OX_NOT_FOUND);
    CHECK_EQ(ox_flow_close_screen(&flow, 3), OX_OK); /* the screen closes together with those above it */
    CHECK_EQ(flow.screen_count, 2);
}

/* Ways that make no sense are refused, each for its own reason; the first refusal takes back all of the call. */
TEST(game_flow_ways_are_checked) {
    static const struct {
        ox_game_way way;
        ox_status status;
    } rows[] = {{{OX_NAME("title"), OX_NAME("a"), OX_NAME("play"), OX_GAME_REPLACE + 1}, OX_BAD_ARGUMENT},
                {{OX_NAME("title"), OX_NAME("a"), OX_NAME("play"), OX_GAME_POP}, OX_BAD_ARGUMENT},
                {{OX_NAME("title"), OX_NAME("a"), OX_ID_NONE, OX_GAME_GO}, OX_BAD_ARGUMENT},
                {{OX_NAME("title"), OX_ID_NONE, OX_NAME("play"), OX_GAME_GO}, OX_BAD_ARGUMENT},
                {{OX_NAME("title"), OX_NAME("start"), OX_NAME("play"), OX_GAME_GO}, OX_ALREADY_THERE},
                {{OX_NAME("title"), OX_NAME("a"), OX_NAME("play"), OX_GAME_REPLACE}, OX_OK}};
    open_flow();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ox_game_way two[2] = {{OX_NAME("pause"), OX_NAME("b"), OX_NAME("play"), OX_GAME_GO},
                                    rows[i].way};
        CHECK_EQ(ox_flow_add_ways(&flow, two, 2), rows[i].status);
        CHECK_EQ(flow.way_count, WAYS + (rows[i].status == OX_OK ? 2 : 0));
    }
    for (uint32_t i = 0; flow.way_count < flow.config.ways; i++)
        CHECK_EQ(ox_flow_add_ways(&flow, &(ox_game_way){OX_NAME("play"), 900 + i, 0, OX_GAME_POP}, 1), OX_OK);
    CHECK_EQ(ox_flow_add_ways(&flow, &(ox_game_way){OX_NAME("play"), 899, 0, OX_GAME_POP}, 1), OX_FULL);
    /* a lack of memory for either table takes nothing */
    static _Alignas(8) uint8_t little[2200];
    ox_flow other;
    ox_arena tiny;
    for (size_t room = 64; room < sizeof little; room += 2080) {
        ox_arena_init(&tiny, little, room);
        CHECK_EQ(ox_flow_init(&other, &(ox_flow_config){.states = 255, .ways = 255}, &tiny),
                 OX_OUT_OF_MEMORY);
        CHECK_EQ(ox_arena_used(&tiny), 0);
    }
}

/* A start leaves what is on, from the top; words of a flow that has not started are ignored. A refused word is told. */
TEST(game_flow_starts_anew) {
    static ox_log log;
    open_flow();
    CHECK(ox_log_init(&log, NULL, &arena, 4, 120));
    flow.config.log = &log;
    say(SID("start"));
    say(SID("menu"));
    CHECK_EQ(ox_flow_say(&flow, SID("menu")), OX_OK);
    g.length = 0, g.log[0] = '\0';
    CHECK_EQ(ox_flow_start(&flow, SID("play")), OX_OK);
    CHECK(log_is("m- p- p+") && flow.depth == 1 && flow.word_count == 0);
    const ox_game_way up = {OX_NAME("play"), OX_NAME("up"), 0, OX_GAME_POP};
    CHECK_EQ(ox_flow_add_ways(&flow, &up, 1), OX_OK);
    say(SID("up"));
    char says[100];
    ox_text text = ox_text_begin(says, sizeof says);
    ox_text_add(&text, "word #%08x leads from #%08x to #%08x, which cannot be", (unsigned)SID("up"),
                (unsigned)SID("play"), 0u);
    CHECK(log.written == 1 && strstr(ox_log_recent(&log, 0), says) != NULL);
    ox_flow_end(&flow);
    g.length = 0, g.log[0] = '\0';
    const uint32_t ignored = flow.ignored;
    say(SID("quit")); /* a way from any state; but no state is on */
    CHECK(log_is("") && flow.depth == 0 && flow.ignored == ignored + 1 && flow.word_count == 0);
    char mark = '#';
    ox_flow_draw(&flow, &mark);
    CHECK(log_is("") && ox_flow_top(&flow) == OX_ID_NONE);
    CHECK_EQ(flow.ticks, 4);
    CHECK_EQ(test_assertions(), 0);
    flow.ticking = true; /* within a tick nothing of this goes */
    CHECK_EQ(ox_flow_start(&flow, SID("title")), OX_BAD_STATE);
    ox_flow_end(&flow);
    ox_flow_close(&flow);
    ox_flow_tick(&flow);
    CHECK(flow.depth == 0 && flow.states != NULL && flow.ticks == 4);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 4 : 0);
    flow.ticking = false;
    ox_flow_close(&flow);
    CHECK(flow.states == NULL && flow.config.states == 0);
}

TEST(game_flow_save_and_restore) {
    uint8_t image[256];
    open_flow();
    say(SID("start"));
    say(SID("menu"));
    flow.play.money = -70000;
    flow.play.lives = 2;
    flow.camera.bits = 0x10003u;
    CHECK_EQ(ox_flow_open_screen(&flow, SID("inventory")), OX_OK);
    CHECK_EQ(ox_flow_say(&flow, SID("quit")), OX_OK);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_flow_save(&flow, &w);
    CHECK(!w.full);
    ox_writer hash = ox_writer_hash(), again = ox_writer_hash();
    ox_flow_save(&flow, &hash);
    open_flow();
    for (size_t cut = 0; cut < w.used; cut++) {
        ox_reader short_of = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_flow_restore(&flow, &short_of), OX_BAD_DATA);
        CHECK_EQ(ox_flow_top(&flow), SID("title"));
    }
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_flow_restore(&flow, &r), OX_OK);
    CHECK_EQ(r.used, w.used);
    ox_flow_save(&flow, &again);
    CHECK_EQ(again.hash, hash.hash);
    CHECK_EQ(flow.play.money, -70000);
    CHECK_EQ(ox_flow_top(&flow), SID("pause"));
    ox_flow_tick(&flow);
    CHECK_EQ(ox_flow_top(&flow), SID("title"));
    for (uint32_t list = 0; list < 2; list++) { /* more states or words than there may be */
        static uint8_t many[1200];
        const size_t at = list == 0 ? 0 : 1 + 4u * image[0];
        memset(many, 0, sizeof many);
        memcpy(many, image, at);
        many[at] = 200;
        r = ox_reader_bytes(many, sizeof many);
        CHECK_EQ(ox_flow_restore(&flow, &r), OX_BAD_DATA);
    }
    image[1] ^= 1; /* the image names a state that this build does not have */
    r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_flow_restore(&flow, &r), OX_NOT_FOUND);
    CHECK_EQ(ox_flow_top(&flow), SID("title"));
}

/* States and ways are 1 to 255 of each; a new flow has the play data of a new game. */
TEST(game_flow_has_limits) {
    static const struct {
        uint32_t states, ways;
        ox_status status;
    } rows[] = {{1, 1, OX_OK},           {255, 255, OX_OK},         {0, 1, OX_BAD_ARGUMENT},
                {1, 0, OX_BAD_ARGUMENT}, {256, 1, OX_BAD_ARGUMENT}, {1, 256, OX_BAD_ARGUMENT}};
    ox_flow none;
    ox_arena_init(&arena, memory, 400); /* room for ways, and not for states */
    CHECK_EQ(ox_flow_init(&none, &(ox_flow_config){.states = 255, .ways = 1}, &arena), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ox_flow made;
        ox_arena_init(&arena, memory, sizeof memory);
        CHECK_EQ(
            ox_flow_init(&made, &(ox_flow_config){.states = rows[i].states, .ways = rows[i].ways}, &arena),
            rows[i].status);
        CHECK_EQ(ox_arena_used(&arena) > 0, rows[i].status == OX_OK);
        if (rows[i].status == OX_OK) CHECK(made.play.lives == 3 && made.play.money == 0);
    }
}

/* What the flow counts: changes, and words that found no room. A state is on whether it is on top or below, and
 * screens close down to the lowest. */
TEST(game_flow_counts_and_answers) {
    open_flow();
    CHECK_EQ(flow.changes, 0);
    say(SID("start"));
    say(SID("menu"));
    CHECK_EQ(flow.changes, 2);
    CHECK(ox_flow_is_on(&flow, SID("pause")) && ox_flow_is_on(&flow, SID("play")) &&
          !ox_flow_is_on(&flow, SID("dialog")));
    for (int i = 0; i < OX_GAME_WORDS; i++) CHECK_EQ(ox_flow_say(&flow, SID("x")), OX_OK);
    for (uint32_t i = 1; i < 4; i++) {
        CHECK_EQ(ox_flow_say(&flow, SID("x")), OX_FULL);
        CHECK_EQ(flow.refused, i);
    }
    CHECK_EQ(ox_flow_open_screen(&flow, SID("one")), OX_OK);
    CHECK_EQ(ox_flow_open_screen(&flow, SID("two")), OX_OK);
    CHECK_EQ(ox_flow_close_screen(&flow, SID("one")), OX_OK);
    CHECK_EQ(flow.screen_count, 0);
}

/* Changes without end are told with the word that waits. */
TEST(game_flow_tells_of_changes_without_end) {
    static ox_log log;
    char says[100];
    ox_text text = ox_text_begin(says, sizeof says);
    open_flow();
    CHECK(ox_log_init(&log, NULL, &arena, 4, 120));
    flow.config.log = &log;
    const ox_game_way round = {OX_NAME("play"), OX_NAME("again"), OX_NAME("play"), OX_GAME_GO};
    CHECK_EQ(ox_flow_add_ways(&flow, &round, 1), OX_OK);
    g.on_enter = SID("again");
    say(SID("start"));
    ox_text_add(&text, "changes without end, the next word is #%08x", (unsigned)SID("again"));
    CHECK(log.written == 1 && strstr(ox_log_recent(&log, 0), says) != NULL);
}

/* A full flow is saved and restored: as many states, words and screens as there may be. */
TEST(game_flow_saves_all_that_fits) {
    static const ox_game_way deeper = {OX_NAME("play"), OX_NAME("deeper"), OX_NAME("play"), OX_GAME_PUSH};
    uint8_t image[256];
    open_flow();
    CHECK_EQ(ox_flow_add_ways(&flow, &deeper, 1), OX_OK);
    say(SID("start"));
    while (flow.depth < OX_GAME_DEPTH) say(SID("deeper"));
    for (uint32_t i = 0; i < OX_GAME_SCREENS; i++) CHECK_EQ(ox_flow_open_screen(&flow, i + 1), OX_OK);
    for (uint32_t i = 0; i < OX_GAME_WORDS; i++) CHECK_EQ(ox_flow_say(&flow, 100 + i), OX_OK);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_flow_save(&flow, &w);
    open_flow();
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_flow_restore(&flow, &r), OX_OK);
    CHECK(flow.depth == OX_GAME_DEPTH && flow.word_count == OX_GAME_WORDS &&
          flow.screen_count == OX_GAME_SCREENS);
    CHECK(flow.words[OX_GAME_WORDS - 1] == 100 + OX_GAME_WORDS - 1 && flow.screens[0] == 1);
}

static void tick_again(void *of) {
    (void)of;
    g.ui_ticks++;
    ox_flow_tick(&flow);
}

/* A state may have no functions, and a flow no world. Within a tick the flow is neither ticked, ended nor restored. */
TEST(game_flow_without_functions_and_within_a_tick) {
    static const ox_game_state bare = {.name = OX_NAME("bare"), .flags = OX_GAME_WORLD},
                               again = {.name = OX_NAME("again"), .update = tick_again};
    static const ox_game_way way = {OX_NAME("bare"), OX_NAME("go"), OX_NAME("again"), OX_GAME_GO};
    const ox_flow_config config = {.states = 2, .ways = 1};
    uint8_t image[64];
    char mark = '#';
    memset(&g, 0, sizeof g);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_flow_init(&flow, &config, &arena), OX_OK);
    CHECK_EQ(ox_flow_add_state(&flow, &bare), OX_OK);
    CHECK_EQ(ox_flow_add_state(&flow, &again), OX_OK);
    CHECK_EQ(ox_flow_add_ways(&flow, &way, 1), OX_OK);
    CHECK_EQ(ox_flow_start(&flow, SID("bare")), OX_OK);
    ox_flow_tick(&flow);
    ox_flow_draw(&flow, &mark);
    CHECK_EQ(flow.ticks, 1);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_flow_save(&flow, &w);
    CHECK_EQ(test_assertions(), 0);
    say(SID("go"));
    CHECK(flow.ticks == 2 && g.ui_ticks == 1);
    flow.ticking = true;
    ox_flow_end(&flow);
    CHECK_EQ(flow.depth, 1);
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_flow_restore(&flow, &r), OX_BAD_STATE);
    CHECK_EQ(ox_flow_top(&flow), SID("again"));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    flow.ticking = false;
}

/* Closing a flow leaves what is on, from the top. */
TEST(game_flow_closes_from_the_top) {
    open_flow();
    say(SID("start"));
    say(SID("menu"));
    g.length = 0, g.log[0] = '\0';
    ox_flow_close(&flow);
    CHECK(log_is("m- p-") && flow.depth == 0);
}
