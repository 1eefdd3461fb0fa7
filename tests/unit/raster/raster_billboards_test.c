/* Tests of billboards: where they lie, what covers what, how they mix, the same in all bands. */
#include "fixedmath/random.h"
#include "raster/billboards.h"
#include "raster/blend.h"
#include "raster/flat.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static rs_billboards billboards;

/* An orthographic camera that sees 72 metres in 72 lines: a metre is a pixel, and the middle of the picture is the origin. */
static rs_frame *begin_flat(rs_format format, int band_lines) {
    scene_make(&scene, format);
    scene.camera = (rs_camera){.world_to_view = m34_identity(),
                               .flat_height = SCENE_HEIGHT * FX_ONE,
                               .near_plane = -FX(50),
                               .far_plane = FX(50)};
    return scene_begin(&scene, format, band_lines);
}

static uint32_t pixel_at(rs_format format, int x, int y) {
    const uint8_t *bytes = (const uint8_t *)(scene.pixels + GUARD);
    const int at = y * SCENE_WIDTH + x;
    return rs_format_bytes(format) == 1   ? bytes[at]
           : rs_format_bytes(format) == 2 ? ((const uint16_t *)(const void *)bytes)[at]
                                          : ((const uint32_t *)(const void *)bytes)[at];
}

static rs_billboard billboard_at(int x, int y, int width, int height) {
    return (rs_billboard){.position = {(x - SCENE_WIDTH / 2) * FX_ONE + width * (FX_ONE / 2),
                                       (SCENE_HEIGHT / 2 - y) * FX_ONE - height * (FX_ONE / 2), 0},
                          .width = width * FX_ONE,
                          .height = height * FX_ONE,
                          .rgb = 0xFFFFFF,
                          .native = 200,
                          .alpha = 255};
}

/* FX-055: a picture at its own size, its corner on a whole pixel, is the blit. */
TEST(billboards_at_their_own_size_are_blits) {
    static const rs_format formats[] = {RS_PAL8, RS_RGB565, RS_XRGB8888};
    for (size_t i = 0; i < 3; i++) {
        uint32_t hashes[2];
        for (int blit = 0; blit < 2; blit++) {
            rs_frame *frame = begin_flat(formats[i], 16);
            ((uint8_t *)scene.texels)[5] = 0;
            if (formats[i] != RS_PAL8)
                memset((uint8_t *)scene.texels + 5 * rs_format_bytes(formats[i]), 0,
                       (size_t)rs_format_bytes(formats[i]));
            if (blit != 0) {
                const rs_image image = {.pixels = (const uint8_t *)scene.texels,
                                        .width = 16,
                                        .height = 16,
                                        .format = (uint8_t)formats[i],
                                        .keyed = true};
                CHECK_EQ(rs_frame_image(frame, 37, 13, &image), RS_OK);
                CHECK_EQ(rs_frame_image(frame, -6, 60, &image), RS_OK);
            } else {
                rs_billboard a = billboard_at(37, 13, 16, 16), b = billboard_at(-6, 60, 16, 16);
                rs_billboards_begin(&billboards, frame, 8);
                CHECK_EQ(rs_billboards_style(&billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_SOLID,
                                                                                .texture = &scene.texture}),
                         0);
                rs_billboards_add(&billboards, &a);
                rs_billboards_add(&billboards, &b);
                CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
                CHECK_EQ(billboards.count, 2);
            }
            scene_draw(&scene, frame, formats[i], 16);
            hashes[blit] = scene_hash(&scene, formats[i]);
        }
        CHECK_EQ(hashes[0], hashes[1]);
    }
}

