/* Programs in Goad on the script machine. */
#include "tests/host/kernel/script/script_machine.h"

#define IS(expression, value) CHECK_EQ(bench_result("func f() -> int { return " expression " }"), value)
#define RAW(expression, value) CHECK_EQ(bench_result("func f() -> fx { return " expression " }"), value)
#define TRAPS(text, trap) CHECK_EQ(bench_result(text), -1000 - (int32_t)(trap))

/* RUNS and RUNS_FX compute expressions with operands that the compiler does not know. */
#define RUNS(a, b, expression, value)                                                                        \
    CHECK_EQ(bench_result("func f() -> int { var a = " a "; var b = " b "; return " expression " }"), value)
#define RUNS_FX(a, b, expression, value)                                                                     \
    CHECK_EQ(bench_result("func f() -> fx { var a = " a "; var b = " b "; return " expression " }"), value)

TEST(script_runs_arithmetic) {
    IS("30/5*3", 18), IS("9-3-2", 4), IS("(1+2)*(3-4)", -3), IS("5+6*10", 65), IS("5+6", 11);
    IS("7 / -2", -3), IS("-7 % 3", -1), IS("mod(-7, 3)", 2), IS("-2147483648 / -1", INT32_MIN),
        IS("-2147483648 % -1", 0);
    IS("1 | 2 ^ 3 & 6 << 1", 3), IS("0x7FFFFFFF + 1", INT32_MIN), IS("-1 >>> 28", 15), IS("-16 >> 2", -4),
        IS("~5", -6);
    RUNS("30", "5", "a / b * 3", 18), RUNS("7", "-2", "a / b", -3), RUNS("-7", "3", "a % b", -1),
        RUNS("-7", "3", "mod(a, b)", 2);
    RUNS("0x7FFFFFFF", "1", "a + b", INT32_MIN), RUNS("-2147483648", "-1", "a / b", INT32_MIN),
        RUNS("-2147483648", "-1", "a % b", 0);
    RUNS("5", "9", "min(a, b) * 100 + max(a, b)", 509), RUNS("-5", "9", "abs(a) + clamp(b, 0, 7)", 12);
    RAW("1.5 * 3", 294912), RAW("1.0 / 3", 21845), RAW("2 * 0.1", 13108), RAW("20000.0 + 20000.0", INT32_MAX);
    RAW("7.5 % 2.0", 98304), RAW("-7.5 % 2.0", 32768);
    RUNS_FX("1.5", "3", "a * b", 294912), RUNS_FX("2", "0.1", "a * b", 13108),
        RUNS_FX("1.0", "3", "a / b", 21845);
    RUNS_FX("20000.0", "20000.0", "a + b", INT32_MAX), RUNS_FX("-7.5", "2.0", "a % b", 32768),
        RUNS_FX("4.0", "1.0", "sqrt(a) - b", 65536);
    RUNS_FX("-2.5", "0.0", "-a + b", 163840);
    CHECK_EQ(bench_result("func f() -> angle { var a = 350deg; return a + 20deg }"), 1821);
    CHECK_EQ(bench_result("func f() -> int { var a = 350deg; return diff(a, 20deg) }"), 5461);
    CHECK_EQ(bench_result("func f() -> angle { var a = 0deg; return turn(a, 180deg, 10deg) }"), 1820);
    CHECK_EQ(bench_result("func f() -> angle { return 350deg + 20deg }"), 1821);
    RUNS("7", "0", "int(2.5) + round(2.5) + int(-0.5) + b", 4);
    TRAPS("func f() -> int { var a = 0; return 1 / a }", OX_SCRIPT_TRAP_DIV);
}

TEST(script_runs_functions_and_loops) {
    bench *b = bench_open(
        "func fib(n: int) -> int limit 12 { if n < 2 { return n }\n return fib(n - 1) + fib(n - 2) }\n"
        "var frames = 0\nfunc fact(n: int) -> int limit 13 { frames += 1; return n < 1 ? 1 : n * fact(n - 1) "
        "}\nfunc reset() -> int { var was = frames; frames = 0; return was }\n");
    CHECK(b != NULL);
    if (b != NULL) {
        CHECK_EQ(bench_call(b, 0, 9, 0), 34);
        CHECK_EQ(bench_call(b, 1, 12, 0), 479001600);
        CHECK_EQ(bench_call(b, 2, 0, 0), 13);
        bench_call(b, 1, 14, 0);
        CHECK_EQ(b->trap, OX_SCRIPT_TRAP_STACK);
        CHECK_EQ(bench_call(b, 2, 0, 0), 13); /* the 14th frame was refused */
    }
    bench_close(b);
    CHECK_EQ(bench_result("func f() -> int { var no: [64]bool; var count = 0\n"
                          "for i in 2..63 { if no[i] { continue }\n count += 1\n for k in i * i..63 step 1 { "
                          "if k % i == 0 { no[k] = true } } }\n return count }"),
             18);
    CHECK_EQ(
        bench_result("func f() -> int { var s = 0; for i in 10..1 step -3 { s = s * 11 + i } return s }"),
        ((10 * 11 + 7) * 11 + 4) * 11 + 1);
    CHECK_EQ(bench_result("func f() -> int { var s = 0; for i in 5..4 { s += 1 } return s }"), 0);
    CHECK_EQ(bench_result("func f() -> int { var s = 0; var i = 0; while true { i += 1; if i == 3 { continue "
                          "}\n if i > 5 { break }\n s += i } return s }"),
             12);
    CHECK_EQ(bench_result(
                 "func f() -> int { return g(b: 1, a: 10) }\nfunc g(a: int, b: int) -> int { return a - b }"),
             9);
}

