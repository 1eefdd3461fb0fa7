/* Commands that change what a cart has: levels, object types. */
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/edit/edit.h"
#include "tools/import/base/file.h"

/* A name that needs no quotation marks, and is no number, which would mean an object of the list. */
static bool is_name(const char *word) {
    bool letter = false;
    if (word[0] == 0 || strlen(word) >= CART_NAME_MAX) return false;
    for (const char *at = word; *at != 0; at++) {
        bool small = *at >= 'a' && *at <= 'z', big = *at >= 'A' && *at <= 'Z';
        letter = letter || small || big;
        if (!small && !big && (*at < '0' || *at > '9') && strchr("_-", *at) == NULL) return false;
    }
    return letter;
}

/* Appends a line to a text that may lack its last line end. */
static bool append(edit *e, int file, const char *line, tool_error *error) {
    const edit_file *f = &e->files[file];
    if (f->size > 0 && f->text[f->size - 1] != '\n' && !edit_change(e, file, f->size, 0, "\n", 1, error))
        return false;
    return edit_change(e, file, e->files[file].size, 0, line, strlen(line), error);
}

/* A file beside cart.txt that is not there yet. */
static int new_file(edit_words *w, int word, const char *name) {
    edit *e = w->e;
    char *path = import_file_resolve(e->files[0].path, name);
    if (path == NULL) {
        import_error_memory(w->error, NULL);
        return EDIT_NONE;
    }
    int file = edit_file_of(e, path, w->error);
    free(path);
    w->looked = word;
    if (file == EDIT_NONE) return EDIT_NONE;
    if (e->files[file].size > 0 || e->files[file].saved != NULL || import_file_exists(e->files[file].path)) {
        edit_wrong(w, word, "%s is there already; name another file", e->files[file].path);
        return EDIT_NONE;
    }
    return file;
}

static const cart_asset *asset_of(const edit *e, const char *kind, const char *name) {
    for (uint32_t i = 0; i < e->c.asset_count; i++) {
        if (strcmp(e->c.assets[i].kind, kind) == 0 && rom_id(e->c.assets[i].name) == rom_id(name))
            return &e->c.assets[i];
    }
    return NULL;
}

bool edit_create(edit_words *w) {
    edit *e = w->e;
    char name[CART_PATH_MAX], line[CART_PATH_MAX + CART_NAME_MAX + 16];
    if (w->count < 3 || w->count > 4 || strcmp(w->words[1], "level") != 0)
        return edit_wrong(w, w->count > 1 ? 1 : 0, "`create level NAME [FILE]` is wanted");
    if (!is_name(w->words[2]))
        return edit_wrong(w, 2, "`%.40s` is no name of a level; letters, digits, - and _ are possible",
                          w->words[2]);
    if (asset_of(e, "level", w->words[2]) != NULL)
        return edit_wrong(w, 2, "a level `%.80s` is there already; give it another name", w->words[2]);
    if (w->count == 4 && (strlen(w->words[3]) > 200 || strpbrk(w->words[3], "\" \t#=") != NULL ||
                          w->words[3][0] == '/' || strstr(w->words[3], "..") != NULL))
        return edit_wrong(w, 3, "`%.40s` is no file beside cart.txt", w->words[3]);
    if (w->count == 4)
        snprintf(name, sizeof name, "%s", w->words[3]);
    else
        snprintf(name, sizeof name, "%s.level", w->words[2]);
    int file = new_file(w, w->count - 1, name);
    if (file == EDIT_NONE) return false;
    snprintf(line, sizeof line, "level %s %s\n", w->words[2], name);
    return append(e, file, "level 1\n", w->error) && append(e, 0, line, w->error) &&
           edit_commit(e, w->error) && edit_go(e, EDIT_LEVEL, w->words[2], NULL, w->error);
}

/* ---- object types ---- */

/* The kind of column that a word wants, when the table is begun with it. */
static const char *column_kind(const char *value) {
    double number;
    uint32_t rgb;
    if (strcmp(value, "yes") == 0 || strcmp(value, "no") == 0) return "switch";
    if (value[0] == '#' && cart_parse_colour(value, &rgb)) return "colour";
    if (cart_parse_number(value, &number)) return strchr(value, '.') == NULL ? "i32" : "fx";
    return "id";
}

