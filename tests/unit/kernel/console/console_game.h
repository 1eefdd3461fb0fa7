/* A small game in C that uses everything the console keeps ready for a game: heroes fire by command, shots fly, foes
 * come by timer, are hit by events and walk by task; a beacon is moved by an action. Without buttons the game plays
 * by itself. */
#ifndef OXCART_TESTS_UNIT_CONSOLE_GAME_H
#define OXCART_TESTS_UNIT_CONSOLE_GAME_H

#include <string.h>

#include "kernel/preset/presets.h"
#include "kernel/runtime/module.h"
#include "tests/unit/kernel/console/console_rom.h"

typedef struct game_body {
    int32_t x, y, speed;
    uint32_t score;
} game_body;
static const ox_field game_body_fields[] = {
    OX_FIELD(game_body, x, OX_I32, OX_SIM), OX_FIELD(game_body, y, OX_I32, OX_SIM),
    OX_FIELD(game_body, speed, OX_I32, OX_SIM), OX_FIELD(game_body, score, OX_U32, OX_SIM)};
static const ox_type game_body_type = OX_TYPE(game_body, game_body_fields, 1);

typedef struct game_health {
    int32_t points;
} game_health;
static const ox_field game_health_fields[] = {OX_FIELD(game_health, points, OX_I32, OX_SIM)};
static const ox_type game_health_type = OX_TYPE(game_health, game_health_fields, 1);

enum { GAME_HERO, GAME_SHOT, GAME_FOE, GAME_BEACON, GAME_TYPES };
enum { GAME_HIT, GAME_DIED, GAME_EVENTS };
enum { GAME_FIRE, GAME_TURN, GAME_COMMANDS };

typedef struct game {
    ox_console *console;
    ox_handle hero;
    uint32_t started, stopped, steps, loads, fixed;
    ox_status load_status;
    bool quiet; /* no hero fires */
} game;

static inline uint32_t game_draw(game *g, uint32_t below) {
    return rng_below(ox_random_stream_of(ox_console_random(g->console), OX_NAME("game")), below);
}

/* A budget with rows for capacities, in place of build_budget. */
typedef struct game_capacity {
    const char *name;
    uint32_t count;
} game_capacity;

static inline void game_build_budget(build_rom *rom, uint32_t memory, const game_capacity *rows,
                                     uint32_t count) {
    uint8_t *at = build_chunk(rom, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE,
                              ROM_BUDGET_SIZE + count * ROM_HANDLE_TABLE_SIZE);
    build_put16(at, 0x101);
    build_put32(at + ROM_BUDGET_MEMORY, memory);
    build_put32(at + ROM_BUDGET_FRAME, 8192);
    build_put16(at + ROM_BUDGET_WIDTH, 64);
    build_put16(at + ROM_BUDGET_HEIGHT, 48);
    build_put16(at + ROM_BUDGET_RATE, 60);
    build_put16(at + ROM_BUDGET_HANDLE_COUNT, count);
    if (count > 0) build_put32(at + ROM_BUDGET_HANDLES_AT, ROM_BUDGET_SIZE);
    for (uint32_t i = 0; i < count; i++) { /* sorted by ids */
        uint32_t place = 0;
        for (uint32_t k = 0; k < count; k++) place += rom_id(rows[k].name) < rom_id(rows[i].name);
        uint8_t *row = at + ROM_BUDGET_SIZE + place * ROM_HANDLE_TABLE_SIZE;
        build_put32(row + ROM_HANDLE_TABLE_TABLE, rom_id(rows[i].name));
        build_put32(row + ROM_HANDLE_TABLE_CAPACITY, rows[i].count);
    }
}

