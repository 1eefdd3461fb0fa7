/* Walks over the parts of a state. */
#include "kernel/replay/state.h"

static uint32_t hash_text(const char *text, uint32_t hash) {
    for (; *text != 0; text++) hash = ox_fnv_number(hash, (uint8_t)*text, 1);
    return ox_fnv_number(hash, 0, 1);
}

/* ---- items ---- */

uint32_t ox_sim_item_hash(const ox_sim_item *item, uint32_t hash) {
    hash = ox_fnv_u32(hash, item->id);
    hash = ox_fnv_u32(hash, item->type->name);
    return ox_type_hash(item->type, item->record, hash);
}

void ox_sim_value_write(const ox_sim_item *item, uint32_t field, uint32_t index, ox_writer *to) {
    const ox_field *f = &item->type->fields[field];
    uint64_t value = (uint64_t)ox_field_get(f, item->record, index);
    for (uint32_t b = 0; b < OX_FIELD_SIZE(f->kind); b++, value >>= 8)
        ox_write_u8(to, (uint32_t)(value & 0xFFu));
}

void ox_sim_item_write(const ox_sim_item *item, ox_writer *to) {
    for (uint32_t f = 0; f < item->type->count; f++) {
        const ox_field *field = &item->type->fields[f];
        for (uint32_t i = 0; (field->flags & OX_HASH) != 0 && i < ox_field_count(field); i++)
            ox_sim_value_write(item, f, i, to);
    }
}

size_t ox_sim_item_bytes(const ox_sim_item *item) {
    size_t bytes = 0;
    for (uint32_t f = 0; f < item->type->count; f++) {
        if ((item->type->fields[f].flags & OX_HASH) != 0) bytes += item->type->fields[f].bytes;
    }
    return bytes;
}

/* A value read from `bytes`, sign-extended when its kind is signed. */
static int64_t written(const uint8_t *bytes, uint32_t kind) {
    uint32_t width = OX_FIELD_SIZE(kind);
    uint64_t value = 0;
    for (uint32_t b = 0; b < width; b++) value |= (uint64_t)bytes[b] << (8 * b);
    bool has_sign = (kind & 0x70u) == 0x10u || kind == OX_FX;
    if (has_sign && width < 8 && (value >> (8 * width - 1) & 1u) != 0) value |= UINT64_MAX << (8 * width);
    return (int64_t)value;
}

int ox_sim_item_compare(const ox_sim_item *item, const uint8_t *bytes, uint32_t *index, int64_t *was,
                        int64_t *is) {
    for (uint32_t f = 0; f < item->type->count; f++) {
        const ox_field *field = &item->type->fields[f];
        if ((field->flags & OX_HASH) == 0) continue;
        for (uint32_t i = 0; i < ox_field_count(field); i++, bytes += OX_FIELD_SIZE(field->kind)) {
            *index = i;
            *was = written(bytes, field->kind);
            *is = ox_field_get(field, item->record, i);
            if (*was != *is) return (int)f;
        }
    }
    return -1;
}

/* ---- the whole ---- */

uint32_t ox_sim_hash(const ox_sim *state, uint32_t hash) {
    for (uint32_t p = 0; p < state->count; p++) {
        const ox_sim_part *part = &state->parts[p];
        ox_sim_item item;
        uint32_t cursor = 0;
        if (part->next != NULL) {
            while (part->next(part->context, &cursor, &item)) hash = ox_sim_item_hash(&item, hash);
        } else if (!part->raw && part->save != NULL) {
            ox_writer bytes = ox_writer_hash();
            bytes.hash = hash;
            part->save(part->context, &bytes);
            hash = bytes.hash;
        }
    }
    return hash;
}

