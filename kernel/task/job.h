/* Jobs: work that is cut into pieces, done by as many workers as there are, with the same results for any
 * number.
 *
 *     ox_jobs_init(&jobs, records, 64, parallel, platform);
 *     ox_parallel_for(&jobs, pose_joints, &poses, 500, 8);                8 batches of about 62, done on return
 *
 *     ox_job_counter posed = {0}, drawn = {0};
 *     push(&jobs, (ox_job){.run = local_poses, .data = a, .count = 100, .counter = &posed});
 *     push(&jobs, (ox_job){.run = global_poses, .data = a, .after = &posed, .counter = &drawn});
 *     ox_jobs_wait(&jobs, &drawn);                                         does jobs until the counter is zero
 *
 * A job is a function, its data, a range and two counters: it runs when the counter `after` is zero (or
 * NULL), and when it is done `counter` goes down by one. Waiting takes all jobs that can run, in the order of
 * pushing, and hands them to the workers as one wave; when the wave is done the counters go down and the next
 * wave is taken. So counters need no locks, and a wait ends or says that it never would. On one core the jobs of a wave
 * run one after the other, and ox_jobs_run does a few jobs in the slack of a frame.
 *
 * RULES, which make the results the same for any number of workers and any order: jobs that may run together write
 * nothing that another job reads or writes; they draw from no shared random stream, post no events, push no jobs, and
 * allocate only from their batch's scratch, whose content is lost when they return. Work that depends on other results
 * is another job after them, or another ox_parallel_for: local poses by joints, then global poses by skeletons. Objects
 * may be updated by jobs only if the objects talk by queued messages. Services that jobs must not call refuse while
 * ox_jobs_running. (GEA 7.6, 12.5, 14.6.) */
#ifndef OXCART_KERNEL_TASK_JOB_H
#define OXCART_KERNEL_TASK_JOB_H

#include <stddef.h>

#include "kernel/memory/status.h"
#include <stdint.h>

/* The part of a job's range for one call: first .. first + count - 1. */
typedef struct ox_job_batch {
    uint32_t first, count;
    uint32_t number; /* number of the batch in its ox_parallel_for, else 0 */
    void *scratch;   /* memory for this call alone, aligned to 8; NULL without scratch */
    size_t scratch_size;
} ox_job_batch;

typedef void ox_job_function(void *data, const ox_job_batch *batch);

typedef struct ox_job_counter {
    uint32_t left; /* jobs that are not done */
} ox_job_counter;

typedef struct ox_job {
    ox_job_function *run;
    void *data;
    uint32_t first, count;
    ox_job_counter *counter; /* or NULL; pushing counts it up */
    ox_job_counter *after;   /* or NULL */
    uint32_t wave;           /* used by the queue */
} ox_job;

/* Calls job(argument, index) for 0..count - 1, on any threads in any order, and returns when all calls are done, as
 * plat_parallel does with its port as the machine. NULL: the caller's thread does the calls one after the other. */
typedef void ox_parallel(void *machine, void (*job)(void *argument, int index), void *argument, int count);

typedef struct ox_jobs {
    ox_job *queue; /* in the order of pushing */
    uint32_t count, capacity;
    ox_parallel *parallel;
    void *machine;
    uint8_t *scratch;
    size_t scratch_each;
    uint32_t scratch_count; /* pieces; 0 = no scratch */
    bool running;           /* a wave is under way */
    uint32_t done, waves, refused;
} ox_jobs;

#define OX_JOBS_MOST 65535u

void ox_jobs_init(ox_jobs *jobs, ox_job *queue, uint32_t capacity, ox_parallel *parallel, void *machine);

/* Gives every call `each` bytes (rounded down to a multiple of 8) of the memory, which is aligned to 8. No more calls
 * run at a time than the memory has pieces. OX_BAD_ARGUMENT when not one piece fits. */
FX_MUST_CHECK ox_status ox_jobs_scratch(ox_jobs *jobs, void *memory, size_t size, size_t each);

/* Puts a job into the queue. OX_FULL, counted; OX_BAD_STATE (asserts) from within a job; OX_BAD_ARGUMENT without a
 * function. */
FX_MUST_CHECK ox_status ox_jobs_push(ox_jobs *jobs, ox_job job);

/* Does jobs until the counter is zero: OX_OK. OX_CYCLE (asserts) when the jobs left wait for each other, or for jobs
 * that were never pushed; the queue then stays as it is. OX_BAD_STATE (asserts) from within a job. */
FX_MUST_CHECK ox_status ox_jobs_wait(ox_jobs *jobs, const ox_job_counter *counter);

/* ox_jobs_finish does all jobs, with failures as ox_jobs_wait. ox_jobs_clear forgets all jobs and counts their counters
 * down. */
FX_MUST_CHECK ox_status ox_jobs_finish(ox_jobs *jobs);
void ox_jobs_clear(ox_jobs *jobs);

/* Does up to `most` jobs at once on the caller's thread, in the order of pushing, and returns how many: for the slack
 * of a frame. */
uint32_t ox_jobs_run(ox_jobs *jobs, uint32_t most);

static inline bool ox_jobs_running(const ox_jobs *jobs) { return jobs->running; }

/* Cuts `items` into `batches` pieces that differ by one item at most, does all pieces and returns. The queue is not
 * used. 0 batches count as 1, more batches than items as one for each item. A call from within a job asserts and does
 * all items on the caller's thread. */
void ox_parallel_for(ox_jobs *jobs, ox_job_function *run, void *data, uint32_t items, uint32_t batches);

#endif
