/* Maps of scripts: a map made by hand, read in all ways; maps that are cut, changed, or another module's. */
#include <string.h>

#include "kernel/names/id.h"
#include "kernel/script/map.h"
#include "tests/test.h"

enum { CHECKSUM = 0x12345678, LONG_LINE = 300 };

/* Two files; `Hero.jump` of the second with three statements and a local; `Hero on tick` of the first with one; `total` of the module, `speed` of behaviour
 * 2. */
static const uint8_t whole[] = {
    0x78, 0x56, 0x34,       0x12,                                       /* checksum */
    2,    'a',  '.',        'g',        0,          'b',  '.',  'g', 0, /* files */
    8,    'H',  'e',        'r',        'o',        0,    'j',  'u', 'm', 'p',        0,
    'o',  'n',  0, /* words 0, 1, 2 */
    't',  'i',  'c',        'k',        0,          'h',  0,    'i', 'n', 't',        0,
    't',  'o',  't',                                                    /* 3, 4, 5, 6 */
    'a',  'l',  0,          's',        'p',        'e',  'e',  'd', 0, /* 7 */
    2,                                                                  /* functions */
    18,   1,    0 << 2 | 1, 1 << 2 | 0,                                 /* Hero.jump in b.g */
    3,    0,    20,         4,          2,          0x80, 0x02, 3,      /* 0: line 10; 4: 11; 260: 9 */
    1,    4,    5,          2 << 4 | 1, 1,          4,    7,            /* h: int in cell 2 from 4 to 10 */
    9,    0,    0 << 2 | 2, 2 << 2 | 2, 3 << 2 | 0,                     /* Hero on tick in a.g */
    1,    0,    0xD8,       0x04,       0,                              /* 0: line 300 */
    2,    0,    6,          5,          0 << 4 | 1, 1,    3,    7,   5,   5 << 4 | 2, 1 /* total, speed */
};

static rom_status open_bytes(ox_script_map *map, const uint8_t *bytes, size_t size) {
    return ox_script_map_open(map, bytes, size, CHECKSUM, NULL);
}

TEST(script_map_tells_lines_and_names) {
    ox_script_map map;
    char name[16];
    CHECK_EQ(open_bytes(&map, whole, sizeof whole), ROM_OK);
    CHECK_EQ(map.functions, 2);
    CHECK_EQ(ox_script_map_line(&map, 0, 0), 10);
    CHECK_EQ(ox_script_map_line(&map, 0, 3), 10);
    CHECK_EQ(ox_script_map_line(&map, 0, 4), 11);
    CHECK_EQ(ox_script_map_line(&map, 0, 259), 11);
    CHECK_EQ(ox_script_map_line(&map, 0, 260), 9);
    CHECK_EQ(ox_script_map_line(&map, 0, 65535), 9);
    CHECK_EQ(ox_script_map_line(&map, 1, 7), LONG_LINE);
    CHECK_EQ(ox_script_map_line(&map, 2, 0), 0);
    CHECK(ox_script_map_name(&map, 0, name, sizeof name));
    CHECK(strcmp(name, "Hero.jump") == 0);
    CHECK(ox_script_map_name(&map, 1, name, sizeof name));
    CHECK(strcmp(name, "Hero on tick") == 0);
    CHECK(ox_script_map_name(&map, 1, name, 7));
    CHECK(strcmp(name, "Hero o") == 0);
    CHECK(!ox_script_map_name(&map, 2, name, sizeof name));
    CHECK(strcmp(ox_script_map_file(&map, 0), "b.g") == 0);
    CHECK(strcmp(ox_script_map_file(&map, 1), "a.g") == 0);
    CHECK(ox_script_map_file(&map, 2) == NULL);
    CHECK(strcmp(ox_script_map_word_of(&map, rom_id("tick")), "tick") == 0);
    CHECK(ox_script_map_word_of(&map, rom_id("tock")) == NULL);
    CHECK(ox_script_map_word(&map, 8) == NULL);
}

