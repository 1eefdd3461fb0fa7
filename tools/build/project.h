/* A cart on its way into one output file: where results are kept, whether anything changed, what is told.
 *
 *     project p = {.folder = "mygame", .output = "mygame.rom", .jobs = 0};
 *     if (!project_pack(&p, &image, &error)) ...
 *
 * Beside the output lies a folder `.oxcart` with the store of results (tools/step/store.h) and, for each output,
 * the state of its last build. It may be removed at any time. `cache` (or OXCART_CACHE in the environment)
 * names another store, which several carts and people may share. */
#ifndef OXCART_TOOLS_BUILD_PROJECT_H
#define OXCART_TOOLS_BUILD_PROJECT_H

#include "tools/pack/pack.h"

typedef struct project {
    const char *folder,
        *output;       /* output: NULL when the image stays in memory; then only `cache` keeps results */
    const char *cache; /* NULL: that of OXCART_CACHE, or the folder beside the output */
    bool no_cache;
    int jobs;             /* 0: one for each processor */
    const char *options;  /* further settings that the image depends on, as text */
    pack_options packing; /* said, progress, names, languages, region, limits, only */
    void (*why)(void *argument, const char *text);
    const atomic_bool
        *stop; /* once true, packing fails as soon as it may (tools/step/step.h); NULL: it is never stopped */
    const char *base; /* another input: the image that an overlay is made over; NULL */
    /* ---- results ---- */
    pack_report report;
    build_sums sums;
    builder *b; /* open until project_close */
    char state[CART_PATH_MAX + 64];
    char store[CART_PATH_MAX + 64];
} project;

/* Opens the builder. True and *said (malloc'd) when nothing changed since the last time: then nothing is to be
 * built. */
bool project_unchanged(project *p, char **said, tool_error *error);

/* Packs (pack_folder). */
bool project_pack(project *p, writer *image, tool_error *error);

/* Writes the output and remembers the build; `said` is what project_unchanged gives the next time. */
bool project_write(project *p, const writer *image, const char *said, tool_error *error);

/* Writes rules for make: the output depends on every file that was read. False after a sentence. */
bool project_write_rules(const project *p, const char *path, tool_error *error);

/* Writes rules for make with a target for every asset and one for the image. An asset's target runs its step
 * alone and keeps the result in the store (project_make_asset); the image's target packs. `command` is how the
 * image is packed, without the program: "pack mygame -o mygame.rom". False after a sentence. */
bool project_write_targets(const project *p, const char *command, const char *path, tool_error *error);

/* Compiles one asset (mesh/crate) into the store and touches its target, FOLDER/.oxcart/OUTPUT.made/mesh/crate,
 * which holds the digest of the result. Nothing is written when it fails. */
bool project_make_asset(project *p, const char *name, tool_error *error);

/* Removes an output and the state of its build; and the store beside it, when that holds no other state. False after a
 * sentence. */
bool project_clean(const char *output, tool_error *error);

void project_close(project *p);

/* The places of the store and the state of an output: FOLDER/.oxcart and FOLDER/.oxcart/NAME.state. False for
 * outputs that are no ordinary files, and paths that are too long. */
bool project_places(const char *output, char *store_path, char *state_path, size_t room);

#endif
