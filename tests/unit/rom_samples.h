/* The smallest good chunk of every type, made from the table of types and a few fields, for tests that must
 * meet all of them. */
#ifndef OXCART_TEST_ROM_SAMPLES_H
#define OXCART_TEST_ROM_SAMPLES_H

#include <string.h>

#include "rom/check.h"
#include "rom/types.h"

enum { SAMPLE_ROOM = 1400 };

typedef struct sample_field {
    uint32_t tag;
    uint16_t at;
    uint8_t bytes;
    uint32_t value;
} sample_field;

static inline void sample_put(uint8_t *at, uint32_t bytes, uint32_t value) {
    for (uint32_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

/* What must not be 0. Arrays lie right behind the header. */
static const sample_field sample_fields[] = {
    {ROM_TAG_BUDGET, ROM_BUDGET_MEMORY, 4, 65536},
    {ROM_TAG_BUDGET, ROM_BUDGET_WIDTH, 2, 64},
    {ROM_TAG_BUDGET, ROM_BUDGET_HEIGHT, 2, 48},
    {ROM_TAG_BUDGET, ROM_BUDGET_RATE, 2, 60},
    {ROM_TAG_NAMES, ROM_NAMES_AT, 4, ROM_NAMES_SIZE},
    {ROM_TAG_SECTIONS, ROM_SECTIONS_COUNT, 2, 1},
    {ROM_TAG_SECTIONS, ROM_SECTIONS_AT, 4, ROM_SECTIONS_SIZE},
    {ROM_TAG_SECTIONS, ROM_SECTIONS_SIZE + ROM_SECTION_OFFSET, 4, ROM_SECTIONS_SIZE + ROM_SECTION_SIZE},
    {ROM_TAG_SECTIONS, ROM_SECTIONS_SIZE + ROM_SECTION_STORED, 4, 4},
    {ROM_TAG_SECTIONS, ROM_SECTIONS_SIZE + ROM_SECTION_FULL, 4, 4},
    {ROM_TAG_SECTIONS, ROM_SECTIONS_SIZE + ROM_SECTION_ALIGNMENT, 4, 4},
    {ROM_TAG_PALETTE, ROM_PALETTE_COLOURS, 4, ROM_PALETTE_SIZE},
    {ROM_TAG_IMAGE, ROM_IMAGE_WIDTH, 2, 2},
    {ROM_TAG_IMAGE, ROM_IMAGE_HEIGHT, 2, 2},
    {ROM_TAG_IMAGE, ROM_IMAGE_PIXELS, 4, ROM_IMAGE_SIZE},
    {ROM_TAG_BLOCK_TEXTURE, ROM_BLOCK_TEXTURE_WIDTH, 2, 4},
    {ROM_TAG_BLOCK_TEXTURE, ROM_BLOCK_TEXTURE_HEIGHT, 2, 4},
    {ROM_TAG_BLOCK_TEXTURE, ROM_BLOCK_TEXTURE_SHOWN_WIDTH, 2, 3},
    {ROM_TAG_BLOCK_TEXTURE, ROM_BLOCK_TEXTURE_SHOWN_HEIGHT, 2, 4},
    {ROM_TAG_BLOCK_TEXTURE, ROM_BLOCK_TEXTURE_BLOCK_COUNT, 4, 1},
    {ROM_TAG_BLOCK_TEXTURE, ROM_BLOCK_TEXTURE_BLOCKS_AT, 4, ROM_BLOCK_TEXTURE_SIZE},
    {ROM_TAG_HAAR, ROM_HAAR_WIDTH, 2, 1},
    {ROM_TAG_HAAR, ROM_HAAR_HEIGHT, 2, 1},
    {ROM_TAG_HAAR, ROM_HAAR_COMPONENTS, 1, 1},
    {ROM_TAG_HAAR, ROM_HAAR_DEPTH, 1, 8},
    {ROM_TAG_HAAR, ROM_HAAR_LEVELS_AT, 4, ROM_HAAR_SIZE},
    {ROM_TAG_HAAR, ROM_HAAR_STREAM_BYTES, 4, 1},
    {ROM_TAG_HAAR, ROM_HAAR_STREAM_AT, 4, ROM_HAAR_SIZE},
    {ROM_TAG_MESH, ROM_MESH_POSITION_AT, 4, ROM_MESH_SIZE},
    {ROM_TAG_MESH, ROM_MESH_INDEX_AT, 4, ROM_MESH_SIZE},
    {ROM_TAG_MESH, ROM_MESH_FACE_AT, 4, ROM_MESH_SIZE},
    {ROM_TAG_MESH, ROM_MESH_PART_AT, 4, ROM_MESH_SIZE},
    {ROM_TAG_SCENE, ROM_SCENE_CAMERAS, 2, 1},
    {ROM_TAG_SCENE, ROM_SCENE_CAMERA_AT, 4, ROM_SCENE_SIZE},
    {ROM_TAG_SCENE, ROM_SCENE_LIGHT_AT, 4, ROM_SCENE_SIZE},
    {ROM_TAG_SCENE, ROM_SCENE_OBJECT_AT, 4, ROM_SCENE_SIZE},
    {ROM_TAG_SCENE, ROM_SCENE_SIZE + ROM_CAMERA_FIELD, 2, 8192},
    {ROM_TAG_SCENE, ROM_SCENE_SIZE + ROM_CAMERA_NEAR, 4, 6554},
    {ROM_TAG_SCENE, ROM_SCENE_SIZE + ROM_CAMERA_FAR, 4, 6553600},
    {ROM_TAG_SKELETON, ROM_SKELETON_JOINT_COUNT, 4, 1},
    {ROM_TAG_SKELETON, ROM_SKELETON_JOINTS_AT, 4, ROM_SKELETON_SIZE},
    {ROM_TAG_SKELETON, ROM_SKELETON_NAMES_AT, 4, ROM_SKELETON_SIZE + ROM_JOINT_SIZE},
    {ROM_TAG_SKELETON, ROM_SKELETON_SIZE + ROM_JOINT_PARENT, 1, 255},
    {ROM_TAG_CLIP, ROM_CLIP_RATE, 2, 30 << 8},
    {ROM_TAG_CLIP, ROM_CLIP_FRAMES, 4, 1},
    {ROM_TAG_CLIP, ROM_CLIP_SAMPLES, 4, 2},
    {ROM_TAG_CLIP, ROM_CLIP_CHANNEL_COUNT, 2, 7},
    {ROM_TAG_CLIP, ROM_CLIP_JOINT_COUNT, 4, 1},
    {ROM_TAG_CLIP, ROM_CLIP_JOINTS_AT, 4, ROM_CLIP_SIZE},
    {ROM_TAG_CLIP, ROM_CLIP_SAMPLE_COUNT, 4, 14},
    {ROM_TAG_CLIP, ROM_CLIP_SAMPLES_AT, 4, ROM_CLIP_SIZE + 4},
    {ROM_TAG_TABLE, ROM_TABLE_DIMENSIONS, 1, 1},
    {ROM_TAG_TABLE, ROM_TABLE_WIDTH, 4, 1},
    {ROM_TAG_TABLE, ROM_TABLE_HEIGHT, 4, 1},
    {ROM_TAG_TABLE, ROM_TABLE_VALUE_BYTES, 4, 1},
    {ROM_TAG_TABLE, ROM_TABLE_VALUES_AT, 4, ROM_TABLE_SIZE},
    {ROM_TAG_TABLE, ROM_TABLE_CHECKSUM, 4, 0xD202EF8Du}, /* of one zero byte */
    {ROM_TAG_REGION_MAP, ROM_REGION_MAP_COLUMNS, 2, 1},
    {ROM_TAG_REGION_MAP, ROM_REGION_MAP_ROWS, 2, 1},
    {ROM_TAG_REGION_MAP, ROM_REGION_MAP_WIDTH, 2, 2},
    {ROM_TAG_REGION_MAP, ROM_REGION_MAP_HEIGHT, 2, 2},
    {ROM_TAG_REGION_MAP, ROM_REGION_MAP_TILE_WIDTH, 2, 8},
    {ROM_TAG_REGION_MAP, ROM_REGION_MAP_TILE_HEIGHT, 2, 8},
    {ROM_TAG_REGION_MAP, ROM_REGION_MAP_ELEMENT, 1, 1},
    {ROM_TAG_REGION_MAP, ROM_REGION_MAP_REGION_COUNT, 4, 1},
    {ROM_TAG_REGION_MAP, ROM_REGION_MAP_REGIONS_AT, 4, ROM_REGION_MAP_SIZE},
    {ROM_TAG_TILE_MAP, ROM_TILE_MAP_WIDTH, 2, 2},
    {ROM_TAG_TILE_MAP, ROM_TILE_MAP_HEIGHT, 2, 2},
    {ROM_TAG_TILE_MAP, ROM_TILE_MAP_ELEMENT, 1, 1},
    {ROM_TAG_TILE_MAP, ROM_TILE_MAP_CELL_BYTES, 4, 4},
    {ROM_TAG_TILE_MAP, ROM_TILE_MAP_CELLS_AT, 4, ROM_TILE_MAP_SIZE},
    {ROM_TAG_TILE_SET, ROM_TILE_SET_TILE_WIDTH, 2, 8},
    {ROM_TAG_TILE_SET, ROM_TILE_SET_TILE_HEIGHT, 2, 8},
    {ROM_TAG_FONT, ROM_FONT_HEIGHT, 2, 8},
    {ROM_TAG_SOUND, ROM_SOUND_RATE, 2, 8000},
    {ROM_TAG_SOUND, ROM_SOUND_CHANNELS, 1, 1},
    {ROM_TAG_SOUND, ROM_SOUND_DATA_AT, 4, ROM_SOUND_SIZE},
    {ROM_TAG_MOVIE, ROM_MOVIE_WIDTH, 2, 8},
    {ROM_TAG_MOVIE, ROM_MOVIE_HEIGHT, 2, 8},
};

/* Bytes behind the header that the sample's arrays want. */
static inline uint32_t sample_tail(uint32_t tag) {
    switch (tag) {
    case ROM_TAG_SECTIONS:
        return ROM_SECTION_SIZE + 4;
    case ROM_TAG_PALETTE:
        return 1024;
    case ROM_TAG_SCENE:
        return ROM_CAMERA_SIZE;
    case ROM_TAG_SKELETON:
        return ROM_JOINT_SIZE + ROM_JOINT_NAME_SIZE;
    case ROM_TAG_CLIP:
        return 4 + 14 * 4;
    case ROM_TAG_REGION_MAP:
        return ROM_REGION_SIZE;
    default:
        return 8;
    }
}

/* Writes the sample of a type; `room` has SAMPLE_ROOM bytes at an address that is a multiple of 4. Returns
 * its bytes. */
static inline uint32_t sample_chunk(const rom_type *type, uint8_t *room) {
    uint32_t size = type->size + sample_tail(type->tag);
    memset(room, 0, SAMPLE_ROOM);
    sample_put(room, 2, type->version);
    sample_put(room + 2, 2, type->size);
    for (size_t i = 0; i < sizeof sample_fields / sizeof sample_fields[0]; i++) {
        const sample_field *f = &sample_fields[i];
        if (f->tag == type->tag) sample_put(room + f->at, f->bytes, f->value);
    }
    if (type->tag == ROM_TAG_SKELETON) {
        static const uint8_t key[8] = {0, 0, 0, 0, 255, 0, 0, 0};
        sample_put(room + ROM_SKELETON_HASH, 4, rom_crc32(0, key, sizeof key));
    }
    return size;
}

#endif