/* Makes the smallest image that the game plays on: one pyramid. */
static inline uint32_t game_image(void *memory, uint32_t size, uint32_t budget, const game_capacity *rows,
                                  uint32_t count) {
    build_rom rom;
    build_begin(&rom, memory, size);
    game_build_budget(&rom, budget, rows, count);
    build_info(&rom, "Arcade", "scene/main");
    build_palette(&rom, true);
    build_material(&rom, "material/red", 0xE02020u, 1, NULL);
    build_pyramid(&rom, "mesh/pyramid", "material/red", "material/red");
    build_scene scene = build_scene_begin(&rom, "scene/main", 0, 1, 1, 1);
    build_camera(&scene, 0, 98304, 4 * 65536);
    build_light(&scene, 0, -65536, -65536, -32768);
    build_put16(build_object(&scene, "mesh/pyramid", 0, 0, 0) + ROM_OBJECT_SPIN, 500);
    return build_finish(&rom);
}

static const game_capacity game_capacities[] = {
    {"objects", 60},         {"object-types", 8}, {"components", 24},      {"events", 32},
    {"event-extensions", 4}, {"timers", 8},       {"tasks", 32},           {"actions", 4},
    {"commands", 8},         {"observers", 4},    {"snapshot-blocks", 24}, {"save-blocks", 6}};
enum { GAME_CAPACITIES = sizeof game_capacities / sizeof game_capacities[0] };

/* ---- objects ---- */

static inline void game_fly(ox_world *world, ox_object *object, void *data) {
    game_body *shot = data;
    shot->x += shot->speed;
    if (shot->x < 600) {
        for (ox_object *o = ox_world_first(world, GAME_FOE); o != NULL; o = ox_world_next(world, o)) {
            const game_body *foe = ox_object_data(world, o);
            if (foe->x > shot->x || foe->x + 12 < shot->x || foe->y != shot->y) continue;
            game *g = world->config.user;
            ox_event hit;
            ox_event_begin(&hit, GAME_HIT, object->handle, o->handle);
            (void)ox_event_add_int(&hit, 1, 3);
            (void)ox_events_post(ox_console_events(g->console), &hit, 0);
            (void)ox_world_destroy(world, object->handle);
            return;
        }
        return;
    }
    (void)ox_world_destroy(world, object->handle);
}

static inline bool game_suffer(ox_world *world, ox_object *object, void *data, const void *event) {
    game_health *health = data;
    game *g = world->config.user;
    const ox_event *e = event;
    if (e->type != GAME_HIT) return false;
    health->points -= 3;
    if (health->points > 0) return true;
    ox_object *hero = ox_world_get(world, g->hero);
    if (hero != NULL) ((game_body *)ox_object_data(world, hero))->score += 10;
    ox_event died;
    ox_event_begin(&died, GAME_DIED, object->handle, OX_HANDLE_NONE);
    (void)ox_events_post(ox_console_events(g->console), &died, 5);
    (void)ox_world_destroy(world, object->handle);
    return true;
}

static const game_body game_starts[GAME_TYPES] = {{10, 3, 0, 0}, {0, 0, 9, 0}, {500, 0, -2, 0}, {0, 0, 0, 0}};
static const game_health game_well = {7};
static const ox_object_ops game_shot_ops = {.update = {game_fly}};
static const ox_component_ops game_health_ops = {.event = game_suffer};
static const ox_component_type game_health_component = {
    .name = OX_NAME("health"), .record = &game_health_type, .start = &game_well, .ops = &game_health_ops};
static const ox_component_type *const game_components[] = {&game_health_component};
static const char *const game_component_names[] = {"health"};
static const ox_object_type game_hero = {
    .name = OX_NAME("hero"), .capacity = 1, .record = &game_body_type, .start = &game_starts[0]};
static const ox_object_type game_shot = {
    .name = OX_NAME("shot"), .record = &game_body_type, .start = &game_starts[1], .ops = &game_shot_ops};
static const ox_object_type game_foe = {.name = OX_NAME("foe"),
                                        .capacity = 24,
                                        .record = &game_body_type,
                                        .start = &game_starts[2],
                                        .components = {OX_NAME("health")}};
