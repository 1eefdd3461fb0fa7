/* Boxes of text over the picture: lines that a game prints while it runs, the newest below, over whatever is drawn.
 *
 *     static ox_text_box box = {.x = 8, .y = 8, .columns = 20, .rows = 6, .rgb = 0xFFFFFF, .is_opaque = true};
 *     ox_text_box_show(console, &box);                                in the start of a game in C
 *     ox_text_box_print(&box, "wave %d\n", wave);                     at any time of a frame
 *
 * A BOX has rows of letters of 8 x 8 pixels; 240 x 160 pixels are 30 x 20 letters. What is printed goes on where the last text ended; \n begins a row, a row that is full goes on in the next one, and where
 * rows are full all go up by one and the uppermost is forgotten. What lies outside of the picture is cut off. The box is drawn once in each picture, in front of all but the pages of the view, when all
 * of the game is drawn, and nothing of it is state of the game.
 *
 * The record stays the caller's and where it is. The view has a box of its own with what scripts and modules log: `sketch log` in its console. Without a view, and in
 * builds with OX_RETAIL, nothing happens. (Game Programming Gems 1.14, 6.1.) */
#ifndef OXCART_KERNEL_INSPECT_TEXT_BOX_H
#define OXCART_KERNEL_INSPECT_TEXT_BOX_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernel/debug/profiled.h"
#include "raster/flat.h"

enum { OX_TEXT_BOX_COLUMNS = 80, OX_TEXT_BOX_ROWS = 25, OX_TEXT_BOX_LETTER = 8 };

typedef struct ox_text_box {
    int16_t x, y;          /* pixels of its left upper corner */
    uint8_t columns, rows; /* at most OX_TEXT_BOX_COLUMNS, OX_TEXT_BOX_ROWS */
    bool is_opaque;        /* its ground is drawn; else the letters alone */
    uint32_t rgb, ground;  /* colours of letters and ground */
    /* The box's own. */
    uint8_t column; /* letters in the newest row */
    uint32_t begun; /* rows that were begun before the newest one */
    char text[OX_TEXT_BOX_ROWS][OX_TEXT_BOX_COLUMNS + 1];
    struct ox_text_box *next;
} ox_text_box;

/* The row of a box, 0 the uppermost in sight; "" below the newest. */
const char *ox_text_box_row(const ox_text_box *box, uint32_t row);
void ox_text_box_clear(ox_text_box *box);

/* Adds a text as it is. */
void ox_text_box_put(ox_text_box *box, const char *text);

typedef uint32_t ox_text_box_native(const void *context, uint32_t rgb);
void ox_text_box_draw(const ox_text_box *box, rs_frame *frame, ox_text_box_native *native,
                      const void *context);

struct ox_console;
#if OX_PROFILED
void ox_text_box_print(ox_text_box *box, const char *format, ...);
void ox_text_box_show(const struct ox_console *console, ox_text_box *box);
#else
static inline void ox_text_box_print(ox_text_box *box, const char *format, ...) { (void)box, (void)format; }
static inline void ox_text_box_show(const struct ox_console *console, ox_text_box *box) {
    (void)console, (void)box;
}
#endif

#endif
