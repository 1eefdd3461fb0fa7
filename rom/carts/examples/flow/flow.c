/* From the title through a level to its end: game states, objectives, a quick time event and a trophy. */
#include "kernel/game/flow.h"
#include "kernel/game/moment.h"
#include "kernel/game/objective.h"
#include "kernel/game/trophy.h"
#include "rom/carts/examples/example.h"

enum { EVENT_KILLED, EVENT_CUTSCENE, EVENT_FANFARE, EVENT_TYPES };
static const ox_id names[EVENT_TYPES] = {OX_NAME("killed"), OX_NAME("cutscene"), OX_NAME("fanfare")};

typedef struct game {
    ox_log *out;
    ox_flow flow;
    ox_events events;
    ox_counter storage[16];
    ox_counters counters;
    uint8_t states[2];
    ox_objectives objectives;
    ox_trophies trophies;
    ox_control control;
    ox_moment moment;
    uint32_t tick;
} game;

/* 1. Game states: functions for when a state begins, goes on, ends. No state knows another. */
#define TELL(...) ox_log_write(((game *)of)->out, PLAT_LOG_INFO, __VA_ARGS__)
static void title_enter(void *of) { TELL("title: press start"); }
static void play_enter(void *of) { TELL("play: the level begins"); }
static void play_leave(void *of) { TELL("play: the level ends"); }
static void play_pause(void *of) { TELL("play: stands still"); }
static void play_resume(void *of) { TELL("play: goes on"); }
static void play_update(void *of) {
    game *g = of;
    ox_events_begin(&g->events, ++g->tick);
    ox_events_drain(&g->events);
    ox_objectives_update(&g->objectives);
    ox_moment_step_on(&g->moment, g->tick == 7 ? PLAT_A : 0); /* the player presses A in tick 7 */
}
static const ox_game_state title = {.name = OX_NAME("title"), .enter = title_enter};
static const ox_game_state play = {.name = OX_NAME("play"),
                                   .flags = OX_GAME_WORLD,
                                   .enter = play_enter,
                                   .leave = play_leave,
                                   .pause = play_pause,
                                   .resume = play_resume,
                                   .update = play_update};
static const ox_game_state pause = {.name = OX_NAME("pause"), .flags = OX_GAME_SHOWS_BELOW};

/* 2. The ways between states are data. */
static const ox_game_way ways[] = {{OX_NAME("title"), OX_NAME("start"), OX_NAME("play"), OX_GAME_GO},
                                   {OX_NAME("play"), OX_NAME("menu"), OX_NAME("pause"), OX_GAME_PUSH},
                                   {OX_NAME("pause"), OX_NAME("menu"), 0, OX_GAME_POP},
                                   {OX_NAME("play"), OX_NAME("won"), OX_NAME("title"), OX_GAME_GO}};

/* 3. Objectives: first the wolves, then the leap. Objectives ask counters, and know nothing of who counts. */
static const ox_objective goals[2] = {
    {.name = OX_NAME("wolves"),
     .done = {{OX_NAME("kills"), 2, OX_AT_LEAST}},
     .on_done = {OX_NAME("cutscene"), OX_NAME("movies/leap")}},
    {.name = OX_NAME("leap"), .after = {1}, .done = {{OX_NAME("leapt"), 1, OX_AT_LEAST}}}};

/* 4. The leap: in the window of ticks 2 to 3 of its step the player has to press A. */
static const ox_moment_step leap[] = {{.ticks = 5,
                                       .buttons = PLAT_A,
                                       .open = 2,
                                       .close = 3,
                                       .then = OX_MOMENT_END,
                                       .otherwise = OX_MOMENT_END,
                                       .shows = OX_NAME("jump")}};
static void leap_news(void *of, ox_moment_news news, const ox_moment_step *step) {
    game *g = of;
    (void)step;
    if (news == OX_MOMENT_PROMPT) TELL("  tick %u: press A!", (unsigned)g->tick);
    if (news == OX_MOMENT_SUCCESS) ox_counters_set(&g->counters, OX_NAME("leapt"), 1);
    if (news == OX_MOMENT_OVER) {
        TELL("  tick %u: %s", (unsigned)g->tick,
             g->moment.failures == 0 ? "over the gorge" : "into the gorge");
        ox_flow_say(&g->flow, OX_NAME("won"));
    }
}

