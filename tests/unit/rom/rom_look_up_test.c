/* Searches in chunks with several rows: names, data tables, dependencies, packages, sections; and what a refused image is told of its numbers. */
#include <string.h>

#include "rom/codec.h"
#include "rom/data.h"
#include "rom/package.h"
#include "rom/reference.h"
#include "rom/table.h"
#include "tests/test.h"
#include "tests/unit/rom/rom_builder.h"

static uint32_t words[160];
static uint8_t *const data = (uint8_t *)words;

/* ---- names ---- */

/* Letters and backslashes fold wherever they stand, and whatever stands beside them. */
TEST(rom_ids_fold_each_byte_alone) {
    static const char fill[] = "a_z~\x7F";
    for (uint32_t length = 1; length <= 9; length++)
        for (uint32_t place = 0; place < length; place++)
            for (uint32_t byte = 1; byte < 256; byte++) {
                char name[10], folded[10];
                memset(name, fill[(byte + place) % 5], sizeof name);
                name[length] = 0;
                memcpy(folded, name, sizeof name);
                name[place] = (char)byte;
                folded[place] = (char)(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte == '\\' ? '/' : byte);
                CHECK_EQ(rom_id_of(name, length), rom_crc32(0, folded, length));
                CHECK_EQ(rom_id(name), rom_crc32(0, folded, length));
            }
    CHECK_EQ(rom_id_of("Hero/Jump", 4), rom_id("hero"));
    CHECK_EQ(rom_id_of("\xFF\xFFQ\xFF", 4), rom_crc32(0, "\xFF\xFFq\xFF", 4));
}

/* ---- data tables ---- */

enum { ROWS = 5, COLUMNS = 3, ROW_BYTES = 16 };
static const uint32_t keys[ROWS] = {2, 5, 9, 0x80000000u, UINT32_MAX}, columns[COLUMNS] = {3, 7, 0xF0000000u};

/* Row r has its key, 100 + r, -r, and the text of r letters from 'a' on; columns lie in the order 7, 3, text. */
static void make_data(void) {
    static const uint8_t offsets[COLUMNS] = {8, 4, 8};
    const uint32_t fields = ROM_DATA_SIZE, rows = fields + COLUMNS * ROM_FIELD_SIZE;
    memset(words, 0, sizeof words);
    build_put32(data + ROM_DATA_FIELD_COUNT, COLUMNS);
    build_put32(data + ROM_DATA_FIELDS_AT, fields);
    build_put32(data + ROM_DATA_ROW_BYTES, ROW_BYTES);
    build_put32(data + ROM_DATA_ROW_COUNT, ROWS);
    build_put32(data + ROM_DATA_ROWS_AT, rows);
    for (uint32_t i = 0; i < COLUMNS; i++) {
        build_put32(data + fields + i * ROM_FIELD_SIZE, columns[i]);
        build_put32(data + fields + i * ROM_FIELD_SIZE + ROM_FIELD_OFFSET, offsets[i]);
        data[fields + i * ROM_FIELD_SIZE + ROM_FIELD_KIND] = (uint8_t)(i == 2 ? ROM_FIELD_TEXT : i);
    }
    for (uint32_t r = 0; r < ROWS; r++) {
        uint8_t *row = data + rows + r * ROW_BYTES;
        build_put32(row, keys[r]);
        build_put32(row + 4, 100 + r);
        build_put32(row + 8, 0u - r);
        build_put32(row + 12, r);
    }
    memcpy(data + rows + ROWS * ROW_BYTES, "abcdef", 6);
    build_put32(data + rows + 2 * ROW_BYTES + 8, rows + ROWS * ROW_BYTES + 1);
}

TEST(rom_data_rows_are_found_by_key) {
    make_data();
    CHECK(rom_data_rows(data) == ROWS && rom_data_columns(data) == COLUMNS);
    for (uint32_t r = 0; r < ROWS; r++) {
        const uint8_t *row = rom_data_find(data, keys[r]);
        CHECK(row == rom_data_row(data, r) && rom_data_key(row) == keys[r]);
        CHECK(rom_data_find(data, keys[r] - 1) == NULL);
        CHECK_EQ(rom_data_behind(data, keys[r]), r + 1);
        CHECK_EQ(rom_data_behind(data, keys[r] - 1), r);
    }
    CHECK(rom_data_find(data, 0) == NULL && rom_data_find(data, 10) == NULL);
    build_put32(data + ROM_DATA_ROW_COUNT, 3);
    CHECK(rom_data_find(data, UINT32_MAX) == NULL && rom_data_behind(data, UINT32_MAX) == 3);
    build_put32(data + ROM_DATA_ROW_COUNT, 0);
    CHECK(rom_data_find(data, 2) == NULL && rom_data_behind(data, 0) == 0);
}

