/* Tests of the way from a cart's capacities to the kernel's tables: each table takes as many items as the budget
 * declares, and refuses and counts the next one. */
#include "kernel/console/internal.h"
#include "kernel/preset/presets.h"
#include "kernel/runtime/make.h"
#include "kernel/save/part.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_game.h"
#include "tests/unit/kernel/console/console_port.h"
#include "tests/unit/kernel/level/level_builder.h"
#include "tests/unit/kernel/save/save_device.h"

enum { N = 6 };

static _Alignas(16) uint8_t image[49152];
static _Alignas(8) uint8_t spawners_chunk[2048];
static uint32_t chunk_bytes;

typedef struct made {
    ox_status (*check)(ox_console *console);
    uint32_t checks;
    bool full; /* no memory is left */
} made;

/* ---- types that the tables hold ---- */

static const ox_field spot_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                       OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type spot_record = OX_TYPE(vec3, spot_fields, 1);
static const ox_component_type spot = {
    .name = OX_NAME("spot"), .record = &spot_record, .slot = OX_SLOT_PLACE + 1};
static const ox_component_type note = {.name = OX_NAME("note")};
static const ox_object_type crate = {.name = OX_NAME("crate"), .tags = 1};
static const ox_object_type actor = {.name = OX_NAME("actor"), .tags = 1, .components = {OX_NAME("spot")}};
static const ox_world_config small_world = {.systems = 4};

static ox_answer pass(void *context, const ox_event *event) { return (void)context, (void)event, OX_PASSED; }
static ox_answer obey(void *who, const ox_command *command) { return (void)who, (void)command, OX_HANDLED; }
static void ring(void *context, const ox_timer *timer) { (void)context, (void)timer; }
static void work(void *data, const ox_job_batch *batch) { (void)data, (void)batch; }
static void change(void *context, ox_change *of) { (void)context, (void)of; }
static void answer(void *of, const void *question, void *reply) {
    (void)of, (void)question;
    memset(reply, 0, 1);
}
static ox_task_state wait(ox_task *task, void *locals, void *context) {
    (void)task, (void)locals, (void)context;
    return OX_TASK_WAITING;
}
static ox_command_function *const functions[] = {obey};
static ox_timer_call *const calls[] = {ring};
static const ox_task_kind kinds[] = {{wait, NULL, NULL}};
static const ox_action still[] = {OX_ACTION_END};
static const ox_action *const programs[] = {still};
static const ox_action_target target = {NULL, NULL, NULL};
static const ox_change_type changes[] = {{change, change}};
static const ox_request_kind questions[] = {{"sight", answer, 1}};
static void hear(void *context, ox_world *world, const ox_region_event *event) {
    (void)context, (void)world, (void)event;
}

/* ---- N succeed, the next one does not ---- */

static ox_status check_world(ox_console *c) {
    static ox_world world;
    ox_handle handle;
    uint32_t count = 0;
    ox_query query = {.tags = 1};
    CHECK_EQ(ox_console_make_world(c, &world, &small_world), OX_OK);
    CHECK_EQ(ox_console_make_component_type(c, &world, &note), 0);
    for (uint32_t i = 0; i < N; i++) {
        ox_object_type other = crate;
        other.name = OX_NAME("crate") + i;
        CHECK_EQ(ox_console_make_object_type(c, &world, i == 0 ? &crate : &other), i);
    }
    CHECK_EQ(ox_console_make_object_type(c, &world, &actor), OX_FULL);
    CHECK_EQ(ox_console_make_component_type(c, &world, &note), OX_ALREADY_THERE);
    ox_object *first = NULL;
    for (uint32_t i = 0; i <= N; i++) {
        ox_object *o = ox_world_spawn(&world, 0, &handle);
        CHECK((o != NULL) == (i < N));
        if (first == NULL) first = o;
    }
    CHECK_EQ(world.refused, 1);
    for (uint32_t i = 0; i <= N; i++) count += ox_component_add(&world, first, 0) != NULL;
    CHECK_EQ(count, N);
    CHECK_EQ(world.components[0].refused, 1);
    CHECK_EQ(ox_console_make_query(c, &query), OX_OK);
    CHECK_EQ(query.capacity, N - 1);
    CHECK_EQ(ox_query_all(&world, &query), N - 1); /* the query has one slot less than there are objects */
    CHECK(query.overflow);
    (void)ox_world_destroy(&world, first->handle);
    CHECK_EQ(ox_query_all(&world, &query), N - 1);
    CHECK(!query.overflow);
    return OX_OK;
}

