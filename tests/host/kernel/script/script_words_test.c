/* Texts made of parts, arguments that may be left out, and values of enums by their names alone. */
#include <stdlib.h>

#include "kernel/script/machine.h"
#include "tests/host/kernel/script/script_text.h"

/* ---- a machine whose native `tell` keeps its texts ---- */

enum { TOLD = 16, ROOM = 300 };
typedef struct teller {
    writer image;
    ox_script script;
    char told[TOLD][ROOM];
    uint32_t count;
    int32_t numbers[8];
    _Alignas(16) uint8_t memory[1 << 16];
} teller;

static ox_script_answer native_tell(ox_script_call *call) {
    teller *t = call->context;
    const char *words = ox_script_words(call->machine, call->arguments[0]);
    if (t->count < TOLD) snprintf(t->told[t->count++], ROOM, "%s", words == NULL ? "(key)" : words);
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_two(ox_script_call *call) {
    teller *t = call->context;
    for (uint32_t i = 0; i < 2 && t->count < TOLD; i++)
        snprintf(t->told[t->count++], ROOM, "%s", ox_script_words(call->machine, call->arguments[i]));
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_keep(ox_script_call *call) {
    teller *t = call->context;
    memcpy(t->numbers, call->arguments, sizeof t->numbers[0] * 4);
    return OX_SCRIPT_DONE;
}
static const char *words_of(void *context, uint32_t kind, uint32_t value, uint32_t *length) {
    (void)context;
    if (kind != ROM_SCRIPT_FIELD_TEXT || value != rom_id("hello")) return NULL;
    *length = 6;
    return "Gr\xC3\xBC\xC3\x9F and more"; /* the text ends after its length, not with a zero byte */
}

static const char natives_text[] =
    "native show func tell(w: words)\nnative show func two(a: words, b: words)\n"
    "enum Side { NEAR = 4, FAR }\n"
    "native show func keep(a: int, b: int = 7, c: fx = 2, d: Side = Side.FAR)\n";

static teller *open(const char *text, const script_options *options) {
    static const ox_script_native rows[] = {OX_SCRIPT_NATIVE(tell, SHOW, CART, 4, "v(t)", NULL, NULL),
                                            OX_SCRIPT_NATIVE(two, SHOW, CART, 4, "v(tt)", NULL, NULL),
                                            OX_SCRIPT_NATIVE(keep, SHOW, CART, 4, "v(iifi)", NULL, NULL)};
    static const ox_script_natives natives = {rows, 3, NULL};
    static const ox_script_host host = {.words = words_of};
    teller *t = calloc(1, sizeof *t);
    char all[4096];
    rom_error error = {ROM_OK, 0, ""};
    ox_arena arena;
    snprintf(all, sizeof all, "%s%s", natives_text, text);
    CHECK(t != NULL && compile_options(all, options, &t->image));
    if (t->image.data == NULL) TEST_INFO("%s", said);
    ox_arena_init(&arena, t->memory, sizeof t->memory);
    const ox_script_config config = {.module = t->image.data,
                                     .size = t->image.size,
                                     .trust = OX_SCRIPT_TRUST_CART,
                                     .plan = &ox_script_plan_large,
                                     .natives = &natives,
                                     .host = &host,
                                     .context = t};
    const ox_status status = ox_script_open(&t->script, &config, &arena, &error);
    if (status != OX_OK) TEST_INFO("%s", error.text);
    CHECK_EQ(status, OX_OK);
    CHECK_EQ(ox_script_call_function(&t->script, 0, 0, (const int32_t[4]){0}, NULL), OX_OK);
    return t;
}

static void close(teller *t) {
    ox_script_close(&t->script);
    writer_free(&t->image);
    free(t);
}

/* Function 0 tells the expected texts, with every way of making code. */
static void tells(const char *text, const char *const *expected, uint32_t count) {
    static const script_options ways[] = {{0}, {.plain = true}, {.apart = true}, {.release = true}};
    for (uint32_t way = 0; way < sizeof ways / sizeof ways[0]; way++) {
        teller *t = open(text, &ways[way]);
        CHECK_EQ(t->count, count);
        for (uint32_t i = 0; i < count && i < t->count; i++) {
            CHECK(strcmp(t->told[i], expected[i]) == 0);
            if (strcmp(t->told[i], expected[i]) != 0)
                TEST_INFO("told \"%s\", wanted \"%s\"", t->told[i], expected[i]);
        }
        close(t);
    }
}
#define TELLS(text, ...)                                                                                     \
    tells(text, (const char *const[]){__VA_ARGS__},                                                          \
          sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))
#define ONE(code, expected) TELLS("func f() { " code " }", expected)

TEST(script_words_parts_are_shown_by_their_types) {
    ONE("let n = -42\ntell(\"n is {n}!\")", "n is -42!");
    ONE("let x = -1.256\ntell(\"{x} {x + 2.0}\")", "-1.26 0.74");
    ONE("let lit = true\ntell(\"{lit} {not lit}\")", "true false");
    ONE("let a = 90deg\ntell(\"{a} {a:.1}\")", "90 90.0");
    ONE("let t = @hello\ntell(\"{t}|{t:8}|{@nothing}\")",
        "Gr\xC3\xBC\xC3\x9F|Gr\xC3\xBC\xC3\x9F    |@22298ed7");
    ONE("let n = 'axe'\ntell(\"an {n}{n:5}|{''}|\")", "an axeaxe  ||");
    ONE("let n = 3\ninner(\"in\", n)\n}\nfunc inner(w: note, n: int) { tell(\"{n}{n}\")", "33");
}

TEST(script_words_forms_are_widths_zeros_and_digits) {
    ONE("let n = 42\ntell(\"{n}|{n:5}|{n:05}|{n:-5}|{0 - n:05}\")", "42|   42|00042|42   |-0042");
    ONE("let x = 3.14159\ntell(\"{x:.0}|{x:.4}|{x:8.1}|{x:08.3}\")", "3|3.1416|     3.1|0003.142");
    ONE("let n = 7\ntell(\"{n:40}\")", "                                       7");
}

TEST(script_words_parts_are_expressions) {
    ONE("let n = 3\ntell(\"{n > 2 ? n * 2 : 0:3}, {max(n, 9)}, {abs(-1 * n)}\")", "  6, 9, 3");
    ONE("let n = 3\ntell(\"{{n}} {n} }} {{\")", "{n} 3 } {");
    ONE("let n = 1\ntell(\"\\\"{n}\\\"\\t\\u{e9}\")", "\"1\"\t\xC3\xA9");
    ONE("let a = 1\ntell(\"{a}{a + 1}{a + 2}{a + 3}{a + 4}{a + 5}{a + 6}\")", "1234567");
}

TEST(script_words_live_as_long_as_their_call) {
    /* two texts in one call; a text that a function makes while another text waits; many texts one after the
     * other */
    TELLS("func f() { let n = 1\ntwo(\"a{n}\", \"b{n}\") }", "a1", "b1");
    TELLS("func f() { let n = 1\nouter(\"a{n}\", inner(n)) }\nfunc inner(n: int) -> int { "
          "tell(\"i{n}\")\ntell(\"j{n}\")\nreturn n + 1 }\n"
          "func outer(w: note, n: int) { tell(\"o{n}\")\ntell(w)\nfor i in 0..20 { inner(i) }\ntell(w) }",
          "i1", "j1", "o2", "a1", "i0", "j0", "i1", "j1", "i2", "j2", "i3", "j3", "i4", "j4", "i5", "j5");
    TELLS("func f() { var n = 0\nwhile n < 12 { n += 1\nif n > 9 { tell(n > 10 ? \"big {n}\" : \"small "
          "{n}\") } } }",
          "small 10", "big 11", "big 12");
}

TEST(script_words_that_are_too_long_are_cut) {
    teller *t =
        open("func f() { let n = 1\ntwo(\"{n:40}{n:40}{n:40}{n:40}{n:40}{n:40}{n:40}\", \"x{n}\") }", NULL);
    CHECK_EQ(strlen(t->told[0]), OX_SCRIPT_WORDS - 1);
    CHECK_EQ(strlen(t->told[1]), 0);
    close(t);
}

/* ---- refusals ---- */

static bool bad(const char *text, const char *expected) {
    writer image = {0};
    char all[2048];
    snprintf(all, sizeof all, "%s%s", text,
             "\nnative show func tell(w: words)\nnative latent func slow(w: words)\n");
    const bool compiles = compile_script(all, &image);
    writer_free(&image);
    const bool right = !compiles && strncmp(said, expected, strlen(expected)) == 0;
    if (!right) TEST_INFO("%s: %s", text, compiles ? "compiles" : said);
    return right;
}

TEST(script_words_mistakes_are_told) {
    CHECK(bad("func f() { tell(\"a {n}\") }", "1:21 'n' stands for no value") ||
          bad("func f() { tell(\"a {n}\") }", "1:21 'n' is not known"));
    CHECK(bad("func f() { tell(\"a {1\") }", "1:20 a '{' in a text begins a part"));
    CHECK(bad("func f() { tell(\"a {}\") }", "1:21 expression expected"));
    CHECK(bad("func f() { tell(\"a {1 2}\") }", "1:23 '}' of the part expected"));
    CHECK(bad("func f() { tell(\"a {1:x}\") }", "1:22 a part is shown as WIDTH"));
    CHECK(bad("func f() { tell(\"a {1:99}\") }", "1:22 a part is shown as WIDTH"));
    CHECK(bad("func f(v: vec3) { tell(\"{v}\") }", "1:26 vec3 is not shown in texts"));
    CHECK(bad("func f(o: obj) { tell(\"{o}\") }",
              "1:25 obj is not shown in texts: numbers, bool, angles, names and texts are; write its .name"));
    CHECK(bad("enum E { A }\nfunc f() { tell(\"{E.A}\") }",
              "2:19 E is not shown in texts: numbers, bool, angles, names and texts are; write int(...)"));
    CHECK(bad("func f() { let w = \"a {1}\" }",
              "1:20 a text with parts is good for the call that takes it alone"));
    CHECK(bad("var w: note = \"a {1}\"", "1:15 a text with parts"));
    CHECK(bad("latent func f() { slow(\"a {1}\") }", "1:24 a text with parts"));
    CHECK(bad("func f() { tell(\"{1}{1}{1}{1}{1}{1}{1}{1}\") }", "1:17 8 parts in a text, at most 7"));
    CHECK(bad("func f() { tell(3) }",
              "1:17 words expected, int found: write it as a part of a text, \"{...}\""));
}

/* ---- arguments ---- */

TEST(script_arguments_that_are_left_out_have_their_defaults) {
    static const struct {
        const char *call;
        int32_t numbers[4];
    } cases[] = {{"keep(1)", {1, 7, 2 * 65536, 5}},
                 {"keep(1, 2, 0.5, NEAR)", {1, 2, 32768, 4}},
                 {"keep(1, d: Side.NEAR)", {1, 7, 2 * 65536, 4}},
                 {"keep(c: 1, a: 9)", {9, 7, 65536, 5}},
                 {"more(d: NEAR)", {3, 4, 65536, 4}},
                 {"more(b: 1)", {3, 1, 65536, 5}}};
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "func f() { %s }\nconst THREE = 3\nfunc more(a: int = THREE, b: int = THREE + 1, d: Side = "
                 "FAR) { keep(a, b, 1, d) }",
                 cases[i].call);
        teller *t = open(text, NULL);
        CHECK(memcmp(t->numbers, cases[i].numbers, sizeof cases[i].numbers) == 0);
        close(t);
    }
}

