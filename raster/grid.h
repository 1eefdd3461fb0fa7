/* Grids of cells, as of water or terrain, in an order that needs no sorting: far cells first, chosen by where the eye stands.
 *
 * A grid of columns x rows cells has (columns + 1) x (rows + 1) vertices, row after row. On the way from any cell to the eye, seen from
 * above, rows and columns come nearer one by one, so rows are drawn from both ends towards the eye's row, and each row from both ends
 * towards the eye's column: whatever hides a cell is drawn after it. (Gems1 5.10.6.) */
#ifndef OXCART_RASTER_GRID_H
#define OXCART_RASTER_GRID_H

#include <stdbool.h>
#include <stdint.h>

enum { RS_GRID_CELL = 6 }; /* indices a cell */

/* Writes the indices of all cells' two triangles, far to near, RS_GRID_CELL x columns x rows of them, and returns how many; 0 for a
 * grid of more than 65,535 vertices or without cells. eye_column and eye_row: the cell that the eye is over, in cells, also outside the
 * grid. Triangles are counter-clockwise when columns run to +x and rows to +z and one looks down from +y; `turned`: the other way
 * round, as of a grid whose rows run to -z. */
uint32_t rs_grid_order(uint32_t columns, uint32_t rows, int32_t eye_column, int32_t eye_row, bool turned,
                       uint16_t *indices);

#endif
