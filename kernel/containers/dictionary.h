/* One interface to four kinds of dictionary: ordered map, chained hash, probing hash, and a sorted table in
 * ROM.
 *
 *     OX_DEFINE_DICTIONARY(prices, int32_t)          keys are uint32_t: name ids, handles, numbers
 *
 * defines the four back ends prices_map (map.h), prices_chained (chained.h), prices_probing (probing.h) and
 * prices_rom, to be set up as their headers say, and the type `prices`, which stands for any of them:
 *
 *     prices shop = prices_of_chained(&table);       prices_of_map, prices_of_probing, prices_of_rom
 *     int32_t *p = prices_get(&shop, SID_SWORD);     NULL when there is none
 *     OX_EACH(prices, i, &shop) list(prices_key(&shop, i), *prices_at(&shop, i));
 *
 *     static const prices_rom_pair table[] = {{2, 10}, {5, 30}};          sorted by key, stays in ROM
 *     prices_rom fixed = {table, 2};
 *
 *     NAME_insert(d, key, value)     OX_FULL, OX_ALREADY_THERE, for ROM OX_UNSUPPORTED
 *     NAME_find(d, key)              position, 0
 *     NAME_get(d, key)               VALUE *, NULL. Do not write to a table in ROM
 *     NAME_remove(d, key)            OX_NOT_FOUND, OX_UNSUPPORTED
 *     NAME_erase(d, i)               returns the next; for ROM asserts, returns 0
 *     NAME_key(d, i), NAME_at(d, i)  key, VALUE *
 *     NAME_count, NAME_empty, NAME_clear O(n), NAME_find_if, NAME_remove_if ... (of values)
 *
 *                insert     find       remove     walk in the order of       positions end with
 *     map        O(log n)   O(log n)   O(log n)   keys                       erasure
 *     chained    O(1)       O(1)       O(1)       insertion                  erasure
 *     probing    O(1)       O(1)       O(1)       insertion if asked for     erasure, a rebuild
 *     ROM        -          O(log n)   -          keys                       -
 * Simulation code walks in a defined order only: give a probing table its order of insertion. An operation goes
 * through one function pointer; code that knows its back end calls the back end directly. (GEA 5.3.)
 *
 * COST, executed Cortex-M3 instructions, typed form and core: 15 to 22 more than the back end
 * itself. */
#ifndef OXCART_KERNEL_CONTAINERS_DICTIONARY_H
#define OXCART_KERNEL_CONTAINERS_DICTIONARY_H

#include "kernel/containers/chained.h"
#include "kernel/containers/map.h"
#include "kernel/containers/probing.h"

/* The functions of a back end. Position 0 means none. */
typedef struct ox_dictionary_functions {
    uint32_t (*find)(void *table, uint32_t key);
    uint32_t (*insert)(void *table, uint32_t key, bool *fresh); /* NULL: the table cannot be changed */
    uint32_t (*erase)(void *table, uint32_t position);          /* returns the next position */
    /* step from position 0: to the first, the last */
    uint32_t (*step)(void *table, uint32_t position, bool back);
    /* pointer to the key, with the value behind it */
    uint32_t *(*pair)(void *table, uint32_t position);
    uint32_t (*count)(void *table);
} ox_dictionary_functions;

extern const ox_dictionary_functions ox_dictionary_map, ox_dictionary_chained, ox_dictionary_probing,
    ox_dictionary_rom;

/* A sorted table. */
typedef struct ox_rom_table {
    const void *pairs;
    uint32_t count;
    uint32_t stride;
} ox_rom_table;

typedef struct ox_dictionary {
    const ox_dictionary_functions *functions;
    void *table;
    ox_rom_table rom; /* the sorted table of a back end in ROM */
} ox_dictionary;

uint32_t ox_dictionary_find(const ox_dictionary *d, uint32_t key);
FX_MUST_CHECK ox_status ox_dictionary_insert(ox_dictionary *d, uint32_t key, uint32_t *position);
uint32_t ox_dictionary_erase(ox_dictionary *d, uint32_t position);
uint32_t ox_dictionary_step(const ox_dictionary *d, uint32_t position, bool back);
uint32_t *ox_dictionary_pair(const ox_dictionary *d, uint32_t position);
uint32_t ox_dictionary_count(const ox_dictionary *d);
void ox_dictionary_clear(ox_dictionary *d);

