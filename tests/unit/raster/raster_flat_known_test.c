/* Fast paths of two dimensions that change no pixel: tiles whose kinds are known, frames without depth, mixing two
 * channels at a time. */
#include <string.h>

#include "raster/blend.h"
#include "raster/flat.h"
#include "raster/inspect.h"
#include "raster/mipmap.h"
#include "raster/passes.h"
#include "tests/test.h"

enum { WIDE = 48, HIGH = 40, SIDE = 32, TILES = 16, ROUNDS = 200 };

static struct {
    uint64_t frame[160], list[1024];
    uint32_t pixels[2][WIDE * HIGH / 4];
    uint8_t sheet[SIDE * SIDE], shades[64 * 256], kinds[TILES];
    uint16_t depth[WIDE * HIGH], cells[7 * 5];
    rs_palette palette;
    uint32_t seed;
} t;

static uint32_t below(uint32_t bound) {
    t.seed = t.seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)t.seed * bound) >> 32);
}

static rs_frame *begin(int lines) {
    const rs_target target = {WIDE, HIGH, RS_PAL8, lines, &t.palette, 0};
    const rs_block list = {t.list, sizeof t.list}, none = {NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)t.frame;
    CHECK(rs_frame_size() <= sizeof t.frame);
    t.palette.shades = t.shades;
    CHECK(rs_frame_begin(frame, &target, list, none));
    return frame;
}

static void draw(rs_frame *frame, uint32_t *pixels, int lines, uint16_t *depth) {
    for (int band = 0; band < rs_frame_bands(frame); band++) {
        const int top = band * lines;
        const rs_surface surface = {(uint8_t *)pixels + top * WIDE,
                                    WIDE,
                                    WIDE,
                                    HIGH,
                                    (int16_t)top,
                                    (int16_t)(top + lines > HIGH ? HIGH - top : lines),
                                    RS_PAL8};
        rs_frame_band(frame, band, &surface, depth == NULL ? NULL : depth + top * WIDE);
    }
}

/* Makes an image of 16 tiles: the first six have no clear pixel, the next five have only clear pixels. */
static rs_image tiled_image(void) {
    memset(&t, 0, sizeof t);
    t.seed = 11;
    for (int tile = 0; tile < TILES; tile++) {
        for (int i = 0; i < 64; i++) {
            const int at = (tile / 4 * 8 + i / 8) * SIDE + tile % 4 * 8 + i % 8;
            t.sheet[at] = (uint8_t)(tile < 6 ? 1 + below(255) : tile < 11 ? 0 : below(2) * below(256));
        }
    }
    t.sheet[12 * SIDE + 9] = 5; /* tile 5 alone has this pixel */
    return (rs_image){.pixels = t.sheet, .width = SIDE, .height = SIDE, .format = RS_PAL8, .keyed = true};
}

TEST(raster_flat_tiles_are_examined) {
    rs_image image = tiled_image();
    uint8_t kinds[TILES + 2];
    rs_tiles_examine(&image, 8, 8, kinds, TILES + 2);
    for (int i = 0; i < TILES + 2; i++)
        CHECK_EQ(kinds[i], i < 6 ? RS_TILE_OPAQUE : i < 11 ? RS_TILE_EMPTY : RS_TILE_MIXED);
    image.format = RS_PAL4;
    rs_tiles_examine(&image, 8, 8, kinds, TILES);
    for (int i = 0; i < TILES; i++) CHECK_EQ(kinds[i], RS_TILE_MIXED);
}

/* Two regions of an even number of shifted columns, or rows, side by side draw the pixels of one map of twice that
 * number. */
