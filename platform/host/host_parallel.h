/* A pool of threads that runs numbered jobs and returns when the last is done. */
#ifndef OXCART_PLATFORM_HOST_HOST_PARALLEL_H
#define OXCART_PLATFORM_HOST_HOST_PARALLEL_H

typedef struct host_pool host_pool;

/* A pool of `threads` threads, the caller's one among them; 0 stands for one per processor. When the system
 * refuses threads, the pool has fewer. NULL when memory runs out. */
host_pool *host_pool_open(int threads);
void host_pool_close(host_pool *pool); /* NULL is allowed */

/* Threads that run jobs, the caller's included. */
int host_pool_threads(const host_pool *pool);

/* Runs job(argument, i) once for every i in 0..count-1 and returns when all have returned; what the jobs wrote is
 * then visible to the caller. Called by one thread at a time. A job that calls host_pool_run again runs the inner
 * jobs itself, in order. The caller takes jobs from 0 upwards, half of the workers from the last job downwards: jobs
 * that take long lie best at both ends. An idle pool costs a few microseconds to start; between calls that follow
 * each other closely the threads stay awake, and a call with count 0 wakes them some time before there is work. */
void host_pool_run(host_pool *pool, void (*job)(void *argument, int index), void *argument, int count);

#endif
