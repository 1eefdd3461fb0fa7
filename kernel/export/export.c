/* Looks exported functions up and calls them. */
#include "kernel/export/export.h"

FX_STATIC_ASSERT((int)OX_EXPORT_TYPES <= 255 && (int)OX_EXPORT_PARAMETERS <= 255,
                 "rows hold types and counts in bytes");

const ox_export *ox_export_find(const ox_exports *exports, ox_id id) {
    uint32_t low = 0, high = exports->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (exports->rows[middle].id == id) return &exports->rows[middle];
        if (exports->rows[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

ox_status ox_export_call(const ox_exports *exports, ox_id id, const ox_export_value *arguments,
                         uint32_t count, ox_export_value *result) {
    ox_export_value own;
    const ox_export *row = ox_export_find(exports, id);
    if (result == NULL) result = &own;
    *result = (ox_export_value){OX_EXPORT_VOID, {.number = 0}};
    if (row == NULL) return OX_NOT_FOUND;
    if (row->count != count) return OX_BAD_ARGUMENT;
    for (uint32_t i = 0; i < count; i++) {
        if ((uint8_t)arguments[i].type != row->parameters[i]) return OX_BAD_ARGUMENT;
    }
    row->adapter(row->function, arguments, result);
    result->type = (ox_export_type)row->result;
    return OX_OK;
}
