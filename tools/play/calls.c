/* Counts calls at the places that the compiler has put there. */
#define _GNU_SOURCE
#include "tools/play/calls.h"

#ifdef OX_CALLS
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "platform/host/host_symbols.h"

#define UNSEEN __attribute__((no_instrument_function))

typedef struct edge {
    uintptr_t caller, function; /* function 0: the place is free */
    uint64_t calls, inclusive, exclusive;
    char names[2][64];
} edge;

typedef struct open_call {
    uintptr_t function;
    edge *of;
    uint64_t since, children;
} open_call;

static struct {
    pthread_t thread;
    int begun, over; /* over: the lines are being written */
    uint32_t depth, skipped;
    open_call open[CALLS_DEPTH];
    edge edges[CALLS_EDGES];
} calls;

void __cyg_profile_func_enter(void *function, void *site) UNSEEN;
void __cyg_profile_func_exit(void *function, void *site) UNSEEN;

static UNSEEN uint64_t time_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static UNSEEN edge *edge_of(uintptr_t caller, uintptr_t function) {
    uint64_t at = (caller * 0x9E3779B97F4A7C15u ^ function * 0xC2B2AE3D27D4EB4Fu) >> 40;
    for (uint32_t tries = 0; tries < 64; tries++, at++) {
        edge *e = &calls.edges[at % CALLS_EDGES];
        if (e->function == 0) *e = (edge){.caller = caller, .function = function};
        if (e->function == function && e->caller == caller) return e;
    }
    return NULL;
}

/* ---- the end ---- */

static UNSEEN void name_edges(void *context, const char *name, uintptr_t from, size_t size) {
    (void)context;
    for (uint32_t i = 0; i < CALLS_EDGES; i++) {
        edge *e = &calls.edges[i];
        if (e->function == 0) continue;
        if (e->caller >= from && e->caller - from < size)
            snprintf(e->names[0], sizeof e->names[0], "%s", name);
        if (e->function >= from && e->function - from < size)
            snprintf(e->names[1], sizeof e->names[1], "%s", name);
    }
}

static UNSEEN int by_time(const void *a, const void *b) {
    const edge *x = a, *y = b;
    return (x->exclusive < y->exclusive) - (x->exclusive > y->exclusive);
}

static UNSEEN void pop_call(void) {
    const open_call *call = &calls.open[--calls.depth];
    const uint64_t spent = time_now() - call->since;
    if (calls.depth > 0) calls.open[calls.depth - 1].children += spent;
    if (call->of == NULL) return;
    call->of->inclusive += spent;
    call->of->exclusive += spent > call->children ? spent - call->children : 0;
}

static UNSEEN void write_calls(void) {
    const char *path = getenv("OXCART_CALLS");
    while (calls.depth > 0) pop_call();
    calls.over = 1;
    FILE *file = fopen(path == NULL ? "oxcart-calls.csv" : path, "w");
    if (file == NULL) return;
    qsort(calls.edges, CALLS_EDGES, sizeof calls.edges[0], by_time);
    (void)host_each_symbol(name_edges, NULL);
    fprintf(file, "caller,function,calls,inclusive,exclusive\n");
    for (uint32_t i = 0; i < CALLS_EDGES; i++) {
        const edge *e = &calls.edges[i];
        if (e->function != 0)
            fprintf(file, "%s,%s,%llu,%llu,%llu\n", e->caller == 0 ? "-" : e->names[0], e->names[1],
                    (unsigned long long)e->calls, (unsigned long long)e->inclusive,
                    (unsigned long long)e->exclusive);
    }
    fclose(file);
}

/* ---- the places ---- */

void __cyg_profile_func_enter(void *function, void *site) {
    (void)site;
    if (!calls.begun) {
        calls.begun = 1;
        calls.thread = pthread_self();
        atexit(write_calls);
    }
    if (calls.over || !pthread_equal(pthread_self(), calls.thread)) return;
    if (calls.depth == CALLS_DEPTH) {
        calls.skipped++;
        return;
    }
    const uintptr_t caller = calls.depth == 0 ? 0 : calls.open[calls.depth - 1].function;
    edge *of = edge_of(caller, (uintptr_t)function);
    if (of != NULL) of->calls++;
    calls.open[calls.depth++] = (open_call){(uintptr_t)function, of, time_now(), 0};
}

void __cyg_profile_func_exit(void *function, void *site) {
    (void)site;
    if (calls.over || !pthread_equal(pthread_self(), calls.thread)) return;
    if (calls.skipped > 0) {
        calls.skipped--;
        return;
    }
    uint32_t from =
        calls.depth; /* functions that were left by a way of their own end with the one that was not */
    while (from > 0 && calls.open[from - 1].function != (uintptr_t)function) from--;
    while (from > 0 && calls.depth >= from) pop_call();
}
#endif
