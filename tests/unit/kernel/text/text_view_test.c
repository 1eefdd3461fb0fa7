/* Tests of text views and buffers. */
#include <string.h>

#include "fixedmath/random.h"
#include "fixedmath/text.h"
#include "kernel/debug/format.h"
#include "kernel/names/id.h"
#include "tests/test.h"

static bool is(ox_text_view text, const char *expected) {
    bool same = ox_text_equal(text, ox_text_of(expected));
    if (!same) TEST_INFO("got \"%.*s\", expected \"%s\"", (int)text.length, text.at, expected);
    return same;
}

TEST(text_view_compares) {
    static const char *const rising[] = {"", "A", "AB", "B", "a", "a b", "ab", "b", "\xC3\xA4"};
    enum { COUNT = sizeof rising / sizeof rising[0] };
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++) {
            int order = ox_text_compare(ox_text_of(rising[i]), ox_text_of(rising[j]));
            CHECK((order > 0) - (order < 0) == (i > j) - (i < j));
        }
    }
    CHECK(ox_text_compare_folded(OX_TEXT("HeLLo"), OX_TEXT("hello")) == 0);
    CHECK(ox_text_compare_folded(OX_TEXT("a"), OX_TEXT("B")) < 0 &&
          ox_text_compare(OX_TEXT("a"), OX_TEXT("B")) > 0);
    CHECK(ox_text_compare_folded(OX_TEXT("[@"), OX_TEXT("{`")) < 0); /* letters alone fold */
    CHECK(ox_text_equal_folded(OX_TEXT("DOORS"), OX_TEXT("doors")) &&
          !ox_text_equal(OX_TEXT("DOORS"), OX_TEXT("doors")));
    CHECK(ox_text_equal(ox_text_of(NULL), OX_TEXT("")));
    CHECK(ox_text_starts_with(OX_TEXT("mesh/hero"), OX_TEXT("mesh/")) &&
          ox_text_starts_with(OX_TEXT("a"), OX_TEXT("")));
    CHECK(!ox_text_starts_with(OX_TEXT("me"), OX_TEXT("mesh")));
    CHECK(ox_text_ends_with(OX_TEXT("hero.obj"), OX_TEXT(".obj")) &&
          !ox_text_ends_with(OX_TEXT("j"), OX_TEXT(".obj")));
    CHECK(ox_id_of(OX_TEXT("Mesh\\Hero")) == ox_id_of(OX_TEXT("mesh/hero"))); /* names with one id */
}

TEST(text_view_searches_and_takes_apart) {
    ox_text_view text = OX_TEXT("one, two,,three,"), piece;
    CHECK_EQ(ox_text_find(text, OX_TEXT("two")), 5);
    CHECK_EQ(ox_text_find(text, OX_TEXT("")), 0);
    CHECK_EQ(ox_text_find(text, OX_TEXT("three,!")), OX_TEXT_NOWHERE);
    CHECK_EQ(ox_text_find(OX_TEXT("aaab"), OX_TEXT("aab")), 1);
    CHECK_EQ(ox_text_find_char(text, ','), 3);
    CHECK_EQ(ox_text_find_last_char(text, ','), 15);
    CHECK_EQ(ox_text_find_char(text, '#'), OX_TEXT_NOWHERE);
    CHECK_EQ(ox_text_find_last_char(text, '#'), OX_TEXT_NOWHERE);
    CHECK(is(ox_text_part(text, 5, 3), "two") && is(ox_text_part(text, 10, 99), "three,"));
    CHECK(is(ox_text_part(text, 99, 1), ""));
    static const char *const pieces[] = {"one", "two", "", "three"};
    for (int i = 0; i < 4; i++)
        CHECK(ox_text_split(&text, ',', &piece) && is(ox_text_trim(piece), pieces[i]));
    CHECK(!ox_text_split(&text, ',', &piece));
    CHECK(is(ox_text_trim(OX_TEXT("\t a b\r\n")), "a b") && is(ox_text_trim(OX_TEXT(" \n ")), ""));
}

typedef struct number_case {
    const char *text;
    ox_status status;
    int32_t value;
    size_t at;
} number_case;

