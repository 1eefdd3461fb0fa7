/* Tests of recordings: a session comes back to the bit, differences are named, damage is told. */
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/kernel/replay/replay_game.h"

enum { SESSION = 36000, ROOM = 200000 };
static uint8_t bytes[ROOM];

static const ox_recording_head plain = {.cart = 0xCA27,
                                        .rom = 0x4321,
                                        .seed = 30,
                                        .length = 1000000,
                                        .rate = 60,
                                        .detail = OX_CHECK_HASH,
                                        .players = GAME_PLAYERS,
                                        .interval = 60};

/* Plays `ticks` with busy devices and records them; returns the recording's bytes, 0 on failure. */
static size_t record(game *g, const ox_recording_head *head, uint32_t ticks, size_t room) {
    ox_recording_memory memory = {bytes, room, 0};
    ox_recorder recorder;
    plat_input polled[GAME_PLAYERS];
    uint32_t noise = 77;
    memset(polled, 0, sizeof polled);
    CHECK(game_start(g, head->seed));
    if (ox_recorder_begin(&recorder, head, &g->state, ox_recording_to_memory, &memory) != OX_OK) return 0;
    for (uint32_t t = 0; t < ticks; t++) {
        ox_input_record records[GAME_PLAYERS];
        for (uint32_t p = 0; p < GAME_PLAYERS; p++) {
            game_poll(&noise, &polled[p]);
            ox_input_sources_feed(&g->sources, p, &polled[p]);
        }
        ox_input_sources_step(&g->sources, t);
        for (uint32_t p = 0; p < GAME_PLAYERS; p++) records[p] = g->players[p].record;
        ox_recorder_step(&recorder, records);
        game_rules(g);
        ox_recorder_stepped(&recorder);
    }
    return ox_recorder_end(&recorder) == OX_OK ? memory.used : 0;
}

/* Plays the recording on a fresh game with silent devices; returns the ticks played. */
static uint32_t replay(game *g, size_t size, ox_playback *playback, ox_playback_fault *fault) {
    plat_input silent;
    memset(&silent, 0, sizeof silent);
    memset(fault, 0, sizeof *fault);
    if (ox_playback_open(playback, bytes, size, fault) != OX_OK) return 0;
    if (ox_playback_start(playback, &g->state, plain.cart, plain.rom, fault) != OX_OK) return 0;
    for (uint32_t p = 0; p < GAME_PLAYERS; p++)
        CHECK_EQ(ox_input_source_set(&g->sources, p, ox_playback_source(&playback->players[p])), OX_OK);
    while (ox_playback_step(playback)) {
        for (uint32_t p = 0; p < GAME_PLAYERS; p++) ox_input_sources_feed(&g->sources, p, &silent);
        game_tick(g);
        if (!ox_playback_stepped(playback, fault)) break;
    }
    return playback->tick;
}

/* The last hash is one number on every machine: 32 and 64 bits, either byte order. */
TEST(replay_ten_minutes_with_all_hashes_equal) {
    static game g, again;
    static ox_playback playback;
    ox_playback_fault fault;
    size_t size = record(&g, &plain, SESSION, ROOM);
    CHECK(size > 1000);
    CHECK(game_start(&again, 30));
    CHECK_EQ(replay(&again, size, &playback, &fault), SESSION);
    if (fault.text[0] != 0) TEST_INFO("%s", fault.text);
    CHECK_EQ(playback.checks, SESSION / 60);
    CHECK(playback.whole && !playback.differs);
    CHECK_EQ(game_hash(&again), game_hash(&g));
    CHECK_EQ(game_hash(&g), 0x854B8681u);
    size_t snapshots = ox_sim_bytes(&g.state) * SESSION;
    CHECK(snapshots / size >= 20);
    TEST_INFO("%u bytes a minute; snapshots of every tick would take %u times as many", (unsigned)(size / 10),
              (unsigned)(snapshots / size));
}

/* Buttons that change ten times a second: 4 bytes each. */
TEST(replay_bytes_of_a_minute) {
    static game g;
    ox_recording_memory memory = {bytes, ROOM, 0};
    ox_recording_head head = plain;
    ox_recorder recorder;
    ox_input_record record = {0};
    head.players = 1;
    CHECK(game_start(&g, 1));
    CHECK_EQ(ox_recorder_begin(&recorder, &head, &g.state, ox_recording_to_memory, &memory), OX_OK);
    size_t before = memory.used;
    for (uint32_t t = 0; t < 3600; t++) {
        if (t % 6 == 0) record.held ^= PLAT_A;
        ox_recorder_step(&recorder, &record);
        ox_recorder_stepped(&recorder);
    }
    CHECK_EQ(memory.used - before, 2400 + 60 * 10);
    CHECK_EQ(ox_recorder_end(&recorder), OX_OK);
    CHECK_EQ(ox_recorder_end(&recorder), OX_BAD_STATE);
}

