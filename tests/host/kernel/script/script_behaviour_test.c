/* Behaviours, states, events and tasks of Goad on the script machine. */
#include "tests/host/kernel/script/script_machine.h"

static bool logged(const bench *b, const int32_t *expected, uint32_t count) {
    bool same = b->logged == count;
    for (uint32_t i = 0; same && i < count; i++) same = b->log[i] == expected[i];
    for (uint32_t i = 0; !same && i < b->logged; i++)
        TEST_INFO("log %lu: %ld", (unsigned long)i, (long)b->log[i]);
    return same;
}
#define LOGGED(b, ...)                                                                                       \
    CHECK(logged(b, (const int32_t[]){__VA_ARGS__}, sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t)))

static ox_handle begin(bench *b, uint32_t behaviour) {
    bench_tick(b);
    ox_handle h = ox_script_begin(&b->script, 5, behaviour);
    CHECK(ox_script_instance_of(&b->script, h) != NULL);
    return h;
}

TEST(script_behaviours_handle_events) {
    bench *b = bench_open("native func note(n: int)\nevent Touch(who: obj, force: int)\nevent Other()\n"
                          "behaviour Door { prop width: fx = 1.5 in 0.0 .. 4.0\n var opened = 3; var at: "
                          "vec2 = vec2(1.0, 2.0); var l: list[int, 3] = [7]\n"
                          " on start { note(opened) }\n on Other { note(100 + l[0]); pass }\n on tick { "
                          "note(200) }\n on stop { note(300) }\n"
                          " auto state Closed { on enter { note(1) } on leave { note(2) }\n on Touch(who, "
                          "force) when force > 2 { opened += force; goto Open } }\n"
                          " state Open { on enter { note(opened) } on Touch { note(who()) } begin { "
                          "note(11); wait 3t; note(12); goto Closed } }\n"
                          " func who() -> int { return self.opened * 1000 } }\n");
    CHECK(b != NULL);
    if (b == NULL) return;
    ox_handle h = begin(b, 0);
    CHECK_EQ(ox_script_cell(&b->script, h, 0), 98304);
    int32_t weak[2] = {9, 2}, strong[2] = {9, 4};
    CHECK(!ox_script_event(&b->script, h, 0, weak));
    CHECK(ox_script_event(&b->script, h, 0, strong));
    CHECK(!ox_script_event(&b->script, h, 1, NULL));
    CHECK(ox_script_event(&b->script, h, 0, weak));
    for (int i = 0; i < 6; i++) bench_tick(b);
    CHECK(ox_script_handle_tick(&b->script, h));
    ox_script_end(&b->script, h);
    LOGGED(b, 3, 1, 2, 7, 107, 7000, 11, 12, 1, 200, 300);
    bench_close(b);
}

TEST(script_behaviours_inherit_and_override) {
    const char *text =
        "native func note(n: int)\nevent E(n: int)\nevent F(n: int)\n"
        "behaviour Base { var a = 1; var list: [2]int = [5, 6]\n"
        " on E(n) { note(speed() + n) }\n on F(n) { note(50) }\n"
        " func speed() -> int { return a * 10 }\n"
        " auto state Calm { on E(n) when n > 5 { note(600 + speed()) } }\n"
        " state Wild : Calm { func speed() -> int { return super.speed() + 3 } on F(n) { goto Calm } } }\n"
        "behaviour Child : Base { var c = 4\n func speed() -> int { return super.speed() + c * 100 }\n"
        " on F(n) { note(60); goto Wild }\n state Wild { on E(n) when n == 1 { note(700 + speed()) } } }\n";
    for (uint32_t child = 0; child < 2; child++) {
        bench *b = bench_open(text);
        CHECK(b != NULL);
        if (b == NULL) return;
        ox_handle h = begin(b, child);
        int32_t one = 1, nine = 9;
        ox_script_event(&b->script, h, 0, &one);
        ox_script_event(&b->script, h, 0, &nine);
        ox_script_event(&b->script, h, 1, &one);
        ox_script_event(&b->script, h, 0, &one);
        ox_script_event(&b->script, h, 0, &nine);
        ox_script_event(&b->script, h, 1, &one);
        ox_script_event(&b->script, h, 0, &nine);
        CHECK_EQ(ox_script_cell(&b->script, h, 2), 6);
        if (child == 0)
            LOGGED(b, 11, 610, 50, 11, 610, 50, 610);
        else
            LOGGED(b, 411, 1010, 60, 713, 613, 1010);
        bench_close(b);
    }
}