TEST(script_map_lists_statements_and_variables) {
    static const ox_script_map_row rows[] = {{0, 0, 10}, {0, 4, 11}, {0, 260, 9}, {1, 0, LONG_LINE}};
    ox_script_map map;
    ox_script_map_row row;
    ox_script_map_variable v;
    CHECK_EQ(open_bytes(&map, whole, sizeof whole), ROM_OK);
    ox_script_map_walk walk = ox_script_map_begin(&map);
    for (uint32_t i = 0; i < 4; i++) {
        CHECK(ox_script_map_next_row(&walk, &row));
        CHECK(row.function == rows[i].function && row.byte == rows[i].byte && row.line == rows[i].line);
    }
    CHECK(!ox_script_map_next_row(&walk, &row));
    walk = ox_script_map_begin(&map);
    CHECK(ox_script_map_next_variable(&walk, &v));
    CHECK(strcmp(ox_script_map_word(&map, v.name), "h") == 0);
    CHECK(strcmp(ox_script_map_word(&map, v.type), "int") == 0);
    CHECK(v.function == 0 && v.behaviour == OX_SCRIPT_NONE && v.cell == 2 && v.cells == 1 && v.kind == 1);
    CHECK(v.from == 4 && v.to == 10);
    CHECK(ox_script_map_next_variable(&walk, &v));
    CHECK(strcmp(ox_script_map_word(&map, v.name), "total") == 0);
    CHECK(v.function == OX_SCRIPT_NONE && v.behaviour == OX_SCRIPT_NONE && v.from == 0 && v.to == UINT16_MAX);
    CHECK(ox_script_map_next_variable(&walk, &v));
    CHECK(strcmp(ox_script_map_word(&map, v.name), "speed") == 0);
    CHECK(v.behaviour == 2 && v.cell == 5 && v.kind == 2);
    CHECK(!ox_script_map_next_variable(&walk, &v));
    CHECK(!ox_script_map_next_variable(&walk, &v));
}

TEST(script_map_of_another_module_is_refused) {
    ox_script_map map;
    rom_error error;
    CHECK_EQ(ox_script_map_open(&map, whole, sizeof whole, CHECKSUM + 1, &error), ROM_BAD_CONTENT_CRC);
    CHECK(strstr(error.text, "checksum 12345678, not of 12345679") != NULL);
    CHECK(map.bytes == NULL && map.functions == 0);
    CHECK_EQ(ox_script_map_line(&map, 0, 0), 0);
    CHECK(ox_script_map_word_of(&map, rom_id("tick")) == NULL);
}

/* Reads all that a map tells. */
static void read_all(const ox_script_map *map) {
    ox_script_map_row row;
    ox_script_map_variable v;
    char name[8];
    for (ox_script_map_walk walk = ox_script_map_begin(map); ox_script_map_next_row(&walk, &row);)
        (void)ox_script_map_line(map, row.function, row.byte);
    for (ox_script_map_walk walk = ox_script_map_begin(map); ox_script_map_next_variable(&walk, &v);)
        CHECK(ox_script_map_word(map, v.name) != NULL && ox_script_map_word(map, v.type) != NULL);
    for (uint32_t i = 0; i < map->functions; i++)
        CHECK(ox_script_map_name(map, i, name, sizeof name) && ox_script_map_file(map, i) != NULL);
    (void)ox_script_map_word_of(map, 0);
}

TEST(script_map_cut_or_changed_is_refused_or_good) {
    uint8_t bytes[sizeof whole];
    ox_script_map map;
    uint32_t refused = 0;
    for (size_t size = 0; size < sizeof whole; size++) {
        CHECK(open_bytes(&map, whole, size) != ROM_OK && map.bytes == NULL);
    }
    for (size_t at = 4; at < sizeof whole; at++)
        for (uint32_t value = 0; value < 256; value++) {
            memcpy(bytes, whole, sizeof whole);
            bytes[at] = (uint8_t)value;
            if (open_bytes(&map, bytes, sizeof whole) == ROM_OK)
                read_all(&map);
            else
                refused++;
        }
    CHECK(refused > (sizeof whole - 4) * 100);
}

/* A number of more than 32 bits, a word that the map does not have, a kind that no value has. */
TEST(script_map_numbers_out_of_range_are_refused) {
    static const struct { uint8_t at, value; } wrong[] = {{54, 8 << 2}, {66, 2 << 4 | 10}, {52, 2}};
    uint8_t bytes[sizeof whole];
    ox_script_map map;
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        memcpy(bytes, whole, sizeof whole);
        bytes[wrong[i].at] = wrong[i].value;
        CHECK_EQ(open_bytes(&map, bytes, sizeof whole), ROM_BAD_CHUNK);
    }
    static const uint8_t long_number[] = {0x78, 0x56, 0x34, 0x12, 0x80, 0x80, 0x80, 0x80, 0x10, 0, 0, 0};
    CHECK_EQ(open_bytes(&map, long_number, sizeof long_number), ROM_BAD_CHUNK);
    static const uint8_t least[] = {0x78, 0x56, 0x34, 0x12, 0, 0, 0, 0};
    CHECK_EQ(open_bytes(&map, least, sizeof least), ROM_OK);
    read_all(&map);
}
