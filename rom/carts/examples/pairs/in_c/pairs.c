/* The game that plays the pairs: one plan for all of them, and one system that calls the pair of the scene. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include <string.h>

#include "kernel/behaviour/module.h"
#include "rom/rom.h"

static const pair *const pairs[] = {
    &pair_spawn,   &pair_queries,      &pair_volumes,    &pair_paths,    &pair_layers, &pair_spawners,
    &pair_waves,   &pair_elements,     &pair_areas,      &pair_events,   &pair_tasks,  &pair_states,
    &pair_tweens,  &pair_counters,     &pair_objectives, &pair_trophies, &pair_flow,   &pair_flow_there,
    &pair_attract, &pair_attract_game, &pair_kept,       &pair_saves,    &pair_data,   &pair_random,
    &pair_actions, &pair_controls,     &pair_sounds};
static pair_game game;

/* ---- functions that several pairs use ---- */

void pair_count(pair_game *g, ox_id counter, int32_t by) {
    (void)ox_counters_add(ox_game_counters(g->console), counter, by);
}

void pair_set(pair_game *g, ox_id counter, int32_t value) {
    (void)ox_counters_set(ox_game_counters(g->console), counter, value);
}

bool pair_pressed(const pair_event *event, uint32_t button) {
    return event->name == OX_NAME("press") && (uint32_t)event->values[0] == button;
}

ox_object *pair_create(pair_game *g, ox_id type, vec3 at) {
    ox_object *object = ox_world_create(g->world, type, NULL);
    if (object != NULL) pair_put(g, object, at);
    return object;
}

ox_object *pair_find(const pair_game *g, ox_id name) {
    uint32_t count;
    return ox_console_called(g->console, name, &count);
}

vec3 pair_place(const pair_game *g, const ox_object *object) { return *ox_place_of(g->world, object); }

void pair_put(pair_game *g, ox_object *object, vec3 at) { (void)ox_place_set(g->world, object, at); }

void pair_turn(pair_game *g, const ox_object *object, int32_t degrees) {
    ox_object_place *at = ox_object_place_of(g->world, object);
    at->angle = (ang16)(at->angle + ang16_from_degrees(degrees));
}

void pair_walk(pair_game *g, ox_object *object) {
    fx right, up;
    ox_input_lead(g->input, &right, &up);
    const vec3 at = pair_place(g, object);
    const fx x = fx_adds(at.x, fx_muls(right, FX(0.1))), z = fx_adds(at.z, fx_muls(fx_subs(0, up), FX(0.1)));
    pair_put(g, object,
             (vec3){fx_clamp(x, -6 * FX_ONE, 6 * FX_ONE), at.y, fx_clamp(z, -6 * FX_ONE, 6 * FX_ONE)});
}

/* ---- events: those of the console, and those of the pairs ---- */

static const ox_id events[] = {OX_NAME("press"),         OX_NAME("release"),
                               OX_NAME("enter"),         OX_NAME("leave"),
                               OX_NAME("wavebegan"),     OX_NAME("wavesover"),
                               OX_NAME("broken"),        OX_NAME("tweened"),
                               OX_NAME("mode"),          OX_NAME("objectivebegins"),
                               OX_NAME("objectivedone"), OX_NAME("objectivefailed"),
                               OX_NAME("trophy"),        OX_NAME("ring"),
                               OX_NAME("began"),         OX_NAME("ended")};
enum { EVENTS = sizeof events / sizeof events[0] };

void pair_emit(pair_game *g, ox_id name, ox_handle to, int32_t value, uint32_t after) {
    ox_events *bus = ox_console_events(g->console);
    ox_event event;
    ox_event_begin(&event, ox_events_type(bus, name), OX_HANDLE_NONE, to);
    (void)ox_event_add_int(&event, 1, value);
    (void)ox_events_post(bus, &event, after);
}

static ox_answer hear_event(void *of, const ox_event *event) {
    pair_game *g = of;
    pair_event heard = {.name = events[event->type], .to = ox_world_get(g->world, event->receiver)};
    for (uint32_t i = 0; i < 3 && i < event->count; i++) heard.values[i] = (int32_t)event->arguments[i].value;
    if (g->pair->hear != NULL) g->pair->hear(g, &heard);
    return OX_HANDLED;
}

/* ---- steps ---- */

static void keep_input(void *of, const ox_input *input) { ((pair_game *)of)->input = input; }

