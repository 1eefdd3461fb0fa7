/* The hand-written loops of two dimensions (raster/arm/flat.S) against the C functions that define them: both draw
 * the same lists. */
#include <string.h>

#include "raster/flat.h"
#include "tests/gba/twins.h"

extern uint32_t rs_arm_flat_in_place;

enum { WIDTH = 240, LINES = 40, SHEET = 64, CELLS = 64 };

typedef struct field {
    uint64_t frame[160];
    uint64_t list[1024];
    uint32_t sheet[SHEET * SHEET / 4], drawn[2][WIDTH * LINES / 4];
    uint16_t cells[CELLS], turned[CELLS];
    uint8_t coverage[64], kinds[CELLS];
    rs_palette palette;
} field;

static uint32_t below(uint32_t *seed, uint32_t bound) {
    *seed = *seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)*seed * bound) >> 32);
}

static void record(field *f, rs_frame *frame, uint32_t *seed) {
    static const rs_turn turns[2] = {{.scale_x = FX_ONE * 3 / 2, .scale_y = FX_ONE * 3 / 4},
                                     {.scale_x = FX_ONE / 2, .scale_y = FX_ONE * 2, .angle = 9000}};
    const rs_ink inks[4] = {{.mode = RS_FLAT_ALPHA, .alpha = 100},
                            {.flat = true, .native = 77},
                            {.bank = 3},
                            {.remap = (const uint8_t *)f->sheet}};
    rs_image image;
    rs_tiles tiles;
    memset(&image, 0, sizeof image);
    image.pixels = (const uint8_t *)f->sheet, image.width = image.height = SHEET, image.format = RS_PAL8;
    memset(&tiles, 0, sizeof tiles);
    tiles.image = &image, tiles.cells = f->cells, tiles.columns = 8, tiles.rows = 8, tiles.cell_bytes = 2;
    tiles.tile_width = tiles.tile_height = below(seed, 2) != 0 ? 8 : 16;
    tiles.outside = RS_OUTSIDE_WRAP, tiles.x = -(int32_t)below(seed, 200),
    tiles.y = -(int32_t)below(seed, 200);
    (void)rs_frame_tiles(frame, &tiles);
    image.keyed = true;
    rs_tiles_examine(&image, tiles.tile_width, tiles.tile_height, f->kinds, CELLS);
    for (int i = 0; i < 3; i++) { /* maps of other cells: mirrored, empty, of known kinds and outside */
        tiles.turns = below(seed, 2) != 0, tiles.has_empty = below(seed, 2) != 0, tiles.empty = 3;
        tiles.outside = (uint8_t)below(seed, RS_OUTSIDES), tiles.fill = (uint16_t)below(seed, 16);
        tiles.kinds = below(seed, 2) != 0 ? f->kinds : NULL, tiles.kind_count = 12;
        tiles.cells = f->turned,
        tiles.layout = below(seed, 2) != 0 ? RS_TILES_SQUARE : RS_TILES_STAGGERED_ROWS;
        tiles.x = 100 - (int32_t)below(seed, 200), tiles.y = 20 - (int32_t)below(seed, 60);
        (void)rs_frame_tiles(frame, &tiles);
    }
    for (int i = 0; i < 12; i++) {
        rs_glyph glyph;
        rs_blit blit;
        memset(&blit, 0, sizeof blit);
        blit.image = &image;
        blit.part.x = (int16_t)below(seed, 40), blit.part.y = (int16_t)below(seed, 40);
        blit.part.width = (int16_t)(1 + below(seed, 30)), blit.part.height = (int16_t)(1 + below(seed, 30));
        blit.x = ((fx)below(seed, 270) - 20) * FX_ONE, blit.y = ((fx)below(seed, 60) - 15) * FX_ONE;
        blit.flip_x = below(seed, 2) != 0, blit.flip_y = below(seed, 2) != 0;
        blit.turned = below(seed, 4) == 0;
        if (below(seed, 3) == 0) blit.turn = &turns[below(seed, 2)];
        if (below(seed, 3) == 0) blit.ink = inks[below(seed, 4)];
        (void)rs_frame_blit(frame, &blit);
        glyph = (rs_glyph){f->coverage, (int16_t)((int)below(seed, 250) - 5),
                           (int16_t)((int)below(seed, 45) - 5), 8, 8};
        glyph.width = (uint8_t)(1 + below(seed, 8)), glyph.height = (uint8_t)(1 + below(seed, 8));
        glyph.coverage += below(seed, 40);
        (void)rs_frame_glyphs(frame, &glyph, 1, 1, 99);
        (void)rs_frame_text(frame, (int)below(seed, 250) - 30, (int)below(seed, 45) - 5, "Ag7~", 101);
    }
}

bool twins_flat(void *memory, uint32_t *count) {
    field *f = memory;
    uint32_t seed = 9;
    memset(f, 0, sizeof *f);
    f->palette.shades = (const uint8_t *)f->sheet;
    for (size_t i = 0; i < sizeof f->sheet; i++)
        ((uint8_t *)f->sheet)[i] = (uint8_t)(below(&seed, 3) == 0 ? 0 : below(&seed, 256));
    for (int i = 0; i < CELLS; i++)
        f->cells[i] = (uint16_t)below(&seed, 16), f->coverage[i] = (uint8_t)below(&seed, 256);
    for (int i = 0; i < CELLS; i++) f->turned[i] = (uint16_t)(below(&seed, 18) | below(&seed, 4) << 10);
    /* the first tiles have no clear pixels, the last tiles have only clear ones */
    memset(f->sheet, 7, 17 * SHEET);
    memset((uint8_t *)f->sheet + 48 * SHEET, 0, 16 * SHEET);
    for (int i = 0; i < 60; i++) {
        const rs_target target = {WIDTH, LINES, RS_PAL8, LINES, &f->palette, 0};
        const rs_block list = {f->list, sizeof f->list}, none = {NULL, 0};
        const uint32_t start = seed;
        rs_frame *frame = (rs_frame *)(void *)f->frame;
        for (uint32_t way = 0; way < 2; way++) {
            const rs_surface surface = {(uint8_t *)f->drawn[way], WIDTH, WIDTH, LINES, 0, LINES, RS_PAL8};
            rs_arm_flat_in_place = way;
            if (rs_frame_size() > sizeof f->frame || !rs_frame_begin(frame, &target, list, none))
                return false;
            if ((i & 1) != 0) rs_frame_flat(frame);
            seed = start;
            record(f, frame, &seed);
            rs_frame_band(frame, 0, &surface, NULL);
        }
        if (memcmp(f->drawn[0], f->drawn[1], sizeof f->drawn[0]) != 0) return false;
        *count += LINES;
    }
    return true;
}
