/* What the files of drawing share. */
#ifndef OXCART_KERNEL_DRAW_INTERNAL_H
#define OXCART_KERNEL_DRAW_INTERNAL_H

#include "kernel/behaviour/module.h"
#include "kernel/draw/module.h"
#include "kernel/draw/words.h"
#include "kernel/script/machine.h"
#include "raster/flat.h"
#include "raster/palette_change.h"

enum {
    DRAW_LINE = 256,         /* bytes of words */
    DRAW_PALETTE_CHANGES = 6 /* of a picture */
};

typedef struct ox_draw {
    ox_script_picture picture; /* first: natives find it in call->machine->picture */
    const ox_module_host *host;
    rs_frame *frame;
    int32_t x, y;         /* the origin */
    rs_ink ink;           /* of shapes, words and pictures */
    uint8_t change_count; /* of the palette, in this picture */
    bool was_changed;     /* the palette, in the picture before */
    bool is_shown;        /* the palette, for this picture */
    rs_palette_change changes[DRAW_PALETTE_CHANGES];
    ox_words words;
    char line[DRAW_LINE]; /* a text of the cart, or a line of words */
} ox_draw;

/* The picture that is drawn; NULL at other times. */
static inline ox_draw *draw_of(const ox_script_call *call) { return (ox_draw *)call->machine->picture; }

/* A place for a picture, and how the picture is drawn there. */
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
static inline uint32_t draw_native(ox_draw *draw, int32_t rgb) {
    return ox_words_native(&draw->words, (uint32_t)rgb);
}

#endif
