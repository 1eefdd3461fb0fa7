/* Tests of actions: exact ends, repeats, leftovers over any split of the time, removal from within, images.
 */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/task/action.h"
#include "tests/test.h"

enum { NODES = 4, POOL = 12 };
enum { SHOOT, CANCEL, REMOVE, RESTART, START };
enum { LOOP, FLASH, MIXED, NEST, FOREVER, STUCK, BREEDER, TURN, CALLER, FILM, DEEP, SLOW, PROGRAMS };

static const ox_action loop[] = {OX_MOVE_BY(60, FX_ONE * 10, -FX_ONE, 3, EASE_SINE_IN_OUT), OX_CALL(SHOOT, 5),
                                 OX_REPEAT(3, 0), OX_ACTION_END};
static const ox_action flash[] = {OX_TINT_TO(7, 0xFF204060u, EASE_LINEAR), OX_WAIT(3),
                                  OX_TINT_TO(0, 0x01020304u, EASE_LINEAR), OX_ACTION_END};
static const ox_action mixed[] = {OX_MOVE_TO(13, 100001, 7, -5, EASE_BACK_OUT),
                                  OX_SPAWN(FLASH, 9),
                                  OX_CALL(SHOOT, 1),
                                  OX_SCALE_TO(5, 70000, 70000, 1, EASE_CUBIC_IN),
                                  OX_WAIT(4),
                                  OX_ROTATE_BY(9, 100000, -70000, 1, EASE_LINEAR),
                                  OX_REPEAT(2, 0),
                                  OX_SPAWN(LOOP, 9),
                                  OX_ACTION_END};
static const ox_action nest[] = {
    OX_WAIT(1), OX_CALL(SHOOT, 1),   OX_REPEAT(2, 0), OX_CALL(SHOOT, 10),   OX_REPEAT(3, 0),
    OX_WAIT(2), OX_CALL(SHOOT, 100), OX_REPEAT(2, 0), OX_CALL(SHOOT, 1000), OX_ACTION_END};
static const ox_action forever[] = {OX_MOVE_BY(3, 3, 0, 0, EASE_LINEAR), OX_REPEAT(0, 0), OX_ACTION_END};
static const ox_action stuck[] = {OX_CALL(SHOOT, 1), OX_REPEAT(0, 0), OX_ACTION_END};
static const ox_action breeder[] = {OX_SPAWN(BREEDER, 3), OX_ACTION_END};
static const ox_action turn[] = {OX_ROTATE_TO(10, 0xF000, 0x2000, 0x8000, EASE_LINEAR), OX_ACTION_END};
static const ox_action caller[] = {OX_WAIT(2), OX_CALL(CANCEL, 0), OX_CALL(SHOOT, 1), OX_ACTION_END};
static const ox_action film[] = {OX_ANIMATE(8, 4, 7), OX_ANIMATE(3, 2, 0), OX_ACTION_END};
static const ox_action deep[] = {OX_WAIT(1),      OX_REPEAT(2, 0), OX_REPEAT(2, 0), OX_REPEAT(2, 0),
                                 OX_REPEAT(2, 0), OX_REPEAT(2, 0), OX_ACTION_END};
static const ox_action slow[] = {OX_MOVE_TO(65535, FX_MAX, FX_MIN, 0, EASE_BACK_IN_OUT), OX_ACTION_END};
static const ox_action *const programs[PROGRAMS] = {loop,    flash, mixed,  nest, forever, stuck,
                                                    breeder, turn,  caller, film, deep,    slow};

typedef struct stage {
    ox_actions actions;
    uint32_t storage[OX_ACTIONS_BYTES(POOL) / 4];
    int32_t value[NODES + 1][OX_ACTION_PROPERTIES][3];
    bool gone[NODES + 1];
    uint32_t shots, sum;
    uint32_t what; /* a call of CANCEL does this instead */
} stage;

static bool read(void *world, uint32_t node, ox_action_property property, int32_t value[3]) {
    stage *s = world;
    memcpy(value, s->value[node][property], sizeof s->value[node][property]);
    return !s->gone[node];
}

static bool write(void *world, uint32_t node, ox_action_property property, const int32_t value[3]) {
    stage *s = world;
    if (!s->gone[node]) memcpy(s->value[node][property], value, sizeof s->value[node][property]);
    return !s->gone[node];
}

