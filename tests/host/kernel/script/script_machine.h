/* Programs in Goad on the script machine: compiled, opened, called. */
#ifndef OXCART_SCRIPT_MACHINE_TEST_H
#define OXCART_SCRIPT_MACHINE_TEST_H

#include <stdlib.h>

#include "kernel/script/machine.h"
#include "tests/host/kernel/script/script_text.h"

enum { BENCH_LOG = 64, BENCH_MEMORY = 1 << 17 };

typedef struct bench {
    writer image;
    ox_script script;
    int32_t results[8];
    ox_script_trap trap;
    uint32_t now;
    int32_t log[BENCH_LOG]; /* arguments of `note(n)` */
    uint32_t logged;
    uint32_t events[BENCH_LOG], flags[BENCH_LOG]; /* emitted events */
    int32_t arguments[BENCH_LOG][6], delays[BENCH_LOG];
    uint32_t emitted;
    int32_t fields[8]; /* of every object, by binding */
    _Alignas(16) uint8_t memory[BENCH_MEMORY];
} bench;

static ox_script_answer bench_note(ox_script_call *call) {
    bench *b = call->context;
    if (b->logged < BENCH_LOG) b->log[b->logged++] = call->arguments[0];
    return OX_SCRIPT_DONE;
}

static bool bench_live(void *context, uint32_t object) { return (void)context, object != 0 && object < 100; }
static bool bench_is_a(void *context, uint32_t object, uint32_t type) {
    return (void)context, (void)type, object < 10;
}
static bool bench_bind(void *context, const uint8_t *field, uint32_t *binding) {
    return (void)context, (void)field, *binding = 0, true;
}
static ox_script_trap bench_get(void *context, uint32_t object, uint32_t binding, int32_t *cells,
                                uint32_t count) {
    bench *b = context;
    (void)binding;
    if (object == 0 || object >= 100) return OX_SCRIPT_TRAP_NULL;
    for (uint32_t i = 0; i < count; i++) cells[i] = b->fields[i];
    return OX_SCRIPT_TRAP_NONE;
}
static ox_script_trap bench_set(void *context, uint32_t object, uint32_t binding, const int32_t *cells,
                                uint32_t count) {
    bench *b = context;
    (void)binding;
    if (object == 0 || object >= 100) return OX_SCRIPT_TRAP_NULL;
    for (uint32_t i = 0; i < count; i++) b->fields[i] = cells[i];
    return OX_SCRIPT_TRAP_NONE;
}
static void bench_emit(void *context, const ox_script_emission *e) {
    bench *b = context;
    if (b->emitted == BENCH_LOG) return;
    b->events[b->emitted] = e->event;
    b->flags[b->emitted] = e->flags;
    b->delays[b->emitted] = e->delay;
    if (e->arguments != NULL) b->arguments[b->emitted][0] = e->arguments[0];
    b->emitted++;
}

static const ox_script_host bench_host = {.live = bench_live,
                                          .is_a = bench_is_a,
                                          .bind = bench_bind,
                                          .get = bench_get,
                                          .set = bench_set,
                                          .emit = bench_emit};
static const ox_script_plan bench_plan = {.stack = 4000,
                                          .tasks = 16,
                                          .generators = 8,
                                          .task_cells = 1000,
                                          .instances = 8,
                                          .instance_cells = 500,
                                          .tick = 20000,
                                          .activation = 200000};

/* A program that may call `native func note(n: int)`; NULL, and told, when it does not compile or is refused. */
static bench *bench_open_options(const char *text, const script_options *options) {
    static ox_script_native rows[] = {{.signature = "note:v(i)", .call = bench_note, .class = OX_SCRIPT_SIM}};
    static const ox_script_natives natives = {rows, 1, NULL};
    bench *b = calloc(1, sizeof *b);
    ox_arena arena;
    rom_error error = {0};
    if (b == NULL) return NULL;
    rows[0].name = rom_id("note");
    if (!compile_options(text, options, &b->image)) {
        TEST_INFO("%s", said);
        writer_free(&b->image);
        free(b);
        return NULL;
    }
    ox_script_config config = {.module = b->image.data,
                               .size = b->image.size,
                               .trust = OX_SCRIPT_TRUST_CART,
                               .plan = &bench_plan,
                               .natives = &natives,
                               .host = &bench_host,
                               .context = b};
    ox_arena_init(&arena, b->memory, sizeof b->memory);
    ox_status status = ox_script_open(&b->script, &config, &arena, &error);
    if (status == OX_OK) return b;
    TEST_INFO("refused: %s", error.text);
    writer_free(&b->image);
    free(b);
    return NULL;
}

static inline bench *bench_open(const char *text) { return bench_open_options(text, NULL); }

static inline void bench_close(bench *b) {
    if (b == NULL) return;
    ox_script_close(&b->script);
    writer_free(&b->image);
    free(b);
}

/* Calls a function by number; gives its first result, or 0 and the trap. */
static inline int32_t bench_call(bench *b, uint32_t function, int32_t first, int32_t second) {
    int32_t arguments[16] = {first, second};
    b->trap = OX_SCRIPT_TRAP_NONE;
    memset(b->results, 0, sizeof b->results);
    ox_status status = ox_script_call_function(&b->script, function, 0, arguments, b->results);
    if (status != OX_OK) b->trap = status == OX_CANCELLED ? b->script.trap : OX_SCRIPT_TRAP_BAD;
    return status == OX_OK ? b->results[0] : 0;
}

/* The result of function 0 of a program, with and without the optimiser, and with one instruction for one thing. */
static inline int32_t bench_result(const char *text) {
    static const script_options options[] = {{0}, {.plain = true}, {.apart = true}};
    int32_t results[3] = {0};
    for (int i = 0; i < 3; i++) {
        bench *b = bench_open_options(text, &options[i]);
        CHECK(b != NULL);
        if (b == NULL) return INT32_MIN;
        results[i] = bench_call(b, 0, 0, 0);
        if (b->trap != OX_SCRIPT_TRAP_NONE) results[i] = -1000 - (int32_t)b->trap;
        bench_close(b);
    }
    CHECK_EQ(results[0], results[1]);
    CHECK_EQ(results[0], results[2]);
    return results[0];
}

static inline void bench_tick(bench *b) {
    ox_script_tick(&b->script, b->now++);
    ox_script_run(&b->script);
}

#endif
