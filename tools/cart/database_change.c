/* Changes of a cart's folder: edits of texts, files moved, history. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "tools/cart/database.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/import/base/intern.h"

static bool add_edit(database *d, uint32_t text, size_t at, size_t length, const char *words,
                     tool_error *error) {
    void *array = d->edits;
    bool ok = import_grow(&array, &d->edit_capacity, d->edit_count + 1, sizeof *d->edits);
    d->edits = array;
    char *copy = ok ? import_copy_name(words, strlen(words)) : NULL;
    if (copy == NULL) return import_error_memory(error, d->folder);
    d->edits[d->edit_count++] = (database_edit){text, at, length, copy};
    return true;
}

/* Letters that a name or path may have without quotes. */
static bool check_name(const char *name, bool path, tool_error *error) {
    bool good = name[0] != 0 && name[0] != '#' && name[0] != '-' && strlen(name) < 90;
    for (const char *at = name; *at != 0; at++)
        good = good && (unsigned char)*at > 32 && strchr("\"=,@", *at) == NULL;
    if (path) good = good && name[0] != '/' && strstr(name, "..") == NULL;
    return good ||
           import_error_file(error, NULL,
                             "`%.100s` is no name; write letters, digits, _ - . and /, without blanks", name);
}

static const char *own_name(const database_asset *a) {
    return a->redirect ? a->name : a->name + strlen(a->kind) + 1;
}

/* Where a new line of cart.txt goes: behind the last asset outside of scenes. */
static size_t line_place(const database *d) {
    const statements *s = &d->texts[0].s;
    size_t place = 0;
    for (size_t i = 0; i < d->asset_count; i++) {
        const database_asset *a = &d->assets[i];
        if (strcmp(a->kind, "scene") != 0) place = s->list[a->statement].end;
    }
    for (size_t i = 0; place == 0 && i < s->count; i++) { /* no assets yet: before the first scene */
        if (strncmp(s->list[i].key, "scene ", 6) == 0) return s->list[i].begin;
    }
    return place == 0 ? s->size : place;
}

static bool add_line(database *d, const char *line, tool_error *error) {
    const statements *s = &d->texts[0].s;
    size_t at = line_place(d), length = strlen(line) + 3;
    char *words = malloc(length);
    if (words == NULL) return import_error_memory(error, d->folder);
    snprintf(words, length, "%s%s\n", at > 0 && s->text[at - 1] != '\n' ? "\n" : "", line);
    bool ok = add_edit(d, 0, at, 0, words, error);
    free(words);
    return ok;
}

bool database_add(database *d, const char *line, tool_error *error) {
    statements s;
    if (!statements_read("the new line", line, strlen(line), STATEMENTS_CART, &s, error)) return false;
    bool ok = s.count == 1 && s.list[0].name_length > 0;
    char name[300] = "";
    if (ok) {
        size_t word = strcspn(s.list[0].key, " ");
        snprintf(name, sizeof name, "%.*s/%.*s", (int)(word < 40 ? word : 40), s.list[0].key,
                 (int)(s.list[0].name_length < 200 ? s.list[0].name_length : 200), line + s.list[0].name_at);
    }
    statements_free(&s);
    if (!ok)
        return import_error_file(error, NULL, "`%.100s` is no asset; write KIND NAME FILE as in cart.txt",
                                 line);
    if (database_find(d, name) != DATABASE_NONE)
        return import_error_file(error, d->texts[0].path, "there is a %s already; choose another name", name);
    return add_line(d, line, error);
}

