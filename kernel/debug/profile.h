/* A profile: how long the parts of a program take, as a tree of named pieces of code inside one another, frame by frame.
 *
 *     ox_profile_init(&profile, clock, context);
 *     each frame:  ox_profile_begin(&profile, "update");
 *                  ox_profile_begin(&profile, "bodies"); ... ox_profile_end(&profile, "bodies");
 *                  ox_profile_end(&profile, "update");
 *                  ox_profile_frame(&profile, microseconds);
 *     ox_profile_report(&profile, write, context);              "  1.0   0.9   1.1    1   bodies"
 *
 *     void think(ox_profile *p) { OX_PROFILE_SCOPE(p, "think"); ... }         ends by itself, wherever the function is left (gcc, clang)
 *
 * A NAME is a literal of at most 256 characters and stays. A piece is known by its name and the piece around it, so one name in two places gives two rows of the tree, and one of the flat
 * view. A piece may not stand within itself. INCLUSIVE time is all between begin and end, EXCLUSIVE time is what is left of it without the pieces directly inside. Shares are of the frame,
 * in tenths of a percent; the exclusive shares of a frame whose code is all inside of pieces add up to 1000. The clock's values may wrap at 2^32; one frame takes less than 2^31 of them.
 *
 * HISTORY. Each name has an average, a least and a greatest share. They drift: a part of the way (8/10 of the seconds since the last frame) leads to what is measured, so that a peak stays in
 * sight for a while and is forgotten then.
 *
 * ROOM is fixed: 96 pieces and as many names, or what OX_PROFILE_SAMPLES says. A piece more is counted in `lost` and left out with what stands in it. An end without its
 * begin, or a begin without its end at the end of the frame, asserts and is counted in `unmatched`.
 *
 * ON AND OFF. `is_on` false: begin and end are one comparison. NULL as the profile does nothing. COST: a pair takes about 40 instructions beside twice the clock; ox_profile_cost measures it.
 * Small functions that run hundreds of times in a frame show the price of the measuring more than their own.
 *
 * COUNTERS stand beside the pieces. Code adds to one (ox_profile_count), or a number that the program keeps anyway is looked at when a frame ends:
 *
 *     ox_profile_watch(host->options->profile, "packets sent", &game->transport.sent, true);          true: it only grows, and what it grows by counts
 *
 * (Steve Rabin, "Real-Time In-Game Profiling", Game Programming Gems 1, 1.14; GEA 9.8.) */
#ifndef OXCART_KERNEL_DEBUG_PROFILE_H
#define OXCART_KERNEL_DEBUG_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixedmath/types.h"
#include "kernel/debug/profiled.h"

#ifndef OX_PROFILE_SAMPLES
#define OX_PROFILE_SAMPLES 96
#endif

enum {
    OX_PROFILE_DEPTH = 24,
    OX_PROFILE_COUNTERS = 96,
    OX_PROFILE_NAME = 256, /* letters that count */
    OX_PROFILE_NONE = 0xFFFF
};

typedef uint32_t ox_profile_clock(void *context);

/* A share as it drifts: Q16.16 percent. */
typedef struct ox_profile_history {
    const char *name;
    int32_t average, least, most;
} ox_profile_history;

/* A piece of code, as of the last whole frame. */
typedef struct ox_profile_sample {
    const char *name;
    uint16_t parent; /* number of a sample; OX_PROFILE_NONE */
    uint16_t depth;
    uint16_t history;
    bool is_open;
    uint32_t since;                             /* clock */
    uint32_t calls_now, time_now, children_now; /* of the frame under way */
    uint32_t calls, inclusive, exclusive, share;
    uint64_t total, total_exclusive; /* of all frames */
    uint32_t total_calls;
} ox_profile_sample;

/* A number that is counted: set or added to in a frame, 0 at the next frame's begin. */
typedef struct ox_profile_counter {
    const char *name;
    const uint32_t *at; /* the number that is looked at; NULL: it is only added to */
    uint32_t before;    /* what it was at the end of the last frame */
    bool grows;
    uint32_t now, last, most;
    uint64_t total;
} ox_profile_counter;

/* Hears at each begin and end of a piece whose code ran up to now: the innermost piece that is open, "" outside of all. */
typedef void ox_profile_edge(void *context, const char *name);

typedef struct ox_profile {
    ox_profile_clock *clock;
    void *context;
    ox_profile_edge *edge; /* or NULL; set after ox_profile_init */
    void *edge_context;
    bool is_on;
    uint16_t count, history_count, counter_count, depth, skipped; /* skipped: pieces open beyond the room */
    uint16_t open[OX_PROFILE_DEPTH];
    uint32_t frame_since, ticks; /* ticks: of the last frame */
    uint32_t frames;
    uint64_t total; /* ticks of all frames */
    uint32_t lost, unmatched;
    ox_profile_sample samples[OX_PROFILE_SAMPLES];
    ox_profile_history history[OX_PROFILE_SAMPLES];
    ox_profile_counter counters[OX_PROFILE_COUNTERS];
} ox_profile;

