/* Tests of the console's runtime that need files and processes: saved games in the port's storage, games that
 * run wild and the screens they end with, and a console whose every request for memory is refused once. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "kernel/runtime/internal.h"
#include "kernel/saving/internal.h"
#include "platform/host/host.h"
#include "tests/host/tools/import/apart.h"
#include "tests/port.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_game.h"
#include "tests/unit/kernel/level/level_builder.h"

static _Alignas(16) uint8_t image[49152];

static uint32_t make_image(uint32_t budget) {
    return game_image(image, sizeof image, budget, game_capacities, GAME_CAPACITIES);
}

static plat *machine(const char *storage) {
    char error[200] = "";
    host_options options = {.quiet = true, .memory = 1 << 20, .threads = 1, .storage = storage};
    plat *p = test_port_open(&options, error, sizeof error);
    if (p == NULL) test_fail(__FILE__, __LINE__, error, 0, 1);
    return p;
}

static ox_console *boot(plat *p, const ox_cart *cart, ox_error *error) {
    ox_boot_options options = ox_boot_defaults(p, image, make_image(160 * 1024));
    options.deterministic = true;
    options.log_subsystems = false;
    options.cart = cart;
    ox_console *console = ox_console_boot(&options, error);
    if (console == NULL) test_fail(__FILE__, __LINE__, error->text, 0, 1);
    return console;
}

/* ---- saved games ---- */

static uint32_t hashes[301];

/* A game is saved at step 100 in slot 1 and loaded 100 steps later: all goes as it went. Then a new console
 * loads it. */
TEST(runtime_saves_and_loads_in_mid_game) {
    char storage[] = "/tmp/oxcart_runtime_XXXXXX";
    int file = mkstemp(storage);
    CHECK(file >= 0);
    if (file < 0) return;
    close(file);
    game g;
    ox_error error;
    const char *why;
    for (int round = 0; round < 2; round++) {
        ox_cart cart = game_cart(&g);
        plat *p = machine(storage);
        ox_console *console = boot(p, &cart, &error);
        if (console == NULL) return;
        ox_sim_part parts[OX_STATE_PARTS];
        /* The scene's camera and the pads are no part of a saved game. */
        ox_sim state = {parts + OX_STATE_OWN, ox_console_list_state(console, parts) - OX_STATE_OWN};
        if (round == 0) {
            CHECK_EQ(ox_console_load(console, 1), OX_NOT_FOUND);
            for (uint32_t i = 0; i < 300; i++) {
                hashes[i] = ox_sim_hash(&state, OX_FNV_START);
                if (i == 100) CHECK_EQ(ox_console_save(console, 1), OX_OK);
                CHECK_EQ(ox_console_saving(console), i >= 100 && i < 120 && ox_console_saving(console));
                CHECK(ox_console_frame(console));
            }
            hashes[300] = ox_sim_hash(&state, OX_FNV_START);
            CHECK(!ox_console_saving(console));
            CHECK_EQ(ox_console_saved(console, &why), OX_OK);
            CHECK(why[0] == 0);
            CHECK_EQ(ox_console_save(console, 2), OX_BAD_ARGUMENT);
        }
        for (int again = 0; again < 2; again++) {
            CHECK_EQ(ox_console_load(console, 1), OX_OK);
            CHECK(g.loads == (uint32_t)again + 1 && g.load_status == OX_OK && g.fixed > 0);
            CHECK_EQ(ox_console_tick(console), 100);
            for (uint32_t i = 100; i < 300; i++) {
                CHECK_EQ(ox_sim_hash(&state, OX_FNV_START), hashes[i]);
                CHECK(ox_console_frame(console));
            }
            CHECK_EQ(ox_sim_hash(&state, OX_FNV_START), hashes[300]);
        }
        CHECK_EQ(ox_console_close(console), 0);
        host_close(p);
    }
    remove(storage);
}