/* ---- differences ---- */

static void spoil(const ox_recording_head *head, ox_playback_fault *fault) {
    static game g, again;
    static ox_playback playback;
    size_t size = record(&g, head, 600, ROOM);
    CHECK(size > 0);
    CHECK(game_start(&again, 30));
    again.spoil_tick = 346;
    again.spoil_ball = 3;
    (void)replay(&again, size, &playback, fault);
    CHECK(playback.differs);
    CHECK(!ox_playback_step(&playback));
}

TEST(replay_names_tick_object_and_field) {
    ox_recording_head head = plain;
    ox_playback_fault fault;
    head.interval = 1;
    head.detail = OX_CHECK_FIELDS;
    spoil(&head, &fault);
    CHECK_EQ(fault.status, OX_BAD_DATA);
    CHECK_EQ(fault.tick, 347);
    CHECK_EQ(fault.right, 346);
    CHECK(strcmp(fault.part, "balls") == 0);
    CHECK_EQ(fault.id, 3);
    CHECK_EQ(fault.field, 3);
    CHECK_EQ(fault.is - fault.was, 1);
    CHECK(strncmp(fault.text, "tick 347: balls: ball 00000003, field dy is ", 44) == 0);
    TEST_INFO("%s", fault.text);
}

TEST(replay_names_the_object_between_two_checks) {
    ox_recording_head head = plain;
    ox_playback_fault fault;
    head.detail = OX_CHECK_OBJECTS;
    spoil(&head, &fault);
    CHECK_EQ(fault.tick, 360);
    CHECK_EQ(fault.right, 300);
    CHECK_EQ(fault.id, 3);
    CHECK_EQ(fault.field, -1);
    CHECK(strcmp(fault.text, "ticks 301 to 360: balls: ball 00000003 is not what it was") == 0);
    spoil(&plain, &fault);
    CHECK_EQ(fault.tick, 360);
    CHECK(fault.part == NULL);
    CHECK(strcmp(fault.text, "ticks 301 to 360: the state is not what it was") == 0);
}

/* A part without items is named in a difference; cosmetic values do not count. */
TEST(replay_sees_parts_without_objects_and_no_cosmetics) {
    static game g, again;
    static ox_playback playback;
    ox_recording_head head = plain;
    ox_playback_fault fault;
    head.detail = OX_CHECK_FIELDS;
    size_t size = record(&g, &head, 120, ROOM);
    CHECK(game_start(&again, 30));
    again.kicks = 1;
    (void)replay(&again, size, &playback, &fault);
    CHECK_EQ(fault.tick, 60);
    CHECK(strcmp(fault.text, "ticks 1 to 60: a part of the state without objects is not what it was") == 0);
    CHECK(game_start(&again, 30));
    (void)rng32_next(again.sparks);
    again.balls[1].colour = 9;
    CHECK_EQ(replay(&again, size, &playback, &fault), 120);
    CHECK(!playback.differs);
}

/* ---- damage ---- */

TEST(replay_damage_is_told_with_its_tick) {
    static game g;
    static ox_playback playback;
    ox_recording_head head = plain;
    ox_playback_fault fault;
    head.detail = OX_CHECK_OBJECTS;
    size_t size = record(&g, &head, 300, ROOM);
    uint32_t refused = 0, cut = 0;
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= 0x20;
        ox_status status = ox_playback_open(&playback, bytes, size, &fault);
        if (ox_failed(status)) {
            CHECK(fault.status == status && fault.text[0] != 0 && fault.tick <= 4096 + 300);
            refused++;
        } else { /* a length that leads beyond the end looks like a cut recording */
            CHECK(!playback.whole && playback.end <= 300 && strstr(fault.text, "cut off") != NULL);
            cut++;
        }
        bytes[at] ^= 0x20;
    }
    CHECK_EQ(refused + cut, size);
    CHECK(cut < size / 10);
    /* the recording ends anywhere, as when the machine goes down */
    for (size_t length = 0; length < size; length++) {
        ox_status status = ox_playback_open(&playback, bytes, length, &fault);
        if (ox_failed(status)) {
            CHECK(length < OX_RECORDING_HEAD + 8);
            continue;
        }
        CHECK(!playback.whole && playback.end % 60 == 0 && playback.end <= 300);
    }
    static game again;
    CHECK(game_start(&again, 30));
    CHECK_EQ(replay(&again, size - 5, &playback, &fault), 300);
    CHECK(!playback.whole && !playback.differs);
}

