/* The texts of an editor: splices, undo, files. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/edit/edit.h"
#include "tools/import/base/file.h"

/* ---- splices ---- */

/* Replaces `removed` bytes by `added` others; the text's room must suffice. */
static void splice(edit_file *f, uint32_t at, uint32_t removed, const char *bytes, uint32_t added) {
    memmove(f->text + at + added, f->text + at + removed, f->size - at - removed);
    memcpy(f->text + at, bytes, added);
    f->size += (size_t)added - removed;
    f->touched = true;
    f->text[f->size] = 0;
}

static void apply(void *context, ox_change *change) {
    edit *e = context;
    const edit_splice *s = (const edit_splice *)(const void *)change;
    splice(&e->files[change->unit], s->at, s->removed, s->bytes + s->removed, s->added);
}

static void revert(void *context, ox_change *change) {
    edit *e = context;
    const edit_splice *s = (const edit_splice *)(const void *)change;
    splice(&e->files[change->unit], s->at, s->added, s->bytes, s->removed);
}

static const ox_change_type kinds[] = {{apply, revert}};

/* ---- bytes of splices ---- */

enum { BLOCKS_MOST = 2 * EDIT_STEPS };

static bool is_kept(const edit *e, const char *block) {
    for (uint32_t i = 0; i < e->history.count; i++) {
        if (e->records[(e->history.head + i) % e->history.capacity].bytes == block) return true;
    }
    return false;
}

/* Frees bytes of splices that no step names any more: the history drops its oldest steps and undone ones by itself. */
static void sweep(edit *e) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < e->block_count; i++) {
        if (is_kept(e, e->blocks[i]))
            e->blocks[kept++] = e->blocks[i];
        else
            free(e->blocks[i]);
    }
    e->block_count = kept;
}

/* ---- files ---- */

static bool make_room(edit_file *f, size_t size) {
    if (f->text != NULL && size < f->room) return true;
    size_t room = size + size / 2 + 256;
    char *grown = realloc(f->text, room);
    if (grown == NULL) return false;
    if (f->text == NULL) grown[0] = 0;
    f->text = grown;
    f->room = room;
    return true;
}

static bool keep_saved(edit_file *f) {
    char *copy = malloc(f->size + 1);
    if (copy == NULL) return false;
    memcpy(copy, f->text, f->size + 1);
    free(f->saved);
    f->saved = copy;
    f->saved_size = f->size;
    return true;
}

int edit_file_of(edit *e, const char *path, tool_error *error) {
    for (int i = 0; i < e->file_count; i++) {
        if (strcmp(e->files[i].path, path) == 0) return i;
    }
    if (e->file_count == EDIT_FILES || strlen(path) >= CART_PATH_MAX) {
        import_error_file(error, path,
                          "more than %d texts, or too long a path; save, and open the editor again",
                          EDIT_FILES);
        return EDIT_NONE;
    }
    edit_file *f = &e->files[e->file_count];
    memset(f, 0, sizeof *f);
    memcpy(f->path, path, strlen(path));
    bool there = import_file_exists(path);
    uint8_t *data = NULL;
    size_t size = 0;
    if (there && !import_file_read(path, &data, &size, error)) return EDIT_NONE;
    bool ok = size <= EDIT_TEXT_MOST || import_error_file(error, path, "the text is too long; divide it");
    ok = ok && (make_room(f, size) || import_error_memory(error, path));
    if (ok && there) {
        memcpy(f->text, data, size + 1);
        f->size = size;
        ok = keep_saved(f) || import_error_memory(error, path);
    }
    free(data);
    if (!ok) free(f->text);
    return ok ? e->file_count++ : EDIT_NONE;
}

bool edit_file_is_changed(const edit_file *f) {
    return f->size != f->saved_size || (f->size > 0 && memcmp(f->text, f->saved, f->size) != 0);
}

bool edit_is_changed(const edit *e) {
    for (int i = 0; i < e->file_count; i++) {
        if (edit_file_is_changed(&e->files[i])) return true;
    }
    return false;
}

