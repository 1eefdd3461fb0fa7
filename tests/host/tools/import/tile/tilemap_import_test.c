/* Maps in every supported form: all forms of a map give one map; refusals. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/base/checksum.h"
#include "tools/import/base/deflate.h"
#include "tools/import/base/file.h"
#include "tools/import/tile/tilemap.h"

static tool_error error;
static import_tilemap map;

static bool parse(const char *text) {
    error.text[0] = 0;
    return import_tilemap_from_memory("maps/t.tmx", text, strlen(text), &map, &error);
}

static bool refused(const char *text, const char *part) {
    if (parse(text)) {
        import_tilemap_free(&map);
        TEST_INFO("accepted: %.200s", text);
        return false;
    }
    if (strstr(error.text, part) == NULL) TEST_INFO("%s", error.text);
    return strstr(error.text, part) != NULL && map.layers == NULL && map.arena.newest == NULL;
}

/* ---- a map of 3 x 2 in all of Tiled's forms ---- */

static const uint32_t cells[6] = {1, 0x80000002u, 0, 4, 0x60000001u, 3};

#define HEAD                                                                                                 \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" "          \
    "renderorder=\"right-down\" "                                                                            \
    "width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"8\" infinite=\"0\">\n"
#define SET                                                                                                  \
    "<tileset firstgid=\"1\" name=\"ground\" tilewidth=\"16\" tileheight=\"8\" tilecount=\"4\" "             \
    "columns=\"2\">"                                                                                         \
    "<image source=\"ground.png\" width=\"32\" height=\"16\"/></tileset>\n"

static const char *base64(const uint8_t *data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static char text[400];
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = (uint32_t)data[i] << 16 | (i + 1 < size ? (uint32_t)data[i + 1] << 8 : 0) |
                        (i + 2 < size ? data[i + 2] : 0u);
        for (int d = 0; d < 4; d++)
            text[used++] = i + (size_t)d > size ? '=' : digits[bits >> (18 - 6 * d) & 63];
    }
    text[used] = 0;
    return text;
}

static size_t cell_bytes(uint8_t out[24]) {
    for (int i = 0; i < 24; i++) out[i] = (uint8_t)(cells[i / 4] >> (8 * (i % 4)));
    return 24;
}

/* Writes zlib data with one stored block. */
static size_t zlib(const uint8_t *data, size_t size, uint8_t *out) {
    uint32_t sum = import_adler32(1, data, size);
    uint8_t head[7] = {0x78, 1, 1, (uint8_t)size, 0, (uint8_t)~size, 0xFF};
    memcpy(out, head, 7);
    memcpy(out + 7, data, size);
    for (int i = 0; i < 4; i++) out[7 + size + (size_t)i] = (uint8_t)(sum >> (24 - 8 * i));
    return size + 11;
}

static size_t gzip(const uint8_t *data, size_t size, uint8_t *out) {
    uint32_t sum = import_crc32(0, data, size);
    uint8_t head[17] = {0x1F, 0x8B,           8,   8, 0, 0, 0, 0, 0, 3, 'm', 0, 1, (uint8_t)size,
                        0,    (uint8_t)~size, 0xFF};
    memcpy(out, head, 17);
    memcpy(out + 17, data, size);
    for (int i = 0; i < 4; i++) out[17 + size + (size_t)i] = (uint8_t)(sum >> (8 * i));
    memset(out + 21 + size, 0, 4);
    out[21 + size] = (uint8_t)size;
    return size + 25;
}

static void check_map(const char *how) {
    CHECK_EQ(map.width, 3);
    CHECK_EQ(map.height, 2);
    CHECK_EQ(map.tile_width, 16);
    CHECK_EQ(map.layer_count, 1);
    CHECK_EQ(map.set_count, 1);
    if (map.layer_count == 1 && map.layers[0].cells != NULL) {
        CHECK(memcmp(map.layers[0].cells, cells, sizeof cells) == 0);
        CHECK(strcmp(map.layers[0].name, "base") == 0);
        CHECK(strcmp(map.sets[0].image, "maps/ground.png") == 0);
    } else {
        TEST_INFO("%s: %s", how, error.text);
    }
    import_tilemap_free(&map);
}