TEST(rom_data_columns_are_found_by_name) {
    uint32_t length;
    make_data();
    for (uint32_t i = 0; i < COLUMNS; i++) {
        CHECK_EQ(rom_data_column(data, columns[i]), (int)i);
        CHECK_EQ(rom_data_column(data, columns[i] + 1), -1);
        CHECK_EQ(rom_data_kind(data, i), i == 2 ? (uint32_t)ROM_FIELD_TEXT : i);
    }
    CHECK_EQ(rom_data_column(data, 0), -1);
    const uint8_t *row = rom_data_find(data, 9);
    CHECK_EQ(rom_data_value(data, row, 1), 102);
    CHECK_EQ(rom_data_value(data, rom_data_find(data, 5), 0), -1);
    const char *text = rom_data_text(data, row, 2, &length);
    CHECK(length == 2 && memcmp(text, "bc", 2) == 0);
}

/* ---- dependencies and packages ---- */

enum { NODES = 5, CLOSURES = 3 };
static const uint32_t nodes[NODES][4] = {{10, 1, 0, 1},
                                         {10, 4, 1, 2},
                                         {10, 9, 3, 0},
                                         {20, 3, 3, 1},
                                         {20, 7, 4, 1}},
                      edges[] = {4, 0, 3, 2, 1}, closures[CLOSURES][3] = {{1, 0, 2}, {3, 2, 1}, {4, 3, 3}},
                      members[] = {5, 1, 3, 2, 0, 4};

static uint32_t put_list(uint32_t at, const uint32_t *from, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) build_put32(data + at + 4 * i, from[i]);
    return at + 4 * count;
}

static void make_graph(void) {
    uint32_t at = ROM_DEPENDENCIES_SIZE;
    memset(words, 0, sizeof words);
    build_put32(data + ROM_DEPENDENCIES_NODE_COUNT, NODES);
    build_put32(data + ROM_DEPENDENCIES_NODES_AT, at);
    at = put_list(at, nodes[0], NODES * 4);
    build_put32(data + ROM_DEPENDENCIES_EDGES_AT, at);
    at = put_list(at, edges, 5);
    build_put32(data + ROM_DEPENDENCIES_CLOSURE_COUNT, CLOSURES);
    build_put32(data + ROM_DEPENDENCIES_CLOSURES_AT, at);
    at = put_list(at, closures[0], CLOSURES * 3);
    build_put32(data + ROM_DEPENDENCIES_MEMBERS_AT, at);
    (void)put_list(at, members, 6);
}

TEST(rom_dependencies_are_found_by_id_and_type) {
    uint32_t id, type;
    make_graph();
    for (uint32_t i = 0; i < NODES; i++) {
        CHECK_EQ(rom_dependency_find(data, nodes[i][0], nodes[i][1]), i);
        CHECK_EQ(rom_dependency_find(data, nodes[i][0], nodes[i][1] + 1), UINT32_MAX);
        rom_dependency_node(data, i, &id, &type);
        CHECK(id == nodes[i][0] && type == nodes[i][1]);
        const rom_nodes direct = rom_dependency_direct(data, i);
        CHECK_EQ(direct.count, nodes[i][3]);
        for (uint32_t k = 0; k < direct.count; k++) CHECK_EQ(rom_nodes_at(direct, k), edges[nodes[i][2] + k]);
    }
    CHECK_EQ(rom_dependency_find(data, 15, 4), UINT32_MAX);
    rom_dependency_node(data, NODES, &id, &type);
    CHECK(id == 0 && type == 0);
    CHECK(rom_dependency_direct(data, NODES).count == 0);
    for (uint32_t i = 0, k = 0; i < NODES; i++) {
        const rom_nodes all = rom_dependency_closure(data, i);
        const bool there = k < CLOSURES && closures[k][0] == i;
        CHECK_EQ(all.count, there ? closures[k][2] : 0u);
        for (uint32_t n = 0; n < all.count; n++) CHECK_EQ(rom_nodes_at(all, n), members[closures[k][1] + n]);
        k += there;
    }
}

