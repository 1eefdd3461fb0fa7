/* Changes that were not saved, kept beside the texts. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/edit/edit.h"
#include "tools/import/base/file.h"

enum { KEPT_PATH = CART_PATH_MAX + 16 };

static void kept_path(const char *path, char kept[KEPT_PATH]) {
    snprintf(kept, KEPT_PATH, "%s.unsaved", path);
}

void edit_forget_kept(const edit_file *f) {
    char kept[KEPT_PATH];
    kept_path(f->path, kept);
    (void)remove(kept); /* mostly there is no such file */
}

bool edit_keep(edit *e, tool_error *error) {
    char kept[KEPT_PATH];
    for (int i = 0; i < e->file_count; i++) {
        edit_file *f = &e->files[i];
        if (!f->touched) continue;
        bool changed = edit_file_is_changed(f);
        kept_path(f->path, kept);
        if (!changed) edit_forget_kept(f);
        if (changed && !import_file_write(kept, f->text == NULL ? "" : f->text, f->size, error)) return false;
        f->touched = false;
    }
    return true;
}

/* Whether there are kept changes of a text; *older: they are older than the text's file. */
static bool has_kept(const char *path, bool *older) {
    char kept[KEPT_PATH];
    struct stat mine, text;
    kept_path(path, kept);
    *older = false;
    if (stat(kept, &mine) != 0 || !S_ISREG(mine.st_mode)) return false;
    bool there = stat(path, &text) == 0;
    *older =
        there && (text.st_mtim.tv_sec != mine.st_mtim.tv_sec ? text.st_mtim.tv_sec > mine.st_mtim.tv_sec
                                                             : text.st_mtim.tv_nsec > mine.st_mtim.tv_nsec);
    return true;
}

/* Replaces a whole text by the kept one. */
static bool take(edit *e, const char *path, uint32_t *taken, tool_error *error) {
    char kept[KEPT_PATH];
    uint8_t *data = NULL;
    size_t size = 0;
    bool older;
    if (strlen(path) >= CART_PATH_MAX || !has_kept(path, &older)) return true;
    kept_path(path, kept);
    if (older)
        return import_error_file(error, kept,
                                 "changes that were not saved, but the text itself was changed after them; "
                                 "take out of it what you want, and remove it");
    int file = edit_file_of(e, path, error);
    if (file == EDIT_NONE || !import_file_read(kept, &data, &size, error)) return false;
    bool ok = edit_change(e, file, 0, e->files[file].size, (const char *)data, size, error);
    free(data);
    *taken += edit_file_is_changed(&e->files[file]);
    return ok;
}

/* Takes the kept changes of the cart's levels and tables. */
static bool take_assets(edit *e, uint32_t *taken, tool_error *error) {
    cart *c = calloc(1, sizeof *c);
    bool ok = c != NULL || import_error_memory(error, e->folder);
    if (ok)
        ok = cart_parse_with(e->files[0].path, e->files[0].text, e->files[0].size,
                             &(cart_reading){.all = NULL}, c, error);
    for (uint32_t i = 0; ok && i < c->asset_count; i++) {
        bool own = !c->assets[i].of_scene &&
                   (strcmp(c->assets[i].kind, "level") == 0 || strcmp(c->assets[i].kind, "data") == 0);
        char *path = own ? import_file_resolve(e->files[0].path, c->assets[i].file) : NULL;
        if (own) ok = path == NULL ? import_error_memory(error, e->folder) : take(e, path, taken, error);
        free(path);
    }
    if (ok) cart_free(c);
    free(c);
    return ok;
}

bool edit_take_kept(edit *e, uint32_t *taken, tool_error *error) {
    *taken = 0;
    bool ok =
        take(e, e->files[0].path, taken, error) && take_assets(e, taken, error) && edit_commit(e, error);
    if (ok) return true;
    edit_drop(e);
    return false;
}
