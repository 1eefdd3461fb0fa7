/* Handle tables: slots taken and given back, references, names, and walks over live objects. */
#include "kernel/handle/handle.h"

#include <string.h>

#include "fixedmath/bits.h"
#include "kernel/bytes/key.h"
#include "kernel/handle/handle_internal.h"
#include "kernel/handle/reference.h"
#include "kernel/memory/life.h"

/* ---- memory ---- */

/* Places the next store at *at, if the table wants it; 0 if not. */
static uintptr_t place_store(uintptr_t *at, bool wanted, size_t bytes) {
    uintptr_t here = *at;
    if (!wanted) return 0;
    *at += bytes;
    return here;
}

/* Begins a table whose parallel stores lie from `base` on. Returns their bytes, 0 when the configuration makes no
 * sense. */
static size_t lay_out(ox_handles *table, const ox_handles_config *c, uintptr_t base) {
    uint32_t n = c->capacity, slots = fx_next_power_of_two(n);
    bool compact = c->form != OX_HANDLE_16_16, named = (c->options & OX_HANDLES_NAMED) != 0;
    uintptr_t at = base;
    memset(table, 0, sizeof *table);
    table->config = *c;
    table->slot_bits = !compact ? 16u : c->form == OX_HANDLE_10_6 ? 10u : 8u;
    table->generation_most = (uint16_t)((1u << ((compact ? 16u : 32u) - table->slot_bits)) - 1u);
    table->end = compact ? HANDLE_COMPACT_END : HANDLE_END;
    if (c->form > OX_HANDLE_8_8 || n - 1u >= (1u << table->slot_bits) - (compact ? 0u : 1u)) return 0;
    if (c->size == 0 || c->size > 0x7FFFFFFFu / n) return 0;
    table->stride = c->size;
    table->mask = slots - 1u;
    table->name_bits = (uint8_t)(fx_ilog2(slots) + 1);
    table->objects = (uint8_t *)place_store(&at, true, ((size_t)n * c->size + 3u) & ~(size_t)3u);
    table->keys = (uint32_t *)place_store(&at, true, (size_t)slots * 4u);
    ox_bits_init(&table->live, (uint32_t *)place_store(&at, true, (size_t)OX_BITS_WORDS(n) * 4u), n);
    table->ids = (uint32_t *)place_store(&at, named, (size_t)n * 4u);
    table->names = (uint16_t *)place_store(&at, named, (size_t)slots * 4u);
    table->counts = (uint16_t *)place_store(&at, (c->options & OX_HANDLES_COUNTED) != 0, (size_t)n * 2u);
    table->last =
        (uint16_t *)place_store(&at, (c->options & OX_HANDLES_RETIRE) != 0 && !compact, (size_t)n * 2u);
    return (at - base + 7u) & ~(size_t)7u;
}

size_t ox_handles_bytes(const ox_handles_config *config) {
    ox_handles table;
    return lay_out(&table, config, 0);
}

ox_status ox_handles_init(ox_handles *table, const ox_handles_config *config, void *memory, size_t bytes) {
    size_t needed = lay_out(table, config, (uintptr_t)memory);
    bool good = needed != 0 && (uintptr_t)memory % 8u == 0;
    if (good && memory != NULL && bytes >= needed) {
        ox_handles_reset(table);
        return OX_OK;
    }
    memset(table, 0, sizeof *table);
    return good ? OX_OUT_OF_MEMORY : OX_BAD_ARGUMENT;
}

void ox_handles_reset(ox_handles *table) {
    uint32_t n = table->config.capacity, end = table->end;
    ox_bits_clear_all(&table->live);
    for (uint32_t i = 0; i <= table->mask; i++) table->keys[i] = handle_free_key(table, i, i, end);
    if (table->ids != NULL) {
        memset(table->ids, 0, n * sizeof *table->ids);
        memset(table->names, 0, sizeof *table->names << table->name_bits);
    }
    if (table->counts != NULL) memset(table->counts, 0, n * sizeof *table->counts);
    if (table->last != NULL) memset(table->last, 0, n * sizeof *table->last);
    table->idle = table->tail = end;
    table->fresh = table->counter = table->used = 0;
    table->refused = table->wraps = table->retired = 0;
}

/* ---- taking ---- */

