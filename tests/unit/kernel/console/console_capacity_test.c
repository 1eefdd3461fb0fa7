/* Tests of the kernel's capacities: their table and sum, and that each table takes as many items as it is given and
 * no more. */
#include <string.h>

#include "kernel/command/command.h"
#include "kernel/command/history.h"
#include "kernel/event/events.h"
#include "kernel/preset/presets.h"
#include "kernel/task/action.h"
#include "kernel/task/job.h"
#include "kernel/task/request.h"
#include "kernel/task/task.h"
#include "kernel/time/timer.h"
#include "kernel/world/cast.h"
#include "kernel/world/component.h"
#include "kernel/world/query.h"
#include "kernel/world/world.h"
#include "tests/test.h"

enum { N = 5 };

TEST(console_capacity_table_is_whole) {
    const ox_capacity *capacity;
    for (uint32_t i = 0; (capacity = ox_capacity_at(ox_preset_full, i)) != NULL; i++) {
        CHECK(capacity->name[0] != 0 && capacity->name[sizeof capacity->name - 1] == 0);
        CHECK(ox_capacity_find(ox_preset_full, capacity->name) == capacity);
        CHECK(i < OX_KERNEL_CAPACITIES || ox_capacity_find(NULL, capacity->name) == NULL);
        CHECK(capacity->usual >= 1 && capacity->usual <= capacity->most && capacity->bytes >= 1);
        CHECK_EQ(ox_capacity_bytes(capacity, 8), 8 * capacity->bytes);
        uint64_t whole = (uint64_t)capacity->most * capacity->bytes;
        CHECK(ox_capacity_bytes(capacity, capacity->most) - whole < 8);
    }
    CHECK(ox_capacity_at(NULL, OX_KERNEL_CAPACITIES) == NULL &&
          ox_capacity_at(ox_preset_plain, OX_KERNEL_CAPACITIES) == NULL);
    CHECK(ox_capacity_find(ox_preset_full, "timer") == NULL);
    CHECK(ox_capacity_find(ox_preset_full, "timerss") == NULL);
    CHECK(ox_capacity_find(ox_preset_full, "") == NULL);
}

/* Capacities that a test's cart declares: a number for one of them, or the usual numbers of all. */
typedef struct declared {
    const ox_capacity *one; /* NULL: all */
    uint32_t count;
} declared;

static uint32_t count_declared(const void *context, const ox_capacity *capacity) {
    const declared *d = context;
    return d->one == NULL ? capacity->usual : d->one == capacity ? d->count : 0;
}

/* For each capacity exactly its bytes fit, one byte less does not, and the refusal names it; then for all together. */
TEST(console_capacity_sum_names_the_item) {
    const ox_module *const *modules = ox_preset_full;
    const ox_capacity *capacity, *last = NULL;
    ox_capacity_refusal why;
    uint64_t sum = 0;
    for (uint32_t i = 0; (capacity = ox_capacity_at(modules, i)) != NULL; i++) {
        declared one = {capacity, capacity->usual};
        uint64_t bytes = ox_capacity_bytes(capacity, one.count);
        CHECK(ox_capacities_fit(modules, count_declared, &one, bytes, &why));
        CHECK(!ox_capacities_fit(modules, count_declared, &one, bytes - 1, &why));
        CHECK(why.item == capacity && !why.too_many && why.needed == bytes);
        CHECK_EQ(why.available, bytes - 1);
        one.count = capacity->most + 1;
        CHECK(!ox_capacities_fit(modules, count_declared, &one, UINT64_MAX, &why));
        CHECK(why.item == capacity && why.too_many && why.needed == why.available + 1);
        sum += bytes;
        last = capacity;
    }
    const declared all = {NULL, 0};
    CHECK(ox_capacities_fit(modules, count_declared, &all, sum, &why));
    CHECK(!ox_capacities_fit(modules, count_declared, &all, sum - 1, &why));
    CHECK(why.item == last);
    const ox_capacity *objects = &ox_kernel_capacities[OX_CAPACITY_OBJECTS];
    CHECK(
        !ox_capacities_fit(modules, count_declared, &all, ox_capacity_bytes(objects, objects->usual), &why));
    CHECK(why.item == objects + 1 && why.available == 0);
    /* Capacities of a module that is not there do not count. */
    CHECK(ox_capacities_fit(ox_preset_plain, count_declared, &all, sum - 1, &why));
}

