/* A store of files by their contents: results of builds and large sources, kept once for all users of the store.
 *
 *     FOLDER/objects/ab/abcdef...      contents, named after their digest, read-only
 *     FOLDER/records/ab/abcdef...      short texts under a key, which say what became of what
 *     FOLDER/tmp/                      files that are being written; one rename puts each into its place
 *
 * Nothing in a store is ever needed: a store that is gone, cannot be written or was damaged costs time only.
 * Several processes may use a store at once, and may be killed at any moment. Contents are checked against their
 * digest whenever they are read; damaged ones are taken out. */
#ifndef OXCART_TOOLS_STEP_STORE_H
#define OXCART_TOOLS_STEP_STORE_H

#include "tools/base/digest.h"
#include "tools/base/error.h"

enum { STORE_PATH_MAX = 1024 };

typedef struct store {
    char folder[STORE_PATH_MAX]; /* "" = no store: nothing is found, nothing is kept */
} store;

/* Makes the folder where it is missing, and removes files that killed processes left in tmp/. False (and a store
 * that keeps nothing) when the folder cannot be written. */
bool store_open(store *s, const char *folder);

/* Keeps contents. False when there is no room, no right or no store: the caller goes on without a store. */
bool store_put(const store *s, const void *data, size_t size, digest *name);

/* Finds contents. *data is malloc'd and followed by a zero byte that does not count. False when the contents are
 * not there, or were damaged (*damaged is set then, and they are taken out; `damaged` may be NULL). */
bool store_get(const store *s, const digest *name, uint8_t **data, size_t *size, bool *damaged);
bool store_has(const store *s, const digest *name);

/* Keep and find a text under a key: a text is kept whole or not at all, and the last one wins. store_recall gives a
 * malloc'd text or NULL.
 */
bool store_record(const store *s, const digest *key, const char *text, size_t size);
char *store_recall(const store *s, const digest *key, size_t *size);

/* ---- files of a working copy ---- */

/* Gives a file's digest and size; the file is read in pieces. False after a sentence. */
bool store_digest_file(const char *path, digest *name, uint64_t *size, tool_error *error);

typedef enum store_way {
    STORE_THERE, /* the file was there with the right contents */
    STORE_HARD_LINK,
    STORE_SYMBOLIC_LINK,
    STORE_COPY
} store_way;

/* Keeps a file's contents: as a hard link where the file system can, else as a copy. */
bool store_put_file(const store *s, const char *path, digest *name, tool_error *error);

/* Makes `path` hold the contents: a link where possible, else a copy. Folders above `path` are made. False
 * after a sentence: the contents are not in the store, are damaged, or the place cannot be written. */
bool store_take_file(const store *s, const digest *name, const char *path, bool copy, store_way *way,
                     tool_error *error);

/* ---- housekeeping ---- */

typedef struct store_sums {
    uint64_t objects, bytes, records, damaged, removed, removed_bytes;
} store_sums;

/* Checks every object against its name; takes damaged objects out. */
bool store_verify(const store *s, store_sums *sums, tool_error *error);

typedef struct store_prune_wishes {
    uint64_t older_than; /* seconds since the last use; 0: of any age, while the store is too large */
    uint64_t most_bytes; /* what may stay; the longest unused objects go first; 0: all old objects go */
    const digest *keep;  /* digests of objects that always stay */
    uint32_t keep_count;
} store_prune_wishes;

/* Takes out objects older than `older_than`, and then the longest unused until `most_bytes` are left. */
bool store_prune(const store *s, const store_prune_wishes *wishes, store_sums *sums, tool_error *error);

/* Removes `PATH.<process>.part` files that processes which are gone have left beside a file. */
void store_tidy(const char *path);

#endif