/* A port that keeps nothing plays the game all the same. */
TEST(runtime_refuses_what_the_plan_or_port_does_not_have) {
    game g;
    ox_error error;
    const char *why;
    ox_cart cart = game_cart(&g);
    ox_runtime_plan plan = {.commands = game_commands, .command_count = 2};
    plat *p = machine(NULL);
    ox_console *console = boot(p, &cart, &error);
    if (console == NULL) return;
    CHECK_EQ(ox_console_load(console, 0), OX_UNSUPPORTED);
    CHECK_EQ(ox_console_save(console, 0), OX_UNSUPPORTED);
    CHECK_EQ(ox_console_saved(console, &why), OX_UNSUPPORTED);
    CHECK(!ox_console_saving(console));
    ox_console_close(console);
    cart.runtime = &plan; /* commands alone: a cart without objects of its own and without going back */
    cart.start = NULL;
    cart.step = NULL;
    console = boot(p, &cart, &error);
    if (console == NULL) return;
    for (int i = 0; i < 10; i++) CHECK(ox_console_frame(console));
    CHECK_EQ(ox_console_tick(console), 10);
    CHECK(ox_console_world(console)->alive == 1 && ox_console_events(console) == NULL);
    CHECK(ox_console_commands(console) != NULL && ox_console_timers(console) == NULL);
    CHECK(ox_console_tasks(console) == NULL && ox_console_actions(console) == NULL);
    CHECK(ox_console_random(console) == NULL && ox_console_machine_notes(console) != NULL);
    CHECK_EQ(ox_console_rewind(console, 1), OX_UNSUPPORTED);
    CHECK_EQ(ox_console_forward(console, 1), OX_UNSUPPORTED);
    CHECK_EQ(ox_console_export(console, ox_recording_to_memory, NULL), OX_UNSUPPORTED);
    ox_console_close(console);
    cart.runtime = NULL;
    console = boot(p, &cart, &error);
    if (console == NULL) return;
    CHECK(ox_console_commands(console) == NULL);
    CHECK_EQ(ox_console_load(console, 0), OX_UNSUPPORTED);
    CHECK_EQ(ox_console_tick(console), 0);
    ox_console_close(console);
    host_close(p);
}

/* ---- memory that is refused ---- */

/* Boot, play, save, load, play, shut down; the k-th request for memory is refused. */
TEST(runtime_every_refused_request_has_its_sentence) {
    char storage[] = "/tmp/oxcart_refused_XXXXXX";
    int file = mkstemp(storage);
    CHECK(file >= 0);
    if (file < 0) return;
    close(file);
    game g;
    uint32_t k = 1, refusals = 0, played = 0;
    plat *p = machine(storage);
    /* until eight values of k in a row reached no request */
    for (uint32_t row = 0; row < 8 && k < 400; k++) {
        ox_error error;
        ox_cart cart = game_cart(&g);
        ox_boot_options options = ox_boot_defaults(p, image, make_image(160 * 1024));
        options.deterministic = true;
        options.log_subsystems = false;
        options.cart = &cart;
        options.fail_allocation = k;
        ox_console *console = ox_console_boot(&options, &error);
        if (console == NULL) {
            refusals++;
            row = 0;
            CHECK(error.status != OX_OK && error.text[0] != 0);
            CHECK(g.stopped <= g.started);
            continue;
        }
        played++;
        row++;
        for (int i = 0; i < 90; i++) {
            if (i == 30) CHECK_EQ(ox_console_save(console, 0), OX_OK);
            if (i == 60) CHECK_EQ(ox_console_load(console, 0), OX_OK);
            CHECK(ox_console_frame(console));
        }
        CHECK(g.loads == 1 && g.load_status == OX_OK);
        CHECK_EQ(ox_console_close(console), 0);
    }
    CHECK(refusals > 15 && played >= 8);
    TEST_INFO("%u requests for memory refused the start, with %u the game was played", (unsigned)refusals,
              (unsigned)played);
    host_close(p);
    remove(storage);
}

TEST(runtime_budgets_that_are_too_small_name_what_has_no_room) {
    game g;
    uint32_t named = 0;
    plat *p = machine(NULL);
    for (uint32_t budget = 24 * 1024; budget < 100 * 1024; budget += 1024) {
        ox_error error;
        ox_cart cart = game_cart(&g);
        ox_boot_options options = ox_boot_defaults(p, image, make_image(budget));
        options.deterministic = true;
        options.cart = &cart;
        ox_console *console = ox_console_boot(&options, &error);
        if (console != NULL) {
            CHECK_EQ(ox_console_close(console), 0);
            continue;
        }
        CHECK(strstr(error.text, "too small: ") != NULL);
        named += strstr(error.text, "capacity ") != NULL || strstr(error.text, "of the game arcade") != NULL;
    }
    CHECK(named > 10);
    host_close(p);
}