TEST(tilemap_every_encoding_gives_the_same_cells) {
    uint8_t plain[24], packed[80];
    char text[1500];
    size_t size = cell_bytes(plain);
    const char *list = "1,2147483650,0,\n4,1610612737,3";
    snprintf(text, sizeof text,
             HEAD SET "<layer id=\"1\" name=\"base\" width=\"3\" height=\"2\"><data "
                      "encoding=\"csv\">\n%s\n</data></layer></map>",
             list);
    CHECK(parse(text));
    check_map("csv");
    snprintf(text, sizeof text,
             HEAD SET
             "<layer name=\"base\"><data><tile gid=\"1\"/><tile gid=\"2147483650\"/><tile/><tile gid=\"4\"/>"
             "<tile gid=\"1610612737\"/><tile gid=\"3\"/></data></layer></map>");
    CHECK(parse(text));
    check_map("elements");
    snprintf(text, sizeof text,
             HEAD SET "<layer name=\"base\"><data encoding=\"base64\">\n %s\n</data></layer></map>",
             base64(plain, size));
    CHECK(parse(text));
    check_map("base64");
    size = zlib(plain, 24, packed);
    snprintf(text, sizeof text,
             HEAD SET
             "<layer name=\"base\"><data encoding=\"base64\" compression=\"zlib\">%s</data></layer></map>",
             base64(packed, size));
    CHECK(parse(text));
    check_map("zlib");
    size = gzip(plain, 24, packed);
    snprintf(text, sizeof text,
             HEAD SET
             "<layer name=\"base\"><data encoding=\"base64\" compression=\"gzip\">%s</data></layer></map>",
             base64(packed, size));
    CHECK(parse(text));
    check_map("gzip");
#define JSON                                                                                                 \
    "{\"type\":\"map\",\"width\":3,\"height\":2,\"tilewidth\":16,\"tileheight\":8,\"infinite\":false,"       \
    "\"orientation\":\"orthogonal\","                                                                        \
    "\"tilesets\":[{\"firstgid\":1,\"name\":\"ground\",\"tilewidth\":16,\"tileheight\":8,\"tilecount\":4,"   \
    "\"columns\":2,\"image\":\"ground.png\"}],"                                                              \
    "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"base\",\"width\":3,\"height\":2,"
    snprintf(text, sizeof text, JSON "\"data\":[%s]}]}", list);
    CHECK(parse(text));
    check_map("json");
    size = zlib(plain, 24, packed);
    snprintf(text, sizeof text, JSON "\"encoding\":\"base64\",\"compression\":\"zlib\",\"data\":\"%s\"}]}",
             base64(packed, size));
    CHECK(parse(text));
    check_map("json zlib");
}

TEST(tilemap_layers_groups_objects_and_properties) {
    CHECK(parse("<map orientation=\"hexagonal\" staggeraxis=\"x\" staggerindex=\"even\" hexsidelength=\"7\" "
                "width=\"1\" height=\"1\" "
                "tilewidth=\"14\" tileheight=\"12\"><properties><property name=\"gravity\" type=\"float\" "
                "value=\"9.5\"/></properties>"
                "<tileset firstgid=\"1\" name=\"a\" tilewidth=\"14\" tileheight=\"12\" "
                "tilecount=\"3\"><image source=\"a.png\"/>"
                "<tile id=\"2\" class=\"water\"><properties><property name=\"cost\" type=\"int\" "
                "value=\"5\"/></properties>"
                "<animation><frame tileid=\"1\" duration=\"100\"/><frame tileid=\"2\" "
                "duration=\"150\"/></animation></tile></tileset>"
                "<group name=\"back\" opacity=\"0.5\" offsetx=\"3\" visible=\"0\"><layer name=\"sky\" "
                "opacity=\"0.5\" offsetx=\"1\">"
                "<data encoding=\"csv\">3</data></layer></group>"
                "<objectgroup name=\"things\"><object id=\"7\" name=\"spawn\" type=\"player\" x=\"1.5\" "
                "y=\"-2\"><point/></object>"
                "<object id=\"8\" x=\"0\" y=\"0\" width=\"4\" height=\"5\" rotation=\"90\"/>"
                "<object id=\"9\" x=\"0\" y=\"0\"><polygon points=\"0,0 4,0 4.5,-3\"/></object>"
                "<object id=\"10\" x=\"0\" y=\"0\" gid=\"2147483651\" width=\"14\" height=\"12\"/>"
                "<object id=\"11\" x=\"0\" y=\"0\"><ellipse/></object><object id=\"12\" x=\"0\" "
                "y=\"0\"><text>Hi &amp; ho</text></object>"
                "<object id=\"13\" x=\"0\" y=\"0\"><polyline points=\"0,0 1,1\"/></object></objectgroup>"
                "<imagelayer name=\"far\"><image source=\"far.png\"/></imagelayer></map>"));
    CHECK_EQ(map.kind, IMPORT_TILEMAP_HEXAGONAL);
    CHECK(map.stagger_x && map.stagger_even);
    CHECK_EQ(map.hexagon_side, 7);
    const import_property *p = import_property_find(&map.properties, "gravity");
    CHECK(p != NULL && strcmp(p->value, "9.5") == 0 && strcmp(p->kind, "float") == 0);
    CHECK_EQ(map.layer_count, 3);
    const import_map_layer *sky = &map.layers[0], *things = &map.layers[1];
    CHECK(strcmp(sky->name, "back/sky") == 0 && !sky->visible && sky->opacity == 0.25 && sky->offset_x == 4);
    CHECK_EQ(sky->cells[0], 3);
    uint32_t number = 9;
    CHECK(import_tilemap_set(&map, 3, &number) == &map.sets[0] && number == 2);
    CHECK(import_tilemap_set(&map, 4, &number) == NULL && import_tilemap_set(&map, 0, &number) == NULL);
    const import_tile *tile = &map.sets[0].tiles[0];
    CHECK(tile->number == 2 && strcmp(tile->kind, "water") == 0 && tile->frame_count == 2 &&
          tile->frames[1].milliseconds == 150);
    CHECK(strcmp(import_property_find(&tile->properties, "cost")->value, "5") == 0);
    CHECK_EQ(things->object_count, 7);
    const import_map_object *o = things->objects;
    CHECK(o[0].shape == IMPORT_SHAPE_POINT && o[0].id == 7 && o[0].x == 1.5 && o[0].y == -2 &&
          strcmp(o[0].kind, "player") == 0);
    CHECK(o[1].shape == IMPORT_SHAPE_RECTANGLE && o[1].width == 4 && o[1].rotation == 90);
    CHECK(o[2].shape == IMPORT_SHAPE_POLYGON && o[2].point_count == 3 && o[2].points[4] == 4.5 &&
          o[2].points[5] == -3);
    CHECK(o[3].shape == IMPORT_SHAPE_TILE && o[3].tile == 0x80000003u);
    CHECK(o[4].shape == IMPORT_SHAPE_ELLIPSE && o[5].shape == IMPORT_SHAPE_TEXT &&
          strcmp(o[5].text, "Hi & ho") == 0);
    CHECK(o[6].shape == IMPORT_SHAPE_POLYLINE && o[6].point_count == 2);
    CHECK(map.layers[2].kind == IMPORT_LAYER_IMAGE && strcmp(map.layers[2].image, "maps/far.png") == 0);
    import_tilemap_free(&map);
}

