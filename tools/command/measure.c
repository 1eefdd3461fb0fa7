/* oxcart measure: benchmarks of the console's own code, and what its methods come to on known problems. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/debug/bench.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/measure/integrators.h"
#include "tools/measure/lobes.h"
#include "tools/measure/partition.h"
#include "tools/measure/submission.h"
#include "tools/report/arguments.h"

enum { RESULTS = 16, WORST = 110 /* percent of the baseline from which on a least time is told */ };

typedef struct measuring {
    ox_bench_clock clock;
    ox_bench_result results[RESULTS];
    uint32_t count;
    const char *csv, *against;
} measuring;

static uint32_t clock_ns(void *context) {
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint32_t)((uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec);
}

static ox_bench_result *measure_one(measuring *m, const ox_bench *bench) {
    ox_bench_result *result = &m->results[m->count++];
    ox_bench_measure(bench, &m->clock, result);
    return result;
}

static double ns(uint32_t parts) { return (double)parts / OX_BENCH_PART; }

/* ---- submission ---- */

static submission submitted;
static submission_way way;

static uint32_t submit(void *context, uint32_t times) {
    uint32_t good = 0;
    (void)context;
    for (uint32_t i = 0; i < times; i++)
        good += submission_begin(&submitted) && submission_do(&submitted, way);
    return good;
}

static uint32_t begin_only(void *context, uint32_t times) {
    uint32_t good = 0;
    (void)context;
    for (uint32_t i = 0; i < times; i++) good += submission_begin(&submitted);
    return good;
}

static uint32_t call(void *context, uint32_t times) {
    (void)context;
    for (uint32_t i = 0; i < times; i++) submission_call(&submitted);
    return submitted.vertex;
}

static void begin_calls(void *context) {
    (void)context;
    if (submission_begin(&submitted)) submission_begin_calls(&submitted);
}

static uint32_t nothing(void *context, uint32_t times) {
    (void)context;
    return times;
}

static bool measure_submission(measuring *m) {
    static const char *const names[] = {"submit immediate", "submit records", "submit streams"};
    static const ox_bench empty = {.name = "empty", .run = nothing},
                          frame = {.name = "submit frame", .run = begin_only},
                          calls = {.name = "vertex calls", .run = call, .begin = begin_calls};
    double least[3];
    if (!submission_open(&submitted)) return false;
    printf("empty %.2f ns\n", ns(measure_one(m, &empty)->least));
    const double frame_ns = ns(measure_one(m, &frame)->least);
    for (int i = 0; i < 3; i++) {
        const ox_bench bench = {.name = names[i], .run = submit};
        way = (submission_way)i;
        const ox_bench_result *r = measure_one(m, &bench);
        least[i] = ns(r->least) - frame_ns;
        printf("%-20s %9.0f ns, %6.1f a vertex\n", r->name, least[i], least[i] / SUBMISSION_VERTICES);
    }
    printf("ratio 1 : %.2f : %.2f; the texts have 1 : 0.45 : 0.31\n", least[1] / least[0],
           least[2] / least[0]);
    ox_bench_result *each = &m->results[m->count++];
    *each = (ox_bench_result){.name = calls.name, .times = 1};
    ox_bench_each(&calls, &m->clock, SUBMISSION_VERTICES, each);
    printf("calls of a vertex: first %u ns, then %u in the mean, %u at most\n", (unsigned)each->first,
           (unsigned)each->mean, (unsigned)each->most);
    return true;
}

/* ---- counts and errors ---- */

static bool measure_partitions(measuring *m) {
    (void)m;
    for (int i = 0; i < PARTITION_SETS; i++) {
        partition_counts counts[3];
        static const char *const names[] = {"brute force", "strict", "loose"};
        if (!partition_count(&partition_sets[i], 1, &counts[0], &counts[1], &counts[2])) return false;
        printf("circles %s\n", partition_sets[i].name);
        for (int k = 0; k < 3; k++)
            printf("  %-12s maybe seen %7u, seen %6u, nodes %6u; contacts %5u, object-object %8u, "
                   "object-node %6u\n",
                   names[k], (unsigned)counts[k].maybe_visible, (unsigned)counts[k].visible,
                   (unsigned)counts[k].nodes, (unsigned)counts[k].contacts, (unsigned)counts[k].object_object,
                   (unsigned)counts[k].object_node);
        printf("  loose / strict: object-object %.2f, maybe seen %.2f\n",
               (double)counts[2].object_object / counts[1].object_object,
               (double)counts[2].maybe_visible / counts[1].maybe_visible);
    }
    return true;
}

static bool measure_integrators(measuring *m) {
    (void)m;
    printf("method               order  measured      fall     decay  rounding at step  energy  stable to\n");
    for (int i = 0; i < INTEGRATORS; i++) {
        integrator_report r;
        char decay[16] = "-";
        integrator_measure(i, &r);
        if (r.decay >= 0) snprintf(decay, sizeof decay, "%.1e", r.decay);
        printf("%-20s %5.0f %9.2f %9.1e %9s %9.1e %7.5f %7.3f %s%.2f s\n", r.name, r.order, r.measured,
               r.fall, decay, r.floor, r.floor_step, r.energy, r.stable >= 4 ? ">" : "", r.stable);
    }
    return true;
}

