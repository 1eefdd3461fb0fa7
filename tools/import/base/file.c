/* Reads and writes whole files; every failure gets a sentence in plain words. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "tools/import/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static _Thread_local import_file_watcher watcher;

import_file_watcher import_file_watch(import_file_watcher next) {
    import_file_watcher last = watcher;
    watcher = next;
    return last;
}

static void tell(const char *path, bool there, const void *data, size_t size) {
    if (watcher.seen != NULL) watcher.seen(watcher.context, path, there, data, size);
}

static const import_stand_in *stand_ins;
static size_t stand_in_count;

void import_file_stand_in(const import_stand_in *list, size_t count) {
    stand_ins = list;
    stand_in_count = count;
}

static const import_stand_in *stand_in_of(const char *path) {
    for (size_t i = 0; i < stand_in_count; i++)
        if (strcmp(stand_ins[i].path, path) == 0) return &stand_ins[i];
    return NULL;
}

static bool copy_stand_in(const import_stand_in *s, uint8_t **data, size_t *size, tool_error *error) {
    uint8_t *bytes = malloc(s->size + 1);
    if (bytes == NULL) return import_error_memory(error, s->path);
    if (s->size > 0) memcpy(bytes, s->data, s->size);
    bytes[s->size] = 0;
    *data = bytes;
    *size = s->size;
    return true;
}

static const char *kind_of(mode_t mode) {
    return S_ISDIR(mode)    ? "a folder, not a file; name a file in it"
           : S_ISFIFO(mode) ? "a pipe, not a file; name a file"
           : S_ISSOCK(mode) ? "a socket, not a file; name a file"
                            : "a device, not a file; name a file";
}

int import_file_open(const char *path, tool_error *error) {
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* O_NONBLOCK: a pipe may have no writer */
    if (file < 0) {
        import_error_file(error, path, "cannot open: %s; check the name and the rights", strerror(errno));
    } else if (fstat(file, &status) == 0 && !S_ISREG(status.st_mode)) {
        close(file);
        file = -1;
        import_error_file(error, path, "is %s", kind_of(status.st_mode));
    }
    return file;
}

/* Reads an open file to its end, also when the file grows meanwhile. */
static bool read_open(int file, const char *path, uint8_t **data, size_t *size, tool_error *error) {
    struct stat status;
    size_t capacity = (size_t)1 << 16, used = 0;
    if (fstat(file, &status) == 0 && status.st_size >= 0 && (uintmax_t)status.st_size <= IMPORT_FILE_LIMIT)
        capacity = (size_t)status.st_size + 2;
    uint8_t *bytes = malloc(capacity);
    while (bytes != NULL) {
        ssize_t got = read(file, bytes + used, capacity - 1 - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            import_error_file(error, path, "cannot read: %s; check the disk", strerror(errno));
            free(bytes);
            return false;
        }
        used += (size_t)got;
        if (got == 0) break;
        if (used < capacity - 1) continue;
        if (used > IMPORT_FILE_LIMIT) {
            free(bytes);
            return import_error_file(error, path, "larger than %zu bytes; split it", IMPORT_FILE_LIMIT);
        }
        capacity *= 2;
        uint8_t *grown = realloc(bytes, capacity);
        if (grown == NULL) free(bytes);
        bytes = grown;
    }
    if (bytes == NULL) return import_error_memory(error, path);
    bytes[used] = 0;
    *data = bytes;
    *size = used;
    return true;
}

bool import_file_read(const char *path, uint8_t **data, size_t *size, tool_error *error) {
    const import_stand_in *other = stand_in_of(path);
    bool ok;
    if (other != NULL) {
        ok = copy_stand_in(other, data, size, error);
    } else {
        int file = import_file_open(path, error);
        if (file < 0) {
            tell(path, false, NULL, 0);
            return false;
        }
        ok = read_open(file, path, data, size, error);
        close(file);
    }
    if (ok) tell(path, true, *data, *size);
    return ok;
}

bool import_file_exists(const char *path) {
    struct stat status;

    bool there = stand_in_of(path) != NULL ||
                 (stat(path, &status) == 0 && !S_ISDIR(status.st_mode) && access(path, R_OK) == 0);
    tell(path, there, NULL, 0);
    return there;
}

