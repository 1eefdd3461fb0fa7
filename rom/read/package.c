/* Looks into package lists and the graph of dependencies. */
#include "rom/package.h"

rom_package_item rom_package_at(const uint8_t *pack, uint32_t index) {
    if (index >= rom_package_count(pack)) return (rom_package_item){0, 0, 0, 0, 0, 0};
    const uint8_t *row = pack + rom_word(pack + ROM_PACKAGE_ITEMS_AT) + (size_t)index * ROM_PACKAGE_ITEM_SIZE;
    return (rom_package_item){rom_word(row + ROM_PACKAGE_ITEM_ID),
                              rom_word(row + ROM_PACKAGE_ITEM_TYPE),
                              rom_word(row + ROM_PACKAGE_ITEM_STORED),
                              rom_word(row + ROM_PACKAGE_ITEM_FULL),
                              row[ROM_PACKAGE_ITEM_CLASS],
                              row[ROM_PACKAGE_ITEM_LIFETIME]};
}

static const uint8_t *node_at(const uint8_t *deps, uint32_t node) {
    return deps + rom_word(deps + ROM_DEPENDENCIES_NODES_AT) + (size_t)node * ROM_DEPENDENCY_SIZE;
}

uint32_t rom_dependency_find(const uint8_t *deps, uint32_t id, uint32_t type) {
    uint32_t low = 0, high = rom_word(deps + ROM_DEPENDENCIES_NODE_COUNT);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *row = node_at(deps, middle);
        uint32_t own = rom_word(row + ROM_DEPENDENCY_ID), kind = rom_word(row + ROM_DEPENDENCY_TYPE);
        if (own == id && kind == type) return middle;
        if (own < id || (own == id && kind < type)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return UINT32_MAX;
}

void rom_dependency_node(const uint8_t *deps, uint32_t node, uint32_t *id, uint32_t *type) {
    bool there = node < rom_word(deps + ROM_DEPENDENCIES_NODE_COUNT);
    *id = there ? rom_word(node_at(deps, node) + ROM_DEPENDENCY_ID) : 0;
    *type = there ? rom_word(node_at(deps, node) + ROM_DEPENDENCY_TYPE) : 0;
}

rom_nodes rom_dependency_direct(const uint8_t *deps, uint32_t node) {
    if (node >= rom_word(deps + ROM_DEPENDENCIES_NODE_COUNT)) return (rom_nodes){NULL, 0};
    const uint8_t *row = node_at(deps, node);
    return (rom_nodes){deps + rom_word(deps + ROM_DEPENDENCIES_EDGES_AT) +
                           (size_t)rom_word(row + ROM_DEPENDENCY_FIRST) * 4,
                       rom_word(row + ROM_DEPENDENCY_COUNT)};
}

rom_nodes rom_dependency_closure(const uint8_t *deps, uint32_t node) {
    uint32_t low = 0, high = rom_word(deps + ROM_DEPENDENCIES_CLOSURE_COUNT);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *row =
            deps + rom_word(deps + ROM_DEPENDENCIES_CLOSURES_AT) + (size_t)middle * ROM_CLOSURE_SIZE;
        if (rom_word(row + ROM_CLOSURE_NODE) == node) {
            return (rom_nodes){deps + rom_word(deps + ROM_DEPENDENCIES_MEMBERS_AT) +
                                   (size_t)rom_word(row + ROM_CLOSURE_FIRST) * 4,
                               rom_word(row + ROM_CLOSURE_COUNT)};
        }
        if (rom_word(row + ROM_CLOSURE_NODE) < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return (rom_nodes){NULL, 0};
}
