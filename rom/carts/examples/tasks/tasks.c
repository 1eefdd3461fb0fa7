/* A lighthouse: a keeper whose day is a task, a lamp that is moved by an action, and a sky of stars that is worked
 * out by jobs on however many processors there are. */
#include "kernel/task/action.h"
#include "kernel/task/job.h"
#include "kernel/task/task.h"
#include "rom/carts/examples/example.h"

typedef struct lighthouse {
    ox_log *out;
    ox_tasks tasks;
    ox_actions actions;
    ox_handle climb;
    int32_t lamp; /* degrees */
    int32_t stairs;
} lighthouse;

enum { EVENT_SHIP = 1, TASK_KEEPER = 0, TASK_CLIMB, LAMP = 7 };

/* 1. A task is a sequence that takes many steps of the game. A task is left at each wait, and entered again at that
 * place; its memory stands in its locals. */
typedef struct walk {
    int32_t done;
} walk;

static ox_task_state climb(ox_task *task, void *locals, void *context) {
    lighthouse *l = context;
    walk *w = locals;
    OX_TASK_BEGIN(task);
    for (w->done = 0; w->done < 3; w->done++) {
        l->stairs++;
        ox_log_write(l->out, PLAT_LOG_INFO, "  stair %d", (int)l->stairs);
        OX_TASK_YIELD(task); /* one stair a step of the game */
    }
    OX_TASK_END(task);
}

/* 2. The keeper sleeps until a ship is seen, climbs, which is a task of its own, and waits for its end. */
static ox_task_state keep_light(ox_task *task, void *locals, void *context) {
    lighthouse *l = context;
    (void)locals;
    OX_TASK_BEGIN(task);
    for (;;) {
        OX_TASK_WAIT_EVENT(task, EVENT_SHIP);
        ox_log_write(l->out, PLAT_LOG_INFO, "  a ship, %u miles away", (unsigned)task->value);
        if (ox_tasks_spawn(&l->tasks, TASK_CLIMB, 0, &l->climb) == NULL) OX_TASK_EXIT(task);
        OX_TASK_JOIN(task, l->climb);
        ox_log_write(l->out, PLAT_LOG_INFO, "  the lamp is turned on");
        (void)!ox_actions_replace(&l->actions, 0, LAMP, 0, NULL);
        OX_TASK_WAIT(task, 4);
        ox_log_write(l->out, PLAT_LOG_INFO, "  time for bed, the lamp stands at %d", (int)l->lamp);
    }
    OX_TASK_END(task);
}
static const ox_task_kind kinds[] = {
    [TASK_KEEPER] = {keep_light, NULL, NULL}, [TASK_CLIMB] = {climb, NULL, NULL}};

/* 3. An action is movement as data: a row of steps, and a target that reads and writes the moving value. */
static const ox_action sweep[] = {OX_MOVE_BY(3, 90, 0, 0, EASE_LINEAR), OX_MOVE_BY(2, -60, 0, 0, EASE_LINEAR),
                                  OX_ACTION_END};
static const ox_action *const programs[] = {sweep};

static bool read_lamp(void *of, uint32_t node, ox_action_property property, int32_t value[3]) {
    value[0] = ((const lighthouse *)of)->lamp, value[1] = value[2] = 0;
    return node == LAMP && property == OX_ACTION_PLACE;
}
static bool write_lamp(void *of, uint32_t node, ox_action_property property, const int32_t value[3]) {
    ((lighthouse *)of)->lamp = value[0];
    return node == LAMP && property == OX_ACTION_PLACE;
}
static const ox_action_target target = {read_lamp, write_lamp, NULL};

/* 4. A job is a piece of work on a range. Jobs that may run together write nothing that another job touches, so
 * that the result is the same with one worker and with eight. */
enum { STARS = 1000, BATCHES = 8 };
typedef struct sky {
    uint32_t stars[STARS], sums[BATCHES];
} sky;

static void shine(void *data, const ox_job_batch *batch) {
    sky *s = data;
    for (uint32_t i = batch->first; i < batch->first + batch->count; i++) s->stars[i] = i * i % 97u;
}
static void add_up(void *data, const ox_job_batch *batch) {
    sky *s = data;
    for (uint32_t i = batch->first; i < batch->first + batch->count; i++) {
        s->sums[i] = 0;
        for (uint32_t k = i * STARS / BATCHES; k < (i + 1) * STARS / BATCHES; k++) s->sums[i] += s->stars[k];
    }
}
static void workers(void *machine, void (*job)(void *argument, int index), void *argument, int count) {
    plat_parallel((plat *)machine, job, argument, count);
}

