/* Fuzz target: states of the smaller parts of the kernel, saved, changed and brought back: actions, flow of a game,
 * objectives and counters, trophies, schedule, loop, casts, input. The first byte says which part, the second how
 * long it has run. Changes of two bytes each follow: place and value; a place of 0xFF cuts the end off. A part that
 * refuses a state still works; a part that takes one goes on. */
#include <stdlib.h>
#include <string.h>

#include "kernel/game/flow.h"
#include "kernel/game/objective.h"
#include "kernel/game/trophy.h"
#include "kernel/input/record.h"
#include "kernel/loop/loop.h"
#include "kernel/loop/schedule.h"
#include "kernel/task/action.h"
#include "kernel/world/cast.h"

enum { ROOM = 4096, RUNS = 8, OBJECTIVES = 4, COUNTERS = 8, CASTS = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct input {
    const uint8_t *data;
    size_t size;
    uint32_t ticks;
} input;

static uint8_t bytes[ROOM];
static _Alignas(16) uint8_t memory[16384];

/* Reads the saved state with the changes of the input. */
static ox_reader changed(const ox_writer *to, const input *in) {
    size_t used = to->used;
    if (to->full) abort();
    for (size_t i = 0; i + 1 < in->size && used > 0; i += 2) {
        if (in->data[i] == 0xFF)
            used = used * in->data[i + 1] / 256u;
        else
            bytes[in->data[i] % used] = in->data[i + 1];
    }
    return ox_reader_bytes(bytes, used);
}

/* ---- actions ---- */

static const ox_action walk[] = {OX_MOVE_BY(60, FX_ONE * 10, -FX_ONE, 3, EASE_SINE_IN_OUT), OX_CALL(0, 5),
                                 OX_REPEAT(3, 0), OX_ACTION_END};
static const ox_action flash[] = {OX_TINT_TO(7, 0xFF204060u, EASE_LINEAR), OX_WAIT(3), OX_SPAWN(0, 9),
                                  OX_ACTION_END};
static const ox_action nest[] = {OX_WAIT(1),
                                 OX_SCALE_TO(5, 70000, 70000, 1, EASE_BACK_OUT),
                                 OX_REPEAT(2, 0),
                                 OX_ROTATE_BY(9, 100000, -70000, 1, EASE_LINEAR),
                                 OX_REPEAT(3, 0),
                                 OX_ANIMATE(8, 4, 7),
                                 OX_ROTATE_TO(10, 0xF000, 0x2000, 0x8000, EASE_LINEAR),
                                 OX_ACTION_END};
static const ox_action *const programs[] = {walk, flash, nest};
static int32_t values[4][OX_ACTION_PROPERTIES][3];

static bool read_value(void *world, uint32_t node, ox_action_property property, int32_t value[3]) {
    (void)world;
    memcpy(value, values[node % 4][property], sizeof values[0][0]);
    return true;
}
static bool write_value(void *world, uint32_t node, ox_action_property property, const int32_t value[3]) {
    (void)world;
    memcpy(values[node % 4][property], value, sizeof values[0][0]);
    return node < 100;
}
static void called(void *world, uint32_t node, uint32_t what, int32_t argument) {
    (void)world, (void)node, (void)what, (void)argument;
}

static void actions(const input *in) {
    static const ox_action_target target = {read_value, write_value, called};
    static _Alignas(4) uint8_t storage[OX_ACTIONS_BYTES(RUNS)];
    ox_actions a;
    memset(values, 0, sizeof values);
    ox_actions_init(&a, &(ox_actions_config){.storage = storage,
                                             .capacity = RUNS,
                                             .programs = programs,
                                             .program_count = 3,
                                             .target = &target});
    for (uint32_t i = 0; i < 5; i++) (void)!ox_actions_start(&a, i % 3, i, 1, NULL);
    ox_actions_update(&a, in->ticks);
    ox_writer to = ox_writer_bytes(bytes, ROOM);
    ox_actions_save(&a, &to);
    ox_reader from = changed(&to, in);
    if (ox_actions_restore(&a, &from) != OX_OK && a.roster.count != 0) abort();
    for (int i = 0; i < 30; i++) ox_actions_update(&a, i % 5 == 0 ? 40 : 1);
    for (uint32_t i = 0; i < 5; i++) (void)!ox_actions_start(&a, i % 3, i, 1, NULL);
    ox_actions_update(&a, 3);
}

/* ---- the flow of a game ---- */

static void flow(const input *in) {
    static const ox_game_state states[] = {{.name = OX_NAME("title")},
                                           {.name = OX_NAME("play"), .flags = OX_GAME_WORLD},
                                           {.name = OX_NAME("menu"), .flags = OX_GAME_SHOWS_BELOW}};
    static const ox_game_way ways[] = {{OX_NAME("title"), OX_NAME("go"), OX_NAME("play"), OX_GAME_GO},
                                       {OX_NAME("play"), OX_NAME("go"), OX_NAME("menu"), OX_GAME_PUSH},
                                       {OX_NAME("menu"), OX_NAME("go"), 0, OX_GAME_POP},
                                       {OX_ID_NONE, OX_NAME("more"), OX_NAME("menu"), OX_GAME_PUSH}};
    const ox_flow_config config = {.states = 4, .ways = 6};
    ox_flow f;
    ox_arena arena;
    ox_arena_init(&arena, memory, sizeof memory);
    if (ox_flow_init(&f, &config, &arena) != OX_OK || ox_flow_add_ways(&f, ways, 4) != OX_OK) abort();
    for (uint32_t i = 0; i < 3; i++)
        if (ox_flow_add_state(&f, &states[i]) != OX_OK) abort();
    if (ox_flow_start(&f, OX_NAME("title")) != OX_OK || ox_flow_open_screen(&f, 7) != OX_OK) abort();
    for (uint32_t i = 0; i < in->ticks % 9; i++) {
        (void)ox_flow_say(&f, i % 3 == 2 ? OX_NAME("more") : OX_NAME("go"));
        ox_flow_tick(&f);
    }
    (void)ox_flow_say(&f, OX_NAME("go"));
    ox_writer to = ox_writer_bytes(bytes, ROOM);
    ox_flow_save(&f, &to);
    ox_reader from = changed(&to, in);
    uint32_t depth = f.depth;
    if (ox_flow_restore(&f, &from) != OX_OK && f.depth != depth) abort();
    for (int i = 0; i < 12; i++) {
        ox_flow_tick(&f);
        ox_flow_draw(&f, NULL);
        (void)ox_flow_say(&f, i % 2 == 0 ? OX_NAME("go") : OX_NAME("more"));
        if (f.depth > OX_GAME_DEPTH || f.screen_count > OX_GAME_SCREENS || f.word_count > OX_GAME_WORDS)
            abort();
    }
    (void)ox_flow_close_screen(&f, 7);
    ox_flow_close(&f);
}

/* ---- objectives, counters, trophies ---- */

static void goals(const input *in) {
    static const ox_objective graph[OBJECTIVES] = {
        {.name = OX_NAME("key"),
         .done = {{OX_NAME("keys"), 1, OX_AT_LEAST}},
         .on_done = {OX_NAME("went"), 5}},
        {.name = OX_NAME("door"),
         .after = {1},
         .done = {{OX_NAME("doors"), 2, OX_AT_LEAST}},
         .failed = {{OX_NAME("time"), 0, OX_AT_MOST}},
         .back = 1,
         .lives = 1,
         .resets = {OX_NAME("keys")}},
        {.name = OX_NAME("left"), .after = {2}, .branch = 1, .done = {{OX_NAME("keys"), 9, OX_AT_LEAST}}},
        {.name = OX_NAME("right"),
         .after = {2},
         .branch = 1,
         .flags = OX_OBJECTIVE_HIDDEN,
         .done = {{OX_NAME("keys"), 3, OX_AT_LEAST}}}};
    static const ox_id names[] = {OX_NAME("went"), OX_NAME("cheer")};
    static const ox_count_rule counts[] = {
        {.event = OX_NAME("went"), .counter = OX_NAME("doors"), .amount = INT32_MAX / 2}};
    static const ox_trophy trophies[] = {
        {.name = OX_NAME("opener"), .conditions = {{OX_NAME("doors"), 1, OX_AT_LEAST}}},
        {.name = OX_NAME("other"), .event = OX_NAME("went")}};
    static const ox_trophy_rules rules = {counts, trophies, 1, 2, OX_NAME("cheer")};
    static const ox_events_config config = {.types = 2, .waiting = 16, .listeners = 2};
    ox_counter storage[COUNTERS];
    ox_counters counters;
    ox_objectives objectives;
    ox_trophies given;
    ox_events events;
    ox_arena arena;
    uint8_t states[OBJECTIVES];
    ox_arena_init(&arena, memory, sizeof memory);
    ox_counters_init(&counters, storage, COUNTERS);
    if (ox_events_init(&events, &config, &arena) != OX_OK || ox_events_add_types(&events, names, 2) != OX_OK)
        abort();
    if (ox_objectives_init(&objectives, graph, OBJECTIVES, states, &counters, &events) != OX_OK ||
        ox_trophies_init(&given, &rules, &counters, &events) != OX_OK)
        abort();
    (void)ox_counters_set(&counters, OX_NAME("time"), 9);
    for (uint32_t i = 0; i < 6; i++) {
        if (i == in->ticks % 6) { /* counters, objectives and trophies in one state, one behind the other */
            ox_writer to = ox_writer_bytes(bytes, ROOM);
            ox_counters_save(&counters, &to);
            ox_objectives_save(&objectives, &to);
            ox_trophies_save(&given, &to);
            ox_reader from = changed(&to, in);
            ox_status status = ox_counters_restore(&counters, &from);
            if (status == OX_OK) status = ox_objectives_restore(&objectives, &from);
            if (status == OX_OK) status = ox_trophies_restore(&given, &from);
        }
        (void)ox_counters_add(&counters, i % 2 == 0 ? OX_NAME("keys") : OX_NAME("time"), i % 2 == 0 ? 2 : -3);
        ox_events_begin(&events, i + 1);
        (void)ox_objectives_update(&objectives);
        (void)ox_events_drain(&events);
        for (uint32_t k = 0; k < OBJECTIVES; k++)
            if (states[k] >= OX_OBJECTIVE_STATES) abort();
        if (counters.count > COUNTERS) abort();
    }
    ox_trophies_end(&given);
}

/* ---- loop, schedule, input ---- */

static void ran(void *context) { ++*(uint32_t *)context; }

static void beat(const input *in) {
    ox_loop loop;
    ox_subsystem entries[4];
    ox_schedule schedule;
    ox_input player;
    uint32_t calls = 0;
    ox_loop_init(&loop, 60, false);
    ox_schedule_init(&schedule, entries, 4, 60000);
    for (uint32_t i = 0; i < 3; i++)
        if (ox_schedule_add(
                &schedule,
                (ox_subsystem){.run = ran, .context = &calls, .rate = 7000 + i * 90000, .phase = i}) != OX_OK)
            abort();
    ox_input_init(&player);
    for (uint32_t i = 0; i < in->ticks; i++)
        (void)ox_loop_advance(&loop, 5000), ox_schedule_tick(&schedule, 0);
    ox_writer to = ox_writer_bytes(bytes, ROOM);
    ox_loop_save(&loop, &to);
    ox_schedule_save(&schedule, &to);
    ox_input_save(&player, &to);
    ox_reader from = changed(&to, in);
    ox_status status = ox_loop_restore(&loop, &from);
    if (status == OX_OK) status = ox_schedule_restore(&schedule, &from);
    if (status == OX_OK) status = ox_input_restore(&player, &from);
    for (uint32_t i = 0; i < 20; i++) {
        const plat_input polled = {.buttons = i * 37u & 0xFFFu};
        int steps = ox_loop_advance(&loop, (int64_t)i * 4000);
        if (steps < 0 || (uint32_t)steps > loop.most || loop.lag >= loop.length ||
            ox_loop_fraction(&loop) > 65535)
            abort();
        ox_schedule_tick(&schedule, 0);
        ox_input_feed(&player, &polled);
        ox_input_step(&player);
    }
    if (calls > (in->ticks + 20) * 3 * OX_SCHEDULE_CALLS) abort();
}

/* ---- casts ---- */

static void answer(void *context, const ox_world *world, ox_cast *cast) {
    (void)context, (void)world;
    cast->place = cast->to;
}

static void casts(const input *in) {
    static const ox_world_config config = {.objects = 4, .types = 1, .components = 1, .systems = 3};
    ox_world world;
    ox_arena arena;
    ox_casts c;
    uint32_t tickets[4];
    ox_arena_init(&arena, memory, sizeof memory);
    if (ox_world_init(&world, &arena, &config) != OX_OK ||
        ox_casts_init(&c, &world, CASTS, answer, NULL) != OX_OK)
        abort();
    for (uint32_t i = 0; i < in->ticks % 5; i++) {
        for (uint32_t k = 0; k < 4; k++)
            tickets[k] = ox_cast_ask(&c, OX_HANDLE_NONE, k % 2 == 0 ? OX_CAST_BEFORE : OX_CAST_AFTER,
                                     (vec3){0, 0, 0}, (vec3){FX_ONE, 0, 0});
        ox_world_tick(&world);
    }
    for (uint32_t k = 0; k < 4; k++)
        tickets[k] = ox_cast_ask(&c, OX_HANDLE_NONE, OX_CAST_AFTER, (vec3){0, 0, 0}, (vec3){FX_ONE, 0, 0});
    ox_writer to = ox_writer_bytes(bytes, ROOM);
    ox_casts_save(&c, &to);
    ox_reader from = changed(&to, in);
    (void)!ox_casts_restore(&c, &from);
    for (uint32_t i = 0; i < 4; i++) {
        ox_world_tick(&world);
        for (uint32_t k = 0; k < 4; k++) (void)ox_cast_answer(&c, tickets[k]);
        (void)ox_cast_ask(&c, OX_HANDLE_NONE, OX_CAST_BEFORE, (vec3){0, 0, 0}, (vec3){FX_ONE, 0, 0});
    }
    ox_casts_end(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const parts[])(const input *in) = {actions, flow, goals, beat, casts};
    if (size < 2) return 0;
    const input in = {data + 2, size - 2, data[1] % 100u};
    parts[data[0] % (sizeof parts / sizeof parts[0])](&in);
    return 0;
}
