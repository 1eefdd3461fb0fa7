/* The store: contents by digest, records by key. */
#define _POSIX_C_SOURCE 200809L
#include "tools/step/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/import/base/file.h"

enum { ROOM = STORE_PATH_MAX + 128 };

/* ---- places ---- */

static bool make_folder(const char *path) { return mkdir(path, 0777) == 0 || errno == EEXIST; }

/* Writes the path FOLDER/KIND/ab/abcd..., and makes the folder above it when `make` is set. */
static void place_of(const store *s, const char *kind, const digest *name, bool make, char path[ROOM]) {
    char hex[DIGEST_TEXT];
    digest_print(name, hex);
    if (make) {
        snprintf(path, ROOM, "%s/%s/%.2s", s->folder, kind, hex);
        make_folder(path);
    }
    snprintf(path, ROOM, "%s/%s/%.2s/%s", s->folder, kind, hex, hex);
}

/* Whether the process of a temporary file is gone. */
static bool is_gone(long process) { return process > 0 && kill((pid_t)process, 0) != 0 && errno == ESRCH; }

static void tidy_tmp(const store *s) {
    char path[ROOM + 256];
    snprintf(path, sizeof path, "%s/tmp", s->folder);
    DIR *folder = opendir(path);
    if (folder == NULL) return;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        long process = strtol(entry->d_name, NULL, 10);
        if (entry->d_name[0] == '.' || !is_gone(process)) continue;
        snprintf(path, sizeof path, "%s/tmp/%.200s", s->folder, entry->d_name);
        remove(path);
    }
    closedir(folder);
}

void store_tidy(const char *path) {
    char folder[STORE_PATH_MAX], other[ROOM + 256];
    const char *slash = strrchr(path, '/'), *base = slash == NULL ? path : slash + 1;
    size_t length = strlen(base);
    if (strlen(path) >= sizeof folder) return;
    snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path + 1),
             slash == NULL ? "." : path);
    DIR *listing = opendir(folder);
    if (listing == NULL) return;
    for (const struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        const char *name = entry->d_name;
        char *end;
        if (strncmp(name, base, length) != 0 || name[length] != '.') continue;
        long process = strtol(name + length + 1, &end, 10);
        if (strcmp(end, ".part") != 0 || !is_gone(process)) continue;
        snprintf(other, sizeof other, "%s/%.250s", folder, name);
        remove(other);
    }
    closedir(listing);
}

bool store_open(store *s, const char *folder) {
    static const char *const kinds[] = {"", "/objects", "/records", "/tmp"};
    char path[ROOM];
    bool ok = strlen(folder) < STORE_PATH_MAX - 8;
    memset(s, 0, sizeof *s);
    for (size_t i = 0; ok && i < sizeof kinds / sizeof kinds[0]; i++) {
        snprintf(path, sizeof path, "%s%s", folder, kinds[i]);
        ok = make_folder(path) && (i == 0 || access(path, W_OK | X_OK) == 0);
    }
    if (!ok) return false;
    memcpy(s->folder, folder, strlen(folder) + 1);
    tidy_tmp(s);
    return true;
}

/* ---- writing ---- */

static bool write_all(int file, const void *data, size_t size) {
    const uint8_t *from = data;
    while (size > 0) {
        ssize_t put = write(file, from, size);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        from += put;
        size -= (size_t)put;
    }
    return true;
}

static void temporary(const store *s, char path[ROOM]) {
    static atomic_uint next;
    snprintf(path, ROOM, "%s/tmp/%ld-%u", s->folder, (long)getpid(), atomic_fetch_add(&next, 1u));
}

static bool put_file(const store *s, const char *target, const void *data, size_t size, mode_t mode) {
    char part[ROOM];
    temporary(s, part);
    int file = open(part, O_WRONLY | O_CREAT | O_TRUNC, mode);
    if (file < 0) return false;
    bool ok = write_all(file, data, size);
    ok = close(file) == 0 && ok;
    ok = ok && rename(part, target) == 0;
    if (!ok) remove(part);
    return ok;
}

bool store_put(const store *s, const void *data, size_t size, digest *name) {
    char path[ROOM];
    *name = digest_of(data, size);
    if (s->folder[0] == 0) return false;
    place_of(s, "objects", name, true, path);
    return put_file(s, path, data, size, 0444); /* replaces an old object too: it may be damaged */
}

bool store_record(const store *s, const digest *key, const char *text, size_t size) {
    char path[ROOM];
    if (s->folder[0] == 0) return false;
    place_of(s, "records", key, true, path);
    return put_file(s, path, text, size, 0644);
}

/* ---- reading ---- */

/* Reads a whole file and sets its time to now, as a mark of its use. */
static uint8_t *read_whole(const char *path, size_t *size) {
    struct stat status;
    int file = import_file_open(path, NULL);
    if (file < 0) return NULL;
    uint8_t *data = NULL;
    size_t used = 0;
    if (fstat(file, &status) == 0) data = malloc((size_t)status.st_size + 1);
    while (data != NULL && used < (size_t)status.st_size) {
        ssize_t got = read(file, data + used, (size_t)status.st_size - used);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        used += (size_t)got;
    }
    if (data != NULL && time(NULL) - status.st_mtime > 3600) (void)futimens(file, NULL);
    close(file);
    if (data != NULL) data[used] = 0;
    *size = used;
    return data;
}