/* With `keep`, waits until the bytes are on the disk, so that after a loss of power the name does not lead to
 * half a file. */
static bool write_stream(const char *target, const void *data, size_t size, bool keep, int *reason) {
    FILE *stream = fopen(target, "wb");
    bool ok;

    if (stream == NULL) {
        *reason = errno;
        return false;
    }
    errno = 0;
    ok =
        fwrite(data, 1, size, stream) == size && fflush(stream) == 0 && (!keep || fsync(fileno(stream)) == 0);
    *reason = errno;
    if (fclose(stream) != 0 && ok) {
        *reason = errno;
        ok = false;
    }
    return ok;
}

static bool write_error(const char *path, int reason, tool_error *error) {
    const char *mend = "check the path";

    if (reason == ENOSPC || reason == EDQUOT || reason == EFBIG) {
        mend = "free some space or choose another folder";
    } else if (reason == EACCES || reason == EPERM || reason == EROFS) {
        mend = "choose a folder that you may write to";
    } else if (reason == ENOENT || reason == ENOTDIR) {
        mend = "make the folder first";
    }
    return import_error_file(error, path, "cannot write: %s; %s", strerror(reason), mend);
}

/* Gives a finished temporary file the rights of the file that it is to replace. The time of this change must lie
 * behind that of the last write: a watcher (tools/build/watch.h) knows by it that the file is whole. Where the
 * system's clock ticks slowly, the change is repeated for some milliseconds. */
static bool give_rights(const char *part, mode_t rights) {
    const struct timespec brief = {0, 1000000};
    struct stat s;
    for (int looks = 0; looks < 10; looks++) {
        if (chmod(part, rights) != 0) return false;
        if (stat(part, &s) != 0 || s.st_ctim.tv_sec != s.st_mtim.tv_sec ||
            s.st_ctim.tv_nsec != s.st_mtim.tv_nsec)
            break;
        if (looks > 0) (void)nanosleep(&brief, NULL);
    }
    return true;
}

/* Writes a temporary file beside `path` and renames it over `path`; an `old` file passes its rights on. */
static bool replace_file(const char *path, const struct stat *old, const void *data, size_t size,
                         int *reason) {
    size_t room = strlen(path) + 32;
    char *part = malloc(room);
    bool ok = part != NULL;

    *reason = ENOMEM;
    if (ok) snprintf(part, room, "%s.%ld.part", path, (long)getpid());
    ok = ok && write_stream(part, data, size, true, reason);
    if (ok && ((old != NULL && !give_rights(part, old->st_mode & 0777u)) || rename(part, path) != 0)) {
        *reason = errno;
        ok = false;
    }
    if (!ok && part != NULL) remove(part);
    free(part);
    return ok;
}

bool import_file_write(const char *path, const void *data, size_t size, tool_error *error) {
    struct stat status;
    int reason = 0;
    bool there = stat(path, &status) == 0;
    char *real = there ? realpath(path, NULL) : NULL; /* a symbolic link stays, its target is written */

    if (there && !S_ISREG(status.st_mode)) {
        free(real);
        if (S_ISDIR(status.st_mode)) {
            return import_error_file(error, path, "cannot write: is a folder; name a file in it");
        }
        return write_stream(path, data, size, false, &reason) || write_error(path, reason, error);
    }
    if (there && (status.st_mode & 0222u) == 0) {
        free(real);
        return import_error_file(error, path,
                                 "cannot write: it is read-only; allow writing, or name another file");
    }
    bool ok = replace_file(real != NULL ? real : path, there ? &status : NULL, data, size, &reason);
    free(real);
    return ok || (reason == ENOMEM ? import_error_memory(error, path) : write_error(path, reason, error));
}

char *import_file_resolve(const char *beside, const char *name) {
    const char *slash = strrchr(beside, '/');
    bool absolute = name[0] == '/' || name[0] == '\\';
    size_t folder = absolute || slash == NULL ? 0 : (size_t)(slash - beside) + 1;
    size_t length = strlen(name);
    char *path = malloc(folder + length + 1);

    if (path != NULL) {
        memcpy(path, beside, folder);
        for (size_t i = 0; i <= length; i++) {
            path[folder + i] = name[i] == '\\' ? '/' : name[i];
        }
    }
    return path;
}
