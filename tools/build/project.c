/* Packs a folder into a file, and keeps the results of packing beside it. */
#define _XOPEN_SOURCE 700
#include "tools/build/project.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "tools/import/base/file.h"
#include "tools/step/store.h"

bool project_places(const char *output, char *store_path, char *state_path, size_t room) {
    struct stat status;
    const char *slash = strrchr(output, '/');
    int folder = slash == NULL ? 0 : (int)(slash - output + 1);
    const char *name = output + folder;
    store_path[0] = state_path[0] = 0;
    if (name[0] == 0 || strlen(output) + 32 >= room) return false;
    if (stat(output, &status) == 0 && !S_ISREG(status.st_mode)) return false;
    snprintf(store_path, room, "%.*s.oxcart", folder, output);
    snprintf(state_path, room, "%.*s.oxcart/%s.state", folder, output, name);
    return true;
}

/* The text of everything that the image depends on besides files. */
static char *option_text(const project *p) {
    writer out = {0};
    const pack_options *o = &p->packing;
    char head[600];
    snprintf(head, sizeof head, "names %d debug %d region %.64s limits %.64s options %.400s", (int)o->names,
             (int)o->debug, o->region == NULL ? "" : o->region, o->limits == NULL ? "" : o->limits->port,
             p->options == NULL ? "" : p->options);
    writer_bytes(&out, head, strlen(head));
    for (uint32_t i = 0; o->languages != NULL && o->languages[i] != NULL; i++) {
        writer_bytes(&out, " language ", 10);
        writer_bytes(&out, o->languages[i], strlen(o->languages[i]));
    }
    for (uint32_t i = 0; o->only != NULL && o->only[i] != NULL; i++) {
        writer_bytes(&out, " only ", 6);
        writer_bytes(&out, o->only[i], strlen(o->only[i]));
    }
    writer_bytes(&out, " folder ", 8);
    writer_bytes(&out, p->folder, strlen(p->folder));
    writer_u8(&out, 0);
    if (!out.failed) return (char *)out.data;
    writer_free(&out);
    return NULL;
}

static bool open_builder(project *p, tool_error *error) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 48 << 10); /* chunks that went into the image give their memory back at once */
#endif
    const char *given = p->cache != NULL ? p->cache : getenv("OXCART_CACHE");
    bool beside =
        !p->no_cache && p->output != NULL && project_places(p->output, p->store, p->state, sizeof p->store);
    if (beside) {
        store_tidy(p->output);
        store_tidy(p->state);
        (void)mkdir(p->store, 0777);
    }
    if (!p->no_cache && given != NULL && given[0] != 0 && strlen(given) < sizeof p->store) {
        memcpy(p->store, given, strlen(given) + 1);
        beside = true;
    }
    const build_options options = {.root = p->folder,
                                   .cache = p->no_cache || p->store[0] == 0 ? NULL : p->store,
                                   .state = p->no_cache || p->state[0] == 0 ? NULL : p->state,
                                   .jobs = p->jobs,
                                   .progress = p->packing.progress,
                                   .why = p->why,
                                   .argument = p->packing.argument,
                                   .stop = p->stop};
    p->b = build_open(&options, error);
    p->packing.build = p->b;
    return p->b != NULL;
}

bool project_unchanged(project *p, char **said, tool_error *error) {
    *said = NULL;
    error->text[0] = 0;
    if (p->b == NULL && !open_builder(p, error)) return false;
    if (p->output == NULL || p->state[0] == 0) return false;
    char *options = option_text(p);
    bool same = options != NULL && build_unchanged(p->b, options, p->output, said);
    free(options);
    p->sums = build_report(p->b);
    return same;
}

bool project_pack(project *p, writer *image, tool_error *error) {
    char path[CART_PATH_MAX + 16];
    memset(image, 0, sizeof *image);
    if (p->b == NULL && !open_builder(p, error)) return false;
    snprintf(path, sizeof path, "%.1000s/cart.txt", p->folder);
    build_input_file(p->b, path);
    if (p->base != NULL) build_input_file(p->b, p->base);
    bool ok = pack_folder(p->folder, &p->packing, image, &p->report, error);
    p->sums = build_report(p->b);
    return ok;
}

