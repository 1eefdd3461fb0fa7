/* Tile maps on their way into chunks: drawn from the chunks alone, the maps look as in their files. */
#include "rom/records.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tests/host/tools/convert/picture_file.h"
#include "tools/import/image/image.h"

static converted_asset made;

static const pack_companion_chunk *set_of(const converted_asset *a) {
    const pack_companion_chunk *c = a->companions.chunks;
    while (c != NULL && c->tag != ROM_TAG_TILE_SET) c = c->next;
    return c;
}

static uint32_t cell_at(const converted_asset *a, uint32_t layer, uint32_t index) {
    size_t row = converted_u32(a, ROM_TILE_MAP_LAYERS_AT) + (size_t)layer * ROM_MAP_LAYER_SIZE;
    size_t at = converted_u32(a, ROM_TILE_MAP_LAYER_CELLS_AT) + converted_u32(a, row + ROM_MAP_LAYER_FIRST);
    if (a->chunk.data[ROM_TILE_MAP_ELEMENT] == 1) return a->chunk.data[at + index];
    return converted_u16(a, at + 2 * (size_t)index);
}

/* Pixel (x, y) of a tile as the set's picture and a cell's mirrors give it. */
static const uint8_t *pixel_of(const converted_asset *a, uint32_t cell, uint32_t x, uint32_t y) {
    const uint8_t *set = set_of(a)->bytes.data;
    uint32_t w = rom_u16(set + ROM_TILE_SET_TILE_WIDTH), h = rom_u16(set + ROM_TILE_SET_TILE_HEIGHT),
             columns = rom_u16(set + ROM_TILE_SET_COLUMNS), number = cell;
    const import_image *picture = &a->companions.pictures->picture;
    if ((converted_u16(a, ROM_TILE_MAP_FLAGS) & ROM_TILE_MAP_TURNS) != 0) {
        if ((cell & 1024u) != 0) x = w - 1 - x;
        if ((cell & 2048u) != 0) y = h - 1 - y;
        number = cell & 1023u;
    }
    return picture->rgba +
           4 * ((size_t)(number / columns * h + y) * (size_t)picture->width + number % columns * w + x);
}

/* Whether the rearmost layer looks like a picture. */
static bool draws(const converted_asset *a, const import_image *wanted) {
    const uint8_t *set = set_of(a)->bytes.data;
    uint32_t w = rom_u16(set + ROM_TILE_SET_TILE_WIDTH), h = rom_u16(set + ROM_TILE_SET_TILE_HEIGHT),
             across = converted_u16(a, ROM_TILE_MAP_WIDTH);
    bool has_empty = (converted_u16(a, ROM_TILE_MAP_FLAGS) & ROM_TILE_MAP_HAS_EMPTY) != 0;
    for (uint32_t y = 0; y < (uint32_t)wanted->height; y++) {
        for (uint32_t x = 0; x < (uint32_t)wanted->width; x++) {
            uint32_t cell = cell_at(a, 0, y / h * across + x / w);
            const uint8_t *p = wanted->rgba + 4 * ((size_t)y * (size_t)wanted->width + x);
            if (has_empty && cell == converted_u16(a, ROM_TILE_MAP_EMPTY)) {
                if (p[3] != 0) return false;
            } else if (memcmp(p, pixel_of(a, cell, x % w, y % h), 4) != 0) {
                return false;
            }
        }
    }
    return true;
}

/* Makes a picture of 12 x 9 tiles of 8 x 8, out of six tiles that are mirrored and turned. */
static void make_picture(import_image *image) {
    static const uint8_t kinds[9] = {0, 1, 2, 3, 4, 5, 1, 0, 2};
    CHECK(import_image_allocate("t", 96, 72, false, image, NULL));
    for (int y = 0; y < 72; y++) {
        for (int x = 0; x < 96; x++) {
            int cx = x / 8, cy = y / 8, u = x % 8, v = y % 8, kind = kinds[(cx * 5 + cy * 3) % 9],
                turn = (cx + cy * 7) % 8;
            if ((turn & 1) != 0) u = 7 - u;
            if ((turn & 2) != 0) v = 7 - v;
            if ((turn & 4) != 0) {
                int swap = u;
                u = v;
                v = swap;
            }
            uint8_t *p = image->rgba + 4 * (y * 96 + x);
            p[0] = (uint8_t)(kind * 40);
            p[1] = (uint8_t)(u * 30);
            p[2] = (uint8_t)(v * 25 + u);
            p[3] = 255;
            if (cx == 3 && cy < 2) memset(p, 0, 4);
        }
    }
}

