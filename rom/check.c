/* The check of a chunk, of an entry, and of a whole image. */
#include "rom/check.h"

#include "rom/codec.h"
#include "rom/internal.h"

rom_status rom_check_chunk(uint32_t type, const void *data, size_t size, rom_error *error) {
    rom_checked v = {data, (uint32_t)size, 0, error};
    const rom_type *known = rom_type_of(type);
    if (((uintptr_t)data & 3u) != 0 || size > UINT32_MAX)
        return rom_fail(error, ROM_MISALIGNED, 0, "the chunk lies at an odd address; align it to 4 bytes", 0,
                        0);
    if (known == NULL)
        return rom_fail(error, ROM_UNKNOWN_TYPE, 0, "a chunk of an unknown type (%x)", type, 0);
    rom_status status = rom_check_rules(known, &v);
    if (status == ROM_OK) status = rom_check_media(type, &v);
    if (status == ROM_OK) status = rom_check_world(type, &v);
    return status;
}

static rom_status check_crc(const rom_chunk *chunk, rom_error *error) {
    uint32_t real = rom_crc32(0, chunk->data, chunk->stored);
    if (real == chunk->crc) return ROM_OK;
    return rom_fail(error, ROM_BAD_CHUNK_CRC, chunk->offset,
                    "checksum of chunk %x does not fit its bytes (%x); the file is damaged, pack it again",
                    chunk->id, real);
}

/* Whether a chunk of its type may be packed as it is. */
static bool may_be_packed(const rom_chunk *chunk) {
    const rom_type *type = rom_type_of(chunk->type);
    return type == NULL || chunk->codec > 15 || (type->codecs >> chunk->codec & 1u) != 0;
}

/* Whether chunks of its type are read where they lie by whoever finds them: those are neither packed nor in sections. */
static bool is_plain(const rom_chunk *chunk) {
    const rom_type *type = rom_type_of(chunk->type);
    return type != NULL && type->codecs == 1u << ROM_CODEC_STORED;
}

rom_status rom_check_entry(const rom_chunk *chunk, bool crc, rom_error *error) {
    rom_status status = crc ? check_crc(chunk, error) : ROM_OK;
    if (status != ROM_OK) return status;
    if ((chunk->flags & ROM_ENTRY_SECTIONED) != 0) {
        if (is_plain(chunk))
            return rom_fail(error, ROM_BAD_ENTRY, chunk->offset,
                            "chunk %x has sections, which its type must not have", chunk->id, 0);
        status = rom_check_sections(chunk, error);
    } else if (!rom_codec_known(chunk->codec) || !may_be_packed(chunk)) {
        return rom_fail(error, ROM_UNKNOWN_CODEC, chunk->offset,
                        "chunk %x is packed with codec %u, which is unknown or not for its type", chunk->id,
                        chunk->codec);
    } else if (chunk->codec == ROM_CODEC_STORED) {
        status = rom_check_chunk(chunk->type, chunk->data, chunk->stored, error);
    } else {
        status = rom_decode(chunk->codec, chunk->data, chunk->stored, NULL, chunk->size, error);
        if (status == ROM_OK) return ROM_PACKED;
    }
    if (status != ROM_OK && status != ROM_PACKED) rom_move_offset(error, chunk->offset, "");
    return status;
}

rom_status rom_check_image(const rom_image *image, rom_error *error) {
    rom_status status = rom_check_content(image, error);
    rom_chunk chunk;
    for (uint32_t i = 0; status == ROM_OK && rom_entry(image, i, &chunk); i++) {
        status = rom_check_entry(&chunk, true, error);
        if (status == ROM_UNKNOWN_TYPE || status == ROM_UNKNOWN_CODEC || status == ROM_PACKED)
            status = ROM_OK;
    }
    return status;
}

rom_status rom_view_chunk(const rom_image *image, uint32_t id, uint32_t type, rom_view *view,
                          rom_error *error) {
    rom_chunk chunk;
    *view = (rom_view){NULL, 0};
    if (!rom_find(image, id, type, &chunk))
        return rom_fail(error, ROM_UNKNOWN_TYPE, 0, "there is no chunk %x of the type %x", id, type);
    if (chunk.codec != ROM_CODEC_STORED || (chunk.flags & ROM_ENTRY_SECTIONED) != 0)
        return rom_fail(error, ROM_PACKED, chunk.offset, "chunk %x is not to be read in place; load it", id,
                        0);
    rom_status status = rom_check_entry(&chunk, false, error);
    if (status == ROM_OK) *view = (rom_view){chunk.data, chunk.stored};
    return status;
}
