/* Tests of going back in time: to the bit, within the budget, and forward again. */
#include "kernel/replay/world.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/kernel/replay/replay_game.h"

enum { BUDGET = 4096, TICKS = 1200 };
static _Alignas(8) uint8_t memory[BUDGET + 64];
static uint32_t hashes[TICKS + 1];
static ox_input_record script[TICKS][GAME_PLAYERS];
static _Alignas(8) uint8_t bytes[120000];

static void make_script(void) {
    plat_input polled[GAME_PLAYERS];
    uint32_t noise = 5;
    memset(polled, 0, sizeof polled);
    memset(script, 0, sizeof script);
    for (int t = 0; t < TICKS; t++) {
        for (int p = 0; p < GAME_PLAYERS; p++) {
            game_poll(&noise, &polled[p]);
            script[t][p].held = polled[p].buttons;
            script[t][p].stick_x = polled[p].stick_x;
            script[t][p].dx = polled[p].pointer_dx;
        }
    }
}

static void play(game *g, ox_rewind *rewind, uint32_t from, uint32_t to) {
    for (uint32_t t = from; t < to; t++) {
        ox_rewind_note(rewind, script[t]);
        game_step(g, script[t], GAME_PLAYERS);
        hashes[t + 1] = game_hash(g);
    }
}

TEST(replay_rewind_two_seconds_and_forward_again) {
    static game g;
    ox_rewind rewind;
    make_script();
    CHECK(game_start(&g, 30));
    hashes[0] = game_hash(&g);
    ox_rewind_config config = {
        .state = &g.state, .players = GAME_PLAYERS, .span = 300, .step = game_step, .context = &g};
    CHECK_EQ(ox_rewind_init(&rewind, memory, BUDGET, &config), OX_OK);
    play(&g, &rewind, 0, 300);
    uint32_t end = hashes[300];
    CHECK_EQ(ox_rewind_back(&rewind, 120), OX_OK);
    CHECK_EQ(game_hash(&g), hashes[180]);
    CHECK_EQ(g.tick, 180);
    CHECK_EQ(ox_rewind_ahead(&rewind), 120);
    CHECK_EQ(ox_rewind_forward(&rewind, 120), OX_OK); /* forward as the game went */
    CHECK_EQ(game_hash(&g), end);
    CHECK_EQ(ox_rewind_back(&rewind, 120), OX_OK);
    play(&g, &rewind, 180, 300); /* playing again with the same input */
    CHECK_EQ(hashes[300], end);
    CHECK_EQ(ox_rewind_ahead(&rewind), 0);
    CHECK_EQ(ox_rewind_forward(&rewind, 1), OX_NOT_FOUND);
    CHECK_EQ(ox_rewind_back(&rewind, 120), OX_OK);
    script[180][0].held ^= PLAT_LEFT; /* playing again with another input */
    play(&g, &rewind, 180, 300);
    CHECK(hashes[300] != end);
}

/* Ten seconds back, whatever is done, in 4,096 bytes, and no byte beyond is written. */
TEST(replay_rewind_ten_seconds_within_its_budget) {
    static game g;
    ox_rewind rewind;
    uint32_t noise = 1;
    make_script();
    CHECK(game_start(&g, 30));
    ox_rewind_config config = {
        .state = &g.state, .players = GAME_PLAYERS, .span = 600, .step = game_step, .context = &g};
    memset(memory, 0x5A, sizeof memory);
    CHECK_EQ(ox_rewind_init(&rewind, memory, BUDGET, &config), OX_OK);
    CHECK(ox_rewind_bytes(&rewind) <= BUDGET);
    TEST_INFO("state %u bytes, %u snapshots %u ticks apart in %u bytes", (unsigned)rewind.config.key_bytes,
              (unsigned)rewind.segments, (unsigned)rewind.interval, (unsigned)ox_rewind_bytes(&rewind));
    hashes[0] = game_hash(&g);
    play(&g, &rewind, 0, TICKS);
    CHECK(ox_rewind_behind(&rewind) >= 600 - rewind.interval);
    CHECK_EQ(rewind.lost, 0);
    uint32_t now = TICKS, least = TICKS - ox_rewind_behind(&rewind);
    for (int i = 0; i < 60; i++) {
        noise = noise * 1664525u + 1013904223u;
        uint32_t to = least + (noise >> 16) % (TICKS - least + 1);
        CHECK_EQ(to <= now ? ox_rewind_back(&rewind, now - to) : ox_rewind_forward(&rewind, to - now), OX_OK);
        now = to;
        CHECK_EQ(game_hash(&g), hashes[now]);
        CHECK_EQ(rewind.tick, now);
    }
    CHECK_EQ(ox_rewind_back(&rewind, ox_rewind_behind(&rewind) + 1), OX_NOT_FOUND);
    CHECK_EQ(game_hash(&g), hashes[now]);
    CHECK_EQ(ox_rewind_forward(&rewind, ox_rewind_ahead(&rewind)), OX_OK);
    for (uint32_t t = TICKS; t > TICKS - 100; t--) { /* reverse play, a tick a picture */
        CHECK_EQ(game_hash(&g), hashes[t]);
        CHECK_EQ(ox_rewind_back(&rewind, 1), OX_OK);
    }
    for (size_t i = BUDGET; i < sizeof memory; i++) CHECK_EQ(memory[i], 0x5A);
}

