/* Runs steps: takes results from the store, else runs the step's function and keeps its result. */
#define _POSIX_C_SOURCE 200809L
#include "tools/step/step.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/step/step_build.h"

enum { TRACES = 8, ROOT_MARK = 0x1A };

/* ---- results ---- */

writer *step_output(step_result *r) {
    writer *outputs = realloc(r->outputs, (r->output_count + 1) * sizeof *outputs);
    if (outputs == NULL) return NULL;
    r->outputs = outputs;
    memset(&outputs[r->output_count], 0, sizeof *outputs);
    return &outputs[r->output_count++];
}

static bool add_note(step_result *r, uint32_t kind, const char *text) {
    step_note *notes = realloc(r->notes, (r->note_count + 1) * sizeof *notes);
    if (notes == NULL) return false;
    r->notes = notes;
    char *copy = malloc(strlen(text) + 1);
    if (copy == NULL) return false;
    memcpy(copy, text, strlen(text) + 1);
    for (char *at = copy; *at != 0; at++) {
        if (*at == '\n' || *at == '\r') *at = ' ';
    }
    notes[r->note_count++] = (step_note){kind, copy};
    return true;
}

void step_say(step_result *r, uint32_t kind, const char *format, ...) {
    char text[800];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_note(r, kind, text);
}

void step_wrong(step_result *r, const tool_error *error) {
    tool_error *errors = realloc(r->errors, (r->error_count + 1) * sizeof *errors);
    if (errors == NULL) return;
    r->errors = errors;
    errors[r->error_count++] = *error;
}

static void empty_result(step_result *r) {
    for (uint32_t i = 0; i < r->output_count; i++) writer_free(&r->outputs[i]);
    for (uint32_t i = 0; i < r->note_count; i++) free(r->notes[i].text);
    free(r->outputs);
    free(r->digests);
    free(r->notes);
    free(r->errors);
    memset(r, 0, sizeof *r);
}

void step_results_free(step_result *results, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) empty_result(&results[i]);
}

/* ---- keys and records ---- */

static digest key_of(const builder *b, const build_step *s, const char *inner, const digest *file) {
    digest_state state;
    digest_begin(&state);
    digest_add_digest(&state, &b->tool);
    digest_add_text(&state, s->rule);
    digest_add_text(&state, s->options);
    digest_add_text(&state, inner == NULL ? "" : inner);
    if (file != NULL) digest_add_digest(&state, file);
    for (uint32_t i = 0; i < s->need_count; i++) digest_add_digest(&state, &s->needs[i]);
    return digest_end(&state);
}

