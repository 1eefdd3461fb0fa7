/* The walker over type descriptors: values of fields by kind, and operations on all fields of a record. */
#include "kernel/type/type.h"

#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/debug/format.h"

FX_STATIC_ASSERT((OX_SIM | OX_CLONE_OWN | OX_CLONE_NONE) <= UINT8_MAX, "the flags of a field are a byte");
FX_STATIC_ASSERT(OX_LINK <= UINT8_MAX, "the kind of a field is a byte");

/* ---- one value ---- */

static int64_t signed_of(uint64_t value, uint32_t size) {
    uint64_t top = (uint64_t)1 << (8u * size - 1u);
    return (int64_t)((value ^ top) - top);
}

static bool is_signed(uint32_t kind) { return kind >> 4 == 1 || kind >> 4 == 2; }

static int64_t read_value(uint32_t kind, const uint8_t *at) {
    switch (kind & 0xFu) {
    case 0:
        return is_signed(kind) ? signed_of(*at, 1) : *at;
    case 1: {
        uint16_t value;
        memcpy(&value, at, sizeof value);
        return is_signed(kind) ? signed_of(value, 2) : value;
    }
    case 2: {
        uint32_t value;
        memcpy(&value, at, sizeof value);
        return is_signed(kind) ? signed_of(value, 4) : value;
    }
    default: {
        uint64_t value;
        memcpy(&value, at, sizeof value);
        return signed_of(value, 8);
    }
    }
}

static void write_value(uint32_t kind, uint8_t *at, int64_t value) {
    switch (kind & 0xFu) {
    case 0:
        *at = (uint8_t)((uint64_t)value & 0xFFu);
        return;
    case 1: {
        uint16_t narrow = (uint16_t)((uint64_t)value & 0xFFFFu);
        memcpy(at, &narrow, sizeof narrow);
        return;
    }
    case 2: {
        uint32_t narrow = (uint32_t)((uint64_t)value & 0xFFFFFFFFu);
        memcpy(at, &narrow, sizeof narrow);
        return;
    }
    default:
        memcpy(at, &value, sizeof value);
        return;
    }
}

static const uint8_t *first_of(const ox_field *field, const void *record) {
    return (const uint8_t *)record + field->offset;
}

int64_t ox_field_get(const ox_field *field, const void *record, uint32_t index) {
    FX_CHECK_OR(field != NULL && index < ox_field_count(field), "no such value of this field", return 0);
    return read_value(field->kind, first_of(field, record) + (size_t)index * OX_FIELD_SIZE(field->kind));
}

static void limits_of(const ox_field *field, int64_t *low, int64_t *high) {
    uint32_t size = OX_FIELD_SIZE(field->kind);
    if (field->low != 0 || field->high != 0) {
        *low = field->low;
        *high = field->high;
    } else if (field->kind == OX_BOOL) {
        *low = 0;
        *high = 1;
    } else if (size == 8) {
        *low = INT64_MIN;
        *high = INT64_MAX;
    } else if (is_signed(field->kind)) {
        *low = -((int64_t)1 << (8u * size - 1u));
        *high = ((int64_t)1 << (8u * size - 1u)) - 1;
    } else {
        *low = 0;
        *high = ((int64_t)1 << 8u * size) - 1;
    }
}

int64_t ox_field_clamp(const ox_field *field, int64_t value) {
    int64_t low, high;
    limits_of(field, &low, &high);
    return value < low ? low : value > high ? high : value;
}

ox_status ox_field_set(const ox_field *field, void *record, uint32_t index, int64_t value) {
    if (field == NULL || index >= ox_field_count(field) || ox_field_clamp(field, value) != value)
        return OX_BAD_ARGUMENT;
    ox_field_put(field, record, index, value);
    return OX_OK;
}

void ox_field_put(const ox_field *field, void *record, uint32_t index, int64_t value) {
    FX_CHECK_OR(index < ox_field_count(field), "type: index of a field out of range", return );
    write_value(field->kind, (uint8_t *)record + field->offset + (size_t)index * OX_FIELD_SIZE(field->kind),
                ox_field_clamp(field, value));
}

static void fill_field(const ox_field *field, void *record, int64_t value) {
    uint32_t size = OX_FIELD_SIZE(field->kind);
    uint8_t *at = (uint8_t *)record + field->offset;
    for (uint32_t i = 0; i < field->bytes; i += size) write_value(field->kind, at + i, value);
}

/* ---- a record ---- */

const ox_field *ox_type_field(const ox_type *type, ox_id name) {
    for (uint32_t i = 0; i < type->count; i++) {
        if (type->fields[i].name == name) return &type->fields[i];
    }
    return NULL;
}

const ox_field *ox_type_open_field(const ox_type *type, ox_id name) {
    const ox_field *field = type == NULL ? NULL : ox_type_field(type, name);
    return field == NULL || (field->flags & OX_ENGINE) != 0 ? NULL : field;
}

void ox_type_reset(const ox_type *type, void *record) {
    memset(record, 0, type->size);
    for (uint32_t i = 0; i < type->count; i++) {
        if (type->fields[i].initial != 0) fill_field(&type->fields[i], record, type->fields[i].initial);
    }
}

uint32_t ox_type_clamp(const ox_type *type, void *record) {
    uint32_t outside = 0;
    for (uint32_t i = 0; i < type->count; i++) {
        const ox_field *field = &type->fields[i];
        uint32_t size = OX_FIELD_SIZE(field->kind);
        uint8_t *at = (uint8_t *)record + field->offset;
        for (uint32_t k = 0; k < field->bytes; k += size) {
            int64_t value = read_value(field->kind, at + k), inside = ox_field_clamp(field, value);
            if (inside == value) continue;
            write_value(field->kind, at + k, inside);
            outside++;
        }
    }
    return outside;
}

