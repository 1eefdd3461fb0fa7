/* Data tables: from comma-separated values into columns, and overlaid on one another at run time. */
#define _XOPEN_SOURCE 700
#include "kernel/file/images.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tools/convert/data_table.h"
#include "tools/pack/overlay.h"

#define HEAD "title Tables\nformat rgb565\nbudget 64K\n"

static bool pack_table(const char *options, const char *table, writer *image) {
    packed_folder f;
    char text[300];
    CHECK(folder_make(&f));
    snprintf(text, sizeof text,
             HEAD "data units units.csv %s\nscene one\n camera at=0,0,5 target=0,0,0\nend\n", options);
    folder_write(&f, "cart.txt", text);
    folder_write(&f, "units.csv", table);
    bool ok = folder_pack(&f, image);
    folder_remove(&f);
    return ok;
}

/* The value of a row in the column of a name; 0 when either is not there. */
static const uint8_t *value_of(const uint8_t *chunk, const uint8_t *row, const char *column) {
    const uint8_t *field = chunk + rom_u32(chunk + ROM_DATA_FIELDS_AT);
    for (uint32_t i = 0; i < rom_u32(chunk + ROM_DATA_FIELD_COUNT); i++, field += ROM_FIELD_SIZE) {
        if (rom_u32(field + ROM_FIELD_NAME) == rom_id(column)) return row + rom_u32(field + ROM_FIELD_OFFSET);
    }
    return NULL;
}

static const uint8_t *chunk_of(const writer *image) {
    rom_image opened;
    rom_chunk chunk;
    CHECK(rom_open(image->data, image->size, &opened, NULL) == ROM_OK);
    CHECK(rom_find(&opened, rom_id("data/units"), ROM_TAG_DATA, &chunk));
    return chunk.data;
}

TEST(data_tables_hold_every_kind_of_value) {
    static const char table[] = "key,health:i32,speed:fx,mesh:id,title:text,tint:colour,boss:switch\n"
                                "orc,-12,1.5,mesh/orc,\"Orc, small\",#FF8000,no\n"
                                "Dragon,2000000000,-0.25,,,#000001,yes\n";
    static const struct {
        const char *key, *title, *mesh;
        uint32_t health, speed, tint, boss;
    } expected[] = {{"orc", "Orc, small", "mesh/orc", (uint32_t)-12, 0x18000, 0xFF8000, 0},
                    {"dragon", "", "", 2000000000, (uint32_t)-0x4000, 1, 1}};
    writer image;
    if (!pack_table("", table, &image)) return;
    const uint8_t *chunk = chunk_of(&image), *rows = chunk + rom_u32(chunk + ROM_DATA_ROWS_AT);
    uint32_t bytes = rom_u32(chunk + ROM_DATA_ROW_BYTES), found = 0;
    CHECK_EQ(rom_u32(chunk + ROM_DATA_FLAGS), 0);
    CHECK_EQ(rom_u32(chunk + ROM_DATA_ROW_COUNT), 2);
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            const uint8_t *row = rows + i * bytes;
            if (rom_u32(row) != rom_id(expected[k].key)) continue;
            found++;
            CHECK_EQ(rom_u32(value_of(chunk, row, "health")), expected[k].health);
            CHECK_EQ(rom_u32(value_of(chunk, row, "speed")), expected[k].speed);
            CHECK_EQ(rom_u32(value_of(chunk, row, "tint")), expected[k].tint);
            CHECK_EQ(rom_u32(value_of(chunk, row, "boss")), expected[k].boss);
            CHECK_EQ(rom_u32(value_of(chunk, row, "mesh")),
                     expected[k].mesh[0] == 0 ? 0 : rom_id(expected[k].mesh));
            const uint8_t *title = value_of(chunk, row, "title");
            CHECK_EQ(rom_u32(title + 4), strlen(expected[k].title));
            CHECK(memcmp(chunk + rom_u32(title), expected[k].title, strlen(expected[k].title)) == 0);
        }
    }
    CHECK_EQ(found, 2);
    writer_free(&image);
}

