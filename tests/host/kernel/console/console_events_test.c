/* The event bus and the random streams that scripts and C share. On the bus each hears what the other and
 * modules post, at once and later. The streams are in the state once. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/runtime/module.h"
#include "tests/host/rom/carts/played_cart.h"

#define TEXT                                                                                                 \
    "title \"Bus\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart one\ncapacity script-copies "   \
    "4\n"                                                                                                    \
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nscript game game.goad\n"  \
    "level yard yard.txt\n"                                                                                  \
    "scene one\n camera at=0,0,6 target=0,0,0\n object sign name=hero\n level yard\n behaviour Rules\nend\n"

static const char yard[] = "level 1\nbounds -9,-9,-9 9,9,9\nvolume gate road box at=3,0,0 half=1,1,1\n";

static const char script[] =
    "event Taken(count: int, factor: int)\nevent Told(count: int)\nevent Later(count: int)\nevent Nobody()\n"
    "var got = 0\nvar drawn = 0\n"
    "behaviour Rules {\n"
    "  on Taken(count, factor) { got += count * factor\n emit Told(got)\n emit Later(got + 1) after 5t }\n"
    "  on tick { let hero = find('hero')\n hero.pos = hero.pos + vec3(0.25, 0.0, 0.0)\n drawn = random(1000) "
    "}\n"
    "}\n";

enum { TAKEN, TOLD, LATER, ENTER }; /* numbers of the events in the plan */
static const ox_id names[] = {OX_NAME("taken"), OX_NAME("told"), OX_NAME("later"), OX_NAME("enter")};

typedef struct game {
    ox_console *console;
    int32_t told, later;
    uint32_t told_at, later_at, entered;
    uint32_t step;
} game;

static ox_answer hear(void *context, const ox_event *event) {
    game *g = context;
    if (event->type == TOLD) g->told = (int32_t)event->arguments[0].value, g->told_at = g->step;
    if (event->type == LATER) g->later = (int32_t)event->arguments[0].value, g->later_at = g->step;
    if (event->type == ENTER) g->entered = event->arguments[0].value;
    return OX_PASSED;
}

static ox_status start(void *state, ox_console *console) {
    game *g = state;
    g->console = console;
    ox_events *events = ox_console_events(console);
    for (uint16_t type = TOLD; type <= ENTER; type++)
        if (ox_events_listen(events, (ox_interest){.type = type}, hear, g).bits == 0) return OX_FULL;
    return OX_OK;
}

static void step(void *state, const ox_input *input) {
    game *g = state;
    ox_event taken;
    g->step++;
    if ((input->pressed & PLAT_A) == 0) return;
    ox_event_begin(&taken, TAKEN, OX_HANDLE_NONE, OX_HANDLE_NONE);
    (void)ox_event_add_int(&taken, OX_KEY("count"), 7);
    (void)ox_event_add_int(&taken, OX_KEY("factor"), 3);
    CHECK_EQ(ox_events_post(ox_console_events(g->console), &taken, 0), OX_OK);
}

static void play(played *p, game *g, bool scripts) {
    static const ox_id streams[] = {OX_NAME("loot"), OX_NAME("weather")};
    static const ox_runtime_plan plan = {
        .events = names, .event_count = 4, .random = streams, .random_count = 2};
    static ox_cart players_cart = {
        .name = "bus", .start = start, .step = step, .modules = OX_RUNTIME, .runtime = &plan};
    memset(p, 0, sizeof *p);
    memset(g, 0, sizeof *g);
    players_cart.state = g;
    const char *bare =
        "title \"Bus\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart one\n"
        "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nlevel yard yard.txt\n"
        "scene one\n camera at=0,0,6 target=0,0,0\n object sign name=hero at=3,0,0\n level yard\nend\n";
    pack_texts(p, &(played_texts){scripts ? TEXT : bare, script, yard});
    p->port = quiet_port(NULL);
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_silent;
    boot.cart = &players_cart;
    p->console = ox_console_boot(&boot, &p->error);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

TEST(bus_scripts_and_c_hear_each_other) {
    played p;
    game g;
    play(&p, &g, true);
    if (p.console == NULL) return;
    frame(p.console, 0);
    frame(p.console, PLAT_A);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->globals[0], 21); /* Goad heard C */
    CHECK_EQ(g.told, 21);                                                          /* C heard Goad */
    const uint32_t told_at = g.told_at;
    CHECK_EQ(g.later, 0);
    frames(p.console, 20);
    CHECK_EQ(g.later, 22); /* the event comes as late as it was asked for */
    CHECK_EQ(g.later_at, told_at + 5);
    CHECK_EQ(g.entered, handle_at(p.console, 0)); /* C hears what the module of levels posts */
    /* events that wait in the one queue are in the state once and come back with it */
    frame(p.console, PLAT_A);
    const uint32_t hash = ox_console_state_hash(p.console);
    static uint8_t bytes[32768];
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
    uint32_t queues = 0;
    for (uint32_t i = 0; i < state.count; i++) queues += strcmp(parts[i].name, "events") == 0;
    CHECK_EQ(queues, 0);
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &to);
    CHECK(!to.full);
    frames(p.console, 9);
    CHECK_EQ(g.later, 43);
    g.later = 0;
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    CHECK_EQ(ox_console_state_hash(p.console), hash);
    frames(p.console, 9);
    CHECK_EQ(g.later, 43);
    end(&p);
}

