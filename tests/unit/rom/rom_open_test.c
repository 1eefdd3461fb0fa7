/* The reader: numbers, sums, ids, the header field by field, the directory, look-up. */
#include "tests/ports/instructions.h"
#include "tests/test.h"
#include "tests/unit/rom/rom_builder.h"

static build cart;

/* Opens the image as it stands and expects this status at this offset. */
static void expect(rom_status status, uint32_t offset, int line) {
    rom_image image;
    rom_error error = {ROM_OK, 0, ""};
    rom_status found = rom_open(cart.image, cart.size, &image, &error);
    if (found != status) test_fail(__FILE__, line, rom_status_name(found), found, status);
    if (status != ROM_OK && error.offset != offset)
        test_fail(__FILE__, line, error.text, error.offset, offset);
    if (status != ROM_OK && (error.status != status || image.base != NULL))
        test_fail(__FILE__, line, "error", 0, 1);
}

#define EXPECT(status, offset) expect(status, offset, __LINE__)

TEST(rom_numbers_are_little_endian) {
    static const uint32_t aligned[2] = {0, 0};
    uint8_t bytes[12] = {0x78, 0x56, 0x34, 0x12, 0xFE, 0xFF, 0xFF, 0xFF, 0x80};
    CHECK_EQ(rom_u32(bytes), 0x12345678);
    CHECK_EQ(rom_u32(bytes + 1), 0xFE123456);
    CHECK_EQ(rom_u16(bytes + 1), 0x3456);
    CHECK_EQ(rom_i32(bytes + 4), -2);
    CHECK_EQ(rom_i16(bytes + 4), -2);
    CHECK_EQ(rom_u8(bytes + 8), 128);
    CHECK_EQ(rom_i8(bytes + 8), -128);
    CHECK_EQ(rom_word((const uint8_t *)aligned), 0);
    CHECK_EQ(rom_swap16(0x1234), 0x3412);
    CHECK_EQ(rom_swap32(0x12345678), 0x78563412);
    CHECK(rom_swap64(0x0102030405060708u) == 0x0807060504030201u);
    CHECK(rom_swap64(rom_swap64(0xFEDCBA9876543210u)) == 0xFEDCBA9876543210u);
}

/* The CRC computed bit by bit, as the polynomial is defined. */
static uint32_t slow_crc(const uint8_t *data, size_t size) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

TEST(rom_crc32_agrees_with_its_definition) {
    uint8_t data[300];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(i * 31 + i / 7);
    CHECK_EQ(rom_crc32(0, "123456789", 9), 0xCBF43926);
    CHECK_EQ(rom_crc32(0, "", 0), 0);
    for (size_t i = 0; i < 256; i++) {
        uint8_t byte = (uint8_t)i;
        CHECK_EQ(rom_crc32(0, &byte, 1), slow_crc(&byte, 1));
    }
    for (size_t start = 0; start < 5; start++) {
        for (size_t size = 0; size + start <= sizeof data; size += 13) {
            uint32_t whole = slow_crc(data + start, size);
            CHECK_EQ(rom_crc32(0, data + start, size), whole);
            CHECK_EQ(
                rom_crc32(rom_crc32(0, data + start, size / 3), data + start + size / 3, size - size / 3),
                whole);
        }
    }
}

TEST(rom_id_folds_case_and_slashes) {
    CHECK_EQ(rom_id(""), 0);
    CHECK_EQ(rom_id("a"), 0xe8b7be43);
    CHECK_EQ(rom_id("pac_man"), 0x69b38f09);
    CHECK_EQ(rom_id("gfx/pirate.png"), 0x99770308);
    CHECK_EQ(rom_id("Gfx\\Pirate.PNG"), 0x99770308);
    CHECK_EQ(rom_id("levels/1/map"), 0x3e6f79fe);
    CHECK_EQ(rom_id("locust_boomer.physicalmaterials.locustbommerleather"), 0x5c978bcf);
    CHECK_EQ(rom_id_of("pac_manager", 7), 0x69b38f09);
    CHECK(rom_id("[") != rom_id("{")); /* only letters are folded, not brackets */
}

