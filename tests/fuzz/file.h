/* Bytes as a file, for targets whose reader takes a path. */
#ifndef OXCART_FUZZ_FILE_H
#define OXCART_FUZZ_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct fuzz_file {
    int descriptor;
    char path[40];
} fuzz_file;

/* Opens a file in memory that holds the bytes; false when none can be opened. */
static inline bool fuzz_file_open(fuzz_file *file, const void *data, size_t size) {
    file->descriptor = memfd_create("fuzz", 0);
    if (file->descriptor < 0) return false;
    snprintf(file->path, sizeof file->path, "/proc/self/fd/%d", file->descriptor);
    for (size_t at = 0; at < size;) {
        ssize_t written = write(file->descriptor, (const char *)data + at, size - at);
        if (written <= 0) abort();
        at += (size_t)written;
    }
    return true;
}

static inline void fuzz_file_close(fuzz_file *file) { close(file->descriptor); }

#endif
