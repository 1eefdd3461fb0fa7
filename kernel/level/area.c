/* Areas: sections of a level turned into regions and spawners, or handed to others. */
#include "kernel/level/area.h"

#include "fixedmath/quaternion.h"
#include "kernel/level/internal.h"
#include "kernel/memory/life.h"
#include "rom/check.h"

FX_STATIC_ASSERT(ROM_VOLUME_BOX == 0 && ROM_VOLUME_SPHERE == 1 && ROM_VOLUME_CONVEX == 2,
                 "shapes in the order below");

/* ---- facts of a level ---- */

box3 ox_area_bounds(const uint8_t *level) {
    return (box3){ox_level_vector(level + ROM_LEVEL_LOW), ox_level_vector(level + ROM_LEVEL_HIGH)};
}

bool ox_area_has_tag(const uint8_t *level, ox_id tag) {
    const uint8_t *tags = level + rom_u32(level + ROM_LEVEL_TAGS_AT);
    for (uint32_t i = 0; i < rom_u32(level + ROM_LEVEL_TAG_COUNT); i++) {
        if (rom_u32(tags + 4u * i) == tag) return true;
    }
    return false;
}

uint32_t ox_area_neighbours(const uint8_t *level, ox_id *out, uint32_t room) {
    uint32_t count = rom_u32(level + ROM_LEVEL_NEIGHBOUR_COUNT);
    for (uint32_t i = 0; i < count && i < room; i++)
        out[i] = rom_u32(level + rom_u32(level + ROM_LEVEL_NEIGHBOURS_AT) + 4u * i);
    return count;
}

ox_status ox_area_locator(const ox_area *area, ox_id name, ox_locator *out) {
    return area->locators == NULL ? OX_NOT_FOUND : ox_locator_find(area->locators, name, out);
}

/* ---- volumes ---- */

/* Converts a plane of data, normal * p = distance, to unit length. The planes of fixedmath have the distance on the other
 * side of the equation. A plane without a direction bounds nothing. */
static plane30 plane_of(const uint8_t *row) {
    plane30 plane;
    if (!plane_normalize(ox_level_vector(row + ROM_PLANE_NORMAL),
                         fx_wrap_neg(rom_i32(row + ROM_PLANE_DISTANCE)), &plane))
        plane = (plane30){{0, Q30_ONE, 0}, FX_MIN + 1};
    return plane;
}

static void behave(const ox_area_host *host, ox_region *region) {
    region->tags = host->regions->tags;
    for (uint32_t i = 0; i < host->volume_count; i++) {
        const ox_area_volume *kind = &host->volumes[i];
        if (kind->kind != region->payload) continue;
        region->tags = kind->tags;
        region->cooldown = kind->cooldown;
        region->flags = kind->flags;
    }
}

static void read_volume(const uint8_t *row, const plane30 *planes, ox_region *region) {
    static const uint8_t shapes[] = {OX_REGION_BOX, OX_REGION_SPHERE, OX_REGION_PLANES};
    *region = (ox_region){.name = rom_u32(row + ROM_VOLUME_NAME),
                          .payload = rom_u32(row + ROM_VOLUME_KIND),
                          .shape = shapes[rom_u8(row + ROM_VOLUME_SHAPE) % 3u],
                          .centre = ox_level_vector(row + ROM_VOLUME_CENTRE),
                          .half = ox_level_vector(row + ROM_VOLUME_HALF),
                          .rotation = ox_level_rotation(row + ROM_VOLUME_ROTATION)};
    if (region->shape != OX_REGION_PLANES || planes == NULL) return;
    region->planes = planes + rom_u32(row + ROM_VOLUME_FIRST_PLANE);
    region->count = (uint16_t)rom_u32(row + ROM_VOLUME_PLANE_COUNT);
}

static ox_status open_volumes(ox_area *area, ox_arena *arena, const uint8_t *chunk) {
    uint32_t count = rom_u32(chunk + ROM_VOLUMES_COUNT),
             plane_count = rom_u32(chunk + ROM_VOLUMES_PLANE_COUNT);
    plane30 *planes = NULL;
    if (count == 0) return OX_OK;
    area->regions = OX_PUSH(arena, ox_region, count);
    if (plane_count != 0) planes = OX_PUSH(arena, plane30, plane_count);
    if (area->regions == NULL || (plane_count != 0 && planes == NULL)) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < plane_count; i++)
        planes[i] = plane_of(chunk + rom_u32(chunk + ROM_VOLUMES_PLANES_AT) + (size_t)i * ROM_PLANE_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        read_volume(chunk + rom_u32(chunk + ROM_VOLUMES_AT) + (size_t)i * ROM_VOLUME_SIZE, planes,
                    &area->regions[i]);
        behave(area->host, &area->regions[i]);
    }
    area->region_count = count;
    return OX_OK;
}