static void call(void *world, uint32_t node, uint32_t what, int32_t argument) {
    stage *s = world;
    if (what == CANCEL) what = s->what;
    if (what == SHOOT) s->shots++, s->sum += (uint32_t)argument;
    if (what == CANCEL) ox_actions_cancel(&s->actions, node, 1);
    if (what == REMOVE) ox_actions_remove_node(&s->actions, node);
    if (what == RESTART) CHECK_EQ(ox_actions_replace(&s->actions, FOREVER, node, 1, NULL), OX_OK);
    if (what == START) ox_actions_update(&s->actions, 5);
}

static const ox_action_target target = {read, write, call};

static void begin(stage *s) {
    memset(s, 0, sizeof *s);
    ox_actions_init(&s->actions, &(ox_actions_config){.storage = s->storage,
                                                      .capacity = POOL,
                                                      .programs = programs,
                                                      .program_count = PROGRAMS,
                                                      .target = &target,
                                                      .world = s});
}

static void start(stage *s, uint32_t program, uint32_t node) {
    CHECK_EQ(ox_actions_start(&s->actions, program, node, 1, NULL), OX_OK);
}

TEST(task_action_loop_ends_exactly) {
    static stage s;
    begin(&s);
    start(&s, LOOP, 1);
    for (int tick = 1; tick <= 180; tick++) {
        CHECK_EQ(ox_actions_count(&s.actions, 1, 1), 1);
        ox_actions_update(&s.actions, 1);
        if (tick % 60 == 0) CHECK_EQ(s.value[1][OX_ACTION_PLACE][0], FX_ONE * 10 * (tick / 60));
        if (tick % 60 == 30)
            CHECK_NEAR(s.value[1][OX_ACTION_PLACE][0], FX_ONE * 10 * (tick / 60) + FX_ONE * 5, 4);
        CHECK_EQ(s.shots, tick / 60);
    }
    CHECK(s.value[1][OX_ACTION_PLACE][1] == -3 * FX_ONE && s.value[1][OX_ACTION_PLACE][2] == 9);
    CHECK_EQ(s.actions.roster.count, 0);
    start(&s, LOOP, 2);
    ox_actions_update(&s.actions, 100);
    CHECK_EQ(ox_actions_remove_node(&s.actions, 2), 1);
    CHECK_EQ(s.actions.roster.count, 0);
    CHECK_EQ(s.shots, 4);
}

static uint32_t state_of(const stage *s) {
    ox_writer w = ox_writer_hash();
    ox_actions_save(&s->actions, &w);
    for (int n = 0; n <= NODES; n++) {
        for (int p = 0; p < OX_ACTION_PROPERTIES; p++) {
            for (int k = 0; k < 3; k++) ox_write_i32(&w, s->value[n][p][k]);
        }
    }
    ox_write_u32(&w, s->shots);
    ox_write_u32(&w, s->sum);
    return w.hash;
}

TEST(task_action_any_split_of_the_time_is_the_same) {
    static stage one, other;
    rng32 random = rng32_seed(4, 4);
    for (int round = 0; round < 60; round++) {
        uint32_t total = 20 + rng_below(&random, 400), left = total;
        begin(&one);
        begin(&other);
        start(&one, MIXED, 1), start(&other, MIXED, 1);
        start(&one, NEST, 2), start(&other, NEST, 2);
        start(&one, FOREVER, 3), start(&other, FOREVER, 3);
        for (uint32_t i = 0; i < total; i++) ox_actions_update(&one.actions, 1);
        while (left > 0) {
            uint32_t part = 1 + rng_below(&random, left < 90 ? left : 90);
            ox_actions_update(&other.actions, part);
            left -= part;
        }
        /* Entries move in the pool, so the test compares the nodes' values and the number of running actions. */
        CHECK(memcmp(one.value, other.value, sizeof one.value) == 0);
        CHECK(one.shots == other.shots && one.sum == other.sum);
        CHECK_EQ(one.actions.roster.count, other.actions.roster.count);
        CHECK_EQ(one.value[3][OX_ACTION_PLACE][0], total);
    }
}

TEST(task_action_repeats_nest) {
    static stage s;
    begin(&s);
    start(&s, NEST, 1);
    uint32_t ticks = 0;
    for (; s.actions.roster.count > 0 && ticks < 100; ticks++) ox_actions_update(&s.actions, 1);
    CHECK_EQ(ticks, (2 * 3 + 2) * 2);
    CHECK_EQ(s.sum, ((2 * 1 + 10) * 3 + 100) * 2 + 1000);
}

