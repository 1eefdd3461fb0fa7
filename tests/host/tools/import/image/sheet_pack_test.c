/* Sprite sheets: every frame drawn from its sheet is its source, and the sheets are small. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/image/sheet.h"

enum { MOST = 400 };

static tool_error error;
static import_image images[MOST];
static char names[MOST][24];
static import_sheet_source sources[MOST];
static import_sheets sheets;
static uint32_t seed;

static uint32_t noise(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * below >> 32);
}

/* A picture with a border of `blank` transparent pixels and noise inside. */
static void make(uint32_t i, uint32_t width, uint32_t height, uint32_t blank) {
    CHECK(import_image_allocate("t", (long)width, (long)height, false, &images[i], &error));
    for (uint32_t y = blank; y + blank < height; y++) {
        for (uint32_t x = blank; x + blank < width; x++) {
            uint8_t *p = images[i].rgba + 4 * (y * width + x);
            for (int c = 0; c < 3; c++) p[c] = (uint8_t)noise(256);
            p[3] = (uint8_t)(1 + noise(255));
        }
    }
    snprintf(names[i], sizeof names[i], "frame%u", (unsigned)i);
    sources[i] = (import_sheet_source){.name = names[i], .image = &images[i]};
}

static void free_images(uint32_t count) {
    for (uint32_t i = 0; i < count; i++) import_image_free(&images[i]);
}

static void check_frames(uint32_t count) {
    CHECK_EQ(sheets.frame_count, count);
    for (uint32_t i = 0; i < sheets.frame_count; i++) {
        import_image drawn;
        CHECK(import_sheet_draw(&sheets, i, &drawn, &error));
        CHECK(drawn.width == images[i].width && drawn.height == images[i].height);
        CHECK(memcmp(drawn.rgba, images[i].rgba, (size_t)drawn.width * (size_t)drawn.height * 4) == 0);
        import_image_free(&drawn);
    }
}

static void random_set(uint32_t count) {
    for (uint32_t i = 0; i < count; i++) make(i, 6 + noise(40), 6 + noise(40), noise(3));
}

TEST(sheet_frames_are_exact_and_packed_tightly) {
    import_sheet_options options = {0};
    seed = 7;
    random_set(200);
    CHECK(import_sheet_pack(sources, 200, &options, &sheets, &error));
    double ratio = (double)sheets.sheet_pixels / (double)sheets.trimmed_pixels;
    uint32_t turned = 0;
    for (uint32_t i = 0; i < 200; i++) turned += sheets.frames[i].turned;
    TEST_INFO("200 frames: sheet %d x %d, %.3f of the trimmed area, %u turned", sheets.sheets[0].width,
              sheets.sheets[0].height, ratio, (unsigned)turned);
    CHECK_EQ(sheets.sheet_count, 1);
    CHECK(ratio <= 1.15);
    CHECK(turned > 0);
    check_frames(200);
    import_image first = sheets.sheets[0];
    import_sheets again;
    CHECK(import_sheet_pack(sources, 200, &options, &again, &error));
    CHECK(again.sheets[0].width == first.width && again.sheets[0].height == first.height);
    CHECK(memcmp(again.sheets[0].rgba, first.rgba, (size_t)first.width * (size_t)first.height * 4) == 0);
    import_sheets_free(&again);
    import_sheets_free(&sheets);
    options.no_turning = options.powers_of_two = true;
    CHECK(import_sheet_pack(sources, 200, &options, &sheets, &error));
    CHECK((sheets.sheets[0].width & (sheets.sheets[0].width - 1)) == 0 &&
          (sheets.sheets[0].height & (sheets.sheets[0].height - 1)) == 0);
    for (uint32_t i = 0; i < 200; i++) CHECK(!sheets.frames[i].turned);
    check_frames(200);
    import_sheets_free(&sheets);
    free_images(200);
}

TEST(sheet_cuts_borders_and_saves_memory) {
    import_sheet_options options = {0};
    seed = 3;
    /* frames with 58 x 58 of 64 x 64 pixels in use: 18 % blank */
    for (uint32_t i = 0; i < 100; i++) make(i, 64, 64, 3);
    CHECK(import_sheet_pack(sources, 100, &options, &sheets, &error));
    TEST_INFO("100 frames with blank borders: %.1f %% saved",
              100.0 - 100.0 * (double)sheets.sheet_pixels / (double)sheets.source_pixels);
    CHECK((double)sheets.sheet_pixels <= 0.88 * (double)sheets.source_pixels);
    CHECK(sheets.frames[5].trim_x == 3 && sheets.frames[5].trim_y == 3 && sheets.frames[5].width == 58);
    check_frames(100);
    import_sheets_free(&sheets);
    options.keep_borders = true;
    CHECK(import_sheet_pack(sources, 100, &options, &sheets, &error) && sheets.frames[5].width == 64 &&
          sheets.frames[5].trim_x == 0);
    import_sheets_free(&sheets);
    free_images(100);
}

