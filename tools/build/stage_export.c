/* The stage that brings a cart into open forms: its models become the intermediate format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/build/stage.h"
#include "tools/cart/statements.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/import/base/intern.h"
#include "tools/import/intermediate/intermediate.h"
#include "tools/import/load/load.h"

/* A model file that some statement names, with the axes that it is to be read with. */
typedef struct model_file {
    char *file;   /* as cart.txt names it */
    char axes[8]; /* "": as the file says */
    char *made;   /* the new name */
} model_file;

typedef struct exporter {
    const char *folder, *output;
    statements s;
    model_file *models;
    uint32_t count;
    size_t room;
    stage_sums *sums;
    tool_error *error;
} exporter;

static bool no_memory(const exporter *e) { return import_error_memory(e->error, e->folder); }

/* ---- one model ---- */

/* Turns paths below the cart's folder into paths below the output, so that the written model names the copied
 * textures. */
static bool move_texture(const exporter *e, import_material *m) {
    size_t length = strlen(e->folder);
    if (m->texture == NULL || strncmp(m->texture, e->folder, length) != 0 || m->texture[length] != '/')
        return true;
    char *moved = m->picture != 0 ? import_copy_name(m->texture + length + 1, strlen(m->texture + length + 1))
                                  : stage_path(e->output, m->texture + length + 1);
    if (moved == NULL) return no_memory(e);
    free(m->texture);
    m->texture = moved;
    return true;
}

static bool write_scene(const exporter *e, import_scene *scene, const char *made) {
    char *path = stage_path(e->output, made);
    uint64_t bytes = 0;
    bool ok = path != NULL || no_memory(e);
    for (uint32_t i = 0; ok && i < scene->material_count; i++) ok = move_texture(e, &scene->materials[i]);
    ok = ok && folder_make_above(path, e->error) && import_intermediate_save(scene, path, &bytes, e->error);
    e->sums->converted++;
    e->sums->bytes += bytes;
    free(path);
    return ok;
}

static bool convert_model(const exporter *e, const model_file *m) {
    import_scene scene;
    char *path = stage_path(e->folder, m->file);
    if (path == NULL) return no_memory(e);
    if (!import_file_exists(path)) { /* the packer tells of it, and shows a placeholder */
        free(path);
        return true;
    }
    bool ok = import_scene_load(path, m->axes[0] == 0 ? NULL : m->axes, 1, &scene, e->error);
    free(path);
    if (!ok) return false;
    ok = write_scene(e, &scene, m->made);
    import_scene_free(&scene);
    return ok;
}

/* ---- cart.txt ---- */

/* Finds or adds a model's entry; NULL without memory. */
static model_file *find_model(exporter *e, const char *file, const char *axes) {
    for (uint32_t i = 0; i < e->count; i++) {
        if (strcmp(e->models[i].file, file) == 0 && strcmp(e->models[i].axes, axes) == 0)
            return &e->models[i];
    }
    void *models = e->models;
    if (!import_grow(&models, &e->room, (size_t)e->count + 1, sizeof *e->models)) return NULL;
    e->models = models;
    model_file *m = &e->models[e->count];
    size_t length = strlen(file) + 16;
    *m = (model_file){.file = import_copy_name(file, strlen(file)), .made = malloc(length)};
    if (m->file == NULL || m->made == NULL) {
        free(m->file);
        free(m->made);
        return NULL;
    }
    snprintf(m->axes, sizeof m->axes, "%s", axes);
    snprintf(m->made, length, "%s%s%s%s", file, axes[0] == 0 ? "" : ".", axes, IMPORT_INTERMEDIATE_ENDING);
    e->count++;
    return m;
}

static bool is_model_file(const exporter *e, const char *file) {
    uint8_t *data;
    size_t size;
    char *path = stage_path(e->folder, file);
    bool ok = path != NULL && import_file_exists(path) && import_file_read(path, &data, &size, NULL);
    free(path);
    if (!ok) return false;
    bool scene = import_kind_of(data, size) != IMPORT_KIND_INTERMEDIATE;
    free(data);
    return scene;
}

static bool names_model(const char *key) {
    static const char *const kinds[] = {"mesh ", "skeleton ", "clip "};
    for (int i = 0; i < 3; i++) {
        if (strncmp(key, kinds[i], strlen(kinds[i])) == 0) return true;
    }
    return false;
}

/* Puts the new name of a field's file into `out`, and all text before it from *done on. */
static bool replace_file(exporter *e, const statement_field *f, const char *axes, size_t *done, writer *out) {
    char file[1024];
    size_t at, length;
    statements_value(&e->s, f, file, sizeof file);
    if (!is_model_file(e, file)) return true;
    statements_value_place(&e->s, f, &at, &length);
    const model_file *m = find_model(e, file, axes);
    if (m == NULL) return no_memory(e);
    writer_bytes(out, e->s.text + *done, at - *done);
    writer_bytes(out, m->made, strlen(m->made));
    *done = at + length;
    return true;
}

/* Rewrites one statement: its file, and other fields that a model fills. A motion states the axes of its file;
 * the written file has the console's axes, so the statement loses that word. */