TEST(task_action_turns_the_short_way) {
    static stage s;
    begin(&s);
    s.value[1][OX_ACTION_TURN][0] = 0x1000;
    s.value[1][OX_ACTION_TURN][1] = 0x1000;
    start(&s, TURN, 1);
    ox_actions_update(&s.actions, 5);
    CHECK_EQ(s.value[1][OX_ACTION_TURN][0], 0);
    CHECK_EQ(s.value[1][OX_ACTION_TURN][1], 0x1800);
    CHECK_EQ(s.value[1][OX_ACTION_TURN][2], 0xC000); /* the exact opposite is reached clockwise */
    ox_actions_update(&s.actions, 4);
    CHECK(s.value[1][OX_ACTION_TURN][0] > 0xF000);
    ox_actions_update(&s.actions, 1);
    CHECK(s.value[1][OX_ACTION_TURN][0] == 0xF000 && s.value[1][OX_ACTION_TURN][1] == 0x2000);
    CHECK_EQ(s.actions.roster.count, 0);
}

TEST(task_action_tints_and_animates) {
    static stage s;
    begin(&s);
    start(&s, FLASH, 1);
    start(&s, FILM, 2);
    static const int pictures[] = {4, 5, 5, 6, 6, 7, 7, 2, 1, 0, 0};
    for (int i = 0; i < 7; i++) {
        ox_actions_update(&s.actions, 1);
        CHECK_EQ(s.value[2][OX_ACTION_PICTURE][0], pictures[i]);
    }
    CHECK_EQ((uint32_t)s.value[1][OX_ACTION_TINT][0], 0xFF204060u);
    for (int i = 7; i < 11; i++) {
        ox_actions_update(&s.actions, 1);
        CHECK_EQ(s.value[2][OX_ACTION_PICTURE][0], pictures[i]);
    }
    CHECK_EQ((uint32_t)s.value[1][OX_ACTION_TINT][0], 0x01020304u); /* a step of no time */
    CHECK_EQ(s.actions.roster.count, 0);
    s.value[3][OX_ACTION_PLACE][0] = FX_MIN;
    s.value[3][OX_ACTION_PLACE][1] = FX_MAX;
    start(&s, SLOW, 3);
    /* the curve overshoots, and the value stays in range */
    for (int i = 0; i < 5; i++) ox_actions_update(&s.actions, 13107);
    CHECK(s.value[3][OX_ACTION_PLACE][0] == FX_MAX && s.value[3][OX_ACTION_PLACE][1] == FX_MIN);
}

TEST(task_action_is_cancelled_and_replaced) {
    static stage s;
    ox_handle first, second;
    begin(&s);
    CHECK_EQ(ox_actions_start(&s.actions, FOREVER, 1, 1, &first), OX_OK);
    CHECK_EQ(ox_actions_start(&s.actions, LOOP, 1, 2, NULL), OX_OK);
    CHECK_EQ(ox_actions_replace(&s.actions, FOREVER, 1, 1, &second), OX_OK);
    CHECK(!ox_actions_alive(&s.actions, first) && ox_actions_alive(&s.actions, second));
    CHECK_EQ(ox_actions_cancel(&s.actions, 1, 2), 1);
    CHECK_EQ(ox_actions_cancel(&s.actions, 1, 2), 0);
    CHECK_EQ(s.actions.roster.count, 1);
    CHECK_EQ(ox_actions_start(&s.actions, PROGRAMS, 1, 1, &first), OX_BAD_ARGUMENT);
    CHECK(ox_handle_is_none(first));
    CHECK_EQ(ox_actions_replace(&s.actions, PROGRAMS, 1, 1, &first), OX_BAD_ARGUMENT);
    CHECK(ox_actions_alive(&s.actions, second)); /* an unknown replacement cancels no action */
    for (int i = 1; i < POOL; i++) start(&s, FOREVER, 2);
    CHECK_EQ(ox_actions_start(&s.actions, LOOP, 1, 1, NULL), OX_FULL);
    CHECK_EQ(s.actions.roster.pool.refused, 1);
    s.gone[2] = true; /* the node dies without a notice */
    ox_actions_update(&s.actions, 1);
    CHECK_EQ(s.actions.roster.count, 1);
}

TEST(task_action_calls_change_the_pool) {
    static stage s;
    static const uint32_t whats[] = {CANCEL, REMOVE, RESTART};
    for (int i = 0; i < 3; i++) {
        begin(&s);
        s.what = whats[i];
        start(&s, CALLER, 1);
        start(&s, CALLER, 1);
        start(&s, CALLER, 2);
        ox_actions_update(&s.actions, 7);
        CHECK_EQ(s.shots, 0); /* an action runs no further after its end */
        CHECK_EQ(s.actions.roster.count, whats[i] == RESTART ? 2 : 0);
        /* An action started in the call had the 5 ticks that were left. */
        if (whats[i] == RESTART) CHECK_EQ(s.value[1][OX_ACTION_PLACE][0], 5);
    }
}

