/* Tests of jobs: batches, waves, dependencies, and results that do not depend on order or number of workers. */
#include <string.h>

#include "fixedmath/quaternion.h"
#include "fixedmath/random.h"
#include "kernel/bytes/stream.h"
#include "kernel/task/job.h"
#include "tests/test.h"

enum { CHARACTERS = 5, JOINTS = 100, PAIRS = CHARACTERS * JOINTS, MANY = 1000 };

/* Simulated workers: 0 in order, 1 backward, 2 and more in strides, as that many workers would run. */
static void made_up(void *machine, void (*job)(void *argument, int index), void *argument, int count) {
    int workers = *(int *)machine;
    if (workers == 1)
        for (int i = count; i-- > 0;) job(argument, i);
    else
        for (int w = 0; w < (workers < 1 ? 1 : workers); w++)
            for (int i = w; i < count; i += workers < 1 ? 1 : workers) job(argument, i);
}

/* ---- poses ---- */

typedef struct poses {
    quat a[PAIRS], b[PAIRS], local[PAIRS], global[PAIRS];
} poses;

static void blend(void *data, const ox_job_batch *batch) {
    poses *p = data;
    for (uint32_t i = batch->first; i < batch->first + batch->count; i++)
        p->local[i] = q4_nlerp(p->a[i], p->b[i], (uf16)(i * 131u));
}

static void chain(void *data, const ox_job_batch *batch) { /* a job of whole skeletons */
    poses *p = data;
    for (uint32_t c = batch->first; c < batch->first + batch->count; c++) {
        quat *global = p->global + c * JOINTS, *local = p->local + c * JOINTS;
        global[0] = local[0];
        for (int j = 1; j < JOINTS; j++) global[j] = q4_mul(global[(j - 1) / 2], local[j]);
    }
}

static quat some_turn(rng32 *random) {
    static const dir30 x = {Q30_ONE, 0, 0}, y = {0, Q30_ONE, 0};
    quat first = q4_from_axis_angle(x, rng32_next(random));
    return q4_mul(q4_from_axis_angle(y, rng32_next(random)), first);
}

TEST(task_job_poses_are_the_same_in_any_batches) {
    static poses p;
    rng32 random = rng32_seed(2, 2);
    uint32_t first = 0;
    for (int i = 0; i < PAIRS; i++) {
        p.a[i] = some_turn(&random);
        p.b[i] = some_turn(&random);
    }
    for (uint32_t n = 1; n <= 8; n++) {
        for (int workers = 0; workers < 4; workers++) {
            ox_jobs jobs;
            ox_jobs_init(&jobs, NULL, 0, made_up, &workers);
            memset(p.local, 0, sizeof p.local);
            memset(p.global, 0, sizeof p.global);
            ox_parallel_for(&jobs, blend, &p, PAIRS, n);
            ox_parallel_for(&jobs, chain, &p, CHARACTERS, n);
            ox_writer w = ox_writer_hash();
            for (int i = 0; i < PAIRS; i++) {
                const quat *q = &p.global[i];
                ox_write_i32(&w, q->x), ox_write_i32(&w, q->y), ox_write_i32(&w, q->z),
                    ox_write_i32(&w, q->w);
            }
            if (n == 1 && workers == 0) first = w.hash;
            CHECK_EQ(w.hash, first);
        }
    }
}

/* ---- batches ---- */

typedef struct cover {
    uint8_t seen[64];
    uint32_t calls, numbers, least, most;
} cover;

static void see(void *data, const ox_job_batch *batch) {
    cover *c = data;
    for (uint32_t i = 0; i < batch->count; i++) c->seen[batch->first + i]++;
    c->calls++;
    c->numbers |= 1u << batch->number;
    if (batch->count < c->least) c->least = batch->count;
    if (batch->count > c->most) c->most = batch->count;
}

