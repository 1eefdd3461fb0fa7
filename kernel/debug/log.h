/* The log: every line goes to the port, and the last few stay in memory for crash reports and the screen.
 *
 *     ox_log_write(log, PLAT_LOG_WARNING, "mesh #%08x is missing: a box stands in", (unsigned)id);
 *
 * NAMES. A text that has an id alone has it as "#%08x": `#` and eight small digits. The log writes the name of the id
 * in its place where an image of the game has the name, without the name's first word where this word stands before
 * it: "mesh #a1b2c3d4" becomes "mesh crate" by the name "mesh/crate". Images of releases have no names, and the
 * number stays.
 *
 * LEVELS, the gravest first: error, warning, info, detail, trace. A line is written where its level is at most that of its channel, else of the
 * log, which begins with info. What is fatal is a report (report.h) and ends the game. Details and traces are for ox_log_write only through
 * OX_LOG: a build leaves them out, words and all, above OX_LOG_MOST, which is OX_LOG_TRACE, and info in builds with OX_RETAIL.
 *
 * CHANNELS. A line belongs to the module that is at work when the line is written, by the module's name, or to nobody: the
 * console. What a script writes belongs to the channel of its first word where a colon follows: log("ai: lost him") to `ai`; log("error: no door"),
 * log("warning: ...") and log("detail: ...") have that level. A channel can be silenced, or have a level of its own, while the game runs.
 *
 * SINKS. Each line goes to the port and into the ring; a record of a program may take lines, too (ox_log_sink), all or those of one channel. A
 * sink that fails is taken out, with a line that says so; nobody waits for it.
 *
 * Repeats: where ox_log_frame is called, a warning or an error that comes
 * again within OX_LOG_AGAIN frames is counted instead of written, and the count is told when that time is over. Small machines
 * have neither (kernel/debug/profiled.h): they write every line, and nobody's name.
 *
 * Directives are those of format.h. A line holds at most OX_LOG_LINE - 1 characters; longer ones end in
 * "...", and so do lines in the ring that are longer than its width. */
#ifndef OXCART_KERNEL_DEBUG_LOG_H
#define OXCART_KERNEL_DEBUG_LOG_H

#include <stdarg.h>

#include "kernel/debug/profiled.h"
#include "kernel/memory/arena.h"
#include "platform/platform.h"

#define OX_LOG_LINE 160

/* Finds the name of an id, `length` bytes without a zero at the end; NULL when the name is not known. */
typedef const char *ox_log_lookup(const void *context, uint32_t id, uint32_t *length);

enum { OX_LOG_AGAIN = 60, OX_LOG_REPEATS = 4, OX_LOG_CHANNELS = 16, OX_LOG_CHANNEL = 16 };

/* Levels beyond those of the port, to which lines of these are info. */
#define OX_LOG_DETAIL ((plat_log_level)3)
#define OX_LOG_TRACE ((plat_log_level)4)
enum { OX_LOG_LEVELS = 5 };
#ifndef OX_LOG_MOST
#ifdef OX_RETAIL
#define OX_LOG_MOST PLAT_LOG_INFO
#else
#define OX_LOG_MOST OX_LOG_TRACE
#endif
#endif

/* ox_log_write, which is no code at all where the level is above OX_LOG_MOST. `level` is a constant. */
#define OX_LOG(log, level, ...)                                                                              \
    do {                                                                                                     \
        if ((int)(level) <= (int)(OX_LOG_MOST)) ox_log_write(log, level, __VA_ARGS__);                       \
    } while (0)

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

/* Takes lines beside the port; the record is the caller's. write: false ends it. */
typedef struct ox_log_sink {
    bool (*write)(void *context, const ox_log_note *note, const char *line);
    void *context;
    const char *channel; /* whose lines; NULL: all */
    struct ox_log_sink *next;
} ox_log_sink;

/* A channel of which something is known: its level, or that a script named it. */
typedef struct ox_log_channel {
    char name[OX_LOG_CHANNEL]; /* empty: free */
    int8_t level;              /* OX_LOG_AS_ALL; OX_LOG_SILENT; else a level */
} ox_log_channel;
enum { OX_LOG_AS_ALL = -2, OX_LOG_SILENT = -1 };

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
    ox_log_channel channels[OX_LOG_CHANNELS];
    ox_log_sink *sinks;
#endif
} ox_log;

/* Begins a log that keeps the last `lines` lines (a power of two), each cut to width - 1 characters, in `arena`'s low
 * end. Without room for the ring the log works and keeps no lines, and the result is false. */
FX_MUST_CHECK bool ox_log_init(ox_log *log, plat *platform, ox_arena *arena, uint32_t lines, uint32_t width);

/* Writes one line. log may be NULL: nothing happens. Returns the letters that were written, at most OX_LOG_LINE - 1; 0 where the line was left
 * out. ox_log_write_list is for functions of one's own that take a format. */
size_t ox_log_write(ox_log *log, plat_log_level level, const char *format, ...);
size_t ox_log_write_list(ox_log *log, plat_log_level level, const char *format, va_list arguments);

/* Writes names in the place of ids into a text of at most OX_LOG_LINE bytes with its zero, such as an error's
 * sentence. log may be NULL: nothing happens. */
void ox_log_name_ids(const ox_log *log, char *text, size_t size);

/* The line written `age` lines ago, 0 = the newest; NULL when the ring no longer (or not yet) has the line. */
const char *ox_log_recent(const ox_log *log, uint32_t age);

/* The level of a name ("detail"), -1: none; the name of a level. */
int ox_log_level_of(const char *name);
const char *ox_log_level_name(plat_log_level level);

#if OX_PROFILED
/* What that line is about; NULL as above. */
const ox_log_note *ox_log_note_of(const ox_log *log, uint32_t age);

/* Begins the next frame: tells how often lines came again whose time is over. */
void ox_log_frame(ox_log *log);

/* Gives the channel of a name a level of its own: OX_LOG_SILENT to OX_LOG_TRACE, or OX_LOG_AS_ALL. False when OX_LOG_CHANNELS channels have one or are scripts', or
 * the name is empty or too long. */
FX_MUST_CHECK bool ox_log_set_level(ox_log *log, const char *channel, int level);

/* Adds a sink, or takes it out. */
void ox_log_add_sink(ox_log *log, ox_log_sink *sink);
void ox_log_remove_sink(ox_log *log, const ox_log_sink *sink);

/* Enters the channel of a script's line, and gives the level of the line: see CHANNELS above. What was at work before comes back by ox_log_enter. */
plat_log_level ox_log_enter_line(ox_log *log, const char *line);

/* Says who is at work; NULL: nobody. */
static inline void ox_log_enter(ox_log *log, const char *channel) { log->channel = channel; }
#else
static inline const ox_log_note *ox_log_note_of(const ox_log *log, uint32_t age) {
    return (void)log, (void)age, NULL;
}
static inline void ox_log_frame(ox_log *log) { (void)log; }
static inline bool ox_log_set_level(ox_log *log, const char *channel, int level) {
    return (void)log, (void)channel, level == OX_LOG_AS_ALL;
}
static inline void ox_log_add_sink(ox_log *log, ox_log_sink *sink) { (void)log, (void)sink; }
static inline void ox_log_remove_sink(ox_log *log, const ox_log_sink *sink) { (void)log, (void)sink; }
static inline plat_log_level ox_log_enter_line(ox_log *log, const char *line) {
    return (void)log, (void)line, PLAT_LOG_INFO;
}
static inline void ox_log_enter(ox_log *log, const char *channel) { (void)log, (void)channel; }
#endif

#endif
