/* Tests of the console on the headless port: booting, refusals, equal pictures for every way of drawing,
 * faults. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/console/console.h"
#include "platform/host/host.h"
#include "tests/port.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"

static _Alignas(16) uint8_t image[65536];

static plat *headless(size_t memory, size_t fast, int threads, uint32_t frames) {
    char error[200] = "";
    host_options options = {
        .quiet = true, .memory = memory, .fast_memory = fast, .threads = threads, .frame_limit = frames};
    plat *p = test_port_open(&options, error, sizeof error);
    if (p == NULL) test_fail(__FILE__, __LINE__, error, 0, 1);
    return p;
}

/* A deterministic console that hashes its frames. */
static ox_console *boot(plat *p, uint32_t size, int format, int band_lines, ox_error *error) {
    ox_boot_options options = ox_boot_defaults(p, image, size);
    options.deterministic = true;
    options.log_hashes = true;
    options.count_pixels = true;
    options.format = format;
    options.band_lines = band_lines;
    return ox_console_boot(&options, error);
}

static uint32_t small_cart(uint32_t budget, uint32_t format, uint32_t band, uint32_t flags) {
    build_rom rom;
    uint32_t size = build_small_cart(&rom, image, sizeof image, budget, format, band, flags);
    CHECK(size > 0);
    return size;
}

TEST(console_plays_a_cart) {
    uint32_t size = small_cart(192 * 1024, PLAT_PAL8, 0, 0), hashes[8];
    plat *p = headless(1 << 20, 0, 1, 8);
    ox_error error;
    ox_frame_stats stats;
    ox_console *console = boot(p, size, -1, 0, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    CHECK_EQ(ox_console_band_lines(console), 48);
    for (int i = 0; i < 8; i++) {
        CHECK(ox_console_frame(console));
        ox_console_stats(console, &stats);
        CHECK_EQ(stats.frame, i);
        CHECK_EQ(stats.triangles, 12);
        CHECK(stats.triangles_drawn > 0 && stats.triangles_drawn <= 24);
        CHECK(stats.pixels > 100 && stats.pixels < 64 * 48);
        CHECK_EQ(stats.memory_budget, 192 * 1024);
        CHECK(stats.memory_used <= stats.memory_peak && stats.memory_peak <= stats.memory_budget);
        hashes[i] = stats.hash;
        for (int k = 0; k < i; k++) CHECK(hashes[k] != hashes[i]);
    }
    CHECK(!ox_console_frame(console)); /* the port's frame limit is reached */
    host_frame frame;
    CHECK(host_last_frame(p, &frame));
    CHECK_EQ(frame.number, 7);
    CHECK_EQ(frame.palette[0xE0], build_colour(0xE0));
    CHECK(strncmp(ox_console_log_line(console, 0), "frame=7 hash=", 13) == 0);
    host_close(p);
}

/* Frame hashes of the first eight frames. */
static bool play(size_t fast, int threads, int format, int band_lines, uint32_t rom_band, uint32_t hashes[8],
                 int *lines) {
    uint32_t size = small_cart(192 * 1024, PLAT_PAL8, rom_band, 0);
    plat *p = headless(1 << 20, fast, threads, 8);
    ox_error error;
    ox_frame_stats stats;
    ox_console *console = boot(p, size, format, band_lines, &error);
    CHECK(console != NULL);
    if (console == NULL) TEST_INFO("%s", error.text);
    for (int i = 0; console != NULL && i < 8; i++) {
        CHECK(ox_console_frame(console));
        ox_console_stats(console, &stats);
        /* neither hash nor pixel count may depend on the bands */
        hashes[i] = stats.hash * 31 + stats.pixels;
    }
    if (console != NULL) *lines = ox_console_band_lines(console);
    host_close(p);
    return console != NULL;
}

TEST(console_draws_the_same_pixels_whatever_the_bands) {
    for (int format = 0; format < PLAT_FORMATS; format++) {
        uint32_t whole[8], other[8];
        int lines;
        if (!play(0, 1, format, 0, 0, whole, &lines)) return;
        CHECK_EQ(lines, 48);
        static const int heights[] = {8, 9, 16, 23, 47, 48};
        for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
            play(0, 1, format, heights[i], 0, other, &lines);
            CHECK_EQ(lines, heights[i]);
            CHECK(memcmp(whole, other, sizeof whole) == 0);
        }
        play(0, 3, format, 0, 0, other, &lines);
        CHECK_EQ(lines, 8);
        CHECK(memcmp(whole, other, sizeof whole) == 0);
        play(0, 3, format, 11, 0, other, &lines);
        CHECK_EQ(lines, 11);
        CHECK(memcmp(whole, other, sizeof whole) == 0);
    }
}