void example(plat *platform, ox_log *out) {
    static _Alignas(4) uint8_t storage[OX_TASKS_BYTES(sizeof(walk), 4)];
    static _Alignas(4) uint8_t runs[OX_ACTIONS_BYTES(2)];
    static lighthouse l;
    static sky night;
    l = (lighthouse){.out = out};

    /* 5. Tasks and actions run once a step, each in its place; an event wakes the tasks that wait for it. */
    ox_tasks_init(&l.tasks, &(ox_tasks_config){.storage = storage,
                                               .capacity = 4,
                                               .locals = sizeof(walk),
                                               .kinds = kinds,
                                               .kind_count = 2,
                                               .context = &l});
    ox_actions_init(&l.actions, &(ox_actions_config){.storage = runs,
                                                     .capacity = 2,
                                                     .programs = programs,
                                                     .program_count = 1,
                                                     .target = &target,
                                                     .world = &l});
    if (ox_tasks_spawn(&l.tasks, TASK_KEEPER, 0, NULL) == NULL) return;
    for (uint32_t step = 1; step <= 12; step++) {
        SAY("step %u", (unsigned)step);
        if (step == 2) SAY("%u wakes up", (unsigned)ox_tasks_signal(&l.tasks, EVENT_SHIP, 12));
        ox_tasks_run(&l.tasks, step);
        ox_actions_update(&l.actions, 1);
    }

    /* 6. Jobs: first all stars, in two halves; then their sums, which wait for the counter of the stars. */
    ox_job queue[4];
    ox_jobs jobs;
    ox_job_counter shone = {0}, counted = {0};
    ox_jobs_init(&jobs, queue, 4, workers, platform);
    for (uint32_t half = 0; half < 2; half++) {
        ox_job job = {
            .run = shine, .data = &night, .first = half * STARS / 2, .count = STARS / 2, .counter = &shone};
        if (ox_jobs_push(&jobs, job) != OX_OK) return;
    }
    ox_job sums = {.run = add_up, .data = &night, .count = BATCHES, .after = &shone, .counter = &counted};
    if (ox_jobs_push(&jobs, sums) != OX_OK || ox_jobs_wait(&jobs, &counted) != OX_OK) return;
    uint32_t light = 0;
    for (int i = 0; i < BATCHES; i++) light += night.sums[i];
    SAY("the sky is as bright as %u", (unsigned)light);

    /* 7. The same work without a queue: cut into eight, and done when the call returns. */
    ox_parallel_for(&jobs, shine, &night, STARS, BATCHES);
    ox_parallel_for(&jobs, add_up, &night, BATCHES, BATCHES);
    uint32_t again = 0;
    for (int i = 0; i < BATCHES; i++) again += night.sums[i];
    SAY("and again: %s", again == light ? "the same" : "something else");

    /* 8. Work that has time is done in the slack of frames, a job at a time; each call has scratch memory of
     * its own. */
    static _Alignas(8) uint8_t scratch[256];
    shone = (ox_job_counter){0};
    if (ox_jobs_scratch(&jobs, scratch, sizeof scratch, 64) != OX_OK) return;
    for (uint32_t third = 0; third < 3; third++) {
        ox_job job = {
            .run = shine, .data = &night, .first = third * STARS / 3, .count = STARS / 3, .counter = &shone};
        if (ox_jobs_push(&jobs, job) != OX_OK) return;
    }
    const uint32_t first = ox_jobs_run(&jobs, 1), left = shone.left;
    if (ox_jobs_finish(&jobs) != OX_OK) return;
    ox_jobs_clear(&jobs);
    SAY("%u job in the slack, %u then waited, %u at the end", (unsigned)first, (unsigned)left,
        (unsigned)shone.left);

    /* 9. Programs are checked before they run; a node that is removed ends its actions. */
    uint32_t wrong = 0;
    ox_handle turn;
    if (ox_action_check(sweep, 3, 1, &wrong) != OX_OK ||
        ox_actions_start(&l.actions, 0, LAMP, 9, &turn) != OX_OK)
        return;
    const uint32_t moving = ox_actions_count(&l.actions, LAMP, 9);
    (void)ox_actions_remove_node(&l.actions, LAMP);
    const bool alone = ox_tasks_spawn(&l.tasks, TASK_CLIMB, 0, &l.climb) != NULL;
    const walk *way = ox_tasks_locals(&l.tasks, l.climb);
    if (!alone || way == NULL) return;
    const int32_t stair = way->done;
    SAY("%u movement of the lamp, %s; a climb at stair %d is %s", (unsigned)moving,
        ox_actions_alive(&l.actions, turn) ? "under way" : "ended", (int)stair,
        ox_tasks_kill(&l.tasks, l.climb) ? "given up" : "over");
}
