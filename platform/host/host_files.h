/* The device `host:`: a directory of the computer, to read and write; for tools and while a cart is made.
 *
 *     host_files folder;
 *     if (!host_files_open(&folder, "rom/carts/mine", false, &device)) ...
 *     ox_files_mount(&files, "host", &device, 0);
 *     host_files_close(&folder);
 *
 * Paths stay inside of the directory. The console's paths are lower case: a name that does not exist as written
 * is searched for in any case, and the first in byte order counts. Files whose names are no paths of the console are
 * not listed. Builds for players refuse the device (kernel/file/files.h: retail). */
#ifndef OXCART_PLATFORM_HOST_FILES_H
#define OXCART_PLATFORM_HOST_FILES_H

#include <stdio.h>

#include "kernel/file/device.h"

enum { HOST_FILES_OPEN = 16, HOST_FILES_ROOT = 1024 };

typedef struct host_files {
    char root[HOST_FILES_ROOT];
    FILE *open[HOST_FILES_OPEN];
    bool read_only;
} host_files;

/* Opens the directory `root` as a device; false when there is no such directory. */
bool host_files_open(host_files *folder, const char *root, bool read_only, ox_device *device);

/* Closes the files that are still open. */
void host_files_close(host_files *folder);

#endif
