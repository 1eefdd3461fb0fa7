/* Elements of levels: objects with versions, which break. They are drawn in the place of the instance that they name.
 */
#include "fixedmath/quaternion.h"
#include "kernel/level/internal.h"
#include "kernel/level/module_internal.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"

static const uint8_t *element_at(const uint8_t *section, uint32_t number) {
    return section + rom_u32(section + ROM_ELEMENTS_ELEMENTS_AT) + (size_t)number * ROM_ELEMENT_SIZE;
}

static const uint8_t *elements_of(const uint8_t *level) {
    rom_view section;
    return rom_level_section(level, ROM_TAG_ELEMENTS, 0, &section) ? section.data : NULL;
}

uint32_t ox_levels_count_elements(const uint8_t *level) {
    const uint8_t *section = elements_of(level);
    return section == NULL ? 0 : rom_u32(section + ROM_ELEMENTS_ELEMENT_COUNT);
}

/* ---- the elements' part of the world ---- */

static void change_version(void *context, ox_world *world, ox_object *object, const ox_version *from,
                           const ox_version *to) {
    ox_levels *s = context;
    const ox_element *element = ox_component_get(world, object, s->elements.component);
    (void)!ox_scene_use_mesh(s->host->scene, object, to->mesh); /* the mesh is ready since the scene began */
    if (from == NULL) return;
    const int32_t arguments[2] = {(int32_t)object->handle.bits, element->version};
    ox_levels_post(s, OX_NAME("broken"), arguments, 2);
    const ox_sound_service sound = ox_engine_sound(s->host->engine);
    if (to->sound != OX_ID_NONE) (void)sound.operations->play(sound.state, to->sound, FX_ONE);
}

/* Reads the sets of versions of all levels, one level behind the other, in the order of the scene's rows. */
static ox_status read_sets(ox_levels *s, const uint8_t *rows, uint32_t total) {
    ox_version_set *all = OX_PUSH(s->host->resident, ox_version_set, total);
    uint32_t at = 0, used = 0;
    const uint8_t *row;
    ox_held held;
    if (all == NULL) return OX_OUT_OF_MEMORY;
    while ((row = ox_levels_next_row(s->host, rows, &at)) != NULL) {
        const ox_version_set *sets;
        if (ox_manager_hold(s->host->manager, rom_word(row + ROM_SCENE_LEVEL_LEVEL), ROM_TAG_LEVEL, &held) !=
            OX_OK)
            continue;
        const uint8_t *section = elements_of(held.data);
        const int count = section == NULL ? 0 : ox_area_versions(section, s->host->resident, &sets);
        ox_manager_let_go(s->host->manager, held.handle);
        if (count < 0) return (ox_status)count;
        for (int i = 0; i < count && used < total; i++) all[used++] = sets[i];
    }
    s->elements = (ox_elements){.sets = all, .count = used, .changed = change_version, .context = s};
    return OX_OK;
}

static ox_status ready_meshes(const ox_levels *s) {
    ox_status status = OX_OK;
    for (uint32_t i = 0; i < s->elements.count; i++)
        for (uint32_t k = 0; k < s->elements.sets[i].count && status == OX_OK; k++)
            status = ox_scene_use_mesh(s->host->scene, NULL, s->elements.sets[i].versions[k].mesh);
    return status;
}

ox_status ox_levels_join_elements(ox_levels *s, ox_world *world) {
    ox_held rows, held;
    uint32_t at = 0, total = 0;
    const uint8_t *row;
    s->elements = (ox_elements){.count = 0};
    if (ox_manager_hold(s->host->manager, rom_id("levels"), ROM_TAG_SCENE_LEVELS, &rows) != OX_OK)
        return OX_OK;
    while ((row = ox_levels_next_row(s->host, rows.data, &at)) != NULL) {
        if (ox_manager_hold(s->host->manager, rom_word(row + ROM_SCENE_LEVEL_LEVEL), ROM_TAG_LEVEL, &held) !=
            OX_OK)
            continue;
        total += ox_levels_count_elements(held.data);
        ox_manager_let_go(s->host->manager, held.handle);
    }
    ox_status status = total == 0 ? OX_OK : total > UINT16_MAX ? OX_FULL : read_sets(s, rows.data, total);
    ox_manager_let_go(s->host->manager, rows.handle);
    if (total == 0 || status != OX_OK) return status;
    const int component = ox_elements_init(&s->elements, world, (uint16_t)total);
    if (component < 0) return (ox_status)component;
    s->element_kind =
        (ox_object_type){.name = OX_NAME("element of a level"),
                         .capacity = (uint16_t)total,
                         .flags = OX_OBJECT_VISIBLE,
                         .components = {OX_NAME("place"), OX_NAME("model"), OX_NAME("element")}};
    s->element_type = ox_world_add_type(world, &s->element_kind);
    return s->element_type < 0 ? (ox_status)s->element_type : ready_meshes(s);
}

/* ---- of one level ---- */

