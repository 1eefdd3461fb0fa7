/* Topology: ways that follow from the form, and ways of links. */
#include "kernel/level/topology.h"

#include "kernel/level/internal.h"
#include "kernel/memory/life.h"

enum { DOOR = 1, ONE_WAY = 4 };
FX_STATIC_ASSERT(ROM_TOPOLOGY_LINK_SIZE % 4 == 0, "rows lie on words");

static const uint8_t *node_of(const ox_topology *t, uint32_t number) {
    return t->chunk + rom_u32(t->chunk + ROM_TOPOLOGY_NODES_AT) + (size_t)number * ROM_TOPOLOGY_NODE_SIZE;
}

static const uint8_t *link_of(const ox_topology *t, uint32_t number) {
    return t->chunk + rom_u32(t->chunk + ROM_TOPOLOGY_LINKS_AT) + (size_t)number * ROM_TOPOLOGY_LINK_SIZE;
}

void ox_topology_bind(ox_topology *topology, const uint8_t *chunk, uint32_t *words, bool anew) {
    const uint32_t links = rom_u32(chunk + ROM_TOPOLOGY_LINK_COUNT);
    *topology =
        (ox_topology){.chunk = chunk, .count = rom_u32(chunk + ROM_TOPOLOGY_NODE_COUNT), .links = links};
    ox_bits_init(&topology->locked, words, links);
    for (uint32_t i = 0; anew && i < links; i++)
        ox_bits_assign(&topology->locked, i,
                       (rom_u32(link_of(topology, i) + ROM_TOPOLOGY_LINK_FLAGS) & DOOR) != 0);
}

ox_status ox_topology_init(ox_topology *topology, const uint8_t *chunk, ox_arena *arena) {
    const uint32_t links = rom_u32(chunk + ROM_TOPOLOGY_LINK_COUNT);
    uint32_t *words =
        (uint32_t *)ox_arena_push_zero(arena, OX_ARENA_LOW, 4u * (OX_BITS_WORDS(links) + 1u), 4);
    *topology =
        (ox_topology){.chunk = chunk, .count = rom_u32(chunk + ROM_TOPOLOGY_NODE_COUNT), .links = links};
    if (words == NULL) return OX_OUT_OF_MEMORY;
    ox_topology_bind(topology, chunk, words, true);
    return OX_OK;
}

int ox_topology_find(const ox_topology *topology, ox_id level) {
    OX_CREATED(topology->chunk);
    for (uint32_t i = 0; i < topology->count; i++) {
        if (rom_u32(node_of(topology, i) + ROM_TOPOLOGY_NODE_LEVEL) == level) return (int)i;
    }
    return OX_NOT_FOUND;
}

box3 ox_topology_bounds(const ox_topology *topology, uint32_t number) {
    FX_CHECK_OR(number < topology->count, "topology: no such level", return box_empty());
    return (box3){ox_level_vector(node_of(topology, number) + ROM_TOPOLOGY_NODE_LOW),
                  ox_level_vector(node_of(topology, number) + ROM_TOPOLOGY_NODE_HIGH)};
}

int ox_topology_at(const ox_topology *topology, vec3 place) {
    for (uint32_t i = 0; i < topology->count; i++) {
        box3 bounds = ox_topology_bounds(topology, i);
        if (box_contains(&bounds, place)) return (int)i;
    }
    return OX_NOT_FOUND;
}

ox_id ox_topology_level(const ox_topology *topology, uint32_t number) {
    FX_CHECK_OR(number < topology->count, "topology: no such level", return OX_ID_NONE);
    return rom_u32(node_of(topology, number) + ROM_TOPOLOGY_NODE_LEVEL);
}

/* ---- ways ---- */

static int listed(const ox_topology *t, uint32_t from, uint32_t to) {
    const uint8_t *node = node_of(t, from);
    uint32_t first = rom_u32(node + ROM_TOPOLOGY_NODE_FIRST_LINK),
             count = rom_u32(node + ROM_TOPOLOGY_NODE_LINK_COUNT);
    for (uint32_t i = first; i < first + count; i++) {
        if (rom_u32(link_of(t, i) + ROM_TOPOLOGY_LINK_NODE) == to) return (int)i;
    }
    return OX_NOT_FOUND;
}

