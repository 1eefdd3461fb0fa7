/* Two dimensions: shapes, images, tiles and glyphs against plain definitions, whatever the bands, and far beyond the picture. */
#include <string.h>

#include "fixedmath/angle.h"
#include "raster/blend.h"
#include "raster/flat.h"
#include "raster/list/list.h"
#include "raster/spans/spans.h"
#include "tests/test.h"

enum { WIDE = 48, HIGH = 40, EDGE = 16, BYTES = WIDE * HIGH * 4 };

static struct {
    uint64_t frame[160];
    uint64_t list[6144];
    uint32_t pixels[(BYTES + 2 * EDGE) / 4], other[(BYTES + 2 * EDGE) / 4];
    uint16_t depth[WIDE * HIGH];
    uint32_t colours[256];
    uint16_t native[256];
    uint8_t shades[64 * 256], inverse[32768];
    rs_palette palette;
    uint32_t image[64 * 64 / 4 * 4];
    uint16_t cells[8 * 8];
    uint32_t seed;
} t;

static uint32_t below(uint32_t bound) {
    t.seed = t.seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)t.seed * bound) >> 32);
}

static int between(int low, int high) { return low + (int)below((uint32_t)(high - low + 1)); }

/* Clears the test and makes a palette of 3, 3 and 2 bits a channel, whose inverse is quickly made. */
static void make(rs_format format) {
    memset(&t, 0, sizeof t);
    t.seed = 5;
    for (uint32_t i = 0; i < 256; i++) {
        t.colours[i] = (i >> 5) * 36u << 16 | (i >> 2 & 7u) * 36u << 8 | (i & 3u) * 85u;
        t.native[i] = (uint16_t)rs_native_from_rgb(format == RS_BGR555 ? RS_BGR555 : RS_RGB565, t.colours[i]);
    }
    for (uint32_t i = 0; i < 32768; i++)
        t.inverse[i] = (uint8_t)((i >> 12 & 7u) << 5 | (i >> 7 & 7u) << 2 | (i >> 3 & 3u));
    t.palette.rgb = t.colours;
    t.palette.native = t.native;
    t.palette.shades = t.shades;
    t.palette.inverse = t.inverse;
    for (size_t i = 0; i < sizeof t.image; i++)
        ((uint8_t *)t.image)[i] = (uint8_t)(below(3) == 0 ? 0 : below(256));
}

static rs_frame *begin(rs_format format, int lines) {
    const rs_target target = {WIDE, HIGH, format, lines, &t.palette, 0};
    const rs_block list = {t.list, sizeof t.list}, none = {NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)t.frame;
    CHECK(rs_frame_size() <= sizeof t.frame);
    CHECK(rs_frame_begin(frame, &target, list, none));
    return frame;
}

static rs_surface surface_in(uint32_t *pixels, rs_format format, int top, int lines) {
    const int stride = (int)rs_row_bytes(format, WIDE);
    return (rs_surface){(uint8_t *)pixels + EDGE + top * stride,
                        stride,
                        WIDE,
                        HIGH,
                        (int16_t)top,
                        (int16_t)lines,
                        (uint8_t)format};
}

static void draw_into(uint32_t *pixels, const rs_frame *frame, rs_format format, int lines) {
    memset(pixels, 0xA5, BYTES + 2 * EDGE);
    for (int band = 0, top = 0; top < HIGH; band++, top += lines) {
        const rs_surface surface = surface_in(pixels, format, top, lines > HIGH - top ? HIGH - top : lines);
        rs_frame_band(frame, band, &surface, t.depth);
    }
    for (int i = 0; i < EDGE; i++) CHECK_EQ(((uint8_t *)pixels)[i], 0xA5);
    for (size_t i = EDGE + (size_t)HIGH * rs_row_bytes(format, WIDE); i < BYTES + 2 * EDGE; i++)
        CHECK_EQ(((uint8_t *)pixels)[i], 0xA5);
}

static void draw(const rs_frame *frame, rs_format format) { draw_into(t.pixels, frame, format, HIGH); }

static uint32_t at(rs_format format, int x, int y) {
    const rs_surface surface = surface_in(t.pixels, format, 0, HIGH);
    return rs_pixel(&surface, x, y);
}

static bool drawable(rs_format format) { return rs_spans_of(format) != NULL; }

static rs_image image_of(rs_format format, int width, int height, bool keyed) {
    return (rs_image){.pixels = (const uint8_t *)t.image,
                      .width = (int16_t)width,
                      .height = (int16_t)height,
                      .format = (uint8_t)format,
                      .keyed = keyed};
}

/* ---- shapes ---- */

TEST(raster_flat_line_sets_the_pixels_of_bresenham) {
    static const int8_t expected[8][2] = {{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 2}, {5, 2}, {6, 3}, {7, 3}};
    int count = 0;
    make(RS_PAL8);
    rs_frame *frame = begin(RS_PAL8, HIGH);
    CHECK_EQ(rs_frame_line(frame, 0, 0, 7, 3, 9, false), RS_OK);
    draw(frame, RS_PAL8);
    for (int i = 0; i < 8; i++) CHECK_EQ(at(RS_PAL8, expected[i][0], expected[i][1]), 9);
    for (int y = 0; y < HIGH; y++) {
        for (int x = 0; x < WIDE; x++) count += at(RS_PAL8, x, y) != 0;
    }
    CHECK_EQ(count, 8);
}

