/* State machines: the table of the hero, traces of exit and enter, hierarchy, concurrency, pushdown, guards;
 * and the router with machines behind it. */
#include "fixedmath/random.h"
#include "kernel/bytes/fnv.h"
#include "kernel/state/machine.h"
#include "tests/unit/kernel/event/event_world.h"

/* ---- T10: a table ---- */

enum { STANDING, DUCKING, JUMPING, DIVING, HERO_STATES };
enum { PRESS_B, PRESS_DOWN, RELEASE_DOWN, HERO_INPUTS };

typedef struct hero {
    ox_machine machine;
    uint32_t jumps;
    int picture;
} hero;

static void count_jump(void *owner) { ((hero *)owner)->jumps++; }
static void show_standing(void *owner) { ((hero *)owner)->picture = STANDING; }
static void show_ducking(void *owner) { ((hero *)owner)->picture = DUCKING; }
static void show_jumping(void *owner) { ((hero *)owner)->picture = JUMPING; }
static void show_diving(void *owner) { ((hero *)owner)->picture = DIVING; }

#define STAY                                                                                                 \
    { OX_NO_STATE, OX_NO_ACTION }
static const ox_state hero_states[HERO_STATES] = {
    {.name = "standing", .parent = OX_NO_STATE, .enter = show_standing},
    {.name = "ducking", .parent = OX_NO_STATE, .enter = show_ducking},
    {.name = "jumping", .parent = OX_NO_STATE, .enter = show_jumping},
    {.name = "diving", .parent = OX_NO_STATE, .enter = show_diving}};
static const ox_state_cell hero_cells[HERO_STATES * HERO_INPUTS] = {
    {JUMPING, 0}, {DUCKING, OX_NO_ACTION}, STAY, STAY, STAY, {STANDING, OX_NO_ACTION},
    STAY,         {DIVING, OX_NO_ACTION},  STAY, STAY, STAY, STAY};
static ox_state_action *const hero_actions[1] = {count_jump};
static const ox_machine_type hero_type = {.name = "hero",
                                          .states = hero_states,
                                          .cells = hero_cells,
                                          .actions = hero_actions,
                                          .count = HERO_STATES,
                                          .inputs = HERO_INPUTS,
                                          .action_count = 1};

