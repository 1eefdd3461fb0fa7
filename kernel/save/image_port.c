/* The two forms of an image: bytes by the writers of the kernel, and text. */
#include "kernel/save/image_port.h"

#include <string.h>

#include "kernel/debug/format.h"

FX_STATIC_ASSERT(sizeof(ox_id) == 4, "names are written as 32-bit numbers");

static void skip_blanks(ox_image_port *port) {
    bool remark = false;
    for (; port->at < port->end && (remark || *port->at == '(' || *port->at == ' ' || *port->at == '\n');
         port->at++) {
        if (*port->at == '(') remark = true;
        if (*port->at == ')') remark = false;
    }
}

void ox_image_match(ox_image_port *port, const char *before, const char *word) {
    if (port->text != NULL) {
        ox_text_string(port->text, before);
        ox_text_string(port->text, word);
    } else if (port->at != NULL) {
        skip_blanks(port);
        for (; *word != '\0' && port->at < port->end && *port->at == *word; word++) port->at++;
        if (*word != '\0') port->bad = true;
    }
}

void ox_image_put(ox_image_port *port, uint32_t value, uint32_t bytes) {
    if (port->text != NULL)
        ox_text_add(port->text, " %u", (unsigned)value);
    else if (bytes == 1)
        ox_write_u8(port->to, value);
    else if (bytes == 2)
        ox_write_u16(port->to, value);
    else
        ox_write_u32(port->to, value);
}

static uint32_t read_word(ox_image_port *port) {
    uint32_t value = 0;
    skip_blanks(port);
    const char *begin = port->at;
    for (; port->at < port->end && *port->at >= '0' && *port->at <= '9'; port->at++) {
        uint32_t digit = (uint32_t)(*port->at - '0');
        if (value > (UINT32_MAX - digit) / 10u) port->bad = true;
        value = value * 10u + digit;
    }
    if (port->at == begin) port->bad = true;
    return value;
}

uint32_t ox_image_get_number(ox_image_port *port, uint32_t bytes) {
    if (port->bad || port->at == NULL) {
        port->bad = true;
        if (port->from != NULL) port->from->bad = true;
        return 0;
    }
    uint32_t value = read_word(port);
    if (bytes < 4 && value >> 8 * bytes != 0) port->bad = true;
    return port->bad ? 0 : value;
}

uint32_t ox_image_get_most(ox_image_port *port, uint32_t bytes, uint32_t most) {
    uint32_t value = ox_image_get(port, bytes);
    if (value > most) port->bad = true;
    return port->bad ? 0 : value;
}

/* ---- records ---- */

static bool differs(const ox_field *field, const void *record, const void *base) {
    return (field->flags & OX_SAVE) != 0 &&
           (base == NULL || memcmp((const uint8_t *)record + field->offset,
                                   (const uint8_t *)base + field->offset, field->bytes) != 0);
}

/* Writes a field's name in letters, where the build has names; else "#" and the name's id. */
static void put_name(ox_text *text, const ox_field *field) {
#if OX_DEBUG
    if (field->text != NULL) {
        ox_text_string(text, field->text);
        return;
    }
#endif
    ox_text_add(text, "#%u", (unsigned)field->name);
}

static ox_id get_name(ox_image_port *port) {
    skip_blanks(port);
    const char *begin = port->at;
    if (port->at < port->end && *port->at == '#') {
        port->at++;
        return ox_image_get(port, 4);
    }
    while (port->at < port->end && *port->at != ' ' && *port->at != '\n') port->at++;
    return ox_id_of((ox_text_view){begin, (size_t)(port->at - begin)});
}

static void put_words(ox_text *text, const ox_type *type, const void *record, const void *base) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < type->count; i++) count += differs(&type->fields[i], record, base);
    ox_text_add(text, " %u", (unsigned)count);
    for (uint32_t i = 0; i < type->count; i++) {
        const ox_field *field = &type->fields[i];
        if (!differs(field, record, base)) continue;
        ox_text_string(text, "\n    ");
        put_name(text, field);
        ox_text_add(text, " %u", (unsigned)ox_field_count(field));
        for (uint32_t k = 0; k < ox_field_count(field); k++) {
            uint64_t value = (uint64_t)ox_field_get(field, record, k);
            ox_text_add(text, " %u", (unsigned)(value & UINT32_MAX));
            if (OX_FIELD_SIZE(field->kind) == 8) ox_text_add(text, " %u", (unsigned)(value >> 32));
        }
    }
}

/* Reads a value of a text, which says no kinds: a field that has become wider or narrower takes the old value,
 * clamped. */
static int64_t value_of(ox_image_port *port, uint32_t kind) {
    uint64_t value = ox_image_get(port, 4);
    if (OX_FIELD_SIZE(kind) == 8) return (int64_t)(value | (uint64_t)ox_image_get(port, 4) << 32);
    bool is_signed = kind >> 4 == 1 || kind >> 4 == 2;
    return is_signed ? (int64_t)(value ^ 0x80000000u) - (int64_t)0x80000000u : (int64_t)value;
}

static void get_words(ox_image_port *port, const ox_type *type, void *record, const void *base) {
    if (base == NULL)
        ox_type_reset(type, record);
    else
        memcpy(record, base, type->size);
    uint32_t count = ox_image_get(port, 4);
    for (; count > 0 && !port->bad; count--) {
        const ox_field *field = ox_type_field(type, get_name(port));
        uint32_t values = ox_image_get(port, 4);
        for (uint32_t k = 0; k < values && !port->bad; k++) {
            int64_t value = value_of(port, field == NULL ? OX_U32 : field->kind);
            if (field != NULL && k < ox_field_count(field)) ox_field_put(field, record, k, value);
        }
    }
}

void ox_image_put_record(ox_image_port *port, const ox_type *type, const void *record, const void *base) {
    if (port->text != NULL) {
        put_words(port->text, type, record, base);
        return;
    }
    ox_writer *to = port->to;
    if (to->hashes) {
        to->hash = ox_type_hash(type, record, to->hash);
        return;
    }
    size_t left = to->full || to->bytes == NULL ? 0 : to->size - to->used;
    size_t length = ox_type_save(type, record, base, OX_SAVE, left == 0 ? NULL : to->bytes + to->used, left);
    if (to->bytes != NULL && length > left) to->full = true;
    to->used += length;
}

void ox_image_get_record(ox_image_port *port, const ox_type *type, void *record, const void *base) {
    size_t used = 0;
    if (port->bad) return;
    if (port->at != NULL) {
        get_words(port, type, record, base);
        return;
    }
    ox_reader *from = port->from;
    if (ox_type_load(type, record, base, from->bytes + from->used, from->size - from->used, &used) != OX_OK)
        port->bad = from->bad = true;
    from->used += used;
}
