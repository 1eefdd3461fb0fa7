/* Attributes of tiles, and the cutting of maps by reachability. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixedmath/random.h"
#include "rom/check.h"
#include "rom/region.h"
#include "rom/table.h"
#include "tests/test.h"
#include "tools/convert/pack_companion.h"
#include "tools/convert/tile_rules.h"
#include "tools/import/base/file.h"

static tool_error error;
static cart owner;

static pack_source source_of(const char *text, const cart_asset *asset) {
    return (pack_source){.c = &owner,
                         .asset = asset,
                         .path = "town.rules",
                         .data = (const uint8_t *)text,
                         .size = strlen(text),
                         .error = &error};
}

TEST(tile_rules_attributes_round_trip) {
    static const char text[] =
        "field cost -1..14\nfield block flag\nfield water flag\nfield sound 0..3\nfield level 0..7\n"
        "tile 0..900 cost=1\ntile 40..49 block sound=2\ntile 44 cost=14 water level=7\ntile 899 sound=3\n";
    const pack_source source = source_of(text, NULL);
    tile_rules *r = tile_rules_read(&source), *again = NULL;
    if (r == NULL) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    if (r == NULL) return;
    writer written = {0};
    CHECK_EQ(r->tile_count, 901);
    CHECK_EQ(tile_rules_value(r, tile_rules_field(r, "cost"), r->values[44]), 14);
    CHECK_EQ(tile_rules_value(r, tile_rules_field(r, "cost"), r->values[5000]), -1);
    CHECK_EQ(tile_rules_value(r, tile_rules_field(r, "sound"), r->values[44]), 2);
    CHECK(tile_rules_field(r, "nothing") == UINT32_MAX);
    tile_rules_write(r, &written);
    writer_u8(&written, 0);
    const pack_source back = source_of((const char *)written.data, NULL);
    again = tile_rules_read(&back);
    CHECK(again != NULL);
    if (again != NULL) {
        CHECK_EQ(memcmp(again->values, r->values, sizeof r->values), 0);
        CHECK_EQ(memcmp(again->fields, r->fields, sizeof r->fields), 0);
    }
    /* fields are read through the table of an image, and each by itself */
    writer chunk = {0};
    rom_table table;
    rom_error fault;
    uint32_t wrong = 0;
    writer_zeros(&chunk, ROM_TABLE_SIZE);
    writer_put_u16(&chunk, 0, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(&chunk, 2, ROM_TABLE_SIZE);
    CHECK(convert_attributes(&source, &chunk));
    writer_align(&chunk, 4);
    CHECK_EQ(rom_check_chunk(ROM_TAG_TABLE, chunk.data, chunk.size, &fault), ROM_OK);
    CHECK_EQ(
        rom_table_bind(chunk.data,
                       &(rom_table_shape){.kind = ROM_TABLE_U16, .dimensions = 1, .width = 901, .height = 1},
                       &table, &fault),
        ROM_OK);
    for (uint32_t t = 0; t < 901; t++) {
        uint16_t packed = (uint16_t)rom_table_element(&table, t, 0), built = 0;
        for (uint32_t f = 0; f < r->field_count; f++)
            built = tile_rules_with(r, f, built, tile_rules_value(r, f, packed));
        wrong += packed != r->values[t] || built != packed;
    }
    CHECK_EQ(wrong, 0);
    writer_free(&chunk);
    writer_free(&written);
    free(r);
    free(again);
}

TEST(tile_rules_faults_name_their_line) {
    static const struct {
        const char *text, *wanted;
    } faults[] = {{"feld a flag\n", "town.rules:1: `feld` is unknown"},
                  {"field a 3..3\n", "no range"},
                  {"field a flag\nfield a flag\n", "town.rules:2: field `a` is there already"},
                  {"field a 0..65535\nfield b flag\n", "take 17 bits"},
                  {"field a flag\ntile 1 a\nfield b flag\n", "above the tiles"},
                  {"field a flag\ntile 70000 a\n", "0 to 65535"},
                  {"field a flag\ntile x a\n", "no number of a tile"},
                  {"field a 0..9\ntile 1 a\n", "`a=NUMBER` is wanted"},
                  {"field a 0..9\ntile 1 a=10\n", "a is 0 to 9, not `10`"},
                  {"tile 1 b\n", "no field `b`"},
                  {"start 1\n", "`start X,Y`"},
                  {"object o 1,1\n", "`object NAME"},
                  {"object o 1,1 2x2 tree\n", "`object NAME"}};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const pack_source source = source_of(faults[i].text, NULL);
        tile_rules *r = tile_rules_read(&source);
        if (r != NULL || strstr(error.text, faults[i].wanted) == NULL)
            test_fail(__FILE__, (int)i, error.text, r != NULL, 0);
        free(r);
    }
}

/* ---- maps ---- */

enum { WIDTH = 96, HEIGHT = 48, REGION = 24 };
static char map_text[60000], folder[] = "/tmp/oxcart_rules_XXXXXX";