TEST(text_view_parses_integers) {
    static const number_case cases[] = {{"0", OX_OK, 0, 0},
                                        {"42", OX_OK, 42, 0},
                                        {"-42", OX_OK, -42, 0},
                                        {"+7", OX_OK, 7, 0},
                                        {"2147483647", OX_OK, INT32_MAX, 0},
                                        {"-2147483648", OX_OK, INT32_MIN, 0},
                                        {"0x1F", OX_OK, 31, 0},
                                        {"-0X80000000", OX_OK, INT32_MIN, 0},
                                        {"0x7fffffff", OX_OK, INT32_MAX, 0},
                                        {"007", OX_OK, 7, 0},
                                        {"", OX_BAD_DATA, 0, 0},
                                        {"-", OX_BAD_DATA, 0, 1},
                                        {"12a", OX_BAD_DATA, 0, 2},
                                        {" 1", OX_BAD_DATA, 0, 0},
                                        {"0x", OX_BAD_DATA, 0, 2},
                                        {"0xg", OX_BAD_DATA, 0, 2},
                                        {"1 ", OX_BAD_DATA, 0, 1},
                                        {"--1", OX_BAD_DATA, 0, 1},
                                        {"2147483648", OX_BAD_DATA, INT32_MAX, 9},
                                        {"-2147483649", OX_BAD_DATA, INT32_MIN, 10},
                                        {"99999999999", OX_BAD_DATA, INT32_MAX, 10},
                                        {"0x80000000", OX_BAD_DATA, INT32_MAX, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int32_t value = 12345;
        size_t at = 0;
        ox_status status = ox_text_parse_int(ox_text_of(cases[i].text), &value, &at);
        bool good = status == cases[i].status && value == cases[i].value && at == cases[i].at;
        if (!good) TEST_INFO("\"%s\": value %d at %u", cases[i].text, (int)value, (unsigned)at);
        CHECK(good);
    }
    uint32_t large;
    CHECK_EQ(ox_text_parse_unsigned(OX_TEXT("4294967295"), &large, NULL), OX_OK);
    CHECK_EQ(large, UINT32_MAX);
    CHECK_EQ(ox_text_parse_unsigned(OX_TEXT("0xFFFFFFFF"), &large, NULL), OX_OK);
    CHECK_EQ(ox_text_parse_unsigned(OX_TEXT("4294967296"), &large, NULL), OX_BAD_DATA);
    CHECK_EQ(ox_text_parse_unsigned(OX_TEXT("-1"), &large, NULL), OX_BAD_DATA);
}

TEST(text_view_parses_fixed_point) {
    static const number_case cases[] = {{"1.5", OX_OK, 98304, 0},
                                        {"-0.25", OX_OK, -16384, 0},
                                        {".5", OX_OK, 32768, 0},
                                        {"+3", OX_OK, 196608, 0},
                                        {"-32768", OX_OK, INT32_MIN, 0},
                                        {"", OX_BAD_DATA, 0, 0},
                                        {"-", OX_BAD_DATA, 0, 1},
                                        {"x", OX_BAD_DATA, 0, 0},
                                        {"1.5m", OX_BAD_DATA, 0, 3},
                                        {"1..5", OX_BAD_DATA, 0, 1},
                                        {"40000", OX_BAD_DATA, INT32_MAX, 5},
                                        {"-40000", OX_BAD_DATA, INT32_MIN, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fx value = 12345;
        size_t at = 0;
        ox_status status = ox_text_parse_fx(ox_text_of(cases[i].text), &value, &at);
        bool good = status == cases[i].status && value == cases[i].value && at == cases[i].at;
        if (!good) TEST_INFO("\"%s\": value %d at %u", cases[i].text, (int)value, (unsigned)at);
        CHECK(good);
    }
}

/* A number printed with five decimals is read back exactly. */
TEST(text_fixed_point_round_trips) {
    static const fx special[] = {0,      1,      -1, FX_ONE, -FX_ONE, INT32_MAX, INT32_MIN, INT32_MIN + 1,
                                 0x8000, -0x8000};
    rng32 r = rng32_seed(52, 1);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 10000; i++) {
        fx value = i < 10 ? special[i] : fx_sra32((int32_t)rng32_next(&r), (int)rng_below(&r, 32)), back = 0;
        char line[32];
        ox_text text = ox_text_begin(line, sizeof line);
        ox_text_add(&text, "%.5q", (int)value);
        wrong += ox_text_parse_fx(ox_text_seen(&text), &back, NULL) != OX_OK || back != value;
        text = ox_text_begin(line, sizeof line);
        ox_text_add(&text, i % 2 == 0 ? "%.9q" : "%+.7q", (int)value);
        wrong += ox_text_parse_fx(ox_text_seen(&text), &back, NULL) != OX_OK || back != value;
    }
    CHECK_EQ(wrong, 0);
}

/* ---- buffers ---- */

static bool is_boundary(const char *whole, size_t at) { return ((uint8_t)whole[at] & 0xC0u) != 0x80u; }

TEST(text_buffer_cuts_between_characters) {
    static const char whole[] = "a\xC3\xA4\xE2\x82\xAC"
                                "b\xF0\x9F\x98\x80\xC3\xA4z";
    enum { LENGTH = sizeof whole - 1 };
    for (size_t size = 0; size <= LENGTH + 2; size++) {
        /* the text in two pieces, cut within characters, too */
        for (size_t split = 0; split <= LENGTH; split++) {
            char out[LENGTH + 4];
            memset(out, 0x7E, sizeof out);
            ox_text text = ox_text_begin_plain(out, size);
            bool first = ox_text_put(&text, whole, split);
            bool second = ox_text_put(&text, whole + split, LENGTH - split);
            CHECK_EQ(text.needed, LENGTH);
            CHECK_EQ(first && second, size > LENGTH);
            CHECK_EQ(ox_text_cut(&text), size <= LENGTH);
            for (size_t i = size; i < sizeof out; i++) CHECK_EQ(out[i], 0x7E);
            if (size == 0) continue;
            size_t best = size > LENGTH ? LENGTH : size - 1;
            while (!is_boundary(whole, best)) best--;
            CHECK(text.length == best && out[best] == 0 && memcmp(out, whole, best) == 0);
        }
    }
}

TEST(text_buffer_marks_what_was_cut) {
    char small[8];
    ox_text text = ox_text_begin(small, sizeof small);
    CHECK(ox_text_string(&text, "1234567") && strcmp(small, "1234567") == 0);
    CHECK(!ox_text_copy(&text, OX_TEXT("12345678")));
    CHECK(strcmp(small, "1234...") == 0 && text.length == 7 && text.needed == 8);
    CHECK(!ox_text_string(&text, "more") && strcmp(small, "1234...") == 0 && text.needed == 12);
    CHECK(ox_text_copy(&text, OX_TEXT("again")) && strcmp(small, "again") == 0 && !ox_text_cut(&text));
    CHECK(!ox_text_copy(&text, OX_TEXT("12\xE2\x82\xAC"
                                       "5678")));
    CHECK(strcmp(small, "12...") == 0); /* the sign has three bytes, and there was room for two */
    CHECK(!ox_text_fill(&text, 'x', 90) && strcmp(small, "12...") == 0);
    text = ox_text_begin(small, 3);
    CHECK(!ox_text_string(&text, "abc") && strcmp(small, "..") == 0);
    text = ox_text_begin(small, 1);
    CHECK(!ox_text_string(&text, "abc") && small[0] == 0);
    small[0] = 'x';
    text = ox_text_begin(small, 0);
    CHECK(!ox_text_string(&text, "abc") && small[0] == 'x' && text.needed == 3);
    text = ox_text_begin(NULL, 0);
    CHECK(ox_text_string(&text, "") && !ox_text_fill(&text, 'x', 2));
}

TEST(text_buffer_grows_piece_by_piece) {
    char small[12];
    ox_text text = ox_text_begin(small, sizeof small);
    CHECK(ox_text_string(&text, "ab"));
    CHECK_EQ(ox_text_add(&text, "-%u-", 12u), 4);
    CHECK(strcmp(small, "ab-12-") == 0 && text.length == 6 && !ox_text_cut(&text));
    CHECK_EQ(ox_text_add(&text, "%s", "abcdefgh"), 8);
    CHECK(strcmp(small, "ab-12-ab...") == 0 && ox_text_cut(&text));
    CHECK(is(ox_text_seen(&text), "ab-12-ab..."));
}
