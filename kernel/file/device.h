/* Devices: the calls that a driver implements so that files can be kept on its medium. Games use files.h; the driver
 * of a new medium fills in ox_device_calls.
 *
 * A driver gets canonical paths without the device's name ("gfx/pirate.png", "" is the root; names need not be
 * shorter than OX_PATH_MAX) and may leave calls NULL that its medium does not have: then they answer OX_UNSUPPORTED.
 * `node` is the driver's number for a file between open and close. A transfer may be shorter than asked: *done is its
 * length, and 0 with OX_OK means "nothing yet, ask again"; reads at the end of the file are never asked for. Drivers
 * never keep a pointer that they are handed. Statuses are those of files.h: OX_NOT_FOUND, OX_FULL (the medium),
 * OX_IO_ERROR, OX_UNSUPPORTED, OX_ALREADY_THERE, OX_BAD_STATE (the medium is not there: it may come back). */
#ifndef OXCART_KERNEL_FILE_DEVICE_H
#define OXCART_KERNEL_FILE_DEVICE_H

#include "kernel/file/path.h"

typedef enum ox_file_kind { OX_FILE_PLAIN, OX_FILE_DIRECTORY } ox_file_kind;

/* A file as a listing shows it. */
typedef struct ox_file_info {
    char name[OX_PATH_ROOM]; /* the last segment */
    uint32_t size;           /* bytes; 0 for directories */
    ox_file_kind kind;
} ox_file_info;

typedef enum ox_file_mode {
    OX_FILE_READ,
    OX_FILE_WRITE, /* the file is made anew, or emptied */
    OX_FILE_APPEND /* the file is made if missing; writes go to its end */
} ox_file_mode;

typedef struct ox_device_calls {
    ox_status (*open)(void *context, ox_text_view path, ox_file_mode mode, uint32_t *node, uint32_t *size);
    void (*close)(void *context, uint32_t node);
    /* Reads. Offset and bytes are multiples of the sector; the last sector is read whole (bytes behind the file's end
     * are arbitrary). */
    ox_status (*read)(void *context, uint32_t node, uint32_t offset, void *to, uint32_t bytes,
                      uint32_t *done);
    ox_status (*write)(void *context, uint32_t node, uint32_t offset, const void *from, uint32_t bytes,
                       uint32_t *done);
    /* The bytes of a file in place, where the medium is memory; NULL where it is not. */
    const void *(*map)(void *context, uint32_t node, uint32_t offset, uint32_t bytes);
    ox_status (*stat)(void *context, ox_text_view path, ox_file_info *info);
    ox_status (*remove)(void *context, ox_text_view path); /* removes a file or an empty directory */
    ox_status (*rename)(void *context, ox_text_view from, ox_text_view to);
    ox_status (*make_directory)(void *context, ox_text_view path);
    /* The entry of a directory that follows the name `after` in the order of bytes; "" gives the first. OX_EMPTY at
     * the end. */
    ox_status (*next)(void *context, ox_text_view directory, ox_text_view after, ox_file_info *info);
} ox_device_calls;

enum {
    OX_DEVICE_READ_ONLY = 1,
    OX_DEVICE_HOST = 2,      /* a directory of the computer: refused in builds for players */
    OX_DEVICE_SEQUENTIAL = 4 /* packed files: each read goes on behind the one before, in the same block of
                                memory; map or read from 0 begins again */
};

typedef struct ox_device {
    const ox_device_calls *calls;
    void *context;
    uint32_t sector; /* bytes of a transfer are multiples of this power of two; 1 where any number will do */
    uint32_t flags;  /* OX_DEVICE_... */
} ox_device;

#endif