TEST(tilemap_json_objects_and_outer_sets) {
    char folder[] = "/tmp/oxcart-tilemap-XXXXXX", outer[64], inner[64], picture[64];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(outer, sizeof outer, "%s/t_set.tsj", folder);
    snprintf(inner, sizeof inner, "%s/t.tmj", folder);
    snprintf(picture, sizeof picture, "%s/b.png", folder);
    const char *set = "{\"type\":\"tileset\",\"name\":\"b\",\"tilewidth\":8,\"tileheight\":8,\"tilecount\":2,"
                      "\"image\":\"b.png\","
                      "\"tiles\":[{\"id\":1,\"type\":\"wall\",\"properties\":[{\"name\":\"solid\",\"type\":"
                      "\"bool\",\"value\":true}]}]}";
    CHECK(import_file_write(outer, set, strlen(set), &error));
    const char *text =
        "{\"type\":\"map\",\"width\":1,\"height\":1,\"tilewidth\":8,\"tileheight\":8,"
        "\"tilesets\":[{\"firstgid\":5,\"source\":\"t_set.tsj\"}],"
        "\"layers\":[{\"type\":\"group\",\"name\":\"g\",\"layers\":[{\"type\":\"tilelayer\",\"name\":\"l\","
        "\"data\":[6]}]},"
        "{\"type\":\"objectgroup\",\"name\":\"o\",\"objects\":[{\"id\":1,\"x\":2,\"y\":3.25,\"point\":true},"
        "{\"id\":2,\"x\":0,\"y\":0,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":5,\"y\":6},{\"x\":0,\"y\":1}],"
        "\"properties\":[{\"name\":\"n\",\"type\":\"int\",\"value\":7}]}]}]}";
    CHECK(import_tilemap_from_memory(inner, text, strlen(text), &map, &error));
    CHECK_EQ(map.layer_count, 2);
    CHECK(strcmp(map.layers[0].name, "g/l") == 0 && map.layers[0].cells[0] == 6);
    CHECK(strcmp(map.sets[0].image, picture) == 0 && strcmp(map.sets[0].tiles[0].kind, "wall") == 0);
    CHECK(strcmp(map.sets[0].tiles[0].properties.items[0].value, "true") == 0);
    const import_map_object *o = map.layers[1].objects;
    CHECK(o[0].shape == IMPORT_SHAPE_POINT && o[0].y == 3.25 && o[1].point_count == 3 && o[1].points[3] == 6);
    CHECK(strcmp(o[1].properties.items[0].value, "7") == 0);
    import_tilemap_free(&map);
    const char *chain = "{\"type\":\"tileset\",\"source\":\"t_set.tsj\",\"tilewidth\":8,\"tileheight\":8}";
    CHECK(import_file_write(outer, chain, strlen(chain), &error));
    CHECK(!import_tilemap_from_memory(inner, text, strlen(text), &map, &error) &&
          strstr(error.text, "further one") != NULL);
    remove(outer);
    CHECK(!import_tilemap_from_memory(inner, text, strlen(text), &map, &error) &&
          strstr(error.text, "t_set.tsj") != NULL);
    CHECK_EQ(rmdir(folder), 0);
}