/* Begins an empty profile that is on. */
void ox_profile_init(ox_profile *p, ox_profile_clock *clock, void *context);

void ox_profile_begin(ox_profile *p, const char *name);
void ox_profile_end(ox_profile *p, const char *name);

/* Ends a frame that took so many microseconds: what was measured is there now, and the next frame begins. */
void ox_profile_frame(ox_profile *p, uint32_t microseconds);

/* Ends every open piece but the outermost `depth` ones, then begins another unless it is NULL: for code that goes from part to part, or was left by a way of its own. */
void ox_profile_switch(ox_profile *p, uint32_t depth, const char *name);

/* Ends a piece with all that is open within it. */
void ox_profile_end_with(ox_profile *p, const char *name);

/* Adds to a counter. Beyond OX_PROFILE_COUNTERS names it is lost, and counted in `lost`. */
void ox_profile_count(ox_profile *p, const char *name, uint32_t value);
const ox_profile_counter *ox_profile_counter_of(const ox_profile *p, const char *name); /* NULL: none */

/* Looks at a number whenever a frame ends, and adds it to the counter of that name; of one that `grows` what came since the frame before. The number has to stay until
 * the scene ends: then the console forgets all of them, so modules name theirs when a scene begins. A second number of one name takes the place of the first. */
void ox_profile_watch(ox_profile *p, const char *name, const uint32_t *at, bool grows);
void ox_profile_forget(ox_profile *p);

/* What is known of a name: average, least and greatest share, in Q16.16 percent; all 0 for a name that was never measured. */
ox_profile_history ox_profile_of(const ox_profile *p, const char *name);

/* A part of the way from `before` to `now`, rounded to nearest; Q16.16 and Q16 of the way. */
int32_t ox_profile_drift(int32_t before, int32_t now, uint32_t ratio);
uint32_t ox_profile_ratio(uint32_t microseconds);

/* The samples in the order of the tree: 0 gives the first one, then the last result; OX_PROFILE_NONE at the end. Pieces that no frame has called since the last ones come, too, with calls 0:
 * what stands with 0 was not called, and what stands with more than it should was called too often. */
uint32_t ox_profile_first(const ox_profile *p);
uint32_t ox_profile_next(const ox_profile *p, uint32_t sample);

/* A line of text without its end. */
typedef void ox_profile_line(void *context, const char *line);

/* The last frame as a table: a heading, a rule and a line for each piece that was called, indented once for each piece around it. */
void ox_profile_report(const ox_profile *p, ox_profile_line *write, void *context);

/* The same by name alone: the pieces of one name are one row. Figures are of the last frame. */
typedef struct ox_profile_flat {
    const char *name;
    uint32_t calls, inclusive, exclusive, share;
} ox_profile_flat;
uint32_t ox_profile_flatten(const ox_profile *p, ox_profile_flat rows[OX_PROFILE_SAMPLES]);

/* All frames as folded stacks, as flame graphs are made of: "frame;draw;record 1234", exclusive ticks. */
void ox_profile_fold(const ox_profile *p, ox_profile_line *write, void *context);

/* A line of CSV for each piece of the last frame: frame,path,calls,inclusive,exclusive. Counters follow as frame,#name,value,0,0. */
void ox_profile_csv(const ox_profile *p, uint32_t frame, ox_profile_line *write, void *context);

/* Clock ticks that a pair of begin and end takes, in 1/16, measured over 64 pairs; the profile is as before. */
uint32_t ox_profile_cost(const ox_profile *p);

/* ---- pieces that end by themselves ---- */

typedef struct ox_profile_scope {
    ox_profile *profile;
    const char *name;
} ox_profile_scope;
static inline ox_profile_scope ox_profile_enter(ox_profile *p, const char *name) {
    if (p != NULL && p->is_on) ox_profile_begin(p, name);
    return (ox_profile_scope){p != NULL && p->is_on ? p : NULL, name};
}
static inline void ox_profile_leave(const ox_profile_scope *scope) {
    if (scope->profile != NULL) ox_profile_end(scope->profile, scope->name);
}
#if OX_PROFILED
#define OX_PROFILE_SCOPE(profile, name)                                                                      \
    const ox_profile_scope ox_scope_here __attribute__((cleanup(ox_profile_leave), unused)) =                \
        ox_profile_enter(profile, name)
#else
#define OX_PROFILE_SCOPE(profile, name) (void)0
#endif

#endif
