/* Makes files of chunks. */
#include "kernel/file/image_device.h"

#include <string.h>

#include "kernel/file/internal.h"
#include "kernel/names/id.h"

typedef struct ox_image_file image_file;

/* Finds the chunk that a path names: by its whole name, else by name and type. */
static bool find_chunk(const ox_image_device *rom, ox_text_view path, ox_found *found) {
    uint32_t type = 0;
    if (ox_images_find_any(rom->images, ox_id_of(path), found)) return true;
    ox_path_parts parts = ox_path_split(path);
    if (parts.extension.length == 0 || parts.extension.length > 4) return false;
    for (size_t i = 0; i < 4; i++) {
        char c = i < parts.extension.length ? parts.extension.at[i] : '_';
        type |= (uint32_t)(uint8_t)(c >= 'a' && c <= 'z' ? c - 32 : c) << (8 * i);
    }
    ox_text_view name = ox_text_part(path, 0, path.length - parts.extension.length - 1);
    return ox_images_find(rom->images, ox_id_of(name), type, found);
}

static ox_status open_chunk(void *context, ox_text_view path, ox_file_mode mode, uint32_t *node,
                            uint32_t *size) {
    ox_image_device *rom = context;
    uint32_t slot = 0;
    if (mode != OX_FILE_READ) return OX_UNSUPPORTED;
    while (slot < OX_IMAGE_DEVICE_FILES && rom->files[slot].open) slot++;
    if (slot == OX_IMAGE_DEVICE_FILES) return OX_FULL;
    image_file *file = &rom->files[slot];
    if (!find_chunk(rom, path, &file->found)) return OX_NOT_FOUND;
    if (!file->found.mapped && file->found.chunk.codec != ROM_CODEC_STORED) return OX_UNSUPPORTED;
    file->open = true;
    file->to = NULL;
    *node = slot;
    *size = file->found.chunk.size;
    return OX_OK;
}

static void close_chunk(void *context, uint32_t node) {
    ((ox_image_device *)context)->files[node].open = false;
}

/* Unpacks more of a chunk; each read must follow the one before in the same block. */
static ox_status unpack_file(image_file *file, uint32_t offset, uint8_t *to, uint32_t bytes, uint32_t *done) {
    const rom_chunk *chunk = &file->found.chunk;
    rom_decoder *decoder = &file->decoder;
    if (offset == 0) {
        rom_decoder_begin(decoder, chunk->codec, chunk->data, chunk->stored, to, chunk->size);
        file->to = to;
    } else if (file->to == NULL || to != file->to + offset || decoder->done != offset) {
        return OX_BAD_STATE;
    }
    if (rom_decoder_step(decoder, bytes, NULL) != ROM_OK) return OX_BAD_DATA;
    *done = decoder->done - offset;
    while (decoder->done == chunk->size &&
           !rom_decoder_done(decoder)) { /* a delta codec makes its bytes final now */
        if (rom_decoder_step(decoder, chunk->size, NULL) != ROM_OK) return OX_BAD_DATA;
    }
    return OX_OK;
}

static ox_status read_chunk(void *context, uint32_t node, uint32_t offset, void *to, uint32_t bytes,
                            uint32_t *done) {
    ox_image_device *rom = context;
    image_file *file = &rom->files[node];
    if (file->found.chunk.codec != ROM_CODEC_STORED) return unpack_file(file, offset, to, bytes, done);
    if (file->found.mapped) {
        memcpy(to, file->found.chunk.data + offset, bytes);
        *done = bytes;
        return OX_OK;
    }
    const ox_image *image = &rom->images->list[file->found.image];
    ox_open_file *carrier = ox_open_file_of(image->files, image->file);
    if (carrier == NULL) return OX_STALE_HANDLE;
    return ox_file_read_some(image->files, carrier, file->found.chunk.offset + offset, to, bytes, done);
}

