/* Textures: formats, address modes, filters, levels, combine stages, coordinates. */
#include "fixedmath/vector.h"
#include "raster/combine.h"
#include "raster/dither.h"
#include "raster/generate.h"
#include "tests/unit/raster/raster_pixel.h"

static board b;

/* ---- colours and formats ---- */

TEST(raster_formats_round_trip) {
    int different = 0;
    for (uint32_t v = 0; v < 65536; v++)
        different += rs_native_from_rgb(RS_RGB565, rs_rgb_from_native(RS_RGB565, v)) != v;
    CHECK_EQ(different, 0);
    for (uint32_t v = 0; v < 256; v++) {
        uint32_t grey = v * 0x010101u,
                 back = rs_rgb_from_native(RS_BGR555, rs_native_from_rgb(RS_BGR555, grey));
        uint32_t six = rs_rgb_from_native(RS_RGB565, rs_native_from_rgb(RS_RGB565, grey)) >> 8 & 255u;
        CHECK_NEAR((int)(back & 255u), (int)v, 7);
        CHECK_NEAR((int)six, (int)v, 3);
    }
    CHECK_EQ(rs_rgb_from_native(RS_BGR555, rs_native_from_rgb(RS_BGR555, 0xFFFFFF)), 0xFFFFFFu);
    CHECK_EQ(rs_native_from_rgb(RS_RGB565, 0xFF0000), 0xF800u);
    CHECK_EQ(rs_native_from_rgb(RS_BGR555, 0xFF0000), 0x001Fu);
    CHECK_EQ(rs_rgb_from_native(RS_RGB565, 1), 8u);
    CHECK_EQ(rs_rgb_from_native(RS_RGB565, 15), 123u);
    CHECK_EQ(rs_rgb_from_native(RS_RGB565, 16), 132u);
    CHECK_EQ(rs_rgb_from_native(RS_RGB565, 31u << 5) >> 8, 125u);
    CHECK_EQ(rs_rgb_from_native(RS_RGB565, 32u << 5) >> 8, 130u);
    CHECK_EQ(rs_luma(0xFF0000), 77u);
    CHECK_EQ(rs_luma(0x00FF00), 149u);
    CHECK_EQ(rs_luma(0x0000FF), 29u);
    CHECK_EQ(rs_luma(0xFFFFFF), 255u);
}

/* Colours stored and read: each format keeps its bits of each channel, and all formats keep white. */
TEST(raster_colours_keep_what_their_format_has_room_for) {
    int different = 0, worst_five = 0, worst_six = 0;
    for (uint32_t v = 0; v < 32768; v++) {
        different += rs_native_from_rgb(RS_BGR555, rs_rgb_from_native(RS_BGR555, v)) != v;
        different += rs_native_from_rgb(RS_ARGB1555, rs_rgb_from_native(RS_ARGB1555, v)) != (v | 0x8000u);
        different += rs_native_from_rgb(RS_RGBA5551, rs_rgb_from_native(RS_RGBA5551, v * 2)) != (v * 2 | 1u);
    }
    CHECK_EQ(different, 0);
    for (uint32_t v = 0; v < 256; v++) {
        const uint32_t back =
            rs_rgb_from_native(RS_RGB565, rs_native_from_rgb(RS_RGB565, v << 16 | v << 8 | v));
        const int red = (int)v - (int)(back >> 16), green = (int)v - (int)(back >> 8 & 255u),
                  blue = (int)v - (int)(back & 255u);
        CHECK_EQ(red, blue);
        if (red > worst_five || -red > worst_five) worst_five = red < 0 ? -red : red;
        if (green > worst_six || -green > worst_six) worst_six = green < 0 ? -green : green;
    }
    CHECK_EQ(worst_five, 7);
    CHECK_EQ(worst_six, 3);
    for (int format = 0; format < RS_TEXTURE_FORMATS; format++) {
        if (format == RS_PAL8 || format == RS_PAL4) continue;
        CHECK_EQ(rs_rgb_from_native((rs_format)format, rs_native_from_rgb((rs_format)format, 0xFFFFFF)),
                 0xFFFFFFu);
        CHECK_EQ(rs_rgb_from_native((rs_format)format, rs_native_from_rgb((rs_format)format, 0)),
                 format == RS_A8 ? 0xFFFFFFu : 0u);
    }
    CHECK_EQ(rs_native_from_rgb(RS_RGB565, 0xFFFFFF), 0xFFFFu);
    CHECK_EQ(rs_native_from_rgb(RS_BGR555, 0xFFFFFF), 0x7FFFu);
    CHECK_EQ(rs_native_from_rgb(RS_GREY4, 0x00FF00), 149u >> 4);
    CHECK_EQ(rs_rgb_from_native(RS_GREY4, 9), 9u * 17u * 0x010101u);
}

