/* The rules of Goad, each with a program that keeps the rule and a program that breaks it; limits at N and N
 * + 1. */
#include <stdlib.h>

#include "tests/host/kernel/script/script_text.h"

static bool good(const char *text) {
    writer image = {0};
    bool compiles = compile_script(text, &image);
    writer_free(&image);
    if (!compiles) TEST_INFO("%s: %s", text, said);
    return compiles;
}

/* One error, at this place and with these words. */
static bool bad(const char *text, const char *expected) {
    writer image = {0};
    bool compiles = compile_script(text, &image);
    writer_free(&image);
    size_t length = strlen(expected);
    bool same = !compiles && strncmp(said, expected, length) == 0 && strcmp(said + length, "\n") == 0;
    if (!same) TEST_INFO("%s: %s", text, compiles ? "compiles" : said);
    return same;
}

static bool warns(const char *text) { return good(text) && warned == 1; }

TEST(script_rules_of_types) {
    CHECK(good("func f() -> fx { var a: fx = 3; return a + 1 }"));
    CHECK(bad("func f() -> fx { var a = 3; return a }", "1:36 fx expected, int found"));
    CHECK(bad("func f() -> fx { return 40000 }", "1:25 fx expected, int found"));
    CHECK(good("behaviour A { }\nbehaviour B : A { }\nfunc f(b: B) -> A { return b }\nfunc g(a: A) -> obj { "
               "return a == null ? null : a }"));
    CHECK(bad("behaviour A { }\nbehaviour B : A { }\nfunc f(a: A) -> B { return a }",
              "3:28 B expected, A found"));
    CHECK(bad("func f(a: bool) -> int { if 1 { return 2 } return a + 1 }",
              "1:29 bool expected, int found\n1:53 '+' does not take bool and int"));
    CHECK(bad("enum E { A }\nfunc f() -> int { return E.A }", "2:26 int expected, E found"));
    CHECK(good("enum E { A, B = 7, C }\nfunc f() -> int { return E.C as int + int(E.B) }"));
    CHECK(bad("func f(t: task) { var v = resume(t) }", "1:27 this gives no value"));
    CHECK(bad("func f(a: any) -> int { return a }", "1:32 int expected, any found"));
    CHECK(bad("struct S { s: S }", "1:8 'S' contains itself\n1:8 'S' has 0 cells, 1 to 16 are allowed"));
    CHECK(bad("var l: list[int, 3]\nfunc f() { var m = l }", "2:20 arrays and containers are not copied"));
    CHECK(bad("func f(o: obj) -> int { return o.hp }",
              "1:34 field 'hp' is not known: objects have pos, angle and name, and by `(o as Behaviour)` the "
              "props of that behaviour"));
    CHECK(bad("behaviour D { prop hp: int; var own: int }\nfunc f(d: D) -> int { return d.hp + d.own }",
              "2:39 'own' is a variable of 'D' alone: make it a 'prop'"));
}

TEST(script_rules_of_calls) {
    CHECK(bad("func g(a: int) { }\nfunc f() { g(b: 1) }", "2:14 'g' has no 'b'"));
    CHECK(bad("func g(a: int, b: int) { }\nfunc f() { g(1, a: 2) }", "2:17 argument is given twice"));
    CHECK(bad("native show func p() -> int", "1:18 'p' shows something: it returns nothing"));
    CHECK(good("native latent func go(p: vec3)\nlatent func f() { go(vec3(1.0, 0.0, 0.0)) }"));
    CHECK(bad("native latent func go(p: vec3)\nfunc f() { go(vec3(1.0, 0.0, 0.0)) }",
              "2:14 'go' is latent: call it from latent code or use 'start'"));
    CHECK(bad("func g() { }\nfunc f() { start g() }", "2:12 a call of a latent function expected"));
    CHECK(bad("func a() { b() }\nfunc b() { c() }\nfunc c() { a() }",
              "1:1 recursion without 'limit': a -> b -> c -> a"));
    CHECK(good("func a(n: int) { if n > 0 { b(n - 1) } }\nfunc b(n: int) limit 5 { c(n) }\nfunc c(n: int) { "
               "a(n) }"));
    CHECK(good("func f() { start g() }\nlatent func g() { wait 1; f() }"));
    CHECK(bad("func f() { self.go() }", "1:12 'self' is known in behaviours only"));
}

