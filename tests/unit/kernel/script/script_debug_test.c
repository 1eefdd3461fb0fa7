/* A machine with a debugger: it runs as one without, and its trace and counts are those of what ran. */
#include "kernel/script/debug.h"
#include "kernel/script/machine_internal.h"
#include "tests/unit/kernel/script/script_world.h"

#define I(name) OX_SCRIPT_##name

static script_builder b;
static script_world w;
static ox_script_debugger d;
static uint32_t counts[256];
static uint8_t statements[32];
static ox_script_traced rows[32];
static const ox_script_plan plan = {.stack = 128,
                                    .tasks = 4,
                                    .generators = 2,
                                    .task_cells = 100,
                                    .instances = 2,
                                    .instance_cells = 16,
                                    .tick = 1000,
                                    .activation = 500};

static void begin_debugger(void) {
    memset(&d, 0, sizeof d);
    memset(counts, 0, sizeof counts);
    memset(statements, 0, sizeof statements);
    d.statements = statements;
    d.counts = counts;
    d.code_bytes = sizeof counts / sizeof counts[0];
    d.trace = rows;
    d.trace_room = sizeof rows / sizeof rows[0];
    ox_script_debug(&w.script, &d);
}

static void build_spell(uint8_t health) {
    memset(&b, 0, sizeof b);
    sb_global(&b, health), sb_global(&b, 7), sb_global(&b, 11), sb_global(&b, 0);
    sb_function(&b, (sb_shape){.operands = 4},
                SB_CODE(I(P0), I(P0), I(LDX), 1, 0, 0, 1, 0, 1, I(P0), I(LDX), 1, 1, 0, 1, 0, 1, I(P0),
                        I(LDX), 1, 2, 0, 1, 0, 1, I(ADD), I(P8), 2, I(DIV), I(ADD), I(STX), 1, 3, 0, 1, 0, 1,
                        I(RET)));
}

/* The averaging spell: health + (agility + wisdom) / 2, whose stack before each instruction is known. */
TEST(script_debug_trace_of_the_averaging_spell) {
    static const int32_t tops[] = {0, 0, 0, 45, 0, 7, 0, 11, 18, 2, 9, 54, 0};
    static const uint16_t depths[] = {0, 1, 2, 2, 3, 3, 4, 4, 3, 4, 3, 2, 0};
    build_spell(45);
    CHECK(sw_open(&w, &b, &plan));
    begin_debugger();
    CHECK_EQ(ox_script_call_function(&w.script, 0, 0, NULL, NULL), OX_OK);
    CHECK_EQ(w.script.globals[3], 54);
    CHECK_EQ(d.traced, 13);
    for (uint32_t i = 0; i < 13; i++) {
        const ox_script_traced *row = ox_script_trace_row(&d, 12 - i);
        CHECK(row != NULL && row->depth == depths[i] && row->top == tops[i]);
    }
    CHECK(ox_script_trace_row(&d, 13) == NULL);
}

/* Two runs, the second with other numbers: the first row that differs is where the other number was loaded. */
TEST(script_debug_traces_of_two_runs_part_where_they_differ) {
    static ox_script_traced first[32];
    build_spell(45);
    CHECK(sw_open(&w, &b, &plan));
    begin_debugger();
    CHECK_EQ(ox_script_call_function(&w.script, 0, 0, NULL, NULL), OX_OK);
    memcpy(first, rows, sizeof first);
    build_spell(46);
    CHECK(sw_open(&w, &b, &plan));
    begin_debugger();
    CHECK_EQ(ox_script_call_function(&w.script, 0, 0, NULL, NULL), OX_OK);
    uint32_t at = 0;
    while (at < 13 && first[at].top == rows[at].top && first[at].depth == rows[at].depth) at++;
    CHECK_EQ(at, 3); /* behind the load of the health */
    CHECK_EQ(rows[at].place.byte, 9);
}

