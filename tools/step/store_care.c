/* Housekeeping of the store: every object checked, old ones taken out. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "tools/step/store.h"

typedef struct object {
    digest name;
    char path[STORE_PATH_MAX + 160];
    uint64_t bytes;
    int64_t used; /* seconds */
    bool record;
} object;

typedef struct object_list {
    object *items;
    size_t count, room;
} object_list;

static bool add_object(object_list *list, const object *item) {
    if (list->count == list->room) {
        size_t room = list->room * 2 + 64;
        object *grown = realloc(list->items, room * sizeof *grown);
        if (grown == NULL) return false;
        list->items = grown;
        list->room = room;
    }
    list->items[list->count++] = *item;
    return true;
}

/* Lists all files below FOLDER/KIND/xx/. */
static bool gather_files(const store *s, const char *kind, bool records, object_list *list) {
    bool ok = true;
    for (int i = 0; ok && i < 256; i++) {
        char folder[STORE_PATH_MAX + 64];
        snprintf(folder, sizeof folder, "%s/%s/%02x", s->folder, kind, (unsigned)i);
        DIR *listing = opendir(folder);
        if (listing == NULL) continue;
        for (const struct dirent *entry = readdir(listing); ok && entry != NULL; entry = readdir(listing)) {
            object item = {.record = records};
            struct stat status;
            if (strlen(entry->d_name) != 2 * DIGEST_BYTES || !digest_read(entry->d_name, &item.name))
                continue;
            snprintf(item.path, sizeof item.path, "%s/%.64s", folder, entry->d_name);
            if (stat(item.path, &status) != 0) continue;
            item.bytes = (uint64_t)status.st_size;
            item.used = (int64_t)status.st_mtime;
            ok = add_object(list, &item);
        }
        closedir(listing);
    }
    return ok;
}

bool store_verify(const store *s, store_sums *sums, tool_error *error) {
    object_list list = {NULL, 0, 0};
    memset(sums, 0, sizeof *sums);
    bool ok = gather_files(s, "objects", false, &list);
    for (size_t i = 0; ok && i < list.count; i++) {
        digest found;
        uint64_t size;
        if (store_digest_file(list.items[i].path, &found, &size, error) &&
            digest_equal(&found, &list.items[i].name)) {
            sums->objects++;
            sums->bytes += size;
            continue;
        }
        sums->damaged++;
        sums->removed++;
        sums->removed_bytes += list.items[i].bytes;
        remove(list.items[i].path);
    }
    list.count = 0;
    ok = ok && gather_files(s, "records", true, &list);
    sums->records = list.count;
    free(list.items);
    return ok || import_error_memory(error, s->folder);
}

static int by_use(const void *a, const void *b) {
    const object *x = a, *y = b;
    if (x->used != y->used) return x->used < y->used ? -1 : 1;
    return memcmp(x->name.bytes, y->name.bytes, DIGEST_BYTES);
}

static bool is_kept(const store_prune_wishes *wishes, const digest *name) {
    for (uint32_t i = 0; i < wishes->keep_count; i++) {
        if (digest_equal(&wishes->keep[i], name)) return true;
    }
    return false;
}

bool store_prune(const store *s, const store_prune_wishes *wishes, store_sums *sums, tool_error *error) {
    object_list list = {NULL, 0, 0};
    uint64_t total = 0;
    int64_t now = (int64_t)time(NULL);
    memset(sums, 0, sizeof *sums);
    bool ok = gather_files(s, "objects", false, &list) && gather_files(s, "records", true, &list);
    if (list.count > 0) qsort(list.items, list.count, sizeof *list.items, by_use);
    for (size_t i = 0; i < list.count; i++) total += list.items[i].bytes;
    for (size_t i = 0; ok && i < list.count; i++) {
        const object *item = &list.items[i];
        bool old = (uint64_t)(now > item->used ? now - item->used : 0) >= wishes->older_than;
        bool limited = wishes->most_bytes > 0, full = limited && total > wishes->most_bytes;
        bool goes = full || (old && (wishes->older_than > 0 || !limited));
        if (!goes || is_kept(wishes, &item->name) || remove(item->path) != 0) {
            sums->bytes += item->bytes;
            sums->objects += !item->record;
            sums->records += item->record;
            continue;
        }
        total -= item->bytes;
        sums->removed++;
        sums->removed_bytes += item->bytes;
    }
    free(list.items);
    return ok || import_error_memory(error, s->folder);
}