/* ---- elements with versions ---- */

int ox_area_versions(const uint8_t *elements, ox_arena *arena, const ox_version_set **sets) {
    uint32_t count = rom_u32(elements + ROM_ELEMENTS_ELEMENT_COUNT);
    uint32_t version_count = rom_u32(elements + ROM_ELEMENTS_VERSION_COUNT);
    const uint8_t *row = elements + rom_u32(elements + ROM_ELEMENTS_VERSIONS_AT);
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    ox_version *versions;
    ox_version_set *made;
    *sets = NULL;
    if (count == 0 || version_count == 0) return 0;
    versions = OX_PUSH(arena, ox_version, version_count);
    made = OX_PUSH(arena, ox_version_set, count);
    if (versions == NULL || made == NULL) {
        ox_arena_rollback(arena, mark);
        return OX_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < version_count; i++, row += ROM_ELEMENT_VERSION_SIZE) {
        versions[i] = (ox_version){.mesh = rom_u32(row + ROM_ELEMENT_VERSION_MESH),
                                   .collision = rom_u32(row + ROM_ELEMENT_VERSION_COLLISION),
                                   .material = rom_u32(row + ROM_ELEMENT_VERSION_MATERIAL),
                                   .mass = rom_i32(row + ROM_ELEMENT_VERSION_MASS),
                                   .sound = rom_u32(row + ROM_ELEMENT_VERSION_SOUND),
                                   .effect = rom_u32(row + ROM_ELEMENT_VERSION_EFFECT),
                                   .threshold = rom_i32(row + ROM_ELEMENT_VERSION_THRESHOLD)};
    }
    row = elements + rom_u32(elements + ROM_ELEMENTS_ELEMENTS_AT);
    for (uint32_t i = 0; i < count; i++, row += ROM_ELEMENT_SIZE) {
        made[i] = (ox_version_set){.versions = versions + rom_u32(row + ROM_ELEMENT_FIRST_VERSION),
                                   .count = rom_u16(row + ROM_ELEMENT_VERSION_COUNT),
                                   .health = rom_i32(row + ROM_ELEMENT_HEALTH)};
    }
    *sets = made;
    return (int)count;
}

/* ---- layers ---- */

void ox_area_renew_layers(ox_area *area) {
    for (uint32_t i = 0; i < area->layer_count; i++)
        area->layers[i] = area->layer_rows[(size_t)i * ROM_LAYER_SIZE + ROM_LAYER_FLAGS] &
                          (OX_LAYER_SHOWN | OX_LAYER_ACTIVE);
}

static ox_status open_layers(ox_area *area, ox_arena *arena, const uint8_t *chunk) {
    const uint8_t *row = chunk + rom_u32(chunk + ROM_LAYERS_AT);
    const uint32_t count = rom_u32(chunk + ROM_LAYERS_COUNT);
    if (count == 0) return OX_OK;
    area->layers = OX_PUSH(arena, uint8_t, count);
    if (area->layers == NULL) return OX_OUT_OF_MEMORY;
    area->layer_rows = row;
    area->layer_count = count;
    ox_area_renew_layers(area);
    return OX_OK;
}

int ox_area_layer(const ox_area *area, ox_id name) {
    for (uint32_t i = 0; i < area->layer_count; i++)
        if (rom_u32(area->layer_rows + (size_t)i * ROM_LAYER_SIZE) == name) return (int)i;
    return OX_NOT_FOUND;
}

/* Sets or clears a bit of a layer; true when the area's objects have to follow. */
static bool change_layer(ox_area *area, uint32_t layer, uint32_t bit, bool set) {
    FX_CHECK_OR(layer < area->layer_count, "level: no such layer", return false);
    const uint8_t before = area->layers[layer];
    area->layers[layer] = (uint8_t)(set ? before | bit : before & ~bit);
    return area->layers[layer] != before && area->begun && !area->resting && area->spawners.spawners != NULL;
}

void ox_area_layer_show(ox_area *area, uint32_t layer, bool shown) {
    if (change_layer(area, layer, OX_LAYER_SHOWN, shown)) ox_spawner_set_layer_show(&area->spawners, layer);
}

void ox_area_layer_use(ox_area *area, uint32_t layer, bool active) {
    if (!change_layer(area, layer, OX_LAYER_ACTIVE, active)) return;
    if (active)
        ox_spawner_set_layer_begin(&area->spawners, layer);
    else
        ox_spawner_set_layer_rest(&area->spawners, layer);
}