TEST(rom_open_reads_a_good_image) {
    rom_image image;
    rom_error error;
    build_cart(&cart);
    CHECK_EQ(rom_open(cart.image, cart.size, &image, &error), ROM_OK);
    CHECK_EQ(image.size, cart.size);
    CHECK_EQ(image.count, 7);
    CHECK_EQ(image.cart, 0xCA47CA47);
    CHECK_EQ(image.cart_version, 0x00010002);
    CHECK_EQ(rom_check_content(&image, &error), ROM_OK);
    CHECK_EQ(rom_check_image(&image, &error), ROM_OK);
    uint32_t length;
    const char *name = rom_name(&image, rom_id("mesh/m"), &length);
    CHECK(name != NULL && length == 6 && memcmp(name, "mesh/m", 6) == 0);
    CHECK(rom_name(&image, rom_id("mesh/n"), &length) == NULL);
}

TEST(rom_open_refuses_short_and_misaligned_images) {
    rom_image image;
    rom_error error;
    build_cart(&cart);
    for (uint32_t size = 0; size < cart.size; size++) {
        rom_status status = rom_open(cart.image, size, &image, &error);
        CHECK_EQ(status, size < 64 ? ROM_TOO_SMALL : ROM_TRUNCATED);
        CHECK_EQ(error.offset, size < 64 ? size : 8);
    }
    CHECK_EQ(rom_open(cart.image + 2, cart.size - 2, &image, &error), ROM_MISALIGNED);
}

TEST(rom_open_names_each_header_field) {
    static const struct {
        uint8_t at, size;
        uint32_t value;
        rom_status status;
        uint32_t offset;
    } cases[] = {
        {0, 4, 0x1234, ROM_BAD_MAGIC, 0},
        {0, 4, ROM_TAG('T', 'C', 'X', 'O'), ROM_WRONG_BYTE_ORDER, 0},
        {4, 1, 2, ROM_UNKNOWN_VERSION, 4},
        {4, 1, 0, ROM_UNKNOWN_VERSION, 4},
        {5, 1, 9, ROM_OK, 0}, /* a newer minor version */
        {6, 2, 60, ROM_BAD_HEADER_SIZE, 6},
        {6, 2, 66, ROM_BAD_HEADER_SIZE, 6},
        {8, 4, 0xFFFFFFFC, ROM_TRUNCATED, 8},
        {8, 4, 60, ROM_BAD_SIZE, 8},
        {8, 4, 65, ROM_BAD_SIZE, 8},
        {12, 4, 0xFFFFFFF0, ROM_OK, 0}, /* unknown flags */
        {12, 4, 2, ROM_BAD_BASE, 44},   /* an overlay of nothing */
        {16, 4, 1, ROM_OK, 0},          /* any cart and version */
        {20, 4, 1, ROM_OK, 0},
        {24, 4, 66, ROM_BAD_DIRECTORY_OFFSET, 24},
        {24, 4, 0, ROM_BAD_DIRECTORY_OFFSET, 24},
        {24, 4, 0xFFFFFFFC, ROM_BAD_DIRECTORY_OFFSET, 24},
        {28, 4, 0x08000001, ROM_BAD_DIRECTORY_COUNT, 28},
        {28, 4, 0xFFFFFFFF, ROM_BAD_DIRECTORY_COUNT, 28},
        {32, 4, 0, ROM_BAD_BUDGET, 32},
        {32, 4, 0xFFFFFFFC, ROM_BAD_BUDGET, 32},
        {36, 4, 19, ROM_BAD_BUDGET, 36},
        {40, 4, 0, ROM_BAD_INFO, 40},
        {44, 4, 7, ROM_BAD_BASE, 44},
        {48, 4, 7, ROM_BAD_BASE, 48},
        {52, 4, 0, ROM_BAD_ALIGNMENT, 52},
        {52, 4, 24, ROM_BAD_ALIGNMENT, 52},
        {52, 4, 0x80000000, ROM_BAD_ALIGNMENT, 52},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        build_cart(&cart);
        for (uint8_t k = 0; k < cases[i].size; k++) {
            cart.image[cases[i].at + k] = (uint8_t)(cases[i].value >> (8 * k));
        }
        if (cases[i].at >= 4) EXPECT(ROM_BAD_HEADER_CRC, 60);
        build_put32(cart.image + 60, rom_crc32(0, cart.image, 60));
        EXPECT(cases[i].status, cases[i].offset);
    }
}