/* Room that snapshots do not need is the input's: a stick that moves all the time does not shorten the way back. */
TEST(replay_rewind_lends_the_room_of_snapshots_to_input) {
    static game g;
    ox_rewind rewind;
    make_script();
    for (int t = 0; t < TICKS; t++)
        for (int p = 0; p < GAME_PLAYERS; p++) script[t][p].stick_x = (int16_t)(t * 97 + p);
    CHECK(game_start(&g, 30));
    ox_rewind_config config = {.state = &g.state,
                               .players = GAME_PLAYERS,
                               .span = 600,
                               .step = game_step,
                               .context = &g,
                               .key_bytes = sizeof bytes / 8};
    CHECK_EQ(ox_rewind_init(&rewind, bytes, sizeof bytes, &config), OX_OK);
    hashes[0] = game_hash(&g);
    play(&g, &rewind, 0, TICKS);
    CHECK(ox_rewind_behind(&rewind) >= 600);
    CHECK_EQ(ox_rewind_back(&rewind, 600), OX_OK);
    CHECK_EQ(game_hash(&g), hashes[TICKS - 600]);
}

TEST(replay_rewind_refusals) {
    static game g;
    ox_rewind rewind;
    CHECK(game_start(&g, 30));
    ox_rewind_config config = {
        .state = &g.state, .players = GAME_PLAYERS, .span = 600, .step = game_step, .context = &g};
    CHECK_EQ(ox_rewind_init(&rewind, memory, 500, &config), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_rewind_init(&rewind, NULL, BUDGET, &config), OX_BAD_ARGUMENT);
    config.span = 1;
    CHECK_EQ(ox_rewind_init(&rewind, memory, BUDGET, &config), OX_BAD_ARGUMENT);
    config.span = 600;
    config.key_bytes = 40; /* less than the state takes: no snapshot can be kept */
    CHECK_EQ(ox_rewind_init(&rewind, memory, BUDGET, &config), OX_OK);
    make_script();
    play(&g, &rewind, 0, 10);
    CHECK(rewind.lost >= 10 && ox_rewind_behind(&rewind) == 0);
    CHECK_EQ(ox_rewind_back(&rewind, 0), OX_NOT_FOUND);
    ox_recording_head head = {.length = 1000000, .rate = 60, .players = 1, .interval = 60};
    CHECK_EQ(ox_rewind_export(&rewind, &head, ox_recording_to_memory, NULL), OX_EMPTY);
}

/* More input than was planned for: snapshots come earlier, and rewinding stays right. */
TEST(replay_rewind_survives_wild_input) {
    static game g;
    ox_rewind rewind;
    make_script();
    for (int t = 0; t < TICKS; t++) {
        for (int p = 0; p < GAME_PLAYERS; p++)
            script[t][p].held ^= t % 2 ? 3u : 0u, script[t][p].dx = (int16_t)t,
                                                  script[t][p].pointer_y = (int16_t)(t * 7);
    }
    CHECK(game_start(&g, 30));
    ox_rewind_config config = {
        .state = &g.state, .players = GAME_PLAYERS, .span = 600, .step = game_step, .context = &g};
    CHECK_EQ(ox_rewind_init(&rewind, memory, BUDGET, &config), OX_OK);
    hashes[0] = game_hash(&g);
    play(&g, &rewind, 0, 400);
    uint32_t behind = ox_rewind_behind(&rewind);
    CHECK(behind > 20 && behind < 600);
    for (uint32_t i = 1; i <= behind; i++) {
        CHECK_EQ(ox_rewind_back(&rewind, 1), OX_OK);
        CHECK_EQ(game_hash(&g), hashes[400 - i]);
    }
}

