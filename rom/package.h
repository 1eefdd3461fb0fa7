/* Package lists and the graph of dependencies: what is loaded together, and who refers to whom.
 *
 *     for (uint32_t i = 0; i < rom_package_count(pack); i++) {
 *         rom_package_item item = rom_package_at(pack, i); ...
 *     }
 *
 * `pack` and `deps` are checked chunks of the types PACK and DEPS (rom_view_chunk, rom_check_chunk). Items
 * come in the order of loading: an item comes after all items that it refers to. */
#ifndef OXCART_ROM_PACKAGE_H
#define OXCART_ROM_PACKAGE_H

#include "rom/rom.h"

typedef struct rom_package_item {
    uint32_t id, type;
    uint32_t stored, size; /* bytes in the image and unpacked */
    uint8_t class, life;   /* memory class, ROM_LIFE_... or ROM_PACKAGE_ITEM_STREAM */
} rom_package_item;

static inline uint32_t rom_package_count(const uint8_t *pack) {
    return rom_word(pack + ROM_PACKAGE_ITEM_COUNT);
}

/* Item `index`; all zero beyond the last. */
rom_package_item rom_package_at(const uint8_t *pack, uint32_t index);

/* Number of the node of (id, type) in a DEPS chunk, or UINT32_MAX; binary search. */
uint32_t rom_dependency_find(const uint8_t *deps, uint32_t id, uint32_t type);

/* A list of nodes' numbers: `count` little-endian words. */
typedef struct rom_nodes {
    const uint8_t *at;
    uint32_t count;
} rom_nodes;

/* Entry `index` of a list; UINT32_MAX beyond the last. */
static inline uint32_t rom_nodes_at(rom_nodes nodes, uint32_t index) {
    return index < nodes.count ? rom_word(nodes.at + (size_t)index * 4) : UINT32_MAX;
}

/* (id, type) of a node. direct: the nodes that a node itself refers to. closure: all nodes that a package's node
 * needs, children first, the node itself last. Lists are empty for a number beyond the last, and for a node without
 * closure. */
void rom_dependency_node(const uint8_t *deps, uint32_t node, uint32_t *id, uint32_t *type);
rom_nodes rom_dependency_direct(const uint8_t *deps, uint32_t node);
rom_nodes rom_dependency_closure(const uint8_t *deps, uint32_t node);

#endif