TEST(tilemap_refuses_by_element) {
#define LAYER(x) HEAD SET "<layer name=\"l\">" x "</layer></map>"
    CHECK(refused("<map width=\"0\" height=\"2\" tilewidth=\"1\" tileheight=\"1\"/>", "no cells"));
    CHECK(refused("<map width=\"99999\" height=\"2\" tilewidth=\"1\" tileheight=\"1\"/>", "from 0 to 16384"));
    CHECK(refused("<map width=\"16384\" height=\"16384\" tilewidth=\"1\" tileheight=\"1\"/>", "64 million"));
    CHECK(refused("<map height=\"2\" tilewidth=\"1\" tileheight=\"1\"/>", "`width` is missing"));
    CHECK(refused("<map orientation=\"round\" width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\"/>",
                  "one of orthogonal"));
    CHECK(refused("<svg/>", "a map of Tiled"));
    CHECK(refused("{\"type\":\"tileset\"}", "a map of Tiled"));
    CHECK(refused(LAYER(""), "no data"));
    CHECK(refused(LAYER("<data encoding=\"csv\">1,2,3,4,1</data>"), "5 cells where 6"));
    CHECK(refused(LAYER("<data encoding=\"csv\">1,2,3,4,1,1,1</data>"), "more than its 6 cells"));
    CHECK(refused(LAYER("<data encoding=\"csv\">1,2,x,4,1,1</data>"), "cell 3 of 6"));
    CHECK(refused(LAYER("<data encoding=\"csv\">1,2,99999999999,4,1,1</data>"), "cell 3 of 6"));
    CHECK(refused(LAYER("<data encoding=\"csv\">1,2,3,4,1,9</data>"), "cell 2,1: tile 9 belongs to no set"));
    CHECK(refused(LAYER("<data><tile gid=\"1\"/></data>"), "1 cells where 6"));
    CHECK(refused(LAYER("<data encoding=\"base64\">AAAA</data>"), "fewer cells"));
    CHECK(refused(LAYER("<data encoding=\"base64\">A*AA</data>"), "`*` stands in base64"));
    CHECK(refused(LAYER("<data encoding=\"base64\" compression=\"zlib\">AAAAAAAA</data>"), "damaged"));
    CHECK(refused(LAYER("<data encoding=\"base64\" compression=\"gzip\">AAAAAAAA</data>"), "no gzip"));
    CHECK(refused(LAYER("<data encoding=\"base64\" compression=\"zstd\">AAAA</data>"),
                  "packed by zstd are not read"));
    CHECK(refused(LAYER("<data encoding=\"base64\" compression=\"lzma\">AAAA</data>"), "one of "));
    CHECK(refused(HEAD SET "<layer name=\"l\" width=\"4\" height=\"2\"><data/></layer></map>",
                  "4 x 2 cells, the map 3 x 2"));
    CHECK(refused(HEAD SET SET "</map>", "within the one before"));
    CHECK(refused(HEAD "<tileset firstgid=\"1\" tilewidth=\"0\" tileheight=\"1\"/></map>", "without a size"));
    CHECK(refused(HEAD "<tileset tilewidth=\"1\" tileheight=\"1\"/></map>", "`firstgid` is missing"));
    CHECK(refused(HEAD "<objectgroup><object x=\"a\"/></objectgroup></map>", "x=\"a\""));
    CHECK(refused(HEAD "<objectgroup><object><polygon points=\"1,2 3\"/></object></objectgroup></map>",
                  "pairs of numbers"));
    CHECK(refused(HEAD "<objectgroup><object><polygon points=\"\"/></object></objectgroup></map>",
                  "no points"));
    CHECK(refused("{\"type\":\"map\",\"width\":1,\"height\":1,\"tilewidth\":1,\"tileheight\":1,\"layers\":[{"
                  "\"name\":\"x\"}]}",
                  "tell its type"));
    CHECK(refused("{\"type\":\"map\",\"width\":1,\"height\":1,\"tilewidth\":1,\"tileheight\":1,\"layers\":[{"
                  "\"type\":\"tilelayer\",\"data\":[1.5]}]}",
                  "whole number"));
    char deep[2000] = HEAD;
    for (int i = 0; i < 17; i++) strcat(deep, "<group>");
    for (int i = 0; i < 17; i++) strcat(deep, "</group>");
    strcat(deep, "</map>");
    CHECK(refused(deep, "more than 16 groups"));
}

/* ---- templates ---- */

