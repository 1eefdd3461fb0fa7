/* Every record of memory, containers, time, loop, events, play and world is led through its life (life.h). */
#include "kernel/bytes/bits.h"
#include "kernel/bytes/packed.h"
#include "kernel/camera/fade.h"
#include "kernel/camera/shot.h"
#include "kernel/command/command.h"
#include "kernel/command/history.h"
#include "kernel/containers/chain.h"
#include "kernel/containers/chained.h"
#include "kernel/containers/graph.h"
#include "kernel/containers/grid.h"
#include "kernel/containers/heap.h"
#include "kernel/containers/hierarchy.h"
#include "kernel/containers/probing.h"
#include "kernel/containers/tree.h"
#include "kernel/debug/profile.h"
#include "kernel/display/dirty.h"
#include "kernel/engine/engine.h"
#include "kernel/event/events.h"
#include "kernel/game/flow.h"
#include "kernel/game/moment.h"
#include "kernel/game/objective.h"
#include "kernel/game/trophy.h"
#include "kernel/gesture/stroke.h"
#include "kernel/handle/handle.h"
#include "kernel/input/device.h"
#include "kernel/inspect/sheet.h"
#include "kernel/inspect/sketch.h"
#include "kernel/level/spawner.h"
#include "kernel/level/wave.h"
#include "kernel/loop/estimate.h"
#include "kernel/loop/latency.h"
#include "kernel/loop/loop.h"
#include "kernel/loop/output.h"
#include "kernel/loop/pace.h"
#include "kernel/loop/pipeline.h"
#include "kernel/loop/schedule.h"
#include "kernel/memory/bank.h"
#include "kernel/memory/class.h"
#include "kernel/memory/partition.h"
#include "kernel/memory/size_class.h"
#include "kernel/memory/spawn.h"
#include "kernel/memory/split.h"
#include "kernel/memory/submit.h"
#include "kernel/memory/tag.h"
#include "kernel/names/intern.h"
#include "kernel/network/channels.h"
#include "kernel/network/conditions.h"
#include "kernel/network/loopback.h"
#include "kernel/network/ping.h"
#include "kernel/network/secure.h"
#include "kernel/network/serial.h"
#include "kernel/residency/chunk.h"
#include "kernel/residency/level.h"
#include "kernel/residency/reserve.h"
#include "kernel/residency/shared.h"
#include "kernel/residency/stage.h"
#include "kernel/residency/undo.h"
#include "kernel/residency/window.h"
#include "kernel/scene/node.h"
#include "kernel/scene/region.h"
#include "kernel/state/machine.h"
#include "kernel/task/action.h"
#include "kernel/task/request.h"
#include "kernel/task/task.h"
#include "kernel/time/clock.h"
#include "kernel/time/random.h"
#include "kernel/time/time.h"
#include "kernel/time/timer.h"
#include "kernel/world/cast.h"
#include "kernel/world/element.h"
#include "kernel/world/query.h"
#include "kernel/world/seen.h"
#include "tests/unit/kernel/memory/life.h"

#if OX_DEBUG
#include <setjmp.h>

static jmp_buf way_out;

static bool leave(void *context, fx_assert_site *site, const char *text, va_list arguments) {
    (void)context, (void)site, (void)text, (void)arguments;
    longjmp(way_out, 1);
}

bool life_asserts(void (*use)(void *at), void *at) {
    void *context;
    fx_assert_handler *before = fx_assert_install(leave, NULL, &context);
    bool volatile asserts = true;
    if (setjmp(way_out) == 0) {
        use(at);
        asserts = false;
    }
    fx_assert_install(before, context, NULL);
    return asserts;
}
#else
bool life_asserts(void (*use)(void *at), void *at) { return (void)use, (void)at, true; }
#endif

/* ---- what lies around the modules ---- */

_Alignas(16) uint8_t life_record[LIFE_ROOM];
static _Alignas(16) uint8_t memory[49152], spare[4096];
static _Alignas(16) uint32_t words[256];
static uint32_t serial_put(void *context, const uint8_t *bytes, uint32_t size) {
    return (void)context, (void)bytes, size;
}
static uint32_t serial_take(void *context, uint8_t *bytes, uint32_t size) {
    return (void)context, (void)bytes, (void)size, 0;
}
static ox_transport wire = {.properties = {.payload = OX_SECURE_LEAST}};
static uint16_t halves[4];
static ox_arena arena;
static ox_world world;
static ox_events events;
static ox_counters counters;
static ox_counter counter_slots[2];
static ox_input_player players[1], own_players[1];
static ox_input_sources sources;
static ox_control control;
static ox_handle handle;
static ox_nodes nodes;
static ox_loop loop;
static ox_frame_memory frame_memory;
static ox_chunks chunks;

static void everything_goes_on(void);
static const life_bench bench = {&arena, everything_goes_on};

