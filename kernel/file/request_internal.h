/* A request as the table of files keeps it. */
#ifndef OXCART_KERNEL_FILE_REQUEST_INTERNAL_H
#define OXCART_KERNEL_FILE_REQUEST_INTERNAL_H

#include "kernel/file/request.h"

typedef enum ox_request_kind {
    OX_REQUEST_KIND_READ,
    OX_REQUEST_KIND_WRITE,
    OX_REQUEST_KIND_WORK,
    OX_REQUEST_KIND_OPEN,
    OX_REQUEST_KIND_CLOSE,
    OX_REQUEST_KIND_REMOVE
} ox_request_kind;

typedef struct ox_request_record {
    ox_request_options options;
    ox_file file;
    uint32_t key;    /* requests with the same key are done in the order of issue; 0: no key */
    uint32_t serial; /* serial number of the issue */
    uint32_t due;    /* tick of completion */
    uint32_t offset, bytes, done;
    void *to; /* destination, or the context of a step, or the place of an opened file's handle */
    const void *from;
    ox_request_step *step;
    ox_text_view path;
    uint16_t waited; /* pumps without service */
    uint8_t kind, mode;
    int8_t status; /* ox_status */
    bool ready;    /* the work is done */
    bool ended, told, idle, served;
} ox_request_record;

FX_STATIC_ASSERT(OX_STATUSES <= 127, "a request's status is a signed byte");

#endif