#define OX_DEFINE_DICTIONARY(name, value_type)                                                               \
    OX_DEFINE_MAP(name##_map, uint32_t, value_type)                                                          \
    OX_DEFINE_CHAINED(name##_chained, value_type)                                                            \
    OX_DEFINE_PROBING(name##_probing, value_type)                                                            \
    typedef struct name##_rom_pair {                                                                         \
        uint32_t key;                                                                                        \
        value_type value;                                                                                    \
    } name##_rom_pair;                                                                                       \
    typedef struct name##_rom {                                                                              \
        const name##_rom_pair *pairs;                                                                        \
        uint32_t count;                                                                                      \
    } name##_rom;                                                                                            \
    typedef struct name {                                                                                    \
        ox_dictionary core;                                                                                  \
    } name;                                                                                                  \
    typedef uint32_t name##_position;                                                                        \
    OX_TYPED name name##_of_map(name##_map *back_end) {                                                      \
        return (name){{.functions = &ox_dictionary_map, .table = &back_end->core}};                          \
    }                                                                                                        \
    OX_TYPED name name##_of_chained(name##_chained *back_end) {                                              \
        return (name){{.functions = &ox_dictionary_chained, .table = &back_end->core}};                      \
    }                                                                                                        \
    OX_TYPED name name##_of_probing(name##_probing *back_end) {                                              \
        return (name){{.functions = &ox_dictionary_probing, .table = &back_end->core}};                      \
    }                                                                                                        \
    OX_TYPED name name##_of_rom(const name##_rom *back_end) {                                                \
        return (name){{.functions = &ox_dictionary_rom,                                                      \
                       .rom = {back_end->pairs, back_end->count, sizeof(name##_rom_pair)}}};                 \
    }                                                                                                        \
    OX_TYPED uint32_t name##_count(const name *c) { return ox_dictionary_count(&c->core); }                  \
    OX_TYPED bool name##_empty(const name *c) { return ox_dictionary_count(&c->core) == 0; }                 \
    OX_TYPED name##_position name##_begin(const name *c) { return ox_dictionary_step(&c->core, 0, false); }  \
    OX_TYPED name##_position name##_last(const name *c) { return ox_dictionary_step(&c->core, 0, true); }    \
    OX_TYPED bool name##_valid(const name *c, name##_position i) { return (void)c, i != 0; }                 \
    OX_TYPED name##_position name##_next(const name *c, name##_position i) {                                 \
        return ox_dictionary_step(&c->core, i, false);                                                       \
    }                                                                                                        \
    OX_TYPED name##_position name##_previous(const name *c, name##_position i) {                             \
        return ox_dictionary_step(&c->core, i, true);                                                        \
    }                                                                                                        \
    OX_TYPED uint32_t name##_key(const name *c, name##_position i) {                                         \
        return *ox_dictionary_pair(&c->core, i);                                                             \
    }                                                                                                        \
    OX_TYPED value_type *name##_at(const name *c, name##_position i) {                                       \
        uint8_t *pair = (uint8_t *)ox_dictionary_pair(&c->core, i);                                          \
        return (value_type *)(void *)(pair + offsetof(name##_rom_pair, value));                              \
    }                                                                                                        \
    OX_TYPED name##_position name##_find(const name *c, uint32_t key) {                                      \
        return ox_dictionary_find(&c->core, key);                                                            \
    }                                                                                                        \
    OX_TYPED value_type *name##_get(const name *c, uint32_t key) {                                           \
        uint32_t i = ox_dictionary_find(&c->core, key);                                                      \
        return i == 0 ? NULL : name##_at(c, i);                                                              \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_insert(name *c, uint32_t key, value_type value) {                \
        uint32_t i;                                                                                          \
        ox_status status = ox_dictionary_insert(&c->core, key, &i);                                          \
        if (status == OX_OK) *name##_at(c, i) = value;                                                       \
        return status;                                                                                       \
    }                                                                                                        \
    OX_TYPED name##_position name##_erase(name *c, name##_position i) {                                      \
        return ox_dictionary_erase(&c->core, i);                                                             \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_remove(name *c, uint32_t key) {                                  \
        if (c->core.functions->insert == NULL) return OX_UNSUPPORTED;                                        \
        uint32_t i = ox_dictionary_find(&c->core, key);                                                      \
        if (i == 0) return OX_NOT_FOUND;                                                                     \
        ox_dictionary_erase(&c->core, i);                                                                    \
        return OX_OK;                                                                                        \
    }                                                                                                        \
    OX_TYPED void name##_clear(name *c) { ox_dictionary_clear(&c->core); }                                   \
    OX_DEFINE_ALGORITHMS(name, value_type)                                                                   \
    OX_DEFINE_REMOVE_IF(name, value_type)

#endif
