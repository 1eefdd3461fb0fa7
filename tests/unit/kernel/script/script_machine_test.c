/* The script machine at work: spells, loops and recursion, budgets, tasks, states, faults. */
#include <stdarg.h>

#include "fixedmath/angle.h"
#include "fixedmath/random.h"
#include "fixedmath/root.h"
#include "kernel/memory/life.h"
#include "kernel/script/machine_internal.h"
#include "tests/unit/kernel/script/script_world.h"

#define I(name) OX_SCRIPT_##name
#define HANDLER .flags = ROM_SCRIPT_FUNCTION_HANDLER
#define TASK .flags = ROM_SCRIPT_FUNCTION_LATENT

static script_builder b;
static script_world w;
static const ox_script_plan plan = {.stack = 128,
                                    .tasks = 100,
                                    .generators = 4,
                                    .task_cells = 1600,
                                    .instances = 4,
                                    .instance_cells = 64,
                                    .tick = 1000,
                                    .activation = 2000};

static int32_t value_of(uint32_t function, const int32_t *arguments) {
    int32_t results[8] = {-99};
    CHECK_EQ(ox_script_call_function(&w.script, function, 0, arguments, results), OX_OK);
    return results[0];
}

/* ---- programs of one function ---- */

TEST(script_machine_the_averaging_spell) {
    /* The spell computes health + (agility + wisdom) / 2 from globals instead of natives. */
    static const int32_t stacks[][4] = {
        {0},         {0, 0},         {0, 45},    {0, 45, 0}, {0, 45, 7}, {0, 45, 7, 0}, {0, 45, 7, 11},
        {0, 45, 18}, {0, 45, 18, 2}, {0, 45, 9}, {0, 54}};
    static const uint32_t depths[] = {1, 2, 2, 3, 3, 4, 4, 3, 4, 3, 2};
    memset(&b, 0, sizeof b);
    sb_global(&b, 45), sb_global(&b, 7), sb_global(&b, 11), sb_global(&b, 0);
    /* P0; P0, LDX health; P0, LDX agility; P0, LDX wisdom; ADD; P8 2; DIV; ADD: the shape of the spell. */
    sb_function(&b, (sb_shape){.operands = 4},
                SB_CODE(I(P0), I(P0), I(LDX), 1, 0, 0, 1, 0, 1, I(P0), I(LDX), 1, 1, 0, 1, 0, 1, I(P0),
                        I(LDX), 1, 2, 0, 1, 0, 1, I(ADD), I(P8), 2, I(DIV), I(ADD), I(STX), 1, 3, 0, 1, 0, 1,
                        I(RET)));
    CHECK(sw_open(&w, &b, &plan));
    /* the stack after each instruction, at which a limit stops the spell */
    for (uint32_t step = 0; step < 11; step++) {
        CHECK_EQ(ox_script_call_function(&w.script, 0, step + 1, NULL, NULL), OX_CANCELLED);
        CHECK_EQ(w.script.trap, OX_SCRIPT_TRAP_BUDGET);
        CHECK_EQ(w.script.main.sp, OX_SCRIPT_LINK + depths[step]);
        for (uint32_t i = 0; i < depths[step]; i++)
            CHECK_EQ(w.script.stack[OX_SCRIPT_LINK + i], stacks[step][i]);
    }
    CHECK_EQ(ox_script_call_function(&w.script, 0, 13, NULL, NULL), OX_OK);
    CHECK_EQ(w.script.globals[3], 54);
}

TEST(script_machine_loops_calls_and_recursion) {
    memset(&b, 0, sizeof b);
    /* The sum 1..10 by for and by while, as the compiler lays the loops out. */
    sb_function(&b, (sb_shape){.results = 1, .locals = 3, .operands = 2},
                SB_CODE(0x06, 0x18, 0x07, 0x19, 0x02, 0x0a, 0x1a, 0x11, 0x12, 0x73, 0x81, 0x0b, 0x00, 0x01,
                        0x10, 0x11, 0x40, 0x18, 0x86, 0x01, 0x02, 0x01, 0xf5, 0xff, 0x10, 0x8b, 0x01));
    sb_function(&b, (sb_shape){.results = 1, .locals = 2, .operands = 2},
                SB_CODE(0x06, 0x18, 0x07, 0x19, 0x01, 0x11, 0x02, 0x0a, 0x73, 0x81, 0x0a, 0x00, 0x10, 0x11,
                        0x40, 0x18, 0x2a, 0x01, 0x01, 0x85, 0xee, 0xff, 0x10, 0x8b, 0x01));
    /* Computes a + b * c. */
    sb_function(&b, (sb_shape){.arguments = 3, .results = 1, .locals = 3, .operands = 3},
                SB_CODE(0x10, 0x11, 0x12, 0x42, 0x40, 0x8b, 0x01));
    /* Computes fib(n). */
    sb_function(&b, (sb_shape){.arguments = 1, .results = 1, .locals = 1, .operands = 3, .recursion = 20},
                SB_CODE(I(LD), I(P8), 2, I(LT), I(JZ), 3, 0, I(LD), I(RETN), 1, I(LD), I(P1), I(SUB), I(CALL),
                        3, 0, I(LD), I(P8), 2, I(SUB), I(CALL), 3, 0, I(ADD), I(RETN), 1));
    /* The sieve of Eratosthenes below 64: candidates in local 1, multiples in local 2, primes counted in local 0. */
    for (uint32_t i = 0; i < 64; i++) sb_global(&b, 0);
    sb_function(&b, (sb_shape){.results = 1, .locals = 3, .operands = 3},
                SB_CODE(0x02, 0x02, 0x19, 0x01, 0x11, 0x02, 0x40, 0x72, 0x81, 0x2e, 0x00, 0x11, 0x28, 0x01,
                        0x00, 0x00, 0x40, 0x00, 0x01, 0x82, 0x1d, 0x00, 0x2a, 0x00, 0x01, 0x11, 0x1a, 0x01,
                        0x12, 0x02, 0x40, 0x72, 0x81, 0x10, 0x00, 0x12, 0x07, 0x29, 0x01, 0x00, 0x00, 0x40,
                        0x00, 0x01, 0x12, 0x11, 0x40, 0x1a, 0x85, 0xe8, 0xff, 0x2a, 0x01, 0x01, 0x85, 0xca,
                        0xff, 0x10, 0x8b, 0x01));
    /* Ten functions, each of which calls the next and adds one. */
    for (uint8_t i = 5; i < 15; i++)
        sb_function(&b, (sb_shape){.results = 1, .operands = 2},
                    SB_CODE(I(CALL), (uint8_t)(i + 1), 0, I(P1), I(ADD), I(RETN), 1));
    sb_function(&b, (sb_shape){.results = 1, .operands = 1}, SB_CODE(I(P0), I(RETN), 1));
    CHECK(sw_open(&w, &b, &plan));
    CHECK_EQ(value_of(0, NULL), 55);
    CHECK_EQ(value_of(1, NULL), 55);
    CHECK_EQ(value_of(2, (const int32_t[]){2, 3, 4}), 14);
    CHECK_EQ(value_of(3, (const int32_t[]){9}), 34);
    int32_t primes[8];
    CHECK_EQ(ox_script_call_function(&w.script, 4, 5000, NULL, primes), OX_OK);
    CHECK_EQ(primes[0], 18);
    CHECK_EQ(value_of(5, NULL), 10);
    CHECK_EQ(w.reports, 0);
}