TEST(script_events_are_emitted) {
    bench *b = bench_open("event A(n: int)\nevent B(p: vec3, k: any)\n"
                          "func f() { emit A(4); emit A(5) to 7 as obj after 30t; emit B(vec3(1.0, 2.0, "
                          "3.0), 8) near vec3(0.0, 0.0, 0.0), 2.5\n emit A(6) near (5 as obj), 1 }\n");
    CHECK(b != NULL);
    if (b == NULL) return;
    bench_call(b, 0, 0, 0);
    CHECK_EQ(b->trap, OX_SCRIPT_TRAP_NONE);
    CHECK_EQ(b->emitted, 4);
    CHECK(b->arguments[0][0] == 4 && b->flags[0] == 0 && b->arguments[1][0] == 5 && b->flags[1] == 5 &&
          b->delays[1] == 30);
    CHECK(b->events[2] == 1 && b->arguments[2][0] == 65536 && b->flags[2] == 2 && b->arguments[3][0] == 6 &&
          b->flags[3] == 2);
    bench_close(b);
}

TEST(script_tasks_walk_up_and_down) {
    bench *b = bench_open("var at = 0\nlatent func patrol() { while true { while at < 100 { at += 1; wait 1 "
                          "} while at > 0 { at -= 1; wait 1 } } }\n"
                          "func main() { start patrol() }\nfunc where() -> int { return at }\n");
    CHECK(b != NULL);
    if (b == NULL) return;
    for (int tick = 1; tick <= 200; tick++) {
        bench_tick(b);
        if (tick == 100 || tick == 101 || tick == 200)
            CHECK_EQ(bench_call(b, 2, 0, 0), tick == 100 ? 100 : tick == 101 ? 99 : 0);
    }
    bench_close(b);
}

TEST(script_tasks_take_turns) {
    bench *b = bench_open(
        "native func note(n: int)\nlatent func three(n: int) { for i in 1..3 { note(n); wait 1 } }\n"
        "latent func later() { var t = start three(7); wait t; note(9); wait until ready; note(10) }\nvar "
        "ready = false\n"
        "func main() { start three(1); start three(2) }\nfunc again() { start later() }\nfunc go() { ready = "
        "true }\n");
    CHECK(b != NULL);
    if (b == NULL) return;
    for (int i = 0; i < 4; i++) bench_tick(b);
    bench_call(b, 3, 0, 0);
    for (int i = 0; i < 6; i++) bench_tick(b);
    bench_call(b, 4, 0, 0);
    bench_tick(b);
    bench_tick(b);
    LOGGED(b, 1, 2, 1, 2, 1, 2, 7, 7, 7, 9, 10);
    bench_close(b);
}

TEST(script_tasks_wait_for_events) {
    bench *b = bench_open("native func note(n: int)\nevent Hit(who: int, how: int)\n"
                          "behaviour D { auto state S { begin { wait for Hit(a, n); note(a * 10 + n); wait "
                          "for Hit; note(3) } } }\n");
    CHECK(b != NULL);
    if (b == NULL) return;
    ox_handle h = begin(b, 0);
    int32_t hit[2] = {4, 2};
    for (int i = 0; i < 3; i++) {
        bench_tick(b);
        ox_script_event(&b->script, h, 0, hit);
    }
    bench_tick(b);
    LOGGED(b, 42, 3);
    bench_close(b);
}

TEST(script_coroutines_give_values) {
    CHECK_EQ(bench_result("func f() -> int { var c = co numbers(3); var sum = 0; var rounds = 0\n"
                          "while true { var v = resume(c); if done(c) { break } sum = sum * 10 + v; rounds "
                          "+= 1 } return sum * 10 + rounds }\n"
                          "latent func numbers(n: int) -> int { for i in 1..n { yield i } return 0 }"),
             1233);
    CHECK_EQ(bench_result("func f() -> fx { var a = co walk(1.0); var b = co walk(10.0); resume(a); "
                          "resume(b); resume(a); var p = resume(a); var q = resume(b); return p.x + q.y }\n"
                          "latent func walk(by: fx) -> vec2 { var at = vec2(0.0, 0.0); while true { yield "
                          "at; at += vec2(by, by) } }"),
             12 << 16);
}
