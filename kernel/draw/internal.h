/* What the files of drawing share. */
#ifndef OXCART_KERNEL_DRAW_INTERNAL_H
#define OXCART_KERNEL_DRAW_INTERNAL_H

#include "kernel/draw/module.h"
#include "kernel/script/machine.h"

enum { DRAW_COLOURS = 16 };

/* A colour that was looked for. */
typedef struct draw_colour {
    uint32_t rgb, native; /* rgb: its upper byte is 1 where there is one */
} draw_colour;

typedef struct ox_draw {
    ox_script_picture picture; /* first: natives find it in call->machine->picture */
    const ox_module_host *host;
    rs_frame *frame;
    int32_t x, y; /* the origin */
    draw_colour colours[DRAW_COLOURS];
} ox_draw;

/* The picture that is drawn; NULL at other times. */
static inline ox_draw *draw_of(const ox_script_call *call) { return (ox_draw *)call->machine->picture; }

/* The pixel of a colour on the surface. */
uint32_t draw_native(ox_draw *draw, int32_t rgb);

#endif