TEST(script_machine_arithmetic_is_that_of_the_library) {
    static const struct {
        uint8_t code, takes;
    } operations[] = {{I(ADD), 2},   {I(SUB), 2},   {I(MUL), 2},   {I(DIV), 2},  {I(REM), 2},
                      {I(FADD), 2},  {I(FSUB), 2},  {I(FMUL), 2},  {I(FDIV), 2}, {I(FMOD), 2},
                      {I(MODI), 2},  {I(FMULI), 2}, {I(FSQRT), 1}, {I(FSIN), 1}, {I(FCOS), 1},
                      {I(FATAN), 2}, {I(ADIF), 2},  {I(ATURN), 3}, {I(MIN), 2},  {I(MAX), 2},
                      {I(SHL), 2},   {I(SHR), 2},   {I(ITOF), 1},  {I(FTOI), 1}, {I(FRND), 1}};
    enum { OPERATIONS = sizeof operations / sizeof operations[0], PAIRS = 400 };
    static const int32_t edges[] = {0,      1,     -1,        2,         -2,     65536,
                                    -65536, 32768, INT32_MAX, INT32_MIN, 131071, -98304};
    rng32 random = rng32_seed(7, 0);
    memset(&b, 0, sizeof b);
    for (uint32_t i = 0; i < OPERATIONS; i++) {
        uint8_t n = operations[i].takes;
        uint8_t code[8] = {I(LD), I(LD) + 1, I(LD) + 2};
        code[n] = operations[i].code, code[n + 1] = I(RETN), code[n + 2] = 1;
        sb_function(&b, (sb_shape){.arguments = n, .locals = n, .results = 1, .operands = 3}, code, n + 3u);
    }
    CHECK(sw_open(&w, &b, &plan));
    for (uint32_t k = 0; k < PAIRS; k++) {
        int32_t x = (int32_t)rng32_next(&random) >> rng_below(&random, 31),
                y = (int32_t)rng32_next(&random) >> rng_below(&random, 31),
                z = (int32_t)rng_below(&random, 70000);
        if (k < 144) x = edges[k / 12], y = edges[k % 12];
        const int32_t zero[] = {y == 0 ? 1 : y};
        const int32_t wanted[OPERATIONS] = {
            (int32_t)((uint32_t)x + (uint32_t)y),
            (int32_t)((uint32_t)x - (uint32_t)y),
            (int32_t)((uint32_t)x * (uint32_t)y),
            (int32_t)((int64_t)x / zero[0]),
            (int32_t)((int64_t)x % zero[0]),
            fx_adds(x, y),
            fx_subs(x, y),
            fx_muls(x, y),
            fx_div(x, y),
            fx_mod(x, y),
            y == -1 ? 0 : int_floormod(x, y),
            fx_sat64((int64_t)x * y),
            x < 0 ? 0 : fx_sqrt(x),
            fx_sin((ang16)x),
            fx_cos((ang16)x),
            atan2_16(x, y),
            ang_diff((ang16)x, (ang16)y),
            ang_approach((ang16)x, (ang16)y, (uint16_t)(z > 32767 ? 32767 : z), false),
            x < y ? x : y,
            x > y ? x : y,
            (int32_t)((uint32_t)x << (y & 31)),
            x >> (y & 31),
            fx_from_int(x),
            fx_to_int_floor(x),
            fx_to_int_nearest(x)};
        const int32_t arguments[3] = {x, y, z};
        for (uint32_t i = 0; i < OPERATIONS; i++) {
            bool divides = i == 3 || i == 4 || (i >= 8 && i <= 10);
            int32_t got[8];
            ox_status status = ox_script_call_function(&w.script, i, 0, arguments, got);
            CHECK_EQ(status, divides && y == 0 ? OX_CANCELLED : OX_OK);
            if (status == OX_OK && got[0] != wanted[i])
                CHECK_EQ(got[0], wanted[i]),
                    TEST_INFO("operation %02x of %d and %d", operations[i].code, (int)x, (int)y);
        }
    }
}

/* ---- budgets ---- */

TEST(script_machine_endless_loops_stop_at_the_limit) {
    memset(&b, 0, sizeof b);
    sb_global(&b, 0);
    sb_function(&b, (sb_shape){.operands = 2},
                SB_CODE(I(HEAD), I(LDG), 0, 0, I(P1), I(ADD), I(STG), 0, 0, I(LOOP), 0xF4, 0xFF));
    sb_function(&b, (sb_shape){.results = 1, .operands = 1}, SB_CODE(I(P1), I(RETN), 1));
    CHECK(sw_open(&w, &b, &plan));
    CHECK_EQ(ox_script_call_function(&w.script, 0, 200, NULL, NULL), OX_CANCELLED);
    CHECK_EQ(w.report.trap, OX_SCRIPT_TRAP_BUDGET);
    CHECK_EQ(w.script.globals[0], 33); /* 200 = 33 times 6 instructions, and two */
    CHECK_EQ(w.script.used[0], 200);
    CHECK_EQ(w.script.share, 800);
    CHECK_EQ(w.report.calls[0].byte, 4); /* HEAD and LDG were done once more */
    CHECK_EQ(value_of(1, NULL), 1);
}

/* One call of a native that tells its cost and one of a native that does not: together 4. */
TEST(script_machine_natives_cost_what_they_say) {
    memset(&b, 0, sizeof b);
    sb_native(&b, "log:v(i)");  /* the native costs 1 */
    sb_native(&b, "sub:i(ii)"); /* the native tells no cost */
    sb_function(&b, (sb_shape){.operands = 2}, SB_CODE(I(P1), I(N), I(RET)));
    sb_function(&b, (sb_shape){.operands = 2}, SB_CODE(I(P1), I(P1), I(N) + 1, I(DROP), I(RET)));
    CHECK(sw_open(&w, &b, &plan));
    ox_script_tick(&w.script, 1);
    CHECK_EQ(ox_script_call_function(&w.script, 0, 0, NULL, NULL), OX_OK);
    CHECK_EQ(w.script.used[0], 3 + 1);
    CHECK_EQ(ox_script_call_function(&w.script, 1, 0, NULL, NULL), OX_OK);
    CHECK_EQ(w.script.used[0], 3 + 1 + 5 + OX_SCRIPT_NATIVE_COST);
    CHECK_EQ(w.script.share, (int32_t)plan.tick - 13);
    /* A native that costs more than is left runs; the next instruction does not, and the whole cost is counted. */
    CHECK_EQ(ox_script_call_function(&w.script, 1, 3, NULL, NULL), OX_CANCELLED);
    CHECK_EQ(w.script.used[0], 13 + 3 + OX_SCRIPT_NATIVE_COST);
    CHECK_EQ(w.script.share, (int32_t)plan.tick - 13 - 3 - OX_SCRIPT_NATIVE_COST);
}