bool database_set(database *d, uint32_t asset, const char *key, const char *value, tool_error *error) {
    const database_asset *a = &d->assets[asset];
    const statements *s = &d->texts[a->text].s;
    const statement *t = &s->list[a->statement];
    const statement_field *f = statements_field(s, t, key);
    char words[400];
    if (!check_name(key, false, error)) return false;
    if (value != NULL && (strchr(value, '"') != NULL || strchr(value, '\n') != NULL || strlen(value) > 300))
        return import_error_file(error, NULL, "`%.60s` cannot stand in a line; take quotes and line ends out",
                                 value);
    if (value == NULL && f == NULL)
        return import_error_file(error, d->texts[0].path, "%s has no %s", a->name, key);
    bool quoted = value != NULL && strpbrk(value, " \t#") != NULL && value[0] != '#';
    if (value != NULL) snprintf(words, sizeof words, quoted ? "%s=\"%s\"" : "%s=%s", key, value);
    if (value != NULL && f != NULL) return add_edit(d, a->text, f->at, f->length, words, error);
    if (f != NULL) { /* remove the option with the blanks before it */
        size_t at = f->at;
        while (at > t->begin && (s->text[at - 1] == ' ' || s->text[at - 1] == '\t')) at--;
        return add_edit(d, a->text, at, f->at + f->length - at, "", error);
    }
    size_t end = t->name_at + t->name_length;
    for (size_t i = t->field; i < t->field + t->field_count; i++) end = s->fields[i].at + s->fields[i].length;
    memmove(words + 1, words, strlen(words) + 1);
    words[0] = ' ';
    return add_edit(d, a->text, end, 0, words, error);
}

/* Rewrites the references to an asset to another name. */
static bool rewrite(database *d, uint32_t from, const char *kind, const char *name, tool_error *error) {
    char full[300];
    snprintf(full, sizeof full, "%s/%s", kind, name);
    for (size_t i = 0; i < d->reference_count; i++) {
        const database_reference *r = &d->references[i];
        if (r->to == from && !add_edit(d, r->text, r->at, r->length, r->with_kind ? full : name, error))
            return false;
    }
    return true;
}

bool database_rename(database *d, uint32_t asset, const char *name, bool redirect, tool_error *error) {
    const database_asset *a = &d->assets[asset];
    const statement *t = &d->texts[a->text].s.list[a->statement];
    char full[300], line[700];
    size_t kind = strlen(a->kind);
    if (strncmp(name, a->kind, kind) == 0 && name[kind] == '/') name += kind + 1;
    if (!check_name(name, false, error)) return false;
    snprintf(full, sizeof full, "%s/%s", a->kind, name);
    if (a->redirect)
        return import_error_file(error, d->texts[0].path, "%s is a redirect; rename %s", a->name, a->file);
    if (database_find(d, full) != DATABASE_NONE)
        return import_error_file(error, d->texts[0].path, "there is a %s already; choose another name", full);
    if (!add_edit(d, a->text, t->name_at, t->name_length, name, error)) return false;
    for (size_t i = 0; i < d->asset_count; i++) { /* redirects to the asset get its new name */
        const database_asset *other = &d->assets[i];
        if (!other->redirect || database_find(d, other->file) != asset) continue;
        const statements *s = &d->texts[0].s;
        const statement_field *f = statements_field(s, &s->list[other->statement], "#1");
        if (f != NULL && !add_edit(d, 0, f->at, f->length, full, error)) return false;
    }
    snprintf(line, sizeof line, "redirect %.300s %.300s", a->name, full);
    return redirect ? add_line(d, line, error) : rewrite(d, asset, a->kind, name, error);
}

bool database_move(database *d, uint32_t asset, const char *file, tool_error *error) {
    const database_asset *a = &d->assets[asset];
    const statements *s = &d->texts[a->text].s;
    const statement_field *f =
        a->file[0] == 0 || a->redirect ? NULL : statements_field(s, &s->list[a->statement], "#1");
    if (!check_name(file, true, error)) return false;
    if (f == NULL) return import_error_file(error, d->texts[0].path, "%s has no file", a->name);
    if (!a->present)
        return import_error_file(error, d->texts[0].path, "the file %s of %s is not there", a->file, a->name);
    d->moves[0] = import_file_resolve(d->texts[0].path, a->file);
    d->moves[1] = import_file_resolve(d->texts[0].path, file);
    if (d->moves[0] == NULL || d->moves[1] == NULL) return import_error_memory(error, d->folder);
    if (import_file_exists(d->moves[1]))
        return import_error_file(error, d->moves[1], "is there already; choose another place");
    for (size_t i = 0; i < d->asset_count; i++) { /* all assets that share the file */
        const database_asset *other = &d->assets[i];
        if (other->redirect || strcmp(other->file, a->file) != 0) continue;
        const statement_field *g = statements_field(s, &s->list[other->statement], "#1");
        if (g != NULL && !add_edit(d, other->text, g->at, g->length, file, error)) return false;
    }
    return true;
}

