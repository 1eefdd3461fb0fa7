/* Full-screen effects: colours, covers, vignettes and trails against their formulas, in bands and in a row. */
#include <string.h>

#include "raster/flat.h"
#include "raster/mesh.h"
#include "raster/passes.h"
#include "raster/post.h"
#include "raster/spans/spans.h"
#include "tests/test.h"

enum { WIDTH = 60, HEIGHT = 40, PIXELS = WIDTH * HEIGHT };

static uint32_t words[PIXELS], others[PIXELS];
static const rs_format directs[] = {RS_RGB565, RS_BGR555, RS_XRGB8888};

static uint32_t draw_number(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static rs_surface surface_of(void *memory, rs_format format, int top, int lines) {
    const int stride = WIDTH * rs_format_bytes(format);
    return (rs_surface){.pixels = (uint8_t *)memory + top * stride,
                        .stride = stride,
                        .width = WIDTH,
                        .height = HEIGHT,
                        .top = (int16_t)top,
                        .lines = (int16_t)lines,
                        .format = (uint8_t)format};
}

static void fill_with_chance(void *memory, rs_format format, uint32_t seed) {
    rs_surface s = surface_of(memory, format, 0, HEIGHT);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const uint32_t rgb = draw_number(&seed) & 0xFFFFFFu;
            rs_plot(&s, x, y, format == RS_PAL8 ? rgb & 255u : rs_native_from_rgb(format, rgb));
        }
}

/* Whether bands of any height give the picture of one band, which `words` has afterwards. */
static bool bands_agree(void (*effect)(const void *, const rs_surface *, uint16_t *), const void *constants,
                        rs_format format) {
    static const int heights[] = {1, 7, 8, 16};
    bool agree = true;
    fill_with_chance(words, format, 7);
    rs_surface whole = surface_of(words, format, 0, HEIGHT);
    effect(constants, &whole, NULL);
    for (int i = 0; i < 4; i++) {
        fill_with_chance(others, format, 7);
        for (int top = 0; top < HEIGHT; top += heights[i]) {
            const int lines = HEIGHT - top < heights[i] ? HEIGHT - top : heights[i];
            rs_surface band = surface_of(others, format, top, lines);
            effect(constants, &band, NULL);
        }
        agree = agree && memcmp(words, others, (size_t)PIXELS * (size_t)rs_format_bytes(format)) == 0;
    }
    return agree;
}

/* ---- grades ---- */

TEST(raster_post_fade_to_black_in_sixteen_steps) {
    static const uint8_t steps[17] = {255, 239, 223, 207, 191, 175, 159, 143, 128,
                                      112, 96,  80,  64,  48,  32,  16,  0};
    for (int k = 0; k <= 16; k++) {
        const rs_grade grade = rs_grade_fade(0, 16 * k);
        CHECK_EQ(rs_grade_colour(&grade, 0xFFFFFF), steps[k] * 0x010101u);
    }
}

TEST(raster_post_fades_begin_with_the_picture_and_end_with_the_colour) {
    for (int f = 0; f < 3; f++) {
        const rs_format format = directs[f];
        rs_surface s = surface_of(words, format, 0, HEIGHT);
        for (int toward = 0; toward < 2; toward++) {
            const uint32_t rgb = toward == 0 ? 0x000000 : 0xC04830;
            rs_grade grade = rs_grade_fade(rgb, 0);
            fill_with_chance(words, format, 3);
            fill_with_chance(others, format, 3);
            CHECK(rs_grade_is_none(&grade));
            rs_post_grade(&grade, &s, NULL);
            CHECK(memcmp(words, others, (size_t)PIXELS * (size_t)rs_format_bytes(format)) == 0);
            grade = rs_grade_fade(rgb, RS_POST_FULL);
            rs_post_grade(&grade, &s, NULL);
            for (int i = 0; i < PIXELS; i++)
                CHECK_EQ(rs_pixel(&s, i % WIDTH, i / WIDTH), rs_native_from_rgb(format, rgb));
        }
    }
}

TEST(raster_post_fades_to_black_only_darken) {
    for (uint32_t value = 0; value < 256; value++) {
        uint32_t before = 255;
        for (int weight = 0; weight <= RS_POST_FULL; weight++) {
            const rs_grade grade = rs_grade_fade(0, weight);
            const uint32_t luma = rs_luma(rs_grade_colour(&grade, value * 0x010101u));
            CHECK(luma <= before);
            before = luma;
        }
    }
}

