/* Two dimensions: shapes, images, layers of tiles and glyphs, recorded into a frame's display list and drawn in its bands.
 *
 *     rs_frame_clip(frame, &window);                                        NULL: the whole picture
 *     rs_frame_tiles(frame, &(rs_tiles){.image = &cave, .cells = map, .columns = 64, .rows = 32, .cell_bytes = 2,
 *                                       .tile_width = 8, .tile_height = 8, .x = -scroll});
 *     rs_frame_blit(frame, &(rs_blit){.image = &hero, .part = {16, 0, 16, 16}, .x = FX(40), .y = FX(60), .flip_x = true});
 *     rs_frame_ink(frame, RS_FLAT_ALPHA, 128);                              shapes from now on are half transparent
 *     rs_frame_rectangle(frame, 0, 0, 80, 12, dark);
 *
 * Coordinates are pixels of the picture, (0,0) its top left, y down. Commands come over what was recorded before them, take no depth, and
 * are cut to the clip. Any band height gives the same pixels. What lies outside costs one test and takes no memory; a blit that is not turned
 * takes 16 bytes of the list, and 8 for every further band that it touches. Blits with the same image, ink and clip share 64 to 128 bytes, if no
 * more than three others come between.
 *
 * All functions return RS_OK, RS_LIST_FULL (left out, counted in stats.lost), RS_OUT_OF_RANGE or RS_BAD_ARGUMENT (left out). Pixels, cells
 * and tables are read while bands are drawn and must live until then; the records handed over are copied. */
#ifndef OXCART_RASTER_FLAT_H
#define OXCART_RASTER_FLAT_H

#include "raster/frame.h"

/* ---- ways in which pixels meet the picture ---- */

/* The arithmetic is that of raster/blend.h: exact in 8 bits a channel; 33 steps of alpha in 16-bit pixels. A palette surface blends through
 * rs_palette.inverse (and `average`, `add`); without them ALPHA draws 0, 25, 50, 75 or 100 % of the pixels in an even pattern, the other modes
 * half of them. */
typedef enum rs_flat_mode {
    RS_FLAT_OPAQUE,   /* replaces the picture */
    RS_FLAT_ALPHA,    /* by alpha: 0 leaves the picture, 255 replaces it */
    RS_FLAT_HALF,     /* the mean, rounded down: the quickest blend */
    RS_FLAT_ADD,      /* picture + pixel * alpha, up to white: lights, sparks */
    RS_FLAT_SUBTRACT, /* picture - pixel * alpha, down to black: shadows */
    RS_FLAT_MULTIPLY, /* picture * pixel: glass, darkness; white leaves the picture */
    RS_FLAT_MODES
} rs_flat_mode;

/* What is done to the pixels of an image before they meet the picture; all 0: nothing, and they replace it. */
typedef struct rs_ink {
    uint8_t mode;    /* rs_flat_mode */
    uint8_t alpha;   /* of ALPHA, ADD and SUBTRACT: 0 nothing .. 255 all of it */
    uint8_t bank;    /* 16 times this is added to indices that are not clear */
    bool flat;       /* every pixel that is not clear becomes `native`: a hit flash, a shadow, a silhouette */
    uint32_t native; /* a pixel of the surface */
    uint32_t
        tint; /* 0xRRGGBB that pixels are multiplied with; 0: none. On palette surfaces it needs rs_palette.inverse, else it does nothing */
    const uint8_t *remap; /* 256 bytes: palette index to palette index, of indexed images; NULL: none */
} rs_ink;

/* ---- clip and ink of a frame ---- */

/* Sets the clip, to which commands of this header are cut from now on; NULL: the whole picture. A rectangle without
 * area draws nothing. rs_frame_save keeps the clip. */
void rs_frame_clip(rs_frame *frame, const rs_view *clip);

/* Sets the clip to what the clip so far and another rectangle share. Returns the clip so far, to be set again
 * afterwards: clips nest as deep as their callers do. */
rs_view rs_frame_clip_within(rs_frame *frame, const rs_view *clip);

/* How shapes, lines, text and glyphs from now on meet the picture; OPAQUE at the beginning. Blits and tiles have an ink
 * of their own. rs_frame_save keeps this ink. */
rs_result rs_frame_ink(rs_frame *frame, rs_flat_mode mode, uint8_t alpha);

/* ---- shapes; `native` is a pixel of the surface ---- */

rs_result rs_frame_pixel(rs_frame *frame, int x, int y, uint32_t native);

/* A rectangle of width x height pixels, and its border of one pixel. A width or height below 1 draws nothing. */
rs_result rs_frame_rectangle(rs_frame *frame, int x, int y, int width, int height, uint32_t native);
rs_result rs_frame_outline(rs_frame *frame, int x, int y, int width, int height, uint32_t native);