static ox_status check_queues(ox_console *c) {
    static ox_events events;
    static ox_timers timers;
    static ox_tasks tasks;
    static ox_actions actions;
    static ox_commands commands;
    static ox_jobs jobs;
    static ox_history history;
    static ox_requests requests;
    ox_events_config config = {.types = 1};
    uint16_t type;
    CHECK_EQ(ox_console_make_events(c, &events, &config), OX_OK);
    CHECK_EQ(ox_events_add_type(&events, OX_NAME("hit"), NULL, &type), OX_OK);
    CHECK_EQ(ox_console_make_timers(c, &timers, calls, 1, NULL), OX_OK);
    CHECK_EQ(
        ox_console_make_tasks(c, &tasks, &(ox_tasks_config){.locals = 4, .kinds = kinds, .kind_count = 1}),
        OX_OK);
    CHECK_EQ(
        ox_console_make_actions(
            c, &actions, &(ox_actions_config){.programs = programs, .program_count = 1, .target = &target}),
        OX_OK);
    CHECK_EQ(ox_console_make_commands(c, &commands, functions, 1, (ox_resolver){NULL, NULL}), OX_OK);
    CHECK_EQ(ox_console_make_jobs(c, &jobs), OX_OK);
    CHECK_EQ(ox_console_make_history(c, &history,
                                     &(ox_history_config){.stride = 8, .types = changes, .type_count = 1}),
             OX_OK);
    CHECK_EQ(ox_console_make_history(c, &history,
                                     &(ox_history_config){.stride = 5, .types = changes, .type_count = 1}),
             OX_BAD_ARGUMENT);
    CHECK_EQ(ox_console_make_requests(c, &requests, questions, 1, NULL), OX_OK);
    ox_event event;
    ox_command command = {.type = 0};
    struct {
        ox_change change;
        uint32_t more;
    } one = {{0, 0, 0}, 0};
    ox_history_begin(&history);
    for (uint32_t i = 0; i <= N; i++) {
        ox_event_begin(&event, type, OX_HANDLE_NONE, OX_HANDLE_NONE);
        CHECK_EQ(ox_events_post(&events, &event, 0), i < N ? OX_OK : OX_FULL);
        CHECK((ox_events_listen(&events, (ox_interest){.type = type}, pass, NULL).bits != 0) == (i < N));
        CHECK_EQ(ox_timers_add(&timers, (ox_timer){.owner = 1, .name = i + 1}, 9), i < N ? OX_OK : OX_FULL);
        CHECK((ox_tasks_spawn(&tasks, 0, 1, NULL) != NULL) == (i < N));
        CHECK_EQ(ox_actions_start(&actions, 0, i, 1, NULL), i < N ? OX_OK : OX_FULL);
        CHECK_EQ(ox_commands_push(&commands, &command), i < N ? OX_OK : OX_FULL);
        CHECK_EQ(ox_jobs_push(&jobs, (ox_job){.run = work, .count = 1}), i < N ? OX_OK : OX_FULL);
        CHECK_EQ(ox_history_do(&history, &one.change), i < N ? OX_OK : OX_FULL);
        CHECK((ox_requests_ask(&requests, 0, 1, &i, sizeof i).bits != 0) == (i < N));
    }
    ox_history_end(&history);
    CHECK(events.counts.dropped == 1 && events.counts.deafened == 1 && timers.refused == 1);
    CHECK(tasks.roster.pool.refused == 1 && actions.roster.pool.refused == 1 && commands.refused == 1);
    CHECK(jobs.refused == 1 && history.refused == 1 && requests.refused == 1);
    ox_jobs_clear(&jobs);
    (void)ox_events_drain(&events);
    ox_event_begin(&event, type, OX_HANDLE_NONE, OX_HANDLE_NONE);
    for (int i = 0; i < 3; i++) CHECK(ox_event_add_int(&event, (uint16_t)(i + 1), i));
    for (uint32_t i = 0; i < N; i++) /* there is one extension less than events */
        CHECK_EQ(ox_events_post(&events, &event, 0), i < N - 1 ? OX_OK : OX_FULL);
    CHECK_EQ(events.counts.dropped, 2);
    return OX_OK;
}

