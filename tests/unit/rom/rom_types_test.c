/* The table of chunk types, every type's smallest chunk, and what each rule refuses. */
#include "rom/records.h"
#include "tests/test.h"
#include "tests/unit/rom/rom_samples.h"

static uint32_t words[SAMPLE_ROOM / 4];
static uint8_t *const room = (uint8_t *)words;

/* Every kind that the image format must provide. */
static const char wanted[] = "IMAGPALTSHETTMAPTSETMESHMODLOCCLMATLSKELCLIPBNDLFONTTEXTSND_"
                             "BANKSONGCODEDATATABLLEVLREGNCOLLNAVMPATHEFCTMOVI"
                             "HAARGESTPACKDEPSINFOBUDGDBUGRAW_SKINMOTN";

TEST(rom_types_are_all_there) {
    uint32_t count = 0;
    for (size_t i = 0; i + 4 < sizeof wanted; i += 4) {
        uint32_t tag = ROM_TAG(wanted[i], wanted[i + 1], wanted[i + 2], wanted[i + 3]);
        CHECK(rom_type_of(tag) != NULL);
    }
    for (const rom_type *type; (type = rom_type_at(count)) != NULL; count++) {
        CHECK_EQ(rom_type_of(type->tag) == type, true);
        CHECK(type->base >= 8 || type->size >= 8);
        CHECK(type->base % 4 == 0 && type->size >= type->base && type->version >> 8 >= 1 &&
              (type->codecs & 1) != 0);
    }
    CHECK(count >= 33);
    CHECK(rom_type_of(ROM_TAG('W', 'H', 'A', 'T')) == NULL);
}

TEST(rom_types_read_their_smallest_chunks) {
    rom_error error;
    const rom_type *type;
    for (uint32_t i = 0; (type = rom_type_at(i)) != NULL; i++) {
        uint32_t size = sample_chunk(type, room);
        rom_status status = rom_check_chunk(type->tag, room, size, &error);
        if (status != ROM_OK) test_fail(__FILE__, (int)i, error.text, (long long)error.offset, 0);
        CHECK_EQ(status, ROM_OK);
    }
}

TEST(rom_types_ignore_fields_of_newer_minor_versions) {
    rom_error error;
    const rom_type *type;
    for (uint32_t i = 0; (type = rom_type_at(i)) != NULL; i++) {
        /* A longer header would lie over the sample's arrays, so only types whose arrays may be absent can
         * have one here. */
        uint32_t size = sample_chunk(type, room);
        sample_put(room, 2, type->version + 5u);
        CHECK_EQ(rom_check_chunk(type->tag, room, size, &error), ROM_OK);
        if (sample_tail(type->tag) != 8 || type->tag == ROM_TAG_NAMES) continue;
        sample_put(room + 2, 2, type->size + 4u);
        memset(room + type->size, 0xFF, 4);
        rom_status status = rom_check_chunk(type->tag, room, size, &error);
        CHECK(status == ROM_OK || (status == ROM_BAD_CHUNK &&
                                   error.offset < type->size)); /* an array that begins too early now */
    }
}

/* A reader that finds one field of a minor version relies on all fields of that version. */
TEST(rom_types_headers_end_where_a_version_does) {
    rom_error error;
    const rom_type *type;
    uint32_t between = 0;
    for (uint32_t i = 0; (type = rom_type_at(i)) != NULL; i++) {
        CHECK((type->ends & 1u) != 0 && (type->ends >> (type->size - type->base + 3) / 4) == 1);
        for (uint32_t header = type->base; header < type->size; header += 4) {
            uint32_t size = sample_chunk(type, room);
            sample_put(room + 2, 2, header);
            rom_status status = rom_check_chunk(type->tag, room, size, &error);
            if ((type->ends >> (header - type->base) / 4 & 1u) != 0) continue;
            between++;
            CHECK(status == ROM_BAD_CHUNK && error.offset == 2);
        }
    }
    CHECK(between > 60);
    CHECK_EQ(rom_type_of(ROM_TAG_TILE_SET)->ends, 1u | 1u << 6 | 1u << 8); /* 20, 44 and 52 bytes */
}

TEST(rom_types_refuse_other_major_versions_by_name) {
    rom_error error;
    const rom_type *type;
    for (uint32_t i = 0; (type = rom_type_at(i)) != NULL; i++) {
        uint32_t size = sample_chunk(type, room);
        char version[] = "version 2";
        version[8] = (char)('0' + (type->version >> 8) + 1);
        sample_put(room, 2, (type->version & 0xFF00u) + 0x0100u);
        CHECK_EQ(rom_check_chunk(type->tag, room, size, &error), ROM_BAD_CHUNK);
        CHECK_EQ(error.offset, 0);
        CHECK(strstr(error.text, type->name) != NULL && strstr(error.text, version) != NULL);
        sample_put(room, 2, 0x0001);
        CHECK_EQ(rom_check_chunk(type->tag, room, size, &error), ROM_BAD_CHUNK);
    }
}

