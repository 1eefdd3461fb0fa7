/* The names of the result codes, for log lines and error texts. */
#include "kernel/memory/status.h"

const char *ox_status_name(ox_status status) {
    static const char *const names[OX_STATUSES] = {
        "ok",
        "bad argument",
        "out of memory",
        "over budget",
        "bad image",
        "not found",
        "no video",
        "bad data",
        "stale handle",
        "double free",
        "foreign pointer",
        "full",
        "empty",
        "already there",
        "unknown version",
        "bad checksum",
        "input or output error",
        "unsupported",
        "timeout",
        "cancelled",
        "bad state",
        "cycle",
        "corrupted memory",
    };
    int index = -(int)status;
    return index >= 0 && index < OX_STATUSES ? names[index] : "unknown status";
}
