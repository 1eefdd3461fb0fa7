/* Cells that are taken. */
#include "kernel/tilemap/guests.h"

#include <string.h>

void ox_tile_guests_reset(ox_tile_guests *guests, ox_tile_guest *list, uint32_t room, uint16_t *cells,
                          uint32_t columns, uint32_t rows) {
    *guests = (ox_tile_guests){.list = list, .cells = cells, .room = room, .columns = columns, .rows = rows};
    memset(cells, 0, (size_t)columns * rows * sizeof *cells);
}

/* Writes a number into all cells of a guest. */
static void mark_cells(ox_tile_guests *g, const ox_tile_guest *guest, uint32_t number) {
    for (uint32_t y = guest->y; y < (uint32_t)guest->y + guest->rows; y++)
        for (uint32_t x = guest->x; x < (uint32_t)guest->x + guest->columns; x++)
            g->cells[y * g->columns + x] = (uint16_t)number;
}

/* The number of a guest, or the count. */
static uint32_t number_of(const ox_tile_guests *g, uint32_t who) {
    uint32_t i = 0;
    while (i < g->count && g->list[i].who != who) i++;
    return i;
}

static bool is_free(const ox_tile_guests *g, const ox_tile_guest *wanted, uint32_t own) {
    for (uint32_t y = wanted->y; y < (uint32_t)wanted->y + wanted->rows; y++)
        for (uint32_t x = wanted->x; x < (uint32_t)wanted->x + wanted->columns; x++) {
            const uint32_t here = g->cells[y * g->columns + x];
            if (here != 0 && here != own + 1) return false;
        }
    return true;
}

ox_status ox_tile_guests_enter(ox_tile_guests *guests, uint32_t who, const ox_tile_area *area) {
    const ox_tile_guest wanted = {who, area->x, area->y, area->columns, area->rows};
    if (who == 0 || area->columns == 0 || area->rows == 0 ||
        (uint32_t)area->x + area->columns > guests->columns || (uint32_t)area->y + area->rows > guests->rows)
        return OX_BAD_ARGUMENT;
    const uint32_t number = number_of(guests, who);
    if (!is_free(guests, &wanted, number)) return OX_ALREADY_THERE;
    if (number == guests->room) return OX_FULL;
    if (number < guests->count)
        mark_cells(guests, &guests->list[number], 0);
    else
        guests->count++;
    guests->list[number] = wanted;
    mark_cells(guests, &wanted, number + 1);
    return OX_OK;
}

bool ox_tile_guests_leave(ox_tile_guests *guests, uint32_t who) {
    const uint32_t number = number_of(guests, who);
    if (number == guests->count) return false;
    mark_cells(guests, &guests->list[number], 0);
    guests->count--;
    if (number < guests->count) { /* the last one takes its row */
        guests->list[number] = guests->list[guests->count];
        mark_cells(guests, &guests->list[number], number + 1);
    }
    return true;
}

uint32_t ox_tile_guests_at(const ox_tile_guests *guests, int32_t x, int32_t y) {
    if (x < 0 || y < 0 || (uint32_t)x >= guests->columns || (uint32_t)y >= guests->rows) return 0;
    const uint32_t number = guests->cells[(uint32_t)y * guests->columns + (uint32_t)x];
    return number == 0 ? 0 : guests->list[number - 1].who;
}
