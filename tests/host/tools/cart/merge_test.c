/* Tests of three-way merges by lines and by statements. */
#include <stdio.h>
#include <string.h>

#include "tests/test.h"
#include "tools/cart/merge.h"

static tool_error error;
static char told[4000];

static void note(void *argument, report_severity severity, const tool_error *what) {
    (void)argument;
    (void)severity;
    size_t length = strlen(told);
    snprintf(told + length, sizeof told - length, "%s\n", what->text);
}

/* Gives the number of conflicts when the outcome is the expected one, else -1. */
static int merged(statements_form form, const char *base, const char *mine, const char *theirs,
                  const char *expected) {
    tool_report said = {.tell = note};
    const merge_input in = {{"base.txt", base, strlen(base)},
                            {"mine.txt", mine, strlen(mine)},
                            {"theirs.txt", theirs, strlen(theirs)},
                            &said};
    writer out = {0};
    uint32_t conflicts = 0;
    told[0] = 0;
    bool ok = form == STATEMENTS_FORMS ? merge_by_lines(&in, &out, &conflicts, &error)
                                       : merge_by_statements(&in, form, &out, &conflicts, &error);
    report_free(&said);
    bool same =
        ok && out.size == strlen(expected) && (out.size == 0 || memcmp(out.data, expected, out.size) == 0);
    if (!same)
        TEST_INFO("%s\n%.*s", ok ? "gave" : error.text, (int)out.size,
                  out.data == NULL ? "" : (const char *)out.data);
    writer_free(&out);
    return same ? (int)conflicts : -1;
}

#define LINES STATEMENTS_FORMS

TEST(merge_lines_joins_what_does_not_meet) {
    CHECK_EQ(merged(LINES, "a\nb\nc\nd\n", "a\nB\nc\nd\n", "a\nb\nc\nD\n", "a\nB\nc\nD\n"), 0);
    CHECK_EQ(merged(LINES, "a\nb\nc\n", "a\nB\nc\n", "a\nb\nC\n", "a\nB\nC\n"), 0); /* neighbours */
    CHECK_EQ(merged(LINES, "a\nb\n", "x\na\nb\n", "a\nb\ny\n", "x\na\nb\ny\n"), 0);
    CHECK_EQ(merged(LINES, "a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\n", "a\nB\nc\n"), 0); /* equal changes once */
    CHECK_EQ(merged(LINES, "a\nb\nc\n", "a\nc\n", "a\nb\nc\nd", "a\nc\nd"), 0);
    CHECK_EQ(merged(LINES, "a\nb\n", "a\nnew\nb\n", "a\nB\n", "a\nnew\nB\n"),
             0); /* a line is added before a line that changed */
    CHECK_EQ(merged(LINES, "", "a\n", "", "a\n"), 0);
}

TEST(merge_lines_marks_what_meets) {
    CHECK_EQ(merged(LINES, "a\nb\nc\n", "a\nx\nc\n", "a\ny\nc\n",
                    "a\n<<<<<<< mine.txt\nx\n=======\ny\n>>>>>>> theirs.txt\nc\n"),
             1);
    CHECK(strstr(told, "mine.txt:2: changed differently in theirs.txt:2") != NULL);
    CHECK_EQ(
        merged(LINES, "a\n", "a\nx\n", "a\ny", "a\n<<<<<<< mine.txt\nx\n=======\ny\n>>>>>>> theirs.txt\n"),
        1);
    CHECK_EQ(merged(LINES, "a\nb\nc\nd\n", "A\nB\nc\nd\n", "a\n2\n3\nd\n",
                    "<<<<<<< mine.txt\nA\nB\nc\n=======\na\n2\n3\n>>>>>>> theirs.txt\nd\n"),
             1);
    CHECK_EQ(
        merged(LINES, "a\nb\n", "a\n", "a\nc\n", "a\n<<<<<<< mine.txt\n=======\nc\n>>>>>>> theirs.txt\n"), 1);
}

static uint32_t draw(uint32_t *state, uint32_t below) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

/* A level with a few things of every sort, some of them twice. */
static void make_level(uint32_t *state, char *text, size_t room) {
    size_t size = (size_t)snprintf(text, room, "level 1\n# things\n");
    uint32_t lines = draw(state, 14);
    for (uint32_t i = 0; i < lines; i++) {
        static const char *const kinds[] = {"layer", "locator", "volume"};
        uint32_t kind = draw(state, 5), number = draw(state, 4);
        if (draw(state, 5) == 0)
            size += (size_t)snprintf(text + size, room - size, "\n# note %u\n", draw(state, 3));
        if (kind < 3)
            size += (size_t)snprintf(text + size, room - size, "%s n%u point at=%u,0,0\n", kinds[kind],
                                     number, draw(state, 3));
        else if (kind == 3)
            size += (size_t)snprintf(text + size, room - size, "instance tree at=%u,0,0 scale=%u\n",
                                     draw(state, 5), draw(state, 3));
        else
            size +=
                (size_t)snprintf(text + size, room - size, "spawn orc name=o%u at=0,0,0\n    set health %u\n",
                                 number, draw(state, 3));
    }
    if (draw(state, 4) == 0 && size > 0) text[size - 1] = 0;
}

