/* Counts what events, listeners, machines, commands and undo cost on the Cortex-M3: executed instructions an
 * operation. */
#include <stdio.h>

#include "kernel/command/command.h"
#include "kernel/command/history.h"
#include "kernel/event/area.h"
#include "kernel/event/chain.h"
#include "kernel/event/inbox.h"
#include "kernel/game/counter.h"
#include "kernel/save/pack.h"
#include "kernel/state/machine.h"
#include "tests/ports/instructions.h"

enum { N = 200 };

static _Alignas(8) uint8_t memory[131072];
static ox_arena arena;
static ox_events events;
static volatile uint32_t sink;
static uint32_t idle;

#define COUNT(what, times, statement)                                                                        \
    do {                                                                                                     \
        uint32_t before_ = test_instructions();                                                              \
        for (uint32_t k = 0; k < (times); k++) {                                                             \
            statement;                                                                                       \
            sink = k;                                                                                        \
        }                                                                                                    \
        uint32_t spent_ = test_instructions() - before_;                                                     \
        uint32_t mean_ = (spent_ * 10 / (times) + 5) / 10;                                                   \
        if ((what) != NULL)                                                                                  \
            printf("  %-58s %6u\n", (const char *)(what), (unsigned)(mean_ - idle));                         \
        else                                                                                                 \
            idle = mean_;                                                                                    \
    } while (0)
/* A statement that does N operations at once. */
#define COUNT_ALL(what, statement)                                                                           \
    do {                                                                                                     \
        uint32_t before_ = test_instructions();                                                              \
        statement;                                                                                           \
        uint32_t spent_ = test_instructions() - before_;                                                     \
        printf("  %-58s %6u\n", (what), (unsigned)((spent_ + N / 2) / N));                                   \
    } while (0)
#define MUST(expression) (sink = (uint32_t)(expression))

static ox_machine machine;
static ox_machine_notes notes;

static void *resolve(void *world, ox_handle handle) { return handle.bits == 0x10001u ? world : NULL; }
static ox_answer nothing(void *object, const ox_event *event) {
    (void)object;
    (void)event;
    return OX_HANDLED;
}
static ox_answer pass(void *object, const ox_event *event) {
    (void)object;
    (void)event;
    return OX_PASSED;
}
static ox_answer to_machine(void *object, const ox_event *event) {
    return ox_machines_handle(&machine, 1, object, event);
}
static ox_answer change(void *object, const ox_event *event) {
    (void)event;
    (void)ox_machine_go(&machine, object, machine.state ^ 1u);
    return OX_HANDLED;
}
static void enter(void *owner) { (void)owner; }

static const ox_state states[4] = {{.parent = OX_NO_STATE, .enter = enter, .exit = enter, .handle = change},
                                   {.parent = OX_NO_STATE, .enter = enter, .exit = enter, .handle = change},
                                   {.parent = OX_NO_STATE, .handle = nothing, .update = enter},
                                   {.parent = 2, .handle = pass}};
static const ox_state_cell cells[4] = {
    {1, OX_NO_ACTION}, {0, OX_NO_ACTION}, {2, OX_NO_ACTION}, {3, OX_NO_ACTION}};
static const ox_machine_type type = {.states = states, .cells = cells, .count = 4, .inputs = 1};

static void open_events(ox_handler *deliver) {
    ox_events_config config = {.types = 4, .waiting = 256, .extensions = 256, .listeners = 16};
    config.resolver = (ox_resolver){resolve, &machine};
    config.deliver = deliver;
    ox_arena_init(&arena, memory, sizeof memory);
    MUST(ox_events_init(&events, &config, &arena));
    static const ox_id names[4] = {1, 2, 3, 4};
    MUST(ox_events_add_types(&events, names, 4));
}

static void event_costs(void) {
    ox_event to_object, to_all, large;
    ox_handle object = {0x10001u};
    ox_event_begin(&to_object, 0, object, object);
    (void)ox_event_add_int(&to_object, 1, 10);
    ox_event_begin(&to_all, 1, object, OX_HANDLE_NONE);
    (void)ox_event_add_int(&to_all, 1, 10);
    large = to_all;
    (void)ox_event_add_vec3(&large, 2, (vec3){1, 2, 3});
    open_events(nothing);
    MUST(ox_events_listen(&events, (ox_interest){.type = 1}, nothing, NULL).bits);
    COUNT("event: begin and an argument", N, {
        ox_event_begin(&to_object, 0, object, object);
        (void)ox_event_add_int(&to_object, 1, (int32_t)k);
    });
    COUNT("event: post", N, MUST(ox_events_post(&events, &to_all, 0)));
    COUNT_ALL("event: delivery to one listener", sink = ox_events_drain(&events));
    ox_events_begin(&events, 1);
    for (int i = 0; i < 3; i++) {
        static const char *const titles[3] = {"event: post and delivery to one listener",
                                              "event: post and delivery to a receiver",
                                              "event: the same with four arguments to one listener"};
        const ox_event *e = i == 0 ? &to_all : i == 1 ? &to_object : &large;
        events.left = UINT32_MAX;
        COUNT_ALL(titles[i], {
            for (uint32_t n = 0; n < N; n++) (void)ox_events_post(&events, e, 0);
            sink = ox_events_drain(&events);
        });
    }
    COUNT("event: send to a receiver", N, MUST(ox_events_send(&events, &to_object)));
    COUNT("event: delayed post, 200 of them", N, MUST(ox_events_post(&events, &to_all, 1 + k % 10)));
    COUNT_ALL("event: its way from the heap to delivery", {
        ox_events_begin(&events, 20);
        sink = ox_events_drain(&events);
    });
    for (uint32_t k = 0; k < N; k++) MUST(ox_events_post(&events, &to_all, 1 + k % 10));
    COUNT_ALL("event: state hash, for each of 200 that wait", sink = ox_events_hash(&events, 0));
    COUNT("event: read an argument", N, sink = (uint32_t)ox_event_int(&to_all, 1, 0));
}

