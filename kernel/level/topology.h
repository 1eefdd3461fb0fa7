/* Topology: which levels there are and where one may go from each: a line, a star about a hub, a graph, an
 * open grid.
 *
 *     ox_topology world_map;
 *     status = ox_topology_init(&world_map, chunk, &arena);            chunk: a checked TOPO chunk
 *     int here = ox_topology_find(&world_map, ID_HUB);
 *     status = ox_topology_way(&world_map, here, there);    OX_OK, OX_BAD_STATE: locked, OX_NOT_FOUND: no way
 *     ox_topology_lock(&world_map, ox_topology_link(&world_map, here, there), false);  the player has the key
 *
 * In a line each level leads to the next and the one before, in a star the first to all and back, in a grid
 * each to those beside, above and below it; in a graph only links say so. A link between two levels says
 * more of their way: where it is crossed, and whether it is a door. Doors are locked at the start. A one-way
 * link leads in its own direction alone.
 *
 * What is locked is part of the game: `locked`, one bit a link, is saved with it. (GEA 13.1, 14.4.)
 *
 * Cost: a way is a walk over the links of two levels; distances a walk over all of them for each step. */
#ifndef OXCART_KERNEL_LEVEL_TOPOLOGY_H
#define OXCART_KERNEL_LEVEL_TOPOLOGY_H

#include "fixedmath/volume.h"
#include "kernel/bytes/bits.h"
#include "kernel/memory/arena.h"
#include "kernel/names/id.h"

typedef struct ox_topology {
    const uint8_t *chunk;
    uint32_t count; /* levels */
    uint32_t links;
    ox_bits locked;
} ox_topology;

#define OX_TOPOLOGY_FAR 0xFFFFu

/* Takes the bits from the low end of the arena. OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_topology_init(ox_topology *topology, const uint8_t *chunk, ox_arena *arena);

/* Begins a topology over words of the caller's, OX_BITS_WORDS(links) of them. `anew`: all doors are locked; else the bits stay as they are. */
void ox_topology_bind(ox_topology *topology, const uint8_t *chunk, uint32_t *words, bool anew);

/* A level's number by id, and the first whose bounds hold a place; OX_NOT_FOUND. */
int ox_topology_find(const ox_topology *topology, ox_id level);
int ox_topology_at(const ox_topology *topology, vec3 place);
ox_id ox_topology_level(const ox_topology *topology, uint32_t number); /* 0 (asserted) for none */
box3 ox_topology_bounds(const ox_topology *topology, uint32_t number);

/* Whether one may go from a level to another now. */
FX_MUST_CHECK ox_status ox_topology_way(const ox_topology *topology, uint32_t from, uint32_t to);

/* The number of the link that leads from one level to another, or back if it leads both ways; OX_NOT_FOUND.
 * */
int ox_topology_link(const ox_topology *topology, uint32_t from, uint32_t to);
void ox_topology_lock(ox_topology *topology, uint32_t link, bool locked);
bool ox_topology_is_locked(const ox_topology *topology, uint32_t link);

/* How many ways lie between a level and each of all, by ways that are open: out has room for all levels;
 * OX_TOPOLOGY_FAR where none leads. */
void ox_topology_distances(const ox_topology *topology, uint32_t from, uint16_t *out);

/* The next level on a shortest way to a level, from the one that the distances were asked for; of several ways by the levels with the lowest
 * numbers. OX_NOT_FOUND where no way leads, or one is there already. */
int ox_topology_toward(const ox_topology *topology, uint32_t to, const uint16_t *distances);

#endif
