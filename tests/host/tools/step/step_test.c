/* Tests of steps, of the store under them and of digests: steps that run again and steps that do not, damage,
 * killed writers. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/step/step.h"
#include "tools/step/store.h"

static void print_hex(const digest *d, const char *expected) {
    char text[DIGEST_TEXT];
    digest back;
    digest_print(d, text);
    CHECK(strcmp(text, expected) == 0);
    CHECK(digest_read(text, &back) && digest_equal(&back, d));
}

/* The first digest is the vector of RFC 7693 cut to 32 bytes of result, by another program. */
TEST(digest_vectors_and_pieces) {
    digest d = digest_of("abc", 3);
    print_hex(&d, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
    d = digest_of("", 0);
    print_hex(&d, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
    uint8_t bytes[1000];
    for (int i = 0; i < 1000; i++) bytes[i] = (uint8_t)(i * 7);
    for (size_t size = 0; size <= 1000; size += 125) {
        digest whole = digest_of(bytes, size);
        for (size_t piece = 1; piece < 300; piece += 37) {
            digest_state state;
            digest_begin(&state);
            for (size_t at = 0; at < size; at += piece)
                digest_add(&state, bytes + at, size - at < piece ? size - at : piece);
            d = digest_end(&state);
            CHECK(digest_equal(&d, &whole));
        }
    }
    CHECK(!digest_read("zz", &d));
}

/* ---- a folder for each test ---- */

typedef struct place {
    char folder[64], path[256];
} place;

static void open_place(place *p) {
    snprintf(p->folder, sizeof p->folder, "/tmp/oxcart-step-XXXXXX");
    CHECK(mkdtemp(p->folder) != NULL);
}

static const char *at(place *p, const char *name) {
    snprintf(p->path, sizeof p->path, "%s/%s", p->folder, name);
    return p->path;
}

static void put(place *p, const char *name, const char *text) {
    tool_error error;
    CHECK(import_file_write(at(p, name), text, strlen(text), &error));
}

static void close_place(place *p) {
    char command[2048];
    snprintf(command, sizeof command, "rm -rf '%s'", p->folder);
    CHECK_EQ(system(command), 0);
}

/* ---- the store ---- */

TEST(store_keeps_finds_and_mends) {
    place p;
    store s, other;
    digest name, absent = digest_of("x", 1), key = digest_of("key", 3);
    uint8_t *data = NULL;
    size_t size = 0;
    bool damaged = false;
    open_place(&p);
    CHECK(store_open(&s, at(&p, "store")));
    CHECK(!store_has(&s, &absent) && !store_get(&s, &absent, &data, &size, &damaged) && !damaged);
    CHECK(store_put(&s, "hello", 5, &name) && store_put(&s, "hello", 5, &name));
    CHECK(store_get(&s, &name, &data, &size, &damaged));
    CHECK(size == 5 && memcmp(data, "hello", 6) == 0);
    free(data);
    CHECK(store_recall(&s, &key, &size) == NULL);
    CHECK(store_record(&s, &key, "one", 3) && store_record(&s, &key, "three", 5));
    char *text = store_recall(&s, &key, &size);
    CHECK(text != NULL && strcmp(text, "three") == 0);
    free(text);

    char hex[DIGEST_TEXT], path[600], command[2048];
    digest_print(&name, hex);
    snprintf(path, sizeof path, "%s/objects/%.2s/%s", at(&p, "store"), hex, hex);
    snprintf(command, sizeof command, "chmod 644 %s && printf hellO >%s", path, path);
    CHECK_EQ(system(command), 0);
    CHECK(!store_get(&s, &name, &data, &size, &damaged) && damaged); /* the damage is found out, */
    CHECK(!store_has(&s, &name));                                    /* and the object is gone */
    CHECK(store_put(&s, "hello", 5, &name) && store_has(&s, &name));

    CHECK(!store_open(&other, "/proc/nothing/can/be/here"));
    CHECK(!store_put(&other, "hello", 5, &name) && !store_get(&other, &name, &data, &size, NULL));
    close_place(&p);
}

/* Files that a killed process left in tmp/ go when the store is opened; files that a living process writes
 * stay. */
TEST(store_removes_what_killed_writers_left) {
    place p;
    store s;
    char name[64];
    open_place(&p);
    CHECK(store_open(&s, at(&p, "store")));
    pid_t child = fork();
    if (child == 0) _exit(0);
    CHECK(child > 0 && waitpid(child, NULL, 0) == child);
    snprintf(name, sizeof name, "store/tmp/%ld-0", (long)child);
    put(&p, name, "half");
    CHECK(import_file_exists(at(&p, name)));
    CHECK(store_open(&s, at(&p, "store")));
    CHECK(!import_file_exists(at(&p, name)));
    snprintf(name, sizeof name, "store/tmp/%ld-0", (long)getpid());
    put(&p, name, "half");
    CHECK(store_open(&s, at(&p, "store")) && import_file_exists(at(&p, name)));
    snprintf(name, sizeof name, "game.rom.%ld.part", (long)child);
    put(&p, name, "half");
    put(&p, "game.rom.old.part", "kept");
    store_tidy(at(&p, "game.rom"));
    CHECK(!import_file_exists(at(&p, name)) && import_file_exists(at(&p, "game.rom.old.part")));
    close_place(&p);
}

static uint64_t blocks_of(const char *path) {
    struct stat status;
    CHECK_EQ(stat(path, &status), 0);
    return (uint64_t)status.st_nlink;
}

TEST(store_gives_links_instead_of_copies) {
    place p;
    store s;
    digest name, absent = digest_of("?", 1);
    store_way way;
    tool_error error;
    open_place(&p);
    CHECK(store_open(&s, at(&p, "store")));
    put(&p, "model.bin", "a large model");
    CHECK(store_put_file(&s, at(&p, "model.bin"), &name, &error));
    CHECK(store_take_file(&s, &name, at(&p, "second/art/model.bin"), false, &way, &error));
    CHECK_EQ(way, STORE_HARD_LINK);
    /* two names, the store's and the folder's: no byte was copied */
    CHECK_EQ(blocks_of(at(&p, "second/art/model.bin")), 2);
    CHECK(store_take_file(&s, &name, at(&p, "second/art/model.bin"), false, &way, &error));
    CHECK_EQ(way, STORE_THERE);
    CHECK(store_take_file(&s, &name, at(&p, "third.bin"), true, &way, &error));
    CHECK_EQ(way, STORE_COPY);
    CHECK_EQ(blocks_of(at(&p, "third.bin")), 1);
    CHECK(!store_take_file(&s, &absent, at(&p, "fourth.bin"), false, &way, &error));
    CHECK(strstr(error.text, "fourth.bin: its contents are not in the store") != NULL);
    CHECK(!store_put_file(&s, at(&p, "nowhere"), &name, &error));
    CHECK(!store_digest_file(p.folder, &name, &(uint64_t){0}, &error) &&
          strstr(error.text, "is a folder") != NULL);
    close_place(&p);
}

TEST(store_verify_and_prune) {
    place p;
    store s;
    store_sums sums;
    digest names[4];
    tool_error error;
    char text[100], hex[DIGEST_TEXT], command[2048];
    open_place(&p);
    CHECK(store_open(&s, at(&p, "store")));
    for (int i = 0; i < 4; i++) {
        memset(text, 'a' + i, sizeof text);
        CHECK(store_put(&s, text, sizeof text, &names[i]));
        digest_print(&names[i], hex);
        snprintf(command, sizeof command, "touch -d '%d days ago' %s/objects/%.2s/%s", 40 - i * 10,
                 at(&p, "store"), hex, hex);
        CHECK_EQ(system(command), 0);
    }
    CHECK(store_verify(&s, &sums, &error));
    CHECK(sums.objects == 4 && sums.bytes == 400 && sums.damaged == 0);
    /* The first two objects are older than 25 days; the first is kept. */
    store_prune_wishes wishes = {.older_than = 25 * 86400, .keep = names, .keep_count = 1};
    CHECK(store_prune(&s, &wishes, &sums, &error));
    CHECK(sums.removed == 1 && sums.objects == 3 && store_has(&s, &names[0]) && !store_has(&s, &names[1]));
    /* By size, the longest unused objects go until 150 bytes are left, but not the kept one. */
    wishes = (store_prune_wishes){.most_bytes = 150, .keep = names, .keep_count = 1};
    CHECK(store_prune(&s, &wishes, &sums, &error));
    CHECK(store_has(&s, &names[0]) && !store_has(&s, &names[2]) && !store_has(&s, &names[3]));
    digest_print(&names[0], hex);
    snprintf(command, sizeof command, "chmod 644 %s/objects/%.2s/%s && echo x >%s/objects/%.2s/%s", p.path,
             hex, hex, p.path, hex, hex);
    CHECK_EQ(system(command), 0);
    CHECK(store_verify(&s, &sums, &error));
    CHECK(sums.damaged == 1 && sums.objects == 0);
    close_place(&p);
}

/* ---- steps ---- */

typedef struct copying {
    const char *file, *beside;
    int runs;
} copying;

/* Joins a file and, when it exists, one beside it. */
static bool join(void *argument, step_result *r, tool_error *error) {
    copying *c = argument;
    uint8_t *data;
    size_t size;
    c->runs++;
    if (!import_file_read(c->file, &data, &size, error)) return false;
    if (size > 0 && data[0] == '!') {
        free(data);
        return import_error_line(error, c->file, 1, "an exclamation mark; take it out");
    }
    writer *out = step_output(r);
    writer_bytes(out, data, size);
    free(data);
    if (import_file_exists(c->beside)) {
        if (!import_file_read(c->beside, &data, &size, error)) return false;
        writer_bytes(out, data, size);
        free(data);
    } else {
        step_say(r, 7, "%s is not there", c->beside);
    }
    return true;
}

typedef struct scene {
    place p;
    char first[256], second[256], beside[256], cache[256], state[256];
    char why[4096];
    copying works[2];
} scene;

static void note_why(void *argument, const char *text) {
    scene *s = argument;
    strncat(s->why, text, sizeof s->why - strlen(s->why) - 2);
    strcat(s->why, ";");
}

static void open_scene(scene *s) {
    memset(s, 0, sizeof *s);
    open_place(&s->p);
    snprintf(s->first, sizeof s->first, "%s", at(&s->p, "first"));
    snprintf(s->second, sizeof s->second, "%s", at(&s->p, "second"));
    snprintf(s->beside, sizeof s->beside, "%s", at(&s->p, "beside"));
    snprintf(s->cache, sizeof s->cache, "%s", at(&s->p, "cache"));
    snprintf(s->state, sizeof s->state, "%s", at(&s->p, "state"));
    put(&s->p, "first", "one ");
    put(&s->p, "second", "two ");
    s->works[0] = (copying){s->first, s->beside, 0};
    s->works[1] = (copying){s->second, at(&s->p, "nothing"), 0};
    s->works[1].beside = s->first;
}

/* Builds both steps; gives how many ran, and their results with a bar between. */
static int make(scene *s, int jobs, const char *option, char out[256]) {
    tool_error error;
    const build_options options = {.root = s->p.folder,
                                   .cache = s->cache,
                                   .state = s->state,
                                   .jobs = jobs,
                                   .why = note_why,
                                   .argument = s};
    const build_step steps[2] = {{.name = "a",
                                  .rule = "join",
                                  .options = option,
                                  .file = s->first,
                                  .run = join,
                                  .argument = &s->works[0]},
                                 {.name = "b",
                                  .rule = "join",
                                  .options = option,
                                  .file = s->second,
                                  .run = join,
                                  .argument = &s->works[1]}};
    step_result results[2];
    s->why[0] = out[0] = 0;
    builder *b = build_open(&options, &error);
    CHECK(b != NULL);
    CHECK(build_run(b, steps, results, 2, &error));
    for (int i = 0; i < 2; i++) {
        strncat(out, (const char *)results[i].outputs[0].data, results[i].outputs[0].size);
        for (uint32_t k = 0; k < results[i].note_count; k++) strncat(out, "(note)", 7);
        strcat(out, "|");
    }
    build_sums sums = build_report(b);
    CHECK_EQ(sums.steps, 2);
    CHECK_EQ(sums.ran + sums.kept, 2);
    put(&s->p, "output", out);
    digest d = digest_of(out, strlen(out));
    CHECK(build_keep(b, option, &d, "done"));
    step_results_free(results, 2);
    build_close(b);
    return (int)sums.ran;
}

static bool unchanged(scene *s, const char *option) {
    tool_error error;
    char *said = NULL;
    const build_options options = {.root = s->p.folder, .cache = s->cache, .state = s->state};
    builder *b = build_open(&options, &error);
    bool same = build_unchanged(b, option, at(&s->p, "output"), &said);
    if (same) CHECK(strcmp(said, "done") == 0);
    free(said);
    build_close(b);
    return same;
}

TEST(step_runs_what_changed_and_nothing_else) {
    scene s;
    char out[256], again[256], command[2048];
    open_scene(&s);
    CHECK(!unchanged(&s, ""));
    CHECK_EQ(make(&s, 1, "", out), 2);
    CHECK(strcmp(out, "one (note)|two one |") == 0);
    CHECK(unchanged(&s, ""));
    CHECK_EQ(make(&s, 1, "", again), 0); /* nothing runs, and the note is told again */
    CHECK(strcmp(out, again) == 0);
    snprintf(command, sizeof command, "touch -d '3 days ago' %s %s", s.first, s.second);
    CHECK_EQ(system(command), 0);
    CHECK(unchanged(&s, ""));
    CHECK_EQ(make(&s, 1, "", again), 0);
    put(&s.p, "second", "2 ");
    CHECK(!unchanged(&s, ""));
    CHECK_EQ(make(&s, 1, "", out), 1);
    CHECK(strcmp(out, "one (note)|2 one |") == 0);
    CHECK(strcmp(s.why, "b: second changed;") == 0);
    /* `first` is an input of both steps; the second step found it while it ran */
    put(&s.p, "first", "1 ");
    CHECK_EQ(make(&s, 1, "", out), 2);
    CHECK(strcmp(out, "1 (note)|2 1 |") == 0);
    put(&s.p, "beside", "more "); /* the file that was missing is there now */
    CHECK(!unchanged(&s, ""));
    CHECK_EQ(make(&s, 1, "", out), 1);
    CHECK(strcmp(out, "1 more |2 1 |") == 0);
    CHECK(strcmp(s.why, "a: beside is there now;") == 0);
    /* the inputs are back as they were: their results are known from the first time */
    put(&s.p, "first", "one ");
    CHECK_EQ(remove(at(&s.p, "beside")), 0);
    put(&s.p, "second", "two ");
    CHECK_EQ(make(&s, 1, "", out), 0);
    CHECK(strcmp(out, "one (note)|two one |") == 0);
    CHECK(!unchanged(&s, "other") && unchanged(&s, ""));
    CHECK_EQ(make(&s, 1, "other", out), 2);
    CHECK(strcmp(s.why, "a: its settings changed;b: its settings changed;") == 0);
    put(&s.p, "output", "spoilt");
    CHECK(!unchanged(&s, "other"));
    close_place(&s.p);
}

TEST(step_results_do_not_depend_on_jobs_cache_or_state) {
    scene s;
    char out[256], again[256], command[2048];
    open_scene(&s);
    make(&s, 1, "", out);
    CHECK_EQ(remove(s.state), 0);
    CHECK(!unchanged(&s, ""));
    make(&s, 8, "", again);
    CHECK(strcmp(out, again) == 0);
    snprintf(command, sizeof command, "rm -rf %s", s.cache);
    CHECK_EQ(system(command), 0);
    CHECK_EQ(make(&s, 8, "", again), 2);
    CHECK(strcmp(out, again) == 0);
    /* Damage to every object is found out, and the objects are made again. */
    snprintf(command, sizeof command, "chmod -R u+w %s; for f in %s/objects/*/*; do echo x >$f; done",
             s.cache, s.cache);
    CHECK_EQ(system(command), 0);
    CHECK_EQ(make(&s, 2, "", again), 2);
    CHECK(strcmp(out, again) == 0);
    /* Records that are cut off give no result. */
    snprintf(command, sizeof command, "for f in %s/records/*/*; do head -c 40 $f >$f.x; mv $f.x $f; done",
             s.cache);
    CHECK_EQ(system(command), 0);
    CHECK_EQ(make(&s, 2, "", again), 2);
    CHECK(strcmp(out, again) == 0);
    /* Records with one letter changed, wherever it is, give no result either. */
    static const char *const letters[] = {"s/^out /oux /",   "s/^trace/tracf/", "s/^end/ent/",
                                          "s/^say 1/say 2/", "s/^say/sax/",     "$s/.$/z/"};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        snprintf(
            command, sizeof command,
            "for f in %s/records/*/*; do sed '%s' $f >$f.x; cmp -s $f $f.x && echo >>$f.x; mv $f.x $f; done",
            s.cache, letters[i]);
        CHECK_EQ(system(command), 0);
        CHECK_EQ(make(&s, 2, "", again), 2);
        CHECK(strcmp(out, again) == 0);
        CHECK_EQ(make(&s, 2, "", again), 0);
    }
    snprintf(command, sizeof command, "head -c 100 %s >%s.x; mv %s.x %s", s.state, s.state, s.state, s.state);
    CHECK_EQ(system(command), 0);
    CHECK(!unchanged(&s, ""));
    close_place(&s.p);
}

/* The same sources in another folder, with the same store: nothing runs, and the notes name the new place. */
TEST(step_results_serve_another_copy_of_the_sources) {
    scene s, t;
    char out[256];
    tool_error error;
    open_scene(&s);
    open_scene(&t);
    CHECK_EQ(make(&s, 1, "", out), 2);
    const build_options options = {.root = t.p.folder, .cache = s.cache};
    const build_step one = {
        .name = "a", .rule = "join", .options = "", .file = t.first, .run = join, .argument = &t.works[0]};
    step_result result;
    builder *b = build_open(&options, &error);
    CHECK(build_run(b, &one, &result, 1, &error));
    CHECK_EQ(build_report(b).ran, 0);
    CHECK_EQ(result.note_count, 1);
    CHECK(strncmp(result.notes[0].text, t.beside, strlen(t.beside)) == 0);
    step_results_free(&result, 1);
    build_close(b);
    close_place(&s.p);
    close_place(&t.p);
}

TEST(step_failures_are_told_in_order_and_not_kept) {
    scene s;
    tool_error error;
    open_scene(&s);
    put(&s.p, "first", "! a");
    put(&s.p, "second", "! b");
    const build_options options = {.root = s.p.folder, .cache = s.cache, .jobs = 2};
    const build_step steps[2] = {
        {.name = "a", .rule = "join", .options = "", .file = s.first, .run = join, .argument = &s.works[0]},
        {.name = "b", .rule = "join", .options = "", .file = s.second, .run = join, .argument = &s.works[1]}};
    for (int times = 1; times <= 2; times++) {
        step_result results[2];
        builder *b = build_open(&options, &error);
        CHECK(!build_run(b, steps, results, 2, &error));
        CHECK(strstr(error.text, "first:1: an exclamation mark") != NULL);
        CHECK(results[1].failed && strstr(results[1].error.text, "second:1: ") != NULL);
        CHECK_EQ(s.works[0].runs, times);
        step_results_free(results, 2);
        build_close(b);
    }
    close_place(&s.p);
}

static void count_file(void *argument, const char *path) {
    char *list = argument;
    strcat(list, strrchr(path, '/') + 1);
    strcat(list, " ");
}

TEST(step_builds_explain_themselves) {
    scene s;
    tool_error error;
    char list[256] = "";
    digest *digests, d;
    uint32_t count = 0;
    open_scene(&s);
    make(&s, 1, "", list);
    list[0] = 0;
    const build_options options = {
        .root = s.p.folder, .cache = s.cache, .state = s.state, .why = note_why, .argument = &s};
    const build_step one = {
        .name = "a", .rule = "join", .options = "", .file = s.first, .run = join, .argument = &s.works[0]};
    step_result result;
    builder *b = build_open(&options, &error);
    CHECK(build_run(b, &one, &result, 1, &error));
    build_input_file(b, s.second);
    CHECK(build_file_digest(b, s.second, &d) && !build_file_digest(b, s.beside, &d));
    s.why[0] = 0;
    build_explain(b, s.first);
    CHECK(strcmp(s.why, "first is an input of a;") == 0);
    s.why[0] = 0;
    build_explain(b, "a");
    CHECK(strstr(s.why, "a reads first;") != NULL &&
          strstr(s.why, "a reads beside, which is missing;") != NULL);
    s.why[0] = 0;
    build_explain(b, "nobody");
    CHECK(strcmp(s.why, "nobody is nobody's input;") == 0);
    build_files(b, count_file, list);
    CHECK(strcmp(list, "beside first second ") == 0);
    CHECK(build_state_results(s.state, &digests, &count, &error));
    CHECK(count == 4 && digest_equal(&digests[1], &result.digests[0]));
    free(digests);
    CHECK(!build_state_results(s.first, &digests, &count, &error));
    CHECK(strstr(error.text, "is no state of a build") != NULL);
    step_results_free(&result, 1);
    build_close(b);
    close_place(&s.p);
}

TEST(folder_lists_are_sorted_and_without_litter) {
    place p;
    folder_list list;
    tool_error error;
    open_place(&p);
    CHECK_EQ(mkdir(at(&p, "art"), 0777), 0);
    CHECK_EQ(mkdir(at(&p, ".hidden"), 0777), 0);
    put(&p, "b.png", "");
    put(&p, "art/z.obj", "");
    put(&p, "a.png", "");
    put(&p, ".hidden/x", "");
    put(&p, "a.png~", "");
    digest before = folder_digest(p.folder);
    CHECK(folder_read(p.folder, &list, &error));
    CHECK_EQ(list.count, 3);
    CHECK(strcmp(list.names[0], "a.png") == 0 && strcmp(list.names[1], "art/z.obj") == 0 &&
          strcmp(list.names[2], "b.png") == 0);
    folder_free(&list);
    put(&p, "a.png", "other contents");
    digest after = folder_digest(p.folder);
    CHECK(digest_equal(&before, &after));
    put(&p, "c.png", "");
    after = folder_digest(p.folder);
    CHECK(!digest_equal(&before, &after));
    CHECK(!folder_read(at(&p, "nowhere"), &list, &error));
    close_place(&p);
}