static ox_status check_regions(ox_console *c) {
    static ox_world world;
    static ox_places places;
    static ox_regions regions;
    static const ox_region ball = {.shape = OX_REGION_SPHERE, .tags = 1, .half = {4 * FX_ONE, 0, 0}};
    ox_handle handle;
    CHECK_EQ(ox_console_make_world(c, &world, &small_world), OX_OK);
    CHECK_EQ(ox_console_make_regions(c, &regions, &world, &(ox_regions_config){.tags = 1, .listener = hear}),
             OX_BAD_STATE); /* the world has no places yet */
    CHECK_EQ(ox_console_make_component_type(c, &world, &spot), 0);
    CHECK_EQ(ox_console_make_object_type(c, &world, &actor), 0);
    CHECK_EQ(ox_places_init(&places, &world, 3, 16), OX_OK);
    CHECK_EQ(ox_console_make_regions(c, &regions, &world, &(ox_regions_config){.tags = 1, .listener = hear}),
             OX_OK);
    for (uint32_t i = 0; i <= N; i++) CHECK_EQ(ox_regions_add(&regions, &ball, 1), i < N ? (int)i : OX_FULL);
    CHECK(ox_world_spawn(&world, 0, &handle) != NULL);
    CHECK_EQ(regions.visit_capacity, N - 1);
    ox_world_tick(&world);
    ox_world_tick(&world); /* the object stands in N regions, but one visit less has room */
    CHECK_EQ(regions.visit_count, N - 1);
    CHECK(regions.refused >= 1);
    return OX_OK;
}

static ox_status check_spawners(ox_console *c) {
    static ox_world world;
    static ox_spawners spawners;
    static ox_spawner_set one, two;
    CHECK_EQ(ox_console_make_world(c, &world, &small_world), OX_OK);
    CHECK_EQ(ox_console_make_spawners(c, &spawners, &world, &(ox_spawners_config){.sets = 4}), OX_OK);
    CHECK_EQ(ox_spawner_set_open(&one, &spawners, c->resident, spawners_chunk, 1, OX_SPAWN_POOLED), OX_OK);
    CHECK_EQ(spawners.count, N);
    CHECK_EQ(ox_spawner_set_open(&two, &spawners, c->resident, spawners_chunk, 2, OX_SPAWN_POOLED), OX_FULL);
    CHECK_EQ(spawners.refused, 1);
    ox_spawner_set_close(&one);
    CHECK_EQ(spawners.count, 0);
    CHECK_EQ(ox_spawner_set_open(&two, &spawners, c->resident, spawners_chunk, 2, OX_SPAWN_POOLED), OX_OK);
    ox_spawner_set_close(&two);
    return OX_OK;
}

static ox_status begin_area(void *context, const ox_stream_area *area, void *to) {
    (void)context;
    memset(to, 7, area->bytes);
    return OX_OK;
}
static ox_status step_area(void *context, uint32_t quota, uint32_t *moved) {
    (void)context;
    *moved = quota;
    return OX_OK;
}
static void cancel_area(void *context) { (void)context; }
static ox_status enter_area(void *context, uint32_t area, void *data, uint32_t bytes, ox_arena *rest) {
    (void)context, (void)area, (void)data, (void)bytes, (void)rest;
    return OX_OK;
}
static void leave_area(void *context, uint32_t area) { (void)context, (void)area; }