/* Natives that give one object after the other, and natives that fill lists of any size. */
TEST(script_rules_of_each) {
#define AROUND "native query func around(at: vec3, radius: fx) -> each obj\n"
    CHECK(good(AROUND
               "func f() -> int { var n = 0; for o in around(vec3(0.0, 0.0, 0.0), 2.0) { if alive(o) { n "
               "+= 1 } } return n }"));
    CHECK(bad(AROUND "func f() -> obj { return around(vec3(0.0, 0.0, 0.0), 2.0) }",
              "2:32 'around' gives one object after the other: write for x in around(...) { }"));
    CHECK(bad(AROUND "func f() { for o in around(vec3(0.0, 0.0, 0.0)) { } }",
              "2:27 'around' takes 2 arguments, 1 given: around(at: vec3, radius: fx)"));
    CHECK(bad("native query func around() -> each int",
              "1:19 'around' gives one object after the other, no int"));
    CHECK(good("native query func fill(l: list[obj]) -> int\nvar a: list[obj,2]\nvar b: list[obj,9]\n"
               "func f() -> int { return fill(a) + fill(b) }"));
    CHECK(bad(
        "native query func fill(l: list[obj]) -> int\nvar a: list[int,2]\nfunc f() -> int { return fill(a) }",
        "3:31 list[obj] expected, list[int, 2] found"));
    CHECK(bad("var a: list[int]", "1:8 'list' is written list[T, n], map[K, V, n] or set[K, n]"));
}

TEST(script_rules_of_values) {
    CHECK(bad("let a = 1", "1:1 declaration expected, 'let' found"));
    CHECK(bad("func f() { let a = 1; a = 2 }", "1:23 'a' cannot be changed"));
    CHECK(bad("const A = 1\nfunc f() { A += 1 }", "2:12 'A' cannot be changed"));
    CHECK(bad("func f(o: obj) { o.name = 'x' }", "1:18 this cannot be changed"));
    CHECK(good("const A = B * 2\nconst B = 3\nvar t: [A]int\nfunc f() { t[5] = 1 }"));
    CHECK(bad("const A = B\nconst B = A", "1:7 'A' needs itself"));
    CHECK(bad("var g = 1\nvar h = g + 1", "2:9 'g' is no constant"));
    CHECK(bad("tune t: fx = 1.0\nfunc f() { t = 2.0 }", "2:12 't' cannot be changed"));
    CHECK(bad("tune t: fx = 1.0\nvar h = t", "2:9 't' is no constant"));
    CHECK(bad("const t = 1\ntune t: fx = 1.0", "2:6 't' is declared already"));
    CHECK(bad("func f(a: int) -> int { return a }\nvar h = f(1)", "2:10 'f' is no 'const func'"));
    CHECK(bad("native func f(a: int) -> int\nconst A = f(1)", "2:12 natives are not called while compiling"));
    CHECK(bad("func f(a: int) -> int { return a % 0 }", "1:34 division by zero"));
    CHECK(warns("func f() -> int { return 0x7FFFFFFF + 1 }"));
    CHECK(warns("func f() { var unused = 1 }"));
    CHECK(warns("func f(unused: int) { }"));
    CHECK(warns("behaviour D { func private() { } }"));
    CHECK(bad("behaviour D { prop hp: int = 10 in 0 .. 9 }", "1:30 default of 'hp' outside its range"));
    CHECK(bad("func f() { 1 + 2 }", "1:12 this value is not used"));
    CHECK(bad("func f() { var a = 1; var a = 2 }", "1:27 'a' stands in line 1 already"));
    CHECK(bad("func f() { }\nvar f = 1", "2:5 'f' is declared in t.goad:1 already"));
}

TEST(script_rules_of_flow) {
    CHECK(bad("func f() { break }", "1:12 'break' stands in loops only"));
    CHECK(bad("func f() { return\n f() }", "2:2 statement can never run"));
    CHECK(good("func f() -> int { while true { } }"));
    CHECK(good("func f(a: int) -> int { if a > 1 { return 1 } else { return 2 } }"));
    CHECK(bad("func f(a: int) -> int { while a > 1 { return 1 } }",
              "1:1 'f' does not return a value on every path"));
    CHECK(bad("func f(a: int) { match a { case 1 { } case 1 { } } }", "1:44 this case stands already"));
    CHECK(good(
        "enum M { A, B }\nfunc f(m: M) -> int { match m { case M.A { return 1 } case M.B { return 2 } } }"));
    CHECK(good("latent func g() { while true { wait 1 } }"));
    CHECK(good("latent func g(n: int) { while true { if n > 1 { break } } }"));
    CHECK(bad("func f() { for i in 1..3 step 0 { } }", "1:31 step 0 never ends"));
    CHECK(bad("func f() { goto A }", "1:12 'goto' stands in behaviours only"));
    CHECK(bad("func f() { pass }", "1:12 'pass' stands in handlers only"));
}

