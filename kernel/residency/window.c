/* The residency window: which item to load next, and which slot gives way to it. The window is asked once a step, so
 * its code is kept small, not fast. */
#include "kernel/residency/window.h"

#include <string.h>

#include "kernel/memory/life.h"

/* The next item in a direction, OX_WINDOW_NONE beyond the ends. */
static __attribute__((noinline)) uint32_t neighbour(const ox_window *window, uint32_t item, bool backward) {
    if (item >= window->items) return OX_WINDOW_NONE;
    if (window->links != NULL) return backward ? window->links[item].previous : window->links[item].next;
    if (backward) return item == 0 ? OX_WINDOW_NONE : item - 1u;
    return item + 1u == window->items ? OX_WINDOW_NONE : item + 1u;
}

void ox_window_clear(ox_window *window) {
    memset(window->state, OX_WINDOW_EMPTY, sizeof window->state);
    memset(window->item, 0xFF, sizeof window->item);
}

ox_status ox_window_init(ox_window *window, ox_arena *arena, const ox_window_config *config) {
    const ox_window_link *links = config->links;
    uint32_t items = config->items, slots = config->slots, slot_bytes = config->slot_bytes;
    memset(window, 0, sizeof *window);
    ox_window_clear(window);
    if (items - 1u >= OX_WINDOW_NONE || slots - 1u >= OX_WINDOW_SLOTS || config->settle > 255u)
        return OX_BAD_ARGUMENT;
    if (slot_bytes - 1u >= 0x7FFFFFF8u / slots) return OX_BAD_ARGUMENT;
    for (uint32_t i = 0; i < items && links != NULL; i++) {
        bool before = links[i].previous < items || links[i].previous == OX_WINDOW_NONE;
        if (!before || (links[i].next >= items && links[i].next != OX_WINDOW_NONE)) return OX_BAD_ARGUMENT;
    }
    slot_bytes = (slot_bytes + 7u) & ~7u;
    window->memory = (uint8_t *)ox_arena_push(arena, OX_ARENA_LOW, (size_t)slot_bytes * slots, OX_ALIGNMENT);
    if (window->memory == NULL) return OX_OUT_OF_MEMORY;
    window->links = links;
    window->items = (uint16_t)items;
    window->slots = (uint16_t)slots;
    window->slot_bytes = slot_bytes;
    window->settle = (uint8_t)config->settle;
    return OX_OK;
}

void ox_window_move(ox_window *window, uint32_t item) {
    OX_CREATED(window->memory);
    FX_CHECK_OR(item < window->items, "the window's cursor moves to an item that does not exist", return );
    uint32_t cursor = window->cursor;
    window->cursor = (uint16_t)item;
    if (item == cursor) {
        if (window->waiting != 0) window->waiting--;
        return;
    }
    bool backward = item != neighbour(window, cursor, window->backward);
    bool neighbours = !backward || item == neighbour(window, cursor, !window->backward);
    bool turned = neighbours && backward;
    window->waiting = turned ? window->settle : 0;
    if (turned) window->backward = !window->backward;
}

/* The slot that holds the item, or `slots`. */
static __attribute__((noinline)) uint32_t slot_of(const ox_window *window, uint32_t item) {
    uint32_t slot = 0;
    while (slot < window->slots && window->item[slot] != item) slot++;
    return slot;
}

/* Steps from the cursor to the item; some number above `slots` when the item is farther than `slots` steps. */
static uint32_t distance_to(const ox_window *window, uint32_t item) {
    uint32_t before = window->cursor, after = window->cursor, steps = 0;
    while (steps <= window->slots && item != before && item != after) {
        before = neighbour(window, before, true);
        after = neighbour(window, after, false);
        steps++;
    }
    return steps;
}

/* A slot for an item `steps` from the cursor: an empty slot, or else, if `evict`, the slot of the item that is farthest
 * from the cursor and no nearer than `steps`; `slots` when no slot can be had. */
static __attribute__((noinline)) uint32_t make_room(const ox_window *window, uint32_t steps, bool evict) {
    uint32_t best = slot_of(window, OX_WINDOW_NONE), farthest = steps;
    if (best < window->slots || !evict) return best;
    for (uint32_t slot = 0; slot < window->slots; slot++) {
        uint32_t away = distance_to(window, window->item[slot]);
        if (window->state[slot] != OX_WINDOW_READY || away < farthest || (away == 0 && window->slots > 1))
            continue;
        farthest = away;
        best = slot;
    }
    return best;
}

/* The first item in no slot, up to `reach` steps from the cursor in a direction; its distance in *steps. */
static __attribute__((noinline)) uint32_t missing(const ox_window *window, bool backward, uint32_t reach,
                                                  uint32_t *steps) {
    uint32_t item = window->cursor;
    for (*steps = 0; item != OX_WINDOW_NONE && *steps <= reach; ++*steps) {
        if (slot_of(window, item) == window->slots) return item;
        item = neighbour(window, item, backward);
    }
    return OX_WINDOW_NONE;
}

bool ox_window_want(ox_window *window, uint32_t *item, void **memory) {
    uint32_t slots = window->slots, slot = slots, wanted = OX_WINDOW_NONE, steps;
    uint32_t ahead = slots <= 2 ? slots - 1u : (slots - 1u) / 2u;
    if (slots == 0) return false;
    /* Items ahead come first. With three slots or more items behind follow, which only take empty slots. */
    for (int side = 0; side < (slots > 2 ? 2 : 1) && slot == slots; side++) {
        bool behind = side != 0;
        wanted =
            missing(window, window->backward != behind, behind || window->waiting == 0 ? ahead : 0, &steps);
        if (wanted != OX_WINDOW_NONE) slot = make_room(window, steps, !behind);
    }
    if (slot == slots) return false;
    window->item[slot] = (uint16_t)wanted;
    window->state[slot] = OX_WINDOW_LOADING;
    window->loads++;
    *item = wanted;
    *memory = window->memory + (size_t)slot * window->slot_bytes;
    return true;
}

ox_status ox_window_loaded(ox_window *window, uint32_t item, bool good) {
    uint32_t slot = item < window->items ? slot_of(window, item) : window->slots;
    bool loading = slot < window->slots && window->state[slot] == OX_WINDOW_LOADING;
    FX_ASSERT_MSG(loading, "item %u was not being loaded into the window", item);
    if (!loading) return OX_NOT_FOUND;
    window->state[slot] = good ? OX_WINDOW_READY : OX_WINDOW_EMPTY;
    if (!good) {
        window->item[slot] = OX_WINDOW_NONE;
        window->failures++;
    }
    return OX_OK;
}

void *ox_window_get(ox_window *window, uint32_t item) {
    uint32_t slot = item < window->items ? slot_of(window, item) : window->slots;
    if (slot < window->slots && window->state[slot] == OX_WINDOW_READY) {
        return window->memory + (size_t)slot * window->slot_bytes;
    }
    window->stalls++;
    return NULL;
}

uint32_t ox_window_resident(const ox_window *window) {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < window->slots; slot++) count += window->state[slot] != OX_WINDOW_EMPTY;
    return count;
}