/* FX-055: a quarter turn is the picture transposed and flipped. */
TEST(billboards_turn_by_quarters_exactly) {
    for (int turns = 0; turns < 4; turns++) {
        rs_frame *frame = begin_flat(RS_PAL8, SCENE_HEIGHT);
        for (int i = 0; i < 256; i++) ((uint8_t *)scene.texels)[i] = (uint8_t)(i == 0 ? 1 : i);
        rs_billboard billboard = billboard_at(20, 30, 16, 16);
        billboard.turn = (ang16)(turns * 16384);
        rs_billboards_begin(&billboards, frame, 8);
        (void)rs_billboards_style(
            &billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_SOLID, .texture = &scene.texture});
        rs_billboards_add(&billboards, &billboard);
        CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
        scene_draw(&scene, frame, RS_PAL8, SCENE_HEIGHT);
        for (int y = 0; y < 16; y++) {
            for (int x = 0; x < 16;
                 x++) { /* counter-clockwise: a quarter brings the right column to the top */
                int u = turns == 0 ? x : turns == 1 ? 15 - y : turns == 2 ? 15 - x : y;
                int v = turns == 0 ? y : turns == 1 ? x : turns == 2 ? 15 - y : 15 - x;
                uint32_t wanted = (uint32_t)(v * 16 + u == 0 ? 1 : v * 16 + u);
                CHECK_EQ(pixel_at(RS_PAL8, 20 + x, 30 + y), wanted);
            }
        }
    }
}

/* Billboards drawn row by row, without a test of each pixel, have no more pixels: no edge lies on a pixel's centre,
 * so both ways up cover the same pixels. */
TEST(billboards_upside_down_cover_the_same_pixels) {
    for (int sixteenths = 0; sixteenths < 16; sixteenths++) {
        uint32_t hashes[2];
        if (sixteenths == 8) continue;
        for (int turned = 0; turned < 2; turned++) {
            rs_frame *frame = begin_flat(RS_PAL8, 16);
            rs_billboard billboard = billboard_at(20, 30, 16, 16);
            billboard.position.x += sixteenths * (FX_ONE / 16);
            billboard.position.y += sixteenths * (FX_ONE / 16);
            billboard.turn = (ang16)(turned * 32768);
            rs_billboards_begin(&billboards, frame, 1);
            (void)rs_billboards_style(&billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_SOLID});
            rs_billboards_add(&billboards, &billboard);
            CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
            scene_draw(&scene, frame, RS_PAL8, 16);
            hashes[turned] = scene_hash(&scene, RS_PAL8);
        }
        CHECK_EQ(hashes[0], hashes[1]);
    }
}

/* Billboards of which only the lower right corner is seen end at the right pixel, however large they are. */
TEST(billboards_of_up_to_1024_pixels_have_their_own_size) {
    for (int side = 600; side <= RS_SIZE_MAX; side += 53) {
        rs_frame *frame = begin_flat(RS_PAL8, 16);
        const rs_billboard billboard = billboard_at(30 - side, 40 - side, side, side);
        rs_billboards_begin(&billboards, frame, 1);
        (void)rs_billboards_style(&billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_SOLID});
        rs_billboards_add(&billboards, &billboard);
        CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
        scene_draw(&scene, frame, RS_PAL8, 16);
        CHECK_EQ(pixel_at(RS_PAL8, 29, 39), 200);
        CHECK(pixel_at(RS_PAL8, 30, 39) != 200 && pixel_at(RS_PAL8, 29, 40) != 200);
    }
}

TEST(billboards_show_the_frame_that_is_asked_for) {
    for (int number = 0; number < 10; number++) {
        rs_frame *frame = begin_flat(RS_PAL8, 16);
        for (int i = 0; i < 256; i++)
            ((uint8_t *)scene.texels)[i] =
                (uint8_t)(1 + (i / 64) * 4 + i % 16 / 4); /* 4 x 4 frames, 1 .. 16 */
        rs_billboard billboard = billboard_at(20, 30, 8, 8);
        billboard.frame = (uint8_t)(number * 3);
        rs_billboards_begin(&billboards, frame, 8);
        (void)rs_billboards_style(&billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_SOLID,
                                                                     .texture = &scene.texture,
                                                                     .log2_columns = 2,
                                                                     .log2_rows = 2});
        rs_billboards_add(&billboards, &billboard);
        CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
        scene_draw(&scene, frame, RS_PAL8, 16);
        for (int i = 0; i < 64; i++)
            CHECK_EQ(pixel_at(RS_PAL8, 20 + i % 8, 30 + i / 8), (uint32_t)(number * 3 % 16 + 1));
    }
}

