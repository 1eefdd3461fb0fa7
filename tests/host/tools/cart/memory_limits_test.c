/* Tests of the limits of ports: one table for the C code and for the packer, and refusals with asset, limit
 * and value. */
#include <string.h>

#include "tests/test.h"
#include "tools/cart/limits.h"

TEST(memory_limits_constants_and_records_are_one_table) {
    static char text[8192];
    machine_limits read;
    CHECK_EQ(limits_find("gba")->main, OX_LIMIT_gba_main);
    CHECK_EQ(limits_find("gba")->fast, OX_LIMIT_gba_fast);
    CHECK_EQ(limits_find("lm3s6965")->rom, OX_LIMIT_lm3s6965_rom);
    CHECK_EQ(limits_find("desktop")->cache_line, OX_LIMIT_desktop_cache_line);
    CHECK_EQ(limits_find("smallest")->main, 128);
    CHECK_EQ(limits_find("smallest")->clock, 1100000);
    CHECK(limits_find("toaster") == NULL && limits_find("gb") == NULL);
    size_t length = limits_text(text, sizeof text);
    CHECK(length < sizeof text && strlen(text) == length);
    CHECK(strstr(text, "gba.main 262144\n") != NULL);
    CHECK(strstr(text, "smallest.clock 1100000\n") != NULL);
    /* The packer reads the limits that the C code has. */
    uint32_t ports = 0;
    for (const machine_limits *limits; (limits = limits_at(ports)) != NULL; ports++) {
        CHECK(limits_read(&read, limits->port, text));
        CHECK(memcmp(&read, limits, sizeof read) == 0);
    }
    CHECK(ports >= 6);
    CHECK(!limits_read(&read, "toaster", text));
    strstr(text, "gba.rom")[8] = 'x';
    CHECK(!limits_read(&read, "gba", text));
    CHECK_EQ(limits_text(text, 10), length);
    CHECK_EQ(strlen(text), 9);
    CHECK_EQ(limits_text(NULL, 0), length);
}

TEST(memory_limits_refuse_with_asset_limit_and_value) {
    machine_limits limits = *limits_find("gba");
    limit_refusal refusal;
    char text[120];
    limits.texture_side = 2048;
    CHECK_EQ(limits_check_texture(&limits, "texture/sheet", 2048, 2048, &refusal), OX_OK);
    CHECK_EQ(limits_check_texture(&limits, "texture/sheet", 4096, 16, &refusal), OX_OVER_BUDGET);
    limit_refusal_text(&refusal, text, sizeof text);
    CHECK(strcmp(text, "texture/sheet: side of the largest texture is 2048 on gba, this has 4096") == 0);
    CHECK_EQ(limits_check_texture(&limits, "texture/sheet", 16, 2049, NULL), OX_OVER_BUDGET);
    CHECK_EQ(limits_check_mesh(&limits, "mesh/hero", 65536, 3, &refusal), OX_OVER_BUDGET);
    CHECK(strcmp(refusal.asset, "mesh/hero") == 0 && refusal.most == 65535);
    CHECK_EQ(limits_check_mesh(&limits, "mesh/hero", 65535, 196606, &refusal), OX_OVER_BUDGET);
    CHECK_EQ(limits_check_mesh(&limits, "mesh/hero", 65535, 196605, &refusal), OX_OK);
    CHECK_EQ(limits_check_level(&limits, "level/1", OX_CLASS_MAIN, 262145, &refusal), OX_OVER_BUDGET);
    limit_refusal_text(&refusal, text, sizeof text);
    CHECK(strcmp(text, "level/1: bytes of main memory is 262144 on gba, this has 262145") == 0);
    CHECK_EQ(limits_check_level(&limits, "level/1", OX_CLASS_FAST, 32768, &refusal), OX_OK);
    CHECK_EQ(limits_check_level(limits_find("smallest"), "level/1", OX_CLASS_FAST, 1, &refusal),
             OX_OVER_BUDGET);
    CHECK_EQ(limits_check_level(&limits, "records", OX_CLASS_DEBUG, 1u << 30, &refusal), OX_OK);
    /* Two 16-bit pictures of 240 x 160 and 32-bit depth. */
    CHECK_EQ(limits_check_level(&limits, "buffers", OX_CLASS_MAIN, 2 * 76800 + 153600, &refusal),
             OX_OVER_BUDGET);
    CHECK_EQ(refusal.value, 307200);
    CHECK_EQ(limits_check_sound(&limits, "sound/bell", 32768, 100, &refusal), OX_OK);
    CHECK_EQ(limits_check_sound(&limits, "sound/bell", 44100, 100, &refusal), OX_OVER_BUDGET);
    CHECK(refusal.most == 32768 && refusal.value == 44100);
    CHECK_EQ(limits_check_sound(&limits, "sound/bell", 8000, 4194305, NULL), OX_OVER_BUDGET);
    CHECK_EQ(limits_check_map(&limits, "tilemap/town", 1048576, NULL), OX_OK);
    CHECK_EQ(limits_check_map(&limits, "tilemap/town", 1048577, NULL), OX_OVER_BUDGET);
    CHECK_EQ(limits_check_source(&limits, "sky.png", 16384, 2, NULL), OX_OK);
    CHECK_EQ(limits_check_source(&limits, "sky.png", 2, 16385, NULL), OX_OVER_BUDGET);
    CHECK_EQ(limits_check_surface(&limits, "screen", 240, 160, 0, &refusal), OX_OK);
    CHECK_EQ(limits_check_surface(&limits, "screen", 240, 160, 3, &refusal), OX_UNSUPPORTED);
    CHECK_EQ(limits_check_surface(&limits, "screen", 241, 160, 0, &refusal), OX_OVER_BUDGET);
}
