/* Recordings as text and back, and their differences: all kinds of records, long silences, snapshots, cut
 * recordings. */
#define _POSIX_C_SOURCE 200809L
#include "tests/host/tools/data/state_text.h"
#include "tests/unit/kernel/replay/replay_game.h"

enum { ROOM = 200000 };

static game g;
static uint8_t bytes[ROOM];
static uint8_t snapshot[4096];

/* Records a session of so many ticks, in which nothing happens from `quiet` on; gives its bytes. */
static size_t record(ox_check_detail detail, uint32_t ticks, uint32_t quiet, bool with_snapshot) {
    ox_recording_memory to = {bytes, ROOM, 0};
    ox_recording_head head = {.cart = 0xCA47,
                              .rom = 2,
                              .seed = 9,
                              .first_tick = 100,
                              .length = 1000000,
                              .rate = 60,
                              .players = GAME_PLAYERS,
                              .interval = 20,
                              .detail = detail};
    static const uint8_t group[] = {1, 2, 3, 250};
    ox_recorder recorder;
    uint32_t noise = 5;
    CHECK(game_start(&g, 3));
    if (with_snapshot) {
        ox_writer w = ox_writer_bytes(snapshot, sizeof snapshot);
        ox_sim_save(&g.state, &w);
        head.start_kind = OX_START_SNAPSHOT;
        head.snapshot = snapshot;
        head.snapshot_bytes = (uint32_t)w.used;
    }
    if (quiet < ticks) head.interval = 60000;
    CHECK_EQ(ox_recorder_begin(&recorder, &head, &g.state, ox_recording_to_memory, &to), OX_OK);
    plat_input in[GAME_PLAYERS] = {{0}};
    for (uint32_t i = 0; i < ticks; i++) {
        ox_input_record records[OX_PLAYERS_MAX] = {{0}};
        for (int p = 0; p < GAME_PLAYERS; p++) {
            if (i < quiet || i == ticks - 1) game_poll(&noise, &in[p]);
            records[p] = (ox_input_record){.held = in[p].buttons,
                                           .stick_x = in[p].stick_x,
                                           .dx = in[p].pointer_dx,
                                           .wheel = in[p].wheel,
                                           .senses = {.right_x = (int16_t)(i < quiet ? i / 9 * 700 : 0),
                                                      .keys = {0, (uint16_t)(i < quiet && i % 40 < 20)}}};
        }
        ox_recorder_step(&recorder, records);
        if (i % 7 == 3 && i < quiet) ox_recorder_commands(&recorder, group, sizeof group);
        if (i % 14 == 3 && i < quiet) ox_recorder_commands(&recorder, group, 1);
        game_step(&g, records, GAME_PLAYERS);
        ox_recorder_stepped(&recorder);
    }
    CHECK_EQ(ox_recorder_end(&recorder), OX_OK);
    CHECK(to.used < ROOM);
    return to.used;
}

TEST(state_recording_comes_back_byte_for_byte) {
    for (int detail = 0; detail < OX_CHECK_DETAILS; detail++) {
        size_t used = record((ox_check_detail)detail, 200, 200, detail == 1);
        CHECK(state_comes_back(bytes, used));
        for (size_t cut = 0; cut < 40; cut++)
            CHECK(state_comes_back(bytes, used - cut * 3)); /* the recording's end is missing */
        for (size_t at = 0; at < 30; at++) {                /* bytes in the middle are damaged */
            bytes[used / 2 + at] ^= 4;
            CHECK(state_comes_back(bytes, used));
            bytes[used / 2 + at] ^= 4;
        }
    }
    /* a silence longer than a record can wait */
    CHECK(state_comes_back(bytes, record(OX_CHECK_HASH, 45000, 10, false)));
    tool_error error = {.text = ""};
    field_lines lines = {0};
    bytes[20] ^= 1;
    CHECK(!state_lines("a.rec", bytes, 400, &lines, &error) &&
          strstr(error.text, "a.rec: offset 0: the head") == error.text);
    field_lines_free(&lines);
}

TEST(state_recording_difference_is_the_field) {
    size_t used = record(OX_CHECK_OBJECTS, 100, 100, false), length = 0;
    uint32_t told;
    tool_error why;
    char *text = state_text(bytes, used, &length), *at = text == NULL ? NULL : strstr(text, ".buttons: "),
         *end, old[128], now[160];
    CHECK(at != NULL);
    if (at == NULL) return;
    while (at[-1] != '\n') at--;
    end = strchr(at, '\n');
    snprintf(old, sizeof old, "%.*s\n", (int)(end - at), at);
    snprintf(now, sizeof now, "%.*sselect+pointer\n", (int)(strstr(old, ": ") + 2 - old), old);
    writer made = state_edited(text, old, now, &why);
    CHECK(made.size > 0);
    char *difference = state_difference(bytes, used, made.data, made.size, &told);
    CHECK_EQ(told, 1);
    CHECK(strncmp(difference, old + 2, (size_t)(strstr(old, ": ") - old)) == 0 &&
          strstr(difference, " -> select+pointer\n") != NULL);
    TEST_INFO("%s", difference);
    free(difference);
    ox_playback playback; /* the checksums of the made recording are right */
    ox_playback_fault fault;
    CHECK_EQ(ox_playback_open(&playback, made.data, made.size, &fault), OX_OK);
    writer_free(&made);
    free(text);
}

TEST(state_recording_text_faults_name_their_line) {
    static const char *const faults[][2] = {{"head.cart: 0000ca47", "head.cart: x"},
                                            {"head.rom", "head.room"},
                                            {"head.players: 2", "head.players: 256"},
                                            {".check: ", ".check: x"},
                                            {"item[0]: 0000", "item[1]: 0000"},
                                            {"item[0]: 0000", "item[0]: z000"},
                                            {".buttons: ", ".buttons: jump+"},
                                            {"player[0]", "player[4]"},
                                            {".commands[0]: 01", ".commands[0]: 1"},
                                            {"tick[100].end: 1", "tick[99].end: 1"},
                                            {"tick[100].end: 1", "tick[9000].end: 1"},
                                            {"tick[100].end: 1\n", "tick[100].end: 1\n  tick[100].wait: 0\n"},
                                            {"tick[100].end: 1\n", "tick[100].end: 1\n  rest@3: 00\n"},
                                            {"tick[100].end: 1\n", "tick[100].end 1\n"},
                                            {"tick[100].end: 1\n", "tick[100].end: 1\nmore\n"}};
    size_t used = record(OX_CHECK_OBJECTS, 100, 100, false), length = 0;
    char *text = state_text(bytes, used, &length);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        tool_error why;
        unsigned line = 0;
        writer made = state_edited(text, faults[i][0], faults[i][1], &why);
        bool told = sscanf(why.text, "a.txt:%u: ", &line) == 1 && line > 0;
        CHECK(made.data == NULL && told);
        if (made.data != NULL || !told) TEST_INFO("fault %zu: %s", i, why.text);
        writer_free(&made);
    }
    free(text);
}
