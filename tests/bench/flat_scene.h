/* Pictures of two dimensions that are measured: on the Game Boy Advance (tests/gba/flat_bench.c) and on this machine (flat.c). */
#ifndef OXCART_TESTS_BENCH_FLAT_SCENE_H
#define OXCART_TESTS_BENCH_FLAT_SCENE_H

#include <string.h>

#include "raster/flat.h"
#include "raster/font.h"

enum { FLAT_SHEET = 128, FLAT_COLUMNS = 64, FLAT_ROWS = 32, FLAT_TILES = 64 };

/* Pixels of the two sheets: 128 x 128 each, at most four bytes a pixel. `sprites` has a round sprite of 16 x 16
 * pixels in each of its cells; 60 % of a cell is not clear. */
typedef struct flat_scene {
    const uint8_t *tiles, *sprites;
    uint8_t kinds[FLAT_TILES];                                                /* of `sprites` as tiles */
    uint16_t cells[FLAT_COLUMNS * FLAT_ROWS], gaps[FLAT_COLUMNS * FLAT_ROWS]; /* 70 % of `gaps` are empty */
} flat_scene;

static inline void flat_sheets(uint8_t *tiles, uint8_t *sprites) {
    for (int y = 0; y < FLAT_SHEET; y++) {
        for (int x = 0; x < FLAT_SHEET; x++) {
            const int dx = 2 * (x & 15) - 15, dy = 2 * (y & 15) - 15;
            tiles[y * FLAT_SHEET + x] = (uint8_t)(x * 3 + y * 5 + (x >> 4) + 1);
            sprites[y * FLAT_SHEET + x] = (uint8_t)(dx * dx + dy * dy < 200 ? 1 + ((x + y * 7) & 127) : 0);
        }
    }
}

static inline void flat_cells(flat_scene *scene) {
    uint32_t seed = 3;
    for (int i = 0; i < FLAT_COLUMNS * FLAT_ROWS; i++) {
        seed = seed * 1664525u + 1013904223u;
        scene->cells[i] = (uint16_t)(seed >> 26);
        scene->gaps[i] = (uint16_t)((seed >> 8) % 10 < 7 ? 1023 : seed >> 26);
    }
}

static inline rs_image flat_image(const uint8_t *pixels, bool keyed) {
    rs_image image;
    memset(&image, 0, sizeof image);
    image.pixels = pixels, image.width = image.height = FLAT_SHEET, image.format = RS_PAL8,
    image.keyed = keyed;
    return image;
}

static inline void flat_layer(rs_frame *frame, const rs_image *image, const uint16_t *cells, int size, int x,
                              int y, const uint8_t *kinds, bool gaps) {
    rs_tiles tiles;
    memset(&tiles, 0, sizeof tiles);
    tiles.image = image, tiles.cells = cells, tiles.columns = FLAT_COLUMNS, tiles.rows = FLAT_ROWS,
    tiles.cell_bytes = 2;
    tiles.tile_width = tiles.tile_height = (int16_t)size;
    tiles.x = x, tiles.y = y, tiles.outside = RS_OUTSIDE_WRAP;
    tiles.has_empty = gaps, tiles.empty = 1023;
    tiles.kinds = kinds, tiles.kind_count = FLAT_TILES;
    (void)rs_frame_tiles(frame, &tiles);
}

static inline void flat_sprites(rs_frame *frame, const rs_image *image, int count, int step, int width,
                                int height, const rs_ink *ink) {
    rs_blit blit;
    memset(&blit, 0, sizeof blit);
    blit.image = image;
    if (ink != NULL) blit.ink = *ink;
    for (int i = 0, x = step, y = step; i < count;
         i++, x += 53, y += 31) { /* no division, whose cost would be measured, too */
        while (x >= width - 16) x -= width - 16;
        while (y >= height - 16) y -= height - 16;
        blit.part.x = (int16_t)((i & 7) * 16), blit.part.y = (int16_t)((i >> 3 & 7) * 16),
        blit.part.width = blit.part.height = 16;
        blit.x = x * FX_ONE, blit.y = y * FX_ONE;
        blit.flip_x = (i & 1) != 0;
        (void)rs_frame_blit(frame, &blit);
    }
}

/* ---- effects of single sprites ---- */

enum { FLAT_EFFECT_SPRITES = 32 };

