/* The quality of texture filtering, measured on pictures: a receding plane with and without levels, trilinear
 * steps, anisotropic contrast; palette surfaces against true colour. */
#include <math.h>
#include <stdlib.h>

#include "raster/mipmap.h"
#include "tests/unit/raster/raster_pixel.h"

static board b;
static uint8_t chain[2 * 256 * 256];

/* Draws a floor that recedes from the bottom line (distance 1) to the top line (distance 12). The texture
 * repeats `repeats` times across the bottom line and `stretch` times a unit of distance; `shift` slides it
 * along. */
static void floor_of(const rs_texture *texture, const rs_sampling *sampling, double repeats, double shift,
                     double stretch) {
    rs_pixel_state state;
    rs_fragment *g;
    int32_t st[8];
    memset(&state, 0, sizeof state);
    state.unit[0].sampling = *sampling;
    b.material.texture = texture;
    b.material.mapping = RS_PIXEL;
    rs_clear_depth(b.depth, BOARD_PIXELS);
    g = board_state(&b, &state, RS_SPAN_CONSTANT, true);
    CHECK(g != NULL);
    if (g == NULL) return;
    board_corners(&b, 0, 0, BOARD_WIDTH, BOARD_HEIGHT, 1000);
    for (int i = 0; i < 4; i++) {
        int distance = i == 1 || i == 2 ? 1 : 12;
        st[2 * i] = (int32_t)lrint(65536 * ((i >= 2 ? 0.5 : -0.5) * repeats * distance + shift));
        st[2 * i + 1] = (int32_t)lrint(65536 * (stretch * distance + shift));
        b.inverse_w[i] = (1u << 29) / (uint32_t)distance;
    }
    g->coordinates[0] = st;
    board_quad(&b, RS_LIGHT_FULL);
}

static double variance_over_time(int mip, int filter) {
    static double sum[BOARD_PIXELS], squares[BOARD_PIXELS];
    rs_texture texture = {.pixels = chain, .format = RS_L8, .log2_width = 6, .log2_height = 6, .levels = 7};
    rs_sampling sampling;
    double total = 0;
    memset(&sampling, 0, sizeof sampling);
    sampling.mip = (uint8_t)mip;
    sampling.minify = (uint8_t)filter;
    memset(sum, 0, sizeof sum), memset(squares, 0, sizeof squares);
    for (int i = 0; i < 64 * 64; i++) chain[i] = (i >> 2 ^ i >> 8) & 1 ? 255 : 0;
    CHECK(rs_mipmaps_build(&texture, chain, NULL));
    board_make(&b, RS_XRGB8888);
    for (int step = 0; step < 24; step++) {
        floor_of(&texture, &sampling, 1, step * 0.0131, 1);
        for (int i = 0; i < BOARD_PIXELS; i++) {
            double v = b.pixels[i] & 255u;
            sum[i] += v, squares[i] += v * v;
        }
    }
    for (int i = 0; i < BOARD_PIXELS; i++) total += squares[i] / 24 - (sum[i] / 24) * (sum[i] / 24);
    return total / BOARD_PIXELS;
}

TEST(raster_levels_calm_a_moving_plane) {
    double without = variance_over_time(RS_MIP_NONE, RS_NEAREST),
           triangle = variance_over_time(RS_MIP_TRIANGLE, RS_BILINEAR),
           pixel = variance_over_time(RS_MIP_PIXEL, RS_BILINEAR);
    TEST_INFO("variance %.0f without levels, %.0f by triangle, %.0f by eight pixels", without, triangle,
              pixel);
    CHECK(triangle < without * 0.8);
    CHECK(pixel < without * 0.8);
}

/* The largest step from line to line where only the level changes: each level has a grey of its own, 32
 * apart. */