/* A line between two pixels, both drawn, in either direction the same pixels (Bresenham 1965); with `open` the end (x1,
 * y1) is left out, so that the lines of a strip draw their corners once. A clipped line draws the pixels that the
 * unclipped line would draw there. Coordinates beyond +-2^29: RS_OUT_OF_RANGE. */
rs_result rs_frame_line(rs_frame *frame, int x0, int y0, int x1, int y1, uint32_t native, bool open);

/* The ellipse that fills a rectangle, or its border, which is one pixel thick. A pixel belongs to the ellipse when its
 * centre lies inside by a hair, so that no single pixels stick out. Sides up to 32,767, else RS_OUT_OF_RANGE. */
rs_result rs_frame_ellipse(rs_frame *frame, int x, int y, int width, int height, uint32_t native,
                           bool filled);

/* The circle about the middle of pixel (x, y), 2 radius + 1 pixels wide. */
rs_result rs_frame_circle(rs_frame *frame, int x, int y, int radius, uint32_t native, bool filled);

/* The triangle of corners x0, y0, x1, y1, x2, y2: all pixels of the three lines between them, and if filled, the pixels
 * between these lines. Coordinates within +-16,383, else RS_OUT_OF_RANGE. */
rs_result rs_frame_triangle_2d(rs_frame *frame, const int corners[6], uint32_t native, bool filled);

/* Text in the 8x8 font, one line; bytes outside 32..126 show as a box. The text is copied. */
rs_result rs_frame_text(rs_frame *frame, int x, int y, const char *text, uint32_t native);

/* A run of letters out of a text. */
typedef struct rs_text_run {
    const char *at, *end;
    int x, y;
    uint32_t native;
} rs_text_run;
rs_result rs_frame_text_run(rs_frame *frame, const rs_text_run *run);

/* ---- images ---- */

/* Formats: RS_PAL8 and RS_PAL4 on every surface, through the target's palette where the surface is none of indices; the
 * surface's own; and on surfaces of colours also RS_ARGB8888, RS_RGBA8888, RS_ARGB1555, RS_RGBA5551, RS_ARGB4444,
 * RS_A8, RS_L8, whose pixels' alpha counts in every mode: OPAQUE is ALPHA by that alpha. Quick are RS_PAL8 and the
 * surface's own format. */
typedef struct rs_image {
    const uint8_t
        *pixels; /* aligned to the pixel's size; RS_PAL4 and RS_GREY4: the left pixel in the low bits */
    int16_t width, height;
    uint8_t format; /* rs_format */
    bool keyed;     /* pixels that are 0 are clear */
    int32_t stride; /* bytes from row to row, a multiple of the pixel's size; 0: rows without padding */
} rs_image;

/* A whole image, opaque or keyed, its top left at (x, y). */
rs_result rs_frame_image(rs_frame *frame, int x, int y, const rs_image *image);

/* Whether a pixel of an image covers anything: it is neither clear nor outside of the image. */
bool rs_image_shows(const rs_image *image, int x, int y);

/* How a blit is turned and scaled about its pivot. Scales from 1/256 to 256, else nothing is drawn. */
typedef struct rs_turn {
    fx scale_x, scale_y;
    ang16 angle; /* counter-clockwise as one sees it */
    const uint32_t *
        corners; /* 0xAARRGGBB of top left, top right, bottom left, bottom right, mixed between them and multiplied with the pixels:
                                    wipes, gradients. Read when recorded. NULL: none. Colours act on surfaces of colours alone */
    bool smooth; /* pixels are mixed of the four texels around them, on surfaces of colours */
} rs_turn;

/* A part of an image. The pivot, in pixels of the part as it is seen unflipped, comes to (x, y), and flips are about
 * it. A part that no rs_turn turns lies at whole pixels, the floor of x and y. Of a turned part a pixel is drawn when
 * its centre lies in the part; parts that share pivot place and turn meet without gap or overlap. */
typedef struct rs_blit {
    const rs_image *image;
    struct {
        int16_t x, y, width,
            height; /* as it lies in the image; pixels beyond the image are not drawn. Width 0: the whole image */
    } part;
    fx x, y; /* pixels */
    int16_t pivot_x, pivot_y;
    bool flip_x, flip_y;
    bool
        turned; /* the part lies turned by 90 degrees clockwise, as a sheet's frames may: pixel (i, j) of w x h at (h - 1 - j, i) */
    const rs_turn *turn; /* NULL: neither turned nor scaled */
    rs_ink ink;
} rs_blit;

rs_result rs_frame_blit(rs_frame *frame, const rs_blit *blit);

/* ---- layers of tiles ---- */