/* 32-bit pixels, which have a faster path, and 16-bit pixels are graded as their colours. */
TEST(raster_post_pixels_are_graded_as_colours) {
    const rs_grade grades[] = {
        rs_grade_fade(0x204060, 99),  rs_grade_saturation(120),     rs_grade_brightness(-70),
        rs_grade_contrast(400),       rs_grade_tint(0x8090D0, 200), rs_grade_bleach(180),
        rs_grade_keep(0xFF0000, 256), rs_grade_fade(0xFFFFFF, 1),   rs_grade_fade(0xFF00FF, 255)};
    for (size_t g = 0; g < sizeof grades / sizeof *grades; g++)
        for (int f = 0; f < 3; f++) {
            const rs_format format = directs[f];
            fill_with_chance(others, format, 5);
            CHECK(bands_agree(rs_post_grade, &grades[g], format));
            rs_surface s = surface_of(words, format, 0, HEIGHT), from = surface_of(others, format, 0, HEIGHT);
            fill_with_chance(words, format, 5);
            rs_post_grade(&grades[g], &s, NULL);
            fill_with_chance(others, format, 5);
            for (int i = 0; i < PIXELS; i++) {
                const uint32_t rgb = rs_rgb_from_native(format, rs_pixel(&from, i % WIDTH, i / WIDTH));
                CHECK_EQ(rs_pixel(&s, i % WIDTH, i / WIDTH),
                         rs_native_from_rgb(format, rs_grade_colour(&grades[g], rgb)));
            }
        }
}

/* A graded palette of 256 colours gives what graded pixels would. */
TEST(raster_post_palettes_are_graded_as_pixels) {
    uint32_t from[256], to[256], seed = 11;
    const rs_grade grade = rs_grade_saturation(60);
    for (int i = 0; i < 256; i++) from[i] = draw_number(&seed) & 0xFFFFFFu;
    rs_grade_palette(&grade, from, to, 256);
    rs_surface s = surface_of(words, RS_XRGB8888, 0, HEIGHT);
    for (int i = 0; i < 256; i++) rs_plot(&s, i % WIDTH, i / WIDTH, from[i]);
    rs_post_grade(&grade, &s, NULL);
    for (int i = 0; i < 256; i++) CHECK_EQ(rs_pixel(&s, i % WIDTH, i / WIDTH), to[i]);
    fill_with_chance(words, RS_PAL8, 2);
    CHECK(bands_agree(rs_post_grade, &grade, RS_PAL8));
    fill_with_chance(others, RS_PAL8, 7);
    CHECK(memcmp(words, others, PIXELS) == 0); /* grading a palette leaves the indices */
}

TEST(raster_post_saturation_goes_from_grey_to_twice) {
    uint32_t seed = 9;
    const rs_grade grey = rs_grade_saturation(0), same = rs_grade_saturation(256),
                   twice = rs_grade_saturation(512);
    CHECK(rs_grade_is_none(&same));
    for (int i = 0; i < 2000; i++) {
        const uint32_t rgb = draw_number(&seed) & 0xFFFFFFu, luma = rs_luma(rgb);
        CHECK_EQ(rs_grade_colour(&grey, rgb), luma * 0x010101u);
    }
    CHECK_EQ(rs_grade_colour(&twice, 0x808080), 0x808080);
    CHECK_EQ(rs_grade_colour(&twice, 0x804040), 0xAD2D2D); /* luma 0x53 */
}

TEST(raster_post_keeps_one_hue) {
    const rs_grade keep = rs_grade_keep(0xFF0000, 256);
    static const uint32_t greys[] = {0x00FF00, 0x0000FF, 0xFFFF00, 0x30C0F0, 0xFF00FF};
    CHECK_EQ(rs_grade_colour(&keep, 0xFF0000), 0xFF0000);
    CHECK_EQ(rs_grade_colour(&keep, 0x802010), 0x802010);
    for (size_t i = 0; i < sizeof greys / sizeof *greys; i++)
        CHECK_EQ(rs_grade_colour(&keep, greys[i]), rs_luma(greys[i]) * 0x010101u);
    const rs_grade none = rs_grade_keep(0x808080, 256); /* grey has no hue */
    CHECK_EQ(rs_grade_colour(&none, 0xFF0000), rs_luma(0xFF0000) * 0x010101u);
}