static const ox_object_type game_beacon = {
    .name = OX_NAME("beacon"), .capacity = 1, .record = &game_body_type, .start = &game_starts[3]};
static const ox_object_type *const game_objects[] = {&game_hero, &game_shot, &game_foe, &game_beacon};
static const char *const game_object_names[] = {"hero", "shot", "foe", "beacon"};

/* ---- commands ---- */

static inline ox_answer game_fire(void *actor, const ox_command *command) {
    const ox_actor *a = actor;
    const game_body *from = a->data;
    ox_handle handle;
    ox_object *shot = ox_world_spawn(a->world, GAME_SHOT, &handle);
    if (shot == NULL) return OX_PASSED;
    game_body *body = ox_object_data(a->world, shot);
    body->x = from->x;
    body->y = from->y;
    body->speed += command->arguments.shorts[0];
    return OX_HANDLED;
}
static inline ox_answer game_turn(void *actor, const ox_command *command) {
    game_body *body = ((const ox_actor *)actor)->data;
    body->y = (body->y + command->arguments.shorts[0]) & 7;
    return OX_HANDLED;
}
static ox_command_function *const game_commands[] = {game_fire, game_turn};

/* ---- time ---- */

typedef struct game_walk {
    int32_t steps;
} game_walk;

/* A task that waits keeps its line number in the state: lines are counted from this one, so that the hashes below
 * outlast edits above. */
#line 1001
static inline ox_task_state game_walking(ox_task *task, void *locals, void *context) {
    game_walk *walk = locals;
    game *g = context;
    ox_world *world = ox_console_world(g->console);
    ox_object *foe = ox_world_get(world, (ox_handle){task->slot.owner});
    game_body *body = foe == NULL ? NULL : ox_object_data(world, foe);
    OX_TASK_BEGIN(task);
    for (;;) {
        for (walk->steps = 0; body != NULL && walk->steps < 6; walk->steps++) {
            body->x += body->speed;
            OX_TASK_YIELD(task);
        }
        OX_TASK_WAIT(task, 7);
    }
    OX_TASK_END(task);
}
static const ox_task_kind game_tasks[] = {{game_walking, NULL, NULL}};

static inline void game_arrive(void *context, const ox_timer *timer) {
    game *g = context;
    ox_world *world = ox_console_world(g->console);
    ox_handle handle;
    ox_object *foe = ox_world_spawn(world, GAME_FOE, &handle);
    (void)timer;
    if (foe == NULL) return;
    game_body *body = ox_object_data(world, foe);
    body->y = (int32_t)game_draw(g, 8);
    body->x += (int32_t)game_draw(g, 80);
    (void)!ox_tasks_spawn(ox_console_tasks(g->console), 0, handle.bits, NULL);
}
static ox_timer_call *const game_timers[] = {game_arrive};

static inline bool game_read(void *of, uint32_t node, ox_action_property property, int32_t value[3]) {
    game *g = of;
    const ox_world *world = ox_console_world(g->console);
    const ox_object *o = ox_world_get(world, (ox_handle){node});
    if (o == NULL || property != OX_ACTION_PLACE) return false;
    const game_body *body = ox_object_data(world, o);
    value[0] = body->x, value[1] = body->y, value[2] = 0;
    return true;
}
static inline bool game_write(void *of, uint32_t node, ox_action_property property, const int32_t value[3]) {
    game *g = of;
    const ox_world *world = ox_console_world(g->console);
    const ox_object *o = ox_world_get(world, (ox_handle){node});
    if (o == NULL || property != OX_ACTION_PLACE) return false;
    game_body *body = ox_object_data(world, o);
    body->x = value[0], body->y = value[1];
    return true;
}
static const ox_action_target game_target = {game_read, game_write, NULL};
static const ox_action game_sway[] = {OX_MOVE_BY(40, 600, 90, 0, EASE_LINEAR),
                                      OX_MOVE_BY(25, -600, -90, 0, EASE_LINEAR), OX_REPEAT(0, 0),
                                      OX_ACTION_END};
