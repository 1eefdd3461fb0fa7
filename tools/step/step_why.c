/* Whether anything changed since the last build, and what. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/step/step_build.h"

/* ---- nothing changed ---- */

typedef struct comparing {
    builder *b;
    const seen_file **files;
    bool *differs;
} comparing;

static void compare_item(void *argument, uint32_t i) {
    comparing *c = argument;
    c->differs[i] = !build_same_file(c->b, c->files[i]);
}

static int by_path(const void *a, const void *b) {
    const seen_file *x = *(const seen_file *const *)a, *y = *(const seen_file *const *)b;
    int order = strcmp(x->path, y->path);
    return order != 0 ? order : (x->how > y->how) - (x->how < y->how);
}

/* Every file of a state once, sorted by path. NULL without memory. */
static const seen_file **all_files(const build_state *state, uint32_t *count) {
    size_t total = state->files.count;
    uint32_t used = 0, kept = 0;
    for (uint32_t i = 0; i < state->step_count; i++) total += state->steps[i].files.count;
    const seen_file **files = calloc(total + 1, sizeof *files);
    if (files == NULL) return NULL;
    for (uint32_t k = 0; k < state->files.count; k++) files[used++] = &state->files.items[k];
    for (uint32_t i = 0; i < state->step_count; i++) {
        for (uint32_t k = 0; k < state->steps[i].files.count; k++)
            files[used++] = &state->steps[i].files.items[k];
    }
    if (used > 0) qsort(files, used, sizeof *files, by_path);
    for (uint32_t i = 0; i < used; i++) {
        if (kept > 0 && by_path(&files[kept - 1], &files[i]) == 0) continue;
        files[kept++] = files[i];
    }
    *count = kept;
    return files;
}

bool build_unchanged(builder *b, const char *options, const char *output, char **said) {
    uint32_t count = 0;
    uint64_t size;
    digest d = digest_of(options, strlen(options));
    *said = NULL;
    if (!b->has_last || !digest_equal(&d, &b->last.options) || !digest_equal(&b->tool, &b->last.tool))
        return false;
    comparing c = {b, all_files(&b->last, &count), NULL};
    c.differs = calloc((size_t)count + 1, sizeof *c.differs);
    bool same = c.files != NULL && c.differs != NULL;
    if (same) build_each(b, count, compare_item, &c);
    for (uint32_t i = 0; same && i < count; i++) same = !c.differs[i];
    free(c.files);
    free(c.differs);
    same = same && store_digest_file(output, &d, &size, NULL) && digest_equal(&d, &b->last.output);
    if (!same) return false;
    *said = malloc(strlen(b->last.said) + 1);
    if (*said != NULL) memcpy(*said, b->last.said, strlen(b->last.said) + 1);
    return *said != NULL;
}

/* ---- what changed ---- */

static void tell_why(const builder *b, const char *format, ...) IMPORT_PRINTF(2, 3);

static void tell_why(const builder *b, const char *format, ...) {
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (b->o.why != NULL) b->o.why(b->o.argument, text);
}

static const done_step *find_step(const build_state *state, const char *name) {
    for (uint32_t i = 0; i < state->step_count; i++) {
        if (strcmp(state->steps[i].name, name) == 0) return &state->steps[i];
    }
    return NULL;
}

static const seen_file *find_file(const file_list *files, const char *path) {
    for (uint32_t i = 0; i < files->count; i++) {
        if (strcmp(files->items[i].path, path) == 0) return &files->items[i];
    }
    return NULL;
}

/* Tells of files that changed ("crate.png changed"), at most the first three; false when no file changed. */
static bool tell_files(const builder *b, const char *name, const done_step *before, const done_step *now) {
    int told = 0;
    for (uint32_t i = 0; i < now->files.count && told < 3; i++) {
        const seen_file *file = &now->files.items[i], *old = find_file(&before->files, file->path);
        if (old == NULL) {
            tell_why(b, "%s: %s is new to it", name, file->path);
        } else if (old->how == FILE_ABSENT && file->how != FILE_ABSENT) {
            tell_why(b, "%s: %s is there now", name, file->path);
        } else if (file->how == FILE_ABSENT && old->how != FILE_ABSENT) {
            tell_why(b, "%s: %s is gone", name, file->path);
        } else if (file->how == FILE_CONTENT && !digest_equal(&file->contents, &old->contents)) {
            tell_why(b, "%s: %s changed", name, file->path);
        } else {
            continue;
        }
        told++;
    }
    return told > 0;
}

void build_tell_why(builder *b, const build_step *s, const done_step *now) {
    if (b->o.why == NULL) return;
    const done_step *before = b->has_last ? find_step(&b->last, s->name) : NULL;
    if (before == NULL) {
        tell_why(b, "%s: %s", s->name, b->has_last ? "it is new" : "nothing is known of an earlier build");
    } else if (!digest_equal(&b->tool, &b->last.tool)) {
        tell_why(b, "%s: this is another oxcart than the last time", s->name);
    } else if (!digest_equal(&before->options, &now->options)) {
        tell_why(b, "%s: its settings changed", s->name);
    } else if (!digest_equal(&before->needs, &now->needs)) {
        tell_why(b, "%s: what it is made from came out otherwise", s->name);
    } else if (!tell_files(b, s->name, before, now)) {
        tell_why(b, "%s: its result is not in the cache", s->name);
    }
}

void build_explain(const builder *b, const char *word) {
    const char *inner = build_inner(b, word);
    uint32_t told = 0;
    for (uint32_t i = 0; i < b->now.step_count; i++) {
        const done_step *s = &b->now.steps[i];
        bool named = strcmp(s->name, word) == 0;
        const seen_file *file = find_file(&s->files, inner);
        if (!named && file == NULL) continue;
        told++;
        if (file != NULL)
            tell_why(b, "%s is an input of %s%s", inner, s->name,
                     file->how == FILE_PRESENT ? " (only that it is there)" : "");
        for (uint32_t k = 0; named && k < s->files.count; k++)
            tell_why(b, "%s reads %s%s", s->name, s->files.items[k].path,
                     s->files.items[k].how == FILE_ABSENT ? ", which is missing" : "");
    }
    if (find_file(&b->now.files, inner) != NULL) {
        tell_why(b, "%s is an input of the whole cart", inner);
        told++;
    }
    if (told == 0) tell_why(b, "%s is nobody's input", inner);
}

void build_files(const builder *b, void (*each)(void *argument, const char *path), void *argument) {
    uint32_t count = 0;
    const seen_file **files = all_files(&b->now, &count);
    for (uint32_t i = 0; files != NULL && i < count; i++) {
        if (i > 0 && strcmp(files[i]->path, files[i - 1]->path) == 0) continue;
        char *path = build_outer(b, files[i]->path);
        if (path != NULL) each(argument, path);
        free(path);
    }
    free(files);
}

void build_steps(const builder *b,
                 void (*each)(void *argument, const char *name, const char *const *files, uint32_t count),
                 void *argument) {
    for (uint32_t s = 0; s < b->now.step_count; s++) {
        const done_step *step = &b->now.steps[s];
        const char **files = calloc((size_t)step->files.count + 1, sizeof *files);
        uint32_t count = 0;
        for (uint32_t i = 0; files != NULL && i < step->files.count; i++) {
            files[count] = build_outer(b, step->files.items[i].path);
            count += files[count] != NULL;
        }
        if (count > 0) each(argument, step->name, files, count);
        for (uint32_t i = 0; i < count; i++) free((void *)(uintptr_t)files[i]);
        free(files);
    }
}