TEST(sheet_doubles_empty_frames_and_animations) {
    import_sheet_options options = {.extrude = 2};
    static const char *const frame_names[6] = {"walk_01", "walk_00", "walk_10", "idle", "run_0", "blank_00"};
    seed = 5;
    for (uint32_t i = 0; i < 6; i++) {
        make(i, 12, 9, 1);
        sources[i].name = frame_names[i];
        sources[i].pivot_x = 6;
    }
    memcpy(images[2].rgba, images[0].rgba, 12 * 9 * 4);
    memset(images[5].rgba, 0, 12 * 9 * 4);
    CHECK(import_sheet_pack(sources, 6, &options, &sheets, &error));
    check_frames(6);
    CHECK_EQ(sheets.frames[2].same_as, 0);
    CHECK(sheets.frames[2].x == sheets.frames[0].x && sheets.frames[2].y == sheets.frames[0].y);
    CHECK(sheets.frames[5].width == 0 && sheets.frames[0].pivot_x == 6);
    CHECK_EQ(sheets.animation_count, 3);
    CHECK(strcmp(sheets.animations[0].name, "blank") == 0 && strcmp(sheets.animations[1].name, "run") == 0);
    const import_animation *walk = &sheets.animations[2];
    CHECK(strcmp(walk->name, "walk") == 0 && walk->count == 3 && walk->rate == 24);
    CHECK(sheets.order[walk->first] == 1 && sheets.order[walk->first + 1] == 0 &&
          sheets.order[walk->first + 2] == 2);
    /* repeated edges: two pixels left of a frame that was not turned are its first pixel */
    const import_frame *f = &sheets.frames[3];
    const import_image *s = &sheets.sheets[0];
    const uint8_t *inside = s->rgba + 4 * ((size_t)f->y * (size_t)s->width + f->x), *beside = inside - 8,
                  *above = inside - 8 * s->width;
    CHECK(memcmp(inside, beside, 4) == 0 && memcmp(inside, above, 4) == 0 &&
          memcmp(inside, above - 8, 4) == 0);
    import_sheets_free(&sheets);
    free_images(6);
}

TEST(sheet_limits_and_refusals) {
    import_sheet_options options = {.largest_side = 64};
    seed = 9;
    for (uint32_t i = 0; i < 40; i++) make(i, 20, 24, 0);
    CHECK(import_sheet_pack(sources, 40, &options, &sheets, &error));
    CHECK(sheets.sheet_count >= 5);
    for (uint32_t i = 0; i < sheets.sheet_count; i++)
        CHECK(sheets.sheets[i].width <= 64 && sheets.sheets[i].height <= 64);
    check_frames(40);
    import_sheets_free(&sheets);
    options.one_sheet = true;
    CHECK(!import_sheet_pack(sources, 40, &options, &sheets, &error) &&
          strstr(error.text, "do not fit one sheet") != NULL);
    CHECK(sheets.sheets == NULL && sheets.frames == NULL);
    make(40, 70, 5, 0);
    CHECK(!import_sheet_pack(sources, 41, &options, &sheets, &error) &&
          strstr(error.text, "frame40: the frame of 70 x 5") != NULL);
    sources[3].x = 10;
    sources[3].width = 11;
    sources[3].height = 2;
    CHECK(!import_sheet_pack(sources, 40, &options, &sheets, &error) &&
          strstr(error.text, "frame3: the frame of 11 x 2 pixels at 10,0") != NULL);
    CHECK(import_sheet_pack(sources, 0, &options, &sheets, &error) && sheets.sheet_count == 0);
    import_sheets_free(&sheets);
    free_images(41);
}

TEST(sheet_grid_of_frames) {
    import_arena arena = {0};
    import_sheet_source *list;
    import_sheet_options options = {0};
    uint32_t count;
    seed = 11;
    make(0, 40, 20, 0);
    CHECK(import_sheet_grid("coin", &images[0], 10, 10, &arena, &list, &count, &error));
    CHECK_EQ(count, 8);
    CHECK(strcmp(list[5].name, "coin_05") == 0 && list[5].x == 10 && list[5].y == 10);
    CHECK(import_sheet_pack(list, count, &options, &sheets, &error));
    CHECK(sheets.animation_count == 1 && sheets.animations[0].count == 8);
    import_sheets_free(&sheets);
    free(list);
    CHECK(!import_sheet_grid("coin", &images[0], 11, 10, &arena, &list, &count, &error) && list == NULL);
    import_arena_free(&arena);
    free_images(1);
}
