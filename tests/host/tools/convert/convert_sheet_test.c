/* Sprite sheets on their way into chunks: every frame drawn from the chunk is its source. */
#include "rom/records.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tests/host/tools/convert/picture_file.h"

static converted_asset made;

/* A PNG of noise with `blank` transparent pixels around each of columns x rows cells. */
static void make_png(writer *out, import_image *image, int width, int height, int cell, int blank) {
    uint32_t seed = 9;
    CHECK(import_image_allocate("t", width, height, false, image, NULL));
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            uint8_t *p = image->rgba + 4 * (y * width + x);
            bool edge =
                x % cell < blank || y % cell < blank || x % cell >= cell - blank || y % cell >= cell - blank;
            seed = seed * 1664525u + 1013904223u;
            for (int k = 0; k < 3 && !edge; k++) p[k] = (uint8_t)(seed >> (8 + 8 * k) & 0xF0);
            p[3] = edge ? 0 : 255;
        }
    }
    picture_png(image, out);
}

/* A frame as the console draws it, out of chunk and pictures. */
static void draw(const converted_asset *a, uint32_t frame, uint8_t *rgba, uint32_t width, uint32_t height) {
    size_t row = converted_u32(a, ROM_SHEET_AT) + (size_t)frame * ROM_SHEET_FRAME_SIZE,
           place = converted_u32(a, ROM_SHEET_PLACES_AT) + (size_t)frame * ROM_SHEET_PLACE_SIZE;
    uint32_t x0 = converted_u16(a, row + ROM_SHEET_FRAME_X), y0 = converted_u16(a, row + ROM_SHEET_FRAME_Y),
             w = converted_u16(a, row + ROM_SHEET_FRAME_WIDTH),
             h = converted_u16(a, row + ROM_SHEET_FRAME_HEIGHT),
             left = converted_u16(a, row + ROM_SHEET_FRAME_TRIM_X),
             top = converted_u16(a, row + ROM_SHEET_FRAME_TRIM_Y);
    bool turned = (a->chunk.data[place + ROM_SHEET_PLACE_FLAGS] & ROM_SHEET_PLACE_TURNED) != 0;
    const pack_companion_picture *picture = a->companions.pictures;
    for (uint32_t i = 0; i < converted_u16(a, place + ROM_SHEET_PLACE_IMAGE); i++) picture = picture->next;
    CHECK_EQ(converted_u16(a, place + ROM_SHEET_PLACE_FULL_WIDTH), width);
    CHECK_EQ(converted_u16(a, place + ROM_SHEET_PLACE_FULL_HEIGHT), height);
    memset(rgba, 0, (size_t)width * height * 4);
    for (uint32_t j = 0; j < (turned ? w : h); j++) {
        for (uint32_t i = 0; i < (turned ? h : w); i++) {
            uint32_t sx = turned ? x0 + w - 1 - j : x0 + i, sy = turned ? y0 + i : y0 + j;
            memcpy(rgba + 4 * ((size_t)(top + j) * width + left + i),
                   picture->picture.rgba + 4 * ((size_t)sy * (size_t)picture->picture.width + sx), 4);
        }
    }
}

static bool same(const import_image *image, uint32_t x0, uint32_t y0, uint32_t width, uint32_t height,
                 const uint8_t *rgba) {
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t *p = image->rgba + 4 * ((size_t)(y0 + y) * (size_t)image->width + x0 + x),
                          *q = rgba + 4 * ((size_t)y * width + x);
            if (p[3] != q[3] || (p[3] != 0 && memcmp(p, q, 3) != 0)) return false;
        }
    }
    return true;
}

