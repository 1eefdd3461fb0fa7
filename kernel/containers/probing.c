/* Hash tables with probing: look-up, tombstones, and rebuilding in place. */
#include "kernel/containers/probing.h"

#include "kernel/containers/internal.h"
#include "kernel/containers/sort.h"
#include "kernel/memory/life.h"

/* waiting: the slot holds a pair that a rebuild has yet to place */
enum { EMPTY, TOMBSTONE, WAITING, TAKEN };

static inline uint32_t key_at(const ox_probing *table, uint32_t slot) {
    return *(const uint32_t *)(const void *)(table->pairs + (size_t)slot * table->stride);
}

OX_NOT_COPIED bool ox_probe_next(ox_probe *p) {
    if (++p->tries >= p->size) return false;
    if (p->order == OX_PROBE_LINEAR || (p->tries & 1u) != 0) {
        /* from j^2 to (j + 1)^2 are 2 j + 1 steps */
        p->distance += p->order == OX_PROBE_QUADRATIC ? p->tries : 1u;
        if (p->distance >= p->size) p->distance -= p->size;
        p->slot = p->home + p->distance;
        if (p->slot >= p->size) p->slot -= p->size;
    } else {
        p->slot = p->home - p->distance;
        if (p->home < p->distance) p->slot += p->size;
    }
    return true;
}

static bool suits_quadratic(uint32_t size) {
    if (size % 4 != 3) return false;
    for (uint32_t divisor = 3; divisor * divisor <= size; divisor += 2) {
        if (size % divisor == 0) return false;
    }
    return true;
}

OX_NOT_COPIED size_t ox_probing_bytes(uint32_t stride, uint32_t size, bool ordered) {
    return (size_t)size * (stride + 1u) + (ordered ? ((size_t)size + 2u) * sizeof(ox_list_links) : 0);
}

ox_status ox_probing_init(ox_probing *table, const ox_probing_config *config, void *block, size_t bytes) {
    uint32_t size = config->size, stride = config->stride;
    *table = (ox_probing){.pairs = block, .stride = stride, .order = config->order};
    if (size - 1u >= OX_NODES_MAX - 2u || ((stride | (uintptr_t)block) & 3u) != 0) return OX_BAD_ARGUMENT;
    if (config->order == OX_PROBE_QUADRATIC && !suits_quadratic(size)) return OX_BAD_ARGUMENT;
    if (block == NULL || bytes < ox_probing_bytes(stride, size, config->ordered)) return OX_OUT_OF_MEMORY;
    table->size = size;
    table->states = table->pairs + (size_t)size * stride;
    if (config->ordered) {
        table->links = (ox_list_links *)(void *)table->states;
        table->states = (uint8_t *)(table->links + size + 2u);
    }
    ox_probing_clear(table);
    return OX_OK;
}

OX_NOT_COPIED void ox_probing_clear(ox_probing *table) {
    memset(table->states, EMPTY, table->size);
    if (table->links != NULL) table->links[0] = (ox_list_links){0, 0};
    table->count = table->tombstones = 0;
}

OX_CALLED ox_probe probe_of(const ox_probing *table, uint32_t key) {
    return ox_probe_begin(table->order, table->size, key % table->size);
}

/* The position of the key, or 0. *room is the position where the key would go, 0 when there is no room. */
OX_CALLED uint32_t look(const ox_probing *table, uint32_t key, uint32_t *room) {
    ox_probe p = probe_of(table, key);
    *room = 0;
    do {
        uint8_t state = table->states[p.slot];
        if (state == TAKEN) {
            if (key_at(table, p.slot) == key) return p.slot + 1u;
        } else {
            if (*room == 0) *room = p.slot + 1u;
            if (state == EMPTY) break;
        }
    } while (ox_probe_next(&p));
    return 0;
}

OX_NOT_COPIED uint32_t ox_probing_find(const ox_probing *table, uint32_t key) {
    uint32_t room;
    return look(table, key, &room);
}