TEST(raster_flat_even_regions_join_without_a_seam) {
    static const rs_tile_layout layouts[] = {RS_TILES_STAGGERED_COLUMNS, RS_TILES_STAGGERED_ROWS,
                                             RS_TILES_HEXAGONS, RS_TILES_HEXAGON_COLUMNS};
    static uint16_t all[8 * 8];
    const rs_image image = tiled_image();
    for (int i = 0; i < SIDE * SIDE;
         i++) { /* only the middle of a tile is drawn: 4 x 4 pixels that touch no neighbour's */
        const int x = i % 8, y = i / SIDE % 8;
        if (x < 2 || x > 5 || y < 2 || y > 5) t.sheet[i] = 0;
    }
    for (int i = 0; i < 4 * 40; i++) {
        const rs_tile_layout layout = layouts[i % 4];
        const bool is_column = layout == RS_TILES_STAGGERED_COLUMNS || layout == RS_TILES_HEXAGON_COLUMNS,
                   is_even = i / 4 % 2 != 0;
        const int step = layout == RS_TILES_HEXAGONS || layout == RS_TILES_HEXAGON_COLUMNS ? 6 : 4;
        rs_tiles whole = {.image = &image,
                          .cells = all,
                          .columns = is_column ? 8 : 5,
                          .rows = is_column ? 5 : 8,
                          .cell_bytes = 2,
                          .tile_width = 8,
                          .tile_height = 8,
                          .x = (int)below(20) - 8,
                          .y = (int)below(20) - 8,
                          .layout = (uint8_t)layout,
                          .shift_even = is_even};
        for (int k = 0; k < 64; k++)
            all[k] = (uint16_t)(11 + below(5)); /* tiles with clear corners, as in real maps */
        rs_frame *frame = begin(HIGH);
        CHECK_EQ(rs_frame_tiles(frame, &whole), RS_OK);
        draw(frame, t.pixels[0], HIGH, t.depth);
        frame = begin(HIGH);
        for (int half = 0; half < 2; half++) {
            rs_tiles part = whole;
            part.pitch = whole.columns;
            if (is_column)
                part.columns = 4, part.cells = all + half * 4, part.x += half * 4 * step;
            else
                part.rows = 4, part.cells = all + half * 4 * whole.columns, part.y += half * 4 * step;
            CHECK_EQ(rs_frame_tiles(frame, &part), RS_OK);
        }
        draw(frame, t.pixels[1], HIGH, t.depth);
        CHECK(memcmp(t.pixels[0], t.pixels[1], sizeof t.pixels[0]) == 0);
    }
}

TEST(raster_flat_known_tiles_look_as_unknown_ones) {
    const rs_image image = tiled_image();
    rs_tiles_examine(&image, 8, 8, t.kinds, TILES);
    for (int i = 0; i < ROUNDS; i++) {
        rs_tiles tiles = {.image = &image, .cells = t.cells, .columns = 7, .rows = 5, .cell_bytes = 2};
        tiles.tile_width = tiles.tile_height = 8;
        tiles.turns = below(2) != 0, tiles.has_empty = below(2) != 0, tiles.empty = (uint16_t)below(TILES);
        tiles.outside = (uint8_t)below(RS_OUTSIDES), tiles.fill = (uint16_t)below(TILES);
        tiles.x = (int32_t)below(120) - 60, tiles.y = (int32_t)below(120) - 60;
        for (int k = 0; k < 7 * 5; k++)
            t.cells[k] = (uint16_t)(below(i % 2 == 0 ? 5 : TILES) | (tiles.turns ? below(4) << 10 : 0));
        for (int way = 0; way < 2; way++) {
            const int lines = way == 0 ? HIGH : 8 + (int)below(20);
            rs_frame *frame = begin(lines);
            if (way != 0)
                rs_frame_flat(frame), tiles.kinds = t.kinds, tiles.kind_count = (uint16_t)(TILES - below(3));
            CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_OK);
            CHECK(way == 0 || rs_frame_is_flat(frame));
            draw(frame, t.pixels[way], lines, NULL);
        }
        CHECK(memcmp(t.pixels[0], t.pixels[1], sizeof t.pixels[0]) == 0);
    }
}

static void no_effect(const void *constants, const rs_surface *surface, uint16_t *depth) {
    (void)constants, (void)surface, (void)depth;
}

TEST(raster_flat_frames_refuse_what_asks_for_depth) {
    rs_frame *frame = (tiled_image(), begin(8));
    CHECK(!rs_frame_is_flat(frame));
    rs_frame_flat(frame);
    CHECK_EQ(rs_frame_rectangle(frame, 2, 3, 20, 10, 9), RS_OK);
    CHECK(rs_frame_is_flat(frame));
    CHECK_EQ(rs_frame_post(frame, no_effect, NULL), RS_LIST_FULL);
    CHECK(!rs_frame_is_flat(frame));
    frame = begin(8);
    CHECK_EQ(rs_frame_post(frame, no_effect, NULL), RS_OK);
}

TEST(raster_flat_mix_equals_the_blend_by_factors) {
    static const uint32_t edges[] = {0, 0xFFFFFF, 0xFF00FF, 0x00FF00, 0x010101, 0x807F80};
    t.seed = 3;
    for (uint32_t alpha = 0; alpha < 256; alpha++) {
        for (uint32_t i = 0; i < 36 + 400; i++) {
            const uint32_t a = i < 36 ? edges[i / 6] : below(1u << 24),
                           b = i < 36 ? edges[i % 6] : below(1u << 24);
            CHECK_EQ(rs_mix(a, b, alpha), rs_blend(RS_FACTOR_SOURCE_ALPHA, RS_FACTOR_ONE_MINUS_SOURCE_ALPHA,
                                                   RS_BLEND_SUM, 0, a | alpha << 24, b) &
                                              0xFFFFFFu);
        }
    }
}