static int largest_step(int between) {
    rs_texture texture = {.pixels = chain, .format = RS_L8, .log2_width = 8, .log2_height = 8, .levels = 9};
    rs_sampling sampling;
    uint8_t *at = chain;
    int worst = 0;
    memset(&sampling, 0, sizeof sampling);
    sampling.mip = RS_MIP_PIXEL, sampling.magnify = sampling.minify = RS_BILINEAR,
    sampling.between = (uint8_t)between;
    for (int level = 0; level < 9; level++) {
        size_t bytes = rs_texture_level_bytes(&texture, level);
        memset(at, 8 + 28 * level, bytes);
        at += bytes;
    }
    board_make(&b, RS_XRGB8888);
    for (int zoom = 0; zoom < 40; zoom++) { /* closer and closer: the level moves by a fraction each time */
        static int last;
        int now;
        floor_of(&texture, &sampling, 1 + zoom * 0.03, 0, 0.02); /* a wall: one density all over, nearly */
        now = (int)(board_pixel(&b, 8, BOARD_HEIGHT - 1) & 255u);
        if (zoom > 0 && abs(now - last) > worst) worst = abs(now - last);
        last = now;
    }
    return worst;
}

TEST(raster_trilinear_has_no_step_between_levels) {
    int stepped = largest_step(RS_ONE_LEVEL), smooth = largest_step(RS_TRILINEAR);
    TEST_INFO("largest step %d bilinear, %d trilinear", stepped, smooth);
    CHECK(stepped >= 28);
    CHECK(smooth <= 2);
}

/* The contrast that is left on the far lines of stripes across the direction in which a plane recedes. */
static double contrast(int probes, double *aliasing) {
    rs_texture texture = {.pixels = chain, .format = RS_L8, .log2_width = 6, .log2_height = 6, .levels = 7};
    rs_sampling sampling;
    const int row = BOARD_HEIGHT * 3 / 10; /* 70 % of the way */
    const double distance = 1 / (1.0 / 12 + (11.0 / 12) * (row + 0.5) / BOARD_HEIGHT), repeats = 1 / distance;
    double low = 255, high = 0, squares = 0;
    memset(&sampling, 0, sizeof sampling);
    sampling.mip = RS_MIP_PIXEL, sampling.magnify = sampling.minify = RS_BILINEAR,
    sampling.between = RS_TRILINEAR;
    sampling.probes = (uint8_t)probes;
    for (int i = 0; i < 64 * 64; i++) chain[i] = (i >> 3 & 1) != 0 ? 255 : 0; /* stripes along v */
    CHECK(rs_mipmaps_build(&texture, chain, NULL));
    board_make(&b, RS_XRGB8888);
    for (int step = 0; step < 16; step++) {
        floor_of(&texture, &sampling, repeats, step / 64.0, 2);
        for (int x = 0; x < BOARD_WIDTH; x++) {
            double v = board_pixel(&b, x, row) & 255u;
            if (v < low) low = v;
            if (v > high) high = v;
            /* a pixel of this row is a texel wide, from -32 on, so the right value is the stripe's own */
            squares += pow(v - (((x + 64 - 32 + step) >> 3 & 1) != 0 ? 255 : 0), 2);
        }
    }
    *aliasing = sqrt(squares / (16 * BOARD_WIDTH));
    return high - low;
}

TEST(raster_anisotropic_probes_keep_contrast) {
    double plain_noise, probed_noise, plain = contrast(0, &plain_noise), probed = contrast(4, &probed_noise);
    TEST_INFO("contrast %.0f trilinear, %.0f with four probes; off the right picture by %.1f and %.1f", plain,
              probed, plain_noise, probed_noise);
    CHECK(probed > plain);
    CHECK(probed_noise <= plain_noise);
}

/* ---- palette surfaces ---- */

static int shade_reads;
static uint8_t counted(const rs_draw *draw, uint32_t index, uint32_t light) {
    shade_reads++;
    return ((const uint8_t *)draw->colours)[(light << 5 & 0x3F00u) | index];
}

#undef PIXEL
#define SHADE(draw, index, light) counted(draw, index, light)
#define rs_spans_pal8 counted_spans_pal8
extern const rs_span_set counted_spans_pal8;
#include "raster/spans/spans_pal8.c" /* once more, counting its reads of the shade table */
#undef rs_spans_pal8

