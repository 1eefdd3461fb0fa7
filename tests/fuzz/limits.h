/* Limits of what a machine could hold, for most inputs of a fuzz target: large pictures, sounds and maps cost time
 * and find nothing more. */
#ifndef OXCART_FUZZ_LIMITS_H
#define OXCART_FUZZ_LIMITS_H

#include "tools/import/base/limit.h"

/* Sets the limits of the importer; inputs of every 32nd size may be as large as the importer allows by itself. */
static inline void fuzz_limits(size_t size) {
    (void)import_limit((import_limits){
        .machine = size % 32 == 31 ? NULL : "this machine", .side = 200, .frames = 20000, .cells = 20000});
}

#endif