TEST(convert_sheet_of_a_grid_draws_every_frame) {
    writer png = {0};
    import_image image;
    static uint8_t frame[40 * 24 * 4];
    make_png(&png, &image, 400, 240, 24, 2);
    CHECK(convert_asset(&made, "sheet", "it.png", png.data, png.size, "grid=40x24 pivot=20,23"));
    converted_check(&made);
    CHECK_EQ(converted_u32(&made, ROM_SHEET_COUNT), 100);
    for (uint32_t i = 0; i < 100; i++) {
        draw(&made, i, frame, 40, 24);
        CHECK(same(&image, i % 10 * 40, i / 10 * 24, 40, 24, frame));
        size_t row = converted_u32(&made, ROM_SHEET_AT) + (size_t)i * ROM_SHEET_FRAME_SIZE;
        CHECK_EQ(converted_u16(&made, row + ROM_SHEET_FRAME_ORIGIN_X), 20);
        CHECK_EQ(converted_u16(&made, row + ROM_SHEET_FRAME_ORIGIN_Y), 23);
    }
    CHECK_EQ(converted_u32(&made, ROM_SHEET_ANIMATION_COUNT), 1); /* one animation: it_00 .. it_99 */
    CHECK(made.companions.notes != NULL && strstr(made.companions.notes->text, "100 frames"));
    TEST_INFO("%s", made.companions.notes->text);
    converted_free(&made);
    CHECK(convert_asset(&made, "sheet", "it.png", png.data, png.size,
                        "grid=40x24 side=128 extrude=1 colours=16 dither=diffusion"));
    converted_check(&made);
    CHECK(converted_u32(&made, ROM_SHEET_IMAGE_COUNT) > 4);
    CHECK(strstr(made.companions.notes->text, "16 colours, PSNR"));
    for (const pack_companion_picture *p = made.companions.pictures; p != NULL; p = p->next)
        CHECK(p->picture.width <= 128 && p->picture.height <= 128);
    converted_free(&made);
    import_image_free(&image);
    writer_free(&png);
}

TEST(convert_sheet_of_a_text_with_animations) {
    writer png = {0};
    import_image image;
    char path[100], text[600];
    static uint8_t frame[16 * 16 * 4];
    const char *list = "/tmp/it.txt";
    make_png(&png, &image, 64, 64, 16, 1);
    temporary_path(path, sizeof path, "sheet.png");
    const char *name = strrchr(path, '/') + 1;
    snprintf(text, sizeof text,
             "# a walker\nframe walk_0 %s at=0,0 size=16x16\nframe walk_1 %s at=16,0 size=16x16 pivot=8,15\n"
             "frame stand %s at=0,16 size=16x16\nanimation idle stand walk_0 stand rate=4 once\n",
             name, name, name);
    CHECK(import_file_write(path, png.data, png.size, NULL));
    CHECK(convert_asset(&made, "sheet", list, text, strlen(text), "rate=10"));
    converted_check(&made);
    CHECK_EQ(converted_u32(&made, ROM_SHEET_COUNT), 3);
    draw(&made, 1, frame, 16, 16);
    CHECK(same(&image, 16, 0, 16, 16, frame));
    CHECK_EQ(converted_u32(&made, ROM_SHEET_ANIMATION_COUNT), 2);
    for (uint32_t i = 0; i < 2; i++) {
        size_t row = converted_u32(&made, ROM_SHEET_ANIMATIONS_AT) + (size_t)i * ROM_FLIP_BOOK_SIZE;
        bool idle = converted_u32(&made, row) == rom_id("idle");
        CHECK(idle || converted_u32(&made, row) == rom_id("walk"));
        CHECK_EQ(converted_u16(&made, row + ROM_FLIP_BOOK_RATE), idle ? 4 : 10);
        CHECK_EQ(converted_u16(&made, row + ROM_FLIP_BOOK_COUNT), idle ? 3 : 2);
        CHECK_EQ(made.chunk.data[row + ROM_FLIP_BOOK_FLAGS], idle ? 0 : ROM_FLIP_BOOK_LOOPS);
        size_t order = converted_u32(&made, ROM_SHEET_ORDER_AT) +
                       2 * (size_t)converted_u32(&made, row + ROM_FLIP_BOOK_FIRST);
        CHECK_EQ(converted_u16(&made, order), idle ? 2 : 0);
        CHECK_EQ(converted_u16(&made, order + 2), idle ? 0 : 1);
    }
    CHECK(made.companions.inputs != NULL && strcmp(made.companions.inputs->text, path) == 0);
    converted_free(&made);
    static const char *const wrong[] = {
        "frame a",          "frame a %s at=60,60 size=16x16", "frame a q.png", "grid a %s",
        "animation x",      "frame a %s\nanimation x b",      "dance",         "",
        "frame a %s at=1,1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *mark = strstr(wrong[i], "%s");
        snprintf(text, sizeof text, "%.*s%s%s", mark == NULL ? 0 : (int)(mark - wrong[i]), wrong[i],
                 mark == NULL ? "" : name, mark == NULL ? wrong[i] : mark + 2);
        CHECK(!convert_asset(&made, "sheet", list, text, strlen(text), ""));
        CHECK(strncmp(made.error.text, "/tmp/", 5) == 0);
        converted_free(&made);
    }
    CHECK(!convert_asset(&made, "sheet", list, text, strlen(text), "side=4096"));
    CHECK(strstr(made.error.text, "cart.txt:7"));
    converted_free(&made);
    remove(path);
    import_image_free(&image);
    writer_free(&png);
}