/* Writes the list of an asset's referrers: "mesh/hero (material), scene/main (object), ..." */
static size_t list_referrers(const database *d, uint32_t asset, char *list, size_t room) {
    size_t count = 0, length = 0;
    list[0] = 0;
    for (size_t i = 0; i < d->reference_count; i++) {
        const database_reference *r = &d->references[i];
        if (r->to != asset) continue;
        const char *name = r->from == DATABASE_NONE ? "cart" : d->assets[r->from].name;
        count++;
        if (length + strlen(name) + strlen(r->field) + 8 < room)
            length += (size_t)snprintf(list + length, room - length, "%s%s (%s)", length == 0 ? "" : ", ",
                                       name, r->field);
    }
    for (size_t i = 0; i < d->asset_count; i++) {
        const database_asset *a = &d->assets[i];
        if (!a->redirect || database_find(d, a->file) != asset) continue;
        count++;
        if (length + strlen(a->name) + 20 < room)
            length += (size_t)snprintf(list + length, room - length, "%sredirect %s", length == 0 ? "" : ", ",
                                       a->name);
    }
    return count;
}

bool database_delete(database *d, uint32_t asset, bool with_file, tool_error *error) {
    const database_asset *a = &d->assets[asset];
    const statements *s = &d->texts[a->text].s;
    const statement *t = &s->list[a->statement];
    char list[380];
    size_t count = list_referrers(d, asset, list, sizeof list);
    if (count > 0)
        return import_error_file(error, d->texts[0].path,
                                 "%.60s is referred to %zu times: %s; change these first", a->name, count,
                                 list);
    size_t end = t->end;
    for (size_t i = a->statement + 1; i < s->count; i++) { /* statements inside it, such as a scene's lines */
        if (s->list[i].parent == a->statement) end = s->list[i].end;
    }
    if (with_file && a->file[0] != 0 && a->present && !a->redirect) {
        for (size_t i = 0; i < d->asset_count; i++) {
            if (i != asset && strcmp(d->assets[i].file, a->file) == 0) with_file = false; /* shared */
        }
        if (with_file) d->removal = import_file_resolve(d->texts[0].path, a->file);
    }
    return add_edit(d, a->text, t->begin, end - t->begin, "", error);
}

bool database_fixup(database *d, uint32_t *count, tool_error *error) {
    *count = 0;
    for (uint32_t i = 0; i < d->asset_count; i++) {
        const database_asset *a = &d->assets[i];
        if (!a->redirect) continue;
        uint32_t to = database_resolve(d, i);
        if (to == DATABASE_NONE)
            return import_error_line(error, d->texts[0].path, d->texts[0].s.list[a->statement].line,
                                     "%s leads to %s, which is not there; correct it", a->name, a->file);
        const statement *t = &d->texts[a->text].s.list[a->statement];
        if (!rewrite(d, i, d->assets[to].kind, own_name(&d->assets[to]), error)) return false;
        if (!add_edit(d, a->text, t->begin, t->end - t->begin, "", error)) return false;
        ++*count;
    }
    return true;
}

/* ---- writing ---- */

static int by_place(const void *a, const void *b) {
    const database_edit *x = a, *y = b;
    if (x->text != y->text) return x->text < y->text ? -1 : 1;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return (x->length > y->length) - (x->length < y->length);
}

