/* A picture of 240x160 with a motion blur over so many of its 600 cells, twenty times, for tests/scripts/costs/motion_costs.sh to count. */
#include <stdlib.h>
#include <string.h>

#include "raster/post.h"

enum { WIDTH = 240, HEIGHT = 160, CELLS = 600 };

int main(int count, char **arguments) {
    static uint16_t pixels[WIDTH * HEIGHT];
    static int8_t vectors[CELLS * 2];
    static uint8_t lines[RS_MOTION_LINES * WIDTH * 2];
    const rs_motion motion = {vectors, lines, WIDTH, HEIGHT};
    const rs_surface surface = {(uint8_t *)pixels, WIDTH * 2, WIDTH, HEIGHT, 0, HEIGHT, RS_RGB565};
    const int moving = count > 1 ? atoi(arguments[1]) : 0;
    for (int i = 0; i < moving && i < CELLS; i++) vectors[2 * i] = 16;
    for (int i = 0; i < WIDTH * HEIGHT; i++) pixels[i] = (uint16_t)(i * 37);
    for (int i = 0; i < 20; i++) rs_post_motion(&motion, &surface, NULL);
    return pixels[WIDTH] == 1;
}
