/* Tests of collecting names for `oxcart ids`, and counts of collisions of the hash functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/names/hash.h"
#include "kernel/names/id.h"
#include "kernel/names/md5.h"
#include "tests/test.h"
#include "tools/data/ids.h"

static tool_error error;
static int warnings;
static char last_warning[800];

static void note(void *argument, report_severity severity, const tool_error *what) {
    (void)argument;
    warnings += severity == REPORT_WARNING;
    strncpy(last_warning, what->text, sizeof last_warning - 1);
}

static bool says(const char *words) {
    bool found = strstr(error.text, words) != NULL;
    if (!found) TEST_INFO("said: %s", error.text);
    return found;
}

static bool read_source(ids *list, const char *text) {
    return ids_read_source(list, "game.c", text, strlen(text), &error);
}
static bool read_list(ids *list, const char *text) {
    return ids_read_list(list, "level.txt", text, strlen(text), &error);
}
static bool writes(writer *out, const char *expected) {
    bool same = out->size == strlen(expected) && memcmp(out->data, expected, out->size) == 0;
    if (!same) TEST_INFO("wrote:\n%.*s", (int)out->size, (const char *)out->data);
    writer_free(out);
    return same;
}

TEST(names_tool_reads_sources) {
    ids list = {0};
    CHECK(read_source(&list,
                      "#define SID(literal) something\n"
                      "/* SID(\"comment\") */ // SID(\"another\")\n"
                      "const char *s = \"SID(\\\"inside\\\")\", c = '\"', d = SID ( /* x */ \"pac_man\" );\n"
                      "f(SID(\"Mesh\\\\Hero\"), MYSID(\"other\"), SIDE(\"side\"), SID(\"\"), SID(name));\n"
                      "SID(\n\"clyde\")"));
    CHECK(ids_check(&list, &error));
    CHECK_EQ(list.count, 3);
    CHECK(strcmp(list.names[0].name, "clyde") == 0 && list.names[0].line == 6);
    CHECK(strcmp(list.names[1].name, "Mesh\\Hero") == 0 && list.names[1].id == rom_id("mesh/hero"));
    CHECK(strcmp(list.names[2].name, "pac_man") == 0 && list.names[2].line == 3);
    ids_free(&list);
    CHECK(!read_source(&list, "\nSID(\"a\" \"b\")") && says("game.c:2: SID takes one text"));
    CHECK(!read_source(&list, "SID(\"a\\x41\")") && says("game.c:1: SID takes plain text"));
    CHECK(!read_source(&list, "SID(\"tail \")") && says("a blank at its end"));
    CHECK(!read_source(&list, "SID(\"a\tb\")") && says("control character"));
    CHECK(read_source(&list, "SID(\"unfinished") || says("close it"));
    CHECK(read_source(&list, "/* SID(\"open comment") && read_source(&list, "SID") &&
          read_source(&list, "\"\\"));
    ids_free(&list);
}

TEST(names_tool_ids_equal_those_at_run_time) {
    static const char text[] = "SID(\"pac_man\") SID(\"binky\") SID(\"pinky\") SID(\"inky\") SID(\"clyde\")";
    ids list = {0};
    writer out = {0};
    CHECK(read_source(&list, text) && ids_check(&list, &error));
    for (size_t i = 0; i < list.count; i++)
        CHECK_EQ(list.names[i].id, ox_id_of(ox_text_of(list.names[i].name)));
    ids_write_header(&list, "IDS_H", &out);
    CHECK(writes(
        &out, "/* Ids of names, written by oxcart ids: do not edit. */\n#ifndef IDS_H\n#define IDS_H\n\n"
              "#define SID_BINKY 0x8E67F667u\n#define SID_CLYDE 0x0E29DA90u\n#define SID_INKY 0x8AF3FA4Bu\n"
              "#define SID_PAC_MAN 0x69B38F09u\n#define SID_PINKY 0x94473285u\n\n#endif\n"));
    ids_write_list(&list, &out);
    CHECK(writes(&out, "8e67f667 binky\n0e29da90 clyde\n8af3fa4b inky\n69b38f09 pac_man\n94473285 pinky\n"));
    ids_free(&list);
}