TEST(raster_post_what_changes_nothing_says_so) {
    const rs_grade grades[] = {rs_grade_fade(0x123456, 0), rs_grade_saturation(256),
                               rs_grade_brightness(0),     rs_grade_contrast(256),
                               rs_grade_tint(0, 0),        rs_grade_tint(0xFFFFFF, 256),
                               rs_grade_bleach(0),         rs_grade_keep(0xFF0000, 0)};
    for (size_t i = 0; i < sizeof grades / sizeof *grades; i++) {
        CHECK(rs_grade_is_none(&grades[i]));
        CHECK_EQ(rs_grade_colour(&grades[i], 0x93A1F7), 0x93A1F7);
    }
    const rs_grade black = rs_grade_brightness(-256), white = rs_grade_brightness(256),
                   middle = rs_grade_contrast(0);
    CHECK_EQ(rs_grade_colour(&black, 0xFFFFFF), 0);
    CHECK_EQ(rs_grade_colour(&white, 0), 0xFFFFFF);
    CHECK_EQ(rs_grade_colour(&middle, 0xFF0040), 0x808080);
}

/* Effects in a row are applied one after the other, in an order that counts. */
TEST(raster_post_effects_follow_one_another) {
    const rs_grade first = rs_grade_brightness(90), second = rs_grade_contrast(500);
    uint32_t seed = 21;
    bool differs = false;
    fill_with_chance(words, RS_XRGB8888, 21);
    rs_surface s = surface_of(words, RS_XRGB8888, 0, HEIGHT);
    rs_post_grade(&first, &s, NULL);
    rs_post_grade(&second, &s, NULL);
    for (int i = 0; i < PIXELS; i++) {
        const uint32_t rgb = draw_number(&seed) & 0xFFFFFFu;
        const uint32_t one = rs_grade_colour(&second, rs_grade_colour(&first, rgb)),
                       other = rs_grade_colour(&first, rs_grade_colour(&second, rgb));
        CHECK_EQ(words[i], one);
        differs = differs || one != other;
    }
    CHECK(differs);
}

/* ---- covers ---- */

TEST(raster_post_covers_a_rectangle) {
    const rs_cover cover = {.native = 3, .x = 0, .y = 0, .width = 20, .height = HEIGHT};
    memset(words, 9, sizeof words);
    rs_surface s = surface_of(words, RS_PAL8, 0, HEIGHT);
    rs_post_cover(&cover, &s, NULL);
    for (int i = 0; i < PIXELS; i++) CHECK_EQ(rs_pixel(&s, i % WIDTH, i / WIDTH), i % WIDTH < 20 ? 3u : 9u);
}

static bool is_in_circle(const rs_cover *cover, int circle, int x, int y) {
    const int across = 2 * x + 1 - cover->centre_x[circle], down = 2 * y + 1 - cover->centre_y;
    return cover->radius > 0 && across * across + down * down <= cover->radius * cover->radius;
}

TEST(raster_post_leaves_circles_free) {
    static const rs_cover covers[] = {
        {.native = 3, .circles = 1, .centre_x = {60, 60}, .centre_y = 40, .radius = 31},
        {.native = 3, .circles = 1, .centre_x = {60, 60}, .centre_y = 40, .radius = 1000},
        {.native = 3, .circles = 1, .centre_x = {60, 60}, .centre_y = 40, .radius = 0},
        {.native = 3, .circles = 1, .centre_x = {-7, 60}, .centre_y = 79, .radius = 33},
        {.native = 3, .circles = 2, .centre_x = {40, 80}, .centre_y = 40, .radius = 26},
        {.native = 3, .circles = 2, .centre_x = {90, 20}, .centre_y = 31, .radius = 18},
        {.native = 3, .circles = 2, .centre_x = {60, 62}, .centre_y = 40, .radius = 30}};
    for (size_t c = 0; c < sizeof covers / sizeof *covers; c++) {
        memset(words, 9, sizeof words);
        rs_surface s = surface_of(words, RS_PAL8, 0, HEIGHT);
        rs_post_cover(&covers[c], &s, NULL);
        for (int i = 0; i < PIXELS; i++) {
            const int x = i % WIDTH, y = i / WIDTH;
            const bool is_free = is_in_circle(&covers[c], 0, x, y) ||
                                 (covers[c].circles > 1 && is_in_circle(&covers[c], 1, x, y));
            CHECK_EQ(rs_pixel(&s, x, y), is_free ? 9u : 3u);
        }
        for (int f = 0; f < 3; f++) CHECK(bands_agree(rs_post_cover, &covers[c], directs[f]));
    }
}

