/* Definitions that the parts of the file system share: open files, and transfers piece by piece. */
#ifndef OXCART_KERNEL_FILE_INTERNAL_H
#define OXCART_KERNEL_FILE_INTERNAL_H

#include "kernel/file/request.h"

/* An open file. */
typedef struct ox_open_file {
    uint32_t node, position, size;
    uint32_t key; /* id of the path, by which requests on it are ordered */
    uint8_t mount, mode;
    uint8_t pending; /* requests that wait */
    char path[OX_PATH_ROOM];
} ox_open_file;

FX_STATIC_ASSERT(OX_FILE_MOUNTS <= 255, "the number of a mount is a byte");

static inline ox_open_file *ox_open_file_of(const ox_files *files, ox_file file) {
    return ox_handles_try_get(&files->handles, file.bits);
}

/* Read or write at `offset` by one call of the driver; *done 0 with OX_OK: nothing yet. */
ox_status ox_file_read_some(ox_files *files, ox_open_file *f, uint32_t offset, void *to, uint32_t bytes,
                            uint32_t *done);
ox_status ox_file_write_some(ox_files *files, ox_open_file *f, uint32_t offset, const void *from,
                             uint32_t bytes, uint32_t *done);

/* Closes a file without a look at requests. */
void ox_file_close_now(ox_files *files, ox_file file);

#endif
