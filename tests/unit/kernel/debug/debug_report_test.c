/* Tests of assertion reports: their text, the cut, and the list of silenced places. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/debug/report.h"
#include "tests/test.h"

static void build(ox_report *report, const fx_assert_site *site, const char *text, ...) {
    va_list arguments;
    va_start(arguments, text);
    ox_report_assertion(report, NULL, site, text, arguments);
    va_end(arguments);
}

TEST(debug_report_tells_condition_text_place_and_function) {
    static const fx_assert_site site = {.file = "a/b.c", .function = "f", .condition = "i < n", .line = 12};
    static const fx_assert_site dead = {.file = "c.c", .function = "g", .condition = "", .line = 3};
    ox_report report;
    build(&report, &site, "only %d of %s", 7, "them");
    CHECK(strcmp(report.text, "ASSERTION FAILED: i < n\nonly 7 of them\na/b.c:12 in f") == 0);
    CHECK_EQ(report.length, strlen(report.text));
    build(&report, &site, NULL);
    CHECK(strcmp(report.text, "ASSERTION FAILED: i < n\na/b.c:12 in f") == 0);
    build(&report, &dead, "no such shading");
    CHECK(strcmp(report.text, "ASSERTION FAILED\nno such shading\nc.c:3 in g") == 0);
}

TEST(debug_report_marks_what_does_not_fit) {
    char name[OX_REPORT_SIZE + 100];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = 0;
    fx_assert_site site = {.file = name, .function = "f", .condition = "i", .line = 1};
    ox_report report;
    build(&report, &site, NULL);
    CHECK_EQ(report.length, OX_REPORT_SIZE - 1);
    CHECK_EQ(strlen(report.text), OX_REPORT_SIZE - 1);
    CHECK(strcmp(report.text + OX_REPORT_SIZE - 4, "...") == 0);
    CHECK(OX_REPORT_SIZE == 1024 || OX_REPORT_SIZE == 256);
}

#if OX_DEBUG
/* A handler that always ignores the place, and counts. */
static bool silence(void *context, fx_assert_site *site, const char *text, va_list arguments) {
    (void)text, (void)arguments;
    ++*(int *)context;
    site->ignored = true;
    return false;
}
#endif

TEST(debug_report_lists_and_rearms_silenced_places) {
    static _Alignas(8) uint8_t memory[1024];
    int calls = 0;
    ox_arena arena;
    ox_log log;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK(ox_log_init(&log, NULL, &arena, 4, 160));
    CHECK_EQ(ox_report_ignored(&log), 0);
    CHECK_EQ(log.written, 0);
#if OX_DEBUG
    void *context;
    fx_assert_handler *old = fx_assert_install(silence, &calls, &context);
    CHECK(fx_assert_installed(NULL) == silence);
#endif
    for (int round = 0; round < 2; round++) {
        for (int frame = 0; frame < 1000; frame++) FX_ASSERT(frame < 0);
        CHECK_EQ(calls, OX_DEBUG ? 2 * round + 1 : 0);
        CHECK_EQ(ox_report_ignored(&log), OX_DEBUG ? 1 : 0);
        if (OX_DEBUG) {
            CHECK(strstr(ox_log_recent(&log, 0), "debug_report_test.c:") != NULL);
            CHECK(strstr(ox_log_recent(&log, 0), ": frame < 0 (") != NULL);
        }
        FX_ASSERT_MSG(round > 5, "another place"); /* silencing the first place does not silence this one */
        CHECK_EQ(calls, OX_DEBUG ? 2 * round + 2 : 0);
        CHECK_EQ(ox_report_rearm(&log), OX_DEBUG ? 2 : 0);
        CHECK_EQ(ox_report_ignored(NULL), 0);
    }
#if OX_DEBUG
    fx_assert_install(old, context, NULL);
#endif
}