TEST(script_runs_short_circuits) {
    const char *text = "var calls = 0\nfunc t() -> bool { calls += 1; return true }\nfunc n() -> bool { "
                       "calls += 10; return false }\n";
    char program[1000];
    static const struct {
        const char *expression;
        int32_t expected;
    } rows[] = {{"t() and n()", 11},       {"n() and t()", 10},      {"t() or n()", 101},
                {"n() or t()", 111},       {"not n() and t()", 111}, {"t() ? n() : t()", 11},
                {"n() or n() and t()", 20}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(program, sizeof program, "func f() -> int { var r = %s; return calls + (r ? 100 : 0) }\n%s",
                 rows[i].expression, text);
        CHECK_EQ(bench_result(program), rows[i].expected);
        snprintf(program, sizeof program,
                 "func f() -> int { if %s { return calls + 100 }\n return calls }\n%s", rows[i].expression,
                 text);
        CHECK_EQ(bench_result(program), rows[i].expected);
        snprintf(program, sizeof program,
                 "func f() -> int { if not (%s) { return calls }\n return calls + 100 }\n%s",
                 rows[i].expression, text);
        CHECK_EQ(bench_result(program), rows[i].expected);
    }
}

TEST(script_runs_match) {
    const char *text =
        "enum M { A, B, C, D, E = 9, F }\n"
        "func f(i: int) -> int { return g(i as M) * 100 + h(i) * 10 + k(i > 2) }\n"
        "func g(m: M) -> int { match m { case M.A { return 1 } case M.B, M.C { return 2 } case M.D { return "
        "3 } case M.E, M.F { return 4 } } }\n"
        "func h(i: int) -> int { var r = 0; match i { case 0 { r = 5 } case 1, 2 { r = 6 } case 3 { } case 5 "
        "{ r = 8 } else { r = 7 } } return r }\n"
        "func k(b: bool) -> int { match b { case true { return 1 } case false { return 0 } } }\n";
    static const int32_t expected[] = {150, 260, 260, 301, 471, 481};
    for (int plain = 0; plain < 2; plain++) {
        script_options options = {.plain = plain != 0};
        bench *b = bench_open_options(text, &options);
        CHECK(b != NULL);
        for (int i = 0; b != NULL && i < 4; i++) CHECK_EQ(bench_call(b, 0, i, 0), expected[i]);
        CHECK_EQ(b != NULL ? bench_call(b, 0, 9, 0) : 0, expected[4]);
        CHECK_EQ(b != NULL ? bench_call(b, 2, 5, 0) : 0, 8);
        bench_close(b);
    }
}

TEST(script_runs_vectors_and_structs) {
    CHECK_EQ(bench_result("func f() -> fx { var a = vec3(1.0, 2, 3.0); var b = a + vec3(1.0, 1.0, 1.0); "
                          "return dot(a, b) }"),
             20 << 16);
    CHECK_EQ(bench_result("func f() -> fx { var a = vec2(3.0, 4.0); var k = 2.0; var c = k * a; c.y += 1.0; "
                          "return length(a) * 100 + c.x + c.y }"),
             515 << 16);
    CHECK_EQ(
        bench_result(
            "func f() -> int { var a = vec2(3.0, 4.0); return a == vec2(3, 4) and a != vec2(3, 5) ? 1 : 0 }"),
        1);
    CHECK_EQ(bench_result("func f() -> int { var p = make(4); p.v.y = 7.0; p.b += 1; var q = p; q.a = 100\n"
                          "return p.a * 1000 + p.b * 10 + int(q.v.y) + make(1).b + int(make(1).v.y) }\n"
                          "struct P { a: int; v: vec2; b: int }\nfunc make(n: int) -> P { return P(n, "
                          "vec2(1.5, 2.5), b: n * 2) }"),
             4000 + 90 + 7 + 2 + 2);
    CHECK_EQ(bench_result("func f() -> int { var t: [4]P; var i = 2; t[i].v = vec2(1.0, 2.0); t[i].v.x += "
                          "4.0; t[i].b = 3; t[1].a = 9\n"
                          "return int(t[2].v.x) * 1000 + int(t[i].v.y) * 100 + t[i].b * 10 + t[1].a + t[3].a "
                          "}\nstruct P { a: int; v: vec2; b: int }"),
             5239);
}

