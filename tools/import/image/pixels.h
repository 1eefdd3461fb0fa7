/* Pictures as the pixels of every format, and pictures of tiles as palettes of sixteen colours. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_PIXELS_H
#define OXCART_TOOLS_IMPORT_IMAGE_PIXELS_H

#include "tools/base/writer.h"
#include "tools/import/image/quantize.h"

typedef enum import_pixel_format {
    IMPORT_PIXELS_INDEX_1, /* palette indices, rows filled up to a byte, the leftmost pixel in the lowest bits
                            */
    IMPORT_PIXELS_INDEX_2,
    IMPORT_PIXELS_INDEX_4,
    IMPORT_PIXELS_PAL8,
    IMPORT_PIXELS_RGB565,   /* red in bits 15-11, green in 10-5, blue in 4-0 */
    IMPORT_PIXELS_BGR555,   /* blue in 14-10, green in 9-5, red in 4-0 */
    IMPORT_PIXELS_RGBA5551, /* red in 15-11, green in 10-6, blue in 5-1, opaque in 0 */
    IMPORT_PIXELS_RGB888,   /* three bytes */
    IMPORT_PIXELS_XRGB8888, /* a word 0x00RRGGBB */
    IMPORT_PIXELS_ARGB8888,
    IMPORT_PIXELS_RGBA8888, /* four bytes: red, green, blue, alpha */
    IMPORT_PIXELS_GREY4,    /* two pixels to a byte, the left one in the lower half */
    IMPORT_PIXEL_FORMATS
} import_pixel_format;

typedef struct import_pixel_options {
    const import_palette *palette; /* of the indexed formats; at most 2, 4, 16 or 256 colours */
    import_dither dither;
    uint8_t alpha_threshold; /* of formats with one bit of alpha; 0 means 128 */
} import_pixel_options;

/*
 * Appends the pixels, rows from top to bottom, words little-endian. Channels are rounded, (v * 31 + 127) / 255 and
 * so on, so that white stays white and values widened by repeating bits come back; GREY4 is the upper half of (77
 * r + 150 g + 29 b + 128) / 256. Dithering is Floyd and Steinberg's to and fro, or the rasterizer's 4 x 4 matrix.
 * *psnr (may be NULL) gets the signal-to-noise ratio of the pixels as they are shown, 99 when they are exact;
 * clear pixels do not count.
 */
bool import_pixels_write(const char *name, const import_image *image, import_pixel_format format,
                         const import_pixel_options *options, writer *out, double *psnr, tool_error *error);

/* Pixels of a format, to be shown as a picture again, for previews and tests. */
typedef struct import_pixels {
    const uint8_t *bytes;
    size_t size;
    int width, height;
    import_pixel_format format;
    const import_palette *palette; /* NULL for colours */
} import_pixels;
bool import_pixels_read(const char *name, const import_pixels *pixels, import_image *image,
                        tool_error *error);

/* import_colour_parse reads #RRGGBB as red << 16 | green << 8 | blue, false for anything else;
 * import_colour_print writes it to `text` of 8 bytes. */
bool import_colour_parse(const char *text, uint32_t *rgb);
void import_colour_print(uint32_t rgb, char text[8]);

/* ---- palettes of sixteen colours ---- */

enum { IMPORT_BANKS = 16, IMPORT_BANK_COLOURS = 16 };

typedef struct import_banks {
    uint32_t count; /* palettes in use */
    import_palette
        palettes[IMPORT_BANKS]; /* at most 16 colours each; with a key where a tile of it has clear pixels */
    uint32_t tile_count;
    uint8_t *bank;    /* of each tile, row by row of tiles */
    uint8_t *indices; /* of each pixel of the picture, row by row */
    double psnr;
} import_banks;

/*
 * Cuts the picture into tiles of tile_width x tile_height (it must be a whole number of them), gives each tile one
 * of at most `most` palettes, and every pixel an index into it. Tiles with the most colours are placed first, each
 * where the fewest colours are added. A tile that fits nowhere goes to the palette with the nearest colours, and
 * that palette is reduced. With room for all colours of every tile the result is exact.
 */
bool import_banks_build(const char *name, const import_image *image, uint32_t tile_width,
                        uint32_t tile_height, uint32_t most, import_banks *banks, tool_error *error);
void import_banks_free(import_banks *banks);

#endif
