/* Loads the run of a package into blocks. */
#include "kernel/resource/block_package.h"

#include <string.h>

#include "rom/check.h"

FX_STATIC_ASSERT(OX_CHUNK_BYTES_MAX <= 32768, "a block's size fits the budget's field");

typedef struct reading {
    ox_image *image;
    bool mapped;
    uint32_t at, block_bytes;
} reading;

static ox_status read_all(const reading *r, uint32_t at, void *to, uint32_t bytes) {
    uint32_t done = 0;
    if (r->mapped) {
        memcpy(to, r->image->rom.base + at, bytes);
        return OX_OK;
    }
    ox_status status = ox_file_seek(r->image->files, r->image->file, at);
    if (!ox_failed(status)) status = ox_file_read(r->image->files, r->image->file, to, bytes, &done);
    return !ox_failed(status) && done < bytes ? OX_IO_ERROR : status;
}

static ox_status read_block(void *context, uint32_t index, void *to, uint32_t bytes) {
    const reading *r = context;
    return read_all(r, r->at + index * r->block_bytes, to, bytes);
}

/* The address of a chunk of the run in its block; NULL when the item would cross the block's end. */
static uint8_t *place_of(const ox_block_package *package, const rom_chunk *chunk) {
    uint32_t block = package->level.chunks->chunk_bytes, at = chunk->offset - package->offset;
    if (chunk->codec != ROM_CODEC_STORED || chunk->stored > block - at % block) return NULL;
    uint8_t *base = ox_chunk_at(&package->level, at / block);
    return base == NULL ? NULL : base + at % block;
}

static bool is_inside(const ox_block_package *package, const rom_chunk *chunk) {
    return chunk->offset >= package->offset && chunk->offset - package->offset < package->bytes;
}

/* Checks every entry of the directory that lies in the run. */
static ox_status check_items(const ox_block_package *package, const rom_image *image) {
    rom_chunk chunk;
    for (uint32_t i = 0; rom_entry(image, i, &chunk); i++) {
        if (!is_inside(package, &chunk)) continue;
        const uint8_t *at = place_of(package, &chunk);
        if (at == NULL) return OX_BAD_DATA;
        if (rom_crc32(0, at, chunk.stored) != chunk.crc) return OX_BAD_CHECKSUM;
        rom_status status = rom_check_chunk(chunk.type, at, chunk.stored, NULL);
        if (status != ROM_OK && status != ROM_UNKNOWN_TYPE) return OX_BAD_DATA;
    }
    return OX_OK;
}

ox_status ox_block_package_load(ox_block_package *package, ox_images *images, ox_chunks *blocks,
                                uint32_t id) {
    uint32_t words[ROM_PACKAGE_SIZE / 4];
    uint8_t *pack = (uint8_t *)words;
    ox_found found;
    memset(package, 0, sizeof *package);
    ox_chunk_level_init(&package->level, blocks);
    if (!ox_images_find(images, id, ROM_TAG_PACKAGE, &found)) return OX_NOT_FOUND;
    reading r = {&images->list[found.image], found.mapped, found.chunk.offset, blocks->chunk_bytes};
    if (found.chunk.codec != ROM_CODEC_STORED || found.chunk.stored < ROM_PACKAGE_SIZE) return OX_BAD_DATA;
    ox_status status = read_all(&r, found.chunk.offset, pack, ROM_PACKAGE_SIZE);
    if (ox_failed(status)) return status;
    uint32_t offset = rom_word(pack + ROM_PACKAGE_OFFSET), bytes = rom_word(pack + ROM_PACKAGE_BYTES);
    if (rom_word(pack + ROM_PACKAGE_BLOCK_BYTES) != blocks->chunk_bytes || bytes == 0) return OX_UNSUPPORTED;
    if (offset > r.image->rom.size || bytes > r.image->rom.size - offset) return OX_BAD_DATA;
    r.at = offset;
    status = ox_chunk_load(&package->level, bytes, read_block, &r);
    if (ox_failed(status)) return status;
    package->images = images;
    package->id = id;
    package->offset = offset;
    package->bytes = bytes;
    package->image = r.image->key;
    status = check_items(package, &r.image->rom);
    if (ox_failed(status)) ox_block_package_unload(package);
    return status;
}

const void *ox_block_package_find(const ox_block_package *package, uint32_t id, uint32_t type,
                                  uint32_t *size) {
    ox_found found;
    *size = 0;
    if (package->bytes == 0 || !ox_images_find_in(package->images, package->image, id, type, &found))
        return NULL;
    if (package->images->list[found.image].key != package->image || !is_inside(package, &found.chunk))
        return NULL;
    const void *at = place_of(package, &found.chunk);
    if (at != NULL) *size = found.chunk.stored;
    return at;
}

void ox_block_package_unload(ox_block_package *package) {
    if (package->bytes == 0 && package->level.count == 0) return;
    ox_chunk_unload(&package->level);
    package->offset = package->bytes = 0;
}