static void put_text(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

/* Writes a note's sentence with a mark in place of the root, so that another copy of the sources puts its own path
 * there. */
static void put_note(const builder *b, writer *out, const char *text) {
    size_t length = strlen(b->root);
    for (const char *at = text; *at != 0; at++) {
        if (length > 0 && strncmp(at, b->root, length) == 0 && at[length] == '/') {
            writer_u8(out, ROOT_MARK);
            at += length - 1;
        } else {
            writer_u8(out, (uint8_t)*at);
        }
    }
}

static void take_note(const builder *b, step_result *r, uint32_t kind, const char *text) {
    char whole[STORE_PATH_MAX + 1024];
    size_t used = 0;
    for (; *text != 0 && used + STORE_PATH_MAX < sizeof whole; text++) {
        if (*text == ROOT_MARK) {
            memcpy(whole + used, b->root, strlen(b->root));
            used += strlen(b->root);
        } else {
            whole[used++] = *text;
        }
    }
    whole[used] = 0;
    add_note(r, kind, whole);
}

static void put_trace(const builder *b, const file_list *files, const step_result *r, writer *out) {
    char hex[DIGEST_TEXT], number[32];
    put_text(out, "trace\n");
    for (uint32_t i = 0; i < files->count; i++) {
        digest_print(&files->items[i].contents, hex);
        snprintf(number, sizeof number, "in %c ", (char)files->items[i].how);
        put_text(out, number);
        put_text(out, hex);
        put_text(out, " ");
        put_text(out, files->items[i].path);
        put_text(out, "\n");
    }
    for (uint32_t i = 0; i < r->note_count; i++) {
        snprintf(number, sizeof number, "say %u ", (unsigned)r->notes[i].kind);
        put_text(out, number);
        put_note(b, out, r->notes[i].text);
        put_text(out, "\n");
    }
    for (uint32_t i = 0; i < r->output_count; i++) {
        digest_print(&r->digests[i], hex);
        put_text(out, "out ");
        put_text(out, hex);
        put_text(out, "\n");
    }
    put_text(out, "end\n");
}

static void count_damage(builder *b) {
    pthread_mutex_lock(&b->lock);
    b->sums.damaged++;
    pthread_mutex_unlock(&b->lock);
}

/* The traces under a key, malloc'd; NULL when there are none, or when the checksum in their last line does not fit. */
static char *recall_traces(builder *b, const digest *key) {
    enum { TAIL = 6 + 2 * DIGEST_BYTES }; /* bytes of "\nsum " and a digest; a line end follows */
    size_t size = 0;
    char *text = store_recall(&b->store, key, &size);
    digest sum;
    if (text == NULL) return NULL;
    if (size > TAIL && text[size - 1] == '\n' && strlen(text) == size &&
        memcmp(text + size - TAIL, "\nsum ", 5) == 0) {
        text[size - 1] = 0;
        digest own = digest_of(text, size - TAIL + 1);
        if (digest_read(text + size - TAIL + 5, &sum) && digest_equal(&own, &sum)) {
            text[size - TAIL + 1] = 0;
            return text;
        }
    }
    count_damage(b);
    free(text);
    return NULL;
}

/* Records the new trace in front of some older traces under the same key. */
static void keep_trace(builder *b, const digest *key, const file_list *files, const step_result *r) {
    writer out = {0};
    char hex[DIGEST_TEXT];
    put_trace(b, files, r, &out);
    char *old = recall_traces(b, key);
    char *at = old;
    for (int i = 1; at != NULL && i < TRACES && strncmp(at, "trace\n", 6) == 0; i++) {
        char *end = strstr(at, "\nend\n");
        if (end == NULL) break;
        writer_bytes(&out, at, (size_t)(end + 5 - at));
        at = end + 5;
    }
    free(old);
    if (!out.failed) {
        digest sum = digest_of(out.data, out.size);
        digest_print(&sum, hex);
        put_text(&out, "sum ");
        put_text(&out, hex);
        put_text(&out, "\n");
    }
    if (!out.failed) (void)store_record(&b->store, key, (const char *)out.data, out.size);
    writer_free(&out);
}

/* ---- results out of the store ---- */

static bool take_output(builder *b, step_result *r, const char *hex) {
    digest name;
    uint8_t *data;
    size_t size;
    bool damaged = false;
    if (!digest_read(hex, &name)) return false;
    bool ok = store_get(&b->store, &name, &data, &size, &damaged);
    if (damaged) count_damage(b);
    if (!ok) return false;
    writer *out = step_output(r);
    digest *digests = out == NULL ? NULL : realloc(r->digests, r->output_count * sizeof *digests);
    if (digests == NULL) {
        free(data);
        return false;
    }
    r->digests = digests;
    digests[r->output_count - 1] = name;
    *out = (writer){.data = data, .size = size, .capacity = size};
    return true;
}

/* Reads one trace, from its first line on, up to `end`. False when the trace does not hold now; *r may be half full
 * then.
 */
static bool take_trace(builder *b, char **at, step_result *r, file_list *files) {
    bool holds = true;
    for (char *line = build_line(at); line != NULL && strcmp(line, "end") != 0; line = build_line(at)) {
        seen_file file = {.path = NULL};
        if (!holds) continue;
        if (strncmp(line, "in ", 3) == 0 && strlen(line) > 6 + 2 * DIGEST_BYTES) {
            file.how = (file_how)line[3];
            file.path = line + 6 + 2 * DIGEST_BYTES;
            holds = digest_read(line + 5, &file.contents) && build_same_file(b, &file) &&
                    build_add_file(files, file.path, file.how, &file.contents);
        } else if (strncmp(line, "say ", 4) == 0) {
            char *text = line + 4;
            uint32_t kind = (uint32_t)strtoul(text, &text, 10);
            if (*text == ' ') take_note(b, r, kind, text + 1);
        } else if (strncmp(line, "out ", 4) == 0) {
            holds = strlen(line) == 4 + 2 * DIGEST_BYTES && take_output(b, r, line + 4);
        }
    }
    return holds;
}

static bool take_result(builder *b, const digest *key, step_result *r, file_list *files) {
    char *text = recall_traces(b, key), *at = text;
    bool found = false;
    while (at != NULL && !found) {
        char *line = build_line(&at);
        if (line == NULL || strcmp(line, "trace") != 0) break;
        found = take_trace(b, &at, r, files);
        if (found) break;
        empty_result(r);
        build_free_files(files);
    }
    free(text);
    return found;
}

/* ---- running ---- */

typedef struct watching {
    builder *b;
    file_list *files;
} watching;

static void seen(void *context, const char *path, bool there, const void *data, size_t size) {
    watching *w = context;
    const char *inner = build_inner(w->b, path);
    digest contents = {{0}};
    if (data != NULL) contents = digest_of(data, size);
    build_add_file(w->files, inner,
                   data != NULL ? FILE_CONTENT
                   : there      ? FILE_PRESENT
                                : FILE_ABSENT,
                   &contents);
}

static bool finish_outputs(step_result *r) {
    bool ok = true;
    free(r->digests);
    r->digests = calloc((size_t)r->output_count + 1, sizeof *r->digests);
    ok = r->digests != NULL;
    for (uint32_t i = 0; i < r->output_count; i++) ok = ok && !r->outputs[i].failed;
    return ok;
}

/* Keeps the outputs of a step in the store. Their digests are computed in any case. */
static bool keep_outputs(builder *b, const build_step *s, step_result *r) {
    bool kept = !s->cheap;
    for (uint32_t i = 0; i < r->output_count; i++) {
        if (s->cheap) {
            r->digests[i] = digest_of(r->outputs[i].data, r->outputs[i].size);
        } else {
            kept = store_put(&b->store, r->outputs[i].data, r->outputs[i].size, &r->digests[i]) && kept;
        }
    }
    return kept;
}

static bool names_can_be_kept(const file_list *files) {
    for (uint32_t i = 0; i < files->count; i++) {
        if (strpbrk(files->items[i].path, "\n\r") != NULL) return false;
    }
    return true;
}

/* Whether the main file still had its digest when the step read it: a result from a changed file is not kept. */
static bool main_file_is_same(const file_list *files, const char *inner, const digest *contents) {
    for (uint32_t i = 0; inner != NULL && i < files->count; i++) {
        if (strcmp(files->items[i].path, inner) == 0 && files->items[i].how == FILE_CONTENT)
            return digest_equal(&files->items[i].contents, contents);
    }
    return true;
}

static void run_function(builder *b, const build_step *s, step_result *r, file_list *files) {
    watching w = {b, files};
    import_file_watcher last = import_file_watch((import_file_watcher){seen, &w});
    r->ran = true;
    r->failed = !s->run(s->argument, r, &r->error);
    import_file_watch(last);
    if (!r->failed && !finish_outputs(r)) r->failed = !import_error_memory(&r->error, s->name);
}

static void run_one(builder *b, const build_step *s, step_result *r, done_step *done) {
    memset(r, 0, sizeof *r);
    if (b->o.stop != NULL && atomic_load_explicit(b->o.stop, memory_order_relaxed)) {
        r->failed = true;
        import_error_file(&r->error, b->root, BUILD_STOPPED);
        return;
    }
    const char *inner = s->file == NULL ? NULL : build_inner(b, s->file);
    digest contents = {{0}};
    digest_state state;
    bool there = inner != NULL && build_digest(b, inner, &contents);
    digest key = key_of(b, s, inner, there ? &contents : NULL);
    done->key = key;
    done->options = digest_of(s->options, strlen(s->options));
    digest_begin(&state);
    for (uint32_t i = 0; i < s->need_count; i++) digest_add_digest(&state, &s->needs[i]);
    done->needs = digest_end(&state);
    bool kept = !s->cheap && take_result(b, &key, r, &done->files);
    if (!kept) {
        run_function(b, s, r, &done->files);
        if (!r->failed && keep_outputs(b, s, r) && names_can_be_kept(&done->files) &&
            main_file_is_same(&done->files, inner, &contents))
            keep_trace(b, &key, &done->files, r);
    }
    if (inner != NULL) build_add_file(&done->files, inner, there ? FILE_CONTENT : FILE_ABSENT, &contents);
    done->outputs = calloc((size_t)r->output_count + 1, sizeof *done->outputs);
    if (done->outputs != NULL && r->digests != NULL && !r->failed) {
        memcpy(done->outputs, r->digests, r->output_count * sizeof *done->outputs);
        done->output_count = r->output_count;
    }
    pthread_mutex_lock(&b->lock);
    b->sums.steps++;
    b->sums.kept += kept;
    b->sums.ran += !kept && !s->cheap;
    b->sums.cheap += s->cheap;
    if (!kept && !s->cheap) build_tell_why(b, s, done);
    b->shown++;
    if (b->o.progress != NULL)
        b->o.progress(b->o.argument, s->name, b->shown - 1, b->expected > b->shown ? b->expected : b->shown);
    pthread_mutex_unlock(&b->lock);
}

/* ---- several at a time ---- */

typedef struct crowd {
    atomic_uint next;
    uint32_t count;
    void (*each)(void *argument, uint32_t i);
    void *argument;
} crowd;

static void *work_steps(void *argument) {
    crowd *c = argument;
    for (;;) {
        uint32_t i = atomic_fetch_add(&c->next, 1u);
        if (i >= c->count) return NULL;
        c->each(c->argument, i);
    }
}

void build_each(const builder *b, uint32_t count, void (*each)(void *argument, uint32_t i), void *argument) {
    enum { MOST = 64 };
    pthread_t threads[MOST];
    crowd c = {.count = count, .each = each, .argument = argument};
    int wanted = b->jobs < MOST ? b->jobs : MOST, started = 0;
    atomic_init(&c.next, 0u);
    while (started + 1 < wanted && (uint32_t)started + 1 < count) {
        if (pthread_create(&threads[started], NULL, work_steps, &c) != 0) break;
        started++;
    }
    work_steps(&c);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

typedef struct batch {
    builder *b;
    const build_step *steps;
    step_result *results;
    uint32_t first; /* number of the first step in b->now.steps */
} batch;

static void run_numbered(void *argument, uint32_t i) {
    batch *t = argument;
    run_one(t->b, &t->steps[i], &t->results[i], &t->b->now.steps[t->first + i]);
}

bool build_run(builder *b, const build_step *steps, step_result *results, uint32_t count, tool_error *error) {
    build_state *now = &b->now;
    batch t = {b, steps, results, now->step_count};
    if (now->step_count + count > now->step_room) {
        uint32_t room = (now->step_count + count) * 2;
        done_step *grown = realloc(now->steps, room * sizeof *grown);
        if (grown == NULL) return import_error_memory(error, b->root);
        now->steps = grown;
        now->step_room = room;
    }
    for (uint32_t i = 0; i < count; i++) {
        done_step *done = &now->steps[t.first + i];
        memset(done, 0, sizeof *done);
        done->name = malloc(strlen(steps[i].name) + 1);
        if (done->name == NULL) return import_error_memory(error, b->root);
        memcpy(done->name, steps[i].name, strlen(steps[i].name) + 1);
        now->step_count++;
    }
    build_each(b, count, run_numbered, &t);
    for (uint32_t i = 0; i < count; i++) {
        if (!results[i].failed) continue;
        if (error != NULL) *error = results[i].error;
        return false;
    }
    return true;
}