/* Whatever a command draws, a clip shows exactly the part of it that lies within. */
static void check_clipped(void (*command)(rs_frame *frame, uint32_t seed), uint32_t seed) {
    static uint8_t whole[WIDE * HIGH];
    rs_view clip = {0, 0, 0, 0};
    int wrong = 0;
    rs_frame *frame = begin(RS_PAL8, HIGH);
    command(frame, seed);
    draw(frame, RS_PAL8);
    memcpy(whole, (uint8_t *)t.pixels + EDGE, sizeof whole);
    clip.x = (int16_t)between(-5, 40), clip.y = (int16_t)between(-5, 30),
    clip.width = (int16_t)between(0, 40), clip.height = (int16_t)between(0, 40);
    frame = begin(RS_PAL8, 8);
    rs_frame_clip(frame, &clip);
    command(frame, seed);
    draw_into(t.pixels, frame, RS_PAL8, 8);
    for (int y = 0; y < HIGH; y++) {
        for (int x = 0; x < WIDE; x++) {
            const bool inside =
                x >= clip.x && x < clip.x + clip.width && y >= clip.y && y < clip.y + clip.height;
            wrong += at(RS_PAL8, x, y) != (inside ? whole[y * WIDE + x] : 0);
        }
    }
    CHECK_EQ(wrong, 0);
}

static void random_line(rs_frame *frame, uint32_t seed) {
    t.seed = seed;
    const int x = between(-40, 90), y = between(-40, 90);
    CHECK_EQ(rs_frame_line(frame, x, y, between(-40, 90), between(-40, 90), 7, below(2) != 0), RS_OK);
}

static void random_shape(rs_frame *frame, uint32_t seed) {
    int corners[6];
    t.seed = seed;
    for (int i = 0; i < 6; i++) corners[i] = between(-20, 60);
    switch (below(4)) {
    case 0:
        CHECK_EQ(rs_frame_triangle_2d(frame, corners, 7, below(2) != 0), RS_OK);
        break;
    case 1:
        CHECK_EQ(
            rs_frame_ellipse(frame, corners[0], corners[1], between(1, 50), between(1, 50), 7, below(2) != 0),
            RS_OK);
        break;
    case 2:
        CHECK_EQ(rs_frame_outline(frame, corners[0], corners[1], between(1, 50), between(1, 50), 7), RS_OK);
        break;
    default:
        CHECK_EQ(rs_frame_text(frame, corners[0], corners[1], "Clip", 7), RS_OK);
        break;
    }
}

TEST(raster_flat_clip_shows_what_lies_within) {
    make(RS_PAL8);
    for (uint32_t i = 0; i < 400; i++) {
        check_clipped(random_line, i * 77 + 1);
        check_clipped(random_shape, i * 99 + 5);
    }
}

static int count_of(rs_format format, uint32_t native) {
    int count = 0;
    for (int y = 0; y < HIGH; y++) {
        for (int x = 0; x < WIDE; x++) count += at(format, x, y) == native;
    }
    return count;
}

TEST(raster_flat_rectangles_have_their_pixels) {
    make(RS_PAL8);
    for (int i = 0; i < 60; i++) {
        const int width = between(2, 20), height = between(2, 20);
        rs_frame *frame = begin(RS_PAL8, 8);
        CHECK_EQ(rs_frame_rectangle(frame, 1, 2, width, height, 5), RS_OK);
        draw_into(t.pixels, frame, RS_PAL8, 8);
        CHECK_EQ(count_of(RS_PAL8, 5), width * height);
        frame = begin(RS_PAL8, HIGH);
        CHECK_EQ(rs_frame_ink(frame, RS_FLAT_ADD, 255), RS_OK); /* a pixel drawn twice would differ */
        CHECK_EQ(rs_frame_outline(frame, 3, 1, width, height, 32), RS_OK);
        draw(frame, RS_PAL8);
        CHECK_EQ(count_of(RS_PAL8, 32), 2 * width + 2 * height - 4);
    }
}

TEST(raster_flat_circles_are_round_and_their_border_is_closed) {
    make(RS_PAL8);
    for (int radius = 0; radius < 18; radius++) {
        static uint8_t filled[WIDE * HIGH];
        int wrong = 0;
        rs_frame *frame = begin(RS_PAL8, 8);
        CHECK_EQ(rs_frame_circle(frame, 20, 19, radius, 5, true), RS_OK);
        draw_into(t.pixels, frame, RS_PAL8, 8);
        memcpy(filled, (uint8_t *)t.pixels + EDGE, sizeof filled);
        frame = begin(RS_PAL8, 8);
        CHECK_EQ(rs_frame_circle(frame, 20, 19, radius, 5, false), RS_OK);
        draw_into(t.pixels, frame, RS_PAL8, 8);
        for (int y = 1; y < HIGH - 1; y++) {
            for (int x = 1; x < WIDE - 1; x++) {
                const uint8_t *p = filled + y * WIDE + x;
                const int away = (x - 20) * (x - 20) + (y - 19) * (y - 19);
                const bool in = radius == 0 ? away == 0 : away < radius * radius + radius;
                const bool border = in && (p[1] == 0 || p[-1] == 0 || p[WIDE] == 0 || p[-WIDE] == 0);
                wrong += (*p != 0) != in || (at(RS_PAL8, x, y) != 0) != border;
            }
        }
        CHECK_EQ(wrong, 0);
    }
}

/* ---- images ---- */

static uint32_t texel(rs_format format, int width, int x, int y) {
    const size_t i = (size_t)(y * width + x);
    if (format == RS_PAL8) return ((const uint8_t *)t.image)[i];
    if (format == RS_XRGB8888) return t.image[i];
    if (format == RS_GREY4) return (uint32_t)((const uint8_t *)t.image)[i / 2] >> 4 * (i & 1) & 15u;
    return ((const uint16_t *)(const void *)t.image)[i];
}

static void clean_image(rs_format format) {
    for (size_t i = 0; i < 32 * 32; i++) {
        if (format == RS_XRGB8888) t.image[i] &= 0xFFFFFFu;
        if (format == RS_BGR555) ((uint16_t *)t.image)[i] &= 0x7FFFu;
    }
}

