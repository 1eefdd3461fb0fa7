/* Watches the files of a cart. */
#define _XOPEN_SOURCE 700
#include "tools/build/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/apart.h"
#include "tools/import/base/folder.h"

/* ---- looking ---- */

static bool is_later(const struct timespec *a, int64_t seconds, int64_t nanoseconds) {
    return a->tv_sec > seconds || (a->tv_sec == seconds && a->tv_nsec > nanoseconds);
}

watch_sight watch_look(watched_file *file) {
    struct stat status;
    const watched_file was = *file;
    *file = (watched_file){.path = was.path, .bytes = -1, .but = was.but};
    if (stat(was.path, &status) != 0) return was.bytes == -1 ? WATCH_SAME : WATCH_WRITTEN;
    file->seconds = status.st_mtim.tv_sec;
    file->nanoseconds = status.st_mtim.tv_nsec;
    file->bytes = (int64_t)status.st_size;
    file->file = (uint64_t)status.st_ino;
    file->names = was.names;
    if (was.seconds == file->seconds && was.nanoseconds == file->nanoseconds && was.bytes == file->bytes &&
        was.file == file->file)
        return WATCH_SAME;
    if (S_ISDIR(status.st_mode)) {
        file->names = folder_names(was.path, was.but);
        return was.bytes >= 0 && file->names == was.names ? WATCH_SAME : WATCH_WHOLE;
    }
    return was.file != file->file && is_later(&status.st_ctim, file->seconds, file->nanoseconds)
               ? WATCH_WHOLE
               : WATCH_WRITTEN;
}

bool watch_settle(watch_news *news, watch_sight sight) {
    news->any = news->any || sight != WATCH_SAME;
    news->endless = sight == WATCH_WRITTEN && ++news->looks >= WATCH_LOOKS_MOST;
    if (!news->any || (sight == WATCH_WRITTEN && !news->endless)) return false;
    news->any = false;
    news->looks = 0;
    return true;
}

/* Looks at all files; the strongest sight of them counts. */
static watch_sight look_at_files(watch *w) {
    watch_sight most = WATCH_SAME;
    for (uint32_t i = 0; i < w->count; i++) {
        const watch_sight one = watch_look(&w->files[i]);
        if (one > most) most = one;
    }
    return most;
}

bool watch_changed(watch *w) { return watch_settle(&w->news, look_at_files(w)); }

/* ---- the files ---- */

/* Whether a look would see a change now; the change is left to the next look. */
static bool is_overtaken(const watch *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        watched_file file = w->files[i];
        if (watch_look(&file) != WATCH_SAME) return true;
    }
    return false;
}

/* Looks at a file that a build was the first to read. A change of it since the build began is left for the next
 * look to see. */
static void look_first(const watch *w, watched_file *file) {
    struct stat status;
    (void)watch_look(file);
    if (stat(file->path, &status) == 0 && is_later(&status.st_ctim, w->began[0], w->began[1]))
        file->nanoseconds = -1;
}

static void add_path(void *argument, const char *path) {
    watch *w = argument;
    if (w->count == w->room) {
        uint32_t room = w->room * 2 + 64;
        watched_file *grown = realloc(w->files, room * sizeof *grown);
        if (grown == NULL) return;
        w->files = grown;
        w->room = room;
    }
    if (import_name_table_add(&w->paths, path, strlen(path)) != w->count)
        return; /* the path is there already, or memory is short */
    const char *slash = w->p.output == NULL ? NULL : strrchr(w->p.output, '/');
    w->files[w->count] = (watched_file){
        .path = w->paths.names[w->count], .bytes = -1, .but = slash == NULL ? w->p.output : slash + 1};
    look_first(w, &w->files[w->count++]);
}

/* Adds the folders below a searched one: a new file deep inside changes only the folder that it lies in. Hidden
 * folders are not searched: stores of results are among them. */
static watch *walker; /* nftw has no argument of its own; one thread watches */
static size_t walked; /* length of the name of the uppermost folder */

static int add_folder(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status;
    (void)place;
    if (type == FTW_D && strstr(path + walked, "/.") == NULL) add_path(walker, path);
    return 0;
}

