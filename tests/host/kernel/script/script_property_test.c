/* Random programs in Goad: folded constants against the machine, the declared stack against the needed one,
 * mutated texts. */
#include "fixedmath/random.h"
#include "tests/host/kernel/script/script_machine.h"

static rng32 dice;
static uint32_t pick(uint32_t below) { return rng_below(&dice, below); }

/* ---- expressions: folded by the compiler, and computed by the machine ---- */

typedef struct pair {
    char folded[1500], computed[1500]; /* one expression with literals, and with variables for them */
} pair;

static void put(pair *p, const char *text) {
    strncat(p->folded, text, sizeof p->folded - strlen(p->folded) - 1);
    strncat(p->computed, text, sizeof p->computed - strlen(p->computed) - 1);
}

/* Variables v0 to v7, whose values the folded text has instead. */
static const char *const ints[8] = {"0", "1", "-1", "7", "-2147483648", "2147483647", "100000", "-13"};
static const char *const fractions[8] = {"0.0",     "1.0",  "-1.0", "0.00002", "-32767.5 - 0.5",
                                         "32767.5", "3.14", "-0.5"};

static void leaf(pair *p, bool fraction) {
    char name[16], value[32];
    uint32_t which = pick(8);
    snprintf(name, sizeof name, "%c%lu", fraction ? 'f' : 'i', (unsigned long)which);
    snprintf(value, sizeof value, "(%s)", fraction ? fractions[which] : ints[which]);
    strncat(p->folded, value, sizeof p->folded - strlen(p->folded) - 1);
    strncat(p->computed, name, sizeof p->computed - strlen(p->computed) - 1);
}

/* Divisors are never 0: division by zero has a test of its own. */
static void expression(pair *p, bool fraction, uint32_t depth) {
    static const char *const whole[] = {" + ", " - ", " * ", " & ", " | ", " ^ ", " << ", " >> ", " >>> "},
                             *const part[] = {" + ", " - ", " * "};
    static const char *const compare[] = {" < ", " <= ", " == ", " != ", " > ", " >= "};
    if (depth == 0) {
        leaf(p, fraction);
        return;
    }
    switch (pick(fraction ? 7 : 9)) {
    case 0:
        put(p, "-"), put(p, "("), expression(p, fraction, depth - 1), put(p, ")");
        return;
    case 1:
        put(p, fraction ? "abs(" : "max(7, "), expression(p, fraction, depth - 1), put(p, ")");
        return;
    case 2:
        put(p, "("), expression(p, fraction, depth - 1), put(p, pick(2) != 0 ? " / " : " % "),
            put(p, fraction ? "2.5)" : "-3)");
        return;
    case 3: {
        bool other = pick(2) != 0;
        put(p, "("), expression(p, other, depth - 1), put(p, compare[pick(6)]),
            expression(p, other, depth - 1), put(p, " ? ");
        expression(p, fraction, depth - 1), put(p, " : "), expression(p, fraction, depth - 1), put(p, ")");
        return;
    }
    case 4:
        put(p, fraction ? "fx(" : "int("), expression(p, !fraction, depth - 1), put(p, ")");
        return;
    case 5:
        put(p, "clamp("), expression(p, fraction, depth - 1), put(p, ", "), leaf(p, fraction), put(p, ", "),
            leaf(p, fraction), put(p, ")");
        return;
    default:
        put(p, "("), expression(p, fraction, depth - 1), put(p, fraction ? part[pick(3)] : whole[pick(9)]),
            expression(p, fraction, depth - 1), put(p, ")");
        return;
    }
}

TEST(script_constants_are_what_the_machine_computes) {
    uint32_t equal = 0;
    dice = rng32_from_state(3);
    for (int i = 0; i < 300; i++) {
        static pair p;
        static char text[4000];
        bool fraction = pick(2) != 0;
        memset(&p, 0, sizeof p);
        expression(&p, fraction, 1 + pick(4));
        snprintf(text, sizeof text,
                 "func folded() -> %s { return %s }\n"
                 "func computed() -> %s { var i0 = 0; var i1 = 1; var i2 = -1; var i3 = 7; var i4 = "
                 "-2147483648; var i5 = 2147483647; var i6 = 100000; var i7 = -13\n"
                 "var f0 = 0.0; var f1 = 1.0; var f2 = -1.0; var f3 = 0.00002; var f4 = -32767.5 - 0.5; var "
                 "f5 = 32767.5; var f6 = 3.14; var f7 = -0.5\nreturn %s }",
                 fraction ? "fx" : "int", p.folded, fraction ? "fx" : "int", p.computed);
        if (strlen(p.folded) > sizeof p.folded - 40) continue;
        bench *b = bench_open(text);
        if (b == NULL) TEST_INFO("%s", text);
        CHECK(b != NULL);
        if (b == NULL) continue;
        int32_t folded = bench_call(b, 0, 0, 0), computed = bench_call(b, 1, 0, 0);
        if (folded != computed) TEST_INFO("%s", text);
        CHECK_EQ(folded, computed);
        equal += folded == computed;
        bench_close(b);
    }
    CHECK(equal > 290);
}

