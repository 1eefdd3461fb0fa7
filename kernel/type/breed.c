/* Breeds: inheritance of fields by marker bits, copied down or looked up. */
#include "kernel/type/breed.h"

#include <string.h>

#include "kernel/debug/format.h"

int ox_breeds_find(const ox_breeds *breeds, ox_id name) {
    for (uint32_t i = 0; i < breeds->count; i++) {
        if (breeds->table[i].name == name) return (int)i;
    }
    return OX_NOT_FOUND;
}

static ox_status blame_breed(ox_text *why, const ox_breed *breed, const char *words, ox_status status) {
    if (why != NULL) ox_text_add(why, "breed #%08x %s", (unsigned)breed->name, words);
    return status;
}

ox_status ox_breeds_check(const ox_breeds *breeds, ox_text *why) {
    for (uint32_t i = 0; i < breeds->count; i++) {
        const ox_breed *breed = &breeds->table[i], *up = breed;
        if (ox_breeds_find(breeds, breed->name) != (int)i)
            return blame_breed(why, breed, "stands there twice", OX_BAD_DATA);
        for (uint32_t steps = 0; up->parent != OX_ID_NONE; steps++) {
            int parent = ox_breeds_find(breeds, up->parent);
            if (parent < 0) return blame_breed(why, up, "has a parent that does not exist", OX_BAD_DATA);
            if (steps >= breeds->count) return blame_breed(why, breed, "is its own ancestor", OX_CYCLE);
            up = &breeds->table[parent];
        }
    }
    return OX_OK;
}

/* The breed whose record holds the field: the breed itself or an ancestor. */
static const ox_breed *who_says(const ox_breeds *breeds, const ox_breed *breed, uint32_t field) {
    for (uint32_t steps = 0; steps < breeds->count; steps++) {
        int parent;
        if (field >= 32 || (breed->inherits >> field & 1u) == 0 || breed->parent == OX_ID_NONE) return breed;
        parent = ox_breeds_find(breeds, breed->parent);
        if (parent < 0) return breed;
        breed = &breeds->table[parent];
    }
    return breed;
}

int64_t ox_breed_get(const ox_breeds *breeds, uint32_t breed, uint32_t field, uint32_t index) {
    const void *record;
    FX_CHECK_OR(breed < breeds->count && field < breeds->type->count, "no such breed or field", return 0);
    record = breeds->whole != NULL ? ox_breed_record(breeds, breed)
                                   : who_says(breeds, &breeds->table[breed], field)->record;
    return ox_field_get(&breeds->type->fields[field], record, index);
}

const void *ox_breed_record(const ox_breeds *breeds, uint32_t breed) {
    FX_CHECK_OR(breed < breeds->count, "no such breed", return NULL);
    return breeds->whole == NULL ? breeds->table[breed].record
                                 : breeds->whole + (size_t)breed * breeds->type->size;
}

ox_status ox_breeds_copy_down(ox_breeds *breeds, void *records, size_t bytes) {
    const ox_type *type = breeds->type;
    if (bytes < (size_t)breeds->count * type->size) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < breeds->count; i++) {
        uint8_t *whole = (uint8_t *)records + (size_t)i * type->size;
        memcpy(whole, breeds->table[i].record, type->size);
        for (uint32_t f = 0; f < type->count; f++) {
            const ox_field *field = &type->fields[f];
            const uint8_t *from = (const uint8_t *)who_says(breeds, &breeds->table[i], f)->record;
            memcpy(whole + field->offset, from + field->offset, field->bytes);
        }
    }
    breeds->whole = (const uint8_t *)records;
    return OX_OK;
}

ox_status ox_breed_turn(const ox_breeds *breeds, uint16_t *breed, uint32_t to, const ox_type *type,
                        void *values, bool (*allows)(const void *record, const void *values)) {
    if (to >= breeds->count) return OX_BAD_ARGUMENT;
    if (allows != NULL && !allows(ox_breed_record(breeds, to), values)) return OX_BAD_ARGUMENT;
    *breed = (uint16_t)to;
    if (type != NULL && values != NULL) ox_type_clamp(type, values);
    return OX_OK;
}
