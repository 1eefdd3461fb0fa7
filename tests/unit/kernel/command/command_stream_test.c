/* Commands: actors are exchangeable, order and wrap-around, bytes, two peers with delay. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/bytes/fnv.h"
#include "kernel/command/command.h"
#include "tests/test.h"

enum { ACTORS = 4, MOVE = 1, AIM = 2, SPAWN = 3, TYPES = 4 };

typedef struct field {
    ox_commands commands;
    ox_command storage[16];
    struct walker {
        struct field *of;
        int32_t x, y, aim;
    } actors[ACTORS];
    uint32_t order; /* sequence of the last executed command */
} field;

static void *actor_of(void *world, ox_handle handle) {
    field *f = world;
    uint32_t i = (handle.bits & 0xFFFFu);
    return i < ACTORS && handle.bits >> 16 == 1 ? &f->actors[i] : NULL;
}
static ox_answer move(void *actor, const ox_command *c) {
    struct walker *w = actor;
    w->x += c->arguments.shorts[0];
    w->y += c->arguments.shorts[1];
    w->of->order = c->sequence;
    return OX_HANDLED;
}
static ox_answer aim(void *actor, const ox_command *c) {
    struct walker *w = actor;
    w->aim ^= c->arguments.words[0] + w->x;
    w->of->order = c->sequence;
    return c->arguments.words[1] == 0 ? OX_HANDLED : OX_PASSED;
}
static ox_answer spawn(void *actor, const ox_command *c) {
    struct walker *w = actor;
    ox_command next = *c;
    next.type = MOVE;
    CHECK_EQ(ox_commands_push(&w->of->commands, &next), OX_OK);
    CHECK_EQ(ox_commands_run(&w->of->commands), 0);
    return OX_HANDLED;
}
static ox_command_function *const verbs[TYPES] = {NULL, move, aim, spawn};

static void open_field(field *f, uint32_t capacity) {
    memset(f, 0, sizeof *f);
    for (int i = 0; i < ACTORS; i++) f->actors[i].of = f;
    ox_commands_init(&f->commands, f->storage, capacity, verbs, TYPES, (ox_resolver){actor_of, f});
}

static ox_command step(uint32_t actor, int x, int y) {
    return (ox_command){
        .type = MOVE, .actor = {0x10000u + actor}, .arguments = {{(int16_t)x, (int16_t)y, 0, 0}}};
}

static uint32_t hash_of(const field *f) {
    uint32_t hash = ox_commands_hash(&f->commands, OX_FNV_START);
    for (int i = 0; i < ACTORS; i++) {
        hash = ox_fnv_u32(hash, (uint32_t)f->actors[i].x);
        hash = ox_fnv_u32(hash, (uint32_t)f->actors[i].y);
        hash = ox_fnv_u32(hash, (uint32_t)f->actors[i].aim);
    }
    return hash;
}

TEST(command_moves_whom_it_names) {
    field f;
    open_field(&f, 4);
    ox_command c = step(1, 3, -2);
    CHECK_EQ(sizeof c, 16);
    CHECK_EQ(ox_commands_push(&f.commands, &c), OX_OK);
    CHECK_EQ(f.actors[1].x, 0); /* commands wait for the command phase */
    CHECK_EQ(ox_commands_run(&f.commands), 1);
    c.actor.bits = 0x10002; /* the producer now controls another actor */
    CHECK_EQ(ox_commands_push(&f.commands, &c), OX_OK);
    CHECK_EQ(ox_commands_run(&f.commands), 1);
    CHECK(f.actors[1].x == 3 && f.actors[1].y == -2 && f.actors[2].x == 3 && f.actors[2].y == -2);
    c.actor.bits = 0x20002;
    CHECK_EQ(ox_commands_push(&f.commands, &c), OX_OK);
    CHECK_EQ(ox_commands_run(&f.commands), 1);
    CHECK_EQ(f.commands.gone, 1);
    c.type = 0;
    CHECK_EQ(ox_commands_push(&f.commands, &c), OX_BAD_ARGUMENT);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    /* A command may push another, for the next phase, but may not run the queue. */
    c = step(1, 1, 1);
    c.type = SPAWN;
    CHECK_EQ(ox_commands_push(&f.commands, &c), OX_OK);
    CHECK_EQ(ox_commands_run(&f.commands), 1);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(f.actors[1].x, 3);
    CHECK_EQ(ox_commands_run(&f.commands), 1);
    CHECK_EQ(f.actors[1].x, 4);
}