TEST(state_table_every_pair) {
    static const uint8_t expected[HERO_STATES][HERO_INPUTS] = {{JUMPING, DUCKING, STANDING},
                                                               {DUCKING, DUCKING, STANDING},
                                                               {JUMPING, DIVING, JUMPING},
                                                               {DIVING, DIVING, DIVING}};
    ox_machine_notes notes = {0};
    for (uint32_t state = 0; state < HERO_STATES; state++) {
        for (uint32_t input = 0; input < HERO_INPUTS; input++) {
            hero h = {.picture = -1};
            CHECK_EQ(ox_machine_start(&h.machine, &hero_type, &notes, &h, state), OX_OK);
            CHECK_EQ(h.picture, state);
            bool said = ox_machine_input(&h.machine, &h, input);
            CHECK_EQ(h.machine.state, expected[state][input]);
            CHECK_EQ(h.picture, expected[state][input]);
            CHECK_EQ(said, expected[state][input] != state);
            CHECK_EQ(h.jumps, state == STANDING && input == PRESS_B ? 1 : 0);
        }
    }
    hero h = {0};
    CHECK_EQ(ox_machine_start(&h.machine, &hero_type, &notes, &h, 0), OX_OK);
    CHECK(!ox_machine_input(&h.machine, &h, HERO_INPUTS));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* ---- traces: every handler writes its letter ---- */

typedef struct actor {
    ox_machine machines[2];
    char trace[128];
    uint32_t length;
    int32_t charge[2];
    void (*in_enter)(struct actor *a, uint32_t state);
    void (*in_handle)(struct actor *a, uint32_t state);
    uint32_t handled; /* bit i: state i handles */
    ox_answer answer;
} actor;

static void say(actor *a, char what, char who) {
    if (a->length + 2 < sizeof a->trace) {
        a->trace[a->length++] = what;
        a->trace[a->length++] = who;
    }
    a->trace[a->length] = 0;
}

static bool said(actor *a, const char *expected) {
    bool same = strcmp(a->trace, expected) == 0;
    if (!same) TEST_INFO("%s instead of %s", a->trace, expected);
    a->length = 0;
    a->trace[0] = 0;
    return same;
}

#define STATE_FUNCTIONS(letter, number)                                                                      \
    static void enter_##letter(void *owner) {                                                                \
        actor *a = owner;                                                                                    \
        say(a, '+', #letter[0]);                                                                             \
        if (a->in_enter != NULL) a->in_enter(a, number);                                                     \
    }                                                                                                        \
    static void exit_##letter(void *owner) { say(owner, '-', #letter[0]); }                                  \
    static void update_##letter(void *owner) {                                                               \
        actor *a = owner;                                                                                    \
        say(a, '.', #letter[0]);                                                                             \
        if (a->in_handle != NULL) a->in_handle(a, number);                                                   \
    }                                                                                                        \
    static ox_answer handle_##letter(void *owner, const ox_event *event) {                                   \
        actor *a = owner;                                                                                    \
        (void)event;                                                                                         \
        say(a, '?', #letter[0]);                                                                             \
        if (a->in_handle != NULL) a->in_handle(a, number);                                                   \
        return (a->handled >> (number)&1u) != 0 ? a->answer : OX_PASSED;                                     \
    }
#define STATE(letter, above)                                                                                 \
    { #letter, enter_##letter, exit_##letter, update_##letter, handle_##letter, above, false }

/* The states: P and Q at the top; A, B in P; C in B; D in Q; E alone, entered again after a pop. */
enum { P, Q, A, B, C, D, E, STATES };
STATE_FUNCTIONS(P, P)
STATE_FUNCTIONS(Q, Q)
STATE_FUNCTIONS(A, A)
STATE_FUNCTIONS(B, B)
STATE_FUNCTIONS(C, C)
STATE_FUNCTIONS(D, D)
STATE_FUNCTIONS(E, E)
static ox_answer handle_global(void *owner, const ox_event *event) {
    actor *a = owner;
    (void)event;
    say(a, '?', '*');
    return OX_HANDLED;
}
static const ox_state states[STATES] = {STATE(P, OX_NO_STATE),
                                        STATE(Q, OX_NO_STATE),
                                        STATE(A, P),
                                        STATE(B, P),
                                        STATE(C, B),
                                        STATE(D, Q),
                                        {"E", enter_E, exit_E, update_E, handle_E, OX_NO_STATE, true}};
static const ox_machine_type type = {
    .name = "letters", .states = states, .global = handle_global, .count = STATES};

static ox_machine_notes notes;

static void start(actor *a, uint32_t first) {
    memset(a, 0, sizeof *a);
    memset(&notes, 0, sizeof notes);
    a->answer = OX_HANDLED;
    CHECK_EQ(ox_machine_start(&a->machines[0], &type, &notes, a, first), OX_OK);
}

static ox_answer tell(actor *a, uint8_t scope) {
    ox_event e;
    ox_event_begin(&e, 0, OX_HANDLE_NONE, OX_HANDLE_NONE);
    e.scope = scope;
    return ox_machines_handle(a->machines, 1, a, &e);
}

TEST(state_exit_then_enter_once) {
    static const uint8_t from[3] = {D, E, Q};
    static const char *const expected[3] = {"-D-Q+P+A", "-E+P+A", "-Q+P+A"};
    for (int i = 0; i < 3; i++) {
        actor a;
        start(&a, from[i]);
        a.length = 0;
        CHECK_EQ(ox_machine_go(&a.machines[0], &a, A), OX_OK);
        CHECK(said(&a, expected[i]));
        /* a change to the current state does nothing */
        CHECK_EQ(ox_machine_go(&a.machines[0], &a, A), OX_OK);
        CHECK(said(&a, ""));
        CHECK_EQ(ox_machine_again(&a.machines[0], &a, A), OX_OK);
        CHECK(said(&a, "-A+A"));
        CHECK_EQ(ox_machine_go(&a.machines[0], &a, STATES), OX_BAD_ARGUMENT);
        CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
        ox_machine_end(&a.machines[0], &a);
        CHECK(said(&a, "-A-P"));
        ox_machine_end(&a.machines[0], &a);
        CHECK(said(&a, ""));
    }
}

TEST(state_hierarchy_paths) {
    actor a;
    start(&a, C);
    CHECK(said(&a, "+P+B+C"));
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, A), OX_OK);
    CHECK(said(&a, "-C-B+A"));
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, C), OX_OK);
    CHECK(said(&a, "-A+B+C"));
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, B), OX_OK); /* a change to the parent */
    CHECK(said(&a, "-C"));
    CHECK_EQ(ox_machine_again(&a.machines[0], &a, P), OX_OK);
    CHECK(said(&a, "-B-P+P"));
    CHECK(ox_machine_is_in(&a.machines[0], P) && !ox_machine_is_in(&a.machines[0], A));
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, C), OX_OK);
    CHECK(said(&a, "+B+C"));
    CHECK(ox_machine_is_in(&a.machines[0], P) && ox_machine_is_in(&a.machines[0], B));
    ox_machine_update(&a.machines[0], &a);
    CHECK(said(&a, ".P.B.C"));
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, B), OX_OK);
    CHECK_EQ(ox_machine_again(&a.machines[0], &a, C), OX_OK);
    CHECK(said(&a, "-C-B+B+C")); /* the states that were left are entered again */
}