TEST(rom_packages_list_their_items) {
    memset(words, 0, sizeof words);
    build_put32(data + ROM_PACKAGE_ITEM_COUNT, 2);
    build_put32(data + ROM_PACKAGE_ITEMS_AT, ROM_PACKAGE_SIZE);
    uint8_t *row = data + ROM_PACKAGE_SIZE + ROM_PACKAGE_ITEM_SIZE;
    build_put32(row + ROM_PACKAGE_ITEM_ID, 77);
    build_put32(row + ROM_PACKAGE_ITEM_TYPE, 88);
    build_put32(row + ROM_PACKAGE_ITEM_STORED, 99);
    build_put32(row + ROM_PACKAGE_ITEM_FULL, 111);
    row[ROM_PACKAGE_ITEM_CLASS] = 3;
    row[ROM_PACKAGE_ITEM_LIFETIME] = 4;
    CHECK_EQ(rom_package_count(data), 2);
    const rom_package_item item = rom_package_at(data, 1), none = rom_package_at(data, 2);
    CHECK(item.id == 77 && item.type == 88 && item.stored == 99 && item.size == 111);
    CHECK(item.class == 3 && item.life == 4);
    CHECK(none.id == 0 && none.type == 0 && none.stored == 0 && none.size == 0 && none.life == 0);
}

/* ---- tables of numbers ---- */

/* Numbers that fall: between them the nearest one, of two equally near ones the greater. */
TEST(rom_tables_round_to_the_nearest_below_zero_too) {
    static const int16_t values[] = {0, -3, 7};
    const rom_table_shape shape = {.kind = ROM_TABLE_I16, .dimensions = 1, .width = 3};
    rom_table table;
    rom_error error;
    memset(words, 0, sizeof words);
    data[ROM_TABLE_KIND] = ROM_TABLE_I16;
    data[ROM_TABLE_DIMENSIONS] = 1;
    build_put32(data + ROM_TABLE_WIDTH, 3);
    build_put32(data + ROM_TABLE_HEIGHT, 1);
    build_put32(data + ROM_TABLE_HIGH, 2 << 16);
    build_put32(data + ROM_TABLE_VALUES_AT, ROM_TABLE_SIZE);
    for (uint32_t i = 0; i < 3; i++) build_put16(data + ROM_TABLE_SIZE + 2 * i, (uint16_t)values[i]);
    CHECK_EQ(rom_table_bind(data, &shape, &table, &error), ROM_OK);
    static const struct {
        int32_t at, value;
    } places[] = {{0, 0},        {1 << 14, -1}, {1 << 15, -1}, {(1 << 15) + 1, -2},
                  {3 << 14, -2}, {1 << 16, -3}, {3 << 15, 2},  {(1 << 16) + 6553, -2},
                  {10922, 0},    {10923, -1},   {2 << 16, 7}};
    for (uint32_t i = 0; i < sizeof places / sizeof places[0]; i++)
        CHECK_EQ(rom_table_linear(&table, places[i].at, 0), places[i].value);
    static const rom_table_shape wrong[] = {{.kind = ROM_TABLE_U8}, {ROM_TABLE_ANY, 0, 4, 0}};
    static const char *const told[] = {"a table of kind 1 instead of 0", "a table 3 wide instead of 4"};
    for (uint32_t i = 0; i < 2; i++) {
        CHECK_EQ(rom_table_bind(data, &wrong[i], &table, &error), ROM_BAD_CHUNK);
        CHECK(strstr(error.text, told[i]) != NULL);
        CHECK(table.values == NULL && table.width == 0 && table.high == 0 && table.kind == 0);
    }
}

/* ---- what refused images are told ---- */

static build cart;

static void make_cart(void) {
    memset(&cart, 0, sizeof cart);
    build_info_and_budget(&cart);
    build_finish(&cart);
}

