/* Finds sections of levels and what lies in them. */
#include "rom/level.h"

bool rom_level_section_at(const uint8_t *level, uint32_t index, uint32_t *type, rom_view *section) {
    *section = (rom_view){NULL, 0};
    *type = 0;
    if (index >= rom_word(level + ROM_LEVEL_SECTION_COUNT)) return false;
    const uint8_t *row =
        level + rom_word(level + ROM_LEVEL_SECTIONS_AT) + (size_t)index * ROM_LEVEL_SECTION_SIZE;
    *type = rom_word(row + ROM_LEVEL_SECTION_TYPE);
    *section =
        (rom_view){level + rom_word(row + ROM_LEVEL_SECTION_OFFSET), rom_word(row + ROM_LEVEL_SECTION_BYTES)};
    return true;
}

bool rom_level_section(const uint8_t *level, uint32_t type, uint32_t number, rom_view *section) {
    uint32_t own;
    for (uint32_t i = 0; rom_level_section_at(level, i, &own, section); i++) {
        if (own == type && number-- == 0) return true;
    }
    return false;
}

const uint8_t *rom_spawner_at(const uint8_t *spawners, uint32_t spawner) {
    return spawners + rom_word(spawners + ROM_SPAWNERS_SPAWNERS_AT) + (size_t)spawner * ROM_SPAWNER_SIZE;
}

const uint8_t *rom_spawner_property(const uint8_t *spawners, uint32_t spawner, uint32_t key) {
    if (spawner >= rom_word(spawners + ROM_SPAWNERS_SPAWNER_COUNT)) return NULL;
    const uint8_t *row = rom_spawner_at(spawners, spawner);
    const uint8_t *property = spawners + rom_word(spawners + ROM_SPAWNERS_PROPERTIES_AT) +
                              (size_t)rom_word(row + ROM_SPAWNER_FIRST_PROPERTY) * ROM_PROPERTY_SIZE;
    uint32_t low = 0, high = rom_half(row + ROM_SPAWNER_PROPERTY_COUNT);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2,
                 own = rom_word(property + (size_t)middle * ROM_PROPERTY_SIZE);
        if (own == key) return property + (size_t)middle * ROM_PROPERTY_SIZE;
        if (own < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

const char *rom_property_text(const uint8_t *spawners, const uint8_t *property, uint32_t *length) {
    *length = 0;
    if (property == NULL || property[ROM_PROPERTY_KIND] != ROM_PROPERTY_TEXT) return NULL;
    const uint8_t *row = spawners + rom_word(spawners + ROM_SPAWNERS_TEXTS_AT) +
                         (size_t)rom_word(property + ROM_PROPERTY_VALUE) * ROM_SPAWN_TEXT_SIZE;
    *length = rom_word(row + ROM_SPAWN_TEXT_TEXT + 4);
    return (const char *)spawners + rom_word(row + ROM_SPAWN_TEXT_TEXT);
}

const uint8_t *rom_property_vector(const uint8_t *spawners, const uint8_t *property) {
    if (property == NULL || property[ROM_PROPERTY_KIND] != ROM_PROPERTY_VECTOR) return NULL;
    return spawners + rom_word(spawners + ROM_SPAWNERS_VECTORS_AT) +
           (size_t)rom_word(property + ROM_PROPERTY_VALUE) * ROM_VECTOR_SIZE;
}

const uint8_t *rom_element_version_at(const uint8_t *elements, uint32_t element, uint32_t version) {
    if (element >= rom_word(elements + ROM_ELEMENTS_ELEMENT_COUNT)) return NULL;
    const uint8_t *row =
        elements + rom_word(elements + ROM_ELEMENTS_ELEMENTS_AT) + (size_t)element * ROM_ELEMENT_SIZE;
    if (version >= rom_half(row + ROM_ELEMENT_VERSION_COUNT)) return NULL;
    return elements + rom_word(elements + ROM_ELEMENTS_VERSIONS_AT) +
           ((size_t)rom_word(row + ROM_ELEMENT_FIRST_VERSION) + version) * ROM_ELEMENT_VERSION_SIZE;
}

uint32_t rom_element_version(const uint8_t *elements, uint32_t element, uint32_t now, int32_t health) {
    const uint8_t *next;
    while ((next = rom_element_version_at(elements, element, now + 1)) != NULL) {
        if (health > (int32_t)rom_word(next + ROM_ELEMENT_VERSION_THRESHOLD)) break;
        now++;
    }
    return now;
}

uint32_t rom_geometry_cell(const uint8_t *geometry, uint32_t instance) {
    uint32_t low = 0, high = rom_word(geometry + ROM_GEOMETRY_CELL_COUNT);
    const uint8_t *cells = geometry + rom_word(geometry + ROM_GEOMETRY_CELLS_AT);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *cell = cells + (size_t)middle * ROM_INSTANCE_CELL_SIZE;
        uint32_t first = rom_word(cell + ROM_INSTANCE_CELL_FIRST),
                 count = rom_word(cell + ROM_INSTANCE_CELL_COUNT);
        if (instance >= first && instance - first < count) return middle;
        if (instance < first) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return UINT32_MAX;
}