static const ox_field spot_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                       OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type spot_record = OX_TYPE(vec3, spot_fields, 1);
static const ox_component_type spot = {
    .name = OX_NAME("spot"), .capacity = 4, .record = &spot_record, .slot = OX_SLOT_PLACE + 1};
static const ox_object_type stone = {
    .name = OX_NAME("stone"), .capacity = 4, .components = {OX_NAME("spot")}};
static const ox_world_config world_config = {.objects = 4, .types = 2, .components = 2, .systems = 4};
static const ox_events_config events_config = {.types = 4, .waiting = 4, .listeners = 2};
static const ox_input_source devices = {"devices", NULL, NULL};
static const ox_resolver nobody = {NULL, NULL};
static ox_event event;
static uint16_t news;

/* Lets an object move, an event and a step of the input pass: a module that still knew an ended record would call
 * it. */
static void everything_goes_on(void) {
    static const plat_input none = {0};
    ox_object *o = ox_world_spawn(&world, 0, &handle);
    CHECK(o != NULL);
    for (int step = 0; step < 2; step++) {
        if (o != NULL) CHECK_EQ(ox_place_set(&world, o, (vec3){step * FX(20), 0, 0}), OX_OK);
        ox_world_tick(&world);
        ox_event_begin(&event, news, OX_HANDLE_NONE, OX_HANDLE_NONE);
        CHECK_EQ(ox_events_post(&events, &event, 0), OX_OK);
        ox_events_begin(&events, world.tick);
        (void)ox_events_drain(&events);
        ox_input_sources_feed(&sources, 0, &none);
        ox_input_sources_step(&sources, world.tick);
    }
    CHECK_EQ(ox_world_destroy(&world, handle), OX_OK);
    ox_world_tick(&world);
    CHECK_EQ(ox_world_leaks(&world), 0);
    CHECK_EQ(control.masks, 0);
}

static void begin(void) {
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_world_init(&world, &arena, &world_config), OX_OK);
    CHECK(ox_world_add_component(&world, &spot) >= 0);
    CHECK(ox_world_add_type(&world, &stone) >= 0);
    CHECK_EQ(ox_events_init(&events, &events_config, &arena), OX_OK);
    CHECK_EQ(ox_events_add_type(&events, 1, NULL, &news), OX_OK);
    CHECK(ox_frame_memory_init(&frame_memory, &arena, 256, 1));
    CHECK_EQ(ox_chunks_init(&chunks, &arena, 64, 2), OX_OK);
    CHECK_EQ(ox_input_sources_init(&sources, players, 1), OX_OK);
    CHECK_EQ(ox_nodes_init(&nodes, words + 128, 8, 16), OX_OK);
    ox_counters_init(&counters, counter_slots, 2);
    ox_loop_init(&loop, 60, true);
    memset(&control, 0, sizeof control);
}

/* ---- arguments of the rows ---- */

static const ox_plan plan = {.classes = {[OX_CLASS_MAIN] = 1024}};
static const ox_memory_block blocks[OX_CLASSES] = {[OX_CLASS_MAIN] = {spare, sizeof spare}};
static const ox_handles_config handles_config = {.capacity = 4, .size = 8};
static const ox_camera_pose pose = {.turn = {0, 0, 0, Q30_ONE}, .focal = FX_ONE};
static uint32_t no_time(void *context) {
    (void)context;
    return 0;
}
static const ox_heap_setup heap_setup = {.bytes = 256, .blocks = 4, .step_moves = 1, .step_bytes = 64};
static const ox_sized_class sizes[] = {{8, 2}, {16, 2}};
static const ox_kind kinds[] = {{.id = 1, .bytes = 8, .capacity = 2}};
static ox_status make_nothing(void *context, void *object, const void *descriptor) {
    return (void)context, (void)object, (void)descriptor, OX_OK;
}
static const ox_shared_maker maker = {.make = make_nothing};
static ox_submission submissions[2];
static ox_undo_entry undos[2];
static ox_top_entry tops[2];
static ox_grid grid;
static ox_graph_node graph_nodes[4];
static ox_graph_edge graph_edges[4];
static int compare(const void *a, const void *b, void *context) { return (void)a, (void)b, (void)context, 0; }

static uint32_t read_nothing(void *machine) { return (void)machine, 0; }
static void ring_nothing(void *context, const ox_timer *timer) { (void)context, (void)timer; }
static ox_timer_call *const timer_calls[] = {ring_nothing};
static ox_timer_queue_slot timer_slots[2];
static const ox_timer timer = {.owner = 1, .name = 1};
static ox_random_stream streams[2];
static const ox_task_kind task_kinds[1];
static uint32_t action_runs[OX_ACTIONS_BYTES(2) / 4];
static const ox_action *const action_programs[1];
static ox_job job_queue[2];
static void answer_nothing(void *context, const void *question, void *answer) {
    (void)context, (void)question, (void)answer;
}
static const ox_request_kind request_kinds[] = {{"nothing", answer_nothing, 1}};
static ox_command command_slots[2];
static ox_answer obey(void *actor, const ox_command *command) {
    return (void)actor, (void)command, OX_HANDLED;
}
static ox_command_function *const command_functions[] = {obey};
static void change_nothing(void *context, ox_change *what) { (void)context, (void)what; }
static const ox_change_type change_types[] = {{change_nothing, change_nothing}};
static const ox_change change;
static const ox_output_sinks sinks;
static uint64_t stand_still(void *machine) { return (void)machine, 0; }
static const ox_pace_timer pace_timer = {.now = stand_still};
static void fill_list(void *game, ox_draw_list *list) { (void)game, (void)list; }
static void draw_list(void *game, const ox_draw_list *list) { (void)game, (void)list; }
static ox_subsystem subsystems[2];

