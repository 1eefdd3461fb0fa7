/* Topology: the levels of a game and the ways between them: a line, a star about a hub, a graph, an open grid.
 *
 *     ox_topology world_map;
 *     status = ox_topology_init(&world_map, chunk, &arena);            chunk: a checked TOPO chunk
 *     int here = ox_topology_find(&world_map, ID_HUB);
 *     status = ox_topology_way(&world_map, here, there);    OX_OK, OX_BAD_STATE: locked, OX_NOT_FOUND: no way
 *     ox_topology_lock(&world_map, ox_topology_link(&world_map, here, there), false);  the player has the key
 *
 * In a line each level leads to the level before and the level behind, in a star the first leads to all and back, in
 * a grid each leads to the levels beside, above and below it; in a graph only links are ways. A link between two
 * levels describes their way: where it is crossed, and whether it is a door. Doors are locked at the start. A one-way
 * link leads in its own direction alone.
 *
 * Locks are part of the game: `locked`, one bit a link, is saved with it. (GEA 13.1, 14.4.)
 *
 * Cost: a way is a walk over the links of two levels; distances are a walk over all levels for each step. */
#ifndef OXCART_KERNEL_LEVEL_TOPOLOGY_H
#define OXCART_KERNEL_LEVEL_TOPOLOGY_H

#include "fixedmath/volume.h"
#include "kernel/bytes/bits.h"
#include "kernel/memory/arena.h"
#include "kernel/names/id.h"

typedef struct ox_topology {
    const uint8_t *chunk;
    uint32_t count; /* number of levels */
    uint32_t links;
    ox_bits locked;
} ox_topology;

#define OX_TOPOLOGY_FAR 0xFFFFu

/* Begins a topology, with the bits of its links from the low end of the arena. OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_topology_init(ox_topology *topology, const uint8_t *chunk, ox_arena *arena);

/* Begins a topology over words of the caller, OX_BITS_WORDS(links) of them. `anew`: all doors are locked; else the
 * bits stay as they are. */
void ox_topology_bind(ox_topology *topology, const uint8_t *chunk, uint32_t *words, bool anew);

/* ox_topology_find gives a level's number by id; ox_topology_at gives the first level whose bounds hold a place;
 * OX_NOT_FOUND. */
int ox_topology_find(const ox_topology *topology, ox_id level);
int ox_topology_at(const ox_topology *topology, vec3 place);
ox_id ox_topology_level(const ox_topology *topology, uint32_t number); /* 0 (asserted) for none */
box3 ox_topology_bounds(const ox_topology *topology, uint32_t number);

/* Whether there is an open way from one level to another now. */
FX_MUST_CHECK ox_status ox_topology_way(const ox_topology *topology, uint32_t from, uint32_t to);

/* The number of the link that leads from one level to another, or of a link back that leads both ways; OX_NOT_FOUND. */
int ox_topology_link(const ox_topology *topology, uint32_t from, uint32_t to);
void ox_topology_lock(ox_topology *topology, uint32_t link, bool locked);
bool ox_topology_is_locked(const ox_topology *topology, uint32_t link);

/* The number of ways between a level and every level, by ways that are open: `out` has room for all levels;
 * OX_TOPOLOGY_FAR where no way leads. */
void ox_topology_distances(const ox_topology *topology, uint32_t from, uint16_t *out);

/* The next level on a shortest way to `to`, from the level for which the distances were made; of several ways that by
 * the levels with the lowest numbers. OX_NOT_FOUND where no way leads, or `to` is reached already. */
int ox_topology_toward(const ox_topology *topology, uint32_t to, const uint16_t *distances);

#endif
