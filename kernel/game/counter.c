/* Counters: a sorted table of names and values. */
#include "kernel/game/counter.h"

#include <string.h>

#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_COUNTERS_MAX <= UINT16_MAX, "their number is saved in 16 bits");

void ox_counters_init(ox_counters *counters, ox_counter *storage, uint32_t capacity) {
    *counters =
        (ox_counters){.items = storage, .capacity = capacity <= OX_COUNTERS_MAX ? capacity : OX_COUNTERS_MAX};
}

/* The index of a counter in the table, or the index that it would have. */
static uint32_t place_of(const ox_counters *counters, ox_id name) {
    uint32_t low = 0, high = counters->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2u;
        if (counters->items[middle].name < name)
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const ox_counters *counters, uint32_t place, ox_id name) {
    return place < counters->count && counters->items[place].name == name;
}

int32_t ox_counters_get(const ox_counters *counters, ox_id name) {
    uint32_t place = place_of(counters, name);
    return is_at(counters, place, name) ? counters->items[place].value : 0;
}

ox_status ox_counters_set(ox_counters *counters, ox_id name, int32_t value) {
    OX_CREATED(counters->items);
    if (name == OX_ID_NONE) return OX_BAD_ARGUMENT;
    uint32_t place = place_of(counters, name);
    if (!is_at(counters, place, name)) {
        if (value == 0) return OX_OK;
        if (counters->count >= counters->capacity) {
            counters->refused++;
            return OX_FULL;
        }
        memmove(&counters->items[place + 1u], &counters->items[place],
                (size_t)(counters->count - place) * sizeof *counters->items);
        counters->count++;
        counters->items[place].name = name;
    }
    counters->items[place].value = value;
    return OX_OK;
}

ox_status ox_counters_add(ox_counters *counters, ox_id name, int32_t amount) {
    OX_CREATED(counters->items);
    int64_t sum = (int64_t)ox_counters_get(counters, name) + amount;
    return ox_counters_set(counters, name,
                           sum > INT32_MAX   ? INT32_MAX
                           : sum < INT32_MIN ? INT32_MIN
                                             : (int32_t)sum);
}

void ox_counters_clear(ox_counters *counters) { counters->count = 0; }

bool ox_counters_hold(const ox_counters *counters, const ox_condition *row, uint32_t most) {
    for (; most > 0 && row->counter != OX_ID_NONE; most--, row++) {
        int32_t value = ox_counters_get(counters, row->counter);
        if (row->test == OX_AT_MOST ? value > row->value : value < row->value) return false;
    }
    return true;
}

void ox_counters_save(const ox_counters *counters, ox_writer *to) {
    ox_write_u16(to, counters->count);
    for (uint32_t i = 0; i < counters->count; i++) {
        ox_write_u32(to, counters->items[i].name);
        ox_write_i32(to, counters->items[i].value);
    }
}

ox_status ox_counters_restore(ox_counters *counters, ox_reader *from) {
    uint32_t count = ox_read_u16(from), last = 0;
    if (!from->bad && count > counters->capacity) return OX_FULL;
    ox_reader look = *from;
    for (uint32_t i = 0; i < count && !look.bad; i++) {
        uint32_t name = ox_read_u32(&look);
        (void)ox_read_u32(&look);
        if (name <= last) look.bad = true;
        last = name;
    }
    if (look.bad) {
        from->bad = true;
        return OX_BAD_DATA;
    }
    counters->count = count;
    for (uint32_t i = 0; i < count; i++) {
        counters->items[i].name = ox_read_u32(from);
        counters->items[i].value = ox_read_i32(from);
    }
    return OX_OK;
}
