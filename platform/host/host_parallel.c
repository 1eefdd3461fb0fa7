/* The thread pool behind plat_parallel: a shared countdown hands out the jobs, idle threads spin briefly,
 * then sleep. */
#define _POSIX_C_SOURCE 200809L
#include "platform/host/host_parallel.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "platform/host/host.h"

/* 25 to 50 nanoseconds each: longer than it takes to record a frame of some thousand triangles, and a hundredth of a frame at 60 Hz. */
enum { SPINS = 5000 };

struct host_pool {
    /* A thread owns job number count - left when it took `left` down by one. The caller of host_pool_run
     * changes the plain fields only while nothing is left and all are done, and publishes them by storing
     * `left`; so whoever takes a job reads the fields that belong to it. */
    void (*job)(void *argument, int index);
    void *argument;
    int count;
    atomic_int left;
    atomic_int done;

    pthread_mutex_t lock;
    pthread_cond_t work_came;
    pthread_cond_t all_done;
    int sleepers; /* under lock, as is all below */
    unsigned alarms; /* how often the sleepers were woken before there was work */
    bool caller_sleeps;
    bool stop;

    bool running; /* seen by the calling thread and by jobs, which all end before it changes */
    int spins;
    int workers;
    pthread_t threads[HOST_THREADS_MAX];
};

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    atomic_signal_fence(memory_order_seq_cst); /* keeps the loop a loop */
#endif
}

static bool take_job(host_pool *pool, int *index) {
    int left = atomic_load_explicit(&pool->left, memory_order_relaxed);
    while (left > 0) {
        if (atomic_compare_exchange_weak_explicit(&pool->left, &left, left - 1, memory_order_acq_rel,
                                                  memory_order_relaxed)) {
            *index = pool->count - left;
            return true;
        }
    }
    return false;
}

/* Runs jobs until none is left to take. */
static void work(host_pool *pool) {
    int index = 0;
    while (take_job(pool, &index)) {
        int count = pool->count;
        pool->job(pool->argument, index);
        if (atomic_fetch_add_explicit(&pool->done, 1, memory_order_acq_rel) + 1 != count) continue;
        pthread_mutex_lock(&pool->lock);
        if (pool->caller_sleeps) pthread_cond_signal(&pool->all_done);
        pthread_mutex_unlock(&pool->lock);
    }
}

static void *worker(void *argument) {
    host_pool *pool = argument;
    bool stop = false;
    while (!stop) {
        work(pool);
        for (int i = 0; i < pool->spins && atomic_load_explicit(&pool->left, memory_order_relaxed) == 0; i++)
            relax();
        if (atomic_load_explicit(&pool->left, memory_order_relaxed) > 0) continue;
        pthread_mutex_lock(&pool->lock);
        pool->sleepers++;
        unsigned alarms = pool->alarms;
        while (!pool->stop && pool->alarms == alarms && atomic_load_explicit(&pool->left, memory_order_relaxed) == 0) {
            pthread_cond_wait(&pool->work_came, &pool->lock);
        }
        pool->sleepers--;
        stop = pool->stop;
        pthread_mutex_unlock(&pool->lock);
    }
    return NULL;
}

/* Workers take no signals, so that handlers always run on the console's thread. */
static bool start_worker(host_pool *pool) {
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    sigdelset(&all, SIGABRT);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&pool->threads[pool->workers], NULL, worker, pool) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) pool->workers++;
    return started;
}

host_pool *host_pool_open(int threads) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors < 1) processors = 1;
    if (threads <= 0) threads = processors < HOST_THREADS_MAX ? (int)processors : HOST_THREADS_MAX;
    if (threads > HOST_THREADS_MAX) threads = HOST_THREADS_MAX;
    host_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) return NULL;
    atomic_init(&pool->left, 0);
    atomic_init(&pool->done, 0);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work_came, NULL);
    pthread_cond_init(&pool->all_done, NULL);
    pool->spins =
        threads <= processors ? SPINS : 0; /* with too few processors spinning only delays the others */
    for (int i = 1; i < threads && start_worker(pool); i++) continue;
    return pool;
}

void host_pool_close(host_pool *pool) {
    if (pool == NULL) return;
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->work_came);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->workers; i++) pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->all_done);
    pthread_cond_destroy(&pool->work_came);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int host_pool_threads(const host_pool *pool) { return pool->workers + 1; }

static void wait_until_done(host_pool *pool, int count) {
    for (int i = 0; i < pool->spins; i++) {
        if (atomic_load_explicit(&pool->done, memory_order_acquire) == count) return;
        relax();
    }
    pthread_mutex_lock(&pool->lock);
    pool->caller_sleeps = true;
    while (atomic_load_explicit(&pool->done, memory_order_acquire) != count) {
        pthread_cond_wait(&pool->all_done, &pool->lock);
    }
    pool->caller_sleeps = false;
    pthread_mutex_unlock(&pool->lock);
}

/* There will be work soon: whoever sleeps spins again, so that it is there when the work comes. */
static void wake(host_pool *pool) {
    if (pool->workers == 0 || pool->spins == 0 || pool->running) return;
    pthread_mutex_lock(&pool->lock);
    pool->alarms++;
    if (pool->sleepers > 0) pthread_cond_broadcast(&pool->work_came);
    pthread_mutex_unlock(&pool->lock);
}

void host_pool_run(host_pool *pool, void (*job)(void *argument, int index), void *argument, int count) {
    if (count <= 0) {
        wake(pool);
        return;
    }
    if (pool->workers == 0 || count == 1 || pool->running) {
        for (int i = 0; i < count; i++) job(argument, i);
        return;
    }
    pool->running = true;
    pool->job = job;
    pool->argument = argument;
    pool->count = count;
    atomic_store_explicit(&pool->done, 0, memory_order_relaxed);
    pthread_mutex_lock(&pool->lock);
    atomic_store_explicit(&pool->left, count, memory_order_release);
    if (pool->sleepers > 0) pthread_cond_broadcast(&pool->work_came);
    pthread_mutex_unlock(&pool->lock);
    work(pool);
    wait_until_done(pool, count);
    pool->running = false;
}
