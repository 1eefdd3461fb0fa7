/* Checks of the chunks of levels beyond the rules of rom/records.txt. */
#include "rom/check/checked.h"

/* ---- levels ---- */

static rom_status check_bounds(const rom_checked *v, uint32_t low, uint32_t high) {
    for (uint32_t axis = 0; axis < 12; axis += 4) {
        if (rom_get_signed(v, low + axis) > rom_get_signed(v, high + axis))
            return rom_bad(v, low + axis, "the bounds are inside out on axis %u", axis / 4, 0);
    }
    return ROM_OK;
}

/* Checks one section, a chunk of its own whose offsets count from its start. */
static rom_status check_section(const rom_checked *v, uint32_t row, uint32_t end) {
    uint32_t tag = rom_get(v, row + ROM_LEVEL_SECTION_TYPE),
             offset = rom_get(v, row + ROM_LEVEL_SECTION_OFFSET);
    uint32_t bytes = rom_get(v, row + ROM_LEVEL_SECTION_BYTES);
    const rom_type *type = rom_type_of(tag);
    char name[5] = {(char)(tag & 127u), (char)(tag >> 8 & 127u), (char)(tag >> 16 & 127u),
                    (char)(tag >> 24 & 127u), 0};
    for (int i = 0; i < 4; i++) name[i] = name[i] < 33 || name[i] == 127 ? '?' : name[i];
    if (offset % 4 != 0 || offset < end || offset > v->size) {
        return rom_bad_named(v, row + ROM_LEVEL_SECTION_OFFSET,
                             "section %s at %u: not a multiple of 4 behind the one before, which ends at %u",
                             name, offset, end);
    }
    if (bytes < 4 || bytes > v->size - offset) {
        return rom_bad_named(v, row + ROM_LEVEL_SECTION_BYTES, "section %s of %u bytes, 4 to %u are possible",
                             name, bytes, v->size - offset);
    }
    if (type == NULL || (type->flags & ROM_TYPE_SECTION) == 0) {
        if ((rom_get(v, row + ROM_LEVEL_SECTION_FLAGS) & 1u) == 0 && type == NULL) return ROM_OK;
        return rom_bad_named(v, row, "section %s cannot be read by this console", name, 0, 0);
    }
    rom_checked inner = {v->data + offset, bytes, 0, v->error};
    rom_status status = rom_check_rules(type, &inner);
    if (status == ROM_OK) status = rom_check_tag(tag, &inner);
    if (status != ROM_OK) rom_move_offset(v->error, offset, name);
    return status;
}

rom_status rom_check_level(const rom_checked *v) {
    rom_status status = check_bounds(v, ROM_LEVEL_LOW, ROM_LEVEL_HIGH);
    uint32_t count = rom_get(v, ROM_LEVEL_SECTION_COUNT), row = rom_get(v, ROM_LEVEL_SECTIONS_AT);
    uint32_t end = row + count * ROM_LEVEL_SECTION_SIZE, last = 0;
    for (uint32_t i = 0; status == ROM_OK && i < count; i++, row += ROM_LEVEL_SECTION_SIZE) {
        uint32_t tag = rom_get(v, row);
        if (tag < last) return rom_bad(v, row, "section %u (type %x) stands behind a higher one", i, tag);
        status = check_section(v, row, end);
        end = rom_get(v, row + ROM_LEVEL_SECTION_OFFSET) + rom_get(v, row + ROM_LEVEL_SECTION_BYTES);
        last = tag;
    }
    return status;
}

rom_status rom_check_topology(const rom_checked *v) {
    uint32_t nodes = rom_get(v, ROM_TOPOLOGY_NODE_COUNT),
             grid = rom_get_half(v, ROM_TOPOLOGY_COLUMNS) * rom_get_half(v, ROM_TOPOLOGY_ROWS);
    if (v->data[ROM_TOPOLOGY_FORM] != ROM_TOPOLOGY_GRID || grid == nodes) return ROM_OK;
    return rom_bad(v, ROM_TOPOLOGY_COLUMNS, "a grid of %u places with %u levels", grid, nodes);
}

/* ---- sections ---- */

rom_status rom_check_geometry(const rom_checked *v) {
    uint32_t at = rom_get(v, ROM_GEOMETRY_INSTANCES_AT), materials = rom_get(v, ROM_GEOMETRY_MATERIAL_COUNT);
    for (uint32_t i = 0; i < rom_get(v, ROM_GEOMETRY_INSTANCE_COUNT); i++, at += ROM_INSTANCE_SIZE) {
        uint32_t material = rom_get_half(v, at + ROM_INSTANCE_MATERIAL);
        if (material != ROM_INSTANCE_OWN_MATERIAL && material >= materials)
            return rom_bad(v, at + ROM_INSTANCE_MATERIAL, "material number %u of %u", material, materials);
    }
    return ROM_OK;
}

