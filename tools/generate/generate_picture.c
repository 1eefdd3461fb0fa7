/* Pictures: each generator gives the lightness of a pixel, which a ramp of colours turns into a colour. All
 * pictures repeat seamlessly. */
#include "fixedmath/angle.h"
#include "fixedmath/noise.h"
#include "fixedmath/root.h"
#include "tools/generate/generate.h"

enum { HALF = FX_ONE / 2 };

#define PICTURE(DARK, LIGHT)                                                                                 \
    {"width", "pixels", GENERATE_COUNT, 64, 8, 1024}, {"height", "pixels", GENERATE_COUNT, 64, 8, 1024},     \
        {"colours", "of the ramp", GENERATE_COUNT, 16, 2, 256},                                              \
        {"dark", "where the ramp begins", GENERATE_COLOUR, DARK, 0, 0xFFFFFF}, {                             \
        "light", "where it ends", GENERATE_COLOUR, LIGHT, 0, 0xFFFFFF                                        \
    }

static int32_t own(const generate_wishes *w, int i) { return w->values[GENERATE_OWN + i]; }
static fx own_fx(const generate_wishes *w, int i) { return generate_fx(own(w, i)); }

/* The place of a pixel's middle among `cells` cells across `size` pixels. */
static fx among(int at, int size, int32_t cells) {
    return (fx)((((int64_t)at * 2 + 1) * cells * FX_ONE) / (2 * (int64_t)size));
}

static fx part(fx x) { return x & (FX_ONE - 1); }
static int32_t whole_part(fx x) { return fx_sra32(x, 16); }

/* The number of cells up and down, so that they are about as high as `cells` cells across are wide. */
static int32_t cells_high(const generate_wishes *w, int32_t cells) {
    int32_t high =
        (cells * w->values[GENERATE_HEIGHT] + w->values[GENERATE_WIDTH] / 2) / w->values[GENERATE_WIDTH];
    return high < 1 ? 1 : high;
}

/* Layers of noise in -1 .. 1 that repeat with the picture: `across` and `down` cells. */
typedef struct noise_layers {
    int32_t across, down;
    int octaves;
    uint32_t stream;
} noise_layers;

static fx layers(const generate_wishes *w, int x, int y, noise_layers of) {
    const noise_field field = {hash1(w->seed, (int32_t)of.stream), of.across, of.down, 0};
    return noise_fractal2(&field, among(x, w->values[GENERATE_WIDTH], of.across),
                          among(y, w->values[GENERATE_HEIGHT], of.down), of.octaves, 32768);
}

/* Fine wear over other things: a quarter as many cells as pixels, at most 32. */
static fx wear(const generate_wishes *w, int x, int y, uint32_t stream) {
    int32_t across = w->values[GENERATE_WIDTH] / 4, down = w->values[GENERATE_HEIGHT] / 4;
    return layers(w, x, y, (noise_layers){across < 32 ? across : 32, down < 32 ? down : 32, 3, stream});
}

/* The tone of one piece of a pattern, -HALF .. HALF by its place. */
static fx tone(const generate_wishes *w, int32_t x, int32_t y) {
    return (fx)(hash2(w->seed ^ 0x70E5u, x, y) >> 16) - HALF;
}

static fx noise_level(const generate_wishes *w, int x, int y) {
    return HALF + fx_mul(layers(w, x, y, (noise_layers){own(w, 0), cells_high(w, own(w, 0)), own(w, 1), 1}),
                         own_fx(w, 2));
}

static fx checker_level(const generate_wishes *w, int x, int y) {
    int32_t column = whole_part(among(x, w->values[GENERATE_WIDTH], own(w, 0))),
            row = whole_part(among(y, w->values[GENERATE_HEIGHT], own(w, 1)));
    fx base = (column + row) % 2 == 0 ? FX_ONE * 7 / 8 : FX_ONE / 8;
    return base + fx_mul(wear(w, x, y, 1), own_fx(w, 2));
}

