/* Tests of the engine context: slots, and services that are absent, replaced and derived. */
#include <string.h>

#include "kernel/engine/engine.h"
#include "tests/test.h"

TEST(engine_slot_holds_one_subsystem) {
    ox_engine engine;
    int one, two;
    ox_engine_init(&engine);
    CHECK(!ox_engine_has(&engine, OX_SLOT_WORLD));
    CHECK(ox_engine_get(&engine, OX_SLOT_WORLD) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0); /* no world is installed yet */
    CHECK_EQ(ox_engine_install(&engine, OX_SLOT_WORLD, &one), OX_OK);
    CHECK(ox_engine_has(&engine, OX_SLOT_WORLD) && ox_engine_get(&engine, OX_SLOT_WORLD) == &one);
    CHECK_EQ(ox_engine_install(&engine, OX_SLOT_WORLD, &two), OX_ALREADY_THERE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(ox_engine_get(&engine, OX_SLOT_WORLD) == &one);
    CHECK_EQ(ox_engine_remove(&engine, OX_SLOT_WORLD), OX_OK);
    CHECK_EQ(test_assertions(), 0);
    CHECK(ox_engine_get(&engine, OX_SLOT_WORLD) == NULL); /* the world was removed */
    CHECK_EQ(ox_engine_remove(&engine, OX_SLOT_WORLD), OX_EMPTY);
    CHECK_EQ(ox_engine_install(&engine, OX_SLOT_WORLD, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    /* the slot is open again after the close */
    CHECK_EQ(ox_engine_install(&engine, OX_SLOT_WORLD, &two), OX_OK);
    CHECK_EQ(ox_engine_install(&engine, OX_SLOTS, &two), OX_BAD_ARGUMENT);
    for (int i = 0; i < OX_SLOTS; i++)
        CHECK(ox_slot_name((ox_slot)i) != NULL && ox_slot_name((ox_slot)i)[0] != 0);
    CHECK(strcmp(ox_slot_name(OX_SLOT_STORAGE), "storage") == 0);
    CHECK(strcmp(ox_slot_name(OX_SLOTS), "unknown") == 0);
}

/* An object with a base record, whose thinking has no parameter for the log. */
typedef struct {
    ox_engine *engine;
    const char *name;
} monster;

static void think(const monster *m) {
    ox_log_write(ox_engine_log(m->engine), PLAT_LOG_INFO, "%s wakes", m->name);
}

TEST(engine_objects_find_the_log_through_their_engine) {
    static _Alignas(16) uint8_t memory[2048];
    ox_engine engine, other;
    ox_arena arena;
    ox_log log, second;
    ox_arena_init(&arena, memory, sizeof memory);
    ox_engine_init(&engine);
    ox_engine_init(&other);
    monster grue = {&engine, "grue"}, troll = {&other, "troll"};
    think(&grue); /* without a log the call does nothing */
    CHECK(ox_log_init(&log, NULL, &arena, 4, 40) && ox_log_init(&second, NULL, &arena, 4, 40));
    CHECK_EQ(ox_engine_install(&engine, OX_SLOT_LOG, &log), OX_OK);
    CHECK_EQ(ox_engine_install(&other, OX_SLOT_LOG, &second), OX_OK);
    think(&grue);
    think(&troll);
    CHECK(strcmp(ox_log_recent(&log, 0), "grue wakes") == 0 && log.written == 1);
    CHECK(strcmp(ox_log_recent(&second, 0), "troll wakes") == 0 && second.written == 1);
}

/* ---- services ---- */

typedef struct {
    uint32_t last, plays;
    fx depth;
    ox_sound_service inner; /* an echo passes calls on to the service that was there before */
} echo_state;

typedef struct {
    ox_sound_operations sound;
    void (*set_depth)(void *state, fx depth);
} echo_operations;

static const ox_service_type echo_type = {"echo", 1, &ox_sound_type};
static const ox_service_type old_type = {"old echo", 0, &ox_sound_type};

static uint32_t echo_play(void *state, uint32_t sound, fx volume) {
    echo_state *e = state;
    e->last = sound;
    if (e->inner.operations != NULL) e->inner.operations->play(e->inner.state, sound, volume);
    return ++e->plays;
}
static void echo_stop(void *state, uint32_t voice) { ((echo_state *)state)->last = voice; }
static bool echo_playing(void *state, uint32_t voice) { return voice == ((echo_state *)state)->plays; }
static void echo_depth(void *state, fx depth) { ((echo_state *)state)->depth = depth; }
static const echo_operations echo = {
    {{&echo_type}, echo_play, echo_stop, echo_playing, NULL, NULL, NULL, NULL}, echo_depth};
static const echo_operations old_echo = {
    {{&old_type}, echo_play, echo_stop, echo_playing, NULL, NULL, NULL, NULL}, echo_depth};

/* A library that knows only the base of the service. */
static uint32_t growl(const ox_engine *engine) {
    ox_sound_service sound = ox_engine_sound(engine);
    return sound.operations->play(sound.state, 77, FX_ONE);
}

TEST(engine_service_null_ones_do_nothing) {
    ox_engine engine;
    uint32_t peer = 9;
    char bytes[4];
    ox_engine_init(&engine);
    CHECK_EQ(growl(&engine), 0);
    ox_sound_service sound = ox_engine_sound(&engine);
    sound.operations->stop(sound.state, 5);
    CHECK(!sound.operations->playing(sound.state, 5));
    ox_network_service network = ox_engine_network(&engine);
    CHECK_EQ(network.operations->peers(network.state), 0);
    CHECK(!network.operations->send(network.state, 0, bytes, 4));
    CHECK_EQ(network.operations->receive(network.state, &peer, bytes, 4), 0);
    CHECK_EQ(peer, 0);
    ox_rumble_service rumble = ox_engine_rumble(&engine);
    rumble.operations->shake(rumble.state, FX_ONE, 60);
    ox_debug_service debug = ox_engine_debug(&engine);
    debug.operations->frame(debug.state, 1, 2);
    memset(&engine, 0, sizeof engine); /* a context that was not cleared is a mistake, but no crash */
    CHECK_EQ(growl(&engine), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(engine_service_is_replaced_in_place) {
    ox_engine engine;
    ox_service found;
    echo_state first = {0}, second = {0};
    ox_engine_init(&engine);
    CHECK(!ox_engine_service_as(&engine, OX_SERVICE_SOUND, &echo_type, &found));
    CHECK_EQ(ox_engine_serve(&engine, OX_SERVICE_SOUND, (ox_service){&echo.sound.head, &first}), OX_OK);
    CHECK_EQ(growl(&engine), 1);
    CHECK(first.last == 77 && first.plays == 1);
    CHECK(ox_engine_service_as(&engine, OX_SERVICE_SOUND, &echo_type, &found));
    ((const echo_operations *)(const void *)found.operations)->set_depth(found.state, 123);
    CHECK_EQ(first.depth, 123);
    CHECK(ox_engine_service_as(&engine, OX_SERVICE_SOUND, &ox_sound_type, &found));
    /* A third service wraps the second; the library is unchanged. */
    second.inner = ox_engine_sound(&engine);
    CHECK_EQ(ox_engine_serve(&engine, OX_SERVICE_SOUND, (ox_service){&echo.sound.head, &second}), OX_OK);
    CHECK_EQ(growl(&engine), 1);
    CHECK(first.plays == 2 && second.plays == 1);
    /* A service of another version, or of another kind, is refused, and the installed one stays. */
    CHECK_EQ(ox_engine_serve(&engine, OX_SERVICE_SOUND, (ox_service){&old_echo.sound.head, &first}),
             OX_BAD_VERSION);
    CHECK_EQ(ox_engine_serve(&engine, OX_SERVICE_RUMBLE, (ox_service){&echo.sound.head, &first}),
             OX_BAD_ARGUMENT);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(growl(&engine), 2);
    CHECK_EQ(ox_engine_serve(&engine, OX_SERVICE_SOUND, (ox_service){NULL, NULL}), OX_OK);
    CHECK_EQ(growl(&engine), 0);
    CHECK_EQ(ox_engine_serve(&engine, OX_SERVICES, found), OX_BAD_ARGUMENT);
}

/* ---- facades: one table of functions for each kind, called through one pointer ---- */

typedef struct body body;
typedef struct {
    int (*area)(const body *b);
} body_kind;
struct body {
    const body_kind *kind;
    int a, b;
};
static int square_area(const body *b) { return b->a * b->a; }
static int oblong_area(const body *b) { return b->a * b->b; }
static int point_area(const body *b) { return b->a * 0; }
static const body_kind square = {square_area}, oblong = {oblong_area}, point = {point_area};

TEST(engine_mixed_kinds_call_their_own_functions) {
    const body list[4] = {{&square, 3, 0}, {&oblong, 3, 4}, {&point, 5, 5}, {&square, 2, 0}};
    static const int expected[4] = {9, 12, 0, 4};
    for (int i = 0; i < 4; i++) CHECK_EQ(list[i].kind->area(&list[i]), expected[i]);
}

TEST(engine_status_codes_have_names_of_their_own) {
    for (int i = 0; i < OX_STATUSES; i++) {
        const char *name = ox_status_name((ox_status)-i);
        CHECK(name[0] != 0 && strcmp(name, "unknown status") != 0);
        CHECK(ox_failed((ox_status)-i) == (i > 0));
        for (int k = 0; k < i; k++) CHECK(strcmp(name, ox_status_name((ox_status)-k)) != 0);
    }
    CHECK(strcmp(ox_status_name((ox_status)-OX_STATUSES), "unknown status") == 0);
    CHECK(strcmp(ox_status_name((ox_status)1), "unknown status") == 0);
}
