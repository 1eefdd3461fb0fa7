/* Rounds: three comedians on a stage, each of whom slaps the next when he was slapped, and a power that lifts them. Their states have two
 * slots, so that it does not matter who is updated first; the power is written with operations that somebody else provides. */
#include "fixedmath/constant.h"
#include "kernel/world/buffered.h"
#include "kernel/world/sandbox.h"
#include "rom/carts/examples/example.h"

enum { ACTORS = 3, ROUNDS = 6 };

typedef struct actor {
    ox_buffered stamp;
    uint8_t slapped[2];
    fx height;
} actor;

typedef struct stage {
    ox_world world;
    actor actors[ACTORS];
    bool backwards;
    ox_log *out;
} stage;

/* 1. An actor reads what was true a tick ago, and writes what will be true. Both orders give the same play. */
static void update_actor(stage *s, uint32_t number) {
    actor *a = &s->actors[number];
    const actor *before = &s->actors[(number + ACTORS - 1) % ACTORS];
    const bool hit = before->slapped[ox_buffered_read(&s->world, &before->stamp)];
    a->slapped[ox_buffered_write(&s->world, &a->stamp)] = hit;
}

static uint32_t play_round(stage *s) {
    uint32_t who = 0;
    for (uint32_t i = 0; i < ACTORS; i++) update_actor(s, s->backwards ? ACTORS - 1 - i : i);
    ox_world_tick(&s->world); /* the slots swap */
    for (uint32_t i = 0; i < ACTORS; i++)
        if (s->actors[i].slapped[ox_toggle_current(s->world.state)]) who |= 1u << i;
    return who;
}

/* 2. A power knows its operations alone: where it is, how it moves. What they do is the business of the stage. */
static void leap(ox_sandbox *sandbox) {
    if (ox_sandbox_place(sandbox).y == 0) ox_sandbox_move(sandbox, (vec3){0, FX(2), 0});
}
static vec3 place_of(void *context, ox_handle self) {
    return (vec3){0, ((stage *)context)->actors[self.bits].height, 0};
}
static void move(void *context, ox_handle self, vec3 by) {
    ((stage *)context)->actors[self.bits].height += by.y;
}

static bool begin_stage(stage *s, bool backwards, ox_log *out) {
    static uint64_t block[512];
    static ox_arena arena;
    ox_arena_init(&arena, block, sizeof block);
    *s = (stage){.backwards = backwards, .out = out};
    if (ox_world_init(&s->world, &arena, &(ox_world_config){.objects = 1, .types = 1, .components = 1}) !=
        OX_OK)
        return false;
    s->actors[0].slapped[ox_toggle_current(s->world.state)] = 1; /* the public slaps the first */
    return true;
}

void example(plat *platform, ox_log *out) {
    static stage s;
    static const ox_sandbox_ops operations = {.place = place_of, .move = move};
    (void)platform;
    for (int backwards = 0; backwards < 2; backwards++) {
        uint32_t slapped[ROUNDS];
        if (!begin_stage(&s, backwards != 0, out)) return;
        for (int i = 0; i < ROUNDS; i++) slapped[i] = play_round(&s);
        SAY("updated %s: %u %u %u %u %u %u", backwards != 0 ? "from the last" : "from the first",
            (unsigned)slapped[0], (unsigned)slapped[1], (unsigned)slapped[2], (unsigned)slapped[3],
            (unsigned)slapped[4], (unsigned)slapped[5]);
    }
    for (int i = 0; i < 3; i++) { /* who is in the air does not leap again */
        ox_sandbox power = {&operations, &s, {1}};
        leap(&power);
        SAY("the second one is %.1q m above the stage", (int)s.actors[1].height);
    }
}
