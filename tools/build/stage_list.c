/* Lists of chunks and units as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/build/stage.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/import/base/intern.h"
#include "tools/import/text/json.h"
#include "tools/report/json_writer.h"

char *stage_path(const char *folder, const char *name) {
    size_t length = strlen(folder) + strlen(name) + 2;
    char *path = malloc(length);
    if (path != NULL) snprintf(path, length, "%s/%s", folder, name);
    return path;
}

void stage_list_free(stage_list *list) {
    for (uint32_t i = 0; list->files != NULL && i < list->file_count; i++) free(list->files[i]);
    for (uint32_t i = 0; i < list->keep_count; i++) free(list->keep[i]);
    for (uint32_t i = 0; i < list->unit_count; i++) {
        free(list->units[i].file);
        free(list->units[i].chunks);
    }
    free(list->files);
    free(list->keep);
    free(list->units);
    pack_groups_free(&list->groups);
    assemble_free(&list->chunks);
    memset(list, 0, sizeof *list);
}

/* ---- writing ---- */

static void put_chunk(json_writer *out, const stage_list *list, uint32_t i) {
    const assemble_chunk *c = &list->chunks.chunks[i];
    json_begin_object(out, NULL);
    json_text(out, "name", c->name);
    json_signed(out, "type", c->type);
    json_signed(out, "id", c->id);
    if (i < list->file_count && list->files[i] != NULL) json_text(out, "file", list->files[i]);
    if (c->memory != 0) json_signed(out, "memory", c->memory);
    if (c->life != 0) json_signed(out, "life", c->life);
    if (c->variant != 0) json_signed(out, "variant", c->variant);
    if (c->sectioned) json_switch(out, "sectioned", true);
    if (c->pack_it) json_switch(out, "packed", true);
    if (c->source != NULL) {
        json_text(out, "source", c->source);
        json_signed(out, "line", c->line);
    }
    json_end_object(out);
}

bool stage_list_write(const stage_list *list, const char *folder, const char *name, tool_error *error) {
    json_writer out = {.depth = 0};
    const assembly *a = &list->chunks;
    json_begin_object(&out, NULL);
    json_signed(&out, "oxcart_chunks", 1);
    json_signed(&out, "cart", a->cart);
    json_signed(&out, "version", a->cart_version);
    if (a->flags != 0) json_signed(&out, "flags", a->flags);
    if (a->names) json_switch(&out, "names", true);
    if (a->compress != COMPRESS_OFF) json_switch(&out, "compress", true);
    if (a->compress == COMPRESS_BIOS) json_switch(&out, "bios", true);
    if (list->prune) json_switch(&out, "prune", true);
    json_begin_array(&out, "keep");
    for (uint32_t i = 0; i < list->keep_count; i++) json_text(&out, NULL, list->keep[i]);
    json_end_array(&out);
    json_begin_array(&out, "characters");
    for (uint32_t i = 0; i < list->groups.count; i++) {
        json_begin_object(&out, NULL);
        json_text(&out, "name", list->groups.list[i].name);
        json_begin_array(&out, "ids");
        for (uint32_t k = 0; k < list->groups.list[i].count; k++)
            json_number(&out, NULL, list->groups.list[i].ids[k]);
        json_end_array(&out);
        json_end_object(&out);
    }
    json_end_array(&out);
    json_begin_array(&out, "chunks");
    for (uint32_t i = 0; i < a->count; i++) put_chunk(&out, list, i);
    json_end_array(&out);
    json_begin_array(&out, "units");
    for (uint32_t i = 0; i < list->unit_count; i++) {
        json_begin_object(&out, NULL);
        json_text(&out, "file", list->units[i].file);
        json_begin_array(&out, "chunks");
        for (uint32_t k = 0; k < list->units[i].count; k++) json_number(&out, NULL, list->units[i].chunks[k]);
        json_end_array(&out);
        json_end_object(&out);
    }
    json_end_array(&out);
    json_end_object(&out);
    writer_u8(&out.text, '\n');
    char *path = stage_path(folder, name);
    bool ok = path != NULL && !out.text.failed ? import_file_write(path, out.text.data, out.text.size, error)
                                               : import_error_memory(error, folder);
    free(path);
    writer_free(&out.text);
    return ok;
}

/* ---- reading ---- */

typedef struct list_reader {
    import_json_document document;
    stage_list *list;
    tool_error *error;
} list_reader;

static bool copy_text(list_reader *r, const char *text, char **to) {
    *to = import_copy_name(text, strlen(text));
    return *to != NULL || import_error_memory(r->error, r->document.file);
}

