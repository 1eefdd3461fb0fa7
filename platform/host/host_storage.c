/* Storage for saved games on a desktop: one file that is read whole, and replaced whole at every sync. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/host/host_internal.h"

enum { STORAGE_SIZE = 65536, PATH_SIZE = 4096 };

struct host_storage {
    uint8_t bytes[STORAGE_SIZE];
};

/* Reads the file. A shorter file ends in erased bytes; a missing file is all erased. Anything but a regular file is
 * not opened: reading a pipe might wait for ever. */
static bool read_file(plat *p, struct host_storage *storage) {
    struct stat status;
    memset(storage->bytes, 0xFF, sizeof storage->bytes);
    if (stat(p->options.storage, &status) == 0 && !S_ISREG(status.st_mode)) {
        host_logf(p, PLAT_LOG_ERROR, "%s: is not a file; saved games cannot be kept there",
                  p->options.storage);
        return false;
    }
    FILE *file = fopen(p->options.storage, "rb");
    if (file == NULL && errno == ENOENT) return true;
    bool done = file != NULL && (fread(storage->bytes, 1, sizeof storage->bytes, file), ferror(file) == 0);
    if (file != NULL) fclose(file);
    if (!done)
        host_logf(p, PLAT_LOG_ERROR, "%s: saved games cannot be read (%s); allow reading it",
                  p->options.storage, strerror(errno));
    return done;
}

static struct host_storage *storage_of(plat *p) {
    if (p->storage == NULL && p->options.storage != NULL) {
        struct host_storage *fresh = malloc(sizeof *fresh);
        if (fresh != NULL && read_file(p, fresh))
            p->storage = fresh;
        else
            free(fresh);
    }
    return p->storage;
}

void host_storage_close(plat *p) {
    free(p->storage);
    p->storage = NULL;
}

void plat_storage(plat *p, plat_storage_info *info) {
    *info =
        (plat_storage_info){.size = storage_of(p) == NULL ? 0 : STORAGE_SIZE, .sector = 1, .atomic = true};
}

static uint8_t *storage_place(plat *p, uint32_t at, uint32_t size) {
    struct host_storage *storage = storage_of(p);
    return storage == NULL || at > STORAGE_SIZE || size > STORAGE_SIZE - at ? NULL : storage->bytes + at;
}

bool plat_storage_read(plat *p, uint32_t at, void *bytes, uint32_t size) {
    const uint8_t *from = storage_place(p, at, size);
    if (from != NULL && size > 0) memcpy(bytes, from, size);
    return from != NULL;
}

bool plat_storage_write(plat *p, uint32_t at, const void *bytes, uint32_t size) {
    uint8_t *to = storage_place(p, at, size);
    if (to != NULL && size > 0) memcpy(to, bytes, size);
    return to != NULL;
}

bool plat_storage_erase(plat *p, uint32_t at, uint32_t size) {
    uint8_t *to = storage_place(p, at, size);
    if (to != NULL) memset(to, 0xFF, size);
    return to != NULL;
}

/* Writes a file and waits until it is whole on the disk; only then it takes the old file's name. */
static bool write_file(const char *path, const uint8_t *bytes, size_t size) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0) return false;
    bool done = true;
    while (size > 0 && done) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        done = written > 0;
        if (done) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    done = done && fsync(file) == 0;
    return close(file) == 0 && done;
}

/* The folder holds the file's name, so the folder must reach the disk as well. */
static void sync_folder(const char *path) {
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash == NULL)
        snprintf(folder, sizeof folder, ".");
    else
        slash[slash == folder] = '\0';
    int handle = open(folder, O_RDONLY);
    if (handle < 0) return;
    (void)fsync(handle);
    (void)close(handle);
}

/* Makes the missing folders of a path. A folder that cannot be made shows when the file is written. */
static void make_folders(const char *path) {
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); folder[0] != '\0' && slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(folder, 0777);
        *slash = '/';
    }
}

bool plat_storage_sync(plat *p) {
    char fresh[PATH_SIZE];
    struct host_storage *storage = storage_of(p);
    if (storage == NULL) return false;
    int length = snprintf(fresh, sizeof fresh, "%s.new", p->options.storage);
    make_folders(p->options.storage);
    bool done = length > 0 && (size_t)length < sizeof fresh &&
                write_file(fresh, storage->bytes, sizeof storage->bytes) &&
                rename(fresh, p->options.storage) == 0;
    if (done)
        sync_folder(p->options.storage);
    else
        host_logf(p, PLAT_LOG_ERROR,
                  "%s: saved games cannot be written (%s); make room or allow writing there",
                  p->options.storage, strerror(errno));
    return done;
}
