/* Billboards: small pictures in the world that always face the camera - sparks, smoke, rain, distant trees.
 *
 *     rs_billboards billboards;
 *     rs_billboards_begin(&billboards, frame, 256);        after everything solid, under the frame's camera
 *     smoke = rs_billboards_style(&billboards, &(rs_billboard_style){.mode = RS_BILLBOARD_ALPHA, .shape = RS_BILLBOARD_SOFT});
 *     spark = (rs_billboard){.position = p, .width = w, .height = w, .style = smoke, .rgb = 0x808080, .alpha = 160};
 *     rs_billboards_add(&billboards, &spark);              as often as needed
 *     result = rs_billboards_end(&billboards);             sorts them, farthest first, and puts them into the list
 *
 * A billboard is a rectangle round its projected middle: `width` and `height` metres as high as size * focal / depth there, turned on the screen by
 * `turn`. Its plane is square to the view axis, so one depth serves all of it: it is tested, nearer wins, and never written. A billboard whose middle
 * lies beside the near or far plane or the guard band is left out, as is what is less than an eighth of a pixel high. Sides of more than 64 to 1
 * are drawn as 64 to 1, and no side longer than RS_SIZE_MAX pixels. Billboards of equal depth code are drawn in the order they were added.
 *
 * What a pixel gets, with a = alpha, times the shape's share there:
 *
 *     SOLID   the colour, where the shape is
 *     DOOR    the colour, at so many of every 4 x 4 pixels as a says (an ordered pattern of the screen): no reading, works on every surface
 *     ALPHA   stored + (colour - stored) * a
 *     ADD     stored + colour * a, cut at white
 *
 * ALPHA and ADD on RS_PAL8 go through the palette's table `inverse`; without one they are DOOR. A picture has frames, `columns` x `rows` of
 * them (powers of two), read row by row; texels with palette index 0, of other formats with the native value 0, are clear; the colour
 * multiplies texels where blending or a direct surface knows colours, not on RS_PAL8 when SOLID or DOOR. Texels are the nearest ones:
 * unturned, a picture drawn at its own size with its corner on a whole pixel is copied exactly.
 *
 * Memory: 44 bytes of the display list a billboard and 16 for its item (8 more a further band); a draw a style. Costs, for billboards of 8
 * x 8 pixels: some 870 x86-64 instructions a billboard, and a pixel 26 (SOLID square), 67 (DOOR, soft) or 92 (ALPHA, soft); on the Game Boy
 * Advance 4,900 cycles a billboard, and 59, 196 or 276 a pixel. */
#ifndef OXCART_RASTER_BILLBOARDS_H
#define OXCART_RASTER_BILLBOARDS_H

#include "raster/frame.h"
#include "raster/sort.h"

typedef enum rs_billboard_mode {
    RS_BILLBOARD_SOLID,
    RS_BILLBOARD_DOOR,
    RS_BILLBOARD_ALPHA,
    RS_BILLBOARD_ADD,
    RS_BILLBOARD_MODES
} rs_billboard_mode;

typedef enum rs_billboard_shape {
    RS_BILLBOARD_SQUARE, /* all of it */
    RS_BILLBOARD_DISC,   /* the ellipse inside */
    RS_BILLBOARD_SOFT, /* the ellipse, from all in the middle to nothing at the edge: 1 - r^2; when SOLID a disc */
    RS_BILLBOARD_SHAPES
} rs_billboard_shape;

typedef struct rs_billboard_style {
    uint8_t mode, shape;
    const rs_texture *texture;       /* RS_PAL8 or the surface's format; NULL: none */
    uint8_t log2_columns, log2_rows; /* frames beside and below one another; at most the texture's own */
} rs_billboard_style;

typedef struct rs_billboard {
    vec3 position;    /* world: the middle */
    fx width, height; /* metres, > 0 */
    uint32_t rgb;     /* 0xRRGGBB */
    uint32_t native;  /* `rgb` as the surface's pixel (rs_native_from_rgb, or a palette index) */
    ang16 turn;       /* counter-clockwise as seen */
    uint8_t alpha;    /* 255: all */
    uint8_t style;    /* from rs_billboards_style */
    uint8_t frame;    /* of the picture's frames, modulo their number */
} rs_billboard;

enum { RS_BILLBOARDS_MOST = 8191, RS_BILLBOARD_STYLES = 32 };

typedef struct rs_billboards {
    rs_frame *frame;
    struct rs_screen_billboard *billboards;
    rs_sort_entry *entries; /* twice as many as billboards */
    uint32_t count, capacity;
    uint32_t lost;     /* beyond the capacity */
    uint32_t hidden;   /* outside of the view */
    uint32_t depth[8]; /* rs_depth_scale */
    uint16_t draws[RS_BILLBOARD_STYLES];
    uint8_t styles;
    rs_result result; /* the first failure */
} rs_billboards;

/* Begins with room for so many billboards, at most RS_BILLBOARDS_MOST. Without a camera, or where the list is too full, billboards are
 * counted as lost and rs_billboards_end tells. */
void rs_billboards_begin(rs_billboards *billboards, rs_frame *frame, uint32_t capacity);

/* Adds a style and returns its number. The texture's pixels must last until the frame is drawn. A style that cannot be
 * drawn (too many, a picture in a format that is not the surface's, more frames than texels) gets number 0, and
 * rs_billboards_end tells. */
uint8_t rs_billboards_style(rs_billboards *billboards, const rs_billboard_style *style);

void rs_billboards_add(rs_billboards *billboards, const rs_billboard *billboard);

/* RS_OK, RS_LIST_FULL, RS_BAD_ARGUMENT. */
rs_result rs_billboards_end(rs_billboards *billboards);

#endif
