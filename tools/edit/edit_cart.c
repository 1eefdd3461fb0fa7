/* Commands that change what a cart has: levels, object types. */
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/edit/edit.h"
#include "tools/import/base/file.h"

/* Whether a word is a name: it needs no quotation marks, and is no number, which would mean an object of the list. */
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

/* The number of a new file beside cart.txt, which must not be there yet. */
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

/* Where a new `type` goes: behind the last type and its lines, else in front of the first scene, for types stand
 * above the scenes that use them. */
static bool place_of_types(const edit *e, size_t *at, tool_error *error) {
    const edit_file *f = &e->files[0];
    statements s;
    if (!statements_read(f->path, f->text, f->size, STATEMENTS_CART, &s, error)) return false;
    *at = f->size;
    bool typed = false, below = false;
    for (size_t i = 0; i < s.count; i++) {
        const bool type = strncmp(s.list[i].key, "type ", 5) == 0,
                   scene = strncmp(s.list[i].key, "scene ", 6) == 0;
        below = type || (below && strncmp(s.list[i].key, "with", 4) == 0);
        if (below) *at = s.list[i].end;
        if (scene && !typed && *at == f->size) *at = s.list[i].lead;
        typed = typed || type;
    }
    statements_free(&s);
    return true;
}

bool edit_new_type(edit_words *w) {
    edit *e = w->e;
    char line[EDIT_WORDS * (EDIT_WORD + 4)] = "";
    size_t at, used = 0;
    if (w->count < 2 || !is_name(w->words[1]))
        return edit_wrong(w, w->count > 1 ? 1 : 0, "`type NAME [TYPE] [mesh=MESH] [KEY=VALUE...]` is wanted");
    const char *mesh = edit_option(w, "mesh");
    if (mesh != NULL && cart_find_mesh(&e->c, mesh) == NULL)
        return edit_wrong(w, w->looked, "there is no mesh `%.80s` in the cart", mesh);
    const char *behaviour = edit_option(w, "behaviour");
    uint8_t field[ROM_SCRIPT_FIELD_SIZE];
    if (behaviour != NULL && !edit_behaviour(e, behaviour, NULL, field, w->error)) return false;
    if (!place_of_types(e, &at, w->error)) return false;
    if (at > 0 && e->files[0].text[at - 1] != '\n') line[used++] = '\n';
    used += (size_t)snprintf(line + used, sizeof line - used, "type");
    for (int i = 1; i < w->count; i++) {
        char quoted[EDIT_WORD + 4];
        edit_quote(w->words[i], quoted);
        used += (size_t)snprintf(line + used, sizeof line - used, " %s", quoted);
    }
    line[used++] = '\n';
    w->looked = 1;
    return edit_change(e, 0, at, 0, line, used, w->error) && edit_commit(e, w->error);
}