bool project_write(project *p, const writer *image, const char *said, tool_error *error) {
    if (!import_file_write(p->output, image->data, image->size, error)) return false;
    char *options = option_text(p);
    digest d = digest_of(image->data, image->size);
    if (options != NULL && p->state[0] != 0) (void)build_keep(p->b, options, &d, said);
    free(options);
    return true;
}

/* ---- rules for make ---- */

/* Writes a name as make reads it: blanks and # behind a backslash, $ doubled. */
static void put_name(writer *out, const char *name) {
    for (; *name != 0; name++) {
        if (*name == ' ' || *name == '#' || *name == '\\') writer_u8(out, '\\');
        if (*name == '$') writer_u8(out, '$');
        writer_u8(out, (uint8_t)*name);
    }
}

typedef struct rules {
    writer needs, empty;
} rules;

static void add_rule(void *argument, const char *path) {
    rules *r = argument;
    struct stat status;
    if (stat(path, &status) != 0) return; /* a missing file cannot be waited for */
    writer_bytes(&r->needs, " \\\n  ", 5);
    put_name(&r->needs, path);
    put_name(&r->empty, path);
    writer_bytes(&r->empty, ":\n", 2);
}

bool project_write_rules(const project *p, const char *path, tool_error *error) {
    rules r = {{0}, {0}};
    put_name(&r.needs, p->output);
    writer_bytes(&r.needs, ":", 1);
    build_files(p->b, add_rule, &r);
    writer_bytes(&r.needs, "\n\n", 2);
    writer_bytes(&r.needs, r.empty.data, r.empty.size);
    bool ok = (!r.needs.failed && !r.empty.failed) || import_error_memory(error, path);
    ok = ok && import_file_write(path, r.needs.data, r.needs.size, error);
    writer_free(&r.needs);
    writer_free(&r.empty);
    return ok;
}

/* ---- targets of assets ---- */

/* The path FOLDER/.oxcart/OUTPUT.made/NAME; blanks of variants become dots. False when the path is too long. */
static bool made_path(const project *p, const char *name, char *path, size_t room) {
    size_t state = strlen(p->state);
    if (state < 6) return false;
    int length =
        snprintf(path, room, "%.*smade/%s", (int)(state - 5), p->state, name); /* X.state becomes X.made */
    return length > 0 && (size_t)length < room;
}

/* The name of the chunk without its language and region. */
static void chunk_of_step(const char *step, char name[CART_NAME_MAX + 24]) {
    snprintf(name, CART_NAME_MAX + 24, "%.*s", (int)strcspn(step, " "), step);
}

typedef struct targets {
    const project *p;
    const char *command;
    writer names, rules, seen; /* seen: names with a recipe, each between line ends */
} targets;

