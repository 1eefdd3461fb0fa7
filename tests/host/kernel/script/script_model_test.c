/* Goad against models of it: containers, state machines in C, coroutines, forged handles, random bytes. */
#include <time.h>

#include "fixedmath/random.h"
#include "kernel/state/machine.h"
#include "tests/host/kernel/script/script_machine.h"
#include "tools/script/compiler.h"

static rng32 dice;
static uint32_t pick(uint32_t below) { return rng_below(&dice, below); }

/* ---- containers ---- */

enum { ROOM = 12 };
static const char containers[] = "var l: list[int, 12]\nvar m: map[int, int, 12]\nvar s: set[int, 12]\n"
                                 "func add(v: int) -> bool { return l.add(v) }\n"
                                 "func insert(i: int, v: int) -> bool { return l.insert(i, v) }\n"
                                 "func take(i: int) -> int { let v = l[i]\n l.remove(i)\n return v }\n"
                                 "func pop() -> int { return l.pop() }\n"
                                 "func at(v: int) -> int { return l.find(v) }\n"
                                 "func put(k: int, v: int) -> bool { return m.set(k, v) }\n"
                                 "func got(k: int) -> int { return m.get(k, -77) }\n"
                                 "func forget(k: int) { if m.has(k) { m.remove(k) } }\n"
                                 "func join(k: int) -> bool { return s.add(k) }\n"
                                 "func leave(k: int) { if s.has(k) { s.remove(k) } }\n"
                                 "func sum() -> int { var r = 0\n for v in l { r = r * 31 + v }\n for k in m "
                                 "{ r = r * 31 + k * 7 + m[k] }\n"
                                 " for k in s { r = r * 31 + k }\n return r }\n"
                                 "func sort() { l.sort() }\nfunc clear() { l.clear() }\n";
enum { ADD, INSERT, TAKE, POP, AT, PUT, GOT, FORGET, JOIN, LEAVE, SUM, SORT, CLEAR };

typedef struct model {
    int32_t list[ROOM], keys[ROOM], values[ROOM], set[ROOM];
    uint32_t list_count, map_count, set_count;
} model;

/* The place of a key in a sorted row, or where it would stand; keys are compared without sign. */
static uint32_t place_of(const int32_t *keys, uint32_t count, int32_t key) {
    uint32_t i = 0;
    while (i < count && (uint32_t)keys[i] < (uint32_t)key) i++;
    return i;
}

static void shift(int32_t *row, uint32_t count, uint32_t at, bool in) {
    if (in)
        memmove(row + at + 1, row + at, (count - at) * sizeof *row);
    else
        memmove(row + at, row + at + 1, (count - at - 1) * sizeof *row);
}

static int32_t sum_of(const model *m) {
    uint32_t r = 0;
    for (uint32_t i = 0; i < m->list_count; i++) r = r * 31 + (uint32_t)m->list[i];
    for (uint32_t i = 0; i < m->map_count; i++)
        r = r * 31 + (uint32_t)m->keys[i] * 7 + (uint32_t)m->values[i];
    for (uint32_t i = 0; i < m->set_count; i++) r = r * 31 + (uint32_t)m->set[i];
    return script_cell(r);
}

