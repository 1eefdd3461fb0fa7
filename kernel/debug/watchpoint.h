/* Watchpoints: bytes of memory that are looked at again and again, so that who changed them is known.
 *
 *     ox_watchpoints *points = ox_inspect_points(console);                      of the inside view, which looks at them; NULL where nobody looks
 *     (void)!ox_watchpoint_add(points, "alive", &enemy->alive, sizeof enemy->alive);
 *     ...                                                                       the log: "step 71: alive changed from 1 to 0 in `early`, byte 0 at 55d3..."
 *     ox_watchpoint_remove(points, &enemy->alive);
 *
 *     (void)ox_watchpoints_check(points, "the loader");                         on demand, between two lines of one's own code
 *
 * A RANGE of 1, 2, 4 or 8 bytes is told with its value before and after; any other length up to OX_WATCHPOINT_BYTES is compared by a copy, and told with the first byte that differs.
 * Each change is told once. Bytes that are freed have to be taken out first. A check costs some 20 instructions a watchpoint and one a byte.
 * (Madhav, Game Programming Algorithms and Techniques, appendix B; GEA 2.2.5.) */
#ifndef OXCART_KERNEL_DEBUG_WATCHPOINT_H
#define OXCART_KERNEL_DEBUG_WATCHPOINT_H

#include <stdint.h>

#include "kernel/memory/status.h"

enum { OX_WATCHPOINTS = 16, OX_WATCHPOINT_BYTES = 64 };

typedef struct ox_watchpoint {
    const char *name;
    const volatile uint8_t *at;
    uint32_t bytes;
    uint32_t changes; /* so far */
    uint8_t before[OX_WATCHPOINT_BYTES];
} ox_watchpoint;

/* A change: what it was and what it is (of ranges of up to 8 bytes, as a number of this machine), the first byte that differs, and what ran. */
typedef struct ox_watchpoint_change {
    const ox_watchpoint *point;
    uint64_t was, is;
    uint32_t byte;
    const char *by;
} ox_watchpoint_change;

typedef struct ox_watchpoints {
    ox_watchpoint points[OX_WATCHPOINTS];
    uint32_t count;
    void (*tell)(void *context, const ox_watchpoint_change *change); /* or NULL */
    void *context;
} ox_watchpoints;

/* Watches bytes, which stay where they are; the name stays the caller's. OX_FULL; OX_BAD_ARGUMENT for none or too many. Bytes that are watched already are watched anew. NULL as
 * points: nobody looks, and the status is OX_OK. */
FX_MUST_CHECK ox_status ox_watchpoint_add(ox_watchpoints *points, const char *name, const volatile void *at,
                                          uint32_t bytes);

/* Ends a watchpoint by its first byte; false: there is none. */
bool ox_watchpoint_remove(ox_watchpoints *points, const volatile void *at);

/* Compares all; what changed is told as done by `by`. How many changed. */
uint32_t ox_watchpoints_check(ox_watchpoints *points, const char *by);

#endif