TEST(script_arguments_mistakes_are_told) {
    CHECK(bad("func g(a: int, b: int = 1) { }\nfunc f() { g() }",
              "2:13 'g' takes 1 to 2 arguments, 0 given: g(a: int, [b: int])"));
    CHECK(bad("func g(a: int, b: int = 1) { }\nfunc f() { g(1, 2, 3) }",
              "2:13 'g' takes 1 to 2 arguments, 3 given"));
    CHECK(bad("func g(a: int, b: int = 1) { }\nfunc f() { g(b: 2) }",
              "2:13 'g' takes 1 to 2 arguments, 1 given"));
    CHECK(bad("func g(a: int = 1, b: int) { }", "1:20 'a' has a default, so 'b' behind it wants one, too"));
    CHECK(bad("func g(a: int = true) { }", "1:17 int expected, bool found"));
    CHECK(bad("func h() -> int { return 1 }\nfunc g(a: int = h()) { }", "2:17 constant expected") ||
          bad("func h() -> int { return 1 }\nfunc g(a: int = h()) { }", "2:18"));
    CHECK(bad("event E(a: int = 1)", "1:18 what an event sends has no default"));
    CHECK(bad("enum E { A }\nfunc g(a: E) { }\nfunc f() { g(B) }", "3:14 'B' is not known"));
}