/* Opens the image, which must be refused with these words. */
static void expect_words(const char *told, int line) {
    rom_image image;
    rom_error error = {ROM_OK, 0, ""};
    build_sums(&cart);
    const rom_status status = rom_open(cart.image, cart.size, &image, &error);
    if (status == ROM_OK || strstr(error.text, told) == NULL)
        test_fail(__FILE__, line, error.text, status, 1);
}

TEST(rom_refusals_tell_the_numbers_in_their_order) {
    make_cart();
    build_put32(cart.image + 52, 24);
    expect_words("alignment 24,", __LINE__);
    make_cart();
    build_put32(cart.image + 24, 66);
    expect_words("directory at 66: not a multiple of 4 between the header and the end at 184", __LINE__);
    make_cart();
    build_put32(cart.image + 28, 9);
    expect_words("a directory of 9 chunks reaches past the end; only 3 fit", __LINE__);
    make_cart();
    build_put32(build_entry(&cart, 0) + 16, 99);
    expect_words("chunk of 99 bytes, 4 to 56 are possible here", __LINE__);
    make_cart();
    build_put32(build_entry(&cart, 0) + 16, 3);
    build_put32(build_entry(&cart, 0) + 20, 3);
    expect_words("chunk of 3 bytes, 4 to 56 are possible here", __LINE__);
    make_cart();
    memcpy(build_entry(&cart, 0), build_entry(&cart, 1), 12);
    char told[64] = "directory entry 1 (id ";
    static const char digits[] = "0123456789abcdef";
    const uint32_t id = rom_u32(build_entry(&cart, 1));
    uint32_t length = (uint32_t)strlen(told), shift = 32;
    while (shift > 4 && id >> (shift - 4) == 0) shift -= 4;
    while (shift > 0) told[length++] = digits[id >> (shift -= 4) & 15u];
    expect_words(told, __LINE__);
}

/* Changes a number of the header of a good image, which must be refused with these words. */
static void expect_of_header(uint32_t at, uint32_t value, const char *told, int line) {
    make_cart();
    build_put32(cart.image + at, value);
    expect_words(told, line);
}

TEST(rom_refusals_of_headers_tell_their_numbers) {
    expect_of_header(8, 60, "image size 60, it must be a multiple of 4 and not below the header's 64",
                     __LINE__);
    expect_of_header(44, 0xAB, "base cart 000000ab named, but this is no overlay", __LINE__);
    expect_of_header(48, 7, "base version 7 named, but this is no overlay", __LINE__);
    expect_of_header(12, ROM_FLAG_OVERLAY, "an overlay that names no base cart", __LINE__);
    expect_of_header(32, 64, "the header puts the budget at 64, the directory at ", __LINE__);
    expect_of_header(36, 99, "the header gives the budget 99 bytes, the directory 20", __LINE__);
    make_cart();
    build_put32(cart.image + 64 + 2 * 28, 7);
    expect_words("layout table names entry 7 of 2; damaged", __LINE__);
    make_cart();
    build_put32(build_entry(&cart, 1) + 20, 99);
    expect_words("full size 99 of a chunk that is stored plainly in ", __LINE__);
    make_cart();
    for (uint32_t i = 0; i < 2; i++)
        if (rom_u32(build_entry(&cart, i)) == rom_id("info")) build_entry(&cart, i)[10] = ROM_CODEC_LZ;
    expect_words("the info is packed (codec 2); it must be stored plainly", __LINE__);
}

/* ---- names ---- */

enum { NAMED = 5 };

/* A list of names in one of the two chunks that have such; row i has the id 10 (i + 1) and i + 1 letters from 'a' + i on. */
static void make_names(const char *chunk, uint32_t type, uint32_t header, uint32_t count_at) {
    memset(&cart, 0, sizeof cart);
    build_info_and_budget(&cart);
    uint8_t *at = build_add(&cart, chunk, type, header, header + NAMED * ROM_NAME_SIZE + 12);
    build_put32(at + count_at, NAMED);
    build_put32(at + count_at + 4, header);
    for (uint32_t i = 0; i < NAMED; i++) {
        uint8_t *row = at + header + i * ROM_NAME_SIZE;
        build_put32(row + ROM_NAME_ID, 10 * (i + 1));
        build_put32(row + ROM_NAME_TEXT, header + NAMED * ROM_NAME_SIZE + i);
        build_put32(row + ROM_NAME_TEXT + 4, i + 1);
    }
    memcpy(at + header + NAMED * ROM_NAME_SIZE, "abcdefghijkl", 12);
    build_finish(&cart);
}