/* Builds tasks of 50 instructions that log their number; global 0 counts tasks that ended. */
static void build_tasks(uint32_t tasks) {
    uint8_t code[64] = {0};
    uint32_t bytes = 0;
    memset(&b, 0, sizeof b);
    sb_global(&b, 0);
    sb_native(&b, "log:v(i)"); /* costs 1 + 1 */
    code[bytes++] = I(LD), code[bytes++] = I(N);
    for (uint32_t i = 0; i < 46; i++) code[bytes++] = I(HEAD);
    code[bytes++] = I(RET);
    sb_function(&b, (sb_shape){.arguments = 1, .locals = 1, .operands = 1, TASK}, code, bytes);
    sb_function(&b, (sb_shape){.locals = 2, .operands = 2},
                SB_CODE(I(P8), (uint8_t)(tasks - 1), I(ST) + 1, I(HEAD), I(LD), I(START), 0, 0, I(DROP),
                        I(FOR), 0, 1, 1, 0xF4, 0xFF, I(RET)));
    b.has_start = true, b.start = 1;
}

TEST(script_machine_tasks_share_a_tick_in_turns) {
    build_tasks(100);
    CHECK(sw_open(&w, &b, &plan)); /* 1000 instructions a tick: twenty tasks of 50 */
    w.script.begun = true;
    CHECK_EQ(ox_script_call_function(&w.script, 1, 0, NULL, NULL), OX_OK);
    w.script.share = 0; /* the instructions that start the tasks do not count */
    for (uint32_t tick = 1; tick <= 6; tick++) {
        sw_ticks(&w, 1);
        CHECK_EQ(w.logged, tick < 5 ? 20 * tick : 100);
        CHECK_EQ(w.script.tasks.count, 100 - w.logged);
    }
    for (uint32_t i = 0; i < 100; i++) CHECK_EQ(w.log[i], i);
    CHECK_EQ(w.reports, 0);
}

TEST(script_machine_a_task_is_suspended_at_a_head_with_its_locals) {
    memset(&b, 0, sizeof b);
    sb_global(&b, 0);
    /* A task counts local 0 up to 1000, then puts it into global 0: 3 instructions a turn. */
    sb_function(&b, (sb_shape){.locals = 2, .operands = 2, TASK},
                SB_CODE(I(P16), 0xE8, 3, I(ST) + 1, I(HEAD), I(INCL), 2 - 2, 0, I(FOR), 0, 1, 1, 0xF6, 0xFF,
                        I(LD), I(STG), 0, 0, I(RET)));
    b.has_start = true;
    ox_script_plan few = plan;
    few.tick = 500;
    CHECK(sw_open(&w, &b, &few));
    sw_ticks(&w, 1);
    CHECK_EQ(w.script.tasks.count, 1);
    CHECK(w.script.share <= 0 && w.script.share > -3);
    uint32_t ticks = 1;
    for (; w.script.tasks.count > 0 && ticks < 20; ticks++) sw_ticks(&w, 1);
    CHECK_EQ(w.script.globals[0], 1000);
    CHECK_EQ(ticks, 7); /* 3004 instructions in ticks of 500 */
    CHECK_EQ(w.reports, 0);
}

TEST(script_machine_three_ticks_over_budget_are_a_warning) {
    memset(&b, 0, sizeof b);
    sb_event(&b, 1, 0);
    sb_function(&b, (sb_shape){.locals = 2, .operands = 2, .behaviour = 2, HANDLER},
                SB_CODE(I(P16), 0x2C, 1, I(ST) + 1, I(HEAD), I(FOR), 0, 1, 1, 0xF9, 0xFF, I(RET)));
    sb_behaviour(&b, 900, 0);
    uint8_t *greedy = sb_behaviour(&b, 901, 0);
    sb_put16(greedy + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 1);
    sb_handler(&b, 0, 0);
    ox_script_plan few = plan;
    few.tick = 500;
    CHECK(sw_open(&w, &b, &few));
    ox_handle one = ox_script_begin(&w.script, HERO, 1);
    for (uint32_t tick = 1; tick <= 6; tick++) {
        ox_script_tick(&w.script, tick);
        CHECK_EQ(w.script.warnings, tick < 4 ? 0 : 1);
        CHECK(ox_script_event(&w.script, one, 0, NULL));
    }
    CHECK_EQ(w.script.warned, 1);
}

/* ---- tasks ---- */

TEST(script_machine_waits_and_turns) {
    memset(&b, 0, sizeof b);
    sb_native(&b, "log:v(i)");
    /* A task logs its letter and waits 1, three times. */
    sb_function(&b, (sb_shape){.arguments = 1, .locals = 3, .operands = 1, TASK},
                SB_CODE(I(P1), I(ST) + 1, I(P8), 3, I(ST) + 2, I(HEAD), I(LD), I(N), I(P1), I(WAIT), I(FOR),
                        1, 2, 1, 0xF5, 0xFF, I(RET)));
    sb_function(&b, (sb_shape){.operands = 1},
                SB_CODE(I(P8), 'a', I(START), 0, 0, I(DROP), I(P8), 'b', I(START), 0, 0, I(DROP), I(RET)));
    sb_function(&b, (sb_shape){.operands = 1, TASK}, SB_CODE(I(P8), 60, I(WAIT), I(P8), 'w', I(N), I(RET)));
    b.has_start = true, b.start = 1;
    CHECK(sw_open(&w, &b, &plan));
    sw_ticks(&w, 8);
    CHECK_EQ(w.logged, 6);
    for (uint32_t i = 0; i < 6; i++) CHECK_EQ(w.log[i], i % 2 == 0 ? 'a' : 'b');
    CHECK_EQ(w.script.tasks.count, 0);
    CHECK_EQ(w.script.stack_used, plan.stack);
    /* A wait of 60 in tick 10 ends in tick 70. */
    b.start = 2;
    CHECK(sw_open(&w, &b, &plan));
    w.script.begun = true;
    sw_ticks(&w, 9);
    w.script.begun = false;
    sw_ticks(&w, 1);
    CHECK_EQ(w.script.now, 10);
    sw_ticks(&w, 59);
    CHECK_EQ(w.logged, 0);
    sw_ticks(&w, 1);
    CHECK_EQ(w.logged, 1);
}

