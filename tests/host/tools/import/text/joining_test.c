/* Forms of Arabic letters, as texts are imported. */
#include "tools/import/text/joining.h"

#include <string.h>

#include "tests/test.h"
#include "tools/import/text/strings.h"

static bool joins_into(const char *text, const char *wanted) {
    char out[128];
    const size_t length = import_text_joined(text, out);
    return length == strlen(out) && strcmp(out, wanted) == 0;
}

/* UI-007: beginning, middle, end and alone; letters that join one side; lam and alef; marks between letters. */
TEST(joining_gives_letters_their_forms) {
    /* beh, beh-beh, beh-beh-beh: alone; beginning and end; beginning, middle, end */
    CHECK(joins_into("\u0628", "\uFE8F"));
    CHECK(joins_into("\u0628\u0628", "\uFE91\uFE90"));
    CHECK(joins_into("\u0628\u0628\u0628", "\uFE91\uFE92\uFE90"));
    /* salam: seen, lam with alef, meem alone, for alef joins nothing behind */
    CHECK(joins_into("\u0633\u0644\u0627\u0645", "\uFEB3\uFEFC\uFEE1"));
    /* dar: dal, alef, reh join nothing behind them */
    CHECK(joins_into("\u062F\u0627\u0631", "\uFEA9\uFE8D\uFEAD"));
    /* a mark between two behs parts nothing; so does one within lam and alef */
    CHECK(joins_into("\u0628\u064E\u0628", "\uFE91\u064E\uFE90"));
    CHECK(joins_into("\u0644\u064E\u0627", "\uFEFB\u064E"));
    CHECK(joins_into("\u067E\u06CC", "\uFB58\uFBFD")); /* Persian peh, yeh */
    CHECK(joins_into("\u0628\u0640 \u0621a {n} 1", "\uFE91\u0640 \uFE80a {n} 1"));
    CHECK(joins_into("", "") && joins_into("abc", "abc"));
}

/* Tables of texts hold the forms, in each format, so that fonts have glyphs of these. */
TEST(joining_is_done_when_texts_are_read) {
    static const char table[] = "key,ar\nhello,\u0633\u0644\u0627\u0645\n";
    import_strings strings;
    tool_error error = {.text = ""};
    CHECK(import_strings_parse("words.csv", table, sizeof table - 1, &strings, &error));
    CHECK(strings.count == 1 && strcmp(strings.strings[0].texts[0], "\uFEB3\uFEFC\uFEE1") == 0);
    import_strings_free(&strings);
}
