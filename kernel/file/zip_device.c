#include "kernel/file/zip_device.h"

#include <string.h>

#include "rom/rom.h"

enum { NAME_ROOM = 256 };

FX_STATIC_ASSERT(NAME_ROOM > OX_PATH_MAX, "a name that is a path fits");

typedef struct ox_zip_open open_entry;

typedef struct named_entry {
    ox_zip_entry of;
    char name[OX_PATH_ROOM]; /* canonical path; "" when the entry's name is no path */
    bool is_directory;
} named_entry;

/* Reads a name of an archive to its canonical form. */
static ox_status read_name(const ox_zip *zip, named_entry *entry) {
    char name[NAME_ROOM];
    uint32_t length = entry->of.name_length, some = length < NAME_ROOM ? length : NAME_ROOM;
    ox_status status = ox_zip_fetch(&zip->archive, entry->of.name, name, some);
    ox_text text = ox_text_begin_plain(entry->name, sizeof entry->name);
    if (ox_failed(status)) return status;
    ox_text_view view = {name, some};
    entry->is_directory = some > 0 && (name[some - 1] == '/' || name[some - 1] == '\\');
    bool good = length < NAME_ROOM && !ox_path_is_absolute(view) && ox_path_canonical(&text, view) == OX_OK;
    if (!good) ox_text_clear(&text);
    return OX_OK;
}

/* Reads the entry at an offset of the directory, with its name as a path: "" where the name is none. */
static ox_status read_entry(const ox_zip *zip, uint32_t at, named_entry *entry) {
    ox_status status = ox_zip_entry_at(&zip->archive, at, &entry->of);
    return ox_failed(status) ? status : read_name(zip, entry);
}

/* ---- the driver ---- */

static ox_status find_entry(const ox_zip *zip, ox_text_view path, named_entry *entry) {
    uint32_t at = zip->archive.directory;
    for (uint32_t i = 0; i < zip->archive.entries; i++, at = entry->of.next) {
        ox_status status = read_entry(zip, at, entry);
        if (ox_failed(status)) return status;
        if (!entry->is_directory && entry->name[0] != 0 && ox_text_equal(ox_text_of(entry->name), path))
            return OX_OK;
    }
    return OX_NOT_FOUND;
}

static ox_status open_file(void *context, ox_text_view path, ox_file_mode mode, uint32_t *node,
                           uint32_t *size) {
    ox_zip *zip = context;
    named_entry entry;
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
                         .method = entry.of.method,
                         .crc = entry.of.crc,
                         .packed = entry.of.packed,
                         .size = entry.of.size,
                         .data = entry.of.data};
    *node = slot;
    *size = entry.of.size;
    return OX_OK;
}

static void close_file(void *context, uint32_t node) { ((ox_zip *)context)->open[node].used = false; }

/* The next piece of an entry's packed bytes; all bytes where the archive is memory. */
static const uint8_t *next_piece(void *context, size_t *bytes) {
    open_entry *open = context;
    uint32_t left = open->packed - open->consumed, at = open->data + open->consumed;
    uint32_t some = left < sizeof open->buffer ? left : (uint32_t)sizeof open->buffer;
    const uint8_t *piece = open->buffer;
    if (open->zip->archive.source.memory != NULL) {
        piece = open->zip->archive.source.memory + at;
        some = left;
    } else if (some > 0 && ox_failed(ox_zip_fetch(&open->zip->archive, at, open->buffer, some))) {
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
    return status == OX_EMPTY ? OX_BAD_DATA : status; /* the entry has fewer bytes than the directory says */
}

static ox_status read_file(void *context, uint32_t node, uint32_t offset, void *to, uint32_t bytes,
                           uint32_t *done) {
    open_entry *open = &((ox_zip *)context)->open[node];
    ox_status status = open->method == OX_ZIP_STORED
                           ? ox_zip_fetch(&open->zip->archive, open->data + offset, to, bytes)
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
    if (open->method != OX_ZIP_STORED || open->zip->archive.source.memory == NULL) return NULL;
    return open->zip->archive.source.memory + open->data + offset;
}

/* The rest of a path behind a directory; false when the path lies elsewhere. */
static bool is_inside(ox_text_view directory, ox_text_view path, ox_text_view *rest) {
    *rest = path;
    if (directory.length == 0) return path.length > 0;
    if (!ox_text_starts_with(path, directory) || path.length <= directory.length + 1) return false;
    *rest = ox_text_part(path, directory.length + 1, path.length);
    return path.at[directory.length] == '/';
}

static ox_status next_file(void *context, ox_text_view directory, ox_text_view after, ox_file_info *info) {
    const ox_zip *zip = context;
    named_entry entry;
    bool any = false, known = directory.length == 0;
    uint32_t at = zip->archive.directory;
    for (uint32_t i = 0; i < zip->archive.entries; i++, at = entry.of.next) {
        ox_text_view rest;
        ox_status status = read_entry(zip, at, &entry);
        if (ox_failed(status)) return status;
        known = known || (entry.is_directory && ox_text_equal(ox_text_of(entry.name), directory));
        if (!is_inside(directory, ox_text_of(entry.name), &rest)) continue;
        known = true;
        size_t slash = ox_text_find_char(rest, '/');
        ox_text_view first = ox_text_part(rest, 0, slash);
        if (ox_text_compare(first, after) <= 0) continue;
        if (any && ox_text_compare(first, ox_text_of(info->name)) >= 0) continue;
        ox_text text = ox_text_begin_plain(info->name, sizeof info->name);
        ox_text_append(&text, first);
        bool plain = slash == OX_TEXT_NOWHERE && !entry.is_directory;
        info->kind = plain ? OX_FILE_PLAIN : OX_FILE_DIRECTORY;
        info->size = plain ? entry.of.size : 0;
        any = true;
    }
    return any ? OX_OK : known ? OX_EMPTY : OX_NOT_FOUND;
}

static ox_status stat_file(void *context, ox_text_view path, ox_file_info *info) {
    named_entry entry;
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
    info->size = plain ? entry.of.size : 0;
    return OX_OK;
}

ox_status ox_zip_open(ox_zip *zip, const ox_zip_source *source, ox_device *device, uint32_t *offset) {
    static const ox_device_calls calls = {.open = open_file,
                                          .close = close_file,
                                          .read = read_file,
                                          .map = map_file,
                                          .stat = stat_file,
                                          .next = next_file};
    memset(zip, 0, sizeof *zip);
    *device = (ox_device){.calls = NULL};
    ox_status status = ox_zip_archive_open(&zip->archive, source);
    if (offset != NULL) *offset = zip->archive.fault_at;
    if (ox_failed(status)) return status;
    *device = (ox_device){
        .calls = &calls, .context = zip, .sector = 1, .flags = OX_DEVICE_READ_ONLY | OX_DEVICE_SEQUENTIAL};
    return OX_OK;
}
