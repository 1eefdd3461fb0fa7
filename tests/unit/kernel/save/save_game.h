/* A little game for the tests of saving anywhere: objects with components that are born and die, waiting events,
 * timers, tasks, a state machine, random streams, commands and a clock, all driven by inputs that are a function of
 * the tick. */
#ifndef OXCART_TESTS_UNIT_SAVE_GAME_H
#define OXCART_TESTS_UNIT_SAVE_GAME_H

#include <string.h>

#include "kernel/save/kernel_parts.h"
#include "kernel/state/machine.h"
#include "tests/test.h"

enum { GAME_OBJECTS = 24, GAME_PARTS = 9, GAME_BITE = 0, GAME_TYPES = 1, GAME_CRABS = 12 };

typedef struct game_crab {
    int32_t x, y;
    uint32_t target; /* a handle */
    int64_t steps;
    int16_t energy;
    uint8_t mood, spare;
} game_crab;
typedef struct game_shell {
    uint32_t age, owner;
} game_shell;
typedef struct game_glow {
    uint16_t light, phase;
} game_glow;
typedef struct game_heat {
    int32_t degrees;
} game_heat;
typedef struct game_patrol {
    int32_t at;
    uint32_t rounds;
} game_patrol;

typedef struct save_game {
    _Alignas(8) uint8_t memory[24576];
    ox_arena arena;
    ox_world world;
    ox_events events;
    ox_timer_queue_slot timer_slots[16];
    ox_timers timers;
    _Alignas(8) uint8_t task_memory[512];
    ox_tasks tasks;
    ox_random_stream streams[2];
    ox_random random;
    rng32 *luck;
    ox_clock clock;
    ox_machine_notes notes;
    ox_machine weather;
    ox_command command_memory[8];
    ox_commands commands;
    uint32_t bites, blows, rounds, storms;
    ox_save_part parts[GAME_PARTS];
} save_game;

typedef struct save_game_score {
    uint32_t bites, blows, rounds, storms;
} save_game_score;
static const ox_field save_score_fields[] = {
    OX_FIELD(save_game_score, bites, OX_U32, OX_SIM), OX_FIELD(save_game_score, blows, OX_U32, OX_SIM),
    OX_FIELD(save_game_score, rounds, OX_U32, OX_SIM), OX_FIELD(save_game_score, storms, OX_U32, OX_SIM)};
static const ox_type save_score_type = OX_TYPE(save_game_score, save_score_fields, 1);

static const ox_field save_crab_fields[] = {
    OX_FIELD(game_crab, x, OX_I32, OX_SIM),
    OX_FIELD(game_crab, y, OX_I32, OX_SIM, .initial = -5),
    OX_FIELD(game_crab, target, OX_LINK, OX_SIM),
    OX_FIELD(game_crab, steps, OX_I64, OX_SIM),
    OX_FIELD(game_crab, energy, OX_I16, OX_SIM, .initial = 90, .low = -500, .high = 500),
    OX_FIELD(game_crab, mood, OX_U8, OX_SIM),
};
static const ox_type save_crab_type = OX_TYPE(game_crab, save_crab_fields, 1);
static const ox_field save_shell_fields[] = {OX_FIELD(game_shell, age, OX_U32, OX_SIM),
                                             OX_FIELD(game_shell, owner, OX_LINK, OX_SIM)};
static const ox_type save_shell_type = OX_TYPE(game_shell, save_shell_fields, 1);
static const ox_field save_glow_fields[] = {OX_FIELD(game_glow, light, OX_U16, OX_SIM, .initial = 7),
                                            OX_FIELD(game_glow, phase, OX_U16, OX_SIM)};
static const ox_type save_glow_type = OX_TYPE(game_glow, save_glow_fields, 1);
static const ox_field save_heat_fields[] = {OX_FIELD(game_heat, degrees, OX_I32, OX_SIM, .initial = 20)};
static const ox_type save_heat_type = OX_TYPE(game_heat, save_heat_fields, 1);

static inline save_game *save_game_of(ox_world *world) { return world->config.user; }