static const void *map_chunk(void *context, uint32_t node, uint32_t offset, uint32_t bytes) {
    const image_file *file = &((ox_image_device *)context)->files[node];
    (void)bytes;
    bool plain = file->found.mapped && file->found.chunk.codec == ROM_CODEC_STORED;
    return plain ? file->found.chunk.data + offset : NULL;
}

/* ---- names ---- */

/* The rest of a name behind a directory: "b/c" of "a/b/c" in "a". False when the name lies elsewhere. */
static bool is_inside(ox_text_view directory, ox_text_view name, ox_text_view *rest) {
    *rest = name;
    if (directory.length == 0) return true;
    if (name.length <= directory.length || name.at[directory.length] != '/') return false;
    *rest = ox_text_part(name, directory.length + 1, name.length);
    return ox_path_compare(ox_text_part(name, 0, directory.length), directory) == 0;
}

static ox_status next_chunk(void *context, ox_text_view directory, ox_text_view after, ox_file_info *info) {
    const ox_image_device *rom = context;
    bool any = false, named = false, known = directory.length == 0;
    for (uint32_t i = 0; i < rom->images->count; i++) {
        const rom_image *image = &rom->images->list[i].rom;
        rom_chunk chunk;
        for (uint32_t entry = 0; rom_entry(image, entry, &chunk); entry++) {
            ox_text_view name = {NULL, 0}, rest;
            uint32_t length = 0;
            ox_found found;
            name.at = rom->images->list[i].files == NULL ? rom_name(image, chunk.id, &length) : NULL;
            name.length = length;
            if (name.at == NULL) continue;
            named = true;
            if (!is_inside(directory, name, &rest) || rest.length == 0) continue;
            if (!ox_images_find_any(rom->images, chunk.id, &found)) continue;
            known = true;
            size_t slash = ox_text_find_char(rest, '/');
            ox_text_view first = ox_text_part(rest, 0, slash);
            if (first.length > OX_PATH_MAX || ox_path_compare(first, after) <= 0) continue;
            if (any && ox_path_compare(first, ox_text_of(info->name)) >= 0) continue;
            ox_text text = ox_text_begin_plain(info->name, sizeof info->name);
            ox_text_append(&text, first);
            info->kind = slash == OX_TEXT_NOWHERE ? OX_FILE_PLAIN : OX_FILE_DIRECTORY;
            info->size = slash == OX_TEXT_NOWHERE ? found.chunk.size : 0;
            any = true;
        }
    }
    if (any) return OX_OK;
    return !named ? OX_UNSUPPORTED : known ? OX_EMPTY : OX_NOT_FOUND;
}

static ox_status stat_chunk(void *context, ox_text_view path, ox_file_info *info) {
    ox_found found;
    ox_file_info inside;
    ox_path_parts parts = ox_path_split(path);
    ox_text text = ox_text_begin_plain(info->name, sizeof info->name);
    ox_text_append(&text, ox_text_part(path, parts.directory.length, path.length));
    info->kind = OX_FILE_PLAIN;
    info->size = 0;
    if (find_chunk(context, path, &found)) {
        info->size = found.chunk.size;
        return OX_OK;
    }
    info->kind = OX_FILE_DIRECTORY;
    return path.length == 0 || next_chunk(context, path, OX_TEXT(""), &inside) == OX_OK ? OX_OK
                                                                                        : OX_NOT_FOUND;
}

void ox_image_device_init(ox_image_device *rom, const ox_images *images, ox_device *device) {
    static const ox_device_calls calls = {.open = open_chunk,
                                          .close = close_chunk,
                                          .read = read_chunk,
                                          .map = map_chunk,
                                          .stat = stat_chunk,
                                          .next = next_chunk};
    memset(rom, 0, sizeof *rom);
    rom->images = images;
    *device = (ox_device){.calls = &calls, .context = rom, .sector = 1, .flags = OX_DEVICE_READ_ONLY};
}
