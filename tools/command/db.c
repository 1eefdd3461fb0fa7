/* oxcart db: asks about the assets of a cart and changes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/file/path.h"
#include "tools/cart/cart.h"
#include "tools/cart/database.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/report/arguments.h"

typedef struct wishes {
    const char *kind, *name, *tag, *uses, *used_by, *text, *png, *who, *why;
    uint32_t larger;
    int32_t frame;
    bool unused, direct, largest, redirect, with_file;
} wishes;

typedef struct job {
    database d;
    wishes w;
    char **words; /* words behind the command */
    int count;
    tool_error *error;
} job;

/* ---- asking ---- */

static bool find_asset(job *j, const char *name, uint32_t *asset) {
    *asset = database_find(&j->d, name);
    return *asset != DATABASE_NONE ||
           import_error_file(j->error, j->d.texts[0].path, "no asset `%.100s`; see oxcart db %s list", name,
                             j->d.folder);
}

static bool fits_text(const job *j, uint32_t i) {
    bool fits = true;
    if (j->w.text == NULL && j->w.tag == NULL) return true;
    char *text = database_metadata(&j->d, i);
    if (text == NULL) return false;
    if (j->w.text != NULL) fits = ox_text_find(ox_text_of(text), ox_text_of(j->w.text)) != OX_TEXT_NOWHERE;
    if (fits && j->w.tag != NULL) { /* tag=NAME in the asset's line, or `tag = NAME` beside its file */
        char forms[2][120];
        snprintf(forms[0], sizeof forms[0], "tag=%.100s", j->w.tag);
        snprintf(forms[1], sizeof forms[1], "tag = %.100s", j->w.tag);
        fits = false;
        for (int k = 0; k < 2 && !fits; k++) {
            const char *at = strstr(text, forms[k]);
            size_t length = strlen(forms[k]);
            fits = at != NULL && (at[length] == 0 || strchr(" \t\r\n,", at[length]) != NULL);
        }
    }
    free(text);
    return fits;
}

/* Marks the assets that --uses, --used-by and --unused leave over. */
static bool choose_assets(job *j, bool *chosen) {
    database *d = &j->d;
    bool *marks = calloc(d->asset_count + 1, sizeof *marks), *one = calloc(d->asset_count + 1, sizeof *one),
         ok = marks != NULL && one != NULL;
    uint32_t asset;
    if (!ok) import_error_memory(j->error, d->folder);
    for (size_t i = 0; i < d->asset_count; i++) chosen[i] = true;
    if (ok && j->w.uses != NULL) {
        ok = find_asset(j, j->w.uses, &asset);
        if (ok) database_users(d, asset, j->w.direct, marks);
        for (size_t i = 0; i < d->asset_count; i++) chosen[i] = chosen[i] && marks[i];
    }
    if (ok && j->w.used_by != NULL) {
        ok = find_asset(j, j->w.used_by, &asset);
        for (uint32_t i = 0; ok && i < d->asset_count; i++) {
            database_users(d, i, j->w.direct, one);
            chosen[i] = chosen[i] && one[asset];
        }
    }
    if (ok && j->w.unused) { /* levels and scenes are the roots of all references */
        memset(marks, 0, (d->asset_count + 1) * sizeof *marks);
        for (size_t i = 0; i < d->reference_count; i++) {
            const database_reference *r = &d->references[i];
            uint32_t to = r->to == DATABASE_NONE ? DATABASE_NONE : database_resolve(d, r->to);
            if (to != DATABASE_NONE && to != r->from) marks[to] = true;
        }
        for (size_t i = 0; i < d->asset_count; i++) {
            bool root = strcmp(d->assets[i].kind, "scene") == 0 || strcmp(d->assets[i].kind, "level") == 0 ||
                        d->assets[i].redirect;
            chosen[i] = chosen[i] && !marks[i] && !root;
        }
    }
    free(marks);
    free(one);
    return ok;
}

static const database
    *sorted; /* the database for by_bytes, since qsort passes no context; tools run in one thread */

