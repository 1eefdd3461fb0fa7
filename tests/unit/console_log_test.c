/* Tests of the log's ring. */
#include <string.h>

#include "kernel/debug/log.h"
#include "tests/test.h"

TEST(console_log_keeps_the_last_lines) {
    static _Alignas(8) uint8_t block[512];
    ox_arena arena;
    ox_log log;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(!ox_log_init(&log, NULL, &arena, 64, 64)); /* no room: the log works all the same */
    ox_log_write(&log, PLAT_LOG_INFO, "unheard");
    CHECK(ox_log_recent(&log, 0) == NULL);
    CHECK(!ox_log_init(&log, NULL, &arena, 3, 64));
    CHECK(ox_log_init(&log, NULL, &arena, 4, 16));
    CHECK(ox_log_recent(&log, 0) == NULL);
    for (unsigned i = 0; i < 10; i++) ox_log_write(&log, PLAT_LOG_WARNING, "line %u", i);
    CHECK(strcmp(ox_log_recent(&log, 0), "line 9") == 0);
    CHECK(strcmp(ox_log_recent(&log, 3), "line 6") == 0);
    CHECK(ox_log_recent(&log, 4) == NULL);
    CHECK(log.counts[PLAT_LOG_WARNING] == 10 && log.counts[PLAT_LOG_ERROR] == 0);
    ox_log_write(&log, PLAT_LOG_ERROR, "a line of more than sixteen characters");
    CHECK(strcmp(ox_log_recent(&log, 0), "a line of mo...") == 0);
    log.level = PLAT_LOG_ERROR;
    ox_log_write(&log, PLAT_LOG_INFO, "left out");
    CHECK(strcmp(ox_log_recent(&log, 1), "line 9") == 0);
    ox_log_write(NULL, PLAT_LOG_ERROR, "nowhere");
}