/* ---- vignettes ---- */

TEST(raster_post_vignettes_darken_towards_corners) {
    const rs_vignette vignette = {.weight = 200, .shades = NULL};
    for (int f = 0; f < 3; f++) {
        rs_surface s = surface_of(words, directs[f], 0, HEIGHT);
        const uint32_t white = rs_native_from_rgb(directs[f], 0xFFFFFF);
        rs_fill(&s, 0, 0, WIDTH, HEIGHT, white);
        rs_post_vignette(&vignette, &s, NULL);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                const uint32_t pixel = rs_pixel(&s, x, y);
                CHECK_EQ(pixel, rs_pixel(&s, WIDTH - 1 - x, y));
                CHECK_EQ(pixel, rs_pixel(&s, x, HEIGHT - 1 - y));
            }
        CHECK_EQ(rs_pixel(&s, WIDTH / 2, HEIGHT / 2), white);
        const uint32_t corner = rs_luma(rs_rgb_from_native(directs[f], rs_pixel(&s, 0, 0)));
        CHECK(corner >= 56 && corner <= 74); /* 255 * 56 / 256 at the corner itself; pixels lie within */
        CHECK(bands_agree(rs_post_vignette, &vignette, directs[f]));
    }
}

TEST(raster_post_vignettes_of_palettes_are_shades) {
    static uint8_t shades[64 * 256];
    for (int i = 0; i < 64 * 256; i++) shades[i] = (uint8_t)(i / 256); /* each shade is its level */
    const rs_vignette vignette = {.weight = 256, .shades = shades}, without = {.weight = 256, .shades = NULL};
    memset(words, 77, sizeof words);
    rs_surface s = surface_of(words, RS_PAL8, 0, HEIGHT);
    rs_post_vignette(&without, &s, NULL);
    CHECK_EQ(rs_pixel(&s, 0, 0), 77);
    rs_post_vignette(&vignette, &s, NULL);
    CHECK_EQ(rs_pixel(&s, WIDTH / 2, HEIGHT / 2), 32);
    CHECK(rs_pixel(&s, 0, 0) <= 2 && rs_pixel(&s, WIDTH / 2, 0) > 14 && rs_pixel(&s, WIDTH / 2, 0) < 18);
}

/* ---- grades of makers ---- */

static uint8_t cube[2 * RS_LOOKUP_COLOURS];

/* Fills the cube with what a grade makes of each of its colours; NULL: they stay. */
static void fill_cube(const rs_grade *grade) {
    for (uint32_t i = 0; i < RS_LOOKUP_COLOURS; i++) {
        const uint32_t turned = (i & 31u) << 10 | (i & 0x3E0u) | i >> 10, /* its red is low in RS_BGR555 */
            rgb = rs_rgb_from_native(RS_BGR555, turned);
        const uint32_t made =
            rs_native_from_rgb(RS_BGR555, grade == NULL ? rgb : rs_grade_colour(grade, rgb));
        const uint32_t entry = (made & 31u) << 10 | (made & 0x3E0u) | made >> 10;
        cube[2 * i] = (uint8_t)entry;
        cube[2 * i + 1] = (uint8_t)(entry >> 8);
    }
}

