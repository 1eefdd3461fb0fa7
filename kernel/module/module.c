/* Lists of modules, and the modules that an image was made for. */
#include "kernel/module/module.h"

#include <string.h>

#include "rom/chunks.h"

bool ox_modules_have(const ox_module *const *list, uint32_t id) {
    for (; list != NULL && *list != NULL; list++)
        if ((*list)->id == id) return true;
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
