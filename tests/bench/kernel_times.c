/* Counts the instructions that the loop, clocks, timers, tasks, jobs and actions execute on the Cortex-M3:
 * the mean over a run of calls, less the loop around them. */
#include <stdio.h>

#include "kernel/loop/loop.h"
#include "kernel/loop/pace.h"
#include "kernel/loop/schedule.h"
#include "kernel/task/action.h"
#include "kernel/task/job.h"
#include "kernel/task/task.h"
#include "kernel/time/calendar.h"
#include "kernel/time/clock.h"
#include "kernel/time/random.h"
#include "kernel/time/time.h"
#include "kernel/time/timer.h"
#include "tests/ports/instructions.h"

enum { TIMES = 200, TASKS = 50 };

static volatile uint32_t sink;
static uint32_t idle; /* instructions of COUNT's own loop and store */

/* Counts `statement`, which does `units` pieces of work. */
#define COUNT(what, units, statement)                                                                        \
    do {                                                                                                     \
        uint32_t before_ = test_instructions();                                                              \
        for (uint32_t k = 0; k < TIMES; k++) {                                                               \
            statement;                                                                                       \
            sink = k;                                                                                        \
        }                                                                                                    \
        uint32_t spent_ = (test_instructions() - before_) / TIMES;                                           \
        const char *what_ = (what);                                                                          \
        if (what_ != NULL)                                                                                   \
            printf("  %-58s %6u\n", what_, (unsigned)((spent_ - idle + (units) / 2) / (units)));             \
        else                                                                                                 \
            idle = spent_;                                                                                   \
    } while (0)

/* ---- what runs ---- */

static ox_task_state yielding(ox_task *task, void *locals, void *context) {
    (void)locals;
    (void)context;
    OX_TASK_BEGIN(task);
    for (;;) OX_TASK_YIELD(task);
    OX_TASK_END(task);
}

static ox_task_state sleeping(ox_task *task, void *locals, void *context) {
    (void)locals;
    (void)context;
    OX_TASK_BEGIN(task);
    for (;;) OX_TASK_WAIT(task, 1000000);
    OX_TASK_END(task);
}

static const ox_task_kind kinds[] = {{.run = yielding}, {.run = sleeping}};
static uint32_t task_memory[OX_TASKS_BYTES(4, TASKS) / 4];
static ox_tasks tasks;

static void start_tasks(uint32_t kind) {
    ox_tasks_init(
        &tasks, &(ox_tasks_config){
                    .storage = task_memory, .capacity = TASKS, .locals = 4, .kinds = kinds, .kind_count = 2});
    for (uint32_t i = 0; i < TASKS; i++) sink = ox_tasks_spawn(&tasks, kind, 1, NULL) != NULL;
    ox_tasks_run(&tasks, 1);
}

static void nothing(void *context, const ox_timer *timer) { (void)context, (void)timer; }
static ox_timer_call *const calls[] = {nothing};
static void run_nothing(void *context) { (void)context; }
static void job_nothing(void *data, const ox_job_batch *batch) { (void)data, (void)batch; }

static int32_t place[3];
static bool read_place(void *world, uint32_t node, ox_action_property property, int32_t value[3]) {
    (void)world, (void)node, (void)property;
    for (int i = 0; i < 3; i++) value[i] = place[i];
    return true;
}
static bool write_place(void *world, uint32_t node, ox_action_property property, const int32_t value[3]) {
    (void)world, (void)node, (void)property;
    for (int i = 0; i < 3; i++) place[i] = value[i];
    return true;
}
static const ox_action_target target = {read_place, write_place, NULL};
static const ox_action move[] = {OX_MOVE_BY(60000, 1000000, 2000000, 3000000, EASE_LINEAR), OX_ACTION_END};
static const ox_action *const programs[] = {move};

static uint64_t clock_now(void *of) { return *(uint64_t *)of; }
static const ox_pace_timer pace_timer = {.now = clock_now};

/* ---- counts ---- */

