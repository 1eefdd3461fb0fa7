#include "kernel/file/zip.h"

#include <string.h>

#include "rom/rom.h"

enum { END_SIZE = 22, CENTRAL_SIZE = 46, LOCAL_SIZE = 30 };

ox_zip_source ox_zip_memory(const void *bytes, uint32_t size) {
    return (ox_zip_source){.memory = bytes, .size = size};
}

ox_zip_source ox_zip_file(ox_files *files, ox_file file) {
    ox_zip_source source = {.files = files, .file = file};
    if (ox_failed(ox_file_size(files, file, &source.size))) source.size = 0;
    return source;
}

ox_status ox_zip_fetch(const ox_zip_archive *archive, uint32_t offset, void *to, uint32_t bytes) {
    const ox_zip_source *source = &archive->source;
    uint32_t done = 0;
    if (offset > source->size || bytes > source->size - offset) return OX_BAD_DATA;
    if (source->memory != NULL) {
        memcpy(to, source->memory + offset, bytes);
        return OX_OK;
    }
    ox_status status = ox_file_seek(source->files, source->file, offset);
    if (!ox_failed(status)) status = ox_file_read(source->files, source->file, to, bytes, &done);
    return !ox_failed(status) && done < bytes ? OX_IO_ERROR : status;
}

static ox_status refuse_entry(ox_zip_entry *entry, ox_zip_fault fault, ox_status status) {
    entry->fault = fault;
    return status;
}

ox_status ox_zip_entry_at(const ox_zip_archive *archive, uint32_t at, ox_zip_entry *entry) {
    uint8_t bytes[CENTRAL_SIZE], local[LOCAL_SIZE];
    memset(entry, 0, sizeof *entry);
    if (at > archive->directory_end || archive->directory_end - at < CENTRAL_SIZE)
        return refuse_entry(entry, OX_ZIP_BAD_DIRECTORY, OX_BAD_DATA);
    ox_status status = ox_zip_fetch(archive, at, bytes, CENTRAL_SIZE);
    if (ox_failed(status)) return refuse_entry(entry, OX_ZIP_UNREADABLE, status);
    if (rom_u32(bytes) != 0x02014B50u) return refuse_entry(entry, OX_ZIP_BAD_DIRECTORY, OX_BAD_DATA);
    entry->method = rom_u16(bytes + 10);
    entry->crc = rom_u32(bytes + 16);
    entry->packed = rom_u32(bytes + 20);
    entry->size = rom_u32(bytes + 24);
    uint32_t name = rom_u16(bytes + 28), more = (uint32_t)rom_u16(bytes + 30) + rom_u16(bytes + 32);
    uint32_t header = rom_u32(bytes + 42);
    if (name + more > archive->directory_end - at - CENTRAL_SIZE)
        return refuse_entry(entry, OX_ZIP_BAD_NAME, OX_BAD_DATA);
    entry->name = at + CENTRAL_SIZE;
    entry->name_length = name;
    entry->next = at + CENTRAL_SIZE + name + more;
    if (entry->packed == UINT32_MAX || entry->size == UINT32_MAX || header == UINT32_MAX)
        return refuse_entry(entry, OX_ZIP_TOO_LARGE, OX_UNSUPPORTED);
    if ((rom_u16(bytes + 8) & 1) != 0 || (entry->method != OX_ZIP_STORED && entry->method != OX_ZIP_DEFLATED))
        return refuse_entry(entry, OX_ZIP_BAD_METHOD, OX_UNSUPPORTED);
    if (entry->method == OX_ZIP_STORED && entry->packed != entry->size)
        return refuse_entry(entry, OX_ZIP_BAD_SIZE, OX_BAD_DATA);
    status = ox_zip_fetch(archive, header, local, LOCAL_SIZE);
    if (ox_failed(status))
        return refuse_entry(entry, status == OX_BAD_DATA ? OX_ZIP_MISSING : OX_ZIP_UNREADABLE, status);
    uint64_t data = (uint64_t)header + LOCAL_SIZE + rom_u16(local + 26) + rom_u16(local + 28);
    if (rom_u32(local) != 0x04034B50u || data + entry->packed > archive->directory)
        return refuse_entry(entry, OX_ZIP_MISSING, OX_BAD_DATA);
    entry->data = (uint32_t)data;
    return OX_OK;
}

static ox_status refuse_archive(ox_zip_archive *archive, ox_zip_fault fault, uint32_t at, ox_status status) {
    archive->fault = fault;
    archive->fault_at = at;
    archive->entries = 0;
    return status;
}

/* Reads the record at the end of the archive, which has the place of the directory. */
static ox_status read_end(ox_zip_archive *archive, const uint8_t end[END_SIZE], uint32_t at) {
    archive->entries = rom_u16(end + 10);
    archive->directory = rom_u32(end + 16);
    archive->directory_end = archive->directory + rom_u32(end + 12);
    if (rom_u16(end + 4) != 0 || rom_u16(end + 8) != archive->entries)
        return refuse_archive(archive, OX_ZIP_IN_PARTS, at, OX_UNSUPPORTED);
    if (archive->entries == 0xFFFF || archive->directory == UINT32_MAX)
        return refuse_archive(archive, OX_ZIP_TOO_LARGE, at, OX_UNSUPPORTED);
    if (archive->directory > at || rom_u32(end + 12) > at - archive->directory)
        return refuse_archive(archive, OX_ZIP_BEYOND, at, OX_BAD_DATA);
    return OX_OK;
}

/* Searches for the record at the end, backwards over a comment. */
static ox_status find_end(ox_zip_archive *archive) {
    uint8_t end[END_SIZE];
    uint32_t size = archive->source.size, least = size > 65535 + END_SIZE ? size - 65535 - END_SIZE : 0;
    for (uint32_t at = size - END_SIZE; size >= END_SIZE; at--) {
        ox_status status = ox_zip_fetch(archive, at, end, END_SIZE);
        if (ox_failed(status)) return refuse_archive(archive, OX_ZIP_UNREADABLE, at, status);
        if (rom_u32(end) == 0x06054B50u && rom_u16(end + 20) == size - END_SIZE - at)
            return read_end(archive, end, at);
        if (at == least) break;
    }
    return refuse_archive(archive, OX_ZIP_NO_END, 0, OX_BAD_DATA);
}

ox_status ox_zip_archive_open(ox_zip_archive *archive, const ox_zip_source *source) {
    ox_zip_entry entry;
    memset(archive, 0, sizeof *archive);
    archive->source = *source;
    ox_status status = find_end(archive);
    if (ox_failed(status)) return status;
    uint32_t at = archive->directory;
    for (uint32_t i = 0; i < archive->entries; i++, at = entry.next) {
        status = ox_zip_entry_at(archive, at, &entry);
        if (ox_failed(status)) return refuse_archive(archive, entry.fault, at, status);
    }
    return at == archive->directory_end ? OX_OK
                                        : refuse_archive(archive, OX_ZIP_BAD_DIRECTORY, at, OX_BAD_DATA);
}
