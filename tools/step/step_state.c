/* The knowledge of a build: digests of files, and the state of the last build. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/step/step_build.h"

/* ---- lists of files ---- */

static char *copy_text(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    if (copy != NULL) memcpy(copy, text, strlen(text) + 1);
    return copy;
}

static bool append_file(file_list *list, const char *path, file_how how, const digest *contents) {
    if (list->count == list->room) {
        uint32_t room = list->room * 2 + 4;
        seen_file *grown = realloc(list->items, room * sizeof *grown);
        if (grown == NULL) return false;
        list->items = grown;
        list->room = room;
    }
    char *copy = copy_text(path);
    if (copy == NULL) return false;
    list->items[list->count++] = (seen_file){copy, how, *contents};
    return true;
}

bool build_add_file(file_list *list, const char *path, file_how how, const digest *contents) {
    for (uint32_t i = 0; i < list->count; i++) {
        seen_file *file = &list->items[i];
        if (strcmp(file->path, path) != 0) continue;
        if (how == FILE_CONTENT && file->how != FILE_CONTENT) {
            file->how = how;
            file->contents = *contents;
        }
        return true;
    }
    return append_file(list, path, how, contents);
}

void build_free_files(file_list *list) {
    for (uint32_t i = 0; i < list->count; i++) free(list->items[i].path);
    free(list->items);
    memset(list, 0, sizeof *list);
}

void build_free_state(build_state *state) {
    for (uint32_t i = 0; i < state->step_count; i++) {
        free(state->steps[i].name);
        free(state->steps[i].outputs);
        build_free_files(&state->steps[i].files);
    }
    free(state->steps);
    free(state->said);
    build_free_files(&state->files);
    memset(state, 0, sizeof *state);
}

/* ---- paths and digests ---- */

const char *build_inner(const builder *b, const char *path) {
    size_t length = strlen(b->root);
    if (length > 0 && strncmp(path, b->root, length) == 0 && path[length] == '/') return path + length + 1;
    return path;
}

char *build_outer(const builder *b, const char *path) {
    size_t room = strlen(b->root) + strlen(path) + 2;
    char *whole = malloc(room);
    if (whole == NULL) return NULL;
    if (path[0] == '/' || b->root[0] == 0) {
        memcpy(whole, path, strlen(path) + 1);
    } else {
        snprintf(whole, room, "%s/%s", b->root, path);
    }
    return whole;
}

static uint32_t slot_of(const builder *b, const char *path) {
    digest d = digest_of(path, strlen(path));
    uint32_t hash = (uint32_t)d.bytes[0] | (uint32_t)d.bytes[1] << 8 | (uint32_t)d.bytes[2] << 16 |
                    (uint32_t)d.bytes[3] << 24;
    uint32_t slot = hash & (b->slot_count - 1);
    while (b->slots[slot] != 0 && strcmp(b->known.items[b->slots[slot] - 1].path, path) != 0)
        slot = (slot + 1) & (b->slot_count - 1);
    return slot;
}

/* Makes room for one more name; the table stays at most half full. */
static bool grow_slots(builder *b) {
    if (b->known.count * 2 < b->slot_count) return true;
    uint32_t count = b->slot_count == 0 ? 256 : b->slot_count * 2, *old = b->slots;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (slots == NULL) return false;
    b->slots = slots;
    b->slot_count = count;
    for (uint32_t i = 0; i < b->known.count; i++) b->slots[slot_of(b, b->known.items[i].path)] = i + 1;
    free(old);
    return true;
}

bool build_digest(builder *b, const char *path, digest *contents) {
    seen_file found = {.path = NULL};
    uint64_t size = 0;
    pthread_mutex_lock(&b->lock);
    if (b->slot_count > 0 && b->slots[slot_of(b, path)] != 0)
        found = b->known.items[b->slots[slot_of(b, path)] - 1];
    pthread_mutex_unlock(&b->lock);
    if (found.path == NULL) {
        char *whole = build_outer(b, path);
        found.how = whole != NULL && store_digest_file(whole, &found.contents, &size, NULL) ? FILE_CONTENT
                                                                                            : FILE_ABSENT;
        free(whole);
        pthread_mutex_lock(&b->lock);
        if (grow_slots(b) && b->slots[slot_of(b, path)] == 0 &&
            append_file(&b->known, path, found.how, &found.contents)) {
            b->slots[slot_of(b, path)] = b->known.count;
            b->sums.files += found.how == FILE_CONTENT;
            b->sums.bytes += size;
        }
        pthread_mutex_unlock(&b->lock);
    }
    *contents = found.contents;
    return found.how == FILE_CONTENT;
}