TEST(convert_tilemap_cut_from_a_picture_redraws_it) {
    static const char *const forms[] = {"cut=8x8", "cut=8x8 flips=off", "cut=8x8 flips=off bytes=2",
                                        "cut=16x24"};
    import_image image;
    writer png = {0};
    uint32_t tiles[4];
    make_picture(&image);
    picture_png(&image, &png);
    for (int i = 0; i < 4; i++) {
        CHECK(convert_asset(&made, "tilemap", "it.png", png.data, png.size, forms[i]));
        converted_check(&made);
        CHECK(draws(&made, &image));
        tiles[i] = rom_u32(set_of(&made)->bytes.data + ROM_TILE_SET_COUNT);
        CHECK_EQ(converted_u32(&made, ROM_TILE_MAP_TILES), rom_id("tileset/it"));
        TEST_INFO("%s: %s", forms[i], made.companions.notes->text);
        converted_free(&made);
    }
    CHECK(tiles[0] < tiles[1]); /* mirrors save tiles */
    CHECK(!convert_asset(&made, "tilemap", "it.png", png.data, png.size, "cut=7x8"));
    converted_free(&made);
    CHECK(!convert_asset(&made, "tilemap", "it.png", png.data, png.size, "cut=8x8 bytes=1"));
    CHECK(strstr(made.error.text, "mirrored tiles, which need bytes=2"));
    converted_free(&made);
    import_image_free(&image);
    writer_free(&png);
}

static const char map_text[] =
    "<?xml version=\"1.0\"?>\n<map version=\"1.10\" orientation=\"isometric\" renderorder=\"right-down\" "
    "width=\"3\" height=\"2\" "
    "tilewidth=\"8\" tileheight=\"8\" infinite=\"0\">\n<properties><property name=\"music\" value=\"cave\"/>"
    "<property name=\"depth\" type=\"int\" value=\"3\"/></properties>\n"
    "<tileset firstgid=\"1\" name=\"ground\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"4\" "
    "columns=\"2\"><image source=\"%s\" width=\"16\" height=\"16\"/>"
    "<tile id=\"1\" type=\"water\"><properties><property name=\"cost\" type=\"int\" value=\"5\"/><property "
    "name=\"wet\" type=\"bool\" value=\"true\"/>"
    "</properties><animation><frame tileid=\"1\" duration=\"100\"/><frame tileid=\"2\" "
    "duration=\"250\"/></animation></tile>"
    "<tile id=\"3\"><properties><property name=\"blocked\" type=\"bool\" "
    "value=\"true\"/></properties></tile></tileset>\n"
    "<layer id=\"1\" name=\"floor\" width=\"3\" height=\"2\"><data "
    "encoding=\"csv\">1,2,3,4,2147483649,1610612738</data></layer>\n"
    "<layer id=\"2\" name=\"top\" width=\"3\" height=\"2\" opacity=\"0.5\" offsetx=\"-4\" "
    "visible=\"0\"><data encoding=\"csv\">0,0,4,0,0,1</data></layer>\n"
    "<objectgroup id=\"3\" name=\"things\"><object id=\"1\" name=\"door\" x=\"16\" "
    "y=\"8.5\"><point/></object>"
    "<object id=\"2\" name=\"pond\" x=\"0\" y=\"0\" width=\"10\" height=\"20\"/>"
    "<object id=\"3\" type=\"goblin\" x=\"5\" y=\"6\"><properties><property name=\"speed\" type=\"float\" "
    "value=\"1.5\"/></properties><point/></object>"
    "<object id=\"4\" name=\"area\" x=\"1\" y=\"2\"><polygon points=\"0,0 5,0 5,5\"/></object>"
    "<object id=\"5\" x=\"1\" y=\"2\" rotation=\"90\"><text>hi</text></object></objectgroup>\n</map>\n";

