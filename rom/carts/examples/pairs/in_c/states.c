/* States in C: ../states.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

enum { LEFT }; /* numbers */
enum { WALK, REST, STARTLED };

static ox_object *guard_of(const pair_game *g) { return pair_find(g, OX_NAME("guard")); }

static void go_ahead(pair_game *g, fx metres) {
    ox_object *guard = guard_of(g);
    const ang16 angle = ox_object_place_of(g->world, guard)->angle;
    pair_put(g, guard, v3_adds(pair_place(g, guard), v3_scales(ox_place_ahead(angle), metres)));
}

static void walk(void *of) {
    pair_game *g = of;
    go_ahead(g, FX(0.05));
    const fx x = pair_place(g, guard_of(g)).x;
    if (x < -3 * FX_ONE || x > 3 * FX_ONE) (void)ox_machine_go(&g->machine, g, REST);
}

static void begin_rest(void *of) { ((pair_game *)of)->numbers[LEFT] = 30; }
static void rest(void *of) {
    pair_game *g = of;
    if (--g->numbers[LEFT] > 0) return;
    const vec3 at = pair_place(g, guard_of(g));
    ox_object_place_of(g->world, guard_of(g))->angle = ox_place_heading(at, (vec3){0, at.y, 0});
    go_ahead(g, FX(0.1));
    pair_count(g, OX_NAME("rests"), 1);
    (void)ox_machine_go(&g->machine, g, WALK);
}

static void begin_startled(void *of) {
    pair_game *g = of;
    g->numbers[LEFT] = 12;
    ox_object_place_of(g->world, guard_of(g))->size = FX(1.5);
}
static void be_startled(void *of) {
    pair_game *g = of;
    if (--g->numbers[LEFT] == 0) (void)ox_machine_go(&g->machine, g, WALK);
}

static void end_startled(void *of) {
    pair_game *g = of;
    ox_object_place_of(g->world, guard_of(g))->size = FX_ONE;
    pair_count(g, OX_NAME("startled"), 1);
}

static const ox_state states[] = {
    [WALK] = {.name = "walk", .parent = OX_NO_STATE, .update = walk},
    [REST] = {.name = "rest", .parent = OX_NO_STATE, .enter = begin_rest, .update = rest},
    [STARTLED] = {.name = "startled",
                  .parent = OX_NO_STATE,
                  .enter = begin_startled,
                  .update = be_startled,
                  .exit = end_startled}};
static const ox_machine_type guard_type = {.name = "guard", .states = states, .count = 3};

static void start_states(pair_game *g) {
    (void)!ox_machine_start(&g->machine, &guard_type, ox_console_machine_notes(g->console), g, WALK);
}

static void hear_states(pair_game *g, const pair_event *event) {
    if (pair_pressed(event, PLAT_A) && ox_machine_is_in(&g->machine, WALK))
        (void)ox_machine_go(&g->machine, g, STARTLED);
}

static void tick_states(pair_game *g) { ox_machine_update(&g->machine, g); }

const pair pair_states = {
    .scene = "scene/states", .start = start_states, .hear = hear_states, .tick = tick_states};
