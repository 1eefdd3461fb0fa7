/* Sections, references and fix-ups, packages and dependencies, texts and variants. */
#include "rom/package.h"
#include "rom/reference.h"
#include "rom/section.h"
#include "rom/text.h"
#include "tests/test.h"
#include "tests/unit/rom/rom_samples.h"

static uint32_t words[256];
static uint8_t *const data = (uint8_t *)words;

static void head(uint8_t *at, uint32_t header) {
    sample_put(at, 2, 0x0100);
    sample_put(at + 2, 2, header);
}

/* ---- sections ---- */

/* Makes a sectioned RAW_ chunk: main, video, temporary, debug. */
static rom_chunk sectioned(uint32_t count) {
    static const uint8_t classes[5] = {ROM_SECTION_MAIN, ROM_SECTION_VIDEO, ROM_SECTION_TEMPORARY,
                                       ROM_SECTION_DEBUG, ROM_SECTION_DEBUG};
    uint32_t at = ROM_SECTIONS_SIZE + 5 * ROM_SECTION_SIZE;
    memset(words, 0, sizeof words);
    head(data, ROM_SECTIONS_SIZE);
    sample_put(data + ROM_SECTIONS_COUNT, 2, count);
    sample_put(data + ROM_SECTIONS_AT, 4, ROM_SECTIONS_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *row = data + ROM_SECTIONS_SIZE + i * ROM_SECTION_SIZE;
        uint32_t size = i == 0 ? (uint32_t)ROM_RAW_SIZE : 8;
        row[ROM_SECTION_CLASS] = classes[i];
        sample_put(row + ROM_SECTION_OFFSET, 4, at);
        sample_put(row + ROM_SECTION_STORED, 4, size);
        sample_put(row + ROM_SECTION_FULL, 4, size);
        sample_put(row + ROM_SECTION_ALIGNMENT, 4, i == 1 ? 32 : 4);
        if (i == 0) head(data + at, ROM_RAW_SIZE);
        if (i > 0) memset(data + at, (int)(0x10 * i), 8);
        at += size;
    }
    return (rom_chunk){
        .data = data, .stored = at, .size = at, .type = ROM_TAG_RAW, .flags = ROM_ENTRY_SECTIONED};
}

TEST(rom_sections_are_read) {
    rom_sections sections;
    rom_error error;
    rom_chunk chunk = sectioned(4);
    CHECK_EQ(rom_check_entry(&chunk, false, &error), ROM_OK);
    CHECK_EQ(rom_sections_open(&chunk, &sections, &error), ROM_OK);
    CHECK_EQ(sections.count, 4);
    rom_section video = rom_sections_find(&sections, ROM_SECTION_VIDEO), none = rom_sections_at(&sections, 4);
    CHECK(video.data != NULL && video.size == 8 && video.alignment == 32 && video.data[7] == 0x10);
    CHECK(none.data == NULL && none.size == 0);
    CHECK_EQ(rom_sections_at(&sections, 2).class, ROM_SECTION_TEMPORARY);
    chunk = sectioned(1);
    CHECK_EQ(rom_sections_open(&chunk, &sections, &error), ROM_OK);
    CHECK(rom_sections_find(&sections, ROM_SECTION_DEBUG).data == NULL);
}

