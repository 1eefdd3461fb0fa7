/* Tests of comparing texts: minimal differences, patches applied again, patches as people read them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/text/text_difference.h"

static tool_error error;

static uint32_t draw(uint32_t *state, uint32_t below) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

/* Lines out of an alphabet of `kinds`, perhaps without a last line end. */
static size_t make_text(uint32_t *state, char *text, uint32_t lines, uint32_t kinds) {
    size_t size = 0;
    for (uint32_t i = 0; i < lines; i++)
        size += (size_t)sprintf(text + size, "line %u\n", draw(state, kinds));
    if (size > 0 && draw(state, 3) == 0) size--;
    return size;
}

/* A text with `edits` lines taken out, put in or changed. */
static size_t edit_text(uint32_t *state, const char *from, size_t size, char *to, uint32_t edits) {
    memcpy(to, from, size);
    for (uint32_t i = 0; i < edits; i++) {
        size_t at = size == 0 ? 0 : draw(state, (uint32_t)size);
        while (at > 0 && to[at - 1] != '\n') at--;
        size_t end = at;
        while (end < size && to[end++] != '\n') continue;
        if (draw(state, 2) == 0) { /* lines are taken out */
            memmove(to + at, to + end, size - end);
            size -= end - at;
        }
        if (draw(state, 2) == 0) { /* a line is put in */
            char line[32];
            size_t length = (size_t)sprintf(line, "new %u\n", draw(state, 9));
            memmove(to + at + length, to + at, size - at);
            memcpy(to + at, line, length);
            size += length;
        }
    }
    return size;
}

/* Whether the patch of the difference makes b of a. */
static bool returns(const char *a, size_t a_size, const char *b, size_t b_size, size_t context) {
    text_edits edits;
    writer patch = {0}, out = {0};
    bool good = text_compare(a, a_size, b, b_size, TEXT_LINES, &edits, &error);
    if (!good) return false;
    text_write_unified(&edits, "a", "b", context, &patch);
    good = text_patch(a, a_size, "patch", (const char *)patch.data, patch.size, &out, &error) &&
           out.size == b_size && (b_size == 0 || memcmp(out.data, b, b_size) == 0);
    if (!good)
        TEST_INFO("%s\n%.*s", error.text, (int)patch.size,
                  patch.data == NULL ? "" : (const char *)patch.data);
    text_edits_free(&edits);
    writer_free(&patch);
    writer_free(&out);
    return good;
}

TEST(text_difference_applied_gives_the_other_text) {
    static char a[4096], b[8192];
    uint32_t state = 7;
    for (int i = 0; i < 300; i++) {
        size_t a_size = make_text(&state, a, draw(&state, 40), 2 + draw(&state, 60));
        size_t b_size = edit_text(&state, a, a_size, b, draw(&state, 12));
        if (!returns(a, a_size, b, b_size, draw(&state, 4))) {
            TEST_INFO("script %d", i);
            CHECK(false);
            return;
        }
    }
    CHECK(returns("", 0, "", 0, 3) && returns("", 0, "a\n", 2, 3) && returns("a\n", 2, "", 0, 3));
    CHECK(returns("", 0, "a", 1, 3) && returns("a", 1, "a\n", 2, 0) && returns("a\nb", 3, "a\nc", 3, 1));
    CHECK(returns("a\nb\n", 4, "a\nb", 3, 3) && returns("\n", 1, "\n\n", 2, 0));
    /* zeros are bytes like others in a text */
    CHECK(returns("a\0b", 3, "a", 1, 0) && returns("a", 1, "a\0\0", 3, 0));
}

TEST(text_difference_of_equal_texts_is_empty) {
    text_edits edits;
    writer out = {0};
    CHECK(text_compare("a\nb\n", 4, "a\nb\n", 4, TEXT_LINES, &edits, &error));
    CHECK_EQ(edits.count, 0);
    CHECK_EQ(text_edit_count(&edits), 0);
    text_write_unified(&edits, "a", "b", 3, &out);
    text_write_words(&edits, 1, &out);
    CHECK_EQ(out.size, 0);
    text_edits_free(&edits);
}

/* Length of the longest common subsequence of lines of one letter and a line end, by the table. */
static size_t brute_force(const char *a, size_t n, const char *b, size_t m) {
    static size_t table[64][64];
    for (size_t i = 0; i <= n; i++) {
        for (size_t k = 0; k <= m; k++) {
            if (i == 0 || k == 0) {
                table[i][k] = 0;
            } else if (a[(i - 1) * 2] == b[(k - 1) * 2]) {
                table[i][k] = table[i - 1][k - 1] + 1;
            } else {
                table[i][k] = table[i - 1][k] > table[i][k - 1] ? table[i - 1][k] : table[i][k - 1];
            }
        }
    }
    return table[n][m];
}