TEST(replay_refusals) {
    static game g;
    static ox_playback playback;
    ox_recorder recorder;
    ox_playback_fault fault;
    ox_recording_memory memory = {bytes, ROOM, 0};
    ox_recording_head head = plain;
    CHECK(game_start(&g, 30));
    head.players = 5;
    CHECK_EQ(ox_recorder_begin(&recorder, &head, &g.state, ox_recording_to_memory, &memory), OX_BAD_ARGUMENT);
    head = plain;
    head.interval = 0;
    CHECK_EQ(ox_recorder_begin(&recorder, &head, &g.state, ox_recording_to_memory, &memory), OX_BAD_ARGUMENT);
    head = plain;
    head.start_kind = OX_START_SNAPSHOT;
    CHECK_EQ(ox_recorder_begin(&recorder, &head, &g.state, ox_recording_to_memory, &memory), OX_BAD_ARGUMENT);
    memory.size = 10; /* a full disk */
    CHECK_EQ(ox_recorder_begin(&recorder, &plain, &g.state, ox_recording_to_memory, &memory), OX_IO_ERROR);
    CHECK_EQ(ox_recorder_end(&recorder), OX_IO_ERROR);
    CHECK_EQ(record(&g, &plain, 300, 200), 0);
    size_t size = record(&g, &plain, 300, ROOM);
    CHECK_EQ(ox_playback_open(&playback, "nothing like it", 15, &fault), OX_BAD_IMAGE);
    CHECK_EQ(ox_playback_open(&playback, bytes, size, &fault), OX_OK);
    CHECK_EQ(ox_playback_start(&playback, &g.state, 1, plain.rom, &fault), OX_BAD_VERSION);
    CHECK(strstr(fault.text, "another cart") != NULL);
    CHECK_EQ(ox_playback_start(&playback, &g.state, plain.cart, 1, &fault), OX_BAD_VERSION);
    CHECK(strstr(fault.text, "another image") != NULL);
    ox_sim other = {g.parts, 3};
    CHECK_EQ(ox_playback_start(&playback, &other, plain.cart, plain.rom, &fault), OX_BAD_VERSION);
    bytes[4] = 9;
    CHECK_EQ(ox_playback_open(&playback, bytes, size, NULL), OX_BAD_VERSION);
}

/* ---- who plays ---- */

static void bot(void *of, uint32_t tick, ox_input_record *r) {
    game *g = of;
    r->held = g->balls[0].x < 10 * 65536 ? PLAT_RIGHT : PLAT_LEFT;
    if (tick % 50 == 0) r->held |= PLAT_A;
}