/* Every texture format decodes its own white, black, red and what alpha it has. */
TEST(raster_texture_formats_decode) {
    static const uint32_t palette[16] = {0, 0xFF0000, 0x00FF00};
    static const struct {
        uint8_t format;
        uint32_t native, argb;
    } cases[] = {{RS_PAL8, 1, 0xFFFF0000u},
                 {RS_RGB565, 0xF800, 0xFFFF0000u},
                 {RS_BGR555, 0x001F, 0xFFFF0000u},
                 {RS_XRGB8888, 0x123456, 0xFF123456u},
                 {RS_ARGB1555, 0x7C00, 0x00FF0000u},
                 {RS_ARGB1555, 0xFC00, 0xFFFF0000u},
                 {RS_RGBA5551, 0xF801, 0xFFFF0000u},
                 {RS_RGBA5551, 0x07C0, 0x0000FF00u},
                 {RS_ARGB4444, 0x8F42, 0x88FF4422u},
                 {RS_A8, 0x40, 0x40FFFFFFu},
                 {RS_L8, 0x40, 0xFF404040u},
                 {RS_ARGB8888, 0x12345678u, 0x12345678u},
                 {RS_RGBA8888, 0x34567812u, 0x12345678u}};
    static const uint8_t nibbles[2] = {0x21, 0x01};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t word = cases[i].native;
        uint16_t half = (uint16_t)word;
        uint8_t byte = (uint8_t)word;
        int bytes = rs_format_bytes((rs_format)cases[i].format);
        const void *memory = bytes == 1   ? (const void *)&byte
                             : bytes == 2 ? (const void *)&half
                                          : (const void *)&word;
        CHECK_EQ(rs_texel_decode(cases[i].format, memory, 0, palette), cases[i].argb);
    }
    CHECK_EQ(rs_texel_decode(RS_PAL4, nibbles, 0, palette), 0xFFFF0000u);
    CHECK_EQ(rs_texel_decode(RS_PAL4, nibbles, 1, palette), 0xFF00FF00u);
    CHECK_EQ(rs_texel_decode(RS_GREY4, nibbles, 1, NULL), 0xFF222222u);
    /* white decodes as opaque white in all formats */
    for (int format = RS_ARGB1555; format < RS_TEXTURE_FORMATS; format++) {
        uint32_t native = rs_native_from_rgb((rs_format)format, 0xFFFFFF);
        CHECK_EQ(rs_rgb_from_native((rs_format)format, native), 0xFFFFFFu);
    }
}

TEST(raster_grey4_surfaces_hold_two_pixels_a_byte) {
    rs_pixel_state state;
    memset(&state, 0, sizeof state);
    board_make(&b, RS_GREY4);
    memset(b.pixels, 0xA5, sizeof b.pixels);
    rs_clear(&b.surface, 3);
    rs_plot(&b.surface, 5, 2, 9);
    CHECK_EQ(board_pixel(&b, 5, 2), 9);
    CHECK_EQ(board_pixel(&b, 4, 2), 3);
    CHECK_EQ(board_pixel(&b, 6, 2), 3);
    CHECK_EQ(((uint8_t *)b.pixels)[2 * b.surface.stride + 2], 0x93);
    rs_fill(&b.surface, 7, 4, 6, 1, 12);
    for (int x = 6; x < 14; x++) CHECK_EQ(board_pixel(&b, x, 4), x >= 7 && x < 13 ? 12 : 3);
    board_rectangle(&b, &state, 9, 6, 4, 3, 1000, 0xFF00FF00u);
    for (int x = 8; x < 14; x++) CHECK_EQ(board_pixel(&b, x, 7), x >= 9 && x < 13 ? 149 >> 4 : 3);
    CHECK_EQ(((uint8_t *)b.pixels)[b.surface.stride * BOARD_HEIGHT], 0xA5);
}

