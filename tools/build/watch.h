/* Watches a cart: tells when one of the files that it was made of changed, and builds it again, only what
 * hangs on the change.
 *
 *     watch w;
 *     if (!watch_open(&w, "mygame", &options)) ...
 *     if (!watch_build(&w, &image, &error)) ...            the first image
 *     live_rebuild rebuild = watch_rebuild(&w);            and all later ones, for play_image
 *     watch_close(&w);
 *
 * A watch follows the files that the last builds read or looked for: cart.txt, sidecars, searched folders, every
 * asset and what assets name, also files that were missing. Files are looked at (size and time of their last
 * change), which every system can; whether they really changed is found out by their contents when the build
 * looks for its results.
 *
 * HALF WRITTEN FILES. Many programs write a file piece by piece in its place. A change therefore counts once all files stand still from one
 * look to the next. A file that was put in its place whole, by renaming another, counts at once where the system tells it apart: it is another
 * file, and its entry in the system changed after its bytes did. A file that is written without end is built every
 * WATCH_LOOKS_MOST looks. A build that fails while files change under it tells nothing: the next build does. */
#ifndef OXCART_TOOLS_BUILD_WATCH_H
#define OXCART_TOOLS_BUILD_WATCH_H

#include <stdatomic.h>

#include "tools/build/live.h"
#include "tools/build/project.h"
#include "tools/import/base/intern.h"

typedef struct watched_file {
    const char *path;
    int64_t seconds, nanoseconds, bytes; /* bytes: -1 when it is not there */
    uint64_t file;                       /* its number in the system */
    uint64_t names;                      /* of a folder: a hash of the names in it */
    const char *but; /* the name left out of `names`, which a build writes itself; NULL: none */
} watched_file;

typedef enum watch_sight {
    WATCH_SAME,
    WATCH_WHOLE,  /* another file was put in its place */
    WATCH_WRITTEN /* perhaps not written to its end yet */
} watch_sight;

enum { WATCH_LOOKS_MOST = 20 };

/* Changes that were seen, look by look, and are not built yet. All zero at first. */
typedef struct watch_news {
    bool any, endless; /* endless: the last news were told although files did not stand still */
    uint32_t looks;    /* looks for which files did not stand still */
} watch_news;

typedef struct watch {
    project p; /* p.output, p.cache and p.jobs may be set before the first build */
    char folder[CART_PATH_MAX];
    char temporary
        [CART_PATH_MAX]; /* store of a watch without an output and a cache; it goes when the watch, or this process, ends */
    atomic_bool stopped; /* packing is to end: nobody waits for it */
    int keeper;          /* the end of a pipe to the process that removes the store; -1: no such process */
    long keeper_process;
    watched_file *files;
    uint32_t count, room;
    import_name_table paths; /* of the files, in their order */
    watch_news news;
    int64_t began[2];           /* the last build, in seconds and nanoseconds */
    bool overtaken;             /* the last build failed, and files changed under it: its messages are old */
    uint32_t *told, told_count; /* checksums of the warnings and notes that the build before has told */
} watch;

/* False when the path of the folder is too long. */
bool watch_open(watch *w, const char *folder, const pack_options *options);

/* Builds a whole image (writer_free); false after a sentence, with nothing in *image. */
bool watch_build(watch *w, writer *image, tool_error *error);

/* Whether files changed since the last build began, or since the last answer that they did, and stand still
 * since the last call. Called ten times a second. About a microsecond a file. */
bool watch_changed(watch *w);

/* Tells what the last build left in `said`, unless that build was overtaken or stopped. Warnings and notes that
 * the build before had, too, are left out. Messages reported to `said` later are told at once. */
void watch_tell(watch *w, tool_report *said);

/* Counts messages that a build has told by itself as told. */
void watch_was_told(watch *w, const tool_report *said);

/* Looks at one file and compares it with `file`, which then holds what the look saw. */
watch_sight watch_look(watched_file *file);

/* Takes in what one look saw of all files. True when there are changes now that are to be built. */
bool watch_settle(watch_news *news, watch_sight sight);

/* Ends a build of another thread as soon as it may: that build and all later ones fail. No message tells of it.
 * May be called by handlers of signals. */
void watch_stop(watch *w);

/* The functions of a watch as play_image wants them. The watch must stay where it is. */
live_rebuild watch_rebuild(watch *w);

void watch_close(watch *w);

#endif