/* How cells lie: W x H is a cell, (c, r) its column and row.
 *
 *     layout             left                        top                      cell (0,0) begins at
 *     SQUARE             c W                         r H                      (x, y)
 *     DIAMOND            (c - r) W/2                 (c + r) H/2              (x - W/2, y): (x, y) is its top corner
 *     STAGGERED_COLUMNS  c W/2                       r H + (c & 1) H/2        (x, y)
 *     STAGGERED_ROWS     c W + (r & 1) W/2           r H/2
 *     HEXAGONS           c W + (r & 1) W/2           r H 3/4                  pointed at the top
 *     HEXAGON_COLUMNS    c W 3/4                     r H + (c & 1) H/2        flat at the top
 *
 * `shift_even` shifts the even rows or columns instead of the odd ones. Cells are drawn row by row from the top, in a row from the left, with
 * STAGGERED_COLUMNS and HEXAGON_COLUMNS first the columns that are not shifted: cells that are nearer come later. */
typedef enum rs_tile_layout {
    RS_TILES_SQUARE,
    RS_TILES_DIAMOND,
    RS_TILES_STAGGERED_COLUMNS,
    RS_TILES_STAGGERED_ROWS,
    RS_TILES_HEXAGONS,
    RS_TILES_HEXAGON_COLUMNS,
    RS_TILE_LAYOUTS
} rs_tile_layout;

typedef enum rs_outside {
    RS_OUTSIDE_NOTHING,      /* beyond the map the picture is left alone */
    RS_OUTSIDE_WRAP,         /* the map repeats */
    RS_OUTSIDE_CLAMP,        /* the cells at its border go on */
    RS_OUTSIDE_FILL,         /* `fill`, a cell, everywhere */
    RS_OUTSIDE_WRAP_COLUMNS, /* columns repeat; above and below there is nothing */
    RS_OUTSIDES
} rs_outside;

/* The kinds of tiles in a keyed image: rows of tiles without clear pixels are copied. */
typedef enum rs_tile_kind { RS_TILE_MIXED, RS_TILE_EMPTY, RS_TILE_OPAQUE } rs_tile_kind;

/* A map of cells that name tiles, drawn in one command. 2,000 bytes of cells make a picture 40 x 50 tiles large. A tile that the image does not
 * have is a box of two colours. */
typedef struct rs_tiles {
    const rs_image *image; /* tiles side by side, row by row, counted from 0 */
    const void *cells;     /* row by row from the top, a byte or an aligned uint16_t each */
    uint16_t columns, rows;
    uint16_t pitch;     /* cells from row to row; 0: columns */
    uint8_t cell_bytes; /* 1 or 2 */
    bool
        turns; /* of cells of 2 bytes: bits 0-9 are the tile, bit 10 mirrors it in x, bit 11 in y, and 16 times bits 12-15, the
                             palette bank, are added to indices that are not clear; else all 16 bits are the tile */
    bool has_empty;
    uint16_t empty;                  /* with has_empty: a cell whose tile is this one shows nothing */
    int16_t tile_width, tile_height; /* pixels of a tile in the image, 1 and more */
    int16_t cell_width,
        cell_height; /* of a cell; 0: as the tile. Taller tiles reach up out of their cells; even, and hexagons' height (HEXAGON_COLUMNS:
                                          width) a multiple of 4 */
    int32_t x, y;    /* where cell (0,0) lies in the picture */
    uint8_t layout;  /* rs_tile_layout */
    bool shift_even;
    uint8_t outside; /* rs_outside */
    uint16_t fill;
    const uint16_t
        *substitutes; /* tiles that stand in for others now, one a tile: animation, seasons; NULL: none */
    uint16_t substitute_count; /* tiles from this number on stand for themselves */
    uint16_t kind_count;       /* of `kinds`; of tiles from this number on nothing is known */
    const uint8_t *kinds;      /* an rs_tile_kind a tile, made by rs_tiles_examine; NULL: nothing is known */
    rs_ink ink;
} rs_tiles;

rs_result rs_frame_tiles(rs_frame *frame, const rs_tiles *tiles);

/* Looks at the first `count` tiles of an image of indices and fills in their kinds; other images' are all mixed. Cost:
 * a walk over all pixels of the tiles. */
void rs_tiles_examine(const rs_image *image, int tile_width, int tile_height, uint8_t *kinds, uint32_t count);

/* ---- glyphs ---- */

/* A letter in its place: coverage row by row, each row filled up to a byte, the leftmost pixel in the lowest bits. */
typedef struct rs_glyph {
    const uint8_t *coverage;
    int16_t x, y; /* its top left in the picture */
    uint8_t width, height;
} rs_glyph;

/* Draws glyphs of one font in one colour; the records are copied, 12 bytes each. `bits` a pixel: 1, 2, 4 or 8, full coverage is all bits set. On
 * palette surfaces without rs_palette.inverse pixels covered by half and more are drawn. */
rs_result rs_frame_glyphs(rs_frame *frame, const rs_glyph *glyphs, int count, int bits, uint32_t native);

#endif
