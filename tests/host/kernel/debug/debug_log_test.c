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
    CHECK(ox_log_set_level(&log, "network", OX_LOG_SILENT) &&
          ox_log_set_level(&log, "network", OX_LOG_SILENT));
    ox_log_write(&log, PLAT_LOG_ERROR, "unheard");
    ox_log_enter(&log, "sound");
    ox_log_write(&log, PLAT_LOG_ERROR, "heard");
    ox_log_enter(&log, NULL);
    ox_log_write(&log, PLAT_LOG_INFO, "of nobody");
    CHECK(log.written == 3 && log.counts[PLAT_LOG_ERROR] == 1);
    CHECK(ox_log_note_of(&log, 0)->channel == NULL && strcmp(ox_log_note_of(&log, 1)->channel, "sound") == 0);
    CHECK(ox_log_set_level(&log, "network", OX_LOG_AS_ALL));
    ox_log_enter(&log, "network");
    ox_log_write(&log, PLAT_LOG_ERROR, "heard again");
    CHECK(log.written == 4 && ox_log_note_of(&log, 4) == NULL);
    for (unsigned i = 1; i < OX_LOG_CHANNELS; i++) {
        char name[4] = {'c', (char)('0' + i / 10), (char)('0' + i % 10), 0};
        CHECK(ox_log_set_level(&log, name, OX_LOG_SILENT));
    }
    CHECK(!ox_log_set_level(&log, "another", OX_LOG_SILENT) && !ox_log_set_level(&log, "", OX_LOG_SILENT) &&
          !ox_log_set_level(&log, "a name of many letters, too many", OX_LOG_SILENT));
}

static ox_log *begin_log(ox_arena *arena, uint32_t lines) {
    static _Alignas(8) uint8_t block[8192];
    static ox_log log;
    ox_arena_init(arena, block, sizeof block);
    CHECK(ox_log_init(&log, NULL, arena, lines, 64));
    return &log;
}

static void write_each_level(ox_log *log) {
    static const plat_log_level levels[OX_LOG_LEVELS] = {PLAT_LOG_ERROR, PLAT_LOG_WARNING, PLAT_LOG_INFO,
                                                         OX_LOG_DETAIL, OX_LOG_TRACE};
    for (int i = 0; i < OX_LOG_LEVELS; i++) ox_log_write(log, levels[i], "of level %d", i);
}

/* A log of a level takes lines up to that level; a channel may have its own; all change while the game runs. */
TEST(console_log_takes_lines_up_to_its_level) {
    ox_arena arena;
    ox_log *log = begin_log(&arena, 16);
    for (int level = 0; level < OX_LOG_LEVELS; level++) {
        const uint32_t before = log->written;
        log->level = (plat_log_level)level;
        write_each_level(log);
        CHECK_EQ(log->written - before, (uint32_t)level + 1);
        CHECK_EQ(ox_log_note_of(log, 0)->level, level);
        CHECK_EQ(ox_log_level_of(ox_log_level_name((plat_log_level)level)), level);
    }
    CHECK_EQ(ox_log_level_of("loud"), -1);
    log->level = PLAT_LOG_WARNING;
    CHECK(ox_log_set_level(log, "sound", OX_LOG_DETAIL));
    ox_log_enter(log, "sound");
    uint32_t before = log->written;
    write_each_level(log);
    CHECK_EQ(log->written - before, 4);
    ox_log_enter(log, "video");
    before = log->written;
    write_each_level(log);
    CHECK_EQ(log->written - before, 2);
    before = log->written;
    OX_LOG(log, PLAT_LOG_ERROR, "always %s", "there");
    OX_LOG(log, OX_LOG_TRACE, "left out by its level here");
    CHECK_EQ(log->written - before, 1);
}

static size_t forward(ox_log *log, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t length = ox_log_write_list(log, PLAT_LOG_INFO, format, arguments);
    va_end(arguments);
    return length;
}

