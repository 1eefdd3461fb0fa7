/* The log of machines on which games are made: lines that come again, and channels. */
#include <string.h>

#include "kernel/debug/log.h"
#include "tests/test.h"

/* A warning of every frame is written once a second, with the count of what was left out; a line of the game is written
 * each time, and so is every line before the first frame. */
TEST(console_log_counts_lines_that_come_again) {
    static _Alignas(8) uint8_t block[4096];
    ox_arena arena;
    ox_log log;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(ox_log_init(&log, NULL, &arena, 16, 64));
    for (int i = 0; i < 3; i++) ox_log_write(&log, PLAT_LOG_WARNING, "no room");
    CHECK_EQ(log.written, 3);
    for (int i = 0; i < 180; i++) {
        ox_log_frame(&log);
        ox_log_write(&log, PLAT_LOG_WARNING, "no room");
        if (i % 60 == 0) ox_log_write(&log, PLAT_LOG_INFO, "ouch");
        if (i % 60 == 0) ox_log_write(&log, PLAT_LOG_INFO, "ouch");
    }
    CHECK_EQ(log.counts[PLAT_LOG_INFO], 6);
    CHECK_EQ(log.written,
             3 + 6 + 3 + 2); /* the line itself of each second, and the counts of two that are over */
    for (int i = 0; i < 60; i++) ox_log_frame(&log);
    CHECK(strcmp(ox_log_recent(&log, 0), "no room (59 times more)") == 0);
    for (int i = 0; i < 300; i++) ox_log_frame(&log);
    CHECK_EQ(log.written, 15);
    /* more lines than are watched: the one that came longest ago is told early */
    for (unsigned i = 0; i <= OX_LOG_REPEATS; i++) {
        ox_log_write(&log, PLAT_LOG_ERROR, "line %u", i);
        ox_log_frame(&log);
        ox_log_write(&log, PLAT_LOG_ERROR, "line %u", i);
    }
    CHECK_EQ(log.written, 15 + OX_LOG_REPEATS + 1 + 1);
    CHECK(strcmp(ox_log_recent(&log, 1), "line 0 (1 times more)") == 0);
}

TEST(console_log_lines_belong_to_channels) {
    static _Alignas(8) uint8_t block[4096];
    ox_arena arena;
    ox_log log;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(ox_log_init(&log, NULL, &arena, 4, 64));
    ox_log_enter(&log, "network");
    ox_log_write(&log, PLAT_LOG_WARNING, "lost");
    CHECK(strcmp(ox_log_note_of(&log, 0)->channel, "network") == 0 &&
          ox_log_note_of(&log, 0)->level == PLAT_LOG_WARNING);
    CHECK(ox_log_silence(&log, "network", true) && ox_log_silence(&log, "network", true));
    ox_log_write(&log, PLAT_LOG_ERROR, "unheard");
    ox_log_enter(&log, "sound");
    ox_log_write(&log, PLAT_LOG_ERROR, "heard");
    ox_log_enter(&log, NULL);
    ox_log_write(&log, PLAT_LOG_INFO, "of nobody");
    CHECK(log.written == 3 && log.counts[PLAT_LOG_ERROR] == 1);
    CHECK(ox_log_note_of(&log, 0)->channel == NULL && strcmp(ox_log_note_of(&log, 1)->channel, "sound") == 0);
    CHECK(ox_log_silence(&log, "network", false));
    ox_log_enter(&log, "network");
    ox_log_write(&log, PLAT_LOG_ERROR, "heard again");
    CHECK(log.written == 4 && ox_log_note_of(&log, 4) == NULL);
    for (unsigned i = 0; i < OX_LOG_SILENT; i++) {
        char name[4] = {'c', (char)('0' + i), 0};
        CHECK(ox_log_silence(&log, name, true));
    }
    CHECK(!ox_log_silence(&log, "another", true) && ox_log_silence(&log, "another", false));
    CHECK(!ox_log_silence(&log, "", true) && !ox_log_silence(&log, "a name of many letters, too many", true));
}