/* Blits of all eight orientations, of parts that reach beyond the image, at all edges of the picture. */
TEST(raster_flat_blits_equal_their_definition) {
    for (int f = 0; f <= RS_GREY4; f++) {
        const rs_format format = (rs_format)f;
        if (!drawable(format)) continue;
        make(format);
        clean_image(format);
        for (int i = 0; i < 500; i++) {
            const rs_image image = image_of(format, 32, 20, below(2) != 0);
            rs_blit blit = {
                .image = &image, .flip_x = below(2) != 0, .flip_y = below(2) != 0, .turned = below(2) != 0};
            int wrong = 0, wide, high;
            rs_frame *frame = begin(format, between(8, HIGH));
            blit.part.x = (int16_t)between(-6, 30), blit.part.y = (int16_t)between(-6, 18);
            blit.part.width = (int16_t)between(1, 24), blit.part.height = (int16_t)between(1, 18);
            blit.pivot_x = (int16_t)between(-9, 9), blit.pivot_y = (int16_t)between(-9, 9);
            blit.x = between(-20 * FX_ONE, 60 * FX_ONE), blit.y = between(-20 * FX_ONE, 50 * FX_ONE);
            CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
            draw_into(t.pixels, frame, format, frame->target.band_lines);
            wide = blit.turned ? blit.part.height : blit.part.width,
            high = blit.turned ? blit.part.width : blit.part.height;
            for (int y = 0; y < HIGH; y++) {
                for (int x = 0; x < WIDE; x++) {
                    int u = x - (int)(blit.x >= 0 ? blit.x / FX_ONE : -((-blit.x + FX_ONE - 1) / FX_ONE));
                    int v = y - (int)(blit.y >= 0 ? blit.y / FX_ONE : -((-blit.y + FX_ONE - 1) / FX_ONE));
                    uint32_t expected = 0;
                    u = blit.flip_x ? blit.pivot_x - 1 - u : u + blit.pivot_x;
                    v = blit.flip_y ? blit.pivot_y - 1 - v : v + blit.pivot_y;
                    if (u >= 0 && u < wide && v >= 0 && v < high) {
                        const int sx = blit.part.x + (blit.turned ? high - 1 - v : u),
                                  sy = blit.part.y + (blit.turned ? u : v);
                        if (sx >= 0 && sx < 32 && sy >= 0 && sy < 20) expected = texel(format, 32, sx, sy);
                    }
                    wrong += at(format, x, y) != expected;
                }
            }
            CHECK_EQ(wrong, 0);
        }
    }
}

/* A turn by 0 is the blit, by right angles the flips; at whole scales each texel is a square. */
TEST(raster_flat_turns_by_right_angles_are_exact) {
    make(RS_PAL8);
    for (int i = 0; i < 300; i++) {
        const rs_image image = image_of(RS_PAL8, 20, 12, false);
        const int quarter = (int)below(4), scale = between(1, 3);
        const rs_turn turn = {scale * FX_ONE, scale * FX_ONE, (ang16)(quarter * 0x4000), NULL, false};
        rs_blit blit = {.image = &image,
                        .x = between(-10, 50) * FX_ONE,
                        .y = between(-10, 40) * FX_ONE,
                        .turn = &turn,
                        .flip_x = below(2) != 0};
        int wrong = 0;
        rs_frame *frame = begin(RS_PAL8, 16);
        blit.pivot_x = (int16_t)between(-3, 20), blit.pivot_y = (int16_t)between(-3, 12);
        CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
        draw_into(t.pixels, frame, RS_PAL8, 16);
        for (int y = 0; y < HIGH; y++) {
            for (int x = 0; x < WIDE; x++) {
                const int dx = 2 * (x - blit.x / FX_ONE) + 1,
                          dy = 2 * (y - blit.y / FX_ONE) + 1; /* in halves */
                const int across[4] = {dx, -dy, -dx, dy}, down[4] = {dy, dx, -dy, -dx};
                const int a = blit.flip_x ? -across[quarter] : across[quarter], b = down[quarter],
                          s = 2 * scale;
                const int u = (a >= 0 ? a / s : -((-a + s - 1) / s)) + blit.pivot_x,
                          v = (b >= 0 ? b / s : -((-b + s - 1) / s)) + blit.pivot_y;
                wrong += at(RS_PAL8, x, y) !=
                         (u >= 0 && u < 20 && v >= 0 && v < 12 ? texel(RS_PAL8, 20, u, v) : 0);
            }
        }
        CHECK_EQ(wrong, 0);
    }
}

/* 8 x 8 parts side by side, turned about one point: each pixel is drawn exactly once. */
TEST(raster_flat_turned_parts_meet_without_gap_or_overlap) {
    if (!drawable(RS_XRGB8888)) return;
    make(RS_XRGB8888);
    for (size_t i = 0; i < 64; i++) t.image[i] = 1;
    for (int i = 0; i < 40; i++) {
        const rs_image image = image_of(RS_XRGB8888, 4, 4, false);
        const rs_turn turn = {between(FX_ONE / 2, 2 * FX_ONE), between(FX_ONE / 2, 2 * FX_ONE),
                              (ang16)below(65536), NULL, false};
        int twice = 0, holes = 0;
        rs_frame *frame = begin(RS_XRGB8888, HIGH);
        for (int part = 0; part < 64; part++) {
            rs_blit blit = {.image = &image,
                            .x = 24 * FX_ONE + 12345,
                            .y = 20 * FX_ONE + 777,
                            .turn = &turn,
                            .ink = {.mode = RS_FLAT_ADD, .alpha = 255}};
            blit.pivot_x = (int16_t)(16 - part % 8 * 4), blit.pivot_y = (int16_t)(16 - part / 8 * 4);
            CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
        }
        draw(frame, RS_XRGB8888);
        for (int y = 0; y < HIGH; y++) {
            int first = -1, last = -1;
            for (int x = 0; x < WIDE; x++) {
                twice += at(RS_XRGB8888, x, y) > 1;
                if (at(RS_XRGB8888, x, y) == 0) continue;
                if (first < 0) first = x;
                last = x;
            }
            for (int x = first; first >= 0 && x < last; x++) holes += at(RS_XRGB8888, x, y) == 0;
        }
        CHECK_EQ(twice, 0);
        CHECK_EQ(holes, 0);
        CHECK(at(RS_XRGB8888, 24, 20) == 1);
    }
}