/* The last seconds before a bug, as a recording that plays by itself. */
TEST(replay_rewind_exports_a_recording) {
    static game g, other;
    static ox_playback playback;
    ox_rewind rewind;
    ox_playback_fault fault;
    ox_recording_memory to = {bytes, sizeof bytes, 0};
    make_script();
    CHECK(game_start(&g, 30));
    ox_rewind_config config = {
        .state = &g.state, .players = GAME_PLAYERS, .span = 300, .step = game_step, .context = &g};
    CHECK_EQ(ox_rewind_init(&rewind, memory, BUDGET, &config), OX_OK);
    play(&g, &rewind, 0, 777);
    uint32_t behind = ox_rewind_behind(&rewind), end = game_hash(&g);
    ox_recording_head head = {.cart = 1,
                              .rom = 2,
                              .seed = 30,
                              .length = 1000000,
                              .rate = 60,
                              .players = 1,
                              .interval = 30,
                              .detail = OX_CHECK_FIELDS};
    CHECK_EQ(ox_rewind_export(&rewind, &head, ox_recording_to_memory, &to), OX_OK);
    CHECK_EQ(game_hash(&g), end); /* the game goes on where it was */
    CHECK(game_start(&other, 99));
    CHECK_EQ(ox_playback_open(&playback, bytes, to.used, &fault), OX_OK);
    CHECK_EQ(ox_playback_start(&playback, &other.state, 1, 2, &fault), OX_OK);
    CHECK_EQ(playback.head.first_tick, 777 - behind);
    while (ox_playback_step(&playback)) {
        game_step(&other, playback.records, playback.head.players);
        CHECK(ox_playback_stepped(&playback, &fault));
    }
    CHECK_EQ(playback.tick, behind);
    CHECK_EQ(playback.checks, behind / 30);
    CHECK_EQ(game_hash(&other), end);
    bytes[60] ^= 1; /* a byte of the snapshot */
    CHECK_EQ(ox_playback_open(&playback, bytes, to.used, NULL), OX_BAD_CHECKSUM);
}

/* ---- a world ---- */

typedef struct walker {
    vec3 place;
    uint16_t age, spare;
} walker;
static const ox_field walker_fields[] = {OX_FIELD(walker, place, OX_FX, OX_SIM),
                                         OX_FIELD(walker, age, OX_U16, OX_SIM)};
static const ox_type walker_record = OX_TYPE(walker, walker_fields, 1);
static rng32 luck;
static void walk(ox_world *w, ox_object *o, void *data) {
    walker *self = data;
    self->place.x += (fx)(rng32_next(&luck) & 0xFFFu);
    self->place.z -= (fx)o->handle.bits & 255;
    if (++self->age > 40 + (o->handle.bits & 31u)) {
        (void)ox_world_destroy(w, o->handle);
        if (ox_world_spawn(w, o->type, NULL) == NULL) o->chunk = 1;
    }
}
static const ox_object_ops walk_ops = {.update = {walk}};
static const ox_object_type walk_type = {
    .name = 77, .capacity = 12, .record = &walker_record, .ops = &walk_ops};
static uint32_t hash_luck(void *context, uint32_t hash) {
    rng32 copy = *(rng32 *)context;
    return ox_fnv_u32(hash, rng32_next(&copy));
}
static const ox_system luck_system = {.name = 5, .hash = hash_luck};

static _Alignas(16) uint8_t world_memory[8192];
static _Alignas(8) uint8_t ring[120000];
typedef struct arena_world {
    ox_world world;
    ox_arena arena;
    ox_sim_world shown;
    ox_sim_block blocks[3];
    ox_sim_part parts[4];
    ox_sim state;
} arena_world;

static bool start_world(arena_world *w) {
    ox_world_config config = {.objects = 16, .types = 2, .components = 1, .systems = 1};
    ox_arena_init(&w->arena, world_memory, sizeof world_memory);
    luck = rng32_seed(4, 1);
    if (ox_world_init(&w->world, &w->arena, &config) != OX_OK ||
        ox_world_add_type(&w->world, &walk_type) != 0)
        return false;
    if (ox_world_add_system(&w->world, &luck_system, &luck) != 0) return false;
    for (int i = 0; i < 10; i++) {
        if (ox_world_spawn(&w->world, 0, NULL) == NULL) return false;
    }
    w->shown = (ox_sim_world){.world = &w->world};
    w->blocks[0] = (ox_sim_block){&w->world, sizeof w->world};
    w->blocks[1] = (ox_sim_block){world_memory, ox_arena_used(&w->arena)};
    w->blocks[2] = (ox_sim_block){&luck, sizeof luck};
    w->parts[0] = ox_sim_of_world("world", &w->shown);
    w->parts[1] = ox_sim_of_block("record", &w->blocks[0]);
    w->parts[2] = ox_sim_of_block("objects", &w->blocks[1]);
    w->parts[3] = ox_sim_of_block("luck", &w->blocks[2]);
    w->state = (ox_sim){w->parts, 4};
    return true;
}

