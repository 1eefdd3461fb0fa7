/* oxcart watch: packs a cart again whenever one of its files changes, for a console that plays the image
 * meanwhile. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/build/live.h"
#include "tools/build/watch.h"
#include "tools/command/command.h"
#include "tools/play/remote.h"
#include "tools/report/arguments.h"

static volatile sig_atomic_t ended;

static void end_by_signal(int number) {
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

/* A watch. It stays until the process ends when a build does not stop. */
typedef struct watching {
    watch files;
    tool_report said;
    tool_error error;
    int32_t port; /* port of a game that gets each image (link.h), 0: none */
} watching;

/* Writes the image to the file, and sends it to a game, which may answer late. The build's thread does so, so that an
 * interrupt need not wait for the game. */
static bool hand_over(watching *w, const writer *image) {
    if (!project_write(&w->files.p, image, "", &w->error)) return false;
    return w->port == 0 || remote_send((uint16_t)w->port, image->data, image->size, &w->error);
}

static bool build_image(void *context, writer *image, tool_error *error) {
    watching *w = context;
    (void)error;
    bool ok = watch_build(&w->files, image, &w->error) || report_error(&w->said, &w->error);
    watch_tell(&w->files, &w->said);
    if (!ok) return false;
    if (atomic_load(&w->files.stopped) || hand_over(w, image)) return true;
    if (!atomic_load(&w->files.stopped)) report_error(&w->said, &w->error);
    writer_free(image);
    memset(image, 0, sizeof *image);
    return false;
}

static void stop_watch(void *context) { watch_stop(&((watching *)context)->files); }

static void nap(void) {
    const struct timespec t = {0, 5000000};
    nanosleep(&t, NULL);
}

typedef enum build_end {
    BUILD_GOOD,
    BUILD_BAD,
    BUILD_OVERTAKEN /* nothing is told; another build follows */,
    BUILD_ENDED /* by a signal */,
    BUILD_GOES_ON
} build_end;

/* Builds once. After mistakes, which are told, the old image stays. A signal ends the build. */
static build_end build_once(watching *w) {
    const live_rebuild how = {.build = build_image, .stop = stop_watch, .context = w};
    project *p = &w->files.p;
    writer image = {0};
    struct timespec from, to;
    command_begin_again(&w->said);
    w->said.tell = NULL;
    p->packing.said = &w->said;
    w->error.text[0] = 0;
    clock_gettime(CLOCK_MONOTONIC, &from);
    live_build *b = live_build_begin(&how);
    while (b != NULL && ended == 0 && !live_build_is_done(b)) nap();
    if (b != NULL && ended != 0 && !live_build_is_done(b))
        return live_build_stop(b) ? BUILD_ENDED : BUILD_GOES_ON;
    bool ok = b == NULL ? import_error_memory(&w->error, w->files.folder) : live_build_end(b, &image);
    if (b != NULL && !ok && w->files.overtaken) return BUILD_OVERTAKEN;
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    if (b == NULL) report_print(NULL, REPORT_ERROR, &w->error);
    if (command_json() != NULL) {
        tell_build(command_json(), &w->files, ok ? NULL : w->error.text, image.size, seconds);
    } else if (ok) {
        printf("%s: %zu bytes, %u of %u steps, %.3f s\n", p->output, image.size, (unsigned)p->sums.ran,
               (unsigned)p->sums.steps, seconds);
    }
    fflush(stdout);
    writer_free(&image);
    return ok ? BUILD_GOOD : BUILD_BAD;
}

/* Builds after each change, until `builds` builds are done (0: no end) or a signal comes. */
static build_end follow_files(watching *w, int32_t builds) {
    build_end how = build_once(w);
    int32_t done = how != BUILD_OVERTAKEN;
    while (how <= BUILD_OVERTAKEN && ended == 0 && (builds == 0 || done < builds)) {
        const struct timespec pause = {0, 100000000};
        nanosleep(&pause, NULL);
        if (ended != 0 || !watch_changed(&w->files)) continue;
        how = build_once(w);
        done += how != BUILD_OVERTAKEN;
    }
    return how;
}

static int command_watch(int argc, char **argv) {
    const char *folder = NULL, *output = NULL, *cache = NULL;
    int32_t builds = 0, jobs = 0, port = 0;
    bool quiet = false;
    const argument_option options[] = {
        {"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
        {"--cache", ARGUMENT_TEXT, &cache, 0, 0, NULL},
        {"--jobs", ARGUMENT_NUMBER, &jobs, 1, 64, NULL},
        {"--builds", ARGUMENT_NUMBER, &builds, 1, 1000000, NULL},
        {"--connect", ARGUMENT_NUMBER, &port, REMOTE_PORT_LEAST, REMOTE_PORT_MOST, NULL},
        {"--quiet", ARGUMENT_FLAG, &quiet, 0, 0, NULL},
        COMMAND_JSON,
        {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    if (!arguments_parse(argc, argv, options, &folder, 1, "the folder of the cart")) return EXIT_USAGE;
    if (output == NULL) return arguments_wrong("watch", "-o FILE.rom is missing");
    const pack_options packing = command_pack_options(quiet);
    watching *w = calloc(1, sizeof *w);
    if (w == NULL) return command_no_memory();
    if (!watch_open(&w->files, folder, &packing)) {
        free(w);
        return arguments_wrong("watch", "the path is too long; use a shorter one");
    }
    w->files.p.packing.progress = NULL;
    w->files.p.output = output;
    w->files.p.cache = cache;
    w->files.p.jobs = jobs;
    w->port = port;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_by_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (command_json() != NULL) json_text(command_json(), "image", output);
    if (command_json() != NULL) json_begin_array(command_json(), "builds");
    build_end how = follow_files(w, builds);
    if (command_json() != NULL) json_end_array(command_json());
    if (command_json() != NULL && how == BUILD_BAD) report_error(command_report(), &w->error);
    if (how == BUILD_GOES_ON) return EXIT_GOOD;
    watch_close(&w->files);
    report_free(&w->said);
    free(w);
    return how == BUILD_BAD ? EXIT_BAD : EXIT_GOOD;
}

const command_verb verb_watch = {
    {"watch", "pack a cart again whenever it changes",
     "usage: oxcart watch DIR -o FILE.rom [--cache FOLDER] [--jobs N] [--builds N] [--connect PORT] "
     "[--quiet] [--json]\n"
     "Packs, waits for a change of any file that the cart is made of, packs again, until it is interrupted "
     "(or N times). A\n"
     "mistake is told and the old image stays. oxcart run FILE.rom --live plays it meanwhile; --connect PORT "
     "sends each image into a\n"
     "game that oxcart run --listen PORT plays.\n"
     "example: oxcart watch mygame -o mygame.rom\n"},
    command_watch,
};
