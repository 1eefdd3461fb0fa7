/* The log: every line goes to the port, and the last few stay in memory for crash reports and the screen.
 *
 *     ox_log_write(log, PLAT_LOG_WARNING, "mesh #%08x is missing: a box stands in", (unsigned)id);
 *
 * NAMES. A text that has an id alone has it as "#%08x": `#` and eight small digits. The log writes the name of the id
 * in its place where an image of the game has the name, without the name's first word where this word stands before
 * it: "mesh #a1b2c3d4" becomes "mesh crate" by the name "mesh/crate". Images of releases have no names, and the
 * number stays.
 *
 * CHANNELS. A line belongs to the module that is at work when the line is written, by the module's name, or to nobody: the
 * console. A channel can be silenced while the game runs. Repeats: where ox_log_frame is called, a warning or an error that comes
 * again within OX_LOG_AGAIN frames is counted instead of written, and the count is told when that time is over. Small machines
 * have neither (kernel/debug/profiled.h): they write every line, and nobody's name.
 *
 * Directives are those of format.h. A line holds at most OX_LOG_LINE - 1 characters; longer ones end in
 * "...", and so do lines in the ring that are longer than its width. */
#ifndef OXCART_KERNEL_DEBUG_LOG_H
#define OXCART_KERNEL_DEBUG_LOG_H

#include "kernel/debug/profiled.h"
#include "kernel/memory/arena.h"
#include "platform/platform.h"

#define OX_LOG_LINE 160

/* Finds the name of an id, `length` bytes without a zero at the end; NULL when the name is not known. */
typedef const char *ox_log_lookup(const void *context, uint32_t id, uint32_t *length);

enum { OX_LOG_AGAIN = 60, OX_LOG_REPEATS = 4, OX_LOG_SILENT = 4, OX_LOG_CHANNEL = 16 };

/* A line that may come again. */
typedef struct ox_log_repeat {
    uint32_t hash, until; /* of the whole line; the frame at which its count is told. until 0: free */
    uint32_t more;        /* times that the line came and was not written */
    plat_log_level level;
    char text[40]; /* the beginning of the line */
} ox_log_repeat;

/* What a row of the ring is about. */
typedef struct ox_log_note {
    const char *channel; /* NULL: the console */
    uint32_t frame;
    plat_log_level level;
} ox_log_note;

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
#if OX_PROFILED
    ox_log_note *notes;  /* `lines` rows beside those of the ring, or NULL */
    const char *channel; /* who is at work; set by the console */
    uint32_t frame;      /* 0: ox_log_frame was never called, and repeated lines are written */
    ox_log_repeat repeats[OX_LOG_REPEATS];
    char silent[OX_LOG_SILENT][OX_LOG_CHANNEL]; /* names of silenced channels; empty: free */
#endif
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

#if OX_PROFILED
/* What that line is about; NULL as above. */
const ox_log_note *ox_log_note_of(const ox_log *log, uint32_t age);

/* Begins the next frame: tells how often lines came again whose time is over. */
void ox_log_frame(ox_log *log);

/* Silences the channel of a name, or lets it speak again. False when OX_LOG_SILENT channels are silent, or the name is too
 * long. */
FX_MUST_CHECK bool ox_log_silence(ox_log *log, const char *channel, bool silent);

/* Says who is at work; NULL: nobody. */
static inline void ox_log_enter(ox_log *log, const char *channel) { log->channel = channel; }
#else
static inline const ox_log_note *ox_log_note_of(const ox_log *log, uint32_t age) {
    return (void)log, (void)age, NULL;
}
static inline void ox_log_frame(ox_log *log) { (void)log; }
static inline bool ox_log_silence(ox_log *log, const char *channel, bool silent) {
    return (void)log, (void)channel, !silent;
}
static inline void ox_log_enter(ox_log *log, const char *channel) { (void)log, (void)channel; }
#endif

#endif
