/* The checks of chunk contents, field by field, and ten thousand damaged images. */
#include "tests/test.h"
#include "tests/unit/rom/rom_builder.h"

static build cart;

/* A field to break in a chunk of the small cart, and where the fault must be found. */
typedef struct fault {
    const char *name;
    uint32_t type;
    uint16_t at;
    uint8_t size;
    uint32_t value;
    uint16_t found_at;
} fault;

static build_chunk *chunk_named(const char *name) {
    for (uint32_t i = 0; i < cart.count; i++) {
        if (cart.chunks[i].id == rom_id(name)) return &cart.chunks[i];
    }
    return NULL;
}

/* Checks a copy in words, since the bytes of the chunk may lie at any address. */
static rom_status check_copy(const build_chunk *chunk, rom_error *error) {
    static uint32_t words[80];
    uint8_t *end = (uint8_t *)words + sizeof words - ((chunk->size + 3) & ~3u);
    memcpy(end, chunk->data, chunk->size);
    return rom_check_chunk(chunk->type, end, chunk->size, error);
}

static void expect_faults(const fault *faults, size_t count) {
    for (size_t i = 0; i < count; i++) {
        rom_error error = {ROM_OK, 0, ""};
        build_cart(&cart);
        build_chunk *chunk = chunk_named(faults[i].name);
        CHECK(chunk != NULL);
        if (chunk == NULL) return;
        CHECK_EQ(check_copy(chunk, &error), ROM_OK);
        for (uint8_t k = 0; k < faults[i].size; k++) {
            chunk->data[faults[i].at + k] = (uint8_t)(faults[i].value >> (8 * k));
        }
        rom_status status = check_copy(chunk, &error);
        if (status != ROM_BAD_CHUNK || error.offset != faults[i].found_at) {
            test_fail(__FILE__, (int)i, error.text, error.offset, faults[i].found_at);
        }
    }
}

#define EXPECT_FAULTS(list) expect_faults(list, sizeof list / sizeof list[0])

TEST(rom_check_every_chunk_head) {
    static const char *const names[] = {"info",       "budget",    "mesh/m", "scene/main",
                                        "material/m", "texture/t", "names"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fault heads[] = {{names[i], 0, 0, 2, 0x0200, 0},
                         {names[i], 0, 0, 2, 0x00FF, 0},
                         {names[i], 0, 2, 2, 8, 2},
                         {names[i], 0, 2, 2, 0xFFFC, 2},
                         {names[i], 0, 2, 1, 0xFF, 2}};
        EXPECT_FAULTS(heads);
        rom_error error;
        build_cart(&cart);
        build_chunk *chunk = chunk_named(names[i]);
        chunk->data[0] = 7; /* a newer minor version */
        CHECK_EQ(check_copy(chunk, &error), ROM_OK);
        chunk->size = 8;
        CHECK_EQ(check_copy(chunk, &error), ROM_BAD_CHUNK);
    }
}

TEST(rom_check_info_and_budget) {
    static const fault faults[] = {
        {"info", 0, 4, 4, 8, 4},          {"info", 0, 4, 4, 0xFFFFFFFF, 4}, {"info", 0, 8, 4, 5, 8},
        {"info", 0, 8, 4, 0xFFFFFFFF, 8}, {"info", 0, 33, 1, 10, 33},       {"info", 0, 12, 4, 99, 12},
        {"info", 0, 24, 4, 9, 20},        {"budget", 0, 8, 4, 65537, 8},    {"budget", 0, 12, 2, 7, 12},
        {"budget", 0, 12, 2, 1025, 12},   {"budget", 0, 14, 2, 0, 14},      {"budget", 0, 16, 1, 4, 16},
        {"budget", 0, 17, 1, 7, 17},      {"budget", 0, 18, 2, 0, 18},      {"budget", 0, 18, 2, 241, 18},
    };
    EXPECT_FAULTS(faults);
}

TEST(rom_check_materials_textures_names) {
    static const fault faults[] = {
        {"material/m", 0, 9, 1, 4, 9},   {"material/m", 0, 10, 1, 3, 10},
        {"material/m", 0, 12, 1, 8, 12}, {"texture/t", 0, 4, 2, 0, 4},
        {"texture/t", 0, 4, 2, 1025, 4}, {"texture/t", 0, 6, 2, 0, 6},
        {"texture/t", 0, 6, 2, 3, 12},   {"texture/t", 0, 8, 1, 4, 8},
        {"texture/t", 0, 8, 1, 3, 12},   {"texture/t", 0, 12, 4, 18, 12},
        {"texture/t", 0, 12, 4, 12, 12}, {"texture/t", 0, 12, 4, 0xFFFFFFFC, 12},
        {"names", 0, 4, 4, 3, 8},        {"names", 0, 4, 4, 0xFFFFFFFF, 8},
        {"names", 0, 8, 4, 0, 8},        {"names", 0, 16, 4, 0xFFFFFFFF, 16},
        {"names", 0, 20, 4, 9, 20},
    };
    EXPECT_FAULTS(faults);
}