/* Posts buttons as events like others. */
static void post_buttons(pair_game *g, ox_id name, uint32_t buttons) {
    for (uint32_t button = PLAT_UP; button <= PLAT_SELECT; button <<= 1)
        if ((buttons & button) != 0) pair_emit(g, name, OX_HANDLE_NONE, (int32_t)button, 0);
}

/* The system of the pairs, which a pause of the game stops with the world. The first step starts the pair. */
static void run_pair(void *of, ox_world *world, ox_phase phase, uint32_t bucket) {
    pair_game *g = of;
    (void)world;
    if (bucket != 0) return;
    if (phase == OX_PHASE_EARLY) {
        if (g->pair->tick != NULL) g->pair->tick(g);
        return;
    }
    if (g->steps++ == 0 && g->pair->start != NULL) g->pair->start(g);
    post_buttons(g, OX_NAME("press"), g->input->pressed);
    post_buttons(g, OX_NAME("release"), g->input->released);
}
static const ox_system system_of_pairs = {
    .name = OX_NAME("pairs"), .phases = 1u << OX_PHASE_COMMANDS | 1u << OX_PHASE_EARLY, .run = run_pair};

static void draw_pair(void *of, rs_frame *frame, uf16 fraction) {
    const pair_game *g = of;
    (void)fraction;
    if (g->pair->draw != NULL) g->pair->draw(g, frame);
}

/* ---- state: saved, hashed, rewound ---- */

static void save_pair(const void *of, ox_writer *to) {
    const pair_game *g = of;
    ox_write_u32(to, g->steps);
    for (int i = 0; i < 4; i++) ox_write_i32(to, g->numbers[i]);
    ox_write_bool(to, g->machine.type != NULL);
    if (g->machine.type != NULL) ox_machine_save(&g->machine, to);
}

static ox_status restore_pair(void *of, ox_reader *from) {
    pair_game *g = of;
    g->steps = ox_read_u32(from);
    for (int i = 0; i < 4; i++) g->numbers[i] = ox_read_i32(from);
    if (ox_read_bool(from) != (g->machine.type != NULL)) return OX_BAD_DATA;
    return g->machine.type == NULL ? ox_reader_status(from) : ox_machine_restore(&g->machine, from);
}

/* ---- the plan, and the start, which comes with every scene ---- */

static const ox_task_kind tasks[PAIR_TASKS] = {
    [PAIR_TASK_BLINK] = {.run = pair_blink}, [PAIR_TASK_FOLLOW] = {.run = pair_follow}};
static ox_timer_call *const timers[PAIR_TIMERS] = {[PAIR_TIMER_FUSE] = pair_burn};
static const ox_id streams[] = {OX_NAME("scripts")};
static const ox_runtime_plan plan = {.systems = 1,
                                     .attaches = true,
                                     .events = events,
                                     .event_count = EVENTS,
                                     .tasks = tasks,
                                     .task_count = PAIR_TASKS,
                                     .task_locals = sizeof(int32_t),
                                     .timers = timers,
                                     .timer_count = PAIR_TIMERS,
                                     .random = streams,
                                     .random_count = 1,
                                     .save_slots = 1,
                                     .rewind = 120};

static ox_status start_pair(void *of, ox_console *console) {
    pair_game *g = of;
    memset(g, 0, sizeof *g);
    g->console = console;
    g->world = ox_console_world(console);
    g->luck = ox_random_stream_of(ox_console_random(console), OX_NAME("scripts"));
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (rom_id(pairs[i]->scene) == ox_console_scene(console)) g->pair = pairs[i];
    if (g->pair == NULL) return OX_NOT_FOUND;
    if (ox_events_listen(ox_console_events(console), (ox_interest){.type = OX_EVENT_ANY}, hear_event, g)
            .bits == 0)
        return OX_FULL;
    const int system = ox_world_add_system(g->world, &system_of_pairs, g);
    return system < 0 ? (ox_status)system : OX_OK;
}

static void stop_pair(void *of) {
    const pair_game *g = of;
    ox_world_remove_systems(g->world, g);
}

static const ox_sim_part parts[] = {
    {.name = "pair", .context = &game, .save = save_pair, .restore = restore_pair}};

const ox_cart pairs_cart = {.name = "pairs",
                            .start = start_pair,
                            .step = keep_input,
                            .draw = draw_pair,
                            .stop = stop_pair,
                            .parts = parts,
                            .part_count = 1,
                            .state = &game,
                            .modules = OX_RUNTIME,
                            .runtime = &plan};
