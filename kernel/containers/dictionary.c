/* Dictionaries: a const table of functions for each back end. */
#include "kernel/containers/dictionary.h"

#include "kernel/containers/internal.h"

#include "kernel/containers/sort.h"

/* ---- ordered map ---- */

static uint32_t map_find(void *table, uint32_t key) { return ox_tree_find(table, &key); }
static uint32_t map_insert(void *table, uint32_t key, bool *fresh) {
    ox_tree *tree = table;
    uint32_t id = ox_tree_insert(tree, &key, fresh);
    if (*fresh) *(uint32_t *)(void *)((uint8_t *)ox_tree_at(tree, id) + tree->key) = key;
    return id;
}
static uint32_t map_erase(void *table, uint32_t position) { return ox_tree_erase(table, position); }
static uint32_t map_step(void *table, uint32_t position, bool back) {
    return position == 0 ? ox_tree_end(table, back) : ox_tree_step(table, position, !back);
}
static uint32_t *map_pair(void *table, uint32_t position) {
    const ox_tree *tree = table;
    return (uint32_t *)(void *)((uint8_t *)ox_tree_at(tree, position) + tree->key);
}
static uint32_t map_count(void *table) { return ((const ox_tree *)table)->count; }

const ox_dictionary_functions ox_dictionary_map = {map_find, map_insert, map_erase,
                                                   map_step, map_pair,   map_count};

/* ---- chained hash ---- */

static uint32_t chained_find(void *table, uint32_t key) { return ox_chained_find(table, key); }
static uint32_t chained_insert(void *table, uint32_t key, bool *fresh) {
    return ox_chained_insert(table, key, fresh);
}
static uint32_t chained_erase(void *table, uint32_t position) { return ox_chained_erase(table, position); }
static uint32_t chained_step(void *table, uint32_t position, bool back) {
    const ox_list_links *links = ox_list_links_at(&((const ox_chained *)table)->order, position);
    return back ? links->prev : links->next;
}
static uint32_t *chained_pair(void *table, uint32_t position) {
    uint8_t *node = ox_nodes_at(((const ox_chained *)table)->order.nodes, position);
    return (uint32_t *)(void *)(node + sizeof(ox_chained_links));
}
static uint32_t chained_count(void *table) { return ((const ox_chained *)table)->order.count; }

const ox_dictionary_functions ox_dictionary_chained = {chained_find, chained_insert, chained_erase,
                                                       chained_step, chained_pair,   chained_count};

/* ---- probing hash ---- */

static uint32_t probing_find(void *table, uint32_t key) { return ox_probing_find(table, key); }
static uint32_t probing_insert(void *table, uint32_t key, bool *fresh) {
    return ox_probing_insert(table, key, fresh);
}
static uint32_t probing_erase(void *table, uint32_t position) { return ox_probing_erase(table, position); }
static uint32_t probing_step(void *table, uint32_t position, bool back) {
    return ox_probing_step(table, position, back);
}
static uint32_t *probing_pair(void *table, uint32_t position) {
    const ox_probing *t = table;
    return (uint32_t *)(void *)(t->pairs + (size_t)(position - 1u) * t->stride);
}
static uint32_t probing_count(void *table) { return ((const ox_probing *)table)->count; }

const ox_dictionary_functions ox_dictionary_probing = {probing_find, probing_insert, probing_erase,
                                                       probing_step, probing_pair,   probing_count};

/* ---- sorted table in ROM: positions are indices + 1, and OX_NOWHERE + 1 is 0 ---- */

static uint32_t rom_find(void *table, uint32_t key) {
    const ox_rom_table *t = table;
    return ox_find_sorted(t->pairs, t->count, t->stride, &key, ox_compare_u32, NULL) + 1u;
}
static uint32_t rom_step(void *table, uint32_t position, bool back) {
    uint32_t count = ((const ox_rom_table *)table)->count;
    if (back) return position == 0 ? count : position - 1u;
    return position < count ? position + 1u : 0;
}
static uint32_t *rom_pair(void *table, uint32_t position) {
    const ox_rom_table *t = table;
    return (uint32_t *)(uintptr_t)((const uint8_t *)t->pairs + (size_t)(position - 1u) * t->stride);
}
static uint32_t rom_count(void *table) { return ((const ox_rom_table *)table)->count; }

const ox_dictionary_functions ox_dictionary_rom = {rom_find, NULL, NULL, rom_step, rom_pair, rom_count};

/* ---- the interface ---- */

static void *table_of(const ox_dictionary *d) {
    return d->table != NULL ? d->table : (void *)(uintptr_t)&d->rom;
}

uint32_t ox_dictionary_find(const ox_dictionary *d, uint32_t key) {
    return d->functions->find(table_of(d), key);
}

ox_status ox_dictionary_insert(ox_dictionary *d, uint32_t key, uint32_t *position) {
    bool fresh;
    *position = 0;
    if (d->functions->insert == NULL) return OX_UNSUPPORTED;
    *position = d->functions->insert(d->table, key, &fresh);
    return fresh ? OX_OK : *position == 0 ? OX_FULL : OX_ALREADY_THERE;
}

OX_NOT_COPIED uint32_t ox_dictionary_erase(ox_dictionary *d, uint32_t position) {
    FX_CHECK_OR(d->functions->erase != NULL, "dictionary: a table in ROM cannot be changed", return 0);
    return d->functions->erase(d->table, position);
}

uint32_t ox_dictionary_step(const ox_dictionary *d, uint32_t position, bool back) {
    return d->functions->step(table_of(d), position, back);
}

uint32_t *ox_dictionary_pair(const ox_dictionary *d, uint32_t position) {
    return d->functions->pair(table_of(d), position);
}

uint32_t ox_dictionary_count(const ox_dictionary *d) { return d->functions->count(table_of(d)); }

void ox_dictionary_clear(ox_dictionary *d) {
    uint32_t i = ox_dictionary_step(d, 0, false);
    while (i != 0) i = ox_dictionary_erase(d, i);
}