/* ---- how pixels meet the picture ---- */

static uint32_t expected_mix(rs_format format, const rs_ink *ink, uint32_t source, uint32_t stored) {
    const uint32_t s = format == RS_PAL8 ? t.colours[source] : rs_rgb_from_native(format, source),
                   d = format == RS_PAL8 ? t.colours[stored] : rs_rgb_from_native(format, stored);
    uint32_t out = 0;
    if (ink->mode == RS_FLAT_OPAQUE || (ink->mode == RS_FLAT_ALPHA && ink->alpha == 255)) return source;
    if (ink->mode == RS_FLAT_ALPHA && ink->alpha == 0) return stored;
    if (format == RS_RGB565 || format == RS_BGR555) { /* 16-bit channels are mixed as they are */
        const uint32_t spread = format == RS_RGB565 ? 0x07E0F81Fu : 0x03E07C1Fu;
        if (ink->mode == RS_FLAT_ALPHA) return rs_blend_16(source, stored, ink->alpha, spread);
        if (ink->mode == RS_FLAT_HALF) return rs_blend_16(source, stored, 128, spread);
    }
    for (int shift = 0; shift < 24; shift += 8) {
        const int a = (int)(s >> shift & 255u), b = (int)(d >> shift & 255u),
                  weak = (a * ink->alpha + 127) / 255;
        int mixed = 0;
        if (ink->mode == RS_FLAT_ALPHA) mixed = (2 * (a * ink->alpha + b * (255 - ink->alpha)) + 255) / 510;
        if (ink->mode == RS_FLAT_HALF) mixed = (a + b) / 2;
        if (ink->mode == RS_FLAT_ADD) mixed = weak + b > 255 ? 255 : weak + b;
        if (ink->mode == RS_FLAT_SUBTRACT) mixed = b < weak ? 0 : b - weak;
        if (ink->mode == RS_FLAT_MULTIPLY) mixed = (2 * a * b + 255) / 510;
        out |= (uint32_t)mixed << shift;
    }
    if (format == RS_PAL8) return rs_palette_index(t.inverse, out);
    return rs_native_from_rgb(format, out);
}

TEST(raster_flat_modes_have_the_exact_results) {
    for (int f = 0; f <= RS_GREY4; f++) {
        const rs_format format = (rs_format)f;
        if (!drawable(format)) continue;
        make(format);
        clean_image(format);
        for (int i = 0; i < 6 * 12; i++) {
            static const uint8_t alphas[12] = {0, 255, 128, 1, 254, 127, 64, 192, 32, 77, 200, 3};
            const rs_image image = image_of(format, 32, 30, false);
            const rs_ink ink = {.mode = (uint8_t)(i % 6), .alpha = alphas[i / 6]};
            rs_blit blit = {.image = &image, .ink = ink};
            int wrong = 0;
            rs_frame *frame = begin(format, 16);
            CHECK_EQ(rs_frame_image(frame, 0, 0, &image), RS_OK);
            blit.x = 3 * FX_ONE, blit.y = 5 * FX_ONE;
            CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
            draw_into(t.pixels, frame, format, 16);
            for (int y = 5; y < 30; y++) {
                for (int x = 3; x < 32; x++)
                    wrong += at(format, x, y) != expected_mix(format, &ink, texel(format, 32, x - 3, y - 5),
                                                              texel(format, 32, x, y));
            }
            CHECK_EQ(wrong, 0);
        }
    }
}

TEST(raster_flat_vectors) {
    static const struct {
        uint32_t source, stored, alpha, expected;
    } over[5] = {
        {255, 0, 0, 0}, {255, 0, 128, 128}, {255, 0, 255, 255}, {200, 100, 0, 100}, {200, 100, 255, 200}};
    if (drawable(RS_XRGB8888)) {
        for (int i = 0; i < 5; i++) {
            make(RS_XRGB8888);
            rs_frame *frame = begin(RS_XRGB8888, HIGH);
            CHECK_EQ(rs_frame_rectangle(frame, 0, 0, 9, 9, over[i].stored), RS_OK);
            CHECK_EQ(rs_frame_ink(frame, RS_FLAT_ALPHA, (uint8_t)over[i].alpha), RS_OK);
            CHECK_EQ(rs_frame_pixel(frame, 4, 4, over[i].source), RS_OK);
            draw(frame, RS_XRGB8888);
            CHECK_EQ(at(RS_XRGB8888, 4, 4), over[i].expected);
        }
    }
    if (!drawable(RS_RGB565)) return;
    make(RS_RGB565);
    rs_frame *frame = begin(RS_RGB565, HIGH);
    CHECK_EQ(rs_frame_rectangle(frame, 0, 0, 9, 9, 0x001F), RS_OK);
    CHECK_EQ(rs_frame_ink(frame, RS_FLAT_HALF, 0), RS_OK);
    CHECK_EQ(rs_frame_rectangle(frame, 0, 0, 4, 4, 0xF800), RS_OK);
    draw(frame, RS_RGB565);
    CHECK_EQ(at(RS_RGB565, 1, 1), 0x780F);
}