static bool measure_lobes(measuring *m) {
    enum { LIGHT = 40, EXPONENT = 4 };
    (void)m;
    for (int i = 0; i < LOBE_KINDS; i++) {
        static lobe one;
        char rows[LOBE_ROWS][LOBE_COLUMNS + 1];
        lobe_measure(i, LIGHT, EXPONENT, &one);
        lobe_plot(&one, LIGHT, rows);
        printf("%s, light at %d degrees, exponent %d: . diffuse, * with the highlight\n", one.name,
               (int)LIGHT, 1 << EXPONENT);
        for (int y = 0; y < LOBE_ROWS; y++) printf("  %s\n", rows[y]);
    }
    return true;
}

/* ---- files ---- */

static bool write_csv(const measuring *m, tool_error *error) {
    FILE *file = fopen(m->csv, "w");
    if (file == NULL) return import_error_file(error, m->csv, "cannot be written");
    fprintf(file, "%s\n", OX_BENCH_HEADING);
    for (uint32_t i = 0; i < m->count; i++) {
        char line[160];
        ox_text out = ox_text_begin(line, sizeof line);
        ox_bench_write(&m->results[i], &out);
        fprintf(file, "%s\n", line);
    }
    return fclose(file) == 0 || import_error_file(error, m->csv, "cannot be written");
}

/* Compares with a file of before; what became dearer by a tenth is told. *slower: how many. */
static bool compare(const measuring *m, uint32_t *slower, tool_error *error) {
    char line[200];
    FILE *file = fopen(m->against, "r");
    *slower = 0;
    if (file == NULL) return import_error_file(error, m->against, "cannot be read");
    bool good = fgets(line, sizeof line, file) != NULL &&
                strncmp(line, OX_BENCH_HEADING, strlen(OX_BENCH_HEADING)) == 0;
    while (good && fgets(line, sizeof line, file) != NULL) {
        ox_bench_result was = {.times = 0};
        const uint32_t length = ox_bench_read(line, &was);
        good = length > 0;
        for (uint32_t i = 0; good && i < m->count; i++) {
            const ox_bench_result *is = &m->results[i];
            if (strlen(is->name) != length || memcmp(is->name, line, length) != 0) continue;
            if ((uint64_t)is->least * 100 <= (uint64_t)was.least * WORST) continue;
            printf("dearer: %s %.1f ns, was %.1f\n", is->name, ns(is->least), ns(was.least));
            ++*slower;
        }
    }
    fclose(file);
    return good || import_error_file(error, m->against, "is no file of oxcart measure --csv");
}

static int command_measure(int argc, char **argv) {
    static const char *const kinds[] = {"submission", "partitions", "integrators", "lobes", NULL};
    static bool (*const functions[])(measuring * m) = {measure_submission, measure_partitions,
                                                       measure_integrators, measure_lobes};
    measuring m = {.clock = {clock_ns, NULL, 2000000}};
    tool_error error;
    int only = -1;
    uint32_t slower;
    const argument_option options[] = {{"--only", ARGUMENT_CHOICE, &only, 0, 0, kinds},
                                       {"--csv", ARGUMENT_TEXT, &m.csv, 0, 0, NULL},
                                       {"--against", ARGUMENT_TEXT, &m.against, 0, 0, NULL},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    if (!arguments_parse(argc, argv, options, NULL, 0, "")) return EXIT_USAGE;
    for (int i = 0; kinds[i] != NULL; i++)
        if ((only < 0 || only == i) && !functions[i](&m)) return command_no_memory();
    if (m.csv != NULL && !write_csv(&m, &error)) return command_failed(&error);
    if (m.against != NULL && !compare(&m, &slower, &error)) return command_failed(&error);
    return EXIT_GOOD;
}

const command_verb verb_measure = {
    {"measure", "what the console's own methods cost and come to",
     "usage: oxcart measure [--only KIND] [--csv FILE] [--against FILE]\n"
     "submission: a hundred small triangles by calls for each vertex, by records and by streams, in "
     "nanoseconds of this machine.\n"
     "partitions: what strict and loose quadtrees look at and compare, in counts that are the same "
     "everywhere.\n"
     "integrators: their order, rounding, energy and the largest stable step on problems with known "
     "answers.\n"
     "lobes: what surfaces send which way, as curves.\n"
     "--csv writes the times; --against tells which are dearer by a tenth and more than those of such a "
     "file.\n"
     "Games measure code of their own by kernel/debug/bench.h. What a cart costs is oxcart bench.\n"
     "example: oxcart measure --only submission --csv before.csv\n"},
    command_measure,
};