/* Whether a name is of a file that lies in the folder itself. */
static bool plain_file(list_reader *r, const import_json *at, const char *file) {
    if (file[0] != 0 && strchr(file, '/') == NULL && file[0] != '.') return true;
    return import_json_fault(&r->document, at, r->error,
                             "`%.100s` is no name of a file in this folder; make the list again", file);
}

static bool read_chunk(list_reader *r, const import_json *at) {
    const import_json_reader in = {&r->document, at, r->error};
    const char *name = "", *file = NULL, *from = NULL;
    int64_t type = 0, id = 0, memory = 0, life = 0, variant = 0, line = 0;
    bool sectioned = false, packed = false;
    assembly *a = &r->list->chunks;
    if (!import_json_text(&in, "name", true, &name) ||
        !import_json_whole(&in, "type", true, 0, UINT32_MAX, &type) ||
        !import_json_whole(&in, "id", true, 0, UINT32_MAX, &id) ||
        !import_json_text(&in, "file", false, &file) ||
        !import_json_whole(&in, "memory", false, 0, 7, &memory) ||
        !import_json_whole(&in, "life", false, 0, 3, &life) ||
        !import_json_whole(&in, "variant", false, 0, 65535, &variant) ||
        !import_json_boolean(&in, "sectioned", false, &sectioned) ||
        !import_json_boolean(&in, "packed", false, &packed) ||
        !import_json_text(&in, "source", false, &from) ||
        !import_json_whole(&in, "line", false, 0, UINT32_MAX, &line) ||
        (file != NULL && !plain_file(r, at, file)))
        return false;
    writer *bytes = assemble_add(a, name, (uint32_t)type, 0);
    if (bytes == NULL) return import_error_memory(r->error, r->document.file);
    writer_free(bytes);
    uint32_t i = a->count - 1;
    a->chunks[i].id = (uint32_t)id;
    assemble_class(a, (uint32_t)memory);
    assemble_life(a, (uint32_t)life);
    assemble_variant(a, (uint32_t)variant);
    if (sectioned) assemble_sectioned(a);
    if (from != NULL) assemble_source(a, from, (unsigned long)line);
    a->chunks[i].pack_it = packed;
    return file == NULL || copy_text(r, file, &r->list->files[i]);
}

static bool read_unit(list_reader *r, const import_json *at, stage_unit *unit) {
    const import_json_reader in = {&r->document, at, r->error};
    const char *file = "";
    const import_json *chunks;
    if (!import_json_text(&in, "file", true, &file) || !plain_file(r, at, file) ||
        !copy_text(r, file, &unit->file) || !import_json_array(&in, "chunks", true, 0, UINT32_MAX, &chunks))
        return false;
    unit->chunks = malloc(((size_t)chunks->count + 1) * sizeof *unit->chunks);
    if (unit->chunks == NULL) return import_error_memory(r->error, r->document.file);
    for (uint32_t i = 0; i < chunks->count; i++) {
        double number = chunks->is.items[i].kind == IMPORT_JSON_NUMBER ? chunks->is.items[i].is.number : -1;
        if (!(number >= 0 && number < r->list->chunks.count))
            return import_json_fault(&r->document, &chunks->is.items[i], r->error,
                                     "there is no such chunk; link again");
        unit->chunks[unit->count++] = (uint32_t)number;
    }
    return true;
}

static bool is_object(list_reader *r, const import_json *at);

/* The number of ids of all characters together. */
static size_t count_ids(const import_json *groups) {
    size_t count = 1;
    for (uint32_t i = 0; i < groups->count; i++) {
        const import_json *ids = import_json_find(&groups->is.items[i], "ids");
        count += ids == NULL || ids->kind != IMPORT_JSON_ARRAY ? 0 : ids->count;
    }
    return count;
}

static bool read_groups(list_reader *r, const import_json *groups) {
    pack_groups *to = &r->list->groups;
    uint32_t used = 0;
    to->list = calloc((size_t)groups->count + 1, sizeof *to->list);
    to->names = calloc((size_t)groups->count + 1, sizeof *to->names);
    to->ids = calloc(count_ids(groups), sizeof *to->ids);
    if (to->list == NULL || to->names == NULL || to->ids == NULL)
        return import_error_memory(r->error, r->document.file);
    for (uint32_t i = 0; i < groups->count; i++) {
        const import_json *at = &groups->is.items[i], *ids;
        const import_json_reader in = {&r->document, at, r->error};
        const char *name = "";
        if (!is_object(r, at) || !import_json_text(&in, "name", true, &name) ||
            !import_json_array(&in, "ids", true, 0, UINT32_MAX, &ids) || !copy_text(r, name, &to->names[i]))
            return false;
        to->list[to->count++] =
            (pack_group){.name = to->names[i], .ids = to->ids + used, .count = ids->count};
        for (uint32_t k = 0; k < ids->count; k++) {
            double number = ids->is.items[k].kind == IMPORT_JSON_NUMBER ? ids->is.items[k].is.number : -1;
            if (!(number >= 0 && number <= UINT32_MAX))
                return import_json_fault(&r->document, &ids->is.items[k], r->error,
                                         "an id must stand here; make the list again");
            to->ids[used++] = (uint32_t)number;
        }
    }
    return true;
}

