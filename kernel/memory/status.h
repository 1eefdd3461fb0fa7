/* Outcomes that have a name: the status codes that the kernel's functions return and that ox_error carries.
 *
 * OX_OK is zero, so `if (status)` reads "if something was refused". A refusal never leaves half a change
 * behind unless the function says so. The numbers are stable: they may be logged and compared between builds.
 */
#ifndef OXCART_KERNEL_MEMORY_STATUS_H
#define OXCART_KERNEL_MEMORY_STATUS_H

typedef enum ox_status {
    OX_OK = 0,
    OX_BAD_ARGUMENT,    /* the caller asked for something that makes no sense; nothing was done */
    OX_OUT_OF_MEMORY,   /* a region of the budget is used up */
    OX_OVER_BUDGET,     /* the cart asks for more memory than the machine has */
    OX_BAD_IMAGE,       /* the ROM image is damaged or of another version */
    OX_NOT_FOUND,       /* no such chunk or object */
    OX_NO_VIDEO,        /* the port cannot show the picture that was asked for */
    OX_BAD_DATA,        /* a chunk contradicts itself */
    OX_STALE_HANDLE,    /* the object that the handle named is gone */
    OX_DOUBLE_FREE,     /* the object was given back before */
    OX_FOREIGN_POINTER, /* the pointer is not one of this pool's objects */
    OX_STATUSES
} ox_status;

/* "out of memory": lower case, for use inside a sentence; "unknown status" for any other number. Never NULL.
 */
const char *ox_status_name(ox_status status);

#endif
