/* Finds and unpacks regions of large maps. */
#include "rom/region.h"

#include <string.h>

#include "rom/codec.h"

/* Number of a region's entry, or UINT32_MAX. */
static uint32_t entry_of(const uint8_t *map, uint32_t region) {
    uint32_t low = 0, high = rom_word(map + ROM_REGION_MAP_RUN_COUNT);
    const uint8_t *runs = map + rom_word(map + ROM_REGION_MAP_RUNS_AT);
    if (high == 0) return region;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *run = runs + (size_t)middle * ROM_REGION_RUN_SIZE;
        uint32_t first = rom_word(run + ROM_REGION_RUN_FIRST);
        if (region < first) {
            high = middle;
        } else if (region - first < rom_word(run + ROM_REGION_RUN_COUNT)) {
            return rom_word(run + ROM_REGION_RUN_ENTRY) + (region - first);
        } else {
            low = middle + 1;
        }
    }
    return UINT32_MAX;
}

rom_region rom_region_at(const uint8_t *map, uint32_t column, uint32_t row) {
    const rom_region none = {NULL, 0, 0, 0};
    uint32_t columns = rom_half(map + ROM_REGION_MAP_COLUMNS);
    if (column >= columns || row >= rom_half(map + ROM_REGION_MAP_ROWS)) return none;
    uint32_t entry = entry_of(map, row * columns + column);
    if (entry >= rom_word(map + ROM_REGION_MAP_REGION_COUNT)) return none;
    const uint8_t *at = map + rom_word(map + ROM_REGION_MAP_REGIONS_AT) + (size_t)entry * ROM_REGION_SIZE;
    uint32_t offset = rom_word(at + ROM_REGION_OFFSET);
    if (offset == 0) return none;
    return (rom_region){map + offset, rom_word(at + ROM_REGION_STORED), offset, at[ROM_REGION_CODEC]};
}

rom_status rom_region_unpack(const uint8_t *map, const rom_region *region, uint8_t *tiles, uint32_t bytes,
                             rom_error *error) {
    uint32_t element = map[ROM_REGION_MAP_ELEMENT];
    if (bytes != rom_region_bytes(map))
        return rom_fail(error, ROM_BAD_CHUNK, 0, "room of %u bytes for a region of %u", bytes,
                        rom_region_bytes(map));
    if (region->data != NULL)
        return rom_decode(region->codec, region->data, region->stored, tiles, bytes, error);
    for (uint32_t i = 0; i < bytes; i++) tiles[i] = map[ROM_REGION_MAP_FILL + i % element];
    return ROM_OK;
}

bool rom_region_holds_screen(const uint8_t *map, uint32_t width, uint32_t height) {
    uint32_t wide =
        (uint32_t)rom_half(map + ROM_REGION_MAP_WIDTH) * rom_half(map + ROM_REGION_MAP_TILE_WIDTH);
    uint32_t high =
        (uint32_t)rom_half(map + ROM_REGION_MAP_HEIGHT) * rom_half(map + ROM_REGION_MAP_TILE_HEIGHT);
    return wide > width && high > height;
}