TEST(names_tool_refuses_collisions) {
    ids list = {0};
    CHECK(read_source(&list, "SID(\"plumless\")\n") && read_list(&list, "other\n\nbuckeroo\n"));
    CHECK(!ids_check(&list, &error));
    CHECK(says("plumless") && says("buckeroo") && says("level.txt:3") && says("game.c:1") &&
          says("4ddb0c25"));
    ids_free(&list);
    CHECK(read_source(&list, "SID(\"achdptmb\")") && !ids_check(&list, &error));
    CHECK(says("achdptmb") && says("is 0"));
    ids_free(&list);
    CHECK(read_source(&list, "SID(\"a/b\") SID(\"a_b\")") && !ids_check(&list, &error));
    CHECK(says("a/b") && says("a_b") && says("constant"));
    ids_free(&list);
}

TEST(names_tool_reports_spellings_and_doubles) {
    tool_report said = {.tell = note};
    ids list = {.said = &said};
    warnings = 0;
    CHECK(read_source(&list, "SID(\"Doors\\\\Iron\")\nSID(\"doors/iron\") SID(\"doors/iron\")"));
    CHECK(ids_check(&list, &error));
    CHECK(list.count == 1 && warnings == 2);
    CHECK(strstr(last_warning, "doors/iron") != NULL && strstr(last_warning, "Doors\\Iron") != NULL);
    report_free(&said);
    ids_free(&list);
    CHECK(!read_list(&list, "gate\n# a note\ntorch\n  gate  \n")); /* objects of one level */
    CHECK(says("level.txt:4: \"gate\" stands in line 1 already"));
    ids_free(&list);
    CHECK(read_list(&list, "69b38f09 pac_man\nplain\n") && ids_check(&list, &error) && list.count == 2);
    CHECK(strcmp(ids_find(&list, 0x69b38f09), "pac_man") == 0 && ids_find(&list, 1) == NULL);
    writer out = {0};
    static const char log[] = "#69b38f09 meets #00000001, #69b38f090 and #69B38F09";
    ids_translate(&list, log, sizeof log - 1, &out);
    CHECK(writes(&out, "pac_man meets #00000001, #69b38f090 and pac_man"));
    ids_free(&list);
    CHECK(!read_list(&list, "69b38f08 pac_man\n") && says("not the id"));
    ids_free(&list);
    CHECK(!ids_read_image(&list, "x.rom", (const uint8_t *)"no image at all", 12, &error) && says("x.rom"));
}

TEST(names_tool_reads_carts_and_levels) {
    static const char cart[] = "title \"A\"\nmesh hero hero.obj\nraw map map.bin\ntext menu de.txt "
                               "language=de\npool bullet count=4 size=8\n"
                               "scene main\n  object hero at=0,0,0\nend\n";
    static const char level[] = "level 1\ntag wet\nspawn orc name=guard at=1,0,0\n  set target @chief\nspawn "
                                "orc name=chief at=2,0,0\n";
    ids list = {0};
    CHECK(ids_is_data("x/cart.txt", cart, sizeof cart - 1) &&
          ids_is_data("town.txt", level, sizeof level - 1));
    CHECK(!ids_is_data("notes.txt", "some words\n", 11));
    CHECK(ids_read_data(&list, "cart.txt", cart, sizeof cart - 1, &error) &&
          ids_read_data(&list, "town.txt", level, sizeof level - 1, &error));
    CHECK(ids_read_data(&list, "menu.txt", "start = Begin\n", 14, &error) && ids_check(&list, &error));
    static const char *const expected[] = {"bullet",     "chief", "guard",  "mesh/hero", "orc", "raw/map",
                                           "scene/main", "start", "target", "text/menu", "wet"};
    CHECK_EQ(list.count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < list.count && i < sizeof expected / sizeof expected[0]; i++) {
        if (strcmp(list.names[i].name, expected[i]) != 0)
            TEST_INFO("%s instead of %s", list.names[i].name, expected[i]);
        CHECK(strcmp(list.names[i].name, expected[i]) == 0);
    }
    ids_free(&list);
    static const char twice[] = "level 1\nspawn orc name=guard at=1,0,0\n\nspawn elf name=Guard at=1,0,0\n";
    CHECK(!ids_read_data(&list, "town.txt", twice, sizeof twice - 1, &error));
    CHECK(says("town.txt:4: an object \"Guard\" stands in line 2 already"));
    ids_free(&list);
}

