/* Singly linked lists over pooled nodes. */
#include "kernel/containers/chain.h"

#include "kernel/memory/life.h"

static inline uint16_t *link_of(ox_chain *chain, uint32_t id) {
    return id == 0 ? &chain->first : (uint16_t *)ox_nodes_at(chain->nodes, id);
}

uint32_t ox_chain_insert_after(ox_chain *chain, uint32_t id) {
    OX_CREATED(chain->nodes);
    uint32_t fresh = ox_nodes_take(chain->nodes);
    if (fresh == 0) return 0;
    uint16_t *link = link_of(chain, id);
    *link_of(chain, fresh) = *link;
    *link = (uint16_t)fresh;
    if (chain->last == id) chain->last = (uint16_t)fresh;
    chain->count++;
    return fresh;
}

uint32_t ox_chain_erase_after(ox_chain *chain, uint32_t id) {
    uint16_t *link = link_of(chain, id);
    uint32_t gone = *link;
    FX_CHECK_OR(gone != 0, "chain: nothing there to take", return 0);
    *link = *link_of(chain, gone);
    if (chain->last == gone) chain->last = (uint16_t)id;
    chain->count--;
    ox_nodes_give(chain->nodes, gone);
    return *link;
}

uint32_t ox_chain_before(const ox_chain *chain, uint32_t id) {
    uint32_t before = 0, at = chain->first;
    while (at != id) {
        if (at == 0) return OX_NOWHERE;
        before = at;
        at = *(const uint16_t *)ox_nodes_at(chain->nodes, at);
    }
    return before;
}

void ox_chain_clear(ox_chain *chain) {
    ox_nodes_give_chain(chain->nodes, chain->first, chain->last, chain->count);
    ox_chain_init(chain, chain->nodes);
}

void ox_chain_reverse(ox_chain *chain) {
    uint32_t at = chain->first, done = 0;
    chain->last = (uint16_t)at;
    while (at != 0) {
        uint16_t *link = link_of(chain, at);
        uint32_t next = *link;
        *link = (uint16_t)done;
        done = at;
        at = next;
    }
    chain->first = (uint16_t)done;
}

void ox_chain_sort(ox_chain *chain, uint32_t offset, ox_compare *compare, void *context) {
    chain->first = (uint16_t)ox_nodes_sort(chain->nodes, chain->first, offset, compare, context);
    chain->last = (uint16_t)ox_chain_before(chain, 0);
}
