/* Hash tables with chaining: a list in the order of insertion, and a chain for each slot through the same
 * nodes. */
#include "kernel/containers/chained.h"

#include "kernel/containers/internal.h"
#include "kernel/memory/life.h"

typedef struct node {
    ox_chained_links links;
    uint32_t key;
} node;

static inline node *node_at(const ox_chained *table, uint32_t id) {
    return (node *)ox_nodes_at(table->order.nodes, id);
}

ox_status ox_chained_init(ox_chained *table, ox_nodes *nodes, uint16_t *slots, uint32_t slot_count) {
    *table = (ox_chained){.slots = slots, .slot_count = slot_count};
    ox_list_init(&table->order, nodes);
    if (slots == NULL || slot_count == 0) return OX_BAD_ARGUMENT;
    memset(slots, 0, slot_count * sizeof *slots);
    return OX_OK;
}

OX_NOT_COPIED uint32_t ox_chained_find(const ox_chained *table, uint32_t key) {
    uint32_t id = table->slots[key % table->slot_count];
    while (id != 0 && node_at(table, id)->key != key) id = node_at(table, id)->links.chain;
    return id;
}

uint32_t ox_chained_insert(ox_chained *table, uint32_t key, bool *fresh) {
    OX_CREATED(table->slot_count);
    uint32_t id = ox_chained_find(table, key);
    *fresh = false;
    if (id != 0 || (id = ox_list_insert(&table->order, 0)) == 0) return id;
    uint16_t *slot = &table->slots[key % table->slot_count];
    node_at(table, id)->links.chain = *slot;
    node_at(table, id)->key = key;
    *slot = (uint16_t)id;
    *fresh = true;
    return id;
}

uint32_t ox_chained_erase(ox_chained *table, uint32_t id) {
    FX_CHECK_OR(id - 1u < table->order.nodes->fresh, "hash: no such node", return 0);
    uint16_t *link = &table->slots[node_at(table, id)->key % table->slot_count];
    while (*link != 0 && *link != id) link = &node_at(table, *link)->links.chain;
    FX_CHECK_OR(*link == id, "hash: the node is not in this table", return 0);
    *link = node_at(table, id)->links.chain;
    return ox_list_erase(&table->order, id);
}

void ox_chained_clear(ox_chained *table) {
    ox_list_clear(&table->order);
    memset(table->slots, 0, table->slot_count * sizeof *table->slots);
}
