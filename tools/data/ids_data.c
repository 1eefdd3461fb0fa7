/* Names in the texts of carts: assets, objects of levels, keys of string tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/cart/statements.h"
#include "tools/data/ids.h"
#include "tools/import/base/intern.h"

/* A place of names in a statement: its key behind the word, or a field; and the folder that these names stand
 * in. */
typedef struct source {
    const char *word, *field; /* field NULL: the name behind the word */
    const char *folder;       /* "" none; NULL: the word itself */
} source;

static const source cart_sources[] = {
    {"texture", NULL, NULL}, {"material", NULL, NULL}, {"mesh", NULL, NULL},  {"scene", NULL, NULL},
    {"pool", NULL, ""},      {"handles", NULL, ""},    {"capacity", NULL, ""}};
static const source level_sources[] = {
    {"tag", NULL, ""},         {"layer", NULL, ""},        {"spawn", "#1", ""},   {"spawn", "name", ""},
    {"set", NULL, ""},         {"locator", NULL, ""},      {"locator", "#1", ""}, {"volume", NULL, ""},
    {"volume", "#1", ""},      {"light", NULL, ""},        {"path", NULL, ""},    {"element", NULL, ""},
    {"solid", "material", ""}, {"version", "material", ""}};

static bool is_kind(const statement *s, const char *word) {
    const char *own = strrchr(s->key, '/');
    size_t length = strlen(word);
    own = s->parent == UINT32_MAX || own == NULL ? s->key : own + 1;
    return strncmp(own, word, length) == 0 && (own[length] == ' ' || own[length] == 0);
}

/* The plain name behind the word in a key, without the marks of variants. */
static size_t key_name(const statement *s, const char *word, const char **name) {
    const char *own = s->parent == UINT32_MAX ? s->key : strrchr(s->key, '/') + 1, *at = own + strlen(word);
    if (*at == ' ') at++;
    *name = at;
    return strcspn(at, " ");
}

typedef struct name_place {
    const char *file;
    unsigned long line;
} name_place;

static bool add_name(ids *list, name_place at, const char *folder, const char *name, size_t length,
                     tool_error *error) {
    char full[300];
    if (length >= 2 && name[0] == '"' && name[length - 1] == '"') name++, length -= 2;
    if (length > 0 && name[0] == '@') name++, length--;
    int size = snprintf(full, sizeof full, "%s%s%.*s", folder, folder[0] == 0 ? "" : "/",
                        (int)(length < 256 ? length : 256), name);
    return ids_add(list, at.file, at.line, full, (size_t)size, error);
}

static bool add_from(ids *list, const statements *s, const statement *t, const source *from,
                     tool_error *error) {
    const char *name;
    size_t length;
    if (from->field == NULL) {
        length = key_name(t, from->word, &name);
        return add_name(list, (name_place){s->file, t->line},
                        from->folder == NULL ? from->word : from->folder, name, length, error);
    }
    const statement_field *field = statements_field(s, t, from->field);
    if (field == NULL) return true;
    size_t at;
    statements_value_place(s, field, &at, &length);
    return add_name(list, (name_place){s->file, t->line}, from->folder, s->text + at, length, error);
}

/* Kinds of assets other than those of the table: WORD NAME FILE. */
static bool is_asset(const statements *s, const statement *t) {
    static const char *const others[] = {"texture",  "material", "mesh",   "scene",    "pool",  "handles",
                                         "capacity", "client",   "memory", "language", "region"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (is_kind(t, others[i])) return false;
    }
    return t->parent == UINT32_MAX && strchr(t->key, ' ') != NULL && statements_field(s, t, "#1") != NULL;
}

static bool read_cart(ids *list, const statements *s, tool_error *error) {
    for (size_t i = 0; i < s->count; i++) {
        const statement *t = &s->list[i];
        for (size_t k = 0; k < sizeof cart_sources / sizeof cart_sources[0]; k++) {
            bool here = t->parent == UINT32_MAX && is_kind(t, cart_sources[k].word);
            if (here && !add_from(list, s, t, &cart_sources[k], error)) return false;
        }
        if (!is_asset(s, t)) continue;
        char folder[64];
        const char *name;
        snprintf(folder, sizeof folder, "%.*s", (int)strcspn(t->key, " "), t->key);
        size_t length = key_name(t, folder, &name);
        if (!add_name(list, (name_place){s->file, t->line}, folder, name, length, error)) return false;
    }
    return true;
}

/* Checks that no two objects of a level have one name. */
static bool check_objects(const statements *s, tool_error *error) {
    import_name_table names = {0};
    unsigned long *lines = calloc(s->count + 1, sizeof *lines);
    bool good = lines != NULL || import_error_memory(error, s->file);
    for (size_t i = 0; good && i < s->count; i++) {
        const statement *t = &s->list[i];
        const statement_field *field = is_kind(t, "spawn") ? statements_field(s, t, "name") : NULL;
        size_t at, length;
        char id[16];
        if (field == NULL) continue;
        statements_value_place(s, field, &at, &length);
        snprintf(id, sizeof id, "%08x", (unsigned)rom_id_of(s->text + at, length));
        uint32_t number = import_name_table_add(&names, id, 8);
        if (number == IMPORT_INTERN_FAILED) {
            good = import_error_memory(error, s->file);
        } else if (lines[number] != 0) {
            good = import_error_line(error, s->file, t->line,
                                     "an object \"%.*s\" stands in line %lu already; rename one",
                                     (int)(length < 200 ? length : 200), s->text + at, lines[number]);
        } else {
            lines[number] = t->line;
        }
    }
    import_name_table_free(&names);
    free(lines);
    return good;
}

static bool read_level(ids *list, const statements *s, tool_error *error) {
    for (size_t i = 0; i < s->count; i++) {
        const statement *t = &s->list[i];
        for (size_t k = 0; k < sizeof level_sources / sizeof level_sources[0]; k++) {
            if (is_kind(t, level_sources[k].word) && !add_from(list, s, t, &level_sources[k], error))
                return false;
        }
        /* a value @NAME is a name too */
        const statement_field *value = is_kind(t, "set") ? statements_field(s, t, "#1") : NULL;
        const source named = {"set", "#1", ""};
        if (value != NULL && s->text[value->at] == '@' && !add_from(list, s, t, &named, error)) return false;
    }
    return check_objects(s, error);
}

static bool read_keys(ids *list, const statements *s, tool_error *error) {
    for (size_t i = 0; i < s->count; i++) {
        const statement *t = &s->list[i];
        if (t->field_count > 0 && t->parent == UINT32_MAX &&
            !add_name(list, (name_place){s->file, t->line}, "", t->key, strlen(t->key), error))
            return false;
    }
    return true;
}

bool ids_is_data(const char *file, const char *text, size_t size) {
    statements_form form = statements_guess(file, text, size);
    return form == STATEMENTS_CART || form == STATEMENTS_LEVEL || form == STATEMENTS_KEYS;
}

bool ids_read_data(ids *list, const char *file, const char *text, size_t size, tool_error *error) {
    statements s;
    statements_form form = statements_guess(file, text, size);
    if (!statements_read(file, text, size, form, &s, error)) return false;
    bool good = form == STATEMENTS_CART    ? read_cart(list, &s, error)
                : form == STATEMENTS_LEVEL ? read_level(list, &s, error)
                                           : read_keys(list, &s, error);
    statements_free(&s);
    return good;
}
