/* Counted references, and the rules for the four kinds of reference.
 *
 * (a) A raw pointer lives inside one function or one simulation step and is never stored in an object. Debug
 *     builds fill objects that are given back with a pattern (OX_HANDLE_POISON in handle.h), so that a stale
 *     pointer shows.
 *
 * (b) A counted reference keeps a shared object alive: whoever stores it retains, whoever forgets it
 *     releases, and at 0 the object is destroyed, once. Counted objects that hold one another in a ring
 *     never reach 0: that is the programmer's mistake, and the report of what is still alive at the end
 *     shows them (ox_handles_report).
 *
 * (c) A weak reference is a handle that nobody counts: it reads NULL once its object is gone.
 *
 * (d) A handle (handle.h) is the reference for everything that lives longer than a step.
 *
 * The counts below are for objects that carry their own count; a handle table with OX_HANDLES_COUNTED has a count for
 * each slot. Counts are for one thread. A count that has reached its end stays there, so that the object is leaked
 * and never destroyed too early; debug builds assert. (GEA 14.5.)
 *
 *     texture->references = 1;                                    whoever made it holds it
 *     ox_count8_retain(&texture->references);
 *     if (ox_count8_release(&texture->references)) destroy(texture);
 *
 * Cost: five instructions. */
#ifndef OXCART_KERNEL_HANDLE_REFERENCE_H
#define OXCART_KERNEL_HANDLE_REFERENCE_H

#include <stdint.h>

#include "fixedmath/assert.h"

/* Adds a reference. A count of 0 belongs to an object that is gone: it stays 0, and debug builds assert. */
static inline void ox_count8_retain(uint8_t *count) {
    FX_ASSERT_MSG(*count != 0 && *count != UINT8_MAX, "retained with a count of %u of 255", (unsigned)*count);
    if (*count != 0 && *count != UINT8_MAX) ++*count;
}
static inline void ox_count16_retain(uint16_t *count) {
    FX_ASSERT_MSG(*count != 0 && *count != UINT16_MAX, "retained with a count of %u of 65535",
                  (unsigned)*count);
    if (*count != 0 && *count != UINT16_MAX) ++*count;
}

/* Takes a reference away; true when it was the last: the caller must destroy the object now. */
static inline bool ox_count8_release(uint8_t *count) {
    FX_ASSERT_MSG(*count != 0, "released more often than retained");
    if (*count == 0 || *count == UINT8_MAX) return false;
    return --*count == 0;
}
static inline bool ox_count16_release(uint16_t *count) {
    FX_ASSERT_MSG(*count != 0, "released more often than retained");
    if (*count == 0 || *count == UINT16_MAX) return false;
    return --*count == 0;
}

#endif