/* The census counts no piece for an empty tile, and two pieces for a tile in two bands. */
TEST(raster_flat_census_counts_what_is_drawn) {
    const rs_image image = tiled_image();
    const rs_view part = {0, 0, WIDE, 24};
    rs_tiles tiles = {.image = &image, .cells = t.cells, .columns = 3, .rows = 1, .cell_bytes = 2};
    rs_blit blit = {.image = &image, .part = {8, 16, 8, 8}, .x = 10 * FX_ONE, .y = 12 * FX_ONE};
    rs_frame *frame = begin(16);
    rs_census census;
    rs_tiles_examine(&image, 8, 8, t.kinds, TILES);
    tiles.tile_width = tiles.tile_height = 8, tiles.kinds = t.kinds, tiles.kind_count = TILES;
    t.cells[0] = 1, t.cells[1] = 7, t.cells[2] = 12;
    CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_OK);
    CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
    blit.ink.flat = true;
    rs_frame_clip(frame, &part);
    blit.y = 20 * FX_ONE;
    CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
    CHECK_EQ(rs_frame_rectangle(frame, 1, 2, 5, 3, 9), RS_OK);
    CHECK_EQ(rs_frame_text(frame, 44, 20, "ab", 9), RS_OK);
    rs_frame_census(frame, &census);
    CHECK_EQ(census.triangles[RS_COST_COMMANDS], 5);
    CHECK_EQ(census.triangles[RS_COST_COPIED], 1);
    CHECK_EQ(census.pixels[RS_COST_COPIED], 64);
    CHECK_EQ(census.triangles[RS_COST_KEYED], 1 + 2);
    CHECK_EQ(census.rows[RS_COST_KEYED], 8 + 8);
    CHECK_EQ(census.pixels[RS_COST_KEYED], 64 + 64);
    CHECK_EQ(census.pixels[RS_COST_CHANGED], 8 * 4);
    CHECK_EQ(census.pixels[RS_COST_FILLED], 15);
    CHECK_EQ(census.triangles[RS_COST_LETTERS], 1);
    CHECK_EQ(census.pixels[RS_COST_LETTERS], 4 * 4);
    CHECK(rs_census_cost(&census, &rs_costs_gba, 0) > 5 * 1100 &&
          rs_census_cost(&census, &rs_costs_desktop, 0) > 5 * 150);
}

/* Of every format one pixel of four by three is clear: by its alpha where the format has one, else by the key. */
TEST(raster_flat_images_show_what_is_not_clear) {
    uint32_t *const palette = (uint32_t *)(void *)t.list; /* 256 colours, all black but one */
    memset(palette, 0, 256 * sizeof *palette);
    palette[1] = 0xFFFFFFu;
    for (int format = 0; format < RS_TEXTURE_FORMATS; format++) {
        const bool has_alpha = format >= RS_ARGB1555 && format != RS_L8;
        uint32_t memory[12];
        rs_image image = {
            .pixels = (const uint8_t *)memory, .width = 4, .height = 3, .format = (uint8_t)format};
        image.keyed = !has_alpha;
        for (size_t i = 0; i < 12; i++)
            rs_texel_encode(format, (uint8_t *)memory, i, i == 6 ? 0x00000000u : 0xFFFFFFFFu, palette);
        for (int y = -1; y <= 3; y++)
            for (int x = -1; x <= 4; x++)
                CHECK_EQ(rs_image_shows(&image, x, y),
                         x >= 0 && y >= 0 && x < 4 && y < 3 && !(x == 2 && y == 1));
        image.keyed = false;
        CHECK_EQ(rs_image_shows(&image, 2, 1), !has_alpha);
    }
}

/* ---- digests of bands ---- */

enum { BAND = 8, BANDS = HIGH / BAND };

/* A picture of few commands that are drawn by chance from few, so that many bands of two pictures in a row are alike. */
static void record_by_chance(rs_frame *frame, const rs_image *image) {
    static const uint8_t coverage[8] = {0x18, 0x24, 0x42, 0x81, 0xFF, 0x81, 0x81, 0x81};
    rs_tiles tiles = {.image = image, .cells = t.cells, .columns = 7, .rows = 5, .cell_bytes = 2};
    rs_blit blit = {.image = image, .part = {8, 0, 8, 8}};
    tiles.tile_width = tiles.tile_height = 8, tiles.x = below(8) == 0, tiles.outside = RS_OUTSIDE_CLAMP;
    if (below(8) != 0) CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_OK);
    for (int i = 0; i < 3; i++) {
        blit.x = (i * 10 + 2 + (below(6) == 0)) * FX_ONE, blit.y = (i * 12 + (below(6) == 0)) * FX_ONE;
        blit.flip_x = below(8) == 0, blit.ink.flat = below(8) == 0, blit.ink.native = 7;
        CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
    }
    CHECK_EQ(rs_frame_rectangle(frame, 3, 30 + (below(6) == 0), 9, 5, 4 + (below(6) == 0)), RS_OK);
    CHECK_EQ(rs_frame_text(frame, 4, 20, below(6) != 0 ? "ab" : "ac", 9), RS_OK);
    const rs_glyph glyph = {
        .coverage = coverage, .x = (int16_t)(30 + below(2)), .y = 2, .width = 8, .height = 8};
    CHECK_EQ(rs_frame_glyphs(frame, &glyph, 1, 1, 5), RS_OK);
}

