/* Errors of the compiler of Goad for faulty programs. */
#include "tests/host/kernel/script/script_text.h"

static const struct {
    const char *text, *said;
} faulty[] = {
    {"x = 1", "1:1 declaration expected, 'x' found"},
    {"func f() { var x = 5 + }", "1:24 expression expected, '}' found"},
    {"func f() -> int { return 1 < 2 < 3 }", "1:32 comparisons do not chain: write 'a < b and b < c'"},
    {"func f() -> int { if 1 > 2 { return 1 } }", "1:1 'f' does not return a value on every path"},
    {"func f() { var a = 1\n a = 1.5 }", "2:6 int expected, fx found"},
    {"func f(a: int, b: fx) -> fx { return a + b }",
     "1:40 '+' does not take int and fx: write fx(...) or int(...)"},
    {"func f() { wait 3 }", "1:12 'wait' needs latent code: declare 'latent func' or use a 'begin' block"},
    {"latent func g() { while true { } }", "1:19 endless loop in latent code never waits"},
    {"latent func g() { wait 1 }\nfunc f() { g() }",
     "2:13 'g' is latent: call it from latent code or use 'start'"},
    {"func f() { f() }", "1:1 recursion without 'limit': f -> f"},
    {"func f() -> int { return 1 / 0 }", "1:28 division by zero"},
    {"var t: [1..5]int\nfunc f() { t[6] = 1 }", "2:14 index 6 outside 1..5"},
    {"enum M { A, B }\nfunc f(m: M) { match m { case M.A { } } }", "2:16 match leaves out B"},
    {"event E(n: int)\nbehaviour D { on E(a, b) { } }", "2:15 event 'E' has 1 arguments"},
    {"behaviour D { state A { on enter { goto B } } }", "1:36 state 'B' is not known here"},
    {"func f() { while true { break\n f() } }", "2:2 statement can never run"},
    {"func f() {\n while true { }\n f()\n}",
     "2:2 endless loop: what stands behind it can never run; leave it by `break`"},
    {"func f() { var s = \"abc }", "1:20 text has no closing quote"},
    {"const N = 40000.0", "1:11 fixed-point number out of range"},
    {"func f(a: bool) -> int { return a ? 1 : 2.0 }", "1:33 both sides must have one type, not int and fx"},
    {"native func p(id: name, v: int)\nfunc f() { p('x') }",
     "2:13 'p' takes 2 arguments, 1 given: p(id: name, v: int)"},
    {"func f() { var x: int = 1.5 }", "1:25 int expected, fx found"},
    {"func f() { y = 3 }", "1:12 'y' is not known"},
    /* a missing bracket is told once, with the line where its block began */
    {"behaviour D {\n on tick {\n  if 1 > 2 { \n }\n}\nbehaviour E {\n on tick { y = 3 }\n}",
     "6:1 'behaviour' found, but the '{' of line 1 is still open: is a '}' missing?"},
    {"behaviour D {\n on tick {\n  while 1 > 2 {\n }\n on start { }\n}",
     "5:2 'on' found, but the '{' of line 2 is still open: is a '}' missing?"},
    {"func f() {\n if 1 > 2 {\n}\nfunc g() { }",
     "4:1 'func' found, but the '{' of line 1 is still open: is a '}' missing?"},
    {"behaviour D {\n state S {\n",
     "3:1 end of file found, but the '{' of line 2 is still open: is a '}' missing?"},
    {"func f() { let near = 3 }", "1:16 name expected, 'near' found, a word of the language"},
    /* suggestions are names that may stand there, the nearest in sight first */
    {"func f(count: int) -> int { return conut }", "1:36 'conut' is not known, did you mean 'count'?"},
    {"behaviour D { var speed = 1\n on tick { speed = sped + 1 } }",
     "2:20 'sped' is not known, did you mean 'speed'?"},
    {"behaviour D { func jump() { }\n on tick { jmup() } }",
     "2:12 'jmup' is not known, did you mean 'jump'?"},
    {"func jump() { }\nbehaviour D { on tick { jmup() } }", "2:25 'jmup' is not known, did you mean 'jump'?"},
    {"var tock = 1\nbehaviour D { on tcik { } }", "2:15 event 'tcik' is not known, did you mean 'tick'?"},
    {"var jumps = 1\nevent Jumped()\nbehaviour D { on jumpd { } }",
     "3:15 event 'jumpd' is not known, did you mean 'Jumped'?"},
    {"func f() -> fx { return sqr(4.0) }", "1:25 'sqr' is not known, did you mean 'sqrt'?"},
    {"func f(o: obj) { o.anglle = 3deg }", "1:20 field 'anglle' is not known, did you mean 'angle'?"},
    {"behaviour D { on Hurt() { } }",
     "1:15 event 'Hurt' is not known: write `event NAME(...)` outside of behaviours"},
    /* operators of other languages */
    {"func f(a: bool, b: bool) -> bool { return a || b }",
     "1:46 expression expected, '|' found: write `or` for `||`"},
    {"func f(a: bool, b: bool) -> bool { return a && b }",
     "1:46 expression expected, '&' found: write `and` for `&&`"},
    {"function f() { }", "1:1 declaration expected, 'function' found: write `func`"},
    {"class H { }", "1:1 declaration expected, 'class' found: write `behaviour`"},
    {"var x: float = 1.0", "1:8 type 'float' is not known: write `fx`"},
    {"func f(o: obj) -> bool { return o == nil }", "1:38 'nil' is not known: write `null`"},
    {"native func print(colour: int)\nfunc f() { print(red) }",
     "2:18 'red' is not known: write a colour as #FF0000"},
    {"enum B { UP, DOWN }\nfunc f() -> B { return B.FIRE }",
     "2:26 value 'FIRE' is not known: B has UP, DOWN"},
    {"func f(a: angle) -> angle { return a * 1.5 }",
     "1:38 '*' does not take angle and fx: write whole numbers, as in `a * 3 / 2`"},
    {"behaviour D { on update { } }", "1:15 event 'update' is not known: write `on tick`"},
    {"func f() { int a = 2 }",
     "1:16 ';' or line end expected, 'a' found: write `var` in front of a new name"},
    {"func f() { if true { } elif false { } }",
     "1:29 ';' or line end expected, 'false' found: write `else if`"},
    {"behaviour D {\n var a = 1\n on tick {\n  if a > 0 then\n   a = 2\n  else\n   a = 3\n  end\n }\n on "
     "start { a = 4 }\n}",
     "4:12 '{' expected, 'then' found: write `if x { ... }`, without `then` and `end`"},
    {"var n = 1\nfunc f() { n++ }", "2:14 expression expected, '+' found: write `+= 1` for `++`"},
    {"var n = 1\nfunc f() { if (n = 2) { n = 3 } }", "2:18 ')' expected, '=' found, did you mean '=='?"},
    {"native func print(words: note)\nvar n = 1\nfunc f() { print(n) }",
     "3:18 note expected, int found: print_number and log_number show numbers"},
    {"native func print(words: note)\nvar n = 1\nfunc f() { print(\"n \" + n) }",
     "3:23 '+' does not take note and int: write values into the words, as in \"score {score}\""},
    {"native func print(words: note, x: int, y: int, colour: int)\nfunc f() { print(\"n\", 8, 8) }",
     "2:17 'print' takes 4 arguments, 3 given: print(words: note, x: int, y: int, colour: int)"},
    {"func f(a_parameter_with_a_long_name: int, another_of_them_that_is_long: int, "
     "a_third_parameter_as_long_as_these: int, and_a_fourth_of_that_length_or_more: int) { }\nfunc g() { f() "
     "}",
     "2:13 'f' takes 4 arguments, 0 given"},
    {"func f(o: obj) -> fx { return o.width }",
     "1:33 field 'width' is not known: objects have pos, angle and name, and by `(o as Behaviour)` the props "
     "of that behaviour"},
    /* too many cells in all; uses of the refused variable are still checked */
    {"var a: [4000]int\nvar b: [4000]int\nvar c: [4000]int\nfunc f() { c[1] = a[2] + b[3] }",
     "2:5 'b' needs 4000 more cells, at most 4096 are allowed for all globals"},
};

