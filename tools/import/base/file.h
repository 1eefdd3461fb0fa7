/* Whole files in and out: read at once, written through a temporary file so that no half-written file is ever
 * left. */
#ifndef OXCART_TOOLS_IMPORT_BASE_FILE_H
#define OXCART_TOOLS_IMPORT_BASE_FILE_H

#include "tools/base/error.h"

#include <stdint.h>

/* The largest file that is read (1 GiB); anything above is refused before it fills the memory. */
#define IMPORT_FILE_LIMIT ((size_t)1 << 30)

/*
 * Reads the whole file. *data is malloc'd (free it) and holds *size bytes followed by one zero byte that does
 * not count, so that a text parser always meets an end. Folders, pipes, devices, unreadable and too large files are errors.
 */
bool import_file_read(const char *path, uint8_t **data, size_t *size, tool_error *error);

/* Opens a file for reading piece by piece; close() it. -1 and the error for a file that cannot be opened, and
 * for anything but an ordinary file, also behind a link: reading a pipe or a device may never end. Every reader
 * of the tools opens its files here. */
int import_file_open(const char *path, tool_error *error);

/* True when the path can be opened for reading and is not a folder. */
bool import_file_exists(const char *path);

/*
 * Writes the whole file: into "<path>.<process>.part" beside it, then renamed over `path`. A reader sees the old
 * file or the new one. The bytes are on the disk before the name leads to them, so a failure (disk full, folder
 * read-only, loss of power) leaves the old file untouched and no litter. The new file keeps the rights of the old
 * one. Where `path` is a link, its target is written. A file that nobody may write to is an error, also for the
 * superuser. A path that exists and is not an ordinary file (a device or a pipe such as /dev/stdout) is written to
 * directly.
 */
bool import_file_write(const char *path, const void *data, size_t size, tool_error *error);

/*
 * A listener to the files that this thread reads from now on. `seen` hears of every file that is read (with its
 * bytes), found (data NULL, there true) or missed (there false), before the caller does. Gives back the listener
 * before, to be put back; seen = NULL ends listening.
 */
typedef struct import_file_watcher {
    void (*seen)(void *context, const char *path, bool there, const void *data, size_t size);
    void *context;
} import_file_watcher;

import_file_watcher import_file_watch(import_file_watcher next);

/* Texts that stand in for files: a reader or a look-up of the very path of a stand-in gets its bytes, until the
 * next call (count 0: no stand-ins). The list stays the caller's. Stand-ins hold for the whole process; set them
 * while no other thread reads. */
typedef struct import_stand_in {
    const char *path;
    const void *data;
    size_t size;
} import_stand_in;

void import_file_stand_in(const import_stand_in *list, size_t count);

/*
 * The path of `name` as named by the file `beside`: absolute names stay, others are taken from the folder of
 * `beside`. Backslashes become slashes. Returns a malloc'd string, NULL when out of memory.
 */
char *import_file_resolve(const char *beside, const char *name);

#endif