/* ---- a million frames ---- */

enum { FRAMES = OX_DEBUG ? 20000 : 1000000, LEVEL_FRAMES = 700 };

typedef struct soak {
    game g;
    ox_spawners spawners;
    ox_spawner_set set;
    ox_arena level;
    ox_mark mark;
    uint32_t levels;
} soak;

static _Alignas(8) uint8_t level_chunk[1024];

/* A level's spawners come with their states in the level's memory, and go with everything that they made. */
static void next_level(soak *s) {
    if (s->levels > 0) {
        ox_spawner_set_close(&s->set);
        ox_arena_rollback(&s->level, s->mark);
    }
    s->levels++;
    CHECK_EQ(ox_spawner_set_open(&s->set, &s->spawners, &s->level, level_chunk,
                                 (uint16_t)(s->levels % 100 + 1), OX_SPAWN_POOLED),
             OX_OK);
    (void)ox_spawner_set_begin(&s->set); /* some spawners find no room before the last level is swept */
}

static ox_status soak_start(void *state, ox_console *console) {
    soak *s = state;
    ox_status status = game_start(&s->g, console);
    level_spawner places[5];
    memset(places, 0, sizeof places);
    for (int i = 0; i < 5; i++) places[i].type = OX_NAME("foe");
    (void)level_spawners(level_chunk, places, 5, NULL, 0);
    if (status == OX_OK)
        status = ox_console_make_spawners(console, &s->spawners, ox_console_world(console),
                                          &(ox_spawners_config){.sets = 2});
    void *room = ox_arena_push_low(ox_console_modules(console)->resident, 2048, 8);
    if (room == NULL) return OX_OUT_OF_MEMORY;
    ox_arena_init(&s->level, room, 2048);
    s->mark = ox_arena_mark(&s->level, OX_ARENA_LOW);
    return status;
}

static void soak_step(void *state, const ox_input *input) {
    soak *s = state;
    if (s->g.steps % LEVEL_FRAMES == 0) next_level(s);
    game_step(&s->g, input);
}

typedef struct marks {
    uint32_t objects, records, components, events, tasks, timers;
    size_t resident, level;
} marks;

static marks marks_of(ox_console *c, const soak *s) {
    const ox_world *world = ox_console_world(c);
    return (marks){ox_pool_peak(&world->objects),
                   world->types[GAME_SHOT].nodes.fresh,
                   ox_component_peak(&world->components[0]),
                   ox_console_events(c)->counts.most,
                   ox_console_tasks(c)->roster.pool.fresh,
                   (uint32_t)ox_console_timers(c)->queue.core.count,
                   ox_arena_peak(ox_console_modules(c)->resident),
                   ox_arena_peak(&s->level)};
}

/* Spawns, deaths and changes of level in a million steps: every high-water mark is where it was after a tenth. */
TEST(runtime_soak_of_a_million_frames) {
    static soak s;
    ox_error error;
    memset(&s, 0, sizeof s);
    ox_runtime_plan plan = game_plan;
    plan.systems = 2;
    plan.rewind = 0;
    ox_cart cart = game_cart(&s.g);
    cart.runtime = &plan;
    cart.start = soak_start;
    cart.step = soak_step;
    cart.state = &s;
    plat *p = machine(NULL);
    ox_console *console = boot(p, &cart, &error);
    if (console == NULL) return;
    marks early = {0};
    for (uint32_t i = 0; i < FRAMES; i++) {
        CHECK(ox_console_input(console) && ox_console_update(console));
        if (i == (OX_DEBUG ? FRAMES / 2 : FRAMES / 10)) early = marks_of(console, &s);
    }
    marks late = marks_of(console, &s);
    const ox_world *world = ox_console_world(console);
    CHECK_EQ(memcmp(&early, &late, sizeof early), 0);
    CHECK(world->made > FRAMES / 10 && s.levels >= FRAMES / LEVEL_FRAMES);
    CHECK(world->alive <= 60);
    CHECK_EQ(ox_console_commands(console)->refused, 0);
    TEST_INFO("%u frames, %u objects made, %u levels: at most %u objects, %u events, %u tasks at once",
              (unsigned)FRAMES, (unsigned)world->made, (unsigned)s.levels, (unsigned)late.objects,
              (unsigned)late.events, (unsigned)late.tasks);
    CHECK_EQ(test_assertions(), OX_DEBUG ? (int)world->wraps : 0);
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
}