TEST(console_capacity_report_tells_bytes) {
    char text[80] = "";
    size_t length = ox_capacity_text(&ox_kernel_capacities[OX_CAPACITY_TIMERS], 40, text, sizeof text);
    CHECK_EQ(length, strlen(text));
    CHECK(strcmp(text, "timers: 40 items of 32 bytes, 1280 bytes") == 0);
}

/* ---- N succeed, N + 1 fails and is counted once ---- */

static void ring(void *context, const ox_timer *timer) {
    (void)context;
    (void)timer;
}

TEST(console_capacity_timers_and_events) {
    static ox_timer_queue_slot slots[N];
    static ox_timer_call *const calls[] = {ring};
    static _Alignas(8) uint8_t memory[4096];
    ox_timers timers;
    ox_timers_init(&timers, slots, N, calls, 1, NULL);
    for (uint32_t i = 0; i <= N; i++)
        CHECK_EQ(ox_timers_add(&timers, (ox_timer){.owner = 1, .name = i + 1}, 9), i < N ? OX_OK : OX_FULL);
    CHECK_EQ(timers.refused, 1);
    ox_arena arena;
    ox_events events;
    ox_events_config config = {.types = 2, .waiting = N, .listeners = N};
    uint16_t type;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_events_init(&events, &config, &arena), OX_OK);
    CHECK_EQ(ox_events_add_type(&events, SID("fell"), NULL, &type), OX_OK);
    ox_event event = {.type = type};
    for (uint32_t i = 0; i <= N; i++) CHECK_EQ(ox_events_post(&events, &event, 0), i < N ? OX_OK : OX_FULL);
    CHECK_EQ(events.counts.dropped, 1);
}

static ox_answer hear(void *context, const ox_event *event) {
    (void)context;
    (void)event;
    return OX_PASSED;
}

TEST(console_capacity_observers_and_extensions) {
    static _Alignas(8) uint8_t memory[8192];
    ox_arena arena;
    ox_events events;
    ox_events_config config = {.types = 1, .waiting = 2 * N, .extensions = N, .listeners = N};
    uint16_t type;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_events_init(&events, &config, &arena), OX_OK);
    CHECK_EQ(ox_events_add_type(&events, SID("fell"), NULL, &type), OX_OK);
    for (uint32_t i = 0; i <= N; i++) {
        ox_handle listening = ox_events_listen(&events, (ox_interest){.type = type}, hear, NULL);
        CHECK((listening.bits != 0) == (i < N));
    }
    CHECK_EQ(events.counts.deafened, 1);
    ox_event event = {.type = type, .count = OX_EVENT_INLINE + 1};
    for (uint32_t i = 0; i <= N; i++) CHECK_EQ(ox_events_post(&events, &event, 0), i < N ? OX_OK : OX_FULL);
    CHECK_EQ(events.counts.dropped, 1);
}

static ox_task_state wait(ox_task *task, void *locals, void *context) {
    (void)task;
    (void)locals;
    (void)context;
    return (ox_task_state)0;
}
static void work(void *data, const ox_job_batch *batch) {
    (void)data;
    (void)batch;
}
static void answer(void *of, const void *question, void *reply) {
    (void)of;
    (void)question;
    memset(reply, 0, 1);
}