/* Writes a file into the folder of the test. */
static void put_file(const char *folder, const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK(import_file_write(path, text, strlen(text), &error));
}

static bool load_with_template(const char *folder, const char *template) {
    static const char *const text =
        "<map width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">"
        "<tileset firstgid=\"1\" name=\"a\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"6\"/>"
        "<tileset firstgid=\"7\" source=\"t_set.tsx\"/>"
        "<objectgroup name=\"o\"><object id=\"4\" template=\"t.tx\" x=\"5\" y=\"6\"/>"
        "<object id=\"5\" template=\"t.tx\" name=\"old tree\" x=\"1\" width=\"9\" rotation=\"45\">"
        "<properties><property name=\"height\" value=\"12\"/></properties></object></objectgroup></map>";
    char path[200];
    put_file(folder, "t.tx", template);
    snprintf(path, sizeof path, "%s/map.tmx", folder);
    return import_tilemap_from_memory(path, text, strlen(text), &map, &error);
}

static bool refuses_template(const char *folder, const char *template, const char *part) {
    if (load_with_template(folder, template))
        import_tilemap_free(&map);
    else if (strstr(error.text, part) != NULL)
        return true;
    TEST_INFO("%s", error.text);
    return false;
}

#define TEMPLATE(x) "<template><tileset firstgid=\"1\" source=\"./t_set.tsx\"/>" x "</template>"
#define TREE                                                                                                 \
    "<object name=\"tree\" type=\"plant\" gid=\"2147483650\" width=\"8\" height=\"16\"><properties>"         \
    "<property name=\"height\" value=\"3\"/><property name=\"leaves\" "                                      \
    "value=\"many\"/></properties></object>"

TEST(tilemap_objects_are_made_of_templates) {
    char folder[] = "/tmp/oxcart_template_XXXXXX", path[200];
    CHECK(mkdtemp(folder) != NULL);
    put_file(folder, "t_set.tsx", "<tileset name=\"b\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\"/>");
    CHECK(load_with_template(folder, TEMPLATE(TREE)));
    const import_map_object *o = map.layer_count == 1 ? map.layers[0].objects : NULL;
    if (o != NULL) {
        CHECK(o[0].id == 4 && o[0].x == 5 && o[0].y == 6 && o[0].width == 8 && o[0].height == 16);
        CHECK(o[0].tile == (IMPORT_TILE_FLIP_X | 8u) && o[0].shape == IMPORT_SHAPE_TILE);
        CHECK(strcmp(o[0].name, "tree") == 0 && strcmp(o[0].kind, "plant") == 0 && o[0].visible);
        CHECK(strcmp(import_property_find(&o[0].properties, "height")->value, "3") == 0);
        CHECK(strcmp(o[1].name, "old tree") == 0 && o[1].width == 9 && o[1].height == 16 && o[1].y == 0);
        CHECK_EQ(o[1].properties.count, 2);
        CHECK(strcmp(import_property_find(&o[1].properties, "height")->value, "12") == 0);
        CHECK(strcmp(import_property_find(&o[1].properties, "leaves")->value, "many") == 0);
    } else {
        TEST_INFO("%s", error.text);
    }
    import_tilemap_free(&map);
    CHECK(load_with_template(
        folder, "{\"type\":\"template\",\"object\":{\"name\":\"tree\",\"point\":true,\"x\":3}}"));
    CHECK(map.layer_count == 1 && map.layers[0].objects[0].shape == IMPORT_SHAPE_POINT &&
          map.layers[0].objects[0].x == 5);
    import_tilemap_free(&map);
    CHECK(refuses_template(folder, "<template/>", "t.tx:1:1: template: the template has no object"));
    CHECK(refuses_template(folder, "<tileset/>", "a template of Tiled is wanted"));
    CHECK(refuses_template(folder, TEMPLATE("<object template=\"t.tx\"/>"), "of a further one"));
    CHECK(refuses_template(folder, "<template><object gid=\"1\"/></template>", "no set is named"));
    CHECK(refuses_template(
        folder, "<template><tileset firstgid=\"1\" source=\"other.tsx\"/><object gid=\"1\"/></template>",
        "other.tsx`; add it to the map"));
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, i == 0 ? "t.tx" : "t_set.tsx");
        remove(path);
    }
    CHECK_EQ(rmdir(folder), 0);
}

/* ---- maps without limits ---- */

#define INFINITE(kind)                                                                                       \
    "<map orientation=\"" kind                                                                               \
    "\" width=\"9\" height=\"9\" tilewidth=\"16\" tileheight=\"8\" infinite=\"1\">" SET