static void put_text(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

/* Writes a word of a shell's command as make reads it. */
static void put_shell(writer *out, const char *word) {
    put_text(out, "'");
    for (; *word != 0; word++) {
        if (*word == '\'') put_text(out, "'\\'");
        if (*word == '$') writer_u8(out, '$');
        writer_u8(out, (uint8_t)*word);
    }
    put_text(out, "'");
}

/* Whether a name is new, the first step of its chunk: variants share a target. */
static bool is_new(targets *t, const char *name) {
    char line[CART_NAME_MAX + 32];
    snprintf(line, sizeof line, "\n%s\n", name);
    if (t->seen.size > 0 && strstr((const char *)t->seen.data, line) != NULL) return false;
    if (t->seen.size > 0) t->seen.size--; /* the zero behind the last line */
    writer_bytes(&t->seen, line, strlen(line) + 1);
    return true;
}

static void add_target(void *argument, const char *step, const char *const *files, uint32_t count) {
    targets *t = argument;
    char name[CART_NAME_MAX + 24], path[CART_PATH_MAX + 256], sidecar[CART_PATH_MAX + 8];
    struct stat status;
    chunk_of_step(step, name);
    if (strchr(name, '/') == NULL || !made_path(t->p, name, path, sizeof path))
        return; /* the palette goes with the image */
    if (is_new(t, name)) {
        put_text(&t->names, " \\\n  ");
        put_name(&t->names, path);
        put_text(&t->rules, "\n");
        put_name(&t->rules, path);
        put_text(&t->rules, ":\n\t$(OXCART) ");
        put_text(&t->rules, t->command);
        put_text(&t->rules, " --asset ");
        put_shell(&t->rules, name);
        put_text(&t->rules, "\n");
    }
    put_name(&t->rules, path);
    put_text(&t->rules, ":");
    for (uint32_t i = 0; i < count; i++) {
        int length = snprintf(sidecar, sizeof sidecar, "%s.meta", files[i]);
        if (stat(files[i], &status) != 0) continue;
        put_text(&t->rules, " ");
        put_name(&t->rules, files[i]);
        if (length < 0 || (size_t)length >= sizeof sidecar || stat(sidecar, &status) != 0) continue;
        put_text(&t->rules, " ");
        put_name(&t->rules, sidecar);
    }
    put_text(&t->rules, "\n");
}

bool project_write_targets(const project *p, const char *command, const char *path, tool_error *error) {
    targets t = {.p = p, .command = command};
    rules r = {{0}, {0}};
    writer out = {0};
    build_steps(p->b, add_target, &t);
    build_files(p->b, add_rule, &r);
    put_text(&out,
             "# Made by `oxcart pack --targets`: every asset and the image as targets. Do not edit.\nOXCART "
             "?= oxcart\n\n");
    put_name(&out, p->output);
    put_text(&out, ":");
    writer_bytes(&out, t.names.data, t.names.size);
    writer_bytes(&out, r.needs.data, r.needs.size);
    put_text(&out, "\n\t$(OXCART) ");
    put_text(&out, command);
    put_text(&out, " --targets ");
    put_shell(&out, path);
    put_text(&out, "\n");
    writer_bytes(&out, t.rules.data, t.rules.size);
    put_text(&out, "\n");
    writer_bytes(&out, r.empty.data, r.empty.size);
    bool failed =
        out.failed || t.seen.failed || t.names.failed || t.rules.failed || r.needs.failed || r.empty.failed;
    bool ok = failed ? import_error_memory(error, path) : import_file_write(path, out.data, out.size, error);
    writer_free(&out);
    writer_free(&t.names);
    writer_free(&t.seen);
    writer_free(&t.rules);
    writer_free(&r.needs);
    writer_free(&r.empty);
    return ok;
}

/* Makes the folders above a file, as far as they are missing. */
static void make_folders(char *path) {
    for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = 0;
        (void)mkdir(path, 0777);
        *at = '/';
    }
}

bool project_make_asset(project *p, const char *name, tool_error *error) {
    char path[CART_PATH_MAX + 256], text[DIGEST_TEXT + 1];
    digest made;
    if (p->b == NULL && !open_builder(p, error)) return false;
    if (p->state[0] == 0 || !made_path(p, name, path, sizeof path))
        return import_error_file(error, p->output,
                                 "nothing is kept beside it, so no asset can be made ahead");
    bool ok = pack_asset(p->folder, &p->packing, name, &made, error);
    p->sums = build_report(p->b);
    if (!ok) return false;
    digest_print(&made, text);
    memcpy(text + DIGEST_TEXT - 1, "\n", 2);
    make_folders(path);
    return import_file_write(path, text, DIGEST_TEXT, error);
}

void project_close(project *p) {
    build_close(p->b);
    p->b = NULL;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

static bool holds_states(const char *folder) {
    DIR *listing = opendir(folder);
    bool found = false;
    for (const struct dirent *entry = listing == NULL ? NULL : readdir(listing); entry != NULL;
         entry = readdir(listing)) {
        const char *ending = strrchr(entry->d_name, '.');
        found = found || (ending != NULL && strcmp(ending, ".state") == 0);
    }
    if (listing != NULL) closedir(listing);
    return found;
}

bool project_clean(const char *output, tool_error *error) {
    char folder[CART_PATH_MAX + 64], state[CART_PATH_MAX + 64];
    if (!project_places(output, folder, state, sizeof folder))
        return import_error_file(error, output, "is no file that oxcart pack makes; name an image");
    if (!import_file_exists(state))
        return import_error_file(error, output, "there is no state of its build; nothing is removed");
    if (remove(output) != 0 && errno != ENOENT)
        return import_error_file(error, output, "cannot be removed: %s", strerror(errno));
    remove(state);
    memcpy(state + strlen(state) - 5, "made", 5); /* X.state becomes X.made, the targets of its assets */
    nftw(state, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (!holds_states(folder)) nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return true;
}