static bool one_way(const ox_topology *t, int link) {
    return (rom_u32(link_of(t, (uint32_t)link) + ROM_TOPOLOGY_LINK_FLAGS) & ONE_WAY) != 0;
}

int ox_topology_link(const ox_topology *topology, uint32_t from, uint32_t to) {
    int link;
    FX_CHECK_OR(from < topology->count && to < topology->count, "topology: no such level",
                return OX_NOT_FOUND);
    link = listed(topology, from, to);
    if (link >= 0) return link;
    link = listed(topology, to, from);
    return link >= 0 && !one_way(topology, link) ? link : OX_NOT_FOUND;
}

/* Whether the form gives a way between two levels without a link. */
static bool implied(const ox_topology *t, uint32_t from, uint32_t to) {
    uint32_t columns = rom_u16(t->chunk + ROM_TOPOLOGY_COLUMNS), low = from < to ? from : to,
             high = from < to ? to : from;
    switch (t->chunk[ROM_TOPOLOGY_FORM]) {
    case ROM_TOPOLOGY_LINE:
        return high - low == 1;
    case ROM_TOPOLOGY_STAR:
        return low == 0 && high != 0;
    case ROM_TOPOLOGY_GRID:
        return columns != 0 && ((high - low == 1 && low % columns + 1u < columns) || high - low == columns);
    default:
        return false;
    }
}

ox_status ox_topology_way(const ox_topology *topology, uint32_t from, uint32_t to) {
    int link = ox_topology_link(topology, from, to), back;
    if (link >= 0) return ox_bits_get(&topology->locked, (uint32_t)link) ? OX_BAD_STATE : OX_OK;
    if (from >= topology->count || to >= topology->count) return OX_NOT_FOUND;
    back = listed(topology, to, from);
    if (back >= 0) return OX_NOT_FOUND; /* the link leads back, and not there */
    return implied(topology, from, to) ? OX_OK : OX_NOT_FOUND;
}

void ox_topology_lock(ox_topology *topology, uint32_t link, bool locked) {
    FX_CHECK_OR(link < topology->links, "topology: no such link", return );
    ox_bits_assign(&topology->locked, link, locked);
}

bool ox_topology_is_locked(const ox_topology *topology, uint32_t link) {
    FX_CHECK_OR(link < topology->links, "topology: no such link", return true);
    return ox_bits_get(&topology->locked, link);
}

void ox_topology_distances(const ox_topology *topology, uint32_t from, uint16_t *out) {
    uint32_t reached = 1;
    for (uint32_t i = 0; i < topology->count; i++) out[i] = OX_TOPOLOGY_FAR;
    FX_CHECK_OR(from < topology->count, "topology: no such level", return );
    out[from] = 0;
    for (uint32_t step = 0; reached != 0 && step < topology->count; step++) {
        reached = 0;
        for (uint32_t a = 0; a < topology->count; a++) {
            for (uint32_t b = 0; out[a] == step && b < topology->count; b++) {
                if (out[b] != OX_TOPOLOGY_FAR || ox_topology_way(topology, a, b) != OX_OK) continue;
                out[b] = (uint16_t)(step + 1u);
                reached++;
            }
        }
    }
}

int ox_topology_toward(const ox_topology *topology, uint32_t to, const uint16_t *distances) {
    FX_CHECK_OR(to < topology->count, "topology: no such level", return OX_NOT_FOUND);
    if (distances[to] == 0) return OX_NOT_FOUND; /* one that is too far has none before it */
    for (uint32_t step = distances[to]; step > 1; step--) {
        uint32_t before = 0;
        while (before < topology->count &&
               (distances[before] + 1u != step || ox_topology_way(topology, before, to) != OX_OK))
            before++;
        if (before == topology->count) return OX_NOT_FOUND; /* the distances were made with other locks */
        to = before;
    }
    return (int)to;
}
