/* A sheet: lines of text over the picture, of which one is chosen and may be changed; what pages of figures and menus are written on.
 *
 *     ox_sheet_begin(&sheet, 30, 20, buttons);                           buttons: PLAT_... that act in this pass, 0 when it is only shown
 *     ox_sheet_head(&sheet, "MEMORY");
 *     if (ox_sheet_row(&sheet, OX_SHEET_PLAIN, "speed %d", speed)) speed += ox_sheet_step(&sheet);
 *     ox_sheet_bar(&sheet, used, size);                                  behind the row
 *     ox_sheet_end(&sheet);
 *     ox_sheet_draw(&sheet, frame, native, context);
 *
 * A page is a function that writes all its rows in each pass: nothing is registered and nothing kept, so rows come and go as what they show does. A row that is not in sight is not
 * formatted: a page of 10,000 rows costs 10,000 comparisons. Up and Down choose a row, with A held ten; what is chosen stays in sight.
 *
 * COLOURS can be told apart by people who see fewer colours (Okabe and Ito, "Color Universal Design", 2008), and no colour says anything alone: rows of trouble begin with `!`.
 *
 * BARS are as long as width * (value - least) / (most - least), rounded and within the width. */
#ifndef OXCART_KERNEL_INSPECT_SHEET_H
#define OXCART_KERNEL_INSPECT_SHEET_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/type/type.h"
#include "raster/flat.h"

typedef enum ox_sheet_ink {
    OX_SHEET_PLAIN,
    OX_SHEET_DIM,  /* of less weight */
    OX_SHEET_HEAD, /* what stands below it belongs together */
    OX_SHEET_LIVE, /* has changed, can be opened */
    OX_SHEET_WARN, /* nearly full, over the budget */
    OX_SHEET_BAD,
    OX_SHEET_INKS
} ox_sheet_ink;

/* 0xRRGGBB of an ink, of the ground and of the ground of the chosen row. */
extern const uint32_t ox_sheet_colours[OX_SHEET_INKS];
enum {
    OX_SHEET_GROUND = 0x101420,
    OX_SHEET_CHOSEN = 0x384868,
    OX_SHEET_BAR = 0x1C4E80,      /* behind the letters of a row */
    OX_SHEET_BAR_FULL = 0x7A4600, /* from OX_SHEET_WARNING on */
    OX_SHEET_LETTER = 8,          /* pixels */
    OX_SHEET_COLUMNS = 80,
    OX_SHEET_ROWS = 64,
    OX_SHEET_WARNING = 900 /* thousandths of a bar from which on it is drawn as trouble */
};

typedef struct ox_sheet_line {
    char text[OX_SHEET_COLUMNS + 1];
    uint8_t ink;
    bool is_chosen;
    int16_t bar; /* thousandths, -1: none */
} ox_sheet_line;

typedef struct ox_sheet {
    int columns, rows;      /* in sight */
    int first, chosen;      /* of the page's rows */
    int count;              /* rows of this pass so far; of the last one after its end */
    uint32_t pressed, held; /* of this pass */
    int line_count;
    ox_sheet_line lines[OX_SHEET_ROWS];
} ox_sheet;

/* Begins a pass of a page. `pressed` are buttons that act now, `held` those that are down. */
void ox_sheet_begin(ox_sheet *sheet, int columns, int rows, uint32_t pressed, uint32_t held);
void ox_sheet_end(ox_sheet *sheet);

/* Another page comes: its first row is chosen. */
void ox_sheet_turn(ox_sheet *sheet);

/* Writes a row; true when it is the chosen one: then buttons are for it. */
bool ox_sheet_row(ox_sheet *sheet, ox_sheet_ink ink, const char *format, ...);

/* Whether the next row is in sight, for what is dear to format. ox_sheet_skip writes so many rows of nothing else. */
bool ox_sheet_sees(const ox_sheet *sheet);

/* A bar behind the row that was written last. ox_sheet_pixels is its length. */
void ox_sheet_bar(ox_sheet *sheet, int64_t value, int64_t most);
int ox_sheet_pixels(int64_t value, int64_t least, int64_t most, int width);

/* For the chosen row: -1 or 1 for Left and Right, ten times as much with A held; whether A was pressed alone. */
int ox_sheet_step(const ox_sheet *sheet);
bool ox_sheet_is_pressed(const ox_sheet *sheet, uint32_t button);

/* Draws the lines; `native` gives a pixel of a colour. */
typedef uint32_t ox_sheet_native(const void *context, uint32_t rgb);
void ox_sheet_draw(const ox_sheet *sheet, rs_frame *frame, int x, int y, ox_sheet_native *native,
                   const void *context);

/* ---- values of fields ---- */

/* Finds the name of an id; NULL: it is not known. Without a zero at the end. */
typedef const char *ox_sheet_names(const void *context, uint32_t id, uint32_t *length);

/* A value as people write it: 1.75, yes, 90.0 degrees as 90.0', a name, #a1b2c3d4. ox_sheet_fixed is of a number with so many bits behind the point. */
void ox_sheet_value(const ox_field *field, int64_t value, ox_sheet_names *names, const void *context,
                    ox_text *out);

/* The value some steps on, in the steps that its kind has (fx 1/16, angles 1 degree) and within its range; of a bool the other one. */
int64_t ox_sheet_stepped(const ox_field *field, int64_t value, int steps);

/* Reads a value of a field: a decimal, yes, no, a name or #a1b2c3d4. False: it is none, or out of the field's range. */
bool ox_sheet_read(const ox_field *field, ox_text_view text, int64_t *value);

#endif