TEST(data_tables_name_their_mistakes) {
    static const struct {
        const char *table, *told;
    } cases[] = {{"name,a:i32\nx,1\n", "units.csv:1"},        {"key,a\nx,1\n", "NAME:KIND"},
                 {"key,a:i32,A:fx\nx,1,1\n", "twice"},        {"key,a:i32\nx,1.5\n", "units.csv:2"},
                 {"key,a:fx\nx,40000\n", "`40000`"},          {"key,a:switch\nx,maybe\n", "`yes` or `no`"},
                 {"key,a:i32\nx,1\nX,2\n", "that of line 2"}, {"key,a:i32\n,1\n", "no key"},
                 {"key,a:colour\nx,red\n", "`red`"},          {"", "key"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const cart_asset asset = {.kind = "data", .name = "units"};
        cart c;
        tool_error error = {.text = ""};
        writer out = {0};
        cart_defaults(&c);
        writer_zeros(&out, ROM_DATA_SIZE);
        const pack_source source = {
            &c, &asset, "units.csv", (const uint8_t *)cases[i].table, strlen(cases[i].table), &error, NULL};
        CHECK(!convert_data(&source, &out));
        CHECK(strstr(error.text, cases[i].told) != NULL);
        if (strstr(error.text, cases[i].told) == NULL) TEST_INFO("case %d: %s", (int)i, error.text);
        writer_free(&out);
    }
}

static bool lay_over(const writer *base, const writer *now, writer *overlay, tool_error *error) {
    rom_image was, is;
    uint32_t count = 0;
    memset(overlay, 0, sizeof *overlay);
    CHECK(rom_open(base->data, base->size, &was, NULL) == ROM_OK &&
          rom_open(now->data, now->size, &is, NULL) == ROM_OK);
    return overlay_make(&was, &is, "mod", NULL, overlay, &count, error);
}

static const char two_units[] = "key,health:i32,title:text\norc,12,Orc\nelf,8,Elf\n";

TEST(data_tables_grow_by_the_rows_of_overlays) {
    static const char more_units[] =
        "key,health:i32,title:text\norc,15,Orc\nelf,8,Elf\nhydra,90,Many heads\n";
    static uint8_t memory[1024];
    writer base, now, overlay;
    tool_error error = {.text = ""};
    rom_image image;
    ox_images images;
    ox_arena arena;
    if (!pack_table("extensible=on", two_units, &base) || !pack_table("extensible=on", more_units, &now))
        return;
    CHECK(lay_over(&base, &now, &overlay, &error));
    const uint8_t *rows_only = chunk_of(&overlay), *whole = chunk_of(&now), **rows;
    CHECK_EQ(rom_u32(rows_only + ROM_DATA_ROW_COUNT), 2); /* orc, hydra */
    CHECK_EQ(rom_u32(rows_only + ROM_DATA_FLAGS), ROM_DATA_EXTENSIBLE);
    const ox_row_layout layout = {
        ROM_DATA_ROW_COUNT, ROM_DATA_ROWS_AT,   (uint16_t)rom_u32(whole + ROM_DATA_ROW_BYTES), 0,
        ROM_DATA_FLAGS,     ROM_DATA_EXTENSIBLE};
    uint32_t count = 0;
    ox_images_init(&images, NULL);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK(rom_open(base.data, base.size, &image, NULL) == ROM_OK &&
          ox_images_add(&images, &image, "base", 0) == OX_OK);
    CHECK(rom_open(overlay.data, overlay.size, &image, NULL) == ROM_OK &&
          ox_images_add(&images, &image, "mod", 1) == OX_OK);
    CHECK_EQ(ox_images_rows(&images, rom_id("data/units"), ROM_TAG_DATA, &layout, &arena, &rows, &count),
             OX_OK);
    CHECK_EQ(count, 3);
    for (uint32_t i = 0; i < count; i++) { /* each row is the row of the full rebuild */
        bool found = false;
        for (uint32_t k = 0; k < 3; k++) {
            const uint8_t *row = whole + rom_u32(whole + ROM_DATA_ROWS_AT) + k * layout.bytes;
            if (rom_u32(row) != rom_u32(rows[i])) continue;
            found = rom_u32(value_of(whole, row, "health")) == rom_u32(value_of(whole, rows[i], "health"));
        }
        CHECK(found);
    }
    writer_free(&base);
    writer_free(&now);
    writer_free(&overlay);
}

TEST(data_tables_that_cannot_grow_are_replaced_or_refused) {
    static const char one_unit[] = "key,health:i32,title:text\norc,12,Orc\n",
                      other_columns[] = "key,health:i32,title:text,speed:fx\norc,12,Orc,1\nelf,8,Elf,1\n";
    writer base, now, overlay;
    tool_error error = {.text = ""};
    if (!pack_table("extensible=on", two_units, &base) || !pack_table("extensible=on", one_unit, &now))
        return;
    /* a row is gone: the overlay has the whole table and replaces the base */
    CHECK(lay_over(&base, &now, &overlay, &error));
    CHECK_EQ(rom_u32(chunk_of(&overlay) + ROM_DATA_ROW_COUNT), 1);
    CHECK_EQ(rom_u32(chunk_of(&overlay) + ROM_DATA_FLAGS), 0);
    const uint8_t *whole = chunk_of(&overlay), **rows;
    const ox_row_layout layout = {
        ROM_DATA_ROW_COUNT, ROM_DATA_ROWS_AT,   (uint16_t)rom_u32(whole + ROM_DATA_ROW_BYTES), 0,
        ROM_DATA_FLAGS,     ROM_DATA_EXTENSIBLE};
    static uint8_t memory[256];
    uint32_t rows_there = 0;
    rom_image image;
    ox_images images;
    ox_arena arena;
    ox_images_init(&images, NULL);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK(rom_open(base.data, base.size, &image, NULL) == ROM_OK &&
          ox_images_add(&images, &image, "base", 0) == OX_OK);
    CHECK(rom_open(overlay.data, overlay.size, &image, NULL) == ROM_OK &&
          ox_images_add(&images, &image, "mod", 1) == OX_OK);
    CHECK_EQ(ox_images_rows(&images, rom_id("data/units"), ROM_TAG_DATA, &layout, &arena, &rows, &rows_there),
             OX_OK);
    CHECK_EQ(rows_there, 1); /* the elf of the base is gone */
    writer_free(&overlay);
    writer_free(&now);
    if (!pack_table("extensible=on", other_columns, &now)) return;
    CHECK(!lay_over(&base, &now, &overlay, &error));
    CHECK(strstr(error.text, "other columns") != NULL);
    writer_free(&now);
    writer_free(&base);
}