TEST(script_machine_coroutines_take_turns_and_end_with_their_owner) {
    memset(&b, 0, sizeof b);
    sb_event(&b, 1, 0);
    sb_global(&b, 0), sb_global(&b, 0);
    sb_native(&b, "log:v(i)");
    /* A coroutine yields 1, 2, 3. */
    sb_function(&b, (sb_shape){.operands = 1, TASK},
                SB_CODE(I(P1), I(YIELD), 1, I(P8), 2, I(YIELD), 1, I(P8), 3, I(YIELD), 1, I(RET)));
    /* A function logs the coroutine's values until it is done, then 99. */
    sb_function(&b, (sb_shape){.locals = 1, .operands = 3},
                SB_CODE(I(CO), 0, 0, I(ST), I(HEAD), I(LD), I(RESUME), 1, I(JNZ), 4, 0, I(N), I(LOOP), 0xF5,
                        0xFF, I(DROP), I(P8), 99, I(N), I(RET)));
    /* A handler starts a coroutine and leaves it in global 0. */
    sb_function(&b, (sb_shape){.operands = 1, .behaviour = 1, HANDLER},
                SB_CODE(I(CO), 0, 0, I(STG), 0, 0, I(RET)));
    uint8_t *behaviour = sb_behaviour(&b, 900, 0);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 1);
    sb_handler(&b, 0, 2);
    /* A function resumes the coroutine in global 0. */
    sb_function(&b, (sb_shape){.results = 1, .operands = 2},
                SB_CODE(I(LDG), 0, 0, I(RESUME), 1, I(DROP), I(RETN), 1));
    CHECK(sw_open(&w, &b, &plan));
    sw_ticks(&w, 1);
    CHECK_EQ(ox_script_call_function(&w.script, 1, 0, NULL, NULL), OX_OK);
    CHECK(w.logged == 4 && w.log[0] == 1 && w.log[1] == 2 && w.log[2] == 3 && w.log[3] == 99);
    CHECK(w.script.generators == 0 && w.script.tasks.count == 0);
    ox_handle one = ox_script_begin(&w.script, HERO, 0);
    CHECK(ox_script_event(&w.script, one, 0, NULL));
    CHECK_EQ(w.script.generators, 1);
    CHECK_EQ(value_of(3, NULL), 1);
    CHECK_EQ(value_of(3, NULL), 2);
    ox_script_end(&w.script, one);
    CHECK(w.script.generators == 0 && w.script.stack_used == plan.stack);
    CHECK_EQ(ox_script_call_function(&w.script, 3, 0, NULL, NULL), OX_CANCELLED);
    CHECK_EQ(w.report.trap, OX_SCRIPT_TRAP_NULL);
}

TEST(script_machine_full_pools_are_told_once) {
    build_tasks(40);
    ox_script_plan few = plan;
    few.tasks = 3;
    CHECK(sw_open(&w, &b, &few));
    sw_ticks(&w, 1);
    CHECK_EQ(w.logged, 3);
    CHECK_EQ(w.script.refused, 37);
    CHECK(w.reports == 37 && w.report.trap == OX_SCRIPT_TRAP_FULL && w.report.times == 37);
    memset(&b, 0, sizeof b);
    sb_behaviour(&b, 900, 30);
    CHECK(sw_open(&w, &b, &plan));
    CHECK(ox_script_begin(&w.script, HERO, 0).bits != 0 && ox_script_begin(&w.script, DOOR, 0).bits != 0);
    CHECK_EQ(ox_script_begin(&w.script, DOOR, 0).bits, 0); /* 64 cells hold two instances */
    CHECK(w.reports == 1 && w.report.trap == OX_SCRIPT_TRAP_FULL);
    CHECK_EQ(ox_script_begin(&w.script, DOOR, 1).bits, 0); /* there is no such behaviour */
    CHECK_EQ(w.reports, 1);
}

/* ---- behaviours, states, faults ---- */

/* States: 0 top with children 1 and 2, 3 beside it. Enter logs 10 + state, leave 20 + state; begin of state 2 logs
 * 30, waits and logs 31. Event 0 changes to the state in global 0, by a handler of the behaviour. Event 1 is handled
 * by state 0 (logs 40) and passed by state 1 (logs 41). Event 2 divides by global 1; `on stop` logs 50. */
static void build_states(void) {
    memset(&b, 0, sizeof b);
    sb_global(&b, 0), sb_global(&b, 0);
    sb_native(&b, "log:v(i)");
    for (uint32_t i = 0; i < 3; i++) sb_event(&b, i, 0);
    static const int32_t table[] = {0, 4, 0, 0, 0, 0, 0};
    for (uint32_t i = 0; i < 7; i++)
        sb_constant(&b, table[i] == 4 ? 4 : i < 2 ? table[i] : i == 2 ? 6 : (int32_t)(6 + 4 * (i - 3)));
#define MEMBER .operands = 2, .behaviour = 1
    for (uint8_t i = 0; i < 4; i++)
        sb_function(&b, (sb_shape){MEMBER, HANDLER}, SB_CODE(I(P8), (uint8_t)(10 + i), I(N), I(RET)));
    for (uint8_t i = 0; i < 4; i++)
        sb_function(&b, (sb_shape){MEMBER, HANDLER}, SB_CODE(I(P8), (uint8_t)(20 + i), I(N), I(RET)));
    uint32_t begin = sb_function(&b, (sb_shape){MEMBER, TASK},
                                 SB_CODE(I(P8), 30, I(N), I(P8), 2, I(WAIT), I(P8), 31, I(N), I(RET)));
    uint32_t change = sb_function(&b, (sb_shape){MEMBER, HANDLER},
                                  SB_CODE(I(LDG), 0, 0, I(CASE), 0, 0, I(GOTO), 0, 0, I(RET), I(GOTO), 1, 0,
                                          I(RET), I(GOTO), 2, 0, I(RET), I(GOTO), 3, 0, I(RET)));
    uint32_t handle = sb_function(&b, (sb_shape){MEMBER, HANDLER}, SB_CODE(I(P8), 40, I(N), I(RET)));
    uint32_t pass = sb_function(&b, (sb_shape){MEMBER, HANDLER}, SB_CODE(I(P8), 41, I(N), I(PASS), I(RET)));
    uint32_t divide = sb_function(&b, (sb_shape){MEMBER, HANDLER},
                                  SB_CODE(I(P1), I(CALL), (uint8_t)(begin + 6), 0, I(DROP), I(RET)));
    uint32_t stop = sb_function(&b, (sb_shape){MEMBER, HANDLER}, SB_CODE(I(P8), 50, I(N), I(RET)));
    CHECK_EQ(stop + 1, begin + 6);
    sb_function(&b, (sb_shape){.arguments = 1, .results = 1, .locals = 1, MEMBER},
                SB_CODE(I(LD), I(CALL), (uint8_t)(begin + 7), 0, I(RETN), 1));
    sb_function(&b, (sb_shape){.arguments = 1, .results = 1, .locals = 1, MEMBER},
                SB_CODE(I(LD), I(LDG), 1, 0, I(DIV), I(RETN), 1));
    uint8_t *behaviour = sb_behaviour(&b, 900, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_STATES, 4);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 3);
    sb_handler(&b, 0, change), sb_handler(&b, 2, divide), sb_handler(&b, ROM_SCRIPT_HANDLER_STOP, stop);
    sb_handler(&b, 1, handle), sb_handler(&b, 1, pass);
    for (uint32_t i = 0; i < 4; i++) {
        uint8_t *state = sb_state(&b, 100 + i, NULL);
        sb_put16(state + ROM_SCRIPT_STATE_PARENT, i == 1 || i == 2 ? 0 : OX_SCRIPT_NONE);
        sb_put16(state + ROM_SCRIPT_STATE_ENTER, i);
        sb_put16(state + ROM_SCRIPT_STATE_LEAVE, 4 + i);
        if (i == 2) sb_put16(state + ROM_SCRIPT_STATE_BEGIN, begin);
        if (i < 2)
            sb_put16(state + ROM_SCRIPT_STATE_FIRST_HANDLER, 3 + i),
                sb_put16(state + ROM_SCRIPT_STATE_HANDLERS, 1);
    }
}

