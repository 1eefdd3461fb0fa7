/* Reservation before load: room is made, or refused, before the first byte of an item is fetched.
 *
 *     ox_reserve_init(&sounds, 32768, evict_oldest, cache);
 *     if (!ox_reserve(&sounds, size)) return placeholder;      a refusal has evicted nothing
 *     ... load ...
 *     ox_reserve_insert(&sounds, size, false);                 the reservation holds the item
 *
 * One account per client and fixed memory: sound, video, unpacked resources. The account counts bytes; where the items
 * lie and which of them goes first is the owner's business: `evict` lets go of one unlocked item and returns its size.
 * The account knows how much is unlocked, so a reservation that cannot be met is refused at once, and evicts nothing.
 * Reserved bytes count as used until they are inserted or cancelled, so two loads under way do not promise the same
 * room. An insertion without room is an error, never an overdraft. (Game Programming Gems 1.7.)
 *
 * Cost, Cortex-M3 instructions: 23 to 30 a call, and the evictions. */
#ifndef OXCART_KERNEL_RESIDENCY_RESERVE_H
#define OXCART_KERNEL_RESIDENCY_RESERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/status.h"

/* Lets go of one unlocked item and returns its bytes, without calling ox_reserve_remove; 0 when no item is unlocked. */
typedef size_t ox_reserve_evict(void *context);

typedef struct ox_reserve_account {
    size_t max;      /* bytes of the budget */
    size_t used;     /* bytes of items */
    size_t reserved; /* bytes promised and not yet inserted */
    size_t unlocked; /* bytes of items that may be evicted */
    size_t peak;     /* most used + reserved at once */
    ox_reserve_evict *evict;
    void *context;
    uint32_t refused, evicted; /* reservations and insertions that had no room; items that were evicted */
} ox_reserve_account;

/* evict may be NULL: then nothing is ever evicted. */
void ox_reserve_init(ox_reserve_account *account, size_t max, ox_reserve_evict *evict, void *context);

/* Promises `bytes`, evicting until they fit. False, and one more in `refused`, when evicting every unlocked item would
 * not do: then nothing is evicted. */
FX_MUST_CHECK bool ox_reserve(ox_reserve_account *account, size_t bytes);

/* Gives back a promise that is not needed any more. More bytes than are promised are asserted and cancel all. */
void ox_reserve_cancel(ox_reserve_account *account, size_t bytes);

/* Counts an item that comes in: first out of the promised bytes, then out of the free ones. OX_OVER_BUDGET (asserted,
 * for the item was not reserved) and one more in `refused` when the item does not fit; nothing else changes. */
FX_MUST_CHECK ox_status ox_reserve_insert(ox_reserve_account *account, size_t bytes, bool locked);

/* Counts an item that goes out. More bytes than the account holds are asserted and remove all. */
void ox_reserve_remove(ox_reserve_account *account, size_t bytes, bool locked);

/* Counts an item that is locked, or unlocked again. More bytes than the account holds are asserted and change
 * nothing. */
void ox_reserve_lock(ox_reserve_account *account, size_t bytes);
void ox_reserve_unlock(ox_reserve_account *account, size_t bytes);

/* Bytes that are neither used nor promised. */
static inline size_t ox_reserve_free(const ox_reserve_account *account) {
    return account->max - account->used - account->reserved;
}

#endif