static void check_infinite(const char *how) {
    static const uint32_t ground[20] = {1, 2, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1};
    static const uint32_t sky[20] = {[8] = 4};
    CHECK_EQ(map.width, 5);
    CHECK_EQ(map.height, 4);
    CHECK_EQ(map.layer_count, 3);
    if (map.layer_count == 3 && map.width == 5 && map.height == 4) {
        CHECK(memcmp(map.layers[0].cells, ground, sizeof ground) == 0);
        CHECK(memcmp(map.layers[1].cells, sky, sizeof sky) == 0);
        CHECK(map.layers[2].objects[0].x == 16 * 3 + 5 && map.layers[2].objects[0].y == 8 * 2 - 3);
    } else {
        TEST_INFO("%s: %s", how, error.text);
    }
    import_tilemap_free(&map);
}

TEST(tilemap_infinite_maps_are_the_rectangle_around_their_chunks) {
    CHECK(parse(INFINITE(
        "orthogonal") "<layer name=\"ground\"><data encoding=\"csv\">"
                      "<chunk x=\"-3\" y=\"-2\" width=\"2\" height=\"2\">1,2,\n3,4</chunk>"
                      "<chunk x=\"1\" y=\"0\" width=\"1\" height=\"2\">2,1</chunk></data></layer>"
                      "<group><layer name=\"sky\"><data>"
                      "<chunk x=\"0\" y=\"-1\" width=\"1\" height=\"1\"><tile gid=\"4\"/></chunk>"
                      "</data></layer></group><objectgroup><object x=\"5\" y=\"-3\"/></objectgroup></map>"));
    check_infinite("elements");
    CHECK(parse(
        "{\"type\":\"map\",\"width\":9,\"height\":9,\"tilewidth\":16,\"tileheight\":8,\"infinite\":true,"
        "\"tilesets\":[{\"firstgid\":1,\"tilewidth\":16,\"tileheight\":8,\"tilecount\":4,\"columns\":2}],"
        "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"ground\",\"width\":16,\"height\":16,\"chunks\":["
        "{\"x\":-3,\"y\":-2,\"width\":2,\"height\":2,\"data\":[1,2,3,4]},"
        "{\"x\":1,\"y\":0,\"width\":1,\"height\":2,\"data\":[2,1]}]},"
        "{\"type\":\"group\",\"layers\":[{\"type\":\"tilelayer\",\"name\":\"sky\",\"encoding\":\"base64\","
        "\"chunks\":[{\"x\":0,\"y\":-1,\"width\":1,\"height\":1,\"data\":\"BAAAAA==\"}]}]},"
        "{\"type\":\"objectgroup\",\"objects\":[{\"x\":5,\"y\":-3}]}]}"));
    check_infinite("JSON");
}

#define LONE_CHUNK                                                                                           \
    "<layer><data encoding=\"csv\"><chunk x=\"-1\" y=\"3\" width=\"1\" "                                     \
    "height=\"1\">2</chunk></data></layer>"                                                                  \
    "<objectgroup><object x=\"1\" y=\"2\"/></objectgroup><imagelayer offsetx=\"4\"/></map>"

static void check_lone_chunk(const char *head, uint32_t width, uint32_t height, const double places[4]) {
    char text[1500];
    snprintf(text, sizeof text, "%s%s", head, LONE_CHUNK);
    CHECK(parse(text));
    CHECK_EQ(map.width, width);
    CHECK_EQ(map.height, height);
    if (map.layer_count == 3) {
        CHECK_EQ(map.layers[0].cells[width * height - 1], 2);
        CHECK(map.layers[1].objects[0].x == places[0] && map.layers[1].objects[0].y == places[1]);
        CHECK(map.layers[2].offset_x == places[2] && map.layers[2].offset_y == places[3]);
    } else {
        TEST_INFO("%s", error.text);
    }
    import_tilemap_free(&map);
}

/* Rows that are shifted stay shifted: an odd first cell is preceded by an empty even one. */
TEST(tilemap_infinite_maps_keep_objects_where_they_lie_among_the_cells) {
    check_lone_chunk(INFINITE("orthogonal"), 1, 1, (double[]){17, -22, 20, -24});
    check_lone_chunk(INFINITE("isometric"), 1, 1, (double[]){9, -22, 36, -8});
    check_lone_chunk(INFINITE("staggered"), 2, 2, (double[]){33, -6, 36, -8});
    check_lone_chunk(
        "<map orientation=\"hexagonal\" staggeraxis=\"x\" hexsidelength=\"6\" width=\"9\" height=\"9\" "
        "tilewidth=\"16\" tileheight=\"8\" infinite=\"1\">" SET,
        2, 2, (double[]){23, -14, 26, -16});
}

