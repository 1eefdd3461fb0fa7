/* plat_parallel: every job runs exactly once, all jobs are done on return, and their results are there. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "platform/host/host.h"
#include "platform/host/host_parallel.h"
#include "tests/port.h"
#include "tests/test.h"

enum { JOBS = 1000 };

typedef struct tally {
    int runs[JOBS]; /* plain on purpose: a job owns its element, and the caller reads it afterwards */
    int factor;
    host_pool *pool;
} tally;

static void count_job(void *argument, int index) {
    tally *t = argument;
    t->runs[index] += t->factor;
}

static void check_runs(const tally *t, int count, int expected) {
    int wrong = 0;
    for (int i = 0; i < JOBS; i++) wrong += t->runs[i] != (i < count ? expected : 0);
    CHECK_EQ(wrong, 0);
}

TEST(host_parallel_runs_each_job_once_with_any_number_of_threads) {
    static const int threads[] = {1, 2, 4, 13};
    static const int counts[] = {0, 1, 2, 3, 17, JOBS};
    for (size_t k = 0; k < 4; k++) {
        host_pool *pool = host_pool_open(threads[k]);
        CHECK(pool != NULL);
        CHECK_EQ(host_pool_threads(pool), threads[k]);
        for (size_t c = 0; c < 6; c++) {
            tally t = {.factor = 1};
            host_pool_run(pool, count_job, &t, counts[c]);
            check_runs(&t, counts[c], 1);
        }
        host_pool_close(pool);
    }
}

TEST(host_parallel_many_small_calls_in_a_row_stay_exact) {
    for (int threads = 1; threads <= 4; threads *= 2) {
        host_pool *pool = host_pool_open(threads);
        tally t = {0};
        int expected = 0;
        for (int call = 1; call <= 3000;
             call++) { /* the factor changes between calls: each job must see the factor of its call */
            t.factor = call % 7;
            expected += t.factor;
            if (call % 5 < 2) /* an empty run wakes whoever sleeps, and does nothing else */
                host_pool_run(pool, count_job, &t, 0);
            host_pool_run(pool, count_job, &t, 9);
        }
        check_runs(&t, 9, expected);
        host_pool_close(pool);
    }
}

static void many_job(void *argument, int index) { ((unsigned char *)argument)[index]++; }

TEST(host_parallel_runs_more_jobs_than_one_range_holds) {
    enum { MANY = 3 * 32767 + 5 };
    unsigned char *runs = calloc(MANY, 1);
    host_pool *pool = host_pool_open(3);
    int wrong = 0;
    CHECK(runs != NULL && pool != NULL);
    for (int count = MANY; count > 0; count -= 32767) host_pool_run(pool, many_job, runs, count);
    for (int i = 0; i < MANY; i++) wrong += runs[i] != 4 - (i + 32767 - 5) / 32767;
    CHECK_EQ(wrong, 0);
    host_pool_close(pool);
    free(runs);
}

static void nested_job(void *argument, int index) {
    tally *t = argument;
    if (index == 0) host_pool_run(t->pool, count_job, t, JOBS);
}

TEST(host_parallel_call_from_a_job_runs_in_order_and_ends) {
    host_pool *pool = host_pool_open(3);
    tally t = {.factor = 1, .pool = pool};
    host_pool_run(pool, nested_job, &t, 8);
    check_runs(&t, JOBS, 1);
    host_pool_close(pool);
}

typedef struct meeting {
    atomic_int present;
    atomic_int met;
    pthread_t runs[2];
} meeting;

/* Waits, up to a bound, for the other job to have begun too. */
static void meet_job(void *argument, int index) {
    meeting *m = argument;
    m->runs[index] = pthread_self();
    atomic_fetch_add(&m->present, 1);
    for (long i = 0; i < 2000000000L; i++) {
        if (atomic_load(&m->present) < 2) continue;
        atomic_fetch_add(&m->met, 1);
        return;
    }
}

TEST(host_parallel_jobs_really_run_at_the_same_time) {
    host_pool *pool = host_pool_open(2);
    meeting m;
    atomic_init(&m.present, 0);
    atomic_init(&m.met, 0);
    host_pool_run(pool, meet_job, &m, 2); /* one thread alone could not let both meet */
    CHECK_EQ(atomic_load(&m.met), 2);
    CHECK(pthread_equal(
        m.runs[0], pthread_self())); /* the caller begins at the first job, the other thread at the last */
    CHECK(!pthread_equal(m.runs[1], pthread_self()));
    host_pool_close(pool);
}

TEST(host_parallel_sleeping_pool_wakes_up_and_closes) {
    host_pool *pool = host_pool_open(4);
    tally t = {.factor = 1};
    for (int round = 0; round < 20; round++) {
        /* long enough for the other threads to fall asleep */
        for (volatile int i = 0; i < 2000000; i++) continue;
        host_pool_run(pool, count_job, &t, 100);
    }
    check_runs(&t, 100, 20);
    host_pool_close(pool);
    host_pool_close(host_pool_open(8)); /* closing before the threads ever worked */
    host_pool_close(NULL);
}

TEST(host_parallel_port_answers_with_its_threads) {
    char error[200];
    host_options options = {.threads = 3, .memory = 64};
    plat *p = test_port_open(&options, error, sizeof error);
    CHECK(p != NULL);
    CHECK_EQ(plat_processors(p), 3);
    tally t = {.factor = 2};
    plat_parallel(p, count_job, &t, 50);
    check_runs(&t, 50, 2);
    CHECK(host_close(p));
    options.threads = 0;
    p = test_port_open(&options, error, sizeof error);
    CHECK(plat_processors(p) >= 1);
    CHECK(host_close(p));
}