static bool is_object(list_reader *r, const import_json *at) {
    return at->kind == IMPORT_JSON_OBJECT ||
           import_json_fault(&r->document, at, r->error, "an object must stand here; make the list again");
}

static bool read_all(list_reader *r) {
    const import_json *keep, *chunks, *units, *groups;
    const import_json_reader in = {&r->document, &r->document.root, r->error};
    stage_list *list = r->list;
    int64_t form = 0, id = 0, version = 0, flags = 0;
    bool compress = false, bios = false;
    if (!is_object(r, in.object) || !import_json_whole(&in, "oxcart_chunks", true, 1, 1, &form) ||
        !import_json_whole(&in, "cart", true, 0, UINT32_MAX, &id) ||
        !import_json_whole(&in, "version", true, 0, UINT32_MAX, &version) ||
        !import_json_whole(&in, "flags", false, 0, UINT32_MAX, &flags) ||
        !import_json_boolean(&in, "names", false, &list->chunks.names) ||
        !import_json_boolean(&in, "compress", false, &compress) ||
        !import_json_boolean(&in, "bios", false, &bios) ||
        !import_json_boolean(&in, "prune", false, &list->prune) ||
        !import_json_array(&in, "keep", true, 0, 1000, &keep) ||
        !import_json_array(&in, "characters", true, 0, 100000, &groups) ||
        !import_json_array(&in, "chunks", true, 1, 1000000, &chunks) ||
        !import_json_array(&in, "units", true, 0, 1000000, &units))
        return false;
    list->chunks.release = !list->chunks.names;
    list->chunks.compress = !compress ? COMPRESS_OFF : bios ? COMPRESS_BIOS : COMPRESS_ON;
    list->chunks.flags = (uint32_t)flags;
    list->chunks.cart = (uint32_t)id;
    list->chunks.cart_version = (uint32_t)version;
    list->keep = calloc((size_t)keep->count + 1, sizeof *list->keep);
    list->files = calloc((size_t)chunks->count + 1, sizeof *list->files);
    list->units = calloc((size_t)units->count + 1, sizeof *list->units);
    if (list->keep == NULL || list->files == NULL || list->units == NULL)
        return import_error_memory(r->error, r->document.file);
    if (!read_groups(r, groups)) return false;
    for (uint32_t i = 0; i < keep->count; i++) {
        const import_json *at = &keep->is.items[i];
        if (at->kind != IMPORT_JSON_STRING)
            return import_json_fault(&r->document, at, r->error, "a pattern must be a text; correct it");
        if (!copy_text(r, at->is.text, &list->keep[list->keep_count++])) return false;
    }
    list->file_count = chunks->count;
    for (uint32_t i = 0; i < chunks->count; i++) {
        if (!is_object(r, &chunks->is.items[i]) || !read_chunk(r, &chunks->is.items[i])) return false;
    }
    for (uint32_t i = 0; i < units->count; i++) {
        if (!is_object(r, &units->is.items[i]) ||
            !read_unit(r, &units->is.items[i], &list->units[list->unit_count++]))
            return false;
    }
    return true;
}

bool stage_list_read(const char *folder, const char *name, stage_list *list, tool_error *error) {
    list_reader r = {.list = list, .error = error};
    uint8_t *text;
    size_t size;
    memset(list, 0, sizeof *list);
    char *path = stage_path(folder, name);
    if (path == NULL) return import_error_memory(error, folder);
    bool ok = import_file_read(path, &text, &size, error);
    if (ok) {
        ok = import_json_parse(path, (const char *)text, size, &r.document, error);
        if (ok) ok = read_all(&r);
        import_json_free(&r.document);
        free(text);
    }
    if (!ok) stage_list_free(list);
    free(path);
    return ok;
}

void stage_list_tidy(const char *folder, const char *name) {
    stage_list list;
    char *index = stage_path(folder, name);
    if (index != NULL && import_file_exists(index) && stage_list_read(folder, name, &list, NULL)) {
        for (uint32_t i = 0; i < list.chunks.count + list.unit_count; i++) {
            const char *file = i < list.chunks.count ? list.files[i] : list.units[i - list.chunks.count].file;
            char *path = file == NULL ? NULL : stage_path(folder, file);
            if (path != NULL) (void)remove(path);
            free(path);
        }
        stage_list_free(&list);
    }
    free(index);
}
