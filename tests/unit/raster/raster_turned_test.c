/* Turned and scaled images, and other effects on sprites: grids of images, where they are sampled, wipes, gradients,
 * cards. */
#include <string.h>

#include "fixedmath/angle.h"
#include "raster/flat.h"
#include "raster/spans/spans.h"
#include "tests/test.h"

enum { WIDE = 240, HIGH = 160 };

static struct {
    uint64_t frame[160];
    uint64_t list[8192];
    uint32_t pixels[WIDE * HIGH];
    uint32_t image[32 * 32];
    uint16_t depth[WIDE * HIGH];
    uint32_t colours[256];
    uint8_t shades[64 * 256];
    rs_palette palette;
    uint32_t seed;
} t;

static const rs_surface surface = {(uint8_t *)t.pixels, WIDE * 4, WIDE, HIGH, 0, HIGH, RS_XRGB8888};

static uint32_t below(uint32_t bound) {
    t.seed = t.seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)t.seed * bound) >> 32);
}

static rs_frame *begin(uint32_t background) {
    const rs_target target = {WIDE, HIGH, RS_XRGB8888, HIGH, &t.palette, background};
    rs_frame *frame = (rs_frame *)(void *)t.frame;
    CHECK(rs_frame_size() <= sizeof t.frame);
    CHECK(rs_frame_begin(frame, &target, (rs_block){t.list, sizeof t.list}, (rs_block){NULL, 0}));
    return frame;
}

static void draw(const rs_frame *frame) { rs_frame_band(frame, 0, &surface, t.depth); }

static uint32_t at(int x, int y) { return t.pixels[y * WIDE + x]; }

static rs_image image_of(int width, int height) {
    return (rs_image){(const uint8_t *)t.image, (int16_t)width, (int16_t)height, RS_XRGB8888, false, 0};
}

/* Paints a face of 16 x 16 that looks different from each side. */
static void paint_face(void) {
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++)
            t.image[y * 16 + x] = x == 0 || y == 0 || x == 15 || y == 15 ? 0x204080u
                                  : y < 6 && x < 6                       ? 0xFFFFFFu
                                  : y > 10                               ? 0xE04030u
                                                                         : 0xF0C060u;
}

/* Images of 16 x 16 side by side, turned and scaled about one point, draw no pixel twice and leave no gap. */
TEST(raster_turned_grids_cover_each_pixel_once) {
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    t.seed = 7;
    for (int i = 0; i < 16; i++) t.image[i] = 1;
    for (int round = 0; round < 40; round++) {
        const rs_image image = image_of(4, 4);
        const rs_turn turn = {.scale_x = FX_ONE + (fx)below(FX_ONE),
                              .scale_y = FX_ONE + (fx)below(FX_ONE),
                              .angle = (ang16)below(65536)};
        int twice = 0, lit = 0, holes = 0;
        rs_frame *frame = begin(0);
        for (int part = 0; part < 256; part++) {
            const rs_blit blit = {.image = &image,
                                  .x = 120 * FX_ONE + 777,
                                  .y = 80 * FX_ONE - 99,
                                  .pivot_x = (int16_t)(32 - part % 16 * 4),
                                  .pivot_y = (int16_t)(32 - part / 16 * 4),
                                  .turn = &turn,
                                  .ink = {.mode = RS_FLAT_ADD, .alpha = 255}};
            CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
        }
        draw(frame);
        for (int i = 0; i < WIDE * HIGH; i++) twice += t.pixels[i] > 1, lit += t.pixels[i] == 1;
        for (int y = 1; y < HIGH - 1; y++) /* no gap is surrounded by lit pixels */
            for (int x = 1; x < WIDE - 1; x++)
                holes += at(x, y) == 0 && at(x - 1, y) == 1 && at(x + 1, y) == 1 && at(x, y - 1) == 1 &&
                         at(x, y + 1) == 1;
        CHECK_EQ(twice, 0);
        CHECK_EQ(holes, 0);
        const int64_t area = (int64_t)turn.scale_x * turn.scale_y / FX_ONE * 64 * 64 / FX_ONE;
        CHECK_NEAR(lit, area, area / 40); /* the lit area is that of the grid but for its border */
    }
}