typedef enum flat_effect {
    FLAT_PLAIN,
    FLAT_HALF,     /* half transparent; in a palette without a table of mixes it is a pattern */
    FLAT_MIXED,    /* half transparent, in a palette with a table of mixes */
    FLAT_WIPE,     /* alphas at the four corners */
    FLAT_GRADIENT, /* colours at the four corners, for surfaces that have no palette */
    FLAT_LARGE,
    FLAT_SMALL,
    FLAT_STRETCHED,
    FLAT_MIRRORED,
    FLAT_TURNED,
    FLAT_CARD,
    FLAT_FLASH,
    FLAT_REMAP, /* colours of a palette by a table */
    FLAT_SMOOTH,
    FLAT_EFFECTS
} flat_effect;

static const char *const flat_effect_names[FLAT_EFFECTS] = {
    "plain",     "half",   "mixed",    "wipe",   "gradient", "large", "small",
    "stretched", "mirror", "turned_z", "card_y", "flash",    "remap", "smooth"};

/* Sprites of 16 x 16 pixels, none of them cut; `table`: 256 bytes. Returns the pixels of the sprites' boxes as
 * drawn. */
static inline int flat_effect_sprites(rs_frame *frame, const rs_image *image, flat_effect effect,
                                      const uint8_t *table) {
    static const uint32_t wipe[4] = {0x00FFFFFF, 0xFFFFFFFF, 0x00FFFFFF, 0xFFFFFFFF},
                          gradient[4] = {0xFF4040FF, 0xFFFF4040, 0xFF4040FF, 0xFFFF4040};
    rs_turn turn = {.scale_x = FX_ONE, .scale_y = FX_ONE};
    rs_blit blit;
    int pixels = 256;
    memset(&blit, 0, sizeof blit);
    blit.image = image, blit.part.width = blit.part.height = 16, blit.pivot_x = blit.pivot_y = 8;
    if (effect == FLAT_HALF || effect == FLAT_MIXED) blit.ink.mode = RS_FLAT_ALPHA, blit.ink.alpha = 128;
    if (effect == FLAT_WIPE) turn.corners = wipe;
    if (effect == FLAT_GRADIENT) turn.corners = gradient;
    if (effect == FLAT_LARGE) turn.scale_x = turn.scale_y = 2 * FX_ONE, pixels = 1024;
    if (effect == FLAT_SMALL) turn.scale_x = turn.scale_y = FX_ONE / 2, pixels = 64;
    if (effect == FLAT_STRETCHED) turn.scale_x = 2 * FX_ONE, turn.scale_y = FX_ONE / 2;
    /* a card turned by 60 degrees about y */
    if (effect == FLAT_CARD) turn.scale_x = FX_ONE / 2, pixels = 128;
    if (effect == FLAT_TURNED || effect == FLAT_SMOOTH) turn.angle = 0x1555;
    turn.smooth = effect == FLAT_SMOOTH;
    blit.flip_x = effect == FLAT_MIRRORED;
    blit.ink.flat = effect == FLAT_FLASH, blit.ink.native = 255;
    if (effect == FLAT_REMAP) blit.ink.remap = table;
    if (turn.corners != NULL || turn.scale_x != FX_ONE || turn.angle != 0) blit.turn = &turn;
    for (int i = 0; i < FLAT_EFFECT_SPRITES; i++) {
        const int column = i & 7, row = i >> 3;
        blit.part.x = (int16_t)(column * 16), blit.part.y = (int16_t)(row * 16);
        blit.x = (16 + column * 29) * FX_ONE, blit.y = (16 + row * 32) * FX_ONE;
        (void)rs_frame_blit(frame, &blit);
    }
    return pixels * FLAT_EFFECT_SPRITES;
}

/* The capitals of the built-in font as glyphs of one bit a pixel; the lowest bit is the left pixel. */
static inline void flat_coverage(uint8_t coverage[26 * 8]) {
    for (int i = 0; i < 26 * 8; i++) {
        coverage[i] = 0;
        for (int bit = 0; bit < 8; bit++)
            coverage[i] |=
                (uint8_t)((rs_font8x8['A' - RS_FONT_FIRST + i / 8][i & 7] >> bit & 1) << (7 - bit));
    }
}

/* 25 letters of 8 x 8 pixels in a line, eight lines. */
static inline void flat_letters(rs_frame *frame, const uint8_t *coverage) {
    for (int line = 0; line < 8; line++) {
        rs_glyph glyphs[25];
        for (int i = 0; i < 25; i++)
            glyphs[i] = (rs_glyph){coverage + i * 8, (int16_t)(20 + i * 8), (int16_t)(20 + line * 12), 8, 8};
        (void)rs_frame_glyphs(frame, glyphs, 25, 1, 200);
    }
}

#endif
