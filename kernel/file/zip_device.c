/* Reads ZIP archives where they lie. */
#include "kernel/file/zip_device.h"

#include <string.h>

#include "rom/rom.h"

enum { END_SIZE = 22, CENTRAL_SIZE = 46, LOCAL_SIZE = 30, STORED = 0, DEFLATED = 8, NAME_ROOM = 256 };

FX_STATIC_ASSERT(NAME_ROOM > OX_PATH_MAX, "a name that is a path fits");

typedef struct ox_zip_open open_entry;

ox_zip_source ox_zip_memory(const void *bytes, uint32_t size) {
    return (ox_zip_source){.memory = bytes, .size = size};
}

ox_zip_source ox_zip_file(ox_files *files, ox_file file) {
    ox_zip_source source = {.files = files, .file = file};
    if (ox_failed(ox_file_size(files, file, &source.size))) source.size = 0;
    return source;
}

/* `bytes` of the archive at `offset`. */
static ox_status fetch(const ox_zip *zip, uint32_t offset, void *to, uint32_t bytes) {
    const ox_zip_source *source = &zip->source;
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

/* Reads a name of an archive to its canonical form. */
static ox_status read_name(const ox_zip *zip, uint32_t offset, uint32_t length, ox_zip_entry *entry) {
    char name[NAME_ROOM];
    uint32_t some = length < NAME_ROOM ? length : NAME_ROOM;
    ox_status status = fetch(zip, offset, name, some);
    ox_text text = ox_text_begin_plain(entry->name, sizeof entry->name);
    if (ox_failed(status)) return status;
    ox_text_view view = {name, some};
    entry->directory = some > 0 && (name[some - 1] == '/' || name[some - 1] == '\\');
    bool good = length < NAME_ROOM && !ox_path_is_absolute(view) && ox_path_canonical(&text, view) == OX_OK;
    if (!good) ox_text_clear(&text);
    return OX_OK;
}

/* The entry of the central directory at `at`. */
static ox_status read_entry(const ox_zip *zip, uint32_t at, ox_zip_entry *entry) {
    uint8_t bytes[CENTRAL_SIZE], local[LOCAL_SIZE];
    memset(entry, 0, sizeof *entry);
    if (at > zip->directory_end || zip->directory_end - at < CENTRAL_SIZE) return OX_BAD_DATA;
    ox_status status = fetch(zip, at, bytes, CENTRAL_SIZE);
    if (ox_failed(status)) return status;
    if (rom_u32(bytes) != 0x02014B50u) return OX_BAD_DATA;
    entry->method = rom_u16(bytes + 10);
    entry->crc = rom_u32(bytes + 16);
    entry->packed = rom_u32(bytes + 20);
    entry->size = rom_u32(bytes + 24);
    uint32_t name = rom_u16(bytes + 28), more = (uint32_t)rom_u16(bytes + 30) + rom_u16(bytes + 32);
    uint32_t header = rom_u32(bytes + 42);
    if (name + more > zip->directory_end - at - CENTRAL_SIZE) return OX_BAD_DATA;
    entry->next = at + CENTRAL_SIZE + name + more;
    if ((rom_u16(bytes + 8) & 1) != 0 || (entry->method != STORED && entry->method != DEFLATED))
        return OX_UNSUPPORTED;
    if (entry->packed == UINT32_MAX || entry->size == UINT32_MAX || header == UINT32_MAX)
        return OX_UNSUPPORTED;
    if (entry->method == STORED && entry->packed != entry->size) return OX_BAD_DATA;
    status = fetch(zip, header, local, LOCAL_SIZE);
    if (ox_failed(status)) return status;
    if (rom_u32(local) != 0x04034B50u) return OX_BAD_DATA;
    uint64_t data = (uint64_t)header + LOCAL_SIZE + rom_u16(local + 26) + rom_u16(local + 28);
    if (data + entry->packed > zip->directory) return OX_BAD_DATA;
    entry->data = (uint32_t)data;
    return read_name(zip, at + CENTRAL_SIZE, name, entry);
}

/* The record at the end that tells where the directory is, searched backwards over a comment. */
static ox_status find_end(ox_zip *zip, uint32_t *offset) {
    uint8_t end[END_SIZE];
    uint32_t size = zip->source.size, least = size > 65535 + END_SIZE ? size - 65535 - END_SIZE : 0;
    *offset = 0;
    if (size < END_SIZE) return OX_BAD_DATA;
    for (uint32_t at = size - END_SIZE;; at--) {
        ox_status status = fetch(zip, at, end, END_SIZE);
        if (ox_failed(status)) return status;
        if (rom_u32(end) == 0x06054B50u && rom_u16(end + 20) == size - END_SIZE - at) {
            *offset = at;
            zip->entries = rom_u16(end + 10);
            zip->directory = rom_u32(end + 16);
            zip->directory_end = zip->directory + rom_u32(end + 12);
            bool whole = rom_u16(end + 4) == 0 && rom_u16(end + 8) == zip->entries;
            if (!whole || zip->entries == 0xFFFF || zip->directory == UINT32_MAX) return OX_UNSUPPORTED;
            bool inside = zip->directory <= at && rom_u32(end + 12) <= at - zip->directory;
            return inside ? OX_OK : OX_BAD_DATA;
        }
        if (at == least) return OX_BAD_DATA;
    }
}

/* ---- the driver ---- */

static ox_status find_entry(const ox_zip *zip, ox_text_view path, ox_zip_entry *entry) {
    uint32_t at = zip->directory;
    for (uint32_t i = 0; i < zip->entries; i++, at = entry->next) {
        ox_status status = read_entry(zip, at, entry);
        if (ox_failed(status)) return status;
        if (!entry->directory && entry->name[0] != 0 && ox_text_equal(ox_text_of(entry->name), path))
            return OX_OK;
    }
    return OX_NOT_FOUND;
}

static ox_status open_file(void *context, ox_text_view path, ox_file_mode mode, uint32_t *node,
                           uint32_t *size) {
    ox_zip *zip = context;
    ox_zip_entry entry;
    uint32_t slot = 0;
    if (mode != OX_FILE_READ) return OX_UNSUPPORTED;
    while (slot < OX_ZIP_FILES && zip->open[slot].used) slot++;
    if (slot == OX_ZIP_FILES) return OX_FULL;
    ox_status status = find_entry(zip, path, &entry);
    if (ox_failed(status)) return status;
    open_entry *open = &zip->open[slot];
    memset(open, 0, sizeof *open);
    *open = (open_entry){.zip = zip,
                         .used = true,
                         .method = entry.method,
                         .crc = entry.crc,
                         .packed = entry.packed,
                         .size = entry.size,
                         .data = entry.data};
    *node = slot;
    *size = entry.size;
    return OX_OK;
}

static void close_file(void *context, uint32_t node) { ((ox_zip *)context)->open[node].used = false; }

/* The next piece of an entry's packed bytes: all of them where the archive is memory. */
static const uint8_t *next_piece(void *context, size_t *bytes) {
    open_entry *open = context;
    uint32_t left = open->packed - open->consumed, at = open->data + open->consumed;
    uint32_t some = left < sizeof open->buffer ? left : (uint32_t)sizeof open->buffer;
    const uint8_t *piece = open->buffer;
    if (open->zip->source.memory != NULL) {
        piece = open->zip->source.memory + at;
        some = left;
    } else if (some > 0 && ox_failed(fetch(open->zip, at, open->buffer, some))) {
        some = 0;
    }
    open->consumed += some;
    *bytes = some;
    return piece;
}

static ox_status inflate_file(open_entry *open, uint32_t offset, uint8_t *to, uint32_t bytes) {
    if (offset == 0) {
        ox_inflate_begin(&open->inflate, next_piece, open, to, open->size);
        open->consumed = 0;
        open->to = to;
    } else if (open->to == NULL || to != open->to + offset || open->inflate.done != offset) {
        return OX_BAD_STATE;
    }
    ox_status status = ox_inflate_to(&open->inflate, offset + bytes);
    return status == OX_EMPTY ? OX_BAD_DATA : status; /* it has fewer bytes than the directory says */
}

static ox_status read_file(void *context, uint32_t node, uint32_t offset, void *to, uint32_t bytes,
                           uint32_t *done) {
    open_entry *open = &((ox_zip *)context)->open[node];
    ox_status status = open->method == STORED ? fetch(open->zip, open->data + offset, to, bytes)
                                              : inflate_file(open, offset, to, bytes);
    if (ox_failed(status)) return status;
    if (offset == 0) open->sum = open->summed = 0;
    if (offset == open->summed) {
        open->sum = rom_crc32(open->sum, to, bytes);
        open->summed += bytes;
        if (open->summed == open->size && open->sum != open->crc) return OX_BAD_CHECKSUM;
    }
    *done = bytes;
    return OX_OK;
}

static const void *map_file(void *context, uint32_t node, uint32_t offset, uint32_t bytes) {
    const open_entry *open = &((ox_zip *)context)->open[node];
    (void)bytes;
    if (open->method != STORED || open->zip->source.memory == NULL) return NULL;
    return open->zip->source.memory + open->data + offset;
}

/* What is left of a path inside a directory; false when it lies elsewhere. */
static bool is_inside(ox_text_view directory, ox_text_view path, ox_text_view *rest) {
    *rest = path;
    if (directory.length == 0) return path.length > 0;
    if (!ox_text_starts_with(path, directory) || path.length <= directory.length + 1) return false;
    *rest = ox_text_part(path, directory.length + 1, path.length);
    return path.at[directory.length] == '/';
}

static ox_status next_file(void *context, ox_text_view directory, ox_text_view after, ox_file_info *info) {
    const ox_zip *zip = context;
    ox_zip_entry entry;
    bool any = false, known = directory.length == 0;
    uint32_t at = zip->directory;
    for (uint32_t i = 0; i < zip->entries; i++, at = entry.next) {
        ox_text_view rest;
        ox_status status = read_entry(zip, at, &entry);
        if (ox_failed(status)) return status;
        known = known || (entry.directory && ox_text_equal(ox_text_of(entry.name), directory));
        if (!is_inside(directory, ox_text_of(entry.name), &rest)) continue;
        known = true;
        size_t slash = ox_text_find_char(rest, '/');
        ox_text_view first = ox_text_part(rest, 0, slash);
        if (ox_text_compare(first, after) <= 0) continue;
        if (any && ox_text_compare(first, ox_text_of(info->name)) >= 0) continue;
        ox_text text = ox_text_begin_plain(info->name, sizeof info->name);
        ox_text_append(&text, first);
        bool plain = slash == OX_TEXT_NOWHERE && !entry.directory;
        info->kind = plain ? OX_FILE_PLAIN : OX_FILE_DIRECTORY;
        info->size = plain ? entry.size : 0;
        any = true;
    }
    return any ? OX_OK : known ? OX_EMPTY : OX_NOT_FOUND;
}

static ox_status stat_file(void *context, ox_text_view path, ox_file_info *info) {
    ox_zip_entry entry;
    ox_path_parts parts = ox_path_split(path);
    ox_status status = path.length == 0 ? OX_NOT_FOUND : find_entry(context, path, &entry);
    bool plain = status == OX_OK;
    if (status == OX_NOT_FOUND) {
        status = next_file(context, path, OX_TEXT(""), info);
        if (status == OX_EMPTY) status = OX_OK;
    }
    if (ox_failed(status)) return status;
    ox_text name = ox_text_begin_plain(info->name, sizeof info->name);
    ox_text_append(&name, ox_text_part(path, parts.directory.length, path.length));
    info->kind = plain ? OX_FILE_PLAIN : OX_FILE_DIRECTORY;
    info->size = plain ? entry.size : 0;
    return OX_OK;
}

ox_status ox_zip_open(ox_zip *zip, const ox_zip_source *source, ox_device *device, uint32_t *offset) {
    static const ox_device_calls calls = {.open = open_file,
                                          .close = close_file,
                                          .read = read_file,
                                          .map = map_file,
                                          .stat = stat_file,
                                          .next = next_file};
    ox_zip_entry entry;
    uint32_t at = 0;
    memset(zip, 0, sizeof *zip);
    *device = (ox_device){.calls = NULL};
    zip->source = *source;
    ox_status status = find_end(zip, &at);
    if (!ox_failed(status)) at = zip->directory;
    for (uint32_t i = 0; i < zip->entries && !ox_failed(status); i++) {
        status = read_entry(zip, at, &entry);
        if (!ox_failed(status)) at = entry.next;
    }
    if (!ox_failed(status) && at != zip->directory_end) status = OX_BAD_DATA;
    if (offset != NULL) *offset = ox_failed(status) ? at : 0;
    if (ox_failed(status)) {
        zip->entries = 0;
        return status;
    }
    *device = (ox_device){
        .calls = &calls, .context = zip, .sector = 1, .flags = OX_DEVICE_READ_ONLY | OX_DEVICE_SEQUENTIAL};
    return OX_OK;
}