TEST(command_order_wraps_and_overflows) {
    field f;
    rng32 r = rng32_seed(46, 0);
    uint32_t pushed = 65530, refused = 0, done = 65530;
    open_field(&f, 5);
    f.commands.sequence = (uint16_t)pushed;
    for (int round = 0; round < 10000; round++) {
        ox_command c = step(rng_below(&r, 4), 1, 0);
        uint32_t waiting = pushed - done;
        if (rng_below(&r, 4) != 0) {
            CHECK_EQ(ox_commands_push(&f.commands, &c), waiting == 5 ? OX_FULL : OX_OK);
            if (waiting == 5)
                refused++;
            else
                pushed++;
        } else {
            CHECK_EQ(ox_commands_run(&f.commands), waiting);
            done = pushed;
            if (waiting > 0) CHECK_EQ(f.order, (uint16_t)(pushed - 1));
        }
    }
    CHECK_EQ(f.commands.refused, refused);
    int32_t sum = 0;
    for (int i = 0; i < ACTORS; i++) sum += f.actors[i].x;
    CHECK_EQ(sum, done - 65530);
}

static ox_command random_command(rng32 *r) {
    ox_command c = step(rng_below(r, 4), rng_between(r, -9, 9), rng_between(r, -9, 9));
    if (rng_below(r, 2) == 0) {
        c.type = AIM;
        c.flags = OX_COMMAND_WORDS;
        c.arguments.words[0] = rng_between(r, -100000, 100000);
        c.arguments.words[1] = (int32_t)rng_below(r, 2);
    }
    return c;
}

TEST(command_players_and_ais_are_alike) {
    field human, machine;
    rng32 keys = rng32_seed(1, 2), mind = rng32_seed(1, 2);
    open_field(&human, 16);
    open_field(&machine, 16);
    for (int tick = 0; tick < 200; tick++) {
        for (uint32_t n = rng_below(&keys, 4); n > 0; n--) { /* a player's commands come one by one */
            ox_command c = random_command(&keys);
            CHECK_EQ(ox_commands_push(&human.commands, &c), OX_OK);
        }
        ox_command plan[4]; /* a machine's commands come as a whole */
        uint32_t count = rng_below(&mind, 4);
        for (uint32_t i = 0; i < count; i++) plan[i] = random_command(&mind);
        for (uint32_t i = 0; i < count; i++) CHECK_EQ(ox_commands_push(&machine.commands, &plan[i]), OX_OK);
        CHECK_EQ(hash_of(&human), hash_of(&machine));
        (void)ox_commands_run(&human.commands);
        (void)ox_commands_run(&machine.commands);
        CHECK_EQ(hash_of(&human), hash_of(&machine));
    }
    CHECK(human.commands.passed > 0);
}

/* Two machines, each with a player: commands pushed in tick t run on both in t + 3, the first player's group first. */
TEST(command_two_peers_with_delay) {
    enum { DELAY = 3, TICKS = 300, GROUP = OX_COMMAND_GROUP_BYTES + 4 * OX_COMMAND_BYTES };
    static uint8_t wire[2][TICKS][GROUP];
    static size_t sizes[2][TICKS];
    static field peers[2], outbox;
    rng32 players[2] = {rng32_seed(7, 1), rng32_seed(7, 2)};
    open_field(&peers[0], 16);
    open_field(&peers[1], 16);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        for (int p = 0; p < 2; p++) {
            uint16_t sequence = outbox.commands.sequence;
            open_field(&outbox, 4);
            outbox.commands.sequence = sequence;
            for (uint32_t n = rng_below(&players[p], 4); n > 0; n--) {
                ox_command c = random_command(&players[p]);
                CHECK_EQ(ox_commands_push(&outbox.commands, &c), OX_OK);
            }
            sizes[p][tick] = ox_commands_write(&outbox.commands, tick, wire[p][tick], GROUP);
            CHECK(sizes[p][tick] >= OX_COMMAND_GROUP_BYTES);
        }
        for (int peer = 0; peer < 2 && tick >= DELAY; peer++) {
            for (int p = 0; p < 2; p++) {
                uint32_t of = 0;
                CHECK_EQ(ox_commands_read(&peers[peer].commands, wire[p][tick - DELAY],
                                          sizes[p][tick - DELAY], &of, NULL),
                         OX_OK);
                CHECK_EQ(of, tick - DELAY);
            }
            (void)ox_commands_run(&peers[peer].commands);
        }
        CHECK_EQ(hash_of(&peers[0]), hash_of(&peers[1]));
    }
}

