/* Reads a cart's folder into assets and references. */
#define _POSIX_C_SOURCE 200809L
#include "tools/cart/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rom/rom.h"
#include "tools/import/base/file.h"
#include "tools/import/base/intern.h"

static bool no_memory(const database *d, tool_error *error) { return import_error_memory(error, d->folder); }

/* ---- texts ---- */

static bool add_text(database *d, char *path, statements_form form, tool_error *error) {
    void *array = d->texts;
    bool room = path != NULL && import_grow(&array, &d->text_capacity, d->text_count + 1, sizeof *d->texts);
    d->texts = array;
    if (!room) {
        free(path);
        return no_memory(d, error);
    }
    database_text *t = &d->texts[d->text_count];
    *t = (database_text){.path = path};
    if (!import_file_read(path, &t->data, &t->size, error)) {
        free(path);
        return false;
    }
    d->text_count++;
    return statements_read(path, (const char *)t->data, t->size, form, &t->s, error);
}

/* ---- assets ---- */

static const char *const no_assets[] = {"pool",   "handles",  "capacity", "client", "memory", "language",
                                        "region", "object",   "camera",   "light",  "keep",   "redirect",
                                        "search", "defaults", "with",     NULL};

static bool is_listed(const char *const *words, const char *word) {
    for (; *words != NULL; words++) {
        if (strcmp(*words, word) == 0) return true;
    }
    return false;
}

static char *join_name(const char *kind, const char *text, size_t length) {
    size_t room = strlen(kind) + length + 2;
    char *name = malloc(room);
    if (length >= 2 && text[0] == '"' && text[length - 1] == '"') text++, length -= 2;
    if (name != NULL) snprintf(name, room, "%s/%.*s", kind, (int)length, text);
    return name;
}

/* An asset's statement: WORD NAME ... outside of scenes; `scene NAME`; `redirect OLD NEW`. */
static bool add_asset(database *d, uint32_t text, uint32_t number, tool_error *error) {
    const statements *s = &d->texts[text].s;
    const statement *t = &s->list[number];
    char word[48], value[1024] = "";
    const char *bare =
        t->key +
        strcspn(t->key, " ."); /* behind the machine that it is for, if any (tools/cart/cart_target.c) */
    bare = *bare == '.' ? bare + 1 : t->key;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(bare, " "), bare);
    bool redirect = strcmp(word, "redirect") == 0;
    if (t->parent != UINT32_MAX || t->name_length == 0 || (is_listed(no_assets, word) && !redirect))
        return true;
    const statement_field *file = statements_field(s, t, "#1");
    if (file != NULL) statements_value(s, file, value, sizeof value);
    if (strcmp(word, "material") == 0) value[0] = 0;
    void *array = d->assets;
    bool ok = import_grow(&array, &d->asset_capacity, d->asset_count + 1, sizeof *d->assets);
    d->assets = array;
    if (!ok) return no_memory(d, error);
    database_asset *a = &d->assets[d->asset_count];
    *a = (database_asset){.kind = import_copy_name(word, strlen(word)),
                          .file = import_copy_name(value, strlen(value)),
                          .name = redirect ? import_copy_name(s->text + t->name_at, t->name_length)
                                           : join_name(word, s->text + t->name_at, t->name_length),
                          .text = text,
                          .statement = number,
                          .present = true,
                          .redirect = redirect};
    d->asset_count++;
    d->redirects += redirect;
    if (a->kind == NULL || a->file == NULL || a->name == NULL) return no_memory(d, error);
    if (value[0] == 0 || redirect) return true;
    struct stat status;
    char *path = import_file_resolve(d->texts[0].path, value);
    if (path == NULL) return no_memory(d, error);
    a->present = stat(path, &status) == 0;
    a->bytes = a->present ? (uint64_t)status.st_size : 0;
    bool level = strcmp(word, "level") == 0 && a->present;
    if (level) return add_text(d, path, STATEMENTS_LEVEL, error);
    free(path);
    return true;
}

typedef struct keyed {
    uint32_t id, number;
} keyed;