/* Indices through the palette are the same pixels as the colours themselves. */
TEST(raster_flat_indexed_images_equal_direct_ones) {
    static const rs_format formats[3] = {RS_RGB565, RS_BGR555, RS_XRGB8888};
    static uint8_t indices[16 * 16];
    for (int f = 0; f < 3; f++) {
        const rs_format format = formats[f];
        if (!drawable(format)) continue;
        make(format);
        for (int i = 0; i < 256; i++) {
            indices[i] = (uint8_t)(i * 7);
            if (format == RS_XRGB8888)
                t.image[i] = t.colours[indices[i]];
            else
                ((uint16_t *)t.image)[i] = t.native[indices[i]];
        }
        for (int i = 0; i < 40; i++) {
            const rs_ink ink = {.mode = (uint8_t)below(RS_FLAT_MODES),
                                .alpha = (uint8_t)below(256),
                                .tint = below(2) != 0 ? 0x80FF40u : 0};
            rs_image image = image_of(format, 16, 16, false);
            rs_blit blit = {.image = &image,
                            .x = between(-8, 40) * FX_ONE,
                            .y = between(-8, 30) * FX_ONE,
                            .flip_x = below(2) != 0,
                            .ink = ink};
            rs_frame *frame = begin(format, 16);
            CHECK_EQ(rs_frame_rectangle(frame, 5, 5, 30, 20, t.native[99]), RS_OK);
            CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
            draw_into(t.other, frame, format, 16);
            frame = begin(format, 16);
            CHECK_EQ(rs_frame_rectangle(frame, 5, 5, 30, 20, t.native[99]), RS_OK);
            image.pixels = indices, image.format = RS_PAL8;
            CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
            draw_into(t.pixels, frame, format, 16);
            CHECK(memcmp(t.pixels, t.other, sizeof t.pixels) == 0);
        }
    }
}

/* Alpha of one bit is the same as 0 and 255 of eight bits. */
TEST(raster_flat_alpha_of_pixels_counts) {
    static uint32_t wide[16 * 16];
    static uint16_t narrow[16 * 16];
    if (!drawable(RS_RGB565)) return;
    make(RS_RGB565);
    for (int i = 0; i < 256; i++) {
        narrow[i] = (uint16_t)below(65536);
        const uint32_t r = narrow[i] >> 11, g = narrow[i] >> 6 & 31u, b = narrow[i] >> 1 & 31u;
        wide[i] = (r << 3 | r >> 2) << 24 | (g << 3 | g >> 2) << 16 | (b << 3 | b >> 2) << 8 |
                  (narrow[i] & 1u ? 255u : 0);
    }
    for (int mode = 0; mode < RS_FLAT_MODES; mode++) {
        for (int way = 0; way < 2; way++) {
            rs_image image = image_of(way == 0 ? RS_RGBA5551 : RS_RGBA8888, 16, 16, false);
            const rs_blit blit = {.image = &image,
                                  .x = 9 * FX_ONE,
                                  .y = 9 * FX_ONE,
                                  .ink = {.mode = (uint8_t)mode, .alpha = 90}};
            rs_frame *frame = begin(RS_RGB565, 16);
            image.pixels = way == 0 ? (const uint8_t *)narrow : (const uint8_t *)wide;
            CHECK_EQ(rs_frame_rectangle(frame, 12, 0, 30, 30, 0x1234), RS_OK);
            CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
            draw_into(way == 0 ? t.other : t.pixels, frame, RS_RGB565, 16);
        }
        CHECK(memcmp(t.pixels, t.other, sizeof t.pixels) == 0);
    }
}

TEST(raster_flat_palette_without_inverse_draws_a_pattern) {
    static const uint8_t alphas[5] = {0, 64, 128, 191, 255};
    make(RS_PAL8);
    t.palette.inverse = NULL;
    for (int i = 0; i < 5; i++) {
        rs_frame *frame = begin(RS_PAL8, 8);
        CHECK_EQ(rs_frame_ink(frame, RS_FLAT_ALPHA, alphas[i]), RS_OK);
        CHECK_EQ(rs_frame_rectangle(frame, 3, 5, 18, 22, 9), RS_OK);
        draw_into(t.pixels, frame, RS_PAL8, 8);
        CHECK_EQ(count_of(RS_PAL8, 9), 18 * 22 * i / 4);
    }
}

/* Inks: a wipe, a gradient, a silhouette, a remap. */
TEST(raster_flat_inks_change_pixels) {
    static uint8_t remap[256];
    const uint32_t corners[4] = {0x000000FF, 0xFF0000FF, 0x000000FF, 0xFF0000FF};
    const rs_turn turn = {FX_ONE, FX_ONE, 0, corners, false};
    rs_image image;
    make(RS_PAL8);
    for (int i = 0; i < 256; i++) remap[i] = (uint8_t)(255 - i);
    image = image_of(RS_PAL8, 8, 8, true);
    rs_frame *frame = begin(RS_PAL8, HIGH);
    CHECK_EQ(rs_frame_blit(frame, &(rs_blit){.image = &image, .ink = {.remap = remap}}), RS_OK);
    CHECK_EQ(rs_frame_blit(
                 frame, &(rs_blit){.image = &image, .x = 16 * FX_ONE, .ink = {.flat = true, .native = 77}}),
             RS_OK);
    CHECK_EQ(rs_frame_blit(frame, &(rs_blit){.image = &image, .x = 32 * FX_ONE, .ink = {.bank = 3}}), RS_OK);
    draw(frame, RS_PAL8);
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 8; x++) {
            const uint32_t index = texel(RS_PAL8, 8, x, y);
            CHECK_EQ(at(RS_PAL8, x, y), index == 0 ? 0 : 255 - index);
            CHECK_EQ(at(RS_PAL8, x + 16, y), index == 0 ? 0 : 77);
            CHECK_EQ(at(RS_PAL8, x + 32, y), index == 0 ? 0 : (index + 48) & 255u);
        }
    }
    if (!drawable(RS_XRGB8888)) return;
    make(RS_XRGB8888);
    for (int i = 0; i < 32 * 8; i++) t.image[i] = 0xFFFFFF;
    image = image_of(RS_XRGB8888, 32, 8, false);
    frame = begin(RS_XRGB8888, HIGH);
    CHECK_EQ(rs_frame_blit(frame, &(rs_blit){.image = &image, .turn = &turn}), RS_OK);
    draw(frame, RS_XRGB8888);
    for (int x = 1; x < 32; x++) CHECK(at(RS_XRGB8888, x, 4) >= at(RS_XRGB8888, x - 1, 4));
    CHECK(at(RS_XRGB8888, 0, 4) < 8 && at(RS_XRGB8888, 31, 4) > 247);
}