/* One operation on both; the result, with -1 where the model wants the trap INDEX. */
static bool same_step(bench *b, model *m) {
    const uint32_t what = pick(100);
    const int32_t v = (int32_t)pick(40) - 10, k = (int32_t)pick(20) - 4;
    const uint32_t i = pick(ROOM + 2);
    int32_t wanted = 0, given = 0;
    bool traps = false;
    uint32_t at;
    if (what < 20) {
        wanted = m->list_count < ROOM;
        if (wanted) m->list[m->list_count++] = v;
        given = bench_call(b, ADD, v, 0);
    } else if (what < 32) {
        traps = i > m->list_count && m->list_count < ROOM;
        if (i > m->list_count) traps = true;
        wanted = !traps && m->list_count < ROOM;
        if (wanted) shift(m->list, m->list_count++, i, true), m->list[i] = v;
        given = bench_call(b, INSERT, (int32_t)i, v);
    } else if (what < 42) {
        traps = i >= m->list_count;
        if (!traps) wanted = m->list[i], shift(m->list, m->list_count--, i, false);
        given = bench_call(b, TAKE, (int32_t)i, 0);
    } else if (what < 46) {
        traps = m->list_count == 0;
        if (!traps) wanted = m->list[--m->list_count];
        given = bench_call(b, POP, 0, 0);
    } else if (what < 52) {
        wanted = -1;
        for (uint32_t n = m->list_count; n-- > 0;) wanted = m->list[n] == v ? (int32_t)n : wanted;
        given = bench_call(b, AT, v, 0);
    } else if (what < 66) {
        at = place_of(m->keys, m->map_count, k);
        const bool there = at < m->map_count && m->keys[at] == k;
        wanted = there || m->map_count < ROOM;
        if (wanted && !there) {
            shift(m->keys, m->map_count, at, true), shift(m->values, m->map_count, at, true);
            m->map_count++, m->keys[at] = k;
        }
        if (wanted) m->values[at] = v;
        given = bench_call(b, PUT, k, v);
    } else if (what < 72) {
        at = place_of(m->keys, m->map_count, k);
        wanted = at < m->map_count && m->keys[at] == k ? m->values[at] : -77;
        given = bench_call(b, GOT, k, 0);
    } else if (what < 80) {
        at = place_of(m->keys, m->map_count, k);
        if (at < m->map_count && m->keys[at] == k)
            shift(m->keys, m->map_count, at, false), shift(m->values, m->map_count, at, false),
                m->map_count--;
        (void)bench_call(b, FORGET, k, 0);
    } else if (what < 88) {
        at = place_of(m->set, m->set_count, k);
        const bool there = at < m->set_count && m->set[at] == k;
        wanted = there || m->set_count < ROOM;
        if (wanted && !there) shift(m->set, m->set_count++, at, true), m->set[at] = k;
        given = bench_call(b, JOIN, k, 0);
    } else if (what < 94) {
        at = place_of(m->set, m->set_count, k);
        if (at < m->set_count && m->set[at] == k) shift(m->set, m->set_count--, at, false);
        (void)bench_call(b, LEAVE, k, 0);
    } else if (what < 98) {
        for (uint32_t x = 1; x < m->list_count; x++)
            for (uint32_t y = x; y > 0 && m->list[y] < m->list[y - 1]; y--) {
                const int32_t t = m->list[y];
                m->list[y] = m->list[y - 1], m->list[y - 1] = t;
            }
        (void)bench_call(b, SORT, 0, 0);
    } else {
        m->list_count = 0;
        (void)bench_call(b, CLEAR, 0, 0);
    }
    const bool trapped = b->trap != OX_SCRIPT_TRAP_NONE;
    if (trapped != traps || (!traps && given != wanted)) {
        TEST_INFO("operation %u: %ld, not %ld; trap %d", (unsigned)what, (long)given, (long)wanted,
                  (int)b->trap);
        return false;
    }
    return bench_call(b, SUM, 0, 0) == sum_of(m);
}

TEST(script_containers_equal_a_model) {
    static model m;
    bench *b = bench_open(containers);
    CHECK(b != NULL);
    if (b == NULL) return;
    dice = rng32_from_state(15);
    memset(&m, 0, sizeof m);
    for (uint32_t i = 0; i < 100000; i++)
        if (!same_step(b, &m)) {
            CHECK_EQ(i, 100000);
            break;
        }
    bench_close(b);
}

/* ---- states ---- */

/* Four states, S1 and S2 inside of S0, the same in Goad and as a machine in C; event n asks for state n from anywhere, and
 * event 4 for the state again. Entering and leaving are noted. */
