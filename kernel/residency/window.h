/* A residency window: the few items of a long sequence that are in memory, around a cursor that moves along
 * it.
 *
 *     ox_window_config road = {.items = 20, .slots = 3, .slot_bytes = 4096, .settle = 2};
 *     ox_window_init(&window, &level, &road);                    20 segments in order, 3 slots of 4 KB
 *     every step:
 *         ox_window_move(&window, segment_of(camera));
 *         while (ox_window_want(&window, &item, &memory)) begin_loading(item, memory);
 *         when an item has arrived: ox_window_loaded(&window, item, true);
 *         const uint8_t *segment = ox_window_get(&window, item);   NULL: not loaded yet
 *
 * Items are numbers 0 .. items-1; their order is 0, 1, 2, .. or the order of a table of links, which may close to a
 * ring. Slots are of one size. The item under the cursor is loaded first, then items ahead, in the direction of the
 * last movement. Empty slots are filled with items behind. The item farthest from the cursor gives way. Two slots are
 * the playing and the loading block of streamed sound; three slots hold a segment and its neighbour on either side.
 *
 * TURNING. Whoever walks to and fro over a border should not load and drop the same segment again and again.
 * After a turn nothing ahead is fetched until the cursor has gone on by a whole segment in the new direction,
 * or has stayed for `settle` steps. With four slots or more there is also one segment to spare, and a cursor that turns
 * and turns back at once needs no loading at all.
 *
 * Cost, Cortex-M3 instructions: move 32, get 42; want about 100 when no item is wanted, 250 with three slots when one
 * is. */
#ifndef OXCART_KERNEL_RESIDENCY_WINDOW_H
#define OXCART_KERNEL_RESIDENCY_WINDOW_H

#include "kernel/memory/arena.h"
#include "kernel/memory/status.h"

#define OX_WINDOW_SLOTS 16
#define OX_WINDOW_NONE 0xFFFFu

/* Neighbours of an item; OX_WINDOW_NONE at the ends. */
typedef struct ox_window_link {
    uint16_t previous, next;
} ox_window_link;

typedef enum ox_window_state { OX_WINDOW_EMPTY, OX_WINDOW_LOADING, OX_WINDOW_READY } ox_window_state;

typedef struct ox_window {
    const ox_window_link *links; /* or NULL: 0, 1, 2, .. */
    uint8_t *memory;
    uint32_t slot_bytes;
    uint16_t items, slots;
    uint16_t cursor;
    uint16_t item[OX_WINDOW_SLOTS]; /* OX_WINDOW_NONE: empty */
    uint8_t state[OX_WINDOW_SLOTS]; /* ox_window_state */
    bool backward;                  /* direction of the last movement */
    uint8_t settle, waiting;        /* steps to wait after a turn, and how many are left */
    uint32_t loads, failures;
    uint32_t stalls; /* requests for items that were not there */
} ox_window;

typedef struct ox_window_config {
    const ox_window_link *links; /* of the items, kept by pointer; NULL: 0, 1, 2, .. */
    uint32_t items;              /* 1..65535 */
    uint32_t slots;              /* 1..OX_WINDOW_SLOTS */
    uint32_t slot_bytes;         /* from 1, rounded up to 8 */
    uint32_t settle;             /* steps to wait after a turn, 0..255 */
} ox_window_config;

/* Takes the slots from the low end of the arena; the cursor is at item 0. OX_BAD_ARGUMENT (also for a link to
 * an item that does not exist) or OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_window_init(ox_window *window, ox_arena *arena, const ox_window_config *config);

/* Moves the cursor; called once per step. A jump to a place that is no neighbour is legal, and keeps the direction. An
 * item that does not exist is asserted and ignored. */
void ox_window_move(ox_window *window, uint32_t item);

/* What should be loaded next, and where to; false when nothing should. The slot then waits for ox_window_loaded,
 * however many steps the loading takes; several loads may be under way. */
FX_MUST_CHECK bool ox_window_want(ox_window *window, uint32_t *item, void **memory);

/* Ends the loading of `item`; a failed loading leaves its slot empty, and the item is wanted again. OX_NOT_FOUND
 * (asserted) when the item was not being loaded. */
ox_status ox_window_loaded(ox_window *window, uint32_t item, bool good);

/* The item's memory; NULL, and a stall is counted, when the item is not loaded. */
void *ox_window_get(ox_window *window, uint32_t item);

/* Slots that are not empty. */
uint32_t ox_window_resident(const ox_window *window);

/* Empties all slots; loads under way are forgotten (end them first). */
void ox_window_clear(ox_window *window);

#endif
