/* Doubly linked lists over pooled nodes: a ring that is closed by the root in the list object. */
#include "kernel/containers/list.h"

#include "kernel/containers/internal.h"
#include "kernel/memory/life.h"

static inline ox_list_links *links_of(ox_list *list, uint32_t id) {
    return id == 0 ? &list->root : (ox_list_links *)ox_nodes_at(list->nodes, id);
}

OX_CALLED void join(ox_list *list, uint32_t a, uint32_t b) {
    links_of(list, a)->next = (uint16_t)b;
    links_of(list, b)->prev = (uint16_t)a;
}

uint32_t ox_list_insert(ox_list *list, uint32_t before) {
    OX_CREATED(list->nodes);
    uint32_t id = ox_nodes_take(list->nodes);
    if (id == 0) return 0;
    ox_list_links *behind = links_of(list, before), *own = links_of(list, id);
    uint16_t prev = behind->prev;
    own->next = (uint16_t)before;
    own->prev = prev;
    behind->prev = (uint16_t)id;
    links_of(list, prev)->next = (uint16_t)id;
    list->count++;
    return id;
}

uint32_t ox_list_erase(ox_list *list, uint32_t id) {
    FX_CHECK_OR(id - 1u < list->nodes->fresh, "list: no such node", return 0);
    ox_list_links own = *links_of(list, id);
    FX_CHECK_OR(own.prev <= list->nodes->fresh && own.next <= list->nodes->fresh,
                "list: the node is in no list", return 0);
    ox_list_links *prev = links_of(list, own.prev), *next = links_of(list, own.next);
    FX_CHECK_OR(prev->next == id && next->prev == id, "list: the node is not in this list", return 0);
    prev->next = own.next;
    next->prev = own.prev;
    list->count--;
    ox_nodes_give(list->nodes, id);
    return own.next;
}

void ox_list_clear(ox_list *list) {
    ox_nodes_give_chain(list->nodes, list->root.next, list->root.prev, list->count);
    ox_list_init(list, list->nodes);
}

void ox_list_splice(ox_list *list, uint32_t before, ox_list *from) {
    FX_CHECK_OR(list != from && list->nodes == from->nodes, "list: spliced with itself or across stores",
                return );
    if (from->count == 0) return;
    uint32_t first = from->root.next, last = from->root.prev;
    join(list, links_of(list, before)->prev, first);
    join(list, last, before);
    list->count += from->count;
    ox_list_init(from, from->nodes);
}

void ox_list_reverse(ox_list *list) {
    uint32_t id = 0;
    do {
        ox_list_links *own = links_of(list, id);
        id = own->next;
        own->next = own->prev;
        own->prev = (uint16_t)id;
    } while (id != 0);
}

void ox_list_sort(ox_list *list, uint32_t offset, ox_compare *compare, void *context) {
    uint32_t last = 0;
    uint32_t id = ox_nodes_sort(list->nodes, list->root.next, offset, compare, context);
    for (; id != 0; id = links_of(list, id)->next) {
        join(list, last, id);
        last = id;
    }
    join(list, last, 0);
}