static ox_status check_stream(ox_console *c) {
    static const ox_stream_source source = {begin_area, step_area, cancel_area, NULL};
    static const ox_stream_host host = {enter_area, leave_area, NULL};
    static ox_stream_area areas[N + 1];
    static ox_stream stream;
    for (uint32_t i = 0; i <= N; i++)
        areas[i] = (ox_stream_area){i + 1, {{(fx)i << 20, 0, 0}, {(fx)(i + 1) << 20, 0, 0}}, 64, 0};
    ox_stream_config config = {.areas = areas,
                               .area_count = N + 1,
                               .slot_bytes = 64,
                               .quota = 64,
                               .load = FX_ONE,
                               .unload = 2 * FX_ONE,
                               .source = &source,
                               .host = &host};
    CHECK_EQ(ox_console_make_stream(c, &stream, &config), OX_OK);
    for (uint32_t i = 0; i <= N; i++) ox_stream_pin(&stream, i, false);
    for (int tick = 0; tick < 60 && stream.full == 0; tick++) ox_stream_tick(&stream, V3_ZERO, V3_ZERO);
    CHECK_EQ(ox_stream_resident(&stream), N);
    CHECK_EQ(stream.full, 1);
    CHECK_EQ(ox_stream_state_of(&stream, N), OX_AREA_QUEUED);
    config.quota = 0;
    CHECK_EQ(ox_console_make_stream(c, &stream, &config), OX_BAD_ARGUMENT);
    return OX_OK;
}

/* ---- blocks of 1 KB ---- */

static void do_nothing(void *context, const ox_input_record *records, uint32_t players) {
    (void)context, (void)records, (void)players;
}

static ox_status check_blocks(ox_console *c) {
    static uint8_t state_bytes[OX_CAPACITY_BLOCK * N];
    static ox_rewind rewind;
    static ox_saves saves;
    static save_device device;
    ox_sim_block block = {state_bytes, OX_CAPACITY_BLOCK * N / 2 - sizeof(ox_rewind_segment) - 64};
    ox_sim_part part = ox_sim_of_block("bytes", &block);
    ox_sim state = {&part, 1};
    ox_rewind_config config = {.state = &state, .players = 1, .span = 2, .step = do_nothing};
    block.size &= ~(size_t)7;
    CHECK_EQ(ox_console_make_rewind(c, &rewind, &config), OX_OK); /* two snapshots and their input */
    block.size += 8;
    CHECK_EQ(ox_console_make_rewind(c, &rewind, &config), OX_OUT_OF_MEMORY);
    ox_recording_memory recording;
    CHECK_EQ(ox_console_make_recording(c, &recording), OX_OK);
    CHECK(ox_recording_to_memory(&recording, state_bytes, OX_CAPACITY_BLOCK * N));
    CHECK(!ox_recording_to_memory(&recording, state_bytes, 1));
    /* The port's storage, which a test's port may not have, has this cart's kept numbers, and no other saves may use
     * it. Saves of the same room are made on a device. */
    ox_saves_config on_port = {.major = 1, .slots = 1};
    plat_storage_info info;
    plat_storage(c->platform, &info);
    if (info.size == 0) CHECK_EQ(ox_console_make_saves(c, &saves, &on_port), OX_UNSUPPORTED);
    if (info.size != 0) CHECK_EQ(ox_console_make_saves(c, &saves, &on_port), OX_BAD_STATE);
    ox_saves_config on_device = on_port;
    on_device.device = save_device_open(&device, SAVE_DEVICE_MOST, 1);
    on_device.room =
        OX_CAPACITY_BLOCK * ox_console_capacity_of(c, &ox_kernel_capacities[OX_CAPACITY_SAVE_BLOCKS]);
    CHECK_EQ(ox_saves_init(&saves, &on_device, c->resident), OX_OK);
    for (uint32_t more = 0; more < 2; more++) {
        uint32_t bytes = OX_CAPACITY_BLOCK * N - OX_SAVES_RECORD + more;
        ox_saves_clear(&saves);
        ox_writer *w = ox_saves_open(&saves, 5, 1);
        for (uint32_t i = 0; i < bytes; i++) ox_write_u8(w, i / 64u);
        ox_saves_close(&saves);
        CHECK_EQ(ox_saves_write(&saves, 0), more == 0 ? OX_OK : OX_FULL);
        if (more == 0) CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    }
    return OX_OK;
}