bool build_same_file(builder *b, const seen_file *file) {
    digest contents = {{0}};
    if (file->how == FILE_CONTENT)
        return build_digest(b, file->path, &contents) && digest_equal(&contents, &file->contents);
    char *path = build_outer(b, file->path);
    if (path == NULL) return false;
    bool same = false;
    if (file->how == FILE_FOLDER) {
        contents = folder_digest(path);
        same = digest_equal(&contents, &file->contents);
    } else {
        same = import_file_exists(path) == (file->how == FILE_PRESENT);
    }
    free(path);
    return same;
}

/* ---- opening ---- */

/* The digest of this very program: another build of the program may make other results. The file is read once. */
static digest tool;

static void find_tool(void) {
    uint64_t size;
    static const char version[] = "oxcart " __DATE__ " " __TIME__;
    if (!store_digest_file("/proc/self/exe", &tool, &size, NULL)) tool = digest_of(version, sizeof version);
}

static digest digest_of_tool(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_tool);
    return tool;
}

builder *build_open(const build_options *options, tool_error *error) {
    builder *b = calloc(1, sizeof *b);
    if (b == NULL) {
        import_error_memory(error, options->root);
        return NULL;
    }
    b->o = *options;
    snprintf(b->root, sizeof b->root, "%s", options->root == NULL ? "" : options->root);
    size_t length = strlen(b->root);
    while (length > 1 && b->root[length - 1] == '/') b->root[--length] = 0;
    if (options->cache != NULL) (void)store_open(&b->store, options->cache);
    if (options->cache != NULL || options->state != NULL) b->tool = digest_of_tool();
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    b->jobs = options->jobs > 0 ? options->jobs : processors < 1 ? 1 : processors > 16 ? 16 : (int)processors;
    pthread_mutex_init(&b->lock, NULL);
    if (options->state != NULL) {
        snprintf(b->state_path, sizeof b->state_path, "%s", options->state);
        b->has_last = build_read_state(options->state, &b->last, NULL);
    }
    return b;
}

void build_close(builder *b) {
    if (b == NULL) return;
    build_free_state(&b->now);
    build_free_state(&b->last);
    build_free_files(&b->known);
    free(b->slots);
    pthread_mutex_destroy(&b->lock);
    free(b);
}

void build_expect(builder *b, uint32_t steps) { b->expected += steps; }

void build_input_file(builder *b, const char *path) {
    digest contents = {{0}};
    struct stat status;
    const char *inner = build_inner(b, path);
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        contents = folder_digest(path);
        build_add_file(&b->now.files, inner, FILE_FOLDER, &contents);
    } else if (build_digest(b, inner, &contents)) {
        build_add_file(&b->now.files, inner, FILE_CONTENT, &contents);
    } else {
        build_add_file(&b->now.files, inner, FILE_ABSENT, &contents);
    }
}

bool build_file_digest(builder *b, const char *path, digest *contents) {
    return build_digest(b, build_inner(b, path), contents);
}

build_sums build_report(const builder *b) { return b->sums; }

/* ---- the state file ---- */

char *build_line(char **at) {
    if (*at == NULL || **at == 0) return NULL;
    char *line = *at, *end = strchr(line, '\n');
    *at = end == NULL ? line + strlen(line) : end + 1;
    if (end != NULL) *end = 0;
    return line;
}

