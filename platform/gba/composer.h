/* Pictures that the display composes itself: layers of tiles, sprites, and a canvas of what is neither, out of a frame that was taken apart
 * (raster/compose.h).
 *
 *     gba_composer_start(composer, video, objects);
 *     if (gba_compose(composer, picture, &rows)                        rows: bits of the rows of the canvas to be drawn
 *         && gba_compose_row(composer, row, pixels, stride)            each of them
 *         && gba_compose_end(composer, picture))
 *         gba_compose_show(composer, &registers);                      in the blank
 *
 * Any of these may answer no: the picture takes more than the display has. Then it has to be drawn, and the composer to be started anew before
 * the next picture. Nothing here touches a register: the functions work on memory laid out as the machine's, so that they run anywhere.
 *
 * Video memory of 96 KB: tiles of layers and canvas at 0, a map of 32x32 cells for each layer at 56 KB, tiles of sprites at 64 KB, as many bytes as
 * GBA_SPRITE_BYTES. The composer itself lies in video memory too, so its members have 16 or 32 bits: bytes alone cannot be written there.
 *
 * The display draws 128 sprites and 1,210 pixels of sprites a line. (GBATEK, "LCD OBJ - Overview", "LCD VRAM Overview".) */
#ifndef OXCART_GBA_COMPOSER_H
#define OXCART_GBA_COMPOSER_H

#include "raster/compose.h"

enum {
    GBA_COMPOSED_WIDTH = 240,
    GBA_COMPOSED_HEIGHT = 160,
    GBA_COMPOSED_ROWS = GBA_COMPOSED_HEIGHT / RS_COMPOSE_LINES,
    GBA_COMPOSED_COLUMNS = GBA_COMPOSED_WIDTH / 8,
    GBA_SPRITES = 128,
    GBA_SPRITE_BYTES = 0x3600, /* of tiles of sprites */
    GBA_SPRITE_IMAGES = 80,    /* that lie there at a time */
    GBA_TILES = 896,           /* of layers and canvas, 64 bytes each; tile 0 is clear */
    GBA_TILE_SETS = 8,
    GBA_MAP_CELLS = 32
};

/* What the display's registers become in the blank. */
typedef struct gba_composed {
    uint32_t display; /* bits of layers and sprites of the display control, mode 0 */
    uint32_t control[RS_COMPOSE_LAYERS], x[RS_COMPOSE_LAYERS], y[RS_COMPOSE_LAYERS];
    uint32_t background; /* index of the colour behind all layers */
} gba_composed;

/* An image of a sprite in video memory: a part of a sheet, or a row of the canvas. */
typedef struct gba_sprite_image {
    uintptr_t pixels; /* of a row: its number */
    uint32_t form;    /* width, height and stride; of a row: what it shows */
    uint16_t at;      /* in 32 bytes */
    uint16_t extent;  /* units of 32 bytes, and from bit 10 on the number of the sprite's size */
    uint32_t used;    /* number of the last picture that shows it; 0: nothing lies here */
} gba_sprite_image;

typedef struct gba_tile_set {
    uintptr_t pixels;
    uint32_t form;
    uint16_t first, count; /* tiles of 8x8 */
} gba_tile_set;

/* A layer on the display. */
typedef struct gba_shown_layer {
    uintptr_t cells;  /* that have been checked, of a map that stays as it is; 0: none */
    uint32_t checked; /* with which set and how many cells */
    uint32_t shown;   /* what the map in video memory holds; 0: nothing that is known */
    uint32_t next;
    uint16_t set;
    int16_t column, row, columns, rows; /* cells that show */
    uint16_t unused;
} gba_shown_layer;

typedef struct gba_composer {
    uint8_t *video;
    uint16_t *objects;
    uint32_t picture;            /* number, from 2 */
    uint32_t blank;              /* nothing is shown yet */
    uint32_t tiles_end, tile_at; /* tiles that sets take; where a free tile is looked for */
    uint32_t canvas_shown;       /* the map of the canvas is that of the picture before */
    uint32_t canvas_rows;        /* rows of the canvas that are drawn anew */
    uint32_t sprite_at;          /* where room for images of sprites is looked for, in 32 bytes */
    uint32_t
        canvas_layer; /* number of the canvas among the layers; RS_COMPOSE_LAYERS: it is made of sprites, or there is none */
    uint32_t object_count, sprite_pixels; /* sprites, and the sum of their widths */
    const rs_composition *composition;
    gba_tile_set sets[GBA_TILE_SETS];
    gba_shown_layer layers[RS_COMPOSE_LAYERS];
    gba_sprite_image images[GBA_SPRITE_IMAGES];
    uint32_t held[GBA_COMPOSED_ROWS]; /* what each row of the canvas shows */
    uint32_t taken[GBA_TILES / 32];   /* bits of tiles */
    uint16_t canvas[GBA_COMPOSED_ROWS][GBA_MAP_CELLS];
    uint16_t next_objects[GBA_SPRITES][4];
    uint16_t hints[GBA_SPRITES]; /* images of the picture before, in the order of its sprites */
    uint16_t row_images[GBA_COMPOSED_ROWS], row_first[GBA_COMPOSED_ROWS],
        row_width
            [GBA_COMPOSED_ROWS]; /* a canvas of sprites: image, first tile and tiles of each row; 0: none */
} gba_composer;

void gba_composer_start(gba_composer *composer, uint8_t *video, uint16_t *objects);

/* Lets the canvas be drawn anew: its pixels mean other colours now. */
void gba_composer_forget(gba_composer *composer);

/* Whether the tiles of all layers lie in video memory. Else gba_compose puts them there, over what is shown now. */
bool gba_composer_holds(const gba_composer *composer, const rs_composition *picture);

/* Takes a picture of 240x160 pixels. */
bool gba_compose(gba_composer *composer, const rs_composition *picture, uint32_t *rows);
bool gba_compose_row(gba_composer *composer, int row, const uint8_t *pixels, int stride);
bool gba_compose_end(gba_composer *composer);

/* Writes maps and sprites; the display must not be drawing. */
void gba_compose_show(gba_composer *composer, gba_composed *registers);

#endif