/* Writes a text with its edits, which are sorted. */
static void apply_edits(const database *d, uint32_t text, writer *out) {
    const database_text *t = &d->texts[text];
    size_t at = 0;
    for (size_t i = 0; i < d->edit_count; i++) {
        const database_edit *e = &d->edits[i];
        if (e->text != text || e->at < at) continue;
        writer_bytes(out, t->data + at, e->at - at);
        writer_bytes(out, e->words, strlen(e->words));
        at = e->at + e->length;
    }
    writer_bytes(out, t->data + at, t->size - at);
}

bool database_preview(const database *d, writer *out, tool_error *error) {
    if (d->edit_count > 0) qsort(d->edits, d->edit_count, sizeof *d->edits, by_place);
    apply_edits(d, 0, out);
    writer_u8(out, 0);
    return !out->failed || import_error_memory(error, d->folder);
}

static void put_text(writer *out, const char *text) {
    for (; *text != 0; text++) writer_u8(out, (unsigned char)*text < 32 ? ' ' : (unsigned char)*text);
}

/* Adds a line to the history: 2026-11-21 12:30:05 who: what: why */
static bool add_history(const database *d, const char *what, const char *who, const char *why,
                        tool_error *error) {
    char *path = import_file_resolve(d->texts[0].path, "history.txt"), date[32] = "";
    uint8_t *old = NULL;
    size_t size = 0;
    writer out = {0};
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    time_t now = fixed != NULL ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
    struct tm parts;
    if (path == NULL) return import_error_memory(error, d->folder);
    bool ok = !import_file_exists(path) || import_file_read(path, &old, &size, error);
    if (ok && gmtime_r(&now, &parts) != NULL) strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &parts);
    if (ok) {
        if (size > 0) writer_bytes(&out, old, size);
        put_text(&out, date);
        put_text(&out, " ");
        put_text(&out, who);
        put_text(&out, ": ");
        put_text(&out, what);
        if (why != NULL) put_text(&out, ": ");
        if (why != NULL) put_text(&out, why);
        writer_u8(&out, '\n');
        ok = out.failed ? import_error_memory(error, path)
                        : import_file_write(path, out.data, out.size, error);
    }
    writer_free(&out);
    free(old);
    free(path);
    return ok;
}

/* Moves or removes an asset's file and the settings beside it. */
static bool move_files(const database *d, tool_error *error) {
    char from[1100], to[1100];
    if (d->moves[0] == NULL) return true;
    if (!folder_make_above(d->moves[1], error)) return false;
    if (rename(d->moves[0], d->moves[1]) != 0)
        return import_error_file(error, d->moves[0], "cannot be moved: %s; choose another place",
                                 strerror(errno));
    snprintf(from, sizeof from, "%.1090s.meta", d->moves[0]);
    snprintf(to, sizeof to, "%.1090s.meta", d->moves[1]);
    return !import_file_exists(from) || rename(from, to) == 0 ||
           import_error_file(error, from, "cannot be moved: %s; move it by hand", strerror(errno));
}

bool database_commit(database *d, const char *what, const char *who, const char *why, tool_error *error) {
    bool ok = true;
    if (d->edit_count > 0) qsort(d->edits, d->edit_count, sizeof *d->edits, by_place);
    ok = move_files(d, error);
    for (uint32_t text = (uint32_t)d->text_count; ok && text-- > 0;) { /* cart.txt is written last */
        bool changed = false;
        for (size_t i = 0; i < d->edit_count; i++) changed = changed || d->edits[i].text == text;
        if (!changed) continue;
        writer out = {0};
        apply_edits(d, text, &out);
        ok = out.failed ? import_error_memory(error, d->folder)
                        : import_file_write(d->texts[text].path,
                                            out.data == NULL ? "" : (const char *)out.data, out.size, error);
        writer_free(&out);
    }
    if (ok && d->removal != NULL && remove(d->removal) != 0)
        ok = import_error_file(error, d->removal, "cannot be taken away: %s", strerror(errno));
    return ok && add_history(d, what, who, why, error);
}