TEST(rom_sections_refuse_faults) {
    static const struct {
        uint16_t at;
        uint8_t bytes;
        uint32_t value;
    } faults[] = {
        {ROM_SECTIONS_COUNT, 2, 5},
        {ROM_SECTIONS_COUNT, 2, 0},
        {ROM_SECTIONS_SIZE + ROM_SECTION_CLASS, 1, 1},
        {ROM_SECTIONS_SIZE + ROM_SECTION_SIZE + ROM_SECTION_CLASS, 1, 0},
        {ROM_SECTIONS_SIZE + ROM_SECTION_SIZE + ROM_SECTION_CLASS, 1, 4},
        {ROM_SECTIONS_SIZE + ROM_SECTION_OFFSET, 4, 0},
        {ROM_SECTIONS_SIZE + ROM_SECTION_OFFSET, 4, 0xFFFFFFFCu},
        {ROM_SECTIONS_SIZE + ROM_SECTION_STORED, 4, 0},
        {ROM_SECTIONS_SIZE + ROM_SECTION_STORED, 4, 0xFFFFFFFFu},
        {ROM_SECTIONS_SIZE + ROM_SECTION_FULL, 4, 9},
        {ROM_SECTIONS_SIZE + ROM_SECTION_ALIGNMENT, 4, 24},
        {ROM_SECTIONS_SIZE + ROM_SECTION_CODEC, 1, 77},
        {ROM_SECTIONS_SIZE + ROM_SECTION_CODEC, 1, 2},
    };
    rom_sections sections;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        rom_error error = {ROM_OK, 0, ""};
        rom_chunk chunk = sectioned(4);
        sample_put(data + faults[i].at, faults[i].bytes, faults[i].value);
        CHECK(rom_sections_open(&chunk, &sections, &error) != ROM_OK && sections.count == 0 &&
              error.text[0] != 0);
        CHECK(rom_check_entry(&chunk, false, &error) != ROM_OK);
    }
    rom_error error;
    rom_chunk chunk = sectioned(4);
    chunk.flags = 0;
    CHECK_EQ(rom_sections_open(&chunk, &sections, &error), ROM_BAD_CHUNK);
}

/* ---- references ---- */

enum { NODES = 24, NODE_BYTES = 16, BLOCK = NODES * NODE_BYTES };
static uint32_t graph_words[BLOCK / 4 + 1];

/* Makes a table of fix-ups: two words of each node of a linked block. */
static void make_table(uint32_t count) {
    memset(words, 0, sizeof words);
    head(data, ROM_REFERENCES_SIZE);
    sample_put(data + ROM_REFERENCES_TYPE, 4, ROM_TAG_RAW);
    sample_put(data + ROM_REFERENCES_REFERENCE_COUNT, 4, count);
    sample_put(data + ROM_REFERENCES_REFERENCES_AT, 4, ROM_REFERENCES_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *row = data + ROM_REFERENCES_SIZE + i * ROM_REFERENCE_SIZE;
        sample_put(row + ROM_REFERENCE_LOCATION, 4, i / 2 * NODE_BYTES + 4 + i % 2 * 4);
        row[ROM_REFERENCE_KIND] = ROM_REFERENCE_FIXUP;
    }
}

/* Node i points to nodes 2i + 1 and 2i + 2 where they exist, else to nothing. Node 0 lies at 0, so nothing points
 * there. */
static void make_graph(uint8_t *at) {
    memset(at, 0, BLOCK);
    for (uint32_t i = 0; i < NODES; i++) {
        sample_put(at + i * NODE_BYTES, 4, i * 3 + 1);
        for (uint32_t k = 1; k <= 2; k++)
            sample_put(at + i * NODE_BYTES + k * 4, 4, 2 * i + k < NODES ? (2 * i + k) * NODE_BYTES : 0);
    }
}

static uint32_t walk(const uint8_t *origin, const uint8_t *node) {
    uint32_t sum = rom_u32(node);
    const uint8_t *left = rom_fixed(origin, node + 4), *right = rom_fixed(origin, node + 8);
    if (left != NULL) sum = sum * 31 + walk(origin, left);
    if (right != NULL) sum = sum * 37 + walk(origin, right);
    return sum;
}