/* The texel of each of 240 pixels in a row is the one in which the pixel's place lies, by exact fractions, to 1/16. */
TEST(raster_turned_samples_lie_within_a_sixteenth) {
    int64_t worst = 0;
    int seen = 0;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    t.seed = 8;
    for (int i = 0; i < 32 * 32; i++) t.image[i] = (uint32_t)i;
    for (int round = 0; round < 60; round++) {
        const rs_image image = image_of(32, 32);
        const rs_turn turn = {.scale_x = 4 * FX_ONE + (fx)below(4 * FX_ONE),
                              .scale_y = 4 * FX_ONE + (fx)below(4 * FX_ONE),
                              .angle = (ang16)below(65536)};
        const rs_blit blit = {.image = &image,
                              .x = (fx)below(WIDE * FX_ONE),
                              .y = (fx)below(HIGH * FX_ONE),
                              .pivot_x = 16,
                              .pivot_y = 16,
                              .turn = &turn};
        const int64_t c = fx_cos(turn.angle), s = fx_sin(turn.angle);
        rs_frame *frame = begin(0xFFFFFF);
        CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
        draw(frame);
        for (int i = 0; i < WIDE * HIGH; i++) {
            if (t.pixels[i] == 0xFFFFFF) continue;
            const int64_t x = (int64_t)(i % WIDE) * FX_ONE + FX_ONE / 2 - blit.x,
                          y = (int64_t)(i / WIDE) * FX_ONE + FX_ONE / 2 - blit.y;
            /* Place in texels, in Q16, from the texel's own middle: at most 1/2 and the error. */
            const int64_t u = (x * c - y * s) / turn.scale_x + 16 * FX_ONE,
                          v = (x * s + y * c) / turn.scale_y + 16 * FX_ONE;
            int64_t du = u - (int64_t)(t.pixels[i] % 32) * FX_ONE - FX_ONE / 2,
                    dv = v - (int64_t)(t.pixels[i] / 32) * FX_ONE - FX_ONE / 2;
            du = (du < 0 ? -du : du) - FX_ONE / 2, dv = (dv < 0 ? -dv : dv) - FX_ONE / 2;
            worst = du > worst ? du : worst;
            worst = dv > worst ? dv : worst;
            seen++;
        }
    }
    TEST_INFO("%d pixels, off by at most %d / 65536 of a texel", seen, (int)worst);
    CHECK(seen > 100000);
    CHECK(worst <= FX_ONE / 16);
}

/* Filtered pixels are exact in the middles of texels and means between them, and take nothing from beyond the part. */
TEST(raster_turned_pixels_may_be_smooth) {
    static const uint32_t row[4] = {0x000000, 0xF00000, 0x00F000, 0x0000F0};
    const rs_turn turn = {.scale_x = 8 * FX_ONE, .scale_y = 8 * FX_ONE, .smooth = true};
    const rs_image image = image_of(4, 4);
    rs_blit blit = {.image = &image, .part = {1, 0, 2, 4}, .x = FX_ONE / 2, .y = 0, .turn = &turn};
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    for (int i = 0; i < 16; i++) t.image[i] = row[i % 4];
    rs_frame *frame = begin(0x111111);
    CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
    draw(frame);
    for (int y = 0; y < 32; y++) {
        /* no pixel takes from the black texel beside the part */
        for (int x = 0; x < 4; x++) CHECK_EQ(at(x, y), 0xF00000);
        CHECK_EQ(at(4, y), 0xF00000); /* the middle of the texel */
        CHECK_EQ(at(8, y), 0x787800);
        CHECK_EQ(at(12, y), 0x00F000);
        CHECK_EQ(at(15, y), 0x00F000);
        for (int x = 5; x < 12; x++) CHECK((at(x, y) >> 16) < (at(x - 1, y) >> 16));
    }
    CHECK_EQ(at(16, 5), 0x111111);
    CHECK_EQ(at(3, 32), 0x111111);
}

/* ---- what is done to sprites ---- */

typedef struct effect {
    rs_turn turn;
    rs_ink ink;
    bool flip_x, flip_y, is_plain;
} effect;

enum { EFFECTS = 16 };

static uint32_t wipe[4] = {0x00FFFFFF, 0xFFFFFFFF, 0x00FFFFFF, 0xFFFFFFFF},
                gradient[4] = {0xFF4040FF, 0xFFFF4040, 0xFF4040FF, 0xFFFF4040},
                flat_corner[4] = {0xFF80FF80, 0xFF80FF80, 0xFF80FF80, 0xFF80FF80};