/* ---- stack: a program needs as much as its module declares ---- */

enum { TREE = 10 };

/* Function i calls some of the functions behind it. With `chain` it calls the next one alone, as deep in its
 * operands as any. */
static size_t random_calls(char *text, size_t room, bool chain) {
    size_t length = 0;
    for (int i = 0; i < TREE; i++) {
        uint32_t locals = pick(6);
        length += (size_t)snprintf(text + length, room - length, "func f%d(a: int) -> int { ", i);
        for (uint32_t k = 0; k < locals; k++)
            length += (size_t)snprintf(text + length, room - length, "var v%lu = a + %lu; ", (unsigned long)k,
                                       (unsigned long)k);
        length += (size_t)snprintf(text + length, room - length, "return a");
        for (uint32_t k = 0; k < locals; k++)
            length += (size_t)snprintf(text + length, room - length, " + v%lu", (unsigned long)k);
        for (int to = i + 1; to < TREE && to <= (chain ? i + 1 : TREE); to++)
            if (chain || pick(3) == 0)
                length +=
                    (size_t)snprintf(text + length, room - length,
                                     pick(2) != 0 || chain ? " + f%d(a)" : " + a * (a + f%d(a - 1))", to);
        length += (size_t)snprintf(text + length, room - length, " }\n");
    }
    return length;
}

/* Whether function 0 runs on a main stack of so many cells. */
static bool runs_on(const bench *from, uint32_t cells) {
    static _Alignas(16) uint8_t memory[BENCH_MEMORY];
    static const ox_script_natives none = {NULL, 0, NULL};
    ox_script_plan plan = bench_plan;
    ox_script script = {0};
    ox_arena arena;
    rom_error error;
    int32_t argument = 1, result[8];
    plan.stack = (uint16_t)cells;
    ox_script_config config = {.module = from->image.data,
                               .size = from->image.size,
                               .trust = OX_SCRIPT_TRUST_CART,
                               .plan = &plan,
                               .natives = &none};
    ox_arena_init(&arena, memory, sizeof memory);
    if (ox_script_open(&script, &config, &arena, &error) != OX_OK) return false;
    bool good = ox_script_call_function(&script, 0, 0, &argument, result) == OX_OK;
    ox_script_close(&script);
    return good;
}

TEST(script_needs_no_more_stack_than_computed) {
    const char *wish = getenv("SCRIPT_TREES");
    int count = wish != NULL ? atoi(wish) : 1000;
    dice = rng32_from_state(5);
    for (int i = 0; i < count; i++) {
        static char text[8000];
        bool chain = i % 3 == 0;
        CHECK(random_calls(text, sizeof text, chain) < sizeof text);
        bench *b = bench_open(text);
        CHECK(b != NULL);
        if (b == NULL) return;
        uint32_t need = rom_u16(ox_script_record(&b->script.module, OX_SCRIPT_SECTION_FUNCTIONS, 0) +
                                ROM_SCRIPT_FUNCTION_NEED);
        CHECK(runs_on(b, need));
        if (chain) CHECK(!runs_on(b, need - 1));
        bench_close(b);
    }
}

/* A call that may reach overrides is counted as the largest of them: overrides in derived behaviours and in
 * states count, not only the named function. */