TEST(console_puts_bands_into_fast_memory) {
    uint32_t whole[8], other[8];
    int lines;
    if (!play(0, 1, PLAT_PAL8, 0, 0, whole, &lines)) return;
    play(64 * 3 * 16, 1, PLAT_PAL8, 0, 0, other, &lines);
    CHECK_EQ(lines, 12); /* bands take three quarters of fast memory */
    CHECK(memcmp(whole, other, sizeof whole) == 0);
    play(64 * 3 * 16, 1, PLAT_PAL8, 0, 16, other, &lines);
    CHECK_EQ(lines, 16); /* bands are as high as the cart asks */
    play(64 * 3 * 16, 1, PLAT_PAL8, 0, 20, other, &lines);
    CHECK_EQ(lines, 12);
    play(64 * 3 * 16, 1, PLAT_PAL8, 24, 0, other, &lines);
    CHECK_EQ(lines, 24); /* bands lie in main memory, where there is room */
    CHECK(memcmp(whole, other, sizeof whole) == 0);
    play(64 * 3 * 7, 1, PLAT_PAL8, 0, 0, other, &lines);
    CHECK_EQ(lines, 48); /* fast memory is too small for bands and is left to the vertices */
    CHECK(memcmp(whole, other, sizeof whole) == 0);
}

TEST(console_refuses_in_clear_words) {
    ox_error error;
    uint32_t size = small_cart(512 * 1024, PLAT_PAL8, 0, 0);
    plat *p = headless(256 * 1024, 0, 1, 1);
    CHECK(boot(p, size, -1, 0, &error) == NULL);
    CHECK_EQ(error.status, OX_OVER_BUDGET);
    CHECK(strcmp(error.text,
                 "budget 512 KB is larger than this machine's 256 KB: main memory: 524288 bytes are "
                 "needed, 262144 are there") == 0);
    size = small_cart(20000, PLAT_PAL8, 0, 0);
    CHECK(boot(p, size, -1, 0, &error) == NULL);
    CHECK_EQ(error.status, OX_OUT_OF_MEMORY);
    CHECK(strncmp(error.text, "budget 20000 bytes is too small", 31) == 0);
    size = small_cart(192 * 1024, PLAT_PAL8, 0, 0);
    image[size - 9] ^= 1;
    CHECK(boot(p, size, -1, 0, &error) == NULL);
    CHECK_EQ(error.status, OX_BAD_IMAGE);
    CHECK(strncmp(error.text, "the ROM image is refused: ", 26) == 0);
    image[size - 9] ^= 1;
    CHECK(boot(p, size - 4, -1, 0, &error) == NULL);
    CHECK_EQ(error.status, OX_BAD_IMAGE);
    CHECK(boot(p, size, 4, 0, &error) == NULL);
    CHECK_EQ(error.status, OX_BAD_ARGUMENT);
    CHECK(boot(p, size, -1, 7, &error) == NULL);
    CHECK_EQ(error.status, OX_BAD_ARGUMENT);
    ox_boot_options options = ox_boot_defaults(p, image, size);
    options.width = 4;
    CHECK(ox_console_boot(&options, &error) == NULL);
    CHECK_EQ(error.status, OX_BAD_ARGUMENT);
    options.width = 0;
    options.scene = 12345;
    CHECK(ox_console_boot(&options, &error) == NULL);
    CHECK_EQ(error.status, OX_NOT_FOUND);
    options.scene = 0;
    options.platform = NULL;
    CHECK(ox_console_boot(&options, &error) == NULL);
    CHECK_EQ(error.status, OX_BAD_ARGUMENT);
    host_close(p);
}

/* Every request for resident memory is refused once: the boot ends in a sentence or the cart plays,
 * placeholders and all. */
TEST(console_survives_every_refused_request) {
    uint32_t size = small_cart(192 * 1024, PLAT_RGB565, 0, 0), plays = 0, refusals = 0;
    for (uint32_t k = 1; k < 200; k++) {
        plat *p = headless(256 * 1024, 0, 1, 3);
        ox_boot_options options = ox_boot_defaults(p, image, size);
        ox_error error;
        ox_memory_region region = {0};
        options.deterministic = true;
        options.fail_allocation = k;
        ox_console *console = ox_console_boot(&options, &error);
        if (console == NULL) {
            CHECK_EQ(error.status, OX_OUT_OF_MEMORY);
            CHECK(error.text[0] != 0);
            refusals++;
        } else {
            for (int i = 0; i < 3; i++) CHECK(ox_console_frame(console));
            for (int i = 0; ox_console_region(console, i, &region); i++) {
            }
            plays++;
        }
        host_close(p);
        if (console != NULL && region.refused == 0) break; /* the boot makes fewer requests than k */
    }
    TEST_INFO("%u refused boots, %u played", (unsigned)refusals, (unsigned)plays);
    CHECK(refusals > 3 && plays > 10);
}

TEST(console_twice_in_one_process) {
    uint32_t size = small_cart(192 * 1024, PLAT_PAL8, 0, 0);
    plat *p = headless(1 << 20, 0, 1, 20), *q = headless(1 << 20, 0, 1, 20);
    ox_error error;
    ox_frame_stats one, two;
    ox_console *a = boot(p, size, -1, 0, &error), *b = boot(q, size, -1, 16, &error);
    CHECK(a != NULL && b != NULL);
    for (int i = 0; a != NULL && b != NULL && i < 10; i++) {
        CHECK(ox_console_frame(a));
        CHECK(ox_console_frame(b));
        ox_console_stats(a, &one);
        ox_console_stats(b, &two);
        CHECK_EQ(one.hash, two.hash);
    }
    host_close(p);
    host_close(q);
}
