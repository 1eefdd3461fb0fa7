/* Tests of the start screen: its lines for wide and narrow pictures, its pixels, when it goes. */
#include <string.h>

#include "kernel/console/console.h"
#include "kernel/console/start_screen.h"
#include "raster/font.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_port.h"
#include "tests/unit/kernel/console/console_rom.h"

static _Alignas(16) uint8_t image_bytes[65536];

/* Makes an info chunk with all its texts. */
static uint32_t build_texts(const char *const texts[5]) {
    static const uint32_t fields[] = {ROM_INFO_TITLE, ROM_INFO_VERSION, ROM_INFO_AUTHOR, ROM_INFO_HOME,
                                      ROM_INFO_LICENCE};
    build_rom rom;
    build_begin(&rom, image_bytes, sizeof image_bytes);
    build_budget(&rom, 65536, 16384, 128, 64, 0, 0);
    uint32_t bytes = ROM_INFO_SIZE;
    for (int i = 0; i < 5; i++) bytes += (uint32_t)strlen(texts[i]);
    uint8_t *at = build_chunk(&rom, "info", ROM_TAG_INFO, ROM_INFO_SIZE, bytes);
    bytes = ROM_INFO_SIZE;
    for (int i = 0; i < 5; i++) {
        uint32_t length = (uint32_t)strlen(texts[i]);
        build_put32(at + fields[i], bytes);
        build_put32(at + fields[i] + 4, length);
        memcpy(at + bytes, texts[i], length);
        bytes += length;
    }
    build_put32(at + ROM_INFO_START_SCENE, rom_id("scene/a"));
    build_palette(&rom, true);
    return build_finish(&rom);
}

static const char *const texts[] = {"Harbour of the seven oxen", "1.2", "Ann Example", "example.org",
                                    "CC BY 4.0, sounds CC0"};

static bool holds(const ox_start_screen *screen, int line, const char *text) {
    bool same = strcmp(screen->lines[line], text) == 0;
    if (!same) TEST_INFO("line %d is `%s`", line, screen->lines[line]);
    return same;
}

TEST(console_start_screen_lines_of_every_text) {
    rom_image image;
    ox_start_screen screen;
    CHECK_EQ(rom_open(image_bytes, build_texts(texts), &image, NULL), ROM_OK);
    ox_start_screen_make(&screen, &image, 240, 160);
    CHECK_EQ(screen.count, 5);
    CHECK(holds(&screen, 0, "Harbour of the seven oxen") && holds(&screen, 1, "version 1.2") &&
          holds(&screen, 2, "by Ann Example") && holds(&screen, 3, "example.org") &&
          holds(&screen, 4, "CC BY 4.0, sounds CC0"));
    ox_start_screen_make(&screen, &image, 128, 64); /* 15 columns, 6 lines */
    CHECK_EQ(screen.count, 6);
    CHECK(holds(&screen, 0, "Harbour of the") && holds(&screen, 1, "seven oxen") &&
          holds(&screen, 2, "version 1.2") && holds(&screen, 3, "by Ann Example") &&
          holds(&screen, 4, "example.org") && holds(&screen, 5, "CC BY 4.0,"));
    ox_start_screen_make(&screen, &image, 20, 40); /* 1 column: words are broken between letters */
    CHECK(screen.count == 4 && holds(&screen, 0, "H") && holds(&screen, 3, "b"));
    ox_start_screen_make(&screen, &image, 8, 8);
    CHECK_EQ(screen.count, 0);
}

TEST(console_start_screen_of_an_old_or_no_info_chunk) {
    static const char *const none[] = {"", "", "", "", ""};
    rom_image image;
    ox_start_screen screen;
    CHECK_EQ(rom_open(image_bytes, build_texts(texts), &image, NULL), ROM_OK);
    uint8_t *info = image_bytes + image.info;
    build_put16(info + ROM_CHUNK_HEADER, ROM_INFO_HOME); /* a chunk of the first minor version */
    ox_start_screen_make(&screen, &image, 240, 160);
    CHECK_EQ(screen.count, 3);
    image.info = 0;
    ox_start_screen_make(&screen, &image, 240, 160);
    CHECK_EQ(screen.count, 0);
    CHECK_EQ(rom_open(image_bytes, build_texts(none), &image, NULL), ROM_OK);
    ox_start_screen_make(&screen, &image, 240, 160);
    CHECK_EQ(screen.count, 0);
}