static void time_parts(void) {
    static ox_timer_queue_slot slots[64];
    ox_random_stream streams[8];
    ox_random random;
    ox_clock clock;
    ox_timers timers;
    ox_timeline line = ox_timeline_begin(0, 0, FX_ONE / 2);
    ox_clock_init(&clock, 0);
    ox_clock_set_scale(&clock, FX_ONE / 3);
    COUNT("clock update", 1, ox_clock_update(&clock, 16667));
    COUNT("timeline, local time", 1, sink = (uint32_t)ox_timeline_local(&line, k));
    ox_timers_init(&timers, slots, 64, calls, 1, NULL);
    COUNT("timers update, none there", 1, ox_timers_update(&timers, k));
    uint32_t name = 0;
    ox_timers_init(&timers, slots, 64, calls, 1, NULL);
    for (; name < 60; name++) sink = ox_timers_add(&timers, (ox_timer){.name = name}, 100000 + name) == OX_OK;
    COUNT("timers update, 60 there, none due", 1, ox_timers_update(&timers, k));
    COUNT("timer added and cancelled, 60 there", 1, {
        sink = ox_timers_add(&timers, (ox_timer){.name = name}, 50000) == OX_OK;
        ox_timers_cancel(&timers, 0, name);
    });
    sink = ox_timers_add(&timers, (ox_timer){.name = name, .period = 1}, 1) == OX_OK;
    COUNT("timer that repeats fires, 60 there", 1, ox_timers_update(&timers, timers.now + 1));
    ox_random_init(&random, streams, 8, 1);
    rng32 *r = ox_random_add(&random, 5, OX_RANDOM_SIMULATION);
    COUNT("random number below 1000", 1, sink = rng_below(r, 1000));
    uint32_t history[2] = {3, 4};
    ox_calendar calendar = {.seed = 9, .length = 1000, .counters = history, .counter_count = 2};
    ox_calendar_rule rule = {.name = 7, .chance = 65536, .last = 999, .kinds = 2, .history = 3};
    ox_calendar_event event;
    COUNT("calendar, one question, 2 counters", 1, ox_calendar_ask(&calendar, &rule, k, &event));
}

static void loop_parts(void) {
    ox_loop loop;
    ox_pace pace;
    ox_schedule schedule;
    ox_subsystem entries[8];
    uint64_t now = 0;
    ox_loop_init(&loop, 60, false);
    COUNT("loop advance, one step", 1, ox_loop_advance(&loop, 16667));
    COUNT("loop fraction", 1, sink = ox_loop_fraction(&loop));
    ox_loop_set_scale(&loop, 30000);
    COUNT("loop advance, scaled", 1, ox_loop_advance(&loop, 16667));
    ox_pace_init(&pace, OX_PACE_GOVERN, 30000, &pace_timer, &now);
    COUNT("pace, a frame on time", 1, {
        now = pace.deadline;
        ox_pace_wait(&pace);
    });
    ox_schedule_init(&schedule, entries, 8, 60000);
    for (uintptr_t i = 0; i < 8; i++) {
        ox_subsystem entry = {.run = run_nothing, .context = (void *)i, .rate = 1};
        sink = ox_schedule_add(&schedule, entry) == OX_OK;
    }
    COUNT("schedule, an entry of 8 that does not run", 8, ox_schedule_tick(&schedule, 0));
    for (int i = 0; i < 8; i++) entries[i].rate = 60000;
    COUNT("schedule, an entry of 8 that runs", 8, ox_schedule_tick(&schedule, 0));
}

static void task_parts(void) {
    static _Alignas(4) uint8_t storage[OX_ACTIONS_BYTES(8)];
    ox_actions actions;
    ox_job queue[16];
    ox_jobs jobs;
    start_tasks(0);
    COUNT("task switch, 50 tasks that yield", TASKS, ox_tasks_run(&tasks, k + 2));
    start_tasks(1);
    COUNT("task that waits for a tick, 50 of them", TASKS, ox_tasks_run(&tasks, k + 2));
    COUNT("task spawned and killed", 1, {
        ox_handle handle;
        ox_tasks_kill(&tasks, (ox_handle){1u << 16});
        sink = ox_tasks_spawn(&tasks, 0, 1, &handle) != NULL;
        ox_tasks_kill(&tasks, handle);
    });
    ox_jobs_init(&jobs, queue, 16, NULL, NULL);
    COUNT("job pushed and done, 16 a wave", 16, {
        for (int i = 0; i < 16; i++) sink = ox_jobs_push(&jobs, (ox_job){.run = job_nothing}) == OX_OK;
        sink = ox_jobs_finish(&jobs) == OX_OK;
    });
    COUNT("parallel for, a batch of 8", 8, ox_parallel_for(&jobs, job_nothing, NULL, 64, 8));
    ox_actions_init(
        &actions,
        &(ox_actions_config){
            .storage = storage, .capacity = 8, .programs = programs, .program_count = 1, .target = &target});
    for (uint32_t i = 0; i < 8; i++) sink = ox_actions_start(&actions, 0, i, 0, NULL) == OX_OK;
    ox_actions_update(&actions, 1);
    COUNT("action, a linear move under way", 8, ox_actions_update(&actions, 1));
    ox_writer hash = ox_writer_hash();
    COUNT("a 32-bit field hashed", 1, ox_write_u32(&hash, k));
    ox_writer count = ox_writer_count();
    COUNT("a 32-bit field counted", 1, ox_write_u32(&count, k));
}

int main(void) {
    COUNT(NULL, 1, (void)0);
    loop_parts();
    time_parts();
    task_parts();
    return 0;
}