TEST(script_rules_of_behaviours) {
    CHECK(bad("behaviour A : B { }\nbehaviour B : A { }", "2:11 'B' is its own base"));
    CHECK(bad("behaviour A : C { }", "1:11 'C' is no behaviour"));
    CHECK(bad("behaviour A { func f() { } on start { f() } }\nbehaviour B : A { func f(a: int) { } }",
              "2:19 'f' differs from the function that it overrides"));
    CHECK(bad("behaviour A { state S { func f() { } } }",
              "1:25 'A' has no function 'f' that a state could override"));
    CHECK(bad("behaviour A { auto state S { } auto state T { } }",
              "1:43 'A' has an 'auto' state already: 'S'"));
    CHECK(bad("behaviour A { auto state S : T { } state T : S { } }",
              "1:26 state 'T' is not known here, or is its own parent"));
    CHECK(bad("event E()\nbehaviour A { on E { } on E { } }", "2:24 'on E' stands in line 2 already"));
    CHECK(bad("behaviour A { on Nothing { } }",
              "1:15 event 'Nothing' is not known: write `event NAME(...)` outside of behaviours"));
    CHECK(bad("behaviour A { on enter { } }", "1:15 'on enter' stands in states"));
    CHECK(bad("behaviour A { var a = 1 }\nbehaviour B : A { var a = 2 }",
              "2:23 'a' is a variable of 'A' already"));
    CHECK(bad("func f() { emit E() }",
              "1:17 event 'E' is not known: write `event NAME(...)` outside of behaviours"));
    CHECK(bad("event E(a: int)\nfunc f() { emit E(1.5) }", "2:19 int expected, fx found"));
    CHECK(bad("behaviour A { on tick { wait 1 } }",
              "1:25 'wait' needs latent code: declare 'latent func' or use a 'begin' block"));
}

/* ---- limits ---- */

static char program[200000];
static size_t written;
static void begin_program(void) { program[0] = 0, written = 0; }
static void more(const char *format, unsigned long number) {
    written += (size_t)snprintf(program + written, sizeof program - written, format, number);
}
static void many(const char *format, unsigned long count) {
    for (unsigned long i = 0; i < count; i++) more(format, i);
}

/* A program with N of something compiles, with N + 1 it does not, and the sentence names the limit. */
#define LIMIT(limit, sentence, ...)                                                                          \
    for (unsigned long n = (limit); n <= (limit) + 1u; n++) {                                                \
        begin_program();                                                                                     \
        __VA_ARGS__;                                                                                         \
        writer image = {0};                                                                                  \
        bool compiles = compile_script(program, &image);                                                     \
        if (compiles != (n == (limit)) || (!compiles && strstr(said, sentence) == NULL))                     \
            TEST_INFO("%lu: %s", n, said);                                                                   \
        CHECK(compiles == (n == (limit)) && (compiles || strstr(said, sentence) != NULL));                   \
        writer_free(&image);                                                                                 \
    }

TEST(script_limits_of_the_format) {
    LIMIT(63, "at most 63", more("var ", 0), many("x", n), more(" = 1", 0))
    LIMIT(255, "at most 255", more("func f(b: int) { ", 0), more("var a: [%lu]int; ", n - 1),
          more("a[b] = 1 }", 0))
    LIMIT(16, "at most 16", more("func f(", 0), many("a%lu: int, ", n), more(") { }", 0))
    LIMIT(8, "at most 8", more("struct S { ", 0), many("a%lu: int; ", n),
          more("}\nvar s: S\nfunc f() -> S { return s }", 0))
    LIMIT(64, "at most 64", more("func f(a: int) { ", 0), many("while a > %lu { a -= 1 } ", n), more("}", 0))
    LIMIT(64, "at most 64", more("func f(a: int) { match a { ", 0), many("case %lu { } ", n), more("} }", 0))
    LIMIT(6, "at most 6", more("event E(", 0), many("a%lu: int, ", n), more(")", 0))
    LIMIT(255, "outside 1..255", more("func f(a: int) limit %lu { if a > 1 { f(a - 1) } }", n))
    LIMIT(1024, "at most 1024", more("behaviour B { var a: [1000]int; var b: [%lu]int }", n - 1000))
    LIMIT(4096, "at most 4096", more("var a: [4000]int; var b: [%lu]int", n - 4000))
    LIMIT(4096, "1..4096", more("var a: list[bool, %lu]\nfunc f() { }", n == 4096 ? 4000 : n))
    LIMIT(8, "at most 8", more("struct S { ", 0), many("a%lu: int; ", n), more("}\nvar l: list[S, 4]", 0))
    LIMIT(255, "at most 255", many("event E%lu()\n", n), more("behaviour B { ", 0), many("on E%lu { } ", n),
          more("}", 0))
    LIMIT(64, "at most 64", more("behaviour B { auto ", 0), many("state S%lu { } ", n), more("}", 0))
    LIMIT(
        8, "at most 8", more("behaviour B { auto state S0 { } ", 0); for (unsigned long i = 1; i < n; i++) {
            more("state S%lu", i);
            more(" : S%lu { } ", i - 1);
        } more("}", 0))
    LIMIT(
        8, "at most 7", more("behaviour B0 { }\n", 0); for (unsigned long i = 1; i < n; i++) {
            more("behaviour B%lu", i);
            more(" : B%lu { }\n", i - 1);
        })
}