static void save_crab_update(ox_world *world, ox_object *object, void *data) {
    game_crab *crab = data;
    save_game *g = save_game_of(world);
    crab->steps++;
    crab->x += rng_between(g->luck, -3, 3) + g->weather.state;
    crab->energy--;
    const ox_object *target = ox_world_get(world, (ox_handle){crab->target});
    if (target == NULL) {
        uint32_t slot = rng_below(g->luck, GAME_OBJECTS);
        if (slot < world->objects.fresh && world->objects.generations[slot] != 0)
            crab->target = ox_world_slot(world, slot)->handle.bits;
    } else if (crab->steps % 5 == 0) { /* the crab bites in a while */
        ox_event bite;
        ox_event_begin(&bite, GAME_BITE, object->handle, target->handle);
        (void)ox_event_add_int(&bite, OX_KEY("depth"), (int32_t)rng_below(g->luck, 20));
        (void)ox_event_add_vec3(&bite, OX_KEY("place"), (vec3){crab->x, crab->y, 0});
        (void)ox_events_post(&g->events, &bite, 1 + rng_below(g->luck, 6));
    }
    if (crab->energy % 16 == 0) {
        ox_handle handle;
        ox_object *shell = ox_world_create(world, OX_NAME("shell"), &handle);
        if (shell != NULL) ((game_shell *)ox_object_data(world, shell))->owner = object->handle.bits;
    }
    if (crab->energy % 11 == 0) (void)ox_component_add(world, object, 0);
    if (crab->energy % 23 == 0 && ox_component_has(world, object, 0))
        (void)ox_component_remove(world, object, 0, NULL);
    if (crab->energy % 9 == 0) (void)ox_component_add(world, object, 1);
    if (crab->energy <= 0) (void)ox_world_destroy(world, object->handle);
}

static void save_shell_update(ox_world *world, ox_object *object, void *data) {
    game_shell *shell = data;
    if (++shell->age == 30) ox_object_bucket(world, object, OX_BUCKET_FREE);
    if (shell->age == 40) ox_object_sleep(world, object);
    if (shell->age > 60) (void)ox_world_destroy(world, object->handle);
}

static void save_glow_update(ox_world *world, ox_object *object, void *data) {
    game_glow *glow = data;
    (void)world, (void)object;
    glow->phase++;
    glow->light = (uint16_t)(glow->light + glow->phase % 3u);
}

static const ox_object_ops save_crab_ops = {.update = {save_crab_update}},
                           save_shell_ops = {.update = {NULL, save_shell_update}};
static const ox_component_ops save_glow_ops = {.update = {NULL, NULL, save_glow_update}};
static const ox_component_type save_glow = {
    .name = OX_NAME("glow"), .capacity = 20, .record = &save_glow_type, .ops = &save_glow_ops};
static const ox_component_type save_heat = {
    .name = OX_NAME("heat"), .capacity = 10, .storage = OX_TABLE, .record = &save_heat_type};
static const game_shell save_shell_start = {.age = 3};
static const ox_object_type save_crab = {.name = OX_NAME("crab"),
                                         .capacity = GAME_CRABS,
                                         .flags = OX_OBJECT_PERSISTENT,
                                         .tags = 5,
                                         .bucket = OX_BUCKET_CHARACTERS,
                                         .record = &save_crab_type,
                                         .ops = &save_crab_ops,
                                         .components = {OX_NAME("glow")}};
static const ox_object_type save_shell = {.name = OX_NAME("shell"),
                                          .capacity = 16,
                                          .record = &save_shell_type,
                                          .start = &save_shell_start,
                                          .ops = &save_shell_ops,
                                          .bucket = OX_BUCKET_ATTACHED};