static effect effect_at(int number) {
    const rs_turn as_it_is = {.scale_x = 2 * FX_ONE, .scale_y = 2 * FX_ONE};
    effect e = {.turn = as_it_is};
    switch (number) {
    case 1:
        e.ink = (rs_ink){.mode = RS_FLAT_ALPHA, .alpha = 128};
        break;
    case 2:
        e.turn.corners = wipe;
        break;
    case 3:
        e.turn.corners = gradient;
        break;
    case 4:
        e.turn.corners = flat_corner;
        break;
    case 5:
        e.turn.scale_x *= 2, e.turn.scale_y *= 2;
        break;
    case 6:
        e.turn.scale_x /= 2, e.turn.scale_y /= 2;
        break;
    case 7:
        e.turn.scale_x = 3 * FX_ONE, e.turn.scale_y = FX_ONE;
        break;
    case 8:
        e.flip_x = true;
        break;
    case 9:
        e.flip_y = true;
        break;
    case 10:
        e.turn.angle = 0x2000;
        break;
    case 11:
        e.ink = (rs_ink){.flat = true, .native = 0xFFFFFF, .mode = RS_FLAT_ALPHA, .alpha = 200};
        break;
    case 12:
        e.turn.scale_x = fx_mul(e.turn.scale_x, fx_cos(0x1555)); /* a card, 30 degrees */
        break;
    case 13:
        e.turn.angle = 0x1000, e.turn.smooth = true;
        break;
    case 14:
        e.ink.tint = 0x8080FF;
        break;
    case 15:
        e.turn.corners = wipe, e.turn.angle = 0x3000, e.ink.mode = RS_FLAT_ADD, e.ink.alpha = 255;
        break;
    default:
        break;
    }
    return e;
}

/* Draws all sixteen effects, four in a row, on a ground of two colours. */
static void draw_effects(void) {
    const rs_image image = image_of(16, 16);
    rs_frame *frame = begin(0x203040);
    for (int i = 0; i < 8; i++) CHECK_EQ(rs_frame_rectangle(frame, 0, i * 20, WIDE, 10, 0x506030), RS_OK);
    for (int i = 0; i < EFFECTS; i++) {
        const effect e = effect_at(i);
        const rs_blit blit = {.image = &image,
                              .x = (30 + i % 4 * 60) * FX_ONE,
                              .y = (20 + i / 4 * 40) * FX_ONE,
                              .pivot_x = 8,
                              .pivot_y = 8,
                              .flip_x = e.flip_x,
                              .flip_y = e.flip_y,
                              .turn = &e.turn,
                              .ink = e.ink};
        CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
    }
    draw(frame);
}

static uint32_t hash_of_picture(void) {
    uint32_t hash = 2166136261u;
    for (int i = 0; i < WIDE * HIGH; i++) hash = (hash ^ t.pixels[i]) * 16777619u;
    return hash;
}

/* The picture was looked at: plain, half, wiped, gradient; one colour, large, small, stretched; mirrored twice, turned, flashed; a card, smooth, tinted,
 * and a wipe that adds. */
TEST(raster_turned_effects_look_as_ever) {
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    paint_face();
    draw_effects();
    CHECK_EQ(hash_of_picture(), 4025591905u);
}

/* An alpha of 0 leaves the picture as it is, and a card seen edge-on is a column at most. */
TEST(raster_turned_sprites_vanish_wholly) {
    static const uint32_t clear[4] = {0x00FFFFFF, 0x00FFFFFF, 0x00FFFFFF, 0x00FFFFFF};
    const rs_image image = image_of(16, 16);
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    paint_face();
    for (int way = 0; way < 3; way++) {
        const rs_turn turn = {.scale_x = way == 2 ? 256 : FX_ONE,
                              .scale_y = FX_ONE,
                              .angle = way == 1 ? 0x1234 : 0,
                              .corners = way == 1 ? clear : NULL};
        const rs_blit blit = {.image = &image,
                              .x = 50 * FX_ONE,
                              .y = 50 * FX_ONE,
                              .turn = &turn,
                              .pivot_x = 8,
                              .pivot_y = 8,
                              .ink = {.mode = way == 0 ? RS_FLAT_ALPHA : RS_FLAT_OPAQUE}};
        int changed = 0, columns = 0;
        rs_frame *frame = begin(0x123456);
        CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
        draw(frame);
        for (int x = 0; x < WIDE; x++) {
            int here = 0;
            for (int y = 0; y < HIGH; y++) here += at(x, y) != 0x123456;
            changed += here, columns += here > 0;
        }
        CHECK(way == 2 ? columns <= 1 : changed == 0);
    }
}