TEST(rom_fixups_give_the_same_graph_at_two_addresses) {
    static uint8_t room[2 * BLOCK + 256];
    rom_references refs;
    rom_error error;
    uint8_t *graph = (uint8_t *)graph_words;
    uint32_t sums[2];
    make_table(2 * 10);
    CHECK_EQ(rom_check_chunk(ROM_TAG_REFERENCES, data, ROM_REFERENCES_SIZE + 20 * ROM_REFERENCE_SIZE, &error),
             ROM_OK);
    CHECK_EQ(rom_references_view(data, ROM_TAG_RAW, BLOCK, &refs, &error), ROM_OK);
    make_graph(graph);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t at = 64 + i * (BLOCK + 32);
        const rom_base bases[4] = {{at, BLOCK}, {0, 0}, {0, 0}, {0, 0}};
        memcpy(room + at, graph, BLOCK);
        CHECK_EQ(rom_fixup_apply(&refs, room + at, BLOCK, bases, &error), ROM_OK);
        /* Nodes from 10 on are not in the table: their words stay offsets of nothing. */
        for (uint32_t n = 10; n < NODES; n++)
            CHECK(memcmp(room + at + n * NODE_BYTES, graph + n * NODE_BYTES, NODE_BYTES) == 0);
        for (uint32_t n = 10; n < NODES; n++) memset(room + at + n * NODE_BYTES + 4, 0, 8);
        sums[i] = walk(room, room + at);
    }
    CHECK_EQ(sums[0], sums[1]);
    CHECK(sums[0] != 1);
}

TEST(rom_fixups_refuse_and_change_nothing) {
    rom_references refs;
    rom_error error;
    const rom_base bases[4] = {{1000, BLOCK}, {0, 0}, {0, 0}, {0, 0}};
    uint8_t *graph = (uint8_t *)graph_words;
    make_table(20);
    CHECK_EQ(rom_references_view(data, ROM_TAG_RAW, BLOCK, &refs, &error), ROM_OK);
    make_graph(graph);
    sample_put(graph + 9 * NODE_BYTES + 8, 4, BLOCK); /* the last node points out of the block */
    CHECK_EQ(rom_fixup_apply(&refs, graph, BLOCK, bases, &error), ROM_BAD_CHUNK);
    CHECK_EQ(rom_u32(graph + 4), NODE_BYTES);
    sample_put(graph + 9 * NODE_BYTES + 8, 4, 6); /* the last node points to an odd place */
    CHECK_EQ(rom_fixup_apply(&refs, graph, BLOCK, bases, &error), ROM_BAD_CHUNK);
    CHECK(strstr(error.text, "fix-up 19") != NULL);
    CHECK_EQ(rom_u32(graph + 4), NODE_BYTES);
    /* Locations outside and misaligned locations are refused by number. */
    CHECK_EQ(rom_references_view(data, ROM_TAG_RAW, 9 * NODE_BYTES, &refs, &error), ROM_BAD_CHUNK);
    CHECK(strstr(error.text, "reference 18") != NULL && refs.count == 0);
    CHECK_EQ(rom_references_view(data, ROM_TAG_MESH, BLOCK, &refs, &error), ROM_BAD_CHUNK);
    sample_put(data + ROM_REFERENCES_SIZE + ROM_REFERENCE_LOCATION, 4, 2);
    CHECK_EQ(rom_check_chunk(ROM_TAG_REFERENCES, data, ROM_REFERENCES_SIZE + 20 * ROM_REFERENCE_SIZE, &error),
             ROM_BAD_CHUNK);
    make_table(20);
    data[ROM_REFERENCES_SIZE + ROM_REFERENCE_SECTION] = ROM_SECTION_TEMPORARY;
    CHECK_EQ(rom_check_chunk(ROM_TAG_REFERENCES, data, ROM_REFERENCES_SIZE + 20 * ROM_REFERENCE_SIZE, &error),
             ROM_BAD_CHUNK);
    CHECK(strstr(error.text, "temporary") != NULL);
}

/* ---- packages, dependencies, texts ---- */

