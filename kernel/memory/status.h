/* Outcomes that have a name: the result codes that every function of the kernel returns that can fail.
 *
 *     ox_status status = ox_save_write(save, slot);
 *     if (ox_failed(status)) ox_log_write(log, PLAT_LOG_ERROR, "slot %d: %s", slot, ox_status_name(status));
 *
 * OX_OK is 0 and failures are negative, so a function may return a count or a failure in one int. A refusal never
 * leaves half a change behind unless the function says so. A code travels up unchanged; the place that deals with it
 * logs it, once. The compiler warns of a result that is dropped; only functions that give something back or report on
 * it (give, free, release, remove, end...) may be called without a check, since they refuse nothing but a mistake of
 * the caller. The numbers are stable: they may be logged and compared between builds. */
#ifndef OXCART_KERNEL_MEMORY_STATUS_H
#define OXCART_KERNEL_MEMORY_STATUS_H

#include <stdbool.h>

#include "fixedmath/assert.h"

typedef enum ox_status {
    OX_OK = 0,
    OX_BAD_ARGUMENT = -1,     /* the caller asked for something that makes no sense; nothing was done */
    OX_OUT_OF_MEMORY = -2,    /* a region of the budget is used up */
    OX_OVER_BUDGET = -3,      /* the cart asks for more memory than the machine has */
    OX_BAD_IMAGE = -4,        /* the ROM image is damaged */
    OX_NOT_FOUND = -5,        /* no such chunk, object or key */
    OX_NO_VIDEO = -6,         /* the port cannot show the picture that was asked for */
    OX_BAD_DATA = -7,         /* data contradicts itself */
    OX_STALE_HANDLE = -8,     /* the object that the handle named is gone */
    OX_DOUBLE_FREE = -9,      /* the object was given back before */
    OX_FOREIGN_POINTER = -10, /* the pointer is not one of this pool's objects */
    OX_FULL = -11,            /* a container or table has no room left */
    OX_EMPTY = -12,           /* there is nothing to take */
    OX_ALREADY_THERE = -13,   /* the key, name or member exists already */
    OX_BAD_VERSION = -14,     /* the version of a format or part is not the one that this build knows */
    OX_BAD_CHECKSUM = -15,
    OX_IO_ERROR = -16,    /* the storage or device refused */
    OX_UNSUPPORTED = -17, /* this port or build does not have the feature */
    OX_TIMEOUT = -18,
    OX_CANCELLED = -19,
    OX_BAD_STATE = -20, /* not allowed now: before its start, after its end, or twice */
    OX_CYCLE = -21,     /* the links would form a ring */
    OX_CORRUPTED = -22  /* a guard around memory was overwritten */
} ox_status;

/* Number of codes, OX_OK included. */
enum { OX_STATUSES = 23 };

static inline bool ox_failed(ox_status status) { return status < 0; }

/* The name of a status, such as "out of memory": lower case, for use inside a sentence; "unknown status" for any
 * other number. Never NULL. */
const char *ox_status_name(ox_status status);

#endif
