/* The node store and the merge sort of linked nodes. */
#include "kernel/containers/nodes.h"

#include "kernel/containers/internal.h"
#include <string.h>

#include "kernel/memory/life.h"

ox_status ox_nodes_init(ox_nodes *nodes, void *storage, uint32_t length, uint32_t stride) {
    *nodes = (ox_nodes){.base = storage, .stride = stride};
    if (storage == NULL || length - 1u > OX_NODES_MAX || stride == 0) return OX_BAD_ARGUMENT;
    if (((stride | (uintptr_t)storage) & 1u) != 0) return OX_BAD_ARGUMENT;
    nodes->capacity = (uint16_t)(length - 1u);
    memset(storage, 0, stride);
    return OX_OK;
}

static inline uint16_t *link_of(const ox_nodes *nodes, uint32_t id) {
    return (uint16_t *)(void *)(nodes->base + (size_t)id * nodes->stride);
}

uint32_t ox_nodes_take(ox_nodes *nodes) {
    OX_CREATED(nodes->stride);
    uint32_t id = nodes->idle;
    if (id != 0) {
        nodes->idle = *link_of(nodes, id);
    } else if (nodes->fresh < nodes->capacity) {
        id = ++nodes->fresh;
    } else {
        nodes->refused++;
        return 0;
    }
    nodes->used++;
    return id;
}

OX_NOT_COPIED void ox_nodes_give_chain(ox_nodes *nodes, uint32_t first, uint32_t last, uint32_t count) {
    if (count == 0) return;
    FX_CHECK_OR(first - 1u < nodes->fresh && last - 1u < nodes->fresh && count <= nodes->used,
                "nodes: given back what was not out", return );
    *link_of(nodes, last) = nodes->idle;
    nodes->idle = (uint16_t)first;
    nodes->used = (uint16_t)(nodes->used - count);
}

void ox_nodes_give(ox_nodes *nodes, uint32_t id) { ox_nodes_give_chain(nodes, id, id, 1); }

/* Merge sort from the bottom up: runs of 1, 2, 4... nodes are merged in pairs until one run is left (the method of
 * Simon Tatham's "Mergesort for linked lists"). */
uint32_t ox_nodes_sort(const ox_nodes *nodes, uint32_t first, uint32_t offset, ox_compare *compare,
                       void *context) {
    for (uint32_t run = 1, merges = 2; merges > 1; run *= 2) {
        uint16_t head = 0, *tail = &head;
        uint32_t left = first;
        for (merges = 0; left != 0; merges++) {
            uint32_t right = left, lefts = 0;
            for (; lefts < run && right != 0; lefts++) right = *link_of(nodes, right);
            uint32_t rights = right != 0 ? run : 0;
            while ((lefts | rights) != 0) {
                uint8_t *a = nodes->base + (size_t)left * nodes->stride;
                uint8_t *b = nodes->base + (size_t)right * nodes->stride;
                uint32_t moved = left;
                if (lefts == 0 || (rights != 0 && compare(a + offset, b + offset, context) > 0)) {
                    moved = right;
                    right = *link_of(nodes, right);
                    rights = right != 0 ? rights - 1u : 0;
                } else {
                    left = *link_of(nodes, left);
                    lefts--;
                }
                *tail = (uint16_t)moved;
                tail = link_of(nodes, moved);
            }
            left = right;
        }
        *tail = 0;
        first = head;
    }
    return first;
}