TEST(convert_tilemap_layers_objects_and_tiles_of_tiled) {
    char folder[64], file[100], text[3000];
    import_image image;
    writer png = {0};
    CHECK(import_image_allocate("t", 16, 16, false, &image, NULL));
    for (int i = 0; i < 256; i++) {
        image.rgba[4 * i] = (uint8_t)i;
        image.rgba[4 * i + 3] = 255;
    }
    picture_png(&image, &png);
    temporary_path(folder, sizeof folder, "ground.png");
    CHECK(import_file_write(folder, png.data, png.size, NULL));
    const char *base = strrchr(folder, '/') + 1;
    snprintf(text, sizeof text, map_text, base);
    snprintf(file, sizeof file, "%.*s/map.tmx", (int)(base - folder - 1), folder);
    if (!convert_asset(&made, "tilemap", file, text, strlen(text), "fields=cost:4,wet:1"))
        test_fail(__FILE__, __LINE__, made.error.text, 0, 1);
    converted_check(&made);
    CHECK_EQ(made.chunk.data[ROM_TILE_MAP_LAYOUT], 1);
    CHECK_EQ(converted_u32(&made, ROM_TILE_MAP_LAYER_COUNT), 2);
    /* the last cell is turned over its diagonal: a tile of its own */
    static const uint32_t floor_cells[6] = {0, 1, 2, 3, 0 + 1024, 4 + 2048};
    for (uint32_t i = 0; i < 6; i++) CHECK_EQ(cell_at(&made, 0, i), floor_cells[i]);
    CHECK_EQ(cell_at(&made, 1, 0), converted_u16(&made, ROM_TILE_MAP_EMPTY));
    CHECK_EQ(cell_at(&made, 1, 2), 3);
    for (uint32_t i = 0; i < 64; i++) { /* tile 4 is tile 1 over its diagonal */
        CHECK_EQ(pixel_of(&made, 4, i % 8, i / 8)[0], pixel_of(&made, 1, i / 8, i % 8)[0]);
    }
    size_t top = converted_u32(&made, ROM_TILE_MAP_LAYERS_AT) + ROM_MAP_LAYER_SIZE;
    CHECK_EQ((int16_t)converted_u16(&made, top + ROM_MAP_LAYER_OFFSET_X), -4);
    CHECK_EQ(made.chunk.data[top + ROM_MAP_LAYER_OPACITY], 128);
    CHECK_EQ(made.chunk.data[top + ROM_MAP_LAYER_FLAGS], 0);
    const uint8_t *set = set_of(&made)->bytes.data;
    size_t tile = rom_u32(set + ROM_TILE_SET_AT) + ROM_TILE_SIZE,
           frames = rom_u32(set + ROM_TILE_SET_FRAMES_AT);
    CHECK_EQ(rom_u16(set + tile + ROM_TILE_FLAGS), 5 | 1 << 4);
    CHECK_EQ(rom_u16(set + tile + ROM_TILE_FRAMES), 2);
    CHECK_EQ(rom_u16(set + frames + 4), 2);
    CHECK_EQ(rom_u16(set + frames + 6), 250);
    CHECK_EQ(rom_u16(set + tile + 2 * ROM_TILE_SIZE + ROM_TILE_FLAGS), ROM_TILE_SET_BLOCKED);
    CHECK_EQ(rom_u16(set + ROM_TILE_SET_BITS), 4);
    /* properties of two tiles, one of which is also there turned */
    CHECK_EQ(rom_u32(set + ROM_TILE_SET_PROPERTY_COUNT), 7);
    size_t property = rom_u32(set + ROM_TILE_SET_PROPERTIES_AT) + ROM_TILE_PROPERTY_PROPERTY;
    CHECK(memcmp(set + rom_u32(set + property + ROM_MAP_PROPERTY_TEXT), "water", 5) == 0);
    CHECK_EQ(converted_u32(&made, ROM_TILE_MAP_OBJECT_COUNT), 4);
    static const uint8_t roles[4] = {ROM_MAP_OBJECT_LOCATOR, ROM_MAP_OBJECT_REGION, ROM_MAP_OBJECT_SPAWNER,
                                     ROM_MAP_OBJECT_REGION};
    for (uint32_t i = 0; i < 4; i++)
        CHECK_EQ(made.chunk.data[converted_u32(&made, ROM_TILE_MAP_OBJECTS_AT) + i * ROM_MAP_OBJECT_SIZE +
                                 ROM_MAP_OBJECT_ROLE],
                 roles[i]);
    size_t door = converted_u32(&made, ROM_TILE_MAP_OBJECTS_AT);
    CHECK_EQ(converted_u32(&made, door + ROM_MAP_OBJECT_Y), 17 << 15);
    CHECK_EQ(converted_u32(&made, door + 3 * ROM_MAP_OBJECT_SIZE + ROM_MAP_OBJECT_POINT_COUNT), 3);
    CHECK_EQ(converted_u32(&made, ROM_TILE_MAP_OWN_PROPERTY_COUNT), 2);
    size_t speed = converted_u32(&made, ROM_TILE_MAP_PROPERTIES_AT) + 2 * ROM_MAP_PROPERTY_SIZE;
    CHECK_EQ(converted_u32(&made, speed + ROM_MAP_PROPERTY_NUMBER), 98304);
    /* an object without a name is named by its element */
    CHECK(strstr(made.companions.notes->text, "<text>"));
    converted_free(&made);
    CHECK(!convert_asset(&made, "tilemap", file, text, strlen(text), "fields=cost:2")); /* 5 does not fit */
    CHECK(strstr(made.error.text, "property `cost` is `5`"));
    converted_free(&made);
    CHECK(!convert_asset(&made, "tilemap", file, text, strlen(text), "fields=cost:16"));
    converted_free(&made);
    remove(folder);
    import_image_free(&image);
    writer_free(&png);
}

