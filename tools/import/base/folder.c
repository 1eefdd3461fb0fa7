/* Lists folders. */
#define _POSIX_C_SOURCE 200809L
#include "tools/import/base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/import/base/intern.h"

enum { DEEPEST = 32, MOST = 100000, ROOM = 2048 };

static bool is_litter(const char *name) {
    size_t length = strlen(name);
    return name[0] == '.' || name[length - 1] == '~' ||
           (length > 5 && strcmp(name + length - 5, ".part") == 0);
}

static bool add_name(folder_list *list, const char *name) {
    if (list->count == list->room) {
        uint32_t room = list->room * 2 + 64;
        char **grown = realloc(list->names, room * sizeof *grown);
        if (grown == NULL) return false;
        list->names = grown;
        list->room = room;
    }
    char *copy = malloc(strlen(name) + 1);
    if (copy == NULL) return false;
    memcpy(copy, name, strlen(name) + 1);
    list->names[list->count++] = copy;
    return true;
}

/* `inside` is the folder's name below `root`, with a slash behind it, or "". */
static bool read_one(const char *root, const char *inside, int depth, folder_list *list, tool_error *error) {
    char path[ROOM];
    if (depth > DEEPEST || snprintf(path, sizeof path, "%s/%s", root, inside) >= ROOM)
        return import_error_file(error, root, "folders are too deep below it; bring them nearer");
    DIR *folder = opendir(path);
    if (folder == NULL) return import_error_file(error, path, "cannot open the folder: %s", strerror(errno));
    bool ok = true;
    for (const struct dirent *entry = readdir(folder); ok && entry != NULL; entry = readdir(folder)) {
        char name[ROOM], full[ROOM];
        struct stat status;
        if (is_litter(entry->d_name)) continue;
        if (snprintf(name, sizeof name, "%s%s", inside, entry->d_name) >= ROOM - 1 ||
            snprintf(full, sizeof full, "%s/%s", root, name) >= ROOM)
            continue;
        if (lstat(full, &status) != 0) continue;
        if (S_ISLNK(status.st_mode) && (stat(full, &status) != 0 || S_ISDIR(status.st_mode))) continue;
        if (S_ISDIR(status.st_mode)) {
            memcpy(name + strlen(name), "/", 2);
            ok = read_one(root, name, depth + 1, list, error);
        } else if (S_ISREG(status.st_mode)) {
            if (list->count == MOST)
                ok = import_error_file(error, root, "more than %d files below it; divide it", MOST);
            if (ok && !add_name(list, name)) ok = import_error_memory(error, root);
        }
    }
    closedir(folder);
    return ok;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

bool folder_read(const char *path, folder_list *list, tool_error *error) {
    memset(list, 0, sizeof *list);
    bool ok = read_one(path, "", 0, list, error);
    if (!ok) folder_free(list);
    if (list->count > 0) qsort(list->names, list->count, sizeof *list->names, by_name);
    return ok;
}

void folder_free(folder_list *list) {
    for (uint32_t i = 0; i < list->count; i++) free(list->names[i]);
    free(list->names);
    memset(list, 0, sizeof *list);
}

digest folder_digest(const char *path) {
    folder_list list;
    digest_state state;
    digest_begin(&state);
    if (folder_read(path, &list, NULL)) {
        for (uint32_t i = 0; i < list.count; i++) digest_add_text(&state, list.names[i]);
        folder_free(&list);
    }
    return digest_end(&state);
}

uint64_t folder_names(const char *path, const char *but) {
    uint64_t sum = 0; /* a sum, so the order of the listing does not count */
    DIR *folder = opendir(path);
    if (folder == NULL) return 0;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        uint64_t part;
        if (is_litter(entry->d_name) || (but != NULL && strcmp(entry->d_name, but) == 0)) continue;
        const digest one = digest_of(entry->d_name, strlen(entry->d_name));
        memcpy(&part, one.bytes, sizeof part);
        sum += part;
    }
    closedir(folder);
    return sum;
}

bool folder_make(const char *path, tool_error *error) {
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           import_error_file(error, path, "cannot be made: %s; choose another place", strerror(errno));
}

bool folder_make_above(const char *path, tool_error *error) {
    char *copy = import_copy_name(path, strlen(path));
    if (copy == NULL) return import_error_memory(error, path);
    bool ok = true;
    for (char *at = copy; ok && *at != 0; at++) {
        if (*at != '/' || at == copy) continue;
        *at = 0;
        ok = folder_make(copy, error);
        *at = '/';
    }
    free(copy);
    return ok;
}
