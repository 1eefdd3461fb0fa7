/* Keeps files in chains of blocks. */
#include "kernel/file/block_device.h"

#include <string.h>

#include "rom/rom.h"

enum { HEADER = 16, ENTRY = 128, ENTRY_SIZE = 120, ENTRY_FIRST = 124, ENTRY_KIND = 126, LAST = 0xFFFF };

#define MAGIC ROM_TAG('O', 'X', 'B', 'F')
#define NONE UINT32_MAX

FX_STATIC_ASSERT(OX_PATH_MAX <= ENTRY_SIZE, "an entry holds a whole path");

typedef struct entry {
    char path[OX_PATH_ROOM];
    uint32_t size, first; /* first: number of the first block + 1 */
    uint32_t kind;        /* ox_file_kind + 1; 0: free */
} entry;

static void put_half(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static void put_word(uint8_t *at, uint32_t value) {
    put_half(at, value);
    put_half(at + 2, value >> 16);
}

/* ---- the store ---- */

static ox_status memory_read(void *context, uint32_t offset, void *to, uint32_t bytes) {
    memcpy(to, (const uint8_t *)context + offset, bytes);
    return OX_OK;
}

static ox_status memory_write(void *context, uint32_t offset, const void *from, uint32_t bytes) {
    memcpy((uint8_t *)context + offset, from, bytes);
    return OX_OK;
}

ox_block_store ox_block_memory(void *bytes, uint32_t size) {
    return (ox_block_store){memory_read, memory_write, bytes, size};
}

static ox_status load_bytes(const ox_block_device *disk, uint32_t offset, void *to, uint32_t bytes) {
    return disk->store.read(disk->store.context, offset, to, bytes);
}

static ox_status store_bytes(const ox_block_device *disk, uint32_t offset, const void *from, uint32_t bytes) {
    if (disk->store.write == NULL) return OX_UNSUPPORTED;
    return disk->store.write(disk->store.context, offset, from, bytes);
}

/* ---- entries and chains ---- */

static ox_status load_entry(const ox_block_device *disk, uint32_t index, entry *e) {
    uint8_t bytes[ENTRY];
    ox_status status = load_bytes(disk, HEADER + index * ENTRY, bytes, ENTRY);
    memset(e, 0, sizeof *e);
    if (ox_failed(status)) return status;
    memcpy(e->path, bytes, OX_PATH_MAX);
    e->size = rom_u32(bytes + ENTRY_SIZE);
    e->first = rom_u16(bytes + ENTRY_FIRST);
    e->kind = bytes[ENTRY_KIND];
    return e->kind <= OX_FILE_DIRECTORY + 1 ? OX_OK : OX_BAD_DATA;
}

static ox_status store_entry(const ox_block_device *disk, uint32_t index, const entry *e) {
    uint8_t bytes[ENTRY] = {0};
    memcpy(bytes, e->path, OX_PATH_MAX);
    put_word(bytes + ENTRY_SIZE, e->size);
    put_half(bytes + ENTRY_FIRST, e->first);
    bytes[ENTRY_KIND] = (uint8_t)e->kind;
    return store_bytes(disk, HEADER + index * ENTRY, bytes, ENTRY);
}

/* Finds the entry of a path; *index is NONE when there is none. *vacant is the first free entry before it, or NONE. */
static ox_status find_entry(const ox_block_device *disk, ox_text_view path, uint32_t *index, uint32_t *vacant,
                            entry *e) {
    *index = NONE;
    *vacant = NONE;
    for (uint32_t i = 0; i < disk->entries; i++) {
        ox_status status = load_entry(disk, i, e);
        if (ox_failed(status)) return status;
        if (e->kind == 0) {
            if (*vacant == NONE) *vacant = i;
        } else if (ox_text_equal(ox_text_of(e->path), path)) {
            *index = i;
            return OX_OK;
        }
    }
    return OX_OK;
}

static ox_status link_of(const ox_block_device *disk, uint32_t block, uint32_t *next) {
    uint8_t bytes[2] = {0, 0};
    if (block == 0 || block > disk->blocks) return OX_BAD_DATA;
    ox_status status = load_bytes(disk, disk->chain + (block - 1) * 2, bytes, 2);
    *next = rom_u16(bytes);
    return status;
}

static ox_status set_link(const ox_block_device *disk, uint32_t block, uint32_t next) {
    uint8_t bytes[2];
    put_half(bytes, next);
    return store_bytes(disk, disk->chain + (block - 1) * 2, bytes, 2);
}

static ox_status free_chain(const ox_block_device *disk, uint32_t block) {
    for (uint32_t i = 0; block != 0 && block != LAST && i < disk->blocks; i++) {
        uint32_t next = 0;
        ox_status status = link_of(disk, block, &next);
        if (!ox_failed(status)) status = set_link(disk, block, 0);
        if (ox_failed(status)) return status;
        block = next;
    }
    return OX_OK;
}

/* Takes a free block and marks it as the last of its chain. */
static ox_status take_block(const ox_block_device *disk, uint32_t *block) {
    for (uint32_t i = 1; i <= disk->blocks; i++) {
        uint32_t next = 0;
        ox_status status = link_of(disk, i, &next);
        if (ox_failed(status)) return status;
        if (next != 0) continue;
        *block = i;
        return set_link(disk, i, LAST);
    }
    return OX_FULL;
}

/* Finds block `number` of a file; with `grow` the chain is made long enough. */
static ox_status seek_block(const ox_block_device *disk, entry *e, uint32_t number, bool grow,
                            uint32_t *block) {
    uint32_t at = e->first, last = 0;
    for (uint32_t i = 0;; i++) {
        ox_status status;
        if (at == 0 || at == LAST) {
            if (!grow) return OX_BAD_DATA;
            status = take_block(disk, &at);
            if (!ox_failed(status) && last != 0) status = set_link(disk, last, at);
            if (ox_failed(status)) return status;
            if (last == 0) e->first = at;
        }
        if (at > disk->blocks) return OX_BAD_DATA;
        if (i == number) break;
        last = at;
        status = link_of(disk, last, &at);
        if (ox_failed(status)) return status;
    }
    *block = at;
    return OX_OK;
}

/* ---- the driver ---- */

/* Whether the directory of a path exists. */
static ox_status has_parent(const ox_block_device *disk, ox_text_view path) {
    ox_path_parts parts = ox_path_split(path);
    uint32_t index, vacant;
    entry e;
    if (parts.directory.length == 0) return OX_OK;
    ox_status status =
        find_entry(disk, ox_text_part(path, 0, parts.directory.length - 1), &index, &vacant, &e);
    if (ox_failed(status)) return status;
    return index != NONE && e.kind == OX_FILE_DIRECTORY + 1 ? OX_OK : OX_NOT_FOUND;
}

static ox_status create(const ox_block_device *disk, ox_text_view path, ox_file_kind kind, uint32_t vacant) {
    entry e = {.kind = (uint32_t)kind + 1};
    ox_status status = has_parent(disk, path);
    if (ox_failed(status)) return status;
    if (vacant == NONE) return OX_FULL;
    memcpy(e.path, path.at, path.length);
    return store_entry(disk, vacant, &e);
}

static ox_status open_file(void *context, ox_text_view path, ox_file_mode mode, uint32_t *node,
                           uint32_t *size) {
    ox_block_device *disk = context;
    uint32_t vacant;
    entry e;
    ox_status status = find_entry(disk, path, node, &vacant, &e);
    *size = 0;
    if (ox_failed(status)) return status;
    if (*node == NONE) {
        *node = vacant;
        return mode == OX_FILE_READ || path.length == 0 ? OX_NOT_FOUND
                                                        : create(disk, path, OX_FILE_PLAIN, vacant);
    }
    if (e.kind != OX_FILE_PLAIN + 1) return OX_NOT_FOUND;
    if (mode == OX_FILE_WRITE) {
        uint32_t first = e.first;
        e.first = 0;
        e.size = 0;
        status = store_entry(disk, *node, &e);
        return ox_failed(status) ? status : free_chain(disk, first);
    }
    *size = e.size;
    return OX_OK;
}

static ox_status read_file(void *context, uint32_t node, uint32_t offset, void *to, uint32_t bytes,
                           uint32_t *done) {
    ox_block_device *disk = context;
    entry e;
    uint32_t block = 0, within = offset % disk->block, some = disk->block - within;
    ox_status status = load_entry(disk, node, &e);
    if (!ox_failed(status)) status = seek_block(disk, &e, offset / disk->block, false, &block);
    if (ox_failed(status)) return status;
    if (some > bytes) some = bytes;
    status = load_bytes(disk, disk->data + (block - 1) * disk->block + within, to, some);
    if (!ox_failed(status)) *done = some;
    return status;
}

static ox_status write_file(void *context, uint32_t node, uint32_t offset, const void *from, uint32_t bytes,
                            uint32_t *done) {
    ox_block_device *disk = context;
    entry e;
    uint32_t block = 0, within = offset % disk->block, some = disk->block - within;
    ox_status status = load_entry(disk, node, &e);
    if (ox_failed(status)) return status;
    uint32_t first = e.first, size = e.size;
    status = seek_block(disk, &e, offset / disk->block, true, &block);
    if (!ox_failed(status)) {
        if (some > bytes) some = bytes;
        status = store_bytes(disk, disk->data + (block - 1) * disk->block + within, from, some);
    }
    if (!ox_failed(status) && offset + some > e.size) e.size = offset + some;
    if (e.first != first || e.size != size) {
        ox_status kept = store_entry(disk, node, &e);
        if (!ox_failed(status)) status = kept;
    }
    if (!ox_failed(status)) *done = some;
    return status;
}

static ox_status stat_file(void *context, ox_text_view path, ox_file_info *info) {
    const ox_block_device *disk = context;
    ox_path_parts parts = ox_path_split(path);
    ox_text name = ox_text_begin_plain(info->name, sizeof info->name);
    uint32_t index, vacant;
    entry e;
    ox_status status = find_entry(disk, path, &index, &vacant, &e);
    if (ox_failed(status)) return status;
    info->kind = OX_FILE_DIRECTORY;
    info->size = 0;
    if (path.length == 0) return OX_OK;
    if (index == NONE) return OX_NOT_FOUND;
    ox_text_append(&name, ox_text_part(path, parts.directory.length, path.length));
    info->kind = (ox_file_kind)(e.kind - 1);
    info->size = e.size;
    return OX_OK;
}

/* The rest of a path behind a directory; false when the path does not lie directly in the directory. */
static bool directly_inside(ox_text_view directory, ox_text_view path, ox_text_view *name) {
    if (directory.length > 0) {
        if (path.length <= directory.length || path.at[directory.length] != '/') return false;
        if (!ox_text_starts_with(path, directory)) return false;
        path = ox_text_part(path, directory.length + 1, path.length);
    }
    *name = path;
    return ox_text_find_char(path, '/') == OX_TEXT_NOWHERE;
}

static ox_status next_file(void *context, ox_text_view directory, ox_text_view after, ox_file_info *info) {
    const ox_block_device *disk = context;
    bool any = false, known = directory.length == 0;
    entry e;
    for (uint32_t i = 0; i < disk->entries; i++) {
        ox_text_view name;
        ox_status status = load_entry(disk, i, &e);
        if (ox_failed(status)) return status;
        if (e.kind == 0) continue;
        known = known || (e.kind == OX_FILE_DIRECTORY + 1 && ox_text_equal(ox_text_of(e.path), directory));
        if (!directly_inside(directory, ox_text_of(e.path), &name) || ox_text_compare(name, after) <= 0)
            continue;
        if (any && ox_text_compare(name, ox_text_of(info->name)) >= 0) continue;
        ox_text text = ox_text_begin_plain(info->name, sizeof info->name);
        ox_text_append(&text, name);
        info->kind = (ox_file_kind)(e.kind - 1);
        info->size = e.size;
        any = true;
    }
    return any ? OX_OK : known ? OX_EMPTY : OX_NOT_FOUND;
}

static ox_status remove_file(void *context, ox_text_view path) {
    ox_block_device *disk = context;
    ox_file_info inside;
    uint32_t index, vacant;
    entry e;
    ox_status status = find_entry(disk, path, &index, &vacant, &e);
    if (ox_failed(status)) return status;
    if (index == NONE) return OX_NOT_FOUND;
    if (e.kind == OX_FILE_DIRECTORY + 1 && next_file(disk, path, OX_TEXT(""), &inside) == OX_OK)
        return OX_BAD_STATE;
    uint32_t first = e.first;
    memset(&e, 0, sizeof e);
    status = store_entry(disk, index, &e);
    return ox_failed(status) ? status : free_chain(disk, first);
}

static ox_status rename_file(void *context, ox_text_view from, ox_text_view to) {
    ox_block_device *disk = context;
    uint32_t index, other, vacant;
    entry e, there;
    ox_status status = find_entry(disk, to, &other, &vacant, &there);
    if (!ox_failed(status)) status = find_entry(disk, from, &index, &vacant, &e);
    if (ox_failed(status)) return status;
    if (index == NONE || to.length == 0) return OX_NOT_FOUND;
    if (other != NONE) return OX_ALREADY_THERE;
    /* entries in the directory have its path in theirs */
    if (e.kind == OX_FILE_DIRECTORY + 1) return OX_UNSUPPORTED;
    status = has_parent(disk, to);
    if (ox_failed(status)) return status;
    memset(e.path, 0, sizeof e.path);
    memcpy(e.path, to.at, to.length);
    return store_entry(disk, index, &e);
}

static ox_status make_directory(void *context, ox_text_view path) {
    ox_block_device *disk = context;
    uint32_t index, vacant;
    entry e;
    ox_status status = find_entry(disk, path, &index, &vacant, &e);
    if (ox_failed(status)) return status;
    return index != NONE || path.length == 0 ? OX_ALREADY_THERE
                                             : create(disk, path, OX_FILE_DIRECTORY, vacant);
}

/* ---- open and format ---- */

static void begin_device(ox_block_device *disk, const ox_block_store *at, uint32_t block, uint32_t blocks,
                         uint32_t entries, ox_device *device) {
    static const ox_device_calls calls = {.open = open_file,
                                          .read = read_file,
                                          .write = write_file,
                                          .stat = stat_file,
                                          .remove = remove_file,
                                          .rename = rename_file,
                                          .make_directory = make_directory,
                                          .next = next_file};
    *disk = (ox_block_device){.store = *at, .block = block, .blocks = blocks, .entries = entries};
    disk->chain = HEADER + entries * ENTRY;
    disk->data = disk->chain + blocks * 2;
    *device = (ox_device){
        .calls = &calls, .context = disk, .sector = 1, .flags = at->write == NULL ? OX_DEVICE_READ_ONLY : 0};
}

ox_status ox_block_device_open(ox_block_device *disk, const ox_block_store *at, ox_device *device) {
    uint8_t header[HEADER];
    memset(disk, 0, sizeof *disk);
    *device = (ox_device){.calls = NULL};
    if (at->size < HEADER) return OX_BAD_DATA;
    ox_status status = at->read(at->context, 0, header, HEADER);
    if (ox_failed(status)) return status;
    uint32_t block = rom_u16(header + 6), blocks = rom_u16(header + 8), entries = rom_u16(header + 10);
    if (rom_u32(header) != MAGIC || rom_u32(header + 12) != rom_crc32(0, header, 12)) return OX_BAD_DATA;
    if (rom_u16(header + 4) != 1) return OX_BAD_VERSION;
    uint64_t needed = (uint64_t)HEADER + (uint64_t)entries * ENTRY + (uint64_t)blocks * (2 + block);
    if (block < 16 || blocks == 0 || entries == 0 || needed > at->size) return OX_BAD_DATA;
    begin_device(disk, at, block, blocks, entries, device);
    return OX_OK;
}

ox_status ox_block_device_format(ox_block_device *disk, const ox_block_store *at, uint32_t block,
                                 uint32_t entries, ox_device *device) {
    uint8_t header[HEADER] = {0}, zeros[64] = {0};
    memset(disk, 0, sizeof *disk);
    *device = (ox_device){.calls = NULL};
    if (block < 16 || block > 32768 || (block & (block - 1)) != 0 || entries < 1 || entries > 1024)
        return OX_BAD_ARGUMENT;
    uint64_t fixed = (uint64_t)HEADER + (uint64_t)entries * ENTRY;
    if (at->size < fixed + 2 + block) return OX_OUT_OF_MEMORY;
    uint32_t blocks = (uint32_t)((at->size - fixed) / (2 + block));
    if (blocks > LAST - 2) blocks = LAST - 2;
    if (at->write == NULL) return OX_UNSUPPORTED;
    begin_device(disk, at, block, blocks, entries, device);
    for (uint32_t i = HEADER; i < disk->data; i += sizeof zeros) {
        uint32_t some = disk->data - i < sizeof zeros ? disk->data - i : (uint32_t)sizeof zeros;
        ox_status status = store_bytes(disk, i, zeros, some);
        if (ox_failed(status)) return status;
    }
    put_word(header, MAGIC);
    put_half(header + 4, 1);
    put_half(header + 6, block);
    put_half(header + 8, blocks);
    put_half(header + 10, entries);
    put_word(header + 12, rom_crc32(0, header, 12));
    return store_bytes(disk, 0, header, HEADER);
}

uint32_t ox_block_device_free(const ox_block_device *disk) {
    uint32_t count = 0, next;
    for (uint32_t i = 1; i <= disk->blocks; i++) {
        next = LAST;
        if (link_of(disk, i, &next) == OX_OK && next == 0) count++;
    }
    return count * disk->block;
}

ox_status ox_block_device_check(const ox_block_device *disk) {
    uint32_t used = 0;
    entry e;
    for (uint32_t i = 0; i < disk->entries; i++) {
        uint32_t length = 0;
        ox_status status = load_entry(disk, i, &e);
        if (ox_failed(status)) return status;
        if (e.kind == 0) continue;
        for (uint32_t at = e.first; at != 0 && at != LAST; length++) {
            if (length > disk->blocks || link_of(disk, at, &at) != OX_OK || at == 0) return OX_CORRUPTED;
        }
        if (e.size > length * disk->block) return OX_CORRUPTED;
        used += length;
    }
    return used + ox_block_device_free(disk) / disk->block == disk->blocks ? OX_OK : OX_CORRUPTED;
}
