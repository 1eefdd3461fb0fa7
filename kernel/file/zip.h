/* Reads the directories of ZIP archives where they lie, for the device `zip:` (zip_device.h) and for the importers of the desktop
 * (tools/import/base/zip.h).
 *
 *     ox_zip_source source = ox_zip_memory(bytes, size);            or ox_zip_file(&files, archive)
 *     if (ox_failed(ox_zip_archive_open(&archive, &source))) ... archive.fault, at archive.fault_at
 *     for (uint32_t i = 0, at = archive.directory; i < archive.entries; i++, at = entry.next)
 *         if (ox_failed(ox_zip_entry_at(&archive, at, &entry))) ...
 *
 * Entries are stored or deflated; there is no encryption, no ZIP64, and no archive in parts. Opening checks the
 * directory, and that the local header and the bytes of every entry lie inside; the names are as they were written,
 * and their users must check them. Opening costs a walk through the directory. (PKWARE APPNOTE 6.3.) */
#ifndef OXCART_KERNEL_FILE_ZIP_H
#define OXCART_KERNEL_FILE_ZIP_H

#include "kernel/file/files.h"

/* The source of an archive's bytes. */
typedef struct ox_zip_source {
    const uint8_t *memory; /* NULL: the archive is in a file */
    ox_files *files;
    ox_file file;
    uint32_t size;
} ox_zip_source;

ox_zip_source ox_zip_memory(const void *bytes, uint32_t size);
ox_zip_source ox_zip_file(ox_files *files, ox_file file);

/* The fault of an archive. */
typedef enum ox_zip_fault {
    OX_ZIP_NO_FAULT,
    OX_ZIP_UNREADABLE, /* reading the archive's file failed */
    OX_ZIP_NO_END,     /* the bytes are no archive, or cut off */
    OX_ZIP_IN_PARTS,   /* the archive is one of several parts */
    OX_ZIP_BEYOND,     /* the directory reaches beyond the file */
    /* a record of the directory is no entry, or the entries do not fill the directory */
    OX_ZIP_BAD_DIRECTORY,
    OX_ZIP_BAD_NAME,   /* a name reaches beyond the directory */
    OX_ZIP_TOO_LARGE,  /* ZIP64: 4 GB and more, or 65,535 entries */
    OX_ZIP_BAD_METHOD, /* the entry is encrypted, or packed by another method */
    OX_ZIP_BAD_SIZE,   /* the entry is stored in a number of bytes that is not its size */
    OX_ZIP_MISSING     /* the entry is not where the directory says */
} ox_zip_fault;

typedef struct ox_zip_archive {
    ox_zip_source source;
    uint32_t directory, directory_end, entries;
    ox_zip_fault fault;
    uint32_t fault_at; /* offset of the fault */
} ox_zip_archive;

enum { OX_ZIP_STORED = 0, OX_ZIP_DEFLATED = 8 };

/* An entry of the directory. */
typedef struct ox_zip_entry {
    uint32_t method, crc, packed, size;
    uint32_t name, name_length; /* offset and bytes of its name */
    uint32_t data;              /* offset of its bytes */
    uint32_t next;              /* offset of the next entry */
    ox_zip_fault fault;
} ox_zip_entry;

/* Opens an archive. OX_BAD_DATA or OX_UNSUPPORTED with archive->fault and its place, or an error of reading; the
 * archive has no entries then. */
FX_MUST_CHECK ox_status ox_zip_archive_open(ox_zip_archive *archive, const ox_zip_source *source);

/* The entry at an offset of the directory. After an error entry->fault is the reason; name and name_length hold from
 * OX_ZIP_TOO_LARGE on. */
FX_MUST_CHECK ox_status ox_zip_entry_at(const ox_zip_archive *archive, uint32_t at, ox_zip_entry *entry);

/* Reads `size` bytes of the archive from an offset: OX_BAD_DATA where they lie beyond its end, or an error of
 * reading. */
FX_MUST_CHECK ox_status ox_zip_fetch(const ox_zip_archive *archive, uint32_t offset, void *to,
                                     uint32_t bytes);

#endif