bool store_has(const store *s, const digest *name) {
    char path[ROOM];
    struct stat status;
    if (s->folder[0] == 0) return false;
    place_of(s, "objects", name, false, path);
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool store_get(const store *s, const digest *name, uint8_t **data, size_t *size, bool *damaged) {
    char path[ROOM];
    if (s->folder[0] == 0) return false;
    place_of(s, "objects", name, false, path);
    *data = read_whole(path, size);
    if (*data == NULL) return false;
    digest found = digest_of(*data, *size);
    if (digest_equal(&found, name)) return true;
    if (damaged != NULL) *damaged = true;
    remove(path);
    free(*data);
    *data = NULL;
    return false;
}

char *store_recall(const store *s, const digest *key, size_t *size) {
    char path[ROOM];
    if (s->folder[0] == 0) return NULL;
    place_of(s, "records", key, false, path);
    return (char *)read_whole(path, size);
}

/* ---- files of a working copy ---- */

bool store_digest_file(const char *path, digest *name, uint64_t *size, tool_error *error) {
    enum { PIECE = 1 << 18 };
    digest_state state;
    int file = import_file_open(path, error);
    if (file < 0) return false;
    uint8_t *piece = malloc(PIECE);
    ssize_t got = piece == NULL ? -1 : 1;
    digest_begin(&state);
    *size = 0;
    while (got > 0) {
        got = read(file, piece, PIECE);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0) {
            digest_add(&state, piece, (size_t)got);
            *size += (uint64_t)got;
        }
    }
    free(piece);
    close(file);
    *name = digest_end(&state);
    return got == 0 || import_error_file(error, path, "cannot read: %s; check the disk", strerror(errno));
}

static bool copy_file(const char *from, const char *to, mode_t mode) {
    enum { PIECE = 1 << 18 };
    int in = import_file_open(from, NULL), out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_TRUNC, mode);
    uint8_t *piece = out < 0 ? NULL : malloc(PIECE);
    ssize_t got = piece == NULL ? -1 : 1;
    bool ok = piece != NULL;
    while (ok && got > 0) {
        got = read(in, piece, PIECE);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0)
            ok = write_all(out, piece, (size_t)got);
    }
    free(piece);
    if (in >= 0) close(in);
    if (out >= 0) ok = close(out) == 0 && ok;
    return ok && got == 0;
}

bool store_put_file(const store *s, const char *path, digest *name, tool_error *error) {
    char target[ROOM], part[ROOM];
    uint64_t size;
    if (!store_digest_file(path, name, &size, error)) return false;
    if (store_has(s, name)) return true;
    place_of(s, "objects", name, true, target);
    temporary(s, part);
    /* A copy, not a link: whoever writes into the source later must not write into the store. */
    digest copied;
    bool ok = copy_file(path, part, 0444) && store_digest_file(part, &copied, &size, error) &&
              digest_equal(&copied, name) && rename(part, target) == 0;
    if (!ok) remove(part);
    return ok || import_error_file(error, path, "cannot be kept in %s; see whether there is room", s->folder);
}

static bool make_folders_above(const char *path) {
    char copy[ROOM];
    if (strlen(path) >= sizeof copy) return false;
    memcpy(copy, path, strlen(path) + 1);
    for (char *at = copy + 1; *at != 0; at++) {
        if (*at != '/') continue;
        *at = 0;
        if (!make_folder(copy)) return false;
        *at = '/';
    }
    return true;
}

bool store_take_file(const store *s, const digest *name, const char *path, bool copy, store_way *way,
                     tool_error *error) {
    char source[ROOM], part[ROOM + 16];
    digest found;
    uint64_t size;
    struct stat status;
    if (stat(path, &status) == 0 && store_digest_file(path, &found, &size, error) &&
        digest_equal(&found, name)) {
        *way = STORE_THERE;
        return true;
    }
    place_of(s, "objects", name, false, source);
    if (s->folder[0] == 0 || stat(source, &status) != 0)
        return import_error_file(
            error, path, "its contents are not in the store %s; put them in from where they are", s->folder);
    if (!store_digest_file(source, &found, &size, error)) return false;
    if (!digest_equal(&found, name)) {
        remove(source);
        return import_error_file(
            error, path, "its contents in the store %s are damaged and were taken out; put them in again",
            s->folder);
    }
    if (strlen(path) >= STORE_PATH_MAX || !make_folders_above(path))
        return import_error_file(error, path, "cannot make its folder: %s", strerror(errno));
    snprintf(part, sizeof part, "%s.%ld.part", path, (long)getpid());
    remove(part);
    *way = STORE_HARD_LINK;
    bool ok = !copy && link(source, part) == 0;
    if (!ok && !copy && source[0] == '/') {
        *way = STORE_SYMBOLIC_LINK;
        ok = symlink(source, part) == 0;
    }
    if (!ok) {
        *way = STORE_COPY;
        ok = copy_file(source, part, 0644);
    }
    ok = ok && rename(part, path) == 0;
    if (!ok) remove(part);
    return ok || import_error_file(error, path, "cannot write: %s", strerror(errno));
}