static void check_names(int line) {
    static const char letters[] = "abcdefghijkl";
    rom_image image;
    rom_error error;
    uint32_t length;
    if (rom_open(cart.image, cart.size, &image, &error) != ROM_OK)
        test_fail(__FILE__, line, error.text, error.status, 0);
    for (uint32_t i = 0; i < NAMED; i++) {
        const char *name = rom_name(&image, 10 * (i + 1), &length);
        if (name == NULL || length != i + 1 || memcmp(name, &letters[i], length) != 0)
            test_fail(__FILE__, line, "a name", i, length);
        if (rom_name(&image, 10 * i + 5, &length) != NULL || length != 0)
            test_fail(__FILE__, line, "no name", i, length);
    }
    if (rom_name(&image, 99, &length) != NULL) test_fail(__FILE__, line, "no name", 99, 0);
}

TEST(rom_names_are_found_in_both_lists) {
    rom_image image;
    rom_error error;
    rom_chunk chunk;
    uint32_t length;
    make_names("scripts", ROM_TAG_SCRIPTS, ROM_SCRIPTS_SIZE, ROM_SCRIPTS_NAME_COUNT);
    check_names(__LINE__);
    make_names("names", ROM_TAG_NAMES, ROM_NAMES_SIZE, ROM_NAMES_COUNT);
    check_names(__LINE__);
    CHECK_EQ(rom_open(cart.image, cart.size, &image, &error), ROM_OK);
    CHECK(rom_find(&image, rom_id("names"), ROM_TAG_NAMES, &chunk));
    uint8_t *names = cart.image + chunk.offset, *row = names + ROM_NAMES_SIZE;
    build_put32(row + ROM_NAME_TEXT, chunk.stored); /* nothing, at the very end */
    build_put32(row + ROM_NAME_TEXT + 4, 0);
    CHECK(rom_name(&image, 10, &length) != NULL && length == 0);
    build_put32(row + ROM_NAME_TEXT, chunk.stored - 1);
    build_put32(row + ROM_NAME_TEXT + 4, 1);
    CHECK(rom_name(&image, 10, &length) != NULL && length == 1);
    build_put32(row + ROM_NAME_TEXT + 4, 2); /* beyond the chunk */
    CHECK(rom_name(&image, 10, &length) == NULL);
    build_put32(row + ROM_NAME_TEXT, chunk.stored + 1);
    build_put32(row + ROM_NAME_TEXT + 4, 0);
    CHECK(rom_name(&image, 10, &length) == NULL);
    build_put32(names + ROM_NAMES_COUNT, 1000); /* more rows than there is room for */
    CHECK(rom_name(&image, 20, &length) == NULL);
}

/* ---- fix-ups ---- */

enum { BLOCK = 24 };

/* A table of three references to a block: two fix-ups and, between them, one that is none. */
static rom_references make_fixups(const uint32_t locations[3]) {
    rom_references refs = {.data = data, .count = 3};
    memset(words, 0, sizeof words);
    build_put32(data + ROM_REFERENCES_REFERENCE_COUNT, 3);
    build_put32(data + ROM_REFERENCES_REFERENCES_AT, ROM_REFERENCES_SIZE);
    for (uint32_t i = 0; i < 3; i++) {
        uint8_t *row = data + ROM_REFERENCES_SIZE + i * ROM_REFERENCE_SIZE;
        build_put32(row + ROM_REFERENCE_LOCATION, locations[i]);
        row[ROM_REFERENCE_KIND] = (uint8_t)(i == 1 ? ROM_REFERENCE_FIXUP + 1 : ROM_REFERENCE_FIXUP);
        row[ROM_REFERENCE_SECTION] = (uint8_t)i;
    }
    return refs;
}

