/* The thread pool behind plat_parallel: jobs are handed out from both ends of their range, idle threads spin briefly,
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

/* SPINS take 25 to 50 nanoseconds each, together longer than recording a frame of some thousand triangles, and a
 * hundredth of a frame at 60 Hz. */
enum { SPINS = 5000, AT_ONCE = 0x7FFF /* the most jobs `left` can hold */ };

struct host_pool {
    /* `left` holds the jobs that no thread has taken yet: first | end << 16. The caller and every second worker take
     * the first job, the other workers the last one, so that from call to call the same jobs tend to come to the same
     * processor, whose cache holds their data. The caller of host_pool_run changes the plain fields only while no job
     * is left and all are done, and publishes them by storing `left`; so a thread that takes a job reads the fields
     * of that job. */
    void (*job)(void *argument, int index);
    void *argument;
    int base; /* the index of job 0 */
    int count;
    atomic_uint left;
    atomic_int done;

    pthread_mutex_t lock;
    pthread_cond_t work_came;
    pthread_cond_t all_done;
    int sleepers;    /* under lock, as are the three members below */
    unsigned alarms; /* how often the sleepers were woken before there was work */
    bool caller_sleeps;
    bool stop;

    bool running; /* seen by the calling thread and by jobs, which all end before `running` changes */
    int spins;
    int workers;
    struct host_worker {
        host_pool *pool;
        pthread_t thread;
        bool from_end;
    } threads[HOST_THREADS_MAX];
};

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    atomic_signal_fence(memory_order_seq_cst); /* keeps the loop a loop */
#endif
}

static bool any_left(unsigned left) { return (left & 0xFFFFu) != left >> 16; }

static bool work_waits(host_pool *pool) {
    return any_left(atomic_load_explicit(&pool->left, memory_order_relaxed));
}

static bool take_job(host_pool *pool, bool from_end, int *index) {
    unsigned left = atomic_load_explicit(&pool->left, memory_order_relaxed);
    while (any_left(left)) {
        if (atomic_compare_exchange_weak_explicit(&pool->left, &left, from_end ? left - 0x10000u : left + 1u,
                                                  memory_order_acq_rel, memory_order_relaxed)) {
            *index = (int)(from_end ? (left >> 16) - 1u : left & 0xFFFFu);
            return true;
        }
    }
    return false;
}

/* Runs jobs until none is left to take. */
static void work_jobs(host_pool *pool, bool from_end) {
    int index = 0;
    while (take_job(pool, from_end, &index)) {
        int count = pool->count;
        pool->job(pool->argument, pool->base + index);
        if (atomic_fetch_add_explicit(&pool->done, 1, memory_order_acq_rel) + 1 != count) continue;
        pthread_mutex_lock(&pool->lock);
        if (pool->caller_sleeps) pthread_cond_signal(&pool->all_done);
        pthread_mutex_unlock(&pool->lock);
    }
}

static void *worker(void *argument) {
    const struct host_worker *own = argument;
    host_pool *pool = own->pool;
    bool stop = false;
    while (!stop) {
        work_jobs(pool, own->from_end);
        for (int i = 0; i < pool->spins && !work_waits(pool); i++) relax();
        if (work_waits(pool)) continue;
        pthread_mutex_lock(&pool->lock);
        pool->sleepers++;
        unsigned alarms = pool->alarms;
        while (!pool->stop && pool->alarms == alarms && !work_waits(pool))
            pthread_cond_wait(&pool->work_came, &pool->lock);
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
    struct host_worker *own = &pool->threads[pool->workers];
    *own = (struct host_worker){.pool = pool, .from_end = (pool->workers & 1) == 0};
    bool started = pthread_create(&own->thread, NULL, worker, own) == 0;
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
    for (int i = 0; i < pool->workers; i++) pthread_join(pool->threads[i].thread, NULL);
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

/* Work will come soon: sleeping workers wake and spin, so that they are ready when the work comes. */
static void wake(host_pool *pool) {
    if (pool->workers == 0 || pool->spins == 0 || pool->running) return;
    pthread_mutex_lock(&pool->lock);
    pool->alarms++;
    if (pool->sleepers > 0) pthread_cond_broadcast(&pool->work_came);
    pthread_mutex_unlock(&pool->lock);
}

/* Runs jobs base .. base + count - 1, at most AT_ONCE jobs. */
static void run_range(host_pool *pool, int base, int count) {
    pool->base = base;
    pool->count = count;
    atomic_store_explicit(&pool->done, 0, memory_order_relaxed);
    pthread_mutex_lock(&pool->lock);
    atomic_store_explicit(&pool->left, (unsigned)count << 16, memory_order_release);
    if (pool->sleepers > 0) pthread_cond_broadcast(&pool->work_came);
    pthread_mutex_unlock(&pool->lock);
    work_jobs(pool, false);
    wait_until_done(pool, count);
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
    for (int done = 0; done < count;) {
        const int some = count - done < AT_ONCE ? count - done : AT_ONCE;
        run_range(pool, done, some);
        done += some;
    }
    pool->running = false;
}
