/* Folders, and running programs. */
#define _GNU_SOURCE
#include "tools/code/code_place.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tools/base/digest.h"
#include "tools/base/player_file.h"
#include "tools/import/base/file.h"

extern char **environ;

/* ---- words ---- */

void code_words_add(code_words *words, const char *word) {
    words->full = words->full || words->count == CODE_WORDS;
    if (!words->full) words->list[words->count++] = word;
    words->list[words->count] = NULL;
}

void code_words_copy(code_words *words, const char *word, size_t length) {
    if (length >= sizeof words->text - words->used) {
        words->full = true;
        return;
    }
    char *copy = words->text + words->used;
    memcpy(copy, word, length);
    copy[length] = 0;
    words->used += length + 1;
    code_words_add(words, copy);
}

void code_words_split(code_words *words, const char *line) {
    for (;;) {
        line += strspn(line, " \t");
        const size_t length = strcspn(line, " \t");
        if (length == 0) return;
        code_words_copy(words, line, length);
        line += length;
    }
}

const char *code_compiler(void) {
    const char *named = getenv("CC");
    return named != NULL && named[strspn(named, " ")] != 0 ? named : "cc";
}

int code_run(const char *const *words) {
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    if (posix_spawn_file_actions_init(&actions) != 0) return -2;
    (void)posix_spawn_file_actions_adddup2(&actions, 2, 1); /* standard output belongs to the command */
    const int failed =
        posix_spawnp(&child, words[0], &actions, NULL, (char *const *)(uintptr_t)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) return failed == ENOENT || failed == EACCES ? -1 : -2;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -2;
    return WIFEXITED(status) ? (WEXITSTATUS(status) == 127 ? -1 : WEXITSTATUS(status)) : -2;
}

/* ---- folders ---- */

bool code_include_folder(char path[CODE_PATH]) {
    static const char *const places[] = {"include/oxcart/oxcart.h", "../include/oxcart/oxcart.h"};
    char found[PLAYER_PATH];
    for (int i = 0; i < 2; i++) {
        if (!player_file_path(places[i], found) || strlen(found) >= CODE_PATH) continue;
        *strrchr(found, '/') = 0;
        memcpy(path, found, strlen(found) + 1);
        return true;
    }
    return false;
}

/* Makes a folder and the one that it lies in. */
static bool make_folders(char *path) {
    char *slash = strrchr(path, '/');
    *slash = 0;
    (void)mkdir(path, 0777);
    *slash = '/';
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

bool code_folder(const char *cart, char path[CODE_PATH], tool_error *error) {
    const char *store = getenv("OXCART_CACHE"), *slash = strrchr(cart, '/');
    char whole[4200];
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - cart + 1);
    snprintf(whole, sizeof whole, "%.*s.oxcart/code", (int)folder, cart);
    if (store != NULL && store[0] != 0) snprintf(whole, sizeof whole, "%.4000s/code", store);
    if (whole[0] != '/') { /* a shared object is found by a path that begins at the root */
        char here[4096], *start = realpath(".", here);
        char rest[4200];
        memcpy(rest, whole, sizeof rest);
        if (start != NULL && snprintf(whole, sizeof whole, "%s/%s", here, rest) >= (int)sizeof whole)
            whole[0] = 0;
    }
    if (whole[0] != '/' || strlen(whole) + 80 >= CODE_PATH)
        return import_error_file(error, cart, "the path is too long; use a shorter one");
    if (!make_folders(whole))
        return import_error_file(error, cart, "%s cannot be made: %s; OXCART_CACHE names another place",
                                 whole, strerror(errno));
    memcpy(path, whole, strlen(whole) + 1);
    return true;
}
