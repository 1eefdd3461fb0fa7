/* oxcart watch: packs a cart again whenever one of its files changes, for a console that plays the image
 * meanwhile. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tools/arguments.h"
#include "tools/command.h"
#include "tools/watch.h"

static volatile sig_atomic_t ended;

static void end(int number) {
    (void)number;
    ended = 1;
}

static void tell_build(json_writer *json, const watch *w, const char *mistake, size_t bytes, double seconds) {
    json_begin_object(json, NULL);
    if (mistake != NULL) {
        json_text(json, "mistake", mistake);
    } else {
        json_number(json, "bytes", bytes);
        json_number(json, "steps", w->p.sums.steps);
        json_number(json, "steps_run", w->p.sums.ran);
    }
    json_double(json, "seconds", seconds);
    json_end_object(json);
}

/* One build; mistakes are told and the old image stays. */
static bool build_once(watch *w, tool_report *said, tool_error *error) {
    writer image;
    struct timespec start, stop;
    command_begin_again(said);
    w->p.packing.said = said;
    clock_gettime(CLOCK_MONOTONIC, &start);
    bool ok = watch_build(w, &image, error);
    ok = ok && project_write(&w->p, &image, "", error);
    clock_gettime(CLOCK_MONOTONIC, &stop);
    double seconds = (double)(stop.tv_sec - start.tv_sec) + (double)(stop.tv_nsec - start.tv_nsec) / 1e9;
    if (!ok) report_error(said, error);
    if (command_json() != NULL) {
        tell_build(command_json(), w, ok ? NULL : error->text, image.size, seconds);
    } else if (ok) {
        printf("%s: %zu bytes, %u of %u steps, %.3f s\n", w->p.output, image.size, (unsigned)w->p.sums.ran,
               (unsigned)w->p.sums.steps, seconds);
    }
    fflush(stdout);
    writer_free(&image);
    return ok;
}

int command_watch(int argc, char **argv) {
    const char *folder = NULL, *output = NULL, *cache = NULL;
    int32_t builds = 0, jobs = 0;
    bool quiet = false, ok;
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
                                       {"--cache", ARGUMENT_TEXT, &cache, 0, 0, NULL},
                                       {"--jobs", ARGUMENT_NUMBER, &jobs, 1, 64, NULL},
                                       {"--builds", ARGUMENT_NUMBER, &builds, 1, 1000000, NULL},
                                       {"--quiet", ARGUMENT_FLAG, &quiet, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    watch w;
    tool_report said = {.tell = NULL};
    tool_error error = {.text = ""};
    if (!arguments_parse(argc, argv, options, &folder, 1, "the folder of the cart")) return EXIT_USAGE;
    if (output == NULL) return arguments_wrong("watch", "-o FILE.rom is missing");
    const pack_options packing = command_pack_options(quiet);
    if (!watch_open(&w, folder, &packing))
        return arguments_wrong("watch", "the path is too long; use a shorter one");
    w.p.packing.progress = NULL;
    w.p.output = output;
    w.p.cache = cache;
    w.p.jobs = jobs;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (command_json() != NULL) json_text(command_json(), "image", output);
    if (command_json() != NULL) json_begin_array(command_json(), "builds");
    ok = build_once(&w, &said, &error);
    for (int32_t done = 1; ended == 0 && (builds == 0 || done < builds);) {
        const struct timespec quarter = {0, 250000000};
        nanosleep(&quarter, NULL);
        if (ended != 0 || !watch_changed(&w)) continue;
        ok = build_once(&w, &said, &error);
        done++;
    }
    if (command_json() != NULL) json_end_array(command_json());
    if (command_json() != NULL && !ok) report_error(command_report(), &error);
    watch_close(&w);
    report_free(&said);
    return ok ? EXIT_GOOD : EXIT_BAD;
}
