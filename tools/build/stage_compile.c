/* The stage that compiles a cart into chunks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/build/stage.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/import/base/intern.h"

/* The file of a chunk: mesh/hero becomes mesh.hero.ID.MESH, another variant mesh.hero.ID.0001.MESH. */
static char *file_of(const assemble_chunk *c) {
    char name[160], variant[8] = "", type[5], file[200];
    size_t used = 0;
    for (const char *at = c->name; *at != 0 && used + 1 < sizeof name; at++) {
        bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') ||
                     *at == '_' || *at == '-';
        name[used] = plain ? *at : used == 0 ? '_' : '.';
        used++;
    }
    name[used] = 0;
    chunk_type_name(c->type, type);
    for (char *at = type; *at != 0; at++) {
        if (*at == '/' || *at == '?' || *at == ' ') *at = '_';
    }
    if (c->variant != 0) snprintf(variant, sizeof variant, ".%04x", (unsigned)c->variant & 0xFFFFu);
    snprintf(file, sizeof file, "%s.%08x%s.%s", used == 0 ? "_" : name, (unsigned)c->id, variant, type);
    return import_copy_name(file, strlen(file));
}

static bool write_chunk(const stage_list *list, uint32_t i, const char *folder, stage_sums *sums,
                        tool_error *error) {
    const writer *bytes = &list->chunks.chunks[i].bytes;
    char *path = list->files[i] == NULL ? NULL : stage_path(folder, list->files[i]);
    bool ok = path != NULL ? import_file_write(path, bytes->data, bytes->size, error)
                           : import_error_memory(error, folder);
    free(path);
    sums->bytes += bytes->size;
    sums->chunks++;
    return ok;
}

/* Keeps the settings of cart.txt that the linker and the packer need. */
static bool keep_settings(const cart *c, stage_list *list) {
    list->prune = c->prune;
    if (!pack_groups_of(c, &list->groups)) return false;
    list->keep = calloc((size_t)c->keep_count + 1, sizeof *list->keep);
    list->files = calloc((size_t)list->chunks.count + 1, sizeof *list->files);
    if (list->keep == NULL || list->files == NULL) return false;
    for (uint32_t i = 0; i < c->keep_count; i++) {
        list->keep[i] = import_copy_name(c->keep[i], strlen(c->keep[i]));
        if (list->keep[i] == NULL) return false;
        list->keep_count++;
    }
    list->file_count = list->chunks.count;
    for (uint32_t i = 0; i < list->chunks.count; i++) {
        list->files[i] = file_of(&list->chunks.chunks[i]);
        if (list->files[i] == NULL) return false;
    }
    return true;
}

static bool write_chunks(const cart *c, stage_list *list, const char *output, stage_sums *sums,
                         tool_error *error) {
    if (!keep_settings(c, list)) return import_error_memory(error, output);
    char *index = stage_path(output, "chunks.json");
    bool ok = index != NULL ? folder_make_above(index, error) : import_error_memory(error, output);
    free(index);
    if (!ok) return false;
    stage_list_tidy(output, "chunks.json");
    for (uint32_t i = 0; ok && i < list->chunks.count; i++) ok = write_chunk(list, i, output, sums, error);
    return ok && stage_list_write(list, output, "chunks.json", error);
}

bool stage_compile(const char *folder, const char *output, const pack_options *options, stage_sums *sums,
                   tool_error *error) {
    cart c;
    pack_report report;
    stage_list list;
    memset(&list, 0, sizeof list);
    const cart_reading how = {options->limits == NULL ? NULL : options->limits->port, options->set, NULL};
    if (!cart_load_with(folder, &how, &c, error)) return false;
    bool ok = pack_compile(&c, options, &list.chunks, &report, error) &&
              write_chunks(&c, &list, output, sums, error);
    stage_list_free(&list);
    cart_free(&c);
    return ok;
}