/* ---- malformed chunks, each a kind of its own ---- */

static uint32_t kinds_of_faults, refused;

/* The smallest chunk with one field changed must be refused at that field or at the array that it counts. */
static void change(const rom_type *type, uint32_t at, uint32_t bytes, uint32_t value) {
    rom_error error = {ROM_OK, 0, ""};
    uint32_t size = sample_chunk(type, room);
    sample_put(room + at, bytes, value);
    kinds_of_faults++;
    rom_status status = rom_check_chunk(type->tag, room, size, &error);
    CHECK(status == ROM_OK || status == ROM_BAD_CHUNK);
    if (status != ROM_OK) {
        refused++;
        CHECK(error.offset <= size && error.text[0] != 0);
    }
}

/* Each word of every header with values that no good chunk has there: far offsets, odd ones, huge counts. */
TEST(rom_types_refuse_two_hundred_kinds_of_faults) {
    static const uint32_t values[] = {0xFFFFFFFFu, 0x80000000u, 0xFFFFFFFCu, 5};
    rom_error error;
    const rom_type *type;
    kinds_of_faults = refused = 0;
    for (uint32_t i = 0; (type = rom_type_at(i)) != NULL; i++) {
        for (uint32_t cut = 0; cut < type->size; cut += 4) {
            uint32_t size = sample_chunk(type, room);
            (void)size;
            CHECK(rom_check_chunk(type->tag, room, cut, &error) == ROM_BAD_CHUNK || cut >= type->base);
        }
        for (uint32_t at = 4; at < type->size; at += 4) {
            for (uint32_t k = 0; k < 4; k++) change(type, at, 4, values[k]);
        }
    }
    TEST_INFO("%u single faults in %u types, %u of them refused, the others harmless",
              (unsigned)kinds_of_faults, (unsigned)60, (unsigned)refused);
    CHECK(refused >= 400);
}

typedef struct fault {
    uint32_t tag;
    uint16_t at;
    uint8_t bytes;
    uint32_t value;
    uint16_t found_at;
} fault;