/* A cube of colours in their own places changes no pixel of any format, by any weight; it is no grade with the weight 0. R2D-036. */
TEST(raster_post_neutral_lookups_change_nothing) {
    fill_cube(NULL);
    for (int weight = 1; weight <= 256; weight += 85) {
        const rs_grade grade = rs_grade_lookup(cube, weight);
        CHECK(!rs_grade_is_none(&grade));
        for (uint32_t i = 0; i < 256; i++) {
            CHECK_EQ(rs_grade_colour(&grade, i * 0x010101u), i * 0x010101u);
            CHECK_EQ(rs_grade_colour(&grade, i << 16 | (i * 7 & 255u) << 8 | (255 - i)),
                     i << 16 | (i * 7 & 255u) << 8 | (255 - i));
        }
        for (int f = 0; f < 3; f++) {
            CHECK(bands_agree(rs_post_grade, &grade, directs[f]));
            fill_with_chance(others, directs[f], 7);
            CHECK(memcmp(words, others, (size_t)PIXELS * (size_t)rs_format_bytes(directs[f])) == 0);
        }
    }
    const rs_grade none = rs_grade_lookup(cube, 0), missing = rs_grade_lookup(NULL, 256);
    CHECK(rs_grade_is_none(&none) && rs_grade_is_none(&missing));
}

/* What is looked up in a cube of "keep red" is red or grey; its colours are the cube's own; and palettes get what pixels get. R2D-036. */
TEST(raster_post_lookups_are_what_the_cube_says) {
    static uint32_t palette[256], graded[256];
    const rs_grade keep = rs_grade_keep(0xFF0000, 256);
    fill_cube(&keep);
    const rs_grade grade = rs_grade_lookup(cube, 256), half = rs_grade_lookup(cube, 128);
    CHECK(rs_grade_colour(&grade, 0xFF0000) == 0xFF0000 && rs_grade_colour(&half, 0xFF0000) == 0xFF0000);
    for (uint32_t i = 0; i < 0x1000; i++) {
        const uint32_t rgb = i * 0x11111u & 0x00FFFF, made = rs_grade_colour(&grade, rgb);
        CHECK(made >> 16 == (made & 255u) && (made >> 8 & 255u) == (made & 255u));
    }
    for (uint32_t i = 0; i < RS_LOOKUP_COLOURS; i += 37) {
        const uint32_t rgb = rs_rgb_from_native(RS_BGR555, i),
                       wanted = rs_native_from_rgb(RS_BGR555, rs_grade_colour(&keep, rgb));
        CHECK_EQ(rs_grade_colour(&grade, rgb), rs_rgb_from_native(RS_BGR555, wanted));
    }
    CHECK_EQ(rs_grade_colour(&half, 0x0000FF),
             0x0C0C8Cu); /* half way to the luma 0x1D, which the cube has as 3 of 31 */
    for (int f = 0; f < 3; f++) CHECK(bands_agree(rs_post_grade, &grade, directs[f]));
    for (uint32_t i = 0; i < 256; i++) palette[i] = words[i % PIXELS] & 0xFFFFFFu;
    rs_surface s = surface_of(words, RS_XRGB8888, 0, HEIGHT);
    for (int i = 0; i < 256; i++) rs_plot(&s, i % WIDTH, i / WIDTH, palette[i]);
    rs_grade_palette(&grade, palette, graded, 256);
    rs_post_grade(&grade, &s, NULL);
    for (int i = 0; i < 256; i++) CHECK_EQ(rs_pixel(&s, i % WIDTH, i / WIDTH), graded[i]);
}

/* Rows of a matrix are what channels are made of; by half a weight it is half way; what leaves 0..255 is held there. R2D-036. */
TEST(raster_post_matrices_mix_channels) {
    static const int32_t turn[3][4] = {{0, 256, 0, 0}, {0, 0, 256, 0}, {256, 0, 0, 0}},
                         same[3][4] = {{256, 0, 0, 0}, {0, 256, 0, 0}, {0, 0, 256, 0}},
                         far[3][4] = {{1 << 30, 0, 0, 0}, {0, -(1 << 30), 0, 0}, {0, 0, 0, 256 * 255}},
                         some[3][4] = {{128, 64, 0, 0}, {0, 256, 0, 256 * 16}, {0, 0, 256, -256 * 16}};
    const rs_grade turned = rs_grade_matrix(turn, 256), half = rs_grade_matrix(turn, 128),
                   none = rs_grade_matrix(same, 256), off = rs_grade_matrix(turn, 0),
                   clamped = rs_grade_matrix(far, 256), mixed = rs_grade_matrix(some, 256);
    CHECK_EQ(rs_grade_colour(&turned, 0x102030), 0x203010u);
    CHECK_EQ(rs_grade_colour(&half, 0x102030), 0x182820u);
    CHECK(rs_grade_is_none(&none) && rs_grade_is_none(&off) && !rs_grade_is_none(&half));
    CHECK_EQ(rs_grade_colour(&clamped, 0x0A0A00), 0xFF00FFu);
    CHECK_EQ(rs_grade_colour(&mixed, 0x804008), 0x505000u);
    for (int f = 0; f < 3; f++) CHECK(bands_agree(rs_post_grade, &mixed, directs[f]));
}

