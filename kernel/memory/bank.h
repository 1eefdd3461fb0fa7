/* Banks: the working records of a search or query, reset at its start, found by key, never stored in the map.
 *
 *     ox_bank_init(&bank, &resident, sizeof(path_node), 512);       path_node begins with uint32_t location
 *     ox_bank_reset(&bank);
 *     path_node *n = ox_bank_get_or_add(&bank, location, &fresh);   NULL: used up, end as "too far"
 *     if (fresh) ... set everything behind the location ...
 *     n->parent = (uint16_t)ox_bank_index(&bank, from);
 *
 * A map of 1000 x 1000 cells would need a million records; a search touches a few hundred, so 512 records of 12 bytes
 * do (Game Programming Gems 3.5). A record's first four bytes are its key, set by the bank; a hash of the key leads
 * to it, so no location gets two records. Records keep their place until the reset, and their index is the order in
 * which they were added. Each search has a bank of its own and may go on in a later frame.
 *
 * Keys hash by multiplying (Knuth 6.4) into as many chains as there are records, rounded up to a power of
 * two: a find looks at 1.25 records on average in a half full bank, 1.5 in a full one, and 0.5 to 1 for a key
 * that is not there.
 *
 * Cost, Cortex-M3 instructions: find 25, get_or_add 51 when it adds; a reset clears 2 bytes a chain. 4 to 6
 * bytes a record besides the records. */
#ifndef OXCART_KERNEL_MEMORY_BANK_H
#define OXCART_KERNEL_MEMORY_BANK_H

#include "kernel/memory/arena.h"
#include "kernel/memory/status.h"

#define OX_BANK_RECORDS_MAX 65535u

typedef struct ox_bank {
    uint8_t *records;
    uint16_t *heads; /* first record of each chain + 1, 0 = none */
    uint16_t *next;  /* following record + 1 */
    uint32_t stride, capacity, used;
    uint32_t shift; /* a hash has 32 - shift bits, the top bits of the product */
    uint32_t peak;
    uint32_t refused; /* records refused for want of room, since the start */
} ox_bank;

/* Begins a bank: takes `capacity` (1..65,535) records of `bytes` (4 or more, rounded up to a multiple of 4) from the
 * low end of the arena, and resets the bank. OX_BAD_ARGUMENT or OX_OUT_OF_MEMORY, and no memory is taken. */
FX_MUST_CHECK ox_status ox_bank_init(ox_bank *bank, ox_arena *arena, size_t bytes, uint32_t capacity);

/* Forgets all records. */
void ox_bank_reset(ox_bank *bank);

/* The record of `key`, or NULL. */
void *ox_bank_find(const ox_bank *bank, uint32_t key);

/* The record of `key`, added when there is none: then *fresh is true, its first four bytes are the key and the other
 * bytes are whatever was there. NULL, which is counted, when the bank is used up. */
FX_MUST_CHECK void *ox_bank_get_or_add(ox_bank *bank, uint32_t key, bool *fresh);

/* A record by its number, 0 .. used - 1, in the order in which records were added; a number beyond asserts and gives
 * NULL. */
void *ox_bank_at(const ox_bank *bank, uint32_t index);
uint32_t ox_bank_index(const ox_bank *bank, const void *record);

/* How many records a find of a key looks at. */
uint32_t ox_bank_probes(const ox_bank *bank, uint32_t key);

#endif
