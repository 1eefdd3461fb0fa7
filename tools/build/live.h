/* Changes made while a game runs are built beside it and put into the game when they are whole
 * (kernel/resource/live.h).
 *
 *     live l;
 *     live_begin(&l, rebuild, "mygame");
 *     l.base = image;                                                the image that was booted
 *     ... after each frame: if (live_frame(&l, now, console, &next)) the game has to begin anew, with `next`
 *     bool all = live_end(&l);                                       after the console is closed
 *
 * Building runs in a thread of its own, and the game goes on with what it has, however long that takes.
 * A change of a file that comes meanwhile is built next. Nobody who quits waits for a build: the build is asked to
 * stop, and when it does not stop soon, the process ends while the build is under way. Files and stores of results bear
 * that, since they are written whole or not at all.
 *
 * A build is refused with a sentence while `held` gives one, as it does while a recording is written or played: the steps behind it would not come again. What is
 * taken then all the same stands in the recording that is written. */
#ifndef OXCART_TOOLS_BUILD_LIVE_H
#define OXCART_TOOLS_BUILD_LIVE_H

#include "kernel/console/console.h"
#include "tools/base/error.h"
#include "tools/base/known.h"
#include "tools/base/writer.h"

/* The source of rebuilt images while a game runs. */
typedef struct live_rebuild {
    bool (*changed)(
        void *context); /* whether sources changed since it was asked last; cheap: ten times a second */
    bool (*build)(
        void *context, writer *image,
        tool_error
            *error); /* a whole image, or an overlay over what plays; nothing in *image on failure, which it
                                         tells itself */
    /* Asks a build that is under way, from another thread, to end as soon as it may, with false and without a
     * sentence; no other build begins then. NULL: builds are short. */
    void (*stop)(void *context);
    void (*told)(
        void *context,
        const char *
            refusal); /* what became of a build: NULL, the game has it, or begins anew with it; may be NULL itself */
    void *context;
} live_rebuild;

/* ---- a build beside everything else ---- */

typedef struct live_build live_build;

/* Begins to build, in a thread of its own; NULL without memory. The context of `rebuild` must stay. */
live_build *live_build_begin(const live_rebuild *rebuild);
bool live_build_is_done(const live_build *b);

/* Waits for a build and frees it; *image is its result (writer_free). False when the build failed. */
bool live_build_end(live_build *b, writer *image);

/* Asks a build to stop and throws it away. False when the build did not stop within LIVE_PATIENCE: then it goes
 * on until the process ends, and `rebuild->context` must stay. */
bool live_build_stop(live_build *b);

enum { LIVE_PATIENCE = 200000 /* microseconds */ };

/* ---- a game ---- */

typedef struct live {
    const live_rebuild *rebuild;     /* NULL: nothing is followed */
    const char *name;                /* for people */
    rom_image base;                  /* the image that was booted */
    const ox_module *const *modules; /* what the game was booted with; another list begins it anew */
    const struct ox_cart *game;
    uint32_t plays; /* checksum of the image that plays, with what was pushed */
    writer pushed;  /* the overlay that is in the console */
    uint64_t asked; /* microseconds: when files were looked at last */
    live_build *under_way;
    const char *(*held)(
        const ox_console
            *console); /* why files that changed are left alone; NULL, or gives it: they are not */
} live;

void live_begin(live *l, const live_rebuild *rebuild, const char *name);

/* Looks for changes ten times a second, begins to build them, and pushes finished builds. True when the game has
 * to begin anew: then *next has the image (writer_free). `now` in microseconds. Takes a few instructions;
 * pushing a build takes about a millisecond. */
bool live_frame(live *l, uint64_t now, ox_console *console, writer *next);

/* The same while no game plays, since its C crashed: true as soon as there is another version, in *next. */
bool live_wait(live *l, uint64_t now, writer *next);

/* Whether the cart's C is another one than that which the game was booted with. */
bool live_code_changed(const live *l);

/* Stops a build that is under way. False as of live_build_stop. */
bool live_end(live *l);

#endif