/* A table of so many different cells, with a tile set of the cart. */
TEST(convert_tilemap_numbers_widen_or_are_refused) {
    static char text[8000];
    static const struct { uint32_t columns, bytes; } cases[] = {{256, 1}, {257, 2}, {1024, 2}};
    for (int i = 0; i < 3; i++) {
        size_t at = (size_t)snprintf(text, sizeof text, "comment\n%u,1\n", (unsigned)cases[i].columns);
        for (uint32_t x = 0; x < cases[i].columns; x++)
            at += (size_t)snprintf(text + at, sizeof text - at, x == 0 ? "%u" : ",%u", (unsigned)x);
        CHECK(convert_asset_text(&made, "tilemap", text, "tiles=all"));
        converted_check(&made);
        CHECK_EQ(made.chunk.data[ROM_TILE_MAP_ELEMENT], cases[i].bytes);
        CHECK_EQ(converted_u32(&made, ROM_TILE_MAP_TILES), rom_id("tileset/all"));
        for (uint32_t x = 0; x < cases[i].columns; x++) CHECK_EQ(cell_at(&made, 0, x), x);
        converted_free(&made);
        CHECK(convert_asset_text(&made, "tilemap", text, "tiles=all bytes=1") == (cases[i].bytes == 1));
        converted_free(&made);
    }
    CHECK(!convert_asset_text(&made, "tilemap", text, ""));
    CHECK(strstr(made.error.text, "tiles=NAME"));
    converted_free(&made);
    /* V1: the diamond */
    CHECK(convert_asset_text(&made, "tilemap",
                             "c\n5,5\n0,0,1,0,0\n0,1,1,1,0\n1,1,2,1,1\n0,1,1,1,0\n0,0,1,0,0\n", "tiles=all"));
    CHECK(cell_at(&made, 0, 12) == 2 && cell_at(&made, 0, 2) == 1 && cell_at(&made, 0, 0) == 0);
    converted_free(&made);
}

TEST(convert_tileset_of_a_picture) {
    import_image image;
    writer png = {0};
    make_picture(&image);
    picture_png(&image, &png);
    CHECK(convert_asset(&made, "tileset", "it.png", png.data, png.size, "tile=8x8"));
    converted_check(&made);
    CHECK_EQ(converted_u32(&made, ROM_TILE_SET_COUNT), 108);
    uint32_t columns = converted_u16(&made, ROM_TILE_SET_COLUMNS);
    const import_image *picture = &made.companions.pictures->picture;
    for (uint32_t i = 0; i < 108; i++) {
        for (uint32_t k = 0; k < 64; k++) {
            CHECK(memcmp(image.rgba + 4 * ((i / 12 * 8 + k / 8) * 96 + i % 12 * 8 + k % 8),
                         picture->rgba + 4 * ((size_t)(i / columns * 8 + k / 8) * (size_t)picture->width +
                                              i % columns * 8 + k % 8),
                         4) == 0);
        }
    }
    converted_free(&made);
    CHECK(!convert_asset(&made, "tileset", "it.png", png.data, png.size, "tile=200x8"));
    converted_free(&made);
    import_image_free(&image);
    writer_free(&png);
}

TEST(convert_tilemap_real_maps) {
    static const char *const files[] = {"arena.map", "maze512-8-0.map", "AR0011SR.map"};
    bool there = true;
    for (int i = 0; i < 3 && there; i++) {
        char path[80];
        snprintf(path, sizeof path, "../shared/data/maps/%s", files[i]);
        bool ok = convert_asset_file(&made, "tilemap", path, "tiles=ground", &there);
        if (!there) break;
        if (!ok) test_fail(__FILE__, __LINE__, made.error.text, 0, 1);
        converted_check(&made);
        TEST_INFO("%s: %s", files[i], made.companions.notes == NULL ? "" : made.companions.notes->text);
        converted_free(&made);
    }
    if (!there) test_skip("no ../shared/data");
}
