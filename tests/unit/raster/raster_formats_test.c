/* Ramps, function tables, mip chains, fades, box filtering: functions beside the pixel path. */
#include "fixedmath/assert.h"
#include "raster/fade.h"
#include "raster/function_table.h"
#include "raster/gamma.h"
#include "raster/mipmap.h"
#include "raster/reduce.h"
#include "tests/unit/raster/raster_pixel.h"

TEST(raster_gamma_ramps) {
    static const uint8_t wanted[32] = {0,  7,  9,  11, 12, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 22,
                                       23, 24, 24, 25, 25, 26, 27, 27, 28, 28, 29, 29, 30, 30, 31, 31};
    uint8_t ramp[256], green[64];
    uint32_t from[256], to[256];
    uint16_t pixels[4] = {0, 0xFFFF, 0x8410, 0x0841};
    rs_surface surface = {(uint8_t *)pixels, 8, 4, 1, 0, 1, RS_RGB565};
    CHECK(rs_gamma_ramp(ramp, 32, 22));
    for (int i = 0; i < 32; i++) CHECK_EQ(ramp[i], wanted[i]);
    CHECK(rs_gamma_ramp(green, 64, 22));
    rs_gamma_surface(&surface, ramp, green);
    CHECK_EQ(pixels[0], 0);
    CHECK_EQ(pixels[1], 0xFFFF);
    CHECK_EQ(pixels[2], wanted[16] << 11 | green[32] << 5 | wanted[16]);
    CHECK(rs_gamma_ramp(ramp, 256, 22));
    CHECK_EQ(ramp[16], 72);
    CHECK_EQ(ramp[64], 136);
    CHECK_EQ(ramp[128], 186);
    CHECK_EQ(ramp[192], 224);
    /* Code 186 shows half the light of white on a display of gamma 2.2, as a 50 % dither does. */
    CHECK_NEAR(ramp[128], 186, 1);
    CHECK_EQ(wanted[16], 23);
    CHECK_NEAR(green[32], 46, 1);
    for (uint32_t i = 0; i < 256; i++) from[i] = i << 16 | (255u - i) << 8 | 128u;
    rs_gamma_palette(from, to, 256, ramp);
    CHECK_EQ(to[16], 72u << 16 | (uint32_t)ramp[239] << 8 | 186u);
    CHECK(rs_gamma_ramp(ramp, 256, 10));
    for (int i = 0; i < 256; i++) CHECK_EQ(ramp[i], i);
    for (int tenths = 10; tenths <= 30; tenths++) { /* the ramp is monotone, its ends fixed */
        CHECK(rs_gamma_ramp(ramp, 256, tenths));
        CHECK(ramp[0] == 0 && ramp[255] == 255);
        for (int i = 1; i < 256; i++) CHECK(ramp[i] >= ramp[i - 1]);
    }
    CHECK(!rs_gamma_ramp(ramp, 256, 9));
    CHECK(!rs_gamma_ramp(ramp, 256, 31));
    CHECK(!rs_gamma_ramp(ramp, 100, 22));
}