/* FX-052: the height on the screen is size * focal / depth (in halves of the picture), +-1 pixel; the middle is where the point is. */
TEST(billboards_are_as_large_as_their_distance_says) {
    for (int k = 1; k < 40; k++) {
        const fx depth = FX_ONE / 2 + k * 20000, size = FX_ONE / 4 + k * 1500;
        scene_make(&scene, RS_XRGB8888);
        scene.camera.world_to_view = m34_identity();
        rs_frame *frame = scene_begin(&scene, RS_XRGB8888, 24);
        const rs_billboard billboard = {.position = {0, 0, -depth},
                                        .width = size,
                                        .height = size,
                                        .rgb = 0x123456,
                                        .native = 0x123456,
                                        .alpha = 255};
        rs_billboards_begin(&billboards, frame, 1);
        (void)rs_billboards_style(&billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_SOLID});
        rs_billboards_add(&billboards, &billboard);
        CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
        scene_draw(&scene, frame, RS_XRGB8888, 24);
        int rows = 0, columns = 0;
        for (int y = 0; y < SCENE_HEIGHT; y++) rows += pixel_at(RS_XRGB8888, SCENE_WIDTH / 2, y) == 0x123456;
        for (int x = 0; x < SCENE_WIDTH; x++)
            columns += pixel_at(RS_XRGB8888, x, SCENE_HEIGHT / 2) == 0x123456;
        int64_t wanted = (int64_t)size * scene.camera.focal / depth * (SCENE_HEIGHT / 2);
        int whole = (int)(wanted >> 16);
        CHECK(rows >= (whole < SCENE_HEIGHT ? whole - 1 : SCENE_HEIGHT - 1) && rows <= whole + 1);
        CHECK(columns >= (whole < SCENE_WIDTH ? whole - 1 : SCENE_WIDTH - 1) && columns <= whole + 1);
    }
}

/* FX-122: billboards are drawn back to front, whatever the order in which they are added; depth is tested, not
 * written. */
TEST(billboards_are_drawn_farthest_first_and_hidden_by_what_is_nearer) {
    for (int turned = 0; turned < 2; turned++) {
        scene_make(&scene, RS_XRGB8888);
        rs_frame *frame = scene_begin(&scene, RS_XRGB8888, 16);
        CHECK_EQ(
            rs_frame_mesh(frame, &scene.mesh,
                          &(mat34){{{FX_ONE / 2, 0, 0, 0}, {0, FX_ONE / 2, 0, 0}, {0, 0, FX_ONE / 2, 0}}},
                          &scene.material),
            RS_OK);
        rs_billboards_begin(&billboards, frame, 64);
        (void)rs_billboards_style(&billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_SOLID});
        for (int i = 0; i < 40; i++) {
            /* each billboard is nearer and smaller than the one before */
            const int k = turned != 0 ? 39 - i : i;
            const rs_billboard billboard = {.position = {0, 0, FX(-2) + k * 5000},
                                            .width = FX(2) - k * 3000,
                                            .height = FX(2) - k * 3000,
                                            .rgb = (uint32_t)k + 1,
                                            .native = (uint32_t)k + 1,
                                            .alpha = 255};
            rs_billboards_add(&billboards, &billboard);
        }
        CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
        scene_draw(&scene, frame, RS_XRGB8888, 16);
        /* The sphere hides billboards behind its front in the middle; billboards in front of the sphere cover it. */
        uint32_t before = 0;
        CHECK_EQ(pixel_at(RS_XRGB8888, SCENE_WIDTH / 2, SCENE_HEIGHT / 2), 40);
        for (int x = 0; x <= SCENE_WIDTH / 2; x++) {
            uint32_t colour = pixel_at(RS_XRGB8888, x, SCENE_HEIGHT / 2);
            if (colour == 3 || colour > 40) continue;
            CHECK(colour >= before);
            before = colour;
        }
        /* Billboards write no depth: where the corner is covered, its depth is still the farthest. */
        CHECK(scene.depth[GUARD] == 65535 || pixel_at(RS_XRGB8888, 0, 0) == 3);
    }
}

