/* The master palette of a cart: 256 colours chosen from all that its textures and materials show under its
 * lights. */
#ifndef OXCART_TOOLS_PALETTE_H
#define OXCART_TOOLS_PALETTE_H

#include "tools/import/quantize.h"

/* The first entries of a palette that is made here; what is shown over a game finds them whatever the cart
 * looks like. Entry 0 is the colour key: nothing opaque is ever given index 0. */
enum { PALETTE_KEY = 0, PALETTE_BLACK = 1, PALETTE_WHITE = 2, PALETTE_GREY = 3, PALETTE_RESERVED = 4 };

/* What a palette is made for. Pixels with an alpha below 128 do not count. */
typedef struct palette_wishes {
    const import_image *const *lit;   /* pictures that light falls on: their shades count too */
    const import_image *const *plain; /* pictures that are shown as they are */
    const uint32_t *materials;        /* 0xRRGGBB, lit */
    const uint32_t *backgrounds;      /* 0xRRGGBB, as they are */
    int lit_count, plain_count, material_count, background_count;
} palette_wishes;

/* Chooses the palette. The same wishes give the same palette everywhere. */
bool palette_make(const palette_wishes *wishes, import_palette *palette, tool_error *error);

/* Reads a palette that the user made, its first colour being the key: a picture (its palette, or its colours
 * in reading order, at most 256) or a text with one RRGGBB a line. */
bool palette_load(const char *path, import_palette *palette, tool_error *error);

/* rgb under light level 0 (black) .. 32 (itself) .. 63 (nearly white). */
uint32_t palette_lit(uint32_t rgb, int level);

/* Index of the nearest colour that is not the key. */
uint32_t palette_index(const import_palette *palette, uint32_t rgb);

#endif
