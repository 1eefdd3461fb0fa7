/* The device `zip:`: ZIP archives as mounted folders, read only: an archive of mods, of one language, of
 * sources.
 *
 *     ox_zip_source source = ox_zip_memory(bytes, size);            or ox_zip_file(&files, archive)
 *     if (ox_failed(ox_zip_open(&zip, &source, &device, &offset))) ... damaged at that offset
 *     status = ox_files_mount(&files, "zip", &device, 0);
 *
 * Entries stored or deflated, found through the central directory; no encryption, no ZIP64, no archives in parts. All
 * paths lie inside of the archive; case and slashes are folded. Opening checks the directory, that every entry's
 * local header and bytes lie inside, and that names are paths (other entries cannot be reached). Deflated entries are
 * read from the start to the end into one block of memory, which is their window too; the CRC-32 is checked with the
 * last byte (OX_BAD_CHECKSUM), that of stored entries when they are read in one go from start to end. An open costs a
 * walk through the directory. 1,100 bytes a file that is open. (PKWARE APPNOTE 6.3; RFC 1951.) */
#ifndef OXCART_KERNEL_FILE_ZIP_DEVICE_H
#define OXCART_KERNEL_FILE_ZIP_DEVICE_H

#include "kernel/file/inflate.h"
#include "kernel/file/zip.h"

#define OX_ZIP_FILES 2 /* files open at a time */

typedef struct ox_zip {
    ox_zip_archive archive;
    struct ox_zip_open {
        struct ox_zip *zip;
        bool used;
        uint32_t method, crc, packed, size, data;
        uint32_t consumed;    /* bytes of the input that were handed out */
        uint32_t sum, summed; /* CRC-32 of the first `summed` bytes */
        uint8_t *to;
        ox_inflate inflate;
        uint8_t buffer[256];
    } open[OX_ZIP_FILES];
} ox_zip;

/* Opens an archive. OX_BAD_DATA or OX_UNSUPPORTED (encrypted, ZIP64, other methods) with *offset (may be NULL) of the
 * fault, or an error of reading; zip->archive.fault names the fault. */
FX_MUST_CHECK ox_status ox_zip_open(ox_zip *zip, const ox_zip_source *source, ox_device *device,
                                    uint32_t *offset);

#endif