/* An image through a palette and the same image as colours look alike. */
TEST(raster_palette_and_direct_images_agree) {
    static uint8_t indexed[64];
    static uint32_t direct[64];
    static const rs_format formats[3] = {RS_XRGB8888, RS_RGB565, RS_BGR555};
    static const rs_pixel_state state = {.alpha_test = {.on = true, .function = RS_ALWAYS}};
    static uint32_t kept[BOARD_PIXELS];
    for (int f = 0; f < 3; f++) {
        if (rs_fragment_functions(formats[f]) == NULL) continue;
        for (int form = 0; form < 2; form++) {
            rs_texture texture = {.pixels = form == 0 ? indexed : (const uint8_t *)direct,
                                  .format = (uint8_t)(form == 0 ? RS_PAL8 : RS_ARGB8888),
                                  .log2_width = 3,
                                  .log2_height = 3};
            board_make(&b, formats[f]);
            for (int i = 0; i < 64; i++) {
                indexed[i] = (uint8_t)(i * 37 + 11);
                direct[i] = 0xFF000000u | b.colours[indexed[i]];
            }
            b.material.texture = &texture;
            CHECK(board_state(&b, &state, RS_SPAN_CONSTANT, true) != NULL);
            board_corners(&b, 0, 0, 40, 40, 1000);
            for (int i = 0; i < 4; i++) {
                b.uvs[2 * i] = (int16_t)(i >= 2 ? 5 * 4096 : 0);
                b.uvs[2 * i + 1] = (int16_t)(i == 1 || i == 2 ? 5 * 4096 : 0);
            }
            board_quad(&b, RS_LIGHT_FULL);
            if (form == 0) memcpy(kept, b.pixels, sizeof kept);
        }
        CHECK(memcmp(kept, b.pixels, sizeof kept) == 0);
    }
}

TEST(raster_texel_alpha_leaves_or_overwrites) {
    static const uint16_t one_bit[2] = {0x7C00, 0xFC00};
    static const uint32_t whole[2] = {0x00FF0000u, 0xFFFF0000u};
    for (int form = 0; form < 2; form++) {
        rs_texture texture = {.pixels = form == 0 ? (const uint8_t *)one_bit : (const uint8_t *)whole,
                              .format = (uint8_t)(form == 0 ? RS_ARGB1555 : RS_ARGB8888),
                              .log2_width = 1};
        rs_pixel_state state;
        memset(&state, 0, sizeof state);
        state.alpha_test.colour_key = form == 0;
        if (form == 1) state.blend.mode = RS_BLEND_ALPHA;
        board_make(&b, RS_XRGB8888);
        rs_clear(&b.surface, 0x123456);
        b.material.texture = &texture;
        CHECK(board_state(&b, &state, RS_SPAN_CONSTANT, true) != NULL);
        board_corners(&b, 0, 0, 2, 1, 1000);
        for (int i = 0; i < 4; i++) b.uvs[2 * i] = (int16_t)(i >= 2 ? 4096 : 0);
        board_quad(&b, RS_LIGHT_FULL);
        CHECK_EQ(board_pixel(&b, 0, 0), 0x123456u);
        CHECK_EQ(board_pixel(&b, 1, 0), 0xFF0000u);
    }
}

/* ---- the resource, its space, its addresses ---- */

static uint32_t image[64 * 64];

static rs_sampler sampler_of(const rs_texture *texture, rs_sampling sampling) {
    rs_sampler sampler;
    CHECK(rs_sampler_make(&sampler, texture, &sampling, b.colours));
    return sampler;
}

TEST(raster_screen_parallel_quad_shows_the_bitmap) {
    static const rs_pixel_state state = {.alpha_test = {.on = true, .function = RS_ALWAYS}};
    rs_texture texture = {
        .pixels = (const uint8_t *)image, .format = RS_XRGB8888, .log2_width = 5, .log2_height = 5};
    int different = 0;
    for (int i = 0; i < 1024; i++) image[i] = (uint32_t)i * 0x01F1D7u & 0xFFFFFFu;
    board_make(&b, RS_XRGB8888);
    b.material.texture = &texture;
    CHECK(board_state(&b, &state, RS_SPAN_CONSTANT, true) != NULL);
    board_corners(&b, 3, 5, 32, 32, 1000);
    for (int i = 0; i < 4; i++)
        b.uvs[2 * i] = (int16_t)(i >= 2 ? 4096 : 0),
                  b.uvs[2 * i + 1] = (int16_t)(i == 1 || i == 2 ? 4096 : 0);
    board_quad(&b, RS_LIGHT_FULL);
    for (int y = 0; y < 32; y++) {
        for (int x = 0; x < 32; x++) different += board_pixel(&b, 3 + x, 5 + y) != image[y * 32 + x];
    }
    CHECK_EQ(different, 0);
}