/* The sum of all counts is the number of instructions that the machine itself counts, HEADs of loops included. */
TEST(script_debug_counts_are_all_instructions) {
    memset(&b, 0, sizeof b);
    sb_function(&b, (sb_shape){.results = 1, .locals = 3, .operands = 2},
                SB_CODE(0x06, 0x18, 0x07, 0x19, 0x02, 0x0a, 0x1a, 0x11, 0x12, 0x73, 0x81, 0x0b, 0x00, 0x01,
                        0x10, 0x11, 0x40, 0x18, 0x86, 0x01, 0x02, 0x01, 0xf5, 0xff, 0x10, 0x8b, 0x01));
    CHECK(sw_open(&w, &b, &plan));
    ox_script_tick(&w.script, 1);
    CHECK_EQ(ox_script_call_function(&w.script, 0, 0, NULL, NULL), OX_OK);
    const uint32_t without = w.script.used[0];
    begin_debugger();
    ox_script_tick(&w.script, 2);
    CHECK_EQ(ox_script_call_function(&w.script, 0, 0, NULL, NULL), OX_OK);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 256; i++) sum += counts[i];
    CHECK_EQ(w.script.used[0], without);
    CHECK_EQ(sum, without);
    CHECK_EQ((uint32_t)d.instructions, without);
    CHECK(counts[13] == 10 && counts[14] == 10 && counts[0] == 1);
    /* A budget that is used up ends it at the same instruction. */
    CHECK_EQ(ox_script_call_function(&w.script, 0, 20, NULL, NULL), OX_CANCELLED);
    const uint16_t byte = w.report.calls[0].byte;
    ox_script_debug(&w.script, NULL);
    CHECK_EQ(ox_script_call_function(&w.script, 0, 20, NULL, NULL), OX_CANCELLED);
    CHECK_EQ(w.report.calls[0].byte, byte);
}

static uint32_t stops;
static ox_script_stopped last;
static ox_script_step go_on(void *context, ox_script *machine, const ox_script_stopped *stopped) {
    (void)context;
    (void)machine;
    stops++;
    last = *stopped;
    return OX_SCRIPT_STEP_NONE;
}

TEST(script_debug_breakpoints_have_room_and_go) {
    build_spell(45);
    CHECK(sw_open(&w, &b, &plan));
    begin_debugger();
    stops = 0;
    d.stopped = go_on;
    statements[0] = 3; /* bytes 0 and 1 begin statements */
    for (uint16_t i = 0; i < OX_SCRIPT_BREAKS - 1; i++)
        CHECK_EQ(ox_script_break(&d, (ox_script_place){0, (uint16_t)(100 + i)}), i);
    CHECK_EQ(ox_script_break(&d, (ox_script_place){0, 1}), OX_SCRIPT_BREAKS - 1);
    CHECK_EQ(ox_script_break(&d, (ox_script_place){0, 0}), -1);
    CHECK_EQ(ox_script_call_function(&w.script, 0, 0, NULL, NULL), OX_OK);
    CHECK(stops == 1 && last.why == OX_SCRIPT_STOP_BREAK && last.at.byte == 1 &&
          last.number == OX_SCRIPT_BREAKS - 1);
    ox_script_unbreak(&d, OX_SCRIPT_BREAKS - 1);
    ox_script_unbreak(&d, OX_SCRIPT_BREAKS);
    CHECK_EQ(ox_script_call_function(&w.script, 0, 0, NULL, NULL), OX_OK);
    CHECK_EQ(stops, 1);
    for (uint32_t i = 0; i < OX_SCRIPT_WATCHES; i++)
        CHECK_EQ(ox_script_watch(&d, &w.script.globals[i & 3]), i);
    CHECK_EQ(ox_script_watch(&d, &w.script.globals[0]), -1);
    CHECK(ox_script_cells(&w.script, (ox_handle){0}, 3, 1) == &w.script.globals[3] &&
          ox_script_cells(&w.script, (ox_handle){0}, 3, 2) == NULL &&
          ox_script_cells(&w.script, (ox_handle){77}, 0, 1) == NULL);
}
