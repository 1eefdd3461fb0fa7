/* Waves of jobs that can run together. */
#include "kernel/task/job.h"

#include "kernel/memory/life.h"

void ox_jobs_init(ox_jobs *jobs, ox_job *queue, uint32_t capacity, ox_parallel *parallel, void *machine) {
    FX_CHECK_OR(capacity <= OX_JOBS_MOST, "at most 65535 jobs", capacity = OX_JOBS_MOST);
    *jobs = (ox_jobs){.queue = queue, .capacity = capacity, .parallel = parallel, .machine = machine};
}

ox_status ox_jobs_scratch(ox_jobs *jobs, void *memory, size_t size, size_t each) {
    each &= ~(size_t)7;
    if (each == 0 || memory == NULL || size < each) return OX_BAD_ARGUMENT;
    size_t pieces = size / each;
    jobs->scratch = memory;
    jobs->scratch_each = each;
    jobs->scratch_count = pieces > OX_JOBS_MOST ? OX_JOBS_MOST : (uint32_t)pieces;
    return OX_OK;
}

ox_status ox_jobs_push(ox_jobs *jobs, ox_job job) {
    FX_CHECK_OR(!jobs->running, "a job pushes a job: push what is to follow before, with `after`",
                return OX_BAD_STATE);
    if (job.run == NULL) return OX_BAD_ARGUMENT;
    if (jobs->count == jobs->capacity) {
        jobs->refused++;
        return OX_FULL;
    }
    if (job.counter != NULL) job.counter->left++;
    jobs->queue[jobs->count++] = job;
    return OX_OK;
}

/* ---- one call ---- */

typedef struct wave {
    ox_jobs *jobs;
    uint32_t first; /* call of the part that runs now; pieces of scratch are numbered from it */
    /* Members for ox_parallel_for; `run` is NULL for jobs of the queue. */
    ox_job_function *run;
    void *data;
    uint32_t items, batches;
} wave;

static void call(const ox_jobs *jobs, uint32_t piece, ox_job_function *run, void *data, ox_job_batch batch) {
    if (jobs->scratch_count > 0) {
        batch.scratch = jobs->scratch + (size_t)piece * jobs->scratch_each;
        batch.scratch_size = jobs->scratch_each;
    }
    run(data, &batch);
}

static void run_one(void *argument, int index) {
    const wave *w = argument;
    uint32_t piece = (uint32_t)index, number = w->first + piece;
    if (w->run == NULL) {
        const ox_job *job = &w->jobs->queue[w->jobs->queue[number].wave];
        call(w->jobs, piece, job->run, job->data, (ox_job_batch){.first = job->first, .count = job->count});
        return;
    }
    uint32_t first = (uint32_t)((uint64_t)w->items * number / w->batches);
    uint32_t end = (uint32_t)((uint64_t)w->items * (number + 1) / w->batches);
    call(w->jobs, piece, w->run, w->data,
         (ox_job_batch){.first = first, .count = end - first, .number = number});
}

/* Runs all calls of a wave, in parts of as many calls as there are pieces of scratch. */
static void run_wave(wave *w, uint32_t count, ox_parallel *parallel) {
    ox_jobs *jobs = w->jobs;
    uint32_t most = jobs->scratch_count == 0 ? OX_JOBS_MOST : jobs->scratch_count;
    for (w->first = 0; w->first < count; w->first += most) {
        uint32_t part = count - w->first < most ? count - w->first : most;
        if (parallel != NULL && part > 1) {
            parallel(jobs->machine, run_one, w, (int)part);
            continue;
        }
        for (uint32_t i = 0; i < part; i++) run_one(w, (int)i);
    }
}

/* ---- the queue ---- */

/* Finds the jobs that can run, `most` at most, and writes their places into the first `wave` fields. Returns how
 * many. */
static uint32_t gather(ox_jobs *jobs, uint32_t most) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < jobs->count && found < most; i++) {
        const ox_job_counter *after = jobs->queue[i].after;
        if (after == NULL || after->left == 0) jobs->queue[found++].wave = i;
    }
    return found;
}

/* Takes the wave's jobs out of the queue and counts them done. Place n of the list is at least n and the places rise,
 * so jobs that move to the front overwrite no place that is still to be read. */
static void retire(ox_jobs *jobs, uint32_t found) {
    uint32_t kept = 0, taken = 0, next = found > 0 ? jobs->queue[0].wave : jobs->count;
    for (uint32_t i = 0; i < jobs->count; i++) {
        if (i == next) {
            ox_job_counter *counter = jobs->queue[i].counter;
            if (counter != NULL) counter->left--;
            taken++;
            next = taken < found ? jobs->queue[taken].wave : jobs->count;
        } else {
            uint32_t place = jobs->queue[kept].wave;
            jobs->queue[kept] = jobs->queue[i];
            jobs->queue[kept].wave = place;
            kept++;
        }
    }
    jobs->count = kept;
    jobs->done += found;
    jobs->waves++;
}

static uint32_t run_some(ox_jobs *jobs, uint32_t most, ox_parallel *parallel) {
    uint32_t found = gather(jobs, most);
    wave w = {.jobs = jobs};
    if (found == 0) return 0;
    jobs->running = true;
    run_wave(&w, found, parallel);
    jobs->running = false;
    retire(jobs, found);
    return found;
}

ox_status ox_jobs_wait(ox_jobs *jobs, const ox_job_counter *counter) {
    FX_CHECK_OR(!jobs->running, "a job waits for jobs", return OX_BAD_STATE);
    while (counter->left > 0) {
        FX_CHECK_OR(run_some(jobs, jobs->count, jobs->parallel) > 0, "a wait for jobs that can never run",
                    return OX_CYCLE);
    }
    return OX_OK;
}

ox_status ox_jobs_finish(ox_jobs *jobs) {
    FX_CHECK_OR(!jobs->running, "a job waits for jobs", return OX_BAD_STATE);
    while (jobs->count > 0) {
        FX_CHECK_OR(run_some(jobs, jobs->count, jobs->parallel) > 0, "jobs are left that can never run",
                    return OX_CYCLE);
    }
    return OX_OK;
}

void ox_jobs_clear(ox_jobs *jobs) {
    FX_CHECK_OR(!jobs->running, "a job clears the queue", return );
    for (uint32_t i = 0; i < jobs->count; i++) {
        if (jobs->queue[i].counter != NULL) jobs->queue[i].counter->left--;
    }
    jobs->count = 0;
}

uint32_t ox_jobs_run(ox_jobs *jobs, uint32_t most) {
    OX_CREATED(jobs->queue);
    uint32_t done = 0, found = 1;
    FX_CHECK_OR(!jobs->running, "a job runs jobs", return 0);
    for (; done < most && found > 0; done += found) found = run_some(jobs, 1, NULL);
    return done;
}

void ox_parallel_for(ox_jobs *jobs, ox_job_function *run, void *data, uint32_t items, uint32_t batches) {
    wave w = {.jobs = jobs, .run = run, .data = data, .items = items};
    bool nested = jobs->running;
    if (items == 0) return;
    w.batches = batches == 0 ? 1 : batches > items ? items : batches;
    if (w.batches > OX_JOBS_MOST) w.batches = OX_JOBS_MOST;
    FX_CHECK_OR(!nested, "ox_parallel_for in a job: fork where jobs are pushed", {
        run(data, &(ox_job_batch){.count = items});
        return;
    });
    jobs->running = true;
    run_wave(&w, w.batches, jobs->parallel);
    jobs->running = false;
}
