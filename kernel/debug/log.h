/* The log: every line goes to the port, and the last few stay in memory for crash reports and the screen.
 *
 *     ox_log_write(log, PLAT_LOG_WARNING, "mesh #%08x is missing: a box stands in", (unsigned)id);
 *
 * NAMES. A text that has an id alone has it as "#%08x": `#` and eight small digits. The log writes the name of the id
 * in its place where an image of the game has the name, without the name's first word where this word stands before
 * it: "mesh #a1b2c3d4" becomes "mesh crate" by the name "mesh/crate". Images of releases have no names, and the
 * number stays.
 *
 * Directives are those of format.h. A line holds at most OX_LOG_LINE - 1 characters; longer ones end in
 * "...", and so do lines in the ring that are longer than its width. */
#ifndef OXCART_KERNEL_DEBUG_LOG_H
#define OXCART_KERNEL_DEBUG_LOG_H

#include "kernel/memory/arena.h"
#include "platform/platform.h"

#define OX_LOG_LINE 160

/* Finds the name of an id, `length` bytes without a zero at the end; NULL when the name is not known. */
typedef const char *ox_log_lookup(const void *context, uint32_t id, uint32_t *length);

typedef struct ox_log {
    plat *platform; /* NULL: lines go to the ring alone */
    char *ring;     /* `lines` rows of `width` bytes, or NULL */
    uint32_t lines; /* power of two */
    uint32_t width;
    uint32_t written;       /* lines since the start; the newest lies in row (written - 1) mod lines */
    uint32_t counts[3];     /* by plat_log_level */
    plat_log_level level;   /* lines above this level are left out: PLAT_LOG_INFO shows all */
    ox_log_lookup *name_of; /* NULL: ids stay numbers */
    const void *names;      /* context of name_of */
} ox_log;

/* Begins a log that keeps the last `lines` lines (a power of two), each cut to width - 1 characters, in `arena`'s low
 * end. Without room for the ring the log works and keeps no lines, and the result is false. */
FX_MUST_CHECK bool ox_log_init(ox_log *log, plat *platform, ox_arena *arena, uint32_t lines, uint32_t width);

/* Writes one line. log may be NULL: nothing happens. */
void ox_log_write(ox_log *log, plat_log_level level, const char *format, ...);

/* Writes names in the place of ids into a text of at most OX_LOG_LINE bytes with its zero, such as an error's
 * sentence. log may be NULL: nothing happens. */
void ox_log_name_ids(const ox_log *log, char *text, size_t size);

/* The line written `age` lines ago, 0 = the newest; NULL when the ring no longer (or not yet) has the line. */
const char *ox_log_recent(const ox_log *log, uint32_t age);

#endif