/* Without memory every maker refuses and takes nothing. */
static ox_status check_refusals(ox_console *c) {
    static ox_world world, other;
    static ox_events events;
    static ox_timers timers;
    static ox_tasks tasks;
    static ox_actions actions;
    static ox_commands commands;
    static ox_jobs jobs;
    static ox_history history;
    static ox_requests requests;
    static ox_spawners spawners;
    static ox_stream stream;
    static ox_rewind rewind;
    static ox_saves saves;
    static const ox_stream_area area = {1, {{0, 0, 0}, {0, 0, 0}}, 64, 0};
    static const ox_stream_source source = {begin_area, step_area, cancel_area, NULL};
    static const ox_stream_host host = {enter_area, leave_area, NULL};
    ox_stream_config streams = {
        .areas = &area, .area_count = 1, .slot_bytes = 64, .quota = 1, .source = &source, .host = &host};
    ox_events_config config = {.types = 1};
    ox_rewind_config back = {.players = 1, .span = 2, .step = do_nothing};
    ox_saves_config save = {.major = 1, .slots = 1};
    ox_recording_memory recording;
    ox_query query = {.tags = 1};
    CHECK_EQ(ox_console_make_world(c, &world, &small_world), OX_OK);
    (void)!ox_arena_push_low(c->resident, ox_arena_free(c->resident) & ~(size_t)7, 1);
    size_t used = ox_arena_used(c->resident);
    CHECK_EQ(ox_console_make_world(c, &other, &small_world), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_object_type(c, &world, &crate), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_component_type(c, &world, &note), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_events(c, &events, &config), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_timers(c, &timers, calls, 1, NULL), OX_OUT_OF_MEMORY);
    CHECK_EQ(
        ox_console_make_tasks(c, &tasks, &(ox_tasks_config){.locals = 4, .kinds = kinds, .kind_count = 1}),
        OX_OUT_OF_MEMORY);
    CHECK_EQ(
        ox_console_make_actions(
            c, &actions, &(ox_actions_config){.programs = programs, .program_count = 1, .target = &target}),
        OX_OUT_OF_MEMORY);
    ox_resolver nobody = {NULL, NULL};
    CHECK_EQ(ox_console_make_commands(c, &commands, functions, 1, nobody), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_jobs(c, &jobs), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_history(c, &history,
                                     &(ox_history_config){.stride = 8, .types = changes, .type_count = 1}),
             OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_requests(c, &requests, questions, 1, NULL), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_spawners(c, &spawners, &world, &(ox_spawners_config){.sets = 4}),
             OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_stream(c, &stream, &streams), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_rewind(c, &rewind, &back), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_console_make_recording(c, &recording), OX_OUT_OF_MEMORY);
    CHECK(ox_failed(ox_console_make_saves(c, &saves, &save)));
    CHECK_EQ(ox_console_make_query(c, &query), OX_OUT_OF_MEMORY);
    CHECK_EQ(query.capacity, 0);
    CHECK_EQ(ox_arena_used(c->resident), used);
    return OX_CANCELLED;
}

/* ---- the console that makes them ---- */

static ox_status start_made(void *state, ox_console *console) {
    made *m = state;
    m->checks++;
    return m->check(console);
}

