/* Hash tables with probing: 32-bit keys, one pair a slot, one block of storage, no links.
 *
 *     OX_DEFINE_PROBING(sounds, uint16_t)
 *     void *block = ox_arena_push(&arena, OX_ARENA_LOW, sounds_bytes(127, true), 4); or an array
 *     ox_status status = sounds_init(&table, block, sounds_bytes(127, true), 127, OX_PROBE_QUADRATIC, true);
 *     if (sounds_insert(&table, id, 7) == OX_FULL) ...
 *     uint16_t *sound = sounds_get(&table, id);                 NULL when there is none
 *
 * PROBE ORDERS, from slot i = key modulo N, all modulo N:
 *     OX_PROBE_LINEAR       i, i+1, i+2, i+3 ...                 any N; neighbours crowd together
 *     OX_PROBE_ALTERNATING  i, i+1, i-1, i+2, i-2 ...            any N
 *     OX_PROBE_QUADRATIC    i, i+1, i-1, i+4, i-4, i+9, i-9 ...  N prime, N mod 4 = 3: 7, 11, 19, 31, 59,
 *                                                                127, 251, 503, 1019, 2039, 4091, 8191, 16363
 * Quadratic probing reaches all slots for those sizes and for no other (N = 13 reaches 7 slots, 97
 * reaches 49), so init refuses every other size.
 *
 *     NAME_init(t, block, bytes, slots, order, ordered)  OX_BAD_ARGUMENT, OX_OUT_OF_MEMORY: block too small
 *     NAME_insert(t, key, value)         OX_FULL at 100 % load, OX_ALREADY_THERE         O(1) .. O(N)
 *     NAME_get_or_insert(t, key)         VALUE *, zero when new; NULL when full          O(1) .. O(N)
 *     NAME_find(t, key), NAME_get(t, key), NAME_contains(t, key)                         O(1) .. O(N)
 *     NAME_remove(t, key)                OX_NOT_FOUND                                    O(1) .. O(N)
 *     NAME_erase(t, i)                   returns the next; an empty slot: asserts, 0     O(1)
 *     NAME_at(t, i)                      NAME_pair *{key, value}: do not change the key  O(1)
 *     NAME_longest(t)                    probes of the worst key that is in              O(N)
 *     NAME_clear O(N), NAME_count, NAME_empty, NAME_full O(1), NAME_find_if, NAME_remove_if ... O(N)
 *
 * Expect 1.5 probes for a hit at half load and 2.5 at three quarters (linear); keep it below 80 %. A removed pair
 * leaves a tombstone, which an insert takes again; when tombstones exceed a quarter of the slots, remove and insert
 * rebuild the table in place, O(N), which changes positions. erase never rebuilds, so that a walk can go on.
 * Otherwise positions and addresses stay valid until the pair is erased. Walks go in the order of insertion when
 * `ordered` is true, else by slot, an order that is the same on every machine, too, but looks random. Bytes a slot:
 * the pair, 1, and with order 4. (GEA 5.3.4.4; Game Programming Gems 3.5; quadratic residues: Radke, "The use of
 * quadratic residue research", CACM 1970.)
 *
 * COST, executed Cortex-M3 instructions, typed form and core: half full, quadratic, with order, 64 to 1024
 * pairs: get 70, of an absent key 120, insert 122, remove 219, its share of rebuilds included. */
#ifndef OXCART_KERNEL_CONTAINERS_PROBING_H
#define OXCART_KERNEL_CONTAINERS_PROBING_H

#include "kernel/containers/chained.h"

typedef enum ox_probe_order { OX_PROBE_LINEAR, OX_PROBE_ALTERNATING, OX_PROBE_QUADRATIC } ox_probe_order;

/* A walk along the slots that may hold a key. */
typedef struct ox_probe {
    uint32_t slot;     /* current slot */
    uint32_t home;     /* slot where the walk began */
    uint32_t size;     /* slots of the table */
    uint32_t tries;    /* slots that the walk has left behind */
    uint32_t distance; /* distance from home */
    ox_probe_order order;
} ox_probe;

static inline ox_probe ox_probe_begin(ox_probe_order order, uint32_t size, uint32_t home) {
    return (ox_probe){.slot = home, .home = home, .size = size, .order = order};
}

/* Moves to the next slot; false after `size` probes. */
bool ox_probe_next(ox_probe *p);

