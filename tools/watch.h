/* Watches a cart: tells when one of the files that it was made of changed, and builds it again, only what
 * hangs on the change.
 *
 *     watch w;
 *     if (!watch_open(&w, "mygame", &options)) ...
 *     if (!watch_build(&w, &image, &error)) ...            the first image
 *     play_rebuild rebuild = watch_rebuild(&w);            and all later ones, for play_image
 *     watch_close(&w);
 *
 * What is watched is what the last builds read or looked for: cart.txt, sidecars, searched folders, every
 * asset and what assets name, also files that were missing. Files are looked at (size and time of their last
 * change), which every system can; whether they really changed is found out by their contents when the build
 * looks for its results. */
#ifndef OXCART_TOOLS_WATCH_H
#define OXCART_TOOLS_WATCH_H

#include <stdatomic.h>

#include "tools/play.h"
#include "tools/project.h"

typedef struct watched_file {
    char *path;
    int64_t seconds, nanoseconds, bytes; /* bytes: -1 when it is not there */
} watched_file;

typedef struct watch {
    project p; /* p.output, p.cache and p.jobs may be set before the first build */
    char folder[CART_PATH_MAX];
    char temporary[CART_PATH_MAX]; /* store of a watch without an output and a cache; it goes when the watch, or this process, ends */
    atomic_bool stopped;           /* packing is to end: nobody waits for it */
    int keeper;                    /* the end of a pipe to the process that removes it; -1: there is none */
    long keeper_process;
    watched_file *files;
    uint32_t count, room;
} watch;

/* False when the path of the folder is too long. */
bool watch_open(watch *w, const char *folder, const pack_options *options);

/* A whole image (writer_free); false after a sentence, with nothing in *image. */
bool watch_build(watch *w, writer *image, tool_error *error);

/* Whether a file changed since the last build began, or since it was asked last. About a microsecond a file.
 */
bool watch_changed(watch *w);

/* Looks at one file: whether its size or the time of its last change is another than file says, which then says what they are. */
bool watch_look(watched_file *file);

/* Ends a build of another thread as soon as it may: it fails, and so do all later ones. Nothing is told of it. May be called by handlers of signals. */
void watch_stop(watch *w);

/* All as play_image wants them. The watch must stay where it is. */
play_rebuild watch_rebuild(watch *w);

void watch_close(watch *w);

#endif
