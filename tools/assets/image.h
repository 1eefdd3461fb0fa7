/* Small indexed pictures, seamless noise to paint them with, and their files. */
#ifndef OXCART_TOOLS_ASSETS_IMAGE_H
#define OXCART_TOOLS_ASSETS_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

enum { IMAGE_SIDE = 128 };

typedef struct image {
    int width, height, colour_count;
    uint32_t colours[256]; /* 0xRRGGBB */
    uint8_t pixels[IMAGE_SIDE * IMAGE_SIDE];
} image;

void image_begin(image *picture, int width, int height);

/* Appends `count` colours that run straight from one colour to another; returns the index of the first. */
int image_ramp(image *picture, uint32_t from, uint32_t to, int count);

/* Paints a pixel with the colour at `level` (0 .. 1, clamped) of a ramp. */
void image_paint(image *picture, int x, int y, int ramp, int count, double level);

/* A number in 0 .. 1 that depends on the arguments alone. */
double noise_hash(int x, int y, int z, int seed);

/* Smooth noise in 0 .. 1 with one cell a unit, repeating every `period` units in x and y. */
double noise_value(double x, double y, int period_x, int period_y, int seed);

/* `octaves` layers of noise_value, each twice as fine and half as strong, in 0 .. 1. */
double noise_layers(double x, double y, int period_x, int period_y, int octaves, int seed);

/* Smooth noise in space, `octaves` layers, for surfaces that a flat picture cannot wrap. */
double noise_space(double x, double y, double z, int octaves, int seed);

/* Writes FOLDER/NAME.xpm: a text, so that version control shows what changed. */
bool image_write(const image *picture, const char *folder, const char *name);

#endif
