/* Directed graphs: nodes and edges with weights, order without loops, reachability.
 *
 *     static ox_graph_node rooms[33];
 *     static ox_graph_edge doors[101];
 *     ox_graph map;
 *     ox_status status = ox_graph_init(&map, rooms, 33, doors, 101);     32 nodes, 100 edges
 *     uint32_t hall = ox_graph_add_node(&map), attic = ox_graph_add_node(&map);        1, 2
 *     ox_graph_connect(&map, hall, attic, 5, true);                      both ways, weight 5
 *     for (e = ox_graph_first(&map, hall); e != 0; e = ox_graph_next(&map, e)) visit(e);
 *
 * A dependency "a needs b first" is an edge from b to a; ox_graph_order then gives an order to start in, or
 * says OX_CYCLE, and ox_graph_loop names a loop. A DAG is a graph that ox_graph_closes_loop is asked before
 * every edge.
 *
 *     ox_graph_add_node      the number of a new node, 0 when full: 1, 2, 3 ...         O(1)
 *     ox_graph_add_edge      an edge, 0 when full or a node is not there                O(1)
 *     ox_graph_connect       the edge, with both_ways its twin; OX_FULL: nothing added  O(1)
 *     ox_graph_remove_edge   OX_NOT_FOUND                                               O(its edges)
 *     ox_graph_disconnect    the first edge a to b and the first back; OX_NOT_FOUND     O(their edges)
 *     ox_graph_remove_node   with all edges from and to it                              O(n + edges)
 *     ox_graph_first, _next  edges of a node in the order of their insertion            O(1)
 *     ox_graph_find_edge     the first edge from a to b, 0                              O(its edges)
 *     ox_graph_next_node     the nodes by rising number, from 0; 0 at the end           O(1) each
 *     ox_graph_order         topological order                                          O((n + e) log n)
 *     ox_graph_loop          one loop, if there is any                                  O(n + e)
 *     ox_graph_closes_loop   whether an edge would                                      O(n + e)
 *     ox_graph_reach         all that can be reached                                    O(n + e)
 *
 * Positions of nodes and edges stay valid until they are removed. Data about nodes belong into the caller's arrays,
 * by number. The searches keep their marks in the nodes, so only one search runs at a time; no search recurses.
 * Bytes: 8 a node, 12 an edge. (GEA 5.3; order: Kahn 1962, with the lowest number first among those that are ready;
 * loops: depth-first, Tarjan 1972.)
 *
 * COST, executed Cortex-M3 instructions, typed form and core: add_node 28, add_edge 85; of 256
 * nodes and 509 edges: order 43,000, no loop found 23,000, all reached 12,600. */
#ifndef OXCART_KERNEL_CONTAINERS_GRAPH_H
#define OXCART_KERNEL_CONTAINERS_GRAPH_H

#include "kernel/containers/nodes.h"

typedef struct ox_graph_node {
    uint16_t first; /* first edge from the node */
    uint16_t last;
    uint16_t mark; /* mark of the searches; OX_GRAPH_IDLE: node not in use */
    uint16_t via;  /* edge by which a search came */
} ox_graph_node;

typedef struct ox_graph_edge {
    uint16_t next; /* next edge from the same node */
    uint16_t to;
    uint16_t from;
    uint16_t flags; /* the user's */
    int32_t weight; /* the user's */
} ox_graph_edge;

#define OX_GRAPH_IDLE 0xFFFFu

typedef struct ox_graph {
    ox_nodes nodes;
    ox_nodes edges;
} ox_graph;

/* Begins a graph. The storages are arrays, of which the first elements stand for "none". OX_BAD_ARGUMENT: a storage
 * is NULL, or its length is 0 or above 65,535. */
FX_MUST_CHECK ox_status ox_graph_init(ox_graph *graph, ox_graph_node *nodes, uint32_t node_length,
                                      ox_graph_edge *edges, uint32_t edge_length);

uint32_t ox_graph_add_node(ox_graph *graph);
uint32_t ox_graph_add_edge(ox_graph *graph, uint32_t from, uint32_t to, int32_t weight);
FX_MUST_CHECK ox_status ox_graph_connect(ox_graph *graph, uint32_t a, uint32_t b, int32_t weight,
                                         bool both_ways);
FX_MUST_CHECK ox_status ox_graph_remove_edge(ox_graph *graph, uint32_t edge);
FX_MUST_CHECK ox_status ox_graph_disconnect(ox_graph *graph, uint32_t a, uint32_t b);
FX_MUST_CHECK ox_status ox_graph_remove_node(ox_graph *graph, uint32_t node);
uint32_t ox_graph_find_edge(const ox_graph *graph, uint32_t from, uint32_t to);
bool ox_graph_has_node(const ox_graph *graph, uint32_t node);
uint32_t ox_graph_next_node(const ox_graph *graph, uint32_t node);

static inline uint32_t ox_graph_node_count(const ox_graph *graph) { return graph->nodes.used; }
static inline uint32_t ox_graph_edge_count(const ox_graph *graph) { return graph->edges.used; }
static inline ox_graph_node *ox_graph_node_at(const ox_graph *graph, uint32_t node) {
    return (ox_graph_node *)ox_nodes_at(&graph->nodes, node);
}
static inline ox_graph_edge *ox_graph_edge_at(const ox_graph *graph, uint32_t edge) {
    return (ox_graph_edge *)ox_nodes_at(&graph->edges, edge);
}
static inline uint32_t ox_graph_first(const ox_graph *graph, uint32_t node) {
    return ox_graph_node_at(graph, node)->first;
}
static inline uint32_t ox_graph_next(const ox_graph *graph, uint32_t edge) {
    return ox_graph_edge_at(graph, edge)->next;
}

/* Topological order: every node comes behind all nodes that have an edge to it; of nodes that are ready the lowest
 * number comes first. order and scratch have room for as many elements as there are nodes. OX_CYCLE: *count nodes are
 * in order, the other nodes are in loops or behind one. */
FX_MUST_CHECK ox_status ox_graph_order(ox_graph *graph, uint16_t *order, uint16_t *scratch, uint32_t *count);

/* The first loop of a depth-first search in the order of numbers and edges: its nodes in the order of its edges, at
 * most room of them written, and the edge that closes it, from the last to the first (closing may be NULL). Returns
 * how many nodes the loop has, 0 when there is no loop. */
uint32_t ox_graph_loop(ox_graph *graph, uint16_t *loop, uint32_t room, uint32_t *closing);

/* Whether an edge from -> to would close a loop: `to` is `from`, or leads to it. */
bool ox_graph_closes_loop(ox_graph *graph, uint32_t from, uint32_t to);

/* The nodes that can be reached from `from`: first `from` itself, then the others in the order of their distance.
 * Returns their number. `out` has room for as many nodes as there are. */
uint32_t ox_graph_reach(ox_graph *graph, uint32_t from, uint16_t *out);

#endif