static bool logged(uint32_t count, ...) {
    va_list list;
    bool same = w.logged == count;
    va_start(list, count);
    for (uint32_t i = 0; i < count && same; i++) same = w.log[i] == va_arg(list, int);
    va_end(list);
    for (uint32_t i = 0; !same && i < w.logged; i++) TEST_INFO("log %u: %d", (unsigned)i, (int)w.log[i]);
    w.logged = 0;
    return same;
}

static void go(ox_handle one, int32_t state) {
    w.script.globals[0] = state;
    CHECK(ox_script_event(&w.script, one, 0, NULL));
}

TEST(script_machine_states_leave_enter_and_begin_in_order) {
    build_states();
    CHECK(sw_open(&w, &b, &plan));
    ox_handle one = ox_script_begin(&w.script, HERO, 0);
    CHECK(logged(2, 10, 11));
    go(one, 2); /* to the sibling: the parent is not left */
    CHECK(logged(2, 21, 12));
    sw_ticks(&w, 1);
    CHECK(logged(1, 30));
    go(one, 3); /* the begin task ends with its state */
    CHECK(logged(3, 22, 20, 13));
    CHECK_EQ(w.script.tasks.count, 0);
    go(one, 3); /* to the current state */
    CHECK(logged(0));
    go(one, 2);
    CHECK(logged(3, 23, 10, 12));
    sw_ticks(&w, 3);
    CHECK(logged(2, 30, 31));
    go(one, 0); /* to the parent: only the child is left */
    CHECK(logged(1, 22));
    CHECK_EQ(ox_script_instance_of(&w.script, one)->state, 0);
    /* The parent handles an event that the child passes. */
    CHECK(ox_script_event(&w.script, one, 1, NULL));
    CHECK(logged(1, 40));
    go(one, 1);
    w.logged = 0;
    CHECK(ox_script_event(&w.script, one, 1, NULL));
    CHECK(logged(2, 41, 40));
    CHECK(ox_script_listens(&w.script, one, 1));
    go(one, 3);
    w.logged = 0;
    CHECK(!ox_script_listens(&w.script, one, 1) && ox_script_listens(&w.script, one, 0));
    CHECK(!ox_script_event(&w.script, one, 1, NULL));
    CHECK(w.changes > 6 && w.reports == 0);
    ox_script_end(&w.script, one);
    CHECK(logged(1, 50));
    CHECK(!ox_script_event(&w.script, one, 1, NULL));
    CHECK(w.script.cells_used == 0 && w.script.instances.count == 0);
}

TEST(script_machine_a_fault_stops_its_instance_alone) {
    build_states();
    CHECK(sw_open(&w, &b, &plan));
    ox_handle one = ox_script_begin(&w.script, HERO, 0), other = ox_script_begin(&w.script, DOOR, 0);
    w.logged = 0;
    ox_script_tick(&w.script, 5);
    CHECK(ox_script_event(&w.script, one, 2, NULL)); /* divides by zero, three calls deep */
    CHECK(w.reports == 1 && w.report.trap == OX_SCRIPT_TRAP_DIV && w.report.value == 1 &&
          w.report.tick == 5 && w.report.object == HERO && w.report.behaviour == 900);
    CHECK(w.report.frames == 3 && w.report.calls[0].function == 15 && w.report.calls[0].byte == 4 &&
          w.report.calls[1].function == 14 && w.report.calls[2].function == 12);
    CHECK(logged(1, 50)); /* `on stop` ran */
    CHECK(!ox_script_event(&w.script, one, 1, NULL));
    CHECK(ox_script_event(&w.script, other, 1, NULL));
    w.script.globals[1] = 1;
    CHECK(ox_script_event(&w.script, other, 2, NULL));
    CHECK_EQ(w.reports, 1);
    CHECK(ox_script_instance_of(&w.script, one) != NULL); /* the record of the object's instance stays */
}

TEST(script_machine_faults_restart_three_times_or_go_to_a_state) {
    build_states();
    CHECK(sw_open(&w, &b, &plan));
    CHECK_EQ(ox_script_rule(&w.script, 0, 7), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_script_rule(&w.script, 0, OX_SCRIPT_RULE_RESTART), OX_OK);
    ox_handle one = ox_script_begin(&w.script, HERO, 0);
    for (uint32_t i = 0; i < 3; i++) {
        w.logged = 0;
        CHECK(ox_script_event(&w.script, one, 2, NULL));
        CHECK(logged(2, 10, 11));
    }
    CHECK(ox_script_event(&w.script, one, 2, NULL));
    CHECK(logged(1, 50));
    CHECK(!ox_script_event(&w.script, one, 2, NULL));
    CHECK(w.reports == 4 && w.report.times == 4); /* four faults at one place */
    /* Much later the place may be reported again. */
    CHECK(sw_open(&w, &b, &plan));
    CHECK_EQ(ox_script_rule(&w.script, 0, OX_SCRIPT_RULE_RESTART), OX_OK);
    one = ox_script_begin(&w.script, HERO, 0);
    for (uint32_t i = 0; i < 7; i++) {
        ox_script_tick(&w.script, 200 * i);
        CHECK(ox_script_event(&w.script, one, 2, NULL));
    }
    CHECK_EQ(ox_script_rule(&w.script, 0, 3), OX_OK);
    w.logged = 0;
    CHECK(ox_script_event(&w.script, one, 2, NULL));
    CHECK(logged(3, 21, 20, 13));
    for (uint32_t i = 0; i < 1000; i++) CHECK(ox_script_event(&w.script, one, 2, NULL));
    CHECK_EQ(w.report.times, 1008);
    CHECK_EQ(ox_script_instance_of(&w.script, one)->state, 3);
}

