/* Names, ages and making of objects. */
#define _GNU_SOURCE
#include "tools/code/code_object_place.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/digest.h"
#include "tools/import/base/file.h"

enum { LATE = 10000000 /* nanoseconds by which a file system's clock may lag behind */ };

void object_place_of(const char *folder, const char *file, const char *told, object_place *place) {
    digest_state state;
    char text[DIGEST_TEXT];
    digest_begin(&state);
    digest_add_text(&state, file);
    digest_add_text(&state, told);
    const digest sum = digest_end(&state);
    digest_print(&sum, text);
    snprintf(place->object, sizeof place->object, "%s/%.16s.o", folder, text);
    snprintf(place->needs, sizeof place->needs, "%s/%.16s.d", folder, text);
}

/* The next name of a list that the compiler wrote for make: words behind the first colon, blanks in them behind a backslash. */
static bool next_need(const char **at, char name[CODE_PATH]) {
    size_t used = 0;
    while (**at == ' ' || **at == '\n' || (**at == '\\' && (*at)[1] == '\n')) *at += **at == '\\' ? 2 : 1;
    for (; **at != 0 && **at != ' ' && **at != '\n'; ++*at) {
        if (**at == '\\' && (*at)[1] == ' ') ++*at;
        if (used + 1 < CODE_PATH) name[used++] = **at;
    }
    name[used] = 0;
    return used > 0;
}

bool object_each_need(const object_place *place, bool (*hear)(void *context, const char *path),
                      void *context) {
    uint8_t *text;
    size_t size;
    char name[CODE_PATH];
    if (!import_file_exists(place->needs) || !import_file_read(place->needs, &text, &size, NULL))
        return false;
    const char *at = strchr((const char *)text, ':');
    bool all = at != NULL;
    for (at = at == NULL ? "" : at + 1; all && next_need(&at, name);) all = hear(context, name);
    free(text);
    return all;
}

static bool is_older(void *context, const char *path) {
    const struct stat *object = context;
    struct stat status;
    if (stat(path, &status) != 0) return false;
    return status.st_mtim.tv_sec < object->st_mtim.tv_sec ||
           (status.st_mtim.tv_sec == object->st_mtim.tv_sec &&
            status.st_mtim.tv_nsec < object->st_mtim.tv_nsec);
}

bool object_is_fresh(const object_place *place) {
    struct stat object;
    return stat(place->object, &object) == 0 && object_each_need(place, is_older, &object);
}

int object_make(const char *const *words, const object_place *place) {
    struct timespec start;
    clock_gettime(CLOCK_REALTIME, &start);
    const int ended = code_run(words);
    if (ended != 0) {
        (void)remove(place->object);
        return ended;
    }
    start.tv_sec -= start.tv_nsec < LATE;
    start.tv_nsec += start.tv_nsec < LATE ? 1000000000 - LATE : -LATE;
    const struct timespec times[2] = {start, start};
    (void)utimensat(AT_FDCWD, place->object, times, 0);
    return 0;
}