/* A player may be replaced by a bot in the middle of the game: the game reads the same records and replays alike. */
TEST(replay_sources_are_swapped_in_the_middle) {
    static game g, again;
    static ox_playback playback;
    ox_recorder recorder;
    ox_playback_fault fault;
    ox_recording_memory memory = {bytes, ROOM, 0};
    plat_input polled = {.buttons = PLAT_RIGHT};
    CHECK(game_start(&g, 30));
    CHECK_EQ(ox_recorder_begin(&recorder, &plain, &g.state, ox_recording_to_memory, &memory), OX_OK);
    for (uint32_t t = 0; t < 600; t++) {
        ox_input_record records[GAME_PLAYERS];
        if (t == 200) CHECK_EQ(ox_input_source_set(&g.sources, 0, (ox_input_source){"bot", bot, &g}), OX_OK);
        if (t == 400)
            CHECK_EQ(ox_input_source_set(&g.sources, 0, (ox_input_source){"devices", NULL, NULL}), OX_OK);
        ox_input_sources_feed(&g.sources, 0, &polled);
        ox_input_sources_step(&g.sources, t);
        for (uint32_t p = 0; p < GAME_PLAYERS; p++) records[p] = g.players[p].record;
        ox_recorder_step(&recorder, records);
        game_rules(&g);
        ox_recorder_stepped(&recorder);
    }
    CHECK_EQ(ox_recorder_end(&recorder), OX_OK);
    CHECK(game_start(&again, 30));
    CHECK_EQ(replay(&again, memory.used, &playback, &fault), 600);
    CHECK_EQ(game_hash(&again), game_hash(&g));
    CHECK_EQ(playback.checks, 10);
    const ox_input_source nobody = {"nobody", NULL, NULL};
    CHECK_EQ(ox_input_source_set(&g.sources, 2, nobody), OX_BAD_ARGUMENT);
    ox_reader nothing = ox_reader_bytes(bytes, 3);
    CHECK_EQ(ox_input_restore(&g.players[0].input, &nothing), OX_BAD_DATA);
    CHECK_EQ(ox_input_sources_init(&g.sources, g.players, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_input_sources_init(&g.sources, g.players, 5), OX_BAD_ARGUMENT);
}

/* Movement belongs to the first step of a frame, buttons to all steps. */
TEST(input_record_of_frames_with_several_steps) {
    ox_input_player player;
    ox_input_sources sources;
    plat_input polled = {
        .buttons = PLAT_B, .pointer_dx = 5, .pointer_dy = -2, .wheel = 3, .pointer_held = true};
    CHECK_EQ(ox_input_sources_init(&sources, &player, 1), OX_OK);
    ox_input_sources_feed(&sources, 0, &polled);
    polled.pointer_dx = 4;
    ox_input_sources_feed(&sources, 0, &polled); /* two polls, then a frame of three steps */
    for (uint32_t step = 0; step < 3; step++) {
        ox_input_sources_step(&sources, step);
        CHECK_EQ(player.record.held, PLAT_B | OX_INPUT_POINTER);
        CHECK_EQ(player.record.dx, step == 0 ? 9 : 0);
        CHECK_EQ(player.record.drag_y, step == 0 ? -4 : 0);
        CHECK_EQ(player.record.wheel, step == 0 ? 6 : 0);
        ox_input copy;
        ox_input_init(&copy);
        ox_input_play(&copy, &player.record);
        CHECK(copy.held == player.input.held && copy.pointer_dx == player.input.pointer_dx &&
              copy.drag_x == player.input.drag_x && copy.wheel == player.input.wheel);
    }
    ox_input_sources_feed(&sources, 1, &polled);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* Commands from other sources travel in the recording. */
static uint32_t heard, heard_sum;
static void hear(void *context, const uint8_t *data, size_t size) {
    heard++;
    heard_sum += *(const uint32_t *)context * (uint32_t)size + data[size - 1];
}

TEST(replay_carries_commands) {
    static game g;
    static ox_playback playback;
    ox_recorder recorder;
    ox_recording_memory memory = {bytes, ROOM, 0};
    ox_input_record none[GAME_PLAYERS];
    uint32_t one = 1;
    memset(none, 0, sizeof none);
    CHECK(game_start(&g, 30));
    CHECK_EQ(ox_recorder_begin(&recorder, &plain, &g.state, ox_recording_to_memory, &memory), OX_OK);
    for (uint32_t t = 0; t < 20000; t++) { /* long silences between commands, too */
        const uint8_t data[3] = {1, 2, (uint8_t)(t / 9000)};
        ox_recorder_step(&recorder, none);
        if (t % 9000 == 8999) ox_recorder_commands(&recorder, data, sizeof data);
        recorder.head.interval = 65535; /* the recording has no checks: this game stands still */
        ox_recorder_stepped(&recorder);
    }
    CHECK_EQ(ox_recorder_end(&recorder), OX_OK);
    CHECK_EQ(ox_playback_open(&playback, bytes, memory.used, NULL), OX_OK);
    CHECK_EQ(playback.end, 20000);
    CHECK_EQ(ox_playback_start(&playback, &g.state, plain.cart, plain.rom, NULL), OX_OK);
    playback.commands = hear;
    playback.commands_context = &one;
    heard = heard_sum = 0;
    while (ox_playback_step(&playback)) {
        CHECK_EQ(heard, playback.tick >= 17999 ? 2 : playback.tick >= 8999 ? 1 : 0);
        CHECK(ox_playback_stepped(&playback, NULL));
    }
    CHECK_EQ(heard_sum, 3 + 0 + 3 + 1);
}

static game lived;
static ox_recording_memory lived_memory = {bytes, sizeof bytes, 0};
static ox_status record_a_tick(ox_recorder *it) {
    ox_input_record records[GAME_PLAYERS];
    lived_memory.used = 0;
    memset(records, 0, sizeof records);
    ox_status status = ox_recorder_begin(it, &plain, &lived.state, ox_recording_to_memory, &lived_memory);
    ox_recorder_step(it, records);
    ox_recorder_stepped(it);
    return status;
}
static ox_status play_a_tick(ox_playback *it) {
    ox_recorder recorder;
    ox_playback_fault fault;
    ox_status status = record_a_tick(&recorder);
    if (!ox_failed(status)) status = ox_recorder_end(&recorder);
    if (!ox_failed(status)) status = ox_playback_open(it, bytes, lived_memory.used, &fault);
    if (!ox_failed(status)) status = ox_playback_start(it, &lived.state, plain.cart, plain.rom, &fault);
    if (!ox_failed(status)) CHECK(ox_playback_step(it));
    return status;
}
PLAIN_ROW(ox_recorder, begin, record_a_tick(it), (void)!ox_recorder_end(it))
LIFE_ROW(ox_playback, open, play_a_tick(it), OX_CLEAR(it), (void)ox_playback_step(it))

TEST(replay_records_end_clear) {
    static ox_arena none;
    const life_bench bench = {&none, NULL};
    CHECK(game_start(&lived, plain.seed));
    CHECK(life_is_led(&LIFE_OF(ox_recorder), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_playback), &bench));
}