static int by_key(const void *a, const void *b) {
    const keyed *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool index_assets(database *d) {
    keyed *list = malloc((d->asset_count + 1) * sizeof *list);
    d->by_id = malloc((d->asset_count + 1) * sizeof *d->by_id);
    bool ok = list != NULL && d->by_id != NULL;
    for (uint32_t i = 0; ok && i < d->asset_count; i++) list[i] = (keyed){rom_id(d->assets[i].name), i};
    if (ok && d->asset_count > 0) qsort(list, d->asset_count, sizeof *list, by_key);
    for (uint32_t i = 0; ok && i < d->asset_count; i++) d->by_id[i] = list[i].number;
    free(list);
    return ok;
}

uint32_t database_find(const database *d, const char *name) {
    uint32_t id = rom_id(name);
    size_t low = 0, high = d->asset_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rom_id(d->assets[d->by_id[middle]].name) < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < d->asset_count && rom_id(d->assets[d->by_id[low]].name) == id ? d->by_id[low]
                                                                               : DATABASE_NONE;
}

uint32_t database_resolve(const database *d, uint32_t asset) {
    for (size_t steps = 0; asset != DATABASE_NONE && d->assets[asset].redirect && steps <= d->asset_count;
         steps++)
        asset = database_find(d, d->assets[asset].file);
    return asset != DATABASE_NONE && d->assets[asset].redirect ? DATABASE_NONE : asset;
}

/* ---- references ---- */

typedef struct referrer {
    uint32_t from, text, statement;
} referrer;

/* A token in the text that names an asset of a kind (NULL: the token is KIND/NAME), in a field. `sure` is false for
 * an option that may only be called like a kind: without such an asset, its value is no reference. */
typedef struct mention {
    const char *kind, *field;
    size_t at, length;
    bool sure;
} mention;

static bool add_reference(database *d, const referrer *r, const mention *of, tool_error *error) {
    const char *kind = of->kind;
    size_t at = of->at, length = of->length;
    const char *text = d->texts[r->text].s.text;
    if (length >= 2 && text[at] == '"' && text[at + length - 1] == '"') at++, length -= 2;
    char *name = kind == NULL ? import_copy_name(text + at, length) : join_name(kind, text + at, length);
    if (name == NULL) return no_memory(d, error);
    uint32_t to = database_find(d, name);
    free(name);
    if (length == 0 || (to == DATABASE_NONE && !of->sure)) return true;
    void *array = d->references;
    bool ok = import_grow(&array, &d->reference_capacity, d->reference_count + 1, sizeof *d->references);
    d->references = array;
    if (!ok) return no_memory(d, error);
    database_reference *own = &d->references[d->reference_count++];
    *own = (database_reference){r->from, to, r->text, r->statement, at, length, kind == NULL, ""};
    snprintf(own->field, sizeof own->field, "%s", of->field);
    return true;
}

/* Statements whose name, or first word, is that of an asset of a kind. */
static const struct {
    const char *word, *kind;
    bool first; /* the first plain word is the reference, not the name */
} names_of[] = {{"object", "mesh", false},      {"start", "scene", true},    {"icon", "texture", true},
                {"first-level", "level", true}, {"instance", "mesh", false}, {"neighbour", "level", false},
                {"refer", NULL, false}};

static bool is_kind(const database *d, const char *word) {
    if (strcmp(word, "texture") == 0 || strcmp(word, "material") == 0 || strcmp(word, "mesh") == 0)
        return true;
    for (size_t i = 0; i < d->asset_count; i++) {
        if (strcmp(d->assets[i].kind, word) == 0) return true;
    }
    return false;
}

/* The kind that a field's value names: most fields are called like the kind. */
static const char *kind_of_field(const char *name) {
    return strcmp(name, "texture2") == 0 ? "texture" : strcmp(name, "instead") == 0 ? "material" : name;
}

static bool find_fields(database *d, const referrer *r, tool_error *error) {
    for (size_t i = d->texts[r->text].s.list[r->statement].field, k = 0;
         k < d->texts[r->text].s.list[r->statement].field_count; i++, k++) {
        const statements *s = &d->texts[r->text].s;
        const statement_field *f = &s->fields[i];
        size_t at, length;
        statements_value_place(s, f, &at, &length);
        if (f->name[0] == '#') { /* @kind/name among the words of a level */
            bool named = length > 1 && s->text[at] == '@' && memchr(s->text + at, '/', length) != NULL;
            if (named && !add_reference(d, r, &(mention){NULL, "value", at + 1, length - 1, false}, error))
                return false;
        } else if (at > f->at && is_kind(d, kind_of_field(f->name))) {
            const char *kind = kind_of_field(f->name);
            bool sure =
                strcmp(kind, "texture") == 0 || strcmp(kind, "material") == 0 || strcmp(kind, "mesh") == 0;
            if (!add_reference(
                    d, r, &(mention){kind, f->name, at, length, sure && s->form == STATEMENTS_CART}, error))
                return false;
        }
    }
    return true;
}

static bool find_references(database *d, const referrer *r, tool_error *error) {
    const statements *s = &d->texts[r->text].s;
    const statement *t = &s->list[r->statement];
    const char *own = t->parent == UINT32_MAX        ? t->key
                      : strrchr(t->key, '/') == NULL ? t->key
                                                     : t->key + strlen(s->list[t->parent].key) + 1;
    size_t length = strcspn(own, " ");
    for (size_t i = 0; i < sizeof names_of / sizeof names_of[0]; i++) {
        if (strlen(names_of[i].word) != length || strncmp(own, names_of[i].word, length) != 0) continue;
        const statement_field *f = names_of[i].first ? statements_field(s, t, "#1") : NULL;
        size_t at = t->name_at, size = t->name_length;
        if (f != NULL) statements_value_place(s, f, &at, &size);
        if (strcmp(names_of[i].word, "refer") == 0) { /* KIND NAME */
            char kind[48];
            snprintf(kind, sizeof kind, "%.*s", (int)strcspn(own + length + 1, " "), own + length + 1);
            if (!add_reference(d, r, &(mention){kind, "refer", at, size, true}, error)) return false;
        } else if (size > 0 &&
                   !add_reference(d, r, &(mention){names_of[i].kind, names_of[i].word, at, size, true},
                                  error)) {
            return false;
        }
    }
    return find_fields(d, r, error);
}

/* Finds all references. A statement of cart.txt refers from the asset it belongs to, a statement of a level from that
 * level. */
static bool find_all(database *d, tool_error *error) {
    uint32_t *owner = calloc(d->texts[0].s.count + 1, sizeof *owner), text = 1;
    bool ok = owner != NULL || no_memory(d, error);
    for (size_t i = 0; ok && i < d->texts[0].s.count; i++) owner[i] = DATABASE_NONE;
    for (uint32_t i = 0; ok && i < d->asset_count; i++) owner[d->assets[i].statement] = i;
    for (uint32_t i = 0; ok && i < d->texts[0].s.count; i++) {
        uint32_t parent = d->texts[0].s.list[i].parent;
        const referrer r = {owner[parent == UINT32_MAX ? i : parent], 0, i};
        if (r.from != DATABASE_NONE && d->assets[r.from].redirect) continue;
        ok = find_references(d, &r, error);
    }
    for (uint32_t a = 0; ok && a < d->asset_count; a++) {
        if (strcmp(d->assets[a].kind, "level") != 0 || !d->assets[a].present || text >= d->text_count)
            continue;
        for (uint32_t i = 0; ok && i < d->texts[text].s.count; i++) {
            const referrer r = {a, text, i};
            ok = find_references(d, &r, error);
        }
        text++;
    }
    free(owner);
    return ok;
}

bool database_open(const char *folder, database *d, tool_error *error) {
    size_t room = strlen(folder) + 16;
    char *path = malloc(room);
    memset(d, 0, sizeof *d);
    d->folder = import_copy_name(folder, strlen(folder));
    if (path == NULL || d->folder == NULL) {
        free(path);
        database_close(d);
        return import_error_memory(error, folder);
    }
    snprintf(path, room, "%s/cart.txt", folder);
    bool ok = add_text(d, path, STATEMENTS_CART, error);
    for (uint32_t i = 0; ok && i < d->texts[0].s.count; i++) ok = add_asset(d, 0, i, error);
    ok = ok && (index_assets(d) || no_memory(d, error)) && find_all(d, error);
    if (!ok) database_close(d);
    return ok;
}

void database_close(database *d) {
    for (size_t i = 0; i < d->text_count; i++) {
        statements_free(&d->texts[i].s);
        free(d->texts[i].path);
        free(d->texts[i].data);
    }
    for (size_t i = 0; i < d->asset_count; i++) {
        free(d->assets[i].name);
        free(d->assets[i].kind);
        free(d->assets[i].file);
    }
    for (size_t i = 0; i < d->edit_count; i++) free(d->edits[i].words);
    free(d->folder);
    free(d->texts);
    free(d->assets);
    free(d->by_id);
    free(d->references);
    free(d->edits);
    free(d->moves[0]);
    free(d->moves[1]);
    free(d->removal);
    memset(d, 0, sizeof *d);
}

/* ---- asking ---- */

bool database_users(const database *d, uint32_t asset, bool direct, bool *users) {
    bool more = true;
    memset(users, 0, d->asset_count * sizeof *users);
    for (int turn = 0; more && (turn == 0 || !direct); turn++) {
        more = false;
        for (size_t i = 0; i < d->reference_count; i++) {
            const database_reference *r = &d->references[i];
            uint32_t to = r->to == DATABASE_NONE ? DATABASE_NONE : database_resolve(d, r->to);
            bool leads = to != DATABASE_NONE && (to == asset || r->to == asset || (!direct && users[to]));
            if (r->from == DATABASE_NONE || !leads || users[r->from] || r->from == asset) continue;
            users[r->from] = true;
            more = true;
        }
    }
    return true;
}

char *database_metadata(const database *d, uint32_t asset) {
    const database_asset *a = &d->assets[asset];
    const statements *s = &d->texts[a->text].s;
    const statement *t = &s->list[a->statement];
    size_t room = strlen(a->file) + 8, length = t->end - t->lead, size = 0;
    char *name = malloc(room);
    uint8_t *data = NULL;
    if (name == NULL) return NULL;
    snprintf(name, room, "%s.meta", a->file);
    char *path = a->file[0] == 0 ? NULL : import_file_resolve(d->texts[0].path, name);
    if (path != NULL && import_file_exists(path) && !import_file_read(path, &data, &size, NULL)) size = 0;
    char *text = malloc(length + size + 2);
    if (text != NULL) {
        memcpy(text, s->text + t->lead, length);
        if (size > 0) memcpy(text + length, data, size);
        text[length + size] = 0;
    }
    free(name);
    free(path);
    free(data);
    return text;
}