static void *save_game_resolve(void *world, ox_handle handle) { return ox_world_get(world, handle); }
static ox_answer save_game_bitten(void *object, const ox_event *event) {
    ox_object *of = object;
    (void)event;
    of->tags = (uint16_t)(of->tags + 1u);
    return OX_HANDLED;
}
static ox_answer save_game_count(void *context, const ox_event *event) {
    save_game *g = context;
    g->bites += (uint32_t)ox_event_int(event, OX_KEY("depth"), 0) + 1u;
    return OX_PASSED;
}
static void save_game_blow(void *context, const ox_timer *timer) {
    save_game *g = context;
    g->blows += timer->argument;
    if (timer->period == 0 && g->timers.queue.core.count < 12)
        (void)!ox_timers_add(&g->timers, (ox_timer){.owner = g->blows, .name = 9, .argument = 2},
                             3 + rng_below(g->luck, 9));
}
static ox_timer_call *const save_game_calls[] = {save_game_blow};
static ox_task_state save_game_patrol(ox_task *task, void *locals, void *context) {
    game_patrol *p = locals;
    OX_TASK_BEGIN(task);
    for (;;) {
        while (p->at < 7) {
            p->at++;
            OX_TASK_YIELD(task);
        }
        OX_TASK_WAIT(task, 5);
        p->at = 0;
        p->rounds++;
        ((save_game *)context)->rounds++;
    }
    OX_TASK_END(task);
}
static const ox_task_kind save_game_kinds[] = {{.run = save_game_patrol}};
static void save_storm(void *owner) { ((save_game *)owner)->storms++; }
static const ox_state save_weather_states[] = {
    {.parent = OX_NO_STATE}, {.parent = OX_NO_STATE, .enter = save_storm}, {.parent = 1}};
static const ox_machine_type save_weather_type = {.states = save_weather_states, .count = 3};
static ox_answer save_game_push(void *actor, const ox_command *command) {
    ((ox_object *)actor)->chunk = (uint16_t)(((ox_object *)actor)->chunk + command->arguments.shorts[0]);
    return OX_HANDLED;
}
static ox_command_function *const save_game_verbs[] = {save_game_push};

static void save_weather_out(const void *context, ox_writer *to) { ox_machine_save(context, to); }
static ox_status save_weather_in(void *context, ox_reader *from) { return ox_machine_restore(context, from); }
static void save_score_out(const void *context, ox_writer *to) {
    const save_game *g = context;
    ox_write_u32(to, g->bites);
    ox_write_u32(to, g->blows);
    ox_write_u32(to, g->rounds);
    ox_write_u32(to, g->storms);
}
static ox_status save_score_in(void *context, ox_reader *from) {
    save_game *g = context;
    g->bites = ox_read_u32(from);
    g->blows = ox_read_u32(from);
    g->rounds = ox_read_u32(from);
    g->storms = ox_read_u32(from);
    return ox_reader_status(from);
}