/* A function of one's own passes its arguments on; a line that is too long is cut and ends. */
TEST(console_log_is_called_through_functions_of_ones_own) {
    static _Alignas(8) uint8_t block[8192];
    char wide[2 * OX_LOG_LINE];
    ox_arena arena;
    ox_log log;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(ox_log_init(&log, NULL, &arena, 4, OX_LOG_LINE));
    CHECK_EQ(forward(&log, "%d of %s, %.2q, %c", -7, "nine", 3 * 65536 / 2, 'x'), 19);
    CHECK(strcmp(ox_log_recent(&log, 0), "-7 of nine, 1.50, x") == 0);
    memset(wide, 'w', sizeof wide - 1);
    wide[sizeof wide - 1] = 0;
    CHECK_EQ(forward(&log, "%s", wide), OX_LOG_LINE - 1);
    CHECK_EQ(strlen(ox_log_recent(&log, 0)), OX_LOG_LINE - 1);
    CHECK(strcmp(ox_log_recent(&log, 0) + OX_LOG_LINE - 4, "...") == 0);
    log.level = PLAT_LOG_ERROR;
    CHECK_EQ(forward(&log, "left out"), 0);
    CHECK_EQ(ox_log_write(NULL, PLAT_LOG_ERROR, "nowhere"), 0);
}

typedef struct taken {
    uint32_t lines, fails_at;
    char last[80];
} taken;

static bool take_line(void *context, const ox_log_note *note, const char *line) {
    taken *t = context;
    if (t->lines == t->fails_at) return false;
    t->lines++;
    size_t length = strlen(line);
    if (length >= sizeof t->last) length = sizeof t->last - 1;
    memcpy(t->last, line, length);
    t->last[length] = 0;
    CHECK(note->level <= OX_LOG_TRACE);
    return true;
}

/* A line of a channel appears in the sink of that channel alone, and in those of all; a sink that fails gets no more, and nothing else stops. */
TEST(console_log_sinks_get_lines_of_their_channel) {
    ox_arena arena;
    ox_log *log = begin_log(&arena, 8);
    taken of_net = {.fails_at = 100}, of_all = {.fails_at = 100}, dead = {.fails_at = 1};
    ox_log_sink net = {take_line, &of_net, "net", NULL}, all = {take_line, &of_all, NULL, NULL},
                broken = {take_line, &dead, NULL, NULL};
    ox_log_add_sink(log, &net);
    ox_log_add_sink(log, &all);
    ox_log_enter(log, "net");
    ox_log_write(log, PLAT_LOG_INFO, "of net");
    ox_log_enter(log, "sound");
    ox_log_write(log, PLAT_LOG_INFO, "of sound");
    ox_log_enter(log, NULL);
    ox_log_write(log, PLAT_LOG_INFO, "of nobody");
    CHECK(of_net.lines == 1 && strcmp(of_net.last, "of net") == 0);
    CHECK(of_all.lines == 3 && strcmp(of_all.last, "of nobody") == 0);
    ox_log_add_sink(log, &broken);
    ox_log_write(log, PLAT_LOG_INFO, "one");
    ox_log_write(log, PLAT_LOG_INFO, "two");
    ox_log_write(log, PLAT_LOG_INFO, "three");
    CHECK_EQ(dead.lines, 1);
    CHECK_EQ(of_all.lines, 7); /* and that a sink failed */
    CHECK(strcmp(of_all.last, "three") == 0);
    CHECK(strcmp(ox_log_recent(log, 1), "a sink of the log failed and gets no more lines") == 0);
    ox_log_remove_sink(log, &all);
    ox_log_write(log, PLAT_LOG_INFO, "four");
    CHECK(of_all.lines == 7 && log->sinks == &net);
}

/* What a script writes belongs to the channel, or has the level, of its first word where a colon follows. */
TEST(console_log_lines_of_scripts_say_channel_and_level) {
    static const struct {
        const char *line, *channel;
        plat_log_level level;
    } lines[] = {{"ai: lost him", "ai", PLAT_LOG_INFO},
                 {"warning: no door", "work", PLAT_LOG_WARNING},
                 {"detail: a step", "work", OX_LOG_DETAIL},
                 {"Score: 3", "work", PLAT_LOG_INFO},
                 {"plain", "work", PLAT_LOG_INFO},
                 {": none", "work", PLAT_LOG_INFO},
                 {"a-word-of-many-letters: 1", "work", PLAT_LOG_INFO}};
    ox_arena arena;
    ox_log *log = begin_log(&arena, 8);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ox_log_enter(log, "work");
        CHECK_EQ(ox_log_enter_line(log, lines[i].line), lines[i].level);
        CHECK(strcmp(log->channel, lines[i].channel) == 0);
    }
}