TEST(rom_check_meshes) {
    static const fault faults[] = {
        {"mesh/m", 0, 8, 4, 200, 76},         {"mesh/m", 0, 8, 4, 0xFFFFFFFF, 76},
        {"mesh/m", 0, 12, 4, 0xFFFFFFFF, 88}, {"mesh/m", 0, 12, 4, 1, 244},
        {"mesh/m", 0, 16, 4, 3, 96},          {"mesh/m", 0, 16, 4, 1, 12},
        {"mesh/m", 0, 16, 4, 0, 12},          {"mesh/m", 0, 20, 4, 17, 20},
        {"mesh/m", 0, 20, 4, 0xFFFFFFFF, 20}, {"mesh/m", 0, 48, 4, 0x80000000, 48},
        {"mesh/m", 0, 56, 4, 1, 56},          {"mesh/m", 0, 64, 4, 0xFFFFFFFF, 52},
        {"mesh/m", 0, 76, 4, 0, 76},          {"mesh/m", 0, 76, 4, 102, 76},
        {"mesh/m", 0, 80, 4, 256, 80},        {"mesh/m", 0, 84, 4, 4, 84},
        {"mesh/m", 0, 88, 4, 0xFFFFFFFC, 88}, {"mesh/m", 0, 92, 4, 260, 92},
        {"mesh/m", 0, 96, 4, 240, 96},        {"mesh/m", 0, 200, 2, 4, 200},
        {"mesh/m", 0, 206, 2, 3, 206},        {"mesh/m", 0, 210, 2, 0xFFFF, 210},
        {"mesh/m", 0, 220, 4, 1, 220},        {"mesh/m", 0, 224, 4, 3, 224},
        {"mesh/m", 0, 224, 4, 0, 240},        {"mesh/m", 0, 228, 4, 8, 228},
        {"mesh/m", 0, 232, 4, 65536, 232},    {"mesh/m", 0, 232, 4, 8, 232},
        {"mesh/m", 0, 248, 4, 5, 252},        {"mesh/m", 0, 252, 4, 0, 206},
    };
    EXPECT_FAULTS(faults);
}

TEST(rom_check_positions_stay_numbers) {
    rom_error error;
    build_cart(&cart);
    build_chunk *mesh = chunk_named("mesh/m");
    build_put32(mesh->data + 28, 0x7FFFFFFF);   /* the mesh's offset on y */
    CHECK_EQ(check_copy(mesh, &error), ROM_OK); /* all vertices of the part are at 0 there */
    build_put16(mesh->data + 100 + 6 * 5 + 2, 1);
    CHECK_EQ(check_copy(mesh, &error), ROM_BAD_CHUNK);
    CHECK_EQ(error.offset, 100 + 6 * 5 + 2);
    build_put32(mesh->data + 28, 0x80000000u);
    CHECK_EQ(check_copy(mesh, &error), ROM_OK);
    build_put16(mesh->data + 100 + 6 * 5 + 2, 0xFFFF);
    CHECK_EQ(check_copy(mesh, &error), ROM_BAD_CHUNK);
}

TEST(rom_check_scenes) {
    static const fault faults[] = {
        {"scene/main", 0, 4, 1, 1, 32},
        {"scene/main", 0, 14, 2, 0, 14},
        {"scene/main", 0, 14, 2, 4, 20},
        {"scene/main", 0, 16, 2, 0xFFFF, 24},
        {"scene/main", 0, 18, 2, 2, 28},
        {"scene/main", 0, 20, 4, 34, 20},
        {"scene/main", 0, 24, 4, 0, 24},
        {"scene/main", 0, 28, 4, 164, 28},
        {"scene/main", 0, 60, 2, 181, 60},
        {"scene/main", 0, 60, 2, 32587, 60},
        {"scene/main", 0, 64, 4, 0, 64},
        {"scene/main", 0, 64, 4, 0x80000000, 64},
        {"scene/main", 0, 68, 4, 6554, 68},
        {"scene/main", 0, 64, 4, 100, 68},
        {"scene/main", 0, 72, 4, 0xFFFFFFFF, 72},
        {"scene/main", 0, 88, 1, 2, 88},
        {"scene/main", 0, 96, 4, 0, 92},
        {"scene/main", 0, 108, 4, 0x80000000, 108},
        {"scene/main", 0, 140, 4, 0, 140},
        {"scene/main", 0, 144, 4, 0xFFFFFFFF, 144},
        {"scene/main", 0, 176, 4, 0, 176},
        {"scene/main", 0, 192, 1, 4, 192},
        {"scene/main", 0, 196, 4, 0xFFFFFFFF, 196},
    };
    EXPECT_FAULTS(faults);
}