static uint32_t next_generation(ox_handles *table, uint32_t slot) {
    uint32_t generation = table->counter;
    if (table->last != NULL) {
        generation = table->last[slot];
    } else if (handle_compact(table)) {
        generation = handle_generation_of(table, table->keys[slot]);
    }
    if (generation++ >= table->generation_most) {
        generation = 1;
        table->wraps++;
        FX_ASSERT_MSG(false, "generations of a handle table come round: old handles may pass for new ones");
    }
    if (table->last != NULL) table->last[slot] = (uint16_t)generation;
    table->counter = generation;
    return generation;
}

/* Takes a free slot out of the list, or a new one. Compact forms take new slots first: the generations of each slot
 * last longer then. */
static bool take_slot(ox_handles *table, uint32_t *slot) {
    bool fresh = table->fresh < table->config.capacity, idle = table->idle != table->end;
    if (fresh && (!idle || handle_compact(table))) {
        *slot = table->fresh++;
        return true;
    }
    if (!idle) {
        table->refused++;
        return false;
    }
    *slot = table->idle;
    table->idle = handle_next_free(table, table->keys[*slot]);
    return true;
}

uint32_t ox_handles_acquire(ox_handles *table, void **object) {
    OX_CREATED(table->objects);
    uint32_t slot;
    if (object != NULL) *object = NULL;
    if (!take_slot(table, &slot)) return 0;
    uint32_t bits = next_generation(table, slot) << table->slot_bits | slot;
    table->keys[slot] = bits;
    ox_bits_set(&table->live, slot);
    table->used++;
    if (table->counts != NULL) table->counts[slot] = 1;
    if (object != NULL) *object = table->objects + (size_t)slot * table->stride;
    return bits;
}

/* ---- giving back ---- */

static void unname(ox_handles *table, uint32_t slot);

/* Puts a dead slot into the list of free slots: last in first out in the default form, first in first out in compact
 * forms. */
static void free_slot(ox_handles *table, uint32_t slot, uint32_t bits) {
    if ((table->config.options & OX_HANDLES_RETIRE) != 0 &&
        handle_generation_of(table, bits) == table->generation_most) {
        table->retired++;
        return;
    }
    if (!handle_compact(table)) {
        table->keys[slot] = handle_free_key(table, slot, bits, table->idle);
        table->idle = slot;
        return;
    }
    if (table->idle == table->end) {
        table->idle = slot;
    } else {
        uint32_t tail = table->keys[table->tail];
        table->keys[table->tail] = handle_free_key(table, table->tail, tail, slot);
    }
    table->tail = slot;
}

/* Ends an object. The slot dies before destroy is called and is free only afterwards: whatever destroy does, the slot
 * is not taken meanwhile. */
static void end_object(ox_handles *table, uint32_t slot) {
    uint32_t bits = table->keys[slot];
    void *object = table->objects + (size_t)slot * table->stride;
    table->keys[slot] = handle_free_key(table, slot, bits, table->end);
    ox_bits_clear(&table->live, slot);
    table->used--;
    unname(table, slot);
    if (table->config.destroy != NULL) table->config.destroy(table->config.context, object, bits);
#if OX_DEBUG
    memset(object, (int)OX_HANDLE_POISON, table->stride);
#endif
    free_slot(table, slot, bits);
}

/* Finds the slot of a handle that must be alive. */
static bool alive(const ox_handles *table, uint32_t bits, uint32_t *slot) {
    *slot = bits & table->mask;
    FX_ASSERT_MSG(table->keys[*slot] == bits, "handle %x names nothing: its object is gone", (unsigned)bits);
    return table->keys[*slot] == bits;
}

ox_status ox_handles_release(ox_handles *table, uint32_t bits) {
    uint32_t slot;
    if (!alive(table, bits, &slot)) return OX_STALE_HANDLE;
    if (table->counts == NULL || ox_count16_release(&table->counts[slot])) end_object(table, slot);
    return OX_OK;
}

ox_status ox_handles_retain(ox_handles *table, uint32_t bits) {
    uint32_t slot;
    if (!alive(table, bits, &slot)) return OX_STALE_HANDLE;
    FX_ASSERT_MSG(table->counts != NULL, "a table without counts: OX_HANDLES_COUNTED gives it some");
    if (table->counts == NULL) return OX_BAD_ARGUMENT;
    ox_count16_retain(&table->counts[slot]);
    return OX_OK;
}

uint32_t ox_handles_count(const ox_handles *table, uint32_t bits) {
    uint32_t slot = bits & table->mask;
    if (table->keys[slot] != bits) return 0;
    return table->counts == NULL ? 1u : table->counts[slot];
}

