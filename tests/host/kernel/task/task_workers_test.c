/* Jobs on real threads: the same results for 1, 2, 4 and 8 workers, no run that does not end, and the speed
 * that workers gain. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "kernel/task/job.h"
#include "platform/host/host_parallel.h"
#include "tests/test.h"

enum { MANY = 1000, RUNS = 100000, WORK = 400 };

static void on_threads(void *machine, void (*job)(void *argument, int index), void *argument, int count) {
    host_pool_run(machine, job, argument, count);
}

typedef struct cell {
    uint32_t value;
    const struct cell *from;
} cell;

static void work(void *data, const ox_job_batch *batch) {
    cell *c = data;
    uint32_t value = c->from == NULL ? batch->first : c->from->value;
    for (uint32_t i = 0; i < batch->count; i++) value = value * 1664525u + 1013904223u;
    c->value += value;
}

/* Runs jobs in rows of 8, each of which waits for a job of the row before; returns a hash of their
 * results. */
static uint32_t rows(ox_jobs *jobs, uint32_t count, uint32_t work_each) {
    static cell cells[MANY];
    static ox_job_counter counters[MANY];
    uint32_t hash = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t on = i < 8 ? 0 : (i / 8 - 1) * 8 + i * 5 % 8;
        cells[i] = (cell){0, i < 8 ? NULL : &cells[on]};
        ox_job job = {
            .run = work, .data = &cells[i], .first = i, .count = work_each, .counter = &counters[i]};
        if (i >= 8) job.after = &counters[on];
        if (ox_jobs_push(jobs, job) != OX_OK) return 0;
    }
    if (ox_jobs_finish(jobs) != OX_OK) return 0;
    for (uint32_t i = 0; i < count; i++) hash = hash * 31 + cells[i].value;
    return hash;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

TEST(task_workers_make_the_same) {
    static ox_job queue[MANY];
    uint32_t first = 0;
    double alone = 0;
    for (int threads = 1; threads <= 8; threads *= 2) {
        host_pool *pool = host_pool_open(threads);
        ox_jobs jobs;
        CHECK(pool != NULL);
        ox_jobs_init(&jobs, queue, MANY, on_threads, pool);
        double begun = now();
        for (int run = 0; run < 5; run++) {
            uint32_t hash = rows(&jobs, MANY, WORK * 10);
            if (first == 0) first = hash;
            CHECK(hash != 0);
            CHECK_EQ(hash, first);
        }
        double spent = now() - begun;
        if (threads == 1) alone = spent;
        TEST_INFO("%d workers: %.0f jobs a millisecond, %.2f times one", threads, 5 * MANY / spent / 1000,
                  alone / spent);
        CHECK_EQ(jobs.done, 5 * MANY);
        host_pool_close(pool);
    }
}

TEST(task_workers_always_come_to_an_end) {
    static ox_job queue[16];
    for (int threads = 1; threads <= 8; threads *= 2) {
        host_pool *pool = host_pool_open(threads);
        ox_jobs jobs;
        uint32_t wrong = 0, expected;
        ox_jobs_init(&jobs, queue, 16, NULL, NULL);
        expected = rows(&jobs, 16, 3);
        ox_jobs_init(&jobs, queue, 16, on_threads, pool);
        for (int run = 0; run < RUNS / 4; run++) wrong += rows(&jobs, 16, 3) != expected;
        CHECK_EQ(wrong, 0);
        CHECK_EQ(jobs.done, RUNS / 4 * 16);
        host_pool_close(pool);
    }
}