/* ---- bloom ---- */

static uint16_t cells[WIDTH / 4 * (HEIGHT / 4) * 3];

static uint32_t sum_of_channels(const rs_surface *s) {
    uint32_t sum = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int shift = 0; shift < 24; shift += 8) sum += rs_pixel(s, x, y) >> shift & 255u;
    return sum;
}

/* A pixel above the threshold shines alike to all sides of its cell of 4 x 4 pixels, in its own colour. R2D-042. */
TEST(raster_post_bloom_is_a_symmetric_halo) {
    rs_surface s = surface_of(words, RS_XRGB8888, 0, HEIGHT);
    CHECK_EQ(rs_bloom_bytes(WIDTH, HEIGHT), sizeof cells);
    CHECK(rs_bloom_bytes(240, 160) == 14400 && rs_bloom_bytes(5, 1) == 12);
    for (int rounds = 0; rounds < 4; rounds++) {
        const rs_bloom bloom = {
            .cells = cells, .threshold = 0x408040, .weight = 1024, .rounds = (uint8_t)rounds};
        rs_clear(&s, 0x101010);
        rs_plot(&s, 29, 18, 0x80FF40); /* of the cell 28..31, 16..19 */
        rs_post_bloom(&bloom, &s, NULL);
        rs_plot(&s, 29, 18, rs_pixel(&s, 30, 17));
        int lit = 0;
        for (int y = 0; y < 36; y++)
            for (int x = 0; x < WIDTH; x++) {
                const uint32_t pixel = rs_pixel(&s, x, y);
                CHECK(pixel == rs_pixel(&s, 59 - x, y) && pixel == rs_pixel(&s, x, 35 - y));
                CHECK((pixel & 255u) == 0x10 && (pixel >> 8 & 255u) >= pixel >> 16);
                lit += pixel != 0x101010;
            }
        CHECK(lit >= 60 && (rs_pixel(&s, 30, 18) & 0xFF00u) > (rs_pixel(&s, 33, 18) & 0xFF00u));
        for (int i = 0; i < 18; i++) CHECK_EQ(rs_pixel(&s, 30 + i, 18), rs_pixel(&s, 30, 18 + i));
    }
}

/* What is added is what there was too much, times the weight, within a twentieth. R2D-042. */
TEST(raster_post_bloom_adds_what_there_was_too_much) {
    rs_surface s = surface_of(words, RS_XRGB8888, 0, HEIGHT);
    for (int16_t weight = 128; weight <= 512; weight = (int16_t)(weight * 2))
        for (int rounds = 0; rounds < 3; rounds++) {
            const rs_bloom bloom = {
                .cells = cells, .threshold = 0x606060, .weight = weight, .rounds = (uint8_t)rounds};
            rs_clear(&s, 0x202020);
            rs_fill(&s, 22, 15, 9, 7, 0x7088A0);
            const uint32_t scale = (uint32_t)weight;
            const uint32_t before = sum_of_channels(&s), excess = 63u * (0x10 + 0x28 + 0x40);
            rs_post_bloom(&bloom, &s, NULL);
            const uint32_t added = sum_of_channels(&s) - before, wanted = excess * scale / 256u;
            CHECK(added * 20 >= wanted * 19 && added * 20 <= wanted * 21);
        }
}

