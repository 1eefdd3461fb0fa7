/* Records as tagged bytes, by their descriptors: saved games and messages that survive a change of the
 * record. */
#include <string.h>

#include "kernel/type/type.h"

enum { HEAD = 6, TAG = 6 };

static uint64_t get(const uint8_t *at, uint32_t size) {
    uint64_t number = 0;
    while (size-- > 0) number = number << 8 | at[size];
    return number;
}

static ox_id get_name(const uint8_t *at) {
    return at[0] | (ox_id)at[1] << 8 | (ox_id)at[2] << 16 | (ox_id)at[3] << 24;
}

static bool is_wanted(const ox_field *field, const void *record, const void *base, uint32_t flags) {
    if ((field->flags & flags) == 0) return false;
    if (base == NULL) return true;
    const uint8_t *own = (const uint8_t *)record + field->offset,
                  *other = (const uint8_t *)base + field->offset;
    for (uint32_t i = 0; i < field->bytes; i++) /* few bytes: a call of memcmp would take longer */
        if (own[i] != other[i]) return true;
    return false;
}

static uint8_t *put_word(uint8_t *at, uint32_t word) {
    at[0] = (uint8_t)(word & 0xFFu);
    at[1] = (uint8_t)(word >> 8 & 0xFFu);
    at[2] = (uint8_t)(word >> 16 & 0xFFu);
    at[3] = (uint8_t)(word >> 24);
    return at + 4;
}

/* Writes the values of a field. On little-endian machines its bytes are the values. */
static uint8_t *put_values(uint8_t *at, const ox_field *field, const void *record) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint8_t *from = (const uint8_t *)record + field->offset;
    for (uint32_t i = 0; i < field->bytes; i++) *at++ = from[i];
#else
    for (uint32_t k = 0; k < ox_field_count(field); k++) {
        uint64_t value = (uint64_t)ox_field_get(field, record, k);
        for (uint32_t i = 0; i < OX_FIELD_SIZE(field->kind); i++, value >>= 8)
            *at++ = (uint8_t)(value & 0xFFu);
    }
#endif
    return at;
}

size_t ox_type_save(const ox_type *type, const void *record, const void *base, uint32_t flags, void *bytes,
                    size_t size) {
    const ox_field *const end = type->fields + type->count;
    size_t length = HEAD;
    uint32_t wanted = 0;
    for (const ox_field *field = type->fields; field < end; field++)
        if (is_wanted(field, record, base, flags)) wanted++, length += (size_t)TAG + field->bytes;
    if (length > size || bytes == NULL) return length;
    uint8_t *at = put_word((uint8_t *)bytes, type->name);
    *at++ = (uint8_t)(wanted & 0xFFu);
    *at++ = (uint8_t)(wanted >> 8);
    for (const ox_field *field = type->fields; wanted > 0; field++) {
        if (!is_wanted(field, record, base, flags)) continue;
        wanted--;
        at = put_word(at, field->name);
        *at++ = field->kind;
        *at++ = (uint8_t)ox_field_count(field);
        at = put_values(at, field, record);
    }
    return length;
}

/* The bytes of one field with its tag; 0 when the data ends too early or the tag is invalid. */
static size_t field_bytes(const uint8_t *at, size_t left) {
    size_t size;
    if (left < TAG || (at[4] & 0xFu) > 3 || at[4] >> 4 > 6) return 0;
    size = TAG + (size_t)at[5] * OX_FIELD_SIZE(at[4]);
    return size <= left ? size : 0;
}

/* A value of `kind` out of saved bytes, as ox_field_get gives it. */
static int64_t value_of(uint32_t kind, const uint8_t *at) {
    uint32_t size = OX_FIELD_SIZE(kind);
    uint64_t value = get(at, size);
    bool negative = (kind >> 4 == 1 || kind >> 4 == 2) && size < 8 && (value >> (8u * size - 1u)) != 0;
    return (int64_t)(negative ? value | ~(((uint64_t)1 << 8u * size) - 1u) : value);
}

/* Copies the values of a field that has the kind it was saved with, and for which every bit pattern is in range. On
 * little-endian machines the bytes are the values. */
static void copy_values(const ox_field *field, void *record, const uint8_t *from, uint32_t count) {
    uint32_t size = OX_FIELD_SIZE(field->kind);
    uint8_t *to = (uint8_t *)record + field->offset;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    size_t bytes = (size_t)count * size;
    if (bytes == 4)
        memcpy(to, from, 4); /* most fields are one word: a move, where an unknown length would be a call */
    else if (bytes == 2)
        memcpy(to, from, 2);
    else
        memcpy(to, from, bytes);
#else
    for (; count > 0; count--, to += size, from += size) {
        for (uint32_t i = 0; i < size; i++) to[i] = from[size - 1u - i];
    }
#endif
}

static void apply_field(const ox_field *field, void *record, const uint8_t *at) {
    uint32_t kind = at[4], count = at[5];
    if (count > ox_field_count(field)) count = ox_field_count(field);
    if (kind == field->kind && kind != OX_BOOL && field->low == 0 && field->high == 0) {
        copy_values(field, record, at + TAG, count);
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        int64_t value = value_of(kind, at + TAG + (size_t)k * OX_FIELD_SIZE(kind));
        if (kind != field->kind) { /* Q16.16 and whole numbers are converted by value */
            if (kind == OX_FX) value = value / 65536;
            if (field->kind == OX_FX)
                value = value > 32767 ? INT32_MAX : value < -32768 ? INT32_MIN : value * 65536;
        }
        ox_field_put(field, record, k, value);
    }
}

ox_status ox_type_load(const ox_type *type, void *record, const void *base, const void *bytes, size_t size,
                       size_t *used) {
    const uint8_t *at = (const uint8_t *)bytes;
    size_t length = HEAD;
    uint32_t count;
    if (size < HEAD || get_name(at) != type->name) return OX_BAD_DATA;
    count = (uint32_t)get(at + 4, 2);
    for (uint32_t i = 0; i < count; i++) {
        size_t step = field_bytes(at + length, size - length);
        if (step == 0) return OX_BAD_DATA;
        length += step;
    }
    if (base == NULL)
        ox_type_reset(type, record);
    else if (base != record)
        memcpy(record, base, type->size);
    const ox_field *next = type->fields,
                   *end = next + type->count; /* saved fields mostly come in the order of the table */
    for (size_t from = HEAD; from < length;) {
        ox_id name = get_name(at + from);
        const ox_field *field = next != end && next->name == name ? next : ox_type_field(type, name);
        if (field != NULL) {
            apply_field(field, record, at + from);
            next = field + 1;
        }
        from += TAG + (size_t)at[from + 5] * OX_FIELD_SIZE(at[from + 4]);
    }
    if (used != NULL) *used = length;
    return OX_OK;
}
