/* Objects, texts and whole records of packets. */
#include <string.h>

#include "fixedmath/utf8.h"
#include "kernel/network/wire.h"

void ox_wire_put_object(ox_wire_writer *to, const ox_wire_objects *objects, ox_handle handle) {
    uint32_t number = ox_handle_is_none(handle) ? 0 : objects->number(objects->context, handle);
    ox_wire_put_bits(to, number, 16);
}

ox_handle ox_wire_get_object(ox_wire_reader *from, const ox_wire_objects *objects) {
    uint32_t number = ox_wire_get_bits(from, 16);
    return number == 0 ? OX_HANDLE_NONE : objects->handle(objects->context, number);
}

/* ---- texts ---- */

/* Whether bytes are UTF-8 without control characters. */
static bool is_readable(const char *text, size_t size) {
    for (size_t at = 0, bytes; at < size; at += bytes) {
        uint32_t letter;
        bytes = fx_utf8_read(text + at, size - at, &letter);
        if (bytes == 0 || letter < 0x20 || (letter >= 0x7F && letter < 0xA0)) return false;
    }
    return true;
}

void ox_wire_put_text(ox_wire_writer *to, ox_text_view text) {
    if (text.length > OX_WIRE_TEXT_MOST || !is_readable(text.at, text.length)) to->bad = true;
    if (to->bad) return;
    ox_wire_put_bits(to, (uint32_t)text.length, 6);
    for (size_t i = 0; i < text.length; i++) ox_wire_put_bits(to, (uint8_t)text.at[i], 8);
}

void ox_wire_get_text(ox_wire_reader *from, ox_text *text) {
    char bytes[OX_WIRE_TEXT_MOST];
    size_t length = ox_wire_get_bits(from, 6);
    for (size_t i = 0; i < length; i++) bytes[i] = (char)ox_wire_get_bits(from, 8);
    if (!from->bad && (!is_readable(bytes, length) || length >= text->size - text->length)) from->bad = true;
    if (!from->bad) (void)ox_text_put(text, bytes, length);
}

/* ---- records ---- */

typedef struct value_form {
    uint32_t bits; /* as wide as the kind, or as the form says */
    bool ranged, quantised;
} value_form;

static value_form form_of(const ox_wire_form *form, const ox_field *field) {
    uint32_t index = (uint32_t)(field - form->type->fields),
             asked = form->bits != NULL ? form->bits[index] : 0;
    uint32_t wide = OX_FIELD_SIZE(field->kind) * 8;
    bool range = field->low < field->high;
    switch (field->kind) {
    case OX_FX:
        return (value_form){.bits = asked != 0 && range ? asked : wide, .quantised = asked != 0 && range};
    case OX_ANGLE:
        return (value_form){.bits = asked != 0 ? asked : wide, .quantised = true};
    case OX_BOOL:
        return (value_form){.bits = 1};
    case OX_NAME_ID:
    case OX_LINK:
        return (value_form){.bits = wide};
    default:
        return (value_form){.bits = wide, .ranged = range};
    }
}

static void put_value(ox_wire_writer *to, const ox_wire_form *form, const ox_field *field, int64_t value) {
    value_form f = form_of(form, field);
    if (f.ranged) {
        if (value < INT32_MIN || value > INT32_MAX) to->bad = true;
        if (!to->bad) ox_wire_put_ranged(to, (int32_t)value, field->low, field->high);
    } else if (field->kind == OX_LINK && form->objects != NULL) {
        ox_wire_put_object(to, form->objects, (ox_handle){(uint32_t)value});
    } else if (field->kind == OX_ANGLE) {
        ox_wire_put_angle(to, (ang16)value, f.bits);
    } else if (f.quantised) {
        ox_wire_put_fx(to, (fx)value, field->low, field->high, f.bits);
    } else {
        uint64_t bits = (uint64_t)value;
        if (f.bits == 64) ox_wire_put_bits(to, (uint32_t)bits, 32), bits >>= 32;
        uint32_t count = f.bits == 64 ? 32 : f.bits;
        ox_wire_put_bits(to, count == 32 ? (uint32_t)bits : (uint32_t)bits & ((1u << count) - 1u), count);
    }
}

/* Extends a number of so many bits by its sign, where the kind has one. */
static int64_t extended(uint64_t code, const ox_field *field, uint32_t bits) {
    bool has_sign = field->kind >> 4 == 1 || field->kind == OX_FX;
    if (bits == 64 || !has_sign || code >> (bits - 1) == 0) return (int64_t)code;
    return (int64_t)code - ((int64_t)1 << bits);
}

static int64_t get_value(ox_wire_reader *from, const ox_wire_form *form, const ox_field *field) {
    value_form f = form_of(form, field);
    if (f.ranged) return ox_wire_get_ranged(from, field->low, field->high);
    if (field->kind == OX_LINK && form->objects != NULL) return ox_wire_get_object(from, form->objects).bits;
    if (field->kind == OX_ANGLE) return ox_wire_get_angle(from, f.bits);
    if (f.quantised) return ox_wire_get_fx(from, field->low, field->high, f.bits);
    uint64_t code = ox_wire_get_bits(from, f.bits < 32 ? f.bits : 32);
    if (f.bits == 64) code |= (uint64_t)ox_wire_get_bits(from, 32) << 32;
    return extended(code, field, f.bits);
}

void ox_wire_put_record(ox_wire_writer *to, const ox_wire_form *form, const void *record, const void *base) {
    for (uint32_t i = 0; i < form->type->count; i++) {
        const ox_field *field = &form->type->fields[i];
        uint32_t count = ox_field_count(field);
        if ((field->flags & OX_NETWORK) == 0) continue;
        if (base != NULL) {
            const uint8_t *one = record, *other = base;
            bool differs = memcmp(one + field->offset, other + field->offset, field->bytes) != 0;
            ox_wire_put_bool(to, differs);
            if (!differs) continue;
        }
        for (uint32_t k = 0; k < count; k++) put_value(to, form, field, ox_field_get(field, record, k));
    }
}

void ox_wire_get_record(ox_wire_reader *from, const ox_wire_form *form, void *record, const void *base) {
    for (uint32_t i = 0; i < form->type->count && !from->bad; i++) {
        const ox_field *field = &form->type->fields[i];
        uint32_t count = ox_field_count(field);
        if ((field->flags & OX_NETWORK) == 0) continue;
        bool keeps = base != NULL && !ox_wire_get_bool(from);
        for (uint32_t k = 0; k < count && !from->bad; k++) {
            int64_t value = keeps ? ox_field_get(field, base, k) : get_value(from, form, field);
            if (!from->bad && ox_failed(ox_field_set(field, record, k, value))) from->bad = true;
        }
    }
}