static void add_input(void *argument, const char *path) {
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        walker = argument;
        walked = strlen(path);
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

/* Runs a process of its own that waits for the end of the watch and removes its store, so that the folder goes
 * however the watching process ends. The end of that process closes the pipe's other end. */
static void keep_path(int end, const char *folder) {
    char nothing;
    (void)setsid(); /* a key that interrupts the terminal's programs is not meant for this process */
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
    if (w->keeper_process == 0) keep_path(ends[0], w->temporary);
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

/* Makes a store of results in a temporary folder, unless the user gave one or wants none. */
static void need_store(watch *w) {
    const char *given = getenv("OXCART_CACHE"), *place = getenv("TMPDIR");
    if (w->p.output != NULL || w->p.cache != NULL || w->p.no_cache || (given != NULL && given[0] != 0))
        return;
    int length = snprintf(w->temporary, sizeof w->temporary, "%s/oxcart-watch-XXXXXX",
                          place != NULL && place[0] == '/' ? place : "/tmp");
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

static void pack_project(void *argument) {
    packing *p = argument;
    p->ok = project_pack(&p->w->p, p->image, p->error);
}

static bool pack_apart(watch *w, writer *image, tool_error *error) {
    packing p = {w, image, error, false};
    apart(pack_project, &p);
    return p.ok;
}

bool watch_build(watch *w, writer *image, tool_error *error) {
    char path[CART_PATH_MAX + 16];
    struct timespec now;
    const bool endless = w->news.endless;
    memset(image, 0, sizeof *image);
    error->text[0] = 0;
    need_store(w);
    w->p.folder = w->folder; /* the watch may have been moved */
    w->p.stop = &w->stopped;
    if (w->temporary[0] != 0) w->p.cache = w->temporary;
    project_close(&w->p);
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)look_at_files(w);
    memset(&w->news, 0, sizeof w->news);
    w->began[0] = now.tv_sec;
    w->began[1] = now.tv_nsec;
    bool ok = pack_apart(w, image, error);
    if (w->p.b != NULL) build_files(w->p.b, add_input, w);
    snprintf(path, sizeof path, "%s/cart.txt", w->folder);
    add_path(w, path);
    w->overtaken = !ok && !endless && is_overtaken(w);
    return ok;
}

static uint32_t sum_of(const report_entry *e) {
    return rom_crc32((uint32_t)e->severity, e->what.text, strlen(e->what.text));
}

static bool was_told(const watch *w, const report_entry *e) {
    uint32_t i = 0, sum = sum_of(e);
    while (i < w->told_count && w->told[i] != sum) i++;
    return i < w->told_count;
}

void watch_was_told(watch *w, const tool_report *said) {
    free(w->told);
    w->told_count = 0;
    w->told = calloc((size_t)said->count + 1, sizeof *w->told);
    for (uint32_t i = 0; w->told != NULL && i < said->count; i++)
        if (said->entries[i].severity != REPORT_ERROR) w->told[w->told_count++] = sum_of(&said->entries[i]);
}

void watch_tell(watch *w, tool_report *said) {
    said->tell = report_print;
    if (w->overtaken || atomic_load(&w->stopped)) return;
    for (uint32_t i = 0; i < said->count; i++) {
        const report_entry *e = &said->entries[i];
        if (e->severity == REPORT_ERROR || (!said->quiet && !was_told(w, e)))
            report_print(NULL, e->severity, &e->what);
    }
    watch_was_told(w, said);
}

static bool ask_changed(void *context) { return watch_changed(context); }
static bool ask_build(void *context, writer *image, tool_error *error) {
    return watch_build(context, image, error);
}

void watch_stop(watch *w) { atomic_store(&w->stopped, true); }

static void ask_stop(void *context) { watch_stop(context); }

live_rebuild watch_rebuild(watch *w) {
    return (live_rebuild){.changed = ask_changed, .build = ask_build, .stop = ask_stop, .context = w};
}

void watch_close(watch *w) {
    project_close(&w->p);
    if (w->temporary[0] != 0) end_keeper(w);
    import_name_table_free(&w->paths);
    free(w->files);
    free(w->told);
    memset(w, 0, sizeof *w);
}