static void put_text(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

static void put_digest(writer *out, const char *word, const digest *d) {
    char hex[DIGEST_TEXT];
    digest_print(d, hex);
    put_text(out, word);
    put_text(out, " ");
    put_text(out, hex);
}

static void put_files(writer *out, const file_list *files) {
    for (uint32_t i = 0; i < files->count; i++) {
        char word[8] = {'i', 'n', ' ', (char)files->items[i].how, 0};
        put_digest(out, word, &files->items[i].contents);
        put_text(out, " ");
        put_text(out, files->items[i].path);
        put_text(out, "\n");
    }
}

static void put_step(writer *out, const done_step *s) {
    put_digest(out, "step", &s->options);
    put_digest(out, "", &s->needs);
    put_text(out, " ");
    put_text(out, s->name);
    put_text(out, "\n");
    put_digest(out, "key", &s->key);
    put_text(out, "\n");
    put_files(out, &s->files);
    for (uint32_t i = 0; i < s->output_count; i++) {
        put_digest(out, "out", &s->outputs[i]);
        put_text(out, "\n");
    }
}

bool build_keep(builder *b, const char *options, const digest *output, const char *said) {
    writer out = {0};
    tool_error error;
    digest d = digest_of(options, strlen(options));
    if (b->state_path[0] == 0) return false;
    put_text(&out, "oxcart build 1\n");
    put_digest(&out, "tool", &b->tool);
    put_digest(&out, "\noptions", &d);
    put_digest(&out, "\noutput", output);
    put_text(&out, "\n");
    put_files(&out, &b->now.files);
    for (uint32_t i = 0; i < b->now.step_count; i++) put_step(&out, &b->now.steps[i]);
    put_text(&out, "said\n");
    put_text(&out, said);
    d = digest_of(out.data, out.size);
    put_digest(&out, "\nsum", &d);
    bool ok = !out.failed && import_file_write(b->state_path, out.data, out.size, &error);
    writer_free(&out);
    return ok;
}

static bool read_in(const char *line, file_list *files) {
    digest contents;
    return strlen(line) > 6 + 2 * DIGEST_BYTES && digest_read(line + 5, &contents) &&
           append_file(files, line + 6 + 2 * DIGEST_BYTES, (file_how)line[3], &contents);
}

static done_step *read_step(const char *line, build_state *state) {
    if (state->step_count == state->step_room) {
        uint32_t room = state->step_room * 2 + 64;
        done_step *grown = realloc(state->steps, room * sizeof *grown);
        if (grown == NULL) return NULL;
        state->steps = grown;
        state->step_room = room;
    }
    done_step *s = &state->steps[state->step_count];
    memset(s, 0, sizeof *s);
    if (strlen(line) < 5 + 4 * DIGEST_BYTES + 2 || !digest_read(line + 5, &s->options) ||
        !digest_read(line + 6 + 2 * DIGEST_BYTES, &s->needs))
        return NULL;
    s->name = copy_text(line + 7 + 4 * DIGEST_BYTES);
    if (s->name == NULL) return NULL;
    state->step_count++;
    return s;
}

static bool read_out(const char *line, done_step *s) {
    digest *grown = realloc(s->outputs, (s->output_count + 1) * sizeof *grown);
    if (grown == NULL) return false;
    s->outputs = grown;
    return digest_read(line + 4, &s->outputs[s->output_count++]);
}

static bool read_lines(char *at, build_state *state) {
    done_step *s = NULL;
    bool ok = true;
    for (char *line = build_line(&at); ok && line != NULL; line = build_line(&at)) {
        if (strcmp(line, "said") == 0) {
            state->said = copy_text(at);
            return state->said != NULL;
        }
        if (strncmp(line, "tool ", 5) == 0) ok = digest_read(line + 5, &state->tool);
        if (strncmp(line, "options ", 8) == 0) ok = digest_read(line + 8, &state->options);
        if (strncmp(line, "output ", 7) == 0) ok = digest_read(line + 7, &state->output);
        if (strncmp(line, "in ", 3) == 0) ok = read_in(line, s == NULL ? &state->files : &s->files);
        if (strncmp(line, "step ", 5) == 0) {
            s = read_step(line, state);
            ok = s != NULL;
        }
        if (strncmp(line, "key ", 4) == 0)
            ok = s != NULL && strlen(line) == 4 + 2 * DIGEST_BYTES && digest_read(line + 4, &s->key);
        if (strncmp(line, "out ", 4) == 0)
            ok = s != NULL && strlen(line) == 4 + 2 * DIGEST_BYTES && read_out(line, s);
    }
    return false;
}

/* Reads a state file; a state that was cut off or changed by hand is refused. */
bool build_read_state(const char *path, build_state *state, tool_error *error) {
    enum { TAIL = 5 + 2 * DIGEST_BYTES };
    static const char head[] = "oxcart build 1\n";
    uint8_t *data;
    size_t size;
    digest sum;
    memset(state, 0, sizeof *state);
    if (!import_file_read(path, &data, &size, error)) return false;
    char *text = (char *)data;
    bool ok = size > TAIL + sizeof head && strlen(text) == size && memcmp(text, head, sizeof head - 1) == 0 &&
              memcmp(text + size - TAIL, "\nsum ", 5) == 0 && digest_read(text + size - TAIL + 5, &sum);
    if (ok) {
        digest own = digest_of(text, size - TAIL);
        text[size - TAIL] = 0;
        ok = digest_equal(&own, &sum) && read_lines(text + sizeof head - 1, state);
    }
    free(data);
    if (!ok) build_free_state(state);
    return ok || import_error_file(error, path, "is no state of a build; remove it");
}

bool build_state_results(const char *path, digest **digests, uint32_t *count, tool_error *error) {
    build_state state;
    uint32_t total = 0;
    *digests = NULL;
    *count = 0;
    if (!build_read_state(path, &state, error)) return false;
    for (uint32_t i = 0; i < state.step_count; i++) total += state.steps[i].output_count + 1;
    *digests = malloc(((size_t)total + 1) * sizeof **digests);
    for (uint32_t i = 0; *digests != NULL && i < state.step_count; i++) {
        (*digests)[(*count)++] = state.steps[i].key;
        for (uint32_t k = 0; k < state.steps[i].output_count; k++)
            (*digests)[(*count)++] = state.steps[i].outputs[k];
    }
    build_free_state(&state);
    return *digests != NULL || import_error_memory(error, path);
}
