/* The master palette of a cart: 256 colours chosen from all colours that its textures and materials show under
 * its lights. */
#ifndef OXCART_TOOLS_ENCODE_PALETTE_H
#define OXCART_TOOLS_ENCODE_PALETTE_H

#include "tools/import/image/quantize.h"

/* The first entries of a palette that is chosen here: overlays over a game find them in every cart. Entry 0 is
 * the colour key: nothing opaque is ever given index 0. */
enum { PALETTE_KEY = 0, PALETTE_BLACK = 1, PALETTE_WHITE = 2, PALETTE_GREY = 3, PALETTE_RESERVED = 4 };

/* A palette is made of sums over all that a cart shows; their order does not matter, and sums may be gathered in several
 * places and joined (import_palette_join). NULL without memory; import_palette_drop frees them. Pixels with an alpha
 * below 128 do not count. */
import_palette_sums *palette_begin(tool_error *error);

/* Adds a picture: `lit` when light falls on it, so that its shades count too. */
bool palette_add_picture(import_palette_sums *sums, const import_image *picture, bool lit, tool_error *error);

/* Adds plain colours 0xRRGGBB: materials, which are lit, and backgrounds, which are not. At most 256 colours
 * count. */
bool palette_add_colours(import_palette_sums *sums, const uint32_t *materials, uint32_t material_count,
                         const uint32_t *backgrounds, uint32_t background_count, tool_error *error);

/* Chooses the palette. The same sums give the same palette everywhere. */
bool palette_finish(import_palette_sums *sums, import_palette *palette, tool_error *error);

/* Reads a palette that the user made, its first colour being the key: a picture (its palette, or its colours
 * in reading order, at most 256) or a text with one RRGGBB a line. */
bool palette_load(const char *path, import_palette *palette, tool_error *error);

/* Reads the palette of one asset (`palette=FILE`, found from cart.txt as all files are) and gives every visible
 * pixel the palette's nearest colour other than the key. palette may be NULL. False after a sentence. */
bool palette_recolour(const char *cart_path, const char *file, import_image *picture, import_palette *palette,
                      tool_error *error);

/* rgb under light level 0 (black) .. 32 (itself) .. 63 (nearly white). */
uint32_t palette_lit(uint32_t rgb, int level);

/* Index of the nearest colour that is not the key. */
uint32_t palette_index(const import_palette *palette, uint32_t rgb);

#endif