rom_status rom_check_elements(const rom_checked *v) {
    uint32_t at = rom_get(v, ROM_ELEMENTS_ELEMENTS_AT), versions = rom_get(v, ROM_ELEMENTS_VERSIONS_AT);
    for (uint32_t i = 0; i < rom_get(v, ROM_ELEMENTS_ELEMENT_COUNT); i++, at += ROM_ELEMENT_SIZE) {
        uint32_t count = rom_get_half(v, at + ROM_ELEMENT_VERSION_COUNT);
        uint32_t row = versions + rom_get(v, at + ROM_ELEMENT_FIRST_VERSION) * ROM_ELEMENT_VERSION_SIZE;
        if (rom_get_half(v, at + ROM_ELEMENT_START) >= count)
            return rom_bad(v, at + ROM_ELEMENT_START, "begins as version %u of %u",
                           rom_get_half(v, at + ROM_ELEMENT_START), count);
        /* An element has at most eight versions, so that elements may share versions without the check growing
         * long. */
        for (uint32_t k = 1; k < count; k++, row += ROM_ELEMENT_VERSION_SIZE) {
            if (rom_get_signed(v, row + ROM_ELEMENT_VERSION_THRESHOLD) <=
                rom_get_signed(v, row + ROM_ELEMENT_VERSION_SIZE + ROM_ELEMENT_VERSION_THRESHOLD))
                return rom_bad(v, row + ROM_ELEMENT_VERSION_SIZE + ROM_ELEMENT_VERSION_THRESHOLD,
                               "the threshold of version %u is not below the one before", k, 0);
        }
    }
    return ROM_OK;
}

static rom_status check_property(const rom_checked *v, uint32_t at) {
    uint32_t kind = v->data[at + ROM_PROPERTY_KIND], value = rom_get(v, at + ROM_PROPERTY_VALUE);
    uint32_t limit = kind == ROM_PROPERTY_TEXT     ? rom_get(v, ROM_SPAWNERS_TEXT_COUNT)
                     : kind == ROM_PROPERTY_VECTOR ? rom_get(v, ROM_SPAWNERS_VECTOR_COUNT)
                     : kind == ROM_PROPERTY_BOOL   ? 2
                                                   : UINT32_MAX;
    if (limit == UINT32_MAX || value < limit) return ROM_OK;
    return rom_bad(v, at + ROM_PROPERTY_VALUE, "the property's value is %u of %u", value, limit);
}

rom_status rom_check_spawners(const rom_checked *v) {
    uint32_t at = rom_get(v, ROM_SPAWNERS_SPAWNERS_AT), property = rom_get(v, ROM_SPAWNERS_PROPERTIES_AT);
    for (uint32_t i = 0; i < rom_get(v, ROM_SPAWNERS_SPAWNER_COUNT); i++, at += ROM_SPAWNER_SIZE) {
        uint32_t parent = rom_get(v, at + ROM_SPAWNER_PARENT),
                 count = rom_get_half(v, at + ROM_SPAWNER_PROPERTY_COUNT);
        if (parent != UINT32_MAX && parent >= i)
            return rom_bad(v, at + ROM_SPAWNER_PARENT,
                           "spawner %u hangs on spawner %u, which is not above it", i, parent);
        for (uint32_t k = 0; k < count; k++, property += ROM_PROPERTY_SIZE) {
            if (k > 0 && rom_get(v, property) <= rom_get(v, property - ROM_PROPERTY_SIZE))
                return rom_bad(v, property, "property %u (key %x) does not rise above the one before", k,
                               rom_get(v, property));
            rom_status status = check_property(v, property);
            if (status != ROM_OK) return status;
        }
    }
    return ROM_OK;
}

rom_status rom_check_visibility(const rom_checked *v) {
    uint64_t cells = rom_get(v, ROM_VISIBILITY_CELL_COUNT), bytes = cells * ((cells + 7) / 8);
    if (rom_get(v, ROM_VISIBILITY_SET_BYTES) == 0 || rom_get(v, ROM_VISIBILITY_SET_BYTES) == bytes)
        return ROM_OK;
    return rom_bad(v, ROM_VISIBILITY_SET_BYTES, "%u bytes of sets, %u belong there",
                   rom_get(v, ROM_VISIBILITY_SET_BYTES), (uint32_t)bytes);
}

rom_status rom_check_occluder(const rom_checked *v) {
    return check_bounds(v, ROM_OCCLUDER_LOW, ROM_OCCLUDER_HIGH);
}

rom_status rom_check_collision(const rom_checked *v) {
    return check_bounds(v, ROM_COLLISION_LOW, ROM_COLLISION_HIGH);
}

