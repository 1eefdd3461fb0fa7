/* Reservation accounts: sums that never pass the budget. */
#include "kernel/residency/reserve.h"

#include <string.h>

void ox_reserve_init(ox_reserve_account *account, size_t max, ox_reserve_evict *evict, void *context) {
    memset(account, 0, sizeof *account);
    account->max = max;
    account->evict = evict;
    account->context = context;
}

static void note_peak(ox_reserve_account *account) {
    size_t now = account->used + account->reserved;
    if (now > account->peak) account->peak = now;
}

bool ox_reserve(ox_reserve_account *account, size_t bytes) {
    size_t open = ox_reserve_free(account);
    bool possible = bytes <= open || (account->evict != NULL && bytes - open <= account->unlocked);
    while (possible && bytes > ox_reserve_free(account)) {
        size_t freed = account->evict(account->context);
        possible = freed != 0 && freed <= account->unlocked;
        FX_ASSERT_MSG(possible, "the owner evicted %u bytes, but %u are unlocked", (unsigned)freed,
                      (unsigned)account->unlocked);
        if (!possible) break;
        account->used -= freed;
        account->unlocked -= freed;
        account->evicted++;
    }
    if (!possible) {
        account->refused++;
        return false;
    }
    account->reserved += bytes;
    note_peak(account);
    return true;
}

void ox_reserve_cancel(ox_reserve_account *account, size_t bytes) {
    FX_CHECK_OR(bytes <= account->reserved, "more bytes are cancelled than were reserved",
                bytes = account->reserved);
    account->reserved -= bytes;
}

ox_status ox_reserve_insert(ox_reserve_account *account, size_t bytes, bool locked) {
    size_t promised = bytes < account->reserved ? bytes : account->reserved;
    bool room = bytes - promised <= ox_reserve_free(account);
    FX_ASSERT_MSG(room, "%u bytes are inserted without a reservation", (unsigned)bytes);
    if (!room) {
        account->refused++;
        return OX_OVER_BUDGET;
    }
    account->reserved -= promised;
    account->used += bytes;
    if (!locked) account->unlocked += bytes;
    note_peak(account);
    return OX_OK;
}

void ox_reserve_remove(ox_reserve_account *account, size_t bytes, bool locked) {
    size_t there = locked ? account->used - account->unlocked : account->unlocked;
    FX_CHECK_OR(bytes <= there, "more bytes are removed than were inserted", bytes = there);
    account->used -= bytes;
    if (!locked) account->unlocked -= bytes;
}

void ox_reserve_lock(ox_reserve_account *account, size_t bytes) {
    FX_CHECK_OR(bytes <= account->unlocked, "more bytes are locked than there are unlocked ones", return );
    account->unlocked -= bytes;
}

void ox_reserve_unlock(ox_reserve_account *account, size_t bytes) {
    FX_CHECK_OR(bytes <= account->used - account->unlocked,
                "more bytes are unlocked than there are locked ones", return );
    account->unlocked += bytes;
}