TEST(tilemap_infinite_maps_refuse_chunks_that_cannot_be) {
#define CHUNKS(x) INFINITE("orthogonal") "<layer name=\"l\"><data encoding=\"csv\">" x "</data></layer></map>"
    CHECK(parse(CHUNKS("")));
    CHECK_EQ(map.width, 9);
    import_tilemap_free(&map);
    CHECK(refused(CHUNKS("<chunk y=\"0\" width=\"1\" height=\"1\">1</chunk>"), "`x` is missing"));
    CHECK(refused(CHUNKS("<chunk x=\"0\" y=\"0\" width=\"0\" height=\"1\">1</chunk>"), "from 1 to 16384"));
    CHECK(refused(CHUNKS("<chunk x=\"0\" y=\"0\" width=\"2\" height=\"1\">1</chunk>"), "1 cells where 2"));
    CHECK(refused(CHUNKS("<chunk x=\"-9999999\" y=\"0\" width=\"2\" height=\"1\">1</chunk>"), "-1000000"));
    CHECK(refused(CHUNKS("<chunk x=\"-9000\" y=\"0\" width=\"1\" height=\"1\">1</chunk>"
                         "<chunk x=\"9000\" y=\"0\" width=\"1\" height=\"1\">1</chunk>"),
                  "18001 columns and 1 rows"));
}

/* ---- tables of numbers ---- */

TEST(tile_table_diamond_and_round_trip) {
    writer out = {0};
    const char *text =
        "a comment, ignored\n5,5\n0,0,1,0,0\n0,1,1,1,0\n 1, 1,2 ,1,1\r\n0,1,1,1,0\n0,0,1,0,0\n\n";
    static const uint32_t first[5] = {1, 1, 2, 1, 1};
    CHECK(parse(text));
    CHECK_EQ(map.width, 5);
    CHECK(memcmp(map.layers[0].cells, first, sizeof first) == 0);
    CHECK_EQ(map.layers[0].cells[12], 3);
    CHECK(import_tile_table_write(&map, "diamond", false, &out, &error));
    const char *written = "diamond\n5,5\n0,0,1,0,0\n0,1,1,1,0\n1,1,2,1,1\n0,1,1,1,0\n0,0,1,0,0\n";
    CHECK(out.size == strlen(written) && memcmp(out.data, written, out.size) == 0);
    import_tilemap_free(&map);
    writer_free(&out);
}

TEST(tile_table_turned_tiles_come_back) {
    static const uint32_t turned[6] = {0x80000001u, 0x40000002u, 0xE0000003u, 0, 0x10000008u, 0xF0000001u};
    writer out = {0};
    const char *text = "oxtiles 1\n# x\nsize 3,2\nlayer floor\n0x,1y,2xyd\n-1,7t,0xydt\n";
    CHECK(parse(text));
    CHECK(memcmp(map.layers[0].cells, turned, sizeof turned) == 0);
    CHECK(import_tile_table_write(&map, "x", true, &out, &error));
    CHECK(out.size == strlen(text) && memcmp(out.data, text, out.size) == 0);
    import_tilemap_free(&map);
    writer_free(&out);
    CHECK(parse("oxtiles 1\nlegend < 4x\nsize 3,1\nlayer floor\n<.<\n"));
    CHECK_EQ(map.layers[0].cells[2], 0x80000005u);
    import_tilemap_free(&map);
    CHECK(refused("oxtiles 1\nsize 2,1\nlayer floor\n1yx,2\n", "fewer cells"));
    CHECK(refused("oxtiles 1\nsize 2,1\nlayer floor\n-1x,2\n", "fewer cells"));
    CHECK(refused("oxtiles 1\nsize 1,1\nlegend a 1q\n", "behind the tile's number"));
}

TEST(tile_table_longer_form) {
    writer out = {0}, again = {0};
    const char *text = "oxtiles 1\n# a room\nsize 4,2\nproperty music cave theme\nlegend w 7\n\nlegend # 1\n";
    CHECK(refused(text, "maps/t.tmx:7: column 9: `legend C ID`"));
    text = "oxtiles 1\n# a room\nsize 4,2\nproperty music cave theme\nlegend w 7\n\nlayer "
           "floor\n1,-1,3,4\nw..w\nproperty speed 3\nlayer top\n....\n.ww.\n";
    CHECK(parse(text));
    CHECK_EQ(map.layer_count, 2);
    CHECK(strcmp(import_property_find(&map.properties, "music")->value, "cave theme") == 0);
    CHECK(strcmp(import_property_find(&map.layers[0].properties, "speed")->value, "3") == 0);
    static const uint32_t floor_cells[8] = {2, 0, 4, 5, 8, 0, 0, 8};
    CHECK(memcmp(map.layers[0].cells, floor_cells, sizeof floor_cells) == 0);
    CHECK_EQ(map.layers[1].cells[5], 8);
    CHECK(import_tile_table_write(&map, "x", true, &out, &error));
    import_tilemap_free(&map);
    CHECK(import_tilemap_from_memory("t", (const char *)out.data, out.size, &map, &error));
    CHECK(memcmp(map.layers[0].cells, floor_cells, sizeof floor_cells) == 0 && map.layers[1].cells[6] == 8);
    CHECK(import_tile_table_write(&map, "x", true, &again, &error));
    CHECK(again.size == out.size && memcmp(again.data, out.data, out.size) == 0);
    import_tilemap_free(&map);
    writer_free(&out);
    writer_free(&again);
}

