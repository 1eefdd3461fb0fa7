/* What modules would write alike: the events' bus, components that join a world, and what cart.txt names in lines below objects. */
#include "kernel/module/module.h"
#include "kernel/world/component.h"
#include "rom/chunks.h"

struct ox_events *ox_module_bus(const ox_module_host *host) {
    const ox_event_service service = ox_engine_events(host->engine);
    return service.operations->bus == NULL ? NULL : service.operations->bus(service.state);
}

int ox_module_join(const ox_module_host *host, ox_world *world, const ox_component_type *component) {
    ox_component_type *type = OX_PUSH(host->resident, ox_component_type, 1);
    if (type == NULL) return OX_OUT_OF_MEMORY;
    *type = *component;
    return ox_world_add_component(world, type);
}

ox_status ox_module_each_named(const ox_module_host *host, const ox_module_named *named,
                               ox_module_hear_name *hear, void *context) {
    const ox_id component = host->world->components[named->type].type->name;
    const uint8_t *types = host->scene->types;
    const bool has_values = types != NULL && rom_has(types, ROM_SCENE_VALUES_AT);
    const uint8_t *row = has_values ? types + rom_word(types + ROM_SCENE_VALUES_AT) : NULL;
    ox_object *object;
    void *data;
    ox_status status = OX_OK;
    for (uint32_t count = has_values ? rom_word(types + ROM_SCENE_VALUE_COUNT) : 0;
         count > 0 && status == OX_OK; count--, row += ROM_OBJECT_VALUE_SIZE)
        if (rom_word(row + ROM_OBJECT_VALUE_COMPONENT) == component &&
            rom_word(row + ROM_OBJECT_VALUE_INDEX) == named->cell)
            status = hear(host, context, rom_word(row + ROM_OBJECT_VALUE_VALUE));
    for (uint32_t at = 0;
         status == OX_OK && (at = ox_component_each(host->world, named->type, at, &object, &data)) != 0;) {
        const ox_id name = *(const ox_id *)(const void *)((const uint8_t *)data + named->offset);
        if (name != OX_ID_NONE) status = hear(host, context, name);
    }
    return status;
}

static ox_status hold_material(const ox_module_host *host, void *context, ox_id material) {
    (void)context;
    (void)ox_resource_material(host->resources, material);
    return OX_OK;
}

void ox_module_hold_materials(const ox_module_host *host, const ox_module_named *named) {
    (void)ox_module_each_named(host, named, hold_material, NULL);
}