/* Where a fault must be found, type by type. */
TEST(rom_types_name_the_place_of_a_fault) {
    static const fault faults[] = {
        {ROM_TAG_BUDGET, ROM_BUDGET_NEEDS, 4, 64, ROM_BUDGET_NEEDS},
        {ROM_TAG_BUDGET, ROM_BUDGET_CACHE_BYTES, 4, 65537, ROM_BUDGET_MEMORY},
        {ROM_TAG_BUDGET, ROM_BUDGET_BLOCK_BYTES, 4, 63, ROM_BUDGET_BLOCK_BYTES},
        {ROM_TAG_BUDGET, ROM_BUDGET_BLOCK_BYTES, 4, 32776, ROM_BUDGET_BLOCK_BYTES},
        {ROM_TAG_BUDGET, ROM_BUDGET_STREAM_BYTES, 4, 6, ROM_BUDGET_STREAM_BYTES},
        {ROM_TAG_BUDGET, ROM_BUDGET_FRAME_COPIES, 2, 3, ROM_BUDGET_FRAME_COPIES},
        {ROM_TAG_BUDGET, ROM_BUDGET_CLIENT_COUNT, 2, 1, ROM_BUDGET_CLIENTS_AT},
        {ROM_TAG_SECTIONS, ROM_SECTIONS_COUNT, 2, 5, ROM_SECTIONS_COUNT},
        {ROM_TAG_SECTIONS, ROM_SECTIONS_COUNT, 2, 0, ROM_SECTIONS_COUNT},
        {ROM_TAG_PACKAGE, ROM_PACKAGE_ITEM_COUNT, 4, 1, ROM_PACKAGE_ITEMS_AT},
        {ROM_TAG_PACKAGE, ROM_PACKAGE_STORED, 4, 1, ROM_PACKAGE_STORED},
        {ROM_TAG_PACKAGE, ROM_PACKAGE_KIND, 4, 2, ROM_PACKAGE_KIND},
        {ROM_TAG_BLOCK_TEXTURE, ROM_BLOCK_TEXTURE_WIDTH, 2, 6, ROM_BLOCK_TEXTURE_WIDTH},
        {ROM_TAG_BLOCK_TEXTURE, ROM_BLOCK_TEXTURE_BLOCK_COUNT, 4, 0, ROM_BLOCK_TEXTURE_BLOCK_COUNT},
        {ROM_TAG_BLOCK_TEXTURE, ROM_BLOCK_TEXTURE_SHOWN_WIDTH, 2, 5, ROM_BLOCK_TEXTURE_SHOWN_WIDTH},
        {ROM_TAG_HAAR, ROM_HAAR_COMPONENTS, 1, 2, ROM_HAAR_COMPONENTS},
        {ROM_TAG_HAAR, ROM_HAAR_LEVELS, 1, 1, ROM_HAAR_LEVEL_RECORDS},
        {ROM_TAG_HAAR, ROM_HAAR_SPACE, 1, 1, ROM_HAAR_SPACE},
        {ROM_TAG_SKELETON, ROM_SKELETON_SIZE + ROM_JOINT_PARENT, 1, 0, ROM_SKELETON_SIZE + ROM_JOINT_PARENT},
        {ROM_TAG_SKELETON, ROM_SKELETON_HASH, 4, 1, ROM_SKELETON_HASH},
        {ROM_TAG_SKELETON, ROM_SKELETON_SIZE + ROM_JOINT_SIZE + ROM_JOINT_NAME_JOINT, 4, 1,
         ROM_SKELETON_SIZE + ROM_JOINT_SIZE + 4},
        {ROM_TAG_CLIP, ROM_CLIP_SAMPLES, 4, 1, ROM_CLIP_SAMPLE_COUNT},
        {ROM_TAG_CLIP, ROM_CLIP_FRAMES, 4, 2, ROM_CLIP_SAMPLES},
        {ROM_TAG_CLIP, ROM_CLIP_SCALES, 1, 1, ROM_CLIP_CHANNEL_COUNT},
        {ROM_TAG_CLIP, ROM_CLIP_SCALES, 1, 2, ROM_CLIP_SCALES},
        {ROM_TAG_TABLE, ROM_TABLE_WIDTH, 4, 2, ROM_TABLE_LOW},
        {ROM_TAG_TABLE, ROM_TABLE_HEIGHT, 4, 2, ROM_TABLE_HEIGHT},
        {ROM_TAG_TABLE, ROM_TABLE_CHECKSUM, 4, 0, ROM_TABLE_CHECKSUM},
        {ROM_TAG_TABLE, ROM_TABLE_KIND, 1, 4, ROM_TABLE_VALUE_BYTES},
        {ROM_TAG_DATA, ROM_DATA_ROW_BYTES, 4, 6, ROM_DATA_ROW_BYTES},
        {ROM_TAG_LEVEL, ROM_LEVEL_LOW, 4, 1, ROM_LEVEL_LOW},
        {ROM_TAG_LEVEL, ROM_LEVEL_SECTION_COUNT, 4, 65, ROM_LEVEL_SECTION_COUNT},
        {ROM_TAG_TOPOLOGY, ROM_TOPOLOGY_FORM, 1, 4, ROM_TOPOLOGY_FORM},
        {ROM_TAG_VISIBILITY, ROM_VISIBILITY_SET_BYTES, 4, 9, ROM_VISIBILITY_SETS_AT},
        {ROM_TAG_COLLISION, ROM_COLLISION_LOW + 8, 4, 1, ROM_COLLISION_LOW + 8},
        {ROM_TAG_OCCLUDER, ROM_OCCLUDER_LOW + 4, 4, 1, ROM_OCCLUDER_LOW + 4},
        {ROM_TAG_MODEL, ROM_MODEL_DETAIL_COUNT, 4, 10, ROM_MODEL_DETAIL_COUNT},
        {ROM_TAG_REGION_MAP, ROM_REGION_MAP_REGION_COUNT, 4, 0, ROM_REGION_MAP_REGION_COUNT},
        {ROM_TAG_REGION_MAP, ROM_REGION_MAP_ELEMENT, 1, 3, ROM_REGION_MAP_ELEMENT},
        {ROM_TAG_REGION_MAP, ROM_REGION_MAP_SIZE + ROM_REGION_OFFSET, 4, 8,
         ROM_REGION_MAP_SIZE + ROM_REGION_OFFSET},
        {ROM_TAG_TILE_MAP, ROM_TILE_MAP_CELL_BYTES, 4, 3, ROM_TILE_MAP_CELL_BYTES},
        {ROM_TAG_SOUND, ROM_SOUND_CHANNELS, 1, 9, ROM_SOUND_CHANNELS},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        rom_error error = {ROM_OK, 0, ""};
        uint32_t size = sample_chunk(rom_type_of(faults[i].tag), room);
        CHECK_EQ(rom_check_chunk(faults[i].tag, room, size, &error), ROM_OK);
        sample_put(room + faults[i].at, faults[i].bytes, faults[i].value);
        rom_status status = rom_check_chunk(faults[i].tag, room, size, &error);
        if (status != ROM_BAD_CHUNK || error.offset != faults[i].found_at)
            test_fail(__FILE__, (int)i, error.text, (long long)error.offset, faults[i].found_at);
    }
}

TEST(rom_types_places_are_those_of_the_structs) {
    /* The header asserts all sizes at compile time; here fields are compared through the bytes. */
    rom_region_map_record map;
    memset(&map, 0, sizeof map);
    map.region_count = 7;
    CHECK_EQ(offsetof(rom_region_map_record, region_count), ROM_REGION_MAP_REGION_COUNT);
    CHECK_EQ(((const uint8_t *)&map)[ROM_REGION_MAP_REGION_COUNT] +
                 ((const uint8_t *)&map)[ROM_REGION_MAP_REGION_COUNT + 3],
             7);
    CHECK_EQ(sizeof(rom_instance_record), ROM_INSTANCE_SIZE);
}
