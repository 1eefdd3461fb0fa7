/* The names of the status codes, for log lines and error texts. */
#include "kernel/memory/status.h"

const char *ox_status_name(ox_status status) {
    static const char *const names[OX_STATUSES] = {
        "ok",       "bad argument", "out of memory", "over budget", "bad image",       "not found",
        "no video", "bad data",     "stale handle",  "double free", "foreign pointer",
    };
    return (unsigned)status < OX_STATUSES ? names[status] : "unknown status";
}
