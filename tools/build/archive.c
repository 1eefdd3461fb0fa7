/* Archives of carts and images. */
#define _POSIX_C_SOURCE 200809L
#include "tools/build/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/import/base/zip.h"
#include "tools/inspect/dump.h"

/* ---- files on their way into an archive ---- */

typedef struct gathering {
    import_zip_file *files;
    char **names;
    uint8_t **data;
    uint32_t count, room;
} gathering;

static void gathering_free(gathering *g) {
    for (uint32_t i = 0; i < g->count; i++) {
        free(g->names[i]);
        free(g->data[i]);
    }
    free(g->files);
    free(g->names);
    free(g->data);
}

/* Adds a file. Takes name and data over, also when it fails. */
static bool gather_file(gathering *g, char *name, uint8_t *data, size_t size) {
    bool ok = name != NULL && g->count < g->room;
    if (!ok) {
        free(name);
        free(data);
        return false;
    }
    g->names[g->count] = name;
    g->data[g->count] = data;
    g->files[g->count++] = (import_zip_file){name, data, size};
    return true;
}

static bool gathering_begin(gathering *g, uint32_t room) {
    *g = (gathering){.room = room};
    g->files = calloc((size_t)room + 1, sizeof *g->files);
    g->names = calloc((size_t)room + 1, sizeof *g->names);
    g->data = calloc((size_t)room + 1, sizeof *g->data);
    return g->files != NULL && g->names != NULL && g->data != NULL;
}

static char *join_path(const char *folder, const char *name) {
    size_t room = strlen(folder) + strlen(name) + 2;
    char *path = malloc(room);
    if (path != NULL) snprintf(path, room, "%s/%s", folder, name);
    return path;
}

static bool write_archive(const char *file, const gathering *g, writer *out, uint32_t *files,
                          tool_error *error) {
    uint8_t *data;
    size_t size;
    *files = g->count;
    if (!import_zip_write(file, g->files, g->count, &data, &size, error)) return false;
    writer_bytes(out, data, size);
    free(data);
    return !out->failed || import_error_memory(error, file);
}

bool archive_of_folder(const char *folder, writer *out, uint32_t *files, tool_error *error) {
    folder_list list = {0};
    gathering g = {0};
    if (!folder_read(folder, &list, error)) return false;
    bool ok = gathering_begin(&g, list.count) || import_error_memory(error, folder);
    for (uint32_t i = 0; ok && i < list.count; i++) {
        char *path = join_path(folder, list.names[i]), *name = malloc(strlen(list.names[i]) + 1);
        uint8_t *data = NULL;
        size_t size = 0;
        ok = path != NULL && name != NULL ? import_file_read(path, &data, &size, error)
                                          : import_error_memory(error, folder);
        if (name != NULL) strcpy(name, list.names[i]);
        if (ok)
            ok = gather_file(&g, name, data, size);
        else
            free(name);
        free(path);
    }
    ok = ok && write_archive(folder, &g, out, files, error);
    gathering_free(&g);
    folder_free(&list);
    return ok;
}

char *archive_chunk_name(const rom_image *image, const rom_chunk *chunk) {
    char name[160], type[5], variant[8] = "";
    chunk_name(image, chunk, name, sizeof name);
    chunk_type_name(chunk->type, type);
    for (char *at = name; *at != 0; at++) {
        bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') ||
                     strchr("._-#", *at) != NULL || (*at & 0x80) != 0;
        if (!plain) *at = '.';
    }
    for (char *at = type; *at != 0; at++) {
        if (*at == '?' || *at == '/' || *at == ' ') *at = '_';
    }
    if (chunk->variant != 0) snprintf(variant, sizeof variant, ".%04x", chunk->variant);
    size_t room = strlen(name) + 32;
    char *whole = malloc(room);
    if (whole != NULL) snprintf(whole, room, "%s%s%s.%s", name[0] == '.' ? "_" : "", name, variant, type);
    return whole;
}

/* Adds the whole image as text. */
static bool gather_text(gathering *g, const rom_image *image, const char *file, tool_error *error) {
    char *text = NULL, *name = malloc(10);
    size_t size = 0;
    FILE *memory = name == NULL ? NULL : open_memstream(&text, &size);
    if (memory == NULL) {
        free(name);
        return import_error_memory(error, file);
    }
    strcpy(name, "image.txt");
    bool ok = dump_image(image, file, NULL, memory, error);
    if (fclose(memory) != 0 && ok) ok = import_error_memory(error, file);
    if (ok) return gather_file(g, name, (uint8_t *)text, size);
    free(name);
    free(text);
    return false;
}

