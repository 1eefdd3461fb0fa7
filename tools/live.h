/* What changes while a game runs is built beside it and put into it when it is whole (kernel/resource/live.h).
 *
 *     live l;
 *     live_begin(&l, rebuild, "mygame");
 *     l.base = image;                                                the image that was booted
 *     ... after each frame: if (live_frame(&l, now, console, &next)) the game has to begin anew, with `next`
 *     live_end(&l);                                                  after the console is closed
 *
 * Building runs in a thread of its own, and the game goes on with what it has, however long that takes.
 * A change of a file that comes meanwhile is built next. */
#ifndef OXCART_TOOLS_LIVE_H
#define OXCART_TOOLS_LIVE_H

#include "tools/play.h"

struct live_build;

typedef struct live {
    const play_rebuild *rebuild; /* NULL: nothing is followed */
    const char *name;            /* for people */
    rom_image base;              /* that was booted */
    writer pushed;               /* the overlay that is in the console */
    uint64_t asked;              /* microseconds: when files were looked at last */
    struct live_build *under_way;
} live;

void live_begin(live *l, const play_rebuild *rebuild, const char *name);

/* Looks for changes four times a second, begins to build them, and pushes what has been built. True when the game has to begin anew:
 * then *next has the image (writer_free). `now` in microseconds. A few instructions, unless something was built: pushing it takes
 * about a millisecond. */
bool live_frame(live *l, uint64_t now, ox_console *console, writer *next);

/* Waits for what is under way, and throws it away. */
void live_end(live *l);

#endif
