/* ZIP archives and gzip files. */
#ifndef OXCART_TOOLS_IMPORT_BASE_ZIP_H
#define OXCART_TOOLS_IMPORT_BASE_ZIP_H

#include "kernel/file/zip.h"
#include "tools/base/error.h"

typedef struct import_zip_entry {
    char *name; /* UTF-8, slashes, relative, without .. */
    ox_zip_entry of;
} import_zip_entry;

/* An archive in memory; the bytes stay with the caller. */
typedef struct import_zip {
    const char *file;
    const uint8_t *data;
    import_zip_entry *entries; /* in the order of the directory; folders are left out */
    uint32_t count;
} import_zip;

/* Reads the directory of an archive. Refused, with file and offset, are archives that kernel/file/zip.h refuses,
 * and names that are absolute, lead upwards, repeat another or are no UTF-8. */
bool import_zip_open(const char *file, const void *data, size_t size, import_zip *zip, tool_error *error);
void import_zip_free(import_zip *zip);

/* The number of the entry of that name, UINT32_MAX when there is none. */
uint32_t import_zip_find(const import_zip *zip, const char *name);

/* Unpacks an entry (stored or deflated) of at most `limit` bytes and checks its checksum. *out is malloc'd,
 * followed by a zero byte that does not count. */
bool import_zip_read(const import_zip *zip, uint32_t entry, size_t limit, uint8_t **out, size_t *size,
                     tool_error *error);

typedef struct import_zip_file {
    const char *name;
    const void *data;
    size_t size;
} import_zip_file;

/* Writes an archive: entries sorted by name, each deflated where that is smaller, all dated 1980-01-01, so
 * that the same files give the same bytes. *out is malloc'd. At most 65,535 entries and 2 GB; names as
 * import_zip_open wants them. */
bool import_zip_write(const char *file, const import_zip_file *files, uint32_t count, uint8_t **out,
                      size_t *size, tool_error *error);

/* A gzip file (without name and date) to and from memory; at most `limit` bytes come out. *out is malloc'd.
 */
bool import_gzip_write(const char *file, const void *data, size_t size, uint8_t **out, size_t *out_size,
                       tool_error *error);
bool import_gzip_read(const char *file, const void *data, size_t size, size_t limit, uint8_t **out,
                      size_t *out_size, tool_error *error);

#endif