TEST(billboards_behind_a_surface_change_nothing) {
    uint32_t hashes[2];
    for (int with = 0; with < 2; with++) {
        scene_make(&scene, RS_RGB565);
        rs_frame *frame = scene_begin(&scene, RS_RGB565, 16);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh,
                               &(mat34){{{FX_ONE, 0, 0, 0}, {0, FX_ONE, 0, 0}, {0, 0, FX_ONE, 0}}},
                               &scene.material),
                 RS_OK);
        rs_billboards_begin(&billboards, frame, 4);
        (void)rs_billboards_style(
            &billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_ADD, .shape = RS_BILLBOARD_SOFT});
        const rs_billboard billboard = {
            .position = {0, 0, 0}, .width = FX_ONE, .height = FX_ONE, .rgb = 0xFFFFFF, .alpha = 255};
        if (with != 0) rs_billboards_add(&billboards, &billboard);
        CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
        scene_draw(&scene, frame, RS_RGB565, 16);
        hashes[with] = scene_hash(&scene, RS_RGB565);
    }
    CHECK_EQ(hashes[0], hashes[1]);
}

static uint32_t one_billboard(rs_format format, int mode, uint32_t rgb, uint8_t alpha, uint32_t native) {
    rs_frame *frame = begin_flat(format, 16);
    static uint8_t inverse[32768];
    for (uint32_t i = 0; i < 32768; i++) inverse[i] = (uint8_t)(i % 251);
    scene.palette.inverse = inverse;
    rs_billboard billboard = billboard_at(8, 8, 8, 8);
    billboard.rgb = rgb;
    billboard.alpha = alpha;
    billboard.native = native;
    rs_billboards_begin(&billboards, frame, 4);
    (void)rs_billboards_style(&billboards, &(rs_billboard_style){.mode = (uint8_t)mode,
                                                                 .log2_columns = 2,
                                                                 .log2_rows = 2}); /* there is no picture */
    rs_billboards_add(&billboards, &billboard);
    CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
    scene_draw(&scene, frame, format, 16);
    return pixel_at(format, 10, 10);
}

/* FX-056: alpha of whole billboards; colours are mixed as the header says. */
TEST(billboards_mix_as_the_header_says) {
    CHECK_EQ(one_billboard(RS_XRGB8888, RS_BILLBOARD_ALPHA, 0x804020, 255, 0),
             0x804020u); /* the background is 0x000003 */
    CHECK_EQ(one_billboard(RS_XRGB8888, RS_BILLBOARD_ALPHA, 0x804020, 128, 0),
             (uint32_t)((0x80 * 129) >> 8) << 16 | (uint32_t)((0x40 * 129) >> 8) << 8 |
                 (uint32_t)((3 * 127 + 0x20 * 129) >> 8));
    CHECK_EQ(one_billboard(RS_XRGB8888, RS_BILLBOARD_ADD, 0xFF40FE, 255, 0), 0xFF40FFu);
    CHECK_EQ(one_billboard(RS_XRGB8888, RS_BILLBOARD_SOLID, 0x010203, 1, 0x112233), 0x112233u);
    CHECK_EQ(one_billboard(RS_XRGB8888, RS_BILLBOARD_ALPHA, 0x804020, 0, 0), 3u);
    CHECK_EQ(billboards.hidden, 1);
    CHECK_EQ(one_billboard(RS_RGB565, RS_BILLBOARD_ALPHA, 0xFFFFFF, 255, 0), 0xFFFFu);
    CHECK_EQ(one_billboard(RS_PAL8, RS_BILLBOARD_SOLID, 0xFFFFFF, 255, 77), 77u);
    CHECK_EQ(one_billboard(RS_PAL8, RS_BILLBOARD_ALPHA, 0xFF0000, 255, 77),
             rs_palette_index(scene.palette.inverse, 0xFF0000));
    scene.palette.inverse = NULL;
}