static uint32_t draw(ox_console *console, ox_id stream) {
    return rng_below(ox_random_stream_of(ox_console_random(console), stream), 1000000);
}

TEST(random_streams_of_scripts_and_c_are_in_the_state_once) {
    played p, alone;
    game g;
    play(&p, &g, true);
    if (p.console == NULL) return;
    frames(p.console, 3);
    const ox_random *random = ox_console_random(p.console);
    CHECK_EQ(random->count, 3);
    CHECK(random == ox_console_modules(p.console)->random);
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
    for (uint32_t i = 0; i < state.count; i++) CHECK(strcmp(parts[i].name, "random") != 0);
    /* Drawing in C is seen in the hash, disturbs no script, and comes back with the state. */
    static uint8_t bytes[32768];
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &to);
    const uint32_t hash = ox_console_state_hash(p.console), loot = draw(p.console, OX_NAME("loot"));
    CHECK(ox_console_state_hash(p.console) != hash);
    frame(p.console, 0);
    const int32_t drawn = ox_console_script(p.console, rom_id("script/game"))->globals[1];
    const uint32_t later = draw(p.console, OX_NAME("loot"));
    CHECK(later != loot);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    CHECK_EQ(ox_console_state_hash(p.console), hash);
    frame(p.console, 0);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->globals[1], drawn);
    CHECK_EQ(draw(p.console, OX_NAME("loot")), loot);
    CHECK_EQ(draw(p.console, OX_NAME("loot")), later);
    /* A state that is refused takes no stream back. */
    for (uint32_t i = 0; i < state.count; i++) {
        if (strcmp(parts[i].name, "scripts") != 0) continue;
        to = ox_writer_bytes(bytes, sizeof bytes);
        parts[i].save(parts[i].context, &to);
        const uint32_t next = draw(p.console, OX_NAME("loot"));
        ox_reader cut = ox_reader_bytes(bytes, to.used - 1);
        CHECK(parts[i].restore(parts[i].context, &cut) != OX_OK);
        CHECK(draw(p.console, OX_NAME("loot")) != next);
    }
    end(&p);
    /* Without scripts the plan's table is in the state by its own name. */
    play(&alone, &g, false);
    if (alone.console == NULL) return;
    const ox_sim without = {parts, ox_console_list_state(alone.console, parts)};
    uint32_t tables = 0;
    for (uint32_t i = 0; i < without.count; i++) tables += strcmp(parts[i].name, "random") == 0;
    CHECK_EQ(tables, 1);
    CHECK_EQ(ox_console_random(alone.console)->count, 2);
    /* the console and all modules share one table */
    CHECK(ox_console_modules(alone.console)->random == ox_console_random(alone.console));
    end(&alone);
}

/* Without scripts the queue of the plan is the bus: other modules post to it. */
TEST(bus_of_c_alone_hears_modules) {
    played p;
    game g;
    play(&p, &g, false);
    if (p.console == NULL) return;
    frames(p.console, 3);
    CHECK_EQ(g.entered, handle_at(p.console, 0));
    const ox_event_service service = ox_engine_events(ox_console_engine(p.console));
    CHECK(service.operations->bus(service.state) == ox_console_events(p.console));
    service.operations->post(service.state, OX_NAME("told"), (const int32_t[]){5}, 1);
    service.operations->post(service.state, OX_NAME("unheard"), NULL, 0);
    frame(p.console, 0);
    CHECK_EQ(g.told, 5);
    end(&p);
    play_texts(
        &p, &(played_texts){"title \"None\"\nsize 64x48\nformat rgb565\nbudget 128K\nframe 16K\nstart one\n"
                            "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\n"
                            "scene one\n camera at=0,0,6 target=0,0,0\n object sign\nend\n",
                            script, NULL});
    const ox_event_service none = ox_engine_events(ox_console_engine(p.console));
    CHECK(none.operations->bus(none.state) == NULL);
    end(&p);
}
