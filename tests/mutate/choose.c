/* The mutant of the environment: MUTANT=n, and MUTANT_SECONDS of processor time for each test, after which it counts as hung. The program ends
 * with the first test that fails. With MUTANT_REACHED=file no mutant is chosen, and each test adds a line to that file: its name, whether it
 * failed, its microseconds of processor time, and the numbers of the functions that it reached. */
#include "tests/mutate/choose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int mutant_chosen;
unsigned char mutants_reached[MUTANT_PLACES];
static FILE *reached_file;
static long limit_seconds;
static clock_t began;

static void limit_time(void) {
    struct itimerval limit = {.it_value = {.tv_sec = limit_seconds}};
    if (limit_seconds > 0) setitimer(ITIMER_PROF, &limit, NULL); /* the timer's signal ends the program */
}

__attribute__((constructor)) static void choose_mutant(void) {
    const char *chosen = getenv("MUTANT"), *seconds = getenv("MUTANT_SECONDS");
    const char *file = getenv("MUTANT_REACHED");
    mutant_chosen = chosen != NULL ? atoi(chosen) : 0;
    limit_seconds = seconds != NULL ? atol(seconds) : 0;
    if (file != NULL) reached_file = fopen(file, "w");
    limit_time();
}

void mutate_test_ended(const char *name, int failures);
void mutate_test_ended(const char *name, int failures) {
    clock_t now = clock();
    if (mutant_chosen != 0 && failures > 0) _exit(1);
    if (reached_file != NULL) {
        fprintf(reached_file, "%s %d %ld", name, failures != 0,
                (long)((now - began) * (1000000.0 / CLOCKS_PER_SEC)));
        for (int i = 0; i < MUTANT_PLACES; i++)
            if (mutants_reached[i]) fprintf(reached_file, " %d", i);
        fprintf(reached_file, "\n");
        fflush(reached_file);
    }
    memset(mutants_reached, 0, sizeof mutants_reached);
    began = now;
    limit_time();
}