TEST(merge_with_an_unchanged_side_gives_the_other) {
    static char base[4096], other[4096];
    uint32_t state = 5;
    for (int i = 0; i < 400; i++) {
        make_level(&state, base, sizeof base);
        make_level(&state, other, sizeof other);
        for (int form = 0; form < 2; form++) {
            const statements_form as = form == 0 ? STATEMENTS_FORMS : STATEMENTS_LEVEL;
            bool good = merged(as, base, other, base, other) == 0 &&
                        merged(as, base, base, other, other) == 0 &&
                        merged(as, base, other, other, other) == 0;
            if (good) continue;
            TEST_INFO("case %d form %d\n%s\n---\n%s", i, form, base, other);
            CHECK(false);
            return;
        }
    }
}

static const char level[] =
    "level 1\nlayer lights\n# the guard\nspawn orc name=guard at=1,0,0\n    set health 12\n"
    "spawn orc name=chief at=5,0,0 layer=lights\n    set health 40 # strong\ninstance tree at=1,0,0\n"
    "instance tree at=2,0,0\n";

TEST(merge_of_a_level_goes_by_objects_and_fields) {
    /* Two people change different objects and different fields of one object, and both add at one place: no
     * conflict. */
    CHECK_EQ(
        merged(
            STATEMENTS_LEVEL, level,
            "level 1\nlayer lights\n# the guard\nspawn orc name=guard at=9,0,0\n    set health 12\n"
            "spawn orc name=chief at=5,0,0 layer=lights yaw=90\n    set health 40 # strong\ninstance tree "
            "at=1,0,0\n"
            "instance tree at=2,0,0\ninstance tree at=3,0,0\nlight lamp point vector=0,1,0\n",
            "level 1\nlayer lights hidden\n# the guard\nspawn orc name=guard at=1,0,0\n    set health 15\n"
            "spawn orc name=chief at=6,0,0 layer=lights\n    set health 40 # strong\n    set name \"Grom\"\n"
            "instance tree at=1,0,0 scale=2\ninstance tree at=2,0,0\ninstance tree at=4,0,0\n",
            "level 1\nlayer lights hidden\n# the guard\nspawn orc name=guard at=9,0,0\n    set health 15\n"
            "spawn orc name=chief at=6,0,0 layer=lights yaw=90\n    set health 40 # strong\n    set name "
            "\"Grom\"\n"
            "instance tree at=1,0,0 scale=2\ninstance tree at=2,0,0\ninstance tree at=4,0,0\ninstance tree "
            "at=3,0,0\n"
            "light lamp point vector=0,1,0\n"),
        0);
    /* One person reorders layers, the other changes a layer. */
    CHECK_EQ(merged(STATEMENTS_LEVEL, "level 1\nlayer a\nlayer b\nlayer c\n",
                    "level 1\nlayer c\nlayer a\nlayer b\n", "level 1\nlayer a hidden\nlayer b\nlayer c\n",
                    "level 1\nlayer c\nlayer a hidden\nlayer b\n"),
             0);
}

TEST(merge_of_one_field_is_a_conflict_that_names_it) {
    CHECK_EQ(
        merged(
            STATEMENTS_LEVEL, level,
            "level 1\nlayer lights\n# the guard\nspawn orc name=guard at=9,0,0 yaw=5\n    set health 12\n"
            "spawn orc name=chief at=5,0,0 layer=lights\n    set health 40 # strong\ninstance tree at=1,0,0\n"
            "instance tree at=2,0,0\n",
            "level 1\nlayer lights\n# the guard\nspawn orc name=guard at=8,0,0 scale=2\n    set health 12\n"
            "instance tree at=1,0,0\ninstance tree at=2,0,0\n",
            "level 1\nlayer lights\n# the guard\n<<<<<<< mine.txt\nspawn orc name=guard at=9,0,0 yaw=5 "
            "scale=2\n=======\n"
            "spawn orc name=guard at=8,0,0 yaw=5 scale=2\n>>>>>>> theirs.txt\n    set health 12\ninstance "
            "tree at=1,0,0\n"
            "instance tree at=2,0,0\n"),
        1);
    CHECK(strstr(told,
                 "mine.txt:4: spawn name=guard: `at` was changed differently in theirs.txt:4; choose one") !=
          NULL);
    CHECK_EQ(merged(STATEMENTS_CART, "mesh a a.obj\nmesh b b.obj\n", "mesh b b.obj\n",
                    "mesh a a.obj scale=2\nmesh b b.obj\n",
                    "<<<<<<< mine.txt\n=======\nmesh a a.obj scale=2\n>>>>>>> theirs.txt\nmesh b b.obj\n"),
             1);
    CHECK(strstr(told, "mesh a was changed here and taken out in mine.txt") != NULL);
}

