/* What the files of drawing share. */
#ifndef OXCART_KERNEL_DRAW_INTERNAL_H
#define OXCART_KERNEL_DRAW_INTERNAL_H

#include "kernel/behaviour/module.h"
#include "kernel/draw/module.h"
#include "kernel/script/machine.h"
#include "raster/flat.h"

enum {
    DRAW_COLOURS = 16,
    DRAW_FONTS = 4, /* that were used last */
    DRAW_GLYPHS = 16,
    DRAW_LINE = 256 /* bytes of words */
};

/* A colour that was looked for. */
typedef struct draw_colour {
    uint32_t rgb, native; /* rgb: its upper byte is 1 where there is one */
} draw_colour;

/* A font by its id. */
typedef struct draw_font {
    ox_id id;             /* 0: the built-in one */
    const uint8_t *chunk; /* NULL: it cannot be had, so the built-in one stands in */
} draw_font;

typedef struct ox_draw {
    ox_script_picture picture; /* first: natives find it in call->machine->picture */
    const ox_module_host *host;
    rs_frame *frame;
    int32_t x, y; /* the origin */
    rs_ink ink;   /* of shapes, words and pictures */
    draw_colour colours[DRAW_COLOURS];
    draw_font fonts[DRAW_FONTS]; /* the newest first */
    char line[DRAW_LINE];        /* a text of the cart, or a line of words */
    rs_glyph glyphs[DRAW_GLYPHS];
} ox_draw;

/* The picture that is drawn; NULL at other times. */
static inline ox_draw *draw_of(const ox_script_call *call) { return (ox_draw *)call->machine->picture; }

/* How words lie: at, about or before x, and broken where a line would be wider. */
enum { DRAW_LEFT, DRAW_CENTRE, DRAW_RIGHT };
typedef struct draw_words {
    const char *words; /* UTF-8; a line end breaks the line */
    ox_id font;        /* 0: the built-in one of 8 x 8 */
    int x, y;
    int width; /* 0: lines end where the words say */
    uint8_t align;
    uint32_t native;
} draw_words;

/* Draws words (font.c), and how many pixels wide the widest line of them is. */
void draw_text(ox_draw *draw, const draw_words *words);
int draw_text_width(ox_draw *draw, const draw_words *words);

/* Where a picture comes to, and how. */
typedef struct draw_picture {
    int x, y;
    fx scale;
    ang16 turn;
    bool flip_x, flip_y;
} draw_picture;

/* A picture of the cart, or a part of it: x, y, width, height (picture.c). And a frame of a sheet, its pivot at the place; false: the sheet has no
 * such frame. */
void draw_picture_part(ox_draw *draw, ox_id name, const draw_picture *picture, const int32_t part[4]);
bool draw_sheet_frame(ox_draw *draw, ox_id name, uint32_t number, const draw_picture *picture);

/* The pixel of a colour on the surface. */
uint32_t draw_native(ox_draw *draw, int32_t rgb);

#endif