TEST(raster_flat_bands_with_equal_digests_are_equal) {
    static uint32_t pictures[2][WIDE * HIGH / 4];
    static uint32_t digests[2][BANDS];
    const rs_block all = {NULL, SIZE_MAX};
    const rs_image image = tiled_image();
    int same = 0, differ = 0, unknown = 0;
    for (int i = 0; i < ROUNDS * 5; i++) {
        const int now = i & 1;
        rs_frame *frame = begin(BAND);
        rs_frame_flat(frame);
        if (below(4) == 0) t.cells[below(35)] = (uint16_t)below(6);
        record_by_chance(frame, &image);
        /* cells are digested where they are not fixed */
        const rs_block sheet = {t.sheet, SIDE * SIDE};
        CHECK(rs_frame_band_digests(frame, sheet, digests[now]));
        draw(frame, pictures[now], BAND, NULL);
        for (int band = 0; band < BANDS; band++) {
            const uint8_t *a = (const uint8_t *)pictures[0] + band * BAND * WIDE,
                          *b = (const uint8_t *)pictures[1] + band * BAND * WIDE;
            const bool is_same = memcmp(a, b, (size_t)BAND * WIDE) == 0;
            unknown += digests[now][band] == 0;
            if (i == 0 || digests[now][band] == 0) continue;
            if (digests[0][band] == digests[1][band]) {
                CHECK(is_same);
                same++;
            } else {
                differ++;
            }
        }
        uint32_t fixed[BANDS]; /* the glyph's coverage is fixed now, too */
        CHECK(rs_frame_band_digests(frame, all, fixed));
        for (int band = 0; band < BANDS; band++) CHECK(fixed[band] != 0);
    }
    CHECK_EQ(unknown, ROUNDS * 5 * 2);
    CHECK(same > ROUNDS);
    CHECK(differ > ROUNDS);
}

/* Bands that show what may change without the list, or what is mixed through tables of the palette, tell nothing. */
TEST(raster_flat_bands_that_may_change_have_no_digest) {
    const rs_block all = {NULL, SIZE_MAX}, none = {NULL, 0};
    const rs_image image = tiled_image();
    rs_blit blit = {.image = &image, .part = {8, 0, 8, 8}, .x = 10 * FX_ONE, .y = 17 * FX_ONE};
    uint32_t digests[BANDS];
    for (int kind = 0; kind < 5; kind++) {
        const rs_turn turn = {.scale_x = FX_ONE, .scale_y = FX_ONE, .angle = 4096};
        rs_frame *frame = begin(BAND);
        rs_frame_flat(frame);
        blit.ink.mode = kind == 2 ? RS_FLAT_HALF : RS_FLAT_OPAQUE, blit.ink.alpha = 90;
        blit.turn = kind == 3 ? &turn : NULL;
        if (kind < 4) CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
        if (kind == 4) CHECK_EQ(rs_frame_line(frame, 10, 18, 20, 22, 3, false), RS_OK);
        CHECK(rs_frame_band_digests(frame, kind == 1 ? none : all, digests));
        CHECK_EQ(digests[2] == 0, kind != 0);
        CHECK(digests[0] != 0 && digests[0] == digests[4]);
    }
    rs_frame *frame = begin(BAND);
    CHECK(!rs_frame_band_digests(frame, all, digests)); /* it has depth */
}

/* Bands of 32-bit pixels have no chains on some processors; their items lie in the same bands. */
TEST(raster_flat_bands_without_chains_have_their_own_items) {
    static uint32_t list[4096];
    const rs_block all = {NULL, SIZE_MAX}, memory = {list, sizeof list}, none = {NULL, 0};
    const rs_target target = {WIDE, HIGH, RS_XRGB8888, BAND, NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)t.frame;
    uint32_t digests[BANDS];
    CHECK(rs_frame_begin(frame, &target, memory, none));
    rs_frame_flat(frame);
    CHECK_EQ(rs_frame_rectangle(frame, 3, 3 * BAND, 9, BAND, 5), RS_OK);
    if (!rs_frame_band_digests(frame, all, digests)) return; /* there are chains here */
    for (int band = 0; band < BANDS; band++) CHECK_EQ(digests[band] == 0, band == 3);
}