/* ---- tiles ---- */

static void layer_by_blits(rs_frame *frame, const rs_tiles *tiles) {
    const bool staggered =
        tiles->layout == RS_TILES_STAGGERED_COLUMNS || tiles->layout == RS_TILES_HEXAGON_COLUMNS;
    for (int row = -24; row < 32; row++) {
        for (int pass = 0; pass < 2; pass++) {
            for (int column = -24; column < 32; column++) {
                int c = column, r = row, x = column * 8, y = row * 8;
                const bool inside = c >= 0 && c < tiles->columns && r >= 0 && r < tiles->rows;
                uint16_t cell;
                if (staggered ? (column & 1) != pass : pass != 0) continue;
                if (!inside && tiles->outside == RS_OUTSIDE_NOTHING) continue;
                if (tiles->outside == RS_OUTSIDE_WRAP_COLUMNS && (r < 0 || r >= tiles->rows)) continue;
                if (tiles->outside == RS_OUTSIDE_CLAMP)
                    c = c < 0 ? 0 : c > 4 ? 4 : c, r = r < 0 ? 0 : r > 3 ? 3 : r;
                c = (c + 50) % 5, r = (r + 40) % 4;
                cell = inside || tiles->outside != RS_OUTSIDE_FILL ? t.cells[r * 5 + c] : tiles->fill;
                if (tiles->layout == RS_TILES_DIAMOND) x = (column - row) * 4 - 4, y = (column + row) * 4;
                if (tiles->layout == RS_TILES_STAGGERED_COLUMNS) x = column * 4, y += (column & 1) * 4;
                if (tiles->layout == RS_TILES_STAGGERED_ROWS) x += (row & 1) * 4, y = row * 4;
                if (tiles->layout == RS_TILES_HEXAGONS) x += (row & 1) * 4, y = row * 6;
                if (tiles->layout == RS_TILES_HEXAGON_COLUMNS) x = column * 6, y += (column & 1) * 4;
                if ((cell & 1023) == tiles->empty) continue;
                {
                    rs_blit blit = {.image = tiles->image,
                                    .flip_x = (cell & 1024) != 0,
                                    .flip_y = (cell & 2048) != 0,
                                    .ink = {.bank = (uint8_t)(cell >> 12)}};
                    blit.part.x = (int16_t)((cell & 1023) % 4 * 8),
                    blit.part.y = (int16_t)((cell & 1023) / 4 * 8);
                    blit.part.width = blit.part.height = 8;
                    blit.x = (tiles->x + x) * FX_ONE, blit.y = (tiles->y + y) * FX_ONE;
                    if (blit.flip_x) blit.x += 8 * FX_ONE;
                    if (blit.flip_y) blit.y += 8 * FX_ONE;
                    CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
                }
            }
        }
    }
}

/* A layer of any layout, scrolled anywhere, equals its tiles drawn one by one. Keys and overlaps show the order. */
TEST(raster_flat_layers_equal_their_tiles) {
    for (int f = 0; f < RS_FORMATS; f++) {
        const rs_format format = (rs_format)f;
        if (!drawable(format)) continue;
        make(format);
        for (int i = 0; i < 6 * RS_OUTSIDES * 8; i++) {
            const rs_image image = image_of(RS_PAL8, 32, 32, below(2) != 0);
            rs_tiles tiles = {.image = &image,
                              .cells = t.cells,
                              .columns = 5,
                              .rows = 4,
                              .cell_bytes = 2,
                              .turns = true,
                              .has_empty = true};
            tiles.tile_width = tiles.tile_height = 8;
            tiles.empty = 6, tiles.fill = 9;
            tiles.layout = (uint8_t)(i % 6), tiles.outside = (uint8_t)(i / 6 % RS_OUTSIDES);
            tiles.x = between(-30, 40), tiles.y = between(-30, 40);
            for (int k = 0; k < 20; k++)
                t.cells[k] = (uint16_t)(below(16) | below(4) << 10 | (below(3) == 0 ? 0x3000u : 0));
            rs_frame *frame = begin(format, HIGH);
            layer_by_blits(frame, &tiles);
            draw_into(t.other, frame, format, HIGH);
            frame = begin(format, 16);
            CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_OK);
            draw_into(t.pixels, frame, format, 16);
            CHECK(memcmp(t.pixels, t.other, sizeof t.pixels) == 0);
        }
    }
}

/* Layers without turns, gaps and keys are drawn faster on palette surfaces, also of byte cells and other tiles. */
TEST(raster_flat_opaque_layers_equal_their_tiles) {
    static uint8_t cells[12 * 9];
    static uint16_t other[16];
    make(RS_PAL8);
    for (int i = 0; i < 12 * 9; i++) cells[i] = (uint8_t)below(16);
    for (int i = 0; i < 16; i++) other[i] = (uint16_t)(15 - i);
    for (int i = 0; i < 300; i++) {
        const rs_image image = image_of(RS_PAL8, i % 3 == 0 ? 64 : 32, i % 3 == 0 ? 64 : 32, i % 5 == 0);
        const int size = i % 3 == 0 ? 16 : 8, lines = between(8, HIGH);
        rs_tiles tiles = {.image = &image,
                          .cells = cells,
                          .columns = 12,
                          .rows = 9,
                          .cell_bytes = 1,
                          .outside = RS_OUTSIDE_WRAP};
        int wrong = 0;
        tiles.tile_width = tiles.tile_height = (int16_t)size;
        tiles.x = between(-500, 500), tiles.y = between(-500, 500);
        if (i % 2 == 0) tiles.substitutes = other, tiles.substitute_count = 16;
        rs_frame *frame = begin(RS_PAL8, lines);
        if (i % 7 == 0) rs_frame_clip(frame, &(rs_view){3, 5, 30, 20});
        CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_OK);
        draw_into(t.pixels, frame, RS_PAL8, lines);
        for (int y = 0; y < HIGH; y++) {
            for (int x = 0; x < WIDE; x++) {
                const int u = (x - tiles.x + 12 * size * 100) % (12 * size),
                          v = (y - tiles.y + 9 * size * 100) % (9 * size);
                int tile = cells[v / size * 12 + u / size];
                const bool inside = i % 7 != 0 || (x >= 3 && x < 33 && y >= 5 && y < 25);
                if (tiles.substitutes != NULL) tile = other[tile];
                wrong +=
                    at(RS_PAL8, x, y) != (inside ? texel(RS_PAL8, image.width, tile % 4 * size + u % size,
                                                         tile / 4 * size + v % size)
                                                 : 0);
            }
        }
        CHECK_EQ(wrong, 0);
    }
}