/* 5. Rules that listen: one rule counts, one gives a trophy. */
static const ox_count_rule counts[] = {
    {.event = OX_NAME("killed"), .counter = OX_NAME("kills"), .amount = 1}};
static const ox_trophy trophies[] = {
    {.name = OX_NAME("hunter"), .conditions = {{OX_NAME("kills"), 2, OX_AT_LEAST}}}};
static const ox_trophy_rules rules = {counts, trophies, 1, 1, OX_NAME("fanfare")};

static ox_answer hear_event(void *of, const ox_event *event) {
    game *g = of;
    if (event->type == EVENT_FANFARE) TELL("  tick %u: a trophy!", (unsigned)event->tick);
    if (event->type == EVENT_CUTSCENE &&
        ox_failed(ox_moment_start(
            &g->moment,
            &(ox_moment_config){
                .steps = leap, .count = 1, .control = &g->control, .tell = leap_news, .context = g})))
        TELL("  no leap");
    return OX_PASSED;
}

static void kill_wolf(game *g) {
    ox_event killed;
    ox_event_begin(&killed, EVENT_KILLED, OX_HANDLE_NONE, OX_HANDLE_NONE);
    ox_events_post(&g->events, &killed, 0);
}

static bool open_game(game *g, ox_log *out) {
    static _Alignas(8) uint8_t memory[8192];
    ox_arena arena;
    ox_events_config events = {.types = EVENT_TYPES, .waiting = 16, .listeners = 4, .log = out};
    ox_flow_config flow = {.states = 4, .ways = 8, .game = g, .log = out};
    g->out = out;
    ox_arena_init(&arena, memory, sizeof memory);
    ox_counters_init(&g->counters, g->storage, 16);
    if (ox_failed(ox_events_init(&g->events, &events, &arena)) ||
        ox_failed(ox_events_add_types(&g->events, names, EVENT_TYPES)) ||
        ox_failed(ox_flow_init(&g->flow, &flow, &arena)) || ox_failed(ox_flow_add_state(&g->flow, &title)) ||
        ox_failed(ox_flow_add_state(&g->flow, &play)) || ox_failed(ox_flow_add_state(&g->flow, &pause)) ||
        ox_failed(ox_flow_add_ways(&g->flow, ways, 4)) ||
        ox_failed(ox_trophies_init(&g->trophies, &rules, &g->counters, &g->events)) ||
        ox_failed(ox_objectives_init(&g->objectives, goals, 2, g->states, &g->counters, &g->events)))
        return false;
    ox_events_listen(&g->events, (ox_interest){.type = EVENT_FANFARE}, hear_event, g);
    ox_events_listen(&g->events, (ox_interest){.type = EVENT_CUTSCENE}, hear_event, g);
    return ox_flow_start(&g->flow, OX_NAME("title")) == OX_OK;
}

void example(plat *platform, ox_log *out) {
    static game g;
    (void)platform;
    if (!open_game(&g, out)) return;
    for (uint32_t frame = 0; frame < 16; frame++) {
        if (frame == 1) ox_flow_say(&g.flow, OX_NAME("start"));
        if (frame == 3 || frame == 6) ox_flow_say(&g.flow, OX_NAME("menu"));
        if (frame == 2 || frame == 7) kill_wolf(&g);
        ox_flow_tick(&g.flow);
    }
    SAY("wolves: %s, leap: %s, trophy: %s",
        ox_objectives_state(&g.objectives, OX_NAME("wolves")) == OX_OBJECTIVE_DONE ? "done" : "open",
        ox_objectives_state(&g.objectives, OX_NAME("leap")) == OX_OBJECTIVE_DONE ? "done" : "open",
        ox_trophies_has(&g.trophies, OX_NAME("hunter")) ? "given" : "none");
}
