/* Turns pictures into coloured half blocks for a terminal: each cell shows two pixels, one above the other.
 *
 * A picture smaller than the terminal grows by a whole factor, a larger one shrinks to fit by averaging areas. The
 * proportions stay, and black surrounds the picture. Only cells that changed since the last frame are sent. */
#ifndef OXCART_PLATFORM_HOST_HOST_CELLS_H
#define OXCART_PLATFORM_HOST_HOST_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HOST_CELLS_MAX_COLUMNS = 512, HOST_CELLS_MAX_ROWS = 256 }; /* larger terminals are used in part */

/* The brackets of synchronized output around each update: terminals that know them show the update at once. */
#define HOST_CELLS_BEGIN "\x1b[?2026h"
#define HOST_CELLS_END "\x1b[?2026l"

typedef struct host_cells host_cells;

/* Takes all the memory that drawing will ever need (about 10 MB of address space, used as far as the terminal is
 * large). NULL when there is not enough. */
host_cells *host_cells_open(void);
void host_cells_close(host_cells *cells); /* NULL is allowed */

/* Sets the sizes: the picture in pixels (up to 8192 a side), the terminal in cells. Everything is drawn anew
 * next. */
void host_cells_layout(host_cells *cells, int width, int height, int columns, int rows, bool true_colour);

/* Forgets what the terminal shows: everything is drawn anew next. */
void host_cells_forget(host_cells *cells);

/* Takes line y of a picture (0x00RRGGBB each), lines in order from 0 to height - 1. */
void host_cells_line(host_cells *cells, int y, const uint32_t *pixels);

/* The text that brings the terminal from the last frame to this one, *size bytes, 0 when nothing changed. The text
 * holds until the next call. Cells are addressed absolutely; colours are left set. */
const char *host_cells_finish(host_cells *cells, size_t *size);

/* The pixel of the picture that lies in the middle of a cell (from 0), clamped to the picture. */
void host_cells_pixel(const host_cells *cells, int column, int row, int *x, int *y);

/* Where the picture lies, in half cells: columns from the left, half rows from the top. */
void host_cells_area(const host_cells *cells, int *left, int *top, int *width, int *height);

/* The colour of the 256-colour palette (its cube and its greys) that looks most like 0x00RRGGBB: hue before lightness.
 * The search looks at all 240 colours. */
int host_cells_nearest(uint32_t colour);

#endif