TEST(command_bytes) {
    static const uint8_t expected[24] = {0x44, 0x33, 0x22, 0x11, 1,    0,    0,    0,    2, 128, 0xFE, 0xFF,
                                         3,    0,    1,    0,    0xFE, 0xFF, 0xFF, 0xFF, 1, 0,   0,    0};
    uint8_t bytes[64], again[OX_COMMAND_BYTES];
    field f, g;
    size_t used = 0;
    rng32 r = rng32_seed(3, 3);
    open_field(&f, 4);
    open_field(&g, 1);
    f.commands.sequence = 0xFFFE;
    ox_command c = {.type = AIM, .flags = OX_COMMAND_WORDS, .actor = {0x10003}};
    c.arguments.words[0] = -2;
    c.arguments.words[1] = 1;
    CHECK_EQ(ox_commands_push(&f.commands, &c), OX_OK);
    CHECK_EQ(ox_commands_write(&f.commands, 0x11223344, bytes, 23), 0);
    CHECK_EQ(ox_commands_write(&f.commands, 0x11223344, bytes, sizeof bytes), 24);
    CHECK(memcmp(bytes, expected, 24) == 0);
    for (size_t size = 0; size < 24; size++)
        CHECK_EQ(ox_commands_read(&g.commands, bytes, size, NULL, &used), OX_BAD_DATA);
    bytes[8] = 0;
    CHECK_EQ(ox_commands_read(&g.commands, bytes, 24, NULL, &used), OX_BAD_DATA);
    bytes[8] = TYPES;
    CHECK_EQ(ox_commands_read(&g.commands, bytes, 24, NULL, &used), OX_BAD_DATA);
    bytes[8] = MOVE;
    CHECK_EQ(ox_commands_read(&g.commands, bytes, 24, NULL, &used), OX_OK);
    CHECK_EQ(used, 24);
    CHECK_EQ(ox_commands_read(&g.commands, bytes, 24, NULL, &used), OX_FULL);
    CHECK_EQ(ox_commands_push(&f.commands, &c), OX_OK); /* sequence numbers 0xFFFF, then 0 */
    CHECK_EQ(ox_commands_push(&f.commands, &c), OX_OK);
    CHECK_EQ(ox_commands_write(&f.commands, 1, bytes, sizeof bytes), 56);
    open_field(&g, 4);
    CHECK_EQ(ox_commands_read(&g.commands, bytes, 56, NULL, &used), OX_OK);
    bytes[26] ^= 1;
    CHECK_EQ(ox_commands_read(&g.commands, bytes, 56, NULL, &used), OX_BAD_DATA);
    for (int round = 0; round < 1000; round++) {
        for (int i = 0; i < OX_COMMAND_BYTES; i++) bytes[i] = (uint8_t)rng32_next(&r);
        ox_command_decode(&c, bytes);
        ox_command_encode(&c, again);
        CHECK(memcmp(bytes, again, OX_COMMAND_BYTES) == 0);
    }
}

TEST(command_chain_of_responsibility) {
    field f;
    open_field(&f, 4);
    ox_command c = {.type = AIM, .flags = OX_COMMAND_WORDS};
    const ox_command_link links[3] = {{aim, &f.actors[0]}, {move, &f.actors[1]}, {move, &f.actors[2]}};
    c.arguments.words[0] = 1;
    c.arguments.words[1] = 1; /* the first link passes the command on */
    c.sequence = 9;
    CHECK_EQ(ox_command_offer(links, 3, &c), OX_HANDLED);
    CHECK_EQ(f.actors[0].aim, 1);
    c.arguments.words[1] = 0;
    CHECK_EQ(ox_command_offer(links, 1, &c), OX_HANDLED);
    c.arguments.words[1] = 5;
    CHECK_EQ(ox_command_offer(links, 1, &c), OX_PASSED);
    CHECK_EQ(f.actors[2].x, 0);
}