TEST(tile_table_errors_name_line_and_column) {
    CHECK(refused("c", "t.tmx:1: column 1: line 2 must be"));
    CHECK(refused("c\n5;5\n", "t.tmx:2: column 2: `,`"));
    CHECK(refused("c\nx,5\n", "t.tmx:2: column 1: the number of columns"));
    CHECK(refused("c\n0,5\n", "t.tmx:2: column 4: columns and rows lie from 1"));
    CHECK(refused("c\n2,2\n0,1\n0\n", "t.tmx:4: column 2: the row has fewer"));
    CHECK(refused("c\n2,2\n0,1,2\n0,0\n", "t.tmx:3: column 4: the row has more"));
    CHECK(refused("c\n2,2\n0,1\n", "column 1: "));
    CHECK(refused("c\n2,1\n0,1\n0,1\n", "t.tmx:4: column 1: more rows"));
    CHECK(refused("c\n2,1\n0,a\n", "t.tmx:3: column 3: a tile's number"));
    CHECK(refused("c\n2,1\n0,65535\n", "t.tmx:3: column 3: the set has tiles 0 to 65534"));
    CHECK(refused("c\n2,1\n0,1 2\n", "t.tmx:3: column 5: a `,`"));
    CHECK(refused("c\n9999,9999\n0\n", "more cells than the file"));
    CHECK(refused("1,2,3\n4,5\n", "t.tmx:2: column 4: `columns,rows` says more cells than the file has "
                                  "characters; line 1 is a comment"));
    CHECK(refused("oxtiles 1\nsize 99,99\nlayer a\n0\n", "the map has more cells than the file"));
    CHECK(!import_tile_table_parse("t", "c\n1,1\n4\n", 8, 4, &map, &error) &&
          strstr(error.text, "0 to 3") != NULL);
    CHECK(refused("oxtiles 1\nlayer a\n", "`size COLUMNS,ROWS`"));
    CHECK(refused("oxtiles 1\nsize 2,1\nsize 2,1\n", "twice"));
    CHECK(refused("oxtiles 1\nsize 2,1\n", "no layer"));
    CHECK(refused("oxtiles 1\nsize 2,1\nlayer a\nxx\n", "not in the legend"));
    CHECK(refused("oxtiles 1\nsize 3,1\nlayer a\n..\n", "fewer characters"));
    CHECK(refused("oxtiles 1\nsize 2,1\nlayer a\n...\n", "more characters"));
    CHECK(refused("oxtiles 1\nsize 2,1\nlegend ab 1\n", "C one character"));
    CHECK(refused("oxtiles 1\nsize 2,1\nwhat\n", "size, property, legend or layer"));
}

TEST(octile_maps) {
    CHECK(parse("\xEF\xBB\xBFtype octile\nheight 2\nwidth 3\nmap\n.@T\nSWG\n"));
    static const uint32_t wanted[6] = {1, 2, 3, 4, 5, 1};
    CHECK(memcmp(map.layers[0].cells, wanted, sizeof wanted) == 0);
    import_tilemap_free(&map);
    CHECK(refused("type octile\nwidth 3\nheight 2\nmap\n", "t.tmx:2: `height N`"));
    CHECK(refused("type octile\nheight 2\nwidth 3\nmap\n.@T\nSW\n", "t.tmx:6: 2 cells where 3"));
    CHECK(refused("type octile\nheight 2\nwidth 3\nmap\n.@T\nSWx\n", "t.tmx:6: column 3"));
    CHECK(refused("type octile\nheight 1\nwidth 3\nmap\n.@T\nSWG\n", "t.tmx:6: more than the 1 rows"));
    CHECK(refused("type octile\nheight 9000\nwidth 9000\nmap\n.@T\n", "more than the file holds"));
    static const char *const files[] = {"AR0011SR", "arena", "maze512-8-0"};
    for (size_t i = 0; i < 3; i++) {
        char path[100];
        snprintf(path, sizeof path, "../shared/data/maps/%s.map", files[i]);
        if (!import_file_exists(path)) {
            test_skip("no ../shared/data");
            return;
        }
        CHECK(import_tilemap_load(path, &map, &error));
        size_t open = 0;
        for (size_t c = 0; c < (size_t)map.width * map.height; c++) open += map.layers[0].cells[c] == 1;
        TEST_INFO("%s: %u x %u, %zu open", files[i], (unsigned)map.width, (unsigned)map.height, open);
        CHECK(open > 100);
        import_tilemap_free(&map);
    }
}
