/* The graph of references among the chunks of an assembly, and the lists that follow from it: dependencies,
 * packages, places. */
#ifndef OXCART_TOOLS_PACK_PACK_GRAPH_H
#define OXCART_TOOLS_PACK_PACK_GRAPH_H

#include "tools/cart/cart.h"
#include "tools/image/assemble.h"

typedef struct pack_graph {
    uint32_t count; /* nodes: the chunks of the assembly, sorted by (id, type); chunks that differ in variant
                       are one node */
    uint32_t *chunks; /* a chunk of each node: its number in the assembly */
    uint32_t *first;  /* first edge of each node; count + 1 numbers */
    uint32_t *edges;  /* nodes that a node names, rising */
} pack_graph;

/* Finds the references of all chunks by their field descriptors and tables of references: every id that names
 * a chunk is a reference. Mere mentions count only when `mentions` is set: neighbours of levels, far references,
 * topologies, clips that are fetched when they are wanted. The budget, the info, names and reference tables
 * are no nodes. False without memory. */
bool pack_graph_make(const assembly *a, bool mentions, pack_graph *graph);
void pack_graph_free(pack_graph *graph);

/* The node of a chunk, or UINT32_MAX. */
uint32_t pack_graph_find(const pack_graph *graph, const assembly *a, uint32_t id, uint32_t type);

/* Writes all nodes that a node needs into `members` (graph->count numbers): children before parents as far as cycles
 * let them, the node itself last. Returns how many; 0 without memory. */
uint32_t pack_graph_closure(const pack_graph *graph, uint32_t node, uint32_t *members);

/* The chunks of one character: package/NAME holds these and all chunks that they need. */
typedef struct pack_group {
    const char *name;    /* character/pirate */
    const uint32_t *ids; /* ids of chunks; an id without a chunk does not count */
    uint32_t count;
} pack_group;

/* Adds a package for every level and for every scene (PACK, named package/level/NAME or package/scene/NAME), and for
 * every group; gives their chunks neighbouring places, and adds the chunk `dependencies`. A chunk in no package keeps
 * its usual place. The package of a level that is streamed has the blocks of the budget. False
 * after one sentence: a streamed level without blocks, or no memory. `file` stands in it. */
bool pack_graph_write(assembly *a, const pack_group *groups, uint32_t group_count, const char *file,
                      tool_error *error);

/* The parts of each character of a cart, as groups in the order of cart.txt. All zero is empty. */
typedef struct pack_groups {
    pack_group *list;
    uint32_t count;
    uint32_t *ids; /* ids of all groups */
    char **names;
} pack_groups;

bool pack_groups_of(const cart *c, pack_groups *groups); /* false without memory */
void pack_groups_free(pack_groups *groups);

#endif
