/* The showcase's textures, painted from noise; each keeps to a few ramps of colour so that a 256-colour cart
 * has room. */
#include "tools/assets/assets.h"

#include <math.h>
#include <stddef.h>

enum { SIDE = 64 };

static double clamp01(double v) { return v < 0 ? 0 : v > 1 ? 1 : v; }

/* Light from the upper left on a tile of `size` pixels: raised rim, dark joint. Returns the level to add, or a
 * value below -1 for the joint. */
static double tile_edge(int x, int y, int size) {
    if (x == size - 1 || y == size - 1) return -2;
    if (x == 0 || y == 0) return 0.16;
    if (x == size - 2 || y == size - 2) return -0.2;
    return 0;
}

void paint_stone(image *picture) {
    image_begin(picture, SIDE, SIDE);
    int ramp = image_ramp(picture, 0x3A3540, 0xC3B7A6, 18);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            double edge = tile_edge(x % 32, y % 32, 32);
            double level = 0.62 + 0.16 * (noise_hash(x / 32, y / 32, 0, 5) - 0.5);
            level += 0.34 * (noise_layers(x / 8.0, y / 8.0, 8, 8, 3, 11) - 0.5) + edge;
            image_paint(picture, x, y, ramp, 18, edge < -1 ? 0.22 : level);
        }
    }
}

void paint_cobble(image *picture) {
    image_begin(picture, SIDE, SIDE);
    int ramp = image_ramp(picture, 0x2B2730, 0xA0907F, 16);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            int row = y / 16, shifted = (x + (row & 1) * 8) % SIDE, column = shifted / 16;
            double dx = (shifted % 16 - 7.5) / 8, dy = (y % 16 - 7.5) / 8;
            double round_off = pow(fabs(dx), 4) + pow(fabs(dy), 4);
            double level = 0.58 + 0.3 * (noise_hash(column, row, 0, 21) - 0.5) - 0.1 * (dx + dy);
            level += 0.26 * (noise_layers(x / 8.0, y / 8.0, 8, 8, 2, 23) - 0.5) - 0.3 * round_off;
            image_paint(picture, x, y, ramp, 16, round_off > 0.86 ? 0.1 : level);
        }
    }
}

void paint_grass(image *picture) {
    image_begin(picture, SIDE, SIDE);
    int ramp = image_ramp(picture, 0x2F4A38, 0x7D9A4E, 14);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            double broad = noise_layers(x / 16.0, y / 16.0, 4, 4, 3, 31);
            double blades = noise_value(x / 2.0, y / 4.0, 32, 16, 37);
            image_paint(picture, x, y, ramp, 14, 0.5 + 0.7 * (broad - 0.5) + 0.4 * (blades - 0.5));
        }
    }
}

/* Grain that runs along x, finer across; `plank` shifts it. */
static double grain(int x, int y, int plank, int seed) {
    double bend = noise_layers(x / 16.0, y / 16.0, 4, 4, 2, seed) * 5;
    double rings = noise_value(x / 32.0 + plank * 7, y / 2.0 + bend, 2 << 10, 32 << 10, seed + 1);
    return 0.7 * rings + 0.3 * noise_value(x / 4.0, y, 16, SIDE, seed + 2);
}

void paint_wood(image *picture) {
    image_begin(picture, SIDE, SIDE);
    int ramp = image_ramp(picture, 0x3B2418, 0xC58B52, 18);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            int plank = y / 16, row = y % 16;
            double blend = x / (double)SIDE;
            double lines = grain(x, y, plank, 41) * (1 - blend) + grain(x - SIDE, y, plank, 41) * blend;
            double level = 0.56 + 0.16 * (noise_hash(plank, 0, 0, 43) - 0.5) + 0.55 * (lines - 0.5);
            if (row == 0) level += 0.14;
            if (row == 14) level -= 0.14;
            image_paint(picture, x, y, ramp, 18, row == 15 ? 0.06 : level);
        }
    }
}

static bool nail(int x, int y) {
    int a = x < SIDE / 2 ? x : SIDE - 1 - x, b = y < SIDE / 2 ? y : SIDE - 1 - y;
    return (a == 4 || a == 5) && (b == 4 || b == 5);
}

void paint_crate(image *picture) {
    image_begin(picture, SIDE, SIDE);
    int ramp = image_ramp(picture, 0x40291A, 0xE0AE6A, 20);
    enum { FRAME = 10, BRACE = 6 };
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            int a = x < SIDE / 2 ? x : SIDE - 1 - x, b = y < SIDE / 2 ? y : SIDE - 1 - y, rim = a < b ? a : b;
            int across = x + y - (SIDE - 1), distance = across < 0 ? -across : across;
            double level;
            if (rim < FRAME) {
                bool upright = a < b;
                level = 0.7 + 0.4 * (grain(upright ? y : x, upright ? x : y, upright ? 3 : 5, 51) - 0.5);
                if (rim == FRAME - 1) level -= 0.22;
                if (a == b) level -= 0.2;
            } else if (distance <= BRACE) {
                level = 0.74 + 0.4 * (grain(x - y + SIDE, x + y, 7, 53) - 0.5);
                if (distance >= BRACE - 1) level += across < 0 ? 0.1 : -0.2;
            } else {
                int row = (y - FRAME) % 11;
                level = 0.44 + 0.12 * (noise_hash((y - FRAME) / 11, 1, 0, 57) - 0.5) +
                        0.4 * (grain(x, y, y / 11, 55) - 0.5);
                if (row == 10) level -= 0.3;
                if (rim == FRAME || distance == BRACE + 1 || distance == BRACE + 2) level -= 0.16;
            }
            if (nail(x, y)) level = (x & 1) == 0 && (y & 1) == 0 ? 0.5 : 0.08;
            image_paint(picture, x, y, ramp, 20, level);
        }
    }
}

void paint_globe(image *picture) {
    enum { WIDE = 128 };
    image_begin(picture, WIDE, SIDE);
    int sea = image_ramp(picture, 0x123A72, 0x3F9CC4, 10);
    int land = image_ramp(picture, 0x3E7A3A, 0xC9A865, 14);
    int ice = image_ramp(picture, 0xBCCEDC, 0xF6FAFC, 5);
    const double turn = 6.28318530717958647693;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < WIDE; x++) {
            double longitude = turn * (x + 0.5) / WIDE, latitude = turn / 2 * ((y + 0.5) / SIDE - 0.5);
            double px = cos(latitude) * cos(longitude), py = sin(latitude),
                   pz = cos(latitude) * sin(longitude);
            double height = noise_space(1.7 * px + 7, 1.7 * py + 3, 1.7 * pz + 5, 4, 61) - 0.53;
            double cold = fabs(py) + 0.5 * (noise_space(3 * px, 3 * py, 3 * pz, 2, 67) - 0.5);
            if (cold > 0.9)
                image_paint(picture, x, y, ice, 5, clamp01((cold - 0.9) * 6));
            else if (height > 0)
                image_paint(picture, x, y, land, 14, 0.1 + height * 5);
            else
                image_paint(picture, x, y, sea, 10, 1 + height * 7);
        }
    }
}
