/* A guard who sleeps, watches and chases: a state machine that is driven by events, and a scoreboard that
 * listens. */
#include "kernel/event/events.h"
#include "kernel/state/machine.h"
#include "kernel/type/name.h"
#include "rom/carts/examples/example.h"

/* 1. The events. An event type is a number; its name's id lets data and scripts find it. */
enum { EVENT_NOISE, EVENT_LOST, EVENT_TYPES };

/* 2. The guard: a machine and what the guard remembers. Everything that differs between two guards lies here; the
 * states below are constants that all guards share. */
typedef struct guard {
    ox_machine machine;
    ox_handle handle;
    ox_events *events;
    ox_log *out;
    int32_t steps; /* of the chase */
} guard;

enum { SLEEPING, AWAKE, WATCHING, CHASING };

/* 3. The functions of the states. `enter` shows a state, whichever state the guard comes from. */
static void fall_asleep(void *owner) { ox_log_write(((guard *)owner)->out, PLAT_LOG_INFO, "  guard: zzz"); }

static void look_round(void *owner) {
    guard *g = owner;
    ox_event nothing;
    ox_log_write(g->out, PLAT_LOG_INFO, "  guard: who is there?");
    /* A delayed event of the guard to himself is a timer. The scope of the event: only if he still watches then. */
    ox_event_begin(&nothing, EVENT_LOST, g->handle, g->handle);
    nothing.scope = ox_scope_state(0, WATCHING);
    ox_events_post(g->events, &nothing, 3);
}

static void enter_walk(void *owner) { ((guard *)owner)->steps = 0; }

static void chase(void *owner) {
    guard *g = owner;
    g->steps++;
    ox_log_write(g->out, PLAT_LOG_INFO, "  guard: step %d", (int)g->steps);
    if (g->steps == 2) ox_machine_go(&g->machine, g, WATCHING); /* entered when this function is done */
}

static ox_answer hear_in_sleep(void *owner, const ox_event *event) {
    guard *g = owner;
    if (event->type != EVENT_NOISE) return OX_PASSED;
    if (ox_event_int(event, OX_KEY("loudness"), 0) < 5) return OX_HANDLED; /* guard turns over */
    ox_machine_go(&g->machine, g, WATCHING);
    return OX_HANDLED;
}

static ox_answer hear_while_watching(void *owner, const ox_event *event) {
    guard *g = owner;
    if (event->type != EVENT_NOISE) return OX_PASSED; /* the parent may have it */
    ox_machine_go(&g->machine, g, CHASING);
    return OX_HANDLED;
}

/* Watching and chasing have a common parent: events that neither handles come here. */
static ox_answer hear_awake(void *owner, const ox_event *event) {
    guard *g = owner;
    if (event->type != EVENT_LOST) return OX_PASSED;
    ox_machine_go(&g->machine, g, SLEEPING);
    return OX_HANDLED;
}

static const ox_state guard_states[] = {
    [SLEEPING] = {.name = "sleeping", .parent = OX_NO_STATE, .enter = fall_asleep, .handle = hear_in_sleep},
    [AWAKE] = {.name = "awake", .parent = OX_NO_STATE, .handle = hear_awake},
    [WATCHING] = {.name = "watching", .parent = AWAKE, .enter = look_round, .handle = hear_while_watching},
    [CHASING] = {.name = "chasing", .parent = AWAKE, .enter = enter_walk, .update = chase},
};
static const ox_machine_type guard_type = {.name = "guard", .states = guard_states, .count = 4};

/* 4. Events name their receivers by handles. find_guard turns a handle into a guard again; guard_handle gives a
 * guard an event. A game has its world do this (kernel/world/world.h); here there is one guard. */
static void *find_guard(void *world, ox_handle handle) {
    guard *g = world;
    return handle.bits == g->handle.bits ? g : NULL;
}
static ox_answer guard_handle(void *object, const ox_event *event) {
    guard *g = object;
    return ox_machines_handle(&g->machine, 1, g, event);
}

/* 5. A listener that is no object. */
static ox_answer count_noise(void *context, const ox_event *event) {
    (void)event;
    ++*(uint32_t *)context;
    return OX_PASSED;
}

static void make_noise(ox_events *events, ox_handle whom, int32_t loudness) {
    ox_event noise;
    ox_event_begin(&noise, EVENT_NOISE, OX_HANDLE_NONE, whom);
    ox_event_add_int(&noise, OX_KEY("loudness"), loudness);
    ox_events_post(events, &noise, 0);
}

void example(plat *platform, ox_log *out) {
    static _Alignas(8) uint8_t memory[8192];
    static const ox_id names[EVENT_TYPES] = {OX_NAME("noise"), OX_NAME("lost")};
    ox_arena arena;
    ox_events events;
    ox_machine_notes notes = {.log = out};
    guard g = {.handle = {0x10001u}, .events = &events, .out = out};
    uint32_t noises = 0;
    (void)platform;

    ox_arena_init(&arena, memory, sizeof memory);
    ox_events_config config = {.types = EVENT_TYPES,
                               .waiting = 16,
                               .listeners = 4,
                               .log = out,
                               .resolver = {find_guard, &g},
                               .deliver = guard_handle};
    if (ox_failed(ox_events_init(&events, &config, &arena)) ||
        ox_failed(ox_events_add_types(&events, names, EVENT_TYPES)) ||
        ox_failed(ox_machine_start(&g.machine, &guard_type, &notes, &g, SLEEPING)))
        return;
    ox_events_listen(&events, (ox_interest){.type = EVENT_NOISE}, count_noise, &noises);

    for (uint32_t tick = 1; tick <= 12; tick++) {
        ox_events_begin(&events, tick);
        if (tick == 2) make_noise(&events, g.handle, 2);
        if (tick == 3) make_noise(&events, g.handle, 9);
        if (tick == 5) make_noise(&events, g.handle, 1);
        ox_events_drain(&events);
        ox_machine_update(&g.machine, &g);
        SAY("tick %u: %s", (unsigned)tick, guard_states[g.machine.state].name);
    }
    /* 6. The guard is called away for a moment, and goes on in the state before; a saved machine goes on there as
     * well. */
    uint8_t bytes[32];
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_machine_save(&g.machine, &to);
    const uint32_t hash = ox_machine_hash(&g.machine, OX_FNV_START);
    (void)ox_machine_push(&g.machine, &g, WATCHING);
    SAY("called away: %s", guard_states[g.machine.state].name);
    (void)ox_machine_pop(&g.machine, &g);
    SAY("and back: %s", guard_states[g.machine.state].name);
    (void)ox_machine_again(&g.machine, &g, WATCHING);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    if (ox_machine_restore(&g.machine, &from) == OX_OK)
        SAY("as it was saved, in %u bytes: %s", (unsigned)to.used,
            ox_machine_hash(&g.machine, OX_FNV_START) == hash ? "the same" : "another");
    ox_machine_end(&g.machine, &g);
    SAY("%u noises, %u changes of state, %u events out of scope", (unsigned)noises, (unsigned)notes.changes,
        (unsigned)notes.out_of_scope);
}