/* ---- maps ---- */

static rom_status check_runs(const rom_checked *v) {
    uint32_t runs = rom_get(v, ROM_REGION_MAP_RUN_COUNT), at = rom_get(v, ROM_REGION_MAP_RUNS_AT), entry = 0;
    uint64_t next = 0, regions = (uint64_t)rom_get_half(v, ROM_REGION_MAP_COLUMNS) *
                                 rom_get_half(v, ROM_REGION_MAP_ROWS);
    for (uint32_t i = 0; i < runs; i++, at += ROM_REGION_RUN_SIZE) {
        uint32_t first = rom_get(v, at + ROM_REGION_RUN_FIRST), count = rom_get(v, at + ROM_REGION_RUN_COUNT);
        if (first < next || (uint64_t)first + count > regions)
            return rom_bad(v, at, "run %u begins at region %u, not behind the one before or beyond the map",
                           i, first);
        if (rom_get(v, at + ROM_REGION_RUN_ENTRY) != entry)
            return rom_bad(v, at + ROM_REGION_RUN_ENTRY, "run %u begins with entry %u", i,
                           rom_get(v, at + ROM_REGION_RUN_ENTRY));
        next = (uint64_t)first + count;
        entry += count;
    }
    uint64_t wanted = runs == 0 ? regions : entry;
    if (rom_get(v, ROM_REGION_MAP_REGION_COUNT) == wanted) return ROM_OK;
    return rom_bad(v, ROM_REGION_MAP_REGION_COUNT, "%u entries for %u regions",
                   rom_get(v, ROM_REGION_MAP_REGION_COUNT), (uint32_t)wanted);
}

rom_status rom_check_tile_map(const rom_checked *v) {
    if (!rom_has(v->data, ROM_TILE_MAP_LAYERS_AT) || rom_get(v, ROM_TILE_MAP_LAYERS_AT) == 0) return ROM_OK;
    uint32_t at = rom_get(v, ROM_TILE_MAP_LAYERS_AT), count = rom_get(v, ROM_TILE_MAP_LAYER_COUNT),
             cells = rom_get(v, ROM_TILE_MAP_CELL_BYTES);
    if (count == 0) return rom_bad(v, ROM_TILE_MAP_LAYER_COUNT, "the list of layers has none", 0, 0);
    for (uint32_t i = 0; i < count; i++, at += ROM_MAP_LAYER_SIZE) {
        uint32_t bytes = rom_get(v, at + ROM_MAP_LAYER_BYTES);
        if (bytes != cells)
            return rom_bad(v, at + ROM_MAP_LAYER_BYTES, "a layer of %u bytes of cells in a map of %u", bytes,
                           cells);
    }
    return ROM_OK;
}

rom_status rom_check_region_map(const rom_checked *v) {
    rom_status status = check_runs(v);
    uint32_t count = rom_get(v, ROM_REGION_MAP_REGION_COUNT), at = rom_get(v, ROM_REGION_MAP_REGIONS_AT),
             last = at + count * ROM_REGION_SIZE;
    uint64_t full = (uint64_t)rom_get_half(v, ROM_REGION_MAP_WIDTH) * rom_get_half(v, ROM_REGION_MAP_HEIGHT) *
                    v->data[ROM_REGION_MAP_ELEMENT];
    if (status != ROM_OK) return status;
    if (v->data[ROM_REGION_MAP_LAYOUT] == ROM_REGION_MAP_STAGGERED &&
        (rom_get_half(v, ROM_REGION_MAP_COLUMNS) & rom_get_half(v, ROM_REGION_MAP_WIDTH) & 1u) != 0)
        return rom_bad(v, ROM_REGION_MAP_LAYOUT, "a staggered map of odd width: %u regions of %u tiles",
                       rom_get_half(v, ROM_REGION_MAP_COLUMNS), rom_get_half(v, ROM_REGION_MAP_WIDTH));
    for (uint32_t i = 0; i < count; i++, at += ROM_REGION_SIZE) {
        uint32_t offset = rom_get(v, at + ROM_REGION_OFFSET), stored = rom_get(v, at + ROM_REGION_STORED);
        if (offset == 0 && stored == 0) continue;
        if (offset % 4 != 0 || offset < last || offset > v->size || stored > v->size - offset)
            return rom_bad(v, at + ROM_REGION_OFFSET,
                           "region %u at %u does not lie behind the one before in the chunk", i, offset);
        if (v->data[at + ROM_REGION_CODEC] == ROM_CODEC_STORED && stored != full)
            return rom_bad(v, at + ROM_REGION_STORED, "a plain region of %u bytes instead of %u", stored,
                           (uint32_t)full);
        last = offset + stored;
    }
    return ROM_OK;
}