/* DOOR draws a share of 16 pixels that alpha sets; ALPHA on palettes without a table is the same. */
TEST(billboards_as_screen_doors_cover_their_share) {
    for (int mode = RS_BILLBOARD_DOOR; mode <= RS_BILLBOARD_ADD; mode++) {
        for (int alpha = 5; alpha < 256; alpha += 25) {
            rs_frame *frame = begin_flat(RS_PAL8, 16);
            rs_billboard billboard = billboard_at(8, 8, 32, 32);
            billboard.alpha = (uint8_t)alpha;
            rs_billboards_begin(&billboards, frame, 4);
            (void)rs_billboards_style(&billboards, &(rs_billboard_style){.mode = (uint8_t)mode});
            rs_billboards_add(&billboards, &billboard);
            CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
            scene_draw(&scene, frame, RS_PAL8, 16);
            int covered = 0;
            for (int i = 0; i < 1024; i++) covered += pixel_at(RS_PAL8, 8 + i % 32, 8 + i / 32) == 200;
            int wanted = alpha * 1024 / 256;
            CHECK(covered >= wanted - 64 && covered <= wanted + 64);
        }
    }
}

/* Many turned, soft and stretched billboards: the same picture whatever the height of bands, on every machine. */
TEST(billboards_are_the_same_in_all_bands) {
    static const uint32_t wanted[4] = {2432724411u, 3418690044u, 3723652390u, 4202395748u};
    static const rs_format formats[4] = {RS_PAL8, RS_RGB565, RS_BGR555, RS_XRGB8888};
    for (size_t f = 0; f < 4; f++) {
        uint32_t hash = 0;
        for (int lines = 8; lines <= SCENE_HEIGHT; lines += 8) {
            rng32 random = rng32_seed(5, 5);
            scene_make(&scene, formats[f]);
            rs_frame *frame = scene_begin(&scene, formats[f], lines);
            CHECK_EQ(rs_frame_mesh(frame, &scene.mesh,
                                   &(mat34){{{FX_ONE, 0, 0, 0}, {0, FX_ONE, 0, 0}, {0, 0, FX_ONE, 0}}},
                                   &scene.material),
                     RS_OK);
            rs_billboards_begin(&billboards, frame, 120);
            for (int mode = 0; mode < RS_BILLBOARD_MODES; mode++) {
                for (int shape = 0; shape < RS_BILLBOARD_SHAPES; shape++)
                    (void)rs_billboards_style(
                        &billboards, &(rs_billboard_style){.mode = (uint8_t)mode,
                                                           .shape = (uint8_t)shape,
                                                           .texture = shape == 0 ? &scene.texture : NULL});
            }
            for (int i = 0; i < 120; i++) {
                rs_billboard billboard = {.position = {rng_fx(&random, FX(-3), FX(3)),
                                                       rng_fx(&random, FX(-2), FX(2)),
                                                       rng_fx(&random, FX(-4), FX(3))}};
                billboard.width = rng_fx(&random, FX_ONE / 64, FX(2));
                billboard.height = rng_fx(&random, FX_ONE / 64, FX(2));
                billboard.rgb = rng32_next(&random) & 0xFFFFFF;
                billboard.native = rng32_next(&random) & (formats[f] == RS_PAL8     ? 0xFFu
                                                          : formats[f] == RS_BGR555 ? 0x7FFFu
                                                          : formats[f] == RS_RGB565 ? 0xFFFFu
                                                                                    : 0xFFFFFFu);
                billboard.turn = i % 3 == 0 ? 0 : rng_ang16(&random);
                billboard.alpha = (uint8_t)rng32_next(&random);
                billboard.style = (uint8_t)(i % 12);
                rs_billboards_add(&billboards, &billboard);
            }
            CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
            CHECK(billboards.count > 60);
            scene_draw(&scene, frame, formats[f], lines);
            uint32_t now = scene_hash(&scene, formats[f]);
            if (lines == 8) hash = now;
            CHECK_EQ(now, hash);
        }
        CHECK_EQ(hash, wanted[f]);
    }
}