TEST(raster_output_ramps_are_one_rounding) {
    uint8_t plain[256], ramp[256], light[256];
    for (int entries = 32; entries <= 256; entries = entries == 32 ? 64 : entries * 4) {
        for (int tenths = 10; tenths <= 30; tenths++) {
            CHECK(rs_gamma_ramp(plain, entries, tenths) &&
                  rs_gamma_output_ramp(ramp, entries, false, tenths));
            CHECK(memcmp(plain, ramp, (size_t)entries) == 0);
            CHECK(rs_gamma_output_ramp(ramp, entries, true, tenths));
            CHECK(ramp[0] == 0 && ramp[entries - 1] == entries - 1);
            for (int i = 1; i < entries; i++) CHECK(ramp[i] >= ramp[i - 1] && ramp[i] >= plain[i]);
        }
        CHECK(rs_gamma_ramp(plain, entries, 22) && rs_gamma_output_ramp(ramp, entries, true, 10));
        CHECK(memcmp(plain, ramp, (size_t)entries) == 0);
    }
    CHECK(!rs_gamma_output_ramp(ramp, 255, true, 10) && !rs_gamma_output_ramp(ramp, 256, true, 9) &&
          !rs_gamma_output_ramp(ramp, 256, true, 31));
    CHECK(rs_gamma_output_ramp(ramp, 256, true, 20)); /* an exponent of 1/4.4 */
    CHECK(ramp[1] == 72 && ramp[16] == 136 && ramp[127] == 218);
    CHECK(rs_gamma_output_ramp(ramp, 256, true, 10));
    rs_gamma_light(light);
    CHECK(light[0] == 0 && light[15] == 1 && light[64] == 12 && light[128] == 56 && light[186] == 127 &&
          light[255] == 255);
    for (int i = 0; i < 256; i++) CHECK_NEAR(ramp[light[i]], i, i < 32 ? 14 : 2);
}

TEST(raster_function_tables_hold_powers) {
    uint16_t entries[256], again[256];
    rs_function_table table, other;
    for (int exponent = 2; exponent <= 128; exponent *= 2) {
        int64_t worst = 0;
        CHECK(rs_function_power(&table, entries, exponent));
        CHECK(rs_function_power(&other, again, exponent));
        CHECK(memcmp(entries, again, sizeof entries) == 0);
        for (uint32_t x = 0; x <= 65536; x += 7) {
            uint64_t p = (uint64_t)x << 15; /* Q31 */
            int64_t off;
            for (int e = exponent; e > 1; e >>= 1) p = p * p >> 31;
            off = (int64_t)(p >> 15) - (int64_t)rs_function_at(&table, x);
            if (off < 0) off = -off;
            if (off > worst) worst = off;
        }
        CHECK(worst <= 164); /* 0.0025 */
    }
    CHECK(!rs_function_power(&table, entries, 3));
    CHECK(!rs_function_power(&table, entries, 256));
    {
        static const uint32_t ramp[64] = {0xFF0000, 0x00FF00};
        const rs_function_table toon = {ramp, RS_FUNCTION_RGB, 6, 0};
        CHECK_EQ(rs_function_nearest(&toon, 0), 0xFF0000u);
        CHECK_EQ(rs_function_nearest(&toon, 700), 0x00FF00u);
        CHECK_EQ(rs_function_at(&toon, 520), 0x807F00u);
        CHECK_EQ(rs_function_nearest(&toon, 70000), 0u);
    }
}

TEST(raster_mip_chains_are_box_filtered) {
    static uint8_t memory[90000];
    rs_texture texture = {.pixels = memory, .format = RS_L8, .log2_width = 8, .log2_height = 8, .levels = 9};
    uint32_t colours[256];
    CHECK_EQ(rs_texture_bytes(&texture), 87381);
    memset(memory, 0x77, sizeof memory);
    for (int i = 0; i < 65536; i++) memory[i] = (uint8_t)((i ^ i >> 8) & 1 ? 200 : 101);
    CHECK(rs_mipmaps_build(&texture, memory, NULL));
    CHECK_EQ(memory[65536], 151); /* the mean of 200 and 101, rounded up */
    CHECK_EQ(memory[87380], 151);
    CHECK_EQ(memory[87381], 0x77);
    texture.format = RS_PAL8, texture.log2_width = 2, texture.log2_height = 1, texture.levels = 3;
    for (uint32_t i = 0; i < 256; i++) colours[i] = i * 0x010101u;
    CHECK(!rs_mipmaps_build(&texture, memory, NULL));
    for (int i = 0; i < 8; i++) memory[i] = (uint8_t)(i * 10);
    CHECK(rs_mipmaps_build(&texture, memory, colours));
    CHECK_EQ(memory[8], 25); /* the mean of texels 0, 10, 40, 50 */
    CHECK_EQ(memory[9], 45);
    CHECK_EQ(memory[10], 35); /* the mean of the 2x1 level's texels */
    for (int format = 0; format < RS_TEXTURE_FORMATS;
         format++) { /* an image of one colour keeps that colour in every format */
        uint32_t first;
        if (format == RS_PAL8 || format == RS_PAL4) continue;
        texture.format = (uint8_t)format, texture.log2_width = texture.log2_height = 2;
        for (size_t i = 0; i < 16; i++) rs_texel_encode(format, memory, i, 0xFFC08040u, NULL);
        first = rs_texel_decode(format, memory, 5, NULL);
        CHECK(rs_mipmaps_build(&texture, memory, NULL));
        CHECK_EQ(rs_texel_decode(format, memory + rs_texture_level_bytes(&texture, 0), 2, NULL), first);
    }
}

