/* Lists of modules, and the modules that an image was made for. */
#include "kernel/module/module.h"

#include <string.h>

#include "rom/chunks.h"

bool ox_modules_have(const ox_module *const *list, uint32_t id) {
    for (; list != NULL && *list != NULL; list++)
        if ((*list)->id == id) return true;
    return false;
}

bool ox_module_is_used(const rom_image *image, uint32_t id) {
    ox_module_use use;
    for (uint32_t i = 0; ox_module_use_at(image, i, &use); i++)
        if (use.id == id) return true;
    return false;
}

bool ox_module_use_at(const rom_image *image, uint32_t index, ox_module_use *use) {
    const uint8_t *info = image->base + image->info;
    if (image->info == 0 || !rom_has(info, ROM_INFO_MODULES_AT) ||
        index >= rom_half(info + ROM_INFO_MODULE_COUNT))
        return false;
    const uint8_t *row = info + rom_word(info + ROM_INFO_MODULES_AT) + (size_t)index * ROM_MODULE_USE_SIZE;
    uint32_t length = rom_word(row + ROM_MODULE_USE_NAME + 4);
    if (length > sizeof use->name - 1) length = sizeof use->name - 1;
    use->id = rom_word(row + ROM_MODULE_USE_MODULE);
    use->optional = (rom_word(row + ROM_MODULE_USE_FLAGS) & ROM_MODULE_USE_OPTIONAL) != 0;
    memcpy(use->name, info + rom_word(row + ROM_MODULE_USE_NAME), length);
    use->name[length] = 0;
    return true;
}

/* ---- members of objects ---- */

/* How many values the type of a declaration takes: only a vec3 is more than one. */
static uint32_t values_of(const char *declaration) {
    uint32_t length = 0;
    while (declaration[length] != 0) length++;
    return length >= 4 && memcmp(declaration + length - 4, "vec3", 4) == 0 ? 3 : 1;
}

bool ox_module_find_member(const ox_module *module, ox_id name, ox_module_member *member) {
    for (uint32_t i = 0; i < module->field_count; i++) {
        const ox_script_field *row = &module->fields[i];
        if (row->name != name) continue;
        *member = (ox_module_member){row->component, ox_type_field(row->record, row->field),
                                     values_of(row->declaration), row->writable};
        return member->field != NULL;
    }
    for (uint32_t i = 0; i < module->field_count; i++) {
        const ox_field *field = ox_type_open_field(module->fields[i].record, name);
        if (field == NULL) continue;
        *member = (ox_module_member){module->fields[i].component, field, ox_field_count(field), true};
        return true;
    }
    return false;
}

ox_id ox_module_name_member(const ox_module *module, ox_id component, ox_id field) {
    ox_id name = 0;
    for (uint32_t i = 0; i < module->field_count; i++) {
        const ox_script_field *row = &module->fields[i];
        if (row->component != component) continue;
        if (row->field == field) return row->name;
        if (ox_type_open_field(row->record, field) != NULL) name = field;
    }
    return name;
}