TEST(task_action_misuse_has_an_outcome) {
    static stage s;
    begin(&s);
    start(&s, STUCK, 1);
    ox_actions_update(&s.actions, 1);
    CHECK(s.actions.roster.count == 0 && s.actions.mistakes == 1);
    CHECK(s.shots > 0 && s.shots <= OX_ACTION_AT_ONCE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    start(&s, DEEP, 1);
    for (int i = 0; i < 40; i++) ox_actions_update(&s.actions, 1);
    CHECK(s.actions.roster.count == 0 && s.actions.mistakes == 2);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    /* each action ends at once and starts the next one: the update comes to an end all the same */
    start(&s, BREEDER, 1);
    ox_actions_update(&s.actions, 1);
    CHECK(s.actions.roster.count <= 1);
    begin(&s);
    s.what = START;
    start(&s, CALLER, 1);
    ox_actions_update(&s.actions, 3);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(s.shots, 1);
}

TEST(task_action_programs_are_checked) {
    static const ox_action bad_kind[] = {OX_WAIT(1), {OX_ACTION_KINDS, 0, 0, 0, 0, 0, 0}, OX_ACTION_END};
    static const ox_action bad_curve[] = {OX_MOVE_TO(1, 0, 0, 0, EASE_COUNT), OX_ACTION_END};
    static const ox_action bad_spawn[] = {OX_SPAWN(PROGRAMS, 0), OX_ACTION_END};
    static const ox_action ahead[] = {OX_WAIT(1), OX_REPEAT(2, 1), OX_ACTION_END};
    static const ox_action negative[] = {OX_WAIT(1), OX_REPEAT(2, -1), OX_ACTION_END};
    static const ox_action often[] = {OX_WAIT(1), OX_REPEAT(65536, 0), OX_ACTION_END};
    uint32_t step;
    for (uint32_t i = 0; i < PROGRAMS; i++)
        CHECK_EQ(ox_action_check(programs[i], 20, PROGRAMS, &step), i == DEEP ? OX_BAD_DATA : OX_OK);
    /* the program has no end within three steps */
    CHECK_EQ(ox_action_check(loop, 3, PROGRAMS, &step), OX_BAD_DATA);
    CHECK_EQ(ox_action_check(bad_kind, 3, PROGRAMS, &step), OX_BAD_DATA);
    CHECK_EQ(step, 1);
    CHECK_EQ(ox_action_check(bad_curve, 3, PROGRAMS, &step), OX_BAD_DATA);
    CHECK_EQ(ox_action_check(bad_spawn, 3, PROGRAMS, &step), OX_BAD_DATA);
    CHECK_EQ(ox_action_check(ahead, 3, PROGRAMS, &step), OX_BAD_DATA);
    CHECK_EQ(ox_action_check(negative, 3, PROGRAMS, &step), OX_BAD_DATA);
    CHECK_EQ(ox_action_check(often, 3, PROGRAMS, &step), OX_BAD_DATA);
}

TEST(task_action_images_go_on_in_step) {
    static stage s, other;
    static uint8_t image[2048];
    begin(&s);
    start(&s, MIXED, 1);
    start(&s, NEST, 2);
    start(&s, FOREVER, 3);
    ox_actions_update(&s.actions, 14);
    ox_writer out = ox_writer_bytes(image, sizeof image);
    ox_actions_save(&s.actions, &out);
    CHECK(!out.full && s.actions.roster.count > 2);
    other = s;
    ox_actions_init(&other.actions, &(ox_actions_config){.storage = other.storage,
                                                         .capacity = POOL,
                                                         .programs = programs,
                                                         .program_count = PROGRAMS,
                                                         .target = &target,
                                                         .world = &other});
    ox_reader in = ox_reader_bytes(image, out.used);
    CHECK_EQ(ox_actions_restore(&other.actions, &in), OX_OK);
    CHECK_EQ(in.used, out.used);
    for (int i = 0; i < 200; i++) {
        ox_actions_update(&s.actions, 1);
        ox_actions_update(&other.actions, 1);
        CHECK_EQ(state_of(&s), state_of(&other));
    }
    for (size_t cut = 0; cut < out.used; cut += 3) {
        in = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_actions_restore(&other.actions, &in), OX_BAD_DATA);
        CHECK_EQ(other.actions.roster.count, 0);
    }
    ox_writer no_nodes = ox_writer_count();
    ox_actions_save(&other.actions, &no_nodes);
    CHECK(no_nodes.used < out.used);
}