/* ---- games that run wild ---- */

enum { LOOPS = 1, FLOODS, SPAWNS, COMMANDS, TAME };
static int way;

static __attribute__((noinline)) void never_come_back(volatile uint32_t *steps) {
    while (*steps != 0) *steps += 2;
}

static void wild_step(void *state, const ox_input *input) {
    game *g = state;
    game_step(state, input);
    if (g->steps < 5) return;
    ox_event hit;
    ox_event_begin(&hit, GAME_HIT, OX_HANDLE_NONE, g->hero);
    if (way == LOOPS) g->steps |= 1, never_come_back(&g->steps);
    for (int i = 0; way == FLOODS && i < 100; i++)
        (void)ox_events_post(ox_console_events(g->console), &hit, 0);
    for (int i = 0; way == SPAWNS && i < 100; i++)
        (void)!ox_world_create(ox_console_world(g->console), OX_NAME("shot"), NULL);
    ox_command turn = {.type = GAME_TURN, .actor = g->hero};
    for (int i = 0; way == COMMANDS && i < 12; i++)
        (void)!ox_commands_push(ox_console_commands(g->console), &turn);
}

static int play_wild(void *argument) {
    const char *path = argument;
    game g;
    ox_cart cart = game_cart(&g);
    cart.step = wild_step;
    char error[200];
    host_shot shot = {path, way == LOOPS ? 4u : 64u};
    host_options wishes = {.quiet = true,
                           .memory = 1 << 20,
                           .threads = 1,
                           .save_picture = save_picture,
                           .shots = &shot,
                           .shot_count = path != NULL ? 1 : 0};
    plat *p = test_port_open(&wishes, error, sizeof error);
    ox_boot_options options = ox_boot_defaults(p, image, make_image(330 * 1024));
    ox_error refusal;
    options.deterministic = true;
    options.log_subsystems = false;
    options.width = 240, options.height = 160;
    options.cart = &cart;
    options.watch = way == LOOPS ? 300000 : 0;
    ox_console *console = ox_console_boot(&options, &refusal);
    for (int i = 0; console != NULL && i < 300 && ox_console_frame(console); i++) continue;
    return console == NULL ? 1 : 0;
}

/* With OXCART_KEEP_WILD in the environment the screens are kept as PATH1.png and so on. */
static int run_wild(int which, char *log, size_t size) {
    char path[200] = "";
    const char *keep = getenv("OXCART_KEEP_WILD");
    if (keep != NULL) snprintf(path, sizeof path, "%s%d.png", keep, which);
    way = which;
    return run_apart(play_wild, keep != NULL ? path : NULL, log, size);
}

TEST(runtime_stops_a_game_that_loops_for_ever) {
    char log[4096];
    CHECK_EQ(run_wild(LOOPS, log, sizeof log), HOST_ABORTED);
    CHECK(strstr(log, "has not come back") != NULL && strstr(log, "arcade") != NULL);
    CHECK_EQ(run_wild(TAME, log, sizeof log), 0);
}

TEST(runtime_stops_a_game_that_floods_the_event_queue) {
    char log[4096];
    CHECK_EQ(run_wild(FLOODS, log, sizeof log), HOST_ABORTED);
    CHECK(strstr(log, "The event queue was") != NULL && strstr(log, "full in 60 steps") != NULL);
    CHECK(strstr(log, "The last one was") != NULL && strstr(log, "hit.") != NULL);
    CHECK(strstr(log, "Step 64, arcade") != NULL);
}

TEST(runtime_stops_a_game_that_spawns_without_end) {
    char log[4096];
    CHECK_EQ(run_wild(SPAWNS, log, sizeof log), HOST_ABORTED);
    CHECK(strstr(log, "The world was full in 60") != NULL && strstr(log, "shot.") != NULL);
    CHECK_EQ(run_wild(COMMANDS, log, sizeof log), HOST_ABORTED);
    CHECK(strstr(log, "The command queue was") != NULL);
}