void ox_handles_clear(ox_handles *table) {
    for (uint32_t bits = ox_handles_first(table); bits != 0; bits = ox_handles_next(table, bits)) {
        end_object(table, bits & table->mask);
    }
}

/* ---- walks ---- */

static uint32_t live_from(const ox_handles *table, uint32_t slot) {
    slot = ox_bits_find_set(&table->live, slot);
    return slot < table->config.capacity ? table->keys[slot] : 0;
}

uint32_t ox_handles_first(const ox_handles *table) { return live_from(table, 0); }

uint32_t ox_handles_next(const ox_handles *table, uint32_t bits) {
    return bits == 0 ? 0 : live_from(table, handle_slot_of(table, bits) + 1u);
}

uint32_t ox_handles_report(const ox_handles *table, void (*tell)(void *context, const ox_handle_leak *leak),
                           void *context) {
    for (uint32_t bits = ox_handles_first(table); tell != NULL && bits != 0;
         bits = ox_handles_next(table, bits)) {
        uint32_t slot = bits & table->mask;
        ox_handle_leak leak = {bits, ox_handles_count(table, bits), table->ids == NULL ? 0 : table->ids[slot],
                               table->objects + (size_t)slot * table->stride};
        tell(context, &leak);
    }
    return table->used;
}

/* ---- names ---- */

static uint32_t after(const ox_handles *table, uint32_t place) {
    return (place + 1u) & ((1u << table->name_bits) - 1u);
}

/* The place of a name, or the free place where the name belongs: at most half of the places are in use. */
static uint32_t place_of(const ox_handles *table, uint32_t id) {
    uint32_t place = ox_key_mixed(id, table->name_bits);
    while (table->names[place] != 0 && table->ids[table->names[place] - 1u] != id)
        place = after(table, place);
    return place;
}

/* Takes a name out and moves the names behind it up, so that no gap cuts a run (Knuth 6.4, algorithm R). */
static void unname(ox_handles *table, uint32_t slot) {
    if (table->ids == NULL || table->ids[slot] == 0) return;
    uint32_t mask = (1u << table->name_bits) - 1u, hole = place_of(table, table->ids[slot]);
    for (uint32_t place = after(table, hole); table->names[place] != 0; place = after(table, place)) {
        uint32_t home = ox_key_mixed(table->ids[table->names[place] - 1u], table->name_bits);
        if (((place - home) & mask) < ((place - hole) & mask)) continue;
        table->names[hole] = table->names[place];
        hole = place;
    }
    table->names[hole] = 0;
    table->ids[slot] = 0;
}

ox_status ox_handles_name(ox_handles *table, uint32_t bits, uint32_t id) {
    uint32_t slot;
    if (!alive(table, bits, &slot)) return OX_STALE_HANDLE;
    FX_ASSERT_MSG(table->ids != NULL, "a table without names: OX_HANDLES_NAMED gives it some");
    if (table->ids == NULL) return OX_BAD_ARGUMENT;
    uint32_t owner = id == 0 ? 0u : ox_handles_find(table, id);
    if (owner != 0) return owner == bits ? OX_OK : OX_ALREADY_THERE;
    unname(table, slot);
    if (id == 0) return OX_OK;
    table->names[place_of(table, id)] = (uint16_t)(slot + 1u);
    table->ids[slot] = id;
    return OX_OK;
}

uint32_t ox_handles_find(const ox_handles *table, uint32_t id) {
    FX_ASSERT_MSG(table->ids != NULL, "a table without names: OX_HANDLES_NAMED gives it some");
    if (table->ids == NULL || id == 0) return 0;
    uint32_t entry = table->names[place_of(table, id)];
    return entry == 0 ? 0 : table->keys[entry - 1u];
}

bool ox_handles_index_names(ox_handles *table) {
    if (table->ids == NULL) return true;
    memset(table->names, 0, sizeof *table->names << table->name_bits);
    for (uint32_t bits = ox_handles_first(table); bits != 0; bits = ox_handles_next(table, bits)) {
        uint32_t slot = bits & table->mask, id = table->ids[slot];
        if (id == 0) continue;
        uint32_t place = place_of(table, id);
        if (table->names[place] != 0) return false;
        table->names[place] = (uint16_t)(slot + 1u);
    }
    return true;
}