TEST(script_runs_arrays) {
    CHECK_EQ(bench_result("var t: [1..5]int = [1, 2, 3, 4, 5]\nfunc f() -> int { var i = 4; t[i] += 10; t[2] "
                          "= 7; var s = 0; for x in t { s += x } return s * 100 + t[4] }"),
             3014);
    CHECK_EQ(bench_result("const T: [-1..1]fx = [0.5, 1.5, 2.5]\nfunc f() -> fx { var s = T[-1]; for i in "
                          "-1..1 { s += T[i] } return s }"),
             5 << 16);
    CHECK_EQ(bench_result("var t: [3]vec2\nfunc f() -> fx { for i in 0..2 { t[i] = vec2(fx(i), 1.0) } var s "
                          "= vec2(0.0, 0.0); for v in t { s += v } return s.x * 10.0 + s.y }"),
             33 << 16);
    CHECK_EQ(bench_result("func f() -> int { var s = 0; for i in 1..3 { var t: [4]int; t[i] += i; for x in t "
                          "{ s += x } } return s }"),
             6);
    TRAPS("var t: [1..5]int\nfunc f() -> int { var i = 6; return t[i] }", OX_SCRIPT_TRAP_INDEX);
    TRAPS("var t: [1..5]int\nfunc f() -> int { var i = 0; t[i] = 1; return 0 }", OX_SCRIPT_TRAP_INDEX);
}

TEST(script_runs_containers) {
    CHECK_EQ(bench_result("func f() -> int { var l: list[int, 4] = [5, 6]; l.add(7); l.insert(0, 4); var "
                          "full = l.add(9); l.remove(1); l.set(0, 3); l[1] += 10\n"
                          "var s = 0; for x in l { s = s * 100 + x } return full ? -1 : s + l.find(7) * "
                          "1000000 + l.count * 10000000 }"),
             31607 + 2000000 + 30000000);
    CHECK_EQ(bench_result("var m: map[name, int, 3] = ['T': 2, 'W': 3]\nfunc f() -> int { m['F'] = 5; m['F'] "
                          "+= 1; var full = m.set('S', 1); return (full ? 100000 : 0) + m['T'] * 1000 + "
                          "m['F'] * 100 + m.get('X', 8) * 10 + "
                          "(m.has('W') ? 1 : 0) }"),
             2681);
    CHECK_EQ(
        bench_result("func f() -> int { var s: set[int, 4]; s.add(9); s.add(3); s.add(9); s.add(5); "
                     "s.remove(3); var r = 0; for k in s { r = r * 10 + k } return r * 10 + s.count() }"),
        592);
    CHECK_EQ(bench_result("var l: list[vec2, 3] = [vec2(1.0, 2.0)]\nfunc f() -> fx { l.add(vec2(3.0, 4.0)); "
                          "l[0].y = 9.0; var v = l.pop(); return v.x + v.y * 10.0 + l[0].y * 100.0 }"),
             943 << 16);
    CHECK_EQ(bench_result("func f() -> int { var l: list[int, 5] = [3, 1, 2]; l.sort(); return l[0] * 100 + "
                          "l[1] * 10 + l[2] }"),
             123);
    /* the list of a function that a function without locals calls, and of a function that calls itself */
    CHECK_EQ(bench_result("func f() -> int { return g(2) }\n"
                          "func g(n: int) -> int limit 3 { var l: list[int, 5] = [3, 1, 2]; var under = n > "
                          "0 ? g(n - 1) : 0\n"
                          "l.sort(); return l[0] * 100 + l[1] * 10 + l[2] + under }"),
             369);
    CHECK_EQ(bench_result("func f() -> int { var n = 0; for i in 1..3 { var l: list[int, 4]; l.add(i); n += "
                          "l.count } return n }"),
             3);
    TRAPS("var m: map[int, int, 3]\nfunc f() -> int { return m[4] }", OX_SCRIPT_TRAP_KEY);
    TRAPS("var l: list[int, 3]\nfunc f() -> int { return l[0] }", OX_SCRIPT_TRAP_INDEX);
}

TEST(script_runs_any_and_objects) {
    CHECK_EQ(bench_result(
                 "func f() -> int { var a: any = 5; var b = 1.5 as any; return a as int + int(b as fx) }"),
             6);
    TRAPS("func f() -> fx { var a: any = 5; return a as fx }", OX_SCRIPT_TRAP_TYPE);
    CHECK_EQ(bench_result("type Door { open: bool }\nfunc f() -> int { var o = 5 as obj; var far = 50 as "
                          "obj; var gone = 500 as obj; var n = 0\n"
                          "if let d = o as Door { d.open = true; n += d.open ? 1 : 0 } if let d = far as "
                          "Door { n += 10 } if let d = gone { n += 100 }\n"
                          "if let x = far { n += 1000 } return n + (alive(gone) ? 10000 : 0) }"),
             1001);
    CHECK_EQ(bench_result("func f() -> fx { var o = 5 as obj; o.pos = vec3(1.0, 2.0, 3.0); o.pos.y += 5.0; "
                          "return o.pos.y }"),
             7 << 16);
    TRAPS("func f() -> fx { var o: obj = null; return o.pos.x }", OX_SCRIPT_TRAP_NULL);
}