TEST(console_capacity_tasks_jobs_actions_requests) {
    static const ox_task_kind kinds[] = {{wait, NULL, NULL}};
    static const ox_request_kind questions[] = {{"sight", answer, 1}};
    static const ox_action still[] = {{.kind = OX_ACTION_STOP}};
    static const ox_action *const programs[] = {still};
    static const ox_action_target target = {NULL, NULL, NULL};
    static _Alignas(8) uint8_t task_memory[OX_TASKS_BYTES(4, N)], request_memory[OX_REQUESTS_BYTES(N)];
    static uint32_t runs[OX_ACTIONS_BYTES(N) / 4];
    ox_job queue[N];
    ox_tasks tasks;
    ox_jobs jobs;
    ox_actions actions;
    ox_requests requests;
    ox_tasks_init(&tasks,
                  &(ox_tasks_config){
                      .storage = task_memory, .capacity = N, .locals = 4, .kinds = kinds, .kind_count = 1});
    ox_jobs_init(&jobs, queue, N, NULL, NULL);
    ox_actions_init(
        &actions,
        &(ox_actions_config){
            .storage = runs, .capacity = N, .programs = programs, .program_count = 1, .target = &target});
    CHECK_EQ(ox_requests_init(&requests, request_memory, N, questions, 1, NULL), OX_OK);
    for (uint32_t i = 0; i <= N; i++) {
        CHECK((ox_tasks_spawn(&tasks, 0, 1, NULL) != NULL) == (i < N));
        CHECK_EQ(ox_jobs_push(&jobs, (ox_job){.run = work, .count = 1}), i < N ? OX_OK : OX_FULL);
        CHECK_EQ(ox_actions_start(&actions, 0, i, 1, NULL), i < N ? OX_OK : OX_FULL);
        CHECK((ox_requests_ask(&requests, 0, 1, &i, sizeof i).bits != 0) == (i < N));
    }
    CHECK_EQ(tasks.roster.pool.refused, 1);
    CHECK_EQ(jobs.refused, 1);
    CHECK_EQ(actions.roster.pool.refused, 1);
    CHECK_EQ(requests.refused, 1);
    ox_jobs_clear(&jobs);
}

static ox_answer obey(void *actor, const ox_command *command) {
    (void)actor;
    (void)command;
    return OX_PASSED;
}
static void change(void *context, ox_change *of) {
    (void)context;
    (void)of;
}

TEST(console_capacity_commands_and_undo_records) {
    static ox_command_function *const functions[] = {obey};
    static const ox_change_type types[] = {{change, change}};
    ox_command storage[8];
    ox_change records[N];
    ox_commands commands;
    ox_history history;
    ox_command command = {.type = 0};
    ox_change one = {.type = 0};
    ox_commands_init(&commands, storage, 8, functions, 1, (ox_resolver){NULL, NULL});
    for (uint32_t i = 0; i <= 8; i++)
        CHECK_EQ(ox_commands_push(&commands, &command), i < 8 ? OX_OK : OX_FULL);
    CHECK_EQ(commands.refused, 1);
    ox_history_init(
        &history,
        &(ox_history_config){
            .storage = records, .capacity = N, .stride = sizeof one, .types = types, .type_count = 1});
    ox_history_begin(&history);
    for (uint32_t i = 0; i <= N; i++) CHECK_EQ(ox_history_do(&history, &one), i < N ? OX_OK : OX_FULL);
    ox_history_end(&history);
    CHECK_EQ(history.refused, 1);
}

static const ox_component_type note = {.name = OX_NAME("note"), .capacity = N};
static const ox_object_type thing = {.name = OX_NAME("thing"), .capacity = N + 1};
static const ox_object_type other = {.name = OX_NAME("other"), .capacity = 1};

TEST(console_capacity_objects_and_types) {
    static _Alignas(8) uint8_t memory[6000];
    ox_arena arena;
    ox_world world;
    ox_world_config config = {.objects = N, .types = 1, .components = 1, .systems = 1};
    ox_handle handle;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_EQ(ox_world_add_component(&world, &note), 0);
    CHECK_EQ(ox_world_add_type(&world, &thing), 0);
    CHECK_EQ(ox_world_add_type(&world, &other), OX_FULL);
    for (uint32_t i = 0; i <= N; i++) CHECK((ox_world_spawn(&world, 0, &handle) != NULL) == (i < N));
    CHECK_EQ(world.refused, 1);
}