TEST(text_difference_is_minimal) {
    char a[128], b[128];
    uint32_t state = 3;
    for (int i = 0; i < 2000; i++) {
        size_t n = draw(&state, 40), m = draw(&state, 40);
        uint32_t kinds = 1 + draw(&state, 6);
        for (size_t k = 0; k < n; k++) a[2 * k] = (char)('a' + draw(&state, kinds)), a[2 * k + 1] = '\n';
        for (size_t k = 0; k < m; k++) b[2 * k] = (char)('a' + draw(&state, kinds)), b[2 * k + 1] = '\n';
        text_edits edits;
        bool good = text_compare(a, 2 * n, b, 2 * m, TEXT_LINES, &edits, &error);
        size_t least = n + m - 2 * brute_force(a, n, b, m), found = good ? text_edit_count(&edits) : 0;
        if (good) text_edits_free(&edits);
        if (!good || found != least) {
            TEST_INFO("case %d: %zu instead of %zu", i, found, least);
            CHECK(false);
            return;
        }
    }
}

static bool writes(const char *a, const char *b, text_unit unit, const char *expected) {
    text_edits edits;
    writer out = {0};
    if (!text_compare(a, strlen(a), b, strlen(b), unit, &edits, &error)) return false;
    if (unit == TEXT_LINES) {
        text_write_unified(&edits, "old", "new", 1, &out);
    } else {
        text_write_words(&edits, 0, &out);
    }
    bool same = out.size == strlen(expected) && memcmp(out.data, expected, out.size) == 0;
    if (!same) TEST_INFO("wrote:\n%.*s", (int)out.size, out.data == NULL ? "" : (const char *)out.data);
    text_edits_free(&edits);
    writer_free(&out);
    return same;
}

TEST(text_difference_as_people_read_it) {
    CHECK(writes("a\nb\nc\nd\ne\nf\ng\n", "a\nB\nc\nd\ne\nf\ng", TEXT_LINES,
                 "--- old\n+++ new\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -6,2 +6,2 @@\n f\n-g\n+g\n\\ No "
                 "newline at end of file\n"));
    CHECK(writes("", "x\n", TEXT_LINES, "--- old\n+++ new\n@@ -0,0 +1 @@\n+x\n"));
    CHECK(writes("one\nhealth = 12\nthree\n", "one\nhealth = 15\nthree\n", TEXT_WORDS,
                 "@@ line 2 @@\nhealth = [-12-]{+15+}\n"));
    CHECK(writes("a b\n", "a big b\n", TEXT_WORDS, "a {+big +}b\n"));
}

TEST(text_difference_that_does_not_fit_is_refused) {
    static const char *const patches[] = {"@@ -1 +1 @@\n-b\n+c\n",
                                          "@@ -9 +9 @@\n-a\n+c\n",
                                          "@@ -1,2 +1 @@\n-a\n",
                                          "nonsense\n",
                                          "@@ -1 +1 @@\n*a\n",
                                          "@@ -0,1 +1 @@\n-a\n+b\n",
                                          "@@ -99999999999999999999 +1 @@\n"};
    for (size_t i = 0; i < sizeof patches / sizeof patches[0]; i++) {
        writer out = {0};
        CHECK(!text_patch("a\n", 2, "some.patch", patches[i], strlen(patches[i]), &out, &error));
        CHECK(strncmp(error.text, "some.patch:", 11) == 0);
        writer_free(&out);
    }
}

TEST(text_difference_of_long_texts_takes_little_memory) {
    enum { LINES = 20000 };
    char *a = malloc(LINES * 12), *b = malloc(LINES * 12);
    uint32_t state = 1;
    if (a == NULL || b == NULL) {
        free(a);
        free(b);
        CHECK(false);
        return;
    }
    size_t a_size = make_text(&state, a, LINES, 100000), b_size = 0;
    for (size_t at = 0; at < a_size;) { /* every hundredth line is taken out */
        const char *end = memchr(a + at, '\n', a_size - at);
        size_t length = end == NULL ? a_size - at : (size_t)(end - (a + at)) + 1;
        if (draw(&state, 100) != 0) {
            memcpy(b + b_size, a + at, length);
            b_size += length;
        }
        at += length;
    }
    CHECK(returns(a, a_size, b, b_size, 3));
    free(a);
    free(b);
}