OX_CALLED void join(ox_probing *table, uint32_t a, uint32_t b) {
    table->links[a].next = (uint16_t)b;
    table->links[b].prev = (uint16_t)a;
}

uint32_t ox_probing_insert(ox_probing *table, uint32_t key, bool *fresh) {
    OX_CREATED(table->size);
    uint32_t room;
    *fresh = false;
    if (table->tombstones * 4u > table->size) ox_probing_rebuild(table);
    uint32_t position = look(table, key, &room);
    if (position != 0 || room == 0) return position;
    *fresh = true;
    table->count++;
    table->tombstones -= table->states[room - 1u] == TOMBSTONE;
    table->states[room - 1u] = TAKEN;
    *(uint32_t *)(void *)(table->pairs + (size_t)(room - 1u) * table->stride) = key;
    if (table->links != NULL) {
        join(table, table->links[0].prev, room);
        join(table, room, 0);
    }
    return room;
}

OX_NOT_COPIED uint32_t ox_probing_step(const ox_probing *table, uint32_t position, bool back) {
    if (table->links != NULL) return back ? table->links[position].prev : table->links[position].next;
    do {
        position = back ? (position == 0 ? table->size : position - 1u) : position + 1u;
    } while (position - 1u < table->size && table->states[position - 1u] != TAKEN);
    return position - 1u < table->size ? position : 0;
}

OX_NOT_COPIED uint32_t ox_probing_erase(ox_probing *table, uint32_t position) {
    FX_CHECK_OR(position - 1u < table->size && table->states[position - 1u] == TAKEN,
                "hash: nothing there to remove", return 0);
    uint32_t next = ox_probing_step(table, position, false);
    if (table->links != NULL) join(table, table->links[position].prev, next);
    table->states[position - 1u] = TOMBSTONE;
    table->tombstones++;
    table->count--;
    return next;
}

bool ox_probing_remove(ox_probing *table, uint32_t key) {
    uint32_t position = ox_probing_find(table, key);
    if (position == 0) return false;
    ox_probing_erase(table, position);
    if (table->tombstones * 4u > table->size) ox_probing_rebuild(table);
    return true;
}

/* Moves the links of position `from` to position `to`. */
OX_CALLED void relink(ox_probing *table, uint32_t from, uint32_t to) {
    uint32_t prev = table->links[from].prev, next = table->links[from].next;
    join(table, prev, to);
    join(table, to, next);
}

/* Puts every pair into the first slot of its probe walk that holds no placed pair yet. A waiting pair in that slot
 * goes to the slot where the placed pair came from. */
OX_NOT_COPIED void ox_probing_rebuild(ox_probing *table) {
    for (uint32_t s = 0; s < table->size; s++) table->states[s] = table->states[s] == TAKEN ? WAITING : EMPTY;
    table->tombstones = 0;
    for (uint32_t s = 0; s < table->size; s++) {
        while (table->states[s] == WAITING) {
            ox_probe p = probe_of(table, key_at(table, s));
            while (table->states[p.slot] == TAKEN && ox_probe_next(&p)) continue;
            uint8_t there = table->states[p.slot];
            table->states[s] = there;
            table->states[p.slot] = TAKEN;
            if (p.slot == s) break;
            ox_swap_items(table->pairs + (size_t)s * table->stride,
                          table->pairs + (size_t)p.slot * table->stride, table->stride);
            if (table->links == NULL) continue;
            uint32_t scratch = table->size + 1u;
            if (there == WAITING) relink(table, p.slot + 1u, scratch);
            relink(table, s + 1u, p.slot + 1u);
            if (there == WAITING) relink(table, scratch, s + 1u);
        }
    }
}

uint32_t ox_probing_longest(const ox_probing *table) {
    uint32_t longest = 0;
    for (uint32_t s = 0; s < table->size; s++) {
        if (table->states[s] != TAKEN) continue;
        ox_probe p = probe_of(table, key_at(table, s));
        while (p.slot != s && ox_probe_next(&p)) continue;
        if (p.tries + 1u > longest) longest = p.tries + 1u;
    }
    return longest;
}