TEST(task_job_batches_cover_everything_once) {
    ox_jobs jobs;
    int workers = 1;
    ox_jobs_init(&jobs, NULL, 0, made_up, &workers);
    for (uint32_t items = 0; items <= 40; items++) {
        for (uint32_t n = 0; n <= 12; n++) {
            cover c = {.least = 999};
            ox_parallel_for(&jobs, see, &c, items, n);
            uint32_t batches = n == 0 ? 1 : n > items ? items : n;
            if (items == 0) batches = 0;
            CHECK_EQ(c.calls, batches);
            CHECK_EQ(c.numbers, (1u << batches) - 1);
            for (uint32_t i = 0; i < 64; i++) CHECK_EQ(c.seen[i], i < items);
            if (items > 0) CHECK(c.most - c.least <= 1 && c.least >= 1);
        }
    }
}

/* ---- the queue ---- */

typedef struct cell {
    uint32_t value;
    const struct cell *from; /* an older cell, for which the job waits */
    uint32_t *log, *logged;  /* written on one core only */
    uint32_t id;
} cell;

static void work(void *data, const ox_job_batch *batch) {
    cell *c = data;
    uint32_t value = c->from == NULL ? batch->first : c->from->value;
    for (uint32_t i = 0; i < batch->count; i++) value = value * 1664525u + 1013904223u + i;
    c->value += value;
    if (c->log != NULL) c->log[(*c->logged)++] = c->id;
}

/* Runs a thousand jobs, most of which wait for an earlier one, in a queue of 100. */
static uint32_t thousand(int workers, bool slack) {
    static cell cells[MANY];
    static ox_job queue[100];
    static ox_job_counter counters[MANY];
    ox_jobs jobs;
    rng32 random = rng32_seed(8, 1);
    ox_writer w = ox_writer_hash();
    memset(cells, 0, sizeof cells);
    memset(counters, 0, sizeof counters);
    ox_jobs_init(&jobs, queue, 100, workers < 0 ? NULL : made_up, &workers);
    for (uint32_t i = 0; i < MANY; i++) {
        uint32_t on = i == 0 ? 0 : i - 1 - rng_below(&random, i < 30 ? i : 30);
        ox_job job = {.run = work, .data = &cells[i], .first = i, .count = i % 7, .counter = &counters[i]};
        if (i > 0 && i % 5 != 0) job.after = &counters[on], cells[i].from = &cells[on];
        while (ox_jobs_push(&jobs, job) == OX_FULL) {
            if (slack)
                CHECK(ox_jobs_run(&jobs, 3) > 0);
            else
                CHECK_EQ(ox_jobs_wait(&jobs, queue[0].counter), OX_OK);
        }
    }
    CHECK_EQ(ox_jobs_finish(&jobs), OX_OK);
    CHECK_EQ(jobs.done, MANY);
    CHECK(jobs.count == 0 && !ox_jobs_running(&jobs));
    for (uint32_t i = 0; i < MANY; i++) {
        CHECK_EQ(counters[i].left, 0);
        ox_write_u32(&w, cells[i].value);
    }
    return w.hash;
}

TEST(task_job_thousand_are_the_same_on_any_workers) {
    uint32_t hash = thousand(-1, false);
    CHECK_EQ(thousand(-1, true), hash);
    for (int workers = 0; workers <= 8; workers++) CHECK_EQ(thousand(workers, workers % 2 == 1), hash);
}

TEST(task_job_order_on_one_core) {
    ox_job queue[8];
    ox_jobs jobs;
    cell cells[6] = {{0}};
    uint32_t log[8], logged = 0;
    ox_job_counter first = {0}, second = {0};
    ox_jobs_init(&jobs, queue, 8, NULL, NULL);
    for (uint32_t i = 0; i < 6; i++) {
        cells[i].log = log, cells[i].logged = &logged, cells[i].id = i;
        ox_job job = {.run = work, .data = &cells[i], .count = 1};
        if (i == 0 || i == 3) job.counter = &first;
        if (i == 1) job.after = &first, job.counter = &second;
        if (i == 2) job.after = &second;
        CHECK_EQ(ox_jobs_push(&jobs, job), OX_OK);
    }
    CHECK_EQ(ox_jobs_run(&jobs, 2), 2); /* jobs run in the slack of a frame */
    CHECK(logged == 2 && log[0] == 0 && log[1] == 3);
    CHECK_EQ(first.left, 0);
    CHECK_EQ(ox_jobs_wait(&jobs, &second), OX_OK);
    static const uint32_t order[] = {0, 3, 1, 4, 5};
    CHECK_EQ(logged, 5);
    for (int i = 0; i < 5; i++) CHECK_EQ(log[i], order[i]);
    CHECK_EQ(ox_jobs_run(&jobs, 100), 1);
    CHECK_EQ(log[5], 2);
    CHECK_EQ(ox_jobs_run(&jobs, 100), 0);
}