TEST(state_unhandled_climbs) {
    actor a;
    static const uint8_t below[4] = {A, B, C, P};
    static const char *const expected[4] = {"?A?P", "?B?P", "?C?B?P", "?P"};
    for (int i = 0; i < 4; i++) {
        start(&a, below[i]);
        a.length = 0;
        a.handled = 1u << P;
        CHECK_EQ(tell(&a, OX_SCOPE_ANY), OX_HANDLED);
        CHECK(said(&a, expected[i]));
    }
    start(&a, C);
    CHECK(said(&a, "+P+B+C"));
    a.handled = 1u << C; /* handled by the state itself: neither parent nor global */
    CHECK_EQ(tell(&a, OX_SCOPE_ANY), OX_HANDLED);
    CHECK(said(&a, "?C"));
    a.handled = 0;
    CHECK_EQ(tell(&a, OX_SCOPE_ANY), OX_HANDLED);
    CHECK(said(&a, "?C?B?P?*"));
}

static void go_to_e(actor *a, uint32_t state) {
    (void)state;
    CHECK_EQ(ox_machine_go(&a->machines[0], a, E), OX_OK);
    say(a, '!', '!'); /* the code of the old state still runs */
}
static void three_steps(actor *a, uint32_t state) {
    if (state == A) (void)ox_machine_go(&a->machines[0], a, B);
    if (state == B) (void)ox_machine_go(&a->machines[0], a, D);
    if (state == D) (void)ox_machine_go(&a->machines[0], a, E);
}
static void ping_pong(actor *a, uint32_t state) {
    (void)ox_machine_go(&a->machines[0], a, state == A ? B : A);
}

TEST(state_changes_are_deferred) {
    actor a;
    start(&a, A);
    a.length = 0;
    a.in_handle = go_to_e;
    ox_machine_update(&a.machines[0], &a);
    CHECK(said(&a, ".P!!.A!!-A-P+E"));
    start(&a, A);
    a.length = 0;
    a.in_handle = go_to_e;
    a.handled = 1u << A;
    (void)tell(&a, OX_SCOPE_ANY);
    CHECK(said(&a, "?A!!-A-P+E"));
    start(&a, E);
    a.length = 0;
    a.in_enter = three_steps;
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, A), OX_OK);
    CHECK(said(&a, "-E+P+A-A+B-B-P+Q+D-D-Q+E"));
    CHECK_EQ(notes.changes, 4);
}

TEST(state_ping_pong_is_stopped) {
    static _Alignas(8) uint8_t memory[2048];
    ox_arena arena;
    ox_log log;
    actor a;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK(ox_log_init(&log, NULL, &arena, 4, 100));
    start(&a, E);
    notes.log = &log;
    a.in_enter = ping_pong;
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, A), OX_OK);
    CHECK_EQ(notes.changes, OX_STATE_CHANGES);
    CHECK_EQ(notes.loops, 1);
    CHECK(strstr(ox_log_recent(&log, 0), "machine letters: changes without end") != NULL);
    a.in_enter = NULL;
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, E), OX_OK); /* the machine goes on */
    CHECK_EQ(a.machines[0].state, E);
    /* Changes that are not allowed. */
    static const uint8_t allowed[STATES] = {0x7F, 0, 0, 0, 0, 0, 1u << A};
    static const ox_machine_type strict = {
        .name = "strict", .states = states, .allowed = allowed, .count = STATES};
    CHECK_EQ(ox_machine_start(&a.machines[0], &strict, &notes, &a, E), OX_OK);
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, B), OX_UNSUPPORTED);
    CHECK_EQ(a.machines[0].state, E);
    CHECK_EQ(notes.refused, 1);
    CHECK(strstr(ox_log_recent(&log, 0), "not allowed, from E to B") != NULL);
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, A), OX_OK);
    CHECK_EQ(a.machines[0].state, A);
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, E), OX_UNSUPPORTED);
}