/* Stripes: a whole number of stripes across and of shifts down keeps them seamless. */
static fx stripes_level(const generate_wishes *w, int x, int y) {
    fx along =
        among(x, w->values[GENERATE_WIDTH], own(w, 0)) + among(y, w->values[GENERATE_HEIGHT], own(w, 1));
    fx hard = part(along) < own_fx(w, 2) ? FX_ONE * 7 / 8 : FX_ONE / 8;
    fx soft = HALF + fx_mul(fx_cos((ang16)part(along)), HALF);
    return (fx)(((int64_t)hard * (FX_ONE - own_fx(w, 3)) + (int64_t)soft * own_fx(w, 3)) >> 16);
}

/* Bricks and tiles: columns, rows, shift, joint, bevel, wear, variety. */
static fx brick_level(const generate_wishes *w, int x, int y) {
    fx down = among(y, w->values[GENERATE_HEIGHT], own(w, 1));
    int32_t row = whole_part(down);
    fx shift = row % 2 != 0 ? own_fx(w, 2) : 0,
       across = among(x, w->values[GENERATE_WIDTH], own(w, 0)) + shift;
    int32_t column = whole_part(across) % own(w, 0);
    /* the same width of joints in both directions, in parts of a row */
    int64_t wide = (int64_t)w->values[GENERATE_WIDTH] * own(w, 1),
            high = (int64_t)w->values[GENERATE_HEIGHT] * own(w, 0);
    fx u = (fx)((int64_t)part(across) * wide / high), size = (fx)((int64_t)FX_ONE * wide / high),
       v = part(down);
    fx joint = own_fx(w, 3), left = u - joint / 2, right = size - joint / 2 - u, top = v - joint / 2,
       bottom = FX_ONE - joint / 2 - v;
    fx rough = fx_mul(wear(w, x, y, 1), own_fx(w, 5));
    if (left < 0 || right <= 0 || top < 0 || bottom <= 0) return FX_ONE / 10 + rough / 2;
    fx level = HALF + fx_mul(tone(w, column, row), own_fx(w, 6)) + rough, rim = FX_ONE / 8;
    fx light = left < top ? left : top, shade = right < bottom ? right : bottom;
    if (light < rim && light <= shade) level += fx_mul(own_fx(w, 4), FX_ONE - light * 8);
    if (shade < rim && shade < light) level -= fx_mul(own_fx(w, 4), FX_ONE - shade * 8);
    return level;
}

/* Planks along x: fine rings across, bent by slow noise; a dark seam between planks. */
static fx wood_level(const generate_wishes *w, int x, int y) {
    const int32_t planks = own(w, 0), rings = own(w, 1);
    fx down = among(y, w->values[GENERATE_HEIGHT], planks);
    int32_t plank = whole_part(down);
    fx bend = layers(w, x, y, (noise_layers){2, 2 * planks, 2, 10 + (uint32_t)plank});
    const noise_field grain = {hash1(w->seed, 100 + plank), 4, 0, 0};
    fx lines = noise_value2(&grain, among(x, w->values[GENERATE_WIDTH], 4), part(down) * rings + bend * 2);
    fx fibre = layers(w, x, y, (noise_layers){8, planks * rings * 2, 2, 50});
    fx level = HALF + fx_mul(lines, FX_ONE / 4) + fx_mul(fibre, FX_ONE / 6) +
               fx_mul(tone(w, plank, 0), own_fx(w, 2));
    fx pixel = (fx)((int64_t)FX_ONE * planks / w->values[GENERATE_HEIGHT]);
    if (planks > 1 && part(down) + pixel >= FX_ONE) return FX_ONE / 16;
    if (planks > 1 && part(down) < pixel) level += FX_ONE / 8;
    return level;
}

static fx marble_level(const generate_wishes *w, int x, int y) {
    fx bend = layers(w, x, y, (noise_layers){3, cells_high(w, 3), 5, 1});
    fx along = among(x, w->values[GENERATE_WIDTH], own(w, 0)) +
               among(y, w->values[GENERATE_HEIGHT], own(w, 1)) + fx_mul(bend, own_fx(w, 2));
    fx wave =
        HALF + fx_mul(fx_cos((ang16)part(along)), HALF); /* narrow dark veins: the square root of a wave */
    return fx_sqrt(wave) + fx_mul(wear(w, x, y, 2), FX_ONE / 8);
}