TEST(rom_fixups_add_the_address_of_their_section) {
    static const rom_base bases[4] = {{1000, 8}, {7, 4}, {2000, 16}, {0, 0}};
    static const uint32_t plain[] = {0, 4, BLOCK - 4};
    uint32_t copy[BLOCK / 4] = {0};
    uint8_t *at = (uint8_t *)copy;
    rom_error error;
    rom_references refs = make_fixups(plain);
    build_put32(at, 4);
    build_put32(at + 4, 999); /* no fix-up: stays, whatever it says */
    build_put32(at + BLOCK - 4, 12);
    CHECK_EQ(rom_fixup_apply(&refs, at, BLOCK, bases, &error), ROM_OK);
    CHECK(rom_u32(at) == 1004 && rom_u32(at + 4) == 999 && rom_u32(at + BLOCK - 4) == 2012);
    build_put32(at,
                0); /* nothing stays nothing; the last word of a section counts, the one behind does not */
    build_put32(at + BLOCK - 4, 16);
    CHECK_EQ(rom_fixup_apply(&refs, at, BLOCK, bases, &error), ROM_BAD_CHUNK);
    CHECK(strstr(error.text, "fix-up 2 points to 16, outside its section") != NULL &&
          error.offset == BLOCK - 4);
    CHECK(rom_u32(at) == 0 && rom_u32(at + BLOCK - 4) == 16);
    CHECK_EQ(rom_fixup_apply(&refs, at, BLOCK - 4, bases, &error), ROM_BAD_CHUNK);
    CHECK(strstr(error.text, "fix-up 2 lies at 20, outside the chunk") != NULL);
    CHECK_EQ(rom_fixup_apply(&refs, at, 3, bases, &error), ROM_BAD_CHUNK);
    CHECK(strstr(error.text, "fix-up 0 lies at 0") != NULL);
    static const uint32_t odd[] = {0, 4, 6};
    refs = make_fixups(odd);
    CHECK_EQ(rom_fixup_apply(&refs, at, BLOCK, bases, &error), ROM_BAD_CHUNK);
    CHECK(strstr(error.text, "fix-up 2 lies at 6") != NULL);
    data[ROM_REFERENCES_SIZE + ROM_REFERENCE_SECTION] = 4;
    CHECK_EQ(rom_fixup_apply(&refs, at, BLOCK, bases, &error), ROM_BAD_CHUNK);
    CHECK(strstr(error.text, "fix-up 0 lies at 0") != NULL);
}

TEST(rom_references_of_both_kinds_are_listed) {
    rom_references refs;
    rom_error error;
    memset(words, 0, sizeof words);
    const uint32_t first = ROM_REFERENCES_SIZE, second = first + 2 * ROM_REFERENCE_SIZE;
    build_put32(data + ROM_REFERENCES_TYPE, ROM_TAG_RAW);
    build_put32(data + ROM_REFERENCES_REFERENCE_COUNT, 2);
    build_put32(data + ROM_REFERENCES_REFERENCES_AT, first);
    build_put32(data + ROM_REFERENCES_INITIALISED_COUNT, 2);
    build_put32(data + ROM_REFERENCES_INITIALISED_AT, second);
    for (uint32_t i = 0; i < 2; i++) {
        build_put32(data + first + i * ROM_REFERENCE_SIZE + ROM_REFERENCE_LOCATION, 4 * i);
        build_put32(data + first + i * ROM_REFERENCE_SIZE + ROM_REFERENCE_TYPE, 50 + i);
        build_put32(data + second + i * ROM_INITIALISED_SIZE + ROM_INITIALISED_LOCATION, 8 + 8 * i);
        build_put32(data + second + i * ROM_INITIALISED_SIZE + ROM_INITIALISED_TYPE, 60 + i);
    }
    CHECK_EQ(rom_references_view(data, ROM_TAG_RAW, 20, &refs, &error), ROM_OK);
    CHECK(refs.count == 2 && refs.initialised == 2 && refs.externals == 0);
    const rom_reference r = rom_references_at(&refs, 1), none = rom_references_at(&refs, 2);
    CHECK(r.location == 4 && r.type == 51 && none.location == 0 && none.type == 0 && none.kind == 0);
    const rom_initialised i = rom_references_initialised(&refs, 1), no = rom_references_initialised(&refs, 2);
    CHECK(i.location == 16 && i.type == 61 && no.location == 0 && no.type == 0);
    CHECK_EQ(rom_references_view(data, ROM_TAG_RAW, 19, &refs, &error), ROM_BAD_CHUNK);
    CHECK(strstr(error.text, "reference 3 lies at 16, outside the chunk") != NULL);
    CHECK_EQ(error.offset, second + ROM_INITIALISED_SIZE);
    CHECK(refs.count == 0 && refs.initialised == 0 && refs.externals == 0 && refs.data == NULL);
    CHECK_EQ(rom_references_view(data, ROM_TAG_RAW, 7, &refs, &error), ROM_BAD_CHUNK);
    CHECK(strstr(error.text, "reference 1 lies at 4") != NULL && error.offset == first + ROM_REFERENCE_SIZE);
    CHECK_EQ(rom_references_view(data, ROM_TAG_RAW, 3, &refs, &error), ROM_BAD_CHUNK);
}

