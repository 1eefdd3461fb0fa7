/* The log: every line goes to the port, and the last few stay in memory for crash reports and the screen.
 *
 *     ox_log_write(log, PLAT_LOG_WARNING, "mesh %08x is missing: a box stands in", (unsigned)id);
 *
 * Directives are those of format.h. A line holds at most OX_LOG_LINE - 1 characters; longer ones end in
 * "...", and so do lines in the ring that are longer than its width. */
#ifndef OXCART_KERNEL_DEBUG_LOG_H
#define OXCART_KERNEL_DEBUG_LOG_H

#include "kernel/memory/arena.h"
#include "platform/platform.h"

#define OX_LOG_LINE 160

typedef struct ox_log {
    plat *platform; /* or NULL: only the ring */
    char *ring;     /* `lines` rows of `width` bytes, or NULL */
    uint32_t lines; /* power of two */
    uint32_t width;
    uint32_t written;     /* lines since the start; the newest lies in row (written - 1) mod lines */
    uint32_t counts[3];   /* by plat_log_level */
    plat_log_level level; /* lines above this level are left out: PLAT_LOG_INFO shows all */
} ox_log;

/* Begins a log that keeps the last `lines` (a power of two) cut to width - 1 characters, in `arena`'s low
 * end. Without room for the ring the log works and keeps nothing; false tells so. */
FX_MUST_CHECK bool ox_log_init(ox_log *log, plat *platform, ox_arena *arena, uint32_t lines, uint32_t width);

/* One line. log may be NULL: nothing happens. */
void ox_log_write(ox_log *log, plat_log_level level, const char *format, ...);

/* The line written `age` lines ago, 0 = the newest; NULL when it is no longer (or not yet) there. */
const char *ox_log_recent(const ox_log *log, uint32_t age);

#endif