TEST(merge_of_carts_strings_and_tiles) {
    CHECK_EQ(
        merged(STATEMENTS_CART, "title \"A\"\nscene main\n    ambient 0.2\n    object crate at=1,0,0\nend\n",
               "title \"A\"\nmesh crate crate.obj\nscene main\n    ambient 0.2\n    object crate at=1,0,0\n  "
               "  object gem at=0,0,0\nend\n",
               "title \"B\"\nscene main\n    ambient 0.4\n    object crate at=1,0,0\n    object ox "
               "at=0,0,0\nend\nscene two\nend\n",
               "title \"B\"\nmesh crate crate.obj\nscene main\n    ambient 0.4\n    object crate at=1,0,0\n"
               "    object ox at=0,0,0\n    object gem at=0,0,0\nend\nscene two\nend\n"),
        0);
    CHECK_EQ(merged(STATEMENTS_KEYS, "# menu\nstart = Start\nquit = Quit\n",
                    "# menu\nstart = Begin\nquit = Quit\nload = Load\n",
                    "# menu\nstart = Start\nquit = Leave\n",
                    "# menu\nstart = Begin\nquit = Leave\nload = Load\n"),
             0);
    CHECK_EQ(merged(STATEMENTS_TABLE, "id,en,de\nstart,Start,Start\nquit,Quit,Ende\n",
                    "id,en,de\nstart,Begin,Start\nquit,Quit,Ende\n",
                    "id,en,de\nquit,Quit,Ende\nstart,Start,Anfang\nload,\"Load, now\",Laden\n",
                    "id,en,de\nquit,Quit,Ende\nstart,Begin,Anfang\nload,\"Load, now\",Laden\n"),
             0);
    CHECK_EQ(merged(STATEMENTS_TABLE, "id,en\na,1\n", "id,en\na,2\n", "id,en\na,3\n",
                    "id,en\n<<<<<<< mine.txt\na,2\n=======\na,3\n>>>>>>> theirs.txt\n"),
             1);
    CHECK_EQ(merged(STATEMENTS_TILES, "oxtiles 1\nsize 2,2\nlayer ground\n0,0\n0,0\nlayer top\n1,1\n1,1\n",
                    "oxtiles 1\nsize 2,2\nlayer ground\n5,0\n0,0\nlayer top\n1,1\n1,1\n",
                    "oxtiles 1\nsize 2,2\nlayer ground\n0,0\n0,0\nlayer top\n1,1\n1,7\n",
                    "oxtiles 1\nsize 2,2\nlayer ground\n5,0\n0,0\nlayer top\n1,1\n1,7\n"),
             0);
    CHECK_EQ(merged(STATEMENTS_TABLE, "id,en\na,1\n", "id,en,de\na,1,2\n", "id,en\na,3\n", ""), -1);
    CHECK(strstr(error.text, "other columns than in base.txt") != NULL);
    CHECK_EQ(merged(STATEMENTS_TABLE, "id,en\na,1\n", "id,en\na,1,4\n", "id,en\na,3\n", ""), -1);
    CHECK(strstr(error.text, "mine.txt:2: 3 columns, but the first row has 2") != NULL);
}

TEST(merge_knows_forms_by_name_and_words) {
    CHECK_EQ(statements_guess("x/cart.txt", "", 0), STATEMENTS_CART);
    CHECK_EQ(statements_guess("town.txt", "# a\nlevel 1\n", 12), STATEMENTS_LEVEL);
    CHECK_EQ(statements_guess("menu.txt", "# a\nstart = x y\n[b]\n", 20), STATEMENTS_KEYS);
    CHECK_EQ(statements_guess("t.csv", "a,b", 3), STATEMENTS_TABLE);
    CHECK_EQ(statements_guess("t.txt", "oxtiles 1\n", 10), STATEMENTS_TILES);
    CHECK_EQ(statements_guess("main.c", "int main(void) {\nreturn 0;\n}\n", 29), STATEMENTS_FORMS);
}
