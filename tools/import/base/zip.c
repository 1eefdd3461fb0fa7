/* ZIP archives and gzip files: reading and writing. */
#include "tools/import/base/zip.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/writer.h"
#include "tools/import/base/checksum.h"
#include "tools/import/base/deflate.h"
#include "tools/import/base/inflate.h"
#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"

enum { FIRST_DAY = 0x0021 };

static const uint32_t END_MAGIC = 0x06054B50, CENTRAL_MAGIC = 0x02014B50, LOCAL_MAGIC = 0x04034B50;

/* ---- names ---- */

static bool is_good_name(const char *name) {
    if (name[0] == 0 || name[0] == '/' || strchr(name, ':') != NULL || strlen(name) > 4096) return false;
    for (const char *at = name; *at != 0;) {
        size_t length = strcspn(at, "/");
        if (length == 0 || (length == 1 && at[0] == '.') || (length == 2 && at[0] == '.' && at[1] == '.'))
            return false;
        at += length + (at[length] == '/');
    }
    return import_utf8_is_valid(name, strlen(name));
}

/* ---- reading ---- */

void import_zip_free(import_zip *zip) {
    for (uint32_t i = 0; i < zip->count; i++) free(zip->entries[i].name);
    free(zip->entries);
    memset(zip, 0, sizeof *zip);
}

uint32_t import_zip_find(const import_zip *zip, const char *name) {
    for (uint32_t i = 0; i < zip->count; i++) {
        if (strcmp(zip->entries[i].name, name) == 0) return i;
    }
    return UINT32_MAX;
}

static bool refuse_archive(const ox_zip_archive *archive, const import_zip *zip, tool_error *error) {
    static const char *const reasons[] = {
        [OX_ZIP_NO_END] = "no ZIP archive, or its end is missing; copy the file again",
        [OX_ZIP_IN_PARTS] = "an archive in several parts; pack it as one",
        [OX_ZIP_BEYOND] = "the directory lies beyond the file; copy it again",
        [OX_ZIP_BAD_DIRECTORY] = "the directory of the archive is damaged; copy the file again",
        [OX_ZIP_BAD_NAME] = "a name reaches beyond the directory; copy the file again",
        [OX_ZIP_TOO_LARGE] = "a ZIP64 archive; pack it without entries above 4 GB",
        [OX_ZIP_BAD_METHOD] = "is encrypted or packed by another method; pack it with deflate",
        [OX_ZIP_BAD_SIZE] = "is stored in another size than it has; pack it again",
        [OX_ZIP_MISSING] = "is not where the directory says; copy the file again"};
    ox_zip_entry entry;
    const char *reason = reasons[archive->fault];
    if (archive->fault < OX_ZIP_BAD_METHOD)
        return import_error_offset(error, zip->file, archive->fault_at, "%s", reason);
    (void)!ox_zip_entry_at(archive, archive->fault_at, &entry); /* the entry's name stands in the sentence */
    char *name = import_copy_name((const char *)zip->data + entry.name, entry.name_length);
    if (name == NULL) return import_error_memory(error, zip->file);
    (void)import_error_offset(error, zip->file, archive->fault_at, "`%.60s` %s", name, reason);
    free(name);
    return false;
}

/* Takes one entry of the directory. Backslashes in its name become slashes; the name must lead to a
 * file inside. */
static bool add_entry(import_zip *zip, const ox_zip_entry *of, tool_error *error) {
    import_zip_entry *entry = &zip->entries[zip->count];
    entry->name = import_copy_name((const char *)zip->data + of->name, of->name_length);
    if (entry->name == NULL) return import_error_memory(error, zip->file);
    zip->count++;
    entry->of = *of;
    for (char *c = entry->name; *c != 0; c++) *c = *c == '\\' ? '/' : *c;
    size_t length = strlen(entry->name);
    if (length != of->name_length || !is_good_name(entry->name))
        return import_error_offset(error, zip->file, of->name,
                                   "`%.60s` is no name for a file of an archive; pack it with relative names",
                                   entry->name);
    if (entry->name[length - 1] == '/') free(zip->entries[--zip->count].name); /* folders are left out */
    return true;
}

static bool check_names(const import_zip *zip, tool_error *error) {
    import_name_table names;
    bool ok = true;
    memset(&names, 0, sizeof names);
    for (uint32_t i = 0; ok && i < zip->count; i++) {
        uint32_t number = import_name_table_add(&names, zip->entries[i].name, strlen(zip->entries[i].name));
        if (number == IMPORT_INTERN_FAILED) {
            ok = import_error_memory(error, zip->file);
        } else if (number != i) {
            ok = import_error_offset(error, zip->file, zip->entries[i].of.name,
                                     "`%.60s` is there twice; pack it again", zip->entries[i].name);
        }
    }
    import_name_table_free(&names);
    return ok;
}

