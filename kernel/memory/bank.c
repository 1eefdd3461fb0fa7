/* Banks: records in order of arrival, chains by hashed key. */
#include "kernel/memory/bank.h"

#include <string.h>

#include "fixedmath/bits.h"

ox_status ox_bank_init(ox_bank *bank, ox_arena *arena, size_t bytes, uint32_t capacity) {
    memset(bank, 0, sizeof *bank);
    if (bytes < 4 || bytes > 0xFFFFu || capacity - 1u >= OX_BANK_RECORDS_MAX) return OX_BAD_ARGUMENT;
    uint32_t stride = ((uint32_t)bytes + 3u) & ~3u, heads = fx_next_power_of_two(capacity);
    if (heads < 2) heads = 2;
    if (stride > (UINT32_MAX - 4u * 65536u) / capacity) return OX_BAD_ARGUMENT;
    size_t records = (size_t)stride * capacity, links = sizeof(uint16_t) * ((size_t)heads + capacity);
    uint8_t *base = (uint8_t *)ox_arena_push(arena, OX_ARENA_LOW, records + links, OX_ALIGNMENT);
    if (base == NULL) return OX_OUT_OF_MEMORY;
    bank->records = base;
    bank->heads = (uint16_t *)(void *)(base + records);
    bank->next = bank->heads + heads;
    bank->stride = stride;
    bank->capacity = capacity;
    bank->shift = 32u - (uint32_t)fx_ilog2(heads);
    ox_bank_reset(bank);
    return OX_OK;
}

void ox_bank_reset(ox_bank *bank) {
    if (bank->capacity != 0) memset(bank->heads, 0, sizeof *bank->heads << (32u - bank->shift));
    bank->used = 0;
}

static inline uint32_t chain_of(const ox_bank *bank, uint32_t key) {
    return key * 2654435769u >> bank->shift;
}

/* The record's number + 1, or 0; *probes is the number of records looked at. */
static inline uint32_t search(const ox_bank *bank, uint32_t key, uint32_t *probes) {
    uint32_t i = bank->capacity == 0 ? 0 : bank->heads[chain_of(bank, key)];
    for (*probes = 0; i != 0; i = bank->next[i - 1u]) {
        uint32_t there;
        memcpy(&there, bank->records + (size_t)(i - 1u) * bank->stride, sizeof there);
        ++*probes;
        if (there == key) break;
    }
    return i;
}

void *ox_bank_find(const ox_bank *bank, uint32_t key) {
    uint32_t probes, i = search(bank, key, &probes);
    return i == 0 ? NULL : bank->records + (size_t)(i - 1u) * bank->stride;
}

uint32_t ox_bank_probes(const ox_bank *bank, uint32_t key) {
    uint32_t probes;
    (void)search(bank, key, &probes);
    return probes;
}

void *ox_bank_get_or_add(ox_bank *bank, uint32_t key, bool *fresh) {
    void *record = ox_bank_find(bank, key);
    *fresh = false;
    if (record != NULL) return record;
    if (bank->used >= bank->capacity) {
        bank->refused++;
        return NULL;
    }
    uint16_t *head = &bank->heads[chain_of(bank, key)];
    record = bank->records + (size_t)bank->used * bank->stride;
    memcpy(record, &key, sizeof key);
    bank->next[bank->used] = *head;
    *head = (uint16_t)++bank->used;
    if (bank->used > bank->peak) bank->peak = bank->used;
    *fresh = true;
    return record;
}

void *ox_bank_at(const ox_bank *bank, uint32_t index) {
    FX_CHECK_OR(index < bank->used, "there is no such record in the bank", return NULL);
    return bank->records + (size_t)index * bank->stride;
}

uint32_t ox_bank_index(const ox_bank *bank, const void *record) {
    return (uint32_t)((uintptr_t)record - (uintptr_t)bank->records) / (bank->stride == 0 ? 1u : bank->stride);
}