typedef struct misuse {
    ox_jobs *jobs;
    ox_job_counter *counter;
    uint32_t items;
} misuse;

static void count_items(void *data, const ox_job_batch *batch) { ((misuse *)data)->items += batch->count; }

static void misbehave(void *data, const ox_job_batch *batch) {
    misuse *m = data;
    (void)batch;
    CHECK(ox_jobs_running(m->jobs));
    CHECK_EQ(ox_jobs_push(m->jobs, (ox_job){.run = misbehave}), OX_BAD_STATE);
    CHECK_EQ(ox_jobs_wait(m->jobs, m->counter), OX_BAD_STATE);
    CHECK_EQ(ox_jobs_finish(m->jobs), OX_BAD_STATE);
    CHECK_EQ(ox_jobs_run(m->jobs, 1), 0);
    ox_jobs_clear(m->jobs);
    ox_parallel_for(m->jobs, count_items, m, 12, 4);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 6 : 0);
}

TEST(task_job_misuse_has_an_outcome) {
    ox_job queue[2];
    ox_jobs jobs;
    ox_job_counter a = {0}, b = {0};
    misuse m = {&jobs, &a, 0};
    cell c = {0};
    ox_jobs_init(&jobs, queue, 2, NULL, NULL);
    CHECK_EQ(ox_jobs_push(&jobs, (ox_job){.data = &c}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_jobs_push(&jobs, (ox_job){.run = work, .data = &c, .counter = &a, .after = &b}), OX_OK);
    CHECK_EQ(ox_jobs_push(&jobs, (ox_job){.run = work, .data = &c, .counter = &b, .after = &a}), OX_OK);
    CHECK_EQ(ox_jobs_push(&jobs, (ox_job){.run = work, .data = &c}), OX_FULL);
    CHECK_EQ(jobs.refused, 1);
    CHECK_EQ(ox_jobs_wait(&jobs, &a), OX_CYCLE); /* two jobs wait for each other */
    CHECK_EQ(ox_jobs_finish(&jobs), OX_CYCLE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    ox_jobs_clear(&jobs);
    CHECK(a.left == 0 && b.left == 0 && jobs.count == 0);
    CHECK_EQ(ox_jobs_push(&jobs, (ox_job){.run = misbehave, .data = &m, .counter = &a}), OX_OK);
    CHECK_EQ(ox_jobs_wait(&jobs, &a), OX_OK);
    CHECK_EQ(m.items, 12);
}

/* ---- scratch ---- */

typedef struct scratch_log {
    uintptr_t base;
    uint32_t calls, used; /* bits of the pieces that were used */
} scratch_log;

static void use_scratch(void *data, const ox_job_batch *batch) {
    scratch_log *log = data;
    log->calls++;
    CHECK_EQ(batch->scratch_size, 24);
    log->used |= 1u << (((uintptr_t)batch->scratch - log->base) / 24);
    memset(batch->scratch, 0xEE, batch->scratch_size);
}

TEST(task_job_scratch_is_one_piece_a_call) {
    static uint64_t memory[10];
    ox_jobs jobs;
    int workers = 2;
    scratch_log log = {.base = (uintptr_t)memory};
    ox_jobs_init(&jobs, NULL, 0, made_up, &workers);
    CHECK_EQ(ox_jobs_scratch(&jobs, memory, 16, 24), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_jobs_scratch(&jobs, memory, 80, 7), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_jobs_scratch(&jobs, memory, sizeof memory, 30), OX_OK); /* three pieces of 24 bytes */
    ox_parallel_for(&jobs, use_scratch, &log, 100, 10);
    CHECK_EQ(log.calls, 10);
    CHECK_EQ(log.used, 7);
    CHECK_EQ(memory[9], 0);
}