/* Marks the instances that elements stand for, so that the geometry leaves them out. */
static ox_status leave_out(const ox_levels *s, ox_scene_level *entry) {
    rom_view geometry;
    if (entry->geometry_count == 0 || !rom_level_section(entry->held.data, ROM_TAG_GEOMETRY, 0, &geometry))
        return OX_OK;
    const uint32_t count = rom_u32(geometry.data + ROM_GEOMETRY_INSTANCE_COUNT);
    uint8_t *bits = NULL;
    for (uint32_t i = 0; i < entry->element_count; i++) {
        const uint32_t instance = rom_u32(element_at(entry->elements, i) + ROM_ELEMENT_INSTANCE);
        if (instance >= count) continue;
        if (bits == NULL)
            bits = (uint8_t *)ox_arena_push_zero(s->host->resident, OX_ARENA_LOW, count / 8u + 1u, 1);
        if (bits == NULL) return OX_OUT_OF_MEMORY;
        bits[instance / 8u] |= (uint8_t)(1u << instance % 8u);
    }
    entry->geometries[0].left_out = bits;
    return OX_OK;
}

void ox_levels_renew_elements(ox_levels *s, uint32_t number) {
    ox_scene_level *entry = &s->entries[number];
    for (uint32_t i = 0; i < entry->element_count; i++)
        entry->kept[i] = (ox_kept_element){
            .health = rom_i32(element_at(entry->elements, i) + ROM_ELEMENT_HEALTH),
            .version = (uint8_t)rom_u16(element_at(entry->elements, i) + ROM_ELEMENT_START)};
}

ox_status ox_levels_open_elements(ox_levels *s, uint32_t number) {
    ox_scene_level *entry = &s->entries[number];
    for (uint32_t i = 0; i < number; i++) entry->first_set += s->entries[i].element_count;
    entry->elements = elements_of(entry->held.data);
    entry->element_count = ox_levels_count_elements(entry->held.data);
    if (entry->element_count == 0) return OX_OK;
    if (entry->first_set + entry->element_count > s->elements.count) return OX_BAD_DATA;
    entry->kept = OX_PUSH(s->host->resident, ox_kept_element, entry->element_count);
    if (entry->kept == NULL) return OX_OUT_OF_MEMORY;
    ox_levels_renew_elements(s, number);
    return leave_out(s, entry);
}

/* Places an element of a level at the place of its row, turned and sized as the instance that it names, if any. */
static void put_element(const ox_scene_level *entry, uint32_t number, ox_world *world, ox_object *object) {
    const uint8_t *row = element_at(entry->elements, number), *instance;
    const uint32_t of = rom_u32(row + ROM_ELEMENT_INSTANCE);
    ox_object_place *place = ox_object_place_of(world, object);
    rom_view geometry;
    place->size = FX_ONE;
    (void)ox_place_set(world, object, ox_level_vector(row + ROM_ELEMENT_POSITION));
    if (!rom_level_section(entry->held.data, ROM_TAG_GEOMETRY, 0, &geometry) ||
        of >= rom_u32(geometry.data + ROM_GEOMETRY_INSTANCE_COUNT))
        return;
    instance =
        geometry.data + rom_u32(geometry.data + ROM_GEOMETRY_INSTANCES_AT) + (size_t)of * ROM_INSTANCE_SIZE;
    const euler16 turn = euler_from_q4(ox_level_rotation(instance + ROM_INSTANCE_ROTATION));
    place->angle = turn.yaw;
    place->pitch = turn.pitch;
    place->roll = turn.roll;
    place->size = rom_i32(instance + ROM_INSTANCE_SCALE);
}

static void bring_element(ox_levels *s, ox_scene_level *entry, uint32_t number, uint16_t chunk) {
    ox_world *world = s->host->world;
    const ox_id name = rom_u32(element_at(entry->elements, number));
    ox_object *object = ox_world_spawn(world, (uint32_t)s->element_type, NULL);
    if (object == NULL) {
        ox_log_write(s->host->log, PLAT_LOG_WARNING, "level #%08x: no room for an element",
                     (unsigned)entry->id);
        return;
    }
    object->chunk = chunk;
    put_element(entry, number, world, object);
    if (name != OX_ID_NONE && ox_world_find(world, name) == NULL) (void)!ox_object_name(world, object, name);
    if (ox_element_begin(&s->elements, object, entry->first_set + number) != OX_OK) return;
    ox_element *element = ox_component_get(world, object, s->elements.component);
    element->health = entry->kept[number].health;
    element->version = entry->kept[number].version;
    ox_element_show(&s->elements, object);
}

void ox_levels_bring_elements(ox_levels *s, uint32_t number) {
    for (uint32_t i = 0; i < s->entries[number].element_count; i++)
        bring_element(s, &s->entries[number], i, s->areas[number].number);
}

void ox_levels_take_elements(ox_levels *s, uint32_t number) {
    const ox_scene_level *entry = &s->entries[number];
    ox_world *world = s->host->world;
    ox_object *object;
    void *data;
    if (entry->element_count == 0) return;
    for (uint32_t at = 0; (at = ox_component_each(world, s->elements.component, at, &object, &data)) != 0;) {
        const ox_element *element = data;
        const uint32_t own = (uint32_t)element->set - entry->first_set;
        if (element->set < entry->first_set || own >= entry->element_count) continue;
        entry->kept[own] = (ox_kept_element){element->health, element->version};
        (void)ox_world_destroy(world, object->handle);
    }
}

void ox_levels_show_elements(ox_levels *s) {
    ox_object *object;
    void *data;
    if (s->elements.count == 0) return;
    for (uint32_t at = 0;
         (at = ox_component_each(s->host->world, s->elements.component, at, &object, &data)) != 0;)
        ox_element_show(&s->elements, object);
}