TEST(raster_fades_are_monotone) {
    int32_t last = 0, now = 256;
    for (fx d = 0; d < FX(12); d += 1000) {
        int32_t opacity = rs_fade_at(d, FX(2), FX(10));
        CHECK(opacity >= last && opacity <= 256);
        CHECK(rs_fade_hidden(opacity) <= 16);
        last = opacity;
    }
    CHECK_EQ(rs_fade_at(FX(2), FX(2), FX(10)), 0);
    CHECK_EQ(rs_fade_at(FX(6), FX(2), FX(10)), 128);
    CHECK_EQ(rs_fade_at(FX(10), FX(2), FX(10)), 256);
    CHECK_EQ(rs_fade_hidden(256), 0);
    CHECK_EQ(rs_fade_hidden(0), 16);
    CHECK_EQ(rs_fade_transparency(256), 0);
    CHECK_EQ(rs_fade_transparency(0), 255);
    for (int i = 0; i < 40; i++) now = rs_fade_step(now, 64, 8); /* an object in the way fades out */
    CHECK_EQ(now, 64);
    CHECK_EQ(rs_fade_step(now, 256, 8), 72);
    for (int i = 0; i < 40; i++) now = rs_fade_step(now, 256, 8);
    CHECK_EQ(now, 256);
}

TEST(raster_supersampling_is_a_box_filter) {
    static board b;
    static uint32_t small[32 * 24];
    static const rs_pixel_state state = {.alpha_test = {.on = false}};
    rs_surface out = {(uint8_t *)small, 32 * 4, 32, 24, 0, 24, RS_XRGB8888};
    int levels = 0, different = 0;
    uint8_t seen[256];
    rs_fragment *g;
    board_make(&b, RS_XRGB8888);
    g = board_state(&b, &state, RS_SPAN_CONSTANT, false);
    board_colour(&b, g, 0xFFFFFFFFu);
    board_vertex(&b, 0, 0, 0, 1000), board_vertex(&b, 1, 0, 700, 1000), board_vertex(&b, 2, 1000, 300, 1000);
    board_triangle(&b, 0, 1, 2, 256);
    CHECK(rs_reduce(&b.surface, 2, 2, &out));
    memset(seen, 0, sizeof seen);
    for (int y = 0; y < 24; y++) {
        for (int x = 0; x < 32; x++) {
            uint32_t sum = 2;
            for (int k = 0; k < 4; k++) sum += board_pixel(&b, 2 * x + (k & 1), 2 * y + (k >> 1)) & 255u;
            different += (small[y * 32 + x] & 255u) != sum / 4;
            seen[small[y * 32 + x] & 255u] = 1;
        }
    }
    for (int i = 0; i < 256; i++) levels += seen[i];
    CHECK_EQ(different, 0);
    CHECK(levels >= 4);
    { /* bands give the same picture */
        static uint32_t banded[32 * 24];
        for (int top = 0; top < 24; top += 8) {
            rs_surface band = {(uint8_t *)(banded + top * 32), 32 * 4, 32, 24, (int16_t)top, 8, RS_XRGB8888},
                       from = b.surface;
            from.pixels += 2 * top * from.stride;
            from.top = (int16_t)(2 * top), from.lines = 16;
            CHECK(rs_reduce(&from, 2, 2, &band));
        }
        CHECK(memcmp(banded, small, sizeof small) == 0);
    }
    CHECK(!rs_reduce(&b.surface, 4, 2, &out));
    CHECK(!rs_reduce(&b.surface, 2, 5, &out));
}