static void subject_costs(void) {
    static ox_listener listeners[9];
    ox_subject subject;
    ox_event e;
    ox_event_begin(&e, 0, OX_HANDLE_NONE, OX_HANDLE_NONE);
    ox_subject_init(&subject);
    MUST(ox_subject_add(&subject, &listeners[0], nothing, NULL, OX_LISTEN_LAST));
    COUNT("subject: notify of one listener", N, MUST(ox_subject_notify(&subject, &e)));
    for (int i = 1; i < 9; i++) MUST(ox_subject_add(&subject, &listeners[i], nothing, NULL, OX_LISTEN_LAST));
    COUNT("subject: notify of nine listeners", N, MUST(ox_subject_notify(&subject, &e)));
    COUNT("subject: remove and add", N, {
        (void)ox_listener_remove(&listeners[4]);
        MUST(ox_subject_add(&subject, &listeners[4], nothing, NULL, OX_LISTEN_LAST));
    });
}

static void machine_costs(void) {
    ox_event e;
    ox_handle object = {0x10001u};
    ox_event_begin(&e, 0, object, object);
    (void)ox_event_add_int(&e, 1, 10);
    open_events(to_machine);
    events.left = UINT32_MAX;
    MUST(ox_machine_start(&machine, &type, &notes, NULL, 2));
    /* after this loop every slot has been in use */
    for (uint32_t n = 0; n < N; n++) (void)ox_events_post(&events, &e, 0);
    sink = ox_events_drain(&events);
    COUNT("machine: an event, handled", N, MUST(ox_machines_handle(&machine, 1, NULL, &e)));
    COUNT("machine: update", N, ox_machine_update(&machine, NULL));
    COUNT("machine: message sent at once to its state", N, MUST(ox_events_send(&events, &e)));
    COUNT_ALL("machine: message posted and delivered to its state", {
        for (uint32_t n = 0; n < N; n++) (void)ox_events_post(&events, &e, 0);
        sink = ox_events_drain(&events);
    });
    MUST(ox_machine_start(&machine, &type, &notes, NULL, 3));
    COUNT("machine: an event, passed to the parent", N, MUST(ox_machines_handle(&machine, 1, NULL, &e)));
    MUST(ox_machine_start(&machine, &type, &notes, NULL, 0));
    COUNT("machine: an event that changes the state", N, MUST(ox_machines_handle(&machine, 1, NULL, &e)));
    COUNT("machine: a table input that changes the state", N, MUST(ox_machine_input(&machine, NULL, 0)));
}

typedef struct step {
    ox_change change;
    uint32_t now, before;
} step;
static uint32_t value;
static void step_do(void *context, ox_change *c) {
    step *s = (step *)(void *)c;
    (void)context;
    s->before = value;
    value = s->now;
}
static void step_undo(void *context, ox_change *c) {
    (void)context;
    value = ((step *)(void *)c)->before;
}
static ox_answer act(void *actor, const ox_command *command) {
    (void)actor;
    (void)command;
    return OX_HANDLED;
}

static void command_costs(void) {
    static ox_command storage[256];
    static ox_command_function *const verbs[1] = {act};
    static step steps[64];
    static const ox_change_type kinds[1] = {{step_do, step_undo}};
    ox_commands commands;
    ox_history history;
    ox_command c = {.actor = {0x10001u}};
    step s = {.now = 5};
    ox_commands_init(&commands, storage, 256, verbs, 1, (ox_resolver){resolve, &machine});
    COUNT("command: push", N, MUST(ox_commands_push(&commands, &c)));
    sink = ox_commands_run(&commands);
    COUNT_ALL("command: pushed and executed", {
        for (uint32_t n = 0; n < N; n++) MUST(ox_commands_push(&commands, &c));
        sink = ox_commands_run(&commands);
    });
    ox_history_init(
        &history,
        &(ox_history_config){
            .storage = steps, .capacity = 64, .stride = sizeof(step), .types = kinds, .type_count = 1});
    COUNT("undo: a change done and kept", N, MUST(ox_history_do(&history, &s.change)));
    COUNT("undo: undone", 60, MUST(ox_history_undo(&history)));
    COUNT("undo: done again", 60, MUST(ox_history_redo(&history)));
}

static void game_costs(void) {
    static ox_counter storage[16];
    static uint8_t in[N * 4], out[N * 5];
    static ox_packer packer;
    ox_counters counters;
    ox_counters_init(&counters, storage, 16);
    for (uint32_t i = 1; i <= 16; i++) MUST(ox_counters_set(&counters, i * 77u, 1));
    COUNT("counter: looked up among 16", N, sink = (uint32_t)ox_counters_get(&counters, (k % 16 + 1) * 77u));
    for (uint32_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i % 24 < 16 ? i % 24 : i * i * 2654435761u >> 24);
    ox_packer_begin(&packer, in, sizeof in, out, sizeof out);
    COUNT_ALL("pack: four bytes of a saved game", sink = ox_packer_step(&packer, UINT32_MAX));
}

int main(void) {
    COUNT(NULL, N, (void)0);
    game_costs();
    event_costs();
    subject_costs();
    machine_costs();
    command_costs();
    return 0;
}
