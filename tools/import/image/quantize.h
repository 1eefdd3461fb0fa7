/* Palettes: colours chosen for pictures, pictures brought to a palette, and the tables that light and blend
 * it. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_QUANTIZE_H
#define OXCART_TOOLS_IMPORT_IMAGE_QUANTIZE_H

#include "tools/import/image/image.h"

/*
 * All arithmetic of palettes is in integers with fixed tie-breaks: the same pictures give the same palette,
 * indices and tables on every machine.
 *
 * The distance of two colours is 3 dr^2 + 6 dg^2 + 2 db^2 on stored (gamma-encoded) values: the luma weights,
 * with blue raised from about 1 to 2 so that blue textures keep their steps. At equal distance the lower
 * index wins.
 */
#define IMPORT_WEIGHT_RED 3
#define IMPORT_WEIGHT_GREEN 6
#define IMPORT_WEIGHT_BLUE 2

typedef struct import_palette {
    int count;           /* 1..256 colours in use, the key included */
    bool has_key;        /* entry 0 is the transparent colour and is never chosen for an opaque pixel */
    uint8_t rgb[256][3]; /* entries from count on are black */
} import_palette;

typedef struct import_palette_options {
    int colours;               /* the most entries, 2..256, the key and the fixed ones included */
    bool reserve_key;          /* keep entry 0 for transparent pixels */
    bool keep_black_and_white; /* pure black and white get entries of their own if a picture holds them */
    const uint8_t (*fixed)[3]; /* must be in the palette, in this order after the key; may be NULL */
    int fixed_count;           /* at most colours, less one for the key */
    uint8_t alpha_threshold;   /* with reserve_key: pixels with less alpha do not count; 0 means 128 */
} import_palette_options;

/*
 * Chooses a palette for one picture or for several that share it. Pictures with no more different colours than
 * there is room for are kept exactly; else median cut (at the mean of the axis with the most weighted variance,
 * the box with the largest error first), then up to 12 rounds of k-means. Fixed entries take part but do not move.
 * Chosen entries are sorted by luma. A picture without any opaque pixel adds nothing; an empty palette gets one
 * black entry. Fails on options out of range or without memory. About 20 ms for a 1024 x 1024 picture to 256
 * colours.
 */
bool import_palette_build(const import_image *const *images, int image_count,
                          const import_palette_options *options, import_palette *palette, tool_error *error);

/*
 * Chooses a palette for pictures that come one by one, so that they need not all be in memory: sums are begun with
 * the options (which must stay), pictures are added, sums of other threads joined, and the palette is made of the
 * sums. The order of pictures and sums does not change the palette. Sums take 8 MB; NULL without memory, and after
 * a sentence when options are out of range.
 */
typedef struct import_palette_sums import_palette_sums;
import_palette_sums *import_palette_begin(const import_palette_options *options, tool_error *error);
void import_palette_add(import_palette_sums *sums, const import_image *image);
void import_palette_join(import_palette_sums *sums, const import_palette_sums *other);
bool import_palette_finish(import_palette_sums *sums, import_palette *palette, tool_error *error);
void import_palette_drop(import_palette_sums *sums);

/* The entry nearest to the colour, never the key. */
int import_palette_nearest(const import_palette *palette, int red, int green, int blue);

typedef enum import_dither {
    IMPORT_DITHER_NONE,
    IMPORT_DITHER_ORDERED, /* 4x4 matrix of the rasterizer, its strength from the distances within the palette
                            */
    IMPORT_DITHER_DIFFUSION /* Floyd-Steinberg, rows read to and fro */
} import_dither;

/*
 * The index of the best entry for every pixel: width * height bytes into `indices`. With a key, pixels with less
 * alpha than the threshold (0 means 128) become 0; without a key alpha is ignored. Without dithering every pixel
 * gets the nearest entry. Fails only without memory.
 */
bool import_palette_apply(const import_palette *palette, const import_image *image, import_dither dither,
                          uint8_t alpha_threshold, uint8_t *indices, tool_error *error);

/* Mean squared error per channel in 1/256 steps, over the pixels that are not keyed. PSNR is 10 log10(255^2 *
 * 256 / error). */
uint64_t import_palette_error(const import_palette *palette, const import_image *image,
                              const uint8_t *indices, uint8_t alpha_threshold);

enum { IMPORT_SHADE_LEVELS = 64, IMPORT_SHADE_UNCHANGED = 32 };

/*
 * table[level][index]: the index of the colour at that light level. Level 0 is the fog colour (NULL: black),
 * levels 1 to 31 lead from it to the colour in steps of 1/32, level 32 is the colour itself (the very same
 * index), and 33 to 63 lead on to white in steps of 1/31. The key stays the key on every level, and so do the
 * entries from `unlit_from` on (256: none), which are for things that shine by themselves.
 */
void import_shade_table(const import_palette *palette, const uint8_t fog[3], int unlit_from,
                        uint8_t table[IMPORT_SHADE_LEVELS][256]);

/* table[red << 10 | green << 5 | blue], 5 bits each: the nearest entry for every colour of 15 bits. 32 KB. */
void import_inverse_table(const import_palette *palette, uint8_t table[32768]);

typedef enum import_blend { IMPORT_BLEND_HALF, IMPORT_BLEND_ADD } import_blend;

/* table[source * 256 + destination]: half of each (rounded down), or the sum (saturating). A key as the
 * source leaves the destination as it is. 64 KB. */
void import_blend_table(const import_palette *palette, import_blend blend, uint8_t table[65536]);

#endif