static bool write_file(edit_file *f, tool_error *error) {
    if (!import_file_write(f->path, f->text, f->size, error)) return false;
    edit_forget_kept(f);
    return keep_saved(f) || import_error_memory(error, f->path);
}

/* Removes a file whose making was undone. */
static bool remove_file(edit_file *f, tool_error *error) {
    if (import_file_exists(f->path) && remove(f->path) != 0)
        return import_error_file(error, f->path, "cannot be taken away; remove it by hand");
    edit_forget_kept(f);
    free(f->saved);
    f->saved = NULL;
    f->saved_size = 0;
    return true;
}

/* Whether the file on the disk holds the text that was last read or written, or the text to write. A missing file is
 * no foreign change. */
static bool is_ours(const edit_file *f, tool_error *error) {
    uint8_t *data = NULL;
    size_t size = 0;
    if (!import_file_exists(f->path)) return true;
    if (!import_file_read(f->path, &data, &size, error)) return false;
    bool same = f->saved != NULL && size == f->saved_size && memcmp(data, f->saved, size) == 0;
    same = same || (size == f->size && (size == 0 || memcmp(data, f->text, size) == 0));
    free(data);
    return same ||
           import_error_file(error, f->path,
                             "was changed by somebody else since it was read; `save anyway` writes over it");
}

/* Saves the texts. cart.txt names the other files, so it is written after them, and before files that it no longer
 * names are removed. */
bool edit_save(edit *e, bool anyway, uint32_t *written, tool_error *error) {
    *written = 0;
    e->foreign = false;
    for (int i = 0; i < e->file_count && !anyway; i++) {
        if (edit_file_is_changed(&e->files[i]) && !is_ours(&e->files[i], error)) e->foreign = true;
        if (e->foreign) return false;
    }
    for (int i = e->file_count - 1; i >= 0; i--) {
        if (!edit_file_is_changed(&e->files[i]) || e->files[i].size == 0) continue;
        if (!write_file(&e->files[i], error)) return false;
        ++*written;
    }
    for (int i = e->file_count - 1; i >= 0; i--) {
        if (!edit_file_is_changed(&e->files[i])) continue;
        if (!remove_file(&e->files[i], error)) return false;
        ++*written;
    }
    return true;
}

/* ---- changes ---- */

/* Makes the statements point to their text when it moves in memory; their offsets are still those before the change. */
static void follow(edit *e) {
    if (e->file != EDIT_NONE) e->s.text = e->files[e->file].text;
}

bool edit_change(edit *e, int file, size_t at, size_t removed, const char *text, size_t added,
                 tool_error *error) {
    edit_file *f = &e->files[file];
    if (removed == added && (added == 0 || memcmp(f->text + at, text, added) == 0)) return true;
    if (f->size - removed + added > EDIT_TEXT_MOST)
        return import_error_file(error, f->path, "the text would be too long; divide it");
    if (e->draft_count == e->draft_room) {
        uint32_t room = e->draft_room * 2 + 64;
        edit_splice *grown = realloc(e->draft, room * sizeof *grown);
        if (grown == NULL) return import_error_memory(error, f->path);
        e->draft = grown;
        e->draft_room = room;
    }
    char *bytes = malloc(removed + added + 1);
    if (bytes == NULL || !make_room(f, f->size + added + 1)) {
        free(bytes);
        return import_error_memory(error, f->path);
    }
    follow(e);
    memcpy(bytes, f->text + at, removed);
    if (added > 0) memcpy(bytes + removed, text, added);
    e->draft[e->draft_count++] = (edit_splice){.change = {.unit = (uint16_t)file},
                                               .at = (uint32_t)at,
                                               .removed = (uint32_t)removed,
                                               .added = (uint32_t)added,
                                               .bytes = bytes};
    splice(f, (uint32_t)at, (uint32_t)removed, bytes + removed, (uint32_t)added);
    return true;
}