TEST(raster_textures_that_cannot_be_are_refused) {
    rs_texture t = {
        .pixels = (const uint8_t *)image, .format = RS_XRGB8888, .log2_width = 5, .log2_height = 5};
    const rs_sampling usual = {.mip = RS_MIP_NONE};
    rs_sampler s;
    CHECK(rs_texture_valid(&t));
    t.log2_width = 11;
    CHECK(!rs_texture_valid(&t));
    CHECK(!rs_sampler_make(&s, &t, &usual, NULL));
    t.log2_width = 5, t.levels = 7;
    CHECK(!rs_texture_valid(&t));
    t.levels = 6, t.format = RS_TEXTURE_FORMATS;
    CHECK(!rs_texture_valid(&t));
    t.format = RS_PAL8;
    CHECK(rs_texture_valid(&t));
    CHECK(!rs_sampler_make(&s, &t, &usual, NULL)); /* the texture has no palette */
    t.format = RS_XRGB8888, t.pixels = (const uint8_t *)image + 2;
    CHECK(!rs_texture_valid(&t)); /* the pixels are not aligned */
}

TEST(raster_texture_space_is_independent_of_resolution) {
    static uint32_t small[16 * 16];
    static uint32_t kept[BOARD_PIXELS];
    static const rs_pixel_state state = {.alpha_test = {.on = true, .function = RS_ALWAYS}};
    for (int i = 0; i < 256; i++) small[i] = (uint32_t)i * 0x030507u & 0xFFFFFFu;
    for (int i = 0; i < 4096; i++) image[i] = small[(i >> 8) * 16 + (i >> 2 & 15)];
    for (int form = 0; form < 2; form++) {
        rs_texture texture = {.pixels = (const uint8_t *)(form == 0 ? small : image),
                              .format = RS_XRGB8888,
                              .log2_width = (uint8_t)(form == 0 ? 4 : 6),
                              .log2_height = (uint8_t)(form == 0 ? 4 : 6)};
        board_make(&b, RS_XRGB8888);
        b.material.texture = &texture;
        b.material.mapping = RS_AFFINE;
        CHECK(board_state(&b, &state, RS_SPAN_CONSTANT, true) != NULL);
        board_corners(&b, 0, 0, 64, 48, 1000);
        for (int i = 0; i < 4; i++)
            b.uvs[2 * i] = (int16_t)(i >= 2 ? 8192 : 0),
                      b.uvs[2 * i + 1] = (int16_t)(i == 1 || i == 2 ? 6144 : 0);
        board_quad(&b, RS_LIGHT_FULL);
        if (form == 0) memcpy(kept, b.pixels, sizeof kept);
    }
    CHECK_EQ(board_pixel(&b, 0, 0), small[0]); /* (0,0) is the first stored texel */
    CHECK(memcmp(kept, b.pixels, sizeof kept) == 0);
}

TEST(raster_address_modes) {
    static const int at[8] = {-9, -8, -1, 8, 9, 15, 16, 17};
    static const int wrap[8] = {7, 0, 7, 0, 1, 7, 0, 1}, mirror[8] = {7, 7, 0, 7, 6, 0, 0, 1},
                     clamp[8] = {0, 0, 0, 7, 7, 7, 7, 7};
    rs_texture line = {.pixels = (const uint8_t *)image, .format = RS_XRGB8888, .log2_width = 6};
    for (int i = 0; i < 8; i++) {
        CHECK_EQ(rs_address_of(RS_WRAP, at[i], 3), wrap[i]);
        CHECK_EQ(rs_address_of(RS_MIRROR, at[i], 3), mirror[i]);
        CHECK_EQ(rs_address_of(RS_CLAMP, at[i], 3), clamp[i]);
        CHECK_EQ(rs_address_of(RS_BORDER, at[i], 3), -1);
    }
    for (uint32_t i = 0; i < 64; i++) image[i] = i;
    for (int mode = 0; mode < RS_ADDRESSES; mode++) { /* u = 1.25, -0.25, 2.25 of 64 texels */
        static const uint32_t wanted[RS_ADDRESSES][3] = {
            {16, 48, 16}, {47, 15, 16}, {63, 0, 63}, {0x80ABCDEFu, 0x80ABCDEFu, 0x80ABCDEFu}};
        rs_sampler s = sampler_of(&line, (rs_sampling){.address_u = (uint8_t)mode, .border = 0x80ABCDEFu});
        static const int32_t u[3] = {80 << 16, -(16 << 16), 144 << 16};
        for (int i = 0; i < 3; i++) {
            uint32_t got = rs_sample(&s, 0, RS_NEAREST, (rs_texel_place){u[i], 0, 0, 0});
            CHECK_EQ(mode == RS_BORDER ? got : got & 0xFFFFFFu, wanted[mode][i]);
        }
    }
    { /* bilinear filtering applies the mode to each tap: half way over the edge */
        rs_sampler s = sampler_of(&line, (rs_sampling){.address_u = RS_BORDER, .border = 0xFF000000u});
        image[0] = 100;
        CHECK_EQ(rs_sample(&s, 0, RS_BILINEAR, (rs_texel_place){0, 0x8000, 0, 0}) & 255u, 50u);
        s = sampler_of(&line, (rs_sampling){.address_u = RS_WRAP});
        image[63] = 200;
        CHECK_EQ(rs_sample(&s, 0, RS_BILINEAR, (rs_texel_place){0, 0x8000, 0, 0}) & 255u, 150u);
    }
}