/* ---- glyphs ---- */

TEST(raster_flat_glyphs_cover_by_their_bits) {
    static const uint8_t one[4] = {0x05, 0x02, 0xFF, 0x80}, eight[4] = {0, 255, 128, 77};
    static const rs_glyph first = {one, 3, 4, 8, 4}, second = {eight, 20, 4, 4, 1};
    if (!drawable(RS_XRGB8888)) return;
    make(RS_XRGB8888);
    rs_frame *frame = begin(RS_XRGB8888, 8);
    CHECK_EQ(rs_frame_glyphs(frame, &first, 1, 1, 0xFFFFFF), RS_OK);
    CHECK_EQ(rs_frame_glyphs(frame, &second, 1, 8, 0xFFFFFF), RS_OK);
    draw_into(t.pixels, frame, RS_XRGB8888, 8);
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 8; x++)
            CHECK_EQ(at(RS_XRGB8888, 3 + x, 4 + y), (one[y] >> x & 1) != 0 ? 0xFFFFFF : 0);
    }
    for (int x = 0; x < 4; x++) CHECK_EQ(at(RS_XRGB8888, 20 + x, 4), eight[x] * 0x010101u);
}

/* ---- anything ---- */

static int any(int near) {
    static const int far[6] = {INT32_MIN, INT32_MAX, -40000, 40000, 0, 1 << 29};
    return below(20) == 0 ? far[below(6)] : between(-near, 2 * near);
}

static fx any_place(void) {
    const int place = any(40);
    return below(2) != 0 || place > 32767 || place < -32767 ? place : place * FX_ONE;
}

static void random_command(rs_frame *frame, rs_format format, rs_image *image) {
    static const rs_format indexed[2] = {RS_PAL8, RS_PAL4};
    static const uint8_t coverage[16 * 16];
    const int corners[6] = {any(40), any(40), any(40), any(40), any(40), any(40)};
    const uint32_t native = format == RS_PAL8     ? below(256)
                            : format == RS_GREY4  ? below(16)
                            : format == RS_BGR555 ? below(32768)
                                                  : below(65536);
    const rs_ink ink = {.mode = (uint8_t)below(RS_FLAT_MODES),
                        .alpha = (uint8_t)below(256),
                        .flat = below(8) == 0,
                        .native = native,
                        .tint = below(4) == 0 ? below(1 << 24) : 0};
    (void)rs_frame_ink(frame, (rs_flat_mode)below(RS_FLAT_MODES), (uint8_t)below(256));
    if (below(6) == 0)
        rs_frame_clip(frame, below(2) == 0 ? NULL
                                           : &(rs_view){(int16_t)any(40), (int16_t)any(40), (int16_t)any(40),
                                                        (int16_t)any(40)});
    *image =
        image_of(below(2) == 0 ? format : indexed[below(2)], between(0, 32), between(0, 32), below(2) != 0);
    switch (below(8)) {
    case 0:
        (void)rs_frame_line(frame, corners[0], corners[1], corners[2], corners[3], native, below(2) != 0);
        break;
    case 1:
        (void)rs_frame_rectangle(frame, corners[0], corners[1], corners[2], corners[3], native);
        (void)rs_frame_outline(frame, corners[3], corners[2], corners[1], corners[0], native);
        break;
    case 2:
        (void)rs_frame_ellipse(frame, corners[0], corners[1], corners[2], corners[3], native, below(2) != 0);
        (void)rs_frame_circle(frame, corners[0], corners[1], corners[2], native, below(2) != 0);
        break;
    case 3:
        (void)rs_frame_triangle_2d(frame, corners, native, below(2) != 0);
        break;
    case 4: {
        const rs_glyph glyph = {coverage, (int16_t)any(40), (int16_t)any(40), (uint8_t)below(17),
                                (uint8_t)below(17)};
        (void)rs_frame_glyphs(frame, &glyph, 1, 1 << below(4), native);
        (void)rs_frame_text(frame, corners[0], corners[1], "Any", native);
        break;
    }
    case 5: {
        const rs_tiles tiles = {.image = image,
                                .cells = t.cells,
                                .columns = (uint16_t)below(9),
                                .rows = (uint16_t)below(9),
                                .cell_bytes = (uint8_t)between(0, 2),
                                .turns = below(2) != 0,
                                .tile_width = (int16_t)any(8),
                                .tile_height = (int16_t)any(8),
                                .cell_width = (int16_t)(below(2) * 8),
                                .cell_height = (int16_t)(below(2) * 4),
                                .x = corners[0],
                                .y = corners[1],
                                .layout = (uint8_t)below(RS_TILE_LAYOUTS),
                                .shift_even = below(2) != 0,
                                .outside = (uint8_t)below(RS_OUTSIDES),
                                .fill = (uint16_t)below(65536),
                                .ink = ink};
        (void)rs_frame_tiles(frame, &tiles);
        break;
    }
    default: {
        const uint32_t corner[4] = {below(1u << 31), below(1u << 31), below(1u << 31), below(1u << 31)};
        const rs_turn turn = {any(100000), any(100000), (ang16)below(65536), below(2) == 0 ? corner : NULL,
                              false};
        const rs_blit blit = {
            .image = image,
            .part = {(int16_t)any(20), (int16_t)any(20), (int16_t)any(20), (int16_t)any(20)},
            .x = any_place(),
            .y = any_place(),
            .pivot_x = (int16_t)any(20),
            .pivot_y = (int16_t)any(20),
            .flip_x = below(2) != 0,
            .flip_y = below(2) != 0,
            .turned = below(2) != 0,
            .turn = below(2) == 0 ? NULL : &turn,
            .ink = ink};
        (void)rs_frame_blit(frame, &blit);
        (void)rs_frame_image(frame, corners[0], corners[1], image);
        break;
    }
    }
}