TEST(names_tool_writes_constants_for_scripts) {
    ids list = {0};
    writer out = {0};
    CHECK(read_source(&list, "SID(\"pac_man\") SID(\"doors/iron\")") && ids_check(&list, &error));
    ids_write_script(&list, &out);
    CHECK(writes(&out, "// Names, written by oxcart ids: do not edit.\nconst SID_DOORS_IRON = "
                       "'doors/iron'\nconst SID_PAC_MAN = 'pac_man'\n"));
    ids_free(&list);
}

/* ---- collisions ---- */

enum { NAMES = 100000 };

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Counts hashes that equal an earlier one, and the places of 2^17 that the low bits of all hashes fill. */
static uint32_t count_collisions(uint32_t *hashes, uint32_t *places) {
    static uint8_t taken[1 << 17];
    uint32_t collisions = 0;
    memset(taken, 0, sizeof taken);
    *places = 0;
    for (int i = 0; i < NAMES; i++) {
        *places += taken[hashes[i] & 0x1FFFF] == 0;
        taken[hashes[i] & 0x1FFFF] = 1;
    }
    qsort(hashes, NAMES, sizeof *hashes, by_number);
    for (int i = 1; i < NAMES; i++) collisions += hashes[i] == hashes[i - 1];
    return collisions;
}

/* Names as carts have them: kinds, words and numbers. All differ. */
static void make_name(char name[64], int i) {
    static const char *const kinds[] = {"mesh", "texture", "sound", "scene", "npc"};
    static const char *const words[] = {"door", "hero", "guard", "lamp", "crate", "tree", "stone", "bridge"};
    snprintf(name, 64, "%s/%s_%s/%d", kinds[i % 5], words[i / 5 % 8], words[i / 40 % 8], i / 320);
}

TEST(names_hash_collisions_are_as_rare_as_chance) {
    static uint32_t hashes[5][NAMES];
    static const char *const titles[5] = {"CRC-32 (ids)", "lookup3", "Hsieh", "MD5, 32 bits",
                                          "mixed CRC key"};
    for (int i = 0; i < NAMES; i++) {
        char name[64];
        uint8_t digest[OX_MD5_BYTES];
        make_name(name, i);
        size_t length = strlen(name);
        ox_md5_of(name, length, digest);
        hashes[0][i] = rom_id_of(name, length);
        hashes[1][i] = ox_hash_lookup3(name, length, 0);
        hashes[2][i] = ox_hash_hsieh(name, length);
        hashes[3][i] =
            digest[0] | (uint32_t)digest[1] << 8 | (uint32_t)digest[2] << 16 | (uint32_t)digest[3] << 24;
        hashes[4][i] = ox_key_mixed(hashes[0][i], 32);
    }
    for (int f = 0; f < 5; f++) {
        uint32_t places, collisions = count_collisions(hashes[f], &places);
        TEST_INFO("%-14s %u collisions of 100,000 names (chance 1.2), %u of 131,072 places (chance 69,960)",
                  titles[f], (unsigned)collisions, (unsigned)places);
        CHECK(collisions <= (f == 2 ? 200u : 8u));
        CHECK(places > 60000);
    }
}

TEST(names_hash_of_floats) {
    static const struct {
        float value;
        uint32_t key;
    } cases[] = {{1.0f, 0x3F800000}, {-0.0f, 0}, {0.0f, 0}, {-2.5f, 0xC0200000}};
    for (int i = 0; i < 4; i++) {
        uint32_t bits;
        memcpy(&bits, &cases[i].value, sizeof bits);
        CHECK_EQ(ox_key_ieee32(bits), cases[i].key);
    }
}