/* ---- filters and levels ---- */

TEST(raster_filters_on_four_texels) {
    static const uint32_t four[4] = {0xFF000000u, 0xFF4080C0u, 0xFF80C000u, 0xFFC0FF40u};
    rs_texture texture = {
        .pixels = (const uint8_t *)four, .format = RS_ARGB8888, .log2_width = 1, .log2_height = 1};
    rs_sampler s = sampler_of(&texture, (rs_sampling){.address_u = RS_CLAMP, .address_v = RS_CLAMP});
    for (int i = 0; i < 4; i++) {
        int32_t u = 0x8000 + (i & 1) * 0x10000, v = 0x8000 + (i >> 1) * 0x10000;
        CHECK_EQ(rs_sample(&s, 0, RS_NEAREST, (rs_texel_place){u, v, 0, 0}), four[i]);
        CHECK_EQ(rs_sample(&s, 0, RS_BILINEAR, (rs_texel_place){u, v, 0, 0}), four[i]);
    }
    for (int shift = 0; shift < 32; shift += 8) {
        int mean = 0;
        for (int i = 0; i < 4; i++) mean += (int)(four[i] >> shift & 255u);
        CHECK_NEAR(
            (int)(rs_sample(&s, 0, RS_BILINEAR, (rs_texel_place){0x10000, 0x10000, 0, 0}) >> shift & 255u),
            (mean + 2) / 4, 1);
    }
    for (int32_t u = 0x8000; u <= 0x18000;
         u += 0x0800) { /* dithered filtering has the mean over 2x2 pixels of the screen */
        int sum = 0,
            straight = (int)(rs_sample(&s, 0, RS_BILINEAR, (rs_texel_place){u, 0x8000, 0, 0}) & 255u);
        for (int i = 0; i < 4; i++)
            sum += (int)(rs_sample(&s, 0, RS_DITHERED, (rs_texel_place){u, 0x8000, i & 1, i >> 1}) & 255u);
        CHECK_NEAR(sum / 4, straight, 0xC0 / 8 + 1);
    }
}

TEST(raster_mip_levels_are_chosen_by_density) {
    rs_texture texture = {
        .pixels = (const uint8_t *)image, .format = RS_L8, .log2_width = 6, .log2_height = 6, .levels = 7};
    int filter, fraction;
    rs_sampler s = sampler_of(&texture, (rs_sampling){.mip = RS_MIP_TRIANGLE});
    rs_texture large = {.pixels = NULL, .format = RS_L8, .log2_width = 8, .log2_height = 8, .levels = 9};
    CHECK_EQ(rs_texture_full_levels(8, 8), 9);
    CHECK_EQ(rs_texture_bytes(&large), 87381);
    CHECK_EQ(rs_level_choose(&s, 26, &filter, &fraction), 1); /* 1.6 */
    s.sampling.minify = RS_BILINEAR;
    CHECK_EQ(rs_level_choose(&s, 26, &filter, &fraction), 2);
    CHECK_EQ(filter, RS_BILINEAR);
    CHECK_EQ(rs_level_choose(&s, -5, &filter, &fraction), 0);
    CHECK_EQ(filter, RS_NEAREST);
    CHECK_EQ(rs_level_choose(&s, 300, &filter, &fraction), 6);
    s.sampling.bias = -16;
    CHECK_EQ(rs_level_choose(&s, 26, &filter, &fraction), 1);
    CHECK_EQ(rs_level_of_area(1u << 20, 1u << 20), 0);  /* density 1: level 0 */
    CHECK_EQ(rs_level_of_area(4u << 20, 1u << 20), 16); /* 2 linear, 4 by area */
    CHECK_NEAR(rs_level_of_area(3000, 1000), 12, 1);    /* log2(3) / 2 = 0.79 */
    CHECK_EQ(rs_level_of_side(65536), 0);
    CHECK_EQ(rs_level_of_side(65536 * 4), 32);
    CHECK_EQ(rs_level_of_side(32768), -16);
}