TEST(state_bad_types_are_refused) {
    static const ox_state ring[2] = {{.parent = 1}, {.parent = 0}}, far[1] = {{.parent = 7}};
    ox_machine m;
    ox_machine_type t = {.states = ring, .count = 2};
    memset(&notes, 0, sizeof notes);
    CHECK_EQ(ox_machine_start(&m, &t, &notes, NULL, 0), OX_BAD_ARGUMENT);
    t = (ox_machine_type){.states = far, .count = 1};
    CHECK_EQ(ox_machine_start(&m, &t, &notes, NULL, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_machine_start(&m, &type, &notes, NULL, STATES), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_machine_go(&m, NULL, 0), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* ---- what is shared and what is not ---- */

static void charge_up(actor *a, uint32_t state) {
    if (state == E) a->charge[0]++;
}

TEST(state_objects_are_shared_data_is_not) {
    static actor crowd[100];
    const ox_state *address = NULL;
    for (int i = 0; i < 100; i++) {
        start(&crowd[i], E);
        crowd[i].in_handle = charge_up;
        const ox_state *state = &crowd[i].machines[0].type->states[crowd[i].machines[0].state];
        if (i == 0) address = state;
        CHECK(state == address);
    }
    for (int n = 0; n < 3; n++) ox_machine_update(&crowd[0].machines[0], &crowd[0]);
    ox_machine_update(&crowd[1].machines[0], &crowd[1]);
    CHECK(crowd[0].charge[0] == 3 && crowd[1].charge[0] == 1 && crowd[2].charge[0] == 0);
}

/* ---- concurrent: 4 x 2 combinations out of 6 states ---- */

enum { INPUT_MOVE, INPUT_FIRE, INPUT_JUMP };
typedef struct soldier {
    ox_machine machines[2];
    uint32_t shots, seen_by_second;
} soldier;

static ox_answer move_handle(void *owner, const ox_event *event) {
    soldier *s = owner;
    if (event->type == INPUT_MOVE) {
        (void)ox_machine_go(&s->machines[0], s, (s->machines[0].state + 1u) % 4u);
        return OX_STOP; /* the event is consumed: the gun does not hear it */
    }
    return OX_PASSED;
}
static ox_answer gun_handle(void *owner, const ox_event *event) {
    soldier *s = owner;
    s->seen_by_second++;
    if (event->type != INPUT_FIRE) return OX_PASSED;
    if (s->machines[0].state == JUMPING)
        return OX_HANDLED; /* the gun looks at the other machine: no shot in the air */
    s->shots++;
    (void)ox_machine_go(&s->machines[1], s, 1u - s->machines[1].state);
    return OX_HANDLED;
}
static const ox_state legs[4] = {{.parent = OX_NO_STATE, .handle = move_handle},
                                 {.parent = OX_NO_STATE, .handle = move_handle},
                                 {.parent = OX_NO_STATE, .handle = move_handle},
                                 {.parent = OX_NO_STATE, .handle = move_handle}};
static const ox_state gun[2] = {{.parent = OX_NO_STATE, .handle = gun_handle},
                                {.parent = OX_NO_STATE, .handle = gun_handle}};
static const ox_machine_type legs_type = {.states = legs, .count = 4}, gun_type = {.states = gun, .count = 2};

TEST(state_concurrent_machines) {
    soldier s = {.shots = 0};
    uint32_t reached = 0;
    memset(&notes, 0, sizeof notes);
    CHECK_EQ(ox_machine_start(&s.machines[0], &legs_type, &notes, &s, 0), OX_OK);
    CHECK_EQ(ox_machine_start(&s.machines[1], &gun_type, &notes, &s, 0), OX_OK);
    ox_event fire, move;
    ox_event_begin(&fire, INPUT_FIRE, OX_HANDLE_NONE, OX_HANDLE_NONE);
    ox_event_begin(&move, INPUT_MOVE, OX_HANDLE_NONE, OX_HANDLE_NONE);
    for (int i = 0; i < 8; i++) {
        for (int n = 0; n < 2; n++) {
            reached |= 1u << (s.machines[0].state * 2u + s.machines[1].state);
            uint32_t before = s.shots;
            CHECK_EQ(ox_machines_handle(s.machines, 2, &s, &fire), OX_HANDLED);
            CHECK_EQ(s.shots - before, s.machines[0].state == JUMPING ? 0 : 1);
        }
        uint32_t seen = s.seen_by_second;
        CHECK_EQ(ox_machines_handle(s.machines, 2, &s, &move), OX_STOP);
        CHECK_EQ(s.seen_by_second, seen);
        if (i == 3) CHECK_EQ(ox_machine_go(&s.machines[1], &s, 1), OX_OK);
    }
    CHECK_EQ(reached, 0xFF);
}

/* ---- pushdown ---- */

TEST(state_pushdown) {
    static const uint8_t under[4] = {A, B, D, Q};
    static const char *const exits[4] = {"+E", "+E", "+E", "+E"};
    actor a;
    for (int i = 0; i < 4; i++) { /* firing is pushed over four states and returns to each */
        start(&a, under[i]);
        a.length = 0;
        CHECK_EQ(ox_machine_push(&a.machines[0], &a, E), OX_OK);
        CHECK(said(&a, exits[i]));
        CHECK_EQ(a.machines[0].state, E);
        CHECK_EQ(ox_machine_pop(&a.machines[0], &a), OX_OK);
        CHECK(said(&a, "-E")); /* the state below is not entered again */
        CHECK_EQ(a.machines[0].state, under[i]);
        CHECK_EQ(ox_machine_pop(&a.machines[0], &a), OX_EMPTY);
    }
    CHECK_EQ(notes.overflows, 1);
    start(&a, E); /* E logs .again */
    a.length = 0;
    CHECK_EQ(ox_machine_push(&a.machines[0], &a, Q), OX_OK);
    CHECK_EQ(ox_machine_go(&a.machines[0], &a, D), OX_OK); /* a change replaces the top */
    CHECK_EQ(ox_machine_pop(&a.machines[0], &a), OX_OK);
    CHECK(said(&a, "+Q+D-D-Q+E"));
    CHECK_EQ(a.machines[0].depth, 0);
    for (int i = 0; i < OX_MACHINE_DEPTH; i++)
        CHECK_EQ(ox_machine_push(&a.machines[0], &a, i % 2 ? A : C), OX_OK);
    CHECK_EQ(ox_machine_push(&a.machines[0], &a, Q), OX_FULL);
    CHECK_EQ(notes.overflows, 1);
    CHECK_EQ(a.machines[0].state, C);
    for (int i = OX_MACHINE_DEPTH - 1; i >= 0; i--) {
        CHECK_EQ(ox_machine_pop(&a.machines[0], &a), OX_OK);
        CHECK_EQ(a.machines[0].state, i == 0 ? E : i % 2 ? C : A);
    }
    a.length = 0;
    /* a state pushed over itself is entered and left all the same */
    CHECK_EQ(ox_machine_push(&a.machines[0], &a, E), OX_OK);
    CHECK_EQ(ox_machine_pop(&a.machines[0], &a), OX_OK);
    CHECK(said(&a, "+E-E+E"));
}

/* ---- against a model: state and stack; entered and exited states balance ---- */

TEST(state_against_model) {
    rng32 r = rng32_seed(48, 49);
    actor a;
    uint8_t stack[OX_MACHINE_DEPTH + 1] = {A};
    uint32_t top = 0, hash = 0;
    start(&a, A);
    for (int round = 0; round < 10000; round++) {
        uint32_t to = rng_below(&r, STATES);
        ox_status expected = OX_OK, status;
        uint32_t what = rng_below(&r, 4);
        a.length = 0;
        if (what < 2) {
            status = ox_machine_go(&a.machines[0], &a, to);
            if (stack[top] == to) CHECK_EQ(a.length, 0);
            stack[top] = (uint8_t)to;
        } else if (what == 2) {
            status = ox_machine_push(&a.machines[0], &a, to);
            if (top == OX_MACHINE_DEPTH)
                expected = OX_FULL;
            else
                stack[++top] = (uint8_t)to;
        } else {
            status = ox_machine_pop(&a.machines[0], &a);
            if (top == 0)
                expected = OX_EMPTY;
            else
                top--;
        }
        CHECK_EQ(status, expected);
        CHECK_EQ(a.machines[0].state, stack[top]);
        CHECK_EQ(a.machines[0].depth, top);
        uint32_t now = ox_machine_hash(&a.machines[0], OX_FNV_START);
        CHECK_EQ(now == hash, a.length == 0);
        hash = now;
    }
}

/* ---- the router with machines as receivers: Alive and Dead ---- */

enum { ALIVE, DEAD };
enum { TIMEOUT, KILL };
typedef struct being {
    ox_machine machine;
    uint32_t revived, global;
} being;

static event_world w;
static being body;
static ox_handle body_handle;

static ox_answer alive_handle(void *owner, const ox_event *event) {
    being *b = owner;
    if (event->type == KILL) (void)ox_machine_go(&b->machine, b, DEAD);
    return event->type == KILL ? OX_HANDLED : OX_PASSED;
}
static ox_answer dead_handle(void *owner, const ox_event *event) {
    being *b = owner;
    if (event->type != TIMEOUT) return OX_PASSED;
    b->revived++;
    (void)ox_machine_go(&b->machine, b, ALIVE);
    return OX_HANDLED;
}
static ox_answer being_global(void *owner, const ox_event *event) {
    (void)event;
    ((being *)owner)->global++;
    return OX_HANDLED;
}
static const ox_state being_states[2] = {{.name = "alive", .parent = OX_NO_STATE, .handle = alive_handle},
                                         {.name = "dead", .parent = OX_NO_STATE, .handle = dead_handle}};
static const ox_machine_type being_type = {.states = being_states, .global = being_global, .count = 2};

static void *being_resolve(void *world, ox_handle handle) {
    (void)world;
    return handle.bits == body_handle.bits ? &body : NULL;
}
static ox_answer being_handle(void *object, const ox_event *event) {
    being *b = object;
    return ox_machines_handle(&b->machine, 1, b, event);
}

static void be_born(void) {
    event_world_open(&w, NULL);
    memset(&notes, 0, sizeof notes);
    w.events.config.resolver = (ox_resolver){being_resolve, NULL};
    w.events.config.deliver = being_handle;
    body = (being){.revived = 0};
    body_handle.bits = 0x50003;
    CHECK_EQ(ox_machine_start(&body.machine, &being_type, &notes, &body, ALIVE), OX_OK);
}

static void post(uint16_t what, uint8_t scope, uint32_t delay) {
    ox_event e;
    ox_event_begin(&e, what, OX_HANDLE_NONE, body_handle);
    e.scope = scope;
    CHECK_EQ(ox_events_post(&w.events, &e, delay), OX_OK);
}

TEST(state_router_scope_and_global) {
    for (int scoped = 0; scoped < 2; scoped++) {
        be_born();
        /* A timeout of 3 s is meant for the living; death comes after 1 s, with a timeout of 50 s of its own. */
        post(TIMEOUT, scoped != 0 ? ox_scope_state(0, ALIVE) : OX_SCOPE_ANY, 180);
        post(KILL, OX_SCOPE_ANY, 60);
        for (uint32_t tick = 0; tick <= 60; tick++) (void)event_world_tick(&w, tick);
        CHECK_EQ(body.machine.state, DEAD);
        post(TIMEOUT, ox_scope_state(0, DEAD), 50 * 60);
        for (uint32_t tick = 61; tick <= 180; tick++) (void)event_world_tick(&w, tick);
        CHECK_EQ(body.machine.state, scoped != 0 ? DEAD : ALIVE);
        CHECK_EQ(notes.out_of_scope, scoped);
        for (uint32_t tick = 181; tick <= 60 + 3000; tick++) (void)event_world_tick(&w, tick);
        CHECK_EQ(body.machine.state, ALIVE);
        CHECK_EQ(body.revived, 1);
    }
    /* An event that the state handles does not reach the global handler; an unhandled event reaches it once. */
    be_born();
    post(KILL, OX_SCOPE_ANY, 0);
    (void)event_world_tick(&w, 1);
    CHECK(body.global == 0 && body.machine.state == DEAD);
    post(KILL, OX_SCOPE_ANY, 0);
    (void)event_world_tick(&w, 2);
    CHECK_EQ(body.global, 1);
    post(KILL, ox_scope_slot(1), 0); /* there is no such slot */
    post(KILL, ox_scope_slot(0), 0);
    (void)event_world_tick(&w, 3);
    CHECK(body.global == 2 && notes.out_of_scope == 1);
    /* An event to a destroyed object whose slot is used again is dropped. */
    post(KILL, OX_SCOPE_ANY, 0);
    body_handle.bits += 0x10000;
    (void)event_world_tick(&w, 4);
    CHECK(body.global == 2 && w.events.counts.gone == 1);
}
