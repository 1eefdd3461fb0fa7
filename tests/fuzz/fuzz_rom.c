/* Fuzzes the ROM reader: opening, looking up, and every check of every chunk, on bytes that have right sums
 * and wrong ones. */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/rom_builder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

/* Reads every byte that a check has allowed to be read; the sum keeps the compiler from leaving it out. */
static uint32_t read_chunk(const rom_chunk *chunk) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < chunk->stored; i++) sum += chunk->data[i];
    if (chunk->type != ROM_TAG_MESH) return sum;
    const uint8_t *data = chunk->data;
    uint32_t uvs = rom_u32(data + ROM_MESH_UV_AT);
    const uint8_t *part = data + rom_u32(data + ROM_MESH_PART_AT);
    for (uint32_t p = 0; p < rom_u32(data + ROM_MESH_PARTS); p++, part += ROM_PART_SIZE) {
        uint32_t first = rom_u32(part + ROM_PART_FIRST_TRIANGLE),
                 vertex = rom_u32(part + ROM_PART_FIRST_VERTEX);
        for (uint32_t i = 0; i < rom_u32(part + ROM_PART_TRIANGLES) * 3; i++) {
            uint32_t v =
                vertex + rom_u16(data + rom_u32(data + ROM_MESH_INDEX_AT) + ((size_t)first * 3 + i) * 2);
            sum += rom_u16(data + rom_u32(data + ROM_MESH_POSITION_AT) + (size_t)v * 6 + 4);
            if (uvs != 0) sum += rom_u16(data + uvs + (size_t)v * 4 + 2);
        }
    }
    return sum;
}

static void read_image(const uint8_t *base, size_t size) {
    rom_image image;
    rom_error error;
    rom_chunk chunk;
    uint32_t length;
    uint32_t sum = 0;
    if (rom_open(base, size, &image, &error) != ROM_OK) {
        if (error.text[0] == 0) abort();
        return;
    }
    if (image.size > size || image.base != base) abort();
    rom_status checked = rom_check_image(&image, &error);
    if (checked != ROM_OK && error.text[0] == 0) abort();
    for (uint32_t i = 0; rom_entry(&image, i, &chunk); i++) {
        rom_chunk found;
        if (!rom_find_variant(&image, chunk.id, chunk.type, chunk.variant, &found) ||
            found.offset != chunk.offset)
            abort();
        if (rom_check_entry(&chunk, false, &error) == ROM_OK) sum += read_chunk(&chunk);
        const char *name = rom_name(&image, chunk.id, &length);
        for (uint32_t k = 0; name != NULL && k < length; k++) sum += (uint8_t)name[k];
    }
    static volatile uint32_t kept;
    kept = sum;
    (void)kept;
}

static void read_bytes(const uint8_t *data, size_t size) {
    static const uint32_t types[] = {ROM_TAG_INFO,     ROM_TAG_BUDGET, ROM_TAG_PALETTE, ROM_TAG_IMAGE,
                                     ROM_TAG_MATERIAL, ROM_TAG_MESH,   ROM_TAG_SCENE,   ROM_TAG_NAMES};
    rom_error error;
    uint8_t *copy = malloc(size + 1); /* of exactly this size, so that a byte too many is seen */
    if (copy == NULL) return;
    if (size > 0) memcpy(copy, data, size);
    copy = realloc(copy, size > 0 ? size : 1);
    read_image(copy, size);
    if (size >= 64) {
        put32(copy + 60, rom_crc32(0, copy, 60));
        read_image(copy, size);
        /* The budget's own sum, where there is one. */
        uint32_t budget = rom_u32(copy + ROM_AT_BUDGET), directory = rom_u32(copy + ROM_AT_DIRECTORY);
        for (uint64_t at = directory; at + ROM_ENTRY_SIZE <= size && at < (uint64_t)directory + 2000;
             at += ROM_ENTRY_SIZE) {
            uint32_t stored = rom_u32(copy + at + ROM_ENTRY_STORED);
            if (rom_u32(copy + at + ROM_ENTRY_OFFSET) != budget || budget > size || stored > size - budget)
                continue;
            put32(copy + at + ROM_ENTRY_CRC, rom_crc32(0, copy + budget, stored));
        }
        read_image(copy, size);
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (rom_check_chunk(types[i], copy, size, &error) > ROM_STATUSES) abort();
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static build cart;
    if (size < 1 || data[0] != 0xA5) {
        read_bytes(data, size);
        return 0;
    }
    build_cart(&cart);
    for (size_t at = 1; at + 6 <= size && at < 200; at += 6) {
        size_t place = (size_t)rom_u16(data + at) % (cart.size - 3);
        memcpy(cart.image + place, data + at + 2, 4);
    }
    read_bytes(cart.image, cart.size);
    return 0;
}