/* A chain whose levels have grey values of their own shows which one is drawn. */
TEST(raster_mip_levels_are_drawn) {
    static uint8_t chain[64 * 64 * 2];
    rs_texture texture = {.pixels = chain, .format = RS_L8, .log2_width = 6, .log2_height = 6, .levels = 7};
    uint8_t *at = chain;
    for (int level = 0; level < 7; level++) {
        size_t bytes = rs_texture_level_bytes(&texture, level);
        memset(at, 40 + 30 * level, bytes);
        at += bytes;
    }
    for (int mip = RS_MIP_NONE; mip < RS_MIPS; mip++) {
        for (int repeats = 1; repeats <= 4; repeats *= 2) {
            rs_pixel_state state;
            memset(&state, 0, sizeof state);
            state.unit[0].sampling.mip = (uint8_t)mip;
            board_make(&b, RS_XRGB8888);
            b.material.texture = &texture;
            CHECK(board_state(&b, &state, RS_SPAN_CONSTANT, true) != NULL);
            board_corners(&b, 0, 0, 32, 32, 1000); /* density 2 * repeats */
            for (int i = 0; i < 4; i++) {
                b.uvs[2 * i] = (int16_t)(i >= 2 ? repeats * 4096 : 0);
                b.uvs[2 * i + 1] = (int16_t)(i == 1 || i == 2 ? repeats * 4096 : 0);
            }
            board_quad(&b, RS_LIGHT_FULL);
            int level = mip == RS_MIP_NONE ? 0 : repeats == 1 ? 1 : repeats == 2 ? 2 : 3;
            CHECK_EQ(board_pixel(&b, 10, 10) & 255u, 40 + 30 * level);
        }
    }
}

/* ---- combine ---- */

static uint32_t rgb_of(int x, int y, int z) {
    return (uint32_t)(x + 128) << 16 | (uint32_t)(y + 128) << 8 | (uint32_t)(z + 128);
}

TEST(raster_combine_operations) {
    const uint32_t p = 0x80C86432u,
                   t = 0x40648CC8u; /* previous (200, 100, 50), alpha 128; texel (100, 140, 200), alpha 64 */
    CHECK_EQ(rs_combine_apply(RS_COMBINE_REPLACE, RS_COMBINE_REPLACE, p, t, 0), t);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_MODULATE, RS_COMBINE_MODULATE, p, t, 0), 0x204E3727u);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_MODULATE_2X, RS_COMBINE_KEEP, p, t, 0), 0x809D6E4Eu);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_ADD, RS_COMBINE_ADD, p, t, 0), 0xC0FFF0FAu);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_SUBTRACT, RS_COMBINE_SUBTRACT, p, t, 0), 0x40640000u);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_BLEND, RS_COMBINE_KEEP, p, t, 255), (t & 0xFFFFFFu) | 0x80000000u);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_BLEND, RS_COMBINE_KEEP, p, t, 0), p);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_BLEND, RS_COMBINE_KEEP, p, t, 51), 0x80B46C50u);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_DECAL, RS_COMBINE_KEEP, p, t, 0), 0x80AF6E58u);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_KEEP, RS_COMBINE_KEEP, p, t, 0), p);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_DOT3, RS_COMBINE_KEEP, rgb_of(0, 0, 127), rgb_of(0, 0, 127), 0) &
                 0xFFFFFFu,
             0xFFFFFFu);
    CHECK_NEAR(
        (int)(rs_combine_apply(RS_COMBINE_DOT3, RS_COMBINE_KEEP, rgb_of(0, 0, 127), rgb_of(110, 0, 64), 0) &
              255u),
        128, 1);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_DOT3, RS_COMBINE_KEEP, rgb_of(0, 0, 127), rgb_of(127, 0, 0), 0) &
                 255u,
             0u);
    CHECK_EQ(rs_combine_apply(RS_COMBINE_DOT3, RS_COMBINE_KEEP, rgb_of(0, 0, 127), 0xCC80E6u, 0) & 255u,
             205u); /* (0.6, 0, 0.8) */
    CHECK_EQ(rs_add_saturating(0xF0F00110u, 0x20080101u), 0xFFF80211u);
}

