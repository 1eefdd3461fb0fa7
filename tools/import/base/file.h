/* Whole files in and out: read at once, written through a temporary file so that no half of one is ever left.
 */
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

/* Opens a file for reading piece by piece; close() it. -1 and the error for what cannot be opened, and for what is no ordinary file, also
 * behind a link: to read a pipe or a device may never end. Every reader of the tools opens its files here. */
int import_file_open(const char *path, tool_error *error);

/* True when the path can be opened for reading and is not a folder. */
bool import_file_exists(const char *path);

/*
 * Writes the whole file: into "<path>.<process>.part" beside it, then renamed over `path`, so that a reader
 * sees the old file or the new one and a failure (disk full, folder read-only, loss of power: the bytes are on the disk before the name
 * leads to them) leaves the old one untouched and no litter. It keeps the rights that the old one had; where `path` is a link, the file that it leads to is written; a file that
 * nobody may write to is an error, also for the superuser. A path that exists and is not an ordinary file (a device or a pipe such as /dev/stdout) is
 * written to directly.
 */
bool import_file_write(const char *path, const void *data, size_t size, tool_error *error);

/*
 * Who wants to know what a piece of work reads. `seen` hears of every file that this thread reads from now on (with
 * its bytes), finds there (data NULL, there true) or misses (there false), before the caller does. Gives back the one
 * that listened before, to be put back; seen = NULL ends it.
 */
typedef struct import_file_watcher {
    void (*seen)(void *context, const char *path, bool there, const void *data, size_t size);
    void *context;
} import_file_watcher;

import_file_watcher import_file_watch(import_file_watcher next);

/* Texts that stand in for files: whoever reads or looks for a file of that very path gets these bytes, until this is called again (count 0: none).
 * The list stays the caller's. Of the whole process; not while another thread reads. */
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