/* ---- counts, in debug builds ---- */

TEST(raster_pixel_counts_reconcile) {
    static board b;
    static const rs_pixel_state usual = {.output = {.no_light = true}};
    static const rs_pixel_state cut = {.alpha_test = {.on = true, .function = RS_GEQUAL, .reference = 128}};
    static const rs_pixel_state depth_only = {.blend = {.keep = RS_KEEP_COLOUR | RS_KEEP_ALPHA}};
    static const rs_pixel_state equal = {.depth = {.function = RS_EQUAL, .no_write = true}};
    rs_pixel_counts counts;
    rs_fragment *g;
    uint32_t visible = 0;
    board_make(&b, RS_XRGB8888);
    board_planes(&b);
    memset(&counts, 0, sizeof counts);
    b.planes.counts = &counts;
    for (uint32_t layer = 0; layer < 4; layer++)
        board_rectangle(&b, &usual, 0, 0, 64, 48, 2000 - layer, 0xFFFFFFFFu);
    CHECK_EQ(counts.written, OX_DEBUG ? 4 * BOARD_PIXELS : 0); /* overdraw 4 */
    CHECK_EQ(counts.tested, counts.depth_failed + counts.shaded);
    memset(&counts, 0, sizeof counts);
    board_rectangle(&b, &cut, 0, 0, 10, 10, 1000, 0x10FFFFFFu);
    CHECK_EQ(counts.discarded, OX_DEBUG ? 100 : 0);
    CHECK_EQ(counts.written, 0);
    CHECK_EQ(counts.planes, OX_DEBUG ? 2 * 5 : 0); /* depth and four colours, two triangles */
    memset(&counts, 0, sizeof counts);
    g = board_state(&b, &equal, RS_SPAN_GOURAUD, false);
    (void)g;
    board_quad(&b, 256);
    /* planes of depth and light; planes that a state does not use are not set up */
    CHECK_EQ(counts.planes, OX_DEBUG ? 2 * 2 : 0);
    memset(&counts, 0, sizeof counts);
    (void)board_state(&b, &usual, RS_SPAN_GOURAUD, false);
    board_quad(&b, 256);
    CHECK_EQ(counts.planes, OX_DEBUG ? 2 : 0); /* a plane of depth; light counts as full */
    /* After a pass that draws depth alone only visible pixels are shaded. */
    for (int pass = 0; pass < 2; pass++) {
        uint32_t random = 9;
        if (pass == 0) board_make(&b, RS_XRGB8888), board_planes(&b);
        memset(&counts, 0, sizeof counts);
        b.planes.counts = &counts;
        for (int i = 0; i < 12; i++) {
            g = board_state(&b, pass == 0 ? &depth_only : &equal, RS_SPAN_CONSTANT, false);
            for (int k = 0; k < 3; k++)
                board_vertex(&b, k, board_between(&random, 0, 1000), board_between(&random, 0, 760),
                             (uint32_t)board_between(&random, 100, 60000));
            board_triangle(&b, 0, 1, 2, 256);
        }
        if (pass == 0) {
            for (int i = 0; i < BOARD_PIXELS; i++) visible += b.depth[i] != 65535;
            CHECK(!OX_DEBUG || counts.written >= visible);
            TEST_INFO("one pass shades %u pixels, %u are seen", (unsigned)counts.written, (unsigned)visible);
        }
    }
    CHECK_EQ(counts.shaded, OX_DEBUG ? visible : 0);
}
