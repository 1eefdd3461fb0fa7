/* Who stands in which cells of a map, where at most one thing may stand in a cell: boards, tactics, crates that are pushed.
 *
 *     ox_tile_guests_reset(&guests, rows, 32, cells, columns, rows);          one number of 16 bits for each cell
 *     if (ox_tile_guests_enter(&guests, hero, &(ox_tile_area){x, y, 1, 1}) == OX_OK) ...
 *     ox_tile_guests_at(&guests, x, y)                                        a handle; 0: nobody
 *     ox_tile_guests_leave(&guests, hero);
 *
 * A GUEST has one rectangle of cells. Who enters again goes from its old cells to the new ones at once, which may overlap them, or stays where it is where one of them is taken.
 *
 * COST: a look at each cell of the rectangle, and at each guest for whoever enters or leaves; a question is one look. Memory: 12 bytes a guest, 2 a cell. */
#ifndef OXCART_KERNEL_TILEMAP_GUESTS_H
#define OXCART_KERNEL_TILEMAP_GUESTS_H

#include "kernel/handle/handle.h"
#include "kernel/memory/status.h"

/* Cells from a column and a row on. */
typedef struct ox_tile_area {
    uint16_t x, y;
    uint8_t columns, rows;
} ox_tile_area;

typedef struct ox_tile_guest {
    uint32_t who; /* bits of a handle */
    uint16_t x, y;
    uint8_t columns, rows;
} ox_tile_guest;

typedef struct ox_tile_guests {
    ox_tile_guest *list;
    uint16_t *cells; /* of each cell of the map its guest's number + 1, 0: free; made of the list */
    uint32_t count, room;
    uint32_t columns, rows; /* of the map */
} ox_tile_guests;

/* Nobody stands anywhere. All memory stays the caller's. */
void ox_tile_guests_reset(ox_tile_guests *guests, ox_tile_guest *list, uint32_t room, uint16_t *cells,
                          uint32_t columns, uint32_t rows);

/* OX_BAD_ARGUMENT: not all of the cells are of the map, or there are none; OX_ALREADY_THERE: another one stands there; OX_FULL: no room for one more. Then
 * nothing has changed. */
FX_MUST_CHECK ox_status ox_tile_guests_enter(ox_tile_guests *guests, uint32_t who, const ox_tile_area *area);

/* False: it stood nowhere. */
bool ox_tile_guests_leave(ox_tile_guests *guests, uint32_t who);

/* Who stands in a cell; 0: nobody, or the cell is none of the map. */
uint32_t ox_tile_guests_at(const ox_tile_guests *guests, int32_t x, int32_t y);

#endif
