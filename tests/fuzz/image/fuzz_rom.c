/* Fuzzes the ROM reader: opening, looking up, and every check of every chunk, on bytes that have right sums
 * and wrong ones. */
#include <stdlib.h>
#include <string.h>

#include "rom/blocks.h"
#include "rom/haar.h"
#include "rom/level.h"
#include "rom/package.h"
#include "rom/region.h"
#include "rom/table.h"
#include "rom/text.h"
#include "tests/unit/rom/rom_builder.h"
#include "tests/unit/rom/rom_samples.h"
#include "tools/inspect/image_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

/* Follows places that the check has passed, through the readers of levels, maps, tables, packages. */
static void read_level(uint32_t tag, const uint8_t *data) {
    rom_view section;
    rom_table table;
    uint32_t type, sum = 0, length;
    if (tag == ROM_TAG_LEVEL) {
        for (uint32_t i = 0; rom_level_section_at(data, i, &type, &section); i++)
            read_level(rom_type_of(type) == NULL ? 0 : type, section.data);
    } else if (tag == ROM_TAG_SPAWNERS) {
        for (uint32_t i = 0; i < rom_u32(data + ROM_SPAWNERS_SPAWNER_COUNT); i++) {
            const uint8_t *property = rom_spawner_property(data, i, 5);
            const char *text = rom_property_text(data, property, &length);
            for (uint32_t k = 0; text != NULL && k < length; k++) sum += (uint8_t)text[k];
            if (rom_property_vector(data, property) != NULL) sum += rom_property_vector(data, property)[11];
        }
    } else if (tag == ROM_TAG_ELEMENTS) {
        for (uint32_t i = 0; i < rom_u32(data + ROM_ELEMENTS_ELEMENT_COUNT); i++)
            sum += rom_element_version(data, i, 0, -5);
    } else if (tag == ROM_TAG_REGION_MAP) {
        for (uint32_t i = 0; i < 40; i++) {
            rom_region region = rom_region_at(data, i % 7, i / 7);
            for (uint32_t k = 0; region.data != NULL && k < region.stored; k++) sum += region.data[k];
        }
    } else if (tag == ROM_TAG_TABLE &&
               rom_table_bind(data, &(rom_table_shape){.kind = ROM_TABLE_ANY}, &table, NULL) == ROM_OK) {
        for (int32_t i = -4; i < 40; i++)
            sum += (uint32_t)rom_table_linear(&table, i * 30000, i * 1000000) +
                   (uint32_t)rom_table_nearest(&table, -i, i);
    } else if (tag == ROM_TAG_PACKAGE) {
        for (uint32_t i = 0; i < rom_package_count(data); i++) sum += rom_package_at(data, i).id;
    } else if (tag == ROM_TAG_DEPENDENCIES) {
        for (uint32_t i = 0; i < rom_u32(data + ROM_DEPENDENCIES_NODE_COUNT); i++) {
            rom_nodes a = rom_dependency_direct(data, i), b = rom_dependency_closure(data, i);
            sum += rom_nodes_at(a, a.count - 1) + rom_nodes_at(b, 0);
        }
    } else if (tag == ROM_TAG_HAAR) {
        uint32_t width, height;
        rom_haar_size(data, 0, &width, &height);
        uint8_t *plane = malloc((size_t)width * height), line[512];
        for (uint32_t c = 0; plane != NULL && c < data[ROM_HAAR_COMPONENTS]; c++)
            sum += (uint32_t)rom_haar_decode(
                data, c, 0, &(rom_haar_room){plane, width * height, line, sizeof line}, NULL);
        free(plane);
    } else if (tag == ROM_TAG_BLOCK_TEXTURE) {
        for (uint32_t i = 0; i < 70; i++) sum += rom_block_texel(data, i, i * 3);
    } else if (tag == ROM_TAG_TEXT) {
        const char *text = rom_text_find(data, 5, &length);
        for (uint32_t k = 0; text != NULL && k < length; k++) sum += (uint8_t)text[k];
    }
    static volatile uint32_t kept;
    kept = sum;
    (void)kept;
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
    const rom_type *type;
    rom_error error;
    /* shrunk below to exactly the input, so that reading one byte beyond is found */
    uint8_t *copy = malloc(size + 1);
    if (copy == NULL) return;
    if (size > 0) memcpy(copy, data, size);
    copy = realloc(copy, size > 0 ? size : 1);
    read_image(copy, size);
    image_seal(copy, size);
    read_image(copy, size);
    for (uint32_t i = 0; (type = rom_type_at(i)) != NULL; i++) {
        if (rom_check_chunk(type->tag, copy, size, &error) == ROM_OK) read_level(type->tag, copy);
    }
    free(copy);
}

/* The smallest good chunk of one type with some of its words changed. */
static void read_sample(const uint8_t *data, size_t size) {
    uint32_t types = 0;
    while (rom_type_at(types) != NULL) types++;
    const rom_type *type = rom_type_at(size < 2 ? 0 : data[1] % types);
    uint8_t *room = malloc(SAMPLE_ROOM);
    rom_error error;
    if (room == NULL) return;
    uint32_t bytes = sample_chunk(type, room);
    for (size_t at = 2; at + 6 <= size && at < 100; at += 6)
        memcpy(room + (size_t)rom_u16(data + at) % (bytes - 3), data + at + 2, 4);
    uint8_t *exact = malloc(bytes);
    if (exact != NULL) memcpy(exact, room, bytes);
    if (exact != NULL && rom_check_chunk(type->tag, exact, bytes, &error) == ROM_OK)
        read_level(type->tag, exact);
    free(exact);
    free(room);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static build cart;
    if (size > 1 && data[0] == 0xA6) {
        read_sample(data, size);
        return 0;
    }
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
