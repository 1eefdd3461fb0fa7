/* Tests of the formatter and the log's ring. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/debug/log.h"
#include "tests/test.h"

#define FORMATS(expected, ...) CHECK(formats(expected, ox_format(text, sizeof text, __VA_ARGS__)))

static char text[64];

static bool formats(const char *expected, size_t length) {
    bool same = strcmp(text, expected) == 0 && length == strlen(expected);
    if (!same) TEST_INFO("got \"%s\" for \"%s\"", text, expected);
    return same;
}

TEST(console_format_numbers) {
    FORMATS("0 -1 2147483647 -2147483648", "%d %d %d %d", 0, -1, 2147483647, (int)-2147483647 - 1);
    FORMATS("4294967295 ffffffff 0", "%u %x %x", 4294967295u, 4294967295u, 0u);
    FORMATS("[   42][00042][42   ][  -42][-0042]", "[%5d][%05d][%-5d][%5d][%05d]", 42, 42, 42, -42, -42);
    FORMATS("frame=7 hash=00c0ffee", "frame=%u hash=%08x", 7u, 0xC0FFEEu);
    FORMATS("123456", "%3d", 123456);
}

TEST(console_format_texts) {
    FORMATS("a b%c", "%s %c%%c", "a", 'b');
    FORMATS("[  ab][ab  ][(none)]", "[%4s][%-4s][%s]", "ab", "ab", (const char *)NULL);
    FORMATS("%y stays, so does %", "%y stays, so does %");
    FORMATS("", "%s", "");
}

TEST(console_format_fixed_point) {
    FORMATS("1.000 0.500 -0.250", "%q %q %q", 65536, 32768, -16384);
    FORMATS("3.1 3.14159 3", "%.1q %.5q %.0q", 205887, 205887, 205887);
    FORMATS("-32768.000 32768.00", "%q %.2q", (int)-2147483647 - 1, 2147483647);
    FORMATS("0.000 0.001", "%q %q", -1, 40);
    FORMATS("[  1.50][001.50]", "[%6.2q][%06.2q]", 98304, 98304);
}

TEST(console_format_marks_what_was_cut) {
    char small[8];
    CHECK_EQ(ox_format(small, sizeof small, "%s", "1234567"), 7);
    CHECK(strcmp(small, "1234567") == 0);
    CHECK_EQ(ox_format(small, sizeof small, "%s", "12345678"), 7);
    CHECK(strcmp(small, "1234...") == 0);
    CHECK_EQ(ox_format(small, sizeof small, "%90d and more", 1), 7);
    CHECK(strcmp(small, "    ...") == 0);
    CHECK_EQ(ox_format(small, 3, "abc"), 2);
    CHECK(strcmp(small, "..") == 0);
    CHECK_EQ(ox_format(small, 1, "abc"), 0);
    CHECK(small[0] == 0);
    small[0] = 'x';
    CHECK_EQ(ox_format(small, 0, "abc"), 0);
    CHECK(small[0] == 'x');
}

TEST(console_format_builds_piece_by_piece) {
    char small[12];
    ox_text out = ox_text_begin(small, sizeof small);
    ox_text_string(&out, "ab");
    ox_text_add(&out, "-%u-", 12u);
    CHECK(strcmp(small, "ab-12-") == 0 && out.length == 6 && !out.cut);
    ox_text_add(&out, "%s", "abcdefgh");
    CHECK(strcmp(small, "ab-12-ab...") == 0 && out.cut);
    ox_text_string(&out, "more");
    CHECK(strcmp(small, "ab-12-ab...") == 0);
}

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