/* A gradient; parameter 0: light above, 1: light on the left, 2: light in the middle. */
static fx gradient_level(const generate_wishes *w, int x, int y) {
    fx u = among(x, w->values[GENERATE_WIDTH], 1), v = among(y, w->values[GENERATE_HEIGHT], 1);
    if (own(w, 0) == 0) return FX_ONE - v;
    if (own(w, 0) == 1) return FX_ONE - u;
    fx dx = 2 * u - FX_ONE, dy = 2 * v - FX_ONE;
    return FX_ONE - fx_sqrt(fx_mul(dx, dx) + fx_mul(dy, dy));
}

/* Finds the two nearest points of a lattice with one point a cell, and the cell of the nearest. */
static void nearest_two(const generate_wishes *w, fx u, fx v, int32_t across, int32_t down, fx nearest[2],
                        int32_t cell[2]) {
    nearest[0] = nearest[1] = FX_ONE * 4;
    for (int32_t row = whole_part(v) - 1; row <= whole_part(v) + 1; row++) {
        for (int32_t column = whole_part(u) - 1; column <= whole_part(u) + 1; column++) {
            int32_t wrapped[2] = {(column + across) % across, (row + down) % down};
            uint32_t bits = hash2(w->seed ^ 0xCE11u, wrapped[0], wrapped[1]);
            fx loose = own_fx(w, 1);
            fx dx = column * FX_ONE + HALF + fx_mul((fx)(bits & 0xFFFFu) - HALF, loose) - u,
               dy = row * FX_ONE + HALF + fx_mul((fx)(bits >> 16) - HALF, loose) - v;
            fx distance = fx_sqrt(fx_mul(dx, dx) + fx_mul(dy, dy));
            if (distance < nearest[0]) {
                nearest[1] = nearest[0];
                nearest[0] = distance;
                cell[0] = wrapped[0], cell[1] = wrapped[1];
            } else if (distance < nearest[1]) {
                nearest[1] = distance;
            }
        }
    }
}

/* Stones between joints: the difference of the two distances is 0 on the border of a cell. */
static fx cells_level(const generate_wishes *w, int x, int y) {
    int32_t across = own(w, 0), down = cells_high(w, across), cell[2] = {0, 0};
    fx nearest[2], joint = own_fx(w, 2);
    nearest_two(w, among(x, w->values[GENERATE_WIDTH], across), among(y, w->values[GENERATE_HEIGHT], down),
                across, down, nearest, cell);
    fx edge = nearest[1] - nearest[0], rough = fx_mul(wear(w, x, y, 1), own_fx(w, 3));
    if (edge < joint) return FX_ONE / 10 + rough / 2;
    fx round_off = edge - joint < FX_ONE / 4 ? FX_ONE / 4 - (edge - joint) : 0;
    return HALF + FX_ONE / 8 + fx_mul(tone(w, cell[0], cell[1]), own_fx(w, 4)) - round_off + rough;
}

static const char *even_rows(const generate_wishes *w) {
    return own(w, 2) != 0 && own(w, 1) % 2 != 0 ? "shifted rows repeat only when `rows` is even" : NULL;
}
static const char *even_fields(const generate_wishes *w) {
    return own(w, 0) % 2 != 0 || own(w, 1) % 2 != 0 ? "fields repeat only when `columns` and `rows` are even"
                                                    : NULL;
}

#define BRICKS(COLUMNS, ROWS, SHIFT, JOINT, BEVEL, WEAR, VARIETY)                                            \
    {"columns", "side by side", GENERATE_COUNT, COLUMNS, 1, 64},                                             \
        {"rows", "above one another", GENERATE_COUNT, ROWS, 1, 64},                                          \
        {"shift", "of every other row, in bricks", GENERATE_DECIMAL, SHIFT, 0, 999},                         \
        {"joint", "between them, in rows", GENERATE_DECIMAL, JOINT, 0, 500},                                 \
        {"bevel", "light and shade at rims", GENERATE_DECIMAL, BEVEL, 0, 1000},                              \
        {"wear", "how rough", GENERATE_DECIMAL, WEAR, 0, 2000}, {                                            \
        "variety", "from brick to brick", GENERATE_DECIMAL, VARIETY, 0, 1000                                 \
    }