/* Pictures below the threshold, bands, palettes and the weight 0: to the bit as they were; white stays white. R2D-042. */
TEST(raster_post_bloom_leaves_dark_pictures) {
    const rs_bloom bloom = {.cells = cells, .threshold = 0xFFFFFF, .weight = 1024, .rounds = 2},
                   off = {.cells = cells, .threshold = 0, .weight = 0, .rounds = 2},
                   all = {.cells = cells, .threshold = 0, .weight = 256, .rounds = 1};
    for (int f = 0; f < 3; f++) {
        const size_t bytes = (size_t)PIXELS * (size_t)rs_format_bytes(directs[f]);
        rs_surface s = surface_of(words, directs[f], 0, HEIGHT), band = surface_of(words, directs[f], 8, 8);
        fill_with_chance(words, directs[f], 21);
        fill_with_chance(others, directs[f], 21);
        rs_post_bloom(&bloom, &s, NULL);
        rs_post_bloom(&off, &s, NULL);
        rs_post_bloom(&all, &band, NULL);
        CHECK(memcmp(words, others, bytes) == 0);
        const uint32_t white = rs_native_from_rgb(directs[f], 0xFFFFFF);
        rs_clear(&s, white);
        rs_post_bloom(&all, &s, NULL);
        for (int i = 0; i < 40; i++) CHECK_EQ(rs_pixel(&s, i, i), white);
        fill_with_chance(words, directs[f], 21);
        rs_post_bloom(&all, &s, NULL);
        CHECK(memcmp(words, others, bytes) != 0);
    }
}

/* Indices and greys are no colours: blooms and trails leave them, and what lies behind them in memory, alone. R2D-039, R2D-042. */
TEST(raster_post_blooms_and_trails_need_colours) {
    static const rs_format formats[] = {RS_PAL8, RS_GREY4};
    static uint16_t kept[PIXELS];
    const rs_bloom bloom = {.cells = cells, .threshold = 0, .weight = 256, .rounds = 1};
    const rs_trail trail = {.kept = (uint8_t *)kept, .stride = WIDTH * 2, .weight = 128};
    for (int f = 0; f < 2; f++) {
        rs_surface s = surface_of(words, RS_PAL8, 0, HEIGHT);
        s.format = (uint8_t)formats[f];
        fill_with_chance(words, RS_XRGB8888, 21);
        fill_with_chance(others, RS_XRGB8888, 21);
        rs_post_bloom(&bloom, &s, NULL);
        rs_post_trail(&trail, &s, NULL);
        CHECK(memcmp(words, others, PIXELS * sizeof words[0]) == 0);
    }
}

/* ---- mosaics ---- */

/* Every pixel is the upper left one of its block; in bands, too, which cut through blocks. */
TEST(raster_post_mosaics_are_blocks) {
    static const rs_format formats[] = {RS_PAL8, RS_RGB565, RS_XRGB8888};
    static uint32_t line[WIDTH];
    for (int f = 0; f < 3; f++)
        for (int16_t size = 1; size < 12; size = (int16_t)(size + 3)) {
            const rs_mosaic mosaic = {size, (uint8_t *)line};
            CHECK(bands_agree(rs_post_mosaic, &mosaic, formats[f]));
            rs_surface made = surface_of(words, formats[f], 0, HEIGHT),
                       was = surface_of(others, formats[f], 0, HEIGHT);
            fill_with_chance(others, formats[f], 7);
            int wrong = 0;
            for (int y = 0; y < HEIGHT; y++)
                for (int x = 0; x < WIDTH; x++)
                    wrong += rs_pixel(&made, x, y) != rs_pixel(&was, x - x % size, y - y % size);
            CHECK_EQ(wrong, 0);
        }
}

/* ---- stages ---- */

enum { LINES = 7, LIST = 1024 };

typedef enum drawing { IN_ONE, IN_TURN, IN_STAGES } drawing;

/* Two rectangles, a mosaic, a rectangle, a mosaic, a rectangle: in one band, in bands that share their memory, or side by side, from the last one to the
 * first. */