uint32_t ox_sim_format(const ox_sim *state) {
    uint32_t hash = OX_FNV_START;
    for (uint32_t p = 0; p < state->count; p++) {
        const ox_sim_part *part = &state->parts[p];
        ox_sim_item item;
        uint32_t cursor = 0, last = 0;
        if (part->raw) continue;
        hash = hash_text(part->name, hash);
        while (part->next != NULL && part->next(part->context, &cursor, &item)) {
            if (item.type->name == last) continue;
            last = item.type->name;
            hash = ox_fnv_u32(hash, last);
            for (uint32_t f = 0; f < item.type->count; f++) {
                const ox_field *field = &item.type->fields[f];
                if ((field->flags & OX_HASH) == 0) continue;
                hash = ox_fnv_u32(hash, field->name);
                hash = ox_fnv_u32(hash, field->kind | (uint32_t)field->bytes << 8);
            }
        }
    }
    return hash;
}

void ox_sim_save(const ox_sim *state, ox_writer *to) {
    for (uint32_t p = 0; p < state->count; p++) {
        if (state->parts[p].save != NULL) state->parts[p].save(state->parts[p].context, to);
    }
}

size_t ox_sim_bytes(const ox_sim *state) {
    ox_writer count = ox_writer_count();
    ox_sim_save(state, &count);
    return count.used;
}

ox_status ox_sim_restore(const ox_sim *state, ox_reader *from) {
    for (uint32_t p = 0; p < state->count; p++) {
        const ox_sim_part *part = &state->parts[p];
        if (part->save == NULL) continue;
        ox_status status = part->restore == NULL ? OX_UNSUPPORTED : part->restore(part->context, from);
        if (ox_failed(status)) return status;
    }
    return from->bad || from->used != from->size ? OX_BAD_DATA : OX_OK;
}

bool ox_sim_is_portable(const ox_sim *state) {
    for (uint32_t p = 0; p < state->count; p++) {
        if (state->parts[p].raw) return false;
    }
    return true;
}

void ox_sim_block_save(const void *block, ox_writer *to) {
    const ox_sim_block *b = block;
    ox_write_bytes(to, b->base, b->size);
}

ox_status ox_sim_block_restore(void *block, ox_reader *from) {
    ox_sim_block *b = block;
    if (from->size - from->used < b->size) from->bad = true;
    if (from->bad) return OX_BAD_DATA;
    ox_read_bytes(from, b->base, b->size);
    return OX_OK;
}

/* ---- records ---- */

static bool next_record(void *of, uint32_t *cursor, ox_sim_item *item) {
    const ox_sim_record *kept = of;
    if (*cursor != 0) return false;
    *cursor = 1;
    *item = (ox_sim_item){.type = kept->type, .record = kept->record, .name = kept->name};
    return true;
}

void ox_sim_record_save(const ox_type *type, const void *record, ox_writer *to) {
    const ox_sim_item item = {.type = type, .record = record};
    for (uint32_t f = 0; f < type->count; f++) {
        const ox_field *field = &type->fields[f];
        for (uint32_t i = 0; (field->flags & OX_SAVE) != 0 && i < ox_field_count(field); i++)
            ox_sim_value_write(&item, f, i, to);
    }
}

ox_status ox_sim_record_restore(const ox_type *type, void *record, ox_reader *from) {
    for (uint32_t f = 0; f < type->count; f++) {
        const ox_field *field = &type->fields[f];
        for (uint32_t i = 0; (field->flags & OX_SAVE) != 0 && i < ox_field_count(field); i++) {
            uint8_t bytes[8];
            ox_read_bytes(from, bytes, OX_FIELD_SIZE(field->kind));
            if (from->bad || ox_field_set(field, record, i, written(bytes, field->kind)) != OX_OK)
                return OX_BAD_DATA;
        }
    }
    return OX_OK;
}

static void save_record(const void *of, ox_writer *to) {
    const ox_sim_record *kept = of;
    ox_sim_record_save(kept->type, kept->record, to);
}

static ox_status restore_record(void *of, ox_reader *from) {
    const ox_sim_record *kept = of;
    return ox_sim_record_restore(kept->type, kept->record, from);
}

ox_sim_part ox_sim_of_record(ox_sim_record *kept) {
    return (ox_sim_part){.name = kept->name,
                         .context = kept,
                         .next = next_record,
                         .save = save_record,
                         .restore = restore_record};
}