TEST(script_machine_changes_in_a_ring_are_cut) {
    memset(&b, 0, sizeof b);
    sb_function(&b, (sb_shape){.behaviour = 1, HANDLER}, SB_CODE(I(GOTO), 1, 0, I(RET)));
    sb_function(&b, (sb_shape){.behaviour = 1, HANDLER}, SB_CODE(I(GOTO), 0, 0, I(RET)));
    uint8_t *behaviour = sb_behaviour(&b, 900, 0);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_STATES, 2);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE, 0);
    for (uint32_t i = 0; i < 2; i++) sb_put16(sb_state(&b, 100 + i, NULL) + ROM_SCRIPT_STATE_ENTER, i);
    CHECK(sw_open(&w, &b, &plan));
    ox_handle one = ox_script_begin(&w.script, HERO, 0);
    CHECK(w.script.loops == 1 && w.loops == 1 && w.loop_from == 101 && w.loop_to == 100);
    CHECK(ox_script_instance_of(&w.script, one)->state != OX_SCRIPT_NONE);
}

TEST(script_machine_waiting_for_an_event_and_emitting) {
    memset(&b, 0, sizeof b);
    sb_event(&b, 1, 2);
    sb_event(&b, 2, 0);
    sb_native(&b, "log:v(i)");
    sb_function(
        &b, (sb_shape){.operands = 4, .behaviour = 1, TASK},
        SB_CODE(I(WAITE), 0, 0, I(N), I(N), I(SELF), I(P8), 4, I(SELF), I(P8), 30, I(EMIT), 0, 0, 5, I(RET)));
    sb_function(&b, (sb_shape){.operands = 1, .behaviour = 1, HANDLER},
                SB_CODE(I(START), 0, 0, I(DROP), I(RET)));
    uint8_t *behaviour = sb_behaviour(&b, 900, 0);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 1);
    sb_handler(&b, 1, 1);
    CHECK(sw_open(&w, &b, &plan));
    ox_handle one = ox_script_begin(&w.script, HERO, 0), other = ox_script_begin(&w.script, DOOR, 0);
    CHECK(!ox_script_listens(&w.script, one, 0));
    CHECK(ox_script_event(&w.script, one, 1, NULL));
    sw_ticks(&w, 1);
    CHECK(ox_script_listens(&w.script, one, 0) && !ox_script_listens(&w.script, other, 0));
    CHECK(!ox_script_event(&w.script, other, 0, (const int32_t[]){8, 9}));
    CHECK(ox_script_event(&w.script, one, 0, (const int32_t[]){5, 6}));
    CHECK(logged(0));
    sw_ticks(&w, 1);
    CHECK(logged(2, 6, 5));
    CHECK(w.emissions == 1 && w.emission.event == 0 && w.emission.from == HERO && w.emission.target == HERO &&
          w.emission.delay == 30);
    CHECK(w.emitted[0] == HERO && w.emitted[1] == 4);
}

TEST(script_machine_two_machines_share_nothing) {
    static script_world v;
    build_states();
    CHECK(sw_open(&w, &b, &plan) && sw_open(&v, &b, &plan));
    ox_handle one = ox_script_begin(&w.script, HERO, 0);
    uint32_t globals = rom_crc32(0, v.memory.bytes, sizeof v.memory.bytes);
    ox_script before = v.script;
    go(one, 2);
    sw_ticks(&w, 3);
    CHECK(memcmp(&before, &v.script, sizeof before) == 0 &&
          rom_crc32(0, v.memory.bytes, sizeof v.memory.bytes) == globals);
}

TEST(script_machine_memory_is_what_the_plan_says) {
    build_states();
    CHECK(sw_open(&w, &b, &ox_script_plan_small));
    size_t bytes = ox_script_bytes(&ox_script_plan_small, &w.script.module);
    CHECK_EQ(ox_arena_used(&w.arena), bytes);
    TEST_INFO("a machine of the small plan takes %u bytes and a record of %u", (unsigned)bytes,
              (unsigned)sizeof w.script);
    if (sizeof(void *) == 4) CHECK(bytes + sizeof w.script <= 3328);
    /* A block with one byte less is refused, and no state is kept. */
    OX_CLEAR(&w.script);
    ox_arena_init(&w.arena, w.memory.bytes, bytes - 1);
    ox_script_config config = {.module = b.image.bytes,
                               .size = b.size,
                               .trust = OX_SCRIPT_TRUST_CART,
                               .plan = &ox_script_plan_small,
                               .natives = sw_natives(),
                               .host = &sw_host,
                               .context = &w};
    CHECK_EQ(ox_script_open(&w.script, &config, &w.arena, &w.error), OX_OUT_OF_MEMORY);
    CHECK(ox_arena_used(&w.arena) == 0 && w.script.module.bytes == NULL);
    /* A handler that needs one cell more than the main stack has. */
    ox_script_plan small = ox_script_plan_small;
    for (uint32_t cells = 4; cells <= 5; cells++) {
        small.stack = (uint16_t)cells;
        ox_arena_init(&w.arena, w.memory.bytes, sizeof w.memory.bytes);
        config.plan = &small;
        OX_CLEAR(&w.script);
        CHECK_EQ(ox_script_open(&w.script, &config, &w.arena, &w.error), cells == 4 ? OX_BAD_IMAGE : OX_OK);
        CHECK(cells == 5 ||
              strstr(w.error.text, "needs 5 cells of the main stack, more than the cart declares") != NULL);
    }
}

/* ---- state ---- */

static uint8_t image[4096];

