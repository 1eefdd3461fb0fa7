/* A small game around one script machine, for tests: two objects with two fields, natives, emitted events and
 * reports. */
#ifndef OXCART_TESTS_SCRIPT_WORLD_H
#define OXCART_TESTS_SCRIPT_WORLD_H

#include "kernel/type/name.h"
#include "tests/unit/kernel/script/script_builder.h"

enum {
    HERO = 0x10001,
    DOOR = 0x10002,
    DEAD = 0x10003,
    TYPE_HERO = 500,
    FIELD_HEALTH = 501,
    FIELD_PLACE = 502,
    DATA_SWORD = 503
};

typedef struct script_world {
    ox_script script;
    ox_arena arena;
    union {
        uint64_t aligned;
        uint8_t bytes[40000];
    } memory;
    rom_error error;
    int32_t health[2], place[3];
    ox_script_emission emission;
    int32_t emitted[6];
    uint32_t emissions, reports, changes, loops, loop_from, loop_to;
    ox_script_report report; /* the last report */
    int32_t log[128];
    uint32_t logged;
    uint32_t waiting; /* the task that called the latent native */
    int32_t waiting_for;
    ox_handle made; /* the last instance that a script made */
} script_world;

static inline bool sw_live(void *context, uint32_t object) {
    return (void)context, object == HERO || object == DOOR;
}
static inline bool sw_is_a(void *context, uint32_t object, uint32_t type) {
    return (void)context, object == HERO && type == TYPE_HERO;
}
static inline bool sw_bind(void *context, const uint8_t *field, uint32_t *binding) {
    *binding = rom_word(field + ROM_SCRIPT_FIELD_FIELD);
    return (void)context, *binding >= FIELD_HEALTH && *binding <= DATA_SWORD;
}
static inline ox_script_trap sw_get(void *context, uint32_t object, uint32_t binding, int32_t *cells,
                                    uint32_t count) {
    script_world *w = context;
    if (!sw_live(context, object)) return OX_SCRIPT_TRAP_NULL;
    if (binding == FIELD_PLACE && object != HERO) return OX_SCRIPT_TRAP_TYPE;
    memcpy(cells, binding == FIELD_PLACE ? w->place : &w->health[object - HERO], count * sizeof *cells);
    return OX_SCRIPT_TRAP_NONE;
}
static inline ox_script_trap sw_set(void *context, uint32_t object, uint32_t binding, const int32_t *cells,
                                    uint32_t count) {
    script_world *w = context;
    if (!sw_live(context, object)) return OX_SCRIPT_TRAP_NULL;
    if (binding == FIELD_PLACE && object != HERO) return OX_SCRIPT_TRAP_TYPE;
    memcpy(binding == FIELD_PLACE ? w->place : &w->health[object - HERO], cells, count * sizeof *cells);
    return OX_SCRIPT_TRAP_NONE;
}
static inline ox_script_trap sw_data(void *context, uint32_t binding, uint32_t record, int32_t *cells,
                                     uint32_t count) {
    (void)context, (void)count;
    if (binding != DATA_SWORD || record > 2) return OX_SCRIPT_TRAP_NULL;
    cells[0] = (int32_t)record * 25;
    return OX_SCRIPT_TRAP_NONE;
}
static inline void sw_emit(void *context, const ox_script_emission *e) {
    script_world *w = context;
    w->emission = *e;
    memcpy(
        w->emitted, e->arguments,
        ox_script_record(&w->script.module, OX_SCRIPT_SECTION_EVENTS, e->event)[ROM_SCRIPT_EVENT_ARGUMENTS] *
            sizeof w->emitted[0]);
    w->emissions++;
}
static inline void sw_report(void *context, const ox_script_report *report) {
    script_world *w = context;
    w->report = *report;
    w->reports++;
}
static inline void sw_changed(void *context, ox_handle instance) {
    ((script_world *)context)->changes++, (void)instance;
}
static inline void sw_looped(void *context, uint32_t from, uint32_t to) {
    script_world *w = context;
    w->loops++, w->loop_from = from, w->loop_to = to;
}
static const ox_script_host sw_host = {sw_live, sw_is_a,   sw_bind, sw_get,     sw_set,    sw_data,
                                       sw_emit, sw_report, NULL,    sw_changed, sw_looped, NULL};

static ox_script_answer sw_sub(ox_script_call *call) {
    call->results[0] = call->arguments[0] - call->arguments[1];
    return OX_SCRIPT_DONE;
}
static ox_script_answer sw_log(ox_script_call *call) {
    script_world *w = call->context;
    if (w->logged < 128) w->log[w->logged++] = call->arguments[0];
    return OX_SCRIPT_DONE;
}
static ox_script_answer sw_refuse(ox_script_call *call) { return ox_script_refuse(call, 1); }
static ox_script_answer sw_later(ox_script_call *call) {
    script_world *w = call->context;
    w->waiting = call->task;
    w->waiting_for = call->arguments[0];
    return OX_SCRIPT_PENDING;
}
/* Gives the door a behaviour by its number. */
static ox_script_answer sw_make(ox_script_call *call) {
    script_world *w = call->context;
    w->made = ox_script_make(call->machine, DOOR, (uint32_t)call->arguments[0]);
    call->results[0] = (int32_t)w->made.bits;
    return OX_SCRIPT_MADE;
}
/* Natives by rising id. */
static const ox_script_native sw_rows[] = {
    {.name = OX_NAME("log"), .signature = "log:v(i)", .call = sw_log, .class = OX_SCRIPT_SIM, .cost = 1},
    {.name = OX_NAME("later"), .signature = "later:i(i)L", .call = sw_later, .class = OX_SCRIPT_SIM},
    {.name = OX_NAME("make"), .signature = "make:i(i)", .call = sw_make, .class = OX_SCRIPT_SIM},
    {.name = OX_NAME("refuse"), .signature = "refuse:v(ii)", .call = sw_refuse, .class = OX_SCRIPT_SIM},
    {.name = OX_NAME("sub"), .signature = "sub:i(ii)", .call = sw_sub, .class = OX_SCRIPT_PURE},
};
static inline const ox_script_natives *sw_natives(void) {
    enum { ROWS = sizeof sw_rows / sizeof sw_rows[0] };
    static ox_script_native sorted[ROWS];
    static ox_script_natives natives = {sorted, ROWS, NULL};
    memcpy(sorted, sw_rows, sizeof sorted);
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k + 1 < ROWS; k++) {
            if (sorted[k].name > sorted[k + 1].name) {
                ox_script_native one = sorted[k];
                sorted[k] = sorted[k + 1];
                sorted[k + 1] = one;
            }
        }
    }
    return &natives;
}

/* Opens the module that the builder made; when it is refused, prints the sentence and returns false. */
static inline bool sw_open(script_world *w, script_builder *b, const ox_script_plan *plan) {
    memset(w, 0, sizeof *w);
    ox_arena_init(&w->arena, w->memory.bytes, sizeof w->memory.bytes);
    sb_finish(b);
    ox_script_config config = {.module = b->image.bytes,
                               .size = b->size,
                               .trust = OX_SCRIPT_TRUST_CART,
                               .plan = plan,
                               .natives = sw_natives(),
                               .host = &sw_host,
                               .context = w};
    ox_status status = ox_script_open(&w->script, &config, &w->arena, &w->error);
    if (status != OX_OK) TEST_INFO("%s: %s", ox_status_name(status), w->error.text);
    return status == OX_OK;
}

static inline void sw_ticks(script_world *w, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        ox_script_tick(&w->script, w->script.now + 1);
        ox_script_run(&w->script);
    }
}

#endif