static bool read_directory(import_zip *zip, size_t size, tool_error *error) {
    ox_zip_archive archive;
    ox_zip_entry entry;
    if (size > UINT32_MAX)
        return import_error_file(error, zip->file, "more than 4 GB; make several archives");
    const ox_zip_source source = ox_zip_memory(zip->data, (uint32_t)size);
    if (ox_failed(ox_zip_archive_open(&archive, &source))) return refuse_archive(&archive, zip, error);
    zip->entries = calloc((size_t)archive.entries + 1, sizeof *zip->entries);
    if (zip->entries == NULL) return import_error_memory(error, zip->file);
    for (uint32_t i = 0, at = archive.directory; i < archive.entries; i++, at = entry.next) {
        if (ox_failed(ox_zip_entry_at(&archive, at, &entry)) || !add_entry(zip, &entry, error)) return false;
    }
    return check_names(zip, error);
}

bool import_zip_open(const char *file, const void *data, size_t size, import_zip *zip, tool_error *error) {
    *zip = (import_zip){.file = file, .data = data};
    if (read_directory(zip, size, error)) return true;
    import_zip_free(zip);
    return false;
}

bool import_zip_read(const import_zip *zip, uint32_t number, size_t limit, uint8_t **out, size_t *size,
                     tool_error *error) {
    const char *name = zip->entries[number].name;
    const ox_zip_entry *entry = &zip->entries[number].of;
    *out = NULL;
    *size = entry->size;
    /* Deflate packs at most 1032 to 1, so a size beyond that is a lie that would cost memory. */
    if (entry->size > limit || entry->size / 1040 > entry->packed)
        return import_error_offset(error, zip->file, entry->data,
                                   "`%.60s` unpacks to %lu bytes, at most %zu are taken; make it smaller",
                                   name, (unsigned long)entry->size, limit);
    uint8_t *bytes = malloc((size_t)entry->size + 1);
    if (bytes == NULL) return import_error_memory(error, zip->file);
    import_inflate_result result = {IMPORT_INFLATE_OK, entry->packed, entry->size};
    if (entry->method == OX_ZIP_STORED) {
        memcpy(bytes, zip->data + entry->data, entry->size);
    } else {
        result = import_inflate(zip->data + entry->data, entry->packed, bytes, entry->size);
    }
    if (result.status == IMPORT_INFLATE_OK && result.written == entry->size &&
        import_crc32(0, bytes, entry->size) == entry->crc) {
        bytes[entry->size] = 0;
        *out = bytes;
        return true;
    }
    free(bytes);
    if (result.status == IMPORT_INFLATE_OK) result.status = IMPORT_INFLATE_BAD_CHECKSUM;
    return import_error_offset(error, zip->file, entry->data + result.used,
                               "`%.60s`: %s; copy the file again", name,
                               import_inflate_reason(result.status));
}

/* ---- writing ---- */

static int by_name(const void *a, const void *b) {
    const import_zip_file *x = *(const import_zip_file *const *)a, *y = *(const import_zip_file *const *)b;
    return strcmp(x->name, y->name);
}

typedef struct packed_file {
    uint32_t crc, packed, method, offset;
} packed_file;

/* Writes the fields that local and central headers share, from the version needed on. */
static void put_common(writer *w, const import_zip_file *file, const packed_file *p) {
    writer_u16(w, 20);
    writer_u16(w, 0x0800); /* names are UTF-8 */
    writer_u16(w, p->method);
    writer_u16(w, 0);
    writer_u16(w, FIRST_DAY);
    writer_u32(w, p->crc);
    writer_u32(w, p->packed);
    writer_u32(w, (uint32_t)file->size);
    writer_u16(w, (uint32_t)strlen(file->name));
    writer_u16(w, 0);
}

static bool put_file(writer *w, const import_zip_file *file, packed_file *p) {
    uint8_t *packed = NULL;
    size_t packed_size = 0;
    p->offset = (uint32_t)w->size;
    p->crc = import_crc32(0, file->data, file->size);
    if (!import_deflate(file->data, file->size, &packed, &packed_size)) return false;
    p->method = packed_size < file->size ? OX_ZIP_DEFLATED : OX_ZIP_STORED;
    p->packed = (uint32_t)(p->method == OX_ZIP_DEFLATED ? packed_size : file->size);
    writer_u32(w, LOCAL_MAGIC);
    put_common(w, file, p);
    writer_bytes(w, file->name, strlen(file->name));
    if (p->packed > 0) writer_bytes(w, p->method == OX_ZIP_DEFLATED ? packed : file->data, p->packed);
    free(packed);
    return !w->failed;
}

