/* `on draw` in Goad: a forbidden statement is told with its line, also in functions that `on draw` calls, and
 * no other handler draws. */
#include "kernel/script/machine.h"
#include "tests/host/kernel/script/script_text.h"

static bool compiles(const char *text, writer *image) {
    const script_options options = {.library = true};
    return compile_options(text, &options, image);
}

static bool good(const char *text) {
    writer image = {0};
    const bool taken = compiles(text, &image);
    writer_free(&image);
    if (!taken) TEST_INFO("%s: %s", text, said);
    return taken;
}

/* One mistake at this place; its sentence has this begin and this end. */
static bool bad(const char *text, const char *begin, const char *end) {
    writer image = {0};
    const bool taken = compiles(text, &image);
    writer_free(&image);
    const size_t length = strlen(said), tail = strlen(end);
    const bool right = !taken && strncmp(said, begin, strlen(begin)) == 0 && length > tail &&
                       strncmp(said + length - tail - 1, end, tail) == 0 &&
                       strchr(said, '\n') == said + length - 1;
    if (!right) TEST_INFO("%s: %s", text, taken ? "compiles" : said);
    return right;
}

#define ADVICE                                                                                               \
    ", and a picture only shows the game: do it in `on tick`, and keep what `on draw` needs in a `var`"
#define DRAW(code)                                                                                           \
    "var total = 0\nevent Ring(n: int)\nvar names: list[int, 4]\nbehaviour B { var score = 3\non draw "      \
    "{ " code " }\nauto state X { } }"

TEST(script_draw_writes_are_told_with_their_line) {
    CHECK(bad(DRAW("score += 1"), "5:11 'score' is changed" ADVICE, ""));
    CHECK(bad(DRAW("total = 4"), "5:11 'total' is changed", "`var`"));
    CHECK(bad(DRAW("self.pos.x = 2.0"), "5:11 'pos' is changed", "`var`"));
    CHECK(bad(DRAW("self.angle += 1deg"), "5:11 'angle' is changed", "`var`"));
    CHECK(bad(DRAW("names.add(3)"), "5:11 'names' is changed", "`var`"));
    CHECK(bad(DRAW("names[0] = 3"), "5:11 'names' is changed", "`var`"));
    CHECK(bad(DRAW("names.sort()"), "5:11 'names' is changed", "`var`"));
    CHECK(bad(DRAW("emit Ring(3)"), "5:16 the event 'Ring' is sent" ADVICE, ""));
    CHECK(bad(DRAW("goto X"), "5:11 the state is changed to 'X'" ADVICE, ""));
    CHECK(bad(DRAW("let k = random(3)\nline(k, k, k, k, 0)"), "5:25 'random' changes the game" ADVICE, ""));
    CHECK(bad(DRAW("remove(self)"), "5:17 'remove' changes the game" ADVICE, ""));
    CHECK(bad("latent func walk() { wait 1s }\nbehaviour B { on draw { start walk() } }",
              "2:25 a task is started" ADVICE, ""));
    CHECK(bad("behaviour B { on draw { wait 1s } }", "1:25 'wait' needs latent code", ""));
    CHECK(bad("var found: list[obj, 4]\nbehaviour B { on draw { let n = gather(found, 'a', self.pos, "
              "1.0)\nline(n, n, n, n, 0) } }",
              "2:40 'found' is changed", "`var`"));
}

TEST(script_draw_writes_of_called_functions_are_told) {
    CHECK(bad("var total = 0\nfunc count(n: int) { total += n }\nbehaviour B { on draw { count(3) } }",
              "2:22 'total' is changed", "('count' is called by `on draw` in line 3)"));
    CHECK(bad("var total = 0\nfunc deep() { total = 1 }\nfunc count() { deep() }\nbehaviour B { on draw { "
              "count() } }",
              "2:15 'total' is changed", "('deep' is called by `on draw` in line 4)"));
    /* an override that is called through its base */
    CHECK(bad("behaviour A { func look() { }\non draw { look() } }\nbehaviour B : A { var n = 0\nfunc look() "
              "{ n = 1 } }",
              "4:15 'n' is changed", "('look' is called by `on draw` in line 2)"));
}

TEST(script_draw_may_look_and_use_its_locals) {
    CHECK(good(DRAW("var n = score + total\nn += 1\nvar mine: list[int, "
                    "3]\nmine.add(n)\nmine.sort()\nmine[0] = 2\nvar v = self.pos\n"
                    "v.x = 1.0\nfor o in every('a') { if alive(o) { n += 1 } }\nline(n, mine.count, "
                    "names.count, 4, #FFFFFF)\n"
                    "print(\"a\", 1, 2, #FFFFFF)")));
    CHECK(good("behaviour A { var shown = true\non draw when shown { pass } }\nbehaviour B : A { auto state "
               "S { on draw { pass } } }"));
}

TEST(script_draw_nobody_else_draws) {
    CHECK(bad("behaviour B { on tick { line(1, 1, 2, 2, 0) } }",
              "1:29 'line' draws, and only `on draw` does: call it there, or in functions that `on draw` "
              "alone calls",
              ""));
    CHECK(bad("func mark() { line(1, 1, 2, 2, 0) }\nbehaviour B { on draw { mark() }\non tick { mark() } }",
              "1:19 'line' draws", "('mark' is called by `on tick` in line 3)"));
    CHECK(bad("latent func mark() { line(1, 1, 2, 2, 0)\nwait 1t }", "1:26 'line' draws", "alone calls"));
    CHECK(good("func mark() { line(1, 1, 2, 2, 0) }\nbehaviour B { on draw { mark() } }"));
}
