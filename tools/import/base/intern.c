/* Open-addressing hash tables with linear probing, kept at most half full. */
#include "tools/import/base/intern.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64, MOST_RECORDS = 0x7FFFFFFF };

bool import_grow(void **array, size_t *capacity, size_t count, size_t element_size) {
    if (count <= *capacity) {
        return true;
    }
    size_t wanted = *capacity < 16 ? 16 : *capacity + *capacity / 2;
    if (wanted < count) {
        wanted = count;
    }
    if (wanted > SIZE_MAX / 2 / element_size) {
        return false;
    }
    void *grown = realloc(*array, wanted * element_size);
    if (grown == NULL) {
        return false;
    }
    *array = grown;
    *capacity = wanted;
    return true;
}

static uint32_t mix(uint32_t hash, uint32_t word) {
    hash = (hash ^ word) * 0x9E3779B1u;
    return hash ^ hash >> 15;
}

static uint32_t hash_record(const void *record, size_t size) {
    const uint8_t *bytes = record;
    uint32_t hash = 0;

    for (size_t i = 0; i < size; i += 4) {
        uint32_t word;
        memcpy(&word, bytes + i, 4);
        hash = mix(hash, word);
    }
    return mix(hash, 0);
}

static bool grow_record_slots(import_record_set *set) {
    size_t slot_count = set->slot_count == 0 ? FIRST_SLOTS : set->slot_count * 2;
    uint32_t *slots = calloc(slot_count, sizeof *slots);

    if (slots == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        size_t slot = hash_record(set->records + i * set->record_size, set->record_size) & (slot_count - 1);
        while (slots[slot] != 0) {
            slot = (slot + 1) & (slot_count - 1);
        }
        slots[slot] = i + 1;
    }
    free(set->slots);
    set->slots = slots;
    set->slot_count = slot_count;
    return true;
}

uint32_t import_record_set_add(import_record_set *set, const void *record) {
    if (set->count >= set->slot_count / 2 && (set->count >= MOST_RECORDS || !grow_record_slots(set))) {
        return IMPORT_INTERN_FAILED;
    }
    size_t slot = hash_record(record, set->record_size) & (set->slot_count - 1);
    while (set->slots[slot] != 0) {
        uint32_t number = set->slots[slot] - 1;
        if (memcmp(set->records + number * set->record_size, record, set->record_size) == 0) {
            return number;
        }
        slot = (slot + 1) & (set->slot_count - 1);
    }
    void *records = set->records;
    bool room = import_grow(&records, &set->capacity, (size_t)set->count + 1, set->record_size);
    set->records = records;
    if (!room) {
        return IMPORT_INTERN_FAILED;
    }
    memcpy(set->records + set->count * set->record_size, record, set->record_size);
    set->slots[slot] = ++set->count;
    return set->count - 1;
}

void import_record_set_free(import_record_set *set) {
    free(set->records);
    free(set->slots);
    size_t record_size = set->record_size;
    memset(set, 0, sizeof *set);
    set->record_size = record_size;
}

char *import_copy_name(const char *name, size_t length) {
    char *copy = malloc(length + 1);

    if (copy != NULL) {
        memcpy(copy, name, length);
        copy[length] = '\0';
    }
    return copy;
}

static uint32_t hash_name(const char *name, size_t length) {
    uint32_t hash = 0;

    for (size_t i = 0; i < length; i++) {
        hash = mix(hash, (uint8_t)name[i]);
    }
    return hash;
}

/* The slot of the name, or the free slot where the name belongs. */
static size_t name_slot(const import_name_table *table, const char *name, size_t length) {
    size_t slot = hash_name(name, length) & (table->slot_count - 1);

    while (table->slots[slot] != 0) {
        uint32_t known = table->slots[slot] - 1;
        if (table->lengths[known] == length && memcmp(table->names[known], name, length) == 0) {
            break;
        }
        slot = (slot + 1) & (table->slot_count - 1);
    }
    return slot;
}

static bool grow_name_slots(import_name_table *table) {
    size_t slot_count = table->slot_count == 0 ? FIRST_SLOTS : table->slot_count * 2;
    uint32_t *slots = calloc(slot_count, sizeof *slots);

    if (slots == NULL) {
        return false;
    }
    free(table->slots);
    table->slots = slots;
    table->slot_count = slot_count;
    for (uint32_t i = 0; i < table->count; i++) {
        slots[name_slot(table, table->names[i], table->lengths[i])] = i + 1;
    }
    return true;
}

uint32_t import_name_table_add(import_name_table *table, const char *name, size_t length) {
    if (table->count >= table->slot_count / 2 && !grow_name_slots(table)) {
        return IMPORT_INTERN_FAILED;
    }
    size_t slot = name_slot(table, name, length);
    if (table->slots[slot] != 0) {
        return table->slots[slot] - 1;
    }
    void *names = table->names, *lengths = table->lengths;
    size_t count = (size_t)table->count + 1;
    bool room = import_grow(&names, &table->capacity, count, sizeof *table->names) &&
                import_grow(&lengths, &table->length_capacity, count, sizeof *table->lengths);
    table->names = names;
    table->lengths = lengths;
    char *copy = room ? import_copy_name(name, length) : NULL;
    if (copy == NULL) {
        return IMPORT_INTERN_FAILED;
    }
    table->lengths[table->count] = length;
    table->names[table->count++] = copy;
    table->slots[slot] = table->count;
    return table->count - 1;
}

uint32_t import_name_table_find(const import_name_table *table, const char *name, size_t length) {
    uint32_t entry = table->count == 0 ? 0 : table->slots[name_slot(table, name, length)];

    return entry == 0 ? IMPORT_INTERN_FAILED : entry - 1;
}

void import_name_table_free(import_name_table *table) {
    for (uint32_t i = 0; i < table->count; i++) {
        free(table->names[i]);
    }
    free(table->names);
    free(table->lengths);
    free(table->slots);
    memset(table, 0, sizeof *table);
}