static const ox_action *const game_programs[] = {game_sway};

/* ---- the cart ---- */

static inline ox_status game_start(void *state, ox_console *console) {
    game *g = state;
    ox_world *world = ox_console_world(console);
    ox_handle beacon;
    g->console = console;
    g->started++;
    if (ox_world_spawn(world, GAME_HERO, &g->hero) == NULL ||
        ox_world_spawn(world, GAME_BEACON, &beacon) == NULL)
        return OX_OUT_OF_MEMORY;
    ox_status status = ox_actions_start(ox_console_actions(console), 0, beacon.bits, 0, NULL);
    if (status != OX_OK) return status;
    return ox_timers_add(ox_console_timers(console), (ox_timer){.name = 1, .period = 17}, 3);
}

static inline void game_step(void *state, const ox_input *input) {
    game *g = state;
    ox_commands *hands = ox_console_commands(g->console);
    uint32_t tick = ox_console_tick(g->console);
    g->steps++;
    if (g->quiet) return;
    bool fires = tick % 5 == 0 || (input->pressed & PLAT_A) != 0;
    int16_t turn = (int16_t)(tick % 7 == 3 ? game_draw(g, 3) : 0);
    if ((input->held & PLAT_UP) != 0) turn = (int16_t)(turn + 1);
    ox_command fire = {.type = GAME_FIRE, .actor = g->hero};
    ox_command round = {.type = GAME_TURN, .actor = g->hero};
    fire.arguments.shorts[0] = (int16_t)(tick % 3);
    round.arguments.shorts[0] = turn;
    if (fires) (void)!ox_commands_push(hands, &fire);
    if (turn != 0) (void)!ox_commands_push(hands, &round);
}

static inline void game_stop(void *state) { ((game *)state)->stopped++; }
static inline void game_loaded(void *state, ox_status status) {
    ((game *)state)->loads++;
    ((game *)state)->load_status = status;
}
static inline void game_fixed(void *state, ox_world *world, ox_object *object) {
    (void)world, (void)object;
    ((game *)state)->fixed++;
}

static const ox_id game_events[] = {OX_NAME("hit"), OX_NAME("died")};
static const char *const game_event_names[] = {"hit", "died"};
static const ox_id game_streams[] = {OX_NAME("game")};

static const ox_runtime_plan game_plan = {.components = game_components,
                                          .component_names = game_component_names,
                                          .component_count = 1,
                                          .objects = game_objects,
                                          .object_names = game_object_names,
                                          .object_count = GAME_TYPES,
                                          .fixed = game_fixed,
                                          .events = game_events,
                                          .event_names = game_event_names,
                                          .event_count = GAME_EVENTS,
                                          .commands = game_commands,
                                          .command_count = GAME_COMMANDS,
                                          .timers = game_timers,
                                          .timer_count = 1,
                                          .tasks = game_tasks,
                                          .task_count = 1,
                                          .task_locals = sizeof(game_walk),
                                          .actions = game_programs,
                                          .action_count = 1,
                                          .target = &game_target,
                                          .random = game_streams,
                                          .random_count = 1,
                                          .seed = 77,
                                          .save_slots = 2,
                                          .save_major = 1,
                                          .loaded = game_loaded,
                                          .rewind = 600};

static inline ox_cart game_cart(game *g) {
    memset(g, 0, sizeof *g);
    return (ox_cart){.name = "arcade",
                     .start = game_start,
                     .step = game_step,
                     .stop = game_stop,
                     .state = g,
                     .modules = OX_RUNTIME,
                     .runtime = &game_plan};
}

/* The recording of 200 steps holds every value of every step, the same on every machine. Its head, which has the
 * image's checksum, does not count. */
enum { SESSION = 200, SESSION_HEAD = OX_RECORDING_HEAD + 4 };
#define SESSION_CRC 0xCE3BB7C4u
#define SESSION_HASH 0x933458A5u

#endif
