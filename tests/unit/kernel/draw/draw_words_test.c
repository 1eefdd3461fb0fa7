/* Words in lines: a line is no wider than it may be, and no word is lost. */
#include "kernel/draw/words.h"

#include <string.h>

#include "fixedmath/random.h"
#include "tests/test.h"

enum { CELL = 8, ROUNDS = 10000, TEXT = 96 };

/* Pieces that texts are put together from: letters of one to four bytes, blanks, places to break and not to. */
static const char *const pieces[] = {"a",
                                     "B",
                                     "word",
                                     "long-winded",
                                     " ",
                                     "  ",
                                     "\n",
                                     "-",
                                     "\xC3\xA9",
                                     "\xC2\xA0",
                                     "\xC2\xAD",
                                     "\xE2\x80\x8B",
                                     "\xE4\xB8\xAD",
                                     "\xE6\x96\x87",
                                     "\xE3\x80\x82",
                                     "\xE3\x80\x8C",
                                     "\xF0\x9F\x98\x80",
                                     ".",
                                     ",",
                                     "(x)",
                                     "\001"
                                     "1",
                                     "\001"
                                     "0"};
enum { PIECES = sizeof pieces / sizeof pieces[0] };

static void make_text(rng32 *random, char *text) {
    size_t used = 0;
    const uint32_t count = rng_below(random, 24);
    for (uint32_t i = 0; i < count; i++) {
        const char *piece = pieces[rng_below(random, PIECES)];
        const size_t length = strlen(piece);
        if (used + length >= TEXT) break;
        memcpy(text + used, piece, length);
        used += length;
    }
    text[used] = 0;
}

/* Characters that may stand between two lines and belong to none. */
static bool is_between(const char *from, const char *to) {
    for (; from < to; from++) {
        const uint8_t byte = (uint8_t)*from;
        const bool zero_width =
            byte == 0xE2 && to - from >= 3 && (uint8_t)from[1] == 0x80 && (uint8_t)from[2] == 0x8B;
        const bool soft_hyphen = byte == 0xC2 && to - from >= 2 && (uint8_t)from[1] == 0xAD;
        const bool span = byte == OX_WORDS_SPAN;
        if (span) from++;
        if (zero_width) from += 2;
        if (soft_hyphen) from++;
        if (byte != ' ' && byte != '\n' && !zero_width && !soft_hyphen && !span) return false;
    }
    return true;
}

/* UI-006: every line is within the limit, lines and the characters between them are the whole text, and measuring
 * tells the lines' size. */
TEST(words_lines_are_within_the_limit_and_lose_nothing) {
    ox_words words;
    rng32 random = rng32_seed(6, 1);
    memset(&words, 0, sizeof words);
    static const ox_words_span spans[OX_WORDS_SPANS];
    uint32_t wide = 0, torn = 0, unlike = 0, lines = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        char text[TEXT];
        make_text(&random, text);
        const int limit = CELL + 1 + (int)rng_below(&random, 160);
        const ox_words_run run = {.words = text, .width = limit, .spans = spans, .space = (int)(round & 1u)};
        const ox_words_size size = ox_words_measure(&words, &run);
        const char *begin, *end, *at = text;
        int width, widest = 0, line = 0;
        for (; ox_words_line(&words, &run, line, &begin, &end, &width); line++) {
            if (width > limit && wide < 4) TEST_INFO("%d > %d: `%s` line %d", width, limit, text, line);
            wide += width > limit;
            torn += !is_between(at, begin) || end < begin;
            widest = width > widest ? width : widest;
            at = end;
        }
        torn += !is_between(at, text + strlen(text));
        unlike += size.lines != line || size.width != widest || size.height != line * 10;
        lines += (uint32_t)line;
    }
    CHECK_EQ(wide, 0);
    CHECK_EQ(torn, 0);
    CHECK_EQ(unlike, 0);
    CHECK(lines > ROUNDS);
}

static void check_line(const char *text, int limit, int number, const char *wanted) {
    ox_words words;
    const char *begin, *end;
    int width;
    memset(&words, 0, sizeof words);
    const ox_words_run run = {.words = text, .width = limit};
    CHECK(ox_words_line(&words, &run, number, &begin, &end, &width));
    if ((size_t)(end - begin) != strlen(wanted) || memcmp(begin, wanted, strlen(wanted)) != 0)
        TEST_INFO("line %d of `%s` is `%.*s`, not `%s`", number, text, (int)(end - begin), begin, wanted);
    CHECK_EQ(end - begin, (int)strlen(wanted));
    CHECK_EQ(memcmp(begin, wanted, strlen(wanted)), 0);
}

/* UI-006: where lines may be broken, and where not. */
TEST(words_break_where_they_may) {
    check_line("one two three", 8 * CELL, 0, "one two");
    check_line("one two three", 8 * CELL, 1, "three");
    check_line("one   two", 4 * CELL, 1, "two");
    check_line("well-known", 6 * CELL, 0, "well-");
    check_line("well-known", 6 * CELL, 1, "known");
    check_line("a b\xC2\xA0"
               "c",
               3 * CELL, 0, "a"); /* a no-break space does not break */
    check_line("in\xC2\xAD"
               "to",
               3 * CELL, 0, "in"); /* the soft hyphen is drawn as a hyphen */
    check_line("ab\xE2\x80\x8B"
               "cd",
               3 * CELL, 0, "ab");
    check_line("abcdef", 4 * CELL, 0, "abcd");
    check_line("\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD", 2 * CELL, 0, "\xE4\xB8\xAD\xE6\x96\x87");
    check_line("\xE4\xB8\xAD\xE6\x96\x87\xE3\x80\x82", 2 * CELL, 0,
               "\xE4\xB8\xAD"); /* a full stop begins no line */
    check_line("a\n\nb", 0, 1, "");
    check_line("a\n\nb", 0, 2, "b");
}

/* UI-006: letters are counted, not bytes; a text that is too wide ends with dots. */
TEST(words_measure_letters) {
    ox_words words;
    memset(&words, 0, sizeof words);
    ox_words_run run = {.words = "\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80"};
    CHECK_EQ(ox_words_measure(&words, &run).width, 3 * CELL);
    CHECK_EQ(ox_words_measure(&words, &run).letters, 3);
    run.words = "";
    CHECK_EQ(ox_words_measure(&words, &run).height, 0);
    run = (ox_words_run){.words = "a long line", .width = 7 * CELL, .dots = true};
    CHECK_EQ(ox_words_measure(&words, &run).lines, 1);
    CHECK_EQ(ox_words_measure(&words, &run).width, 7 * CELL);
    run.words = "short";
    CHECK_EQ(ox_words_measure(&words, &run).width, 5 * CELL);
    run = (ox_words_run){.words = "in\xC2\xAD"
                                  "to",
                         .width = 3 * CELL};
    CHECK_EQ(ox_words_measure(&words, &run).width, 3 * CELL); /* the width includes the hyphen */
    run.width = 0;
    CHECK_EQ(ox_words_measure(&words, &run).width, 4 * CELL); /* the width of the line without a hyphen */
    static const ox_words_span spans[OX_WORDS_SPANS];
    run = (ox_words_run){.words = "a\0011b\0010c", .spans = spans};
    CHECK_EQ(ox_words_measure(&words, &run).width, 3 * CELL);
    CHECK_EQ(ox_words_measure(&words, &run).letters, 3);
    run.space = 2;
    CHECK_EQ(ox_words_measure(&words, &run).width, 3 * (CELL + 2));
}