/* Builds coroutines inside tasks, waits and calls, all of which a save has to bring back. Global 0 counts. */
static void build_busy(void) {
    memset(&b, 0, sizeof b);
    sb_global(&b, 0);
    sb_event(&b, 1, 1);
    sb_native(&b, "log:v(i)");
    sb_native(&b, "later:i(i)L");
    /* Function 0: a coroutine that waits inside, then yields. Function 1: calls it again and again, with a call in
     * between. */
    sb_function(&b, (sb_shape){.locals = 1, .operands = 2, TASK},
                SB_CODE(I(HEAD), I(P8), 2, I(WAIT), I(INCL), 0, 1, I(LD), I(YIELD), 1, I(LOOP), 0xF3, 0xFF));
    sb_function(&b, (sb_shape){.locals = 2, .operands = 3, .need = 15, .behaviour = 1, TASK},
                SB_CODE(I(CO), 0, 0, I(ST), I(HEAD), I(LD), I(RESUME), 1, I(DROP), I(ST) + 1, I(LD) + 1,
                        I(CALL), 2, 0, I(LDG), 0, 0, I(ADD), I(STG), 0, 0, I(LOOP), 0xEC, 0xFF));
    sb_function(&b, (sb_shape){.arguments = 1, .results = 1, .locals = 1, .operands = 2, TASK},
                SB_CODE(I(P1), I(WAIT), I(LD), I(LD), I(ADD), I(RETN), 1));
    /* Function 3: waits for events and adds. Function 4: starts both tasks. */
    sb_function(&b, (sb_shape){.operands = 2, .behaviour = 1, TASK},
                SB_CODE(I(HEAD), I(WAITE), 0, 0, I(LDI), 0, 0, I(ADD), I(STI), 0, 0, I(LOOP), 0xF2, 0xFF));
    sb_function(&b, (sb_shape){.operands = 1, .behaviour = 1, HANDLER},
                SB_CODE(I(START), 1, 0, I(DROP), I(START), 3, 0, I(DROP), I(RET)));
    uint8_t *behaviour = sb_behaviour(&b, 900, 2);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 1);
    sb_handler(&b, ROM_SCRIPT_HANDLER_START, 4);
}

static void play(ox_handle one, uint32_t ticks) {
    for (uint32_t i = 0; i < ticks; i++) {
        sw_ticks(&w, 1);
        if (w.script.now % 3 == 0)
            CHECK(ox_script_event(&w.script, one, 0, (const int32_t[]){(int32_t)w.script.now}));
    }
}

TEST(script_machine_state_comes_back_and_goes_on_alike) {
    for (uint32_t at = 0; at < 30; at++) {
        build_busy();
        CHECK(sw_open(&w, &b, &plan));
        ox_handle one = ox_script_begin(&w.script, HERO, 0), other = ox_script_begin(&w.script, DOOR, 0);
        play(one, at);
        ox_writer to = ox_writer_bytes(image, sizeof image);
        ox_script_save(&w.script, &to);
        CHECK(!to.full);
        uint32_t here = ox_script_hash(&w.script);
        play(one, 20);
        uint32_t there = ox_script_hash(&w.script);
        CHECK(here != there && w.reports == 0);
        ox_script_end(&w.script, other);
        ox_reader from = ox_reader_bytes(image, to.used);
        CHECK_EQ(ox_script_restore(&w.script, &from), OX_OK);
        CHECK_EQ(ox_script_hash(&w.script), here);
        play(one, 20);
        CHECK_EQ(ox_script_hash(&w.script), there);
        /* The state is restored into a new machine. */
        CHECK(sw_open(&w, &b, &plan));
        from = ox_reader_bytes(image, to.used);
        CHECK_EQ(ox_script_restore(&w.script, &from), OX_OK);
        play(one, 20);
        CHECK_EQ(ox_script_hash(&w.script), there);
    }
}

TEST(script_machine_every_cell_counts_in_the_hash) {
    build_busy();
    CHECK(sw_open(&w, &b, &plan));
    ox_handle one = ox_script_begin(&w.script, HERO, 0);
    play(one, 5);
    uint32_t hash = ox_script_hash(&w.script);
    for (uint32_t cell = 0; cell < 2; cell++) {
        int32_t before = ox_script_cell(&w.script, one, cell);
        CHECK_EQ(ox_script_set_cell(&w.script, one, cell, before + 1), OX_OK);
        CHECK(ox_script_hash(&w.script) != hash);
        CHECK_EQ(ox_script_set_cell(&w.script, one, cell, before), OX_OK);
    }
    CHECK_EQ(ox_script_set_cell(&w.script, one, 2, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_script_set_cell(&w.script, (ox_handle){77}, 0, 0), OX_STALE_HANDLE);
    w.script.globals[0]++;
    CHECK(ox_script_hash(&w.script) != hash);
    w.script.globals[0]--;
    for (uint32_t i = plan.stack; i < plan.stack + 5u; i++) { /* the local and the link of a task */
        w.script.stack[i]++;
        CHECK(ox_script_hash(&w.script) != hash);
        w.script.stack[i]--;
    }
    CHECK_EQ(ox_script_hash(&w.script), hash);
}

TEST(script_machine_damaged_state_is_refused_or_harmless) {
    build_busy();
    CHECK(sw_open(&w, &b, &plan));
    const uint32_t fresh = ox_script_hash(&w.script);
    ox_handle one = ox_script_begin(&w.script, HERO, 0);
    play(one, 7);
    w.script.globals[0] += 5;
    ox_writer to = ox_writer_bytes(image, sizeof image);
    ox_script_save(&w.script, &to);
    rng32 random = rng32_seed(3, 0);
    uint32_t taken = 0;
    static uint8_t damaged[sizeof image];
    for (uint32_t size = 0; size < to.used; size += 3) {
        ox_reader from = ox_reader_bytes(image, size);
        CHECK_EQ(ox_script_restore(&w.script, &from), OX_BAD_DATA);
        CHECK(w.script.tasks.count == 0 && w.script.instances.count == 0);
        CHECK(w.script.globals[0] == 0 && w.script.now == 0 && !w.script.begun);
    }
    CHECK(fresh != 0 && w.script.share == (int32_t)plan.tick);
    for (uint32_t i = 0; i < 1500; i++) {
        memcpy(damaged, image, to.used);
        damaged[rng_below(&random, (uint32_t)to.used)] = (uint8_t)rng_below(&random, 256);
        ox_reader from = ox_reader_bytes(damaged, to.used);
        if (ox_script_restore(&w.script, &from) != OX_OK) continue;
        taken++;
        for (uint32_t k = 0; k < 3; k++) {
            sw_ticks(&w, 1);
            (void)ox_script_event(&w.script, one, 0, (const int32_t[]){1});
        }
    }
    CHECK(taken > 0 && taken < 1500);
}

TEST(script_machine_debts_of_a_tick_do_not_wrap) {
    static const uint8_t lowest[4] = {0, 0, 0, 0x80};
    build_states();
    CHECK(sw_open(&w, &b, &plan));
    ox_handle one = ox_script_begin(&w.script, HERO, 0);
    ox_writer to = ox_writer_bytes(image, sizeof image);
    ox_script_save(&w.script, &to);
    memcpy(image + 8, lowest, sizeof lowest); /* the share lies behind the tick and the turn */
    ox_reader from = ox_reader_bytes(image, to.used);
    CHECK_EQ(ox_script_restore(&w.script, &from), OX_OK);
    CHECK_EQ(w.script.share, INT32_MIN);
    CHECK(ox_script_event(&w.script, one, 1, NULL));
    CHECK_EQ(w.script.share, INT32_MIN);
    sw_ticks(&w, 1);
    CHECK_EQ(w.script.share, INT32_MIN + (int32_t)plan.tick);
}

TEST(script_machine_what_is_stopped_leaves_nothing_behind) {
    memset(&b, 0, sizeof b);
    sb_native(&b, "log:v(i)");
    sb_event(&b, 1, 0);
    uint32_t task = sb_function(&b, (sb_shape){MEMBER, TASK}, SB_CODE(I(P8), 30, I(N), I(RET)));
    uint32_t divide =
        sb_function(&b, (sb_shape){MEMBER, HANDLER}, SB_CODE(I(P0), I(P0), I(DIV), I(DROP), I(RET)));
    uint32_t stop = sb_function(&b, (sb_shape){MEMBER, HANDLER},
                                SB_CODE(I(START), (uint8_t)task, 0, I(DROP), I(GOTO), 0xFF, 0xFF, I(RET)));
    uint8_t *behaviour = sb_behaviour(&b, 900, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_STATES, 1);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE, 0);
    sb_put16(behaviour + ROM_SCRIPT_BEHAVIOUR_HANDLERS, 2);
    sb_handler(&b, 0, divide), sb_handler(&b, ROM_SCRIPT_HANDLER_STOP, stop);
    sb_state(&b, 100, NULL);
    CHECK(sw_open(&w, &b, &plan));
    ox_handle one = ox_script_begin(&w.script, HERO, 0);
    CHECK(ox_script_event(&w.script, one, 0, NULL));
    CHECK(ox_script_is_stopped(ox_script_instance_of(&w.script, one)));
    CHECK_EQ(w.script.tasks.count, 0); /* tasks of `on stop` were ended as well */
    sw_ticks(&w, 2);
    CHECK_EQ(w.logged, 0);
    ox_writer to = ox_writer_bytes(image, sizeof image);
    ox_script_save(&w.script, &to);
    ox_reader from = ox_reader_bytes(image, to.used);
    CHECK_EQ(ox_script_restore(&w.script, &from), OX_OK);
}

