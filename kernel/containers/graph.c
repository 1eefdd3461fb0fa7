/* Directed graphs: edge lists in pools, topological order, loops, reachability. */
#include "kernel/containers/graph.h"

#include "kernel/containers/heap.h"
#include "kernel/containers/internal.h"

static inline ox_graph_node *node_at(const ox_graph *graph, uint32_t id) {
    return (ox_graph_node *)(void *)graph->nodes.base + id;
}
static inline ox_graph_edge *edge_at(const ox_graph *graph, uint32_t id) {
    return (ox_graph_edge *)(void *)graph->edges.base + id;
}

ox_status ox_graph_init(ox_graph *graph, ox_graph_node *nodes, uint32_t node_length, ox_graph_edge *edges,
                        uint32_t edge_length) {
    ox_status status = ox_nodes_init(&graph->nodes, nodes, node_length, sizeof *nodes);
    ox_status other = ox_nodes_init(&graph->edges, edges, edge_length, sizeof *edges);
    if (node_length > OX_NODES_MAX || edge_length > OX_NODES_MAX) return OX_BAD_ARGUMENT;
    return ox_failed(other) ? other : status;
}

OX_NOT_COPIED bool ox_graph_has_node(const ox_graph *graph, uint32_t node) {
    return node - 1u < graph->nodes.fresh && node_at(graph, node)->mark != OX_GRAPH_IDLE;
}

OX_NOT_COPIED uint32_t ox_graph_next_node(const ox_graph *graph, uint32_t node) {
    do {
        if (++node > graph->nodes.fresh) return 0;
    } while (node_at(graph, node)->mark == OX_GRAPH_IDLE);
    return node;
}

uint32_t ox_graph_add_node(ox_graph *graph) {
    uint32_t id = ox_nodes_take(&graph->nodes);
    if (id != 0) *node_at(graph, id) = (ox_graph_node){0};
    return id;
}

OX_NOT_COPIED uint32_t ox_graph_add_edge(ox_graph *graph, uint32_t from, uint32_t to, int32_t weight) {
    FX_CHECK_OR(ox_graph_has_node(graph, from) && ox_graph_has_node(graph, to), "graph: an edge without node",
                return 0);
    uint32_t id = ox_nodes_take(&graph->edges);
    if (id == 0) return 0;
    *edge_at(graph, id) = (ox_graph_edge){.from = (uint16_t)from, .to = (uint16_t)to, .weight = weight};
    ox_graph_node *node = node_at(graph, from);
    *(node->last == 0 ? &node->first : &edge_at(graph, node->last)->next) = (uint16_t)id;
    node->last = (uint16_t)id;
    return id;
}

ox_status ox_graph_connect(ox_graph *graph, uint32_t a, uint32_t b, int32_t weight, bool both_ways) {
    if (ox_nodes_free(&graph->edges) < 1u + both_ways) return OX_FULL;
    if (ox_graph_add_edge(graph, a, b, weight) == 0) return OX_BAD_ARGUMENT;
    if (both_ways) (void)ox_graph_add_edge(graph, b, a, weight);
    return OX_OK;
}

/* Cuts edges out of the list of node `from`: every edge to `to`, or with to 0 the edge `edge`. */
OX_CALLED bool cut(ox_graph *graph, uint32_t from, uint32_t to, uint32_t edge) {
    ox_graph_node *node = node_at(graph, from);
    uint16_t *link = &node->first;
    uint32_t before = 0;
    bool found = false;
    while (*link != 0) {
        uint32_t id = *link;
        ox_graph_edge *own = edge_at(graph, id);
        if (to == 0 ? id == edge : own->to == to) {
            *link = own->next;
            if (node->last == id) node->last = (uint16_t)before;
            ox_nodes_give(&graph->edges, id);
            found = true;
        } else {
            before = id;
            link = &own->next;
        }
    }
    return found;
}

OX_NOT_COPIED ox_status ox_graph_remove_edge(ox_graph *graph, uint32_t edge) {
    if (edge - 1u >= graph->edges.fresh) return OX_NOT_FOUND;
    uint32_t from = edge_at(graph, edge)->from;
    return ox_graph_has_node(graph, from) && cut(graph, from, 0, edge) ? OX_OK : OX_NOT_FOUND;
}

OX_NOT_COPIED uint32_t ox_graph_find_edge(const ox_graph *graph, uint32_t from, uint32_t to) {
    uint32_t edge = ox_graph_has_node(graph, from) ? node_at(graph, from)->first : 0;
    while (edge != 0 && edge_at(graph, edge)->to != to) edge = edge_at(graph, edge)->next;
    return edge;
}

ox_status ox_graph_disconnect(ox_graph *graph, uint32_t a, uint32_t b) {
    ox_status there = ox_graph_remove_edge(graph, ox_graph_find_edge(graph, a, b));
    ox_status back = ox_graph_remove_edge(graph, ox_graph_find_edge(graph, b, a));
    return ox_failed(there) ? back : there;
}

