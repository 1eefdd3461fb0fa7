/* The showcase's master palette: for everything that stands in the light a ramp of its own, from deep shade
 * over its colour to a highlight, so that each is shaded smoothly however little of the picture it fills. */
#include "tools/assets/assets.h"

#include <stddef.h>

typedef struct ramp {
    uint32_t shade, colour, highlight;
    int below, above; /* steps up to the colour, itself included, and steps on to the highlight */
} ramp;

static const ramp ramps[] = {
    {0x141216, 0xC3B7A6, 0xEDE6DA, 22, 4}, /* stone */
    {0x100E12, 0xA0907F, 0xC8BCB0, 18, 2}, /* cobbles */
    {0x120B07, 0xC58B52, 0xDCB088, 22, 2}, /* wood */
    {0x1A100A, 0xE0AE6A, 0xF2D6A8, 16, 3}, /* crates */
    {0x0E1711, 0x7D9A4E, 0xACC488, 18, 3}, /* grass */
    {0x050F22, 0x14407C, 0x4CA8CE, 7, 10}, /* sea */
    {0x0E1C0E, 0x3E7A3A, 0xD2B274, 5, 9},  /* land */
    {0x2A2825, 0xDDD0BC, 0xFAFAF8, 14, 3}, /* hide and ice */
    {0x241806, 0xD89A3C, 0xFFF4DC, 15, 8}, /* brass */
    {0x1E070C, 0xD02C50, 0xF6B4C2, 13, 3}, /* ruby */
    {0x082120, 0x2F9490, 0xB4E0DE, 14, 3}, /* glaze */
    {0x2D1808, 0xE07B2A, 0xF4C090, 9, 2},  /* pumpkins */
    {0x2B271F, 0xD9C49A, 0xF0E6D4, 8, 1},  /* sacks */
    {0x1E1412, 0x94655A, 0xB8958C, 5, 1},  /* muzzle */
};

/* Colours without a ramp: hills, evening sky, lantern, shadow. */
static const uint32_t plain[] = {0x3B3A5E, 0x5A4F7C, 0xF0A878, 0xD8828A, 0x9A6A9C,
                                 0x655A94, 0x3E3F78, 0xFFF0B0, 0x3A3332, 0x808080};

void paint_palette(image *picture) {
    image_begin(picture, 16, 16);
    image_ramp(picture, 0xFF00FF, 0xFF00FF, 1); /* the key: never shown */
    image_ramp(picture, 0x000000, 0xFFFFFF, 2);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) image_ramp(picture, plain[i], plain[i], 1);
    for (size_t i = 0; i < sizeof ramps / sizeof *ramps; i++) {
        const ramp *r = &ramps[i];
        image_ramp(picture, r->shade, r->colour, r->below);
        uint32_t over = picture->colours[--picture->colour_count];
        image_ramp(picture, over, r->highlight, r->above + 1);
    }
    for (int i = 0; i < 256; i++) picture->pixels[i] = (uint8_t)(i < picture->colour_count ? i : 0);
}