TEST(billboards_refuse_what_cannot_be_drawn) {
    scene_make(&scene, RS_XRGB8888);
    rs_frame *frame = scene_begin(&scene, RS_XRGB8888, 16);
    rs_texture other = scene.texture;
    other.format = RS_RGB565;
    rs_billboards_begin(&billboards, frame, 2);
    CHECK_EQ(rs_billboards_style(&billboards, &(rs_billboard_style){.texture = &other}), 0);
    CHECK_EQ(rs_billboards_end(&billboards), RS_BAD_ARGUMENT);
    rs_billboards_begin(&billboards, frame, 2);
    CHECK_EQ(
        rs_billboards_style(&billboards, &(rs_billboard_style){.texture = &scene.texture, .log2_columns = 5}),
        0);
    CHECK_EQ(rs_billboards_style(&billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_MODES}), 0);
    CHECK_EQ(rs_billboards_end(&billboards), RS_BAD_ARGUMENT);
    rs_billboards_begin(&billboards, frame, 2);
    (void)rs_billboards_style(&billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_SOLID});
    rs_billboard billboard = {.position = {0, 0, FX(1)}, .width = FX_ONE, .height = FX_ONE, .alpha = 255};
    for (int i = 0; i < 3; i++) rs_billboards_add(&billboards, &billboard);
    CHECK_EQ(billboards.count, 2);
    CHECK_EQ(billboards.lost, 1);
    billboard.style = 7;
    rs_billboards_add(&billboards, &billboard);
    CHECK_EQ(billboards.lost, 2);
    CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
    /* A list that has no room for the billboards. */
    rs_target target = {SCENE_WIDTH, SCENE_HEIGHT, RS_XRGB8888, 16, &scene.palette, 3};
    CHECK(rs_frame_begin(frame, &target, (rs_block){scene.list, 2048}, (rs_block){NULL, 0}));
    CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
    rs_billboards_begin(&billboards, frame, 500);
    rs_billboards_add(&billboards, &billboard);
    CHECK_EQ(rs_billboards_end(&billboards), RS_LIST_FULL);
    /* Billboards may have any place, size and turn. */
    rng32 random = rng32_seed(9, 9);
    for (int i = 0; i < 2000; i++) {
        frame = scene_begin(&scene, RS_XRGB8888, 16);
        rs_billboards_begin(&billboards, frame, 8);
        (void)rs_billboards_style(&billboards,
                                  &(rs_billboard_style){.mode = RS_BILLBOARD_ADD, .shape = (uint8_t)(i % 3)});
        for (int k = 0; k < 8; k++) {
            const int shift = (int)(rng32_next(&random) % 24u);
            billboard = (rs_billboard){.position = {(fx)rng32_next(&random) / (1 << shift),
                                                    (fx)rng32_next(&random) / (1 << shift),
                                                    (fx)rng32_next(&random) / (1 << shift)},
                                       .width = (fx)rng32_next(&random) / (1 << shift),
                                       .height = (fx)rng32_next(&random) / (1 << shift),
                                       .turn = (ang16)rng32_next(&random),
                                       .alpha = 255};
            rs_billboards_add(&billboards, &billboard);
        }
        CHECK_EQ(rs_billboards_end(&billboards), RS_OK);
        if (i % 50 == 0) scene_draw(&scene, frame, RS_XRGB8888, 16);
    }
}