static int32_t noted[BENCH_LOG * 4];
static uint32_t note_count;
static void note(int32_t n) {
    if (note_count < sizeof noted / sizeof noted[0]) noted[note_count++] = n;
}
static void enter0(void *o) { (void)o, note(10); }
static void enter1(void *o) { (void)o, note(11); }
static void enter2(void *o) { (void)o, note(12); }
static void enter3(void *o) { (void)o, note(13); }
static void leave0(void *o) { (void)o, note(20); }
static void leave1(void *o) { (void)o, note(21); }
static void leave2(void *o) { (void)o, note(22); }
static void leave3(void *o) { (void)o, note(23); }

TEST(script_states_change_as_a_machine_in_c) {
    static const ox_state states[] = {{.name = "S0", .parent = OX_NO_STATE, .enter = enter0, .exit = leave0},
                                      {.name = "S1", .parent = 0, .enter = enter1, .exit = leave1},
                                      {.name = "S2", .parent = 0, .enter = enter2, .exit = leave2},
                                      {.name = "S3", .parent = OX_NO_STATE, .enter = enter3, .exit = leave3}};
    static const ox_machine_type type = {.states = states, .count = 4};
    ox_machine_notes notes = {.log = NULL};
    ox_machine machine;
    bench *b =
        bench_open("native func note(n: int)\nevent Go(where: int)\nbehaviour D {\n"
                   " on Go(where) { match where { case 0 { goto S0 } case 1 { goto S1 } case 2 { goto S2 } "
                   "case 3 { goto S3 } else { goto again } } }\n"
                   " auto state S0 { on enter { note(10) } on leave { note(20) } }\n"
                   " state S1 : S0 { on enter { note(11) } on leave { note(21) } }\n"
                   " state S2 : S0 { on enter { note(12) } on leave { note(22) } }\n"
                   " state S3 { on enter { note(13) } on leave { note(23) } } }\n");
    CHECK(b != NULL);
    if (b == NULL) return;
    bench_tick(b);
    note_count = 0;
    ox_handle h = ox_script_begin(&b->script, 5, 0);
    CHECK(!ox_failed(ox_machine_start(&machine, &type, &notes, b, 0)));
    dice = rng32_from_state(18);
    for (uint32_t i = 0; i < 2000; i++) {
        int32_t to = (int32_t)pick(5);
        CHECK(b->logged == note_count && memcmp(b->log, noted, note_count * sizeof noted[0]) == 0);
        if (b->logged != note_count) break;
        b->logged = note_count = 0;
        CHECK(ox_script_event(&b->script, h, 0, &to));
        const ox_status status =
            to < 4 ? ox_machine_go(&machine, b, (uint8_t)to) : ox_machine_again(&machine, b, machine.state);
        CHECK(!ox_failed(status));
        CHECK_EQ(ox_script_instance_of(&b->script, h)->state, machine.state);
    }
    bench_close(b);
}

/* ---- coroutines ---- */

TEST(script_coroutines_interleave_and_are_done_once) {
    bench *b = bench_open(
        "native func note(n: int)\n"
        "latent func steps(of: int) -> int { for i in 1..2 { yield of + i }\n return 0 }\n"
        "func turns() { var a = co steps(10)\n var b = co steps(20)\n for i in 1..2 { note(resume(a))\n "
        "note(resume(b)) } }\n"
        "func twice() -> int { var c = co steps(0)\n while true { resume(c)\n if done(c) { break } }\n "
        "return resume(c) }\n"
        "var at = 0\nlatent func walk() -> int { for i in 1..3 { at += 1\n yield 0 }\n return 0 }\n"
        "func go() { start walk() }\nfunc where() -> int { return at }\n");
    CHECK(b != NULL);
    if (b == NULL) return;
    bench_call(b, 1, 0, 0);
    CHECK(b->logged == 4 && b->log[0] == 11 && b->log[1] == 21 && b->log[2] == 12 && b->log[3] == 22);
    bench_call(b, 2, 0, 0);
    CHECK(b->trap != OX_SCRIPT_TRAP_NONE); /* it is done, and is not resumed again */
    CHECK_EQ(b->script.generators, 2);     /* the two that were left behind; the one that is done is gone */
    bench_call(b, 4, 0, 0);
    for (int32_t tick = 1; tick <= 5; tick++) { /* a yield in a task is a wait of one tick */
        bench_tick(b);
        CHECK_EQ(bench_call(b, 5, 0, 0), tick < 3 ? tick : 3);
    }
    bench_close(b);
}