/* Three units drawn in two passes, against the formula of one pass. */
TEST(raster_more_units_are_drawn_in_passes) {
    static const uint32_t a[1] = {0xFFC08040u}, c[1] = {0xFF808040u}, d[1] = {0x80A04020u};
    static const uint8_t third[5] = {RS_COMBINE_MODULATE, RS_COMBINE_ADD, RS_COMBINE_SUBTRACT,
                                     RS_COMBINE_MODULATE_2X, RS_COMBINE_BLEND};
    const rs_texture textures[3] = {{.pixels = (const uint8_t *)a, .format = RS_ARGB8888},
                                    {.pixels = (const uint8_t *)c, .format = RS_ARGB8888},
                                    {.pixels = (const uint8_t *)d, .format = RS_ARGB8888}};
    for (int k = 0; k < 5; k++) {
        rs_unit_state units[3];
        rs_pixel_state first, passes[3];
        uint32_t wanted, got;
        int count;
        memset(units, 0, sizeof units);
        memset(&first, 0, sizeof first);
        for (int i = 0; i < 3; i++) units[i].texture = &textures[i];
        units[1].colour = RS_COMBINE_ADD;
        units[2].colour = third[k];
        count = rs_combine_plan(&first, units, 3, passes, 3);
        CHECK_EQ(count, 2);
        board_make(&b, RS_XRGB8888);
        for (int i = 0; i < count; i++) {
            rs_fragment *g = board_state(&b, &passes[i], RS_SPAN_CONSTANT, true);
            CHECK(g != NULL);
            board_colour(&b, g, 0xFFFFFFFFu);
            board_corners(&b, 0, 0, 4, 4, 1000);
            board_quad(&b, RS_LIGHT_FULL);
        }
        wanted = rs_combine_apply(RS_COMBINE_MODULATE, 0, 0xFFFFFFFFu, a[0], 0);
        wanted = rs_combine_apply(RS_COMBINE_ADD, RS_COMBINE_KEEP, wanted, c[0], 0);
        wanted = rs_combine_apply(third[k], RS_COMBINE_KEEP, wanted, d[0], d[0] >> 24);
        got = board_pixel(&b, 1, 1);
        for (int shift = 0; shift < 24; shift += 8)
            CHECK_NEAR((int)(got >> shift & 255u), (int)(wanted >> shift & 255u), 1);
    }
    {
        rs_unit_state units[3];
        rs_pixel_state first, passes[1];
        memset(units, 0, sizeof units);
        memset(&first, 0, sizeof first);
        CHECK_EQ(rs_combine_plan(&first, units, 3, passes, 1), 0);
        units[2].colour = RS_COMBINE_DOT3;
        CHECK_EQ(rs_combine_plan(&first, units, 3, passes, 1), 0);
    }
}

/* ---- kinds of textures ---- */

TEST(raster_texture_kinds_do_what_they_are_for) {
    static const uint32_t dark[1] = {0xFF404040u}, half[1] = {0xFF808080u}, red[1] = {0xFFFF0000u};
    const rs_texture base = {.pixels = (const uint8_t *)dark, .format = RS_ARGB8888},
                     map = {.pixels = (const uint8_t *)half, .format = RS_ARGB8888},
                     glow = {.pixels = (const uint8_t *)red, .format = RS_ARGB8888};
    const struct {
        const rs_texture *texture;
        uint8_t colour;
        uint32_t wanted;
    } kinds[] = {
        {NULL, 0, 0x606060},                    /* diffuse alone: 64 + specular 32 */
        {&map, RS_COMBINE_MODULATE, 0x404040},  /* light map or detail: 32 + 32 */
        {&map, RS_COMBINE_GLOSS, 0x505050},     /* gloss: 64 + 16 */
        {&glow, RS_COMBINE_EMISSIVE, 0xFF6060}, /* emissive: added whatever the light */
        {&map, RS_COMBINE_ADD, 0xE0E0E0},       /* environment */
        {&map, RS_COMBINE_DOT3, 0x202020}};     /* normal map: (128,128,128) has no length: 0 + specular */
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        rs_pixel_state state;
        rs_fragment *g;
        memset(&state, 0, sizeof state);
        state.unit[1].texture = kinds[i].texture;
        state.unit[1].colour = kinds[i].colour;
        state.unit[1].alpha = RS_COMBINE_KEEP;
        board_make(&b, RS_XRGB8888);
        b.material.texture = &base;
        g = board_state(&b, &state, RS_SPAN_CONSTANT, true);
        CHECK(g != NULL);
        board_colour(&b, g, 0xFFFFFFFFu);
        for (int v = 0; v < 4; v++) b.speculars[4 * v] = b.speculars[4 * v + 1] = b.speculars[4 * v + 2] = 32;
        g->speculars = b.speculars;
        board_corners(&b, 0, 0, 4, 4, 1000);
        board_quad(&b, RS_LIGHT_FULL);
        CHECK_EQ(board_pixel(&b, 1, 1), kinds[i].wanted);
    }
    CHECK_EQ(rgb_of(0, 0, 127), 0x8080FFu); /* a flat normal */
}

/* ---- projective coordinates ---- */