static void step_world(void *of, const ox_input_record *records, uint32_t players) {
    arena_world *w = of;
    ox_object *o = ox_world_first(&w->world, 0);
    if (players > 0 && o != NULL) ((walker *)ox_object_data(&w->world, o))->place.y += (fx)records[0].held;
    ox_world_tick(&w->world);
}

TEST(replay_rewind_of_a_world) {
    static arena_world w;
    ox_rewind rewind;
    CHECK(start_world(&w));
    make_script();
    ox_rewind_config config = {
        .state = &w.state, .players = 1, .span = 600, .step = step_world, .context = &w};
    CHECK_EQ(ox_rewind_init(&rewind, ring, sizeof ring, &config), OX_OK);
    hashes[0] = ox_world_hash(&w.world, OX_FNV_START);
    for (uint32_t t = 0; t < 900; t++) {
        ox_rewind_note(&rewind, script[t]);
        step_world(&w, script[t], 1);
        hashes[t + 1] = ox_world_hash(&w.world, OX_FNV_START);
    }
    for (uint32_t back = 0; back + 40 < ox_rewind_behind(&rewind); back += 37) {
        CHECK_EQ(ox_rewind_back(&rewind, back), OX_OK);
        CHECK_EQ(ox_world_hash(&w.world, OX_FNV_START), hashes[900 - back]);
        CHECK_EQ(ox_rewind_forward(&rewind, back), OX_OK);
        CHECK_EQ(ox_world_hash(&w.world, OX_FNV_START), hashes[900]);
    }
    ox_recording_head head = {.length = 1000000, .rate = 60, .players = 1, .interval = 60};
    /* a snapshot of raw memory */
    CHECK_EQ(ox_rewind_export(&rewind, &head, ox_recording_to_memory, NULL), OX_UNSUPPORTED);
}

/* Reports name the objects of a world, also those that came and went. */
TEST(replay_names_objects_of_a_world) {
    static arena_world w;
    static ox_playback playback;
    ox_recorder recorder;
    ox_playback_fault fault;
    ox_recording_memory to = {bytes, sizeof bytes, 0};
    ox_recording_head head = {
        .length = 1000000, .rate = 60, .players = 1, .interval = 1, .detail = OX_CHECK_FIELDS};
    make_script();
    CHECK(start_world(&w));
    CHECK_EQ(ox_recorder_begin(&recorder, &head, &w.state, ox_recording_to_memory, &to), OX_OK);
    for (uint32_t t = 0; t < 100; t++) {
        ox_recorder_step(&recorder, script[t]);
        step_world(&w, script[t], 1);
        ox_recorder_stepped(&recorder);
    }
    CHECK_EQ(ox_recorder_end(&recorder), OX_OK);
    for (int mistake = 0; mistake < 3; mistake++) {
        CHECK(start_world(&w));
        CHECK_EQ(ox_playback_open(&playback, bytes, to.used, &fault), OX_OK);
        CHECK_EQ(ox_playback_start(&playback, &w.state, 0, 0, &fault), OX_OK);
        bool equal = true;
        while (equal && ox_playback_step(&playback)) {
            ox_object *o = ox_world_next(&w.world, ox_world_first(&w.world, 0));
            if (playback.tick == 30 && mistake == 0) o->tags = 4;
            if (playback.tick == 30 && mistake == 1) ((walker *)ox_object_data(&w.world, o))->place.z++;
            if (playback.tick == 30 && mistake == 2) (void)rng32_next(&luck);
            step_world(&w, playback.records, 1);
            equal = ox_playback_stepped(&playback, &fault);
        }
        CHECK(!equal);
        CHECK_EQ(fault.tick, 31);
        CHECK(strcmp(fault.part, "world") == 0);
        TEST_INFO("%s", fault.text);
        if (mistake == 0)
            CHECK(strstr(fault.text, "object") != NULL &&
                  strstr(fault.text, "field tags is 4 and was 0") != NULL);
        if (mistake == 1) CHECK(fault.field == 0 && fault.index == 2 && fault.is - fault.was == 1);
        if (mistake == 2) CHECK(fault.field == 0 && fault.index == 0);
    }
}

static game lived;
static ox_status rewind_of_a_game(ox_rewind *it) {
    const ox_rewind_config config = {
        .state = &lived.state, .players = GAME_PLAYERS, .span = 20, .step = game_step, .context = &lived};
    return ox_rewind_init(it, memory, sizeof memory, &config);
}
LIFE_ROW(ox_rewind, init, rewind_of_a_game(it), OX_CLEAR(it), ox_rewind_note(it, script[0]))

TEST(replay_rewind_ends_clear) {
    static ox_arena none;
    const life_bench bench = {&none, NULL};
    CHECK(game_start(&lived, 1));
    CHECK(life_is_led(&LIFE_OF(ox_rewind), &bench));
}