TEST(rom_open_notices_each_header_bit) {
    build_cart(&cart);
    for (uint32_t bit = 0; bit < 64 * 8; bit++) {
        rom_image image;
        cart.image[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(rom_open(cart.image, cart.size, &image, NULL) != ROM_OK);
        cart.image[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    EXPECT(ROM_OK, 0);
}

TEST(rom_open_checks_each_entry) {
    build_cart(&cart);
    uint8_t *entry = build_entry(&cart, 3);
    const uint32_t at = 64 + 3 * 28, offset = rom_u32(entry + 12), stored = rom_u32(entry + 16);
    static const uint32_t offsets[] = {0, 60, 0x80000000u, 0xFFFFFFFCu};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        build_put32(entry + 12, offsets[i]);
        EXPECT(ROM_BAD_ENTRY, at + 12);
    }
    build_put32(entry + 12, offset + 2);
    EXPECT(ROM_BAD_ENTRY, at + 12);
    build_put32(entry + 12, 64);
    EXPECT(ROM_OVERLAP, at + 12);
    build_put32(entry + 12, offset);
    build_put32(entry + 16, 3);
    EXPECT(ROM_BAD_ENTRY, at + 16);
    build_put32(entry + 16, 0xFFFFFFFFu);
    EXPECT(ROM_BAD_ENTRY, at + 16);
    build_put32(entry + 16, stored);
    build_put32(entry + 20, stored + 4);
    EXPECT(ROM_BAD_ENTRY, at + 20);
    entry[10] = 9; /* an unknown codec may unpack to any size */
    EXPECT(ROM_OK, 0);
    entry[10] = 0;
    build_put32(entry + 20, stored);
    build_put32(entry, rom_u32(entry - 28));
    build_put32(entry + 4, rom_u32(entry - 28 + 4));
    EXPECT(ROM_BAD_ORDER, at);
    build_put32(entry, 0);
    EXPECT(ROM_BAD_ORDER, at);
}

TEST(rom_open_checks_the_layout_table) {
    build_cart(&cart);
    uint8_t *table = cart.image + 64 + cart.count * 28;
    const uint32_t at = 64 + cart.count * 28;
    build_put32(table + 8, cart.count);
    EXPECT(ROM_BAD_LAYOUT, at + 8);
    build_put32(table + 8, 1); /* the table names one entry twice, another not at all */
    EXPECT(ROM_BAD_LAYOUT, at + 8);
    build_put32(table + 8, 3);
    build_put32(table + 12, 2);
    EXPECT(ROM_BAD_LAYOUT, at + 12);
}

TEST(rom_open_sees_overlaps_and_sharing) {
    build_cart(&cart);
    uint8_t *first = build_entry(&cart, 2), *second = build_entry(&cart, 3);
    const uint32_t end = rom_u32(first + 16) + 4;
    build_put32(first + 16, end);
    build_put32(first + 20, end);
    EXPECT(ROM_OVERLAP, 64 + 3 * 28 + 12);
    build_cart(&cart);
    memcpy(second + 12, first + 12, 16); /* both chunks are at the same bytes */
    EXPECT(ROM_OVERLAP, 64 + 3 * 28 + 12);
    second[11] |= ROM_ENTRY_SHARED;
    EXPECT(ROM_OK, 0);
    build_put32(second + 16, rom_u32(second + 16) - 4);
    build_put32(second + 20, rom_u32(second + 20) - 4);
    EXPECT(ROM_OVERLAP, 64 + 3 * 28 + 12);
    build_cart(&cart);
    second[11] |= ROM_ENTRY_SHARED; /* a chunk that is shared with no other */
    EXPECT(ROM_OVERLAP, 64 + 3 * 28 + 12);
}

TEST(rom_open_checks_the_budget) {
    build_cart(&cart);
    uint32_t budget = rom_u32(cart.image + 32);
    cart.image[budget + 4] ^= 1;
    EXPECT(ROM_BAD_CHUNK_CRC, budget);
    for (uint32_t i = 0; i < cart.count; i++) {
        uint8_t *entry = build_entry(&cart, i);
        if (rom_u32(entry + 12) != budget) continue;
        build_put32(cart.image + budget + 4, 8191); /* below frame memory */
        build_put32(entry + 24, rom_crc32(0, cart.image + budget, 20));
    }
    EXPECT(ROM_BAD_CHUNK, budget + 8);
}

/* Chunks that every reader finds by the header are never sectioned: an entry that says so would be checked in
 * another form than the one that is read. Here a title at 0xFFFF0000 is what a good section table becomes. */
TEST(rom_open_refuses_sections_of_plain_chunks) {
    build_cart(&cart);
    for (uint32_t i = 0; i < cart.count; i++) {
        build_chunk *chunk = &cart.chunks[i];
        if (chunk->type != ROM_TAG_INFO) continue;
        uint32_t size = chunk->size, at = ROM_SECTIONS_SIZE + ROM_SECTION_SIZE;
        memmove(chunk->data + at, chunk->data, size);
        memset(chunk->data + 4, 0, at - 4);
        build_put16(chunk->data + 2, ROM_SECTIONS_SIZE);
        build_put32(chunk->data + ROM_SECTIONS_COUNT, 0xFFFF0001u);
        build_put32(chunk->data + ROM_SECTIONS_AT, ROM_SECTIONS_SIZE);
        uint8_t *row = chunk->data + ROM_SECTIONS_SIZE;
        build_put32(row + ROM_SECTION_OFFSET, at);
        build_put32(row + ROM_SECTION_STORED, size);
        build_put32(row + ROM_SECTION_FULL, size);
        build_put32(row + ROM_SECTION_ALIGNMENT, 4);
        chunk->size += at;
        chunk->flags = ROM_ENTRY_SECTIONED;
    }
    build_finish(&cart);
    EXPECT(ROM_BAD_ENTRY, rom_u32(cart.image + ROM_AT_INFO));
}

TEST(rom_overlays_may_lack_a_budget) {
    cart.count = 0;
    build_names(&cart);
    build_finish(&cart);
    EXPECT(ROM_BAD_BUDGET, 32);
    build_put32(cart.image + 12, ROM_FLAG_OVERLAY);
    build_put32(cart.image + 44, 77);
    build_put32(cart.image + 48, 5);
    build_sums(&cart);
    EXPECT(ROM_OK, 0);
    build_put32(cart.image + 12, ROM_FLAG_ADD_ON);
    build_put32(cart.image + 44, 0);
    build_put32(cart.image + 48, 0);
    build_sums(&cart);
    EXPECT(ROM_OK, 0);
}

TEST(rom_check_content_reads_everything) {
    rom_image image;
    rom_error error;
    build_cart(&cart);
    CHECK_EQ(rom_open(cart.image, cart.size, &image, &error), ROM_OK);
    for (uint32_t at = 64; at < cart.size; at += 5) {
        cart.image[at] ^= 0x10;
        CHECK_EQ(rom_check_content(&image, &error), ROM_BAD_CONTENT_CRC);
        CHECK_EQ(error.offset, 56);
        cart.image[at] ^= 0x10;
    }
    CHECK_EQ(rom_check_content(&image, &error), ROM_OK);
}

TEST(rom_error_texts_are_sentences) {
    rom_error error;
    rom_image image;
    rom_fail(&error, ROM_BAD_CHUNK, 4000000000u, "a %u and a %x", 7, 0xAB);
    CHECK_EQ(strcmp(error.text, "offset 4000000000: a 7 and a 000000ab"), 0);
    char longest[400];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    rom_fail(&error, ROM_BAD_CHUNK, 1, longest, 0, 0);
    CHECK_EQ(strlen(error.text), sizeof error.text - 1);
    build_cart(&cart);
    cart.image[59] ^= 1;
    CHECK_EQ(rom_open(cart.image, cart.size, &image, &error), ROM_BAD_HEADER_CRC);
    CHECK_EQ(strncmp(error.text, "offset 60: header checksum ", 27), 0);
    for (int i = 0; i < ROM_STATUSES; i++) CHECK(rom_status_name((rom_status)i)[0] != 0);
    CHECK_EQ(strcmp(rom_status_name(ROM_BAD_CHUNK), "bad-chunk"), 0);
    CHECK_EQ(strcmp(rom_status_name(ROM_STATUSES), "unknown"), 0);
}

/* ---- many entries ---- */

enum { MANY = 1000 };
static uint32_t many_words[(64 + MANY * 36 + 24) / 4];

/* Ids 0, 3, 6, ... and 0xFFFFFFFF last; two types in turn. The header is that of an add-on, so that no budget is
 * needed. */
static uint32_t many_id(uint32_t i) { return i == MANY - 1 ? 0xFFFFFFFFu : i * 3; }

static bool build_many(rom_image *image) {
    uint8_t *base = (uint8_t *)many_words;
    memset(many_words, 0, sizeof many_words);
    memcpy(base, "OXCT\1\0\100", 7);
    build_put32(base + 8, sizeof many_words);
    build_put32(base + 12, ROM_FLAG_ADD_ON);
    build_put32(base + 24, 64);
    build_put32(base + 28, MANY);
    build_put32(base + 52, 4);
    for (uint32_t i = 0; i < MANY; i++) {
        uint8_t *entry = base + 64 + i * 28;
        build_put32(entry, many_id(i));
        build_put32(entry + 4, i % 2 == 0 ? ROM_TAG_MESH : ROM_TAG_IMAGE);
        build_put32(entry + 12, 64 + MANY * 32 + i * 4);
        build_put32(entry + 16, 4);
        build_put32(entry + 20, 4);
        build_put32(base + 64 + MANY * 28 + i * 4, i);
    }
    build_put32(base + 60, rom_crc32(0, base, 60));
    return rom_open(base, sizeof many_words, image, NULL) == ROM_OK;
}

TEST(rom_find_finds_each_of_a_thousand) {
    rom_image image;
    rom_chunk chunk;
    CHECK(build_many(&image));
    for (uint32_t i = 0; i < MANY; i++) {
        uint32_t type = i % 2 == 0 ? ROM_TAG_MESH : ROM_TAG_IMAGE;
        CHECK(rom_find(&image, many_id(i), type, &chunk));
        CHECK_EQ(chunk.offset, 64 + MANY * 32 + i * 4);
        CHECK(chunk.data == image.base + chunk.offset && chunk.id == many_id(i) && chunk.type == type);
        CHECK(!rom_find(&image, many_id(i), ROM_TAG_SCENE, &chunk));
        CHECK(!rom_find_variant(&image, many_id(i), type, 1, &chunk));
    }
    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t id = i < 1998 ? i / 2 * 3 + 1 + i % 2 : 5000 + i * 400000u;
        CHECK(!rom_find(&image, id, ROM_TAG_MESH, &chunk));
    }
    CHECK(!rom_entry(&image, MANY, &chunk));
    CHECK(!rom_entry(&image, 0xFFFFFFFFu, &chunk));
}

TEST(rom_next_enumerates_a_type_in_order) {
    rom_image image;
    rom_chunk chunk;
    uint32_t seen = 0, last = 0;
    CHECK(build_many(&image));
    for (uint32_t i = rom_next(&image, ROM_TAG_IMAGE, 0); i < image.count;
         i = rom_next(&image, ROM_TAG_IMAGE, i + 1)) {
        CHECK(rom_entry(&image, i, &chunk) && chunk.type == ROM_TAG_IMAGE && (seen == 0 || chunk.id > last));
        last = chunk.id;
        seen++;
    }
    CHECK_EQ(seen, MANY / 2);
    CHECK_EQ(rom_next(&image, ROM_TAG_SCENE, 0), MANY);
}

/* Instructions of opening and of finding an entry, counted on the Cortex-M3 only, without the checksum of the image.
 * Names instead of ids would cost a comparison of strings at each step of the search. */
TEST(rom_open_and_find_cost_little) {
    rom_image image;
    rom_chunk chunk;
    CHECK(build_many(&image));
    uint32_t start = test_instructions();
    rom_status status = rom_open(image.base, sizeof many_words, &image, NULL);
    uint32_t opened = test_instructions();
    bool found = rom_find(&image, many_id(777), ROM_TAG_IMAGE, &chunk);
    uint32_t end = test_instructions();
    CHECK(status == ROM_OK && found);
    if (end == start) return;
    TEST_INFO("a directory of %d entries: %u instructions to open, %u to find one", MANY,
              (unsigned)(opened - start), (unsigned)(end - opened));
    CHECK(opened - start < 100000);
    CHECK(end - opened < 250); /* a binary search of ten probes */
}

/* ---- very many entries ---- */

enum { MOST = 10000 };
static uint32_t most_words[(64 + MOST * 36) / 4];

/* An image of ten thousand entries is opened where it lies: its head is checked once, nothing is copied, and
 * a look-up asks at most fourteen entries. */
TEST(rom_open_ten_thousand_entries) {
    uint8_t *base = (uint8_t *)most_words;
    rom_image image;
    rom_chunk chunk;
    uint32_t wrong = 0;
    memset(most_words, 0, sizeof most_words);
    memcpy(base, "OXCT\1\0\100", 7);
    build_put32(base + 8, sizeof most_words);
    build_put32(base + 12, ROM_FLAG_ADD_ON);
    build_put32(base + 24, 64);
    build_put32(base + 28, MOST);
    build_put32(base + 52, 4);
    for (uint32_t i = 0; i < MOST; i++) {
        uint8_t *entry = base + 64 + i * 28;
        build_put32(entry, i * 429496u);
        build_put32(entry + 4, ROM_TAG_MESH);
        build_put32(entry + 12, 64 + MOST * 32 + i * 4);
        build_put32(entry + 16, 4);
        build_put32(entry + 20, 4);
        build_put32(base + 64 + MOST * 28 + i * 4, i);
    }
    build_put32(base + 60, rom_crc32(0, base, 60));
    uint32_t before = rom_crc32(0, base, sizeof most_words), start = test_instructions();
    CHECK_EQ(rom_open(base, sizeof most_words, &image, NULL), ROM_OK);
    uint32_t opened = test_instructions(), around = test_instructions() - opened, worst = 0;
    for (uint32_t i = 0; i < MOST; i += 7) {
        uint32_t from = test_instructions();
        wrong += !rom_find(&image, i * 429496u, ROM_TAG_MESH, &chunk) ||
                 chunk.data != base + 64 + MOST * 32 + i * 4;
        uint32_t spent =
            test_instructions() - from - around; /* with the call and the comparison of its result */
        if (spent > worst) worst = spent;
    }
    CHECK_EQ(wrong, 0);
    CHECK(image.base == base && rom_crc32(0, base, sizeof most_words) == before);
    if (opened == start) return;
    TEST_INFO("%d entries: %u instructions to open, at most %u to find one", MOST, (unsigned)(opened - start),
              (unsigned)worst);
    CHECK(worst <= 250);
}