static void take_back(edit *e) {
    for (uint32_t i = e->draft_count; i-- > 0;) revert(e, &e->draft[i].change);
}

void edit_drop(edit *e) {
    take_back(e);
    for (uint32_t i = 0; i < e->draft_count; i++) free(e->draft[i].bytes);
    e->draft_count = 0;
}

/* Puts the splices into the history as one step, which does them again. */
static bool keep(edit *e, tool_error *error) {
    bool ok = e->draft_count <= EDIT_STEPS;
    if (e->block_count + e->draft_count > BLOCKS_MOST) sweep(e);
    if (!ok || e->block_count + e->draft_count > BLOCKS_MOST)
        return import_error_file(error, NULL, "a change of more than %d places; make it in parts",
                                 EDIT_STEPS);
    take_back(e);
    ox_history_begin(&e->history);
    for (uint32_t i = 0; i < e->draft_count && ok; i++) {
        ok = ox_history_do(&e->history, &e->draft[i].change) == OX_OK;
        e->blocks[e->block_count++] = e->draft[i].bytes;
    }
    ox_history_end(&e->history);
    e->draft_count = 0;
    return ok || import_error_internal(error, NULL, "a change of the editor was refused");
}

bool edit_commit(edit *e, tool_error *error) {
    if (e->draft_count == 0) return true;
    bool ok = edit_read(e, NULL, error) && keep(e, error);
    if (ok) return true;
    tool_error other = {.text = ""};
    edit_drop(e);
    if (!edit_read(e, NULL, &other)) e->failed = true; /* the texts were right before: memory ran out */
    return false;
}

static bool step(edit *e, bool (*go)(ox_history *)) {
    tool_error error = {.text = ""};
    if (!go(&e->history)) return false;
    if (!edit_read(e, NULL, &error)) e->failed = true;
    return true;
}

bool edit_undo(edit *e) { return step(e, ox_history_undo); }
bool edit_redo(edit *e) { return step(e, ox_history_redo); }

/* ---- the editor ---- */

edit *edit_open(const char *folder, tool_error *error) {
    char path[CART_PATH_MAX + 16];
    edit *e = calloc(1, sizeof *e);
    if (e != NULL) e->records = calloc(EDIT_STEPS, sizeof *e->records);
    if (e != NULL) e->blocks = calloc(BLOCKS_MOST, sizeof *e->blocks);
    if (e == NULL || e->records == NULL || e->blocks == NULL) {
        import_error_memory(error, folder);
        if (e != NULL) edit_close(e);
        return NULL;
    }
    const ox_history_config config = {.storage = e->records,
                                      .capacity = EDIT_STEPS,
                                      .stride = sizeof *e->records,
                                      .types = kinds,
                                      .type_count = 1,
                                      .context = e};
    ox_history_init(&e->history, &config);
    e->file = EDIT_NONE;
    e->camera = (edit_camera){{0, 8, 12}, {0, 0, 0}};
    snprintf(e->folder, sizeof e->folder, "%s", folder);
    int length = snprintf(path, sizeof path, "%s/cart.txt", folder);
    bool ok =
        length < CART_PATH_MAX || import_error_file(error, folder, "the path is too long; use a shorter one");
    uint8_t *data = NULL;
    size_t size;
    ok = ok && import_file_read(path, &data, &size, error); /* gives the sentence when cart.txt is missing */
    free(data);
    if (ok && edit_file_of(e, path, error) == 0 && edit_read(e, NULL, error)) return e;
    edit_close(e);
    return NULL;
}

void edit_close(edit *e) {
    edit_drop(e);
    for (uint32_t i = 0; i < e->block_count; i++) free(e->blocks[i]);
    for (int i = 0; i < e->file_count; i++) {
        free(e->files[i].text);
        free(e->files[i].saved);
    }
    if (e->cart_good) cart_free(&e->c);
    statements_free(&e->s);
    writer_free(&e->level);
    free(e->objects);
    free(e->records);
    free(e->blocks);
    free(e->draft);
    free(e);
}
