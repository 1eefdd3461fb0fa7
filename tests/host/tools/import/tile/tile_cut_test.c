/* Cutting pictures into tiles: the tiles draw the same picture again, and turned tiles are found. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/tile/tile_cut.h"

static tool_error error;
static import_image image, tiles, again;
static import_tilemap map;

static uint32_t seed;

static uint32_t noise(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * below >> 32);
}

/* A picture whose tiles are one of `kinds` drawings, each turned at random; some are empty. */
static void make(uint32_t columns, uint32_t rows, uint32_t width, uint32_t height, uint32_t kinds,
                 bool turned) {
    CHECK(import_image_allocate("t", (long)(columns * width), (long)(rows * height), false, &image, &error));
    for (uint32_t t = 0; t < columns * rows; t++) {
        uint32_t kind = noise(kinds + 1), flips = turned ? noise(width == height ? 8 : 4) : 0;
        if (kind == kinds) continue;
        for (uint32_t y = 0; y < height; y++) {
            for (uint32_t x = 0; x < width; x++) {
                uint32_t u = flips & 1 ? width - 1 - x : x, v = flips & 2 ? height - 1 - y : y, swap = u;
                if (flips & 4) u = v, v = swap;
                uint8_t *p = image.rgba + 4 * ((size_t)(t / columns * height + y) * columns * width +
                                               t % columns * width + x);
                p[0] = (uint8_t)(kind * 40 + u);
                p[1] = (uint8_t)(v * 7);
                p[2] = (uint8_t)(u * v);
                p[3] = 255;
            }
        }
    }
}

static void check(uint32_t width, uint32_t height, bool flips, uint32_t most) {
    CHECK(import_tile_cut("t.png", &image, &(import_tile_cutting){width, height, flips, 5}, &map, &tiles,
                          &error));
    CHECK(map.sets[0].count <= most);
    CHECK(import_tilemap_draw("t", &map, &map.layers[0], &tiles, &again, &error));
    CHECK_EQ(again.width, image.width);
    CHECK(memcmp(again.rgba, image.rgba, (size_t)image.width * (size_t)image.height * 4) == 0);
    import_tilemap_free(&map);
    import_image_free(&tiles);
    import_image_free(&again);
    import_image_free(&image);
}

TEST(tile_cut_redraws_the_picture_exactly) {
    seed = 1;
    make(9, 7, 8, 8, 6, false);
    check(8, 8, false, 6);
    make(20, 20, 8, 8, 6, true);
    check(8, 8, true, 6);
    make(20, 20, 8, 8, 6, true);
    check(8, 8, false, 48);
    make(12, 9, 16, 8, 3, true);
    check(16, 8, true, 3);
    make(3, 3, 1, 1, 2, false);
    check(1, 1, true, 2);
}

TEST(tile_cut_numbers_by_first_appearance) {
    CHECK(import_image_allocate("t", 4, 1, false, &image, &error));
    static const uint8_t reds[4] = {9, 5, 9, 0};
    for (size_t i = 0; i < 4; i++) image.rgba[4 * i] = reds[i], image.rgba[4 * i + 3] = i < 3 ? 255 : 0;
    image.rgba[4 * 3] = 77; /* the pixel is not seen: the cell is empty */
    CHECK(import_tile_cut("t.png", &image, &(import_tile_cutting){1, 1, false, 0}, &map, &tiles, &error));
    CHECK(map.layers[0].cells[0] == 1 && map.layers[0].cells[1] == 2 && map.layers[0].cells[2] == 1 &&
          map.layers[0].cells[3] == 0);
    CHECK_EQ(tiles.width, 16);
    CHECK_EQ(map.sets[0].count, 2);
    import_tilemap_free(&map);
    import_image_free(&tiles);
    CHECK(!import_tile_cut("t.png", &image, &(import_tile_cutting){3, 1, false, 0}, &map, &tiles, &error) &&
          strstr(error.text, "no whole number of tiles") != NULL);
    CHECK(!import_tile_cut("t.png", &image, &(import_tile_cutting){0, 1, false, 0}, &map, &tiles, &error) &&
          map.layers == NULL && tiles.rgba == NULL);
    import_image_free(&image);
}
