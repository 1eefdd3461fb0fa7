/* DBG-011: the report of a crash has what the game was at, and a fault in it does not loop. */
#define _XOPEN_SOURCE 700
#include <string.h>

#include "kernel/inspect/crash.h"
#include "tests/host/kernel/inspect/viewed.h"

static const played_texts crashing = {
    "title \"Crashed\"\nsize 64x64\nformat pal8\nbudget 128K\nmesh square square.obj\nscript game game.goad\n"
    "scene main\n  camera at=0,2,8 target=0,0,0\n  object square at=1,0,-2 name=player "
    "behaviour=Walker\nend\n",
    "behaviour Walker {\n    on tick { self.angle += 1deg }\n    auto state Walks { }\n}\n", NULL};

static int32_t lives = 3;
static ox_entry entries[] = {
    {.page = "own", .label = "lives", .at = &lives, .field = {.kind = OX_I32, .bytes = 4}, .order = 1}};

static bool place_of(void *context, uintptr_t address, char *text, size_t size) {
    (void)context;
    ox_format(text, size, "file.c:%u", (unsigned)(address & 0xFF));
    return true;
}

TEST(inspect_crash_report_has_what_the_game_was_at) {
    static char text[OX_CRASH_SIZE], again[OX_CRASH_SIZE];
    viewed *v = open_viewed_of(&crashing, true, false);
    ox_entries_show(v->p.console, entries, 1);
    for (int i = 0; i < 7; i++) view_frame(v, PLAT_RIGHT);
    ox_log_write(v->p.console->host.log, PLAT_LOG_INFO, "the last word");
    ox_crash crash = {.what = "gave up",
                      .build = "here",
                      .calls = {0x101, 0x102, 0x103},
                      .call_count = 3,
                      .registers = {{"pc", 0xABCD}},
                      .register_count = 1,
                      .place = place_of};
    CHECK(ox_crash_write(&crash, v->p.console, text, sizeof text));
    static const char *const wanted[] = {"CRASH: the game gave up\n",
                                         "build here, cart ",
                                         "step 7, scene/main",
                                         "file.c:1\n",
                                         "file.c:2\n",
                                         "file.c:3\n",
                                         "0000abcd",
                                         "player @0, state ",
                                         "at 1.000 0.000 -2.000",
                                         "memory",
                                         "level",
                                         "player 1 holds 0008",
                                         "the last word",
                                         "own/lives 3"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (strstr(text, wanted[i]) == NULL) TEST_INFO("no `%s` in\n%s", wanted[i], text), CHECK(false);
    memcpy(
        again, text,
        sizeof again); /* a fault in the third section: what stands stays, the others follow, and a third time nothing is left to do */
    *strstr(again, "\nplayer") = 0;
    crash.section = 3;
    CHECK(ox_crash_write(&crash, v->p.console, again, sizeof again));
    CHECK(strstr(again, "damaged") != NULL && strstr(again, "own/lives 3") != NULL &&
          strstr(again, "CRASH: ") == again);
    const size_t length = strlen(again);
    CHECK(ox_crash_write(&crash, v->p.console, again, sizeof again) && strlen(again) < length + 60);
    crash.section = 0;
    CHECK(!ox_crash_write(&crash, v->p.console, again, 200)); /* too short for all: cut */
    CHECK_EQ(strlen(again), 199);
    close_viewed(v);
}