static void boot_with(ox_status (*check)(ox_console *console)) {
    static const game_capacity rows[] = {{"objects", N},
                                         {"object-types", N},
                                         {"components", N},
                                         {"events", N},
                                         {"event-extensions", N - 1},
                                         {"timers", N},
                                         {"tasks", N},
                                         {"jobs", N},
                                         {"actions", N},
                                         {"commands", N},
                                         {"undo-records", N},
                                         {"observers", N},
                                         {"regions", N},
                                         {"spawners", N},
                                         {"chunk-slots", N},
                                         {"snapshot-blocks", N},
                                         {"replay-blocks", N},
                                         {"save-blocks", N},
                                         {"trigger-events", N - 1},
                                         {"query-slots", N - 1},
                                         {"latent-requests", N},
                                         {"saves", 3},
                                         {"players", 2},
                                         {"rewind", N},
                                         {"level-objects", N},
                                         {"sprites", N},
                                         {"sprite-effects", N},
                                         {"voices", N},
                                         {"sound-requests", N},
                                         {"sounds", N},
                                         {"sound-effects", 1},
                                         {"pad-speakers", 1},
                                         {"sound-sources", N},
                                         {"sound-rays", N},
                                         {"particles", N},
                                         {"emitters", N},
                                         {"script-stack", N},
                                         {"script-tasks", N},
                                         {"script-task-cells", N},
                                         {"script-coroutines", N},
                                         {"script-instances", N},
                                         {"script-cells", N},
                                         {"script-events", N},
                                         {"script-copies", N},
                                         {"script-prints", N},
                                         {"counters", N},
                                         {"kept-numbers", N},
                                         {"options", N},
                                         {"screen-elements", N},
                                         {"tile-guests", N},

                                         {"effects", 1},
                                         {"trails", 1},
                                         {"blooms", 1},
                                         {"focuses", 1},
                                         {"motion-blurs", 1},
                                         {"flares", 1},
                                         {"shapes", 1},
                                         {"sensed", 1},
                                         {"bodies", 1},
                                         {"contacts", 1},
                                         {"movers", 1},
                                         {"joints", 1},
                                         {"vehicles", 1},
                                         {"axles", 1},
                                         {"racers", 1},
                                         {"gates", 1},
                                         {"waters", 1},
                                         {"water_cells", 1},
                                         {"cloths", 1},
                                         {"cloth_points", 1},
                                         {"breaks", 1},
                                         {"pieces", 1},
                                         {"cameras", 1},
                                         {"booms", 1},
                                         {"camera-points", 1},
                                         {"samples", 1},
                                         {"motions", 1},
                                         {"motion-joints", 1},
                                         {"held", 1},
                                         {"morphs", 1},
                                         {"bundles", 1},
                                         {"sequences", 1},
                                         {"lights", 1},
                                         {"paints", 1},
                                         {"tweens", N},
                                         {"tile-cells", N}};
    enum { ROWS = sizeof rows / sizeof rows[0] };
    CHECK(ox_capacity_at(ox_preset_full, ROWS - 1) != NULL &&
          ox_capacity_at(ox_preset_full, ROWS) == NULL); /* every capacity is declared */
    made m = {.check = check};
    ox_cart cart = {.name = "tables", .start = start_made, .state = &m};
    ox_error error;
    plat *p = console_port_open(1);
    ox_boot_options options =
        ox_boot_defaults(p, image, game_image(image, sizeof image, 220 * 1024, rows, ROWS));
    options.deterministic = true;
    options.log_subsystems = false;
    options.cart = &cart;
    options.modules = ox_preset_full;
    options.watch = UINT32_MAX;
    ox_console *console = ox_console_boot(&options, &error);
    CHECK_EQ(m.checks, 1);
    CHECK((console == NULL) == (error.status == OX_CANCELLED));
    if (console == NULL && error.status != OX_CANCELLED) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    CHECK_EQ(ox_console_close(console), 0);
    console_port_close(p);
}

TEST(console_make_world_types_components_and_queries) { boot_with(check_world); }
TEST(console_make_queues_and_tables) { boot_with(check_queues); }
TEST(console_make_regions_and_trigger_events) { boot_with(check_regions); }
TEST(console_make_spawners_of_all_sets) {
    level_spawner six[N];
    memset(six, 0, sizeof six);
    for (uint32_t i = 0; i < N; i++) six[i].type = OX_NAME("crate");
    chunk_bytes = level_spawners(spawners_chunk, six, N, NULL, 0);
    boot_with(check_spawners);
}
TEST(console_make_chunk_slots) { boot_with(check_stream); }
TEST(console_make_blocks_of_snapshots_recordings_and_saves) { boot_with(check_blocks); }
TEST(console_make_refuses_without_memory) { boot_with(check_refusals); }

/* The packer keeps a value for each option of a word, and an object is told all of them in the cells of one record. */
TEST(console_make_words_of_modules_have_room) {
    uint32_t words = 0;
    for (const ox_module *const *m = ox_preset_full; *m != NULL; m++)
        for (const ox_module_word *word = (*m)->words; word != NULL && word->word != NULL; word++, words++) {
            uint32_t count = 0;
            bool fits = true;
            for (const ox_module_option *o = word->options; o->name != NULL; o++, count++) {
                const uint32_t cells = o->kind == OX_OPTION_VECTOR ? 3 : o->kind == OX_OPTION_POINT ? 2 : 1;
                fits = fits && o->cell >= OX_GIVEN_FIRST && o->cell + cells <= OX_GIVEN_CELLS;
            }
            if (!fits || count > OX_WORD_OPTIONS)
                TEST_INFO("%s: %u options, or a cell that is not there", word->word, (unsigned)count);
            CHECK(fits && count <= OX_WORD_OPTIONS);
        }
    CHECK(words > 10);
}