ox_status ox_graph_remove_node(ox_graph *graph, uint32_t node) {
    if (!ox_graph_has_node(graph, node)) return OX_NOT_FOUND;
    for (uint32_t id = 0; (id = ox_graph_next_node(graph, id)) != 0;) (void)cut(graph, id, node, 0);
    ox_graph_node *own = node_at(graph, node);
    while (own->first != 0) (void)cut(graph, node, 0, own->first);
    own->mark = OX_GRAPH_IDLE;
    ox_nodes_give(&graph->nodes, node);
    return OX_OK;
}

/* ---- searches ---- */

OX_CALLED void unmark(ox_graph *graph) {
    for (uint32_t id = 0; (id = ox_graph_next_node(graph, id)) != 0;) node_at(graph, id)->mark = 0;
}

/* Kahn's algorithm. The mark of a node counts its incoming edges that are not yet dealt with. */
ox_status ox_graph_order(ox_graph *graph, uint16_t *order, uint16_t *scratch, uint32_t *count) {
    ox_binary_heap ready;
    ox_binary_heap_init(&ready, scratch, graph->nodes.used,
                        &(ox_binary_heap_kind){sizeof *scratch, 0, ox_compare_u16, NULL});
    unmark(graph);
    for (uint32_t id = 0; (id = ox_graph_next_node(graph, id)) != 0;) {
        for (uint32_t e = node_at(graph, id)->first; e != 0; e = edge_at(graph, e)->next) {
            node_at(graph, edge_at(graph, e)->to)->mark++;
        }
    }
    for (uint32_t id = 0; (id = ox_graph_next_node(graph, id)) != 0;) {
        if (node_at(graph, id)->mark == 0)
            scratch[ready.count++] = (uint16_t)id; /* rising numbers already form a heap */
    }
    *count = 0;
    while (ready.count > 0) {
        uint32_t id = scratch[0];
        ox_binary_heap_erase(&ready, 0);
        order[(*count)++] = (uint16_t)id;
        for (uint32_t e = node_at(graph, id)->first; e != 0; e = edge_at(graph, e)->next) {
            if (--node_at(graph, edge_at(graph, e)->to)->mark != 0) continue;
            scratch[ready.count] = edge_at(graph, e)->to;
            ox_binary_heap_add(&ready);
        }
    }
    return *count == graph->nodes.used ? OX_OK : OX_CYCLE;
}

enum { NEW, OPEN, DONE };

/* Searches depth first from `start`. The `via` of an open node is the edge that led to it: the way back, and where
 * the search goes on in the node before. Returns the first edge that leads to `wanted`, or with wanted 0 to an open
 * node; 0 when no edge does. */
OX_CALLED uint32_t descend(ox_graph *graph, uint32_t start, uint32_t wanted) {
    uint32_t id = start, via = 0;
    for (;;) {
        ox_graph_node *node = node_at(graph, id);
        node->mark = OPEN;
        node->via = (uint16_t)via;
        uint32_t edge = node->first;
        for (;;) {
            if (edge == 0) {
                node_at(graph, id)->mark = DONE;
                via = node_at(graph, id)->via;
                if (via == 0) return 0;
                id = edge_at(graph, via)->from;
                edge = edge_at(graph, via)->next;
                continue;
            }
            uint32_t to = edge_at(graph, edge)->to, mark = node_at(graph, to)->mark;
            if (wanted != 0 ? to == wanted : mark == OPEN) return edge;
            if (mark == NEW) break;
            edge = edge_at(graph, edge)->next;
        }
        via = edge;
        id = edge_at(graph, edge)->to;
    }
}

uint32_t ox_graph_loop(ox_graph *graph, uint16_t *loop, uint32_t room, uint32_t *closing) {
    uint32_t edge = 0, length = 1;
    unmark(graph);
    for (uint32_t id = 0; edge == 0 && (id = ox_graph_next_node(graph, id)) != 0;) {
        if (node_at(graph, id)->mark == NEW) edge = descend(graph, id, 0);
    }
    if (closing != NULL) *closing = edge;
    if (edge == 0) return 0;
    uint32_t first = edge_at(graph, edge)->to, last = edge_at(graph, edge)->from;
    for (uint32_t id = last; id != first; length++) id = edge_at(graph, node_at(graph, id)->via)->from;
    for (uint32_t i = length, id = last;; id = edge_at(graph, node_at(graph, id)->via)->from) {
        if (--i < room) loop[i] = (uint16_t)id;
        if (i == 0) return length;
    }
}

bool ox_graph_closes_loop(ox_graph *graph, uint32_t from, uint32_t to) {
    if (!ox_graph_has_node(graph, from) || !ox_graph_has_node(graph, to)) return false;
    unmark(graph);
    return from == to || descend(graph, to, from) != 0;
}

/* Searches breadth first; `out` is the search's queue. */
uint32_t ox_graph_reach(ox_graph *graph, uint32_t from, uint16_t *out) {
    uint32_t count = 0;
    if (!ox_graph_has_node(graph, from)) return 0;
    unmark(graph);
    node_at(graph, from)->mark = OPEN;
    out[count++] = (uint16_t)from;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t e = node_at(graph, out[i])->first; e != 0; e = edge_at(graph, e)->next) {
            ox_graph_node *to = node_at(graph, edge_at(graph, e)->to);
            if (to->mark != NEW) continue;
            to->mark = OPEN;
            out[count++] = edge_at(graph, e)->to;
        }
    }
    return count;
}