static void put_directory(writer *w, const import_zip_file **sorted, const packed_file *packed,
                          uint32_t count) {
    size_t start = w->size;
    for (uint32_t i = 0; i < count; i++) {
        writer_u32(w, CENTRAL_MAGIC);
        writer_u16(w, 20);
        put_common(w, sorted[i], &packed[i]);
        writer_zeros(w, 10); /* no comment, disk 0, no attributes */
        writer_u32(w, packed[i].offset);
        writer_bytes(w, sorted[i]->name, strlen(sorted[i]->name));
    }
    size_t bytes = w->size - start;
    writer_u32(w, END_MAGIC);
    writer_u32(w, 0);
    writer_u16(w, count);
    writer_u16(w, count);
    writer_u32(w, (uint32_t)bytes);
    writer_u32(w, (uint32_t)start);
    writer_u16(w, 0);
}

static bool check_files(const char *file, const import_zip_file **sorted, uint32_t count, tool_error *error) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        total += sorted[i]->size + 200 + 2 * strlen(sorted[i]->name);
        if (!is_good_name(sorted[i]->name) || (i > 0 && strcmp(sorted[i - 1]->name, sorted[i]->name) == 0))
            return import_error_file(error, file,
                                     "`%.60s` is no name for a file of an archive, or there twice; rename it",
                                     sorted[i]->name);
    }
    if (count <= 65535 && total < (1u << 31)) return true;
    return import_error_file(error, file, "more than 65535 files or 2 GB; make several archives");
}

bool import_zip_write(const char *file, const import_zip_file *files, uint32_t count, uint8_t **out,
                      size_t *size, tool_error *error) {
    const import_zip_file **sorted = malloc(((size_t)count + 1) * sizeof *sorted);
    packed_file *packed = calloc((size_t)count + 1, sizeof *packed);
    writer w = {.data = NULL};
    *out = NULL;
    if (sorted == NULL || packed == NULL) {
        free(sorted);
        free(packed);
        return import_error_memory(error, file);
    }
    for (uint32_t i = 0; i < count; i++) sorted[i] = &files[i];
    qsort(sorted, count, sizeof *sorted, by_name);
    bool good = check_files(file, sorted, count, error), ok = good;
    for (uint32_t i = 0; ok && i < count; i++) ok = put_file(&w, sorted[i], &packed[i]);
    if (ok) put_directory(&w, sorted, packed, count);
    free(sorted);
    free(packed);
    if (ok && !w.failed) {
        *out = w.data;
        *size = w.size;
        return true;
    }
    writer_free(&w);
    return good ? import_error_memory(error, file) : false;
}

/* ---- gzip ---- */

bool import_gzip_write(const char *file, const void *data, size_t size, uint8_t **out, size_t *out_size,
                       tool_error *error) {
    static const uint8_t header[10] = {0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255};
    uint8_t *packed;
    size_t packed_size;
    writer w = {.data = NULL};
    *out = NULL;
    if (!import_deflate(data, size, &packed, &packed_size)) return import_error_memory(error, file);
    writer_bytes(&w, header, sizeof header);
    writer_bytes(&w, packed, packed_size);
    writer_u32(&w, import_crc32(0, data, size));
    writer_u32(&w, (uint32_t)size);
    free(packed);
    *out = w.data;
    *out_size = w.size;
    return !w.failed || import_error_memory(error, file);
}

typedef struct gzip_flow {
    const uint8_t *data;
    size_t size, at;
    writer out;
} gzip_flow;

static size_t read_piece(void *argument, uint8_t *to, size_t room) {
    gzip_flow *flow = argument;
    size_t count = flow->size - flow->at < room ? flow->size - flow->at : room;
    if (count > 0) memcpy(to, flow->data + flow->at, count);
    flow->at += count;
    return count;
}

static bool write_piece(void *argument, const uint8_t *data, size_t size) {
    gzip_flow *flow = argument;
    writer_bytes(&flow->out, data, size);
    return !flow->out.failed;
}

bool import_gzip_read(const char *file, const void *data, size_t size, size_t limit, uint8_t **out,
                      size_t *out_size, tool_error *error) {
    gzip_flow flow = {.data = data, .size = size};
    const import_inflate_pipe pipe = {read_piece, write_piece, &flow, limit};
    import_inflate_result result = import_inflate_stream(&pipe, IMPORT_WRAPPER_GZIP);
    writer_u8(&flow.out, 0); /* an empty file has an address too, and a text an end */
    if (result.status == IMPORT_INFLATE_OK && !flow.out.failed) {
        *out = flow.out.data;
        *out_size = result.written;
        return true;
    }
    writer_free(&flow.out);
    *out = NULL;
    if (flow.out.failed || result.status == IMPORT_INFLATE_NO_MEMORY ||
        result.status == IMPORT_INFLATE_STOPPED)
        return import_error_memory(error, file);
    return import_error_offset(error, file, result.used, "%s; copy the file again",
                               import_inflate_reason(result.status));
}