/* No pass recurses deeper than the language lets trees nest: brackets, signs, calls, types, blocks, and
 * nested statements without brackets. */
TEST(script_limits_of_depth) {
    const char *const deeper = "nested deeper than 64: name parts with let";
    LIMIT(62, deeper, more("func f() -> int { return ", 0), many("(", n), more("1", 0), many(")", n),
          more(" }", 0))
    LIMIT(62, deeper, more("func f(a: int) -> int { return ", 0), many("-", n), more("a }", 0))
    LIMIT(62, deeper, more("func f(a: bool) -> bool { return ", 0), many("not ", n), more("a }", 0))
    LIMIT(31, deeper, more("func i(a: int) -> int { return a }\nfunc f(a: int) -> int { return ", 0),
          many("i(", n), more("a", 0), many(")", n), more(" }", 0))
    LIMIT(62, deeper, more("var t: [3]int\nfunc f(a: int) -> int { return ", 0), many("t[", n), more("a", 0),
          many("]", n), more(" }", 0))
    LIMIT(62, deeper, more("func f(a: int) -> int { return ", 0), many("a > %lu ? 1 : ", n), more("a }", 0))
    LIMIT(63, deeper, more("func f(a: int) -> int { return a", 0), many(" + a", n), more(" }", 0))
    LIMIT(63, deeper, more("func f(a: int) { ", 0), many("if a > %lu { ", n), many("}", n), more(" }", 0))
    LIMIT(63, deeper, more("func f(a: int) { ", 0), many("while a > %lu { ", n), many("}", n), more(" }", 0))
    LIMIT(62, deeper, more("func f(a: int) { if a < 0 { } ", 0), many("else if a > %lu { } ", n),
          more("}", 0))
    LIMIT(63, deeper, more("func f(a: int) { ", 0), many("match a { case 1 { ", n), many("} }", n),
          more(" }", 0))
}

/* A declaration that stands behind its users is checked from them, to a limited depth. In the other order
 * there is no limit. */
TEST(script_limits_of_chains) {
    LIMIT(
        21, "by too long a chain", for (unsigned long i = 1; i < n; i++) {
            more("const C%lu = ", i);
            more("C%lu + 1\n", i + 1);
        } more("const C%lu = 1", n))
    LIMIT(
        100, "", more("const C0 = 1\n", 0); for (unsigned long i = 1; i < 100; i++) {
            more("const C%lu = ", i);
            more("C%lu + 1\n", i - 1);
        } if (n > 100) more("x", 0))
    LIMIT(
        64, "by too long a chain", for (unsigned long i = 1; i < n; i++) {
            more("struct S%lu", i);
            more(" { a: S%lu }\n", i + 1);
        } more("struct S%lu { a: int }", n))
    LIMIT(1000, "of 'V", more("const A = E.V999\nenum E { ", 0), many("V%lu, ", 1000),
          n > 1000 ? more("W = int(E.V5) }", 0) : more("}", 0))
    LIMIT(1, "needs itself", more("enum E { A = int(E.C) - 2, ", 0),
          n > 1 ? more("B, C }", 0) : more("B = 1, C }", 0))
}

/* No list is searched once for each of its own members, however long it is. */
TEST(script_limits_of_lists){
    LIMIT(4096, "more than 4096 parts", more("enum E { ", 0), many("V%lu, ", n), more("}", 0))
        LIMIT(4096, "more than 4096 parts", more("behaviour B { ", 0), many("func f%lu() { }\n", n),
              more("}", 0)) LIMIT(4096, "more than 4096 numbers to tune", many("tune t%lu: int = 1\n", n))
            LIMIT(255, "more than 256 names in sight", more("func f() { ", 0),
                  many("var v%lu = 1\n", n == 255 ? 254 : 300), more("}", 0))}

TEST(script_limits_of_code) {
    LIMIT(4096 / 5 + 0, "at most 4096", more("var g = 1\nfunc f() { ", 0), many("g = 2; ", n), more("}", 0))
}