TEST(script_needs_count_the_largest_override) {
    static const char text[] =
        "behaviour A { func f(n: int) -> int { return n }\n"
        " on tick { f(1) }\n"
        " auto state S { func f(n: int) -> int { let a = n\n let b = a\n return a + b } } }\n"
        "behaviour B : A { func f(n: int) -> int { var t: [1..20]int\n t[1] = n\n return t[1] + (n * (n + (n "
        "- (n + n)))) } }\n"
        "func other(n: int) -> int { var t: [1..60]int\n t[1] = n\n return t[1] }\nfunc main() { other(1) "
        "}\n";
    bench *b = bench_open(text);
    CHECK(b != NULL);
    if (b == NULL) return;
    const ox_script_module *m = &b->script.module;
    uint32_t frames[3] = {0, 0, 0}, count = 0, handler = 0, own = 0;
    for (uint32_t i = 0; i < m->count[OX_SCRIPT_SECTION_FUNCTIONS]; i++) {
        const uint8_t *f = ox_script_record(m, OX_SCRIPT_SECTION_FUNCTIONS, i);
        uint32_t cells =
            (uint32_t)f[ROM_SCRIPT_FUNCTION_LOCALS] + OX_SCRIPT_LINK + f[ROM_SCRIPT_FUNCTION_OPERANDS];
        if (rom_u16(f + ROM_SCRIPT_FUNCTION_BEHAVIOUR) == OX_SCRIPT_NONE) continue;
        if ((f[ROM_SCRIPT_FUNCTION_FLAGS] & ROM_SCRIPT_FUNCTION_HANDLER) != 0) {
            handler = rom_u16(f + ROM_SCRIPT_FUNCTION_NEED);
            own = cells;
        } else if (count < 3) {
            frames[count++] = cells;
        }
    }
    uint32_t largest = frames[0];
    for (uint32_t i = 1; i < 3; i++) largest = frames[i] > largest ? frames[i] : largest;
    CHECK(count == 3 && largest > frames[0] && largest > 20);
    CHECK_EQ(handler, own + largest);
    /* the handler of the derived behaviour runs on exactly this stack, and a smaller stack is refused when
     * the module is opened */
    for (uint32_t less = 0; less < 2; less++) {
        static _Alignas(16) uint8_t memory[BENCH_MEMORY];
        static const ox_script_natives none = {NULL, 0, NULL};
        ox_script_plan plan = bench_plan;
        ox_script script = {0};
        ox_arena arena;
        rom_error error;
        plan.stack = (uint16_t)(handler - less);
        const ox_script_config config = {.module = b->image.data,
                                         .size = b->image.size,
                                         .trust = OX_SCRIPT_TRUST_CART,
                                         .plan = &plan,
                                         .natives = &none};
        ox_arena_init(&arena, memory, sizeof memory);
        ox_status status = ox_script_open(&script, &config, &arena, &error);
        CHECK_EQ(status, less == 0 ? OX_OK : OX_BAD_IMAGE);
        if (status != OX_OK) continue;
        ox_handle derived = ox_script_begin(&script, 1, 1);
        ox_script_tick(&script, 1);
        uint32_t traps =
            script.traps; /* main itself needs more than handlers do here, and that is its own fault */
        CHECK(ox_script_handle_tick(&script, derived) && script.traps == traps);
        ox_script_close(&script);
    }
    bench_close(b);
}

/* ---- mutated texts ---- */

static const char seed[] =
    "enum M { A, B = 5, C }\nstruct P { a: int\n v: vec2 }\nevent E(n: int, o: obj)\nvar m: map[name, int, "
    "4] = ['x': 1]\nconst T: [-1..1]fx = [0.5, 1.5, 2.5]\n"
    "func f(a: int, b: fx) -> int limit 4 { var t: [1..5]int = [1, 2, 3, 4, 5]\n for i in 1..5 step 2 { t[i] "
    "+= a }\n while a < 3 and not (b > 2.5) { return f(a + 1, b * 2 - T[0]) }\n"
    "match a { case 1, 2 { return 1 } case 3 { } else { g(M.B) } } return b > 1.0 ? a : round(b) }\n"
    "func g(m: M) { var p = P(1, vec2(1.0, 2.0)); p.v.x *= 3; assert(p.a > 0, \"why\") }\nlatent func w(n: "
    "int) -> int { for i in 1..n { yield i; wait 2t } return 0 }\n"
    "behaviour D { prop w: fx = 1.0 in 0.0 .. ; on tick { w += 0.5 } auto state S { on E(n, o) when n > 1 { "
    "goto R } }\n state R : S { begin { wait 1s; emit E(1, self) to self after 3t; goto S } } }\n";

/* Drops, doubles, swaps and replaces tokens (words, numbers, signs) of the seed; every result compiles or has a place and a reason. */
TEST(script_mutated_programs_are_refused_or_good) {
    const char *wish = getenv("SCRIPT_MUTATIONS");
    long count = wish != NULL ? atol(wish) : 2000, good = 0;
    static const char *words[600];
    static uint8_t lengths[600];
    size_t total = 0;
    dice = rng32_from_state(9);
    for (const char *at = seed; *at != 0 && total < 600;) {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        if (length == 0) length = 1;
        words[total] = at;
        lengths[total++] = (uint8_t)length;
        at += length;
    }
    for (long i = 0; i < count; i++) {
        static char text[2 * sizeof seed];
        size_t length = 0, place[3] = {pick((uint32_t)total), pick((uint32_t)total), pick((uint32_t)total)};
        uint32_t edits = 1 + pick(3), how = pick(3);
        for (size_t k = 0; k < total; k++) {
            size_t from = k;
            bool hit = false;
            for (uint32_t e = 0; e < edits; e++) hit = hit || place[e] == k;
            if (hit && how == 0) continue;
            if (hit && how == 1) from = pick((uint32_t)total);
            memcpy(text + length, words[from], lengths[from]);
            length += lengths[from];
            if (hit && how == 2) {
                memcpy(text + length, words[k], lengths[k]);
                length += lengths[k];
            }
        }
        text[length] = 0;
        writer image = {0};
        bool compiles = compile_script(text, &image);
        if (compiles != (said[0] == 0) || compiles != (image.size > 0)) {
            TEST_INFO("%s", text);
            CHECK(false);
        }
        good += compiles;
        writer_free(&image);
    }
    CHECK(good > 0 && good < count);
}