static bool gather_chunk(gathering *g, const rom_image *image, rom_chunk chunk, const char *file,
                         tool_error *error) {
    uint8_t *owned = NULL, *data = NULL;
    rom_error fault;
    rom_status status = chunk_unpack(&chunk, &owned, &fault);
    bool ok = status == ROM_OK || status == ROM_UNKNOWN_TYPE || status == ROM_UNKNOWN_CODEC;
    if (!ok) import_error_file(error, file, "chunk %08x: %s", (unsigned)chunk.id, fault.text);
    char *own = ok ? archive_chunk_name(image, &chunk) : NULL,
         *name = own == NULL ? NULL : join_path("chunks", own);
    if (ok) data = malloc((size_t)chunk.stored + 1);
    if (ok && (data == NULL || name == NULL)) ok = import_error_memory(error, file);
    if (ok) memcpy(data, chunk.data, chunk.stored);
    free(own);
    free(owned);
    if (ok) return gather_file(g, name, data, chunk.stored);
    free(name);
    free(data);
    return false;
}

bool archive_of_image(const rom_image *image, const char *file, writer *out, uint32_t *files,
                      tool_error *error) {
    gathering g = {0};
    rom_chunk chunk;
    bool ok = gathering_begin(&g, image->count + 1) ? gather_text(&g, image, file, error)
                                                    : import_error_memory(error, file);
    for (uint32_t i = 0; ok && rom_entry(image, i, &chunk); i++) {
        if (chunk.codec != ROM_CODEC_DELETED) ok = gather_chunk(&g, image, chunk, file, error);
    }
    ok = ok && write_archive(file, &g, out, files, error);
    gathering_free(&g);
    return ok;
}

/* ---- unpacking ---- */

static bool unpack_all(const import_zip *zip, gathering *g, tool_error *error) {
    size_t left = ARCHIVE_MOST;
    for (uint32_t i = 0; i < zip->count; i++) {
        uint8_t *data;
        size_t size;
        char *name = malloc(strlen(zip->entries[i].name) + 1);
        if (name == NULL) return import_error_memory(error, zip->file);
        strcpy(name, zip->entries[i].name);
        if (!import_zip_read(zip, i, left, &data, &size, error)) {
            free(name);
            return false;
        }
        left -= size;
        if (!gather_file(g, name, data, size)) return import_error_memory(error, zip->file);
    }
    return true;
}

static bool is_free(const char *folder, tool_error *error) {
    folder_list list = {0};
    if (access(folder, F_OK) != 0) return true;
    if (!folder_read(folder, &list, error)) return false;
    bool empty = list.count == 0;
    folder_free(&list);
    return empty || import_error_file(error, folder, "there are files in it already; name a new folder");
}

static bool write_files(const gathering *g, const char *folder, tool_error *error) {
    bool ok = folder_make(folder, error);
    uint32_t written = 0;
    for (uint32_t i = 0; ok && i < g->count; i++) {
        char *path = join_path(folder, g->names[i]);
        ok = path == NULL ? import_error_memory(error, folder)
                          : folder_make_above(path, error) &&
                                import_file_write(path, g->data[i], g->files[i].size, error);
        written += ok;
        free(path);
    }
    for (uint32_t i = 0; !ok && i < written; i++) {
        char *path = join_path(folder, g->names[i]);
        if (path != NULL) (void)unlink(path);
        free(path);
    }
    return ok;
}

bool archive_to_folder(const char *file, const void *data, size_t size, const char *folder, uint32_t *files,
                       tool_error *error) {
    import_zip zip;
    gathering g = {0};
    if (!is_free(folder, error) || !import_zip_open(file, data, size, &zip, error)) return false;
    bool ok = gathering_begin(&g, zip.count) ? unpack_all(&zip, &g, error) : import_error_memory(error, file);
    ok = ok && write_files(&g, folder, error);
    *files = g.count;
    gathering_free(&g);
    import_zip_free(&zip);
    return ok;
}
