/* A script machine with the module of scripts.goad, for what scripts cost; scripts_gba.c and scripts_main.c count it. */
#ifndef OXCART_TESTS_BENCH_SCRIPTS_MACHINE_H
#define OXCART_TESTS_BENCH_SCRIPTS_MACHINE_H

#include "kernel/script/machine.h"

/* Functions of scripts.goad in its order, then the handlers. */
typedef enum bench_script {
    BENCH_EMPTY,
    BENCH_SUM,
    BENCH_MIXED,
    BENCH_TWO,
    BENCH_CALLS,
    BENCH_NATIVES,
    BENCH_LOOP,
    BENCH_FIB,
    BENCH_SIEVE,
    BENCH_VECTORS,
    BENCH_MATCHING,
    BENCH_STEP_A,
    BENCH_STEP_B,
    BENCH_STEP_C,
    BENCH_CHAIN,
    BENCH_POSITION,
    BENCH_EVENT
} bench_script;

/* Opens the machine; returns the text of what is wrong, NULL when it is open. */
const char *bench_open(ox_script *script);

/* Runs n rounds; false when something trapped. */
bool bench_run(ox_script *script, bench_script which, int32_t n);

/* Cost of one round of a construct, in `count` units, as the difference of two loops, so that what surrounds the
 * construct falls out. */
typedef uint32_t bench_counter(void);
typedef struct bench_row {
    const char *name;
    bench_script which, less; /* the round of `less` is taken off; nothing is, when `less` is `which` */
} bench_row;
enum { BENCH_ROWS = 7 };
extern const bench_row bench_rows[BENCH_ROWS];
uint32_t bench_round(ox_script *script, const bench_row *row, bench_counter *count);

#endif
