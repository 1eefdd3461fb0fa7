/* A text box: a region of the picture into which lines are written, as on a terminal, in the built-in font.
 *
 *     uint32_t letters[OX_TEXT_BOX_LETTERS(20, 3)];                         a box of 20 columns and 3 rows, 240 bytes
 *     ox_text_box box;
 *     ox_text_box_begin(&box, letters, 20, 3);
 *     ox_text_box_print(&box, 0xFFFFFF, "speed %5.2q, %d hits\n", (int)speed, hits);       at any time, as often as one likes
 *     const ox_text_box_look look = {.x = 8, .y = 8, .text = 0xC0C0C0, .ground = OX_TEXT_BOX_CLEAR};
 *     ox_text_box_draw(&box, frame, &look);                                 once, where the picture is recorded
 *
 * Needs no console and no image: letters are those of raster/font.h, 8 x 8 pixels in rows OX_TEXT_BOX_ROW apart, and colours are 0xRRGGBB. Before an
 * image is mounted a surface of colours shows them; a palette surface shows the nearest entries of the frame's palette.
 *
 * WRITING goes on behind the last letter. `\n` ends a line, `\t` goes on at the next column that four divides, `\f` clears the box. A line that is full goes on in the next
 * row; at the last row all rows move up, and the first is lost, so the box has the last rows that were written. A `\n` moves them only when
 * something follows: text that ends with a line end leaves no empty row. Formats are those of kernel/debug/format.h: %d %u %x %c %s %%, widths and
 * precisions, %q for Q16.16. A printed piece is cut at OX_TEXT_BOX_PIECE - 1 bytes.
 *
 * A box is kept until it is written again, whoever draws it and how often. In screens it is the element `box` (tools/SCREENS.md), which scripts write
 * by `box_write` and games in C by ox_screen_write (kernel/ui/module.h); there it is a part of the state.
 *
 * Cost: a letter written about 30 instructions, a row that moves up 4 bytes copied a column; drawing goes by rows, a piece of text for each change of
 * colour. (Gems1 6.1 and 1.14, whose box has no formatter of its own.) */
#ifndef OXCART_KERNEL_DRAW_BOX_H
#define OXCART_KERNEL_DRAW_BOX_H

#include <stdarg.h>

#include "raster/flat.h"

enum {
    OX_TEXT_BOX_COLUMN = 8, /* pixels from letter to letter */
    OX_TEXT_BOX_ROW = 9,    /* pixels from row to row */
    OX_TEXT_BOX_MOST = 128, /* columns, and rows */
    OX_TEXT_BOX_PIECE = 256
};
#define OX_TEXT_BOX_LETTERS(columns, rows) ((columns) * (rows))
#define OX_TEXT_BOX_CLEAR                                                                                    \
    0x1000000u /* no colour: what is behind is seen; for writing: the colour of the look */

/* Its members are for reading. */
typedef struct ox_text_box {
    uint32_t *
        letters; /* row by row: the letter in bits 24-30, 0 for none; its colour below, or that of the look where bit 31 is clear */
    uint8_t columns, rows;
    uint8_t row, column; /* of the next letter; column == columns: in the next row */
    bool ends;           /* a line end was written, and the next letter begins a row */
} ox_text_box;

/* How a box is drawn. */
typedef struct ox_text_box_look {
    int x, y;        /* its top left corner */
    uint32_t text;   /* colour of letters that have none of their own */
    uint32_t ground; /* OX_TEXT_BOX_CLEAR: transparent */
} ox_text_box_look;

/* An empty box of 1..OX_TEXT_BOX_MOST columns and rows. The memory is the caller's, OX_TEXT_BOX_LETTERS of it, until the box is not used any more. */
void ox_text_box_begin(ox_text_box *box, uint32_t *letters, uint32_t columns, uint32_t rows);
void ox_text_box_clear(ox_text_box *box);

/* Writes a text in UTF-8; letters that the font has not are a box. */
void ox_text_box_write(ox_text_box *box, const char *text, uint32_t rgb);
void ox_text_box_print(ox_text_box *box, uint32_t rgb, const char *format, ...);
void ox_text_box_print_list(ox_text_box *box, uint32_t rgb, const char *format, va_list arguments);

/* Records a box into a frame, cut to itself and to the frame's clip. Clip and ink of the frame are as before. */
void ox_text_box_draw(const ox_text_box *box, rs_frame *frame, const ox_text_box_look *look);

#endif