/* ---- what is forged ---- */

TEST(script_forged_handles_are_dead) {
    bench *b = bench_open("func lives(n: int) -> int { return alive(n as obj) ? 1 : 0 }\n"
                          "func reads(n: int) -> fx { let o = n as obj\n return o.pos.x }\n");
    CHECK(b != NULL);
    if (b == NULL) return;
    dice = rng32_from_state(7);
    for (uint32_t i = 0; i < 10000; i++) {
        const int32_t forged = script_cell(rng32_next(&dice));
        if (forged > 0 && forged < 100) continue; /* those that live */
        CHECK_EQ(bench_call(b, 0, forged, 0), 0);
        bench_call(b, 1, forged, 0);
        CHECK_EQ(b->trap, OX_SCRIPT_TRAP_NULL);
    }
    bench_close(b);
}

/* ---- tokens ---- */

static void count_tokens(script_compiler *c, void *context) {
    script_tokens tokens = {0};
    script_tokenize(c, 0, &tokens);
    *(size_t *)context = tokens.count;
}

static bool tokenize(const char *text, size_t size, size_t *count) {
    const script_source source = {"t.goad", text, size};
    tool_report report = {.tell = keep_line};
    said[0] = 0;
    const bool good = script_with_compiler(&source, 1, NULL, &report, count_tokens, count);
    report_free(&report);
    return good;
}

TEST(script_tokens_of_any_bytes_end) {
    const char *wish = getenv("SCRIPT_TOKENS");
    const long count = wish != NULL ? atol(wish) : TEST_ROUNDS(1000000);
    static const char often[] = "0123456789.'\"/*<>=abcdefs #@\\{}\n";
    char text[24];
    long refused = 0;
    dice = rng32_from_state(6);
    for (long i = 0; i < count; i++) {
        size_t length = pick(sizeof text), tokens = 0;
        for (size_t k = 0; k < length; k++)
            text[k] = pick(3) == 0 ? (char)(uint8_t)pick(256) : often[pick(sizeof often - 1)];
        const bool good = tokenize(text, length, &tokens);
        unsigned line, column;
        if (good == (said[0] != 0) || (!good && sscanf(said, "%u:%u ", &line, &column) != 2)) {
            CHECK(false);
            break;
        }
        refused += !good;
    }
    CHECK(refused > count / 4 && refused < count);
}

static double seconds_of(const char *text, size_t size) {
    double best = 1e9;
    for (int i = 0; i < 9; i++) {
        size_t tokens;
        const clock_t from = clock();
        CHECK(tokenize(text, size, &tokens));
        const double took = (double)(clock() - from) / CLOCKS_PER_SEC;
        best = took < best ? took : best;
    }
    return best;
}

/* Eight times the text takes about eight times as long: far less than the 64 times of a quadratic scanner. */
TEST(script_tokens_take_time_by_the_length) {
    enum { SHORT = 1 << 16, LONG = 8 * SHORT };
    static const char piece[] = "var speed: fx = 1.25 // a note\n'name' + 12 << 3 /* x */ \"words\" \n";
    char *text = malloc(LONG);
    CHECK(text != NULL);
    if (text == NULL) return;
    for (size_t i = 0; i < LONG; i++) text[i] = piece[i % (sizeof piece - 1)];
    memset(text + SHORT - 80, '\n', 80);
    memset(text + LONG - 80, '\n', 80);
    const double less = seconds_of(text, SHORT), more = seconds_of(text, LONG);
    TEST_INFO("%d bytes in %.2f ms, %d bytes in %.2f ms", SHORT, less * 1e3, LONG, more * 1e3);
    CHECK(more < 24 * less + 0.02);
    free(text);
}
