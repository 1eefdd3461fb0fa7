/* The check of a chunk, of an entry, and of a whole image. */
#include "rom/check.h"

#include "rom/check/checked.h"
#include "rom/codec.h"

static const struct {
    uint32_t tag;
    rom_status (*check)(const rom_checked *);
} checks[] = {
    {ROM_TAG_BUDGET, rom_check_budget},
    {ROM_TAG_IMAGE, rom_check_picture},
    {ROM_TAG_MESH, rom_check_mesh},
    {ROM_TAG_MODEL, rom_check_model},
    {ROM_TAG_SCENE, rom_check_scene},
    {ROM_TAG_BLOCK_TEXTURE, rom_check_blocks},
    {ROM_TAG_HAAR, rom_check_haar},
    {ROM_TAG_SKELETON, rom_check_skeleton},
    {ROM_TAG_SKIN, rom_check_skin},
#if !ROM_SMALL_PLAYER /* small players read neither */
    {ROM_TAG_MORPH, rom_check_morph},
    {ROM_TAG_MOTION_MACHINE, rom_check_motion_machine},
#endif
    {ROM_TAG_CLIP, rom_check_clip},
    {ROM_TAG_TABLE, rom_check_table},
    {ROM_TAG_DATA, rom_check_data},
    {ROM_TAG_REFERENCES, rom_check_references},
    {ROM_TAG_PACKAGE, rom_check_package},
    {ROM_TAG_LEVEL, rom_check_level},
    {ROM_TAG_TOPOLOGY, rom_check_topology},
    {ROM_TAG_GEOMETRY, rom_check_geometry},
    {ROM_TAG_ELEMENTS, rom_check_elements},
    {ROM_TAG_SPAWNERS, rom_check_spawners},
    {ROM_TAG_VISIBILITY, rom_check_visibility},
    {ROM_TAG_COLLISION, rom_check_collision},
    {ROM_TAG_REGION_MAP, rom_check_region_map},
    {ROM_TAG_TILE_MAP, rom_check_tile_map},
    {ROM_TAG_OCCLUDER, rom_check_occluder},
};

rom_status rom_check_tag(uint32_t tag, const rom_checked *v) {
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        if (checks[i].tag == tag) return checks[i].check(v);
    }
    return ROM_OK;
}

rom_status rom_check_chunk(uint32_t type, const void *data, size_t size, rom_error *error) {
    rom_checked v = {data, (uint32_t)size, 0, error};
    const rom_type *known = rom_type_of(type);
    if (((uintptr_t)data & 3u) != 0 || size > UINT32_MAX)
        return rom_fail(error, ROM_MISALIGNED, 0, "the chunk lies at an odd address; align it to 4 bytes", 0,
                        0);
    if (known == NULL)
        return rom_fail(error, ROM_UNKNOWN_TYPE, 0, "a chunk of an unknown type (%x)", type, 0);
    rom_status status = rom_check_rules(known, &v);
    return status == ROM_OK ? rom_check_tag(type, &v) : status;
}

static rom_status check_crc(const rom_chunk *chunk, rom_error *error) {
    uint32_t real = rom_crc32(0, chunk->data, chunk->stored);
    if (real == chunk->crc) return ROM_OK;
    return rom_fail(error, ROM_BAD_CHUNK_CRC, chunk->offset,
                    "checksum of chunk %x does not fit its bytes (%x); damaged: pack it again", chunk->id,
                    real);
}

/* Whether the type of the chunk allows the codec that packs it. */
static bool may_be_packed(const rom_chunk *chunk) {
    const rom_type *type = rom_type_of(chunk->type);
    return type == NULL || chunk->codec > 15 || (type->codecs >> chunk->codec & 1u) != 0;
}

/* Whether chunks of the type are read in place: such chunks are neither packed nor in sections. */
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