TEST(rom_package_and_dependencies_are_read) {
    uint32_t id, type;
    memset(words, 0, sizeof words);
    head(data, ROM_DEPENDENCIES_SIZE);
    static const uint32_t nodes[3][4] = {{10, 1, 0, 2}, {20, 1, 2, 1}, {30, 1, 3, 0}}, edges[3] = {1, 2, 2},
                          members[3] = {2, 1, 0};
    uint32_t at = ROM_DEPENDENCIES_SIZE;
    sample_put(data + ROM_DEPENDENCIES_NODE_COUNT, 4, 3);
    sample_put(data + ROM_DEPENDENCIES_NODES_AT, 4, at);
    for (uint32_t i = 0; i < 12; i++, at += 4) sample_put(data + at, 4, nodes[i / 4][i % 4]);
    sample_put(data + ROM_DEPENDENCIES_EDGE_COUNT, 4, 3);
    sample_put(data + ROM_DEPENDENCIES_EDGES_AT, 4, at);
    for (uint32_t i = 0; i < 3; i++, at += 4) sample_put(data + at, 4, edges[i]);
    sample_put(data + ROM_DEPENDENCIES_CLOSURE_COUNT, 4, 1);
    sample_put(data + ROM_DEPENDENCIES_CLOSURES_AT, 4, at);
    sample_put(data + at + ROM_CLOSURE_COUNT, 4, 3);
    at += ROM_CLOSURE_SIZE;
    sample_put(data + ROM_DEPENDENCIES_MEMBER_COUNT, 4, 3);
    sample_put(data + ROM_DEPENDENCIES_MEMBERS_AT, 4, at);
    for (uint32_t i = 0; i < 3; i++, at += 4) sample_put(data + at, 4, members[i]);
    rom_error error;
    CHECK_EQ(rom_check_chunk(ROM_TAG_DEPENDENCIES, data, at, &error), ROM_OK);
    CHECK_EQ(rom_dependency_find(data, 20, 1), 1);
    CHECK_EQ(rom_dependency_find(data, 20, 2), UINT32_MAX);
    CHECK_EQ(rom_dependency_find(data, 0, 0), UINT32_MAX);
    rom_nodes direct = rom_dependency_direct(data, 0), closure = rom_dependency_closure(data, 0);
    CHECK(direct.count == 2 && rom_nodes_at(direct, 0) == 1 && rom_nodes_at(direct, 1) == 2 &&
          rom_nodes_at(direct, 2) == UINT32_MAX);
    CHECK(closure.count == 3 && rom_nodes_at(closure, 0) == 2 && rom_nodes_at(closure, 2) == 0);
    CHECK_EQ(rom_dependency_closure(data, 1).count, 0);
    CHECK_EQ(rom_dependency_direct(data, 3).count, 0);
    rom_dependency_node(data, 2, &id, &type);
    CHECK(id == 30 && type == 1);
    sample_put(data + ROM_DEPENDENCIES_SIZE + 12 * 4, 4, 3); /* an edge to node 3 of 3 */
    CHECK_EQ(rom_check_chunk(ROM_TAG_DEPENDENCIES, data, at, &error), ROM_BAD_CHUNK);
}

TEST(rom_text_finds_keys) {
    static const uint32_t keys[3] = {5, 9, 4000000000u};
    uint32_t length;
    memset(words, 0, sizeof words);
    head(data, ROM_TEXT_SIZE);
    sample_put(data + ROM_TEXT_COUNT, 4, 3);
    sample_put(data + ROM_TEXT_AT, 4, ROM_TEXT_SIZE);
    for (uint32_t i = 0; i < 3; i++) {
        sample_put(data + ROM_TEXT_SIZE + i * ROM_STRING_SIZE, 4, keys[i]);
        sample_put(data + ROM_TEXT_SIZE + i * ROM_STRING_SIZE + 4, 4, 48 + i);
        sample_put(data + ROM_TEXT_SIZE + i * ROM_STRING_SIZE + 8, 4, i + 1);
    }
    memcpy(data + 48, "abcdef", 6);
    rom_error error;
    CHECK_EQ(rom_check_chunk(ROM_TAG_TEXT, data, 56, &error), ROM_OK);
    const char *text = rom_text_find(data, 9, &length);
    CHECK(text != NULL && length == 2 && memcmp(text, "bc", 2) == 0);
    CHECK(rom_text_find(data, 4000000000u, &length) != NULL && length == 3);
    CHECK(rom_text_find(data, 6, &length) == NULL && length == 0);
    sample_put(data + ROM_TEXT_SIZE + ROM_STRING_SIZE, 4, 5); /* the same key twice */
    CHECK_EQ(rom_check_chunk(ROM_TAG_TEXT, data, 56, &error), ROM_BAD_CHUNK);
}