static inline void save_game_open(save_game *g, bool other_order) {
    static const ox_id names[GAME_TYPES] = {OX_NAME("bite")};
    ox_world_config config = {.objects = GAME_OBJECTS, .types = 3, .components = 3, .systems = 1, .user = g};
    memset(g, 0, sizeof *g);
    ox_arena_init(&g->arena, g->memory, sizeof g->memory);
    CHECK_EQ(ox_world_init(&g->world, &g->arena, &config), OX_OK);
    CHECK(ox_world_add_component(&g->world, &save_glow) == 0);
    CHECK(ox_world_add_component(&g->world, &save_heat) == 1);
    CHECK(ox_world_add_type(&g->world, other_order ? &save_shell : &save_crab) == 0);
    CHECK(ox_world_add_type(&g->world, other_order ? &save_crab : &save_shell) == 1);
    ox_events_config events = {.types = GAME_TYPES,
                               .waiting = 64,
                               .extensions = 64,
                               .listeners = 1,
                               .resolver = {save_game_resolve, &g->world},
                               .deliver = save_game_bitten};
    CHECK_EQ(ox_events_init(&g->events, &events, &g->arena), OX_OK);
    CHECK_EQ(ox_events_add_types(&g->events, names, GAME_TYPES), OX_OK);
    CHECK(ox_events_listen(&g->events, (ox_interest){.type = GAME_BITE}, save_game_count, g).bits != 0);
    ox_timers_init(&g->timers, g->timer_slots, 16, save_game_calls, 1, g);
    ox_tasks_init(&g->tasks, &(ox_tasks_config){.storage = g->task_memory,
                                                .capacity = 8,
                                                .locals = sizeof(game_patrol),
                                                .kinds = save_game_kinds,
                                                .kind_count = 1,
                                                .context = g});
    ox_random_init(&g->random, g->streams, 2, 88);
    g->luck = ox_random_add(&g->random, OX_NAME("luck"), OX_RANDOM_SIMULATION);
    ox_clock_init(&g->clock, 0);
    ox_clock_set_scale(&g->clock, FX_ONE / 3);
    CHECK_EQ(ox_machine_start(&g->weather, &save_weather_type, &g->notes, g, 0), OX_OK);
    ox_commands_init(&g->commands, g->command_memory, 8, save_game_verbs, 1,
                     (ox_resolver){save_game_resolve, &g->world});
    const ox_save_part parts[GAME_PARTS] = {
        {.name = OX_NAME("world"),
         .version = 1,
         .context = &g->world,
         .save = ox_save_world,
         .restore = ox_restore_world},
        {.name = OX_NAME("events"),
         .version = 1,
         .context = &g->events,
         .save = ox_save_events,
         .restore = ox_restore_events},
        {.name = OX_NAME("timers"),
         .version = 1,
         .context = &g->timers,
         .save = ox_save_timers,
         .restore = ox_restore_timers},
        {.name = OX_NAME("tasks"),
         .version = 1,
         .context = &g->tasks,
         .save = ox_save_tasks,
         .restore = ox_restore_tasks},
        {.name = OX_NAME("random"),
         .version = 1,
         .context = &g->random,
         .save = ox_save_random,
         .restore = ox_restore_random},
        {.name = OX_NAME("clock"),
         .version = 1,
         .context = &g->clock,
         .save = ox_save_clock,
         .restore = ox_restore_clock},
        {.name = OX_NAME("weather"),
         .version = 1,
         .context = &g->weather,
         .save = save_weather_out,
         .restore = save_weather_in},
        {.name = OX_NAME("commands"),
         .version = 1,
         .context = &g->commands,
         .save = ox_save_commands,
         .restore = ox_restore_commands},
        {.name = OX_NAME("score"),
         .version = 1,
         .context = g,
         .save = save_score_out,
         .restore = save_score_in},
    };
    memcpy(g->parts, parts, sizeof parts);
}

static inline void save_game_begin(save_game *g) {
    CHECK_EQ(ox_timers_add(&g->timers, (ox_timer){.name = 1, .period = 7, .argument = 1}, 7), OX_OK);
    CHECK_EQ(ox_timers_add(&g->timers, (ox_timer){.name = 2, .argument = 5}, 11), OX_OK);
    for (int i = 0; i < 3; i++) CHECK(ox_tasks_spawn(&g->tasks, 0, (uint32_t)i, NULL) != NULL);
}

static inline void save_game_tick(save_game *g) {
    uint32_t tick = g->world.tick + 1u, input = tick * 2654435761u >> 24;
    ox_clock_update(&g->clock, 16);
    if (input % 9 == 0) {
        ox_handle handle;
        ox_object *crab = ox_world_create(&g->world, OX_NAME("crab"), &handle);
        if (crab != NULL && input % 2 == 0 && ox_world_find(&g->world, tick) == NULL)
            CHECK_EQ(ox_object_name(&g->world, crab, tick), OX_OK);
        if (crab != NULL) ((game_crab *)ox_object_data(&g->world, crab))->energy = (int16_t)(40 + input);
        ox_command push = {.actor = handle, .arguments = {{(int16_t)input, 0, 0, 0}}};
        if (g->commands.ring.core.count < 8) CHECK_EQ(ox_commands_push(&g->commands, &push), OX_OK);
    }
    if (input % 31 == 0) (void)ox_machine_go(&g->weather, g, input / 31 % 3);
    if (input % 57 == 0 && g->weather.depth < 3) (void)ox_machine_push(&g->weather, g, input % 3);
    if (input % 3 == 0) (void)ox_commands_run(&g->commands);
    ox_events_begin(&g->events, tick);
    (void)ox_timers_update(&g->timers, tick);
    (void)ox_events_drain(&g->events);
    ox_tasks_run(&g->tasks, tick);
    ox_world_tick(&g->world);
}

/* Mixes the world's own hash with the hashes of all other parts. */
static inline uint32_t save_game_hash(const save_game *g) {
    return ox_hash_parts(g->parts + 1, GAME_PARTS - 1, ox_world_hash(&g->world, OX_FNV_START));
}

#endif