const generator generate_pictures[] = {
    {.name = "noise",
     .what = "clouds of noise",
     .kind = GENERATE_PICTURE,
     .seeded = true,
     .level = noise_level,
     .parameters = {PICTURE(0x2F4A38, 0x7D9A4E),
                    {"cells", "of the coarsest layer, across", GENERATE_COUNT, 4, 1, 256},
                    {"octaves", "layers, each twice as fine", GENERATE_COUNT, 4, 1, 8},
                    {"contrast", "how far from the middle", GENERATE_DECIMAL, 900, 0, 8000}}},
    {.name = "checker",
     .what = "fields, light and dark in turn",
     .kind = GENERATE_PICTURE,
     .seeded = true,
     .level = checker_level,
     .refuse = even_fields,
     .parameters = {PICTURE(0x303038, 0xE0DCD0),
                    {"columns", "of fields", GENERATE_COUNT, 8, 1, 128},
                    {"rows", "of fields", GENERATE_COUNT, 8, 1, 128},
                    {"wear", "how rough", GENERATE_DECIMAL, 150, 0, 2000}}},
    {.name = "stripes",
     .what = "stripes, upright or aslant",
     .kind = GENERATE_PICTURE,
     .level = stripes_level,
     .parameters = {PICTURE(0x803028, 0xE8E0D0),
                    {"count", "of stripes across", GENERATE_COUNT, 4, 0, 128},
                    {"slant", "stripes that one moves on from top to bottom", GENERATE_COUNT, 0, -128, 128},
                    {"share", "of the light ones", GENERATE_DECIMAL, 500, 0, 1000},
                    {"soft", "0: sharp edges, 1: waves", GENERATE_DECIMAL, 0, 0, 1000}}},
    {.name = "brick",
     .what = "a wall of bricks",
     .kind = GENERATE_PICTURE,
     .seeded = true,
     .level = brick_level,
     .refuse = even_rows,
     .parameters = {PICTURE(0x4A2A22, 0xC87858), BRICKS(4, 8, 500, 120, 250, 350, 400)}},
    {.name = "tiles",
     .what = "a floor of slabs",
     .kind = GENERATE_PICTURE,
     .seeded = true,
     .level = brick_level,
     .refuse = even_rows,
     .parameters = {PICTURE(0x3A3540, 0xC3B7A6), BRICKS(4, 4, 0, 60, 200, 500, 250)}},
    {.name = "wood",
     .what = "planks",
     .kind = GENERATE_PICTURE,
     .seeded = true,
     .level = wood_level,
     .parameters = {PICTURE(0x3B2418, 0xC58B52),
                    {"planks", "above one another", GENERATE_COUNT, 4, 1, 64},
                    {"rings", "of a plank", GENERATE_COUNT, 6, 1, 64},
                    {"variety", "from plank to plank", GENERATE_DECIMAL, 300, 0, 1000}}},
    {.name = "marble",
     .what = "stone with veins",
     .kind = GENERATE_PICTURE,
     .seeded = true,
     .level = marble_level,
     .parameters = {PICTURE(0x505868, 0xF0ECE4),
                    {"across", "veins", GENERATE_COUNT, 2, 0, 64},
                    {"down", "veins", GENERATE_COUNT, 1, 0, 64},
                    {"bend", "how crooked, in veins", GENERATE_DECIMAL, 1200, 0, 16000}}},
    {.name = "gradient",
     .what = "from light to dark (does not repeat)",
     .kind = GENERATE_PICTURE,
     .level = gradient_level,
     .parameters = {PICTURE(0x203060, 0xC0E0F8),
                    {"form", "0: light above, 1: on the left, 2: in the middle", GENERATE_COUNT, 0, 0, 2}}},
    {.name = "cells",
     .what = "stones of all forms, scales, cracked ground",
     .kind = GENERATE_PICTURE,
     .seeded = true,
     .level = cells_level,
     .parameters = {PICTURE(0x2B2730, 0xA0907F),
                    {"cells", "across", GENERATE_COUNT, 5, 2, 128},
                    {"loose", "0: a lattice, 1: anywhere", GENERATE_DECIMAL, 900, 0, 1000},
                    {"joint", "between them", GENERATE_DECIMAL, 80, 0, 500},
                    {"wear", "how rough", GENERATE_DECIMAL, 300, 0, 2000},
                    {"variety", "from stone to stone", GENERATE_DECIMAL, 300, 0, 1000}}},
    {.name = NULL},
};