TEST(raster_projective_coordinates_divide_by_q) {
    static uint32_t ramp[64];
    static const rs_pixel_state state = {
        .unit = {{.projective = true, .sampling = {.address_u = RS_BORDER, .border = 0xFF010203u}}}};
    rs_texture texture = {.pixels = (const uint8_t *)ramp, .format = RS_XRGB8888, .log2_width = 6};
    int32_t st[8], q[4];
    int worst = 0, inside = 0;
    rs_fragment *g;
    for (uint32_t i = 0; i < 64; i++) ramp[i] = i + 16;
    board_make(&b, RS_XRGB8888);
    b.material.texture = &texture;
    g = board_state(&b, &state, RS_SPAN_CONSTANT, true);
    CHECK(g != NULL);
    board_corners(&b, 0, 0, 64, 48, 1000);
    for (int i = 0; i < 4; i++) { /* s = x / 64, q = 0.5 + x / 64: 0 .. 2/3 */
        int x = i >= 2 ? 1 : 0;
        st[2 * i] = x * 65536, st[2 * i + 1] = 0;
        q[i] = 32768 + x * 65536;
    }
    g->coordinates[0] = st;
    g->q[0] = q;
    board_quad(&b, RS_LIGHT_FULL);
    for (int x = 0; x < 64; x++) {
        int wanted = 64 * (2 * x + 1) / (64 + 2 * x + 1), got = (int)board_pixel(&b, x, 20) - 16;
        if (got - wanted > worst) worst = got - wanted;
        if (wanted - got > worst) worst = wanted - got;
    }
    CHECK(worst <= 1);
    /* q goes through 0: behind the projector only border, no stripe. */
    rs_clear_depth(b.depth, BOARD_PIXELS);
    for (int i = 0; i < 4; i++) {
        int x = i >= 2 ? 1 : 0;
        st[2 * i] = 20000;
        q[i] = x == 0 ? -65536 : 65536;
    }
    board_quad(&b, RS_LIGHT_FULL);
    for (int x = 0; x < 64; x++) {
        bool border = board_pixel(&b, x, 20) == 0x010203u;
        if (x < 32) CHECK(border);
        inside += !border;
    }
    CHECK(inside > 15);
    /* The same coordinates given or generated: identical pixels. */
    {
        static uint32_t kept[BOARD_PIXELS];
        static const rs_pixel_state plain = {.alpha_test = {.on = true, .function = RS_ALWAYS}};
        for (int form = 0; form < 2; form++) {
            rs_clear_depth(b.depth, BOARD_PIXELS);
            g = board_state(&b, &plain, RS_SPAN_CONSTANT, true);
            for (int i = 0; i < 4; i++) {
                b.uvs[2 * i] = (int16_t)(i >= 2 ? 5000 : 300), b.uvs[2 * i + 1] = 0;
                st[2 * i] = b.uvs[2 * i] * 16, st[2 * i + 1] = 0;
                b.inverse_w[i] = (1u << 29) >> (i >= 2 ? 1 : 0);
            }
            g->coordinates[0] = form == 0 ? NULL : st;
            board_quad(&b, RS_LIGHT_FULL);
            if (form == 0) memcpy(kept, b.pixels, sizeof kept);
        }
        CHECK(memcmp(kept, b.pixels, sizeof kept) == 0);
    }
}

TEST(raster_generated_coordinates) {
    int32_t st[2], q;
    mat34 projector = rs_generate_projector(FX_ONE); /* 90 degrees */
    const mat34 identity = {{{FX_ONE, 0, 0, 0}, {0, FX_ONE, 0, 0}, {0, 0, FX_ONE, 0}}};
    rs_generate_sphere(v3(0, 0, FX_ONE), st);
    CHECK(st[0] == 32768 && st[1] == 32768); /* the map's centre */
    rs_generate_sphere(v3(FX_ONE, 0, 0), st);
    CHECK(st[0] == 65536 && st[1] == 32768); /* the map's edge */
    rs_generate_sphere(v3(0, FX_ONE, 0), st);
    CHECK(st[0] == 32768 && st[1] == 0); /* up is the map's first row */
    rs_generate_projected(&projector, v3(0, 0, -FX(7)), st, &q);
    CHECK(st[0] * 2 == q && st[1] * 2 == q && q == FX(7));
    rs_generate_projected(&projector, v3(-FX(7), FX(7), -FX(7)), st,
                          &q); /* the frustum's corner, left above */
    CHECK(st[0] == 0 && st[1] == 0 && q == FX(7));
    rs_generate_projected(&projector, v3(FX(7), -FX(7), -FX(7)), st, &q);
    CHECK(st[0] == q && st[1] == q);
    rs_generate_projected(&projector, v3(FX_ONE, 0, FX(3)), st, &q); /* the point lies behind the projector */
    CHECK(q < 0);
    rs_generate_projected(&identity, v3(FX(2), FX(3), FX(4)), st, &q);
    CHECK(st[0] == FX(2) && st[1] == FX(3) && q == FX(4));
}