typedef struct ox_probing {
    uint8_t *pairs;
    ox_list_links
        *links; /* by position; entry 0 is the root, the last entry is scratch; NULL: no order is kept */
    uint8_t *states;
    uint32_t size;   /* slots */
    uint32_t stride; /* bytes of a pair */
    uint32_t count;
    uint32_t tombstones;
    ox_probe_order order;
} ox_probing;

typedef struct ox_probing_config {
    uint32_t size;   /* slots */
    uint32_t stride; /* bytes of a pair, its key (32 bits) included; a multiple of 4 */
    ox_probe_order order;
    bool ordered; /* walks go in the order of insertion */
} ox_probing_config;

/* Bytes of a table; its block must be aligned as the pair is. */
size_t ox_probing_bytes(uint32_t stride, uint32_t size, bool ordered);
FX_MUST_CHECK ox_status ox_probing_init(ox_probing *table, const ox_probing_config *config, void *block,
                                        size_t bytes);

/* ox_probing_find and the functions below take and give positions, which are slots + 1. */
uint32_t ox_probing_find(const ox_probing *table, uint32_t key);
uint32_t ox_probing_insert(ox_probing *table, uint32_t key, bool *fresh);
uint32_t ox_probing_erase(ox_probing *table, uint32_t position);
bool ox_probing_remove(ox_probing *table, uint32_t key);
uint32_t ox_probing_step(const ox_probing *table, uint32_t position,
                         bool back); /* step from position 0: to the first, the last */
void ox_probing_clear(ox_probing *table);
void ox_probing_rebuild(ox_probing *table);
uint32_t ox_probing_longest(const ox_probing *table);

#define OX_DEFINE_PROBING(name, value_type)                                                                  \
    typedef struct name##_pair {                                                                             \
        uint32_t key;                                                                                        \
        value_type value;                                                                                    \
    } name##_pair;                                                                                           \
    typedef struct name {                                                                                    \
        ox_probing core;                                                                                     \
    } name;                                                                                                  \
    typedef uint32_t name##_position;                                                                        \
    OX_TYPED size_t name##_bytes(uint32_t size, bool ordered) {                                              \
        return ox_probing_bytes(sizeof(name##_pair), size, ordered);                                         \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_init(name *c, void *block, size_t bytes, uint32_t size,          \
                                                 ox_probe_order order, bool ordered) {                       \
        const ox_probing_config config = {size, sizeof(name##_pair), order, ordered};                        \
        return ox_probing_init(&c->core, &config, block, bytes);                                             \
    }                                                                                                        \
    OX_TYPED uint32_t name##_count(const name *c) { return c->core.count; }                                  \
    OX_TYPED bool name##_empty(const name *c) { return c->core.count == 0; }                                 \
    OX_TYPED bool name##_full(const name *c) { return c->core.count == c->core.size; }                       \
    OX_TYPED uint32_t name##_longest(const name *c) { return ox_probing_longest(&c->core); }                 \
    OX_TYPED name##_position name##_begin(const name *c) { return ox_probing_step(&c->core, 0, false); }     \
    OX_TYPED name##_position name##_last(const name *c) { return ox_probing_step(&c->core, 0, true); }       \
    OX_TYPED bool name##_valid(const name *c, name##_position i) { return (void)c, i != 0; }                 \
    OX_TYPED name##_position name##_next(const name *c, name##_position i) {                                 \
        return ox_probing_step(&c->core, i, false);                                                          \
    }                                                                                                        \
    OX_TYPED name##_position name##_previous(const name *c, name##_position i) {                             \
        return ox_probing_step(&c->core, i, true);                                                           \
    }                                                                                                        \
    OX_TYPED name##_pair *name##_at(const name *c, name##_position i) {                                      \
        FX_ASSERT_MSG(i - 1u < c->core.size, "hash: position %u", (unsigned)i);                              \
        return (name##_pair *)(void *)c->core.pairs + (i - 1u);                                              \
    }                                                                                                        \
    OX_TYPED name##_position name##_erase(name *c, name##_position i) {                                      \
        return ox_probing_erase(&c->core, i);                                                                \
    }                                                                                                        \
    OX_TYPED void name##_clear(name *c) { ox_probing_clear(&c->core); }                                      \
    OX_DEFINE_TABLE_FUNCTIONS(name, value_type, ox_probing_find, ox_probing_insert, ox_probing_remove)

#endif