static ox_answer hear(void *context, const ox_event *of) { return (void)context, (void)of, OX_HANDLED; }
static ox_listener listener;
static ox_status subject_with_listener(ox_subject *it) {
    ox_subject_init(it);
    return ox_subject_add(it, &listener, hear, NULL, OX_LISTEN_LAST);
}
static const ox_state states[] = {{.name = "alone", .parent = OX_NO_STATE}};
static const ox_machine_type machine_type = {.name = "machine", .states = states, .count = 1};
static ox_machine_notes machine_notes;
static const ox_moment_step moment_step = {.ticks = 10, .then = OX_MOMENT_END};
static const ox_game_state game_state = {.name = 1};
static ox_status flow_that_plays(ox_flow *it) {
    ox_flow_config config = {.states = 2, .ways = 2};
    ox_status status = ox_flow_init(it, &config, &arena);
    if (!ox_failed(status)) status = ox_flow_add_state(it, &game_state);
    return ox_failed(status) ? status : ox_flow_start(it, 1);
}
static const ox_objective objective = {.name = 1};
static const ox_trophy_rules trophy_rules;

static void cast_nothing(void *context, const ox_world *of, ox_cast *cast) {
    (void)context, (void)of, (void)cast;
}
static const ox_region region = {.shape = OX_REGION_SPHERE, .half = {FX(1), 0, 0}, .tags = 1};
static void enter_nothing(void *context, ox_world *of, const ox_region_event *what) {
    (void)context, (void)of, (void)what;
}
static ox_status regions_with_one(ox_regions *it) {
    ox_status status = ox_regions_init(
        it, &world, &(ox_regions_config){.capacity = 2, .visits = 2, .tags = 1, .listener = enter_nothing});
    return ox_failed(status) ? status : (ox_status)ox_regions_add(it, &region, 1);
}
static ox_spawner_set set;
static const uint8_t no_spawners[ROM_SPAWNERS_SIZE];
static void change_shape(void *context, ox_world *of, ox_object *object, const ox_version *from,
                         const ox_version *to) {
    (void)context, (void)of, (void)object, (void)from, (void)to;
}
/* A world keeps its elements as long as it lives, so these elements have a world of their own. */
static ox_status elements_of_a_world(ox_elements *it) {
    static ox_arena own_arena;
    static ox_world own;
    ox_arena_init(&own_arena, spare, sizeof spare);
    ox_status status = ox_world_init(&own, &own_arena, &world_config);
    it->changed = change_shape;
    return ox_failed(status) ? status : (ox_status)ox_elements_init(it, &own, 2);
}
static const ox_wave_entry wave = {.tick = 1};
static bool bring_nothing(void *context, ox_id type, vec3 place, uint32_t parameters, uint32_t number) {
    return (void)context, (void)type, (void)place, (void)parameters, (void)number, true;
}
static ox_status start_subsystem(void *context) { return (void)context, OX_OK; }
static const ox_startup_subsystem started[] = {{.name = "subsystem", .start = start_subsystem}};
static ox_startup_memory started_memory[1];
static ox_status startup_that_runs(ox_startup *it) {
    ox_startup_init(it, started, 1, started_memory, NULL, NULL);
    return ox_startup_run(it);
}

/* ---- the rows ---- */

#define LIFE(type, verb, create, destroy, use)                                                               \
    LIFE_FUNCTIONS(type, create, destroy)                                                                    \
    LIFE_USE(type, use)
#define PLAIN(type, verb, create, destroy) LIFE_FUNCTIONS(type, create, destroy)
#include "tests/unit/kernel/memory/life_kernel.inc"
#undef LIFE
#undef PLAIN

#define LIFE(type, verb, create, destroy, use)                                                               \
    {#type, sizeof(type), type##_is_created, type##_is_destroyed, type##_is_used},
#define PLAIN(type, verb, create, destroy)                                                                   \
    {#type, sizeof(type), type##_is_created, type##_is_destroyed, NULL},
static const life lives[] = {
#include "tests/unit/kernel/memory/life_kernel.inc"
};

TEST(life_kernel_records_end_clear) {
    begin();
    for (size_t i = 0; i < sizeof lives / sizeof lives[0]; i++) {
        memset(&event, 0, sizeof event);
        CHECK(life_is_led(&lives[i], &bench));
    }
}
