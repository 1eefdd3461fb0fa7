/* A timer, a histogram over the code, and the functions that it falls into. */
#define _GNU_SOURCE
#include "tools/play/sampling.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "platform/host/host.h"
#include "platform/host/host_symbols.h"

/* The sampling of the process. */
static struct {
    uintptr_t from, end; /* of the code */
    uint32_t *buckets;
    volatile uint32_t all, elsewhere;
    bool runs;
    timer_t timer;
} sampled;

static void on_sample(int number, siginfo_t *info, void *context) {
    (void)number, (void)info;
    const uintptr_t at = host_interrupted_at(context);
    sampled.all++;
    if (at < sampled.from || at >= sampled.end)
        sampled.elsewhere++;
    else
        sampled.buckets[(at - sampled.from) / SAMPLING_BUCKET]++;
}

static void widen(void *context, const char *name, uintptr_t from, size_t size) {
    (void)context, (void)name;
    if (sampled.end == 0 || from < sampled.from) sampled.from = from & ~(uintptr_t)(SAMPLING_BUCKET - 1);
    if (from + size > sampled.end) sampled.end = from + size;
}

bool sampling_begin(void) {
#if defined(__linux__) && defined(SYS_gettid)
    struct sigaction action;
    struct sigevent event;
    const struct itimerspec period = {{0, SAMPLING_PERIOD * 1000}, {0, SAMPLING_PERIOD * 1000}};
    free(sampled.buckets);
    memset(&sampled, 0, sizeof sampled);
    if (!host_each_symbol(widen, NULL) || sampled.end == 0) return false;
    sampled.buckets = calloc((sampled.end - sampled.from) / SAMPLING_BUCKET + 1, sizeof *sampled.buckets);
    if (sampled.buckets == NULL) return false;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_sample;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGPROF;
    event._sigev_un._tid = (int)syscall(SYS_gettid);
    sampled.runs = timer_create(CLOCK_MONOTONIC, &event, &sampled.timer) == 0;
    return sampled.runs && timer_settime(sampled.timer, 0, &period, NULL) == 0;
#else
    return false;
#endif
}

void sampling_end(void) {
    if (sampled.runs) timer_delete(sampled.timer);
    if (sampled.runs) signal(SIGPROF, SIG_IGN); /* one may be under way */
    sampled.runs = false;
}

/* ---- functions ---- */

typedef struct function {
    char name[64];
    uint32_t samples;
} function;

typedef struct functions {
    function *list;
    size_t count, room;
} functions;

/* Takes the samples of a function out of the histogram: a bucket belongs to the first function of the table that begins or ends in it. */
static void take_function(void *context, const char *name, uintptr_t from, size_t size) {
    functions *f = context;
    uint32_t samples = 0;
    for (size_t i = (from - sampled.from) / SAMPLING_BUCKET;
         i <= (from + size - 1 - sampled.from) / SAMPLING_BUCKET; i++) {
        samples += sampled.buckets[i];
        sampled.buckets[i] = 0;
    }
    if (samples == 0) return;
    if (f->count == f->room) {
        const size_t room = f->room == 0 ? 256 : f->room * 2;
        function *list = realloc(f->list, room * sizeof *list);
        if (list == NULL) return;
        f->list = list;
        f->room = room;
    }
    function *one = &f->list[f->count++];
    memset(one->name, 0, sizeof one->name);
    memcpy(one->name, name, strnlen(name, sizeof one->name - 1));
    one->samples = samples;
}

static int by_samples(const void *a, const void *b) {
    const function *x = a, *y = b;
    return x->samples != y->samples ? (x->samples < y->samples) - (x->samples > y->samples)
                                    : strcmp(x->name, y->name);
}

bool sampling_report(sampling_tell *tell, void *context) {
    functions f = {.count = 0};
    uint32_t elsewhere = sampled.all;
    if (sampled.buckets == NULL || !host_each_symbol(take_function, &f)) return false;
    if (f.count > 1) qsort(f.list, f.count, sizeof *f.list, by_samples);
    for (size_t i = 0; i < f.count; i++) {
        elsewhere -= f.list[i].samples;
        tell(context, &(sampling_row){f.list[i].name, f.list[i].samples, sampled.all});
    }
    tell(context, &(sampling_row){"(elsewhere)", elsewhere, sampled.all});
    free(f.list);
    return true;
}
