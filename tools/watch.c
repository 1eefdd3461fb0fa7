/* Looks after the files of a cart. */
#define _XOPEN_SOURCE 700
#include "tools/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/apart.h"

bool watch_look(watched_file *file) {
    struct stat status;
    watched_file now = {file->path, 0, 0, -1};
    if (stat(file->path, &status) == 0)
        now = (watched_file){file->path, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                             (int64_t)status.st_size};
    bool same =
        now.seconds == file->seconds && now.nanoseconds == file->nanoseconds && now.bytes == file->bytes;
    *file = now;
    return !same;
}

static void add_path(void *argument, const char *path) {
    watch *w = argument;
    for (uint32_t i = 0; i < w->count; i++) {
        if (strcmp(w->files[i].path, path) == 0) return;
    }
    if (w->count == w->room) {
        uint32_t room = w->room * 2 + 64;
        watched_file *grown = realloc(w->files, room * sizeof *grown);
        if (grown == NULL) return;
        w->files = grown;
        w->room = room;
    }
    char *copy = malloc(strlen(path) + 1);
    if (copy == NULL) return;
    memcpy(copy, path, strlen(path) + 1);
    w->files[w->count] = (watched_file){copy, 0, 0, -1};
    (void)watch_look(&w->files[w->count++]);
}

/* The folders below one that is searched: a new file deep inside changes only the folder that it lies in. */
static watch *walker; /* nftw has no argument of its own; one thread watches */

static int add_folder(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status;
    (void)place;
    if (type == FTW_D) add_path(walker, path);
    return 0;
}

static void add_input(void *argument, const char *path) {
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        walker = argument;
        nftw(path, add_folder, 16, FTW_PHYS);
        walker = NULL;
    }
    add_path(argument, path);
}

bool watch_open(watch *w, const char *folder, const pack_options *options) {
    memset(w, 0, sizeof *w);
    if (strlen(folder) + 16 >= sizeof w->folder) return false;
    memcpy(w->folder, folder, strlen(folder) + 1);
    w->p.folder = w->folder;
    w->p.packing = *options;
    atomic_init(&w->stopped, false);
    return true;
}

/* ---- a store for this watch alone ---- */

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

/* What waits for the end of the watch, and removes its store: a process of its own, so that the folder goes however this one ends.
 * The pipe's other end is closed when it does. */
static void keep(int end, const char *folder) {
    char nothing;
    (void)setsid(); /* a key that interrupts the terminal's programs is not meant for this one */
    for (int i = 0; i < 64; i++) {
        if (i != end) (void)close(i);
    }
    while (read(end, &nothing, 1) < 0 && errno == EINTR) continue;
    (void)nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    _exit(0);
}

static void begin_keeper(watch *w) {
    int ends[2];
    w->keeper = -1;
    if (pipe(ends) != 0) return;
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    w->keeper_process = fork();
    if (w->keeper_process == 0) keep(ends[0], w->temporary);
    (void)close(ends[0]);
    if (w->keeper_process > 0)
        w->keeper = ends[1];
    else
        (void)close(ends[1]);
}

static void end_keeper(watch *w) {
    if (w->keeper < 0) {
        (void)nftw(w->temporary, remove_one, 16, FTW_DEPTH | FTW_PHYS);
        return;
    }
    (void)close(w->keeper);
    while (waitpid((pid_t)w->keeper_process, NULL, 0) < 0 && errno == EINTR) continue;
}

/* Where nobody gave a store. */
static void need_store(watch *w) {
    const char *given = getenv("OXCART_CACHE"), *place = getenv("TMPDIR");
    if (w->p.output != NULL || w->p.cache != NULL || w->p.no_cache || (given != NULL && given[0] != 0))
        return;
    int length = snprintf(w->temporary, sizeof w->temporary, "%s/oxcart-watch-XXXXXX", place != NULL && place[0] == '/' ? place : "/tmp");
    if (length >= (int)sizeof w->temporary || mkdtemp(w->temporary) == NULL) w->temporary[0] = 0;
    if (w->temporary[0] != 0) begin_keeper(w);
    w->p.cache = w->temporary[0] == 0 ? NULL : w->temporary;
}

typedef struct packing {
    watch *w;
    writer *image;
    tool_error *error;
    bool ok;
} packing;

static void pack(void *argument) {
    packing *p = argument;
    p->ok = project_pack(&p->w->p, p->image, p->error);
}

static bool pack_apart(watch *w, writer *image, tool_error *error) {
    packing p = {w, image, error, false};
    apart(pack, &p);
    return p.ok;
}

bool watch_build(watch *w, writer *image, tool_error *error) {
    char path[CART_PATH_MAX + 16];
    memset(image, 0, sizeof *image);
    error->text[0] = 0;
    need_store(w);
    w->p.folder = w->folder; /* the watch may have been moved */
    w->p.stop = &w->stopped;
    if (w->temporary[0] != 0) w->p.cache = w->temporary;
    project_close(&w->p);
    (void)watch_changed(w);
    bool ok = pack_apart(w, image, error);
    if (w->p.b != NULL) build_files(w->p.b, add_input, w);
    snprintf(path, sizeof path, "%s/cart.txt", w->folder);
    add_path(w, path);
    return ok;
}

bool watch_changed(watch *w) {
    bool any = false;
    for (uint32_t i = 0; i < w->count; i++) any = watch_look(&w->files[i]) || any;
    return any;
}

static bool ask_changed(void *context) { return watch_changed(context); }
static bool ask_build(void *context, writer *image, tool_error *error) {
    return watch_build(context, image, error);
}

void watch_stop(watch *w) { atomic_store(&w->stopped, true); }

static void ask_stop(void *context) { watch_stop(context); }

play_rebuild watch_rebuild(watch *w) { return (play_rebuild){.changed = ask_changed, .build = ask_build, .stop = ask_stop, .context = w}; }

void watch_close(watch *w) {
    project_close(&w->p);
    if (w->temporary[0] != 0) end_keeper(w);
    for (uint32_t i = 0; i < w->count; i++) free(w->files[i].path);
    free(w->files);
    memset(w, 0, sizeof *w);
}