TEST(script_errors_have_place_and_reason) {
    for (size_t i = 0; i < sizeof faulty / sizeof faulty[0]; i++) {
        writer image = {0};
        CHECK(!compile_script(faulty[i].text, &image));
        CHECK_EQ(image.size, 0);
        size_t length = strlen(faulty[i].said);
        bool same = strncmp(said, faulty[i].said, length) == 0 && strcmp(said + length, "\n") == 0;
        if (!same) TEST_INFO("%s: said %s", faulty[i].text, said);
        CHECK(same);
        writer_free(&image);
    }
}

TEST(script_errors_that_are_independent_are_all_told) {
    writer image = {0};
    CHECK(!compile_script(
        "func a() { var x = 1 + }\nfunc b() { y = 2 }\nfunc c() -> int { return 1.5 }\nfunc d() { y = 4 }\n",
        &image));
    CHECK(
        strcmp(said,
               "1:24 expression expected, '}' found\n2:12 'y' is not known\n3:26 int expected, fx found\n") ==
        0);
    if (strstr(said, "3:26") == NULL) TEST_INFO("%s", said);
    CHECK(!compile_script("func a() { var x = = 1\n var y = 2 2\n var z = ) }\n", &image));
    CHECK(strcmp(said, "1:20 expression expected, '=' found\n2:12 ';' or line end expected, '2' found\n3:10 "
                       "expression expected, ')' found\n") == 0);
    writer_free(&image);
}

TEST(script_errors_propose_names) {
    writer image = {0};
    CHECK(
        !compile_script("func f(health: int) -> int { return helth(health) }\nfunc health_of() { }", &image));
    CHECK(!compile_script("var colour = 1\nfunc f() -> int { return color }", &image));
    CHECK(strcmp(said, "2:26 'color' is not known, did you mean 'colour'?\n") == 0);
    writer_free(&image);
}

TEST(script_errors_end_at_twenty_of_a_file) {
    writer image = {0};
    char text[2000] = "";
    uint32_t lines = 0;
    for (int i = 0; i < 40; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "func f%d() -> int { return 1.5 }\n", i);
    CHECK(!compile_script(text, &image));
    for (const char *at = said; *at != 0; at++) lines += *at == '\n';
    CHECK_EQ(lines, SCRIPT_ERRORS_MOST);
    CHECK(!compile_script("func f(a: int) { if a = 1 { } }", &image));
    CHECK(strcmp(said, "1:23 '{' expected, '=' found, did you mean '=='?\n") == 0);
    writer_free(&image);
}
