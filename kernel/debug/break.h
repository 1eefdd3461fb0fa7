/* Breaks in C: a game stops where a condition holds, at the n-th visit of a line, or in a step.
 *
 *     ox_break_table *breaks = ox_inspect_breaks(console);                of the inside view; NULL where nobody looks: one comparison
 *     OX_BREAK_IF(breaks, x == 0);                                   at each visit of this line at which x is 0
 *     OX_BREAK_ON_HIT(breaks, 5);                                    at its fifth visit alone
 *     OX_BREAK_AT(breaks, 1000);                                     at its first visit in step 1000, in a replay, too
 *
 * A STOP is a line in the log with file, line, condition and the number of the visit, and the game rests behind the step under way. Where a debugger is attached (`traps`, which the
 * player sets) the program stops in the very line as well, by an instruction of the machine. All else of C (stepping, variables) is the debugger's.
 *
 * SITES are counted in the view's record, by file and line, up to OX_BREAK_SITES; `breaks` of the console lists them with their visits, `breaks reset` counts anew.
 * The n-th block of memory that is taken stops by kernel/memory/tag.h. Builds with OX_RETAIL, and small machines, have nothing of this, the conditions not even read. */
#ifndef OXCART_KERNEL_DEBUG_BREAK_H
#define OXCART_KERNEL_DEBUG_BREAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/debug/profiled.h"

enum { OX_BREAK_SITES = 16 };

/* A line with a break. */
typedef struct ox_break_site {
    const char *file, *what; /* the condition in letters */
    int line;
    uint32_t visits, stops;
    uint32_t stopped_tick; /* the last stop */
} ox_break_site;

typedef struct ox_break_table {
    ox_break_site sites[OX_BREAK_SITES];
    uint32_t count, lost;                                   /* lost: visits of lines beyond the room */
    uint32_t tick;                                          /* of the step under way; the view's */
    bool traps;                                             /* a debugger is attached */
    void (*stop)(void *context, const ox_break_site *site); /* or NULL */
    void *context;
} ox_break_table;

/* Counts a visit; at a stop tells it. Whether the program is to stop in this line. `hit` 0: at each visit at which `holds`; `tick` 0: in any step. */
typedef struct ox_break_here {
    const char *file, *what;
    int line;
    uint32_t hit, tick;
} ox_break_here;
bool ox_break(ox_break_table *breaks, const ox_break_here *here, bool holds);

/* Counts anew. */
void ox_break_reset(ox_break_table *breaks);

#if OX_PROFILED
#if defined(__i386__) || defined(__x86_64__)
#define OX_BREAK_TRAP() __asm__ volatile("int3")
#elif defined(__GNUC__) && !defined(__wasm__)
#define OX_BREAK_TRAP() __builtin_trap()
#else
#define OX_BREAK_TRAP() (void)0
#endif
#define OX_BREAK_BY(breaks, text, hit_, tick_, holds)                                                        \
    do {                                                                                                     \
        ox_break_table *const ox_break_where = (breaks);                                                     \
        if (ox_break_where != NULL &&                                                                        \
            ox_break(ox_break_where, &(const ox_break_here){__FILE__, text, __LINE__, hit_, tick_}, holds))  \
            OX_BREAK_TRAP();                                                                                 \
    } while (0)
#else
#define OX_BREAK_BY(breaks, text, hit_, tick_, holds) (void)0
#endif
#define OX_BREAK_IF(breaks, condition) OX_BREAK_BY(breaks, #condition, 0, 0, condition)
#define OX_BREAK_ON_HIT(breaks, n) OX_BREAK_BY(breaks, "hit " #n, n, 0, true)
#define OX_BREAK_AT(breaks, step) OX_BREAK_BY(breaks, "step " #step, 0, step, true)

/* The breaks of the inside view; NULL where nobody looks. */
struct ox_console;
ox_break_table *ox_inspect_breaks(const struct ox_console *console);

#endif