uint32_t ox_type_hash(const ox_type *type, const void *record, uint32_t hash) {
    for (uint32_t i = 0; i < type->count; i++) {
        const ox_field *field = &type->fields[i];
        uint32_t size = OX_FIELD_SIZE(field->kind);
        const uint8_t *at = first_of(field, record), *end = at + field->bytes;
        if ((field->flags & OX_HASH) == 0) continue;
        for (; at < end; at += size) {
            if (size == 4) {
                uint32_t word;
                memcpy(&word, at, sizeof word);
                hash = ox_fnv_u32(hash, word);
            } else {
                hash = ox_fnv_number(hash, (uint64_t)read_value(field->kind, at), size);
            }
        }
    }
    return hash;
}

int ox_type_compare(const ox_type *type, const void *a, const void *b, uint32_t flags) {
    for (uint32_t i = 0; i < type->count; i++) {
        const ox_field *field = &type->fields[i];
        if (flags != 0 && (field->flags & flags) == 0) continue;
        if (memcmp(first_of(field, a), first_of(field, b), field->bytes) != 0) return (int)i;
    }
    return -1;
}

void ox_type_clone(const ox_type *type, void *to, const void *from, ox_type_cloner *cloner, void *context) {
    memmove(to, from, type->size);
    for (uint32_t i = 0; i < type->count; i++) {
        const ox_field *field = &type->fields[i];
        uint32_t size = OX_FIELD_SIZE(field->kind);
        uint8_t *at = (uint8_t *)to + field->offset;
        if ((field->flags & (OX_CLONE_OWN | OX_CLONE_NONE)) == 0) continue;
        for (uint32_t k = 0; k < field->bytes; k += size) {
            int64_t value = (field->flags & OX_CLONE_NONE) != 0 ? 0 : read_value(field->kind, at + k);
            if (value != 0) value = cloner == NULL ? 0 : cloner(context, field, value);
            write_value(field->kind, at + k, value);
        }
    }
}

/* ---- texts ---- */

static void add_name(const ox_field *field, ox_text *text) {
#if OX_DEBUG
    if (field->text != NULL) {
        ox_text_string(text, field->text);
        return;
    }
#endif
    ox_text_add(text, "#%08x", (unsigned)field->name);
}

static void add_value(const ox_field *field, int64_t value, ox_text *text) {
    if (field->kind == OX_FX) {
        ox_text_add(text, " %.5q", (int)value);
    } else if (field->kind == OX_NAME_ID || field->kind == OX_LINK) {
        ox_text_add(text, value == 0 ? " 0" : " #%08x", (unsigned)value);
    } else if (value < INT32_MIN || value > UINT32_MAX) {
        ox_text_add(text, " 0x%08x%08x", (unsigned)((uint64_t)value >> 32),
                    (unsigned)((uint64_t)value & UINT32_MAX));
    } else if (value < 0) {
        ox_text_add(text, " %d", (int)value);
    } else {
        ox_text_add(text, " %u", (unsigned)value);
    }
}

void ox_type_dump(const ox_type *type, const void *record, ox_text *text) {
    for (uint32_t i = 0; i < type->count; i++) {
        const ox_field *field = &type->fields[i];
        if (i != 0) ox_text_string(text, " ");
        add_name(field, text);
        for (uint32_t k = 0; k < ox_field_count(field); k++)
            add_value(field, ox_field_get(field, record, k), text);
    }
}

static ox_status blame_field(const ox_field *field, ox_text *why, const char *words) {
    if (why != NULL) {
        ox_text_string(why, "field ");
        add_name(field, why);
        ox_text_string(why, words);
    }
    return OX_BAD_DATA;
}

static bool overlap(const ox_field *a, const ox_field *b) {
    return a->offset < b->offset + b->bytes && b->offset < a->offset + a->bytes;
}

static ox_status check_field(const ox_type *type, const ox_field *field, ox_text *why) {
    uint32_t size = OX_FIELD_SIZE(field->kind);
    if (field->kind >> 4 > 6 || size > 8) return blame_field(field, why, " has a kind that does not exist");
    if (field->bytes == 0 || field->bytes % size != 0)
        return blame_field(field, why, " is no whole number of values");
    if (field->offset + field->bytes > type->size)
        return blame_field(field, why, " lies outside of its record");
    if (field->bytes / size > 255) return blame_field(field, why, " has more than 255 values");
    if (field->low > field->high) return blame_field(field, why, " has a range that ends before it begins");
    if (ox_field_clamp(field, field->initial) != field->initial)
        return blame_field(field, why, " begins with a value out of its range");
#if OX_DEBUG
    if (field->text != NULL && ox_id_of(ox_text_of(field->text)) != field->name)
        return blame_field(field, why, " has the id of another name: write it in small letters");
#endif
    for (const ox_field *other = type->fields; other < field; other++) {
        if (other->name == field->name) return blame_field(field, why, " stands there twice");
        if (overlap(field, other)) return blame_field(field, why, " overlaps the one before");
    }
    return OX_OK;
}

ox_status ox_type_check(const ox_type *type, ox_text *why) {
    for (uint32_t i = 0; i < type->count; i++) {
        ox_status status = check_field(type, &type->fields[i], why);
        if (status != OX_OK) return status;
    }
    return OX_OK;
}