static uint32_t tile_at(uint32_t x, uint32_t y) {
    /* walls shut a yard off from the rest */
    bool wall = x == 40 || (y == 20 && x < 40) || x == 0 || y == 0;
    return wall ? 9 : 1 + (x * 5 + y) % 3;
}

/* Converts the map with rules that lie in a file beside it. */
static bool convert(const char *rules, writer *out) {
    char path[80];
    cart_asset asset = {
        .name = "town",
        .kind = "regions",
        .options = {
            {"width", "24"}, {"height", "24"}, {"tile", "8x8"}, {"fill", "0"}, {"rules", "town.rules"}}};
    pack_companions companions;
    size_t used = 0;
    memset(&companions, 0, sizeof companions);
    memset(out, 0, sizeof *out);
    owner.width = 160;
    owner.height = 120;
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t x = 0; x < WIDTH; x++)
            used += (size_t)snprintf(map_text + used, sizeof map_text - used, x == 0 ? "%u" : ",%u",
                                     (unsigned)tile_at(x, y));
        used += (size_t)snprintf(map_text + used, sizeof map_text - used, "\n");
    }
    snprintf(path, sizeof path, "%s/town.rules", folder);
    if (!import_file_write(path, rules, strlen(rules), &error)) return false;
    pack_source source = source_of(map_text, &asset);
    char own[80];
    snprintf(own, sizeof own, "%s/town.csv", folder);
    source.path = own;
    source.companions = &companions;
    writer_zeros(out, ROM_REGION_MAP_SIZE);
    writer_put_u16(out, 0, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(out, 2, ROM_REGION_MAP_SIZE);
    bool ok = convert_regions(&source, out);
    writer_align(out, 4);
    pack_companion_free(&companions);
    remove(path);
    return ok;
}

TEST(tile_rules_regions_out_of_reach_are_absent) {
    static const char rules[] =
        "field block flag\ntile 9 block\nstart 5,5\nobject house 2,2 4x3\nobject rampart 0,20 41x1 wall\n";
    static uint8_t tiles[REGION * REGION];
    writer chunk, all;
    rom_error fault;
    uint32_t absent = 0, wrong = 0;
    CHECK(mkdtemp(folder) != NULL);
    bool made = convert(rules, &chunk);
    if (!made) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    if (!made) return;
    CHECK_EQ(rom_check_chunk(ROM_TAG_REGION_MAP, chunk.data, chunk.size, &fault), ROM_OK);
    for (uint32_t r = 0; r < 8; r++) {
        rom_region region = rom_region_at(chunk.data, r % 4, r / 4);
        bool out_of_reach = r >= 4 || r % 4 > 1; /* the yard is 40 x 20 */
        CHECK_EQ(region.data == NULL, out_of_reach);
        CHECK_EQ(rom_region_unpack(chunk.data, &region, tiles, sizeof tiles, &fault), ROM_OK);
        absent += region.data == NULL;
        for (uint32_t i = 0; i < sizeof tiles; i++)
            wrong += tiles[i] !=
                     (out_of_reach ? 0 : tile_at(r % 4 * REGION + i % REGION, r / 4 * REGION + i / REGION));
    }
    CHECK_EQ(absent, 6);
    CHECK_EQ(wrong, 0);
    /* without a start the map has all regions, which equal the map */
    CHECK(convert("field block flag\n", &all));
    for (uint32_t r = 0; r < 8; r++) {
        rom_region region = rom_region_at(all.data, r % 4, r / 4);
        CHECK_EQ(rom_region_unpack(all.data, &region, tiles, sizeof tiles, &fault), ROM_OK);
        for (uint32_t i = 0; i < sizeof tiles; i++)
            wrong += tiles[i] != tile_at(r % 4 * REGION + i % REGION, r / 4 * REGION + i / REGION);
    }
    CHECK_EQ(wrong, 0);
    CHECK(chunk.size < all.size); /* absent regions have no bytes */
    writer_free(&chunk);
    writer_free(&all);
    rmdir(folder);
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
}

TEST(tile_rules_houses_across_borders_are_named) {
    writer chunk;
    CHECK(mkdtemp(folder) != NULL);
    CHECK(!convert(
        "object mill 2,2 3x3\nobject house 22,3 4x3\nobject barn 30,20 4x8\nobject wall 0,10 90x1 wall\n",
        &chunk));
    CHECK(strstr(error.text, "town.rules:2: across the border of a region: `house`, `barn`;") != NULL);
    writer_free(&chunk);
    CHECK(!convert("object mill 90,2 9x3\n", &chunk));
    CHECK(strstr(error.text, "town.rules:1: `mill` reaches beyond the map") != NULL);
    writer_free(&chunk);
    CHECK(!convert("start 96,0\n", &chunk));
    CHECK(strstr(error.text, "start 96,0 lies outside") != NULL);
    writer_free(&chunk);
    rmdir(folder);
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
}