static bool rewrite(exporter *e, const statement *t, size_t *done, writer *out) {
    bool motion = strncmp(t->key, "mesh ", 5) != 0;
    char axes[8] = "";
    const statement_field *file = statements_field(&e->s, t, "#1"),
                          *bind = statements_field(&e->s, t, "bind"),
                          *word = motion ? statements_field(&e->s, t, "axes") : NULL;
    if (word != NULL) statements_value(&e->s, word, axes, sizeof axes);
    const statement_field *fields[3] = {file, bind, word};
    for (int i = 0; i < 2; i++) { /* in the order of the text */
        for (int k = 0; k < 2; k++) {
            if (fields[k + 1] == NULL || (fields[k] != NULL && fields[k]->at <= fields[k + 1]->at)) continue;
            const statement_field *kept = fields[k];
            fields[k] = fields[k + 1];
            fields[k + 1] = kept;
        }
    }
    for (int i = 0; i < 3; i++) {
        if (fields[i] == NULL) continue;
        if (fields[i] != word && !replace_file(e, fields[i], axes, done, out)) return false;
        if (fields[i] != word) continue;
        writer_bytes(out, e->s.text + *done, word->at - *done);
        *done = word->at + word->length;
    }
    return true;
}

static bool rewrite_cart(exporter *e, writer *out) {
    size_t done = 0;
    for (size_t i = 0; i < e->s.count; i++) {
        const statement *t = &e->s.list[i];
        if (t->parent == UINT32_MAX && names_model(t->key) && !rewrite(e, t, &done, out)) return false;
    }
    writer_bytes(out, e->s.text + done, e->s.size - done);
    return !out->failed || no_memory(e);
}

/* ---- the folder ---- */

static bool is_converted(const exporter *e, const char *name) {
    for (uint32_t i = 0; i < e->count; i++) {
        if (strcmp(e->models[i].file, name) == 0) return true;
    }
    return false;
}

static bool copy_file(const exporter *e, const char *name, const char *as) {
    uint8_t *data;
    size_t size;
    char *from = stage_path(e->folder, name), *to = stage_path(e->output, as);
    bool ok = (from != NULL && to != NULL) || no_memory(e);
    if (ok && import_file_read(from, &data, &size, e->error)) {
        ok = folder_make_above(to, e->error) && import_file_write(to, data, size, e->error);
        free(data);
    } else {
        ok = false;
    }
    e->sums->files++;
    free(from);
    free(to);
    return ok;
}

/* Copies the settings beside a model for every file that is made of the model. */
static bool copy_sidecar(const exporter *e, const char *name) {
    size_t length = strlen(name);
    char made[1200];
    if (length < 6 || strcmp(name + length - 5, ".meta") != 0) return copy_file(e, name, name);
    bool any = false;
    for (uint32_t i = 0; i < e->count; i++) {
        if (strlen(e->models[i].file) != length - 5 || strncmp(e->models[i].file, name, length - 5) != 0)
            continue;
        snprintf(made, sizeof made, "%.1100s.meta", e->models[i].made);
        if (!copy_file(e, name, made)) return false;
        any = true;
    }
    return any || copy_file(e, name, name);
}

static bool copy_others(const exporter *e) {
    folder_list list;
    if (!folder_read(e->folder, &list, e->error)) return false;
    bool ok = true;
    for (uint32_t i = 0; ok && i < list.count; i++) {
        if (strcmp(list.names[i], "cart.txt") == 0 || is_converted(e, list.names[i])) continue;
        ok = copy_sidecar(e, list.names[i]);
    }
    folder_free(&list);
    return ok;
}

static bool export_all(exporter *e) {
    writer out = {0};
    bool ok = rewrite_cart(e, &out);
    for (uint32_t i = 0; ok && i < e->count; i++) ok = convert_model(e, &e->models[i]);
    ok = ok && copy_others(e);
    char *path = ok ? stage_path(e->output, "cart.txt") : NULL;
    if (ok)
        ok = path != NULL
                 ? folder_make_above(path, e->error) && import_file_write(path, out.data, out.size, e->error)
                 : no_memory(e);
    e->sums->files++;
    free(path);
    writer_free(&out);
    return ok;
}

bool stage_export(const char *folder, const char *output, stage_sums *sums, tool_error *error) {
    exporter e = {.folder = folder, .output = output, .sums = sums, .error = error};
    uint8_t *text;
    size_t size;
    cart c;
    if (!cart_load(folder, &c, error)) return false; /* cart_load tells of all faults of the cart */
    cart_free(&c);
    char *path = stage_path(folder, "cart.txt");
    if (path == NULL) return no_memory(&e);
    bool ok = import_file_read(path, &text, &size, error);
    if (ok) {
        ok = statements_read(path, (const char *)text, size, STATEMENTS_CART, &e.s, error);
        if (ok) {
            ok = export_all(&e);
            statements_free(&e.s);
        }
        free(text);
    }
    for (uint32_t i = 0; i < e.count; i++) {
        free(e.models[i].file);
        free(e.models[i].made);
    }
    free(e.models);
    free(path);
    return ok;
}
