/* Sprite sheets: many pictures packed into few, with a table of where each lies. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_SHEET_H
#define OXCART_TOOLS_IMPORT_IMAGE_SHEET_H

#include "tools/import/base/arena.h"
#include "tools/import/image/image.h"

#include <stdint.h>

#define IMPORT_SHEET_FRAMES 65535
#define IMPORT_SHEET_EXTRUDE 2

typedef struct import_sheet_options {
    uint32_t largest_side; /* of a sheet; 0: 2048 */
    uint32_t extrude;      /* 0..2: rows of edge pixels repeated around each frame, against bleeding */
    bool keep_borders;     /* do not cut transparent borders off */
    bool no_turning;       /* do not turn frames by 90 degrees */
    bool powers_of_two;    /* sheets whose sides are powers of two */
    bool one_sheet;        /* refuse instead of beginning a second sheet */
} import_sheet_options;

/* A source picture, or a rectangle of one. */
typedef struct import_sheet_source {
    const char *name; /* without folder and extension */
    const import_image *image;
    int32_t x, y, width, height; /* width 0: the whole picture */
    int32_t pivot_x, pivot_y;    /* from the frame's top left, before borders are cut off */
} import_sheet_source;

typedef struct import_frame {
    const char *name;
    uint16_t sheet, x, y, width,
        height; /* place and size of its pixels in the sheet; sides exchanged when turned; 0 x 0 if all is clear */
    bool turned; /* by 90 degrees clockwise: frame (i, j) lies at (x + height_of_frame - 1 - j, y + i) */
    uint16_t full_width, full_height; /* of the source */
    int16_t trim_x, trim_y;           /* of the first pixel kept, in the source */
    int16_t pivot_x, pivot_y;
    uint32_t same_as; /* the first frame with these pixels; its own number if no frame before has them */
} import_frame;

typedef struct import_animation {
    const char *name;
    uint32_t first, count; /* into `order` */
    uint16_t rate;         /* frames a second; 24 unless told */
    bool loops;
} import_animation;

typedef struct import_sheets {
    uint32_t sheet_count;
    import_image *sheets;
    uint32_t frame_count;
    import_frame *frames; /* in the order of the sources */
    uint32_t animation_count;
    import_animation *animations; /* by name */
    uint32_t *order;              /* frames of all animations, one after the other */
    uint64_t source_pixels, trimmed_pixels,
        sheet_pixels; /* of all frames, of the different ones after cutting, of the sheets */
    import_arena arena;
} import_sheets;

/*
 * Packs frames: transparent borders are cut off, equal pixels stored once, the frames laid out by maximal
 * rectangles (Jylanki, A Thousand Ways to Pack the Bin, 2010), with several orders and rules for several sizes of
 * the sheet, of which the smallest area wins. The same input gives the same sheets on every host. Frames that are
 * called NAME_00, NAME_01 ... become the animation NAME, in the order of their numbers. A frame larger than a
 * sheet is refused by name.
 */
bool import_sheet_pack(const import_sheet_source *sources, uint32_t count,
                       const import_sheet_options *options, import_sheets *sheets, tool_error *error);
void import_sheets_free(import_sheets *sheets);

/* Cuts a picture into a grid of frames, row by row; *sources is malloc'd, names are `name`_00 ... in `arena`. */
bool import_sheet_grid(const char *name, const import_image *image, uint32_t width, uint32_t height,
                       import_arena *arena, import_sheet_source **sources, uint32_t *count,
                       tool_error *error);

/* Draws a frame out of its sheet as it was: full_width x full_height. */
bool import_sheet_draw(const import_sheets *sheets, uint32_t frame, import_image *picture, tool_error *error);

#endif