/* ---- areas ---- */

static ox_status open_sections(ox_area *area, ox_arena *arena, ox_spawn_mode policy) {
    rom_view view;
    ox_status status = OX_OK;
    if ((rom_u32(area->data + ROM_LEVEL_FLAGS) & ROM_LEVEL_PREPARED) != 0) policy = OX_SPAWN_PREPARED;
    if (rom_level_section(area->data, ROM_TAG_LOCATORS, 0, &view)) area->locators = view.data;
    if (area->host->regions != NULL && rom_level_section(area->data, ROM_TAG_VOLUMES, 0, &view))
        status = open_volumes(area, arena, view.data);
    if (status == OX_OK && area->host->spawners != NULL &&
        rom_level_section(area->data, ROM_TAG_SPAWNERS, 0, &view))
        status = ox_spawner_set_open(&area->spawners, area->host->spawners, arena, view.data, area->number,
                                     policy);
    if (status == OX_OK && rom_level_section(area->data, ROM_TAG_LAYERS, 0, &view))
        status = open_layers(area, arena, view.data);
    area->spawners.layers = area->layers;
    area->spawners.layer_count = area->layer_count;
    return status;
}

ox_status ox_area_open(ox_area *area, const ox_area_host *host, ox_arena *arena, const ox_area_source *source,
                       rom_error *error) {
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    ox_status status;
    *area = (ox_area){.host = host,
                      .data = source->data,
                      .size = source->size,
                      .number = source->number,
                      .first_region = -1};
    if (rom_check_chunk(ROM_TAG_LEVEL, source->data, source->size, error) != ROM_OK) return OX_BAD_DATA;
    status = open_sections(area, arena, source->policy);
    if (status == OX_OK) return OX_OK;
    ox_spawner_set_close(&area->spawners);
    ox_arena_rollback(arena, mark);
    OX_CLEAR(&area->spawners);
    return status;
}

static bool is_ours(uint32_t type) {
    return type == ROM_TAG_LOCATORS || type == ROM_TAG_VOLUMES || type == ROM_TAG_SPAWNERS;
}

static void hand_out(ox_area *area, uint32_t index, bool comes) {
    const ox_area_host *host = area->host;
    uint32_t type;
    rom_view section;
    if (!rom_level_section_at(area->data, index, &type, &section) || is_ours(type)) return;
    if (rom_type_of(type) == NULL) {
        if (host->spawners != NULL)
            ox_level_warn(host->spawners, type, "is a section that this console does not know");
        return;
    }
    if (host->section != NULL) host->section(host->context, area, type, section, comes);
}

static void enable_regions(const ox_area *area, bool on) {
    for (uint32_t i = 0; i < area->region_count && area->first_region >= 0; i++)
        ox_region_enable(area->host->regions, (uint32_t)area->first_region + i,
                         on && (area->regions[i].flags & OX_REGION_OFF) == 0);
}

void ox_area_rest(ox_area *area) {
    if (!area->begun) return;
    area->resting = true;
    enable_regions(area, false);
    if (area->spawners.spawners != NULL) ox_spawner_set_rest(&area->spawners);
}

void ox_area_return(ox_area *area) {
    if (!area->begun || !area->resting) return;
    area->resting = false;
    enable_regions(area, true);
    if (area->spawners.spawners != NULL) (void)ox_spawner_set_begin(&area->spawners);
}

ox_status ox_area_begin(ox_area *area) {
    uint32_t sections = rom_u32(area->data + ROM_LEVEL_SECTION_COUNT);
    FX_CHECK_OR(!area->begun, "level: an area begins twice", return OX_BAD_STATE);
    area->begun = true;
    for (uint32_t i = 0; i < sections; i++) hand_out(area, i, true);
    if (area->region_count != 0)
        area->first_region = ox_regions_add(area->host->regions, area->regions, area->region_count);
    if (area->resting)
        enable_regions(area, false);
    else if (area->spawners.spawners != NULL)
        (void)ox_spawner_set_begin(&area->spawners);
    return area->region_count != 0 && area->first_region < 0 ? (ox_status)area->first_region : OX_OK;
}

void ox_area_end(ox_area *area) {
    if (area->data == NULL) return;
    uint32_t sections = rom_u32(area->data + ROM_LEVEL_SECTION_COUNT);
    ox_spawner_set_close(&area->spawners);
    if (area->first_region >= 0)
        ox_regions_remove(area->host->regions, (uint32_t)area->first_region, area->region_count);
    for (uint32_t i = sections; area->begun && i-- > 0;) hand_out(area, i, false);
    OX_CLEAR(area);
}
