/* Parts of a saved game: written as records and restored. */
#include "kernel/save/part.h"

FX_STATIC_ASSERT(OX_SAVES_RECORD + UINT16_MAX > OX_PACK_MAX,
                 "a part's most need not exceed what a save can hold");

static uint32_t version_of(const ox_save_part *part) {
    return part->type != NULL ? part->type->version : part->version;
}

void ox_save_parts(ox_saves *saves, const ox_save_part *parts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const ox_save_part *part = &parts[i];
        ox_writer *to = ox_saves_open(saves, part->name, version_of(part));
        if (part->type != NULL) {
            size_t left = to->full ? 0 : to->size - to->used;
            size_t length = ox_type_save(part->type, part->context, NULL, OX_SAVE,
                                         to->full ? NULL : to->bytes + to->used, left);
            if (length > left) to->full = true;
            to->used += length;
        } else {
            part->save(part->context, to);
        }
        ox_saves_close(saves);
    }
}

static ox_status load_part(ox_saves *saves, const ox_save_part *part) {
    ox_reader from;
    ox_status status = ox_saves_find(saves, part->name, version_of(part), &from);
    if (status == OX_NOT_FOUND) {
        if (part->missing != NULL)
            part->missing(part->context);
        else if (part->type != NULL)
            ox_type_reset(part->type, part->context);
        return OX_OK;
    }
    if (status != OX_OK) return status;
    if (part->type != NULL) return ox_type_load(part->type, part->context, NULL, from.bytes, from.size, NULL);
    status = part->restore(part->context, &from);
    return status == OX_OK && (from.bad || from.used != from.size) ? OX_BAD_DATA : status;
}

ox_status ox_load_parts(ox_saves *saves, const ox_save_part *parts, uint32_t count, uint32_t *failed) {
    for (uint32_t i = 0; i < count; i++) {
        ox_status status = load_part(saves, &parts[i]);
        if (status == OX_OK) continue;
        if (failed != NULL) *failed = i;
        return status;
    }
    return OX_OK;
}

uint32_t ox_hash_parts(const ox_save_part *parts, uint32_t count, uint32_t hash) {
    for (uint32_t i = 0; i < count; i++) {
        if (parts[i].type != NULL) {
            hash = ox_type_hash(parts[i].type, parts[i].context, hash);
        } else {
            ox_writer to = ox_writer_hash();
            to.hash = hash;
            parts[i].save(parts[i].context, &to);
            hash = to.hash;
        }
    }
    return hash;
}

uint32_t ox_parts_most(const ox_save_part *parts, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t most = parts[i].most;
        if (parts[i].type !=
            NULL) { /* u32 name, u16 fields; of each u32 name, u8 kind, u8 count, its values */
            most = 6;
            for (uint32_t k = 0; k < parts[i].type->count; k++) {
                const ox_field *field = &parts[i].type->fields[k];
                if ((field->flags & OX_SAVE) != 0) most += 6u + field->bytes;
            }
        }
        if (most == 0) return 0;
        sum += OX_SAVES_RECORD + most;
    }
    return sum;
}