/* 100,000 random commands, most of them legal, change nothing outside the surface, and bands do not show. */
TEST(raster_flat_random_commands_stay_inside_and_bands_do_not_show) {
    static const int heights[6] = {1, 7, 8, 16, 23, 40};
    for (int f = 0; f <= RS_GREY4; f++) {
        const rs_format format = (rs_format)f;
        if (!drawable(format)) continue;
        make(format);
        clean_image(format);
        for (int i = 0; i < 100; i++) {
            const uint32_t seed = t.seed;
            const int lines = heights[i % 6];
            rs_stats stats;
            for (int way = 0; way < 2; way++) {
                static rs_image image;
                rs_frame *frame = begin(format, way == 0 ? HIGH : lines);
                t.seed = seed;
                if (way == 1 && (i & 1) != 0) rs_frame_flat(frame);
                for (int k = 0; k < 100; k++) random_command(frame, format, &image);
                rs_frame_stats(frame, &stats);
                CHECK_EQ(stats.lost, 0);
                draw_into(way == 0 ? t.other : t.pixels, frame, format, way == 0 ? HIGH : lines);
            }
            CHECK(memcmp(t.pixels, t.other, sizeof t.pixels) == 0);
        }
    }
}

TEST(raster_flat_bad_arguments_are_refused) {
    rs_image image;
    rs_blit blit = {.image = &image};
    rs_tiles tiles = {.image = &image,
                      .cells = t.cells,
                      .columns = 2,
                      .rows = 2,
                      .cell_bytes = 2,
                      .tile_width = 8,
                      .tile_height = 8};
    make(RS_PAL8);
    image = image_of(RS_PAL8, 16, 16, false);
    rs_frame *frame = begin(RS_PAL8, HIGH);
    CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_OK);
    image.pixels = NULL;
    CHECK_EQ(rs_frame_blit(frame, &blit), RS_BAD_ARGUMENT);
    CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_BAD_ARGUMENT);
    image = image_of(RS_RGB565, 16, 16, false);
    CHECK_EQ(rs_frame_blit(frame, &blit), RS_BAD_ARGUMENT);
    image = image_of(RS_PAL8, 0, 16, false);
    CHECK_EQ(rs_frame_blit(frame, &blit), RS_BAD_ARGUMENT);
    image = image_of(RS_PAL8, 16, 16, false);
    image.stride = 15;
    CHECK_EQ(rs_frame_blit(frame, &blit), RS_BAD_ARGUMENT);
    image.stride = 0;
    blit.ink.mode = RS_FLAT_MODES;
    CHECK_EQ(rs_frame_blit(frame, &blit), RS_BAD_ARGUMENT);
    CHECK_EQ(rs_frame_ink(frame, RS_FLAT_MODES, 0), RS_BAD_ARGUMENT);
    blit.image = NULL;
    CHECK_EQ(rs_frame_blit(frame, &blit), RS_BAD_ARGUMENT);
    tiles.layout = RS_TILES_DIAMOND, tiles.tile_width = 7;
    CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_BAD_ARGUMENT);
    tiles.layout = RS_TILES_SQUARE, tiles.pitch = 1;
    CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_BAD_ARGUMENT);
    tiles.pitch = 0, tiles.x = INT32_MIN;
    CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_OUT_OF_RANGE);
    CHECK_EQ(rs_frame_glyphs(frame, NULL, 0, 3, 0), RS_BAD_ARGUMENT);
    CHECK_EQ(rs_frame_glyphs(frame, NULL, 0, 1, 0), RS_OK);
    CHECK_EQ(rs_frame_circle(frame, 0, 0, 16384, 1, true), RS_OUT_OF_RANGE);
}

/* How much of the list 64 keyed sprites over three layers take. */
TEST(raster_flat_sprites_take_little_of_the_list) {
    rs_image image;
    rs_stats layers, all;
    make(RS_PAL8);
    image = image_of(RS_PAL8, 64, 64, true);
    rs_frame *frame = begin(RS_PAL8, HIGH);
    for (int i = 0; i < 3; i++) {
        const rs_tiles tiles = {.image = &image,
                                .cells = t.cells,
                                .columns = 8,
                                .rows = 8,
                                .cell_bytes = 2,
                                .tile_width = 8,
                                .tile_height = 8,
                                .x = -i,
                                .outside = RS_OUTSIDE_WRAP};
        CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_OK);
    }
    rs_frame_stats(frame, &layers);
    for (int i = 0; i < 64; i++) {
        const rs_blit blit = {.image = &image,
                              .part = {(int16_t)(i % 4 * 16), (int16_t)(i / 16 * 16), 16, 16},
                              .x = i % 8 * 4 * FX_ONE,
                              .y = i / 8 * 3 * FX_ONE,
                              .flip_x = i % 2 != 0};
        CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
    }
    rs_frame_stats(frame, &all);
    CHECK(all.list_bytes - layers.list_bytes <= 64 * 16 + 192);
    TEST_INFO("three layers %d bytes, 64 sprites %d", (int)layers.list_bytes,
              (int)(all.list_bytes - layers.list_bytes));
}