TEST(rom_check_palettes) {
    static uint32_t words[(12 + 1024 + 16384) / 4];
    uint8_t *data = (uint8_t *)words;
    rom_error error;
    memset(words, 0, sizeof words);
    build_put16(data, 0x0100);
    build_put16(data + 2, 12);
    build_put32(data + 4, 12);
    build_put32(data + 8, 12 + 1024);
    CHECK_EQ(rom_check_chunk(ROM_TAG_PALETTE, data, sizeof words, &error), ROM_OK);
    CHECK_EQ(rom_check_chunk(ROM_TAG_PALETTE, data, sizeof words - 4, &error), ROM_BAD_CHUNK);
    CHECK_EQ(error.offset, 8);
    build_put32(data + 8, 0);
    CHECK_EQ(rom_check_chunk(ROM_TAG_PALETTE, data, 12 + 1024, &error), ROM_OK);
    CHECK_EQ(rom_check_chunk(ROM_TAG_PALETTE, data, 12 + 1020, &error), ROM_BAD_CHUNK);
    CHECK_EQ(error.offset, 4);
}

TEST(rom_check_chunk_refuses_what_it_cannot_read) {
    rom_error error;
    static const uint32_t words[8] = {0};
    CHECK_EQ(rom_check_chunk(ROM_TAG('W', 'H', 'A', 'T'), words, sizeof words, &error), ROM_UNKNOWN_TYPE);
    CHECK_EQ(rom_check_chunk(ROM_TAG_INFO, (const uint8_t *)words + 2, 28, &error), ROM_MISALIGNED);
    CHECK_EQ(rom_check_chunk(ROM_TAG_INFO, words, 0, NULL), ROM_BAD_CHUNK);
}

TEST(rom_check_entry_moves_offsets_to_the_image) {
    rom_image image;
    rom_chunk chunk;
    rom_error error;
    build_cart(&cart);
    CHECK_EQ(rom_open(cart.image, cart.size, &image, &error), ROM_OK);
    CHECK(rom_find(&image, rom_id("material/m"), ROM_TAG_MATERIAL, &chunk));
    cart.image[chunk.offset + 9] = 200;
    CHECK_EQ(rom_check_entry(&chunk, true, &error), ROM_BAD_CHUNK_CRC);
    CHECK_EQ(error.offset, chunk.offset);
    CHECK_EQ(rom_check_entry(&chunk, false, &error), ROM_BAD_CHUNK);
    CHECK_EQ(error.offset, chunk.offset + 9);
    CHECK(strstr(error.text, ": shading 200, at most 3 is possible") != NULL);
    chunk.codec = 99;
    CHECK_EQ(rom_check_entry(&chunk, false, &error), ROM_UNKNOWN_CODEC);
}

/* ---- damage ---- */

static uint32_t seed;

static uint32_t noise(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static const uint32_t nasty[] = {0,      1,       2,          3,          4,          0x7FFF,    0x8000,
                                 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFC, 0xFFFFFFFF};

/* Damages an image and sets its sums right, so that the readers look at the damaged bytes. */
static void damage_once(const uint8_t *good, uint32_t counts[ROM_STATUSES]) {
    rom_image image;
    rom_chunk chunk;
    rom_error error;
    uint32_t places[3], times = 1 + noise(3);
    for (uint32_t i = 0; i < times; i++) {
        places[i] = noise(cart.size / 4) * 4;
        if (noise(3) == 0) {
            build_put32(cart.image + places[i], nasty[noise(sizeof nasty / sizeof nasty[0])]);
        } else {
            cart.image[places[i] + noise(4)] ^= (uint8_t)(1u << noise(8));
        }
    }
    build_put32(cart.image + 60, rom_crc32(0, cart.image, 60));
    rom_status status = rom_open(cart.image, cart.size, &image, &error);
    if (status == ROM_OK) {
        for (uint32_t i = 0; rom_entry(&image, i, &chunk); i++) {
            rom_status own = rom_check_entry(&chunk, false, &error);
            if (own != ROM_OK) status = own;
        }
        uint32_t length;
        rom_name(&image, rom_id("mesh/m"), &length);
    }
    if (status != ROM_OK) CHECK(error.offset <= cart.size);
    counts[status]++;
    for (uint32_t i = 0; i < times; i++) memcpy(cart.image + places[i], good + places[i], 4);
    memcpy(cart.image + 60, good + 60, 4);
}

static void damage(uint32_t start) {
    static uint8_t good[BUILD_ROOM];
    uint32_t counts[ROM_STATUSES] = {0};
    build_cart(&cart);
    memcpy(good, cart.image, cart.size);
    seed = start;
    for (int i = 0; i < 2500; i++) damage_once(good, counts);
    CHECK(counts[ROM_BAD_CHUNK] > 100);
    CHECK(counts[ROM_BAD_ENTRY] > 50);
    CHECK(counts[ROM_OK] > 100);
    TEST_INFO("2500 damaged images: %u refused as a whole or in a chunk, %u harmless",
              (unsigned)(2500 - counts[ROM_OK]), (unsigned)counts[ROM_OK]);
}

TEST(rom_damaged_images_are_refused_1) { damage(1); }
TEST(rom_damaged_images_are_refused_2) { damage(22); }
TEST(rom_damaged_images_are_refused_3) { damage(333); }
TEST(rom_damaged_images_are_refused_4) { damage(4444); }