static void draw_mosaics(rs_format format, drawing how, uint32_t *picture) {
    static uint64_t room[128], list[LIST];
    static uint32_t line[2][WIDTH], shared[LINES * WIDTH];
    static uint16_t depth[PIXELS];
    rs_frame *frame = (rs_frame *)(void *)room;
    const int lines = how == IN_ONE ? HEIGHT : LINES;
    const rs_target target = {
        .width = WIDTH, .height = HEIGHT, .format = format, .band_lines = lines, .background = 5};
    const rs_mosaic mosaics[2] = {{9, (uint8_t *)line[0]}, {4, (uint8_t *)line[1]}};
    CHECK(rs_frame_size() <= sizeof room);
    CHECK(rs_frame_begin(frame, &target, (rs_block){list, sizeof list}, (rs_block){NULL, 0}));
    if (how == IN_STAGES) rs_frame_keep(frame);
    rs_frame_rectangle(frame, 3, 2, 20, 30, 0x1234);
    rs_frame_rectangle(frame, 11, 13, 40, 11, 0x4321);
    CHECK_EQ(rs_frame_post_ordered(frame, rs_post_mosaic, &mosaics[0]), RS_OK);
    rs_frame_rectangle(frame, 1, 1, 30, 22, 0x2211);
    CHECK_EQ(rs_frame_post_ordered(frame, rs_post_mosaic, &mosaics[1]), RS_OK);
    rs_frame_rectangle(frame, 50, 1, 3, 38, 0x1111);
    const int bands = rs_frame_bands(frame), stages = rs_frame_stages(frame);
    CHECK_EQ(rs_frame_is_kept(frame), how != IN_TURN);
    const rs_surface whole = surface_of(picture, format, 0, HEIGHT);
    for (int stage = 0; stage < stages; stage++) {
        for (int i = 0; i < bands; i++) {
            const int band = stages > 1 ? bands - 1 - i : i, top = band * lines;
            rs_surface surface =
                surface_of(picture, format, top, HEIGHT - top < lines ? HEIGHT - top : lines);
            uint8_t *place = surface.pixels;
            if (how == IN_TURN) surface.pixels = (uint8_t *)shared;
            rs_frame_band_stage(frame, stage, band, &surface, how == IN_TURN ? depth : depth + top * WIDTH);
            if (how == IN_TURN) memcpy(place, shared, (size_t)surface.lines * (size_t)surface.stride);
        }
        rs_frame_stage_end(frame, stage, &whole, depth);
    }
    CHECK_EQ(rs_pixel(&whole, 51, 20), 0x1111);
    CHECK_EQ(rs_pixel(&whole, 51, 39), 5);
    CHECK(rs_pixel(&whole, 31, 5) == 0x2211 && rs_pixel(&whole, 32, 5) != 0x2211); /* a block of four */
}

TEST(raster_post_ordered_effects_are_the_same_however_bands_are_drawn) {
    for (int f = 0; f < 3; f++) {
        if (rs_spans_of(directs[f]) == NULL) continue;
        const size_t bytes = (size_t)PIXELS * (size_t)rs_format_bytes(directs[f]);
        draw_mosaics(directs[f], IN_ONE, words);
        draw_mosaics(directs[f], IN_TURN, others);
        CHECK(memcmp(words, others, bytes) == 0);
        draw_mosaics(directs[f], IN_STAGES, others);
        CHECK(memcmp(words, others, bytes) == 0);
    }
}

/* ---- trails ---- */

TEST(raster_post_trails_end) {
    static const uint32_t levels[] = {15, 7, 3, 1, 0, 0};
    static uint16_t kept[PIXELS];
    rs_trail trail = {.kept = (uint8_t *)kept, .stride = WIDTH * 2, .weight = 0};
    rs_surface s = surface_of(words, RS_BGR555, 0, HEIGHT);
    rs_clear(&s, 0);
    rs_plot(&s, 5, 5, 31);
    rs_post_trail(&trail, &s, NULL);
    CHECK_EQ(rs_pixel(&s, 5, 5), 31);
    trail.weight = 128;
    for (int i = 0; i < 6; i++) {
        rs_clear(&s, 0);
        rs_post_trail(&trail, &s, NULL);
        CHECK_EQ(rs_pixel(&s, 5, 5), levels[i]);
    }
}

/* A picture that does not change stays as it is to the bit, with every weight. */
TEST(raster_post_trails_leave_what_stands_still) {
    static uint32_t kept[PIXELS];
    for (int f = 0; f < 3; f++) {
        const rs_format format = directs[f];
        const int bytes = rs_format_bytes(format);
        rs_trail trail = {.kept = (uint8_t *)kept, .stride = WIDTH * bytes, .weight = 0};
        rs_surface s = surface_of(words, format, 0, HEIGHT);
        for (int i = 0; i < 5; i++) {
            trail.weight = (int16_t)(i == 0 ? 0 : 63 * i + 3);
            fill_with_chance(words, format, 13);
            rs_post_trail(&trail, &s, NULL);
            fill_with_chance(others, format, 13);
            CHECK(memcmp(words, others, (size_t)PIXELS * (size_t)bytes) == 0);
        }
    }
}