static int by_bytes(const void *a, const void *b) {
    const database_asset *x = &sorted->assets[*(const uint32_t *)a],
                         *y = &sorted->assets[*(const uint32_t *)b];
    if (x->bytes != y->bytes) return x->bytes > y->bytes ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool list_assets(job *j) {
    const database *d = &j->d;
    bool *chosen = calloc(d->asset_count + 1, sizeof *chosen);
    uint32_t *order = calloc(d->asset_count + 1, sizeof *order), count = 0;
    bool ok = (chosen != NULL && order != NULL) || import_error_memory(j->error, d->folder);
    ok = ok && choose_assets(j, chosen);
    for (uint32_t i = 0; ok && i < d->asset_count; i++) {
        const database_asset *a = &d->assets[i];
        const char *own = strchr(a->name, '/');
        bool fits =
            chosen[i] && (j->w.kind == NULL || strcmp(a->kind, j->w.kind) == 0) && a->bytes >= j->w.larger;
        if (j->w.name != NULL)
            fits = fits && (ox_path_match(ox_text_of(a->name), ox_text_of(j->w.name)) ||
                            (own != NULL && ox_path_match(ox_text_of(own + 1), ox_text_of(j->w.name))));
        if (fits && fits_text(j, i)) order[count++] = i;
    }
    sorted = d;
    if (ok && j->w.largest && count > 0) qsort(order, count, sizeof *order, by_bytes);
    json_writer *json = command_json();
    if (json != NULL) json_begin_array(json, "assets");
    for (uint32_t i = 0; ok && json != NULL && i < count; i++) {
        const database_asset *a = &d->assets[order[i]];
        json_begin_object(json, NULL);
        json_text(json, "name", a->name);
        json_text(json, "kind", a->kind);
        json_number(json, "bytes", a->bytes);
        json_text(json, a->redirect ? "redirect" : "file", a->file);
        json_switch(json, "present", a->present);
        json_end_object(json);
    }
    if (json != NULL) json_end_array(json);
    for (uint32_t i = 0; ok && json == NULL && i < count; i++) {
        const database_asset *a = &d->assets[order[i]];
        printf("%-32s %10llu  %s%s%s\n", a->name, (unsigned long long)a->bytes, a->redirect ? "-> " : "",
               a->file, a->present ? "" : " (not there)");
    }
    free(chosen);
    free(order);
    return ok;
}

static const char *name_of(const database *d, uint32_t asset) {
    return asset == DATABASE_NONE ? "cart" : d->assets[asset].name;
}

/* Prints the lines of the history that mention a name; all lines for NULL. */
static bool print_history(const job *j, const char *name) {
    uint8_t *data;
    size_t size;
    char *path = import_file_resolve(j->d.texts[0].path, "history.txt");
    if (path == NULL) return import_error_memory(j->error, j->d.folder);
    bool there = import_file_exists(path), ok = !there || import_file_read(path, &data, &size, j->error);
    free(path);
    if (!there || !ok) return ok;
    json_writer *json = command_json();
    if (json != NULL) json_begin_array(json, "history");
    for (char *line = (char *)data, *end; line < (char *)data + size; line = end) {
        end = memchr(line, '\n', size - (size_t)(line - (char *)data));
        end = end == NULL ? (char *)data + size : end + 1;
        ox_text_view view = {line, (size_t)(end - line)};
        size_t at = name == NULL ? 0 : ox_text_find(view, ox_text_of(name)),
               length = name == NULL ? 0 : strlen(name);
        bool whole = at != OX_TEXT_NOWHERE && (name == NULL || at + length >= view.length ||
                                               strchr(" :\n", view.at[at + length]) != NULL);
        if (whole && json == NULL) fwrite(line, 1, (size_t)(end - line), stdout);
        if (whole && json != NULL)
            json_text_part(json, NULL, line, (size_t)(end - line) - (end > line && end[-1] == '\n'));
    }
    if (json != NULL) json_end_array(json);
    free(data);
    return true;
}

/* Writes as members what `show` prints of an asset. */
static void list_asset(json_writer *json, const database *d, uint32_t asset) {
    const database_asset *a = &d->assets[asset];
    const statement *t = &d->texts[a->text].s.list[a->statement];
    json_text(json, "name", a->name);
    json_text(json, "text", d->texts[a->text].path);
    json_number(json, "line", t->line);
    json_text(json, "file", a->file);
    json_number(json, "bytes", a->bytes);
    json_switch(json, "present", a->present);
    json_begin_array(json, "references");
    for (size_t i = 0; i < d->reference_count; i++) {
        const database_reference *r = &d->references[i];
        if (r->from != asset && r->to != asset) continue;
        json_begin_object(json, NULL);
        json_text(json, "from", name_of(d, r->from));
        json_text(json, "to", r->to == DATABASE_NONE ? "" : name_of(d, r->to));
        json_text(json, "field", r->field);
        json_number(json, "line", d->texts[r->text].s.list[r->statement].line);
        json_end_object(json);
    }
    json_end_array(json);
}

static bool show_assets(job *j) {
    const database *d = &j->d;
    uint32_t asset;
    if (!find_asset(j, j->words[0], &asset)) return false;
    const database_asset *a = &d->assets[asset];
    const statements *s = &d->texts[a->text].s;
    const statement *t = &s->list[a->statement];
    if (command_json() != NULL) {
        list_asset(command_json(), d, asset);
        return print_history(j, a->name);
    }
    printf("%s\n%s:%lu: %.*s", a->name, d->texts[a->text].path, t->line, (int)(t->end - t->begin),
           s->text + t->begin);
    if (t->end == s->size && (t->end == t->begin || s->text[t->end - 1] != '\n')) printf("\n");
    if (a->file[0] != 0 && !a->redirect)
        printf("file %s, %llu bytes%s\n", a->file, (unsigned long long)a->bytes,
               a->present ? "" : " (not there)");
    for (size_t i = 0; i < d->reference_count; i++) {
        const database_reference *r = &d->references[i];
        unsigned long line = d->texts[r->text].s.list[r->statement].line;
        if (r->from == asset)
            printf("-> %s (%s, line %lu)\n", r->to == DATABASE_NONE ? "(nothing)" : name_of(d, r->to),
                   r->field, line);
        if (r->to == asset)
            printf("<- %s (%s, %s:%lu)\n", name_of(d, r->from), r->field, d->texts[r->text].path, line);
    }
    for (size_t i = 0; i < d->asset_count; i++) {
        if (d->assets[i].redirect && database_find(d, d->assets[i].file) == asset)
            printf("<- redirect %s\n", d->assets[i].name);
    }
    return print_history(j, a->name);
}

/* ---- changing ---- */

/* Packs the cart with its changes, so that a bad asset is refused before cart.txt is written. */
static bool validate(job *j) {
    writer text = {0}, image = {0};
    const pack_options options = {.names = true};
    pack_report report = {0};
    cart *c = calloc(1, sizeof *c);
    bool ok = c != NULL && database_preview(&j->d, &text, j->error);
    ok = ok && cart_parse(j->d.texts[0].path, (const char *)text.data, text.size - 1, c, j->error) &&
         pack_cart(c, &options, &image, &report, j->error);
    if (c != NULL) cart_free(c);
    free(c);
    writer_free(&text);
    writer_free(&image);
    return ok;
}

static bool add_asset(job *j) {
    char line[2000] = "";
    for (int i = 0; i < j->count; i++) {
        size_t length = strlen(line);
        const char *value = i < 3 ? NULL : strchr(j->words[i], '=');
        bool quoted = strpbrk(j->words[i], " \t") != NULL;
        if (length + strlen(j->words[i]) + 8 > sizeof line)
            return import_error_file(j->error, NULL, "a line that is too long");
        if (quoted && value != NULL) {
            snprintf(line + length, sizeof line - length, " %.*s=\"%s\"", (int)(value - j->words[i]),
                     j->words[i], value + 1);
        } else {
            snprintf(line + length, sizeof line - length, quoted ? "%s\"%s\"" : "%s%s", i == 0 ? "" : " ",
                     j->words[i]);
        }
    }
    if (strcmp(j->words[0], "material") != 0 && strcmp(j->words[0], "scene") != 0 &&
        strcmp(j->words[0], "redirect") != 0) {
        char *path = j->count > 2 ? import_file_resolve(j->d.texts[0].path, j->words[2]) : NULL;
        bool there = path != NULL && import_file_exists(path);
        free(path);
        if (!there)
            return import_error_file(j->error, j->d.texts[0].path,
                                     "the file %.200s of %.60s is not there; make it first",
                                     j->count > 2 ? j->words[2] : "(none)", j->words[1]);
    }
    return database_add(&j->d, line, j->error) && validate(j);
}

static bool set_value(job *j) {
    uint32_t asset;
    if (!find_asset(j, j->words[0], &asset)) return false;
    for (int i = 1; i < j->count; i++) {
        char *equals = strchr(j->words[i], '=');
        if (equals == NULL)
            return import_error_file(j->error, NULL, "`%.100s`; write KEY=VALUE, or KEY= to take it out",
                                     j->words[i]);
        *equals = 0;
        bool ok = database_set(&j->d, asset, j->words[i], equals[1] == 0 ? NULL : equals + 1, j->error);
        *equals = '=';
        if (!ok) return false;
    }
    return validate(j);
}

static bool rename_asset(job *j) {
    uint32_t asset;
    return find_asset(j, j->words[0], &asset) &&
           database_rename(&j->d, asset, j->words[1], j->w.redirect, j->error);
}

static bool move_asset(job *j) {
    uint32_t asset;
    return find_asset(j, j->words[0], &asset) && database_move(&j->d, asset, j->words[1], j->error);
}

static bool delete (job *j) {
    uint32_t asset;
    return find_asset(j, j->words[0], &asset) && database_delete(&j->d, asset, j->w.with_file, j->error);
}

static bool fixup(job *j) {
    uint32_t count;
    if (!database_fixup(&j->d, &count, j->error)) return false;
    printf("%u redirects rewritten and taken out\n", count);
    return true;
}

/* Shows an asset as the image will have it, drawn by the console's own renderer. */
static bool preview(job *j) {
    view_asset shown = {
        .output = j->w.png,
        .look = {.width = 320, .height = 240, .frame = j->w.frame < 0 ? 0 : (uint32_t)j->w.frame}};
    uint32_t asset;
    if (!find_asset(j, j->words[0], &asset)) return false;
    if (j->w.png == NULL) return import_error_file(j->error, NULL, "--png OUT.png is missing");
    asset = database_resolve(&j->d, asset);
    if (asset == DATABASE_NONE)
        return import_error_file(j->error, j->d.texts[0].path, "%.100s leads nowhere", j->words[0]);
    shown.word = j->d.assets[asset].name;
    return command_view_asset(j->d.folder, &shown, j->error);
}

static bool tell_log(job *j) { return print_history(j, j->count > 0 ? j->words[0] : NULL); }

static const struct {
    const char *name, *form;
    bool (*run)(job *);
    int least, most;
    bool changes;
} commands[] = {{"list", "list", list_assets, 0, 0, false},
                {"show", "show NAME", show_assets, 1, 1, false},
                {"preview", "preview NAME --png OUT.png", preview, 1, 1, false},
                {"log", "log [NAME]", tell_log, 0, 1, false},
                {"add", "add KIND NAME [FILE] [KEY=VALUE ...]", add_asset, 2, 30, true},
                {"set", "set NAME KEY=VALUE ...", set_value, 2, 30, true},
                {"rename", "rename NAME NEW", rename_asset, 2, 2, true},
                {"move", "move NAME FILE", move_asset, 2, 2, true},
                {"delete", "delete NAME", delete, 1, 1, true},
                {"fixup", "fixup", fixup, 0, 0, true}};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* ---- the verb ---- */

static int run_command(job *j, int command, const char *folder) {
    tool_error error;
    char what[700] = "";
    j->error = &error;
    if (!database_open(folder, &j->d, &error)) return command_failed(&error);
    bool ok = commands[command].run(j);
    if (ok && commands[command].changes && j->d.edit_count > 0) {
        snprintf(what, sizeof what, "%s", commands[command].name);
        for (int i = 0; i < j->count; i++) {
            size_t length = strlen(what);
            bool second = i == 1 && commands[command].run == add_asset; /* KIND NAME becomes KIND/NAME */
            snprintf(what + length, sizeof what - length, "%s%s", second ? "/" : " ", j->words[i]);
        }
        const char *who = j->w.who != NULL ? j->w.who : getenv("USER");
        ok = database_commit(&j->d, what, who == NULL ? "somebody" : who, j->w.why, &error);
    }
    uint32_t redirects = j->d.redirects;
    database_close(&j->d);
    if (redirects > 0 && strcmp(commands[command].name, "fixup") != 0)
        report_warning(command_report(), folder, 0,
                       "%u redirect%s; `oxcart db %s fixup` rewrites what says the old names", redirects,
                       redirects == 1 ? "" : "s", folder);
    return ok ? EXIT_GOOD : command_failed(&error);
}

/* Separates options (and their values) from plain words, which come first in argv afterwards. */
static int part_words(int argc, char **argv, char **options) {
    static const char *const flags[] = {"--unused",    "--direct", "--largest", "--redirect",
                                        "--with-file", "--json",   NULL};
    int plain = 0, others = 0;
    options[others++] = argv[0];
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) != 0) {
            argv[1 + plain++] = argv[i];
            continue;
        }
        bool flag = strchr(argv[i], '=') != NULL;
        for (int k = 0; flags[k] != NULL; k++) flag = flag || strcmp(flags[k], argv[i]) == 0;
        options[others++] = argv[i];
        if (!flag && i + 1 < argc) options[others++] = argv[++i];
    }
    options[others] = NULL;
    return plain;
}