/* ---- variants ---- */

/* The best of the entries of one id and type, which lie among others. */
TEST(rom_find_best_looks_at_one_id_and_type_alone) {
    static const uint16_t variants[] = {0, 0x0002, 0x0300, 0x0302, 0x0504};
    static const struct {
        uint16_t wanted, best;
    } cases[] = {{0, 0}, {0x0302, 0x0302}, {0x0402, 0x0002}, {0x0307, 0x0300}, {0x0909, 0}, {0x0504, 0x0504}};
    rom_image image;
    rom_error error;
    rom_chunk chunk;
    memset(&cart, 0, sizeof cart);
    build_info_and_budget(&cart);
    FX_STATIC_ASSERT(ROM_TAG_TEXT < ROM_TAG_RAW, "entries of one id rise by type");
    (void)build_add(&cart, "raw/x", ROM_TAG_TEXT, ROM_TEXT_SIZE, ROM_TEXT_SIZE);
    for (uint32_t i = 0; i < 5; i++) (void)build_add(&cart, "raw/x", ROM_TAG_RAW, 8, 8);
    build_finish(&cart);
    for (uint32_t i = 0, k = 0; i < 8; i++) {
        uint8_t *entry = build_entry(&cart, i);
        if (rom_u32(entry) == rom_id("raw/x") && rom_u32(entry + 4) == ROM_TAG_RAW && k < 5)
            build_put16(entry + 8, variants[k++]);
    }
    build_sums(&cart);
    CHECK_EQ(rom_open(cart.image, cart.size, &image, &error), ROM_OK);
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(rom_find_best(&image, rom_id("raw/x"), ROM_TAG_RAW, cases[i].wanted, &chunk));
        CHECK(chunk.variant == cases[i].best && chunk.type == ROM_TAG_RAW && chunk.id == rom_id("raw/x"));
    }
    CHECK(rom_find_best(&image, rom_id("raw/x"), ROM_TAG_TEXT, 0x0302, &chunk) && chunk.type == ROM_TAG_TEXT);
    CHECK(!rom_find_best(&image, rom_id("raw/x"), ROM_TAG_MESH, 0, &chunk));
    CHECK(!rom_find_best(&image, UINT32_MAX, ROM_TAG_RAW, 0, &chunk));
    CHECK(!rom_find_best(&image, 0, ROM_TAG_RAW, 0, &chunk));
    uint32_t found = 0;
    for (uint32_t i = rom_next(&image, ROM_TAG_RAW, 0); i < image.count;
         i = rom_next(&image, ROM_TAG_RAW, i + 1))
        found++;
    CHECK(found == 5 && rom_next(&image, ROM_TAG_MESH, 0) == image.count);
    CHECK_EQ(rom_next(&image, ROM_TAG_RAW, image.count + 5), image.count);
}

/* An overlay without a budget is good; one whose header places a budget that the directory does not have is not. */
TEST(rom_headers_place_budgets_that_are_there) {
    rom_image image;
    rom_error error;
    memset(&cart, 0, sizeof cart);
    (void)build_add(&cart, "raw/x", ROM_TAG_RAW, 8, 8);
    build_finish(&cart);
    build_put32(cart.image + 12, ROM_FLAG_OVERLAY);
    build_put32(cart.image + 44, 5);
    build_sums(&cart);
    CHECK_EQ(rom_open(cart.image, cart.size, &image, &error), ROM_OK);
    build_put32(cart.image + 32, 96);
    expect_words("the header puts the budget at 96, the directory has none", __LINE__);
    build_put32(cart.image + 32, 0);
    build_put32(cart.image + 12, 0);
    build_put32(cart.image + 44, 0);
    expect_words("the header puts the budget at 0, the directory has none", __LINE__);
}