/* The checks of a task's state are the same for a restored state and for one that an older module has left. */
TEST(script_machine_taking_over_refuses_what_no_task_can_be) {
    static const uint8_t wrong[] = {SCRIPT_TASK_GENERATOR, SCRIPT_TASK_RUNNING, 0x80};
    for (uint32_t i = 0; i <= sizeof wrong; i++) {
        ox_script_carried carried;
        build_busy();
        CHECK(sw_open(&w, &b, &plan));
        CHECK(ox_script_begin(&w.script, HERO, 0).bits != 0);
        sw_ticks(&w, 1);
        uint32_t waiting = 0;
        for (uint32_t at = w.script.tasks.first; at != OX_ROSTER_END;
             at = script_task(&w.script, at)->slot.next) {
            ox_script_task *task = script_task(&w.script, at);
            if (task->wait != OX_WAIT_EVENT) continue;
            waiting++;
            if (i < sizeof wrong) task->flags |= wrong[i];
        }
        CHECK_EQ(waiting, 1);
        const uint32_t count = w.script.tasks.count, generators = w.script.generators;
        ox_writer to = ox_writer_bytes(image, sizeof image);
        ox_script_keep(&w.script, &to);
        CHECK(sw_open(&w, &b, &plan));
        ox_reader from = ox_reader_bytes(image, to.used);
        CHECK_EQ(ox_script_take_over(&w.script, &from, &carried), OX_OK);
        CHECK_EQ(w.script.tasks.count, count - (i < sizeof wrong));
        CHECK_EQ(carried.ended, i < sizeof wrong);
        CHECK_EQ(w.script.generators, generators);
    }
}

/* Twenty places that trap in turn: each remembered place is reported once, and one report stands for all others. */
TEST(script_machine_many_places_of_faults_are_told_once) {
    enum { PLACES = 20, ROUNDS = 5 };
    uint32_t told = 0;
    memset(&b, 0, sizeof b);
    for (uint32_t i = 0; i < PLACES; i++)
        sb_function(&b, (sb_shape){.operands = 2}, SB_CODE(I(P0), I(P0), I(DIV), I(DROP), I(RET)));
    CHECK(sw_open(&w, &b, &plan));
    for (uint32_t i = 0; i < PLACES * ROUNDS; i++) {
        CHECK_EQ(ox_script_call_function(&w.script, i % PLACES, 0, NULL, NULL), OX_CANCELLED);
        told += w.report.times == 1;
        CHECK(w.report.times == 1 || i >= OX_SCRIPT_FAULTS);
    }
    CHECK_EQ(told, OX_SCRIPT_FAULTS);
    CHECK_EQ(w.script.traps, PLACES * ROUNDS);
    CHECK_EQ(w.script.faults[0].times, ROUNDS);
    CHECK_EQ(w.script.faults[OX_SCRIPT_FAULTS - 1].times, (PLACES - OX_SCRIPT_FAULTS + 1) * ROUNDS);
}

/* Makes behaviour 900 with one cell, filled in by a function that starts a task and traps if `traps` is set. */
static void build_init(bool traps) {
    memset(&b, 0, sizeof b);
    sb_native(&b, "log:v(i)");
    uint32_t task = sb_function(&b, (sb_shape){MEMBER, TASK}, SB_CODE(I(P8), 30, I(N), I(RET)));
    uint32_t init = sb_function(&b, (sb_shape){MEMBER},
                                SB_CODE(I(START), (uint8_t)task, 0, I(DROP), I(P1),
                                        (uint8_t)(traps ? I(P0) : I(P1)), I(DIV), I(DROP), I(RET)));
    sb_put16(sb_behaviour(&b, 900, 1) + ROM_SCRIPT_BEHAVIOUR_INIT, init);
}

TEST(script_machine_taking_over_gives_back_what_does_not_fit) {
    for (uint32_t traps = 0; traps < 2; traps++) {
        ox_script_carried carried;
        build_init(false);
        CHECK(sw_open(&w, &b, &plan));
        CHECK(ox_script_begin(&w.script, HERO, 0).bits != 0);
        sw_ticks(&w, 2);
        CHECK(w.script.tasks.count == 0 && w.script.stack_used == plan.stack && w.script.cells_used == 1);
        ox_writer to = ox_writer_bytes(image, sizeof image);
        ox_script_keep(&w.script, &to);
        build_init(traps != 0);
        CHECK(sw_open(&w, &b, &plan));
        ox_reader from = ox_reader_bytes(image, to.used);
        CHECK_EQ(ox_script_take_over(&w.script, &from, &carried), OX_OK);
        CHECK(carried.instances == 1 - traps && carried.gone == traps);
        CHECK_EQ(w.script.cells_used, 1 - traps);
        CHECK_EQ(w.script.tasks.count, 0);
        CHECK_EQ(w.script.stack_used, plan.stack);
        to = ox_writer_bytes(image, sizeof image);
        ox_script_save(&w.script, &to);
        from = ox_reader_bytes(image, to.used);
        CHECK_EQ(ox_script_restore(&w.script, &from), OX_OK);
    }
}
