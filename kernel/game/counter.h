/* Counters: facts that a game remembers as numbers - kills, keys, lives, "the hero is on the bridge" - under names,
 * so that rules in data can ask for them. Objectives (objective.h) and trophies (trophy.h) are built on counters.
 *
 *     ox_counter storage[32];
 *     ox_counters_init(&c, storage, 32);
 *     ox_counters_add(&c, SID("kills"), 1);
 *     ox_counters_set(&c, SID("item/key"), 1);
 *
 *     static const ox_condition cleared[] = {{OX_NAME("enemies"), 0, OX_AT_MOST},
 *         {OX_NAME("item/key"), 1, OX_AT_LEAST}, {0}};
 *     if (ox_counters_hold(&c, cleared, 3)) open_the_gate();
 *
 * A flag is a counter of 0 and 1; what a hero carries, how often he was in a region and which chapter it is are
 * counters too. A counter that was never set is 0 and takes no room. Values saturate. The names stand sorted: a
 * look-up among 16 costs 60 Cortex-M3 instructions (tests/bench/kernel_events.sh); the first use of a counter moves
 * all counters behind it. Bytes: 8 a counter. */
#ifndef OXCART_KERNEL_GAME_COUNTER_H
#define OXCART_KERNEL_GAME_COUNTER_H

#include "kernel/bytes/stream.h"
#include "kernel/names/id.h"

typedef struct ox_counter {
    ox_id name;
    int32_t value;
} ox_counter;

/* A table of counters. Read only. */
typedef struct ox_counters {
    ox_counter *items; /* sorted by name */
    uint32_t count, capacity;
    uint32_t refused; /* counters that found no room */
} ox_counters;

enum { OX_COUNTERS_MAX = 65535 };

void ox_counters_init(ox_counters *counters, ox_counter *storage, uint32_t capacity);

int32_t ox_counters_get(const ox_counters *counters, ox_id name);

/* Set or add to a counter. OX_FULL, which is counted, when the counter is new and there is no room; OX_BAD_ARGUMENT
 * for the name 0. */
ox_status ox_counters_set(ox_counters *counters, ox_id name, int32_t value);
ox_status ox_counters_add(ox_counters *counters, ox_id name, int32_t amount);

/* Forgets all counters. */
void ox_counters_clear(ox_counters *counters);

/* ---- conditions ---- */

typedef enum ox_test { OX_AT_LEAST, OX_AT_MOST } ox_test;

/* A condition on a counter: const data. The name 0 is no condition and ends a row of conditions. */
typedef struct ox_condition {
    ox_id counter;
    int32_t value;
    uint8_t test; /* ox_test */
} ox_condition;

/* Whether all conditions of a row hold, up to `most` or to the first without a name; an empty row holds. */
bool ox_counters_hold(const ox_counters *counters, const ox_condition *row, uint32_t most);

/* ---- state ---- */

/* Writes and reads all counters; also the way to hash them. OX_BAD_DATA: nothing has changed; OX_FULL: there are more
 * counters than room. */
void ox_counters_save(const ox_counters *counters, ox_writer *to);
FX_MUST_CHECK ox_status ox_counters_restore(ox_counters *counters, ox_reader *from);

#endif