static bool begin_table(edit_words *w, int *file) {
    edit *e = w->e;
    char head[EDIT_WORDS * (CART_NAME_MAX + 12)] = "key,mesh:id";
    *file = new_file(w, 0, "types.csv");
    if (*file == EDIT_NONE) return false;
    for (int i = 2; i < w->count; i++) {
        const char *equals = strchr(w->words[i], '=');
        size_t used = strlen(head);
        if (strncmp(w->words[i], "mesh=", 5) == 0) continue;
        snprintf(head + used, sizeof head - used, ",%.*s:%s", (int)(equals - w->words[i]), w->words[i],
                 column_kind(equals + 1));
    }
    strcat(head, "\n");
    return append(e, *file, head, w->error) && append(e, 0, "data types types.csv\n", w->error);
}

/* What a type has where its command says nothing. */
static const char *nothing_of(const char *kind) {
    static const char *const kinds[] = {"i32", "fx", "colour", "switch", NULL};
    static const char *const values[] = {"0", "0", "#000000", "no"};
    int i = cart_choice(kind, kinds);
    return i < 0 ? "" : values[i];
}

/* The word given for a column, and marks it as used; NULL when there is none. */
static const char *given(const edit_words *w, const char *column, size_t length, bool used[EDIT_WORDS]) {
    for (int i = 2; i < w->count; i++) {
        if (strncmp(w->words[i], column, length) != 0 || w->words[i][length] != '=') continue;
        used[i] = true;
        return w->words[i] + length + 1;
    }
    return NULL;
}

/* The heading of the table names the columns, in the order in which the row has them. */
static bool make_row(edit_words *w, const char *head, char *row, size_t room) {
    bool used[EDIT_WORDS] = {false};
    size_t length = (size_t)snprintf(row, room, "%s", w->words[1]);
    head += strcspn(head, ",\r\n");
    while (*head == ',') {
        size_t whole = strcspn(++head, ",\r\n"), title = 0;
        char kind[16];
        while (title < whole && head[title] != ':') title++;
        snprintf(kind, sizeof kind, "%.*s", (int)(whole - title > 0 ? whole - title - 1 : 0),
                 head + title + (title < whole));
        const char *value = given(w, head, title, used);
        bool folder =
            value != NULL && title == 4 && strncmp(head, "mesh", 4) == 0 && strncmp(value, "mesh/", 5) != 0;
        length += (size_t)snprintf(row + length, room - length, ",%s%s", folder ? "mesh/" : "",
                                   value == NULL ? nothing_of(kind) : value);
        head += whole;
        if (length + 2 >= room) return edit_wrong(w, 1, "the row is too long");
    }
    snprintf(row + length, room - length, "\n");
    for (int i = 2; i < w->count; i++) {
        if (!used[i])
            return edit_wrong(w, i, "the table of types has no column `%.*s`; add it to its first line",
                              (int)strcspn(w->words[i], "="), w->words[i]);
    }
    return true;
}

bool edit_new_type(edit_words *w) {
    edit *e = w->e;
    char row[2048];
    edit_type type;
    int file = e->table_file;
    if (w->count < 2 || !is_name(w->words[1]))
        return edit_wrong(w, w->count > 1 ? 1 : 0, "`type NAME [mesh=MESH] [KEY=VALUE...]` is wanted");
    for (int i = 2; i < w->count; i++) {
        const char *equals = strchr(w->words[i], '=');
        if (equals == NULL || equals == w->words[i] || strpbrk(w->words[i], ",:\" \t") != NULL)
            return edit_wrong(w, i,
                              "`%.40s` is no KEY=VALUE; values of types have no blanks, commas and colons",
                              w->words[i]);
    }
    edit_kind place = e->place;
    e->place = EDIT_LEVEL; /* types are those of levels, wherever one is */
    bool taken = edit_type_find(e, w->words[1], &type) && strcmp(type.kind, "spawn") == 0;
    e->place = place;
    if (taken) return edit_wrong(w, 1, "a type `%.80s` is there already; give it another name", w->words[1]);
    const char *mesh = edit_option(w, "mesh");
    if (mesh != NULL && cart_find_mesh(&e->c, strncmp(mesh, "mesh/", 5) == 0 ? mesh + 5 : mesh) == NULL)
        return edit_wrong(w, w->looked, "there is no mesh `%.80s` in the cart", mesh);
    if (file == EDIT_NONE && !begin_table(w, &file)) return false;
    w->looked = 1;
    return make_row(w, e->files[file].text, row, sizeof row) && append(e, file, row, w->error) &&
           edit_commit(e, w->error);
}