TEST(raster_palette_spans_read_one_table_entry_a_pixel) {
    static const uint8_t texels[4] = {9, 99, 199, 250};
    int drawn = 0;
    board_make(&b, RS_PAL8);
    b.draw.lights = b.lights;
    b.draw.texels = texels;
    b.draw.log2_width = b.draw.log2_height = 1;
    b.draw.span = 8;
    b.draw.affine = counted_spans_pal8.own[RS_SPAN_AFFINE][RS_SPAN_GOURAUD];
    b.draw.function = counted_spans_pal8.own[RS_SPAN_PERSPECTIVE][RS_SPAN_GOURAUD];
    board_corners(&b, 3, 4, 40, 30, 1000);
    for (int i = 0; i < 4; i++) {
        b.lights[i] = (uint16_t)(5000 + 15000 * i);
        b.uvs[2 * i] = (int16_t)(i >= 2 ? 8000 : 0),
                  b.uvs[2 * i + 1] = (int16_t)(i == 1 || i == 2 ? 8000 : 0);
        b.inverse_w[i] = (1u << 29) / (i >= 2 ? 3 : 1);
    }
    shade_reads = 0;
    board_quad(&b, 256);
    for (int i = 0; i < BOARD_PIXELS; i++) drawn += b.depth[i] != 65535;
    CHECK_EQ(drawn, 1200);
    CHECK_EQ(shade_reads, drawn);
}

/* A textured and shaded picture in 256 colours differs from true colour by no more than its nearest palette
 * entries do. */
TEST(raster_palette_picture_is_near_true_colour) {
    static uint32_t colours[256], picture[BOARD_PIXELS], direct[64];
    static uint8_t indexed[64], shades[64 * 256];
    static const rs_pixel_state state = {.alpha_test = {.on = true, .function = RS_ALWAYS}};
    double off = 0, least = 0;
    int unchanged = 0;
    for (uint32_t i = 0; i < 256; i++)
        colours[i] = (i >> 5) * 36u << 16 | (i >> 2 & 7u) * 36u << 8 | (i & 3u) * 85u;
    for (uint32_t level = 0; level < 64; level++) {
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t lit = 0;
            for (int shift = 0; shift < 24; shift += 8) {
                uint32_t c = colours[i] >> shift & 255u, l = level * 8;
                lit |= (l <= 256 ? (c * l + 128) >> 8 : c + (((255 - c) * (l - 256) + 128) >> 8)) << shift;
            }
            shades[level * 256 + i] = (uint8_t)(level == 32 ? i : (uint32_t)rs_nearest(colours, lit));
        }
    }
    for (uint32_t i = 0; i < 256; i++) unchanged += shades[32 * 256 + i] == i;
    CHECK_EQ(unchanged, 256);
    for (int i = 0; i < 64; i++) indexed[i] = (uint8_t)(i * 29 + 5), direct[i] = colours[indexed[i]];
    for (int form = 0; form < 2; form++) {
        rs_texture texture = {.pixels = form == 0 ? (const uint8_t *)direct : indexed,
                              .format = (uint8_t)(form == 0 ? RS_XRGB8888 : RS_PAL8),
                              .log2_width = 3,
                              .log2_height = 3};
        board_make(&b, form == 0 ? RS_XRGB8888 : RS_PAL8);
        b.draw.colours = form == 0 ? (const void *)b.ramp : shades;
        b.palette.shades = shades;
        b.material.texture = &texture;
        CHECK(board_state(&b, &state, RS_SPAN_GOURAUD, true) != NULL);
        board_corners(&b, 0, 0, 64, 48, 1000);
        for (int i = 0; i < 4; i++) {
            b.lights[i] = (uint16_t)((60 + 100 * i) << RS_VERTEX_LIGHT);
            b.uvs[2 * i] = (int16_t)(i >= 2 ? 8192 : 0),
                      b.uvs[2 * i + 1] = (int16_t)(i == 1 || i == 2 ? 8192 : 0);
        }
        board_quad(&b, RS_LIGHT_FULL);
        if (form == 0) memcpy(picture, b.pixels, sizeof picture);
    }
    for (int i = 0; i < BOARD_PIXELS; i++) {
        uint32_t got = colours[((uint8_t *)b.pixels)[i]], best = colours[rs_nearest(colours, picture[i])];
        for (int shift = 0; shift < 24; shift += 8) {
            int wanted = (int)(picture[i] >> shift & 255u), a = (int)(got >> shift & 255u) - wanted,
                c = (int)(best >> shift & 255u) - wanted;
            off += a * a, least += c * c;
        }
    }
    off = sqrt(off / (3.0 * BOARD_PIXELS)), least = sqrt(least / (3.0 * BOARD_PIXELS));
    TEST_INFO("%.1f of 255 off, the nearest entries %.1f", off, least);
    CHECK(off <= least + 4); /* 64 steps of light add a little */
}
