/* Textures made ready: sides that the console can repeat, smaller copies, clean edges. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_MIPMAP_H
#define OXCART_TOOLS_IMPORT_IMAGE_MIPMAP_H

#include "tools/import/image/image.h"

enum { IMPORT_MIPMAP_LEVELS = 15 };

/* What the numbers of a texture mean. */
typedef enum import_texture_kind {
    IMPORT_TEXTURE_COLOUR,
    IMPORT_TEXTURE_NORMAL, /* directions, 128 = 0: each level is normalised again */
    IMPORT_TEXTURE_DATA    /* gloss, environment, emissive, light map: plain means */
} import_texture_kind;

typedef enum import_edge { IMPORT_EDGE_REPEAT, IMPORT_EDGE_CLAMP } import_edge;
typedef enum import_filter {
    IMPORT_FILTER_BOX,    /* means of 2 x 2 stored values */
    IMPORT_FILTER_GAMMA,  /* means of 2 x 2 amounts of light */
    IMPORT_FILTER_SHARPER /* the box, plus a quarter of its difference from its own surroundings */
} import_filter;

typedef struct import_mipmap_options {
    import_texture_kind kind;
    import_filter filter;
    import_edge edge;
} import_mipmap_options;

typedef struct import_mipmap {
    uint32_t count; /* levels, the picture itself is the first */
    import_image levels[IMPORT_MIPMAP_LEVELS];
    uint64_t pixels; /* of all levels */
} import_mipmap;

/*
 * Halves both sides, rounding down, until 1 x 1: 256 x 256 has 9 levels and 87,381 pixels, a third more. Each
 * value is the mean of four values of the level above, rounded to nearest, halves up; colours are weighted by
 * alpha. All arithmetic is in integers; gamma goes by a table of the exact curve. Odd sides complete their last
 * column by the edge's rule.
 */
bool import_mipmap_build(const char *name, const import_image *image, const import_mipmap_options *options,
                         import_mipmap *mipmap, tool_error *error);
void import_mipmap_free(import_mipmap *mipmap);

/* Puts the picture into the corner of one with sides that are powers of two (`square`: both the same) and fills
 * the remaining pixels by the edge's rule; *wasted gets the number of these pixels. At most `largest` a side. */
bool import_pad_power_of_two(const char *name, const import_image *from, bool square, uint32_t largest,
                             import_edge edge, import_image *to, uint64_t *wasted, tool_error *error);

/* Clear pixels get the mean colour of their opaque neighbours, and so on outwards `steps` times, so that no
 * key colour bleeds into filtered edges. Alpha stays. */
bool import_bleed_colours(const char *name, import_image *image, uint32_t steps, tool_error *error);

/* Texture coordinates with (0, 0) at the bottom left and v upwards, as many sources have them, become the
 * console's, with (0, 0) at the top left and v downwards. */
static inline double import_flip_v(double v) { return 1.0 - v; }

#endif
