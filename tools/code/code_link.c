/* Compiles and links by what a port says. */
#include "tools/code/code_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/digest.h"
#include "tools/base/player_file.h"
#include "tools/code/code_object_place.h"
#include "tools/code/code_place.h"
#include "tools/import/base/file.h"

typedef struct link_job {
    const code_link_wish *wish;
    char here[PLAYER_PATH], include[CODE_PATH], folder[CODE_PATH];
    char out[CODE_PATH + 80], player[CODE_PATH + 80], list[CODE_PATH + 80];
    char *port;           /* text of port.txt */
    object_place *places; /* of all files, the list of modules last */
    uint32_t count;
} link_job;

/* The words behind a key of port.txt; NULL without such a line. */
static const char *words_of(const link_job *j, const char *key, char line[4096]) {
    const size_t length = strlen(key);
    for (const char *at = j->port; *at != 0; at += strcspn(at, "\n"), at += *at != 0) {
        if (strncmp(at, key, length) != 0 || at[length] != ' ') continue;
        snprintf(line, 4096, "%.*s", (int)(strcspn(at, "\n") - length - 1), at + length + 1);
        return line;
    }
    return NULL;
}

/* Adds a word with the places in it filled in. */
static void add_filled(const link_job *j, code_words *words, const char *word, size_t length) {
    const char *const keys[] = {"@HERE@", "@INCLUDE@", "@OUT@", "@PLAYER@"}, *const values[] = {
                                                                                 j->here, j->include, j->out,
                                                                                 j->player};
    char filled[PLAYER_PATH + 256];
    if (length == 9 && memcmp(word, "@OBJECTS@", 9) == 0) {
        for (uint32_t i = 0; i < j->count; i++) code_words_add(words, j->places[i].object);
        return;
    }
    for (int k = 0; k < 4; k++) {
        const size_t key = strlen(keys[k]);
        for (const char *at = word; at + key <= word + length; at++) {
            if (memcmp(at, keys[k], key) != 0) continue;
            const int used = snprintf(filled, sizeof filled, "%.*s%s%.*s", (int)(at - word), word, values[k],
                                      (int)(word + length - at - (ptrdiff_t)key), at + key);
            code_words_copy(words, filled, used < 0 || used >= (int)sizeof filled ? 0 : (size_t)used);
            return;
        }
    }
    code_words_copy(words, word, length);
}

static bool start_words(const link_job *j, const char *key, code_words *words) {
    char line[4096];
    words->count = 0;
    words->used = 0;
    words->full = false;
    const char *at = words_of(j, key, line);
    for (size_t length; at != NULL && *at != 0; at += length) {
        at += strspn(at, " ");
        length = strcspn(at, " ");
        if (length > 0) add_filled(j, words, at, length);
    }
    return words->count > 0;
}

/* Whether a program did its work; else a sentence. */
static bool is_done(const link_job *j, int code, const code_words *words, const char *file,
                    tool_error *error) {
    if (code == 0) return true;
    if (words->full)
        return import_error_file(error, file, "too many files, or too long paths, for one command");
    if (code == -1)
        return import_error_file(error, file, "there is no `%s` here, which makes games for %s; install it",
                                 words->list[0], j->wish->port);
    return import_error_file(error, file, "does not become a game for %s: `%s` says above why", j->wish->port,
                             words->list[0]);
}

static bool run_words(const link_job *j, const code_words *words, const char *file, tool_error *error) {
    return is_done(j, words->full ? -2 : code_run(words->list), words, file, error);
}

static bool compile_one(const link_job *j, const char *file, object_place *place, tool_error *error) {
    char line[4096];
    code_words words;
    const char *told = words_of(j, "compile", line);
    object_place_of(j->folder, file, told == NULL ? "" : told, place);
    if (object_is_fresh(place)) return true;
    if (!start_words(j, "compile", &words))
        return import_error_file(error, j->here, "port.txt has no line `compile`");
    const char *const more[] = {"-MMD", "-MF", place->needs, "-c", file, "-o", place->object, NULL};
    for (uint32_t i = 0; more[i] != NULL; i++) code_words_add(&words, more[i]);
    return is_done(j, words.full ? -2 : object_make(words.list, place), &words, file, error);
}

static bool compile_all(link_job *j, tool_error *error) {
    const code_link_wish *w = j->wish;
    for (uint32_t i = 0; i < w->count; i++) j->count += w->lines[i].count;
    j->places = calloc(j->count + 1u, sizeof *j->places);
    if (j->places == NULL) return import_error_memory(error, w->port);
    uint32_t at = 0;
    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t k = 0; k < w->lines[i].count; k++)
            if (!compile_one(j, w->lines[i].files[k], &j->places[at++], error)) return false;
    j->count++;
    return import_file_write(j->list, w->modules, strlen(w->modules), error) &&
           compile_one(j, j->list, &j->places[at], error);
}

static bool link_all(link_job *j, char player[CODE_PATH], tool_error *error) {
    code_words words;
    char line[4096];
    if (!start_words(j, "link", &words))
        return import_error_file(error, j->here, "port.txt has no line `link`");
    if (!run_words(j, &words, j->wish->lines[0].files[0], error)) return false;
    const bool copies = words_of(j, "copy", line) != NULL;
    if (copies && (!start_words(j, "copy", &words) || !run_words(j, &words, j->out, error))) return false;
    snprintf(player, CODE_PATH, "%.1199s", copies ? j->player : j->out);
    return true;
}

bool code_link(const code_link_wish *wish, char player[CODE_PATH], tool_error *error) {
    link_job j = {.wish = wish};
    char name[80];
    uint8_t *text = NULL;
    size_t size;
    snprintf(name, sizeof name, "%.30s/port.txt", wish->port);
    if (!player_file_path(name, j.here) || !code_include_folder(j.include))
        return import_error_file(
            error, j.here,
            "the library for %s is not there; `make libraries` builds it, with its compiler installed",
            wish->port);
    if (!code_folder(wish->lines[0].cart, j.folder, error) || !import_file_read(j.here, &text, &size, error))
        return false;
    *strrchr(j.here, '/') = 0;
    j.port = (char *)text;
    snprintf(j.out, sizeof j.out, "%s/%.30s.player.elf", j.folder, wish->port);
    snprintf(j.player, sizeof j.player, "%s/%.30s.player", j.folder, wish->port);
    snprintf(j.list, sizeof j.list, "%s/%.30s.modules.c", j.folder, wish->port);
    const bool ok = compile_all(&j, error) && link_all(&j, player, error);
    free(j.places);
    free(text);
    return ok;
}
