#include "tests/bench/scripts_machine.h"

#include "bench/scripts.inc" /* bench_module: scripts.goad, compiled */

enum { OWNER = 7, ROUNDS = 200, ARENA_WORDS = 4096 };

static uint32_t memory[ARENA_WORDS];
static int32_t position[3];
static ox_handle owner;

static ox_script_answer nothing(ox_script_call *call) {
    (void)call;
    return OX_SCRIPT_DONE;
}
static ox_script_answer same(ox_script_call *call) {
    call->results[0] = call->arguments[0];
    return OX_SCRIPT_DONE;
}

static bool lives(void *context, uint32_t object) {
    (void)context;
    return object == OWNER;
}
static bool bind(void *context, const uint8_t *field, uint32_t *binding) {
    (void)context, (void)field;
    *binding = 0;
    return true;
}
static ox_script_trap get(void *context, uint32_t object, uint32_t binding, int32_t *cells, uint32_t count) {
    (void)context, (void)binding;
    if (object != OWNER) return OX_SCRIPT_TRAP_NULL;
    for (uint32_t i = 0; i < count; i++) cells[i] = position[i];
    return OX_SCRIPT_TRAP_NONE;
}
static ox_script_trap set(void *context, uint32_t object, uint32_t binding, const int32_t *cells,
                          uint32_t count) {
    (void)context, (void)binding;
    if (object != OWNER) return OX_SCRIPT_TRAP_NULL;
    for (uint32_t i = 0; i < count; i++) position[i] = cells[i];
    return OX_SCRIPT_TRAP_NONE;
}

const char *bench_open(ox_script *script) {
    static const ox_script_host host = {.live = lives, .bind = bind, .get = get, .set = set};
    static const ox_script_plan plan = {
        .stack = 600, .instances = 1, .instance_cells = 8, .tick = 1000, .activation = INT16_MAX * 1024u};
    static ox_script_native rows[] = {{.signature = "nothing:v()", .call = nothing},
                                      {.signature = "same:i(i)", .call = same}};
    static const ox_script_natives natives = {.rows = rows, .count = 2};
    static rom_error error;
    static ox_arena arena;
    rows[0].name = rom_id_of("nothing", 7);
    rows[1].name = rom_id_of("same", 4);
    if (rows[0].name > rows[1].name) {
        ox_script_native row = rows[0];
        rows[0] = rows[1];
        rows[1] = row;
    }
    ox_arena_init(&arena, memory, sizeof memory);
    const ox_script_config config = {.module = bench_module,
                                     .size = sizeof bench_module,
                                     .trust = OX_SCRIPT_TRUST_CART,
                                     .plan = &plan,
                                     .natives = &natives,
                                     .host = &host};
    if (ox_script_open(script, &config, &arena, &error) != OX_OK) return error.text;
    owner = ox_script_begin(script, OWNER, 0);
    return owner.bits == 0 ? "no instance" : NULL;
}

bool bench_run(ox_script *script, bench_script which, int32_t n) {
    int32_t results[8];
    if (which < BENCH_POSITION) return ox_script_call_function(script, which, 0, &n, results) == OX_OK;
    if (which == BENCH_POSITION)
        return ox_script_set_cell(script, owner, 0, n) == OX_OK && ox_script_handle_tick(script, owner);
    while (n-- > 0)
        if (!ox_script_event(script, owner, 0, NULL)) return false;
    return true;
}

const bench_row bench_rows[BENCH_ROWS] = {
    {"round of an empty loop", BENCH_EMPTY, BENCH_EMPTY},
    {"s += i", BENCH_SUM, BENCH_EMPTY},
    {"s += (i * 3) % 7", BENCH_MIXED, BENCH_EMPTY},
    {"call and return, two arguments", BENCH_CALLS, BENCH_EMPTY},
    {"native without arguments", BENCH_NATIVES, BENCH_EMPTY},
    {"reading and writing self.pos, and the loop", BENCH_POSITION, BENCH_POSITION},
    {"event to one handler", BENCH_EVENT, BENCH_EVENT},
};

static uint32_t rounds(ox_script *script, bench_script which, bench_counter *count) {
    uint32_t spent[2];
    for (int i = 0; i < 2; i++) {
        uint32_t before = count();
        if (!bench_run(script, which, ROUNDS << i)) return 0;
        spent[i] = count() - before;
    }
    return (spent[1] - spent[0]) / ROUNDS;
}

uint32_t bench_round(ox_script *script, const bench_row *row, bench_counter *count) {
    uint32_t all = rounds(script, row->which, count);
    return row->which == row->less ? all : all - rounds(script, row->less, count);
}