static int command_db(int argc, char **argv) {
    job j = {.words = NULL};
    wishes *w = &j.w;
    const argument_option options[] = {{"--kind", ARGUMENT_TEXT, &w->kind, 0, 0, NULL},
                                       {"--name", ARGUMENT_TEXT, &w->name, 0, 0, NULL},
                                       {"--tag", ARGUMENT_TEXT, &w->tag, 0, 0, NULL},
                                       {"--larger", ARGUMENT_BYTES, &w->larger, 0, 0, NULL},
                                       {"--uses", ARGUMENT_TEXT, &w->uses, 0, 0, NULL},
                                       {"--used-by", ARGUMENT_TEXT, &w->used_by, 0, 0, NULL},
                                       {"--text", ARGUMENT_TEXT, &w->text, 0, 0, NULL},
                                       {"--unused", ARGUMENT_FLAG, &w->unused, 0, 0, NULL},
                                       {"--direct", ARGUMENT_FLAG, &w->direct, 0, 0, NULL},
                                       {"--largest", ARGUMENT_FLAG, &w->largest, 0, 0, NULL},
                                       {"--redirect", ARGUMENT_FLAG, &w->redirect, 0, 0, NULL},
                                       {"--with-file", ARGUMENT_FLAG, &w->with_file, 0, 0, NULL},
                                       {"--png", ARGUMENT_TEXT, &w->png, 0, 0, NULL},
                                       {"--frame", ARGUMENT_NUMBER, &w->frame, 0, 36000, NULL},
                                       {"--who", ARGUMENT_TEXT, &w->who, 0, 0, NULL},
                                       {"--why", ARGUMENT_TEXT, &w->why, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    const char *names[COMMANDS + 1] = {NULL};
    char **words = malloc((size_t)(argc + 1) * sizeof *words);
    if (words == NULL) return command_no_memory();
    int plain = part_words(argc, argv, words), count = 0, command;
    while (words[count] != NULL) count++;
    bool understood = arguments_parse(count, words, options, NULL, 0, "");
    free(words);
    if (!understood) return EXIT_USAGE;
    if (plain < 1) return arguments_wrong("db", "the cart's folder is missing");
    for (int i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
    command = plain < 2 ? 0 : cart_choice(argv[2], names);
    if (command < 0) {
        const char *suggestion = cart_suggest(argv[2], names);
        if (suggestion != NULL)
            return arguments_wrong("db", "unknown command %s, did you mean %s?", argv[2], suggestion);
        return arguments_wrong("db",
                               "unknown command %s; list, show, preview, log, add, set, rename, move, delete "
                               "and fixup are possible",
                               argv[2]);
    }
    j.words = argv + 3;
    j.count = plain < 2 ? 0 : plain - 2;
    if (j.count < commands[command].least || j.count > commands[command].most)
        return arguments_wrong("db", "`oxcart db DIR %s` is wanted", commands[command].form);
    return run_command(&j, command, argv[1]);
}

const command_verb verb_db = {
    {"db", "ask about and change the assets of a cart",
     "usage: oxcart db DIR [list] [--kind K] [--name PATTERN] [--tag T] [--text WORDS] [--larger BYTES] "
     "[--largest]\n"
     "                     [--uses NAME] [--used-by NAME] [--direct] [--unused] [--json]\n"
     "       oxcart db DIR show NAME | preview NAME --png OUT.png [--frame N] | log [NAME] | add KIND NAME "
     "[FILE] [KEY=VALUE ...] | set NAME KEY=VALUE ...\n"
     "       oxcart db DIR rename NAME NEW [--redirect] | move NAME FILE | delete NAME [--with-file] | "
     "fixup\n"
     "                     [--who NAME] [--why REASON]\n"
     "list answers: what uses mesh/crate (--uses, over others too unless --direct), what level/town uses "
     "(--used-by), what is\n"
     "--unused, what is --largest. Words are looked for in lines, comments above them and FILE.meta. show "
     "tells of one, preview draws it as the console does, log "
     "of the\n"
     "changes. add and set are refused when the cart would not pack; rename and move rewrite what refers to "
     "the asset, in "
     "levels\n"
     "too, or leave a redirect, with which the old name stays good; fixup takes redirects out again. delete "
     "is refused "
     "while\n"
     "anything refers to it. Changes stand in DIR/history.txt.\n"
     "example: oxcart db mygame --uses texture/stone --kind level\n"
     "example: oxcart db mygame rename mesh/hero knight --why \"he got a horse\"\n"},
    command_db,
};
